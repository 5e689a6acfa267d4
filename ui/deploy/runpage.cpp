#include "ui/deploy/runpage.h"

#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "core/runs/runstate.h"
#include "core/deploy/steprunner.h"
#include "ui/common/card.h"
#include "ui/common/codetext.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/copybutton.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/focusheir.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/common/ownkeys.h"
#include "ui/deploy/aheadbar.h"
#include "ui/deploy/failedchecksnote.h"
#include "ui/deploy/findingpanel.h"
#include "ui/deploy/logview.h"
#include "ui/deploy/steplist.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QPushButton *button(const char *name, style::Kind kind, const QString &icon, style::Tint tint = style::Tint::Text)
{
    auto *made = new QPushButton;
    made->setObjectName(QLatin1String(name));
    style::setKind(made, kind);
    style::setIcon(made, icon, tint);
    return made;
}

QLabel *wrapped(style::Text text)
{
    QLabel *label = style::label({}, text);
    label->setWordWrap(true);
    return label;
}

} // namespace

RunPage::RunPage(Cluster &cluster, RunKeeper &keeper, RunAhead &ahead, Tasks &tasks, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_keeper(keeper)
    , m_ahead(ahead)
    , m_tasks(tasks)
    , m_words(cluster, keeper)
{
    build();
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        m_model->tick();
        if (m_step >= 0)
            m_stepTime->setText(stepTimeText(StepState(m_model->index(m_step).data(StepListModel::StateRole).toInt()),
                                             m_model->index(m_step).data(StepListModel::TookRole).toLongLong(),
                                             m_model->index(m_step).data(StepListModel::ExpectedRole).toInt()));
    });
    follow();
    m_keeper.planIfNever();
    retranslate();
    showPlan();
}

void RunPage::follow()
{
    connect(&m_keeper, &RunKeeper::planned, this, &RunPage::showPlan);
    connect(&m_cluster, &Cluster::modifiedChanged, this, &RunPage::showButtons);
    connect(&m_keeper, &RunKeeper::forgotten, this, [this] {
        m_words.notSaved.reset();
        m_step = -1;
        m_stepId.clear();
        m_undoBar->hide();
        m_model->setRun(nullptr);
    });
    connect(&m_keeper, &RunKeeper::workedElsewhere, this, [this] {
        showStep();
        showButtons();
        emit changed();
    });
    // After the keeper, which knows of it first.
    connect(&m_cluster, &Cluster::nodeChanged, this, [this](const QString &, ChangedBy by) {
        if (by != ChangedBy::Driver || !run())
            return;
        showPast();
        showStep();
        showButtons();
    });
    connect(&m_keeper, &RunKeeper::begun, this, &RunPage::begun);
    connect(&m_ahead, &RunAhead::changed, this, &RunPage::showAhead);
    connect(&m_keeper, &RunKeeper::keptLogsChanged, this, &RunPage::showStep);
    connect(&m_keeper, &RunKeeper::refusalChanged, this, [this] {
        const FocusHeir heir(this, [this] { return m_undo; });
        if (m_keeper.refusal())
            m_undoBar->hide();
        showStep();
        showButtons();
    });
    connect(&m_keeper, &RunKeeper::stepChanged, this, &RunPage::stepChanged);
    connect(&m_keeper, &RunKeeper::logReceived, this, [this](int step, const QByteArray &text) {
        if (step == m_step)
            m_log->append(text);
    });
    connect(&m_keeper, &RunKeeper::finished, this, [this] {
        m_tick.stop();
        m_tasks.end(u"deploy"_s);
        // It went from the last to the first; what comes next is read from the top.
        if (m_keeper.isUndo() && m_followsRun && run() && !run()->isUndoOpen() && m_model->rowCount() > 0) {
            choose(0);
            m_list->scrollToTop();
        }
        showStep();
        showButtons();
        emit changed();
    });
}

