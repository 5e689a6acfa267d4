#include "core/nodes/deployment.h"

#include "core/base/inputfile.h"
#include "core/base/jsonmeasure.h"
#include "core/base/plaintext.h"
#include "core/nodes/machine.h"
#include "core/nodes/nodejson.h"
#include "core/nodes/prometheusaddress.h"
#include "core/shell/atomicfile.h"
#include "core/shell/sshconfig.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <iterator>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestFile = 4 * 1024 * 1024;
constexpr int deepestNesting = 100;
constexpr size_t mostNodes = 4096;

struct DeploymentText
{
    Q_DECLARE_TR_FUNCTIONS(Deployment)
};

Error invalid(const QString &sentence, const QString &where)
{
    return {ErrorKind::Invalid, sentence, {}, {{u"where"_s, where}}};
}

// The text at `key`: nullopt-free reading with an error for another type.
Result<QString> textAt(const Json &object, const char *key, const QString &where)
{
    const auto it = object.find(key);
    if (it == object.end() || it->is_null())
        return QString();
    if (!it->is_string())
        return invalid(DeploymentText::tr("%1 must be a text.").arg(where + QLatin1Char('/') + QLatin1String(key)),
                       where + QLatin1Char('/') + QLatin1String(key));
    const QString text = it->get<QString>();
    if (text.contains(QChar(0)))
        return invalid(
            DeploymentText::tr("%1 holds a NUL character.").arg(where + QLatin1Char('/') + QLatin1String(key)),
            where + QLatin1Char('/') + QLatin1String(key));
    return text;
}

Result<void> readAuth(const Json &object, Node &node, const QString &where)
{
    const auto it = object.find("auth");
    if (it == object.end() || it->is_null())
        return {};
    const QString place = where + u"/auth"_s;
    if (!it->is_object())
        return invalid(DeploymentText::tr("%1 must be an object such as {\"method\": \"agent\"}.").arg(place), place);
    const Result<QString> method = textAt(*it, "method", place);
    if (!method)
        return method.error();
    if (method->isEmpty() || *method == "agent"_L1)
        node.auth = AuthMethod::Agent;
    else if (*method == "key"_L1)
        node.auth = AuthMethod::Key;
    else if (*method == "password"_L1)
        node.auth = AuthMethod::Password;
    else
        return invalid(DeploymentText::tr("%1 is '%2'; it must be agent, key or password.")
                           .arg(place + u"/method"_s, shortened(*method)),
                       place + u"/method"_s);
    for (const char *secret : {"password", "passphrase"}) {
        if (it->contains(secret))
            return invalid(DeploymentText::tr("%1 holds a secret. Remove it: secrets never belong into the file; they "
                                              "are asked for, or come from the agent.")
                               .arg(place + QLatin1Char('/') + QLatin1String(secret)),
                           place + QLatin1Char('/') + QLatin1String(secret));
    }
    if (const Result<QString> known = textAt(*it, "knownHostsFile", place); !known)
        return known.error();
    const Result<QString> file = textAt(*it, "identityFile", place);
    if (!file)
        return file.error();
    node.identityFile = *file;
    return {};
}

Result<void> readTransport(const Json &object, Node &node, const QString &where)
{
    const Result<QString> transport = textAt(object, "transport", where);
    if (!transport)
        return transport.error();
    if (*transport == "local"_L1)
        node.transport = Transport::Local;
    else if (!transport->isEmpty() && *transport != "ssh"_L1)
        return invalid(DeploymentText::tr("%1 is '%2'; it must be ssh or local.")
                           .arg(where + u"/transport"_s, shortened(*transport)),
                       where + u"/transport"_s);
    const Result<QString> root = textAt(object, "root", where);
    if (!root)
        return root.error();
    node.root = *root;
    if (!node.root.isEmpty() && node.transport != Transport::Local)
        return invalid(
            DeploymentText::tr("%1 has a root, which is for nodes with \"transport\": \"local\" only.").arg(where),
            where + u"/root"_s);
    return {};
}

Result<void> readPort(const Json &object, Node &node, const QString &where)
{
    const auto it = object.find("port");
    if (it == object.end() || it->is_null())
        return {};
    const bool isPort = it->is_number_integer() && *it >= 1 && *it <= 65535;
    if (!isPort)
        return invalid(DeploymentText::tr("%1 must be a number from 1 to 65535.").arg(where + u"/port"_s),
                       where + u"/port"_s);
    node.port = it->get<int>();
    return {};
}

