#include "core/facts/interruptplan.h"

#include "core/base/languages.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct InterruptText
{
    ASC_TR_FUNCTIONS(Interrupts)
};

} // namespace

QList<int> processorsOf(const QString &list)
{
    constexpr int most = 8192;           // processors that Linux knows at most on one machine (NR_CPUS)
    QList<int> all;
    for (const QString &part : list.split(u',', Qt::SkipEmptyParts)) {
        bool isFirst = false, isLast = false;
        const int first = part.section(u'-', 0, 0).trimmed().toInt(&isFirst);
        const int last = part.section(u'-', -1).trimmed().toInt(&isLast);
        for (int cpu = first; isFirst && isLast && first >= 0 && cpu <= last && cpu < most; ++cpu)
            all << cpu;
    }
    return all;
}

Result<QList<ChipInterrupts>> chipInterrupts(const NodeFacts &facts, const NpuTopo &topo)
{
    const auto refuse = [&facts](const QString &sentence) {
        return Error{ErrorKind::Invalid, facts.name + u": "_s + sentence, {}, {}};
    };
    struct Chip
    {
        QString bus, affinity;
    };
    QList<Chip> chips;
    QMap<QString, int> sharers;          // of an affinity: how many chips
    const QList<NpuChip> all = facts.npuSmi ? facts.npuSmi->chips : QList<NpuChip>();
    for (qsizetype i = 0; i < all.size(); ++i) {
        const std::optional<int> device
            = all[i].deviceId ? all[i].deviceId
            : facts.deviceIds.size() == all.size() ? std::optional(facts.deviceIds[i])
                                                   : std::nullopt;
        const std::optional<int> id = topo.idKind == "phy"_L1 ? device : all[i].npu;
        const auto row = std::find_if(topo.rows.cbegin(), topo.rows.cend(),
                                      [&id](const NpuTopoRow &one) { return id && one.id == *id; });
        if (all[i].busId.isEmpty())
            return refuse(InterruptText::tr("npu-smi tells no address on the bus of chip %1.").arg(i));
        if (row == topo.rows.cend() || processorsOf(row->cpuAffinity).isEmpty())
            return refuse(InterruptText::tr("\"npu-smi info -t topo\" tells no processors near chip %1.").arg(i));
        chips << Chip{all[i].busId.toLower(), row->cpuAffinity};
        ++sharers[row->cpuAffinity];
    }
    if (chips.isEmpty())
        return refuse(InterruptText::tr("npu-smi tells of no chips."));
    QList<ChipInterrupts> result;
    QMap<QString, int> taken;
    for (const Chip &chip : std::as_const(chips)) {
        const QList<int> near = processorsOf(chip.affinity);
        const qsizetype share = near.size() / sharers[chip.affinity];
        if (share < 2)
            return refuse(InterruptText::tr("The processors %1 are too few for the %2 chips near them: two for each.")
                              .arg(chip.affinity)
                              .arg(sharers[chip.affinity]));
        result << ChipInterrupts{chip.bus, near.mid(share * taken[chip.affinity]++, share), near};
    }
    return result;
}

QStringList askInterrupts(const QList<ChipInterrupts> &chips)
{
    QStringList argv{u"sh"_s, u"-c"_s,
                     u"grep sq_send_trigger_irq /proc/interrupts | cut -d: -f1 | tr -d ' ' | tr '\\n' ' '; echo; "
                     "for b; do echo \"$b\" $(ls \"/sys/bus/pci/devices/$b/msi_irqs\" 2>/dev/null); done; "
                     "systemctl is-active irqbalance 2>/dev/null || true"_s,
                     u"sh"_s};
    for (const ChipInterrupts &chip : chips)
        argv << chip.bus;
    return argv;
}

InterruptAnswer readInterrupts(const QByteArray &text, const QList<ChipInterrupts> &chips)
{
    const auto numbers = [](const QStringList &words) {
        QList<int> all;
        for (const QString &word : words) {
            bool isNumber = false;
            const int number = word.toInt(&isNumber);
            if (isNumber && number >= 0)
                all << number;
        }
        return all;
    };
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    InterruptAnswer answer;
    answer.triggers = numbers(lines.value(0).split(u' ', Qt::SkipEmptyParts));
    for (qsizetype i = 0; i < chips.size(); ++i) {
        const QStringList words = lines.value(i + 1).split(u' ', Qt::SkipEmptyParts);
        if (words.value(0) == chips[i].bus)
            answer.ofBus.insert(chips[i].bus, numbers(words.mid(1)));
    }
    answer.irqbalance = lines.value(chips.size() + 1).trimmed();
    return answer;
}

QMap<int, int> wantedInterrupts(const QList<ChipInterrupts> &chips, const InterruptAnswer &answer)
{
    QMap<int, int> wanted;
    for (const ChipInterrupts &chip : chips) {
        const QList<int> its = answer.ofBus.value(chip.bus);
        const auto trigger = std::find_if(answer.triggers.cbegin(), answer.triggers.cend(),
                                          [&its](int number) { return its.contains(number); });
        if (trigger == answer.triggers.cend())
            continue;
        wanted.insert(*trigger, chip.processors[0]);
        if (its.contains(*trigger + 1))
            wanted.insert(*trigger + 1, chip.processors[1]);
    }
    return wanted;
}

QStringList askServed(const QList<int> &interrupts)
{
    QStringList argv{u"sh"_s, u"-c"_s,
                     u"for i; do echo \"$i\" $(cat \"/proc/irq/$i/smp_affinity_list\" 2>/dev/null); done"_s, u"sh"_s};
    for (const int interrupt : interrupts)
        argv << QString::number(interrupt);
    return argv;
}

QMap<int, QString> readServed(const QByteArray &text)
{
    QMap<int, QString> served;
    for (const QByteArray &line : text.split('\n')) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.size() == 2)
            served.insert(words[0].toInt(), QString::fromLatin1(words[1]));
    }
    return served;
}
