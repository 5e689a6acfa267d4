#include "core/deploy/logwatch.h"

#include "core/base/data.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestLine = 4096; // of a line, this much is looked at

QString inLanguage(const Json &object, const char *key, const QString &language)
{
    if (!object.contains(key))
        return {};
    const QString english = stringAt(object.at(key), "en");
    return stringAt(object.at(key), language.toUtf8().constData(), english);
}

} // namespace

Result<QList<FailureRule>> loadFailureRules(const QString &engine, const QString &language)
{
    const Result<Json> data = jsonDataFile(u"failures.json"_s);
    if (!data)
        return data.error();
    QList<FailureRule> rules;
    for (const Json &entry : *data) {
        FailureRule rule;
        rule.id = stringAt(entry, "id");
        rule.engines = textsAt(entry, "engines");
        rule.pattern = QRegularExpression(stringAt(entry, "pattern"));
        rule.ends = boolAt(entry, "ends").value_or(false);
        rule.cause = inLanguage(entry, "cause", language);
        rule.remedy = inLanguage(entry, "remedy", language);
        if (rule.id.isEmpty() || rule.pattern.pattern().isEmpty() || !rule.pattern.isValid() || rule.cause.isEmpty()
            || rule.remedy.isEmpty())
            return Error{
                ErrorKind::Parse,
                QCoreApplication::translate(
                    "LogWatch",
                    "The fault rule \"%1\" in failures.json is incomplete or its pattern is not a regular expression.")
                    .arg(rule.id),
                rule.pattern.errorString(),
                {}};
        if (rule.engines.isEmpty() || rule.engines.contains(engine))
            rules << rule;
    }
    return rules;
}

LogWatch::LogWatch(QStringList readyLines, QStringList failureLines, QList<FailureRule> rules, int readyTimes)
    : m_readyLines(std::move(readyLines))
    , m_failureLines(std::move(failureLines))
    , m_rules(std::move(rules))
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
    for (const FailureRule &rule : m_rules) {
        if (!rule.pattern.match(text).hasMatch())
            continue;
        if (!m_cause)
            m_cause = LogFinding{text.left(500), rule.cause, rule.remedy};
        m_failed = m_failed || rule.ends;
    }
    const bool isBad = text.contains("fail"_L1, Qt::CaseInsensitive) || text.contains("error"_L1, Qt::CaseInsensitive);
    for (const QString &failure : m_failureLines)
        m_failed = m_failed || (isBad && text.contains(failure));
    // vLLM's last word only points back: "Engine core initialization failed. See root cause above."
    if (m_failed && m_raised && text.contains("root cause above"_L1))
        m_last = m_raised;
    else if (m_failed || (isBad && !m_last))
        m_last = LogFinding{text.left(500), {}, {}};
    static const QRegularExpression raised(u"\\b[A-Z]\\w*(Error|Exception): "_s);
    if (!m_failed && text.contains(raised))
        m_raised = LogFinding{text.left(500), {}, {}};
}
