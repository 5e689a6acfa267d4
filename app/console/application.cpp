#include "app/console/application.h"

#include "core/nodes/asking.h"
#include "ui/activity/activitypage.h"
#include "ui/chat/absence.h"
#include "ui/chat/chatpage.h"
#include "ui/common/deploymentname.h"
#include "ui/common/style.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/verifypage.h"
#include "ui/diagnosis/diagnosispage.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/recentlist.h"
#include "ui/logs/logspage.h"
#include "ui/monitor/alertlist.h"
#include "ui/monitor/compactview.h"
#include "ui/monitor/pastalerts.h"
#include "ui/monitor/monitorpage.h"
#include "ui/monitor/replaybar.h"
#include "ui/nodes/adoptpane.h"
#include "ui/nodes/driverpane.h"
#include "ui/nodes/nodespage.h"
#include "ui/ranktable/ranktablepage.h"
#include "ui/settings/settingspage.h"

#include <QApplication>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

ConnectionSettings connectionsOf(CommandInbox &inbox)
{
    ConnectionSettings connections;
    connections.secrets = std::make_shared<Secrets>();
    connections.onCommand = [box = inbox.box()](const CommandRecord &record) { box->put(record); };
    return connections;
}

} // namespace

Application::Application(const Options &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_settings(options.settingsFile)
    , m_session(connectionsOf(m_commands))
{
    showLanguage(m_options.language.isEmpty() ? m_settings.value().language : m_options.language);
    showTheme(m_options.theme.isEmpty() ? m_settings.value().theme : m_options.theme);
    m_window = std::make_unique<MainWindow>(m_cluster, m_settings, m_tasks);
    m_session.monitor.setInterval(m_settings.value().samplingInterval);
    m_session.monitor.setArchiveFolder(m_options.historyFolder);
    connect(&m_cluster, &Cluster::stateChanged, this, &Application::tellOfInspection);
    connect(&m_cluster, &Cluster::healthChanged, this, &Application::refreshFacts);
    connect(m_window.get(), &MainWindow::systemThemeChanged, this,
            [this] { showTheme(m_options.theme.isEmpty() ? m_settings.value().theme : m_options.theme); });
    m_window->setIsOnNodes([this] { return m_session.run.run() && m_session.run.run()->canUndo(); });
    addPages();
    m_theme.adopt(m_window.get(), {m_window->page(m_replay ? u"monitor"_s : u"nodes"_s)});
    connect(m_window.get(), &MainWindow::openedElsewhere, this, &Application::openElsewhere);
    connect(m_window.get(), &MainWindow::pageMade, &m_theme, &ThemeKeeper::adoptPage);
    if (m_options.makesPagesLater) {
        m_window->installEventFilter(this);
    } else {
        m_recipes.look();
        while (m_window->makeNextPage()) {
        }
    }
    m_window->restoreLayout();
    if (m_options.hasTrayIcon)           // a person's program, none that is played
        QTimer::singleShot(0, this, &Application::reopenCompact);
    if (m_settings.loadError())
        m_window->showError(*m_settings.loadError());
    m_followed = m_settings.value();
    connect(&m_settings, &SettingsStore::changed, this, &Application::follow);
    connect(&m_session.run, &RunKeeper::begun, this, &Application::followRun);
    connect(&m_session.run, &RunKeeper::finished, this, &Application::followRun);
    connect(&m_session.driver, &DriverInstall::changed, this, &Application::tellOfDriver);
    connect(&m_session.driver, &DriverInstall::nodeChanged, this, &Application::tellOfDriver);
    connect(&m_session.driver, &DriverInstall::nodeTouched, &m_cluster,
            [this](const QString &node) { m_cluster.markChanged(node, ChangedBy::Driver); });
    // What an installation has ended serves again.
    const auto noteServes = [this] {
        m_session.driver.noteServes(checkSettingsOf(m_cluster.deployment()).containerName);
    };
    connect(&m_session.run, &RunKeeper::succeeded, this, noteServes);
    connect(&m_session.monitor, &ClusterMonitor::endpointChanged, this, [this, noteServes] {
        if (!m_session.driver.isBusy() && m_session.monitor.endpointNews() == EndpointNews::Answers
            && !m_session.monitor.endpointSilence())
            noteServes();
    });
    connect(m_window.get(), &MainWindow::reportWanted, this, [this](const QString &file, bool takesAddresses) {
        m_session.bundle.start(file, takesAddresses,
                               m_session.checks.hasRun() ? std::optional(m_session.checks.report()) : std::nullopt,
                               QApplication::applicationVersion());
    });
    connect(&m_session.alerts, &AlertKeeper::changed, this, [this] {
        m_window->renamePage(u"monitor"_s);
        noticeEnds();
    });
    connect(&m_session.alerts, &AlertKeeper::began, this, [this](const Alert &alert) {
        if (!m_options.notifies || !m_settings.value().notifies)
            return;
        if (m_newAlerts.isEmpty())       // what comes together is told together
            QTimer::singleShot(1000, this, &Application::noticeAlerts);
        m_newAlerts << alert;
    });
    connect(m_window.get(), &MainWindow::packWanted, this,
            [this](const QString &folder, bool takesImage, bool takesWeights) {
                m_session.pack.start(folder, takesImage, takesWeights, QApplication::applicationVersion());
            });
    if (m_options.hasTrayIcon) {
        m_tray = std::make_unique<TrayIcon>(m_cluster, m_session.alerts);
        connect(m_tray.get(), &TrayIcon::windowWanted, this, &Application::toggleWindow);
        connect(m_tray.get(), &TrayIcon::compactWanted, this, &Application::showCompact);
        connect(m_tray.get(), &TrayIcon::quitWanted, this, [this] { // hidden, it could not ask what it has to
            m_window->show();
            m_window->close();
        });
        connect(m_tray.get(), &TrayIcon::gone, m_window.get(), &QWidget::show);
        m_tray->setWanted(m_settings.value().hasTrayIcon);
    }
    connect(&m_session.pack, &PackJob::changed, this, &Application::tellOfPack);
    connect(&m_session.pack, &PackJob::finished, m_window.get(), &MainWindow::tellOfPack);
    connect(&m_session.pack, &PackJob::failed, m_window.get(), [this](const Error &error) {
        if (error.kind != ErrorKind::Canceled)
            m_window->showError(error);
    });
    connect(&m_session.diagnosis, &DiagnosisJob::changed, this, &Application::tellOfDiagnosis);
    connect(&m_session.bundle, &BundleJob::changed, this, &Application::tellOfReport);
    connect(&m_session.bundle, &BundleJob::finished, m_window.get(), &MainWindow::tellOfReport);
    connect(&m_session.bundle, &BundleJob::failed, m_window.get(), [this](const Error &error) {
        if (error.kind != ErrorKind::Canceled)
            m_window->showError(error);
    });
}

Application::~Application() = default;

CompactView &Application::compact()
{
    if (!m_compact) {
        m_compact = std::make_unique<CompactView>(m_cluster, m_session.monitor, m_session.alerts);
        m_compact->restoreGeometry(
            QByteArray::fromBase64(stringAt(m_settings.value().window, "compactGeometry").toLatin1()));
        connect(m_compact.get(), &CompactView::windowWanted, this, &Application::bringForward);
        m_compactMoved.setSingleShot(true);
        m_compactMoved.setInterval(500);
        connect(&m_compactMoved, &QTimer::timeout, this, &Application::keepCompact);
        connect(m_compact.get(), &CompactView::moved, &m_compactMoved, qOverload<>(&QTimer::start));
    }
    return *m_compact;
}

void Application::showCompact()
{
    compact().show();
    compact().raise();
}

void Application::keepCompact()
{
    Settings settings = m_settings.value();
    if (!settings.window.is_object())
        settings.window = Json::object();
    settings.window["compactGeometry"] = QString::fromLatin1(m_compact->saveGeometry().toBase64());
    settings.window["compactShown"] = m_compact->isVisible();
    m_settings.change(settings);
}

void Application::reopenCompact()
{
    if (boolAt(m_settings.value().window, "compactShown").value_or(false))
        showCompact();
}

void Application::toggleWindow()
{
    if (m_window->isVisible() && !m_window->isMinimized() && m_window->isActiveWindow())
        return m_window->hide();
    bringForward();
}

void Application::bringForward()
{
    m_window->setWindowState(m_window->windowState() & ~Qt::WindowMinimized);
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

// The first picture of the window has been painted: the other pages can follow.
bool Application::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window.get() && event->type() == QEvent::Paint) {
        m_window->removeEventFilter(this);
        m_recipes.look();
        QTimer::singleShot(0, this, &Application::makePages);
    }
    return false;
}

