#include "core/pack/packorder.h"

#include "core/engines/imagerelease.h"
#include "core/engines/recipebook.h"
#include "core/pack/packtext.h"

using namespace Qt::StringLiterals;

namespace {

// docker, or podman where there is no docker.
QString engineOf(Shell &shell, std::stop_token stop)
{
    const Result<CommandOutput> output
        = shell.run({.argv = {u"sh"_s, u"-c"_s, u"command -v docker >/dev/null || ! command -v podman >/dev/null"_s},
                     .isQuestion = true},
                    std::move(stop));
    return output && output->exitCode != 0 ? u"podman"_s : u"docker"_s;
}

struct Search {
    const PackOrder &order;
    const OpenNode &open;

    // The first node that has it. Errors of nodes that lack it, or cannot be reached, are told when none has.
    template <typename Packed>
    Result<Packed> from(const QString &nowhere, const std::function<Result<Packed>(Shell &, const QString &node)> &pack)
    {
        QStringList words;
        bool isAnyAsked = false;
        for (const Node &node : order.deployment.nodes) {
            if (!order.from.isEmpty() && node.name != order.from)
                continue;
            const Result<std::unique_ptr<Shell>> shell = open(node);
            if (!shell && shell.error().kind == ErrorKind::Canceled)
                return shell.error();
            if (!shell) {
                words << shell.error().message;
                continue;
            }
            isAnyAsked = true;
            const Result<Packed> packed = pack(**shell, node.name);
            if (packed || !packed.error().facts.contains(u"missing"_s)) {
                if (packed)
                    return packed;
                Error error = packed.error();
                error.facts[u"nodes"_s] = node.name;
                if (error.kind != ErrorKind::Canceled)
                    error.message = node.name + u": "_s + error.message;
                return error;
            }
            words << node.name + u": "_s + packed.error().message;
        }
        return Error{isAnyAsked ? ErrorKind::Invalid : ErrorKind::Connection,
                     nowhere + u' ' + words.join(u' '),
                     {},
                     {{u"nodes"_s, order.from}}};
    }
};

} // namespace

Result<Pack> packDeployment(const PackOrder &order, const OpenNode &open, const PackSay &say, std::stop_token stop)
{
    if (const Result<void> free = demandPackFolder(order.folder); !free)
        return free.error();
    const Result<Recipe> recipe = findRecipe(order.deployment.recipe);
    if (!recipe)
        return recipe.error();
    const Result<Json> settings = effectiveSettings(*recipe, order.deployment.settings);
    if (!settings)
        return settings.error();
    // Settings that say where they come from: a recipe without them could not be told.
    const auto asks = [&](const char *key) { return settings->contains(key); };
    if ((order.takesImage && !asks("imageFrom")) || (order.takesWeights && !asks("weightsFrom")))
        return Error{ErrorKind::Invalid,
                     PackText::tr("Recipe %1 has no settings for an image or weights that come from a folder.")
                         .arg(recipe->id),
                     {},
                     {}};
    if (const QString refused = order.takesImage ? placeholderRefusal(stringAt(*settings, "image")) : QString();
        !refused.isEmpty())
        return Error{ErrorKind::Invalid, refused, {}, {{u"setting"_s, u"image"_s}}};
    Pack pack{order.deployment, order.file, order.version, {}, {}, order.further};
    Search search{order, open};
    const auto saying
        = [&](const QString &node) -> PackSay { return [=](const QString &words) { say(node + u": "_s + words); }; };
    if (order.takesImage) {
        const QString image = stringAt(*settings, "image");
        const Result<PackedImage> packed = search.from<PackedImage>(
            PackText::tr("The image %1 could not be had from any node.").arg(image),
            [&](Shell &shell, const QString &node) {
                return packImage(shell, engineOf(shell, stop), image, order.folder, saying(node), stop);
            });
        if (!packed)
            return packed.error();
        pack.image = *packed;
    }
    if (order.takesWeights) {
        const QString weights = stringAt(*settings, "weights");
        const Result<PackedWeights> packed = search.from<PackedWeights>(
            PackText::tr("Weights in %1 could not be had from any node.").arg(weights),
            [&](Shell &shell, const QString &node) {
                return packWeights(shell, weights, order.folder, saying(node), stop);
            });
        if (!packed)
            return packed.error();
        pack.weights = *packed;
    }
    if (const Result<void> written = writePack(pack, order.folder, say, stop); !written)
        return written.error();
    return pack;
}
