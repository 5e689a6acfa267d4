// Which processors serve the NPUs' interrupts: those two of each chip that vLLM-Ascend binds itself
// (core/facts/interruptplan.h), against the processors of the chip's own NUMA node.
#include "core/checks/catalogue.h"
#include "core/facts/interruptplan.h"
#include "core/facts/npufacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Result<QList<ChipInterrupts>> chipsOf(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return info.error();
    const Result<CommandOutput> text = probe.ask({u"npu-smi"_s, u"info"_s, u"-t"_s, u"topo"_s}, npuSmiTimeout);
    if (!text)
        return text.error();
    const Result<NpuTopo> topo = parseNpuSmiTopo(text->out);
    if (!topo)
        return topo.error();
    NodeFacts facts;
    facts.name = context.node.name;
    facts.npuSmi = *info;
    for (const std::optional<int> &device : devicesOfChips(probe, *info)) {
        if (device)
            facts.deviceIds << *device;
    }
    return chipInterrupts(facts, *topo);
}

Finding checkInterrupts(NodeProbe &probe, const CheckContext &context)
{
    const Result<QList<ChipInterrupts>> chips = chipsOf(probe, context);
    if (!chips)
        return unknown(chips.error());
    const Result<CommandOutput> output = probe.ask(askInterrupts(*chips));
    if (!output)
        return unknown(output.error());
    const InterruptAnswer answer = readInterrupts(output->out, *chips);
    const QList<int> interrupts = wantedInterrupts(*chips, answer).keys();
    if (interrupts.isEmpty())
        return unknown(Checks::tr("none of the chips has an interrupt called sq_send_trigger_irq"));
    const Result<CommandOutput> lists = probe.ask(askServed(interrupts));
    if (!lists)
        return unknown(lists.error());
    QStringList far, anywhere;           // "41 (0-3)"
    int read = 0;
    const QMap<int, QString> all = readServed(lists->out);
    for (auto one = all.cbegin(); one != all.cend(); ++one) {
        const QList<int> served = processorsOf(one.value());
        const auto chip = std::find_if(chips->cbegin(), chips->cend(), [&](const ChipInterrupts &each) {
            return answer.ofBus.value(each.bus).contains(one.key());
        });
        if (served.isEmpty() || chip == chips->cend())
            continue;
        ++read;
        const auto isNear = [&](int processor) { return chip->near.contains(processor); };
        if (std::none_of(served.cbegin(), served.cend(), isNear))
            far << u"%1 (%2)"_s.arg(one.key()).arg(one.value());
        else if (!std::all_of(served.cbegin(), served.cend(), isNear))
            anywhere << QString::number(one.key());
    }
    if (read == 0)
        return unknown(Checks::tr("%1 cannot be read there").arg(u"/proc/irq/N/smp_affinity_list"_s));
    if (!far.isEmpty())
        return warned(Checks::tr("%1 far", "interrupts").arg(far.size()),
                      Checks::tr("interrupts of NPUs are served on another NUMA node, by the processors in brackets: "
                                 "%1")
                          .arg(firstFew(far)));
    if (!anywhere.isEmpty())
        return warned(Checks::tr("%1 anywhere", "interrupts").arg(anywhere.size()),
                      Checks::tr("interrupts of NPUs may be served by processors of any NUMA node: %1")
                          .arg(firstFew(anywhere)));
    const QString near = Checks::tr("the NPUs' %1 interrupts are served on their own NUMA nodes").arg(read);
    return passed(Checks::tr("near"), answer.irqbalance == "active"_L1
                                          ? Checks::tr("%1; irqbalance runs and may move them").arg(near)
                                          : near);
}

} // namespace

// Fails when / warns when:
QList<NodeCheck> npuInterruptChecks()
{
    return {
        // warns: one of them is served on another NUMA node, or may be
        {"npu.interrupts", "driver.present", checkInterrupts, 1, nullptr, 3},
    };
}
