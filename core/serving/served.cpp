#include "core/serving/served.h"

#include "core/runs/runstate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

Json toJson(const Served &served)
{
    const Endpoint &endpoint = served.endpoint;
    return {{"node", served.node},
            {"url", endpoint.baseUrl},
            {"management", endpoint.managementUrl},
            {"metrics", endpoint.metricsUrl},
            {"metricsBehind", endpoint.metricsBehind},
            {"healthBehind", endpoint.healthBehind},
            {"model", endpoint.model},
            {"models", endpoint.modelsUrl},
            {"jump", endpoint.jumpHost},
            {"health", endpoint.healthPath},
            {"healthIsSet", endpoint.isPathSet},
            {"smokeOfGuide", endpoint.isOfTheGuide},
            {"recipe", served.recipe},
            {"settings", served.settings}};
}

std::optional<Served> servedFrom(const Json &json)
{
    const QString url = stringAt(json, "url");
    if (!url.startsWith("http"_L1))
        return std::nullopt;
    return Served{stringAt(json, "node"),
                  {url,
                   stringAt(json, "management"),
                   stringAt(json, "metrics"),
                   stringAt(json, "model"),
                   stringAt(json, "jump"),
                   stringAt(json, "health"),
                   boolAt(json, "smokeOfGuide").value_or(true),
                   boolAt(json, "healthIsSet").value_or(false),
                   stringAt(json, "models"),
                   textsAt(json, "metricsBehind"),
                   textsAt(json, "healthBehind")},
                  stringAt(json, "recipe"),
                  member(json, "settings")};
}

std::optional<Served> servedIn(const RunState &state)
{
    return state.isUndoing() || state.isServiceStopped() ? std::nullopt : servedFrom(state.served());
}

const Node *nodeOf(const Served &served, const Deployment &deployment)
{
    const auto found
        = std::find_if(deployment.nodes.cbegin(), deployment.nodes.cend(),
                       [&](const Node &node) { return placeOf(addressText(node)) == placeOf(served.node); });
    return found == deployment.nodes.cend() ? nullptr : &*found;
}

const Node *nodeOfEndpoint(const std::optional<Served> &served, const Deployment &deployment)
{
    const Node *on = served ? nodeOf(*served, deployment) : nullptr;
    return on || deployment.nodes.isEmpty() ? on : &deployment.nodes.first();
}

Endpoint endpointOf(const std::optional<Served> &served, const Deployment &deployment, const Recipe &recipe,
                    const ConnectionSettings &connections)
{
    return served && nodeOf(*served, deployment) ? served->endpoint : endpointOf(deployment, recipe, connections);
}

Result<Endpoint> endpointToAsk(const std::optional<Served> &served, const Deployment &deployment, const Recipe &recipe,
                               const ConnectionSettings &connections)
{
    if (!served || !nodeOf(*served, deployment)) {
        const Result<Json> settings = effectiveSettings(recipe, deployment.settings);
        const QByteArray key = settings ? QByteArray() : settings.error().facts.value(u"setting"_s).toUtf8();
        // a number out of its range, of a port say, can be asked all the same
        if (!settings && (key.isEmpty() || !member(deployment.settings, key.constData()).is_number_integer()))
            return settings.error();
    }
    return endpointOf(served, deployment, recipe, connections);
}

bool isSameService(const Endpoint &one, const Endpoint &other)
{
    return one.baseUrl == other.baseUrl && one.model == other.model;
}

std::optional<Endpoint> namedSince(const std::optional<Served> &served, const Deployment &deployment,
                                   const Recipe &recipe, const ConnectionSettings &connections)
{
    if (!served || !nodeOf(*served, deployment) || !effectiveSettings(recipe, deployment.settings))
        return std::nullopt;             // settings that do not fit name nothing, and no run brings them up
    const Endpoint named = endpointOf(deployment, recipe, connections);
    return isSameService(named, served->endpoint) ? std::nullopt : std::optional(named);
}

QStringList changedSince(const std::optional<Served> &served, const Deployment &deployment, const Recipe &recipe)
{
    if (!served || !nodeOf(*served, deployment) || !served->settings.is_object())
        return {};
    if (served->recipe != recipe.id)
        return {u"recipe"_s};
    const Result<Json> effective = effectiveSettings(recipe, deployment.settings);
    QStringList changed;
    for (const RecipeSetting &setting : effective ? recipe.settings : QList<RecipeSetting>()) {
        const QByteArray key = setting.key.toUtf8();
        if (member(*effective, key.constData()) != member(served->settings, key.constData()))
            changed << setting.key;
    }
    return changed;
}

QString fewOf(QStringList names)
{
    constexpr qsizetype mostNamed = 4;
    if (names.size() > mostNamed)
        names = names.first(mostNamed) << u"…"_s;
    return names.join(u", "_s);
}
