// What the engines make of their recipes: the command lines of the tutorials, what they refuse before anything runs,
// and that nothing of one engine is asked of another.
#include "core/artifacts/artifact.h"
#include "core/artifacts/capacity.h"
#include "core/checks/checkrun.h"
#include "core/engines/recipebook.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/serving/verify.h"
#include "core/targets/launch.h"
#include "tests/recipes/clusterfixture.h"

#include <QDirIterator>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// An A3 shows sixteen devices; a server that nobody has given addresses to its cards.
NodeFacts oneNode(int devices)
{
    NodeFacts facts = healthyNode(u"node1"_s, 11, devices);
    facts.hccn.clear();
    return facts;
}

Deployment onOneNode(const QString &recipe, const Json &settings = Json::object())
{
    Deployment deployment;
    deployment.name = u"one"_s;
    deployment.recipe = recipe;
    deployment.nodes = {plainNode(u"node1"_s, u"10.20.0.11"_s)};
    deployment.settings = settings;
    return deployment;
}

const QString v31 = u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s, v32 = u"vllm-ascend-deepseek-v3.2-w8a8-1xA3"_s,
              qwen = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s,
              image = u"openai-compatible-image"_s;

Result<Launch> launchFor(const Deployment &deployment, int devices)
{
    return nodeLaunch(deployment, *findRecipe(deployment.recipe), {oneNode(devices)}, u"node1"_s);
}

} // namespace

