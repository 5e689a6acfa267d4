#include "ui/common/wrappedtext.h"

#include <QWheelEvent>

#include <cmath>

WrappedText::WrappedText(QWidget *parent)
    : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setOpenLinks(false);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
}

void WrappedText::setWords(const QString &html)
{
    if (html != m_words)                 // what is selected stays
        setHtml(m_words = html);
    fit();
}

QVariant WrappedText::loadResource(int, const QUrl &) { return QByteArray(); }

void WrappedText::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    fit();
}

void WrappedText::showEvent(QShowEvent *event)
{
    QTextBrowser::showEvent(event);
    fit();
}

// It is as tall as its text: what turns is the page.
void WrappedText::wheelEvent(QWheelEvent *event) { event->ignore(); }

void WrappedText::fit()
{
    document()->setTextWidth(viewport()->width());
    setFixedHeight(std::max(1, int(std::ceil(document()->size().height()))));
}
