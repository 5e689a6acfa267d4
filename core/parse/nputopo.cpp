#include "core/parse/nputopo.h"

#include "core/parse/text.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

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
    static const QRegularExpression id(uR"(^(NPU|NIC|Phy-?ID|Phy)[-_]?(\d{1,6})$)"_s,
                                       QRegularExpression::CaseInsensitiveOption);
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
        } else if (tokens.mid(i) == QStringList{u"CPU"_s, u"Affinity"_s}
                   || tokens.mid(i) == QStringList{u"Affinity"_s}) {
            header.hasAffinity = true;
            break;
        } else if (!(tokens.mid(i) == QStringList{u"CPU"_s})) {
            return std::nullopt;
        }
    }
    return header.ids.isEmpty() && !header.hasAffinity ? std::nullopt : std::optional(header);
}

using Relations = QSet<QString>;

// What may stand between two NPUs: what the tool is known to print, and what its legend explains ("  HCCS = Connection
// ..."). Half a word at the edge of a terminal is none of them.
Relations relationsOf(const QStringList &lines)
{
    static const QRegularExpression legend(uR"(^\s*([A-Z][A-Z0-9_]{0,11})\s*=\s)"_s);
    Relations relations{u"X"_s,   u"NA"_s,   u"SYS"_s,     u"PHB"_s, u"PIX"_s,
                        u"PXB"_s, u"HCCS"_s, u"HCCS_SW"_s, u"UB"_s,  u"SIO"_s};
    for (const QString &line : lines) {
        if (const QRegularExpressionMatch match = legend.match(line); match.hasMatch())
            relations << match.captured(1);
    }
    return relations;
}

// "X", "HCCS_SW": capital letters; "48-95" and prose are not.
bool isWordOfTable(const QString &token)
{
    static const QRegularExpression relation(uR"(^[A-Z][A-Z0-9_]{0,11}$)"_s);
    return relation.match(token).hasMatch();
}

// What a narrow terminal puts under a row: relations, CPUs, or pieces of both.
bool isRestOfRow(const QStringList &tokens)
{
    static const QRegularExpression cpus(uR"(^[\d,-]+$)"_s);
    return !tokens.isEmpty() && !idOf(tokens[0]) && std::all_of(tokens.begin(), tokens.end(), [](const QString &token) {
        return isWordOfTable(token) || cpus.match(token).hasMatch();
    });
}

QStringList tokensOf(const QString &line)
{
    return line.simplified().split(u' ', Qt::SkipEmptyParts);
}

std::optional<NpuTopoRow> rowOf(const QString &line, const TopoHeader &header, const Relations &relations)
{
    const QStringList tokens = tokensOf(line);
    const auto id = tokens.isEmpty() ? std::nullopt : idOf(tokens[0]);
    if (!id || tokens.size() < header.ids.size() + 1)
        return std::nullopt;
    NpuTopoRow row;
    row.id = id->number;
    for (qsizetype i = 0; i < header.ids.size(); ++i) {
        const QString &relation = tokens[i + 1];
        if (!relations.contains(relation))
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

// Lines that a terminal cut at its width, put together: every one that is as long as the longest goes on in the next.
QStringList unfolded(const QStringList &lines)
{
    const qsizetype width = longestLine(lines);
    QStringList whole;
    bool goesOn = false;
    for (const QString &line : lines) {
        if (goesOn)
            whole.last() += line;
        else
            whole << line;
        goesOn = line.size() == width;
    }
    return whole;
}

Result<NpuTopo> readTopo(const WholeLines &text)
{
    static const QRegularExpression nicName(uR"(^\s*NIC(\d{1,6})\s*:\s*(\S*)\s*$)"_s);
    const QStringList &lines = text.lines;
    const Relations relations = relationsOf(lines);
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
        const bool rowFollows
            = first && tokens.size() > 1 && isWordOfTable(tokens[1]) && !idOf(tokens[1]) && tokens[1] != u"CPU";
        if (!rowFollows) {
            if (const auto found = headerOf(tokens)) {
                // the header goes on: a narrow terminal
                if (topo.rows.isEmpty() && !header.isEmpty() && !header.hasAffinity) {
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
        // A row that a narrow terminal broke: its next lines do not start with an id. All of them belong to it.
        QString whole = line, spaced = line;
        for (; i + 1 < lines.size() && isRestOfRow(tokensOf(lines[i + 1])); ++i) {
            whole += lines[i + 1];
            spaced += u' ' + lines[i + 1];
        }
        auto row = rowOf(whole, header, relations);
        if (!row)
            row = rowOf(spaced, header, relations);
        if (row) {
            topo.idKind = first->kind;
            topo.rows << *row;
        } else {
            topo.truncated = true;
        }
    }
    if (topo.rows.isEmpty())
        return notThisKind(u"npu-smi info -t topo"_s, text);
    const auto npus
        = std::count_if(header.ids.begin(), header.ids.end(), [](const Id &id) { return id.kind != u"nic"; });
    topo.truncated |= topo.rows.size() < npus || text.isCut;
    return topo;
}

} // namespace

Result<NpuTopo> parseNpuSmiTopo(const QByteArray &bytes)
{
    const WholeLines text = wholeLines(bytes);
    const Result<NpuTopo> asIs = readTopo(text);
    if (asIs && !asIs->truncated)
        return asIs;
    const Result<NpuTopo> joined = readTopo({unfolded(text.lines), text.isCut});
    return joined && !joined->truncated ? joined : asIs;
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
