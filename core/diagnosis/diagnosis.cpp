#include "core/diagnosis/diagnosis.h"

#include "core/base/languages.h"
#include "core/diagnosis/journal.h"
#include "core/diagnosis/loglines.h"
#include "core/diagnosis/speaker.h"
#include "core/diagnosis/usertext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

struct DiagnosisText
{
    ASC_TR_FUNCTIONS(Diagnosis)
};

// The longest HCCL_CONNECT_TIMEOUT of the recipes is 7200 s: so long after its cause a time-out may be told.
constexpr qint64 failureMs = 9000 * 1000;
constexpr qint64 runMs = 10 * 60 * 1000;
constexpr qint64 clockMs = 30 * 1000;     // by which clocks that are set may differ
constexpr qint64 startMs = 60 * 1000;     // no service gets ready sooner
constexpr qsizetype mostRuns = 64; // of one rule and program in one file; what comes after is counted to the last
constexpr qsizetype mostRunsOfAll = 16 * mostRuns; // of other programs; what comes after is not kept
constexpr qsizetype mostServices = 1000;
constexpr qsizetype mostReady = 64;      // of one file
constexpr qsizetype shownBefore = 120, mostShown = 400;
constexpr qsizetype longLine = 32 * 1024; // such a one may come in parts (loglines.h)
constexpr qint64 earliestMs = 1420070400'000; // 2015: before the first Ascend chip; such clocks were never set

QString excerpt(QByteArrayView line, qsizetype at)
{
    const QString text = logText(line);
    if (text.size() <= mostShown)
        return text.trimmed();
    const qsizetype where = logText(line.first(at)).size();
    const qsizetype from = std::clamp<qsizetype>(where - shownBefore, 0, text.size() - mostShown);
    return (from > 0 ? u"…"_s : QString()) + text.mid(from, mostShown).trimmed()
        + (from + mostShown < text.size() ? u"…"_s : QString());
}

// A source's, or a part of its.
template<typename Report>
void widen(Report &report, const std::optional<LogTime> &time)
{
    if (time && (!report.first || time->ms < report.first->ms))
        report.first = time;
    if (time && (!report.last || time->ms > report.last->ms))
        report.last = time;
}

