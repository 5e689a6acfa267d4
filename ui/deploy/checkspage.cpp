#include "ui/deploy/checkspage.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "core/base/soon.h"
#include "ui/common/card.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/datatable.h"
#include "ui/common/emptystate.h"
#include "ui/common/focusheir.h"
#include "ui/common/format.h"
#include "ui/common/headrow.h"
#include "ui/common/icons.h"
#include "ui/common/nodelook.h"
#include "ui/common/oneclick.h"
#include "ui/deploy/findingpanel.h"

#include <QAction>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 30, sectionHeight = 28;

// Sections as quiet bands; in a cell the verdict's symbol in its colour, then the value.
class FindingDelegate : public QStyledItemDelegate
{
public:
    bool isPast = false;                 // without colour: it may be otherwise now

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const override
    {
        const Colors colors = style::colors();
        const bool section = index.data(FindingModel::SectionRole).toBool();
        const bool selected = given.state & QStyle::State_Selected;
        QRect room = given.rect;
        painter->save();
        painter->fillRect(room, section ? colors.ground : selected ? style::tint(colors.accent) : colors.surface);
        painter->setPen(colors.border);
        painter->drawLine(room.bottomLeft(), room.bottomRight());
        room.adjust(style::grid * 3, 0, -style::grid * 2, 0);
        const auto write = [&](const QString &text, const QFont &font, const QColor &color) {
            painter->setFont(font);
            painter->setPen(color);
            painter->drawText(room, int(Qt::AlignVCenter | Qt::AlignLeft),
                              painter->fontMetrics().elidedText(withoutControls(text), Qt::ElideRight, room.width()));
        };
        if (section) {
            write(index.data().toString(), style::font(style::smallSize, true), colors.secondText);
        } else if (index.column() == 0) {
            if (index.data(FindingModel::DiffersRole).toBool()) {
                painter->setFont(style::font(style::smallSize));
                const QString mark = u"≠"_s;
                const int width = painter->fontMetrics().horizontalAdvance(mark);
                painter->setPen(colors.warning);
                painter->drawText(room, int(Qt::AlignVCenter | Qt::AlignRight), mark);
                room.setRight(room.right() - width - style::grid * 2);
            }
            write(index.data().toString(), style::font(), colors.text);
        } else if (index.data(FindingModel::HasFindingRole).toBool()) {
            const style::Tone tone
                = isPast ? style::Tone::Unknown : style::Tone(index.data(FindingModel::ToneRole).toInt());
            write(index.data(FindingModel::SymbolRole).toString(), style::font(style::bodySize, true),
                  style::color(tone));
            room.setLeft(room.left() + style::grid * 5);
            const bool quiet = tone == style::Tone::Unknown;
            write(index.data().toString(), style::font(), quiet ? colors.secondText : colors.text);
        } else {
            write(u"·"_s, style::font(), colors.unknown);
        }
        if (given.state & QStyle::State_HasFocus && !section) {
            painter->setPen(colors.accent);
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(given.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }
};

} // namespace

ChecksPage::ChecksPage(Cluster &cluster, CheckKeeper &keeper, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_keeper(keeper)
{
    setObjectName(u"checksPage"_s);
    m_soon = new Soon(this, [this] { refresh(); });
    m_panel = new FindingPanel(this);
    auto *splitter = style::splitter(Qt::Horizontal, u"checksSplitter"_s, {makeMatrix(), m_panel}, this);
    splitter->setStretchFactor(0, 3);    // in a narrow window both give way, the table less of its share
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({684, 380});
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(splitter);

    connect(m_again, &QPushButton::clicked, this, &ChecksPage::runAll);
    actOncePerDoubleClick({m_again, m_stop});
    connect(m_stop, &QPushButton::clicked, &keeper, &CheckKeeper::stop);
    connect(m_empty, &EmptyState::pressed, this, [this] { m_keeper.hasRecipe() ? runAll() : emit recipeRequested(); });
    connect(m_filter, &SegmentedControl::chosen, this, [this] {
        applyFilter();
        // beside problems stands one of them; one that is solved meanwhile stays to be read
        const QModelIndex worst = m_model.firstProblem();
        if (worst.isValid() && m_table->isRowHidden(m_table->currentIndex().row()))
            m_table->setCurrentIndex(worst);
        refresh();
    });
    connect(m_noProblem, &EmptyState::pressed, this, [this] {
        m_filter->setCurrent(u"all"_s);
        applyFilter();
        refresh();
    });
    connect(m_panel, &FindingPanel::againRequested, this, [this](const QString &check, const QString &node) {
        m_asksAll = false;
        m_keeper.runAgain(check, node, m_allPairs->isChecked());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        bringIntoView(index);
        showChosen();
    });
    connect(&keeper, &CheckKeeper::begun, this, &ChecksPage::begin);
    connect(&keeper, &CheckKeeper::findingReady, this, &ChecksPage::note);
    connect(&keeper, &CheckKeeper::ended, this, &ChecksPage::takeEnd);
    connect(&keeper, &CheckKeeper::forgotten, this, &ChecksPage::reset);
    connect(&keeper, &CheckKeeper::pastChanged, this, &ChecksPage::refresh);
    connect(&cluster, &Cluster::deploymentChanged, this, &ChecksPage::refresh); // a recipe may be chosen now
    setFocusProxy(m_table);
    reset();
    retranslate();
}

QWidget *ChecksPage::makeMatrix()
{
    auto *card = new Card(this, 0);
    m_summary = style::label({}, style::Text::Strong, card);
    m_summary->setObjectName(u"checksSummary"_s);
    m_took = style::label({}, style::Text::Second, card);
    m_filter = new SegmentedControl(card);
    m_filter->setObjectName(u"checksFilter"_s);
    m_filter->add(u"all"_s);
    m_filter->add(u"problems"_s);
    m_filter->setCurrent(u"all"_s);
    m_again = new QPushButton(card);
    style::setIcon(m_again, u"refresh-cw"_s);
    m_again->setObjectName(u"runAllAgain"_s);
    m_stop = new QPushButton(card);
    style::setIcon(m_stop, u"square"_s);
    m_stop->setObjectName(u"stopChecks"_s);
    m_allPairs = new QCheckBox(card);
    m_allPairs->setObjectName(u"checksAllPairs"_s);
    m_progress = new QProgressBar(card);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(80);      // no wider than what stands there when nothing runs
    m_head = new HeadRow(style::grid * 2);
    m_head->setContentsMargins(style::grid * 3, style::grid * 2, style::grid * 3, style::grid * 2);
    m_head->words()->addWidget(m_summary);
    m_head->words()->addWidget(m_took);
    m_head->words()->addWidget(m_progress);
    m_head->words()->addStretch(1);
    m_head->controls()->addWidget(m_filter);
    m_head->controls()->addWidget(m_allPairs);
    m_head->controls()->addWidget(m_stop);
    m_head->controls()->addWidget(m_again);

    m_table = new DataTable(&m_model, card, rowHeight);
    m_table->setObjectName(u"checksTable"_s);
    m_table->setItemDelegate(new FindingDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->setAutoScroll(false);       // see bringIntoView()
    auto *menu = new QMenu(m_table);
    m_accept = new QAction(menu);
    menu->addAction(m_accept);
    m_accept->setObjectName(u"acceptWarning"_s);
    m_accept->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    m_accept->setShortcutVisibleInContextMenu(true);
    m_accept->setAutoRepeat(false);      // the next one is chosen meanwhile
    addAction(m_accept);                 // the shortcut works while the menu is closed
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, menu](const QPoint &at) {
        if (m_accept->isVisible())       // of the chosen cell, which the mouse chooses first
            menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_accept, &QAction::triggered, this, [this] {
        const QModelIndex index = m_model.indexOf(m_chosenCheck, m_chosenNode);
        if (const Finding *finding = m_model.finding(index))
            m_keeper.accept(m_chosenNode, Finding(*finding), !m_model.isAccepted(index));
    });
    m_empty = new EmptyState(card);
    m_stack = new QStackedWidget(card);
    m_noProblem = new EmptyState(card);
    m_noProblem->findChild<QPushButton *>()->setObjectName(u"showAllChecks"_s);
    m_stack->addWidget(m_noProblem);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_notice = new QFrame(card);
    m_notice->setObjectName(u"checksNotice"_s);
    style::setNotice(m_notice, style::Tone::Warning);
    m_noticeText = style::label({}, style::Text::Body, m_notice);
    m_noticeText->setObjectName(u"checksNoticeText"_s);
    m_noticeText->setWordWrap(true);
    auto *noticeBox = new QHBoxLayout(m_notice);
    style::setMargins(noticeBox, style::grid * 3, style::grid * 2);
    noticeBox->addWidget(m_noticeText);
    m_notice->hide();
    card->box()->addLayout(m_head);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addWidget(m_notice);
    card->box()->addWidget(m_stack, 1);
    return card;
}

void ChecksPage::reset()
{
    QStringList names;
    for (const Node &node : m_cluster.deployment().nodes)
        names << node.name;
    m_model.setNodes(names, dataLanguage());
    const ClusterReport known = m_keeper.report();
    for (const NodeReport &node : known.nodes) {
        for (const Finding &finding : node.findings)
            m_model.setFinding(node.node, finding);
    }
    for (const Finding &finding : known.cluster)
        m_model.setFinding({}, finding);
    m_chosenCheck.clear();
    m_panel->clear();
    m_head->keepLines();
    span();
    applyFilter();
    refresh();
}

void ChecksPage::span()
{
    m_table->clearSpans();
    const int columns = m_model.columnCount();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        m_table->setRowHeight(row, m_model.isSection(row) ? sectionHeight : rowHeight);
        if (m_model.isSection(row) && columns > 1)
            m_table->setSpan(row, 0, 1, columns);
        else if (m_model.isAcross(row) && columns > 2)
            m_table->setSpan(row, 1, 1, columns - 1);
    }
    // The nodes share what the titles leave; see fitNodes().
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    int titles = 0;                      // what is checked is read whole
    for (int row = 0; row < m_model.rowCount(); ++row)
        titles
            = std::max(titles, m_table->fontMetrics().horizontalAdvance(m_model.index(row, 0).data().toString()) + 28);
    header->setSectionResizeMode(0, QHeaderView::Interactive);
    header->resizeSection(0, std::clamp(titles, 120, 220));
    if (columns > 5) {
        header->setSectionResizeMode(QHeaderView::Interactive);
        for (int column = 0; column < columns; ++column)
            header->resizeSection(column, column == 0 ? 200 : 140);
    }
}

// None is narrower than its words, up to a length that only a file name has: where that is too much, the table scrolls.
void ChecksPage::fitNodes()
{
    int words = 0;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        for (int column = 1; column < m_model.columnCount() && !m_model.isAcross(row); ++column)
            words = std::max(words,
                             m_table->fontMetrics().horizontalAdvance(m_model.index(row, column).data().toString()));
    }
    if (m_model.columnCount() <= 5)
        m_table->horizontalHeader()->setMinimumSectionSize(std::clamp(words + style::grid * 10 + 2, 120, 220));
}

