#include "core/diagnosis/judgement.h"

#include "core/diagnosis/diagnosistext.h"
#include "core/diagnosis/loglines.h"
#include "core/diagnosis/sourcenotes.h"
#include "core/diagnosis/speaker.h"

#include <QMap>
#include <QSet>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

// The longest HCCL_CONNECT_TIMEOUT of the recipes is 7200 s: so long after its cause a time-out may be told.
constexpr qint64 failureMs = 9000 * 1000;
constexpr qint64 clockMs = 30 * 1000;     // by which clocks that are set may differ
constexpr qint64 tickMs = 3 * 1000;       // by which any two clocks may
constexpr qint64 startMs = 60 * 1000;     // no service gets ready sooner
constexpr qint64 earliestMs = 1420070400'000; // 2015: before the first Ascend chip; such clocks were never set

// Of a node: where its logs begin and end.
struct Span
{
    qint64 first = std::numeric_limits<qint64>::max(), last = std::numeric_limits<qint64>::min();
    bool isDoubtful = false;

    bool isKnown() const { return first <= last; }
};

QMap<QString, Span> spans(const QList<SourceReport> &sources)
{
    QMap<QString, Span> all;
    for (const SourceReport &source : sources) {
        Span span = all.value(source.node);
        span.isDoubtful = span.isDoubtful || source.wasSetBack || (source.first && source.first->ms < earliestMs);
        if (source.first && !source.isZoneUnknown)
            span.first = std::min(span.first, source.first->ms);
        if (source.last && !source.isZoneUnknown)
            span.last = std::max(span.last, source.last->ms);
        all.insert(source.node, span);
    }
    return all;
}

// Nodes whose logs overlap.
struct NodeGroup
{
    qint64 first = 0, last = 0;
    QSet<QString> nodes;
};

// In the order of their times; without nodes whose clock is doubtful.
QList<NodeGroup> nodeGroups(const QMap<QString, Span> &all)
{
    QList<std::pair<qint64, QString>> order;
    for (auto it = all.cbegin(); it != all.cend(); ++it) {
        if (!it->isDoubtful && it->isKnown())
            order << std::pair(it->first, it.key());
    }
    std::sort(order.begin(), order.end());
    QList<NodeGroup> groups;
    for (const auto &[first, node] : order) {
        if (groups.isEmpty() || first > groups.last().last + failureMs)
            groups << NodeGroup{first, all[node].last, {}};
        groups.last().nodes << node;
        groups.last().last = std::max(groups.last().last, all[node].last);
    }
    return groups;
}

// What is days apart is of other runs, as no clock is wrong by that; one that was never set is wrong by years.
// Empty: it is not so, or there is one group.
QSet<QString> nodesOfLastDay(const QList<SourceReport> &sources)
{
    constexpr qint64 dayMs = 24 * 3600 * 1000, leastMs = 2 * dayMs, mostMs = 365 * dayMs;
    const QMap<QString, Span> all = spans(sources);
    const QList<NodeGroup> groups = nodeGroups(all);
    const auto isDoubtful = [](const Span &span) { return span.isDoubtful; };
    if (groups.size() < 2 || std::any_of(all.cbegin(), all.cend(), isDoubtful))
        return {};
    for (qsizetype i = 1; i < groups.size(); ++i) {
        const qint64 gap = groups[i].first - groups[i - 1].last;
        if (gap < leastMs || gap > mostMs)
            return {};
    }
    return groups.last().nodes;
}

// The nodes whose times may be compared: of those whose logs overlap, the most.
QSet<QString> comparableNodes(const QList<SourceReport> &sources)
{
    const QMap<QString, Span> all = spans(sources);
    const QList<NodeGroup> groups = nodeGroups(all);
    const auto isDoubtful = [](const Span &span) { return span.isDoubtful; };
    if (groups.size() == 1 && groups.first().nodes.size() == 1 && std::none_of(all.cbegin(), all.cend(), isDoubtful))
        return groups.first().nodes; // no other log says when it was: there is nothing to compare with
    const auto largest = std::max_element(groups.cbegin(), groups.cend(), [](const NodeGroup &a, const NodeGroup &b) {
        return a.nodes.size() < b.nodes.size();
    });
    if (largest == groups.cend() || (largest->nodes.size() == 1 && all.size() > 1))
        return {};
    return largest->nodes;
}

bool namesRule(const QStringList &ids, const QString &id)
{
    return std::any_of(ids.cbegin(), ids.cend(), [&](const QString &one) {
        return one.endsWith(QLatin1Char('*')) ? id.startsWith(QStringView(one).chopped(1)) : id == one;
    });
}

// By its line alone a rule with other known causes is only probable, whatever came first.
void markProbable(DiagnosisAnswer &answer, const QList<FaultRule> &rules)
{
    if (!answer.first)
        return;
    const QList<FaultSighting> all = QList{*answer.first} + answer.causes + answer.consequences;
    const auto mark = [&](FaultSighting &one, bool isOfThis) {
        const FaultRule &rule = rules[one.rule];
        const bool isShown = isOfThis && std::any_of(all.cbegin(), all.cend(), [&](const FaultSighting &other) {
            return namesRule(rule.shownBy, rules[other.rule].id);
        });
        one.isProbable = !rule.others.isEmpty() && !isShown;
    };
    mark(*answer.first, true);
    for (FaultSighting &one : answer.causes)
        mark(one, true);
    for (FaultSighting &one : answer.earlier)
        mark(one, false);
    for (FaultSighting &one : answer.others)
        mark(one, false);
    answer.isCertain = answer.isCertain && !answer.first->isProbable;
}

// One look at what was found.
class Judgement
{
public:
    Judgement(const QList<FaultRule> &rules, const QList<SourceReport> &sources,
              const QHash<std::pair<int, int>, QList<FaultSighting>> &sightings)
        : m_rules(rules)
        , m_comparable(comparableNodes(sources))
    {
        m_answer.sources = sources;
        // Without a cause of its own the last failure may have that of a node whose clock is wrong all the same.
        const QSet<QString> ofLastDay = nodesOfLastDay(sources);
        for (const QList<FaultSighting> &runs : sightings) {
            const bool tells = std::any_of(runs.cbegin(), runs.cend(), [&](const FaultSighting &one) {
                return one.program.isEmpty() && m_rules[one.rule].role == FaultRole::Cause && isGraver(one)
                    && ofLastDay.contains(source(one).node);
            });
            for (const SourceReport &report : sources) {
                if (tells)
                    m_comparable << report.node;
            }
        }
        const bool isOneNode = std::all_of(sources.cbegin(), sources.cend(),
                                           [&](const SourceReport &one) { return one.node == sources.first().node; });
        for (SourceReport &source : m_answer.sources)
            source.isComparable = !source.isZoneUnknown
                && (m_comparable.contains(source.node) || (isOneNode && !source.wasSetBack));
        for (const QList<FaultSighting> &runs : sightings) {
            for (const FaultSighting &one : runs)
                (one.program.isEmpty() ? m_all : m_ofOthers) << one;
        }
        if (m_all.isEmpty())             // nothing else is there: better than no answer
            m_all.swap(m_ofOthers);
    }