void Application::addPages()
{
    if (!m_options.recording.isEmpty()) {
        m_window->showRecording();
        m_replay = std::make_unique<Replay>(m_session.monitor);
        connect(m_replay.get(), &Replay::opened, m_window.get(), [this] {
            m_window->nameRecording(QFileInfo(m_options.recording).fileName(), m_replay->about()->isSimulated);
        });
        m_replay->open(m_options.recording);
        m_window->addPage({u"monitor"_s, u"activity"_s, [] { return tr("Monitor"); }, [this] { return makeReplay(); }});
        m_window->addPage({u"settings"_s, u"settings"_s, [] { return tr("Settings"); },
                           [this] { return new SettingsPage(m_settings); }, true});
        return;
    }
    m_window->addPage({u"nodes"_s, u"server"_s, [] { return tr("Nodes"); }, [this] { return makeNodes(); }});
    m_window->addPage({u"deploy"_s, u"rocket"_s, [] { return tr("Deploy"); }, [this] { return makeDeploy(); }});
    m_window->addPage({u"monitor"_s, u"activity"_s, [] { return tr("Monitor"); }, [this] { return makeMonitor(); },
                       false, nullptr, [this] {
                           const int open = m_session.alerts.open();
                           return open == 0 ? QString() : u"(%1)"_s.arg(open);
                       }});
    m_window->addPage({u"chat"_s, u"message-square"_s, [] { return tr("Chat"); }, [this] { return makeChat(); }});
    m_window->addPage({u"ranktable"_s, u"cpu"_s, [] { return tr("Rank tables"); }, [this] { return makeRankTable(); }});
    m_window->addPage({u"diagnosis"_s, u"search"_s, [] { return tr("Diagnosis"); },
                       [this] { return makeDiagnosis(); }});
    m_window->addPage({u"logs"_s, u"file-text"_s, [] { return tr("Logs"); }, [this] { return makeLogs(); }});
    m_window->addPage({u"activity"_s, u"scroll-text"_s, [] { return tr("Activity"); },
                       [this] { return new ActivityPage(m_commands); }});
    m_window->addPage({u"settings"_s, u"settings"_s, [] { return tr("Settings"); },
                       [this] { return new SettingsPage(m_settings); }, true});
}

