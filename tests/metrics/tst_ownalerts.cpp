// The user's alerts.json: read, changed a rule at a time, saved for the user alone; a webhook in it.
#include "core/base/data.h"
#include "core/monitor/ownalerts.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class OwnAlertsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    void put(const QByteArray &text)
    {
        QVERIFY(QDir().mkpath(QFileInfo(ownAlertsFile()).absolutePath()));
        QFile file(ownAlertsFile());
        QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate) && file.write(text) == text.size());
    }

private slots:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_home.filePath(u"config"_s).toUtf8()); }
    void cleanup() { QFile::remove(ownAlertsFile()); }

    void withoutAFileTheShippedRulesHold()
    {
        QVERIFY(!QFileInfo::exists(ownAlertsFile()));
        const Result<Json> own = readOwnAlerts();
        QVERIFY(own && own->is_null());
        const Result<AlertSettings> settings = alertSettings();
        QVERIFY(settings && settings->webhook.isEmpty() && findRule(settings->rules, u"chip-hot"_s));
        QVERIFY(!findRule(settings->rules, u"ttft-over-objective"_s)); // off as it is shipped
    }

    void whatIsSavedHolds()
    {
        Json own = withRule({}, u"chip-hot"_s, {{"above", 90}, {"clear", 85}});
        own = withRule(own, u"chip-hot"_s, {{"forSeconds", 5}});
        own = withRule(own, u"node-silent"_s, {{"off", true}});
        own = withWebhook(own, u"https://127.0.0.1:9/secret"_s);
        own["comment"] = "mine";
        const Result<void> saved = saveOwnAlerts(own);
        QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
        QCOMPARE(QFileInfo(ownAlertsFile()).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        const Result<AlertSettings> settings = alertSettings();
        QVERIFY(settings && settings->webhook == u"https://127.0.0.1:9/secret");
        const AlertRule *hot = findRule(settings->rules, u"chip-hot"_s);
        QVERIFY(hot && hot->above == 90.0 && hot->clear == 85 && hot->forSeconds == 5 && hot->clearSeconds == 60);
        QVERIFY(!findRule(settings->rules, u"node-silent"_s));
        const Result<Json> again = readOwnAlerts();
        QVERIFY(again && *again == own); // and nothing else of the user's file was lost

        QVERIFY(saveOwnAlerts(withWebhook(withoutRule(*again, u"chip-hot"_s), {})));
        const Result<AlertSettings> shipped = alertSettings();
        QVERIFY(shipped && shipped->webhook.isEmpty() && findRule(shipped->rules, u"chip-hot"_s)->above == 85.0);
        QVERIFY(!findRule(shipped->rules, u"node-silent"_s));
    }

    void nullTakesAMemberAway()
    {
        const Json own = withRule({}, u"npu-underused"_s,
                                  {{"below", nullptr}, {"above", 10}, {"clear", nullptr}, {"during", nullptr}});
        const Result<QList<AlertRule>> rules
            = alertRulesFrom(*jsonDataFile(u"alerts.json"_s), own, u"own.json"_s, EveryRule::AlsoOff);
        QVERIFY2(rules, rules ? "" : qPrintable(rules.error().message));
        const AlertRule *rule = findRule(*rules, u"npu-underused"_s);
        QVERIFY(rule && rule->above == 10.0 && !rule->below && rule->clear == 10 && rule->during.isEmpty());
        QVERIFY(findRule(*rules, u"ttft-over-objective"_s)->isOff);
    }

    void aWrongFileIsSaidAndNotWrittenOver_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("no JSON") << "{rules"_ba << u"alerts.json"_s;
        QTest::newRow("an address without quotes")
            << "{\"rules\": [],\n \"webhook\": https://u:s3cret@h/s3cret}"_ba << u"line 2"_s;
        QTest::newRow("a rule") << R"({"rules": [{"id": "chip-hot", "above": "x"}]})"_ba << u"/rules/0/above"_s;
        QTest::newRow("webhook number") << R"({"rules": [], "webhook": 5})"_ba << u"/webhook"_s;
        QTest::newRow("webhook file") << R"({"rules": [], "webhook": "file:///etc/passwd"})"_ba << u"/webhook"_s;
        QTest::newRow("webhook word") << R"({"rules": [], "webhook": "hooks.example.com"})"_ba << u"/webhook"_s;
        QTest::newRow("webhook without host") << R"({"rules": [], "webhook": "https:///x"})"_ba << u"/webhook"_s;
    }
    void aWrongFileIsSaidAndNotWrittenOver()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        put(text);
        const Result<AlertSettings> settings = alertSettings();
        QVERIFY(!settings);
        QVERIFY2(settings.error().message.contains(place), qPrintable(settings.error().message));
        QVERIFY(!settings.error().message.contains(u"s3cret"_s) && !settings.error().detail.contains(u"s3cret"_s));
        if (const Result<Json> own = readOwnAlerts(); own) {
            const Result<void> saved = saveOwnAlerts(*own);
            QVERIFY(!saved && saved.error().kind == ErrorKind::Invalid);
        }
        QFile file(ownAlertsFile());
        QVERIFY(file.open(QFile::ReadOnly) && file.readAll() == text);
    }
};

QTEST_GUILESS_MAIN(OwnAlertsTest)
#include "tst_ownalerts.moc"
