#include "ui/diagnosis/diagnosispage.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "ui/common/card.h"
#include "ui/common/datatable.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/headrow.h"
#include "ui/common/icons.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/style.h"
#include "ui/diagnosis/faultpanel.h"
#include "ui/diagnosis/faulttable.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

enum class View { Nothing, Found, Logs, Known };

QStringList droppedLogs(const QMimeData *data)
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

DiagnosisPage::DiagnosisPage(Cluster &cluster, DiagnosisJob &job, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_job(job)
    , m_title(style::label({}, style::Text::Title, this))
    , m_about(style::label({}, style::Text::Second, this))
    , m_views(new SegmentedControl(this))
    , m_files(new QPushButton(this))
    , m_nodes(new QPushButton(this))
    , m_stop(new QPushButton(this))
    , m_error(new ErrorBar(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_known(new FaultTable(this))
{
    setObjectName(u"diagnosisPage"_s);
    setAcceptDrops(true);
    m_about->setObjectName(u"diagnosisAbout"_s);
    m_views->setObjectName(u"diagnosisViews"_s);
    m_files->setObjectName(u"openLogs"_s);
    m_nodes->setObjectName(u"askForLogs"_s);
    m_stop->setObjectName(u"stopDiagnosis"_s);
    m_error->setObjectName(u"diagnosisError"_s);
    m_empty->setObjectName(u"diagnosisEmpty"_s);
    for (const char *view : {"found", "logs", "known"})
        m_views->add(QLatin1String(view));
    style::setIcon(m_files, u"folder-open"_s);
    style::setIcon(m_nodes, u"server"_s, style::Tint::OnAccent);
    style::setIcon(m_stop, u"square"_s);
    style::setKind(m_nodes, style::Kind::Primary);
    m_sourceTable = new DataTable(&m_sources, this, 28);
    m_sourceTable->setObjectName(u"diagnosisSources"_s);
    auto *sourceCard = new Card(this, 0);
    sourceCard->box()->addWidget(m_sourceTable);

    auto *head = new HeadRow(style::grid * 2);
    head->words()->addWidget(m_title);
    head->words()->addWidget(m_about);
    for (QWidget *control : {static_cast<QWidget *>(m_views), static_cast<QWidget *>(m_stop),
                             static_cast<QWidget *>(m_files), static_cast<QWidget *>(m_nodes)})
        head->controls()->addWidget(control);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeFindings());
    m_stack->addWidget(sourceCard);
    m_stack->addWidget(m_known);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_error);
    box->addWidget(m_stack, 1);

    connect(m_views, &SegmentedControl::chosen, this, &DiagnosisPage::refresh);
    connect(m_files, &QPushButton::clicked, this, &DiagnosisPage::chooseFiles);
    connect(m_empty, &EmptyState::pressed, this, &DiagnosisPage::chooseFiles);
    connect(m_nodes, &QPushButton::clicked, this, [this] {
        m_error->clear();
        m_job.askNodes();
    });
    connect(m_stop, &QPushButton::clicked, &m_job, &DiagnosisJob::stop);
    connect(&m_job, &DiagnosisJob::changed, this, &DiagnosisPage::refresh);
    connect(&m_job, &DiagnosisJob::finished, this, [this] {
        m_error->clear();
        m_views->setCurrent(u"found"_s);
        showAnswer();
    });
    connect(&m_job, &DiagnosisJob::failed, this, [this](const Error &error) { m_error->setError(error); });
    connect(&m_cluster, &Cluster::deploymentChanged, this, &DiagnosisPage::refresh);
    connect(m_known, &FaultTable::checkRequested, this, &DiagnosisPage::checkRequested);
    retranslate();
}

QWidget *DiagnosisPage::makeFindings()
{
    auto *view = new QWidget(this);
    m_verdict = new QFrame(view);
    m_verdictText = style::label({}, style::Text::Strong, m_verdict);
    m_verdictText->setObjectName(u"diagnosisVerdict"_s);
    m_notes = style::label({}, style::Text::Second, m_verdict);
    m_notes->setObjectName(u"diagnosisNotes"_s);
    for (QLabel *label : {m_verdictText, m_notes})
        label->setWordWrap(true);
    auto *verdictBox = new QVBoxLayout(m_verdict);
    style::setMargins(verdictBox, style::grid * 3, style::grid);
    verdictBox->addWidget(m_verdictText);
    verdictBox->addWidget(m_notes);
    auto *card = new Card(view, 0);
    m_table = new DataTable(&m_sightings, card, 28);
    m_table->setObjectName(u"diagnosisTable"_s);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(SightingModel::Fault, QHeaderView::Stretch);
    m_table->setColumnWidth(SightingModel::Part, 110);
    m_table->setColumnWidth(SightingModel::NodeName, 80);
    m_table->setColumnWidth(SightingModel::Time, 180);
    m_table->setColumnWidth(SightingModel::Count, 60);
    card->box()->addWidget(m_table);
    m_panel = new FaultPanel(u"diagnosisFault"_s, view);
    auto *splitter = style::splitter(Qt::Horizontal, u"diagnosisSplitter"_s, {card, m_panel}, view);
    splitter->setSizes({680, 380});
    splitter->setStretchFactor(0, 1);
    auto *box = new QVBoxLayout(view);
    style::setMargins(box, 0, style::grid * 3);
    box->addWidget(m_verdict);
    box->addWidget(splitter, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DiagnosisPage::showChosen);
    connect(m_panel, &FaultPanel::checkRequested, this, &DiagnosisPage::checkRequested);
    return view;
}

// In a small window the fault stands below the table. The window's width counts: the page gets what its parts need at
// least, whether that is seen or not.
void DiagnosisPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int roomForBoth = 1160;
    const Qt::Orientation wanted = window()->width() < roomForBoth ? Qt::Vertical : Qt::Horizontal;
    for (QSplitter *splitter : findChildren<QSplitter *>()) {
        if (splitter->orientation() == wanted)
            continue;
        splitter->setOrientation(wanted);
        splitter->setSizes(wanted == Qt::Vertical ? QList<int>{200, 220} : QList<int>{680, 380});
    }
}

