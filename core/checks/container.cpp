// The container engine, and whether it holds what the deployment needs.
#include "core/checks/catalogue.h"
#include "core/checks/ownership.h"
#include "core/checks/recipewait.h"
#include "core/engines/imagerelease.h"
#include "core/facts/answerwords.h"
#include "core/facts/containerfacts.h"
#include "core/facts/hostfacts.h"
#include "core/facts/hostsettings.h"
#include "core/shell/quote.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

static Finding checkEngine(NodeProbe &probe, const CheckContext &context)
{
    const Result<ContainerFacts> engine = containerEngine(probe);
    if (!engine && isKeptOut(engine.error())) // it may run well, but what is to be done here needs it
        return failed(Checks::tr("no permission"), engine.error().message, engine.error().facts.value(u"remedy"_s));
    if (!engine && engine.error().kind == ErrorKind::CommandFailed)
        return failed(Checks::tr("no answer"), engine.error().message,
                      Checks::tr("Start it with `systemctl start docker`; if it runs, see whether this user may use it "
                                 "(`id`, group docker)."));
    if (!engine)
        return unknown(engine.error());
    if (engine->engine.isEmpty())
        return failed(Checks::tr("none"), Checks::tr("there is no docker, and no podman behind that name"));
    const QString value = engine->engine + u' ' + engine->version;
    const int oldest = context.settings.demands.oldestDocker;
    if (engine->engine == u"docker" && engine->version.section(u'.', 0, 0).toInt() < oldest)
        return warned(value,
                      Checks::tr("docker %1 is older than the version %2 that %3's images ask for")
                          .arg(engine->version)
                          .arg(oldest)
                          .arg(context.settings.engineName));
    if (engine->rootless)
        return warned(value,
                      Checks::tr("podman %1 runs without root: it cannot hand NPU devices to a privileged container")
                          .arg(engine->version),
                      Checks::tr("Log in as root, or let root's podman run the container (`sudo podman`)."));
    return passed(
        value,
        engine->engine == u"podman"
            ? Checks::tr("containers are run by podman %1; what is generated is written for it").arg(engine->version)
            : Checks::tr("containers are run by docker %1").arg(engine->version));
}

// A run has tried, with this image. Another one may be had.
static bool couldNotBePulled(const CheckContext &context)
{
    const QRegularExpression name(QRegularExpression::escape(context.settings.image) + u"(?![\\w.-])"_s);
    return context.settings.pullsImage && context.imageFailure.contains(name);
}

static Finding checkImage(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait
        = waitsForRecipe(context, Checks::tr("which image is needed"), !context.settings.image.isEmpty()))
        return *wait;
    if (context.settings.image.isEmpty()) {
        Finding finding = unknown(Checks::tr("the deployment names no image"));
        finding.remedy = Checks::tr("Name the image in the recipe's settings.");
        return finding;
    }
    const auto image = imageFacts(probe, context.settings.image);
    if (!image)
        return unknown(image.error());
    if (!*image && isPlaceholderImage(context.settings.image))
        return ofSettings(failed(
            Checks::tr("to be named"),
            Checks::tr("the image %1 only stands for yours, and no run pulls it").arg(context.settings.image),
            Checks::tr("Set \"image\" in the recipe's settings to the image that serves these weights.")));
    if (!*image && context.settings.loadsImage)
        return warned(Checks::tr("missing"),
                      Checks::tr("there is no image %1; the deployment loads it from its archive (setting "
                                 "\"imageFrom\")")
                          .arg(context.settings.image),
                      Checks::tr("Deploy, or resume the deployment: it looks at the archive, and loads it."));
    if (!*image) {
        const QString byHand
            = Checks::tr("Pull it with `docker pull %1`, or bring it from a machine that has it: `docker save "
                         "%1 | gzip > image.tar.gz`, copy, `docker load -i image.tar.gz`. Or let the "
                         "deployment load it: settings \"imageFrom\" and \"imageArchive\".")
                  .arg(quoted(context.settings.image));
        if (couldNotBePulled(context))
            return failed(Checks::tr("missing"),
                          Checks::tr("a run could not bring the image: %1", "what it said").arg(context.imageFailure),
                          byHand);
        if (context.settings.pullsImage) // whether its registry is reached only a pull would tell
            return warned(Checks::tr("missing"),
                          Checks::tr("there is no image %1; the run pulls it from its registry (setting \"imageFrom\")")
                              .arg(context.settings.image),
                          Checks::tr("Deploy: the run pulls it, where the node reaches the registry. To have it there "
                                     "before a run:")
                              + u' ' + byHand);
        return failed(Checks::tr("missing"), Checks::tr("there is no image %1").arg(context.settings.image), byHand);
    }
    const QString size = (*image)->sizeBytes ? sizeText(*(*image)->sizeBytes) : Checks::tr("present");
    return passed(size, Checks::tr("has the image %1").arg(context.settings.image));
}

