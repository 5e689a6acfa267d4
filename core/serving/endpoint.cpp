#include "core/serving/verify.h"

Endpoint endpointOf(const Deployment &deployment, const Recipe &recipe, const ConnectionSettings &connections)
{
    // Settings that do not fit are the generator's to refuse; an address is made of what is there.
    const Result<Json> effective = effectiveSettings(recipe, deployment.settings);
    const Json settings = effective ? *effective : deployment.settings;

    const NodeAddress address = deployment.nodes.isEmpty() ? NodeAddress() : addressOf(deployment.nodes.first(), connections);
    QString host = address.host;
    if (host.contains(QLatin1Char(':'))) // IPv6
        host = QLatin1Char('[') + host + QLatin1Char(']');
    const auto at = [&](const char *key, int usual) {
        return QStringLiteral("http://%1:%2").arg(host).arg(integerAt(settings, key).value_or(usual));
    };
    // Ports where nothing is set: reference/mindie.md §3.2.
    return {at("port", 1025) + QStringLiteral("/v1"), at("managementPort", 1026),
            at("metricsPort", 1027) + QStringLiteral("/metrics"), stringAt(settings, "servedModelName"), address.jumpHost};
}