QWidget *Application::makeNodes()
{
    auto *nodes = new NodesPage(m_cluster);
    nodes->follow(m_session.monitor);
    auto *recent = new RecentList(m_settings);
    connect(recent, &RecentList::chosen, m_window.get(), &MainWindow::openFile);
    nodes->setStart(recent);
    nodes->setMadeOn([this](const QString &node) { return m_session.run.madeOn(node); });
    auto *driver = new DriverPane(m_cluster, m_session.driver);
    driver->setObstacle([this] {
        return m_session.run.isRunning() ? tr("A deployment is under way on the nodes; wait until it has ended.")
                                         : QString();
    });
    nodes->setDriverPane(driver);
    auto *adopt = new AdoptPane(m_cluster, m_session.adopt);
    adopt->setObstacle([this] {
        return m_session.run.isRunning() ? tr("A deployment is under way on the nodes; wait until it has ended.")
                                         : QString();
    });
    nodes->setAdoptPane(adopt);
    connect(&m_session.adopt, &AdoptJob::questionRaised, m_window.get(), &MainWindow::ask);
    connect(&m_session.driver, &DriverInstall::questionRaised, m_window.get(), &MainWindow::ask);
    m_window->setOpenForm(
        {u"nodes"_s, [nodes] { return nodes->isTyping(); }, [nodes] { return nodes->takeForm(); }});
    connect(nodes, &NodesPage::undoRequested, this, [this] {
        m_window->showPage(u"deploy"_s);
        deploy().showStep(DeployPage::Run);
        deploy().runPage().askUndo();
    });
    connect(nodes, &NodesPage::questionRaised, m_window.get(), &MainWindow::ask);
    connect(nodes, &NodesPage::questionDropped, m_window.get(), &MainWindow::dropQuestion);
    connect(m_window.get(), &MainWindow::answered, nodes, &NodesPage::answered);
    connect(m_window.get(), &MainWindow::declined, nodes, &NodesPage::declined);
    connect(m_window.get(), &MainWindow::nodeChosen, nodes, [this, nodes](const QString &node) {
        m_window->showPage(u"nodes"_s);
        nodes->choose(node);
    });
    return nodes;
}

