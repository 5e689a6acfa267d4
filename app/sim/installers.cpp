#include "app/sim/installers.h"

#include "app/sim/nodefiles.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
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

QString installedDriver(const NodeState &state)
{
    return stringAt(member(state.other, "installed"), "driver", state.driverVersion);
}

QString installedFirmware(const NodeState &state)
{
    return stringAt(member(state.other, "installed"), "firmware", state.firmwareVersion);
}

namespace {

// What a fault says is installed becomes what was: the package puts something else in its place.
void endOldVersions(NodeState &state, bool driver)
{
    const auto take = [&state](const char *fault, const char *key, QString &to) {
        if (state.hasFault(QLatin1String(fault)))
            to = stringAt(state.other["faults"][fault], key, to);
    };
    take("driver-old", "firmware", state.firmwareVersion);
    if (driver)
        take("driver-old", "driver", state.driverVersion);
    take("firmware-mismatch", "version", state.firmwareVersion);
    if (driver && state.hasFault(u"driver-old"_s)) {
        state.toolVersion = state.driverVersion;
        state.other["faults"].erase("driver-old");
    }
    if (!driver && state.hasFault(u"driver-old"_s)) // the driver stays old
        state.other["faults"]["driver-old"].erase("firmware");
    if (!driver)
        state.other["faults"].erase("firmware-mismatch");
}

QString failureOf(const NodeState &state)
{
    const QString kind = stringAt(state.other["faults"]["installer-fails"], "how", u"dkms"_s);
    if (kind == "tools"_L1)
        return u"The list of missing tools: lspci,ifconfig,"_s;
    if (kind == "space"_L1)
        return u"cp: error writing '/usr/local/Ascend/driver': No space left on device"_s;
    return u"Dkms install failed, details in : /var/log/ascend_seclog/ascend_install.log."_s;
}

} // namespace

ToolOutput installer(NodeState &state, const QString &program, const QStringList &arguments, const QDateTime &now,
                     bool isBusy)
{
    const QRegularExpressionMatch match = packageName().match(program);
    const bool driver = match.captured(1) == "driver"_L1;
    const QString who = driver ? u"Driver"_s : u"Firmware"_s, version = match.captured(2);
    QByteArray text;
    const auto say = [&](const char *level, const QString &line) {
        text += u"[%1] [%2] [%3]%4\n"_s.arg(who, now.toString(u"yyyy-MM-dd HH:mm:ss"_s), QLatin1String(level), line)
                    .toUtf8();
    };
    const auto fail = [&](const QString &line) -> ToolOutput {
        say("ERROR", line);
        say("INFO", u"End time: "_s + now.toString(u"yyyy-MM-dd HH:mm:ss"_s));
        return {text, {}, 1};
    };
    if (arguments.contains("--version"_L1))
        return {version.toUtf8() + '\n', {}, 0};
    text += "Verifying archive integrity...  100%   SHA256 checksums are OK. All good.\n";
    if (arguments.contains("--check"_L1))
        return {text, {}, 0};
    text += "Uncompressing ASCEND " + who.toUpper().toUtf8() + " RUN PACKAGE  100%\n";
    say("INFO", u"Start time: "_s + now.toString(u"yyyy-MM-dd HH:mm:ss"_s));
    say("INFO", u"LogFile: /var/log/ascend_seclog/ascend_install.log"_s);
    const QString machine = stringAt(state.other, "architecture", u"aarch64"_s);
    if (!match.captured(3).isEmpty() && match.captured(3) != machine)
        return fail(u"The package is for %1, this machine is %2."_s.arg(match.captured(3), machine));
    if (!arguments.contains("--full"_L1) && !arguments.contains("--upgrade"_L1))
        return fail(u"Nothing to do: give --full or --upgrade."_s);
    say("WARNING", u"Do not power off or restart the system during the installation/upgrade"_s);
    if (driver && state.hasFault(u"no-hwhiaiuser"_s))
        return fail(u"ERR_NO:0x0091; ERR_DES: HwHiAiUser not exists!"_s);
    if (driver && isBusy)
        return fail(u"The davinci nodes are occupied by some processes, please stop processes and install or "
                    "uninstall again, details in : /var/log/ascend_seclog/ascend_install.log"_s);
    say("INFO", u"upgradePercentage:10%"_s);
    say("INFO", u"upgradePercentage:30%"_s);
    if (driver && state.hasFault(u"installer-fails"_s))
        return fail(failureOf(state));
    say("INFO", u"upgradePercentage:90%"_s);
    say("INFO", u"upgradePercentage:100%"_s);
    endOldVersions(state, driver);
    const char *const key = driver ? "driver" : "firmware";
    QString &effective = driver ? state.driverVersion : state.firmwareVersion;
    if (driver && (effective.isEmpty() || effective == version)) { // nothing else is loaded
        state.driverVersion = state.toolVersion = version;
        say("INFO", u"Driver package installed successfully! The new version takes effect immediately. "_s);
    } else if (driver) {
        say("INFO", u"Driver package installed successfully! Reboot needed for installation/upgrade to take effect!"_s);
    } else {
        say("INFO", u"The firmware of [%1] chips are successfully upgraded."_s.arg(state.chips.size()));
        say("INFO",
            u"Firmware package installed successfully! Reboot now or after driver installation for the "
            "installation/upgrade to take effect."_s);
    }
    if (!state.other["installed"].is_object())
        state.other["installed"] = Json::object();
    if (effective == version)
        state.other["installed"].erase(key);
    else
        state.other["installed"][key] = version;
    say("INFO", u"End time: "_s + now.toString(u"yyyy-MM-dd HH:mm:ss"_s));
    return {text, {}, 0};
}

