#include "app/sim/docker.h"

#include "app/sim/container.h"
#include "app/sim/statefile.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

const char *const serverVersion = "24.0.7";

void out(const QString &line) { fputs((line + u'\n').toUtf8().constData(), stdout); }
int fail(const QString &sentence, int exitCode = 1)
{
    fputs((sentence + u'\n').toUtf8().constData(), stderr);
    return exitCode;
}
int daemonError(const QString &sentence, int exitCode = 1)
{
    return fail(u"Error response from daemon: "_s + sentence, exitCode);
}
int runError(const QString &sentence)
{
    return fail(u"docker: Error response from daemon: %1.\nSee 'docker run --help'."_s.arg(sentence), 125);
}

QString ago(qint64 sinceMs)
{
    const qint64 seconds = qMax<qint64>(0, (QDateTime::currentMSecsSinceEpoch() - sinceMs) / 1000);
    if (seconds < 1)
        return u"Less than a second"_s;
    if (seconds < 60)
        return u"%1 second%2"_s.arg(seconds).arg(seconds == 1 ? QString() : u"s"_s);
    if (seconds < 120)
        return u"About a minute"_s;
    if (seconds < 3600)
        return u"%1 minutes"_s.arg(seconds / 60);
    if (seconds < 7200)
        return u"About an hour"_s;
    if (seconds < 48 * 3600)
        return u"%1 hours"_s.arg(seconds / 3600);
    return u"%1 days"_s.arg(seconds / 86400);
}

// A Go template of the simple kind: fields, nested fields, json.
QString formatted(QString format, const Json &row)
{
    format.replace("\\t"_L1, "\t"_L1).replace("\\n"_L1, "\n"_L1);
    static const QRegularExpression field(u"\\{\\{\\s*(json\\s+)?\\.([A-Za-z0-9_.]*)\\s*\\}\\}"_s);
    QString text;
    qsizetype at = 0;
    for (auto matches = field.globalMatch(format); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        text += QStringView(format).mid(at, match.capturedStart() - at);
        at = match.capturedEnd();
        const Json *value = &row;
        bool known = true;
        for (const QString &name : match.captured(2).split(u'.', Qt::SkipEmptyParts)) {
            const auto it = value->is_object() ? value->find(name.toStdString()) : value->end();
            known = value->is_object() && it != value->end();
            if (!known)
                break;
            value = &*it;
        }
        if (!known)
            text += u"<no value>"_s;
        else if (!match.captured(1).isEmpty() || value->is_structured())
            text += QString::fromStdString(value->dump());
        else
            text += value->is_string() ? value->get<QString>() : QString::fromStdString(value->dump());
    }
    text += QStringView(format).mid(at);
    return text;
}

QString newId()
{
    QString id;
    for (int i = 0; i < 8; ++i)
        id += u"%1"_s.arg(QRandomGenerator::system()->generate(), 8, 16, QLatin1Char('0'));
    return id;
}

// "name" means "name:latest".
QString withTag(const QString &reference)
{
    return reference.contains(u'@') || reference.section(u'/', -1).contains(u':') ? reference
                                                                                  : reference + u":latest"_s;
}

class Docker
{
public:
    Docker(const QString &folder, const NodeState &state) : m_folder(folder), m_state(state) {}

    int version(QStringList arguments) const;
    int info() const;
    int ps(QStringList arguments) const;
    int images(QStringList arguments) const;
    int inspectImage(QStringList arguments) const;
    int inspect(QStringList arguments) const;
    int pull(const QStringList &arguments) const;
    int load(QStringList arguments) const;
    int run(QStringList arguments);
    int exec(QStringList arguments) const;
    int copy(const QStringList &arguments) const;
    int logs(const QStringList &arguments) const;
    int top(const QStringList &arguments) const;
    int setRunning(const QStringList &names, bool running);
    int remove(QStringList arguments);

