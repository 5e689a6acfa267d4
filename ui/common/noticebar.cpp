#include "ui/common/noticebar.h"

#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/common/ownkeys.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

NoticeBar::NoticeBar(const QString &name, Buttons where, QWidget *parent)
    : QFrame(parent)
    , m_text(style::label({}, style::Text::Body, this))
    , m_buttons(new QHBoxLayout)
    , m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), this))
{
    setObjectName(name + u"Bar"_s);
    style::setNotice(this, style::Tone::Warning);
    m_text->setObjectName(name + u"Text"_s);
    m_text->setWordWrap(true);
    style::setMargins(m_buttons, 0, style::grid * 2);
    auto *box = new QBoxLayout(where == Buttons::Beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom, this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addWidget(m_text, where == Buttons::Beside ? 1 : 0);
    box->addLayout(m_buttons);
    if (where == Buttons::Below)
        m_buttons->addStretch();
    m_escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_escape, &QShortcut::activated, this, [this] { m_last->click(); });
    hide();
}

QPushButton *NoticeBar::addButton(const QString &name, style::Kind kind, const QString &icon)
{
    m_last = new QPushButton(this);
    m_last->setObjectName(name);
    style::setKind(m_last, kind);
    if (!icon.isEmpty())
        style::setIcon(m_last, icon, kind == style::Kind::Danger ? style::Tint::Danger : style::Tint::Second);
    const bool hasStretch = m_buttons->count() > 0 && m_buttons->itemAt(m_buttons->count() - 1)->spacerItem();
    m_buttons->insertWidget(m_buttons->count() - (hasStretch ? 1 : 0), m_last);
    actOncePerDoubleClick({m_last});
    return m_last;
}

void NoticeBar::say(const QString &words, const QString &toolTip)
{
    m_text->setText(words);
    m_text->setToolTip(toolTip);
    setAccessibleName(words);
}

void NoticeBar::ask(QPushButton *first)
{
    setWords();
    show();
    first->setFocus(Qt::OtherFocusReason);
}

void NoticeBar::setWords()
{
    retranslate();
    m_escape->setWhatsThis(escapeWords());
}

void NoticeBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        setWords();
    QFrame::changeEvent(event);
}
