#include "core/facts/containerfacts.h"

#include "core/base/languages.h"
#include "core/facts/answerwords.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

struct Containers
{
    ASC_TR_FUNCTIONS(Containers)
};

const QString jsonFormat = u"{{json .}}"_s;

Error engineError(const QString &command, const CommandOutput &output)
{
    const QString said = textOf(output.err.isEmpty() ? output.out : output.err);
    if (isKeptOut(output))
        return keptOut(Containers::tr("%1 failed, this user may not use it: %2").arg(command, lastWords(said)),
                       Containers::tr("Log in as root, or let root put this user into the group of docker's socket "
                                      "(`usermod -aG docker USER`, with the user's name for USER), and connect anew."));
    return {ErrorKind::CommandFailed, Containers::tr("%1 failed: %2").arg(command, lastWords(said)), said, {}};
}

// Everything that is generated calls `docker`; podman counts where it answers to that name (podman-docker).
Result<QString> command(NodeProbe &probe)
{
    const Result<CommandOutput> docker = probe.ask({u"docker"_s, u"version"_s, u"--format"_s, jsonFormat});
    if (!docker)
        return docker.error();
    if (docker->exitCode == 126 && isKeptOut(*docker))
        return engineError(u"docker"_s, *docker);
    return isMissingTool(*docker) ? QString() : u"docker"_s;
}

} // namespace

std::optional<ContainerFacts> readEngineVersion(const QByteArray &out, const QByteArray &err)
{
    ContainerFacts facts;
    const QString text = QString::fromUtf8(out);
    if (const Result<Json> json = parseJson(out, u"docker version"_s); json && json->is_object()) {
        const Json client = json->value("Client", Json());
        const Json server = json->value("Server", Json());
        // podman writes APIVersion and BuiltTime, docker ApiVersion; podman's shim says so on stderr.
        const bool podman = client.is_object() && (client.contains("APIVersion") || client.contains("BuiltTime"));
        facts.engine = podman || err.contains("podman") ? u"podman"_s : u"docker"_s;
        facts.version
            = stringAt(server, "Version", facts.engine == u"podman" ? stringAt(client, "Version") : QString());
        if (facts.engine == u"docker" && server.is_object() && server.contains("Components")
            && server["Components"].is_array()) {
            for (const Json &component : server["Components"]) {
                if (stringAt(component, "Name").contains(u"podman"_s, Qt::CaseInsensitive))
                    facts.engine = u"podman"_s;
            }
        }
        return facts.version.isEmpty() ? std::nullopt : std::optional(facts);
    }
    // "Docker version 24.0.7, build afdb4b6", "podman version 4.3.1"; or the long text of a tool without --format.
    static const QRegularExpression line(u"\\b(docker|podman)\\b[^\\n]*?\\bversion:?\\s+([0-9][^\\s,]*)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression server(u"Server:.*?Version:\\s+([0-9]\\S*)"_s,
                                           QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression bare(u"^\\s*([0-9]+\\.[0-9]\\S*)\\s*$"_s);
    if (const auto match = line.match(text); match.hasMatch()) {
        facts.engine = match.captured(1).toLower();
        facts.version = match.captured(2);
    } else if (const auto match = server.match(text); match.hasMatch()) {
        facts.engine = u"docker"_s;
        facts.version = match.captured(1);
    } else if (const auto match = bare.match(text); match.hasMatch()) {
        facts.engine = err.contains("podman") ? u"podman"_s : u"docker"_s;
        facts.version = match.captured(1);
    } else {
        return {};
    }
    return facts;
}

Result<ContainerFacts> containerEngine(NodeProbe &probe)
{
    const Result<QString> name = command(probe);
    if (!name)
        return name.error();
    if (name->isEmpty())
        return ContainerFacts();
    Result<CommandOutput> output = probe.ask({*name, u"version"_s, u"--format"_s, jsonFormat});
    if (!output)
        return output.error();
    std::optional<ContainerFacts> facts;
    if (output->exitCode == 0)
        facts = readEngineVersion(output->out, output->err);
    if (!facts) {
        const Result<CommandOutput> plain = probe.ask({*name, u"--version"_s});
        if (!plain)
            return plain.error();
        facts = plain->exitCode == 0 ? readEngineVersion(plain->out, plain->err) : std::nullopt;
        if (!facts)
            return engineError(*name + u" version"_s, output->exitCode != 0 ? *output : *plain);
    }
    if (facts->engine == u"podman") {
        const Result<CommandOutput> id = probe.ask({u"id"_s, u"-u"_s});
        facts->rootless = id && id->exitCode == 0 && textOf(id->out).trimmed() != u"0";
    }
    const Result<QList<ContainerState>> states = containers(probe);
    if (!states)
        return states.error();
    for (const ContainerState &state : *states)
        facts->containers << state.name;
    return *facts;
}

Result<QList<ContainerState>> containers(NodeProbe &probe)
{
    const Result<QString> name = command(probe);
    if (!name)
        return name.error();
    if (name->isEmpty())
        return QList<ContainerState>();
    const Result<CommandOutput> output = probe.ask(containersQuestion(*name));
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return engineError(*name + u" ps"_s, *output);
    return readContainers(output->out);
}

QStringList containersQuestion(const QString &engine)
{
    return {engine, u"ps"_s, u"-a"_s, u"--format"_s, u"{{.Names}}\t{{.Image}}\t{{.Status}}"_s};
}

QList<ContainerState> readContainers(const QByteArray &out)
{
    QList<ContainerState> states;
    for (const QString &line : textOf(out).split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList columns = line.split(u'\t');
        states.append({columns.value(0), columns.value(1), columns.value(2)});
    }
    return states;
}

Result<std::optional<ImageFacts>> imageFacts(NodeProbe &probe, const QString &image)
{
    const Result<QString> name = command(probe);
    if (!name)
        return name.error();
    const Result<CommandOutput> output = probe.ask({*name, u"image"_s, u"inspect"_s, image});
    if (!output)
        return output.error();
    if (output->exitCode != 0) {
        const QByteArray said = output->err.toLower() + output->out.toLower();
        if (said.contains("no such image") || said.contains("not known") || said.contains("not found")
            || said.contains("failed to find image"))
            return std::optional<ImageFacts>();
        return engineError(*name + u" image inspect"_s, *output);
    }
    const Result<Json> json = parseJson(output->out, u"docker image inspect"_s);
    if (!json)
        return json.error();
    const Json one = json->is_array() ? (json->empty() ? Json() : json->front()) : *json;
    if (!one.is_object())
        return std::optional<ImageFacts>();
    ImageFacts facts{
        stringAt(one, "Id"), stringAt(one, "Architecture"), stringAt(one, "Os"), integerAt(one, "Size"), {}};
    for (const Json &variable : member(member(one, "Config"), "Env")) {
        const QString text = variable.is_string() ? variable.get<QString>() : QString();
        const QString name = text.section(u'=', 0, 0);
        if (name.endsWith("_proxy"_L1, Qt::CaseInsensitive) && !text.section(u'=', 1).isEmpty())
            facts.proxies << name;
    }
    return std::optional(facts);
}

QString dataFolderOf(const ContainerFacts &engine)
{
    return engine.engine == u"podman" ? u"/var/lib/containers"_s : u"/var/lib/docker"_s;
}

QString machineOf(const QString &goArchitecture)
{
    if (goArchitecture == u"arm64")
        return u"aarch64"_s;
    if (goArchitecture == u"amd64")
        return u"x86_64"_s;
    return goArchitecture;
}
