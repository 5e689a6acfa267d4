#include "core/runs/statefile.h"

#include "core/base/jsonmeasure.h"
#include "core/base/languages.h"
#include "core/nodes/nodejson.h"
#include "core/nodes/simulation.h"
#include "core/runs/runstate.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestFile = 16 * 1024 * 1024;
constexpr int deepestNesting = 16;
constexpr int version = 3;

struct RunStateText
{
    Q_DECLARE_TR_FUNCTIONS(RunState)
};

// What is wrong with a member; empty: nothing.
using Complaint = QString;

bool isText(const Json &value)
{
    return value.is_string() && value.get_ref<const std::string &>().find('\0') == std::string::npos;
}

bool isPath(const Json &value)
{
    if (!isText(value))
        return false;
    const QString path = value.get<QString>();
    const auto isControl = [](QChar c) { return c.unicode() < 0x20 || c.unicode() == 0x7f; };
    return path.size() > 1 && path.startsWith(QLatin1Char('/')) && !(path + QLatin1Char('/')).contains("/../"_L1)
        && std::none_of(path.begin(), path.end(), isControl);
}

Complaint texts(const Json &data, const QString &where, std::initializer_list<const char *> keys)
{
    for (const char *key : keys) {
        if (data.contains(key) && !isText(data.at(key)))
            return RunStateText::tr("%1 must be a text").arg(where + QLatin1Char('/') + QLatin1String(key));
    }
    return {};
}

Complaint engine(const Json &data, const QString &where)
{
    if (const Complaint wrong = texts(data, where, {"engine", "container", "deployment", "owner"}); !wrong.isEmpty())
        return wrong;
    const QString engine = stringAt(data, "engine");
    if (!engine.isEmpty() && engine != "docker"_L1 && engine != "podman"_L1)
        return RunStateText::tr("%1 must be docker or podman").arg(where + u"/engine"_s);
    if (stringAt(data, "container").startsWith(QLatin1Char('-')))
        return RunStateText::tr("%1 is not the name of a container").arg(where + u"/container"_s);
    return {};
}

Complaint folderData(const Json &data, const QString &where)
{
    if (data.contains("folder") && !isPath(data.at("folder")))
        return RunStateText::tr("%1 must be an absolute path").arg(where + u"/folder"_s);
    const Json &made = member(data, "made");
    if (!made.is_null() && !made.is_array())
        return RunStateText::tr("%1 must be a list").arg(where + u"/made"_s);
    for (size_t i = 0; made.is_array() && i < made.size(); ++i) {
        if (!isPath(made[i]))
            return RunStateText::tr("%1 must be an absolute path").arg(u"%1/made/%2"_s.arg(where).arg(i));
    }
    return {};
}

Complaint copyData(const Json &data, const QString &where)
{
    if (const Complaint wrong = engine(data, where); !wrong.isEmpty())
        return wrong;
    for (const char *key : {"folder", "backing"}) {
        if (data.contains(key) && !isPath(data.at(key)))
            return RunStateText::tr("%1 must be an absolute path").arg(where + QLatin1Char('/') + QLatin1String(key));
    }
    const Json &files = member(data, "files");
    if (!files.is_null() && !files.is_object())
        return RunStateText::tr("%1 must be an object").arg(where + u"/files"_s);
    if (files.is_object()) {
        for (const auto &[path, backup] : files.items()) {
            if (!isPath(path) || !(isPath(backup) || backup == ""))
                return RunStateText::tr("%1 must be an absolute path")
                    .arg(where + u"/files/"_s + QString::fromStdString(path));
        }
    }
    const Json &put = member(data, "put");
    if (!put.is_null() && !put.is_object())
        return RunStateText::tr("%1 must be an object").arg(where + u"/put"_s);
    for (auto it = put.begin(); put.is_object() && it != put.end(); ++it) {
        const bool isList = it->is_array() && std::all_of(it->begin(), it->end(), isText);
        if (!isPath(it.key()) || !isList)
            return RunStateText::tr("%1 must be a list").arg(where + u"/put/"_s + QString::fromStdString(it.key()));
    }
    return {};
}

