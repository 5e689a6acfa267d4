#include "core/monitor/alertwatch.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 quietLeastMs = 10'000;  // requests that end some seconds apart are the same traffic
constexpr qint64 pauseMs = 5'000;        // between two looks, of which there is one a second: the computer slept

bool isPercentile(const QString &metric)
{
    return metric.startsWith(u"serving.") && (metric.endsWith(u".p50") || metric.endsWith(u".p99"));
}

// Of what lies above a histogram's last bound that bound is known, and no more.
std::optional<double> lastBoundOf(const Sample &sample, const QList<Sample> &samples)
{
    if (!isPercentile(sample.key.metric) || !std::isinf(sample.value))
        return {};
    const MetricKey key{sample.key.node, sample.key.device, sample.key.metric + u".low"_s};
    const auto low
        = std::find_if(samples.cbegin(), samples.cend(), [&](const Sample &one) { return one.key == key; });
    return low != samples.cend() && std::isfinite(low->value) ? std::optional(low->value) : std::nullopt;
}

} // namespace

AlertWatch::AlertWatch(QList<AlertRule> rules, QStringList nodes, qint64 nowMs) : m_rules(std::move(rules))
{
    setNodes(nodes, nowMs);
}

QList<Alert> AlertWatch::setNodes(const QStringList &nodes, qint64 nowMs)
{
    m_nodes = nodes;
    QList<Alert> ended;
    m_states.removeIf([&](const auto &one) {
        const bool isGone = !nodes.contains(std::get<1>(one.key()));
        if (isGone && one->alert) {
            ended << *one->alert;
            ended.last().endedMs = nowMs;
        }
        return isGone;
    });
    m_heard.removeIf([&](const auto &one) { return !nodes.contains(one.key().second); });
    for (const AlertRule &rule : std::as_const(m_rules)) {
        for (const QString &node : nodes) {
            Heard &heard = m_heard[{rule.id, node}];
            if (rule.silent && heard.sinceMs == 0)
                heard.sinceMs = nowMs;
        }
    }
    return ended;
}

static bool asksTheSame(const AlertRule &a, const AlertRule &b)
{
    const auto condition = [](const AlertRule &rule) {
        return std::tie(rule.each, rule.metric, rule.of, rule.during, rule.above, rule.below, rule.clear, rule.silent,
                        rule.forSeconds, rule.clearSeconds);
    };
    return condition(a) == condition(b);
}

QList<Alert> AlertWatch::setRules(const QList<AlertRule> &rules, qint64 nowMs)
{
    const auto stays = [&](const QString &id) {
        const AlertRule *was = findRule(m_rules, id), *is = findRule(rules, id);
        return was && is && asksTheSame(*was, *is);
    };
    QList<Alert> ended;
    for (auto it = m_states.begin(); it != m_states.end();) {
        if (stays(std::get<0>(it.key()))) {
            ++it;
            continue;
        }
        if (it->alert) {
            it->alert->endedMs = nowMs;
            ended << *it->alert;
        }
        it = m_states.erase(it);
    }
    m_heard.removeIf([&](const auto &one) { return !stays(one.key().first); });
    m_rules = rules;
    setNodes(m_nodes, nowMs);
    return ended;
}

bool AlertWatch::holdsMeanwhile(const AlertRule &rule, qint64 timeMs) const
{
    if (rule.during.isEmpty())
        return true;
    const auto last = m_endpoint.constFind(rule.during);
    return last != m_endpoint.cend() && last->value > 0 && std::abs(timeMs - last->timeMs) <= hole();
}

