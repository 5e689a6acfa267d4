#include "core/logs/logframes.h"

#include <QList>

#include <algorithm>
#include <optional>

namespace {

const QByteArray frameStart = "\x1e" "ASC ";
const QByteArray frameEnd = "\n\x1e" "END\n";
constexpr qsizetype longestHead = 8192;  // of a header: a path has 4096 bytes at most

struct FrameHead
{
    LogFrame frame;
    qint64 size = -1;                    // of the content; -1: it has none
};

std::optional<qint64> countIn(const QByteArray &text)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber && number >= 0 ? std::optional(number) : std::nullopt;
}

// The line behind the mark: "F 12 0 4096 1790000000 /path", "K 311 16794.22", "L /path\t/target", "Z +0800", "B".
std::optional<FrameHead> readHead(const QByteArray &line)
{
    const QList<QByteArray> parts = line.split(' ');
    FrameHead head;
    if (line == "B")
        return head;
    if (parts.size() == 2 && parts[0] == "Z") {
        head.frame.kind = LogFrame::Kind::Zone;
        head.frame.words = parts[1];
        return head;
    }
    if (const qsizetype tab = line.indexOf('\t'); tab > 2 && parts[0] == "L") {
        head.frame.kind = LogFrame::Kind::Unread;
        head.frame.path = line.mid(2, tab - 2);
        head.frame.words = line.mid(tab + 1);
        return head;
    }
    std::optional<qint64> size;
    if (parts.size() == 3 && parts[0] == "K") {
        head.frame.kind = LogFrame::Kind::Kernel;
        size = countIn(parts[1]);
        head.frame.words = parts[2];
    } else if (parts.size() >= 6 && parts[0] == "F") {
        head.frame.kind = LogFrame::Kind::File;
        const std::optional<qint64> offset = countIn(parts[2]), written = countIn(parts[4]);
        bool isNumber = false;
        head.frame.inode = parts[1].toULongLong(&isNumber);
        if (!isNumber || !offset || !written)
            return {};
        head.frame.offset = *offset;
        head.frame.writtenSeconds = *written;
        size = countIn(parts[3]);
        head.frame.path = parts.mid(5).join(' '); // it may have blanks
    }
    if (!size || *size > LogFrames::mostContent)
        return {};
    head.size = *size;
    return head;
}

} // namespace

void LogFrames::feed(QByteArrayView piece)
{
    m_held += piece;
    while (takeFrame()) {
    }
}

// What stands before `at` is no frame.
bool LogFrames::skipTo(qsizetype at)
{
    m_lost += at;
    m_held.remove(0, at);
    return at > 0;
}

bool LogFrames::takeFrame()
{
    const qsizetype start = m_held.indexOf(frameStart);
    if (start < 0) {                     // its end may be the beginning of a mark
        qsizetype kept = std::min<qsizetype>(m_held.size(), frameStart.size() - 1);
        while (kept > 0 && !frameStart.startsWith(m_held.last(kept)))
            --kept;
        skipTo(m_held.size() - kept);
        return false;
    }
    if (start > 0)
        return skipTo(start);
    const qsizetype lineEnd = m_held.indexOf('\n', frameStart.size());
    if (lineEnd > longestHead || (lineEnd < 0 && m_held.size() > longestHead))
        return skipTo(1);
    if (lineEnd < 0)
        return false;
    const std::optional<FrameHead> head
        = readHead(m_held.mid(frameStart.size(), lineEnd - frameStart.size()));
    if (!head)
        return skipTo(lineEnd);          // another mark may begin behind it
    LogFrame frame = head->frame;
    if (head->size < 0) {
        m_held.remove(0, lineEnd + 1);
        m_take(frame);
        return true;
    }
    const qsizetype from = lineEnd + 1, whole = from + head->size + frameEnd.size();
    if (m_held.size() < whole)
        return false;
    if (QByteArrayView(m_held).sliced(from + head->size, frameEnd.size()) == frameEnd) {
        frame.content = m_held.mid(from, head->size);
        m_held.remove(0, whole);
        m_take(frame);
        return true;
    }
    // It became shorter: what there was ends before the announced length.
    const qsizetype end = m_held.indexOf(frameEnd, from);
    if (end >= 0 && end < from + head->size) {
        frame.content = m_held.mid(from, end - from);
        frame.isCut = true;
        m_held.remove(0, end + frameEnd.size());
        m_take(frame);
        return true;
    }
    return skipTo(from);
}
