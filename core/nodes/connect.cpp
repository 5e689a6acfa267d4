#include "core/nodes/connect.h"

#include "core/base/homepath.h"
#include "core/base/languages.h"
#include "core/nodes/asking.h"
#include "core/nodes/jumphost.h"
#include "core/nodes/recordingshell.h"
#include "core/nodes/samemachine.h"
#include "core/nodes/simulation.h"
#include "core/nodes/sshconfigfile.h"
#include "core/shell/commandgroup.h"
#include "core/shell/localshell.h"
#include "core/shell/sshconfig.h"
#include "core/shell/sshshell.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostHops = 8;
constexpr std::chrono::seconds loginShellTime{15}; // to begin the first command: start-up files may be slow

struct ConnectText
{
    ASC_TR_FUNCTIONS(Connect)
};

QString expanded(const QString &path)
{
    return withHome(path);
}

QString under(const QString &baseFolder, const QString &path)
{
    const QString whole = expanded(path);
    return whole.isEmpty() || baseFolder.isEmpty() || !QDir::isRelativePath(whole)
        ? whole
        : baseFolder + QLatin1Char('/') + whole;
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString userHere() { return localUser().value_or(qEnvironmentVariable("USER")); }

// The files that an Include names: "~", names relative to the folder of the configuration, globs in the last part.
QList<QByteArray> included(const QString &configFile, const QString &pattern)
{
    QString path = expanded(pattern);
    if (!path.startsWith(QLatin1Char('/')))
        path = QFileInfo(configFile).absolutePath() + QLatin1Char('/') + path;
    const QFileInfo info(path);
    QList<QByteArray> texts;
    for (const QString &name : QDir(info.path()).entryList({info.fileName()}, QDir::Files | QDir::Hidden, QDir::Name))
        texts << readFile(info.path() + QLatin1Char('/') + name);
    return texts;
}

// As ssh_config(5) takes the names of known_hosts files: "~" and ${VARIABLE}; "none" alone is no file.
QStringList knownHostsFilesOf(const QStringList &written, const QStringList &usual)
{
    if (written.size() == 1 && written.first().compare("none"_L1, Qt::CaseInsensitive) == 0)
        return {};
    static const QRegularExpression variable(u"\\$\\{([A-Za-z_][A-Za-z0-9_]*)\\}"_s);
    QStringList files;
    for (QString file : written.isEmpty() ? usual : written) {
        qsizetype from = 0;
        for (QRegularExpressionMatch match; (match = variable.match(file, from)).hasMatch();) {
            const QByteArray name = match.captured(1).toLatin1();
            const QString value = qEnvironmentVariableIsSet(name.constData()) ? qEnvironmentVariable(name.constData())
                                                                              : match.captured();
            file.replace(match.capturedStart(), match.capturedLength(), value);
            from = match.capturedStart() + value.size();
        }
        files << expanded(file);
    }
    return files;
}

class HopPlanner
{
public:
    explicit HopPlanner(const ConnectionSettings &settings)
        : m_configName(settings.sshConfigFile), m_configFile(expanded(m_configName)), m_config(readFile(m_configFile))
    {
        if (settings.knownHostsFile != ConnectionSettings().knownHostsFile)
            m_givenKnownHosts = expanded(settings.knownHostsFile);
    }

    // Jump hosts first, each with the jump hosts of its own, then the host itself.
    Result<QList<SshHop>> plan(const SshDestination &destination, const Node *node)
    {
        const SshHostConfig config = configOf(destination);
        m_notUnderstood += config.notUnderstood;
        const QString own = node ? jumpHostOf(*node) : QString();
        if (config.hasProxyCommand && own.isEmpty())
            return Error{
                ErrorKind::Invalid,
                ConnectText::tr(
                    "%1 reaches %2 by a ProxyCommand, which this program does not run. Use ProxyJump.")
                    .arg(m_configName, destination.host),
                {},
                {}};
        QList<SshHop> hops;
        if (++m_depth > mostHops)
            return Error{ErrorKind::Invalid,
                         ConnectText::tr(
                             "The jump hosts of %1 in %2 lead in a circle, or there are more than %3.")
                             .arg(destination.host, m_configName)
                             .arg(mostHops),
                         {},
                         {}};
        for (const QString &jump : own.isEmpty() ? config.proxyJump : splitProxyJump(own)) {
            const std::optional<SshDestination> via = parseSshDestination(jump);
            if (!via && !own.isEmpty())
                return Error{ErrorKind::Invalid,
                             ConnectText::tr("The jump host '%1' is not a host.").arg(jump),
                             {},
                             {}};
            if (!via)
                return Error{ErrorKind::Invalid,
                             ConnectText::tr("ProxyJump '%1' in %2 is not a host.").arg(jump, m_configName),
                             {},
                             {}};
            // Only the first of several hops is reached by its own ProxyJump; the next go through it.
            const Result<QList<SshHop>> before
                = hops.isEmpty() ? plan(*via, nullptr) : Result(QList{hop(*via, configOf(*via), nullptr)});
            if (!before)
                return before.error();
            hops += *before;
        }
        hops << hop(destination, config, node);
        return hops;
    }

    // Lines of the configuration that were passed over, in case the login fails for want of them.
    QStringList passedOver() const
    {
        QStringList sentences;
        for (const QString &line : m_notUnderstood)
            sentences << ConnectText::tr("%1: \"%2\" was passed over; this program cannot decide it. Of Match it "
                                         "knows all, host, originalhost, user and localuser.")
                             .arg(m_configName, line);
        return sentences;
    }

private:
    SshHostConfig configOf(const SshDestination &destination) const
    {
        return sshConfigFor(m_config, destination.host, destination.user,
                            [this](const QString &pattern) { return included(m_configFile, pattern); }, userHere());
    }

    // A file that was given for this run comes before what ~/.ssh/config says, as ssh's own options do.
    void setKnownHosts(SshHop &hop, const SshHostConfig &config) const
    {
        const QStringList users = m_givenKnownHosts.isEmpty()
            ? knownHostsFilesOf(config.userKnownHostsFiles, {u"~/.ssh/known_hosts"_s, u"~/.ssh/known_hosts2"_s})
            : QStringList{m_givenKnownHosts};
        const QFileInfo first(users.value(0));
        if (!users.isEmpty() && (!first.exists() || first.isFile())) // not /dev/null: nothing stays there
            hop.newKeysFile = users.first();
        hop.knownHostsFiles = users
            + knownHostsFilesOf(config.globalKnownHostsFiles,
                                {u"/etc/ssh/ssh_known_hosts"_s, u"/etc/ssh/ssh_known_hosts2"_s});
    }

    SshHop hop(const SshDestination &destination, const SshHostConfig &config, const Node *node) const
    {
        SshHop hop;
        hop.name = destination.host;
        setKnownHosts(hop, config);
        SshLogin &login = hop.login;
        login.host = config.hostName.isEmpty() ? destination.host : config.hostName;
        login.port = destination.port.value_or(config.port.value_or(22));
        login.user = !destination.user.isEmpty() ? destination.user
            : !config.user.isEmpty()             ? config.user
                                                 : userHere();
        login.agentSocket = expanded(config.identityAgent);
        login.identitiesOnly = config.identitiesOnly;
        hop.hostKeyName = config.hostKeyAlias;
        login.isJumpHost = !node;
        if (node) {
            login.method = node->auth == AuthMethod::Key ? SshLogin::Method::Key
                : node->auth == AuthMethod::Password     ? SshLogin::Method::Password
                                                         : SshLogin::Method::Agent;
            if (!node->identityFile.isEmpty())
                login.identityFiles << node->identityFile;
        }
        if (login.method != SshLogin::Method::Key || login.identityFiles.isEmpty()) {
            for (const QString &file : config.identityFiles)
                login.identityFiles << expanded(file);
        }
        login.areFilesNamed = !login.identityFiles.isEmpty();
        if (!login.areFilesNamed) {
            for (const char *name : {"id_ed25519", "id_ecdsa", "id_rsa"})
                login.identityFiles << expanded(u"~/.ssh/"_s + QLatin1String(name));
        }
        login.identityFiles.removeDuplicates();
        return hop;
    }

    QString m_configName;                // as the user gave it
    QString m_configFile;
    QByteArray m_config;
    QString m_givenKnownHosts;           // empty: none
    QStringList m_notUnderstood;
    int m_depth = 0;
};

bool isCallersOwn(const QString &root, const ConnectionSettings &settings)
{
    return std::any_of(settings.ownRoots.cbegin(), settings.ownRoots.cend(),
                       [&](const QString &own) { return root == own || root.startsWith(own + QLatin1Char('/')); });
}

// Whether Secrets had what the error asks for.
bool hasAnswer(const Error &error, const ConnectionSettings &settings)
{
    const QString key = error.facts.value(u"key"_s);
    const bool isJumpHost = error.facts.value(u"jump"_s) == "yes"_L1;
    return settings.secrets && (isJumpHost ? settings.secrets->findForJumpHost(key) : settings.secrets->find(key));
}

// The file that `sim up --ssh` names. Whether it counts, isOwnKnownHosts() says.
QString knownHostsOf(const Node &node, const ConnectionSettings &settings)
{
    const auto auth = node.other.find("auth");
    return auth != node.other.end() && auth->is_object() ? under(settings.baseFolder, stringAt(*auth, "knownHostsFile"))
                                                         : QString();
}

Result<std::unique_ptr<Shell>> openSsh(const Node &node, const ConnectionSettings &settings, std::stop_token stop)
{
    HopPlanner planner(settings);
    const Result<QList<SshHop>> hops = planner.plan({node.user, node.host, node.port}, &node);
    if (!hops)
        return hops.error();
    SshSettings ssh;
    const QString brought = knownHostsOf(node, settings);
    const bool isOurs = !brought.isEmpty() && isOwnKnownHosts(brought);
    // A simulated cluster's keys have no business in the user's file.
    (isOurs ? ssh.simulatorKnownHosts : ssh.unbelievedKnownHosts) = brought;
    ssh.acceptedFingerprints = settings.acceptedFingerprints;
    ssh.secrets
        = [secrets = settings.secrets](const QString &key) { return secrets ? secrets->find(key) : std::nullopt; };
    ssh.jumpSecrets = [secrets = settings.secrets](const QString &key) {
        return secrets ? secrets->findForJumpHost(key) : std::nullopt;
    };
    ssh.connectTimeout = settings.connectTimeout;
    ssh.keepalive = settings.keepalive;
    Result<std::unique_ptr<Shell>> opened = openSshShell(*hops, ssh, std::move(stop));
    if (opened || opened.error().kind == ErrorKind::Canceled)
        return opened;
    Error error = opened.error();
    const QStringList passedOver = planner.passedOver();
    if (error.kind == ErrorKind::Connection && !passedOver.isEmpty()) // the address may stand in one of them
        error.message += u' ' + passedOver.first();
    error.detail = (QStringList{error.detail} + passedOver).join(QLatin1Char('\n')).trimmed();
    return error;
}

bool isLostUnsent(const Error &error) { return error.kind == ErrorKind::Connection && wasNotSent(error); }

Error withoutTimeout(Error error)
{
    if (error.kind == ErrorKind::Timeout) // not the command's: nothing more can be asked there
        error.kind = ErrorKind::Connection;
    return error;
}

// The group's part of ReopeningShell: the commands that found the link broken and were not sent are begun once more.
class ReopeningGroup : public CommandGroup
{
public:
    using Reopen = std::function<Result<std::shared_ptr<Shell>>(std::stop_token stop)>;
    ReopeningGroup(std::shared_ptr<Shell> shell, int width, Reopen reopen)
        : m_shell(std::move(shell)), m_width(width), m_reopen(std::move(reopen)), m_group(m_shell->group(width)) {}

    bool isFull() const override { return m_underWay.size() >= m_width; }
    void begin(qsizetype id, const Command &command) override
    {
        m_underWay.insert(id, command);
        m_group->begin(id, command);
    }
    std::optional<CommandAnswer> next(std::stop_token stop) override
    {
        if (m_ready.isEmpty()) {
            std::optional<CommandAnswer> answer = m_group->next(stop);
            if (!answer)
                return answer;
            m_ready << *std::move(answer);
            if (!m_isReopened && !m_ready.first().result && isLostUnsent(m_ready.first().result.error()))
                reopen(stop);
            if (m_ready.isEmpty())
                return next(std::move(stop));
        }
        CommandAnswer answer = m_ready.takeFirst();
        m_underWay.remove(answer.id);
        return answer;
    }

private:
    void reopen(std::stop_token stop)
    {
        m_isReopened = true;
        while (std::optional<CommandAnswer> more = m_group->next(stop)) // what else was under way is lost with it
            m_ready << *std::move(more);
        const Result<std::shared_ptr<Shell>> shell = m_reopen(stop);
        if (shell) {
            m_group.reset();
            m_shell = *shell;
            m_group = m_shell->group(m_width);
        }
        for (CommandAnswer &answer : std::exchange(m_ready, {})) {
            if (answer.result || !isLostUnsent(answer.result.error())) {
                m_ready << std::move(answer);
            } else if (shell) {
                m_group->begin(answer.id, m_underWay.value(answer.id));
            } else {
                answer.result = shell.error();
                m_ready << std::move(answer);
            }
        }
    }

    std::shared_ptr<Shell> m_shell;
    int m_width;
    Reopen m_reopen;
    std::unique_ptr<CommandGroup> m_group;
    QHash<qsizetype, Command> m_underWay;
    QList<CommandAnswer> m_ready;
    bool m_isReopened = false;
};

// A link that broke while nothing was under way (a laptop slept, a firewall forgot it) is opened anew,
// once, when the node has certainly not seen the command.
class ReopeningShell : public Shell
{
public:
    ReopeningShell(ShellFactory open, std::unique_ptr<Shell> shell)
        : m_open(std::move(open))
        , m_shell(std::move(shell))
    {
    }

    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        return tried(stop, [&](Shell &shell) { return shell.run(command, stop, onOutput); });
    }
    Result<QByteArray> exchange(const TcpQuestion &question, std::stop_token stop) override
    {
        return tried(stop, [&](Shell &shell) { return shell.exchange(question, stop); });
    }
    std::unique_ptr<CommandGroup> group(int width) override
    {
        return std::make_unique<ReopeningGroup>(m_shell, width,
                                                [this](std::stop_token stop) -> Result<std::shared_ptr<Shell>> {
                                                    if (const Result<void> opened = reopen(std::move(stop)); !opened)
                                                        return opened.error();
                                                    return m_shell;
                                                });
    }
    Result<void> upload(const QByteArray &content, const QString &path, int mode, std::stop_token stop,
                        const ProgressHandler &onProgress) override
    {
        return tried(stop, [&](Shell &shell) { return shell.upload(content, path, mode, stop, onProgress); });
    }
    Result<void> download(const QString &path, const QString &localPath, std::stop_token stop,
                          const ProgressHandler &onProgress) override
    {
        return tried(stop, [&](Shell &shell) { return shell.download(path, localPath, stop, onProgress); });
    }

private:
    template<typename Call>
    std::invoke_result_t<Call, Shell &> tried(std::stop_token stop, const Call &call)
    {
        auto result = call(*m_shell);
        if (result || !isLostUnsent(result.error()))
            return result;
        if (const Result<void> opened = reopen(stop); !opened)
            return opened.error();
        return call(*m_shell);
    }

    Result<void> reopen(std::stop_token stop)
    {
        Result<std::unique_ptr<Shell>> opened = m_open(std::move(stop));
        if (!opened)
            return withoutTimeout(opened.error());
        m_shell = *std::move(opened);
        return {};
    }

    ShellFactory m_open;
    std::shared_ptr<Shell> m_shell;
};

