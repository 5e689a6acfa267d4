// Commands come from many threads at once, ten deliveries a second at most, ten thousand kept.
#include "core/nodes/quiet.h"
#include "ui/activity/activitypage.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QComboBox>
#include <QDateTime>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;

namespace {

CommandRecord record(const QString &node, const QString &line, std::optional<int> exitCode = 0)
{
    CommandRecord record;
    record.node = node;
    record.line = line;
    record.startedMs = 1'790'000'000'000;
    record.tookMs = 340;
    record.exitCode = exitCode;
    if (!exitCode)
        record.error = u"no answer in 10 s"_s;
    record.outputHead = u"output of "_s + line;
    return record;
}

} // namespace

class TestActivity : public QObject
{
    Q_OBJECT

private slots:
    void modelKeepsTheNewestFirst()
    {
        CommandModel model(3);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.append({record(u"node1"_s, u"a"_s), record(u"node1"_s, u"b"_s)});
        model.append({record(u"node2"_s, u"c"_s), record(u"node2"_s, u"d"_s)});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.record(0).line, u"d"_s);
        QCOMPARE(model.record(2).line, u"b"_s);
        QCOMPARE(model.nodes(), QStringList({u"node1"_s, u"node2"_s}));
        model.append({record(u"n"_s, u"1"_s), record(u"n"_s, u"2"_s), record(u"n"_s, u"3"_s), record(u"n"_s, u"4"_s),
                      record(u"n"_s, u"5"_s)});
        QCOMPARE(model.record(0).line, u"5"_s);
        QCOMPARE(model.rowCount(), 3);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    // What takes long begins before what stands below it.
    void rowsAndTimesHaveOneOrder()
    {
        CommandModel model;
        CommandRecord quick = record(u"node1"_s, u"date"_s), slow = record(u"node1"_s, u"docker pull"_s);
        quick.startedMs += 20'000;
        slow.tookMs = 60'000;
        model.append({quick});           // as they end
        model.append({slow});
        QCOMPARE(model.headerData(CommandModel::Ended, Qt::Horizontal, Qt::DisplayRole).toString(), u"Ended"_s);
        const auto ended = [&](int row) { return model.index(row, CommandModel::Ended).data().toString(); };
        QCOMPARE(model.record(0).line, u"docker pull"_s);
        QCOMPARE(ended(0), format::time(slow.startedMs + 60'000));
        QVERIFY2(ended(0) > ended(1), qPrintable(ended(0) + u' ' + ended(1)));
    }

    void whatWeDoNotKnowIsNotSuccess()
    {
        QCOMPARE(CommandModel::outcome(record(u"n"_s, u"x"_s, 0)), u"✓ 0"_s);
        QVERIFY(CommandModel::outcome(record(u"n"_s, u"x"_s, 1)).startsWith(u'✕'));
        QVERIFY(CommandModel::outcome(record(u"n"_s, u"x"_s, std::nullopt)).startsWith(u'?'));
        QVERIFY(CommandModel::hasFailed(record(u"n"_s, u"x"_s, std::nullopt)));
    }

    void aQuestionAnsweredNoIsNoFailure()
    {
        CommandRecord probe = record(u"n"_s, u"docker inspect x"_s, 1);
        probe.isQuestion = true;
        QVERIFY(!CommandModel::hasFailed(probe));
        QCOMPARE(CommandModel::outcome(probe), u"– answered no (exit code 1)"_s);
        probe.exitCode = 124; // out of time
        QVERIFY(CommandModel::hasFailed(probe));
        probe.exitCode = 137; // killed
        QVERIFY(CommandModel::hasFailed(probe) && CommandModel::outcome(probe).startsWith(u'✕'));
        probe.exitCode.reset();
        QVERIFY(CommandModel::hasFailed(probe));
        probe.wasStopped = true; // by the user
        QVERIFY(!CommandModel::hasFailed(probe));
        QCOMPARE(CommandModel::outcome(probe), u"– stopped"_s);
    }

    void outputIsBoundedTheNewestKeepTheirs()
    {
        CommandModel model(1000, 2'000'000);
        for (int i = 0; i < 2000; ++i) {
            CommandRecord one = record(u"n"_s, QString::number(i));
            one.outputHead = QString(20'000, u'x');
            one.outputBytes = 20'000;
            model.append({one});
        }
        qsizetype all = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            all += model.record(row).outputHead.size();
        QCOMPARE(model.rowCount(), 1000);
        QVERIFY2(all <= 2'000'000 && all > 1'900'000, qPrintable(QString::number(all)));
        QCOMPARE(model.record(0).outputHead.size(), 20'000);
        QVERIFY(model.record(999).outputHead.size() > 0 && model.record(999).outputHead.size() <= 1024);
    }

    void whatIsMissingOfTheOutputIsSaid()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(1000, 700);
        page.show();
        CommandRecord one = record(u"node1"_s, u"cat log"_s);
        one.outputHead = QString(64 * 1024, u'x');
        one.outputBytes = 3 * 1024 * 1024;
        inbox.box()->put(one);
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        const QString title = page.findChild<QLabel *>(u"activityOutputTitle"_s)->text();
        QVERIFY2(title.contains(format::bytes(64 * 1024)) && title.contains(format::bytes(3 * 1024 * 1024)),
                 qPrintable(title));
    }

    // A log is asked for with other arguments each time: from where to read on.
    void whatIsAskedAgainIsToldWhenItsOutcomeChanges()
    {
        QStringList told;
        ConnectionSettings settings;
        settings.onCommand = [&told](const CommandRecord &record) { told << record.line; };
        const ConnectionSettings quietly = quiet(settings);
        const auto tell = [&quietly](const QString &line, const QString &topic, std::optional<int> exitCode) {
            CommandRecord one = record(u"node1"_s, line, exitCode);
            one.topic = topic;
            quietly.onCommand(one);
        };
        tell(u"date"_s, {}, 0);
        tell(u"read from 1"_s, u"logs"_s, 0);
        tell(u"date"_s, {}, 0);
        tell(u"read from 2"_s, u"logs"_s, 0);
        QCOMPARE(told, QStringList({u"date"_s, u"read from 1"_s}));
        tell(u"read from 3"_s, u"logs"_s, std::nullopt);
        tell(u"read from 3"_s, u"logs"_s, 0);
        tell(u"read from 4"_s, u"logs"_s, 0);
        QCOMPARE(told, QStringList({u"date"_s, u"read from 1"_s, u"read from 3"_s, u"read from 3"_s}));
    }

    void theEmptyListSaysSinceWhen()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.show();
        QString words;
        for (const QLabel *label : page.findChildren<QLabel *>())
            words += label->isVisible() ? label->text() : QString();
        QVERIFY2(words.contains(u"since this window was opened"_s) && words.contains(u"the list is not kept"_s),
                 qPrintable(words));
    }

    void controlsInWhatCameBackAreShown()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(1000, 700);
        page.show();
        CommandRecord one = record(u"node1"_s, u"cat a\x1b[2Jb"_s);
        one.outputHead = u"c\x1b]0;title\x07\u202ed"_s;
        inbox.box()->put(one);
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        QStringList texts;
        for (const QPlainTextEdit *text : page.findChildren<QPlainTextEdit *>())
            texts << text->toPlainText();
        QVERIFY2(texts.contains(u"cat a␛[2Jb"_s) && texts.contains(u"c␛]0;title␇<U+202E>d"_s),
                 qPrintable(texts.join(u" | "_s)));
    }

    void noMatchesIsSaidWithAWayBack()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(1000, 700);
        page.show();
        inbox.box()->put(record(u"node1"_s, u"npu-smi info"_s));
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_VERIFY(table->isVisible());
        QTest::mouseClick(page.findChild<QPushButton *>(u"failed"_s), Qt::LeftButton);
        QTest::keyClicks(page.findChild<QLineEdit *>(u"activitySearch"_s), u"nothing like it"_s);
        auto *none = page.findChild<EmptyState *>(u"activityNoMatch"_s);
        QVERIFY(none->isVisible() && !table->isVisible());
        QTest::mouseClick(none->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 1);
        QVERIFY(page.findChild<QLineEdit *>(u"activitySearch"_s)->text().isEmpty());
    }

