#include "core/deploy/drift.h"

#include "core/deploy/containersteps.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"
#include "core/topology/topology.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

using Of = Drift::Of;
using State = Drift::State;

// "sha256:c30e86d2b7f1…", as docker images shows it.
QString shortId(const QString &id)
{
    return id.section(u':', -1).left(12);
}

// What the image's name stands for on the node; empty: nothing. Error: nobody can tell.
Result<QString> idOfName(Shell &shell, const Launch &launch, std::stop_token stop)
{
    const QStringList argv{launch.runtime, u"image"_s, u"inspect"_s, launch.image};
    const Result<CommandOutput> output
        = shell.run({.argv = argv, .timeout = std::chrono::seconds(30), .isQuestion = true}, std::move(stop));
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return QString();
    const Result<Json> told = parseJson(output->out, quoted(argv));
    if (!told)
        return told.error();
    return told->is_array() && !told->empty() ? stringAt(told->front(), "Id") : QString();
}

Drift ofContainer(const Launch &launch, const NodeContainer &container, const QString &deployment)
{
    Drift drift{Of::Container, State::Same, {}, launch.container, {}};
    if (!container.exists) {
        drift.state = State::Missing;
        drift.now.clear();
        drift.words = DeployText::tr("There is no container %1.").arg(launch.container);
    } else if (!container.isOfARun()) {
        drift.state = State::Unknown;
        drift.words = DeployText::tr("The container %1 was not made by a run of this program: what it was made with "
                                     "was not compared.")
                          .arg(launch.container);
    } else if (container.deployment != deployment) {
        drift.state = State::Different;
        drift.words = DeployText::tr("The container %1 was made for the deployment %2.")
                          .arg(launch.container, nameOfRun(container.deployment));
    } else if (container.runHash != runHash(launch)) {
        drift.state = State::Different;
        drift.words = DeployText::tr("The container %1 was made with other settings than the deployment has now; they "
                                     "take effect after an undo and a new run.")
                          .arg(launch.container);
    }
    return drift;
}

std::optional<Drift> ofImage(const Launch &launch, const NodeContainer &container, const QString &named)
{
    if (!container.exists || container.imageId.isEmpty())
        return std::nullopt;
    Drift drift{Of::Image, State::Same, container.imageId, named, {}};
    if (named.isEmpty()) {
        drift.state = State::Different;
        drift.words = DeployText::tr("The container %1 runs the image %2; no image on the node is called %3 any more.")
                          .arg(launch.container, shortId(container.imageId), launch.image);
    } else if (named != container.imageId) {
        drift.state = State::Different;
        drift.words = DeployText::tr("The container %1 runs the image %2; the name %3 stands for %4 now.")
                          .arg(launch.container, shortId(container.imageId), launch.image, shortId(named));
    }
    return drift;
}

std::optional<Drift> ofDriver(const Json &recorded, const QString &now)
{
    const QString then = stringAt(recorded, "driver");
    if (then.isEmpty())
        return std::nullopt;
    Drift drift{Of::Driver, State::Same, then, now, {}};
    if (now.isEmpty()) {
        drift.state = State::Unknown;
        drift.words
            = DeployText::tr("The driver's version is not told now; it was %1 when the container was made.").arg(then);
    } else if (now != then) {
        drift.state = State::Different;
        drift.words = DeployText::tr("The driver is %1 now; it was %2 when the container was made.").arg(now, then);
    }
    return drift;
}

} // namespace

Result<NodeDrift> readDrift(Shell &shell, const Launch &launch, const QString &deployment, const QString &driverVersion,
                            const Json &recorded, std::stop_token stop)
{
    StepContext context;
    context.launch = launch;
    Json data;
    StepIo io{context, shell, stop, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {}};
    NodeDrift drift;
    const Result<NodeContainer> container = inspectContainer(io, launch.runtime, launch.container);
    if (!container) {
        if (container.error().kind != ErrorKind::CommandFailed)
            return container.error();
        drift.items << Drift{Of::Container, State::Unknown, {}, {}, container.error().message};
        return drift;
    }
    drift.items << ofContainer(launch, *container, deployment);
    const Result<QString> named = idOfName(shell, launch, stop);
    if (!named)
        return named.error();
    drift.imageId = container->exists ? container->imageId : *named;
    if (drift.items.first().state == State::Missing)
        return drift;
    if (const std::optional<Drift> image = ofImage(launch, *container, *named))
        drift.items << *image;
    if (const std::optional<Drift> driver = ofDriver(recorded, driverVersion))
        drift.items << *driver;
    return drift;
}

QList<std::pair<qsizetype, Drift>> imagesApart(const QStringList &imageIds)
{
    QList<std::pair<qsizetype, Drift>> apart;
    const auto first
        = std::find_if(imageIds.cbegin(), imageIds.cend(), [](const QString &id) { return !id.isEmpty(); });
    if (first == imageIds.cend())
        return apart;
    for (qsizetype i = first - imageIds.cbegin() + 1; i < imageIds.size(); ++i) {
        if (imageIds[i].isEmpty() || imageIds[i] == *first)
            continue;
        apart.append({i,
                      Drift{Of::Image, State::Different, *first, imageIds[i],
                            DeployText::tr("It has another image (%1) under this name than the first node (%2).")
                                .arg(shortId(imageIds[i]), shortId(*first))}});
    }
    return apart;
}

QString driftOfName(Of of)
{
    return of == Of::Container ? u"container"_s : of == Of::Image ? u"image"_s : u"driver"_s;
}

QString driftStateName(State state)
{
    switch (state) {
    case State::Same:
        return u"same"_s;
    case State::Different:
        return u"different"_s;
    case State::Missing:
        return u"missing"_s;
    case State::Unknown:
        return u"unknown"_s;
    }
    return {};
}
