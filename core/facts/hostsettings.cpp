#include "core/facts/hostsettings.h"

#include "core/facts/answerwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// A line each, a word and its value; what cannot be read has none. "end" last: an answer that was cut short says
// nothing. Of a proxy's variable only the name is told.
const char *const settingsScript
    = "PATH=$PATH:/usr/sbin:/sbin; export PATH\n"
      "{\n"
      "tell() { said=$(cat \"$2\") && [ -n \"$said\" ] && echo \"$1 $said\"; }\n"
      "cpu=/sys/devices/system/cpu\n"
      "if [ -e $cpu/cpufreq/policy0 ]; then files=$cpu/cpufreq/policy; else files=$cpu/cpu; fi\n"
      "cat $files[0-9]*/scaling_governor $files[0-9]*/cpufreq/scaling_governor | sort | uniq -c |\n"
      "  while read -r count name; do echo \"governor $count $name\"; done\n"
      "tell driver $cpu/cpu0/cpufreq/scaling_driver || tell driver $cpu/cpufreq/policy0/scaling_driver\n"
      "if command -v getenforce >/dev/null; then echo \"selinux $(getenforce)\"\n"
      "elif [ -e /sys/fs/selinux/enforce ]; then tell selinux /sys/fs/selinux/enforce\n"
      "elif [ -d /sys/fs ]; then echo 'selinux Disabled'; fi\n"
      "tell inotify /proc/sys/fs/inotify/max_user_instances\n"
      "if find / -maxdepth 0 -lname x; then\n"
      "  echo \"watching $(find /proc/[0-9]*/fd -lname '*inotify' -uid \"$(id -u)\" | wc -l)\"\n"
      "fi\n"
      "tell threads-max /proc/sys/kernel/threads-max\n"
      "tell pid-max /proc/sys/kernel/pid_max\n"
      "tell load /proc/loadavg\n"
      "echo \"processors $(grep -c '^processor' /proc/cpuinfo)\"\n"
      "tell numa /sys/devices/system/node/online\n"
      "for pool in /sys/kernel/mm/hugepages/hugepages-*kB; do\n"
      "  read -r free <\"$pool/free_hugepages\" && read -r promised <\"$pool/resv_hugepages\" &&\n"
      "    echo \"hugepages ${pool##*-} $((free - promised))\"\n"
      "done\n"
      "for device in /sys/bus/pci/devices/*; do\n"
      "  read -r vendor <\"$device/vendor\" && [ \"$vendor\" = 0x19e5 ] &&\n"
      "    read -r said <\"$device/numa_node\" && echo \"pci ${device##*/} $said\"\n"
      "done\n"
      "env | sed -n 's/^\\([A-Za-z]*_[Pp][Rr][Oo][Xx][Yy]\\)=..*/proxy \\1/p' | sort\n"
      "docker=${DOCKER_CONFIG:-$HOME/.docker}/config.json\n"
      "if [ ! -e \"$docker\" ]; then echo 'docker no'\n"
      "elif [ -r \"$docker\" ]; then\n"
      "  if grep -q '\"https\\{0,1\\}Proxy\"' \"$docker\"; then echo 'docker yes'; else echo 'docker no'; fi\n"
      "  sed -n 's/.*\"noProxy\"[^\"]*\"\\([^\"]*\\)\".*/no-proxy \\1/p' \"$docker\"; echo\n"
      "fi\n"
      "} 2>/dev/null\n"
      "echo end";

// "0-3,8" are five.
std::optional<int> countOfRange(const QString &text)
{
    int count = 0;
    for (const QString &part : text.split(u',')) {
        bool firstOk = false, lastOk = false;
        const int first = part.section(u'-', 0, 0).toInt(&firstOk), last = part.section(u'-', -1).toInt(&lastOk);
        if (!firstOk || !lastOk || last < first)
            return {};
        count += last - first + 1;
    }
    return count;
}

QString selinuxOf(const QString &said)
{
    const QString word = said.toLower();
    if (word == "1"_L1)
        return u"enforcing"_s;
    if (word == "0"_L1)
        return u"permissive"_s;
    return word == "enforcing"_L1 || word == "permissive"_L1 || word == "disabled"_L1 ? word : QString();
}

} // namespace

