#include "core/parse/npusmi.h"

#include "core/parse/boxtable.h"
#include "core/parse/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <limits>
#include <set>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

using Values = QHash<QString, QString>; // column name -> what stood there

// The two header rows of the device table: which columns each cell holds, and which cell tells the rows apart.
struct Header
{
    QList<QList<HeaderColumn>> first, second;
    qsizetype healthCell = -1;
    QList<qsizetype> widths;              // of the first row's cells, in characters

    bool isSet() const { return healthCell >= 0 && !second.isEmpty(); }
    bool has(const QString &name) const
    {
        for (const auto &cells : {first, second}) {
            for (const QList<HeaderColumn> &cell : cells) {
                for (const HeaderColumn &column : cell) {
                    if (column.name == name)
                        return true;
                }
            }
        }
        return false;
    }
};

QList<QList<HeaderColumn>> headerCells(const QStringList &cells)
{
    QList<QList<HeaderColumn>> out;
    for (const QString &cell : cells)
        out << headerColumns(cell);
    return out;
}

qsizetype cellWith(const QList<QList<HeaderColumn>> &cells, const QString &name)
{
    for (qsizetype i = 0; i < cells.size(); ++i) {
        for (const HeaderColumn &column : cells[i]) {
            if (column.name == name)
                return i;
        }
    }
    return -1;
}

// 20.x headers leave the unit out.
QString valueAt(const Values &values, std::initializer_list<QString> names)
{
    for (const QString &name : names) {
        if (const auto it = values.constFind(name); it != values.cend())
            return *it;
    }
    return {};
}

bool isBusId(const QString &cell)
{
    static const QRegularExpression bus(uR"(^[0-9A-Fa-f]{1,8}:[0-9A-Fa-f]{1,2}:[0-9A-Fa-f]{1,2}(\.[0-9A-Fa-f])?$)"_s);
    return bus.match(cell.trimmed()).hasMatch();
}

bool isWord(const QString &cell)
{
    const QString text = cell.trimmed();
    return !text.isEmpty() && text != u"NA" && text != u"N/A"
        && std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
}

// The last columns of a row: how many singles and pairs a row of this header shows there.
bool hasShape(const QList<HeaderColumn> &columns, const QList<CellToken> &tokens)
{
    if (columns.size() != tokens.size())
        return false;
    for (qsizetype i = 0; i < columns.size(); ++i) {
        if (columns[i].isPair != tokens[i].isPair)
            return false;
    }
    return true;
}

// One value too few, and a pair that touches what may be its neighbour's: "43" and "12 / 15" without the blanks between
// them.
bool runsTogether(const QList<HeaderColumn> &columns, const QList<CellToken> &tokens)
{
    const auto isPair = [](const auto &one) { return one.isPair; };
    const auto pairs = std::count_if(columns.begin(), columns.end(), isPair);
    return tokens.size() < columns.size() && pairs < columns.size() && pairs > 0
        && std::count_if(tokens.begin(), tokens.end(), isPair) == pairs && !tokens.first().isPair;
}

// Cells are padded to their column's width and only ever run over it (npu-smi's published source); one that is shorter
// has lost something. One character of play: rows of the 950's process table, and names that were made unreadable by
// hand.
bool isPadded(const QString &cell, qsizetype width) { return cell.size() + 1 >= width; }

bool isFigure(const CellToken &token) { return token.isPair || isBlankValue(token.text) || number(token.text); }

class InfoReader
{
public:
    void read(const QList<BoxLine> &lines)
    {
        for (const BoxLine &line : lines)
            readLine(line);
        endTable();
    }

    QList<NpuSmiInfo> tables;

private:
    enum Section { Outside, Banner, Devices, Processes };

