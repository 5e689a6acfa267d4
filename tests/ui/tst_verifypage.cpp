// The last step of the wizard: what it says holds for now only. It names its time, hands out what to copy, and takes
// its word back when the endpoint has gone, is another one, or a run or an undo has begun.
#include "core/engines/recipebook.h"
#include "core/runs/statefile.h"
#include "tests/support/answeringendpoint.h"
#include "tests/support/recordedrun.h"
#include "ui/common/format.h"
#include "ui/deploy/endpointcard.h"
#include "ui/deploy/verifypage.h"

#include <QApplication>
#include <QClipboard>
#include <QFrame>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestVerifyPage : public QObject
{
    Q_OBJECT

    std::atomic<bool> m_isUp{true};
    std::atomic<int> m_askedModels{0};
    std::unique_ptr<RawServer> m_server;

    void talk(RawServer::Peer &peer)
    {
        if (!m_isUp)
            return peer.json("{}", 503);
        if (peer.request.startsWith("GET /metrics "))
            return peer.json("num_requests_running{model_name=\"ds_v3.2\"} 2\n");
        m_askedModels += peer.request.startsWith("GET /v1/models ");
        answerAsEndpoint(peer);
    }

    Deployment deployment() const
    {
        Deployment deployment;
        deployment.name = u"ds"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.nodes.resize(1);
        deployment.nodes[0].name = u"node1"_s;
        deployment.nodes[0].host = u"127.0.0.1"_s;
        deployment.settings
            = {{"port", m_server->port()},
               {"managementPort", m_server->port()},
               {"metricsPort", m_server->port()},
               {"servedModelName", "ds_v3.2"}};
        return deployment;
    }

    struct Page
    {
        Cluster cluster{ConnectionSettings()};
        Tasks tasks;
        VerifyPage page{cluster, tasks};
        QString words(const char *name) { return page.findChild<QLabel *>(QLatin1String(name))->text(); }
        bool hasNotice() { return page.findChild<QFrame *>(u"verifyNotice"_s)->isVisible(); }
        bool isGreen() { return page.look() && page.look()->tone == style::Tone::Ok; }
        int badges(const QString &words) // that begin so
        {
            int count = 0;
            for (const Badge *badge : page.findChildren<Badge *>())
                count += badge->isVisible() && badge->text().contains(words);
            return count;
        }
        int greenBadges() { return badges(lookOf(Verdict::Pass).symbol); }
        void verify(const Deployment &deployment)
        {
            cluster.open(deployment, {});
            page.resize(900, 700);
            page.show();
            QTest::mouseClick(page.findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!page.isRunning() && page.report().findings.size() == 5, 30'000);
            QVERIFY(page.report().passed());
            QVERIFY(isGreen());
            QVERIFY(!hasNotice());
            QTRY_COMPARE(greenBadges(), 5);
            QVERIFY(words("verifySubtitle").startsWith(u"Verified at "_s));
        }
        void isOfThePast(const QString &why)
        {
            QVERIFY(hasNotice());
            QVERIFY2(words("verifyNoticeText").contains(why), qPrintable(words("verifyNoticeText")));
            QVERIFY(!isGreen());
            QTRY_COMPARE(badges(u"Then: "_s), 5);
            QCOMPARE(greenBadges(), 0);
            QVERIFY(!page.findChild<EndpointCard *>()->isVisible());
            QVERIFY(!page.findChild<QPushButton *>(u"openChat"_s)->isEnabled());
        }
    };

private slots:
    void init()
    {
        m_isUp = true;
        style::apply(*qApp, Theme::Light);
        m_server = std::make_unique<RawServer>([this](RawServer::Peer &peer) { talk(peer); });
    }

    // Beside its buttons in the smallest window, and in one that is narrower still.
    void whatCameOfItIsReadWhole()
    {
        Page one;
        one.verify(deployment());
        const auto *label = one.page.findChild<QLabel *>(u"verifySubtitle"_s);
        for (const int width : {760, 560}) {
            one.page.resize(width, 450);
            const auto isWhole = [&] {
                return label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                         : label->width() >= label->sizeHint().width();
            };
            QTRY_VERIFY2(one.page.width() == width && isWhole(),
                         qPrintable(u"%1: %2 of %3"_s.arg(width).arg(label->width()).arg(label->sizeHint().width())));
        }
    }

    // What failed is of the past later on, and was never verified.
    void whatFailedIsNeverCalledVerified()
    {
        m_isUp = false;
        Page one;
        one.cluster.open(deployment(), {});
        one.page.resize(900, 700);
        one.page.show();
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && !one.page.report().findings.isEmpty(), 60'000);
        QVERIFY(!one.page.report().passed());
        for (const VerifyPage::Since since : {VerifyPage::Since::RunBegan, VerifyPage::Since::AnotherEndpoint}) {
            one.page.outdate(since);
            QVERIFY(one.page.look());
            QVERIFY2(one.page.look()->word.startsWith(u"Failed at "_s), qPrintable(one.page.look()->word));
        }
    }

    void whatToCopyIsThere()
    {
        Page one;
        one.verify(deployment());
        const QString base = u"http://127.0.0.1:%1/v1"_s.arg(m_server->port());
        const auto copied = [&](const QString &name) {
            QTest::mouseClick(one.page.findChild<QPushButton *>(name + u"Copy"_s), Qt::LeftButton);
            return QApplication::clipboard()->text();
        };
        QCOMPARE(copied(u"endpointUrl"_s), base);
        QVERIFY(copied(u"endpointCurl"_s).startsWith(u"curl "_s));
        QVERIFY(copied(u"endpointCurl"_s).contains(base + u"/chat/completions"_s)
                && copied(u"endpointCurl"_s).contains(u"\"model\":\"ds_v3.2\""_s));
        QVERIFY(copied(u"endpointPython"_s).contains(u"OpenAI(base_url=\"%1\""_s.arg(base))
                && copied(u"endpointPython"_s).contains(u"model=\"ds_v3.2\""_s));
        for (const QPlainTextEdit *text : one.page.findChild<EndpointCard *>()->findChildren<QPlainTextEdit *>())
            QVERIFY(!text->accessibleName().isEmpty());
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            one.page.grab().save(folder + u"/verify.png"_s);
    }

    void anUndoMakesItThePast()
    {
        Page one;
        one.verify(deployment());
        one.page.outdate(VerifyPage::Since::Undone);
        one.isOfThePast(u"Undo of the deployment began at"_s);
        one.page.noteEnded(QDateTime::currentMSecsSinceEpoch());
        one.isOfThePast(u"The deployment was undone at"_s);
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            one.page.grab().save(folder + u"/verify-past.png"_s);
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"verify"_s), Qt::LeftButton); // asked again: of now
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && one.isGreen(), 30'000);
        QVERIFY(!one.hasNotice());
    }

    // The latest of what happened since is named, and by what it was.
    void whatCameLastIsNamed()
    {
        using Since = VerifyPage::Since;
        Page one;
        one.verify(deployment());
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const auto time = [now](int minutes) { return format::time(now + minutes * 60'000); };
        one.page.outdate(Since::RunBegan, now + 60'000);
        one.isOfThePast(u"before the run that began at %1. Once"_s.arg(time(1)));
        one.page.noteEnded(now + 120'000);
        one.isOfThePast(u"before the run that began at %1 and ended at %2."_s.arg(time(1), time(2)));
        one.page.outdate(Since::RunBegan, now + 60'000); // it is seen once more
        one.isOfThePast(u"and ended at %1."_s.arg(time(2)));
        one.page.outdate(Since::RunBegan, now + 180'000);
        one.isOfThePast(u"before the run that began at %1. Once"_s.arg(time(3)));
        one.page.outdate(Since::Stopped, now + 240'000);
        one.isOfThePast(u"A stop of the service that they came from began at %1."_s.arg(time(4)));
        one.page.noteEnded(now + 300'000);
        one.isOfThePast(u"The service was stopped at %1, on purpose"_s.arg(time(5)));
        one.page.outdate(Since::RunBegan);
        one.isOfThePast(u"before the run that began at"_s);
    }

    // The last answer was on its way when somebody pressed Undo.
    void anUndoDuringTheQuestionsMakesItThePast()
    {
        Page one;
        QStringList offered;
        connect(&one.page, &VerifyPage::passed, this, [&](const QString &url) { offered << url; });
        one.cluster.open(deployment(), {});
        one.page.resize(900, 700);
        one.page.show();
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
        QVERIFY(one.page.isRunning());
        one.page.outdate(VerifyPage::Since::Undone);
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && one.page.report().findings.size() == 5, 30'000);
        QVERIFY(one.page.report().passed());
        one.isOfThePast(u"Undo of the deployment began at "_s);
        QVERIFY(offered.isEmpty());
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"verify"_s), Qt::LeftButton); // asked anew it holds
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && one.isGreen(), 30'000);
        QCOMPARE(offered.size(), 1);
    }

    void anEndpointThatStopsAnsweringMakesItThePast()
    {
        Page one;
        one.page.setWatchInterval(50);
        one.verify(deployment());
        const int asked = m_askedModels;
        QTRY_VERIFY(m_askedModels > asked + 3); // from time to time, and it answers
        QVERIFY(one.isGreen());
        m_isUp = false;
        QTRY_VERIFY_WITH_TIMEOUT(!one.isGreen(), 10'000);
        one.isOfThePast(u"HTTP 503"_s);
    }

    void anEndpointThatIsGoneMakesItThePast()
    {
        Page one;
        one.page.setWatchInterval(50);
        one.verify(deployment());
        m_server.reset();
        QTRY_VERIFY_WITH_TIMEOUT(!one.isGreen(), 10'000);
        one.isOfThePast(u"the endpoint did not answer any more: "_s);
    }

    // The Monitor asks it every second: what it knows is not known again, later, here.
    void whatTheMonitorKnowsIsKnownHere()
    {
        Page one;
        ClusterMonitor monitor(one.cluster);
        connect(&one.page, &VerifyPage::answered, &monitor, &ClusterMonitor::noteEndpointAnswer);
        connect(&monitor, &ClusterMonitor::endpointChanged, &one.page, [&] { one.page.hear(monitor); });
        one.verify(deployment());
        const qint64 verifiedMs = monitor.endpointAnsweredMs();
        QVERIFY(verifiedMs > 0);
        monitor.setInterval(std::chrono::milliseconds(100));
        monitor.start();
        QTRY_COMPARE_WITH_TIMEOUT(monitor.endpointNews(), EndpointNews::Answers, 10'000);
        QTRY_VERIFY(monitor.endpointAnsweredMs() > verifiedMs);
        QVERIFY(one.isGreen() && !monitor.endpointSilence());
        QSignalSpy stopped(&one.page, &VerifyPage::stoppedAnswering);
        m_server.reset();
        QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointSilence(), 30'000); // long before the page would ask by itself
        one.isOfThePast(u"the endpoint did not answer any more: "_s);
        QCOMPARE(stopped.size(), 1);
        QCOMPARE(one.page.silence()->noticedMs, monitor.endpointSilence()->noticedMs);

        // An answer that came to somebody later moves the time on; an earlier one does not move it back.
        const EndpointSilence then = *monitor.endpointSilence();
        monitor.noteEndpointAnswer(then.answeredMs - 1000);
        QCOMPARE(monitor.endpointSilence()->answeredMs, then.answeredMs);
        monitor.noteEndpointAnswer(then.answeredMs + 1);
        QCOMPARE(monitor.endpointSilence()->answeredMs, then.answeredMs + 1);
        monitor.noteEndpointAnswer(then.noticedMs + 1);
        QVERIFY(!monitor.endpointSilence());
        QVERIFY(!one.page.silence());    // and what was verified then is verified anew
        QVERIFY(one.hasNotice());
    }

    void anotherEndpointInTheSettingsMakesItThePast()
    {
        Page one;
        one.verify(deployment());
        Deployment edited = deployment();
        edited.name = u"renamed"_s;
        one.cluster.edit(edited);
        QVERIFY(one.isGreen()); // the same endpoint
        edited.settings["port"] = m_server->port() + 1;
        one.cluster.edit(edited);
        one.isOfThePast(u"The settings name another endpoint"_s);
        edited.settings["port"] = m_server->port(); // put back: what was verified is what the settings name
        one.cluster.edit(edited);
        QVERIFY(one.isGreen());
        QVERIFY(one.page.findChild<QPushButton *>(u"openChat"_s)->isEnabled());
        one.page.outdate(VerifyPage::Since::RunBegan); // which no edit takes back
        edited.settings["port"] = m_server->port() + 1;
        one.cluster.edit(edited);
        edited.settings["port"] = m_server->port();
        one.cluster.edit(edited);
        one.isOfThePast(u"before the run that began at"_s);
        one.cluster.open(Deployment(), {});
        QVERIFY(!one.page.look());
        QVERIFY(one.page.report().findings.isEmpty());
    }

    // Whatever the settings name since, it serves on: that is asked, and that a run would bring up another is said.
    void whatWasRunIsAsked()
    {
        const Deployment run = deployment();
        const Result<Recipe> recipe = findRecipe(run.recipe);
        QVERIFY(recipe);
        const Served served{addressText(run.nodes.first()), endpointOf(run, *recipe, {})};
        Page one;
        one.verify(run);
        one.page.setServed(served);
        QVERIFY(one.isGreen() && !one.hasNotice());
        Deployment edited = run;
        edited.settings["port"] = m_server->port() + 1;
        one.cluster.edit(edited);
        const auto saysOther = [&] {
            return one.hasNotice()
                && one.words("verifyNoticeText")
                       .contains(u"The settings name http://127.0.0.1:%1/v1 with the model ds_v3.2 since then"_s.arg(
                           m_server->port() + 1));
        };
        QVERIFY(one.page.since() == VerifyPage::Since::Nothing && one.page.isStanding());
        QVERIFY2(saysOther(), qPrintable(one.words("verifyNoticeText")));
        QVERIFY2(!one.isGreen() && one.page.look()->word.contains(u", as it was run"_s),
                 qPrintable(one.page.look()->word));
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"verify"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && one.page.report().findings.size() == 5, 30'000);
        QVERIFY(one.page.report().passed() && one.page.isStanding());
        QVERIFY2(saysOther(), qPrintable(one.words("verifyNoticeText")));
        one.cluster.edit(run);
        QVERIFY(one.isGreen() && !one.hasNotice());
        one.cluster.edit(edited);
        one.page.setServed({});          // it was ended: the settings' own is meant
        one.isOfThePast(u"The settings name another endpoint"_s);
    }

    // Another file's service: whose it is, and that this deployment names another, is said at once.
    void whoseServiceAnsweredIsSaidBesideWhatTheSettingsName()
    {
        const Deployment run = deployment();
        const Result<Recipe> recipe = findRecipe(run.recipe);
        QVERIFY(recipe);
        Page one;
        one.verify(run);
        one.page.setServed(Served{addressText(run.nodes.first()), endpointOf(run, *recipe, {}), recipe->id,
                                  *effectiveSettings(*recipe, run.settings)});
        Deployment edited = run;
        edited.settings["logLevel"] = "DEBUG"; // asked is the same, and a run would change it
        one.cluster.edit(edited);
        QVERIFY2(one.words("verifyNoticeText").contains(u"other settings were chosen ("_s),
                 qPrintable(one.words("verifyNoticeText")));
        one.page.setOriginal(u"/home/a/mydep.deployment.json"_s);
        const QString unrun = one.words("verifyNoticeText");
        QVERIFY2(unrun.contains(u"not by this deployment. This deployment has other settings ("_s)
                     && !unrun.contains(u"Since then"_s),
                 qPrintable(unrun));
        edited.settings["port"] = m_server->port() + 1;
        one.cluster.edit(edited);
        const QString words = one.words("verifyNoticeText");
        QVERIFY2(one.hasNotice() && words.contains(u"mydep.deployment.json"_s)
                     && words.contains(u"settings name http://127.0.0.1:%1/v1 with"_s.arg(m_server->port() + 1))
                     && !words.contains(u"since then"_s),
                 qPrintable(words));
    }

    // Nobody but Verify asks for it: the node itself answers.
    void aContainerThatWasKilledIsToldBesideTheAnswers()
    {
        QTemporaryDir dir;
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", QFile::encodeName(dir.path()));
        const auto restore = qScopeGuard([&] { qputenv("XDG_STATE_HOME", before); });
        Deployment two = deployment();
        QVERIFY(recordRun(two, dir.path()));
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        Tasks tasks;
        VerifyPage page{cluster, tasks};
        cluster.open(two, {});
        page.resize(900, 700);
        page.show();
        const auto verify = [&] {
            page.run();
            QTRY_VERIFY_WITH_TIMEOUT(!page.isRunning() && page.report().nodes.size() == 2, 30'000);
            QVERIFY(page.report().passed());
        };
        verify();
        const auto *notice = page.findChild<QFrame *>(u"verifyNotice"_s);
        QVERIFY(!notice->isVisible() && page.look()->tone == style::Tone::Ok);
        QVERIFY(!page.findChild<QWidget *>(u"verify.container"_s));
        sayInDocker(two.nodes[1], "serving\timg:1\tExited (137) 5 seconds ago\n");
        verify();
        QVERIFY(notice->isVisible() && page.look()->tone == style::Tone::Warning);
        const QString words = page.findChild<QLabel *>(u"verifyNoticeText"_s)->text();
        QVERIFY2(words.startsWith(u"The service's container does not run on: node2."_s), qPrintable(words));
        QVERIFY2(page.look()->word.endsWith(u"node2"_s), qPrintable(page.look()->word));
        QVERIFY(page.findChild<QWidget *>(u"verify.container"_s));
        QVERIFY(page.isStanding());      // it answers; who wants may talk to it
    }

    // What answers may be a process that does not know yet that the others are gone.
    void aNodeThatIsLostMakesItThePast()
    {
        Deployment two = deployment();
        two.nodes << Node{.name = u"node2"_s, .host = u"127.0.0.2"_s}
                  << Node{.name = u"node3"_s, .host = u"127.0.0.3"_s};
        Page one;
        one.page.setWatchInterval(50);
        one.verify(two);
        const auto lose = [&](const QString &node = u"node2"_s) {
            one.cluster.tell(node, notesOf(Error{ErrorKind::Connection, u"%1 does not answer."_s.arg(node), {}, {}},
                                           HealthSource::Monitor, one.cluster.now()));
        };
        lose();
        one.isOfThePast(u"node2. The endpoint may go on answering"_s);
        QVERIFY2(one.page.look()->word.startsWith(u"Verified at "_s) && one.page.look()->word.endsWith(u"node2"_s),
                 qPrintable(one.page.look()->word));
        one.cluster.tell(u"node2"_s, {contactNote(HealthSource::Monitor, one.cluster.now() + 1)});
        one.isOfThePast(u"answering again: node2"_s);
        QVERIFY2(one.page.look()->word.contains(u"answering again: node2"_s), qPrintable(one.page.look()->word));
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"verify"_s), Qt::LeftButton); // asked anew it holds
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && one.isGreen(), 30'000);
        lose();
        one.isOfThePast(u"node2. The endpoint may go on answering"_s);
        lose(u"node3"_s);
        one.isOfThePast(u"node2, node3. The endpoint may go on answering"_s);
        QVERIFY2(one.page.look()->word.endsWith(u"node2, node3"_s), qPrintable(one.page.look()->word));
        // Asked anew without them, the answers are of now, and not of the whole.
        QTest::mouseClick(one.page.findChild<QPushButton *>(u"verify"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!one.page.isRunning() && one.page.report().findings.size() == 5, 30'000);
        QVERIFY(!one.isGreen() && one.page.since() == VerifyPage::Since::Nothing);
        QCOMPARE(one.words("verifyNoticeText").section(u'.', 0, 0), u"Not reached when it was asked: node2, node3"_s);
        QVERIFY2(one.page.look()->word.endsWith(u"while these were not reached: node2, node3"_s),
                 qPrintable(one.page.look()->word));
        QVERIFY(one.page.findChild<QPushButton *>(u"openChat"_s)->isEnabled());
        m_isUp = false;                  // it is looked after all the same
        QTRY_COMPARE_WITH_TIMEOUT(one.page.since(), VerifyPage::Since::NoAnswer, 10'000);
        one.isOfThePast(u"HTTP 503"_s);
    }
};

QTEST_MAIN(TestVerifyPage)
#include "tst_verifypage.moc"