void ChecksPage::runAll()
{
    m_asksAll = true;
    m_keeper.runAll(m_allPairs->isChecked());
}

void ChecksPage::askFor(const QString &check)
{
    m_wanted = check;
    m_asksAll = false;
    m_filter->setCurrent(u"all"_s);
    applyFilter();
    showWanted();
    if (!m_keeper.isRunning())
        m_keeper.runAgain(check, {}, m_allPairs->isChecked());
}

// Failures before warnings before unknowns; where nothing is wrong, or is known yet, the first node.
void ChecksPage::showWanted()
{
    if (m_wanted.isEmpty())
        return;
    const auto rank = [this](const QModelIndex &index) {
        const Finding *finding = m_model.finding(index);
        if (!finding)
            return 4;
        switch (finding->verdict) {
        case Verdict::Fail: return 0;
        case Verdict::Warn: return 1;
        case Verdict::Unknown: return 2;
        default: return 3;
        }
    };
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const CheckInfo *info = m_model.check(row);
        if (!info || info->id != m_wanted)
            continue;
        QModelIndex worst = m_model.index(row, 1);
        for (int column = 2; column < m_model.columnCount() && !m_model.isAcross(row); ++column) {
            if (rank(m_model.index(row, column)) < rank(worst))
                worst = m_model.index(row, column);
        }
        m_table->setCurrentIndex(worst);
        bringIntoView(worst);
        return;
    }
}

