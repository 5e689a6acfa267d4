// The container engine, and whether it holds what the deployment needs.
#include "core/facts/containerfacts.h"
#include "core/checks/catalogue.h"
#include "core/facts/hostfacts.h"
#include "core/shell/quote.h"

#include <algorithm>

using namespace Qt::StringLiterals;

static Finding checkEngine(NodeInquiry &ask, const CheckContext &)
{
    const Result<ContainerFacts> engine = containerEngine(ask);
    if (!engine && engine.error().kind == ErrorKind::CommandFailed)
        return failed(Checks::tr("no answer"), engine.error().message,
                      Checks::tr("Start it with `systemctl start docker`; if it runs, see whether this user may use it (`id`, group docker)."));
    if (!engine)
        return unknown(engine.error());
    if (engine->engine.isEmpty())
        return failed(Checks::tr("none"), Checks::tr("there is no docker, and no podman behind that name"));
    const QString value = engine->engine + u' ' + engine->version;
    // mindie.md §5: Docker 24 or newer.
    if (engine->engine == u"docker" && engine->version.section(u'.', 0, 0).toInt() < 24)
        return warned(value, Checks::tr("docker %1 is older than the version 24 that MindIE's images ask for").arg(engine->version));
    if (engine->rootless)
        return warned(value, Checks::tr("podman %1 runs without root: it cannot hand NPU devices to a privileged container").arg(engine->version),
                      Checks::tr("Log in as root, or let root's podman run the container (`sudo podman`)."));
    return passed(value, engine->engine == u"podman" ? Checks::tr("containers are run by podman %1; what is generated is written for it").arg(engine->version)
                                                     : Checks::tr("containers are run by docker %1").arg(engine->version));
}

static Finding checkImage(NodeInquiry &ask, const CheckContext &context)
{
    if (context.settings.image.isEmpty())
        return unknown(Checks::tr("the deployment names no image"));
    const auto image = imageFacts(ask, context.settings.image);
    if (!image)
        return unknown(image.error());
    if (!*image)
        return failed(Checks::tr("missing"), Checks::tr("there is no image %1").arg(context.settings.image),
                      Checks::tr("Pull it with `docker pull %1`, or bring it from a machine that has it: `docker save %1 | gzip > image.tar.gz`, copy, `docker load -i image.tar.gz`.")
                          .arg(quoted(context.settings.image)));
    const QString size = (*image)->sizeBytes ? sizeText(*(*image)->sizeBytes) : Checks::tr("present");
    return passed(size, Checks::tr("has the image %1").arg(context.settings.image));
}

static Finding checkImageArchitecture(NodeInquiry &ask, const CheckContext &context)
{
    const auto image = imageFacts(ask, context.settings.image);
    if (!image)
        return unknown(image.error());
    const QString own = (*image) ? (*image)->architecture : QString();
    if (own.isEmpty())
        return unknown(Checks::tr("the engine does not tell the image's architecture"));
    const Result<OsFacts> os = osFacts(ask);
    if (!os)
        return unknown(os.error());
    if (machineOf(own) == os->arch)
        return passed(own, Checks::tr("the image is built for %1, as the machine is").arg(own));
    const QString wanted = os->arch == u"aarch64" ? u"arm64"_s : os->arch == u"x86_64" ? u"amd64"_s : os->arch;
    return failed(own, Checks::tr("the image is built for %1, the machine is %2: its programs cannot run here").arg(own, os->arch),
                  Checks::tr("Remove it (`docker rmi %1`) and pull the right one: `docker pull --platform linux/%2 %1`.").arg(quoted(context.settings.image), wanted));
}

static Finding checkContainerName(NodeInquiry &ask, const CheckContext &context)
{
    if (context.settings.containerName.isEmpty())
        return unknown(Checks::tr("the deployment names no container"));
    const Result<QList<ContainerState>> all = containers(ask);
    if (!all)
        return unknown(all.error());
    const auto it = std::find_if(all->cbegin(), all->cend(), [&](const ContainerState &state) { return state.name == context.settings.containerName; });
    if (it == all->cend())
        return passed(Checks::tr("free"), Checks::tr("no container is called %1").arg(context.settings.containerName));
    // Of the same image: most likely ours from an earlier run, which `deploy` finds and goes on with.
    if (!it->image.isEmpty() && it->image == context.settings.image)
        return warned(Checks::tr("exists"), Checks::tr("a container %1 of the same image is there already (%2)").arg(it->name, orDash(it->status)));
    return failed(Checks::tr("taken"), Checks::tr("the name %1 is taken by a container of %2 (%3)").arg(it->name, orDash(it->image), orDash(it->status)));
}

// Fails when / warns when:
QList<NodeCheck> containerChecks()
{
    return {
        {"container.engine", "", checkEngine},                                       // none, or no answer; warns: docker before 24, podman without root
        {"container.image", "container.engine", checkImage},                         // not there
        {"container.image-architecture", "container.image", checkImageArchitecture}, // built for another machine
        {"container.name", "container.engine", checkContainerName},                  // taken by another image; warns: the same image
    };
}
