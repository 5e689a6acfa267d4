// An image from an archive: what it says of itself, the copy in pieces that survives its link, and each refusal. The
// node is a folder of this machine, its container engine a script that keeps what it was given.
#include "core/deploy/imagearchive.h"

#include "core/shell/localshell.h"
#include "tests/support/imagetar.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QString image = u"swr.example.com/ascend/mindie:2.2.RC1"_s;
constexpr qint64 ballast = 20 << 20; // three pieces

// A link that is lost at the nth piece; or a disk that changes what it is given.
class Link : public LocalShell {
public:
    int left = 1 << 20;
    bool damages = false;
    qint64 sentBytes = 0;

    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        if (!command.input.isEmpty() && --left < 0) {
            Command cut = command;
            cut.input = command.input.left(command.input.size() / 2); // what came before stays there
            sentBytes += cut.input.size();
            (void)LocalShell::run(cut, stop, onOutput);
            return Error{ErrorKind::Connection, u"the link is gone"_s, {}, {}};
        }
        sentBytes += command.input.size();
        Command given = command;
        if (damages && !given.input.isEmpty())
            given.input[given.input.size() / 2] = char(~given.input[given.input.size() / 2]);
        return LocalShell::run(given, stop, onOutput);
    }
};

} // namespace

class ImageArchiveTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_box;
    Link m_link;
    QByteArray m_log;
    Json m_data;
    StepContext m_context;

    QString path(const QString &name) const { return m_box->filePath(name); }
    StepIo io()
    {
        return {m_context, m_link,
                {},        [this](const QByteArray &piece) { m_log += piece; },
                m_data,    [] { return Result<void>(); },
                {}};
    }
    Result<void> load()
    {
        StepIo one = io();
        return loadArchive(one);
    }
    QStringList parts() const
    {
        return QDir(path(u"node"_s)).entryList({u".asc-image-*"_s}, QDir::Files | QDir::Hidden | QDir::System);
    }
    QByteArray loaded() const
    {
        QFile file(path(u"loaded"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray archive() const
    {
        QFile file(path(u"image.tar"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void init()
    {
        m_box = std::make_unique<QTemporaryDir>();
        m_link = Link();
        m_log.clear();
        m_data = Json::object();
        QVERIFY(QDir().mkpath(path(u"node"_s)));
        QFile engine(path(u"docker"_s));
        QVERIFY(engine.open(QIODevice::WriteOnly));
        engine.write("#!/bin/sh\n[ \"$1 $2\" = 'load -i' ] && cp -- \"$3\" \"${0%/*}/loaded\" && echo Loaded\n");
        engine.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        engine.close();
        m_context = {};
        m_context.node.name = u"node1"_s;
        m_context.facts.os.arch = u"aarch64"_s;
        m_context.launch.runtime = path(u"docker"_s);
        m_context.launch.image = image;
        m_context.launch.folder = path(u"node"_s);
        m_context.launch.imageOrder = {u"desktop"_s, path(u"image.tar"_s)};
        QVERIFY(writeImageTar(path(u"image.tar"_s), {image}, u"arm64"_s, ballast));
    }

    void manifestsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("images"); // -1: refused
        QTest::newRow("docker") << QByteArray(
            R"([{"Config":"a.json","RepoTags":["x:1","y:2"],"Layers":["l/layer.tar"]}])")
                                << 1;
        QTest::newRow("by its id") << QByteArray(R"([{"Config":"a.json","RepoTags":null,"Layers":[]}])") << 1;
        QTest::newRow("two") << QByteArray(R"([{"Config":"blobs/sha256/a"},{"Config":"b"}])") << 2;
        QTest::newRow("none") << QByteArray("[]") << 0;
        QTest::newRow("no list") << QByteArray("{}") << -1;
        QTest::newRow("no JSON") << QByteArray("PK\3\4") << -1;
        QTest::newRow("no config") << QByteArray(R"([{"RepoTags":["x:1"]}])") << -1;
        QTest::newRow("an option") << QByteArray(R"([{"Config":"--to-command=reboot"}])") << -1;
        QTest::newRow("numbers") << QByteArray(R"([{"Config":"a","RepoTags":[1,{"x":[]}]}])") << 1;
    }
    void manifestsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, images);
        const Result<QList<ArchivedImage>> read = readImageManifest(text);
        QCOMPARE(read ? int(read->size()) : -1, images);
    }

    void namesAreComparedWhole_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("image");
        QTest::addColumn<bool>("isSame");
        QTest::newRow("same") << u"a.b/c:1"_s << u"a.b/c:1"_s << true;
        QTest::newRow("another tag") << u"a.b/c:1"_s << u"a.b/c:2"_s << false;
        QTest::newRow("usual tag") << u"c:latest"_s << u"c"_s << true;
        QTest::newRow("a port is no tag") << u"h:5000/c:latest"_s << u"h:5000/c"_s << true;
        QTest::newRow("docker's own registry") << u"docker.io/library/c:1"_s << u"c:1"_s << true;
        QTest::newRow("podman's") << u"localhost/c:1"_s << u"c:1"_s << true;
        QTest::newRow("another registry") << u"a.b/c:1"_s << u"c:1"_s << false;
        QTest::newRow("a digest") << u"c:latest"_s << u"c@sha256:0123"_s << false;
    }
    void namesAreComparedWhole()
    {
        QFETCH(QString, tag);
        QFETCH(QString, image);
        QFETCH(bool, isSame);
        const QList<ArchivedImage> images{{{u"other:9"_s}, u"a"_s}, {{tag}, u"b"_s}};
        const ArchivedImage *found = imageNamed(images, image);
        QCOMPARE(found ? found->config : QString(), isSame ? u"b"_s : QString());
    }

    void theSettingIsJudged()
    {
        QVERIFY(orderProblem({u"registry"_s, u"x"_s}).isEmpty());
        QVERIFY(orderProblem({{}, {}}).isEmpty());
        QVERIFY(orderProblem({u"node"_s, u"/nas/image.tar"_s}).isEmpty());
        QVERIFY(orderProblem({u"desktop"_s, u"~/image.tar"_s}).isEmpty());
        QVERIFY(orderProblem({u"desktop"_s, u"image.tar"_s}).isEmpty());
        for (const ImageOrder &wrong : {ImageOrder{u"node"_s, {}},
                                        {u"node"_s, u"~/x.tar"_s},
                                        {u"node"_s, u"x.tar"_s},
                                        {u"desktop"_s, {}},
                                        {u"desktop"_s, u"folder/"_s},
                                        {u"node"_s, u"/nas/"_s}})
            QVERIFY2(orderProblem(wrong).contains(u"imageArchive"_s), qPrintable(wrong.archive));
    }

    void itIsCopiedAndLoaded()
    {
        const Result<void> done = load();
        QVERIFY2(done, qPrintable(done ? QString() : done.error().message + done.error().detail));
        QCOMPARE(loaded(), archive());
        QCOMPARE(parts(), QStringList());
        QVERIFY2(m_log.contains("copied"), m_log.constData());
        QVERIFY(m_data.empty());
    }

    // Unpacked and packed again as `tar -cf image.tar .`: each member's name begins with "./".
    void oneThatWasPackedAnewIsLoaded_data()
    {
        QTest::addColumn<QString>("from");
        QTest::newRow("on this computer") << u"desktop"_s;
        QTest::newRow("on the node") << u"node"_s;
    }
    void oneThatWasPackedAnewIsLoaded()
    {
        QFETCH(QString, from);
        m_context.launch.imageOrder.from = from;
        QVERIFY(QDir().mkpath(path(u"unpacked"_s)));
        QCOMPARE(QProcess::execute(u"tar"_s, {u"-xf"_s, path(u"image.tar"_s), u"-C"_s, path(u"unpacked"_s)}), 0);
        QCOMPARE(QProcess::execute(u"tar"_s, {u"-cf"_s, path(u"image.tar"_s), u"-C"_s, path(u"unpacked"_s), u"."_s}),
                 0);
        const Result<void> done = load();
        QVERIFY2(done, qPrintable(done ? QString() : done.error().message + done.error().detail));
        QCOMPARE(loaded(), archive());
    }

    // A pack is carried as a folder: what lies beside the deployment's file is meant, wherever the program was started.
    void aRelativePathIsBesideTheDeployment()
    {
        m_context.launch.imageOrder.archive = u"image.tar"_s;
        m_context.file = path(u"deployment.json"_s);
        QVERIFY(load());
        QCOMPARE(loaded(), archive());
    }

    void onTheNodeNothingIsCopied()
    {
        m_context.launch.imageOrder.from = u"node"_s;
        QVERIFY(load());
        QCOMPARE(loaded(), archive());
        QCOMPARE(m_link.sentBytes, 0);
        QVERIFY(QFile::exists(path(u"image.tar"_s)));
    }

    void aLostLinkCostsWhatWasOnItsWay()
    {
        m_link.left = 2;
        const Result<void> lost = load();
        QVERIFY(!lost);
        QCOMPARE(lost.error().kind, ErrorKind::Connection);
        QCOMPARE(parts().size(), 1);
        const qint64 there = QFileInfo(path(u"node/"_s) + parts().first()).size();
        QCOMPARE(there, m_link.sentBytes);
        QCOMPARE(QFileInfo(path(u"node/"_s) + parts().first()).permissions() & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
        m_link.left = 1 << 20;
        m_link.sentBytes = 0;
        QVERIFY(load());
        QCOMPARE(m_link.sentBytes, archive().size() - there); // not again what had come
        QCOMPARE(loaded(), archive());
        QCOMPARE(parts(), QStringList());
    }

    void whatIsUndoneIsGone()
    {
        m_link.left = 1;
        QVERIFY(!load());
        QCOMPARE(parts().size(), 1);
        StepIo one = io();
        const Result<bool> undone = undoArchive(one);
        QVERIFY(undone && *undone);
        QCOMPARE(parts(), QStringList());
        const Result<bool> again = undoArchive(one);
        QVERIFY(again && !*again);
    }

    // Meanwhile another archive was put in its place: the beginning of the one is not completed by the end of the
    // other.
    void anotherFileIsAnotherCopy()
    {
        m_link.left = 1;
        QVERIFY(!load());
        m_link.left = 1 << 20;
        QVERIFY(writeImageTar(path(u"image.tar"_s), {image}, u"arm64"_s, ballast + 4096));
        QVERIFY(load());
        QCOMPARE(loaded(), archive());
        QCOMPARE(parts(), QStringList());
    }

    void aDamagedCopyIsNotLoaded()
    {
        m_link.damages = true;
        const Result<void> done = load();
        QVERIFY(!done);
        QVERIFY2(done.error().message.contains(u"SHA-256"_s), qPrintable(done.error().message));
        QCOMPARE(loaded(), QByteArray());
        QCOMPARE(parts(), QStringList());
        m_link.damages = false;
        QVERIFY(load());
        QCOMPARE(loaded(), archive());
    }

    void aLinkInItsPlaceIsNotFollowed()
    {
        const QString command = archiveCommands(m_context).last(); // rm -f -- PART
        const QString part = command.section(u' ', -1);
        QVERIFY2(part.startsWith(path(u"node/.asc-image-"_s)), qPrintable(command));
        QFile victim(path(u"victim"_s));
        QVERIFY(victim.open(QIODevice::WriteOnly) && victim.write("mine") == 4);
        victim.close();
        QVERIFY(QFile::link(victim.fileName(), part));
        const Result<void> done = load();
        QVERIFY(!done);
        QVERIFY2(done.error().detail.contains(u"unsafe"_s), qPrintable(done.error().detail));
        QCOMPARE(QFileInfo(victim.fileName()).size(), 4);
        QVERIFY(QFileInfo(part).isSymLink());
    }

    void whatDoesNotFitIsSaidBeforeTheCopy_data()
    {
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("says");
        QTest::newRow("another image") << QStringList{u"other:1"_s} << u"arm64"_s
                                       << u"holds other:1, and not "_s + image;
        QTest::newRow("no name") << QStringList() << u"arm64"_s << u"without a name"_s;
        QTest::newRow("another machine") << QStringList{image} << u"amd64"_s
                                         << u"is made for amd64, the node is arm64"_s;
    }
    void whatDoesNotFitIsSaidBeforeTheCopy()
    {
        QFETCH(QStringList, tags);
        QFETCH(QString, architecture);
        QFETCH(QString, says);
        QVERIFY(writeImageTar(path(u"image.tar"_s), tags, architecture));
        for (const QString &from : {u"desktop"_s, u"node"_s}) {
            m_context.launch.imageOrder.from = from;
            const Result<void> done = load();
            QVERIFY(!done);
            QVERIFY2(done.error().message.contains(says), qPrintable(done.error().message));
            QVERIFY(!done.error().facts[u"remedy"_s].isEmpty());
        }
        QCOMPARE(m_link.sentBytes, 0);
        QVERIFY(m_data.empty()); // nothing of it is this run's
    }

    void whatIsNoArchiveIsSaid_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello\n");
        QTest::newRow("zeros") << QByteArray(1 << 20, '\0');
    }
    void whatIsNoArchiveIsSaid()
    {
        QFETCH(QByteArray, content);
        QFile file(path(u"image.tar"_s));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(content) == content.size());
        file.close();
        const Result<void> done = load();
        QVERIFY(!done);
        QVERIFY2(done.error().message.contains(u"image.tar on this computer"_s), qPrintable(done.error().message));
        QVERIFY(QFile::remove(file.fileName()));
        const Result<void> none = load();
        QVERIFY(!none);
        QVERIFY2(none.error().message.contains(u"There is no file"_s), qPrintable(none.error().message));
    }

    void anEngineThatRefusesIsHeard()
    {
        QFile engine(path(u"docker"_s));
        QVERIFY(engine.remove() && engine.open(QIODevice::WriteOnly));
        engine.write("#!/bin/sh\necho 'write /layer.tar: no space left on device' >&2; exit 1\n");
        engine.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        engine.close();
        const Result<void> done = load();
        QVERIFY(!done);
        QVERIFY2(done.error().detail.contains(u"no space left"_s), qPrintable(done.error().detail));
        QCOMPARE(parts().size(), 1); // it is whole: Resume does not send it again
        m_link.sentBytes = 0;
        QVERIFY(!load());
        QCOMPARE(m_link.sentBytes, 0);
    }
};

QTEST_GUILESS_MAIN(ImageArchiveTest)
#include "tst_imagearchive.moc"
