#include "core/parse/cardreader.h"
#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

std::optional<QString> valueOf(const NpuCardChip &chip, const QString &key)
{
    for (const auto &[name, value] : chip.values) {
        if (name == key)
            return value;
    }
    return std::nullopt;
}

QString healthOf(const NpuCardChip &chip)
{
    const QString value = valueOf(chip, u"Health Status"_s).value_or(valueOf(chip, u"Health"_s).value_or(QString()));
    return value == u"NA" || value == u"-" ? QString() : value;
}

NpuChipHealth chipHealth(const NpuCardChip &chip)
{
    NpuChipHealth health;
    health.chip = chip.chip;
    health.health = healthOf(chip);
    if (const auto codes = valueOf(chip, u"Error Code"_s)) {
        static const QRegularExpression code(u"^(0x)?[0-9A-Fa-f]{4,16}$"_s);
        QStringList &told = health.errorCodes.emplace();
        const QStringList words = isBlankValue(*codes) ? QStringList()
                                                       : codes->simplified().split(u' ', Qt::SkipEmptyParts);
        for (const QString &word : words) { // where a foreign line stands between, prose may follow
            if (code.match(word).hasMatch())
                told << word;
        }
    }
    if (const auto texts = valueOf(chip, u"Error Information"_s))
        health.errorInformation = isBlankValue(*texts) ? QStringList() : texts->split(u'\n', Qt::SkipEmptyParts);
    return health;
}

} // namespace

Result<NpuHealth> parseNpuSmiHealth(const QByteArray &bytes)
{
    const WholeLines lines = wholeLines(bytes);
    const CardText text = readCards(lines.lines);
    NpuHealth health;
    health.truncated = text.truncated || text.lacksChips() || lines.isCut;
    for (const NpuCard &card : text.cards) {
        NpuCardHealth out{card.npu, card.chipCount, {}, {}};
        for (const NpuCardChip &chip : card.chips) {
            if (valueOf(chip, u"Health"_s) || valueOf(chip, u"Health Status"_s) || chip.failed)
                out.chips << chipHealth(chip);
        }
        if (card.mcu)
            out.mcuHealth = healthOf(*card.mcu);
        if (!out.chips.isEmpty() || !out.mcuHealth.isEmpty())
            health.cards << out;
    }
    const bool any = std::any_of(health.cards.begin(), health.cards.end(), [](const NpuCardHealth &card) {
        return std::any_of(card.chips.begin(), card.chips.end(),
                           [](const NpuChipHealth &chip) { return !chip.health.isEmpty(); });
    });
    if (!any)
        return notThisKind(u"npu-smi info -t health"_s, lines);
    return health;
}

Json toJson(const NpuHealth &health)
{
    Json cards = Json::array();
    for (const NpuCardHealth &card : health.cards) {
        Json chips = Json::array();
        for (const NpuChipHealth &chip : card.chips) {
            chips.push_back({{"chip", nullable(chip.chip)},
                             {"health", chip.health.isEmpty() ? Json(nullptr) : Json(chip.health)},
                             {"errorCodes", nullable(chip.errorCodes)},
                             {"errorInformation", nullable(chip.errorInformation)}});
        }
        Json json = {{"npu", nullable(card.npu)}, {"chipCount", nullable(card.chipCount)}, {"chips", chips}};
        if (!card.mcuHealth.isEmpty())
            json["mcu"] = {{"health", card.mcuHealth}};
        cards.push_back(json);
    }
    return cardsJson(cards, health.truncated);
}
