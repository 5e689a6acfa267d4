#include "core/artifacts/artifacthistory.h"
#include "core/artifacts/capacity.h"
#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "core/targets/standin.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/shellcheck.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QLocale>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

void writeAll(const ArtifactSet &set, const QString &folder)
{
    for (const Artifact &artifact : set.files) {
        const QString path = folder + u'/' + artifact.path;
        QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(artifact.content);
    }
}

QByteArray runBash(const QStringList &arguments, const QString &folder, int *exitCode = nullptr,
                   const QProcessEnvironment &environment = {})
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    QProcessEnvironment env = environment;
    env.insert(u"PATH"_s, environment.value(u"PATH"_s, u"/usr/bin:/bin"_s));
    process.setProcessEnvironment(env);
    process.start(u"bash"_s, arguments);
    process.waitForFinished(20000);
    if (exitCode)
        *exitCode = process.exitCode();
    return process.readAll();
}

void put(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

// The first node's files where they belong.
void place(const ArtifactSet &set, const QString &box)
{
    for (const Artifact &artifact : set.files) {
        if (artifact.node != u"node1" && !artifact.node.isEmpty())
            continue;
        QVERIFY(artifact.remotePath.isEmpty() || QDir().mkpath(artifact.remotePath.section(u'/', 0, -2)));
        put(artifact.remotePath.isEmpty() ? box + u"/m"_s : artifact.remotePath, artifact.content);
    }
}

bool isMapped(qint64 pid, const QString &path)
{
    QFile maps(u"/proc/%1/maps"_s.arg(pid));
    return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(path.toUtf8());
}

// This program as a worker of the service: it has a file mapped and waits.
int mapAndWait(const char *path)
{
    const int fd = ::open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0 || ::ftruncate(fd, 4096) != 0
        || ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED)
        return 1;
    ::alarm(120);
    ::pause();
    return 0;
}

} // namespace

class GenerateTest : public QObject
{
    Q_OBJECT

private:
    ArtifactSet generated(const Deployment &deployment, const QList<NodeFacts> &facts)
    {
        const Result<ArtifactSet> set = generateArtifacts(deployment, m_recipe, facts);
        if (!set)
            qWarning() << set.error().message;
        return set ? *set : ArtifactSet{};
    }
    QString failure(const Deployment &deployment, const QList<NodeFacts> &facts)
    {
        const Result<ArtifactSet> set = generateArtifacts(deployment, m_recipe, facts);
        return set ? QString() : set.error().message;
    }

