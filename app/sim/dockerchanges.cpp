// docker pull, load, exec, cp, logs, top, start, stop, rm: on what is there.
#include "app/sim/container.h"
#include "app/sim/dockerdaemon.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <sys/stat.h>
#include <unistd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// As without a terminal: a line where something begins or ends, nothing between.
int pullSlowly(const QString &folder, const QString &reference, double seconds)
{
    out(u"%1: Pulling from %2"_s.arg(reference.section(u':', -1), reference.section(u'/', 1).section(u':', 0, 0)));
    constexpr int layers = 5;
    QStringList ids;
    for (int i = 0; i < layers; ++i)
        ids << newId().left(12);
    for (const char *step : {"Pulling fs layer", "Download complete", "Pull complete"}) {
        for (const QString &id : std::as_const(ids)) {
            out(u"%1: %2"_s.arg(id, QLatin1String(step)));
            std::fflush(stdout);
            QThread::usleep(ulong(seconds * 1e6 / (3 * layers)));
        }
    }
    const Result<void> written = updateState(folder, [](NodeState &state) -> Result<void> {
        cure(state, "registry-slow", 0);
        return {};
    });
    if (!written)
        return daemonError(written.error().message);
    out(u"Status: Downloaded newer image for %1\n%1"_s.arg(reference));
    return 0;
}

