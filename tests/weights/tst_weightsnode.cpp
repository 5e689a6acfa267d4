// Weights copied from another node of the deployment: two simulated nodes, of which one has them; and two behind real
// sshd, of which one logs in at the other.
#include "core/base/json.h"
#include "core/deploy/weightssteps.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"
#include "tests/support/scriptedshell.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

class TestWeightsNode : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    QString m_file, m_has, m_gets;       // the deployment; the weights' folder on either node
    const QString m_weights = u"/work/weights/fetched"_s;
    const QStringList m_model{u"config.json"_s, u"a.safetensors"_s, u"sub/b.safetensors"_s, u"empty.txt"_s};

    static QByteArray content(char first, int size)
    {
        QByteArray bytes(size, first);
        for (int i = 1; i < size; ++i)
            bytes[i] = char(bytes[i - 1] * 31 + i);
        return bytes;
    }
    static void put(const QString &path, const QByteArray &bytes)
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
    QString part(const QString &name) const { return m_gets + u"/.ascend-console.node2/"_s + name + u".part"_s; }

private slots:
    void initTestCase()
    {
        m_file = m_dir.filePath(u"two.deployment.json"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"mindie-deepseek-v3.2-w8a8-2xA2"_s, u"--dir"_s,
                                  m_dir.filePath(u"cluster"_s), u"--deployment"_s, m_file, u"--subnet"_s, u"61"_s});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        m_has = m_dir.filePath(u"cluster/node1"_s) + m_weights;
        m_gets = m_dir.filePath(u"cluster/node2"_s) + m_weights;
        set({{"weights", m_weights.toStdString()}, {"weightsFrom", "other-node"}});
    }
    void cleanupTestCase() { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, m_dir.filePath(u"cluster"_s)}); }
    void init()
    {
        QDir(m_has).removeRecursively();
        QDir(m_gets).removeRecursively();
        put(m_has + u"/config.json"_s, "{\"model_type\": \"deepseek_v3\"}\n");
        put(m_has + u"/a.safetensors"_s, content('a', 3'000'000));
        put(m_has + u"/sub/b.safetensors"_s, content('b', 20'000'000)); // three pieces
        put(m_has + u"/empty.txt"_s, {});
        put(m_has + u"/.ascend-console.node1/x.part"_s, "a part is no file of the model");
    }

    void theyComeWhole()
    {
        const Ran dry = ascendctl({u"deploy"_s, m_file, u"--dry-run"_s});
        QVERIFY2(dry.out.contains("weights@node2") && !dry.out.contains("weights@node1"), dry.out.constData());
        QVERIFY2(dry.out.contains((m_weights + u" on node1"_s).toUtf8()), dry.out.constData());
        QVERIFY(!QFile::exists(m_gets));
        Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : m_model)
            QCOMPARE(read(m_gets + u'/' + path), read(m_has + u'/' + path));
        QCOMPARE(QDir(m_gets).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 4);
        QVERIFY((ran.out + ran.err).contains("through this computer"));
        QVERIFY(!(ran.out + ran.err).contains("the size was compared"));
        struct stat told = {};           // nobody else's to read
        for (const auto &[path, mode] : {std::pair{u""_s, 0750}, {u"/sub"_s, 0750}, {u"/config.json"_s, 0640},
                                         {u"/sub/b.safetensors"_s, 0640}}) {
            QCOMPARE(::stat(QFile::encodeName(m_gets + path).constData(), &told), 0);
            QCOMPARE(int(told.st_mode & 0777), mode);
        }
        ran = deploy();
        QVERIFY2(ran.code == 0 && ran.err.contains("Fetch the weights: up-to-date"), ran.err.constData());
        // The check mode asks the other node, too.
        QFile::remove(m_gets + u"/a.safetensors"_s);
        ran = ascendctl({u"deploy"_s, m_file, u"--check"_s});
        const QByteArray said = ran.out.mid(ran.out.indexOf("node2  Fetch the weights: ")).split('\n').first();
        QVERIFY2(said.contains("would-change") && said.contains("of 4 files") && said.contains("1 is missing"),
                 ran.out.constData());
    }

    // The one that has them may be any; and what is missing there is no matter of the deployment's.
    void theNodeIsASetting()
    {
        QVERIFY(QDir().rename(m_has, m_gets));
        set({{"weightsNode", "node2"}});
        Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        for (const QString &path : m_model)
            QCOMPARE(read(m_has + u'/' + path), read(m_gets + u'/' + path));
        QDir(m_gets).removeRecursively();
        ran = deploy();
        set({{"weightsNode", ""}});
        QVERIFY2(ran.code != 0 && ran.err.contains((m_weights + u" on node2"_s).toUtf8()), ran.err.constData());
        ran = ascendctl({u"check"_s, m_file, u"--only"_s, u"weights.complete"_s});
        QVERIFY2(ran.out.contains("the deployment fetches them"), ran.out.constData()); // node2's
        QDir(m_has).removeRecursively();
        ran = ascendctl({u"check"_s, m_file, u"--only"_s, u"weights.complete"_s});
        QVERIFY2(ran.out.contains("there is no folder"), ran.out.constData()); // node1's
        QCOMPARE(ran.out.count("the deployment fetches them"), 1);
    }

    void killedItGoesOnWhereItWas()
    {
        QFile large(m_has + u"/sub/b.safetensors"_s);
        QVERIFY(large.open(QIODevice::ReadWrite) && large.resize(qint64(400) << 20)); // with a hole
        large.close();
        QProcess first;
        first.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"deploy"_s, m_file, u"--until"_s, u"weights"_s});
        const QString half = part(u"sub%2Fb.safetensors"_s);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(half).size() >= (24 << 20), 60'000);
        ::kill(pid_t(first.processId()), SIGKILL);
        first.waitForFinished();
        QVERIFY(QFile::exists(half) && !QFile::exists(m_gets + u"/sub/b.safetensors"_s));
        const Ran ran = deploy({u"--resume"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(QFileInfo(m_gets + u"/sub/b.safetensors"_s).size(), qint64(400) << 20);
        QCOMPARE(read(m_gets + u"/a.safetensors"_s), read(m_has + u"/a.safetensors"_s));
        QVERIFY(!(ran.out + ran.err).contains("it is taken away"));
    }

    // What is there of an earlier attempt is gone on with, and found out where it is of another file.
    void aPartWithAnotherBeginningIsSeen()
    {
        put(part(u"a.safetensors"_s), QByteArray(1000, 'x'));
        QVERIFY(QFile::setPermissions(QFileInfo(part({})).path(),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(m_gets + u"/a.safetensors"_s), read(m_has + u"/a.safetensors"_s));
        QVERIFY2((ran.out + ran.err).contains("it is taken away"), (ran.out + ran.err).constData());
    }

    // What its own index contradicts is not copied for hours to be found incomplete; what has no room is said before.
    void whatCannotBecomeWholeIsSaidBefore()
    {
        put(m_has + u"/model.safetensors.index.json"_s,
            R"({"weight_map": {"x": "a.safetensors", "y": "c.safetensors"}})");
        const auto refuses = [this](const char *what) {
            for (const QStringList &how : {QStringList{u"--until"_s, u"weights"_s}, QStringList{u"--check"_s}}) {
                const Ran ran = ascendctl(QStringList{u"deploy"_s, m_file} + how);
                const QByteArray said = ran.out + ran.err;
                QVERIFY(ran.code != 0);
                QVERIFY2(said.contains("on node1 are not whole") && said.contains(what), said.constData());
                QVERIFY2(!said.contains("Move it away"), said.constData());
            }
        };
        refuses("c.safetensors");
        QVERIFY(!QFile::exists(m_gets));
        // Where the node that lacks none has the good copy, nobody is told to remove it.
        const QByteArray index = R"({"weight_map": {"x": "a.safetensors"}})",
                         header = R"({"x":{"dtype":"I8","shape":[4],"data_offsets":[0,4]}})",
                         shard = QByteArray(1, char(header.size())) + QByteArray(7, '\0') + header + "abcd";
        for (const QString &folder : {m_has, m_gets}) {
            put(folder + u"/model.safetensors.index.json"_s, index);
            put(folder + u"/a.safetensors"_s, shard);
            put(folder + u"/tokenizer.json"_s, "{}");
        }
        for (const qsizetype bytes : {shard.size() - 2, qsizetype(0)}) {
            put(m_has + u"/a.safetensors"_s, shard.left(bytes));
            refuses("a.safetensors");
            QCOMPARE(read(m_gets + u"/a.safetensors"_s), shard);
        }
        put(m_has + u"/a.safetensors"_s, shard);
        const Ran ran = deploy();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
    }

    void whatIsThereIsNotReplaced()
    {
        put(m_gets + u"/config.json"_s, "{\"model_type\": \"deepseek_v2\"}\n");
        const Ran ran = deploy();
        QVERIFY2(ran.code != 0 && ran.err.contains("config.json (as long as listed"), ran.err.constData());
        QCOMPARE(read(m_gets + u"/config.json"_s), "{\"model_type\": \"deepseek_v2\"}\n");
        QVERIFY(!QFile::exists(m_gets + u"/a.safetensors"_s));
    }

    // The node fetches by its own ssh, and the bytes pass no third machine; without its key they come through us.
    void fromNodeToNode()
    {
        const Result<std::unique_ptr<Lab>> up = Lab::up({.ssh = true});
        QVERIFY2(up, up ? "" : qPrintable(up.error().message));
        const Lab &lab = **up;
        const QString has = lab.nodeFolder(0) + m_weights, gets = lab.nodeFolder(1) + m_weights,
                      odd = u"/sub/o'ne two $(x).json"_s;
        put(has + odd, "{}");
        put(has + u"/a.safetensors"_s, content('a', 3'000'000));
        QFile large(has + u"/b.safetensors"_s);
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64(70) << 20)); // of no listed sum
        large.close();
        Json json = Json::parse(read(lab.deploymentFile()).toStdString());
        json["settings"].update(Json{{"weights", m_weights.toStdString()}, {"weightsFrom", "other-node"}});
        put(lab.deploymentFile(), prettyJson(json));
        const auto run = [&] {
            return ascendctl({u"deploy"_s, lab.deploymentFile(), u"--until"_s, u"weights"_s, u"--verbose"_s,
                              u"--known-hosts"_s, lab.connections().knownHostsFile, u"--ssh-config"_s,
                              lab.connections().sshConfigFile});
        };
        const auto isWhole = [&] {
            return read(gets + odd) == "{}" && read(gets + u"/a.safetensors"_s) == read(has + u"/a.safetensors"_s)
                && QFileInfo(gets + u"/b.safetensors"_s).size() == qint64(70) << 20;
        };
        Ran ran = run();
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QVERIFY(isWhole());
        QVERIFY2((ran.out + ran.err).contains("BatchMode=yes")
                     && !(ran.out + ran.err).contains("through this computer"),
                 (ran.out + ran.err).constData());
        QDir(gets).removeRecursively();
        QVERIFY(QFile::remove(lab.nodeFolder(1) + u"/root/.ssh/id_ed25519"_s));
        ran = run();
        QVERIFY2(ran.code == 0 && isWhole(), (ran.out + ran.err).constData());
        QVERIFY2((ran.out + ran.err).contains("through this computer"), (ran.out + ran.err).constData());
    }

    void anotherNodesTroubleIsNotThisOnes_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("told");
        const auto row = [](const char *name, ErrorKind kind, ErrorKind told) {
            QTest::newRow(name) << int(kind) << int(told);
        };
        row("its link", ErrorKind::Connection, ErrorKind::CommandFailed);
        row("its time", ErrorKind::Timeout, ErrorKind::CommandFailed);
        row("its key", ErrorKind::HostKey, ErrorKind::HostKey);
        row("stopped", ErrorKind::Canceled, ErrorKind::Canceled);
    }
    void anotherNodesTroubleIsNotThisOnes()
    {
        QFETCH(int, kind);
        QFETCH(int, told);
        StepContext context;
        context.node.name = u"node2"_s;
        Node has;
        has.name = u"node1"_s;
        context.whole.nodes = {has, context.node};
        context.launch.weights = m_weights;
        context.launch.weightsOrder = {u"other-node"_s, {}, {}, {}, u"node1"_s};
        ScriptedShell shell;
        Json data;
        StepIo io{context, shell, {}, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {},
                  [kind](const Node &node) -> Result<std::unique_ptr<Shell>> {
                      return Error{ErrorKind(kind), node.name + u" says so"_s, {}, {{u"need"_s, u"x"_s}}};
                  }};
        const Result<StepAnswer> answer = probeWeights(io);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().kind), told);
        QVERIFY2(answer.error().message.contains(u"node1 says so"_s), qPrintable(answer.error().message));
        if (answer.error().kind == ErrorKind::Canceled)
            return;
        QVERIFY(answer.error().facts.value(u"remedy"_s).contains(u"node1"_s));
        QCOMPARE(answer.error().facts.contains(u"need"_s), answer.error().kind == ErrorKind::HostKey);
    }
};

QTEST_GUILESS_MAIN(TestWeightsNode)
#include "tst_weightsnode.moc"
