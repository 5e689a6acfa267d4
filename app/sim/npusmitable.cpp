// `npu-smi info`. Three layouts of its published source (hicann/driver, npucli): 310 and 310P (106 columns, no HBM),
// 910A/910B/A3 (98 columns, one more in the newer "v1"), 950 (its own first columns).
// Which rows are left out when a query fails, and what failures print: from there, too.
#include "app/sim/npusmi.h"

#include <cstdarg>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

QByteArray line(const char *format, ...) __attribute__((format(printf, 1, 2)));

QByteArray line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const QString text = QString::vasprintf(format, arguments);
    va_end(arguments);
    return text.toUtf8() + '\n';
}

// A border: "+---+--+" for the widths given.
QByteArray border(char fill, std::initializer_list<int> widths)
{
    QByteArray text("+");
    for (const int width : widths)
        text += QByteArray(width, fill) + '+';
    return text + '\n';
}

QByteArray number(const std::optional<double> &value)
{
    return QByteArray::number(value.value_or(0), 'f', 1);
}

// The kernel's name of a process, without what the tool drops from it.
QByteArray processName(QString name)
{
    return name.remove(u':').remove(u'\t').toUtf8();
}

QByteArray idle(int npu, int width)
{
    return "| No running processes found in NPU " + QByteArray::number(npu).leftJustified(7).leftJustified(width - 38)
        + " |\n";
}

constexpr int mostProcesses = 8; // per chip; the tool prints no more

class Table
{
public:
    explicit Table(const NodeState &state) : m_state(state) {}
    virtual ~Table() = default;

    QByteArray text()
    {
        QByteArray result = header();
        for (const int npu : m_state.npus)
            result += card(npu);
        if (!m_state.processTable)
            return result;
        result += processHeader();
        for (const int npu : m_state.npus)
            result += processesOf(npu);
        return result;
    }

protected:
    virtual QByteArray header() const = 0;
    virtual QByteArray processHeader() const = 0;
    virtual QByteArray row1(const Chip &chip) const = 0;
    virtual QByteArray row2(const Chip &chip, bool busKnown) const = 0;
    virtual QByteArray processRow(const Process &process) const = 0;
    virtual QByteArray divider() const = 0;
    virtual QByteArray end() const = 0;
    virtual QByteArray processEnd() const = 0;
    virtual int width() const = 0;

    const NodeState &m_state;

private:
    QByteArray card(int npu) const
    {
        const QList<Chip> chips = m_state.chipsOf(npu);
        QByteArray result;
        // Whether a card has a PCIe address is asked once per card; the last chip decides.
        const bool busKnown = !chips.isEmpty() && chips.last().bus;
        for (qsizetype i = 0; i < chips.size(); ++i) {
            if (!chips[i].row1Missing)
                result += row1(chips[i]);
            if (!chips[i].row2Missing)
                result += row2(chips[i], busKnown);
            if (i + 1 < chips.size())
                result += divider();
        }
        return chips.isEmpty() ? result : result + end();
    }

    QByteArray processesOf(int npu) const
    {
        QByteArray result;
        QMap<int, int> printed;
        for (const Process &process : m_state.processes) {
            if (process.npu == npu && printed[process.chip.value_or(0)]++ < mostProcesses)
                result += processRow(process);
        }
        return (result.isEmpty() ? idle(npu, width()) : result) + processEnd();
    }
};

class Table310 : public Table
{
    using Table::Table;

    int width() const override { return 106; }

    QByteArray header() const override
    {
        return border('-', {104})
            + line("| npu-smi %-40s Version: %-44s |", qPrintable(m_state.toolVersion),
                   qPrintable(m_state.driverVersion))
            + divider()
            + "| NPU     Name                  | Health          | Power(W)     Temp(C)           "
              "Hugepages-Usage(page) |\n"
              "| Chip    Device                | Bus-Id          | AICore(%)    Memory-Usage(MB)                       "
              " |\n"
            + end();
    }

    QByteArray processHeader() const override
    {
        return divider()
            + "| NPU     Chip                  | Process id      | Process name             | Process memory(MB)       "
              " |\n"
            + end();
    }

    QByteArray row1(const Chip &chip) const override
    {
        const Pair huge = chip.huge.value_or(Pair());
        const QByteArray power = m_state.family == Family::Ascend310P ? QByteArray("NA") : number(chip.power);
        return line("| %-7d %-22s| %-15s | %-12s %-17d %-6lld/ %-13lld |", chip.npu, qPrintable(chip.name),
                    qPrintable(chip.health), power.constData(), chip.temp.value_or(0), huge.used, huge.total);
    }

    QByteArray row2(const Chip &chip, bool busKnown) const override
    {
        const Pair memory = chip.mem.value_or(Pair());
        const QByteArray bus
            = busKnown ? chip.bus.value_or(u"0000:00:00.0"_s).toUtf8() + "   " : QByteArray("NA").leftJustified(15);
        return line("| %-7d %-22d| %s | %-12d %-5lld/ %-32lld |", chip.chip.value_or(0), deviceIdOf(m_state, chip),
                    bus.constData(), chip.aicore, memory.used, memory.total);
    }

