// RawServer: a TCP server on 127.0.0.1 that says exactly what a test wants, in its own thread.
// The talk gets each connection (one after another) with the request read up to its body, or, where the server
// talks first, at once.
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <atomic>
#include <functional>
#include <future>
#include <thread>

class RawServer
{
public:
    struct Peer
    {
        QTcpSocket &socket;
        QByteArray request;
        std::atomic<bool> &quit;

        void say(const QByteArray &bytes)
        {
            socket.write(bytes);
            while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(1000)) { }
        }
        void json(const QByteArray &body, int status = 200)
        {
            say("HTTP/1.1 " + QByteArray::number(status)
                + " Status\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size())
                + "\r\nConnection: close\r\n\r\n" + body);
        }
        void stayQuiet() // until the server is destroyed or the client has gone
        {
            while (!quit && socket.state() == QAbstractSocket::ConnectedState)
                socket.waitForReadyRead(10);
        }
        void pause(int ms)
        {
            for (int waited = 0; waited < ms && !quit; waited += 5)
                QThread::msleep(5);
        }
    };
    using Talk = std::function<void(Peer &)>;

    enum class Begins { Client, Server };
    explicit RawServer(Talk talk, Begins begins = Begins::Client) : m_talk(std::move(talk)), m_begins(begins)
    {
        std::promise<quint16> port;
        std::future<quint16> ready = port.get_future();
        m_thread = std::thread([this, &port] { serve(port); });
        m_port = ready.get();
    }
    ~RawServer()
    {
        m_quit = true;
        m_thread.join();
    }
    quint16 port() const { return m_port; }
    QString url(const QString &path = QStringLiteral("/")) const
    {
        return QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path);
    }

private:
    void serve(std::promise<quint16> &port)
    {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        port.set_value(server.serverPort());
        while (!m_quit) {
            if (!server.waitForNewConnection(20))
                continue;
            const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
            Peer peer{*socket, m_begins == Begins::Client ? readRequest(*socket) : QByteArray(), m_quit};
            m_talk(peer);
            socket->disconnectFromHost();
            if (socket->state() != QAbstractSocket::UnconnectedState)
                socket->waitForDisconnected(500);
        }
    }

    QByteArray readRequest(QTcpSocket &socket)
    {
        QByteArray all;
        while (!m_quit && socket.state() == QAbstractSocket::ConnectedState) {
            all += socket.readAll();
            const qsizetype end = all.indexOf("\r\n\r\n");
            if (end >= 0) {
                const qsizetype at = all.toLower().indexOf("content-length:");
                const qsizetype length
                    = at < 0 || at > end ? 0 : all.mid(at + 15, all.indexOf('\r', at) - at - 15).trimmed().toLongLong();
                if (all.size() >= end + 4 + length)
                    break;
            }
            socket.waitForReadyRead(20);
        }
        return all;
    }

    Talk m_talk;
    Begins m_begins;
    std::atomic<bool> m_quit = false;
    quint16 m_port = 0;
    std::thread m_thread;
};
