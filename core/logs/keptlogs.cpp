#include "core/logs/keptlogs.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct KeptLogsText
{
    Q_DECLARE_TR_FUNCTIONS(KeptLogs)
};

const QByteArray headMark = "==> ";
const QString atMark = u" at "_s;

QString timeText(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

// Its end, from a line's beginning on.
QByteArray endOf(const QByteArray &text, qint64 most)
{
    if (text.size() <= most)
        return text;
    const QByteArray end = text.right(most);
    const qsizetype line = end.indexOf('\n');
    return "...\n" + (line < 0 ? end : end.mid(line + 1));
}

QList<KeptLog> bounded(QList<KeptLog> logs)
{
    QList<KeptLog *> bySize;
    for (KeptLog &one : logs)
        bySize << &one;
    std::sort(bySize.begin(), bySize.end(),
              [](const KeptLog *a, const KeptLog *b) { return a->text.size() < b->text.size(); });
    qint64 left = mostKeptBytes;
    for (qsizetype i = 0; i < bySize.size(); ++i) {
        bySize[i]->text = endOf(bySize[i]->text, left / (bySize.size() - i));
        left -= bySize[i]->text.size();
    }
    return logs;
}

QByteArray word(const QString &text)     // of a head: one line, no colon
{
    return withoutControls(QString(text).replace(u'\n', u' ')).toUtf8();
}

} // namespace

QString keptLogsFile(const QString &stateFile)
{
    return stateFile + u".log"_s;
}

QByteArray keptText(const QList<KeptLog> &logs)
{
    QByteArray text;
    for (const KeptLog &log : logs) {
        text += headMark + word(log.node) + ": " + word(log.step);
        if (log.beganMs)
            text += atMark.toUtf8() + timeText(*log.beganMs).toUtf8();
        text += '\n';
        for (const QByteArray &line : log.text.split('\n')) {
            if (line.isEmpty())
                continue;
            if (line.startsWith(headMark))
                text += ' ';             // what a log says is no head
            text += line + '\n';
        }
    }
    return text;
}

Result<void> keepLogs(const QString &file, const QList<KeptLog> &logs, Redaction redaction)
{
    QList<KeptLog> kept = bounded(logs);
    for (KeptLog &one : kept)
        one.text = redaction.of(one.text);
    return writeAtomically(file, keptText(kept), 0600);
}

QByteArray lastRunLog(const QString &stateFile, const LastFailure &failure)
{
    constexpr qint64 writtenBeforeMs = 2000; // of the state, which is written once more as the run ends
    if (failure.steps.isEmpty())
        return {};
    QByteArray text;
    QFile kept(keptLogsFile(stateFile)); // perhaps an older run's: one whose steps said nothing keeps none
    const QDateTime ended = QFileInfo(stateFile).lastModified();
    if (QFileInfo(kept).lastModified() >= ended.addMSecs(-writtenBeforeMs) && kept.open(QIODevice::ReadOnly))
        text = kept.readAll();
    QList<KeptLog> steps;
    for (const LastFailure::Step &one : failure.steps)
        steps << KeptLog{one.node, one.step, inLanguage(one.message, u"en"_s).toUtf8(), ended.toMSecsSinceEpoch()};
    return text + keptText(steps);
}

Result<void> forgetKeptLogs(const QString &file)
{
    QFile kept(file);
    if (kept.exists() && !kept.remove())
        return Error{ErrorKind::Storage, KeptLogsText::tr("%1 cannot be removed.").arg(file), kept.errorString(), {}};
    return {};
}
