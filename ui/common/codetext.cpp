#include "ui/common/codetext.h"

#include <QPainter>

#include <utility>

CodeText::CodeText(QWidget *parent)
    : QPlainTextEdit(parent)
{
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        const bool isEmpty = document()->isEmpty();
        if (std::exchange(m_isEmpty, isEmpty) != isEmpty)
            viewport()->update();        // not only the lines that came or went
    });
}

void CodeText::paintEvent(QPaintEvent *event)
{
    if (!document()->isEmpty() || placeholderText().isEmpty())
        return QPlainTextEdit::paintEvent(event);
    const int margin = int(document()->documentMargin());
    QPainter painter(viewport());
    painter.setPen(palette().placeholderText().color());
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignTop | Qt::TextWordWrap,
                     placeholderText());
}
