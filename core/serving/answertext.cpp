#include "core/serving/answertext.h"

#include "core/base/plaintext.h"

#include <QChar>
#include <QList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype leastRepeats = 10, longestPiece = 8, longestWord = 32;

// A reasoning model's marks, which engines without a parser for them leave in the text.
QString withoutMarks(QString text)
{
    return text.remove(u"<think>"_s).remove(u"</think>"_s);
}

// What is repeated is a word with the space beside it; Chinese has none between the words of a sentence.
bool isOneWord(const QList<uint> &piece)
{
    return std::count(piece.cbegin(), piece.cend(), uint(' ')) <= 1
        && std::all_of(piece.cbegin(), piece.cend(), [](uint sign) { return sign < 0x2e80; });
}

std::optional<RepeatedPiece> repeatedIn(const QList<uint> &signs, qsizetype longest)
{
    for (qsizetype length = 1; length <= longest && length * leastRepeats <= signs.size(); ++length) {
        qsizetype same = 0, most = 0, end = 0;
        for (qsizetype i = length; i < signs.size(); ++i) {
            same = signs[i] == signs[i - length] ? same + 1 : 0;
            if (same > most) {
                most = same;
                end = i + 1;
            }
        }
        const qsizetype covered = most + length;
        if (covered < length * leastRepeats || covered * 10 < signs.size() * 9)
            continue;
        const QList<uint> piece = signs.mid(end - covered, length);
        if (length <= longestPiece || isOneWord(piece))
            return RepeatedPiece{
                withoutControls(QString::fromUcs4(reinterpret_cast<const char32_t *>(piece.constData()), length))
                    .trimmed(),
                covered == signs.size()};
    }
    return std::nullopt;
}

} // namespace

std::optional<RepeatedPiece> repeatedPiece(const QString &text)
{
    const QString words = withoutMarks(text).simplified();
    if (words.isEmpty())
        return std::nullopt;
    if (const auto piece = repeatedIn(QString(words).remove(u' ').toUcs4(), longestPiece))
        return piece;
    return repeatedIn((words + u' ').toUcs4(), longestWord); // the last word has a space beside it, too
}

bool isUnreadable(const QString &text)
{
    const QList<uint> signs = withoutMarks(text).trimmed().toUcs4();
    const auto isLost = [](uint sign) { return sign == 0xfffd; };
    qsizetype bad = 0, readable = 0;
    for (const uint sign : signs) {
        const QChar::Category category = QChar::category(sign);
        bad += isLost(sign) || (category == QChar::Other_Control && !QChar::isSpace(sign));
        readable += !isLost(sign)
            && (QChar::isLetterOrNumber(sign)
                || (category >= QChar::Mark_NonSpacing && category <= QChar::Mark_Enclosing)
                || (category >= QChar::Symbol_Math && category <= QChar::Symbol_Other));
    }
    if (readable > 0) {                  // max_tokens may end within a character
        constexpr qsizetype mostBytes = 3;
        const auto last = std::find_if_not(signs.crbegin(), signs.crend(), isLost);
        bad -= std::min<qsizetype>(mostBytes, last - signs.crbegin());
    }
    return bad > readable;
}
