// How the machine is set: memory that nobody can use, threads, the processors' clock, SELinux, the firewall, the time
// source, what an ended engine left. Sources: Linux' Documentation/admin-guide (mm/hugetlbpage, pm/cpufreq,
// sysctl/kernel), proc(5), inotify(7); mind-cluster ascend-faultdiag's kg-config.json (Comp_OS_Kernel_Mem_08,
// Comp_OS_Service_Clock_01); MindIE's README of DeepSeek (the firewall); Ascend/pytorch's environment variables
// (OMP_NUM_THREADS). What a machine does not tell is not known: no check passes on it.
#include "core/facts/hostsettings.h"
#include "core/checks/catalogue.h"
#include "core/checks/ownership.h"
#include "core/checks/recipewait.h"
#include "core/facts/answerwords.h"
#include "core/facts/npufacts.h"
#include "core/facts/shmleftovers.h"
#include "core/shell/quote.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Finding untold(const QString &file)
{
    return unknown(Checks::tr("%1 cannot be read there").arg(file));
}

} // namespace

static Finding checkSwap(NodeProbe &probe, const CheckContext &)
{
    const Result<Memory> memory = ::memory(probe);
    if (!memory)
        return unknown(memory.error());
    if (!memory->swapTotalBytes || !memory->swapFreeBytes)
        return unknown(Checks::tr("/proc/meminfo does not tell of swap"));
    if (*memory->swapTotalBytes == 0)
        return passed(Checks::tr("none"), Checks::tr("has no swap"));
    const qint64 used = *memory->swapTotalBytes - *memory->swapFreeBytes;
    const QString summary
        = Checks::tr("%1 of its swap of %2 is used").arg(sizeText(used), sizeText(*memory->swapTotalBytes));
    // A little goes out on every machine that has swap: pages that nobody has touched since the start.
    if (used * 100 < *memory->totalBytes)
        return passed(sizeText(used), summary);
    return warned(sizeText(used), summary);
}

// Of other sizes than the usual one, which /proc/meminfo tells by itself.
struct OtherHugePages
{
    qint64 idleBytes = 0;
    QString command;                     // that gives the idle ones back; empty: none is idle
    bool isTold = false;
};

static OtherHugePages otherHugePages(NodeProbe &probe, qint64 usualBytes)
{
    OtherHugePages others;
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return others;
    QStringList commands;
    for (auto it = settings->idleHugePages.cbegin(); it != settings->idleHugePages.cend(); ++it) {
        if (it.key() == usualBytes)
            continue;
        others.isTold = true;
        others.idleBytes += it.key() * it.value();
        if (it.value() > 0)
            commands << u"echo 0 >/sys/kernel/mm/hugepages/hugepages-%1kB/nr_hugepages"_s.arg(it.key() / 1024);
    }
    others.command = commands.join(u"; "_s);
    return others;
}