// Undo runs this command: it must be one that runs in the container that is named beside it.
Complaint startData(const Json &data, const QString &where)
{
    if (const Complaint wrong = engine(data, where); !wrong.isEmpty())
        return wrong;
    if (const Json &launched = member(data, "launched"); !launched.is_null() && !launched.is_boolean())
        return RunStateText::tr("%1 must be true or false").arg(where + u"/launched"_s);
    if (const Json &found = member(data, "found"); !found.is_null()) {
        const QString at = where + u"/found"_s;
        if (!found.is_object())
            return RunStateText::tr("%1 must be an object").arg(at);
        if (const Complaint wrong = engine(found, at); !wrong.isEmpty())
            return wrong;
        if (!isPath(member(found, "pidFile")))
            return RunStateText::tr("%1 must be an absolute path").arg(at + u"/pidFile"_s);
    }
    const Json &stop = member(data, "stop");
    if (stop.is_null())
        return {};
    const bool isList = stop.is_array() && std::all_of(stop.begin(), stop.end(), isText);
    if (!isList || stop.size() < 4 || stop[0] != member(data, "engine") || stop[1] != "exec"
        || stop[2] != member(data, "container"))
        return RunStateText::tr("%1 must be a command in the container").arg(where + u"/stop"_s);
    return {};
}

Complaint dataOf(const QString &step, const Json &data, const QString &where)
{
    const QString kind = step.section(QLatin1Char('@'), 0, 0);
    if (kind == "make-folder"_L1)
        return folderData(data, where);
    if (kind == "copy-artifacts"_L1)
        return copyData(data, where);
    if (kind == "container"_L1)
        return engine(data, where);
    if (kind == "start"_L1)
        return startData(data, where);
    return texts(data, where, {"filled"});
}

// Members of their own for the languages, beside the words of the moment that older programs read.
Complaint readWords(const Json &entry, const QString &where, StepRecord &record)
{
    const Json &words = member(entry, "words");
    if (!words.is_null() && !words.is_object())
        return RunStateText::tr("%1 must be an object").arg(where);
    for (const char *language : {"en", "zh"}) {
        const Json &said = member(words, language);
        const QString at = where + QLatin1Char('/') + QLatin1String(language);
        if (!said.is_null() && !said.is_object())
            return RunStateText::tr("%1 must be an object").arg(at);
        if (const Complaint wrong = said.is_null() ? Complaint() : texts(said, at, {"message", "remedy"});
            !wrong.isEmpty())
            return wrong;
    }
    const auto text = [&](const char *key) {
        return inEveryLanguage([&](const QString &language) {
            const Json &said = member(words, language.toLatin1().constData());
            return stringAt(said.is_null() ? entry : said, key);
        });
    };
    record.message = text("message");
    record.remedy = text("remedy");
    return {};
}

Json wordsOf(const StepRecord &record)
{
    Json words = Json::object();
    for (const QString &language : {u"en"_s, u"zh"_s}) {
        const QString message = inLanguage(record.message, language), remedy = inLanguage(record.remedy, language);
        if (message != record.message || remedy != record.remedy)
            words[language.toStdString()] = Json{{"message", message}, {"remedy", remedy}};
    }
    return words;
}

// Of before version 3.
QString nameNow(const QString &id)
{
    const QString node = id.section(QLatin1Char('@'), 1);
    if (id.startsWith("fill-container@"_L1))
        return u"copy-into-container@"_s + node;
    if (id.startsWith("end-older@"_L1))
        return u"stop-stale@"_s + node;
    return id;
}

Complaint readStep(const Json &entry, const QString &where, QString &id, StepRecord &record)
{
    const auto at = [&](const char *key) { return where + QLatin1Char('/') + QLatin1String(key); };
    if (!entry.is_object())
        return RunStateText::tr("%1 must be an object").arg(where);
    if (const Complaint wrong = texts(entry, where, {"id", "state", "message", "remedy"}); !wrong.isEmpty())
        return wrong;
    id = nameNow(stringAt(entry, "id"));
    if (!stepNames().contains(id.section(QLatin1Char('@'), 0, 0)) || id.section(QLatin1Char('@'), 1).isEmpty())
        return RunStateText::tr("%1 is \"%2\", which is no step").arg(at("id"), id.left(80));
    const bool isOlderWord = stringAt(entry, "state") == "already-held"_L1; // before version 3
    const std::optional<StepState> state
        = isOlderWord ? StepState::UpToDate : stepStateOf(stringAt(entry, "state"));
    if (!state)
        return RunStateText::tr("%1 is \"%2\", which is no state").arg(at("state"), stringAt(entry, "state").left(80));
    record.state = *state;
    if (const Complaint wrong = readWords(entry, at("words"), record); !wrong.isEmpty())
        return wrong;
    const Json &took = member(entry, "tookMs");
    if (!took.is_null() && !(took.is_number_integer() && took >= 0 && took <= 1'000'000'000'000))
        return RunStateText::tr("%1 must be a number of milliseconds").arg(at("tookMs"));
    record.tookMs = integerAt(entry, "tookMs").value_or(0);
    const Json &changed = member(entry, "changed");
    if (!changed.is_boolean())
        return RunStateText::tr("%1 must be true or false").arg(at("changed"));
    record.changed = changed.get<bool>();
    const Json &data = member(entry, "data");
    if (!data.is_null() && !data.is_object())
        return RunStateText::tr("%1 must be an object").arg(at("data"));
    if (data.is_object())
        record.data = data;
    return dataOf(id, record.data, at("data"));
}

