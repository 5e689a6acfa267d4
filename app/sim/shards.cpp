#include "app/sim/shards.h"

#include "core/base/json.h"

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

// In the words of safetensors; empty: it is whole.
QString headerFault(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return file.errorString();
    const QByteArray length = file.read(8);
    if (length.size() < 8)
        return u"HeaderTooSmall"_s;
    quint64 size = 0;
    for (int i = 7; i >= 0; --i)
        size = size << 8 | quint8(length[i]);
    constexpr quint64 mostHeader = 100'000'000;
    if (size > mostHeader)
        return u"HeaderTooLarge"_s;
    const QByteArray text = file.read(qint64(size));
    if (quint64(text.size()) < size)
        return u"InvalidHeaderLength"_s;
    const Result<Json> header = parseJson(text, path);
    if (!header || !header->is_object())
        return u"InvalidHeaderDeserialization"_s;
    qint64 end = 0;
    for (const auto &[name, tensor] : header->items()) {
        const Json &offsets = member(tensor, "data_offsets");
        if (offsets.is_array() && offsets.size() == 2 && offsets[1].is_number_integer())
            end = std::max(end, offsets[1].get<qint64>());
    }
    return file.size() == 8 + qint64(size) + end ? QString() : u"MetadataIncompleteBuffer"_s;
}

} // namespace

QString weightsFault(const QString &folder, bool isQuantized)
{
    const QDir weights(folder);
    QFile file(weights.filePath(u"model.safetensors.index.json"_s));
    const Result<Json> index = file.open(QIODevice::ReadOnly) ? parseJson(file.readAll(), file.fileName())
                                                              : Result<Json>(Json());
    const Json all = index ? *index : Json(); // holds what `map` is of
    const Json &map = member(all, "weight_map");
    QStringList named, missing;
    if (map.is_object()) {
        for (const auto &[tensor, shard] : map.items()) {
            const QString name = shard.is_string() ? shard.get<QString>() : QString();
            if (weights.exists(name))
                named << name;
            else
                missing << u'\'' + QString::fromStdString(tensor) + u'\'';
        }
    }
    for (const QString &name : weights.entryList({u"*.safetensors"_s}, QDir::Files, QDir::Name)) {
        if (map.is_object() && !named.contains(name))
            continue;
        if (const QString fault = headerFault(weights.filePath(name)); !fault.isEmpty())
            return u"safetensors_rust.SafetensorError: Error while deserializing header: %1"_s.arg(fault);
    }
    return missing.isEmpty() || isQuantized
        ? QString()
        : u"ValueError: Following weights were not initialized from checkpoint: {%1}"_s.arg(missing.join(u", "_s));
}

} // namespace sim
