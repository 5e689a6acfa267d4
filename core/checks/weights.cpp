// The weights folder: whole, readable by the service, and a config.json that MindIE accepts.
#include "core/facts/weightsfacts.h"
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/facts/answerwords.h"
#include "core/shell/quote.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// What is wrong with a shard of that size; empty: it is as long as its header says.
static QString faultOfShard(const QString &name, qint64 size, const ShardHeader &header)
{
    if (header.headerBytes > 0 && size < 8 + header.headerBytes)
        return Checks::tr("%1 holds %2 bytes, its header alone asks for %3")
            .arg(name)
            .arg(size)
            .arg(8 + header.headerBytes);
    if (!header.isReadable())
        return Checks::tr("%1 does not begin with a safetensors header").arg(name);
    if (header.fileBytes() == size)
        return {};
    return Checks::tr("%1 holds %2 bytes, its header asks for %3").arg(name).arg(size).arg(header.fileBytes());
}

// The shards whose size is not what their own headers say: copies that were cut by a few bytes, or no safetensors at
// all. A sentence for each; those that are missing are named as that.
static QStringList shardsOfAnotherSize(const WeightsFacts &weights, const QMap<QString, ShardHeader> &headers)
{
    QStringList broken;
    const QStringList absent = weights.absent();
    for (const QString &name : weights.indexed) {
        const auto header = headers.constFind(name);
        if (header == headers.cend() || absent.contains(name))
            continue;
        if (const QString fault = faultOfShard(name, weights.files.value(name).sizeBytes, *header); !fault.isEmpty())
            broken << fault;
    }
    return broken;
}

// What is wrong with the files that the index names: missing, or cut short, or both.
static std::optional<Finding> brokenFiles(const WeightsFacts &weights, const QStringList &broken, const QString &remedy)
{
    const QStringList absent = weights.absent();
    QStringList values, sentences;
    if (!absent.isEmpty()) {
        values << Checks::tr("%1 missing").arg(absent.size());
        sentences << Checks::tr("%n of the %1 files that %2 names are missing or empty: %3", nullptr,
                                int(absent.size()))
                         .arg(weights.indexed.size())
                         .arg(weights.indexFile, firstFew(absent));
    }
    if (!broken.isEmpty()) {
        values << Checks::tr("%1 broken", "files").arg(broken.size());
        sentences << Checks::tr("%1 of the %2 weight files cannot be loaded: %3")
                         .arg(broken.size())
                         .arg(weights.indexed.size())
                         .arg(firstFew(broken, u"; "_s));
    }
    if (sentences.isEmpty())
        return std::nullopt;
    return failed(values.join(u", "_s), sentences.join(u"; "_s), remedy);
}

static QString folderOf(const QString &path) { return path.section(u'/', 0, -2); }