Complaint readDocument(const Json &json, StateDocument &document)
{
    if (!json.is_object())
        return RunStateText::tr("it must be a JSON object");
    const std::optional<qint64> written = integerAt(json, "version");
    if (!written)
        return RunStateText::tr("%1 must be a number").arg(u"/version"_s);
    if (*written < 1 || *written > version)
        return RunStateText::tr(
                   "%1 is %2, and this program knows 1 to %3; if a newer one wrote it, go on with that one")
            .arg(u"/version"_s)
            .arg(*written)
            .arg(version);
    if (const Complaint wrong =
            texts(json, {}, {"run", "deployment", "recipe", "identity", "file", "wanted", "service"});
        !wrong.isEmpty())
        return wrong;
    document.owner = stringAt(json, "run");
    document.deployment = stringAt(json, "deployment");
    document.recipe = stringAt(json, "recipe");
    document.identity = stringAt(json, "identity");
    document.file = stringAt(json, "file");
    document.wanted = stringAt(json, "wanted");
    const Json &work = member(json, "work");
    if (!work.is_null() && work != "deploy" && work != "undo")
        return RunStateText::tr("%1 must be deploy or undo").arg(u"/work"_s);
    document.isUndoing = work == "undo";
    document.isServiceStopped = stringAt(json, "service") == "stopped"_L1;
    document.served = member(json, "served");
    document.isWhole = boolAt(json, "whole").value_or(false);
    const Json &nodes = member(json, "nodes");
    if (!nodes.is_null() && !nodes.is_array())
        return RunStateText::tr("%1 must be a list").arg(u"/nodes"_s);
    for (size_t i = 0; nodes.is_array() && i < nodes.size(); ++i) {
        const QString where = u"/nodes/%1"_s.arg(i);
        for (const char *key : {"name", "address"}) {
            if (!isText(member(nodes[i], key)))
                return RunStateText::tr("%1 must be a text").arg(where + QLatin1Char('/') + QLatin1String(key));
        }
        const Json &login = member(nodes[i], "login");
        if (!login.is_null() && !readNode(login, where))
            return RunStateText::tr("%1 must be a node as in a deployment file").arg(where + u"/login"_s);
        document.nodes << StateNode{stringAt(nodes[i], "name"), stringAt(nodes[i], "address"), login};
    }
    const Json &steps = member(json, "steps");
    if (!steps.is_array())
        return RunStateText::tr("%1 must be a list").arg(u"/steps"_s);
    for (size_t i = 0; i < steps.size(); ++i) {
        QString id;
        StepRecord record;
        if (const Complaint wrong = readStep(steps[i], u"/steps/%1"_s.arg(i), id, record); !wrong.isEmpty())
            return wrong;
        const auto isSame = [&](const auto &known) { return known.first == id; };
        if (std::any_of(document.steps.cbegin(), document.steps.cend(), isSame))
            return RunStateText::tr("%1 is there twice").arg(u"/steps/%1/id"_s.arg(i));
        document.steps.append({id, record});
    }
    if (work.is_null()) { // older programs did not say it; a run that is resumed keeps no step undone at its end
        const auto isUndone = [](const auto &step) { return step.second.state == StepState::Undone; };
        document.isUndoing = std::any_of(document.steps.cbegin(), document.steps.cend(), isUndone);
    }
    return {};
}

Error refused(const QString &file, const Complaint &why, const QString &detail = {})
{
    return {ErrorKind::Parse,
            RunStateText::tr("%1 is not the state of a run: %2. Move it away to begin anew; what an earlier run made "
                             "on the nodes must then be undone by hand.")
                .arg(file, why),
            detail,
            {}};
}

} // namespace

const QStringList &stepNames()
{
    static const QStringList names
        = u"preflight look make-folder copy-artifacts weights image container "
          "copy-into-container interrupts stop-stale start wait-ready confirm verify"_s.split(QLatin1Char(' '));
    return names;
}

