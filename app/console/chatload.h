// ChatLoad: a few chats at once with an endpoint, so that the monitor has something to show. Not a
// benchmark: nothing is measured but what was asked and answered.
#pragma once

#include "core/base/worker.h"

#include <memory>
#include <vector>

class ChatLoad : public QObject
{
    Q_OBJECT

public:
    ChatLoad(QString baseUrl, QString model, int chats, QObject *parent = nullptr);
    ~ChatLoad() override;

    void start();
    void stop();                         // running answers are broken off
    int answered() const { return m_answered; }
    int failed() const { return m_failed; }
    QString lastError() const { return m_lastError; }

private:
    void ask(size_t chat);

    QString m_baseUrl, m_model;
    bool m_isRunning = false;
    int m_asked = 0, m_answered = 0, m_failed = 0;
    QString m_lastError;
    std::vector<std::unique_ptr<Worker>> m_workers; // last: joined first
};
