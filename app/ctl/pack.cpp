// ascendctl pack D -o FOLDER [--weights] [--no-image] [--with FILE]... [--from NODE]: what the deployment needs, as one
// folder to carry into a closed network. Changes nothing on the nodes but for an archive below /var/tmp that it removes
// again. 0; 1: no node has what is asked for; 3: none could be asked.
#include "app/ctl/checkverbs.h"
#include "app/ctl/clusterfacts.h"

#include "core/engines/recipebook.h"
#include "core/pack/pack.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int wrongUsage(const QString &sentence)
{
    complain(sentence);
    complain(u"usage: ascendctl pack D -o FOLDER [--weights] [--no-image] [--with FILE]... [--from NODE] [--json] %1\n"
             "       --weights: the weights, too (of DeepSeek hundreds of GB); --no-image: not the image\n"
             "       --with FILE: a further file, as a package of the driver; again and again\n"
             "       --from NODE: from this node only; else from the first that has it\n"
             "       What was cut short goes on where it stopped when it is run again."_s.arg(
                 QLatin1String(connectionUsage)));
    return Usage;
}

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
    const Opened &opened;
    QString only; // node; empty: all
    std::stop_token stop;

    // The first node that has it. Errors of nodes that lack it, or cannot be reached, are told when none has.
    template <typename Packed>
    Result<Packed> from(const QString &what, const std::function<Result<Packed>(Shell &, const QString &node)> &pack)
    {
        QStringList words;
        bool isAnyAsked = false;
        for (const Node &node : opened.deployment.nodes) {
            if (!only.isEmpty() && node.name != only)
                continue;
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, opened.connections)(stop);
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
                if (error.kind != ErrorKind::Canceled)
                    error.message = node.name + u": "_s + error.message;
                return error;
            }
            words << node.name + u": "_s + packed.error().message;
        }
        return Error{isAnyAsked ? ErrorKind::Invalid : ErrorKind::Connection,
                     u"%1 could not be had from any node. %2"_s.arg(what, words.join(u' ')),
                     {},
                     {}};
    }
};

void print(const Pack &pack, const QString &folder, bool json)
{
    if (json) {
        Json document{{"folder", folder}, {"image", nullptr}, {"weights", nullptr}, {"further", pack.further}};
        if (pack.image)
            document["image"] = {{"reference", pack.image->reference},
                                 {"id", pack.image->id},
                                 {"architecture", pack.image->architecture},
                                 {"bytes", pack.image->file.sizeBytes},
                                 {"sha256", pack.image->file.sha256}};
        if (pack.weights)
            document["weights"]
                = {{"from", pack.weights->from}, {"files", pack.weights->files}, {"bytes", pack.weights->bytes}};
        if (pack.deployment.simulated)
            document["simulated"] = true;
        printJson(document);
        return;
    }
    if (pack.deployment.simulated)
        printLine(u"Simulated cluster"_s);
    printLine(u"%1 is whole; its README.txt says what it holds and how to use it. No password and no private key is in "
              "it."_s.arg(folder));
}

} // namespace

int pack(const Call &call)
{
    QStringList arguments = call.arguments;
    const bool takesWeights = arguments.removeAll(u"--weights"_s) > 0,
               takesImage = arguments.removeAll(u"--no-image"_s) == 0;
    QString folder, only;
    Pack pack;
    while (arguments.contains(u"--with"_s)) {
        QString file;
        if (!takeValue(arguments, "--with", file) || file.isEmpty())
            return wrongUsage(u"--with needs a file."_s);
        if (!QFileInfo(file).isFile() || !QFileInfo(file).isReadable())
            return fail(
                Error{ErrorKind::Storage, u"%1 is no file that can be read. Nothing was begun."_s.arg(file), {}, {}});
        pack.further << file;
    }
    if (!takeValue(arguments, "-o", folder) || folder.isEmpty())
        return wrongUsage(u"-o needs the folder that it is packed into."_s);
    if (!takeValue(arguments, "--from", only))
        return wrongUsage(u"--from needs a node."_s);
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? wrongUsage(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return wrongUsage(u"'%1' is not understood."_s.arg(arguments.last()));
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    const QList<Node> &nodes = opened->deployment.nodes;
    if (!only.isEmpty() && std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &n) { return n.name == only; }))
        return wrongUsage(u"The deployment has no node %1."_s.arg(only));
    if (const Result<void> free = demandPackFolder(folder); !free)
        return fail(free.error());
    pack.deployment = opened->deployment;
    pack.file = opened->path;
    pack.version = QCoreApplication::applicationVersion();
    const Result<Recipe> recipe = findRecipe(opened->deployment.recipe);
    if (!recipe)
        return fail(recipe.error());
    const Result<Json> settings = effectiveSettings(*recipe, opened->deployment.settings);
    if (!settings)
        return fail(settings.error());
    // Settings that say where they come from: a recipe without them could not be told.
    const auto asks = [&](const char *key) { return settings->contains(key); };
    if ((takesImage && !asks("imageFrom")) || (takesWeights && !asks("weightsFrom")))
        return fail(
            Error{ErrorKind::Invalid,
                  u"Recipe %1 has no settings for an image or weights that come from a folder."_s.arg(recipe->id),
                  {},
                  {}});
    Search search{*opened, only, call.stop};
    const auto saying = [](const QString &node) -> PackSay {
        return [node](const QString &sentence) { complain(node + u": "_s + sentence); };
    };
    if (takesImage) {
        const QString image = stringAt(*settings, "image");
        const Result<PackedImage> packed
            = search.from<PackedImage>(u"The image %1"_s.arg(image), [&](Shell &shell, const QString &node) {
                  return packImage(shell, engineOf(shell, call.stop), image, folder, saying(node), call.stop);
              });
        if (!packed)
            return refuse(packed.error());
        pack.image = *packed;
    }
    if (takesWeights) {
        const QString weights = stringAt(*settings, "weights");
        const Result<PackedWeights> packed
            = search.from<PackedWeights>(u"Weights in %1"_s.arg(weights), [&](Shell &shell, const QString &node) {
                  return packWeights(shell, weights, folder, saying(node), call.stop);
              });
        if (!packed)
            return refuse(packed.error());
        pack.weights = *packed;
    }
    if (const Result<void> written = writePack(
            pack, folder, [](const QString &sentence) { complain(sentence); }, call.stop);
        !written)
        return fail(written.error());
    print(pack, folder, call.json);
    return Yes;
}

} // namespace ctl
