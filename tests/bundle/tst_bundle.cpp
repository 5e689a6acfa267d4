// The report of a deployment: whole, readable by any machine, without secrets; of simulated nodes behind real sshd.
#include "core/bundle/bundle.h"
#include "core/bundle/nodeparts.h"
#include "core/deploy/containerfiles.h"
#include "core/deploy/daemon.h"
#include "core/diagnosis/logfiles.h"
#include "core/shell/localshell.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"
#include "tests/support/scriptedshell.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestBundle : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;

    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read) ") + path.toUtf8();
    }

    // By the system's own tar. The folder that it holds.
    static QString unpacked(const QString &archive, const QString &into)
    {
        QDir().mkpath(into);
        if (QProcess::execute(u"tar"_s, {u"-xzf"_s, archive, u"-C"_s, into}) != 0)
            return {};
        const QStringList there = QDir(into).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
        return there.size() == 1 ? into + u'/' + there.first() : QString();
    }

private slots:
    void aNodesWordsCannotLeaveTheFolder()
    {
        for (const QString &name : {u"../../etc/passwd"_s, u".ssh"_s, u"a/b"_s, u""_s, QString(300, u'x'), u"a\nb"_s}) {
            const QString part = pathPart(name);
            QVERIFY2(!part.contains(u'/') && !part.startsWith(u'.') && !part.isEmpty(), qPrintable(part));
            QVERIFY(part.toUtf8().size() <= 255);
            QVERIFY(!part.contains(u'\n'));
        }
        QCOMPARE(pathPart(u"节点-1"_s), u"节点-1"_s);
    }

    void afterALostConnectionNothingIsAsked()
    {
        ScriptedShell shell;
        shell.answer(u"uname -a"_s, "Linux\n");
        shell.fail(u"cat /etc/os-release"_s, {ErrorKind::Connection, u"the connection was lost"_s, {}, {}});
        QStringList logs;                // that a diagnosis of the unpacked bundle reads
        for (const BundleQuestion &question : bundleQuestions(Launch())) {
            if (isBundledLog(question.path))
                logs << question.path;
        }
        QCOMPARE(logs, (QStringList{u"host/kernel-log.txt"_s, u"container/output.log"_s, u"logs/service.log"_s,
                                    u"logs/engine-and-cann.log"_s}));
        const QList<BundlePart> parts = nodeParts(shell, u"node1"_s, bundleQuestions(std::nullopt), {});
        QCOMPARE(shell.asked.size(), 2);
        QCOMPARE(parts.size(), bundleQuestions(std::nullopt).size());
        QCOMPARE(parts.first().content, "Linux\n");
        for (const BundlePart &part : parts.mid(1))
            QCOMPARE(part.trouble, u"the connection was lost"_s);
    }

    void aToolThatHangsIsAskedOnce()
    {
        ScriptedShell shell;
        shell.fail(u"npu-smi info"_s, {ErrorKind::Timeout, u"no answer within 60 s"_s, {}, {}});
        const QList<BundlePart> parts = nodeParts(shell, u"node1"_s, bundleQuestions(std::nullopt), {});
        QCOMPARE(shell.asked.filter(u"npu-smi"_s), QStringList{u"npu-smi info"_s});
        for (const BundlePart &part : parts) {
            if (part.path.contains(u"npu-smi"_s))
                QVERIFY2(part.trouble.contains(u"no answer within 60 s"_s), qPrintable(part.path + part.trouble));
        }
        QVERIFY(shell.asked.contains(u"cat /etc/hccn.conf"_s)); // other tools are
    }

    // The last run failed before it started a service: what the log says is told of in the past.
    void logsOfAnOlderRunStandApart()
    {
        Launch launch;
        launch.runtime = u"docker"_s;
        launch.container = u"c"_s;
        launch.pidPath = u"/w/service.pid"_s;
        const QString kernel = u"nodes/node1/host/kernel-log.txt"_s, log = u"nodes/node1/logs/service.log"_s;
        for (const int exitCode : {0, 1}) {
            ScriptedShell shell;
            shell.answer(quoted(daemonProbe(launch, false)), "12\n", exitCode);
            QList<BundlePart> parts{{kernel, "a", {}, {}}, {log, "b", {}, {}}};
            setOlderApart(shell, launch, parts, {});
            QCOMPARE(parts[0].path, kernel);
            QCOMPARE(parts[1].path, exitCode == 0 ? log : u"nodes/node1/before-last-run/service.log"_s);
            QVERIFY(exitCode == 0 || !isBundledLog(parts[1].path.section(u'/', 2)));
        }
    }

    void whatIsSaidInPlaceOfJsonIsNoJson()
    {
        ScriptedShell shell;
        shell.answer(u"cat /w/there.json"_s, "{}\n");
        QList<QString> paths;
        for (const BundlePart &part : nodeParts(shell, u"node1"_s,
                                                {{u"files/there.json"_s, {u"cat"_s, u"/w/there.json"_s}},
                                                 {u"files/gone.json"_s, {u"cat"_s, u"/w/gone.json"_s}}},
                                                {}))
            paths << part.path;
        QCOMPARE(paths, (QList<QString>{u"nodes/node1/files/there.json"_s, u"nodes/node1/files/gone.txt"_s}));
    }

    // It is read as root and given away: what somebody's link leads to is not taken, and what never ends is not read.
    void whatIsNoFileOfOursIsNamedAndNotTaken_data()
    {
        QTest::addColumn<QString>("line"); // by sh, in the folder that holds target/sub
        QTest::addColumn<QString>("words"); // empty: the file is taken
        QTest::newRow("our file") << u"echo ours >target/sub/env.sh"_s << QString();
        QTest::newRow("a link in its place") << u"ln -s $PWD/private/env.sh target/sub/env.sh"_s
                                             << u"it is a symbolic link to %1/private/env.sh, whose content is not "
                                                "shown"_s;
        QTest::newRow("one that leads nowhere") << u"ln -s nowhere target/sub/env.sh"_s
                                                << u"it is a symbolic link to nowhere, whose content is not shown"_s;
        QTest::newRow("its folder is a link") << u"rmdir target/sub; ln -s $PWD/private target/sub"_s
                                              << u"a folder on the way to it, %1/target/sub, is a symbolic link to "
                                                 "%1/private"_s;
        QTest::newRow("the folder above is a link")
            << u"mkdir private/sub; cp private/env.sh private/sub; rm -r target; ln -s $PWD/private target"_s
            << u"a folder on the way to it, %1/target, is a symbolic link to %1/private"_s;
        QTest::newRow("a named pipe") << u"mkfifo target/sub/env.sh"_s << u"a named pipe is in its place"_s;
        QTest::newRow("a folder") << u"mkdir target/sub/env.sh"_s << u"a folder is in its place"_s;
    }
    void whatIsNoFileOfOursIsNamedAndNotTaken()
    {
        QFETCH(QString, line);
        QFETCH(QString, words);
        const QTemporaryDir dir;
        const QString place = QFileInfo(dir.path()).canonicalFilePath();
        LocalShell shell;
        const Result<CommandOutput> made = shell.run(
            {.argv = {u"sh"_s, u"-ec"_s,
                      u"cd -- \"$1\"; mkdir -p target/sub private; echo secret >private/env.sh; "_s + line, u"sh"_s,
                      place}},
            {});
        QVERIFY2(made && made->exitCode == 0, made ? made->err.constData() : "");
        Artifact file;
        file.remotePath = place + u"/target/sub/env.sh"_s;
        QList<BundleQuestion> questions = fileQuestions({file}, u"node1"_s);
        QCOMPARE(questions.size(), 1);
        questions.first().timeout = std::chrono::seconds(5);
        const BundlePart part = nodeParts(shell, u"node1"_s, questions, {}).first();
        QCOMPARE(part.path, u"nodes/node1/files/env.sh"_s);
        QCOMPARE(part.content, words.isEmpty() ? QByteArray("ours\n") : QByteArray());
        if (words.isEmpty())
            QCOMPARE(part.trouble, QString());
        else
            QVERIFY2(part.trouble.startsWith(words.replace(u"%1"_s, place)), qPrintable(part.trouble));
        // as a comparison says it
        const Result<NodeFile> compared = readNodeFile(shell, file.remotePath, {});
        QVERIFY(bool(compared));
        QCOMPARE(compared->link, part.trouble);
        QCOMPARE(compared->content.value_or(QByteArray()), part.content);
    }

    void aDeviceIsNotRead()
    {
        Artifact file;
        file.remotePath = u"/dev/zero"_s;
        LocalShell shell;
        const BundlePart part = nodeParts(shell, u"node1"_s, fileQuestions({file}, u"node1"_s), {}).first();
        QVERIFY(part.content.isEmpty());
        QVERIFY2(part.trouble.startsWith(u"a device or the like is in its place"_s), qPrintable(part.trouble));
    }

    // The service's log in its container, and the folders of the engine's: read as root there, and given away, too.
    void aLogsLinkIsFollowedWithinItsFolder_data()
    {
        QTest::addColumn<QString>("line"); // by sh, in the folder that holds own/ and private/
        QTest::addColumn<QString>("words"); // empty: the log is taken
        QTest::newRow("our file") << u"echo ours >own/mindie.log"_s << QString();
        QTest::newRow("a link within the folder") << u"echo ours >own/1.log; ln -s 1.log own/mindie.log"_s << QString();
        QTest::newRow("a link that leaves it") << u"ln -s $PWD/private/secret own/mindie.log"_s
                                               << u"it is a symbolic link to %1/private/secret, out of its folder"_s;
        QTest::newRow("one that leaves it upwards") << u"ln -s ../private/secret own/mindie.log"_s
                                                    << u"it is a symbolic link to ../private/secret, out of"_s;
        QTest::newRow("a folder's name begins with the folder's")
            << u"mkdir own2; cp private/secret own2; ln -s ../own2/secret own/mindie.log"_s
            << u"it is a symbolic link to ../own2/secret, out of"_s;
        QTest::newRow("the folder is a link") << u"rmdir own; cp private/secret private/mindie.log; ln -s private own"_s
                                              << u"a folder on the way to it, %1/own, is a symbolic link to private"_s;
        QTest::newRow("a named pipe") << u"mkfifo own/mindie.log"_s
                                      << u"a folder, a pipe or the like is in its place"_s;
    }
    void aLogsLinkIsFollowedWithinItsFolder()
    {
        QFETCH(QString, line);
        QFETCH(QString, words);
        const QTemporaryDir dir;
        const QString place = QFileInfo(dir.path()).canonicalFilePath();
        LocalShell shell;
        const Result<CommandOutput> made
            = shell.run({.argv = {u"sh"_s, u"-ec"_s,
                                  u"cd -- \"$1\"; mkdir own private; echo secret >private/secret; "_s + line, u"sh"_s,
                                  place}},
                        {});
        QVERIFY2(made && made->exitCode == 0, made ? made->err.constData() : "");
        Launch launch;
        launch.logPath = place + u"/own/mindie.log"_s;
        BundleQuestion log;
        for (const BundleQuestion &question : bundleQuestions(launch))
            log = question.path == "logs/service.log"_L1 ? question : log;
        log.argv = log.argv.mid(3);      // in the container
        log.timeout = std::chrono::seconds(5);
        const BundlePart part = nodeParts(shell, u"node1"_s, {log}, {}).first();
        QCOMPARE(part.content, words.isEmpty() ? QByteArray("ours\n") : QByteArray());
        QVERIFY2(words.isEmpty() ? part.trouble.isEmpty() : part.trouble.startsWith(words.replace(u"%1"_s, place)),
                 qPrintable(part.trouble));
    }

    void aFolderOfLogsThatIsALinkIsNamed()
    {
        const QTemporaryDir dir;
        LocalShell shell;
        const Result<CommandOutput> made
            = shell.run({.argv = {u"sh"_s, u"-ec"_s,
                                  u"cd -- \"$1\"; mkdir log private; echo ours >log/a.log; "
                                   "echo secret >private/b.log; ln -s private linked"_s,
                                  u"sh"_s, dir.path()}},
                        {});
        QVERIFY2(made && made->exitCode == 0, made ? made->err.constData() : "");
        BundleQuestion logs;
        for (const BundleQuestion &question : bundleQuestions(Launch()))
            logs = question.path == "logs/engine-and-cann.log"_L1 ? question : logs;
        for (QString &word : logs.argv) {
            if (word == "/root/mindie/log"_L1)
                word = dir.filePath(u"log"_s);
            else if (word.startsWith("/root/"_L1))
                word = dir.filePath(u"linked"_s);
        }
        logs.argv = logs.argv.mid(3);
        const BundlePart part = nodeParts(shell, u"node1"_s, {logs}, {}).first();
        QVERIFY2(part.content.contains("ours") && !part.content.contains("secret"), part.content.constData());
        QVERIFY2(part.trouble.contains(u"symbolic links were not looked into: "_s + dir.filePath(u"linked"_s)
                                       + u" -> private"_s),
                 qPrintable(part.trouble));
    }

    void whatIsMissingIsNamed()
    {
        BundleInput input;
        input.deployment.name = u"d"_s;
        input.when = QDateTime::fromSecsSinceEpoch(1'700'000'000);
        input.artifactsTrouble = u"no recipe"_s;
        ScriptedShell shell;             // knows no tool at all
        input.nodes = nodeParts(shell, u"node1"_s, bundleQuestions(std::nullopt), {});
        BundleSummary summary;
        const QList<BundlePart> parts = bundleParts(input, summary);
        QCOMPARE(parts.first().path, u"README.txt"_s);
        const QString missing = summary.missing.join(u'\n');
        for (const QString &words : {u"generated: no recipe"_s, u"checks.json: "_s, u"run-state.json: "_s,
                                     u"nodes/node1/npu/npu-smi-info.txt: "_s}) {
            QVERIFY2(missing.contains(words), qPrintable(missing));
            QVERIFY2(parts.first().content.contains(words.toUtf8()), parts.first().content.constData());
        }
        QVERIFY(!summary.isSimulated);
    }

    // Neither the archive's folder nor those of the nodes are called by the site's names, blanks in them or not.
    void noFolderTellsTheNamesThatAreTakenOut()
    {
        BundleInput input;
        input.deployment.name = u"prod chat"_s;
        input.when = QDateTime::fromSecsSinceEpoch(1'700'000'000);
        input.takesAddresses = true;
        ScriptedShell shell;
        for (const QString &name : {u"prod gpu 7"_s, u"prod-gpu-8"_s}) {
            Node node;
            node.name = name;
            input.deployment.nodes << node;
            input.nodes += nodeParts(shell, name, bundleQuestions(std::nullopt), {});
            input.artifacts << Artifact{.node = name, .path = name + u"/env.sh"_s, .content = "export A=1\n"};
        }
        QCOMPARE(bundleName(input), u"report-2023-11-14-221320"_s);
        BundleSummary summary;
        QSet<QString> folders;
        for (const BundlePart &part : bundleParts(input, summary)) {
            QVERIFY2(!part.path.contains(u"prod"_s), qPrintable(part.path));
            if (part.path.startsWith(u"nodes/"_s) || part.path.startsWith(u"generated/"_s))
                folders << part.path.section(u'/', 1, 1);
        }
        QCOMPARE(folders.size(), 2);
        for (const QString &folder : std::as_const(folders))
            QVERIFY2(folder.startsWith(u"host-"_s), qPrintable(folder));
        QVERIFY2(!summary.missing.join(u'\n').contains(u"prod"_s), qPrintable(summary.missing.join(u'\n')));
    }

    void aPlaceThatCannotBeWrittenIsSaid()
    {
        BundleInput input;
        input.deployment.name = u"d"_s;
        input.when = QDateTime::currentDateTime();
        const Result<BundleSummary> written = writeBundle(u"/dev/full/x.tar.gz"_s, input, {});
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::Storage);
    }

    void theWholeStoryOfADeployment()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        qputenv("HOME", m_dir.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_dir.filePath(u"state"_s).toUtf8());
        Result<std::unique_ptr<Lab>> up = Lab::up({});
        if (!up)
            QFAIL(qPrintable(up.error().message + u'\n' + up.error().detail));
        Lab &lab = **up;
        Ran ran = ascendctl({u"deploy"_s, lab.deploymentFile()});
        QVERIFY2(ran.code == 0, ran.err.constData());

        const QString file = m_dir.filePath(u"report.tar.gz"_s);
        ran = ascendctl({u"bundle"_s, lab.deploymentFile(), u"-o"_s, file, u"--json"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        const Result<Json> json = parseJson(ran.out, u"bundle"_s);
        QVERIFY(json);
        QCOMPARE(json->value("simulated", false), true);
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        const QString folder = unpacked(file, m_dir.filePath(u"whole"_s));
        QVERIFY(!folder.isEmpty());
        QVERIFY(read(folder + u"/README.txt"_s).contains("SIMULATED"));
        QVERIFY(parseJson(read(folder + u"/facts.json"_s), u"facts"_s));
        QCOMPARE(parseJson(read(folder + u"/checks.json"_s), u"checks"_s)->at("nodes").size(), 2u);
        QVERIFY(read(folder + u"/run-state.json"_s).contains("start@node1"));
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            const QString own = folder + u"/nodes/"_s + node;
            QVERIFY2(read(own + u"/npu/npu-smi-info.txt"_s).contains("npu-smi"), qPrintable(own));
            QVERIFY2(read(own + u"/logs/service.log"_s).contains("Daemon start success"),
                     read(own + u"/logs/service.log"_s).left(2000).constData());
            // what was generated is what is there
            QCOMPARE(read(own + u"/files/env.sh"_s), read(folder + u"/generated/"_s + node + u"/env.sh"_s));
            QVERIFY(parseJson(read(own + u"/container/inspect.json"_s), u"inspect"_s));
        }
        // never over a file that is there
        ran = ascendctl({u"bundle"_s, lab.deploymentFile(), u"-o"_s, file});
        QVERIFY(ran.code != 0);
        QVERIFY2(ran.err.contains("is there already"), ran.err.constData());

        // without addresses: none of the nodes' is in any file, by whatever name
        const QString quiet = m_dir.filePath(u"quiet.tar.gz"_s);
        ran = ascendctl({u"bundle"_s, lab.deploymentFile(), u"-o"_s, quiet, u"--redact-addresses"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        const QString quietFolder = unpacked(quiet, m_dir.filePath(u"quiet"_s));
        QVERIFY(!quietFolder.isEmpty());
        int looked = 0;
        QDirIterator each(quietFolder, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            const QByteArray text = read(each.next());
            ++looked;
            for (const QByteArray &address : {QByteArray("10.20.0.1"), QByteArray("10.20.0.2")})
                QVERIFY2(!text.contains(address), (each.filePath().toUtf8() + ": " + address).constData());
        }
        QVERIFY(looked > 40);

        // a chip that is gone takes neither the logs nor the files out of it
        QVERIFY(lab.fault(1, u"chip-missing"_s));
        const QString less = m_dir.filePath(u"less.tar.gz"_s);
        ran = ascendctl({u"bundle"_s, lab.deploymentFile(), u"-o"_s, less});
        QVERIFY2(ran.code == 0 && ran.out.contains("node2 has 7 NPU devices"), (ran.out + ran.err).constData());
        const QString lessFolder = unpacked(less, m_dir.filePath(u"less"_s));
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            const QString own = lessFolder + u"/nodes/"_s + node;
            QVERIFY(read(own + u"/logs/service.log"_s).contains("Daemon start success"));
            QCOMPARE(read(own + u"/files/env.sh"_s), read(folder + u"/nodes/"_s + node + u"/files/env.sh"_s));
        }
        ran = ascendctl({u"logs"_s, lab.deploymentFile()});
        QVERIFY2(ran.code == 0 && ran.out.contains("Daemon start success") && !ran.err.contains("Only the kernel's"),
                 (ran.out + ran.err).right(4000).constData());
        ran = ascendctl({u"diff"_s, lab.deploymentFile()});
        QVERIFY2((ran.out + ran.err).contains("node2 has 7 NPU devices") && ran.out.contains("node1: image")
                     && ran.out.contains("node2: driver"),
                 (ran.out + ran.err).constData());
        QVERIFY2(ran.err.contains("Compared with what is generated for as many as the recipe asks for."),
                 ran.err.constData());
        ran = ascendctl({u"deploy"_s, lab.deploymentFile(), u"--check"_s});
        QVERIFY2(ran.code > 0 && ran.err.contains("node2 has 7 NPU devices")
                     && ran.err.contains("Asked as if there were as many as the recipe asks for.")
                     && ran.out.contains("node1  Copy the artifacts to the node: holds")
                     && ran.out.contains("A run would not get through."),
                 (ran.out + ran.err).constData());
        ran = ascendctl({u"deploy"_s, lab.deploymentFile()}); // which is no question
        QVERIFY2(ran.code > 0 && ran.err.contains("node2 has 7 NPU devices") && !ran.err.contains("as if there were"),
                 (ran.out + ran.err).constData());
        QVERIFY(lab.clear(1));

        // nor is what somebody's links lead to: the archive has none of it and says so
        const QString there = lab.nodeFolder(0) + u"/work/deepseek/"_s + lab.deployment().name;
        QVERIFY(QFile::remove(there + u"/env.sh"_s) && QFile::link(u"/etc/passwd"_s, there + u"/env.sh"_s));
        const QString other = lab.nodeFolder(1) + u"/work/deepseek/"_s + lab.deployment().name;
        QVERIFY(QDir().rename(other, other + u".kept"_s)
                && QFile::link(lab.deployment().name + u".kept"_s, other));
        const QString planted = m_dir.filePath(u"planted.tar.gz"_s);
        ran = ascendctl({u"bundle"_s, lab.deploymentFile(), u"-o"_s, planted});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        const QString plantedFolder = unpacked(planted, m_dir.filePath(u"planted"_s));
        QVERIFY(!plantedFolder.isEmpty());
        QVERIFY(!QFile::exists(plantedFolder + u"/nodes/node1/files/env.sh"_s));
        QVERIFY(QFile::exists(plantedFolder + u"/nodes/node1/files/start.sh"_s));
        QVERIFY(!QFile::exists(plantedFolder + u"/nodes/node2/files/start.sh"_s));
        const QByteArray notes = read(plantedFolder + u"/README.txt"_s);
        for (const char *words : {"nodes/node1/files/env.sh: it is a symbolic link to /etc/passwd, whose content",
                                  "nodes/node2/files/start.sh: a folder on the way to it, /work/deepseek/"}) {
            QVERIFY2(notes.contains(words), notes.constData());
            QVERIFY2(ran.out.contains(words), ran.out.constData());
        }

        // a node that is gone keeps its place; what the other says is there
        QVERIFY(lab.fault(1, u"sshd-killed"_s));
        const QString half = m_dir.filePath(u"half.tar.gz"_s);
        ran = ascendctl({u"bundle"_s, lab.deploymentFile(), u"-o"_s, half});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY2(ran.out.contains("nodes/node2"), ran.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestBundle)
#include "tst_bundle.moc"
