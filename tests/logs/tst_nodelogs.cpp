// A node's logs as they are read: what the container printed, what is written in it, as it is written; on one clock;
// and the verb that tells them of all nodes.
#include "core/engines/recipebook.h"
#include "core/logs/nodelogs.h"
#include "core/targets/launch.h"
#include "app/sim/statefile.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QDateTime>
#include <QFile>
#include <QTest>

#include <csignal>
#include <thread>

using namespace Qt::StringLiterals;

using std::chrono::seconds;

class TestNodeLogs : public QObject
{
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;
    QHash<QString, Launch> m_launches;
    std::shared_ptr<const FaultMatcher> m_matcher;

    const Launch &launch(int node) const { return *m_launches.constFind(u"node%1"_s.arg(node + 1)); }
    void run(int node, const QStringList &argv) const
    {
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(node);
        QVERIFY(shell);
        const Result<CommandOutput> output = (*shell)->run({.argv = argv}, {});
        QVERIFY2(output, output ? "" : qPrintable(output.error().message));
        QVERIFY2(output->exitCode == 0, output->err.constData());
    }
    // In the container.
    void inside(int node, const QString &script, const QStringList &arguments) const
    {
        run(node, QStringList{launch(node).runtime, u"exec"_s, launch(node).container, u"sh"_s, u"-c"_s, script,
                              u"sh"_s}
                + arguments);
    }
    void write(int node, const QString &path, const QString &text) const
    {
        inside(node, u"mkdir -p \"${1%/*}\"; printf '%s' \"$2\" >>\"$1\""_s, {path, text});
    }
    NodeLogs logsOf(int node) const { return {u"node%1"_s.arg(node + 1), logQuestion(launch(node)), m_matcher}; }

    struct Read
    {
        QHash<QString, QList<LogEntry>> byProcess;
        QStringList troubles;
        std::optional<double> offset;
        QStringList texts(const QString &process) const
        {
            QStringList texts;
            for (const LogEntry &entry : byProcess.value(process))
                texts << QString::fromUtf8(entry.text);
            return texts;
        }
    };
    static void put(Read &all, const LogNews &news)
    {
        for (const LogBatch &batch : news.batches)
            all.byProcess[batch.process] += batch.entries;
        if (news.clockOffset)
            all.offset = news.clockOffset;
    }
    Read read(NodeLogs &logs, int node) const
    {
        Read all;
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(node);
        if (!shell)
            return all;
        const Result<QStringList> ended
            = logs.read(**shell, seconds(0), {}, [&](const LogNews &news) { put(all, news); });
        all.troubles = ended ? *ended : QStringList{u"could not ask: "_s + ended.error().message};
        return all;
    }
    QStringList verbArguments() const
    {
        const ConnectionSettings connections = m_lab->connections();
        return {u"logs"_s, m_lab->deploymentFile(), u"--known-hosts"_s, connections.knownHostsFile, u"--ssh-config"_s,
                connections.sshConfigFile};
    }
    Ran verb(const QStringList &arguments) const
    {
        return ascendctl(verbArguments() + arguments);
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        Result<std::unique_ptr<Lab>> lab = Lab::up({});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        const Result<QList<FaultRule>> rules = loadFaultRules();
        QVERIFY(rules);
        m_matcher = std::make_shared<FaultMatcher>(*rules);
        const Deployment deployment = withDefaults(m_lab->deployment());
        const Result<Recipe> recipe = findRecipe(deployment.recipe);
        QVERIFY(recipe);
        QList<NodeFacts> facts;
        for (int i = 0; i < 2; ++i) {
            const Result<std::unique_ptr<Shell>> shell = m_lab->shell(i);
            QVERIFY(shell);
            const Result<NodeFacts> one = inspectNode(**shell, deployment.nodes[i], deployment, {});
            QVERIFY(one);
            facts << *one;
        }
        const auto launches = launchesOf(deployment, *recipe, facts);
        QVERIFY2(launches, launches ? "" : qPrintable(launches.error().message));
        m_launches = *launches;
    }

    // Before anything runs.
    void aContainerThatIsNotThereIsSaid()
    {
        NodeLogs logs = logsOf(0);
        const Read all = read(logs, 0);
        QCOMPARE(all.troubles.size(), 1);
        QVERIFY2(all.troubles[0].contains(launch(0).container) && all.troubles[0].contains(u"No such container"_s),
                 qPrintable(all.troubles[0]));
        QVERIFY(!all.byProcess.contains(launch(0).process.name));
    }

