#include "core/parse/nputopo.h"

#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

struct Id
{
    QString kind;                        // "npu", "phy", "nic"
    int number = 0;
};

std::optional<Id> idOf(const QString &token)
{
    static const QRegularExpression id(uR"(^(NPU|NIC|Phy-?ID|Phy)[-_]?(\d{1,6})$)"_s, QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = id.match(token);
    if (!match.hasMatch())
        return std::nullopt;
    return Id{match.captured(1).left(3).toLower(), match.captured(2).toInt()};
}

struct TopoHeader
{
    QList<Id> ids;
    bool hasAffinity = false;
    bool isEmpty() const { return ids.isEmpty(); }
};

// A line of nothing but ids, perhaps with "CPU Affinity" at its end.
std::optional<TopoHeader> headerOf(const QStringList &tokens)
{
    TopoHeader header;
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        if (const auto id = idOf(tokens[i])) {
            header.ids << *id;
        } else if (tokens.mid(i) == QStringList{u"CPU"_s, u"Affinity"_s} || tokens.mid(i) == QStringList{u"Affinity"_s}) {
            header.hasAffinity = true;
            break;
        } else if (!(tokens.mid(i) == QStringList{u"CPU"_s})) {
            return std::nullopt;
        }
    }
    return header.ids.isEmpty() && !header.hasAffinity ? std::nullopt : std::optional(header);
}

// "X", "HCCS", "HCCS_SW", "NA": capital letters; "48-95" and prose are not.
bool isRelation(const QString &token)
{
    static const QRegularExpression relation(uR"(^[A-Z][A-Z0-9_]{0,11}$)"_s);
    return relation.match(token).hasMatch();
}

QStringList tokensOf(const QString &line)
{
    return line.simplified().split(u' ', Qt::SkipEmptyParts);
}

std::optional<NpuTopoRow> rowOf(const QString &line, const TopoHeader &header)
{
    const QStringList tokens = tokensOf(line);
    const auto id = tokens.isEmpty() ? std::nullopt : idOf(tokens[0]);
    if (!id || tokens.size() < header.ids.size() + 1)
        return std::nullopt;
    NpuTopoRow row;
    row.id = id->number;
    for (qsizetype i = 0; i < header.ids.size(); ++i) {
        const QString &relation = tokens[i + 1];
        if (!isRelation(relation))
            return std::nullopt;
        (header.ids[i].kind == u"nic" ? row.nics : row.relations).insert(header.ids[i].number, relation);
    }
    const QString rest = tokens.mid(header.ids.size() + 1).join(QString());
    if (!rest.isEmpty() && !header.hasAffinity)
        return std::nullopt;
    static const QRegularExpression cpus(uR"(^\d+(-\d+)?(,\d+(-\d+)?)*$)"_s);
    if (!rest.isEmpty() && !isBlankValue(rest) && !cpus.match(rest).hasMatch())
        return std::nullopt;
    row.cpuAffinity = isBlankValue(rest) ? QString() : rest;
    return row;
}

} // namespace

Result<NpuTopo> parseNpuSmiTopo(const QByteArray &bytes)
{
    static const QRegularExpression nicName(uR"(^\s*NIC(\d{1,6})\s*:\s*(\S*)\s*$)"_s);
    const WholeLines text = wholeLines(bytes);
    const QStringList &lines = text.lines;
    NpuTopo topo;
    TopoHeader header;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString &line = lines[i];
        const QStringList tokens = tokensOf(line);
        if (tokens.isEmpty())
            continue;
        if (const QRegularExpressionMatch match = nicName.match(line); match.hasMatch()) {
            if (!match.captured(2).isEmpty())
                topo.nicNames.insert(match.captured(1).toInt(), match.captured(2));
            continue;
        }
        if (isElision(line)) {
            topo.truncated |= !header.isEmpty();
            continue;
        }
        const auto first = idOf(tokens[0]);
        const bool rowFollows = first && tokens.size() > 1 && isRelation(tokens[1]) && !idOf(tokens[1]) && tokens[1] != u"CPU";
        if (!rowFollows) {
            if (const auto found = headerOf(tokens)) {
                if (topo.rows.isEmpty() && !header.isEmpty() && !header.hasAffinity) { // the header goes on: a narrow terminal
                    header.ids += found->ids;
                    header.hasAffinity = found->hasAffinity;
                } else if (!found->isEmpty()) {
                    if (!topo.rows.isEmpty())
                        return severalOf(u"npu-smi info -t topo"_s);
                    topo = {};
                    header = *found;
                }
            }
            continue;
        }
        if (header.isEmpty() || first->kind == u"nic")
            continue;
        // A row that a narrow terminal broke: its next lines do not start with an id.
        QString whole = line, spaced = line;
        auto row = rowOf(whole, header);
        const auto complete = [&header](const std::optional<NpuTopoRow> &r) { return r && !(header.hasAffinity && r->cpuAffinity.isEmpty()); };
        for (qsizetype next = i + 1; !complete(row) && next < lines.size() && next < i + 8; ++next) {
            const QStringList more = tokensOf(lines[next]);
            if (more.isEmpty() || idOf(more[0]) || more[0].endsWith(u':') || isElision(lines[next]))
                break;
            whole += lines[next];
            spaced += u' ' + lines[next];
            const auto joined = rowOf(whole, header), apart = rowOf(spaced, header);
            if (!joined && !apart)
                continue;
            row = joined ? joined : apart;
            i = next;
            if (complete(row))
                break;
        }
        if (row) {
            topo.idKind = first->kind;
            topo.rows << *row;
        } else {
            topo.truncated = true;
        }
    }
    if (topo.rows.isEmpty())
        return notThisKind(u"npu-smi info -t topo"_s, text);
    const auto npus = std::count_if(header.ids.begin(), header.ids.end(), [](const Id &id) { return id.kind != u"nic"; });
    topo.truncated |= topo.rows.size() < npus || text.isCut;
    return topo;
}

Json toJson(const NpuTopo &topo)
{
    Json rows = Json::array();
    for (const NpuTopoRow &row : topo.rows) {
        Json relations = Json::object(), nics = Json::array();
        for (auto it = row.relations.cbegin(); it != row.relations.cend(); ++it)
            relations[std::to_string(it.key())] = it.value();
        for (const QString &relation : row.nics)
            nics.push_back(relation);
        rows.push_back({{"id", row.id},
                        {"relations", relations},
                        {"nic", nics},
                        {"cpuAffinity", row.cpuAffinity.isEmpty() ? Json(nullptr) : Json(row.cpuAffinity)}});
    }
    Json names = Json::object();
    for (auto it = topo.nicNames.cbegin(); it != topo.nicNames.cend(); ++it)
        names[std::to_string(it.key())] = it.value();
    return {{"idKind", topo.idKind}, {"rows", rows}, {"nics", names}, {"truncated", topo.truncated}};
}