static Finding checkImageArchitecture(NodeProbe &probe, const CheckContext &context)
{
    const auto image = imageFacts(probe, context.settings.image);
    if (!image)
        return unknown(image.error());
    const QString own = *image ? (*image)->architecture : QString(), told = imageMachine(context.settings.image);
    if (!*image && told.isEmpty())
        return notAsked(Checks::tr("not asked: the image is not there yet"));
    if (*image && own.isEmpty())
        return unknown(Checks::tr("the engine does not tell the image's architecture"));
    const Result<OsFacts> os = osFacts(probe);
    if (!os)
        return unknown(os.error());
    if (!*image && told == os->arch)
        return notAsked(Checks::tr("not asked: the image is not there yet; by its tag it is for %1, as the machine is",
                                   "aarch64")
                            .arg(told));
    if (!*image)
        return ofSettings(failed(
            told,
            Checks::tr("the image is not there yet; by its tag it is for %1, and the machine is %2: its programs "
                       "could not run here (\"exec format error\")")
                .arg(told, os->arch),
            Checks::tr("Set \"image\" to one for %1 before a run.", "x86_64").arg(os->arch)));
    if (machineOf(own) == os->arch)
        return passed(own, Checks::tr("the image is built for %1, as the machine is").arg(own));
    const QString wanted = os->arch == u"aarch64" ? u"arm64"_s : os->arch == u"x86_64" ? u"amd64"_s : os->arch;
    return failed(
        own,
        Checks::tr("the image is built for %1, the machine is %2: its programs cannot run here").arg(own, os->arch),
        Checks::tr("Pull the right one, which then has this name: `docker pull --platform linux/%2 %1`. Where no "
                   "registry is reached, `docker save` it where it is and `docker load` it here.")
            .arg(quoted(context.settings.image), wanted));
}

static std::optional<Finding> ofAnotherMachine(NodeProbe &probe, const ImageFacts &image)
{
    if (image.architecture.isEmpty())
        return std::nullopt;
    const Result<OsFacts> os = osFacts(probe);
    if (!os || os->arch.isEmpty() || machineOf(image.architecture) == os->arch)
        return std::nullopt;
    return skipped(u"container.image-architecture"_s,
                   Checks::tr("the image is built for %1, the machine is %2: its programs cannot run here")
                       .arg(image.architecture, os->arch));
}

std::optional<Finding> cannotRun(NodeProbe &probe, const QString &name)
{
    const auto image = imageFacts(probe, name);
    if (!image)
        return unknown(image.error());
    if (!*image)
        return skipped(u"container.image"_s, Checks::tr("there is no image %1").arg(name));
    return ofAnotherMachine(probe, **image);
}

QString lastWords(const CommandOutput &output)
{
    return lastWords(textOf(output.out + '\n' + output.err)).left(200);
}

