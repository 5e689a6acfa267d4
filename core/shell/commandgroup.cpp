#include "core/shell/commandgroup.h"

#include <QDateTime>
#include <QList>

namespace {

class OneByOne : public CommandGroup
{
public:
    explicit OneByOne(Shell &shell) : m_shell(shell) {}

    bool isFull() const override { return !m_waiting.isEmpty(); }
    void begin(qsizetype id, const Command &command) override { m_waiting.append({id, command}); }

    std::optional<CommandAnswer> next(std::stop_token stop) override
    {
        if (m_waiting.isEmpty())
            return {};
        const auto [id, command] = m_waiting.takeFirst();
        CommandAnswer answer{id, canceled()};
        answer.startedMs = QDateTime::currentMSecsSinceEpoch();
        answer.result = m_shell.run(command, std::move(stop), [&answer](OutputStream, const QByteArray &piece) {
            answer.receivedBytes += piece.size();
            answer.heard += piece.left(mostHeard - answer.heard.size());
        });
        answer.endedMs = QDateTime::currentMSecsSinceEpoch();
        return answer;
    }

private:
    Shell &m_shell;
    QList<std::pair<qsizetype, Command>> m_waiting;
};

} // namespace

std::unique_ptr<CommandGroup> oneByOne(Shell &shell)
{
    return std::make_unique<OneByOne>(shell);
}

std::unique_ptr<CommandGroup> Shell::group(int)
{
    return oneByOne(*this);
}
