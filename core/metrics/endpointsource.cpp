#include "core/metrics/endpointsource.h"

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

Result<Reading> EndpointSource::read(std::stop_token stop, const AtPart &)
{
    const Result<EndpointReading> now = readEndpoint(m_url, stop);
    if (!now) {
        m_before.reset();
        return now.error();
    }
    Reading reading;
    reading.samples = servingSamples(*now, m_before ? &*m_before : nullptr, node());
    m_before = *now;
    return reading;
}