static Finding checkHugePages(NodeProbe &probe, const CheckContext &)
{
    const Result<Memory> memory = ::memory(probe);
    if (!memory)
        return unknown(memory.error());
    if (!memory->idleHugeBytes)
        return unknown(Checks::tr("/proc/meminfo does not tell of hugepages"));
    const qint64 total = *memory->totalBytes;
    const OtherHugePages others
        = memory->otherHugeBytes > 0 ? otherHugePages(probe, memory->hugePageBytes) : OtherHugePages();
    if (memory->otherHugeBytes > 0 && !others.isTold && *memory->idleHugeBytes * 10 < total) {
        const QString summary
            = Checks::tr("%1 of its memory of %2 is set aside as hugepages of another size than the usual one; whether "
                         "anybody uses them is not told")
                  .arg(sizeText(memory->otherHugeBytes), sizeText(total));
        if (memory->otherHugeBytes * 10 < total)
            return passed(sizeText(memory->otherHugeBytes), summary);
        return warned(sizeText(memory->otherHugeBytes), summary,
                      Checks::tr("See how many there are and how many of them are free: `grep . "
                                 "/sys/kernel/mm/hugepages/*/*_hugepages`. If nobody needs them, look in the kernel's "
                                 "command line (`cat /proc/cmdline`) and in /etc/sysctl.d for who sets them aside."));
    }
    const qint64 idle = *memory->idleHugeBytes + others.idleBytes;
    if (idle == 0)
        return passed(Checks::tr("none"), Checks::tr("no memory lies idle as hugepages"));
    const QString summary = Checks::tr("%1 of its memory of %2 is set aside as hugepages that nobody uses")
                                .arg(sizeText(idle), sizeText(total));
    if (idle * 10 < total)
        return passed(sizeText(idle), summary);
    if (others.idleBytes == 0)
        return warned(sizeText(idle), summary);
    const QString command = *memory->idleHugeBytes > 0 ? u"sysctl -w vm.nr_hugepages=0; "_s + others.command
                                                       : others.command;
    return warned(sizeText(idle), summary,
                  Checks::tr("If nobody on this node needs them, as root give the idle ones back: `%1`; pages that are "
                             "in use stay. Look in /etc/sysctl.d and in the kernel's command line for who sets them "
                             "aside.")
                      .arg(command));
}

// A rank starts as many OpenMP threads as there are processors where nobody says otherwise (env-vars.json).
static Finding checkThreads(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait
        = waitsForRecipe(context, Checks::tr("how many NPUs it uses"), context.settings.chipsPerNode.has_value()))
        return *wait;
    if (!context.settings.chipsPerNode)
        return unknown(Checks::tr("the recipe does not say how many NPUs a node uses"));
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return unknown(settings.error());
    if (!settings->threadsMax || !settings->pidMax)
        return untold(settings->threadsMax ? u"/proc/sys/kernel/pid_max"_s : u"/proc/sys/kernel/threads-max"_s);
    if (!settings->threadsNow || !settings->processors)
        return untold(settings->threadsNow ? u"/proc/cpuinfo"_s : u"/proc/loadavg"_s);
    const qint64 most = std::min(*settings->threadsMax, *settings->pidMax);
    const qint64 left = most - *settings->threadsNow;
    const qint64 needed = *settings->processors * *context.settings.chipsPerNode;
    const QString summary = Checks::tr("allows %1 threads, %2 run; %3 ranks on %4 processors may start %5")
                                .arg(most)
                                .arg(*settings->threadsNow)
                                .arg(*context.settings.chipsPerNode)
                                .arg(*settings->processors)
                                .arg(needed);
    if (left >= needed)
        return passed(QString::number(most), summary);
    // What the service has started is among those that run; it begins anew with as many.
    const Ownership own = ownershipOf(probe, context);
    if (own.isServing() && left > needed / 10 && most >= needed)
        return passed(QString::number(most), summary + u"; "_s + Checks::tr("%1 runs already").arg(ownWords(own)));
    const QString next = own.isServing()
        ? u"; "_s + Checks::tr("%1 runs already, its next start may fail").arg(ownWords(own))
        : QString();
    const qint64 raised = std::min<qint64>(4194304, std::max<qint64>(most * 4, most + 4 * needed));
    const auto isLow = [&](qint64 one) { return one - *settings->threadsNow < needed; };
    if (isLow(*settings->pidMax) && isLow(*settings->threadsMax))
        return warned(QString::number(most), summary + next,
                      Checks::tr("As root raise both: `sysctl -w kernel.pid_max=%1 kernel.threads-max=%1`; it takes "
                                 "effect at once and what runs goes on. With a line for each in a file of "
                                 "/etc/sysctl.d it holds after a restart.")
                          .arg(raised));
    const bool isPid = *settings->pidMax < *settings->threadsMax;
    return warned(QString::number(most), summary + next,
                  Checks::tr("As root raise it: `sysctl -w kernel.%1=%2`; it takes effect at once and what runs goes "
                             "on. With the same line in a file of /etc/sysctl.d it holds after a restart.")
                      .arg(isPid ? u"pid_max"_s : u"threads-max"_s)
                      .arg(raised));
}