Result<void> writeSamplePackage(const QString &path)
{
    QByteArray payload(256 * 1024, Qt::Uninitialized);
    QRandomGenerator numbers(quint32(qChecksum(path.toUtf8().right(60))));
    numbers.fillRange(reinterpret_cast<quint32 *>(payload.data()), payload.size() / 4);
    const QByteArray sum = QCryptographicHash::hash(payload, QCryptographicHash::Sha256).toHex();
    const QByteArray script
        = "#!/bin/sh\n"
          "# A sample package of ascend-console's simulator: it plays an installation on a simulated node.\n"
          "sum=" + sum + "\n"
          "now=`tail -c " + QByteArray::number(payload.size()) + " \"$0\" | sha256sum | cut -b-64`\n"
          "if [ \"$now\" != \"$sum\" ]; then\n"
          "    printf 'Verifying archive integrity...'\n"
          "    echo \"Error in SHA256 checksums: $now is different from $sum\" >&2\n"
          "    exit 2\n"
          "fi\n"
          "if [ ! -x /.sim/bin/ascend-sim ]; then\n"
          "    echo 'A sample package of the simulator: it does nothing on a machine that is not simulated.' >&2\n"
          "    exit 1\n"
          "fi\n"
          "exec /.sim/bin/ascend-sim \"`basename \"$0\"`\" \"$@\"\n"
          "exit 1\n";
    return writeNodeFile(path, script + payload, 0755);
}

Result<void> writeSamplePackages(const QString &folder, const QString &kind)
{
    const QString stem = kind == "a3"_L1 ? u"Atlas-A3-hdk-npu"_s : u"Ascend-hdk-910b-npu"_s;
    for (const auto &[driver, firmware] : {std::pair{u"25.2.0"_s, u"7.7.0.6.236"_s}, {u"25.5.0"_s, u"7.8.0.5.216"_s}}) {
        for (const QString &name : {u"%1-driver_%2_linux-aarch64.run"_s.arg(stem, driver),
                                    u"%1-firmware_%2.run"_s.arg(stem, firmware)}) {
            if (const Result<void> written = writeSamplePackage(folder + u"/packages/"_s + name); !written)
                return written;
        }
    }
    return {};
}

} // namespace sim
