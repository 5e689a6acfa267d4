#include "core/shell/sshcommand.h"

#include "core/shell/quote.h"
#include "core/shell/sshtext.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;
constexpr qsizetype wordCut = 8;
constexpr qsizetype longestLine = 30'000;            // libssh2's packets end at 35 000
constexpr qsizetype longestWord = 4000;              // bsd-csh takes none of 8190 bytes
constexpr std::chrono::milliseconds shortCommand{30}; // what takes longer may be stopped: the killer is made ready
constexpr std::chrono::milliseconds killTime{75};    // for the whole farewell: stop must be done within 100 ms

// Field 5 of /proc/PID/stat is the process group; "(sh)" has no blanks. $1$2 is the word, in two pieces so that
// whoever only prints the line does not say it; the rest is the argv. Its end is said, too, with the exit code: what a
// wrapper or a logout script prints after that is not the command's. In a shell of its own: exec runs programs, no
// builtins, and fd 3 keeps the sh's own words ("Killed") out of stderr.
const QString &wrapper()
{
    static const QString script
        = u"read -r _ _ _ _ g _ </proc/$$/stat;echo \"$1$2\";echo \"$1$2 $g\">&2;"
          "PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin;export PATH;"
          "exec 3>&2 2>/dev/null;(shift 2;exec \"$@\" 2>&3 3>&-);r=$?;echo \"$1$2 $r\";echo \"$1$2 $r\">&3;exit $r"_s;
    return script;
}

// For csh, which takes a "!" even in quotes for its history and a line end there for a mistake, and for fish, in whose
// single quotes a backslash escapes itself and the quote, such a line travels as words without them, and sh puts it
// together again. So does one with a word that is too long for csh.
QByteArray forEveryShell(const QByteArray &line, bool hasLongWord)
{
    // besides the quoted quote, which all read alike
    const bool hasBackslash = QByteArray(line).replace("'\\''", "").contains('\\');
    if (!line.contains('!') && !line.contains('\n') && !hasBackslash && !hasLongWord)
        return line;
    QByteArray words;
    qsizetype begun = 0;
    for (const char c : line) {
        const bool isInsideACharacter = (static_cast<unsigned char>(c) & 0xc0) == 0x80;
        if (words.size() - begun > longestWord && !isInsideACharacter) {
            words += "' '";
            begun = words.size();
        }
        if (c == '!' || c == '\n' || c == '\'' || c == '\\')
            words += "\\0" + QByteArray::number(c, 8).rightJustified(3, '0');
        else
            words += c;
    }
    return "exec /bin/sh -c 'eval \"$(printf %b \"$@\")\"' sh '" + words + '\'';
}

// Fit to be shown: what a login shell says may hold anything.
QString shown(const QByteArray &text)
{
    QString words = QString::fromUtf8(text);
    for (QChar &c : words) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format)
            c = QLatin1Char(' ');
    }
    words = words.simplified();
    return words.size() > 200 ? words.left(200) + u"…"_s : words;
}

} // namespace

QByteArray newWord()
{
    return "asc-" + QByteArray::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, '0');
}

namespace {

// Names as in RFC 4254, 6.10.
int signalNumber(const QByteArray &name)
{
    static const std::pair<const char *, int> names[] = {{"ABRT", SIGABRT},
                                                         {"ALRM", SIGALRM},
                                                         {"FPE", SIGFPE},
                                                         {"HUP", SIGHUP},
                                                         {"ILL", SIGILL},
                                                         {"INT", SIGINT},
                                                         {"KILL", SIGKILL},
                                                         {"PIPE", SIGPIPE},
                                                         {"QUIT", SIGQUIT},
                                                         {"SEGV", SIGSEGV},
                                                         {"TERM", SIGTERM},
                                                         {"USR1", SIGUSR1},
                                                         {"USR2", SIGUSR2},
                                                         {"BUS", SIGBUS},
                                                         {"BUS@openssh.com", SIGBUS},
                                                         {"SYS@openssh.com", SIGSYS},
                                                         {"XCPU@openssh.com", SIGXCPU},
                                                         {"XFSZ@openssh.com", SIGXFSZ}};
    for (const auto &[text, number] : names) {
        if (name == text)
            return number;
    }
    return 0;
}

} // namespace