void RunPage::build()
{
    m_stack = new QStackedWidget;
    auto *outer = new QVBoxLayout(this);
    style::setMargins(outer, 0, 0);
    outer->addWidget(m_stack);
    m_empty = new EmptyState;
    connect(m_empty, &EmptyState::pressed, this, [this] {
        if (hasAllFacts())
            emit checksRequested();
        else
            m_cluster.inspect();
    });
    m_stack->addWidget(m_empty);

    auto *left = new Card(nullptr, 0);
    auto *head = new QVBoxLayout;
    style::setMargins(head, 12, 8);
    m_title = style::label({}, style::Text::Section);
    m_subtitle = wrapped(style::Text::Small);
    m_subtitle->setObjectName(u"runSubtitle"_s);
    m_start = button("start", style::Kind::Primary, u"play"_s, style::Tint::OnAccent);
    m_stop = button("stop", style::Kind::Danger, u"square"_s, style::Tint::Danger);
    m_resume = button("resume", style::Kind::Primary, u"play"_s, style::Tint::OnAccent);
    m_undo = button("undo", style::Kind::Secondary, u"undo-2"_s);
    m_ask = button("askForRun", style::Kind::Primary, u"refresh-cw"_s, style::Tint::OnAccent);
    auto *row = new QHBoxLayout;
    style::setMargins(row, 0, 8);
    for (QPushButton *one : {m_ask, m_resume, m_start, m_stop, m_undo})
        row->addWidget(one);
    row->addStretch();
    head->addWidget(m_title);
    head->addWidget(m_subtitle);
    head->addLayout(row);
    m_look = button("lookAhead", style::Kind::Secondary, u"search"_s);
    auto *lookRow = new QHBoxLayout;
    style::setMargins(lookRow, 0, 0);
    lookRow->addWidget(m_look);
    lookRow->addStretch();
    head->addLayout(lookRow);
    head->addWidget(new AheadBar(m_ahead));
    m_failedChecks = new FailedChecksNote;
    connect(m_failedChecks, &FailedChecksNote::checksRequested, this, &RunPage::checksRequested);
    head->addWidget(m_failedChecks);

    // Taking back is asked for in place, not in a dialog.
    m_undoBar = new QFrame;
    m_undoBar->setObjectName(u"undoQuestion"_s);
    style::setNotice(m_undoBar, style::Tone::Warning);
    auto *undoBox = new QVBoxLayout(m_undoBar);
    style::setMargins(undoBox, 12, 8);
    m_undoText = wrapped(style::Text::Body);
    m_undoText->setObjectName(u"undoWords"_s);
    m_undoNow = button("undoNow", style::Kind::Danger, u"undo-2"_s, style::Tint::Danger);
    m_undoKeep = new QPushButton;
    auto *undoRow = new QHBoxLayout;
    style::setMargins(undoRow, 0, 8);
    undoRow->addWidget(m_undoNow);
    undoRow->addWidget(m_undoKeep);
    undoRow->addStretch();
    undoBox->addWidget(m_undoText);
    undoBox->addLayout(undoRow);
    m_undoBar->hide();
    head->addWidget(m_undoBar);
    left->box()->addLayout(head);
    left->box()->addWidget(style::horizontalLine());

    m_model = new StepListModel(this);
    m_list = new QListView;
    m_list->setObjectName(u"steps"_s);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new StepDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    left->box()->addWidget(m_list, 1);

    auto *right = new Card(nullptr, 16);
    auto *titleRow = new QHBoxLayout;
    style::setMargins(titleRow, 0, 8);
    m_stepTitle = new ElidedLabel;
    style::setText(m_stepTitle, style::Text::Section);
    m_badge = new Badge;
    m_stepTime = style::label({}, style::Text::Small);
    titleRow->addWidget(m_stepTitle);
    titleRow->addWidget(m_badge);
    titleRow->addStretch(1);
    titleRow->addWidget(m_stepTime);
    right->box()->addLayout(titleRow);

    m_failure = new QFrame;
    m_failure->setObjectName(u"failure"_s);
    style::setNotice(m_failure, style::Tone::Danger);
    auto *failureBox = new QVBoxLayout(m_failure);
    style::setMargins(failureBox, 12, 4);
    m_failureText = wrapped(style::Text::Strong);
    m_causeText = wrapped(style::Text::Small);
    m_remedyTitle = style::label({}, style::Text::Strong);
    m_remedyText = wrapped(style::Text::Body);
    for (QLabel *one : {m_failureText, m_causeText, m_remedyTitle, m_remedyText})
        failureBox->addWidget(one);
    m_kept = button("keptLogs", style::Kind::Secondary, u"file-text"_s);
    auto *keptRow = new QHBoxLayout;
    style::setMargins(keptRow, 0, 0);
    keptRow->addWidget(m_kept);
    keptRow->addStretch();
    failureBox->addLayout(keptRow);
    m_failureText->setObjectName(u"failureText"_s);
    m_remedyText->setObjectName(u"failureRemedy"_s);
    m_failure->hide();
    right->box()->addWidget(m_failure);

    auto *bar = new QHBoxLayout;
    style::setMargins(bar, 0, 8);
    m_view = new SegmentedControl;
    m_view->add(u"log"_s);
    m_view->add(u"commands"_s);
    m_view->setCurrent(u"commands"_s);
    m_search = new QLineEdit;
    m_search->setObjectName(u"search"_s);
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(220);
    m_searchAnswer = style::label({}, style::Text::Small);
    m_follow = new QPushButton;
    m_follow->setObjectName(u"follow"_s);
    style::setKind(m_follow, style::Kind::Chip);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_copy = new CopyButton;
    bar->addWidget(m_view);
    bar->addStretch();
    bar->addWidget(m_searchAnswer);
    bar->addWidget(m_search);
    bar->addWidget(m_follow);
    bar->addWidget(m_copy);
    right->box()->addLayout(bar);

    m_texts = new QStackedWidget;
    m_log = new LogView;
    m_log->setObjectName(u"log"_s);
    m_commands = new CodeText;
    m_commands->setObjectName(u"commands"_s);
    m_commands->setReadOnly(true);
    m_commands->setProperty("code", true);
    m_commands->setFont(style::monospace());
    m_texts->addWidget(m_log);
    m_texts->addWidget(m_commands);
    m_texts->setCurrentIndex(1);
    right->box()->addWidget(m_texts, 1);

    auto *splitter = style::splitter(Qt::Horizontal, u"runSplitter"_s, {left, right});
    splitter->setHandleWidth(16);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({360, 720});
    m_stack->addWidget(splitter);

    actOncePerDoubleClick({m_start, m_stop, m_resume, m_undo, m_undoNow, m_undoKeep, m_look});
    connect(m_ask, &QPushButton::clicked, this, [this] {
        if (m_words.blocked.isEmpty())
            m_cluster.inspect();
        else
            emit settingsRequested();    // no node's answer makes a plan of these
    });
    connect(m_kept, &QPushButton::clicked, this, [this] { emit keptLogsRequested(m_keeper.keptLogs()); });
    connect(m_start, &QPushButton::clicked, this, [this] { start(false); });
    connect(m_resume, &QPushButton::clicked, this, [this] { start(true); });
    connect(m_stop, &QPushButton::clicked, this, [this] { run()->stop(); });
    connect(m_look, &QPushButton::clicked, this, [this] { m_ahead.start(); });
    connect(m_undo, &QPushButton::clicked, this, [this] {
        m_undoBar->setVisible(m_undoBar->isHidden());
        if (!m_undoBar->isHidden())
            m_undoKeep->setFocus(Qt::OtherFocusReason);
    });
    m_undoEscape = new QShortcut(QKeySequence(Qt::Key_Escape), m_undoBar);
    m_undoEscape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_undoEscape, &QShortcut::activated, m_undoKeep, &QPushButton::click);
    connect(m_undoKeep, &QPushButton::clicked, this, [this] {
        const FocusHeir heir(this, [this] { return m_undo; });
        m_undoBar->hide();
    });
    connect(m_undoNow, &QPushButton::clicked, this, [this] {
        m_followsRun = true;
        m_keeper.undo();
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (index.isValid() && index.row() != m_step) {
            m_followsRun = false;
            choose(index.row());
        }
    });
    connect(m_view, &SegmentedControl::chosen, this, [this](const QString &id) {
        m_texts->setCurrentIndex(id == "log"_L1 ? 0 : 1);
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { search(false); });
    connect(m_search, &QLineEdit::textEdited, this, [this] { m_searchAnswer->clear(); });
    connect(m_log, &LogView::followingChanged, m_follow, &QPushButton::setChecked);
    connect(m_follow, &QPushButton::toggled, this, [this](bool checked) {
        if (checked && !m_log->isFollowing())
            m_log->follow();
        else if (!checked)
            m_follow->setChecked(m_log->isFollowing()); // scrolling up is what ends it
    });
    m_find = new QShortcut(QKeySequence::Find, this);
    connect(m_find, &QShortcut::activated, m_search, qOverload<>(&QWidget::setFocus));
    m_findBack = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Return), m_search);
    m_findBack->setContext(Qt::WidgetShortcut);
    connect(m_findBack, &QShortcut::activated, this, [this] { search(true); });
    m_copy->setSource(
        [this] { return m_texts->currentIndex() == 0 ? m_log->toPlainText() : m_commands->toPlainText(); });
}

void RunPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void RunPage::retranslate()
{
    m_title->setText(tr("Deployment run"));
    m_start->setText(tr("Run"));
    m_stop->setText(tr("Stop"));
    m_resume->setText(tr("Resume"));
    m_look->setText(tr("What would it change?"));
    m_look->setToolTip(tr("Asks the nodes what of this deployment holds there and what a run would change. Nothing is "
                          "changed."));
    m_undoNow->setText(tr("Undo now"));
    m_undoKeep->setText(tr("Keep"));
    m_undoEscape->setWhatsThis(escapeWords());
    m_remedyTitle->setText(tr("What to do"));
    m_kept->setText(tr("Show the kept logs"));
    m_kept->setToolTip(tr("What the steps of the failed run said, on all nodes, as it was kept on this computer."));
    m_view->setWords(u"log"_s, tr("Log"));
    m_view->setWords(u"commands"_s, tr("Commands"));
    m_search->setPlaceholderText(tr("Search", "in the log"));
    m_search->setAccessibleName(tr("Search the log"));
    m_search->ensurePolished();
    m_search->setMinimumWidth(m_search->fontMetrics().horizontalAdvance(m_search->placeholderText()) + 28); // its frame
    m_search->setToolTip(tr("Enter: next, Shift+Enter: previous"));
    m_follow->setText(tr("Follow"));
    m_find->setWhatsThis(tr("Search the log"));
    m_findBack->setWhatsThis(tr("Search the log backwards"));
    m_list->setAccessibleName(tr("Steps"));
    m_log->setAccessibleName(tr("Log of the chosen step"));
    m_commands->setAccessibleName(tr("Commands of the chosen step"));
    m_keeper.planSoon();                 // the steps' titles and what they said; of a run when it has ended
    m_model->refresh();
    showStep();
    showButtons();
}