    void whatIsWrittenInTheContainerIsReadOnceAndGoesOn()
    {
        for (int node = 0; node < 2; ++node)
            run(node, launch(node).runArgv);
        const QString plog = u"/root/ascend/log/debug/plog/plog-7_2026.log"_s, service = launch(0).logPath;
        write(0, service, u"[2026-03-18 10:33:52.113] [1] [1] [server] [INFO] one\nand ␛ 显存\n"_s);
        write(0, plog, u"[ERROR] HCCL(1,python3):2026-03-18-10:33:53.000.000 EI0006: Getting socket times out\n"_s);
        NodeLogs logs = logsOf(0);
        const Read first = read(logs, 0);
        QVERIFY2(first.troubles.isEmpty(), qPrintable(first.troubles.join(u'\n')));
        const QString process = launch(0).process.name;
        QCOMPARE(first.texts(process),
                 (QStringList{u"[2026-03-18 10:33:52.113] [1] [1] [server] [INFO] one"_s, u"and ␛ 显存"_s}));
        QCOMPARE(first.byProcess[u"plog-7_2026"_s].size(), 1);
        QVERIFY(first.byProcess[u"plog-7_2026"_s][0].rule >= 0);
        QVERIFY(std::abs(first.offset.value_or(9)) < 2);

        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const LogEntry untimed = first.byProcess[process][1]; // said in March or later, and written just now
        QVERIFY(untimed.isLater && untimed.ms == first.byProcess[process][0].ms && untimed.untilMs);
        QVERIFY2(std::abs(*untimed.untilMs - now) < 60'000, qPrintable(u"%1 ms off"_s.arg(*untimed.untilMs - now)));
        write(0, service, u"two\n"_s);
        QCOMPARE(read(logs, 0).texts(process), QStringList{u"two"_s});
        QVERIFY(read(logs, 0).texts(process).isEmpty());
        inside(0, u"mv \"$1\" \"$1.1\"; echo begun anew >\"$1\""_s, {service}); // rotated
        QCOMPARE(read(logs, 0).texts(process), QStringList{u"begun anew"_s});
        inside(0, u": >\"$1\"; echo cut >\"$1\""_s, {service});
        QCOMPARE(read(logs, 0).texts(process), QStringList{u"cut"_s});
    }

    // It is read as root: what a link in the log's place leads to is another's, unless it is in the log's own folder.
    void aLinkThatLeavesTheFolderIsSaidAndNotFollowed()
    {
        const QString service = launch(0).logPath, folder = service.section(u'/', 0, -2);
        const QString process = launch(0).process.name;
        inside(0, u"mv -- \"$1\" \"$1.kept\"; echo of our own >\"$1.real\"; ln -s \"${1##*/}.real\" \"$1\""_s,
               {service});
        NodeLogs logs = logsOf(0);
        Read all = read(logs, 0);
        QVERIFY2(all.troubles.isEmpty(), qPrintable(all.troubles.join(u'\n')));
        QCOMPARE(all.texts(process), QStringList{u"of our own"_s});

        inside(0, u"ln -sfn /etc/passwd \"$1\"; mv -- /root/ascend/log /root/plogs; ln -s ../plogs /root/ascend/log"_s,
               {service});
        all = read(logs, 0);
        QVERIFY2(all.troubles.size() == 2 && all.troubles.join(u'\n').contains(service)
                     && all.troubles.join(u'\n').contains(u" is a symbolic link to /etc/passwd and was not followed."_s)
                     && all.troubles.join(u'\n').contains(u"/root/ascend/log in the container "_s),
                 qPrintable(all.troubles.join(u'\n')));
        QVERIFY2(all.texts(process).isEmpty(), qPrintable(all.texts(process).join(u'\n')));
        const Ran ran = verb({});
        QVERIFY2(ran.err.contains("is a symbolic link to /etc/passwd and was not followed."), ran.err.constData());
        QVERIFY2(!ran.out.contains("root:x:0"), ran.out.constData());

        inside(0, u"rm -- /root/ascend/log; mv -- /root/plogs /root/ascend/log; rm -- \"$1\"; mkfifo \"$1\""_s,
               {service});
        all = read(logs, 0);
        QVERIFY2(all.troubles.size() == 1 && all.troubles[0].endsWith(u" is no file and was not read."_s),
                 qPrintable(all.troubles.join(u'\n')));

        inside(0, u"rm -- \"$2\"; mv -- \"$1\" \"$1.kept\"; ln -s \"${1##*/}.kept\" \"$1\""_s, {folder, service});
        all = read(logs, 0);
        QVERIFY2(all.troubles.size() == 1 && all.troubles[0].contains(folder + u" in the container "_s),
                 qPrintable(all.troubles.join(u'\n')));
        inside(0, u"rm -- \"$1\"; mv -- \"$1.kept\" \"$1\"; rm -- \"$2.real\"; mv -- \"$2.kept\" \"$2\""_s,
               {folder, service});
    }

    void ofALargeFileTheEndIsRead()
    {
        QString text;
        for (int i = 0; i < 1000; ++i)
            text += u"line %1 of many that are there\n"_s.arg(i);
        for (qsizetype at = 0; at < text.size(); at += 8000)
            write(0, u"/root/mindie/log/debug/large.log"_s, text.mid(at, 8000));
        NodeLogs logs = logsOf(0);
        logs.setTail(4096, 100);
        const QStringList texts = read(logs, 0).texts(u"large"_s);
        QVERIFY2(texts.size() > 50 && texts.size() < 200, qPrintable(QString::number(texts.size())));
        QCOMPARE(texts.last(), u"line 999 of many that are there"_s);
        QVERIFY2(texts.first().startsWith(u"line "_s), qPrintable(texts.first())); // no half line
    }

    void whatTheContainerPrintedHasDockersTime()
    {
        qint64 startedMs = 0;
        QVERIFY(sim::updateState(m_lab->nodeFolder(1) + u"/.sim"_s, [&](sim::NodeState &state) -> Result<void> {
            for (Json &container : state.other["containers"]) {
                container["log"] = "WARNING: printed\nand this\n";
                startedMs = integerAt(container, "startedMs").value_or(0);
            }
            return {};
        }));
        NodeLogs logs = logsOf(1);
        const Read all = read(logs, 1);
        QCOMPARE(all.texts(u"container"_s), (QStringList{u"WARNING: printed"_s, u"and this"_s}));
        QVERIFY2(std::abs(*all.byProcess[u"container"_s][0].ms - startedMs) < 2000, "docker's stamp");
        QVERIFY(read(logs, 1).texts(u"container"_s).isEmpty()); // since then
    }

    void linesComeWhileTheyAreWritten()
    {
        NodeLogs logs = logsOf(0);
        (void)read(logs, 0);
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(0);
        QVERIFY(shell);
        std::stop_source enough;
        qint64 writtenMs = 0, seenMs = 0;
        std::jthread writer([&] {
            std::this_thread::sleep_for(seconds(2));
            writtenMs = QDateTime::currentMSecsSinceEpoch();
            write(0, launch(0).logPath, u"live\n"_s);
        });
        const Result<QStringList> ended
            = logs.read(**shell, seconds(30), enough.get_token(), [&](const LogNews &news) {
                  for (const LogBatch &batch : news.batches) {
                      for (const LogEntry &entry : batch.entries) {
                          if (entry.text == "live") {
                              seenMs = QDateTime::currentMSecsSinceEpoch();
                              enough.request_stop();
                          }
                      }
                  }
              });
        QVERIFY(!ended && ended.error().kind == ErrorKind::Canceled);
        QVERIFY2(seenMs > 0 && seenMs - writtenMs < 8000, qPrintable(u"%1 ms"_s.arg(seenMs - writtenMs)));
    }

    void aWrongClockIsMeasuredAndTakenOff()
    {
        QVERIFY(m_lab->fault(1, u"clock-skew"_s, {u"90"_s}));
        NodeLogs logs = logsOf(1);
        (void)read(logs, 1);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        inside(1, u"mkdir -p \"${1%/*}\"; echo \"$(date -u +%Y-%m-%dT%H:%M:%S.000Z) skewed\" >>\"$1\""_s,
               {launch(1).logPath});
        const Read all = read(logs, 1);
        QVERIFY(m_lab->clear(1));
        QVERIFY2(std::abs(all.offset.value_or(0) - 90) < 3, qPrintable(QString::number(all.offset.value_or(0))));
        const QList<LogEntry> lines = all.byProcess.value(launch(1).process.name);
        QCOMPARE(lines.size(), 1);
        QVERIFY2(std::abs(*lines[0].ms - now) < 10'000, qPrintable(u"%1 ms off"_s.arg(*lines[0].ms - now)));
    }

    void theVerbTellsAllNodesOnOneClock()
    {
        write(0, launch(0).logPath, u"2026-03-18T10:00:03.000Z [ERROR] third\n"_s);
        write(1, launch(1).logPath,
              u"2026-03-18T10:00:02.000Z [INFO] second\n2026-03-18T10:00:04.000Z fourth \x1b[2J\n"_s);
        const Ran json = verb({u"--json"_s});
        QVERIFY2(json.code == 0, json.err.constData());
        const Result<Json> document = parseJson(json.out, u"logs"_s);
        QVERIFY2(document, json.out.left(500).constData());
        QCOMPARE(boolAt(*document, "simulated"), std::optional(true));
        QCOMPARE(document->at("nodes").size(), 2u);
        QVERIFY(document->at("nodes")[0]["clockOffsetSeconds"].is_number());
        QStringList texts;
        QString before;
        for (const Json &line : document->at("lines")) {
            if (const QString time = stringAt(line, "time"); !time.isEmpty()) {
                QVERIFY(time >= before);
                before = time;
            } else {
                QVERIFY(line.at("time").is_null()); // above the first that says one
            }
            if (stringAt(line, "text").startsWith(u"2026-03-18T10:00:0"_s))
                texts << stringAt(line, "node") + u' ' + stringAt(line, "text").mid(25);
        }
        QVERIFY2(texts.size() == 3, qPrintable(texts.join(u'\n')));
        QCOMPARE(texts, (QStringList{u"node2 [INFO] second"_s, u"node1 [ERROR] third"_s, u"node2 fourth "_s}));

        const Ran error = verb({u"--level"_s, u"error"_s, u"--node"_s, u"node1"_s, u"--grep"_s, u"THIRD"_s});
        QCOMPARE(error.code, 0);
        QCOMPARE(error.out.count('\n'), 1);
        QVERIFY2(error.out.startsWith("2026-03-18T10:00:0") && error.out.contains("Z  node1  ")
                     && error.out.contains("[ERROR] third"),
                 error.out.constData());
        QVERIFY(!verb({}).out.contains('\x1b'));
        QCOMPARE(verb({u"--grep"_s, u"nobody ever wrote that"_s}).code, 1);
        QCOMPARE(verb({u"--since"_s, u"2h"_s, u"--grep"_s, u"[ERROR] third"_s}).code, 1); // it is older
        for (const QStringList &wrong : {QStringList{u"--level"_s, u"loud"_s}, QStringList{u"--since"_s, u"noon"_s},
                                         QStringList{u"--node"_s, u"node9"_s}, QStringList{u"more"_s},
                                         QStringList{u"--grep"_s}})
            QCOMPARE(verb(wrong).code, 2);
    }

    void theVerbFollowsUntilItIsStopped()
    {
        QProcess process;
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                      verbArguments() + QStringList{u"--follow"_s, u"--json"_s, u"--grep"_s, u"follow me"_s});
        QByteArray out;
        std::thread writer([&] {
            std::this_thread::sleep_for(seconds(3));
            write(1, launch(1).logPath, u"follow me, 1\n"_s);
        });
        const auto says = [&](const char *what) { return (out += process.readAllStandardOutput()).contains(what); };
        QTRY_VERIFY_WITH_TIMEOUT(says("follow me, 1"), 60'000);
        writer.join();
        write(0, launch(0).logPath, u"follow me, 2\n"_s);
        QTRY_VERIFY_WITH_TIMEOUT(says("follow me, 2"), 60'000);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 0);
        for (const QByteArray &line : out.trimmed().split('\n')) {
            const Result<Json> json = parseJson(line, u"line"_s);
            QVERIFY2(json && json->contains("node") && json->contains("time"), line.constData());
        }
    }

    void nodesThatCannotBeAskedAreSaid()
    {
        QVERIFY(m_lab->fault(1, u"sshd-killed"_s));
        const Ran one = verb({u"--json"_s});
        QCOMPARE(one.code, 0);
        const Result<Json> document = parseJson(one.out, u"logs"_s);
        QVERIFY(document && document->at("nodes")[1].contains("error") && !document->at("nodes")[0].contains("error"));
        QVERIFY2(one.err.contains("node2"), one.err.constData());
        QVERIFY(m_lab->fault(0, u"sshd-killed"_s));
        QCOMPARE(verb({}).code, 3);
        for (int node = 0; node < 2; ++node)
            QVERIFY(m_lab->clear(node));
    }
};

QTEST_GUILESS_MAIN(TestNodeLogs)
#include "tst_nodelogs.moc"
