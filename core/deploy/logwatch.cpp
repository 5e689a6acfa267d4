#include "core/deploy/logwatch.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestLine = 4096; // of a line, this much is looked at

} // namespace

LogWatch::LogWatch(QStringList readyLines, QStringList failureLines, QList<FaultRule> rules, int readyTimes)
    : m_readyLines(std::move(readyLines))
    , m_failureLines(std::move(failureLines))
    , m_rules(std::move(rules))
    , m_matcher(m_rules)
    , m_readyTimes(readyTimes)
{
}

void LogWatch::feed(const QByteArray &piece)
{
    qsizetype start = 0;
    for (qsizetype end; (end = piece.indexOf('\n', start)) >= 0; start = end + 1) {
        if (m_partial.isEmpty()) {
            line(piece.mid(start, qMin(end - start, longestLine)));
        } else {
            m_partial += piece.mid(start, qMin(end - start, longestLine));
            line(m_partial);
            m_partial.clear();
        }
    }
    if (m_partial.size() < longestLine)
        m_partial += piece.mid(start, longestLine);
}

std::optional<LogFinding> LogWatch::cause() const
{
    const bool isRaised = m_raised && m_last && m_raised->line == m_last->line; // says more than what only points to it
    for (const std::optional<LogFinding> *one :
         {&m_cause, &m_consequence, isRaised ? &m_raised : &m_echo, &m_last, &m_hint}) {
        if (*one)
            return *one;
    }
    return {};
}

void LogWatch::finish()
{
    if (!m_partial.isEmpty())
        line(m_partial);
    m_partial.clear();
}

void LogWatch::line(const QByteArray &bytes)
{
    if (m_ready || m_failed)
        return;
    const bool isSource = m_tracebacks.isSource(bytes.left(longestLine));
    const QString text = QString::fromUtf8(bytes.left(longestLine)).trimmed();
    if (!text.isEmpty())
        m_tail << text.left(500);
    if (m_tail.size() > 8)
        m_tail.removeFirst();
    for (const QString &ready : m_readyLines) {
        if (text.contains(ready)) {
            m_ready = --m_readyTimes <= 0;
            return;
        }
    }
    if (isSource)
        return;
    if (const FaultMatcher::Match match = m_matcher.match(text.toUtf8()); match.rule >= 0) {
        const FaultRule &rule = m_rules[match.rule];
        std::optional<LogFinding> &first = rule.role == FaultRole::Cause ? m_cause
            : rule.role == FaultRole::Consequence                        ? m_consequence
            : rule.role == FaultRole::Echo                               ? m_echo
                                                                         : m_hint;
        if (!first)
            first = LogFinding{text.left(500), rule.id};
        m_failed = m_failed || rule.ends;
    }
    const bool isBad = text.contains("fail"_L1, Qt::CaseInsensitive) || text.contains("error"_L1, Qt::CaseInsensitive);
    for (const QString &failure : m_failureLines)
        m_failed = m_failed || (isBad && text.contains(failure));
    // vLLM's last word only points back: "Engine core initialization failed. See root cause above."
    if (m_failed && m_raised && text.contains("root cause above"_L1))
        m_last = m_raised;
    else if (m_failed || (isBad && !m_last))
        m_last = LogFinding{text.left(500), {}};
    static const QRegularExpression raised(u"\\b[A-Z]\\w*(Error|Exception): "_s);
    if (!m_failed && text.contains(raised))
        m_raised = LogFinding{text.left(500), {}};
}
