#include "core/engines/mindie/mindienotes.h"

#include "core/engines/enginenotes.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace {

QString rankTableNote(const QString &key)
{
    if (key == "version"_L1)
        return LineNotes::tr("Format 1.0 is that of Atlas A2 (1.2: A3, 2.0: 950).");
    if (key == "server_count"_L1)
        return LineNotes::tr("How many servers are listed; a text, not a number.");
    if (key == "server_id"_L1)
        return LineNotes::tr("The server's own address; each is unique.");
    if (key == "container_ip"_L1)
        return LineNotes::tr("The address of the container; with the host's network the server's. Must equal "
                             "MIES_CONTAINER_IP on that node.");
    if (key == "device_id"_L1)
        return LineNotes::tr("N of /dev/davinciN.");
    if (key == "device_ip"_L1)
        return LineNotes::tr(
            "The address of this NPU's own network card, as hccn_tool -i N -ip -g says on that server.");
    if (key == "rank_id"_L1)
        return LineNotes::tr("The number of this NPU in the whole cluster: 0 to N-1, ascending, a block per server.");
    if (key == "status"_L1)
        return LineNotes::tr("\"completed\": the table may be used.");
    if (key == "server_list"_L1)
        return LineNotes::tr("The first server is the master; only it serves requests.");
    return {};
}

// Keys of config.json whose setting has another name.
QString settingOf(const QString &key)
{
    static const QHash<QString, QString> other{{u"modelName"_s, u"servedModelName"_s},
                                               {u"modelWeightPath"_s, u"weights"_s},
                                               {u"moe_tp"_s, u"moeTp"_s},
                                               {u"moe_ep"_s, u"moeTp"_s},
                                               {u"dp"_s, u"tp"_s},
                                               {u"plugin_params"_s, u"mtpTokens"_s},
                                               {u"backendType"_s, u"generation"_s}};
    return other.value(key, key);
}

QString configNote(const QString &key, const Recipe &recipe)
{
    if (key == "worldSize"_L1)
        return LineNotes::tr("Cards of this node, also when several nodes work together; with a rank table it is "
                             "overwritten, but checked first.");
    if (key == "npuDeviceIds"_L1)
        return LineNotes::tr(
            "Logical ids; as many as worldSize. With a rank table they are overwritten, but checked first.");
    if (key == "multiNodesInferEnabled"_L1)
        return LineNotes::tr("The only switch that makes two nodes one service.");
    if (key == "httpsEnabled"_L1 || key == "interCommTLSEnabled"_L1 || key == "interNodeTLSEnabled"_L1)
        return LineNotes::tr("TLS; off, as in the official two-node recipe. For a trusted network only.");
    if (key == "ipAddress"_L1)
        return LineNotes::tr("This node's address; MIES_CONTAINER_IP wins over it.");
    return settingNote(recipe, settingOf(key));
}

} // namespace

QString mindieLineNote(const QString &artifactKind, const QString &key, const Recipe &recipe)
{
    if (artifactKind == "rank-table"_L1)
        return rankTableNote(key);
    return artifactKind == "config"_L1 ? configNote(key, recipe) : QString();
}