Error named(const Node &node, Error error)
{
    error.facts.insert(u"unnamed"_s, error.message);
    error.message = ConnectText::tr("Node %1: %2").arg(node.name, error.message);
    return error;
}

} // namespace

QStringList passedOverFor(const Node &node, const ConnectionSettings &settings)
{
    if (node.transport != Transport::Ssh)
        return {};
    HopPlanner planner(settings);
    (void)planner.plan({node.user, node.host, node.port}, &node); // why it cannot be reached is said elsewhere
    return planner.passedOver();
}

ShellFactory shellFactoryFor(const Node &node, const ConnectionSettings &settings)
{
    return [given = node, settings](std::stop_token stop) -> Result<std::unique_ptr<Shell>> {
        Node node = given;
        node.root = under(settings.baseFolder, given.root);
        node.identityFile = under(settings.baseFolder, given.identityFile);
        std::unique_ptr<Shell> shell;
        if (node.transport == Transport::Local) {
            if (!node.root.isEmpty() && !QFileInfo(node.root).isDir())
                return named(node,
                             {ErrorKind::Connection,
                              ConnectText::tr("its folder %1 is not there. Was the simulated cluster taken down?")
                                  .arg(node.root),
                              {},
                              {}});
            if (!node.root.isEmpty() && !isCallersOwn(node.root, settings) && !isOwnSimulatedNode(node.root))
                return named(node,
                             {ErrorKind::Connection,
                              ConnectText::tr("nothing is run in its folder %1, for your simulator does not hold it: "
                                              "another program made it, or the "
                                              "simulated cluster no longer runs. Start one with \"ascendctl sim up\" "
                                              "and open the file that it writes, or reach the node by SSH.")
                                  .arg(node.root),
                              {},
                              {}});
            shell = std::make_unique<LocalShell>(node.root);
        } else {
            const ShellFactory open
                = [node, settings](std::stop_token token) { return openSsh(node, settings, std::move(token)); };
            Result<std::unique_ptr<Shell>> opened = open(stop);
            if (!opened) {
                Error error = opened.error();
                if (isQuestion(error) && hasAnswer(error, settings))
                    error.facts.insert(u"refused"_s,
                                       u"yes"_s); // what we had was tried in vain
                return named(node, error);
            }
            shell = std::make_unique<ReopeningShell>(open, *std::move(opened));
        }
        if (settings.onCommand)
            shell = std::make_unique<RecordingShell>(node.name, std::move(shell), settings.onCommand);
        // Whoever is the first to ask a node anything: what is simulated says so from then on.
        if (settings.onSimulated) {
            const Result<CommandOutput> mark
                = shell->run({.argv = simulatorsMark(), .timeout = loginShellTime}, stop);
            if (mark && isSimulatorsMark(*mark))
                settings.onSimulated(node.name);
            else if (!mark && mark.error().kind == ErrorKind::Connection)
                return named(node, mark.error());
        }
        return shell;
    };
}

