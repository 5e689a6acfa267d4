#include "ui/diagnosis/faulttable.h"

#include "core/base/languages.h"
#include "ui/common/card.h"
#include "ui/common/datatable.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/diagnosis/faultpanel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>

#include <numeric>

using namespace Qt::StringLiterals;

void FaultEntryModel::set(const QList<FaultEntry> &entries)
{
    beginResetModel();
    m_entries = entries;
    m_shown.resize(entries.size());
    std::iota(m_shown.begin(), m_shown.end(), 0);
    endResetModel();
}

void FaultEntryModel::show(const QList<int> &indices)
{
    beginResetModel();
    m_shown = indices;
    endResetModel();
}

int FaultEntryModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }
int FaultEntryModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant FaultEntryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const FaultEntry &one = entry(index.row());
    if (role == Qt::ToolTipRole && index.column() == Meaning)
        return one.meaning.toHtmlEscaped();
    if (role != Qt::DisplayRole)
        return {};
    return index.column() == Name ? one.name : index.column() == Component ? one.component : one.meaning;
}

QVariant FaultEntryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Code or fault") : section == Component ? tr("Component") : tr("What it means");
}

FaultTable::FaultTable(QWidget *parent)
    : QWidget(parent)
    , m_words(new QLineEdit(this))
    , m_count(style::label({}, style::Text::Second, this))
    , m_stack(new QStackedWidget(this))
    , m_noMatch(new EmptyState(this))
{
    setObjectName(u"faultTable"_s);
    m_words->setObjectName(u"faultSearch"_s);
    m_words->setClearButtonEnabled(true);
    m_words->addAction(style::icon(u"search"_s), QLineEdit::LeadingPosition);
    m_words->setMaxLength(8192);
    m_count->setObjectName(u"faultCount"_s);
    auto *card = new Card(this, 0);
    m_table = new DataTable(&m_model, card, 28);
    m_table->setObjectName(u"faultRows"_s);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(FaultEntryModel::Name, 190);
    m_table->setColumnWidth(FaultEntryModel::Component, 110);
    card->box()->addWidget(m_table);
    m_panel = new FaultPanel(u"faultEntry"_s, this);
    auto *splitter = style::splitter(Qt::Horizontal, u"faultSplitter"_s, {card, m_panel}, this);
    splitter->setSizes({680, 380});
    splitter->setStretchFactor(0, 1);
    m_stack->addWidget(splitter);
    m_stack->addWidget(m_noMatch);
    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_words, 1);
    head->addWidget(m_count);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_stack, 1);
    connect(m_words, &QLineEdit::textChanged, this, &FaultTable::search);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FaultTable::showCurrent);
    connect(m_panel, &FaultPanel::checkRequested, this, &FaultTable::checkRequested);
    connect(m_noMatch, &EmptyState::pressed, m_words, &QLineEdit::clear);
    setFocusProxy(m_words);
    retranslate();
}

void FaultTable::setCanCheck(bool can) { m_panel->setCanCheck(can); }

void FaultTable::load()
{
    const QString language = dataLanguage();
    if (language == m_language)
        return;
    m_language = language;
    const Result<QList<ErrorCode>> codes = loadErrorCodes(language);
    const Result<QList<FaultRule>> rules = loadFaultRules(language);
    if (!codes || !rules)
        return; // compiled in, and a test reads them
    m_codes = *codes;
    m_rules = *rules;
    m_matcher.emplace(m_rules);
    m_model.set(faultEntries(m_codes, m_rules));
    search();
}

void FaultTable::search()
{
    if (!m_matcher)
        return;
    m_model.show(searchFaults(m_model.entries(), m_codes, m_rules, *m_matcher, m_words->text()));
    const int shown = m_model.rowCount(), all = int(m_model.entries().size());
    m_count->setText(shown == all ? format::number(all)
                                  : tr("%1 of %2").arg(format::number(shown), format::number(all)));
    m_stack->setCurrentIndex(shown > 0 ? 0 : 1);
    if (shown > 0)
        m_table->setCurrentIndex(m_model.index(0, 0));
    showCurrent();
}

void FaultTable::showCurrent()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid() || current.row() >= m_model.rowCount())
        return m_panel->clear();
    const FaultEntry &entry = m_model.entry(current.row());
    m_panel->setFault(entry.name, entry, std::nullopt);
}

void FaultTable::showEvent(QShowEvent *event)
{
    load();
    QWidget::showEvent(event);
}

void FaultTable::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void FaultTable::retranslate()
{
    m_words->setPlaceholderText(tr("A code, words, or a line of a log: EI0006, 507014, out of memory"));
    m_words->setAccessibleName(tr("Search codes and faults"));
    m_table->setAccessibleName(tr("Codes and faults"));
    m_noMatch->setWords(tr("Nothing is known of these words."), tr("Show all"));
    if (m_matcher)
        load();
}
