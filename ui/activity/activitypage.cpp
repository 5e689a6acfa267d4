#include "ui/activity/activitypage.h"

#include "core/base/plaintext.h"
#include "ui/common/card.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/copybutton.h"
#include "ui/common/datatable.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/focusheir.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/ownkeys.h"
#include "ui/common/style.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 28, leastRows = 5;

QPlainTextEdit *codeView(const QString &name, QWidget *parent)
{
    auto *view = new QPlainTextEdit(parent);
    view->setObjectName(name);
    view->setReadOnly(true);
    view->setProperty("code", true);
    view->setFont(style::monospace());
    view->setTabChangesFocus(true);
    return view;
}

} // namespace

ActivityPage::ActivityPage(CommandInbox &inbox, QWidget *parent)
    : QWidget(parent)
    , m_title(style::label({}, style::Text::Title, this))
    , m_count(style::label({}, style::Text::Second, this))
    , m_node(new QComboBox(this))
    , m_words(new QLineEdit(this))
    , m_outcome(new SegmentedControl(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_noMatch(new EmptyState(this))
    , m_table(new DataTable(&m_filter, this, rowHeight))
{
    setObjectName(u"activityPage"_s);
    m_node->setObjectName(u"activityNode"_s);
    m_words->setObjectName(u"activitySearch"_s);
    m_table->setObjectName(u"activityTable"_s);
    m_words->setClearButtonEnabled(true);
    m_words->addAction(style::icon(u"search"_s), QLineEdit::LeadingPosition);
    m_words->setMinimumWidth(280);
    m_node->setMinimumWidth(140);
    m_outcome->add(u"all"_s);
    m_outcome->add(u"failed"_s);

    m_filter.setSourceModel(&m_model);
    m_table->setTakingRest(CommandModel::Line);
    m_table->fitColumns();

    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_title);
    head->addWidget(m_count, 1);
    head->addWidget(m_outcome);
    head->addWidget(m_node);
    head->addWidget(m_words);

    auto *tableCard = new Card(this, 0);
    tableCard->box()->addWidget(m_table);
    tableCard->setMinimumHeight((leastRows + 1) * rowHeight); // and the header
    m_details = makeDetails();
    auto *splitter = style::splitter(Qt::Vertical, u"activitySplitter"_s, {tableCard, m_details}, this);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({400, 300});
    m_details->hide();
    m_stack->addWidget(m_empty);
    m_stack->addWidget(splitter);
    m_stack->addWidget(m_noMatch);
    m_noMatch->setObjectName(u"activityNoMatch"_s);

    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_stack, 1);

    connect(&inbox, &CommandInbox::received, this, &ActivityPage::append);
    connect(m_node, &QComboBox::currentIndexChanged, this, [this] {
        m_filter.setNode(m_node->currentData().toString());
        refreshFilters();
    });
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString &words) {
        m_filter.setWords(words);
        refreshFilters();
    });
    connect(m_outcome, &SegmentedControl::chosen, this, [this](const QString &id) {
        m_filter.setFailedOnly(id == "failed"_L1);
        refreshFilters();
    });
    connect(m_noMatch, &EmptyState::pressed, this, &ActivityPage::clearFilters);
    // The current row has the focus of the keys; it may be one that nobody chose.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ActivityPage::showDetails);
    connect(m_close, &QPushButton::clicked, this, &ActivityPage::closeDetails);
    connect(m_escape, &QShortcut::activated, this, &ActivityPage::closeDetails);
    setFocusProxy(m_words);
    retranslate();
}

QWidget *ActivityPage::makeDetails()
{
    auto *card = new Card(this);
    m_detailsHead = new ElidedLabel(card); // an outcome may be a sentence
    m_detailsHead->setObjectName(u"activityDetailsHead"_s);
    style::setText(m_detailsHead, style::Text::Second);
    m_commandTitle = style::label({}, style::Text::Strong, card);
    m_outputTitle = style::label({}, style::Text::Strong, card);
    m_outputTitle->setObjectName(u"activityOutputTitle"_s);
    m_command = codeView(u"activityCommand"_s, card);
    m_output = codeView(u"activityOutput"_s, card);
    m_copyCommand = new CopyButton(card);
    m_copyOutput = new CopyButton(card);
    m_copyCommand->setSource([this] { return m_command->toPlainText(); });
    m_copyOutput->setSource([this] { return m_output->toPlainText(); });
    m_command->setMinimumHeight(36);
    m_command->setMaximumHeight(64);
    m_output->setMinimumHeight(48);
    m_close = new QPushButton(card);
    m_close->setObjectName(u"activityClose"_s);
    m_close->setIcon(style::icon(u"x"_s));
    style::setKind(m_close, style::Kind::Quiet);
    m_escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    m_escape->setContext(Qt::WidgetWithChildrenShortcut);
    m_escape->setEnabled(false);
    auto *first = new QHBoxLayout;
    first->addWidget(m_commandTitle);
    first->addWidget(m_detailsHead, 1);
    first->addWidget(m_copyCommand);
    first->addWidget(m_close);
    auto *second = new QHBoxLayout;
    second->addWidget(m_outputTitle, 1);
    second->addWidget(m_copyOutput);
    card->box()->addLayout(first);
    card->box()->addWidget(m_command);
    card->box()->addLayout(second);
    card->box()->addWidget(m_output, 1);
    return card;
}

