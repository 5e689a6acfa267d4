// EndpointSampler: reads a serving endpoint's /metrics each interval on a thread of its own. GUI thread.
#pragma once

#include "core/base/worker.h"
#include "core/metrics/servingsamples.h"

#include <QTimer>

#include <memory>

// One reading; blocking. Error: Connection, Timeout, Parse with what answered instead.
Result<EndpointReading> readEndpoint(const QString &metricsUrl, std::stop_token stop);

class EndpointSampler : public QObject
{
    Q_OBJECT

public:
    // node: the machine that the endpoint runs on, for the samples' keys.
    EndpointSampler(QString node, QString metricsUrl, QObject *parent = nullptr);
    ~EndpointSampler() override;

    void start(std::chrono::milliseconds interval = std::chrono::seconds(1));
    void stop();
    void finish();                       // no further reading; finished() when the one under way has come to its end

signals:
    void finished();
    void sampled(const QList<Sample> &samples);
    // nothing serves there yet, as a rule; next try after a growing pause, at most 10 s
    void failed(const Error &error);

private:
    void tick();
    void take(const Result<EndpointReading> &reading);

    QString m_node, m_url;
    std::optional<EndpointReading> m_before;
    QTimer m_timer;
    std::chrono::milliseconds m_interval{1000}, m_pause{0};
    bool m_isRunning = false, m_isFinishing = false, m_underWay = false, m_hadValues = false;
    Worker m_worker;                     // last: gone before what its jobs touch
};
