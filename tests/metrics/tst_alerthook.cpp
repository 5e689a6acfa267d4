// Alerts told to a webhook: the form of Alertmanager's messages, what is tried again and what is not, what waits.
#include "core/monitor/alerthook.h"
#include "tests/support/hookreceiver.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'700'000'000'000;

std::pair<Alert, AlertRule> alertOf(const QString &device, qint64 endedMs = 0)
{
    AlertRule rule;
    rule.id = u"chip-hot"_s;
    rule.metric = u"npu.temperature"_s;
    rule.above = 85;
    rule.forSeconds = 60;
    rule.title = {{"en", "A chip is hot"}, {"zh", "NPU 温度过高"}};
    rule.remedy = {{"en", "Look at the fans."}};
    Alert alert{u"chip-hot"_s, u"node1"_s, device};
    alert.sinceMs = begin;
    alert.firedMs = begin + 60'000;
    alert.endedMs = endedMs;
    alert.value = 91;
    return {alert, rule};
}

} // namespace

class AlertHookTest : public QObject {
    Q_OBJECT

private slots:
    // The members and their types are those of Alertmanager's documentation, "webhook_config".
    void aMessageIsAlertmanagers()
    {
        const Result<Json> body = parseJson(webhookBody({alertOf(u"0/0"_s), alertOf(u"1/0"_s, begin + 90'000)},
                                                        {u"prod"_s, true, u"en"_s}, 3),
                                            u"body"_s);
        QVERIFY(body);
        QVERIFY(stringAt(*body, "version") == u"4" && stringAt(*body, "status") == u"firing");
        QVERIFY((*body)["truncatedAlerts"] == 3);
        QVERIFY(((*body)["groupLabels"] == Json{{"deployment", "prod"}}));
        const Json common = (*body)["commonLabels"];
        QVERIFY(common
                == (Json{{"alertname", "chip-hot"},
                         {"severity", "warning"},
                         {"deployment", "prod"},
                         {"node", "node1"},
                         {"metric", "npu.temperature"},
                         {"simulated", "true"}}));
        const Json first = (*body)["alerts"][0], second = (*body)["alerts"][1];
        QVERIFY(stringAt(first, "status") == u"firing" && stringAt(second, "status") == u"resolved");
        QCOMPARE(stringAt(first, "startsAt"), u"2023-11-14T22:14:20.000Z"_s);
        QCOMPARE(stringAt(first, "endsAt"), u"0001-01-01T00:00:00Z"_s);
        QCOMPARE(stringAt(second, "endsAt"), u"2023-11-14T22:14:50.000Z"_s);
        QCOMPARE(stringAt(first["labels"], "device"), u"0/0"_s);
        QCOMPARE(stringAt(first["annotations"], "summary"), u"A chip is hot"_s);
        QCOMPARE(stringAt(first["annotations"], "value"), u"91"_s);
        QCOMPARE(stringAt(first, "fingerprint").size(), 16);
        QVERIFY(first["fingerprint"] != second["fingerprint"]);
        const Result<Json> ended
            = parseJson(webhookBody({alertOf(u"0/0"_s, begin + 90'000)}, {u"prod"_s, false, u"zh"_s}), u"body"_s);
        QVERIFY(stringAt(*ended, "status") == u"resolved" && !(*ended)["commonLabels"].contains("simulated"));
        QVERIFY((*ended)["alerts"][0]["fingerprint"] != first["fingerprint"]); // simulated is a label, too
        QCOMPARE(stringAt((*ended)["alerts"][0]["annotations"], "summary"), u"NPU 温度过高"_s);
    }

    // Nothing is measured, so no condition and no value are told.
    void aTestIsOfNothing()
    {
        AlertRule rule;
        rule.id = u"test"_s;
        rule.title = {{"en", "A test"}};
        const QByteArray text = webhookBody({{Alert{u"test"_s}, rule}}, {u"prod"_s, false, u"en"_s});
        const Result<Json> body = parseJson(text, u"body"_s);
        QVERIFY(((*body)["alerts"][0]["annotations"] == Json{{"summary", "A test"}}));
    }

    void itArrives()
    {
        HookReceiver receiver({200});
        AlertHook hook;
        hook.tell({alertOf(u"0/0"_s)}, {u"prod"_s});
        QVERIFY(hook.isIdle()); // no address, nobody to tell
        hook.setUrl(receiver.url());
        hook.tell({alertOf(u"0/0"_s)}, {u"prod"_s});
        hook.tell({alertOf(u"1/0"_s)}, {u"prod"_s});
        QTRY_VERIFY(hook.isIdle());
        const QList<Json> bodies = receiver.bodies();
        QCOMPARE(bodies.size(), 2); // in order
        QCOMPARE(stringAt(bodies[0]["alerts"][0]["labels"], "device"), u"0/0"_s);
        QCOMPARE(stringAt(bodies[1]["alerts"][0]["labels"], "device"), u"1/0"_s);
        QVERIFY(receiver.firstHead().startsWith("POST /hook/secret-token HTTP/1.1\r\n"));
        QVERIFY(receiver.firstHead().toLower().contains("content-type: application/json"));
        QVERIFY(!hook.trouble());
    }

    void whatFailsIsTriedAgainUntilItArrives()
    {
        HookReceiver receiver({503, 429, 500, 204});
        AlertHook hook(nullptr, {1, 2});
        QSignalSpy news(&hook, &AlertHook::troubleChanged);
        hook.setUrl(receiver.url());
        hook.tell({alertOf(u"0/0"_s)}, {u"prod"_s});
        QTRY_VERIFY(hook.isIdle());
        QCOMPARE(receiver.bodies().size(), 4);
        QVERIFY(receiver.bodies().first() == receiver.bodies().last());
        QVERIFY(!hook.trouble() && news.size() >= 2); // it was said, and taken back
    }

    void whatIsRefusedIsSaidAndNotTriedAgain()
    {
        HookReceiver receiver({404, 200});
        AlertHook hook(nullptr, {1});
        hook.setUrl(receiver.url());
        hook.tell({alertOf(u"0/0"_s)}, {u"prod"_s});
        QTRY_VERIFY(hook.isIdle());
        QCOMPARE(receiver.bodies().size(), 1);
        QVERIFY(hook.trouble());
        QVERIFY2(hook.trouble()->message.contains(u"127.0.0.1") && hook.trouble()->message.contains(u"404"),
                 qPrintable(hook.trouble()->message));
        QVERIFY(!hook.trouble()->message.contains(u"secret-token"));
        hook.tell({alertOf(u"1/0"_s)}, {u"prod"_s});
        QTRY_VERIFY(hook.isIdle());
        QVERIFY(!hook.trouble()); // the next one arrived
    }

    void whoIsNotThereIsToldWhenItIs()
    {
        quint16 port = 0;
        {
            RawServer gone([](RawServer::Peer &) {});
            port = gone.port();
        }
        AlertHook hook(nullptr, {20});
        hook.setUrl(u"http://127.0.0.1:%1/secret-token"_s.arg(port));
        for (int i = 0; i < 600; ++i)
            hook.tell({alertOf(QString::number(i))}, {u"prod"_s});
        QTRY_VERIFY(hook.trouble());
        QVERIFY2(hook.trouble()->message.contains(u"127.0.0.1"), qPrintable(hook.trouble()->message));
        QVERIFY(!hook.trouble()->message.contains(u"secret-token"));
        QVERIFY(!hook.isIdle());
        HookReceiver receiver({200});
        hook.setUrl(receiver.url()); // another address: nothing of before
        QVERIFY(hook.isIdle() && !hook.trouble());
        hook.tell({alertOf(u"0/0"_s)}, {u"prod"_s});
        QTRY_VERIFY(hook.isIdle());
        QCOMPARE(receiver.bodies().size(), 1);
        QVERIFY(receiver.bodies().first()["truncatedAlerts"] == 0);
    }

    void moreThanCanWaitIsCounted()
    {
        HookReceiver receiver({503, 503, 200});
        AlertHook hook(nullptr, {300});
        hook.setUrl(receiver.url());
        for (int i = 0; i < 510; ++i)
            hook.tell({alertOf(QString::number(i))}, {u"prod"_s});
        QTRY_VERIFY_WITH_TIMEOUT(hook.isIdle(), 30'000);
        qint64 truncated = 0;
        for (const Json &body : receiver.bodies())
            truncated += body["truncatedAlerts"].get<qint64>() > 0;
        QVERIFY(truncated >= 1);
        const Json last = receiver.bodies().last();
        QCOMPARE(stringAt(last["alerts"][0]["labels"], "device"), u"509"_s); // the oldest were left out
        QVERIFY(last["truncatedAlerts"] == 0);
    }

    void itEndsAtOnceWhileNobodyAnswers()
    {
        RawServer silent([](RawServer::Peer &peer) { peer.stayQuiet(); });
        QElapsedTimer clock;
        {
            AlertHook hook;
            hook.setUrl(silent.url());
            hook.tell({alertOf(u"0/0"_s)}, {u"prod"_s});
            QTest::qWait(200);
            clock.start();
        }
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    }
};

QTEST_GUILESS_MAIN(AlertHookTest)
#include "tst_alerthook.moc"