// The text itself stays in Node::other: core/nodes/jumphost.h.
Result<void> checkProxyJump(const Json &object, const QString &where)
{
    const Result<QString> jump = textAt(object, "proxyJump", where);
    if (!jump)
        return jump.error();
    if (!isProxyJump(*jump))
        return invalid(DeploymentText::tr("%1 is '%2'; it must name jump hosts such as user@host:port.")
                           .arg(where + u"/proxyJump"_s, shortened(*jump)),
                       where + u"/proxyJump"_s);
    return {};
}

} // namespace

Result<Node> readNode(const Json &object, const QString &where)
{
    if (!object.is_object())
        return invalid(DeploymentText::tr("%1 must be an object with name and host.").arg(where), where);
    Node node;
    node.other = object;
    const Result<QString> name = textAt(object, "name", where);
    if (!name)
        return name.error();
    node.name = *name;
    if (node.name.isEmpty())
        return invalid(DeploymentText::tr("%1 has no name.").arg(where), where + u"/name"_s);
    if (node.name.size() > longestNodeName)
        return invalid(DeploymentText::tr("The name of %1 has %2 characters; a node's name has at most %3. Choose a "
                                          "shorter one.")
                           .arg(where)
                           .arg(node.name.size())
                           .arg(longestNodeName),
                       where + u"/name"_s);
    if (node.name.contains(QLatin1Char('/')) || node.name == "."_L1 || node.name == ".."_L1)
        return invalid(DeploymentText::tr(
                           "The name of %1, '%2', cannot be the name of a folder; choose one without '/'.")
                           .arg(where, shortened(node.name)),
                       where + u"/name"_s);
    const Result<QString> host = textAt(object, "host", where), user = textAt(object, "user", where);
    if (!host || !user)
        return host ? user.error() : host.error();
    node.host = withoutBrackets(*host);
    node.user = *user;
    for (const auto &[member, text] : {std::pair("name", node.name), {"host", node.host}, {"user", node.user}}) {
        const auto isControl = [](QChar c) { return !c.isPrint() && !c.isSpace(); };
        if (std::any_of(text.cbegin(), text.cend(), isControl) || text.contains(QLatin1Char('\n'))
            || text.contains(QLatin1Char('\r')) || text.contains(QLatin1Char('\t')))
            return invalid(DeploymentText::tr("%1 is '%2'; a line break, a tab or another control character is no part "
                                              "of it.")
                               .arg(where + u'/' + QLatin1String(member), shortened(text)),
                           where + u'/' + QLatin1String(member));
    }
    for (const Result<void> &part : {readPort(object, node, where), readAuth(object, node, where),
                                     readTransport(object, node, where), checkProxyJump(object, where)}) {
        if (!part)
            return part.error();
    }
    if (node.host.isEmpty() && node.transport == Transport::Ssh)
        return invalid(DeploymentText::tr("Node '%1' has no host: an address, a name, or an alias of ~/.ssh/config.")
                           .arg(node.name),
                       where + u"/host"_s);
    // libssh2 and ssh take neither; a host that begins with a dash would be read as an option by any tool shown to the
    // user.
    if (node.host.startsWith(QLatin1Char('-')))
        return invalid(DeploymentText::tr("The host of node '%1' begins with '-'.").arg(node.name), where + u"/host"_s);
    return node;
}

namespace {

QList<Node> readNodes(const Json &document, QList<Error> &problems)
{
    QList<Node> nodes;
    const auto it = document.find("nodes");
    if (it == document.end())
        return nodes;
    if (!it->is_array()) {
        problems << invalid(DeploymentText::tr("%1 must be a list.").arg(u"/nodes"_s), u"/nodes"_s);
        return nodes;
    }
    if (it->size() > mostNodes) {
        problems << invalid(DeploymentText::tr("The deployment has %1 nodes; more than %2 are not supported.")
                                .arg(it->size())
                                .arg(mostNodes),
                            u"/nodes"_s);
        return nodes;
    }
    QSet<QString> names;
    for (qsizetype i = 0; i < qsizetype(it->size()); ++i) {
        const QString where = u"/nodes/%1"_s.arg(i);
        Result<Node> node = readNode((*it)[size_t(i)], where);
        if (!node) {
            problems << node.error();
            continue;
        }
        if (names.contains(node->name))
            problems << invalid(DeploymentText::tr("Two nodes are named '%1'; names must differ.")
                                    .arg(shortened(node->name)),
                                where + u"/name"_s);
        names.insert(node->name);
        nodes << *std::move(node);
    }
    return nodes;
}

// Writes value where it says something or where the key was before; keeps the place of an old key.
void put(Json &object, const char *key, const QString &value)
{
    if (!value.isEmpty() || (object.contains(key) && object[key].is_string()))
        object[key] = value;
    if (value.isEmpty() && object.contains(key) && object[key] != "")
        object.erase(key);
}

void putAuth(Json &object, const Node &node)
{
    static const char *const names[] = {"agent", "key", "password"};
    const bool wasThere = object.contains("auth") && object["auth"].is_object();
    if (!wasThere && node.auth == AuthMethod::Agent && node.identityFile.isEmpty())
        return;
    Json auth = wasThere ? object["auth"] : Json::object();
    if (auth.contains("method") || node.auth != AuthMethod::Agent || !wasThere)
        auth["method"] = names[int(node.auth)];
    put(auth, "identityFile", node.identityFile);
    object["auth"] = auth;
}

} // namespace