QList<Alert> AlertWatch::take(const QList<Sample> &samples)
{
    QList<Alert> changes;
    for (const Sample &sample : samples) {
        if (sample.key.device == "endpoint"_L1 && !std::isnan(sample.value))
            m_endpoint[sample.key.metric] = sample;
    }
    if (samples.isEmpty() || !m_nodes.contains(samples.first().key.node)) // they are all of one node
        return changes;
    const bool answers = std::any_of(samples.cbegin(), samples.cend(), [](const Sample &one) {
        return one.key.device == "endpoint"_L1 && !std::isnan(one.value);
    });
    for (const Sample &sample : samples) {
        if (isReadInRounds(sample.key.metric))
            m_inRounds[sample.key] = sample;
    }
    for (const AlertRule &rule : std::as_const(m_rules)) {
        const bool isOfEndpoint = rule.each == AlertRule::Each::Endpoint;
        if (rule.silent && rule.each == AlertRule::Each::Chip) {
            judgeMissing(rule, samples, changes);
            continue;
        }
        if (rule.silent) {
            for (const Sample &sample : samples) {
                if (!std::isnan(sample.value) && sample.key.metric.startsWith(*rule.silent)
                    && (sample.key.device == "endpoint"_L1) == isOfEndpoint)
                    m_heard[{rule.id, sample.key.node}].hear(sample.timeMs);
            }
            continue;
        }
        double sum = 0;
        int count = 0;
        bool isMore = false;
        for (const Sample &sample : samples) {
            if (sample.key.metric != rule.metric || (sample.key.device == "endpoint"_L1) != isOfEndpoint)
                continue;
            if (std::isnan(sample.value)) {
                if (isPercentile(rule.metric) && answers)
                    judgeQuiet(rule, sample.key.node, sample.key.device, sample.timeMs, changes);
                continue;
            }
            const std::optional<double> bound = lastBoundOf(sample, samples);
            double value = bound.value_or(sample.value);
            isMore = isMore || bound;
            if (!rule.of.isEmpty()) {
                const auto whole = std::find_if(samples.cbegin(), samples.cend(), [&](const Sample &one) {
                    return one.key.metric == rule.of && one.key.device == sample.key.device;
                });
                if (whole == samples.cend() || !(whole->value > 0))
                    continue;
                value = 100 * value / whole->value;
            }
            if (rule.each != AlertRule::Each::Node) {
                judge(rule, sample.key.node, sample.key.device, value, sample.timeMs, changes, bound.has_value());
            } else {
                sum += value;
                ++count;
            }
        }
        if (count > 0) {
            const QString &node = samples.first().key.node;
            const double mean = isReadInRounds(rule.metric) ? meanOfRound(node, rule.metric) : sum / count;
            judge(rule, node, {}, mean, samples.first().timeMs, changes, isMore);
        }
    }
    return changes;
}