void ChecksPage::begin(const QString &check)
{
    if (check.isEmpty()) {
        m_model.clearFindings();
        applyFilter();
    }
    showChosen();
    refresh();
}

std::optional<Look> ChecksPage::look() const
{
    if (!m_keeper.hasRun())
        return {};
    if (m_keeper.isRunning())
        return lookOf(StepState::Running);
    const VerdictCounts counts = countsOf(m_keeper.counted());
    const CheckKeeper::Since since = m_keeper.past().since;
    if (since == CheckKeeper::Since::Settings)
        return Look{u"?"_s,
                    m_keeper.hadRecipe() ? tr("Asked before the recipe, its settings or the deployment's name changed")
                                         : tr("Asked before the recipe was chosen"),
                    style::Tone::Unknown};
    if (since != CheckKeeper::Since::Nothing)
        return Look{u"?"_s,
                    tr("Checked at %1; something has changed since", "a time").arg(format::time(m_keeper.endedMs())),
                    style::Tone::Unknown};
    if (counts.failed == 0 && m_keeper.waiting() > 0)
        return Look{u"–"_s, tr("Some wait for a recipe"), style::Tone::Unknown};
    if (!m_keeper.isPassed())
        return lookOf(counts.failed > 0 ? Verdict::Fail : Verdict::Unknown);
    return lookOf(counts.warnings > 0 || counts.unknown > 0 ? Verdict::Warn : Verdict::Pass);
}

