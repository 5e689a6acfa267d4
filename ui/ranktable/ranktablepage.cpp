#include "ui/ranktable/ranktablepage.h"

#include "ui/common/card.h"
#include "ui/common/copybutton.h"
#include "ui/common/datatable.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/headrow.h"
#include "ui/common/icons.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/style.h"
#include "ui/ranktable/ranktablemodel.h"
#include "ui/ranktable/ranktableview.h"
#include "ui/ranktable/takebar.h"

#include <QDir>
#include <QDropEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QUrl>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace {

QPushButton *namedButton(const QString &name, const QString &icon, QWidget *parent)
{
    auto *button = new QPushButton(parent);
    button->setObjectName(name);
    style::setIcon(button, icon);
    return button;
}

} // namespace

RankTablePage::RankTablePage(TableLab &lab, QWidget *parent) : QWidget(parent), m_lab(lab)
{
    setObjectName(u"rankTablePage"_s);
    setAcceptDrops(true);
    m_title = style::label({}, style::Text::Title, this);
    m_file = new ElidedLabel(this, Qt::ElideMiddle);
    m_file->setObjectName(u"rankTableFile"_s);
    m_state = style::label({}, style::Text::Second, this);
    m_state->setObjectName(u"rankTableState"_s);
    m_open = namedButton(u"rankTableOpen"_s, u"folder-open"_s, this);
    m_compare = namedButton(u"rankTableCompare"_s, u"file-text"_s, this);
    m_undo = namedButton(u"rankTableUndo"_s, u"undo-2"_s, this);
    m_save = namedButton(u"rankTableSave"_s, u"save"_s, this);
    auto *head = new HeadRow(style::grid * 2);
    head->words()->addWidget(m_title);
    head->words()->addWidget(m_file, 1);
    head->words()->addWidget(m_state);
    for (QPushButton *button : {m_open, m_compare, m_undo, m_save})
        head->controls()->addWidget(button);
    m_error = new ErrorBar(this);
    m_error->setObjectName(u"rankTableError"_s);
    m_takeBar = new TakeBar(this);
    m_empty = new EmptyState(this);

    auto *upper = style::splitter(Qt::Horizontal, u"rankTableSplitter"_s, {makeTable(), makeDrawing()}, this);
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 2);
    upper->setSizes({560, 500});
    auto *both = style::splitter(Qt::Vertical, u"rankTableSayingsSplitter"_s, {upper, makeSayings()}, this);
    both->setStretchFactor(0, 3);
    both->setStretchFactor(1, 1);
    both->setSizes({460, 200});
    both->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // the stack of pages is as high as its highest
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(both);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_error);
    box->addWidget(m_takeBar);
    box->addWidget(m_stack, 1);

    connect(&m_lab, &TableLab::changed, this, &RankTablePage::refresh);
    connect(&m_lab, &TableLab::failed, m_error, &ErrorBar::setError);
    connect(&m_lab, &TableLab::saved, m_error, &ErrorBar::clear);
    connect(m_open, &QPushButton::clicked, this, [this] { chooseFile(false); });
    connect(m_empty, &EmptyState::pressed, this, [this] { chooseFile(false); });
    connect(m_compare, &QPushButton::clicked, this, [this] { chooseFile(true); });
    connect(m_stopComparing, &QPushButton::clicked, &m_lab, &TableLab::stopComparing);
    connect(m_undo, &QPushButton::clicked, &m_lab, &TableLab::undo);
    connect(m_save, &QPushButton::clicked, this, &RankTablePage::saveAs);
    connect(m_take, &QPushButton::clicked, this, &RankTablePage::askTake);
    connect(m_number, &QPushButton::clicked, &m_lab, &TableLab::number);
    connect(m_takeBar, &TakeBar::chosen, &m_lab, &TableLab::take);
    connect(m_model, &RankTableModel::edited, &m_lab, &TableLab::setValue);
    connect(m_view, &RankTableView::chosen, this, &RankTablePage::choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &now) { choose(now.row()); });
    connect(m_kinds, &SegmentedControl::chosen, this, &RankTablePage::showSayings);
    connect(m_sayings, &QListWidget::currentRowChanged, this, &RankTablePage::follow);
    setFocusProxy(m_open);
    refresh();
}

