// "What would it change?" on the Run page: the answer above the steps and in each, what makes it old, and that nothing
// was changed. ASC_GRAB_DIR=DIR: pictures.
#include "tests/lab/deployed.h"
#include "tests/lab/labwindow.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/steplist.h"
#include "ui/deploy/stepper.h"

#include <QAbstractItemModel>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 240'000;        // a loaded machine

} // namespace

class RunAheadTest : public QObject, LabWindow
{
    Q_OBJECT

    RunPage &run() { return window().findChild<DeployPage *>()->runPage(); }
    QPushButton *button(const char *name) { return run().findChild<QPushButton *>(QLatin1String(name)); }
    QWidget *bar() { return run().findChild<QWidget *>(u"aheadBar"_s); }
    QString words() { return run().findChild<QLabel *>(u"aheadText"_s)->text(); }
    QString step(const QString &title, const QString &node, int role = StepListModel::LookRole)
    {
        const QAbstractItemModel *model = run().findChild<QListView *>(u"steps"_s)->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex index = model->index(row, 0);
            if (index.data().toString() == title && index.data(StepListModel::NodeRole).toString() == node)
                return index.data(role).toString();
        }
        return u"no such step"_s;
    }
    void ask()
    {
        QTRY_VERIFY(button("lookAhead")->isVisible() && button("lookAhead")->isEnabled());
        QTest::mouseClick(button("lookAhead"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(bar()->isVisible(), longTime);
        QVERIFY(button("lookAhead")->isEnabled());
    }
    QStringList filesOfAll() const { return deployedFiles(*m_lab, 0) + deployedFiles(*m_lab, 1); }

private slots:
    void initTestCase()
    {
        openWindow();
        if (QTest::currentTestFailed())
            return;
        window().showPage(u"deploy"_s);
        auto *deploy = window().findChild<DeployPage *>();
        QTest::mouseClick(deploy->findChild<QPushButton *>(u"askNodes"_s), Qt::LeftButton);
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_VERIFY_WITH_TIMEOUT(m_application->cluster().state(node) == NodeState::Reachable, longTime);
        QTest::mouseClick(deploy->findChild<Stepper *>()->button(DeployPage::Run), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(button("start")->isVisible(), longTime);
    }
    void cleanupTestCase() { closeWindow(); }

    void ofNothingAllWouldBeMade()
    {
        QVERIFY(!bar()->isVisible());
        const QStringList before = filesOfAll();
        ask();
        QVERIFY2(words().contains(u"nothing was changed. A run would change something on node1, node2,"_s),
                 qPrintable(words()));
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node1"_s), u"Would change"_s);
        QCOMPARE(step(u"See that the image is there"_s, u"node2"_s), u"Holds"_s);
        QCOMPARE(filesOfAll(), before);
        QVERIFY(m_lab->state(0).other.value("containers", Json::array()).empty());
        grab(u"ahead-1"_s);
        QTest::mouseClick(run().findChild<QPushButton *>(u"aheadClose"_s), Qt::LeftButton);
        QVERIFY(!bar()->isVisible());
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node1"_s), u"Waiting"_s);
    }

    void aRunMakesItOld()
    {
        ask();
        QTest::mouseClick(button("start"), Qt::LeftButton);
        QTRY_VERIFY(run().isRunning());
        QVERIFY(!bar()->isVisible() && !button("lookAhead")->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!run().isRunning(), longTime);
        const QString ready = step(u"Follow the log until it is ready"_s, u"node1"_s, StepListModel::MessageRole);
        if (ready.contains(u"could not load"_s))
            QSKIP("there is no model to serve with");
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node2"_s), u"Done"_s);
    }

    void ofWhatRunsNothing()
    {
        const QStringList before = filesOfAll();
        ask();
        QVERIFY2(words().contains(u"a run would change nothing on any node"_s), qPrintable(words()));
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node2"_s), u"Holds"_s);
        QCOMPARE(filesOfAll(), before);
    }

    // It was there for what stands; nothing is run without it.
    void aChipThatIsGoneIsStoodInFor()
    {
        Cluster &cluster = m_application->cluster();
        const RunKeeper &keeper = m_application->run();
        const auto areAsked = [&](int chips) {
            const std::optional<NodeFacts> facts = cluster.facts(u"node2"_s);
            return facts && facts->deviceIds.size() == chips && cluster.state(u"node1"_s) == NodeState::Reachable
                && cluster.state(u"node2"_s) == NodeState::Reachable;
        };
        QVERIFY(m_lab->fault(1, u"chip-missing"_s));
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(areAsked(7), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(keeper.isFromState() && keeper.planToCheck(), longTime);
        const auto *head = run().findChild<QLabel *>(u"runSubtitle"_s);
        QTRY_VERIFY2(head->text().contains(u"node2 has 7 NPU devices"_s), qPrintable(head->text()));
        QVERIFY(!button("start")->isVisible());
        ask();
        QVERIFY2(words().contains(u"as if there were as many chips as the recipe asks for"_s), qPrintable(words()));
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node1"_s), u"Holds"_s);
        QVERIFY(m_lab->clear(1));
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(areAsked(8), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isFromState() && button("start")->isVisible(), longTime);
        QVERIFY(!bar()->isVisible());    // it said so of another plan
    }

    void aChangedFileIsSeenOnItsNode()
    {
        QVERIFY(changeDeployedConfig(*m_lab, 1));
        ask();
        QVERIFY2(words().contains(u"would change something on node2, and leave"_s), qPrintable(words()));
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node1"_s), u"Holds"_s);
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node2"_s), u"Would change"_s);
        grab(u"ahead-2"_s);
    }

    // Said of other settings, it would not be true of these.
    void otherSettingsMakeItOld()
    {
        QVERIFY(bar()->isVisible());
        Deployment other = m_application->cluster().deployment();
        other.settings["maxSeqLen"] = 20480;
        m_application->cluster().edit(other);
        QTRY_VERIFY(!bar()->isVisible());
        QCOMPARE(step(u"Copy the artifacts to the node"_s, u"node1"_s), u"Done"_s);
    }

    void whatWouldFailIsSaid()
    {
        QVERIFY(m_lab->fault(1, u"no-docker"_s));
        ask();
        QVERIFY2(words().contains(u"A run would not get through \"Ask whether the facts still hold\" on node2"_s),
                 qPrintable(words()));
        QCOMPARE(step(u"See that the folder is safe"_s, u"node2"_s), u"Not asked"_s);
        const auto failure = [&](const char *name) { return run().findChild<QLabel *>(QLatin1String(name)); };
        QVERIFY(failure("failureText")->isVisible() && failure("failureRemedy")->isVisible());
        QVERIFY2(failure("failureText")->text().contains(u"the container engine was docker, is none"_s),
                 qPrintable(failure("failureText")->text()));
        grab(u"ahead-3"_s);
    }

    void stopEndsTheQuestion()
    {
        QVERIFY(m_lab->clear(1, u"no-docker"_s));
        QTest::mouseClick(button("lookAhead"), Qt::LeftButton);
        QTRY_VERIFY(!button("lookAhead")->isEnabled());
        auto *stop = window().findChild<QPushButton *>(u"stopRunning"_s);
        QVERIFY(stop && stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY(button("lookAhead")->isEnabled() && !bar()->isVisible());
        QVERIFY(!run().findChild<QWidget *>(u"failure"_s)->isVisible());
        QTest::mouseClick(button("undo"), Qt::LeftButton);
        QTest::mouseClick(button("undoNow"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!run().isRunning() && !button("undo")->isEnabled(), longTime);
    }
};

QTEST_MAIN(RunAheadTest)
#include "tst_runahead.moc"