QString ChecksPage::noticeWords() const
{
    const CheckKeeper::Past &past = m_keeper.past();
    const qint64 endedMs = m_keeper.endedMs();
    const QString then = format::time(endedMs), since = format::time(past.atMs), where = past.nodes.join(u", "_s);
    switch (past.since) {
    case CheckKeeper::Since::Nothing:
        break;
    case CheckKeeper::Since::Settings:
        return m_keeper.hadRecipe() ? tr("Asked before the recipe, its settings or the deployment's name changed. "
                                         "Press \"Run all again\".")
                                    : tr("Asked before the recipe was chosen. Press \"Run all again\".");
    case CheckKeeper::Since::Otherwise:
        return tr("These answers are from %1. Since %2 what is known of %3 is otherwise: what failed then may hold no "
                  "more. Press \"Run all again\".",
                  "time, time, nodes")
            .arg(then, since, where);
    case CheckKeeper::Since::Changed:
        return endedMs == 0 || endedMs > past.atMs
            ? tr("While these answers came, something else was at work on %1 (%2): %3. Press \"Run all again\" when it "
                 "has ended.",
                 "nodes, a time, what it was")
                  .arg(where, since, workWords(past.by))
            : tr("These answers are from %1. Since then (%2) something else was at work on %3: %4. Press \"Run all "
                 "again\".",
                 "time, time, nodes, what it was")
                  .arg(then, since, where, workWords(past.by));
    case CheckKeeper::Since::Worse:
        // what was said then is known in one language only
        const bool isReadable = !past.health.why.isEmpty() && past.language == dataLanguage();
        const QString why = isReadable ? past.health.why : lookOf(past.health).word;
        const bool isSentence = why.endsWith(u'.') || why.endsWith(u'。');
        return tr("These answers are from %1. At %2 it had become worse with %3: %4 Press \"Run all again\".",
                  "time, time, a node, a sentence")
            .arg(then, since, where, isSentence ? why : tr("%1.", "a node's state as a sentence").arg(why));
    }
    return {};
}

void ChecksPage::note(const QString &node, const Finding &finding)
{
    m_model.setFinding(node, finding);
    if (finding.check == m_chosenCheck)
        showChosen();
    if (m_filter->current() == u"problems")
        applyFilter();
    (*m_soon)();
}

