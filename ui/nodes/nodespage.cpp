#include "ui/nodes/nodespage.h"

#include "core/base/plaintext.h"
#include "core/base/soon.h"
#include "core/nodes/asking.h"
#include "core/nodes/samemachine.h"
#include "ui/common/agetick.h"
#include "ui/common/card.h"
#include "ui/common/datatable.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/seenstack.h"
#include "ui/common/style.h"
#include "ui/common/undobar.h"
#include "ui/monitor/figures.h"
#include "ui/nodes/adoptpane.h"
#include "ui/nodes/driverpane.h"
#include "ui/nodes/factspanel.h"
#include "ui/nodes/nodeform.h"
#include "ui/nodes/removalbar.h"
#include "ui/nodes/sshimport.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

QString freeName(const QString &stem, const QList<Node> &nodes)
{
    for (int number = int(nodes.size()) + 1;; ++number) {
        const QString name = stem + QString::number(number);
        if (std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &node) { return node.name == name; }))
            return name;
    }
}

bool isWatched(const ClusterMonitor &monitor, const QString &node)
{
    const QList<ChipNow> chips = chipsNow(monitor);
    return std::any_of(chips.cbegin(), chips.cend(),
                       [&node](const ChipNow &chip) { return chip.node == node && !chip.isStale; });
}

// The monitor's figures of the chips of `node`, all of one reading; returns when those that now stand there were read.
qint64 takeNewerFigures(QList<NpuChip> &chips, const QString &node, const ClusterMonitor &monitor, qint64 factsMs)
{
    QHash<QString, ChipNow> newer;
    qint64 atMs = factsMs;
    for (const ChipNow &chip : chipsNow(monitor)) {
        if (chip.node == node && !chip.isStale && chip.timeMs > factsMs) {
            newer.insert(chip.device, chip);
            atMs = chip.timeMs;
        }
    }
    if (newer.isEmpty() || !std::all_of(chips.cbegin(), chips.cend(), [&](const NpuChip &chip) {
            return newer.contains(npuAndChip(chip));
        }))
        return factsMs;                  // one time for all of them, or the older one
    const auto take = [](auto &field, double value) {
        using Number = typename std::remove_reference_t<decltype(field)>::value_type;
        field = std::isnan(value) ? std::nullopt : std::optional<Number>(Number(value));
    };
    for (NpuChip &chip : chips) {
        const ChipNow now = newer.value(npuAndChip(chip));
        if (!now.health.isEmpty())       // words that the monitor does not know stay as they were said
            chip.health = now.health;
        take(chip.powerWatts, now.powerWatts);
        take(chip.temperatureC, now.temperatureC);
        take(chip.aiCorePercent, now.utilization);
        take(chip.hbmTotalMb ? chip.hbmUsedMb : chip.memoryUsedMb, now.memoryUsedMb);
    }
    return atMs;
}

// Of the ports the monitor asks in rounds of their own: each link as it was told last.
qint64 takeNewerLinks(NodeFacts &facts, const QString &node, const ClusterMonitor &monitor, qint64 factsMs)
{
    qint64 atMs = factsMs;
    const QList<NpuChip> &chips = facts.npuSmi->chips;
    for (qsizetype row = 0; row < chips.size(); ++row) {
        const std::optional<Sample> up = monitor.history().last({node, npuAndChip(chips[row]), u"npu.link.up"_s});
        if (!up || up->timeMs <= factsMs || std::isnan(up->value))
            continue;
        const int device = chips[row].deviceId.value_or(facts.deviceIds.value(row, -1));
        for (HccnFacts &card : facts.hccn) {
            if (card.deviceId != device)
                continue;
            card.link = up->value > 0 ? u"UP"_s : u"DOWN"_s;
            atMs = std::max(atMs, up->timeMs);
        }
    }
    return atMs;
}

} // namespace

