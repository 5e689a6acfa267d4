#include "core/diagnosis/logsections.h"

#include <QDateTime>

#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestUnended = 64 * 1024;

} // namespace

std::optional<LogHead> logHead(QByteArrayView line)
{
    constexpr QByteArrayView mark("==> ");
    constexpr QLatin1StringView before(" at ");
    if (!line.startsWith(mark))
        return {};
    const QString words = QString::fromUtf8(line.sliced(mark.size())).trimmed();
    const qsizetype colon = words.lastIndexOf(": "_L1);
    if (colon <= 0)
        return {};
    LogHead head{words.left(colon), words.mid(colon + 2), {}};
    const qsizetype at = head.step.lastIndexOf(before);
    if (at > 0) {
        const QDateTime began = QDateTime::fromString(head.step.mid(at + before.size()), Qt::ISODateWithMs);
        if (began.isValid()) {
            head.beganMs = began.toMSecsSinceEpoch();
            head.step.truncate(at);
        }
    }
    return head;
}

LogSections::LogSections(std::function<void(const LogHead &head, qint64 lines)> begins,
                         std::function<void(QByteArrayView piece)> takes)
    : m_begins(std::move(begins))
    , m_takes(std::move(takes))
{
}

void LogSections::feed(const QByteArray &piece)
{
    if (!m_isKept && !piece.isEmpty())
        m_isKept = logHead(piece.left(piece.indexOf('\n'))).has_value();
    if (!m_isKept.value_or(false))
        return m_takes(piece);
    m_partial += piece;
    qsizetype at = 0;
    for (qsizetype end; (end = m_partial.indexOf('\n', at)) >= 0; at = end + 1) {
        ++m_lines;
        const bool isWhole = !std::exchange(m_isInLine, false);
        const auto head = isWhole ? logHead(QByteArrayView(m_partial).sliced(at, end - at)) : std::nullopt;
        if (head)
            m_begins(*head, m_lines);
        else
            m_takes(QByteArrayView(m_partial).sliced(at, end + 1 - at));
    }
    m_partial.remove(0, at);
    if (m_partial.size() > longestUnended) {
        m_takes(std::exchange(m_partial, QByteArray()));
        m_isInLine = true;
    }
}

void LogSections::finish()
{
    if (!m_partial.isEmpty())
        m_takes(std::exchange(m_partial, QByteArray()));
}