static Finding checkContainerName(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait
        = waitsForRecipe(context, Checks::tr("how the container is called"), !context.settings.containerName.isEmpty()))
        return *wait;
    if (context.settings.containerName.isEmpty()) {
        Finding finding = unknown(Checks::tr("the deployment names no container"));
        finding.remedy = Checks::tr("Name the container in the recipe's settings.");
        return finding;
    }
    const Result<QList<ContainerState>> all = containers(probe);
    if (!all)
        return unknown(all.error());
    const Ownership own = ownershipOf(probe, context);
    for (const OwnContainer &container : own.containers) {
        const QString &name = container.state.name, status = orDash(container.state.status);
        if (name != context.settings.containerName) {
            if (container.isRunning || container.isLabelled)
                return ofSettings(
                    warned(name,
                           Checks::tr("this deployment was put into container %1 (%2), the settings name another")
                               .arg(name, status),
                           Checks::tr("Set the container name back to `%1`, or undo what runs first: a second "
                                      "container would find its ports and chips busy, and a run makes none.")
                               .arg(name)));
            continue;
        }
        if (!container.madeFor.isEmpty())
            return warned(container.madeFor,
                          Checks::tr("container %1 of the same image was made for the deployment \"%2\" (%3); if this "
                                     "deployment was called so, it is its own")
                              .arg(name, container.madeFor, status),
                          Checks::tr("If it serves, leave it. If it belongs to another deployment, choose another "
                                     "container name and other ports here, and nodes whose chips are free."));
        if (container.hadNoName)
            return ofSettings(warned(
                Checks::tr("deployed before it had a name"),
                Checks::tr("container %1 was deployed from here before the deployment had a name (%2), and nothing is "
                           "run under the name \"%3\" while it is there")
                    .arg(name, status, context.deployment.name),
                Checks::tr("If it serves and nothing is to change, leave it. Else undo what runs before it is run as "
                           "\"%1\", or take the name away again. If this is a copy of it, let it have nodes of its "
                           "own.")
                    .arg(context.deployment.name)));
        if (!container.olderName.isEmpty() && context.deployment.name.isEmpty())
            return ofSettings(warned(
                Checks::tr("deployed as \"%1\"").arg(container.olderName),
                Checks::tr("container %1 was deployed from here under the name \"%2\" (%3), and nothing is run without "
                           "a name while it is there")
                    .arg(name, container.olderName, status),
                Checks::tr("If it serves and nothing is to change, leave it. If this deployment was called so, give it "
                           "that name again, or undo what runs before it is run without one. If this is a copy of it, "
                           "let it have nodes of its own.")));
        if (!container.olderName.isEmpty())
            return ofSettings(warned(
                Checks::tr("deployed as \"%1\"").arg(container.olderName),
                Checks::tr("container %1 was deployed from here under the name \"%2\" (%3), and nothing is run under "
                           "the name \"%4\" while it is there")
                    .arg(name, container.olderName, status, context.deployment.name),
                Checks::tr("If it serves and nothing is to change, leave it. If this deployment was called so, give it "
                           "that name again, or undo what runs before it is run as \"%1\". If this is a copy of it, "
                           "let it have nodes of its own.")
                    .arg(context.deployment.name)));
        if (!container.isLabelled)
            return warned(Checks::tr("exists"),
                          Checks::tr("container %1 of the same image is there (%2), but no run of this program made "
                                     "it, and none takes it over; it may be this deployment's service, started by hand")
                              .arg(name, status),
                          Checks::tr("If it serves, leave it: a run here stops before it and does not change it. If "
                                     "nobody needs it, it has to be gone before a run. For a second service choose "
                                     "another container name and other ports, and nodes whose chips are free."));
        return container.isRunning
            ? passedAsOwn(Checks::tr("own container"),
                          Checks::tr("container %1 is this deployment's own (%2)").arg(name, status))
            : passedAsOwn(Checks::tr("own, stopped"),
                          Checks::tr(
                              "container %1 is this deployment's own and does not run (%2); a run starts it again")
                              .arg(name, status));
    }
    const auto it = std::find_if(all->cbegin(), all->cend(), [&](const ContainerState &state) {
        return state.name == context.settings.containerName;
    });
    if (it == all->cend())
        return passed(Checks::tr("free"), Checks::tr("no container is called %1").arg(context.settings.containerName));
    const auto labels = containerLabels(probe);
    const ContainerLabels label = labels ? labels->value(it->name) : ContainerLabels();
    const QString &other = label.deployment;
    if (label.isOfAnotherRun(context.run) && other == context.deployment.name)
        return failed(Checks::tr("taken"),
                      Checks::tr("the name %1 is taken by a container that another run of \"%2\" made (%3): one on "
                                 "another machine, of another user, or one whose record is lost")
                          .arg(it->name, other, orDash(it->status)),
                      Checks::tr(
                          "Go on where that run was started; a run here does not change it. If its record "
                          "is lost, ask whoever uses it whether it may be removed; only then run `%1` on this node.")
                          .arg(quoted({u"docker"_s, u"rm"_s, u"-f"_s, it->name})));
    const QString whose = other.isEmpty()
        ? Checks::tr("the name %1 is taken by somebody else's container of %2 (%3)")
              .arg(it->name, orDash(it->image), orDash(it->status))
        : Checks::tr("the name %1 is taken by a container of the deployment \"%2\" (%3)")
              .arg(it->name, other, orDash(it->status));
    return ofSettings(failed(
        Checks::tr("taken"), whose,
        Checks::tr("Choose another container name in the settings. Or ask its owner whether it may be "
                   "removed; only then run `%1` on this node.")
            .arg(quoted({u"docker"_s, u"rm"_s, u"-f"_s, it->name}))));
}

