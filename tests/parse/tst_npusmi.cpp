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
    void captureCutAnywhereHasWholeChipsOnly_data();
    void captureCutAnywhereHasWholeChipsOnly();
    void blankMemoryKeepsItsRow_data();
    void blankMemoryKeepsItsRow();
    void aFigureThatCannotBeIsNone();
    void aProcessMayCallItselfAsItLikes();
    void aControlCharacterSpoilsItsValue_data();
    void aControlCharacterSpoilsItsValue();
    void terminalSequencesSpoilNothing();
    void aProcessOfNoNpuIsNone();
    void damagedRowIsLeftOut_data();
    void damagedRowIsLeftOut();
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
        for (const char *key :
             {"failed_but_printed_as_default", "row1_missing", "row2_missing", "npu_printed", "notes"})
            chip.erase(key);
        QCOMPARE(QString::fromUtf8(compactJson(asTruth(read->chips[i], printed))),
                 QString::fromUtf8(compactJson(chip)));
    }
    QCOMPARE(read->processes.size(), qsizetype(expected["processes"].size()));
    for (qsizetype i = 0; i < read->processes.size(); ++i) {
        const NpuProcess &process = read->processes[i];
        const Json found = {{"npu", jsonOf(process.npu)}, {"chip", jsonOf(process.chip)}, {"pid", jsonOf(process.pid)},
                            {"name", process.name}, {"memMB", jsonOf(process.memoryMb)}};
        QCOMPARE(QString::fromUtf8(compactJson(found)),
                 QString::fromUtf8(compactJson(expected["processes"][size_t(i)])));
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
        QVERIFY2(cut->chips.size() <= whole->chips.size() && cut->processes.size() <= whole->processes.size(),
                 where.constData());
        qsizetype place = 0;
        for (qsizetype i = 0; i < cut->chips.size(); ++i, ++place) {
            // A chip beside a gap in the ids may be left out altogether: nothing tells any more that its rows are of
            // one chip.
            while (place + 1 < whole->chips.size() && cut->chips[i].npu != whole->chips[place].npu)
                ++place;
            const NpuChip &c = cut->chips[i], &w = whole->chips[place];
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

void TestNpuSmi::captureCutAnywhereHasWholeChipsOnly_data()
{
    QTest::addColumn<QString>("path");
    const QString fixtures = QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/");
    for (const QString &version : QDir(fixtures).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const QString &file : QDir(fixtures + version).entryList({u"*-info.txt"_s}, QDir::Files))
            QTest::addRow("%s", qPrintable(version + u'/' + file)) << fixtures + version + u'/' + file;
    }
    for (const QString &file : QDir(shared + u"npu-smi-info"_s).entryList(QDir::Files))
        QTest::addRow("%s", qPrintable(file)) << shared + u"npu-smi-info/"_s + file;
}

// Whatever byte the text ends at: the chips are those of the whole text, in order, up to the one that was cut. Only
// that last one may lack values, and then the answer says that it is cut.
void TestNpuSmi::captureCutAnywhereHasWholeChipsOnly()
{
    QFETCH(QString, path);
    const QByteArray text = contentOf(path);
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    if (!whole)
        return;
    const int step = qEnvironmentVariableIsSet("ASC_EVERY_BYTE") ? 1 : 5; // each byte takes minutes
    for (qsizetype size = text.size() - 1; size > 0; size -= step) {
        const Result<NpuSmiInfo> cut = parseNpuSmiInfo(text.left(size));
        if (!cut)
            continue;
        const QByteArray where = "cut at byte " + QByteArray::number(size);
        QVERIFY2(cut->chips.size() <= whole->chips.size(), where.constData());
        for (qsizetype i = 0; i < cut->chips.size(); ++i) {
            const bool mayBeCut = i + 1 == cut->chips.size() && cut->truncated;
            QVERIFY2(cut->chips[i] == whole->chips[i] || mayBeCut,
                     (where + ", chip " + QByteArray::number(i)).constData());
        }
        // The first row of a chip is not the chip.
        if (!cut->chips.isEmpty() && whole->chips[cut->chips.size() - 1].chip)
            QVERIFY2(cut->chips.last().chip, where.constData());
    }
}

void TestNpuSmi::blankMemoryKeepsItsRow_data()
{
    QTest::addColumn<QByteArray>("cell");
    for (const char *cell :
         {"NA    / 43693", "1322 / NA   ", "NA    / NA   ", "NA / 43693   ", "-     / 43693", "NA           "})
        QTest::newRow(cell) << QByteArray(cell);
}

void TestNpuSmi::blankMemoryKeepsItsRow()
{
    QFETCH(QByteArray, cell);
    QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.0/310p-duo-info.txt"));
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    QVERIFY(whole && whole->chips.size() > 1);
    // The memory of the second chip, as wide as it was.
    const QByteArray bus = whole->chips[0].busId.toLatin1();
    const qsizetype line = text.indexOf(bus, text.indexOf(bus) + 1), slash = text.indexOf('/', line);
    QVERIFY(line > 0 && slash > 0);
    qsizetype begin = slash, end = slash + 1;
    while (text[begin - 1] == ' ')
        --begin;
    while (text[begin - 1] != ' ')
        --begin;
    while (text[end] == ' ')
        ++end;
    while (text[end] != ' ')
        ++end;
    QVERIFY2(end - begin <= cell.size(), text.mid(begin, end - begin).constData());
    text.replace(begin, cell.size(), cell);
    const Result<NpuSmiInfo> read = parseNpuSmiInfo(text);
    QVERIFY(read);
    QVERIFY(!read->truncated);
    QCOMPARE(read->chips.size(), whole->chips.size());
    NpuChip expected = whole->chips[1];
    QVERIFY(expected.memoryUsedMb && expected.aiCorePercent);
    expected.memoryUsedMb.reset();
    expected.memoryTotalMb.reset();
    QCOMPARE(QString::fromUtf8(compactJson(asTruth(read->chips[1], true))),
             QString::fromUtf8(compactJson(asTruth(expected, true))));
    QVERIFY(read->chips[0] == whole->chips[0]);
}

// More HBM than there is, less than nothing or more than a whole of the cores: said by no tool.
// The sentence about an NPU without processes stands alone in its row; as a process's name it says nothing of an NPU.
void TestNpuSmi::aProcessMayCallItselfAsItLikes()
{
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/26.0.0/910b4-info.txt"));
    const QByteArray name = "| python             |";
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    QVERIFY(whole && text.count(name) == 2);
    QCOMPARE(whole->idleNpus, QList<int>{0});
    for (const QByteArray &other : {QByteArray("| No running processes found in NPU 1 |"),
                                    QByteArray("| no running process  |"), QByteArray("| x | No running process |")}) {
        const Result<NpuSmiInfo> read = parseNpuSmiInfo(QByteArray(text).replace(name, other));
        QVERIFY(read);
        QCOMPARE(read->idleNpus, QList<int>{0});
        QVERIFY2(read->processes.size() == 2 || read->truncated, other.constData());
    }
}

void TestNpuSmi::aFigureThatCannotBeIsNone()
{
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-info.txt"));
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    QVERIFY(whole && !whole->truncated && whole->chips[0].hbmUsedMb && whole->chips[0].aiCorePercent);
    QVERIFY(whole->leftOut.isEmpty());
    const QList<QByteArray> lines = text.split('\n');
    const auto row = std::find_if(lines.cbegin(), lines.cend(), [&](const QByteArray &line) {
        return line.contains(whole->chips[0].busId.toLatin1());
    });
    QVERIFY(row != lines.cend());
    const QByteArray cores = row->split('|')[3].trimmed().split(' ').first();
    for (const auto &[was, is] :
         {std::pair(" " + cores + " ", QByteArray("-1 ")), std::pair(" " + cores + "  ", QByteArray("150"))}) {
        QByteArray damaged = *row;
        const qsizetype at = damaged.indexOf(was, damaged.lastIndexOf(whole->chips[0].busId.toLatin1()));
        QVERIFY(at > 0);
        damaged.replace(at, was.size(), is.leftJustified(was.size()));
        const Result<NpuSmiInfo> read = parseNpuSmiInfo(QByteArray(text).replace(*row, damaged));
        QVERIFY(read && read->truncated);
        QVERIFY2(read->chips.isEmpty() || !read->chips[0].aiCorePercent, damaged.constData());
    }
    for (const char *memory : {"5    / 1", "-5   / 0"}) {
        QByteArray line = *row;
        const qsizetype at = line.lastIndexOf("0    / 0");
        QVERIFY(at > 0);
        line.replace(at, 8, memory);
        const Result<NpuSmiInfo> of = parseNpuSmiInfo(QByteArray(text).replace(*row, line));
        QVERIFY2(of && of->truncated && !of->chips[0].memoryUsedMb && !of->chips[0].memoryTotalMb, line.constData());
        if (memory[0] != '-') // that is no figure in the first place
            QCOMPARE(of->leftOut.value(0), (NpuLeftOut{u"0/0"_s, u"memoryUsedMb"_s, u"5/1"_s}));
    }
    const QByteArray total = QByteArray::number(*whole->chips[0].hbmTotalMb);
    QByteArray damaged = *row;
    damaged.replace(damaged.lastIndexOf(total), total.size(), QByteArray("1").rightJustified(total.size()));
    const Result<NpuSmiInfo> read = parseNpuSmiInfo(QByteArray(text).replace(*row, damaged));
    QVERIFY(read && read->truncated);
    QVERIFY2(read->chips.isEmpty() || (!read->chips[0].hbmUsedMb && !read->chips[0].hbmTotalMb), damaged.constData());
    const QByteArray first = "| 91.5       36    ";
    QCOMPARE(text.count(first), 1);
    for (const auto &[is, power, temperature] :
         {std::tuple("| -96.9      36    ", std::optional<double>(), std::optional(36)),
          std::tuple("| 91.5       999   ", std::optional(91.5), std::optional<int>()),
          std::tuple("| 91.5       -275  ", std::optional(91.5), std::optional<int>())}) {
        const Result<NpuSmiInfo> told = parseNpuSmiInfo(QByteArray(text).replace(first, is));
        QVERIFY2(told && told->truncated && told->chips.size() == whole->chips.size(), is);
        QCOMPARE(told->chips[0].powerWatts, power);
        QCOMPARE(told->chips[0].temperatureC, temperature);
        QCOMPARE(told->leftOut.size(), 1);
        QCOMPARE(told->leftOut[0].figure, power ? u"temperatureC"_s : u"powerWatts"_s);
        QCOMPARE(told->warnings, whole->warnings); // npu-smi does not say so
        const QByteArray json = compactJson(toJson(*told)["warnings"]);
        QVERIFY2(json.contains("NPU 0/0: "), json.constData());
        QCOMPARE(told->chips[0].hbmUsedMb, whole->chips[0].hbmUsedMb);
    }
}

void TestNpuSmi::aControlCharacterSpoilsItsValue_data()
{
    QTest::addColumn<QByteArray>("control");
    for (const char c : {'\0', '\a', '\b', '\x0c', '\x0e', '\x1b', '\x7f', '\xff'})
        QTest::addRow("%02x", uint(uchar(c))) << QByteArray(1, c);
    QTest::newRow("half a sequence") << QByteArray("\x1b[");
    QTest::newRow("of C1") << QByteArray("\xc2\x9b");
}

// The character is not left out, which would make another number of the rest.
void TestNpuSmi::aControlCharacterSpoilsItsValue()
{
    QFETCH(QByteArray, control);
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-info.txt"));
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    QVERIFY(whole && !whole->truncated && whole->chips[1].powerWatts == 92.5 && whole->chips[1].hbmUsedMb == 11511);
    for (const char *value : {"92.5", "37  ", "11511/ 65536", "65536  ", "910B3"}) {
        if (control.endsWith('[') && QByteArrayView(value) == "910B3")
            continue; // with its letter a whole sequence
        QByteArray damaged = text;
        const qsizetype row = damaged.indexOf(QByteArrayView(value) == "910B3" ? "| 1     910B3" : "92.5");
        damaged.insert(damaged.indexOf(value, row) + 1, control);
        const Result<NpuSmiInfo> read = parseNpuSmiInfo(damaged);
        QVERIFY2(read && read->truncated, value);
        for (const NpuChip &chip : read->chips) {
            if (chip.npu != 1)
                continue;
            const NpuChip &was = whole->chips[1];
            QVERIFY2(!chip.powerWatts || chip.powerWatts == was.powerWatts, value);
            QVERIFY2(!chip.temperatureC || chip.temperatureC == was.temperatureC, value);
            QVERIFY2(!chip.hbmUsedMb || chip.hbmUsedMb == was.hbmUsedMb, value);
            QVERIFY2(!chip.hbmTotalMb || chip.hbmTotalMb == was.hbmTotalMb, value);
            QVERIFY2(chip.name.isEmpty() || chip.name == was.name, value);
        }
    }
}

void TestNpuSmi::terminalSequencesSpoilNothing()
{
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-info.txt"));
    const QByteArray whole = compactJson(toJson(*parseNpuSmiInfo(text)));
    for (const char *shown : {"\x1b[31m92\x1b[0m.5", "92.5\x1b[m\x0f", "99\b \b2.5", "99\b\x1b[K2.5", "\x1b(B92.5"}) {
        const Result<NpuSmiInfo> read = parseNpuSmiInfo(QByteArray(text).replace("92.5", shown));
        QVERIFY2(read && compactJson(toJson(*read)) == whole, shown);
    }
}

void TestNpuSmi::aProcessOfNoNpuIsNone()
{
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/26.0.0/910b4-info.txt"));
    const Result<NpuSmiInfo> memory = parseNpuSmiInfo(QByteArray(text).replace("| 110 ", "| -10 "));
    QVERIFY(memory && memory->truncated && memory->processes.size() == 2);
    QVERIFY(!memory->processes[0].memoryMb);
    QCOMPARE(memory->processes[1].memoryMb, std::optional<qint64>(111));
    const Result<NpuSmiInfo> npu = parseNpuSmiInfo(QByteArray(text).replace("| 1       0                 | 4242",
                                                                            "| -1      0                 | 4242"));
    QVERIFY(npu && npu->truncated);
    QCOMPARE(npu->processes.size(), 1);
    QCOMPARE(npu->processes[0].pid, std::optional<qint64>(4243));
}

void TestNpuSmi::damagedRowIsLeftOut_data()
{
    QTest::addColumn<QString>("path");
    const QString fixtures = QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/");
    for (const char *file :
         {"20.2.0/310-info.txt", "22.0.3/310p-info.txt", "23.0.rc2/910a-info.txt", "25.2.3/910b3-info.txt",
          "25.3.0/a3-info.txt", "25.7.1/950-info.txt", "26.0.0/910b4-info.txt"})
        QTest::newRow(file) << fixtures + QLatin1String(file);
    for (const char *file :
         {"32-910b2c-2-23.0.2.1-1proc.txt", "43-310b-1-23.0.rc1.b060.txt", "47-310p3-2duo-24.1.0.1-mindie-procs.txt"}) {
        if (const QString path = shared + u"npu-smi-info/"_s + QLatin1String(file); QFile::exists(path))
            QTest::newRow(file) << path;
    }
}

// A line lost, cut short, with a hole, pulled together or overwritten, at any place in the table.
void TestNpuSmi::damagedRowIsLeftOut()
{
    QFETCH(QString, path);
    const QByteArray text = contentOf(path);
    const Result<NpuSmiInfo> whole = parseNpuSmiInfo(text);
    QVERIFY(whole && !whole->truncated);
    const QList<QByteArray> lines = text.split('\n');
    const qsizetype step = qEnvironmentVariableIsSet("ASC_EVERY_BYTE") ? 1 : 13;
    qsizetype row = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArray &line = lines[i];
        const bool isRow = line.count('|') > 3 && !line.contains("Health") && !line.contains("Bus-Id")
            && !line.contains("Process id");
        if (!isRow || (step > 1 && ++row > 9 && row % 5 != 0))
            continue;
        for (qsizetype at = 0; at < line.size(); at += step) {
            const qsizetype some = std::min<qsizetype>(line.size() - at, 17);
            QByteArray hole = line, scribble = line, pulled = line;
            hole.replace(at, some, QByteArray(some, ' '));
            scribble.replace(at, some, QByteArray(some, '#'));
            pulled.remove(at, some);
            for (const QByteArray &damaged : {line.left(at), hole, scribble, pulled, line.left(at) + " |"}) {
                QList<QByteArray> all = lines;
                all[i] = damaged;
                const Result<NpuSmiInfo> read = parseNpuSmiInfo(all.join('\n'));
                if (!read)
                    continue;
                const QByteArray where = "line " + QByteArray::number(i + 1) + ": " + damaged;
                QVERIFY2(read->chips.size() <= whole->chips.size(), where.constData());
                if (at > 0
                    && (read->chips.size() < whole->chips.size() || read->processes.size() < whole->processes.size()))
                    QVERIFY2(read->truncated, where.constData());
                for (const NpuChip &chip : read->chips) {
                    QVERIFY2(chip.npu && (chip.chip || !whole->chips.first().chip), where.constData());
                    QVERIFY2(std::all_of(chip.health.begin(), chip.health.end(), [](QChar c) { return c.isLetter(); }),
                             qPrintable(chip.health + u": "_s + QString::fromUtf8(where)));
                }
                for (const NpuProcess &process : read->processes) {
                    QVERIFY2(process.pid && process.npu, where.constData());
                    QVERIFY2(!process.name.contains(u"  "_s) && !process.name.contains(u"17400"_s),
                             qPrintable(process.name + u": "_s + QString::fromUtf8(where)));
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestNpuSmi)
#include "tst_npusmi.moc"