// nullopt: there is none, or the file is no archive.
std::optional<QByteArray> memberOf(const QString &archive, const QString &member)
{
    QProcess tar;
    tar.start(u"tar"_s, {u"-xOf"_s, archive, u"--"_s, member});
    if (!tar.waitForFinished(600'000) || tar.exitStatus() != QProcess::NormalExit || tar.exitCode() != 0)
        return {};
    return tar.readAllStandardOutput();
}

} // namespace

int Docker::pull(QStringList arguments) const
{
    QString platform;
    while (arguments.value(0).startsWith(u'-')) {
        const QString option = arguments.takeFirst();
        if (option == "--platform"_L1 && !arguments.isEmpty())
            platform = arguments.takeFirst();
    }
    const QString reference = arguments.value(0);
    if (m_state.hasFault(u"wrong-arch"_s) && !platform.contains("amd64"_L1)) { // the registry has the right one, too
        const Result<void> written = updateState(m_folder, [](NodeState &state) -> Result<void> {
            state.other["faults"].erase("wrong-arch");
            return {};
        });
        if (!written)
            return daemonError(written.error().message);
        out(u"%1: Pulling from %2\nStatus: Downloaded newer image for %3"_s.arg(
            withTag(reference).section(u':', -1), reference.section(u'/', 1).section(u':', 0, 0), withTag(reference)));
        return 0;
    }
    if (findImage(reference)) {
        out(u"%1: Pulling from %2\nStatus: Image is up to date for %3"_s.arg(
            withTag(reference).section(u':', -1), reference.section(u'/', 1).section(u':', 0, 0), withTag(reference)));
        return 0;
    }
    if (m_state.hasFault(u"registry-slow"_s)) {
        const Result<NodeState> stored = loadState(m_folder); // the registry has what the node had
        const Json images = stored ? member(stored->other, "images") : Json();
        if (std::none_of(images.begin(), images.end(),
                         [&](const Json &image) { return stringAt(image, "reference") == withTag(reference); }))
            return daemonError(
                u"manifest for %1 not found: manifest unknown: manifest unknown"_s.arg(withTag(reference)));
        return pullSlowly(m_folder, withTag(reference),
                          numberAt(m_state.other["faults"]["registry-slow"], "seconds").value_or(10));
    }
    const QString registry = reference.contains(u'/') && reference.section(u'/', 0, 0).contains(u'.')
        ? reference.section(u'/', 0, 0)
        : u"registry-1.docker.io"_s;
    return daemonError(u"Get \"https://%1/v2/\": dial tcp: lookup %1: no such host"_s.arg(registry));
}

// An archive in the layout of the real one, of an image without layers: there is nothing in a simulated image.
int Docker::save(QStringList arguments) const
{
    QString file;
    const bool isFile = take(arguments, {u"-o"_s, u"--output"_s}, file);
    if (arguments.isEmpty())
        return fail(u"\"docker save\" requires at least 1 argument.\nSee 'docker save --help'."_s);
    if (!isFile && ::isatty(STDOUT_FILENO))
        return fail(u"cowardly refusing to save to a terminal. Use the -o flag or redirect"_s);
    Json manifest = Json::array();
    QTemporaryDir box;
    const auto put = [&](const QString &name, const Json &content) {
        QFile one(box.filePath(name));
        const QByteArray text = QByteArray::fromStdString(content.dump());
        return one.open(QIODevice::WriteOnly) && one.write(text) == text.size();
    };
    bool isWritten = true;
    for (const QString &reference : std::as_const(arguments)) {
        const std::optional<Json> image = findImage(reference);
        if (!image)
            return daemonError(u"reference does not exist"_s);
        const QString config = stringAt(*image, "id").section(u':', -1) + u".json"_s;
        isWritten = isWritten
            && put(config, {{"architecture", stringAt(*image, "architecture")}, {"os", "linux"},
                            {"created", stringAt(*image, "created")}});
        manifest.push_back(
            {{"Config", config}, {"RepoTags", {stringAt(*image, "reference")}}, {"Layers", Json::array()}});
    }
    // execute() hands on what tar writes to stdout
    isWritten = isWritten && put(u"manifest.json"_s, manifest)
        && QProcess::execute(u"tar"_s, QStringList{u"-cf"_s, isFile ? file : u"-"_s, u"-C"_s, box.path()}
                                           + QDir(box.path()).entryList(QDir::Files))
            == 0;
    return isWritten ? 0 : fail(u"open %1: no such file or directory"_s.arg(file));
}

int Docker::load(QStringList arguments) const
{
    QString file;
    if (!take(arguments, {u"-i"_s, u"--input"_s}, file))
        return fail(u"requested load from stdin, but stdin is empty"_s);
    if (!QFile::exists(file))
        return fail(u"open %1: no such file or directory"_s.arg(file));
    const std::optional<QByteArray> manifest = memberOf(file, u"manifest.json"_s);
    const Result<Json> images = parseJson(manifest.value_or(QByteArray()), file);
    if (!manifest || !images || !images->is_array())
        return daemonError(u"archive/tar: invalid tar header"_s);
    Json loaded = Json::array();
    for (const Json &image : *images) {
        const QString config = stringAt(image, "Config");
        const Result<Json> told = parseJson(memberOf(file, config).value_or(QByteArray()), config);
        if (!told)
            return daemonError(u"invalid JSON in %1"_s.arg(config));
        const QByteArray id = QCryptographicHash::hash(told->dump().c_str(), QCryptographicHash::Sha256).toHex();
        const Json &tags = member(image, "RepoTags");
        for (const Json &tag : tags.is_array() ? tags : Json::array())
            loaded.push_back(Json{{"reference", tag},
                                  {"id", u"sha256:"_s + QString::fromLatin1(id)},
                                  {"architecture", stringAt(*told, "architecture")},
                                  {"size", QFileInfo(file).size()},
                                  {"created", stringAt(*told, "created")},
                                  {"loaded", true}});
    }
    const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
        Json &all = state.other["images"];
        for (const Json &one : loaded) {
            Json others = Json::array();
            for (const Json &there : all) {
                if (stringAt(there, "reference") != stringAt(one, "reference"))
                    others.push_back(there);
            }
            all = others;
            all.push_back(one);
        }
        return {};
    });
    if (!written)
        return fail(written.error().message);
    for (const Json &one : loaded)
        out(u"Loaded image: "_s + stringAt(one, "reference"));
    return 0;
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

