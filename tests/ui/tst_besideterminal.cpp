// The window beside a terminal in which ascendctl deploys, stops and resumes the same deployment: every page follows,
// and names the last thing that happened; also where the deployment was renamed in the window while it served.
// ASC_GRAB_DIR=DIR: pictures.
#include "core/checks/checkcontext.h"
#include "tests/lab/labwindow.h"
#include "ui/chat/chatpage.h"
#include "ui/common/errorbar.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/steplist.h"
#include "ui/deploy/stepper.h"
#include "ui/deploy/verifypage.h"

#include <QLabel>
#include <QListView>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

class BesideTerminalTest : public QObject, LabWindow
{
    Q_OBJECT

    static constexpr int longTime = 90'000;
    bool m_isServing = false;

    // The window lives on meanwhile.
    void inTerminal(const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), arguments);
        QVERIFY(process.waitForStarted());
        QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 2 * longTime);
        const QByteArray said = process.readAllStandardError();
        if (said.contains("could not load"))
            QSKIP("there is no model to serve with");
        QVERIFY2(process.exitCode() == 0, said.constData());
    }
    QString file() const { return m_lab->deploymentFile(); }
    QString words(const char *label) { return window().findChild<QLabel *>(QLatin1String(label))->text(); }
    QString verifyNotice() { return words("verifyNoticeText"); }
    VerifyPage &verify() { return m_application->deploy().verifyPage(); }
    bool isMissed()
    {
        const QList<Alert> alerts = m_application->session().alerts.active();
        return std::any_of(alerts.cbegin(), alerts.cend(),
                           [](const Alert &one) { return one.rule == "endpoint-silent"_L1; });
    }
    QPushButton *button(const char *name) { return window().findChild<QPushButton *>(QLatin1String(name)); }
    QStringList marks() // kind and outcome of what was noted on the Monitor, the oldest first
    {
        QStringList all;
        for (const MonitorEvent &event : m_application->session().events.all())
            all.prepend(u"%1 %2"_s.arg(int(event.kind)).arg(int(event.outcome)));
        return all;
    }
    bool isVerified()
    {
        return !verify().isRunning() && verify().report().passed() && verify().since() == VerifyPage::Since::Nothing;
    }
    void answersEverywhere() // by Verify, its step, the way to the chat and the Monitor
    {
        QTRY_VERIFY2_WITH_TIMEOUT(isVerified(), qPrintable(verifyNotice()), longTime);
        QVERIFY(button("openChat")->isEnabled());
        QCOMPARE(window().findChild<Stepper *>()->look(DeployPage::Verify)->word, u"Passed"_s);
        const ClusterMonitor &monitor = m_application->session().monitor;
        QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointNews() == EndpointNews::Answers, longTime);
        QTest::qWait(2000);
    }
    void rename(const QString &name)
    {
        Deployment renamed = m_application->cluster().deployment();
        renamed.name = name;
        m_application->cluster().edit(renamed);
        std::optional<std::optional<Error>> saved;
        window().documents().save(m_application->cluster().path(),
                                  [&saved](const std::optional<Error> &error) { saved.emplace(error); });
        QTRY_VERIFY(saved);
        QVERIFY(!*saved);
    }

