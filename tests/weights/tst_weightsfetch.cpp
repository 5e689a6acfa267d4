// Weights fetched onto a simulated node from a real HTTP server that answers as ModelScope does: whole, resumed after a
// lost connection and after kill -9 without a byte twice, stopped, refused where they are wrong or do not fit; and
// copied from a folder of the node, or of this computer.
#include "core/base/json.h"
#include "tests/support/ascendctl.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;

class TestWeightsFetch : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    QProcess m_hub;
    QString m_file, m_node, m_there;     // the deployment, the node's folder, the weights on it
    const QString m_weights = u"/work/weights/fetched"_s;

    static QByteArray content(char first, int size)
    {
        QByteArray bytes(size, first);
        for (int i = 1; i < size; ++i)
            bytes[i] = char(bytes[i - 1] * 31 + i);
        return bytes;
    }
    void put(const QString &path, const QByteArray &bytes)
    {
        QDir().mkpath(QFileInfo(path).absolutePath());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : "(not there)";
    }
    void fault(const QByteArray &lines) { put(m_dir.filePath(u"faults"_s), lines); }
    QList<QByteArray> asked() { return read(m_dir.filePath(u"log"_s)).trimmed().split('\n'); }
    void set(const Json &settings)
    {
        Json json = Json::parse(read(m_file).toStdString());
        json["settings"].update(settings);
        put(m_file, prettyJson(json));
    }
    Ran deploy(const QStringList &further = {})
    {
        return ascendctl(QStringList{u"deploy"_s, m_file, u"--until"_s, u"weights"_s, u"--verbose"_s} + further);
    }