    DiagnosisAnswer make()
    {
        const QList<FaultSighting> own = lastFailure();
        QList<FaultSighting> causes, rest;
        for (const FaultSighting &one : own)
            (isAside(one, own) ? m_answer.others : isCause(one, own) ? causes : rest) << one;
        const bool hasCause = !causes.isEmpty();
        for (const FaultSighting &one : ofOthersMeanwhile(own)) // a pod's name need not show that it is the service's
            (one.isSpokenOf && !hasCause ? causes : m_answer.others) << one;
        sort(m_answer.others);
        sort(causes);
        sortBySpeech(rest);
        m_answer.notes << sourceNotes(m_answer.sources, !m_comparable.isEmpty());
        m_own = causes + rest;
        const std::optional<FaultSighting> earliest = !causes.isEmpty() ? std::optional(causes.first())
            : !rest.isEmpty()                                           ? std::optional(rest.first())
                                                                        : std::nullopt;
        const std::optional<FaultSighting> death = earliest ? deathBefore(*earliest) : std::nullopt;
        m_stopped = earliest ? stoppedBefore(death.value_or(*earliest)) : nullptr;
        if (m_stopped)
            m_answer.stopped = m_stopped->node;
        m_answer.isCause = !causes.isEmpty() && !death && !m_stopped;
        if (death) {
            m_answer.first = death;
            rest.removeOne(*death);
        } else if (!causes.isEmpty())
            m_answer.first = causes.takeFirst();
        else if (!rest.isEmpty())
            m_answer.first = rest.takeFirst();
        if (!m_answer.first) {
            noteOnlyRaised();
            return m_answer;
        }
        m_answer.causes = causes;
        m_answer.consequences = rest;
        for (FaultSighting &one : m_earlier) {
            if (m_rules[one.rule].role == FaultRole::Cause && !isOfRequest(one))
                m_answer.earlier << one;
        }
        sort(m_answer.earlier);
        sayWhatIsDoubtful();
        return m_answer;
    }

private:
    const SourceReport &source(const FaultSighting &one) const { return m_answer.sources[one.source]; }
    bool isTimed(const FaultSighting &one) const { return one.time && source(one).isComparable; }
    bool isGraver(const FaultSighting &one) const { return isGrave(m_rules[one.rule], one); }
    bool isOfRequest(const FaultSighting &one) const { return m_rules[one.rule].ofRequest == FaultOfRequest::Always; }
    static qint64 lastMs(const FaultSighting &one) { return (one.last ? one.last : one.time)->ms; }
    // Between these it was said, as far as its log tells.
    static constexpr qint64 never = std::numeric_limits<qint64>::max() / 2;
    static qint64 earliestMs(const FaultSighting &one) { return one.isBefore ? -never : one.time->ms; }
    static qint64 latestMs(const FaultSighting &one)
    {
        return !one.isAfter ? one.time->ms : one.until ? std::max(one.until->ms, one.time->ms) : never;
    }
    bool isSameNode(const FaultSighting &a, const FaultSighting &b) const { return source(a).node == source(b).node; }

    // Nobody knows to ten minutes when it was said. What ends a log that another one of its node goes on after was said
    // by the time of that.
    bool isWide(const FaultSighting &one) const
    {
        if (latestMs(one) - one.time->ms <= failureRunMs)
            return false;
        return one.until
            || std::none_of(m_answer.sources.cbegin(), m_answer.sources.cend(), [&](const SourceReport &other) {
                   return &other != &source(one) && other.node == source(one).node && other.isComparable && other.last
                       && other.last->ms > one.time->ms + failureRunMs;
               });
    }
    // Where it stands among the failures: as late as something else that it may belong to.
    qint64 placedMs(const FaultSighting &one) const
    {
        if (!isWide(one))
            return one.time->ms;
        const auto after = std::upper_bound(m_moments.cbegin(), m_moments.cend(), latestMs(one));
        return after == m_moments.cbegin() ? one.time->ms : std::max(one.time->ms, *std::prev(after));
    }

    // A service that got ready again, after its node had failed and before it did so once more; or that was started
    // again, of which only its own log tells that it had failed.
    struct Restart
    {
        int source = -1;
        qint64 line = 0, ms = 0;
        bool isStart = false;
    };
    bool isAfter(const FaultSighting &one, const Restart &restart) const
    {
        return one.source == restart.source ? one.line > restart.line : placedMs(one) >= restart.ms;
    }
    QList<Restart> restarts(const QList<FaultSighting> &timed) const
    {
        QList<Restart> all;
        for (qsizetype i = 0; i < m_answer.sources.size(); ++i) {
            const SourceReport &report = m_answer.sources[i];
            QList<Restart> its;
            for (const QList<ServiceReady> *list : {&report.ready, &report.starts}) {
                for (const ServiceReady &one : *list) {
                    if (const std::optional<LogTime> &time = one.below ? one.below : one.time)
                        its << Restart{int(i), one.line, time->ms, list == &report.starts};
                }
            }
            for (const Restart &restart : std::as_const(its)) {
                if (!report.isComparable)
                    continue;
                bool hasFailed = false, failsAgain = false;
                for (const FaultSighting &one : timed) {
                    if (source(one).node != report.node || !one.program.isEmpty() || !isGraver(one))
                        continue;
                    if (isAfter(one, restart))
                        failsAgain = true;
                    else if (m_rules[one.rule].severity != FaultSeverity::Fatal) // no start mends a device
                        hasFailed = hasFailed || mayHaveEnded(one, restart);
                }
                if (hasFailed && failsAgain)
                    all << restart;
            }
        }
        return all;
    }
    // What a node's other log says need not be of the service that got ready, but for one that had been ready before,
    // or that began later.
    bool mayHaveEnded(const FaultSighting &one, const Restart &restart) const
    {
        const SourceReport &report = m_answer.sources[restart.source];
        if (restart.isStart)
            return one.source == restart.source;
        return one.source == restart.source || (report.first && report.first->ms >= one.time->ms)
            || std::any_of(report.ready.cbegin(), report.ready.cend(), [&](const ServiceReady &before) {
                   return before.line < restart.line && before.time && before.time->ms <= one.time->ms;
               });
    }

