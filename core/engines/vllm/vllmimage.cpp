#include "core/engines/vllm/vllmimage.h"

#include "core/base/plaintext.h"
#include "core/engines/engine.h"
#include "core/engines/imagerelease.h"
#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmlint.h"
#include "core/lint/shelltext.h"
#include "core/recipes/artifactstext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

QString vllmInImage(const QString &image)
{
    if (imageRelease(image, u"vllm-ascend"_s).isEmpty())
        return {};
    // the plugin's number is not always that of its vLLM (its versioning_policy.md)
    if (const QString known = pluginVllm(image); !known.isEmpty())
        return known;
    static const QRegularExpression number(u":v?(\\d+(?:\\.\\d+)+)"_s);
    return vllmReleaseNamed(number.match(image.section(u'/', -1)).captured(1));
}

// Its platform check takes ModelSlim's weights, compressed-tensors from v0.12.0rc1 on and FP8 from v0.21.0rc1 on, and
// never AWQ or GPTQ (vllm_ascend/platform.py, supported_quantization, of all releases). Without --quantization the
// method is that of the weights' own config.json.
QString vllmImageRefusal(const QString &image, const QString &command, const WeightsTold &weights)
{
    if (!isImageOf(image, u"vllm-ascend"_s))
        return {};
    static const QRegularExpression method(u"(?<![a-z])(awq|gptq)(?![a-z])"_s,
                                           QRegularExpression::CaseInsensitiveOption),
        asked(u"(?:--quantization|-q)[ =]+[\"']?(\\w+)"_s);
    if (const QString said = asked.match(command).captured(1); !said.isEmpty()) {
        QStringList faults;
        Findings findings;
        lintVllmCommands(shellCommands(command), image, {}, findings);
        for (const LintFinding &finding : findings.list()) {
            if (finding.severity == Severity::Error && finding.message.contains(u"--quantization "_s + said))
                faults << finding.message;
        }
        return faults.isEmpty()
            ? QString()
            : ArtifactsText::tr("The image %1 is vLLM-Ascend's, which would end at once: %2")
                  .arg(shortened(image), faults.join(u' '));
    }
    if (const QString told = method.match(weights.method).captured(1).toUpper(); !told.isEmpty())
        return ArtifactsText::tr("The image %1 is vLLM-Ascend's, which refuses %2 weights in every release, and these "
                                 "are such by their config.json (quant_method).")
            .arg(shortened(image), told);
    const QString named = method.match(weights.name).captured(1).toUpper();
    return named.isEmpty()
        ? QString()
        : ArtifactsText::tr("The image %1 is vLLM-Ascend's, which refuses %2 weights in every release, and these are "
                            "such by their name: %3. Choose the image of an engine that takes %2, or weights of "
                            "ModelSlim (W8A8, W4A8) for this one.")
              .arg(shortened(image), named, shortened(weights.name));
}
