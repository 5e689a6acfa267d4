#include "core/monitor/alerthook.h"

#include "core/monitor/alerttext.h"

#include <QCryptographicHash>
#include <QUrl>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

Json labelsOf(const Alert &alert, const AlertRule &rule, const AlertMessage &message)
{
    Json labels{{"alertname", alert.rule},
                {"severity", severityName(alert.severity)},
                {"deployment", message.deployment}};
    if (!alert.node.isEmpty())
        labels["node"] = alert.node;
    if (!alert.device.isEmpty())
        labels["device"] = alert.device;
    if (!rule.metric.isEmpty())
        labels["metric"] = rule.metric;
    if (message.isSimulated)
        labels["simulated"] = "true";
    return labels;
}

Json annotationsOf(const Alert &alert, const AlertRule &rule, const AlertMessage &message)
{
    Json annotations{{"summary", alertTitle(rule, message.language)}};
    if (const QString remedy = alertRemedy(rule, message.language); !remedy.isEmpty())
        annotations["description"] = remedy;
    if (!rule.metric.isEmpty() || rule.silent) // a test is about nothing
        annotations["condition"] = alertSentence(rule);
    if (!rule.metric.isEmpty() && std::isfinite(alert.value))
        annotations["value"] = QString::number(alert.value, 'g', 10);
    return annotations;
}

// What all of them say alike.
Json commonOf(const Json &alerts, const char *member)
{
    const Json first = alerts.front()[member];
    Json common = Json::object();
    for (const auto &[key, value] : first.items()) {
        const auto saysSo = [&, key = key, value = value](const Json &alert) {
            return alert[member].contains(key) && alert[member][key] == value;
        };
        if (std::all_of(alerts.cbegin(), alerts.cend(), saysSo))
            common[key] = value;
    }
    return common;
}

// Alertmanager's own is a hash of the labels, too: the same alert has the same one in each message.
QString fingerprintOf(const Json &labels)
{
    const QByteArray hash = QCryptographicHash::hash(compactJson(labels), QCryptographicHash::Sha256);
    return QString::fromLatin1(hash.toHex().left(16));
}

} // namespace

QByteArray webhookBody(const QList<std::pair<Alert, AlertRule>> &alerts, const AlertMessage &message, qint64 left)
{
    Json list = Json::array();
    bool isFiring = false;
    for (const auto &[alert, rule] : alerts) {
        const bool goesOn = alert.endedMs == 0;
        isFiring = isFiring || goesOn;
        const Json labels = labelsOf(alert, rule, message);
        list.push_back({{"status", goesOn ? "firing" : "resolved"},
                        {"labels", labels},
                        {"annotations", annotationsOf(alert, rule, message)},
                        {"startsAt", isoTime(alert.firedMs)},
                        {"endsAt", goesOn ? u"0001-01-01T00:00:00Z"_s : isoTime(alert.endedMs)},
                        {"generatorURL", ""},
                        {"fingerprint", fingerprintOf(labels)}});
    }
    const Json group{{"deployment", message.deployment}};
    return compactJson({{"version", "4"},
                        {"groupKey", u"{}:{deployment=\"%1\"}"_s.arg(message.deployment)},
                        {"truncatedAlerts", left},
                        {"status", isFiring ? "firing" : "resolved"},
                        {"receiver", "ascend-console"},
                        {"groupLabels", group},
                        {"commonLabels", commonOf(list, "labels")},
                        {"commonAnnotations", commonOf(list, "annotations")},
                        {"externalURL", ""},
                        {"alerts", list}});
}

QString webhookName(const QString &url)
{
    return QUrl(url).host();
}

Result<void> postToWebhook(const QString &url, const QByteArray &body, std::stop_token stop)
{
    HttpRequest request = jsonPost(url, body);
    request.timeout = std::chrono::seconds(10);
    request.atMostBytes = 1024 * 1024;
    const Result<HttpResponse> response = httpRequest(request, stop);
    const QString name = webhookName(url);
    if (!response) {
        if (response.error().kind == ErrorKind::Canceled)
            return response.error();
        return Error{
            response.error().kind,
            AlertText::tr("The webhook at %1 was not told of an alert: %2").arg(name, response.error().message),
            {},
            {}};
    }
    if (response->status >= 200 && response->status < 300)
        return {};
    Error error{
        ErrorKind::CommandFailed,
        AlertText::tr("The webhook at %1 was not told of an alert: it answered %2.").arg(name).arg(response->status),
        QString::fromUtf8(response->body.left(2000)),
        {}};
    // a redirect is not followed: it would lead elsewhere; 408 and 429 ask for another try
    if (response->status < 500 && response->status != 408 && response->status != 429)
        error.facts.insert(u"refused"_s, QString::number(response->status));
    return error;
}

AlertHook::AlertHook(QObject *parent, QList<int> pausesMs)
    : QObject(parent)
    , m_pausesMs(std::move(pausesMs))
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &AlertHook::send);
}

void AlertHook::setUrl(const QString &url)
{
    if (url == m_url)
        return;
    m_url = url;
    m_waiting.clear();
    m_left = m_failures = 0;
    m_isSending = false;
    m_again.stop();
    m_worker.cancelAll();
    if (m_trouble) {
        m_trouble.reset();
        emit troubleChanged();
    }
}

void AlertHook::tell(const QList<std::pair<Alert, AlertRule>> &alerts, const AlertMessage &message)
{
    if (m_url.isEmpty() || alerts.isEmpty())
        return;
    m_waiting << Told{alerts, message};
    if (m_waiting.size() > mostWaiting)
        m_left += m_waiting.takeAt(m_isSending ? 1 : 0).alerts.size();
    if (!m_isSending && !m_again.isActive())
        send();
}

void AlertHook::send()
{
    if (m_waiting.isEmpty() || m_isSending)
        return;
    m_isSending = true;
    const QByteArray body = webhookBody(m_waiting.first().alerts, m_waiting.first().message, m_left);
    m_worker.run(
        this, [url = m_url, body](Job &job) { return std::pair(url, postToWebhook(url, body, job.stop())); },
        [this](const std::pair<QString, Result<void>> &sent) {
            if (sent.first == m_url && m_isSending) // and not of an address that was left
                noteResult(sent.second);
        });
}

void AlertHook::noteResult(const Result<void> &sent)
{
    m_isSending = false;
    const bool isDone = sent || sent.error().facts.contains(u"refused"_s);
    if (isDone && !m_waiting.isEmpty())
        m_waiting.removeFirst();
    if (sent)
        m_left = 0;
    m_failures = isDone ? 0 : m_failures + 1;
    const std::optional<Error> before = m_trouble;
    m_trouble = sent ? std::nullopt : std::optional(sent.error());
    if (before.has_value() != m_trouble.has_value() || (before && before->message != m_trouble->message))
        emit troubleChanged();
    if (m_waiting.isEmpty())
        emit idle();
    else if (isDone)
        send();
    else
        m_again.start(m_pausesMs[std::min(m_failures, m_pausesMs.size()) - 1]);
}
