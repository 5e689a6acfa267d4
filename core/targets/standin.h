// Facts in the place of those that are missing, to draw with and to read by: a chip that is gone moves no container, no
// file and no log of what runs. What is placed by them is never made.
#pragma once

#include "core/artifacts/artifact.h"
#include "core/targets/launch.h"

#include <optional>
#include <type_traits>

// Of a node that was not asked. The addresses are those that are set aside for measuring (RFC 2544).
NodeFacts standIn(const Node &node, int number, int chips);

// Each node that tells of chips with as many as the recipe asks for, by the first numbers that are free; all else as it
// is. `recipe` as loaded, also below.
QList<NodeFacts> withEveryChip(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts);

// What is made of the facts, to ask by it what stands on the nodes: that was made when the chips were there.
template<typename Made>
struct MadeAsThen
{
    Result<Made> made;                   // where neither goes, the error is that of the facts as they were told
    QList<NodeFacts> facts;              // by which
    std::optional<Error> refusal;        // why not by those that were told, but withEveryChip(); unset: by those
};

// `make`: of facts a Result. Nothing is run, and nothing put on a node, by what has a refusal.
template<typename Make>
auto madeAsThen(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts, const Make &make)
    -> MadeAsThen<std::decay_t<decltype(*make(facts))>>
{
    auto now = make(facts);
    if (now)
        return {std::move(now), facts, {}};
    QList<NodeFacts> all = withEveryChip(deployment, recipe, facts);
    const Error refusal = now.error();
    if (all != facts) {
        if (auto then = make(all))
            return {std::move(then), std::move(all), refusal};
    }
    return {std::move(now), std::move(all), refusal};
}

// As launchesOf(); where that refuses for what a node lacks, or does not tell, by stand-ins. For those who only read:
// the addresses in it may be none. Its error is that of launchesOf().
Result<QHash<QString, Launch>> launchesToRead(const Deployment &deployment, const Recipe &recipe,
                                              const QList<NodeFacts> &facts);
// Where generateArtifacts() refuses for the same: where the files are on the nodes, without content.
Result<QList<Artifact>> filesToRead(const Deployment &deployment, const Recipe &recipe,
                                    const QList<NodeFacts> &facts);