void RunPage::go()
{
    if (run() && run()->isUndoOpen())
        return askUndo();
    for (QPushButton *button : {m_resume, m_start}) {
        if (button->isVisible())
            return button->click();
    }
}

RunPage::~RunPage()
{
    m_tasks.end(u"deploy"_s);
    m_tasks.end(u"ahead"_s);
}

DeployRun *RunPage::run() const { return m_keeper.run(); }
bool RunPage::isRunning() const { return m_keeper.isRunning(); }

void RunPage::askUndo()
{
    if (m_undo->isEnabled() && m_undoBar->isHidden())
        m_undo->click();
    m_undoNow->setFocus(Qt::OtherFocusReason);
}

void RunPage::setBlocked(const QString &why)
{
    if (std::exchange(m_words.blocked, why) != why)
        showButtons();
}

void RunPage::setSilence(const std::optional<EndpointSilence> &silence)
{
    if (std::exchange(m_words.silence, silence) == silence)
        return;
    showPast();
    showStep();
    showButtons();
}

void RunPage::setChecks(const CheckKeeper &checks) { m_failedChecks->show(checks); }

void RunPage::setAnswers(bool answers)
{
    if (std::exchange(m_words.answers, answers) == answers)
        return;
    showPast();
    showStep();
    showButtons();
}

