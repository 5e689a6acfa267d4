// Deployment files: the shape of DESIGN "The deployment file", and the recipe's settings.
#include "core/engines/lintsettings.h"
#include "core/engines/recipebook.h"
#include "core/lint/linting.h"
#include "core/lint/linttext.h"
#include "core/nodes/machine.h"
#include "core/nodes/nodejson.h"
#include "core/nodes/prometheusaddress.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QDir>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr size_t mostNodes = 4096; // as core/nodes/deployment.cpp

// null is as not there: so the deployment is read
const Json *given(const Json &object, const char *key)
{
    const Json *value = memberOf(object, key);
    return value && value->is_null() ? nullptr : value;
}

bool mustBeText(const Json &object, const char *key, const QString &where, Findings &f)
{
    const Json *value = given(object, key);
    if (value && !value->is_string())
        f.error("deployment.type", pointer(where, QLatin1String(key)),
                LintText::tr("\"%1\" is %2; it must be a text.").arg(QLatin1String(key), shownValue(*value)));
    return value && value->is_string();
}

bool isSecretMember(const QString &name, const Json &value)
{
    const QString lower = name.toLower();
    return value.is_string()
        && (lower.contains("password"_L1) || lower.contains("passphrase"_L1) || lower == "secret"_L1);
}

// A password in a file is a password for everybody who reads the file.
void checkSecrets(const Json &value, const QString &where, int depth, Findings &f)
{
    if (depth > 16 || !value.is_structured())
        return;
    qsizetype index = 0;
    for (const auto &[key, item] : value.items()) {
        const QString name = QString::fromStdString(key);
        const QString at = value.is_array() ? pointer(where, index++) : pointer(where, shortened(name));
        if (value.is_object() && isSecretMember(name, item))
            f.error(
                "deployment.secret", at,
                LintText::tr("\"%1\" looks like a secret; it must not be in the file.").arg(shortened(name)),
                LintText::tr(
                    "Remove it and change the password; the program asks for it, ascendctl reads ASCENDCTL_PASSWORD."));
        checkSecrets(item, at, depth + 1, f);
    }
}

void checkAuth(const Json &node, const QString &where, Findings &f)
{
    const Json *auth = given(node, "auth");
    if (!auth)
        return;
    const QString at = where + u"/auth"_s;
    if (!auth->is_object()) {
        f.error("deployment.auth", at,
                LintText::tr("\"auth\" is %1; it must be an object with \"method\".").arg(shownValue(*auth)));
        return;
    }
    const QString method = stringAt(*auth, "method", u"agent"_s);
    if (!QStringList{u"agent"_s, u"key"_s, u"password"_s}.contains(method))
        f.error("deployment.auth", at + u"/method"_s,
                LintText::tr("The method is \"%1\"; there are agent, key and password.").arg(shortened(method)));
    checkKeys(*auth, at, {u"method"_s, u"identityFile"_s, u"knownHostsFile"_s}, "deployment.unknown-key", f,
              isSecretMember);
    for (const char *key : {"identityFile", "knownHostsFile"})
        mustBeText(*auth, key, at, f);
    if (method == "key"_L1 && stringAt(*auth, "identityFile").isEmpty())
        f.info("deployment.auth", at,
               LintText::tr("No identityFile: ~/.ssh/config or the usual names decide which key is used."));
}

// What cannot be the name of a machine or of an alias: user and port have members of their own. "*", as it stands in
// ssh_config, would be this computer to the resolver.
void checkHost(const QString &host, const QString &where, Findings &f)
{
    static const QRegularExpression withPort(u"^[^:\\[\\]]+:[0-9]+$"_s);
    const auto isOfNames = [](QChar c) { return c.isLetterOrNumber() || u"._-:%[]"_s.contains(c); };
    QString advice;
    if (host.startsWith(u'-'))           // it is refused where it is read
        return;
    if (host.contains(u'@'))
        advice = LintText::tr("The user goes into \"user\": \"%1\"; the host is \"%2\".")
                     .arg(shortened(host.section(u'@', 0, -2)), shortened(host.section(u'@', -1)));
    else if (withPort.match(host).hasMatch())
        advice = LintText::tr("The port goes into \"port\": %1; the host is \"%2\".")
                     .arg(shortened(host.section(u':', 1)), shortened(host.section(u':', 0, 0)));
    else if (!std::all_of(host.cbegin(), host.cend(), isOfNames))
        advice = LintText::tr("An address, a name, or an alias of ~/.ssh/config.");
    if (!advice.isEmpty())
        f.error("deployment.host", where + u"/host"_s, LintText::tr("The host is \"%1\".").arg(shortened(host)),
                advice);
}

