#include "app/sim/docker.h"

#include "app/sim/dockerdaemon.h"

using namespace Qt::StringLiterals;

namespace sim {

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
        out(u"Docker version %1, build afdb4b6"_s.arg(QLatin1String(dockerVersion)));
        return 0;
    }
    if (verb == "version"_L1)
        return docker.version(arguments);
    if (verb == "info"_L1)
        return docker.info();
    if (group("system", "df") && arguments.isEmpty())
        return docker.use();
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
    if (verb == "save"_L1 || group("image", "save"))
        return docker.save(arguments);
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
    if (verb == "rmi"_L1 || group("image", "rm"))
        return docker.removeImage(arguments);
    if (verb == "rm"_L1 || group("container", "rm"))
        return docker.remove(arguments);
    static const QStringList real = u"attach build builder buildx commit compose config container "
                                    "context create diff events export history image import "
                                    "login logout manifest network node pause plugin port push rename "
                                    "rmi search secret service stack stats swarm "
                                    "system tag trust unpause update volume wait help --help -h"_s.split(u' ');
    if (verb.isEmpty() || real.contains(verb)) {
        const ToolOutput said = notSimulated(u"docker "_s + given.mid(0, 2).join(u' '));
        fputs(said.err.constData(), stderr);
        return said.exitCode;
    }
    return fail(u"docker: '%1' is not a docker command.\nSee 'docker --help'"_s.arg(verb));
}

} // namespace sim
