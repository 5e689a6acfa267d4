// The recipes of vLLM-Ascend for two nodes and for the other models, flag by flag and variable by variable as the
// tutorials of their release have them (vllm-ascend v0.18.0 and v0.23.0, docs/source/tutorials/models:
// DeepSeek-V3.1.md, DeepSeek-R1.md, DeepSeek-V3.2.md). What differs, and why:
// - HCCL_SOCKET_IFNAME starts with "=": the name is meant exactly (HCCL user guide).
// - VLLM_USE_V1 and VLLM_USE_MODELSCOPE are left out: the first means nothing from vLLM 0.12.0 on, and the weights
//   are a folder.
// - layer_sharding of V3.2's tutorial of v0.18.0 is left out: that release refuses it outside prefill nodes.
// - V3.2 on one A3 has the addresses and interfaces that its tutorial leaves to the reader.
// - R1's first node writes its own address where the others write node0_ip: the same.
#include "core/artifacts/artifact.h"
#include "core/base/data.h"
#include "core/checks/checkcontext.h"
#include "core/engines/recipebook.h"
#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmnotes.h"
#include "core/engines/vllm/vllmrules.h"
#include "core/targets/launch.h"
#include "tests/recipes/clusterfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QStringList lines(const QString &text) { return text.split(u'|', Qt::SkipEmptyParts); }

// "KEY=value" of every export in a script.
QStringList exported(const QByteArray &script)
{
    static const QRegularExpression line(u"^\\s*export ([A-Z_0-9]+)=(.*)$"_s, QRegularExpression::MultilineOption);
    QStringList found;
    auto matches = line.globalMatch(QString::fromUtf8(script));
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        found << match.captured(1) + u'=' + match.captured(2).remove(u'"').remove(u'\'');
    }
    found.sort();
    return found;
}

} // namespace