void ChecksPage::takeEnd()
{
    applyFilter();
    showWanted();
    m_wanted.clear();
    if (std::exchange(m_asksAll, false)) // one that was asked alone stays to be read
        leaveHidden();
    if (!m_model.check(m_table->currentIndex().row())) { // nothing chosen yet, or a section that took the focus
        const QModelIndex worst = m_model.firstProblem();
        m_table->setCurrentIndex(worst.isValid() ? worst : m_model.index(1, 1));
    }
    showChosen();
    refresh();
}

// What a cell is about stands in the first column, so that one stays where it is; only who goes on with the keys to a
// cell that cannot be seen takes the table along.
void ChecksPage::bringIntoView(const QModelIndex &index)
{
    QScrollBar *across = m_table->horizontalScrollBar();
    const int left = m_table->columnViewportPosition(index.column());
    const int right = left + m_table->columnWidth(index.column());
    const bool isSeen = right > style::grid * 6 && left < m_table->viewport()->width() - style::grid * 6;
    const int value = across->value();
    m_table->scrollTo(index);
    if (isSeen || !m_table->hasFocus())
        across->setValue(value);
}

void ChecksPage::showChosen()
{
    const QModelIndex current = m_table->currentIndex();
    if (const CheckInfo *info = m_model.check(current.row())) { // a section: what was chosen before stays
        m_chosenCheck = info->id;
        m_chosenNode = info->acrossNodes ? QString() : m_model.node(std::max(1, current.column()));
    }
    const QModelIndex index = m_model.indexOf(m_chosenCheck, m_chosenNode);
    if (const CheckInfo *info = m_model.check(index.row()))
        m_panel->setFinding(*info, m_chosenNode, m_model.finding(index), m_keeper.isAwaited(info->id, m_chosenNode),
                            m_model.isAccepted(index));
    const Finding *said = m_model.finding(index);
    m_accept->setVisible(said && canBeAccepted(*said));
    m_accept->setText(m_model.isAccepted(index) ? tr("Do not accept this warning any longer")
                                                : tr("Accept this warning"));
}

void ChecksPage::followAccepted()
{
    if (!m_model.setAccepted(m_keeper.accepted()))
        return;
    applyFilter();
    leaveHidden();
    showChosen();
}

// What the filter took away is no longer the chosen one: what stands there now is, below before above. Where nothing
// does, the panel goes on telling of it.
void ChecksPage::leaveHidden()
{
    const QModelIndex hidden = m_model.indexOf(m_chosenCheck, m_chosenNode);
    if (!hidden.isValid() || !m_table->isRowHidden(hidden.row()))
        return;
    const auto isShown = [this](int row) { return m_model.check(row) && !m_table->isRowHidden(row); };
    int row = hidden.row();
    while (row < m_model.rowCount() && !isShown(row))
        ++row;
    if (row == m_model.rowCount())
        row = hidden.row();
    while (row >= 0 && !isShown(row))
        --row;
    if (row < 0)
        return;
    QModelIndex next = m_model.index(row, m_model.isAcross(row) ? 1 : hidden.column());
    for (int column = 1; column < m_model.columnCount() && !m_model.isProblem(next); ++column)
        next = m_model.index(row, column);
    m_table->setCurrentIndex(next);
}

void ChecksPage::applyFilter()
{
    const bool onlyProblems = m_filter->current() == u"problems";
    for (int row = 0; row < m_model.rowCount(); ++row)
        m_table->setRowHidden(row, onlyProblems && !m_model.isProblem(row));
}