void RunPage::showPast()
{
    m_model->setServes(!m_words.isSilent() && m_words.isLookedAfter());
    m_model->setPast(m_keeper.outdatedNodes(), m_words.endedNodes());
}

QString RunPage::openEnd() const
{
    return run() && !isRunning() && (run()->canResume() || run()->isUndoOpen() || !run()->formerNodes().isEmpty())
        ? m_words.head()
        : QString();
}

void RunPage::showPlan()
{
    if (!run())
        return showMissing();
    m_model->setRun(run());
    showPast();
    m_stack->setCurrentIndex(1);
    const int step = qBound(0, m_step, m_model->rowCount() - 1);
    // its log stands as it is being read
    if (step == m_step && m_stepId == idOf(step) && m_keeper.hasLog(m_stepId)) {
        m_list->setCurrentIndex(m_model->index(step));
        showStep();
    } else {
        choose(step);
    }
    showButtons();
    emit changed();
}

// What stands in the way then is not that a node was not asked, and the checks say what to do about it.
bool RunPage::hasAllFacts() const
{
    const QList<NodeFacts> all = m_cluster.allFacts();
    return std::all_of(all.cbegin(), all.cend(), [](const NodeFacts &facts) { return facts.reachable; });
}

void RunPage::showMissing()
{
    m_model->setRun(nullptr);
    m_step = -1;
    m_stepId.clear();
    const bool isEmpty = m_cluster.deployment().nodes.isEmpty();
    m_empty->setWords(isEmpty ? tr("This deployment has no nodes yet.")
                              : m_keeper.planError().value_or(Error()).message,
                      isEmpty           ? QString()
                          : hasAllFacts() ? tr("Open the checks")
                                          : tr("Ask the nodes for their facts"));
    m_stack->setCurrentIndex(0);
    emit changed();
}

bool RunPage::savesFirst() const { return m_saver && !m_cluster.path().isEmpty() && m_cluster.isEdited(); }

void RunPage::start(bool resume)
{
    if (!m_words.blocked.isEmpty() || m_words.isSaving)
        return;
    m_words.notSaved.reset();
    if (savesFirst()) {
        m_words.isSaving = true;
        showButtons();
        m_saver([this, resume, page = QPointer(this), path = m_cluster.path()](const std::optional<Error> &error) {
            if (!page)
                return;
            m_words.isSaving = false;
            m_words.notSaved = error;
            showButtons();
            emit changed();
            if (!error && path == m_cluster.path()) // else another one was opened
                start(resume);
        });
        return;
    }
    m_followsRun = true;
    m_keeper.start(resume);
}

void RunPage::begun()
{
    const FocusHeir heir(this, [this] { return m_list; });
    if (!m_keeper.isUndo()) {
        m_log->clear();
        m_view->setCurrent(u"log"_s);
        m_texts->setCurrentIndex(0);
    }
    m_undoBar->hide();
    m_followsRun = true;
    if (isRunning())
        m_tick.start();
    showPast();
    m_model->refresh();
    showStep();
    showButtons();
    tellStrip();
    emit changed();
}

