#include "core/parse/versioninfo.h"

#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

// "[7.0.0,7.1.99]", "[23.0.rc3,23.0.rc3.],[23.0.0,23.0.0.]"
QList<VersionRange> rangesOf(const QString &value)
{
    static const QRegularExpression bracket(uR"(\[([^\[\]]*)\])"_s);
    QList<VersionRange> ranges;
    auto it = bracket.globalMatch(value);
    while (it.hasNext()) {
        const QString inside = it.next().captured(1);
        ranges << VersionRange{inside.section(u',', 0, 0).trimmed(), inside.section(u',', 1).trimmed()};
    }
    return ranges;
}

Json rangesJson(const QList<VersionRange> &ranges)
{
    Json json = Json::array();
    for (const VersionRange &range : ranges)
        json.push_back({{"from", range.from}, {"to", range.to.isEmpty() ? Json(nullptr) : Json(range.to)}});
    return json;
}

} // namespace

Result<VersionInfo> parseVersionInfo(const QByteArray &text)
{
    static const QRegularExpression entry(uR"(^\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*(.*?)\s*(?:</\w+>)?\s*$)"_s);
    static const QStringList markers
        = {u"ascendhal_version"_s,      u"aicpu_version"_s,      u"firmware_version"_s,
           u"package_version"_s,        u"compatible_version"_s, u"compatible_version_fw"_s,
           u"compatible_version_drv"_s, u"Innerversion"_s,       u"innerversion"_s,
           u"package_name"_s,           u"tsfw_version"_s};
    const WholeLines lines = wholeLines(text);
    VersionInfo info;
    info.truncated = lines.isCut;
    int strangers = 0;
    bool marked = false;
    bool mayGoOn = false;                // the line before is a value that reaches the edge of the terminal
    const qsizetype width = longestLine(lines.lines);
    for (const QString &line : lines.lines) {
        const QRegularExpressionMatch match = entry.match(line);
        if (!match.hasMatch()) {
            if (mayGoOn && !line.trimmed().isEmpty()) { // a value that was cut there is not the value
                if (info.values.last().first.compare(u"version", Qt::CaseInsensitive) == 0)
                    info.version.clear();
                info.values.removeLast();
                info.truncated = true;
            }
            mayGoOn = false;
            strangers += line.trimmed().isEmpty() ? 0 : 1;
            continue;
        }
        const QString key = match.captured(1), value = match.captured(2);
        if (key == u"Version" || key == u"version") {
            if (!info.version.isEmpty())
                return severalOf(u"version.info"_s);
            info.version = value;
        }
        info.values << std::pair(key, value);
        mayGoOn = line.size() == width;
        marked |= markers.contains(key);
    }
    if (info.version.isEmpty() || strangers > info.values.size() || !(marked || info.values.size() == 1))
        return notThisKind(u"version.info"_s, lines);
    for (const auto &[key, value] : info.values) {
        if (key == u"package_version")
            info.packageVersion = value;
        else if (key == u"Innerversion" || key == u"innerversion")
            info.innerVersion = value;
        else if (key == u"package_name")
            info.packageName = value;
        else if (key == u"arch")
            info.arch = value;
        else if (key == u"path")
            info.path = value;
        else if (key == u"compatible_version_fw")
            info.compatibleFirmware = rangesOf(value);
        else if (key == u"compatible_version_drv")
            info.compatibleDriver = rangesOf(value);
        if (key == u"ascendhal_version" || key == u"compatible_version_fw")
            info.kind = u"driver"_s;
        else if (key == u"firmware_version" || key == u"compatible_version_drv")
            info.kind = u"firmware"_s;
        else if (key == u"package_name" && info.kind.isEmpty())
            info.kind = u"toolkit"_s;
    }
    return info;
}

Json toJson(const VersionInfo &info)
{
    const auto textOrNull = [](const QString &text) { return text.isEmpty() ? Json(nullptr) : Json(text); };
    Json values = Json::object();
    for (const auto &[key, value] : info.values)
        values[key.toStdString()] = value;
    return {{"kind", textOrNull(info.kind)},
            {"version", info.version},
            {"packageVersion", textOrNull(info.packageVersion)},
            {"innerVersion", textOrNull(info.innerVersion)},
            {"packageName", textOrNull(info.packageName)},
            {"arch", textOrNull(info.arch)},
            {"path", textOrNull(info.path)},
            {"compatibleFirmware", rangesJson(info.compatibleFirmware)},
            {"compatibleDriver", rangesJson(info.compatibleDriver)},
            {"values", values},
            {"truncated", info.truncated}};
}
