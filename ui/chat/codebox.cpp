#include "ui/chat/codebox.h"

#include "core/base/plaintext.h"
#include "ui/common/copybutton.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QWheelEvent>

using namespace Qt::StringLiterals;

CodeBox::CodeBox(const QString &code, const QString &language, QWidget *parent)
    : QFrame(parent)
    , m_code(new QPlainTextEdit(withoutControls(code), this))
{
    setProperty("code", true);
    auto *copy = new CopyButton(this);
    copy->setSource([code] { return code; });
    m_code->setObjectName(u"codeText"_s);
    m_code->setAccessibleName(tr("Code"));
    m_code->setReadOnly(true);
    m_code->document()->setDocumentMargin(0);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setTabChangesFocus(true);
    m_code->setFont(style::monospace());
    m_code->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_code->viewport()->installEventFilter(this);
    connect(m_code->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &CodeBox::fit);

    auto *head = new QHBoxLayout;
    head->addWidget(style::label(language, style::Text::Small, this));
    head->addStretch();
    head->addWidget(copy);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(style::grid * 2, 0, style::grid, style::grid);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(m_code);
    fit();
}

bool CodeBox::eventFilter(QObject *watched, QEvent *event)
{
    // Up and down belongs to the conversation.
    if (event->type() == QEvent::Wheel && static_cast<QWheelEvent *>(event)->angleDelta().x() == 0) {
        event->ignore();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void CodeBox::fit()
{
    const QFontMetrics metrics(m_code->font());
    const int bar
        = m_code->horizontalScrollBar()->maximum() > 0 ? m_code->horizontalScrollBar()->sizeHint().height() : 0;
    m_code->setFixedHeight(m_code->blockCount() * metrics.lineSpacing() + int(2 * m_code->document()->documentMargin())
                           + bar + 2);
}
