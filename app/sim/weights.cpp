#include "app/sim/nodefiles.h"

#include <QDir>
#include <QFile>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// config.json of DeepSeek-V3.2 (the public keys), with the W8A8 marker of the quantization tools.
const char *const modelConfiguration = R"({
  "simulated": true,
  "architectures": ["DeepseekV32ForCausalLM"],
  "attention_bias": false,
  "attention_dropout": 0.0,
  "bos_token_id": 0,
  "eos_token_id": 1,
  "ep_size": 1,
  "first_k_dense_replace": 3,
  "hidden_act": "silu",
  "hidden_size": 7168,
  "index_head_dim": 128,
  "index_n_heads": 64,
  "index_topk": 2048,
  "initializer_range": 0.02,
  "intermediate_size": 18432,
  "kv_lora_rank": 512,
  "max_position_embeddings": 163840,
  "model_type": "deepseek_v32",
  "moe_intermediate_size": 2048,
  "moe_layer_freq": 1,
  "n_group": 8,
  "n_routed_experts": 256,
  "n_shared_experts": 1,
  "norm_topk_prob": true,
  "num_attention_heads": 128,
  "num_experts_per_tok": 8,
  "num_hidden_layers": 61,
  "num_key_value_heads": 128,
  "num_nextn_predict_layers": 1,
  "q_lora_rank": 1536,
  "qk_nope_head_dim": 128,
  "qk_rope_head_dim": 64,
  "quantize": "w8a8_dynamic",
  "rms_norm_eps": 1e-06,
  "rope_scaling": {
    "beta_fast": 32,
    "beta_slow": 1,
    "factor": 40,
    "mscale": 1.0,
    "mscale_all_dim": 1.0,
    "original_max_position_embeddings": 4096,
    "type": "yarn"
  },
  "rope_theta": 10000,
  "routed_scaling_factor": 2.5,
  "scoring_func": "sigmoid",
  "tie_word_embeddings": false,
  "topk_group": 4,
  "topk_method": "noaux_tc",
  "torch_dtype": "bfloat16",
  "use_cache": true,
  "v_head_dim": 128,
  "vocab_size": 129280
}
)";

struct Tensor
{
    QString name;
    const char *type;                    // "I8", "BF16"
    qint64 bytesEach;
    QList<qint64> shape;
    qint64 bytes() const
    {
        qint64 size = bytesEach;
        for (const qint64 side : shape)
            size *= side;
        return size;
    }
};

// DeepSeek-V3.1: the same without the indexer of the sparse attention.
QByteArray withoutIndexer(QByteArray config)
{
    for (const char *line : {"  \"index_head_dim\": 128,\n", "  \"index_n_heads\": 64,\n", "  \"index_topk\": 2048,\n"})
        config.replace(line, "");
    return config.replace("DeepseekV32ForCausalLM", "DeepseekV3ForCausalLM").replace("deepseek_v32", "deepseek_v3");
}

// config.json of Qwen3-235B-A22B (the public keys).
const char *const qwenConfiguration = R"({
  "simulated": true,
  "architectures": ["Qwen3MoeForCausalLM"],
  "head_dim": 128,
  "hidden_act": "silu",
  "hidden_size": 4096,
  "intermediate_size": 12288,
  "max_position_embeddings": 40960,
  "model_type": "qwen3_moe",
  "moe_intermediate_size": 1536,
  "num_attention_heads": 64,
  "num_experts": 128,
  "num_experts_per_tok": 8,
  "num_hidden_layers": 94,
  "num_key_value_heads": 4,
  "rope_theta": 1000000.0,
  "tie_word_embeddings": false,
  "torch_dtype": "bfloat16",
  "vocab_size": 151936
}
)";

// Qwen3-30B-A3B: the same family, smaller.
QByteArray smallQwen(QByteArray config)
{
    for (const auto &[from, to] : {std::pair{"\"hidden_size\": 4096", "\"hidden_size\": 2048"},
                                   {"\"intermediate_size\": 12288", "\"intermediate_size\": 6144"},
                                   {"\"moe_intermediate_size\": 1536", "\"moe_intermediate_size\": 768"},
                                   {"\"num_attention_heads\": 64", "\"num_attention_heads\": 32"},
                                   {"\"num_hidden_layers\": 94", "\"num_hidden_layers\": 48"}})
        config.replace(from, to);
    return config;
}

