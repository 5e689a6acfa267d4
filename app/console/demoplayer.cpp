#include "app/console/demoplayer.h"

#include "app/console/application.h"
#include "app/console/demoreport.h"
#include "app/console/screenshots.h"
#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "inference/modelfiles.h"
#include "ui/chat/chatpage.h"
#include "ui/deploy/artifactspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/verifypage.h"
#include "ui/frame/mainwindow.h"
#include "ui/monitor/monitorpage.h"

#include <QDir>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isAsked(const Cluster &cluster)
{
    const QList<Node> &nodes = cluster.deployment().nodes;
    return std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &node) {
        const NodeState state = cluster.state(node.name);
        return state == NodeState::Unknown || state == NodeState::Connecting;
    });
}

bool press(QWidget &page, const QString &button)
{
    auto *found = page.findChild<QPushButton *>(button);
    const bool canPress = found && found->isVisibleTo(&page) && found->isEnabled();
    if (canPress)
        found->click();
    return canPress;
}

} // namespace

DemoPlayer::DemoPlayer(Application &application, QString file, QString folder, QObject *parent)
    : QObject(parent), m_application(application), m_file(std::move(file)), m_folder(std::move(folder))
{
    m_tick.setInterval(100);
    connect(&m_tick, &QTimer::timeout, this, &DemoPlayer::look);
}

DemoPlayer::~DemoPlayer() = default;

void DemoPlayer::start()
{
    for (const QString &folder : {u"/screenshots"_s, u"/artifacts"_s}) // of an earlier play; nothing else is touched
        QDir(m_folder + folder).removeRecursively();
    for (const QString &file : {u"/report.md"_s, u"/run-state.json"_s})
        QFile::remove(m_folder + file);
    QDir().mkpath(m_folder + "/screenshots"_L1);
    m_application.showTheme(u"light"_s);
    m_application.showLanguage(u"en"_s);
    addNodes();
    addDeployStages();
    addMonitor();
    addChats();
    m_total.start();
    begin();
    m_tick.start();
}

void DemoPlayer::addNodes()
{
    Cluster &cluster = m_application.cluster();
    m_stages << Stage{
        u"Open the deployment"_s,
        u"nodes"_s,
        [this] { m_application.window().openFile(m_file); },
        [&cluster] { return !cluster.deployment().nodes.isEmpty(); },
        {},
        [&cluster] { return u"%1, %2 nodes"_s.arg(cluster.deployment().name).arg(cluster.deployment().nodes.size()); },
        20,
        {}};
    m_stages << Stage{u"Ask every node for its facts"_s,
                      u"nodes"_s,
                      [&cluster] { cluster.inspect(); },
                      [&cluster] { return isAsked(cluster); },
                      [&cluster]() -> std::optional<QString> {
                          for (const NodeFacts &facts : cluster.allFacts()) {
                              if (!facts.reachable)
                                  return facts.error ? facts.error->message : facts.name;
                          }
                          return std::nullopt;
                      },
                      [&cluster] {
                          QStringList words;
                          for (const NodeFacts &facts : cluster.allFacts())
                              words << u"%1: %2 chips, driver %3"_s.arg(facts.name)
                                           .arg(facts.npuSmi ? facts.npuSmi->chips.size() : 0)
                                           .arg(facts.driverVersion);
                          return words.join(u"; "_s);
                      },
                      60,
                      u"01-nodes"_s};
}

