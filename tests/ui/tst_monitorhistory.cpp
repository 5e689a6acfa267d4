// What the Monitor remembers: when nodes are removed, added, renamed or edited, when the program is started again,
// when two windows watch one deployment and when the clock is set back.
#include "app/console/application.h"
#include "core/store/historykeeper.h"
#include "tests/lab/lab.h"
#include "tests/support/watchdog.h"
#include "ui/frame/mainwindow.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/heatmap.h"
#include "core/monitor/machines.h"
#include "ui/monitor/monitorpage.h"

#include <QDateTime>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

Application::Options asStarted() // as main() does
{
    Application::Options options;
    options.settingsFile = defaultSettingsFile();
    options.historyFolder = defaultHistoryFolder();
    options.theme = u"light"_s;
    options.language = u"en"_s;
    return options;
}

Node nodeAt(const QString &name, const QString &host)
{
    Node node;
    node.name = name;
    node.host = host;
    return node;
}

// A deployment of one node that does not answer, saved at this path, with the Monitor in sight.
void watchOneNode(Application &console, const QString &path)
{
    console.window().show();
    console.window().showPage(u"monitor"_s);
    Deployment deployment;
    deployment.nodes = {nodeAt(u"node1"_s, u"127.0.0.1"_s)};
    deployment.nodes.first().port = 1;
    console.cluster().open(deployment, path);
}

const MetricKey first{u"node1"_s, u"0/0"_s, u"npu.aicore"_s}, second{u"node2"_s, u"0/0"_s, u"npu.aicore"_s};

QList<TimedValue> valuesOf(const ClusterMonitor &monitor, const MetricKey &key) // each one of the last hour
{
    const std::optional<Sample> last = monitor.history().last(key);
    return last ? monitor.history().window(key, last->timeMs - 3600'000, last->timeMs) : QList<TimedValue>();
}

qsizetype countOf(const ClusterMonitor &monitor, const MetricKey &key)
{
    return valuesOf(monitor, key).size();
}

QHash<QString, QColor> coloursOf(const TimeChart *chart) // by the line's name
{
    QHash<QString, QColor> colours;
    for (const ChartLine &line : chart->lines())
        colours.insert(line.name, line.color);
    return colours;
}

QList<Sample> reading(const QString &node, qint64 timeMs, double value)
{
    return {{timeMs, {node, u"0/0"_s, u"npu.aicore"_s}, value}, {timeMs, {node, u"0/0"_s, u"npu.health"_s}, 0}};
}

} // namespace