NodesPage::NodesPage(Cluster &cluster, QWidget *parent)
    : QWidget(parent), m_cluster(cluster), m_nodes(cluster)
{
    setObjectName(u"nodesPage"_s);
    m_title = style::label({}, style::Text::Title, this);
    m_nameLabel = style::label({}, style::Text::Second, this);
    m_name = new QLineEdit(this);
    m_name->setObjectName(u"deploymentNameEdit"_s);
    m_name->setMaximumWidth(280);
    m_nameLabel->setBuddy(m_name);
    m_inspect = new QPushButton(this);
    style::setIcon(m_inspect, u"refresh-cw"_s);
    m_inspect->setObjectName(u"inspectAll"_s);
    m_driver = new QPushButton(this);
    style::setIcon(m_driver, u"download"_s);
    m_driver->setObjectName(u"driverOpen"_s);
    m_driver->hide();
    m_adopt = new QPushButton(this);
    style::setIcon(m_adopt, u"search"_s);
    m_adopt->setObjectName(u"adoptOpen"_s);
    m_adopt->hide();
    m_add = new QPushButton(this);
    style::setIcon(m_add, u"plus"_s, style::Tint::OnAccent);
    m_add->setObjectName(u"addNode"_s);
    style::setKind(m_add, style::Kind::Primary);

    m_undoBar = new UndoBar(this);
    m_removal = new RemovalBar(this);
    connect(m_removal, &RemovalBar::undoRequested, this, [this] {
        m_removal->clear();
        emit undoRequested();
    });
    connect(m_removal, &RemovalBar::removeRequested, this, &NodesPage::removeNow);
    connect(m_removal, &RemovalBar::kept, this, [this] {
        m_removal->clear();
        m_table->setFocus();
    });

    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_title);
    head->addSpacing(style::margin);
    head->addWidget(m_nameLabel);
    head->addWidget(m_name, 4);
    head->addStretch(1);
    head->addWidget(m_adopt);
    head->addWidget(m_driver);
    head->addWidget(m_inspect);
    head->addWidget(m_add);

    auto *splitter = style::splitter(Qt::Horizontal, u"nodesSplitter"_s, {makeTableCard(), makeSide()}, this);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({744, 320});

    m_whole = new SeenStack(this);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_whole);
    auto *nodes = new QWidget(this);
    m_whole->addWidget(nodes);
    auto *box = new QVBoxLayout(nodes);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_undoBar);
    box->addWidget(m_removal);
    box->addWidget(splitter, 1);

    m_askAll = new QAction(this);
    m_askAll->setShortcut(QKeySequence(Qt::Key_F5));
    m_askAll->setAutoRepeat(false);
    addAction(m_askAll);
    connect(m_askAll, &QAction::triggered, this, &NodesPage::inspectAll);
    connect(m_inspect, &QPushButton::clicked, this, &NodesPage::inspectAll);
    connect(m_driver, &QPushButton::clicked, this, &NodesPage::showDriver);
    connect(m_add, &QPushButton::clicked, this, &NodesPage::addNode);
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        Deployment deployment = m_cluster.deployment();
        deployment.name = m_name->text().trimmed();
        m_cluster.edit(deployment);
    });
    auto *soon = new Soon(this, [this] { refresh(); });
    connect(&cluster, &Cluster::deploymentChanged, this, [this, soon] {
        if (!m_name->hasFocus() || m_name->text() != m_cluster.deployment().name)
            m_name->setText(m_cluster.deployment().name);
        choose(m_nodes.rowOf(m_shown) >= 0 ? m_shown : m_nodes.nodeAt(0));
        followDeployment();
        if (isVisible())
            refresh();
        else                             // a setting was typed on another page
            (*soon)();
    });
    connect(&cluster, &Cluster::opened, this, [this] {
        m_whole->setCurrentIndex(0);
        m_removal->clear();
        m_undoBar->clear();
        if (m_side->currentIndex() != 0)
            hideForm();
    });
    connect(&cluster, &Cluster::factsChanged, this,
            [this](const QString &node) { m_factsAt.insert(node, m_cluster.now()); });
    connect(&cluster, &Cluster::factsChanged, soon, [soon] { (*soon)(); });
    connect(&cluster, &Cluster::healthChanged, soon, [soon] { (*soon)(); });
    connect(&cluster, &Cluster::nodeChanged, soon, [soon] { (*soon)(); });
    m_name->setText(cluster.deployment().name);
    setFocusProxy(firstStop());
    retranslate();
    choose(m_nodes.nodeAt(0));
}