    // The failure that came last, with everything whose time cannot be told; the others go to m_earlier.
    QList<FaultSighting> lastFailure()
    {
        QList<FaultSighting> timed, requests, own;
        for (const FaultSighting &one : m_all)
            (!isTimed(one) ? own : isOfRequest(one) ? requests : timed) << one;
        const bool isOnlyHints = std::all_of(timed.cbegin(), timed.cend(), [&](const FaultSighting &one) {
            return m_rules[one.rule].role == FaultRole::Hint;
        });
        if (isOnlyHints)
            timed += std::exchange(requests, {});
        for (const FaultSighting &one : std::as_const(timed)) {
            if (m_rules[one.rule].role != FaultRole::Hint)
                m_moments << one.time->ms;
        }
        std::sort(m_moments.begin(), m_moments.end());
        const QList<Restart> allRestarts = restarts(timed);
        struct Placed
        {
            qsizetype after = 0;         // so many restarts
            qint64 ms = 0;
            FaultSighting one;
        };
        QList<Placed> order;
        for (const FaultSighting &one : std::as_const(timed))
            order << Placed{std::count_if(allRestarts.cbegin(), allRestarts.cend(),
                                          [&](const Restart &restart) { return isAfter(one, restart); }),
                            placedMs(one), one};
        std::sort(order.begin(), order.end(), [](const Placed &a, const Placed &b) {
            return std::tuple(a.after, a.ms, a.one.line) < std::tuple(b.after, b.ms, b.one.line);
        });
        QList<QList<FaultSighting>> failures;
        qsizetype restart = 0;
        qint64 until = 0;
        for (const auto &[after, ms, one] : std::as_const(order)) {
            if (failures.isEmpty() || after != restart || ms > until + failureMs)
                failures << QList<FaultSighting>();
            restart = after;
            failures.last() << one;
            until = std::max({failures.last().size() == 1 ? ms : until, ms, one.last ? one.last->ms : ms});
        }
        // What healthy services say, too, is no failure of its own.
        while (failures.size() > 1
               && std::none_of(failures.last().cbegin(), failures.last().cend(),
                               [&](const FaultSighting &one) { return m_rules[one.rule].role != FaultRole::Hint; }))
            failures.removeLast();
        if (!failures.isEmpty()) {
            const QList<FaultSighting> last = failures.takeLast();
            own += last;
            for (const FaultSighting &one : std::as_const(requests)) {
                const bool isNear = std::any_of(last.cbegin(), last.cend(), [&](const FaultSighting &other) {
                    return lastMs(one) >= other.time->ms - failureMs && one.time->ms <= lastMs(other) + failureMs;
                });
                if (isNear)
                    own << one;
            }
        }
        for (const QList<FaultSighting> &failure : failures)
            m_earlier += failure;
        return own;
    }

    // The service went on for more than ten minutes after it was said for the first time, until a cause came.
    bool wasSurvived(const FaultSighting &one, const QList<FaultSighting> &all) const
    {
        bool isFollowed = false;
        for (const FaultSighting &other : all) {
            if (!isGraver(other) || m_rules[other.rule].role != FaultRole::Cause || !isTimed(other)
                || other.time->ms < one.time->ms)
                continue;
            if (other.time->ms <= one.time->ms + failureRunMs)
                return false;
            isFollowed = true;
        }
        return isFollowed;
    }

    // It need not concern the service, something graver is there, and nothing shows that it does.
    bool isAside(const FaultSighting &one, const QList<FaultSighting> &all) const
    {
        if (one.isEngines)
            return false;
        if (isOfRequest(one))
            return std::any_of(all.cbegin(), all.cend(), [&](const FaultSighting &other) { return isGraver(other); });
        const FaultRule &rule = m_rules[one.rule];
        if (one.isOfLogin && std::any_of(all.cbegin(), all.cend(), [&](const FaultSighting &other) {
                return !other.isOfLogin && isGraver(other) && m_rules[other.rule].role == FaultRole::Cause
                    && m_rules[other.rule].id != "memory.oom-killer"_L1; // may be the line before this one
            }))
            return true;
        const auto isSurvived = [&](const FaultSighting &other) {
            return other.isPassing && other.rule == one.rule && other.source == one.source && isTimed(other)
                && other.line <= one.line && wasSurvived(other, all);
        };
        if (one.isPassing && rule.role == FaultRole::Cause && std::any_of(all.cbegin(), all.cend(), isSurvived))
            return true;
        const auto has = [&](const QStringList &ids, bool asCause) {
            return std::any_of(all.cbegin(), all.cend(), [&](const FaultSighting &other) {
                const FaultRule &its = m_rules[other.rule];
                return namesRule(ids, its.id) && (!asCause || its.role == FaultRole::Cause);
            });
        };
        return has(rule.yields, true) && !has(rule.unless, false);
    }

    // What other programs said while it failed.
    QList<FaultSighting> ofOthersMeanwhile(const QList<FaultSighting> &own) const
    {
        qint64 from = std::numeric_limits<qint64>::max(), until = std::numeric_limits<qint64>::min();
        for (const FaultSighting &one : own) {
            if (isTimed(one)) {
                from = std::min(from, one.time->ms);
                until = std::max({until, one.time->ms, one.last ? one.last->ms : one.time->ms});
            }
        }
        QList<FaultSighting> meanwhile;
        for (const FaultSighting &one : m_ofOthers) {
            const bool isApart = isTimed(one) && from <= until
                && ((one.last ? one.last : one.time)->ms < from - failureMs || one.time->ms > until + failureRunMs);
            if (m_rules[one.rule].role == FaultRole::Cause && !isApart)
                meanwhile << one;
        }
        return meanwhile;
    }

