// The artifacts of six deployments, byte by byte. A change of shape must not change them; where they are meant to
// change, run this test with ASC_WRITE_GOLDEN=1, read the difference in git as a reviewer would, and commit it with the
// change.
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QString goldenFile(const QString &name) { return QStringLiteral(ASC_FIXTURES_DIR "/artifacts/%1.txt").arg(name); }

// What is the same on every node and the first node's files in full; the other nodes' by their hashes in MANIFEST.json.
QByteArray asText(const ArtifactSet &set, const QString &first)
{
    QByteArray text;
    for (const Artifact &file : set.files) {
        if (file.node.isEmpty() || file.node == first)
            text += "=== " + file.path.toUtf8() + ' ' + QByteArray::number(file.mode, 8) + ' ' + file.kind.toUtf8()
                + " -> " + file.remotePath.toUtf8() + '\n' + file.content;
    }
    for (const QString &warning : set.warnings)
        text += "=== warning: " + warning.toUtf8() + '\n';
    return text;
}

Deployment named(const QString &name, const Json &settings, int nodes = 2)
{
    Deployment deployment = twoNodes(name);
    for (int i = 3; i <= nodes; ++i)
        deployment.nodes << plainNode(u"node%1"_s.arg(i), u"10.20.0.%1"_s.arg(10 + i));
    deployment.nodes = deployment.nodes.mid(0, nodes);
    deployment.settings = settings;
    return deployment;
}

} // namespace

class GoldenTest : public QObject
{
    Q_OBJECT

private slots:
    void theBytesStay_data()
    {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<int>("nodes");
        QTest::newRow("default") << u"{}"_s << 2;
        QTest::newRow("torch-mtp") << uR"({"generation": "3.0", "mtpTokens": 2})"_s << 2;
        QTest::newRow("four-nodes-torch")
            << uR"({"generation": "3.0", "mtpTokens": 1, "maxSeqLen": 32768, "maxInputTokenLen": 16384, "maxPrefillTokens": 16384, "hcclBuffSize": 1050})"_s
            << 4;
        QTest::newRow("own-ports-and-folders")
            << uR"({"port": 31015, "managementPort": 31016, "metricsPort": 31016, "multiNodesInferPort": 31120, "masterPort": 29500,
            "remoteFolder": "/data/own folder", "weights": "/data/weights/v32", "servedModelName": "own", "containerName": "own", "extraMounts": "/data:/data:ro",
            "commentLanguage": "zh"})"_s
            << 2;
        QTest::newRow("other-image-private-shm")
            << uR"({"image": "registry.example.org/ai/mindie:2.2.RC1-own", "ipc": "private", "shmGb": 64, "privileged": false, "mtpTokens": 1,
            "atbModels": "/data/atb-models", "asyncScheduling": false, "maxBatchSize": 32})"_s
            << 2;
        QTest::newRow("one-node")
            << uR"({"generation": "3.0", "servedModelName": "small", "weights": "/data/weights/small"})"_s << 1;
    }
    void theBytesStay()
    {
        QFETCH(QString, settings);
        QFETCH(int, nodes);
        Recipe recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        if (nodes < recipe.nodes) { // as a recipe of a smaller model would have it
            Json file = recipe.file;
            file["nodes"] = nodes;
            recipe = *recipeFromJson(file, u"one node"_s);
        }
        const Deployment deployment
            = named(QString::fromLatin1(QTest::currentDataTag()), *parseJson(settings.toUtf8(), u"settings"_s), nodes);
        QList<NodeFacts> facts = factsOf(deployment);
        facts.last().container.engine = nodes == 4 ? u"podman"_s : u"docker"_s;
        const Result<ArtifactSet> set = generateArtifacts(deployment, recipe, facts);
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const QByteArray now = asText(*set, u"node1"_s);
        QFile file(goldenFile(QString::fromLatin1(QTest::currentDataTag())));
        if (qEnvironmentVariableIsSet("ASC_WRITE_GOLDEN")) {
            QVERIFY(QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly));
            file.write(now);
            QSKIP("written; read the difference before you commit it");
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QList<QByteArray> before = file.readAll().split('\n'), after = now.split('\n');
        for (qsizetype i = 0; i < qMax(before.size(), after.size()); ++i) {
            const QByteArray difference
                = "line " + QByteArray::number(i + 1) + "\n- " + before.value(i) + "\n+ " + after.value(i);
            QVERIFY2(before.value(i) == after.value(i), difference.constData());
        }
        QCOMPARE(after.size(), before.size());
    }
};

QTEST_GUILESS_MAIN(GoldenTest)
#include "tst_golden.moc"