QWidget *NodesPage::makeTableCard()
{
    m_table = new DataTable(&m_nodes, this);
    m_table->setObjectName(u"nodesTable"_s);
    m_chipTable = new DataTable(&m_chips, this, 28);
    m_chipTable->setObjectName(u"chipTable"_s);
    m_empty = new EmptyState(this);
    m_noChips = new EmptyState(this);
    // what is left out stands in the tool tips
    m_table->setGivingWay({NodeModel::Engine, NodeModel::Auth, NodeModel::User, NodeModel::Driver});
    m_chipTable->setGivingWay({ChipModel::Name, ChipModel::Device, ChipModel::AiCore, ChipModel::Address,
                               ChipModel::Power});
    m_chipsTitle = new ElidedLabel(this); // a name may be long
    style::setText(m_chipsTitle, style::Text::Section);
    m_figuresTime = style::label({}, style::Text::Small, this);
    m_figuresTime->setWordWrap(true);
    m_figuresTime->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_figuresTime->setObjectName(u"figuresTime"_s);

    const auto tool = [this](const QString &name, const QString &icon) {
        auto *button = new QPushButton(this);
        style::setIcon(button, icon);
        button->setObjectName(name);
        style::setKind(button, style::Kind::Quiet);
        return button;
    };
    m_edit = tool(u"editNode"_s, u"pencil"_s);
    m_duplicate = tool(u"duplicateNode"_s, u"copy"_s);
    m_up = tool(u"moveUp"_s, u"arrow-up"_s);
    m_remove = tool(u"removeNode"_s, u"trash-2"_s);
    auto *tools = new QHBoxLayout;
    tools->setContentsMargins(style::grid * 2, style::grid, style::grid * 2, style::grid);
    for (QPushButton *button : {m_edit, m_duplicate, m_up, m_remove})
        tools->addWidget(button);
    tools->addStretch();

    auto *nodesCard = new Card(this, 0);
    nodesCard->box()->addWidget(m_table, 1);
    nodesCard->box()->addWidget(style::horizontalLine(nodesCard));
    nodesCard->box()->addLayout(tools);
    auto *chipsCard = new Card(this, 0);
    auto *chipsHead = new QHBoxLayout;
    chipsHead->setContentsMargins(style::grid * 3, style::grid * 2, style::grid * 3, style::grid * 2);
    chipsHead->setSpacing(style::margin);
    chipsHead->addWidget(m_chipsTitle);
    chipsHead->addWidget(m_figuresTime, 1);
    chipsCard->box()->addLayout(chipsHead);
    chipsCard->box()->addWidget(style::horizontalLine(chipsCard));
    auto *chipStack = new QStackedWidget(chipsCard);
    chipStack->setObjectName(u"chipStack"_s);
    chipStack->addWidget(m_noChips);
    chipStack->addWidget(m_chipTable);
    chipsCard->box()->addWidget(chipStack, 1);

    auto *column = style::splitter(Qt::Vertical, u"chipsSplitter"_s, {nodesCard, chipsCard}, this);
    column->setSizes({260, 360});
    auto *emptyCard = new Card(this, 0);
    emptyCard->box()->addWidget(m_empty);
    m_stack = new QStackedWidget(this);
    m_stack->setMinimumWidth(360);
    m_stack->addWidget(emptyCard);
    m_stack->addWidget(column);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (current.isValid())
                    m_shown = m_nodes.nodeAt(current.row());
                if (current.isValid() && m_shown != m_removal->node())
                    m_removal->clear();
                if (current.isValid())
                    leaveForm();
                refresh();
            });
    connect(m_table, &QTableView::activated, this, &NodesPage::editNode);
    connect(m_empty, &EmptyState::pressed, this, &NodesPage::addNode);
    connect(m_noChips, &EmptyState::pressed, this, [this] { m_cluster.inspect(chosen()); });
    connect(m_edit, &QPushButton::clicked, this, &NodesPage::editNode);
    connect(m_duplicate, &QPushButton::clicked, this, &NodesPage::duplicateNode);
    connect(m_up, &QPushButton::clicked, this, &NodesPage::moveUp);
    connect(m_remove, &QPushButton::clicked, this, &NodesPage::removeNode);
    return m_stack;
}