QStringList hostSettingsProbe()
{
    return {u"sh"_s, u"-c"_s, QString::fromLatin1(settingsScript)};
}

HostSettings readHostSettings(const QString &text)
{
    HostSettings settings;
    for (const QString &line : text.split(u'\n')) {
        const QStringList parts = words(line);
        if (parts.size() < 2)
            continue;
        bool ok = false;
        const qint64 number = parts[1].toLongLong(&ok);
        const std::optional<qint64> told = ok && number >= 0 ? std::optional(number) : std::nullopt;
        const QString &what = parts[0];
        if (what == "governor"_L1 && parts.size() > 2 && told)
            settings.governors[parts[2]] += int(*told);
        else if (what == "driver"_L1)
            settings.cpufreqDriver = parts[1];
        else if (what == "selinux"_L1)
            settings.selinux = selinuxOf(parts[1]);
        else if (what == "inotify"_L1)
            settings.inotifyInstances = told;
        else if (what == "watching"_L1)
            settings.inotifyUsed = told;
        else if (what == "threads-max"_L1)
            settings.threadsMax = told;
        else if (what == "pid-max"_L1)
            settings.pidMax = told;
        else if (what == "processors"_L1 && told && *told > 0)
            settings.processors = told;
        else if (what == "numa"_L1)
            settings.numaNodes = countOfRange(parts[1]);
        else if (what == "proxy"_L1)
            settings.sessionProxies << parts[1];
        else if (what == "docker"_L1)
            settings.dockerProxies = parts[1] == "yes"_L1;
        else if (what == "no-proxy"_L1)
            settings.dockerNoProxy = line.section(u' ', 1).remove(u' ').split(u',', Qt::SkipEmptyParts);
        if (what == "load"_L1) { // 0.21 0.32 0.30 2/1893 41188: running and all threads
            bool isCount = false;
            const qint64 threads = parts.value(4).section(u'/', 1).toLongLong(&isCount);
            if (isCount)
                settings.threadsNow = threads;
        }
        if (what == "hugepages"_L1 && parts.size() > 2 && parts[1].endsWith("kB"_L1)) { // hugepages 1048576kB 512
            bool isSize = false;
            const qint64 kib = parts[1].chopped(2).toLongLong(&isSize), pages = parts[2].toLongLong(&ok);
            if (isSize && ok)
                settings.idleHugePages.insert(kib * 1024, std::max<qint64>(0, pages));
        }
        if (what == "pci"_L1 && parts.size() > 2) {
            const int node = parts[2].toInt(&ok);
            if (ok)
                settings.numaOf.insert(parts[1].toLower(), node);
        }
    }
    return settings;
}

static std::optional<quint32> addressOf(const QString &text)
{
    const QStringList parts = text.split(u'.');
    quint32 value = 0;
    for (const QString &part : parts) {
        bool ok = false;
        const uint number = part.toUInt(&ok);
        if (!ok || number > 255)
            return {};
        value = value << 8 | number;
    }
    return parts.size() == 4 ? std::optional(value) : std::nullopt;
}

bool coversHost(const QStringList &networks, const QString &host)
{
    const std::optional<quint32> own = addressOf(host);
    for (const QString &network : networks) {
        if (network == host || network == "*"_L1)
            return true;
        bool ok = false;
        const int bits = network.section(u'/', 1).toInt(&ok);
        const std::optional<quint32> base = addressOf(network.section(u'/', 0, 0));
        if (!own || !base || !ok || bits < 0 || bits > 32)
            continue;
        const quint32 mask = bits == 0 ? 0 : ~quint32(0) << (32 - bits);
        if ((*own & mask) == (*base & mask))
            return true;
    }
    return false;
}

Result<HostSettings> hostSettings(NodeProbe &probe)
{
    const QStringList question = hostSettingsProbe();
    const Result<CommandOutput> output = probe.ask(question);
    if (!output)
        return output.error();
    if (const auto known = probe.reading<HostSettings>(question))
        return *known;
    const QString text = textOf(output->out);
    if (output->exitCode != 0 || (text != "end"_L1 && !text.endsWith("\nend"_L1)))
        return noAnswer(u"sh"_s, *output);
    const HostSettings settings = readHostSettings(text);
    probe.keepReading(question, settings);
    return settings;
}