void readInZone(std::optional<LogTime> &time, int zoneMinutes)
{
    if (time && !time->zoneMinutes && zoneMinutes != 0)
        time = LogTime{time->ms - zoneMinutes * 60'000LL, zoneMinutes};
}

QString zoneText(int minutes)            // "+08:00"
{
    const int size = std::abs(minutes);
    return u"%1%2:%3"_s.arg(QChar(minutes < 0 ? u'-' : u'+'))
        .arg(size / 60, 2, 10, QChar(u'0'))
        .arg(size % 60, 2, 10, QChar(u'0'));
}

// What the lines of a node say of their zones.
struct NodeZones
{
    QSet<int> named;                     // minutes east of UTC
    bool hasPlain = false;               // lines that name none

    std::optional<int> only() const { return named.size() == 1 ? std::optional(*named.cbegin()) : std::nullopt; }
};

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

// The nodes whose times may be compared: of those whose logs overlap, the most.
QSet<QString> comparableNodes(const QList<SourceReport> &sources)
{
    const QMap<QString, Span> all = spans(sources);
    struct Group
    {
        qint64 last = 0;
        QSet<QString> nodes;
    };
    QList<std::pair<qint64, QString>> order;
    for (auto it = all.cbegin(); it != all.cend(); ++it) {
        if (!it->isDoubtful && it->isKnown())
            order << std::pair(it->first, it.key());
    }
    std::sort(order.begin(), order.end());
    const auto isDoubtful = [](const Span &span) { return span.isDoubtful; };
    if (order.size() == 1 && std::none_of(all.cbegin(), all.cend(), isDoubtful))
        return {order.first().second}; // no other log says when it was: there is nothing to compare with
    QList<Group> groups;
    for (const auto &[first, node] : order) {
        if (groups.isEmpty() || first > groups.last().last + failureMs)
            groups << Group{all[node].last, {}};
        groups.last().nodes << node;
        groups.last().last = std::max(groups.last().last, all[node].last);
    }
    const auto largest = std::max_element(groups.cbegin(), groups.cend(), [](const Group &a, const Group &b) {
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

// Its words are those of engines and of the NPUs' software, whoever says them.
bool isOfEngines(const FaultRule &rule)
{
    constexpr QLatin1StringView components[]
        = {"acl"_L1, "driver"_L1, "hccl"_L1, "mindie"_L1, "mooncake"_L1, "vllm"_L1};
    return !rule.anyone
        && (!rule.engines.isEmpty()
            || std::find(std::begin(components), std::end(components), rule.component) != std::end(components));
}

// What may happen to any container.
bool isOfContainers(const FaultRule &rule)
{
    return rule.component == "container"_L1 || rule.component == "memory"_L1 || rule.component == "network"_L1
        || rule.component == "host"_L1;
}

// A service may end by it, or ended.
bool isGrave(const FaultRule &rule, const FaultSighting &one)
{
    return rule.role != FaultRole::Hint && rule.severity != FaultSeverity::Warning
        && rule.ofRequest != FaultOfRequest::Always && !one.isPassing;
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

QString nameList(const QStringList &names)
{
    constexpr qsizetype most = 5;
    return names.size() <= most
        ? names.join(u", "_s)
        : DiagnosisText::tr("%1 and %2 more").arg(names.mid(0, most).join(u", "_s)).arg(names.size() - most);
}

// kind: as SourceReport::isNoText has it
QString unpackCommand(const QString &kind, const QString &file)
{
    const bool isTar = file.endsWith(".tgz"_L1) || file.contains(".tar."_L1);
    const QString command = isTar ? u"tar xf"_s
        : kind == "gzip"_L1       ? u"gunzip -k"_s
        : kind == "zip"_L1        ? u"unzip"_s
        : kind == "xz"_L1         ? u"xz -dk"_s
                                  : u"zstd -d"_s;
    const bool isPlain = std::all_of(file.cbegin(), file.cend(), [](QChar c) {
        return c.isLetterOrNumber() || u"/._-+"_s.contains(c);
    });
    return command + u' ' + (isPlain ? file : u'\'' + QString(file).replace(u'\'', "'\\''"_L1) + u'\'');
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
        noteSources();
        m_own = causes + rest;
        const std::optional<FaultSighting> death = causes.isEmpty() ? std::nullopt : deathBefore(causes.first());
        m_answer.isCause = !causes.isEmpty() && !death;
        if (death) {
            m_answer.first = death;
            rest.removeOne(*death);
        } else if (m_answer.isCause)
            m_answer.first = causes.takeFirst();
        else if (!rest.isEmpty())
            m_answer.first = rest.takeFirst();
        if (!m_answer.first)
            return m_answer;
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
        if (latestMs(one) - one.time->ms <= runMs)
            return false;
        return one.until
            || std::none_of(m_answer.sources.cbegin(), m_answer.sources.cend(), [&](const SourceReport &other) {
                   return &other != &source(one) && other.node == source(one).node && other.isComparable && other.last
                       && other.last->ms > one.time->ms + runMs;
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

    // A service that got ready again, after its node had failed and before it did so once more.
    struct Restart
    {
        int source = -1;
        qint64 line = 0, ms = 0;
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
            for (const ServiceReady &ready : report.ready) {
                const std::optional<LogTime> &time = ready.below ? ready.below : ready.time;
                if (!time || !report.isComparable)
                    continue;
                const Restart restart{int(i), ready.line, time->ms};
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
            if (other.time->ms <= one.time->ms + runMs)
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
                && ((one.last ? one.last : one.time)->ms < from - failureMs || one.time->ms > until + runMs);
            if (m_rules[one.rule].role == FaultRole::Cause && !isApart)
                meanwhile << one;
        }
        return meanwhile;
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
            return !(isTimed(one) && isTimed(other))
                || earliestMs(other) <= latestMs(one) + runMs; // clocks differ a little
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
                && (!isTimed(other) || earliestMs(other) <= latestMs(one) + clockMs);
        });
    }
    // The first of them, certainly before the cause.
    std::optional<FaultSighting> deathBefore(const FaultSighting &cause) const
    {
        std::optional<FaultSighting> first;
        for (const FaultSighting &one : m_own) {
            if (isUnexplainedDeath(one, cause) && latestMs(one) + clockMs < earliestMs(cause)
                && (!first || one.time->ms < first->time->ms))
                first = one;
        }
        return first;
    }

    // Nodes on which something failed that no line connects with the cause: long after it, or on another node than that
    // on which a port or a disk need not have been the service's.
    QStringList unconnectedNodes(const FaultSighting &cause) const
    {
        const bool mayBeOfAnyone = m_rules[cause.rule].anyone && !hasOnNode(cause, [&](const FaultSighting &other) {
            return other.rule != cause.rule && isGraver(other);
        });
        QStringList nodes;
        for (const FaultSighting &one : m_own) {
            const FaultRule &rule = m_rules[one.rule];
            const bool isElsewhere = !isSameNode(one, cause), isEnd = isDeath(one);
            if (one.rule == cause.rule || !isGraver(one) || !isTimed(one) || !isTimed(cause)
                || !(isEnd || (isElsewhere && rule.role == FaultRole::Cause))
                || namesRule(rule.follows, m_rules[cause.rule].id) || nodes.contains(source(one).node)
                || hasOnNode(one, [this](const FaultSighting &other) { return isConsequence(other); }))
                continue;
            if (one.time->ms - std::max(lastMs(cause), latestMs(cause)) > runMs
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

    void noteSources()
    {
        QStringList setBack, apart, without, zones;
        QMap<int, QStringList> readIn;   // nodes
        for (const SourceReport &one : std::as_const(m_answer.sources)) {
            if (!one.error.isEmpty())
                m_answer.notes << (one.lines == 0 ? DiagnosisText::tr("%1 could not be read: %2")
                                                   : DiagnosisText::tr("%1 was not read to its end: %2"))
                                      .arg(one.file, one.error);
            if (one.isNoText == "binary"_L1)
                m_answer.notes << DiagnosisText::tr("%1 is no text; only lines with a time in it were looked at.")
                                      .arg(one.file);
            else if (!one.isNoText.isEmpty())
                m_answer.notes << DiagnosisText::tr("%1 is packed; unpack it first: `%2`.")
                                      .arg(one.file, unpackCommand(one.isNoText, one.file));
            if (one.wasSetBack && !setBack.contains(one.file))
                setBack << one.file;
            if (one.isZoneUnknown && !zones.contains(one.node))
                zones << one.node;
            if (one.readIn && !readIn.value(*one.readIn).contains(one.node))
                readIn[*one.readIn] << one.node;
            if (!one.isComparable && !one.wasSetBack && !one.isZoneUnknown && one.first && !apart.contains(one.node))
                apart << one.node;
            if (!one.first && one.lines > 0 && one.isNoText.isEmpty() && !one.isAnswer && !without.contains(one.file))
                without << one.file;
        }
        if (!setBack.isEmpty())
            m_answer.notes << DiagnosisText::tr("The times in %1 go back: the clock was set, or it is several logs in "
                                                "one file. They are not compared with those of other nodes.")
                                  .arg(nameList(setBack));
        if (!apart.isEmpty() && m_comparable.isEmpty())
            m_answer.notes << DiagnosisText::tr("The logs of these nodes are hours apart (%1): their clocks differ, or "
                                                "the files are of different runs. Their times are not compared.")
                                  .arg(nameList(apart));
        else if (!apart.isEmpty())
            m_answer.notes << DiagnosisText::tr("The logs of %1 are hours apart from those of the other nodes: the "
                                                "clock differs, or the files are of another run. Their times are not "
                                                "compared.")
                                  .arg(nameList(apart));
        if (!zones.isEmpty())
            m_answer.notes << DiagnosisText::tr("The lines of %1 name different time zones, or none. The times of logs "
                                                "with lines that name none are not compared.")
                                  .arg(nameList(zones));
        for (auto it = readIn.cbegin(); it != readIn.cend(); ++it)
            m_answer.notes << DiagnosisText::tr("Times without a zone in the logs of %1 are read as %2, which other "
                                                "lines name.")
                                  .arg(nameList(it.value()), zoneText(it.key()));
        if (!without.isEmpty())
            m_answer.notes << DiagnosisText::tr("No time stamps were found in %1.").arg(nameList(without));
    }

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
            noteSilence();
            m_answer.notes << DiagnosisText::tr("What was found is usually a consequence; its cause is not in these "
                                                "logs. Add the logs of the other nodes, and plog and dmesg of each.");
        }
        const FaultSighting &first = *m_answer.first;
        const bool isOpen
            = std::any_of(m_answer.causes.cbegin(), m_answer.causes.cend(), [&](const FaultSighting &one) {
                  return one.source == first.source ? source(one).wasSetBack
                                                    : !isTimed(one) || !isTimed(first)
                          || latestMs(first) >= earliestMs(one);
              })
            || std::any_of(m_own.cbegin(), m_own.cend(), [&](const FaultSighting &one) {
                  return !isSameNode(one, first) && isUnexplainedDeath(one, first)
                      && latestMs(first) > earliestMs(one) + clockMs;
              });
        m_answer.isCertain = m_answer.isCause && !isOpen && first.program.isEmpty();
        const bool isOnceReady = m_rules[first.rule].ofRequest == FaultOfRequest::OnceReady;
        if (m_answer.isCause && isOfRequest(first))
            m_answer.notes << DiagnosisText::tr("This is of one request, which was refused: no service ends by it.");
        else if (m_answer.isCause && first.isPassing
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
        if (isOpen && m_answer.isCause)
            m_answer.notes << DiagnosisText::tr("Which of the causes came first cannot be told for sure, as not all "
                                                "times can be compared.");
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
        const QStringList memory{u"memory.host-oom"_s, u"memory.container-oom"_s, u"memory.oom-killer"_s};
        if (namesRule(memory, m_rules[first.rule].id) && isAnyonesProcess(ended)
            && !hasOnNode(first, [&](const FaultSighting &other) {
                   return isGraver(other) && !namesRule(memory, m_rules[other.rule].id);
               }))
            doubt(DiagnosisText::tr("Any program in Python may be the %1 that the kernel ended; nothing on this node "
                                    "shows that it was the service's.")
                      .arg(logText(ended)));
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

    // A node that vanished says nothing: its log ends before the others'.
    void noteSilence()
    {
        QMap<QString, qint64> last;
        qint64 end = 0;
        for (const SourceReport &one : std::as_const(m_answer.sources)) {
            if (one.isComparable && one.last)
                end = std::max(end, last[one.node] = std::max(last.value(one.node), one.last->ms));
        }
        QStringList silent;
        for (auto it = last.cbegin(); it != last.cend(); ++it) {
            if (end - it.value() > runMs)
                silent << it.key();
        }
        if (!silent.isEmpty())
            m_answer.notes << DiagnosisText::tr("The logs of %1 end before those of the others. A node that is "
                                                "gone says nothing more: look at it first.")
                                  .arg(nameList(silent));
    }

    const QList<FaultRule> &m_rules;
    const QSet<QString> m_comparable;
    QList<FaultSighting> m_all, m_ofOthers, m_earlier;
    QList<FaultSighting> m_own;          // of the last failure, what is not beside it
    QList<qint64> m_moments;             // when something failed, in order
    DiagnosisAnswer m_answer;
};

} // namespace

Diagnosis::Diagnosis(QList<FaultRule> rules)
    : m_rules(std::move(rules))
    , m_matcher(m_rules)
{
}
Diagnosis::~Diagnosis() = default;

void Diagnosis::begin(const LogSource &source)
{
    SourceReport report;
    report.node = source.node;
    report.file = source.file;
    report.isAnswer = source.isAnswer;
    m_sources << report;
    m_stamps << SourceStamps();
    m_time.reset();
    m_firstTime.reset();
    m_openRules.clear();
    m_knowsYear = false;
    m_isReady = false;
    m_linesBefore = source.linesBefore;
    m_began = source.beganMs ? std::optional(LogTime{*source.beganMs, 0, true}) : std::nullopt;
    m_typedLine = 0;
    m_tracebacks = {};
    m_times = std::make_unique<LogTimes>(source.latest);
    m_journal = std::make_unique<JournalReader>(
        [this](QByteArrayView line, qint64 number) { takeLine(line, number); });
    m_lines = std::make_unique<LogLines>(
        [this](QByteArrayView line, qint64 number) { m_journal->read(line, number, m_lines->lineSize()); });
}

void Diagnosis::feed(QByteArrayView piece)
{
    m_lines->feed(piece);
}

void Diagnosis::end(const QString &error)
{
    m_lines->finish();
    m_journal->finish();
    SourceReport &report = m_sources.last();
    report.error = error;
    report.encoding = m_lines->encoding();
    report.isNoText = m_lines->isNoText();
    report.bytes = m_lines->bytes();
    report.lines = m_lines->lines();
    if (!m_firstTime && m_began) {
        m_firstTime = m_began;
        widen(m_stamps.last().zoned, m_began);
    }
    // What was seen before the first stamp has the time of that.
    for (auto it = m_sightings.begin(); it != m_sightings.end(); ++it) {
        for (FaultSighting &one : it.value()) {
            if (it.key().first == int(m_sources.size()) - 1 && !one.time) {
                one.time = one.last = m_firstTime;
                one.isBefore = m_firstTime && m_firstTime != m_began;
            }
        }
    }
}

void Diagnosis::takeLine(QByteArrayView line, qint64 number)
{
    SourceReport &report = m_sources.last();
    // The next part of a line in which a user's text had begun is that user's, too.
    const bool isUnsaid = m_tracebacks.isSource(line) || number == m_typedLine;
    const FaultMatcher::Match match = isUnsaid ? FaultMatcher::Match() : m_matcher.match(line);
    if (line.size() > longLine && userTextAt(line) < line.size())
        m_typedLine = number;
    const std::optional<LogTime> time = m_times->read(line);
    // The words of any message stand in programs, too: in what is no text, a line of a log says its time.
    if (!m_lines->isNoText().isEmpty() && (match.rule < 0 || !time))
        return;
    if (!m_knowsYear && m_times->knowsYear() && time) {
        m_knowsYear = true;
        setYear(*time);
    }
    if (time) {
        closeOpen(*time);
        SourceStamps &stamps = m_stamps.last();
        Stamps &own = time->zoneMinutes ? stamps.zoned : stamps.plain;
        report.wasSetBack = report.wasSetBack || (own.newest && own.newest->ms - time->ms > runMs);
        widen(own, time);
        if (time->zoneMinutes && !time->isCounted)
            stamps.zones << *time->zoneMinutes;
        own.newest = m_time = time;
        for (auto ready = report.ready.rbegin(); ready != report.ready.rend() && !ready->below; ++ready)
            ready->below = time;
        if (!m_firstTime)
            m_firstTime = time;
    }
    if (match.isOver) {
        endWaiting(line);
        m_isReady = true;
        report.ready << ServiceReady{m_linesBefore + number, m_time, time};
        if (report.ready.size() > mostReady)
            report.ready.removeFirst();
    }
    if (match.isStop)
        report.stopLine = m_linesBefore + number;
    const bool saysEngineWords = match.isOfEngine || (match.rule >= 0 && isOfEngines(m_rules[match.rule]));
    if (const QByteArray name = serviceName(line, saysEngineWords); !name.isEmpty() && m_services.size() < mostServices)
        m_services << name;
    if (match.rule < 0)
        return;
    const FaultRule &rule = m_rules[match.rule];
    FaultSighting one{match.rule, int(m_sources.size()) - 1, m_linesBefore + number, m_time, {}, 1, m_time};
    if (isOfContainers(rule))
        one.program = logText(spokenOf(line));
    one.isSpokenOf = !one.program.isEmpty();
    // That an engine ended is said by the engine: others repeat it (log shippers, somebody's search).
    if ((rule.anyone || rule.role == FaultRole::Echo) && !one.isSpokenOf)
        one.program = logText(otherProgram(line));
    one.isEngines = !rule.yields.isEmpty() && isEngineProcess(processMet(line));
    one.isPassing = rule.role == FaultRole::Cause
        && ((match.isWarning && rule.severity != FaultSeverity::Fatal)
            || (m_isReady && rule.ofRequest == FaultOfRequest::OnceReady));
    one.isRetried = match.isRetried;
    one.isAfter = m_time && !time;
    if (one.isAfter)
        m_openRules << one.rule;
    if (one.program.isEmpty() && isGrave(rule, one))
        m_isReady = false;
    put(std::move(one), line, match.at);
}

void Diagnosis::put(FaultSighting sighting, QByteArrayView line, qsizetype at)
{
    QList<FaultSighting> &runs = m_sightings[std::pair(sighting.source, sighting.rule)];
    const auto isSame = [&](const FaultSighting &one) {
        return one.program == sighting.program && one.isEngines == sighting.isEngines
            && one.isPassing == sighting.isPassing && one.isRetried == sighting.isRetried;
    };
    const auto same = std::find_if(runs.rbegin(), runs.rend(), isSame);
    if (same != runs.rend()) {
        FaultSighting &last = *same;
        const std::optional<LogTime> before = last.last ? last.last : last.time;
        const QList<ServiceReady> &ready = m_sources.last().ready;
        const bool isAgain = !ready.isEmpty() && last.line < ready.last().line
            && isGrave(m_rules[sighting.rule], sighting);
        const bool isSameRun
            = !m_time || !before || (std::abs(m_time->ms - before->ms) <= runMs && !isAgain);
        if (isSameRun || std::count_if(runs.cbegin(), runs.cend(), isSame) >= mostRuns) {
            if (last.line == sighting.line) // a long line's next part
                return;
            ++last.count;
            if (m_time)
                last.last = m_time;
            return;
        }
    }
    if (!sighting.program.isEmpty() && runs.size() >= mostRunsOfAll)
        return;
    sighting.text = excerpt(line, at);
    runs << std::move(sighting);
}

// What programs said that some line shows to be the service's is its own, one failure with what it said besides.
QHash<std::pair<int, int>, QList<FaultSighting>> Diagnosis::withServices() const
{
    QHash<std::pair<int, int>, QList<FaultSighting>> sightings = m_sightings;
    for (auto it = sightings.begin(); it != sightings.end(); ++it) {
        QList<FaultSighting> &runs = it.value();
        for (qsizetype i = 0; i < runs.size(); ++i) {
            if (runs[i].program.isEmpty() || !isNameOfService(runs[i].program.toUtf8(), runs[i].isSpokenOf, m_services))
                continue;
            FaultSighting one = runs.takeAt(i--);
            one.program.clear();
            one.isSpokenOf = false;
            const auto isSame = [&](const FaultSighting &other) {
                return other.program.isEmpty() && other.isEngines == one.isEngines
                    && other.isPassing == one.isPassing && other.isRetried == one.isRetried
                    && (!one.time || !other.time
                        || (one.time->ms <= (other.last ? other.last : other.time)->ms + runMs
                            && other.time->ms <= (one.last ? one.last : one.time)->ms + runMs));
            };
            const auto same = std::find_if(runs.begin(), runs.end(), isSame);
            if (same == runs.end()) {
                runs.insert(++i, one);
                continue;
            }
            FaultSighting both = same->line <= one.line ? *same : one;
            const FaultSighting &later = same->line <= one.line ? one : *same;
            both.count += later.count;
            if (later.last && (!both.last || later.last->ms > both.last->ms))
                both.last = later.last;
            *same = both;
        }
    }
    return sightings;
}

// The service is ready: what it said so far only while it waited was no failure, nor what it tried again.
void Diagnosis::endWaiting(QByteArrayView line)
{
    const int source = int(m_sources.size()) - 1;
    for (int rule = 0; rule < int(m_rules.size()); ++rule) {
        const QByteArrayList &over = m_rules[rule].over;
        if (std::any_of(over.cbegin(), over.cend(), [&](const QByteArray &words) { return line.contains(words); }))
            m_sightings.remove(std::pair(source, rule));
    }
    for (auto it = m_sightings.begin(); it != m_sightings.end(); ++it) {
        if (it.key().first == source)
            it->removeIf([](const FaultSighting &one) { return one.isRetried; });
    }
}

// The time of the line that comes below those that have none.
void Diagnosis::closeOpen(const LogTime &time)
{
    for (const int rule : std::as_const(m_openRules)) {
        const auto found = m_sightings.find(std::pair(int(m_sources.size()) - 1, rule));
        for (qsizetype i = 0; found != m_sightings.end() && i < found->size(); ++i) {
            FaultSighting &one = (*found)[i];
            if (one.isAfter && !one.until)
                one.until = time;
        }
    }
    m_openRules.clear();
}

// The first stamp with a year: those above it, whose year was guessed, are of that one or of the one before.
void Diagnosis::setYear(const LogTime &known)
{
    constexpr qint64 day = 24 * 3600 * 1000;
    const int year = QDateTime::fromMSecsSinceEpoch(known.ms, Qt::UTC).date().year();
    const auto put = [&](std::optional<LogTime> &time) {
        if (!time)
            return;
        QDateTime guessed = QDateTime::fromMSecsSinceEpoch(time->ms, Qt::UTC);
        guessed = guessed.addYears(year - guessed.date().year());
        if (guessed.toMSecsSinceEpoch() > known.ms + day)
            guessed = guessed.addYears(-1);
        time->ms = guessed.toMSecsSinceEpoch();
    };
    const int source = int(m_sources.size()) - 1;
    for (auto it = m_sightings.begin(); it != m_sightings.end(); ++it) {
        for (FaultSighting &one : it.value()) {
            if (it.key().first == source) {
                put(one.time);
                put(one.last);
                put(one.until);
            }
        }
    }
    Stamps &plain = m_stamps.last().plain; // whose zone is named has its year
    for (std::optional<LogTime> *time : {&plain.first, &plain.last, &plain.newest, &m_time, &m_firstTime})
        put(*time);
    for (ServiceReady &ready : m_sources.last().ready) {
        put(ready.time);
        put(ready.below);
    }
}

// Lines without a zone are of the clock that the node's other lines show. Those of a node where none names its zone are
// compared with their like: they stay, or go where the others' go.
void Diagnosis::readInZones(QList<SourceReport> &sources,
                            QHash<std::pair<int, int>, QList<FaultSighting>> &sightings) const
{
    QHash<QString, NodeZones> nodes;
    for (qsizetype i = 0; i < sources.size(); ++i) {
        NodeZones &its = nodes[sources[i].node];
        its.named += m_stamps[i].zones;
        its.hasPlain = its.hasPlain || m_stamps[i].plain.first;
    }
    NodeZones likes;
    for (const NodeZones &its : std::as_const(nodes)) {
        if (its.hasPlain && its.only())
            likes.named << *its.only();
    }
    QList<int> zones;                    // by source; 0: as it was read
    for (qsizetype i = 0; i < sources.size(); ++i) {
        SourceReport &report = sources[i];
        const NodeZones its = nodes.value(report.node);
        zones << (its.named.isEmpty() ? likes : its).only().value_or(0);
        Stamps plain = m_stamps[i].plain;
        report.isZoneUnknown = plain.first && its.named.size() > 1;
        if (plain.first && zones.last() != 0)
            report.readIn = zones.last();
        readInZone(plain.first, zones.last());
        readInZone(plain.last, zones.last());
        for (ServiceReady &ready : report.ready) {
            readInZone(ready.time, zones.last());
            readInZone(ready.below, zones.last());
        }
        const Stamps &zoned = m_stamps[i].zoned;
        for (const std::optional<LogTime> &time : {zoned.first, zoned.last, plain.first, plain.last})
            widen(report, time);
    }
    for (auto it = sightings.begin(); it != sightings.end(); ++it) {
        for (FaultSighting &one : it.value()) {
            readInZone(one.time, zones[one.source]);
            readInZone(one.last, zones[one.source]);
            readInZone(one.until, zones[one.source]);
        }
    }
}

DiagnosisAnswer Diagnosis::answer() const
{
    QList<SourceReport> sources = m_sources;
    QHash<std::pair<int, int>, QList<FaultSighting>> sightings = withServices();
    readInZones(sources, sightings);
    DiagnosisAnswer answer = Judgement(m_rules, sources, sightings).make();
    markProbable(answer, m_rules);
    return answer;
}

QList<LogSource> logSources(const QStringList &arguments)
{
    QList<LogSource> sources;
    QList<QStringList> folders; // of the absolute path, for those that name no node
    for (const QString &argument : arguments) {
        LogSource source{{}, argument, QDate::currentDate()};
        const qsizetype equal = argument.indexOf(QLatin1Char('='));
        if (equal > 0 && !QFileInfo::exists(argument) && !argument.left(equal).contains(QLatin1Char('/'))) {
            source.node = argument.left(equal);
            source.file = argument.mid(equal + 1);
        }
        const QFileInfo info(source.file);
        if (info.isFile())
            source.latest = info.lastModified().date();
        if (source.node.isEmpty())
            folders << info.absoluteFilePath().split(QLatin1Char('/'), Qt::SkipEmptyParts);
        sources << source;
    }
    qsizetype common = folders.isEmpty() ? 0 : qMax(qsizetype(0), folders.first().size() - 1); // "" has no path
    for (const QStringList &one : folders) {
        qsizetype same = 0;
        while (same < qMin(common, one.size() - 1) && one[same] == folders.first()[same])
            ++same;
        common = same;
    }
    qsizetype next = 0;
    for (LogSource &source : sources) {
        if (!source.node.isEmpty())
            continue;
        const QStringList &path = folders[next++];
        source.node = source.file == "-"_L1 ? u"stdin"_s
            : path.isEmpty()                ? source.file
            : common + 1 < path.size()      ? path[common]
                                            : path.last().section(QLatin1Char('.'), 0, 0, QString::SectionSkipEmpty);
    }
    return sources;
}