// hidden 4096 of the 235B, 2048 of the 30B; the experts' own width and the heads go with it.
QList<Tensor> qwenLayer(int index, qint64 hidden)
{
    const qint64 heads = hidden * 2, expert = hidden * 3 / 8;
    const QString prefix = u"model.layers.%1."_s.arg(index);
    const auto int8 = [&prefix](const char *name, QList<qint64> shape) {
        return Tensor{prefix + QLatin1String(name), "I8", 1, std::move(shape)};
    };
    return {int8("self_attn.q_proj.weight", {heads, hidden}),
            int8("self_attn.k_proj.weight", {512, hidden}),
            int8("self_attn.v_proj.weight", {512, hidden}),
            int8("self_attn.o_proj.weight", {hidden, heads}),
            int8("mlp.experts.w13_weight", {128, expert * 2, hidden}),
            int8("mlp.experts.w2_weight", {128, hidden, expert})};
}

QList<Tensor> layer(int index)
{
    const QString prefix = u"model.layers.%1."_s.arg(index);
    const auto int8 = [&prefix](const char *name, QList<qint64> shape) {
        return Tensor{prefix + QLatin1String(name), "I8", 1, std::move(shape)};
    };
    const auto bf16 = [&prefix](const char *name, QList<qint64> shape) {
        return Tensor{prefix + QLatin1String(name), "BF16", 2, std::move(shape)};
    };
    QList<Tensor> tensors{
        bf16("input_layernorm.weight", {7168}),
        int8("self_attn.q_a_proj.weight", {1536, 7168}),
        int8("self_attn.q_b_proj.weight", {24576, 1536}),
        int8("self_attn.kv_a_proj_with_mqa.weight", {576, 7168}),
        bf16("self_attn.kv_b_proj.weight", {32768, 512}),
        int8("self_attn.o_proj.weight", {7168, 16384}),
        bf16("self_attn.indexer.wq_b.weight", {8192, 1536}),
        bf16("self_attn.indexer.wk.weight", {128, 7168}),
        bf16("post_attention_layernorm.weight", {7168}),
    };
    if (index < 3) { // first_k_dense_replace
        tensors << int8("mlp.gate_proj.weight", {18432, 7168}) << int8("mlp.up_proj.weight", {18432, 7168})
                << int8("mlp.down_proj.weight", {7168, 18432});
    } else { // the experts of a layer as one tensor each: the fake stays small
        tensors << bf16("mlp.gate.weight", {256, 7168}) << int8("mlp.shared_experts.gate_up_proj.weight", {4096, 7168})
                << int8("mlp.shared_experts.down_proj.weight", {7168, 2048})
                << int8("mlp.experts.w13_weight", {256, 4096, 7168})
                << int8("mlp.experts.w2_weight", {256, 7168, 2048});
    }
    return tensors;
}

Result<qint64> writeShard(const QString &path, const QList<Tensor> &tensors)
{
    Json header;
    header["__metadata__"] = Json{{"format", "pt"}, {"simulated", "true"}};
    qint64 offset = 0;
    for (const Tensor &tensor : tensors) {
        header[tensor.name.toStdString()] = Json{{"dtype", tensor.type},
                                                 {"shape", tensor.shape},
                                                 {"data_offsets", {offset, offset + tensor.bytes()}}};
        offset += tensor.bytes();
    }
    QByteArray text = QByteArray::fromStdString(header.dump());
    text = text.leftJustified((text.size() + 7) / 8 * 8); // the format wants the data aligned
    QByteArray length(8, '\0');
    for (int i = 0; i < 8; ++i)
        length[i] = char(quint64(text.size()) >> (8 * i) & 0xff);
    if (const Result<void> written = writeNodeFile(path, length + text, 0640); !written)
        return written.error();
    if (!QFile::resize(path, 8 + text.size() + offset)) // sparse: takes no room
        return Error{ErrorKind::Storage, u"The fake weights cannot be made: %1."_s.arg(path), {}, {}};
    return offset;
}

} // namespace