class TestVllmRecipes : public QObject
{
    Q_OBJECT

private slots:
    void areTheTutorials_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("chips");
        QTest::addColumn<QStringList>("flags");        // of both releases and nodes
        QTest::addColumn<QStringList>("flags18");      // of 0.18.0 only
        QTest::addColumn<QStringList>("flags23");      // of 0.23.0 only
        QTest::addColumn<QStringList>("second");       // of the second node only
        QTest::addColumn<QStringList>("variables");
        const QString base = u"--host 0.0.0.0|--quantization ascend|--seed 1024|--enable-expert-parallel|"
                             "--trust-remote-code|--max-num-seqs 16|--max-num-batched-tokens 4096|"
                             "--gpu-memory-utilization 0.92|"_s;
        const QString v31 = base
            + u"--max-model-len 16384|--speculative-config {\"num_speculative_tokens\":3,\"method\":\"mtp\"}|"_s;
        const QString v32 = base
            + u"--max-model-len 8192|--no-enable-prefix-caching|--served-model-name deepseek_v3_2|"
              "--speculative-config {\"num_speculative_tokens\":3,\"method\":\"deepseek_mtp\"}|"_s;
        const QString four = u"--data-parallel-size 4|--tensor-parallel-size 4|"_s,
                      spread = u"--data-parallel-address 10.20.0.11|--data-parallel-rpc-port 13389|"_s;
        const QStringList
            sizes18{u"--async-scheduling"_s,
                    uR"(--compilation-config {"cudagraph_capture_sizes":[4,16,32,48,64],"cudagraph_mode":"FULL_DECODE_ONLY"})"_s},
            auto23{uR"(--compilation-config {"cudagraph_mode":"FULL_DECODE_ONLY"})"_s},
            eights{
                uR"(--compilation-config {"cudagraph_mode":"FULL_DECODE_ONLY","cudagraph_capture_sizes":[8,16,24,32,40,48]})"_s};
        const QString two = u"OMP_PROC_BIND=false|OMP_NUM_THREADS=1|HCCL_BUFFSIZE=200|HCCL_INTRA_PCIE_ENABLE=1|"
                            "HCCL_INTRA_ROCE_ENABLE=0|VLLM_ASCEND_BALANCE_SCHEDULING=1|"_s;
        const QString sparse = u"HCCL_OP_EXPANSION_MODE=AIV|OMP_PROC_BIND=false|HCCL_BUFFSIZE=200|"
                               "VLLM_ASCEND_ENABLE_MLAPO=1|VLLM_ASCEND_ENABLE_FLASHCOMM1=1|"_s;
        QTest::newRow("V3.1 on two A2")
            << u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s << 2 << 8
            << lines(v31 + four + spread
                     + u"--port 8004|--data-parallel-size-local 2|--no-enable-prefix-caching|"
                       "--served-model-name deepseek_v3"_s)
            << sizes18 << auto23 << lines(u"--headless|--data-parallel-start-rank 2"_s) << lines(two);
        QTest::newRow("R1 on two A2")
            << u"vllm-ascend-deepseek-r1-w8a8-2xA2"_s << 2 << 8
            << lines(v31 + four + spread
                     + u"--port 8000|--data-parallel-size-local 2|--served-model-name deepseek_r1"_s)
            << sizes18 << auto23 << lines(u"--headless|--data-parallel-start-rank 2"_s) << lines(two);
        QTest::newRow("R1 on one A3")
            << u"vllm-ascend-deepseek-r1-w8a8-1xA3"_s << 1 << 16
            << lines(v31 + four + u"--port 8000|--served-model-name deepseek_r1"_s) << sizes18 << auto23
            << QStringList() << lines(u"HCCL_OP_EXPANSION_MODE=AIV|VLLM_ASCEND_BALANCE_SCHEDULING=1"_s);
        QTest::newRow("V3.2 on one A3")
            << u"vllm-ascend-deepseek-v3.2-w8a8-1xA3"_s << 1 << 16
            << lines(v32 + u"--port 8000|--data-parallel-size 2|--tensor-parallel-size 8"_s) + auto23 << QStringList()
            << QStringList() << QStringList() << lines(sparse + u"OMP_NUM_THREADS=10"_s);
        QTest::newRow("V3.2 on two A3")
            << u"vllm-ascend-deepseek-v3.2-w8a8-2xA3"_s << 2 << 16
            << lines(v32
                     + u"--port 8077|--data-parallel-size 2|--data-parallel-size-local 1|--tensor-parallel-size 16|"
                       "--data-parallel-address 10.20.0.11|--data-parallel-rpc-port 12890"_s)
                + auto23
            << QStringList() << QStringList() << lines(u"--headless|--data-parallel-start-rank 1"_s)
            << lines(sparse + u"OMP_NUM_THREADS=10"_s);
        QTest::newRow("V3.2 on two A2")
            << u"vllm-ascend-deepseek-v3.2-w8a8-2xA2"_s << 2 << 8
            << lines(v32 + spread
                     + u"--port 8077|--data-parallel-size 2|--data-parallel-size-local 1|--tensor-parallel-size 8"_s)
                + eights
            << QStringList() << QStringList() << lines(u"--headless|--data-parallel-start-rank 1"_s)
            << lines(sparse
                     + u"OMP_NUM_THREADS=100|HCCL_CONNECT_TIMEOUT=120|HCCL_INTRA_PCIE_ENABLE=1|"
                       "HCCL_INTRA_ROCE_ENABLE=0"_s);
    }
    void areTheTutorials()
    {
        QFETCH(QString, recipe);
        QFETCH(int, nodes);
        QFETCH(int, chips);
        QFETCH(QStringList, flags);
        QFETCH(QStringList, flags18);
        QFETCH(QStringList, flags23);
        QFETCH(QStringList, second);
        QFETCH(QStringList, variables);
        for (const QString &release : {u"0.18.0"_s, u"0.23.0"_s}) {
            const Deployment deployment = of(recipe, nodes, {{"release", release}});
            const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(nodes, chips));
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            for (int i = 0; i < nodes; ++i) {
                const QString node = deployment.nodes[i].name;
                const Result<Launch> launch
                    = nodeLaunch(deployment, *findRecipe(recipe), facts(nodes, chips), node);
                QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
                QStringList written;
                for (const QStringList &line : launch->process.argvLines.mid(1))
                    written << line.join(u' ');
                QStringList wanted
                    = flags + (release == "0.18.0"_L1 ? flags18 : flags23) + (i > 0 ? second : QStringList());
                written.sort();
                wanted.sort();
                QCOMPARE(written, wanted);
                QCOMPARE(launch->process.serves, i == 0);
                QCOMPARE(launch->process.readyLines.isEmpty(), i > 0);
                QVERIFY2(launch->image.endsWith(u":v"_s + release + (chips == 16 ? u"-a3"_s : QString())),
                         qPrintable(launch->image));
                const QString ip = u"10.20.0.1%1"_s.arg(i + 1);
                QStringList environment = variables
                    + QStringList{u"HCCL_IF_IP="_s + ip,
                                  u"GLOO_SOCKET_IFNAME=enp67s0f5"_s,
                                  u"TP_SOCKET_IFNAME=enp67s0f5"_s,
                                  u"HCCL_SOCKET_IFNAME==enp67s0f5"_s,
                                  u"PYTORCH_NPU_ALLOC_CONF=expandable_segments:True"_s,
                                  u"ASCEND_RT_VISIBLE_DEVICES="_s + devices(chips)};
                environment.sort();
                const Artifact *script = artifactNamed(*set, node + u"/env.sh"_s);
                QVERIFY(script);
                QCOMPARE(exported(script->content), environment);
            }
        }
    }

    // docs/source/tutorials/models/Qwen3-30B-A3B.md of v0.23.0. What differs: the tutorial's Eagle3 draft model is left
    // out; it has no --host, so vLLM listens on every address, and this says so; its dp of 1 is vLLM's default; AIV is
    // "not needed on A2".
    void theSmallOneIsItsTutorials()
    {
        const QString recipe = u"vllm-ascend-qwen3-30b-w8a8-1xA2"_s;
        const Deployment deployment = of(recipe, 1, Json::object());
        const Result<Launch> launch = nodeLaunch(deployment, *findRecipe(recipe), facts(1, 8), u"node1"_s);
        QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
        QStringList written, wanted = lines(
            u"--host 0.0.0.0|--data-parallel-size 1|--served-model-name qwen3|--trust-remote-code|--max-num-seqs 100|"
            "--max-model-len 40960|--max-num-batched-tokens 16384|--tensor-parallel-size 4|--enable-expert-parallel|"
            "--quantization ascend|--distributed-executor-backend mp|--no-enable-prefix-caching|--async-scheduling|"
            "--compilation-config {\"cudagraph_mode\":\"FULL_DECODE_ONLY\"}|"
            "--additional-config {\"enable_flashcomm1\":true,\"weight_nz_mode\":2}|--gpu-memory-utilization 0.95|"
            "--port 8000"_s);
        for (const QStringList &line : launch->process.argvLines.mid(1))
            written << line.join(u' ');
        written.sort();
        wanted.sort();
        QCOMPARE(written, wanted);
        const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(1, 8));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const QStringList environment = exported(artifactNamed(*set, u"node1/env.sh"_s)->content);
        for (const QString &one : lines(u"ASCEND_RT_VISIBLE_DEVICES=0,1,2,3|HCCL_BUFFSIZE=1024|OMP_PROC_BIND=false|"
                                        "OMP_NUM_THREADS=1|PYTORCH_NPU_ALLOC_CONF=expandable_segments:True"_s))
            QVERIFY2(environment.contains(one), qPrintable(environment.join(u' ')));
        QVERIFY(!environment.join(u' ').contains(u"FLASHCOMM"_s));
    }

    // Every number follows the settings: nobody copies a rank from one node to the other.
    void ranksFollowTheParallelism()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        for (const auto &[tp, all, local] : {std::tuple{8, 2, 1}, std::tuple{2, 8, 4}, std::tuple{1, 16, 8}}) {
            const Deployment deployment = of(recipe, 2, {{"tp", tp}, {"rpcPort", 14000}});
            const Result<Launch> launch = nodeLaunch(deployment, *findRecipe(recipe), facts(2, 8), u"node2"_s);
            QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
            const QString line = launch->process.argv().join(u' ');
            for (const QString &part :
                 {u"--data-parallel-size %1 "_s.arg(all), u"--data-parallel-size-local %1 "_s.arg(local),
                  u"--data-parallel-start-rank %1"_s.arg(local), u"--data-parallel-rpc-port 14000"_s})
                QVERIFY2(line.contains(part), qPrintable(part + u" in "_s + line));
        }
    }

    void whatCannotStartIsRefused_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("says");
        QTest::newRow("one port for two things")
            << QByteArray(R"({"port": 13389})") << u"\"port\" and \"rpcPort\" are both 13389"_s;
        QTest::newRow("a group over both nodes")
            << QByteArray(R"({"tp": 16})") << u"\"tp\" is 16; a group of cards that share each layer stays on one node"_s;
    }
    void whatCannotStartIsRefused()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, says);
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        const Deployment deployment = of(recipe, 2, *parseJson(settings, u"settings"_s));
        const Result<Launch> launch = nodeLaunch(deployment, *findRecipe(recipe), facts(2, 8), u"node1"_s);
        QVERIFY(!launch);
        QVERIFY2(launch.error().message.contains(says), qPrintable(launch.error().message));
    }

    // What the parser takes and vLLM or its plugin refuse later, or pass over: vllm/engine/arg_utils.py,
    // entrypoints/cli/serve.py; vllm_ascend/platform.py, ascend_config.py.
    void contradictionsAreSaid_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");               // empty: nothing
        const auto row = [](const char *name, const char *release, const char *line, const char *says) {
            QTest::newRow(name) << QString::fromLatin1(release) << QString::fromLatin1(line)
                                << QString::fromLatin1(says);
        };
        row("headless with an API server", "0.18.0", "/w --headless --api-server-count 1", "--api-server-count 1");
        row("headless with none", "0.18.0", "/w --headless --api-server-count=0", "");
        row("one was allowed", "0.14.1", "/w --headless --api-server-count 1", "");
        row("two never", "0.14.1", "/w --headless -asc 2", "--api-server-count 2");
        row("more here than at all", "0.18.0", "/w -dp 2 --data_parallel_size_local 4", "is more than");
        row("nothing of its own", "0.18.0", "/w --headless -dp 2 -dpl 0", "at least one group");
        row("beyond the last", "0.18.0", "/w --headless -dp 4 -dpl 2 -dpr 3", "goes beyond");
        row("the last two", "0.18.0", "/w --headless -dp 4 -dpl 2 -dpr 2", "");
        row("a rank without headless", "0.18.0", "/w -dp 4 -dpl 2 -dpr 2", "without --headless");
        row("a rank without headless, before", "0.9.2", "/w -dp 4 -dpl 2 -dpr 2", "is refused without --headless");
        row("the first rank", "0.23.0", "/w -dp 4 -dpl 1 -dpr 0", ""); // DeepSeek-V4-Pro.md of v0.23.0
        row("the first rank, before", "0.9.2", "/w -dp 4 -dpl 1 -dpr 0", "");
        row("a rank of a variable", "0.18.0", "/w -dp 4 -dpl 2 -dpr $RANK", "");
        row("hybrid", "0.18.0", "/w -dp 4 -dpl 2 -dpr 2 --data-parallel-hybrid-lb", "");
        row("both balancers", "0.18.0", "/w -dp 4 --data-parallel-rank 1 --data-parallel-hybrid-lb", "exclude");
        row("external of one group", "0.18.0", "/w -dp 1 --data-parallel-rank 0", "of more than 1");
        row("external without groups", "0.23.0", "/w --data-parallel-external-lb", "of more than 1");
        row("groups of a variable", "0.18.0", "/w -dp $GROUPS --data-parallel-rank $RANK", "");
        row("tools", "0.18.0", "/w --enable-auto-tool-choice", "--tool-call-parser");
        row("sizes twice", "0.18.0",
            R"(/w --cudagraph-capture-sizes 1 2 --compilation-config {"cudagraph_capture_sizes":[1]})", "in a flag and");
        row("more than the memory", "0.11.0", "/w --gpu-memory-utilization 1.4", "must be less than 1.0");
        row("all of the memory", "0.11.0", "/w --gpu-memory-utilization=1.0", "");
        row("more than the memory, by the parser", "0.18.0", "/w --gpu-memory-utilization 1.4", "");
        row("AWQ", "0.23.0", "/w --quantization awq", "--quantization awq is refused on Ascend");
        row("compressed tensors", "0.18.0", "/w -q compressed-tensors", "");
        row("compressed tensors before", "0.11.0", "/w -q compressed-tensors", "is refused on Ascend");
        row("fp8 before", "0.18.0", "/w -q fp8", "is refused on Ascend");
        row("fp8", "0.21.0", "/w -q fp8", "");
        row("no role", "0.18.0", R"(/w --kv-transfer-config {"kv_connector":"MooncakeConnectorV1"})", "kv_role");
        row("a role", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"AscendStoreConnector","kv_role":"kv_producer"})", "");
        row("recompute, mixed", "0.18.0", R"(/w --additional-config {"recompute_scheduler_enable":true})",
            "one service does prefill and decode");
        const char *const producer
            = R"(/w --kv-transfer-config {"kv_connector":"AscendStoreConnector","kv_role":"kv_producer"} --additional-config {"recompute_scheduler_enable":true})";
        row("recompute, prefill, 0.18.0", "0.18.0", producer, "");
        row("recompute, prefill, 0.23.0", "0.23.0", producer, "ignored on a prefill node");
        row("sharding", "0.18.0", R"(/w --additional-config {"layer_sharding":["o_proj"]})", "layer_sharding");
        row("a later release", "0.24.0", R"(/w --additional-config {"layer_sharding":["o_proj"]})", "");
        row("nothing sharded", "0.18.0", R"(/w --additional-config {"layer_sharding":[]})", "");
        row("nothing sharded, null", "0.23.0", R"(/w --additional-config {"layer_sharding":null})", "");

        row("a wrong role in parts", "0.18.0", "/w --kv-transfer-config.kv_role both", "wants a kv_role");
        row("a right one", "0.18.0", "/w --kv-transfer-config.kv_role kv_both", "");
        row("one that the shell knows", "0.18.0", "/w --kv-transfer-config.kv_role $ROLE --quantization $Q", "");
        row("vLLM's balancer", "0.18.0", "/w --enable-eplb", "--enable-eplb is refused on Ascend");
        row("vLLM's balancer of then", "0.11.0", "/w --enable-eplb", "the plugin's own is dynamic_eplb");
        row("vLLM's balancer now", "0.13.0", "/w --enable-eplb", "the plugin's own is eplb_config");
        row("vLLM's balancer, off", "0.18.0", "/w --no-enable-eplb", "");
        row("vLLM's balancer before", "0.10.0", "/w --enable-eplb", "");
        row("experts without it", "0.18.0", R"(/w --eplb-config {"num_redundant_experts":2})", "num_redundant_experts");
        row("the plugin's balancer", "0.18.0",
            R"(/w --additional-config {"eplb_config":{"dynamic_eplb":true,"num_redundant_experts":16}})", "");
        row("a key it has not", "0.18.0", R"(/w --additional-config {"eplb_config":{"dynamic_elpb":true}})",
            "eplb_config in --additional-config has no dynamic_elpb");
        row("one of vLLM's own", "0.23.0", R"(/w --additional-config {"eplb_config":{"use_async":true}})", "use_async");
        row("a key of later", "0.22.1",
            R"(/w --additional-config {"eplb_config":{"eplb_heat_collection_stage":"all"}})", "eplb_heat_collection_stage");
        row("its release", "0.23.0",
            R"(/w --additional-config {"eplb_config":{"eplb_heat_collection_stage":"all"}})", "");
        row("before it was looked at", "0.13.0", R"(/w --additional-config {"eplb_config":{"anything":1}})", "");
        row("a port twice", "0.18.0", "/w --port 8000 --port 8001", "--port is given twice");
        row("twice the same", "0.18.0", "/w --port 8000 --port=8000", "");
        row("twice by a beginning", "0.18.0",
            R"(/w --additional-config {"enable_cpu_binding":true} --additional-confi {"enable_cpu_binding":false})",
            "--additional-config is given twice");
        row("what is added up", "0.18.0", "/w --middleware a.B --middleware c.D", "");
        row("a level", "0.18.0", "/w --compilation-config 3", "--compilation-config 3 is refused");
        row("a level by its other name", "0.18.0", "/w -cc 3", "--compilation-config 3 is refused");
        row("a level of old", "0.11.0", "/w --compilation-config 3", "");
        row("a small batch", "0.18.0", "/w --max-num-batched-tokens 8 --max-num-seqs 16",
            "is less than --max-num-seqs");
        row("a batch by beginnings", "0.18.0", "/w --max-num-batched 1k --max-num-seq 1025",
            "less than --max-num-seqs");
        row("a batch that fits", "0.18.0", "/w --max-num-batched-tokens 1K --max-num-seqs 1024", "");
        const char *const whole = "/w --no-enable-chunked-prefill --max-num-batched-tokens 4096 --max-model-len 8192";
        row("a prompt longer than a batch", "0.18.0", whole, "is less than --max-model-len");
        row("in pieces", "0.18.0", "/w --max-num-batched-tokens 4096 --max-model-len 8192", "");
        row("as long as the model has", "0.18.0",
            "/w --no-enable-chunked-prefill --max-num-batched-tokens 4096 --max-model-len auto", "");
        row("the draft's size", "0.18.0",
            R"(/w --speculative-config {"method":"mtp","num_speculative_tokens":1,"tensor_parallel_size":1})",
            "draft_tensor_parallel_size");
        row("the draft's size before", "0.14.1",
            R"(/w --speculative-config {"method":"mtp","num_speculative_tokens":1,"tensor_parallel_size":1})", "");
        row("a draft of two", "0.18.0", R"(/w -tp 4 --speculative-config {"draft_tensor_parallel_size":2})",
            "neither 1 nor");
        row("a draft as wide", "0.18.0", R"(/w -tp 4 --speculative-config {"draft_tensor_parallel_size":4})", "");
        row("a key that is none", "0.16.0", R"(/w --speculative-config {"method":"mtp","num_tokens":1})", "num_tokens");
        row("a key in parts", "0.16.0", "/w --speculative-config.num_tokens 1", "num_tokens");
        row("passed over", "0.15.0", R"(/w --speculative-config {"method":"mtp","num_tokens":1})", "");
        row("a key of later", "0.23.0", R"(/w --speculative-config {"use_heterogeneous_vocab":true})", "heterogeneous");
        row("graphs' keys", "0.13.0", R"(/w --compilation-config {"cudagraph":1})", "cudagraph");
        row("graphs' keys below", "0.18.0", R"(/w -cc {"pass_config":{"enable_noop":true}})", "enable_noop");
        row("a method that is none", "0.18.0",
            R"(/w --speculative-config {"method":"bogus","num_speculative_tokens":1})",
            "--speculative-config: method bogus is no choice of vLLM 0.18.0: draft_model, eagle, ");
        row("a method of later", "0.18.0", R"(/w --speculative-config {"method":"dspark"})",
            "; dspark is one from 0.25.1 on");
        row("in its time", "0.25.1", R"(/w --speculative-config {"method":"dspark"})", "");
        row("a method in parts", "0.10.2", "/w --speculative-config.method mtp", "; mtp is one from 0.11.0 on");
        row("a method of before", "0.9.1", R"(/w --speculative-config {"method":"deepseek_mtp"})", "");
        row("any method once", "0.8.4", R"(/w --speculative-config {"method":"bogus"})", "");
        row("a method that the shell knows", "0.18.0", R"(/w --speculative-config {"method":"$M"})", "");
        row("a method that went", "0.21.0", R"(/w --speculative-config {"rejection_sample_method":"strict"})",
            "rejection_sample_method strict is no choice");
        row("graphs of no mode", "0.18.0", R"(/w --compilation-config {"cudagraph_mode":"FULL_DECODE"})",
            "--compilation-config: cudagraph_mode FULL_DECODE is no choice of vLLM 0.18.0");
        row("graphs in small letters", "0.18.0", R"(/w -cc {"cudagraph_mode":"full_decode_only"})", "");
        row("graphs by number", "0.18.0", R"(/w -cc {"cudagraph_mode":2})", "");
        row("no mode of the compiler", "0.18.0", R"(/w -cc {"mode":"VLLM"})",
            "--compilation-config: mode VLLM is no choice of vLLM 0.18.0: NONE, STOCK_TORCH_COMPILE, ");
        row("its mode in small letters", "0.18.0", R"(/w -cc {"mode":"vllm_compile"})", "");
        row("its mode by number", "0.18.0", R"(/w -cc {"mode":3})", "");
        row("no number of a mode", "0.18.0", "/w --compilation-config.mode 9", "mode 9 is no choice of vLLM 0.18.0");
        row("what to do with a lost cache", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"M","kv_role":"kv_both","kv_load_failure_policy":"retry"})",
            "kv_load_failure_policy retry is no choice of vLLM 0.18.0: fail, recompute");
        const char *const gone
            = R"(/w --kv-transfer-config {"kv_connector":"LLMDataDistCMgrConnector","kv_role":"kv_producer"})";
        row("a connector that went", "0.18.0", gone,
            "kv_connector LLMDataDistCMgrConnector is not in vLLM-Ascend v0.18.0rc1, v0.18.0; it is in v0.9.1rc2 to "
            "v0.9.1, v0.10.0rc1 to v0.11.0");
        row("the connector in its time", "0.11.0", gone, "");
        row("a connector of later", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeHybridConnector","kv_role":"kv_both"})",
            "; it is in v0.20.2rc1 to main");
        row("the plugin's module", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"LLMDataDistCMgrConnector","kv_role":"kv_both","kv_connector_module_path":"vllm_ascend.distributed.llmdatadist_c_mgr_connector"})",
            "is not in vLLM-Ascend");
        row("somebody's module", "0.9.1",
            R"(/w --kv-transfer-config {"kv_connector":"UCMConnector","kv_role":"kv_both","kv_connector_module_path":"ucm.connector"})",
            "");
        row("somebody's connector", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"OurConnector","kv_role":"kv_both"})", "");
        row("one of many", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MultiConnector","kv_role":"kv_both","kv_connector_extra_config":{"connectors":[{"kv_connector":"LLMDataDistCMgrConnector","kv_role":"kv_both"}]}})",
            "LLMDataDistCMgrConnector is not in vLLM-Ascend");
        row("fewer cards for the prompt", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeConnectorV1","kv_role":"kv_producer","kv_connector_extra_config":{"prefill":{"dp_size":2,"tp_size":4},"decode":{"dp_size":1,"tp_size":8}}})",
            "MooncakeConnectorV1 refuses a tp_size of prefill (4) that is less than that of decode (8)");
        row("as many", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeConnectorV1","kv_role":"kv_producer","kv_connector_extra_config":{"prefill":{"dp_size":2,"tp_size":8},"decode":{"dp_size":2,"tp_size":8}}})",
            "");
        row("layer by layer", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeLayerwiseConnector","kv_role":"kv_producer","kv_connector_extra_config":{"prefill":{"dp_size":2,"tp_size":4},"decode":{"dp_size":1,"tp_size":8}}})",
            "");
        row("whatever the plugin reads", "0.18.0", R"(/w --additional-config {"anything":1})", "");
        row("no port", "0.18.0", "/w --port 70000", "--port 70000 is no port");
        row("no port among nodes", "0.18.0", "/w --data-parallel-rpc-port 65536", "65536 is no port");
        row("no port for the cache", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"M","kv_role":"kv_both","kv_port":"99999"})", "kv_port 99999");
        row("one port twice", "0.18.0",
            "/w -dp 2 --data-parallel-size-local 1 --port 8000 --data-parallel-rpc-port 8000",
            "--port and --data-parallel-rpc-port are both 8000");
        row("one port of two nodes", "0.18.0", "/w --nnodes 2 --port 29501 --master-port 29501",
            "--port and --master-port are both 29501");
        row("a port that nobody binds", "0.18.0", "/w -dp 2 --port 8000 --data-parallel-rpc-port 8000", "");
        row("the first node's port", "0.18.0",
            "/w -dp 2 --data-parallel-rank 1 --port 8000 --data-parallel-rpc-port 8000", "");
        row("the last port", "0.18.0", "/w --port 65535", "");
        row("no such rank", "0.18.0", "/w -dp 4 --data-parallel-rank 4", "whose ranks are 0 to 3");
        row("contexts", "0.18.0", "/w -tp 4 -dcp 3", "cannot be divided");
        row("prefill contexts", "0.23.0", "/w -dp 2 --prefill-context-parallel-size 2", "exclude each other");
        row("prefill contexts before", "0.21.0", "/w -dp 2 --prefill-context-parallel-size 2", "");
        row("a port of letters", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"M","kv_role":"kv_both","kv_port":"abc"})",
            "kv_port \"abc\" is refused");
        row("a quoted port", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"M","kv_role":"kv_both","kv_port":"36000"})", "");
        row("a port that the shell knows", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"M","kv_role":"kv_both","kv_port":"$PORT"})", "");
        row("no sizes", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeConnectorV1","kv_role":"kv_producer"})",
            "lacks prefill.dp_size, prefill.tp_size, decode.dp_size, decode.tp_size, which MooncakeConnectorV1 wants");
        row("one side's sizes", "0.23.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeHybridConnector","kv_role":"kv_producer","kv_connector_extra_config":{"prefill":{"dp_size":2,"tp_size":8}}})",
            "lacks decode.dp_size, decode.tp_size");
        row("layer by layer without sizes", "0.18.0",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeLayerwiseConnector","kv_role":"kv_producer"})", "");
        row("layer by layer without sizes before", "0.14.1",
            R"(/w --kv-transfer-config {"kv_connector":"MooncakeLayerwiseConnector","kv_role":"kv_producer"})",
            "lacks prefill.dp_size");
    }
    void contradictionsAreSaid()
    {
        QFETCH(QString, release);
        QFETCH(QString, line);
        QFETCH(QString, says);
        QStringList all = vllmContradictions(line.split(u' '), release) + vllmCautions(line.split(u' '), release);
        all << vllmGivenTwice(line.split(u' '), release);
        all.removeAll(QString());
        const QString said = all.join(u"; "_s);
        QVERIFY2(says.isEmpty() ? said.isEmpty() : said.contains(says), qPrintable(said));
    }

    // vLLM's arg_utils.py makes it a hybrid load balancer, the plugin's platform.py passes it over.
    void whatRunsOtherwiseThanItReadsIsNotRefused()
    {
        const auto check = [](const QByteArray &line, const char *release, const char *says) {
            const QStringList words = QString::fromLatin1(line).split(u' ');
            return vllmContradictions(words, QLatin1String(release)).isEmpty()
                && vllmCautions(words, QLatin1String(release)).join(u'|').contains(QLatin1String(says));
        };
        QVERIFY(check("/w -dp 4 -dpl 2 -dpr 2", "0.18.0", "without --headless"));
        const QByteArray producer = "/w --kv-transfer-config "
                                    R"({"kv_connector":"AscendStoreConnector","kv_role":"kv_producer"})"
                                    " --additional-config ";
        QVERIFY(check(producer + R"({"recompute_scheduler_enable":true})", "0.23.0", "ignored on a prefill node"));
        QVERIFY(check(producer + R"({"scheduler_config":{"recompute_scheduler_enable":true}})", "0.25.1",
                      "ignored on a prefill node"));
        const QByteArray tooEarly = producer + R"({"scheduler_config":{"recompute_scheduler_enable":true}})";
        const QString said = vllmCautions(QString::fromLatin1(tooEarly).split(u' '), u"0.23.0"_s).join(u'|');
        QVERIFY2(!said.contains("ignored on a prefill node"_L1), qPrintable(said)); // that none reads it is told
        QVERIFY(!check(R"(/w --additional-config {"recompute_scheduler_enable":true})", "0.23.0", ""));
    }

    // resources/vllm-refusals.json
    void refusalsOfTheStart_data()
    {
        QTest::addColumn<QStringList>("releases");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");              // empty: nothing
        const auto row = [](const char *name, const QStringList &releases, const char *line, const char *says) {
            QTest::newRow(name) << releases << QString::fromLatin1(line) << QString::fromLatin1(says);
        };
        const QStringList both{u"0.18.0"_s, u"0.23.0"_s}, old{u"0.18.0"_s}, now{u"0.23.0"_s};
        row("no backend", both, "/w -dp 2 --data-parallel-backend foo", "--data-parallel-backend foo is refused");
        row("a backend", both, "/w -dp 2 -dpb ray", "");
        row("nothing guessed", both, R"(/w --speculative-config {"method":"mtp","num_speculative_tokens":0})",
            "num_speculative_tokens in --speculative-config is 0");
        const char *const head
            = R"(/w -dp 4 --additional-config {"finegrained_tp_config":{"lmhead_tensor_parallel_size":3}})";
        row("a head that does not divide", both, head,
            "lmhead_tensor_parallel_size in --additional-config is 3, which does not divide --data-parallel-size 4");
        row("a head that divides", both,
            R"(/w -dp 32 --additional-config {"finegrained_tp_config":{"lmhead_tensor_parallel_size":16}})", "");
        row("groups that the shell knows", both,
            R"(/w -dp $3 --additional-config {"finegrained_tp_config":{"lmhead_tensor_parallel_size":16}})", "");
        row("groups that may be said", both,
            R"(/w $@ --additional-config {"finegrained_tp_config":{"lmhead_tensor_parallel_size":16}})", "");
        const char *const eager
            = R"(/w -dp 2 --enforce-eager --additional-config {"finegrained_tp_config":{"oproj_tensor_parallel_size":2}})";
        row("a projection without graphs", both, eager,
            "oproj_tensor_parallel_size in --additional-config is refused with --enforce-eager");
        row("a projection not in decode", both, eager, "refused on anything but decode nodes");
        const char *const wide
            = R"(/w -dp 2 -tp 8 --kv-transfer-config {"kv_connector":"AscendStoreConnector","kv_role":"kv_consumer"} --additional-config {"finegrained_tp_config":{"oproj_tensor_parallel_size":2}})";
        row("a wide projection", now, wide,
            "oproj_tensor_parallel_size in --additional-config wants --tensor-parallel-size 1, not 8");
        row("a projection without recompute", now, wide, "wants recompute_scheduler_enable");
        row("a wide projection before", old, wide, "");
        row("a cache of another layout", both, R"(/w --additional-config {"enable_kv_nz":true})",
            "enable_kv_nz in --additional-config is refused on anything but decode nodes");
        const auto unknown = [&](const char *name, const char *transfer) {
            for (const char *config : {R"({"recompute_scheduler_enable":true})", R"({"layer_sharding":["o_proj"]})"})
                QTest::addRow("%s, %s", name, config)
                    << both << u"/w --additional-config %1 %2"_s.arg(QLatin1String(config), QLatin1String(transfer))
                    << QString();
        };
        unknown("a transfer that the shell knows", "--kv-transfer-config $KV");
        unknown("a role that the shell knows",
                R"(--kv-transfer-config {"kv_connector":"AscendStoreConnector","kv_role":"$ROLE"})");
        unknown("a transfer in a file", "--config c.yaml");
        unknown("a transfer in any words", "$@");
        unknown("a transfer in more words", "$EXTRA_ARGS");
        unknown("a transfer that cannot be read", "--kv-transfer-config {kv_role:kv_producer}");
        row("static kernels", both,
            R"(/w --additional-config {"ascend_compilation_config":{"enable_static_kernel":true,"enable_npugraph_ex":false}})",
            "enable_static_kernel in --additional-config wants enable_npugraph_ex");
        row("static kernels of graphs", both,
            R"(/w --additional-config {"ascend_compilation_config":{"enable_static_kernel":true}})", "");
        row("FlashComm1 of one card", now, R"(/w --additional-config {"enable_flashcomm1":true})",
            "is refused with --tensor-parallel-size 1");
        row("FlashComm1 that is not read", old, R"(/w --additional-config {"enable_flashcomm1":true})", "");
        row("FlashComm1 without experts' groups", now,
            R"(/w/DeepSeek-V3.1-w8a8 -tp 4 --additional-config {"enable_flashcomm1":true})",
            "wants --enable-expert-parallel");
        row("FlashComm1 of a model without experts", now,
            R"(/w/DeepSeek-R1-Distill-Qwen-32B -tp 4 --additional-config {"enable_flashcomm1":true})", "");
        for (const char *dense : {"DeepSeek-R1-0528-Qwen3-8B", "DeepSeek-R1-Llama-8B", "deepseek-r1-14b", "Qwen3-32B"})
            QTest::addRow("FlashComm1 of the dense %s", dense)
                << now << u"/w/%1 -tp 4 --additional-config {\"enable_flashcomm1\":true}"_s.arg(QLatin1String(dense))
                << QString();
        row("FlashComm1 of experts on a dense one's name", now,
            R"(/w/DeepSeek-R1-Distill-Qwen3-30B-A3B -tp 4 --additional-config {"enable_flashcomm1":true})",
            "wants --enable-expert-parallel");
        const char *const sizes
            = R"(/w -tp 4 --enable-expert-parallel --additional-config {"enable_flashcomm1":true} --compilation-config {"cudagraph_capture_sizes":[1,2,6]})";
        row("FlashComm1 without a size", now, sizes,
            "a multiple of --tensor-parallel-size 4; there is none in [1,2,6]");
        row("FlashComm1 with a size", now,
            R"(/w -tp 4 --enable-expert-parallel --additional-config {"enable_flashcomm1":true} --cudagraph-capture-sizes 1 8)",
            "");
        row("context without FlashComm1", now,
            R"(/w/DeepSeek-V3.2-W8A8 -tp 4 --additional-config {"enable_dsa_cp":true,"enable_flashcomm1":false})",
            "enable_dsa_cp in --additional-config wants FlashComm1");
        row("context of GLM", now,
            R"(/w/GLM-5-w4a8 -tp 4 --additional-config {"enable_dsa_cp":true,"enable_flashcomm1":false})",
            "enable_dsa_cp in --additional-config wants FlashComm1");
        row("context, FlashComm1 in the environment", now,
            R"(/w/DeepSeek-V3.2-W8A8 -tp 4 --additional-config {"enable_dsa_cp":true})", "");
        row("context of a model that has none", now,
            R"(/w/Qwen3-32B -tp 4 --additional-config {"enable_dsa_cp":true,"enable_flashcomm1":false})", "");
        row("context of a model that is not named", now,
            R"(/w -tp 4 --additional-config {"enable_dsa_cp":true,"enable_flashcomm1":false})", "");
        const char *const shared
            = R"({"enable_dsa_cp":true,"enable_flashcomm1":false,"enable_shared_expert_dp":true})";
        const auto sharing = [&](const char *name, const char *flags, const char *says) {
            QTest::newRow(name) << now << u"/w/DeepSeek-V3.2-W8A8 %1 --additional-config %2"_s
                                              .arg(QLatin1String(flags), QLatin1String(shared))
                                << QString::fromLatin1(says);
        };
        sharing("context, FlashComm1 by shared experts", "-tp 4 --enable-expert-parallel", "");
        sharing("context, shared experts that the shell knows", "-tp $TP --enable-expert-parallel", "");
        sharing("context, shared experts of no groups", "-tp 4",
                "enable_dsa_cp in --additional-config wants FlashComm1");
        const char *const balance
            = R"(/w --kv-transfer-config {"kv_connector":"AscendStoreConnector","kv_role":"kv_producer"} --additional-config {"enable_balance_scheduling":true})";
        row("balance of one role", now, balance, "is refused with kv_role kv_producer");
        row("balance, mixed", now, R"(/w --additional-config {"enable_balance_scheduling":true})", "");
        row("placement", now, R"(/w --additional-config {"mix_placement":true,"multistream_overlap_shared_expert":true})",
            "mix_placement and multistream_overlap_shared_expert in --additional-config exclude each other");
        const QByteArray placement = "/w --additional-config {\"mix_placement\":true,"
                                     "\"multistream_overlap_shared_expert\":true,\"enable_fused_mc2\":%1}";
        const auto fused = [&](const char *release, const char *value, bool isRefused) {
            QTest::addRow("placement, fused MC2 %s in %s", value, release)
                << QStringList{QLatin1String(release)} << QString::fromLatin1(placement).arg(QLatin1String(value))
                << (isRefused ? u"mix_placement and multistream_overlap_shared_expert"_s : QString());
        };
        fused("0.23.0", "0", true);
        fused("0.23.0", "1", false); // the plugin itself turns the other one off
        fused("0.23.0", "2", true);
        fused("0.22.1", "1", true);
        row("placement of shared experts", now,
            R"(/w -tp 4 --enable-expert-parallel --additional-config {"mix_placement":true,"enable_shared_expert_dp":true})",
            "mix_placement and enable_shared_expert_dp in --additional-config exclude each other");
        row("two ways of MC2", now, R"(/w --additional-config {"enable_mc2_hierarchy_comm":true,"enable_fused_mc2":1})",
            "enable_mc2_hierarchy_comm in --additional-config and enable_fused_mc2");
        const char *const chunk = R"(/w --additional-config {"profiling_chunk_config":{"enabled":true}})";
        row("chunks without a pipeline", now, chunk, "wants --pipeline-parallel-size of more than 1");
        const char *const xlite
            = R"(/w --speculative-config {"method":"mtp","num_speculative_tokens":3} --additional-config {"xlite_graph_config":{"enabled":true}})";
        row("xlite and three", now, xlite, "takes num_speculative_tokens 1 only, not 3");
        row("xlite and any", old, xlite, "is refused with --speculative-config");
        row("xlite and one", now,
            R"(/w --speculative-config {"method":"mtp","num_speculative_tokens":1} --additional-config {"xlite_graph_config":{"enabled":true}})",
            "");
    }
    void refusalsOfTheStart()
    {
        QFETCH(QStringList, releases);
        QFETCH(QString, line);
        QFETCH(QString, says);
        for (const QString &release : std::as_const(releases)) {
            const QString said = vllmContradictions(line.split(u' '), release).join(u"; "_s);
            QVERIFY2(says.isEmpty() ? said.isEmpty() : said.contains(says), qPrintable(release + u": "_s + said));
        }
    }

    // The same of rows that hold in a few releases only.
    void refusalsOfSomeReleases_data()
    {
        QTest::addColumn<QStringList>("releases");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");              // empty: nothing
        const auto row = [](const char *name, const QStringList &releases, const QByteArray &line, const char *says) {
            QTest::newRow(name) << releases << QString::fromLatin1("/w" + line) << QString::fromLatin1(says);
        };
        const auto ofPlugin = [](const char *json) { return QByteArray(" --additional-config ") + json; };
        const auto ofRole = [](const char *role) {
            return " --kv-transfer-config {\"kv_connector\":\"AscendStoreConnector\",\"kv_role\":\"" + QByteArray(role)
                + "\"}";
        };
        const QByteArray pipeline
            = " -pp 2 --speculative-config {\"method\":\"mtp\",\"num_speculative_tokens\":1}";
        row("MTP in a pipeline", {u"0.22.1"_s, u"0.23.0"_s}, pipeline,
            "--pipeline-parallel-size 2 with MTP (method mtp in --speculative-config) is refused on anything but");
        row("MTP in a pipeline, prefill", {u"0.23.0"_s}, pipeline + ofRole("kv_producer"), "");
        row("MTP in a pipeline, other releases", {u"0.21.0"_s, u"0.24.0"_s}, pipeline, "");
        const QByteArray contexts = " -tp 8 -dcp 4";
        row("contexts over a transfer", {u"0.12.0"_s, u"0.18.0"_s, u"0.25.1"_s}, contexts + ofRole("kv_both"),
            "--decode-context-parallel-size 4 with --kv-transfer-config wants a --cp-kv-cache-interleave-size as large "
            "as the block (128), not 1");
        row("prefill contexts over a transfer", {u"0.18.0"_s}, " -pcp 2" + ofRole("kv_producer"),
            "--prefill-context-parallel-size 2 with --kv-transfer-config wants");
        row("contexts in whole blocks", {u"0.18.0"_s},
            contexts + " --cp-kv-cache-interleave-size 128" + ofRole("kv_both"), "");
        row("contexts, no transfer", {u"0.18.0"_s}, contexts, "");
        const QByteArray sparse = "/DeepSeek-V3.2-W8A8 -tp 8 -dcp ";
        row("sparse contexts", {u"0.23.0"_s, u"0.25.1"_s}, sparse + '4',
            "--decode-context-parallel-size 4 of a model with sparse attention must be --tensor-parallel-size, which "
            "is 8");
        row("sparse contexts of all cards", {u"0.23.0"_s}, sparse + '8', "");
        row("sparse contexts before", {u"0.22.1"_s}, sparse + '4', "");
        row("contexts of another model", {u"0.23.0"_s}, "/DeepSeek-V3.1 -tp 8 -dcp 4", "");
        const QStringList both{u"0.18.0"_s, u"0.23.0"_s};
        row("a map of experts", both, ofPlugin(R"({"eplb_config":{"expert_map_path":"/w/map.txt"}})"),
            "expert_map_path in --additional-config is \"/w/map.txt\"; it must end in .json");
        row("a map of experts that is one", both,
            ofPlugin(R"({"eplb_config":{"expert_map_path":"/w/map.json","eplb_policy_type":3}})"), "");
        row("less than no expert", both, ofPlugin(R"({"eplb_config":{"num_redundant_experts":-1}})"),
            "num_redundant_experts in --additional-config is -1; it must not be below 0");
        row("no policy", both, ofPlugin(R"({"eplb_config":{"eplb_policy_type":4}})"),
            "eplb_policy_type in --additional-config is 4; it must be 0, 1, 2 or 3");
        const QByteArray fused = ofPlugin(R"({"enable_fused_mc2":2})");
        row("another fused MC2", {u"0.24.0"_s, u"0.27.1"_s}, fused,
            "enable_fused_mc2 (or VLLM_ASCEND_ENABLE_FUSED_MC2) is 2; it must be 0 or 1");
        row("another fused MC2 before", {u"0.23.0"_s}, fused, "");
        row("two dumps", {u"0.20.2"_s, u"0.23.0"_s}, ofPlugin(R"({"dump_config":{},"dump_config_path":"/d.json"})"),
            "dump_config and dump_config_path in --additional-config exclude each other");
        row("one dump", {u"0.23.0"_s}, ofPlugin(R"({"dump_config_path":"/d.json"})"), "");
        const QByteArray sleep = ofPlugin(R"({"enable_sleep_mode_extra_cleanup":false})");
        row("sleep", {u"0.27.1"_s}, sleep, "it is rl_config.sleep_mode_extra_cleanup now");
        row("sleep before", {u"0.26.0"_s}, sleep, "");
        const QByteArray sample = ofPlugin(R"({"enable_reduce_sample":true})");
        row("samples of prefill", {u"0.23.0"_s, u"0.27.1"_s}, ofRole("kv_producer") + sample,
            "enable_reduce_sample in --additional-config is refused on prefill nodes");
        row("samples of decode", {u"0.23.0"_s}, ofRole("kv_consumer") + sample, "");
        row("samples in between", {u"0.24.0"_s, u"0.25.1"_s}, ofRole("kv_producer") + sample, "");
        row("samples of a divided head", {u"0.23.0"_s},
            " -dp 2"
                + ofPlugin(
                    R"({"enable_reduce_sample":true,"finegrained_tp_config":{"lmhead_tensor_parallel_size":2}})"),
            "enable_reduce_sample and lmhead_tensor_parallel_size in --additional-config exclude each other");
        const QByteArray shortFirst
            = ofPlugin(R"({"scheduler_config":{"short_request_first_config":{"enabled":true}}})");
        const QStringList late{u"0.25.1"_s, u"0.27.1"_s};
        row("short ones first", late, shortFirst, "");
        row("short ones first by priority", late, " --scheduling-policy priority" + shortFirst,
            "short_request_first_config in --additional-config wants --scheduling-policy fcfs, not priority");
        row("short ones first in decode", late, ofRole("kv_consumer") + shortFirst,
            "short_request_first_config in --additional-config is refused on decode nodes");
        row("short ones first, and batches", late,
            ofPlugin(
                R"({"scheduler_config":{"short_request_first_config":{"enabled":true},"batch_job_sched_config":{"enabled":true}}})"),
            "short_request_first_config and batch_job_sched_config in --additional-config exclude each other");
        const QByteArray dyntra = ofPlugin(R"({"scheduler_config":{"dyntra_lb_config":{"enabled":true}}})");
        row("DyntraLB", {u"0.27.1"_s}, " -dp 2" + ofRole("kv_consumer") + dyntra, "");
        row("DyntraLB, mixed", {u"0.27.1"_s}, " -dp 2" + dyntra,
            "dyntra_lb_config in --additional-config is refused on anything but decode nodes");
        row("DyntraLB of one group", {u"0.27.1"_s}, ofRole("kv_consumer") + dyntra,
            "dyntra_lb_config in --additional-config wants --data-parallel-size of more than 1");
        row("DyntraLB and balance", {u"0.27.1"_s},
            ofPlugin(
                R"({"scheduler_config":{"dyntra_lb_config":{"enabled":true},"enable_balance_scheduling":true}})"),
            "dyntra_lb_config and enable_balance_scheduling in --additional-config exclude each other");
        const QByteArray torchair = ofPlugin(R"({"torchair_graph_config":{"enabled":true}})");
        row("TorchAir without graphs", {u"0.9.1"_s, u"0.11.0"_s}, " --enforce-eager" + torchair,
            "torchair_graph_config in --additional-config is refused with --enforce-eager");
        const QStringList old{u"0.10.0"_s, u"0.10.2"_s};
        row("DeepSeek in graphs", old, "/DeepSeek-R1-W8A8 -tp 8", "DeepSeek wants torchair_graph_config.enabled");
        row("DeepSeek in TorchAir's", old, "/DeepSeek-R1-W8A8 -tp 8" + torchair, "");
        row("DeepSeek in none", old, "/DeepSeek-R1-W8A8 -tp 8 --enforce-eager", "");
        row("DeepSeek in graphs later", {u"0.11.0"_s}, "/DeepSeek-R1-W8A8 -tp 8", "");
        row("what DeepSeek taught", old, "/DeepSeek-R1-Distill-Qwen-32B -tp 8", "");
        row("a part of TorchAir", {u"0.10.0"_s, u"0.11.0"_s},
            ofPlugin(R"({"torchair_graph_config":{"graph_batch_sizes":[8]}})"),
            "graph_batch_sizes in --additional-config wants torchair_graph_config.enabled");
        row("no part of TorchAir", {u"0.11.0"_s},
            ofPlugin(R"({"torchair_graph_config":{"graph_batch_sizes":[],"use_cached_graph":false}})"), "");
        const QByteArray super = ofPlugin(R"({"torchair_graph_config":{"enabled":true,"enable_super_kernel":true}})");
        row("a super kernel of many cards", {u"0.11.0"_s}, " -tp 2" + super,
            "enable_super_kernel in --additional-config wants --tensor-parallel-size 1, not 2");
        row("a super kernel alone", {u"0.11.0"_s}, super,
            "enable_super_kernel in --additional-config wants multistream_overlap_shared_expert");
        row("a super kernel without TorchAir", {u"0.11.0"_s},
            ofPlugin(R"({"torchair_graph_config":{"enable_super_kernel":true}})"),
            "enable_super_kernel in --additional-config wants torchair_graph_config.enabled");
        row("a head of old", {u"0.10.1.1"_s, u"0.11.0"_s}, " -tp 2" + ofPlugin(R"({"lmhead_tensor_parallel_size":2})"),
            "lmhead_tensor_parallel_size in --additional-config wants --tensor-parallel-size 1, not 2");
        const QByteArray projection = ofPlugin(R"({"oproj_tensor_parallel_size":2})");
        row("a projection of old without TorchAir", {u"0.10.2"_s, u"0.11.0"_s}, projection,
            "oproj_tensor_parallel_size in --additional-config wants torchair_graph_config.enabled");
        row("a projection of old, mixed", {u"0.10.2"_s, u"0.11.0"_s}, projection,
            "oproj_tensor_parallel_size in --additional-config is refused on anything but decode nodes");
    }
    void refusalsOfSomeReleases() { refusalsOfTheStart(); }

    // Each row holds in some release, and says what it asks in both languages.
    void refusalsAreComplete()
    {
        const Result<Json> data = jsonDataFile(u"vllm-refusals.json"_s);
        QVERIFY(data);
        static const QStringList tests{u"is"_s,      u"above"_s,       u"below"_s,       u"among"_s, u"notAmong"_s,
                                       u"matches"_s, u"notDividing"_s, u"noMultipleOf"_s};
        for (const Json &row : member(*data, "rules")) {
            const QString shown = QString::fromStdString(row.dump());
            QVERIFY2(vllmReleases().contains(stringAt(row, "from")), qPrintable(shown));
            QVERIFY2(!row.contains("to") || vllmReleases().contains(stringAt(row, "to")), qPrintable(shown));
            for (const char *language : {"en", "zh"})
                QVERIFY2(!stringAt(member(row, "says"), language).isEmpty(), qPrintable(shown));
            QVERIFY2(!member(row, "when").empty(), qPrintable(shown));
            Json conditions = member(row, "when");
            for (const Json &condition : member(row, "unless"))
                conditions.push_back(condition);
            for (const Json &condition : conditions) {
                int asked = 0;
                for (const auto &[key, value] : condition.items())
                    asked += tests.contains(QString::fromStdString(key));
                QVERIFY2(asked == 1 && condition.contains("of"), qPrintable(shown));
            }
        }
    }

    void resetsAreComplete()
    {
        const Result<Json> data = jsonDataFile(u"vllm-refusals.json"_s);
        QVERIFY(data);
        QVERIFY(!member(*data, "resets").empty());
        for (const Json &row : member(*data, "resets")) {
            const QString shown = QString::fromStdString(row.dump());
            QVERIFY2(!pluginSpansTold(member(row, "in")).isEmpty(), qPrintable(shown));
            for (const char *language : {"en", "zh"})
                QVERIFY2(!stringAt(member(row, "says"), language).isEmpty(), qPrintable(shown));
            QVERIFY2(!member(row, "when").empty(), qPrintable(shown));
        }
    }

    void settingsOfTheTransferThatDoNotAgree()
    {
        const auto said = [](const QString &role, int port, int tp) {
            const QString config
                = uR"({"kv_connector":"MooncakeConnectorV1","kv_role":"%1","kv_port":"%2","kv_connector_extra_config":{"prefill":{"dp_size":2,"tp_size":16},"decode":{"dp_size":32,"tp_size":1}}})"_s
                      .arg(role)
                      .arg(port);
            return vllmTransferSlips({u"/w"_s, u"--tensor-parallel-size"_s, QString::number(tp),
                                      u"--kv-transfer-config"_s, config}, u"0.18.0"_s)
                .join(u"; "_s);
        };
        QCOMPARE(said(u"kv_producer"_s, 36000, 16), QString());
        QCOMPARE(said(u"kv_consumer"_s, 36200, 1), QString());
        QVERIFY(said(u"kv_producer"_s, 36000, 8).contains("tp_size of prefill is 16"_L1));
        QVERIFY(said(u"kv_consumer"_s, 36000, 8).contains("tp_size of decode is 1"_L1));
        QVERIFY(said(u"kv_producer"_s, 22000, 16).contains("kv_port 22000 is among the ports"_L1));
        QVERIFY(said(u"kv_producer"_s, 22000, 16).endsWith("to 27999 with 8 NPUs on a node, to 35999 with 16"_L1));
        QCOMPARE(said(u"kv_producer"_s, 30000, 16), QString()); // in the range of 16 NPUs only
    }

    // What the plugin's release does not read: vllm_ascend/ascend_config.py at each tag.
    void keysThatTheReleaseDoesNotReadAreSaid_data()
    {
        QTest::addColumn<QString>("told");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("says");              // empty: nothing
        const auto row = [](const char *name, const char *told, const char *release, const char *config,
                            const char *says) {
            QTest::newRow(name) << QString::fromLatin1(told) << QString::fromLatin1(release)
                                << QString::fromLatin1(config) << QString::fromLatin1(says);
        };
        const char *const scheduler = R"({"ascend_scheduler_config":{"enabled":true,"policy":"fcfs"}})";
        row("the old scheduler", "vllm-ascend:v0.12.0rc1-a3", "0.12.0", scheduler,
            "ascend_scheduler_config in --additional-config is silently ignored by vLLM-Ascend v0.12.0rc1; it is read "
            "by v0.7.3 to v0.11.0");
        row("its time", "vllm-ascend:v0.11.0-openeuler", "0.11.0", scheduler, "");
        row("the block of later", "", "0.23.0", R"({"scheduler_config":{"enable_balance_scheduling":true}})",
            "scheduler_config in --additional-config is silently ignored by vLLM-Ascend v0.23.0rc1, v0.23.0; it is "
            "read by v0.25.1rc1 to main; its keys stand at the top there");
        row("the block in its time", "", "0.25.1", R"({"scheduler_config":{"enable_balance_scheduling":true}})", "");
        row("the old place, still read", "", "0.25.1", R"({"recompute_scheduler_enable":true})", "");
        row("a part of a block", "", "0.13.0", R"({"ascend_compilation_config":{"enable_static_kernel":true}})",
            "ascend_compilation_config.enable_static_kernel in --additional-config is silently ignored");
        row("a part of a part", "", "0.25.1",
            R"({"scheduler_config":{"profiling_chunk_config":{"min_chunks":1}}})",
            "scheduler_config.profiling_chunk_config.min_chunks in --additional-config is read by no release of "
            "vLLM-Ascend; did you mean min_chunk?");
        row("in another block now", "", "0.18.0", R"({"enable_npugraph_ex":true})",
            "it stands as ascend_compilation_config.enable_npugraph_ex there");
        row("never at the top", "", "0.18.0", R"({"fuse_muls_add":false})",
            "fuse_muls_add in --additional-config is read by no release of vLLM-Ascend; it stands as "
            "ascend_compilation_config.fuse_muls_add there");
        row("of another name now", "", "0.18.0", R"({"num_wait_worker_iterations":5})",
            "it stands as eplb_config.algorithm_execution_interval there");
        row("no release's", "", "0.18.0", R"({"anything":1})",
            "anything in --additional-config is read by no release of vLLM-Ascend");
        row("a slip", "", "0.18.0", R"({"enable_cpu_bindings":true})", "did you mean enable_cpu_binding?");
        row("refused", "", "0.18.0", R"({"eplb_config":{"dynamic_elpb":true}})",
            "eplb_config in --additional-config has no dynamic_elpb; it is refused");
        row("of one tag of two", "v0.13.0rc1", "0.13.0", R"({"enable_kv_nz":true})",
            "silently ignored by vLLM-Ascend v0.13.0rc1;");
        row("of the other", "v0.13.0", "0.13.0", R"({"enable_kv_nz":true})", "");
        row("which of them is not told", "", "0.13.0", R"({"enable_kv_nz":true})", "");
        row("a later build", "10.1.2.3:5000/a/vllm-ascend:v0.23.0.post1", "0.23.0", R"({"enable_sparse_c8":true})",
            "silently ignored by vLLM-Ascend v0.23.0;");
        row("keys that any may have", "", "0.18.0",
            R"({"weight_prefetch_config":{"enabled":true,"prefetch_ratio":{"attn":{"qkv":0.5}}}})", "");
        row("a number", "", "0.18.0", "7", "--additional-config is no JSON object");
        row("filled in by the shell", "", "0.18.0", "$CONFIG", "");
        row("no release is known", "", "", R"({"ascend_scheduler_config":{}})",
            "ascend_scheduler_config in --additional-config is read by vLLM-Ascend v0.7.3 to v0.11.0 only");
        row("no JSON", "v0.18.0", "0.18.0", "not-json", "--additional-config is no JSON object");
        row("no object", "v0.18.0", "0.18.0", "[1]", "--additional-config is no JSON object");
        row("filled in later", "v0.18.0", "0.18.0", "$CONFIG", "");
        row("no release is known, all read it", "", "", R"({"enable_cpu_binding":true})", "");
    }
    void keysThatTheReleaseDoesNotReadAreSaid()
    {
        QFETCH(QString, told);
        QFETCH(QString, release);
        QFETCH(QString, config);
        QFETCH(QString, says);
        const VllmFlags flags = *vllmFlags(release.isEmpty() ? vllmReleases().last() : release);
        QStringList said;
        for (const PluginKeyFault &fault :
             pluginKeyFaults({u"/w"_s, u"--additional-config"_s, config}, flags, pluginReleases(told, release)))
            said << fault.text;
        QVERIFY2(says.isEmpty() ? said.isEmpty() : said.join(u"; "_s).contains(says), qPrintable(said.join(u"; "_s)));
    }

    // A recipe with a key of another release makes no files; one with a key that no release has warns.
    void aRecipesKeysAreJudgedBeforeFilesAreMade()
    {
        const Deployment deployment = of(u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, 1, Json::object());
        const auto made = [&](const Json &config) {
            Recipe recipe = *findRecipe(deployment.recipe);
            Json data = recipe.file;
            data["serve"]["arguments"].push_back({{"flag", "--additional-config"}, {"value", config}});
            recipe.file = data;
            return generateArtifacts(deployment, recipe, facts(1, 8));
        };
        const Result<ArtifactSet> old = made({{"ascend_scheduler_config", {{"enabled", true}}}});
        QVERIFY(!old);
        QVERIFY2(old.error().message.contains("silently ignored by vLLM-Ascend v0.18.0"_L1),
                 qPrintable(old.error().message));
        const Result<ArtifactSet> own = made({{"own_key", 1}});
        QVERIFY2(own, own ? "" : qPrintable(own.error().message));
        QCOMPARE(own->warnings.filter(u"own_key in --additional-config is read by no release"_s).size(), 1);
        const Result<ArtifactSet> known = made({{"enable_cpu_binding", true}});
        QVERIFY(known && known->warnings.filter(u"--additional-config"_s).isEmpty());
    }

    // Every release of the plugin goes with a vLLM whose command line is known.
    void thePluginsReleasesAreThoseOfVllm()
    {
        for (const QString &release : vllmReleases())
            QVERIFY2(!pluginReleases({}, release).isEmpty(), qPrintable(release));
        QCOMPARE(pluginReleases(u"vllm-ascend:latest"_s, u"0.18.0"_s), (QStringList{u"v0.18.0rc1"_s, u"v0.18.0"_s}));
        QVERIFY(pluginReleases({}, {}).isEmpty());
    }