void ActivityPage::append(const QList<CommandRecord> &records)
{
    m_model.append(records);
    refreshFilters();
}

void ActivityPage::refreshFilters()
{
    if (const QString nodes = m_model.nodes().join(u'\n'); nodes != m_shownNodes || m_node->count() == 0) {
        m_shownNodes = nodes;
        const QString chosen = m_node->currentData().toString();
        const QSignalBlocker blocker(m_node);
        m_node->clear();
        m_node->addItem(tr("All nodes"));
        for (const QString &node : m_model.nodes())
            m_node->addItem(node, node);
        m_node->setCurrentIndex(qMax(0, m_node->findData(chosen)));
    }
    const int shown = m_filter.rowCount(), all = m_model.rowCount();
    m_stack->setCurrentIndex(all == 0 ? 0 : shown > 0 ? 1 : 2);
    if (m_table->isVisible())            // else it does when it is shown; unseen, it would measure a thousand rows
        m_table->widenColumns();
    m_count->setText(shown == all ? format::number(all)
                                  : tr("%1 of %2").arg(format::number(shown), format::number(all)));
}

void ActivityPage::clearFilters()
{
    m_words->clear();
    m_outcome->setCurrent(u"all"_s);
    m_filter.setFailedOnly(false);
    m_node->setCurrentIndex(0);
    refreshFilters();
}

void ActivityPage::showDetails()
{
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    const QModelIndex current = chosen.isEmpty() ? QModelIndex() : m_filter.mapToSource(chosen.first());
    m_details->setVisible(current.isValid());
    m_escape->setEnabled(current.isValid());
    if (!current.isValid())
        return;
    const CommandRecord &record = m_model.record(current.row());
    m_detailsHead->setText(u"%1 · %2 · %3 · %4"_s.arg(record.node,
                                                      tr("began at %1", "a time").arg(format::time(record.startedMs)),
                                                      format::duration(record.tookMs),
                                                      CommandModel::outcome(record).simplified()));
    m_command->setPlainText(withoutControls(record.line));
    m_output->setPlainText(withoutControls(record.outputHead.isEmpty() ? record.error : record.outputHead));
    const qint64 kept = record.outputHead.toUtf8().size();
    m_outputTitle->setText(kept < record.outputBytes ? tr("What came back: the first %1 of %2, the rest was not kept")
                                                           .arg(format::bytes(kept), format::bytes(record.outputBytes))
                                                     : tr("What came back"));
}

void ActivityPage::closeDetails()
{
    const FocusHeir heir(this, [this] { return m_table; });
    m_table->clearSelection();
}

void ActivityPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ActivityPage::retranslate()
{
    m_title->setText(tr("Activity"));
    m_outcome->setWords(u"all"_s, tr("All"));
    m_outcome->setWords(u"failed"_s, tr("Failed"));
    m_words->setPlaceholderText(tr("Search commands and output"));
    m_words->setAccessibleName(m_words->placeholderText());
    m_node->setAccessibleName(tr("Node"));
    m_table->setAccessibleName(tr("Commands"));
    m_commandTitle->setText(tr("Command"));
    m_outputTitle->setText(tr("What came back"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close what is told of the command"));
    m_escape->setWhatsThis(escapeWords());
    m_command->setAccessibleName(m_commandTitle->text());
    m_output->setAccessibleName(m_outputTitle->text());
    m_empty->setWords(tr("No command has run on a node since this window was opened. Each one is listed here with its "
                         "time, result and output; the list is not kept when the program ends. What the monitor and "
                         "the logs that are followed ask again and again is listed when its outcome changes."));
    m_noMatch->setWords(tr("No command matches the filter."), tr("Show all commands"));
    m_node->clear();
    m_model.retranslate();
    refreshFilters();
    showDetails();
}
