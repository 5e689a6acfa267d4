#include "core/serving/verify.h"

#include "core/engines/engine.h"

using namespace Qt::StringLiterals;

Endpoint endpointOf(const Deployment &deployment, const Recipe &recipe, const ConnectionSettings &connections)
{
    // Settings that do not fit are the generator's to refuse; an address is made of what is there.
    const Result<Json> effective = effectiveSettings(recipe, deployment.settings);
    const Json settings = effective ? *effective : settingsAsTyped(recipe, deployment.settings);

    const NodeAddress address
        = deployment.nodes.isEmpty() ? NodeAddress() : addressOf(deployment.nodes.first(), connections);
    QString host = address.host;
    if (host.contains(QLatin1Char(':'))) // IPv6
        host = QLatin1Char('[') + host + QLatin1Char(']');
    // Settings where nothing is set, and engines that are not known: MindIE's ports (MindIE-LLM
    // service_parameter_configuration.md).
    const Engine *known = findEngine(recipe.engine), &engine = known ? *known : engines().first();
    const auto at = [&](const EnginePort &port) {
        return u"http://%1:%2"_s.arg(host).arg(integerAt(settings, port.key).value_or(port.usual));
    };
    QString health = stringAt(member(recipe.data, "ready"), "healthPath");
    const QString own = stringAt(settings, "readyPath");
    if (!own.isEmpty())
        health = own;
    QString modelsUrl;
    QStringList metricsBehind, healthBehind;
    const Result<Recipe> resolved = resolvedRecipe(recipe, deployment.settings);
    for (const NodePort &port : resolved ? boundPorts(engine, &*resolved, settings) : QList<NodePort>()) {
        if (port.node < 0 || port.node >= deployment.nodes.size())
            continue;
        QString its = addressOf(deployment.nodes[port.node], connections).host;
        if (its.contains(QLatin1Char(':')))
            its = QLatin1Char('[') + its + QLatin1Char(']');
        if (port.answersModels && modelsUrl.isEmpty())
            modelsUrl = u"http://%1:%2/v1/models"_s.arg(its).arg(port.first);
        for (int number = port.first; port.answersModels && number <= port.last; ++number)
            healthBehind << u"http://%1:%2/health"_s.arg(its).arg(number);
        for (int number = port.first; port.hasMetrics && number <= port.last; ++number)
            metricsBehind << u"http://%1:%2/metrics"_s.arg(its).arg(number);
    }
    return {at(engine.endpoint.service) + u"/v1"_s,
            at(engine.endpoint.management),
            at(engine.endpoint.metrics) + u"/metrics"_s,
            stringAt(settings, "servedModelName"),
            address.jumpHost,
            health.isEmpty() ? QLatin1String(engine.healthPath) : health,
            recipe.data.json().contains("corrections"),
            !own.isEmpty(),
            modelsUrl,
            metricsBehind,
            healthBehind};
}

QStringList metricsUrlsOf(const Endpoint &endpoint)
{
    if (!endpoint.metricsBehind.isEmpty())
        return endpoint.metricsBehind;
    return endpoint.metricsUrl.isEmpty() ? QStringList() : QStringList{endpoint.metricsUrl};
}
