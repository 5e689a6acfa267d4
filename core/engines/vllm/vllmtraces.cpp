#include "core/engines/vllm/vllmtraces.h"

#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmlint.h"
#include "core/engines/vllm/vllmroles.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isFlagWord(const QString &word)
{
    return word.size() > 1 && word.startsWith(u'-') && !word[1].isDigit() && word[1] != u'.';
}

// The model's flag in the module's way; in that of `vllm serve` it has none.
const char *const modelKey = "MODEL";

Json flagValue(const QString &text, const QString &type)
{
    if (type.startsWith("json"_L1) && text.trimmed().startsWith(u'{')) {
        if (const Result<Json> json = parseJson(text.toUtf8(), type))
            return *json;
    }
    return text;
}

// {"MODEL": "/w/ds", "--port": "8000", "--headless": true, "--enable-expert-parallel": false (of --no-...)}
Json flagsByName(const QStringList &words, const VllmFlags &flags)
{
    const QStringList plain = vllmPlainArguments(words, flags);
    Json all = Json::object();
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const QString &word = plain[i];
        if (!isFlagWord(word)) {
            if (!all.contains(modelKey))
                all[modelKey] = word;
            continue;
        }
        const auto flag = flags.bySpelling.constFind(word);
        const bool isKnown = flag != flags.bySpelling.cend();
        const bool isOff = word.startsWith("--no-"_L1);
        const bool isSwitch = isOff || (isKnown && flag->type == "bool"_L1);
        if (isSwitch) {
            all[(isOff ? u"--"_s + word.mid(5) : word).toStdString()] = !isOff;
            continue;
        }
        QStringList values;
        const bool takesMany = isKnown && flag->type == "list"_L1;
        while (i + 1 < plain.size() && !isFlagWord(plain[i + 1]) && (takesMany || values.isEmpty()))
            values << plain[++i];
        const std::string key = word == "--model"_L1 ? modelKey : word.toStdString();
        if (values.isEmpty())
            all[key] = true;
        else
            all[key] = flagValue(values.join(u' '), isKnown ? flag->type : u"json"_s);
    }
    return all;
}

VllmFlags flagsOfRecipe(const Recipe &recipe)
{
    const Result<VllmFlags> flags = vllmFlags(stringAt(member(recipe.data, "serve"), "release"));
    return flags ? *flags : VllmFlags();
}

bool isVllmServer(const QStringList &argv)
{
    return vllmServeWords(argv).has_value();
}

Json vllmTold(const RunningProcess &process, const QMap<QString, QByteArray> &, const Recipe &recipe)
{
    const std::optional<QStringList> words = vllmServeWords(process.argv);
    return words ? Json{{"arguments", flagsByName(*words, flagsOfRecipe(recipe))}} : Json::object();
}

Json vllmPattern(const Recipe &recipe)
{
    if (hasRoles(recipe)) // a node has many processes there, each with its own words
        return nullptr;
    Json all{{modelKey, "${weights}"}};
    for (const Json &argument : member(member(recipe.data, "serve"), "arguments")) {
        const std::string flag = stringAt(argument, "flag").toStdString();
        if (!all.contains(flag)) // a flag may stand twice, for two choices
            all[flag] = argument.contains("value") ? member(argument, "value") : Json(true);
    }
    return Json{{"arguments", all}};
}