Result<void> writeFakeWeights(const QString &folder, FakeModel model)
{
    const bool isSmall = model == FakeModel::Qwen3Small, isQwen = isSmall || model == FakeModel::Qwen3Moe;
    const qint64 vocabulary = isQwen ? 151936 : 129280, hidden = isSmall ? 2048 : isQwen ? 4096 : 7168;
    const bool isOldV3 = model == FakeModel::DeepseekV3 || model == FakeModel::DeepseekV3W4;
    const int layers = isSmall ? 48 : isQwen ? 94 : 61;
    QList<QList<Tensor>> shards{{Tensor{u"model.embed_tokens.weight"_s, "BF16", 2, {vocabulary, hidden}}}};
    for (int index = 0; index < layers; ++index) {
        QList<Tensor> tensors = isQwen ? qwenLayer(index, hidden) : layer(index);
        if (model != FakeModel::DeepseekV32)
            tensors.removeIf([](const Tensor &tensor) { return tensor.name.contains(".indexer."_L1); });
        for (Tensor &tensor : tensors) { // two experts' values in a byte
            if (model == FakeModel::DeepseekV3W4 && tensor.name.contains(".experts.w"_L1))
                tensor.shape.last() /= 2;
        }
        shards << tensors;
    }
    shards << QList<Tensor>{Tensor{u"model.norm.weight"_s, "BF16", 2, {hidden}},
                            Tensor{u"lm_head.weight"_s, "BF16", 2, {vocabulary, hidden}}};
    Json index;
    index["metadata"] = Json{{"total_size", 0}, {"simulated", true}};
    qint64 total = 0;
    for (qsizetype i = 0; i < shards.size(); ++i) {
        const QString name
            = u"quant_model_weight_w8a8_dynamic-%1-of-%2.safetensors"_s.arg(i + 1, 5, 10, QLatin1Char('0'))
                  .arg(shards.size(), 5, 10, QLatin1Char('0'));
        const Result<qint64> size = writeShard(folder + QLatin1Char('/') + name, shards[i]);
        if (!size)
            return size.error();
        total += *size;
        for (const Tensor &tensor : shards[i])
            index["weight_map"][tensor.name.toStdString()] = name;
    }
    index["metadata"]["total_size"] = total;
    QByteArray configuration = modelConfiguration;
    if (model == FakeModel::DeepseekV3W4)
        configuration.replace("w8a8_dynamic", "w4a8_dynamic");
    const QByteArray description = QByteArray("{\n  \"simulated\": true,\n  \"model_quant_type\": \"")
        + (model == FakeModel::DeepseekV3W4 ? "W4A8_DYNAMIC" : "W8A8_DYNAMIC") + "\"\n}\n";
    const std::pair<const char *, QByteArray> files[] = {
        {"config.json",
         isSmall       ? smallQwen(qwenConfiguration)
             : isQwen  ? QByteArray(qwenConfiguration)
             : isOldV3 ? withoutIndexer(configuration)
                       : QByteArray(modelConfiguration)},
        {"quant_model_weight_w8a8_dynamic.safetensors.index.json", prettyJson(index)},
        {"model.safetensors.index.json", prettyJson(index)},
        {"generation_config.json",
         "{\n  \"simulated\": true,\n  \"bos_token_id\": 0,\n  \"eos_token_id\": 1,\n  \"do_sample\": true,\n  "
         "\"temperature\": 0.6,\n  \"top_p\": 0.95\n}\n"},
        {"tokenizer_config.json",
         "{\n  \"simulated\": true,\n  \"model_max_length\": 131072,\n  \"tokenizer_class\": "
         "\"LlamaTokenizerFast\"\n}\n"},
        {"tokenizer.json", "{\n  \"simulated\": true,\n  \"version\": \"1.0\"\n}\n"},
        {"quant_model_description_w8a8_dynamic.json", description},
        // under the name that vLLM-Ascend looks for
        {"quant_model_description.json", description},
        {"README.txt", "Simulated weights: the shard files hold no numbers. Made by ascend-sim.\n"},
    };
    for (const auto &[name, content] : files)
        if (const Result<void> written = writeNodeFile(folder + QLatin1Char('/') + QLatin1String(name), content, 0640);
            !written)
            return written.error();
    ::chmod(QFile::encodeName(folder).constData(), 0750);
    return {};
}

} // namespace sim
