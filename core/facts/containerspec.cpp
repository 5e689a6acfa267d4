#include "core/facts/containerspec.h"

#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString containerNameOf(const QString &told)
{
    return told.startsWith(u'/') ? told.mid(1) : told;
} // docker's way

QString pathWithoutSlash(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

} // namespace

QList<int> ContainerSpec::npus() const
{
    static const QRegularExpression davinci(u"^/dev/davinci(\\d{1,3})$"_s);
    QList<int> ids;
    for (const QString &device : devices) {
        if (const QRegularExpressionMatch match = davinci.match(device); match.hasMatch())
            ids << match.captured(1).toInt();
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

bool ContainerSpec::mayUseNpus() const
{
    return isPrivileged.value_or(false) || runtime == "ascend"_L1 || !npus().isEmpty();
}

QString ContainerSpec::onMachine(const QString &given) const
{
    const QString path = pathWithoutSlash(given);
    QString best, result;
    for (const ContainerMount &mount : mounts) {
        const QString target = pathWithoutSlash(mount.target);
        const bool holds = path == target || target == "/"_L1 || path.startsWith(target + u'/');
        if (!holds || target.size() < best.size() || !mount.source.startsWith(u'/'))
            continue;
        best = target;
        result = pathWithoutSlash(mount.source) + (target == "/"_L1 ? path : path.mid(target.size()));
    }
    return result;
}

QStringList specProbe(const QStringList &containers)
{
    // One field a column: a Go template that a container's own words cannot break, as each of them is JSON.
    static const QString columns
        = u"{{.Name}}\t{{json .Config.Image}}\t{{json .State.Running}}\t{{json .HostConfig.NetworkMode}}\t"
          "{{json .HostConfig.IpcMode}}\t{{json .HostConfig.Privileged}}\t{{json .HostConfig.ShmSize}}\t"
          "{{json .HostConfig.Runtime}}\t{{json .HostConfig.Devices}}\t{{json .Mounts}}"_s;
    return QStringList{u"docker"_s, u"container"_s, u"inspect"_s, u"--format"_s, columns} + containers;
}

// GNU's sed. Words are JSON; the last two lines are for the text of a shell's -c.
QStringList commandProbe(const QString &container)
{
    static const QString flag = u"--?[a-z-]*(api-?key|token|password|passphrase|secret)"_s;
    static const QString value = uR"((\\"[^"]*\\"|\x27[^\x27]*\x27|[^ ",;&|]+))"_s; // in a shell's text
    static const QString script
        = uR"sh(docker container inspect --format '{{json .Config.Entrypoint}}	{{json .Config.Cmd}}' "$1" |
  sed -E -e 's/("%1",")([^"\\-]|\\.)([^"\\]|\\.)*"/\1***"/g' \
    -e ':m;s/("%1"(,"\*\*\*")+,")([^"\\*-]|\\.)([^"\\]|\\.)*"/\1***"/;tm' \
    -e 's/("%1=)([^"\\]|\\.)*/\1***/g' -e 's/(%1[= ]+)%2/\1***/g' \
    -e 's/((KEY|TOKEN|PASSWORD|PASSWD|PASSPHRASE|SECRET|CREDENTIALS?)=)%2/\1***/g')sh"_s.arg(flag, value);
    return {u"sh"_s, u"-c"_s, script, u"sh"_s, container};
}

QStringList readCommand(const QString &text)
{
    QStringList words;
    for (const QString &column : text.section(u'\n', 0, 0).split(u'\t')) {
        const Result<Json> told = parseJson(column.toUtf8(), u"docker container inspect"_s);
        for (const Json &word : told && told->is_array() ? *told : Json::array()) {
            if (word.is_string())
                words << word.get<QString>();
        }
    }
    return words;
}

Result<QStringList> commandMadeWith(NodeProbe &probe, const QString &container)
{
    const Result<CommandOutput> output = probe.ask(commandProbe(container));
    if (!output)
        return output.error();
    return readCommand(textOf(output->out));
}

QList<ContainerSpec> readSpecs(const QString &text)
{
    QList<ContainerSpec> specs;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList columns = line.split(u'\t');
        if (columns.size() != 10 || containerNameOf(columns[0]).isEmpty())
            continue;
        QList<Json> told;
        for (const QString &column : columns.mid(1)) {
            const Result<Json> value = parseJson(column.toUtf8(), u"docker container inspect"_s);
            told << (value ? *value : Json());
        }
        const auto text
            = [&](int column) { return told[column].is_string() ? told[column].get<QString>() : QString(); };
        ContainerSpec spec;
        spec.name = containerNameOf(columns[0]);
        spec.image = text(0);
        spec.isRunning = told[1].is_boolean() && told[1].get<bool>();
        spec.network = text(2);
        spec.ipc = text(3);
        if (told[4].is_boolean())
            spec.isPrivileged = told[4].get<bool>();
        if (told[5].is_number_integer() && told[5].get<qint64>() > 0)
            spec.shmBytes = told[5].get<qint64>();
        spec.runtime = text(6);
        if (told[7].is_array()) {
            for (const Json &device : told[7])
                spec.devices << stringAt(device, "PathOnHost");
        }
        if (told[8].is_array()) {
            for (const Json &mount : told[8]) {
                const bool isVolume = stringAt(mount, "Type") == "volume"_L1;
                spec.mounts << ContainerMount{isVolume ? stringAt(mount, "Name") : stringAt(mount, "Source"),
                                              stringAt(mount, "Destination"), boolAt(mount, "RW") == false};
            }
        }
        specs << spec;
    }
    return specs;
}

Result<QList<ContainerSpec>> runningContainers(NodeProbe &probe)
{
    const Result<QList<ContainerState>> all = containers(probe);
    if (!all)
        return all.error();
    QStringList names;
    for (const ContainerState &state : *all) {
        if (state.status.startsWith("Up"_L1))
            names << state.name.section(u',', 0, 0); // docker lists the names of links as well
    }
    if (names.isEmpty())
        return QList<ContainerSpec>();
    const Result<CommandOutput> output = probe.ask(specProbe(names));
    if (!output)
        return output.error();
    QList<ContainerSpec> specs = readSpecs(textOf(output->out));
    if (specs.isEmpty()) // one that ended meanwhile makes the exit code 1, the others are told
        return noAnswer(u"docker container inspect"_s, *output);
    specs.removeIf([](const ContainerSpec &spec) { return !spec.isRunning; });
    return specs;
}
