#include "ui/logs/logspage.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "core/diagnosis/faultsearch.h"
#include "ui/common/card.h"
#include "ui/common/datatable.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/headrow.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/diagnosis/faultpanel.h"
#include "ui/logs/failurebar.h"
#include "ui/logs/logfilterrow.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

enum class LogsView { Nothing, NoMatch, Lines };

QStringList droppedFiles(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls()) {
        const bool isDeployment = url.toLocalFile().endsWith(".json"_L1, Qt::CaseInsensitive); // the window's
        if (url.isLocalFile() && !isDeployment)
            paths << url.toLocalFile();
    }
    return paths;
}

} // namespace

LogsPage::LogsPage(Cluster &cluster, LogsJob &job, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_job(job)
    , m_model(job.store())
    , m_title(style::label({}, style::Text::Title, this))
    , m_about(style::label({}, style::Text::Second, this))
    , m_nodes(style::label({}, style::Text::Second, this))
    , m_files(new QPushButton(this))
    , m_save(new QPushButton(this))
    , m_start(new QPushButton(this))
    , m_stop(new QPushButton(this))
    , m_follow(new QPushButton(this))
    , m_pause(new QPushButton(this))
    , m_error(new ErrorBar(this))
    , m_failure(new FailureBar(this))
    , m_filters(new LogFilterRow(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_noMatch(new EmptyState(this))
{
    setObjectName(u"logsPage"_s);
    setAcceptDrops(true);
    m_about->setObjectName(u"logsAbout"_s);
    m_nodes->setObjectName(u"logsNodes"_s);
    m_files->setObjectName(u"openLogFiles"_s);
    m_save->setObjectName(u"saveLogs"_s);
    m_start->setObjectName(u"followLogs"_s);
    m_stop->setObjectName(u"stopLogs"_s);
    m_follow->setObjectName(u"logsToEnd"_s);
    m_pause->setObjectName(u"pauseLogs"_s);
    m_error->setObjectName(u"logsError"_s);
    m_empty->setObjectName(u"logsEmpty"_s);
    m_noMatch->setObjectName(u"logsNoMatch"_s);
    m_nodes->setWordWrap(true);
    style::setIcon(m_files, u"folder-open"_s);
    style::setIcon(m_save, u"save"_s);
    style::setIcon(m_start, u"server"_s, style::Tint::OnAccent);
    style::setIcon(m_stop, u"square"_s);
    style::setKind(m_start, style::Kind::Primary);
    for (QPushButton *chip : {m_follow, m_pause}) {
        style::setKind(chip, style::Kind::Chip);
        chip->setCheckable(true);
    }
    m_follow->setChecked(true);

    auto *head = new HeadRow(style::grid * 2);
    head->words()->addWidget(m_title);
    head->words()->addWidget(m_about);
    for (QPushButton *control : {m_stop, m_files, m_save, m_start})
        head->controls()->addWidget(control);
    auto *filters = new QHBoxLayout;
    style::setMargins(filters, 0, style::grid * 2);
    filters->addWidget(m_filters, 1);
    filters->addWidget(m_follow);
    filters->addWidget(m_pause);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_noMatch);
    m_stack->addWidget(makeList());
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_error);
    box->addWidget(m_failure);
    box->addLayout(filters);
    box->addWidget(m_nodes);
    box->addWidget(m_stack, 1);

    connect(m_files, &QPushButton::clicked, this, &LogsPage::chooseFiles);
    connect(m_empty, &EmptyState::pressed, this, &LogsPage::chooseFiles);
    connect(m_save, &QPushButton::clicked, this, &LogsPage::chooseTarget);
    connect(m_start, &QPushButton::clicked, this, [this] {
        m_error->clear();
        setFollowing(true);
        m_job.followNodes();
    });
    connect(m_stop, &QPushButton::clicked, &m_job, &LogsJob::stop);
    connect(m_follow, &QPushButton::clicked, this, &LogsPage::setFollowing);
    connect(m_pause, &QPushButton::clicked, this, [this](bool paused) {
        m_model.setPaused(paused);
        refresh();
    });
    connect(m_filters, &LogFilterRow::changed, this, &LogsPage::applyFilter);
    connect(m_noMatch, &EmptyState::pressed, m_filters, &LogFilterRow::clear);
    connect(m_failure, &FailureBar::lineWanted, this, &LogsPage::goToFailure);
    connect(m_failure, &FailureBar::whyWanted, m_panel, &QWidget::setVisible);
    m_find = new QShortcut(QKeySequence::Find, this);
    connect(m_find, &QShortcut::activated, m_filters->words(), qOverload<>(&QWidget::setFocus));
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &LogsPage::refresh);
    connectJob();
    retranslate();
}