    // So much later something may be told that came before: clocks differ a little, and what a node's logs say is
    // written a moment late; in one log what comes much later is of another start.
    qint64 toldLaterMs(const FaultSighting &one, const FaultSighting &other) const
    {
        return one.source == other.source ? slackMs(one, other) : isSameNode(one, other) ? clockMs : failureRunMs;
    }
    // It is of a cause's rule, and nothing is there that it follows from.
    bool isCause(const FaultSighting &one, const QList<FaultSighting> &all) const
    {
        const FaultRule &rule = m_rules[one.rule];
        if (rule.role != FaultRole::Cause)
            return false;
        return std::none_of(all.cbegin(), all.cend(), [&](const FaultSighting &other) {
            if (other.rule == one.rule || !namesRule(rule.follows, m_rules[other.rule].id))
                return false;
            return !(isTimed(one) && isTimed(other)) || earliestMs(other) <= latestMs(one) + toldLaterMs(one, other);
        });
    }

    // The engine ended, or something says only that what it stands on failed.
    bool isDeath(const FaultSighting &one) const
    {
        const FaultRule &rule = m_rules[one.rule];
        return (rule.role == FaultRole::Echo || rule.id == "memory.killed"_L1) && isGraver(one)
            && one.program.isEmpty();
    }
    bool hasOnNode(const FaultSighting &one, auto &&isMeant) const
    {
        return std::any_of(m_own.cbegin(), m_own.cend(), [&](const FaultSighting &other) {
            return isSameNode(one, other) && isMeant(other);
        });
    }
    // It waited for another rank: that is what connects nodes.
    bool isConsequence(const FaultSighting &one) const
    {
        return m_rules[one.rule].role == FaultRole::Consequence && !isDeath(one);
    }

    // An engine that ended, and nothing on its node says until then why.
    bool isUnexplainedDeath(const FaultSighting &one, const FaultSighting &cause) const
    {
        if (!isDeath(one) || !isTimed(one) || !isTimed(cause))
            return false;
        return !hasOnNode(one, [&](const FaultSighting &other) {
            const FaultRule &its = m_rules[other.rule]; // that a process is gone says no more than this
            return (isConsequence(other) || (its.role == FaultRole::Cause && its.id != "container.process-gone"_L1))
                && !isOfRequest(other) && !other.isPassing
                && (!isTimed(other) || earliestMs(other) <= latestMs(one) + slackMs(other, one));
        });
    }
    // It ended soon after it: what a host's memory lacked need not have been the service's before that.
    bool endedBy(const FaultSighting &end, const FaultSighting &cause) const
    {
        if (!isDeath(end) || end.rule == cause.rule || !isTimed(end) || !isTimed(cause))
            return false;
        return latestMs(end) >= earliestMs(cause) - clockMs && earliestMs(end) <= latestMs(cause) + startMs;
    }
    // What stands in one log stands in its order; a node's logs have one clock, and are written a little late.
    qint64 slackMs(const FaultSighting &a, const FaultSighting &b) const
    {
        constexpr qint64 flushMs = 5000;
        return isSameNode(a, b) ? flushMs : clockMs;
    }
    // The first of them, certainly before the cause.
    std::optional<FaultSighting> deathBefore(const FaultSighting &cause) const
    {
        std::optional<FaultSighting> first;
        for (const FaultSighting &one : m_own) {
            if (isUnexplainedDeath(one, cause) && latestMs(one) + slackMs(one, cause) < earliestMs(cause)
                && (!first || one.time->ms < first->time->ms))
                first = one;
        }
        return first;
    }

    // It tells of a process of another node that did not answer any more, whatever ended that.
    bool isOfPeer(const FaultSighting &one) const
    {
        const QStringList lost{u"hccl.root-unreachable"_s, u"hccl.roce-retry"_s,    u"mindie.pd-link"_s,
                               u"mindie.pull-kv"_s,        u"mooncake.connect"_s,   u"mooncake.peer-missing"_s,
                               u"mooncake.transfer"_s,     u"vllm.proxy-decoder"_s, u"vllm.gloo-mesh"_s};
        return isConsequence(one) || namesRule(lost, m_rules[one.rule].id);
    }
    // The log of a service that was shut down before it, though nothing had failed on that node, and was not started
    // again: what waited for it tells so, and what is left of it is killed. nullptr: there is none.
    const SourceReport *stoppedBefore(const FaultSighting &one) const
    {
        if (!isTimed(one))
            return nullptr;
        const qint64 toldMs = std::min(latestMs(one), one.time->ms + clockMs);
        const SourceReport *first = nullptr;
        for (const SourceReport &report : m_answer.sources) {
            const bool isItsOwn = report.node == source(one).node;
            if (!report.stopped || !report.isComparable || !(isOfPeer(one) || (isItsOwn && isDeath(one)))
                || (!report.ready.isEmpty() && report.ready.last().line > report.stopBegan))
                continue;
            const qint64 ms = report.stopped->ms;
            const bool isLater = &source(one) == &report ? one.line > report.stopBegan : ms <= toldMs + tickMs;
            if (isLater && toldMs <= ms + failureMs && !hadFailed(report) && (!first || ms < first->stopped->ms))
                first = &report;
        }
        return first;
    }
    // As above, where the log does not say when that was: MindIE's own line has no time.
    const SourceReport *stoppedAtSomeTime(const FaultSighting &one) const
    {
        for (const SourceReport &report : m_answer.sources) {
            const bool isAgain = (!report.ready.isEmpty() && report.ready.last().line > report.stopBegan)
                || (!report.starts.isEmpty() && report.starts.last().line > report.stopBegan);
            const bool isLater = report.stopAbove && report.isComparable && isTimed(one)
                && report.stopAbove->ms > latestMs(one) + tickMs;
            if (report.stopLine > 0 && !report.stopped && report.node != source(one).node && isOfPeer(one) && !isAgain
                && !isLater && !hadFailed(report))
                return &report;
        }
        return nullptr;
    }
    // Something on its node failed before it was shut down: known to a rule, or in a traceback since it was ready.
    bool hadFailed(const SourceReport &stopped) const
    {
        const qint64 ready = stopped.ready.isEmpty() ? 0 : stopped.ready.last().line;
        return std::any_of(m_own.cbegin(), m_own.cend(),
                           [&](const FaultSighting &other) {
                               if (source(other).node != stopped.node || !isGraver(other))
                                   return false;
                               return &source(other) == &stopped
                                   ? other.line < stopped.stopBegan
                                   : !isTimed(other) || !stopped.stopped || earliestMs(other) <= stopped.stopped->ms;
                           })
            || std::any_of(stopped.exceptions.cbegin(), stopped.exceptions.cend(), [&](const RaisedException &one) {
                   return one.line > ready && one.line < stopped.stopBegan;
               });
    }