    void readLine(const BoxLine &line)
    {
        switch (line.kind) {
        case BoxLine::Rule:
            flushPending();
            m_isGroupWhole = true;
            m_closedBefore = m_closed;
            m_closedByDashBefore = m_closedByDash;
            m_widest = std::max(m_widest, line.text.size());
            // a border cut at one of its inner '+' is shorter
            m_closed = line.whole && line.text.size() + 8 >= m_widest;
            m_closedByDash = line.rule == u'-';
            break;
        case BoxLine::Elision:
            flushPending();
            if (m_section != Outside)
                m_info.truncated = true;
            m_elidedAfter.insert(m_info.chips.size());
            break;
        case BoxLine::Row:
            readRow(line);
            break;
        case BoxLine::Other:
            if (m_section == Devices)
                m_isGroupWhole = false; // what stood here may have been a row
            if (m_section != Outside && !line.text.isEmpty() && line.text.size() + 1 >= m_widest
                && line.text.size() <= m_widest + 1)
                m_info.truncated = true; // as wide as the table, and none of its lines
            if (line.text.contains(u"[WARNING]") && m_section != Outside)
                m_info.warnings << line.text.simplified();
            break;
        }
    }

    void readRow(const BoxLine &line)
    {
        static const QRegularExpression banner(uR"(npu-smi\s+(\S*)\s+Version\s*:(.*))"_s);
        if (const QRegularExpressionMatch match = banner.match(line.text); match.hasMatch() && line.cells.size() == 1) {
            m_closed = m_closedBefore; // the border above the banner is the next table's own
            m_closedByDash = m_closedByDashBefore;
            endTable();
            m_section = Banner;
            m_prefix = line.prefix;
            m_info.toolVersion = readable(match.captured(1));
            if (line.whole)
                m_info.driverVersion = readable(
                    line.cells.first().mid(line.cells.first().indexOf(u"Version")).section(u':', 1).trimmed());
            else
                m_info.truncated = true;
            return;
        }
        const QList<QList<HeaderColumn>> header = headerCells(line.cells);
        if (cellWith(header, u"health"_s) >= 0
            && (cellWith(header, u"npu"_s) >= 0 || cellWith(header, u"npu id"_s) >= 0)) {
            if (m_section != Banner)
                endTable();
            m_prefix = line.prefix;
            m_section = Devices;
            m_header = {};
            m_header.first = header;
            m_header.healthCell = cellWith(header, u"health"_s);
            m_header.widths = widthsOf(line);
            m_info.truncated |= !line.whole;
            m_closed = false;
            return;
        }
        // A shell prompt with a pipe, a log line: not of this table. (A table behind "node1: " or a time has it on
        // every line.)
        if (m_section != Outside
            && (line.prefix.isEmpty() != m_prefix.isEmpty() || line.prefix.size() != m_prefix.size())) {
            m_isGroupWhole = false;
            m_info.truncated |= line.whole; // or a row of it whose first border is lost
            return;
        }
        if (m_section == Devices && cellWith(header, u"bus-id"_s) >= 0) {
            m_header.second = header;
            m_info.truncated |= !line.whole;
            return;
        }
        if (cellWith(header, u"process id"_s) >= 0 && m_section == Devices) {
            flushPending();
            m_section = Processes;
            m_devicesClosed = m_closed;
            m_closed = false;
            m_processHeader = header;
            m_processWidths = widthsOf(line);
            m_info.hasProcessTable = true;
            m_info.truncated |= !line.whole;
            return;
        }
        if (m_section == Devices && m_header.isSet())
            readDeviceRow(line);
        else if (m_section == Processes)
            readProcessRow(line);
    }

    // What a cell of this table must at least have; nothing, where copying squeezed the blanks out of the rows.
    QList<qsizetype> widthsOf(const BoxLine &header) const
    {
        const bool isSqueezed = header.text.size() + 2 < m_widest;
        QList<qsizetype> widths;
        for (const QString &cell : header.cells)
            widths << (isSqueezed ? 0 : cell.size());
        return widths;
    }

