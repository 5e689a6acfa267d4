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
        return LineNotes::tr("Data parallel groups: all cards divided by the tensor parallel size.");
    if (flag == "--data-parallel-size-local"_L1)
        return LineNotes::tr("The groups on this node: its cards divided by the tensor parallel size.");
    if (flag == "--data-parallel-address"_L1)
        return LineNotes::tr("The first node's address, where the groups of all nodes meet; the same on every node.");
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
    if (flag == "--async-scheduling"_L1)
        return LineNotes::tr("The next step is scheduled while the present one is computed.");
    if (flag == "--compilation-config"_L1)
        return LineNotes::tr("What is captured as graphs; FULL_DECODE_ONLY: steps that only decode. Sizes are batches "
                             "with the tokens guessed for each request.");
    if (flag == "--additional-config"_L1)
        return LineNotes::tr("Options of the vLLM-Ascend plugin, as JSON.");
    return {};
}

// The settings that a value or a condition names, in their order; what is worked out from a setting counts as it.
QStringList settingsIn(const Json &argument)
{
    static const QHash<QString, QString> workedOut{{u"parallel.dp"_s, u"tp"_s},
                                                   {u"parallel.localDp"_s, u"tp"_s},
                                                   {u"node.startRank"_s, u"tp"_s},
                                                   {u"parallel.captureSizes"_s, u"maxSeqs"_s},
                                                   {u"parallel.captureSizesOfGroup"_s, u"maxSeqs"_s},
                                                   {u"role.mtpTokens"_s, u"mtpTokens"_s},
                                                   {u"prefixCaching.off"_s, u"prefixCaching"_s}};
    static const QRegularExpression name(u"\\$\\{([^}]+)\\}"_s);
    QStringList keys;
    for (const char *part : {"value", "onlyIf"}) {
        auto matches = name.globalMatch(QString::fromStdString(::member(argument, part).dump()));
        while (matches.hasNext()) {
            const QString found = matches.next().captured(1), key = workedOut.value(found, found);
            if (!keys.contains(key))
                keys << key;
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
        QStringList notes{flagNote(key)};
        for (const QString &setting : settingsIn(argument))
            notes << settingNote(recipe, setting);
        notes.removeAll(QString());
        return notes.join(QLatin1Char(' '));
    }
    return {};
}
