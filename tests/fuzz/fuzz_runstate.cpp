// The state of a run, any bytes: read or refused in words. What was read is written and read again as the same, and
// fits a deployment or not.
#include "core/runs/statefile.h"

#include <cstdlib>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString file = u"/state/run.json"_s;
    const Result<StateDocument> document = parseState(text, file);
    if (!document) {
        if (document.error().message.isEmpty())
            std::abort();
        return 0;
    }
    const Result<StateDocument> again = parseState(toText(*document), file);
    if (!again || *again != *document)
        std::abort();
    Deployment deployment;
    deployment.name = document->deployment;
    for (const StateNode &node : document->nodes)
        deployment.nodes << nodeOf(node);
    if (!deployment.nodes.isEmpty())
        deployment.nodes.removeLast(); // a node that the deployment has lost
    for (const QString &identity : {QString(), document->identity}) {
        const Result<StateDocument> fitted = fittedTo(*document, deployment, file, identity);
        if (!fitted && fitted.error().message.isEmpty())
            std::abort();
    }
    return 0;
}