private:
    static QString devices(int chips)
    {
        QStringList ids;
        for (int i = 0; i < chips; ++i)
            ids << QString::number(i);
        return ids.join(u',');
    }
    static Deployment of(const QString &recipe, int nodes, const Json &settings)
    {
        Deployment deployment;
        deployment.name = u"one"_s;
        deployment.recipe = recipe;
        deployment.settings = settings;
        for (int i = 1; i <= nodes; ++i)
            deployment.nodes << plainNode(u"node%1"_s.arg(i), u"10.20.0.1%1"_s.arg(i));
        return deployment;
    }
    static QList<NodeFacts> facts(int nodes, int chips)
    {
        QList<NodeFacts> all;
        for (int i = 1; i <= nodes; ++i)
            all << healthyNode(u"node%1"_s.arg(i), 10 + i, chips);
        return all;
    }

private slots:
    // vllm, ParallelConfig: "data_parallel_external_lb can only be set when data_parallel_size > 1". One prefill group
    // of all cards is what the tutorial has for 64K: "P dp1 tp16".
    void aPrefillGroupOfOneIsNoDataParallelOne()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        const Deployment deployment = of(recipe, 4, {{"prefillTp", 16}});
        const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(4, 16));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        for (int i = 0; i < 4; ++i) {
            const QByteArray rank = artifactNamed(*set, deployment.nodes[i].name + u"/rank.sh"_s)->content;
            for (const char *flag : {"--data-parallel-rank ", "--data-parallel-address ", "--data-parallel-rpc-port "})
                QCOMPARE(rank.contains(flag), i >= 2);
            QVERIFY(rank.contains(i < 2 ? "--data-parallel-size 1 " : "--data-parallel-size 32 "));
        }
    }

    // A step of a request has the guessed tokens and one more: with FlashComm a multiple of it and of tp is captured.
    void guessedTokensGoWithFlashComm_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("would"); // -1: accepted
        const QString v32 = u"vllm-ascend-deepseek-v3.2-w8a8-1xA3"_s, v31 = u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s;
        QTest::newRow("none") << v32 << 1 << 0 << -1;
        QTest::newRow("one") << v32 << 1 << 1 << -1;
        QTest::newRow("two") << v32 << 1 << 2 << 1;
        QTest::newRow("three") << v32 << 1 << 3 << -1;
        QTest::newRow("two, on two nodes") << u"vllm-ascend-deepseek-v3.2-w8a8-2xA2"_s << 2 << 2 << 1;
        QTest::newRow("two without FlashComm") << v31 << 1 << 2 << -1;
    }
    void guessedTokensGoWithFlashComm()
    {
        QFETCH(QString, recipe);
        QFETCH(int, nodes);
        QFETCH(int, tokens);
        QFETCH(int, would);
        const Deployment deployment = of(recipe, nodes, {{"mtpTokens", tokens}});
        const Result<ArtifactSet> set
            = generateArtifacts(deployment, *findRecipe(recipe), facts(nodes, nodes == 1 ? 16 : 8));
        if (would < 0) {
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            return;
        }
        QVERIFY(!set);
        QVERIFY2(set.error().message.contains(u"mtpTokens"_s) && set.error().message.contains(u"(3)"_s)
                     && set.error().message.contains(u"%1 would do"_s.arg(would)),
                 qPrintable(set.error().message));
        QCOMPARE(set.error().facts.value(u"setting"_s), u"mtpTokens"_s);
    }

    // Prefill and decode apart, by role, as DeepSeek-V3.1.md of both releases. What differs, and why, beside the above:
    // - the launcher is ranks.sh and not launch_online_dp.py: it ends all ranks when one ends, and needs no Python
    // - kv_port is 36000 and not 30000: with 16 NPUs 20000 to 35999 are Mooncake's own (PD guide)
    // - engine_id is there for 0.23.0, too, whose tutorial leaves it to chance (a random UUID)
    // - capture sizes follow the tutorial's own formula, n x (mtp + 1), for its own n of 28 requests at once
    void prefillAndDecodeApart_data()
    {
        QTest::addColumn<QString>("release");
        QTest::newRow("0.18.0") << u"0.18.0"_s;
        QTest::newRow("0.23.0") << u"0.23.0"_s;
    }
    void prefillAndDecodeApart()
    {
        QFETCH(QString, release);
        const bool isOld = release == "0.18.0"_L1;
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        const Deployment deployment = of(recipe, 4, {{"release", release.toStdString()}});
        const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(4, 16));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const Recipe resolved = *resolvedRecipe(*findRecipe(recipe), deployment.settings);
        const QStringList both = lines(u"--host 0.0.0.0|--port \"$2\"|--data-parallel-rank \"$3\"|"
                                       "--data-parallel-rpc-port 12321|--enable-expert-parallel|--seed 1024|"
                                       "--served-model-name deepseek_v3|--max-model-len 65536|--trust-remote-code|"
                                       "--quantization ascend|--no-enable-prefix-caching|"
                                       "--speculative-config '{\"num_speculative_tokens\":1,\"method\":\"mtp\"}'"_s);
        QStringList prefill = lines(u"--data-parallel-size 2|--tensor-parallel-size 8|--max-num-batched-tokens 16384|"
                                    "--max-num-seqs 8|--enforce-eager|--gpu-memory-utilization 0.9"_s),
                    decode = lines(u"--data-parallel-size 32|--tensor-parallel-size 1|--max-num-batched-tokens 256|"
                                   "--max-num-seqs 28|--gpu-memory-utilization 0.92|--additional-config "
                                   "'{\"recompute_scheduler_enable\":true,\"multistream_overlap_shared_expert\":true,"
                                   "\"finegrained_tp_config\":{\"lmhead_tensor_parallel_size\":16}}'"_s);
        if (isOld) {
            prefill << u"--additional-config '{\"recompute_scheduler_enable\":true}'"_s;
            decode << u"--async-scheduling"_s
                   << u"--compilation-config '{\"cudagraph_capture_sizes\":[2,4,8,16,24,32,48,56],"
                      "\"cudagraph_mode\":\"FULL_DECODE_ONLY\"}'"_s;
        } else {
            decode << u"--compilation-config '{\"cudagraph_mode\":\"FULL_DECODE_ONLY\"}'"_s;
        }
        for (int i = 0; i < 4; ++i) {
            const QString node = deployment.nodes[i].name;
            const QStringList script
                = QString::fromUtf8(artifactNamed(*set, node + u"/rank.sh"_s)->content).split(u'\n');
            QStringList written;
            for (const QString &line : script) {
                const QString flag = line.trimmed().remove(u" \\"_s);
                if (!flag.startsWith("--"_L1))
                    continue;
                written << flag;
                const QString name = flag.section(u' ', 0, 0);
                QVERIFY2(!vllmLineNote(u"script"_s, name, resolved).isEmpty(), qPrintable(name)); // told in the window
            }
            const QString role = i < 2 ? u"kv_producer"_s : u"kv_consumer"_s;
            QStringList wanted = both + (i < 2 ? prefill : decode);
            wanted << u"--data-parallel-address 10.20.0.%1"_s.arg(i < 2 ? 11 + i : 13)
                   << u"--kv-transfer-config '{\"kv_connector\":\"MooncakeConnectorV1\",\"kv_role\":\"%1\","
                      "\"kv_port\":%2,\"engine_id\":\"%3\",\"kv_connector_extra_config\":{\"prefill\":{\"dp_size\":2,"
                      "\"tp_size\":8},\"decode\":{\"dp_size\":32,\"tp_size\":1}}}'"_s.arg(role)
                          .arg(36000 + 100 * std::min(i, 2))
                          .arg(std::min(i, 2));
            written.sort();
            wanted.sort();
            QCOMPARE(written, wanted);
            const QStringList variables = exported(artifactNamed(*set, node + u"/env.sh"_s)->content);
            QStringList expected
                = lines(u"VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS=30000|HCCL_EXEC_TIMEOUT=204|HCCL_CONNECT_TIMEOUT=120|"
                        "OMP_PROC_BIND=false|OMP_NUM_THREADS=10|PYTORCH_NPU_ALLOC_CONF=expandable_segments:True|"
                        "TASK_QUEUE_ENABLE=1|HCCL_OP_EXPANSION_MODE=AIV"_s);
            expected << u"HCCL_BUFFSIZE=%1"_s.arg(i < 2 ? 256 : 1100);
            for (const QString &one : std::as_const(expected))
                QVERIFY2(variables.contains(one), qPrintable(one + u" in "_s + variables.join(u' ')));
            QCOMPARE(variables.contains(u"VLLM_ASCEND_ENABLE_FLASHCOMM1=1"_s), i < 2);
            QCOMPARE(variables.contains(u"VLLM_RPC_TIMEOUT=3600000"_s), isOld);
            QCOMPARE(variables.contains(u"ASCEND_BUFFER_POOL=4:8"_s), isOld);
            QVERIFY(!variables.join(u' ').contains("BALANCE_SCHEDULING"_L1)); // refused with a kv_role
            QVERIFY(variables.join(u' ').contains("site-packages/mooncake${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"_L1));

            // PD asks for it beside the common mounts (docker_run_vllm_A3.sh)
            const QByteArray run = artifactNamed(*set, node + u"/docker-run.sh"_s)->content;
            QVERIFY2(run.contains("-v /etc/hccn.conf:/etc/hccn.conf:ro "), run.constData());

            // rank, cards and port of each process, and who is asked by the proxy
            const QString launcher = QString::fromUtf8(artifactNamed(*set, node + u"/ranks.sh"_s)->content);
            const int local = i < 2 ? 2 : 16, first = i == 3 ? 16 : 0;
            QCOMPARE(launcher.count("begin 'rank "_L1), local);
            const QString last = u"begin 'rank %1' bash /work/deployments/%2/rank.sh %3 %4 %1\n"_s
                                     .arg(first + local - 1)
                                     .arg(deployment.name, i < 2 ? u"8,9,10,11,12,13,14,15"_s : u"15"_s)
                                     .arg(7100 + local - 1);
            QVERIFY2(launcher.contains(last), qPrintable(launcher));
            QCOMPARE(launcher.contains("begin proxy "_L1), i == 0);
            const Result<Launch> launch = nodeLaunch(deployment, *findRecipe(recipe), facts(4, 16), node);
            QVERIFY(launch);
            QCOMPARE(launch->process.readyTimes, i == 0 ? 3 : local);
            QCOMPARE(launch->process.serves, i == 0);
            const int before = i < 2 ? 2 * i : 4 + 16 * (i - 2); // groups of cards on the nodes before
            QCOMPARE(launch->process.groupOf.first(), before);
            QCOMPARE(launch->process.groupOf.last(), before + local - 1);
        }
        const QString proxy = QString::fromUtf8(artifactNamed(*set, u"node1/ranks.sh"_s)->content)
                                  .section(u"begin proxy "_s, 1)
                                  .section(u'\n', 0, 0);
        QStringList hosts, ports;
        for (int i = 0; i < 32; ++i) {
            hosts << u"10.20.0.%1"_s.arg(i < 16 ? 13 : 14);
            ports << QString::number(7100 + i % 16);
        }
        QCOMPARE(proxy.section(u" --"_s, 1),
                 u"host 10.20.0.11 --port 1999 --prefiller-hosts 10.20.0.11 10.20.0.11 10.20.0.12 10.20.0.12 "
                 "--prefiller-ports 7100 7101 7100 7101 --decoder-hosts %1 --decoder-ports %2"_s.arg(hosts.join(u' '),
                                                                                                  ports.join(u' ')));
    }

    // Graphs beyond --max-num-batched-tokens are none for vLLM.
    void decodeCapturesNoMoreThanAStepHolds()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        const Deployment deployment = of(recipe, 4, {{"maxSeqs", 200}});
        const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(4, 16));
        QVERIFY2(set, set ? "" : qPrintable(set.error().message));
        const QByteArray script = artifactNamed(*set, deployment.nodes[2].name + u"/rank.sh"_s)->content;
        QVERIFY2(script.contains("\"cudagraph_capture_sizes\":[2,4,8,16,32,64,96,128,160,192,224,256]"),
                 script.constData());
    }

    // It would get ready, and requests would fail: vllm_ascend, mooncake_connector.py. From v0.12.0rc1 on each process
    // has a part of its own in it.
    void groupsHaveEngineIdsOfTheirOwn()
    {
        const auto made = [&](const QByteArray &id, const char *tag = "v0.11.0", const char *connector = nullptr) {
            const Json settings{{"image", std::string("quay.io/ascend/vllm-ascend:") + tag}};
            const Deployment deployment = of(u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s, 4, settings);
            Recipe recipe = *findRecipe(deployment.recipe);
            const Json file = recipe.file;
            QByteArray text = QByteArray::fromStdString(file.dump());
            if (!text.contains("\"${group.engineId}\""))
                return Result<ArtifactSet>(Error{ErrorKind::Invalid, u"nothing was changed"_s, {}, {}});
            if (connector)
                text.replace("\"MooncakeConnectorV1\"", connector);
            recipe.file = *parseJson(text.replace("\"${group.engineId}\"", id), u"recipe"_s);
            return generateArtifacts(deployment, recipe, facts(4, 16));
        };
        const Result<ArtifactSet> same = made("\"7\""), chance = made("null"), own = made("\"p${group.kvPort}\"");
        QVERIFY(!same);
        QVERIFY2(same.error().message.contains("nodes 1 and 2 have the same engine_id, \"7\""_L1),
                 qPrintable(same.error().message));
        QVERIFY2(chance, chance ? "" : qPrintable(chance.error().message));
        QVERIFY2(own, own ? "" : qPrintable(own.error().message));
        for (const Result<ArtifactSet> &other :
             {made("\"7\"", "v0.18.0"), made("\"7\"", "v0.11.0", "\"MooncakeConnectorStoreV1\"")})
            QVERIFY2(other, other ? "" : qPrintable(other.error().message));
    }

    // vllm_ascend: "Flash Comm v1 is only supported when tp_size > 1."
    void prefillOfOneCardHasNoFlashComm()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        for (const int tp : {1, 2, 8}) {
            const Deployment deployment = of(recipe, 4, {{"prefillTp", tp}});
            const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(4, 16));
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            for (int i = 0; i < 4; ++i) {
                const QStringList variables
                    = exported(artifactNamed(*set, deployment.nodes[i].name + u"/env.sh"_s)->content);
                QCOMPARE(variables.contains(u"VLLM_ASCEND_ENABLE_FLASHCOMM1=1"_s), i < 2 && tp > 1);
            }
        }
    }

    // vllm-ascend's tutorials: prefill ranks guess one token, whatever decode ranks do; none where those guess none.
    void prefillGuessesOne_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QString>("prefill");
        QTest::addColumn<QString>("decode");
        const auto flag = [](int n) { return uR"(--speculative-config '{"num_speculative_tokens":%1,)"_s.arg(n); };
        QTest::newRow("three") << 3 << flag(1) << flag(3);
        QTest::newRow("one") << 1 << flag(1) << flag(1);
        QTest::newRow("none") << 0 << QString() << QString();
    }
    void prefillGuessesOne()
    {
        QFETCH(int, tokens);
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        for (const char *release : {"0.18.0", "0.23.0"}) {
            const Result<ArtifactSet> set
                = generateArtifacts(of(recipe, 4, {{"mtpTokens", tokens}, {"release", release}}), *findRecipe(recipe),
                                    facts(4, 16));
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            for (int node = 1; node <= 4; ++node) {
                QFETCH(QString, prefill);
                QFETCH(QString, decode);
                const QString script = QString::fromUtf8(artifactNamed(*set, u"node%1/rank.sh"_s.arg(node))->content);
                const QString wanted = node <= 2 ? prefill : decode;
                QVERIFY2(wanted.isEmpty() ? !script.contains("--speculative-config"_L1) : script.contains(wanted),
                         qPrintable(script));
            }
        }
    }

    // What each node's own processes bind, and nothing of the others'.
    void portsAreTheirNodes()
    {
        const auto bound = [](const QString &recipe, int nodes) {
            CheckContext context;
            context.deployment = of(recipe, nodes, Json::object());
            context.settings = checkSettingsOf(context.deployment);
            QStringList all;
            for (const Node &node : std::as_const(context.deployment.nodes)) {
                context.node = node;
                QStringList own;
                for (const NodePort &port : context.ownPorts())
                    own << u"%1%2-%3"_s.arg(port.areFreeOnes ? u"~"_s : QString()).arg(port.first).arg(port.last);
                own.sort();
                all << own.join(u' ');
            }
            return all;
        };
        QCOMPARE(bound(u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s, 4),
                 (QStringList{u"12321-12321 1999-1999 36000-36015 7100-7101 ~20000-35999"_s,
                              u"12321-12321 36100-36115 7100-7101 ~20000-35999"_s,
                              u"12321-12321 36200-36215 7100-7115 ~20000-35999"_s,
                              u"36216-36231 7100-7115 ~20000-35999"_s}));
        QCOMPARE(bound(u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s, 2),
                 (QStringList{u"13389-13389 8004-8004"_s, QString()}));
    }

    void rolesThatCannotBe_data()
    {
        QTest::addColumn<Json>("settings");
        QTest::addColumn<QString>("says");
        QTest::newRow("cards are left over") << Json{{"prefillTp", 3}}
                                             << u"16 cards of a node cannot be divided by it. 1, 2, 4, 8 or 16 would"_s;
        QTest::newRow("decode wider than prefill") << Json{{"prefillTp", 2}, {"tp", 4}} << u"must be a multiple"_s;
        QTest::newRow("Mooncake's ports") << Json{{"kvPort", 30000}} << u"Choose 36000 or more"_s;
        QTest::newRow("beyond the last port") << Json{{"kvPort", 65400}} << u"there are 65535"_s;
        QTest::newRow("the last group's end beyond it") << Json{{"kvPort", 65260}} << u"ports up to 65559"_s;
        QTest::newRow("proxy among the ranks") << Json{{"port", 7103}} << u"one of the ranks' own ports"_s;
        QTest::newRow("ranks among the KV ports") << Json{{"rankPort", 36050}} << u"overlap"_s;
        // AscendDirectTransport takes any of 20000 to 35999 on a node of 16 NPUs, before the others bind theirs
        const QString free = u"Choose at most 19999, or 36000 or more"_s,
                      ranks = u"Choose at most 19984, or 36000 or more"_s;
        QTest::newRow("the proxy among Mooncake's") << Json{{"port", 35999}} << free;
        QTest::newRow("the RPC port among Mooncake's") << Json{{"rpcPort", 20000}} << free;
        QTest::newRow("ranks among Mooncake's") << Json{{"rankPort", 30000}} << ranks;
        QTest::newRow("the last rank among Mooncake's") << Json{{"rankPort", 19985}} << ranks;
        QTest::newRow("ranks right below them") << Json{{"rankPort", 19984}} << QString();
        QTest::newRow("ranks beyond the last port") << Json{{"rankPort", 65535}} << u"ports up to 65550"_s;
        QTest::newRow("ranks up to the last port") << Json{{"rankPort", 65520}} << QString();
        QTest::newRow("a small batch, prefill") << Json{{"prefillMaxBatchedTokens", 1}}
                                                << u"\"prefillMaxBatchedTokens\" (1) must not be less than "
                                                   "\"prefillMaxSeqs\" (8)"_s;
        QTest::newRow("a small batch, decode")
            << Json{{"maxBatchedTokens", 27}} << u"\"maxBatchedTokens\" (27) must not be less than \"maxSeqs\" (28)"_s;
        QTest::newRow("ports above them") << Json{{"rankPort", 37000}, {"port", 37100}, {"rpcPort", 37200}}
                                          << QString();
    }
    void rolesThatCannotBe()
    {
        QFETCH(Json, settings);
        QFETCH(QString, says);
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        const Result<ArtifactSet> set
            = generateArtifacts(of(recipe, 4, settings), *findRecipe(recipe), facts(4, 16));
        QCOMPARE(bool(set), says.isEmpty());
        QVERIFY2(set || set.error().message.contains(says), qPrintable(set ? QString() : set.error().message));
    }
};

QTEST_GUILESS_MAIN(TestVllmRecipes)
#include "tst_vllmrecipes.moc"
