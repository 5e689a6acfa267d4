#include "core/facts/runninginstaller.h"

#include "core/facts/answerwords.h"

using namespace Qt::StringLiterals;

// Its lock tells, which only an installer holds and which names its package. "held NAME"; where the lock does not name
// it, "begun NAME" for each that was begun since the node started and has not ended. Those that only look share the
// lock: they are in nobody's way.
static const QString script
    = u"cd \"$1\" 2>/dev/null && [ -e .installing ] && command -v flock >/dev/null || exit 0; "
      "flock -s -n .installing true && exit 0; echo held $(head -n 1 .installing); "
      "b=$(cat /proc/sys/kernel/random/boot_id); "
      "for s in *.state; do if [ -f \"$s\" ] && grep -q \"^begun $b\" \"$s\" && ! grep -q '^ended' \"$s\"; "
      "then echo begun ${s%.state}; fi; done; exit 0"_s;

QStringList runningInstallerQuestion()
{
    return {u"sh"_s, u"-c"_s, script, u"running-installer"_s, QLatin1String(packagesFolder)};
}

std::optional<QString> readRunningInstaller(const QString &text)
{
    const QStringList lines = text.split(u'\n');
    const QStringList held = words(lines.value(0));
    if (held.value(0) != "held"_L1)
        return std::nullopt;
    if (held.size() > 1)
        return held[1];
    QStringList names;
    for (const QString &line : lines) {
        if (const QStringList parts = words(line); parts.value(0) == "begun"_L1 && parts.size() == 2)
            names << parts[1];
    }
    return names.join(u", "_s);
}

Result<std::optional<QString>> runningInstaller(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.askQuietly(runningInstallerQuestion());
    if (!output)
        return output.error();
    const std::optional<QString> running = readRunningInstaller(QString::fromUtf8(output->out));
    if (running)
        (void)probe.ask(runningInstallerQuestion());
    return running;
}

QString installerLogs(const QString &package)
{
    const bool isOne = !package.isEmpty() && !package.contains(u',');
    return QLatin1String(packagesFolder) + u'/' + (isOne ? package : u"*"_s) + u".log"_s;
}