QWidget *NodesPage::makeSide()
{
    m_facts = new FactsPanel(this);
    m_age = new AgeTick(m_facts, [this] {
        m_facts->setHealth(m_cluster.health(chosen()), m_cluster.now());
        followAge(m_cluster.health(chosen()));
    });
    m_form = new NodeForm(m_cluster.connections(), this);
    m_side = new QStackedWidget(this);
    m_import = new SshImport(m_cluster.connections(), this);
    for (QWidget *panel :
         {static_cast<QWidget *>(m_facts), static_cast<QWidget *>(m_form), static_cast<QWidget *>(m_import)}) {
        panel->setContentsMargins(style::margin, style::margin, style::margin, style::margin);
        QScrollArea *scroll = style::scrollArea(panel, this);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_side->addWidget(scroll);
    }
    auto *card = new Card(this, 0);
    card->setMinimumWidth(320);
    card->box()->addWidget(m_side);
    connect(m_facts, &FactsPanel::askRequested, this, [this](const QString &node) { m_cluster.inspect(node); });
    connect(m_form, &NodeForm::accepted, this, &NodesPage::takeNode);
    connect(m_form, &NodeForm::canceled, this, &NodesPage::hideForm);
    connect(m_form, &NodeForm::importRequested, this, &NodesPage::showImport);
    connect(m_import, &SshImport::accepted, this, &NodesPage::takeNodes);
    connect(m_import, &SshImport::canceled, this, &NodesPage::hideForm);
    connect(m_form, &NodeForm::questionRaised, this, &NodesPage::questionRaised);
    connect(m_form, &NodeForm::questionDropped, this, &NodesPage::questionDropped);
    connect(m_form, &NodeForm::tested, this, [this] { m_testedMs = m_cluster.now(); });
    return card;
}

void NodesPage::setDriverPane(DriverPane *pane)
{
    m_driverPane = pane;
    m_whole->addWidget(pane);
    m_driver->show();
    connect(pane, &DriverPane::closed, this, [this] {
        m_whole->setCurrentIndex(0);
        m_driver->setFocus();
    });
}

void NodesPage::showDriver()
{
    if (!m_driverPane || !takeForm())
        return;
    m_whole->setCurrentWidget(m_driverPane);
    m_driverPane->begin();
}

void NodesPage::setAdoptPane(AdoptPane *pane)
{
    m_adoptPane = pane;
    m_whole->addWidget(pane);
    m_adopt->show();
    connect(pane, &AdoptPane::closed, this, [this] {
        m_whole->setCurrentIndex(0);
        m_adopt->setFocus();
    });
    connect(pane, &AdoptPane::takenOver, this, [this](const Deployment &before) {
        m_whole->setCurrentIndex(0);
        m_beforeAdopt = before;
        m_removed.clear();
        m_undoBar->offer(adoptedWords(), [this] {
            Deployment back = m_cluster.deployment(); // what else was changed since stays
            back.recipe = m_beforeAdopt.recipe;
            back.settings = m_beforeAdopt.settings;
            if (std::is_permutation(back.nodes.cbegin(), back.nodes.cend(), m_beforeAdopt.nodes.cbegin(),
                                    m_beforeAdopt.nodes.cend()))
                back.nodes = m_beforeAdopt.nodes;
            m_cluster.edit(back);
        });
        m_table->setFocus();
    });
    connect(m_adopt, &QPushButton::clicked, this, &NodesPage::showAdopt);
}

void NodesPage::showAdopt()
{
    if (!m_adoptPane || !takeForm())
        return;
    m_whole->setCurrentWidget(m_adoptPane);
    m_adoptPane->begin();
    m_adoptPane->setFocus();
}

QString NodesPage::adoptedWords() const
{
    return tr("Recipe %1 and what was found of its settings are the deployment's now.")
        .arg(m_cluster.deployment().recipe);
}