    // Which of the two rows of a chip is this? The bus id or the health word tells; where neither stands there, the
    // figures do.
    int rowOfChip(const BoxLine &line) const
    {
        const qsizetype at = m_header.healthCell;
        const bool closed = line.whole || at + 1 < line.cells.size();
        if (at >= line.cells.size() || !closed)
            return 0;
        if (isBusId(line.cells[at]))
            return 2;
        if (isWord(line.cells[at]))
            return 1;
        if (!line.whole || line.cells.size() != m_header.first.size())
            return 0;
        const QList<CellToken> tokens = cellTokens(line.cells.last(), true);
        const bool first = hasShape(m_header.first.last(), tokens), second = hasShape(m_header.second.last(), tokens);
        return first == second ? 0 : first ? 1 : 2;
    }

    // Does each cell before the figures hold what its columns hold, and nothing beside?
    bool fitsColumns(const BoxLine &line, int row) const
    {
        const QList<QList<HeaderColumn>> &header = row == 1 ? m_header.first : m_header.second;
        if (line.cells.size() != header.size() || line.cells.size() != m_header.widths.size())
            return false;
        for (qsizetype i = 0; i + 1 < line.cells.size(); ++i) {
            const QString text = line.cells[i].simplified();
            const QList<HeaderColumn> &columns = header[i];
            if (!isPadded(line.cells[i], m_header.widths[i]))
                return false;
            if (i == m_header.healthCell && row == 1) {
                if (!std::all_of(text.begin(), text.end(),
                                 [](QChar c) { return c.isLetter() || c == u'/' || c == u'-' || c == u'_'; }))
                    return false;
            } else if (i == m_header.healthCell) {
                if (!isBusId(text) && !isBlankValue(text))
                    return false;
            } else if (columns.isEmpty()) {
                if (!text.isEmpty())
                    return false;
            } else {
                const QStringList values = text.split(u' ', Qt::SkipEmptyParts);
                if (values.size() < columns.size()
                    || (values.size() > columns.size() && columns.last().name != u"name"_s))
                    return false;
                for (qsizetype c = 0; c < columns.size(); ++c) {
                    const bool isId = columns[c].name != u"name"_s;
                    const bool mayBeBlank = columns[c].name == u"phy-id"_s || columns[c].name == u"device"_s;
                    if (isId && smallInteger(values[c]).value_or(-1) < 0 && !(mayBeBlank && isBlankValue(values[c])))
                        return false;
                }
            }
        }
        return true;
    }

    // A row that does not fit is left out with the chip it is of: its values could be another's.
    void readDeviceRow(const BoxLine &line)
    {
        m_closed = false;
        int row = line.cells.size() <= m_header.first.size() ? rowOfChip(line) : 0;
        if (line.whole && row != 0 && !fitsColumns(line, row))
            row = 0;
        // Only the tool leaves out a first row: then the second one stands alone between borders.
        if (row == 2 && !m_pending && !m_isGroupWhole)
            row = 0;
        m_isGroupWhole = row == 1;
        if (!line.whole || row == 0 || line.cells.size() != m_header.first.size())
            m_info.truncated = true;
        if (row == 0) {
            dropPending(); // the first row of a chip is not the chip
            return;
        }
        const QList<QList<HeaderColumn>> &header = row == 1 ? m_header.first : m_header.second;
        Values values;
        for (qsizetype i = 0; i < line.cells.size() && i < header.size(); ++i) {
            const bool whole = line.whole || i + 1 < line.cells.size();
            const QList<HeaderColumn> &columns = header[i];
            if (columns.size() == 1 && !columns[0].isPair && !whole)
                continue;
            if (columns.size() == 2 && columns[1].name == u"name") {
                if (!whole)
                    continue;
                const QString text = line.cells[i].simplified();
                values[columns[0].name] = text.section(u' ', 0, 0);
                values[u"name"_s] = text.section(u' ', 1);
            } else if (columns.size() == 1 && !columns[0].isPair) {
                values[columns[0].name] = line.cells[i].simplified();
            } else {
                QList<CellToken> tokens = cellTokens(line.cells[i], whole);
                // A cell that lost characters, or holds what is no figure: whose its figures are cannot be told.
                if (i + 1 == line.cells.size() && whole
                    && (line.cells[i].size() + 2 < m_header.widths.value(i) || tokens.size() > columns.size()
                        || !std::all_of(tokens.begin(), tokens.end(), isFigure))) {
                    m_info.truncated = true;
                    tokens.clear();
                }
                const QList<int> assigned = assignTokens(columns, tokens);
                const bool mayRunTogether = whole && runsTogether(columns, tokens);
                m_info.truncated |= mayRunTogether;
                for (qsizetype c = 0; c < columns.size(); ++c) {
                    if (assigned[c] >= 0 && !(mayRunTogether && columns[c].isPair))
                        values[columns[c].name] = tokens[assigned[c]].text;
                }
            }
        }
        if (row == 1) {
            flushPending();
            takeFirst(values);
        } else {
            takeSecond(values);
        }
    }

