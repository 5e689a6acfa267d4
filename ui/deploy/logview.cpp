#include "ui/deploy/logview.h"

#include "core/base/plaintext.h"
#include "ui/common/style.h"

#include <QRegularExpression>
#include <QScrollBar>

using namespace Qt::StringLiterals;

QString plainLog(const QString &text, qsizetype &lineLength)
{
    static const QRegularExpression escape(u"\x1b\\[[0-9;?]*[A-Za-z]"_s);
    QString source = text;
    if (source.contains(QChar(0x1b)))
        source.remove(escape);
    source.replace("\r\n"_L1, "\n"_L1);
    source.replace(u'\r', u'\n');        // a progress line that overwrites itself
    source = withoutControls(source);
    QString result;
    result.reserve(source.size() + source.size() / LogView::longestLine + 1);
    for (const QChar c : std::as_const(source)) {
        const bool ends = c == QLatin1Char('\n');
        if (!ends && ++lineLength > LogView::longestLine) {
            result += QLatin1Char('\n');
            lineLength = 1;
        }
        result += c;
        if (ends)
            lineLength = 0;
    }
    return result;
}

LogView::LogView(QWidget *parent)
    : CodeText(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setMaximumBlockCount(mostLines);
    setProperty("code", true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(style::monospace());
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_appending)
            setFollowing(value == verticalScrollBar()->maximum());
    });
}

void LogView::setFollowing(bool following)
{
    if (m_following == following)
        return;
    m_following = following;
    emit followingChanged(following);
}

void LogView::follow()
{
    setFollowing(true);
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void LogView::append(const QByteArray &piece)
{
    QString text = m_decoder.decode(piece.size() > mostAtOnce ? piece.right(mostAtOnce) : piece);
    if (piece.size() > mostAtOnce)
        text.prepend(tr("\n… %1 KB left out …\n").arg((piece.size() - mostAtOnce) / 1000));
    m_appending = true;
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(plainLog(text, m_lineLength));
    if (m_following)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_appending = false;
}

void LogView::showAll(const QByteArray &text)
{
    m_appending = true;
    m_decoder = QStringDecoder(QStringDecoder::Utf8);
    m_lineLength = 0;
    clear();
    m_appending = false;
    append(text);
    follow();
}

bool LogView::findNext(const QString &text, bool backward)
{
    if (text.isEmpty())
        return true;
    const QTextDocument::FindFlags flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (find(text, flags))
        return true;
    const QTextCursor before = textCursor();
    moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
    if (find(text, flags))
        return true;
    setTextCursor(before);
    return false;
}
