// Sampler: asks one node for its figures each interval, on a link of its own. A tick that finds the
// last one still under way is skipped: slow nodes lose samples, not memory.
#pragma once

#include "core/metrics/hoststats.h"
#include "core/metrics/sample.h"
#include "core/nodes/nodelink.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

struct HostSampling
{
    std::optional<CpuTimes> cpu;
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

signals:
    void sampled(const QList<Sample> &samples);           // after a failure once more with NaN for all that was known: the gap
    void failed(const QString &node, const Error &error); // next try after a growing pause, at most 30 s

private:
    void tick();
    void take(const Result<QList<Sample>> &answer);

    QString m_node;
    QList<MetricKey> m_known;
    std::shared_ptr<HostSampling> m_host;                 // touched only by the link's jobs
    std::unique_ptr<NodeLink> m_link;
    QTimer m_timer;
    std::chrono::milliseconds m_interval{1000};
    std::chrono::milliseconds m_pause{0};
    QElapsedTimer m_began;
    bool m_isRunning = false;
    bool m_underWay = false;
};

// One reading; blocking. npu-smi info for all chips, /proc for the host. A node without npu-smi, or whose npu-smi
// says that it cannot, is an Error that names the node; host figures that cannot be had are left out.
// The CPU's share needs two readings: `host` keeps the last one (nullptr: no CPU sample).
Result<QList<Sample>> sampleNode(Shell &shell, const QString &node, std::stop_token stop, HostSampling *host = nullptr);
