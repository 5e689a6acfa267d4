// What deploy and undo must never do on a node, played with the program itself as its users run it: full disks,
// planted links, lost records, two operators, leftovers, other names.
#include "core/shell/uploadname.h"
#include "tests/lab/lab.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

struct Said
{
    int code = -1;
    QByteArray err, out;
};

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(content) != content.size())
        qFatal("%s cannot be written", qPrintable(path));
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

bool isThere(const QString &path)
{
    struct stat facts = {};
    return ::lstat(QFile::encodeName(path).constData(), &facts) == 0;
}

} // namespace

class TestDeploySafety : public QObject
{
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;
    std::unique_ptr<QTemporaryDir> m_home;

    QString folder(int node = 0) const
    {
        return m_lab->nodeFolder(node) + u"/work/deepseek/"_s + m_lab->deployment().name;
    }
    QString file() const { return m_lab->deploymentFile(); }

    void start(QProcess &process, const QStringList &arguments, const QString &home) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_STATE_HOME"_s, home);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), arguments);
    }
    static Said ended(QProcess &process)
    {
        if (!process.waitForFinished(240'000))
            return {};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardError(),
                process.readAllStandardOutput()};
    }
    Said ctl(const QStringList &arguments, const QString &home = {}) const
    {
        QProcess process;
        start(process, arguments, home.isEmpty() ? m_home->path() : home);
        return ended(process);
    }
    QByteArray containers(int node) const
    {
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(node);
        const Result<CommandOutput> output = (*shell)->run({{u"docker"_s, u"ps"_s, u"-aq"_s}}, {});
        return output ? output->out.trimmed() : QByteArray("?");
    }
    QByteArray tree() const
    {
        QProcess find;
        find.start(u"find"_s,
                   {m_lab->nodeFolder(0) + u"/work"_s, m_lab->nodeFolder(1) + u"/work"_s, u"-printf"_s,
                    u"%p %y %m %s %l\n"_s});
        find.waitForFinished(60'000);
        return sorted(find.readAllStandardOutput());
    }
    static QByteArray sorted(const QByteArray &text)
    {
        QByteArrayList lines = text.split('\n');
        std::sort(lines.begin(), lines.end());
        return lines.join('\n');
    }
    void changeSetting() const
    {
        Json json = *parseJson(read(file()), {});
        json["settings"]["maxBatchSize"] = 100;
        write(file(), prettyJson(json));
    }
    // Beside the deployment's file, with the changes.
    QString copyOf(const char *name, const Json &settings = Json::object()) const
    {
        Json json = *parseJson(read(file()), {});
        json["name"] = name;
        json["settings"].update(settings);
        const QString copy = m_lab->folder() + u"/%1.deployment.json"_s.arg(QLatin1String(name));
        write(copy, prettyJson(json));
        return copy;
    }
    void rename(const char *name) const
    {
        Json json = *parseJson(read(file()), {});
        json["name"] = name;
        write(file(), prettyJson(json));
    }

    // In place of the nodes on this machine; cleanup() ends either.
    bool behindSshd()
    {
        m_lab.reset();
        Result<std::unique_ptr<Lab>> lab = Lab::up({});
        if (lab)
            m_lab = *std::move(lab);
        return bool(lab);
    }

    // What a tool of the node runs from now on ("docker"; of every login "sim-session"); $REAL is the tool.
    bool toolRuns(int node, const QString &tool, const QByteArray &script) const
    {
        const QString places = m_lab->nodeFolder(node) + u"/usr/local/sbin/"_s, real = places + u"real/"_s;
        if (!isThere(real + tool)) {     // one folder deeper than its relative link
            std::error_code failed;
            const auto to = std::filesystem::read_symlink((places + tool).toStdString(), failed);
            if (failed || !QDir().mkpath(real)
                || !QFile::link(u"../"_s + QString::fromStdString(to.string()), real + tool))
                return false;
        }
        QFile::remove(places + tool);
        write(places + tool, "#!/bin/sh\nREAL=/usr/local/sbin/real/" + tool.toUtf8() + '\n' + script);
        return QFile::setPermissions(places + tool, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                         | QFile::ReadOther | QFile::ExeOther);
    }
    bool loginRuns(int node, const QByteArray &script) const { return toolRuns(node, u"sim-session"_s, script); }

private slots:
    void init()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        if (!lab)
            QFAIL(qPrintable(lab.error().message + u'\n' + lab.error().detail));
        m_lab = *std::move(lab);
        m_home = std::make_unique<QTemporaryDir>();
    }
    void cleanup()
    {
        m_lab.reset();
        m_home.reset();
    }

    // A disk of 64 KB, filled up to different points: whatever happens is told, and undo works once there is room.
    void fullDiskIsToldAndUndoStaysPossible()
    {
        if (::getuid() != 0)
            QSKIP("a small tmpfs is mounted: root is needed (tst_runstate has the same with a limit of file sizes)");
        const QByteArray before = tree();
        int refused = 0;
        for (const int free : {0, 4, 12, 16, 24}) {
            const QString script = uR"(set -e; mount -t tmpfs -o size=64k tmpfs "$1"; mkdir -p "$1/ascend-console/runs"
head -c 60000 /dev/zero >"$1/fill" || true; [ "$3" = 0 ] || truncate -s -"$3"k "$1/fill"
set +e; XDG_STATE_HOME="$1" "$2" deploy "$4" --until container >&2; first=$?
find "$6" "$7" -printf '%p %y %m %s %l\n' >"$5.tree"
for f in "$1"/ascend-console/runs/*.json; do [ ! -e "$f" ] || cp "$f" "$5"; done
rm "$1/fill"; XDG_STATE_HOME="$1" "$2" undo "$4" >&2; echo "$first $?")"_s;
            const QString disk = m_home->filePath(u"disk%1"_s.arg(free)),
                          copy = m_home->filePath(u"state%1.json"_s.arg(free));
            QDir().mkpath(disk);
            QProcess process;
            process.start(u"unshare"_s,
                          {u"-m"_s, u"sh"_s, u"-c"_s, script, u"sh"_s, disk, QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                           QString::number(free), file(), copy, m_lab->nodeFolder(0) + u"/work"_s,
                           m_lab->nodeFolder(1) + u"/work"_s});
            QVERIFY(process.waitForFinished(240'000));
            const QByteArray said = process.readAllStandardError();
            const QByteArrayList codes = process.readAllStandardOutput().trimmed().split(' ');
            QVERIFY2(codes.size() == 2, said.constData());
            refused += codes[0] != "0";
            if (QFile::exists(copy))
                QVERIFY2(parseJson(read(copy), {}),
                         (QByteArray::number(free) + " KB free: the state is damaged\n" + said).constData());
            else
                QVERIFY2(codes[0] != "0", said.constData());
            QVERIFY2(codes[0] == "0" || said.contains("cannot be"), said.constData());
            if (!QFile::exists(copy))    // not even the first step could be noted: nothing was begun
                QCOMPARE(sorted(read(copy + u".tree"_s)), before);
            QVERIFY2(codes[1] == "0", said.constData());
            QCOMPARE(tree(), before);
            QCOMPARE(containers(0), QByteArray());
        }
        QVERIFY(refused >= 2); // otherwise the disk was never full
    }

    void whatSomebodyPlantedStopsItBeforeAnythingIsChanged_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what :
             {"backup is a link", "file is a link", "folder is a link", "parent is a link", "folder is open to others",
              "parent is open to others", "file is open to others", "mark is a folder", "mark is a pipe",
              "folder is somebody else's"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void whatSomebodyPlantedStopsItBeforeAnythingIsChanged()
    {
        QFETCH(QString, what);
        const QString victim = m_lab->nodeFolder(0) + u"/etc/victim"_s;
        write(victim, "precious");
        const QString parent = m_lab->nodeFolder(0) + u"/work/deepseek"_s;
        const bool isFolderItself = what == "folder is a link"_L1;
        QVERIFY(QDir().mkpath(isFolderItself ? m_lab->nodeFolder(0) + u"/home/elsewhere"_s : folder()));
        if (!isFolderItself)
            write(folder() + u"/start.sh"_s, "mine");
        if (what == "backup is a link"_L1)
            QVERIFY(QFile::link(u"/etc/victim"_s, folder() + u"/start.sh.before-ascend-console"_s));
        else if (what == "file is a link"_L1)
            QVERIFY(QFile::link(u"/etc/victim"_s, folder() + u"/config.json"_s));
        else if (isFolderItself)
            QVERIFY(QFile::link(u"/home/elsewhere"_s, folder()));
        else if (what == "parent is a link"_L1)
            QVERIFY(QFile::rename(parent, m_lab->nodeFolder(0) + u"/work/moved"_s) && QFile::link(u"moved"_s, parent));
        else if (what == "folder is open to others"_L1)
            QCOMPARE(::chmod(QFile::encodeName(folder()).constData(), 0777), 0);
        else if (what == "parent is open to others"_L1)
            QCOMPARE(::chmod(QFile::encodeName(parent).constData(), 0777), 0);
        else if (what == "file is open to others"_L1)
            QCOMPARE(::chmod(QFile::encodeName(folder() + u"/start.sh"_s).constData(), 0666), 0);
        else if (what == "mark is a folder"_L1)
            QVERIFY(QDir().mkpath(folder() + u"/.ascend-console-run"_s));
        else if (what == "mark is a pipe"_L1)
            QCOMPARE(::mkfifo(QFile::encodeName(folder() + u"/.ascend-console-run"_s).constData(), 0600), 0);
        else if (::getuid() == 0)
            QCOMPARE(::chown(QFile::encodeName(folder()).constData(), 1234, 1234), 0);
        else
            QSKIP("only root can give a folder away");
        const QByteArray before = tree();
        const Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code > 0, said.err.constData());
        QCOMPARE(read(victim), QByteArray("precious"));
        QCOMPARE(tree(), before); // on both nodes
        QVERIFY2(said.err.contains("/work/deepseek"), said.err.constData());
        QVERIFY2(said.err.contains("symbolic link") || said.err.contains("Others may write")
                     || said.err.contains("belongs to user") || said.err.contains("is not a file"),
                 said.err.constData());
    }

    // docker cp goes where a link leads: what lies there is not ours, and neither read nor written.
    void whatSomebodyPlantedInTheContainerStopsItBeforeAnythingIsChanged_data()
    {
        QTest::addColumn<QString>("line"); // by sh in the container; $1: start.sh
        QTest::addColumn<QByteArray>("compared");
        QTest::addColumn<QByteArray>("refused");
        const QByteArray link = "start.sh in the container is a symbolic link: what is written there lands somewhere "
                                "else. Nothing was changed there.",
                         none = "start.sh in the container is there and is not a file";
        QTest::newRow("a link") << u"ln -s /root/theirs \"$1\""_s
                                << QByteArray("it is a symbolic link to /root/theirs, whose content is not shown")
                                << link;
        QTest::newRow("one that leads nowhere")
            << u"ln -s /root/nowhere \"$1\""_s
            << QByteArray("it is a symbolic link to /root/nowhere, whose content is not shown") << link;
        QTest::newRow("a named pipe") << u"mkfifo \"$1\""_s << QByteArray("a named pipe is in its place") << none;
        QTest::newRow("a folder") << u"mkdir \"$1\""_s << QByteArray("a folder is in its place") << none;
        QTest::newRow("the folder is a link")
            << u"d=${1%/*}; mv -- \"$d\" /root/kept; mkdir /root/else; ln -s /root/else \"$d\""_s
            << QByteArray(", is a symbolic link to /root/else, where nothing was looked at")
            << QByteArray(" in the container is a symbolic link: what is written there lands somewhere else.");
        QTest::newRow("the folder is a file")
            << u"d=${1%/*}; mv -- \"$d\" /root/kept; echo x >\"$d\""_s << QByteArray("start.sh")
            << QByteArray(" in the container is not a folder. Nothing was changed there.");
        // start.sh writes it, and who asks for the service reads it
        QTest::newRow("the pid file is a link")
            << u"ln -s /root/theirs \"${1%/*}/mindie.pid\""_s << QByteArray("start.sh")
            << QByteArray("mindie.pid in the container is a symbolic link: what is written there lands somewhere "
                          "else.");
        for (const char *line : {"mkfifo", "mkdir"})
            QTest::newRow(line) << QString::fromLatin1(line) + u" \"${1%/*}/mindie.pid\""_s << QByteArray("start.sh")
                                << QByteArray("mindie.pid in the container is there and is not a file");
    }
    void whatSomebodyPlantedInTheContainerStopsItBeforeAnythingIsChanged()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, compared);
        QFETCH(QByteArray, refused);
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QString container = QString::fromLatin1(containers(0)), start = u"/work/deepseek/"_s
            + m_lab->deployment().name + u"/start.sh"_s;
        const auto inside = [&](const QString &script) {
            const Result<std::unique_ptr<Shell>> shell = m_lab->shell(0);
            const Result<CommandOutput> output = (*shell)->run(
                {{u"docker"_s, u"exec"_s, container, u"sh"_s, u"-c"_s, script, u"sh"_s, start}}, {});
            return output && output->exitCode == 0 ? output->out : QByteArray("failed");
        };
        QCOMPARE(inside(u"rm -- \"$1\"; echo precious >/root/theirs; "_s + line), QByteArray());
        const QByteArray before = tree();
        changeSetting();                 // there is something to change before the container's turn comes
        said = ctl({u"diff"_s, file()});
        QCOMPARE(said.code, 1);
        QVERIFY2(said.out.contains(compared) && !said.out.contains("precious"), said.out.constData());
        said = ctl({u"deploy"_s, file(), u"--check"_s});
        QVERIFY2(said.code > 0 && (said.out + said.err).contains(refused), (said.out + said.err).constData());
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s});
        QVERIFY2(said.code > 0 && said.err.contains(refused), said.err.constData());
        QCOMPARE(tree(), before);        // on both nodes
        QCOMPARE(inside(u"cat /root/theirs; [ ! -e /root/nowhere ] && [ -z \"$(ls /root/else 2>/dev/null)\" ]"_s),
                 QByteArray("precious\n"));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder()));     // nothing of theirs was kept there either
    }

    // As above, of one that is put there while the run is under way.
    void aLinkThatComesToTheContainerLaterIsNotFollowed()
    {
        const QString start = u"/work/deepseek/"_s + m_lab->deployment().name + u"/start.sh"_s;
        QVERIFY(toolRuns(0, u"docker"_s,
                         "if [ \"$1\" = run ]; then $REAL \"$@\" || exit; for c in $($REAL ps -aq); do\n"
                         "$REAL exec $c sh -c 'mkdir -p -- \"${1%/*}\" && echo precious >/root/theirs &&\n"
                         "ln -s /root/theirs \"$1\"' sh "
                             + start.toUtf8() + "\ndone; exit 0; fi\nexec $REAL \"$@\"\n"));
        const Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s});
        QVERIFY2(said.code > 0 && said.err.contains("start.sh in the container is a symbolic link"),
                 said.err.constData());
        QVERIFY2(!said.err.contains("yet it does not hold"), said.err.constData());
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(0);
        const Result<CommandOutput> theirs
            = (*shell)->run({{u"docker"_s, u"exec"_s, QString::fromLatin1(containers(0)), u"cat"_s, u"/root/theirs"_s}},
                            {});
        QCOMPARE(theirs ? theirs->out : QByteArray("failed"), QByteArray("precious\n"));
    }

    void folderWithTheNameOfAFileStopsItBeforeAnythingIsChanged()
    {
        QVERIFY(QDir().mkpath(folder(1) + u"/env.sh"_s));
        write(folder(1) + u"/env.sh/keep"_s, "keep\n");
        const QByteArray before = tree();
        const Said refused = ctl({u"deploy"_s, file()});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("/env.sh is there and is not a file"), refused.err.constData());
        QCOMPARE(tree(), before);
        const Said undone = ctl({u"undo"_s, file()});
        QVERIFY2(undone.code == 0, undone.err.constData());
        QCOMPARE(tree(), before);
    }

    void originalSurvivesALostRecord()
    {
        QVERIFY(QDir().mkpath(folder()));
        write(folder() + u"/start.sh"_s, "my original");
        const QString backup = folder() + u"/start.sh.before-ascend-console"_s;
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        QCOMPARE(read(backup), QByteArray("my original"));
        const QTemporaryDir lost; // a new machine: nothing is known of the first run
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s}, lost.path());
        QVERIFY2(said.code == 0, said.err.constData()); // everything is as generated: nothing to change
        changeSetting();
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s}, lost.path());
        QVERIFY2(said.code > 0, said.err.constData());
        QCOMPARE(read(backup), QByteArray("my original"));
        // Without the mark, too, it is not taken for ours.
        QVERIFY(QFile::remove(folder() + u"/.ascend-console-run"_s));
        QVERIFY(QFile::remove(folder() + u"/start.sh"_s));
        write(folder() + u"/start.sh"_s, "changed meanwhile");
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s}, lost.path());
        QVERIFY2(said.code > 0 && said.err.contains("before-ascend-console"), said.err.constData());
        QCOMPARE(read(backup), QByteArray("my original"));
        QCOMPARE(read(folder() + u"/start.sh"_s), QByteArray("changed meanwhile"));
        // The second run's undo takes nothing of the first one's away.
        said = ctl({u"undo"_s, file()}, lost.path());
        QCOMPARE(read(backup), QByteArray("my original"));
        QVERIFY(isThere(folder() + u"/config.json"_s));
    }

    void twoOperatorsDoNotTakeEachOthersWork()
    {
        const QTemporaryDir one, other;
        const QStringList deploy{u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s};
        QProcess first, second;
        start(first, deploy, one.path());
        start(second, deploy, other.path());
        const Said a = ended(first), b = ended(second);
        if (a.code != 0 && b.code != 0) { // each was first on one node: both were told, and nothing of either stays
            QVERIFY2(a.err.contains("another run") && b.err.contains("another run"), (a.err + b.err).constData());
            const Said undoneA = ctl({u"undo"_s, file()}, one.path()), undoneB = ctl({u"undo"_s, file()}, other.path());
            QVERIFY2(undoneA.code >= 0 && undoneB.code >= 0, (undoneA.err + undoneB.err).constData());
            QVERIFY(containers(0).isEmpty() && containers(1).isEmpty());
            QVERIFY2(!isThere(folder(0) + u"/config.json"_s) && !isThere(folder(1) + u"/config.json"_s),
                     (undoneA.err + undoneB.err).constData());
            return;
        }
        // Who came second may have found everything in place, or been told of the other.
        const QByteArray before = containers(0) + ' ' + containers(1);
        const QString loser = a.code == 0 ? other.path() : one.path(), winner = a.code == 0 ? one.path() : other.path();
        if (a.code != 0 || b.code != 0) {
            const QByteArray &why = a.code == 0 ? b.err : a.err;
            QVERIFY2(why.contains("another run") || why.contains("node"), why.constData());
            const Said undone = ctl({u"undo"_s, file()}, loser);
            QVERIFY2(undone.code == 0 || undone.err.contains("stays"), undone.err.constData());
            QCOMPARE(containers(0) + ' ' + containers(1), before);
            for (int node = 0; node < 2; ++node)
                QVERIFY2(isThere(folder(node) + u"/config.json"_s), undone.err.constData());
        }
        const Said undone = ctl({u"undo"_s, file()}, winner);
        QVERIFY2(undone.code == 0, undone.err.constData());
        QVERIFY(containers(0).isEmpty() && containers(1).isEmpty());
    }

    // The files are of one run, the container that uses them of another: they stay while it does.
    void filesThatAnothersContainerUsesStay()
    {
        const QTemporaryDir other;
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s}, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!containers(0).isEmpty());
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 1 && said.err.contains("of another run uses its files"), said.err.constData());
        QVERIFY(isThere(folder(0) + u"/config.json"_s) && isThere(folder(1) + u"/config.json"_s));
        said = ctl({u"undo"_s, file()}, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(containers(0).isEmpty() && !isThere(folder(0) + u"/config.json"_s));
    }

    // A container of the same name that another deployment made has files of its own.
    void anothersContainerOfTheSameNameKeepsNoFolderOfOurs_data()
    {
        QTest::addColumn<bool>("mounts");
        QTest::newRow("it mounts nothing of ours") << false;
        QTest::newRow("it mounts our folder") << true;
    }
    void anothersContainerOfTheSameNameKeepsNoFolderOfOurs()
    {
        QFETCH(bool, mounts);
        const QTemporaryDir other;
        const QString alpha = folder(), beta = m_lab->nodeFolder(0) + u"/work/deepseek/beta"_s;
        if (mounts) {
            Json json = *parseJson(read(file()), {});
            json["settings"]["extraMounts"] = "/work/deepseek/beta:/work/deepseek/beta";
            write(file(), prettyJson(json));
        }
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray before = containers(0);
        const QString copy = copyOf("beta", {{"extraMounts", ""}});
        said = ctl({u"deploy"_s, copy, u"--until"_s, u"container"_s}, other.path());
        QVERIFY2(said.code == 1 && said.err.contains("exists already"), said.err.constData());
        QVERIFY(isThere(beta + u"/config.json"_s));
        // Nothing of beta runs, and nothing is said to.
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"look"_s}, other.path());
        QVERIFY2(said.code == 1 && !said.err.contains("What runs on these nodes"), said.err.constData());
        QVERIFY2(said.err.contains("What was made on these nodes under the name \"beta\" is still there: node1: files "
                                   "in /work/deepseek/beta"),
                 said.err.constData());
        QVERIFY2(said.err.contains("undo " + copy.toUtf8()), said.err.constData());
        said = ctl({u"undo"_s, copy}, other.path());
        QVERIFY2(said.code == (mounts ? 1 : 0), said.err.constData());
        QCOMPARE(said.err.contains("of another run uses its files"), mounts);
        QCOMPARE(isThere(beta), mounts);
        QCOMPARE(containers(0), before);
        QVERIFY(isThere(alpha + u"/config.json"_s));
    }

    // One after the other: the second finds everything in place, and its undo leaves it there.
    void whoFindsItInPlaceDoesNotOwnIt()
    {
        const QTemporaryDir other;
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray mine = containers(0), before = tree();
        QVERIFY2(!said.err.contains("undo leaves it"), said.err.constData());
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-into-container"_s}, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY2(said.err.contains("running; this run did not make it, undo leaves it"), said.err.constData());
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"start"_s}, other.path());
        QVERIFY2(said.code > 0 && said.err.contains("another run"), said.err.constData());
        said = ctl({u"undo"_s, file()}, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        QCOMPARE(containers(0), mine);
        QCOMPARE(tree(), before);
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(containers(0).isEmpty());
        QVERIFY(!isThere(folder()));
    }

    // A deploy that still asks its nodes is under way: nobody is told meanwhile that there is nothing.
    void aDeployThatAsksItsNodesIsUnderWay()
    {
        QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
        QProcess deploy;
        start(deploy, {u"deploy"_s, file()}, m_home->path());
        const auto gone = qScopeGuard([&] {
            deploy.kill();
            deploy.waitForFinished();
        });
        const auto isLocked = [&] {
            QDirIterator files(m_home->path(), {u"*.lock"_s}, QDir::Files, QDirIterator::Subdirectories);
            return files.hasNext() && read(files.next()).startsWith(QByteArray::number(deploy.processId()));
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLocked(), 30'000);
        for (const QString &verb : {u"undo"_s, u"stop"_s}) {
            const Said said = ctl({verb, file()});
            QVERIFY2(said.code == 1 && said.err.contains("Another run of this deployment is under way (process "),
                     said.err.constData());
            QVERIFY2(!said.err.contains("nothing"), said.err.constData());
        }
    }

    // A run that found the service running says so when it is told to stop it, also after its undo.
    void whoFindsItServingDoesNotStopIt()
    {
        const QTemporaryDir other, third;
        const QStringList deploy{u"deploy"_s, file(), u"--until"_s, u"start"_s}, stop{u"stop"_s, file()},
            undo{u"undo"_s, file()};
        Said said = ctl(deploy);
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl(deploy, other.path());
        QVERIFY2(said.code == 0 && said.err.contains("this run did not start it"), said.err.constData());
        for (const char *when : {"at once", "after its undo", "again"}) {
            said = ctl(stop, other.path());
            QVERIFY2(said.code == 1 && said.err.contains("was not stopped: this run did not start it"),
                     (when + (": " + said.err)).constData());
            QVERIFY2(said.err.contains("docker stop ") && !said.err.contains(": done"), said.err.constData());
            for (const char *node : {"node1", "node2"}) // each has its own service
                QVERIFY2(said.err.contains("stop its container on " + QByteArray(node) + ": docker stop "),
                         said.err.constData());
            said = ctl(undo, other.path());
            QVERIFY2(said.code == 0 && said.err.contains("nothing on the nodes is this run's"), said.err.constData());
            for (const char *node : {"node1", "node2"})
                QVERIFY2(said.err.contains(node + QByteArray(": the container deepseekLocal stays: another run of this "
                                                             "deployment made it")),
                         said.err.constData());
            QVERIFY2(said.err.contains("node1: the files in /work/deepseek/")
                         && said.err.contains("are those of another run (by "),
                     said.err.constData());
        }
        for (const auto &[verb, done] : {std::pair{undo, "undone"}, std::pair{stop, "stopped"}}) {
            said = ctl(verb, third.path());
            QVERIFY2(said.code == 0 && said.err.contains(QByteArray("so nothing was ") + done), said.err.constData());
            QVERIFY2(said.err.contains("`ascendctl check D` says") && !said.err.contains("nothing to do"),
                     said.err.constData());
        }
        said = ctl(stop);
        QVERIFY2(said.code == 0 && said.err.contains(": done"), said.err.constData());
        said = ctl(stop, other.path());
        QVERIFY2(said.code == 0 && said.err.contains("no service runs in the container"), said.err.constData());
    }

    // Of two at the same moment one made the folder, and the other was first to put its files there: it is theirs now.
    void whoLostARaceLeavesTheFolderToTheOther()
    {
        const QTemporaryDir other;
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"make-folder"_s}, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray before = tree();
        said = ctl({u"undo"_s, file()}, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY2(said.err.contains("stay: they are those of another run (by ")
                     && !said.err.contains("Move it away"),
                 said.err.constData());
        QCOMPARE(tree(), before);
        said = ctl({u"undo"_s, file()}, other.path());
        QVERIFY2(said.code == 0 && said.err.contains("nothing on the nodes is this run's"), said.err.constData());
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder() + u"/config.json"_s));
    }

    // By force no more than without: what another run of the deployment has there is named, not called nothing.
    void byForceAnothersServiceIsNamed()
    {
        const QTemporaryDir other, third;
        const QStringList deploy{u"deploy"_s, file(), u"--until"_s, u"start"_s},
            force{u"stop"_s, file(), u"--force"_s};
        Said said = ctl(force, third.path());
        QVERIFY2(said.code == 0 && said.out.contains("node1: nothing is left of what a run"), said.out.constData());
        said = ctl(deploy);
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl(deploy, other.path());
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray mine = containers(0);
        for (const QString &home : {other.path(), third.path()}) { // it found all in place; it has no record
            for (const QStringList &more : {QStringList(), QStringList{u"--yes"_s}}) {
                said = ctl(force + more, home);
                QVERIFY2(said.code == 1, (said.out + said.err).constData());
                QVERIFY2(!said.out.contains("nothing is left of what a run of this deployment made"),
                         said.out.constData());
                for (const char *node : {"node1", "node2"})
                    QVERIFY2(said.out.contains(node + QByteArray(": what runs in the container deepseekLocal was not "
                                                                 "stopped: this run did not start it")),
                             said.out.constData());
                QVERIFY2(said.out.contains("node1: the files in /work/deepseek/")
                             && said.out.contains("are those of another run (by "),
                         said.out.constData());
                QVERIFY2(said.out.contains("docker stop deepseekLocal"), said.out.constData());
            }
        }
        said = ctl(force + QStringList{u"--json"_s}, other.path());
        const Result<Json> document = parseJson(said.out, u"stop"_s);
        QVERIFY2(document, said.out.constData());
        const Json others = document->at("leftovers").at(0).at("othersContainers");
        QVERIFY2(others.size() == 1 && others.at(0).at("serves") == true, said.out.constData());
        QCOMPARE(containers(0), mine);
        said = ctl({u"stop"_s, file()}); // whoever began it ends it, and it served until then
        QVERIFY2(said.code == 0 && said.err.contains(": done"), said.err.constData());
        said = ctl(force, other.path());
        QVERIFY2(said.code == 0 && said.out.contains("the container deepseekLocal stays: another run of this "
                                                     "deployment made it"),
                 said.out.constData());
    }

    void partsOfACutOffUploadGo()
    {
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        write(folder() + u'/' + uploadPrefix + u"123abc"_s, "half of a fi");
        write(folder() + u"/.config.json.0123456789abcdef.tmp"_s, "half of a fi");
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder()));
    }

    void folderThatStaysIsNotUndone()
    {
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        write(folder() + u"/notes.txt"_s, "mine");
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 1, said.err.constData());
        QVERIFY2(said.err.contains("stays: it holds notes.txt"), said.err.constData());
        QCOMPARE(QDir(folder()).entryList(QDir::Files | QDir::Hidden), QStringList{u"notes.txt"_s});
        QVERIFY(!isThere(folder(1)));
        QVERIFY(QFile::remove(folder() + u"/notes.txt"_s));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder()));
    }

    void anImageThatStaysIsNotCalledUndone()
    {
        QVERIFY(m_lab->fault(1, u"registry-slow"_s, {u"1"_s}));
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"image"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY2(said.err.contains("node2  Undo: See that the image is there: done")
                     && said.err.contains("Undo: Make the folder: undone") && said.err.contains(" stays\n"),
                 said.err.constData());
    }

    void renamedDeploymentIsUndone()
    {
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QString old = folder();
        rename("another name");
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code > 0 && said.err.contains("another name")
                     && said.err.contains(m_lab->deployment().name.toUtf8()),
                 said.err.constData());
        QVERIFY2(said.err.contains("If this deployment was called \"" + m_lab->deployment().name.toUtf8()
                                   + "\", undo that: ascendctl undo " + file().toUtf8() + " --of "),
                 said.err.constData());
        QVERIFY(!containers(0).isEmpty());
        const QByteArray before = tree(), name = m_lab->deployment().name.toUtf8();
        const QString moved = file() + u".moved"_s; // whether it is the same one, nobody knows
        QVERIFY(QFile::rename(file(), moved));
        for (const QStringList &arguments : {QStringList{u"undo"_s},
                                             QStringList{u"undo"_s, u"--of"_s, u"another name"_s},
                                             QStringList{u"stop"_s}, QStringList{u"stop"_s, u"--of"_s, u"third"_s}}) {
            said = ctl(arguments + QStringList{moved});
            QVERIFY2(said.code == 3 && said.err.contains("was deployed under the name \"" + name + '"')
                         && said.err.contains("--of " + name) && said.err.contains("container deepseekLocal"),
                     said.err.constData());
        }
        QVERIFY(!containers(0).isEmpty());
        QCOMPARE(tree(), before);
        QVERIFY(QFile::rename(moved, file()));
        said = ctl({u"undo"_s, file()}); // the same file
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY2(said.err.startsWith("ascendctl: what was deployed under the name \"" + name + "\" is undone"),
                 said.err.constData());
        QVERIFY(containers(0).isEmpty() && containers(1).isEmpty());
        QVERIFY(!isThere(old));
    }

    void whatHadNoNameIsNotCalledUnnamed()
    {
        rename("");
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        rename("prod");
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code > 0 && said.err.contains("before the deployment had a name")
                     && said.err.contains("\"prod\"") && !said.err.contains("\"unnamed\""),
                 said.err.constData());
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY2(said.err.startsWith("ascendctl: what was deployed before the deployment had a name is undone"),
                 said.err.constData());
        QVERIFY(containers(0).isEmpty() && containers(1).isEmpty());
    }

    // Nobody gave that name; where it is asked for, it is told.
    void whatHadNoNameIsTakenDownAsUnnamed()
    {
        rename("");
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        rename("prod");
        const QString moved = file() + u".moved"_s; // whether it is the same one, nobody knows
        QVERIFY(QFile::rename(file(), moved));
        for (const QStringList &of : {QStringList{}, QStringList{u"--of"_s, u"prod"_s}}) {
            said = ctl(QStringList{u"undo"_s, moved} + of);
            QVERIFY2(said.code == 3
                         && said.err.contains("If that was this deployment, undo it: ascendctl undo "
                                              + moved.toUtf8() + " --of unnamed"),
                     said.err.constData());
        }
        QVERIFY(!containers(0).isEmpty());
        said = ctl({u"undo"_s, moved, u"--of"_s, u"unnamed"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(containers(0).isEmpty() && containers(1).isEmpty());
        QVERIFY(QFile::rename(moved, file()));
    }

    // A copy beside the file that was deployed: what runs is not the copy's to end, whoever assents.
    void aCopyDoesNotEndTheOriginalsService()
    {
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"start"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray mine = containers(0), before = tree(), name = m_lab->deployment().name.toUtf8();
        for (const QString &copy : {copyOf("beta"), copyOf("eps", {{"port", 27500}})}) {
            for (const char *verb : {"stop", "undo"}) {
                for (const QStringList &assent : {QStringList(), QStringList{u"--of"_s, QString::fromUtf8(name)}}) {
                    said = ctl(QStringList{QLatin1String(verb), copy} + assent);
                    QVERIFY2(said.code == 3, said.err.constData());
                    QVERIFY2(said.err.contains("was deployed under the name \"" + name + "\" from " + file().toUtf8()),
                             said.err.constData());
                    QVERIFY2(said.err.contains(QByteArray("ascendctl ") + verb + ' ' + file().toUtf8()),
                             said.err.constData());
                }
            }
        }
        rename("alpha-2"); // the one that is deployed: it is still not the copy's
        const QString copy = copyOf("beta");
        said = ctl({u"deploy"_s, copy});
        QVERIFY2(said.code > 0 && said.err.contains("ascendctl undo " + file().toUtf8()) && !said.err.contains("--of"),
                 said.err.constData());
        for (const QString &verb : {u"stop"_s, u"undo"_s}) {
            said = ctl({verb, copy, u"--of"_s, QString::fromUtf8(name)});
            QVERIFY2(said.code == 3 && said.err.contains("from " + file().toUtf8()), said.err.constData());
        }
        QCOMPARE(containers(0), mine);
        QCOMPARE(tree(), before);
        said = ctl({u"stop"_s, file()});
        QVERIFY2(said.code == 0 && said.err.contains(": done"), said.err.constData());
    }

    // What serves is not forgotten for a second one beside it: check says so, deploy refuses, stop and undo reach it.
    void whatStandsElsewhereIsNotForgotten_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("made");
        QTest::addColumn<bool>("inACopy");
        for (const bool inACopy : {false, true}) {
            const char *where = inACopy ? " in a copy of its name" : "";
            QTest::addRow("another container name%s", where)
                << QByteArray("containerName") << QByteArray("other") << QByteArray("container deepseekLocal")
                << inACopy;
            QTest::addRow("another folder%s", where)
                << QByteArray("remoteFolder") << QByteArray("/work/elsewhere") << QByteArray("files in /work/deepseek/")
                << inACopy;
        }
    }
    void whatStandsElsewhereIsNotForgotten()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, made);
        QFETCH(bool, inACopy);
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"start"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray mine = containers(0), before = tree();
        const QString place = folder();
        Json json = *parseJson(read(file()), {});
        json["settings"][key.toStdString()] = value.toStdString();
        const QString changed = inACopy ? m_lab->folder() + u"/same.deployment.json"_s : file();
        write(changed, prettyJson(json));
        said = ctl({u"deploy"_s, changed});
        QVERIFY2(said.code == 1 && said.err.contains("stands elsewhere than the settings say now: node1: " + made),
                 said.err.constData());
        said = ctl({u"deploy"_s, changed, u"--dry-run"_s}); // what is refused is not promised
        QVERIFY2(said.code == 1 && said.err.contains("stands elsewhere") && !said.err.contains("was run last from"),
                 said.err.constData());
        QCOMPARE(containers(0), mine);
        QCOMPARE(tree(), before);
        const QString check = key == "containerName" ? u"container.name"_s : u"host.target-folder"_s;
        QProcess process;
        start(process, {u"check"_s, changed, u"--only"_s, check, u"--json"_s}, m_home->path());
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray report = process.readAllStandardOutput();
        QVERIFY2(report.contains("\"warn\"") && !report.contains("\"pass\""), report.constData());
        said = ctl({u"stop"_s, changed});
        QVERIFY2(said.code == 0 && said.err.contains("Start the service: done"), said.err.constData());
        said = ctl({u"undo"_s, changed});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(containers(0).isEmpty() && containers(1).isEmpty() && !isThere(place));
        said = ctl({u"deploy"_s, changed, u"--until"_s, u"make-folder"_s}); // now it can be
        QVERIFY2(said.code == 0, said.err.constData());
    }

    // The same name on the same nodes is the same deployment; that another file is its own, too, is said before.
    void aCopyOfTheSameNameIsSaidToBeOne()
    {
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code == 0 && !said.err.contains("was run last from"), said.err.constData());
        const QString copy = m_lab->folder() + u"/same.deployment.json"_s;
        QVERIFY(QFile::copy(file(), copy));
        said = ctl({u"deploy"_s, copy, u"--dry-run"_s});
        QVERIFY2(said.code == 0 && said.err.contains("! This deployment was run last from " + file().toUtf8()),
                 said.err.constData());
        said = ctl({u"deploy"_s, file(), u"--dry-run"_s});
        QVERIFY2(said.code == 0 && !said.err.contains("was run last from"), said.err.constData());
    }

    // Somebody else's service on its ports and chips: said before anything is copied.
    void whatOthersHoldStopsItBeforeAnythingIsChanged()
    {
        const QString other = copyOf("other", {{"containerName", "other"}});
        Said said = ctl({u"deploy"_s, other});
        QVERIFY2(said.code == 0, said.err.constData());
        const QTemporaryDir home;            // of somebody who knows nothing of it
        const QByteArray before = containers(0), files = tree();
        said = ctl({u"deploy"_s, file()}, home.path());
        QVERIFY2(said.code == 1 && said.err.contains("What the service needs is in use")
                     && said.err.contains("container other that another run made, for the deployment \"other\"")
                     && said.err.contains("Ask whoever runs that one")
                     && said.err.contains("Or choose nodes whose chips"),
                 said.err.constData());
        QCOMPARE(containers(0), before);
        QCOMPARE(tree(), files);
        said = ctl({u"deploy"_s, other});    // its own is not in its way
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl({u"undo"_s, other});
        QVERIFY2(said.code == 0, said.err.constData());
        said = ctl({u"deploy"_s, file(), u"--until"_s, u"look"_s}, home.path()); // just ended, no longer in the way
        QVERIFY2(said.code == 0, said.err.constData());
    }

    // docker makes a folder that is to be mounted and is not there; what it made goes again, if nothing is in it.
    void whatDockerMadeToMountItGoes()
    {
        Json json = *parseJson(read(file()), {});
        json["settings"]["extraMounts"] = "/nfs/new/deep:/a, /nfs/used:/b";
        write(file(), prettyJson(json));
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QString nfs = m_lab->nodeFolder(0) + u"/nfs"_s;
        QVERIFY(isThere(nfs + u"/new/deep"_s) && isThere(nfs + u"/used"_s));
        write(nfs + u"/used/mine"_s, "somebody's");
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY2(said.err.contains("/nfs/used, which docker made to mount it, stays"), said.err.constData());
        QVERIFY(!isThere(nfs + u"/new"_s));
        QCOMPARE(read(nfs + u"/used/mine"_s), QByteArray("somebody's"));
        QVERIFY(!isThere(m_lab->nodeFolder(1) + u"/nfs"_s));
    }

    // It may be run all the same: what the plan knows stands before it.
    void whatHasNoRoomIsSaidBeforeItIsRun()
    {
        const QString big = copyOf("big", {{"hcclBuffSize", 65536}});
        const Said said = ctl({u"deploy"_s, big, u"--dry-run"_s});
        QVERIFY2(said.code == 0 && said.err.contains("! It does not fit: HCCL takes at least "), said.err.constData());
        const Said fits = ctl({u"deploy"_s, file(), u"--dry-run"_s});
        QVERIFY2(fits.code == 0 && !fits.err.contains("It does not fit"), fits.err.constData());
    }

    void resumingNothingIsSaid()
    {
        const QStringList resume{u"deploy"_s, file(), u"--resume"_s, u"--until"_s, u"look"_s};
        Said said = ctl(resume);
        QVERIFY2(said.code == 0 && said.err.contains("there is nothing to resume"), said.err.constData());
        said = ctl(resume);
        QVERIFY2(said.code == 0 && !said.err.contains("nothing to resume"), said.err.constData());
    }

    // Of the run only the file is left that it was begun with: its name and a node, or all of its nodes, are others
    // now.
    void editedDeploymentIsUndone_data()
    {
        QTest::addColumn<bool>("renames");
        QTest::newRow("another name, a node less") << true;
        QTest::newRow("other hosts") << false;
    }
    void editedDeploymentIsUndone()
    {
        QFETCH(bool, renames);
        Json json = *parseJson(read(file()), {});
        json.erase("simulated"); // simulated clusters come anew under the same file
        write(file(), prettyJson(json));
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        if (renames) {
            json["name"] = "another name";
            json["nodes"].erase(1);
        } else {
            for (Json &node : json["nodes"])
                node["root"] = (m_lab->folder() + u"/elsewhere"_s).toStdString();
        }
        write(file(), prettyJson(json));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        for (int node = 0; node < 2; ++node)
            QVERIFY2(containers(node).isEmpty() && !isThere(folder(node)), said.err.constData());
    }

    // Also of a node that is not reached at all, which never plays its step.
    void failedUndoIsRememberedAndNotResumed_data()
    {
        QTest::addColumn<bool>("ssh");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("why");
        QTest::newRow("no engine")
            << false << u"no-docker"_s
            << u"Undo of \"Start the container\" on node1 failed: The container engine docker does not answer."_s;
        QTest::newRow("no link") << true << u"sshd-killed"_s
                                 << u"Undo of \"Make the folder\" on node1 failed: the link to the node was lost"_s;
    }
    void failedUndoIsRememberedAndNotResumed()
    {
        QFETCH(bool, ssh);
        QFETCH(QString, fault);
        QFETCH(QString, why);
        if (ssh) {
            if (!QFile::exists(u"/usr/sbin/sshd"_s))
                QSKIP("sshd is not installed");
            QVERIFY(behindSshd());
        }
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, ssh ? u"make-folder"_s : u"container"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(m_lab->fault(0, fault));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code > 0 && said.err.contains("ascendctl: " + why.toUtf8()), said.err.constData());
        QVERIFY(m_lab->clear(0));
        said = ctl({u"deploy"_s, file(), u"--resume"_s});
        QVERIFY2(said.code > 0 && said.err.contains("there is nothing to resume") && said.err.contains(why.toUtf8()),
                 said.err.constData());
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder()) && !isThere(folder(1)));
    }

    // As the program of yesterday left it: no run id, no mark, no label of the run.
    void runOfAnOlderVersionIsUndone()
    {
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QDir runs(m_home->filePath(u"ascend-console/runs"_s));
        const QString state = runs.filePath(runs.entryList({u"*.json"_s}).value(0));
        Json json = *parseJson(read(state), {});
        json["version"] = 1;
        for (const char *key : {"run", "recipe", "nodes"})
            json.erase(key);
        for (Json &step : json["steps"]) {
            step.erase("remedy");
            for (const char *key : {"owner", "folder"})
                step["data"].erase(key);
        }
        json["steps"].erase(std::remove_if(json["steps"].begin(), json["steps"].end(),
                                           [](const Json &step) {
                                               return stringAt(step, "id").startsWith("look@"_L1);
                                           }),
                            json["steps"].end());
        write(state, prettyJson(json));
        for (int node = 0; node < 2; ++node)
            QVERIFY(QFile::remove(folder(node) + u"/.ascend-console-run"_s));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder()));
    }

    // An account that was changed since: what only answers, and runs nothing, has taken nothing back.
    void aLoginThatRunsNothingIsNotUndone_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("says yes to everything") << QByteArray("echo ok\n");
        QTest::newRow("says nothing") << QByteArray("exit 0\n");
        QTest::newRow("repeats what it is told") << QByteArray("printf '%s\\n' \"$SSH_ORIGINAL_COMMAND\"\n");
    }
    void aLoginThatRunsNothingIsNotUndone()
    {
        QFETCH(QByteArray, script);
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        QVERIFY(behindSshd());
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        const QByteArray before = tree();
        QVERIFY(loginRuns(1, script));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code > 0 && said.err.contains("node2"), said.err.constData());
        QVERIFY(isThere(folder(1)));
        const QByteArray after = tree();
        for (const QByteArray &line : before.split('\n')) { // of node2 everything
            if (line.contains(QFile::encodeName(folder(1))))
                QVERIFY2(after.contains(line), line.constData());
        }
        QVERIFY(loginRuns(1, "exec $REAL \"$@\"\n"));
        said = ctl({u"undo"_s, file()});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(!isThere(folder()) && !isThere(folder(1)));
    }

    // What a tool prints: shown, not sent.
    void whatANodeSaysInARunIsShownNotSent()
    {
        QVERIFY(toolRuns(0, u"docker"_s, "case $1 in run) printf '\\033]0;taken over\\007\\033[2J\\n' >&2 ;; esac\n"
                                         "exec $REAL \"$@\"\n"));
        QProcess process;
        start(process, {u"deploy"_s, file(), u"--verbose"_s, u"--until"_s, u"container"_s}, m_home->path());
        QVERIFY(process.waitForFinished(240'000));
        const QByteArray said = process.readAllStandardError() + process.readAllStandardOutput();
        QCOMPARE(process.exitCode(), 0);
        QVERIFY2(said.contains("taken over"), said.constData());
        QVERIFY2(!said.contains('\033') && !said.contains('\007'), said.constData());
    }

    // The program itself is killed while a file is half over there.
    void whatAKilledUploadLeftGoes_data()
    {
        QTest::addColumn<QString>("then");
        QTest::newRow("resumed") << u"deploy"_s;
        QTest::newRow("undone") << u"undo"_s;
    }
    void whatAKilledUploadLeftGoes()
    {
        QFETCH(QString, then);
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        QVERIFY(behindSshd());
        Said said = ctl({u"deploy"_s, file(), u"--until"_s, u"make-folder"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        QVERIFY(loginRuns(0, "case $SSH_ORIGINAL_COMMAND in\n"
                             "*sftp-server*) { dd bs=1 count=2000 2>/dev/null; sleep 60; } | $REAL \"$@\" ;;\n"
                             "*) exec $REAL \"$@\" ;;\nesac\n"));
        const auto parts = [&] {
            return QDir(folder()).entryList({uploadPrefix + u'*'}, QDir::Files | QDir::Hidden);
        };
        QProcess process;
        start(process, {u"deploy"_s, file(), u"--resume"_s, u"--until"_s, u"copy-artifacts"_s}, m_home->path());
        QTRY_VERIFY_WITH_TIMEOUT(!parts().isEmpty(), 60'000);
        QCOMPARE(process.state(), QProcess::Running);
        process.kill();
        QVERIFY(process.waitForFinished(30'000));
        QVERIFY(!parts().isEmpty());
        QVERIFY(loginRuns(0, "exec $REAL \"$@\"\n"));
        said = then == "undo"_L1 ? ctl({u"undo"_s, file()})
                                 : ctl({u"deploy"_s, file(), u"--resume"_s, u"--until"_s, u"copy-artifacts"_s});
        QVERIFY2(said.code == 0, said.err.constData());
        QCOMPARE(parts(), QStringList());
        QCOMPARE(isThere(folder()), then != "undo"_L1);
    }

    void lostLinkHasACauseARemedyAndALog()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        QVERIFY(behindSshd());
        QProcess process;
        start(process, {u"deploy"_s, file(), u"--verbose"_s, u"--json"_s}, m_home->path());
        QByteArray said;
        bool isCut = false;
        while (process.state() != QProcess::NotRunning) {
            process.waitForReadyRead(100);
            said += process.readAllStandardError();
            if (!isCut && said.contains("node2  Make the folder")) { // it is logged in
                isCut = true;
                QVERIFY(m_lab->fault(1, u"sshd-killed"_s));
            }
        }
        said += process.readAllStandardError();
        QVERIFY2(isCut && process.exitCode() > 0, said.constData());
        const Result<Json> document = parseJson(process.readAllStandardOutput(), {});
        QVERIFY2(document, said.constData());
        const Json &error = document->at("error");
        QVERIFY2(stringAt(error, "message").contains("node2"_L1) && stringAt(error, "message").contains("link"_L1),
                 prettyJson(error).constData());
        QVERIFY2(stringAt(error, "remedy").contains("Resume"_L1), prettyJson(error).constData());
        QVERIFY2(!stringAt(error, "cause").isEmpty(), prettyJson(error).constData());
        const qsizetype told = said.count("Resume takes it up");
        QVERIFY2(told >= 2, said.constData()); // in the step's log and at the end
        QVERIFY(m_lab->clear(1));
        QVERIFY2(ctl({u"deploy"_s, file(), u"--resume"_s, u"--until"_s, u"copy-artifacts"_s}).code == 0, "resume");
    }
};

QTEST_GUILESS_MAIN(TestDeploySafety)
#include "tst_deploysafety.moc"
