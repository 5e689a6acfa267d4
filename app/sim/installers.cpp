#include "app/sim/installers.h"

#include <QRegularExpression>

namespace sim {

namespace {

const QRegularExpression &packageName()
{
    static const QRegularExpression name(
        QStringLiteral("^(?:Ascend|Atlas)-.*npu-(driver|firmware)_(\\d[0-9A-Za-z.]*?)(?:_linux-(\\w+))?\\.run$"));
    return name;
}

} // namespace

bool isInstaller(const QString &program)
{
    return packageName().match(program).hasMatch();
}

ToolOutput installer(NodeState &state, const QString &program, const QStringList &arguments, const QDateTime &now)
{
    const QRegularExpressionMatch match = packageName().match(program);
    const bool driver = match.captured(1) == QLatin1String("driver");
    const QString who = driver ? QStringLiteral("Driver") : QStringLiteral("Firmware"), version = match.captured(2);
    QByteArray text;
    const auto say = [&](const char *level, const QString &line) {
        text += QStringLiteral("[%1] [%2] [%3]%4\n")
                    .arg(who, now.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")), QLatin1String(level), line)
                    .toUtf8();
    };
    if (arguments.contains(QLatin1String("--version")))
        return {version.toUtf8() + '\n', {}, 0};
    text += "Verifying archive integrity...  100%   SHA256 checksums are OK. All good.\nUncompressing ASCEND "
        + who.toUpper().toUtf8() + " RUN PACKAGE  100%\n";
    say("INFO", QStringLiteral("Start time: ") + now.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    say("INFO", QStringLiteral("LogFile: /var/log/ascend_seclog/ascend_install.log"));
    const QString machine = stringAt(state.other, "architecture", QStringLiteral("aarch64"));
    if (!match.captured(3).isEmpty() && match.captured(3) != machine) {
        say("ERROR", QStringLiteral("The package is for %1, this machine is %2.").arg(match.captured(3), machine));
        return {text, {}, 1};
    }
    if (!arguments.contains(QLatin1String("--full")) && !arguments.contains(QLatin1String("--upgrade"))) {
        say("ERROR", QStringLiteral("Nothing to do: give --full or --upgrade."));
        return {text, {}, 1};
    }
    say("WARNING", QStringLiteral("Do not power off or restart the system during the installation/upgrade"));
    for (const int percent : {10, 30, 90, 100})
        say("INFO", QStringLiteral("upgradePercentage:%1%").arg(percent));
    if (driver) {
        state.driverVersion = state.toolVersion = version;
        say("INFO",
            QStringLiteral("Driver package installed successfully! The new version takes effect immediately. "));
    } else { // the simulation does not reboot: the new version shows at once
        state.firmwareVersion = version;
        say("INFO", QStringLiteral("The firmware of [%1] chips are successfully upgraded.").arg(state.chips.size()));
        say("INFO",
            QStringLiteral("Firmware package installed successfully! Reboot now or after driver installation for the "
                           "installation/upgrade to take effect."));
    }
    say("INFO", QStringLiteral("End time: ") + now.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    return {text, {}, 0};
}

} // namespace sim
