// Where weights come from: addresses, lists as the hubs write them, and what is refused of an order or a list.
#include "core/deploy/transferpace.h"
#include "core/weights/weightsource.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const WeightsOrder atModelers{u"modelers"_s, u"Eco-Tech/DeepSeek-V3.2-w8a8"_s, {}, {}};
const WeightsOrder atModelScope{u"modelscope"_s, u"Eco-Tech/DeepSeek-V3.1-w8a8"_s, {}, {}};
const WeightsOrder atHuggingFace{u"huggingface"_s, u"owner/model"_s, u"v1/x"_s, u"https://mirror.example/"_s};

QByteArray modelScopeList(const Json &files)
{
    return compactJson({{"Code", 200}, {"Data", {{"Files", files}}}, {"Success", true}});
}

} // namespace

class TestWeightSource : public QObject
{
    Q_OBJECT

private slots:
    void addressesAreTheHubs()
    {
        QCOMPARE(*listAddress(atModelScope),
                 u"https://modelscope.cn/api/v1/models/Eco-Tech/DeepSeek-V3.1-w8a8/repo/files?Revision=master"
                 "&Recursive=true"_s);
        QCOMPARE(*listAddress(atHuggingFace),
                 u"https://mirror.example/api/models/owner/model/tree/v1%2Fx?recursive=true"_s);
        QCOMPARE(*listAddress(atModelers),
                 u"https://modelers.cn/api/v1/file/Eco-Tech/DeepSeek-V3.2-w8a8?path=&ref=main"_s);
        QVERIFY(!listAddress({u"elsewhere"_s, u"a/b"_s, {}, {}}));
    }