void checkNode(const Json &node, const QString &where, Findings &f)
{
    if (mustBeText(node, "user", where, f)) {
        const QString user = stringAt(node, "user");
        const bool isNone = user.startsWith(u'-') || user.contains(u'@')
            || std::any_of(user.cbegin(), user.cend(), [](QChar c) { return c.isSpace(); });
        if (isNone)
            f.error("deployment.user", where + u"/user"_s, LintText::tr("The user is \"%1\".").arg(shortened(user)),
                    LintText::tr("The name with which one logs in, without a host."));
    }
    const QString transport = stringAt(node, "transport", u"ssh"_s);
    const bool isLocal = transport == "local"_L1; // needs no host, and says so nowhere
    if ((!given(node, "host") || (mustBeText(node, "host", where, f) && stringAt(node, "host").isEmpty()))
        && !isLocal)
        f.error("deployment.host", where, LintText::tr("The node has no \"host\"."),
                LintText::tr("An address, a name, or an alias of ~/.ssh/config."));
    if (!isLocal)
        checkHost(stringAt(node, "host"), where, f);
    if (const Json *port = given(node, "port");
        port && (!port->is_number_integer() || port->get<double>() < 1 || port->get<double>() > 65535))
        f.error("deployment.port", where + u"/port"_s,
                LintText::tr("The port is %1; it must be 1 to 65535.").arg(shownValue(*port)));
    checkAuth(node, where, f);
    if (transport != "ssh"_L1 && !isLocal)
        f.error("deployment.transport", where + u"/transport"_s,
                LintText::tr("The transport is \"%1\"; there are ssh and local.").arg(shortened(transport)));
    checkKeys(node, where,
              {u"name"_s, u"host"_s, u"port"_s, u"user"_s, u"auth"_s, u"transport"_s, u"root"_s, u"proxyJump"_s},
              "deployment.unknown-key", f, isSecretMember);
}

bool isNameOfGeneratedFile(const QString &name)
{
    static const QRegularExpression rankTable(u"^hccl_\\d+s_\\d+p\\.json$"_s,
                                              QRegularExpression::CaseInsensitiveOption);
    return name.compare("MANIFEST.json"_L1, Qt::CaseInsensitive) == 0 || rankTable.match(name).hasMatch();
}