    // Nodes on which something failed that no line connects with the cause: long after it (soon, where a port or a disk
    // need not have been the service's), or on another node than that.
    QStringList unconnectedNodes(const FaultSighting &cause) const
    {
        const bool mayBeOfAnyone = m_rules[cause.rule].anyone && !hasOnNode(cause, [&](const FaultSighting &other) {
            return other.rule != cause.rule && isGraver(other);
        });
        const bool needNotEnd = m_rules[cause.rule].anyone
            && !hasOnNode(cause, [&](const FaultSighting &other) { return endedBy(other, cause); });
        QStringList nodes;
        for (const FaultSighting &one : m_own) {
            const FaultRule &rule = m_rules[one.rule];
            const bool isElsewhere = !isSameNode(one, cause), isEnd = isDeath(one);
            if (one.rule == cause.rule || !isGraver(one) || !isTimed(one) || !isTimed(cause)
                || !(isEnd || (isElsewhere && rule.role == FaultRole::Cause))
                || namesRule(rule.follows, m_rules[cause.rule].id) || nodes.contains(source(one).node)
                || hasOnNode(one, [this](const FaultSighting &other) { return isConsequence(other); }))
                continue;
            if (one.time->ms - std::max(lastMs(cause), latestMs(cause))
                    > (isEnd && !isElsewhere && needNotEnd ? startMs : failureRunMs)
                || (isEnd && isElsewhere && mayBeOfAnyone))
                nodes << source(one).node;
        }
        return nodes;
    }

    // How long before it something was told that should have come after it.
    qint64 toldBeforeMs(const FaultSighting &cause) const
    {
        qint64 longest = 0;
        for (const FaultSighting &one : m_answer.consequences) {
            if (m_rules[one.rule].role != FaultRole::Hint && isGraver(one) && isTimed(one) && isTimed(cause))
                longest = std::max(longest, earliestMs(cause) - latestMs(one));
        }
        return longest;
    }

    // What came first, first. Within one log that is the order of its lines; between logs it is the time, where it can
    // be compared; what cannot be compared goes first only where it is graver than the first that can.
    void sort(QList<FaultSighting> &list) const
    {
        const auto severity = [&](const FaultSighting &one) { return int(m_rules[one.rule].severity); };
        const auto isLineBefore = [](const FaultSighting &a, const FaultSighting &b) {
            return std::pair(a.source, a.line) < std::pair(b.source, b.line);
        };
        std::sort(list.begin(), list.end(), isLineBefore);
        if (list.isEmpty() || list.first().source == list.last().source)
            return;
        QList<FaultSighting> timed, others;
        for (const FaultSighting &one : std::as_const(list))
            (isTimed(one) ? timed : others) << one;
        std::stable_sort(timed.begin(), timed.end(),
                         [](const FaultSighting &a, const FaultSighting &b) { return a.time->ms < b.time->ms; });
        // Of each log's first those that may have been the first of all: of them the gravest.
        QList<qsizetype> firsts;
        QSet<int> logs;
        qint64 surely = never;           // one of them was said by then
        for (qsizetype i = 0; i < timed.size(); ++i) {
            if (logs.contains(timed[i].source))
                continue;
            logs << timed[i].source;
            firsts << i;
            surely = std::min(surely, latestMs(timed[i]));
        }
        qsizetype gravest = 0;
        for (const qsizetype i : std::as_const(firsts)) {
            if (earliestMs(timed[i]) <= surely && severity(timed[i]) < severity(timed[gravest]))
                gravest = i;
        }
        if (gravest > 0)
            timed.move(gravest, 0);
        std::stable_sort(others.begin(), others.end(),
                         [&](const FaultSighting &a, const FaultSighting &b) { return severity(a) < severity(b); });
        const bool isGraver
            = !others.isEmpty() && (timed.isEmpty() || severity(others.first()) < severity(timed.first()));
        list = isGraver ? others + timed : timed + others;
    }

    void sortBySpeech(QList<FaultSighting> &list) const
    {
        sort(list);
        std::stable_sort(list.begin(), list.end(),
                         [&](const FaultSighting &a, const FaultSighting &b) { return spoken(a) < spoken(b); });
    }
    // A consequence says more than a hint, a hint more than an echo.
    int spoken(const FaultSighting &one) const { return int(m_rules[one.rule].role); }
    void noteOthers()
    {
        const FaultSighting &first = *m_answer.first;
        if (!first.program.isEmpty())
            m_answer.notes << DiagnosisText::tr("It is of %1, another program than the service's: it may have to do "
                                                "with a failure of the service, or not.")
                                  .arg(first.program);
        QStringList places, passed;
        for (const FaultSighting &one : std::as_const(m_answer.others)) {
            const QString whose = one.program.isEmpty() ? QString() : one.program + u": "_s;
            (one.program.isEmpty() && (isOfRequest(one) || one.isPassing) ? passed : places)
                << u"%1%2 (%3:%4)"_s.arg(whose, m_rules[one.rule].id, source(one).file).arg(one.line);
        }
        if (!passed.isEmpty())
            m_answer.notes << DiagnosisText::tr("This is not taken for the cause, as it is of single requests or the "
                                                "service went on after it: %1.")
                                  .arg(nameList(passed));
        if (!places.isEmpty())
            m_answer.notes << DiagnosisText::tr("This failed meanwhile, too, and is not of the service: %1. It may "
                                                "have to do with the failure, or not.")
                                  .arg(nameList(places));
    }

