#include "ui/chat/answertext.h"

#include "ui/common/style.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <QWheelEvent>

#include <cmath>

using namespace Qt::StringLiterals;

AnswerText::AnswerText(QWidget *parent)
    : QTextBrowser(parent)
{
    setObjectName(u"answerText"_s);
    setFrameShape(QFrame::NoFrame);
    setStyleSheet(u"QTextBrowser { background: transparent; border: none; padding: 0; }"_s);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    setOpenLinks(false);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl &url) {
        if (url.scheme() == "http"_L1 || url.scheme() == "https"_L1)
            QDesktopServices::openUrl(url);
    });
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, &AnswerText::fit);
    fit();
}

void AnswerText::append(const QString &delta)
{
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(delta);
}

void AnswerText::showMarkdown(const QString &markdown)
{
    m_markdown = markdown;
    document()->setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    styleTables();
    // Qt leaves room above the first and below the last paragraph; the turn's layout has its own.
    for (QTextBlock block : {document()->firstBlock(), document()->lastBlock()}) {
        QTextBlockFormat format = block.blockFormat();
        if (block == document()->firstBlock())
            format.setTopMargin(0);
        if (block == document()->lastBlock())
            format.setBottomMargin(0);
        QTextCursor(block).setBlockFormat(format);
    }
    fit();
}

void AnswerText::styleTables()
{
    const auto frames = document()->rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(style::colors().border);
        format.setCellSpacing(0);
        format.setCellPadding(5);
        format.setTopMargin(style::grid * 2);
        format.setBottomMargin(style::grid * 2);
        table->setFormat(format);
    }
}

QVariant AnswerText::loadResource(int, const QUrl &)
{
    return QByteArray(); // an answer must not make the program read a file or reach for the network
}

void AnswerText::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    fit();
}

void AnswerText::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the conversation scrolls
}

void AnswerText::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_markdown.isEmpty())
        showMarkdown(m_markdown); // link and code colours are in the document
}

void AnswerText::fit()
{
    const int height = qMax(int(std::ceil(document()->size().height())), fontMetrics().height()) + 2;
    if (height != minimumHeight())
        setFixedHeight(height);
}
