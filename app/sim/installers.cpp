#include "app/sim/installers.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

const QRegularExpression &packageName()
{
    static const QRegularExpression name(
        u"^(?:Ascend|Atlas)-.*npu-(driver|firmware)_(\\d[0-9A-Za-z.]*?)(?:_linux-(\\w+))?\\.run$"_s);
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
    const bool driver = match.captured(1) == "driver"_L1;
    const QString who = driver ? u"Driver"_s : u"Firmware"_s, version = match.captured(2);
    QByteArray text;
    const auto say = [&](const char *level, const QString &line) {
        text += u"[%1] [%2] [%3]%4\n"_s.arg(who, now.toString(u"yyyy-MM-dd HH:mm:ss"_s), QLatin1String(level), line)
                    .toUtf8();
    };
    if (arguments.contains("--version"_L1))
        return {version.toUtf8() + '\n', {}, 0};
    text += "Verifying archive integrity...  100%   SHA256 checksums are OK. All good.\nUncompressing ASCEND "
        + who.toUpper().toUtf8() + " RUN PACKAGE  100%\n";
    say("INFO", u"Start time: "_s + now.toString(u"yyyy-MM-dd HH:mm:ss"_s));
    say("INFO", u"LogFile: /var/log/ascend_seclog/ascend_install.log"_s);
    const QString machine = stringAt(state.other, "architecture", u"aarch64"_s);
    if (!match.captured(3).isEmpty() && match.captured(3) != machine) {
        say("ERROR", u"The package is for %1, this machine is %2."_s.arg(match.captured(3), machine));
        return {text, {}, 1};
    }
    if (!arguments.contains("--full"_L1) && !arguments.contains("--upgrade"_L1)) {
        say("ERROR", u"Nothing to do: give --full or --upgrade."_s);
        return {text, {}, 1};
    }
    say("WARNING", u"Do not power off or restart the system during the installation/upgrade"_s);
    for (const int percent : {10, 30, 90, 100})
        say("INFO", u"upgradePercentage:%1%"_s.arg(percent));
    if (driver) {
        state.driverVersion = state.toolVersion = version;
        say("INFO", u"Driver package installed successfully! The new version takes effect immediately. "_s);
    } else { // the simulation does not reboot: the new version shows at once
        state.firmwareVersion = version;
        say("INFO", u"The firmware of [%1] chips are successfully upgraded."_s.arg(state.chips.size()));
        say("INFO",
            u"Firmware package installed successfully! Reboot now or after driver installation for the "
            "installation/upgrade to take effect."_s);
    }
    say("INFO", u"End time: "_s + now.toString(u"yyyy-MM-dd HH:mm:ss"_s));
    return {text, {}, 0};
}

} // namespace sim