void RunPage::stepChanged(int step, StepState state, const QString &message, qint64 tookMs)
{
    m_model->setState(step, state, message, tookMs);
    showPast();
    // The first step of a phase stays chosen while the same step runs on other nodes, unless one fails; when it has
    // ended, one that still runs is.
    const bool chosenRuns = m_step >= 0 && run()->state(m_step) == StepState::Running;
    const bool hasHeld = state == StepState::Done || state == StepState::UpToDate || state == StepState::Undone;
    const int other = step == m_step && hasHeld ? runningStep() : -1;
    if (m_followsRun && isRunning()
        && ((state == StepState::Running && !chosenRuns) || state == StepState::Failed || other >= 0))
        choose(other >= 0 ? other : step);
    else if (step == m_step)
        showStep();
    tellStrip();
    emit changed();
}

// -1: none
int RunPage::runningStep() const
{
    for (int step = 0; run() && step < run()->plan().steps.size(); ++step) {
        if (run()->state(step) == StepState::Running)
            return step;
    }
    return -1;
}

void RunPage::choose(int step)
{
    m_step = step;
    m_stepId = idOf(step);
    if (step >= 0)
        m_list->setCurrentIndex(m_model->index(step));
    m_log->showAll(m_keeper.log(m_stepId));
    showStep();
}

void RunPage::showStep()
{
    if (!run() || m_step < 0 || m_step >= run()->plan().steps.size())
        return;
    const DeployStep &step = run()->plan().steps[m_step];
    const StepState state = run()->state(m_step);
    m_stepTitle->setText(u"%1 · %2"_s.arg(stepTitle(step.id), step.node));
    m_badge->setLook(m_model->look(m_step));
    m_stepTime->setText(stepTimeText(state, m_model->index(m_step).data(StepListModel::TookRole).toLongLong(),
                                     expectedSecondsOf(*run(), m_step)));
    m_log->setPlaceholderText(m_words.forNoLog(m_step));
    m_commands->setPlaceholderText(m_words.forNoCommands(m_step));
    const QString commands = m_words.commandsOf(step);
    if (m_commands->toPlainText() != commands)
        m_commands->setPlainText(commands);
    Error failure = state == StepState::Failed ? run()->failure(m_step) : Error{};
    if (const auto error = m_keeper.error(); failure.message.isEmpty() && error && !isRunning()
        && (state == StepState::Pending || m_keeper.isErrorOfNoStep()))
        failure = told(*error);
    if (failure.message.isEmpty() && m_keeper.refusal()) { // nothing of the run before is otherwise because of it
        failure = told(m_keeper.refusal()->error);
        failure.message = m_words.refusal();
    }
    if (m_ahead.answer()) {              // not what was, then
        const CheckedStep *asked = m_ahead.answer()->step(step.id);
        failure = asked && asked->error ? told(*asked->error) : Error{};
    }
    m_failure->setVisible(!failure.message.isEmpty());
    m_failureText->setText(failure.message);
    const QString line = failure.facts.value(u"line"_s, failure.detail).trimmed();
    m_causeText->setText(line.size() > 400 ? line.right(400) : line);
    m_causeText->setVisible(!line.isEmpty());
    const QString remedy = failure.facts.value(u"remedy"_s);
    m_remedyTitle->setVisible(!remedy.isEmpty());
    m_remedyText->setVisible(!remedy.isEmpty());
    const bool hasCode = remedy.contains(u'`');
    m_remedyText->setTextFormat(hasCode ? Qt::RichText : Qt::PlainText);
    m_remedyText->setText(hasCode ? withCode(remedy) : remedy);
    m_kept->setVisible(!m_keeper.keptLogs().isEmpty());
}

QString RunPage::idOf(int step) const
{
    return run() ? run()->plan().steps.value(step).id : QString();
}

