// Which processor serves which interrupt of the NPUs: those two of each chip that vLLM-Ascend binds (v0.18.0 and
// v0.23.0, vllm_ascend/cpu_binding.py, bind_npu_irq: sq_send_trigger_irq and the one after it), on the first two
// processors of the chip's share of its NUMA node (`npu-smi info -t topo`, column CPU Affinity). In a container the
// engine cannot stop the host's irqbalance, which moves them again (its cpu_binding.md). Pure.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/parse/nputopo.h"

#include <QHash>
#include <QMap>

// "0-3,8" -> 0, 1, 2, 3, 8; what is none of it is left out.
QList<int> processorsOf(const QString &list);

struct ChipInterrupts
{
    QString bus;                         // "0000:c1:00.0", as /sys/bus/pci/devices has it
    QList<int> processors;               // its share of its NUMA node's
    QList<int> near;                     // all of its NUMA node
    bool operator==(const ChipInterrupts &) const = default;
};

// Chips of one NUMA node share its processors evenly, in the order of npu-smi's table. ErrorKind::Invalid: a sentence:
// npu-smi tells no addresses on the bus or no affinity, or a share has less than two.
Result<QList<ChipInterrupts>> chipInterrupts(const NodeFacts &facts, const NpuTopo &topo);

// What the node answers to askInterrupts(): first line the numbers that are called sq_send_trigger_irq, then for each
// bus address in the order asked a line of it and its interrupts, at the end irqbalance's state as systemctl has it.
struct InterruptAnswer
{
    QList<int> triggers;
    QHash<QString, QList<int>> ofBus;
    QString irqbalance;                  // "active", "inactive"; empty: there is none
};
QStringList askInterrupts(const QList<ChipInterrupts> &chips); // argv
InterruptAnswer readInterrupts(const QByteArray &text, const QList<ChipInterrupts> &chips);

// Which processors serve them: argv, and by number the list as the kernel writes it ("0-3"); those that are not there
// (after a reboot) have none.
QStringList askServed(const QList<int> &interrupts);
QMap<int, QString> readServed(const QByteArray &text);

// By interrupt number: the processor. Empty: none of the chips has such an interrupt.
QMap<int, int> wantedInterrupts(const QList<ChipInterrupts> &chips, const InterruptAnswer &answer);
