// docker version, info, ps, images, inspect: what is there.
#include "app/sim/dockerdaemon.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sim {

int Docker::version(QStringList arguments) const
{
    QString format;
    take(arguments, {u"--format"_s, u"-f"_s}, format);
    const Json client{{"Platform", {{"Name", "Docker Engine - Community"}}},
                      {"Version", dockerVersion},
                      {"ApiVersion", "1.43"},
                      {"DefaultAPIVersion", "1.43"},
                      {"GitCommit", "afdb4b6"},
                      {"GoVersion", "go1.20.10"},
                      {"Os", "linux"},
                      {"Arch", "arm64"}};
    const Json server{{"Platform", {{"Name", "Docker Engine - Community"}}},
                      {"Components",
                       Json::array({Json{{"Name", "Engine"}, {"Version", dockerVersion}},
                                    Json{{"Name", "containerd"}, {"Version", "1.6.24"}},
                                    Json{{"Name", "runc"}, {"Version", "1.1.9"}}})},
                      {"Version", dockerVersion},
                      {"ApiVersion", "1.43"},
                      {"MinAPIVersion", "1.12"},
                      {"Os", "linux"},
                      {"Arch", "arm64"},
                      {"KernelVersion", stringAt(m_state.other, "kernel")}};
    const Json both{{"Client", client}, {"Server", server}};
    if (!format.isEmpty()) {
        out(formatted(format, both));
        return 0;
    }
    out(u"Client: Docker Engine - Community\n Version:           %1\n API version:       1.43\n OS/Arch: "
        "          linux/arm64\n\n"
        "Server: Docker Engine - Community\n Engine:\n  Version:          %1\n  API version:      1.43 "
        "(minimum version 1.12)\n  OS/Arch:          linux/arm64"_s.arg(QLatin1String(dockerVersion)));
    return 0;
}

int Docker::info() const
{
    out(u"Client: Docker Engine - Community\n Version:    %1\n\nServer:\n Containers: %2\n Images: %3\n "
        "Server Version: %1\n Storage Driver: overlay2\n"
        " Default Runtime: runc\n Operating System: openEuler 22.03 (LTS-SP4)\n Architecture: aarch64\n "
        "CPUs: 192\n Docker Root Dir: /var/lib/docker"_s.arg(QLatin1String(dockerVersion))
            .arg(list("containers").size())
            .arg(list("images").size()));
    return 0;
}

// What the containers wrote themselves is not counted.
int Docker::use() const
{
    constexpr qint64 gigabyte = 1'000'000'000;
    qint64 all = 0, used = 0;
    int images = 0, inUse = 0, running = 0;
    for (const Json &image : list("images")) {
        const qint64 size = integerAt(image, "size").value_or(0);
        const QString reference = stringAt(image, "reference"), id = stringAt(image, "id");
        const Json containers = list("containers");
        const bool isUsed = std::any_of(containers.begin(), containers.end(), [&](const Json &container) {
            return stringAt(container, "image") == reference || stringAt(container, "imageId") == id;
        });
        ++images;
        inUse += isUsed;
        all += size;
        used += isUsed ? size : 0;
    }
    for (const Json &container : list("containers"))
        running += isRunning(container);
    const auto sizeText = [](qint64 bytes) {
        return bytes == 0 ? u"0B"_s : u"%1GB"_s.arg(double(bytes) / double(gigabyte), 0, 'g', 4);
    };
    const QString share = all > 0 ? u" (%1%)"_s.arg((all - used) * 100 / all) : QString();
    const auto count = [](qint64 number) { return QString::number(number); };
    out(dockerTable({{u"TYPE"_s, u"TOTAL"_s, u"ACTIVE"_s, u"SIZE"_s, u"RECLAIMABLE"_s},
                     {u"Images"_s, count(images), count(inUse), sizeText(all), sizeText(all - used) + share},
                     {u"Containers"_s, count(qint64(list("containers").size())), count(running), u"0B"_s, u"0B"_s},
                     {u"Local Volumes"_s, u"0"_s, u"0"_s, u"0B"_s, u"0B"_s},
                     {u"Build Cache"_s, u"0"_s, u"0"_s, u"0B"_s, u"0B"_s}}));
    return 0;
}