private slots:
    void initTestCase()
    {
        if (QProcess::execute(u"python3"_s, {u"-c"_s, u"pass"_s}) != 0)
            QSKIP("There is no python3 to serve the weights with.");
        put(m_dir.filePath(u"model/config.json"_s), "{\"model_type\": \"deepseek_v3\"}\n");
        put(m_dir.filePath(u"model/a.safetensors"_s), content('a', 3'000'000));
        put(m_dir.filePath(u"model/sub/b.safetensors"_s), content('b', 1'000'000));
        put(m_dir.filePath(u"model/empty.txt"_s), {});
        m_hub.start(u"python3"_s, {QStringLiteral(ASC_SOURCE_DIR "/tests/support/modelhub.py"),
                                   m_dir.filePath(u"model"_s), m_dir.filePath(u"log"_s)});
        QVERIFY(m_hub.waitForReadyRead(30'000));
        const QByteArray port = m_hub.readLine().trimmed();
        m_file = m_dir.filePath(u"one.deployment.json"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"openai-compatible-image"_s, u"--dir"_s,
                                  m_dir.filePath(u"cluster"_s), u"--deployment"_s, m_file, u"--subnet"_s, u"59"_s});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        m_node = m_dir.filePath(u"cluster/node1"_s);
        m_there = m_node + m_weights;
        const Ran none = deploy();       // nothing is to be fetched: it does not run to its end instead
        QVERIFY2(none.code != 0 && (none.out + none.err).contains("has no step"), (none.out + none.err).constData());
        set({{"weights", m_weights},
             {"weightsFrom", "modelscope"},
             {"weightsModel", "owner/model"},
             {"weightsAddress", "http://127.0.0.1:" + port.toStdString()}});
    }
    void cleanupTestCase()
    {
        m_hub.kill();
        m_hub.waitForFinished();
        ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, m_dir.filePath(u"cluster"_s)});
    }
    void init()
    {
        QDir(m_there).removeRecursively();
        QFile::remove(m_dir.filePath(u"log"_s));
        fault({});
    }

    void theyComeWhole()
    {
        const Ran dry = ascendctl({u"deploy"_s, m_file, u"--dry-run"_s});
        QVERIFY2(dry.out.contains("curl") && dry.out.contains("/repo/files?Revision=master"), dry.out.constData());
        QVERIFY(!QFile::exists(m_there));
        Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s, u"empty.txt"_s})
            QCOMPARE(read(m_there + u'/' + path), read(m_dir.filePath(u"model/"_s + path)));
        QCOMPARE(QDir(m_there).entryList(QDir::Files | QDir::Hidden).size(), 3); // no part is left
        const qsizetype first = asked().size();
        ran = deploy();
        QCOMPARE(ran.code, 0);
        QCOMPARE(asked().size(), first); // what is there is not fetched again
    }

    // Also without --verbose: in lines that are not many and of which the second does not keep anybody waiting, and on
    // a terminal in one that is written over.
    void howFarItIsIsTold()
    {
        const QStringList arguments{u"deploy"_s, m_file, u"--until"_s, u"weights"_s};
        static const QRegularExpression told(
            u"node1  Fetch the weights: running  [0-9.]+ [KM]?i?B of 3\\.8 MiB \\([0-9]+ %\\)(, [0-9.]+ [KMG]?i?B/s)?"
            "(, about [0-9]+ s left)?, file [0-9] of [0-9]: "_s);
        const QByteArray words = "Fetch the weights: running  ";
        fault("slow sub/b.safetensors\n");
        const Ran plain = ascendctl(arguments);
        QVERIFY2(plain.code == 0 && told.match(QString::fromUtf8(plain.err)).hasMatch(), plain.err.constData());
        const qsizetype lines = plain.err.count(words); // in eight seconds
        QVERIFY2(lines >= 3 && lines <= 5 && !plain.err.contains('\r'), plain.err.constData());

        QVERIFY(QDir(m_there).removeRecursively());
        QProcess terminal;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TERM"_s, u"xterm"_s);
        terminal.setProcessEnvironment(environment);
        terminal.start(u"python3"_s, QStringList{u"-c"_s, u"import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"_s,
                                                 QStringLiteral(ASC_BIN_DIR "/ascendctl")}
                                         + arguments);
        QVERIFY(terminal.waitForFinished(120'000));
        const QByteArray shown = terminal.readAllStandardOutput();
        QVERIFY2(terminal.exitCode() == 0 && shown.count(words) > 2, shown.constData());
        for (qsizetype at = shown.indexOf(words); at >= 0; at = shown.indexOf(words, at + 1))
            QVERIFY2(shown.indexOf("\r\x1b[K", at) < shown.indexOf('\n', at), shown.constData());
    }

    // Its list goes into no folder, which is said; a file that arrives otherwise than listed is refused by either sum.
    void modelersIsAskedToo()
    {
        set({{"weightsFrom", "modelers"}});
        const auto back = qScopeGuard([this] { set({{"weightsFrom", "modelscope"}}); });
        for (const char *path : {"a.safetensors", "config.json"}) { // in that order they are fetched
            fault(QByteArray("wrong ") + path + " 9\n");
            const Ran wrong = deploy();
            QVERIFY2(wrong.code != 0 && (wrong.out + wrong.err).contains(path), (wrong.out + wrong.err).constData());
            QVERIFY(!QFile::exists(m_there + u'/' + QLatin1String(path)));
        }
        fault({});
        const Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"empty.txt"_s})
            QCOMPARE(read(m_there + u'/' + path), read(m_dir.filePath(u"model/"_s + path)));
        QVERIFY(!QFile::exists(m_there + u"/sub"_s));
        QVERIFY2((ran.out + ran.err).contains("does not list what is in these folders; they are not fetched: sub."),
                 (ran.out + ran.err).constData());
    }

    void aLostConnectionIsTakenUp()
    {
        fault("cut a.safetensors 1200000\n");
        Ran ran = deploy();
        // curl may have tried again by itself; else the deployment is resumed
        if (ran.code != 0)
            ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/a.safetensors"_s), read(m_dir.filePath(u"model/a.safetensors"_s)));
        QVERIFY2(asked().contains("a.safetensors 1200000"), asked().join(", ").constData()); // where it ended
    }

    void killedItGoesOnWhereItWas()
    {
        fault("slow sub/b.safetensors\n");
        QProcess first;
        first.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"deploy"_s, m_file, u"--until"_s, u"weights"_s});
        QTRY_VERIFY_WITH_TIMEOUT(asked().contains("sub/b.safetensors 0"), 60'000);
        QCOMPARE(first.state(), QProcess::Running);
        ::kill(pid_t(first.processId()), SIGKILL);
        first.waitForFinished();
        fault({});
        const Ran ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/sub/b.safetensors"_s), read(m_dir.filePath(u"model/sub/b.safetensors"_s)));
        QCOMPARE(asked().count("sub/b.safetensors 0"), 1); // the command that had lost its link went on
        QCOMPARE(asked().count("a.safetensors 0"), 1); // what was whole, and what had come, is not asked for again
    }

    void aWrongFileIsFetchedOnceMore()
    {
        fault("wrong a.safetensors 1\n");
        Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/a.safetensors"_s), read(m_dir.filePath(u"model/a.safetensors"_s)));
        QCOMPARE(asked().count("a.safetensors 0"), 2);

        QVERIFY(QFile::remove(m_there + u"/a.safetensors"_s));
        fault("wrong a.safetensors 9\n");
        ran = deploy();
        QVERIFY(ran.code != 0);
        QVERIFY2((ran.out + ran.err).contains("a.safetensors was fetched twice"), (ran.out + ran.err).constData());
        QVERIFY(!QFile::exists(m_there + u"/a.safetensors"_s)); // what is wrong never stands at its place
    }

    void whatIsNotThereIsSaid()
    {
        fault("missing a.safetensors\n");
        Ran ran = deploy();
        QVERIFY(ran.code != 0);
        QVERIFY2((ran.out + ran.err).contains("a.safetensors could not be fetched"), (ran.out + ran.err).constData());
        QVERIFY((ran.out + ran.err).contains("HTTP 404"));
        set({{"weightsModel", "owner/other"}});
        ran = deploy();
        QVERIFY(ran.code != 0);
        QVERIFY2((ran.out + ran.err).contains("list of files"), (ran.out + ran.err).constData());
        set({{"weightsModel", "not a model"}});
        ran = deploy();
        QVERIFY(ran.code != 0);
        QVERIFY2((ran.out + ran.err).contains("weightsModel"), (ran.out + ran.err).constData());
        set({{"weightsModel", "owner/model"}});
    }

    void whatIsThereIsNotReplaced()
    {
        const auto stops = [&](const QByteArray &what) {
            const Ran ran = deploy();
            QVERIFY(ran.code != 0);
            QVERIFY2((ran.out + ran.err).contains(what) && (ran.out + ran.err).contains("weightsFrom"),
                     (ran.out + ran.err).constData());
        };
        const QByteArray own = "{\"model_type\": \"deepseek_v3\", \"mine\": 1}\n",
                         cut = read(m_dir.filePath(u"model/a.safetensors"_s)).left(1000);
        put(m_there + u"/config.json"_s, own);
        put(m_there + u"/a.safetensors"_s, cut);
        stops("a.safetensors (1000 bytes there, 3000000 listed)");
        QCOMPARE(read(m_there + u"/config.json"_s), own);
        QCOMPARE(read(m_there + u"/a.safetensors"_s), cut);
        QVERIFY(!QFile::exists(m_dir.filePath(u"log"_s)));
        QVERIFY(QFile::remove(m_there + u"/a.safetensors"_s));
        put(m_there + u"/config.json"_s, QByteArray(read(m_dir.filePath(u"model/config.json"_s)).size(), 'x'));
        stops("config.json (as long as listed, but with another content)");
        QVERIFY(QFile::remove(m_there + u"/config.json"_s));
        const Ran ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY2((ran.out + ran.err).contains("4 files"), (ran.out + ran.err).constData());
        put(m_there + u"/config.json"_s, own); // this run put the file there, but this is another one
        stops("config.json (");
        QCOMPARE(read(m_there + u"/config.json"_s), own);
    }

    // Of the same length, and too large to be hashed at each look: the list says that it is another one.
    void aNewRevisionTakesThePlaceOfTheOldOne()
    {
        const QString large = m_dir.filePath(u"model/large.safetensors"_s);
        const QString small = m_dir.filePath(u"model/small.txt"_s);
        const auto tidy = qScopeGuard([&] { QFile::remove(large); QFile::remove(small); });
        put(large, content('l', 70'000'000));
        put(small, "old");
        Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        put(large, content('m', 70'000'000));
        put(small, "new");
        ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY(read(m_there + u"/large.safetensors"_s) == read(large));
        QCOMPARE(read(m_there + u"/small.txt"_s), "new");
        const qsizetype before = asked().size();
        QCOMPARE(deploy().code, 0);
        QCOMPARE(asked().size(), before);
    }

    void noLinkIsFollowed()
    {
        const QString away = m_node + u"/work/away"_s;
        QDir().mkpath(away);
        QDir().mkpath(m_there);
        for (const QString &name : {u"sub"_s, u".ascend-console.node1"_s}) {
            QVERIFY(QFile::link(u"/work/away"_s, m_there + u'/' + name));
            const Ran ran = deploy();
            QVERIFY(ran.code != 0);
            QVERIFY2((ran.out + ran.err).contains("symbolic link"), (ran.out + ran.err).constData());
            QVERIFY(QDir(away).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
            QVERIFY(QFile::remove(m_there + u'/' + name));
        }
        QDir(m_there).removeRecursively();  // a link to a NAS is usual
        QVERIFY(QFile::link(u"/work/away"_s, m_there));
        const Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(away + u"/sub/b.safetensors"_s), read(m_dir.filePath(u"model/sub/b.safetensors"_s)));
        QVERIFY(QFile::remove(m_there));
        QDir(away).removeRecursively();
    }

    void aServerWithoutRangesIsAskedForTheWhole()
    {
        fault("cut a.safetensors 1200000\nnorange a.safetensors\n");
        QVERIFY(deploy().code != 0);
        const Ran ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/a.safetensors"_s), read(m_dir.filePath(u"model/a.safetensors"_s)));
    }

    void eachAnswerHasItsWords()
    {
        for (const auto &[code, words] : {std::pair("403", "is not public"), std::pair("404", "there is no such model"),
                                          std::pair("429", "too often"), std::pair("503", "in trouble itself")}) {
            fault(QByteArray("status ") + code + '\n');
            const Ran ran = deploy();
            QVERIFY(ran.code != 0);
            QVERIFY2((ran.out + ran.err).contains(words), (ran.out + ran.err).constData());
            QCOMPARE((ran.out + ran.err).contains("Resume takes it up"), *code == '5' || QByteArray(code) == "429");
        }
    }

    // Files of the other pages would be missing without a word.
    void aListInPagesIsNotTakenForTheWhole()
    {
        fault("paged list\n");
        const Ran ran = deploy();
        QVERIFY(ran.code != 0);
        QVERIFY2((ran.out + ran.err).contains("tells its list of files in pages"), (ran.out + ran.err).constData());
    }

    void undoSaysThatTheyStay()
    {
        fault("cut a.safetensors 1200000\n");
        QVERIFY(deploy().code != 0);
        QVERIFY(QFile::exists(m_there + u"/.ascend-console.node1/a.safetensors.part"_s));
        const Ran ran = ascendctl({u"undo"_s, m_file, u"--verbose"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY2((ran.out + ran.err).contains("the weights in /work/weights/fetched stay"),
                 (ran.out + ran.err).constData());
        QVERIFY(!QFile::exists(m_there + u"/.ascend-console.node1"_s));
    }

    void whatOutgrowsTheDiskGoesOnWithRoom()
    {
        const QString keeper = QString::fromUtf8(read(m_node + u"/.sim/run/keeper"_s)).section(u' ', 0, 0);
        QDir().mkpath(m_there);
        const auto mounted = [&](const QStringList &argv) {
            return QProcess::execute(u"nsenter"_s, QStringList{u"-t"_s, keeper, u"-m"_s, u"mount"_s} + argv) == 0;
        };
        if (!mounted({u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=2m"_s, u"tmpfs"_s, m_weights}))
            QSKIP("No small disk can be made here.");
        Ran ran = deploy();
        const bool isSaid = (ran.out + ran.err).contains("could not be written on the node");
        const QByteArray full = ran.out + ran.err;
        const bool isLarger = mounted({u"-o"_s, u"remount,size=20m"_s, m_weights});
        ran = deploy({u"--resume"_s});
        const QByteArray there
            = read(u"/proc/"_s + keeper + u"/root"_s + m_weights + u"/a.safetensors"_s);
        QProcess::execute(u"nsenter"_s, {u"-t"_s, keeper, u"-m"_s, u"umount"_s, m_weights});
        QVERIFY2(isSaid && isLarger, full.constData());
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(there, read(m_dir.filePath(u"model/a.safetensors"_s)));
    }

    void twoAtOnceFindOneAnothersFiles()
    {
        fault("slow a.safetensors\n");
        const QString other = m_dir.filePath(u"two.deployment.json"_s);
        Json json = Json::parse(read(m_file).toStdString());
        json["name"] = "two";
        put(other, prettyJson(json));
        QProcess first;
        first.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"deploy"_s, m_file, u"--until"_s, u"weights"_s});
        QTRY_VERIFY_WITH_TIMEOUT(asked().contains("a.safetensors 0"), 60'000);
        const QByteArray before = qgetenv("XDG_STATE_HOME"); // another person's, who does not know of the first
        qputenv("XDG_STATE_HOME", m_dir.filePath(u"other-state"_s).toUtf8());
        const Ran second = ascendctl({u"deploy"_s, other, u"--until"_s, u"weights"_s, u"--verbose"_s});
        ascendctl({u"undo"_s, other});
        before.isNull() ? qunsetenv("XDG_STATE_HOME") : qputenv("XDG_STATE_HOME", before);
        QVERIFY(first.waitForFinished(60'000));
        QVERIFY2(second.code == 0, (second.out + second.err).constData());
        QCOMPARE(first.exitCode(), 0);
        QCOMPARE(read(m_there + u"/a.safetensors"_s), read(m_dir.filePath(u"model/a.safetensors"_s)));
    }

    void aFullDiskIsSaidBefore()
    {
        QCOMPARE(ascendctl({u"sim"_s, u"fault"_s, u"node1"_s, u"disk-full"_s, u"/work"_s, u"--dir"_s,
                            m_dir.filePath(u"cluster"_s)})
                     .code,
                 0);
        const Ran ran = deploy();
        ascendctl({u"sim"_s, u"fault"_s, u"node1"_s, u"--clear"_s, u"--dir"_s, m_dir.filePath(u"cluster"_s)});
        QVERIFY(ran.code != 0);
        QVERIFY2((ran.out + ran.err).contains("no room for the weights"), (ran.out + ran.err).constData());
        QVERIFY(!QFile::exists(m_dir.filePath(u"log"_s))); // nothing was fetched
    }

    // Cut off when all of it had come: what is there takes no more room, and is not fetched a second time.
    void whatHasComeWholeIsOnlyLookedAt()
    {
        put(m_there + u"/empty.txt"_s, {});
        const QString parts = m_there + u"/.ascend-console.node1/"_s;
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s})
            put(parts + QString(path).replace(u'/', u"%2F"_s) + u".part"_s, read(m_dir.filePath(u"model/"_s + path)));
        QVERIFY(QFile::setPermissions(parts, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QStringList disk{u"sim"_s, u"fault"_s, u"node1"_s};
        const QStringList at{u"--dir"_s, m_dir.filePath(u"cluster"_s)};
        QCOMPARE(ascendctl(disk + QStringList{u"disk-full"_s, u"/work"_s} + at).code, 0);
        const Ran ran = deploy();
        ascendctl(disk + QStringList{u"--clear"_s} + at);
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s})
            QCOMPARE(read(m_there + u'/' + path), read(m_dir.filePath(u"model/"_s + path)));
        for (const QByteArray &line : asked())
            QVERIFY2(!line.contains("safetensors"), line.constData());
    }

    void aFolderOfTheNodeIsASource()
    {
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s, u"empty.txt"_s})
            put(m_node + u"/mnt/nas/model/"_s + path, read(m_dir.filePath(u"model/"_s + path)));
        // A part of an earlier, broken attempt, whose beginning is wrong: it is seen by comparing.
        const QString parts = m_there + u"/.ascend-console.node1"_s;
        put(parts + u"/a.safetensors.part"_s, QByteArray(1000, 'x'));
        QVERIFY(QFile::setPermissions(parts, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const Json before = Json::parse(read(m_file).toStdString())["settings"];
        // Of another node that fills the same folder: it is that one's to go on with.
        put(m_there + u"/.a.safetensors.node2.part"_s, QByteArray(1000, 'y'));
        set({{"weightsFrom", "folder"}, {"weightsAddress", "/mnt/nas/model"}});
        const Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s, u"empty.txt"_s})
            QCOMPARE(read(m_there + u'/' + path), read(m_dir.filePath(u"model/"_s + path)));
        QVERIFY(!QFile::exists(m_there + u"/.a.safetensors.node1.part"_s));
        QCOMPARE(read(m_there + u"/.a.safetensors.node2.part"_s), QByteArray(1000, 'y'));
        set(before);
    }

    // From beside the deployment's file, without the hub: whole, and a second time nothing is sent.
    void aFolderOfThisComputerIsASource()
    {
        const Json before = Json::parse(read(m_file).toStdString())["settings"];
        const auto restore = qScopeGuard([&] { set(before); });
        set({{"weightsFrom", "desktop"}, {"weightsAddress", "model"}});
        Ran ran = ascendctl({u"deploy"_s, m_file, u"--dry-run"_s});
        const QByteArray listed = "lists " + m_dir.filePath(u"model"_s).toUtf8() + " of this computer";
        QVERIFY2(ran.out.contains(listed), ran.out.constData());
        QVERIFY(!ran.out.contains("/repo/files"));
        // A stop cut it off: what had come is gone on with. (Its sum is that of the whole file.)
        const QString parts = m_there + u"/.ascend-console.node1"_s;
        put(parts + u"/a.safetensors.part"_s, read(m_dir.filePath(u"model/a.safetensors"_s)).left(1'000'000));
        QVERIFY(QFile::setPermissions(parts, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : {u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s, u"empty.txt"_s})
            QCOMPARE(read(m_there + u'/' + path), read(m_dir.filePath(u"model/"_s + path)));
        QCOMPARE(QDir(m_there).entryList(QDir::Files | QDir::Hidden).size(), 3); // no part is left
        ran = deploy();
        QVERIFY2(ran.code == 0 && ran.err.contains("Fetch the weights: up-to-date"), ran.err.constData());
        QVERIFY(!QFile::exists(m_dir.filePath(u"log"_s)));  // the hub was not asked
        // What lies there with another content is somebody's, and stays: even if it was changed in the second in which
        // it came.
        const QDateTime came = QFileInfo(m_there + u"/config.json"_s).lastModified();
        put(m_there + u"/config.json"_s, "{\"model_type\": \"deepseek_v2\"}\n");
        QFile edited(m_there + u"/config.json"_s);
        QVERIFY(edited.open(QFile::ReadWrite));
        QVERIFY(edited.setFileTime(came.addMSecs(came.time().msec() < 500 ? 1 : -1), QFile::FileModificationTime));
        edited.close();
        ran = deploy();
        QVERIFY2(ran.code != 0 && ran.err.contains("config.json (as long as listed"), ran.err.constData());
        QCOMPARE(read(m_there + u"/config.json"_s), "{\"model_type\": \"deepseek_v2\"}\n");
    }

    void aPartWithAnotherBeginningIsSeen()
    {
        const Json before = Json::parse(read(m_file).toStdString())["settings"];
        const auto restore = qScopeGuard([&] { set(before); });
        set({{"weightsFrom", "desktop"}, {"weightsAddress", "model"}});
        const QString parts = m_there + u"/.ascend-console.node1"_s;
        put(parts + u"/a.safetensors.part"_s, QByteArray(1000, 'x'));
        QVERIFY(QFile::setPermissions(parts, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/a.safetensors"_s), read(m_dir.filePath(u"model/a.safetensors"_s)));
    }

    // Hours of copying would end at an engine that cannot load it. Links, as a download's cache has them, are no fault.
    void whatCannotBecomeWholeIsSaidBefore_data()
    {
        QTest::addColumn<QString>("from");
        QTest::newRow("folder") << u"folder"_s;
        QTest::newRow("desktop") << u"desktop"_s;
    }
    void whatCannotBecomeWholeIsSaidBefore()
    {
        QFETCH(QString, from);
        const bool isOfNode = from == u"folder"_s;
        const QString name = u"/mnt/whole/model"_s, folder = (isOfNode ? m_node : m_dir.path()) + name;
        const Json before = Json::parse(read(m_file).toStdString())["settings"];
        const auto restore = qScopeGuard([&] { set(before); });
        set({{"weightsFrom", from.toStdString()},
             {"weightsAddress", (isOfNode ? name : folder).toStdString()}});
        put(folder + u"/config.json"_s, "{\"model_type\": \"deepseek_v3\"}\n");
        put(folder + u"/tokenizer.json"_s, "{}");
        put(folder + u"/model.safetensors.index.json"_s, R"({"weight_map": {"x": "a.safetensors"}})");
        put(folder + u"/../blobs/a"_s, content('a', 100'000));
        QVERIFY(QFile::link(u"../blobs/a"_s, folder + u"/a.safetensors"_s));
        for (const QStringList &how : {QStringList{u"--until"_s, u"weights"_s}, QStringList{u"--check"_s}}) {
            const Ran ran = ascendctl(QStringList{u"deploy"_s, m_file} + how);
            const QByteArray said = ran.out + ran.err;
            QVERIFY(ran.code != 0);
            QVERIFY2(said.contains("are not whole, and so were not copied")
                         && said.contains("a.safetensors does not begin with a safetensors header"),
                     said.constData());
            QVERIFY(!QFile::exists(m_there));
        }
        const QByteArray header = R"({"x":{"dtype":"I8","shape":[4],"data_offsets":[0,4]}})",
                         shard = QByteArray(1, char(header.size())) + QByteArray(7, '\0') + header + "abcd";
        put(folder + u"/../blobs/a"_s, shard);
        const Ran ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/a.safetensors"_s), shard);
    }

    // A damaged disk between the packing and the copying.
    void whatIsNotAsItsSumsSayIsNotPutThere()
    {
        const QString carried = m_dir.filePath(u"carried"_s);
        put(carried + u"/config.json"_s, read(m_dir.filePath(u"model/config.json"_s)));
        put(carried + u"/a.safetensors"_s, content('a', 100'000));
        const auto sumOf = [](const QByteArray &bytes) {
            return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
        };
        put(carried + u"/SHA256SUMS"_s, sumOf(content('b', 100'000)) + "  a.safetensors\n"
                + sumOf(read(carried + u"/config.json"_s)) + "  ./config.json\n");
        const Json before = Json::parse(read(m_file).toStdString())["settings"];
        const auto restore = qScopeGuard([&] { set(before); });
        set({{"weightsFrom", "desktop"}, {"weightsAddress", carried}});
        Ran ran = deploy();
        QVERIFY2(ran.code != 0 && ran.err.contains("is not what its SHA256SUMS says"), ran.err.constData());
        QVERIFY(!QFile::exists(m_there + u"/a.safetensors"_s));
        put(carried + u"/a.safetensors"_s, content('b', 100'000));
        ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_there + u"/a.safetensors"_s), content('b', 100'000));
        QVERIFY(!QFile::exists(m_there + u"/SHA256SUMS"_s));
        set({{"weightsAddress", m_dir.filePath(u"nowhere"_s)}});
        ran = deploy();
        QVERIFY2(ran.code != 0 && ran.err.contains("There is no folder"), ran.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestWeightsFetch)
#include "tst_weightsfetch.moc"
