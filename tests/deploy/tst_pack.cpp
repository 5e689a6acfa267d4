// A pack: pieces that outlive a lost link, what is left alone, and the whole way: packed from one simulated cluster,
// carried, and deployed where the image is missing.
#include "core/pack/pack.h"
#include "core/pack/packorder.h"

#include "core/shell/localshell.h"
#include "tests/support/ascendctl.h"

#include <QCryptographicHash>
#include <QDir>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// A link that is lost at the nth piece, or changes one.
class Link : public LocalShell {
public:
    int left = 1 << 20;
    bool damages = false;
    qint64 cameBytes = 0;

    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        const bool isPiece = command.argv.value(2).startsWith(u"tail -c"_s);
        if (isPiece && --left < 0)
            return Error{ErrorKind::Connection, u"the link is gone"_s, {}, {}};
        Result<CommandOutput> output = LocalShell::run(command, stop, onOutput);
        if (isPiece && output) {
            cameBytes += output->out.size();
            if (damages)
                output->out[output->out.size() / 2] = char(~output->out[output->out.size() / 2]);
        }
        return output;
    }
};

QByteArray noise(qsizetype size)
{
    QByteArray bytes(size, 'a');
    for (qsizetype i = 1; i < size; ++i)
        bytes[i] = char(bytes[i - 1] * 31 + i);
    return bytes;
}

} // namespace

class PackTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_box;
    Link m_link;

    QString path(const QString &name) const { return m_box->filePath(name); }
    void put(const QString &name, const QByteArray &content) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).absolutePath()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    QByteArray read(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
    }
    Result<PulledFile> pull() { return pullInPieces(m_link, path(u"there"_s), path(u"carried/here"_s), {}, {}); }

