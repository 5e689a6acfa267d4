#include "core/parse/cardreader.h"
#include "core/parse/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

void dropChipCount(QList<NpuCard> *cards)
{
    for (NpuCard &card : *cards) {
        for (NpuCardChip &chip : card.chips)
            chip.values.removeIf([](const auto &v) { return v.first == u"Chip Count"; });
    }
}

// What holds a character that no tool prints, and a share that cannot be, is a damaged value: none at all.
bool isDamaged(const QString &key, const QString &value)
{
    const double rate = key.contains(u"Rate(%)"_s) ? number(value).value_or(0) : 0;
    return value.contains(QChar(QChar::ReplacementCharacter)) || rate < 0 || rate > 100;
}

void dropDamaged(CardText *text)
{
    const auto dropIn = [text](NpuCardChip &chip) {
        for (auto &[key, value] : chip.values) {
            if (!isDamaged(key, value))
                continue;
            value.clear();
            text->truncated = true;
        }
    };
    for (NpuCard &card : text->cards) {
        std::for_each(card.chips.begin(), card.chips.end(), dropIn);
        if (card.mcu)
            dropIn(*card.mcu);
    }
}

Json chipJson(const NpuCardChip &chip)
{
    Json values = Json::object();
    for (const auto &[key, value] : chip.values)
        values[key.toStdString()] = valueJson(key, value);
    Json json = {{"chip", nullable(chip.chip)}, {"values", values}};
    if (chip.failed)
        json["failed"] = true;
    return json;
}

Json toCardsJson(const QList<NpuCard> &list, bool truncated)
{
    Json cards = Json::array();
    for (const NpuCard &card : list) {
        Json chips = Json::array();
        for (const NpuCardChip &chip : card.chips)
            chips.push_back(chipJson(chip));
        Json json = {{"npu", nullable(card.npu)}, {"chipCount", nullable(card.chipCount)}, {"chips", chips}};
        if (card.mcu) {
            Json mcu = {{"name", "mcu"}};
            for (const auto &[key, value] : card.mcu->values) {
                if (key != u"Chip Name")
                    mcu[key.toStdString()] = valueJson(key, value);
            }
            json["mcu"] = mcu;
        }
        cards.push_back(json);
    }
    return cardsJson(cards, truncated);
}

bool hasCommonKeys(const CardText &text)
{
    return text.hasKeyWith(u"Aicore Freq"_s) || text.hasKeyWith(u"Aicore curFreq"_s)
        || text.hasKeyWith(u"Temperature"_s) || text.hasKeyWith(u"Power"_s);
}

} // namespace

Result<NpuUsages> parseNpuSmiUsages(const QByteArray &bytes)
{
    const WholeLines lines = wholeLines(bytes);
    CardText text = readCards(lines.lines);
    const bool isUsages = text.hasKeyWith(u"Usage Rate(%)"_s)
        && (text.hasKeyWith(u"Capacity(MB)"_s) || text.hasKeyWith(u"Hugepages"_s) || text.has(u"Aicpu Usage Rate(%)"_s)
            || text.has(u"Ctrlcpu Usage Rate(%)"_s) || text.hasKeyWith(u"Bandwidth Usage Rate"_s));
    if (!isUsages || hasCommonKeys(text))
        return notThisKind(u"npu-smi info -t usages"_s, lines);
    dropChipCount(&text.cards);
    dropDamaged(&text);
    return NpuUsages{text.cards, text.truncated || text.lacksChips() || lines.isCut};
}

Result<NpuCommon> parseNpuSmiCommon(const QByteArray &bytes)
{
    const WholeLines lines = wholeLines(bytes);
    CardText text = readCards(lines.lines);
    if (!hasCommonKeys(text) || !text.hasKeyWith(u"Usage Rate(%)"_s) || text.hasKeyWith(u"Capacity(MB)"_s)
        || text.has(u"Board ID"_s))
        return notThisKind(u"npu-smi info -t common"_s, lines);
    dropChipCount(&text.cards);
    dropDamaged(&text);
    return NpuCommon{text.cards, text.truncated || text.lacksChips() || lines.isCut};
}

Json toJson(const NpuUsages &usages)
{
    return toCardsJson(usages.cards, usages.truncated);
}

Json toJson(const NpuCommon &common)
{
    return toCardsJson(common.cards, common.truncated);
}