void RunPage::showButtons()
{
    const FocusHeir heir(this, [this, hasAsked = m_ask->hasFocus()]() -> QWidget * {
        if (isRunning())                 // not Stop: whoever presses Enter once more has begun it
            return m_list;
        // the result
        return m_keeper.isFromState()                          ? m_ask
            : hasAsked && m_resume->isVisibleTo(this) ? static_cast<QWidget *>(m_resume)
                                                      : m_list;
    });
    const bool running = isRunning();
    const bool resumable = run() && run()->canResume(), undoes = run() && run()->isUndoOpen();
    const auto rank = [](QPushButton *button, bool isFirst, const QString &icon) { // one of them stands first
        style::setKind(button, isFirst ? style::Kind::Primary : style::Kind::Secondary);
        style::setIcon(button, icon, isFirst ? style::Tint::OnAccent : style::Tint::Text);
    };
    m_ask->setText(m_words.blocked.isEmpty() ? tr("Ask the nodes") : tr("Go to the settings"));
    rank(m_ask, !undoes, m_words.blocked.isEmpty() ? u"refresh-cw"_s : u"settings"_s);
    rank(m_undo, undoes, u"undo-2"_s);
    rank(m_start, !resumable && !undoes, resumable || undoes ? u"rotate-ccw"_s : u"play"_s);
    m_undo->setText(undoes ? tr("Undo again…") : tr("Undo…"));
    const bool isElsewhere = m_keeper.otherProcess().has_value();
    if (isElsewhere)
        m_undoBar->hide();
    // without a recipe there is no question whose answer would lead to a run
    m_ask->setVisible(!running && m_keeper.isFromState() && hasRecipe(m_cluster.deployment().recipe));
    m_start->setVisible(!running && !m_keeper.isFromState());
    m_start->setText(resumable || (run() && run()->canUndo()) ? tr("Run again") : tr("Run"));
    m_resume->setVisible(!running && resumable && !m_keeper.isFromState());
    m_stop->setVisible(running);
    m_undo->setVisible(!running);
    m_undo->setEnabled(run() && run()->canUndo() && !isElsewhere);
    const bool startable = m_words.blocked.isEmpty() && !isElsewhere
        && run() && run()->olderName().isEmpty() && run()->formerNodes().isEmpty()
        && run()->elsewhereInWords().isEmpty() && !run()->stateError();
    for (QPushButton *button : {m_start, m_resume}) {
        button->setEnabled(startable && !m_words.isSaving);
        button->setToolTip(savesFirst() ? tr("Saves the changes of the deployment first: what runs is what is written.")
                                        : QString());
    }
    const bool asksAsThen = !running && m_keeper.isFromState() && m_keeper.planToCheck();
    m_look->setVisible((m_start->isVisibleTo(this) || asksAsThen) && startable && !undoes);
    m_look->setEnabled(!m_ahead.isRunning() && !m_words.isSaving);
    QString head = m_words.head();
    if (const QString refused = m_words.refusal(); !refused.isEmpty())
        head = refused + u'\n' + head;
    if (asksAsThen)
        head += u'\n' + m_keeper.planError()->message;
    if (startable && savesFirst() && m_start->isVisibleTo(this) && !m_words.notSaved)
        head += u' ' + tr("Run saves the changes of the deployment first.");
    // What serves is ended by a run that has something to change there: to be known before it is pressed.
    const bool isKnownAhead = m_ahead.answer().has_value(); // that says it in its place
    if (startable && m_start->isVisibleTo(this) && run()->canUndo() && !resumable && !undoes && !m_words.isSilent()
        && !isKnownAhead)
        head += u' ' + tr("\"Run again\" leaves what is as it should be; where a file or a setting is not, the service "
                          "ends on all nodes and starts anew.");
    else if (startable && resumable && m_resume->isVisibleTo(this) && !undoes && !m_words.isSilent()
             && run()->mayServeAnywhere() && !isKnownAhead)
        head += u' ' + tr("Resume and \"Run again\" leave what is as it should be; where a file or a setting is not, "
                          "the service ends on all nodes and starts anew.");
    m_subtitle->setText(head);
    const QString words = tr("Undo stops the service and removes the container and the files that this deployment "
                             "made, on all nodes, last first. What was there before stays; images stay. What else "
                             "was written inside the container goes with it: copy out first what is needed.");
    const QString olderName = run() ? run()->olderName() : QString();
    if (olderName.isEmpty())
        m_undoText->setText(words);
    else
        m_undoText->setText(
            (run()->hadNoName()
                 ? tr("It ends what was deployed before the deployment had a name: %1.").arg(run()->madeInWords())
                 : tr("It ends what was deployed under the name \"%1\": %2.").arg(olderName, run()->madeInWords()))
            + u'\n' + words);
}

