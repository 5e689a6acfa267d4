#include "ui/common/emptystate.h"

#include "ui/common/style.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent)
    , m_sentence(style::label({}, style::Text::Second, this))
    , m_button(new QPushButton(this))
{
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_sentence->setMaximumWidth(560);
    m_button->setObjectName(u"emptyStateButton"_s);
    style::setKind(m_button, style::Kind::Primary);
    m_button->hide();

    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::margin);
    box->addStretch(2);
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(m_sentence, 100);
    row->addStretch();
    box->addLayout(row);
    box->addWidget(m_button, 0, Qt::AlignHCenter);
    box->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::pressed);
}

void EmptyState::setWords(const QString &sentence, const QString &button)
{
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
}