void checkNodes(const Json &root, Findings &f)
{
    const Json *nodes = given(root, "nodes");
    const QString base = u"/nodes"_s;
    if (nodes && !nodes->is_array()) {
        f.error("deployment.type", base,
                LintText::tr("\"%1\" is %2; it must be a list.").arg("nodes"_L1, shownValue(*nodes)));
        return;
    }
    if (!nodes || nodes->empty()) {
        f.error("deployment.nodes", base, LintText::tr("The deployment has no nodes."),
                LintText::tr("\"nodes\": [ { \"name\": \"node1\", \"host\": \"…\" } ]"));
        return;
    }
    QSet<QString> names, hosts;
    QHash<QString, QString> machines;    // with the way to them, and the node that is known by it
    qsizetype index = 0;
    for (const Json &node : *nodes) {
        const QString where = pointer(base, index++);
        if (!node.is_object()) {
            f.error("deployment.type", where,
                    LintText::tr("The node is %1; it must be an object.").arg(shownValue(node)));
            continue;
        }
        const QString name = stringAt(node, "name");
        if (!given(node, "name") || (mustBeText(node, "name", where, f) && name.isEmpty()))
            f.error("deployment.node-name", where, LintText::tr("The node has no \"name\"."));
        else if (name.size() > longestNodeName)
            f.error("deployment.node-name", where + u"/name"_s,
                    LintText::tr("The name has %1 characters; a node's name has at most %2.")
                        .arg(name.size())
                        .arg(longestNodeName),
                    LintText::tr("Choose a shorter name."));
        else if (names.contains(name))
            f.error("deployment.node-name", where + u"/name"_s,
                    LintText::tr("Two nodes are named \"%1\".").arg(shortened(name)),
                    LintText::tr("Give each its own name."));
        else if (name.contains(QLatin1Char('/')) || name == "."_L1 || name == ".."_L1)
            f.error("deployment.node-name", where + u"/name"_s,
                    LintText::tr("\"%1\" cannot be the name of a folder.").arg(shortened(name)),
                    LintText::tr("Choose a name without '/'."));
        else if (isNameOfGeneratedFile(name))
            f.error("deployment.node-name", where + u"/name"_s,
                    LintText::tr("A node cannot be named \"%1\": a generated file has that name.").arg(name),
                    LintText::tr("Choose another name."));
        else if (name.size() > longestFolderName)
            f.warning("deployment.node-name", where + u"/name"_s,
                      LintText::tr("The name has %1 characters; the folder of its artifacts takes %2 of them: \"%3\".")
                          .arg(name.size())
                          .arg(longestFolderName)
                          .arg(folderName(name)));
        else if (folderName(name) != name)
            f.warning("deployment.node-name", where + u"/name"_s,
                      LintText::tr(
                          "The name holds characters that are no part of a folder name; its artifacts go to \"%1\".")
                          .arg(folderName(name)));
        names.insert(name);
        checkNode(node, where, f);
        // Local nodes without a root are this computer; a host and a root are no words of each other.
        const bool isLocal = stringAt(node, "transport") == "local"_L1;
        const QString host = isLocal ? QDir::cleanPath(stringAt(node, "root"))
                                     : withoutBrackets(stringAt(node, "host")).toLower();
        const bool isThisMachine = host == "localhost"_L1 || host == "::1"_L1;
        const QString key = isLocal
            ? u"local:"_s + host
            : (isThisMachine ? u"127.0.0.1"_s : host) + QLatin1Char(':')
                + QString::number(integerAt(node, "port").value_or(22));
        if (hosts.contains(key) && isLocal)
            f.warning(
                "deployment.root", where + u"/root"_s,
                host.isEmpty() ? LintText::tr("Another node is this computer, too: the same machine twice?")
                               : LintText::tr("Another node has the root %1, too: the same machine twice?")
                                     .arg(shortened(host)),
                LintText::tr("Give each simulated node its own folder; take one of the two out of \"nodes\" where they "
                             "are one."));
        const QString way = stringAt(node, "proxyJump") + u' ' + key;
        if (!isLocal && !host.isEmpty() && machines.contains(way))
            f.error("deployment.host", where + u"/host"_s,
                    LintText::tr("\"%1\" and \"%2\" are one machine: the same host %3 and the same port.")
                        .arg(shortened(machines.value(way)), shortened(name), shortened(host)),
                    LintText::tr("Name each machine once: correct the host of one of the two, or take it out of "
                                 "\"nodes\"."));
        else if (!isLocal && !host.isEmpty() && hosts.contains(key)) // behind another jump host it may be another
            f.warning(
                "deployment.host", where + u"/host"_s,
                LintText::tr("Another node has the host %1 and the same port: the same machine twice?")
                    .arg(shortened(host)));
        hosts.insert(key);
        machines.insert(way, name);
    }
}

void checkRecipe(const Json &root, Findings &f)
{
    const QString id = stringAt(root, "recipe");
    if (given(root, "recipe") && !mustBeText(root, "recipe", {}, f))
        return;
    if (id.isEmpty()) {
        f.error("deployment.recipe", u"/recipe"_s, LintText::tr("The deployment names no recipe."),
                LintText::tr("ascendctl recipes lists them."));
        return;
    }
    const Result<Recipe> recipe = findRecipe(id);
    if (!recipe) {
        f.error("deployment.recipe", u"/recipe"_s, recipe.error().message,
                LintText::tr("ascendctl recipes lists them."));
        return;
    }
    const Json *nodes = given(root, "nodes");
    QStringList names;
    if (nodes && nodes->is_array()) {
        for (const Json &node : *nodes)
            names << stringAt(node, "name");
    }
    lintSettings(*recipe, member(root, "settings"), stringAt(root, "name"), names, f);
    if (nodes && nodes->is_array() && !nodes->empty() && int(nodes->size()) < recipe->nodes)
        f.error("deployment.nodes", u"/nodes"_s,
                LintText::tr("Number of nodes: the recipe needs %1, the deployment has %2.")
                    .arg(recipe->nodes)
                    .arg(nodes->size()));
}

