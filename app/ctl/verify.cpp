// ascendctl verify D: is the endpoint up, does it know the model, answer, stream, pass the smoke test; and does the
// container of the service run on each node.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/deployverbs.h"
#include "app/ctl/open.h"

#include "core/engines/recipebook.h"
#include "core/runs/runstate.h"
#include "core/runs/statefile.h"
#include "core/serving/endpointuse.h"
#include "core/serving/servingnodes.h"

#include <future>

using namespace Qt::StringLiterals;

namespace ctl {

int verify(const Call &call)
{
    QStringList arguments = call.arguments;
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return refuse(opened.error());
    if (!arguments.isEmpty()) {
        complain(u"usage: ascendctl verify D [--json]"_s);
        return Usage;
    }
    const Deployment *deployment = &opened->deployment;
    const Result<Recipe> recipe = findRecipe(deployment->recipe);
    if (!recipe)
        return refuse(recipe.error());
    const std::optional<Served> served = servedOf(*opened);
    const Result<Endpoint> asked = endpointToAsk(served, *deployment, *recipe, opened->connections);
    if (!asked)
        return refuse(asked.error());
    const Endpoint &endpoint = *asked;
    const QString original = knownRunOf(*deployment, fileIdentity(*deployment, opened->path)).original;
    const auto other = namedSince(served, *deployment, *recipe, opened->connections);
    const QString changed = fewOf(changedSince(served, *deployment, *recipe));
    if (!original.isEmpty() && served)
        complain(u"What answers at %1 was deployed from %2, not by this deployment."_s.arg(endpoint.baseUrl, original));
    if (other && !original.isEmpty())
        complain(u"This deployment's settings name %1 with the model %2, which was not run."_s.arg(other->baseUrl,
                                                                                                 other->model));
    else if (other)
        complain(u"Asked is what was run, %1 with the model %2. The settings name %3 with the model %4 since then: a "
                 "new run ends this service and brings that up."_s.arg(endpoint.baseUrl, endpoint.model,
                                                                     other->baseUrl, other->model));
    else if (!changed.isEmpty() && !original.isEmpty())
        complain(u"This deployment has other settings (%1), which were not run."_s.arg(changed));
    else if (!changed.isEmpty())
        complain(u"Asked is what was run. Since then other settings were chosen (%1): a new run puts them into "
                 "effect."_s.arg(changed));
    // What is simulated says so, also where the file does not and nothing was run.
    std::future<bool> simulated = std::async(std::launch::async, [&] {
        return call.json && saysSimulated(*opened, call.stop, deployment->nodes.value(0).name);
    });
    const auto tell = [&](const Finding &finding) {
        const QString line
            = u"%1  %2  %3"_s.arg(verdictName(finding.verdict), -7).arg(finding.check, -14).arg(finding.summary);
        if (call.json)
            complain(line);
        else
            printLine(line);
        if (!finding.remedy.isEmpty())
            complain(u"         "_s + finding.remedy);
    };
    const VerifyReport report
        = verifyService(endpoint, *deployment, fileIdentity(*deployment, opened->path), opened->connections, call.stop,
                        tell);
    for (const Finding &finding : report.nodes) {
        if (finding.verdict != Verdict::Pass)
            tell(finding);
    }
    if (call.json) {
        Json document = Json::object();
        if (simulated.get())
            document["simulated"] = true;
        document["endpoint"] = toJson(endpoint);
        document.update(toJson(report));
        printJson(document);
    } else if (report.passed()) {
        printLine(
            u"\nThe endpoint: %1\nWith curl:\n\n%2\n\nWith Python:\n\n%3"_s.arg(endpoint.baseUrl, curlLine(endpoint),
                                                                                pythonSnippet(endpoint).trimmed()));
    }
    if (report.isCut)
        complain(u"Stopped before all was asked."_s);
    if (report.passed() && other && !original.isEmpty())
        return No;                       // it is another's, and not what this deployment would bring up
    return report.passed() ? Yes : report.isCut && !report.failed() ? CouldNotAsk : No;
}

} // namespace ctl