void NodesPage::setStart(QWidget *start)
{
    m_empty->parentWidget()->layout()->addWidget(start);
    m_empty->parentWidget()->layout()->setAlignment(start, Qt::AlignHCenter);
}

QString NodesPage::chosen() const
{
    return m_nodes.nodeAt(m_table->currentIndex().row());
}

void NodesPage::choose(const QString &node)
{
    const int row = m_nodes.rowOf(node);
    if (row >= 0)
        m_table->selectRow(row);
}

void NodesPage::inspectAll()
{
    m_cluster.inspect();
}

void NodesPage::answered(const QStringList &nodes)
{
    m_form->answered(nodes);
    if (m_driverPane)
        m_driverPane->answered(nodes);
    if (m_adoptPane)
        m_adoptPane->answered();
}

void NodesPage::declined(const QStringList &nodes)
{
    m_form->declined(nodes);
}

void NodesPage::lookForTwins()
{
    m_reader.cancelAll();
    m_reader.run(
        this,
        [nodes = m_cluster.deployment().nodes, connections = m_cluster.connections()](Job &job) {
            return std::pair(job.stop().stop_requested() ? QHash<QString, QStringList>()
                                                         : nodesOfOneMachine(nodes, connections),
                             nodes);
        },
        [this](const std::pair<QHash<QString, QStringList>, QList<Node>> &found) {
            if (found.second != m_cluster.deployment().nodes)
                return;
            m_nodes.setTwins(found.first);
            m_table->fitColumns();
        });
}

void NodesPage::followDeployment()
{
    setFocusProxy(firstStop());
    lookForTwins();
    if (m_nodes.rowOf(m_removal->node()) < 0)
        m_removal->clear();
    const bool isGone = !m_editing.isEmpty() && m_nodes.rowOf(m_editing) < 0;
    if (m_side->currentIndex() != 0 && isGone)
        hideForm();
}

void NodesPage::leaveForm()
{
    if (m_side->currentIndex() != 1)
        return;
    const QString name = chosen();
    if (name == m_formBeside)
        m_form->setOtherChosen({});
    else if (m_form->isChanged())
        m_form->setOtherChosen(name); // what was typed is not thrown away by a click in the list
    else
        hideForm();
}

// What is being typed ends while there is somebody to hear it: QWidget hides itself, and takes the focus, when we are
// gone.
NodesPage::~NodesPage() { hide(); }