QWidget *Application::makeDeploy()
{
    auto *deploy = new DeployPage(m_session, m_tasks);
    deploy->runPage().setSaver(
        [this](RunPage::Then then) { m_window->documents().save(m_cluster.path(), std::move(then)); });
    connect(deploy, &DeployPage::pageRequested, m_window.get(), [this] { m_window->showPage(u"deploy"_s); });
    connect(deploy, &DeployPage::nodesRequested, m_window.get(), [this] { m_window->showPage(u"nodes"_s); });
    connect(deploy, &DeployPage::questionRaised, m_window.get(), &MainWindow::ask);
    connect(deploy, &DeployPage::rankTableOpened, this, [this](const QByteArray &content, const QString &name) {
        m_window->showPage(u"ranktable"_s);
        m_lab.openText(content, name);
    });
    connect(&deploy->runPage(), &RunPage::keptLogsRequested, this, [this](const QString &file) {
        m_window->showPage(u"logs"_s);
        static_cast<LogsPage *>(m_window->page(u"logs"_s))->openLogs({file});
    });
    connect(deploy, &DeployPage::monitorRequested, m_window.get(), [this] { m_window->showPage(u"monitor"_s); });
    connect(deploy, &DeployPage::chatRequested, m_window.get(), [this](const QString &baseUrl) {
        chat().backends().choose(baseUrl);
        m_window->showPage(u"chat"_s);
    });
    connect(&deploy->verifyPage(), &VerifyPage::passed, this,
            [this](const QString &baseUrl) { chat().offer(baseUrl); });
    connect(&deploy->verifyPage(), &VerifyPage::stoppedAnswering, this, [this] { chat().backends().askAgain(); });
    connect(&m_session.run, &RunKeeper::workedElsewhere, this, [this] {
        if (m_chat && m_session.run.elsewhere() && m_session.run.elsewhere()->endedMs > 0)
            m_chat->backends().askAgain();
    });
    connect(&deploy->recipePage(), &RecipePage::recipesWanted, &m_recipes, &RecipeWatch::look);
    connect(&m_recipes, &RecipeWatch::changed, &deploy->recipePage(), &RecipePage::followRecipes);
    return deploy;
}

QWidget *Application::makeMonitor()
{
    auto *monitor = new MonitorPage(m_cluster, m_session.monitor, m_session.alerts);
    connect(monitor, &MonitorPage::nodesRequested, m_window.get(), [this] { m_window->showPage(u"nodes"_s); });
    monitor->setHiddenCharts(m_settings.value().hiddenCharts);
    connect(monitor, &MonitorPage::chartsHidden, this, [this](const QStringList &ids) {
        Settings settings = m_settings.value();
        settings.hiddenCharts = ids;
        m_settings.change(settings);
    });
    monitor->setChartOrder(m_settings.value().chartOrder);
    connect(monitor, &MonitorPage::chartsArranged, this, [this](const QStringList &ids) {
        Settings settings = m_settings.value();
        settings.chartOrder = ids;
        m_settings.change(settings);
    });
    monitor->setEveryChip(m_settings.value().showsEveryChip);
    connect(monitor, &MonitorPage::everyChipChosen, this, [this](bool every) {
        Settings settings = m_settings.value();
        settings.showsEveryChip = every;
        m_settings.change(settings);
    });
    monitor->setEvents(m_session.events);
    connect(monitor, &MonitorPage::compactWanted, this, &Application::showCompact);
    return monitor;
}

QWidget *Application::makeReplay()
{
    auto *page = new QWidget;
    auto *rows = new QVBoxLayout(page);
    style::setMargins(rows, 0, 0);
    auto *head = new QVBoxLayout;
    style::setMargins(head, 16, 8);
    head->addWidget(new ReplayBar(*m_replay));
    rows->addLayout(head);
    rows->addWidget(makeMonitor(), 1);
    return page;
}

void Application::openElsewhere(const QString &file)
{
    if (!QProcess::startDetached(QCoreApplication::applicationFilePath(), {file}))
        m_window->showError(
            {ErrorKind::Storage, tr("A second window for %1 could not be started.").arg(file), {}, {}});
}

