#include "core/metrics/endpointsource.h"

#include "core/serving/http.h"

#include <QCoreApplication>
#include <QDateTime>

using namespace Qt::StringLiterals;

static Result<QByteArray> metricsAt(const QString &metricsUrl, std::stop_token stop)
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
    return response->body + '\n';        // HTTP says that it is all of it
}

Result<EndpointReading> readEndpoint(const QStringList &metricsUrls, std::stop_token stop)
{
    QByteArray all;
    for (const QString &url : metricsUrls) {
        const Result<QByteArray> text = metricsAt(url, stop);
        if (!text)
            return text.error();
        all += *text;
    }
    const Result<MetricsText> metrics = parseMetrics(all);
    if (!metrics)
        return metrics.error();
    return EndpointReading{QDateTime::currentMSecsSinceEpoch(), *metrics};
}

Result<Reading> EndpointSource::read(std::stop_token stop, const AtPart &)
{
    const auto began = UseBook::Clock::now();
    const Result<EndpointReading> now = readEndpoint(m_urls, stop);
    if (!now) {
        m_before.reset();
        return now.error();
    }
    Reading reading;
    reading.samples = servingSamples(*now, m_before ? &*m_before : nullptr, node());
    if (m_urls.size() > 1)
        reading.samples.removeIf([](const Sample &one) { return one.key.metric.startsWith("serving.ttft"_L1); });
    m_before = *now;
    m_book.note(u"/metrics"_s, began);
    m_book.gave(u"/metrics"_s, reading.samples);
    m_book.remark(u"/metrics"_s, m_urls.join(u' '));
    reading.uses = m_book.uses();
    return reading;
}