void LogsPage::connectJob()
{
    connect(&m_job, &LogsJob::begun, this, [this] {
        m_saved.clear();
        m_wanted.reset();
        m_model.refill();
        m_panel->hide();
        m_failure->setWhyShown(false);
        refresh();
    });
    connect(&m_job, &LogsJob::appended, this, [this](qint64 from) {
        keepPlace([&] { m_model.takeAppended(from); });
        m_filters->setOrigins(m_job.store().origins());
        if (m_stack->currentIndex() != int(LogsView::Lines) || !m_tick.isActive())
            refresh();
    });
    connect(&m_job, &LogsJob::dropped, this, [this] {
        keepPlace([this] { m_model.refill(); });
    });
    connect(&m_model, &LogModel::rowsInserted, this, &LogsPage::toEnd);
    connect(&m_model, &LogModel::filtered, this, [this] {
        refresh();
        toEnd();
    });
    connect(&m_job, &LogsJob::changed, this, &LogsPage::refresh);
    connect(&m_job, &LogsJob::failureChanged, this, &LogsPage::showFailure);
    connect(&m_job, &LogsJob::failed, this, [this](const Error &error) { m_error->setError(error); });
    connect(&m_job, &LogsJob::saved, this, [this](const QString &file, qint64 lines) {
        m_error->clear();
        m_saved = file;
        m_savedLines = lines;
        refresh();
    });
    connect(&m_cluster, &Cluster::deploymentChanged, this, &LogsPage::refresh);
}

QWidget *LogsPage::makeList()
{
    auto *card = new Card(this, 0);
    m_table = new DataTable(&m_model, card, 24);
    m_table->setObjectName(u"logsTable"_s);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(LogModel::Time, 180);
    m_table->setColumnWidth(LogModel::NodeName, 90);
    m_table->setColumnWidth(LogModel::Process, 130);
    m_table->setColumnWidth(LogModel::Level, 80);
    card->box()->addWidget(m_table);
    m_line = new QPlainTextEdit(this);
    m_line->setObjectName(u"logsLine"_s);
    m_line->setReadOnly(true);
    m_line->setProperty("code", true);
    m_line->setFont(style::monospace());
    m_line->setTabChangesFocus(true);
    m_line->setMinimumHeight(48);
    m_line->hide();
    auto *lines = style::splitter(Qt::Vertical, u"logsLineSplitter"_s, {card, m_line}, this);
    lines->setStretchFactor(0, 1);
    lines->setSizes({500, 90});
    m_panel = new FaultPanel(u"logsFault"_s, this);
    m_panel->hide();
    auto *splitter = style::splitter(Qt::Horizontal, u"logsSplitter"_s, {lines, m_panel}, this);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({680, 380});
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LogsPage::showLine);
    connect(m_panel, &FaultPanel::checkRequested, this, &LogsPage::checkRequested);
    // Who scrolls up reads: the list does not run away from him.
    QScrollBar *bar = m_table->verticalScrollBar();
    connect(bar, &QScrollBar::actionTriggered, this,
            [this, bar] { m_follow->setChecked(bar->sliderPosition() >= bar->maximum()); });
    return splitter;
}

void LogsPage::openLogs(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    m_error->clear();
    setFollowing(false);
    m_job.readFiles(paths);
}

void LogsPage::saveTo(const QString &file)
{
    m_error->clear();
    m_job.save(file, m_filters->filter());
}

