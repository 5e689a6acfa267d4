// The Logs page as a person uses it: an account in which the program never ran, logs opened, filtered, the failure gone
// to; the nodes of a simulated cluster followed, one of them lost and back; a run that fails and its kept logs.
// ASC_GRAB_DIR=DIR: pictures.
#include "core/engines/recipebook.h"
#include "core/targets/launch.h"
#include "tests/lab/lab.h"
#include "tests/support/hands.h"
#include "tests/support/watchdog.h"
#include "ui/common/datatable.h"
#include "ui/common/errorbar.h"
#include "ui/common/format.h"
#include "ui/common/wrappedtext.h"
#include "ui/deploy/runpage.h"
#include "ui/logs/logspage.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 240'000;        // a loaded machine

LogsPage &logsPage(ShownConsole &shown)
{
    shown.window().showPage(u"logs"_s);
    return *static_cast<LogsPage *>(shown.window().page(u"logs"_s));
}
QString words(const QWidget &within, const char *name)
{
    const auto *label = within.findChild<QLabel *>(QLatin1String(name));
    return label && label->isVisible() ? label->text() : QString();
}
DataTable &table(const LogsPage &page) { return *page.findChild<DataTable *>(u"logsTable"_s); }
QStringList column(const LogsPage &page, int column)
{
    QStringList all;
    const QAbstractItemModel *model = table(page).model();
    for (int row = 0; row < model->rowCount(); ++row)
        all << model->index(row, column).data().toString();
    return all;
}
bool isWritten(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

const QByteArray first = "[INFO] GE(1,python3):2026-03-18-10:00:00.000.000 begin\n"
                         "[ERROR] HCCL(1,python3):2026-03-18-10:43:52.113.403 EI0006: Getting socket times out "
                         "\x1b[31m<b>rank 15</b>\x07\n";
const QByteArray second = "[WARNING] GE(1,python3):2026-03-18-10:30:00.000.000 slow\n"
                          "[ERROR] KERNEL(3551,sklogd):2026-03-18-10:31:02.350.235 event_id=0x80e01801\n"
                          "[ERROR] HCCL(1,python3):2026-03-18-10:44:52.113.403 notify wait timeout\n";

} // namespace

class TestLogsPage : public QObject
{
    Q_OBJECT

    std::unique_ptr<EmptyHome> m_home;

private slots:
    void init() { m_home = std::make_unique<EmptyHome>(); }

    void filesAreOneListAndTheFirstFailureIsMarked()
    {
        QVERIFY(isWritten(m_home->filePath(u"logs/node1/plog.log"_s), first));
        QVERIFY(isWritten(m_home->filePath(u"logs/node2/plog.log"_s), second));
        ShownConsole shown;
        LogsPage &page = logsPage(shown);
        QVERIFY(page.findChild<QWidget *>(u"logsEmpty"_s)->isVisible());
        QVERIFY(!page.findChild<QPushButton *>(u"followLogs"_s)->isEnabled()); // no nodes
        page.openLogs({m_home->filePath(u"logs"_s)});
        QTRY_COMPARE(table(page).model()->rowCount(), 5);
        QCOMPARE(column(page, LogModel::NodeName),
                 (QStringList{u"node1"_s, u"node2"_s, u"node2"_s, u"node1"_s, u"node2"_s}));
        QCOMPARE(column(page, LogModel::Level),
                 (QStringList{u"Info"_s, u"Warning"_s, u"Error"_s, u"Error"_s, u"Error"_s}));
        QTRY_VERIFY(words(page, "logsFailureText").startsWith(u"First failure, on node2"_s));
        grab(shown.console, u"logs-1-failure"_s);

        press(&page, u"goToFailure"_s);
        QCOMPARE(table(page).currentIndex().row(), 2);
        auto *line = page.findChild<QPlainTextEdit *>(u"logsLine"_s);
        QVERIFY(line->isVisible() && line->toPlainText().contains(u"0x80e01801"_s));
        const QModelIndex marked = table(page).model()->index(2, LogModel::Text);
        QCOMPARE(marked.data(Qt::ForegroundRole).value<QBrush>().color(), style::color(style::Tone::Danger));
        QVERIFY(marked.data(Qt::BackgroundRole).isValid() && marked.data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!table(page).model()->index(3, LogModel::Text).data(Qt::BackgroundRole).isValid());
        // why: one press
        auto *panel = page.findChild<QWidget *>(u"logsFault"_s);
        QVERIFY(!panel->isVisible());
        press(&page, u"whyFailure"_s);
        QVERIFY(panel->isVisible() && !words(page, "logsFaultCause").isEmpty());
        grab(shown.console, u"logs-2-why"_s);
        // what a node printed is shown as text, whatever it holds
        table(page).setCurrentIndex(table(page).model()->index(3, 0));
        QVERIFY2(line->toPlainText().endsWith(u"<b>rank 15</b>␇"_s), qPrintable(line->toPlainText()));

        shown.console.showLanguage(u"zh"_s);
        QTRY_VERIFY2(words(page, "logsFailureText").contains(u"node2"_s)
                         && !words(page, "logsFailureText").contains(u"First"_s),
                     qPrintable(words(page, "logsFailureText")));
        QCOMPARE(column(page, LogModel::Level).last(), u"错误"_s);
        shown.console.showLanguage(u"en"_s);
    }

