// SecretText: a text of any kind, and what is a value in it: in quotes (b'', $'', \"\" of JSON within a string,
// 'a'\''b' of shells), without (up to what ends it: half a password must not stay), in a list. Everything is a place in
// the text. Pure; each look is bounded, so that the time grows with the text's length.
#pragma once

#include <QByteArrayView>

#include <optional>

struct Quote
{
    char mark = 0;
    qsizetype slashes = 0; // before it: of JSON within a string

    bool operator==(const Quote &) const = default;
};

struct SecretValue
{
    qsizetype from = 0, to = 0, end = 0; // end: after its closing quote
    bool isQuoted = false;
};

class SecretText
{
public:
    explicit SecretText(QByteArrayView text)
        : m_text(text)
        , m_size(text.size())
    {
    }

    qsizetype size() const { return m_size; }
    char byte(qsizetype at) const { return at >= 0 && at < m_size ? m_text[at] : '\0'; }
    QByteArrayView part(qsizetype from, qsizetype to) const { return m_text.sliced(from, to - from); }
    bool has(qsizetype at, QByteArrayView what) const { return at <= m_size && m_text.sliced(at).startsWith(what); }
    bool isLineEnd(qsizetype at) const { return at >= m_size || m_text[at] == '\n' || m_text[at] == '\r'; }
    // ESC [ ... m: terminals' colours stand between any two bytes.
    qsizetype skipColours(qsizetype at) const;
    qsizetype skipBlanks(qsizetype at) const;
    qsizetype skipSpaces(qsizetype at) const;
    qsizetype lineEnd(qsizetype at, qsizetype most = longestValue) const;
    qsizetype lineStart(qsizetype at) const;
    // The quote that begins at `at`: any backslashes, then the mark.
    std::optional<Quote> quoteAt(qsizetype at) const;
    // The one that ends right before `at`.
    std::optional<Quote> quoteBefore(qsizetype at) const;
    // Where the closing quote begins; the line's end where there is none.
    qsizetype closing(qsizetype from, const Quote &quote) const;
    qsizetype closedAt(qsizetype close, const Quote &quote) const;
    // b'', u"", $'', @""
    qsizetype skipQuotePrefix(qsizetype at) const;
    bool opensOnItsLine(char mark, qsizetype at) const;
    SecretValue quoted(qsizetype at, const Quote &quote) const;
    // Does a value without quotes end at this byte?
    bool endsBare(qsizetype at, qsizetype from) const;
    // Without quotes. outer: the quote right before the name; all up to it is the value.
    SecretValue bare(qsizetype from, const std::optional<Quote> &outer) const;
    SecretValue valueAt(qsizetype at, const std::optional<Quote> &outer) const;
    // What stands between the bracket at `open` and its end; to < 0: it has none near; end: how far was looked.
    SecretValue listAt(qsizetype open) const;

protected:
    static constexpr qsizetype longestValue = 64 * 1024, longestList = 4096, longestCommand = 400, longestHead = 1024;

    const QByteArrayView m_text;
    const qsizetype m_size;
};