    Recipe m_recipe;

private slots:
    void initTestCase() { m_recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s); }

    void rankTableHasTheDocumentedShape()
    {
        const Deployment deployment = twoNodes();
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        const Artifact *table = artifactNamed(set, u"hccl_2s_16p.json"_s);
        QVERIFY(table);
        QCOMPARE(table->path, u"hccl_2s_16p.json"_s);
        QCOMPARE(table->mode, 0640);
        QCOMPARE(table->remotePath, u"/work/deepseek/ds-v32/hccl_2s_16p.json"_s);
        const Json json = *parseJson(table->content, u"table"_s);
        QCOMPARE(stringAt(json, "version"), u"1.0"_s);
        QCOMPARE(stringAt(json, "server_count"), u"2"_s);
        const Json &second = json["server_list"][1];
        QCOMPARE(stringAt(second, "server_id"), u"10.20.0.12"_s);
        QCOMPARE(stringAt(second, "container_ip"), u"10.20.0.12"_s);
        QCOMPARE(second["device"].size(), 8u);
        QCOMPARE(stringAt(second["device"][7], "device_id"), u"7"_s);
        QCOMPARE(stringAt(second["device"][7], "device_ip"), u"10.20.112.108"_s);
        QCOMPARE(stringAt(second["device"][7], "rank_id"), u"15"_s);
    }

    void addressesFallBackToHccnConf()
    {
        const Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        facts[1].hccn[3].ip = u"-.-.-.-"_s;
        QVERIFY(failure(deployment, facts).contains(u"node2 device 3"));
        // What could not be read is not said to be empty.
        facts[1].errors.insert(u"hccn.conf"_s,
                               {ErrorKind::CommandFailed, u"/etc/hccn.conf may not be read by this user."_s, {}, {}});
        const QString closed = failure(deployment, facts);
        QVERIFY2(closed.contains(u"node2's device 3 is not known") && closed.contains(u"may not be read by this user")
                     && !closed.contains(u"has no address_3"),
                 qPrintable(closed));
        facts[1].errors.insert(u"hccn"_s, {ErrorKind::Timeout, u"hccn_tool did not answer."_s, {}, {}});
        QVERIFY2(!failure(deployment, facts).contains(u"reports none"), qPrintable(failure(deployment, facts)));
        facts[1].errors.clear();
        facts[1].hccnConf = u"address_2=10.20.9.2\naddress_3=10.20.9.3\nnetmask_3=255.255.255.0\n"_s;
        const Json json = *parseJson(artifactNamed(generated(deployment, facts), u"16p.json"_s)->content, u"table"_s);
        QCOMPARE(stringAt(json["server_list"][1]["device"][3], "device_ip"), u"10.20.9.3"_s);
        QCOMPARE(stringAt(json["server_list"][1]["device"][2], "device_ip"), u"10.20.112.103"_s);
    }

    // A server's cards have its own numbers; MindIE and the runtime count those they see from 0 on.
    void cardsThatDoNotBeginAtZeroKeepTheirNumbersWhereTheDriverCounts()
    {
        const Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        for (int i = 0; i < 8; ++i) {
            facts[1].deviceIds[i] = 4 + i;
            facts[1].npuSmi->chips[i].deviceId = 4 + i;
            facts[1].hccn[i].deviceId = 4 + i;
        }
        const ArtifactSet set = generated(deployment, facts);
        const auto contentOf = [&](const QString &name) {
            const Artifact *file = artifactNamed(set, name);
            return file ? file->content : QByteArray();
        };
        const QByteArray env = contentOf(u"node2/env.sh"_s), run = contentOf(u"node2/docker-run.sh"_s);
        QVERIFY2(env.contains("export ASCEND_RT_VISIBLE_DEVICES=0,1,2,3,4,5,6,7\n"), env.constData());
        QVERIFY2(run.contains("--device=/dev/davinci4 ") && run.contains("--device=/dev/davinci11 ")
                     && !run.contains("--device=/dev/davinci3 "),
                 run.constData());
        const Json config = *parseJson(contentOf(u"node2/config.json"_s), u"config"_s);
        QVERIFY(config["BackendConfig"]["npuDeviceIds"][0] == Json::array({0, 1, 2, 3, 4, 5, 6, 7}));
        const Json table = *parseJson(contentOf(u"hccl_2s_16p.json"_s), u"table"_s);
        const Json &last = table["server_list"][1]["device"][7];
        QCOMPARE(stringAt(last, "device_id"), u"11"_s);
        QCOMPARE(stringAt(last, "rank_id"), u"15"_s);
    }

    // A chip that is gone, an address that nobody tells, a node that does not answer: what a run has made by them stays
    // where it is, and is read there.
    void whatWasMadeIsFoundWithoutWhatANodeLacks_data()
    {
        QTest::addColumn<std::function<void(NodeFacts &)>>("lack");
        QTest::addColumn<bool>("isOnlyAChip"); // then the same is generated as before
        const auto row = [](const char *name, const std::function<void(NodeFacts &)> &lack, bool isOnlyAChip = false) {
            QTest::newRow(name) << lack << isOnlyAChip;
        };
        row("a chip, its address in the file",
            [](NodeFacts &node) {
                node.deviceIds.removeAt(5);
                node.npuSmi->chips.removeAt(5);
                node.hccnConf = u"address_5=%1\n"_s.arg(node.hccn.takeAt(5).ip);
            },
            true);
        row("a chip, and its address", [](NodeFacts &node) {
            node.deviceIds.removeAt(5);
            node.hccn.removeAt(5);
        });
        row("all chips", [](NodeFacts &node) {
            node.deviceIds.clear();
            node.npuSmi.reset();
        });
        row("an address", [](NodeFacts &node) { node.hccn[0].ip.clear(); });
        row("its own address", [](NodeFacts &node) { node.hostIp.clear(); });
        row("an answer", [](NodeFacts &node) {
            node.reachable = false;
            node.error = Error{ErrorKind::Connection, u"No route to host."_s, {}, {}};
        });
    }
    void whatWasMadeIsFoundWithoutWhatANodeLacks()
    {
        QFETCH(std::function<void(NodeFacts &)>, lack);
        QFETCH(bool, isOnlyAChip);
        const Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        for (NodeFacts &node : facts)
            node.container.engine = u"podman"_s;
        const QHash<QString, Launch> then = *launchesOf(deployment, m_recipe, facts);
        const ArtifactSet set = generated(deployment, facts);
        lack(facts[1]);
        QVERIFY(!launchesOf(deployment, m_recipe, facts));
        const Result<QHash<QString, Launch>> now = launchesToRead(deployment, m_recipe, facts);
        QVERIFY2(now, now ? "" : qPrintable(now.error().message));
        for (auto it = then.cbegin(); it != then.cend(); ++it) {
            const Launch launch = now->value(it.key());
            QCOMPARE(launch.runtime, it->runtime);
            QCOMPARE(launch.container, it->container);
            QCOMPARE(launch.logPath, it->logPath);
            QCOMPARE(launch.process.name, it->process.name);
        }
        const Result<QList<Artifact>> files = filesToRead(deployment, m_recipe, facts);
        QVERIFY(files);
        QCOMPARE(files->size(), set.files.size());
        for (qsizetype i = 0; i < files->size(); ++i) {
            QCOMPARE(files->at(i).remotePath, set.files[i].remotePath);
            QVERIFY(files->at(i).content.isEmpty()); // made of what is not known
        }
        const Result<ArtifactSet> asThen
            = generateArtifacts(deployment, m_recipe, withEveryChip(deployment, m_recipe, facts));
        QCOMPARE(asThen && asThen->files == set.files, isOnlyAChip);
        const auto by = [&](const QList<NodeFacts> &its) { return generateArtifacts(deployment, m_recipe, its); };
        const auto made = madeAsThen(deployment, m_recipe, facts, by);
        QCOMPARE(made.made && made.made->files == set.files, isOnlyAChip);
        QCOMPARE(made.refusal, std::optional(by(facts).error()));
        QVERIFY(made.made || made.made.error() == *made.refusal);
        QVERIFY(!madeAsThen(deployment, m_recipe, factsOf(deployment), by).refusal);
    }
    void whatNoNodeLacksIsStillRefused()
    {
        Deployment deployment = twoNodes();
        const QList<NodeFacts> facts = factsOf(deployment);
        deployment.nodes.removeLast();
        const auto read = launchesToRead(deployment, m_recipe, facts);
        QVERIFY(!read && read.error().message.contains(u"Number of nodes"_s));
    }

    void saysWhichNodeLacksWhat()
    {
        const Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        facts[1].deviceIds.removeLast();
        QVERIFY(failure(deployment, facts).contains(u"node2 has 7 NPU devices"));
        facts = factsOf(deployment);
        facts[0].hostIp.clear();
        QVERIFY(failure(deployment, facts).contains(u"node1 has no known address"));
        facts = factsOf(deployment);
        facts[1].reachable = false;
        // never asked is not "could not be asked"
        QVERIFY(failure(deployment, facts).contains(u"addresses and devices of node2 are not known yet"));
        facts[1].error = Error{ErrorKind::Connection, u"No route to host."_s, {}, {}};
        QVERIFY(failure(deployment, facts).contains(u"node2 could not be asked"));
        facts = factsOf(deployment);
        facts[1].hccn[0].ip = facts[0].hccn[0].ip;
        QVERIFY(failure(deployment, facts).contains(u"used twice"));
        QVERIFY(failure(deployment, {facts[0]}).contains(u"node2"));
        Deployment one = deployment;
        one.nodes.removeLast();
        QVERIFY(failure(one, facts).contains(u"Number of nodes: the recipe needs 2, the deployment has 1."));
        Deployment same = deployment;
        facts = factsOf(deployment);
        for (const QString &name : {u"node1"_s, u"NODE1"_s}) { // folders of one name where letters' case is lost
            same.nodes[1].name = facts[1].name = name;
            QVERIFY2(failure(same, facts).contains(u"Two nodes are named \"%1\""_s.arg(name)),
                     qPrintable(failure(same, facts)));
        }
    }

    void configIsConsistentForSixteenCards()
    {
        const Deployment deployment = twoNodes();
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        const Json config = *parseJson(artifactNamed(set, u"node2/config.json"_s)->content, u"config"_s);
        QCOMPARE(artifactNamed(set, u"node2/config.json"_s)->mode, 0640);
        QCOMPARE(stringAt(config["ServerConfig"], "ipAddress"), u"10.20.0.12"_s);
        QCOMPARE(boolAt(config["ServerConfig"], "httpsEnabled"), false);
        const Json &backend = config["BackendConfig"];
        QCOMPARE(boolAt(backend, "multiNodesInferEnabled"), true);
        QCOMPARE(compactJson(backend["npuDeviceIds"]), QByteArray("[[0,1,2,3,4,5,6,7]]"));
        const Json &model = backend["ModelDeployConfig"]["ModelConfig"][0];
        QCOMPARE(stringAt(model, "backendType"), u"atb"_s);
        QCOMPARE(integerAt(model, "moe_tp"), 4);
        QCOMPARE(boolAt(backend["ModelDeployConfig"], "truncation"), false); // a type that both generations take
        QCOMPARE(integerAt(model, "worldSize"), 8);
        QCOMPARE(*integerAt(model, "dp") * *integerAt(model, "tp"), 16);
        QCOMPARE(*integerAt(model, "moe_ep") * *integerAt(model, "moe_tp"), 16);
        QVERIFY(!model.contains("plugin_params"));
        Deployment mtp = deployment;
        mtp.settings = {{"mtpTokens", 2}, {"maxBatchSize", 32}};
        const Json with
            = *parseJson(artifactNamed(generated(mtp, factsOf(mtp)), u"node1/config.json"_s)->content, u"config"_s);
        QVERIFY(stringAt(with["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0], "plugin_params")
                    .contains(u"\"num_speculative_tokens\": 2"));
        QCOMPARE(integerAt(with["BackendConfig"]["ScheduleConfig"], "maxPrefillBatchSize"), 32);
        mtp.settings = {{"tp", 3}};
        QVERIFY(failure(mtp, factsOf(mtp)).contains(u"(dp * tp must be all cards). 1, 2, 4, 8 or 16 would"));
        mtp.settings = {{"port", 1120}};
        QVERIFY(failure(mtp, factsOf(mtp)).contains(u"1120"));
    }

    // Image, folder, scripts, command, backend and parallel sizes belong together (issue: two generations were mixed).
    void theGenerationChoosesEverythingTogether()
    {
        Deployment deployment = twoNodes();
        const Launch old = *nodeLaunch(deployment, m_recipe, factsOf(deployment), u"node1"_s);
        QCOMPARE(old.process.files.last().path, u"/usr/local/Ascend/mindie/latest/mindie-service/conf/config.json"_s);
        QCOMPARE(old.process.argv(), QStringList{u"./bin/mindieservice_daemon"_s});
        QVERIFY(old.image.contains(u"mindie:2.2."));
        deployment.settings = {{"generation", "3.0"}, {"mtpTokens", 2}};
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        const Launch launch = *nodeLaunch(deployment, m_recipe, factsOf(deployment), u"node1"_s);
        QCOMPARE(launch.process.files.last().path,
                 u"/usr/local/lib/python3.11/site-packages/mindie_llm/conf/config.json"_s);
        QCOMPARE(launch.process.argv(), QStringList{u"mindie_llm_server"_s});
        QVERIFY(launch.image.contains(u"mindie:3.0."));
        const Json model = (*parseJson(artifactNamed(set, u"node1/config.json"_s)->content,
                                       u"config"_s))["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0];
        QCOMPARE(stringAt(model, "backendType"), u"torch"_s);
        QCOMPARE(QString::fromUtf8(compactJson({model["dp"], model["tp"], model["moe_ep"], model["moe_tp"]})),
                 u"[2,8,16,1]"_s);
        const QString env = QString::fromUtf8(artifactNamed(set, u"node1/env.sh"_s)->content);
        QVERIFY(!env.contains(u"load /usr/local/Ascend/mindie/set_env.sh") && !env.contains(u"export ATB_LLM_"));
        QVERIFY(env.contains(u"load /usr/local/Ascend/ascend-toolkit/set_env.sh")
                && env.contains(u"\nexport TASK_QUEUE_ENABLE=1\n"));
        QVERIFY(QString::fromUtf8(artifactNamed(set, u"node1/start.sh"_s)->content)
                    .contains(u"setsid nohup mindie_llm_server "));
        QVERIFY(set.warnings.join(u' ').contains(u"image tag for 3.0"));
        QVERIFY(!set.warnings.join(u' ').contains(u"community guide's way"));
        deployment.settings = {{"generation", "3.0"}, {"moeTp", 4}}; // every strategy of the torch runtime refuses it
        QVERIFY2(failure(deployment, factsOf(deployment)).contains(u"\"moeTp\" is 4"),
                 qPrintable(failure(deployment, factsOf(deployment))));
        deployment.settings = {{"generation", "3.0"}, {"image", "registry.example.org/mindie:2.2.T30"}};
        QVERIFY(failure(deployment, factsOf(deployment)).contains(u"not of MindIE 1 or 2"));
        deployment.settings = {{"image", "registry.example.org/mindie:3.0.0"}};
        QVERIFY(failure(deployment, factsOf(deployment)).contains(u"choose generation 3.0"));
        deployment.settings = {{"generation", "9"}};
        QVERIFY(failure(deployment, factsOf(deployment)).contains(u"one of 2.2, 3.0"));
    }

    // 2 x (BS x ep x min(local experts, K) x H x 2 B + 2 MB): 266.5 MB with MTP 2 on two servers; 200 was too small.
    void theBufferOfHcclFollowsBatchAndMtp_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("term");
        const QString unused = u"operator, which has a need of its own, is not used here."_s;
        QTest::newRow("torch, MTP 2") << QByteArray(R"({"generation":"3.0","mtpTokens":2})") << u"HCCL_BUFFSIZE=300"_s
                                      << u"= 267 MB"_s;
        QTest::newRow("torch, MTP off") << QByteArray(R"({"generation":"3.0"})") << u"HCCL_BUFFSIZE=200"_s
                                        << u"= 92 MB"_s;
        QTest::newRow("torch, a large batch") << QByteArray(R"({"generation":"3.0","mtpTokens":2,"maxBatchSize":1024})")
                                              << u"HCCL_BUFFSIZE=1350"_s << u"BS 384"_s;
        QTest::newRow("torch, as set") << QByteArray(R"({"generation":"3.0","mtpTokens":2,"hcclBuffSize":1050})")
                                       << u"HCCL_BUFFSIZE=1050"_s << u"= 267 MB"_s;
        QTest::newRow("torch without data parallelism")
            << QByteArray(R"({"generation":"3.0","mtpTokens":2,"tp":16})") << u"HCCL_BUFFSIZE=200"_s << unused;
        QTest::newRow("atb, MTP 2") << QByteArray(R"({"mtpTokens":2})") << u"HCCL_BUFFSIZE=200"_s << unused;
        QTest::newRow("atb, as the official script")
            << QByteArray(R"({"mtpTokens":1,"hcclBuffSize":64})") << u"HCCL_BUFFSIZE=64"_s << unused;
        // more than that operator would need: not said to be less
        QTest::newRow("atb, a large buffer") << QByteArray(R"({"mtpTokens":2,"hcclBuffSize":1050})")
                                             << u"HCCL_BUFFSIZE=1050"_s << unused;
    }
    void theBufferOfHcclFollowsBatchAndMtp()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, line);
        QFETCH(QString, term);
        Deployment deployment = twoNodes();
        deployment.settings = *parseJson(settings, u"settings"_s);
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        const QString env = QString::fromUtf8(artifactNamed(set, u"node2/env.sh"_s)->content);
        QVERIFY2(env.contains(u"\nexport "_s + line + u'\n'), qPrintable(env.section(u"HCCL_BUFFSIZE="_s, 1).left(12)));
        QVERIFY2(env.contains(term), qPrintable(env));
        const Result<Capacity> plan
            = capacityOf(deployment, *findRecipe(deployment.recipe), {factsOf(deployment), {}, {}});
        QVERIFY(plan);
        QCOMPARE(plan->reasons.filter(u"has a need of its own, is not used"_s).size(),
                 term.endsWith(u"here."_s) ? 1 : 0);
    }

    void refusesWhatCannotServe_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("said");
        QTest::newRow("a buffer too small") << QByteArray(R"({"generation":"3.0","mtpTokens":2,"hcclBuffSize":200})")
                                            << u"is 200 MB, the exchange of tokens between experts needs 267 MB"_s;
        QTest::newRow("a batch above the dispatch operator's")
            << QByteArray(R"({"generation":"3.0","mtpTokens":2,"maxBatchSize":2000})") << u"750 tokens per card"_s;
        QTest::newRow("tensor parallel across nodes with atb")
            << QByteArray(R"({"moeTp":16,"tp":16,"hcclBuffSize":200})") << QString();
        QTest::newRow("management and multi-node port")
            << QByteArray(R"({"managementPort":1120})")
            << u"\"managementPort\" and \"multiNodesInferPort\" are both 1120"_s;
        QTest::newRow("metrics and master port")
            << QByteArray(R"({"metricsPort":7008})") << u"\"metricsPort\" and \"masterPort\" are both 7008"_s;
        QTest::newRow("service and metrics port")
            << QByteArray(R"({"metricsPort":1025})") << u"Management or Business or Metrics port is invalid."_s;
        QTest::newRow("service and management share theirs") << QByteArray(R"({"managementPort":1025})") << QString();
        QTest::newRow("all three are one") << QByteArray(R"({"managementPort":1025,"metricsPort":1025})") << QString();
        QTest::newRow("all three are one, and the nodes' too")
            << QByteArray(R"({"managementPort":1120,"metricsPort":1120,"port":1120})") << u"are both 1120"_s;
        QTest::newRow("weights that are everything")
            << QByteArray(R"({"weights":"/"})") << u"\"weights\" is \"/\", a folder of the system"_s;
        QTest::newRow("weights in memory") << QByteArray(R"({"weights":"/dev/shm/weights"})") << QString();
        QTest::newRow("a mount over the root")
            << QByteArray(R"({"extraMounts":"/data:/"})") << u"\"extraMounts\" has \"/data:/\""_s;
        QTest::newRow("management and metrics share theirs") << QByteArray(R"({"metricsPort":1026})") << QString();
        QTest::newRow("a path of the rank table beyond 256")
            << QByteArray("{\"remoteFolder\":\"/" + QByteArray(240, 'x') + "\"}") << u"more than 256"_s;
        QTest::newRow("files in the weights")
            << QByteArray(R"({"weights":"/data/w","remoteFolder":"/data/w/files"})")
            << u"\"remoteFolder\" is /data/w/files, which lies in the weights folder"_s;
        QTest::newRow("files beside the weights")
            << QByteArray(R"({"weights":"/data/w","remoteFolder":"/data/w-files"})") << QString();
        QTest::newRow("weights with a blank")
            << QByteArray(R"({"weights":"/we ights"})") << u"\"weights\" is \"/we ights\""_s;
    }
    void refusesWhatCannotServe()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, said);
        Deployment deployment = twoNodes();
        deployment.settings = *parseJson(settings, u"settings"_s);
        const QString refusal = failure(deployment, factsOf(deployment));
        QVERIFY2(said.isEmpty() ? refusal.isEmpty() : refusal.contains(said), qPrintable(refusal));
    }

    void torchDecodesWithDataParallelismOnSixteenCardsAndTheirDoublesOnly()
    {
        Deployment deployment = twoNodes();
        deployment.nodes << plainNode(u"node3"_s, u"10.20.0.13"_s);
        deployment.settings = {{"generation", "3.0"}};
        for (const Json &settings : {Json{{"generation", "3.0"}}, Json{{"generation", "3.0"}, {"tp", 24}}}) {
            deployment.settings = settings;
            const QString refusal = failure(deployment, factsOf(deployment));
            QVERIFY2(refusal.contains(u"256 experts cannot be divided evenly by moe_ep 24"), qPrintable(refusal));
        }
        deployment.settings = {{"generation", "3.0"}};
        for (int number = 4; number <= 16; ++number)
            deployment.nodes << plainNode(u"node%1"_s.arg(number), u"10.20.0.%1"_s.arg(10 + number));
        QVERIFY2(failure(deployment, factsOf(deployment)).contains(u"on 16, 32 or 64 A2 cards only, these are 128"),
                 qPrintable(failure(deployment, factsOf(deployment))));
    }

    void environmentFollowsTheDocumentationWhereTheGuideDiffers()
    {
        const Deployment deployment = twoNodes();
        const QString env
            = QString::fromUtf8(artifactNamed(generated(deployment, factsOf(deployment)), u"node2/env.sh"_s)->content);
        for (const QString &line :
             {u"export RANK_TABLE_FILE=/work/deepseek/ds-v32/hccl_2s_16p.json"_s, u"export MASTER_IP=10.20.0.11"_s,
              u"export MIES_CONTAINER_IP=10.20.0.12"_s, u"export WORLD_SIZE=16"_s, u"export NPU_MEMORY_FRACTION=0.92"_s,
              u"export ATB_LLM_ENABLE_AUTO_TRANSPOSE=0"_s, u"export ATB_LLM_HCCL_ENABLE=1"_s,
              u"export GLOO_SOCKET_IFNAME=enp67s0f5"_s, u"export HCCL_DETERMINISTIC=true"_s,
              u"export MINDIE_ASYNC_SCHEDULING_ENABLE=1"_s, u"load /usr/local/Ascend/mindie/set_env.sh"_s,
              u"export MASTER_PORT=7008"_s, u"export HCCL_CONNECT_TIMEOUT=7200"_s})
            QVERIFY2(env.contains(u'\n' + line + u'\n'), qPrintable(line));
        // Each line that does something has a comment right above it.
        const QStringList lines = env.split(u'\n');
        for (qsizetype i = 1; i < lines.size(); ++i) {
            if (lines[i].startsWith(u"export ") || lines[i].startsWith(u"load /"))
                QVERIFY2(lines[i - 1].startsWith(u"# "), qPrintable(lines[i]));
        }
        QVERIFY(env.contains(u"ATB_LIM_ENABLE_AUTO_TRANSPOSE has no effect")
                && env.contains(u"ATB_LLM_HCCL_ENABLE=1 is missing in the community guide"));
        Deployment torch = deployment;
        torch.settings = {{"generation", "3.0"}};
        QVERIFY(!artifactNamed(generated(torch, factsOf(torch)), u"node2/env.sh"_s)
                     ->content.contains("ATB_LLM_HCCL_ENABLE"));
        Deployment plain = deployment;
        plain.settings = {{"asyncScheduling", false}, {"hcclDeterministic", false}};
        const QString without
            = QString::fromUtf8(artifactNamed(generated(plain, factsOf(plain)), u"node2/env.sh"_s)->content);
        QVERIFY(!without.contains(u"export HCCL_DETERMINISTIC")
                && !without.contains(u"export MINDIE_ASYNC_SCHEDULING_ENABLE"));
    }

    void oneOfTheTwoSharedMemoryOptions_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("docker") << u"docker"_s;
        QTest::newRow("podman") << u"podman"_s;
    }
    void oneOfTheTwoSharedMemoryOptions()
    {
        QFETCH(QString, engine);
        Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        facts[0].container.engine = engine;
        QStringList argv = *containerRunArgv(deployment, m_recipe, facts, u"node1"_s);
        QCOMPARE(argv.first(), engine);
        QVERIFY(argv.contains(u"--ipc=host"_s) && argv.filter(u"--shm-size"_s).isEmpty());
        QCOMPARE(argv.filter(u"--device=/dev/davinci"_s).size(), 9);
        deployment.settings = {{"ipc", "private"}, {"shmGb", 64}};
        argv = *containerRunArgv(deployment, m_recipe, facts, u"node1"_s);
        QVERIFY(argv.contains(u"--shm-size=64g"_s) && argv.filter(u"--ipc"_s).isEmpty());
        deployment.settings = {{"extraMounts", "/data:/data:ro"}};
        QVERIFY(containerRunArgv(deployment, m_recipe, facts, u"node1"_s)->contains(u"/data:/data:ro"_s));
        deployment.settings = {{"extraMounts", "data"}};
        QVERIFY(!containerRunArgv(deployment, m_recipe, facts, u"node1"_s));
    }

    void aSmallHostShmIsAWarning()
    {
        const Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        QVERIFY(!generated(deployment, facts).warnings.join(u' ').contains(u"/dev/shm"));
        facts[1].shmTotalBytes = qint64(64) << 30;
        const QString warnings = generated(deployment, facts).warnings.join(u' ');
        QVERIFY(warnings.contains(u"node2: /dev/shm has 64 GiB"));
        QVERIFY(warnings.contains(u"four Atlas 800I A2"));
    }

    void theMinimumIsNoWarningWhereItIsMet()
    {
        Deployment deployment = twoNodes();
        deployment.nodes << plainNode(u"node3"_s, u"10.20.0.13"_s) << plainNode(u"node4"_s, u"10.20.0.14"_s);
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        QVERIFY(artifactNamed(set, u"hccl_4s_32p.json"_s));
        QVERIFY(!set.warnings.join(u' ').contains(u"four Atlas 800I A2"));
        const Json config = *parseJson(artifactNamed(set, u"node4/config.json"_s)->content, u"config"_s);
        QCOMPARE(integerAt(config["BackendConfig"]["ModelDeployConfig"]["ModelConfig"][0], "dp"), 4);
    }

    void theSameBytesWhateverTheOrderAndTheLocale()
    {
        const Deployment deployment = twoNodes();
        QList<NodeFacts> facts = factsOf(deployment);
        const ArtifactSet once = generated(deployment, facts);
        QVERIFY(!once.files.isEmpty());
        const QByteArray zone = qgetenv("TZ");
        qputenv("TZ", "Asia/Shanghai");
        setProgramLocale(QLocale(QLocale::German));
        std::reverse(facts.begin(), facts.end());
        std::reverse(facts[0].hccn.begin(), facts[0].hccn.end());
        std::reverse(facts[0].deviceIds.begin(), facts[0].deviceIds.end());
        const ArtifactSet again = generated(deployment, facts);
        setProgramLocale(QLocale::c());
        qputenv("TZ", zone);
        QCOMPARE(again.files, once.files);
        const Recipe chinese = *findRecipe(m_recipe.id, u"zh"_s);
        QCOMPARE(generateArtifacts(deployment, chinese, facts)->files, once.files);
    }

    void manifestNamesEveryFileWithItsHash()
    {
        const Deployment deployment = twoNodes();
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        QCOMPARE(set.files.last().path, u"MANIFEST.json"_s);
        const Json json = *parseJson(set.files.last().content, u"manifest"_s);
        QCOMPARE(qsizetype(json["files"].size()), set.files.size() - 1);
        for (qsizetype i = 0; i + 1 < set.files.size(); ++i) {
            QCOMPARE(stringAt(json["files"][size_t(i)], "path"), set.files[i].path);
            QCOMPARE(stringAt(json["files"][size_t(i)], "sha256").toLatin1(),
                     QCryptographicHash::hash(set.files[i].content, QCryptographicHash::Sha256).toHex());
            QVERIFY(i == 0 || set.files[i - 1].path < set.files[i].path);
        }
    }

    // The window learns it from the nodes, and its file says it only once it was saved: nothing has changed by that.
    void manifestIsTheSameWhoeverSaysThatTheNodesAreSimulated()
    {
        Deployment learned = twoNodes(), saved = learned;
        saved.simulated = true;
        QList<NodeFacts> facts = factsOf(learned);
        QVERIFY(!artifactNamed(generated(learned, facts), u"MANIFEST.json"_s)->content.contains("simulated"));
        for (NodeFacts &node : facts)
            node.simulated = true;
        const QTemporaryDir folder;
        ArtifactHistory history(folder.filePath(u"history.json"_s));
        QVERIFY(history.remember(generated(learned, facts))->isEmpty());
        QVERIFY(history.remember(generated(saved, facts))->isEmpty());
        QVERIFY(artifactNamed(generated(saved, facts), u"MANIFEST.json"_s)->content.contains("\"simulated\": true"));
    }

    void hostileNamesExecuteNothing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("path");
        QTest::newRow("blanks and quotes")
            << u"my \"best\" 'node'; touch pwned"_s << u"/we ights/it's \"x\"; touch pwned"_s;
        QTest::newRow("substitution") << u"$(touch pwned)`touch pwned`${IFS}"_s << u"/w/$(touch pwned)/`touch pwned`"_s;
        QTest::newRow("line break") << u"a\ntouch pwned\r\n# "_s << u"/w/&& touch pwned #"_s;
        QTest::newRow("unicode") << u"节点\u2028touch pwned\u202Eevil"_s << u"/权重/模型"_s;
        QTest::newRow("climbing") << u"../../../tmp/pwned"_s << u"/w/*/?/[a-z]"_s;
        QTest::newRow("absolute") << u"/tmp/pwned"_s << u"/w/\\\\x"_s;
        QTest::newRow("directive") << u"shellcheck disable=SC9999"_s << u"/w/~/x"_s;
        QTest::newRow("option") << u"-rf"_s << u"/-rf"_s;
    }
    void hostileNamesExecuteNothing()
    {
        QFETCH(QString, name);
        QFETCH(QString, path);
        Deployment deployment = twoNodes(name, name, name + u"2"_s);
        deployment.settings = {{"remoteFolder", path}, {"mindieHome", path}, {"atbModels", path},
                               {"commentLanguage", name.startsWith(u"节") ? "zh" : "en"}};
        QList<NodeFacts> facts = factsOf(deployment);
        facts[0].hostInterface = u"eth0'$(touch pwned)"_s;
        const ArtifactSet set = generated(deployment, facts);
        QCOMPARE(set.files.size(), 14);
        QTemporaryDir box;
        const QString out = box.path() + u"/out"_s;
        writeAll(set, out);
        int inside = 0;
        QStringList scripts;
        for (QDirIterator it(box.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
            const QString file = it.next();
            ++inside;
            if (file.endsWith(u".sh"))
                scripts << file;
        }
        QCOMPARE(inside, 14); // nothing climbed out of the folder
        QCOMPARE(scripts.size(), 10);

        // Every command the scripts may call is a stub that writes down its arguments, each on a line of its own.
        const QString bin = box.path() + u"/bin"_s;
        QVERIFY(QDir().mkpath(bin));
        for (const QString &tool :
             {u"docker"_s, u"podman"_s, u"nohup"_s, u"touch"_s, u"rm"_s, u"mv"_s, u"kill"_s, u"sleep"_s}) {
            QFile stub(bin + u'/' + tool);
            QVERIFY(stub.open(QIODevice::WriteOnly));
            stub.write("#!/bin/bash\nprintf '%s' \"${0##*/}\" >>\"$LOG\"\nprintf '|%s' \"$@\" >>\"$LOG\"\nprintf '\\n' "
                       ">>\"$LOG\"\n");
            stub.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
        }
        QProcessEnvironment environment;
        environment.insert(u"PATH"_s, bin + u":/usr/bin:/bin"_s);
        environment.insert(u"LOG"_s, box.path() + u"/log"_s);
        for (const QString &script : scripts) {
            const QString folder = script.section(u'/', 0, -2);
            if (!script.endsWith(u"/env.sh")) {
                runBash({script}, folder, nullptr, environment);
                continue;
            }
            int exitCode = -1;
            const QByteArray values
                = runBash({u"-c"_s,
                           u". \"$1\" 2>/dev/null; printf '%s|%s' \"$RANK_TABLE_FILE\" \"$GLOO_SOCKET_IFNAME\""_s,
                           u"test"_s, script},
                          folder, &exitCode, environment);
            QCOMPARE(exitCode, 0);
            const Artifact *table = artifactNamed(set, u"16p.json"_s);
            const auto own = std::find_if(set.files.cbegin(), set.files.cend(),
                                          [&](const Artifact &file) { return out + u'/' + file.path == script; });
            QVERIFY(own != set.files.cend());
            const QByteArray interface = own->node == deployment.nodes[0].name ? "eth0'$(touch pwned)" : "enp67s0f5";
            QCOMPARE(values, table->remotePath.toUtf8() + '|' + interface);
        }
        QFile log(box.path() + u"/log"_s);
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray calls = log.readAll();
        QVERIFY2(!calls.startsWith("touch") && !calls.contains("\ntouch"), calls.constData());
        QVERIFY(calls.contains("docker|run|-itd"));
        QVERIFY2(calls.contains("docker|cp|" + path.toUtf8() + "/.|"), calls.constData());
        QVERIFY(QDir(box.path()).entryList({u"pwned"_s}, QDir::AllEntries).isEmpty());
        QVERIFY(!QFile::exists(u"/tmp/pwned"_s));
    }

    void shellcheckIsSilent()
    {
        if (QStandardPaths::findExecutable(u"shellcheck"_s).isEmpty())
            QSKIP("shellcheck is not installed");
        for (const QString &name : {u"ds-v32"_s, u"a b\n'$(x)\" shellcheck `y`"_s, u"shellcheck disable=all"_s}) {
            for (const char *language : {"en", "zh"}) {
                Deployment deployment = twoNodes(name, name, name + u'b');
                deployment.settings = {{"commentLanguage", language},
                                       {"generation", name == u"ds-v32" ? "3.0" : "2.2"},
                                       {"ipc", name.startsWith(u'a') ? "private" : "host"},
                                       {"atbModels", "/a b/$(x)'"},
                                       {"remoteFolder", "/r's"}};
                const ArtifactSet set = generated(deployment, factsOf(deployment));
                QTemporaryDir box;
                writeAll(set, box.path());
                QStringList scripts;
                for (QDirIterator it(box.path(), {u"*.sh"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
                    scripts << it.next();
                const QByteArray said = shellcheckSays(scripts);
                QVERIFY2(said.isEmpty(), said.constData());
            }
        }
    }

    // MindIE-LLM's own set_env.sh says rm -rf /dev/shm/*; with --ipc=host that is the host's.
    void loadingTheImagesScriptsLeavesTheHostsSharedMemoryAlone()
    {
        const Deployment deployment = twoNodes();
        QTemporaryDir box;
        QString env
            = QString::fromUtf8(artifactNamed(generated(deployment, factsOf(deployment)), u"node1/env.sh"_s)->content);
        env.replace(u"/usr/local/Ascend"_s, box.path());
        const QString foreign = u"/dev/shm/asc-test-%1-foreign"_s.arg(QCoreApplication::applicationPid());
        put(foreign, "kept");
        put(box.path() + u"/old"_s, "gone");
        QVERIFY(QDir().mkpath(box.path() + u"/mindie"_s));
        put(box.path() + u"/mindie/set_env.sh"_s,
            ("rm -rf "_L1 + foreign + "*\nrm -f "_L1 + box.path() + "/old\nexport LOADED=1\n"_L1).toUtf8());
        put(box.path() + u"/env.sh"_s, env.toUtf8());
        const QByteArray said
            = runBash({u"-c"_s, u". ./env.sh 2>/dev/null; echo \"$LOADED $(type -t rm)\""_s}, box.path());
        const bool stays = QFile::remove(foreign);
        QCOMPARE(said, QByteArray("1 file\n"));
        QVERIFY(stays);
        QVERIFY(!QFile::exists(box.path() + u"/old"_s));
    }

    // The daemon leads a group: workers must not outlive it, and on a shared /dev/shm only what they had mapped is
    // removed.
    void stopEndsTheWholeGroupAndRemovesOnlyItsOwnSharedMemory_data()
    {
        QTest::addColumn<bool>("daemonDiesFirst");
        QTest::newRow("the daemon runs") << false;
        QTest::newRow("the daemon was killed, its workers live") << true;
    }
    void stopEndsTheWholeGroupAndRemovesOnlyItsOwnSharedMemory()
    {
        QFETCH(bool, daemonDiesFirst);
        QTemporaryDir box;
        Deployment deployment = twoNodes();
        deployment.settings
            = {{"remoteFolder", box.path().toStdString()}, {"mindieHome", (box.path() + u"/home"_s).toStdString()}};
        place(generated(deployment, factsOf(deployment)), box.path());
        const QString number = QString::number(QCoreApplication::applicationPid());
        // another service's, of the names that were removed before
        const QString foreign = u"/dev/shm/asc-test-"_s + number + u"_llm_backend_0"_s;
        put(foreign, "kept");
        QVERIFY(QDir().mkpath(box.path() + u"/home/bin"_s));
        const QString daemon = box.path() + u"/home/bin/mindieservice_daemon"_s;
        put(daemon,
            ("#!/bin/bash\n"_L1 + QCoreApplication::applicationFilePath()
             + " --map /dev/shm/$$_0_execute &\necho $! >"_L1 + box.path() + "/worker\necho $$ >"_L1 + box.path()
             + "/leader\nwhile :; do sleep 0.1; done\n"_L1)
                .toUtf8());
        QFile::setPermissions(daemon, QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
        const Launch launch = *nodeLaunch(deployment, m_recipe, factsOf(deployment), u"node1"_s);
        int exitCode = -1;
        runBash({launch.folder + u"/start.sh"_s}, box.path(), &exitCode);
        QCOMPARE(exitCode, 0);
        const auto numberIn = [&](const char *name) {
            QFile file(box.path() + u'/' + QLatin1String(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
        };
        QTRY_VERIFY(numberIn("leader") > 0 && numberIn("worker") > 0);
        const QString worker = u"/proc/%1"_s.arg(numberIn("worker")),
                      own = u"/dev/shm/%1_0_execute"_s.arg(numberIn("leader"));
        QTRY_VERIFY(QFile::exists(own));
        QTRY_VERIFY(isMapped(numberIn("worker"), own));
        if (daemonDiesFirst)
            ::kill(pid_t(numberIn("leader")), SIGKILL);
        runBash({launch.folder + u"/stop.sh"_s}, box.path(), &exitCode);
        const bool stays = QFile::remove(foreign), ownStays = QFile::remove(own);
        QCOMPARE(exitCode, 0);
        QTRY_VERIFY2(!QFile::exists(worker), "a worker outlived the service");
        QVERIFY(stays);
        QVERIFY(!ownStays);
    }

    void startAndStopFollowTheDaemon()
    {
        QTemporaryDir box;
        Deployment deployment = twoNodes();
        deployment.settings
            = {{"remoteFolder", box.path().toStdString()}, {"mindieHome", (box.path() + u"/home"_s).toStdString()}};
        const ArtifactSet set = generated(deployment, factsOf(deployment));
        place(set, box.path());
        QVERIFY(QDir().mkpath(box.path() + u"/home/bin"_s));
        QFile daemon(box.path() + u"/home/bin/mindieservice_daemon"_s);
        QVERIFY(daemon.open(QIODevice::WriteOnly));
        daemon.write("#!/bin/bash\necho \"Daemon start success! $RANK_TABLE_FILE\"\nexec sleep 600\n");
        daemon.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
        daemon.close();
        const Launch launch = *nodeLaunch(deployment, m_recipe, factsOf(deployment), u"node1"_s);
        int exitCode = -1;
        runBash({launch.folder + u"/start.sh"_s}, box.path(), &exitCode);
        QCOMPARE(exitCode, 0);
        const auto log = [&] {
            QFile file(launch.logPath);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY(log().contains("Daemon start success! " + launch.process.files.first().path.toUtf8()));
        QFile pidFile(launch.pidPath);
        QVERIFY(pidFile.open(QIODevice::ReadOnly));
        const qint64 pid = pidFile.readAll().split(' ').first().toLongLong();
        QVERIFY(QFile::exists(u"/proc/%1"_s.arg(pid)));
        const QByteArray second = runBash({launch.folder + u"/start.sh"_s}, box.path(), &exitCode);
        QVERIFY2(second.contains("already running"), second.constData());
        runBash({launch.folder + u"/stop.sh"_s}, box.path(), &exitCode);
        QCOMPARE(exitCode, 0);
        QTRY_VERIFY(!QFile::exists(u"/proc/%1"_s.arg(pid)));
        QVERIFY(!QFile::exists(launch.pidPath));
    }

    // What was generated before is shown as the last: of this deployment, not of another one without a name.
    void eachDeploymentHasItsOwnHistory()
    {
        const QTemporaryDir folder;
        for (const char *name : {"a.json", "b.json"})
            QVERIFY(QFile(folder.filePath(QLatin1String(name))).open(QIODevice::WriteOnly));
        Deployment unnamed = twoNodes();
        unnamed.name.clear();
        const QString a = artifactHistoryFile(unnamed, folder.filePath(u"a.json"_s)),
                      b = artifactHistoryFile(unnamed, folder.filePath(u"b.json"_s));
        QVERIFY(a != b);
        QCOMPARE(artifactHistoryFile(unnamed, folder.filePath(u"./a.json"_s)), a);
        Deployment elsewhere = unnamed; // neither was saved
        elsewhere.nodes.first().host = u"10.9.9.9"_s;
        QVERIFY(artifactHistoryFile(unnamed, {}) != artifactHistoryFile(elsewhere, {}));
        Deployment changed = unnamed;
        changed.settings = {{"port", 1030}};
        QCOMPARE(artifactHistoryFile(changed, {}), artifactHistoryFile(unnamed, {}));
    }
};

int main(int argc, char **argv)
{
    if (argc == 3 && qstrcmp(argv[1], "--map") == 0)
        return mapAndWait(argv[2]);
    QCoreApplication application(argc, argv);
    GenerateTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_generate.moc"
