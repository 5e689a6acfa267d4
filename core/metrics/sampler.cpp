#include "core/metrics/sampler.h"

#include "core/metrics/cardrounds.h"

#include <QDateTime>
#include <QSet>

using namespace Qt::StringLiterals;

std::chrono::milliseconds oldAfter(std::chrono::milliseconds interval, std::chrono::milliseconds step)
{
    return std::max(std::chrono::milliseconds(5000), 3 * std::max(interval, step));
}

Sampler::Sampler(std::unique_ptr<Source> source, QObject *parent) : QObject(parent), m_source(std::move(source))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Sampler::tick);
    m_late.setSingleShot(true);
    connect(&m_late, &QTimer::timeout, this, &Sampler::tellLate);
}

Sampler::~Sampler() = default;

void Sampler::start(std::chrono::milliseconds interval)
{
    m_interval = interval;
    m_pause = std::chrono::milliseconds(0);
    m_isRunning = true;
    if (!m_underWay)
        tick();
}

void Sampler::askAgain()
{
    m_source->putOffNothing();
    if (m_isRunning)
        start(m_interval);
}

void Sampler::stop()
{
    m_isRunning = false;
    m_timer.stop();
    m_late.stop();
    m_worker.cancelAll();
}

void Sampler::finish()
{
    m_isRunning = false;
    m_timer.stop();
    m_isFinishing = m_underWay;
    if (!m_underWay)
        emit finished();
}

void Sampler::tick()
{
    if (m_underWay || !m_isRunning)
        return;
    m_underWay = true;
    m_began.start();
    m_part.clear();
    const std::chrono::milliseconds since(m_answered.isValid() ? m_answered.elapsed() : 0);
    using std::chrono::milliseconds;
    const milliseconds old = std::max(milliseconds(0), oldAfter(m_interval, m_step) - since);
    const milliseconds unusual = std::max(milliseconds(4000), 2 * m_took);
    if (!m_hasFailed)
        m_late.start(m_answered.isValid() ? std::min(old, unusual) : old);
    m_worker.run(
        this,
        [this, source = m_source.get()](Job &job) {
            return source->read(job.stop(), [this, &job](const QString &part) {
                job.notify([this, part] { m_part = part; });
            });
        },
        [this](Result<Reading> answer) { take(answer); });
}

void Sampler::tellLate()
{
    if (!m_underWay)
        return;
    std::optional<Error> late = m_source->overdue(m_part, std::max<qint64>(1, m_began.elapsed() / 1000));
    if (!late)
        return;
    late->facts.insert(u"awaited"_s, u"yes"_s);
    emit failed(m_source->node(), *late);
}

QList<Sample> Sampler::gapsBeside(const QList<Sample> &samples) const
{
    QSet<MetricKey> answered;
    for (const Sample &sample : samples)
        answered.insert(sample.key);
    QList<Sample> gaps;
    for (const MetricKey &key : m_known) {
        const bool isAskedSeldom = !samples.isEmpty() && isReadInRounds(key.metric); // the others have gaps then
        if (!answered.contains(key) && !isAskedSeldom)
            gaps << Sample{QDateTime::currentMSecsSinceEpoch(), key};
    }
    return gaps;
}

void Sampler::take(const Result<Reading> &answer)
{
    m_underWay = false;
    m_late.stop();
    m_hasFailed = !answer || answer->partly;
    if (!m_hasFailed) {
        m_step = std::chrono::milliseconds(
            m_answered.isValid() ? std::min<qint64>(m_answered.elapsed(), m_source->longestPause().count()) : 0);
        m_answered.start();
        m_took = std::chrono::milliseconds(m_began.elapsed());
    }
    if (answer) {
        m_pause = std::chrono::milliseconds(0);
        const bool hasGaps = !answer->goesOn && (answer->partly || answer->isCutShort);
        const QList<Sample> gaps = hasGaps ? gapsBeside(answer->samples) : QList<Sample>();
        if (!answer->goesOn)
            m_known.clear();
        for (const Sample &sample : answer->samples + gaps) {
            if (!answer->goesOn || !m_known.contains(sample.key))
                m_known << sample.key;
        }
        if (!answer->uses.isEmpty())
            emit used(answer->uses);
        emit sampled(answer->samples + gaps);
        if (answer->partly)
            emit failed(m_source->node(), *answer->partly);
    } else if (answer.error().kind != ErrorKind::Canceled) {
        m_pause = std::clamp(m_pause * 2, m_interval, std::max(m_interval, m_source->longestPause()));
        if (const QList<Sample> gaps = gapsBeside({}); !gaps.isEmpty())
            emit sampled(gaps);
        m_known.clear();                 // the gap is told once
        emit failed(m_source->node(), answer.error());
    }
    if (std::exchange(m_isFinishing, false))
        emit finished();
    if (!m_isRunning)
        return;
    // From the beginning of one reading to the next; the ticks that a slow node overslept are skipped.
    const std::chrono::milliseconds took(m_began.elapsed());
    const auto wait = m_pause > m_pause.zero() ? m_pause : m_interval - took % m_interval;
    m_timer.start(took < m_interval && m_pause == m_pause.zero() ? m_interval - took : wait);
}