    static bool take(QStringList &arguments, const QStringList &names, QString &value)
    {
        for (qsizetype i = 0; i < arguments.size(); ++i) {
            for (const QString &name : names) {
                if (arguments[i] == name && i + 1 < arguments.size()) {
                    value = arguments[i + 1];
                    arguments.remove(i, 2);
                    return true;
                }
                if (name.startsWith("--"_L1) && arguments[i].startsWith(name + u'=')) {
                    value = arguments[i].mid(name.size() + 1);
                    arguments.removeAt(i);
                    return true;
                }
            }
        }
        return false;
    }

private:
    // The workers that npu-smi shows are numbered after their daemon.
    bool holdsDaemonOf(const QString &id, qint64 worker) const
    {
        const QList<Json> daemons = runningDaemons(m_folder);
        return std::any_of(daemons.begin(), daemons.end(), [&](const Json &daemon) {
            const qint64 pid = integerAt(daemon, "pid").value_or(0);
            return stringAt(daemon, "container") == id && worker > pid
                && worker <= pid + qint64(daemon.value("devices", Json::array()).size());
        });
    }

    Json list(const char *name) const { return m_state.other.value(name, Json::array()); }

    std::optional<Json> findContainer(const QString &name) const
    {
        for (const Json &container : list("containers"))
            if (stringAt(container, "name") == name || (name.size() >= 4 && stringAt(container, "id").startsWith(name)))
                return container;
        return {};
    }

    std::optional<Json> findImage(const QString &reference) const
    {
        for (const Json &image : list("images")) {
            const QString id = stringAt(image, "id");
            if (stringAt(image, "reference") == withTag(reference) || id == reference
                || id.mid(7).startsWith(reference))
                return image;
        }
        return {};
    }

    static bool isRunning(const Json &container) { return boolAt(container, "running").value_or(false); }

    static QString statusOf(const Json &container)
    {
        if (isRunning(container))
            return u"Up "_s + ago(integerAt(container, "startedMs").value_or(0));
        return u"Exited (%1) %2 ago"_s.arg(integerAt(container, "exitCode").value_or(0))
            .arg(ago(integerAt(container, "stoppedMs").value_or(0)));
    }

    int change(const QString &id, const std::function<void(Json &)> &what) const
    {
        const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
            for (Json &container : state.other["containers"])
                if (stringAt(container, "id") == id)
                    what(container);
            return {};
        });
        return written ? 0 : fail(written.error().message);
    }

    QString m_folder;
    NodeState m_state;
};

int Docker::version(QStringList arguments) const
{
    QString format;
    take(arguments, {u"--format"_s, u"-f"_s}, format);
    const Json client{{"Platform", {{"Name", "Docker Engine - Community"}}},
                      {"Version", serverVersion},
                      {"ApiVersion", "1.43"},
                      {"DefaultAPIVersion", "1.43"},
                      {"GitCommit", "afdb4b6"},
                      {"GoVersion", "go1.20.10"},
                      {"Os", "linux"},
                      {"Arch", "arm64"}};
    const Json server{{"Platform", {{"Name", "Docker Engine - Community"}}},
                      {"Components",
                       Json::array({Json{{"Name", "Engine"}, {"Version", serverVersion}},
                                    Json{{"Name", "containerd"}, {"Version", "1.6.24"}},
                                    Json{{"Name", "runc"}, {"Version", "1.1.9"}}})},
                      {"Version", serverVersion},
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
        "(minimum version 1.12)\n  OS/Arch:          linux/arm64"_s.arg(QLatin1String(serverVersion)));
    return 0;
}

