// The "Key : value" blocks of npu-smi, cut into cards and chips, before anyone asks what they mean.
#pragma once

#include "core/parse/npucard.h"

namespace parse {

struct CardText
{
    QList<NpuCard> cards;
    bool truncated = false;                           // a chip stops before the line that says which it is
    bool has(const QString &key) const;               // any chip has this key
    bool hasKeyWith(const QString &part) const;
};

// continuations: values under a blank key (further error texts) are added to the last value as another line.
CardText readCards(const QStringList &lines);

Json valueJson(const QString &key, const QString &value); // a number where it is one; null for NA
Json cardsJson(const Json &cards, bool truncated);        // one card: its fields; several: {"cards": [...]}

} // namespace parse