    static void takePair(const QString &text, std::optional<qint64> *used, std::optional<qint64> *total)
    {
        const std::optional<qint64> a = integer(text.section(u'/', 0, 0)), b = integer(text.section(u'/', 1, 1));
        if (a && b) {
            *used = a;
            *total = b;
        }
    }

    // A name with a character in it that no tool prints is another's.
    QString readable(const QString &text)
    {
        const bool isDamaged = text.contains(QChar(QChar::ReplacementCharacter));
        m_info.truncated |= isDamaged;
        return isDamaged ? QString() : text;
    }

    void takeFirst(const Values &values)
    {
        NpuChip chip;
        chip.npu = smallInteger(valueAt(values, {u"npu id"_s, u"npu"_s}));
        const QString name = values[u"name"_s], health = values[u"health"_s];
        chip.name = isBlankValue(name) ? QString() : readable(name);
        chip.health = health == u"NA" || health == u"N/A" || health == u"-" ? QString() : health;
        chip.powerWatts = number(valueAt(values, {u"power(w)"_s, u"power"_s}));
        chip.temperatureC = smallInteger(valueAt(values, {u"temp(c)"_s, u"temp"_s}));
        takePair(values[u"hugepages-usage(page)"_s], &chip.hugepagesUsed, &chip.hugepagesTotal);
        // What cannot be is a damaged number: no figure at all, here as in the second row.
        constexpr int coldest = -274, hottest = 200; // the tool itself prints -274 for a sensor that does not tell
        if (chip.powerWatts && *chip.powerWatts < 0) {
            leaveOut(u"powerWatts"_s, QString::number(*chip.powerWatts));
            chip.powerWatts.reset();
        }
        if (chip.temperatureC && (*chip.temperatureC < coldest || *chip.temperatureC > hottest)) {
            leaveOut(u"temperatureC"_s, QString::number(*chip.temperatureC));
            chip.temperatureC.reset();
        }
        m_pending = chip;
    }

    // Of the chip that is being read; which one that is, its second row tells.
    void leaveOut(const QString &figure, const QString &value)
    {
        m_info.truncated = true;
        m_leftOut << NpuLeftOut{{}, figure, value};
    }

    void addChip(const NpuChip &chip)
    {
        for (NpuLeftOut &one : m_leftOut) {
            one.chip = npuAndChip(chip);
            m_info.leftOut << one;
        }
        m_leftOut.clear();
        m_info.chips << chip;
    }

    void dropPending()
    {
        m_pending.reset();
        m_leftOut.clear();
    }