int Docker::info() const
{
    out(u"Client: Docker Engine - Community\n Version:    %1\n\nServer:\n Containers: %2\n Images: %3\n "
        "Server Version: %1\n Storage Driver: overlay2\n"
        " Default Runtime: runc\n Operating System: openEuler 22.03 (LTS-SP4)\n Architecture: aarch64\n "
        "CPUs: 192\n Docker Root Dir: /var/lib/docker"_s.arg(QLatin1String(serverVersion))
            .arg(list("containers").size())
            .arg(list("images").size()));
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
                               {"Pid", running ? 4242 : 0},
                               {"ExitCode", integerAt(*container, "exitCode").value_or(0)},
                               {"StartedAt", time("startedMs")}}},
                             {"Image", stringAt(*container, "imageId")},
                             {"HostConfig",
                              {{"NetworkMode", stringAt(*container, "network")},
                               {"IpcMode", stringAt(*container, "ipc")},
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

int Docker::pull(const QStringList &arguments) const
{
    const QString reference = arguments.value(0);
    if (findImage(reference)) {
        out(u"%1: Pulling from %2\nStatus: Image is up to date for %3"_s.arg(
            withTag(reference).section(u':', -1), reference.section(u'/', 1).section(u':', 0, 0), withTag(reference)));
        return 0;
    }
    const QString registry = reference.contains(u'/') && reference.section(u'/', 0, 0).contains(u'.')
        ? reference.section(u'/', 0, 0)
        : u"registry-1.docker.io"_s;
    return daemonError(u"Get \"https://%1/v2/\": dial tcp: lookup %1: no such host"_s.arg(registry));
}

int Docker::load(QStringList arguments) const
{
    QString file;
    if (!take(arguments, {u"-i"_s, u"--input"_s}, file))
        return fail(u"requested load from stdin, but stdin is empty"_s);
    if (!QFile::exists(file))
        return fail(u"open %1: no such file or directory"_s.arg(file));
    const QString name = QFileInfo(file).completeBaseName() + u":latest"_s;
    const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
        state.other["images"].push_back(Json{{"reference", name},
                                             {"id", u"sha256:"_s + newId()},
                                             {"architecture", "arm64"},
                                             {"size", QFileInfo(file).size()},
                                             {"created", QDateTime::currentDateTimeUtc().toString(Qt::ISODate)}});
        return {};
    });
    if (!written)
        return fail(written.error().message);
    out(u"Loaded image: "_s + name);
    return 0;
}

qint64 bytesOf(const QString &size)
{
    static const QRegularExpression shape(u"^(\\d+)([bkmgtBKMGT]?)[bB]?$"_s);
    const QRegularExpressionMatch match = shape.match(size);
    if (!match.hasMatch())
        return -1;
    const qsizetype power = match.captured(2).isEmpty() ? 0 : u"bkmgt"_s.indexOf(match.captured(2).toLower());
    return match.captured(1).toLongLong() << (10 * power);
}

