#include "ui/chat/composer.h"

#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/common/style.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostLines = 8;

} // namespace

Composer::Composer(QWidget *parent)
    : QFrame(parent)
    , m_edit(new QPlainTextEdit(this))
    , m_send(new QPushButton(this))
    , m_stop(new QPushButton(this))
{
    setProperty("code", true); // the same box as code has
    m_edit->setObjectName(u"composerText"_s);
    m_edit->setTabChangesFocus(true);
    m_edit->installEventFilter(this);
    m_send->setObjectName(u"send"_s);
    m_send->setIcon(style::icon(u"send"_s, style::Tint::OnAccent));
    style::setKind(m_send, style::Kind::Primary);
    m_stop->setObjectName(u"stop"_s);
    m_stop->setIcon(style::icon(u"square"_s, style::Tint::Danger));
    style::setKind(m_stop, style::Kind::Danger);

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(style::grid * 2, style::grid, style::grid, style::grid);
    row->setSpacing(style::grid * 2);
    row->addWidget(m_edit, 1);
    row->addWidget(m_send, 0, Qt::AlignBottom);
    row->addWidget(m_stop, 0, Qt::AlignBottom);

    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        fit();
        update();
    });
    connect(m_edit->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &Composer::fit);
    actOncePerDoubleClick({m_send, m_stop});
    connect(m_send, &QPushButton::clicked, this, &Composer::send);
    connect(m_stop, &QPushButton::clicked, this, &Composer::stopRequested);
    retranslate();
    fit();
    update();
}

QString Composer::text() const
{
    return m_edit->toPlainText();
}

void Composer::setText(const QString &text)
{
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
}

void Composer::clear()
{
    m_edit->clear();
}

void Composer::setBusy(bool busy)
{
    m_busy = busy;
    update();
}

void Composer::setSendable(bool sendable)
{
    m_sendable = sendable;
    update();
}

void Composer::focus()
{
    m_edit->setFocus();
}

bool Composer::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        hint();
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) { // the frame is the field that is seen
        setProperty("focused", event->type() == QEvent::FocusIn);
        style::repolish(this);
    }
    if (event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && !(key->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier))) {
            send();
            return true;
        }
        if (key->key() == Qt::Key_Escape && m_busy) {
            emit stopRequested();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void Composer::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
    if (event->type() == QEvent::FontChange)
        hint();
    QFrame::changeEvent(event);
}

void Composer::send()
{
    const QString words = text().trimmed();
    if (words.isEmpty() || m_busy || !m_sendable)
        return;
    emit sendRequested(words);
}

void Composer::fit()
{
    // A plain text document counts its height in lines.
    const int lines = qBound(1, int(m_edit->document()->size().height()), mostLines);
    const int height = lines * m_edit->fontMetrics().lineSpacing() + int(2 * m_edit->document()->documentMargin()) + 2;
    m_edit->setFixedHeight(qMax(height, 28));
    m_edit->setVerticalScrollBarPolicy(m_edit->document()->size().height() > mostLines ? Qt::ScrollBarAsNeeded
                                                                                       : Qt::ScrollBarAlwaysOff);
}

// The empty field has one line: where all words do not fit, the first say it and the tip says the rest.
void Composer::hint()
{
    const QString all = tr("Write a message. Enter sends, Shift+Enter breaks the line.");
    const int room
        = m_edit->width() - 2 * int(m_edit->document()->documentMargin()) - 2 * m_edit->frameWidth() - style::grid;
    m_edit->setPlaceholderText(m_edit->fontMetrics().horizontalAdvance(all) <= room ? all : tr("Write a message."));
    m_edit->setToolTip(m_edit->placeholderText() == all ? QString() : all);
}

void Composer::update()
{
    m_send->setVisible(!m_busy);
    m_stop->setVisible(m_busy);
    m_send->setEnabled(m_sendable && !text().trimmed().isEmpty());
}

void Composer::retranslate()
{
    hint();
    m_edit->setAccessibleName(tr("Message"));
    m_send->setText(tr("Send"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop the answer (Esc)"));
}
