#include "core/nodes/recordingshell.h"

#include "core/base/languages.h"
#include "core/shell/commandgroup.h"
#include "core/shell/quote.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype headSize = 64 * 1024;

// A character that the cut went through is left out.
QString textOfHead(const QByteArray &head, bool isCut)
{
    QString text = QString::fromUtf8(head);
    while (isCut && text.endsWith(QChar::ReplacementCharacter))
        text.chop(1);
    return text;
}

void noteError(CommandRecord &record, const Error &error)
{
    record.error = inLanguage(error.message, dataLanguage());
    record.wasStopped = error.kind == ErrorKind::Canceled;
}

} // namespace

CommandRecord RecordingShell::begun(const QString &line) const
{
    CommandRecord record;
    record.node = m_node;
    record.line = line;
    record.startedMs = QDateTime::currentMSecsSinceEpoch();
    return record;
}

Result<CommandOutput> RecordingShell::run(const Command &command, std::stop_token stop, const OutputHandler &onOutput)
{
    CommandRecord record = begun(quoted(command.argv));
    record.isQuestion = command.isQuestion;
    record.topic = command.topic;
    QByteArray head;
    Result<CommandOutput> result
        = m_shell->run(command, std::move(stop), [&](OutputStream stream, const QByteArray &piece) {
              record.outputBytes += piece.size();
              if (head.size() < headSize)
                  head += piece.left(headSize - head.size());
              if (onOutput)
                  onOutput(stream, piece);
          });
    record.tookMs = QDateTime::currentMSecsSinceEpoch() - record.startedMs;
    record.outputHead = textOfHead(head, record.outputBytes > head.size());
    if (result)
        record.exitCode = result->exitCode;
    else
        noteError(record, result.error());
    m_record(record);
    return result;
}

namespace {

// Each command of a group is a record of its own, with its own output, exit code and time.
class RecordingGroup : public CommandGroup
{
public:
    RecordingGroup(QString node, std::unique_ptr<CommandGroup> group, RecordingShell::Record record)
        : m_node(std::move(node)), m_group(std::move(group)), m_record(std::move(record)) {}

    bool isFull() const override { return m_group->isFull(); }
    void begin(qsizetype id, const Command &command) override
    {
        m_underWay.insert(id, command);
        m_group->begin(id, command);
    }
    std::optional<CommandAnswer> next(std::stop_token stop) override
    {
        std::optional<CommandAnswer> answer = m_group->next(std::move(stop));
        if (!answer)
            return answer;
        const Command command = m_underWay.take(answer->id);
        CommandRecord record;
        record.node = m_node;
        record.line = quoted(command.argv);
        record.isQuestion = command.isQuestion;
        record.topic = command.topic;
        record.startedMs = answer->startedMs;
        record.tookMs = answer->endedMs - answer->startedMs;
        record.outputBytes = answer->receivedBytes;
        record.outputHead = textOfHead(answer->heard, answer->receivedBytes > answer->heard.size());
        if (answer->result)
            record.exitCode = answer->result->exitCode;
        else
            noteError(record, answer->result.error());
        m_record(record);
        return answer;
    }

private:
    QString m_node;
    std::unique_ptr<CommandGroup> m_group;
    RecordingShell::Record m_record;
    QHash<qsizetype, Command> m_underWay;
};

} // namespace

std::unique_ptr<CommandGroup> RecordingShell::group(int width)
{
    return std::make_unique<RecordingGroup>(m_node, m_shell->group(width), m_record);
}

Result<QByteArray> RecordingShell::exchange(const TcpQuestion &question, std::stop_token stop)
{
    CommandRecord record = begun(u"# ask %1:%2: %3"_s.arg(question.host).arg(question.port).arg(
        QString::fromUtf8(question.say.left(question.say.indexOf('\r')))));
    record.isQuestion = true;
    const Result<QByteArray> said = m_shell->exchange(question, std::move(stop));
    record.tookMs = QDateTime::currentMSecsSinceEpoch() - record.startedMs;
    if (said) {
        record.exitCode = 0;
        record.outputBytes = said->size();
        record.outputHead = textOfHead(said->left(headSize), said->size() > headSize);
    } else {
        noteError(record, said.error());
    }
    m_record(record);
    return said;
}

Result<void> RecordingShell::told(CommandRecord record, Result<void> result) const
{
    record.tookMs = QDateTime::currentMSecsSinceEpoch() - record.startedMs;
    if (result)
        record.exitCode = 0;
    else
        noteError(record, result.error());
    m_record(record);
    return result;
}

Result<void> RecordingShell::upload(const QByteArray &content, const QString &remotePath, int mode,
                                    std::stop_token stop, const ProgressHandler &onProgress)
{
    const CommandRecord record = begun(
        u"# upload %1 B, mode %2: %3"_s.arg(content.size()).arg(mode, 4, 8, QLatin1Char('0')).arg(quoted(remotePath)));
    return told(record, m_shell->upload(content, remotePath, mode, std::move(stop), onProgress));
}

Result<void> RecordingShell::download(const QString &remotePath, const QString &localPath,
                                      std::stop_token stop, const ProgressHandler &onProgress)
{
    const CommandRecord record = begun(u"# download: %1 -> %2"_s.arg(quoted(remotePath), quoted(localPath)));
    return told(record, m_shell->download(remotePath, localPath, std::move(stop), onProgress));
}