int Docker::run(QStringList arguments)
{
    Json container{{"id", newId()},
                   {"name", ""},
                   {"network", "bridge"},
                   {"ipc", "private"},
                   {"privileged", false},
                   {"shmBytes", 64 << 20},
                   {"devices", Json::array()},
                   {"mounts", Json::array()},
                   {"environment", Json::array()},
                   {"running", true},
                   {"exitCode", 0}};
    bool detached = false, remove = false;
    QString shm;
    while (!arguments.isEmpty() && arguments[0].startsWith(u'-')) {
        QString option = arguments.takeFirst(), value;
        const bool isLong = option.startsWith("--"_L1);
        bool hasValue = false;
        if (isLong && option.contains(u'=')) {
            value = option.section(u'=', 1);
            option = option.section(u'=', 0, 0);
            hasValue = true;
        }
        static const QStringList switches{u"--privileged"_s,  u"--rm"_s,  u"--detach"_s,
                                          u"--interactive"_s, u"--tty"_s, u"--init"_s};
        static const QRegularExpression shortSwitches(u"^-[itd]+$"_s);
        if (shortSwitches.match(option).hasMatch()) {
            detached = detached || option.contains(u'd');
            continue;
        }
        if (switches.contains(option)) {
            if (option == "--privileged"_L1)
                container["privileged"] = value != "false"_L1;
            detached = detached || option == "--detach"_L1;
            remove = remove || option == "--rm"_L1;
            continue;
        }
        if (!hasValue) {
            if (arguments.isEmpty())
                return fail(u"flag needs an argument: %1\nSee 'docker run --help'."_s.arg(option), 125);
            value = arguments.takeFirst();
        }
        if (option == "--name"_L1) {
            container["name"] = value;
        } else if (option == "--net"_L1 || option == "--network"_L1) {
            container["network"] = value;
        } else if (option == "-l"_L1 || option == "--label"_L1) {
            container["labels"][value.section(u'=', 0, 0).toStdString()] = value.section(u'=', 1);
        } else if (option == "--ipc"_L1) {
            container["ipc"] = value;
        } else if (option == "--shm-size"_L1) {
            shm = value;
        } else if (option == "--device"_L1) {
            container["devices"].push_back(value.section(u':', 0, 0));
        } else if (option == "-e"_L1 || option == "--env"_L1) {
            container["environment"].push_back(value);
        } else if (option == "-w"_L1 || option == "--workdir"_L1) {
            container["workFolder"] = value;
        } else if (option == "-v"_L1 || option == "--volume"_L1) {
            const QStringList parts = value.split(u':');
            if (parts.size() < 2)
                return runError(u"invalid volume specification: '%1'"_s.arg(value));
            container["mounts"].push_back(
                Json{{"source", parts[0]}, {"target", parts[1]}, {"readOnly", parts.value(2) == "ro"_L1}});
        } else if (!QStringList{u"--ulimit"_s, u"--entrypoint"_s, u"-u"_s, u"--user"_s, u"--restart"_s, u"--cap-add"_s,
                                u"--security-opt"_s, u"-h"_s, u"--hostname"_s, u"--pids-limit"_s, u"-m"_s,
                                u"--memory"_s, u"--runtime"_s, u"--pull"_s, u"--platform"_s, u"-p"_s}
                        .contains(option)) {
            return fail(u"unknown flag: %1\nSee 'docker run --help'."_s.arg(option), 125);
        }
    }
    if (arguments.isEmpty())
        return fail(u"\"docker run\" requires at least 1 argument.\nSee 'docker run --help'."_s, 125);
    const QString reference = arguments.takeFirst();
    container["image"] = reference;
    if (!shm.isEmpty()) {
        if (bytesOf(shm) < 0)
            return fail(
                u"invalid argument \"%1\" for \"--shm-size\" flag: invalid size: '%1'\nSee 'docker run --help'."_s.arg(
                    shm),
                125);
        container["shmBytes"] = bytesOf(shm);
    }
    if (arguments.isEmpty())
        arguments << u"/bin/bash"_s;
    container["command"] = Json::array();
    for (const QString &word : std::as_const(arguments))
        container["command"].push_back(word);

    const std::optional<Json> image = findImage(reference);
    if (!image) {
        fail(u"Unable to find image '%1' locally"_s.arg(withTag(reference)));
        const QString registry = reference.section(u'/', 0, 0);
        return runError(u"Get \"https://%1/v2/\": dial tcp: lookup %1: no such host"_s.arg(registry));
    }
    container["imageId"] = stringAt(*image, "id");
    if (const std::optional<Json> other = findContainer(stringAt(container, "name"));
        other && !stringAt(container, "name").isEmpty())
        return runError(u"Conflict. The container name \"/%1\" is already in use by container \"%2\". "
                        "You have to remove (or rename) that container to be able to reuse that name"_s.arg(
                            stringAt(container, "name"), stringAt(*other, "id")));
    for (const Json &device : container["devices"])
        if (!QFile::exists(device.get<QString>()))
            return runError(
                u"error gathering device information while adding custom device \"%1\": no such file or directory"_s
                    .arg(device.get<QString>()));
    for (const Json &mount : container["mounts"])
        if (!QFile::exists(stringAt(mount, "source")))
            QDir().mkpath(stringAt(mount, "source")); // as docker does
    if (stringAt(container, "name").isEmpty())
        container["name"] = u"simulated_"_s + stringAt(container, "id").left(6);
    const QString id = stringAt(container, "id");
    if (const Result<void> made = makeContainerFiles(m_folder, id, reference); !made)
        return runError(made.error().message);
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (const char *key : {"createdMs", "startedMs", "stoppedMs"})
        container[key] = now;
    const bool foreign = stringAt(*image, "architecture") != "arm64"_L1;
    if (foreign) {
        fail(
            u"WARNING: The requested image's platform (linux/%1) does not match the detected host "
            "platform (linux/arm64/v8) and no specific platform was requested"_s.arg(stringAt(*image, "architecture")));
        container["running"] = false;
        container["exitCode"] = 255;
        container["log"] = u"exec %1: exec format error"_s.arg(arguments[0]);
    }
    if (!remove || detached) {
        const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
            state.other["containers"].push_back(container);
            return {};
        });
        if (!written)
            return runError(written.error().message);
    }
    if (detached) {
        out(id);
        return 0;
    }
    if (foreign)
        return fail(stringAt(container, "log"), 255);
    return runInContainer(m_folder, container, arguments, {}, {});
}