// A reading has one card of a round: of the others what they told last.
double AlertWatch::meanOfRound(const QString &node, const QString &metric) const
{
    qint64 newestMs = 0;
    const auto isMeant = [&](const Sample &sample) {
        return sample.key.node == node && sample.key.metric == metric && !std::isnan(sample.value);
    };
    for (const Sample &sample : m_inRounds) {
        if (isMeant(sample))
            newestMs = std::max(newestMs, sample.timeMs);
    }
    double sum = 0;
    int count = 0;
    for (const Sample &sample : m_inRounds) {
        if (!isMeant(sample) || newestMs - sample.timeMs > holeOfRoundsMs)
            continue;
        sum += sample.value;
        ++count;
    }
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

void AlertWatch::judge(const AlertRule &rule, const QString &node, const QString &device, double value, qint64 timeMs,
                       QList<Alert> &changes, bool isMore)
{
    State &state = m_states[{rule.id, node, device}];
    // the clock was set back, or nothing was told
    if (timeMs < state.seenMs || timeMs - state.seenMs > hole(rule.metric)) {
        state.badMs = 0;
        state.goodMs = 0;
    }
    if (state.seenMs == 0)
        state.firstMs = timeMs;
    state.seenMs = timeMs;
    state.quietMs = 0;
    const bool isMeant = holdsMeanwhile(rule, timeMs);
    const bool isBad = isMeant
        && (rule.above ? value > *rule.above || (isMore && value == *rule.above) : value < *rule.below && !isMore);
    const bool isGood = !isMeant || (rule.isWell(value) && !(isMore && rule.above));
    if (isBad && (state.badMs == 0 || (rule.above ? value > state.worst : value < state.worst)))
        state.worst = value;
    state.badMs = !isBad ? 0 : state.badMs == 0 ? timeMs : state.badMs;
    state.goodMs = !isGood ? 0 : state.goodMs == 0 ? timeMs : state.goodMs;
    if (state.alert) {
        state.alert->value = value;
        state.alert->isAtLeast = isMore;
        if (isBad && (rule.above ? value > state.alert->worst : value < state.alert->worst))
            state.alert->worst = value;
        if (state.goodMs == 0 || timeMs - state.goodMs < rule.clearSeconds * 1000LL)
            return;
        state.alert->endedMs = state.goodMs;
        changes << *state.alert;
        state.alert.reset();
    } else if (state.badMs > 0 && timeMs - state.badMs >= rule.forSeconds * 1000LL) {
        state.alert = Alert{rule.id, node, device, rule.severity, state.badMs, timeMs, 0, value, state.worst,
                            isMore, state.badMs == state.firstMs};
        changes << *state.alert;
    }
}

// No request ended since the reading before: what there was to tell of those before is over after the rule's time.
void AlertWatch::judgeQuiet(const AlertRule &rule, const QString &node, const QString &device, qint64 timeMs,
                            QList<Alert> &changes)
{
    const auto found = m_states.find({rule.id, node, device});
    if (found == m_states.end() || !found->alert)
        return;
    State &state = *found;
    const qint64 beforeMs = std::max(state.quietSeenMs, state.seenMs);
    if (timeMs < beforeMs || timeMs - beforeMs > hole()) // the clock was set back, or nothing was told
        state.quietMs = timeMs;
    else if (state.quietMs == 0)
        state.quietMs = state.goodMs > 0 ? state.goodMs : state.seenMs;
    state.quietSeenMs = timeMs;
    if (timeMs - state.quietMs < std::max(rule.clearSeconds * 1000LL, quietLeastMs))
        return;
    state.alert->endedMs = state.quietMs;
    changes << *state.alert;
    state = {};
}

// A chip that had values, while others of its node have some: where all are silent, that is told of the node.
void AlertWatch::judgeMissing(const AlertRule &rule, const QList<Sample> &samples, QList<Alert> &changes)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const QString &node = samples.first().key.node;
    const qint64 timeMs = samples.first().timeMs;
    QSet<QString> there;
    for (const Sample &sample : samples) {
        if (!std::isnan(sample.value) && sample.key.metric.startsWith(*rule.silent)
            && !isReadInRounds(sample.key.metric) && alertSubject(sample.key.metric) == "chip"_L1)
            there << sample.key.device;
    }
    if (there.isEmpty())
        return;
    for (const QString &device : std::as_const(there))
        m_states[{rule.id, node, device}]; // known from now on
    for (auto it = m_states.begin(); it != m_states.end(); ++it) {
        const auto &[id, itsNode, device] = it.key();
        if (id != rule.id || itsNode != node)
            continue;
        State &state = *it;
        if (timeMs < state.seenMs || timeMs - state.seenMs > hole())
            state.badMs = 0;             // the clock was set back, or nothing was told
        state.seenMs = timeMs;
        const bool isThere = there.contains(device);
        state.badMs = isThere ? 0 : state.badMs == 0 ? timeMs : state.badMs;
        if (state.alert && isThere) {
            state.alert->endedMs = timeMs;
            changes << *state.alert;
            state.alert.reset();
        } else if (!state.alert && !isThere && timeMs - state.badMs >= rule.forSeconds * 1000LL) {
            state.alert = Alert{rule.id, node, device, rule.severity, state.badMs, timeMs, 0, none, none};
            changes << *state.alert;
        }
    }
}

