// The whole program: every page in it, both themes, both languages, each control with a name for
// screen readers, no stall of the GUI thread; and it goes away cleanly.
#include "app/console/application.h"
#include "core/nodes/deployment.h"
#include "tests/support/rawserver.h"
#include "tests/support/scriptedchat.h"
#include "tests/support/watchdog.h"
#include "ui/chat/answertext.h"
#include "ui/chat/chatpage.h"
#include "ui/common/agetick.h"
#include "ui/common/format.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/style.h"
#include "ui/deploy/checkspage.h"
#include "ui/frame/mainwindow.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/monitorpage.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileIconProvider>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

Application::Options english()
{
    Application::Options options;
    options.language = u"en"_s;
    options.theme = u"light"_s;
    return options;
}

QString pathOf(const QWidget *widget)
{
    QStringList path;
    for (; widget; widget = widget->parentWidget())
        path.prepend(widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className())
                                                    : widget->objectName());
    return path.join(u'/');
}

Deployment thisComputer()
{
    Node node;
    node.name = u"node1"_s;
    node.host = u"127.0.0.1"_s;
    node.transport = Transport::Local;
    Deployment deployment;
    deployment.nodes = {node};
    return deployment;
}

} // namespace

class TestApplication : public QObject
{
    Q_OBJECT

private slots:
    // The question for its facts failed, then the monitor reaches it: it is asked again without anybody's doing.
    void factsThatFailedAreAskedForAgainWhenTheNodeAnswers()
    {
        Application application(english());
        application.window().show();
        Deployment deployment = thisComputer();
        Node &node = deployment.nodes.first();
        node.transport = Transport::Ssh;
        node.host = u"127.0.0.1"_s;
        node.port = 1;                   // nobody listens
        Cluster &cluster = application.cluster();
        cluster.open(deployment, {});
        cluster.inspect();
        QTRY_COMPARE_WITH_TIMEOUT(cluster.state(node.name), NodeState::Unreachable, 30'000);
        QSignalSpy again(&cluster, &Cluster::stateChanged);
        cluster.tell(node.name, {contactNote(HealthSource::Monitor, cluster.now() + 1)});
        // asked, and failed again
        QTRY_VERIFY_WITH_TIMEOUT(again.size() >= 2 && cluster.state(node.name) == NodeState::Unreachable, 30'000);
        const qsizetype asked = again.size();
        cluster.tell(node.name, {contactNote(HealthSource::Monitor, cluster.now() + 2)});
        QCoreApplication::processEvents();
        QCOMPARE(again.size(), asked);   // not as often as the monitor hears it
    }

    // Also in a deployment that was begun here and never opened or saved.
    void theMarkAboveThePagesGetsOldWithTheTable()
    {
        qint64 later = 0;
        Application application(english());
        application.window().show();
        Cluster &cluster = application.cluster();
        cluster.setClock([&later] { return QDateTime::currentMSecsSinceEpoch() + later; });
        cluster.edit(thisComputer());
        cluster.tell(u"node1"_s, {contactNote(HealthSource::Inspection, cluster.now())});
        auto *dot = application.window().findChild<QWidget *>(u"dot-node1"_s);
        auto *details = application.window().findChild<QLabel *>(u"nodeHealth"_s);
        QVERIFY(dot && details);
        QTRY_COMPARE(dot->toolTip(), u"node1: reachable, asked just now"_s);
        later = 9 * 60'000;
        QTRY_COMPARE_WITH_TIMEOUT(dot->toolTip(), u"node1: was reachable, asked 9 min ago"_s, 12'000);
        QTRY_COMPARE(details->text(), u"Asked 9 min ago"_s);
    }

    // By the second while it is less than a minute; without anybody to read it nothing is written.
    void anAgeIsSaidTrulyWhileItIsShown()
    {
        Application application(english());
        MainWindow &window = application.window();
        window.show();
        Cluster &cluster = application.cluster();
        cluster.edit(thisComputer());
        window.showPage(u"nodes"_s);
        auto *dot = window.findChild<QWidget *>(u"dot-node1"_s);
        auto *details = window.findChild<QLabel *>(u"nodeHealth"_s);
        QVERIFY(dot && details);
        const QRegularExpression seconds(u"sked ([0-9]+) s ago$"_s);
        const auto age = [&](const QString &words) { return seconds.match(words).captured(1).toInt(); };
        cluster.tell(u"node1"_s, {contactNote(HealthSource::Inspection, cluster.now() - 8000)});
        QTRY_VERIFY2(age(dot->toolTip()) >= 8, qPrintable(dot->toolTip()));
        QTRY_VERIFY2(age(dot->toolTip()) >= 10, qPrintable(dot->toolTip()));
        QTRY_VERIFY2(age(dot->accessibleName()) >= 11, qPrintable(dot->accessibleName()));
        QTRY_VERIFY2(age(details->text()) >= 12, qPrintable(details->text()));
        const auto ticking = [&window] {
            const QList<QTimer *> timers = window.findChildren<QTimer *>();
            return std::count_if(timers.cbegin(), timers.cend(), [](QTimer *timer) {
                return dynamic_cast<AgeTick *>(timer) && timer->isActive();
            });
        };
        QVERIFY(ticking() > 0);
        window.hide();
        QCOMPARE(ticking(), 0);
        cluster.tell(u"node1"_s, {contactNote(HealthSource::Monitor, cluster.now())});
        QCoreApplication::processEvents();
        QCOMPARE(ticking(), 0);
        window.show();
        QTRY_COMPARE(dot->toolTip(), u"node1: reachable, asked just now"_s);
    }

    void comesAndGoesCleanly()
    {
        for (int i = 0; i < 20; ++i) {
            Application application(english());
            application.window().show();
            application.cluster().open(thisComputer(), {});
            if (i % 2)
                application.cluster().inspect(); // goes while links are at work
            QCoreApplication::processEvents();
        }
    }

    void theSamplingIntervalOfTheSettingsHolds()
    {
        Application application(english());
        auto *monitor = application.window().findChild<MonitorPage *>();
        QVERIFY(monitor);
        QCOMPARE(monitor->monitor().interval(), Settings().samplingInterval);
        Settings settings = application.settings().value();
        settings.samplingInterval = std::chrono::milliseconds(2500);
        application.settings().change(settings);
        QCOMPARE(monitor->monitor().interval(), std::chrono::milliseconds(2500));
    }

    // A line per chip or one per node, as it was chosen last.
    void theLinesOfTheChartsAreKept()
    {
        const QTemporaryDir box;
        Application::Options options = english();
        options.settingsFile = box.filePath(u"settings.json"_s);
        const auto linesOf = [](Application &application) {
            return application.window().page(u"monitor"_s)->findChild<SegmentedControl *>(u"lines"_s);
        };
        for (const QString &wanted : {u"chips"_s, u"nodes"_s}) {
            {
                Application first(options);
                linesOf(first)->findChild<QPushButton *>(wanted)->click();
            }
            Application next(options);
            QCOMPARE(linesOf(next)->current(), wanted);
        }
    }

    void findingsAreInTheLanguageOfTheWindow() // whichever it was when they were found
    {
        Application application(english());
        application.window().show();
        application.cluster().open(thisComputer(), {}); // a machine without a driver
        auto *checks = application.window().findChild<ChecksPage *>();
        const auto summary = [checks] {
            const FindingModel &model = checks->model();
            const Finding *finding = model.finding(model.indexOf(u"driver.present"_s, u"node1"_s));
            return finding ? finding->summary + finding->value + finding->remedy : QString();
        };
        static const QRegularExpression chinese(u"\\p{Han}"_s);
        checks->runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!application.checks().isRunning() && !summary().isEmpty(), 60'000);
        QVERIFY2(!summary().contains(chinese), qPrintable(summary()));
        const QString english = summary();
        application.showLanguage(u"zh"_s);
        QTRY_VERIFY(summary().contains(chinese)); // without asking again
        const QString kind = QFileIconProvider().type(QFileInfo(QDir::homePath())); // the toolkit's own words, too
        QVERIFY2(kind.contains(chinese), qPrintable(kind));
        QVERIFY(!application.checks().isRunning());
        application.showLanguage(u"en"_s);
        QTRY_COMPARE(summary(), english);
    }

    void textsCanBeReadAfterTheThemeWasSwitched()
    {
        const auto luminance = [](const QColor &color) {
            const auto part = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
            return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
        };
        Application application(english());
        application.window().show();
        QStringList unreadable;
        for (const QString &theme : {u"dark"_s, u"light"_s}) {
            for (const Page &page : application.window().pages()) {
                application.window().showPage(page.id);
                QApplication::processEvents();
                application.showTheme(theme);
                QApplication::processEvents();
                for (const QLabel *label : application.window().findChildren<QLabel *>()) {
                    if (!label->isVisible() || label->text().isEmpty())
                        continue;
                    const double text = luminance(label->palette().color(label->foregroundRole())),
                                 ground = luminance(style::colors().surface);
                    if ((std::max(text, ground) + 0.05) / (std::min(text, ground) + 0.05) < 3)
                        unreadable << u"%1 %2: %3"_s.arg(theme, page.id, label->text());
                }
            }
            application.showTheme(theme == u"dark" ? u"light"_s : u"dark"_s);
        }
        QVERIFY2(unreadable.isEmpty(), qPrintable(unreadable.join(u'\n')));
    }

    void everyControlHasAName()
    {
        Application application(english());
        application.window().show();
        QStringList nameless;
        for (const Page &page : application.window().pages()) {
            application.window().showPage(page.id);
            for (QWidget *widget : application.window().findChildren<QWidget *>()) {
                const bool isControl = widget->focusPolicy() & Qt::TabFocus
                    && widget->metaObject()->className() != QByteArray("QScrollArea");
                const bool isInner = widget->objectName().startsWith("qt_"_L1)
                    || widget->parentWidget()->inherits("QAbstractSpinBox")
                    || widget->parentWidget()->inherits("QComboBox") || widget->inherits("QTabBar")
                    || widget->inherits("QHeaderView") || widget->focusProxy() || widget->inherits("QMenu")
                    || widget->inherits("QComboBoxListView") || !widget->isVisible();
                if (!isControl || isInner)
                    continue;
                QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
                if (!accessible || accessible->text(QAccessible::Name).trimmed().isEmpty())
                    nameless << pathOf(widget);
            }
        }
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    void languageSwitchesAtOnce()
    {
        Application application(english());
        application.window().show();
        const auto words = [&] {
            QStringList all;
            for (const QLabel *label : application.window().findChildren<QLabel *>())
                all << label->text();
            for (const QAbstractButton *button : application.window().findChildren<QAbstractButton *>())
                all << button->text();
            return all.join(u'\n');
        };
        static const QRegularExpression chinese(u"\\p{Han}"_s);
        QVERIFY(words().contains("Nodes"_L1));
        Settings settings = application.settings().value();
        settings.language = u"zh"_s;
        application.settings().change(settings);
        QTRY_VERIFY(chinese.match(words()).hasMatch());
        QVERIFY(!words().contains("Nodes\n"_L1));
        settings.language = u"en"_s;
        application.settings().change(settings);
        QTRY_VERIFY(words().contains("Nodes\n"_L1));
    }

    void themeSwitchesAtOnce()
    {
        Application application(english());
        application.window().show();
        Settings settings = application.settings().value();
        settings.theme = u"dark"_s;
        application.settings().change(settings);
        QCOMPARE(style::theme(), Theme::Dark);
        QCOMPARE(application.window().grab().toImage().pixelColor(5, 400), colorsOf(Theme::Dark).surface); // the rail
        settings.theme = u"light"_s;
        application.settings().change(settings);
        QCOMPARE(application.window().grab().toImage().pixelColor(5, 400), colorsOf(Theme::Light).surface);
    }

    void isUsableAt960By600()
    {
        Application application(english());
        application.window().show();
        application.window().resize(960, 600);
        QCoreApplication::processEvents();
        for (const Page &page : application.window().pages()) {
            application.window().showPage(page.id);
            QCoreApplication::processEvents();
            QVERIFY2(application.window().width() <= 960 && application.window().height() <= 600, qPrintable(page.id));
            for (const QString &name : {u"windowScroll"_s, u"pagesScroll"_s}) { // all of it in sight
                const auto *scroll = application.window().findChild<QScrollArea *>(name);
                QVERIFY2(scroll->horizontalScrollBar()->maximum() == 0 && scroll->verticalScrollBar()->maximum() == 0,
                         qPrintable(page.id + u' ' + name));
            }
        }
    }

    // 200 long turns, every page seen; the theme is chosen in the settings, and then changes while the chat is in
    // sight.
    void aChangeOfThemeDoesNotStallALongChat()
    {
        Application application(english());
        application.window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&application.window()));
        for (const Page &page : application.window().pages()) {
            application.window().showPage(page.id);
            QTest::qWait(20);
        }
        const auto port = std::make_shared<ScriptedChat>();
        port->pieces = {
            u"# A heading\n\n"_s
            + u"A paragraph of **several** words, `code` and [a link](https://example.org) in it, long enough to be "
               "wrapped. "_s
                  .repeated(6)
            + u"\n\n- one\n- two\n- three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```bash\nnpu-smi info\nnpu-smi info "
               "-t usages\n```\n\n"_s
            + u"And another paragraph, which is no shorter than the first one was. "_s.repeated(8)};
        application.chat().backends().addPort(u"Scripted"_s, port);
        application.window().showPage(u"chat"_s);
        for (int i = 0; i < 100; ++i) {
            application.chat().send(
                u"A question that is long as well, so that the card has several lines. "_s.repeated(4));
            QTRY_VERIFY(!application.chat().isBusy());
        }
        // and somebody has pasted a log
        application.chat().send(
            u"2026-11-29 17:00:00 INFO worker 3: a line as logs have them, of some length\n"_s.repeated(700));
        QTRY_VERIFY(!application.chat().isBusy());
        QCOMPARE(application.chat().model().rowCount(), 202);
        QTest::qWait(300);
        Watchdog watchdog;
        watchdog.say(u"going to the settings"_s);
        application.window().showPage(u"settings"_s);
        QTest::qWait(100);
        auto *themes = application.window().findChild<QComboBox *>(u"themeChoice"_s);
        QVERIFY(themes);
        for (const char *key : {"d", "l"}) {
            watchdog.say(u"choosing a theme in the settings"_s);
            const QString before = application.window().palette().color(QPalette::Window).name();
            themes->setFocus();
            QTest::keyClicks(themes, QLatin1String(key));
            QTRY_VERIFY(application.window().palette().color(QPalette::Window).name() != before);
            QTest::qWait(150);
            watchdog.say(u"going back to the chat"_s);
            application.window().showPage(u"chat"_s);
            QTest::qWait(300);
            application.window().showPage(u"settings"_s);
            QTest::qWait(50);
        }
        application.window().showPage(u"chat"_s);
        QTest::qWait(300);
        for (const QString &theme : {u"dark"_s, u"light"_s}) {
            watchdog.say(u"changing to "_s + theme + u" in the chat"_s);
            application.showTheme(theme);
            QTest::qWait(300);
            if (qEnvironmentVariableIsSet("ASC_GRAB_DIR"))
                application.window().grab().save(qEnvironmentVariable("ASC_GRAB_DIR") + u"/chat-"_s + theme
                                                 + u".png"_s);
        }
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }

    // Stopped by somebody else: the Monitor sees it fall silent, and Chat does not go on to call it ready. Nor silent,
    // when it is back.
    void chatKnowsWhatTheMonitorSeesOfTheEndpoint()
    {
        std::atomic<bool> isUp{true};
        RawServer server([&](RawServer::Peer &peer) {
            if (!isUp)
                peer.json("{}", 503);
            else if (peer.request.startsWith("GET /v1/models "))
                peer.json("{\"data\":[{\"id\":\"ds_v3.2\"}]}");
            else
                peer.say("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n# TYPE "
                         "num_requests_running gauge\nnum_requests_running 1\n");
        });
        Application application(english());
        application.window().show();
        Deployment deployment = thisComputer();
        deployment.name = u"ds"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.settings = {{"port", server.port()}, {"metricsPort", server.port()}, {"servedModelName", "ds_v3.2"}};
        application.cluster().open(deployment, {});
        ChatBackends &chat = application.chat().backends();
        chat.choose(chat.list().last().id);
        QTRY_COMPARE(chat.state(), ChatBackends::State::Ready);
        ClusterMonitor &monitor = application.window().findChild<MonitorPage *>()->monitor();
        monitor.setInterval(std::chrono::milliseconds(50));
        application.window().showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(monitor.endpointNews(), EndpointNews::Answers, 20'000);
        QTRY_COMPARE(chat.state(), ChatBackends::State::Ready);
        isUp = false;
        QTRY_COMPARE_WITH_TIMEOUT(chat.state(), ChatBackends::State::Failed, 20'000);
        isUp = true;
        QTRY_COMPARE_WITH_TIMEOUT(chat.state(), ChatBackends::State::Ready, 20'000);
    }

    // A question to a node that hangs, an endpoint that refuses, the answer to a message: said before the language was
    // another.
    void whatIsStillShownSpeaksTheLanguageOfNow()
    {
        RawServer silent([](RawServer::Peer &peer) { peer.stayQuiet(); }, RawServer::Begins::Server);
        RawServer refusing([](RawServer::Peer &peer) { peer.json("{}", 503); });
        Application application(english());
        MainWindow &window = application.window();
        window.show();
        Deployment deployment = thisComputer();
        deployment.name = u"ds"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.settings = {{"port", refusing.port()}, {"servedModelName", "ds_v3.2"}};
        Node node;
        node.name = u"silent"_s;
        node.host = u"127.0.0.1"_s;
        node.port = silent.port();
        deployment.nodes << node;
        application.cluster().open(deployment, {});
        ChatBackends &chat = application.chat().backends();
        chat.choose(chat.list().last().id);
        QTRY_COMPARE(chat.state(), ChatBackends::State::Failed);
        window.showPage(u"chat"_s);
        application.chat().send(u"hello"_s);
        QTRY_COMPARE(application.chat().model().rowCount(), 2);
        QTRY_COMPARE(application.chat().model().turn(1).state, TurnState::Failed);
        application.cluster().inspect(u"silent"_s);
        const auto strip = [&] { return window.findChild<QLabel *>(u"running"_s)->text(); };
        const auto errors = [&] {        // that of the page and that of the turn
            QStringList shown;
            for (const QLabel *label : application.chat().findChildren<QLabel *>(u"errorMessage"_s)) {
                if (label->isVisible())
                    shown << label->text();
            }
            return shown;
        };
        const QRegularExpression chinese(u"[\\x{4e00}-\\x{9fff}]"_s);
        for (const QString &language : {u"en"_s, u"zh"_s, u"en"_s}) {
            application.showLanguage(language);
            const bool isEnglish = language == "en"_L1;
            const auto isIn = [&](const QString &words) {
                const QString plain = QString(words).remove(QRegularExpression(u"http\\S+|HTTP 503"_s));
                return chinese.match(words).hasMatch() != isEnglish
                    && plain.contains(QRegularExpression(u"[A-Za-z]{3}"_s)) == isEnglish
                    && std::all_of(words.cbegin(), words.cend(),
                                   [](QChar c) { return c.unicode() < 0xfdd0 || c.unicode() > 0xfdef; });
            };
            QTRY_COMPARE(errors().size(), 2);
            QTRY_VERIFY2(isIn(errors().value(0)), qPrintable(errors().value(0)));
            QTRY_VERIFY2(isIn(errors().value(1)), qPrintable(errors().value(1)));
            QTRY_VERIFY2(isIn(strip()), qPrintable(strip()));
        }
        application.cluster().link(u"silent"_s)->cancelAll();
        QTRY_VERIFY(application.cluster().state(u"silent"_s) != NodeState::Connecting);
    }

    // The time of the last answer is of a service that is gone; it stood there for a minute.
    void theMonitorsTileDoesNotOutliveTheEndpoint()
    {
        std::atomic<bool> isUp{true};
        std::atomic<int> requests{0};
        RawServer server([&](RawServer::Peer &peer) {
            if (!isUp)
                return peer.json("{}", 503);
            const QByteArray count = QByteArray::number(++requests);
            peer.say("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n# TYPE "
                     "num_requests_running gauge\nnum_requests_running 1\n"
                     "# TYPE time_to_first_token_seconds histogram\ntime_to_first_token_seconds_bucket{le=\"0.1\"} "
                     + count + "\ntime_to_first_token_seconds_bucket{le=\"+Inf\"} " + count
                     + "\ntime_to_first_token_seconds_sum 1\ntime_to_first_token_seconds_count " + count + "\n");
        });
        Application application(english());
        application.window().show();
        Deployment deployment = thisComputer();
        deployment.name = u"ds"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.settings = {{"port", server.port()}, {"metricsPort", server.port()}};
        application.cluster().open(deployment, {});
        auto *page = application.window().findChild<MonitorPage *>();
        page->monitor().setInterval(std::chrono::milliseconds(50));
        application.window().showPage(u"monitor"_s);
        auto *tile = page->findChild<FigureCard *>(u"ttftCard"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(tile->figure().endsWith(u"ms"), qPrintable(tile->figure() + u' ' + tile->line()),
                                  20'000);
        isUp = false;
        QTRY_VERIFY2_WITH_TIMEOUT(tile->line().startsWith(u"the endpoint does not answer"),
                                  qPrintable(tile->figure() + u' ' + tile->line()), 20'000);
        QCOMPARE(tile->figure(), format::none());
        QVERIFY(tile->toolTip().isEmpty());
    }

    void windowDoesNotStallWhileNodesAreAsked()
    {
        Application application(english());
        application.window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&application.window()));
        Watchdog watchdog;
        Deployment deployment;
        for (int i = 1; i <= 8; ++i) {
            Node node;
            node.name = u"node%1"_s.arg(i);
            node.host = u"127.0.0.1"_s;
            if (i <= 4)
                node.transport = Transport::Local;
            else
                node.port = 1; // refused
            deployment.nodes << node;
        }
        watchdog.say(u"opening"_s);
        application.cluster().open(deployment, {});
        application.cluster().inspect();
        const auto isAsked = [&] {
            for (const Node &node : deployment.nodes) {
                const NodeState state = application.cluster().state(node.name);
                if (state == NodeState::Connecting || state == NodeState::Unknown)
                    return false;
            }
            return true;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isAsked(), 60'000);
        for (const Page &page : application.window().pages()) {
            watchdog.say(u"showing "_s + page.id);
            application.window().showPage(page.id);
            QTest::qWait(50);
        }
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }
};

QTEST_MAIN(TestApplication)
#include "tst_application.moc"
