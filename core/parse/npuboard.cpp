#include "core/parse/cardreader.h"
#include "core/parse/text.h"

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

// "BOM ID : 1" is a number, "Serial Number : 1023" a name made of digits.
bool isCountKey(const QString &key)
{
    return key.endsWith(u" ID") || key.endsWith(u" Count") || key.endsWith(u" Fault");
}

bool isBoard(const NpuCardChip &chip)
{
    int known = 0;
    for (const QString &key : {u"Board ID"_s, u"Firmware Version"_s, u"Software Version"_s, u"PCIe Bus Info"_s,
                               u"PCB ID"_s, u"Chip Type"_s}) {
        if (std::any_of(chip.values.begin(), chip.values.end(), [&key](const auto &v) { return v.first == key; }))
            ++known;
    }
    return known >= 2;
}

NpuCardBoard boardOf(const NpuCard &card, const NpuCardChip &chip)
{
    NpuCardBoard board;
    board.npu = card.npu;
    board.chip = chip.chip;
    board.values = chip.values;
    board.softwareVersion = chip.text(u"Software Version"_s);
    board.firmwareVersion = chip.text(u"Firmware Version"_s);
    for (const auto &[key, value] : chip.values) { // "UNKNOWN" is an answer here
        if (key == u"Compatibility" && value != u"NA")
            board.compatibility = value;
    }
    board.productName = chip.text(u"Product Name"_s);
    board.serialNumber = chip.text(u"Serial Number"_s);
    board.chipName = chip.text(u"Chip Name"_s);
    board.busId = chip.text(u"PCIe Bus Info"_s);
    return board;
}

} // namespace

Result<NpuBoard> parseNpuSmiBoard(const QByteArray &bytes)
{
    const WholeLines lines = wholeLines(bytes);
    const CardText text = readCards(lines.lines);
    NpuBoard board;
    board.truncated = text.truncated || lines.isCut;
    for (const NpuCard &card : text.cards) {
        QList<NpuCardChip> chips = card.chips;
        if (card.mcu)
            chips << *card.mcu;
        for (const NpuCardChip &chip : chips) {
            if (isBoard(chip))
                board.cards << boardOf(card, chip);
        }
    }
    if (board.cards.isEmpty())
        return notThisKind(u"npu-smi info -t board"_s, lines);
    return board;
}

Json toJson(const NpuBoard &board)
{
    Json cards = Json::array();
    for (const NpuCardBoard &card : board.cards) {
        Json values = Json::object();
        if (card.chip)
            values["Chip ID"] = *card.chip;
        for (const auto &[key, value] : card.values) {
            const std::optional<qint64> count = isCountKey(key) ? integer(value) : std::nullopt;
            values[key.toStdString()] = count ? Json(*count) : Json(value);
        }
        cards.push_back({{"npu", nullable(card.npu)},
                         {"chip", nullable(card.chip)},
                         {"softwareVersion", textOrNull(card.softwareVersion)},
                         {"firmwareVersion", textOrNull(card.firmwareVersion)},
                         {"compatibility", textOrNull(card.compatibility)},
                         {"productName", textOrNull(card.productName)},
                         {"serialNumber", textOrNull(card.serialNumber)},
                         {"chipName", textOrNull(card.chipName)},
                         {"busId", textOrNull(card.busId)},
                         {"values", values}});
    }
    return cardsJson(cards, board.truncated);
}
