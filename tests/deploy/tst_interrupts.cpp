// The NPUs' interrupts bound to processors near them: what is chosen, on the values of a real npu-smi; and the step on
// the simulated cluster: bound, irqbalance stopped, kept where it holds, put back by undo and by "leave".
#include "core/facts/interruptplan.h"
#include "core/engines/recipebook.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

NodeFacts chips(const QStringList &buses)
{
    NodeFacts facts;
    facts.name = u"node1"_s;
    facts.npuSmi = NpuSmiInfo();
    for (int i = 0; i < buses.size(); ++i) {
        NpuChip chip;
        chip.npu = i;
        chip.chip = 0;
        chip.busId = buses[i];
        facts.npuSmi->chips << chip;
        facts.deviceIds << i;
    }
    return facts;
}

NpuTopo topoOf(const QStringList &affinities)
{
    NpuTopo topo;
    topo.idKind = u"npu"_s;
    for (int i = 0; i < affinities.size(); ++i) {
        NpuTopoRow row;
        row.id = i;
        row.cpuAffinity = affinities[i];
        topo.rows << row;
    }
    return topo;
}

} // namespace

class TestInterrupts : public QObject
{
    Q_OBJECT

private slots:
    void listsOfProcessorsAreRead()
    {
        QCOMPARE(processorsOf(u"0-3,8"_s), (QList<int>{0, 1, 2, 3, 8}));
        QCOMPARE(processorsOf(u"144-145"_s), (QList<int>{144, 145}));
        QCOMPARE(processorsOf(u"NA"_s), QList<int>());
        QCOMPARE(processorsOf(u"5-3,-1,x,7"_s), QList<int>{7});
        QVERIFY(processorsOf(u"0-2000000000"_s).size() <= 8192);
    }

    // The affinities of a real server with eight 910B1: two chips share 24 processors.
    void chipsOfANumaNodeShareItsProcessors()
    {
        QFile capture(QStringLiteral(ASC_SHARED_DIR "/captures/npu-smi-other/12-topo-910b1-8.txt"));
        if (!capture.open(QIODevice::ReadOnly))
            QSKIP("The captures are not here.");
        const Result<NpuTopo> topo = parseNpuSmiTopo(capture.readAll());
        QVERIFY(topo);
        QStringList buses;
        for (int i = 0; i < 8; ++i)
            buses << u"0000:C%1:00.0"_s.arg(i);
        const Result<QList<ChipInterrupts>> all = chipInterrupts(chips(buses), *topo);
        QVERIFY2(all, all ? "" : qPrintable(all.error().message));
        QCOMPARE(all->at(0).bus, u"0000:c0:00.0"_s);
        QCOMPARE(all->at(0).processors, processorsOf(u"144-155"_s));
        QCOMPARE(all->at(2).processors, processorsOf(u"156-167"_s));
        QCOMPARE(all->at(1).processors.first(), 0);
        QCOMPARE(all->at(7).processors, processorsOf(u"60-71"_s));
    }

    void whatIsNotToldIsSaid()
    {
        const auto refused = [](const NodeFacts &facts, const NpuTopo &topo) {
            const Result<QList<ChipInterrupts>> all = chipInterrupts(facts, topo);
            return all ? QString() : all.error().message;
        };
        const QString nowhere = refused(chips({u"0000:C1:00.0"_s}), topoOf({QString()}));
        QVERIFY2(nowhere.contains(u"tells no processors near chip 0"_s), qPrintable(nowhere));
        QVERIFY(refused(chips({QString()}), topoOf({u"0-3"_s})).contains(u"no address on the bus"_s));
        QVERIFY(refused(chips({u"a"_s, u"b"_s}), topoOf({u"0-2"_s, u"0-2"_s})).contains(u"too few"_s));
        QVERIFY(refused(chips({}), topoOf({})).contains(u"no chips"_s));
    }

    void onlyTheTwoOfEachChipAreBound()
    {
        const QList<ChipInterrupts> two{{u"0000:c1:00.0"_s, {4, 5, 6}}, {u"0000:c2:00.0"_s, {8, 9}}};
        const InterruptAnswer answer = readInterrupts("600 603 \n0000:c1:00.0 600 601 602\n0000:c2:00.0 603\nactive\n",
                                                      two);
        QCOMPARE(answer.irqbalance, u"active"_s);
        // The second chip has no interrupt after its first: the one of that number would be somebody else's.
        QCOMPARE(wantedInterrupts(two, answer), (QMap<int, int>{{600, 4}, {601, 5}, {603, 8}}));
        const InterruptAnswer none = readInterrupts("\n0000:c1:00.0\n0000:c2:00.0\n", two);
        QVERIFY(none.irqbalance.isEmpty());
        QVERIFY(wantedInterrupts(two, none).isEmpty());
        QVERIFY(wantedInterrupts(two, readInterrupts("what?", two)).isEmpty());
    }