static Finding checkInotify(NodeProbe &probe, const CheckContext &)
{
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return unknown(settings.error());
    if (!settings->inotifyInstances)
        return untold(u"/proc/sys/fs/inotify/max_user_instances"_s);
    if (!settings->inotifyUsed)
        return unknown(
            Checks::tr("how many inotify instances are used cannot be counted there: `find` knows no -lname"));
    const qint64 most = *settings->inotifyInstances, used = *settings->inotifyUsed;
    const QString value = Checks::tr("%1 of %2", "used and allowed").arg(used).arg(most);
    const QString summary
        = Checks::tr("this user has %1 of the %2 inotify instances that a user may have").arg(used).arg(most);
    if (used * 10 < most * 9)
        return passed(value, summary);
    return warned(value, summary,
                  Checks::tr("As root raise it: `sysctl -w fs.inotify.max_user_instances=%1`; it takes effect at once "
                             "and what runs goes on. With the same line in a file of /etc/sysctl.d it holds after a "
                             "restart.")
                      .arg(std::max<qint64>(8192, used * 4)));
}

static Finding checkGovernor(NodeProbe &probe, const CheckContext &)
{
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return unknown(settings.error());
    if (settings->governors.isEmpty()) {
        Finding finding = unknown(
            Checks::tr("the kernel there does not set the processors' clock (no cpufreq); the firmware may, and does "
                       "not tell"));
        finding.remedy = Checks::tr("Look in the server's BIOS or BMC: its power policy should be performance.");
        return finding;
    }
    const QStringList names = settings->governors.keys();
    const QString name = names.join(u", "_s);
    if (names == QStringList{u"performance"_s})
        return passed(name, Checks::tr("the processors run under the governor performance"));
    // These two drivers' powersave follows the load, too (Documentation/admin-guide/pm/intel_pstate, amd-pstate).
    const bool isFixed = names.contains(u"powersave"_s) && !settings->cpufreqDriver.contains("pstate"_L1);
    return warned(name,
                  isFixed
                      ? Checks::tr("processors run under the governor %1: powersave holds the lowest clock").arg(name)
                      : Checks::tr("processors run under the governor %1, which raises the clock only after there "
                                   "is load")
                            .arg(name));
}

static Finding checkSelinux(NodeProbe &probe, const CheckContext &context)
{
    const Result<HostSettings> settings = hostSettings(probe);
    if (!settings)
        return unknown(settings.error());
    if (settings->selinux.isEmpty())
        return unknown(Checks::tr("neither `getenforce` nor /sys/fs/selinux tells whether SELinux enforces"));
    if (settings->selinux == "disabled"_L1)
        return passed(Checks::tr("off"), Checks::tr("SELinux is off"));
    if (settings->selinux == "permissive"_L1)
        return passed(Checks::tr("permissive"), Checks::tr("SELinux only notes what it would refuse"));
    if (context.settings.isPrivileged)
        return passed(Checks::tr("enforcing"),
                      Checks::tr("SELinux enforces; the container is privileged, which it does not confine"));
    return warned(Checks::tr("enforcing"),
                  Checks::tr("SELinux enforces, and the container is not privileged: it may be refused the mounted "
                             "folders and the devices"));
}