    void takeSecond(const Values &values)
    {
        NpuChip chip = m_pending.value_or(NpuChip{});
        m_pending.reset();
        chip.chip = smallInteger(values[u"chip"_s]);
        chip.deviceId = smallInteger(valueAt(values, {u"phy-id"_s, u"device"_s}));
        const QString bus = values[u"bus-id"_s];
        chip.busId = isBusId(bus) ? bus : QString();
        chip.aiCorePercent = smallInteger(valueAt(values, {u"npu util(%)"_s, u"aicore(%)"_s}));
        takePair(values[u"memory-usage(mb)"_s], &chip.memoryUsedMb, &chip.memoryTotalMb);
        takePair(values[u"hbm-usage(mb)"_s], &chip.hbmUsedMb, &chip.hbmTotalMb);
        if (chip.aiCorePercent && (*chip.aiCorePercent < 0 || *chip.aiCorePercent > 100)) {
            leaveOut(u"aiCorePercent"_s, QString::number(*chip.aiCorePercent));
            chip.aiCorePercent.reset();
        }
        for (const auto &[figure, used, total] :
             {std::tuple(u"memoryUsedMb"_s, &chip.memoryUsedMb, &chip.memoryTotalMb),
              std::tuple(u"hbmUsedMb"_s, &chip.hbmUsedMb, &chip.hbmTotalMb)}) {
            if (!*used || (**used >= 0 && **used <= **total))
                continue;
            leaveOut(figure, u"%1/%2"_s.arg(**used).arg(**total));
            used->reset();
            total->reset();
        }
        addChip(chip);
    }

    // A first row that no second row follows: the tool left the second one out (310P, failed logic id).
    void flushPending()
    {
        if (!m_pending)
            return;
        if (m_isGroupWhole && !m_header.has(u"hbm-usage(mb)"_s))
            addChip(*m_pending);
        else
            m_info.truncated = true;
        dropPending();
    }

    void readProcessRow(const BoxLine &line)
    {
        // at the row's beginning: further on it is a process that calls itself so
        static const QRegularExpression none(uR"(^[\s|]*No running process(es)? found in NPU\s+(\d+)(?=[\s.|]|$))"_s,
                                             QRegularExpression::CaseInsensitiveOption);
        m_closed = false;
        if (const QRegularExpressionMatch match = none.match(line.text); match.hasMatch()) {
            const std::optional<int> npu = smallInteger(match.captured(2));
            if (npu && line.whole)
                m_info.idleNpus << *npu;
            else
                m_info.truncated = true;
            return;
        }
        const qsizetype extra = line.cells.size() - m_processHeader.size();
        if (!line.whole || extra < 0) {
            m_info.truncated = true;
            return;
        }
        QStringList cells = line.cells;
        const qsizetype nameCell = cellWith(m_processHeader, u"process name"_s);
        // a name may hold '|' (npu-smi prints it as it is), but no more characters than its column
        if (extra > 0 && nameCell >= 0) {
            cells[nameCell] = cells.mid(nameCell, extra + 1).join(u'|');
            cells.remove(nameCell + 1, extra);
        }
        if (!isProcess(cells, nameCell, extra > 0)) {
            m_info.truncated = true;
            return;
        }
        NpuProcess process;
        for (qsizetype i = 0; i < cells.size(); ++i) {
            const QString text = cells[i].trimmed();
            const QStringList ids = text.simplified().split(u' ', Qt::SkipEmptyParts);
            const QList<HeaderColumn> &columns = m_processHeader[i];
            if (i == nameCell) {
                process.name = text;
            } else if (columns.size() == ids.size()) {
                for (qsizetype c = 0; c < columns.size(); ++c)
                    takeProcessValue(columns[c].name, ids[c], &process);
            }
        }
        // What cannot be is a damaged number, as with the chips'; without its NPU the row is nobody's.
        if (process.memoryMb.value_or(0) < 0) {
            process.memoryMb.reset();
            m_info.truncated = true;
        }
        if (process.pid.value_or(-1) >= 0 && process.npu.value_or(0) >= 0 && process.chip.value_or(0) >= 0)
            m_info.processes << process;
        else
            m_info.truncated = true;
    }

