#include "ui/frame/rail.h"

#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

constexpr int openWidth = 168, foldedWidth = 57;

} // namespace

Rail::Rail(QWidget *parent)
    : QFrame(parent)
    , m_name(new QLabel(u"ascend-console"_s, this))
    , m_box(new QVBoxLayout(this))
    , m_top(new QVBoxLayout)
    , m_foot(new QVBoxLayout)
    , m_fold(button(u"panel-left-close"_s))
{
    setObjectName(u"rail"_s);
    style::setText(m_name, style::Text::Section);
    m_name->setIndent(style::grid * 3);
    m_name->setFixedHeight(48);
    m_box->setContentsMargins(style::grid * 2, 0, style::grid * 2, style::grid * 2);
    m_box->setSpacing(style::grid);
    m_top->setSpacing(2);
    m_foot->setSpacing(2);
    m_box->addWidget(m_name);
    m_box->addLayout(m_top);
    m_box->addStretch();
    m_box->addLayout(m_foot);
    m_box->addWidget(m_fold);
    m_fold->setObjectName(u"railFold"_s);
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
    setFixedWidth(openWidth);
    retranslate();
}

QToolButton *Rail::button(const QString &icon)
{
    auto *button = new QToolButton(this);
    button->setIcon(style::icon(icon));
    button->setIconSize({18, 18});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void Rail::add(const QString &id, const QString &icon, bool atFoot)
{
    QToolButton *page = button(icon);
    page->setObjectName(u"rail-"_s + id);
    page->setCheckable(true);
    page->setAutoExclusive(false);
    (atFoot ? m_foot : m_top)->addWidget(page);
    m_buttons << page;
    // clicked() does not tell of a screen reader's action
    connect(page, &QToolButton::toggled, this, [this, id] { emit chosen(id); });
}

void Rail::setWords(const QString &id, const QString &words, const QString &shortcut)
{
    for (QToolButton *page : m_buttons) {
        if (page->objectName() != u"rail-"_s + id)
            continue;
        page->setText(u"  "_s + words);
        page->setAccessibleName(words);
        page->setToolTip(shortcut.isEmpty() ? words : u"%1 (%2)"_s.arg(words, shortcut));
    }
}

void Rail::setCurrent(const QString &id)
{
    for (QToolButton *page : m_buttons) {
        const QSignalBlocker isNobodysChoice(page);
        page->setChecked(page->objectName() == u"rail-"_s + id);
    }
}

void Rail::setFolded(bool folded)
{
    if (folded == m_folded)
        return;
    m_folded = folded;
    setFixedWidth(folded ? foldedWidth : openWidth);
    m_name->setText(folded ? QString() : u"ascend-console"_s);
    for (QToolButton *page : m_buttons)
        page->setToolButtonStyle(folded ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_fold->setToolButtonStyle(folded ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_fold->setIcon(style::icon(folded ? u"panel-left-open"_s : u"panel-left-close"_s));
    retranslate();
    emit foldedChanged();
}

void Rail::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void Rail::retranslate()
{
    const QString words = m_folded ? tr("Unfold") : tr("Fold");
    m_fold->setText(u"  "_s + words);
    m_fold->setAccessibleName(words);
    m_fold->setToolTip(words);
}
