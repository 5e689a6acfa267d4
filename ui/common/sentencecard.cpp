#include "ui/common/sentencecard.h"

#include "ui/common/copybutton.h"
#include "ui/common/style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>

SentenceCard::SentenceCard(QWidget *parent)
    : Card(parent, 0)
    , m_state(style::label({}, style::Text::Body, this))
    , m_copy(new CopyButton(this))
    , m_list(new QListWidget(this))
{
    m_state->setWordWrap(true);
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_copy->setSource([this] {
        QStringList lines;
        for (int i = 0; i < m_list->count(); ++i)
            lines << m_list->item(i)->text();
        return lines.join(QLatin1Char('\n'));
    });
    auto *row = new QHBoxLayout;
    style::setMargins(row, style::grid * 3, style::grid * 2);
    row->addWidget(m_state, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    box()->addLayout(row);
    box()->addWidget(style::horizontalLine(this));
    box()->addWidget(m_list, 1);
}

void SentenceCard::add(const QString &icon, style::Tint tint, const QString &sentence)
{
    m_list->addItem(new QListWidgetItem(style::icon(icon, tint), sentence));
}

void SentenceCard::clear()
{
    m_list->clear();
}