int Docker::exec(QStringList arguments) const
{
    QStringList environment;
    QString work;
    bool detached = false;
    while (!arguments.isEmpty() && arguments[0].startsWith(u'-')) {
        const QString option = arguments.takeFirst();
        if (option == "-e"_L1 || option == "--env"_L1)
            environment << (arguments.isEmpty() ? QString() : arguments.takeFirst());
        else if (option == "-w"_L1 || option == "--workdir"_L1)
            work = arguments.isEmpty() ? QString() : arguments.takeFirst();
        else if (option == "-u"_L1 || option == "--user"_L1)
            (void)(arguments.isEmpty() ? QString() : arguments.takeFirst());
        else
            detached = detached || option == "-d"_L1 || option == "--detach"_L1;
    }
    if (arguments.size() < 2)
        return fail(u"\"docker exec\" requires at least 2 arguments.\nSee 'docker exec --help'."_s);
    const QString name = arguments.takeFirst();
    const std::optional<Json> container = findContainer(name);
    if (!container)
        return daemonError(u"No such container: "_s + name);
    if (!isRunning(*container))
        return daemonError(u"container %1 is not running"_s.arg(stringAt(*container, "id")));
    if (detached) {
        if (::fork() != 0)
            return 0;
        ::setsid();
        if (!freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stdout)
            || !freopen("/dev/null", "w", stderr))
            return 1;
    }
    return runInContainer(m_folder, *container, arguments, work, environment);
}

int Docker::copy(const QStringList &arguments) const
{
    QStringList paths;
    for (const QString &argument : arguments)
        if (!argument.startsWith(u'-') || argument == "-"_L1)
            paths << argument;
    if (paths.size() != 2)
        return fail(u"\"docker cp\" requires exactly 2 arguments.\nSee 'docker cp --help'."_s);
    QString places[2], missing;
    int containers = 0;
    for (int i = 0; i < 2; ++i) {
        places[i] = paths[i];
        const qsizetype colon = paths[i].indexOf(u':');
        if (colon <= 0 || paths[i].left(colon).contains(u'/'))
            continue;
        const std::optional<Json> container = findContainer(paths[i].left(colon));
        if (!container)
            return daemonError(u"No such container: "_s + paths[i].left(colon));
        ++containers;
        const QString inside = paths[i].mid(colon + 1);
        places[i] = onNode(m_folder, *container, u'/' + inside)
            + (inside.endsWith("/."_L1)    ? u"/."_s
                   : inside.endsWith(u'/') ? u"/"_s
                                           : QString());
        if (i == 1 && !QFileInfo(places[1]).isDir() && !QFileInfo(QFileInfo(places[1]).path()).isDir())
            missing = inside;
        else if (i == 0 && !QFileInfo::exists(places[0]))
            return daemonError(u"Could not find the file %1 in container %2"_s.arg(inside, paths[i].left(colon)));
    }
    if (containers != 1)
        return fail(u"copying between containers is not supported"_s);
    if (!QFileInfo::exists(places[0]))
        return fail(u"lstat %1: no such file or directory"_s.arg(places[0]));
    if (!missing.isEmpty())
        return daemonError(u"Could not find the file %1 in container %2"_s.arg(QFileInfo(missing).path(),
                                                                               paths[1].section(u':', 0, 0)));
    const QByteArray from = QFile::encodeName(places[0]), to = QFile::encodeName(places[1]);
    execl("/bin/cp", "cp", "-a", "--no-preserve=ownership", "--", from.constData(), to.constData(), nullptr);
    return fail(u"cp is missing on this machine"_s);
}

