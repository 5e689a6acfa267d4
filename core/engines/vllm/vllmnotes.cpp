#include "core/engines/vllm/vllmnotes.h"

#include "core/engines/enginenotes.h"

#include <QHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

// Of what the recipe alone decides, or what is worked out from settings. Source: vllm-project/vllm, the arguments' own
// help; vllm-ascend, user guide (quantization, additional configuration).
QString flagNote(const QString &flag)
{
    if (flag == "--host"_L1)
        return LineNotes::tr("The address that the service listens on; 0.0.0.0: every address of the node.");
    if (flag == "--data-parallel-size"_L1)
        return LineNotes::tr("Data parallel groups: the cards of those nodes that serve together, divided by the "
                             "tensor parallel size.");
    if (flag == "--data-parallel-size-local"_L1)
        return LineNotes::tr("The groups on this node: its cards divided by the tensor parallel size.");
    if (flag == "--data-parallel-address"_L1)
        return LineNotes::tr("The address of the first of those nodes that serve together, where their groups meet; "
                             "the same on each of them.");
    if (flag == "--headless"_L1)
        return LineNotes::tr("This node serves the first one and has no API of its own.");
    if (flag == "--data-parallel-start-rank"_L1)
        return LineNotes::tr("The number of this node's first group: so many are on the nodes before it.");
    if (flag == "--enable-expert-parallel"_L1)
        return LineNotes::tr("The experts of the model are spread over all cards.");
    if (flag == "--quantization"_L1)
        return LineNotes::tr("ascend: weights that ModelSlim has quantized.");
    if (flag == "--trust-remote-code"_L1)
        return LineNotes::tr("Python code that lies with the weights may run: take weights that you trust.");
    if (flag == "--seed"_L1)
        return LineNotes::tr("Where random numbers begin; the same after every start.");
    if (flag == "--enforce-eager"_L1)
        return LineNotes::tr("No graphs are captured: every operator is launched by itself.");
    if (flag == "--async-scheduling"_L1)
        return LineNotes::tr("The next step is scheduled while the present one is computed.");
    if (flag == "--data-parallel-rank"_L1)
        return LineNotes::tr("Which group of the data parallel ones this process is; rank.sh is called once for each.");
    if (flag == "--kv-transfer-config"_L1)
        return LineNotes::tr("How the KV cache comes from prefill to decode: the connector, this process's side of it, "
                             "its first port, the name of its engine (another one for each group), and how many groups "
                             "of how many cards both sides have.");
    if (flag == "--additional-config"_L1)
        return LineNotes::tr("Options of the vLLM-Ascend plugin, as JSON.");
    return {};
}

// How the sizes are worked out: captureSizes() and captureSizesOfGroup() of vllm.cpp.
QString captureNote(const Json &argument)
{
    const QString value = QString::fromStdString(::member(argument, "value").dump());
    const QString graphs
        = LineNotes::tr("What is captured as graphs; FULL_DECODE_ONLY: steps that only decode.");
    if (value.contains("captureSizesOfGroup"_L1))
        return graphs + u' '
            + LineNotes::tr("Sizes are requests × (tokens guessed ahead + 1), in multiples of the tensor parallel "
                            "size, up to the largest batch or the tokens of a step: doubled at first, then in even "
                            "steps; with the tutorial's settings they are the tutorial's.");
    if (value.contains("captureSizes"_L1))
        return graphs + u' '
            + LineNotes::tr("Sizes are requests × (tokens guessed ahead + 1), from one request to as many as are "
                            "decoded at once or fit in the tokens of a step: doubled at first, then in even steps; "
                            "with the recipe's own number of requests they are the recipe's.");
    return graphs;
}

// The settings that a value or a condition names, in their order; what is worked out from a setting counts as it.
QStringList settingsIn(const Json &argument)
{
    static const QHash<QString, QString> workedOut{{u"parallel.dp"_s, u"tp"_s},
                                                   {u"parallel.localDp"_s, u"tp"_s},
                                                   {u"node.startRank"_s, u"tp"_s},
                                                   {u"parallel.captureSizes"_s, u"maxSeqs"_s},
                                                   {u"parallel.captureSizesOfGroup"_s, u"maxSeqs"_s},
                                                   {u"rank.port"_s, u"rankPort"_s},
                                                   {u"group.kvPort"_s, u"kvPort"_s},
                                                   {u"prefixCaching.off"_s, u"prefixCaching"_s}};
    static const QRegularExpression name(u"\\$\\{([^}]+)\\}"_s);
    QStringList keys;
    for (const char *part : {"value", "onlyIf"}) {
        auto matches = name.globalMatch(QString::fromStdString(::member(argument, part).dump()));
        while (matches.hasNext()) {
            const QString found = matches.next().captured(1);
            QStringList those{workedOut.value(found, found)};
            const QString role = found == "parallel.dp"_L1 ? u"tp"_s
                : found.startsWith("role."_L1)             ? found.mid(5)
                                                           : QString();
            if (!role.isEmpty())         // decode's, and prefill's where that has its own: "tp", "prefillTp"
                those = {role, u"prefill"_s + role[0].toUpper() + role.mid(1)};
            for (const QString &key : std::as_const(those)) {
                if (!keys.contains(key))
                    keys << key;
            }
        }
    }
    return keys;
}

} // namespace

QString vllmLineNote(const QString &artifactKind, const QString &key, const Recipe &recipe)
{
    if (artifactKind != "script"_L1)
        return {};
    if (key == "vllm"_L1)
        return settingNote(recipe, u"weights"_s);
    for (const Json &argument : ::member(::member(recipe.data, "serve"), "arguments")) {
        if (stringAt(argument, "flag") != key)
            continue;
        QStringList notes{key == "--compilation-config"_L1 ? captureNote(argument) : flagNote(key)};
        for (const QString &setting : settingsIn(argument))
            notes << settingNote(recipe, setting);
        notes.removeAll(QString());
        return notes.join(QLatin1Char(' '));
    }
    return {};
}