std::optional<int> flagNumber(const Json &flags, const char *name)
{
    bool isNumber = false;
    const int number = stringAt(flags, name).toInt(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::optional<int> vllmPlace(const RunningProcess &process, const QMap<QString, QByteArray> &,
                             const QStringList &addresses)
{
    const std::optional<QStringList> words = vllmServeWords(process.argv);
    const QStringList releases = vllmReleases();
    if (!words || releases.isEmpty())
        return {};
    const Result<VllmFlags> known = vllmFlags(releases.last()); // these flags are in all that have them at all
    const Json flags = flagsByName(*words, known ? *known : VllmFlags());
    for (const char *name : {"--node-rank", "--data-parallel-start-rank"}) {
        if (const std::optional<int> rank = flagNumber(flags, name))
            return rank;
    }
    if (flags.contains("--headless"))
        return {};
    const QString first = stringAt(flags, "--data-parallel-address");
    return first.isEmpty() || addresses.contains(first) ? std::optional(0) : std::nullopt;
}

// vLLM's ParallelConfig: a group has tp x pp (x pcp) workers, and a node its own groups (data_parallel_size_local).
// With Ray, or with --nnodes, a group may reach over several nodes.
std::optional<int> vllmNpus(const QStringList &argv)
{
    const std::optional<QStringList> words = vllmServeWords(argv);
    const QStringList releases = vllmReleases();
    if (!words || releases.isEmpty())
        return {};
    const Result<VllmFlags> known = vllmFlags(releases.last());
    const Json flags = flagsByName(*words, known ? *known : VllmFlags());
    const bool isOverNodes = flags.contains("--nnodes") || stringAt(flags, "--distributed-executor-backend") == "ray"_L1
        || stringAt(flags, "--data-parallel-backend") == "ray"_L1;
    int all = isOverNodes ? 0 : 1;
    const auto times = [&](const char *name) {
        if (flags.contains(name))
            all *= flagNumber(flags, name).value_or(0); // filled in by the shell
    };
    for (const char *name :
         {"--tensor-parallel-size", "--pipeline-parallel-size", "--prefill-context-parallel-size"})
        times(name);
    const bool isOneOfMany = flags.contains("--data-parallel-rank") || flags.contains("--data-parallel-external-lb");
    if (!isOneOfMany)
        times(flags.contains("--data-parallel-size-local") ? "--data-parallel-size-local" : "--data-parallel-size");
    return all > 0 ? std::optional(all) : std::nullopt;
}

// Every address and port 8000 where nothing is said (vllm/entrypoints/openai/cli_args.py, api_server.py).
std::optional<ListenAddress> vllmListens(const QStringList &argv)
{
    const std::optional<QStringList> words = vllmServeWords(argv);
    const QStringList releases = vllmReleases();
    if (!words || releases.isEmpty())
        return {};
    const Result<VllmFlags> known = vllmFlags(releases.last());
    const Json flags = flagsByName(*words, known ? *known : VllmFlags());
    if (flags.contains("--headless"))
        return {};
    const bool isSaidElsewhere = flags.contains("--config") || flags.contains("--uds");
    return ListenAddress{stringAt(flags, "--host"),
                         flags.contains("--port") ? flagNumber(flags, "--port")
                             : isSaidElsewhere    ? std::nullopt
                                                  : std::optional(8000)};
}

} // namespace

std::optional<QStringList> vllmServeWords(const QStringList &argv)
{
    for (qsizetype i = 0; i < argv.size(); ++i) {
        if (argv[i] == "serve"_L1 && i > 0 && QFileInfo(argv[i - 1]).fileName() == "vllm"_L1)
            return argv.mid(i + 1);
        const bool isModule = argv[i] == "vllm.entrypoints.openai.api_server"_L1 && i > 0 && argv[i - 1] == "-m"_L1;
        if (isModule || argv[i].endsWith("/vllm/entrypoints/openai/api_server.py"_L1))
            return argv.mid(i + 1);
        if (i > 6) // python3 with its own options, at most
            break;
    }
    return {};
}

EngineTraces vllmTraces()
{
    EngineTraces traces;
    traces.isService = isVllmServer;
    traces.told = vllmTold;
    traces.pattern = vllmPattern;
    traces.place = vllmPlace;
    traces.npus = vllmNpus;
    traces.listens = vllmListens;
    traces.lintCommands = lintVllmCommands;
    traces.variableFault = vllmVariableFault;
    return traces;
}