    // Hundreds of GiB: a line that says the same for ten seconds looks like one that stands still.
    void aLongCopySaysHowFastAndHowLong()
    {
        const qint64 gib = qint64(1) << 30, all = 688 * gib;
        TransferPace pace;
        QCOMPARE(pace.words(200 * gib, all, 0), u"200.0 GiB of 688 GiB (29 %)"_s);
        QCOMPARE(pace.words(200 * gib + gib / 2, all, 1'000), u"200.5 GiB of 688 GiB (29 %)"_s);
        QCOMPARE(pace.words(201 * gib, all, 2'000), u"201.0 GiB of 688 GiB (29 %), 512 MiB/s, about 16 min left"_s);
        for (int second = 3; second <= 40; ++second) // it stops; what was before a quarter of a minute is forgotten
            pace.words(201 * gib, all, second * 1'000);
        QCOMPARE(pace.words(201 * gib, all, 41'000), u"201.0 GiB of 688 GiB (29 %), 0 B/s"_s);
        QCOMPARE(pace.words(100 * gib, all, 42'000), u"100.0 GiB of 688 GiB (14 %)"_s); // it comes again
        QCOMPARE(pace.words(100 * gib + (100 << 20), all, 52'000),
                 u"100.1 GiB of 688 GiB (14 %), 10 MiB/s, about 16 h 43 min left"_s);
        QCOMPARE(pace.words(all, all, 60'000), u"688.0 GiB of 688 GiB (100 %)"_s);
        TransferPace small;
        QCOMPARE(small.words(0, 900, 0), u"0 B of 900 B (0 %)"_s);
        QCOMPARE(small.words(600, 900, 10'000), u"600 B of 900 B (66 %), 60 B/s, about 5 s left"_s);
        QCOMPARE(TransferPace().words(0, 0, 0), u"0 B of 0 B (100 %)"_s);
    }

    void listsAreRead()
    {
        const QString sum(64, u'A');
        const Result<QList<WantedFile>> scope = readHubList(
            atModelScope,
            modelScopeList({{{"Path", "sub"}, {"Size", 0}, {"Type", "tree"}, {"Sha256", ""}},
                            {{"Path", "sub/b c.json"}, {"Size", 7}, {"Type", "blob"}, {"Sha256", sum.toStdString()}},
                            {{"Path", ".gitattributes"}, {"Size", 1}, {"Type", "blob"}, {"Sha256", ""}},
                            {{"Path", "a.safetensors"}, {"Size", 4294967296}, {"Type", "blob"}, {"Sha256", "no"}}}));
        QVERIFY2(scope, scope ? "" : qPrintable(scope.error().message));
        QCOMPARE(scope->size(), 2);
        QCOMPARE(scope->at(0), (WantedFile{u"a.safetensors"_s, 4294967296, {},
                                           u"https://modelscope.cn/api/v1/models/Eco-Tech/DeepSeek-V3.1-w8a8/repo"
                                           "?Revision=master&FilePath=a.safetensors"_s}));
        QCOMPARE(scope->at(1).sha256, sum.toLower());
        QVERIFY(scope->at(1).url.endsWith(u"FilePath=sub%2Fb%20c.json"_s));

        const Result<QList<WantedFile>> face
            = readHubList(atHuggingFace,
                          compactJson(Json::array(
                              {{{"type", "directory"}, {"path", "sub"}, {"size", 0}},
                               {{"type", "file"}, {"path", "config.json"}, {"size", 5}, {"oid", std::string(40, 'b')}},
                               {{"type", "file"},
                                {"path", "sub/m.safetensors"},
                                {"size", 9},
                                {"oid", std::string(40, 'c')},
                                {"lfs", {{"oid", sum.toLower().toStdString()}, {"size", 9}}}}})));
        QVERIFY2(face, face ? "" : qPrintable(face.error().message));
        QCOMPARE(face->size(), 2);
        QVERIFY(face->at(0).sha256.isEmpty());
        QCOMPARE(face->at(0).gitSha1, QString(40, u'b'));
        QVERIFY(face->at(1).gitSha1.isEmpty()); // git's name is that of the pointer
        QCOMPARE(face->at(1), (WantedFile{u"sub/m.safetensors"_s, 9, sum.toLower(),
                                          u"https://mirror.example/owner/model/resolve/v1%2Fx/sub/m.safetensors"_s}));

        QStringList unlisted;
        const Result<QList<WantedFile>> modelers = readHubList(
            atModelers,
            compactJson({{"code", ""},
                         {"data",
                          {{"tree",
                            Json::array({{{"type", "dir"}, {"path", "figures"}, {"size", 0}, {"is_lfs", false}},
                                         {{"type", "file"}, {"path", "m.safetensors"}, {"size", 9}, {"is_lfs", true},
                                          {"etag", sum.toLower().toStdString()}},
                                         {{"type", "file"}, {"path", "config.json"}, {"size", 5}, {"is_lfs", false},
                                          {"etag", std::string(40, 'd')}}})}}}}),
            &unlisted);
        QVERIFY2(modelers, modelers ? "" : qPrintable(modelers.error().message));
        const QString there = u"https://modelers.cn/api/v1/file/Eco-Tech/DeepSeek-V3.2-w8a8/main/media/"_s;
        QCOMPARE(*modelers, (QList<WantedFile>{{u"config.json"_s, 5, {}, there + u"config.json"_s, QString(40, u'd')},
                                               {u"m.safetensors"_s, 9, sum.toLower(), there + u"m.safetensors"_s}}));
        QCOMPARE(unlisted, QStringList{u"figures"_s});

        const Result<QList<WantedFile>> folder = readFolderList(u"/nas/m"_s, "5 config.json\n9 sub/x y\n");
        QVERIFY(folder);
        QCOMPARE(folder->at(1), (WantedFile{u"sub/x y"_s, 9, {}, u"/nas/m/sub/x y"_s}));
    }

    // Nothing is written outside the folder, and no name is an option of a tool.
    void hostileListsAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("above") << u"../x"_s;
        QTest::newRow("within") << u"a/../../x"_s;
        QTest::newRow("absolute") << u"/etc/passwd"_s;
        QTest::newRow("empty") << QString();
        QTest::newRow("folder") << u"a/"_s;
        QTest::newRow("here") << u"./a"_s;
        QTest::newRow("option") << u"-rf"_s;
        QTest::newRow("line") << u"a\nb"_s;
        QTest::newRow("parts") << u".ascend-console.node1/x"_s;
        QTest::newRow("long") << QString(600, u'a');
    }
    void hostileListsAreRefused()
    {
        QFETCH(QString, path);
        const Result<QList<WantedFile>> list = readHubList(
            atModelScope, modelScopeList({{{"Path", path.toStdString()}, {"Size", 1}, {"Type", "blob"}}}));
        QVERIFY(!list);
        QVERIFY2(list.error().message.contains(u"no file below"_s), qPrintable(list.error().message));
    }

    void whatIsNoListIsRefused()
    {
        const auto says = [](const QByteArray &text) {
            const Result<QList<WantedFile>> list = readHubList(atModelScope, text);
            return list ? QString() : list.error().message;
        };
        QVERIFY(says("<html>").contains(u"JSON"_s));
        QVERIFY(says(R"({"Code": 10010})").contains(u"no list of files"_s));
        QVERIFY(says(modelScopeList(Json::array())).contains(u"is empty"_s));
        QVERIFY(says(modelScopeList({{{"Path", "a"}}})).contains(u"no size of \"a\""_s));
        QVERIFY(says(modelScopeList({{{"Path", "a"}, {"Size", -1}}})).contains(u"no size"_s));
        QVERIFY(says(modelScopeList({{{"Path", "a"}, {"Size", 1}}, {{"Path", "a"}, {"Size", 1}}}))
                    .contains(u"twice"_s));
        QVERIFY(says(modelScopeList({{{"Path", "m"}, {"Size", 1}}, {{"Path", "m/x"}, {"Size", 1}}}))
                    .contains(u"names m as a file and as a folder"_s));
        const Result<QList<WantedFile>> face
            = readHubList({u"huggingface"_s, u"a/b"_s, {}, u"https://mirror.example"_s}, "{}");
        QVERIFY(!face && face.error().message.startsWith(u"https://mirror.example answered"_s));
        QVERIFY(!readFolderList(u"/nas"_s, "x y\n"));
        QVERIFY(!readFolderList(u"/nas"_s, ""));
    }

    void ordersThatCannotBeAreRefused()
    {
        const QString weights = u"/work/weights/m"_s;
        QVERIFY(orderProblem({}, weights, {}).isEmpty());
        QVERIFY(orderProblem(atModelScope, weights, {}).isEmpty());
        QVERIFY(orderProblem(atHuggingFace, weights, {}).isEmpty());
        QVERIFY(orderProblem({u"folder"_s, {}, {}, u"/nas/m"_s}, weights, {}).isEmpty());
        const auto says = [&](const WeightsOrder &order, const char *what) {
            const QString problem = orderProblem(order, weights, {u"n1"_s, u"n2"_s});
            QVERIFY2(problem.contains(QLatin1String(what)), qPrintable(problem));
        };
        says({u"modelscope"_s, {}, {}, {}}, "weightsModel");
        says({u"modelscope"_s, u"../x"_s, {}, {}}, "weightsModel");
        says({u"modelscope"_s, u"a/b/c"_s, {}, {}}, "weightsModel");
        says({u"modelscope"_s, u"a/b"_s, {}, u"file:///etc"_s}, "https://");
        says({u"modelscope"_s, u"a/b"_s, {}, u"-o /etc/passwd"_s}, "https://");
        says({u"modelscope"_s, u"a/b"_s, {}, u"https://me:secret@mirror"_s}, "no secrets");
        says({u"folder"_s, {}, {}, u"nas"_s}, "begins with");
        says({u"folder"_s, {}, {}, u"/work/weights"_s}, "in one another");
        says({u"folder"_s, {}, {}, u"/work/weights/m/sub"_s}, "in one another");
        says({u"other-node"_s, {}, {}, {}, u"n3"_s}, "no node of the deployment: n1, n2");
        for (const QString &node : {QString(), u"n2"_s})
            QVERIFY(orderProblem({u"other-node"_s, {}, {}, {}, node}, weights, {u"n1"_s, u"n2"_s}).isEmpty());
        QVERIFY(orderProblem({u"other-node"_s, {}, {}, {}, {}}, weights, {u"n1"_s}).contains(u"no other node"_s));
    }

    void theNodeThatHasThemFetchesNone()
    {
        const QStringList nodes{u"n1"_s, u"n2"_s};
        const WeightsOrder first{u"other-node"_s, {}, {}, {}, {}}, second{u"other-node"_s, {}, {}, {}, u"n2"_s};
        QVERIFY(weightsOrderOn(u"n1"_s, first, nodes).isNone());
        QCOMPARE(weightsOrderOn(u"n2"_s, first, nodes).node, u"n1"_s);
        QCOMPARE(weightsOrderOn(u"n1"_s, second, nodes).node, u"n2"_s);
        QVERIFY(weightsOrderOn(u"n2"_s, second, nodes).isNone());
        QCOMPARE(weightsOrderOn(u"n1"_s, atModelScope, nodes), atModelScope);
        QCOMPARE(weightsNodeOf(first, nodes), u"n1"_s);
        QCOMPARE(weightsNodeOf(second, nodes), u"n2"_s);
        QVERIFY(weightsNodeOf(atModelScope, nodes).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestWeightSource)
#include "tst_weightsource.moc"
