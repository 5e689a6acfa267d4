// Sampler: asks one node for its figures each interval, on a link of its own. A tick that finds the
// last one still under way is skipped: slow nodes lose samples, not memory.
#pragma once

#include "core/metrics/hoststats.h"
#include "core/metrics/sample.h"
#include "core/nodes/nodelink.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

// What the readings of one node need to know of each other. Touched by one thread.
struct NodeSampling
{
    std::optional<CpuTimes> cpu;
    std::optional<Error> npuSmi;                          // it hung; it is not asked again before
    std::chrono::steady_clock::time_point npuSmiAgain{};
    std::chrono::milliseconds npuSmiPause{0};
};

struct NodeReading
{
    QList<Sample> samples;
    // why there are no figures of the chips; facts "part": "npu-smi"
    std::optional<Error> npuSmi;
    bool isCutShort = false;             // npu-smi's table was: a chip that is not in it may be there
};

class Sampler : public QObject
{
    Q_OBJECT

public:
    Sampler(QString node, std::unique_ptr<NodeLink> link, QObject *parent = nullptr);
    ~Sampler() override;

    QString node() const { return m_node; }
    void start(std::chrono::milliseconds interval = std::chrono::seconds(1));
    void stop();
    // no further reading; finished() when the one under way has come to its end
    void finish();

signals:
    void finished();
    void sampled(const QList<Sample> &samples);           // what was known and was not answered is NaN: the gap
    // The node did not answer: next try after a growing pause, at most 30 s. Or npu-smi did not (facts "part"), and the
    // host's figures go on. Or an answer is overdue and still awaited (facts "awaited"): told before the values that
    // are shown count as old, so that nothing stands as fine beside "no data".
    void failed(const QString &node, const Error &error);

private:
    void tick();
    void tellLate();
    void take(const Result<NodeReading> &answer);
    QList<Sample> gapsBeside(const QList<Sample> &samples) const;

    QString m_node;
    QList<MetricKey> m_known;
    std::shared_ptr<NodeSampling> m_memory;                // touched only by the link's jobs
    std::unique_ptr<NodeLink> m_link;
    QTimer m_timer;
    std::chrono::milliseconds m_interval{1000};
    std::chrono::milliseconds m_pause{0};
    QElapsedTimer m_began, m_answered;                     // m_answered: the last answer with figures of the chips
    std::chrono::milliseconds m_step{0};                   // between the last two of them
    QTimer m_late;
    bool m_isAtNpuSmi = false;
    // the last reading; what was told of it stands until there is an answer
    bool m_hasFailed = false;
    bool m_isRunning = false;
    bool m_isFinishing = false;
    bool m_underWay = false;
};

// One reading; blocking. /proc for the host, npu-smi info for all chips; host figures that cannot be had are left out.
// Error: the node does not answer. An npu-smi that is not there, hangs or says that it cannot costs the chips' figures
// only; one that hung is asked again after a growing pause (with `memory`), so that it does not hold up the host's
// figures each time. The CPU's share needs two readings too: without `memory` there is none. atNpuSmi: called when its
// turn has come.
Result<NodeReading> sampleNode(Shell &shell, const QString &node, std::stop_token stop, NodeSampling *memory = nullptr,
                               const std::function<void()> &atNpuSmi = {});

// Values of a node are old when they are of before this: three readings, at least 5 s. step: between the last two
// readings.
std::chrono::milliseconds oldAfter(std::chrono::milliseconds interval, std::chrono::milliseconds step);