    void sayWhatIsDoubtful()
    {
        noteOthers();
        if (!m_answer.isCause) {
            QStringList later;
            for (const FaultSighting &one : std::as_const(m_answer.causes)) {
                if (!later.contains(m_rules[one.rule].id))
                    later << m_rules[one.rule].id;
            }
            if (!later.isEmpty())
                m_answer.notes << DiagnosisText::tr("What could be a cause came later than this, as far as the times "
                                                    "tell: %1. It may follow from this, or have nothing to do with it.")
                                      .arg(nameList(later));
            if (!m_stopped && !stoppedAtSomeTime(*m_answer.first))
                noteSilence();
            m_answer.notes << whyNoCause();
        }
        const FaultSighting &first = *m_answer.first;
        const bool isOpen
            = std::any_of(m_answer.causes.cbegin(), m_answer.causes.cend(), [&](const FaultSighting &one) {
                  return one.source == first.source ? source(one).wasSetBack
                                                    : !isTimed(one) || !isTimed(first)
                          || latestMs(first) + (isSameNode(one, first) ? 0 : tickMs) >= earliestMs(one);
              })
            || std::any_of(m_own.cbegin(), m_own.cend(), [&](const FaultSighting &one) {
                  return !isSameNode(one, first) && isUnexplainedDeath(one, first)
                      && latestMs(first) > earliestMs(one) + clockMs;
              });
        m_answer.isCertain = m_answer.isCause && !isOpen && first.program.isEmpty();
        const bool isOnceReady = m_rules[first.rule].ofRequest == FaultOfRequest::OnceReady;
        if (m_answer.isCause && isOfRequest(first))
            m_answer.notes << DiagnosisText::tr("This is of one request, which was refused: no service ends by it.");
        else if (m_answer.isCause && isBriefLoss(first)) {
            m_answer.isCertain = false;
            m_answer.notes << DiagnosisText::tr("The link came up again within a minute: this need not have ended "
                                                "anything.");
        } else if (m_answer.isCause && first.isPassing
                   && (isOnceReady
                       || std::any_of(m_answer.consequences.cbegin(), m_answer.consequences.cend(),
                                      [&](const FaultSighting &one) { return isGraver(one); }))) {
            m_answer.isCertain = false;
            m_answer.notes << DiagnosisText::tr("The service may have gone on after this: it is a warning, or what one "
                                                "request met.");
        }
        if (m_answer.isCause)
            noteConnection();
        noteServing();
        noteGuessedZone();
        if (isOpen && m_answer.isCause)
            m_answer.notes << DiagnosisText::tr("Which of the causes came first cannot be told for sure, as not all "
                                                "times can be compared.");
    }

    // A link that came up again at once, and did not go down once more.
    bool isBriefLoss(const FaultSighting &one) const
    {
        return one.isPassing && m_rules[one.rule].id == "hardware.link-down"_L1
            && std::none_of(m_answer.causes.cbegin(), m_answer.causes.cend(), [&](const FaultSighting &other) {
                   return other.rule == one.rule && other.source == one.source && !other.isPassing;
               });
    }

    QString whyNoCause() const
    {
        if (m_stopped)
            return DiagnosisText::tr("The service of %1 was shut down at %2 (%3:%4), and nothing had failed there "
                                     "before: most likely this follows from that.")
                .arg(m_stopped->node, timeText(m_stopped->stopped), m_stopped->file)
                .arg(m_stopped->stopBegan);
        if (const QString raised = raisedNote(); !raised.isEmpty())
            return raised;
        if (const SourceReport *const stopped = stoppedAtSomeTime(*m_answer.first))
            return DiagnosisText::tr("The service of %1 was told to stop (%2:%3), and nothing had failed there before; "
                                     "the log does not say when. If that came first, this follows from it.")
                .arg(stopped->node, stopped->file)
                .arg(stopped->stopBegan);
        if (m_rules[m_answer.first->rule].role == FaultRole::Hint)
            return DiagnosisText::tr("Services that work say this, too: it need not be a failure. If one failed, its "
                                     "cause is not in these logs. Add the logs of the other nodes, and plog and dmesg "
                                     "of each.");
        return DiagnosisText::tr("What was found is usually a consequence; its cause is not in these logs. Add the "
                                 "logs of the other nodes, and plog and dmesg of each.");
    }

    // Of two lines only one names its zone, or has a clock that does.
    void noteGuessedZone()
    {
        constexpr qint64 widestMs = 26 * 3600 * 1000LL; // from -12:00 to +14:00
        const FaultSighting &first = *m_answer.first;
        QStringList files;
        for (const QList<FaultSighting> *list : {&m_own, &m_earlier}) {
            for (const FaultSighting &one : *list) {
                if (one.isZoneGuessed == first.isZoneGuessed || one.source == first.source || !isGraver(one)
                    || !isTimed(one) || !isTimed(first) || std::abs(one.time->ms - first.time->ms) > widestMs)
                    continue;
                const QString &file = source(one.isZoneGuessed ? one : first).file;
                if (!files.contains(file))
                    files << file;
            }
        }
        if (files.isEmpty())
            return;
        m_answer.isCertain = false;
        m_answer.notes << DiagnosisText::tr("What came first rests on a guess: %1 names no time zone, and a "
                                            "container's clock need not show its node's. `date +%z` in both tells; "
                                            "`docker logs -t` gives a container's lines with their zone.")
                              .arg(nameList(files));
    }

    static bool hasBetween(const QList<ServiceReady> &list, const FaultSighting &a, const FaultSighting &b)
    {
        return std::any_of(list.cbegin(), list.cend(),
                           [&](const ServiceReady &one) { return a.line < one.line && one.line < b.line; });
    }

    // What was told in an order that cannot be, or need not have to do with the cause.
    void noteConnection()
    {
        constexpr qint64 second = 1000;
        const FaultSighting &first = *m_answer.first;
        const auto doubt = [this](const QString &why) {
            m_answer.isCertain = false;
            m_answer.notes << why;
        };
        if (const QStringList nodes = unconnectedNodes(first); !nodes.isEmpty())
            doubt(DiagnosisText::tr("No line connects this with what failed later on %1: that may have another cause, "
                                    "which is not in these logs.")
                      .arg(nameList(nodes)));
        if (const qint64 before = toldBeforeMs(first); before > clockMs)
            doubt(DiagnosisText::tr("What should follow from this was told %1 s before it: the clocks differ, or it "
                                    "has another cause.")
                      .arg(before / second));
        const QByteArray text = first.text.toUtf8();
        const QByteArrayView ended = processEnded(text);
        const QStringList ends{u"memory.host-oom"_s, u"memory.container-oom"_s, u"memory.oom-killer"_s,
                               u"host.segfault"_s};
        if (first.isOfLogin)
            doubt(DiagnosisText::tr("The %1 that the kernel ended was of a login session, not of a container: it may "
                                    "be somebody's own program, and the service may have another fault.")
                      .arg(logText(ended)));
        else if (namesRule(ends, m_rules[first.rule].id) && isAnyonesProcess(ended)
            && !hasOnNode(first, [&](const FaultSighting &other) {
                   return endedBy(other, first) && !hasOnNode(first, [&](const FaultSighting &why) {
                       return m_rules[why.rule].role == FaultRole::Cause && isGraver(why) && isTimed(why)
                           && !namesRule(ends, m_rules[why.rule].id) && earliestMs(why) <= latestMs(other) + clockMs;
                   });
               }))
            doubt(DiagnosisText::tr("Any program in Python may be the %1 that the kernel ended; nothing on this node "
                                    "shows that it was the service's.")
                      .arg(logText(ended)));
        noteWork(doubt);
        noteRaisedBefore(doubt);
        noteRaisedSince(doubt);
        const bool isAlone = std::none_of(m_own.cbegin(), m_own.cend(), [&](const FaultSighting &other) {
            return other.rule != first.rule && isGraver(other);
        });
        QStringList earlier;
        for (const FaultSighting &one : std::as_const(m_answer.earlier)) {
            const bool isOfStartBefore = one.source == first.source && hasBetween(source(first).starts, one, first);
            if (isGraver(one) && !isOfStartBefore && !earlier.contains(m_rules[one.rule].id))
                earlier << m_rules[one.rule].id;
        }
        if (isAlone && !earlier.isEmpty())
            doubt(DiagnosisText::tr("Nothing failed by this, as far as the logs tell. A failure before it had another "
                                    "cause: %1.")
                      .arg(nameList(earlier)));
    }