QWidget *Application::makeChat()
{
    m_chat = new ChatPage(m_cluster, std::make_shared<EmbeddedEngine>());
    ChatBackends &backends = m_chat->backends();
    const QString examiner = QCoreApplication::applicationDirPath() + u"/ascendctl"_s;
    if (QFileInfo(examiner).isExecutable())
        backends.setExaminer(examiner);
    backends.setFolders(m_settings.value().modelFolders);
    m_chat->keepIn(m_settings.value().keepsChat ? m_options.chatFile : QString());
    connect(&m_session.monitor, &ClusterMonitor::endpointChanged, &backends, &ChatBackends::askAgain);
    backends.setAbsence([this] { return absenceOf(m_session.run); });
    connect(&m_session.run, &RunKeeper::planned, &backends, &ChatBackends::noteAbsence);
    const auto follow = [this, &backends] { backends.setServed(m_session.run.served()); };
    connect(&m_session.run, &RunKeeper::servedChanged, &backends, follow);
    follow();
    const auto fileOfDeployment = [this] {
        return m_cluster.path().isEmpty() ? QString() : QFileInfo(m_cluster.path()).absoluteFilePath();
    };
    const auto recall = [this, &backends, fileOfDeployment] {
        backends.setLast(m_settings.value().chatWith.value(fileOfDeployment()));
    };
    connect(&m_cluster, &Cluster::opened, &backends, recall);
    recall();
    connect(&backends, &ChatBackends::lastChanged, this, [this, &backends, fileOfDeployment] {
        const QString file = fileOfDeployment();
        Settings settings = m_settings.value();
        if (file.isEmpty() || settings.chatWith.value(file) == backends.last())
            return;
        settings.chatWith.insert(file, backends.last());
        m_settings.change(settings);
    });
    return m_chat;
}

QWidget *Application::makeRankTable()
{
    m_lab.keepIn(m_options.rankTableDraft);
    return new RankTablePage(m_lab);
}

QWidget *Application::makeDiagnosis()
{
    auto *diagnosis = new DiagnosisPage(m_cluster, m_session.diagnosis);
    connect(&m_session.diagnosis, &DiagnosisJob::questionRaised, m_window.get(), &MainWindow::ask);
    connect(diagnosis, &DiagnosisPage::checkRequested, this, &Application::runCheck);
    const auto follow = [this, diagnosis] {
        const RunKeeper &run = m_session.run;
        const qint64 theirMs = run.elsewhere() ? run.elsewhere()->endedMs : 0;
        diagnosis->setWorkedAt(std::max({run.endedMs(), run.stoppedMs(), theirMs}));
    };
    connect(&m_session.run, &RunKeeper::finished, diagnosis, follow);
    connect(&m_session.run, &RunKeeper::workedElsewhere, diagnosis, follow);
    connect(&m_session.run, &RunKeeper::forgotten, diagnosis, follow);
    follow();
    return diagnosis;
}

QWidget *Application::makeLogs()
{
    auto *logs = new LogsPage(m_cluster, m_session.logs);
    connect(&m_session.logs, &LogsJob::questionRaised, m_window.get(), &MainWindow::ask);
    connect(m_window.get(), &MainWindow::answered, &m_session.logs, &LogsJob::askAgain);
    connect(logs, &LogsPage::checkRequested, this, &Application::runCheck);
    return logs;
}

void Application::runCheck(const QString &check)
{
    m_window->showPage(u"deploy"_s);
    deploy().showStep(DeployPage::Checks);
    deploy().checksPage().askFor(check);
}

ChatPage &Application::chat()
{
    m_window->page(u"chat"_s);
    return *m_chat;
}

DeployPage &Application::deploy() { return *static_cast<DeployPage *>(m_window->page(u"deploy"_s)); }

// One at a time, and what the user does comes first.
void Application::makePages()
{
    if (m_window->makeNextPage())
        QTimer::singleShot(0, this, &Application::makePages);
}

void Application::reopenLast()
{
    const Settings &settings = m_settings.value();
    if (!settings.reopensLast || settings.recentFiles.isEmpty())
        return;
    const bool wasOpen = m_window->currentPage() == "monitor"_L1;
    const bool isUnwatched = wasOpen || boolAt(settings.window, "unwatched").value_or(false);
    if (wasOpen)
        m_window->showPage(u"nodes"_s); // the monitor would begin to ask the nodes; that is for the user to say
    m_window->openFile(settings.recentFiles.first());
    if (isUnwatched)
        m_window->tellUnwatched();
}

