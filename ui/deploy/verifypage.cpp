#include "ui/deploy/verifypage.h"

#include "core/base/languages.h"
#include "ui/common/card.h"
#include "ui/common/emptystate.h"
#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/deploy/findingcard.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

using namespace Qt::StringLiterals;

VerifyPage::VerifyPage(Cluster &cluster, Undertakings &undertakings, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_undertakings(undertakings)
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

    auto *content = new QWidget;
    m_findings = new QVBoxLayout(content);
    style::setMargins(m_findings, 0, 8);
    m_findings->addStretch();
    m_scroll = style::scrollArea(content);
    page->addWidget(m_scroll, 1);
    page->addWidget(m_empty, 1);

    actOncePerDoubleClick({m_run, m_stop});
    connect(m_run, &QPushButton::clicked, this, &VerifyPage::run);
    connect(m_empty, &EmptyState::pressed, this, &VerifyPage::run);
    connect(m_stop, &QPushButton::clicked, this, &VerifyPage::stop);
    connect(m_chat, &QPushButton::clicked, this, [this] { emit chatRequested(m_baseUrl); });
    connect(m_monitor, &QPushButton::clicked, this, &VerifyPage::monitorRequested);
    connect(&m_cluster, &Cluster::deploymentChanged, this, &VerifyPage::reset);
    retranslate();
    showHead();
}

VerifyPage::~VerifyPage()
{
    m_undertakings.end(u"verify"_s);
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
    m_empty->setWords(tr("The endpoint has not been asked yet."), tr("Ask it now"));
    clearCards();
    for (const Finding &finding : std::as_const(m_report.findings))
        addCard(finding);
    showHead();
}

void VerifyPage::reset()
{
    stop();
    m_report = {};
    clearCards();
    showHead();
    emit changed();
}

void VerifyPage::clearCards()
{
    while (m_findings->count() > 1)
        delete m_findings->takeAt(0)->widget();
}

void VerifyPage::run()
{
    if (m_running)
        return;
    const QString language = dataLanguage();
    const Result<Recipe> recipe = findRecipe(m_cluster.deployment().recipe, language);
    reset();
    if (!recipe) {
        m_subtitle->setText(recipe.error().message);
        return;
    }
    m_running = true;
    const Endpoint endpoint = endpointOf(m_cluster.deployment(), *recipe, m_cluster.connections());
    m_baseUrl = endpoint.baseUrl;
    m_undertakings.show({u"verify"_s, tr("Verify %1").arg(endpoint.baseUrl), {}, [this] { stop(); }});
    m_worker.run(this,
        [this, endpoint](Job &job) {
            return verifyEndpoint(endpoint, job.stop(), [this, &job](const Finding &finding) {
                job.notify([this, finding] { add(finding); });
            });
        },
        [this](const VerifyReport &report) {
            m_running = false;
            m_report = report;
            m_undertakings.end(u"verify"_s);
            showHead();
            emit changed();
        });
    showHead();
    emit changed();
}

void VerifyPage::stop()
{
    m_worker.cancelAll();
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
            return tr("The service is ready");
        if (finding.check == "verify.models"_L1)
            return tr("It serves the model");
        if (finding.check == "verify.answer"_L1)
            return tr("It answers");
        if (finding.check == "verify.stream"_L1)
            return tr("It streams");
        return tr("Smoke test of the guide, corrected");
    };
    const QString language = dataLanguage();
    m_findings->insertWidget(m_findings->count() - 1, new FindingCard(title(), told(finding, language)));
}

void VerifyPage::showHead()
{
    const bool any = m_running || !m_report.findings.isEmpty();
    m_empty->setVisible(!any);
    m_scroll->setVisible(any);
    m_run->setVisible(any && !m_running);
    m_stop->setVisible(m_running);
    m_chat->setVisible(any);
    m_monitor->setVisible(any);
    const bool passed = !m_running && m_report.passed();
    m_chat->setEnabled(passed);
    m_monitor->setEnabled(any);
    if (!any)
        m_subtitle->clear();
    else if (m_running)
        m_subtitle->setText(tr("Asked %1 of 5").arg(m_report.findings.size()));
    else
        m_subtitle->setText(passed ? tr("All questions were answered.") : tr("The endpoint is not ready for users."));
}

std::optional<Look> VerifyPage::look() const
{
    if (m_running)
        return lookOf(StepState::Running);
    if (m_report.findings.isEmpty())
        return std::nullopt;
    return lookOf(m_report.passed() ? Verdict::Pass : Verdict::Fail);
}