    void theDateIsToldOnlyWhenItIsNotToday()
    {
        const QDateTime today = QDateTime::currentDateTime(), before = today.addDays(-1);
        LogStore store;
        store.append({u"node1"_s, u"p"_s, {LogEntry{.ms = before.toMSecsSinceEpoch(), .text = "then"},
                                           LogEntry{.ms = today.toMSecsSinceEpoch(), .text = "now"}}},
                     today.toMSecsSinceEpoch());
        LogModel model(store);
        model.takeAppended(0);
        QCOMPARE(model.rowCount(), 2);
        const auto time = [&model](int row) { return model.index(row, LogModel::Time).data().toString(); };
        QCOMPARE(time(0), before.toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s));
        if (QDate::currentDate() == today.date()) // it may be midnight
            QCOMPARE(time(1), today.toString(u"HH:mm:ss.zzz"_s));
    }

    void filtersShowWhatPassesAndGoingToTheFailureShowsIt()
    {
        QVERIFY(isWritten(m_home->filePath(u"logs/node1/plog.log"_s), first));
        QVERIFY(isWritten(m_home->filePath(u"logs/node2/plog.log"_s), second));
        ShownConsole shown;
        LogsPage &page = logsPage(shown);
        const QAbstractItemModelTester tester(&page.model());
        page.openLogs({m_home->filePath(u"logs"_s)});
        QTRY_VERIFY(!words(page, "logsFailureText").isEmpty());
        auto *level = page.findChild<QComboBox *>(u"logsLevel"_s);
        level->setCurrentIndex(level->findData(int(LogLevel::Error)));
        QTRY_COMPARE(table(page).model()->rowCount(), 3);
        auto *node = page.findChild<QComboBox *>(u"logsNode"_s);
        QVERIFY(node->findData(u"node1"_s) > 0);
        node->setCurrentIndex(node->findData(u"node1"_s));
        QTRY_COMPARE(column(page, LogModel::NodeName), QStringList{u"node1"_s});
        QVERIFY2(words(page, "logsAbout").contains(u"1 of 5 lines"_s), qPrintable(words(page, "logsAbout")));
        type(&page, u"logsSearch"_s, u"no such words"_s);
        QTRY_VERIFY(page.findChild<QWidget *>(u"logsNoMatch"_s)->isVisible());
        press(&page, u"goToFailure"_s); // it is among what does not pass
        QTRY_COMPARE(table(page).currentIndex().row(), 2);
        QCOMPARE(table(page).model()->rowCount(), 5);
        QVERIFY(page.findChild<QLineEdit *>(u"logsSearch"_s)->text().isEmpty());
        // the chosen line stays chosen while the list around it changes
        type(&page, u"logsSearch"_s, u"event_ID"_s);
        QTRY_COMPARE(table(page).model()->rowCount(), 1);
        QTRY_COMPARE(table(page).currentIndex().row(), 0);
        page.saveTo(m_home->filePath(u"saved.log"_s));
        QTRY_VERIFY(words(page, "logsAbout").contains(u"saved"_s));
        QFile saved(m_home->filePath(u"saved.log"_s));
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray text = saved.readAll();
        QVERIFY2(text.count('\n') == 1 && text.contains("\tnode2\tplog.log\terror\t"), text.constData());
        page.saveTo(m_home->filePath(u"logs"_s)); // a folder
        QTRY_VERIFY(page.findChild<ErrorBar *>(u"logsError"_s)->isVisible());
    }

    void whatCannotBeReadIsSaid()
    {
        ShownConsole shown;
        LogsPage &page = logsPage(shown);
        page.openLogs({m_home->filePath(u"nowhere.log"_s)});
        QTRY_VERIFY(page.findChild<ErrorBar *>(u"logsError"_s)->isVisible());
        QVERIFY(page.findChild<QWidget *>(u"logsEmpty"_s)->isVisible());
    }

    void everyControlHasAName()
    {
        QVERIFY(isWritten(m_home->filePath(u"logs/node1/plog.log"_s), first));
        ShownConsole shown;
        LogsPage &page = logsPage(shown);
        page.openLogs({m_home->filePath(u"logs"_s)});
        QTRY_VERIFY(!words(page, "logsFailureText").isEmpty());
        press(&page, u"goToFailure"_s);
        press(&page, u"whyFailure"_s);
        QVERIFY(page.findChild<QWidget *>(u"logsFaultLine"_s)->isVisible());
        for (const QWidget *widget : page.findChildren<QWidget *>()) {
            if (widget->objectName().isEmpty() || !(widget->focusPolicy() & Qt::TabFocus)
                || widget->objectName().startsWith(u"qt_"_s) || qobject_cast<const QScrollArea *>(widget))
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(widget->objectName()));
        }
    }

    void hundredMegabytesDoNotStallTheWindow()
    {
        QByteArray piece;
        for (int i = 0; piece.size() < 1 << 20; ++i)
            piece += "[2026-11-20 10:00:00.000] [1] [INFO] layer " + QByteArray::number(i)
                + " loaded, rank 3, some more words to fill the line\n";
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            const QString path = m_home->filePath(u"logs/%1/vllm.log"_s.arg(node));
            QDir().mkpath(QFileInfo(path).absolutePath());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (int i = 0; i < 50; ++i)
                QCOMPARE(file.write(piece), piece.size());
            file.write("[2026-11-20 10:00:01.000] [1] [ERROR] the last line\n");
        }
        ShownConsole shown;
        LogsPage &page = logsPage(shown);
        Watchdog watchdog;
        watchdog.say(u"reading"_s);
        page.openLogs({m_home->filePath(u"logs"_s)});
        auto *stop = page.findChild<QPushButton *>(u"stopLogs"_s);
        QVERIFY(stop->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!stop->isVisible() && !page.model().isFiltering(), longTime);
        const int all = table(page).model()->rowCount();
        QVERIFY2(all > 1'000'000 / 2, qPrintable(QString::number(all)));
        const QScrollBar *bar = table(page).verticalScrollBar();
        QCOMPARE(bar->value(), 0);       // files are read from their beginning
        watchdog.say(u"filtering"_s);
        type(&page, u"logsSearch"_s, u"the LAST line"_s);
        QTRY_COMPARE_WITH_TIMEOUT(table(page).model()->rowCount(), 2, longTime);
        watchdog.say(u"showing all"_s);
        type(&page, u"logsSearch"_s, {});
        QTest::keyClick(page.findChild<QLineEdit *>(u"logsSearch"_s), Qt::Key_Backspace);
        QTRY_COMPARE_WITH_TIMEOUT(table(page).model()->rowCount(), all, longTime);
        watchdog.say(u"to the end"_s);
        press(&page, u"logsToEnd"_s);
        QTRY_COMPARE(bar->value(), bar->maximum());
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }

    // A run fails; what it said is kept, and shown by a program that was started anew. Then the nodes are followed.
    void aFailedRunsLogsAreKeptAndTheNodesAreFollowed()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        const Result<std::unique_ptr<Lab>> lab = Lab::up({});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message + u'\n' + lab.error().detail));
        const auto open = [&](ShownConsole &shown) {
            shown.window().openFile((*lab)->deploymentFile());
            QTRY_COMPARE(shown.console.cluster().deployment().nodes.size(), 2);
        };
        const auto reachable = [&](ShownConsole &shown) {
            acceptHostKey(shown.window());
            return shown.console.cluster().state(u"node1"_s) == NodeState::Reachable
                && shown.console.cluster().state(u"node2"_s) == NodeState::Reachable;
        };
        {
            ShownConsole shown;
            open(shown);
            shown.console.cluster().inspect();
            QTRY_VERIFY_WITH_TIMEOUT(reachable(shown), longTime);
            QVERIFY((*lab)->fault(1, u"weights-incomplete"_s));
            shown.window().showPage(u"deploy"_s);
            go(&shown.console.deploy(), DeployPage::Run);
            RunPage &run = shown.console.deploy().runPage();
            press(&run, u"start"_s);
            QTRY_VERIFY(run.isRunning());
            QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), longTime);
            QTRY_VERIFY2(!shown.console.run().keptLogs().isEmpty(), qPrintable(words(run, "failureText")));
            QVERIFY(run.findChild<QPushButton *>(u"keptLogs"_s)->isVisible());
            grab(shown.console, u"logs-3-run"_s);
        }
        ShownConsole shown;
        open(shown);
        shown.window().showPage(u"deploy"_s);
        go(&shown.console.deploy(), DeployPage::Run);
        RunPage &run = shown.console.deploy().runPage();
        const auto chooseFailed = [&] {  // the step that failed
            auto *steps = run.findChild<QAbstractItemView *>(u"steps"_s);
            for (int row = 0; steps->model() && row < steps->model()->rowCount(); ++row) {
                steps->setCurrentIndex(steps->model()->index(row, 0));
                if (const auto *kept = run.findChild<QPushButton *>(u"keptLogs"_s); kept && kept->isVisible())
                    return true;
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(chooseFailed(), longTime);
        press(&run, u"keptLogs"_s);
        QCOMPARE(shown.window().currentPage(), u"logs"_s);
        LogsPage &page = logsPage(shown);
        QTRY_VERIFY_WITH_TIMEOUT(words(page, "logsFailureText").contains(u"on node2"_s), longTime);
        QVERIFY2(words(page, "logsFailureText").contains(u"weights"_s), qPrintable(words(page, "logsFailureText")));
        const QStringList processes = column(page, LogModel::Process); // the steps'
        QVERIFY2(processes.contains(u"start"_s) && processes.contains(u"make-folder"_s),
                 qPrintable(processes.join(u' ').left(500)));
        grab(shown.console, u"logs-4-kept"_s);

        // The nodes themselves; one of them has a wrong clock, and perhaps not since ever.
        QVERIFY((*lab)->fault(1, u"clock-skew"_s, {u"90"_s}));
        LogsJob &job = shown.console.session().logs;
        press(&page, u"followLogs"_s);
        const auto state = [&](int node) { return job.nodes().value(node).state; };
        const auto follows = [&] {
            acceptHostKey(shown.window());
            return job.nodes().size() == 2 && state(0) == FollowedNode::State::Following
                && state(1) == FollowedNode::State::Following;
        };
        QTRY_VERIFY_WITH_TIMEOUT(follows(), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(column(page, LogModel::NodeName).contains(u"node1"_s)
                                     && column(page, LogModel::NodeName).contains(u"node2"_s),
                                 longTime);
        QVERIFY2(words(page, "logsAbout").startsWith(u"following 2 of 2 nodes"_s),
                 qPrintable(words(page, "logsAbout")));
        QTRY_VERIFY(job.nodes().value(1).clockOffset);
        const auto measured = [&] { return u"as measured at "_s + format::time(job.nodes()[1].clockMeasuredMs); };
        QTRY_VERIFY2(words(page, "logsNodes").contains(u"The clock of node2 is off by "_s)
                         && words(page, "logsNodes").contains(measured())
                         && words(page, "logsNodes").contains(u"before a change of that clock"_s),
                     qPrintable(words(page, "logsNodes")));
        QVERIFY((*lab)->clear(1, u"clock-skew"_s));
        const Launch launch = *launchOfNode1(shown);
        const auto write = [&](const QString &text) {
            const Result<std::unique_ptr<Shell>> shell = (*lab)->shell(0);
            QVERIFY(shell);
            const Result<CommandOutput> done = (*shell)->run(
                {.argv = {launch.runtime, u"exec"_s, launch.container, u"sh"_s, u"-c"_s,
                          u"echo \"$2\" >>\"$1\""_s, u"sh"_s, launch.logPath, text}},
                {});
            QVERIFY(done && done->exitCode == 0);
        };
        write(u"written while it is followed"_s);
        const auto shows = [&](const QString &text) { return column(page, LogModel::Text).contains(text); };
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"written while it is followed"_s), 60'000);
        // paused: what comes waits
        press(&page, u"pauseLogs"_s);
        write(u"written while it is paused"_s);
        QTRY_VERIFY_WITH_TIMEOUT(words(page, "logsAbout").contains(u"waiting"_s), 60'000);
        QVERIFY(!shows(u"written while it is paused"_s));
        press(&page, u"pauseLogs"_s);
        QTRY_VERIFY(shows(u"written while it is paused"_s));
        grab(shown.console, u"logs-5-followed"_s);
        // a node vanishes, and comes back
        QVERIFY((*lab)->fault(1, u"sshd-killed"_s));
        QTRY_VERIFY_WITH_TIMEOUT(words(page, "logsNodes").contains(u"node2 is not heard"_s), 90'000);
        QVERIFY(state(0) == FollowedNode::State::Following);
        grab(shown.console, u"logs-6-lost"_s);
        QVERIFY((*lab)->clear(1, u"sshd-killed"_s));
        QTRY_VERIFY_WITH_TIMEOUT(follows(), longTime);
        QTRY_VERIFY(!words(page, "logsNodes").contains(u"node2 is not heard"_s));
        // one that is silent is asked again
        job.setSilence(std::chrono::milliseconds(100), std::chrono::milliseconds(400));
        QTRY_VERIFY_WITH_TIMEOUT(words(page, "logsNodes").contains(u"is asked again"_s), 60'000);
        job.setSilence(std::chrono::seconds(8), std::chrono::seconds(20));
        QTRY_VERIFY_WITH_TIMEOUT(follows(), longTime);
        write(u"written after the silence"_s);
        QTRY_VERIFY_WITH_TIMEOUT(shows(u"written after the silence"_s), 60'000);
        QCOMPARE(column(page, LogModel::Text).count(u"written while it is followed"_s), 1); // nothing is read twice
        press(&page, u"stopLogs"_s);
        QVERIFY(!job.isFollowing() && shows(u"written after the silence"_s));
    }

private:
    static std::optional<Launch> launchOfNode1(ShownConsole &shown)
    {
        Cluster &cluster = shown.console.cluster();
        const Result<Recipe> recipe = findRecipe(cluster.deployment().recipe);
        if (!recipe)
            return {};
        const auto all = launchesOf(withDefaults(cluster.deployment()), *recipe, cluster.allFacts());
        return all ? std::optional(all->value(u"node1"_s)) : std::nullopt;
    }
};

QTEST_MAIN(TestLogsPage)
#include "tst_logspage.moc"
