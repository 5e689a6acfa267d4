#include "core/parse/npumapping.h"

#include "core/parse/boxtable.h"
#include "core/parse/text.h"

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

QStringList columnsOf(const QString &line)
{
    static const QStringList known = {u"chip logic id"_s, u"chip phy-id"_s, u"chip phy id"_s, u"chip name"_s,
                                      u"slot id"_s,       u"chip id"_s,     u"npu id"_s};
    QStringList names;
    for (const HeaderColumn &column : headerColumns(line, known))
        names << column.name;
    return names;
}

// The name takes what the columns before and after it leave; it may hold blanks or be missing.
std::optional<NpuMappingRow> rowOf(const QString &line, const QStringList &columns)
{
    const QStringList tokens = line.simplified().split(u' ', Qt::SkipEmptyParts);
    const qsizetype nameAt = columns.indexOf(u"chip name"_s);
    const qsizetype after = columns.size() - nameAt - 1;
    if (tokens.size() < nameAt + after)
        return std::nullopt;
    NpuMappingRow row;
    row.name = tokens.mid(nameAt, tokens.size() - nameAt - after).join(u' ');
    for (qsizetype i = 0; i < columns.size(); ++i) {
        if (i == nameAt)
            continue;
        const QString token = i < nameAt ? tokens[i] : tokens[tokens.size() - (columns.size() - i)];
        const std::optional<int> id = smallInteger(token);
        if (!id && !isBlankValue(token))
            return std::nullopt;
        if (columns[i] == u"npu id")
            row.npu = id;
        else if (columns[i] == u"chip id")
            row.chip = id;
        else if (columns[i] == u"slot id")
            row.slot = id;
        else if (columns[i] == u"chip logic id")
            row.logicId = id;
        else if (columns[i].startsWith(u"chip phy"))
            row.phyId = id;
    }
    return row;
}

} // namespace

Result<NpuMapping> parseNpuSmiMapping(const QByteArray &bytes)
{
    const WholeLines lines = wholeLines(bytes);
    NpuMapping mapping;
    QStringList columns;
    for (const QString &line : lines.lines) {
        if (line.contains(u"NPU ID", Qt::CaseInsensitive) && line.contains(u"Chip Name", Qt::CaseInsensitive)
            && !line.contains(u'|')) {
            if (!mapping.rows.isEmpty())
                return severalOf(u"npu-smi info -m"_s);
            columns = columnsOf(line);
            if (!columns.contains(u"chip name"_s) || !columns.contains(u"npu id"_s))
                columns.clear();
            else
                mapping = {};
        } else if (!columns.isEmpty() && isElision(line)) {
            mapping.truncated = true;
        } else if (!columns.isEmpty() && !line.trimmed().isEmpty()) {
            if (const auto row = rowOf(line, columns))
                mapping.rows << *row;
            else if (line.trimmed().front().isDigit())
                mapping.truncated = true;
        }
    }
    if (columns.isEmpty())
        return notThisKind(u"npu-smi info -m"_s, lines);
    mapping.truncated |= lines.isCut;
    return mapping;
}

Json toJson(const NpuMapping &mapping)
{
    Json rows = Json::array();
    for (const NpuMappingRow &row : mapping.rows) {
        rows.push_back({{"npu", nullable(row.npu)},
                        {"slot", nullable(row.slot)},
                        {"chip", nullable(row.chip)},
                        {"logicId", nullable(row.logicId)},
                        {"phyId", nullable(row.phyId)},
                        {"name", row.name.isEmpty() ? Json(nullptr) : Json(row.name)}});
    }
    return {{"rows", rows}, {"truncated", mapping.truncated}};
}
