// The simulated npu-smi prints what the real one prints: given the truth of a text of
// npu-smi's published printing code (hicann/driver) as its state, it prints that text (trailing blanks aside).
#include "app/sim/npusmi.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

using namespace sim;

namespace {

QByteArray withoutTrailingBlanks(const QByteArray &text)
{
    QByteArrayList lines = text.split('\n');
    for (QByteArray &line : lines)
        while (line.endsWith(' ') || line.endsWith('\r'))
            line.chop(1);
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines.join('\n');
}

QByteArray firstDifference(const QByteArray &printed, const QByteArray &wanted)
{
    const QByteArrayList a = printed.split('\n'), b = wanted.split('\n');
    for (qsizetype i = 0; i < qMax(a.size(), b.size()); ++i)
        if (a.value(i) != b.value(i))
            return "line " + QByteArray::number(i + 1) + "\n  printed: " + a.value(i) + "\n  wanted:  " + b.value(i);
    return {};
}

// The name says what the truth does not: which of the two 910 layouts.
bool isV1(const QString &file)
{
    return file.contains("v1-"_L1) || file.contains("950"_L1);
}

Family familyInName(const QString &file)
{
    const QString name = file.section(u'/', -1);
    for (const auto &[word, family] : {std::pair{"950", Family::Ascend950},
                                       {"a3", Family::Ascend910C},
                                       {"310p", Family::Ascend310P},
                                       {"310", Family::Ascend310},
                                       {"910a", Family::Ascend910A}})
        if (name.contains(QLatin1String(word)))
            return family;
    return Family::Ascend910B;
}

// The state that the truths of the other commands describe: their values, given outright.
NodeState stateFor(const QString &file, const Json &entry)
{
    const Json &truth = entry["truth"];
    NodeState state;
    const bool table = file.startsWith("npu-smi-info/"_L1);
    if (table) {
        state = NodeState::fromJson(truth);
        state.errorExit = entry["exit"].get<int>();
        state.v1 = isV1(file);
        return state;
    }
    state.family = familyInName(file);
    const auto addChip = [&state](int npu, int chip) -> Chip & {
        if (!state.npus.contains(npu))
            state.npus << npu;
        Chip added;
        added.npu = npu;
        added.chip = chip;
        state.chips << added;
        return state.chips.last();
    };
    if (file.startsWith("npu-smi-board/"_L1)) {
        const int npu = truth["npu"].get<int>(), chip = truth["chip"].is_null() ? 0 : truth["chip"].get<int>();
        if (truth["values"].value("Chip Name", std::string()) == "mcu") {
            addChip(npu, 0);
            state.mcu[std::to_string(npu)] = Json{{"board", truth["values"]}};
        } else {
            addChip(npu, chip).board = truth["values"];
            state.cards[std::to_string(npu)] = truth["values"];
        }
        return state;
    }
    if (truth.contains("chips")) {
        for (const Json &json : truth["chips"]) {
            Chip &chip = addChip(truth["npu"].get<int>(), json["chip"].is_null() ? 0 : json["chip"].get<int>());
            chip.health = stringAt(json, "health");
            for (const Json &code : json.value("errorCodes", Json::array()))
                chip.errorCodes << code.get<QString>();
            for (const Json &text : json.value("errorInformation", Json::array()))
                chip.errorInformation << text.get<QString>();
            chip.usages = chip.common = json.value("values", Json::object());
        }
        if (truth.contains("mcu"))
            state.mcu[std::to_string(truth["npu"].get<int>())] = truth["mcu"];
        return state;
    }
    if (file.startsWith("npu-smi-topo/"_L1)) {
        state.topo = truth;
        return state;
    }
    for (const Json &row : truth.value("rows", Json::array())) {
        const int npu = row["npu"].get<int>();
        if (file.startsWith("npu-smi-l/"_L1)) {
            for (int chip = 0; chip < row.value("chipCount", 1); ++chip)
                addChip(npu, chip);
            state.cards[std::to_string(npu)] = Json{{"Product Name", row.value("productName", "")},
                                                    {"Serial Number", row.value("serialNumber", "")}};
        } else if (row.contains("logicId") && row["logicId"].is_null()) {
            state.mcu[std::to_string(npu)] = Json::object();
        } else {
            Chip &chip = addChip(npu, row["chip"].get<int>());
            chip.name = stringAt(row, "name");
            if (chip.name.startsWith("Ascend "_L1))
                chip.name = chip.name.mid(7);
            if (const auto phy = integerAt(row, "phyId"))
                chip.deviceId = int(*phy);
            const auto logic = integerAt(row, "logicId"); // a failed query prints 0
            chip.row2Missing = logic && *logic == 0 && state.chips.size() > 1;
        }
    }
    return state;
}

} // namespace