SshCommand::SshCommand(SshLink &link, SshKiller &killer, const Command &command, const Shell::OutputHandler &onOutput)
    : m_link(link)
    , m_killer(killer)
    , m_command(command)
    , m_keeper(command.keepAtMost, onOutput)
    , m_word(newWord())
    , m_output(m_word, m_keeper)
    , m_buffer(1 << 16, Qt::Uninitialized)
{
}

SshCommand::~SshCommand()
{
    if (m_channel)
        m_link.retire(m_channel);
}

Result<CommandOutput> SshCommand::run(std::stop_token stop)
{
    const auto began = Clock::now();
    const StopWaker waker(std::move(stop));
    const Deadline deadline{Deadline::in(m_command.timeout), waker};
    if (const Result<void> started = start({std::min(deadline.end, m_startBy), waker}); !started)
        return started.error();
    m_isStarted = true;

    while (true) {
        const Turn now = turn();
        if (now == Turn::Ended)
            break;
        if (m_readError)
            return broken({ErrorKind::Connection,
                           SshText::tr("The connection to %1 broke.").arg(m_link.name()),
                           m_link.lastError(),
                           {}});
        if (deadline.stop.requested() || deadline.isOver()) {
            const bool isStop = deadline.stop.requested();
            // it is not the command that hangs
            if (const std::chrono::seconds silence = m_link.silence(); !isStop && silence.count() > 0) {
                m_link.markLost(SshText::tr("It has not answered for %1 s.").arg(silence.count()));
                return broken(linkLost(m_link));
            }
            kill(killTime);
            m_keeper.forgetHandler();
            return broken(isStop ? canceled() : timedOut(m_command));
        }
        if (now == Turn::Idle && Clock::now() - began > shortCommand)
            m_killer.prepare();
        if (now == Turn::Idle && m_link.wait(deadline) == SshLink::Waited::Lost)
            return broken(linkLost(m_link));
    }
    m_output.end();
    const Result<int> code = exitCode(deadline);
    if (!code)
        return broken(code.error());
    if (!m_output.isAnswer())
        return notRun(*code);
    if (!m_output.exitCode() && !m_isBySignal)
        return broken(cutShort(m_link));
    m_keeper.output.exitCode = m_output.exitCode().value_or(*code);
    m_keeper.output.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    return std::move(m_keeper.output);
}

Result<void> SshCommand::start(const Deadline &deadline)
{
    QStringList argv{u"/bin/sh"_s,
                     u"-c"_s,
                     wrapper(),
                     u"sh"_s,
                     QString::fromLatin1(m_word.first(wordCut)),
                     QString::fromLatin1(m_word.sliced(wordCut))};
    argv += m_command.argv;
    const QByteArray plain = "exec " + quoted(argv).toUtf8();
    const bool hasLongWord = std::any_of(argv.cbegin(), argv.cend(), [](const QString &word) {
        return quoted(word).toUtf8().size() > longestWord;
    });
    QByteArray line = forEveryShell(plain, hasLongWord);
    if (line.size() > longestLine && plain.size() <= longestLine)
        line = plain; // most shells take it
    if (const std::optional<Error> error = unfit(m_command))
        return *error;
    if (line.size() > longestLine)
        return Error{ErrorKind::Invalid,
                     SshText::tr("The command is too long (%1 bytes); give long input on stdin.").arg(line.size()),
                     {},
                     {}};

    m_link.sweep();
    Result<LIBSSH2_CHANNEL *> channel = m_link.openChannel(deadline);
    if (!channel)
        return broken(channel.error());
    if (!*channel && !m_link.lost().isEmpty())
        return broken(linkLost(m_link));
    if (!*channel)
        return broken({ErrorKind::Connection,
                       SshText::tr("%1 refused to run a command on this connection. Look at MaxSessions in its "
                                   "sshd_config: 0 allows no command at all, only forwarding.")
                           .arg(m_link.name()),
                       m_link.lastError(),
                       {}});
    m_channel = *channel;
    m_wasSent = true; // from the first byte on we cannot know
    const auto ask = [&] {
        return libssh2_channel_process_startup(m_channel, "exec", 4, line.constData(), unsigned(line.size()));
    };
    const Result<int> rc = m_link.finish(deadline, ask);
    if (!rc && rc.error().kind != ErrorKind::Connection) { // it may run already, although the answer has not come
        const StopWaker never{std::stop_token()};
        [[maybe_unused]] const Result<int> rest = m_link.finish({Deadline::in(killTime / 3), never}, ask);
        kill(killTime * 2 / 3);
        m_keeper.forgetHandler();
    }
    if (!rc)
        return broken(rc.error());
    if (*rc != 0)
        return Error{ErrorKind::CommandFailed,
                     SshText::tr("%1 does not allow commands to be run.").arg(m_link.name()),
                     m_link.lastError(),
                     {}};
    return {};
}