// The monitor saw a chip change: what the Nodes page shows of it was asked before.
void Application::refreshFacts(const QString &node)
{
    const NodeHealth health = m_cluster.health(node);
    static const QRegularExpression digits(u"[0-9]+"_s);
    const Told now{health.level, QString(health.why).remove(digits), health.source};
    const auto before = m_told.constFind(node);
    if (health.isAsking) { // what the monitor sees meanwhile may be newer than the answer that is awaited
        if (health.source == HealthSource::Monitor && before != m_told.cend() && before->why != now.why)
            m_overtaken.insert(node);
        return;
    }
    const bool isOvertaken = m_overtaken.remove(node);
    const bool hasChanged = before != m_told.cend() && before->level != now.level;
    // Faulty for another reason: what is shown of its chips may be otherwise, too.
    const bool isOtherwise = before != m_told.cend() && !hasChanged && before->why != now.why;
    // It is over, and what stands is what the checks had warned of.
    const bool isOver = hasChanged && before->source == HealthSource::Monitor && before->level > now.level;
    m_told.insert(node, now);
    if (m_stopped.remove(node))
        return;                          // a person has just said that it is not to be asked
    const std::optional<NodeFacts> facts = m_cluster.facts(node);
    const bool isNews
        = (health.source == HealthSource::Monitor || isOver) && health.answers() && facts && facts->reachable;
    if (hasChanged && isNews)
        m_cluster.inspect(node);
    else if ((isOtherwise && isNews) || (isOvertaken && health.answers()))
        askAgain(node);
    else if (health.answers() && facts && facts->error && !isQuestion(*facts->error))
        askAgain(node);
}