void DiagnosisPage::openLogs(const QStringList &paths)
{
    m_error->clear();
    m_job.readFiles(paths);
}

void DiagnosisPage::chooseFiles()
{
    auto *dialog = new QFileDialog(this, tr("Open logs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("All files (*)"), tr("Logs (*.log *.txt)")});
    connect(dialog, &QFileDialog::filesSelected, this, &DiagnosisPage::openLogs);
    openFileDialog(dialog);
}

void DiagnosisPage::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedLogs(event->mimeData()).isEmpty() && !m_job.isRunning())
        event->acceptProposedAction();
    else
        event->ignore();
}

void DiagnosisPage::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    openLogs(droppedLogs(event->mimeData()));
}

void DiagnosisPage::loadRules()
{
    const QString language = dataLanguage();
    if (language == m_language)
        return;
    if (const Result<QList<FaultRule>> rules = loadFaultRules(language)) {
        m_rules = *rules;
        m_language = language;
    }
}

void DiagnosisPage::showAnswer()
{
    if (m_job.answer()) {
        loadRules();
        const int row = qMax(0, m_table->currentIndex().row());
        m_sightings.set(*m_job.answer(), m_rules);
        m_sources.set(m_job.answer()->sources);
        m_sourceTable->fitColumns();
        m_table->setCurrentIndex(m_sightings.index(row < m_sightings.rowCount() ? row : 0, 0));
    }
    showChosen();
    refresh();
}

void DiagnosisPage::showChosen()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid() || current.row() >= m_sightings.rowCount())
        return m_panel->clear();
    const FaultSighting &one = m_sightings.sighting(current.row());
    const FaultRule &rule = m_rules[one.rule];
    const SourceReport &source = m_job.answer()->sources[one.source];
    const QString time = timeText(one);
    const FaultPlace place{
        withoutControls(tr("%1 · %2 · %3, line %4", "node, time, file, line")
                            .arg(source.node, time.isEmpty() ? tr("no time") : time, source.file)
                            .arg(format::number(double(one.line)))),
        one.text};
    FaultEntry entry = faultEntry(rule);
    if (!one.isProbable)
        entry.others.clear();
    m_panel->setFault(m_sightings.partWords(current.row()), entry, place);
}