namespace {

struct LogsWanted
{
    bool hasStamps = false, follows = false;
    QString since, tail;
};

// "--tail=5", "--tail 5"; what is no option is the container's name.
LogsWanted logsWanted(QStringList arguments)
{
    LogsWanted wanted;
    while (arguments.size() > 1) {
        const QString option = arguments.takeFirst();
        const auto value = [&] { return option.contains(u'=') ? option.section(u'=', 1) : arguments.takeFirst(); };
        if (option == "-f"_L1 || option == "--follow"_L1)
            wanted.follows = true;
        else if (option == "-t"_L1 || option == "--timestamps"_L1)
            wanted.hasStamps = true;
        else if (option.startsWith("--since"_L1))
            wanted.since = value();
        else if (option.startsWith("--tail"_L1) || option == "-n"_L1)
            wanted.tail = value();
    }
    return wanted;
}

} // namespace

// What it printed, all at its start.
int Docker::logs(const QStringList &arguments) const
{
    const QString name = arguments.isEmpty() ? QString() : arguments.last();
    std::optional<Json> container = findContainer(name);
    if (!container)
        return daemonError(u"No such container: "_s + name);
    const LogsWanted wanted = logsWanted(arguments);
    qsizetype told = 0;
    while (container) {
        const qint64 startedMs = integerAt(*container, "startedMs").value_or(0);
        const QString stamp
            = QDateTime::fromMSecsSinceEpoch(startedMs, Qt::UTC).toString(u"yyyy-MM-ddTHH:mm:ss.zzz000000Z"_s);
        const QStringList lines = stringAt(*container, "log").split(u'\n', Qt::SkipEmptyParts);
        bool isNumber = false;
        const qsizetype tail = wanted.tail.toLongLong(&isNumber);
        if (told == 0 && isNumber)
            told = std::max<qsizetype>(0, lines.size() - tail);
        for (; told < lines.size(); ++told) {
            if (wanted.since <= stamp)
                out((wanted.hasStamps ? stamp + u' ' : QString()) + lines[told]);
        }
        fflush(stdout);
        if (!wanted.follows || !isRunning(*container))
            break;
        ::usleep(200'000);
        const Result<NodeState> now = loadState(m_folder);
        container = now ? Docker(m_folder, *now).findContainer(name) : std::nullopt;
    }
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
    row(QString::number(shellPid), u"3120"_s, u"bash"_s);
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

int Docker::removeImage(QStringList arguments) const
{
    const bool force = arguments.removeAll(u"-f"_s) + arguments.removeAll(u"--force"_s) > 0;
    int exitCode = 0;
    for (const QString &name : std::as_const(arguments)) {
        const std::optional<Json> image = findImage(name);
        if (!image) {
            exitCode = daemonError(u"No such image: "_s + withTag(name));
            continue;
        }
        const QString id = stringAt(*image, "id"), reference = stringAt(*image, "reference");
        for (const Json &container : list("containers")) {
            if (withTag(stringAt(container, "image")) == reference && !force)
                return daemonError(u"conflict: unable to remove repository reference \"%1\" (must force) - container "
                                   "%2 is using its referenced image %3"_s.arg(reference,
                                                                               stringAt(container, "id").left(12),
                                                                               id.mid(7, 12)));
        }
        const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
            if (state.hasFault(u"wrong-arch"_s) && !boolAt(*image, "loaded").value_or(false)) {
                state.other["faults"]["wrong-arch"]["removed"] = true;
                return {};
            }
            Json left = Json::array();
            for (const Json &one : state.other["images"])
                if (stringAt(one, "reference") != reference)
                    left.push_back(one);
            state.other["images"] = left;
            return {};
        });
        if (!written)
            return fail(written.error().message);
        out(u"Untagged: %1\nDeleted: %2"_s.arg(reference, id));
    }
    return exitCode;
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

} // namespace sim
