// npu-smi info: the oracle's truth value by value, the public captures, and what users do to a table.
#include "core/parse/npusmi.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QString shared = QStringLiteral(ASC_SHARED_DIR "/captures/");

template<typename T>
Json jsonOf(const std::optional<T> &value)
{
    return nullable(value);
}

Json pair(const std::optional<qint64> &used, const std::optional<qint64> &total)
{
    return used && total ? Json::array({*used, *total}) : Json(nullptr);
}

Json textOrNull(const QString &text)
{
    return text.isEmpty() ? Json(nullptr) : Json(text);
}

// One chip as the truth file writes it.
Json asTruth(const NpuChip &chip, bool npuPrinted)
{
    return {{"npu", npuPrinted ? jsonOf(chip.npu) : Json(nullptr)}, {"chip", jsonOf(chip.chip)},
            {"deviceId", jsonOf(chip.deviceId)}, {"name", textOrNull(chip.name)}, {"health", textOrNull(chip.health)},
            {"power", jsonOf(chip.powerWatts)}, {"temp", jsonOf(chip.temperatureC)},
            {"huge", pair(chip.hugepagesUsed, chip.hugepagesTotal)}, {"bus", textOrNull(chip.busId)},
            {"aicore", jsonOf(chip.aiCorePercent)}, {"mem", pair(chip.memoryUsedMb, chip.memoryTotalMb)},
            {"hbm", pair(chip.hbmUsedMb, chip.hbmTotalMb)}};
}

} // namespace

class TestNpuSmi : public QObject
{
    Q_OBJECT

private slots:
    void oracleIsReadValueByValue_data();
    void oracleIsReadValueByValue();
    void oracleCutAnywhereIsNeverMisread_data() { oracleIsReadValueByValue_data(); }
    void oracleCutAnywhereIsNeverMisread();
};

void TestNpuSmi::oracleIsReadValueByValue_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("truth");
    const Result<Json> all = parseJson(contentOf(shared + u"oracle/truth.json"_s), u"truth.json"_s);
    if (!all) {
        QTest::newRow("none") << QString() << QByteArray();
        return;
    }
    for (const auto &[file, entry] : all->items()) {
        if (file.starts_with("npu-smi-info/"))
            QTest::newRow(file.c_str()) << QString::fromStdString(file) << compactJson(entry["truth"]);
    }
}

void TestNpuSmi::oracleIsReadValueByValue()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, truth);
    if (file.isEmpty())
        QSKIP("no oracle beside this checkout");
    const Json expected = *parseJson(truth, file);
    const Result<NpuSmiInfo> read = parseNpuSmiInfo(contentOf(shared + u"oracle/"_s + file));
    if (expected.contains("error")) {
        QVERIFY(!read);
        QCOMPARE(read.error().kind, ErrorKind::Parse);
        return;
    }
    QVERIFY2(bool(read), read ? "" : qPrintable(read.error().message));
    QCOMPARE(read->toolVersion, stringAt(expected, "toolVersion"));
    QCOMPARE(read->driverVersion, stringAt(expected, "version"));
    QVERIFY(!read->truncated);
    QCOMPARE(read->hasProcessTable, *boolAt(expected, "processTable"));
    QCOMPARE(read->idleNpus, expected["noProcessNpus"].get<QList<int>>());
    QCOMPARE(read->chips.size(), qsizetype(expected["chips"].size()));
    for (qsizetype i = 0; i < read->chips.size(); ++i) {
        Json chip = expected["chips"][size_t(i)];
        const bool printed = boolAt(chip, "npu_printed").value_or(true);
        if (!printed) {
            QVERIFY(!read->chips[i].npu);
            chip["npu"] = nullptr;
        }
        for (const char *key : {"failed_but_printed_as_default", "row1_missing", "row2_missing", "npu_printed", "notes"})
            chip.erase(key);
        QCOMPARE(QString::fromUtf8(compactJson(asTruth(read->chips[i], printed))), QString::fromUtf8(compactJson(chip)));
    }
    QCOMPARE(read->processes.size(), qsizetype(expected["processes"].size()));
    for (qsizetype i = 0; i < read->processes.size(); ++i) {
        const NpuProcess &process = read->processes[i];
        const Json found = {{"npu", jsonOf(process.npu)}, {"chip", jsonOf(process.chip)}, {"pid", jsonOf(process.pid)},
                            {"name", process.name}, {"memMB", jsonOf(process.memoryMb)}};
        QCOMPARE(QString::fromUtf8(compactJson(found)), QString::fromUtf8(compactJson(expected["processes"][size_t(i)])));
    }
}

// Whatever byte the text ends at: each value is the whole text's value or missing, and the cut is noticed.
void TestNpuSmi::oracleCutAnywhereIsNeverMisread()
{
    QFETCH(QString, file);
    if (file.isEmpty())
        QSKIP("no oracle beside this checkout");
    const QByteArray text = contentOf(shared + u"oracle/"_s + file);
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    if (!whole)
        return;
    const bool anyEndIsFine = !whole->hasProcessTable || whole->chips.first().hbmTotalMb == std::nullopt; // 310P
    const auto missingOr = [](const auto &cut, const auto &full) { return !cut || cut == full; };
    for (qsizetype size = text.trimmed().size() - 1; size > 0; size -= text.size() > 2000 ? 37 : 5) {
        const Result<NpuSmiInfo> cut = parseNpuSmiInfo(text.left(size));
        if (!cut)
            continue;
        const QByteArray where = "cut at byte " + QByteArray::number(size);
        QVERIFY2(anyEndIsFine || cut->truncated, where.constData());
        QVERIFY2(cut->chips.size() <= whole->chips.size() && cut->processes.size() <= whole->processes.size(), where.constData());
        for (qsizetype i = 0; i < cut->chips.size(); ++i) {
            const NpuChip &c = cut->chips[i], &w = whole->chips[i];
            QVERIFY2(missingOr(c.npu, w.npu) && missingOr(c.chip, w.chip) && missingOr(c.deviceId, w.deviceId)
                         && missingOr(c.powerWatts, w.powerWatts) && missingOr(c.temperatureC, w.temperatureC)
                         && missingOr(c.hugepagesUsed, w.hugepagesUsed) && missingOr(c.hugepagesTotal, w.hugepagesTotal)
                         && missingOr(c.aiCorePercent, w.aiCorePercent) && missingOr(c.memoryUsedMb, w.memoryUsedMb)
                         && missingOr(c.memoryTotalMb, w.memoryTotalMb) && missingOr(c.hbmUsedMb, w.hbmUsedMb)
                         && missingOr(c.hbmTotalMb, w.hbmTotalMb) && (c.name.isEmpty() || c.name == w.name)
                         && (c.health.isEmpty() || c.health == w.health) && (c.busId.isEmpty() || c.busId == w.busId),
                     where.constData());
        }
        for (qsizetype i = 0; i < cut->processes.size(); ++i)
            QVERIFY2(cut->processes[i] == whole->processes[i], where.constData());
    }
}

QTEST_GUILESS_MAIN(TestNpuSmi)
#include "tst_npusmi.moc"
