// The wizard's own parts: log view, step list, stepper.
#include "core/deploy/runlock.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/anotherrun.h"
#include "tests/support/watchdog.h"
#include "ui/common/emptystate.h"
#include "ui/common/style.h"
#include "ui/deploy/logview.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/steplist.h"
#include "ui/deploy/stepper.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestRunPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { style::apply(*qApp, Theme::Light); }

    void logIsPlainText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("colours are left out") << u"\x1b[31mred\x1b[0m"_s << u"red"_s;
        QTest::newRow("CRLF") << u"a\r\nb"_s << u"a\nb"_s;
        QTest::newRow("progress") << u"1%\r2%"_s << u"1%\n2%"_s;
        QTest::newRow("control characters") << u"a\x07\x08"
                                               "b\tc"_s
                                            << u"a␇␈b\tc"_s;
        QTest::newRow("marks of direction") << u"rm \u202efdp.exe\u009b"_s << u"rm <U+202E>fdp.exe<U+009B>"_s;
        QTest::newRow("long line") << QString(LogView::longestLine + 1, QLatin1Char('x'))
                                   << QString(LogView::longestLine, QLatin1Char('x')) + u"\nx"_s;
    }
    void logIsPlainText()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        qsizetype length = 0;
        QCOMPARE(plainLog(text, length), shown);
    }

    void charactersCutInTwoAreShownWhole()
    {
        LogView view;
        const QByteArray text = u"显存"_s.toUtf8();
        for (const char byte : text)
            view.append(QByteArray(1, byte));
        QCOMPARE(view.toPlainText(), u"显存"_s);
    }

    void followsUntilTheUserScrollsUp()
    {
        LogView view;
        view.resize(400, 200);
        view.show();
        for (int i = 0; i < 200; ++i)
            view.append("line " + QByteArray::number(i) + '\n');
        QVERIFY(view.isFollowing());
        QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
        view.verticalScrollBar()->setValue(10);
        QVERIFY(!view.isFollowing());
        view.append("more\n");
        QCOMPARE(view.verticalScrollBar()->value(), 10);
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
        QVERIFY(view.isFollowing());
    }

    // In a narrow view the words take several lines, and none of them is cut.
    void whyThereIsNoLogIsReadWhole()
    {
        LogView view;
        view.resize(300, 200);
        view.setPlaceholderText(u"The log of this step was not kept: it ran in an earlier run, or when its node had "
                                 "another name."_s);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QImage image = view.viewport()->grab().toImage();
        const QRgb paper = image.pixel(image.width() - 1, image.height() - 1);
        int lowest = 0;                  // row with ink
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                lowest = image.pixel(x, y) != paper ? y : lowest;
        }
        const int needed = view.fontMetrics()
                               .boundingRect(QRect(0, 0, view.viewport()->width(), 1000), Qt::TextWordWrap,
                                             view.placeholderText())
                               .height();
        QVERIFY(needed >= 3 * view.fontMetrics().height());
        QVERIFY2(lowest > needed - view.fontMetrics().height(), qPrintable(u"%1 of %2"_s.arg(lowest).arg(needed)));
        view.append("a line\n");
        QCOMPARE(view.toPlainText(), u"a line\n"_s);
    }

    void searchGoesRoundAndSaysWhenThereIsNothing()
    {
        LogView view;
        view.append("one\ntwo\none\n");
        view.moveCursor(QTextCursor::Start);
        QVERIFY(view.findNext(u"one"_s, false));
        QCOMPARE(view.textCursor().blockNumber(), 0);
        QVERIFY(view.findNext(u"one"_s, false));
        QCOMPARE(view.textCursor().blockNumber(), 2);
        QVERIFY(view.findNext(u"one"_s, false));
        QCOMPARE(view.textCursor().blockNumber(), 0);
        QVERIFY(!view.findNext(u"three"_s, false));
    }

    // 100 MB as a run sends them: 30 pieces a second would be 3 MB each; here as fast as it takes them.
    void hundredMegabytesDoNotFreezeTheWindow()
    {
        LogView view;
        view.resize(900, 600);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QByteArray piece;
        for (int i = 0; piece.size() < 1 << 20; ++i)
            piece += "[2026-11-20 10:00:00] [INFO] layer " + QByteArray::number(i)
                + " loaded, rank 3, some more words to fill the line\n";
        Watchdog watchdog;
        watchdog.say(u"appending"_s);
        int pieces = 0;
        QTimer feed;
        connect(&feed, &QTimer::timeout, &view, [&] {
            view.append(piece);
            ++pieces;
        });
        feed.start(34);
        QTRY_VERIFY_WITH_TIMEOUT(pieces >= 100, 120'000);
        feed.stop();
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
        QVERIFY(view.document()->blockCount() <= LogView::mostLines);
    }

    void stepsAreAModel()
    {
        StepListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        DeployPlan plan;
        plan.steps << DeployStep{u"start@n"_s, u"Start"_s, u"n"_s, {}, {}, {}, 900};
        const DeployRun run(plan, {}, u"/nonexistent/run.json"_s);
        model.setRun(&run);
        QCOMPARE(model.rowCount(), 1);
        model.setState(0, StepState::Running, {}, 0);
        model.tick();
        QCOMPARE(StepState(model.index(0).data(StepListModel::StateRole).toInt()), StepState::Running);
        const auto took = [&] { return model.index(0).data(StepListModel::TookRole).toLongLong(); };
        QTRY_VERIFY((model.tick(), took() > 0));
        model.setState(0, StepState::Running, u"1 of 2"_s, 0); // it goes on
        QVERIFY(took() > 0);
        QCOMPARE(model.index(0).data(StepListModel::MessageRole).toString(), u"1 of 2"_s);
        model.setState(7, StepState::Done, {}, 0); // harmless
        model.setRun(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    // Undo takes containers and folders away; a pulled image and fetched weights stay, and their steps say so.
    void whatUndoLeavesIsNotCalledUndone()
    {
        StepListModel model;
        DeployPlan plan;
        for (const QString &id : {u"container@n"_s, u"image@n"_s, u"weights@n"_s})
            plan.steps << DeployStep{id, id, u"n"_s, {}, {}, {}, 9};
        const DeployRun run(plan, {}, u"/nonexistent/run.json"_s);
        model.setRun(&run);
        QStringList looks;
        for (int step = 0; step < 3; ++step) {
            model.setState(step, StepState::Undone, {}, 1);
            looks << model.index(step).data(StepListModel::LookRole).toString();
        }
        QCOMPARE(looks, (QStringList{lookOf(StepState::Undone).word, u"What is there stays"_s,
                                     u"What is there stays"_s}));
    }

    // Of what another process does it is known that it is under way, and not since when.
    void aStepOfAnotherProcessHasNoTime()
    {
        QTemporaryDir dir;
        const QString record = dir.filePath(u"run.json"_s), lock = record + u".lock"_s;
        DeployPlan plan;
        plan.deployment = twoNodes();
        plan.steps << DeployStep{u"start@node1"_s, u"Start"_s, u"node1"_s, {}, {}, {}, 900};
        RunState state(record);
        QVERIFY(state.load(plan.deployment));
        state.begin(plan.deployment, {});
        StepRecord started;
        started.state = StepState::Running;
        QVERIFY(state.set(u"start@node1"_s, started));
        QFile file(lock);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QProcess other;
        beginAnotherRun(other, lock);
        QVERIFY(other.waitForStarted());
        QTRY_VERIFY(RunLock::holder(record));
        const DeployRun run(plan, {}, record);
        QCOMPARE(run.state(0), StepState::Running);
        StepListModel model;
        model.setRun(&run);
        for (int i = 0; i < 2; ++i, model.tick())
            QCOMPARE(stepTimeText(StepState::Running, model.index(0).data(StepListModel::TookRole).toLongLong(), 900),
                     QString());
        other.write("\n");
        QVERIFY(other.waitForFinished());
    }

    void timesAreWords()
    {
        QCOMPARE(stepTimeText(StepState::Pending, 0, 900), u"about 15 min"_s);
        QCOMPARE(stepTimeText(StepState::Pending, 0, 5), u"about 5 s"_s);
        QCOMPARE(stepTimeText(StepState::Undone, 100, 5), QString());
    }

    // Without facts there is no plan; the page says of which node, and whether it was never asked or did not answer.
    void whatIsNotKnownOfANodeStandsInPlaceOfThePlan()
    {
        const QTemporaryDir box;
        Deployment deployment = twoNodes();
        for (int i = 0; i < 2; ++i) {    // nobody listens there
            deployment.nodes[i].host = u"127.0.9.%1"_s.arg(i + 1);
            deployment.nodes[i].port = 1;
        }
        Cluster cluster(ConnectionSettings{});
        Tasks tasks;
        RunKeeper keeper(cluster);
        keeper.setStateFile(box.filePath(u"run.json"_s));
        RunAhead ahead(cluster, keeper);
        RunPage page(cluster, keeper, ahead, tasks);
        page.show();
        cluster.open(deployment, {});
        const auto said = [&] {
            const auto *empty = page.findChild<EmptyState *>();
            return empty->isVisible() ? empty->findChild<QLabel *>()->text() : QString();
        };
        QTRY_COMPARE(said(),
                     u"The addresses and devices of node1 are not known yet; ask it for its facts first."_s);
        cluster.take(healthyNode(u"node1"_s, 11));
        QTRY_COMPARE(said(),
                     u"The addresses and devices of node2 are not known yet; ask it for its facts first."_s);
        cluster.inspect(u"node2"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(u"node2 could not be asked for its facts, so its addresses and "
                                                    "devices are unknown. Ask it again. Node node2: "_s),
                                  qPrintable(said()), 30'000);
        cluster.take(healthyNode(u"node2"_s, 12));
        QTRY_VERIFY(said().isEmpty());
        QVERIFY(page.findChild<QLabel *>(u"runSubtitle"_s)->text().contains(u"steps on 2 nodes"_s));
        page.resize(740, 520);           // in a window of 960 x 600
        const auto *search = page.findChild<QLineEdit *>(u"search"_s);
        const int words = search->fontMetrics().horizontalAdvance(search->placeholderText());
        QTRY_VERIFY2(search->isVisible() && search->width() >= words + 24,
                     qPrintable(u"%1 of %2"_s.arg(search->width()).arg(words)));
        QCOMPARE(search->accessibleName(), u"Search the log"_s);
    }

    // To ask the nodes once more would bring the same answer.
    void aNodeWithTooFewChipsLeadsToTheChecks()
    {
        const QTemporaryDir box;
        Cluster cluster(ConnectionSettings{});
        Tasks tasks;
        RunKeeper keeper(cluster);
        keeper.setStateFile(box.filePath(u"run.json"_s));
        RunAhead ahead(cluster, keeper);
        RunPage page(cluster, keeper, ahead, tasks);
        page.show();
        cluster.open(twoNodes(), {});
        const auto *empty = page.findChild<EmptyState *>();
        auto *button = empty->findChild<QPushButton *>(u"emptyStateButton"_s);
        QTRY_COMPARE(button->text(), u"Ask the nodes for their facts"_s);
        cluster.take(healthyNode(u"node1"_s, 11));
        cluster.take(healthyNode(u"node2"_s, 12, 7));
        QTRY_COMPARE(empty->findChild<QLabel *>()->text(),
                     u"node2 has 7 NPU devices; the recipe needs 8 on each node."_s);
        QCOMPARE(button->text(), u"Open the checks"_s);
        QSignalSpy wanted(&page, &RunPage::checksRequested);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
    }

    void stepperIsUsableByKeyboard()
    {
        Stepper stepper;
        for (const char *word : {"Nodes", "Checks", "Run"})
            stepper.setWord(stepper.add(), QLatin1String(word));
        stepper.setCurrent(0);
        stepper.show();
        QSignalSpy changed(&stepper, &Stepper::currentChanged);
        stepper.button(0)->setFocus();
        QTest::keyClick(stepper.button(0), Qt::Key_Right);
        QTest::keyClick(stepper.button(1), Qt::Key_Space);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(stepper.current(), 1);
        stepper.setLook(0, lookOf(StepState::Failed));
        QVERIFY(stepper.button(0)->accessibleName().contains(lookOf(StepState::Failed).word));
        stepper.button(2)->setFocus();
        QTest::keyClick(stepper.button(2), Qt::Key_Return);
        QCOMPARE(stepper.current(), 2);
        QTest::mouseClick(stepper.button(0), Qt::LeftButton);
        QCOMPARE(stepper.current(), 0);
    }
};

QTEST_MAIN(TestRunPage)
#include "tst_runpage.moc"