// Somebody else reaches the node now; that its facts could not be read then does not hold for ever.
void Application::askAgain(const QString &node)
{
    constexpr std::chrono::milliseconds pause{30'000};
    QElapsedTimer &last = m_askedAgain[node];
    if (last.isValid() && last.elapsed() < pause.count()) {
        QTimer::singleShot(pause - std::chrono::milliseconds(last.elapsed()), this,
                           [this, node] { refreshFacts(node); });
        return;
    }
    last.start();
    m_cluster.inspect(node);
}

void Application::tellOfInspection()
{
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    const auto waiting = std::count_if(nodes.cbegin(), nodes.cend(), [this](const Node &node) {
        return m_cluster.state(node.name) == NodeState::Connecting;
    });
    if (waiting == 0) {
        m_tasks.end(u"inspect"_s);
        return;
    }
    const auto answered = nodes.size() - waiting;
    const auto words
        = [answered, all = nodes.size()] { return tr("Asking the nodes: %1 of %2").arg(answered).arg(all); };
    m_tasks.show({u"inspect"_s, words, double(answered) / double(nodes.size()), [this] {
        for (const Node &node : m_cluster.deployment().nodes) {
            if (m_cluster.state(node.name) != NodeState::Connecting)
                continue;
            m_stopped.insert(node.name);
            m_cluster.link(node.name)->cancelAll();
        }
    }});
}

// To the strip, and to who closes the window.
void Application::tellOfDriver()
{
    if (m_session.driver.state() != DriverInstall::State::Running) {
        m_tasks.end(u"driver"_s);
        return;
    }
    const QList<NodeView> nodes = m_session.driver.nodes();
    const auto done = std::count_if(nodes.cbegin(), nodes.cend(), [](const NodeView &node) { return node.isDone; });
    const auto asks
        = std::find_if(nodes.cbegin(), nodes.cend(), [](const NodeView &node) { return node.asksRestart; });
    const QString waiting = asks == nodes.cend() ? QString() : asks->node.name;
    const auto words = [done, all = nodes.size(), waiting] {
        return waiting.isEmpty() ? tr("Driver and firmware: %1 of %2 nodes").arg(done).arg(all)
                                 : tr("Driver and firmware: restart %1?").arg(waiting);
    };
    m_tasks.show({u"driver"_s, words, std::nullopt, [this] { m_session.driver.stop(); }});
}

void Application::noticeAlerts()
{
    m_toldAlerts = std::exchange(m_newAlerts, {});
    forgetEnded();
    showNotice();
}

bool Application::forgetEnded()
{
    const QList<Alert> active = m_session.alerts.active();
    return m_toldAlerts.removeIf([&](const Alert &told) {
        return std::none_of(active.cbegin(), active.cend(), [&](const Alert &one) {
            return one.rule == told.rule && one.node == told.node && one.device == told.device;
        });
    }) > 0;
}

// What is shown is of alerts that go on.
void Application::noticeEnds()
{
    if (!forgetEnded())
        return;
    if (m_toldAlerts.isEmpty())
        m_notice.close();
    else
        showNotice();
}

void Application::showNotice()
{
    constexpr qsizetype most = 5;
    const QList<Alert> &alerts = m_toldAlerts;
    QStringList lines;
    bool isCritical = false;
    for (const Alert &alert : alerts) {
        const AlertRule *rule = m_session.alerts.rule(alert.rule);
        if (!rule)
            continue;                    // another deployment was opened meanwhile
        isCritical = isCritical || alert.severity == AlertRule::Severity::Critical;
        if (lines.size() < most)
            lines << alertWords(alert, rule->title);
    }
    if (lines.isEmpty())
        return;
    if (alerts.size() > most)
        lines << tr("and %n more", nullptr, int(alerts.size() - most));
    const QString given = deploymentName(m_cluster);
    const QString name = given.isEmpty() ? QApplication::applicationName() : given;
    m_notice.show(m_cluster.isSimulated() ? tr("%1 (simulated)", "a deployment").arg(name) : name,
                  lines.join(u'\n'), isCritical);
}

void Application::tellOfPack()
{
    if (!m_session.pack.isRunning()) {
        m_tasks.end(u"pack"_s);
        return;
    }
    const auto words = [now = m_session.pack.now()] { return now.isEmpty() ? tr("Packing") : tr("Pack: %1").arg(now); };
    m_tasks.show({u"pack"_s, words, std::nullopt, [this] { m_session.pack.stop(); }});
}

void Application::tellOfReport()
{
    if (!m_session.bundle.isRunning()) {
        m_tasks.end(u"report"_s);
        return;
    }
    const int answered = m_session.bundle.answered(), all = 2 * int(m_cluster.deployment().nodes.size());
    const auto words = [answered, all] {
        return answered < all ? tr("Report: the nodes have answered %1 of %2").arg(answered).arg(all)
                              : tr("Report: writing it");
    };
    m_tasks.show({u"report"_s, words, std::nullopt, [this] { m_session.bundle.stop(); }});
}

void Application::tellOfDiagnosis()
{
    if (!m_session.diagnosis.isRunning()) {
        m_tasks.end(u"diagnosis"_s);
        return;
    }
    const bool asks = m_session.diagnosis.asksNodes();
    const auto words = [asks] { return asks ? tr("Reading the nodes' logs") : tr("Reading logs"); };
    m_tasks.show({u"diagnosis"_s, words, std::nullopt, [this] { m_session.diagnosis.stop(); }});
}

void Application::follow()
{
    const Settings &settings = m_settings.value();
    if (settings.theme != m_followed.theme)
        showTheme(settings.theme);
    if (settings.language != m_followed.language)
        showLanguage(settings.language);
    m_session.monitor.setInterval(settings.samplingInterval);
    if (m_tray)
        m_tray->setWanted(settings.hasTrayIcon);
    if (m_chat)
        m_chat->backends().setFolders(settings.modelFolders);
    if (m_chat && settings.keepsChat != m_followed.keepsChat)
        m_chat->keepIn(settings.keepsChat ? m_options.chatFile : QString());
    m_followed = settings;
}

void Application::followRun()
{
    chat().backends().noteWork(m_session.run.isRunning());
    if (m_session.run.isRunning())
        m_session.monitor.start();       // what a run does to the chips is to be seen afterwards, too
}

void Application::showTheme(const QString &choice)
{
    const Theme theme = choice == "dark"_L1 ? Theme::Dark : choice == "light"_L1 ? Theme::Light : style::systemTheme();
    const QString name = theme == Theme::Dark ? u"dark"_s : u"light"_s;
    if (name == m_shownTheme)
        return;
    m_shownTheme = name;
    m_theme.setTheme(theme);
}

void Application::showLanguage(const QString &choice)
{
    const QString language = Language::resolved(choice);
    if (language == m_shownLanguage)
        return;
    m_shownLanguage = language;
    m_language.apply(language);
    if (m_tray)
        m_tray->retranslate();
    if (m_window)
        m_recipes.look();                // what is known of them in this language may be of an earlier time
}