void RunPage::tellStrip()
{
    if (!isRunning())
        return;
    int done = 0;
    QString now;
    const QList<DeployStep> &steps = run()->plan().steps;
    for (int i = 0; i < steps.size(); ++i) {
        const StepState state = run()->state(i);
        done += state == StepState::Done || state == StepState::UpToDate;
        if (state == StepState::Running && now.isEmpty())
            now = steps[i].id;
    }
    const bool isUndo = m_keeper.isUndo();
    const auto words = [now, isUndo] { return (isUndo ? tr("Undo: %1") : tr("Deploy: %1")).arg(stepTitle(now)); };
    m_tasks.show(
        {u"deploy"_s, words, isUndo ? std::nullopt : std::optional(double(done) / double(steps.size())), [this] {
             if (run())
                 run()->stop();
         }});
}

void RunPage::showAhead()
{
    QHash<QString, CheckedStep> steps;
    if (m_ahead.answer()) {
        for (const CheckedStep &step : m_ahead.answer()->steps)
            steps.insert(step.id, step);
    }
    m_model->setAhead(steps);
    for (int i = 0; m_ahead.answer() && m_ahead.answer()->failed && i < run()->plan().steps.size(); ++i) {
        if (run()->plan().steps[i].id == m_ahead.answer()->failed->id)
            choose(i);
    }
    if (m_ahead.isRunning())
        m_tasks.show({u"ahead"_s, [] { return tr("Asking what a run would change"); }, std::nullopt,
                      [this] { m_ahead.stop(); }});
    else
        m_tasks.end(u"ahead"_s);
    showStep();
    showButtons();
}

void RunPage::search(bool backward)
{
    m_view->setCurrent(u"log"_s);
    m_texts->setCurrentIndex(0);
    m_searchAnswer->setText(m_log->findNext(m_search->text(), backward) ? QString() : tr("not found"));
}

std::optional<Look> RunPage::look() const
{
    if (!run())
        return std::nullopt;
    if (isRunning())
        return lookOf(StepState::Running);
    if (m_keeper.otherProcess())
        return Look{lookOf(StepState::Running).symbol, tr("Another run is under way"), style::Tone::Accent};
    if (!run()->originalFile().isEmpty()) // what is done there was not done by this one
        return std::nullopt;
    for (int i = 0; i < run()->plan().steps.size(); ++i) {
        if (run()->state(i) == StepState::Failed)
            return lookOf(StepState::Failed);
    }
    if (run()->canResume() || run()->isUndoOpen())
        return lookOf(StepState::Stopped);
    // A plan of other settings may have its last steps on another node.
    const bool isOtherwise = m_words.isOfOtherSettings();
    const bool done = !run()->plan().steps.isEmpty()
        && ((isOtherwise && run()->isWhole())
            || run()->state(int(run()->plan().steps.size()) - 1) == StepState::Done);
    if (done && isOtherwise)
        return Look{u"?"_s, tr("What was run is not what the settings say now"), style::Tone::Unknown};
    if (done && m_words.isSilent())
        return Look{u"?"_s, tr("Answered last at %1", "a time").arg(format::time(m_words.silence->answeredMs)),
                    style::Tone::Unknown};
    if (done && !m_words.isLookedAfter() && !m_words.stateTime().isEmpty())
        return Look{u"?"_s, tr("Done at %1; nobody has looked since", "a time").arg(m_words.stateTime()),
                    style::Tone::Unknown};
    return done ? std::optional(lookOf(StepState::Done)) : std::nullopt;
}