QWidget *RankTablePage::makeTable()
{
    auto *card = new Card(this, 0);
    m_tableTitle = style::label({}, style::Text::Section, card);
    m_tableTitle->setContentsMargins(style::grid * 3, style::grid * 3, style::grid * 3, style::grid * 2);
    m_model = new RankTableModel(this);
    m_table = new DataTable(m_model, card, 28);
    m_table->setObjectName(u"rankTableRows"_s);
    m_table->setItemDelegate(new QStyledItemDelegate(m_table)); // the cell that a key would change is to be seen
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                             | QAbstractItemView::AnyKeyPressed);
    m_take = namedButton(u"rankTableTake"_s, u"minus"_s, card);
    m_number = namedButton(u"rankTableNumber"_s, u"refresh-cw"_s, card);
    auto *foot = new QHBoxLayout;
    style::setMargins(foot, style::grid * 3, style::grid * 2);
    foot->addWidget(m_take);
    foot->addWidget(m_number);
    foot->addStretch(1);
    card->box()->addWidget(m_tableTitle);
    card->box()->addWidget(m_table, 1);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addLayout(foot);
    card->setMinimumWidth(360);
    return card;
}

QWidget *RankTablePage::makeDrawing()
{
    auto *card = new Card(this, style::grid * 3);
    m_drawingTitle = style::label({}, style::Text::Section, card);
    m_view = new RankTableView(card);
    QScrollArea *scroll = style::scrollArea(m_view, card);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    card->box()->addWidget(m_drawingTitle);
    card->box()->addWidget(scroll, 1);
    card->setMinimumWidth(300);
    return card;
}

QWidget *RankTablePage::makeSayings()
{
    auto *card = new Card(this, 0);
    m_kinds = new SegmentedControl(card);
    m_kinds->setObjectName(u"rankTableKinds"_s);
    for (const QString &kind : {u"findings"_s, u"differences"_s, u"changes"_s})
        m_kinds->add(kind);
    m_stopComparing = new QPushButton(card);
    m_stopComparing->setObjectName(u"rankTableStopComparing"_s);
    style::setKind(m_stopComparing, style::Kind::Link);
    m_copy = new CopyButton(card);
    m_copy->setSource([this] {
        QStringList lines;
        for (int i = 0; i < m_sayings->count(); ++i)
            lines << m_sayings->item(i)->text();
        return lines.join(u'\n');
    });
    auto *head = new QHBoxLayout;
    style::setMargins(head, style::grid * 2, style::grid * 2);
    head->addWidget(m_kinds);
    head->addStretch(1);
    head->addWidget(m_stopComparing);
    head->addWidget(m_copy);
    m_sayings = new QListWidget(card);
    m_sayings->setObjectName(u"rankTableSayings"_s);
    m_sayings->setWordWrap(true);
    m_sayings->setFrameShape(QFrame::NoFrame);
    m_sayings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sayings->setMinimumHeight(72);
    card->box()->addLayout(head);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addWidget(m_sayings, 1);
    return card;
}

QString RankTablePage::folder() const
{
    const LabTable *table = m_lab.table();
    return table && !table->file.isEmpty() ? QFileInfo(table->file).absolutePath() : QDir::homePath();
}

static QString droppedTable(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    const QString path = urls.size() == 1 ? urls.first().toLocalFile() : QString();
    return path.endsWith(".deployment.json"_L1) ? QString() : path;
}

void RankTablePage::dragEnterEvent(QDragEnterEvent *event)
{
    if (droppedTable(event->mimeData()).isEmpty())
        event->ignore();
    else
        event->acceptProposedAction();
}

void RankTablePage::dropEvent(QDropEvent *event)
{
    m_error->clear();
    event->acceptProposedAction();
    m_lab.open(droppedTable(event->mimeData()));
}

