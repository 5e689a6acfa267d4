#include "ui/nodes/removalbar.h"

#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

RemovalBar::RemovalBar(QWidget *parent)
    : QFrame(parent)
    , m_text(style::label({}, style::Text::Body, this))
    , m_undo(new QPushButton(this))
    , m_remove(new QPushButton(this))
    , m_keep(new QPushButton(this))
{
    setObjectName(u"removalBar"_s);
    style::setNotice(this, style::Tone::Warning);
    m_text->setObjectName(u"removalText"_s);
    m_text->setWordWrap(true);
    m_undo->setObjectName(u"removalUndo"_s);
    m_remove->setObjectName(u"removalRemove"_s);
    m_keep->setObjectName(u"removalKeep"_s);
    style::setIcon(m_undo, u"undo-2"_s);
    style::setKind(m_remove, style::Kind::Danger);
    style::setIcon(m_remove, u"trash-2"_s, style::Tint::Danger);
    style::setKind(m_keep, style::Kind::Quiet);
    auto *buttons = new QHBoxLayout;
    style::setMargins(buttons, 0, style::grid * 2);
    for (QPushButton *button : {m_undo, m_remove, m_keep})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addWidget(m_text);
    box->addLayout(buttons);
    connect(m_undo, &QPushButton::clicked, this, &RemovalBar::undoRequested);
    connect(m_remove, &QPushButton::clicked, this, [this] { emit removeRequested(QString(m_node)); }); // a copy: whoever hears of it clears this bar
    connect(m_keep, &QPushButton::clicked, this, &RemovalBar::kept);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &RemovalBar::kept);
    retranslate();
    hide();
}

void RemovalBar::ask(const QString &node, const QStringList &made)
{
    m_node = node;
    m_made = made;
    retranslate();
    show();
    m_undo->setFocus(Qt::OtherFocusReason);
}

void RemovalBar::clear()
{
    m_node.clear();
    hide();
}

void RemovalBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void RemovalBar::retranslate()
{
    m_text->setText(tr("%1 holds what a run of this deployment made: %2. Undo the run first. If the node is removed nevertheless, that stays there until the run is undone, "
                       "and until then the deployment cannot be run again.").arg(m_node, m_made.join(u", "_s)));
    setAccessibleName(m_text->text());
    m_undo->setText(tr("To the undo"));
    m_remove->setText(tr("Remove nevertheless"));
    m_keep->setText(tr("Keep the node"));
    findChild<QShortcut *>()->setWhatsThis(tr("Keep the node"));
}
