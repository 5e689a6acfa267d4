#include "core/metrics/endpointsource.h"

#include "core/base/languages.h"
#include "core/serving/nodehttp.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

struct EndpointText
{
    ASC_TR_FUNCTIONS(Sampler)
};

// Where nothing serves yet, the node is not logged into every second.
constexpr std::chrono::seconds firstOverNodePause{15}, longestOverNodePause{60}, directEvery{300};
// A line of the log comes every ten seconds; one without such lines is looked at ever more seldom.
constexpr std::chrono::seconds logEvery{5}, longestLogPause{60};

Result<QByteArray> metricsIn(const Result<HttpResponse> &response, const QString &metricsUrl)
{
    if (!response)
        return response.error();
    // MindIE's answer without it (MindIE-Motor's docs, restful_response_status_codes.md)
    if (response->body.contains("MIES_SERVICE_MONITOR_MODE is not set"))
        return Error{ErrorKind::Model,
                     QCoreApplication::translate("Sampler", "MindIE has no metrics at %1: its environment needs "
                                                            "MIES_SERVICE_MONITOR_MODE=1 before it is started.")
                         .arg(metricsUrl),
                     QString::fromUtf8(response->body.left(300)),
                     {}};
    if (response->status != 200)
        return Error{ErrorKind::Model,
                     QCoreApplication::translate("Sampler", "%1 answered with HTTP status %2.")
                         .arg(metricsUrl)
                         .arg(response->status),
                     QString::fromUtf8(response->body.left(300)),
                     {}};
    return response->body + '\n';        // HTTP says that it is all of it
}

Result<EndpointReading> readingOf(const QByteArray &text)
{
    const Result<MetricsText> metrics = parseMetrics(text);
    if (!metrics)
        return metrics.error();
    return EndpointReading{QDateTime::currentMSecsSinceEpoch(), *metrics};
}

Result<QByteArray> metricsAt(const QString &metricsUrl, std::stop_token stop)
{
    HttpRequest request;
    request.url = metricsUrl;
    request.timeout = std::chrono::seconds(5);
    request.connectTimeout = std::chrono::seconds(2);
    request.atMostBytes = 16 * 1024 * 1024;
    return metricsIn(httpRequest(request, stop), metricsUrl);
}

Result<QByteArray> metricsFrom(Shell &shell, const QString &metricsUrl, std::stop_token stop)
{
    const QUrl url(metricsUrl);
    QStringList hosts{url.host(), u"127.0.0.1"_s};
    hosts.removeDuplicates();
    Result<HttpResponse> response = canceled();
    for (const QString &host : std::as_const(hosts)) {
        response = pageOf(shell, {host, url.port(80), url.path()}, stop);
        if (response || response.error().kind != ErrorKind::CommandFailed) // nothing listens there
            break;
    }
    return metricsIn(response, metricsUrl);
}

template<typename Ask>
Result<QByteArray> allMetrics(const QStringList &metricsUrls, Ask ask)
{
    QByteArray all;
    for (const QString &url : metricsUrls) {
        const Result<QByteArray> text = ask(url);
        if (!text)
            return text.error();
        all += *text;
    }
    return all;
}

bool isOutOfReach(const Error &error)
{
    return error.kind == ErrorKind::Connection || error.kind == ErrorKind::Timeout;
}

} // namespace

Result<EndpointReading> readEndpoint(const QStringList &metricsUrls, std::stop_token stop)
{
    const Result<QByteArray> all = allMetrics(metricsUrls, [&](const QString &url) { return metricsAt(url, stop); });
    return all ? readingOf(*all) : Result<EndpointReading>(all.error());
}

Result<EndpointReading> readEndpointFrom(Shell &shell, const QStringList &metricsUrls, std::stop_token stop)
{
    const Result<QByteArray> all
        = allMetrics(metricsUrls, [&](const QString &url) { return metricsFrom(shell, url, stop); });
    return all ? readingOf(*all) : Result<EndpointReading>(all.error());
}

Result<EndpointReading> EndpointSource::ask(std::stop_token stop)
{
    if (m_isOverNode && Clock::now() < m_nextDirect) {
        Result<EndpointReading> reading = askOverNode(stop);
        m_isOverNode = reading || !isOutOfReach(reading.error());
        if (m_isOverNode)
            return reading;
    }
    Result<EndpointReading> direct = readEndpoint(m_urls, stop);
    const bool isReached = direct || !isOutOfReach(direct.error());
    if (isReached || !m_openShell || stop.stop_requested() || (!m_isOverNode && Clock::now() < m_nextOverNode)) {
        m_isOverNode = m_isOverNode && !isReached;
        return direct;
    }
    m_nextDirect = Clock::now() + directEvery;
    Result<EndpointReading> reading = askOverNode(stop);
    m_isOverNode = reading || !isOutOfReach(reading.error());
    m_overNodePause = m_isOverNode ? std::chrono::seconds(0)
                                   : std::clamp(2 * m_overNodePause, firstOverNodePause, longestOverNodePause);
    m_nextOverNode = Clock::now() + m_overNodePause;
    return m_isOverNode ? reading : direct; // what this computer met is what people know
}

