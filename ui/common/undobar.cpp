#include "ui/common/undobar.h"

#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTextEdit>

using namespace Qt::StringLiterals;

namespace {

bool canUndoItself(const QObject *field)
{
    if (const auto *line = qobject_cast<const QLineEdit *>(field))
        return !line->isReadOnly() && line->isUndoAvailable();
    if (const auto *text = qobject_cast<const QPlainTextEdit *>(field))
        return !text->isReadOnly() && text->document()->isUndoAvailable();
    if (const auto *text = qobject_cast<const QTextEdit *>(field))
        return !text->isReadOnly() && text->document()->isUndoAvailable();
    return false;
}

} // namespace

UndoBar::UndoBar(QWidget *parent)
    : QFrame(parent)
    , m_text(style::label({}, style::Text::Body, this))
    , m_button(new QPushButton(this))
    , m_close(new QPushButton(this))
    , m_shortcut(new QShortcut(QKeySequence(QKeySequence::Undo), parent))
{
    setObjectName(u"undoBar"_s);
    style::setNotice(this, style::Tone::Accent);
    m_text->setObjectName(u"undoBarText"_s);
    m_text->setWordWrap(true);
    m_button->setObjectName(u"undoBarUndo"_s);
    m_close->setObjectName(u"undoBarClose"_s);
    style::setIcon(m_button, u"undo-2"_s);
    m_close->setIcon(style::icon(u"x"_s));
    style::setKind(m_close, style::Kind::Quiet);
    m_shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    m_shortcut->setEnabled(false);
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, style::grid * 2, style::grid * 2);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(m_close);
    connect(m_button, &QPushButton::clicked, this, &UndoBar::takeBack);
    connect(m_close, &QPushButton::clicked, this, [this] {
        clear();
        emit closed();
    });
    connect(m_shortcut, &QShortcut::activated, this, &UndoBar::takeBack);
    retranslate();
    hide();
}

void UndoBar::offer(const QString &what, std::function<void()> undo)
{
    m_undo = std::move(undo);
    say(what);
    m_shortcut->setEnabled(true);
    qApp->removeEventFilter(this);
    qApp->installEventFilter(this);
    show();
}

void UndoBar::say(const QString &what)
{
    m_text->setText(what);
    setAccessibleName(what);
}

void UndoBar::clear()
{
    if (m_undo)
        qApp->removeEventFilter(this);
    m_undo = {};
    m_shortcut->setEnabled(false);
    hide();
}

void UndoBar::takeBack()
{
    const std::function<void()> undo = std::exchange(m_undo, {});
    qApp->removeEventFilter(this);
    clear();
    if (undo)
        undo();
}

// A text field claims Ctrl+Z even when it has nothing to undo; then the key is the page's.
bool UndoBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Undo)) {
        const auto *widget = qobject_cast<const QWidget *>(watched);
        if (widget && parentWidget()->isAncestorOf(widget) && !canUndoItself(widget)) {
            event->ignore();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void UndoBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void UndoBar::retranslate()
{
    m_button->setText(tr("Undo"));
    m_button->setToolTip(tr("Undo (%1)").arg(m_shortcut->key().toString(QKeySequence::NativeText)));
    m_shortcut->setWhatsThis(tr("Take back what was removed last"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
}
