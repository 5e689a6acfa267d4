// AlertHook: tells a webhook of alerts, in the form that Prometheus' Alertmanager sends (webhook_config, "version":
// "4"), so that what takes Alertmanager's messages takes these. What could not be delivered waits and is tried again;
// what the other side refuses is dropped. Lives on the thread of its owner, sends on its own.
#pragma once

#include "core/base/worker.h"
#include "core/monitor/alertwatch.h"
#include "core/serving/http.h"

#include <QTimer>

struct AlertMessage {
    QString deployment;
    bool isSimulated = false;
    QString language; // of title and remedy, "en" or "zh"
};

// Of one or more alerts; `left`: how many could not be kept until now ("truncatedAlerts").
QByteArray webhookBody(const QList<std::pair<Alert, AlertRule>> &alerts, const AlertMessage &message, qint64 left = 0);

// One try. Blocking. Errors: those of httpRequest, without the address' path and user, which may be secrets;
// CommandFailed, facts "refused": the answer was 4xx, and the same message again would have the same.
Result<void> postToWebhook(const QString &url, const QByteArray &body, std::stop_token stop);
QString webhookName(const QString &url); // the host, for people

class AlertHook : public QObject {
    Q_OBJECT

public:
    // The pauses between tries, ms; the last one holds for all that follow.
    explicit AlertHook(QObject *parent = nullptr, QList<int> pausesMs = {1'000, 5'000, 30'000, 60'000});

    void setUrl(const QString &url); // empty: nobody is told, and what waits is dropped
    const QString &url() const { return m_url; }
    void tell(const QList<std::pair<Alert, AlertRule>> &alerts, const AlertMessage &message);
    bool isIdle() const { return !m_isSending && m_waiting.isEmpty(); }
    const std::optional<Error> &trouble() const { return m_trouble; } // why the last ones have not arrived

signals:
    void troubleChanged();
    void idle(); // all has arrived, or was refused

private:
    struct Told {
        QList<std::pair<Alert, AlertRule>> alerts;
        AlertMessage message;
    };
    void send();
    void noteResult(const Result<void> &sent);

    static constexpr qsizetype mostWaiting = 500;
    const QList<int> m_pausesMs;
    QString m_url;
    QList<Told> m_waiting; // oldest first; the first one is under way while m_isSending
    qint64 m_left = 0; // dropped, for too many waited
    bool m_isSending = false;
    qsizetype m_failures = 0;
    std::optional<Error> m_trouble;
    QTimer m_again;
    Worker m_worker; // last: its thread ends first
};
