#include "ui/chat/answertext.h"

#include "core/base/plaintext.h"
#include "ui/chat/markdownparts.h"
#include "ui/common/style.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr int gap = style::grid * 2; // between paragraphs, streamed and rendered; as between prose and code

bool isCode(const QTextBlock &block)
{
    return block.blockFormat().nonBreakableLines() || block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
}

// "- one", a blank line, "- two": the items stand apart.
bool hasLooseLists(const QString &markdown)
{
    static const QRegularExpression apart(u"^ *(?:[-*+]|\\d+[.)]) .*\\n(?: +.*\\n)*[ \\t]*\\n *(?:[-*+]|\\d+[.)]) "_s,
                                          QRegularExpression::MultilineOption);
    return apart.match(markdown).hasMatch();
}

// What a block of a streamed answer is, as its user state.
enum Streamed { Prose = 0, InFence = 1 };

int spacesBefore(const QString &text)
{
    return int(std::distance(text.cbegin(), std::find_if(text.cbegin(), text.cend(), [](QChar c) {
                                 return c != u' ';
                             })));
}

bool isItem(const QTextBlock &block) { return block.blockFormat().leftMargin() > 0; }

// Of the list that an item will be in when it is rendered, from 1; 0: it is none.
int levelOfItem(const QTextBlock &block, int spaces, const QString &number, double step)
{
    const QTextBlock above = block.previous();
    const bool goesOn = above.isValid() && !above.text().trimmed().isEmpty() && !isItem(above);
    if (goesOn && spaces == 0 && !number.isEmpty() && number != "1"_L1) // in a paragraph
        return 0;
    for (QTextBlock one = above; one.isValid(); one = one.previous()) {
        const int itsSpaces = spacesBefore(one.text());
        if (isItem(one) && itsSpaces <= spaces + 1)
            return int(one.blockFormat().leftMargin() / step) + (spaces >= itsSpaces + 2 ? 1 : 0);
        if (!isItem(one) && itsSpaces == 0 && !one.text().isEmpty())
            break;
    }
    return spaces < 4 ? 1 : 0;           // more is a line of code
}

} // namespace

AnswerText::AnswerText(QWidget *parent)
    : QTextBrowser(parent)
{
    setObjectName(u"answerText"_s);
    setFrameShape(QFrame::NoFrame);
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
    QString text = withoutControls(delta);
    if (document()->isEmpty())
        text.remove(0, std::distance(text.cbegin(), std::find_if(text.cbegin(), text.cend(), [](QChar c) {
                                         return c != u'\n';
                                     })));
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    QTextBlock block = end.block();
    end.insertText(text);
    for (; block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        // A blank line is what parts two paragraphs; it is as high as their distance will be when the answer is
        // rendered.
        if (block != document()->lastBlock() && block.text().trimmed().isEmpty())
            format.setLineHeight(gap, QTextBlockFormat::FixedHeight);
        indentItem(block, format);
        if (format != block.blockFormat())
            QTextCursor(block).setBlockFormat(format);
    }
}

// The text of a list's item stands where it will stand in the rendered list, its number or dash before it.
void AnswerText::indentItem(QTextBlock &block, QTextBlockFormat &format) const
{
    static const QRegularExpression item(u"^( *)(?:[-*+]|(\\d{1,9})[.)])(?: |$)"_s);
    const QString text = block.text(), trimmed = text.trimmed();
    const bool isFence = trimmed.startsWith("```"_L1) || trimmed.startsWith("~~~"_L1);
    const bool wasInFence = block.previous().userState() == InFence;
    block.setUserState(wasInFence != isFence ? InFence : Prose);
    const QRegularExpressionMatch found = wasInFence ? QRegularExpressionMatch() : item.match(text);
    const double step = document()->indentWidth();
    const int level
        = found.hasMatch() ? levelOfItem(block, int(found.capturedLength(1)), found.captured(2), step) : 0;
    const QString mark = found.captured().trimmed();
    const double width = QFontMetricsF(font()).horizontalAdvance(found.captured(1) + mark + u' ');
    format.setLeftMargin(level * step);
    format.setTextIndent(level > 0 ? -std::min(width, level * step) : 0);
}

void AnswerText::showMarkdown(const QString &markdown)
{
    m_markdown = markdown;
    document()->setMarkdown(withLineBreaks(withoutControls(markdown)),
                            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                                | QTextDocument::MarkdownNoHTML);
    styleTables();
    spaceParagraphs();
    m_look = look();
    fit();
}

// Qt takes the distance of paragraphs from the font's point size, which a font given in pixels does not have: there was
// none.
void AnswerText::spaceParagraphs()
{
    const bool isLoose = hasLooseLists(m_markdown);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const QTextBlock next = block.next();
        const bool isCell = QTextCursor(block).currentTable();
        const bool sticksTogether
            = !next.isValid() || (isCode(block) && isCode(next)) || (block.textList() && next.textList() && !isLoose);
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(0);
        format.setBottomMargin(isCell || sticksTogether ? 0 : gap);
        QTextCursor(block).setBlockFormat(format);
    }
}

// What of the theme is written into the document.
QColor AnswerText::look() const
{
    return palette().color(QPalette::Link);
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
        format.setTopMargin(table->firstPosition() > 1 ? gap : 0); // the paragraph's own distance ends before a table
        format.setBottomMargin(gap);
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
    if (event->type() == QEvent::PaletteChange && isVisible())
        followLook();
}

void AnswerText::showEvent(QShowEvent *event)
{
    QTextBrowser::showEvent(event);
    followLook();
}

// Link and table colours are in the document. Out of sight it waits; and one change of theme tells of itself several
// times. Rendering a long answer anew would take 15 ms.
void AnswerText::followLook()
{
    if (m_markdown.isEmpty() || m_look == look())
        return;
    m_look = look();
    QList<QTextCursor> links;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); part != block.end(); ++part) {
            if (!part.fragment().charFormat().isAnchor())
                continue;
            QTextCursor link(document());
            link.setPosition(part.fragment().position());
            link.setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
            links << link;
        }
    }
    QTextCharFormat colour;
    colour.setForeground(m_look);
    QTextCursor all(document());
    all.beginEditBlock();
    for (QTextCursor &link : links)
        link.mergeCharFormat(colour);
    styleTables();
    all.endEditBlock();
}

void AnswerText::fit()
{
    const int height = qMax(int(std::ceil(document()->size().height())), fontMetrics().height()) + 2;
    if (height != minimumHeight())
        setFixedHeight(height);
}
