// Whether the weights are quantized as the recipe says. ModelSlim says of each tensor how, in
// quant_model_description*.json ("W8A8_DYNAMIC", "W4A8_DYNAMIC", "FLOAT"), and vLLM-Ascend takes its method from there
// (its developer guide, quantization; mind-cluster ascend-faultdiag's kg-config.json,
// AISW_VLLM_ASCEND_QUANTIZATION_ASCEND_001). Weights of four bits hold tensors of eight as well. Which kinds a release
// takes is in no table that is known here. Of weights of other tools config.json says the method, and an engine may
// refuse that whatever the recipe says (Engine::imageRefusal).
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/engines/engine.h"
#include "core/facts/answerwords.h"
#include "core/facts/weightsfacts.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

// The kinds that it names and how often; of several files (MindIE's and vLLM-Ascend's name) all.
QStringList quantizationProbe(const QString &folder)
{
    return {u"sh"_s, u"-c"_s,
            u"cd -- \"$1\" 2>/dev/null || { echo '#none'; exit 0; }\n"
            "for file in quant_model_description*.json; do\n"
            "  [ -e \"$file\" ] || { echo '#none'; exit 0; }\n"
            "  [ -r \"$file\" ] || { echo \"#closed $file\"; exit 0; }\n"
            "  echo \"#file $file\"\n"
            "  grep -o ': *\"W[0-9]*A[0-9]*[A-Z0-9_]*\"' -- \"$file\" | tr -d ': \"' | sort | uniq -c\n"
            "done\n"
            "echo '#end'"_s,
            u"quantization"_s, folder};
}

// "W8A8_DYNAMIC" is W8A8.
static QString quantizationFamily(const QString &kind)
{
    static const QRegularExpression shape(u"^W\\d+A\\d+"_s);
    return shape.match(kind.toUpper()).captured(0);
}

static int bitsOf(const QString &family)
{
    return QString(family.mid(1).section(u'A', 0, 0)).toInt();
}

// Empty: none that is known here. What keeps config.json from being read is weights.config's to tell.
static std::optional<Finding> refusedByImage(NodeProbe &probe, const CheckContext &context)
{
    const Result<Json> config = weightsConfig(probe, context.settings.weights);
    const QString method = config ? stringAt(member(*config, "quantization_config"), "quant_method") : QString();
    const QString refusal = method.isEmpty()
        ? QString()
        : imageRefusal(context.settings.image, context.settings.command, {{}, method});
    if (refusal.isEmpty())
        return std::nullopt;
    return ofSettings(
        failed(method.toUpper(), refusal,
               Checks::tr("Name the image of an engine that takes %1 weights in the recipe's settings, or the "
                          "folder of weights that this one takes.")
                   .arg(method.toUpper())));
}

static Finding checkQuantization(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForWeights(context))
        return *wait;
    if (const auto refused = refusedByImage(probe, context))
        return *refused;
    const QString wanted = quantizationFamily(context.settings.quantization);
    if (wanted.isEmpty())
        return notAsked(Checks::tr("not asked: the recipe names no quantization"));
    if (!context.settings.demands.modelSlim && !context.settings.demands.modelConfig)
        return notAsked(Checks::tr("not asked: it is not known that this engine reads ModelSlim's description"));
    const Result<CommandOutput> output = probe.ask(quantizationProbe(context.settings.weights));
    if (!output)
        return unknown(output.error());
    const QStringList lines = textOf(output->out).split(u'\n');
    if (lines.contains(u"#none"_s))
        return notAsked(Checks::tr("not asked: the weights have no quant_model_description*.json; another tool than "
                                   "ModelSlim made them, or they are not there"));
    for (const QString &line : lines) {
        if (line.startsWith("#closed "_L1))
            return unknown(keptOut(
                Checks::tr("%1 may not be read by this user").arg(context.settings.weights + u'/' + line.mid(8))));
    }
    if (output->exitCode != 0 || !lines.contains(u"#end"_s))
        return unknown(noAnswer(u"grep"_s, *output));
    QStringList kinds;
    for (const QString &line : lines) {
        const QStringList parts = words(line);
        if (!line.startsWith(u'#') && parts.size() == 2 && !quantizationFamily(parts[1]).isEmpty()
            && !kinds.contains(parts[1]))
            kinds << parts[1];
    }
    if (kinds.isEmpty())
        return unknown(Checks::tr("quant_model_description*.json names no quantization that is known"));
    std::sort(kinds.begin(), kinds.end());
    // Of the fewest bits: a model of W4A8 has layers of W8A8 too.
    const QString fewest
        = quantizationFamily(*std::min_element(kinds.cbegin(), kinds.cend(), [](const auto &one, const auto &two) {
              return bitsOf(quantizationFamily(one)) < bitsOf(quantizationFamily(two));
          }));
    if (fewest == wanted)
        return passed(fewest, Checks::tr("the weights are quantized as the recipe says: %1").arg(kinds.join(u", "_s)));
    return ofSettings(
        failed(fewest,
               Checks::tr("the weights are %1 by their own description (%2), the recipe is for %3")
                   .arg(fewest, kinds.join(u", "_s), wanted),
               Checks::tr("Name the folder of weights of %1 in the recipe's settings, or choose a recipe for %2.")
                   .arg(wanted, fewest)));
}

// Fails when / warns when:
QList<NodeCheck> quantizationChecks()
{
    return {
        {"weights.quantization", "", checkQuantization}, // of another kind than the recipe's, or refused by the image
    };
}