bool StateDocument::hasChanges() const
{
    return std::any_of(steps.cbegin(), steps.cend(), [](const auto &step) { return step.second.changed; });
}

bool StateDocument::hasChanges(const QString &node) const
{
    return std::any_of(steps.cbegin(), steps.cend(), [&](const auto &step) {
        return step.second.changed && step.first.section(QLatin1Char('@'), 1) == node;
    });
}

QString addressText(const Node &node)
{
    if (!node.root.isEmpty())
        return node.root;
    return node.port ? u"%1:%2"_s.arg(node.host).arg(*node.port) : node.host;
}

QString placeOf(const QString &address)
{
    const bool hasUsualPort = address.count(QLatin1Char(':')) == 1 && address.endsWith(u":22"_s);
    return hasUsualPort ? address.chopped(3) : address;
}

// What is needed to log in, and nothing else that a file may hold.
static Json loginOf(Node node)
{
    const Json other = std::exchange(node.other, Json::object());
    if (const Json &jump = member(other, "proxyJump"); jump.is_string())
        node.other["proxyJump"] = jump;
    if (const Json &knownHosts = member(member(other, "auth"), "knownHostsFile"); knownHosts.is_string())
        node.other["auth"] = Json{{"knownHostsFile", knownHosts}};
    return toJson(node);
}

QList<StateNode> stateNodes(const Deployment &deployment)
{
    QList<StateNode> nodes;
    for (const Node &node : deployment.nodes)
        nodes << StateNode{node.name, addressText(node), loginOf(node)};
    return nodes;
}

Node nodeOf(const StateNode &then)
{
    Node node;
    if (const Result<Node> known = readNode(then.login, {}); known) {
        node = *known;
    } else if (then.address.startsWith(QLatin1Char('/'))) {
        node.transport = Transport::Local;
        node.root = then.address;
    } else {
        const qsizetype colon = then.address.count(QLatin1Char(':')) == 1 ? then.address.indexOf(QLatin1Char(':')) : -1;
        node.host = then.address.left(colon);
        if (colon > 0)
            node.port = then.address.mid(colon + 1).toInt();
    }
    node.name = then.name;
    return node;
}

Result<StateDocument> readStateFile(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return StateDocument{};
    if (!QFileInfo(path).isFile())
        return refused(path, RunStateText::tr("it is not a file"));
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage,
                     RunStateText::tr("The state of the last run, %1, cannot be read.").arg(path),
                     file.errorString(),
                     {}};
    const QByteArray text = file.read(largestFile + 1);
    if (file.error() != QFile::NoError)
        return Error{ErrorKind::Storage,
                     RunStateText::tr("The state of the last run, %1, cannot be read.").arg(path),
                     file.errorString(),
                     {}};
    return parseState(text, path);
}

Result<StateDocument> parseState(const QByteArray &text, const QString &path)
{
    if (text.size() > largestFile)
        return refused(path, RunStateText::tr("it is too large"));
    if (measureJson(text, deepestNesting).depth > deepestNesting)
        return refused(path, RunStateText::tr("it is nested too deeply"));
    QStringList twice;
    const Result<Json> json = parseJson(text, path, &twice);
    if (!json)
        return refused(path, RunStateText::tr("it is not valid JSON"), json.error().detail);
    // Which of the two holds nobody knows: neither is believed. This program writes none.
    if (!twice.isEmpty())
        return refused(path, RunStateText::tr("%1 is there twice").arg(twice.first()));
    StateDocument document;
    if (const Complaint wrong = readDocument(*json, document); !wrong.isEmpty())
        return refused(path, wrong);
    return document;
}

QByteArray toText(const StateDocument &document)
{
    Json nodes = Json::array(), steps = Json::array();
    for (const StateNode &node : document.nodes)
        nodes.push_back(node.login.is_null()
                            ? Json{{"name", node.name}, {"address", node.address}}
                            : Json{{"name", node.name}, {"address", node.address}, {"login", node.login}});
    for (const auto &[id, record] : document.steps) {
        steps.push_back({{"id", id},
                         {"state", stepStateName(record.state)},
                         {"message", inLanguage(record.message, dataLanguage())},
                         {"remedy", inLanguage(record.remedy, dataLanguage())},
                         {"tookMs", record.tookMs},
                         {"changed", record.changed},
                         {"data", record.data}});
        if (const Json words = wordsOf(record); !words.empty())
            steps.back()["words"] = words;
    }
    return prettyJson({{"version", version},
                       {"run", document.owner},
                       {"deployment", document.deployment},
                       {"recipe", document.recipe},
                       {"identity", document.identity},
                       {"file", document.file},
                       {"wanted", document.wanted},
                       {"work", document.isUndoing ? "undo" : "deploy"},
                       {"service", document.isServiceStopped ? "stopped" : ""},
                       {"served", document.served},
                       {"whole", document.isWhole},
                       {"nodes", nodes},
                       {"steps", steps}});
}