    // AT-SPI's action "Toggle" checks the chip, as QAbstractButton's accessible interface does it: there is no click.
    void aScreenReaderFiltersLikeTheMouse()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.show();
        inbox.box()->put(record(u"node1"_s, u"npu-smi info"_s));
        inbox.box()->put(record(u"node1"_s, u"false"_s, 1));
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        for (const auto &[chip, rows] : {std::pair(u"failed"_s, 1), {u"all"_s, 2}}) {
            QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(
                page.findChild<QPushButton *>(chip));
            QVERIFY(interface && interface->actionInterface());
            QVERIFY(interface->actionInterface()->actionNames().contains(QAccessibleActionInterface::toggleAction()));
            interface->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
            QTRY_COMPARE(table->model()->rowCount(), rows);
        }
    }

    void filterByNodeWordsAndFailure()
    {
        CommandModel model;
        CommandFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.append({record(u"node1"_s, u"npu-smi info"_s), record(u"node2"_s, u"npu-smi info"_s, 1),
                      record(u"node2"_s, u"uname -a"_s)});
        filter.setNode(u"node2"_s);
        QCOMPARE(filter.rowCount(), 2);
        filter.setWords(u"NPU"_s);
        QCOMPARE(filter.rowCount(), 1);
        filter.setWords(u"output of uname"_s);
        QCOMPARE(filter.rowCount(), 1);
        filter.setWords({});
        filter.setNode({});
        filter.setFailedOnly(true);
        QCOMPARE(filter.rowCount(), 1);
        QCOMPARE(filter.index(0, CommandModel::NodeName).data().toString(), u"node2"_s);
    }

    void recordsOfManyThreadsArriveOnce()
    {
        CommandInbox inbox;
        QList<CommandRecord> all;
        int deliveries = 0;
        QElapsedTimer clock;
        clock.start();
        connect(&inbox, &CommandInbox::received, this, [&](const QList<CommandRecord> &records) {
            QCOMPARE(QThread::currentThread(), qApp->thread());
            all << records;
            ++deliveries;
        });
        constexpr int threads = 8, each = 500;
        {
            std::vector<std::jthread> links;
            for (int t = 0; t < threads; ++t) {
                links.emplace_back([box = inbox.box(), t] {
                    for (int i = 0; i < each; ++i)
                        box->put(record(u"node%1"_s.arg(t), QString::number(i)));
                });
            }
        }
        QTRY_COMPARE(all.size(), threads * each);
        QVERIFY2(deliveries <= 2 + clock.elapsed() / 100, qPrintable(QString::number(deliveries)));
        QHash<QString, int> next; // in order for each link
        for (const CommandRecord &one : std::as_const(all))
            QCOMPARE(one.line.toInt(), next[one.node]++);
    }

    void linksMayOutliveTheInbox()
    {
        std::shared_ptr<CommandInbox::Box> box;
        std::atomic<bool> stop = false;
        std::jthread link;
        {
            CommandInbox inbox;
            box = inbox.box();
            link = std::jthread([box, &stop] {
                while (!stop)
                    box->put(record(u"node1"_s, u"x"_s));
            });
            QTest::qWait(50);
        }
        box->put(record(u"node1"_s, u"after"_s));
        stop = true;
    }

    void whatIsToldOfACommandCanBeClosed_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("button") << false;
        QTest::newRow("Esc") << true;
    }

    void whatIsToldOfACommandCanBeClosed()
    {
        QFETCH(bool, byKey);
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(740, 520);           // in a window of 960 x 600
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        for (int i = 0; i < 40; ++i)
            inbox.box()->put(record(u"node1"_s, QString::number(i)));
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 40);
        const auto *output = page.findChild<QPlainTextEdit *>(u"activityOutput"_s);
        const auto choose = [table](int row) {
            const QRect cell = table->visualRect(table->model()->index(row, CommandModel::Line));
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        };
        const auto rows = [table] { return table->viewport()->height() / table->rowHeight(0); };
        choose(1);
        QVERIFY(output->isVisible());
        QTRY_VERIFY2(rows() >= 4, qPrintable(QString::number(rows())));
        page.resize(1200, 820);
        QTRY_VERIFY2(rows() >= 10, qPrintable(QString::number(rows())));
        auto *close = page.findChild<QPushButton *>(u"activityClose"_s);
        QVERIFY(close && close->isVisible());
        if (byKey)
            QTest::keyClick(table, Qt::Key_Escape);
        else
            QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(!output->isVisible());
        choose(1);                       // the same one
        QVERIFY(output->isVisible());
        QCOMPARE(output->toPlainText(), u"output of 38"_s);
    }

    void aLongFailureDoesNotWidenThePage()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(740, 520);           // in a window of 960 x 600
        page.show();
        CommandRecord one = record(u"node1"_s, u"docker pull mindie"_s, std::nullopt);
        one.error = u"node1 has not answered for 10 s, and "_s.repeated(10);
        inbox.box()->put(one);
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const int least = page.minimumSizeHint().width();
        table->selectRow(0);
        const auto *head = page.findChild<ElidedLabel *>(u"activityDetailsHead"_s);
        QVERIFY(head && head->isVisible());
        QTRY_VERIFY(head->toolTip().contains(one.error.trimmed())); // it does not fit
        QVERIFY2(page.minimumSizeHint().width() <= std::max(least, 740),
                 qPrintable(u"%1, before %2"_s.arg(page.minimumSizeHint().width()).arg(least)));
    }

    void theCommandTakesTheRoom()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(740, 520);           // in a window of 960 x 600
        page.show();
        const QString head = u"npu-smi info -t usages -i "_s;
        for (const QString &line : {head + u"0 -c 0"_s, head + QString(200, u'x') + u" -c 1"_s,
                                    head + QString(200, u'x') + u" -c 2"_s}) {
            CommandRecord one = record(u"node1"_s, line);
            one.startedMs = QDateTime::currentMSecsSinceEpoch();
            inbox.box()->put(one);
        }
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto width = [table](int column) { return table->columnWidth(column); };
        QTRY_VERIFY2(width(CommandModel::Outcome) < 120 && width(CommandModel::Line) > 300,
                     qPrintable(u"%1 %2"_s.arg(width(CommandModel::Outcome)).arg(width(CommandModel::Line))));
        const auto picture = [table](int row) {
            const QRect cell = table->visualRect(table->model()->index(row, CommandModel::Line));
            return table->viewport()->grab(cell.adjusted(0, 0, 0, -2)).toImage();
        };
        QVERIFY(picture(0) != picture(1)); // they differ at the end only
    }

    void pageShowsFiltersAndDetails()
    {
        CommandInbox inbox;
        ActivityPage page(inbox);
        page.resize(1000, 700);
        page.show();
        inbox.box()->put(record(u"node1"_s, u"npu-smi info"_s));
        inbox.box()->put(record(u"node2"_s, u"docker ps -a"_s, 127));
        auto *table = page.findChild<QTableView *>(u"activityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        page.findChild<QLineEdit *>(u"activitySearch"_s)->setText(u"docker"_s);
        QCOMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        auto *command = page.findChild<QPlainTextEdit *>(u"activityCommand"_s);
        QVERIFY(command->isVisible());
        QCOMPARE(command->toPlainText(), u"docker ps -a"_s);
        QCOMPARE(page.findChild<QPlainTextEdit *>(u"activityOutput"_s)->toPlainText(), u"output of docker ps -a"_s);
        page.findChild<QLineEdit *>(u"activitySearch"_s)->clear();
        auto *node = page.findChild<QComboBox *>(u"activityNode"_s);
        QCOMPARE(node->count(), 3);
        node->setCurrentIndex(1);
        QCOMPARE(table->model()->rowCount(), 1);
        node->setCurrentIndex(0);
        QTest::mouseClick(page.findChild<QPushButton *>(u"failed"_s), Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), 1);
    }
};

QTEST_MAIN(TestActivity)
#include "tst_activity.moc"