// All that the service asks is asked without a proxy: itself and the other nodes.
static bool isProxyPassedBy(const QStringList &noProxy, const CheckContext &context)
{
    QStringList asked{u"127.0.0.1"_s};
    for (const Node &node : context.deployment.nodes)
        asked << node.host;
    return std::all_of(asked.cbegin(), asked.cend(), [&](const QString &host) { return coversHost(noProxy, host); });
}

// What would stand in the container's environment though nobody wrote it into the deployment: of docker's client
// (config.json, "proxies"), of podman (it hands on the session's own), of the image. A proxy catches what the nodes say
// to each other (MindIE-LLM's deepseek_v3.2.md).
static Finding checkProxies(NodeProbe &probe, const CheckContext &context)
{
    const Result<ContainerFacts> engine = containerEngine(probe);
    if (!engine)
        return unknown(engine.error());
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return unknown(settings.error());
    const auto isProxy = [](const QString &name) { return name.compare("no_proxy"_L1, Qt::CaseInsensitive) != 0; };
    QStringList given;
    QString remedy;
    const bool isPodman = engine->engine == u"podman";
    if (isPodman) {
        for (const QString &name : settings->sessionProxies) {
            if (isProxy(name))
                given << name;
        }
        if (!given.isEmpty())
            remedy = Checks::tr("podman hands on the variables of the login: take them out of its profile (see `env | "
                                "grep -i _proxy` there).");
    } else if (!settings->dockerProxies) {
        return unknown(Checks::tr("the docker client's config.json may not be read by this user"));
    } else if (*settings->dockerProxies && !isProxyPassedBy(settings->dockerNoProxy, context)) {
        given << u"http_proxy"_s;
        remedy = Checks::tr("Take \"proxies\" out of `~/.docker/config.json` of the login's user, or put the "
                            "addresses of all nodes, this one's too, and 127.0.0.1 into its \"noProxy\". Containers "
                            "that run keep what they have.");
    }
    if (!context.settings.image.isEmpty()) {
        if (const auto image = imageFacts(probe, context.settings.image); image && *image) {
            for (const QString &name : (*image)->proxies) {
                if (isProxy(name) && !given.contains(name)) {
                    given << name;
                    remedy += remedy.isEmpty() ? QString() : u" "_s;
                    remedy += Checks::tr("The image sets %1 itself: use one without.").arg(name);
                }
            }
        }
    }
    if (given.isEmpty())
        return passed(Checks::tr("none"), Checks::tr("no proxy would be set in the container"));
    const QString summary = Checks::tr("a proxy would be set in the container: %1", "variables").arg(firstFew(given));
    if (context.settings.unsetsProxies)
        return passed(Checks::tr("taken away", "variables"),
                      summary + u"; "_s + Checks::tr("the recipe's environment script takes it away again"));
    return warned(given.join(u", "_s),
                  summary + u"; "_s + Checks::tr("it would catch what the nodes say to each other by HTTP"), remedy);
}

// Fails when / warns when:
QList<NodeCheck> containerChecks()
{
    return {
        // none, or no answer; warns: docker before 24, podman without root
        {"container.engine", "", checkEngine},
        {"container.image", "container.engine", checkImage}, // not there; warns: nor, and the run brings it
        {"container.image-architecture", "container.image", checkImageArchitecture}, // built for another machine
        {"container.proxy", "container.engine", checkProxies}, // warns: one would be set, and nobody takes it away
        // taken by somebody else; warns: its own by name and image only, or under a name of its own
        {"container.name", "container.engine", checkContainerName},
    };
}
