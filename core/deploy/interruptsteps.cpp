#include "core/deploy/interruptsteps.h"

#include "core/facts/interruptplan.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

const QStringList topoQuestion{u"npu-smi"_s, u"info"_s, u"-t"_s, u"topo"_s};

QStringList startIrqbalance() { return {u"systemctl"_s, u"start"_s, u"irqbalance"_s}; }
QStringList stopIrqbalance() { return {u"systemctl"_s, u"stop"_s, u"irqbalance"_s}; }

QString remedyOfBinding()
{
    return DeployText::tr("Or set \"Interrupts\" of the recipe to \"leave\": then nothing of it is touched.");
}

Result<QMap<int, QString>> boundNow(StepIo &io, const QList<int> &interrupts)
{
    const Result<CommandOutput> output = runOrFail(io, askServed(interrupts));
    if (!output)
        return output.error();
    return readServed(output->out);
}

Result<void> write(StepIo &io, const QMap<int, QString> &lists)
{
    if (lists.isEmpty())
        return {};
    QStringList argv{u"sh"_s, u"-c"_s,
                     u"while [ $# -gt 1 ]; do printf %s \"$2\" >\"/proc/irq/$1/smp_affinity_list\" || exit 1; shift 2; "
                     "done"_s,
                     u"sh"_s};
    for (auto one = lists.cbegin(); one != lists.cend(); ++one)
        argv << QString::number(one.key()) << one.value();
    if (const Result<CommandOutput> output = runOrFail(io, argv); !output) {
        Error error = output.error();
        if (error.kind == ErrorKind::CommandFailed)
            error.facts.insert(u"remedy"_s,
                               DeployText::tr("Only root may bind interrupts: log in to the node as root.") + u' '
                                   + remedyOfBinding());
        return error;
    }
    return {};
}

struct Wanted
{
    QMap<int, int> processors;           // by interrupt
    QString irqbalance;
};

Result<Wanted> wantedNow(StepIo &io)
{
    const Result<CommandOutput> text = runOrFail(io, topoQuestion);
    if (!text)
        return text.error();
    const Result<NpuTopo> topo = parseNpuSmiTopo(text->out);
    if (!topo)
        return topo.error();
    const Result<QList<ChipInterrupts>> chips = chipInterrupts(io.context.facts, *topo);
    if (!chips) {
        Error error = chips.error();
        error.facts.insert(u"remedy"_s, remedyOfBinding());
        return error;
    }
    const Result<CommandOutput> output = runOrFail(io, askInterrupts(*chips));
    if (!output)
        return output.error();
    const InterruptAnswer answer = readInterrupts(output->out, *chips);
    const QMap<int, int> wanted = wantedInterrupts(*chips, answer);
    if (wanted.isEmpty())
        return stepFailure(io, DeployText::tr("None of the chips has an interrupt called sq_send_trigger_irq."),
                           DeployText::tr("See that the NPUs' driver is loaded: grep sq_send /proc/interrupts.") + u' '
                               + remedyOfBinding(),
                           textOf(*output));
    return Wanted{wanted, answer.irqbalance};
}

QMap<int, QString> listsAt(const Json &data, const char *key)
{
    QMap<int, QString> lists;
    const auto its = data.find(key);
    if (its == data.end() || !its->is_object())
        return lists;
    for (const auto &[number, list] : its->items()) {
        if (list.is_string())
            lists.insert(QString::fromStdString(number).toInt(), list.get<QString>());
    }
    return lists;
}

Json toJson(const QMap<int, QString> &lists)
{
    Json json = Json::object();
    for (auto one = lists.cbegin(); one != lists.cend(); ++one)
        json[std::to_string(one.key())] = one.value();
    return json;
}

} // namespace

bool hasInterrupts(const StepContext &context) { return !context.launch.interrupts.isEmpty(); }

QStringList interruptProbes(const StepContext &context)
{
    if (context.launch.interrupts != "bind"_L1)
        return {DeployText::tr("whether an earlier run has bound interrupts")};
    return {quoted(topoQuestion), DeployText::tr("the NPUs' interrupts, what serves them now, and irqbalance")};
}

