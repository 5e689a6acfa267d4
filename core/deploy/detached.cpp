#include "core/deploy/detached.h"

#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>

#include <atomic>

using namespace Qt::StringLiterals;

using std::chrono::seconds;

namespace {

std::atomic<qint64> pauseMs = 1000;

constexpr int noFlock = 95;
constexpr qsizetype keptOutput = 1 << 20; // bytes; a pull's progress is long

// Into the folder, which the steps before have found safe. What it says and how it ended are its user's alone.
const QString enter = u"cd -P -- \"$1\" || exit 1; n=$2; umask 077; "_s;

// Prints "started", or "running KEY" of the one that has the lock. The lock is inherited: it is held as long as
// anything of the command lives, and the first line of the state is its session's process and its key.
QStringList beginArgv(const QString &folder, const QString &name, const QString &key, const QStringList &argv)
{
    return QStringList{u"sh"_s, u"-c"_s,
                       enter
                           + u"k=$3; shift 3; command -v flock >/dev/null && command -v setsid >/dev/null || exit 95; "
                             "exec 9>>\".$n.lock\" || exit 1; "
                             "flock -n 9 || { set -- $(head -n 1 \".$n.state\"); echo \"running $2\"; exit 0; }; "
                             ": >\".$n.log\" && echo \"- $k\" >\".$n.state\" || exit 1; "
                             "setsid sh -c 'n=$1; k=$2; shift 2; echo \"$$ $k\" >\".$n.state\"; "
                             "\"$@\" >\".$n.log\" 2>&1 </dev/null; echo \"ended $?\" >>\".$n.state\"' "
                             "sh \"$n\" \"$k\" \"$@\" >/dev/null 2>&1 </dev/null & echo started"_s,
                       u"sh"_s, folder, name, key}
        + argv;
}

// "held" or "free", the state, "--", and what it has said from `offset` on. The lock comes first: of what is free all
// has been said.
QStringList questionArgv(const QString &folder, const QString &name, qint64 offset)
{
    return {u"sh"_s, u"-c"_s,
            enter
                + u"if ( flock -n 9 ) 9>>\".$n.lock\"; then echo free; else echo held; fi; cat \".$n.state\"; "
                  "echo --; tail -c +\"$3\" \".$n.log\" | head -c 1000000"_s,
            u"sh"_s, folder, name, QString::number(offset + 1)};
}

// Its whole session, by force where it does not heed a word; then its files. "ended" where it ran. One that is just
// being begun has not written its number yet.
QStringList endArgv(const QString &folder, const QString &name)
{
    return {u"sh"_s, u"-c"_s,
            u"cd -P -- \"$1\" 2>/dev/null || exit 0; n=$2; [ -e \".$n.lock\" ] || exit 0; "
            "free() { ( flock -n 9 ) 9>>\".$n.lock\"; }; "
            "if ! free; then i=0; while set -- $(head -n 1 \".$n.state\"); do case $1 in ''|*[!0-9]*) "
            "[ $i -lt 50 ] || exit 1; sleep 0.1; i=$((i + 1));; *) break;; esac; done; echo ended; "
            "kill -s TERM -- \"-$1\"; i=0; until free || [ $i -ge 50 ]; do sleep 0.1; i=$((i + 1)); done; "
            "free || kill -s KILL -- \"-$1\"; i=0; until free || [ $i -ge 50 ]; do sleep 0.1; i=$((i + 1)); done; "
            "free || exit 1; fi; rm -f -- \".$n.log\" \".$n.state\" \".$n.lock\""_s,
            u"sh"_s, folder, name};
}

struct Heard
{
    bool isHeld = false;
    std::optional<int> ended;
    QByteArray said;
};

Heard heardIn(const QByteArray &out)
{
    Heard heard;
    const qsizetype cut = out.indexOf("--\n");
    heard.said = cut < 0 ? QByteArray() : out.mid(cut + 3);
    const QList<QByteArray> lines = out.left(qMax<qsizetype>(cut, 0)).split('\n');
    heard.isHeld = lines.value(0) == "held";
    for (const QByteArray &line : lines.mid(1)) {
        bool isNumber = false;
        if (const int code = line.mid(6).toInt(&isNumber); line.startsWith("ended ") && isNumber)
            heard.ended = code;
    }
    return heard;
}

QString keyOf(const QStringList &argv)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(argv.join(QChar(0)).toUtf8(), QCryptographicHash::Sha1).toHex().left(16));
}

