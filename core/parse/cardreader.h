// The "Key : value" blocks of npu-smi, cut into cards and chips, before anyone asks what they mean.
#pragma once

#include "core/parse/npucard.h"

namespace parse {

struct CardText
{
    QList<NpuCard> cards;
    // a chip stops before the line that says which it is or after it, or a card before its first chip
    bool truncated = false;
    bool has(const QString &key) const;               // any chip has this key
    bool hasKeyWith(const QString &part) const;
    // A card names more chips than there are, or one of them without its id. Not of `-t board`, which counts the chips
    // of the card and lists none.
    bool lacksChips() const;
};

// continuations: values under a blank key (further error texts) are added to the last value as another line.
CardText readCards(const QStringList &lines);

Json valueJson(const QString &key, const QString &value); // a number where it is one; null for NA
Json cardsJson(const Json &cards, bool truncated);        // one card: its fields; several: {"cards": [...]}

} // namespace parse