class TstSimNpuSmi : public QObject
{
    Q_OBJECT

private slots:
    void printsTheOracle_data();
    void printsTheOracle();
    void errorsSayWhatTheRealToolSays_data();
    void errorsSayWhatTheRealToolSays();
    void stateSurvivesJson();
    void unknownCardIsRefusedWithItsExitStatus();
};

void TstSimNpuSmi::printsTheOracle_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("entry");
    QFile truths(QStringLiteral(ASC_SHARED_DIR "/captures/oracle/truth.json"));
    if (!truths.open(QIODevice::ReadOnly))
        QSKIP("../shared/captures is not here");
    const Json json = Json::parse(truths.readAll().toStdString());
    for (const auto &[file, entry] : json.items()) {
        if (!QString::fromStdString(file).startsWith("npu-smi-errors/"_L1))
            QTest::newRow(file.c_str()) << QString::fromStdString(file) << QByteArray::fromStdString(entry.dump());
    }
}

void TstSimNpuSmi::printsTheOracle()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, entry);
    if (file.isEmpty())
        QSKIP("the oracle is not on this machine");
    const Json json = Json::parse(entry.toStdString());
    QFile text(QStringLiteral(ASC_SHARED_DIR "/captures/oracle/") + file);
    QVERIFY(text.open(QIODevice::ReadOnly));
    const QByteArray wanted = withoutTrailingBlanks(text.readAll());

    QStringList arguments;
    for (const Json &argument : json["args"])
        arguments << argument.get<QString>();
    const ToolOutput output = npuSmi(stateFor(file, json), arguments.mid(1));
    QByteArray printed = withoutTrailingBlanks(output.out);
    if (json["truth"].contains("error")) // a second line may follow that the truth does not have
        printed = printed.split('\n').first();
    const QByteArray expected = json["truth"].contains("error") ? wanted.split('\n').first() : wanted;
    QVERIFY2(printed == expected, firstDifference(printed, expected).constData());
    QCOMPARE(output.exitCode, json["exit"].get<int>());
}

void TstSimNpuSmi::errorsSayWhatTheRealToolSays_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("firstLine");
    QTest::addColumn<int>("exitCode");
    const auto words = [](const char *line) { return QString::fromLatin1(line).split(u' '); };
    QTest::newRow("no card") << words("info -t usages") << QByteArray("This command must input card id.") << 215;
    QTest::newRow("unknown card") << words("info -t usages -i 99") << QByteArray("Invalid card id.") << 215;
    QTest::newRow("unknown type") << words("info -t nonsense -i 0") << QByteArray("Error parameter of -t") << 215;
    QTest::newRow("not supported") << words("info -t p2p-enable -i 0")
                                   << QByteArray("This device does not support querying p2p-enable.") << 0;
    QTest::newRow("version") << words("-v") << QByteArray("npu-smi version: 25.2.0") << 0;
}

void TstSimNpuSmi::errorsSayWhatTheRealToolSays()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, firstLine);
    QFETCH(int, exitCode);
    NodeState state;
    state.toolVersion = u"25.2.0"_s;
    state.npus = {0};
    Chip chip;
    chip.chip = 0;
    state.chips << chip;
    const ToolOutput output = npuSmi(state, arguments);
    QCOMPARE(output.out.trimmed().split('\n').first(), firstLine);
    QCOMPARE(output.exitCode, exitCode);
}

void TstSimNpuSmi::stateSurvivesJson()
{
    NodeState state;
    state.name = u"node1"_s;
    state.toolVersion = state.driverVersion = u"25.2.0"_s;
    state.npus = {0, 3};
    Chip chip;
    chip.npu = 3;
    chip.chip = 0;
    chip.name = u"910B3"_s;
    chip.health = u"Alarm"_s;
    chip.errorCodes << u"80E3A203"_s;
    chip.hbm = Pair{3300, 65536};
    state.chips << chip;
    state.processes << Process{3, 0, 42, u"mindie_llm_back"_s, 100};
    state.networks << Network{3, u"10.20.0.3"_s, u"255.255.0.0"_s, {}, {}};
    state.other = Json{{"simulated", true}, {"clockSkewSeconds", 2.5}};
    QCOMPARE(NodeState::fromJson(state.toJson()), state);
}

void TstSimNpuSmi::unknownCardIsRefusedWithItsExitStatus()
{
    NodeState state;
    const ToolOutput output = npuSmi(state, {u"info"_s, u"-t"_s, u"health"_s, u"-i"_s, u"0"_s});
    QVERIFY(output.out.startsWith("Invalid card id.\nError parameter of -i\n"));
    QCOMPARE(output.exitCode, 215);
}

QTEST_APPLESS_MAIN(TstSimNpuSmi)
#include "tst_simnpusmi.moc"
