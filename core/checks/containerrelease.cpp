// Which release of the engine an image really holds, against the one that flags and files are written for: an image's
// name may be put on anything. Python's own records are read in
// a container of the image (importlib.metadata imports nothing of the engine), so that neither driver nor NPUs are
// needed and what runs is left alone.
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"
#include "core/shell/quote.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

QStringList recordsArgv(const QString &engine, const QString &image, const QString &package)
{
    // by timeout: one that hangs would stay
    return {engine,
            u"run"_s,
            u"--rm"_s,
            u"--network=none"_s,
            u"--entrypoint"_s,
            u"timeout"_s,
            image,
            u"40"_s,
            u"python3"_s,
            u"-c"_s,
            u"import importlib.metadata as m; print('version', m.version('%1'))"_s.arg(package)};
}

std::optional<Finding> ofNoPackage(const CheckContext &context)
{
    if (!context.settings.demands.package.isEmpty() || context.settings.image.isEmpty())
        return std::nullopt;
    return notAsked(Checks::tr("not asked: where the program in such an image says its release is not known here"));
}

Finding checkReleaseInside(NodeProbe &probe, const CheckContext &context)
{
    const CheckSettings &settings = context.settings;
    if (const auto wait = waitsForRecipe(context, Checks::tr("which image is asked"), !settings.image.isEmpty()))
        return *wait;
    if (settings.release.isEmpty())
        return notAsked(Checks::tr("not asked: the recipe names no release to compare with"));
    if (const auto why = cannotRun(probe, settings.image))
        return *why;
    const Result<ContainerFacts> engine = containerEngine(probe);
    if (!engine)
        return unknown(engine.error());
    const QString &package = settings.demands.package;
    const Result<CommandOutput> told
        = probe.ask(recordsArgv(engine->engine, settings.image, package), std::chrono::seconds(70));
    if (!told)
        return unknown(told.error());
    // "0.18.0+empty": what follows the release says how it was built
    static const QRegularExpression line(u"^version (\\d+(?:\\.\\d+)*)(\\S*)$"_s, QRegularExpression::MultilineOption);
    const QRegularExpressionMatch match = line.match(textOf(told->out));
    if (told->exitCode != 0 || !match.hasMatch()) {
        const QString said = lastWords(*told);
        // the class that importlib.metadata raises (Python's documentation), whatever its words
        if (told->exitCode != 0 && textOf(told->err).contains(u"PackageNotFoundError"_s))
            return ofSettings(failed(
                Checks::tr("no %1").arg(package),
                Checks::tr("the Python of the image %1 has no %2: it is no image of %3")
                    .arg(settings.image, package, settings.engineName),
                Checks::tr("Choose, in the recipe's settings, an image of %1, or a recipe for the engine that is in "
                           "this image.")
                    .arg(settings.engineName)));
        return unknown(Checks::tr("a container of the image does not say which %1 is in it: %2")
                           .arg(settings.engineName,
                                said.isEmpty() ? Checks::tr("exit code %1").arg(told->exitCode) : said));
    }
    const QString holds = match.captured(1), whole = holds + match.captured(2);
    if (holds == settings.release)
        return passed(whole,
                      Checks::tr("the image holds %1 %2, which flags and files are written for").arg(package, whole));
    const std::optional<OtherRelease> &tag = settings.otherRelease;
    const QString summary = Checks::tr("the image holds %1 %2; flags and files are written for %3")
                                .arg(package, whole, settings.release);
    if (tag) // nothing that is pulled by this name would be of the recipe's release
        return failed(whole, summary,
                      Checks::tr("The tag of %1 says release %2 itself: take, in the recipe's settings, the image of "
                                 "%3, or set \"%4\" to the image's release.")
                          .arg(settings.image, tag->is, tag->wanted, tag->setting));
    return failed(whole, summary,
                  Checks::tr("Where the name %1 says that it holds %2, pull it anew from where its publisher has it: "
                             "`docker pull %3`. Else choose, in the recipe's settings, the image and the release that "
                             "belong together.")
                      .arg(settings.image, settings.release, quoted(settings.image)));
}

} // namespace

// Fails when / warns when:
QList<NodeCheck> containerReleaseChecks()
{
    return {
        // it is another than what the recipe is written for, or none
        {"container.release", "container.engine", checkReleaseInside, 1, ofNoPackage, 5},
    };
}