Finding checkWeightsComplete(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForWeights(context))
        return *wait;
    const QString folder = context.settings.weights;
    const Result<WeightsFacts> weights = weightsFacts(probe, folder);
    if (!weights)
        return unknown(weights.error());
    const QString copy
        = Checks::tr("Copy the weights to %1 on this node, for example with `rsync -a --partial` from a node where "
                     "every check of the weights passes; where there is none, from their publisher.")
              .arg(quoted(folder));
    // What the deployment will fetch is no failure before it.
    const auto lacks = [&](const QString &value, const QString &sentence) {
        return context.fetchesWeights()
            ? warned(value, Checks::tr("%1; the deployment fetches them (setting \"weightsFrom\")").arg(sentence),
                     context.settings.weightsNode.isEmpty()
                         ? Checks::tr("Nothing is to be copied: deploy, or resume the deployment, and it fetches what "
                                      "is missing.")
                         : Checks::tr("Deploy, or resume the deployment: it copies what %1 has. See first that this "
                                      "check passes there.")
                               .arg(context.settings.weightsNode))
            : failed(value, sentence,
                     context.settings.fetchesWeights // from this node to the others
                         ? copy
                         : copy + u' ' + Checks::tr("Or let the deployment fetch them: setting \"weightsFrom\"."));
    };
    if (!weights->exists)
        return lacks(Checks::tr("missing"), Checks::tr("there is no folder %1").arg(folder));
    if (weights->files.isEmpty())
        return lacks(Checks::tr("empty"), Checks::tr("%1 is empty").arg(folder));
    const QString size = sizeText(weights->totalBytes());
    if (weights->indexFile.isEmpty()) {
        int shards = 0;
        for (auto it = weights->files.cbegin(); it != weights->files.cend(); ++it)
            shards += it.key().endsWith(u".safetensors"_s) || it.key().endsWith(u".bin"_s)
                || it.key().endsWith(u".gguf"_s);
        if (shards == 0 || context.fetchesWeights()) {
            const QString sentence = Checks::tr("%1 holds no weights (no *.safetensors, no index)").arg(folder);
            if (!context.fetchesWeights())
                return failed(Checks::tr("no weights"), sentence, copy);
            return lacks(shards == 0 ? Checks::tr("no weights") : size,
                         shards == 0 ? sentence : Checks::tr("%1 holds no *.safetensors.index.json yet").arg(folder));
        }
        return warned(
            size,
            Checks::tr(
                "%1 holds %2 weight files but no *.safetensors.index.json, so it cannot be told whether all are there")
                .arg(folder)
                .arg(shards));
    }
    if (weights->isIndexCut)
        return failed(
            Checks::tr("bad index"),
            Checks::tr("%1 does not end with \"}\" as an index does: it is cut short, or something else, and it is not "
                       "known which files there must be")
                .arg(weights->indexFile),
            copy);
    if (weights->indexed.isEmpty())
        return failed(Checks::tr("bad index"), Checks::tr("%1 names no weight files").arg(weights->indexFile), copy);
    const Result<QMap<QString, ShardHeader>> headers = shardHeaders(probe, folder);
    const QStringList broken = headers ? shardsOfAnotherSize(*weights, *headers) : QStringList();
    if (context.fetchesWeights() && broken.isEmpty() && !weights->absent().isEmpty())
        return lacks(Checks::tr("%1 missing").arg(weights->absent().size()),
                     Checks::tr("%n of the %1 files that %2 names are missing or empty: %3", nullptr,
                                int(weights->absent().size()))
                         .arg(weights->indexed.size())
                         .arg(weights->indexFile, firstFew(weights->absent())));
    // The deployment does not overwrite them.
    const QString anew = !context.fetchesWeights()
        ? copy
        : context.settings.weightsNode.isEmpty()
        ? Checks::tr("Move the broken files away or remove them, then deploy or resume: it fetches them anew.")
        : Checks::tr("See first that this check passes on %1, from where they are copied. Then move the broken files "
                     "away or remove them, and deploy or resume: it copies them anew.")
              .arg(context.settings.weightsNode);
    if (const std::optional<Finding> finding = brokenFiles(*weights, broken, anew))
        return *finding;
    if (weights->isCutShort())
        return failed(Checks::tr("cut short"),
                      Checks::tr("the files hold %1 bytes, the index asks for %2: a copy was cut short")
                          .arg(weights->indexedBytes())
                          .arg(*weights->indexedTotalBytes),
                      anew);
    if (const auto away = weights->linksAway(folder, context.settings.mounted); !away.isEmpty())
        return ofSettings(failed(
            Checks::tr("links"),
            Checks::tr("%1 of the files are links to places that the container does not see: %2 leads to %3")
                .arg(away.size())
                .arg(away.firstKey(), away.first()),
            Checks::tr("Copy the files in the place of the links, or mount the folder that holds them at the same path "
                       "as well (setting extraMounts, for example %1).")
                .arg(quoted(folderOf(away.first()) + u':' + folderOf(away.first()) + u":ro"_s))));
    // The names that Transformers' tokenizers use (VOCAB_FILES_NAMES of LlamaTokenizer, Qwen2Tokenizer, BertTokenizer).
    const auto has = [&](const QString &name) { return weights->files.value(name).sizeBytes > 0; };
    const bool hasTokenizer = has(u"tokenizer.json"_s) || has(u"vocab.json"_s) || has(u"vocab.txt"_s)
        || std::any_of(weights->files.keyBegin(), weights->files.keyEnd(),
                       [](const QString &name) { return name.endsWith(u".model"_s) || name.endsWith(u".tiktoken"_s); });
    if (!hasTokenizer && context.fetchesWeights()) // nobody has asked the hub for its list
        return warned(Checks::tr("no tokenizer"),
                      Checks::tr("%1 holds no tokenizer (tokenizer.json, tokenizer.model, vocab.json)").arg(folder),
                      Checks::tr("Deploy, or resume the deployment: it fetches what the hub has. A hub that has none "
                                 "does not help: copy the tokenizer of the same model into that folder."));
    if (!hasTokenizer)
        return failed(Checks::tr("no tokenizer"),
                      Checks::tr("%1 holds no tokenizer (tokenizer.json, tokenizer.model, vocab.json): no engine can "
                                 "read a text without it")
                          .arg(folder),
                      copy);
    if (!has(u"tokenizer_config.json"_s))
        return warned(Checks::tr("no %1").arg(u"tokenizer_config.json"_s),
                      Checks::tr("%1 holds no tokenizer_config.json, where most models keep their chat template: chats "
                                 "may be refused or put together wrongly")
                          .arg(folder),
                      copy);
    const bool areHeadersKnown = headers
        && std::all_of(weights->indexed.cbegin(), weights->indexed.cend(),
                       [&](const QString &name) { return headers->contains(name); });
    const int count = int(weights->indexed.size());
    return passed(
        size,
        (areHeadersKnown
             ? Checks::tr("all %n files that %1 names are there (%2; each as long as its header says, tensors not "
                          "read)",
                          nullptr, count)
             : Checks::tr("all %n files that %1 names are there (%2; names and sizes compared, contents not read)",
                          nullptr, count))
            .arg(weights->indexFile, size));
}

