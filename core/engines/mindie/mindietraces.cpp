#include "core/engines/mindie/mindietraces.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

// 3.0's launcher becomes bin/mindieservice_daemon of its package's folder (MindIE-LLM, mindie_llm_server).
bool isMindieDaemon(const QStringList &argv)
{
    return QFileInfo(argv.value(0)).fileName() == "mindieservice_daemon"_L1;
}

// The folder above bin: what MIES_INSTALL_PATH or MINDIE_LLM_HOME_PATH says, as its ConfigManager reads them; else
// where the program itself stands (environment_variable.md).
QString mindieHomeOf(const RunningProcess &process)
{
    for (const char *name : {"MIES_INSTALL_PATH", "MINDIE_LLM_HOME_PATH"}) {
        if (const QString home = process.environment.value(QLatin1String(name)); home.startsWith(u'/'))
            return QDir::cleanPath(home);
    }
    const QString program = process.argv.value(0);
    if (program.startsWith(u'/') || process.workFolder.startsWith(u'/'))
        return QDir::cleanPath(QFileInfo(QDir(process.workFolder).filePath(program)).path() + u"/.."_s);
    return {};
}

QMap<QString, QString> mindieFiles(const RunningProcess &process)
{
    QMap<QString, QString> files;
    if (const QString home = mindieHomeOf(process); !home.isEmpty())
        files.insert(u"config"_s, home + u"/conf/config.json"_s);
    if (const QString table = process.environment.value(u"RANK_TABLE_FILE"_s); table.startsWith(u'/'))
        files.insert(u"rank-table"_s, table);
    return files;
}

Json mindieTold(const RunningProcess &, const QMap<QString, QByteArray> &texts, const Recipe &)
{
    Json told = Json::object();
    for (const auto &[kind, text] : texts.asKeyValueRange()) {
        if (const Result<Json> json = parseJson(text, kind); json && json->is_object())
            told[kind.toStdString()] = *json;
    }
    return told;
}

Json mindiePattern(const Recipe &recipe)
{
    return Json{{"config", member(recipe.data, "config")}};
}

Json mindieSettings(const RunningProcess &process)
{
    const QString home = mindieHomeOf(process);
    return home.isEmpty() ? Json::object() : Json{{"mindieHome", home}};
}

// By the server that has one of its addresses: the first one serves (multi_node.md).
std::optional<int> mindiePlace(const RunningProcess &process, const QMap<QString, QByteArray> &texts,
                               const QStringList &addresses)
{
    const Json told = mindieTold(process, texts, {});
    int place = 0;
    for (const Json &server : member(member(told, "rank-table"), "server_list")) {
        for (const char *key : {"server_id", "container_ip"}) {
            if (addresses.contains(stringAt(server, key)))
                return place;
        }
        ++place;
    }
    const QString master = process.environment.value(u"MASTER_IP"_s);
    return addresses.contains(master) ? std::optional(0) : std::nullopt;
}

} // namespace

EngineTraces mindieTraces()
{
    return {isMindieDaemon, mindieFiles, mindieTold, mindiePattern, mindieSettings, mindiePlace};
}
