#include "core/serving/http.h"
#include "tests/support/rawserver.h"
#include "tests/support/stoplimit.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

class TestHttp : public QObject
{
    Q_OBJECT

private slots:
    void answerIsReadWhole()
    {
        RawServer server(
            [](RawServer::Peer &peer) { peer.json("{\"got\":\"" + peer.request.split('\r')[0] + "\"}", 404); });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(u"/v1/models"_s)}, {});
        QVERIFY(answer);
        QCOMPARE(answer->status, 404); // an answer, not an error
        QCOMPARE(answer->body, QByteArray("{\"got\":\"GET /v1/models HTTP/1.1\"}"));
        QCOMPARE(answer->header("content-type"), QByteArray("application/json"));
    }

    void bodyAndHeadersArrive()
    {
        QByteArray seen;
        {
            RawServer server([&](RawServer::Peer &peer) { seen = peer.request; peer.json("{}"); });
            QVERIFY(httpRequest(jsonPost(server.url(), QByteArray(100'000, 'x')), {}));
        }
        QVERIFY(seen.startsWith("POST / HTTP/1.1\r\n"));
        QVERIFY(seen.contains("Content-Type: application/json\r\n"));
        QVERIFY(!seen.contains("Expect:"));
        QVERIFY(seen.endsWith("\r\n\r\n" + QByteArray(100'000, 'x')));
    }

    void piecesArriveAsTheyAreSent()
    {
        std::atomic<int> received = 0;
        RawServer server([&](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 3; ++i) {
                peer.say("4\r\nabc" + QByteArray::number(i) + "\r\n");
                while (received <= i && !peer.quit) // the next one only after this one was seen
                    peer.pause(5);
            }
            peer.say("0\r\n\r\n");
        });
        QByteArrayList pieces;
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 5s}, {},
                                                        [&](const HttpResponse &soFar, const QByteArray &piece) {
                                                            QCOMPARE(soFar.status, 200);
                                                            pieces << piece;
                                                            ++received;
                                                        });
        QVERIFY(answer);
        QCOMPARE(pieces, (QByteArrayList{"abc0", "abc1", "abc2"}));
        QCOMPARE(answer->pieces, 3);
    }

    void stopEndsItAtOnce()
    {
        RawServer server([](RawServer::Peer &peer) { peer.stayQuiet(); });
        std::stop_source stop;
        QElapsedTimer timer;
        std::jthread later([&] { QThread::msleep(150); timer.start(); stop.request_stop(); });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 10s}, stop.get_token());
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Canceled);
        QVERIFY2(timer.elapsed() <= stopLimitMs, qPrintable(QString::number(timer.elapsed())));
    }

    void silentServerIsATimeout()
    {
        RawServer server([](RawServer::Peer &peer) { peer.stayQuiet(); });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 200ms}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Timeout);
        QVERIFY(answer.error().message.contains(u"127.0.0.1:%1"_s.arg(server.port())));
    }

    void streamThatStallsIsATimeout()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            peer.stayQuiet();
        });
        const Result<HttpResponse> answer
            = httpRequest({.url = server.url(), .timeout = 10s, .idleTimeout = 200ms}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Timeout);
        QVERIFY(answer.error().detail.startsWith(u"4 "_s));
    }

    void nothingListens()
    {
        QString url;
        {
            RawServer gone([](RawServer::Peer &) {});
            url = gone.url();
        }
        const Result<HttpResponse> answer = httpRequest({.url = url}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Connection);
        QVERIFY(answer.error().message.contains(u"refused"_s));
    }

    void whatIsNotHttpIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("ssh") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n");
        QTest::newRow("binary") << QByteArray("\x00\x01\x02\xff\xfe\r\n\r\n", 9);
        QTest::newRow("text") << QByteArray(10'000, 'x');
    }
    void whatIsNotHttpIsSaid()
    {
        QFETCH(QByteArray, bytes);
        RawServer server([&](RawServer::Peer &peer) { peer.say(bytes); });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 5s}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Parse);
        QVERIFY(answer.error().message.contains(u"does not speak HTTP"_s));
    }

    void cutOffAnswerIsAnError()
    {
        RawServer server([](RawServer::Peer &peer) { peer.say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"); });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 5s}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Connection);
        QCOMPARE(answer.error().facts[u"received"_s], u"4"_s);
        QVERIFY(answer.error().message.contains(u"cut its answer off"_s));
    }

    void silentCloseIsAnError()
    {
        RawServer server([](RawServer::Peer &) {});
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 5s}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Connection);
    }

    void endlessAnswerIsNotSwallowed()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\n\r\n");
            while (!peer.quit && peer.socket.state() == QAbstractSocket::ConnectedState)
                peer.say(QByteArray(64 * 1024, 'x'));
        });
        const Result<HttpResponse> answer
            = httpRequest({.url = server.url(), .timeout = 10s, .atMostBytes = 1'000'000}, {});
        QVERIFY(!answer);
        QVERIFY(answer.error().message.contains(u"1000000"_s));
    }

    void anEndlessHeaderIsSaidToBeThat_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("one line") << QByteArray(64 * 1024, 'x');
        QTest::newRow("many lines") << QByteArray("X-More: and more\r\n").repeated(4096);
    }
    void anEndlessHeaderIsSaidToBeThat()
    {
        QFETCH(QByteArray, more);
        RawServer server([&](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nX-First: ");
            while (!peer.quit && peer.socket.state() == QAbstractSocket::ConnectedState)
                peer.say(more);
        });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 10s}, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Parse);
        QVERIFY2(answer.error().message.endsWith(u"does not end."_s), qPrintable(answer.error().message));
    }

    void redirectIsAnAnswerNotFollowed()
    {
        std::atomic<int> asked = 0;
        RawServer other([&](RawServer::Peer &peer) { ++asked; peer.json("{}"); });
        RawServer server([&](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 302 Found\r\nLocation: " + other.url().toUtf8() + "\r\nContent-Length: 0\r\n\r\n");
        });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 5s}, {});
        QVERIFY(answer);
        QCOMPARE(answer->status, 302);
        QCOMPARE(asked, 0);
    }

    void proxyOfTheEnvironmentIsNotUsed()
    {
        qputenv("http_proxy", "http://127.0.0.1:1");
        RawServer server([](RawServer::Peer &peer) { peer.json("{}"); });
        const Result<HttpResponse> answer = httpRequest({.url = server.url(), .timeout = 5s}, {});
        qunsetenv("http_proxy");
        QVERIFY(answer);
    }

    void nonsenseIsRefused()
    {
        for (const QString &url :
             {u""_s, u"10.20.0.1:1025"_s, u"file:///etc/passwd"_s, u"http:///v1"_s, u"http://a b/"_s}) {
            const Result<HttpResponse> answer = httpRequest({.url = url}, {});
            QVERIFY2(!answer, qPrintable(url));
            QCOMPARE(answer.error().kind, ErrorKind::Invalid);
        }
        QVERIFY(!httpRequest({.url = u"http://127.0.0.1/"_s, .headers = {{"X", "a\r\nY: b"}}}, {}));
    }

    void curlLineIsQuotedAndHidesTheKey()
    {
        HttpRequest request = jsonPost(u"http://10.20.0.1:1025/v1/chat/completions"_s, "{\"a\":\"it's $(x)\"}");
        request.headers << qMakePair(QByteArray("Authorization"), QByteArray("Bearer sk-secret"));
        const QString line = asCurl(request);
        QVERIFY(!line.contains(u"sk-secret"_s));
        QVERIFY(line.contains(u"'{\"a\":\"it'"_s));
        QVERIFY(line.endsWith(u"http://10.20.0.1:1025/v1/chat/completions"_s));
    }
};

QTEST_GUILESS_MAIN(TestHttp)
#include "tst_http.moc"