int Docker::logs(const QStringList &arguments) const
{
    const QString name = arguments.isEmpty() ? QString() : arguments.last();
    const std::optional<Json> container = findContainer(name);
    if (!container)
        return daemonError(u"No such container: "_s + name);
    const QString text = stringAt(*container, "log");
    if (!text.isEmpty())
        out(text);
    return 0;
}

// `docker top NAME -eo pid,rss,comm`; whatever is asked, these columns are told.
int Docker::top(const QStringList &arguments) const
{
    const QString name = arguments.value(0);
    const std::optional<Json> container = findContainer(name);
    if (!container)
        return daemonError(u"No such container: "_s + name);
    const QString id = stringAt(*container, "id");
    if (!isRunning(*container))
        return daemonError(u"container %1 is not running"_s.arg(id));
    const auto row = [](const QString &pid, const QString &rss, const QString &command) {
        out(u"%1%2%3"_s.arg(pid, -20).arg(rss, -20).arg(command));
    };
    row(u"PID"_s, u"RSS"_s, u"COMMAND"_s);
    row(u"4242"_s, u"3120"_s, u"bash"_s);
    for (const int pid : processesIn(id)) {
        QFile name(u"/proc/%1/comm"_s.arg(pid)), pages(u"/proc/%1/statm"_s.arg(pid));
        if (name.open(QIODevice::ReadOnly) && pages.open(QIODevice::ReadOnly))
            row(QString::number(pid),
                QString::number(pages.readAll().split(' ').value(1).toLongLong() * ::getpagesize() / 1024),
                QString::fromUtf8(name.readAll().trimmed()));
    }
    for (const Process &process :
         withLoad(m_state, runningDaemons(m_folder), QDateTime::currentMSecsSinceEpoch()).processes) {
        const bool isStored = std::any_of(m_state.processes.begin(), m_state.processes.end(),
                                          [&](const Process &stored) { return stored.pid == process.pid; });
        if (!isStored && holdsDaemonOf(id, process.pid))
            row(QString::number(process.pid), u"2097152"_s, process.name);
    }
    return 0;
}

int Docker::setRunning(const QStringList &names, bool running)
{
    for (const QString &name : names) {
        if (name.startsWith(u'-'))
            continue;
        const std::optional<Json> container = findContainer(name);
        if (!container)
            return daemonError(u"No such container: "_s + name);
        const QString id = stringAt(*container, "id");
        if (!running)
            endContainer(id);
        const int failed = change(id, [&](Json &one) {
            one["running"] = running;
            one[running ? "startedMs" : "stoppedMs"] = QDateTime::currentMSecsSinceEpoch();
            one["exitCode"] = running ? 0 : 137;
        });
        if (failed)
            return failed;
        out(name);
    }
    return 0;
}

int Docker::remove(QStringList arguments)
{
    bool force = false;
    for (const char *option : {"-f", "--force", "-fv", "-vf"})
        force = arguments.removeAll(QLatin1String(option)) > 0 || force;
    arguments.removeAll(u"-v"_s);
    int exitCode = 0;
    for (const QString &name : std::as_const(arguments)) {
        const std::optional<Json> container = findContainer(name);
        if (!container) {
            exitCode = force ? fail(u"Error response from daemon: No such container: "_s + name, 0)
                             : daemonError(u"No such container: "_s + name);
            continue;
        }
        const QString id = stringAt(*container, "id");
        if (isRunning(*container) && !force) {
            exitCode = daemonError(u"cannot remove container \"/%1\": container is running: stop the "
                                   "container before removing or force remove"_s.arg(stringAt(*container, "name")));
            continue;
        }
        endContainer(id);
        const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
            Json left = Json::array();
            for (const Json &one : state.other["containers"])
                if (stringAt(one, "id") != id)
                    left.push_back(one);
            state.other["containers"] = left;
            return {};
        });
        if (!written)
            return fail(written.error().message);
        QDir(m_folder + u"/containers/"_s + id).removeRecursively();
        out(name);
    }
    return exitCode;
}

} // namespace

