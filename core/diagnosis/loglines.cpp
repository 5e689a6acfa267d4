#include "core/diagnosis/loglines.h"

#include <QStringDecoder>

#include <algorithm>
#include <cstring>
#include <iconv.h>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype sniffed = 4096;
constexpr qsizetype longestPart = 64 * 1024;
constexpr qsizetype overlap = 1024; // of two parts: longer than any signature that stands close together

bool isAscii(QByteArrayView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return uint8_t(c) < 0x80; });
}

std::optional<QByteArray> fromGbk(QByteArrayView bytes)
{
    iconv_t converter = iconv_open("UTF-8", "GB18030");
    if (converter == iconv_t(-1))
        return {};
    QByteArray text(bytes.size() * 4, Qt::Uninitialized);
    char *from = const_cast<char *>(bytes.data()), *to = text.data();
    size_t left = size_t(bytes.size()), room = size_t(text.size());
    const bool isWhole = iconv(converter, &from, &left, &to, &room) != size_t(-1);
    iconv_close(converter);
    if (!isWhole)
        return {};
    text.truncate(text.size() - qsizetype(room));
    return text;
}

QString noText(QByteArrayView head)
{
    constexpr struct
    {
        QByteArrayView magic;
        QLatin1StringView name;
    } kinds[] = {{"\x1f\x8b", "gzip"_L1},
                 {"PK\x03\x04", "zip"_L1},
                 {QByteArrayView("\xfd"
                                 "7zXZ"),
                  "xz"_L1},
                 {"\x28\xb5\x2f\xfd", "zstd"_L1}};
    for (const auto &kind : kinds) {
        if (head.startsWith(kind.magic))
            return kind.name;
    }
    const auto controls = std::count_if(head.begin(), head.end(), [](char c) {
        return uint8_t(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\b' && c != '\x1b';
    });
    return controls * 10 > head.size() ? u"binary"_s : QString();
}

// Without a mark at its beginning: every other byte of plain text is zero.
QString wideEncoding(QByteArrayView head)
{
    if (head.startsWith("\xff\xfe"))
        return u"UTF-16LE"_s;
    if (head.startsWith("\xfe\xff"))
        return u"UTF-16BE"_s;
    qsizetype even = 0, odd = 0;
    for (qsizetype i = 0; i < head.size(); ++i)
        (i % 2 == 0 ? even : odd) += head[i] == '\0';
    const qsizetype half = head.size() / 2;
    if (half < 8 || std::min(even, odd) * 10 > half)
        return {};
    return odd * 10 >= half * 4 ? u"UTF-16LE"_s : even * 10 >= half * 4 ? u"UTF-16BE"_s : QString();
}

// ESC [ ... letter, and what else terminals are told: taken out, they stand within words.
void withoutColours(QByteArrayView line, QByteArray &plain)
{
    plain.clear();
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b' || i + 1 >= line.size() || line[i + 1] != '[') {
            plain += line[i];
            continue;
        }
        qsizetype end = i + 2;
        while (end < line.size() && end - i < 32 && line[end] >= 0x20 && line[end] < 0x40)
            ++end;
        if (end < line.size() && line[end] >= 0x40 && line[end] < 0x7f)
            i = end;
        else
            plain += line[i]; // no such sequence: what is there is kept
    }
}

// From there on; the size where there is none.
qsizetype lineFeed(QByteArrayView bytes, qsizetype from)
{
    const void *const found = std::memchr(bytes.data() + from, '\n', size_t(bytes.size() - from));
    return found ? static_cast<const char *>(found) - bytes.data() : bytes.size();
}

qsizetype eitherEnd(QByteArrayView bytes, qsizetype from)
{
    return std::find_if(bytes.begin() + from, bytes.end(), [](char c) { return c == '\r' || c == '\n'; })
        - bytes.begin();
}

} // namespace

LogLines::LogLines(Take take)
    : m_take(std::move(take))
{
}
LogLines::~LogLines() = default;

void LogLines::feed(QByteArrayView piece)
{
    m_bytes += piece.size();
    if (m_hasBegun) {
        takeText(piece);
        return;
    }
    m_head += piece;
    if (m_head.size() >= sniffed)
        begin();
}

void LogLines::finish()
{
    if (!m_hasBegun)
        begin();
    if (!m_half.isEmpty())
        m_partial += m_half.toUtf8();
    if (m_isInLine || !m_partial.isEmpty()) {
        ++m_number;
        takeLine(m_partial);
    }
    m_partial.clear();
    m_isInLine = false;
}