    // The service of its node worked on, and nothing else of it failed until then.
    void noteWork(const auto &doubt)
    {
        const FaultSighting &first = *m_answer.first;
        if (!isTimed(first))
            return;
        std::optional<LogTime> answered;
        for (const SourceReport &report : std::as_const(m_answer.sources)) {
            const bool isNews = report.node == source(first).node && report.isComparable && report.answered
                && report.answered->ms > lastMs(first) + failureRunMs && report.answered->ms > latestMs(first)
                && (!answered || report.answered->ms > answered->ms);
            const bool isOfNextStart = std::any_of(report.ready.cbegin(), report.ready.cend(), [&](const auto &ready) {
                return ready.time && ready.time->ms > first.time->ms;
            });
            if (isNews && !isOfNextStart)
                answered = report.answered;
        }
        if (answered && !hasOnNode(first, [&](const FaultSighting &other) {
                return other.rule != first.rule && isGraver(other) && isTimed(other) && other.time->ms < answered->ms;
            }))
            doubt(DiagnosisText::tr("The service of %1 still worked at %2: it went on after this.")
                      .arg(source(first).node, timeText(answered)));
    }

    // On the node where it began a later start got ready, and nothing failed since, nor was it shut down.
    void noteServing()
    {
        const FaultSighting &first = *m_answer.first;
        if (!first.program.isEmpty() || !isGraver(first))
            return;
        const QList<FaultSighting> all = QList{first} + m_answer.causes + m_answer.consequences;
        std::optional<ServiceReady> since;
        for (qsizetype i = 0; i < m_answer.sources.size(); ++i) {
            const SourceReport &report = m_answer.sources[i];
            if (report.node != source(first).node || report.ready.isEmpty() || !report.ready.last().time)
                continue;
            const ServiceReady &ready = report.ready.last();
            if (report.stopLine > ready.line)
                continue;
            const auto isPast = [&](const FaultSighting &one) {
                if (!isGraver(one))
                    return true;
                if (one.source == i)
                    return one.line < ready.line && (!one.last || one.last->ms <= ready.time->ms);
                return isTimed(one) && report.isComparable && lastMs(one) <= ready.time->ms;
            };
            if (std::all_of(all.cbegin(), all.cend(), isPast) && (!since || ready.time->ms > since->time->ms))
                since = ready;
        }
        if (!since)
            return;
        // A time so near is that of the end, not that of a start.
        const auto isNear = [&](const FaultSighting &one) {
            return isGraver(one) && one.time && since->time->ms <= lastMs(one) + startMs;
        };
        const bool isKnown = since->time == since->below || std::none_of(all.cbegin(), all.cend(), isNear);
        m_answer.notes << (isKnown ? DiagnosisText::tr("The service of %1 got ready after this: it has served again "
                                                       "since %2.")
                                         .arg(source(first).node, timeText(since->time))
                                   : DiagnosisText::tr("The service of %1 got ready after this: it has served again.")
                                         .arg(source(first).node));
    }

    // Nothing shows that the service went on after it, or was told to stop before.
    static bool mayHaveEnded(const RaisedException &one, const SourceReport &report)
    {
        const auto isSince = [&](const ServiceReady &begins) { return begins.line > one.line; };
        const bool wentOn = report.answered && one.time && report.answered->ms > one.time->ms;
        const bool wasStopped = report.stopLine > 0 && one.line > report.stopBegan;
        return !wentOn && !wasStopped && std::none_of(report.ready.cbegin(), report.ready.cend(), isSince)
            && std::none_of(report.starts.cbegin(), report.starts.cend(), isSince);
    }

    // No rule knows a line: of what ended each log, the first.
    void noteOnlyRaised()
    {
        const SourceReport *its = nullptr;
        for (const SourceReport &report : std::as_const(m_answer.sources)) {
            if (report.exceptions.isEmpty() || !mayHaveEnded(report.exceptions.last(), report))
                continue;
            const std::optional<LogTime> &time = report.exceptions.last().time;
            if (!its
                || (time && report.isComparable && its->isComparable && its->exceptions.last().time
                    && time->ms < its->exceptions.last().time->ms))
                its = &report;
        }
        if (its)
            m_answer.notes << DiagnosisText::tr("On %1 a traceback ends with \"%2\" (%3:%4), which no rule knows: the "
                                                "service may have failed by that.")
                                  .arg(its->node, its->exceptions.last().text, its->file,
                                       QString::number(its->exceptions.last().line));
    }

    // Another node failed before, by what no rule knows, and nothing says why.
    void noteRaisedBefore(const auto &doubt)
    {
        const FaultSighting &first = *m_answer.first;
        const RaisedException *earliest = nullptr;
        const SourceReport *its = nullptr;
        for (const SourceReport &report : std::as_const(m_answer.sources)) {
            if (report.node == source(first).node || !report.isComparable || !isTimed(first))
                continue;
            for (const RaisedException &one : report.exceptions) {
                if (!one.time || one.time->ms + clockMs >= earliestMs(first)
                    || one.time->ms + failureMs < first.time->ms || (earliest && earliest->time->ms <= one.time->ms)
                    || !mayHaveEnded(one, report))
                    continue;
                const bool isKnown = std::any_of(m_own.cbegin(), m_own.cend(), [&](const FaultSighting &other) {
                    return source(other).node == report.node && isGraver(other) && !isDeath(other)
                        && (!isTimed(other) || earliestMs(other) <= one.time->ms + clockMs);
                });
                if (isKnown)
                    continue;
                earliest = &one;
                its = &report;
            }
        }
        if (earliest)
            doubt(
                DiagnosisText::tr("On %1 a traceback ended with \"%2\" (%3:%4) before this, which no rule knows: that "
                                  "may be the cause.")
                    .arg(its->node, earliest->text, its->file, QString::number(earliest->line)));
    }