Result<void> writeStateFile(const QString &file, const StateDocument &document)
{
    const QString folder = QFileInfo(file).path();
    Result<void> written = makePrivateFolder(folder);
    if (written)
        written = writeAtomically(file, toText(document), 0600);
    if (written)
        return {};
    return Error{ErrorKind::Storage,
                 RunStateText::tr(
                     "The state of the run cannot be written to %1: the run ends here.")
                     .arg(file),
                 written.error().message + QLatin1Char(' ') + written.error().detail,
                 {{u"remedy"_s,
                   RunStateText::tr("Make room on the disk, or see that this user may write in %1. What was done so "
                                    "far is remembered: resume or undo then.")
                       .arg(folder)}}};
}

Result<StateDocument> fittedTo(StateDocument document, const Deployment &deployment, const QString &file,
                               const QString &identity)
{
    if (document.nodes.isEmpty()) { // version 1 knew the name only; the file's own name tells of the nodes
        Deployment older = deployment;
        older.name = document.deployment;
        if (document.deployment.isEmpty() || document.deployment == deployment.name || defaultStateFile(older) == file)
            return document;
        return Error{ErrorKind::Invalid,
                     RunStateText::tr("%1 is the state of the deployment \"%2\", not of \"%3\".")
                         .arg(file, document.deployment, deployment.name),
                     {},
                     {}};
    }
    const QList<StateNode> now = stateNodes(deployment);
    const auto isNamed = [](const QList<StateNode> &nodes, const QString &name) {
        return std::any_of(nodes.cbegin(), nodes.cend(), [&](const StateNode &node) { return node.name == name; });
    };
    QHash<QString, QString> names;       // then -> now
    QList<StateNode> lost;               // with something of the run on them
    bool hasOne = false;
    for (StateNode then : std::as_const(document.nodes)) {
        const auto it = std::find_if(now.cbegin(), now.cend(),
                                     [place = placeOf(then.address)](const StateNode &node) {
                                         return placeOf(node.address) == place;
                                     });
        if (it != now.cend()) {
            hasOne = true;
            names.insert(then.name, it->name);
        } else if (document.hasChanges(then.name)) {
            const QString name = then.name;
            while (isNamed(now, then.name))
                then.name += u"-former"_s;
            names.insert(name, then.name);
            lost << then;
        }
    }
    // A file that has both another name and other nodes is taken for another deployment in the place of the first.
    const bool isSame
        = !identity.isEmpty() && identity == document.identity && (hasOne || document.deployment == deployment.name);
    if (!isSame && (!hasOne || (!lost.isEmpty() && document.deployment != deployment.name))) {
        const StateNode &stranger = lost.isEmpty() ? document.nodes.first() : lost.first();
        return Error{ErrorKind::Invalid,
                     RunStateText::tr(
                         "%1 is the state of a run of \"%2\" on other nodes: %3 (%4) is not one of this deployment's.")
                         .arg(file, document.deployment, stranger.name, stranger.address),
                     {},
                     {}};
    }
    document.steps.removeIf([&](const auto &step) { return !names.contains(step.first.section(QLatin1Char('@'), 1)); });
    for (auto &[id, record] : document.steps)
        id = id.section(QLatin1Char('@'), 0, 0) + QLatin1Char('@') + names.value(id.section(QLatin1Char('@'), 1));
    document.nodes = now + lost;
    return document;
}

QString fileIdentity(const Deployment &deployment, const QString &path)
{
    const QString file = path.isEmpty() ? QString() : QFileInfo(path).canonicalFilePath();
    const QDir folder = QFileInfo(file).dir();
    for (const Node &node : deployment.nodes) {
        const QString knownHosts = stringAt(member(node.other, "auth"), "knownHostsFile");
        const QString inside = node.root.isEmpty() ? knownHosts : node.root;
        if (file.isEmpty() || inside.isEmpty())
            continue;
        const QString cluster = QFileInfo(folder.absoluteFilePath(inside)).path();
        const QFileInfo mark(cluster + u'/' + simulatedClusterMark); // made once
        if (mark.exists())
            return u"%1#%2"_s.arg(file).arg(mark.lastModified().toMSecsSinceEpoch());
    }
    return file;
}