int Docker::ps(QStringList arguments) const
{
    QString format, filter;
    take(arguments, {u"--format"_s}, format);
    take(arguments, {u"--filter"_s, u"-f"_s}, filter);
    QString flags;
    for (const QString &argument : std::as_const(arguments))
        flags += argument == "--all"_L1   ? u"a"_s
            : argument == "--quiet"_L1    ? u"q"_s
            : argument == "--no-trunc"_L1 ? u"W"_s
                                          : argument;
    const bool all = flags.contains(u'a'), quiet = flags.contains(u'q');
    const bool whole = flags.contains(u'W');
    QList<QStringList> table{
        {u"CONTAINER ID"_s, u"IMAGE"_s, u"COMMAND"_s, u"CREATED"_s, u"STATUS"_s, u"PORTS"_s, u"NAMES"_s}};
    for (const Json &container : list("containers")) {
        if (!all && !isRunning(container))
            continue;
        const QString name = stringAt(container, "name"), id = stringAt(container, "id");
        if (filter.startsWith("name="_L1) && !name.contains(QRegularExpression(filter.mid(5))))
            continue;
        QString command;
        for (const Json &word : container["command"])
            command += (command.isEmpty() ? QString() : u" "_s) + word.get<QString>();
        if (!whole && command.size() > 20)
            command = command.left(19) + u"…"_s;
        const QString shown = whole ? id : id.left(12),
                      created = ago(integerAt(container, "createdMs").value_or(0)) + u" ago"_s;
        const Json row{{"ID", shown},
                       {"Names", name},
                       {"Image", stringAt(container, "image")},
                       {"Status", statusOf(container)},
                       {"State", isRunning(container) ? "running" : "exited"},
                       {"Command", u'"' + command + u'"'},
                       {"RunningFor", created},
                       {"CreatedAt", created},
                       {"Ports", ""},
                       {"Networks", "host"}};
        if (quiet)
            out(shown);
        else if (!format.isEmpty())
            out(formatted(format, row));
        else
            table << QStringList{shown,   stringAt(container, "image"), u'"' + command + u'"',
                                 created, statusOf(container),          QString(),
                                 name};
    }
    if (format.isEmpty() && !quiet)
        out(dockerTable(table));
    return 0;
}

int Docker::images(QStringList arguments) const
{
    QString format;
    take(arguments, {u"--format"_s}, format);
    const bool quiet = arguments.contains("-q"_L1);
    QList<QStringList> table{{u"REPOSITORY"_s, u"TAG"_s, u"IMAGE ID"_s, u"CREATED"_s, u"SIZE"_s}};
    for (const Json &image : list("images")) {
        const QString reference = stringAt(image, "reference"), tag = reference.section(u':', -1),
                      repository = reference.left(reference.size() - tag.size() - 1);
        const QString id = stringAt(image, "id").mid(7, 12),
                      size = u"%1GB"_s.arg(integerAt(image, "size").value_or(0) / 1000000000);
        const Json row{
            {"Repository", repository}, {"Tag", tag}, {"ID", id}, {"Size", size}, {"CreatedSince", "6 weeks ago"}};
        if (quiet)
            out(id);
        else if (!format.isEmpty())
            out(formatted(format, row));
        else
            table << QStringList{repository, tag, id, u"6 weeks ago"_s, size};
    }
    if (format.isEmpty() && !quiet)
        out(dockerTable(table));
    return 0;
}

