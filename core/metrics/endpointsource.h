// EndpointSource: what a serving endpoint says of itself at /metrics. Where this computer does not reach it (a
// firewall, a jump host, a port on the node's loopback alone) it is asked from the node, over SSH. An engine that
// answers there, but not with metrics, is read by its log (EngineLog).
#pragma once

#include "core/metrics/enginelog.h"
#include "core/metrics/servingsamples.h"
#include "core/metrics/source.h"
#include "core/nodes/nodelink.h"

// One reading of all of them; blocking. Error: Connection, Timeout, Parse with what answered instead.
Result<EndpointReading> readEndpoint(const QStringList &metricsUrls, std::stop_token stop);
// The same, asked from the machine of `shell`: each at its own address, else at that port of the loopback.
Result<EndpointReading> readEndpointFrom(Shell &shell, const QStringList &metricsUrls, std::stop_token stop);

class EndpointSource : public Source
{
public:
    // node: the machine that the endpoint runs on. urls: one, or those of the processes behind a proxy, which are added
    // up: one that does not answer is an Error, for a sum that lacks it would be too small. They see a request when it
    // is half done, so that they have no TTFT.
    // openShell: to the node, when there is no other way; unset: it is not tried.
    // logArgv: prints the end of the engine's log on that node; empty: nobody knows it.
    EndpointSource(QString node, QStringList urls, ShellFactory openShell = {}, QStringList logArgv = {})
        : Source(std::move(node))
        , m_urls(std::move(urls))
        , m_openShell(std::move(openShell))
        , m_logArgv(std::move(logArgv))
    {
    }

    Result<Reading> read(std::stop_token stop, const AtPart &atPart) override;
    std::optional<Error> overdue(const QString &, qint64) const override { return std::nullopt; }
    // nothing serves there yet, as a rule
    std::chrono::milliseconds longestPause() const override { return std::chrono::seconds(10); }

private:
    using Clock = std::chrono::steady_clock;
    Result<EndpointReading> ask(std::stop_token stop);
    Result<EndpointReading> askOverNode(std::stop_token stop);
    Result<void> openNode(std::stop_token stop);
    std::optional<Reading> readLog(std::stop_token stop);

    QStringList m_urls;
    ShellFactory m_openShell;
    QStringList m_logArgv;
    EngineLog m_log;
    std::optional<QByteArray> m_logEnd;  // as it was read last
    Clock::time_point m_nextLog{};
    std::chrono::seconds m_logPause{0};
    std::unique_ptr<Shell> m_shell;
    bool m_isOverNode = false;           // the last answer came that way
    std::chrono::seconds m_overNodePause{0};
    Clock::time_point m_nextOverNode{};  // not before
    Clock::time_point m_nextDirect{};
    std::optional<EndpointReading> m_before;
    bool m_isCacheShareOdd = false;      // it was once
    UseBook m_book;
};