QString DiagnosisPage::verdictWords() const
{
    const DiagnosisAnswer &answer = *m_job.answer();
    if (!answer.first && !answer.hasLines())
        return tr("Not one line of a log could be read, so nothing is known.");
    if (!answer.first) {
        const auto missing = std::count_if(answer.sources.cbegin(), answer.sources.cend(),
                                           [](const SourceReport &source) { return !source.error.isEmpty(); });
        if (missing == 0)
            return tr("Nothing found: none of the %1 rules knows a line of these logs.").arg(m_rules.size());
        return tr("Nothing found in what could be read: none of the %1 rules knows a line of it. %n logs could not be "
                  "read, or not to their end.",
                  nullptr, int(missing))
            .arg(m_rules.size());
    }
    const QString cause = QString(m_rules[answer.first->rule].cause).remove(u'`'); // plain here, code below
    const QString node = withoutControls(answer.sources[answer.first->source].node);
    if (!answer.stopped.isEmpty())
        return tr("The service of %1 was shut down. The first sign of it, on %2: %3", "two nodes, what")
            .arg(withoutControls(answer.stopped), node, cause);
    if (!answer.isCause)
        return tr("No cause found. The first sign, on %1: %2", "node, what").arg(node, cause);
    return answer.isCertain ? tr("What failed first, on %1: %2", "node, what").arg(node, cause)
                            : tr("What most likely failed first, on %1: %2", "node, what").arg(node, cause);
}

void DiagnosisPage::setWorkedAt(qint64 endedMs)
{
    if (std::exchange(m_workedMs, endedMs) != endedMs)
        refresh();
}

// Files say of when they are themselves.
bool DiagnosisPage::isOfThePast() const
{
    return m_job.answer() && m_job.wasOfNodes() && m_workedMs > m_job.endedMs();
}

void DiagnosisPage::refresh()
{
    const std::optional<DiagnosisAnswer> &answer = m_job.answer();
    const bool hasNodes = !m_cluster.deployment().nodes.isEmpty();
    const QString view = m_views->current();
    m_files->setEnabled(!m_job.isRunning());
    m_nodes->setEnabled(!m_job.isRunning() && hasNodes);
    m_nodes->setToolTip(hasNodes ? tr("Reads the logs of the service, its container, CANN and the kernel on every "
                                      "node; changes nothing.")
                                 : tr("Add the nodes first, or open a deployment."));
    m_stop->setVisible(m_job.isRunning());
    m_panel->setCanCheck(hasNodes);
    m_known->setCanCheck(hasNodes);
    const View shown = view == "known"_L1 ? View::Known
        : !answer                         ? View::Nothing
        : view == "logs"_L1               ? View::Logs
                                          : View::Found;
    m_stack->setCurrentIndex(int(shown));
    if (m_job.isRunning())
        m_about->setText(m_job.asksNodes() ? tr("asking %n node(s)", nullptr, m_job.nodesOpen())
                                           : tr("reading, %1 so far").arg(format::bytes(m_job.bytesRead())));
    else if (answer)
        m_about->setText((m_job.wasOfNodes() ? tr("%n log(s) of the nodes", nullptr, int(answer->sources.size()))
                                             : tr("%n file(s)", nullptr, int(answer->sources.size())))
                         + u" · "_s + format::time(m_job.endedMs()));
    else
        m_about->clear();
    if (!answer)
        return;
    style::setNotice(m_verdict, !answer->first || isOfThePast() ? style::Tone::Unknown
                         : answer->isCause               ? style::Tone::Danger
                                                         : style::Tone::Warning);
    m_verdictText->setText(isOfThePast() ? tr("This was found at %1. At %2 the deployment was run, stopped or undone; "
                                              "\"Ask the nodes\" looks again.", "two times")
                                                   .arg(format::time(m_job.endedMs()), format::time(m_workedMs))
                                       + u'\n' + verdictWords()
                                         : verdictWords());
    QStringList notes;
    for (const QString &note : answer->notes)
        notes << withoutControls(inLanguage(note, dataLanguage()));
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
}

void DiagnosisPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void DiagnosisPage::retranslate()
{
    m_title->setText(tr("Diagnosis"));
    m_views->setWords(u"found"_s, tr("What failed"));
    m_views->setWords(u"logs"_s, tr("Logs read"));
    m_views->setWords(u"known"_s, tr("Codes and faults"));
    m_files->setText(tr("Open logs…"));
    m_nodes->setText(tr("Ask the nodes"));
    m_stop->setText(tr("Stop"));
    m_table->setAccessibleName(tr("What was found in the logs"));
    m_sourceTable->setAccessibleName(tr("Logs that were read"));
    m_empty->setWords(tr("No logs were read yet. Ask the nodes for theirs, or open logs of any cluster: files, also "
                         "many at once, can be dropped here; a folder for each node tells the nodes apart."),
                      tr("Open logs…"));
    m_sightings.retranslate();
    m_sources.retranslate();
    showAnswer();
}