void NodesPage::refresh()
{
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    m_stack->setCurrentIndex(nodes.isEmpty() ? 0 : 1);
    m_side->parentWidget()->setVisible(!nodes.isEmpty() || m_side->currentIndex() == 1);
    refreshButtons();
    m_table->fitColumns();
    const QString name = chosen();
    const int row = m_nodes.rowOf(name);
    if (row < 0 || row >= nodes.size())
        return;
    const std::optional<NodeFacts> facts = m_cluster.facts(name);
    const NodeHealth health = m_cluster.health(name);
    m_facts->setNode(nodes[row], health, m_cluster.now(), facts, m_factsAt.value(name), m_cluster.lastChange(name));
    followAge(health);
    refreshFigures();
    m_chipTable->fitColumns();
    m_chipsTitle->setText(tr("Chips of %1").arg(name));
    m_chipsTitle->setMinimumWidth(std::min(m_chipsTitle->sizeHint().width(), 160)); // before the time beside it
    const bool hasChips = m_chips.rowCount() > 0;
    auto *chipStack = findChild<QStackedWidget *>(u"chipStack"_s);
    chipStack->setCurrentIndex(hasChips ? 1 : 0);
    // Told of none, could not be asked, never asked: three things.
    QString noChips = tr("%1 has not been asked yet.").arg(name);
    if (m_cluster.state(name) == NodeState::Connecting)
        noChips = tr("%1 is being asked for its chips.").arg(name);
    else if (health.isDeclined)
        noChips = tr("The chips of %1 are not known: nobody logged in.").arg(name);
    else if (health.level == HealthLevel::Lost && facts && facts->reachable) // when it was asked; not now
        noChips = tr("The chips of %1 are not known: the node could not be asked.").arg(name);
    else if (facts && facts->errors.contains(u"npu-smi"_s))
        noChips = tr("The chips of %1 are not known: %2").arg(name, facts->errors.value(u"npu-smi"_s).message);
    else if (facts && facts->reachable)
        noChips = tr("npu-smi told of no chips on %1.").arg(name);
    else if (facts && facts->error)
        noChips = isDamagedHostKey(*facts->error)
            ? tr("The chips of %1 are not known: %2").arg(name, unnamedIn(*facts->error, dataLanguage()))
            : isChangedHostKey(*facts->error) && health.answers()
            ? tr("The chips of %1 are not known: it answers over a connection that was made before, but its host key "
                 "changed, and no new one is made. Find out why; if the new key is right, remove the old one on a "
                 "command line, then ask again: %2",
                 "a node; a command")
                  .arg(name, facts->error->facts.value(u"removal"_s))
            : isChangedHostKey(*facts->error)
            ? tr("The chips of %1 are not known: its host key changed, and nobody logged in. Find out why; if the new "
                 "key is right, remove the old one on a command line, then ask again: %2",
                 "a node; a command")
                  .arg(name, facts->error->facts.value(u"removal"_s))
            : isQuestion(*facts->error)
            ? tr("The chips of %1 are not known yet: its host key or its login waits for an answer.").arg(name)
            : health.answers()
            ? tr("The chips of %1 are not known: it answers, but its facts could not be read.").arg(name)
            : tr("The chips of %1 are not known: the node could not be asked.").arg(name); // why stands beside it
    else if (health.atMs > 0)
        noChips = m_monitor && isWatched(*m_monitor, name)
            ? tr("%1 has not been asked for its facts yet. What is read of its chips meanwhile is on page \"Monitor\".")
                  .arg(name)
            : tr("%1 has not been asked for its chips yet.").arg(name);
    m_noChips->setWords(noChips,
                        m_cluster.state(name) == NodeState::Connecting          ? QString()
                            : facts || health.level == HealthLevel::NeedsAnswer ? tr("Ask again")
                                                                                : tr("Ask the node"));
}

void NodesPage::followAge(const NodeHealth &health)
{
    m_age->follow({health.atMs, health.why.isEmpty() ? 0 : health.whyAtMs}, m_cluster.now());
}

void NodesPage::follow(const ClusterMonitor &monitor)
{
    m_monitor = &monitor;
    connect(&monitor, &ClusterMonitor::updated, this, [this] {
        if (!isVisible())
            return;
        refreshFigures();
        m_chipTable->widenColumns();
    });
}

void NodesPage::refreshFigures()
{
    const QString name = chosen();
    std::optional<NodeFacts> facts = m_cluster.facts(name);
    const qint64 factsMs = m_factsAt.value(name);
    qint64 atMs = factsMs;
    qint64 linksMs = factsMs;
    if (m_monitor && facts && facts->npuSmi) {
        atMs = takeNewerFigures(facts->npuSmi->chips, name, *m_monitor, factsMs);
        linksMs = takeNewerLinks(*facts, name, *m_monitor, factsMs);
    }
    const bool isPast = m_cluster.health(name).isCutOff();
    m_chips.setFacts(facts, isPast);
    const QString time = format::timeAt(atMs, m_cluster.now()), linksTime = format::timeAt(linksMs, m_cluster.now()),
                  factsTime = format::timeAt(factsMs, m_cluster.now());
    m_figuresTime->setText(m_chips.rowCount() == 0 || atMs == 0 ? QString()
                           : isPast ? tr("%1 does not answer. Figures from %2", "a node, a time")
                                          .arg(withoutControls(name), time)
                           // what the monitor does not ask for stays as the facts have it
                           : linksTime != factsTime && factsMs > 0
                           ? tr("Figures from %1, link from %2, card address from %3", "three times")
                                 .arg(time, linksTime, factsTime)
                           : time != factsTime && factsMs > 0
                           ? tr("Figures from %1, card address and link from %2", "two times").arg(time, factsTime)
                           : tr("Figures from %1", "a time").arg(time));
}

