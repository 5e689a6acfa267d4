#include "ui/deploy/nodesstep.h"

#include "core/base/soon.h"
#include "core/nodes/asking.h"
#include "ui/common/agetick.h"
#include "ui/common/card.h"
#include "ui/common/emptystate.h"
#include "ui/common/icons.h"
#include "ui/common/nodelook.h"
#include "ui/deploy/topologyview.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

using namespace Qt::StringLiterals;

NodesStep::NodesStep(Cluster &cluster, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_title(style::label({}, style::Text::Section))
    , m_subtitle(style::label({}, style::Text::Small))
    , m_ask(new QPushButton)
    , m_edit(new QPushButton)
    , m_empty(new EmptyState)
{
    m_age = new AgeTick(this, [this] { showAges(); });
    auto *page = new QVBoxLayout(this);
    style::setMargins(page, 0, 12);
    auto *head = new QHBoxLayout;
    style::setMargins(head, 0, 8);
    auto *words = new QVBoxLayout;
    style::setMargins(words, 0, 4);
    words->addWidget(m_title);
    words->addWidget(m_subtitle);
    head->addLayout(words, 1);
    m_ask->setObjectName(u"askNodes"_s);
    m_edit->setObjectName(u"editNodes"_s);
    head->addWidget(m_ask);
    head->addWidget(m_edit);
    page->addLayout(head);
    m_openEnd = new QFrame;
    m_openEnd->setObjectName(u"openEnd"_s);
    style::setNotice(m_openEnd, style::Tone::Warning);
    m_openEndText = style::label({});
    m_openEndText->setObjectName(u"openEndText"_s);
    m_openEndText->setWordWrap(true);
    m_showRun = new QPushButton;
    m_showRun->setObjectName(u"showRun"_s);
    auto *openEnd = new QHBoxLayout(m_openEnd);
    style::setMargins(openEnd, 12, 8);
    openEnd->addWidget(m_openEndText, 1);
    openEnd->addWidget(m_showRun, 0, Qt::AlignTop);
    m_openEnd->hide();
    connect(m_showRun, &QPushButton::clicked, this, &NodesStep::runRequested);
    page->addWidget(m_openEnd);
    auto *card = new Card(nullptr, 0);
    auto *inside = new QWidget;
    m_box = new QVBoxLayout(inside);
    style::setMargins(m_box, 0, 0);
    card->box()->addWidget(style::scrollArea(inside));
    m_list = card;
    page->addWidget(card, 1);
    page->addWidget(m_empty, 1);

    connect(m_ask, &QPushButton::clicked, this, [this] { m_cluster.inspect(); });
    connect(m_edit, &QPushButton::clicked, this, &NodesStep::nodesRequested);
    connect(m_empty, &EmptyState::pressed, this, &NodesStep::nodesRequested);
    connect(&m_cluster, &Cluster::deploymentChanged, this, &NodesStep::rebuild);
    auto *soon = new Soon(this, [this] { refresh(); });
    connect(&m_cluster, &Cluster::healthChanged, soon, [soon] { (*soon)(); });
    connect(&m_cluster, &Cluster::factsChanged, soon, [soon] { (*soon)(); });
    retranslate();
}

void NodesStep::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void NodesStep::retranslate()
{
    m_title->setText(tr("Nodes of this deployment"));
    m_edit->setText(tr("Edit nodes"));
    m_showRun->setText(tr("Show the run"));
    style::setIcon(m_ask, u"refresh-cw"_s, style::Tint::Text);
    style::setIcon(m_edit, u"server"_s, style::Tint::Text);
    m_empty->setWords(tr("Add the machines to deploy to."), tr("Add nodes"));
    rebuild();
}

void NodesStep::setOpenEnd(const QString &words)
{
    m_openEndText->setText(words);
    m_openEnd->setVisible(!words.isEmpty());
}

void NodesStep::rebuild()
{
    m_rows.clear();
    while (QLayoutItem *item = m_box->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        auto *line = new QWidget;
        line->setMinimumHeight(52);
        auto *row = new QHBoxLayout(line);
        style::setMargins(row, 12, 12);
        auto *names = new QVBoxLayout;
        style::setMargins(names, 0, 0);
        names->addWidget(style::label(nodes[i].name, style::Text::Strong));
        Row entry{nodes[i].name, new Badge, style::label({}, style::Text::Second),
                  style::label({}, style::Text::Small)};
        entry.part->setObjectName(u"part-"_s + nodes[i].name);
        names->addWidget(entry.part);
        entry.facts->setWordWrap(true);  // why a node is faulty is a sentence
        entry.facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row->addLayout(names);
        row->addWidget(entry.facts, 1);
        row->addWidget(entry.badge);
        m_box->addWidget(line);
        m_box->addWidget(style::horizontalLine());
        m_rows << entry;
    }
    m_box->addStretch();
    m_list->setVisible(!nodes.isEmpty());
    m_ask->setVisible(!nodes.isEmpty());
    m_empty->setVisible(nodes.isEmpty());
    showParts();
    refresh();
}

void NodesStep::setDrawn(const Layout &layout)
{
    m_layout = layout;
    showParts();
}

void NodesStep::showParts()
{
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    for (qsizetype i = 0; i < std::min(nodes.size(), m_rows.size()); ++i) {
        QStringList words{nodes[i].transport == Transport::Local ? tr("on this machine") : nodes[i].host};
        const auto laid = std::find_if(m_layout.nodes.cbegin(), m_layout.nodes.cend(),
                                       [&](const LaidNode &node) { return node.name == nodes[i].name; });
        if (nodes.size() > 1 && laid != m_layout.nodes.cend()) // one alone does all
            words << TopologyView::taskOf(*laid);
        words.removeAll(QString());
        m_rows[i].part->setText(words.join(u" · "_s));
    }
}

void NodesStep::refresh()
{
    for (const Row &row : std::as_const(m_rows)) {
        const NodeHealth health = m_cluster.health(row.node);
        row.badge->setLook(lookOf(health));
        const std::optional<NodeFacts> facts = m_cluster.facts(row.node);
        QString words = health.level == HealthLevel::NeedsAnswer ? QString() : health.why; // questions are asked above
        if (!health.further.isEmpty())
            words += u'\n' + furtherWords(health);
        if (words.isEmpty() && facts && facts->reachable) {
            const QString chip
                = facts->npuSmi && !facts->npuSmi->chips.isEmpty() ? facts->npuSmi->chips.first().name : QString();
            words = tr("%1 × %2, driver %3")
                        .arg(facts->deviceIds.size())
                        .arg(chip.isEmpty() ? tr("NPU") : chip,
                             facts->driverVersion.isEmpty() ? u"–"_s : facts->driverVersion);
        }
        row.facts->setText(words);
    }
    const QString reachable = reachableWords(m_cluster);
    m_subtitle->setText(m_rows.isEmpty()          ? QString()
                            : reachable.isEmpty() ? tr("not asked yet")
                                                  : reachable);
    m_ask->setText(reachable.isEmpty() ? tr("Ask") : tr("Ask again"));
    showAges();
    emit changed();
}

void NodesStep::showAges()
{
    QList<qint64> ages;
    for (const Row &row : std::as_const(m_rows)) {
        const NodeHealth health = m_cluster.health(row.node);
        row.badge->setAccessibleName(healthLine(health, m_cluster.now()));
        row.badge->setToolTip(healthToolTip(row.node, health, m_cluster.now()));
        ages << health.atMs << (health.why.isEmpty() ? 0 : health.whyAtMs);
    }
    m_age->follow(ages, m_cluster.now());
}

std::optional<Look> NodesStep::look() const
{
    if (m_rows.isEmpty())
        return std::nullopt;
    std::optional<NodeHealth> worst;
    for (const Row &row : m_rows) {
        const NodeHealth health = m_cluster.health(row.node);
        if (health.isAsking || health.isStale || health.level == HealthLevel::Unknown)
            return std::nullopt; // not known now: no mark
        if (!worst || health.level > worst->level)
            worst = health;
    }
    return lookOf(*worst);
}