    QByteArray processRow(const Process &process) const override
    {
        return line("| %-7d %-22d| %-15lld | %-24s | %-25lld |", process.npu, process.chip.value_or(0), process.pid,
                    processName(process.name).constData(), process.memoryMb);
    }

    QByteArray divider() const override { return border('-', {31, 17, 54}); }
    QByteArray end() const override { return border('=', {31, 17, 54}); }
    QByteArray processEnd() const override { return end(); }
};

class Table910 : public Table
{
    using Table::Table;

    int wider() const { return m_state.v1 ? 1 : 0; }
    int width() const override { return 98 + wider(); }
    bool is950() const { return m_state.family == Family::Ascend950; }

    QByteArray header() const override
    {
        const QByteArray blank(wider(), ' ');
        const QByteArray top = border('-', {96 + wider()});
        if (is950()) {
            return top
                + line("| npu-smi %-40s Version: %-37s |", qPrintable(m_state.toolVersion),
                       qPrintable(m_state.driverVersion))
                + border('-', {8, 18, 15, 53})
                + "| NPU ID | Name             | Health        | Power(W)    Temp(C)           Hugepages-Usage(page) "
                  "|\n"
                  "|        |                  | Bus-Id        | NPU Util(%) Memory-Usage(MB)  HBM-Usage(MB)         "
                  "|\n"
                + end();
        }
        const QByteArray chip = m_state.family == Family::Ascend910C ? "Chip  Phy-ID" : "Chip        ";
        return top
            + line("| npu-smi %-24s Version: %-*s |", qPrintable(m_state.toolVersion), 52 + wider(),
                   qPrintable(m_state.driverVersion))
            + border('-', {27, 15, 52 + wider()})
            + "| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)"
            + blank + "|\n" + "| " + chip
            + "              | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        " + blank + "|\n"
            + end();
    }

    QByteArray processHeader() const override
    {
        const QByteArray blank(wider(), ' ');
        const QByteArray ids = is950() ? "NPU ID                    " : "NPU     Chip              ";
        return border('-', {27, 15, 52 + wider()}) + "| " + ids
            + "| Process id    | Process name             | Process memory(MB)      " + blank + "|\n" + processEnd();
    }

    QByteArray row1(const Chip &chip) const override
    {
        const Pair huge = chip.huge.value_or(Pair());
        // The power of an A3 card is that of its first die; the second prints none.
        const bool second = m_state.family == Family::Ascend910C && chip.chip == 1;
        const QByteArray power = second ? QByteArray("-") : number(chip.power);
        const QByteArray ids = is950() ? line("| %-7d| %-17s", chip.npu, qPrintable(chip.name)).chopped(1)
                                       : line("| %-5d %-20s", chip.npu, qPrintable(chip.name)).chopped(1);
        return line("%s| %-13s | %-11s %-17d %-*lld/ %-13lld |", ids.constData(), qPrintable(chip.health),
                    power.constData(), chip.temp.value_or(0), 5 + wider(), huge.used, huge.total);
    }

    QByteArray row2(const Chip &chip, bool) const override
    {
        // no DDR on the others
        const Pair memory = m_state.family == Family::Ascend910A ? chip.mem.value_or(Pair()) : Pair();
        const Pair hbm = chip.hbm.value_or(Pair());
        QByteArray ids;
        if (is950())
            ids = "|        |                  ";
        else if (m_state.family == Family::Ascend910C)
            ids = line("| %-5d %-20d", chip.chip.value_or(0), deviceIdOf(m_state, chip)).chopped(1);
        else
            ids = line("| %-26d", chip.chip.value_or(0)).chopped(1);
        // The function field is two wide; a 950 without PCIe prints NA.
        const QByteArray bus
            = !chip.bus && is950() ? QByteArray("NA           ") : chip.bus.value_or(u"0000:00:00.0"_s).toUtf8() + ' ';
        return line("%s| %s | %-11d %-5lld/ %-10lld %-*lld/ %-13lld |", ids.constData(), bus.constData(), chip.aicore,
                    memory.used, memory.total, 5 + wider(), hbm.used, hbm.total);
    }

    QByteArray processRow(const Process &process) const override
    {
        const QByteArray name = processName(process.name);
        if (is950()) // one column off its borders, as the tool prints it
            return line("| %-26d | %-13lld | %-24s | %-23lld |", process.npu, process.pid, name.constData(),
                        process.memoryMb);
        return line("| %-7d %-18d| %-13lld | %-24s | %-*lld |", process.npu, process.chip.value_or(0), process.pid,
                    name.constData(), 23 + wider(), process.memoryMb);
    }

    QByteArray divider() const override { return border('-', {96 + wider()}); }
    QByteArray end() const override { return is950() ? border('=', {8, 18, 15, 53}) : processEnd(); }
    QByteArray processEnd() const override { return border('=', {27, 15, 52 + wider()}); }
};

} // namespace

QByteArray npuSmiInfoTable(const NodeState &state)
{
    if (state.family == Family::Ascend310 || state.family == Family::Ascend310P)
        return Table310(state).text();
    return Table910(state).text();
}

} // namespace sim