Error goesOn(const StepIo &io, Error error, const QString &command)
{
    error.facts.insert(u"meanwhile"_s,
                       DeployText::tr("\"%1\" goes on by itself on %2 meanwhile.")
                           .arg(command, io.context.node.name));
    return error;
}

// Where nobody waits for it any more.
Error ended(StepIo &io, const QString &name, Error error)
{
    std::stop_source alive;
    StepIo whole{io.context, io.shell, alive.get_token(), io.log, io.data, io.save, {}};
    if (const Result<bool> done = endDetached(whole, io.context.launch.folder, name); !done)
        error.detail += u'\n' + done.error().message;
    return error;
}

} // namespace

Result<CommandOutput> runDetached(StepIo &io, const QString &name, const QStringList &argv,
                                  std::chrono::milliseconds timeout)
{
    const QString folder = io.context.launch.folder, key = keyOf(argv), command = quoted(argv);
    const auto begin = [&] {
        return io.shell.run({.argv = beginArgv(folder, name, key, argv), .timeout = seconds(30)}, io.stop);
    };
    Result<CommandOutput> begun = begin();
    if (begun && begun->exitCode == 0 && begun->out.startsWith("running ")
        && begun->out.mid(8).trimmed() != key.toLatin1()) {
        if (const Result<bool> gone = endDetached(io, folder, name); !gone)
            return gone.error();
        begun = begin();
    }
    if (!begun)
        return begun;
    if (begun->exitCode == noFlock)
        return runLogged(io, argv, timeout);
    if (begun->exitCode != 0)
        return stepFailure(io, DeployText::tr("\"%1\" could not be started.").arg(command),
                           DeployText::tr("See that the disk has room, and that %1 can be written.").arg(folder),
                           textOf(*begun));
    io.log("$ " + command.toUtf8() + '\n');
    if (begun->out.startsWith("running "))
        io.log(DeployText::tr("(it was begun by an earlier run, and is followed)\n").toUtf8());
    QByteArray said;
    qint64 offset = 0;
    const QDeadlineTimer deadline(timeout);
    while (true) {
        const Result<CommandOutput> now
            = io.shell.run({.argv = questionArgv(folder, name, offset), .timeout = seconds(30), .isQuestion = true},
                           io.stop);
        if (!now)
            return now.error().kind == ErrorKind::Canceled ? ended(io, name, now.error())
                                                           : goesOn(io, now.error(), command);
        const Heard heard = heardIn(now->out);
        offset += heard.said.size();
        said = (said + heard.said).right(keptOutput);
        if (!heard.said.isEmpty())
            io.log(heard.said);
        if (!heard.isHeld && heard.said.isEmpty()) {
            if (const Result<bool> tidy = endDetached(io, folder, name); !tidy)
                return tidy.error();
            if (!heard.ended)
                return stepFailure(io, DeployText::tr("\"%1\" was cut short: it is gone, and did not end by itself.")
                                           .arg(command),
                                   DeployText::tr("Resume begins it again."), QString::fromUtf8(said.right(2000)));
            if (*heard.ended != 0)
                io.log(DeployText::tr("exit code %1").arg(*heard.ended).toUtf8() + '\n');
            CommandOutput output;
            output.exitCode = *heard.ended;
            output.out = said;
            return output;
        }
        if (deadline.hasExpired())
            return ended(io, name,
                         stepFailure(io, DeployText::tr("\"%1\" has not ended in %2 minutes; it was stopped.")
                                             .arg(command)
                                             .arg(std::chrono::duration_cast<std::chrono::minutes>(timeout).count()),
                                     DeployText::tr("Resume begins it again."), QString::fromUtf8(said.right(2000))));
        if (heard.said.isEmpty())
            pauseFor(std::chrono::milliseconds(pauseMs.load()), io.stop);
    }
}

Result<bool> endDetached(StepIo &io, const QString &folder, const QString &name)
{
    const Result<CommandOutput> output
        = io.shell.run({.argv = endArgv(folder, name), .timeout = seconds(30)}, io.stop);
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return stepFailure(io, DeployText::tr("A command of an earlier run (%1) could not be ended.").arg(name),
                           DeployText::tr("Its process is the first number in %1/.%2.state: end it on the node.")
                               .arg(folder, name),
                           textOf(*output));
    return output->out.contains("ended");
}

void setDetachedPause(std::chrono::milliseconds pause) { pauseMs = pause.count(); }