class TestEngines : public QObject
{
    Q_OBJECT

private slots:
    // vllm-ascend v0.18.0 and v0.23.0, docs/source/tutorials/models/DeepSeek-V3.1.md, one Atlas 800 A3: flag by flag.
    void commandLineIsTheTutorials_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QStringList>("flags");
        const QStringList common{u"--host 0.0.0.0"_s, u"--quantization ascend"_s, u"--seed 1024"_s,
                                 u"--enable-expert-parallel"_s, u"--trust-remote-code"_s};
        const QStringList deepseek = common
            + QStringList{u"--port 8015"_s,
                          u"--data-parallel-size 4"_s,
                          u"--tensor-parallel-size 4"_s,
                          u"--served-model-name deepseek_v3"_s,
                          u"--max-num-seqs 16"_s,
                          u"--max-model-len 16384"_s,
                          u"--max-num-batched-tokens 4096"_s,
                          u"--no-enable-prefix-caching"_s,
                          u"--gpu-memory-utilization 0.92"_s,
                          uR"(--speculative-config {"num_speculative_tokens":3,"method":"mtp"})"_s};
        QTest::newRow("V3.1, 0.18.0") << v31 << u"0.18.0"_s
                                      << deepseek
                + QStringList{
                    u"--async-scheduling"_s,
                    uR"(--compilation-config {"cudagraph_capture_sizes":[4,16,32,48,64],"cudagraph_mode":"FULL_DECODE_ONLY"})"_s};
        QTest::newRow("V3.1, 0.23.0") << v31 << u"0.23.0"_s
                                      << deepseek
                + QStringList{uR"(--compilation-config {"cudagraph_mode":"FULL_DECODE_ONLY"})"_s};
        const QStringList big = common
            + QStringList{u"--port 8000"_s,
                          u"--data-parallel-size 1"_s,
                          u"--tensor-parallel-size 8"_s,
                          u"--served-model-name qwen3"_s,
                          u"--max-num-seqs 32"_s,
                          u"--max-model-len 32768"_s,
                          u"--max-num-batched-tokens 8096"_s,
                          u"--gpu-memory-utilization 0.95"_s,
                          u"--async-scheduling"_s,
                          uR"(--compilation-config {"cudagraph_mode":"FULL_DECODE_ONLY"})"_s};
        QTest::newRow("Qwen3, 0.18.0") << qwen << u"0.18.0"_s << big;
        QTest::newRow("Qwen3, 0.23.0") << qwen << u"0.23.0"_s
                                       << big + QStringList{uR"(--additional-config {"enable_flashcomm1":true})"_s};
    }
    void commandLineIsTheTutorials()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, release);
        QFETCH(QStringList, flags);
        const Result<Launch> launch = launchFor(onOneNode(recipe, {{"release", release}}), 16);
        QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
        QStringList written;
        for (const QStringList &line : launch->process.argvLines.mid(1))
            written << line.join(u' ');
        written.sort();
        flags.sort();
        QCOMPARE(written, flags);
        QVERIFY2(launch->image.contains(u":v"_s + release), qPrintable(launch->image));
        QVERIFY(vllmComplaints(launch->process.argv().mid(2), *vllmFlags(release)).isEmpty());
        QCOMPARE(launch->process.healthPath, u"/health"_s);
        QVERIFY(launch->process.serves);
    }

    void whatCannotStartIsRefused_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("says");
        QTest::newRow("dp is no whole number")
            << v31 << QByteArray(R"({"tp": 3})")
            << u"\"tp\" is 3, but 16 cards cannot be divided by it (dp × tp must be all cards). 1, 2, 4, 8 or 16 "
               u"would divide them."_s;
        QTest::newRow("fewer tokens than requests")
            << v31 << QByteArray(R"({"maxBatchedTokens": 8})")
            << u"\"maxBatchedTokens\" (8) must not be less than \"maxSeqs\" (16)"_s;
        QTest::newRow("no graph for FlashComm") << qwen << QByteArray(R"({"maxSeqs": 7})")
                                                << u"\"maxSeqs\" is 7; with FlashComm it must be at least 8, "_s;
        QTest::newRow("no graph for FlashComm with guessed tokens")
            << v32 << QByteArray(R"({"maxSeqs": 3, "mtpTokens": 1})")
            << u"\"maxSeqs\" is 3; with FlashComm it must be at least 4, or vLLM-Ascend stops for want of a graph "
               u"whose size is a multiple of \"tp\" (8)"_s;
        QTest::newRow("too few tokens for a graph for FlashComm")
            << v32 << QByteArray(R"({"maxSeqs": 4, "maxBatchedTokens": 4})")
            << u"\"maxBatchedTokens\" is 4; with FlashComm it must be at least 8, "_s;
        QTest::newRow("no cards") << image << QByteArray(R"({"cards": 0})") << u"\"cards\" is 0; allowed: 1 to 16"_s;
        QTest::newRow("no command") << image << QByteArray(R"({"command": "  "})") << u"\"command\" is empty"_s;
        QTest::newRow("an open quote") << image << QByteArray("{\"command\": \"serve \\u0027my model\"}")
                                       << u"that is not closed"_s;
        QTest::newRow("a name that is none")
            << image << QByteArray(R"({"command": "serve ${wieghts}"})") << u"${wieghts}"_s;
    }
    void whatCannotStartIsRefused()
    {
        QFETCH(QString, recipe);
        QFETCH(QByteArray, settings);
        QFETCH(QString, says);
        const Result<Launch> launch = launchFor(onOneNode(recipe, *parseJson(settings, u"settings"_s)), 16);
        QVERIFY(!launch);
        QVERIFY2(launch.error().message.contains(says), qPrintable(launch.error().message));
    }

    // vllm_ascend, _get_default_max_cudagraph_capture_size: requests x (guessed + 1).
    void graphsForFlashCommCountTheGuessedTokens_data()
    {
        QTest::addColumn<int>("sequences");
        QTest::addColumn<int>("guessed");
        QTest::addColumn<int>("tp");
        QTest::newRow("7 of 4") << 7 << 3 << 8;
        QTest::newRow("4 of 2") << 4 << 1 << 8;
        QTest::newRow("2 of 4") << 2 << 3 << 8;
        QTest::newRow("1 of 4") << 1 << 3 << 4;
        QTest::newRow("16 of 1") << 16 << 0 << 16;
    }
    void graphsForFlashCommCountTheGuessedTokens()
    {
        QFETCH(int, sequences);
        QFETCH(int, guessed);
        QFETCH(int, tp);
        for (const char *release : {"0.18.0", "0.23.0"}) {
            const Result<Launch> launch = launchFor(
                onOneNode(v32, {{"release", release}, {"maxSeqs", sequences}, {"mtpTokens", guessed}, {"tp", tp}}), 16);
            QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
            QVERIFY(!launch->process.argv().join(u' ').contains(u"cudagraph_capture_sizes"_s));
        }
    }

    // Then it is these that are judged, whatever the usual ones would be.
    void graphsThatTheCommandNamesAreJudged_data()
    {
        QTest::addColumn<QByteArray>("sizes");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("one of them") << QByteArray("[2,4,8]") << true;
        QTest::newRow("none") << QByteArray("[2,4,12]") << false;
        QTest::newRow("beyond the tokens of a step") << QByteArray("[4,8192]") << false;
    }
    void graphsThatTheCommandNamesAreJudged()
    {
        QFETCH(QByteArray, sizes);
        QFETCH(bool, isTaken);
        Recipe recipe = *findRecipe(v32);
        const auto named = [&](Json data) {
            for (Json &argument : data["serve"]["arguments"]) {
                if (stringAt(argument, "flag") == u"--compilation-config"_s)
                    argument["value"]["cudagraph_capture_sizes"] = *parseJson(sizes, u"sizes"_s);
            }
            return data;
        };
        recipe.data = named(recipe.data.json());
        recipe.file = named(recipe.file.json());
        const Result<Launch> launch = nodeLaunch(onOneNode(v32), recipe, {oneNode(16)}, u"node1"_s);
        QCOMPARE(bool(launch), isTaken);
        QVERIFY2(launch || launch.error().message.contains(u"cudagraph_capture_sizes is ["_s),
                 qPrintable(launch ? QString() : launch.error().message));
    }

    void captureSizesFollowTheBatch()
    {
        for (const auto &[sequences, guessed, tokens, expected] :
             {std::tuple(16, 3, 4096, "[4,16,32,48,64]"), std::tuple(28, 1, 4096, "[2,4,8,16,24,32,40,48,56]"),
              std::tuple(1, 3, 4096, "[4]"), std::tuple(3, 0, 4096, "[1,2,3]"),
              std::tuple(200, 3, 256, "[4,8,16,32,64,96,128,160,192,224,256]"), // no more than the tokens of a step
              std::tuple(16, 3, 30, "[4,8,12,16,20,24,28]"),
              std::tuple(512, 1, 4096, "[2,4,8,16,32,64,128,256,384,512,640,768,896,1024]")}) {
            const Result<Launch> launch = launchFor(
                onOneNode(v31, {{"maxSeqs", sequences}, {"mtpTokens", guessed}, {"maxBatchedTokens", tokens}}), 16);
            QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
            const QString argv = launch->process.argv().join(u' ');
            QVERIFY2(argv.contains(u"\"cudagraph_capture_sizes\":"_s + QLatin1String(expected)), qPrintable(argv));
        }
        const Result<Launch> off = launchFor(onOneNode(v31, {{"mtpTokens", 0}, {"prefixCaching", true}}), 16);
        QVERIFY(off && !off->process.argv().contains(u"--speculative-config")
                && off->process.argv().contains(u"--enable-prefix-caching"));
    }

    // Whole sequences that the eight cards of a group share evenly; with the tutorial's settings, the tutorial's.
    void captureSizesOfTwoNodesFollowTheBatch()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.2-w8a8-2xA2"_s;
        const auto sizes = [&](const Json &settings) {
            Deployment deployment = onOneNode(recipe, settings);
            deployment.nodes << plainNode(u"node2"_s, u"10.20.0.12"_s);
            const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe),
                                                              {oneNode(8), healthyNode(u"node2"_s, 12, 8)});
            return set ? QString::fromUtf8(artifactNamed(*set, u"start.sh"_s)->content) : set.error().message;
        };
        for (const auto &[sequences, guessed, expected] :
             {std::tuple(16, 3, "[8,16,24,32,40,48]"), std::tuple(28, 1, "[8,16,24,32,40,48,56]"),
              std::tuple(8, 0, "[8]"), std::tuple(16, 0, "[8,16]"),
              std::tuple(64, 3, "[8,16,32,64,96,128,160,192,224,256]"), std::tuple(7, 3, "[8,16,24]"),
              std::tuple(4, 1, "[8]"), std::tuple(2, 3, "[8]")}) {
            const QString made = sizes({{"maxSeqs", sequences}, {"mtpTokens", guessed}});
            QVERIFY2(made.contains(u"\"cudagraph_capture_sizes\":"_s + QLatin1String(expected)), qPrintable(made));
        }
    }

    // vllm_ascend: "Flash Comm v1 is only supported when tp_size > 1."
    void flashCommNeedsTensorParallelism()
    {
        for (const QString &release : {u"0.18.0"_s, u"0.23.0"_s}) {
            for (const int tp : {1, 2, 8}) {
                const Deployment deployment = onOneNode(qwen, {{"release", release}, {"tp", tp}});
                const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(qwen), {oneNode(8)});
                QVERIFY2(set, set ? "" : qPrintable(set.error().message));
                const bool isOn = artifactNamed(*set, u"env.sh"_s)->content.contains("FLASHCOMM1=1")
                    || artifactNamed(*set, u"start.sh"_s)->content.contains("enable_flashcomm1");
                QCOMPARE(isOn, tp > 1);
            }
        }
    }

    // What it writes for one node would not join two.
    void otherNumbersOfNodesAreRefused()
    {
        for (const QString &recipe : {v31, qwen, image}) {
            Deployment deployment = onOneNode(recipe);
            deployment.nodes << plainNode(u"node2"_s, u"10.20.0.12"_s);
            NodeFacts second = oneNode(16);
            second.name = u"node2"_s;
            second.hostIp = second.host = u"10.20.0.12"_s;
            const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), {oneNode(16), second});
            QVERIFY(!set);
            QVERIFY2(set.error().message.contains(
                         u"Number of nodes: the recipe is written for 1, the deployment has 2"),
                     qPrintable(set.error().message));
        }
    }

    void aRecipeOfNoEngineIsTold()
    {
        Recipe recipe = *findRecipe(v31);
        recipe.engine = u"sglang"_s;
        Json data = recipe.data.json(), file = recipe.file.json();
        data["engine"] = file["engine"] = "sglang";
        recipe.data = data;
        recipe.file = file;
        const Result<Launch> launch = nodeLaunch(onOneNode(v31), recipe, {oneNode(16)}, u"node1"_s);
        QVERIFY(!launch);
        QVERIFY2(launch.error().message.contains(u"\"sglang\"")
                     && launch.error().message.contains(u"mindie, vllm-ascend, openai"),
                 qPrintable(launch.error().message));
    }

    void commandOfAnImageIsItsOwn()
    {
        Deployment deployment = onOneNode(
            image,
            {{"command",
              "/opt/run 'my server' --port ${port} --devices=${node.visibleDevices} --note \"it's\" a\\ b ''"},
             {"cards", 2},
             {"port", 9000},
             {"readyPath", "/ready"}});
        const Result<Launch> launch = launchFor(deployment, 8);
        QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
        QCOMPARE(launch->process.argv(),
                 (QStringList{u"/opt/run"_s, u"my server"_s, u"--port"_s, u"9000"_s, u"--devices=0,1"_s, u"--note"_s,
                              u"it's"_s, u"a b"_s, QString()}));
        QVERIFY(launch->process.readyLines.isEmpty());
        QCOMPARE(launch->process.healthPath, u"/ready"_s);
        const Endpoint endpoint = endpointOf(deployment, *findRecipe(image), {});
        QCOMPARE(endpoint.managementUrl + endpoint.healthPath, u"http://10.20.0.11:9000/ready"_s);
    }

    // Probes, clients and the Service go by the settings.
    void aCommandThatSaysOtherwiseIsTold()
    {
        const auto warnings = [](const QByteArray &command) {
            const Result<ArtifactSet> set
                = generateArtifacts(onOneNode(image, {{"command", command.toStdString()}}), *findRecipe(image),
                                    {oneNode(8)});
            return set ? set->warnings.join(u'\n') : set.error().message;
        };
        QVERIFY(!warnings("vllm serve ${weights} --port ${port}").contains(u"The command says"_s));
        const QString said = warnings("vllm serve ${weights} --port 9100 --served-model-name other");
        QVERIFY2(said.contains(u"--port 9100"_s) && said.contains(u"--served-model-name other"_s), qPrintable(said));
    }

    // MindIE-LLM A2_double_machine.md and .sh, for DeepSeek-R1 and V3.x on two Atlas 800I A2: value by value, and no
    // rule broken.
    void r1OnTwoA2IsTheTwoNodeScript()
    {
        Deployment deployment = twoNodes();
        deployment.recipe = u"mindie-deepseek-r1-w8a8-2xA2"_s;
        const Result<ArtifactSet> set
            = generateArtifacts(deployment, *findRecipe(deployment.recipe), factsOf(deployment));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const QStringList broken = brokenRules(*set);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
        const QByteArray env = artifactNamed(*set, u"node2/env.sh"_s)->content;
        for (const char *line :
             {"ATB_OPERATION_EXECUTE_ASYNC=1", "ATB_LLM_ENABLE_AUTO_TRANSPOSE=0",
              "HCCL_RDMA_PCIE_DIRECT_POST_NOSTRICT=TRUE", "HCCL_BUFFSIZE=64", "HCCL_CONNECT_TIMEOUT=3600",
              "HCCL_EXEC_TIMEOUT=1091", "PYTORCH_NPU_ALLOC_CONF=expandable_segments:True",
              "ATB_WORKSPACE_MEM_ALLOC_ALG_TYPE=3", "HCCL_OP_EXPANSION_MODE=AIV", "NPU_MEMORY_FRACTION=0.92",
              "ATB_LLM_HCCL_ENABLE=1", "INF_NAN_MODE_ENABLE=1", "TASK_QUEUE_ENABLE=1",
              "MINDIE_ASYNC_SCHEDULING_ENABLE=1", "OMP_NUM_THREADS=10", "MASTER_IP=10.20.0.11",
              "GLOO_SOCKET_IFNAME=enp67s0f5", "MIES_CONTAINER_IP=10.20.0.12"})
            QVERIFY2(env.contains(QByteArray("export ") + line + '\n'), line);
        QVERIFY(env.contains("level0:NA;level1:pipeline") && !env.contains("community"));
        const Json config = *parseJson(artifactNamed(*set, u"node1/config.json"_s)->content, u"config"_s);
        const Json &deploy = config["BackendConfig"]["ModelDeployConfig"], &model = deploy["ModelConfig"][0],
                   &schedule = config["BackendConfig"]["ScheduleConfig"];
        for (const auto &[object, key, value] : {std::tuple{&deploy, "maxSeqLen", 6000},
                                                 {&deploy, "maxInputTokenLen", 6000},
                                                 {&schedule, "maxPrefillTokens", 6000},
                                                 {&schedule, "maxIterTimes", 6000},
                                                 {&schedule, "maxBatchSize", 200},
                                                 {&model, "worldSize", 8},
                                                 {&model, "dp", 2},
                                                 {&model, "sp", 1},
                                                 {&model, "tp", 8},
                                                 {&model, "moe_ep", 4},
                                                 {&model, "moe_tp", 4}})
            QVERIFY2(integerAt(*object, key) == value, key);
        QCOMPARE(stringAt(model, "backendType"), u"atb"_s);
        QCOMPARE(stringAt(model, "plugin_params"), u"{\"plugin_type\":\"mtp\",\"num_speculative_tokens\": 1}"_s);
        QVERIFY(model["models"]
                == Json::parse(
                    R"({"deepseekv2": {"enable_mlapo_prefetch": true, "kv_cache_options": {"enable_nz": true}}})"));
        QCOMPARE(integerAt(config["ServerConfig"], "tokenTimeout"), std::optional<qint64>(3600));
    }

    // The files, the words and the ports of MindIE are MindIE's alone.
    void nothingOfMindieIsAskedOfOthers()
    {
        for (const QString &recipe : {v31, qwen, image}) {
            const Deployment deployment = onOneNode(recipe);
            const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), {oneNode(16)});
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            QCOMPARE(set->files.size(), 6);
            for (const Artifact &file : set->files) {
                QVERIFY2(!file.content.toLower().contains("mindie") && !file.content.contains("RANK_TABLE")
                             && !file.content.contains("llm_backend"),
                         qPrintable(file.path));
            }
            const CheckSettings settings = checkSettingsOf(deployment);
            QCOMPARE(settings.ports.size(), 1);
            QCOMPARE(settings.hcclLastPort, 0);
            QCOMPARE(settings.demands.modelSlim, recipe != image);
            QVERIFY(!settings.usesCardNetwork);
        }
        QCOMPARE(checkSettingsOf(twoNodes()).ports.size(), 5);
        QVERIFY(checkSettingsOf(twoNodes()).usesCardNetwork);
    }

    void engineWordsStayInTheirFolders()
    {
        static const QStringList words{u"mindieservice"_s, u"mindie_llm"_s, u"multiNodesInfer"_s,
                                       u"Daemon start success"_s, u"/v2/health"_s};
        const QStringList others{u"core/artifacts"_s,     u"core/targets"_s, u"core/topology"_s,
                                 u"core/recipes"_s,       u"core/deploy"_s,  u"core/engines/vllm"_s,
                                 u"core/engines/openai"_s};
        for (const QString &folder : others) {
            for (QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/") + folder, {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                                    QDirIterator::Subdirectories);
                 files.hasNext();) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString text = QString::fromUtf8(file.readAll());
                for (const QString &word : words) {
                    if (file.fileName().endsWith(u"lintenv.cpp")) // quotes the variables of every engine
                        continue;
                    QVERIFY2(!text.contains(word), qPrintable(file.fileName() + u": "_s + word));
                }
            }
        }
    }

    void capacityUsesTheEnginesOwnWords()
    {
        const Result<Capacity> vllm
            = capacityOf(onOneNode(v31), *findRecipe(v31), {{oneNode(16)}, 674'000'000'000, std::nullopt});
        QVERIFY2(vllm, vllm ? "" : qPrintable(vllm.error().message));
        QCOMPARE(vllm->cards, 16);
        QVERIFY(vllm->reasons.join(u'\n').contains(u"gpuMemoryUtilization"));
        const Result<Capacity> own = capacityOf(onOneNode(image), *findRecipe(image), {});
        QVERIFY(own && !own->fits && own->reasons.join(u' ').contains(u"not known"));
    }
};

QTEST_GUILESS_MAIN(TestEngines)
#include "tst_engines.moc"
