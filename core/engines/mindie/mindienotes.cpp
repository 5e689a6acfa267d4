#include "core/engines/mindie/mindienotes.h"

#include "core/engines/enginenotes.h"

#include <QHash>

namespace {

QString rankTableNote(const QString &key)
{
    if (key == QLatin1String("version"))
        return LineNotes::tr("Format 1.0 is that of Atlas A2 (1.2: A3, 2.0: 950).");
    if (key == QLatin1String("server_count"))
        return LineNotes::tr("How many servers are listed; a text, not a number.");
    if (key == QLatin1String("server_id"))
        return LineNotes::tr("The server's own address; each is unique.");
    if (key == QLatin1String("container_ip"))
        return LineNotes::tr("The address of the container; with the host's network the server's. Must equal "
                             "MIES_CONTAINER_IP on that node.");
    if (key == QLatin1String("device_id"))
        return LineNotes::tr("N of /dev/davinciN.");
    if (key == QLatin1String("device_ip"))
        return LineNotes::tr(
            "The address of this NPU's own network card, as hccn_tool -i N -ip -g says on that server.");
    if (key == QLatin1String("rank_id"))
        return LineNotes::tr("The number of this NPU in the whole cluster: 0 to N-1, ascending, a block per server.");
    if (key == QLatin1String("status"))
        return LineNotes::tr("\"completed\": the table may be used.");
    if (key == QLatin1String("server_list"))
        return LineNotes::tr("The first server is the master; only it serves requests.");
    return {};
}

// Keys of config.json whose setting has another name.
QString settingOf(const QString &key)
{
    static const QHash<QString, QString> other{{QStringLiteral("modelName"), QStringLiteral("servedModelName")},
                                               {QStringLiteral("modelWeightPath"), QStringLiteral("weights")},
                                               {QStringLiteral("moe_tp"), QStringLiteral("moeTp")},
                                               {QStringLiteral("moe_ep"), QStringLiteral("moeTp")},
                                               {QStringLiteral("dp"), QStringLiteral("tp")},
                                               {QStringLiteral("plugin_params"), QStringLiteral("mtpTokens")},
                                               {QStringLiteral("backendType"), QStringLiteral("generation")}};
    return other.value(key, key);
}

QString configNote(const QString &key, const Recipe &recipe)
{
    if (key == QLatin1String("worldSize"))
        return LineNotes::tr("Cards of this node, also when several nodes work together; with a rank table it is "
                             "overwritten, but checked first.");
    if (key == QLatin1String("npuDeviceIds"))
        return LineNotes::tr(
            "Logical ids; as many as worldSize. With a rank table they are overwritten, but checked first.");
    if (key == QLatin1String("multiNodesInferEnabled"))
        return LineNotes::tr("The only switch that makes two nodes one service.");
    if (key == QLatin1String("httpsEnabled") || key == QLatin1String("interCommTLSEnabled")
        || key == QLatin1String("interNodeTLSEnabled"))
        return LineNotes::tr("TLS; off, as in the official two-node recipe. For a trusted network only.");
    if (key == QLatin1String("ipAddress"))
        return LineNotes::tr("This node's address; MIES_CONTAINER_IP wins over it.");
    return settingNote(recipe, settingOf(key));
}

} // namespace

QString mindieLineNote(const QString &artifactKind, const QString &key, const Recipe &recipe)
{
    if (artifactKind == QLatin1String("rank-table"))
        return rankTableNote(key);
    return artifactKind == QLatin1String("config") ? configNote(key, recipe) : QString();
}
