// MindIE's recipes beside the two on two A2 servers: as its own pages have them, without a broken rule; and what its
// torch backend takes on A3.
#include "core/artifacts/artifact.h"
#include "core/engines/mindie/mindieparallel.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// The place whose explanation holds for this one, too.
QString explainedBy(const QMap<QString, QString> &why, const QString &place)
{
    for (auto it = why.cbegin(); it != why.cend(); ++it) {
        if (place.startsWith(it.key()))
            return it.key();
    }
    return {};
}

} // namespace

class MindieRecipesTest : public QObject
{
    Q_OBJECT

private slots:
    void generatedFilesBreakNoRule_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("devices");
        QTest::addColumn<QList<qint64>>("parallel"); // worldSize, dp, tp, moe_ep, moe_tp
        QTest::addColumn<QList<QByteArray>>("lines");
        QTest::addColumn<QList<QByteArray>>("absent");
        // MindIE-LLM deepseek_v3.2.md, "Atlas 800I A3 双机部署"
        const QList<QByteArray> v32{"NPU_MEMORY_FRACTION=0.92",
                                    "PYTORCH_NPU_ALLOC_CONF=expandable_segments:True",
                                    "MINDIE_ASYNC_SCHEDULING_ENABLE=1",
                                    "HCCL_CONNECT_TIMEOUT=7200",
                                    "MASTER_IP=10.20.0.11",
                                    "MIES_CONTAINER_IP=10.20.0.12",
                                    "GLOO_SOCKET_IFNAME=enp67s0f5",
                                    "MASTER_PORT=7008"};
        QTest::newRow("V3.2 on two A3") << u"mindie-deepseek-v3.2-w8a8-2xA3"_s << 2 << 16
                                        << QList<qint64>{16, 4, 8, 32, 1}
                                        << (v32 + QList<QByteArray>{"HCCL_BUFFSIZE=1050"})
                                        << QList<QByteArray>{"ATB_", "HCCL_EXEC_TIMEOUT", "HCCL_HOST_SOCKET"};
        QTest::newRow("V3.2 on four A2") << u"mindie-deepseek-v3.2-w8a8-4xA2"_s << 4 << 8
                                         << QList<qint64>{8, 4, 8, 32, 1} << v32
                                         << QList<QByteArray>{"ATB_", "HCCL_HOST_SOCKET"};
        // MindIE-LLM deepseek-r1 README, "性能调优示例" (800I-A3 单机) and the environment of its service
        QTest::newRow("R1 on one A3") << u"mindie-deepseek-r1-w8a8-1xA3"_s << 1 << 16 << QList<qint64>{16, 2, 8, 4, 4}
                                      << QList<QByteArray>{"NPU_MEMORY_FRACTION=0.95", "OMP_NUM_THREADS=1",
                                                           "HCCL_CONNECT_TIMEOUT=7200", "HCCL_BUFFSIZE=200"}
                                      << QList<QByteArray>{"RANK_TABLE_FILE=", "HCCL_ALGO", "HCCL_RDMA_PCIE",
                                                           "HCCL_EXEC_TIMEOUT"};
    }
    void generatedFilesBreakNoRule()
    {
        QFETCH(QString, recipe);
        QFETCH(int, nodes);
        QFETCH(int, devices);
        QFETCH(QList<qint64>, parallel);
        QFETCH(QList<QByteArray>, lines);
        QFETCH(QList<QByteArray>, absent);
        const Deployment deployment = onNodes(recipe, nodes);
        const Result<ArtifactSet> set
            = generateArtifacts(deployment, *findRecipe(recipe), factsOf(deployment, devices));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const QStringList broken = brokenRules(*set);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
        const Artifact *table = artifactNamed(*set, u"hccl_%1s_%2p.json"_s.arg(nodes).arg(nodes * devices));
        // "MindIE single node: none; unset the variable" (rank-tables.md of the reference)
        QCOMPARE(table == nullptr, nodes == 1);
        if (table) {
            const Json servers = (*parseJson(table->content, u"table"_s))["server_list"];
            QCOMPARE(int(servers.size()), nodes);
            QCOMPARE(stringAt(servers.back()["device"].back(), "rank_id"), QString::number(nodes * devices - 1));
        }
        for (const Artifact &file : set->files) {
            if (nodes == 1)
                QVERIFY2(!file.content.contains("hccl_1s"), qPrintable(file.path));
        }
        QCOMPARE(artifactNamed(*set, u"node1/env.sh"_s)->content.contains("unset http_proxy https_proxy HTTP_PROXY "
                                                                         "HTTPS_PROXY RANK_TABLE_FILE\n"),
                 nodes == 1);
        const Json config = *parseJson(artifactNamed(*set, u"node1/config.json"_s)->content, u"config"_s);
        const Json &backend = config["BackendConfig"], &model = backend["ModelDeployConfig"]["ModelConfig"][0];
        QCOMPARE(int(backend["npuDeviceIds"][0].size()), devices);
        const QList<const char *> keys{"worldSize", "dp", "tp", "moe_ep", "moe_tp"};
        for (qsizetype i = 0; i < keys.size(); ++i)
            QVERIFY2(integerAt(model, keys[i]) == parallel[i], keys[i]);
        const QByteArray env = artifactNamed(*set, u"node%1/env.sh"_s.arg(std::min(nodes, 2)))->content;
        for (const QByteArray &line : lines)
            QVERIFY2(env.contains("export " + line + '\n'), line.constData());
        for (const QByteArray &word : absent)
            QVERIFY2(!env.contains("export " + word), word.constData());
        // The words are those of the recipe's own sources, not of the one that it extends.
        for (const Artifact &file : set->files)
            QVERIFY2(!file.content.contains("ommunity guide"), qPrintable(file.path));
    }

    // The example that ../shared/reference/README derives from MindIE's list of changes, key by key.
    void v32OnTwoA3IsTheOfficialExample()
    {
        QFile official(QStringLiteral(ASC_SHARED_DIR
                                      "/reference/examples/mindie_config.deepseek_v3.2_w8a8_2xA3.json"));
        if (!official.open(QIODevice::ReadOnly))
            QSKIP("../shared is not here");
        const Json theirs = parseJson(official.readAll(), u"official"_s)->flatten();
        const QString recipe = u"mindie-deepseek-v3.2-w8a8-2xA3"_s;
        const Deployment deployment = onNodes(recipe, 2);
        const Result<ArtifactSet> set
            = generateArtifacts(deployment, *findRecipe(recipe), factsOf(deployment, 16));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const Json ours = parseJson(artifactNamed(*set, u"node1/config.json"_s)->content, u"config"_s)->flatten();
        const QString lengths = u"the page leaves lengths and batches to the operator"_s;
        const QMap<QString, QString> why{
            {u"/ServerConfig/ipAddress"_s, u"the node's"_s},
            {u"/ServerConfig/managementIpAddress"_s, u"the node's"_s},
            {u"/ServerConfig/layerwiseDisaggregated"_s, u"of the shipped file; not in the documented table"_s},
            {u"/BackendConfig/ModelDeployConfig/maxSeqLen"_s, lengths},
            {u"/BackendConfig/ModelDeployConfig/maxInputTokenLen"_s, lengths},
            {u"/BackendConfig/ScheduleConfig/max"_s, lengths},
            {u"/BackendConfig/ModelDeployConfig/truncation"_s, u"false, which every generation accepts"_s},
            {u"/BackendConfig/ModelDeployConfig/ModelConfig/0/modelName"_s, u"the page's; the example has its own"_s},
            {u"/BackendConfig/ModelDeployConfig/ModelConfig/0/modelWeightPath"_s, u"the user's folder"_s},
        };
        QStringList unexplained;
        QSet<QString> used;
        for (const auto &[one, other] : {std::pair{&theirs, &ours}, std::pair{&ours, &theirs}}) {
            for (const auto &[key, value] : one->items()) {
                const QString place = QString::fromStdString(key);
                if (other->contains(key) && (*other)[key] == value)
                    continue;
                if (const QString known = explainedBy(why, place); !known.isEmpty())
                    used << known;
                else
                    unexplained << place + u" is "_s + QString::fromStdString(value.dump());
            }
        }
        QVERIFY2(unexplained.isEmpty(), qPrintable(unexplained.join(u'\n')));
        for (const QString &place : why.keys())
            QVERIFY2(used.contains(place), qPrintable(u"no difference any more: "_s + place));
    }

    // Ten groups: nine with 26 of 256 experts, the last with what a whole division leaves of them, 6.
    void expertsOnNoCardAreCounted()
    {
        const Recipe recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        const Json all = settingsAsTyped(recipe, *parseJson(R"({"moeTp": 4})", u"settings"_s));
        const Result<MindieParallel> parallel = mindieParallel(recipe, all, 40);
        QVERIFY(!parallel);
        QVERIFY2(parallel.error().message.contains(
                     u"would give 26 to each group but the last, which leaves 16 of them on no card"_s),
                 qPrintable(parallel.error().message));
    }

    // MindIE-LLM moe_comm_strategy.py: FusedMC2Strategy and MC2Strategy.
    void whatTorchTakesOnA3_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<QString>("refusal"); // empty: it fits
        const auto row = [](const char *name, const char *settings, int nodes, const char *refusal) {
            QTest::newRow(name) << QByteArray(settings) << nodes << QString::fromUtf8(refusal);
        };
        row("as it is", "{}", 2, "");
        row("prefill in tp parts", R"({"maxPrefillTokens": 32768})", 2, "");
        row("prefill too long", R"({"maxPrefillTokens": 32776})", 2,
            "\"maxPrefillTokens\" makes 4097 tokens per card and step");
        row("no data parallelism, no parts", R"({"tp": 32, "maxPrefillTokens": 4097})", 2, "makes 4097 tokens");
        row("batch too large", R"({"tp": 32, "maxPrefillTokens": 4096, "maxBatchSize": 1366, "mtpTokens": 2})", 2,
            "\"maxBatchSize\" makes 4098 tokens");
        row("64 cards decode less", R"({"maxBatchSize": 1366})", 4, "over more than 32 A3 cards");
        row("64 cards, few enough", R"({"maxBatchSize": 1365})", 4, "");
        row("moe_tp", R"({"moeTp": 2})", 2, "the torch backend knows only 1");
    }
    void whatTorchTakesOnA3()
    {
        QFETCH(QByteArray, settings);
        QFETCH(int, nodes);
        QFETCH(QString, refusal);
        const Recipe recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA3"_s);
        const Json all = settingsAsTyped(recipe, *parseJson(settings, u"settings"_s));
        const Result<MindieParallel> parallel = mindieParallel(recipe, all, nodes * 16);
        if (refusal.isEmpty()) {
            QVERIFY2(parallel, parallel ? "" : qPrintable(parallel.error().message));
            QVERIFY(!parallel->dispatches); // the operator whose buffer is derived is that of A2
        } else {
            QVERIFY(!parallel);
            QVERIFY2(parallel.error().message.contains(refusal), qPrintable(parallel.error().message));
        }
    }
};

QTEST_GUILESS_MAIN(MindieRecipesTest)
#include "tst_mindierecipes.moc"