void LogLines::settle()
{
    if (!m_hasBegun && !m_head.isEmpty())
        begin();
}

void LogLines::begin()
{
    m_hasBegun = true;
    const QByteArrayView head = QByteArrayView(m_head).first(std::min(m_head.size(), sniffed));
    m_wide = wideEncoding(head);
    if (m_wide.isEmpty())
        m_noText = noText(head);
    else
        m_decoder = std::make_unique<QStringDecoder>(m_wide == "UTF-16LE"_L1 ? QStringConverter::Utf16LE
                                                                             : QStringConverter::Utf16BE);
    QByteArray first;
    first.swap(m_head);
    takeText(QByteArrayView(first).sliced(m_wide.isEmpty() && first.startsWith("\xef\xbb\xbf") ? 3 : 0));
}

void LogLines::takeText(QByteArrayView bytes)
{
    QByteArray narrow;
    if (m_decoder) {
        QString text = m_half + QString(m_decoder->decode(bytes));
        m_half.clear();
        if (!text.isEmpty() && text.back().isHighSurrogate()) { // half a character
            m_half = text.back();
            text.chop(1);
        }
        narrow = text.toUtf8();
        bytes = narrow;
    }
    if (!std::exchange(m_knowsEnds, m_knowsEnds || !bytes.isEmpty())) {
        const QByteArrayView head = bytes.first(std::min(bytes.size(), sniffed));
        m_endsAtCr = head.contains('\r') && !head.contains('\n');
    }
    qsizetype start = 0;
    while (start < bytes.size()) {
        if (std::exchange(m_isAfterCr, false) && bytes[start] == '\n') {
            ++start;
            continue;
        }
        const qsizetype end = m_endsAtCr ? eitherEnd(bytes, start) : lineFeed(bytes, start);
        const bool found = end < bytes.size();
        qsizetype from = start;
        while (m_partial.size() + (end - from) > longestPart) { // a part of a line without end
            const qsizetype room = longestPart - m_partial.size();
            m_partial += bytes.sliced(from, room);
            from += room;
            m_isInLine = true;
            ++m_number;
            takeLine(m_partial);
            --m_number; // the line goes on
            m_partial = m_partial.right(overlap);
        }
        if (!found) {
            m_partial += bytes.sliced(from, end - from);
            return;
        }
        ++m_number;
        if (m_partial.isEmpty()) {
            takeLine(bytes.sliced(from, end - from));
        } else {
            m_partial += bytes.sliced(from, end - from);
            takeLine(m_partial);
            m_partial.clear();
        }
        m_isInLine = false;
        m_isAfterCr = bytes[end] == '\r';
        start = end + 1;
    }
}

void LogLines::takeLine(QByteArrayView line)
{
    m_lineSize = line.size();
    while (line.endsWith('\r'))
        line.chop(1);
    while (!m_noText.isEmpty() && line.startsWith('\0')) // a hole: what follows begins with its time
        line = line.sliced(1);
    if (!m_decoder && m_utf8 + m_gbk + m_latin < 1000 && !isAscii(line)) {
        if (line.isValidUtf8())
            ++m_utf8;
        else
            ++(fromGbk(line) ? m_gbk : m_latin);
    }
    if (line.contains('\x1b')) {
        withoutColours(line, m_plain);
        line = m_plain;
    }
    m_take(line, m_number);
}

QString LogLines::encoding() const
{
    if (m_bytes == 0)
        return {};
    if (!m_wide.isEmpty())
        return m_wide;
    if (m_utf8 >= m_gbk + m_latin)
        return u"UTF-8"_s;
    return m_gbk > m_latin ? u"GBK"_s : u"Latin-1"_s;
}

QString logText(QByteArrayView line)
{
    // A part of a line may begin or end within a character.
    QByteArrayView whole = line;
    for (int i = 0; i < 3 && !whole.isEmpty() && (uint8_t(whole.front()) & 0xC0) == 0x80; ++i)
        whole = whole.sliced(1);
    for (int i = 0; i < 3 && !whole.isEmpty() && !whole.isValidUtf8(); ++i)
        whole.chop(1);
    if (whole.isValidUtf8() && (line.isValidUtf8() || whole.size() > 3))
        return QString::fromUtf8(line);
    const std::optional<QByteArray> gbk = fromGbk(line);
    return gbk ? QString::fromUtf8(*gbk) : QString::fromLatin1(line);
}
