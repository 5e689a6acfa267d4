// The first real node, as a new user meets it: an empty HOME, the window, a real sshd nobody has logged in to.
#include "app/console/application.h"
#include "tests/support/rests.h"
#include "tests/support/testsshd.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/questionpanel.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/monitorpage.h"
#include "ui/nodes/nodespage.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 60'000; // a loaded machine

int modeOf(const QString &path)
{
    struct stat facts = {};
    return ::stat(QFile::encodeName(path).constData(), &facts) == 0 ? int(facts.st_mode & 07777) : -1;
}

// The program with an empty HOME, started in an empty folder.
struct FirstStart
{
    explicit FirstStart(const QString &language = u"en"_s)
    {
        qputenv("HOME", home.path().toUtf8());
        for (const char *variable :
             {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "SSH_AUTH_SOCK"})
            qunsetenv(variable);
        QDir::setCurrent(current.path());
        Application::Options options;
        options.theme = u"light"_s;
        options.language = language;
        console = std::make_unique<Application>(options);
        MainWindow &window = console->window();
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        panel = window.findChild<QuestionPanel *>();
    }
    ~FirstStart() { QDir::setCurrent(before); }

    template<typename T>
    T *find(const QString &name) { return console->window().findChild<T *>(name); }
    void press(const QString &name)
    {
        auto *button = find<QPushButton>(name);
        QVERIFY2(button && button->isVisible() && button->isEnabled(), qPrintable(name));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void type(const QString &name, const QString &text)
    {
        auto *field = find<QLineEdit>(name);
        QVERIFY2(field && field->isVisible(), qPrintable(name));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    // As a person does it: the form, field by field. key empty: by password.
    void addNode(const QString &name, const TestSshd &sshd, const QString &key)
    {
        auto *add = find<QPushButton>(u"addNode"_s);
        QTest::mouseClick(add, Qt::LeftButton);
        type(u"nodeName"_s, name);
        type(u"nodeHost"_s, u"127.0.0.1"_s);
        find<QSpinBox>(u"nodePort"_s)->setValue(sshd.port());
        type(u"nodeUser"_s, TestSshd::user());
        find<QComboBox>(u"nodeAuth"_s)->setCurrentIndex(int(key.isEmpty() ? AuthMethod::Password : AuthMethod::Key));
        if (!key.isEmpty())
            type(u"nodeIdentity"_s, key);
        press(u"nodeSave"_s);
        QCOMPARE(console->cluster().deployment().nodes.last().name, name);
    }
    bool isReached(const QString &node) const
    {
        const std::optional<NodeFacts> facts = console->cluster().facts(node);
        return facts && facts->reachable && console->cluster().state(node) == NodeState::Reachable;
    }
    QByteArray knownHosts() const { return TestSshd::read(home.filePath(u".ssh/known_hosts"_s)); }
    void setKnownHosts(const QByteArray &lines)
    {
        QDir(home.path()).mkdir(u".ssh"_s);
        QFile known(home.filePath(u".ssh/known_hosts"_s));
        QVERIFY(known.open(QIODevice::WriteOnly));
        known.write(lines);
    }
    QString saidOn(const QString &page)
    {
        QString said;
        for (const QLabel *label : find<QWidget>(page)->findChildren<QLabel *>())
            said += label->isVisibleTo(find<QWidget>(page)) ? label->text() + label->toolTip() + u'\n' : QString();
        return said;
    }
    void grab(const QString &name)
    {
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            console->window().grab().save(folder + u'/' + name + u".png"_s);
    }
    QString title() { return find<QLabel>(u"questionTitle"_s)->text(); }

    const QString before = QDir::currentPath();
    QTemporaryDir home, current;
    std::unique_ptr<Application> console;
    QuestionPanel *panel = nullptr;
};

} // namespace

class TestFirstNode : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_sshd = std::make_unique<TestSshd>();
        m_other = std::make_unique<TestSshd>();
        if (!m_sshd->start() || !m_other->start())
            QSKIP("no sshd here");
    }

    // By keys alone, with Enter in the form: the focus is on something that is seen, and Tab goes on from it.
    void theFocusIsSeenAfterEachNode()
    {
        FirstStart f;
        f.console->window().activateWindow();
        const auto focusIsSeen = [&] {
            const QWidget *now = f.console->window().focusWidget();
            return now && now->isVisible() && now->isEnabled() && !now->visibleRegion().isEmpty()
                && (now->focusPolicy() & Qt::TabFocus) && !now->findChild<QPushButton *>();
        };
        const auto nameOfFocus = [&] {
            const QWidget *now = f.console->window().focusWidget();
            return now ? QByteArray(now->metaObject()->className()) + ' ' + now->objectName().toUtf8() : QByteArray();
        };
        for (const QString &name : {u"one"_s, u"two"_s}) {
            f.find<QPushButton>(u"addNode"_s)->setFocus();
            QTest::keyClick(f.console->window().focusWidget(), Qt::Key_Space);
            QTRY_COMPARE(f.console->window().focusWidget(), f.find<QLineEdit>(u"nodeName"_s));
            f.type(u"nodeName"_s, name);
            f.type(u"nodeHost"_s, u"127.0.0.1"_s);
            QTest::keyClick(f.find<QLineEdit>(u"nodeHost"_s), Qt::Key_Return);
            QCOMPARE(f.console->cluster().deployment().nodes.last().name, name);
            QCoreApplication::processEvents();
            QVERIFY2(focusIsSeen(), nameOfFocus().constData());
            const QWidget *before = f.console->window().focusWidget();
            QTest::keyClick(&f.console->window(), Qt::Key_Tab);
            QVERIFY2(focusIsSeen(), nameOfFocus().constData());
            QVERIFY(f.console->window().focusWidget() != before);
        }
    }

    void acceptedKeyIsFoundAgain()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        QSignalSpy questions(&f.console->cluster(), &Cluster::questionRaised);
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY(f.find<QLabel>(u"questionText"_s)->text().contains("~/.ssh/known_hosts"_L1));
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        QCOMPARE(questions.count(), 1);
        QVERIFY(f.panel->isHidden());
        QCOMPARE(f.console->window().focusWidget(), f.find<QPushButton>(u"inspectAll"_s)); // where it was before
        QCOMPARE(f.knownHosts(), m_sshd->knownHostsLine().simplified().split(' ').mid(0, 3).join(' ') + '\n');
        QCOMPARE(modeOf(f.home.filePath(u".ssh"_s)), 0700);
        QCOMPARE(modeOf(f.home.filePath(u".ssh/known_hosts"_s)), 0600);
        QCOMPARE(QDir(f.current.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList());
    }

    void twoUnknownKeysAtOnceAreAskedOnceEach()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.addNode(u"two"_s, *m_other, m_other->addUserKey(u"ed25519"_s));
        QSignalSpy questions(&f.console->cluster(), &Cluster::questionRaised);
        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.panel->waiting(), 2, longTime);
        QCOMPARE(f.find<QLabel>(u"questionCount"_s)->text(), u"1 of 2 questions"_s);
        f.press(u"questionAccept"_s);
        QTRY_COMPARE(f.panel->waiting(), 1);
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s) && f.isReached(u"two"_s), longTime);
        QCOMPARE(questions.count(), 2);
        QVERIFY(f.panel->isHidden());
        QCOMPARE(f.knownHosts().count('\n'), 2);
    }

    void whatWasDeclinedIsNotAskedAgainByItself()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.addNode(u"two"_s, *m_other, m_other->addUserKey(u"ed25519"_s));
        QSignalSpy questions(&f.console->cluster(), &Cluster::questionRaised);
        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.panel->waiting(), 2, longTime);
        const QString declined = f.title().contains("one"_L1) ? u"one"_s : u"two"_s,
                      accepted = declined == "one"_L1 ? u"two"_s : u"one"_s;
        f.press(u"questionDecline"_s);
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(accepted), longTime);
        QCOMPARE(f.console->cluster().state(declined), NodeState::NeedsAnswer); // not even being asked
        QCOMPARE(questions.count(), 2);
        QVERIFY(f.panel->isHidden());
        f.press(u"inspectAll"_s); // who asks again is asked again
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY(f.title().contains(declined));
        QCOMPARE(f.panel->waiting(), 1);
    }

    // Nobody pressed Ask: whatever meets the key first leads to its question, and goes on after the answer.
    void theMonitorLeadsToTheQuestionAndGoesOn()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.console->window().showPage(u"monitor"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY(f.title().startsWith("one: is the host key"_L1));
        auto *ok = f.find<FigureCard>(u"okCard"_s);
        QTRY_COMPARE(ok->line(), u"Nobody logged in: one"_s);
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        const MetricHistory &history = f.find<MonitorPage>(u"page-monitor"_s)->monitor().history();
        QTRY_VERIFY_WITH_TIMEOUT(history.last({u"one"_s, u"host"_s, u"host.memory.used"_s}), longTime);
        QVERIFY(f.panel->isHidden());
        QVERIFY(ok->line() != "Waiting for the first values"_L1);
    }

    void whatWasDeclinedIsSaidAndCanBeAskedAgain()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.console->window().showPage(u"monitor"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        f.press(u"questionDecline"_s);
        QVERIFY(f.panel->isHidden());
        auto &monitor = f.find<MonitorPage>(u"page-monitor"_s)->monitor();
        monitor.noteFailure(u"one"_s, *f.console->cluster().facts(u"one"_s)->error); // as each of its next tries
        QVERIFY(f.panel->isHidden());
        f.console->window().showPage(u"nodes"_s);
        const NodeModel &nodes = f.find<NodesPage>(u"nodesPage"_s)->model();
        QTRY_VERIFY2(nodes.index(0, NodeModel::State).data().toString().contains("Not logged in"_L1),
                     qPrintable(nodes.index(0, NodeModel::State).data().toString()));
        const auto said = [&] {
            QStringList texts;
            for (const QLabel *label : f.console->window().findChildren<QLabel *>())
                texts << (label->isVisible() ? label->text() : QString());
            return texts.join(u'\n');
        };
        QTRY_VERIFY2(said().contains("You did not accept its host key at "_L1), qPrintable(said()));
        QVERIFY2(said().contains("The chips of one are not known: nobody logged in."_L1), qPrintable(said()));
        QVERIFY2(!said().contains("somebody has to say"_L1) && !said().contains("waits for an answer"_L1),
                 qPrintable(said()));
        f.grab(u"declined"_s);

        f.press(u"askAgain"_s); // as it says
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QTRY_VERIFY(said().contains("somebody has to say whether its host key is right"_L1));
        QString connecting;              // what stands there while the accepted node is connected
        connect(&f.console->cluster(), &Cluster::stateChanged, f.panel, [&] {
            if (f.console->cluster().state(u"one"_s) == NodeState::Connecting)
                QTimer::singleShot(1, f.panel, [&] { connecting = said(); });
        });
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        QVERIFY2(connecting.contains("one is being asked for its chips."_L1), qPrintable(connecting));
        for (const QLatin1String old :
             {"SHA256:"_L1, "waits for an answer"_L1, "before you accept"_L1, "did not accept"_L1})
            QVERIFY2(!connecting.contains(old), qPrintable(connecting));
    }

    void doubleClickAcceptsOneKeyOnly()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.addNode(u"two"_s, *m_other, m_other->addUserKey(u"ed25519"_s));
        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.panel->waiting(), 2, longTime);
        auto *accept = f.find<QPushButton>(u"questionAccept"_s);
        QTest::mousePress(accept, Qt::LeftButton);
        QTest::mouseRelease(accept, Qt::LeftButton);
        QTRY_COMPARE(f.panel->waiting(), 1); // the write was quicker than the finger
        QMouseEvent second(QEvent::MouseButtonDblClick, accept->rect().center(),
                           accept->mapToGlobal(accept->rect().center()), Qt::LeftButton, Qt::LeftButton,
                           Qt::NoModifier);
        QCoreApplication::sendEvent(accept, &second);
        QTest::mouseRelease(accept, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s) || f.isReached(u"two"_s), longTime);
        QCOMPARE(f.panel->waiting(), 1);
        QCOMPARE(f.knownHosts().count('\n'), 1);
    }

    void changedKeyIsLoudAndFirst()
    {
        FirstStart f;
        f.addNode(u"new"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.addNode(u"other"_s, *m_other, m_other->addUserKey(u"ed25519"_s));
        QVERIFY(QDir(f.home.path()).mkdir(u".ssh"_s)); // "other" was here before, with another key
        QFile known(f.home.filePath(u".ssh/known_hosts"_s));
        QVERIFY(known.open(QIODevice::WriteOnly));
        known.write(
            m_sshd->knownHostsLine().replace(QByteArray::number(m_sshd->port()), QByteArray::number(m_other->port())));
        known.close();
        const QByteArray before = f.knownHosts();

        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.panel->waiting(), 2, longTime);
        QCOMPARE(f.title(), u"Not connected: the host key of 127.0.0.1:%1 has changed (other)"_s.arg(m_other->port()));
        // What has happened comes first, then what to do; the one button says that it stays so.
        const QString words = f.find<QLabel>(u"questionText"_s)->text();
        QVERIFY2(
            words.startsWith(
                u"The connection was broken off: nobody logged in, and no password and no command was sent. No "
                 "button here lets this key pass."_s),
            qPrintable(words));
        QVERIFY2(words.contains(u"What to do: ask its administrator"_s), qPrintable(words));
        QCOMPARE(f.find<QPushButton>(u"questionDecline"_s)->text(), u"Stay disconnected"_s);
        for (const QString &theme : {u"dark"_s, u"light"_s}) {
            for (const QString &language : {u"zh"_s, u"en"_s}) {
                f.console->showTheme(theme);
                f.console->showLanguage(language);
                QApplication::processEvents();
                const QString grabs = qEnvironmentVariable("ASC_GRAB_DIR");
                QVERIFY(grabs.isEmpty()
                        || f.console->window().grab().save(u"%1/changedkey-%2-%3.png"_s.arg(grabs, theme, language)));
            }
        }
        // The reason speaks the language that is shown now, not the one in which the node was asked.
        f.find<NodesPage>(u"nodesPage"_s)->choose(u"other"_s);
        for (const QString &language : {u"zh"_s, u"en"_s}) {
            f.console->showLanguage(language);
            QApplication::processEvents();
            const QString why = f.console->cluster().health(u"other"_s).why;
            const bool isEnglish = why.contains(u"the host key of"_s);
            QVERIFY2(isEnglish == (language == u"en") && why.contains(u"127.0.0.1"_s), qPrintable(why));
            QString page;
            for (const QLabel *label : f.find<NodesPage>(u"nodesPage"_s)->findChildren<QLabel *>())
                page += label->text() + label->toolTip() + u'\n';
            QVERIFY2(page.contains(u"the host key of"_s) == isEnglish, qPrintable(page));
        }
        QCOMPARE(f.panel->property("notice").toString(), u"danger"_s);
        QVERIFY(f.find<QPushButton>(u"questionAccept"_s)->isHidden());
        QVERIFY(f.find<QLabel>(u"questionFingerprint"_s)
                    ->text()
                    .contains(u"ssh-keygen -R '[127.0.0.1]:%1'"_s.arg(m_other->port())));
        const NodeModel &nodes = f.find<NodesPage>(u"nodesPage"_s)->model();
        const auto stateOf = [&](int row) { return nodes.index(row, NodeModel::State).data().toString(); };
        QVERIFY2(stateOf(0).contains("Needs an answer"_L1), qPrintable(stateOf(0)));
        QVERIFY2(stateOf(1).contains("Host key changed"_L1), qPrintable(stateOf(1)));
        // In place of the chips: not merely waiting, and what to do.
        const auto chipsOf = [&](const QString &node) {
            f.find<NodesPage>(u"nodesPage"_s)->choose(node);
            return f.find<QStackedWidget>(u"chipStack"_s)->findChild<EmptyState *>()->findChild<QLabel *>()->text();
        };
        QCOMPARE(chipsOf(u"new"_s),
                 u"The chips of new are not known yet: its host key or its login waits for an answer."_s);
        const QString others = chipsOf(u"other"_s);
        QVERIFY2(others.startsWith(u"The chips of other are not known: its host key changed, and nobody logged in."_s)
                     && others.contains(u"then ask again: ssh-keygen -R "_s),
                 qPrintable(others));
        f.press(u"questionDecline"_s);
        QVERIFY2(stateOf(1).contains("Host key changed"_L1), qPrintable(stateOf(1))); // and unasked
        QVERIFY(!f.console->cluster().facts(u"other"_s) || !f.console->cluster().facts(u"other"_s)->reachable);
        QCOMPARE(f.title(), u"new: is the host key of 127.0.0.1:%1 right?"_s.arg(m_sshd->port()));
        QCOMPARE(f.panel->property("notice").toString(), u"accent"_s);
        QVERIFY(f.find<QPushButton>(u"questionAccept"_s)->isVisible());
        QCOMPARE(f.knownHosts(), before);
    }

    void aDamagedLineIsNoChangedKey()
    {
        FirstStart f;
        f.addNode(u"other"_s, *m_other, m_other->addUserKey(u"ed25519"_s));
        const QByteArray whole = m_other->knownHostsLine().simplified().split(' ').mid(0, 3).join(' ');
        f.setKnownHosts(whole.chopped(20) + '\n');
        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.panel->waiting(), 1, longTime);
        QCOMPARE(f.title(),
                 u"Not connected: the known host key of 127.0.0.1:%1 is damaged (other)"_s.arg(m_other->port()));
        const NodeModel &nodes = f.find<NodesPage>(u"nodesPage"_s)->model();
        const QString state = nodes.index(0, NodeModel::State).data().toString();
        QVERIFY2(state.contains("Known host key damaged"_L1) && !state.contains("changed"_L1), qPrintable(state));
    }

    // What the loud panel says is done to the letter, and leads to the node.
    void aKeyThatWasTakenOutIsAskedAboutAnew()
    {
        FirstStart f;
        f.addNode(u"other"_s, *m_other, m_other->addUserKey(u"ed25519"_s));
        QVERIFY(QDir(f.home.path()).mkdir(u".ssh"_s));
        QFile known(f.home.filePath(u".ssh/known_hosts"_s));
        QVERIFY(known.open(QIODevice::WriteOnly));
        known.write(
            m_sshd->knownHostsLine().replace(QByteArray::number(m_sshd->port()), QByteArray::number(m_other->port())));
        known.close();
        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.panel->waiting(), 1, longTime);
        const QString words = f.find<QLabel>(u"questionFingerprint"_s)->text();
        const QString command = words.mid(words.indexOf(u"ssh-keygen -R"_s)).section(u'\n', 0, 0);
        QProcess keygen;
        keygen.start(u"sh"_s, {u"-c"_s, command});
        QVERIFY(keygen.waitForFinished(longTime));
        QVERIFY2(keygen.exitStatus() == QProcess::NormalExit && keygen.exitCode() == 0,
                 (command.toUtf8() + keygen.readAllStandardError()).constData());
        f.press(u"inspectAll"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.title(), u"other: is the host key of 127.0.0.1:%1 right?"_s.arg(m_other->port()),
                                  longTime);
        QCOMPARE(f.panel->waiting(), 1);
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"other"_s), longTime);
        QCOMPARE(f.panel->waiting(), 0);
    }

    // Whoever logs in by himself, as the monitor does, meets the newer answer: it takes the place of the older one.
    void theMonitorsAnswerTakesTheWarningsPlace_data()
    {
        QTest::addColumn<bool>("isTakenOut");
        QTest::addColumn<bool>("isDeclined");
        QTest::newRow("the line is taken out") << true << false;
        QTest::newRow("taken out after the warning was put away") << true << true;
        QTest::newRow("the right line is put back") << false << false;
    }
    void theMonitorsAnswerTakesTheWarningsPlace()
    {
        QFETCH(bool, isTakenOut);
        QFETCH(bool, isDeclined);
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.setKnownHosts(m_sshd->knownHostsLine());
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        f.console->window().showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.console->cluster().health(u"one"_s).source, HealthSource::Monitor, longTime);
        QVERIFY(f.panel->isHidden());

        f.setKnownHosts(QByteArray(m_other->knownHostsLine())
                            .replace(QByteArray::number(m_other->port()), QByteArray::number(m_sshd->port())));
        m_sshd->signalSessions(SIGKILL);
        const QString host = u"127.0.0.1:%1"_s.arg(m_sshd->port());
        QTRY_COMPARE_WITH_TIMEOUT(f.title(), u"Not connected: the host key of %1 has changed (one)"_s.arg(host),
                                  longTime);
        if (isDeclined) {
            f.press(u"questionDecline"_s);
            QVERIFY(f.panel->isHidden());
        }
        const auto hasMet = [&] {        // the monitor itself, too
            const NodeHealth health = f.console->cluster().health(u"one"_s);
            return health.level == HealthLevel::KeyChanged && health.source == HealthSource::Monitor;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasMet(), longTime);
        f.setKnownHosts(isTakenOut ? QByteArray() : m_sshd->knownHostsLine());
        if (isTakenOut) {
            QTRY_COMPARE_WITH_TIMEOUT(f.title(), u"one: is the host key of %1 right?"_s.arg(host), longTime);
            QVERIFY(f.panel->isVisible());
            QCOMPARE(f.panel->waiting(), 1);
            QCOMPARE(f.console->cluster().health(u"one"_s).level, HealthLevel::NeedsAnswer);
            f.press(u"questionAccept"_s);
        }
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isHidden() && f.isReached(u"one"_s), longTime);
        QVERIFY(f.console->cluster().health(u"one"_s).answers());
        const QString page = f.saidOn(u"nodesPage"_s);
        QVERIFY2(!page.contains(u"host key"_s), qPrintable(page));
    }

    // The connection that was made before goes on, and the pages say so: the warning is of the new one only.
    void aChangedKeyOfATestBesideAConnectionSaysWhatGoesOn()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.setKnownHosts(m_sshd->knownHostsLine());
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        f.setKnownHosts(QByteArray(m_other->knownHostsLine())
                            .replace(QByteArray::number(m_other->port()), QByteArray::number(m_sshd->port())));
        f.press(u"editNode"_s);
        f.press(u"nodeTest"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY(f.console->cluster().health(u"one"_s).answers());
        QCOMPARE(f.title(), u"No new connection: the host key of 127.0.0.1:%1 has changed (one)"_s.arg(m_sshd->port()));
        const QString words = f.find<QLabel>(u"questionText"_s)->text();
        QVERIFY2(words.startsWith(u"A new connection was broken off"_s) && !words.contains(u"stays unasked"_s)
                     && words.contains(u"What goes on over the connection that was made before"_s),
                 qPrintable(words));
        QCOMPARE(f.find<QPushButton>(u"questionDecline"_s)->text(), u"Make no new connection"_s);
        // Without the other one it is as ever.
        m_sshd->signalSessions(SIGKILL);
        f.press(u"inspectAll"_s);
        const QString changed = u"Not connected: the host key of 127.0.0.1:%1 has changed (one)"_s.arg(m_sshd->port());
        QTRY_COMPARE_WITH_TIMEOUT(f.title(), changed, longTime);
    }

    // A deployment from somebody else names a known_hosts file with a different key for the host.
    void namedKnownHostsFileIsSaid()
    {
        const QByteArray line = m_other->knownHostsLine().replace(QByteArray::number(m_other->port()),
                                                                  QByteArray::number(m_sshd->port()));
        const QString brought = m_sshd->write(u"brought"_s, line);
        const QByteArray port = QByteArray::number(m_sshd->port());
        const QString file = m_sshd->write(u"t.deployment.json"_s,
                                           R"({"name":"t","nodes":[{"name":"one","host":"127.0.0.1","port":)" + port
                                               + R"(,"auth":{"method":"agent","knownHostsFile":"brought"}}]})");
        FirstStart f;
        f.console->window().openFile(file);
        QTRY_COMPARE(f.console->cluster().deployment().nodes.size(), 1);
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        const QString said = f.find<QLabel>(u"questionText"_s)->text();
        for (const QString &part : {brought, u"it is not used"_s, u"It holds a different key for this host, SHA256:"_s,
                                    u"before you accept this one"_s})
            QVERIFY2(said.contains(part), qPrintable(said));
        QCOMPARE(f.panel->property("notice").toString(), u"warning"_s);
        QVERIFY(f.find<QPushButton>(u"questionAccept"_s)->isVisible());
        const QString grabs = qEnvironmentVariable("ASC_GRAB_DIR");
        QVERIFY(grabs.isEmpty() || f.console->window().grab().save(grabs + u"/namedknownhosts.png"_s));
    }

    // ~/.ssh/config says where keys are kept, or that none is.
    void configurationSaysWhereKeysAreKept_data()
    {
        QTest::addColumn<QByteArray>("files");
        QTest::addColumn<QString>("said");
        QTest::newRow("another file") << QByteArray("~/.ssh/known_%h ~/.ssh/more")
                                      << u"An accepted key is added to ~/.ssh/known_127.0.0.1."_s;
        QTest::newRow("none")
            << QByteArray("none")
            << u"~/.ssh/config keeps no key of it (UserKnownHostsFile): an accepted one holds until this program "
                "ends."_s;
    }

    void configurationSaysWhereKeysAreKept()
    {
        QFETCH(QByteArray, files);
        QFETCH(QString, said);
        FirstStart f;
        QVERIFY(QDir(f.home.path()).mkpath(u".ssh"_s));
        QFile config(f.home.filePath(u".ssh/config"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("UserKnownHostsFile " + files + '\n');
        config.close();
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY2(f.find<QLabel>(u"questionText"_s)->text().endsWith(said),
                 qPrintable(f.find<QLabel>(u"questionText"_s)->text()));
        f.press(u"questionAccept"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        QVERIFY(f.panel->isHidden());
        QVERIFY(f.knownHosts().isEmpty());
        QCOMPARE(QFile::exists(f.home.filePath(u".ssh/known_127.0.0.1"_s)), files != "none");
    }

    void refusedPasswordIsSaid()
    {
        TestSshd asking;
        if (!asking.start({u"PasswordAuthentication yes"_s, u"PubkeyAuthentication no"_s}))
            QSKIP("no sshd here");
        FirstStart f;
        f.addNode(u"one"_s, asking, {});
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        f.press(u"questionAccept"_s);
        auto *secret = f.find<QLineEdit>(u"questionSecret"_s);
        QTRY_VERIFY_WITH_TIMEOUT(secret->isVisible(), longTime);
        QCOMPARE(f.title(), u"one needs a password"_s);
        const QString key = u"password:%1@127.0.0.1:%2"_s.arg(TestSshd::user()).arg(asking.port());
        QTest::keyClicks(secret, u"surely not the password"_s);
        QTest::keyClick(secret, Qt::Key_Return);
        QVERIFY(f.panel->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY2(f.title().contains("refused"_L1), qPrintable(f.title()));
        QCOMPARE(f.panel->property("notice").toString(), u"warning"_s);
        QVERIFY(!f.console->cluster().connections().secrets->find(key)); // nobody sends it again
    }

    // As the list of keys says, and as it does in every other bar: it presses the button that leaves all as it is.
    void escapePutsAQuestionAway_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("an unknown key") << int(Question::Kind::UnknownKey);
        QTest::newRow("a changed key") << int(Question::Kind::ChangedKey);
        QTest::newRow("a password") << int(Question::Kind::Password);
    }
    void escapePutsAQuestionAway()
    {
        QFETCH(int, kind);
        TestSshd asking;
        if (!asking.start({u"PasswordAuthentication yes"_s, u"PubkeyAuthentication no"_s}))
            QSKIP("no sshd here");
        FirstStart f;
        f.addNode(u"one"_s, asking, {});
        if (kind == int(Question::Kind::ChangedKey))
            f.setKnownHosts(m_other->knownHostsLine().replace(QByteArray::number(m_other->port()),
                                                              QByteArray::number(asking.port())));
        else if (kind == int(Question::Kind::Password))
            f.setKnownHosts(asking.knownHostsLine());
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QCOMPARE(f.find<QLineEdit>(u"questionSecret"_s)->isVisible(), kind == int(Question::Kind::Password));
        QTRY_VERIFY(f.panel->isAncestorOf(f.console->window().focusWidget()));
        QTest::keyClick(f.console->window().windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(f.panel->isHidden());
        QVERIFY(!f.console->cluster().health(u"one"_s).answers());
    }

    // Nobody waits for the answer any more; what the nodes' own inspection asked stays.
    void aQuestionOfATestGoesWithItsForm()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        for (const QString &leave : {u"nodeCancel"_s, u"nodeSave"_s}) {
            f.press(u"editNode"_s);
            f.press(u"nodeTest"_s);
            QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
            f.press(leave);
            QVERIFY(f.panel->isHidden());
        }
        f.press(u"editNode"_s);
        f.press(u"nodeTest"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        f.type(u"nodeHost"_s, u"127.0.0.2"_s); // it was of another address
        QVERIFY(f.panel->isHidden());
        f.press(u"nodeCancel"_s);
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        f.press(u"editNode"_s);
        f.press(u"nodeTest"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.find<QLabel>(u"testOutcome"_s)->text().startsWith("Answer the question"_L1),
                                 longTime);
        f.press(u"nodeCancel"_s);
        QVERIFY(f.panel->isVisible());
        QVERIFY(f.knownHosts().isEmpty());
    }

    void aQuestionIsAskedOnceAndIsNoFailure()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.press(u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        f.press(u"editNode"_s);
        f.press(u"nodeTest"_s); // the same question from another side
        auto *outcome = f.find<QLabel>(u"testOutcome"_s);
        QTRY_VERIFY_WITH_TIMEOUT(outcome->text().startsWith("Answer the question above"_L1), longTime);
        QCOMPARE(f.panel->waiting(), 1);
        const auto shown = [&](QLatin1String text) {
            int count = 0;
            for (const QLabel *label : f.console->window().findChildren<QLabel *>())
                count += label->isVisible() && label->text().contains(text);
            return count;
        };
        QCOMPARE(shown("SHA256:"_L1), 1);
        QCOMPARE(shown("✕"_L1), 0);
        for (const ErrorBar *bar : f.console->window().findChildren<ErrorBar *>())
            QVERIFY2(!bar->isVisible(), qPrintable(bar->accessibleName()));
        f.press(u"questionAccept"_s); // and both go on
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"one"_s), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(!outcome->text().startsWith("Answer"_L1)
                                     && !outcome->text().startsWith("Connecting"_L1),
                                 longTime);
        f.press(u"nodeCancel"_s);
        QVERIFY(!f.find<QPushButton>(u"askAgain"_s)->isVisible());
    }

    void decliningTheKeyInTheFormIsSaid()
    {
        FirstStart f;
        f.addNode(u"one"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.press(u"editNode"_s);
        f.press(u"nodeTest"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QTRY_VERIFY(f.find<QLabel>(u"testOutcome"_s)->text().startsWith("Answer the question above"_L1));
        f.press(u"questionDecline"_s);
        const QString said = f.find<QLabel>(u"testOutcome"_s)->text();
        QVERIFY2(said.startsWith("You declined the host key of 127.0.0.1: nobody logged in"_L1), qPrintable(said));
        QVERIFY2(said.contains(u"\"Test connection\" asks again"_s), qPrintable(said));
        f.press(u"nodeTest"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime); // as it says
        QVERIFY(f.knownHosts().isEmpty());
    }

    void throughTheJumpHostOfTheForm()
    {
        FirstStart f;
        const QString key = m_sshd->addUserKey(u"ed25519"_s);
        m_other->write(u"authorized_keys"_s, TestSshd::read(key + u".pub"_s));
        QVERIFY(QDir(f.home.path()).mkdir(u".ssh"_s)); // the jump host takes the user's default key
        QVERIFY(QFile::copy(key, f.home.filePath(u".ssh/id_ed25519"_s)));
        f.addNode(u"far"_s, *m_sshd, key);
        f.press(u"editNode"_s);
        f.type(u"nodeJump"_s, u"%1@127.0.0.1:%2"_s.arg(TestSshd::user()).arg(m_other->port()));
        f.press(u"nodeSave"_s);
        f.press(u"inspectAll"_s);
        for (const TestSshd *sshd : {m_other.get(), m_sshd.get()}) { // each hop shows its own key
            QTRY_VERIFY_WITH_TIMEOUT(
                f.panel->isVisible() && f.find<QLabel>(u"questionText"_s)->text().contains(u":%1 "_s.arg(sshd->port())),
                longTime);
            f.press(u"questionAccept"_s);
        }
        QTRY_VERIFY_WITH_TIMEOUT(f.isReached(u"far"_s), longTime);
        QVERIFY(m_other->log().contains("Accepted publickey"));
    }

    void theFormFitsBesideItsScrollBar_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            QTest::newRow(qPrintable(language + " 1280x800"_L1)) << language << QSize(1280, 800);
            QTest::newRow(qPrintable(language + " 960x600"_L1)) << language << QSize(960, 600);
        }
    }
    void theFormFitsBesideItsScrollBar()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        FirstStart f(language);
        f.addNode(u"a-node-with-quite-a-long-name"_s, *m_sshd, m_sshd->addUserKey(u"ed25519"_s));
        f.console->window().resize(size);
        f.press(u"editNode"_s);
        auto *form = f.find<QWidget>(u"nodeForm"_s);
        auto *scroll = qobject_cast<QScrollArea *>(form->parentWidget()->parentWidget());
        QVERIFY(scroll);
        const auto fits = [&](const QWidget *widget) {
            const int room = scroll->width() - scroll->verticalScrollBar()->sizeHint().width();
            return widget->minimumSizeHint().width() <= room;
        };
        QVERIFY2(fits(form),
                 qPrintable(QString::number(form->minimumSizeHint().width()) + u" in "_s
                            + QString::number(scroll->width())));
        f.press(u"nodeTest"_s); // with the steps and the question
        QTRY_VERIFY_WITH_TIMEOUT(f.panel->isVisible(), longTime);
        QVERIFY2(fits(form),
                 qPrintable(QString::number(form->minimumSizeHint().width()) + u" in "_s
                            + QString::number(scroll->width())));
        auto *evidence = f.find<QLabel>(u"questionFingerprint"_s);
        QVERIFY(evidence->width() >= evidence->fontMetrics().horizontalAdvance(evidence->text()));
        QVERIFY(f.find<QPushButton>(u"questionCopy"_s)->isVisible());
        QCOMPARE(f.console->window().size(), size); // nothing forced it larger
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty()) {
            for (const QString &theme : {u"dark"_s, u"light"_s}) {
                f.console->showTheme(theme);
                QVERIFY(QTest::qWaitFor(rests));
                f.console->window().grab().save(
                    u"%1/form-%2-%3-%4.png"_s.arg(folder, language, QString::number(size.width()), theme));
            }
        }
    }

private:
    std::unique_ptr<TestSshd> m_sshd, m_other;
};

QTEST_MAIN(TestFirstNode)
#include "tst_firstnode.moc"
