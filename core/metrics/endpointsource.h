// EndpointSource: what a serving endpoint says of itself at /metrics.
#pragma once

#include "core/metrics/servingsamples.h"
#include "core/metrics/source.h"

// One reading; blocking. Error: Connection, Timeout, Parse with what answered instead.
Result<EndpointReading> readEndpoint(const QString &metricsUrl, std::stop_token stop);

class EndpointSource : public Source
{
public:
    // node: the machine that the endpoint runs on
    EndpointSource(QString node, QString metricsUrl) : Source(std::move(node)), m_url(std::move(metricsUrl)) {}

    Result<Reading> read(std::stop_token stop, const AtPart &atPart) override;
    std::optional<Error> overdue(const QString &, qint64) const override { return std::nullopt; }
    // nothing serves there yet, as a rule
    std::chrono::milliseconds longestPause() const override { return std::chrono::seconds(10); }

private:
    QString m_url;
    std::optional<EndpointReading> m_before;
};