// firewalld and ufw say so themselves; of rules without them the filter's own chain.
QStringList firewallProbe()
{
    return {u"sh"_s, u"-c"_s,
            u"PATH=$PATH:/usr/sbin:/sbin; export PATH LC_ALL=C\n"
            "if command -v systemctl >/dev/null 2>&1; then echo \"firewalld $(systemctl is-active firewalld 2>&1)\"\n"
            "else grep -qx firewalld /proc/[0-9]*/comm 2>/dev/null && echo 'firewalld active' || echo 'firewalld "
            "inactive'; fi\n"
            "if firewall-cmd --state >/dev/null 2>&1; then\n"
            "  echo \"default $(firewall-cmd --get-default-zone 2>&1)\"\n"
            "  echo \"trusted $(firewall-cmd --zone=trusted --list-sources 2>&1)\"\n"
            "  echo \"open $(firewall-cmd --list-ports 2>&1)\"\n"
            "fi\n"
            "grep -h '^ENABLED=' /etc/ufw/ufw.conf 2>/dev/null\n"
            "if command -v iptables >/dev/null 2>&1; then iptables -w 2 -S INPUT 2>&1 | sed 's/^/rule /'; fi\n"
            "if command -v nft >/dev/null 2>&1; then nft list chains 2>&1 | sed 's/^/nft /'; fi\n"
            "exit 0"_s};
}

namespace {

struct Firewall
{
    bool isFirewalld = false, isUfw = false, isTrustedByDefault = false;
    QStringList trusted;                 // addresses and networks that firewalld lets through
    QStringList open;                    // ports of its default zone: "1025/tcp", "60000-60050/tcp"
    QStringList refusals;                // rules of the chain that refuse
    bool areRulesTold = false;
};

Firewall readFirewall(const QString &text)
{
    Firewall firewall;
    for (const QString &line : text.split(u'\n')) {
        const QString rest = line.section(u' ', 1).trimmed();
        if (line.startsWith("firewalld "_L1)) {
            firewall.isFirewalld = rest == "active"_L1;
        } else if (line.startsWith("default "_L1)) {
            firewall.isTrustedByDefault = rest == "trusted"_L1;
        } else if (line.startsWith("trusted "_L1)) {
            firewall.trusted = words(rest);
        } else if (line.startsWith("open "_L1)) {
            firewall.open = words(rest);
        } else if (line.startsWith("ENABLED="_L1)) {
            firewall.isUfw = line.section(u'=', 1).remove(u'"').trimmed().toLower() == "yes"_L1;
        } else if (line.startsWith("rule "_L1)) {
            if (rest.startsWith("-P INPUT "_L1))
                firewall.areRulesTold = true;
            // what belongs to no connection is refused nearly everywhere, and harms none
            const bool refuses
                = rest.startsWith("-P INPUT DROP"_L1) || rest.contains("-j DROP"_L1) || rest.contains("-j REJECT"_L1);
            if (refuses && !rest.contains("INVALID"_L1))
                firewall.refusals << rest;
        } else if (line.startsWith("nft "_L1)) {
            // table inet filter { chain input { type filter hook input priority filter; policy drop; } }
            if (rest.startsWith("table "_L1))
                firewall.areRulesTold = true;
            if (rest.contains("hook input"_L1) && rest.contains("policy drop"_L1))
                firewall.refusals << rest;
        }
    }
    return firewall;
}

// What the node's own processes bind, and where several nodes compute together what HCCL listens on at each.
QList<NodePort> portsBetween(const CheckContext &context)
{
    QList<NodePort> ports = context.ownPorts();
    if (const auto [first, last] = context.hcclPorts(); context.deployment.nodes.size() > 1)
        ports << NodePort{NodePort::everyNode, first, last, "HCCL"};
    return ports;
}

// "1025, 1026, 60000-60050"
QString listed(const QList<NodePort> &ports)
{
    QStringList texts;
    for (const NodePort &port : ports)
        texts << (port.first == port.last ? QString::number(port.first) : u"%1-%2"_s.arg(port.first).arg(port.last));
    texts.removeDuplicates();
    return texts.join(u", "_s);
}

bool arePortsOpen(const Firewall &firewall, const QList<NodePort> &ports)
{
    const auto isOpen = [&](int port) {
        return std::any_of(firewall.open.cbegin(), firewall.open.cend(), [port](const QString &entry) {
            const QString range = entry.section(u'/', 0, 0);
            return entry.endsWith("/tcp"_L1) && range.section(u'-', 0, 0).toInt() <= port
                && range.section(u'-', -1).toInt() >= port;
        });
    };
    for (const NodePort &range : ports) {
        for (int port = range.first; port <= range.last; ++port) {
            if (!isOpen(port))
                return false;
        }
    }
    return !ports.isEmpty();
}

bool isAddress(const QString &host)
{
    static const QRegularExpression shape(u"^\\d{1,3}(\\.\\d{1,3}){3}$"_s);
    return shape.match(host).hasMatch();
}

} // namespace