void NodesPage::refreshButtons()
{
    const int row = m_table->currentIndex().row();
    for (QPushButton *button : {m_edit, m_duplicate, m_remove})
        button->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_inspect->setEnabled(m_nodes.rowCount() > 0);
    m_driver->setEnabled(m_nodes.rowCount() > 0);
    m_adopt->setEnabled(m_nodes.rowCount() > 0);
}

void NodesPage::showForm(const Node &node, bool isNew)
{
    QList<Node> others = m_cluster.deployment().nodes;
    if (!isNew)
        others.removeIf([&](const Node &other) { return other.name == node.name; });
    m_editing = isNew ? QString() : node.name;
    m_formBeside = chosen();
    m_side->parentWidget()->show();
    m_side->setCurrentIndex(1);
    m_form->edit(node, others, isNew);
}

void NodesPage::hideForm()
{
    m_form->leave();
    m_editing.clear();
    m_side->setCurrentIndex(0);
    m_side->parentWidget()->setVisible(m_nodes.rowCount() > 0);
    firstStop()->setFocus();
}

// Where the keys go on: the table is not seen while it is empty.
QWidget *NodesPage::firstStop() const
{
    return m_nodes.rowCount() > 0 ? static_cast<QWidget *>(m_table) : m_add;
}

bool NodesPage::isTyping() const { return m_side->currentIndex() == 1 && m_form->isChanged(); }

bool NodesPage::takeForm()
{
    if (!isTyping())
        return true;
    m_form->accept();
    return m_side->currentIndex() != 1;
}

void NodesPage::showImport()
{
    m_form->leave();
    m_editing.clear();
    m_side->parentWidget()->show();
    m_side->setCurrentIndex(2);
    m_import->begin(m_cluster.deployment().nodes);
}

void NodesPage::addNode()
{
    // The button stands beside an open form and looks like the form's own: what was typed is taken, not thrown away.
    const bool wasNew = isTyping() && m_editing.isEmpty();
    if (!takeForm() || wasNew)
        return;
    Node node;
    node.name = freeName(u"node"_s, m_cluster.deployment().nodes);
    if (!m_cluster.deployment().nodes.isEmpty()) { // nodes of one cluster are reached alike
        const Node &last = m_cluster.deployment().nodes.last();
        node.user = last.user;
        node.port = last.port;
        node.auth = last.auth;
        node.identityFile = last.identityFile;
    }
    showForm(node, true);
}

void NodesPage::editNode()
{
    const QString name = chosen();
    if (name.isEmpty() || (isTyping() && (m_editing == name || !takeForm())))
        return;                          // it is in the form, or another one whose fields are wrong
    choose(name);                        // what was taken out of the form may stand there now
    showForm(m_cluster.deployment().nodes[m_nodes.rowOf(name)], false);
}

void NodesPage::duplicateNode()
{
    const int row = m_table->currentIndex().row(); // taking the form changes no row of those that are there
    if (row < 0 || !takeForm())
        return;
    Node node = m_cluster.deployment().nodes[row];
    node.name = freeName(u"node"_s, m_cluster.deployment().nodes);
    showForm(node, true);
}

// a copy: the name may be one of the nodes that go
void NodesPage::editNodes(const std::function<void(QList<Node> &)> &change, QString chooseAfterwards)
{
    Deployment deployment = m_cluster.deployment();
    change(deployment.nodes);
    m_shown = chooseAfterwards;
    m_undoBar->clear();
    m_cluster.edit(deployment);
    choose(chooseAfterwards);
}

void NodesPage::takeNode(const Node &node)
{
    const QString editing = m_editing, chosenNow = chosen(), beside = m_formBeside;
    const std::optional<ConnectionTestResult> tested = m_form->testResult(); // gone with the form
    m_editing = editing.isEmpty() ? QString() : node.name; // it may be renamed
    editNodes([&](QList<Node> &nodes) {
        const int row = editing.isEmpty() ? -1 : m_nodes.rowOf(editing);
        if (row >= 0)
            nodes[row] = node;
        else
            nodes << node;
    }, chosenNow == beside ? node.name : chosenNow);
    if (tested && tested->isSimulated)   // said of the node as it is now, whose name may have been another's
        m_cluster.noteSimulated(node.name);
    if (tested)
        m_cluster.tell(node.name, notesOf(*tested, m_testedMs));
    hideForm();
}