    // Its service was started again, and ended by what no rule knows.
    void noteRaisedSince(const auto &doubt)
    {
        const FaultSighting &first = *m_answer.first;
        const SourceReport &report = source(first);
        if (report.starts.isEmpty() || report.exceptions.isEmpty())
            return;
        const qint64 start = report.starts.last().line;
        const RaisedException &last = report.exceptions.last();
        const auto isSince
            = [&](const FaultSighting &one) { return &source(one) == &report && isGraver(one) && one.line > start; };
        const bool wasReady = !report.ready.isEmpty() && report.ready.last().line > start;
        if (first.line < start && start < last.line && !wasReady && mayHaveEnded(last, report)
            && std::none_of(m_own.cbegin(), m_own.cend(), isSince))
            doubt(DiagnosisText::tr("The service of %1 was started again after this and ended with \"%2\" (%3:%4), "
                                    "which no rule knows: that is the last failure.")
                      .arg(report.node, last.text, report.file, QString::number(last.line)));
    }

    // On the exception nearest to the first sign, in its log, else in another one of its node. Empty: there is none.
    QString raisedNote() const
    {
        const RaisedException *nearest = nullptr;
        QString file;
        std::pair<bool, qint64> least;   // elsewhere; lines, or ms
        for (const SourceReport &report : m_answer.sources) {
            for (const RaisedException &one : report.exceptions) {
                const std::optional<std::pair<bool, qint64>> distance = distanceOf(one, report);
                if (!distance || (nearest && *distance >= least))
                    continue;
                nearest = &one;
                file = report.file;
                least = *distance;
            }
        }
        if (!nearest)
            return {};
        return DiagnosisText::tr("The traceback there ends with \"%1\" (%2:%3), which no rule knows: that may be the "
                                 "cause.")
            .arg(nearest->text, file, QString::number(nearest->line));
    }
    // Nothing: it has nothing to do with the first sign.
    std::optional<std::pair<bool, qint64>> distanceOf(const RaisedException &one, const SourceReport &report) const
    {
        const FaultSighting &first = *m_answer.first;
        const bool isSame = &report == &source(first);
        const bool isOrdered = one.time && first.time && (isSame || (report.isComparable && isTimed(first)));
        if (report.node != source(first).node || (!isSame && !isOrdered))
            return std::nullopt;
        const qint64 later = isOrdered ? first.time->ms - one.time->ms : 0;
        // What waited for another rank, or was killed, raises what tells of that.
        const bool isOwn = m_rules[first.rule].role == FaultRole::Consequence && later <= slackMs(first, first);
        const QList<ServiceReady> begins = report.ready + report.starts;
        const bool wasReadyBetween = std::any_of(begins.cbegin(), begins.cend(), [&](const ServiceReady &ready) {
            const bool isAfterFirst = isSame ? ready.line > first.line : ready.time && ready.time->ms > first.time->ms;
            return (ready.line > one.line) != isAfterFirst;
        });
        if (std::abs(later) > failureRunMs || isOwn || wasReadyBetween)
            return std::nullopt;
        return isSame ? std::pair(false, std::max({qint64(0), one.begin - first.line, first.line - one.line}))
                      : std::pair(true, std::abs(later));
    }

    // A node that vanished says nothing: its log ends before the others', or has no line.
    void noteSilence()
    {
        QMap<QString, qint64> last;
        QMap<QString, bool> isEmpty;
        qint64 end = 0;
        for (const SourceReport &one : std::as_const(m_answer.sources)) {
            if (one.isComparable && one.last)
                end = std::max(end, last[one.node] = std::max(last.value(one.node), one.last->ms));
            if (!one.isAnswer)
                isEmpty[one.node] = isEmpty.value(one.node, true) && one.lines == 0 && one.error.isEmpty();
        }
        const QStringList quiet = quietNodes(last);
        QStringList silent;
        for (auto it = last.cbegin(); it != last.cend(); ++it) {
            if (end - it.value() > failureRunMs || quiet.contains(it.key()))
                silent << it.key();
        }
        if (!silent.isEmpty())
            m_answer.notes << DiagnosisText::tr("The logs of %1 end before those of the others. A node that is "
                                                "gone says nothing more: look at it first.")
                                  .arg(nameList(silent));
        if (const QStringList empty = isEmpty.keys(true); !empty.isEmpty() && isConsequence(*m_answer.first))
            m_answer.notes << DiagnosisText::tr("The logs of %1 hold no line, and others waited: look at that node "
                                                "first, and at what its service wrote there.")
                                  .arg(nameList(empty));
    }
    // Those that say nothing of what the others waited for in vain, and nothing since: no more than these are.
    QStringList quietNodes(const QMap<QString, qint64> &last) const
    {
        const FaultSighting &first = *m_answer.first;
        QSet<QString> waiting, told;
        for (const FaultSighting &one : m_own) {
            told << source(one).node;
            if (isConsequence(one))
                waiting << source(one).node;
        }
        QStringList quiet;
        for (auto it = last.cbegin(); it != last.cend(); ++it) {
            if (isTimed(first) && it.value() + clockMs < first.time->ms && !told.contains(it.key()))
                quiet << it.key();
        }
        return isConsequence(first) && quiet.size() <= waiting.size() ? quiet : QStringList();
    }

    const QList<FaultRule> &m_rules;
    QSet<QString> m_comparable;
    QList<FaultSighting> m_all, m_ofOthers, m_earlier;
    QList<FaultSighting> m_own;          // of the last failure, what is not beside it
    QList<qint64> m_moments;             // when something failed, in order
    const SourceReport *m_stopped = nullptr; // of m_answer.stopped
    DiagnosisAnswer m_answer;
};

} // namespace

bool isGrave(const FaultRule &rule, const FaultSighting &one)
{
    return rule.role != FaultRole::Hint && rule.severity != FaultSeverity::Warning
        && rule.ofRequest != FaultOfRequest::Always && !one.isPassing;
}

DiagnosisAnswer judge(const QList<FaultRule> &rules, const QList<SourceReport> &sources,
                      const QHash<std::pair<int, int>, QList<FaultSighting>> &sightings)
{
    DiagnosisAnswer answer = Judgement(rules, sources, sightings).make();
    markProbable(answer, rules);
    return answer;
}