QStringList interruptCommands(const StepContext &context)
{
    if (context.launch.interrupts != "bind"_L1)
        return {};
    return {quoted(stopIrqbalance()),
            DeployText::tr("for each chip: its two interrupts to the first two processors of its share of its NUMA "
                           "node (/proc/irq/N/smp_affinity_list)")};
}

QString interruptUndoText(const StepContext &)
{
    return DeployText::tr("what they were bound to before; %1 if it ran").arg(quoted(startIrqbalance()));
}

Result<StepAnswer> probeInterrupts(StepIo &io)
{
    if (io.context.launch.interrupts != "bind"_L1) {
        const bool isOurs = io.data.contains("set");
        return StepAnswer{!isOurs, isOurs ? DeployText::tr("an earlier run has bound them")
                                          : DeployText::tr("left as they are")};
    }
    const Result<Wanted> wanted = wantedNow(io);
    if (!wanted)
        return wanted.error();
    const Result<QMap<int, QString>> now = boundNow(io, wanted->processors.keys());
    if (!now)
        return now.error();
    int other = 0;
    for (auto one = wanted->processors.cbegin(); one != wanted->processors.cend(); ++one)
        other += now->value(one.key()) != QString::number(one.value());
    if (wanted->irqbalance == "active"_L1)
        return StepAnswer{false, DeployText::tr("irqbalance runs and moves them")};
    if (other > 0)
        return StepAnswer{false, DeployText::tr("%1 of %2 interrupts are bound otherwise")
                                     .arg(other)
                                     .arg(wanted->processors.size())};
    return StepAnswer{true, DeployText::tr("%1 interrupts, each on a processor near its NPU")
                                .arg(wanted->processors.size())};
}

Result<void> bindInterrupts(StepIo &io)
{
    if (io.context.launch.interrupts != "bind"_L1)
        return putInterruptsBack(io);
    const Result<Wanted> wanted = wantedNow(io);
    if (!wanted)
        return wanted.error();
    const Result<QMap<int, QString>> now = boundNow(io, wanted->processors.keys());
    if (!now)
        return now.error();
    // What an earlier run of ours found stays what undo puts back.
    QMap<int, QString> before = listsAt(io.data, "before"), set = listsAt(io.data, "set");
    QMap<int, QString> lists;
    for (auto one = wanted->processors.cbegin(); one != wanted->processors.cend(); ++one) {
        const QString is = now->value(one.key()), wants = QString::number(one.value());
        if (is == wants)
            continue;
        if (!before.contains(one.key()) || set.value(one.key()) != is)
            before.insert(one.key(), is);
        lists.insert(one.key(), wants);
        set.insert(one.key(), wants);
    }
    io.data["before"] = toJson(before);
    io.data["set"] = toJson(set);
    if (wanted->irqbalance == "active"_L1)
        io.data["irqbalance"] = true;
    if (const Result<void> saved = io.save(); !saved)
        return saved.error();
    if (wanted->irqbalance == "active"_L1) {
        if (const Result<CommandOutput> stopped = runOrFail(io, stopIrqbalance()); !stopped)
            return stopped.error();
    }
    return write(io, lists);
}

Result<void> putInterruptsBack(StepIo &io)
{
    const QMap<int, QString> before = listsAt(io.data, "before"), set = listsAt(io.data, "set");
    if (!set.isEmpty()) {
        const Result<QMap<int, QString>> now = boundNow(io, set.keys());
        if (!now)
            return now.error();
        QMap<int, QString> lists;
        int others = 0;
        for (auto one = set.cbegin(); one != set.cend(); ++one) {
            if (now->value(one.key()) == one.value() && !before.value(one.key()).isEmpty())
                lists.insert(one.key(), before.value(one.key()));
            else if (now->value(one.key()) != before.value(one.key()))
                ++others;
        }
        if (const Result<void> written = write(io, lists); !written)
            return written.error();
        if (others > 0)
            io.note = DeployText::tr("%1 interrupts that somebody has bound otherwise since stay so").arg(others);
    }
    if (io.data.value("irqbalance", false)) {
        if (const Result<CommandOutput> started = runOrFail(io, startIrqbalance()); !started)
            return started.error();
    }
    io.data = Json::object();
    return io.save();
}