NodeAddress addressOf(const Node &node, const ConnectionSettings &settings)
{
    if (node.transport != Transport::Ssh)
        return {node.host, {}};
    const Result<QList<SshHop>> hops = HopPlanner(settings).plan({node.user, node.host, node.port}, &node);
    if (!hops) // whoever logs in says why
        return {node.host, {}};
    return {hops->last().login.host, hops->size() > 1 ? hops->at(hops->size() - 2).login.host : QString()};
}

QString routeTo(const Node &node, const ConnectionSettings &settings)
{
    if (node.transport != Transport::Ssh)
        return u"local:"_s + QDir::cleanPath(under(settings.baseFolder, node.root));
    const Result<QList<SshHop>> hops = HopPlanner(settings).plan({node.user, node.host, node.port}, &node);
    QStringList route;
    for (const SshHop &hop : hops ? *hops : QList<SshHop>())
        route << u"%1:%2"_s.arg(hop.login.host.toLower()).arg(hop.login.port);
    return route.join(QLatin1Char(','));
}

QList<ConfiguredHost> configuredHosts(const QString &configFile)
{
    const QString path = expanded(configFile);
    const QByteArray text = readFile(path);
    const auto include = [&](const QString &pattern) { return included(path, pattern); };
    QList<ConfiguredHost> hosts;
    for (const QString &alias : sshConfigHosts(text, include))
        hosts << ConfiguredHost{alias, sshConfigFor(text, alias, {}, include, userHere())};
    return hosts;
}