// What the program itself refuses to open, and no rule above has named: a linter may not pass it.
void checkOpens(const QList<Error> &problems, Findings &f)
{
    const QList<LintFinding> named = f.list();
    for (const Error &problem : problems) {
        const QString where = problem.facts.value(u"where"_s);
        const bool isNamed = std::any_of(named.begin(), named.end(), [&](const LintFinding &finding) {
            return finding.severity == Severity::Error && !finding.where.isEmpty()
                && (where.startsWith(finding.where) || finding.where.startsWith(where));
        });
        if (!isNamed)
            f.error("deployment.refused", where, problem.message);
    }
}

} // namespace

Result<QList<LintFinding>> lintDeployment(const QByteArray &content, const LintContext &)
{
    // A recipe, a rank table, a manifest: said as by whoever would open it. The place of a slip in JSON is a line.
    const QList<Error> problems = deploymentProblems(content);
    if (!problems.isEmpty() && problems.first().kind == ErrorKind::Parse
        && problems.first().facts.value(u"where"_s) == "/"_L1)
        return problems.first();
    Findings f;
    const auto document = readDocument(content, {u"nodes"_s, u"recipe"_s}, u"deployment"_s, f);
    if (!document)
        return document.error();
    if (!*document)
        return f.list();
    const Json &root = **document;
    if (const Json *nodes = given(root, "nodes"); nodes && nodes->is_array() && nodes->size() > mostNodes) {
        f.error("deployment.nodes", u"/nodes"_s,
                LintText::tr("The deployment has %1 nodes; more than %2 are not supported, and the rest of the file "
                             "was not looked at.")
                    .arg(nodes->size())
                    .arg(mostNodes),
                LintText::tr("Make several deployments of it."));
        return f.list();
    }
    if (!given(root, "name") || (mustBeText(root, "name", {}, f) && stringAt(root, "name").isEmpty()))
        f.warning("deployment.name", u"/name"_s,
                  LintText::tr("The deployment has no \"name\"; its files go to a folder \"unnamed\" on the nodes."));
    else if (const QString name = stringAt(root, "name");
             std::any_of(name.cbegin(), name.cend(), [](QChar c) { return c.category() == QChar::Other_Control; }))
        f.warning("deployment.name", u"/name"_s,
                  LintText::tr("The name holds control characters, such as a line break: it is not shown as it is."),
                  LintText::tr("Remove them."));
    else if (name.size() > longestFolderName)
        f.warning("deployment.name", u"/name"_s,
                  LintText::tr("The name has %1 characters; the folder of its files on the nodes takes %2 of them: "
                               "\"%3\".")
                      .arg(name.size())
                      .arg(longestFolderName)
                      .arg(strictFolderName(name)));
    if (const Json *simulated = memberOf(root, "simulated"); simulated && !simulated->is_boolean())
        f.error("deployment.type", u"/simulated"_s,
                LintText::tr("\"%1\" is %2; it must be true or false.").arg("simulated"_L1, shownValue(*simulated)));
    const QString server = given(root, "prometheus") && mustBeText(root, "prometheus", {}, f)
        ? stringAt(root, "prometheus")
        : QString();
    if (const Result<QString> url = prometheusUrl(server); !server.isEmpty() && !url)
        f.error(holdsPassword(server) ? "deployment.secret" : "deployment.prometheus", u"/prometheus"_s,
                url.error().message);
    checkKeys(root, {},
              {u"name"_s, u"recipe"_s, u"nodes"_s, u"settings"_s, u"simulated"_s, u"prometheus"_s, u"accepted"_s},
              "deployment.unknown-key", f, isSecretMember);
    checkNodes(root, f);
    checkRecipe(root, f);
    checkSecrets(root, {}, 0, f);
    checkOpens(problems, f);
    return f.list();
}
