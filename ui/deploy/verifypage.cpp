#include "ui/deploy/verifypage.h"

#include "core/base/languages.h"
#include "core/deploy/steprunner.h"
#include "core/engines/recipebook.h"
#include "core/runs/statefile.h"
#include "core/serving/http.h"
#include "core/serving/servingnodes.h"
#include "ui/common/card.h"
#include "ui/common/emptystate.h"
#include "ui/common/focusheir.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/deploy/endpointcard.h"
#include "ui/deploy/findingcard.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

VerifyPage::VerifyPage(Cluster &cluster, Tasks &tasks, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_tasks(tasks)
    , m_title(style::label({}, style::Text::Section))
    , m_subtitle(style::label({}, style::Text::Small))
    , m_run(new QPushButton)
    , m_stop(new QPushButton)
    , m_chat(new QPushButton)
    , m_monitor(new QPushButton)
    , m_empty(new EmptyState)
{
    auto *page = new QVBoxLayout(this);
    style::setMargins(page, 0, 12);
    auto *head = new QHBoxLayout;
    style::setMargins(head, 0, 8);
    auto *words = new QVBoxLayout;
    style::setMargins(words, 0, 4);
    words->addWidget(m_title);
    words->addWidget(m_subtitle);
    head->addLayout(words, 1);
    m_run->setObjectName(u"verify"_s);
    m_stop->setObjectName(u"stopVerify"_s);
    m_chat->setObjectName(u"openChat"_s);
    m_monitor->setObjectName(u"openMonitor"_s);
    style::setKind(m_stop, style::Kind::Danger);
    style::setKind(m_chat, style::Kind::Primary);
    for (QPushButton *one : {m_stop, m_run, m_monitor, m_chat})
        head->addWidget(one);
    page->addLayout(head);

    m_subtitle->setObjectName(u"verifySubtitle"_s);
    m_subtitle->setWordWrap(true);
    m_notice = new QFrame;
    m_notice->setObjectName(u"verifyNotice"_s);
    style::setNotice(m_notice, style::Tone::Warning);
    auto *noticeBox = new QHBoxLayout(m_notice);
    style::setMargins(noticeBox, 12, 8);
    m_noticeText = style::label({});
    m_noticeText->setObjectName(u"verifyNoticeText"_s);
    m_noticeText->setWordWrap(true);
    noticeBox->addWidget(m_noticeText);
    page->addWidget(m_notice);
    auto *content = new QWidget;
    auto *inside = new QVBoxLayout(content);
    style::setMargins(inside, 0, 8);
    m_use = new EndpointCard;
    inside->addWidget(m_use);
    m_findings = new QVBoxLayout;
    style::setMargins(m_findings, 0, 8);
    m_findings->addStretch();
    inside->addLayout(m_findings, 1);
    auto *scroll = style::scrollArea(content);
    // everything in it wraps, is cut with a tool tip, or scrolls by itself
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // beside the sentence that wraps, its wish would be the window's least
    scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_scroll = scroll;
    page->addWidget(m_scroll, 1);
    page->addWidget(m_empty, 1);

    actOncePerDoubleClick({m_run, m_stop});
    connect(m_run, &QPushButton::clicked, this, &VerifyPage::run);
    connect(m_empty, &EmptyState::pressed, this, &VerifyPage::run);
    connect(m_stop, &QPushButton::clicked, this, &VerifyPage::stop);
    connect(m_chat, &QPushButton::clicked, this, [this] { emit chatRequested(m_endpoint.baseUrl); });
    connect(m_monitor, &QPushButton::clicked, this, &VerifyPage::monitorRequested);
    connect(&m_cluster, &Cluster::opened, this, [this] {
        if (!m_running)
            reset();
    });
    connect(&m_cluster, &Cluster::deploymentChanged, this, &VerifyPage::follow);
    connect(&m_cluster, &Cluster::healthChanged, this, &VerifyPage::followNodes);
    m_watch.setSingleShot(true);
    m_watch.setInterval(10'000);
    connect(&m_watch, &QTimer::timeout, this, &VerifyPage::askAgain);
    retranslate();
    showHead();
}

VerifyPage::~VerifyPage()
{
    m_tasks.end(u"verify"_s);
}

void VerifyPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void VerifyPage::retranslate()
{
    style::setIcon(m_run, u"refresh-cw"_s, style::Tint::Text);
    style::setIcon(m_stop, u"square"_s, style::Tint::Danger);
    style::setIcon(m_chat, u"message-square"_s, style::Tint::OnAccent);
    style::setIcon(m_monitor, u"activity"_s, style::Tint::Text);
    m_run->setText(tr("Run again"));
    m_stop->setText(tr("Stop"));
    m_chat->setText(tr("Open chat"));
    m_monitor->setText(tr("Open monitor"));
    m_title->setText(tr("Verify the endpoint"));
    m_empty->setWords(tr("It has not been verified since this deployment was opened."), tr("Ask it now"));
    showCards();
    showHead();
}

void VerifyPage::showCards()
{
    clearCards();
    for (const Finding &finding : m_report.findings + m_report.nodes) {
        if (finding.verdict != Verdict::Pass || finding.nodes.isEmpty()) // of nodes only what is wrong
            addCard(finding);
    }
}

void VerifyPage::reset()
{
    stop();
    m_watch.stop();
    m_report = {};
    m_since = Since::Nothing;
    m_misses = 0;
    m_isBack = false;
    m_without.clear();
    clearCards();
    showHead();
    emit changed();
}

void VerifyPage::clearCards()
{
    while (m_findings->count() > 1) {
        const std::unique_ptr<QLayoutItem> item(m_findings->takeAt(0));
        delete item->widget();
    }
}

void VerifyPage::run()
{
    if (m_running)
        return;
    const Result<Endpoint> asked = meant();
    reset();
    if (!asked) {
        m_subtitle->setText(asked.error().message);
        return;
    }
    m_running = true;
    m_endpoint = *asked;
    m_tasks.show(
        {u"verify"_s, [url = m_endpoint.baseUrl] { return tr("Verify %1").arg(url); }, {}, [this] { stop(); }});
    m_worker.run(this,
        [this, endpoint = m_endpoint, deployment = m_cluster.deployment(), path = m_cluster.path(),
         connections = m_cluster.connections()](Job &job) {
            return verifyService(endpoint, deployment, fileIdentity(deployment, path), connections, job.stop(),
                                 [this, &job](const Finding &finding) {
                                     job.notify([this, finding] { add(finding); });
                                 });
        },
        [this](const VerifyReport &report) {
            m_running = false;
            m_report = report;
            m_endedMs = QDateTime::currentMSecsSinceEpoch();
            m_answeredMs = m_report.passed() ? m_endedMs : 0;
            m_tasks.end(u"verify"_s);
            emit ended();
            if (m_answeredMs > 0)
                emit answered(m_answeredMs);
            follow(); // it may have been edited meanwhile
            m_without = lostNodes();
            if (isLookedAfter())
                m_watch.start();
            if (m_since != Since::Nothing || !m_report.nodes.isEmpty())
                showCards();
            showHead();
            emit changed();
            if (isStanding())
                emit passed(m_endpoint.baseUrl);
        });
    showHead();
    emit changed();
}

void VerifyPage::stop()
{
    m_worker.cancelAll();
}

void VerifyPage::follow()
{
    if (m_report.findings.isEmpty() && !m_running)
        return showHead();
    if (m_running || (m_since != Since::Nothing && m_since != Since::AnotherEndpoint))
        return; // an undo, a run and a silence stay what they are, whatever is typed afterwards
    const Result<Endpoint> now = meant();
    if (!now || *now != m_endpoint)
        return m_since == Since::AnotherEndpoint ? showHead() : outdate(Since::AnotherEndpoint);
    if (m_since == Since::Nothing)
        return showHead();               // the settings may name another one
    m_since = Since::Nothing; // what was changed was put back
    m_misses = 0;
    showCards();
    showHead();
    emit changed();
    askAgain(); // nobody watched it meanwhile
}

void VerifyPage::outdate(Since what)
{
    if (m_since != what || (isWork() && m_workEndedMs > 0)) // else it is said already
        outdate(what, QDateTime::currentMSecsSinceEpoch());
}

bool VerifyPage::isWork() const
{
    return m_since == Since::Undone || m_since == Since::RunBegan || m_since == Since::Stopped;
}

void VerifyPage::outdate(Since what, qint64 sinceMs)
{
    if ((m_report.findings.isEmpty() && !m_running) || what == Since::Nothing
        || (m_since == what && (m_sinceMs == sinceMs || !isWork())))
        return;
    // of answers that still come, too: the last may be on its way when a run begins
    m_since = what;
    m_sinceMs = sinceMs;
    m_workEndedMs = 0;
    if (what != Since::NodeLost)         // that ends in silence, too
        m_watch.stop();
    if (m_running)
        return;
    showCards();
    showHead();
    emit changed();
}

void VerifyPage::noteEnded(qint64 atMs)
{
    if (!isWork() || m_workEndedMs == atMs)
        return;
    m_workEndedMs = atMs;
    showHead();
}

std::optional<EndpointSilence> VerifyPage::silence() const
{
    return m_since == Since::NoAnswer && !m_isBack ? std::optional(EndpointSilence{m_answeredMs, m_sinceMs})
                                                   : std::nullopt;
}

void VerifyPage::hear(const ClusterMonitor &monitor)
{
    if (const std::optional<EndpointSilence> &silence = monitor.endpointSilence();
        silence && isLookedAfter() && silence->noticedMs > m_endedMs) {
        m_silence = monitor.endpointError() ? monitor.endpointError()->message : QString();
        outdate(Since::NoAnswer, silence->noticedMs);
        emit stoppedAnswering();
    }
    m_isBack = m_since == Since::NoAnswer && !m_isRefused && !monitor.endpointSilence()
        && monitor.endpointAnsweredMs() > m_sinceMs;
}

bool VerifyPage::isStanding() const
{
    return !m_running && m_since == Since::Nothing && m_report.passed();
}

bool VerifyPage::isLookedAfter() const
{
    return isStanding() || (!m_running && m_since == Since::NodeLost);
}

// The endpoint may go on answering without a node that its model is on: the process that answers is another one's. Of
// that one's own node only the way to it is lost then.
void VerifyPage::followNodes()
{
    const bool isTold = m_since == Since::NodeLost;
    if (!isLookedAfter())
        return;
    QStringList lost = isTold ? m_lost : QStringList();
    for (const QString &node : lostNodes()) {
        if (!lost.contains(node) && !m_without.contains(node))
            lost << node;
    }
    if (lost.isEmpty())
        return;
    qint64 sinceMs = isTold ? m_sinceMs : m_cluster.now();
    for (const QString &node : isTold ? QStringList() : lost)
        sinceMs = std::min(sinceMs, m_cluster.health(node).whyAtMs);
    const bool isAnother = std::exchange(m_lost, lost) != lost;
    if (!isTold)
        return outdate(Since::NodeLost, sinceMs);
    showHead();                          // one may answer again
    if (isAnother)
        emit changed();
}

QStringList VerifyPage::lostNodes() const
{
    QStringList lost;
    const Node *answering = nodeOfEndpoint(m_served, m_cluster.deployment());
    for (const Node &node : m_cluster.deployment().nodes) {
        if (&node != answering && m_cluster.health(node.name).level == HealthLevel::Lost)
            lost << node.name;
    }
    return lost;
}

void VerifyPage::askAgain()
{
    if (!isLookedAfter() || m_isWatching)
        return;
    m_isWatching = true;
    m_worker.run(
        this,
        [url = m_endpoint.baseUrl + u"/models"_s](Job &job) {
            const EveryLanguage every;
            return httpRequest({.url = url, .timeout = std::chrono::seconds(5)}, job.stop());
        },
        [this](const Result<HttpResponse> &answer) {
            m_isWatching = false;
            if (!isLookedAfter())
                return;
            const bool answers = answer && answer->status == 200;
            m_misses = answers ? 0 : m_misses + 1;
            if (answers) {
                m_answeredMs = QDateTime::currentMSecsSinceEpoch();
                emit answered(m_answeredMs);
            }
            if (m_misses >= 2) { // one may be lost on the way
                m_isRefused = bool(answer);
                m_silence = answer ? u"HTTP %1"_s.arg(answer->status) : answer.error().message;
                outdate(Since::NoAnswer);
                emit stoppedAnswering();
                return;
            }
            m_watch.start();
        });
}

void VerifyPage::setServed(const std::optional<Served> &served)
{
    if (served == m_served)
        return;
    m_served = served;
    follow();
    showHead();
    emit changed();
}

void VerifyPage::setOriginal(const QString &file)
{
    if (std::exchange(m_original, file) != file)
        showHead();
}

Result<Endpoint> VerifyPage::meant() const
{
    const Result<Recipe> recipe = findRecipe(m_cluster.deployment().recipe, dataLanguage());
    if (!recipe)
        return recipe.error();
    return endpointToAsk(m_served, m_cluster.deployment(), *recipe, m_cluster.connections());
}

static QString inWords(const Endpoint &endpoint)
{
    return VerifyPage::tr("%1 with the model %2", "an address").arg(endpoint.baseUrl, endpoint.model);
}

QString VerifyPage::otherOfSettings() const
{
    const Result<Recipe> recipe = findRecipe(m_cluster.deployment().recipe, dataLanguage());
    const std::optional<Endpoint> other
        = recipe ? namedSince(m_served, m_cluster.deployment(), *recipe, m_cluster.connections()) : std::nullopt;
    return other ? inWords(*other) : QString();
}

QString VerifyPage::ofContainers() const
{
    const QStringList nodes = nodesWithoutContainer(m_report);
    return nodes.isEmpty() ? QString()
                           : tr("The service's container does not run on: %1. Not all that the endpoint needs is "
                                "there. What to do stands below.", "nodes")
                                 .arg(nodes.join(u", "_s));
}

QString VerifyPage::ofAnotherEndpoint() const
{
    if (m_served && !isSameService(m_served->endpoint, m_endpoint)) {
        const QString of = inWords(m_served->endpoint);
        return nodeOf(*m_served, m_cluster.deployment())
            ? tr("Asked at %1 was %2. What was run is %3: \"Run again\" asks it.")
                  .arg(format::time(m_endedMs), m_endpoint.baseUrl, of)
            : tr("Asked at %1 was %2. What was run is %3; it was not asked, and may well serve. Put the "
                 "settings back to keep it; a new run ends it and brings up what they say.")
                  .arg(format::time(m_endedMs), m_endpoint.baseUrl, of);
    }
    const QString other = otherOfSettings(), changed = changedSettings();
    if (!m_original.isEmpty()) {
        const QString whose
            = tr("What answers was deployed from %1, not by this deployment.", "a file").arg(m_original);
        if (!other.isEmpty())
            return tr("%1 This deployment's settings name %2, which was not run.",
                      "a sentence before it; an address and a model")
                .arg(whose, other);
        return changed.isEmpty() ? whose
                                 : tr("%1 This deployment has other settings (%2), which were not run.",
                                      "a sentence before it; titles of settings")
                                       .arg(whose, changed);
    }
    if (!other.isEmpty())
        return tr("This is what was run. The settings name %1 since then: a new run ends this service and brings that "
                  "up.")
            .arg(other);
    return changed.isEmpty() ? QString()
                             : tr("This is what was run. Since then other settings were chosen (%1): a new run puts "
                                  "them into effect.")
                                   .arg(changed);
}

// Their titles, a few of them.
QString VerifyPage::changedSettings() const
{
    const Result<Recipe> recipe = findRecipe(m_cluster.deployment().recipe, dataLanguage());
    QStringList titles;
    for (const QString &key : recipe ? changedSince(m_served, m_cluster.deployment(), *recipe) : QStringList()) {
        const auto setting = std::find_if(recipe->settings.cbegin(), recipe->settings.cend(),
                                          [&](const RecipeSetting &one) { return one.key == key; });
        titles << (setting == recipe->settings.cend() ? tr("Recipe") : setting->title);
    }
    return fewOf(titles);
}

void VerifyPage::add(const Finding &finding)
{
    m_report.findings << finding;
    addCard(finding);
    showHead();
}

void VerifyPage::addCard(const Finding &finding)
{
    const auto title = [&] {
        if (finding.check == "verify.ready"_L1)
            return tr("Readiness", "of the service");
        if (finding.check == "verify.models"_L1)
            return tr("It serves the model");
        if (finding.check == "verify.answer"_L1)
            return tr("It answers");
        if (finding.check == "verify.stream"_L1)
            return tr("It streams");
        if (finding.check == "verify.container"_L1)
            return tr("Its container on %1", "the service's").arg(finding.nodes.value(0));
        return tr("Smoke test");
    };
    const QString language = dataLanguage();
    m_findings->insertWidget(m_findings->count() - 1,
                             new FindingCard(title(), told(finding, language), m_since != Since::Nothing));
}

void VerifyPage::showHead()
{
    const FocusHeir heir(this, [this]() -> QWidget * {
        return m_running                                       ? m_stop
            : m_chat->isEnabled() && m_chat->isVisibleTo(this) ? m_chat
            : m_run->isVisibleTo(this)                         ? m_run
                                                               : m_empty->findChild<QPushButton *>();
    });
    const bool any = m_running || !m_report.findings.isEmpty();
    m_empty->setVisible(!any);
    m_scroll->setVisible(any);
    m_run->setVisible(any && !m_running);
    m_stop->setVisible(m_running);
    m_chat->setVisible(any);
    m_monitor->setVisible(any);
    const bool stands = isStanding();
    m_chat->setEnabled(stands);
    m_monitor->setEnabled(any);
    m_use->setVisible(stands);
    if (stands)
        m_use->setEndpoint(m_endpoint);
    const QString then = format::time(m_endedMs), since = format::time(m_sinceMs);
    if (!any)
        m_subtitle->clear();
    else if (m_running)
        m_subtitle->setText(tr("Asked %1 of 5").arg(m_report.findings.size()));
    else
        m_subtitle->setText(m_report.passed() ? tr("Verified at %1: all questions were answered.").arg(then)
                                              : tr("Asked at %1: the endpoint is not ready for users.").arg(then));
    QString other = ofContainers();
    if (other.isEmpty())
        other = ofAnotherEndpoint();
    if (other.isEmpty() && !m_without.isEmpty())
        other = tr("Not reached when it was asked: %1. The endpoint may go on answering, but not all that it needs is "
                   "there.", "nodes")
                    .arg(m_without.join(u", "_s));
    m_notice->setVisible(any && !m_running && (m_since != Since::Nothing || !other.isEmpty()));
    switch (m_since) {
    case Since::Nothing:
        m_noticeText->setText(other);
        break;
    case Since::Undone:
        if (m_workEndedMs > 0) {
            m_noticeText->setText(tr("These answers are from %1. The deployment was undone at %2; the service that "
                                     "they came from is not there any more.")
                                      .arg(then, format::time(m_workEndedMs)));
            break;
        }
        m_noticeText->setText(tr("These answers are from %1. Undo of the deployment began at %2; it ends the service "
                                 "that they came from.")
                                  .arg(then, since));
        break;
    case Since::RunBegan:
        m_noticeText->setText(
            m_workEndedMs > 0
                ? tr("These answers are from %1, before the run that began at %2 and ended at %3. \"Run again\" asks "
                     "what is there now.")
                      .arg(then, since, format::time(m_workEndedMs))
                : tr("These answers are from %1, before the run that began at %2. Once a run has "
                     "come to its end, press \"Run again\".")
                      .arg(then, since));
        break;
    case Since::Stopped:
        m_noticeText->setText(
            m_workEndedMs > 0
                ? tr("These answers are from %1. The service was stopped at %2, on purpose.")
                      .arg(then, format::time(m_workEndedMs))
                : tr("These answers are from %1. A stop of the service that they came from began at %2.")
                      .arg(then, since));
        break;
    case Since::AnotherEndpoint:
        other = ofAnotherEndpoint();
        m_noticeText->setText(
            other.isEmpty() ? tr("These answers are from %1 and came from %2. The settings name another endpoint or "
                                 "model now; a new run ends this service and brings up what they say.")
                                  .arg(then, m_endpoint.baseUrl)
                            : other);
        break;
    case Since::NodeLost: {
        QStringList stillLost;
        for (const QString &node : std::as_const(m_lost)) {
            if (!m_cluster.health(node).answers())
                stillLost << node;
        }
        m_noticeText->setText(
            stillLost.isEmpty()
                ? tr("These answers are from %1. Lost at %2, and answering again: %3. \"Run again\" asks what is "
                     "there now.", "a time, a time, nodes")
                      .arg(then, since, m_lost.join(u", "_s))
                : tr("These answers are from %1. Lost since %2: %3. The endpoint may go on answering, but not all that "
                     "it needs is there.", "a time, a time, nodes")
                      .arg(then, since, stillLost.join(u", "_s)));
        break;
    }
    case Since::NoAnswer:
        m_noticeText->setText(tr("These answers are from %1. At %2 the endpoint did not answer any more: %3")
                                  .arg(then, since, inLanguage(m_silence, dataLanguage())));
        break;
    }
}

std::optional<Look> VerifyPage::look() const
{
    if (m_running)
        return lookOf(StepState::Running);
    if (m_report.findings.isEmpty())
        return std::nullopt;
    // What began may have changed nothing: a run that ended in its first step.
    const QString then = format::time(m_endedMs);
    if (m_since == Since::RunBegan)
        return Look{u"?"_s, m_report.passed() ? tr("Verified at %1, a run began since").arg(then)
                                              : tr("Failed at %1, a run began since").arg(then),
                    style::Tone::Unknown};
    if (m_since == Since::NodeLost) {
        const bool isAway = std::any_of(m_lost.cbegin(), m_lost.cend(), [this](const QString &node) {
            return !m_cluster.health(node).answers();
        });
        return Look{u"!"_s,
                    (isAway ? tr("Verified at %1; lost since: %2", "a time, nodes")
                            : tr("Verified at %1; lost meanwhile, and answering again: %2", "a time, nodes"))
                        .arg(then, m_lost.join(u", "_s)),
                    style::Tone::Warning};
    }
    if (m_since != Since::Nothing)
        return Look{u"?"_s, m_report.passed() ? tr("Verified at %1, not any more").arg(then)
                                              : tr("Failed at %1, of what is not there any more").arg(then),
                    style::Tone::Unknown};
    if (m_report.passed() && !m_original.isEmpty())
        return Look{u"?"_s, tr("Answered at %1 by what was deployed from another file", "a time").arg(then),
                    style::Tone::Unknown};
    if (const QStringList nodes = nodesWithoutContainer(m_report); m_report.passed() && !nodes.isEmpty())
        return Look{u"!"_s,
                    tr("Verified at %1, while its container did not run on: %2", "a time, nodes")
                        .arg(then, nodes.join(u", "_s)),
                    style::Tone::Warning};
    if (m_report.passed() && !m_without.isEmpty())
        return Look{u"!"_s,
                    tr("Verified at %1, while these were not reached: %2", "a time, nodes")
                        .arg(then, m_without.join(u", "_s)),
                    style::Tone::Warning};
    if (m_report.passed() && !otherOfSettings().isEmpty())
        return Look{u"!"_s, tr("Verified at %1, as it was run; the settings name another endpoint since").arg(then),
                    style::Tone::Warning};
    return lookOf(m_report.passed() ? Verdict::Pass : Verdict::Fail);
}