private slots:
    void init()
    {
        m_box = std::make_unique<QTemporaryDir>();
        m_link = Link();
    }

    void aLostLinkCostsWhatWasOnItsWay()
    {
        put(u"there"_s, noise(2 * pieceBytes + 1234));
        m_link.left = 1;
        const Result<PulledFile> lost = pull();
        QVERIFY(!lost);
        QCOMPARE(lost.error().kind, ErrorKind::Connection);
        QVERIFY(!QFile::exists(path(u"carried/here"_s)));
        m_link.left = 1 << 20;
        m_link.cameBytes = 0;
        const Result<PulledFile> whole = pull();
        QVERIFY2(whole, qPrintable(whole ? QString() : whole.error().message));
        QCOMPARE(m_link.cameBytes, pieceBytes + 1234); // not again what had come
        QCOMPARE(read(u"carried/here"_s), read(u"there"_s));
        QCOMPARE(whole->sha256.toLatin1(),
                 QCryptographicHash::hash(read(u"there"_s), QCryptographicHash::Sha256).toHex());
        QVERIFY(!QFile::exists(path(u"carried/here.part"_s)));
        QCOMPARE(QFileInfo(path(u"carried/here"_s)).permissions() & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
        m_link.cameBytes = 0;
        QVERIFY(pull());
        QCOMPARE(m_link.cameBytes, 0); // it is there
    }

    void whatArrivesOtherwiseIsNotKept()
    {
        put(u"there"_s, noise(5000));
        m_link.damages = true;
        const Result<PulledFile> came = pull();
        QVERIFY(!came && came.error().message.contains(u"SHA-256"_s));
        QCOMPARE(QDir(path(u"carried"_s)).entryList(QDir::Files).size(), 0);
    }

    // Before any node is asked for an image that nobody has.
    void anImageThatOnlyStandsForOnesOwnIsNotPacked()
    {
        PackOrder order;
        order.deployment.recipe = u"openai-deepseek-r1-awq-1xA2"_s;
        order.deployment.nodes << Node{};
        order.folder = path(u"pack"_s);
        order.takesImage = true;
        const Result<Pack> pack = packDeployment(
            order, [](const Node &) -> Result<std::unique_ptr<Shell>> {
                return Error{ErrorKind::Connection, u"a node was asked"_s, {}, {}};
            }, [](const QString &) {}, {});
        QVERIFY(!pack);
        QVERIFY2(pack.error().message.contains(u"only stands for yours"), qPrintable(pack.error().message));
        QVERIFY(!QFile::exists(order.folder));
    }

    void anotherFileOfThatNameIsLeftAlone()
    {
        put(u"there"_s, noise(5000));
        put(u"carried/here"_s, "mine");
        const Result<PulledFile> came = pull();
        QVERIFY(!came);
        QCOMPARE(came.error().kind, ErrorKind::Storage);
        QCOMPARE(read(u"carried/here"_s), "mine");
    }

    void emptyFilesAndMissingOnes()
    {
        put(u"there"_s, {});
        const Result<PulledFile> came = pull();
        QVERIFY(came && came->sizeBytes == 0 && QFile::exists(path(u"carried/here"_s)));
        QVERIFY(QFile::remove(path(u"there"_s)) && QFile::remove(path(u"carried/here"_s)));
        const Result<PulledFile> none = pull();
        QVERIFY(!none);
        QCOMPARE(none.error().kind, ErrorKind::CommandFailed);
    }

    void aFolderOfSomethingElseIsRefused()
    {
        QVERIFY(demandPackFolder(path(u"new"_s)));
        put(u"begun/image.tar.part"_s, "x");
        QVERIFY(demandPackFolder(path(u"begun"_s)));
        put(u"mine/thesis.txt"_s, "x");
        // Others use such names, too: a deployment's own file is not written over.
        for (const auto &[folder, name] : {std::pair{u"own"_s, u"deployment.json"_s}, {u"read"_s, u"README.txt"_s},
                                           {u"sums"_s, u"SHA256SUMS"_s}}) {
            QVERIFY(QDir(path(u"."_s)).mkpath(folder));
            QFile file(path(folder + u'/' + name));
            QVERIFY(file.open(QFile::WriteOnly) && file.write("mine") == 4);
            file.close();
            const Result<void> own = demandPackFolder(path(folder));
            QVERIFY2(!own && own.error().message.contains(name), qPrintable(name));
        }
        const Result<void> mine = demandPackFolder(path(u"mine"_s));
        QVERIFY(!mine && mine.error().message.contains(u"thesis.txt"_s));
        QVERIFY(!demandPackFolder(path(u"mine/thesis.txt"_s)));
    }

    void itPointsAtWhatLiesBesideIt()
    {
        Pack pack;
        pack.file = u"/home/me/clusters/d.json"_s;
        pack.deployment.name = u"ds"_s;
        pack.deployment.settings = {{"image", "a/b:1"}, {"port", 1025}};
        Node node;
        node.name = u"node1"_s;
        node.identityFile = u"keys/id"_s;
        node.other["auth"] = {{"knownHostsFile", "known"}};
        pack.deployment.nodes << node;
        node.identityFile = u"~/.ssh/id_ed25519"_s;
        pack.deployment.nodes << node;
        QVERIFY(packedDeployment(pack).settings == pack.deployment.settings); // neither image nor weights
        pack.image = PackedImage{};
        pack.weights = PackedWeights{};
        const Deployment carried = packedDeployment(pack);
        QCOMPARE(stringAt(carried.settings, "imageFrom"), u"desktop"_s);
        QCOMPARE(stringAt(carried.settings, "imageArchive"), u"image.tar"_s);
        QCOMPARE(stringAt(carried.settings, "weightsFrom"), u"desktop"_s);
        QCOMPARE(stringAt(carried.settings, "weightsAddress"), u"weights"_s);
        QCOMPARE(integerAt(carried.settings, "port"), std::optional<qint64>(1025));
        QCOMPARE(carried.nodes[0].identityFile, u"/home/me/clusters/keys/id"_s);
        QCOMPARE(stringAt(carried.nodes[0].other["auth"], "knownHostsFile"), u"/home/me/clusters/known"_s);
        QCOMPARE(carried.nodes[1].identityFile, u"~/.ssh/id_ed25519"_s);
    }

    // The whole way, as its user goes it.
    void carriedAndDeployed()
    {
        const QStringList at{u"--dir"_s, path(u"cluster"_s)};
        const QString file = path(u"one.deployment.json"_s), carried = path(u"carried"_s);
        const Ran up = ascendctl(QStringList{u"sim"_s, u"up"_s, u"--recipe"_s, u"mindie-deepseek-v3.2-w8a8-2xA2"_s,
                                             u"--deployment"_s, file, u"--subnet"_s, u"72"_s}
                                 + at);
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl(QStringList{u"sim"_s, u"down"_s} + at); });
        const auto fault = [&](const QStringList &words) {
            return ascendctl(QStringList{u"sim"_s, u"fault"_s} + words + at).code;
        };
        Json json = Json::parse(read(u"one.deployment.json"_s).toStdString());
        json["settings"]["weights"] = "/work/small";
        put(u"one.deployment.json"_s, prettyJson(json));
        put(u"cluster/node2/work/small/config.json"_s, "{}\n");
        put(u"cluster/node2/work/small/sub/a.safetensors"_s, noise(100'000));
        put(u"Ascend-hdk-910b-npu-driver.run"_s, "a package");

        // The first node has neither: the second is asked.
        QCOMPARE(fault({u"node1"_s, u"image-missing"_s}), 0);
        const QStringList verb{
            u"pack"_s, file, u"-o"_s, carried, u"--weights"_s, u"--with"_s, path(u"Ascend-hdk-910b-npu-driver.run"_s)};
        Ran ran = ascendctl(verb + QStringList{u"--from"_s, u"node1"_s});
        QCOMPARE(ran.code, 1);
        QVERIFY2(ran.err.contains("node1: It has no image"), ran.err.constData());
        ran = ascendctl(verb + QStringList{u"--json"_s});
        QVERIFY2(ran.code == 0, ran.err.constData());
        const Json told = Json::parse(ran.out.toStdString());
        QCOMPARE(stringAt(member(told, "image"), "architecture"), u"arm64"_s);
        QCOMPARE(integerAt(member(told, "weights"), "files"), std::optional<qint64>(2));
        QCOMPARE(boolAt(told, "simulated"), std::optional(true));
        QCOMPARE(read(u"carried/weights/sub/a.safetensors"_s), noise(100'000));
        QCOMPARE(read(u"carried/files/Ascend-hdk-910b-npu-driver.run"_s), "a package");
        for (const QString &folder : {carried, carried + u"/weights"_s}) {
            QProcess sums; // by the tool that its README names
            sums.setWorkingDirectory(folder);
            sums.start(u"sha256sum"_s, {u"--strict"_s, u"-c"_s, u"SHA256SUMS"_s});
            QVERIFY(sums.waitForFinished());
            QVERIFY2(sums.exitCode() == 0, sums.readAll().constData());
        }
        QVERIFY2(read(u"carried/README.txt"_s).contains("sha256sum -c"), read(u"carried/README.txt"_s).constData());
        QVERIFY(QDir(path(u"cluster/node2/var/tmp"_s)).entryList({u"ascend-console-pack*"_s}).isEmpty());

        // Once more, with another file: what is packed stays, and nothing is saved on the node again.
        put(u"more.txt"_s, "more");
        ran = ascendctl({u"pack"_s, file, u"-o"_s, carried, u"--weights"_s, u"--with"_s, path(u"more.txt"_s)});
        QVERIFY2(ran.code == 0 && ran.err.contains("is packed already") && !ran.err.contains("saving the image"),
                 ran.err.constData());
        QCOMPARE(read(u"carried/files/more.txt"_s), "more");
        for (const char *name : {"more.txt", "Ascend-hdk-910b-npu-driver.run"}) { // of both times
            QVERIFY(read(u"carried/SHA256SUMS"_s).contains(name));
            QVERIFY(read(u"carried/README.txt"_s).contains(name));
        }

        // Elsewhere, from another folder: the first node gets both, the second has them.
        QVERIFY(QDir().rename(carried, path(u"elsewhere"_s)));
        ran = ascendctl(
            {u"deploy"_s, path(u"elsewhere/deployment.json"_s), u"--until"_s, u"image"_s, u"--verbose"_s});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(read(u"cluster/node1/work/small/sub/a.safetensors"_s), noise(100'000));
        QVERIFY2(ran.err.contains("node1  See that the image is there: done"), ran.err.constData());
        QVERIFY2(ran.err.contains("node2  See that the image is there: up-to-date"), ran.err.constData());
        ascendctl({u"undo"_s, path(u"elsewhere/deployment.json"_s)});
    }

    void wrongWords()
    {
        QCOMPARE(ascendctl({u"pack"_s}).code, 2);
        QCOMPARE(ascendctl({u"pack"_s, u"x.json"_s, u"-o"_s}).code, 2);
        put(u"d.json"_s,
            R"({"name": "d", "recipe": "mindie-deepseek-v3.2-w8a8-2xA2",
                "nodes": [{"name": "a", "host": "127.0.0.1"}]})");
        QCOMPARE(ascendctl({u"pack"_s, path(u"d.json"_s), u"-o"_s, path(u"o"_s), u"--from"_s, u"b"_s}).code, 2);
        const Ran ran = ascendctl({u"pack"_s, path(u"d.json"_s), u"-o"_s, path(u"o"_s), u"--with"_s, path(u"none"_s)});
        QVERIFY2(ran.code == 3 && ran.err.contains("is no file that can be read"), ran.err.constData());
        QVERIFY(!QFile::exists(path(u"o"_s)));
    }
};

QTEST_GUILESS_MAIN(PackTest)
#include "tst_pack.moc"
