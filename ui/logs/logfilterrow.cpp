#include "ui/logs/logfilterrow.h"

#include "core/base/plaintext.h"
#include "ui/common/elidedcombo.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/logs/logmodel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

LogFilterRow::LogFilterRow(QWidget *parent)
    : QWidget(parent)
    , m_level(new ElidedCombo(this))
    , m_node(new ElidedCombo(this))
    , m_process(new ElidedCombo(this))
    , m_words(new QLineEdit(this))
{
    m_level->setObjectName(u"logsLevel"_s);
    m_node->setObjectName(u"logsNode"_s);
    m_process->setObjectName(u"logsProcess"_s);
    m_words->setObjectName(u"logsSearch"_s);
    m_words->setClearButtonEnabled(true);
    m_words->addAction(style::icon(u"search"_s), QLineEdit::LeadingPosition);
    m_rest.setSingleShot(true);
    m_rest.setInterval(200);             // each letter is another filter
    auto *box = new QHBoxLayout(this);
    style::setMargins(box, 0, style::grid * 2);
    for (ElidedCombo *combo : {m_level, m_node, m_process}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(12);
        box->addWidget(combo);
        connect(combo, &QComboBox::currentIndexChanged, this, &LogFilterRow::changed);
    }
    box->addWidget(m_words, 1);
    connect(m_words, &QLineEdit::textChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(m_words, &QLineEdit::returnPressed, this, &LogFilterRow::changed);
    connect(&m_rest, &QTimer::timeout, this, &LogFilterRow::changed);
    retranslate();
}

LogFilter LogFilterRow::filter() const
{
    LogFilter filter;
    filter.least = LogLevel(m_level->currentData().toInt());
    filter.node = m_node->currentData().toString();
    filter.process = m_process->currentData().toString();
    filter.words = m_words->text();
    return filter;
}

void LogFilterRow::clear()
{
    {
        const QSignalBlocker level(m_level), node(m_node), process(m_process), words(m_words);
        for (ElidedCombo *combo : {m_level, m_node, m_process})
            combo->setCurrentIndex(0);
        m_words->clear();
    }
    emit changed();
}

void LogFilterRow::fill(ElidedCombo *box, const QStringList &names, const QString &all)
{
    const QSignalBlocker blocker(box);
    const QString chosen = box->currentData().toString();
    box->clear();
    box->addItem(all, QString());
    for (const QString &name : names)
        box->addItem(withoutControls(name), name);
    box->setCurrentIndex(qMax(0, box->findData(chosen)));
    if (box->currentData().toString() != chosen) // it is gone
        m_rest.start();
}

void LogFilterRow::setOrigins(const QList<LogOrigin> &origins)
{
    QStringList nodes, processes;
    for (const LogOrigin &origin : origins) {
        nodes << origin.node;
        processes << origin.process;
    }
    for (QStringList *names : {&nodes, &processes}) {
        names->removeDuplicates();
        names->sort();
    }
    if (std::exchange(m_nodes, nodes) != nodes)
        fill(m_node, m_nodes, tr("All nodes"));
    if (std::exchange(m_processes, processes) != processes)
        fill(m_process, m_processes, tr("All processes"));
}

void LogFilterRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void LogFilterRow::retranslate()
{
    m_words->setPlaceholderText(tr("Search the lines"));
    m_words->setAccessibleName(m_words->placeholderText());
    m_level->setAccessibleName(tr("Level"));
    m_node->setAccessibleName(tr("Node"));
    m_process->setAccessibleName(tr("Process"));
    fill(m_node, m_nodes, tr("All nodes"));
    fill(m_process, m_processes, tr("All processes"));
    const QSignalBlocker blocker(m_level);
    const int chosen = qMax(0, m_level->currentIndex());
    m_level->clear();
    m_level->addItem(tr("All levels"), int(LogLevel::Unknown));
    for (const LogLevel level : {LogLevel::Info, LogLevel::Warning, LogLevel::Error, LogLevel::Fatal})
        m_level->addItem(level == LogLevel::Fatal ? levelWords(level) : tr("%1 and above").arg(levelWords(level)),
                         int(level));
    m_level->setCurrentIndex(chosen);
}
