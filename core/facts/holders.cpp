#include "core/facts/holders.h"

#include "core/base/languages.h"
#include "core/facts/answerwords.h"

#include <QCoreApplication>
#include <QMap>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostKib = qint64(1) << 40; // 1 PiB; more is no size

struct Holders
{
    ASC_TR_FUNCTIONS(Holders)
};

} // namespace

bool Listener::isEverywhere() const
{
    return address.isEmpty() || address == "*"_L1 || address == "0.0.0.0"_L1 || address == "::"_L1;
}

QList<Listener> readListeners(const QString &text)
{
    // ss:      LISTEN 0 128 0.0.0.0:22 0.0.0.0:* users:(("sshd",pid=1,fd=3))
    // netstat: tcp 0 0 0.0.0.0:22 0.0.0.0:* LISTEN 1/sshd
    static const QRegularExpression local(u"^(.*)[:.](\\d{1,5})$"_s), ofSs(u"\\(\"([^\"]*)\",pid=(\\d+)"_s),
        ofNetstat(u"^(\\d+)/(\\S+)"_s);
    QMap<std::pair<int, QString>, Listener> all;
    for (const QString &line : text.split(u'\n')) {
        const QStringList parts = words(line);
        const qsizetype listen = parts.indexOf(u"LISTEN"_s);
        if (parts.size() < 5 || listen < 0)
            continue;
        const QRegularExpressionMatch port = local.match(parts[3]);
        const int number = port.captured(2).toInt();
        if (!port.hasMatch() || number > 65535)
            continue;
        QString address = port.captured(1).section(u'%', 0, 0).remove(u'[').remove(u']'); // "127.0.0.53%lo"
        if (address.startsWith("::ffff:"_L1)) // an address of IPv4
            address = address.mid(7);
        Listener &listener = all[{number, address}];
        listener.port = number;
        listener.address = address;
        const auto add = [&listener](const HostProcess &process) {
            if (!listener.processes.contains(process))
                listener.processes << process;
        };
        for (auto matches = ofSs.globalMatch(line); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            add({match.captured(2).toLongLong(), match.captured(1), {}});
        }
        if (const QRegularExpressionMatch match = ofNetstat.match(parts.value(listen + 1));
            listen > 0 && match.hasMatch())
            add({match.captured(1).toLongLong(), match.captured(2), {}});
    }
    return all.values();
}

Result<QList<Listener>> listeners(NodeProbe &probe)
{
    Result<CommandOutput> output = probe.ask({u"ss"_s, u"-H"_s, u"-ltnp"_s});
    if (output && output->exitCode != 0)
        output = probe.ask({u"netstat"_s, u"-ltnp"_s});
    if (output && output->exitCode != 0)
        output = probe.ask({u"netstat"_s, u"-ltn"_s}); // a small busybox knows no -p
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return noAnswer(u"ss"_s, *output);
    return readListeners(textOf(output->out));
}

QStringList processesProbe(const QString &container, bool isPodman)
{
    // podman runs ps inside the container when it is given ps' own options, and tells numbers of the inside.
    return QStringList{u"docker"_s, u"top"_s, container}
    + (isPodman ? QStringList{u"hpid"_s, u"rss"_s, u"comm"_s} : QStringList{u"-eo"_s, u"pid,rss,comm"_s});
}

QList<HostProcess> readTop(const QString &text)
{
    QList<HostProcess> processes;
    for (const QString &line : text.split(u'\n').mid(1)) { // the first one is the heading
        const QStringList parts = words(line);
        bool isPid = false, isSize = false;
        const qint64 pid = parts.value(0).toLongLong(&isPid), kib = parts.value(1).toLongLong(&isSize);
        isSize = isSize && kib >= 0 && kib <= mostKib;
        if (isPid && pid > 0)
            processes.append(
                {pid, QStringList(parts.mid(2)).join(u' '), isSize ? std::optional(kib * 1024) : std::nullopt});
    }
    return processes;
}

Result<QList<HostProcess>> containerProcesses(NodeProbe &probe, const QString &container)
{
    const Result<ContainerFacts> engine = containerEngine(probe);
    if (!engine)
        return engine.error();
    const Result<CommandOutput> output = probe.ask(processesProbe(container, engine->engine == u"podman"));
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return noAnswer(u"docker top"_s, *output);
    return readTop(textOf(output->out));
}

bool keepsAContainerAlive(const QString &process)
{
    static const QStringList names{u"bash"_s, u"sh"_s,   u"dash"_s, u"ash"_s,         u"sleep"_s,
                                   u"tail"_s, u"cat"_s,  u"tini"_s, u"docker-init"_s, u"catatonit"_s, u"timeout"_s};
    return names.contains(process);
}

QStringList labelsProbe(const QStringList &containers)
{
    return QStringList{u"docker"_s, u"container"_s, u"inspect"_s, u"--format"_s,
                       u"{{.Name}}\t{{json .Config.Labels}}"_s}
    + containers;
}

QHash<QString, ContainerLabels> readLabels(const QString &text)
{
    QHash<QString, ContainerLabels> labels;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        QString name = line.section(u'\t', 0, 0);
        if (name.startsWith(u'/')) // docker's way
            name.remove(0, 1);
        const Result<Json> json = parseJson(line.section(u'\t', 1).toUtf8(), u"docker container inspect"_s);
        if (!json || name.isEmpty())
            continue;
        QHash<QString, QString> all;
        if (json->is_object()) {
            for (const auto &[key, value] : json->items()) {
                if (value.is_string())
                    all.insert(QString::fromStdString(key), value.get<QString>());
            }
        }
        labels.insert(name, ContainerLabels::of(all));
    }
    return labels;
}

Result<QHash<QString, ContainerLabels>> containerLabels(NodeProbe &probe)
{
    const Result<QList<ContainerState>> all = containers(probe);
    if (!all)
        return all.error();
    QStringList names;
    for (const ContainerState &state : *all)
        names << state.name.section(u',', 0, 0); // docker lists the names of links as well
    if (names.isEmpty())
        return QHash<QString, ContainerLabels>();
    const Result<CommandOutput> output = probe.ask(labelsProbe(names));
    if (!output)
        return output.error();
    QHash<QString, ContainerLabels> labels = readLabels(textOf(output->out));
    if (labels.isEmpty()) // one that ended meanwhile makes the exit code 1, the others are told
        return noAnswer(u"docker container inspect"_s, *output);
    return labels;
}

ProcessDetails processDetails(NodeProbe &probe, qint64 pid)
{
    const Result<CommandOutput> output = probe.ask({u"ps"_s, u"-o"_s, u"user=,args="_s, u"-p"_s, QString::number(pid)});
    if (!output || output->exitCode != 0)
        return {};
    const QString line = textOf(output->out).section(u'\n', 0, 0).simplified();
    return {line.section(u' ', 0, 0), line.section(u' ', 1)};
}
