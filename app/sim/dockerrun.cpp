// docker run.
#include "app/sim/container.h"
#include "app/sim/dockerdaemon.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

qint64 bytesOf(const QString &size)
{
    static const QRegularExpression shape(u"^(\\d+)([bkmgtBKMGT]?)[bB]?$"_s);
    const QRegularExpressionMatch match = shape.match(size);
    if (!match.hasMatch())
        return -1;
    const qsizetype power = match.captured(2).isEmpty() ? 0 : u"bkmgt"_s.indexOf(match.captured(2).toLower());
    return match.captured(1).toLongLong() << (10 * power);
}

} // namespace

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
    QString shm, entrypoint;
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
        } else if (option == "--entrypoint"_L1) {
            entrypoint = value;
        } else if (option == "-w"_L1 || option == "--workdir"_L1) {
            container["workFolder"] = value;
        } else if (option == "-v"_L1 || option == "--volume"_L1) {
            const QStringList parts = value.split(u':');
            if (parts.size() < 2)
                return runError(u"invalid volume specification: '%1'"_s.arg(value));
            container["mounts"].push_back(
                Json{{"source", parts[0]}, {"target", parts[1]}, {"readOnly", parts.value(2) == "ro"_L1}});
        } else if (!QStringList{u"--ulimit"_s, u"-u"_s, u"--user"_s, u"--restart"_s, u"--cap-add"_s,
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
    if (!entrypoint.isEmpty())
        arguments.prepend(entrypoint);
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

} // namespace sim
