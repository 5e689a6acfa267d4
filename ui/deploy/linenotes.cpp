#include "ui/deploy/linenotes.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(LineNotes)
};

QString commentAbove(const QStringList &lines, qsizetype at)
{
    const auto isComment = [](const QString &line) { return line.trimmed().startsWith(QLatin1String("# ")) && !line.contains(QLatin1String("shellcheck")); };
    const QString line = lines[at].trimmed();
    if (line.isEmpty())
        return {};
    if (isComment(line))
        return line.mid(2);
    // A command over several lines is explained where it begins.
    while (at > 0 && lines[at - 1].endsWith(QLatin1Char('\\')))
        --at;
    QStringList words;
    for (qsizetype i = at - 1; i >= 0 && isComment(lines[i]); --i) {
        words.prepend(lines[i].trimmed().mid(2));
        // Environment lines have one comment each; what stands above it belongs to something else.
        if (lines[at].startsWith(QLatin1String("export ")) || lines[at].startsWith(QLatin1String("load ")))
            break;
    }
    return words.join(QLatin1Char(' '));
}

QString keyOf(const QString &line)
{
    static const QRegularExpression key(QStringLiteral("^\\s*\"([^\"]+)\"\\s*:"));
    return key.match(line).captured(1);
}

QString rankTableNote(const QString &key)
{
    if (key == QLatin1String("version"))
        return Tr::tr("Format 1.0 is that of Atlas A2 (1.2: A3, 2.0: 950).");
    if (key == QLatin1String("server_count"))
        return Tr::tr("How many servers are listed; a text, not a number.");
    if (key == QLatin1String("server_id"))
        return Tr::tr("The server's own address; each is unique.");
    if (key == QLatin1String("container_ip"))
        return Tr::tr("The address of the container; with the host's network the server's. Must equal MIES_CONTAINER_IP on that node.");
    if (key == QLatin1String("device_id"))
        return Tr::tr("N of /dev/davinciN.");
    if (key == QLatin1String("device_ip"))
        return Tr::tr("The address of this NPU's own network card, as hccn_tool -i N -ip -g says on that server.");
    if (key == QLatin1String("rank_id"))
        return Tr::tr("The number of this NPU in the whole cluster: 0 to N-1, ascending, a block per server.");
    if (key == QLatin1String("status"))
        return Tr::tr("\"completed\": the table may be used.");
    if (key == QLatin1String("server_list"))
        return Tr::tr("The first server is the master; only it serves requests.");
    return {};
}

// Keys of config.json whose setting has another name.
QString settingOf(const QString &key)
{
    static const QHash<QString, QString> other{{QStringLiteral("modelName"), QStringLiteral("servedModelName")}, {QStringLiteral("modelWeightPath"), QStringLiteral("weights")},
                                               {QStringLiteral("moe_tp"), QStringLiteral("moeTp")}, {QStringLiteral("moe_ep"), QStringLiteral("moeTp")},
                                               {QStringLiteral("dp"), QStringLiteral("tp")}, {QStringLiteral("plugin_params"), QStringLiteral("mtpTokens")},
                                               {QStringLiteral("backendType"), QStringLiteral("generation")}};
    return other.value(key, key);
}

QString configNote(const QString &key, const Recipe &recipe)
{
    if (key == QLatin1String("worldSize"))
        return Tr::tr("Cards of this node, also when several nodes work together; with a rank table it is overwritten, but checked first.");
    if (key == QLatin1String("npuDeviceIds"))
        return Tr::tr("Logical ids; as many as worldSize. With a rank table they are overwritten, but checked first.");
    if (key == QLatin1String("multiNodesInferEnabled"))
        return Tr::tr("The only switch that makes two nodes one service.");
    if (key == QLatin1String("httpsEnabled") || key == QLatin1String("interCommTLSEnabled") || key == QLatin1String("interNodeTLSEnabled"))
        return Tr::tr("TLS; off, as in the official two-node recipe. For a trusted network only.");
    if (key == QLatin1String("ipAddress"))
        return Tr::tr("This node's address; MIES_CONTAINER_IP wins over it.");
    for (const RecipeSetting &setting : recipe.settings) {
        if (setting.key == settingOf(key))
            return setting.help;
    }
    return {};
}

} // namespace

QString lineNote(const Artifact &file, const QString &text, int line, const Recipe &recipe)
{
    const QStringList lines = text.split(QLatin1Char('\n'));
    if (line < 1 || line > lines.size())
        return {};
    if (file.path.endsWith(QLatin1String(".sh")))
        return commentAbove(lines, line - 1);
    const QString key = keyOf(lines[line - 1]);
    if (file.kind == QLatin1String("rank-table"))
        return rankTableNote(key);
    return file.kind == QLatin1String("config") && !key.isEmpty() ? configNote(key, recipe) : QString();
}