static Finding checkFirewall(NodeProbe &probe, const CheckContext &context)
{
    const Result<CommandOutput> output = probe.ask(firewallProbe(), std::chrono::seconds(10));
    if (!output)
        return unknown(output.error());
    const QString text = textOf(output->out);
    if (output->exitCode != 0 && text.isEmpty())
        return unknown(noAnswer(u"sh"_s, *output));
    const Firewall firewall = readFirewall(text);
    QStringList others;
    // By the address that they come from, which is not always the one that we log in to.
    for (const NodeAnswers &node : context.others)
        others << (node.facts.hostIp.isEmpty() ? node.node.host : node.facts.hostIp);
    const QList<NodePort> needed = portsBetween(context);
    // Between its nodes: what is open otherwise does not let those through. Gloo's pairs listen on whichever port is
    // free (pytorch/gloo issue 54).
    const bool isGroup = context.deployment.nodes.size() > 1;
    const bool chooses = isGroup && (context.settings.demands.choosesPorts || context.settings.usesGloo);
    const QString ports = chooses ? Checks::tr("%1, and between the nodes those that %2 chooses when it starts",
                                               "ports; an engine")
                                        .arg(listed(needed), context.settings.demands.choosesPorts
                                                                 ? context.settings.engineName
                                                                 : u"Gloo"_s)
                                  : listed(needed);
    const QString sentence
        = Checks::tr("a firewall is on (%1); it must let through what the service needs: ports %2", "its name; ports");
    const QString look = isGroup
        ? Checks::tr("Let the other nodes and the users reach these ports, as whoever looks after the network allows.")
        : Checks::tr("Let the users reach these ports, as whoever looks after the network allows.");
    if (firewall.isFirewalld) {
        QStringList shut;
        for (const QString &host : std::as_const(others)) {
            if (!coversHost(firewall.trusted, host))
                shut << host;
        }
        QList<NodePort> used = needed;
        if (chooses) // any port that a process without rights may take
            used << NodePort{NodePort::everyNode, 1024, 65535, ""};
        if (arePortsOpen(firewall, used))
            return passed(u"firewalld"_s,
                          Checks::tr("firewalld is on and lets through what the service needs: ports %1").arg(ports));
        if (firewall.isTrustedByDefault)
            return passed(u"firewalld"_s, Checks::tr("firewalld is on and lets all through"));
        QList<NodePort> clients = needed;
        clients.removeIf([](const NodePort &port) { return QLatin1String(port.what) != "service"_L1; });
        if (!others.isEmpty() && shut.isEmpty() && !clients.isEmpty() && !arePortsOpen(firewall, clients)) {
            const int port = clients.first().first;
            return warned(u"firewalld"_s,
                          Checks::tr("firewalld is on and lets all through from where the other nodes are, but clients "
                                     "from elsewhere do not reach port %1")
                              .arg(port),
                          Checks::tr("Where clients ask from elsewhere, as root: `firewall-cmd --add-port=%1/tcp`; the "
                                     "same once more with `--permanent`, so that it holds after a restart. Nothing "
                                     "that runs is cut off.")
                              .arg(port));
        }
        if (!others.isEmpty() && shut.isEmpty())
            return passed(u"firewalld"_s,
                          Checks::tr("firewalld is on and lets all through from where the other nodes are"));
        QStringList commands;
        for (const QString &host : std::as_const(shut)) {
            const QString source = isAddress(host) ? host : u"HOST"_s;
            commands << u"`firewall-cmd --zone=trusted --add-source=%1`"_s.arg(source);
        }
        commands.removeDuplicates();
        QString remedy = look;
        if (!commands.isEmpty())
            remedy += u' '
                + Checks::tr("For everything from the other nodes, as root: %1%2; the same once more with "
                             "`--permanent`, so that it holds after a restart. Nothing that runs is cut off.")
                      .arg(commands.join(u", "_s),
                           commands.join(QString()).contains("HOST"_L1)
                               ? u' ' + Checks::tr("with the other nodes' addresses for HOST")
                               : QString());
        return warned(u"firewalld"_s, sentence.arg(u"firewalld"_s, ports), remedy);
    }
    if (firewall.isUfw)
        return warned(u"ufw"_s, sentence.arg(u"ufw"_s, ports), look);
    if (!firewall.refusals.isEmpty())
        return warned(Checks::tr("%1 rules").arg(firewall.refusals.size()),
                      Checks::tr("the packet filter refuses some of what comes in (%1); it must let through what the "
                                 "service needs: ports %2")
                          .arg(firstFew(firewall.refusals, u"; "_s), ports),
                      look);
    if (!firewall.areRulesTold) {
        Finding finding = unknown(
            Checks::tr("neither firewalld nor ufw is on; what other rules there are is not told to this user"));
        finding.remedy = Checks::tr("As root look yourself: `iptables -S INPUT` or `nft list ruleset`.");
        return finding;
    }
    return passed(Checks::tr("off"), Checks::tr("no firewall refuses what comes in"));
}