Json toJson(const Node &node)
{
    Json object = node.other.is_object() ? node.other : Json::object();
    object["name"] = node.name;
    put(object, "host", node.host);
    if (node.port)
        object["port"] = *node.port;
    else
        object.erase("port");
    put(object, "user", node.user);
    putAuth(object, node);
    if (node.transport == Transport::Local)
        object["transport"] = "local";
    else if (object.contains("transport"))
        object["transport"] = "ssh";
    put(object, "root", node.root);
    return object;
}

namespace {

// A sentence where the document is of another kind; empty: a deployment, also one that was just begun. Opened, it would
// be saved with nodes and settings of ours.
QString whatElse(const Json &document)
{
    constexpr const char *own[] = {"nodes", "recipe", "settings", "simulated", "prometheus", "accepted"};
    constexpr qsizetype mostNamed = 3, longestKey = 40;
    constexpr const char *others[] = {"name", "version", "comment"};
    constexpr const char *ofRecipes[] = {"extends", "engine", "title", "id"}; // core/recipes/recipeschema.cpp
    constexpr const char *ofRankTables[] // as core/ranktable/ranktable.cpp
        = {"server_list", "server_count", "rank_list", "prefill_device_list", "decode_device_list", "group_list"};
    const auto has = [&](const char *key) { return document.contains(key); };
    const auto count = [&](auto &keys) { return size_t(std::count_if(std::begin(keys), std::end(keys), has)); };
    if (document.contains("nodes") && document["nodes"].is_array())
        return {};
    // A package's, a rank table's, "1.0.0"; a deployment has none.
    const bool isOfRelease = count(own) == 0 && document.contains("version") && document["version"].is_string();
    if (count(own) + count(others) == document.size() && !isOfRelease)
        return {};                       // nothing in it is another kind's; it may just have been begun
    if (count(ofRecipes) > 1)
        return DeploymentText::tr("This is a recipe, not a deployment: put it into the folder of your own recipes (see "
                                  "`ascendctl recipes`), and choose it in a deployment.");
    if (std::any_of(std::begin(ofRankTables), std::end(ofRankTables), has))
        return DeploymentText::tr("This is a rank table, not a deployment: open it on the page \"Rank tables\", or "
                                  "judge it with `ascendctl lint rank-table`.");
    QStringList foreign;
    for (const auto &[key, value] : document.items()) {
        const auto is = [&key](const char *one) { return key == one; };
        const bool isKnown = std::any_of(std::begin(own), std::end(own), is)
            || (std::any_of(std::begin(others), std::end(others), is) && !(isOfRelease && key == "version"));
        if (!isKnown && foreign.size() < mostNamed)
            foreign << QString::fromStdString(key).left(longestKey);
    }
    return DeploymentText::tr("This is not a deployment: it has no list of nodes, and keys that no deployment has "
                              "(%1). Open a file such as cluster.deployment.json, or begin a new deployment.")
        .arg(foreign.join(u", "_s));
}

Deployment readDeployment(const QByteArray &text, QList<Error> &problems)
{
    Deployment deployment;
    const QString what = DeploymentText::tr("The deployment file");
    if (text.size() > largestFile || measureJson(text, deepestNesting).depth > deepestNesting) {
        problems << Error{ErrorKind::Parse,
                          DeploymentText::tr("%1 is too large or too deeply nested to be a deployment.").arg(what),
                          {},
                          {}};
        return deployment;
    }
    const QByteArray plain = text.startsWith("\xEF\xBB\xBF") ? text.mid(3) : text;
    if (plain.trimmed().isEmpty()) {
        problems << Error{
            ErrorKind::Parse,
            DeploymentText::tr("%1 is empty. Open another file, or begin a new deployment.").arg(what),
            {},
            {}};
        return deployment;
    }
    if (text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF")) { // as a PowerShell's > writes it
        problems << Error{ErrorKind::Parse,
                          DeploymentText::tr("%1 is text in UTF-16. Save it as UTF-8 in a text editor.").arg(what),
                          {},
                          {}};
        return deployment;
    }
    if (!plain.trimmed().startsWith('{') && (plain.contains('\0') || !plain.isValidUtf8())) {
        problems << Error{ErrorKind::Parse,
                          DeploymentText::tr("This is not a deployment: it is no text at all. Open a file such as "
                                             "cluster.deployment.json, or begin a new deployment."),
                          {},
                          {}};
        return deployment;
    }
    QStringList twice;
    const Result<Json> document = parseJson(plain, what, &twice);
    if (!document) {
        Error error = document.error();
        if (!error.detail.isEmpty()) { // of the one sentence that is seen: where, and what to do
            error.message = DeploymentText::tr("%1: %2 Correct the file there in a text editor.")
                                .arg(error.message.chopped(1), error.detail);
            error.detail.clear();
        }
        problems << error;
        return deployment;
    }
    if (!document->is_object()) {
        Error error
            = invalid(DeploymentText::tr("%1 must be a JSON object with name, recipe, nodes and settings.").arg(what),
                      u"/"_s);
        error.kind = ErrorKind::Parse;   // not a mistake in a deployment: none at all
        problems << error;
        return deployment;
    }
    if (const QString other = whatElse(*document); !other.isEmpty()) {
        problems << Error{ErrorKind::Parse, other, {}, {{u"where"_s, u"/"_s}}};
        return deployment;
    }

    // Which of the two holds nobody knows, and saving would lose one.
    for (const QString &where : std::as_const(twice))
        problems << invalid(DeploymentText::tr("%1 stands twice in one object. Remove one of them.").arg(where), where);
    deployment.other = *document;
    for (const auto &[key, field] : {std::pair{"name", &deployment.name}, std::pair{"recipe", &deployment.recipe}}) {
        const Result<QString> value = textAt(*document, key, {});
        if (value)
            *field = *value;
        else
            problems << value.error();
    }
    deployment.nodes = readNodes(*document, problems);
    if (const auto it = document->find("settings"); it != document->end() && !it->is_null()) {
        if (it->is_object())
            deployment.settings = *it;
        else
            problems << invalid(DeploymentText::tr("%1 must be an object.").arg(u"/settings"_s), u"/settings"_s);
    }
    if (const auto it = document->find("simulated"); it != document->end()) {
        if (it->is_boolean())
            deployment.simulated = it->get<bool>();
        else
            problems << invalid(DeploymentText::tr("%1 must be true or false.").arg(u"/simulated"_s), u"/simulated"_s);
    }
    if (const QString server = prometheusOf(deployment); holdsPassword(server))
        problems << invalid(DeploymentText::tr("%1 holds a password. Remove it: secrets never belong into the file. %2",
                                               "/prometheus; where the login belongs: a sentence")
                                .arg(u"/prometheus"_s, netrcRemedy(server)),
                            u"/prometheus"_s);
    return deployment;
}

} // namespace