private slots:
    void initTestCase()
    {
        putAlertRules(R"({"rules": [{"id": "endpoint-silent", "forSeconds": 3}]})");
        openWindow();
        if (QTest::currentTestFailed())
            return;
        m_application->cluster().inspect();
        const RunKeeper &run = m_application->run();
        QTRY_VERIFY_WITH_TIMEOUT(run.run() && !run.isFromState(), longTime);
        window().showPage(u"monitor"_s); // it begins to watch
        QTRY_VERIFY(m_application->session().monitor.isRunning());
        window().showPage(u"deploy"_s);
        m_application->deploy().showStep(DeployPage::Verify);
    }
    void cleanupTestCase() { closeWindow(); }

    // As after a run of the window's own.
    void aDeploymentIsVerified()
    {
        inTerminal({u"deploy"_s, file()});
        if (QTest::currentTestFailed())
            return;
        answersEverywhere();
        m_isServing = !QTest::currentTestFailed();
    }

    // ascendctl speaks English; what it keeps of a run is read in the language of the window.
    void itsStepsAreReadInTheWindowsLanguage()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        const QAbstractItemModel *steps = window().findChild<QListView *>(u"steps"_s)->model();
        const auto said = [steps] {
            QStringList all;
            for (int row = 0; row < steps->rowCount(); ++row)
                all << steps->index(row, 0).data(StepListModel::MessageRole).toString();
            return all;
        };
        m_application->deploy().showStep(DeployPage::Run);
        const QStringList english = said();
        m_application->showLanguage(u"zh"_s);
        QTRY_VERIFY_WITH_TIMEOUT(said() != english, 5000);
        const QStringList chinese = said();
        grab(u"steps-of-terminal"_s);
        m_application->showLanguage(u"en"_s);
        QTRY_COMPARE(said(), english);
        static const QRegularExpression words(u"[a-z]{2,} [a-z]{2,}"_s), signs(u"\\p{Han}"_s);
        m_application->deploy().showStep(DeployPage::Verify);
        QCOMPARE(chinese.size(), english.size());
        int count = 0;
        for (qsizetype i = 0; i < english.size(); ++i) {
            QVERIFY2(!english[i].contains(signs), qPrintable(english[i]));
            if (!english[i].contains(words)) // a path, a number
                continue;
            ++count;
            QVERIFY2(chinese[i].contains(signs), qPrintable(english[i] + u" | "_s + chinese[i]));
        }
        QVERIFY(count > 3);
    }

    void aStopIsCalledSo()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        inTerminal({u"stop"_s, file()});
        QTRY_VERIFY2_WITH_TIMEOUT(verifyNotice().contains(u"The service was stopped at "_s),
                                  qPrintable(verifyNotice()), longTime);
        QVERIFY(verify().since() == VerifyPage::Since::Stopped);
        QTRY_VERIFY2_WITH_TIMEOUT(words("runSubtitle").startsWith(u"The service was stopped at "_s),
                                  qPrintable(words("runSubtitle")), longTime); // once the nodes were asked
        QVERIFY(!QTest::qWaitFor([this] { return isMissed(); }, 7000));
        ChatBackends &chat = m_application->chat().backends();
        chat.choose(chat.list().last().id);
        QCOMPARE(chat.currentBackend()->kind, ChatBackend::Kind::Endpoint);
        QTRY_COMPARE_WITH_TIMEOUT(chat.state(), ChatBackends::State::Failed, longTime);
        const auto chatSays = [this] {
            QString words;
            for (const QLabel *label : m_application->chat().findChild<ErrorBar *>()->findChildren<QLabel *>())
                words += label->text();
            return words;
        };
        QVERIFY2(chatSays().contains(u"The service was stopped at "_s), qPrintable(chatSays()));
        window().showPage(u"chat"_s);
        grab(u"chat-stopped-in-terminal"_s);
        window().showPage(u"deploy"_s);
        grab(u"stopped-in-terminal"_s);
    }

    void whatIsResumedIsVerifiedAgain()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        inTerminal({u"deploy"_s, file(), u"--resume"_s});
        answersEverywhere();
        QVERIFY(!isMissed());
    }

    // Of each that a terminal did: that it began and how it ended.
    void theyAreMarkedOnTheMonitor()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        using Kind = MonitorEvent::Kind;
        using Outcome = MonitorEvent::Outcome;
        const auto mark = [](Kind kind, Outcome outcome) { return u"%1 %2"_s.arg(int(kind)).arg(int(outcome)); };
        const QStringList expected{
            mark(Kind::Run, Outcome::Begun),  mark(Kind::Run, Outcome::Done),  mark(Kind::Verify, Outcome::Done),
            mark(Kind::Stop, Outcome::Begun), mark(Kind::Stop, Outcome::Done), mark(Kind::Run, Outcome::Begun),
            mark(Kind::Run, Outcome::Done),   mark(Kind::Verify, Outcome::Done)};
        QCOMPARE(marks(), expected);
    }

    // What died while no window was open is missed by the next one, though that has never heard of it.
    void whatDiedMeanwhileIsMissedAfterARestart()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        const QString container = checkSettingsOf(m_application->cluster().deployment()).containerName;
        m_application.reset();
        for (int node = 0; node < 2; ++node) {
            const Result<std::unique_ptr<Shell>> shell = m_lab->shell(node);
            QVERIFY(shell);
            QVERIFY((*shell)->run({.argv = {u"docker"_s, u"stop"_s, container}}, {}));
        }
        openProgram(false);
        const auto runLook = [this] {
            return window().findChild<Stepper *>()->look(DeployPage::Run).value_or(Look{});
        };
        QTRY_VERIFY2_WITH_TIMEOUT(runLook().word.startsWith(u"Done at "), qPrintable(runLook().word), longTime);
        QCOMPARE(runLook().symbol, u"?"_s); // until somebody has looked
        QVERIFY2(words("runSubtitle").contains(u"has not been asked since"), qPrintable(words("runSubtitle")));
        window().showPage(u"monitor"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isMissed(), longTime);

        m_application->cluster().inspect();
        inTerminal({u"deploy"_s, file()}); // and is not, once it serves again
        QTRY_VERIFY_WITH_TIMEOUT(!isMissed(), longTime);
        const ClusterMonitor &monitor = m_application->session().monitor;
        QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointNews() == EndpointNews::Answers, longTime);
        QTRY_COMPARE_WITH_TIMEOUT(runLook().word, lookOf(StepState::Done).word, longTime);
        QVERIFY2(!words("runSubtitle").contains(u"has not been asked since"), qPrintable(words("runSubtitle")));
        window().showPage(u"deploy"_s);
    }

    // No log says why its service ended: the process itself is asked for. Stopped on purpose, that is no cause.
    void aProcessThatWasKilledIsTheCause()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        const auto diagnosed = [this] {
            window().showPage(u"diagnosis"_s);
            const DiagnosisJob &job = m_application->session().diagnosis;
            if (QTest::qWaitFor([this] { return button("askForLogs")->isEnabled(); }, longTime))
                QTest::mouseClick(button("askForLogs"), Qt::LeftButton);
            if (!job.isRunning() || !QTest::qWaitFor([&job] { return !job.isRunning(); }, longTime))
                return u"nothing was asked"_s;
            return words("diagnosisVerdict");
        };
        QTRY_VERIFY_WITH_TIMEOUT(m_application->run().run() && !m_application->run().isFromState(), longTime);
        const Launch launch = m_application->run().run()->plan().launches.value(u"node1"_s);
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(0);
        QVERIFY(shell);
        const Result<CommandOutput> killed = (*shell)->run(
            {.argv = {launch.runtime, u"exec"_s, launch.container, u"sh"_s, u"-c"_s,
                      u"read -r p began <\"$1\"; kill -9 \"$p\""_s, u"sh"_s, launch.pidPath}}, {});
        QVERIFY2(killed && killed->exitCode == 0,
                 killed ? killed->err.constData() : qPrintable(killed.error().message));
        const QString said = diagnosed();
        QVERIFY2(said.startsWith(u"What failed first, on node1"_s) && said.contains(u"no log says why"_s),
                 qPrintable(said + u" | "_s + words("diagnosisNotes")));
        grab(u"process-killed"_s);
        window().showPage(u"deploy"_s);
        inTerminal({u"deploy"_s, file()});
        if (QTest::currentTestFailed())
            return;
        answersEverywhere();
        QVERIFY2(words("diagnosisVerdict").startsWith(u"This was found at "_s), qPrintable(words("diagnosisVerdict")));
        inTerminal({u"stop"_s, file()});
        const QString stopped = diagnosed();
        QVERIFY2(!stopped.startsWith(u"This was found at "_s), qPrintable(stopped));
        QVERIFY(stopped != u"nothing was asked"_s);
        QVERIFY2(!stopped.contains(u"no log says why"_s), qPrintable(stopped));
        window().showPage(u"deploy"_s);
        inTerminal({u"deploy"_s, file(), u"--resume"_s});
        answersEverywhere();
    }

    void renamedWhileItServesAndStopped()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        m_application->deploy().showStep(DeployPage::Run);
        const QString older = m_application->cluster().deployment().name;
        rename(u"renamed"_s);
        const QString serving = u"What is on the nodes was deployed under its older name, \"%1\"."_s.arg(older);
        QTRY_VERIFY2(words("runSubtitle").startsWith(serving),
                     qPrintable(words("runSubtitle")));
        QVERIFY2(words("runSubtitle").contains(u"Give it that name again, and it can be run as before. Or Undo"_s),
                 qPrintable(words("runSubtitle")));
        inTerminal({u"stop"_s, file()});
        QTRY_VERIFY2_WITH_TIMEOUT(words("runSubtitle").startsWith(u"The service was stopped at "_s),
                                  qPrintable(words("runSubtitle")), longTime);
        QVERIFY2(words("runSubtitle").contains(u"older name, \"%1\""_s.arg(older)), qPrintable(words("runSubtitle")));
        QVERIFY2(words("runSubtitle").contains(u"Give it that name again, and Resume starts it"_s),
                 qPrintable(words("runSubtitle")));
        QVERIFY(!button("resume")->isEnabled() && !button("start")->isEnabled());
        QVERIFY(!QTest::qWaitFor([this] { return isMissed(); }, 8000));
        grab(u"renamed-and-stopped"_s);

        rename(older);                   // what was said holds
        QTRY_VERIFY_WITH_TIMEOUT(button("resume")->isEnabled() && button("resume")->isVisibleTo(&window()), longTime);
        QVERIFY2(words("runSubtitle").contains(u"Resume starts it again."_s), qPrintable(words("runSubtitle")));
    }

    void aContainerThatSomebodyRemovedIsTheCause()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        const Result<std::unique_ptr<Shell>> shell = m_lab->shell(0);
        QVERIFY(shell);
        const QString name = checkSettingsOf(m_application->cluster().deployment()).containerName;
        QVERIFY((*shell)->run({.argv = {u"docker"_s, u"rm"_s, u"-f"_s, name}}, {}));
        window().showPage(u"diagnosis"_s);
        QTRY_VERIFY(button("askForLogs") && button("askForLogs")->isEnabled());
        QTest::mouseClick(button("askForLogs"), Qt::LeftButton);
        const DiagnosisJob &job = m_application->session().diagnosis;
        QVERIFY(job.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!job.isRunning(), longTime);
        const QString said = words("diagnosisVerdict");
        QVERIFY2(said.startsWith(u"What failed first, on node1"_s) && said.contains(u"The container is not on this "_s),
                 qPrintable(said));
        QVERIFY2(!words("diagnosisNotes").contains(u"No such container"_s), qPrintable(words("diagnosisNotes")));
        QVERIFY2(!words("diagnosisNotes").contains(u": container"_s), qPrintable(words("diagnosisNotes")));
        grab(u"container-removed"_s);
        m_application->showLanguage(u"en"_s);
    }

    // The latest is said, not the first.
    void anUndoAfterItIsWhatIsTold()
    {
        if (!m_isServing)
            QSKIP("nothing serves");
        inTerminal({u"undo"_s, file(), u"--verbose"_s});
        QTRY_VERIFY2_WITH_TIMEOUT(verifyNotice().contains(u"The deployment was undone at "_s),
                                  qPrintable(verifyNotice()), longTime);
    }
};

QTEST_MAIN(BesideTerminalTest)
#include "tst_besideterminal.moc"