void DemoPlayer::addDeployStages()
{
    MainWindow &window = m_application.window();
    auto *deploy = window.findChild<DeployPage *>();
    auto *artifacts = window.findChild<ArtifactsPage *>();
    auto *run = window.findChild<RunPage *>();
    auto *verify = window.findChild<VerifyPage *>();
    Cluster &cluster = m_application.cluster();
    CheckKeeper &keeper = m_application.checks();

    m_stages << Stage{u"Run the checks"_s,
                      u"deploy"_s,
                      [=, &keeper] {
                          deploy->showStep(DeployPage::Checks);
                          keeper.runAll();
                      },
                      [&keeper] { return !keeper.isRunning(); },
                      [&keeper] { return demo::failedChecks(keeper.report()); },
                      [&keeper] { return demo::verdictCounts(keeper.report()); },
                      180,
                      u"02-checks"_s};
    m_stages << Stage{u"Choose the recipe and its settings"_s,
                      u"deploy"_s,
                      [=] { deploy->showStep(DeployPage::RecipeStep); },
                      [] { return true; },
                      {},
                      [&cluster] { return cluster.deployment().recipe; },
                      10,
                      u"03-recipe"_s};
    m_stages << Stage{u"Generate the artifacts"_s,
                      u"deploy"_s,
                      [=] { deploy->showStep(DeployPage::Artifacts); },
                      [=] { return artifacts->isReady() && !artifacts->artifacts().files.isEmpty(); },
                      {},
                      [this, artifacts] {
                          artifacts->saveAllTo(m_folder + "/artifacts"_L1);
                          return u"%1 files, in artifacts/"_s.arg(artifacts->artifacts().files.size());
                      },
                      30,
                      u"04-artifacts"_s};
    auto succeeded = std::make_shared<bool>(false);
    auto wasRunning = std::make_shared<bool>(false);
    connect(&m_application.run(), &RunKeeper::succeeded, this, [succeeded] { *succeeded = true; });
    m_stages << Stage{u"Deploy, step by step, until the service is ready"_s,
                      u"deploy"_s,
                      [=, this] {
                          m_application.run().setStateFile(m_folder + "/run-state.json"_L1);
                          deploy->showStep(DeployPage::Run);
                          QTimer::singleShot(500, run, [run] { press(*run, u"start"_s); });
                          QTimer::singleShot(6000, this, [this] { takePicture(u"05-run-under-way"_s); });
                      },
                      [=] {
                          *wasRunning |= run->isRunning();
                          return *succeeded || (*wasRunning && !run->isRunning());
                      },
                      [=] { return *succeeded ? std::nullopt : std::optional(u"the run did not come to its end"_s); },
                      [run] { return demo::stepLines(*run); },
                      600,
                      u"06-run"_s};
    m_stages << Stage{u"Verify the endpoint"_s,
                      u"deploy"_s,
                      [=] {
                          deploy->showStep(DeployPage::Verify);
                          if (!verify->isRunning())
                              verify->run();
                      },
                      [=] { return !verify->isRunning() && !verify->report().findings.isEmpty(); },
                      [=] {
                          return verify->report().passed() ? std::nullopt
                                                           : std::optional(u"not every question was answered well"_s);
                      },
                      [=] { return demo::findingLines(verify->report().findings); },
                      180,
                      u"07-verify"_s};
}

void DemoPlayer::addMonitor()
{
    auto monitorStart = std::make_shared<QElapsedTimer>();
    m_stages << Stage{u"Monitor the cluster while it answers chats"_s,
                      u"monitor"_s,
                      [this, monitorStart] {
                          const Cluster &cluster = m_application.cluster();
                          if (const Result<Recipe> recipe = findRecipe(cluster.deployment().recipe)) {
                              const Endpoint endpoint
                                  = endpointOf(cluster.deployment(), *recipe, cluster.connections());
                              m_load = std::make_unique<ChatLoad>(endpoint.baseUrl, endpoint.model, 3);
                              m_load->start();
                          }
                          if (auto *monitor = m_application.window().findChild<MonitorPage *>())
                              press(*monitor, u"1"_s); // the last minute fills the charts
                          monitorStart->start();
                      },
                      [this, monitorStart] { return monitorStart->hasExpired(m_monitorSeconds * 1000LL); },
                      [this]() -> std::optional<QString> {
                          if (m_load && m_load->answered() > 0)
                              return std::nullopt;
                          return u"no chat was answered: "_s + (m_load ? m_load->lastError() : QString());
                      },
                      [this] {
                          return u"%1 chats answered, %2 failed, in %3 s"_s.arg(m_load ? m_load->answered() : 0)
                              .arg(m_load ? m_load->failed() : 0)
                              .arg(m_monitorSeconds);
                      },
                      m_monitorSeconds + 30,
                      u"08-monitor"_s};
}

