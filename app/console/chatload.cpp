#include "app/console/chatload.h"

#include "inference/remoteendpoint.h"

#include <QTimer>

#include <array>

using namespace Qt::StringLiterals;

ChatLoad::ChatLoad(QString baseUrl, QString model, int chats, QObject *parent)
    : QObject(parent), m_baseUrl(std::move(baseUrl)), m_model(std::move(model))
{
    for (int i = 0; i < chats; ++i)
        m_workers.push_back(std::make_unique<Worker>());
}

ChatLoad::~ChatLoad() = default;

void ChatLoad::start()
{
    m_isRunning = true;
    for (size_t chat = 0; chat < m_workers.size(); ++chat)
        ask(chat);
}

void ChatLoad::stop()
{
    m_isRunning = false;
    for (const auto &worker : m_workers)
        worker->cancelAll();
}

void ChatLoad::ask(size_t chat)
{
    static constexpr std::array questions{"What is a rank table?", "Explain tensor parallelism in two sentences.",
                                          "Name three causes of a slow first token.", "What does HCCL do?"};
    ChatRequest request;
    request.messages = {{u"user"_s, QString::fromLatin1(questions[size_t(m_asked++) % questions.size()])}};
    request.maxTokens = 64;
    m_workers[chat]->run(this, [url = m_baseUrl, model = m_model, request](Job &job) {
        return RemoteEndpoint(url, model).chat(request, job.stop(), {});
    }, [this, chat](const Result<ChatStats> &stats) {
        if (stats) {
            ++m_answered;
        } else if (stats.error().kind != ErrorKind::Canceled) {
            ++m_failed;
            m_lastError = stats.error().message;
        }
        if (m_isRunning) // after a failure not at once again
            QTimer::singleShot(stats ? 100 : 2000, this, [this, chat] { if (m_isRunning) ask(chat); });
    });
}
