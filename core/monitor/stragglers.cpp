#include "core/monitor/stragglers.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

struct Compared
{
    QString metric;
    double least = 0;                    // a difference that is one in practice
};

const QList<Compared> compared{{u"npu.aicore"_s, 15}, {u"npu.temperature"_s, 10}, {u"npu.power"_s, 40}};

constexpr qsizetype leastSiblings = 4;
constexpr double scatters = 5, sigmaOfMedianDistance = 1.4826;

double median(std::vector<double> values)
{
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// The mean of each step; NaN where nothing was told.
std::vector<double> meansOf(const MetricHistory &history, const MetricKey &key, qint64 fromMs, size_t steps)
{
    std::vector<double> sums(steps, 0), counts(steps, 0);
    const qint64 toMs = fromMs + qint64(steps) * stragglerStepMs - 1;
    for (const TimedValue &value : history.window(key, fromMs, toMs)) {
        if (std::isnan(value.value) || value.timeMs < fromMs || value.timeMs > toMs)
            continue;
        const size_t step = size_t((value.timeMs - fromMs) / stragglerStepMs);
        sums[step] += value.value;
        ++counts[step];
    }
    for (size_t i = 0; i < steps; ++i)
        sums[i] = counts[i] > 0 ? sums[i] / counts[i] : std::numeric_limits<double>::quiet_NaN();
    return sums;
}

QList<SiblingChip> thatHoldAsMuch(const MetricHistory &history, const QList<SiblingChip> &chips)
{
    std::vector<double> held;
    QList<double> each;
    for (const SiblingChip &chip : chips) {
        const std::optional<Sample> last = history.last({chip.node, chip.device, u"npu.hbm.used"_s});
        each << (last ? last->value : std::numeric_limits<double>::quiet_NaN());
        if (!std::isnan(each.last()))
            held.push_back(each.last());
    }
    if (held.empty())
        return chips;
    const double least = median(held) / 5;
    QList<SiblingChip> siblings;
    for (qsizetype i = 0; i < chips.size(); ++i) {
        if (std::isnan(each[i]) || each[i] >= least)
            siblings << chips[i];
    }
    return siblings;
}

} // namespace

const QStringList &stragglerMetrics()
{
    static const QStringList names = [] {
        QStringList names;
        for (const Compared &one : compared)
            names << one.metric;
        return names;
    }();
    return names;
}

StragglerSearch::StragglerSearch(const MetricHistory &history, const QList<SiblingChip> &chips, const QString &metric,
                                 qint64 fromMs, qint64 toMs)
    : m_metric(metric)
    , m_fromMs(fromMs)
    , m_steps(size_t(std::max<qint64>(0, (toMs - fromMs) / stragglerStepMs)))
{
    const auto what = std::find_if(compared.cbegin(), compared.cend(),
                                   [&](const Compared &one) { return one.metric == metric; });
    if (what == compared.cend() || m_steps == 0)
        return;
    m_least = what->least;
    m_siblings = thatHoldAsMuch(history, chips);
    if (m_siblings.size() < leastSiblings)
        m_siblings.clear();
}

bool StragglerSearch::readOn(const MetricHistory &history, qsizetype most)
{
    for (; most > 0 && std::ssize(m_means) < m_siblings.size(); --most) {
        const SiblingChip &chip = m_siblings[std::ssize(m_means)];
        m_means.push_back(meansOf(history, {chip.node, chip.device, m_metric}, m_fromMs, m_steps));
    }
    return std::ssize(m_means) == m_siblings.size();
}

QList<Straggler> StragglerSearch::found() const
{
    struct Run
    {
        size_t begin = 0, count = 0;
        double own = 0, others = 0;
        bool isAbove = false;
    };
    std::vector<Run> runs(m_means.size());
    for (size_t step = 0; step < m_steps; ++step) {
        std::vector<double> values;
        for (const std::vector<double> &one : m_means) {
            if (!std::isnan(one[step]))
                values.push_back(one[step]);
        }
        if (std::ssize(values) < leastSiblings) {
            runs.assign(runs.size(), Run());
            continue;
        }
        const double middle = median(values);
        for (double &value : values)
            value = std::abs(value - middle);
        const double far = std::max(m_least, scatters * sigmaOfMedianDistance * median(values));
        for (size_t i = 0; i < m_means.size(); ++i) {
            const double value = m_means[i][step];
            Run &run = runs[i];
            if (std::isnan(value) || std::abs(value - middle) <= far) {
                run = {};
                continue;
            }
            if (run.count > 0 && run.isAbove != (value > middle)) // from one side to the other: another story
                run = {};
            if (run.count++ == 0)
                run.begin = step;
            run.isAbove = value > middle;
            run.own += value;
            run.others += middle;
        }
    }
    QList<Straggler> found;
    for (size_t i = 0; i < runs.size(); ++i) {
        const Run &run = runs[i];
        if (qint64(run.count) * stragglerStepMs < stragglerLeastMs)
            continue;
        const double count = double(run.count);
        const SiblingChip &chip = m_siblings[qsizetype(i)];
        found << Straggler{chip.node,       chip.device,        m_metric,
                           run.own / count, run.others / count, m_fromMs + qint64(run.begin) * stragglerStepMs};
    }
    return found;
}

QList<Straggler> stragglersOf(const MetricHistory &history, const QList<SiblingChip> &chips, const QString &metric,
                              qint64 fromMs, qint64 toMs)
{
    StragglerSearch search(history, chips, metric, fromMs, toMs);
    search.readOn(history, chips.size());
    return search.found();
}