void RankTablePage::chooseFile(bool compares)
{
    m_error->clear();
    auto *dialog
        = new QFileDialog(this, compares ? tr("Compare with a rank table") : tr("Open a rank table"), folder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Rank tables (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, compares](const QString &path) {
        if (compares) {
            m_kinds->setCurrent(u"differences"_s);
            m_lab.compareWith(path);
        } else {
            m_lab.open(path);
        }
    });
    openFileDialog(dialog);
}

void RankTablePage::saveAs()
{
    const LabTable *table = m_lab.table();
    if (!table)
        return;
    m_error->clear();
    auto *dialog = new QFileDialog(this, tr("Save the rank table"), folder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const bool isFewer = !table->changes.isEmpty(); // its name says how many cards it had
    dialog->selectFile(isFewer || table->name.isEmpty() ? usualNameOf(table->table) : table->name);
    connect(dialog, &QFileDialog::fileSelected, &m_lab, &TableLab::save);
    openFileDialog(dialog);
}

void RankTablePage::askTake()
{
    const LabTable *table = m_lab.table();
    const int device = m_view->current();
    if (!table || device < 0 || device >= table->table.devices.size())
        return;
    const RankDevice &its = table->table.devices[device];
    m_takeBar->ask(device, table->table.servers[its.server].id, its.deviceId, table->table.servers.size() > 1);
}

void RankTablePage::refresh()
{
    const LabTable *table = m_lab.table();
    const LabComparison *comparison = m_lab.comparison();
    m_stack->setCurrentIndex(table ? 1 : 0);
    const int current = std::max(0, m_view->current());
    if (!table || !m_takeBar->isAbout(table->table))
        m_takeBar->clear();
    m_model->setTable(table);
    m_view->setDrawn(table, comparison);
    if (table && !table->table.devices.isEmpty())
        choose(std::min(current, int(table->table.devices.size()) - 1));
    const int changes = table ? int(table->changes.size()) : 0;
    if (changes > 0 && changes != m_shownChanges)
        m_kinds->setCurrent(u"changes"_s);
    m_shownChanges = changes;
    if ((m_kinds->current() == "changes"_L1 && changes == 0)
        || (m_kinds->current() == "differences"_L1 && !comparison))
        m_kinds->setCurrent(u"findings"_s);
    retranslate();
    m_table->fitColumns();
}

void RankTablePage::choose(int device)
{
    if (m_isChoosing || device < 0)
        return;
    m_isChoosing = true;
    if (device != m_view->current())
        m_takeBar->clear();
    m_view->setCurrent(device);
    if (m_table->currentIndex().row() != device)
        m_table->setCurrentIndex(m_model->index(device, std::max(0, m_table->currentIndex().column())));
    const LabTable *table = m_lab.table();
    m_take->setEnabled(table && !table->table.isReadOnly());
    m_isChoosing = false;
}

void RankTablePage::showSayings()
{
    const LabTable *table = m_lab.table();
    const LabComparison *comparison = m_lab.comparison();
    m_sayings->clear();
    m_places.clear();
    const auto add = [this](const QString &icon, style::Tint tint, const QString &text, const QString &where) {
        m_sayings->addItem(new QListWidgetItem(style::icon(icon, tint), text));
        m_places << where;
    };
    if (table && m_kinds->current() == "findings"_L1) {
        for (const LintFinding &finding : table->findings) {
            const bool isError = finding.severity == Severity::Error, isInfo = finding.severity == Severity::Info;
            const QString place = finding.where.isEmpty() ? QString() : finding.where + u"  "_s;
            add(isError ? u"circle-x"_s : isInfo ? u"info"_s : u"triangle-alert"_s,
                isError ? style::Tint::Danger : isInfo ? style::Tint::Second : style::Tint::Warning,
                place + finding.message + (finding.remedy.isEmpty() ? QString() : u"\n→ "_s + finding.remedy),
                finding.where);
        }
        if (table->findings.isEmpty())
            add(u"circle-check"_s, style::Tint::Ok, tr("Nothing found."), {});
    } else if (comparison && m_kinds->current() == "differences"_L1) {
        for (const TableDifference &difference : comparison->differences)
            add(u"pencil"_s, style::Tint::Second, difference.what,
                difference.isInFirst ? difference.where : difference.device);
        if (comparison->differences.isEmpty())
            add(u"circle-check"_s, style::Tint::Ok,
                comparison->isSameBytes ? tr("%1 is the same, byte for byte.").arg(comparison->name)
                                        : tr("%1 says the same, but not byte for byte. Put one and the same file on "
                                             "every server: HCCL compares them.")
                                              .arg(comparison->name),
                {});
    } else if (table) {
        for (const QString &change : table->changes)
            add(u"chevron-right"_s, style::Tint::Second, change, {});
    }
}

void RankTablePage::follow(int row)
{
    const QModelIndex cell = m_model->indexOf(m_places.value(row));
    if (!cell.isValid())
        return;
    m_table->setCurrentIndex(cell);
    m_table->scrollTo(cell);
}

void RankTablePage::retranslate()
{
    const LabTable *table = m_lab.table();
    const LabComparison *comparison = m_lab.comparison();
    const bool isReadOnly = table && table->table.isReadOnly();
    m_title->setText(tr("Rank tables"));
    m_open->setText(tr("Open…"));
    m_compare->setText(tr("Compare with…"));
    m_undo->setText(tr("Take back"));
    m_undo->setToolTip(tr("The last change, or the table that was open before"));
    m_save->setText(tr("Save as…"));
    m_take->setText(tr("Take the card away…"));
    m_number->setText(tr("Renumber the ranks"));
    m_number->setToolTip(tr("0, 1, 2, … in the order of the list, and server_count as many as there are"));
    m_compare->setEnabled(table);
    m_save->setEnabled(table);
    m_undo->setEnabled(m_lab.canUndo());
    m_take->setEnabled(table && !isReadOnly && m_view->current() >= 0);
    m_number->setEnabled(table && !isReadOnly);
    m_file->setText(table ? (table->file.isEmpty() ? table->name : table->file) : QString());
    m_state->setText(!table          ? QString()
                     : isReadOnly    ? tr("shown and compared only")
                     : table->isSaved ? QString()
                                      : tr("not saved yet"));
    m_tableTitle->setText(
        !table ? QString()
               : table->table.format == RankFormat::PrefillDecode
            ? tr("Prefill and decode devices (vLLM-Ascend to 0.11.0)")
            : tr("Format %1").arg(table->table.version.isEmpty() ? u"–"_s : table->table.version)
                + (table->table.hasContainerIp ? u" · "_s + tr("with container_ip, for MindIE") : QString()));
    m_drawingTitle->setText(tr("Servers and ranks"));
    m_table->setAccessibleName(tr("Devices of the rank table"));
    m_sayings->setAccessibleName(tr("What is to be said of it"));
    m_kinds->setWords(u"findings"_s, tr("Findings: %1").arg(table ? table->findings.size() : 0));
    m_kinds->setWords(u"differences"_s, comparison ? tr("Against %1: %2").arg(comparison->name).arg(
                                            comparison->differences.size())
                                                   : tr("Differences"));
    m_kinds->setWords(u"changes"_s, tr("What must change: %1").arg(table ? table->changes.size() : 0));
    m_stopComparing->setText(tr("Stop comparing"));
    m_stopComparing->setVisible(comparison);
    m_empty->setWords(tr("Open a rank table (HCCL 1.0, 1.2 or 2.0, with or without MindIE's container_ip): it is "
                         "checked, drawn and can be changed, compared with another, or freed of a card. The table of "
                         "this deployment is under Deploy, Artifacts."),
                      tr("Open a rank table…"));
    showSayings();
}

void RankTablePage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_model->retranslate();
        retranslate();
        m_lab.judgeAgain();              // its sentences are in the language that it was judged in
    } else if (event->type() == QEvent::PaletteChange) {
        m_model->retranslate();
        showSayings();
    }
}
