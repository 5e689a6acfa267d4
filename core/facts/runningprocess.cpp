#include "core/facts/runningprocess.h"

#include "core/facts/answerwords.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

// Families of engines' variables, and what else recipes write.
const char *const enginesNames
    = "(HCCL|HCOMM|LCCL|ASCEND|ATB|MINDIE|MIES|VLLM|TORCH|PYTORCH|NPU|OMP|GLOO|TP|GRPC|MASTER|RANK|ACL|CPU|TASK|INF|"
      "LD)[A-Z0-9]*(_[A-Z0-9_]*)?|RANKTABLEFILE|WORLD_SIZE|PWD|(https?|all|no)_proxy|(HTTPS?|ALL|NO)_PROXY";
const char *const secretNames = "[^=]*(KEY|TOKEN|PASSWORD|PASSWD|PASSPHRASE|SECRET|CREDENTIALS?)";

// A line each: "process N", then "a WORD" for each word, "c FOLDER", "v" when the environment could be read and "e
// NAME=VALUE" for each variable; of one that holds a key "***" is told for the value, so that it is seen that the
// service asks for one, and for the login in a proxy's address. In a word a line end is \001. GNU's sed and grep, with
// -z: records end in NUL.
QString processScript()
{
    return uR"sh(PATH=$PATH:/usr/sbin:/sbin; export PATH
lines() { tr '\0\n' '\n\001' | sed "s/^/$1 /"; }
[ $# -gt 0 ] || set -- $(ls /proc | grep '^[0-9][0-9]*$')
for p; do
  d=/proc/$p
  [ "$p" != $$ ] && [ -n "$(head -c 1 "$d/cmdline" 2>/dev/null | tr '\0' x)" ] || continue
  echo "process $p"
  sed -z -E -e ':s;s/^(--?[a-z-]*(api-?key|token|password|passphrase|secret)=).*/\1***/' \
    -e '/^--?[a-z-]*(api-?key|token|password|passphrase|secret)$/{:a;n;/^-/bs;s/.*/***/;ba}' \
    "$d/cmdline" 2>/dev/null | lines a
  f=$(readlink "$d/cwd" 2>/dev/null) && echo "c $f"
  if head -c 1 "$d/environ" >/dev/null 2>&1; then
    echo v
    grep -zE '^(%1)=' "$d/environ" 2>/dev/null | grep -zviE '^%2=' | sed -z -E 's#://.*@#://***@#' | lines e
    grep -zE '^(%1)=.' "$d/environ" 2>/dev/null | grep -ziE '^%2=' | sed -z -E 's/=.*/=***/' | lines e
  fi
done
echo end)sh"_s.arg(QLatin1String(enginesNames), QLatin1String(secretNames));
}

bool isOfEnginesFamilies(const QString &name)
{
    static const QRegularExpression engines(QRegularExpression::anchoredPattern(QLatin1String(enginesNames)));
    return engines.match(name).hasMatch();
}

QString wordUnfolded(const QString &text)
{
    return QString(text).replace(QChar(1), u'\n');
}

} // namespace

bool isSecretVariable(const QString &name)
{
    static const QRegularExpression secret(QRegularExpression::anchoredPattern(QLatin1String(secretNames)),
                                           QRegularExpression::CaseInsensitiveOption);
    return secret.match(name).hasMatch();
}

bool isEnginesVariable(const QString &name)
{
    return isOfEnginesFamilies(name) && !isSecretVariable(name);
}

QStringList runningProbe(const QStringList &pids)
{
    return QStringList{u"sh"_s, u"-c"_s, processScript(), u"sh"_s} + pids;
}

QList<RunningProcess> readRunning(const QByteArray &bytes)
{
    QList<RunningProcess> processes;
    bool isWhole = false;
    for (const QString &line : QString::fromUtf8(bytes).split(u'\n')) {
        const QString mark = line.section(u' ', 0, 0), rest = line.section(u' ', 1);
        isWhole = line == "end"_L1;
        if (mark == "process"_L1) {
            processes.append(RunningProcess{});
            processes.last().pid = rest.toLongLong();
        }
        if (processes.isEmpty())
            continue;
        RunningProcess &process = processes.last();
        if (mark == "a"_L1)
            process.argv << wordUnfolded(rest);
        else if (mark == "c"_L1)
            process.workFolder = rest;
        else if (line == "v"_L1)
            process.isEnvironmentTold = true;
        else if (const QString name = rest.section(u'=', 0, 0); mark == "e"_L1 && isOfEnginesFamilies(name))
            process.environment.insert(name, isSecretVariable(name) ? u"***"_s : wordUnfolded(rest.section(u'=', 1)));
        if (isWhole)
            break;
    }
    if (!isWhole && !processes.isEmpty()) // cut in the middle of it
        processes.removeLast();
    processes.removeIf([](const RunningProcess &process) { return process.argv.isEmpty(); });
    for (RunningProcess &process : processes) {
        if (process.workFolder.isEmpty())
            process.workFolder = process.environment.value(u"PWD"_s);
        process.environment.remove(u"PWD"_s);
    }
    return processes;
}

Result<QList<RunningProcess>> runningProcesses(NodeProbe &probe, const QList<qint64> &pids)
{
    if (pids.isEmpty())
        return QList<RunningProcess>();
    QStringList numbers;
    for (const qint64 pid : pids)
        numbers << QString::number(pid);
    const Result<CommandOutput> output = probe.ask(runningProbe(numbers));
    if (!output)
        return output.error();
    return readRunning(output->out);
}

Result<QList<RunningProcess>> processesInside(NodeProbe &probe, const QString &container)
{
    const Result<CommandOutput> output = probe.ask(QStringList{u"docker"_s, u"exec"_s, container} + runningProbe({}));
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return noAnswer(u"docker exec"_s, *output);
    return readRunning(output->out);
}

bool hasMachinesNumbers(NodeProbe &probe, const QString &container)
{
    const QStringList ask{u"readlink"_s, u"/proc/self/ns/pid"_s}; // "pid:[4026531836]"; pid_namespaces(7)
    const Result<CommandOutput> here = probe.ask(ask);
    const Result<CommandOutput> inside = probe.ask(QStringList{u"docker"_s, u"exec"_s, container} + ask);
    return here && inside && here->exitCode == 0 && inside->exitCode == 0 && !textOf(here->out).isEmpty()
        && textOf(here->out) == textOf(inside->out);
}
