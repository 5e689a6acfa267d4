#include "core/session/replay.h"

#include <algorithm>

namespace {

constexpr qint64 nearMs = 10 * 60'000; // forward by no more is read on; else all is read anew
constexpr qsizetype mostAtOnce = 2'000'000;

} // namespace

struct Replay::Reading
{
    std::optional<SampleArchive> archive; // the thread's
};

struct Replay::Step
{
    std::optional<MetricHistory> whole;
    QList<Sample> more;
};

Replay::Replay(ClusterMonitor &monitor, QObject *parent)
    : QObject(parent), m_monitor(monitor), m_reading(std::make_shared<Reading>())
{
    m_timer.setInterval(250);
    connect(&m_timer, &QTimer::timeout, this, &Replay::tick);
}

Replay::~Replay() = default;

void Replay::open(const QString &file)
{
    m_monitor.setClock([this] { return m_atMs; });
    m_monitor.beginReplay({}, file);
    m_worker.run(
        this,
        [file, reading = m_reading](Job &) -> Result<RecordingAbout> {
            Result<RecordingAbout> about = aboutRecording(file);
            Result<SampleArchive> archive = about ? SampleArchive::openUntouched(file) : about.error();
            if (!archive)
                return archive.error();
            reading->archive.emplace(*std::move(archive));
            return about;
        },
        [this, file](const Result<RecordingAbout> &about) {
            if (!about) {
                emit failed(about.error());
                return;
            }
            m_about = *about;
            m_monitor.beginReplay(about->nodes, file);
            emit opened();
            seek(about->toMs);
        });
}

void Replay::seek(qint64 timeMs)
{
    if (!m_about)
        return;
    m_wantedMs = std::clamp(timeMs, m_about->fromMs, m_about->toMs);
    if (!m_isGoing)
        go();
}

void Replay::go()
{
    m_isGoing = true;
    m_worker.run(
        this,
        [reading = m_reading, atMs = m_atMs, toMs = m_wantedMs](Job &job) -> Result<Step> {
            if (atMs > 0 && toMs >= atMs && toMs - atMs <= nearMs) {
                Result<QList<Sample>> more = recordedBetween(*reading->archive, atMs, toMs, mostAtOnce, job.stop());
                if (more)
                    return Step{{}, *std::move(more)};
            }
            Result<MetricHistory> whole = recordedUntil(*reading->archive, toMs, job.stop());
            return whole ? Step{*std::move(whole), {}} : Result<Step>(whole.error());
        },
        [this, toMs = m_wantedMs](Result<Step> step) {
            m_isGoing = false;
            if (!step) {
                setPlaying(false);
                emit failed(step.error());
                return;
            }
            m_atMs = toMs;
            if (step->whole)
                m_monitor.showPast(*std::move(step->whole));
            else
                m_monitor.addPast(step->more);
            emit moved();
            if (m_wantedMs != m_atMs)
                go();
        });
}

void Replay::setPlaying(bool plays)
{
    if (!m_about || plays == isPlaying())
        return;
    if (plays) {
        if (m_atMs >= m_about->toMs)
            seek(m_about->fromMs);
        m_since.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    emit playingChanged();
}

// Not further than what is shown and the time that has passed: where reading is slow, it plays more slowly.
void Replay::tick()
{
    if (m_isGoing)
        return;
    const qint64 passedMs = std::min<qint64>(m_since.restart(), 1000);
    seek(m_atMs + passedMs * m_speed);
    if (m_wantedMs >= m_about->toMs)
        setPlaying(false);
}
