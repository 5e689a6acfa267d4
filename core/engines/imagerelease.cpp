#include "core/engines/imagerelease.h"

#include "core/base/plaintext.h"
#include "core/recipes/artifactstext.h"

#include <QHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

// The name and its tag: the registry may have a port.
static QString lastPartOf(const QString &image)
{
    return image.section(QLatin1Char('/'), -1).section(QLatin1Char('@'), 0, 0);
}

bool isImageOf(const QString &image, const QString &product)
{
    return lastPartOf(image).section(QLatin1Char(':'), 0, 0) == product;
}

bool isPlaceholderImage(const QString &image)
{
    return image.startsWith("your-registry/"_L1);
}

QString placeholderRefusal(const QString &image)
{
    return isPlaceholderImage(image)
        ? ArtifactsText::tr("The image %1 only stands for yours: set \"image\" to the image that serves these weights.")
              .arg(shortened(image))
        : QString();
}

QString imageRelease(const QString &image, const QString &product)
{
    if (!isImageOf(image, product))
        return {};
    const QString last = lastPartOf(image);
    static const QRegularExpression release(u"^v?(\\d+\\.\\d+)(?!\\d)"_s);
    return release.match(last.section(QLatin1Char(':'), 1)).captured(1);
}

std::optional<OtherRelease> otherRelease(const QString &image, const QString &product, const QString &release,
                                         const QString &setting)
{
    const QString is = imageRelease(image, product), wanted = release.section(QLatin1Char('.'), 0, 1);
    if (is.isEmpty() || wanted.isEmpty() || is == wanted)
        return {};
    return OtherRelease{setting, is, release};
}

QString releaseDoubt(const QString &image, const OtherRelease &other)
{
    return ArtifactsText::tr("The tag of the image %1 says release %2, but \"%3\" is %4: files, paths and flags are "
                             "written for %4. Choose an image of that release, or the \"%3\" that fits the image.")
        .arg(shortened(image), other.is, other.setting, other.wanted);
}

QString imageKind(const QString &image)
{
    static const QRegularExpression word(u"-(?:800I-)?(A2|A3|310P)(?![0-9A-Za-z])"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const QString told = word.match(lastPartOf(image)).captured(1).toLower();
    if (isImageOf(image, u"mindie"_s))
        return told;
    return imageRelease(image, u"vllm-ascend"_s).isEmpty() ? QString() : told.isEmpty() ? u"a2"_s : told;
}

QString imageMachine(const QString &image)
{
    const QString tag = lastPartOf(image).section(QLatin1Char(':'), 1);
    static const QRegularExpression arm(u"(?<![0-9A-Za-z])(arm64|aarch64)(?![0-9A-Za-z])"_s,
                                        QRegularExpression::CaseInsensitiveOption),
        intel(u"(?<![0-9A-Za-z])(amd64|x86_64|x86-64)(?![0-9A-Za-z])"_s, QRegularExpression::CaseInsensitiveOption);
    const bool isArm = arm.match(tag).hasMatch(), isIntel = intel.match(tag).hasMatch();
    return isArm == isIntel ? QString() : isArm ? u"aarch64"_s : u"x86_64"_s;
}

QString engineDoubt(const QString &image, const QString &is, const QString &wanted)
{
    return ArtifactsText::tr("By its name the image %1 is %2's, and the recipe is for %3, whose program is not in it. "
                             "Choose an image of %3, or a recipe of %2.")
        .arg(shortened(image), is, wanted);
}

// vLLM's docs/deployment/docker.md and docs/getting_started/installation (gpu.md, cpu.md); SGLang's
// docs/get_started/install.md; text-generation-inference's README.
QString foreignMaker(const QString &image)
{
    static const QHash<QString, QString> makers{
        {u"vllm/vllm-openai"_s, u"vLLM"_s},
        {u"vllm/vllm-openai-rocm"_s, u"vLLM"_s},
        {u"vllm/vllm-openai-cpu"_s, u"vLLM"_s},
        {u"lmsysorg/sglang"_s, u"SGLang"_s},
        {u"huggingface/text-generation-inference"_s, u"text-generation-inference"_s},
    };
    return makers.value(image.section(QLatin1Char('/'), -2, -2) + QLatin1Char('/')
                        + lastPartOf(image).section(QLatin1Char(':'), 0, 0));
}

QString foreignDoubt(const QString &image, const QString &is, const QString &wanted)
{
    return ArtifactsText::tr("By its name the image %1 is %2's, and the recipe is for %3, whose program is not in it. "
                             "Choose an image of %3; the recipe openai-compatible-image takes any.")
        .arg(shortened(image), is, wanted);
}

QString kindDoubt(const QString &image, const QString &is, const QString &wanted)
{
    return ArtifactsText::tr("By its tag the image %1 is built for the chips of %2, and the recipe is for %3. Choose "
                             "the image of the same release for %3.")
        .arg(shortened(image), is.toUpper(), wanted.toUpper());
}
