#include "core/engines/recipebook.h"
#include "core/facts/factsfile.h"
#include "core/artifacts/capacity.h"
#include "core/artifacts/modelparts.h"
#include "core/artifacts/storedweights.h"
#include "core/artifacts/textdiff.h"
#include "tests/recipes/clusterfixture.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class CapacityTest : public QObject
{
    Q_OBJECT

private:
    Recipe m_recipe;
    // Dimensions as in the public config.json of DeepSeek-V3.2.
    const Json m_config = {{"hidden_size", 7168},        {"num_hidden_layers", 61},    {"num_attention_heads", 128},
                           {"vocab_size", 129280},       {"kv_lora_rank", 512},        {"q_lora_rank", 1536},
                           {"qk_rope_head_dim", 64},     {"qk_nope_head_dim", 128},    {"v_head_dim", 128},
                           {"n_routed_experts", 256},    {"n_shared_experts", 1},      {"moe_intermediate_size", 2048},
                           {"intermediate_size", 18432}, {"first_k_dense_replace", 3}, {"index_head_dim", 128}};

    static Deployment oneServer(const Json &settings)
    {
        Deployment deployment = twoNodes();
        deployment.nodes.removeLast();
        deployment.recipe = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s;
        deployment.settings = settings;
        return deployment;
    }

private slots:
    void initTestCase() { m_recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s); }

    // The numbers of public config.json files against the numbers of parameters that their publishers name.
    void parametersAreThoseThatArePublished_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("billions");   // as published
        QTest::addColumn<double>("guessing");   // of the MTP layer's own; the hub's count has embeddings and head twice
        QTest::addColumn<double>("within");
        QTest::addColumn<qint64>("kvBytes");    // a token, tp 1
        const QByteArray v3
            = R"("hidden_size": 7168, "num_hidden_layers": 61, "num_attention_heads": 128, "vocab_size": 129280, "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_rope_head_dim": 64,
            "qk_nope_head_dim": 128, "v_head_dim": 128, "n_routed_experts": 256, "n_shared_experts": 1, "moe_intermediate_size": 2048, "intermediate_size": 18432, "first_k_dense_replace": 3,
            "moe_layer_freq": 1, "num_nextn_predict_layers": 1, "tie_word_embeddings": false)";
        QTest::newRow("DeepSeek-V3, V3.1, R1") << QByteArray(R"({"model_type": "deepseek_v3", )" + v3 + '}') << 671.0
                                               << 11.5 << 0.1 << qint64(576 * 2 * 61);
        QTest::newRow("DeepSeek-V3.2") << QByteArray(
            R"({"model_type": "deepseek_v32", "index_head_dim": 128, "index_n_heads": 64, )" + v3 + '}')
                                       << 671.9 << 11.5 << 0.15 << qint64(704 * 2 * 61);
        QTest::newRow("DeepSeek-V2-Lite") << QByteArray(
            R"({"model_type": "deepseek_v2", "hidden_size": 2048, "num_hidden_layers": 27, "num_attention_heads": 16, "vocab_size": 102400,
            "kv_lora_rank": 512, "q_lora_rank": null, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128, "n_routed_experts": 64, "n_shared_experts": 2, "moe_intermediate_size": 1408,
            "intermediate_size": 10944, "first_k_dense_replace": 1, "moe_layer_freq": 1, "tie_word_embeddings": false})")
                                          << 15.7 << 0.0 << 0.05 << qint64(576 * 2 * 27);
        // Its report (arXiv:2405.04434): 236B, 60 layers, d 5120, 160 routed and 2 shared experts of 1536
        QTest::newRow("DeepSeek-V2") << QByteArray(
            R"({"model_type": "deepseek_v2", "hidden_size": 5120, "num_hidden_layers": 60, "num_attention_heads": 128, "vocab_size": 102400,
            "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128, "n_routed_experts": 160, "n_shared_experts": 2, "moe_intermediate_size": 1536,
            "intermediate_size": 12288, "first_k_dense_replace": 1, "moe_layer_freq": 1, "tie_word_embeddings": false})")
                                     << 236.0 << 0.0 << 0.3 << qint64(576 * 2 * 60);
        QTest::newRow("Mixtral-8x7B") << QByteArray(
            R"({"model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 32000,
            "intermediate_size": 14336, "num_local_experts": 8, "num_experts_per_tok": 2, "tie_word_embeddings": false})")
                                      << 46.7 << 0.0 << 0.05 << qint64(2 * 8 * 128 * 2 * 32);
        QTest::newRow("Qwen3-235B-A22B") << QByteArray(
            R"({"model_type": "qwen3_moe", "hidden_size": 4096, "num_hidden_layers": 94, "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 128,
            "vocab_size": 151936, "num_experts": 128, "moe_intermediate_size": 1536, "intermediate_size": 12288, "decoder_sparse_step": 1, "mlp_only_layers": [], "tie_word_embeddings": false})")
                                         << 235.0 << 0.0 << 0.2 << qint64(2 * 4 * 128 * 2 * 94);
        QTest::newRow("Qwen3-30B-A3B") << QByteArray(
            R"({"model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128,
            "vocab_size": 151936, "num_experts": 128, "moe_intermediate_size": 768, "intermediate_size": 6144, "decoder_sparse_step": 1, "mlp_only_layers": [], "tie_word_embeddings": false})")
                                       << 30.5 << 0.0 << 0.05 << qint64(2 * 4 * 128 * 2 * 48);
        QTest::newRow("Qwen2.5-7B") << QByteArray(
            R"({"model_type": "qwen2", "hidden_size": 3584, "num_hidden_layers": 28, "num_attention_heads": 28, "num_key_value_heads": 4, "vocab_size": 152064,
            "intermediate_size": 18944, "tie_word_embeddings": false})")
                                    << 7.61 << 0.0 << 0.01 << qint64(2 * 4 * 128 * 2 * 28);
        QTest::newRow("Llama-3.1-8B") << QByteArray(
            R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
            "intermediate_size": 14336, "attention_bias": false, "tie_word_embeddings": false})")
                                      << 8.03 << 0.0 << 0.005 << qint64(2 * 8 * 128 * 2 * 32);
        QTest::newRow("Llama-2-7B, heads of their own") << QByteArray(
            R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "vocab_size": 32000,
            "intermediate_size": 11008, "tie_word_embeddings": false})")
                                                        << 6.74 << 0.0 << 0.005 << qint64(2 * 32 * 128 * 2 * 32);
        QTest::newRow("Qwen1.5-MoE-A2.7B") << QByteArray(
            R"({"model_type": "qwen2_moe", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16, "num_key_value_heads": 16,
            "vocab_size": 151936, "num_experts": 60, "moe_intermediate_size": 1408, "shared_expert_intermediate_size": 5632, "intermediate_size": 5632,
            "decoder_sparse_step": 1, "tie_word_embeddings": false})")
                                           << 14.3158 << 0.0 << 0.0001 << qint64(2 * 16 * 128 * 2 * 24);
        QTest::newRow("gemma-2-9b") << QByteArray(
            R"({"model_type": "gemma2", "attention_bias": false, "head_dim": 256, "hidden_size": 3584, "intermediate_size": 14336, "num_attention_heads": 16,
            "num_hidden_layers": 42, "num_key_value_heads": 8, "query_pre_attn_scalar": 256, "sliding_window": 4096, "vocab_size": 256000})")
                                    << 9.2417 << 0.0 << 0.0001 << qint64(2 * 8 * 256 * 2 * 42);
        // The file has what differs from the class; the published number counts what sees images.
        QTest::newRow("gemma-3-12b-it") << QByteArray(
            R"({"model_type": "gemma3", "text_config": {"hidden_size": 3840, "intermediate_size": 15360, "model_type": "gemma3_text", "num_attention_heads": 16,
            "num_hidden_layers": 48, "num_key_value_heads": 8, "sliding_window": 1024}, "vision_config": {"hidden_size": 1152, "image_size": 896,
            "intermediate_size": 4304, "model_type": "siglip_vision_model", "num_attention_heads": 16, "num_hidden_layers": 27, "patch_size": 14,
            "vision_use_head": false}})")
                                        << 12.1873 << 0.0 << 0.0001 << qint64(2 * 8 * 256 * 2 * 48);
        QTest::newRow("gemma-3-1b, without") << QByteArray(
            R"({"model_type": "gemma3_text", "head_dim": 256, "hidden_size": 1152, "intermediate_size": 6912, "num_attention_heads": 4,
            "num_hidden_layers": 26, "num_key_value_heads": 1, "sliding_window": 512, "vocab_size": 262144})")
                                             << 0.9999 << 0.0 << 0.0001 << qint64(2 * 1 * 256 * 2 * 26);
        QTest::newRow("GLM-4-9B-0414") << QByteArray(
            R"({"model_type": "glm4", "attention_bias": true, "hidden_size": 4096, "intermediate_size": 13696, "num_hidden_layers": 40, "num_attention_heads": 32,
            "num_key_value_heads": 2, "head_dim": 128, "vocab_size": 151552, "partial_rotary_factor": 0.5, "tie_word_embeddings": false})")
                                       << 9.4003 << 0.0 << 0.0001 << qint64(2 * 2 * 128 * 2 * 40);
        QTest::newRow("chatglm3-6b") << QByteArray(
            R"({"model_type": "chatglm", "add_bias_linear": false, "add_qkv_bias": true, "ffn_hidden_size": 13696, "hidden_size": 4096, "kv_channels": 128,
            "multi_query_attention": true, "multi_query_group_num": 2, "num_attention_heads": 32, "num_layers": 28, "padded_vocab_size": 65024,
            "post_layer_norm": true, "rmsnorm": true, "seq_length": 8192, "tie_word_embeddings": false, "vocab_size": 65024})")
                                     << 6.2436 << 0.0 << 0.0001 << qint64(2 * 2 * 128 * 2 * 28);
        // 106B by its publisher, without the layer that guesses.
        QTest::newRow("GLM-4.5-Air") << QByteArray(
            R"({"model_type": "glm4_moe", "attention_bias": true, "first_k_dense_replace": 1, "head_dim": 128, "hidden_size": 4096, "intermediate_size": 10944,
            "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 1, "num_attention_heads": 96, "num_experts_per_tok": 8,
            "num_hidden_layers": 46, "num_key_value_heads": 8, "num_nextn_predict_layers": 1, "tie_word_embeddings": false, "use_qk_norm": false,
            "vocab_size": 151552})")
                                     << 106.85 << 2.375 << 0.01 << qint64(2 * 8 * 128 * 2 * 46);
        QTest::newRow("gpt-oss-20b") << QByteArray(
            R"({"model_type": "gpt_oss", "attention_bias": true, "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880, "num_attention_heads": 64,
            "num_hidden_layers": 24, "num_key_value_heads": 8, "num_local_experts": 32, "num_experts_per_tok": 4, "sliding_window": 128,
            "tie_word_embeddings": false, "vocab_size": 201088})")
                                     << 20.91 << 0.0 << 0.01 << qint64(2 * 8 * 64 * 2 * 24);
        QTest::newRow("gpt-oss-120b") << QByteArray(
            R"({"model_type": "gpt_oss", "attention_bias": true, "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880, "num_attention_heads": 64,
            "num_hidden_layers": 36, "num_key_value_heads": 8, "num_local_experts": 128, "num_experts_per_tok": 4, "sliding_window": 128,
            "tie_word_embeddings": false, "vocab_size": 201088})")
                                      << 116.83 << 0.0 << 0.01 << qint64(2 * 8 * 64 * 2 * 36);
        QTest::newRow("Phi-3-mini-4k") << QByteArray(
            R"({"model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192, "num_attention_heads": 32, "num_hidden_layers": 32,
            "num_key_value_heads": 32, "attention_bias": false, "tie_word_embeddings": false, "vocab_size": 32064})")
                                       << 3.8211 << 0.0 << 0.0001 << qint64(2 * 32 * 96 * 2 * 32);
        QTest::newRow("Phi-3.5-MoE") << QByteArray(
            R"({"model_type": "phimoe", "attention_bias": true, "lm_head_bias": true, "hidden_size": 4096, "intermediate_size": 6400, "num_attention_heads": 32,
            "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 16, "num_experts_per_tok": 2, "tie_word_embeddings": false,
            "vocab_size": 32064})")
                                     << 41.9 << 0.0 << 0.05 << qint64(2 * 8 * 128 * 2 * 32);
        QTest::newRow("falcon-7b") << QByteArray(
            R"({"model_type": "falcon", "alibi": false, "bias": false, "hidden_size": 4544, "multi_query": true, "new_decoder_architecture": false,
            "num_attention_heads": 71, "num_hidden_layers": 32, "parallel_attn": true, "vocab_size": 65024})")
                                   << 6.9217 << 0.0 << 0.0001 << qint64(2 * 1 * 64 * 2 * 32);
        QTest::newRow("falcon-40b") << QByteArray(
            R"({"model_type": "falcon", "bias": false, "hidden_size": 8192, "multi_query": true, "new_decoder_architecture": true, "num_attention_heads": 128,
            "num_hidden_layers": 60, "num_kv_heads": 8, "parallel_attn": true, "vocab_size": 65024})")
                                    << 41.3033 << 0.0 << 0.0001 << qint64(2 * 8 * 64 * 2 * 60);
        QTest::newRow("opt-1.3b") << QByteArray(
            R"({"model_type": "opt", "do_layer_norm_before": true, "ffn_dim": 8192, "hidden_size": 2048, "max_position_embeddings": 2048,
            "num_attention_heads": 32, "num_hidden_layers": 24, "vocab_size": 50272, "word_embed_proj_dim": 2048})")
                                  << 1.3158 << 0.0 << 0.0001 << qint64(2 * 32 * 64 * 2 * 24);
        QTest::newRow("opt-350m, narrow embeddings") << QByteArray(
            R"({"model_type": "opt", "do_layer_norm_before": false, "ffn_dim": 4096, "hidden_size": 1024, "max_position_embeddings": 2048,
            "num_attention_heads": 16, "num_hidden_layers": 24, "vocab_size": 50272, "word_embed_proj_dim": 512})")
                                                     << 0.3312 << 0.0 << 0.0001 << qint64(2 * 16 * 64 * 2 * 24);
        QTest::newRow("Qwen2.5-0.5B, head and embeddings in one") << QByteArray(
            R"({"model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14, "num_key_value_heads": 2,
            "vocab_size": 151936, "intermediate_size": 4864, "tie_word_embeddings": true})")
                                                                  << 0.494 << 0.0 << 0.001
                                                                  << qint64(2 * 2 * 64 * 2 * 24);
    }
    void parametersAreThoseThatArePublished()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, billions);
        QFETCH(double, guessing);
        QFETCH(double, within);
        const Result<Json> json = parseJson(config, u"config.json"_s);
        QVERIFY(json);
        const std::optional<ModelParts> model = modelPartsOf(*json);
        QVERIFY(model);
        QVERIFY2(std::abs(model->parameters() / 1e9 - billions) <= within,
                 qPrintable(QString::number(model->parameters() / 1e9)));
        QVERIFY2(std::abs(model->guessingParameters() / 1e9 - guessing) <= 0.15,
                 qPrintable(QString::number(model->guessingParameters() / 1e9)));
        QTEST(model->kv.bytesPerToken(1, false), "kvBytes");
        for (const ModelPart &part : model->parts)
            QVERIFY(part.parameters > 0 && !part.formula.isEmpty());
    }

    // The tutorial's 2P1D spreads decode's output head over 16 cards (DeepSeek-V3.1.md, finegrained_tp_config); the
    // head of DeepSeek-V3 is vocab_size x hidden_size values of two bytes.
    void thePlanReadsWhatTheCommandSpreads()
    {
        Json config = m_config;
        config["model_type"] = "deepseek_v3";
        config.erase("index_head_dim");
        const QString pd = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s,
                      one = u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s;
        const auto perCard = [](const Result<Capacity> &capacity, const QString &name) {
            for (const CapacityPart &part : capacity ? capacity->parts : QList<CapacityPart>()) {
                if (part.name.startsWith(name))
                    return qint64(part.bytesPerCard);
            }
            return qint64(-1);
        };
        constexpr qint64 head = 129280LL * 7168 * 2;
        Deployment deployment = onNodes(pd, 4);
        const CapacityInput four{factsOf(deployment, 16), std::nullopt, config};
        Result<Capacity> capacity = capacityOf(deployment, *findRecipe(pd), four);
        QVERIFY(capacity);
        QCOMPARE(perCard(capacity, u"Output head"_s), head / 16);
        QCOMPARE(perCard(capacity, u"Embeddings"_s), head); // tp 1: each card has all of it
        const QStringList ofHead = capacity->reasons.filter(u"lm_head"_s);
        QCOMPARE(ofHead.size(), 2);
        QVERIFY2(ofHead[0].startsWith(u"A prefill group (16 cards): "_s) && ofHead[0].contains(u"over tp 8"_s),
                 qPrintable(ofHead[0]));
        QVERIFY2(ofHead[1].contains(u"over 16 cards (lmhead_tensor_parallel_size)"_s), qPrintable(ofHead[1]));
        deployment.settings = {{"tp", 2}}; // the key is for ranks of one card
        capacity = capacityOf(deployment, *findRecipe(pd), four);
        QCOMPARE(perCard(capacity, u"Output head"_s), head / 2);

        Json file = findRecipe(one)->file; // a recipe of somebody's own
        file["serve"]["arguments"].push_back(
            {{"flag", "--additional-config"},
             {"value",
              {{"finegrained_tp_config",
                {{"embedding_tensor_parallel_size", 8}, {"oproj_tensor_parallel_size", 16}}}}}});
        const Result<Recipe> own = recipeFromJson(file, u"own"_s);
        QVERIFY(own);
        deployment = onNodes(one, 1);
        const CapacityInput single{factsOf(deployment, 16), std::nullopt, config};
        capacity = capacityOf(deployment, *own, single);
        QCOMPARE(perCard(capacity, u"Embeddings"_s), head / 8);
        QCOMPARE(perCard(capacity, u"Output head"_s), head / 4);
        QCOMPARE(capacity->reasons.filter(u"oproj_tensor_parallel_size is 16"_s).size(), 1);
        QVERIFY(capacityOf(deployment, *findRecipe(one), single)->reasons.filter(u"oproj"_s).isEmpty());
    }

    void keysAndValuesOfATokenFollowTheHeads()
    {
        const ModelParts qwen = *modelPartsOf({{"model_type", "qwen3_moe"},
                                               {"hidden_size", 4096},
                                               {"num_hidden_layers", 94},
                                               {"num_attention_heads", 64},
                                               {"num_key_value_heads", 4},
                                               {"head_dim", 128},
                                               {"vocab_size", 151936},
                                               {"num_experts", 128},
                                               {"moe_intermediate_size", 1536},
                                               {"intermediate_size", 12288}});
        QCOMPARE(qwen.kv.bytesPerToken(2, false), qint64(2 * 2 * 128 * 2 * 94));
        // four heads on eight cards: each on two
        QCOMPARE(qwen.kv.bytesPerToken(8, false), qint64(2 * 1 * 128 * 2 * 94));
        Json guessing = m_config;
        guessing["num_nextn_predict_layers"] = 1;
        const ModelParts deepseek = *modelPartsOf(guessing);
        // tp does not divide the latent
        QCOMPARE(deepseek.kv.bytesPerToken(8, false), qint64((512 + 64 + 128) * 2 * 61));
        QCOMPARE(deepseek.kv.bytesPerToken(8, true), qint64((512 + 64 + 128) * 2 * 62));
        QVERIFY(!modelPartsOf(Json::object()));
        QVERIFY(!modelPartsOf({{"kv_lora_rank", -1}, {"qk_rope_head_dim", 64}, {"num_hidden_layers", 61}}));
        QVERIFY(!modelPartsOf({{"model_type", "mixtral"}, {"hidden_size", 4096}}));
    }

    // Where a part lies decides what it takes of a card; the layer that guesses is there only for that.
    void guessingAheadTakesItsLayer()
    {
        Json config = m_config;
        config["num_nextn_predict_layers"] = 1;
        Deployment deployment = twoNodes();
        const CapacityInput input{factsOf(deployment), qint64(690) << 30, config};
        const Capacity without = *capacityOf(deployment, m_recipe, input);
        QVERIFY(without.reasons.join(u' ').contains(u"The MTP layer (11.61 B parameters) is not loaded"));
        deployment.settings = {{"mtpTokens", 1}};
        const Capacity with = *capacityOf(deployment, m_recipe, input);
        const double more = double(*with.weightsBytesPerCard - *without.weightsBytesPerCard) / (1 << 30);
        QVERIFY2(more > 0.7 && more < 1.5, qPrintable(QString::number(more))); // 11.3 of its 11.6 billion over 16 cards
        QCOMPARE(*with.kvBytesPerToken, qint64((512 + 64 + 128) * 2 * 62));
        const QString reasons = with.reasons.join(u'\n');
        QVERIFY2(reasons.contains(
                     u"Routed experts: 3 × n_routed_experts 256 × hidden_size 7168 × moe_intermediate_size 2048 × 58 "
                     u"layers = 653.91 B parameters × 1 bytes, over all 16 cards"),
                 qPrintable(reasons));
        QVERIFY(reasons.contains(u"MTP layer: Routed experts") && reasons.contains(u"arXiv:2412.19437")
                && reasons.contains(u"(61 + 1 MTP) layers"));
        double perCard = 0;
        for (const CapacityPart &part : with.parts)
            perCard += part.bytesPerCard;
        QCOMPARE(qint64(perCard), *with.weightsBytesPerCard);
        QVERIFY(with.warnings.filter(u"no MTP layer"_s).isEmpty());
        QVERIFY(!capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(690) << 30, m_config})
                     ->warnings.filter(u"no MTP layer"_s)
                     .isEmpty());
    }

    // 235 billion parameters in a folder of 470 GB are not W8A8.
    void aConfigurationSaysHowItsValuesAreQuantized_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("bytes"); // 0: it does not say
        QTest::newRow("plain") << QByteArray(R"({"torch_dtype": "bfloat16"})") << 0.;
        QTest::newRow("MindIE") << QByteArray(R"({"quantize": "w8a8_dynamic"})") << 1.;
        QTest::newRow("MindIE's four bits") << QByteArray(R"({"quantize": "w4a8"})") << 0.5;
        QTest::newRow("fp8") << QByteArray(R"({"quantization_config": {"quant_method": "fp8"}})") << 1.;
        QTest::newRow("mxfp4") << QByteArray(R"({"quantization_config": {"quant_method": "mxfp4"}})") << 0.53125;
        QTest::newRow("awq") << QByteArray(R"({"quantization_config": {"quant_method": "awq", "bits": 4}})") << 0.5;
        QTest::newRow("gptq") << QByteArray(R"({"quantization_config": {"quant_method": "gptq", "bits": 8}})") << 1.;
        QTest::newRow("compressed")
            << QByteArray(R"({"quantization_config": {"quant_method": "compressed-tensors",
                             "config_groups": {"group_0": {"weights": {"num_bits": 4}}}}})") << 0.5;
        QTest::newRow("bitsandbytes")
            << QByteArray(R"({"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true}})") << 0.5;
        QTest::newRow("unknown") << QByteArray(R"({"quantization_config": {"quant_method": "newest"}})") << 0.;
        QTest::newRow("absurd") << QByteArray(R"({"quantization_config": {"bits": -4}})") << 0.;
        QTest::newRow("of another shape") << QByteArray(R"({"quantization_config": [4], "quantize": 8})") << 0.;
    }
    void aConfigurationSaysHowItsValuesAreQuantized()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, bytes);
        const Json json = *parseJson(config, u"config.json"_s);
        QCOMPARE(ownQuantizedBytes(json).value_or(0), bytes);
    }

    // Bytes of the published files against what is counted of their config.json.
    void bytesAreThoseThatArePublished_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("gigabytes");
        QTest::addColumn<double>("within");  // of them, in percent
        const QByteArray latent
            = R"("hidden_size": 7168, "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_shared_experts": 1, "num_hidden_layers": 61, "q_lora_rank": 1536, "kv_lora_rank": 512,
            "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "moe_layer_freq": 1, "torch_dtype": "bfloat16", "tie_word_embeddings": false)";
        // "594GB on Hugging Face" (simonwillison.net, 2025-11-06)
        QTest::newRow("Kimi-K2-Thinking") << QByteArray(R"({"model_type": "kimi_k2", "n_routed_experts": 384, "first_k_dense_replace": 1, "num_attention_heads": 64, "num_nextn_predict_layers": 0,
            "vocab_size": 163840, "quantization_config": {"config_groups": {"group_0": {"input_activations": null, "targets": ["Linear"], "weights": {"num_bits": 4, "group_size": 32,
            "strategy": "group", "symmetric": true, "type": "int"}}}, "format": "pack-quantized", "ignore": ["lm_head", "re:.*self_attn.*", "re:.*shared_experts.*",
            "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"], "quant_method": "compressed-tensors"}, )" + latent + '}')
                                          << 594.0 << 2.0;
        // its model.safetensors.index.json: 688586727753 bytes; the MTP layer's own embeddings and head are in them
        QTest::newRow("DeepSeek-V3, V3.1") << QByteArray(R"({"model_type": "deepseek_v3", "n_routed_experts": 256, "first_k_dense_replace": 3, "num_attention_heads": 128,
            "num_nextn_predict_layers": 1, "vocab_size": 129280, "quantization_config": {"activation_scheme": "dynamic", "fmt": "e4m3", "quant_method": "fp8",
            "weight_block_size": [128, 128]}, )" + latent + '}')
                                           << 688.587 << 2.0;
        // 60.8 GiB (its model card, arXiv:2508.10925, table 1)
        QTest::newRow("gpt-oss-120b") << QByteArray(R"({"model_type": "gpt_oss", "attention_bias": true, "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880,
            "num_attention_heads": 64, "num_hidden_layers": 36, "num_key_value_heads": 8, "num_local_experts": 128, "vocab_size": 201088, "tie_word_embeddings": false,
            "quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn", "model.layers.*.mlp.router", "model.embed_tokens", "lm_head"]}})")
                                      << 65.283 << 1.0;
    }
    void bytesAreThoseThatArePublished()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, gigabytes);
        QFETCH(double, within);
        const Result<Json> json = parseJson(config, u"config.json"_s);
        QVERIFY(json);
        const std::optional<ModelParts> model = modelPartsOf(*json);
        QVERIFY(model);
        const StoredWeights stored = storedWeights(*model, *json, 2);
        QVERIFY2(std::abs(stored.total() / 1e9 - gigabytes) <= gigabytes * within / 100,
                 qPrintable(QString::number(stored.total() / 1e9)));
        QVERIFY2(stored.unplaced.isEmpty(), qPrintable(stored.unplaced.join(u' ')));
    }

    // Layer 0 is dense, layer 1 holds four experts: of each layer's attention 12288 values (q 4096, k 2048, v 2048, o
    // 4096), the dense MLP and the experts 24576 each.
    void whatIsLeftUnquantizedIsByItsName_data()
    {
        QTest::addColumn<QByteArray>("quantization");
        QTest::addColumn<double>("kept");
        QTest::addColumn<double>("each");    // bytes of a quantized value
        QTest::addColumn<QStringList>("unplaced");
        const auto list = [](const char *name, const QByteArray &patterns, double kept, const QStringList &unplaced) {
            QTest::newRow(name) << QByteArray(R"({"quant_method": "awq", "bits": 4, "group_size": 32, "zero_point": true, "modules_to_not_convert": )"
                                              + patterns + '}')
                                << kept << 0.578125 << unplaced;
        };
        list("a part", R"(["self_attn"])", 24576, {});
        list("the router", R"(["gate"])", 0, {});
        list("a layer", R"(["model.layers.0"])", 36864, {});
        list("of each layer", R"(["model.layers.*.self_attn.q_proj", "lm_head"])", 8192, {});
        list("nothing that there is", R"(["visual", "self_attn.q"])", 0, {u"visual"_s, u"self_attn.q"_s});
        const auto ignore = [](const char *name, const QByteArray &patterns, double kept, const QStringList &unplaced) {
            QTest::newRow(name) << QByteArray(R"({"quant_method": "compressed-tensors", "config_groups": {"g": {"targets": ["Linear"], "weights": {"num_bits": 4, "type": "int",
                "strategy": "group", "group_size": 32, "symmetric": true}}}, "ignore": )" + patterns + '}')
                                << kept << 0.5625 << unplaced;
        };
        ignore("a whole name", R"(["model.layers.1.self_attn.k_proj"])", 2048, {});
        ignore("no whole name", R"(["model.layers.1.self_attn"])", 0, {u"model.layers.1.self_attn"_s});
        ignore("a pattern", R"(["re:.*mlp\\.experts.*"])", 24576, {});
        ignore("one expert", R"(["re:.*experts\\.3\\..*"])", 0, {u"re:.*experts\\.3\\..*"_s});
        ignore("no pattern", R"(["re:*"])", 0, {u"re:*"_s});
        QTest::newRow("fp8") << QByteArray(R"({"quant_method": "fp8", "weight_block_size": [32, 32], "ignored_layers": ["language_model.model.layers.0.mlp.down_proj"]})")
                             << 8192.0 << 1.00390625 << QStringList();
        QTest::newRow("gptq") << QByteArray(R"({"quant_method": "gptq", "bits": 4, "group_size": 32, "sym": true, "dynamic": {"-:.*self_attn.*": {}}})")
                              << 24576.0 << 0.578125 << QStringList();
    }
    void whatIsLeftUnquantizedIsByItsName()
    {
        QFETCH(QByteArray, quantization);
        QFETCH(double, kept);
        QFETCH(double, each);
        QFETCH(QStringList, unplaced);
        Json config{{"model_type", "qwen3_moe"},  {"hidden_size", 64},        {"num_hidden_layers", 2},
                    {"num_attention_heads", 4},   {"num_key_value_heads", 2}, {"head_dim", 16},
                    {"vocab_size", 100},          {"num_experts", 4},         {"moe_intermediate_size", 32},
                    {"intermediate_size", 128},   {"mlp_only_layers", {0}}};
        const ModelParts model = *modelPartsOf(config);
        config["quantization_config"] = *parseJson(quantization, u"quantization"_s);
        const StoredWeights stored = storedWeights(model, config, 1);
        QCOMPARE(stored.keptParameters, kept);
        QCOMPARE(stored.quantizedBytes, each);
        QCOMPARE(stored.unplaced, unplaced);
        constexpr double linear = 2 * 12288 + 24576 + 24576;
        QCOMPARE(stored.total(), (linear - kept) * each + (model.parameters() - linear + kept) * 2);
        // The plan says it.
        const Deployment deployment = twoNodes();
        const CapacityInput input{factsOf(deployment), std::nullopt, config, CapacityInput::Weights::ThoughtOf};
        const Result<Capacity> capacity = capacityOf(deployment, m_recipe, input);
        QVERIFY2(capacity, capacity ? "" : qPrintable(capacity.error().message));
        QCOMPARE(capacity->reasons.filter(u"of layers that could be quantized are not"_s).size(), kept > 0 ? 1 : 0);
        QCOMPARE(capacity->reasons.filter(u"quantization_config names"_s).size(), unplaced.isEmpty() ? 0 : 1);
    }

    void filesThatDoNotFitTheirModelAreTold()
    {
        const Deployment deployment = twoNodes();
        const auto warns = [&](qint64 gib) {
            return !capacityOf(deployment, m_recipe, {factsOf(deployment), gib << 30, m_config})
                        ->warnings.filter(u"quantized in another way"_s)
                        .isEmpty();
        };
        QVERIFY(!warns(640));
        QVERIFY(warns(1260));
        QVERIFY(warns(340));
        // the folder's files, but not config.json
        const Capacity unread = *capacityOf(deployment, m_recipe, {factsOf(deployment), {}, m_config});
        QVERIFY(unread.weightsBytesPerCard && !unread.weightsBytes);
    }

    // ModelSlim's weights may name no quantization in config.json: their folder's name says it then.
    void weightsAreAsTheirConfigurationSays()
    {
        const Json config = *parseJson(
            R"({"model_type": "llama", "torch_dtype": "bfloat16", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
            "num_key_value_heads": 8, "vocab_size": 128256, "intermediate_size": 14336})", u"config.json"_s);
        using Weights = CapacityInput::Weights;
        const auto counted = [&](const char *folder, Weights weights) {
            const Deployment deployment = oneServer({{"tp", 8}, {"weights", folder}});
            return *capacityOf(deployment, *findRecipe(deployment.recipe),
                               {factsOf(deployment), std::nullopt, config, weights});
        };
        const Capacity plain = counted("/w/Llama-3.1-8B", Weights::Asked),
                       named = counted("/w/Llama-3.1-8B-w8a8", Weights::Asked),
                       opened = counted("/w/Llama-3.1-8B-w8a8", Weights::ThoughtOf);
        QCOMPARE(plain.countedAs, u"BF16"_s);
        QCOMPARE(opened.countedAs, u"BF16"_s);
        QCOMPARE(named.countedAs, u"W8A8"_s);
        QCOMPARE(*opened.weightsBytesPerCard, *plain.weightsBytesPerCard);
        QVERIFY(*named.weightsBytesPerCard < *plain.weightsBytesPerCard);
        QCOMPARE(plain.reasons.filter(u"config.json names no quantization. The recipe is for W8A8"_s).size(), 1);
        QCOMPARE(named.reasons.filter(u"1 bytes: W8A8, as the name of the weights' folder says"_s).size(), 1);
        QVERIFY(plain.reasons.filter(u"folder could not be read"_s).isEmpty()); // config.json was
        QCOMPARE(plain.reasons.filter(u"their config.json was read, but no"_s).size(), 1);
    }

    // Its config.json is that of the model as it was: BF16 has no room, what the recipe is for has.
    void whatTheRecipeIsForIsNotRefused()
    {
        Json config = m_config;
        config["torch_dtype"] = "bfloat16";
        const Deployment deployment = twoNodes();
        CapacityInput input{factsOf(deployment), std::nullopt, config, CapacityInput::Weights::ThoughtOf};
        const Capacity open = *capacityOf(deployment, m_recipe, input);
        QCOMPARE(open.countedAs, u"BF16"_s);
        QVERIFY2(!open.fits && open.refusal.isEmpty(), qPrintable(open.refusal));
        QVERIFY2(open.undecided.startsWith(u"As BF16 it does not fit; as W8A8, "_s), qPrintable(open.undecided));
        QCOMPARE(open.reasons.filter(open.undecided).size(), 1);
        QCOMPARE(open.reasons.filter(u"It does not fit"_s).size(), 0);
        QCOMPARE(open.reasons.filter(u"(--if quantization=W8A8)"_s).size(), 1);
        input.quantization = u"W8A8"_s;
        const Capacity asked = *capacityOf(deployment, m_recipe, input);
        QVERIFY(asked.fits == true && asked.undecided.isEmpty());
        // where these do not fit either, that is certain
        input.quantization.clear();
        (*input.modelConfig)["num_hidden_layers"] = 200;
        const Capacity large = *capacityOf(deployment, m_recipe, input);
        QVERIFY(large.fits == false && large.undecided.isEmpty() && !large.refusal.isEmpty());
    }

    // supported_quantization of vllm_ascend/platform.py; of MindIE what its instructions and sources say.
    void whatTheEngineDoesNotTakeIsSaid_data()
    {
        QTest::addColumn<QString>("release"); // empty: MindIE
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("says");    // empty: nothing
        const auto row = [](const char *name, const char *release, const char *method, const char *says) {
            QTest::newRow(name) << QString::fromLatin1(release) << QString::fromLatin1(method)
                                << QString::fromLatin1(says);
        };
        row("AWQ", "0.18.0", "awq",
            "are awq, which vLLM 0.18.0 refuses at start on Ascend: it takes ascend, compressed-tensors.");
        row("GPTQ", "0.23.0", "gptq", "are gptq, which vLLM 0.23.0 refuses");
        row("mxfp4", "0.18.0", "mxfp4", "are mxfp4, which vLLM 0.18.0 refuses");
        row("fp8 before", "0.18.0", "fp8", "are fp8, which vLLM 0.18.0 refuses");
        row("fp8", "0.23.0", "fp8", "");
        row("compressed", "0.18.0", "compressed-tensors", "");
        row("ModelSlim's", "0.18.0", "ascend", "");
        row("fp8 in MindIE", "", "fp8", "MindIE-LLM's instructions convert such to BF16");
        row("AWQ in MindIE", "", "awq",
            "the weights are awq: of quantized weights MindIE-LLM reads those of ModelSlim");
        row("GPTQ in MindIE", "", "gptq", "it is not known that it takes gptq.");
        row("compressed in MindIE", "", "compressed-tensors", "it is not known that it takes compressed-tensors.");
        row("nobody's in MindIE", "", "my-own", "it is not known that it takes my-own.");
        row("ModelSlim's in MindIE", "", "ascend", "");
    }
    void whatTheEngineDoesNotTakeIsSaid()
    {
        QFETCH(QString, release);
        QFETCH(QString, method);
        QFETCH(QString, says);
        const Deployment deployment = release.isEmpty() ? twoNodes() : oneServer({{"release", release}});
        Json config = m_config;
        const auto planned = [&] {
            return *capacityOf(deployment, *findRecipe(deployment.recipe), {factsOf(deployment), std::nullopt, config});
        };
        QVERIFY(planned().doubtful.isEmpty());
        config["quantization_config"] = {{"quant_method", method}, {"bits", 8}};
        const Capacity capacity = planned();
        QVERIFY2(capacity.doubtful.isEmpty() == says.isEmpty() && capacity.doubtful.contains(says),
                 qPrintable(capacity.doubtful));
        QCOMPARE(capacity.warnings.contains(capacity.doubtful), !says.isEmpty());
    }

    void saysWhatFitsAndWhy()
    {
        const Deployment deployment = twoNodes();
        const CapacityInput input{factsOf(deployment), qint64(690) << 30, m_config};
        const Capacity c = *capacityOf(deployment, m_recipe, input);
        QCOMPARE(c.cards, 16);
        QCOMPARE(*c.hbmBytesPerCard, qint64(64) << 30);
        QCOMPARE(c.fits, std::optional<bool>(true));
        QVERIFY(*c.weightsBytesPerCard > (qint64(690) << 30) / 16); // what dp holds twice comes on top
        QCOMPARE(*c.kvTokens, (*c.usableBytesPerCard - *c.weightsBytesPerCard) / *c.kvBytesPerToken * 2);
        // whole requests in each of the two groups
        QCOMPARE(*c.concurrency, std::min(*c.kvTokens / 2 / 8192, qint64(200)) * 2);
        QVERIFY(c.warnings.join(u' ').contains(u"four Atlas 800I A2"));
        QVERIFY(c.reasons.size() >= 5);
        QVERIFY(c.reasons.join(u' ').contains(u"HCCL_BUFFSIZE: 200 MB, HCCL's default"));
        Deployment torch = deployment;
        torch.settings = {{"generation", "3.0"}, {"mtpTokens", 2}};
        const QString reasons = capacityOf(torch, m_recipe, input)->reasons.join(u' ');
        QVERIFY2(reasons.contains(u"2 × (BS 75 × ep 16 × min(16, 8) × H 7168 × 2 B + 2 MB) = 267 MB")
                     && reasons.contains(u"1050 (MindIE-LLM deepseek_v3.2.md"),
                 qPrintable(reasons));
        const Json json = toJson(c);
        QCOMPARE(boolAt(json, "fits"), true);
    }

    void cardsThatCannotBeDividedFitNothing()
    {
        Deployment deployment = twoNodes();
        deployment.settings = {{"tp", 3}};
        const Result<Capacity> capacity
            = capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(690) << 30, m_config});
        QVERIFY(!capacity);
        QCOMPARE(capacity.error().kind, ErrorKind::Invalid);
        QVERIFY2(capacity.error().message.contains(u"cannot be divided"_s), qPrintable(capacity.error().message));
        // 16 cards with tp 3: no "dp 5 × tp 3 = 16 cards"
        deployment = oneServer({{"tp", 3}});
        const Result<Capacity> ofVllm
            = capacityOf(deployment, *findRecipe(deployment.recipe), {factsOf(deployment), qint64(230) << 30, {}});
        QVERIFY(!ofVllm);
        QVERIFY2(ofVllm.error().message.contains(u"\"tp\" is 3, but 8 cards cannot be divided"_s),
                 qPrintable(ofVllm.error().message));
        // 256 experts over 24 cards
        Deployment three = twoNodes();
        three.nodes << plainNode(u"node3"_s, u"10.20.0.13"_s);
        const Result<Capacity> ofThree = capacityOf(three, m_recipe, {factsOf(three), qint64(690) << 30, m_config});
        QVERIFY(!ofThree);
        QVERIFY2(ofThree.error().message.contains(u"256 experts cannot be divided evenly"_s),
                 qPrintable(ofThree.error().message));
    }

    // vLLM asks for the share of what the driver leaves of a card, and stops where less is free.
    void aShareThatIsNotFreeIsTold_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("usedMb");     // of one card; 3400 of the others
        QTest::addColumn<bool>("warns");
        QTest::newRow("idle, as the recipe says") << 0.95 << 3400 << false;
        QTest::newRow("idle, all") << 1.0 << 3400 << true;
        QTest::newRow("somebody is there") << 0.95 << 9000 << true;
        QTest::newRow("somebody is there, a smaller share") << 0.5 << 9000 << false;
    }
    void aShareThatIsNotFreeIsTold()
    {
        QFETCH(double, share);
        QFETCH(int, usedMb);
        QFETCH(bool, warns);
        const Deployment deployment = oneServer({{"gpuMemoryUtilization", share}});
        QList<NodeFacts> facts = factsOf(deployment);
        facts[0].npuSmi->chips[3].hbmUsedMb = usedMb;
        const Capacity c = *capacityOf(deployment, *findRecipe(deployment.recipe), {facts, qint64(230) << 30, {}});
        const QStringList said = c.warnings.filter(u"Free memory on device"_s);
        QCOMPARE(!said.isEmpty(), warns);
        QVERIFY2(!warns || said.first().contains(u"gpuMemoryUtilization"), qPrintable(said.join(u' ')));
        if (c.isHeld) { // by the service that the deployment has brought up
            CapacityInput own{facts, qint64(230) << 30, {}};
            own.ownServiceOn = {facts[0].name};
            const Capacity held = *capacityOf(deployment, *findRecipe(deployment.recipe), own);
            QVERIFY2(held.warnings.filter(u"Free memory on device"_s).isEmpty() && !held.isHeld,
                     qPrintable(held.warnings.join(u' ')));
        }
        QCOMPARE(c.isHeld, warns);
        facts[0].npuSmi->chips[3].hbmUsedMb.reset(); // of the others the same is known
        QVERIFY(capacityOf(deployment, *findRecipe(deployment.recipe), {facts, qint64(230) << 30, {}}));
    }

    // One figure for one thing: of a card with 64 GiB the driver leaves 60.96 to a program (vllm-ascend issue 8621),
    // and the share is taken of that. 64 GiB = 68719476736 bytes, 60.96 GiB = 65455301591 and a part.
    void theShareIsOfWhatTheDriverLeaves_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<qint64>("totalMb");
        QTest::addColumn<qint64>("usable");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, double share, qint64 totalMb, qint64 usable, const char *words) {
            QTest::newRow(name) << share << totalMb << usable << QString::fromLatin1(words);
        };
        // 65455301591 less 2 × 512 MiB of HCCL (1073741824)
        row("all of it", 1.0, 65536, 64381559767, "1 (gpuMemoryUtilization) = 61.0 GiB");
        // × 0.5 = 32727650795 and a half; HCCL has room beside it
        row("half of it", 0.5, 65536, 32727650795, "0.5 (gpuMemoryUtilization) = 30.5 GiB");
        // of such cards it is not known: 32 GiB × 0.5
        row("another card", 0.5, 32768, 17179869184, "0.5 (gpuMemoryUtilization) = 16 GiB");
    }
    void theShareIsOfWhatTheDriverLeaves()
    {
        QFETCH(double, share);
        QFETCH(qint64, totalMb);
        QFETCH(qint64, usable);
        QFETCH(QString, words);
        const Deployment deployment = oneServer({{"gpuMemoryUtilization", share}, {"hcclBuffSize", 512}});
        QList<NodeFacts> facts = factsOf(deployment);
        for (NpuChip &chip : facts[0].npuSmi->chips)
            chip.hbmTotalMb = totalMb;
        const Json config = {{"model_type", "qwen3_moe"},      {"hidden_size", 4096},     {"num_hidden_layers", 94},
                             {"num_attention_heads", 64},      {"num_key_value_heads", 4}, {"head_dim", 128},
                             {"vocab_size", 151936},           {"num_experts", 128},       {"intermediate_size", 12288},
                             {"moe_intermediate_size", 1536}};
        const Capacity c
            = *capacityOf(deployment, *findRecipe(deployment.recipe), {facts, qint64(230) << 30, config});
        QCOMPARE(*c.hcclBytesPerCard, qint64(1073741824));
        QCOMPARE(*c.usableBytesPerCard, usable);
        QCOMPARE(*c.hbmBytesPerCard, totalMb << 20);
        QVERIFY2(c.reasons.join(u'\n').contains(words), qPrintable(c.reasons.join(u'\n')));
        // a request lives in one group of tp cards
        const qint64 groups = *c.kvTokens / ((usable - *c.weightsBytesPerCard) / *c.kvBytesPerToken);
        QCOMPARE(*c.kvTokens, (usable - *c.weightsBytesPerCard) / *c.kvBytesPerToken * groups);
    }

    void layersThatSeeTheLastTokensAreCounted_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("layers");     // of all those that keep a window
        const QByteArray sizes = R"("hidden_size": 2880, "intermediate_size": 2880, "num_attention_heads": 64, "num_hidden_layers": 8, "num_key_value_heads": 8,
            "head_dim": 64, "num_local_experts": 4, "vocab_size": 1000)";
        const auto row = [&](const char *name, const QByteArray &more, int window, int layers) {
            QTest::newRow(name) << QByteArray('{' + sizes + ", " + more + '}') << window << layers;
        };
        row("gpt-oss by its class", R"("model_type": "gpt_oss", "sliding_window": 128)", 128, 4);
        row("gpt-oss by its list", R"("model_type": "gpt_oss", "sliding_window": 128, "layer_types": ["sliding_attention", "full_attention", "full_attention",
            "full_attention", "sliding_attention", "full_attention", "full_attention", "full_attention"])", 128, 2);
        row("Gemma 2", R"("model_type": "gemma2")", 4096, 4);
        row("Gemma 3", R"("model_type": "gemma3_text", "sliding_window": 512)", 512, 7);
        row("Gemma 3 with its own pattern", R"("model_type": "gemma3_text", "sliding_window": 512, "sliding_window_pattern": 4)", 512, 6);
        row("Mistral, all", R"("model_type": "mistral", "sliding_window": 4096)", 4096, 8);
        row("Mistral, none", R"("model_type": "mistral", "sliding_window": null)", 0, 0);
        row("Qwen, off", R"("model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": false, "max_window_layers": 2)", 0, 0);
        row("Qwen, on", R"("model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": true, "max_window_layers": 2)", 4096, 6);
        row("Llama", R"("model_type": "llama")", 0, 0);
    }
    void layersThatSeeTheLastTokensAreCounted()
    {
        QFETCH(QByteArray, config);
        const Result<Json> json = parseJson(config, u"config.json"_s);
        QVERIFY(json);
        const std::optional<ModelParts> model = modelPartsOf(*json);
        QVERIFY(model);
        QTEST(model->kv.window, "window");
        QTEST(model->kv.windowedLayers, "layers");
    }

    // gemma-3-27b: 52 of 62 layers keep 1024 tokens. At tp 8 a token takes 2 x 2 heads x 128 x 2 bytes = 1024 in a
    // layer.
    void aWindowIsKeptOnceForARequest()
    {
        const Json config = *parseJson(
            R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 5376, "intermediate_size": 21504, "num_attention_heads": 32,
            "num_key_value_heads": 16, "head_dim": 128, "num_hidden_layers": 62, "sliding_window": 1024, "sliding_window_pattern": 6}})", u"config.json"_s);
        Deployment deployment = oneServer({{"tp", 8}, {"maxModelLen", 32768}, {"maxSeqs", 4096}});
        const CapacityInput input{factsOf(deployment), qint64(55) << 30, config};
        const Capacity vllm = *capacityOf(deployment, *findRecipe(deployment.recipe), input);
        QCOMPARE(*vllm.kvBytesPerToken, qint64(10 * 1024));
        QCOMPARE(vllm.kvBytesOfWindows, qint64(52 * 1024 * 1024));
        const qint64 room = *vllm.usableBytesPerCard - *vllm.weightsBytesPerCard;
        QCOMPARE(*vllm.kvTokens, (room - vllm.kvBytesOfWindows) / 10240);
        QCOMPARE(*vllm.concurrency, room / (32768 * 10240 + vllm.kvBytesOfWindows));
        QVERIFY(vllm.isKvUpperBound);
        QCOMPARE(vllm.reasons.filter(u"The other 52 layers keep the last 1024 tokens"_s).size(), 1);

        // a request no longer than the window: every layer keeps all of it
        deployment.settings["maxModelLen"] = 1024;
        const Capacity little = *capacityOf(deployment, *findRecipe(deployment.recipe), input);
        QCOMPARE(*little.kvBytesPerToken, qint64(62 * 1024));
        QVERIFY(little.isKvUpperBound && little.kvBytesOfWindows == 0);

        // of an engine whose way is not known nothing is taken off, and that is said
        const Deployment pair = twoNodes();
        const Capacity mindie = *capacityOf(pair, m_recipe, {factsOf(pair), qint64(55) << 30, config});
        QVERIFY(!mindie.isKvUpperBound && mindie.kvBytesOfWindows == 0);
        QCOMPARE(mindie.reasons.filter(u"52 of 62 layers see the last 1024 tokens only"_s).size(), 1);
        QVERIFY(mindie.reasons.filter(u"at most"_s).isEmpty());
    }

    // vLLM refuses to start (vllm/config/model.py); MindIE says MIE04E13030A and goes on (router_impl.py).
    void noContextIsLongerThanTheModels_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QByteArray>("scaling");
        QTest::addColumn<bool>("refused");
        QTest::addColumn<bool>("warned");
        const QString vllm = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, mindie = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        const QByteArray yarn = R"({"rope_type":"yarn","factor":4.0,"original_max_position_embeddings":32768})";
        QTest::newRow("as long") << vllm << QByteArray(R"({"maxModelLen":40960})") << QByteArray("null") << false << false;
        QTest::newRow("one more") << vllm << QByteArray(R"({"maxModelLen":40961})") << QByteArray("null") << true << false;
        QTest::newRow("far more") << vllm << QByteArray(R"({"maxModelLen":262145})") << QByteArray("null") << true << false;
        QTest::newRow("scaled") << vllm << QByteArray(R"({"maxModelLen":131072})") << yarn << false << false;
        QTest::newRow("beyond scaled") << vllm << QByteArray(R"({"maxModelLen":131073})") << yarn << true << false;
        QTest::newRow("MindIE") << mindie << QByteArray(R"({"maxSeqLen":40961})") << QByteArray("null") << false << true;
    }
    void noContextIsLongerThanTheModels()
    {
        QFETCH(QString, recipe);
        QFETCH(QByteArray, settings);
        QFETCH(QByteArray, scaling);
        QFETCH(bool, refused);
        QFETCH(bool, warned);
        Deployment deployment = twoNodes();
        const Recipe found = *findRecipe(recipe);
        while (deployment.nodes.size() > found.nodes)
            deployment.nodes.removeLast();
        deployment.recipe = recipe;
        deployment.settings = *parseJson(settings, u"settings"_s);
        Json config = m_config;
        config["max_position_embeddings"] = 40960;
        config["rope_scaling"] = *parseJson(scaling, u"scaling"_s);
        const Capacity c = *capacityOf(deployment, found, {factsOf(deployment), qint64(230) << 30, config});
        QCOMPARE(c.fits, std::optional(!refused));
        QCOMPARE(c.reasons.last().contains(u"(max_position_embeddings), and vLLM-Ascend refuses more"), refused);
        QCOMPARE(c.concurrency.has_value(), !refused);
        QCOMPARE(!c.warnings.filter(u"max_position_embeddings"_s).isEmpty(), warned);
        // also where nothing else is known
        const Capacity bare = *capacityOf(deployment, found, {{}, {}, config});
        QCOMPARE(bare.fits, refused ? std::optional(false) : std::nullopt);
    }

    // Falcon-7B has 71 attention heads, Phi-3-medium 40 and 10 KV heads: vLLM starts neither on four cards.
    void headsAreNotDivided_data()
    {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("kvHeads");
        QTest::addColumn<QString>("said");
        QTest::newRow("whole") << 64 << 4 << QString();
        QTest::newRow("one held twice") << 64 << 2 << QString();
        QTest::newRow("71") << 71 << 71 << u"71 attention heads (num_attention_heads) cannot be divided"_s;
        QTest::newRow("10 KV") << 40 << 10 << u"10 KV heads (num_key_value_heads) cannot be divided"_s;
    }
    void headsAreNotDivided()
    {
        QFETCH(int, heads);
        QFETCH(int, kvHeads);
        QFETCH(QString, said);
        Deployment deployment = twoNodes();
        deployment.recipe = u"vllm-ascend-qwen3-30b-w8a8-1xA2"_s;
        deployment.nodes.removeLast();
        deployment.settings = {{"tp", 4}};
        const Result<Recipe> recipe = findRecipe(deployment.recipe);
        QVERIFY(recipe);
        Json config{{"model_type", "llama"}, {"hidden_size", heads * 64}, {"num_hidden_layers", 8},
                    {"num_attention_heads", heads}, {"num_key_value_heads", kvHeads}, {"vocab_size", 32000},
                    {"intermediate_size", 8192}, {"max_position_embeddings", 131072}};
        const Capacity c = *capacityOf(deployment, *recipe, {factsOf(deployment), qint64(2) << 30, config});
        QVERIFY2(said.isEmpty() ? c.fits != false : c.fits == false && c.refusal.contains(said), qPrintable(c.refusal));
    }

    void doesNotFit()
    {
        const Deployment deployment = twoNodes();
        const Capacity tooBig = *capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(1300) << 30, m_config});
        QCOMPARE(tooBig.fits, std::optional<bool>(false));
        QVERIFY(tooBig.reasons.last().contains(u"does not fit"));
        Deployment longOne = deployment;
        longOne.settings = {{"maxSeqLen", 4194304}};
        const Capacity tooLong = *capacityOf(longOne, m_recipe, {factsOf(deployment), qint64(690) << 30, m_config});
        QCOMPARE(tooLong.fits, std::optional<bool>(false));
    }

    // The share of HBM is 0.92 of 64 GiB: 5.12 GiB are left beside it, for 2 × HCCL_BUFFSIZE at the least.
    void whatHcclTakesIsNotThere_data()
    {
        QTest::addColumn<int>("bufferMb");
        QTest::addColumn<qint64>("hcclMib");
        QTest::addColumn<qint64>("usableBytes");
        QTest::addColumn<std::optional<bool>>("fits");
        const qint64 ofShare = qint64(double(qint64(64) << 30) * 0.92);
        QTest::newRow("HCCL's default") << 0 << qint64(400) << ofShare << std::optional(true);
        QTest::newRow("within the rest") << 2621 << qint64(5242) << ofShare << std::optional(true); // 5242.88 MiB
        QTest::newRow("beyond the rest") << 2622 << qint64(5244) << (qint64(65536 - 5244) << 20) << std::optional(true);
        QTest::newRow("no room beside the weights")
            << 12288 << qint64(24576) << (qint64(65536 - 24576) << 20) << std::optional(false);
        QTest::newRow("all of a card") << 32768 << qint64(65536) << qint64(0) << std::optional(false);
        QTest::newRow("more than a card") << 65536 << qint64(131072) << qint64(0) << std::optional(false);
    }
    void whatHcclTakesIsNotThere()
    {
        QFETCH(int, bufferMb);
        QFETCH(qint64, hcclMib);
        QFETCH(std::optional<bool>, fits);
        Deployment deployment = twoNodes();
        deployment.settings = {{"hcclBuffSize", bufferMb}};
        const Capacity c = *capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(690) << 30, m_config});
        QCOMPARE(*c.hcclBytesPerCard, hcclMib << 20);
        QTEST(*c.usableBytesPerCard, "usableBytes");
        QCOMPARE(c.fits, fits);
        const qint64 room = std::max<qint64>(0, *c.usableBytesPerCard - *c.weightsBytesPerCard);
        QCOMPARE(*c.kvTokens, room / *c.kvBytesPerToken * 2);
        QCOMPARE(c.reasons.last().contains(u"It does not fit: HCCL takes at least"), fits == false);
        const Capacity unread = *capacityOf(deployment, m_recipe, {factsOf(deployment), {}, {}});
        QCOMPARE(unread.fits, bufferMb >= 32768 ? fits : std::nullopt); // no weights at all have room there
    }

    void unknownStaysUnknown()
    {
        const Deployment deployment = twoNodes();
        const Capacity nothing = *capacityOf(deployment, m_recipe, {{}, {}, {}});
        QVERIFY(!nothing.fits && !nothing.hbmBytesPerCard && !nothing.weightsBytes && !nothing.kvTokens
                && !nothing.concurrency);
        QVERIFY(toJson(nothing)["kvTokens"].is_null());
        QList<NodeFacts> facts = factsOf(deployment);
        facts[1].npuSmi->chips[3].hbmTotalMb.reset();
        QVERIFY(!capacityOf(deployment, m_recipe, {facts, qint64(690) << 30, m_config})->hbmBytesPerCard);
        facts = factsOf(deployment);
        facts[1].npuSmi->chips[3].hbmTotalMb = 32768; // the smallest decides
        QCOMPARE(capacityOf(deployment, m_recipe, {facts, qint64(690) << 30, m_config})->hbmBytesPerCard,
                 std::optional(qint64(32) << 30));
        facts.removeLast();                           // of one node of two nothing follows
        QVERIFY(!capacityOf(deployment, m_recipe, {facts, qint64(690) << 30, m_config})->hbmBytesPerCard);
        const Capacity noConfig = *capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(690) << 30, {}});
        QVERIFY(noConfig.weightsBytesPerCard && !noConfig.kvTokens && !noConfig.fits);
        // Attention in every fourth layer only, the numbers of grouped attention all the same: named, not guessed.
        const Json hybrid = {{"model_type", "qwen3_next"},    {"hidden_size", 2048},         {"num_hidden_layers", 48},
                             {"num_attention_heads", 16},     {"num_key_value_heads", 2},    {"head_dim", 256},
                             {"num_experts", 512},            {"moe_intermediate_size", 512}, {"vocab_size", 151936},
                             {"intermediate_size", 5120},     {"full_attention_interval", 4}};
        const Capacity other = *capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(160) << 30, hybrid});
        QVERIFY(!other.kvTokens && !other.fits && !other.kvBytesPerToken);
        QVERIFY2(other.reasons.join(u'\n').contains(u"models of the type qwen3_next"_s),
                 qPrintable(other.reasons.join(u'\n')));
    }

    void factsComeBackFromTheirFile()
    {
        QList<NodeFacts> facts = factsOf(twoNodes());
        facts[0].os = {u"openEuler 24.03"_s, u"openEuler"_s, u"24.03"_s, u"6.6"_s, u"aarch64"_s};
        facts[0].hccnConf = u"address_0=10.20.0.1\n"_s;
        facts[0].addresses = {{u"eth0"_s, u"10.20.0.11"_s}};
        facts[0].clockOffsetSeconds = -0.25;
        NodeFacts lost;
        lost.name = u"node3"_s;
        lost.host = u"10.20.0.13"_s;
        lost.error = Error{ErrorKind::Connection, u"no route"_s, {}, {}};
        facts << lost;
        Json document = {{"nodes", Json::array()}};
        for (const NodeFacts &one : facts)
            document["nodes"].push_back(toJson(one));
        const Result<QList<NodeFacts>> back = factsFromJson(prettyJson(document));
        QVERIFY(back);
        QCOMPARE(back->size(), facts.size());
        for (qsizetype i = 0; i < facts.size(); ++i)
            QVERIFY2(back->at(i) == facts.at(i), qPrintable(facts[i].name));
        QVERIFY(!factsFromJson("{}"));
        QVERIFY(!factsFromJson("nothing"));
    }

    void diffsAreThoseOfDiff_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        const QString twenty
            = QStringList(u"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"_s.split(u' ')).join(u'\n') + u'\n';
        QTest::newRow("equal") << twenty << twenty;
        QTest::newRow("one changed") << twenty << QString(twenty).replace(u"\n10\n"_s, u"\nten\n"_s);
        QTest::newRow("two hunks")
            << twenty << QString(twenty).replace(u"\n3\n"_s, u"\nthree\n"_s).replace(u"\n18\n"_s, u"\n18\n18b\n"_s);
        QTest::newRow("close together")
            << twenty << QString(twenty).replace(u"\n8\n"_s, u"\n"_s).replace(u"\n15\n"_s, u"\nx\n"_s);
        QTest::newRow("from nothing") << QString() << twenty;
        QTest::newRow("to nothing") << twenty << QString();
        QTest::newRow("first and last") << twenty << u"0\n"_s + twenty + u"21\n"_s;
    }
    void diffsAreThoseOfDiff()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const QString mine = unifiedDiff(before, after, u"text"_s, u"text"_s);
        QCOMPARE(mine.isEmpty(), before == after);
        if (mine.isEmpty())
            return;
        // Applying it to `before` must give `after`.
        QTemporaryDir box;
        for (const auto &[name, text] : {std::pair{u"text"_s, before}, std::pair{u"diff"_s, mine}}) {
            QFile file(box.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.toUtf8());
        }
        QProcess process;
        process.setWorkingDirectory(box.path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        // zero: a whole text may be without context
        process.start(u"git"_s, {u"apply"_s, u"--unidiff-zero"_s, u"-p0"_s, u"diff"_s});
        if (!process.waitForStarted())
            QSKIP("git is not here");
        QVERIFY(process.waitForFinished());
        const QByteArray said = process.readAll();
        QVERIFY2(process.exitCode() == 0, (said + mine.toUtf8()).constData());
        QFile patched(box.filePath(u"text"_s));
        QCOMPARE(patched.open(QIODevice::ReadOnly) ? QString::fromUtf8(patched.readAll()) : QString(), after);
        QString rebuilt;
        for (const DiffLine &line : lineDiff(before, after)) {
            if (line.kind != '-')
                rebuilt += line.text + u'\n';
        }
        QCOMPARE(rebuilt, after);
    }
};

QTEST_GUILESS_MAIN(CapacityTest)
#include "tst_capacity.moc"
