#include "core/metrics/endpointsampler.h"

#include "core/serving/http.h"

#include <QCoreApplication>
#include <QDateTime>

using namespace Qt::StringLiterals;

Result<EndpointReading> readEndpoint(const QString &metricsUrl, std::stop_token stop)
{
    HttpRequest request;
    request.url = metricsUrl;
    request.timeout = std::chrono::seconds(5);
    request.connectTimeout = std::chrono::seconds(2);
    request.atMostBytes = 16 * 1024 * 1024;
    const Result<HttpResponse> response = httpRequest(request, stop);
    if (!response)
        return response.error();
    if (response->status != 200)
        return Error{ErrorKind::Model,
                     QCoreApplication::translate("Sampler", "%1 answered with HTTP status %2.")
                         .arg(metricsUrl)
                         .arg(response->status),
                     QString::fromUtf8(response->body.left(300)),
                     {}};
    const Result<MetricsText> metrics = parseMetrics(response->body + '\n'); // HTTP says that it is all of it
    if (!metrics)
        return metrics.error();
    return EndpointReading{QDateTime::currentMSecsSinceEpoch(), *metrics};
}

EndpointSampler::EndpointSampler(QString node, QString metricsUrl, QObject *parent)
    : QObject(parent), m_node(std::move(node)), m_url(std::move(metricsUrl))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &EndpointSampler::tick);
}

EndpointSampler::~EndpointSampler() = default;

void EndpointSampler::start(std::chrono::milliseconds interval)
{
    m_interval = interval;
    m_pause = std::chrono::milliseconds(0);
    m_isRunning = true;
    if (!m_underWay)
        tick();
}

void EndpointSampler::stop()
{
    m_isRunning = false;
    m_timer.stop();
    m_worker.cancelAll();
}

void EndpointSampler::finish()
{
    m_isRunning = false;
    m_timer.stop();
    m_isFinishing = m_underWay;
    if (!m_underWay)
        emit finished();
}

void EndpointSampler::tick()
{
    if (m_underWay || !m_isRunning)
        return;
    m_underWay = true;
    m_worker.run(this, [url = m_url](Job &job) { return readEndpoint(url, job.stop()); },
                 [this](Result<EndpointReading> reading) { take(reading); });
}

void EndpointSampler::take(const Result<EndpointReading> &reading)
{
    m_underWay = false;
    if (reading) {
        m_pause = std::chrono::milliseconds(0);
        m_hadValues = true;
        emit sampled(servingSamples(*reading, m_before ? &*m_before : nullptr, m_node));
        m_before = *reading;
    } else if (reading.error().kind != ErrorKind::Canceled) {
        m_pause = std::clamp(m_pause * 2, m_interval, std::max(m_interval, std::chrono::milliseconds(10'000)));
        if (m_hadValues) { // the gap, once
            emit sampled(servingSamples({QDateTime::currentMSecsSinceEpoch(), {}}, nullptr, m_node));
            m_hadValues = false;
        }
        m_before.reset();
        emit failed(reading.error());
    }
    if (std::exchange(m_isFinishing, false))
        emit finished();
    if (m_isRunning)
        m_timer.start(m_pause > m_pause.zero() ? m_pause : m_interval);
}
