#include "core/deploy/logwatch.h"
#include "core/engines/engine.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

class TestLogWatch : public QObject
{
    Q_OBJECT

    static QList<FaultRule> rulesOf(const QString &engine, const QString &language = u"en"_s)
    {
        const Result<QList<FaultRule>> rules = loadFaultRules(language);
        if (!rules)
            qFatal("%s", qPrintable(rules.error().message));
        return rulesOfEngine(*rules, engine);
    }
    static LogWatch watch()
    {
        return LogWatch({u"Daemon start success!"_s}, {u"Start mindie server"_s}, rulesOf(u"mindie"_s));
    }
    static FaultRule known(const LogWatch &watch)
    {
        const QList<FaultRule> rules = rulesOf(u"mindie"_s);
        for (const FaultRule &rule : rules) {
            if (watch.cause() && rule.id == watch.cause()->rule)
                return rule;
        }
        return {};
    }

private slots:
    // MindIE's words are not said of another engine's log; what is the driver's, HCCL's or the host's is said of all.
    void rulesAreThoseOfTheEngine()
    {
        for (const Engine &engine : engines()) {
            const QString id = QLatin1String(engine.id);
            for (const QString &language : {u"en"_s, u"zh"_s}) {
                QStringList ids;
                for (const FaultRule &rule : rulesOf(id, language)) {
                    ids << rule.id;
                    QVERIFY2(rule.engines.isEmpty() || rule.engines.contains(id), qPrintable(rule.id));
                }
                QVERIFY(ids.contains(u"hccl.socket-timeout"_s) && ids.contains(u"container.library"_s)
                        && ids.contains(u"memory.npu"_s));
                QCOMPARE(ids.contains(u"mindie.config-range"_s), id == "mindie"_L1);
            }
        }
        const QByteArray lines
            = "The pattern of foo is invalid\n[MIE05E000005] NPU out of memory. Tried to allocate 2.00 GiB\n";
        LogWatch vllm({}, {}, rulesOf(u"vllm-ascend"_s));
        vllm.feed(lines);
        QVERIFY(vllm.cause()->line.contains(u"NPU out of memory"_s));
        QCOMPARE(vllm.cause()->rule, u"memory.npu"_s);
        LogWatch mindie = watch();
        mindie.feed(lines);
        QCOMPARE(mindie.cause()->rule, u"mindie.config-range"_s);
        LogWatch other = watch();
        other.feed(lines.mid(lines.indexOf('\n') + 1)); // its own rule knows more of it than anybody's
        QCOMPARE(other.cause()->rule, u"memory.npu-mindie"_s);
    }

    // A weight file that is cut off is not the fault of config.json, whose code MindIE says with it or after it.
    void whatSafetensorsSaysIsTheCauseInEachEngine()
    {
        const QByteArray said = "safetensors_rust.SafetensorError: Error while deserializing header: "
                                "MetadataIncompleteBuffer\n",
                         code = "[llm] [ERROR] [MIE05E000001] ", failed = "Failed to init endpoint!\n";
        for (const QByteArray &lines : {said + code + "model json invalid\n" + failed, code + said + failed}) {
            LogWatch mindie = watch();
            mindie.feed(lines);
            QVERIFY(mindie.hasFailed());
            QCOMPARE(mindie.cause()->rule, u"weights.broken"_s);
        }
        LogWatch vllm({}, {}, rulesOf(u"vllm-ascend"_s));
        vllm.feed(said);
        QCOMPARE(vllm.cause()->rule, u"weights.broken"_s);
    }

