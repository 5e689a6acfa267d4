// An alert as the desktop shows it: a real notification daemon on a bus and a display of its own.
#include "tests/lab/labwindow.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;

class NotificationTest : public QObject, LabWindow
{
    Q_OBJECT

    QProcess m_bus, m_display, m_daemon;

    // What it has shown, newest first, as the daemon remembers it; closed first, for only then it does.
    static QList<QVariantMap> shown()
    {
        const auto ask = [](const QString &method) {
            return QDBusConnection::sessionBus().call(QDBusMessage::createMethodCall(
                u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s, u"org.dunstproject.cmd0"_s,
                method));
        };
        ask(u"NotificationCloseAll"_s);
        QTest::qWait(200);
        QList<QVariantMap> all;
        const QDBusMessage answer = ask(u"NotificationListHistory"_s);
        const QDBusArgument list = answer.arguments().value(0).value<QDBusArgument>();
        if (answer.type() == QDBusMessage::ReplyMessage)
            list >> all;
        return all;
    }

private slots:
    void initTestCase()
    {
        for (const QString &tool : {u"dunst"_s, u"dbus-daemon"_s, u"Xvfb"_s}) {
            if (QStandardPaths::findExecutable(tool).isEmpty())
                QSKIP("a tool is missing: dunst, dbus-daemon or Xvfb (packaging/setup.sh --tests brings them)");
        }
        putAlertRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": 1, "clearSeconds": 1}]})");
        m_bus.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
        QTRY_VERIFY_WITH_TIMEOUT(m_bus.canReadLine(), 20'000);
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
        m_display.start(u"Xvfb"_s, {u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, u"800x600x24"_s});
        QTRY_VERIFY_WITH_TIMEOUT(m_display.canReadLine(), 20'000);
        QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
        own.insert(u"DISPLAY"_s, u":"_s + QString::fromLatin1(m_display.readLine().trimmed()));
        m_daemon.setProcessEnvironment(own);
        m_daemon.start(u"dunst"_s, {});
        QVERIFY(m_daemon.waitForStarted());
        openWindow(true);
        if (QTest::currentTestFailed())
            return;
        window().showPage(u"monitor"_s);
        window().showPage(u"nodes"_s); // nobody looks at the alerts
    }
    void cleanupTestCase()
    {
        closeWindow();
        for (QProcess *one : {&m_daemon, &m_display, &m_bus}) {
            one->terminate();
            one->waitForFinished(5000);
        }
    }

    void whatComesTogetherIsOneNotification()
    {
        QTest::qWait(3000);
        QVERIFY(shown().isEmpty());
        QVERIFY(m_lab->fault(0, u"chip-alarm"_s, {u"1"_s}) && m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!shown().isEmpty(), 60'000);
        QTest::qWait(3000);
        const QList<QVariantMap> all = shown();
        QString bodies;
        for (const QVariantMap &one : all) {
            QCOMPARE(one.value(u"appname"_s).toString(), u"ascend-console"_s);
            QVERIFY(one.value(u"summary"_s).toString().contains(m_application->cluster().deployment().name));
            QVERIFY(one.value(u"summary"_s).toString().contains(u"simulated"_s));
            bodies += one.value(u"body"_s).toString() + u'\n';
        }
        QVERIFY2(bodies.contains(u"node1 NPU 1/0: A chip is not OK"_s)
                     && bodies.contains(u"node2 NPU 3/0: A chip is not OK"_s),
                 qPrintable(bodies));
        // An alert that goes on is not told again.
        const qsizetype before = all.size();
        QTest::qWait(4000);
        QCOMPARE(shown().size(), before);
    }

    // A critical one stays until somebody closes it: the program does, when it would not be true any more.
    void whatIsOverIsTakenDown()
    {
        const auto displayed = [] {
            QDBusMessage call = QDBusMessage::createMethodCall(
                u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s,
                u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
            call << u"org.dunstproject.cmd0"_s << u"displayedLength"_s;
            const QDBusMessage answer = QDBusConnection::sessionBus().call(call);
            return answer.arguments().value(0).value<QDBusVariant>().variant().toInt();
        };
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(m_application->session().alerts.active().isEmpty(), 60'000);
        shown();                         // takes down all
        QVERIFY(m_lab->fault(0, u"chip-alarm"_s, {u"1"_s}));
        QTRY_COMPARE_WITH_TIMEOUT(displayed(), 1, 60'000);
        QVERIFY(m_lab->clear(0));
        QTRY_COMPARE_WITH_TIMEOUT(displayed(), 0, 60'000);
        QVERIFY(m_application->session().alerts.active().isEmpty());

        // Of one that goes on, told before, nothing is told anew.
        QVERIFY(m_lab->fault(0, u"chip-alarm"_s, {u"1"_s}));
        QTRY_COMPARE_WITH_TIMEOUT(displayed(), 1, 60'000);
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_COMPARE_WITH_TIMEOUT(m_application->session().alerts.active().size(), 2, 60'000);
        QTest::qWait(2000);              // it takes the place of the first
        QCOMPARE(displayed(), 1);
        QVERIFY(m_lab->clear(1));
        QTRY_COMPARE_WITH_TIMEOUT(displayed(), 0, 60'000);
        QCOMPARE(m_application->session().alerts.active().size(), 1);
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_COMPARE_WITH_TIMEOUT(displayed(), 1, 60'000);
        m_application.reset();           // nobody watches
        QTRY_COMPARE(displayed(), 0);
    }
};

QTEST_MAIN(NotificationTest)
#include "tst_notification.moc"
