// Any bytes as a rank table: read, each cell changed, a card taken away in each way, compared with what is left. No
// crash, no undefined behaviour, sentences in every error.
#include "core/ranktable/tablejson.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Result<RankTable> table = readRankTable(QByteArray(reinterpret_cast<const char *>(data), qsizetype(size)));
    if (!table) {
        if (table.error().message.isEmpty())
            abort();
        return 0;
    }
    (void)compactJson(toJson(*table));
    for (int device = 0; device < std::min(3, int(table->devices.size())); ++device) {
        for (const RankColumn column : {RankColumn::ServerId, RankColumn::ContainerIp, RankColumn::RankId})
            (void)withValue(*table, device, column, QStringLiteral("7"));
        for (const TakeAway how : {TakeAway::Card, TakeAway::CardOfEach, TakeAway::Server}) {
            const Result<TakenAway> left = taken(*table, device, how);
            if (left && left->table.devices.size() >= table->devices.size())
                abort();
            if (left)
                (void)differencesOf(*table, left->table);
        }
    }
    if (!differencesOf(*table, *table).isEmpty())
        abort();
    return 0;
}