    void theStepIsDoneAndPutBack()
    {
        if (!QFile::exists(u"/proc/irq"_s) || !QFile::exists(u"/sys/bus/pci/devices"_s))
            QSKIP("This machine shows no interrupts that a simulated node's could stand in for.");
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"vllm-ascend-deepseek-v3.1-w4a8-1xA2-kunpeng"_s,
                                  u"--dir"_s, cluster, u"--deployment"_s, file, u"--subnet"_s, u"58"_s});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        const QString node = cluster + u"/node1"_s;
        const auto bound = [&node](int interrupt) {
            QFile list(u"%1/.sim/proc/irq/%2/smp_affinity_list"_s.arg(node).arg(interrupt));
            return list.open(QIODevice::ReadOnly) ? QString::fromLatin1(list.readAll()).trimmed() : u"?"_s;
        };
        const auto irqbalance = [&node] {
            QFile state(node + u"/.sim/state.json"_s);
            return state.open(QIODevice::ReadOnly) && state.readAll().contains("\"irqbalance\": \"inactive\"")
                ? u"inactive"_s
                : u"active"_s;
        };
        const auto change = [&file](const std::function<void(Json &)> &by) {
            QFile deployment(file);
            QVERIFY(deployment.open(QIODevice::ReadWrite));
            Json json = Json::parse(deployment.readAll().toStdString());
            by(json);
            deployment.resize(0);
            deployment.seek(0);
            deployment.write(prettyJson(json));
        };
        const auto setting = [&change](const char *value) {
            change([value](Json &json) { json["settings"]["interrupts"] = value; });
        };
        const auto checked = [&file] {   // "warn: 16 anywhere"
            const Ran ran = ascendctl({u"check"_s, file, u"--only"_s, u"npu.interrupts"_s, u"--json"_s});
            const Result<Json> json = parseJson(ran.out, u"answer"_s);
            if (!json)
                return QString::fromUtf8(ran.out + ran.err);
            for (const Json &finding : member(member(*json, "nodes")[0], "findings")) {
                if (stringAt(finding, "check") == "npu.interrupts"_L1)
                    return stringAt(finding, "verdict") + u": "_s + stringAt(finding, "value");
            }
            return u"not asked"_s;
        };
        const QStringList until{u"deploy"_s, file, u"--until"_s, u"interrupts"_s};
        const Ran dry = ascendctl({u"deploy"_s, file, u"--dry-run"_s});
        QVERIFY2(dry.out.contains("systemctl stop irqbalance"), dry.out.constData());
        // What the run itself would not come to is not shown either.
        const Ran some = ascendctl({u"deploy"_s, file, u"--dry-run"_s, u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(some.out.contains("Copy the artifacts") && !some.out.contains("irqbalance"), some.out.constData());
        QCOMPARE(bound(600), u"0-191"_s);
        QCOMPARE(checked(), u"warn: 16 anywhere"_s);
        // Accepted for this deployment, it is shown and not counted; JSON says what the check said.
        const QStringList interrupts{u"check"_s, file, u"--only"_s, u"npu.interrupts"_s};
        const Ran warned = ascendctl(interrupts);
        QVERIFY2(warned.out.contains("1 warning,"), warned.out.constData());
        const QByteArray said = warned.out.mid(warned.out.indexOf("! npu.interrupts\n  ") + 19);
        change([&said](Json &json) {
            json["accepted"] = {{{"check", "npu.interrupts"}, {"node", "node1"}, {"value", "16 anywhere"},
                                 {"summary", said.left(said.indexOf('\n')).toStdString()}}};
        });
        const Ran accepted = ascendctl(interrupts);
        QVERIFY2(accepted.out.contains("0 warnings,") && accepted.out.contains("not counted: 1\n"),
                 accepted.out.constData());
        QVERIFY2(accepted.out.contains("! 16 anywhere") && !accepted.out.contains("! npu.interrupts"),
                 accepted.out.constData());
        QCOMPARE(checked(), u"warn: 16 anywhere"_s);
        change([](Json &json) { json.erase("accepted"); });

        Ran ran = ascendctl(until);
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        // Devices 0 and 1 share the processors 0-47, 2 and 3 the next 48, and so on; each has its own half.
        QCOMPARE(bound(600), u"0"_s);
        QCOMPARE(bound(601), u"1"_s);
        QCOMPARE(bound(602), u"0-191"_s); // not one of the two
        QCOMPARE(bound(603), u"24"_s);
        QCOMPARE(bound(606), u"48"_s);
        QCOMPARE(irqbalance(), u"inactive"_s);
        QCOMPARE(checked(), u"pass: near"_s);

        // It holds; one that was moved since is bound again, and undo still knows what was there first.
        QFile moved(node + u"/.sim/proc/irq/603/smp_affinity_list"_s);
        QVERIFY(moved.open(QIODevice::WriteOnly));
        moved.write("150\n");            // of the last of four NUMA nodes
        moved.close();
        QCOMPARE(checked(), u"warn: 1 far"_s);
        ran = ascendctl(until);
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(bound(603), u"24"_s);

        setting("leave");
        ran = ascendctl(until);
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(bound(600), u"0-191"_s);
        QCOMPARE(irqbalance(), u"active"_s);

        setting("bind");
        QCOMPARE(ascendctl(until).code, 0);
        QCOMPARE(bound(601), u"1"_s);
        ran = ascendctl({u"undo"_s, file});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(bound(601), u"0-191"_s);
        QCOMPARE(irqbalance(), u"active"_s);
    }
};

QTEST_GUILESS_MAIN(TestInterrupts)
#include "tst_interrupts.moc"