void DemoPlayer::addChats()
{
    ChatPage &chat = m_application.chat();
    const auto isAnswered = [&chat] {
        return !chat.isBusy() && chat.model().rowCount() > 0
            && chat.model().turn(chat.model().rowCount() - 1).state != TurnState::Waiting
            && !chat.model().turn(chat.model().rowCount() - 1).isUser;
    };
    const auto failure = [this, &chat]() -> std::optional<QString> {
        m_conversation += chat.model().asMarkdown() + u"\n\n"_s;
        if (chat.model().isEmpty())
            return u"there is no answer"_s;
        const ChatTurn &last = chat.model().turn(chat.model().rowCount() - 1);
        if (last.state == TurnState::Done)
            return std::nullopt;
        return last.error ? inLanguage(last.error->message, dataLanguage()) : u"the answer did not come to its end"_s;
    };
    const auto words = [&chat] {
        return chat.model().isEmpty() ? QString()
                                      : demo::statsLine(chat.model().turn(chat.model().rowCount() - 1).stats);
    };
    const auto choose = [&chat](ChatBackend::Kind kind, const QString &path) {
        for (const ChatBackend &backend : chat.backends().list()) {
            if (backend.kind == kind && backend.problem.isEmpty() && (path.isEmpty() || backend.id == path)) {
                chat.backends().choose(backend.id);
                return;
            }
        }
    };
    m_stages << Stage{u"Chat with the deployed endpoint"_s, u"chat"_s, [this, &chat, choose] {
                          m_load.reset();
                          choose(ChatBackend::Kind::Endpoint, {});
                          chat.send(u"In one sentence: what is an NPU?"_s);
                      }, isAnswered, failure, words, 120, u"09-chat-endpoint"_s};
    m_stages << Stage{u"Chat with the engine inside the program"_s, u"chat"_s, [&chat, choose] {
                          press(chat, u"clearChat"_s);
                          choose(ChatBackend::Kind::Embedded, defaultModelFile());
                          // one in twenty-five answers of so small a model goes on until its context is full
                          if (auto *longest = chat.findChild<QSpinBox *>(u"maxTokens"_s))
                              longest->setValue(200);
                          chat.send(u"Write a haiku about a quiet data centre."_s);
                      }, isAnswered, failure, words, 240, u"10-chat-embedded"_s};
}

void DemoPlayer::begin()
{
    ++m_stage;
    m_settling = false;
    if (m_stage == m_stages.size()) {
        m_tick.stop();
        m_load.reset();
        m_screenshots = std::make_unique<Screenshots>(m_application, m_folder + "/screenshots"_L1);
        connect(m_screenshots.get(), &Screenshots::finished, this, &DemoPlayer::end);
        m_screenshots->start();
        return;
    }
    const Stage &stage = m_stages[m_stage];
    fprintf(stderr, "%s…\n", qPrintable(stage.title));
    m_application.window().showPage(stage.page);
    m_clock.start();
    stage.begin();
}

void DemoPlayer::look()
{
    const Stage &stage = m_stages[m_stage];
    if (m_settling || m_clock.elapsed() < 300) // a page may need a turn to begin
        return;
    const bool isOver = stage.isOver();
    if (!isOver && m_clock.elapsed() < stage.limitSeconds * 1000LL)
        return;
    Outcome outcome{stage.title, {}, isOver, m_clock.elapsed()};
    std::optional<QString> failure;
    if (!isOver)
        failure = u"not done after %1 s"_s.arg(stage.limitSeconds);
    else if (stage.failure)
        failure = stage.failure();
    outcome.passed = !failure;
    outcome.words = failure ? *failure : stage.words ? stage.words() : QString();
    fprintf(stderr, "  %s %s\n", outcome.passed ? "done:" : "FAILED:", qPrintable(outcome.words));
    m_outcomes << outcome;
    m_settling = true;
    QTimer::singleShot(600, this, [this] { // the page draws what came last
        if (const QString &picture = m_stages[m_stage].picture; !picture.isEmpty())
            takePicture(picture);
        begin();
    });
}

void DemoPlayer::takePicture(const QString &name)
{
    if (Screenshots::take(m_application, m_folder + "/screenshots"_L1, name))
        m_pictures << name;
}

void DemoPlayer::end()
{
    m_application.showLanguage(u"en"_s); // the report is in one language
    writeReport();
    const bool passed
        = std::all_of(m_outcomes.cbegin(), m_outcomes.cend(), [](const Outcome &outcome) { return outcome.passed; });
    emit finished(passed);
}

void DemoPlayer::writeReport()
{
    demo::Report report;
    report.deployment = m_application.cluster().deployment();
    report.isSimulated = m_application.cluster().isSimulated();
    report.checks = m_application.checks().report();
    report.conversation = m_conversation;
    report.pictures = m_pictures;
    report.tookMs = m_total.elapsed();
    for (const Outcome &outcome : std::as_const(m_outcomes))
        report.rows << demo::Row{outcome.title, outcome.words, outcome.passed, outcome.tookMs};
    QFile file(m_folder + "/report.md"_L1);
    if (file.open(QIODevice::WriteOnly))
        file.write(demo::toMarkdown(report).toUtf8());
}
