#include "core/parse/cardreader.h"

#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace parse {

namespace {

struct Line
{
    enum Kind { Value, Continuation, ChipId, NpuId, ChipCount, McuName, FailedChip, CommandLine };
    Kind kind = Value;
    QString key, value;
    std::optional<int> number, second;
};

// isFolded: a value went on in the next line, at the edge of a narrow terminal; what is left of it is not told.
QList<Line> linesOf(const QStringList &texts, bool &isFolded)
{
    static const QRegularExpression pair(
        uR"(^\s*([A-Za-z][A-Za-z0-9 /_.\-]*(?:\([^)]*\))?)\s+:\s*(.*?)\s*$)"_s); // "Last login: ..." has no blank there
    static const QRegularExpression continuation(uR"(^\s+:\s+(\S.*?)\s*$)"_s);
    static const QRegularExpression failed(uR"(Failed to query npu chip:?\s*(\d+))"_s);
    static const QRegularExpression command(uR"(npu-smi\s+info\b)"_s);
    static const QRegularExpression cardOption(uR"(\s-i\s+(\d+))"_s), chipOption(uR"(\s-c\s+(\d+))"_s);
    QList<Line> lines;
    const qsizetype width = longestLine(texts);
    bool mayGoOn = false;
    for (const QString &text : texts) {
        const qsizetype before = lines.size();
        if (text.contains(command)) {
            Line line{Line::CommandLine, {}, {}, {}, {}};
            if (const auto match = cardOption.match(text); match.hasMatch())
                line.number = smallInteger(match.captured(1));
            if (const auto match = chipOption.match(text); match.hasMatch())
                line.second = smallInteger(match.captured(1));
            lines << line;
        } else if (const auto match = failed.match(text); match.hasMatch()) {
            lines << Line{Line::FailedChip, {}, {}, smallInteger(match.captured(1)), {}};
        } else if (const auto more = continuation.match(text); more.hasMatch()) {
            lines << Line{Line::Continuation, {}, more.captured(1), {}, {}};
        } else if (const auto match = pair.match(text); match.hasMatch()) {
            Line line{Line::Value, match.captured(1).simplified(), match.captured(2), {}, {}};
            line.number = smallInteger(line.value);
            if (line.key == u"NPU ID")
                line.kind = Line::NpuId;
            else if (line.key == u"Chip Count")
                line.kind = Line::ChipCount;
            else if (line.key == u"Chip ID")
                line.kind = Line::ChipId;
            else if (line.key == u"Chip Name" && line.value.compare(u"mcu", Qt::CaseInsensitive) == 0)
                line.kind = Line::McuName;
            lines << line;
        } else if (mayGoOn && !lines.isEmpty() && !text.trimmed().isEmpty()) {
            isFolded = true;
            lines.removeLast();
        }
        mayGoOn = lines.size() > before && text.size() == width
            && (lines.last().kind == Line::Value || lines.last().kind == Line::Continuation);
    }
    // "Chip ID : 0" followed by "Failed to query npu chip: 0 info." is one event.
    for (qsizetype i = 1; i < lines.size(); ++i) {
        if (lines[i].kind == Line::FailedChip && lines[i - 1].kind == Line::ChipId
            && lines[i - 1].number == lines[i].number)
            lines.remove(--i);
    }
    return lines;
}

// Does this card print `Chip ID` (or `Chip Name : mcu`) before the values it is about?
bool idComesFirst(const QList<Line> &lines, qsizetype from)
{
    for (qsizetype i = from; i < lines.size(); ++i) {
        switch (lines[i].kind) {
        case Line::ChipId:
        case Line::McuName:
            return true;
        case Line::Value:
            return false;
        case Line::NpuId:
            if (i > from)
                return false;
            break;
        default:
            break;
        }
    }
    return false;
}

class CardReader
{
public:
    QList<NpuCard> read(const QList<Line> &lines)
    {
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (lines[i].kind == Line::NpuId || lines[i].kind == Line::CommandLine || !m_any) {
                m_idFirst = idComesFirst(lines, i);
                m_any = true;
            }
            take(lines[i], lines, i);
        }
        // The last values wait for the id that stands after them: they could be another chip's or the MCU's.
        if (!m_idFirst && hasValues() && !m_open.chip && !m_askedChip
            && std::any_of(m_card.chips.begin(), m_card.chips.end(),
                           [](const NpuCardChip &chip) { return chip.chip.has_value(); })) {
            m_open = {};
            m_truncated = true;
        }
        if (m_idFirst && (m_openIsMcu ? m_open.values.size() == 1 : m_open.chip && !hasValues() && !m_open.failed))
            m_truncated = true; // the name of what comes next, and nothing of it
        endCard();
        return m_cards;
    }

