#include "ui/logs/failurebar.h"

#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

FailureBar::FailureBar(QWidget *parent)
    : QFrame(parent)
    , m_words(style::label({}, style::Text::Strong, this))
    , m_go(new QPushButton(this))
    , m_why(new QPushButton(this))
{
    setObjectName(u"logsFailure"_s);
    m_words->setObjectName(u"logsFailureText"_s);
    m_go->setObjectName(u"goToFailure"_s);
    m_why->setObjectName(u"whyFailure"_s);
    m_words->setWordWrap(true);
    m_why->setCheckable(true);
    style::setKind(m_why, style::Kind::Chip);
    style::setNotice(this, style::Tone::Danger);
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, style::grid * 2, style::grid * 2);
    row->addWidget(m_words, 1);
    row->addWidget(m_go);
    row->addWidget(m_why);
    connect(m_go, &QPushButton::clicked, this, &FailureBar::lineWanted);
    connect(m_why, &QPushButton::clicked, this, &FailureBar::whyWanted);
    hide();
    retranslate();
}

void FailureBar::say(const QString &sentence)
{
    m_words->setText(sentence);
    setVisible(!sentence.isEmpty());
}

void FailureBar::setWhyShown(bool shown)
{
    m_why->setChecked(shown);
}

void FailureBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void FailureBar::retranslate()
{
    m_go->setText(tr("Go to it", "the line"));
    m_why->setText(tr("Why?"));
}
