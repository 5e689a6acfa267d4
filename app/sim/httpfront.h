// A small HTTP server for simulated programs that serve by passing requests on: one thread and one request for each
// connection. For the cluster's own clients on this machine only.
#pragma once

#include <QByteArrayList>
#include <QString>

#include <atomic>
#include <functional>
#include <thread>

namespace sim {

struct FrontRequest
{
    QByteArray method, path, body, authorization;
    bool isPost(const char *wanted) const { return method == "POST" && path == wanted; }
};

// What to do with a connection: sends the whole answer.
using Answering = std::function<void(int socket, const FrontRequest &request)>;

class HttpFront
{
public:
    ~HttpFront();
    // Empty, or why it does not listen: "Address already in use".
    QString listen(const QString &address, int port, Answering answering);

private:
    int m_socket = -1;
    std::atomic<bool> m_isEnding = false;
    std::thread m_thread;
};

// headers: further ones, without their line ends.
void sendAnswer(int socket, int status, const QByteArray &body, const QByteArray &type = "application/json",
                const QByteArrayList &headers = {});
// Posts to another server and sends what it answers as it comes, headers and all. false: it could not be asked.
bool passOn(int socket, const QString &address, int port, const QByteArray &path, const QByteArray &body);

} // namespace sim
