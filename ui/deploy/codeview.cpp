#include "ui/deploy/codeview.h"

#include "core/base/plaintext.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>

using namespace Qt::StringLiterals;

void CodeHighlighter::setLanguage(CodeLanguage language)
{
    m_language = language;
    rehighlight();
}

void CodeHighlighter::paint(int start, int length, const QColor &color, bool italic)
{
    QTextCharFormat format;
    format.setForeground(color);
    format.setFontItalic(italic);
    setFormat(start, length, format);
}

void CodeHighlighter::highlightBlock(const QString &text)
{
    if (m_language == CodeLanguage::Shell)
        shell(text);
    else if (m_language == CodeLanguage::Json)
        json(text);
}

void CodeHighlighter::shell(const QString &text)
{
    const Colors colors = style::colors();
    if (text.startsWith(u'#') || text.trimmed().startsWith(u"# "_s)) {
        paint(0, int(text.size()), colors.secondText);
        return;
    }
    static const QRegularExpression words(
        u"(?<![\\w/.-])(export|unset|load|if|then|else|fi|for|in|do|done|local|return|exit|set|cd|exec)"
        "(?![\\w/.=-])"_s);
    for (auto it = words.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        paint(int(match.capturedStart()), int(match.capturedLength()), colors.accent);
    }
    static const QRegularExpression name(u"^export ([A-Za-z_0-9]+)="_s);
    if (const auto match = name.match(text); match.hasMatch())
        paint(int(match.capturedStart(1)), int(match.capturedLength(1)), colors.ok);
    static const QRegularExpression quotes(u"'[^']*'|\"(?:[^\"\\\\]|\\\\.)*\""_s);
    for (auto it = quotes.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        paint(int(match.capturedStart()), int(match.capturedLength()), colors.warning);
    }
}

void CodeHighlighter::json(const QString &text)
{
    const Colors colors = style::colors();
    static const QRegularExpression values(
        u"(\"(?:[^\"\\\\]|\\\\.)*\")(\\s*:)?|\\b(true|false|null)\\b|(-?\\b\\d+(?:\\.\\d+)?)"_s);
    for (auto it = values.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        const bool isKey = !match.captured(2).isEmpty();
        const bool isText = match.capturedLength(1) > 0;
        paint(int(match.capturedStart()), int(isKey ? match.capturedLength(1) : match.capturedLength()),
              isKey        ? colors.accent
                  : isText ? colors.warning
                           : colors.ok);
    }
}

class CodeView::Gutter : public QWidget
{
public:
    explicit Gutter(CodeView *view) : QWidget(view), m_view(view) {}
    QSize sizeHint() const override { return {m_view->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event); }

private:
    CodeView *m_view;
};

CodeView::CodeView(QWidget *parent)
    : QPlainTextEdit(parent), m_highlighter(new CodeHighlighter(document())), m_gutter(new Gutter(this))
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setCursorWidth(2);
    setFont(style::monospace());
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setStyleSheet(u"QPlainTextEdit { border: none; border-radius: 0; padding: 0; }"_s);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeView::layoutGutter);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        markLines();
        emit currentLineChanged(currentLine());
    });
    layoutGutter();
}

void CodeView::showText(const QString &text, CodeLanguage language)
{
    m_diff.clear();
    m_highlighter->setLanguage(CodeLanguage::Plain);
    setPlainText(withoutControls(text.endsWith(u'\n') ? text.chopped(1) : text));
    m_highlighter->setLanguage(language);
    layoutGutter();
    markLines();
}

void CodeView::showDiff(const QList<DiffLine> &lines, CodeLanguage language)
{
    QStringList texts;
    for (const DiffLine &line : lines)
        texts << line.text;
    m_diff = lines;
    m_highlighter->setLanguage(CodeLanguage::Plain);
    setPlainText(withoutControls(texts.join(u'\n')));
    m_highlighter->setLanguage(language);
    layoutGutter();
    // The first difference is what one came for.
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].kind != ' ') {
            setTextCursor(QTextCursor(document()->findBlockByNumber(int(i))));
            centerCursor();
            break;
        }
    }
    markLines();
}

int CodeView::currentLine() const
{
    const int block = textCursor().blockNumber();
    return m_diff.isEmpty() ? block + 1 : m_diff.value(block).after;
}

int CodeView::gutterWidth() const
{
    const int digits = int(QString::number(std::max(100, blockCount())).size());
    const int columns = m_diff.isEmpty() ? digits : 2 * digits + 3;
    return fontMetrics().horizontalAdvance(u'9') * columns + style::grid * 4;
}

void CodeView::layoutGutter()
{
    setViewportMargins(gutterWidth() + style::grid, 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
    m_gutter->update();
}

void CodeView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    layoutGutter();
}

void CodeView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_gutter) {
        m_highlighter->rehighlight();
        markLines();
        m_gutter->update();
    }
}

void CodeView::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    const Colors colors = style::colors();
    painter.fillRect(event->rect(), colors.ground);
    painter.setFont(font());
    const int nine = fontMetrics().horizontalAdvance(u'9');
    const int digits = int(QString::number(std::max(100, blockCount())).size());
    const auto number = [&](int value, int column, int top, int height) {
        if (value > 0)
            painter.drawText(style::grid * 2 + column * nine, top, digits * nine, height,
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
    };
    QTextBlock block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    for (; block.isValid() && top <= event->rect().bottom(); block = block.next()) {
        const int height = int(blockBoundingRect(block).height());
        const int index = block.blockNumber();
        painter.setPen(index == textCursor().blockNumber() ? colors.text : colors.secondText);
        if (m_diff.isEmpty()) {
            number(index + 1, 0, int(top), height);
        } else {
            const DiffLine line = m_diff.value(index);
            number(line.before, 0, int(top), height);
            number(line.after, digits + 1, int(top), height);
            painter.setPen(line.kind == '+' ? colors.ok : colors.danger);
            if (line.kind != ' ')
                painter.drawText(style::grid * 2 + (2 * digits + 2) * nine, int(top), nine, height, Qt::AlignCenter,
                                 QString(QLatin1Char(line.kind)));
        }
        top += blockBoundingRect(block).height();
    }
}

void CodeView::markLines()
{
    const Colors colors = style::colors();
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](const QTextBlock &block, const QColor &color) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.format.setBackground(color);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << selection;
    };
    for (qsizetype i = 0; i < m_diff.size(); ++i) {
        if (m_diff[i].kind != ' ')
            mark(document()->findBlockByNumber(int(i)), style::tint(m_diff[i].kind == '+' ? colors.ok : colors.danger));
    }
    if (m_diff.isEmpty())
        mark(textCursor().block(), style::tint(colors.accent));
    setExtraSelections(marks);
}
