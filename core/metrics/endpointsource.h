// EndpointSource: what a serving endpoint says of itself at /metrics.
#pragma once

#include "core/metrics/servingsamples.h"
#include "core/metrics/source.h"

// One reading of all of them; blocking. Error: Connection, Timeout, Parse with what answered instead.
Result<EndpointReading> readEndpoint(const QStringList &metricsUrls, std::stop_token stop);

class EndpointSource : public Source
{
public:
    // node: the machine that the endpoint runs on. urls: one, or those of the processes behind a proxy, which are added
    // up: one that does not answer is an Error, for a sum that lacks it would be too small. They see a request when it
    // is half done, so that they have no TTFT.
    EndpointSource(QString node, QStringList urls) : Source(std::move(node)), m_urls(std::move(urls)) {}

    Result<Reading> read(std::stop_token stop, const AtPart &atPart) override;
    std::optional<Error> overdue(const QString &, qint64) const override { return std::nullopt; }
    // nothing serves there yet, as a rule
    std::chrono::milliseconds longestPause() const override { return std::chrono::seconds(10); }

private:
    QStringList m_urls;
    std::optional<EndpointReading> m_before;
    UseBook m_book;
};