void ChecksPage::refresh()
{
    const bool running = m_keeper.isRunning(), hasRun = m_keeper.hasRun();
    const FocusHeir heir(this, [this, running]() -> QWidget * {
        if (running)
            return m_stop;
        return m_stack->currentWidget() == m_noProblem ? m_noProblem->findChild<QPushButton *>()
                                                       : static_cast<QWidget *>(m_table);
    });
    const bool hasNodes = !m_cluster.deployment().nodes.isEmpty();
    followAccepted();
    const ClusterReport report = m_keeper.report();
    const VerdictCounts all = countsOf(report), counts = countsOf(m_keeper.counted());
    const int problems = counts.warnings + counts.failed + counts.unknown;
    const bool showsNothing = m_filter->current() == u"problems" && problems == 0;
    m_stack->setCurrentWidget(!hasRun ? m_empty : showsNothing ? static_cast<QWidget *>(m_noProblem) : m_table);
    QStringList parts;
    if (hasRun) {
        parts << tr("%1 passed").arg(counts.passed);
        if (counts.warnings > 0)
            parts << (counts.warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(counts.warnings));
        if (all.warnings > counts.warnings)
            parts << tr("%1 accepted", "warnings").arg(all.warnings - counts.warnings);
        parts << tr("%1 failed").arg(counts.failed);
        if (counts.unknown > 0)
            parts << tr("%1 unknown").arg(counts.unknown);
        const int waiting = m_keeper.waiting(), skipped = counts.skipped - waiting;
        if (skipped > 0)
            parts << tr("%1 skipped").arg(skipped);
        if (waiting > 0)
            parts << tr("%1 wait for a recipe").arg(waiting);
    }
    m_summary->setText(hasRun ? parts.join(tr(", ", "between counts of checks")) : tr("Not run yet"));
    m_took->setText(hasRun && !running ? u"· "_s + format::duration(report.tookMs) : QString());
    m_took->setVisible(!running);
    const bool isPast = hasRun && !running && m_keeper.past().since != CheckKeeper::Since::Nothing;
    m_noticeText->setText(isPast ? noticeWords() : QString());
    m_notice->setVisible(isPast);
    static_cast<FindingDelegate *>(m_table->itemDelegate())->isPast = isPast;
    m_table->viewport()->update();
    fitNodes();
    m_panel->setPast(isPast);
    const int expected = m_keeper.expected();
    m_progress->setVisible(running);
    m_progress->setRange(0, std::max(1, expected));
    m_progress->setValue(std::min(all.all(), expected));
    m_allPairs->setVisible(m_cluster.deployment().nodes.size() > 1);
    m_allPairs->setEnabled(!running);    // what runs was begun otherwise
    (running ? m_again : m_stop)->hide(); // first: at no time both ask for room
    (running ? m_stop : m_again)->show();
    m_again->setEnabled(hasNodes);
    m_again->setText(hasRun ? tr("Run all again") : tr("Run all checks"));
    m_panel->setAgainEnabled(!running);
    m_filter->setWords(u"problems"_s, tr("Problems (%1)").arg(problems));
    m_noProblem->setWords(running      ? tr("No problem so far.")
                              : isPast ? tr("No check had found a problem. What has happened since stands above.")
                                       : tr("No check has found a problem."),
                          tr("Show all checks"));
    if (!hasNodes)
        m_empty->setWords(tr("There is no node to check yet. Add nodes first."));
    else if (!hasRun && !m_keeper.hasRecipe())
        m_empty->setWords(tr("No recipe is chosen yet. It says which image, weights, ports and how many chips the "
                             "nodes need; without it these checks wait."),
                          tr("Choose a recipe"));
    else
        m_empty->setWords(tr("The nodes have not been checked yet. Nothing is changed on them."), tr("Run all checks"));
}

void ChecksPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ChecksPage::retranslate()
{
    m_model.setLanguage(dataLanguage());
    m_filter->setWords(u"all"_s, tr("All"));
    m_stop->setText(tr("Stop"));
    m_allPairs->setText(tr("All pairs", "of cards and of nodes"));
    m_allPairs->setToolTip(tr("Ping between cards and login between nodes: ask every pair, which takes long on many "
                              "nodes. Without it only neighbouring nodes are asked."));
    m_allPairs->setAccessibleName(tr("Ask all pairs of cards and nodes"));
    m_table->setAccessibleName(tr("Checks by node"));
    m_progress->setAccessibleName(tr("Progress of the checks"));
    m_progress->setToolTip(tr("running"));
    m_head->keepLines();
    showChosen();
    refresh();
}
