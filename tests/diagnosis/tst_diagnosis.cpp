// What failed first: causes before what follows from them, over many nodes, whatever their clocks show.
#include "core/base/inputfile.h"
#include "core/base/languages.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/logfiles.h"
#include "core/diagnosis/terminaltext.h"
#include "tests/support/filebox.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

const QList<FaultRule> &rules()
{
    static const QList<FaultRule> all = [] {
        const Result<QList<FaultRule>> loaded = loadFaultRules();
        if (!loaded)
            qFatal("%s", qPrintable(loaded.error().message));
        return *loaded;
    }();
    return all;
}

struct Log
{
    QString node;
    QByteArray text;
    QString file = {};
};

DiagnosisAnswer diagnose(const QList<Log> &logs)
{
    Diagnosis diagnosis(rules());
    for (const Log &log : logs) {
        diagnosis.begin({log.node, log.file.isEmpty() ? log.node + u".log"_s : log.file, QDate(2026, 12, 31)});
        diagnosis.feed(log.text);
        diagnosis.end();
    }
    return diagnosis.answer();
}

QString idOf(const std::optional<FaultSighting> &one)
{
    return one ? rules()[one->rule].id : QString();
}

// "10:33:52" of one day, as plog and the driver write it
QByteArray hccl(const char *clock, const char *text)
{
    return QByteArray("[ERROR] HCCL(21567,python3):2026-03-18-") + clock + ".113.403 [a.cc:7] [21567]" + text + '\n';
}
QByteArray timeout(const char *clock)
{
    return hccl(clock, "[Wait][LinkEstablish]wait socket establish timeout, role[1] rank[1] timeout[120 s]");
}
QByteArray ecc(const char *day, const char *clock)
{
    return QByteArray("[ERROR] KERNEL(3551,sklogd):") + day + '-' + clock
        + ".350.235 [klogd.c:242][583733.716915] event_id=0x80e01801\n";
}
QByteArray info(const char *clock)
{
    return QByteArray("[INFO] HCCL(1,p):2026-03-18-") + clock + ".0.0 [a] fine\n";
}

// Of one failure: what the engine says at noon on node n1, and what the kernel of n2 said four minutes before.
const QByteArray notified = "(Worker_TP0 pid=99) ERROR 11-30 12:01:05 [multiproc_executor.py:949] EI0002: [PID: 99] "
                            "2026-11-30-12:01:05.335.888 The wait execution of the Notify register times out.\n";
const QByteArray eccOfKernel = "[Mon Nov 30 11:56:02 2026] [ascend] [drv_devmng] device 3 HBM multi bit ecc error, "
                               "event id 0x80e01801\n";

qint64 residentKb()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.mid(6).trimmed().chopped(3).toLongLong();
    }
    return 0;
}

} // namespace