class TestMonitorHistory : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toUtf8());
        qputenv("XDG_STATE_HOME", {});
        qputenv("XDG_CONFIG_HOME", m_home->filePath(u"config"_s).toUtf8());
    }

    void aRestartKeepsTheLastHours()
    {
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 2, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        QList<TimedValue> seen;
        {
            Application console(asStarted());
            console.window().show();
            QVERIFY(QTest::qWaitForWindowExposed(&console.window()));
            auto *page = console.window().findChild<MonitorPage *>();
            Watchdog watchdog;
            watchdog.say(u"opening"_s);
            console.window().openFile((*lab)->deploymentFile());
            QTRY_COMPARE(console.cluster().deployment().nodes.size(), 2);
            watchdog.say(u"showing the monitor"_s);
            console.window().showPage(u"monitor"_s);
            QTRY_VERIFY_WITH_TIMEOUT(countOf(page->monitor(), first) >= 3 && countOf(page->monitor(), second) >= 3,
                                     60'000);
            seen = valuesOf(page->monitor(), second);
            QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
        }
        QVERIFY((*lab)->fault(0, u"npu-smi-hangs"_s)); // nothing new comes from there
        Application console(asStarted());
        console.window().show();
        auto *page = console.window().findChild<MonitorPage *>();
        console.window().openFile((*lab)->deploymentFile());
        // times and values of the run before
        QTRY_COMPARE_WITH_TIMEOUT(valuesOf(page->monitor(), second).mid(0, seen.size()), seen, 20'000);
        console.window().showPage(u"monitor"_s);
        QCOMPARE(page->findChild<HeatMap *>()->chips().size(), 4); // they keep their places while nobody has answered
        // no alarm before anybody was asked
        QVERIFY(page->findChild<FigureCard *>(u"okCard"_s)->figure() != u"0 of 4"_s);
        auto *chart = page->findChild<ChartCard *>(u"utilization"_s)->chart();
        QTRY_VERIFY(chart->drawnRuns() >= 2);
        QTRY_VERIFY_WITH_TIMEOUT(countOf(page->monitor(), second) > seen.size() + 1, 60'000);
        QCOMPARE(valuesOf(page->monitor(), second).mid(0, seen.size()), seen); // and stays
        QVERIFY(valuesOf(page->monitor(), second)[seen.size()].timeMs > seen.last().timeMs);
        QVERIFY((*lab)->clear(0));
    }

    void removingANodeByMouseLeavesTheOtherAlone()
    {
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 2, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        Application console(asStarted());
        MainWindow &window = console.window();
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        ClusterMonitor &monitor = window.findChild<MonitorPage *>()->monitor();
        window.openFile((*lab)->deploymentFile());
        QTRY_COMPARE(console.cluster().deployment().nodes.size(), 2);
        window.showPage(u"monitor"_s);
        QTRY_VERIFY_WITH_TIMEOUT(countOf(monitor, first) >= 3 && countOf(monitor, second) >= 3, 60'000);
        const QList<TimedValue> seen = valuesOf(monitor, second), gone = valuesOf(monitor, first);
        const auto *chart = window.findChild<ChartCard *>(u"utilization"_s)->chart();
        QTRY_COMPARE(coloursOf(chart).size(), 2);
        const QColor colour = coloursOf(chart).value(u"node2"_s);

        window.showPage(u"nodes"_s);
        auto *table = window.findChild<QTableView *>(u"nodesTable"_s);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QTest::mouseClick(window.findChild<QPushButton *>(u"removeNode"_s), Qt::LeftButton);
        QCOMPARE(console.cluster().deployment().nodes.size(), 1);
        QCOMPARE(valuesOf(monitor, second).mid(0, seen.size()), seen);
        QTRY_VERIFY_WITH_TIMEOUT(countOf(monitor, second) >= seen.size() + 2, 30'000); // and it goes on
        QCOMPARE(countOf(monitor, first), 0);
        window.showPage(u"monitor"_s);
        QTRY_COMPARE(coloursOf(chart).size(), 1);
        QCOMPARE(coloursOf(chart).value(u"node2"_s), colour);

        Deployment both = console.cluster().deployment(); // put back
        both.nodes = (*lab)->deployment().nodes;
        console.cluster().edit(both);
        QCOMPARE(valuesOf(monitor, first).mid(0, gone.size()), gone);
        QTRY_VERIFY_WITH_TIMEOUT(countOf(monitor, first) >= gone.size() + 2, 30'000);
    }

    void removingAddingAndRenamingLeavesTheOthersAlone()
    {
        Cluster cluster{ConnectionSettings{}};
        ClusterMonitor monitor(cluster);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        Deployment deployment;
        deployment.nodes = {nodeAt(u"node1"_s, u"10.20.0.1"_s), nodeAt(u"node2"_s, u"10.20.0.2"_s)};
        cluster.open(deployment, u"/a/x.deployment.json"_s);
        for (int i = 0; i < 10; ++i) {
            monitor.take(u"node1"_s, reading(u"node1"_s, now - 10'000 + i * 1000, 1));
            monitor.take(u"node2"_s, reading(u"node2"_s, now - 10'000 + i * 1000, 2));
        }
        const auto edit = [&](const std::function<void(Deployment &)> &change) {
            change(deployment);
            cluster.edit(deployment);
        };
        edit([](Deployment &d) { d.nodes << nodeAt(u"node3"_s, u"10.20.0.3"_s); });
        QCOMPARE(countOf(monitor, first), 10);
        QCOMPARE(countOf(monitor, second), 10);
        QCOMPARE(monitor.nodes()[1].devices, QStringList{u"0/0"_s});
        QVERIFY(monitor.nodes()[1].lastMs > 0);
        QCOMPARE(monitor.nodes()[2].lastMs, 0);
        edit([](Deployment &d) { d.nodes.removeAt(0); });
        QCOMPARE(countOf(monitor, first), 0);
        QCOMPARE(countOf(monitor, second), 10);
        edit([](Deployment &d) { d.nodes.prepend(nodeAt(u"node1"_s, u"10.20.0.1"_s)); }); // undo
        QCOMPARE(countOf(monitor, first), 10);
        QCOMPARE(monitor.nodes()[0].devices, QStringList{u"0/0"_s});
        edit([](Deployment &d) { std::swap(d.nodes[0].name, d.nodes[1].name); }); // the history is the machine's
        QCOMPARE(monitor.history().last(first)->value, 2.0);
        QCOMPARE(monitor.history().last(second)->value, 1.0);
        edit([](Deployment &d) { d.nodes[1].host = u"10.20.0.9"_s; }); // another machine under this name
        QCOMPARE(countOf(monitor, first), 0);
        QCOMPARE(countOf(monitor, second), 10);
        edit([](Deployment &d) { d.nodes[0].user = u"admin"_s; });
        QCOMPARE(countOf(monitor, second), 10);
        cluster.open(deployment, u"/a/other.deployment.json"_s);
        QCOMPARE(countOf(monitor, second), 0); // another deployment begins with nothing
    }

    void aNodeKeepsItsColourWhileOthersComeAndGo()
    {
        Cluster cluster{ConnectionSettings{}};
        ClusterMonitor monitor(cluster);
        RunKeeper run(cluster);
        AlertKeeper alerts(cluster, monitor, run);
        MonitorPage page(cluster, monitor, alerts);
        Deployment deployment;
        for (int i = 1; i <= 3; ++i)
            deployment.nodes << nodeAt(u"node%1"_s.arg(i), u"10.20.0.%1"_s.arg(i));
        cluster.open(deployment, {});
        for (const Node &node : deployment.nodes)
            page.monitor().take(node.name, reading(node.name, QDateTime::currentMSecsSinceEpoch(), 50));
        page.resize(1200, 800);
        page.show();
        page.monitor().stop();           // nobody is to be asked here
        const auto *chart = page.findChild<ChartCard *>(u"utilization"_s)->chart();
        QTRY_COMPARE(coloursOf(chart).size(), 3);
        auto colours = coloursOf(chart);
        QCOMPARE(QSet<QRgb>({colours[u"node1"_s].rgb(), colours[u"node2"_s].rgb(), colours[u"node3"_s].rgb()}).size(),
                 3);
        const auto edit = [&](const std::function<void(QList<Node> &)> &change) {
            change(deployment.nodes);
            cluster.edit(deployment);
        };
        const Node removed = deployment.nodes.first();
        edit([](QList<Node> &nodes) { nodes.removeFirst(); });
        QTRY_COMPARE(coloursOf(chart).size(), 2);
        QCOMPARE(coloursOf(chart)[u"node2"_s], colours[u"node2"_s]);
        QCOMPARE(coloursOf(chart)[u"node3"_s], colours[u"node3"_s]);
        edit([](QList<Node> &nodes) { nodes.swapItemsAt(0, 1); });
        QTRY_COMPARE(chart->lines().first().name, u"node3"_s);
        QCOMPARE(coloursOf(chart)[u"node3"_s], colours[u"node3"_s]);
        edit([](QList<Node> &nodes) { nodes.prepend(nodeAt(u"node4"_s, u"10.20.0.4"_s)); });
        QTRY_COMPARE(coloursOf(chart).size(), 3);
        QVERIFY(!colours.values().contains(coloursOf(chart)[u"node4"_s]));
        edit([&](QList<Node> &nodes) { nodes << removed; });
        QTRY_COMPARE(coloursOf(chart).size(), 4);
        QCOMPARE(coloursOf(chart)[u"node1"_s], colours[u"node1"_s]);
        edit([](QList<Node> &nodes) { nodes.last().name = u"master"_s; });
        QTRY_COMPARE(coloursOf(chart)[u"master"_s], colours[u"node1"_s]);

        QTest::mouseClick(page.findChild<QPushButton *>(u"chips"_s), Qt::LeftButton); // shades of the same
        QTRY_VERIFY(coloursOf(chart).contains(u"node2 0/0"_s));
        const QColor chip = coloursOf(chart)[u"node2 0/0"_s];
        edit([](QList<Node> &nodes) { nodes.removeAt(1); });
        QTRY_COMPARE(coloursOf(chart).size(), 2);
        QCOMPARE(coloursOf(chart)[u"node2 0/0"_s], chip);
    }

    void savingForTheFirstTimeKeepsWhatWasSeenBefore()
    {
        Cluster cluster{ConnectionSettings{}};
        const QString path = m_home->filePath(u"x.deployment.json"_s);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        Deployment deployment;
        deployment.nodes = {nodeAt(u"node1"_s, u"10.20.0.1"_s)};
        {
            ClusterMonitor monitor(cluster);
            monitor.setArchiveFolder(m_home->filePath(u"history"_s));
            cluster.open(deployment, {});
            monitor.take(u"node1"_s, reading(u"node1"_s, now - 2000, 7));
            cluster.markSaved(path);
            monitor.take(u"node1"_s, reading(u"node1"_s, now - 1000, 8));
        }
        ClusterMonitor monitor(cluster);
        monitor.setArchiveFolder(m_home->filePath(u"history"_s));
        QTRY_COMPARE(countOf(monitor, first), 2);
        deployment.nodes[0].name = u"master"_s; // renamed since: it is the same machine
        cluster.edit(deployment);
        QCOMPARE(countOf(monitor, {u"master"_s, u"0/0"_s, u"npu.aicore"_s}), 2);
    }

    // Nobody asked between the end of one program and the first reading of the next, however wide the range is.
    void theTimeBetweenTwoProgramsIsAGap_data()
    {
        QTest::addColumn<bool>("isReadFirst"); // the file is read back before the first reading comes
        QTest::addColumn<QString>("range");
        for (const char *range : {"5 min", "30 min", "6 h"}) {
            QTest::addRow("restored, then asked, %s", range) << true << QString::fromLatin1(range);
            QTest::addRow("asked, then restored, %s", range) << false << QString::fromLatin1(range);
        }
    }
    void theTimeBetweenTwoProgramsIsAGap()
    {
        QFETCH(bool, isReadFirst);
        QFETCH(QString, range);
        Cluster cluster{ConnectionSettings{}};
        const QString folder = m_home->filePath(u"history"_s);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        Deployment deployment;
        deployment.nodes = {nodeAt(u"node1"_s, u"10.20.0.1"_s)};
        {
            ClusterMonitor monitor(cluster);
            monitor.setArchiveFolder(folder);
            cluster.open(deployment, m_home->filePath(u"x.deployment.json"_s));
            for (int i = 0; i < 60; ++i)
                monitor.take(u"node1"_s, reading(u"node1"_s, now - 90'000 + i * 1000, 50));
        }
        ClusterMonitor monitor(cluster);
        monitor.setArchiveFolder(folder);
        if (isReadFirst)
            QTRY_COMPARE(countOf(monitor, first), 60);
        monitor.take(u"node1"_s, reading(u"node1"_s, now, 60));
        QTRY_VERIFY(countOf(monitor, first) >= 61);
        QCOMPARE(monitor.nodes().first().stepMs, 1000); // no reading took the half minute in between
        RunKeeper run(cluster);
        AlertKeeper alerts(cluster, monitor, run);
        MonitorPage page(cluster, monitor, alerts);
        page.resize(1200, 900);
        page.show();
        page.monitor().stop();           // nobody is to be asked here
        for (QPushButton *button : page.findChildren<QPushButton *>()) {
            if (button->text() == range)
                QTest::mouseClick(button, Qt::LeftButton);
        }
        auto *chart = page.findChild<ChartCard *>(u"utilization"_s)->chart();
        QTRY_VERIFY(!chart->lines().isEmpty());
        // a coarser ring's newest value has the time of its step's middle, which may be 5 s to come
        QTRY_COMPARE_WITH_TIMEOUT(chart->drawnRuns(), 2, 20'000);
        for (int i = 1; i < 4; ++i)
            monitor.take(u"node1"_s, reading(u"node1"_s, now + i * 1000, 60));
        QTest::qWait(300);
        QTRY_COMPARE_WITH_TIMEOUT(chart->drawnRuns(), 2, 20'000); // and no further one; the newest step, as above
    }

    // It was there when an earlier program asked, and nobody is now: known without its having answered this one.
    void anEndpointThatAnsweredAnEarlierProgramIsMissed()
    {
        Cluster cluster{ConnectionSettings{}};
        const QString folder = m_home->filePath(u"history"_s);
        const qint64 then = QDateTime::currentMSecsSinceEpoch() - 60'000;
        Deployment deployment;
        deployment.recipe = u"mindie-deepseek-r1-w8a8-1xA3"_s;
        deployment.nodes = {nodeAt(u"node1"_s, u"127.0.0.1"_s)}; // nobody listens there
        deployment.nodes.first().transport = Transport::Local;
        const MetricKey running{u"node1"_s, u"endpoint"_s, u"serving.running"_s};
        {
            ClusterMonitor monitor(cluster);
            monitor.setArchiveFolder(folder);
            cluster.open(deployment, m_home->filePath(u"x.deployment.json"_s));
            monitor.take(u"node1"_s, {{then, running, 2}});
        }
        ClusterMonitor monitor(cluster);
        monitor.setInterval(std::chrono::milliseconds(200));
        monitor.setArchiveFolder(folder);
        QTRY_VERIFY(monitor.history().last(running));
        QVERIFY(!monitor.endpointSilence());
        monitor.start();
        QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointSilence(), 30'000);
        QCOMPARE(monitor.endpointSilence()->answeredMs, then);
        QVERIFY(monitor.endpointSilence()->noticedMs > then);
    }

    // Two windows, or one that is closed and opened at once: there was no time without data.
    void aShortPauseBetweenTwoProgramsIsNone()
    {
        Cluster cluster{ConnectionSettings{}};
        const QString folder = m_home->filePath(u"history"_s);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        Deployment deployment;
        deployment.nodes = {nodeAt(u"node1"_s, u"10.20.0.1"_s)};
        {
            ClusterMonitor monitor(cluster);
            monitor.setArchiveFolder(folder);
            cluster.open(deployment, m_home->filePath(u"x.deployment.json"_s));
            for (int i = 0; i < 60; ++i)
                monitor.take(u"node1"_s, reading(u"node1"_s, now - 61'000 + i * 1000, 50));
        }
        ClusterMonitor monitor(cluster);
        monitor.setArchiveFolder(folder);
        QTRY_COMPARE(countOf(monitor, first), 60);
        monitor.take(u"node1"_s, reading(u"node1"_s, now, 60));
        for (const TimedValue &value : valuesOf(monitor, first))
            QVERIFY(!std::isnan(value.value));
        QCOMPARE(countOf(monitor, first), 61);
    }

    void twoWindowsWatchOneDeployment()
    {
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 2, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        {
            Application one(asStarted()), two(asStarted());
            for (Application *console : {&one, &two}) {
                console->window().show();
                console->window().openFile((*lab)->deploymentFile());
                QTRY_COMPARE(console->cluster().deployment().nodes.size(), 2);
                console->window().showPage(u"monitor"_s);
            }
            for (Application *console : {&one, &two}) {
                ClusterMonitor &monitor = console->window().findChild<MonitorPage *>()->monitor();
                QTRY_VERIFY_WITH_TIMEOUT(countOf(monitor, second) >= 4, 60'000);
                QVERIFY(!monitor.archiveTrouble());
            }
        }
        const QFileInfoList files = QDir(defaultHistoryFolder()).entryInfoList({u"*.db"_s}, QDir::Files);
        QCOMPARE(files.size(), 1);
        Result<Database> file = Database::open(files.first().filePath());
        QCOMPARE(*file->number("SELECT count(*) FROM pragma_integrity_check() WHERE integrity_check <> 'ok'"), 0);
        Result<SampleArchive> archive = SampleArchive::open(files.first().filePath());
        qsizetype kept = 0;
        for (const MetricKey &key : *archive->keys()) {
            if (key.metric == u"npu.aicore"_s && key.device == u"0/0"_s)
                kept += archive->read(key, 0, std::numeric_limits<qint64>::max() / 2)->size();
        }
        QVERIFY2(kept >= 4 * 4 - 2, qPrintable(QString::number(kept)));
    }

    // Memory has means of a minute for yesterday; the file has every sample.
    void yesterdayIsSeenInDetail()
    {
        const QString path = m_home->filePath(u"one.deployment.json"_s);
        const qint64 now = QDateTime::currentMSecsSinceEpoch(), then = now - 20 * 3600'000;
        const QString file = historyFile(defaultHistoryFolder(), path);
        {
            Result<SampleArchive> archive = SampleArchive::open(file);
            QVERIFY(archive);
            for (qint64 at = now - 22 * 3600'000; at < now; at += 1000) { // one peak, ten seconds long
                const double value = at >= then && at < then + 10'000 ? 100 : 20;
                QVERIFY(archive->append(reading(u"127.0.0.1:1"_s, at, value)));
            }
        }
        Application console(asStarted());
        watchOneNode(console, path);
        auto *page = console.window().findChild<MonitorPage *>();
        const auto *chart = page->findChild<ChartCard *>(u"utilization"_s)->chart();
        const auto highest = [chart] {
            double most = 0;
            for (const ChartLine &line : chart->lines()) {
                for (const TimedValue &value : line.values)
                    most = std::isnan(value.value) ? most : std::max(most, value.value);
            }
            return most;
        };
        page->setView({24 * 3600'000, {}});
        QTRY_VERIFY_WITH_TIMEOUT(highest() > 20, 20'000);
        QVERIFY(highest() < 50);         // the mean of its minute
        Watchdog watchdog;
        page->setView(page->view().shown(then - 60'000, then + 60'000, now));
        QTRY_COMPARE_WITH_TIMEOUT(highest(), 100, 20'000);
        QVERIFY(chart->drawnRuns() == 1); // in one piece
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }

    void aClockThatIsSetBackIsTold()
    {
        Cluster cluster{ConnectionSettings{}};
        ClusterMonitor monitor(cluster);
        RunKeeper run(cluster);
        AlertKeeper alerts(cluster, monitor, run);
        MonitorPage page(cluster, monitor, alerts);
        qint64 now = 1'795'000'000'000;
        page.monitor().setClock([&] { return now; });
        page.monitor().watch({u"node1"_s});
        page.monitor().take(u"node1"_s, reading(u"node1"_s, now, 50));
        page.resize(1200, 900);
        page.show();
        auto *note = page.findChild<QLabel *>(u"historyNote"_s);
        QVERIFY(note->isHidden());
        now -= 3600'000;
        QVERIFY(page.monitor().isStale(page.monitor().nodes().first())); // values of a time to come are not of now
        page.monitor().take(u"node1"_s, reading(u"node1"_s, now, 60));
        QTRY_VERIFY(note->isVisible());
        QVERIFY2(note->text().contains(u"clock was set back"), qPrintable(note->text()));
        QVERIFY(!page.monitor().isStale(page.monitor().nodes().first()));
        QCOMPARE(page.monitor().history().last(first)->value, 60.0);
        auto *chart = page.findChild<ChartCard *>(u"utilization"_s)->chart();
        QTRY_VERIFY(!chart->lines().isEmpty() && !chart->lines().first().values.isEmpty()
                    && chart->lines().first().values.last().value == 60.0);
    }

    void aDamagedFileIsMovedAsideAndTold()
    {
        const QString path = m_home->filePath(u"x.deployment.json"_s);
        const QString file = historyFile(defaultHistoryFolder(), path);
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write(QByteArray(5000, 'x'));
        damaged.close();
        Application console(asStarted());
        watchOneNode(console, path);
        auto *note = console.window().findChild<QLabel *>(u"historyNote"_s);
        QTRY_VERIFY_WITH_TIMEOUT(note->isVisible() && note->text().contains(u".db.damaged"_s), 20'000);
        QVERIFY2(!note->text().contains(u"not being kept"_s), qPrintable(note->text()));
    }

    void aFolderThatCannotBeWrittenIsTold()
    {
        QFile inTheWay(m_home->filePath(u".local"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        Application console(asStarted());
        watchOneNode(console, m_home->filePath(u"x.deployment.json"_s));
        auto *note = console.window().findChild<QLabel *>(u"historyNote"_s);
        QTRY_VERIFY_WITH_TIMEOUT(note->isVisible() && note->text().contains(u"not being kept"), 20'000);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(TestMonitorHistory)
#include "tst_monitorhistory.moc"