Result<Deployment> parseDeployment(const QByteArray &text)
{
    QList<Error> problems;
    Deployment deployment = readDeployment(text, problems);
    if (!problems.isEmpty())
        return problems.first();
    return deployment;
}

QList<Error> deploymentProblems(const QByteArray &text)
{
    QList<Error> problems;
    readDeployment(text, problems);
    return problems;
}

Result<Deployment> loadDeployment(const QString &path, std::stop_token stop)
{
    const Result<QByteArray> text = readInput(path, largestFile, std::move(stop));
    if (!text)
        return text.error();
    Result<Deployment> deployment = parseDeployment(*text);
    if (!deployment) {
        Error error = deployment.error();
        error.message = DeploymentText::tr("%1: %2").arg(path, error.message);
        return error;
    }
    return deployment;
}

QByteArray toText(const Deployment &deployment)
{
    Json document = deployment.other.is_object() ? deployment.other : Json::object();
    document["name"] = deployment.name;
    if (!deployment.recipe.isEmpty() || document.contains("recipe"))
        document["recipe"] = deployment.recipe;
    if (deployment.simulated || document.contains("simulated"))
        document["simulated"] = deployment.simulated;
    Json nodes = Json::array();
    for (const Node &node : deployment.nodes)
        nodes.push_back(toJson(node));
    document["nodes"] = nodes;
    document["settings"] = deployment.settings;
    return prettyJson(document);
}

Result<void> saveDeployment(const Deployment &deployment, const QString &path)
{
    // Saving must not widen the mode that the user gave the file, nor turn a link into a file.
    const QFileInfo before(path);
    const QString target = before.exists() ? before.canonicalFilePath() : path;
    struct stat facts = {};
    const bool isThere = ::stat(QFile::encodeName(target).constData(), &facts) == 0;
    return writeAtomically(target, toText(deployment), isThere ? int(facts.st_mode & 07777) : 0644);
}
