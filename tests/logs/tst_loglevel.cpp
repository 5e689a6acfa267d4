// How bad a line says that it is, in every layout that is known; and what belongs to the line above.
#include "core/logs/loglevel.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestLogLevel : public QObject
{
    Q_OBJECT

private slots:
    void levelOfALine_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("level");
        const auto row = [](const char *name, const char *line, const QString &level) {
            QTest::newRow(name) << QByteArray(line) << level;
        };
        row("plog", "[ERROR] HCCL(1,python3):2026-03-18-10:33:52.113.403 [a.cc:7] EI0006", u"error"_s);
        row("plog event", "[EVENT] KERNEL(1,sklogd):2026-03-18-10:33:52.113.403 chip", u"info"_s);
        row("plog warning", "[WARNING] RUNTIME(1,python3):2026-03-18-10:33:52.113.403 x", u"warning"_s);
        row("plog trace", "[TRACE] GE(1,python3):2026-03-18-10:33:52.113.403 x", u"debug"_s);
        row("MindIE", "[2025-11-10 09:57:11.935] [1] [2] [llm] [ERROR] [x.cpp:3] : MIE05E01000B no", u"error"_s);
        row("MindIE with zone", "[2025-06-23 10:53:57.023+0800] [1] [2] [server] [WARN] [x.cpp:3] : y", u"warning"_s);
        row("MindIE info", "[2025-11-10 09:57:11.935] [1] [2] [llm] [INFO] [x.cpp:3] : ERROR codes loaded", u"info"_s);
        row("vLLM", "ERROR 06-08 14:47:32 [async_llm.py:704] EngineDeadError", u"error"_s);
        row("vLLM process", "(EngineCore_DP0 pid=7) INFO 06-08 14:47:32 [core.py:1] ready", u"info"_s);
        row("vLLM worker", "(VllmWorker rank=3 pid=9) WARNING 06-08 14:47:32 [x.py:1] slow", u"warning"_s);
        row("uvicorn", "INFO:     10.20.0.1:51000 - \"POST /v1/chat/completions HTTP/1.1\" 500", u"info"_s);
        row("logging with dashes", "2026-05-26 15:15:48,667 - mindie.server - WARNING - slow", u"warning"_s);
        row("logging with a name", "2026-05-26 15:15:48,667 root CRITICAL gone", u"fatal"_s);
        row("logging's default", "ERROR:root:no such file", u"error"_s);
        row("torch_npu", "[ERROR] 2026-06-08-10:55:39 (PID:7, Device:0, RankID:0) ERR01100 OPS call", u"error"_s);
        row("glog", "E0111 03:29:15.991928  7 proxy.go:1] down", u"error"_s);
        row("glog with a year", "E20260106 06:43:02.966156  5793 transport.cpp:820] down", u"error"_s);
        row("c10", "W610 17:20:44.224261525 ProcessGroup.cpp:1] slow", u"warning"_s);
        row("docker's daemon", "time=\"2026-03-18T10:33:52Z\" level=error msg=\"no\"", u"error"_s);
        row("JSON", "{\"ts\": 1, \"level\": \"warn\", \"msg\": \"slow\"}", u"warning"_s);
        row("dmesg -x", "kern  :err   : [16794.226248] hisi_dma: timeout", u"error"_s);
        row("dmesg -x, calm", "kern  :info  : [16794.226248] eth0: link up", u"info"_s);
        row("syslog's number", "<4>[16794.226248] oom", u"warning"_s);
        row("an exception", "RuntimeError: ACL stream synchronize failed, error code:507018", u"error"_s);
        row("an exception of a module", "torch.OutOfMemoryError: NPU out of memory", u"error"_s);
        row("a traceback", "Traceback (most recent call last):", u"error"_s);
        row("traceback of a worker", "(Worker pid=3) Traceback (most recent call last):", u"error"_s);
        row("Python is gone", "Fatal Python error: Aborted", u"fatal"_s);
        row("a signal", "start.sh: line 3:  77 Segmentation fault      (core dumped) python", u"fatal"_s);
        row("a message about levels", "3 files were read, no ERROR was found", QString());
        row("a name", "LINK_ERROR_INFO table loaded", QString());
        row("words", "Daemon start success!", QString());
        row("an address in angles", "<html> ERRORS", QString());
        row("nothing", "", QString());
    }
    void levelOfALine()
    {
        QFETCH(QByteArray, line);
        QTEST(levelName(levelOf(line)), "level");
    }

    void aTracebackIsOneError()
    {
        LogLevels levels;
        QCOMPARE(levels.read("INFO 06-08 14:47:32 [a.py:1] loading"), LogLevel::Info);
        for (const char *line : {"Traceback (most recent call last):", "  File \"a.py\", line 3, in load",
                                 "    raise ValueError(x)", "ValueError: no shard"})
            QCOMPARE(levels.read(line), LogLevel::Error);
        QCOMPARE(levels.read("Daemon start"), LogLevel::Unknown);
        QCOMPARE(levels.read("INFO 06-08 14:47:33 [a.py:1] loading"), LogLevel::Info);
        QCOMPARE(levels.read("    indented: it goes on"), LogLevel::Info);
    }

    void aTracebackEndsWhereAnotherLineBegins()
    {
        LogLevels levels;
        (void)levels.read("Traceback (most recent call last):");
        QCOMPARE(levels.read("INFO 06-08 14:47:33 [a.py:1] another process"), LogLevel::Info);
        QCOMPARE(levels.read("  File \"a.py\""), LogLevel::Info);
    }

    void namesAreReadBack()
    {
        for (const LogLevel level : {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error,
                                     LogLevel::Fatal})
            QCOMPARE(levelNamed(levelName(level)), std::optional(level));
        QVERIFY(!levelNamed(u"loud"_s) && !levelNamed(QString()));
    }
};

QTEST_APPLESS_MAIN(TestLogLevel)
#include "tst_loglevel.moc"