// A daemon of root's takes any mode that is not writable for everybody (Ascend/MindIE-LLM, mindie_llm/runtime file.py
// and atb_llm file_utils.py; its ConfigManager looks at modes only where another user runs it, safe_path.cpp).
static std::optional<Finding> weightsModes(const WeightsFacts &weights, const QString &folder)
{
    QStringList open;
    for (auto it = weights.files.cbegin(); it != weights.files.cend(); ++it) {
        if (it->mode & 0002)
            open << it.key();
    }
    const auto octal = [](int mode) { return u"%1"_s.arg(mode, 3, 8, QLatin1Char('0')); };
    const QString narrow = Checks::tr("Run `find -L %1 -type d -exec chmod 750 {} +` and `find -L %1 -type f -exec "
                                      "chmod 640 {} +` as the owner.")
                               .arg(quoted(folder));
    if (!open.isEmpty())
        return failed(
            octal(weights.files.value(open.first()).mode),
            Checks::tr(
                "everybody may write to %1: MindIE refuses such files (\"The file should not be writable by others\")")
                .arg(firstFew(open)),
            narrow);
    // setgid, setuid and the sticky bit give nobody a right to read or write
    const int mode = weights.files.value(u"config.json"_s).mode;
    if ((mode & 0777 & ~0640) == 0 && (weights.folderMode & 0777 & ~0750) == 0)
        return std::nullopt;
    return warned(octal((mode & 0777 & ~0640) == 0 ? weights.folderMode : mode),
                  Checks::tr("the modes of the weights (folder %1, config.json %2) are wider than the 750 and 640 that "
                             "MindIE documents; a container that runs as root takes them, one of another user does not")
                      .arg(octal(weights.folderMode), octal(mode)),
                  narrow);
}

