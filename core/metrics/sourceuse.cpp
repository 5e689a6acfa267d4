#include "core/metrics/sourceuse.h"

#include "core/base/languages.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds useSpan{60};

struct SourceUseText
{
    Q_DECLARE_TR_FUNCTIONS(SourceUse)
};

double useMilliseconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

QString useNumber(double value)
{
    return value >= 10 ? QString::number(std::round(value)) : QString::number(value, 'f', value >= 1 ? 1 : 2);
}

} // namespace

QString sourceOf(const QList<SourceUse> &uses, const QString &metric)
{
    for (const SourceUse &use : uses) {
        if (use.metrics.contains(metric))
            return use.source;
    }
    return {};
}

QString costInWords(const SourceUse &use)
{
    if (use.tookMs <= 0)
        return use.source;
    return use.source + u' '
        + SourceUseText::tr("%1 ms (%2 % of the time)", "how long a question to a source took")
              .arg(useNumber(use.tookMs), useNumber(100 * use.share));
}

QString inWords(const SourceUse &use)
{
    QStringList titles;
    for (const MetricInfo &info : metricCatalogue()) {
        if (use.metrics.contains(info.metric))
            titles << info.title;
    }
    const QString words = costInWords(use), note = inLanguage(use.note, dataLanguage());
    const QString given = titles.join(SourceUseText::tr(", "));
    if (titles.isEmpty())
        return note.isEmpty() ? words : SourceUseText::tr("%1: %2", "a source; what it gives").arg(words, note);
    if (note.isEmpty())
        return SourceUseText::tr("%1: %2", "a source; what it gives").arg(words, given);
    return SourceUseText::tr("%1: %2. %3", "a source; what it gives; a sentence").arg(words, given, note);
}

UseBook::Page &UseBook::page(const QString &source)
{
    for (Page &one : m_pages) {
        if (one.source == source)
            return one;
    }
    m_pages << Page{source, {}, {}};
    return m_pages.last();
}

void UseBook::note(const QString &source, Clock::time_point began, Clock::time_point now)
{
    m_began = m_began ? std::min(*m_began, began) : began;
    Page &one = page(source);
    one.questions.emplace_back(began, now - began);
    while (one.questions.size() > 1 && one.questions.front().first + useSpan < now)
        one.questions.pop_front();
}

void UseBook::gave(const QString &source, const QList<Sample> &samples)
{
    page(source);
    for (const Sample &sample : samples) {
        if (!std::isnan(sample.value))   // what it does not tell it does not give
            m_givers.insert(sample.key.metric, source);
    }
}

void UseBook::gaveUp(const QString &source)
{
    m_givers.removeIf([&](const auto &giver) { return giver.value() == source; });
}

void UseBook::remark(const QString &source, const QString &note)
{
    page(source).note = note;
}

QList<SourceUse> UseBook::uses(Clock::time_point now)
{
    QList<SourceUse> uses;
    const QList<MetricInfo> catalogue = metricCatalogue();
    for (const Page &one : std::as_const(m_pages)) {
        SourceUse use{one.source, {}, 0, 0, one.note};
        for (const MetricInfo &info : catalogue) {
            if (m_givers.value(info.metric) == one.source)
                use.metrics << info.metric;
        }
        Clock::duration sum{};
        int count = 0;
        for (const auto &[began, took] : one.questions) {
            if (began + useSpan < now)
                continue;
            sum += took;
            ++count;
        }
        if (count > 0) {
            use.tookMs = useMilliseconds(sum) / count;
            const double passed = useMilliseconds(std::min<Clock::duration>(useSpan, now - m_began.value_or(now)));
            // until the second question nothing is known of how often it is put
            use.share = passed > 0 ? std::min(1.0, useMilliseconds(sum) / std::max(passed, 1000.0)) : 0;
        }
        uses << use;
    }
    return uses;
}