void NodesPage::takeNodes(const QList<Node> &added)
{
    if (added.isEmpty())
        return;
    editNodes([&](QList<Node> &nodes) { nodes += added; }, added.first().name);
    hideForm();
}

void NodesPage::removeNode()
{
    const QString node = chosen();
    if (node.isEmpty())
        return;
    if (const QStringList made = m_madeOn ? m_madeOn(node) : QStringList(); !made.isEmpty())
        m_removal->ask(node, made);
    else
        removeNow(node);
}

void NodesPage::removeNow(const QString &node)
{
    m_removal->clear();
    const int row = m_nodes.rowOf(node);
    if (row < 0)
        return;
    const QList<Node> nodes = m_cluster.deployment().nodes;
    editNodes([row](QList<Node> &left) { left.removeAt(row); }, row > 0 ? nodes[row - 1].name : nodes.value(1).name);
    offerUndo(nodes[row], row);
    firstStop()->setFocus();
}

// Gives back this node only: what else was changed since stays.
void NodesPage::offerUndo(const Node &node, qsizetype row)
{
    m_removed = node.name;
    m_undoBar->offer(tr("%1 was removed from the deployment.").arg(m_removed), [this, node, row] {
        if (m_nodes.rowOf(node.name) < 0)
            editNodes([&](QList<Node> &nodes) { nodes.insert(qMin(row, nodes.size()), node); }, node.name);
        m_table->setFocus();
    });
}

void NodesPage::moveUp()
{
    const int row = m_table->currentIndex().row();
    if (row > 0)
        editNodes([row](QList<Node> &nodes) { nodes.swapItemsAt(row, row - 1); },
                  m_cluster.deployment().nodes[row].name);
}

// Beside it the deployment's name is to be read, too.
void NodesPage::shortenHead()
{
    const bool isNarrow = width() < 900;
    m_driver->setText(isNarrow ? tr("Driver…") : m_driver->accessibleName());
    m_adopt->setText(isNarrow ? tr("Adopt…") : m_adopt->accessibleName());
    m_nameLabel->setVisible(!isNarrow);
}

void NodesPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    shortenHead();
}

void NodesPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void NodesPage::retranslate()
{
    m_title->setText(tr("Nodes"));
    m_nameLabel->setText(tr("Deployment"));
    m_name->setAccessibleName(tr("Name of the deployment"));
    m_inspect->setText(tr("Ask all nodes"));
    m_askAll->setText(m_inspect->text());
    m_inspect->setToolTip(tr("Reads versions, chips, addresses, memory and disk of every node with commands that "
                             "change nothing; each is listed under Activity."));
    m_driver->setAccessibleName(tr("Driver and firmware…"));
    m_adopt->setAccessibleName(tr("Adopt what runs…"));
    m_adopt->setToolTip(tr("Reads what somebody set up on these nodes by hand, and shows which recipe and settings "
                           "describe it. Nothing is changed before you take it over."));
    shortenHead();
    m_driver->setToolTip(tr("Installs the two packages on the nodes. Nothing is changed before you have seen what will "
                            "be done."));
    m_add->setText(tr("Add node"));
    m_edit->setText(tr("Edit"));
    m_duplicate->setText(tr("Duplicate"));
    m_up->setText(tr("Move up"));
    m_up->setToolTip(tr("The first node is the one that answers clients"));
    m_remove->setText(tr("Remove"));
    if (m_undoBar->isOffering())
        m_undoBar->say(m_removed.isEmpty() ? adoptedWords()
                                           : tr("%1 was removed from the deployment.").arg(m_removed));
    m_table->setAccessibleName(tr("Nodes"));
    m_chipTable->setAccessibleName(tr("Chips"));
    m_empty->setWords(tr("Add the machines that hold the NPUs, or open a deployment with Ctrl+O."), tr("Add node"));
    m_nodes.retranslate();
    m_chips.retranslate();
    refresh();
}