SshCommand::Turn SshCommand::turn()
{
    bool moved = false;
    readAll(OutputStream::Out, moved);
    readAll(OutputStream::Err, moved);
    if (m_readError)
        return Turn::Idle;
    if (libssh2_channel_eof(m_channel) == 1)
        return Turn::Ended;
    if (!m_eofSent && (!m_mayBeAlive || m_link.isMidPacket())) // of what is to end only a half-sent packet is finished
        writeSome(moved);
    return moved ? Turn::Busy : Turn::Idle;
}

void SshCommand::readAll(OutputStream stream, bool &moved)
{
    // A few pieces at a time: a command that never stops talking must not keep us from a stop request.
    for (int pieces = 0; pieces < 16; ++pieces) {
        const ssize_t n = libssh2_channel_read_ex(m_channel, stream == OutputStream::Out ? 0 : SSH_EXTENDED_DATA_STDERR,
                                                  m_buffer.data(), size_t(m_buffer.size()));
        if (n < 0 && n != LIBSSH2_ERROR_EAGAIN)
            m_readError = int(n);
        if (n <= 0)
            return;
        moved = true;
        m_output.add(stream, m_buffer.constData(), n);
    }
}

void SshCommand::writeSome(bool &moved)
{
    if (m_written < m_command.input.size()) {
        const ssize_t n = libssh2_channel_write(m_channel, m_command.input.constData() + m_written,
                                                size_t(m_command.input.size() - m_written));
        if (n == LIBSSH2_ERROR_EAGAIN || n == 0)
            return;
        if (n < 0)
            m_written = m_command.input.size(); // the command does not want the rest
        else
            m_written += n;
        moved = true;
    } else if (libssh2_channel_send_eof(m_channel) != LIBSSH2_ERROR_EAGAIN) {
        m_eofSent = true;
        moved = true;
    }
}

Result<int> SshCommand::exitCode(const Deadline &deadline)
{
    const Result<int> closed = m_link.finish(deadline, [&] { return libssh2_channel_wait_closed(m_channel); });
    if (!closed)
        return closed.error();
    if (const int code = exitCodeOfSignal(m_link, m_channel)) {
        m_isBySignal = true;
        return code;
    }
    return libssh2_channel_get_exit_status(m_channel);
}

// Connection, not an answer: whoever believed it would take silence for "there is none" and an echo for a fact.
Error SshCommand::notRun(int exitCode) const
{
    const QString said = saidInstead();
    const QString place = u"%1@%2"_s.arg(m_link.user, m_link.name());
    const QString remedy
        = SshText::tr("Give this user a POSIX shell such as /bin/sh and no forced command, or log in as another user.");
    return {ErrorKind::Connection,
            (said.isEmpty() && !m_output.preamble().isEmpty()
                 ? SshText::tr("The login shell of %1 did not run the command: what it sent is no text, and it ended "
                               "with exit code %2.")
                       .arg(place)
                       .arg(exitCode)
                 : said.isEmpty()
                 ? SshText::tr(
                       "The login shell of %1 did not run the command: it said nothing and ended with exit code %2.")
                       .arg(place)
                       .arg(exitCode)
                 : SshText::tr("The login shell of %1 did not run the command. It answered: \"%2\".").arg(place, said))
                + QLatin1Char(' ') + remedy,
            SshText::tr("Nothing that it said is taken for an answer."),
            {{u"sent"_s, u"yes"_s}}};
}

