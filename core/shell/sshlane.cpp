#include "core/shell/sshlane.h"

#include "core/shell/quote.h"
#include "core/shell/sshtext.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;
constexpr qsizetype cutAt = 8;
constexpr std::chrono::seconds greetingTime{10};

// As the wrapper of sshcommand.cpp: the word in two pieces, the process group, the system folders, and fd 3 for what
// commands say on stderr. No line end, "!" or backslash in it: every login shell takes it as it is.
const char greeting[] = "read -r _ _ _ _ g _ </proc/$$/stat;echo \"$1$2\";echo \"$1$2 $g\">&2;"
                        "PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin;export PATH;"
                        "exec 3>&2 2>/dev/null;exec /bin/sh";
const char lesson[] = "asc_b(){ echo \"$1$2\";echo \"$1$2 $3\">&3;};asc_e(){ echo \"$1$2 $3\";echo \"$1$2 $3\">&3;}\n";

} // namespace

struct SshLane::Running
{
    Running(qsizetype number, const Command &wanted) : id(number), command(wanted) {}

    qsizetype id;
    Command command;
    QByteArray word = newWord();
    QByteArray heard;
    Shell::OutputHandler onOutput = [this](OutputStream, const QByteArray &piece) {
        heard += piece.left(CommandGroup::mostHeard - heard.size());
    };
    OutputKeeper keeper{command.keepAtMost, onOutput};
    RemoteOutput output{word, keeper};
    qint64 startedMs = QDateTime::currentMSecsSinceEpoch();
    Clock::time_point began = Clock::now();
};

SshLane::SshLane(SshLink &link, LIBSSH2_CHANNEL *channel)
    : m_link(link)
    , m_channel(channel)
    , m_buffer(1 << 16, Qt::Uninitialized)
{
}

SshLane::~SshLane()
{
    m_link.retire(m_channel);
}

Result<std::unique_ptr<SshLane>> SshLane::open(SshLink &link, const Deadline &deadline)
{
    link.sweep();
    const Result<LIBSSH2_CHANNEL *> channel = link.openChannel(deadline);
    if (!channel)
        return channel.error();
    if (!*channel)
        return std::unique_ptr<SshLane>();
    std::unique_ptr<SshLane> lane(new SshLane(link, *channel));
    const QStringList argv{u"/bin/sh"_s,
                           u"-c"_s,
                           QString::fromLatin1(greeting),
                           u"sh"_s,
                           QString::fromLatin1(lane->m_word.first(cutAt)),
                           QString::fromLatin1(lane->m_word.sliced(cutAt))};
    const QByteArray line = "exec " + quoted(argv).toUtf8();
    const Result<int> rc = link.finish(deadline, [&] {
        return libssh2_channel_process_startup(lane->m_channel, "exec", 4, line.constData(), unsigned(line.size()));
    });
    if (!rc)
        return rc.error();
    if (*rc != 0)
        return std::unique_ptr<SshLane>();
    return lane;
}

Result<void> SshLane::write(const QByteArray &text, const Deadline &deadline)
{
    for (qsizetype written = 0; written < text.size();) {
        const Result<int> n = m_link.finish(deadline, [&] {
            const ssize_t done
                = libssh2_channel_write(m_channel, text.constData() + written, size_t(text.size() - written));
            return done == 0 ? LIBSSH2_ERROR_EAGAIN : int(done);
        });
        if (!n)
            return n.error();
        if (*n < 0)
            return cutShort(m_link);
        written += *n;
    }
    return {};
}

Result<void> SshLane::begin(qsizetype id, const Command &command, const Deadline &deadline)
{
    m_running = std::make_unique<Running>(id, command);
    m_state = State::Busy;
    m_since = m_running->began;
    const QByteArray word = m_running->word.first(cutAt) + ' ' + m_running->word.sliced(cutAt);
    const QByteArray text = (m_isTaught ? QByteArray() : QByteArray(lesson)) + "asc_b " + word + ' '
        + QByteArray::number(processGroup().value_or(0)) + ";(exec " + quoted(command.argv).toUtf8()
        + " 2>&3 3>&- </dev/null);asc_e " + word + " $?\n";
    m_isTaught = true;
    return write(text, deadline);
}