static Finding checkWeightsConfig(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForWeights(context))
        return *wait;
    const QString folder = context.settings.weights;
    const Result<WeightsFacts> weights = weightsFacts(probe, folder);
    if (!weights)
        return unknown(weights.error());
    if (!weights->exists || weights->files.isEmpty())
        return skipped(u"weights.complete"_s, Checks::tr("the weights are not there"));
    if (context.fetchesWeights() && !weights->files.contains(u"config.json"_s))
        return skipped(u"weights.complete"_s, Checks::tr("config.json is still to be fetched"));
    const Result<Json> config = weightsConfig(probe, folder);
    if (!config && isKeptOut(config.error()))
        return unknown(config.error());
    if (!config && (config.error().kind == ErrorKind::CommandFailed || config.error().kind == ErrorKind::Parse))
        return failed(Checks::tr("unreadable"), config.error().message);
    if (!config)
        return unknown(config.error());
    const QString type = stringAt(*config, "model_type");
    if (const QStringList differences = differencesFrom(context.settings.modelShape, *config); !differences.isEmpty())
        return ofSettings(
            failed(type.isEmpty() ? Checks::tr("another model") : type,
                   Checks::tr("the weights are of another model than the recipe's %1: %2 (%3)")
                       .arg(context.settings.model, modelWords(*config), differences.join(u"; "_s)),
                   Checks::tr("Name the folder that holds the weights of %1 in the recipe's settings, copy them to "
                              "%2, or choose the recipe of the model that lies there.")
                       .arg(context.settings.model, quoted(folder))));
    const QString description = u"quant_model_description.json"_s;
    if (context.settings.demands.modelSlim && !weights->files.contains(description))
        return ofSettings(
            failed(Checks::tr("no %1").arg(description),
                   Checks::tr(
                       "the weights have no %1: vLLM-Ascend stops with \"ModelSlim Quantization Config Not Found\"")
                       .arg(description),
                   Checks::tr("Use weights that were quantized with ModelSlim, with all their files; those made for "
                              "MindIE may have the description under another name.")));
    const std::optional<qint64> longest = longestContext(*config),
                                asked = context.settings.longestContext;
    if (longest && asked && *asked > *longest)
        return ofSettings(
            failed(Checks::tr("%1 tokens").arg(*longest),
                   Checks::tr("the setting %1 asks for %2 tokens, the model has %3 (max_position_embeddings): vLLM "
                              "refuses more than the model has")
                       .arg(context.settings.longestKey)
                       .arg(*asked)
                       .arg(*longest),
                   Checks::tr("Set %1 to at most %2.").arg(context.settings.longestKey).arg(*longest)));
    if (!context.settings.demands.modelConfig)
        return passed(orDash(type), Checks::tr("config.json of the weights is readable: %1").arg(orDash(type)));
    QStringList missing;
    if (stringAt(*config, "torch_dtype").isEmpty())
        missing << u"torch_dtype"_s;
    if (!integerAt(*config, "vocab_size"))
        missing << u"vocab_size"_s;
    if (!missing.isEmpty())
        return failed(
            Checks::tr("incomplete"),
            Checks::tr("config.json of the weights has no %1, which MindIE needs")
                .arg(missing.join(Checks::tr(" or "))),
            Checks::tr(
                "Add it to %1/config.json as the model's publisher has it, for example \"torch_dtype\": \"bfloat16\".")
                .arg(folder));
    if (const std::optional<Finding> modes = weightsModes(*weights, folder))
        return *modes;
    return passed(type.isEmpty() ? stringAt(*config, "torch_dtype") : type,
                  Checks::tr("config.json of the weights is readable: %1, %2, vocabulary of %3")
                      .arg(orDash(type), stringAt(*config, "torch_dtype"))
                      .arg(*integerAt(*config, "vocab_size")));
}

// Fails when / warns when:
QList<NodeCheck> weightsChecks()
{
    return {
        // a file of the index is missing, empty or of another size than its header says, the index is cut, there is no
        // tokenizer; warns: no tokenizer_config.json
        {"weights.complete", "", checkWeightsComplete},
        // unreadable, of another model, a key is missing, a file is writable for everybody; warns: wider than 640
        {"weights.config", "", checkWeightsConfig},
    };
}