    // start.sh's nohup is the only one to say so: a command that is not of this image leaves no other line.
    void aCommandThatTheImageLacksIsTheCause_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *engine, const char *said, const char *rule) {
            QTest::newRow(said) << QString::fromLatin1(engine) << QByteArray(said) << QString::fromLatin1(rule);
        };
        row("openai", "nohup: failed to run command 'vllm': No such file or directory", "container.no-program");
        row("openai", "nohup: failed to run command \xe2\x80\x98vllm\xe2\x80\x99: No such file or directory",
            "container.no-program");
        row("openai", "/work/d/start.sh: 41: exec: vllm: not found", "container.no-program");
        row("openai", "nohup: failed to run command '/opt/serve.sh': Permission denied", "container.program-mode");
        row("mindie", "nohup: can't execute './bin/mindieservice_daemon': No such file or directory",
            "container.no-program");
        row("vllm-ascend", "nohup: failed to run command 'vllm': No such file or directory", "vllm.not-in-image");
    }
    void aCommandThatTheImageLacksIsTheCause()
    {
        QFETCH(QString, engine);
        QFETCH(QByteArray, said);
        QFETCH(QString, rule);
        LogWatch it({}, {}, rulesOf(engine));
        it.feed("nohup: ignoring input\n" + said + '\n');
        it.finish();
        QVERIFY(it.cause());
        QCOMPARE(it.cause()->rule, rule);
        QCOMPARE(it.cause()->line, QString::fromUtf8(said));
    }

    void readyLineIsFoundHoweverItIsCut()
    {
        const QByteArray log = "loading\r\n[x] Daemon start success!\r\nmore\n";
        for (qsizetype size = 1; size < log.size(); ++size) {
            LogWatch it = watch();
            for (qsizetype at = 0; at < log.size(); at += size)
                it.feed(log.mid(at, size));
            QVERIFY(it.isReady());
            QVERIFY(!it.hasFailed());
        }
    }

    void theFirstKnownCauseIsNamedNotTheLastSymptom()
    {
        LogWatch it = watch();
        it.feed("[ERROR] Check path: config.json failed, by: Check Other group permission failed: … current permission "
                "is 6, but required no greater than 4.\n"
                "[MIE04E02011C] Failed to init infer backend manager\n");
        QVERIFY(it.hasFailed());
        QVERIFY(known(it).cause.contains(u"640"_s));
        QVERIFY(it.cause()->line.startsWith(u"[ERROR] Check path"_s));
        QVERIFY(known(it).remedy.contains(u"chmod 640"_s));
    }

    void warningSignsDoNotEndTheWait()
    {
        LogWatch it = watch();
        it.feed("Using the loopback address as fallback\n");
        QVERIFY(!it.hasFailed());
        QVERIFY(it.cause());
        it.feed("Daemon start success!\n");
        QVERIFY(it.isReady());
    }

    void failureLineNeedsTheWordFail()
    {
        LogWatch it = watch();
        it.feed("Start mindie server now\n");
        QVERIFY(!it.hasFailed());
        it.feed("Start mindie server at 10.20.0.1:1025 fail\n");
        QVERIFY(it.hasFailed());
        QCOMPARE(it.cause()->line, u"Start mindie server at 10.20.0.1:1025 fail"_s);
    }

    void unfinishedLastLineCounts()
    {
        LogWatch it = watch();
        it.feed("bin/mindieservice_daemon: error while loading shared libraries: libtorch.so: cannot open");
        QVERIFY(!it.hasFailed());
        it.finish();
        QVERIFY(it.hasFailed());
    }

    // Its last line only points back; what was raised before it is shown, and named where a rule knows it.
    void vllmsLastWordPointsBack_data()
    {
        QTest::addColumn<QByteArray>("raised");
        QTest::addColumn<QString>("rule");
        QTest::newRow("no cache") << QByteArray("ValueError: No available memory for the cache blocks. Try more.")
                                  << u"memory.kv-none"_s;
        QTest::newRow("no front end")
            << QByteArray("RuntimeError: Did not receive response from front-end process within 5 minutes")
            << u"vllm.no-front-end"_s;
        QTest::newRow("a peer") << QByteArray("RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] "
                                              "Connection closed by peer [10.20.0.12]:31870")
                                << u"vllm.peer-lost"_s;
        QTest::newRow("not known") << QByteArray("TypeError: unhashable type: 'list'") << QString();
    }
    void vllmsLastWordPointsBack()
    {
        QFETCH(QByteArray, raised);
        QFETCH(QString, rule);
        LogWatch it({u"Application startup complete."_s}, {u"Engine core initialization failed"_s},
                    rulesOf(u"vllm-ascend"_s));
        it.feed("(APIServer pid=1) WARNING an error counter was reset\n(EngineCore_DP0 pid=2) ERROR Traceback\n"
                "(EngineCore_DP0 pid=2) ERROR "
                + raised
                + "\n(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed "
                  "core proc(s): {}\n");
        QVERIFY(it.hasFailed());
        QVERIFY2(it.cause()->line.endsWith(QString::fromLatin1(raised)), qPrintable(it.cause()->line));
        QCOMPARE(it.cause()->rule, rule);
    }

    // A rank that gave up waiting says less than what came later and is a cause; a word that also stands in logs of
    // services that work says least.
    void causesGoBeforeConsequencesAndHintsLast()
    {
        LogWatch it({}, {}, rulesOf(u"vllm-ascend"_s));
        it.feed("Using the loopback address as fallback\n");
        QCOMPARE(it.cause()->rule, u"vllm.gloo"_s);
        it.feed("some error of nobody's list\n");
        QCOMPARE(it.cause()->line, u"some error of nobody's list"_s);
        it.feed("[ERROR] EI0006: Getting socket times out. Reason: 120 s\n");
        QCOMPARE(it.cause()->rule, u"hccl.socket-timeout"_s);
        it.feed("RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB\n");
        QCOMPARE(it.cause()->rule, u"memory.npu"_s);
        it.feed("ValueError: No available memory for the cache blocks.\n"); // the first of the causes stays
        QCOMPARE(it.cause()->rule, u"memory.npu"_s);
    }

    void hundredMegabytesWithoutNewlineStaySmall()
    {
        LogWatch it = watch();
        const QByteArray piece(1 << 20, 'x');
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 100; ++i)
            it.feed(piece);
        it.feed("\nDaemon start success!\n");
        QVERIFY(it.isReady());
        QVERIFY(timer.elapsed() < 2000);
    }

    // The words that MindIE's own validator says of refused files: what is shown names the key and the value, not the
    // sentence after it that says only that something failed.
    void aRefusalShowsTheLineThatNamesTheCause_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("said");
        QTest::newRow("a range")
            << u"port=80"_s
            << QStringList{u"serverConfig.port [80] is less than [1024]"_s,
                           u"ConfigManager init exception: [ConfigManager] Checking Config Failed"_s};
        QTest::newRow("a type")
            << u"port=\"1025\""_s
            << QStringList{u"The type of param port should be int32_t, but got string"_s,
                           u"ConfigManager init exception: Failed to initialize ServerConfig from JSON."_s};
        QTest::newRow("torch before 3.0")
            << u"torch"_s
            << QStringList{u"Backend type only supports atb or ms."_s,
                           u"ConfigManager init exception: [ConfigManager] Checking Config Failed"_s};
        QTest::newRow("moe_tp of torch")
            << u"MoE"_s
            << QStringList{u"RuntimeError: MoE strategy selection failed, please check the config."_s,
                           u"Failed to init endpoint!"_s};
        QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/mindie-validator/verdicts.jsonl"));
        if (!file.open(QIODevice::ReadOnly))
            return; // the rows above go on
        for (int row = 1; !file.atEnd(); ++row) {
            const Result<Json> one = parseJson(file.readLine(), u"verdict"_s);
            QVERIFY(one);
            if (stringAt(*one, "verdict") != "accept"_L1)
                QTest::addRow("%d %s", row, qPrintable(stringAt(*one, "name").left(60)))
                    << stringAt(*one, "name") << stringAt(*one, "said").split(u" | "_s);
        }
    }
    void aRefusalShowsTheLineThatNamesTheCause()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, said);
        LogWatch it = watch();
        it.feed("ConfigManager: Load Config from /x/conf/config.json.\n" + said.join(QLatin1Char('\n')).toUtf8()
                + "\nERR: Failed to init endpoint! Please check the service log or console output.\nKilled\n");
        it.finish();
        QVERIFY(it.cause() && !it.cause()->rule.isEmpty());
        const QString line = it.cause()->line;
        const bool isSaid
            = std::any_of(said.cbegin(), said.cend(), [&](const QString &one) { return one.trimmed() == line; });
        const bool saysOnlyThat = line.startsWith("ConfigManager init exception: Failed"_L1)
            || line.startsWith("ConfigManager init exception: [ConfigManager]"_L1);
        QVERIFY2(isSaid && !saysOnlyThat, qPrintable(line));
        const QString key = name.section(QLatin1Char('='), 0, 0).section(QLatin1Char('['), 0, 0);
        const QString value = name.section(QLatin1Char('='), 1).remove(QLatin1Char('"'));
        for (const QString &part : {key, value}) {
            const bool isNamed = part.size() > 1
                && std::any_of(said.cbegin(), said.cend(), [&](const QString &one) { return one.contains(part); });
            QVERIFY2(!isNamed || line.contains(part), qPrintable(part + u" is not in: "_s + line));
        }
    }

    void realLogs_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("ready");
        QTest::addColumn<bool>("hasCause");
        QTest::newRow("success") << u"31-mindie-daemon-start-success.txt"_s << true << false;
        QTest::newRow("small shm") << u"34-mindie-futex-aborted-small-shm.txt"_s << false << true;
        QTest::newRow("libtorch") << u"35-mindie-missing-libtorch.txt"_s << false << true;
        QTest::newRow("endpoint") << u"36-mindie-failed-to-init-endpoint.txt"_s << false << true;
        QTest::newRow("EI0006") << u"18-hccl-EI0006-socket-timeout-tp16.txt"_s << false << true;
        QTest::newRow("TLS") << u"25-plog-tls-inconsistent.txt"_s << false << true;
    }
    void realLogs()
    {
        QFETCH(QString, file);
        QFETCH(bool, ready);
        QFETCH(bool, hasCause);
        QFile log(QStringLiteral(ASC_SHARED_DIR "/captures/service-log/") + file);
        if (!log.open(QIODevice::ReadOnly))
            QSKIP("the captures are not on this machine");
        LogWatch it = watch();
        it.feed(log.readAll());
        it.finish();
        QCOMPARE(it.isReady(), ready);
        QCOMPARE(it.cause() && !it.cause()->rule.isEmpty(), hasCause);
    }
};

QTEST_GUILESS_MAIN(TestLogWatch)
#include "tst_logwatch.moc"