void LogsPage::chooseFiles()
{
    auto *dialog = new QFileDialog(this, tr("Open logs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("All files (*)"), tr("Logs (*.log *.txt)")});
    connect(dialog, &QFileDialog::filesSelected, this, &LogsPage::openLogs);
    openFileDialog(dialog);
}

void LogsPage::chooseTarget()
{
    auto *dialog = new QFileDialog(this, tr("Save the lines that are shown"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(u"nodes.log"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &LogsPage::saveTo);
    openFileDialog(dialog);
}

void LogsPage::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFiles(event->mimeData()).isEmpty() && !m_job.isFollowing())
        event->acceptProposedAction();
    else
        event->ignore();
}

void LogsPage::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    openLogs(droppedFiles(event->mimeData()));
}

void LogsPage::applyFilter()
{
    if (m_filters->filter() == m_model.filter())
        return;
    keepPlace([this] { m_model.setFilter(m_filters->filter()); });
    refresh();
}

// The line that is chosen stays chosen, wherever it stands afterwards.
void LogsPage::keepPlace(const std::function<void()> &change)
{
    const QModelIndex current = m_table->currentIndex();
    const bool isThere = current.isValid() && current.row() < m_model.rowCount();
    const std::optional<qint64> line = isThere ? std::optional(m_model.lineAt(current.row())) : std::nullopt;
    change();
    if (line && !m_table->currentIndex().isValid())
        m_wanted = line;
    toEnd();
}

void LogsPage::setFollowing(bool follows)
{
    m_follow->setChecked(follows);
    toEnd();
}

void LogsPage::toEnd()
{
    if (m_wanted) {
        if (const int row = m_model.rowOf(*m_wanted); row >= 0) {
            m_wanted.reset();
            m_table->setCurrentIndex(m_model.index(row, LogModel::Text));
            if (!m_follow->isChecked())
                m_table->scrollTo(m_model.index(row, LogModel::Time), QAbstractItemView::PositionAtCenter);
        } else if (!m_model.isFiltering()) {
            m_wanted.reset();            // it does not pass
        }
    }
    if (m_follow->isChecked())
        m_table->scrollToBottom();
}

void LogsPage::goToFailure()
{
    if (!m_job.failure())
        return;
    m_wanted = m_job.failure()->line;
    m_follow->setChecked(false);
    if (!LogSieve(m_filters->filter()).passes(m_job.store(), *m_wanted))
        m_filters->clear();              // it is among those that are not shown
    toEnd();
    m_table->setFocus();
}

void LogsPage::showLine()
{
    const QModelIndex current = m_table->currentIndex();
    const bool isThere = current.isValid() && current.row() < m_model.rowCount();
    m_line->setVisible(isThere);
    if (isThere)
        m_line->setPlainText(m_model.textAt(current.row()));
}

void LogsPage::showFailure()
{
    const std::optional<FirstFailure> &failure = m_job.failure();
    m_model.setFailure(failure ? std::optional(failure->line) : std::nullopt);
    const QString language = dataLanguage();
    if (language != m_language) {
        if (const Result<QList<FaultRule>> rules = loadFaultRules(language)) {
            m_rules = *rules;
            m_language = language;
        }
    }
    if (!failure || failure->rule >= m_rules.size()) {
        m_failure->say({});
        m_panel->hide();
        m_failure->setWhyShown(false);
        return;
    }
    const LogStore &store = m_job.store();
    const FaultRule &rule = m_rules[failure->rule];
    const QString node = withoutControls(store.node(failure->line));
    const QString title = !failure->isCause ? tr("First sign of the failure, on %1 at %2: %3", "node, time, cause")
        : failure->isCertain                ? tr("First failure, on %1 at %2: %3", "node, time, cause")
                                            : tr("Most likely the first failure, on %1 at %2: %3", "node, time, cause");
    const QString time = store.hasTime(failure->line)
        ? (store.isLater(failure->line) ? u"≥ "_s : QString()) + format::time(store.ms(failure->line))
        : tr("a time not told");
    m_failure->say(title.arg(node, time, rule.cause));
    FaultEntry entry = faultEntry(rule);
    if (!failure->isProbable)
        entry.others.clear();
    m_panel->setFault(failure->isCause ? tr("First failure") : tr("First sign"), entry,
                      FaultPlace{u"%1 · %2 · %3"_s.arg(node, time, withoutControls(store.process(failure->line))),
                                 QString::fromUtf8(store.text(failure->line))});
}

QString LogsPage::aboutWords() const
{
    const LogStore &store = m_job.store();
    QStringList words;
    if (m_job.isFollowing()) {
        const auto hears = std::count_if(m_job.nodes().cbegin(), m_job.nodes().cend(), [](const FollowedNode &node) {
            return node.state == FollowedNode::State::Following;
        });
        words << tr("following %1 of %2 nodes").arg(hears).arg(m_job.nodes().size());
    } else if (m_job.isReading()) {
        words << tr("reading, %1 so far").arg(format::bytes(m_job.bytesRead()));
    }
    const qint64 all = store.end() - store.begin();
    if (all > 0)
        words << (m_model.filter().isEmpty()
                      ? tr("lines: %1").arg(format::number(double(all)))
                      : tr("%1 of %2 lines").arg(format::number(m_model.rowCount()), format::number(double(all))));
    if (m_model.isFiltering())
        words << tr("searching");
    if (store.dropped() > 0)
        words << tr("%n older line(s) dropped", nullptr, int(store.dropped()));
    if (m_model.held() > 0)
        words << tr("paused, %n new line(s) waiting", nullptr, int(m_model.held()));
    if (!m_saved.isEmpty())
        words << tr("%n line(s) saved, known secrets taken out", nullptr, int(m_savedLines));
    return words.join(u" · "_s);
}

QStringList LogsPage::nodeWords() const
{
    constexpr double worthTelling = 0.5; // seconds
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const auto told = [](const QString &text) { return withoutControls(inLanguage(text, dataLanguage())); };
    QStringList words;
    for (const FollowedNode &node : m_job.nodes()) {
        const QString name = withoutControls(node.name);
        if (m_job.isFollowing() && node.state == FollowedNode::State::Silent)
            words << tr("%1 has not said anything for %2; it is asked again.")
                         .arg(name, format::duration((now - node.heardMs) / 1000 * 1000));
        else if (node.state == FollowedNode::State::Lost)
            words << tr("%1 is not heard: %2 It is asked again.").arg(name, told(node.why));
        else if (node.state == FollowedNode::State::Question)
            words << tr("%1 waits for an answer: %2").arg(name, told(node.why));
        for (const QString &trouble : node.troubles)
            words << told(trouble);
        if (node.clockOffset && std::abs(*node.clockOffset) >= worthTelling)
            words << tr("The clock of %1 is off by %2 (± %3 s), as measured at %4; its lines are shown without that. "
                        "Those from before a change of that clock stand at a wrong time.")
                         .arg(name, format::value(*node.clockOffset, u"s"_s, 1),
                              format::number(node.clockUncertainty, 1), format::time(node.clockMeasuredMs));
    }
    return words;
}

void LogsPage::refresh()
{
    const bool isBusy = m_job.isFollowing() || m_job.isReading();
    const bool hasNodes = !m_cluster.deployment().nodes.isEmpty();
    m_start->setEnabled(hasNodes && !m_job.isFollowing());
    m_start->setToolTip(hasNodes ? tr("Reads what the service, its container, CANN and the kernel write on every node, "
                                      "from their last lines on; changes nothing.")
                                 : tr("Add the nodes first, or open a deployment."));
    m_files->setEnabled(!isBusy);
    m_stop->setVisible(isBusy);
    m_save->setEnabled(!m_job.store().isEmpty());
    m_panel->setCanCheck(hasNodes);
    m_about->setText(aboutWords());
    m_about->setToolTip(m_saved.toHtmlEscaped());
    const QString nodes = nodeWords().join(QLatin1Char('\n'));
    m_nodes->setText(nodes);
    m_nodes->setVisible(!nodes.isEmpty());
    const bool isWaiting = isBusy || m_model.isFiltering();
    m_empty->setWords(isBusy ? tr("Waiting for the first lines.")
                             : tr("No lines yet. Follow the nodes to see what all of them write, on one clock, or open "
                                  "logs: files can be dropped here, too."),
                      isBusy ? QString() : tr("Open logs…"));
    m_stack->setCurrentIndex(int(m_job.store().isEmpty()                      ? LogsView::Nothing
                                 : m_model.rowCount() == 0 && !isWaiting ? LogsView::NoMatch
                                                                         : LogsView::Lines));
    if (m_job.isFollowing() != m_tick.isActive())
        m_job.isFollowing() ? m_tick.start() : m_tick.stop();
}

void LogsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void LogsPage::retranslate()
{
    m_title->setText(tr("Logs"));
    m_find->setWhatsThis(tr("Search the lines"));
    m_files->setText(tr("Open logs…"));
    m_save->setText(tr("Save…"));
    m_start->setText(tr("Follow the nodes"));
    m_stop->setText(tr("Stop"));
    m_follow->setText(tr("To the end"));
    m_follow->setToolTip(tr("The newest lines stay in sight; scrolling up ends that."));
    m_pause->setText(tr("Pause"));
    m_pause->setToolTip(tr("New lines are kept, and shown when it goes on."));
    m_save->setToolTip(tr("The lines that pass the filter, with known secrets taken out."));
    m_table->setAccessibleName(tr("Lines of all nodes"));
    m_line->setAccessibleName(tr("The chosen line"));
    m_noMatch->setWords(tr("No line matches the filter."), tr("Show all lines"));
    m_model.retranslate();
    showFailure();
    refresh();
}