    bool isProcess(const QStringList &cells, qsizetype nameCell, bool isJoined) const
    {
        if (cells.size() != m_processHeader.size())
            return false;
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (!isPadded(cells[i], m_processWidths.value(i))
                || (i == nameCell && isJoined && m_processWidths.value(i) > 0
                    && cells[i].size() > m_processWidths.value(i) + 1))
                return false;
            const QList<HeaderColumn> &columns = m_processHeader[i];
            const auto isKnown = [](const HeaderColumn &column) {
                return column.name == u"chip" || column.name.startsWith(u"npu"_s)
                    || column.name.startsWith(u"process "_s);
            };
            if (i == nameCell || !std::all_of(columns.begin(), columns.end(), isKnown))
                continue;
            const QStringList values = cells[i].split(u' ', Qt::SkipEmptyParts);
            if (values.size() > columns.size() || (columns.size() > 1 && values.size() < columns.size()))
                return false;
            if (!std::all_of(values.begin(), values.end(),
                             [](const QString &value) { return integer(value) || isBlankValue(value); }))
                return false;
        }
        return true;
    }

    static void takeProcessValue(const QString &column, const QString &text, NpuProcess *process)
    {
        if (column == u"npu" || column == u"npu id")
            process->npu = smallInteger(text);
        else if (column == u"chip")
            process->chip = smallInteger(text);
        else if (column == u"process id")
            process->pid = integer(text);
        else if (column == u"process memory(mb)")
            process->memoryMb = integer(text);
        else if (column == u"process id in container")
            process->containerPid = integer(text);
    }

    void endTable()
    {
        if (m_section != Outside) {
            // A first row at the very end, with nothing after it, was cut: the chip is not whole.
            if (m_pending)
                m_info.truncated = true;
            dropPending();
            if (!m_closed || !m_header.isSet() || (m_section == Processes && !m_devicesClosed))
                m_info.truncated = true;
            judgeProcesses();
            dropTwins();
            tables << m_info;
        }
        *this = InfoReader(std::move(tables));
    }

    // On boards whose buses go odd, even with the NPUs (C1 C2 81 82 ...), a row of the neighbour stands out. Where no
    // such order is seen, nothing vouches for the row.
    bool fitsTheBoard(qsizetype at) const
    {
        const auto parity = [this](qsizetype i) -> std::optional<bool> {
            const NpuChip &chip = m_info.chips[i];
            bool isHex = false;
            const int bus = chip.busId.section(u':', 1, 1).toInt(&isHex, 16);
            return isHex && chip.npu ? std::optional(((bus ^ *chip.npu) & 1) != 0) : std::nullopt;
        };
        const std::optional<bool> own = parity(at);
        int agreeing = 0;
        for (qsizetype i = 0; i < m_info.chips.size(); ++i) {
            if (i == at)
                continue;
            if (!own || parity(i) != own)
                return false;
            ++agreeing;
        }
        return agreeing >= 3;
    }

    // Where lines were lost between two NPUs, the second row under the first one's first row may be the other's:
    // nothing in it says whose it is. Such a chip is not told at all. `named`: the NPUs of the process table.
    void dropForeignRows(const std::set<int> &named)
    {
        // Chips whose device ids count them (310P Duo: NPU 0, 32, 32768, ...) are each where they belong.
        qsizetype inPlace = 0;
        while (inPlace < m_info.chips.size() && m_info.chips[inPlace].deviceId == int(inPlace))
            ++inPlace;
        QList<qsizetype> foreign;
        for (qsizetype i = 0; i < m_info.chips.size(); ++i) {
            const NpuChip &chip = m_info.chips[i];
            const bool isLast = i + 1 == m_info.chips.size();
            const int own = chip.npu.value_or(-1),
                      next = isLast ? std::numeric_limits<int>::max() : m_info.chips[i + 1].npu.value_or(-1);
            if (own < 0 || next <= own || m_elidedAfter.contains(i + 1))
                continue;
            const auto missing = named.upper_bound(own);
            const bool isNamed = missing != named.end() && *missing < next;
            const bool isSkipped = m_info.truncated && !isLast && next > own + 1;
            if ((!isNamed && !isSkipped) || i < inPlace || fitsTheBoard(i))
                continue;
            foreign.prepend(i);
        }
        for (const qsizetype i : std::as_const(foreign))
            m_info.chips.removeAt(i);
        m_info.truncated |= !foreign.isEmpty();
    }

    // No chip has two places in a table: one of the numbers is damaged, and which one is not known.
    void dropTwins()
    {
        const auto isTwin = [this](const NpuChip &chip) {
            return chip.npu && (chip.chip || !m_header.has(u"chip"_s))
                && std::count_if(m_info.chips.begin(), m_info.chips.end(),
                                 [&](const NpuChip &other) { return other.npu == chip.npu && other.chip == chip.chip; })
                > 1;
        };
        QList<NpuChip> single;
        std::copy_if(m_info.chips.begin(), m_info.chips.end(), std::back_inserter(single),
                     [&](const NpuChip &chip) { return !isTwin(chip); });
        m_info.truncated |= single.size() != m_info.chips.size();
        m_info.chips = single;
    }

    // Every table with an HBM column since 23.0 is followed by a process table that names each of its NPUs;
    // one that does not was cut. (310P boards may lack it, as npu-smi's published source prints them.)
    void judgeProcesses()
    {
        std::set<int> shown, named;
        for (const NpuChip &chip : m_info.chips) {
            if (chip.npu)
                shown.insert(*chip.npu);
        }
        for (const int npu : m_info.idleNpus)
            named.insert(npu);
        for (const NpuProcess &process : m_info.processes) {
            if (process.npu)
                named.insert(*process.npu);
        }
        for (const int npu : named) {
            if (!shown.contains(npu) && !m_info.truncated)
                m_info.lostNpus << npu;
        }
        dropForeignRows(named);
        const int major = m_info.driverVersion.section(u'.', 0, 0).toInt();
        if (!m_info.hasProcessTable) {
            if (m_header.has(u"hbm-usage(mb)"_s) && major >= 23)
                m_info.truncated = true;
            return;
        }
        // 23.0.2 lists only the NPUs that have processes, and closes with "+---", as printed on 910B2C.
        if (named.empty()
            || (!m_closedByDash && !std::includes(named.begin(), named.end(), shown.begin(), shown.end())))
            m_info.truncated = true;
    }