Result<void> EndpointSource::openNode(std::stop_token stop)
{
    if (m_shell)
        return {};
    Result<std::unique_ptr<Shell>> opened = m_openShell(stop);
    if (!opened) {
        if (opened.error().kind == ErrorKind::Authentication || opened.error().kind == ErrorKind::HostKey)
            m_openShell = {};            // that is the node's own to ask; not again and again
        return Error{ErrorKind::Connection, opened.error().message, opened.error().detail, {}};
    }
    m_shell = *std::move(opened);
    return {};
}

// Errors: as if it had been asked directly: nothing there is Connection.
Result<EndpointReading> EndpointSource::askOverNode(std::stop_token stop)
{
    if (const Result<void> opened = openNode(stop); !opened)
        return opened.error();
    Result<EndpointReading> reading = readEndpointFrom(*m_shell, m_urls, stop);
    if (reading)
        return reading;
    Error error = reading.error();
    if (error.kind == ErrorKind::CommandFailed)
        error.kind = ErrorKind::Connection;
    if (isOutOfReach(error))
        m_shell.reset();
    return error;
}

// nullopt: there is no log, or it says nothing of the kind.
std::optional<Reading> EndpointSource::readLog(std::stop_token stop)
{
    const QString source = QCoreApplication::translate("Sampler", "log");
    if (m_logArgv.isEmpty() || !m_openShell)
        return {};
    const bool isDue = Clock::now() >= m_nextLog;
    if (isDue) {
        const auto began = UseBook::Clock::now();
        m_logEnd.reset();
        if (openNode(stop)) {
            const Result<CommandOutput> output
                = m_shell->run({.argv = m_logArgv, .timeout = std::chrono::seconds(10), .isQuestion = true}, stop);
            if (output && output->exitCode == 0)
                m_logEnd = output->out;
            else if (!output && isOutOfReach(output.error()))
                m_shell.reset();
        }
        m_book.note(source, began);
        m_nextLog = Clock::now() + logEvery;
    }
    Reading reading;
    if (!m_logEnd || !m_log.read(*m_logEnd, QDateTime::currentMSecsSinceEpoch(), node(), reading.samples)) {
        if (isDue) {
            m_logPause = std::clamp(2 * m_logPause, logEvery, longestLogPause);
            m_nextLog = Clock::now() + m_logPause;
        }
        return {};
    }
    m_logPause = std::chrono::seconds(0);
    m_book.gaveUp(u"/metrics"_s);
    m_book.gave(source, reading.samples);
    const EveryLanguage every;
    m_book.remark(source,
                  EndpointText::tr("%1 has no metrics; the engine's log on %2 has averages of ten seconds or so.")
                      .arg(m_urls.join(u' '), node()));
    reading.uses = m_book.uses();
    return reading;
}

Result<Reading> EndpointSource::read(std::stop_token stop, const AtPart &)
{
    const auto began = UseBook::Clock::now();
    const Result<EndpointReading> now = ask(stop);
    if (!now) {
        m_before.reset();
        const bool answersOtherwise = now.error().kind == ErrorKind::Model || now.error().kind == ErrorKind::Parse;
        const std::optional<Reading> log = answersOtherwise ? readLog(stop) : std::nullopt;
        return log ? Result<Reading>(*log) : now.error();
    }
    Reading reading;
    reading.samples = servingSamples(*now, m_before ? &*m_before : nullptr, node());
    if (m_urls.size() > 1)
        reading.samples.removeIf([](const Sample &one) { return one.key.metric.startsWith("serving.ttft"_L1); });
    m_before = *now;
    m_book.note(u"/metrics"_s, began);
    m_book.gave(u"/metrics"_s, reading.samples);
    m_isCacheShareOdd = m_isCacheShareOdd || hasOddCacheShare(now->metrics);
    const QString urls = m_urls.join(u' ');
    const EveryLanguage every;
    const QString where = m_isOverNode
        ? EndpointText::tr("%1, asked from %2 over SSH: this computer does not reach it.").arg(urls, node())
        : urls;
    const QString odd = EndpointText::tr("Its share of the KV cache in use was below 0 or above 100 %.");
    m_book.remark(u"/metrics"_s, m_isCacheShareOdd ? inEveryLanguage([&](const QString &language) {
        return inLanguage(where, language) + u' ' + inLanguage(odd, language);
    })
                                                   : where);
    reading.uses = m_book.uses();
    return reading;
}