// systemd's word is the kernel's (adjtimex), whoever sets the clock; where there is no systemd, chrony's own.
QStringList timeSourceProbe()
{
    return {u"sh"_s, u"-c"_s,
            u"export LC_ALL=C\n"
            "if command -v timedatectl >/dev/null 2>&1; then\n"
            "  timedatectl show -p NTP -p NTPSynchronized 2>/dev/null || timedatectl 2>&1\n"
            "fi\n"
            "if command -v chronyc >/dev/null 2>&1; then chronyc -n tracking 2>&1; fi\n"
            "exit 0"_s};
}

static Finding checkTimeSource(NodeProbe &probe, const CheckContext &)
{
    const Result<CommandOutput> output = probe.ask(timeSourceProbe(), std::chrono::seconds(10));
    if (!output)
        return unknown(output.error());
    const QString text = textOf(output->out);
    static const QRegularExpression ofSystemd(
        u"^\\s*(?:NTPSynchronized=|(?:NTP|System clock) synchronized:\\s*)(yes|no)\\s*$"_s,
        QRegularExpression::MultilineOption),
        ofChrony(u"^Leap status\\s*:\\s*(.*\\S)\\s*$"_s, QRegularExpression::MultilineOption),
        reference(u"^Reference ID\\s*:\\s*\\S+\\s+\\((\\S+)\\)"_s, QRegularExpression::MultilineOption);
    const auto systemd = ofSystemd.match(text), chrony = ofChrony.match(text);
    if (!systemd.hasMatch() && !chrony.hasMatch()) {
        Finding finding = unknown(Checks::tr("neither systemd (timedatectl) nor chrony (chronyc) tells there whether a "
                                             "time server sets the clock"));
        finding.remedy = Checks::tr("Look with the tools of what keeps its time, for example `ntpq -p`.");
        return finding;
    }
    const QString server = reference.match(text).captured(1);
    const bool isSet = (systemd.hasMatch() && systemd.captured(1) == "yes"_L1)
        || (chrony.hasMatch() && chrony.captured(1) != "Not synchronised"_L1);
    if (isSet)
        return passed(server.isEmpty() ? Checks::tr("set") : server, Checks::tr("its clock follows a time server"));
    return warned(Checks::tr("free", "a clock that nobody sets"),
                  Checks::tr("no time server sets its clock: it goes away from the other nodes'"));
}