public:
    InfoReader() = default;

private:
    explicit InfoReader(QList<NpuSmiInfo> done) : tables(std::move(done)) {}

    Section m_section = Outside;
    NpuSmiInfo m_info;
    Header m_header;
    QList<QList<HeaderColumn>> m_processHeader;
    QList<qsizetype> m_processWidths;
    std::optional<NpuChip> m_pending;
    QList<NpuLeftOut> m_leftOut;    // of the pending chip, which is not named yet
    bool m_isGroupWhole = false;    // since the last border nothing was met that is no row of this table
    bool m_closed = false;          // the last line of the table so far is a whole border
    bool m_closedByDash = false;
    bool m_closedBefore = false, m_closedByDashBefore = false; // before that border
    bool m_devicesClosed = false;
    std::set<qsizetype> m_elidedAfter; // so many chips stood before a line of dots
    qsizetype m_widest = 0;         // characters of the widest border so far
    QString m_prefix;               // what stands left of the table on each of its lines
};

} // namespace

Result<NpuSmiInfo> parseNpuSmiInfo(const QByteArray &text)
{
    const QStringList lines = plainLines(text);
    InfoReader reader;
    reader.read(boxLines(lines));
    if (reader.tables.isEmpty())
        return notThisKind(u"npu-smi info"_s, lines);
    QList<NpuSmiInfo> tables;
    std::copy_if(reader.tables.begin(), reader.tables.end(), std::back_inserter(tables),
                 [](const NpuSmiInfo &table) { return !table.chips.isEmpty(); });
    // One of two would be read without a word about the other: two machines look like one.
    if (tables.size() > 1)
        return severalOf(u"npu-smi info"_s);
    return tables.isEmpty() ? reader.tables.last() : tables.first();
}

