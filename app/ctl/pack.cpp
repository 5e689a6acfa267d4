// ascendctl pack D -o FOLDER [--weights] [--no-image] [--with FILE]... [--from NODE]: what the deployment needs, as one
// folder to carry into a closed network. Changes nothing on the nodes but for an archive below /var/tmp that it removes
// again. 0; 1: no node has what is asked for; 3: none could be asked.
#include "app/ctl/checkverbs.h"
#include "app/ctl/clusterfacts.h"

#include "core/pack/packorder.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int misusedPack(const QString &sentence)
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
              "it%2."_s.arg(folder, pack.further.isEmpty() ? QString()
                                                           : u", but for what --with added: that was not looked at"_s));
}

} // namespace

int pack(const Call &call)
{
    QStringList arguments = call.arguments;
    PackOrder order;
    order.takesWeights = arguments.removeAll(u"--weights"_s) > 0;
    order.takesImage = arguments.removeAll(u"--no-image"_s) == 0;
    while (arguments.contains(u"--with"_s)) {
        QString file;
        if (!takeValue(arguments, "--with", file) || file.isEmpty())
            return misusedPack(u"--with needs a file."_s);
        if (!QFileInfo(file).isFile() || !QFileInfo(file).isReadable())
            return fail(
                Error{ErrorKind::Storage, u"%1 is no file that can be read. Nothing was begun."_s.arg(file), {}, {}});
        order.further << file;
    }
    if (!takeValue(arguments, "-o", order.folder) || order.folder.isEmpty())
        return misusedPack(u"-o needs the folder that it is packed into."_s);
    if (!takeValue(arguments, "--from", order.from))
        return misusedPack(u"--from needs a node."_s);
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? misusedPack(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return misusedPack(u"'%1' is not understood."_s.arg(arguments.last()));
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    const QList<Node> &nodes = opened->deployment.nodes;
    if (!order.from.isEmpty()
        && std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &n) { return n.name == order.from; }))
        return misusedPack(u"The deployment has no node %1."_s.arg(order.from));
    order.deployment = opened->deployment;
    order.file = opened->path;
    order.version = QCoreApplication::applicationVersion();
    const Result<Pack> packed = packDeployment(
        order, [&](const Node &node) { return shellFactoryFor(node, opened->connections)(call.stop); },
        [](const QString &sentence) { complain(sentence); }, call.stop);
    if (!packed)
        return packed.error().facts.contains(u"nodes"_s) ? refuse(packed.error()) : fail(packed.error());
    print(*packed, order.folder, call.json);
    return Yes;
}

} // namespace ctl