QList<Alert> AlertWatch::tick(qint64 nowMs)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (m_tickedMs > 0 && nowMs - m_tickedMs > pauseMs)
        goOnFrom(nowMs);
    m_tickedMs = nowMs;
    QList<Alert> changes;
    // What falls silent as a whole is told once: of its chips nothing is said then.
    const auto isSilent = [&](const QString &id, const QString &node) {
        const auto state = m_states.constFind({id, node, {}});
        return state != m_states.cend() && state->alert;
    };
    QList<const AlertRule *> silent;
    for (const AlertRule &rule : std::as_const(m_rules)) {
        if (rule.silent && rule.each != AlertRule::Each::Chip) // of those see judgeMissing()
            silent << &rule;
    }
    std::stable_sort(silent.begin(), silent.end(),
                     [](const AlertRule *a, const AlertRule *b) { return a->silent->size() < b->silent->size(); });
    for (const AlertRule *rule : silent) {
        const bool isOfEndpoint = rule->each == AlertRule::Each::Endpoint;
        for (const QString &node : std::as_const(m_nodes)) {
            Heard &heard = m_heard[{rule->id, node}];
            if (heard.lastMs == 0 && (isOfEndpoint || !rule->silent->isEmpty()))
                continue;                // it never served, or never told of a chip: nothing has fallen silent
            if (heard.lastMs > nowMs + hole() || heard.sinceMs > nowMs + hole()) // the clock was set back
                heard = {nowMs, heard.lastMs == 0 ? 0 : nowMs};
            const qint64 from = std::max(heard.sinceMs, heard.lastMs);
            const bool isCovered = std::any_of(silent.cbegin(), silent.cend(), [&](const AlertRule *wider) {
                return wider != rule && wider->each == rule->each && rule->silent->startsWith(*wider->silent)
                    && wider->silent->size() < rule->silent->size() && isSilent(wider->id, node);
            });
            State &state = m_states[{rule->id, node, {}}];
            const bool isBad = nowMs - from >= std::max(rule->forSeconds * 1000LL, 3 * m_stepMs);
            if (!state.alert && isBad && !isCovered) {
                // Between an answer before this watch and its first look nobody watched.
                const bool isAnswerOfWatch = heard.answeredMs > 0 && heard.answeredMs >= heard.sinceMs;
                const qint64 sinceMs = heard.isExpected && isAnswerOfWatch ? heard.answeredMs : from;
                state.alert = Alert{rule->id, node, {}, rule->severity, sinceMs, nowMs, 0, none, none};
                state.alert->wasSoAtFirst
                    = heard.lastMs < heard.sinceMs || (heard.isExpected && !isAnswerOfWatch);
                changes << *state.alert;
            } else if (state.alert && !isBad) {
                state.alert->endedMs = nowMs;
                changes << *state.alert;
                state.alert.reset();
            }
        }
    }
    return changes;
}

void AlertWatch::goOnFrom(qint64 nowMs)
{
    for (auto heard = m_heard.begin(); heard != m_heard.end(); ++heard) {
        const auto state = m_states.constFind({heard.key().first, heard.key().second, {}});
        if (state == m_states.cend() || !state->alert)
            heard->sinceMs = nowMs;
    }
}

QList<Alert> AlertWatch::forgetEndpoint(qint64 nowMs, bool isForGood)
{
    QList<Alert> ended;
    for (const AlertRule &rule : std::as_const(m_rules)) {
        if (rule.each != AlertRule::Each::Endpoint)
            continue;
        for (const QString &node : std::as_const(m_nodes)) {
            const auto silence = m_states.constFind({rule.id, node, {}});
            if (!isForGood && rule.silent && silence != m_states.cend() && silence->alert)
                continue;                // tick() ends it when it answers
            m_heard[{rule.id, node}].hear(0);
            for (const QString &device : {QString(), u"endpoint"_s}) {
                const auto state = m_states.find({rule.id, node, device});
                if (state == m_states.end())
                    continue;
                if (state->alert) {
                    state->alert->endedMs = nowMs;
                    ended << *state->alert;
                }
                m_states.erase(state);
            }
        }
    }
    return ended;
}

void AlertWatch::expectEndpoint(const QString &node, qint64 nowMs, qint64 answeredMs)
{
    for (const AlertRule &rule : std::as_const(m_rules)) {
        if (rule.each != AlertRule::Each::Endpoint || !rule.silent || !m_nodes.contains(node))
            continue;
        Heard &heard = m_heard[{rule.id, node}];
        if (heard.lastMs == 0)
            heard = {heard.sinceMs, nowMs, true};
        if (heard.isExpected)
            heard.answeredMs = std::min(answeredMs, heard.lastMs);
    }
}

QList<Alert> AlertWatch::active() const
{
    QList<Alert> alerts;
    for (const State &state : m_states) {
        if (state.alert)
            alerts << *state.alert;
    }
    std::sort(alerts.begin(), alerts.end(), [](const Alert &a, const Alert &b) {
        return std::tie(a.firedMs, a.node, a.device, a.rule) < std::tie(b.firedMs, b.node, b.device, b.rule);
    });
    return alerts;
}