QList<std::optional<int>> deviceIds(const NpuSmiInfo &info)
{
    QList<std::optional<int>> ids;
    bool byPosition = !info.truncated && info.lostNpus.isEmpty();
    for (qsizetype i = 0; i < info.chips.size(); ++i) {
        const NpuChip &chip = info.chips[i];
        ids << chip.deviceId;
        byPosition = byPosition && !chip.deviceId && chip.npu == int(i) && chip.chip.value_or(0) == 0;
    }
    if (byPosition) {
        for (qsizetype i = 0; i < ids.size(); ++i)
            ids[i] = int(i);
    }
    return ids;
}

bool isOn(const NpuProcess &process, const NpuChip &chip)
{
    return process.npu == chip.npu && (!process.chip || !chip.chip || process.chip == chip.chip);
}

QString npuAndChip(const NpuChip &chip)
{
    return (chip.npu ? QString::number(*chip.npu) : u"?"_s) + u'/' + QString::number(chip.chip.value_or(0));
}

Json toJson(const NpuSmiInfo &info)
{
    Json chips = Json::array();
    for (const NpuChip &chip : info.chips) {
        chips.push_back({{"npu", nullable(chip.npu)},
                         {"chip", nullable(chip.chip)},
                         {"deviceId", nullable(chip.deviceId)},
                         {"name", textOrNull(chip.name)},
                         {"health", textOrNull(chip.health)},
                         {"powerWatts", nullable(chip.powerWatts)},
                         {"temperatureC", nullable(chip.temperatureC)},
                         {"hugepagesUsed", nullable(chip.hugepagesUsed)},
                         {"hugepagesTotal", nullable(chip.hugepagesTotal)},
                         {"busId", textOrNull(chip.busId)},
                         {"aiCorePercent", nullable(chip.aiCorePercent)},
                         {"memoryUsedMb", nullable(chip.memoryUsedMb)},
                         {"memoryTotalMb", nullable(chip.memoryTotalMb)},
                         {"hbmUsedMb", nullable(chip.hbmUsedMb)},
                         {"hbmTotalMb", nullable(chip.hbmTotalMb)}});
    }
    Json processes = Json::array();
    for (const NpuProcess &process : info.processes) {
        processes.push_back({{"npu", nullable(process.npu)},
                             {"chip", nullable(process.chip)},
                             {"pid", nullable(process.pid)},
                             {"name", process.name},
                             {"memoryMb", nullable(process.memoryMb)},
                             {"containerPid", nullable(process.containerPid)}});
    }
    QStringList warnings = info.warnings;
    for (const NpuLeftOut &one : info.leftOut)
        warnings << QCoreApplication::translate("Parse", "NPU %1: %2 is left out; it cannot be %3.")
                        .arg(one.chip, one.figure, one.value);
    return {{"toolVersion", textOrNull(info.toolVersion)},
            {"driverVersion", textOrNull(info.driverVersion)},
            {"truncated", info.truncated},
            {"chips", chips},
            {"hasProcessTable", info.hasProcessTable},
            {"processes", processes},
            {"idleNpus", info.idleNpus},
            {"lostNpus", info.lostNpus},
            {"warnings", warnings}};
}

QString chipFamily(const NpuSmiInfo &info)
{
    for (const NpuChip &chip : info.chips) {
        const QString name = QString(chip.name).remove(u"Ascend"_s).trimmed().toLower();
        if (name.startsWith(u"910b"_s))
            return u"910b"_s;
        if (name.startsWith(u"310p"_s))
            return u"310p"_s;
        // A3 is called plain "Ascend910" and tells a Phy-ID, which the 910 of before does not.
        if (name.startsWith(u"910_93"_s) || (name == "910"_L1 && chip.deviceId))
            return u"a3"_s;
    }
    return {};
}