QString SshCommand::saidInstead() const { return shown(m_output.preamble()); }

Error SshCommand::broken(const Error &error) const
{
    return brokenCommand(error, {m_wasSent, m_output.hasBegun(), m_mayBeAlive, m_keeper.received});
}

Error brokenCommand(const Error &error, const CommandFate &fate)
{
    Error told = error;
    QString said;
    if (!fate.wasSent)
        said = SshText::tr("The command was not sent; nothing was done.");
    else if (!fate.hasBegun)
        said = SshText::tr("The command was sent; whether it ran is not known.");
    else if (error.kind == ErrorKind::Connection)
        said = SshText::tr("The command had begun; %1 bytes of output arrived. Whether it finished is not known.")
                   .arg(fate.received);
    else if (fate.mayBeAlive)
        said = SshText::tr("The command was started; %1 bytes of output had arrived. Ending it could not be confirmed: "
                           "it may be running still.")
                   .arg(fate.received);
    else
        said
            = SshText::tr("The command was started and then ended; %1 bytes of output had arrived.").arg(fate.received);
    told.detail = told.detail.isEmpty() ? said : told.detail + QLatin1Char('\n') + said;
    told.facts.insert(u"sent"_s, fate.wasSent ? u"yes"_s : u"no"_s);
    return told;
}

Error timedOut(const Command &command)
{
    return {ErrorKind::Timeout,
            SshText::tr("'%1' did not finish within %2 s.")
                .arg(quoted(command.argv))
                .arg(double(command.timeout.count()) / 1000),
            {},
            {}};
}

Error linkLost(const SshLink &link)
{
    return {ErrorKind::Connection, SshText::tr("The connection to %1 was lost.").arg(link.name()), link.lost(), {}};
}

Error cutShort(const SshLink &link)
{
    return {ErrorKind::Connection,
            SshText::tr(
                "The answer of %1 stops before its end: something on the way of the command, such as a forced command "
                "or a login script, cut it off or ended it.")
                .arg(link.name()),
            {},
            {}};
}

int exitCodeOfSignal(SshLink &link, LIBSSH2_CHANNEL *channel)
{
    char *name = nullptr;
    size_t length = 0;
    libssh2_channel_get_exit_signal(channel, &name, &length, nullptr, nullptr, nullptr, nullptr);
    if (!name)
        return 0;
    const int number = signalNumber(QByteArray(name, qsizetype(length)));
    libssh2_free(link.session(), name);
    return 128 + number;
}

std::optional<Error> unfit(const Command &command)
{
    if (command.argv.isEmpty() || command.argv.first().isEmpty())
        return Error{ErrorKind::Invalid, SshText::tr("There is no command to run."), {}, {}};
    for (const QString &argument : command.argv) {
        if (argument.contains(QChar(0)))
            return Error{ErrorKind::Invalid,
                         SshText::tr("An argument of a command cannot hold a NUL character."),
                         {},
                         {}};
    }
    return {};
}

void SshCommand::kill(std::chrono::milliseconds time)
{
    const StopWaker never{std::stop_token()};
    const Deadline deadline{Deadline::in(time), never};
    m_mayBeAlive = true;
    // The process group may not have arrived yet, and a half-sent packet of stdin goes first.
    while ((!m_output.processGroup() || m_link.isMidPacket()) && !deadline.isOver() && m_link.lost().isEmpty()) {
        m_killer.prepare();
        const Turn now = turn();
        if (now == Turn::Ended || m_readError) {
            m_mayBeAlive = false;
            return;
        }
        if (now == Turn::Idle)
            m_link.wait(deadline, 5);
    }
    if (!m_link.isMidPacket())
        libssh2_channel_signal_ex(m_channel, "KILL", 4); // enough where sshd takes it (not for root)
    if (!m_output.processGroup() || !m_link.lost().isEmpty())
        return;
    const auto drain = [this] { // or the window of the dying command stays full
        for (const int stream : {0, SSH_EXTENDED_DATA_STDERR})
            libssh2_channel_read_ex(m_channel, stream, m_buffer.data(), size_t(m_buffer.size()));
    };
    m_mayBeAlive = !m_killer.kill({*m_output.processGroup()}, deadline, drain);
}