class TestDiagnosis : public QObject
{
    Q_OBJECT

private slots:
    // Fifteen nodes shout, the sixteenth whispers.
    void oneEccErrorBehindFifteenNodesOfTimeouts()
    {
        QList<Log> logs;
        for (int node = 1; node <= 15; ++node) {
            QByteArray text = info("10:20:00");
            for (int i = 0; i < 40; ++i)
                text += timeout(node % 2 ? "10:32:01" : "10:32:09");
            logs << Log{u"node%1"_s.arg(node), text};
        }
        logs << Log{u"node16"_s, info("10:20:00") + ecc("2026-03-18", "10:30:07") + info("10:31:00")};
        const DiagnosisAnswer answer = diagnose(logs);
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.isCause && answer.isCertain);
        QCOMPARE(answer.sources[answer.first->source].node, u"node16"_s);
        QCOMPARE(answer.first->line, 2);
        QCOMPARE(timeText(answer.first->time), u"2026-03-18 10:30:07.350"_s);
        QVERIFY(answer.first->text.contains(u"0x80e01801"_s));
        QVERIFY(answer.causes.isEmpty());
        QCOMPARE(answer.consequences.size(), 15);
        for (const FaultSighting &one : answer.consequences)
            QCOMPARE(one.count, 40);
        const Json json = toJson(answer, rules());
        QCOMPARE(stringAt(json["first"], "node"), u"node16"_s);
        QCOMPARE(stringAt(json["first"]["check"], "id"), u"npu.health"_s);
        QCOMPARE(json["consequences"].size(), 1u);
        QCOMPARE(*integerAt(json["consequences"][0], "count"), 600);
        QCOMPARE(json["consequences"][0]["nodes"].size(), 15u);
    }

    void wrongClocks_data()
    {
        QTest::addColumn<QByteArray>("day");
        QTest::addColumn<QByteArray>("clock");
        QTest::newRow("right") << QByteArray("2026-03-18") << QByteArray("10:30:07");
        QTest::newRow("a minute late") << QByteArray("2026-03-18") << QByteArray("10:33:30");
        QTest::newRow("twenty minutes late") << QByteArray("2026-03-18") << QByteArray("10:52:00");
        QTest::newRow("another zone") << QByteArray("2026-03-18") << QByteArray("18:30:07");
        QTest::newRow("never set") << QByteArray("1970-01-01") << QByteArray("00:12:00");
        QTest::newRow("years ahead") << QByteArray("2031-03-18") << QByteArray("10:30:07");
    }
    void wrongClocks()
    {
        QFETCH(QByteArray, day);
        QFETCH(QByteArray, clock);
        QList<Log> logs;
        for (int node = 1; node <= 3; ++node)
            logs << Log{u"node%1"_s.arg(node), info("10:20:00") + timeout("10:32:01")};
        logs << Log{u"node4"_s, ecc(day.constData(), clock.constData())};
        const DiagnosisAnswer answer = diagnose(logs);
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.isCause);
        QCOMPARE(answer.consequences.size(), 3);
        const bool isApart = qAbs(clock.left(2).toInt() - 10) > 2 || day != "2026-03-18";
        QCOMPARE(!answer.sources[3].isComparable, isApart);
        QCOMPARE(answer.notes.join(u' ').contains(u"node4"_s), isApart);
    }

    void aFaultOfAnotherNodeDaysAgoIsAnEarlierFailure()
    {
        const QByteArray port = "(APIServer pid=640) ERROR 03-18 10:20:22 [a.py:1] [Errno 98] Address already in use\n";
        const DiagnosisAnswer answer
            = diagnose({{u"f1"_s, ecc("2026-03-11", "10:31:05")}, {u"f2"_s, info("10:20:00") + port}});
        QCOMPARE(idOf(answer.first), u"network.port-used"_s);
        QVERIFY(answer.isCause && answer.causes.isEmpty());
        QCOMPARE(idOf(answer.earlier.value(0)), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY2(!answer.notes.join(u' ').contains(u"not compared"_s), qPrintable(answer.notes.join(u' ')));
        // that is no day, or nothing else is a cause
        const DiagnosisAnswer near
            = diagnose({{u"f1"_s, ecc("2026-03-17", "10:31:05")}, {u"f2"_s, info("10:20:00") + port}});
        QCOMPARE(idOf(near.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(!near.isCertain);
        const DiagnosisAnswer waited
            = diagnose({{u"f1"_s, ecc("2026-03-11", "10:31:05")}, {u"f2"_s, timeout("10:31:00")}});
        QCOMPARE(idOf(waited.first), u"hardware.hbm-multi-bit-ecc"_s);
    }

    // Which of two causes was first cannot be known: the graver is named, and that it is not sure.
    void twoCausesOnClocksThatCannotBeCompared()
    {
        const QByteArray port = "[PID: 7] 2026-03-18-10:31:00.1.1 Communication_Error_Bind_IP_Port(EI0019): x\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, info("10:20:00") + port},
                                                 {u"b"_s, info("10:20:00") + timeout("10:33:00")},
                                                 {u"c"_s, ecc("1970-01-01", "00:12:00")}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.isCause && !answer.isCertain);
        QCOMPARE(answer.causes.size(), 1);
        QCOMPARE(idOf(answer.causes.first()), u"hccl.port"_s);
        QVERIFY(answer.notes.join(u' ').contains(u"for sure"_s));
    }

    void ofTwoCausesTheEarlierOne()
    {
        const QByteArray port = "[PID: 7] 2026-03-18-10:31:00.1.1 Communication_Error_Bind_IP_Port(EI0019): x\n";
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, info("10:20:00") + ecc("2026-03-18", "10:31:30")}, {u"b"_s, port}});
        QCOMPARE(idOf(answer.first), u"hccl.port"_s);
        QVERIFY(answer.isCertain);
        QCOMPARE(idOf(answer.causes.first()), u"hardware.hbm-multi-bit-ecc"_s);
    }

    // A cause that another one explains is its consequence, also where its line stands before, by a clock's difference.
    void aCauseThatFollowsFromAnother()
    {
        const QByteArray exception
            = "[ERROR] ASCENDCL(5,):2026-03-18-10:30:06.1.2 [k.cpp:5]6 x, runtime result = 507015.\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, exception}, {u"b"_s, ecc("2026-03-18", "10:30:07")}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.causes.isEmpty());
        QCOMPARE(answer.consequences.size(), 1);
        // But not of one that came long after it.
        const DiagnosisAnswer later = diagnose({{u"a"_s, exception}, {u"b"_s, ecc("2026-03-18", "11:30:07")}});
        QCOMPARE(idOf(later.first), u"acl.aicore-exception"_s);
    }

    // What MindIE says after a weight file that it cannot read points elsewhere: at config.json, at Python's packages.
    void aBrokenWeightFileIsTheCauseOfWhatMindieSaysAfterIt()
    {
        const QByteArray broken = "safetensors_rust.SafetensorError: Error while deserializing header: "
                                  "MetadataIncompleteBuffer\n",
                         after = "[2026-03-18 10:33:52.935] [905] [2814] [llm] [ERROR] [a.cpp:987] LLMPythonModel "
                                 "initializes fail: pybind11::error_already_set\n"
                                 "[2026-03-18 10:33:52.936] [905] [2814] [llm] [ERROR] [a.cpp:987] [MIE05E000001] "
                                 "model json invalid\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, broken + after}});
        QCOMPARE(idOf(answer.first), u"weights.broken"_s);
        QVERIFY(answer.causes.isEmpty());
        QCOMPARE(answer.consequences.size(), 2);
        QVERIFY(diagnose({{u"a"_s, after}}).isCause); // where nothing else is there, they are causes
    }

    // What hccn_tool answers has no time. That a port is down is why others wait, unless it is one that nobody uses.
    void aPortThatIsDownIsBehindTimeouts()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"node1"_s, info("10:20:00") + timeout("10:32:01")},
                        {u"node2"_s, "hccn_tool -i 2 -link -g\nlink status: DOWN\n", u"link.txt"_s}});
        QCOMPARE(idOf(answer.first), u"hardware.port-down"_s);
        QVERIFY(answer.isCause && answer.first->isProbable && !answer.isCertain);
        QCOMPARE(answer.consequences.size(), 1);
        QCOMPARE(idOf(answer.consequences.first()), u"hccl.socket-timeout"_s);
        const DiagnosisAnswer well
            = diagnose({{u"node1"_s, info("10:20:00") + timeout("10:32:01")},
                        {u"node2"_s, "hccn_tool -i 2 -link -g\nlink status: UP\n", u"link.txt"_s}});
        QVERIFY(!well.isCause);
    }

    void onlyConsequencesAreNoCause()
    {
        const DiagnosisAnswer answer = diagnose({{u"a"_s, info("10:20:00") + timeout("10:32:09")},
                                                 {u"b"_s, info("10:20:00") + timeout("10:32:01")},
                                                 {u"gone"_s, info("10:15:00")}});
        QCOMPARE(idOf(answer.first), u"hccl.socket-timeout"_s);
        QVERIFY(!answer.isCause && !answer.isCertain);
        QCOMPARE(answer.sources[answer.first->source].node, u"b"_s);
        const QString notes = answer.notes.join(u' ');
        QVERIFY2(notes.contains(u"not in these logs"_s), qPrintable(notes));
        QVERIFY2(notes.contains(u"The logs of gone end before"_s), qPrintable(notes)); // the node that vanished
    }

    // Somebody stopped the service of n2; what n1 says of it is not the cause.
    void whatFollowsFromAStopIsNoCause_data()
    {
        QTest::addColumn<QByteArray>("stop");
        QTest::addColumn<QByteArray>("told");
        const QByteArray vllm = "(APIServer pid=9) INFO 03-18 10:30:00 [launcher.py:110] Shutting down FastAPI HTTP "
                                "server.\nINFO:     Shutting down\n",
                         mindie = "[2026-03-18 10:30:00.000] [905] [906] [daemon] [WARN] [llm_daemon.cpp:193] : "
                                  "[MIE04W010108] Received exit signal[15]\n";
        QTest::newRow("heartbeat")
            << mindie
            << QByteArray("[2026-03-18 10:30:20.935] [905] [28] [server] [ERROR] [a.cpp:230] : [MIE04E120414] lost\n");
        QTest::newRow("connection")
            << vllm
            << QByteArray("(Worker_TP0 pid=2) ERROR 03-18 10:30:01 [a.py:9] [../gloo/pair.cc:5] Connection closed by "
                          "peer [10.20.0.12]:31870\n");
        QTest::newRow("a rule of causes") << vllm << hccl("10:30:40", "[Heartbeat]cqe err");
    }
    void whatFollowsFromAStopIsNoCause()
    {
        QFETCH(QByteArray, stop);
        QFETCH(QByteArray, told);
        const QByteArray before = info("10:20:00");
        const DiagnosisAnswer answer = diagnose({{u"n1"_s, before + told}, {u"n2"_s, before + stop}});
        QVERIFY(answer.first && !answer.isCause && !answer.isCertain);
        QCOMPARE(answer.sources[answer.first->source].node, u"n1"_s);
        QCOMPARE(answer.stopped, u"n2"_s);
        const QString notes = answer.notes.join(u' ');
        QVERIFY2(notes.contains(u"The service of n2 was shut down at 2026-03-18 10:30:00.000 (n2.log:2)"_s),
                 qPrintable(notes));
        QVERIFY2(!notes.contains(u"not in these logs"_s), qPrintable(notes));
        QCOMPARE(stringAt(toJson(answer, rules()), "stopped"), u"n2"_s);
        // it had failed before, it was started again, or the stop came after
        const QByteArray ready = "INFO 03-18 10:30:10 [a.py:1] Application startup complete.\n";
        QByteArray late = stop;
        late.replace("10:30:00", "10:32:00");
        for (const QByteArray &other :
             {before + ecc("2026-03-18", "10:29:00") + stop, before + stop + ready, before + late,
              before + "INFO 03-18 10:30:00 [a.py:1] SIGTERM handler is not set, no main thread.\n",
              before + "Traceback (most recent call last):\n  File \"/a.py\", line 7, in run\n    go()\n"
                       "ValueError: x\n" + stop})
            QCOMPARE(diagnose({{u"n1"_s, before + told}, {u"n2"_s, other}}).stopped, QString());
        // what has nothing to do with it stays a cause
        const DiagnosisAnswer own
            = diagnose({{u"n1"_s, before + ecc("2026-03-18", "10:31:00")}, {u"n2"_s, before + stop}});
        QVERIFY(own.isCause && own.stopped.isEmpty());
    }

    // MindIE's own line has no time: it is told, and no more.
    void aStopOfWhichNobodySaysWhenIsTold()
    {
        const QByteArray lost = info("10:20:00")
            + "[2026-03-18 10:30:20.935] [905] [28] [server] [ERROR] [a.cpp:230] : "
              "[MIE04E120414] Slave heartbeat lost\n",
                         served = info("10:20:00") + "Daemon start success!\n", stop = "Daemon is killing...\n";
        const auto notes = [&](const QByteArray &other) {
            return diagnose({{u"n1"_s, lost + stop}, {u"n2"_s, other}}).notes.join(u' ');
        };
        const QString told = u"The service of n2 was told to stop (n2.log:3)"_s;
        const QString stopped = notes(served + stop);
        QVERIFY2(stopped.contains(told) && !stopped.contains(u"not in these logs"_s), qPrintable(stopped));
        QCOMPARE(idOf(diagnose({{u"n1"_s, lost + stop}, {u"n2"_s, served + stop}}).first), u"mindie.heartbeat"_s);
        // it came later, it was started again, or it had failed
        for (const QByteArray &other :
             {QByteArray(served + info("10:40:00") + stop), QByteArray(served + stop + "Daemon start success!\n"),
              QByteArray(info("10:20:00")
                         + "ERR: Failed to init endpoint! Please check the service log or console "
                           "output.\n"
                         + stop)})
            QVERIFY2(!notes(other).contains(u"was told to stop"_s), qPrintable(notes(other)));
    }

    // Fifteen nodes wait for the sixteenth, which says nothing of it.
    void theNodeThatIsSilentIsNamed()
    {
        QList<Log> logs;
        for (int node = 1; node <= 15; ++node)
            logs << Log{u"node%1"_s.arg(node), info("10:20:00") + info("10:29:50") + timeout("10:32:01")};
        const auto notesWith = [&](const QByteArray &text) {
            return diagnose(QList<Log>(logs) << Log{u"node16"_s, text}).notes.join(u' ');
        };
        const QString stopped = notesWith(info("10:20:00") + info("10:29:55")), empty = notesWith({}),
                      goesOn = notesWith(info("10:20:00") + info("10:31:55")),
                      waits = notesWith(info("10:20:00") + timeout("10:31:00"));
        QVERIFY2(stopped.contains(u"The logs of node16 end before"_s), qPrintable(stopped));
        QVERIFY2(empty.contains(u"The logs of node16 hold no line"_s), qPrintable(empty));
        for (const QString &notes : {goesOn, waits})
            QVERIFY2(!notes.contains(u"end before"_s) && !notes.contains(u"no line"_s), qPrintable(notes));
        // one that waits says nothing of fifteen that have nothing to do
        for (Log &log : logs)
            log.text = info("10:20:00");
        QVERIFY(!notesWith(info("10:20:00") + timeout("10:25:00")).contains(u"end before"_s));
    }

    // What says only that something failed, and what healthy services say, too, never stands before what says more.
    void echoesAndHintsComeLast()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s,
                         "curl: (7) Failed to connect to 10.20.0.2 port 1: Connection refused\n"
                         "ERR: Failed to init endpoint! Please check the service log or console output.\n"
                         "[PID: 7] 2026-03-18-10:31:00.1.1 EI0006: Getting socket times out.\n"}});
        QCOMPARE(idOf(answer.first), u"hccl.socket-timeout"_s);
        QCOMPARE(answer.consequences.size(), 2);
        QVERIFY(!answer.isCause);
    }

    void aHintIsNotCalledAConsequence()
    {
        for (const char *hint :
             {"[Wed Mar 18 10:30:01 2026] pcieport 0000:80:00.0: AER: Corrected error received: 0000:81:00.0\n",
              "Mar 18 10:30:01 node1 systemd[1]: vllm.path: Failed to add inotify watch: inotify watch limit "
              "reached?\n",
              "requests.exceptions.ProxyError: HTTPConnectionPool(host='proxy.corp', port=8080)\n"}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, hint}});
            QVERIFY2(answer.first && !answer.isCause, hint);
            const QString notes = answer.notes.join(u' ');
            QVERIFY2(notes.contains(u"it need not be a failure"_s) && !notes.contains(u"usually a consequence"_s),
                     qPrintable(notes));
        }
        QVERIFY(diagnose({{u"a"_s, timeout("10:30:00")}}).notes.join(u' ').contains(u"usually a consequence"_s));
    }

    // A log of days: the failure that is asked for is the last; what an earlier one was is told apart.
    void theLastFailureIsTheOneThatIsAskedFor()
    {
        const QByteArray before = "[PID: 7] 2026-03-16-08:00:00.1.1 Communication_Error_Bind_IP_Port(EI0019): x\n";
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, before + info("09:00:00") + timeout("10:31:00") + ecc("2026-03-18", "10:30:00")},
                        {u"b"_s, info("09:00:00") + timeout("10:32:00")}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QCOMPARE(answer.earlier.size(), 1);
        QCOMPARE(idOf(answer.earlier.first()), u"hccl.port"_s);
    }

    void aFailureIsNotBlamedOnOneOfDaysAgo()
    {
        const QByteArray before = "[PID: 7] 2026-03-16-08:00:00.1.1 Communication_Error_Bind_IP_Port(EI0019): x\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, before + timeout("10:31:00")}});
        QCOMPARE(idOf(answer.first), u"hccl.socket-timeout"_s);
        QVERIFY(!answer.isCause);
        QCOMPARE(answer.earlier.size(), 1);
    }

    void aLineWithoutATimeHasThatOfTheLineAboveIt()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, "Bus error\n" + info("10:20:00") + "Bus error\n"}, {u"b"_s, timeout("10:21:00")}});
        QCOMPARE(idOf(answer.first), u"memory.shm-suspected"_s);
        QCOMPARE(timeText(answer.first->time), u"2026-03-18 10:20:00.000"_s);
        QCOMPARE(answer.first->line, 1);
        QCOMPARE(answer.first->count, 2);
    }

    // It was said between the lines around it: what another node says meanwhile may have come before it or after.
    void aLineWithoutATimeMayHaveBeenSaidLater()
    {
        const auto quiet = [](const char *clock) {
            return QByteArray("INFO 03-18 ") + clock + " [loggers.py:111] Engine 000: Avg prompt throughput: 1.0\n";
        };
        const auto lost = [](const char *clock) {
            return QByteArray("ERROR 03-18 ") + clock + " [core.py:634] RuntimeError: error code is 507054\n";
        };
        const QByteArray untimed = "OSError: [Errno 28] No space left on device: '/var/a'\n";
        for (const char *before : {"08:00:01", "03:00:01"}) { // also hours before: the failure is one
            const DiagnosisAnswer answer
                = diagnose({{u"a"_s, quiet(before) + untimed}, {u"b"_s, quiet(before) + lost("10:00:00")}});
            QCOMPARE(idOf(answer.first), u"acl.hbm-ecc"_s);
            QVERIFY(answer.isCause && !answer.isCertain && answer.earlier.isEmpty());
            QVERIFY2(answer.notes.join(u' ').contains(u"for sure"_s), qPrintable(answer.notes.join(u' ')));
            QCOMPARE(idOf(answer.causes.value(0)), u"memory.disk-full"_s);
            QCOMPARE(timeText(answer.causes.first()), u"≥ 2026-03-18 %1.000"_s.arg(QLatin1String(before)));
            QCOMPARE(timeText(*answer.first), u"2026-03-18 10:00:00.000"_s);
            const Json json = toJson(answer, rules());
            QCOMPARE(boolAt(json["causes"][0], "timeIsAtLeast"), std::optional(true));
            QVERIFY(json["causes"][0]["timeAtMost"].is_null());
        }
        // the line below it says until when
        const DiagnosisAnswer known = diagnose({{u"a"_s, quiet("08:00:01") + untimed + quiet("08:00:04")},
                                                {u"b"_s, quiet("08:00:01") + lost("08:05:00")}});
        QCOMPARE(idOf(known.first), u"memory.disk-full"_s);
        QVERIFY(known.isCertain);
        QCOMPARE(stringAt(toJson(known, rules())["first"], "timeAtMost"), u"2026-03-18T08:00:04.000"_s);
        QVERIFY(!diagnose({{u"a"_s, quiet("08:00:01") + untimed + quiet("08:07:00")},
                           {u"b"_s, quiet("08:00:01") + lost("08:05:00")}})
                     .isCertain);
        // what ends a log of days ago, after which another one goes on, is none of today
        QByteArray old = quiet("08:00:01") + untimed;
        old.replace("03-18", "03-16");
        const DiagnosisAnswer later
            = diagnose({{u"a"_s, old, u"old.log"_s}, {u"a"_s, timeout("10:31:00"), u"new.log"_s}});
        QCOMPARE(idOf(later.first), u"hccl.socket-timeout"_s);
        QCOMPARE(later.earlier.size(), 1);
    }

    // The engine of one node ends, of what no rule knows; what another node says later is not why.
    void anEarlierEndElsewhereIsNotCalledAConsequence_data()
    {
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<QString>("endRule");
        QTest::addColumn<QByteArray>("later");
        QTest::addColumn<QString>("laterRule");
        const QString init = u"vllm.engine-init"_s;
        QTest::newRow("Mooncake")
            << QByteArray("(EngineCore_DP0 pid=5704) ERROR 03-18 06:42:02 [core.py:710] EngineCore encountered a fatal "
                          "error.\n(EngineCore_DP0 pid=5704) ERROR 03-18 06:42:02 [core.py:710] AssertionError: x\n")
            << init
            << QByteArray("E20260318 06:43:02.966156  5793 ascend_direct_transport.cpp:820] Failed to connect to "
                          "target: 172.17.0.16:25482, status: 103900\n")
            << u"mooncake.connect"_s;
        QTest::newRow("a port")
            << QByteArray("(EngineCore_DP8 pid=1) ERROR 03-18 06:42:02 [core.py:708] EngineCore failed to start.\n")
            << init << hccl("06:44:00", "Communication_Error_Bind_IP_Port(EI0019): x") << u"hccl.port"_s;
        QTest::newRow("killed") << QByteArray("2026-03-18 06:42:02 container exited with code 137\n")
                                << u"memory.killed"_s << hccl("06:44:00", "topo exchange agent get socket timeout")
                                << u"hccl.root-unreachable"_s;
    }
    void anEarlierEndElsewhereIsNotCalledAConsequence()
    {
        QFETCH(QByteArray, end);
        QFETCH(QString, endRule);
        QFETCH(QByteArray, later);
        QFETCH(QString, laterRule);
        const DiagnosisAnswer answer = diagnose({{u"a"_s, later}, {u"b"_s, end}});
        QCOMPARE(idOf(answer.first), endRule);
        QVERIFY(!answer.isCause && !answer.isCertain);
        QCOMPARE(answer.causes.size(), 1);
        QCOMPARE(idOf(answer.causes.first()), laterRule);
        QVERIFY(answer.consequences.isEmpty());
        QVERIFY2(answer.notes.join(u' ').contains(u"came later than this"_s), qPrintable(answer.notes.join(u' ')));
        // its node says why, or that it waited for the other
        const QByteArray stamp = "2026-03-18 06:42:01,000 - ERROR - ";
        const QByteArray memory = stamp + "RuntimeError: NPU out of memory. Tried to allocate\n";
        const DiagnosisAnswer told = diagnose({{u"a"_s, later}, {u"b"_s, memory + end}});
        QCOMPARE(idOf(told.first), u"memory.npu"_s);
        QVERIFY(told.isCause);
        const DiagnosisAnswer waited = diagnose({{u"a"_s, later}, {u"b"_s, stamp + "EI0006: x\n" + end}});
        QCOMPARE(idOf(waited.first), laterRule);
        QVERIFY(waited.isCause && !waited.isCertain); // it waited before that
    }

    // The engine had ended of what no rule knows; what its next start met came after that.
    void anEarlierEndOnTheSameNodeIsNoConsequence()
    {
        const DiagnosisAnswer answer = diagnose(
            {{u"a"_s, "(EngineCore_DP0 pid=1) ERROR 03-18 10:00:30 [core.py:708] EngineCore encountered a fatal "
                      "error.\n(APIServer pid=9) ERROR 03-18 10:05:00 [a.py:1] OSError: [Errno 98] Address already in "
                      "use\n"}});
        QVERIFY(!answer.isCause && !answer.isCertain);
        QCOMPARE(idOf(answer.first), u"vllm.engine-init"_s);
        QCOMPARE(idOf(answer.causes.value(0)), u"network.port-used"_s);
    }

    // A start fails seconds after the end before it; what a process says last is written a moment late.
    void aCauseSecondsAfterAnEndIsThatOfTheNextStart()
    {
        const auto at = [](const char *clock) {
            const QByteArray end = "(EngineCore_DP0 pid=1) ERROR 03-18 10:04:40 [core.py:708] EngineCore encountered a "
                                   "fatal error.\n";
            return diagnose({{u"a"_s, end + "(APIServer pid=9) ERROR 03-18 " + clock
                                          + " [a.py:1] OSError: [Errno 98] Address already in use\n"}});
        };
        QCOMPARE(idOf(at("10:05:00").first), u"vllm.engine-init"_s);
        QVERIFY(!at("10:05:00").isCause);
        QCOMPARE(idOf(at("10:04:42").first), u"network.port-used"_s);
    }

    // What a start says of memory is of what the end before it left behind.
    void whatTheNextStartSaysIsNoCauseOfTheEndBefore()
    {
        const DiagnosisAnswer answer = diagnose(
            {{u"a"_s, "ERROR 03-18 11:20:00 [core.py:708] RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB\n"
                      "ERROR 03-18 11:20:20 [core.py:708] ValueError: Free memory on device npu:0 (10.0/60.9 GiB) on "
                      "startup is less than desired GPU memory utilization (0.9, 54.8 GiB).\n"}});
        QCOMPARE(idOf(answer.first), u"memory.npu"_s);
        QVERIFY(answer.isCause);
    }

    void theFirstEndGoesBeforeWhatAnotherNodeSaysOfIt()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, timeout("11:30:00")},
                        {u"b"_s, "(EngineCore_DP0 pid=1) ERROR 03-18 11:00:00 [multiproc_executor.py:1] Worker proc "
                                 "VllmWorker-2 died unexpectedly (exit code: -9), shutting down executor.\n"}});
        QCOMPARE(idOf(answer.first), u"vllm.engine-init"_s);
        QVERIFY(!answer.isCause);
        QCOMPARE(idOf(answer.consequences.value(0)), u"hccl.socket-timeout"_s);
    }

    void aServiceThatWorkedOnIsSaid()
    {
        const QByteArray fault = "ERROR 03-18 10:30:00 [a.py:1] RuntimeError: error code is 507054\n";
        const auto works = [](const char *clock) {
            return QByteArray("(APIServer pid=9) INFO 03-18 ") + clock
                + " [loggers.py:111] Engine 000: Avg prompt throughput: 1.0 tokens/s, Avg generation throughput: 12.3 "
                  "tokens/s\n";
        };
        const DiagnosisAnswer answer = diagnose({{u"a"_s, works("10:29:00") + fault + works("10:59:00")}});
        QCOMPARE(idOf(answer.first), u"acl.hbm-ecc"_s);
        QVERIFY(answer.isCause && !answer.isCertain);
        QVERIFY2(answer.notes.join(u' ').contains(u"still worked at 2026-03-18 10:59"_s),
                 qPrintable(answer.notes.join(u' ')));
        QVERIFY(diagnose({{u"a"_s, works("10:29:00") + fault + works("10:30:05")}}).isCertain);
        // it ended by it and was started again
        const QByteArray ended = "ERROR 03-18 10:30:02 [core.py:708] EngineDeadError: x\n";
        QVERIFY(diagnose({{u"a"_s, fault + ended + works("10:59:00")}}).isCertain);
    }

    void aFaultByWhichNothingFailedIsDoubted()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, "ERROR 03-17 11:20:00 [core.py:708] NPU out of memory. Tried to allocate 2.00 GiB\n"
                                 "ERROR 03-17 11:20:01 [core.py:708] EngineDeadError: x\n"},
                        {u"b"_s, info("04:00:00") + ecc("2026-03-18", "04:00:01")}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(!answer.isCertain);
    }

    // The service went on for minutes, and then ended of what no rule knows.
    void aFullDiskMinutesBeforeAnEndIsDoubted()
    {
        const auto at = [](const char *clock) {
            const QByteArray end = "ERROR 03-18 10:05:00 [core.py:708] EngineCore encountered a fatal error.\n";
            return diagnose({{u"a"_s, QByteArray("ERROR 03-18 ") + clock
                                          + " [m.py:7] OSError: [Errno 28] No space left on device: '/var/metrics'\n"
                                          + end}});
        };
        const DiagnosisAnswer before = at("10:00:00");
        QCOMPARE(idOf(before.first), u"memory.disk-full"_s);
        QVERIFY(before.isCause && !before.isCertain);
        QVERIFY2(before.notes.join(u' ').contains(u"No line connects"_s), qPrintable(before.notes.join(u' ')));
        QVERIFY(at("10:04:58").isCertain);
    }

    // MindIE's daemon tells how a process of its ended; told to stop, it kills those that linger.
    void aProcessOfMindieThatWasKilled()
    {
        const auto killed = [](const char *clock) {
            return QByteArray("[2026-03-18 ") + clock
                + ".000] [905] [906] [daemon] [ERROR] [llm_daemon.cpp:241] : [MIE04E010109] Process 977 was terminated "
                  "by signal 9 (Killed)\n";
        };
        const QByteArray stop = "[2026-03-18 10:00:00.000] [905] [906] [daemon] [WARN] [llm_daemon.cpp:193] : "
                                "[MIE04W010108] Received exit signal[15]\n";
        const QString rule = u"mindie.process-ended"_s;
        // bash tells how the daemon's abort() ends it, which ends each stop
        const QByteArray aborted = "start.sh: line 9: 905 Aborted (core dumped) ./bin/mindieservice_daemon\n";
        QCOMPARE(idOf(diagnose({{u"a"_s, stop + aborted}}).first), QString());
        QCOMPARE(idOf(diagnose({{u"a"_s, killed("10:00:20")}}).first), rule);
        QCOMPARE(idOf(diagnose({{u"a"_s, stop + killed("10:00:20")}}).first), QString());
        QCOMPARE(idOf(diagnose({{u"a"_s, stop + killed("10:03:00")}}).first), rule);
        QCOMPARE(idOf(diagnose({{u"a"_s, stop + "Daemon start success!\n" + killed("10:00:20")}}).first), rule);
        QCOMPARE(idOf(diagnose({{u"a"_s, "Daemon is killing, please wait about 10 seconds...\n" + killed("10:00:20")}})
                          .first),
                 QString());
        QCOMPARE(idOf(diagnose({{u"a"_s, killed("10:00:20") + "Daemon is killing, please wait about 10 seconds...\n"}})
                          .first),
                 rule);
    }

    // vLLM that is stopped while it starts says on its way down what it says of failures, too.
    void whatAStoppedStartSaysIsNoFailureOfItsOwn()
    {
        const auto wrapper = [](const char *clock) {
            return QByteArray("(APIServer pid=9) [ERROR] 2026-03-18-") + clock
                + " (PID:9, Device:-1, RankID:-1) ERR99999 UNKNOWN applicaiton exception\n";
        };
        const QByteArray starts = "(APIServer pid=9) INFO 03-18 10:00:00 [api_server.py:1772] vLLM API server x\n",
                         stop = "(APIServer pid=9) KeyboardInterrupt: terminated\n",
                         failed = "(EngineCore_DP0 pid=55) ERROR 03-18 10:00:02 [core.py:708] EngineCore failed to "
                                  "start.\n",
                         memory = "(EngineCore_DP0 pid=55) ERROR 03-18 10:00:01 [core.py:9] RuntimeError: NPU out of "
                                  "memory. Tried to allocate 2.00 GiB\n";
        const QString stopped = u"vllm.told-to-stop"_s;
        for (const QByteArray &text :
             {starts + stop + wrapper("10:00:02"), starts + wrapper("10:00:02") + stop,
              starts + stop + failed + wrapper("10:00:02"), starts + failed + wrapper("10:00:02") + stop}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, text}});
            QCOMPARE(idOf(answer.first), stopped);
            QVERIFY(answer.isCause && answer.isCertain && answer.causes.isEmpty());
        }
        // who only says that it was told so
        QVERIFY(!diagnose({{u"a"_s, starts + "2026-03-18T10:00:01 received signal SIGTERM\n" + wrapper("10:00:02")}})
                     .first);
        // it had failed before that; and the words without a stop, or long after one
        const DiagnosisAnswer before = diagnose({{u"a"_s, starts + memory + stop + wrapper("10:00:02")}});
        QCOMPARE(idOf(before.first), u"memory.npu"_s);
        QVERIFY(before.isCertain && before.causes.isEmpty());
        QCOMPARE(idOf(diagnose({{u"a"_s, starts + wrapper("10:00:02")}}).first), u"acl.torch-wrapper"_s);
        QCOMPARE(idOf(diagnose({{u"a"_s, starts + stop + wrapper("10:20:00")}}).consequences.value(0)),
                 u"acl.torch-wrapper"_s);
    }

    // A log that somebody pasted into a prompt which is told as it is; one whose writer was killed meanwhile.
    void aPromptOfSeveralLinesIsNoFailure()
    {
        const QByteArray begin = "INFO 11-20 10:00:02 [logger.py:43] Received request c-1: prompt: 'What is wrong?\n",
                         pasted = "ERROR 11-19 09:00:00 [core.py:708] EngineCore encountered a fatal error.\n"
                                  "ERROR 11-19 09:00:01 [a.py:1] NPU out of memory. Tried to allocate 2.00 GiB\n",
                         end = "', params: SamplingParams(n=1)\n",
                         own = "ERROR 11-20 10:00:09 [a.py:1] OSError: [Errno 98] Address already in use\n";
        QCOMPARE(idOf(diagnose({{u"a"_s, begin + pasted + end}}).first), QString());
        const DiagnosisAnswer answer = diagnose({{u"a"_s, begin + pasted + end + own}});
        QCOMPARE(idOf(answer.first), u"network.port-used"_s);
        QVERIFY(answer.causes.isEmpty() && answer.consequences.isEmpty() && answer.earlier.isEmpty());
        QCOMPARE(answer.first->line, 5);
        // it never ends: its lines are those of the next start
        QCOMPARE(idOf(diagnose({{u"a"_s, begin + own}}).first), u"network.port-used"_s);
        QCOMPARE(idOf(diagnose({{u"a"_s, begin + QByteArray("x\n").repeated(2000) + own}}).first),
                 u"network.port-used"_s);
    }

    // A line that was cut off within a prompt: what the log says below it is its own, though a later quote ends.
    void aPromptThatWasCutOffEndsWhereTheLogGoesOn()
    {
        const QByteArray cut = "(APIServer pid=9) INFO 11-20 10:00:02 [logger.py:43] Received request c-1: prompt: 'Wh",
                         pasted = "ERROR 11-19 09:00:00 [core.py:708] EngineCore encountered a fatal error.\n",
                         own = "(EngineCore pid=7) ERROR 11-20 10:00:09 [a.py:1] OSError: [Errno 98] Address already "
                               "in use\n",
                         later = "(APIServer pid=9) INFO 11-20 10:00:11 [logger.py:43] Received request c-2: prompt: "
                                 "'Hi', params: SamplingParams(n=1)\n";
        for (const QByteArray &text : {cut + '\n' + own + later, cut + '\n' + pasted + own + later,
                                       "a.log:7:" + cut + "\na.log:8:" + own + "a.log:9:" + later}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, text}});
            QCOMPARE(idOf(answer.first), u"network.port-used"_s);
            QVERIFY(answer.causes.isEmpty() && answer.consequences.isEmpty() && answer.earlier.isEmpty());
        }
    }

    // Their stamps have no smaller unit: which of the two was first is not told.
    void causesOfTheSameMomentOnTwoNodesHaveNoOrder()
    {
        const QByteArray here = "ERROR 03-18 10:00:30 [a.py:1] NPU out of memory. Tried to allocate 2 GiB\n",
                         there = "ERROR 03-18 10:00:30 [a.py:1] RuntimeError: error code is 507054\n";
        QVERIFY(!diagnose({{u"a"_s, here}, {u"b"_s, there}}).isCertain);
    }

    // Clocks of nodes differ by seconds.
    void anEndAMomentBeforeItsCauseIsItsConsequence()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, "ERROR 03-18 10:04:50 [core.py:708] EngineCore encountered a fatal error.\n"},
                        {u"b"_s, ecc("2026-03-18", "10:05:00")}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.isCause && answer.isCertain);
        QCOMPARE(answer.consequences.size(), 1);
    }

    // A cause without a time may have been said before the end on another node, or after it.
    void anEndThatMayHaveBeenFirstIsDoubted()
    {
        const QByteArray ended = "ERROR 03-18 10:00:00 [core.py:708] EngineCore encountered a fatal error.\n",
                         up = "INFO 03-18 08:00:01 [a.py:1] up\n",
                         disk = "OSError: [Errno 28] No space left on device: '/var/a'\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, up + disk}, {u"b"_s, up + ended}});
        QCOMPARE(idOf(answer.first), u"memory.disk-full"_s);
        QVERIFY(answer.isCause && !answer.isCertain);
        QVERIFY(diagnose({{u"a"_s, up + disk + ended}, {u"b"_s, up + ended}}).isCertain);
    }

    // A full disk an hour ago, and an engine that ends on another node of what no rule knows.
    void whatNoLineConnectsIsNotCertain_data()
    {
        QTest::addColumn<QByteArray>("disk"); // when
        QTest::addColumn<QByteArray>("more"); // on its node
        QTest::addColumn<QByteArray>("other"); // on the other one
        QTest::addColumn<bool>("isCertain");
        const QByteArray ended = "(EngineCore_DP8 pid=1) ERROR 03-18 10:03:00 [core.py:708] EngineCore encountered a "
                                 "fatal error.\n(EngineCore_DP8 pid=1) ERROR 03-18 10:03:00 [core.py:708] IndexError\n";
        const QByteArray here = "ERROR 03-18 09:55:05 [core.py:708] EngineCore encountered a fatal error.\n";
        QTest::newRow("an hour before") << QByteArray("09:00:00") << QByteArray() << ended << false;
        QTest::newRow("minutes before") << QByteArray("10:00:00") << QByteArray() << ended << false;
        QTest::newRow("its node failed, too") << QByteArray("09:55:00") << here << ended << true;
        QTest::newRow("the other waited")
            << QByteArray("10:00:00") << QByteArray() << timeout("10:02:59") + ended << true;
        QTest::newRow("another cause") << QByteArray("09:00:00") << QByteArray()
                                       << QByteArray("ERROR 03-18 10:03:00 [a.py:1] error code is 507015\n") << false;
    }
    void whatNoLineConnectsIsNotCertain()
    {
        QFETCH(QByteArray, disk);
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, other);
        QFETCH(bool, isCertain);
        const QByteArray full = "2026-03-18 " + disk + " rsyslogd: write /var/log/messages: no space left on device\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, full + more}, {u"b"_s, other}});
        QCOMPARE(idOf(answer.first), u"memory.disk-full"_s);
        QVERIFY(answer.isCause);
        QCOMPARE(answer.isCertain, isCertain);
        QCOMPARE(answer.notes.join(u' ').contains(u"No line connects this with what failed later on b"_s), !isCertain);
    }

    void whatFollowsBeforeItsCauseIsDoubted()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, hccl("10:05:00", "EI0002 x")}, {u"b"_s, ecc("2026-03-18", "10:20:00")}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.isCause && !answer.isCertain);
        QVERIFY2(answer.notes.join(u' ').contains(u"told 900 s before it"_s), qPrintable(answer.notes.join(u' ')));
    }

    // The kernel names the process that it ended, not whose it was.
    void anyPythonThatTheKernelEndedIsDoubted()
    {
        const QByteArray exception = "ERROR 03-18 10:03:00 [core.py:708] RuntimeError: error code is 507015\n";
        const auto killed = [](const char *name) {
            return QByteArray("[Wed Mar 18 10:00:00 2026] Out of memory: Killed process 700 (") + name
                + ") total-vm:1kB\n";
        };
        const DiagnosisAnswer answer = diagnose({{u"a"_s, killed("python3")}, {u"b"_s, exception}});
        QCOMPARE(idOf(answer.first), u"memory.host-oom"_s);
        QVERIFY(answer.isCause && !answer.isCertain);
        QVERIFY2(answer.notes.join(u' ').contains(u"python3"_s), qPrintable(answer.notes.join(u' ')));
        QVERIFY(diagnose({{u"a"_s, killed("VLLM::Worker_TP")}, {u"b"_s, exception}}).isCertain);
        const QByteArray ended = "ERROR 03-18 10:00:02 [core.py:708] EngineDeadError: x\n";
        QVERIFY(diagnose({{u"a"_s, killed("python3"), u"dmesg"_s}, {u"a"_s, ended}, {u"b"_s, exception}}).isCertain);
        // an end that another fault explains
        const QByteArray fault = "ERROR 03-18 10:00:01 [core.py:708] RuntimeError: error code is 507054\n";
        QVERIFY(!diagnose({{u"a"_s, killed("python3"), u"dmesg"_s}, {u"a"_s, fault + ended}}).isCertain);
        // that its node failed, too, shows nothing, nor an end long after it
        for (const QByteArray &later :
             {timeout("10:00:02"), QByteArray("ERROR 03-18 10:04:00 [core.py:708] EngineDeadError: x\n")})
            QVERIFY(!diagnose({{u"a"_s, killed("python3"), u"dmesg"_s}, {u"a"_s, later}}).isCertain);
    }

    // A control group of systemd's user.slice is no container's.
    void aProgramOfALoginSessionIsNotTheService()
    {
        const auto killed = [](const char *group, const char *pid, const char *clock, const char *name = "python3") {
            const QByteArray stamp = QByteArray("[Wed Mar 18 ") + clock + " 2026] ";
            return stamp + name + " invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0\n" + stamp
                + "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0-7,oom_memcg=" + group
                + ",task_memcg=" + group + ",task=" + name + ",pid=" + pid + ",uid=1000\n" + stamp
                + "Memory cgroup out of memory: Killed process " + pid + " (" + name + ") total-vm:9000000kB\n";
        };
        const char *const session = "/user.slice/user-1000.slice/session-3.scope";
        const QByteArray ended = "ERROR 03-18 10:00:02 [core.py:708] EngineDeadError: x\n",
                         fault = "ERROR 03-18 10:00:01 [core.py:708] RuntimeError: error code is 507054\n";
        const auto with = [&](const QByteArray &kernel, const QByteArray &own) {
            return diagnose({{u"a"_s, kernel, u"dmesg"_s}, {u"a"_s, own}});
        };
        const DiagnosisAnswer answer = with(killed(session, "4711", "10:00:00"), ended);
        QCOMPARE(idOf(answer.first), u"memory.container-oom"_s);
        QVERIFY(!answer.isCertain && answer.causes.isEmpty());
        QCOMPARE(answer.first->count, 2);
        QVERIFY2(answer.notes.join(u' ').contains(u"The python3 that the kernel ended was of a login session"_s),
                 qPrintable(answer.notes.join(u' ')));
        // what else failed is the cause: the service's own fault, or the end of its container's process
        const DiagnosisAnswer other = with(killed(session, "4711", "10:00:00"), fault + ended);
        QCOMPARE(idOf(other.first), u"acl.hbm-ecc"_s);
        QVERIFY(other.isCause && other.isCertain);
        QCOMPARE(idOf(other.others.value(0)), u"memory.container-oom"_s);
        const QByteArray container = killed("/docker/0f1e", "4811", "10:00:01");
        const DiagnosisAnswer both = with(killed(session, "4711", "10:00:00") + container, ended);
        QCOMPARE(idOf(both.first), u"memory.container-oom"_s);
        QVERIFY(both.isCertain && both.causes.isEmpty());
        QCOMPARE(both.first->line, 5);
        // a container without root, and an engine that somebody started by hand
        const char *const rootless = "/user.slice/user-1000.slice/user@1000.service/user.slice/docker-0f1e.scope";
        QVERIFY(with(killed(rootless, "4711", "10:00:00"), ended).isCertain);
        QVERIFY(with(killed(session, "4711", "10:00:00", "VLLM::Worker_TP"), ended).isCertain);
    }

    void timesThatGoBackAreSaid()
    {
        const DiagnosisAnswer answer
            = diagnose({{u"a"_s, info("12:00:00") + info("10:00:00") + ecc("2026-03-18", "10:30:07")},
                        {u"b"_s, info("10:00:00") + timeout("10:32:00")}});
        QVERIFY(answer.sources[0].wasSetBack && !answer.sources[0].isComparable);
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.notes.join(u' ').contains(u"go back"_s));
    }

    void zonesThatAreNamedAreHeeded()
    {
        const DiagnosisAnswer answer = diagnose(
            {{u"a"_s, "[2026-03-18 18:30:00.023+0800] [1] [2] [server] [ERROR] : [MIE04E120208] x\n"},
             {u"b"_s, "2026-03-18T10:29:00.5+00:00 stdout docker.service: Main process exited, code=exited\n"}});
        QCOMPARE(idOf(answer.first), u"container.engine-ended"_s);
        QVERIFY(answer.isCertain);
    }

    // plog names no zone: it is of the one that MindIE's log names.
    void aLineWithoutAZoneIsOfThatOfItsNode()
    {
        const QByteArray named = "[2026-11-20 10:00:01.000001+08:00] [7] [7] [server] [ERROR] [a.cpp:1] : Check path: "
                                 "config.json failed, by: The permission is 0777, it should be no more than 0640\n";
        const QByteArray plain = "[ERROR] HCCL(77,python3):2026-11-20-10:00:05.000.100 [a.cc:7] [77] EI0004 x\n";
        const QString first = idOf(diagnose({{u"n1"_s, named}}).first);
        const QString second = idOf(diagnose({{u"n1"_s, plain}}).first);
        QVERIFY(!first.isEmpty() && !second.isEmpty() && first != second);
        for (const DiagnosisAnswer &answer :
             {diagnose({{u"n1"_s, named, u"mindie.log"_s}, {u"n1"_s, plain, u"plog.log"_s}}),
              diagnose({{u"n1"_s, plain, u"plog.log"_s}, {u"n1"_s, named, u"mindie.log"_s}}),
              diagnose({{u"n1"_s, named + plain}})}) {
            QCOMPARE(idOf(answer.first), first);
            QVERIFY(answer.isCertain && answer.earlier.isEmpty());
            QCOMPARE(answer.notes.size(), 1);
            QCOMPARE(answer.notes.first(),
                     u"Times without a zone in the logs of n1 are read as +08:00, which other lines name."_s);
            QCOMPARE(idOf(answer.causes.value(0)), second);
            QCOMPARE(timeText(answer.causes.first().time), u"2026-11-20 02:00:05.000Z"_s);
            QVERIFY(!answer.sources.first().wasSetBack && answer.sources.first().isComparable);
        }
        // the plog of another node is compared with that one's, as ever
        const DiagnosisAnswer two = diagnose({{u"n1"_s, info("10:00:00").replace("2026-03-18", "2026-11-20") + named},
                                              {u"n2"_s, plain}});
        QCOMPARE(idOf(two.first), first);
        QVERIFY(two.isCertain && two.notes.size() == 1 && two.notes.first().contains(u"n2 are read as +08:00"_s));
        // two zones: nothing tells which of them plog is of
        const DiagnosisAnswer several = diagnose({{u"n1"_s, named, u"mindie.log"_s},
                                                  {u"n1"_s, "2026-11-20T02:00:02.5+00:00 fine\n", u"docker.log"_s},
                                                  {u"n1"_s, plain, u"plog.log"_s}});
        QVERIFY(several.first && !several.isCertain && several.earlier.isEmpty());
        QCOMPARE(several.causes.size(), 1);
        QVERIFY(several.sources[0].isComparable && !several.sources[2].isComparable);
        QVERIFY2(several.notes.join(u' ').contains(u"The lines of n1 name different time zones"_s),
                 qPrintable(several.notes.join(u' ')));
    }

    // The journal names the node's zone, not that of a container.
    void anOrderThatRestsOnAGuessedZoneIsNotCertain()
    {
        const QByteArray killed = "2026-11-30T18:00:00+08:00 node1 kernel: Out of memory: Killed process 55 "
                                  "(VLLM::EngineCor) total-vm:1kB\n";
        const auto doubt = [](const DiagnosisAnswer &answer) {
            return answer.notes.filter(u"rests on a guess: service.log names no time zone"_s).join(u' ');
        };
        // as UTC, and as it would be in the node's zone
        for (const char *clock : {"10:00:05", "18:00:05"}) {
            const QByteArray ended = QByteArray("(APIServer pid=9) ERROR 11-30 ") + clock
                + " [async_llm.py:1] EngineDeadError: see above\n";
            for (const QList<Log> &logs :
                 {QList<Log>{{u"n1"_s, ended, u"service.log"_s}, {u"n1"_s, killed, u"journal"_s}},
                  QList<Log>{{u"n1"_s, killed, u"journal"_s}, {u"n1"_s, ended, u"service.log"_s}}}) {
                const DiagnosisAnswer answer = diagnose(logs);
                QCOMPARE(idOf(answer.first), u"memory.host-oom"_s);
                QVERIFY(answer.isCause && !answer.isCertain);
                QVERIFY2(doubt(answer).contains(u"`date +%z`"_s), qPrintable(answer.notes.join(u' ')));
            }
        }
        // the node's other log has the node's clock; alone there is no order
        const QByteArray kernel = "[Mon Nov 30 18:00:00 2026] Out of memory: Killed process 55 (VLLM::EngineCor) x\n",
                         tagged = "2026-11-30T18:00:05+08:00 node1 vllm[9]: EngineDeadError: see above\n";
        for (const QList<Log> &logs :
             {QList<Log>{{u"n1"_s, tagged, u"journal"_s}, {u"n1"_s, kernel, u"service.log"_s}},
              QList<Log>{{u"n1"_s, killed, u"journal"_s}}}) {
            const DiagnosisAnswer answer = diagnose(logs);
            QCOMPARE(idOf(answer.first), u"memory.host-oom"_s);
            QVERIFY2(answer.isCertain && doubt(answer).isEmpty(), qPrintable(answer.notes.join(u' ')));
        }
    }

    // A program holds the words of every message that it can say.
    void wordsInAProgramAreNoLog()
    {
        const QByteArray nothing(3000, '\0');
        const QByteArray program = "\x7f" "ELF" + nothing + "Bus error" + nothing.left(1) + "Aborted\n";
        QVERIFY(!diagnose({{u"a"_s, program}}).first);
        QCOMPARE(idOf(diagnose({{u"a"_s, program + ecc("2026-03-18", "10:30:07")}}).first),
                 u"hardware.hbm-multi-bit-ecc"_s);
    }

    void nothingIsNotGuessed()
    {
        const DiagnosisAnswer answer = diagnose({{u"a"_s, info("10:20:00") + "[ERROR] something unheard of failed\n"}});
        QVERIFY(!answer.first && !answer.isCause);
        const Json json = toJson(answer, rules());
        QVERIFY(json["first"].is_null());
        QVERIFY(json["consequences"].empty() && json["causes"].empty());
        QVERIFY(toJson(diagnose({}), rules())["first"].is_null());
    }

    void anyEncodingAndAnyCut_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray line = ecc("2026-03-18", "10:30:07");
        QByteArray wide("\xff\xfe", 2), interleaved;
        for (const char c : QByteArray("first\n") + line)
            wide += QByteArray(1, c) + '\0';
        QTest::newRow("UTF-8") << "日志\n" + line;
        QTest::newRow("GBK") << "\xc8\xd5\xd6\xbe\n" + line;
        QTest::newRow("UTF-16") << wide;
        QTest::newRow("Windows") << "first\r\n" + line.chopped(1) + "\r\n";
        QTest::newRow("no last newline") << "first\n" + line.chopped(1);
        QTest::newRow("cut at its front") << "\x97\xa5 rest\n" + line;
        QTest::newRow("binary around it") << QByteArray(500, '\x01') + '\n' + line + QByteArray(500, '\x02');
        QTest::newRow("zeros before it") << "first\n" + QByteArray(300, '\0') + line;
        QTest::newRow("two logs in one line") << "first\n[INFO] HCCL(1,p):2026-03-18-10:30:07.0.0 fine" + line;
        QTest::newRow("coloured") << "first\n\x1b[31m" + line.chopped(1) + "\x1b[0m\n";
        QTest::newRow("a long line") << "first\n" + QByteArray(500'000, 'x') + line;
    }
    void anyEncodingAndAnyCut()
    {
        QFETCH(QByteArray, bytes);
        for (const qsizetype step : {1, 3, 4096, 10'000'000}) {
            Diagnosis diagnosis(rules());
            diagnosis.begin({u"a"_s, u"a.log"_s, QDate(2026, 12, 31)});
            for (qsizetype at = 0; at < bytes.size(); at += step)
                diagnosis.feed(QByteArrayView(bytes).sliced(at, qMin(step, bytes.size() - at)));
            diagnosis.end();
            const DiagnosisAnswer answer = diagnosis.answer();
            QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
            QCOMPARE(answer.first->line, 2);
            QVERIFY(answer.first->text.size() <= 402);
            QVERIFY(answer.first->text.contains(u"0x80e01801"_s));
        }
    }

    void nodesAreNamedByTheirFilesPlace_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("nodes");
        QTest::newRow("named") << QStringList{u"n1=/x/a.log"_s, u"n1=/x/b.log"_s} << QStringList{u"n1"_s, u"n1"_s};
        QTest::newRow("one") << QStringList{u"/x/node1.plog.log"_s} << QStringList{u"node1"_s};
        QTest::newRow("one folder") << QStringList{u"/x/node1.log"_s, u"/x/node2.log"_s}
                                    << QStringList{u"node1"_s, u"node2"_s};
        QTest::newRow("folders") << QStringList{u"/x/worker-0/plog/a.log"_s, u"/x/worker-0/os/messages"_s,
                                                u"/x/worker-1/plog/a.log"_s}
                                 << QStringList{u"worker-0"_s, u"worker-0"_s, u"worker-1"_s};
        QTest::newRow("mixed") << QStringList{u"n9=/y/a.log"_s, u"/x/node2.log"_s} << QStringList{u"n9"_s, u"node2"_s};
        QTest::newRow("an = in a folder") << QStringList{u"/x/a=b/c.log"_s} << QStringList{u"c"_s};
        QTest::newRow("stdin") << QStringList{u"-"_s} << QStringList{u"stdin"_s};
    }
    void nodesAreNamedByTheirFilesPlace()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, nodes);
        QStringList found;
        for (const LogSource &source : logSources(arguments))
            found << source.node;
        QCOMPARE(found, nodes);
    }

    // What is kept must not grow with the log: neither with its size nor with what is found in it.
    void threeHundredMegabytesAreNotKept()
    {
        const FileBox box;
        QByteArray block;
        for (int i = 0; block.size() < 1 << 20; ++i)
            block += i % 50 == 0 ? timeout("10:32:01") : info("10:20:00") + QByteArray(i % 300, 'x') + '\n';
        QFile file(box.filePath(u"large.log"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 0; i < 300; ++i)
            QCOMPARE(file.write(block), block.size());
        file.close();
        Diagnosis diagnosis(rules());
        diagnosis.begin({u"a"_s, file.fileName(), QDate(2026, 12, 31)});
        [[maybe_unused]] const qint64 before = residentKb(); // a sanitizer keeps memory of its own
        const Result<void> read
            = readPieces(file.fileName(), [&](const QByteArray &piece) { diagnosis.feed(piece); }, {});
        diagnosis.end();
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        const DiagnosisAnswer answer = diagnosis.answer();
        QCOMPARE(answer.sources.first().bytes, 300 * block.size());
        QCOMPARE(answer.first->count, 300 * block.count("wait socket"));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        const qint64 grown = residentKb() - before;
        QVERIFY2(before > 0 && grown < 16 * 1024, qPrintable(QString::number(grown)));
#endif
    }

    // A log of a year with a failure every half hour, and one made to be as slow as can be.
    void whatIsFoundIsBounded()
    {
        QByteArray year;
        for (int day = 1; day <= 28; ++day) {
            for (int i = 0; i < 48; ++i)
                year += QStringLiteral("[PID: 7] 2026-03-%1-%2:%3:00.1.1 EI0006: x\n")
                            .arg(day, 2, 10, QLatin1Char('0'))
                            .arg(i / 2, 2, 10, QLatin1Char('0'))
                            .arg(i % 2 * 30, 2, 10, QLatin1Char('0'))
                            .toUtf8();
        }
        const DiagnosisAnswer answer = diagnose({{u"a"_s, year}});
        qint64 count = answer.first->count;
        for (const FaultSighting &one : answer.consequences)
            count += one.count;
        QCOMPARE(count, 28 * 48);
        QVERIFY(answer.consequences.size() < 64);
        QByteArray all;
        for (const FaultRule &rule : rules())
            all += rule.signature.first().join(' ') + ' ';
        QVERIFY(diagnose({{u"a"_s, (all + '\n').repeated(20)}}).first);
    }

    // A bundle's top folder: what its nodes said, each under its name, and not what this program wrote beside it.
    void anUnpackedBundleIsReadNodeByNode()
    {
        QTemporaryDir home;
        QDir top(home.path());
        QVERIFY(top.mkpath(u"nodes/node1/logs"_s) && top.mkpath(u"nodes/node2/logs"_s) && top.mkpath(u"checks"_s));
        const auto write = [&](const QString &path, const QByteArray &text) {
            QFile file(top.filePath(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write(u"checks/checks.json"_s, "{}");
        write(u"nodes/node1/logs/service.log"_s, timeout("10:33:52"));
        const auto sourcesOfAll = [](const QStringList &folders) {
            QStringList told;
            const Result<QStringList> files = logFiles(folders);
            for (const LogSource &source : files ? logSources(*files) : QList<LogSource>())
                told << source.node + u' ' + source.file.section(u'/', -1);
            return told;
        };
        const auto sourcesOf = [&](const QString &folder) { return sourcesOfAll({folder}); };
        QVERIFY(sourcesOf(home.path()).contains(u"checks checks.json"_s)); // no README.txt: some folder
        write(u"README.txt"_s, "What this is");
        QVERIFY(top.mkpath(u"nodes/node1/host"_s));
        write(u"nodes/node1/host/processes.txt"_s, "1 0 root S Sat Nov 28 01:00:00 2026 1 init");
        write(u"nodes/node1/host/kernel-log.txt"_s, "[Sat Nov 28 01:00:00 2026] a");
        const QStringList logs{u"node1 kernel-log.txt"_s, u"node1 service.log"_s};
        QCOMPARE(sourcesOf(home.path()), logs); // the times of the processes are none of a log
        QCOMPARE(sourcesOf(home.filePath(u"nodes"_s)), logs);
        QCOMPARE(sourcesOf(QDir::current().relativeFilePath(home.path())), logs); // as somebody types it
        QVERIFY(QDir().mkpath(home.path() + u"-above"_s) && QDir().rename(home.path(), home.path() + u"-above/one"_s));
        QCOMPARE(sourcesOf(home.path() + u"-above"_s), logs);
        QVERIFY(QDir().rename(home.path() + u"-above/one"_s, home.path()) && QDir().rmdir(home.path() + u"-above"_s));
        write(u"nodes/node2/logs/service.log"_s, info("10:33:52"));
        QCOMPARE(sourcesOf(home.path()).size(), 3); // two of node1
        QCOMPARE(sourcesOf(home.path()).last(), u"node2 service.log"_s);
        // one node's folder, or both
        const QString one = home.filePath(u"nodes/node1"_s), two = home.filePath(u"nodes/node2"_s);
        QCOMPARE(sourcesOf(one), logs);
        QCOMPARE(sourcesOf(one + u'/'), logs);
        QCOMPARE(sourcesOf(QDir::current().relativeFilePath(one)), logs);
        QCOMPARE(sourcesOfAll({one, two}), logs + QStringList{u"node2 service.log"_s});
        QCOMPARE(sourcesOf(u"head="_s + one), (QStringList{u"head kernel-log.txt"_s, u"head service.log"_s}));
        // the last run's own log counts where it never came to start a service
        write(u"run.log"_s, "==> node2: image at 2026-11-28T01:00:00.000Z\nno such host\n");
        QCOMPARE(sourcesOf(home.path()).size(), 3);
        QVERIFY(top.mkpath(u"nodes/node1/before-last-run"_s));
        write(u"nodes/node1/before-last-run/service.log"_s, timeout("10:33:52"));
        QCOMPARE(sourcesOf(home.path()).filter(u"service.log"_s).size(), 2);
        QVERIFY(sourcesOf(home.path()).contains(u"run run.log"_s));
        QVERIFY(QDir(top.filePath(u"nodes/node1/before-last-run"_s)).removeRecursively());
        // there are files, but no log among them
        QVERIFY(QDir(top.filePath(u"nodes/node2/logs"_s)).removeRecursively());
        QCOMPARE(sourcesOfAll({one, two}), logs);
        QVERIFY(!logFiles({two}));
        QVERIFY(top.mkpath(u"nodes/node2/logs"_s));
        for (const QString &log : {u"nodes/node1/logs"_s, u"nodes/node2/logs"_s, u"nodes/node1/host"_s})
            QVERIFY(QDir(top.filePath(log)).removeRecursively());
        const Result<QStringList> none = logFiles({home.path()});
        QVERIFY(!none);
        QCOMPARE(none.error().message, u"The bundle in %1 holds no log of a node."_s.arg(home.path()));
    }

    // What a failed run kept is the logs of several nodes in one file, whatever that is called.
    void aKeptLogIsOfTheNodesThatItNames()
    {
        const FileBox box;
        const QString file = box.write(u"two-nodes.json.log"_s,
                                       "==> node1: start-service at 2026-03-18T10:20:00.000Z\n" + info("10:20:00")
                                           + timeout("10:32:00") + " ==> node9: forged\n"
                                           + "==> node2: start-service at 2026-03-18T10:20:00.000Z\n"
                                           + ecc("2026-03-18", "10:30:07")
                                           + "==> node3: pull-image at 2026-03-18T10:10:00.000Z\n"
                                             "OSError: No space left on device\n");
        Diagnosis diagnosis(rules());
        const Result<int> read = feedFiles(diagnosis, {file}, {});
        QVERIFY(read && *read == 1);
        const DiagnosisAnswer answer = diagnosis.answer();
        QCOMPARE(answer.sources.size(), 3);
        const auto placeOf = [&](const FaultSighting &one) {
            return u"%1 %2:%3"_s.arg(rules()[one.rule].id, answer.sources[one.source].node).arg(one.line);
        };
        QCOMPARE(placeOf(*answer.first), u"memory.disk node3:8"_s);
        QCOMPARE(timeText(answer.first->time), u"2026-03-18 10:10:00.000Z"_s); // when its step began
        QCOMPARE(answer.causes.size(), 1);
        QCOMPARE(placeOf(answer.causes.first()), u"hardware.hbm-multi-bit-ecc node2:6"_s);
        QCOMPARE(answer.consequences.size(), 1);
        QCOMPARE(placeOf(answer.consequences.first()), u"hccl.socket-timeout node1:3"_s);
        QCOMPARE(answer.sources[0].file, file);
        // any other file is one log
        const QString plain = box.write(u"plain.log"_s, "first\n==> node2: start-service\n" + timeout("10:32:00"));
        Diagnosis other(rules());
        QVERIFY(feedFiles(other, {plain, box.write(u"empty.log"_s, {})}, {}));
        QCOMPARE(other.answer().sources.size(), 2);
        QCOMPARE(other.answer().sources[0].node, u"plain"_s);
        QCOMPARE(other.answer().first->line, 3);
    }

    // What `ascendctl logs` and Save wrote names the node of each line.
    void aSavedLogIsOfTheNodesThatItNames_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("line");
        const QByteArray fault = ecc("2026-03-18", "10:30:07").trimmed();
        const QByteArray early = "2026-03-18T10:20:00.000Z", late = "2026-03-18T10:30:07.350Z";
        QTest::newRow("text") << QByteArray("-                         node1  vllm           starting\n" + early
                                            + "  node1  vllm  info     fine\n" + late + "  node 2  kernel  error    "
                                            + fault + "\n≥" + late + "  node 2  kernel           more\n")
                              << qint64(3);
        QTest::newRow("save") << QByteArray(early + "\tnode1\tvllm\tinfo\tfine\n" + late + "\tnode 2\tkernel\t\t"
                                            + fault + "\n")
                              << qint64(2);
        const auto object = [](const QByteArray &time, const QByteArray &node, const QByteArray &text) {
            return Json{{"time", time.toStdString()}, {"node", node.toStdString()}, {"process", "kernel"},
                        {"level", nullptr}, {"text", text.toStdString()}};
        };
        const Json first = object(early, "node1", "{\"x\": [1, 2]}"), second = object(late, "node 2", fault);
        QTest::newRow("follow") << QByteArray::fromStdString(first.dump() + '\n' + second.dump() + '\n') << qint64(2);
        const Json document{{"nodes", {{{"name", "node1"}, {"troubles", Json::array()}}}}, {"lines", {first, second}}};
        const QByteArray pretty = prettyJson(document);
        const qint64 line = pretty.left(pretty.indexOf("0x80e01801")).count('\n') + 1;
        QTest::newRow("json") << pretty << line;
        // many nodes come before the lines
        Json nodes = Json::array();
        for (int i = 0; i < 200; ++i)
            nodes.push_back({{"name", "node" + std::to_string(i)}, {"troubles", {"a trouble"}}});
        const QByteArray wide = prettyJson({{"nodes", nodes}, {"lines", {first, second}}});
        QTest::newRow("many nodes") << wide << qint64(wide.left(wide.indexOf("0x80e01801")).count('\n') + 1);
    }
    void aSavedLogIsOfTheNodesThatItNames()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, line);
        const FileBox box;
        Diagnosis diagnosis(rules());
        const Result<int> read = feedFiles(diagnosis, {box.write(u"all.txt"_s, text)}, {});
        QVERIFY(read && *read == 1);
        const DiagnosisAnswer answer = diagnosis.answer();
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QCOMPARE(answer.sources[answer.first->source].node, u"node 2"_s);
        QCOMPARE(answer.first->line, line);
        QVERIFY(answer.first->time && answer.first->time->zoneMinutes);
    }

    // One node's log has times, the other's none: nothing is apart from anything.
    void whereOneLogHasTimesNothingIsCompared_data()
    {
        QTest::addColumn<QByteArray>("other");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("dmesg's seconds") << QByteArray("[123.4] usb 1-1: new device\n");
        QTest::newRow("packed") << QByteArray("\x1f\x8b\x08 what is in it");
    }
    void whereOneLogHasTimesNothingIsCompared()
    {
        QFETCH(QByteArray, other);
        const DiagnosisAnswer answer = diagnose({{u"node1"_s, ecc("2026-03-18", "10:33:52")}, {u"node2"_s, other}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        for (const QString &note : answer.notes)
            QVERIFY2(!note.contains(u"apart"_s) && !note.contains(u"go back"_s), qPrintable(note));
    }

    // vLLM's stamps have no year; a line below says which it was, and it is not that of the file.
    void theYearIsTheOneThatTheLogSays()
    {
        const QByteArray old = "ERROR 10-11 11:30:29 [core.py:1] Engine core initialization failed. See root cause\n"
                               "[ERROR] 2025-10-11-11:31:29 (PID:7, Device:0) EI0006: Getting socket times out\n";
        const QByteArray same = "[ERROR] HCCL(1,p):2025-10-11-11:29:52.1.1 [a] EI0005: x\n";
        const DiagnosisAnswer answer = diagnose({{u"node1"_s, old}, {u"node2"_s, same}});
        QCOMPARE(idOf(answer.first), u"hccl.inconsistent"_s);
        QVERIFY2(answer.notes.isEmpty(), qPrintable(answer.notes.join(u'\n')));
        QCOMPARE(timeText(answer.sources.first().first).left(19), u"2025-10-11 11:30:29"_s);
        QVERIFY(!answer.sources.first().wasSetBack);
        // over the turn of the year
        const DiagnosisAnswer turn = diagnose({{u"a"_s, "ERROR 12-31 23:59:00 [c.py:1] EI0006: x\n"
                                                        "[ERROR] HCCL(1,p):2026-01-01-00:01:00.1.1 [a] EI0006: x\n"}});
        QCOMPARE(timeText(turn.sources.first().first).left(19), u"2025-12-31 23:59:00"_s);
    }

    // What users ask, what may be set and who was answered stands in lines of level INFO.
    void whatIsOnlyToldIsNoFailure_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char *line :
             {"INFO 11-20 10:00:02 [logger.py:43] Received request chatcmpl-1: prompt: 'What is No route to host?'",
              "INFO 11-20 10:00:02 [logger.py:43] Received request chatcmpl-1: prompt: '[ERROR] EI0006 core dumped'",
              "(APIServer pid=9) INFO 11-20 10:00:02 [a.py:1] HCCL_CONNECT_TIMEOUT=7200 set to avoid EI0006: Getting "
              "socket times out",
              "[2026-11-20 10:00:02.123] [1] [2] [server] [INFO] [a.cpp:1] retries after Address already in use: 3",
              "DEBUG 11-20 10:00:02 [a.py:1] No space left on device would end it"})
            QTest::newRow(QByteArray(line).left(60).constData()) << QByteArray(line) + '\n';
    }
    void whatIsOnlyToldIsNoFailure()
    {
        QFETCH(QByteArray, line);
        QCOMPARE(idOf(diagnose({{u"a"_s, line}}).first), QString());
        // the same words as an error are one
        QByteArray error = line;
        error.replace("INFO", "ERROR").replace("DEBUG", "ERROR").replace("Received request", "Failed request");
        QVERIFY(diagnose({{u"a"_s, error}}).first);
        const QByteArray negative = "INFO 11-20 10:00:02 [core.py:1] Available KV cache memory: -3.20 GiB\n";
        QCOMPARE(idOf(diagnose({{u"a"_s, negative}}).first), u"memory.kv-none"_s);
    }

    // What a start warns of and goes on without is neither a failure nor the cause of a later one.
    void whatAStartGoesOnWithoutIsNoCause()
    {
        const QByteArray start
            = "INFO 11-12 10:20:01 [api_server.py:1839] vLLM API server version 0.11.0\n"
              "/usr/lib/python3/torchvision/io/image.py:13: UserWarning: Failed to load image Python extension: "
              "'image.so: undefined symbol: _ZN3c10'If you don't plan on using it, you can ignore this warning.\n"
              "WARNING 11-12 10:20:23 [camem.py:63] Failed to import vllm_ascend_C:libascendcl.so: undefined symbol: "
              "aclrtFoo. Sleep mode will be disabled.\n";
        const DiagnosisAnswer well = diagnose({{u"a"_s, start + "INFO:     Application startup complete.\n"}});
        QCOMPARE(idOf(well.first), QString());
        const QByteArray memory = "(EngineCore_DP0 pid=812) ERROR 11-12 10:21:33 [core.py:842] RuntimeError: NPU out "
                                  "of memory. Tried to allocate 1.50 GiB\n";
        const DiagnosisAnswer failed = diagnose({{u"a"_s, start + memory}});
        QCOMPARE(idOf(failed.first), u"memory.npu"_s);
        QVERIFY(failed.isCause && failed.isCertain && failed.causes.isEmpty());
    }

    // A client's mistake in the morning is no cause of what ends the service at noon.
    void whatTheServiceWentOnAfterIsNoCause_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("alone"); // what is said of it where nothing else is there
        const auto row = [](const char *line, const QString &rule, const QString &alone) {
            QTest::newRow(line) << QByteArray(line) + '\n' << rule << alone;
        };
        const QString refused = u"of one request"_s, passing = u"may have gone on"_s;
        row("[2026-03-18 09:00:00.935] [905] [2814] [llm] [ERROR] [llm_manager_impl.cpp:987] Error: Forward is notOK!"
            "This model's maximum input ids length cannot be greater than 2559,the input ids length is 2757",
            u"mindie.too-long"_s, refused);
        row("[2026-03-18 09:00:00.935] [905] [2814] [server] [WARN] [a.cpp:9] [MIE04E020207] Model not found.",
            u"mindie.model-name"_s, refused);
        row("[2026-03-18 09:00:00.935] [905] [2814] [server] [WARN] [a.cpp:9] [MIE04E120208] x",
            u"memory.shm-mindie"_s, QString());
        row("(APIServer pid=9) WARNING 03-18 09:00:00 [a.py:1] Max retries exceeded with url: /image.png",
            u"network.offline"_s, passing);
        row("(APIServer pid=9) ERROR 03-18 09:00:00 [a.py:1] No route to host image.example", u"network.unreachable"_s,
            passing);
        row("(APIServer pid=9) WARNING 03-18 09:00:00 [a.py:1] certificate has expired (usage stats)",
            u"network.certificate-time"_s, passing);
    }
    void whatTheServiceWentOnAfterIsNoCause()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, rule);
        QFETCH(QString, alone);
        const QByteArray lost = "[ERROR] TSCH(5,):2026-03-18-11:20:00.1.2 [a.c:7] Device[3] lost heartbeat\n";
        QByteArray served = info("08:59:00") + "Daemon start success!\n" + line;
        for (int minute = 10; minute < 60; ++minute)
            served += info(QByteArray("09:" + QByteArray::number(minute) + ":00").constData());
        const DiagnosisAnswer answer = diagnose({{u"n1"_s, served}, {u"n2"_s, info("08:59:00") + lost}});
        QCOMPARE(idOf(answer.first), u"hardware.heartbeat"_s);
        QVERIFY(answer.isCause && answer.isCertain && answer.causes.isEmpty());
        QCOMPARE(idOf(answer.others.value(0)), rule);
        const QString notes = answer.notes.join(u' ');
        QVERIFY2(notes.contains(u"not taken for the cause"_s) && notes.contains(rule + u" (n1.log:3)"_s),
                 qPrintable(notes));
        QVERIFY2(!notes.contains(u"not of the service"_s), qPrintable(notes));
        // alone it is told as what it is
        const DiagnosisAnswer single = diagnose({{u"n1"_s, served}});
        QCOMPARE(idOf(single.first), rule);
        QVERIFY(single.isCause);
        QVERIFY2(alone.isEmpty() ? single.notes.isEmpty() : single.notes.join(u' ').contains(alone),
                 qPrintable(single.notes.join(u' ')));
    }

    void aLinkThatCameUpAgainIsNoCauseOfWhatFailsHoursLater()
    {
        const auto link = [](const char *clock, const char *what) {
            return QByteArray("[Wed Mar 18 ") + clock + " 2026] event 0x81078603 " + what + '\n';
        };
        const QByteArray down = link("08:00:10", "dev 2 link down"), up = link("08:00:12", "dev 2 link up"),
                         goesOn = "[Wed Mar 18 10:00:00 2026] perf: interrupt took too long\n";
        const auto memory = [](const char *clock) {
            return QByteArray("ERROR 03-18 ") + clock
                + " [core.py:842] RuntimeError: NPU out of memory. Tried to "
                  "allocate 1.50 GiB\n";
        };
        const DiagnosisAnswer answer = diagnose({{u"n1"_s, down + up + goesOn}, {u"n2"_s, memory("10:21:33")}});
        QCOMPARE(idOf(answer.first), u"memory.npu"_s);
        QVERIFY2(answer.isCause && answer.isCertain && answer.causes.isEmpty(), qPrintable(answer.notes.join(u' ')));
        QCOMPARE(idOf(answer.others.value(0)), u"hardware.link-down"_s);
        QCOMPARE(answer.others.first().count, 1);
        QVERIFY(!diagnose({{u"n1"_s, up}}).first);
        // what failed soon after may follow from it, and alone it is not certain either
        for (const QList<Log> &logs : {QList<Log>{{u"n1"_s, down + up + goesOn}, {u"n2"_s, memory("08:01:33")}},
                                       QList<Log>{{u"n1"_s, down + up + goesOn}}}) {
            const DiagnosisAnswer soon = diagnose(logs);
            QCOMPARE(idOf(soon.first), u"hardware.link-down"_s);
            QVERIFY(soon.isCause && !soon.isCertain);
            QVERIFY2(soon.notes.join(u' ').contains(u"came up again"_s), qPrintable(soon.notes.join(u' ')));
        }
        // another port's, too late, or down once more
        for (const QByteArray &kernel : {QByteArray(down + link("08:00:12", "dev 3 link up")),
                                         QByteArray(down + link("08:05:12", "dev 2 link up")),
                                         QByteArray(down + up
                                                    + link("08:00:20",
                                                           "dev 2 "
                                                           "link down"))})
            QCOMPARE(idOf(diagnose({{u"n1"_s, kernel + goesOn}, {u"n2"_s, memory("10:21:33")}}).first),
                     u"hardware.link-down"_s);
    }

    void whatFailsSoonAfterMayFollowFromIt()
    {
        const QByteArray route = "(APIServer pid=9) ERROR 03-18 11:25:00 [a.py:1] No route to host\n",
                         lost = "[ERROR] TSCH(5,):2026-03-18-11:30:00.1.2 [a.c:7] Device[3] lost heartbeat\n";
        const QByteArray ready = info("08:59:00") + "INFO:     Application startup complete.\n";
        QCOMPARE(idOf(diagnose({{u"n1"_s, ready + route}, {u"n2"_s, lost}}).first), u"network.unreachable"_s);
        // but not what had been there before, and nothing followed
        QByteArray before = route;
        before.replace("11:25", "09:25");
        QCOMPARE(idOf(diagnose({{u"n1"_s, ready + before + route}, {u"n2"_s, lost}}).first), u"hardware.heartbeat"_s);
        // a service that was not ready may have ended by it
        QCOMPARE(idOf(diagnose({{u"n1"_s, info("08:59:00") + before}, {u"n2"_s, lost}}).first),
                 u"network.unreachable"_s);
        // only what waited for it is there: a guess
        const DiagnosisAnswer waited = diagnose({{u"n1"_s, ready + before}, {u"n2"_s, timeout("11:30:00")}});
        QCOMPARE(idOf(waited.first), u"network.unreachable"_s);
        QVERIFY(waited.isCause && !waited.isCertain);
        // of the request's refusal nothing follows, not even the last failure
        const QByteArray refused = "[2026-03-18 20:00:00.935] [9] [8] [server] [WARN] [a.cpp:9] [MIE04E020207] x\n";
        QCOMPARE(idOf(diagnose({{u"n1"_s, ready + refused}, {u"n2"_s, lost}}).first), u"hardware.heartbeat"_s);
        const DiagnosisAnswer beside = diagnose({{u"n1"_s, timeout("11:30:00") + "[WARN] [MIE04E020207] x\n"}});
        QCOMPARE(idOf(beside.first), u"hccl.socket-timeout"_s);
        QVERIFY(!beside.isCause);
    }

    void whatRecoveredIsNoFailure()
    {
        const auto first = [](const QByteArray &text) { return idOf(diagnose({{u"a"_s, text}}).first); };
        const QByteArray head = "[2026-03-18 09:00:00.935] [905] [2814] [llm] [WARN] [a.cpp:9] ";
        QCOMPARE(first(head + "Socket bind failed, retry with next port 1121: success\n"), QString());
        QCOMPARE(first(head + "Pull kv failed 1 time(s), recomputed, request succeeded\n"), QString());
        for (const char *end : {"", " without success", ", not successful", ": unsuccessful", " (success_rate 0)"})
            QCOMPARE(first(head + "Pull kv failed" + end + '\n'), u"mindie.pull-kv"_s);
        QByteArray error = head + "Pull kv failed after 3 successful ones: success is over\n";
        error.replace("WARN", "ERROR");
        QCOMPARE(first(error), u"mindie.pull-kv"_s);
        // what is tried again until the service is ready
        const QByteArray retried = "WARNING 03-18 09:00:00 [a.py:1] socket timed out after 5000ms, will retry\n",
                         ready = "INFO:     Application startup complete.\n";
        QCOMPARE(first(retried), u"vllm.store-timeout"_s);
        QCOMPARE(first(retried + "INFO 03-18 09:00:05 [a.py:1] connected\n" + ready), QString());
        QCOMPARE(first(ready + retried), u"vllm.store-timeout"_s);
        QByteArray last = retried;
        last.replace(", will retry", "");
        QCOMPARE(first(retried + last + ready), u"vllm.store-timeout"_s);
    }

    void aServiceThatServesAgainIsSaid()
    {
        const QByteArray memory = "(EngineCore_DP0 pid=5) ERROR 03-18 10:00:00 [core.py:9] RuntimeError: NPU out of "
                                  "memory. Tried to allocate 2.00 GiB\n",
                         start = "(APIServer pid=7) INFO 03-18 10:02:00 [api_server.py:1] vLLM API server version x\n",
                         ready = "INFO:     Application startup complete.\n",
                         serves = "INFO 03-18 10:52:02 [loggers.py:123] Avg prompt throughput: 12.1 tokens/s\n";
        const QString since
            = u"The service of a got ready after this: it has served again since 2026-03-18 10:02:00.000."_s;
        QByteArray early = start;
        early.replace("10:02:00", "09:02:00");
        const DiagnosisAnswer answer = diagnose({{u"a"_s, early + ready + memory + start + ready + serves}});
        QCOMPARE(idOf(answer.first), u"memory.npu"_s);
        QVERIFY(answer.isCause && answer.isCertain);
        QVERIFY2(answer.notes.contains(since), qPrintable(answer.notes.join(u' ')));
        // it was ready before; it failed again; another node's is
        QByteArray later = memory;
        later.replace("10:00:00", "10:30:00");
        for (const QList<Log> &logs : {QList<Log>{{u"a"_s, early + ready + memory + start}},
                                       QList<Log>{{u"a"_s, memory + start + ready + later}},
                                       QList<Log>{{u"a"_s, memory}, {u"b"_s, start + ready + serves}}}) {
            const QString notes = diagnose(logs).notes.join(u' ');
            QVERIFY2(!notes.contains(u"served again"_s), qPrintable(notes));
        }
        // it was shut down since; before, it says nothing
        for (const char *stop : {"INFO:     Shutting down\n", "INFO:     Application shutdown complete.\n",
                                 "INFO 03-18 10:02:00 [launcher.py:110] Shutting down FastAPI HTTP server.\n",
                                 "2026-03-18T10:02:00 received signal SIGTERM\n", "Daemon is killing...\n"}) {
            const QString notes = diagnose({{u"a"_s, memory + start + ready + stop}}).notes.join(u' ');
            QVERIFY2(!notes.contains(u"served again"_s), qPrintable(notes));
            const QStringList again = diagnose({{u"a"_s, memory + stop + start + ready}}).notes;
            QVERIFY2(!again.filter(u"served again"_s).isEmpty(), stop);
        }
        // MindIE's line has no time: that of the line above it is that of the end
        const QByteArray ended = "[2026-03-18 10:00:00.000] [9] [8] [llm] [ERROR] [a.cpp:9] NPU out of memory. Tried "
                                 "to allocate 2.00 GiB\n[2026-03-18 10:00:01.000] [9] [8] [llm] [INFO] [a.cpp:9] x\n",
                         daemon = "Daemon start success!\n",
                         begins = "[2026-03-18 10:05:00.000] [9] [8] [llm] [INFO] [a.cpp:9] x\n";
        const auto isNoted = [](const QByteArray &text, const QString &since) {
            return diagnose({{u"a"_s, text}})
                .notes.contains(u"The service of a got ready after this: it has served again"_s + since);
        };
        const QString known = u" since 2026-03-18 10:05:00.000."_s;
        QVERIFY(isNoted(ended + daemon, u"."_s) && isNoted(ended + daemon + begins, u"."_s));
        QVERIFY(isNoted(ended + begins + daemon, known));
        QVERIFY(isNoted(ended + "2026-03-18T10:00:30.000 " + daemon, u" since 2026-03-18 10:00:30.000."_s));
    }

    void aServiceThatGotReadyEndsAFailure_data()
    {
        QTest::addColumn<bool>("isMindie");
        QTest::addColumn<QByteArray>("again");
        QTest::addColumn<QString>("rule");
        for (const bool isMindie : {false, true}) {
            const auto row = [&](const char *name, const char *again, const QString &rule) {
                QTest::addRow("%s, %s", name, isMindie ? "MindIE" : "vLLM") << isMindie << QByteArray(again) << rule;
            };
            row("aicore", "error code is 507014, aicore timeout", u"acl.aicore-timeout"_s);
            row("killed", "container exited with code 137", u"memory.killed"_s);
            row("dead", "EngineDeadError: see above", u"vllm.engine-init"_s);
        }
    }
    void aServiceThatGotReadyEndsAFailure()
    {
        QFETCH(bool, isMindie);
        QFETCH(QByteArray, again);
        QFETCH(QString, rule);
        const auto said = [&](const char *level, const char *clock, const QByteArray &words) -> QByteArray {
            return (isMindie ? QByteArray("[2026-03-18 ") + clock + ".000] [9] [8] [llm] [" + level + "] [a.cpp:9] "
                             : QByteArray("(EngineCore_DP0 pid=5) ") + level + " 03-18 " + clock + " [core.py:9] ")
                + words + '\n';
        };
        const QByteArray begins = said("INFO", "14:40:00", "version x"),
                         memory = said("ERROR", "14:47:32", "NPU out of memory. Tried to allocate 2.00 GiB")
                             + said("ERROR", "14:47:33", "EngineDeadError: x"),
                         start = isMindie ? QByteArray() : said("INFO", "15:00:00", "version x"),
                         ready = isMindie ? "Daemon start success!\n" : "INFO:     Application startup complete.\n",
                         fails = said("ERROR", "16:00:00", again);
        QByteArray serves;
        for (int minute = 10; minute < 60; ++minute)
            serves += said("INFO", ("15:" + QByteArray::number(minute) + ":00").constData(), "Engine 000: Avg x");
        const auto isApart = [&](const QList<Log> &logs) {
            const DiagnosisAnswer answer = diagnose(logs);
            return idOf(answer.first) == rule && answer.consequences.isEmpty() && answer.earlier.size() == 1
                && idOf(answer.earlier.first()) == u"memory.npu"_s;
        };
        const QByteArray all = memory + start + ready + serves + fails;
        QVERIFY(isApart({{u"a"_s, all}}));
        QVERIFY(isApart({{u"a"_s, begins + ready + memory + start + ready + serves + fails}}));
        QVERIFY(isApart({{u"a"_s, memory, u"old.log"_s}, {u"a"_s, start + ready + serves + fails, u"new.log"_s}}));
        QVERIFY(isApart({{u"a"_s, all}, {u"b"_s, begins + serves}}));
        // none got ready; another node's, and another one of this node, of which nothing says that it had failed
        QVERIFY(!isApart({{u"a"_s, memory + start + serves + fails}}));
        QVERIFY(!isApart({{u"a"_s, memory + serves + fails}, {u"b"_s, start + ready + serves}}));
        QVERIFY(!isApart({{u"a"_s, memory, u"one.log"_s}, {u"a"_s, begins + ready + serves + fails, u"two.log"_s}}));
    }

    // A restart policy appends to the log: what is asked is the last run, ready or not.
    void aNewStartEndsTheRunBefore_data()
    {
        QTest::addColumn<QByteArray>("banner"); // @: the hour
        QTest::newRow("vLLM") << QByteArray("(APIServer pid=7) INFO 03-18 @:20:10 [api_server.py:1839] vLLM API server "
                                            "version 0.11.0\n");
        QTest::newRow("MindIE") << QByteArray("ConfigManager: Load Config from /conf/config.json.\n"
                                              "[2026-03-18 @:20:10.000] [9] [8] [llm] [INFO] [a.cpp:9] x\n");
    }
    void aNewStartEndsTheRunBefore()
    {
        QFETCH(QByteArray, banner);
        const auto start = [&](const char *hour) { return QByteArray(banner).replace("@", hour); };
        const auto memory = [](const char *clock) {
            return QByteArray("ERROR 03-18 ") + clock
                + " [core.py:842] RuntimeError: NPU out of memory. Tried to "
                  "allocate 1.50 GiB\n";
        };
        const QByteArray port = "OSError: [Errno 98] Address already in use\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, start("10") + port + start("12") + memory("12:22:00")}});
        QCOMPARE(idOf(answer.first), u"memory.npu"_s);
        QVERIFY2(answer.isCause && answer.isCertain && answer.causes.isEmpty(), qPrintable(answer.notes.join(u' ')));
        QCOMPARE(answer.earlier.size(), 1);
        QCOMPARE(idOf(answer.earlier.first()), u"network.port-used"_s);
        // the next one ended by what no rule knows
        const QByteArray unknown = "Traceback (most recent call last):\n  File \"/x.py\", line 3, in x\n"
                                   "ZeroDivisionError: division by zero\n",
                         ended = "[ERROR] 2026-03-18-12:22:01 (PID:7, Device:-1, RankID:-1) ERR99999 UNKNOWN "
                                 "applicaiton exception\n";
        const DiagnosisAnswer second
            = diagnose({{u"a"_s, start("10") + memory("10:21:33") + start("12") + unknown + ended}});
        QCOMPARE(idOf(second.first), u"acl.torch-wrapper"_s);
        QVERIFY(!second.isCause);
        QVERIFY2(second.notes.join(u' ').contains(u"\"ZeroDivisionError: division by zero\" (a.log:"_s),
                 qPrintable(second.notes.join(u' ')));
        QCOMPARE(idOf(second.earlier.value(0)), u"memory.npu"_s);
        // nor does any line of it show that it ended
        const DiagnosisAnswer quiet = diagnose({{u"a"_s, start("10") + memory("10:21:33") + start("12") + unknown}});
        QVERIFY(!quiet.isCertain);
        QVERIFY2(quiet.notes.join(u' ').contains(u"started again after this and ended with \"ZeroDivisionError"_s),
                 qPrintable(quiet.notes.join(u' ')));
        // what several processes of one start say
        const DiagnosisAnswer one = diagnose({{u"a"_s, start("10") + port + start("10") + memory("10:22:00")}});
        QCOMPARE(idOf(one.first), u"network.port-used"_s);
        // the first start of two services in one log, and what a service says once
        const QByteArray other = QByteArray("decode-1  | ") + start("12");
        for (const QByteArray &text : {QByteArray(start("10") + port + other + memory("12:22:00")),
                                       QByteArray(port + start("12") + memory("12:22:00"))})
            QCOMPARE(idOf(diagnose({{u"a"_s, text}}).first), u"network.port-used"_s);
    }

    void noStartMendsADevice()
    {
        const QByteArray ready = info("10:00:00") + "INFO:     Application startup complete.\n",
                         hangs = hccl("10:40:00", "error code is 507014, aicore timeout");
        const DiagnosisAnswer answer = diagnose({{u"a"_s, ecc("2026-03-18", "09:50:00") + ready + hangs}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.earlier.isEmpty());
    }

    // Failures minutes apart are two, too, where the service got ready between them.
    void aFailureSoonAfterAStartIsItsOwn()
    {
        const auto memory = [](const char *clock) {
            return QByteArray("ERROR 03-18 ") + clock + " [core.py:9] NPU out of memory. Tried to allocate 2.00 GiB\n";
        };
        const QByteArray ready = "INFO:     Application startup complete.\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, memory("10:00:00") + ready + memory("10:06:00")}});
        QCOMPARE(answer.first->line, 3);
        QCOMPARE(answer.first->count, 1);
        QCOMPARE(answer.earlier.size(), 1);
    }

    // What stands below a file's name in a traceback is the program's text: another line of it was run.
    void aTracebacksSourceIsNotSaid_data()
    {
        QTest::addColumn<QByteArray>("before"); // each line
        QTest::addColumn<QByteArray>("quote");
        QTest::addColumn<QByteArray>("behind");
        QTest::newRow("plain") << QByteArray() << QByteArray("\"") << QByteArray();
        QTest::newRow("vLLM") << QByteArray("(EngineCore_DP0 pid=55) ERROR 11-30 11:50:02 [core.py:704] ")
                              << QByteArray("\"") << QByteArray();
        QTest::newRow("docker") << QByteArray("{\"log\":\"") << QByteArray("\\\"")
                                << QByteArray("\\n\",\"stream\":\"stderr\"}");
    }
    void aTracebacksSourceIsNotSaid()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, quote);
        QFETCH(QByteArray, behind);
        const auto said = [&](const QByteArrayList &lines) {
            QByteArray text;
            for (const QByteArray &line : lines)
                text += before + QByteArray(line).replace('~', quote) + behind + '\n';
            return text;
        };
        const QByteArrayList frames{"Traceback (most recent call last):", "  File ~/vllm/v1/core/kv.py~, line 7, in x",
                                    "    raise ValueError(~No available memory for the cache blocks. ~",
                                    "          ~Try increasing it.~)", "    ^^^^^^^^^^^^^^^^"};
        const QByteArray other = "(Worker_TP1 pid=9) ERROR 11-30 11:50:02 [core.py:704] a line in between\n";
        QCOMPARE(idOf(diagnose({{u"a"_s, said(frames + QByteArrayList{"AttributeError: 'X' has no y"})}}).first),
                 QString());
        QCOMPARE(idOf(diagnose({{u"a"_s, said(frames.first(2)) + other + said(frames.sliced(2))}}).first), QString());
        // the exception, and what is said after it
        for (const char *end : {"ValueError: No available memory for the cache blocks.",
                                "        No available memory for the cache blocks: indented, and no traceback's"}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, said(frames + QByteArrayList{"E", end})}});
            QCOMPARE(idOf(answer.first), u"memory.kv-none"_s);
            QCOMPARE(answer.first->line, 7);
        }
    }

    // Where the engine ended and nothing is known to be the cause: the exception that no rule knows may be it.
    void whatATracebackEndsWithIsQuoted_data() { aTracebacksSourceIsNotSaid_data(); }
    void whatATracebackEndsWithIsQuoted()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, quote);
        QFETCH(QByteArray, behind);
        const auto said = [&](const QByteArrayList &lines) {
            QByteArray text;
            for (const QByteArray &line : lines)
                text += before + QByteArray(line).replace('~', quote) + behind + '\n';
            return text;
        };
        const auto notes = [](const QByteArray &text) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, text}});
            return (answer.isCause ? u"cause "_s : idOf(answer.first) + u' ') + answer.notes.join(u' ');
        };
        const QByteArrayList failed{"EngineCore failed to start."};
        const QByteArrayList frames{"Traceback (most recent call last):", "  File ~/vllm/v1/core.py~, line 7, in x",
                                    "    raise x from y", "    ^^^^^^^^^^^^^^",
                                    "  [Previous line repeated 9 more times]"};
        const QByteArrayList unknown{"IsADirectoryError: [Errno 21] Is a directory: '/models/ds/config.json'"};
        const QString nowhere = u"its cause is not in these logs"_s;
        const auto quoted = [](int line) {
            return u"\"IsADirectoryError: [Errno 21] Is a directory: '/models/ds/config.json'\" (a.log:%1)"_s
                .arg(line);
        };
        const QString below = notes(said(failed + frames + unknown));
        QVERIFY2(below.startsWith(u"vllm.engine-init "_s) && below.contains(quoted(7)), qPrintable(below));
        QVERIFY2(!below.contains(nowhere), qPrintable(below));
        QVERIFY(notes(said(frames + unknown + failed)).contains(quoted(6)));

        const QByteArray other = "(Worker_TP1 pid=9) ERROR 11-30 11:50:02 [core.py:704] ValueError: in between\n";
        const QString mixed = notes(said(failed + frames) + other + said(unknown));
        QVERIFY2(mixed.contains(quoted(8)), qPrintable(mixed));

        // of a chain the first one, wherever the engine says that it ended
        const QByteArrayList chain
            = frames + unknown
            + QByteArrayList{"", "The above exception was the direct cause of the following exception:", ""} + frames
            + QByteArrayList{"RuntimeError: no configuration"};
        for (const QByteArrayList &lines : {failed + chain, chain + failed}) {
            const QString first = notes(said(lines));
            QVERIFY2(first.contains(quoted(lines.first() == failed.first() ? 7 : 6)), qPrintable(first));
            QVERIFY2(!first.contains(u"no configuration"_s), qPrintable(first));
        }

        const QString typed = notes(
            said(failed + frames
                 + QByteArrayList{"ValueError: bad {~messages~: [{~role~: ~user~, ~content~: ~a secret~}]}"}));
        QVERIFY2(typed.contains(u"\"ValueError: bad"_s) && !typed.contains(u"secret"_s), qPrintable(typed));

        // what a rule knows, what says only that somebody ended it, and what is no exception
        for (const char *end : {"RuntimeError: Engine core initialization failed. See root cause above.",
                                "KeyboardInterrupt", "INFO:     Shutting down", "Loading weights: 7",
                                "Exception: WorkerProc initialization failed due to an exception in a background "
                                "process. See stack trace for root cause."}) {
            const QString none = notes(said(failed + frames + QByteArrayList{end}));
            QVERIFY2(none.contains(nowhere) && !none.contains(u"traceback"_s), qPrintable(none));
        }
        const QString known = notes(said(failed + frames + QByteArrayList{"RuntimeError: can't start new thread"}));
        QVERIFY2(known.startsWith(u"cause "_s) && !known.contains(u"traceback"_s), qPrintable(known));
    }

    // f2 found no model, and no rule knows how it said so; minutes later a port was taken on f1.
    void aTracebackOfAnotherNodeBeforeIsNotPassedOver()
    {
        const QByteArray starts = "(APIServer pid=640) INFO 03-18 10:10:22 [api_server.py:1839] starts\n",
                         raised = "(APIServer pid=640) Traceback (most recent call last):\n"
                                  "(APIServer pid=640)   File \"/x/hub.py\", line 300, in cached_file\n"
                                  "(APIServer pid=640) OSError: /models/Q is not what it was.\n",
                         port = "(APIServer pid=7) INFO 03-18 10:20:22 [api_server.py:1839] starts\n"
                                "(APIServer pid=7) OSError: [Errno 98] Address already in use\n";
        const QString ended = u"ended with \"OSError: /models/Q is not what it was.\" (f2.log:4) before this"_s;
        const DiagnosisAnswer answer = diagnose({{u"f2"_s, starts + raised}, {u"f1"_s, port}});
        QCOMPARE(idOf(answer.first), u"network.port-used"_s);
        QVERIFY(answer.isCause && !answer.isCertain);
        QVERIFY2(answer.notes.join(u' ').contains(ended), qPrintable(answer.notes.join(u' ')));
        // alone it is named
        for (const QByteArray &text : {QByteArray(starts + raised), raised}) {
            const DiagnosisAnswer alone = diagnose({{u"f2"_s, text}});
            QVERIFY(!alone.first);
            QVERIFY2(alone.notes.join(u' ').contains(
                         u"ends with \"OSError: /models/Q is not what it was.\" (f2.log:"_s),
                     qPrintable(alone.notes.join(u' ')));
        }
        // the service went on, something explains it, or it came after
        const QByteArray ready = "(APIServer pid=640) INFO:     Application startup complete.\n";
        QByteArray late = starts + raised;
        late.replace("10:10:22", "10:40:22");
        for (const QByteArray &other :
             {QByteArray(starts + raised + ready), QByteArray(timeout("10:10:20") + starts + raised), late}) {
            const QString notes = diagnose({{u"f2"_s, other}, {u"f1"_s, port}}).notes.join(u' ');
            QVERIFY2(!notes.contains(u"traceback"_s), qPrintable(notes));
        }
        QVERIFY(diagnose({{u"f2"_s, starts + raised + ready}}).notes.isEmpty());
    }

    void onlyATracebackNearbyIsQuoted()
    {
        const auto said = [](const QByteArray &before, const char *end, const char *path = "/vllm/core.py") {
            return before + "Traceback (most recent call last):\n" + before + "  File \"" + path
                + "\", line 7, in x\n" + before + "    x()\n" + before + end + '\n';
        };
        const auto notes = [](const QList<Log> &logs) { return diagnose(logs).notes.join(u' '); };
        const auto isQuoted = [](const QString &notes) {
            return notes.contains(u"ends with \"KeyError: 'x'\""_s) && !notes.contains(u"its cause is not in"_s);
        };
        const QByteArray failed = "ERROR 11-30 11:50:02 [core.py:708] EngineCore failed to start.\n";
        const QByteArray raised = said("ERROR 11-30 11:45:02 [core.py:704] ", "KeyError: 'x'");
        const QString same = notes({{u"a"_s, raised + failed}});
        QVERIFY2(isQuoted(same), qPrintable(same));
        const QString elsewhere = notes({{u"a"_s, failed}, {u"a"_s, raised, u"w.log"_s}});
        QVERIFY2(isQuoted(elsewhere) && elsewhere.contains(u"(w.log:4)"_s), qPrintable(elsewhere));
        QVERIFY(!isQuoted(notes({{u"a"_s, failed}, {u"b"_s, raised}})));
        QVERIFY(!isQuoted(notes({{u"a"_s, said("ERROR 11-30 11:39:02 [core.py:704] ", "KeyError: 'x'") + failed}})));
        QVERIFY(!isQuoted(notes({{u"a"_s, said("WARNING 11-30 11:45:02 [a.py:704] ", "KeyError: 'x'") + failed}})));
        QVERIFY(!isQuoted(notes({{u"a"_s, raised + "INFO:     Application startup complete.\n" + failed}})));

        // another program's, and a container's that shows what it is
        QVERIFY(!isQuoted(notes(
            {{u"a"_s, said("Nov 30 11:50:01 node1 backup[12]: ", "KeyError: 'x'", "/opt/copy.py") + failed}})));
        QVERIFY(isQuoted(notes({{u"a"_s, said("Nov 30 11:50:01 node1 qwen[12]: ", "KeyError: 'x'") + failed}})));

        // who waited for another rank raises that; what was raised before may be why the other one was not there
        const QByteArray first
            = said("[ERROR] HCCL(7,python3):2026-03-18-10:32:08.113.403 [a.cc:7] [7]", "KeyError: 'x'");
        QVERIFY(!isQuoted(notes({{u"a"_s, first + timeout("10:32:09")}})));
        QVERIFY(isQuoted(notes({{u"a"_s, first + timeout("10:34:09")}})));

        QByteArray many;
        for (int i = 0; i < 1000; ++i)
            many += said("ERROR 11-30 11:45:02 [core.py:704] ", qPrintable(u"ValueError: %1"_s.arg(i)));
        const DiagnosisAnswer answer = diagnose({{u"a"_s, many + raised + failed}});
        QVERIFY(isQuoted(answer.notes.join(u' ')));
        QVERIFY(answer.sources.first().exceptions.size() <= 64);
        QCOMPARE(answer.sources.first().exceptions.first().text, u"ValueError: 0"_s);
    }

    // ~ stands for a quote, @ for what is told.
    void everyLayoutOfALevelIsKnown_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("isTold");
        const auto row = [](const char *line, bool isTold) {
            QTest::newRow(line) << QByteArray(line).replace('~', '"').replace('@', "No space left on device") + '\n'
                                << isTold;
        };
        row("time=~2026-11-30T10:00:00.123456789+08:00~ level=info msg=~check: @~", true);
        row("time=~2026-11-30T10:00:00.123456789+08:00~ level=debug msg=~check: @~", true);
        row("time=~2026-11-30T10:00:00.123456789+08:00~ level=error msg=~INFO: @~", false);
        row("{~level~:~info~,~msg~:~@ check ok~}", true);
        row("{~level~: ~INFO~, ~message~: ~@ check ok~}", true);
        row("{~levelname~: ~DEBUG~, ~message~: ~@ check ok~}", true);
        row("{~message~:~a check of what would be there if somebody wrote too much into the folder that is for logs and"
            " for other files, which is not the case: @~,~level~:~info~}",
            true);
        row("{~log~:~{\\~level\\~:\\~info\\~,\\~msg\\~:\\~@\\~}\\n~,~stream~:~stdout~}", true);
        row("{~level~:~error~,~msg~:~@~}", false);
        row("{~message~:~@~}", false);
        row("I1130 10:00:00.000000 1 file.go:1] @", true);
        row("E1130 10:00:00.000000 1 file.go:1] @", false);
        row("2026-11-30 10:00:00 <INFO> @", true);
        row("2026-11-30T10:00:00.358351+00:00|info|sysmonitor[1]: @", false);
        row("[2026-11-30 10:00:00] [info] @", true);
        row("2026-11-30 10:00:00 ERROR x: @, see INFO above", false);
        row("2026-11-30 10:00:00 log_level=info: @", false);
    }
    void everyLayoutOfALevelIsKnown()
    {
        QFETCH(QByteArray, line);
        QFETCH(bool, isTold);
        QCOMPARE(idOf(diagnose({{u"a"_s, line}}).first), isTold ? QString() : u"memory.disk"_s);
    }

    // The body of a request, as logs have it: its words are a user's. ~ stands for a quote.
    // A service that waited and then was ready did not fail; one that waits still, or again, may have.
    void waitingThatIsOverIsNoFailure()
    {
        const QByteArray waits = "(APIServer pid=9) INFO 11-20 10:00:02 [utils.py:777] Waiting for 2 local, 2 remote "
                                 "core engine proc(s) to start.\n",
                         refused = "curl: (7) Failed to connect to 10.20.0.2 port 1025: Connection refused\n",
                         slow = "(EngineCore pid=7) INFO 11-20 10:01:02 [shm_broadcast.py:466] x\n"
                                "WARNING 11-20 10:02:02 [shm_broadcast.py:466] No available shared memory broadcast "
                                "block found in 60 seconds.\n",
                         ready = "INFO:     Application startup complete.\n",
                         serves = "INFO 11-20 10:05:02 [loggers.py:123] Avg prompt throughput: 12.1 tokens/s\n",
                         cause = "[PID: 7] 2026-11-20-10:00:03.1.1 Communication_Error_Bind_IP_Port(EI0019): x\n";
        const auto first = [](const QByteArray &text) { return idOf(diagnose({{u"a"_s, text}}).first); };
        QCOMPARE(first(waits), u"vllm.waiting"_s);
        QCOMPARE(first(waits + refused + slow + ready + serves), QString());
        QCOMPARE(first(refused + "Daemon start success!\n"), QString());
        QCOMPARE(first(waits + ready + refused), u"network.refused"_s);
        QCOMPARE(first(waits + ready + serves + waits), u"vllm.waiting"_s);
        QCOMPARE(first(waits + cause + ready + serves), u"hccl.port"_s);
        // another process being ready says nothing of this one; nor do users
        QCOMPARE(idOf(diagnose({{u"a"_s, waits}, {u"b"_s, ready}}).first), u"vllm.waiting"_s);
        const QByteArray asked
            = "INFO 11-20 10:05:02 [l.py:43] Received request a: prompt: 'Application startup complete'\n";
        QCOMPARE(first(waits + asked), u"vllm.waiting"_s);
        QCOMPARE(first("INFO 11-20 10:00:02 [a.py:1] retries after Connection refused: 0, fallback ok, server is up\n"),
                 QString());
    }

    void whatUsersTypedIsNoFailure_data()
    {
        QTest::addColumn<QByteArray>("line");
        const QByteArray typed = "NPU out of memory. Tried to allocate 2.00 GiB; EI0006; No space left on device";
        for (const char *line :
             {"{~messages~: [{~role~: ~user~, ~content~: ~@@~}]}", "{~role~:~user~,~content~:~@@~}",
              "{~content~: ~@@~, ~role~: ~user~}", "{~model~:~r1~,~prompt~:~@@~,~max_tokens~:8}",
              "{~prompt~: [~@@~, ~b~]}", "{~inputs~: ~@@~, ~parameters~: {}}",
              "{'role': 'user', 'content': '@@'}", "  ~content~: ~@@~,", "    ~prompt~: ~@@~",
              "{~log~:~{\\~role\\~:\\~user\\~,\\~content\\~:\\~@@\\~}\\n~,~stream~:~stdout~}",
              "ERROR 11-20 10:00:02 [serving.py:1] bad request {~messages~: [{~role~: ~user~, ~content~: ~@@~}]}",
              "INFO 11-20 10:00:02 [logger.py:43] Received request c-1: prompt: '@@', params: SamplingParams(n=1)",
              "ERROR 11-20 10:00:02 [logger.py:43] Request c-1 details: prompt: '@@', prompt_token_ids: None",
              "ERROR 11-20 10:00:02 [serving.py:9] Error with model error=ErrorInfo(message='The model `@@` does not "
              "exist.', type='NotFoundError', param=None, code=404)",
              "ERROR 11-20 10:00:02 [a.py:9] 1 validation error: type=missing, input_value={'text': '@@'}",
              "WARNING 11-20 10:00:02 [protocol.py:9] The following fields were present in the request but ignored: "
              "{'@@'}",
              "Mar 18 10:00:00 node1 sudo[7]: ops : TTY=pts/0 ; PWD=/root ; USER=root ; COMMAND=/usr/bin/grep -r @@ /",
              "Mar 18 10:00:00 node1 systemd[1]: Started /usr/bin/grep -rn @@ /var/log.",
              "[2026-11-20 10:00:02] Receive: obj=GenerateReqInput(rid='a', text='@@', sampling_params={})",
              "[2026-11-20 10:00:02 TP0] Finish: obj=GenerateReqInput(rid='a', text=~@@~), out={'text': '@@'}",
              "[2026-11-20 10:00:02] Receive OpenAI: obj={'model': 'r1', 'user': '@@'}",
              "{~timestamp~: ~x~, ~event~: ~request.received~, ~rid~: ~a~, ~obj~: {~rid~: ~a~, ~text~: ~@@~}}",
              "{~model~: ~r1~, ~messages~: [{~role~: ~user~, ~content~: [{~type~: ~text~, ~text~: ~@@~}]}]}",
              "+ dmesg | grep '@@'", "++ echo @@", "2026-03-18T10:00:00.123456789Z + echo '@@'",
              "2026-03-18 10:00:00,123 + echo '@@'", "[2026-03-18 10:00:00] ++ echo '@@'", "+(start.sh:3): echo '@@'",
              "+ start.sh:3: echo '@@'", "+start.sh:3:main: echo '@@'", "[root@node1 ~]# dmesg | grep @@",
              "root@node1:/data$ journalctl -k | grep -i @@", "Mar 18 10:00:00 node1 start.sh[7]: + echo '@@'",
              "root@node1:~# dmesg -T | grep -i -E '@@'"})
            QTest::newRow(line) << QByteArray(line).replace('~', '"').replace("@@", typed) + '\n';
        QTest::newRow("a long one, in parts")
            << "{\"messages\": [{\"role\": \"user\", \"content\": \"" + QByteArray(200'000, 'x') + typed + "\"}]}\n";
    }
    void whatUsersTypedIsNoFailure()
    {
        QFETCH(QByteArray, line);
        QCOMPARE(idOf(diagnose({{u"a"_s, line}}).first), QString());
        // what comes after it is the service's
        const QByteArray failed
            = line + "ERROR 11-20 10:00:03 [a.py:1] NPU out of memory. Tried to allocate 2.00 GiB\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, failed}});
        QCOMPARE(idOf(answer.first), u"memory.npu"_s);
        QCOMPARE(answer.first->line, 2);
    }
    // grep puts a file and a number before each line: its time, its level and who speaks stand behind them.
    void whatGrepPutsBeforeALineHidesNothing_data()
    {
        QTest::addColumn<QByteArray>("prefix");
        for (const char *prefix :
             {"service.log:123:", "/var/log/node1/messages:7:", "123:", "node-1/vllm.log.1:", "service.log-124-",
              "124-"})
            QTest::newRow(prefix) << QByteArray(prefix);
    }
    void whatGrepPutsBeforeALineHidesNothing()
    {
        QFETCH(QByteArray, prefix);
        const QByteArray told = prefix + "INFO 11-30 11:50:02 [a.py:1] a check: No space left on device\n",
                         nginx = prefix
            + "Nov 30 11:50:02 node1 nginx[12]: bind() failed (98: Address already in use)\n",
                         counted = prefix + "1796039402.000000 node1 vllm[7]: No space left on device\n",
                         klog = prefix + "E1130 11:50:02.000000 1 file.go:1] No space left on device\n";
        QCOMPARE(idOf(diagnose({{u"n1"_s, told}}).first), QString());
        QCOMPARE(diagnose({{u"n1"_s, nginx}}).first->program, u"nginx"_s);
        for (const QByteArray &line : {counted, klog}) {
            const DiagnosisAnswer answer = diagnose({{u"n1"_s, line}});
            QCOMPARE(idOf(answer.first), u"memory.disk"_s);
            QVERIFY2(timeText(answer.first->time).startsWith(u"2026-11-30 11:50:02"_s), qPrintable(answer.first->text));
            QVERIFY(answer.first->text.startsWith(QString::fromLatin1(prefix))); // as the user has it
        }
    }
    void whatOnlyLooksLikeGrepStays()
    {
        for (const char *line :
             {"core.py:704: UserWarning: x", "2026-03-18-10:33:52.113.403 EI0006", "10:33:52:INFO x", "16-2026 INFO",
              "[ERROR] HCCL(1,p):2026-03-18-10:33:52.1.1 [a.cc:7]", "a.log:12: INFO"})
            QCOMPARE(grepPrefixSize(line), 0);
    }

    // A terminal's text: what was typed, and what it prints of itself, is no engine's.
    void whatWasTypedInATerminalIsNoFailure_data()
    {
        QTest::addColumn<QByteArray>("text");
        const QByteArray failed = "ERROR 11-19 09:00:00 [a.py:1] NPU out of memory. Tried to allocate 2.00 GiB";
        for (const char *text :
             {"root@node1:~# cat > a.log <<'EOF'\n@@\nEOF\n", "$ cat <<-EOF > a.log\n> @@\n> EOF\n",
              "cat << END | tee a.log\n@@\nTraceback\n@@\n  END\n", "# echo \"@@\" > a.log; cat a.log\n@@\n",
              "bash-5.1# grep -c '@@' a.log\n0\n", "(base) [root@node1 vllm]# echo '@@'\n@@\n",
              "(base) root@node1:~# printf '@@'\n@@\n", "$ python3 -c \"raise ValueError('@@')\"\n"})
            QTest::newRow(text) << QByteArray(text).replace("@@", failed);
    }
    void whatWasTypedInATerminalIsNoFailure()
    {
        QFETCH(QByteArray, text);
        const DiagnosisAnswer typed = diagnose({{u"a"_s, text}});
        QVERIFY2(!typed.first, qPrintable(idOf(typed.first)));
        // what comes after it is the service's, the same words too
        const QByteArray own = "ERROR 11-20 10:00:03 [a.py:1] NPU out of memory. Tried to allocate 2.00 GiB\n";
        const DiagnosisAnswer answer = diagnose({{u"a"_s, text + "$ tail -1 service.log\n" + own}});
        QCOMPARE(idOf(answer.first), u"memory.npu"_s);
        QCOMPARE(answer.first->line, text.count('\n') + 2);
    }
    // The text below a command goes on to the end of what was copied.
    void aTextThatNeverEndsHidesNothing()
    {
        const QByteArray own = "ERROR 11-20 10:00:03 [a.py:1] NPU out of memory. Tried to allocate 2.00 GiB\n";
        QCOMPARE(idOf(diagnose({{u"a"_s, "$ cat <<EOF\n" + own}}).first), u"memory.npu"_s);
        QCOMPARE(idOf(diagnose({{u"a"_s, "$ cat <<EOF\n" + QByteArray("x\n").repeated(2000) + own}}).first),
                 u"memory.npu"_s);
        QCOMPARE(idOf(diagnose({{u"a"_s, "$ echo $((1 << n)) <<< x\n" + own}}).first), u"memory.npu"_s);
    }

    void whatServicesWriteAsJsonIsRead_data()
    {
        QTest::addColumn<QByteArray>("line");
        const QByteArray failure = "NPU out of memory. Tried to allocate 2 GiB";
        for (const char *line :
             {"{~log~:~RuntimeError: @@\\n~,~stream~:~stderr~,~time~:~2026-11-20T10:00:02Z~}",
              "{~content~:~ERROR @@~,~__tag__~:~node1~}", "{~role~:~prefill~,~message~:~@@~}",
              "{~level~:~ERROR~,~messages~:[~@@~]}", "{~prompt_tokens~: 12, ~error~: ~@@~}",
              "{~usage~:{~prompt~: 12}, ~error~: ~@@~}",
              "ERROR 11-20 10:00:02 @@ for request {~messages~: [{~role~: ~user~, ~content~: ~x~}]}"})
            QTest::newRow(line) << QByteArray(line).replace('~', '"').replace("@@", failure) + '\n';
    }
    void whatServicesWriteAsJsonIsRead()
    {
        QFETCH(QByteArray, line);
        QCOMPARE(idOf(diagnose({{u"a"_s, line}}).first), u"memory.npu"_s);
    }

    // Docker's json-file of a container whose clock is eight hours ahead of UTC: the lines within tell that clock.
    void aCollectorsTimeIsThatOfItsWholeFile()
    {
        const auto record = [](const char *text, const char *second) {
            return QByteArray("{~log~:~")
                .append(text)
                .append("\\n~,~stream~:~stderr~,~time~:~2026-11-12T02:21:")
                .append(second)
                .append("Z~}\n")
                .replace('~', '"');
        };
        const QByteArray memory = record("(EngineCore_DP0 pid=812) ERROR 11-12 10:21:33 [core.py:842] RuntimeError: "
                                         "NPU out of memory. Tried to allocate 1.50 GiB",
                                         "33.1"),
                         ended = record("[ERROR] 2026-11-12-10:21:34 (PID:640, Device:-1, RankID:-1) ERR99999 UNKNOWN "
                                        "applicaiton exception",
                                        "34.123456789");
        for (const QByteArray &text : {memory + ended, QByteArray(memory + ended).replace("\":\"", "\": \"")}) {
            const DiagnosisAnswer answer = diagnose({{u"n1"_s, text}});
            QCOMPARE(idOf(answer.first), u"memory.npu"_s);
            QVERIFY2(answer.isCause && answer.isCertain, qPrintable(answer.notes.join(u' ')));
            QVERIFY(answer.earlier.isEmpty() && !answer.sources.first().wasSetBack);
            QCOMPARE(idOf(answer.consequences.value(0)), u"acl.torch-wrapper"_s);
            QCOMPARE(timeText(answer.consequences.first().time), u"2026-11-12 02:21:34.123Z"_s);
        }
        // a record that is longer than where other stamps are looked for, and a message that quotes such a record
        const QByteArray longer
            = record((QByteArray(600, '.') + " NPU out of memory. Tried to allocate 1.50 GiB").constData(), "33.1"),
            quoting = record("ERROR 11-12 10:21:33 {\\~time\\~:\\~2025-01-01T00:00:00Z\\~} NPU out of "
                             "memory. Tried to allocate 1.50 GiB",
                             "33.1");
        for (const QByteArray &text : {longer, quoting})
            QCOMPARE(timeText(diagnose({{u"n1"_s, text}}).first->time), u"2026-11-12 02:21:33.100Z"_s);
    }

    // The kernel says in three lines whose memory it was, the last of them of what ended.
    void aContainersLimitIsNotTheHostsMemory()
    {
        const QByteArray asked = "[Wed Mar 18 10:30:01 2026] VLLM::Worker_TP invoked oom-killer: gfp_mask=0xcc0\n",
                         limit = "[Wed Mar 18 10:30:01 2026] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),"
                                 "oom_memcg=/docker/0f1e,task_memcg=/docker/0f1e,task=VLLM::Worker_TP,pid=55,uid=0\n"
                                 "[Wed Mar 18 10:30:01 2026] Memory cgroup out of memory: Killed process 55 "
                                 "(VLLM::Worker_TP) total-vm:9000000kB\n",
                         host = "[Wed Mar 18 10:30:01 2026] oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),"
                                "global_oom,task_memcg=/docker/0f1e,task=VLLM::Worker_TP,pid=55,uid=0\n"
                                "[Wed Mar 18 10:30:01 2026] Out of memory: Killed process 55 (VLLM::Worker_TP)\n";
        for (const auto &[text, rule] :
             {std::pair{limit, u"memory.container-oom"_s}, std::pair{host, u"memory.host-oom"_s}}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, asked + text}, {u"b"_s, timeout("10:31:00")}});
            QCOMPARE(idOf(answer.first), rule);
            QVERIFY(answer.isCause && answer.causes.isEmpty());
        }
    }

    // On a node other programs run, too: what becomes of them explains nothing while something else does.
    void whatAnotherProgramSaysIsNoCause_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("program"); // empty: the service's own
        const auto row = [](const char *line, const QString &rule, const char *program) {
            QTest::newRow(line) << QByteArray(line) + '\n' << rule << QString::fromLatin1(program);
        };
        const QString port = u"network.port-used"_s, disk = u"memory.disk"_s, oom = u"memory.host-oom"_s,
                      limit = u"memory.container-oom"_s;
        row("Nov 30 11:50:02 node1 nginx[12]: bind() to 0.0.0.0:80 failed (98: Address already in use)", port, "nginx");
        row("2026-11-30T11:50:02.123456 node1 rpcbind: cannot bind: Address already in use", port, "rpcbind");
        row("[Mon Nov 30 11:50:02 2026] systemd[1]: rpcbind.socket: Failed to listen: Address already in use", port,
            "rpcbind.socket");
        row("Nov 30 11:50:02 node1 rsyslogd: write error: No space left on device", disk, "rsyslogd");
        row("2026/11/30 11:50:02 [emerg] 12#12: bind() to 0.0.0.0:80 failed (98: Address already in use)", port,
            "nginx");
        row("2026/11/30 11:50:02 nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)", port,
            "nginx");
        row("ts=2026-11-30T11:50:02.1Z caller=node_exporter.go:91 level=error msg=\"bind: address already in use\"",
            port, "node_exporter.go");
        row("[Mon Nov 30 11:50:02 2026] Out of memory: Killed process 4411 (backup-agent) total-vm:2000kB", oom,
            "backup-agent");
        row("Nov 30 11:50:02 node1 kernel: Out of memory: Kill process 4411 (Web Content) score 9", oom, "Web Content");
        row("[Mon Nov 30 11:50:02 2026] oom-kill:constraint=CONSTRAINT_NONE,task_memcg=/docker/0f,task=firefox,pid=1",
            oom, "firefox");
        row("[Mon Nov 30 11:50:02 2026] Memory cgroup out of memory: Killed process 4411 (mysqld)", limit, "mysqld");
        row("[Mon Nov 30 11:50:02 2026] input-remap invoked oom-killer: gfp_mask=0xcc0", u"memory.oom-killer"_s,
            "input-remap");
        row("Nov 30 11:50:02 node1 train-job[1300]: RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB",
            u"memory.npu"_s, "train-job");
        row("Nov 30 11:50:02 node1 train-job[1300]: [rank0]: RuntimeError: NPU out of memory. Tried to allocate 2 GiB",
            u"memory.npu"_s, "train-job");
        row("Nov 30 11:50:02 node1 python3[1300]: RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB",
            u"memory.npu"_s, "");
        row("[Mon Nov 30 11:50:02 2026] firefox[4411]: segfault at 0 ip 00007f1c2a3b4c5d sp 00007ffd1a2b3c40 error 4 "
            "in libxul.so[7f1c2a300000+1a000]",
            u"host.segfault"_s, "firefox");
        row("[Mon Nov 30 11:50:02 2026] Out of memory: Killed process 4411 (VLLM::EngineCor) total-vm:2000kB", oom, "");
        row("Nov 30 11:50:02 node1 kernel: Out of memory: Killed process 4411 (mindieservice_d) total-vm:2kB", oom, "");
        row("[Mon Nov 30 11:50:02 2026] Memory cgroup out of memory: Killed process 4411 (ray::RayWorker)", limit, "");
        row("(APIServer pid=9) ERROR 11-30 11:50:02 [a.py:1] OSError: [Errno 98] Address already in use", port, "");
        row("[2026-11-30 11:50:02.935] [9] [8] [server] [ERROR] [a.cpp:9] bind: Address already in use", port, "");
        row("2026-11-30T11:50:02.123456Z OSError: [Errno 28] No space left on device", disk, "");
        row("Nov 30 11:50:02 node1 dockerd[12]: write /var/lib/docker/x: no space left on device",
            u"memory.disk-full"_s, "");
        row("Nov 30 11:50:02 node1 0f1e2d3c4b5a[12]: OSError: [Errno 28] No space left on device", disk, "");
        row("Nov 30 11:50:02 node1 ds-prefill[12]: (Worker_TP0 pid=9) No space left on device", disk, "");
    }
    void whatAnotherProgramSaysIsNoCause()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, rule);
        QFETCH(QString, program);
        const DiagnosisAnswer answer
            = diagnose({{u"n1"_s, notified}, {u"n1"_s, line, u"messages"_s}, {u"n2"_s, eccOfKernel}});
        const QString notes = answer.notes.join(u' ');
        QVERIFY(answer.isCause && (answer.isCertain || answer.first->isProbable));
        if (program.isEmpty()) {
            QCOMPARE(idOf(answer.first), rule);
            QVERIFY2(answer.others.isEmpty() && notes.isEmpty(), qPrintable(notes));
            QCOMPARE(idOf(answer.causes.value(0)), u"hardware.hbm-multi-bit-ecc"_s);
            return;
        }
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.causes.isEmpty());
        QCOMPARE(idOf(answer.others.value(0)), rule);
        QCOMPARE(answer.others.first().program, program);
        QVERIFY2(notes.contains(program + u": "_s + rule + u" (messages:1)"_s), qPrintable(notes));
        QCOMPARE(stringAt(toJson(answer, rules())["others"][0], "program"), program);
        // nor is it where the service knows only that it waited for somebody
        const DiagnosisAnswer waited = diagnose({{u"n1"_s, notified}, {u"n1"_s, line, u"messages"_s}});
        QCOMPARE(idOf(waited.first), u"hccl.notify-timeout"_s);
        QVERIFY(!waited.isCause && waited.others.size() == 1);
        // nothing else is there: it is said whose it is, and that it may be nothing
        const DiagnosisAnswer alone = diagnose({{u"n1"_s, line}});
        QCOMPARE(idOf(alone.first), rule);
        QVERIFY(alone.isCause && !alone.isCertain && alone.others.isEmpty());
        QVERIFY2(alone.notes.value(0).contains(program + u", another program"_s), qPrintable(alone.notes.join(u' ')));
    }

    // What watches the NPUs asks the driver, too; that it gets no answer is no failure of the service.
    void whatAMonitorCannotReadIsNoCause_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("program");
        const auto row = [](const char *before, const QString &file, const QString &program) {
            QTest::newRow(qPrintable(file + QLatin1String(before))) << QByteArray(before) << file << program;
        };
        const QString npu = u"npu-exporter"_s, node = u"node_exporter"_s, log = u"messages"_s;
        row("", u"logs/npu-exporter.log"_s, npu);
        row("Nov 30 11:50:02 node1 npu-exporter[12]: ", log, npu);
        row("Nov 30 11:50:02 node1 node_exporter[12]: ", log, node);
        row("npu-exporter-1  | ", log, u"npu-exporter-1"_s);
        row("[pod/npu-exporter-x2x/npu-exporter] ", log, u"npu-exporter-x2x/npu-exporter"_s);
        row("[ERROR]    2026/11/30 11:50:02.034681 60      collector/npu_collector.go:1924    ", log, npu);
        row("ts=2026-11-30T11:50:02.1Z caller=collector.go:169 level=error err=", log, u"collector.go"_s);
        row("time=2026-11-30T11:50:02.1Z level=ERROR source=collector.go:168 err=", log, u"collector.go"_s);
    }
    void whatAMonitorCannotReadIsNoCause()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, file);
        QFETCH(QString, program);
        const QByteArray dcmi = "dcmi module initialize failed. ret is -8005\n";
        const QString rule = u"driver.dcmi-init"_s;
        const DiagnosisAnswer answer
            = diagnose({{u"n1"_s, notified}, {u"n1"_s, before + dcmi, file}, {u"n2"_s, eccOfKernel}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.isCause && answer.isCertain && answer.causes.isEmpty());
        QCOMPARE(idOf(answer.others.value(0)), rule);
        QCOMPARE(answer.others.first().program, program);
        // nor where the service knows only that it waited for somebody
        const DiagnosisAnswer waited = diagnose({{u"n1"_s, notified}, {u"n1"_s, before + dcmi, file}});
        QCOMPARE(idOf(waited.first), u"hccl.notify-timeout"_s);
        QVERIFY(!waited.isCause && waited.others.size() == 1);
        // the service itself is believed
        const DiagnosisAnswer own = diagnose({{u"n1"_s, "Nov 30 11:50:02 node1 vllm[12]: " + dcmi}});
        QCOMPARE(idOf(own.first), rule);
        QVERIFY(own.isCause && own.first->program.isEmpty());
    }

    void whatAnotherProgramSaysHidesNothing()
    {
        const QByteArray nginx = "Nov 30 11:50:02 node1 nginx[12]: bind() failed (98: Address already in use)\n",
                         own = "Nov 30 11:50:03 node1 python3[13]: OSError: [Errno 98] Address already in use\n",
                         firefox = "Nov 30 11:50:02 node1 kernel: Out of memory: Killed process 4 (firefox) x\n",
                         crash = "ERROR 11-30 11:51:00 [a.py:1] RuntimeError: Engine core initialization failed. See "
                                 "root cause above. Failed core proc(s): {'EngineCore': -11}\n";
        // the same words of both within one log
        const DiagnosisAnswer both = diagnose({{u"n1"_s, nginx + own + nginx}});
        QCOMPARE(idOf(both.first), u"network.port-used"_s);
        QCOMPARE(both.first->line, 2);
        QVERIFY(both.isCertain);
        QCOMPARE(both.others.size(), 1);
        QCOMPARE(both.others.first().count, 2);
        // the end of a browser is not what a crash follows from
        QCOMPARE(idOf(diagnose({{u"n1"_s, firefox, u"messages"_s}, {u"n1"_s, crash}}).first), u"vllm.engine-crash"_s);
        // and what was said in the evening is no failure of its own
        QByteArray later = nginx;
        later.replace("11:50:02", "22:50:02");
        const DiagnosisAnswer evening
            = diagnose({{u"n1"_s, notified}, {u"n1"_s, later, u"messages"_s}, {u"n2"_s, eccOfKernel}});
        QCOMPARE(idOf(evening.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(evening.others.isEmpty());
        for (const FaultRule &rule : rules())
            QVERIFY2(!rule.anyone || !rule.cause.contains(u"of the service"_s), qPrintable(rule.id));
    }

    // A container's lines have its name as their tag, whatever that is: what an engine alone says shows whose it is.
    void whoSaysWhatEnginesSayIsTheService_data()
    {
        QTest::addColumn<QByteArray>("tag");
        QTest::addColumn<QByteArray>("proof");
        const char *const failed = "RuntimeError: Engine core initialization failed";
        for (const char *tag : {"qwen", "ds-r1", "llm-server", "sglang", "deepseekLocal", "0f1e", "docker/qwen", "q"})
            QTest::newRow(tag) << QByteArray(tag) << QByteArray(failed);
        for (const char *proof :
             {"EngineCore failed to start.", "(EngineCore_DP0 pid=55) INFO 11-30 05:00:03 [core.py:75] ready",
              "(Worker_TP0 pid=9) loading", "INFO 11-30 05:00:03 [api_server.py:1772] vLLM API server version 0.11.0",
              "  File \"/vllm-workspace/vllm/vllm/v1/engine/core.py\", line 623, in run_engine_core",
              "Scheduler hit an exception: Traceback (most recent call last):",
              "[2026-11-30 05:00:03.935] [905] [2814] [llm] [INFO] [a.cpp:9] ready",
              "[ERROR] RUNTIME(991,python3):2026-11-30-05:00:03.113.403 [a.cc:7] failed",
              "[rank0]:[W1130 05:00:03.224261525 NPUStream.cpp:647] warned",
              "ValueError: To serve at least one request with the models's max seq len, 9 GiB KV cache is needed, "
              "which is larger than the available KV cache memory"})
            QTest::newRow(proof) << QByteArray("qwen") << QByteArray(proof);
    }
    void whoSaysWhatEnginesSayIsTheService()
    {
        QFETCH(QByteArray, tag);
        QFETCH(QByteArray, proof);
        const QByteArray nginx = "Nov 30 05:00:01 node1 nginx[1221]: bind() to 0.0.0.0:80 failed (98: Address already "
                                 "in use)\n",
                         by = " node1 " + tag + "[991]: ",
                         disk = "Nov 30 05:00:02" + by + "OSError: [Errno 28] No space left on device\n",
                         shown = "Nov 30 05:00:03" + by + proof + '\n';
        for (const QList<Log> &logs : {QList<Log>{{u"n1"_s, nginx + disk + shown}},
                                       QList<Log>{{u"n1"_s, nginx + disk}, {u"n1"_s, shown, u"later"_s}}}) {
            const DiagnosisAnswer answer = diagnose(logs);
            QCOMPARE(idOf(answer.first), u"memory.disk"_s);
            QVERIFY(answer.isCause && answer.first->isProbable && answer.first->program.isEmpty());
            QCOMPARE(answer.others.size(), 1);
            QCOMPARE(answer.others.first().program, u"nginx"_s);
        }
        // what it said twice, once under the name of its process, is one failure
        QByteArray process = disk;
        process.replace(tag, "python3");
        const DiagnosisAnswer twice = diagnose({{u"n1"_s, process + disk + shown}});
        QCOMPARE(idOf(twice.first), u"memory.disk"_s);
        QCOMPARE(twice.first->line, 1);
        QCOMPARE(twice.first->count, 2);
    }

    // A training job fails on the NPUs, too, in the words of their software.
    void whoOnlyUsesAnNpuIsNotTheServiceBesideAnEngine()
    {
        const QByteArray ended = "(APIServer pid=9) ERROR 11-30 11:50:05 [async_llm.py:1] EngineDeadError: see above\n";
        QByteArray job;
        for (const char *said :
             {"  File \"/usr/lib/python3.11/site-packages/torch_npu/npu/utils.py\", line 7, in x",
              "RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB (NPU 0; 60.97 GiB total capacity)",
              "[ERROR] 2026-11-30-11:50:03 (PID:1300, Device:0, RankID:-1) ERR99999 UNKNOWN applicaiton exception",
              "[rank0]:[W1130 11:50:03.224261525 NPUStream.cpp:647] warned"})
            job += QByteArray("Nov 30 11:50:03 node1 train-job[1300]: ") + said + '\n';
        const DiagnosisAnswer answer = diagnose({{u"n1"_s, ended}, {u"n1"_s, job, u"messages"_s}});
        QCOMPARE(idOf(answer.first), u"vllm.engine-init"_s);
        QVERIFY(!answer.isCause && !answer.isCertain);
        QCOMPARE(idOf(answer.others.value(0)), u"memory.npu"_s);
        QCOMPARE(answer.others.first().program, u"train-job"_s);
        const QString notes = answer.notes.join(u' ');
        QVERIFY2(notes.contains(u"train-job: memory.npu (messages:2)"_s), qPrintable(notes));
        // it is the engine's own where that has the name
        const DiagnosisAnswer own = diagnose(
            {{u"n1"_s, job + "Nov 30 11:50:05 node1 train-job[1300]: " + ended, u"messages"_s}});
        QCOMPARE(idOf(own.first), u"memory.npu"_s);
        QVERIFY(own.isCause && own.isCertain && own.others.isEmpty());
        // no engine says anything
        const DiagnosisAnswer alone = diagnose({{u"n1"_s, job, u"messages"_s}});
        QCOMPARE(idOf(alone.first), u"acl.torch-wrapper"_s);
        QVERIFY(!alone.isCause);
        QCOMPARE(idOf(alone.others.value(0)), u"memory.npu"_s);
    }

    // What CANN says in such a program is no more the service's, unless nothing shows an engine.
    void whatCannSaysInAnotherProgramIsNotTheServicesBesideAnEngine()
    {
        const QByteArray ended = "(APIServer pid=9) ERROR 11-30 11:50:05 [async_llm.py:1] EngineDeadError: see above\n",
                         job = "Nov 30 11:50:03 node1 train-job[1300]: [PID: 1300] 2026-11-30-11:50:03.575.404 "
                               "Communication_Error_Bind_IP_Port(EI0019): Failed to enable listening for the host "
                               "network adapter socket.Reason: The IP address 10.20.0.100 and port 50001 have already "
                               "been bound.\n";
        const QString port = u"hccl.port"_s;
        const DiagnosisAnswer answer = diagnose({{u"n1"_s, ended}, {u"n1"_s, job, u"messages"_s}});
        QCOMPARE(idOf(answer.first), u"vllm.engine-init"_s);
        QVERIFY(!answer.isCause && !answer.isCertain);
        QCOMPARE(idOf(answer.others.value(0)), port);
        QCOMPARE(answer.others.first().program, u"train-job"_s);
        // that name is the service's, or anybody's
        QByteArray python = job;
        python.replace("train-job", "python3");
        for (const QList<Log> &logs :
             {QList<Log>{{u"n1"_s, job + "Nov 30 11:50:05 node1 train-job[1300]: " + ended, u"messages"_s}},
              QList<Log>{{u"n1"_s, ended}, {u"n1"_s, python, u"messages"_s}},
              QList<Log>{{u"n1"_s, job, u"messages"_s}}}) {
            const DiagnosisAnswer own = diagnose(logs);
            QCOMPARE(idOf(own.first), port);
            QVERIFY(own.isCause && own.first->program.isEmpty() && own.others.isEmpty());
        }
        // of two starts each has its own failure
        const QByteArray ready = "Nov 30 11:55:03 node1 qwen[13]: INFO:     Application startup complete.\n";
        QByteArray qwen = job, again = job;
        qwen.replace("train-job", "qwen");
        again.replace("train-job", "qwen").replace("11:50:03", "11:58:03");
        const DiagnosisAnswer twice = diagnose({{u"n1"_s, qwen + ready + again, u"messages"_s}});
        QCOMPARE(idOf(twice.first), port);
        QCOMPARE(twice.first->line, 3);
        QCOMPARE(twice.first->count, 1);
    }

    void whoRepeatsOrResemblesAnEngineIsNotTheService_data()
    {
        QTest::addColumn<QByteArray>("tag");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *tag, const char *words) {
            QTest::newRow(words) << QByteArray(tag) << QByteArray(words);
        };
        row("promtail", "level=error msg=\"EngineCore failed to start.\"");
        row("sudo", "root : COMMAND=/usr/bin/grep EngineDeadError /var/log/messages");
        row("firewalld", "  File \"/usr/lib/python3/dist-packages/firewall/server.py\", line 7, in start");
        row("backup", "backup: error: unrecognized arguments: --all");
        row("cloud-init", "2026-11-30 11:50:03,123 - util.py[WARNING]: failed");
        row("rsync", "write failed on \"/data/vllm/vllm/v1/engine/core.py\"");
    }
    void whoRepeatsOrResemblesAnEngineIsNotTheService()
    {
        QFETCH(QByteArray, tag);
        QFETCH(QByteArray, words);
        const QByteArray by = " node1 " + tag + "[991]: ";
        const DiagnosisAnswer answer = diagnose(
            {{u"n1"_s, "Nov 30 11:50:02" + by + "No space left on device\nNov 30 11:50:03" + by + words + '\n'},
             {u"n1"_s, notified, u"engine"_s},
             {u"n2"_s, eccOfKernel}});
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QCOMPARE(answer.others.value(0).program, QString::fromUtf8(tag));
    }

    // What runs containers tells of all of them.
    void aRuntimeTellsOfOtherContainersToo_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("about"); // empty: of the service, or of nobody
        const auto row = [](const char *line, const QString &rule, const char *about) {
            QTest::newRow(line) << "Nov 30 11:50:02 node1 " + QByteArray(line).replace('~', '"') + '\n' << rule
                                << QString::fromLatin1(about);
        };
        const QString x509 = u"container.registry-certificate"_s, disk = u"memory.disk"_s,
                      denied = u"container.pull-denied"_s;
        row("kubelet[9]: E1130 11:50:02.1 9 log.go:32] ~Failed to pull image~ err=~x509: certificate signed by unknown "
            "authority~ pod=~web/nginx-7d~ podUID=~5c0d6a0e-8a34-4bb7-9d5a-2f0f3c1c7a11~",
            x509, "web/nginx-7d");
        row("kubelet[9]: E1130 11:50:02.1 9 pod_workers.go:1300] ~Error syncing pod, skipping~ err=~failed to "
            "\\~StartContainer\\~: pull access denied for web~ pod=~web/nginx-7d~ containerName=~nginx~",
            denied, "web/nginx-7d/nginx");
        row("containerd[9]: time=~2026-11-30T11:50:02.1+08:00~ level=error msg=~write: no space left on device~ "
            "container=grafana",
            disk, "grafana");
        row("containerd[9]: level=error msg=~RunPodSandbox for &PodSandboxMetadata{Name:nginx-7d,Uid:5c0d6a0e,} "
            "failed~ error=~no space left on device~",
            disk, "nginx-7d");
        row("dockerd[9]: level=error msg=~Handler for POST /v1.43/containers/grafana/start returned error: no space "
            "left on device~",
            disk, "grafana");
        row("kubelet[9]: ~Failed to pull image~ err=~x509: certificate has expired~ pod=~ai/vllm-0~", x509, "");
        row("kubelet[9]: ~Failed to pull image~ err=~x509: certificate has expired~ pod=~ai/qwen-7d9f-x2x~", x509, "");
        row("kubelet[9]: ~Failed to pull image~ err=~x509: certificate has expired~", x509, "");
        row("dockerd[9]: level=error msg=~no space left on device~ "
            "container=0f1e2d3c4b5a0f1e2d3c4b5a0f1e2d3c4b5a0f1e2d3c4b5a0f1e2d3c4b5a0f1e",
            disk, "");
    }
    void aRuntimeTellsOfOtherContainersToo()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, rule);
        QFETCH(QString, about);
        const QByteArray qwen = "Nov 30 11:40:02 node1 qwen[12]: (APIServer pid=9) INFO 11-30 11:40:02 [a.py:1] up\n";
        const DiagnosisAnswer answer = diagnose(
            {{u"n1"_s, notified}, {u"n1"_s, qwen + line, u"messages"_s}, {u"n2"_s, eccOfKernel}});
        // beside a line that names its zone that of the service's log is a guess
        const bool isGuess = !answer.notes.filter(u"rests on a guess"_s).isEmpty();
        QCOMPARE(isGuess, line.contains("+08:00"));
        QVERIFY(answer.isCause && (answer.isCertain || answer.first->isProbable || isGuess));
        if (about.isEmpty()) {
            QCOMPARE(idOf(answer.first), rule);
            QVERIFY(answer.others.isEmpty());
            return;
        }
        QCOMPARE(idOf(answer.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(answer.causes.isEmpty());
        QCOMPARE(idOf(answer.others.value(0)), rule);
        QCOMPARE(answer.others.first().program, about);
        // the pod may be the service's all the same: no other cause is there
        const DiagnosisAnswer waited = diagnose({{u"n1"_s, notified}, {u"n1"_s, line, u"messages"_s}});
        QCOMPARE(idOf(waited.first), rule);
        QVERIFY(waited.isCause && !waited.isCertain && waited.others.isEmpty());
        QCOMPARE(idOf(waited.consequences.value(0)), u"hccl.notify-timeout"_s);
    }

    void anEventOfAnotherPodIsNotTheServices()
    {
        const auto events = [](const char *pod, const char *container) {
            return QByteArray("NAMESPACE     LAST SEEN   TYPE      REASON      OBJECT           MESSAGE\n"
                              "kube-system   11m         Normal    Killing     pod/")
                + pod + "   Container " + container + " failed liveness probe, will be restarted\n";
        };
        const QString restart = u"kubernetes.liveness-restart"_s;
        const DiagnosisAnswer dns = diagnose({{u"n1"_s, events("coredns-7d", "coredns")}});
        QCOMPARE(idOf(dns.first), restart);
        QCOMPARE(dns.first->program, u"coredns-7d"_s);
        QVERIFY(!dns.isCertain);
        QVERIFY2(dns.notes.join(u' ').contains(u"It is of coredns-7d, another program than the service's"_s),
                 qPrintable(dns.notes.join(u' ')));
        const QByteArray memory = "(EngineCore pid=7) ERROR 11-30 11:53:02 [a.py:1] NPU out of memory. Tried to "
                                  "allocate 2.00 GiB\n";
        const DiagnosisAnswer both
            = diagnose({{u"n1"_s, memory}, {u"n1"_s, events("coredns-7d", "coredns"), u"events.txt"_s}});
        QCOMPARE(idOf(both.first), u"memory.npu"_s);
        QCOMPARE(idOf(both.others.value(0)), restart);
        const DiagnosisAnswer own = diagnose({{u"n1"_s, events("vllm-0", "vllm")}});
        QVERIFY(own.first && own.first->program.isEmpty());
    }

    // What fails its probe has failed before, if anything says so; else it was only slow, and the probe ended it.
    void aProbeThatFailsIsACauseWhereNothingElseIs()
    {
        const QByteArray loads = "(EngineCore pid=7) INFO 11-30 11:50:02 [loader.py:9] Loading weights: 40%\n",
                         failed = "(EngineCore pid=7) ERROR 11-30 11:53:02 [a.py:1] NPU out of memory. Tried to "
                                  "allocate 2.00 GiB\n",
                         kubelet = "Nov 30 11:55:02 node1 kubelet[9]: I1130 11:55:02.643330 9 ",
                         probe = kubelet + "prober.go:107] \"Probe failed\" probeType=\"Liveness\" pod=\"ai/vllm-0\" "
                                           "containerName=\"vllm\" probeResult=\"failure\"\n",
                         killing = kubelet + "kuberuntime_manager.go:1080] \"Message for Container of pod\" "
                                             "containerMessage=\"Container vllm failed liveness probe, will be "
                                             "restarted\" pod=\"ai/vllm-0\"\n",
                         event = "  Normal   Killing  2m  kubelet  Container vllm failed liveness probe, will be "
                                 "restarted\n",
                         lost = "(Worker_TP0 pid=9) ERROR 11-30 11:55:10 [a.py:1] [../gloo/pair.cc:534] Connection "
                                "closed by peer [10.0.0.1]:1\n";
        const QString restart = u"kubernetes.liveness-restart"_s;
        const DiagnosisAnswer slow
            = diagnose({{u"n1"_s, loads}, {u"n1"_s, probe + killing, u"messages"_s}, {u"n2"_s, lost}});
        QCOMPARE(idOf(slow.first), restart);
        QVERIFY(slow.isCause && slow.first->isProbable);
        QCOMPARE(slow.consequences.size(), 2);
        const FaultRule &rule = rules()[slow.first->rule];
        QVERIFY2(rule.remedy.contains(u"startupProbe"_s), qPrintable(rule.remedy));
        for (const QByteArray &told : {probe + killing, event}) {
            const DiagnosisAnswer broken = diagnose({{u"n1"_s, loads + failed}, {u"n1"_s, told, u"messages"_s}});
            QCOMPARE(idOf(broken.first), u"memory.npu"_s);
            QVERIFY(broken.isCause && broken.causes.isEmpty());
        }
        const DiagnosisAnswer once = diagnose({{u"n1"_s, loads}, {u"n1"_s, probe, u"messages"_s}});
        QCOMPARE(idOf(once.first), u"kubernetes.liveness-probe"_s);
        QVERIFY(!once.isCause);
        // of another pod, beside a cause
        const DiagnosisAnswer web = diagnose({{u"n1"_s, loads + failed},
                                              {u"n1"_s, QByteArray(killing).replace("ai/vllm-0", "web/nginx-7d")
                                                            .replace("Container vllm", "Container nginx"),
                                               u"messages"_s}});
        QCOMPARE(idOf(web.first), u"memory.npu"_s);
        QCOMPARE(idOf(web.others.value(0)), restart);
    }
    void aContainerThatWasOomKilledIsACause()
    {
        const QByteArray pods = "vllm-0   0/1     OOMKilled   3 (21s ago)   5m12s\n",
                         limit = "[Wed Mar 18 10:30:01 2026] Memory cgroup out of memory: Killed process 55 "
                                 "(VLLM::Worker_TP) total-vm:9000000kB\n";
        QCOMPARE(idOf(diagnose({{u"n1"_s, pods}, {u"n2"_s, timeout("10:31:00")}}).first), u"kubernetes.oom-killed"_s);
        // the kernel says more
        const DiagnosisAnswer both = diagnose({{u"n1"_s, pods}, {u"n1"_s, limit, u"dmesg"_s}});
        QCOMPARE(idOf(both.first), u"memory.container-oom"_s);
        QVERIFY(both.causes.isEmpty());
        for (const char *none : {"            \"OOMKilled\": false,\n", "OOMKilled: false\n", "OOMKilled=false\n"})
            QCOMPARE(idOf(diagnose({{u"n1"_s, none}}).first), QString());
    }

    void everyLayoutOfTheSystemsLogTellsWhoSpeaksAndWhen_data()
    {
        QTest::addColumn<QByteArray>("before"); // of the program's name
        QTest::addColumn<QByteArray>("behind");
        QTest::addColumn<QByteArray>("end");
        const auto row = [](const char *name, const char *before, const char *behind, const char *end = "") {
            QTest::newRow(name) << QByteArray(before).replace('~', '"') << QByteArray(behind).replace('~', '"')
                                << QByteArray(end).replace('~', '"');
        };
        row("syslog", "Nov 30 11:50:02 node1 ", "[12]: ");
        row("RFC 3164", "<134>Nov 30 11:50:02 node1 ", "[12]: ");
        row("ISO", "<13>2026-11-30T11:50:02.000000Z node1 ", ": ");
        row("RFC 5424", "<134>1 2026-11-30T11:50:02Z node1 ", " 12 - - ");
        row("RFC 5424 without <PRI>", "1 2026-11-30T11:50:02.000+00:00 node1 ", " - ID47 - \xef\xbb\xbf");
        row("RFC 5424 with elements", "<30>1 2026-11-30T11:50:02Z node1 ",
            " 12 x [a@1 k=~v \\~ ]~ l=~~][b@2 m=~python[1]: ~] ");
        row("short-unix", "1796039402.000000 node1 ", "[12]: ");
        row("json", "{~__CURSOR~:~s=0~,~_HOSTNAME~:~node1~,~__REALTIME_TIMESTAMP~:~1796039402000000~,~_PID~:~12~,"
                    "~SYSLOG_IDENTIFIER~:~",
            "~,~MESSAGE~:~", "~}");
        row("json-pretty",
            "{\n\t~__CURSOR~ : ~s=0~,\n\t~_HOSTNAME~ : ~node1~,\n\t~__REALTIME_TIMESTAMP~ : ~1796039402000000~,\n"
            "\t~_PID~ : ~12~,\n\t~SYSLOG_IDENTIFIER~ : ~",
            "~,\n\t~MESSAGE~ : ~", "~\n}");
        row("export",
            "__CURSOR=s=0\n__REALTIME_TIMESTAMP=1796039402000000\n_HOSTNAME=node1\n_PID=12\nSYSLOG_IDENTIFIER=",
            "\nMESSAGE=", "\n");
        row("json without a tag", "{~__REALTIME_TIMESTAMP~:~1796039402000000~,~_COMM~:~", "~,~MESSAGE~:~", "~}");
    }
    void everyLayoutOfTheSystemsLogTellsWhoSpeaksAndWhen()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, behind);
        QFETCH(QByteArray, end);
        const auto said = [&](const QByteArray &program) {
            return before + program + behind + "bind() to 0.0.0.0:80 failed (98: Address already in use)" + end + '\n';
        };
        const auto answerTo = [](const QByteArray &line) {
            return diagnose({{u"n1"_s, notified}, {u"n1"_s, line, u"messages"_s}, {u"n2"_s, eccOfKernel}});
        };
        const DiagnosisAnswer other = answerTo(said("nginx"));
        QCOMPARE(idOf(other.first), u"hardware.hbm-multi-bit-ecc"_s);
        QCOMPARE(other.others.value(0).program, u"nginx"_s);
        QVERIFY2(timeText(other.others.first().time).startsWith(u"2026-11-30 11:50:02.000"_s),
                 qPrintable(timeText(other.others.first().time)));
        const DiagnosisAnswer own = answerTo(said("vllm"));
        QCOMPARE(idOf(own.first), u"network.port-used"_s);
        QVERIFY(own.isCause && own.isCertain && own.others.isEmpty());
    }

    // The journal's JSON: its message is a line of the log, in the place of the record.
    void aRecordOfTheJournalIsReadAsItsMessage()
    {
        const auto record = [](const char *text) {
            return QByteArray("{~MESSAGE~:@,~SYSLOG_IDENTIFIER~:~qwen~,~_COMM~:~python3~,~_PID~:~12~,~_HOSTNAME~:~n~,"
                              "~__REALTIME_TIMESTAMP~:~1796039402123456~}\n")
                .replace('@', text)
                .replace('~', '"');
        };
        const QByteArray first = record("~\\~ready\\~ \\u00e9~"),
                         traceback = record("~Traceback\\nOSError: [Errno 28] No space left on device\\n"
                                            "EngineDeadError~");
        const DiagnosisAnswer answer = diagnose({{u"a"_s, first + traceback}});
        QCOMPARE(idOf(answer.first), u"memory.disk"_s);
        QCOMPARE(answer.first->line, 2);
        QCOMPARE(answer.first->text, u"1796039402.123456 n qwen[12]: OSError: [Errno 28] No space left on device"_s);
        QCOMPARE(answer.sources.first().lines, 2);
        QCOMPARE(answer.sources.first().bytes, first.size() + traceback.size());
        QByteArray numbers;              // as journalctl writes what is no UTF-8
        for (const char c : QByteArrayView("No space left on device \xb5"))
            numbers += (numbers.isEmpty() ? "[" : ",") + QByteArray::number(int(uint8_t(c)));
        numbers += ']';
        QCOMPARE(idOf(diagnose({{u"a"_s, record(numbers.constData())}}).first), u"memory.disk"_s);
        // what is no whole record is a line like any other
        for (const char *line : {"{~MESSAGE~:~No space left on device~,~__REALTIME_TIMESTAMP~:~17~}",
                                 "{~MESSAGE~:~No space left on device~,~__REALTIME_TIMESTAMP~:~1796039402123456~",
                                 "{~MESSAGE~:[3,~No space left on device~],~__REALTIME_TIMESTAMP~:~1796039402123456~}"})
            QCOMPARE(idOf(diagnose({{u"a"_s, QByteArray(line).replace('~', '"') + '\n'}}).first), u"memory.disk"_s);
        // seconds since 1970 name no zone of the node's clock
        const DiagnosisAnswer zones = diagnose({{u"a"_s, first}, {u"a"_s, "[2025-06-23 10:53:57.023+0800] x\n"},
                                                {u"a"_s, "2025-06-23 10:53:57 x\n"}});
        QVERIFY(!zones.sources.last().isZoneUnknown);
        QVERIFY(zones.sources.last().readIn == 480);
    }

    // A record over several lines: in its message's place; one that is none, or not whole, is lines like any other.
    void recordsOverSeveralLinesAreReadAsTheirMessages()
    {
        const QByteArray message = "\x1b[31mTraceback\x1b[0m\r\n\nOSError: [Errno 28] No space left on device\n";
        const QString said = u"1796039402.123456 n qwen[12]: OSError: [Errno 28] No space left on device"_s;
        for (const qsizetype size : {100, 266, 2573}) { // an LF, and a CR with one, within the length
            const QByteArray whole = message.leftJustified(size, 'x');
            QByteArray length(8, '\0');
            for (int i = 0; i < 8; ++i)
                length[i] = char(uint8_t(quint64(size) >> (8 * i)));
            const QByteArray record = "__CURSOR=s=0\n__REALTIME_TIMESTAMP=1796039402123456\nPRIORITY=3\nMESSAGE\n"
                + length + whole + "\n_HOSTNAME=n\n_COMM=python3\nSYSLOG_IDENTIFIER=qwen\n_PID=12\n\n";
            const DiagnosisAnswer answer = diagnose({{u"a"_s, record + record}});
            QCOMPARE(idOf(answer.first), u"memory.disk"_s);
            QCOMPARE(answer.first->text, said);
            QCOMPARE(answer.first->line, 4);
            QCOMPARE(answer.first->count, 2);
        }
        QByteArray numbers;
        for (const char c : QByteArrayView("OSError: [Errno 28] No space left on device"))
            numbers += (numbers.isEmpty() ? "\t\t" : ",\n\t\t") + QByteArray::number(int(uint8_t(c)));
        const auto pretty = [](const QByteArray &text) {
            return QByteArray("{\n\t~__REALTIME_TIMESTAMP~ : ~1796039402123456~,\n\t~MESSAGE~ : @,\n"
                              "\t~SYSLOG_IDENTIFIER~ : ~qwen~,\n\t~_PID~ : ~12~,\n\t~_HOSTNAME~ : ~n~\n}\n")
                .replace('@', text)
                .replace('~', '"');
        };
        for (const QByteArray &text : {QByteArray("~OSError: [Errno 28] No space left on device~"),
                                       QByteArray("[\n" + numbers + "\n\t]")}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, "\n" + pretty(text)}});
            QCOMPARE(idOf(answer.first), u"memory.disk"_s);
            QCOMPARE(answer.first->text, said);
            QCOMPARE(answer.first->line, 4);
        }
        for (const char *others : {"{\n  ~model~: ~x~,\n  ~why~: ~No space left on device~\n}\n",
                                   "{\n\t~MESSAGE~ : ~x~,\n\t~WHY~ : ~No space left on device~\n",
                                   "__CURSOR=s=0\nMESSAGE=x\nNo space left on device\n",
                                   "__CURSOR=s=0\nMESSAGE\nNo space left on device\n"}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, QByteArray(others).replace('~', '"')}});
            QCOMPARE(idOf(answer.first), u"memory.disk"_s);
            QCOMPARE(answer.first->line, 3);
        }
    }

    // A disk that the service may not use: not before an NPU's fault, unless the service could not read its files.
    void aDiskOfTheHostIsNoCauseBesideAnNpu()
    {
        const QByteArray disk = "[Mon Nov 30 11:50:02 2026] EXT4-fs error (device sdb1): ext4_find_entry:1455: inode "
                                "#2: comm ls: reading directory lblock 0\n",
                         reads = "(Worker_TP3 pid=9) ERROR 11-30 11:51:00 [a.py:949] safetensors_rust.SafetensorError: "
                                 "Error while deserializing header: MetadataIncompleteBuffer\n";
        const DiagnosisAnswer npu = diagnose({{u"n1"_s, notified}, {u"n2"_s, disk + eccOfKernel}});
        QCOMPARE(idOf(npu.first), u"hardware.hbm-multi-bit-ecc"_s);
        QVERIFY(npu.causes.isEmpty());
        QCOMPARE(idOf(npu.others.value(0)), u"host.file-system"_s);
        QCOMPARE(idOf(diagnose({{u"n1"_s, reads + notified}, {u"n2"_s, disk + eccOfKernel}}).first),
                 u"host.file-system"_s);
        QCOMPARE(idOf(diagnose({{u"n1"_s, notified}, {u"n2"_s, disk}}).first), u"host.file-system"_s);
        // it was the engine that met it, if not at first
        for (const char *process :
             {"VLLM::Worker_TP", "VLLM::EngineCor", "python3", "mindieservice_d", "ray::RayWorker"}) {
            QByteArray met = disk;
            met.replace("ls:", QByteArray(process).append(':'));
            const DiagnosisAnswer own = diagnose({{u"n1"_s, notified}, {u"n2"_s, disk + met + eccOfKernel}});
            QCOMPARE(idOf(own.first), u"host.file-system"_s);
            QCOMPARE(own.first->line, 2);
            QCOMPARE(idOf(own.causes.value(0)), u"hardware.hbm-multi-bit-ecc"_s);
        }
    }

    void aCrashIsThatOfTheProgramThatTheKernelNames()
    {
        const auto crash = [](const char *name, const char *in) {
            return QByteArray("[Wed Mar 18 10:00:00 2026] ") + name + "[4711]: segfault at 0 ip 00007f1c2a3b4c5d sp "
                "00007ffd1a2b3c40 error 4 in " + in + "[7f1c2a300000+1a000]\n";
        };
        const QByteArray ended = "ERROR 03-18 10:00:02 [core.py:708] EngineDeadError: x\n",
                         python = "Fatal Python error: Segmentation fault\n",
                         begins = "INFO 03-18 10:00:00 [core.py:7] x\n",
                         core = "ERROR 03-18 10:00:01 [a.py:1] RuntimeError: Engine core initialization failed. See "
                                "root cause above. Failed core proc(s): {'EngineCore': -11}\n";
        for (const auto &[name, in] : {std::pair{"VLLM::Worker_TP", "libc.so.6"}, std::pair{"python3", "libc.so.6"},
                                       std::pair{"acl_thread", "libascendcl.so"}}) {
            for (const QByteArray &own : {ended, begins + python + ended, core}) {
                const DiagnosisAnswer answer = diagnose({{u"a"_s, crash(name, in), u"dmesg"_s}, {u"a"_s, own}});
                QCOMPARE(idOf(answer.first), u"host.segfault"_s);
                QVERIFY(answer.isCause && !answer.isCertain && answer.first->isProbable);
                QVERIFY(answer.causes.isEmpty() && answer.others.isEmpty());
            }
        }
        for (const auto &[name, in] : {std::pair{"firefox", "libc.so.6"}, std::pair{"ascendctl", "ascendctl"}}) {
            const DiagnosisAnswer other = diagnose({{u"a"_s, crash(name, in), u"dmesg"_s}, {u"a"_s, ended}});
            QCOMPARE(idOf(other.first), u"vllm.engine-init"_s);
            QCOMPARE(other.others.value(0).program, QString::fromLatin1(name));
        }
        // after another fault, and at a stop
        const QByteArray memory = "ERROR 03-18 09:59:50 [core.py:9] NPU out of memory. Tried to allocate 2.00 GiB\n";
        const DiagnosisAnswer last = diagnose({{u"a"_s, memory + python}});
        QCOMPARE(idOf(last.first), u"memory.npu"_s);
        QVERIFY(last.isCertain && last.causes.isEmpty());
        QVERIFY(!diagnose({{u"a"_s, "INFO:     Shutting down\n" + python}}).first);
    }

    void aKernelThatGaveUpIsWhyItsNodeWasGone()
    {
        const QByteArray panic = "[Wed Mar 18 10:30:00 2026] Kernel panic - not syncing: Fatal exception\n";
        const auto stuck = [](const char *process) {
            return QByteArray("[Wed Mar 18 10:29:30 2026] watchdog: BUG: soft lockup - CPU#12 stuck for 23s! [")
                + process + "]\n";
        };
        const DiagnosisAnswer answer = diagnose({{u"a"_s, panic}, {u"b"_s, timeout("10:32:00")}});
        QCOMPARE(idOf(answer.first), u"host.panic"_s);
        QVERIFY(answer.isCause && answer.isCertain);
        const DiagnosisAnswer before = diagnose({{u"a"_s, stuck("kworker/3:1:871") + panic}});
        QCOMPARE(idOf(before.first), u"host.soft-lockup"_s);
        QVERIFY(before.first->isProbable && before.causes.isEmpty());
        // beside a fault of an NPU it need not have been the service's
        const QByteArray fault = "ERROR 03-18 10:30:00 [a.py:1] RuntimeError: error code is 507054\n";
        const auto with = [&](const char *process) {
            return diagnose({{u"a"_s, stuck(process), u"dmesg"_s}, {u"a"_s, fault}});
        };
        QCOMPARE(idOf(with("kworker/3:1:871").first), u"acl.hbm-ecc"_s);
        QCOMPARE(idOf(with("kworker/3:1:871").others.value(0)), u"host.soft-lockup"_s);
        QCOMPARE(idOf(with("VLLM::Worker_TP:9").first), u"host.soft-lockup"_s);
    }

    // Words with several causes follow from what names one, and are certain where another line shows which it was.
    void whatIsSaidBesideTellsWhatWordsMean()
    {
        const QByteArray bus = "Fatal Python error: Bus error\n",
                         disk = "[Wed Mar 18 10:00:02 2026] blk_update_request: critical medium error, dev nvme0n1, "
                                "sector 123456 op 0x0:(READ) flags 0x80700\n",
                         memory = "[Wed Mar 18 10:00:02 2026] Memory failure: 0x10c4a2: Sending SIGBUS to "
                                  "python3:3311 due to hardware memory corruption\n",
                         pcie = "[Wed Mar 18 10:00:01 2026] pcieport 0000:c0:00.0: AER: Uncorrected (Fatal) error "
                                "received: 0000:c1:00.0\n",
                         aicpu = "ERROR 03-18 10:00:09 RuntimeError: ACL stream synchronize failed, error "
                                 "code:507018\n",
                         mesh = "ERROR 03-18 10:05:00 [core.py:708] RuntimeError: Gloo connectFullMesh failed with x\n",
                         loopback = "[W318 10:04:52.603 socket.cpp:454] Using the loopback address as fallback.\n",
                         library = "ERROR 03-18 10:03:00 [core.py:708] ImportError: libatb.so: cannot open shared "
                                   "object file: No such file or directory\n";
        for (const auto &[text, rule] : {std::pair{disk + bus, u"host.disk-error"_s},
                                         std::pair{memory + bus, u"hardware.host-memory"_s},
                                         std::pair{pcie + aicpu, u"hardware.pcie-uncorrected"_s}}) {
            const DiagnosisAnswer answer = diagnose({{u"a"_s, text}});
            QCOMPARE(idOf(answer.first), rule);
            QVERIFY(answer.isCause && answer.causes.isEmpty());
            QCOMPARE(answer.consequences.size(), 1);
        }
        const DiagnosisAnswer alone = diagnose({{u"a"_s, mesh}});
        QCOMPARE(idOf(alone.first), u"vllm.gloo-mesh"_s);
        QVERIFY(alone.first->isProbable && !alone.isCertain);
        const DiagnosisAnswer shown = diagnose({{u"a"_s, loopback + mesh}});
        QCOMPARE(idOf(shown.first), u"vllm.gloo-mesh"_s);
        QVERIFY(!shown.first->isProbable && shown.isCertain);
        QVERIFY(toJson(shown, rules())["first"]["otherCauses"].is_null());
        const DiagnosisAnswer ended = diagnose({{u"a"_s, mesh}, {u"b"_s, library}});
        QCOMPARE(idOf(ended.first), u"vllm.environment"_s);
        QVERIFY(ended.causes.isEmpty());
    }

    // A file that a full disk or a crash left a hole in.
    void whatFollowsAHoleIsRead()
    {
        const QByteArray holed = QByteArray(100'000, '\0') + ecc("2026-03-18", "10:33:52");
        QCOMPARE(idOf(diagnose({{u"a"_s, holed}}).first), u"hardware.hbm-multi-bit-ecc"_s);
    }
};

QTEST_GUILESS_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