bool SshLane::step()
{
    if (m_state == State::Ended)
        return false;
    RemoteOutput &taker = m_running ? m_running->output : m_greeting;
    bool moved = false;
    for (const OutputStream stream : {OutputStream::Out, OutputStream::Err}) {
        // A few pieces at a time: a command that never stops talking must not keep us from a stop request.
        for (int pieces = 0; pieces < 8; ++pieces) {
            const ssize_t n
                = libssh2_channel_read_ex(m_channel, stream == OutputStream::Out ? 0 : SSH_EXTENDED_DATA_STDERR,
                                          m_buffer.data(), size_t(m_buffer.size()));
            if (n < 0 && n != LIBSSH2_ERROR_EAGAIN)
                m_state = State::Ended;
            if (n <= 0)
                break;
            moved = true;
            taker.add(stream, m_buffer.constData(), n);
        }
    }
    if (libssh2_channel_eof(m_channel) == 1 || m_state == State::Ended)
        m_state = State::Ended;
    else if (m_state == State::Greeting && m_greeting.hasBegunWhole()) // without its group nothing in it could be ended
        m_state = m_greeting.processGroup() ? State::Idle : State::Ended;
    return moved || m_state == State::Ended;
}

bool SshLane::isAnswered() const
{
    return m_running && (m_running->output.hasEnded() || m_state == State::Ended);
}

CommandAnswer SshLane::ended(Result<CommandOutput> result)
{
    const std::unique_ptr<Running> running = std::move(m_running);
    return {running->id,
            std::move(result),
            std::move(running->heard),
            running->keeper.received,
            running->startedMs,
            QDateTime::currentMSecsSinceEpoch()};
}

CommandAnswer SshLane::take()
{
    const bool isWhole = m_running->output.hasEnded();
    const std::optional<int> said = m_running->output.exitCode();
    m_running->output.end();
    int code = said.value_or(-1);
    if (!isWhole) { // the lane ended under its command
        const StopWaker never{std::stop_token()};
        const Deadline deadline{Deadline::in(std::chrono::seconds(2)), never};
        [[maybe_unused]] const Result<int> closed
            = m_link.finish(deadline, [this] { return libssh2_channel_wait_closed(m_channel); });
        code = exitCodeOfSignal(m_link, m_channel);
        if (code == 0)
            return giveUp(m_link.lost().isEmpty() ? cutShort(m_link) : linkLost(m_link), false);
    } else {
        m_state = State::Idle;
    }
    CommandOutput output = std::move(m_running->keeper.output);
    output.exitCode = code;
    output.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_running->began);
    return ended(std::move(output));
}

CommandAnswer SshLane::giveUp(const Error &error, bool mayBeAlive)
{
    m_state = State::Ended;
    return ended(brokenCommand(error, {true, m_running->output.hasBegun(), mayBeAlive, m_running->keeper.received}));
}

std::optional<std::pair<qsizetype, Command>> SshLane::notBegun()
{
    if (!m_running || m_state != State::Ended || m_running->output.hasBegun() || !m_link.lost().isEmpty())
        return {};
    const std::unique_ptr<Running> running = std::move(m_running);
    return std::pair(running->id, running->command);
}

const Command &SshLane::command() const
{
    return m_running->command;
}

Clock::time_point SshLane::deadline() const
{
    if (m_running)
        return m_running->began + m_running->command.timeout;
    return m_state == State::Greeting ? m_since + greetingTime : Clock::time_point::max();
}

void SshLane::close(const Deadline &deadline)
{
    m_state = State::Ended;
    if (m_link.finish(deadline, [this] { return libssh2_channel_close(m_channel); }))
        (void)m_link.finish(deadline, [this] { return libssh2_channel_wait_closed(m_channel); });
}

void SshLane::drain()
{
    for (const int stream : {0, SSH_EXTENDED_DATA_STDERR})
        libssh2_channel_read_ex(m_channel, stream, m_buffer.data(), size_t(m_buffer.size()));
}