static Finding checkShmLeftovers(NodeProbe &probe, const CheckContext &context)
{
    const Result<ShmLeftovers> shm = shmLeftovers(probe);
    if (!shm)
        return unknown(shm.error());
    if (!shm->isThere)
        return unknown(Checks::tr("there is no /dev/shm, or this user may not look into it"));
    const QStringList &left = shm->left;
    const qint64 bytes = shm->leftBytes;
    if (left.isEmpty() && shm->files == 0)
        return passed(Checks::tr("none"), Checks::tr("nothing of size lies in /dev/shm"));
    const Ownership own = ownershipOf(probe, context);
    const QString ours = ownFilesWords(own, *shm);
    if (left.isEmpty()) {
        const QString inUse = Checks::tr("every file of size in /dev/shm is in use (%1)").arg(shm->files);
        return ours.isEmpty() ? passed(Checks::tr("none"), inUse) : passedAsOwn(ownValue(own), inUse + u"; "_s + ours);
    }
    if (!shm->isToldAll) {
        Finding finding = unknown(Checks::tr("%n files lie in /dev/shm (%1); whether another user's process has them "
                                             "open is not told to this user",
                                             nullptr, int(left.size()))
                                      .arg(sizeText(bytes)));
        finding.remedy = Checks::tr("Log in as root or as another user who may, and ask again.");
        return finding;
    }
    const QString summary = Checks::tr("%n files of %1 lie in /dev/shm and no process has them open: %2", nullptr,
                                       int(left.size()))
                                .arg(sizeText(bytes), firstFew(left))
        + (ours.isEmpty() ? QString() : u"; "_s + ours);
    if (own.isServing() || own.isUncertain() || !own.isKnown)
        return warned(sizeText(bytes), summary,
                      Checks::tr("Leave them while an engine runs there; when none does, ask again.")
                          + (own.isServing() ? u' ' + leaveIt(own) : QString()));
    // An engine opens its segments by name, also those that nobody has open now; --ipc=host shares them all.
    if (!own.others.isEmpty())
        return warned(sizeText(bytes), summary,
                      Checks::tr("Leave them while containers of others run here (%1): an engine in one of them may "
                                 "open them again by name. Ask whoever uses them; when none runs any more, ask again.")
                          .arg(firstFew(own.others)));
    if (const QStringList working = onChips(probe); !working.isEmpty())
        return warned(sizeText(bytes), summary,
                      Checks::tr("Leave them while programs work on the NPUs (%1): an engine may open them again "
                                 "by name. When none does any more, ask again.")
                          .arg(firstFew(working)));
    QStringList paths;
    for (const QString &path : std::as_const(left))
        paths << quoted(path);
    return warned(sizeText(bytes), summary,
                  Checks::tr("They take memory until the next restart. If no program of yours keeps something there on "
                             "purpose, remove them: `rm -- %1`.")
                      .arg(paths.mid(0, 20).join(u' ')));
}

// Fails when / warns when:
QList<NodeCheck> hostSettingChecks()
{
    return {
        {"host.swap", "", checkSwap}, // warns: a hundredth of the memory is out
        {"host.hugepages", "", checkHugePages}, // warns: a tenth of the memory lies idle
        {"host.threads", "", checkThreads}, // warns: fewer left than the ranks may start
        {"host.inotify", "", checkInotify}, // warns: nine tenths of a user's instances are used
        {"host.governor", "", checkGovernor}, // warns: another than performance
        {"host.selinux", "", checkSelinux}, // warns: enforcing, and the container is not privileged
        {"host.firewall", "", checkFirewall, 2}, // warns: one is on, and not open for the other nodes
        {"host.time-source", "", checkTimeSource}, // warns: no time server sets the clock
        {"host.shm-leftovers", "", checkShmLeftovers}, // warns: files that no process has open
    };
}