    bool truncated() const { return m_truncated; }

private:
    void take(const Line &line, const QList<Line> &lines, qsizetype at)
    {
        switch (line.kind) {
        case Line::CommandLine:
            endCard();
            m_card.npu = line.number;
            m_askedChip = line.second;
            break;
        case Line::NpuId:
            if (hasContent())
                endCard();
            m_card.npu = line.number;
            break;
        case Line::ChipCount:
            m_card.chipCount = line.number;
            m_open.values << std::pair(line.key, line.value); // `-t board` has it among its values
            break;
        case Line::ChipId:
            if (m_idFirst)
                endChip();
            m_open.chip = line.number;
            if (!m_idFirst)
                endChip();
            break;
        case Line::McuName:
            if (m_idFirst && hasValues())
                endChip();
            m_openIsMcu = true;
            m_open.values << std::pair(line.key, line.value);
            if (!m_idFirst)
                endChip();
            break;
        case Line::FailedChip:
            endChip();
            m_open.chip = line.number;
            m_open.failed = true;
            endChip();
            break;
        case Line::Continuation:
            if (!m_open.values.isEmpty())
                m_open.values.last().second += u'\n' + line.value;
            break;
        case Line::Value:
            if (std::any_of(m_open.values.begin(), m_open.values.end(),
                            [&line](const auto &v) { return v.first == line.key; })) {
                endCard(); // the same key again: the next output of a loop
                m_idFirst = idComesFirst(lines, at);
            }
            m_open.values << std::pair(line.key, line.value);
            break;
        }
    }

    bool hasContent() const
    {
        return !m_card.chips.isEmpty() || m_card.mcu || m_card.npu || hasValues();
    }

    bool hasValues() const
    {
        return std::any_of(m_open.values.begin(), m_open.values.end(),
                           [](const auto &v) { return v.first != u"Chip Count"; });
    }

    void endChip()
    {
        if (hasValues() || m_open.failed) {
            if (m_openIsMcu)
                m_card.mcu = m_open;
            else
                m_card.chips << m_open;
        } else if (m_open.chip) {
            m_card.chips << m_open; // a chip id and nothing else
        }
        const NpuCardChip rest = hasValues() || m_open.failed || m_open.chip ? NpuCardChip{} : m_open;
        m_open = rest;
        m_openIsMcu = false;
    }

    void endCard()
    {
        if (!m_open.chip && hasValues())
            m_open.chip = m_askedChip;
        endChip();
        if (!m_card.chips.isEmpty() || m_card.mcu)
            m_cards << m_card;
        else if (m_card.chipCount.value_or(0) > 0)
            m_truncated = true; // it has chips, and none of them stands here
        m_card = {};
        m_open = {};
        m_askedChip.reset();
    }

    QList<NpuCard> m_cards;
    NpuCard m_card;
    NpuCardChip m_open;
    std::optional<int> m_askedChip;
    bool m_openIsMcu = false, m_idFirst = false, m_any = false, m_truncated = false;
};

} // namespace

bool CardText::has(const QString &key) const
{
    for (const NpuCard &card : cards) {
        for (const NpuCardChip &chip : card.chips) {
            if (std::any_of(chip.values.begin(), chip.values.end(), [&key](const auto &v) { return v.first == key; }))
                return true;
        }
    }
    return false;
}

bool CardText::hasKeyWith(const QString &part) const
{
    for (const NpuCard &card : cards) {
        for (const NpuCardChip &chip : card.chips) {
            if (std::any_of(chip.values.begin(), chip.values.end(),
                            [&part](const auto &v) { return v.first.contains(part); }))
                return true;
        }
    }
    return false;
}

bool CardText::lacksChips() const
{
    return std::any_of(cards.begin(), cards.end(), [](const NpuCard &card) {
        return card.chipCount
            && (card.chips.size() < *card.chipCount
                || std::any_of(card.chips.begin(), card.chips.end(),
                               [](const NpuCardChip &chip) { return !chip.chip; }));
    });
}

CardText readCards(const QStringList &lines)
{
    CardReader reader;
    bool isFolded = false;
    const QList<NpuCard> cards = reader.read(linesOf(lines, isFolded));
    return {cards, reader.truncated() || isFolded};
}

Json valueJson(const QString &, const QString &value)
{
    if (isBlankValue(value))
        return nullptr;
    if (const std::optional<qint64> whole = integer(value))
        return *whole;
    if (const std::optional<double> real = number(value))
        return *real;
    return value;
}

Json cardsJson(const Json &cards, bool truncated)
{
    Json json = cards.size() == 1 ? cards[0] : Json{{"cards", cards}};
    json["truncated"] = truncated;
    return json;
}

} // namespace parse

std::optional<double> NpuCardChip::number(const QString &key) const
{
    for (const auto &[name, value] : values) {
        if (name == key)
            return parse::number(value);
    }
    return std::nullopt;
}

QString NpuCardChip::text(const QString &key) const
{
    for (const auto &[name, value] : values) {
        if (name == key)
            return parse::isBlankValue(value) ? QString() : value;
    }
    return {};
}
