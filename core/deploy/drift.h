// Drift: what of a node's service is otherwise than this deployment would make it now, beside its files: its container
// (made with other settings, not by this deployment, gone), its image (the name stands for another one since), the
// driver (another one than the run found). For comparisons; changes nothing.
#pragma once

#include "core/nodes/nodelink.h"
#include "core/base/json.h"
#include "core/targets/launch.h"

struct Drift
{
    enum class Of { Container, Image, Driver };
    enum class State { Same, Different, Missing, Unknown };
    Of of = Of::Container;
    State state = State::Same;
    QString then, now;                   // ids, versions; empty: none, or not known
    QString words;                       // a sentence; empty of Same
    bool operator==(const Drift &) const = default;
};

struct NodeDrift
{
    QList<Drift> items;                  // none where there is nothing to compare with
    QString imageId;                     // of the container, else of what the image's name stands for; empty: not there
};

// recorded: what the run kept of its container ("image", "driver"), null where no run is known. Blocking. Error: the
// node cannot be asked.
Result<NodeDrift> readDrift(Shell &shell, const Launch &launch, const QString &deployment, const QString &driverVersion,
                            const Json &recorded, std::stop_token stop);

// The same image's name stands for different images on different nodes: one item for each node that has another one
// than the first; `imageIds` in the order of the nodes, empty ones are passed over. By place.
QList<std::pair<qsizetype, Drift>> imagesApart(const QStringList &imageIds);

QString driftOfName(Drift::Of of);       // "container", "image", "driver"; as documents have it
QString driftStateName(Drift::State state);