int Docker::inspectImage(QStringList arguments) const
{
    QString format;
    take(arguments, {u"--format"_s, u"-f"_s}, format);
    Json found = Json::array();
    QString missing;
    for (const QString &reference : std::as_const(arguments)) {
        const std::optional<Json> image = findImage(reference);
        if (!image) {
            missing = reference;
            continue;
        }
        found.push_back(Json{{"Id", stringAt(*image, "id")},
                             {"RepoTags", Json::array({stringAt(*image, "reference")})},
                             {"Created", stringAt(*image, "created")},
                             {"Architecture", stringAt(*image, "architecture")},
                             {"Os", "linux"},
                             {"Size", integerAt(*image, "size").value_or(0)},
                             {"Config", {{"Cmd", Json::array({"/bin/bash"})}, {"WorkingDir", ""}}}});
    }
    if (format.isEmpty())
        fputs(prettyJson(found).constData(), stdout);
    else
        for (const Json &one : found)
            out(formatted(format, one));
    return missing.isEmpty() ? 0 : fail(u"Error response from daemon: No such image: "_s + withTag(missing));
}

int Docker::inspect(QStringList arguments) const
{
    QString format, type;
    take(arguments, {u"--format"_s, u"-f"_s}, format);
    take(arguments, {u"--type"_s}, type);
    Json found = Json::array();
    QString missing;
    for (const QString &name : std::as_const(arguments)) {
        const std::optional<Json> container = findContainer(name);
        if (!container) {
            if (type != "container"_L1 && findImage(name))
                return inspectImage(format.isEmpty() ? QStringList{name} : QStringList{u"-f"_s, format, name});
            missing = name;
            continue;
        }
        Json mounts = Json::array(), binds = Json::array(), devices = Json::array();
        for (const Json &mount : (*container)["mounts"]) {
            const bool readOnly = boolAt(mount, "readOnly").value_or(false);
            mounts.push_back(Json{{"Type", "bind"},
                                  {"Source", mount["source"]},
                                  {"Destination", mount["target"]},
                                  {"Mode", readOnly ? "ro" : ""},
                                  {"RW", !readOnly}});
            binds.push_back(stringAt(mount, "source") + u':' + stringAt(mount, "target")
                            + (readOnly ? u":ro"_s : QString()));
        }
        for (const Json &device : (*container)["devices"])
            devices.push_back(Json{{"PathOnHost", device}, {"PathInContainer", device}, {"CgroupPermissions", "rwm"}});
        const bool running = isRunning(*container);
        const auto time = [&container](const char *key) {
            return QDateTime::fromMSecsSinceEpoch(integerAt(*container, key).value_or(0), Qt::UTC)
                .toString(Qt::ISODateWithMs)
                .toStdString();
        };
        found.push_back(Json{{"Id", stringAt(*container, "id")},
                             {"Created", time("createdMs")},
                             {"Name", u'/' + stringAt(*container, "name")},
                             {"State",
                              {{"Status", running ? "running" : "exited"},
                               {"Running", running},
                               {"Paused", false},
                               {"Restarting", false},
                               {"Dead", false},
                               {"Pid", running ? shellPid : 0},
                               {"ExitCode", integerAt(*container, "exitCode").value_or(0)},
                               {"StartedAt", time("startedMs")}}},
                             {"Image", stringAt(*container, "imageId")},
                             {"HostConfig",
                              {{"NetworkMode", stringAt(*container, "network")},
                               {"IpcMode", stringAt(*container, "ipc")},
                               {"Runtime", "runc"},
                               {"Privileged", boolAt(*container, "privileged").value_or(false)},
                               {"ShmSize", integerAt(*container, "shmBytes").value_or(0)},
                               {"Binds", binds},
                               {"Devices", devices}}},
                             {"Mounts", mounts},
                             {"Config",
                              {{"Image", stringAt(*container, "image")},
                               {"Cmd", (*container)["command"]},
                               {"Env", (*container)["environment"]},
                               {"Labels", container->value("labels", Json::object())}}}});
    }
    if (format.isEmpty())
        fputs(prettyJson(found).constData(), stdout);
    else
        for (const Json &one : found)
            out(formatted(format, one));
    return missing.isEmpty() ? 0 : fail(u"Error: No such object: "_s + missing);
}

} // namespace sim