// Columns as docker lines them up: as wide as their widest cell and three more, at least ten; the last as it is.
QString dockerTable(const QList<QStringList> &rows)
{
    QList<qsizetype> widths(rows.first().size(), 7);
    for (const QStringList &row : rows)
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = qMax(widths[i], row[i].size());
    QStringList lines;
    for (const QStringList &row : rows) {
        QString line;
        for (qsizetype i = 0; i + 1 < row.size(); ++i)
            line += row[i].leftJustified(widths[i] + 3);
        lines << line + row.last();
    }
    return lines.join(u'\n');
}

int dockerTool(const QString &folder, const QStringList &given)
{
    const Result<NodeState> stored = loadState(folder);
    if (!stored)
        return fail(stored.error().message, 3);
    QStringList arguments = given;
    const QString verb = arguments.isEmpty() ? QString() : arguments.takeFirst();
    Docker docker(folder, withFaults(*stored));
    const auto group = [&](const char *name, const char *sub) {
        if (verb != QLatin1String(name) || arguments.value(0) != QLatin1String(sub))
            return false;
        arguments.removeFirst();
        return true;
    };
    if (verb == "--version"_L1 || verb == "-v"_L1) {
        out(u"Docker version %1, build afdb4b6"_s.arg(QLatin1String(serverVersion)));
        return 0;
    }
    if (verb == "version"_L1)
        return docker.version(arguments);
    if (verb == "info"_L1)
        return docker.info();
    if (verb == "ps"_L1 || group("container", "ls"))
        return docker.ps(arguments);
    if (verb == "images"_L1 || group("image", "ls"))
        return docker.images(arguments);
    if (group("image", "inspect"))
        return docker.inspectImage(arguments);
    if (verb == "inspect"_L1 || group("container", "inspect"))
        return docker.inspect(arguments);
    if (verb == "pull"_L1 || group("image", "pull"))
        return docker.pull(arguments);
    if (verb == "load"_L1 || group("image", "load"))
        return docker.load(arguments);
    if (verb == "run"_L1 || group("container", "run"))
        return docker.run(arguments);
    if (verb == "exec"_L1 || group("container", "exec"))
        return docker.exec(arguments);
    if (verb == "cp"_L1 || group("container", "cp"))
        return docker.copy(arguments);
    if (verb == "logs"_L1 || group("container", "logs"))
        return docker.logs(arguments);
    if (verb == "top"_L1 || group("container", "top"))
        return docker.top(arguments);
    if (verb == "stop"_L1 || verb == "kill"_L1 || group("container", "stop"))
        return docker.setRunning(arguments, false);
    if (verb == "start"_L1 || verb == "restart"_L1 || group("container", "start"))
        return docker.setRunning(arguments, true);
    if (verb == "rm"_L1 || group("container", "rm"))
        return docker.remove(arguments);
    static const QStringList real = u"attach build builder buildx commit compose config container "
                                    "context create diff events export history image import "
                                    "login logout manifest network node pause plugin port push rename "
                                    "rmi save search secret service stack stats swarm "
                                    "system tag trust unpause update volume wait help --help -h"_s.split(u' ');
    if (verb.isEmpty() || real.contains(verb)) {
        const ToolOutput said = notSimulated(u"docker "_s + given.mid(0, 2).join(u' '));
        fputs(said.err.constData(), stderr);
        return said.exitCode;
    }
    return fail(u"docker: '%1' is not a docker command.\nSee 'docker --help'"_s.arg(verb));
}

} // namespace sim
