#include "app/ctl/open.h"

#include "app/ctl/verb.h"
#include "core/artifacts/lintkinds.h"
#include "core/base/homepath.h"
#include "core/base/inputfile.h"
#include "core/nodes/asking.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Open)
};

Error usageError(const QString &sentence)
{
    return {ErrorKind::Invalid, sentence, {}, {{u"usage"_s, u"yes"_s}}};
}

// Takes every "--option VALUE" and "--option=VALUE" out of the arguments.
Result<QStringList> takeValues(QStringList &arguments, const QString &option)
{
    QStringList values;
    for (qsizetype i = 0; i < arguments.size();) {
        if (arguments[i].startsWith(option + QLatin1Char('='))) {
            values << arguments.takeAt(i).mid(option.size() + 1);
            if (values.last().isEmpty())
                return usageError(Words::tr("%1 needs a value.").arg(option));
        } else if (arguments[i] == option) {
            if (i + 1 >= arguments.size())
                return usageError(Words::tr("%1 needs a value.").arg(option));
            arguments.removeAt(i);
            values << arguments.takeAt(i);
        } else {
            ++i;
        }
    }
    return values;
}

Result<QString> lineFrom(const QString &descriptor, const std::stop_token &stop)
{
    bool isNumber = false;
    const int fd = descriptor.toInt(&isNumber);
    if (!isNumber || ::fcntl(fd, F_GETFD) < 0)
        return usageError(Words::tr("'%1' is not an open file descriptor.").arg(descriptor));
    const Result<QByteArray> line = readLineOf(fd, Words::tr("File descriptor %1").arg(fd), 64 * 1024, stop);
    if (!line)
        return line.error();
    return QString::fromUtf8(*line);
}

Result<void> takeSecrets(QStringList &arguments, Secrets &secrets, const std::stop_token &stop)
{
    for (const auto &[variable, key] :
         {std::pair{"ASCENDCTL_PASSWORD", "password:*"}, std::pair{"ASCENDCTL_JUMP_PASSWORD", "jump-password:*"}}) {
        if (qEnvironmentVariableIsSet(variable))
            secrets.set(QLatin1String(key), qEnvironmentVariable(variable));
        qunsetenv(variable);
    }
    for (const char *kind : {"password", "jump-password", "passphrase"}) {
        const Result<QStringList> descriptors = takeValues(arguments, u"--%1-fd"_s.arg(QLatin1String(kind)));
        if (!descriptors)
            return descriptors.error();
        for (const QString &descriptor : *descriptors) {
            const Result<QString> line = lineFrom(descriptor, stop);
            if (!line)
                return line.error();
            secrets.set(QLatin1String(kind) + u":*"_s, *line);
        }
    }
    return {};
}

// A folder that was mistyped is not made for an accepted key: that is done for ~/.ssh alone, as ssh does it.
Result<void> checkKnownHosts(const QString &name)
{
    const QFileInfo file(withHome(name));
    if (file.isDir())
        return Error{ErrorKind::Storage,
                     Words::tr("--known-hosts takes a file, and %1 is a folder. Name the file in it.").arg(name),
                     {},
                     {}};
    if (!QFileInfo(file.path()).isDir()
        && QDir::cleanPath(file.absolutePath()) != QDir::cleanPath(withHome(u"~/.ssh"_s)))
        return Error{ErrorKind::Storage,
                     Words::tr("The folder of the file that --known-hosts names, %1, is not there. Make it, or name a "
                               "file in another.")
                         .arg(name),
                     {},
                     {}};
    return {};
}

// A key with a typing error in it would be a default that nobody chose.
void tellWhatHasNoEffect(const Deployment &deployment)
{
    const Result<QList<LintFinding>> findings = lint(u"deployment"_s, toText(deployment), {});
    if (!findings)
        return;
    for (const LintFinding &finding : *findings) {
        if (finding.severity == Severity::Warning && finding.rule.startsWith("deployment.unknown-"_L1))
            complain(Words::tr("warning: %1 in the deployment: %2", "a JSON pointer; a sentence")
                         .arg(finding.where, finding.message));
    }
}

} // namespace

Result<ConnectionSettings> takeConnectionOptions(QStringList &arguments, const std::stop_token &stop)
{
    ConnectionSettings settings;
    settings.secrets = std::make_shared<Secrets>();
    const Result<QStringList> accepted = takeValues(arguments, u"--accept-new-host-key"_s);
    const Result<QStringList> knownHosts = takeValues(arguments, u"--known-hosts"_s);
    const Result<QStringList> configs = takeValues(arguments, u"--ssh-config"_s);
    for (const Result<QStringList> *values : {&accepted, &knownHosts, &configs}) {
        if (!*values)
            return values->error();
    }
    settings.acceptedFingerprints = *accepted;
    for (const QString &fingerprint : *accepted) {
        if (!fingerprint.startsWith("SHA256:"_L1))
            return usageError(
                Words::tr("--accept-new-host-key takes a fingerprint such as SHA256:..., not '%1'.").arg(fingerprint));
    }
    if (!knownHosts->isEmpty())
        settings.knownHostsFile = knownHosts->last();
    if (const Result<void> usable = knownHosts->isEmpty() ? Result<void>() : checkKnownHosts(knownHosts->last());
        !usable)
        return usable.error();
    if (!configs->isEmpty())
        settings.sshConfigFile = configs->last();
    if (const Result<void> taken = takeSecrets(arguments, *settings.secrets, stop); !taken)
        return taken.error();
    return settings;
}

Result<Opened> openDeployment(QStringList &arguments, const std::stop_token &stop)
{
    Opened opened;
    Result<ConnectionSettings> connections = takeConnectionOptions(arguments, stop);
    if (!connections)
        return connections.error();
    opened.connections = *std::move(connections);

    qsizetype at = 0;
    while (at < arguments.size() && arguments[at].startsWith(QLatin1Char('-')))
        ++at;
    if (at >= arguments.size())
        return usageError(Words::tr("Which deployment? Name its file (*.deployment.json)."));
    opened.path = QFileInfo(arguments.takeAt(at)).absoluteFilePath();
    Result<Deployment> deployment = loadDeployment(opened.path, stop);
    if (!deployment)
        return deployment.error();
    opened.deployment = *std::move(deployment);
    tellWhatHasNoEffect(opened.deployment);
    opened.connections.baseFolder = QFileInfo(opened.path).path();
    return opened;
}

Result<void> wantNodes(const Opened &opened)
{
    if (!opened.deployment.nodes.isEmpty())
        return {};
    return Error{ErrorKind::Invalid,
                 Words::tr("%1 has no nodes, so there is nobody to ask. Name at least one under \"nodes\", with "
                           "\"name\" and \"host\".")
                     .arg(opened.path),
                 {},
                 {}};
}

QString howToGoOn(const Error &error)
{
    const auto fact = [&](const char *name) { return error.facts.value(QLatin1String(name)); };
    if (error.kind == ErrorKind::HostKey && fact("state") == "unknown"_L1)
        return Words::tr("To accept it, run the same command again with --accept-new-host-key %1")
            .arg(fact("fingerprint"));
    if (wasRefused(error))               // what is asked for was given
        return {};
    if (error.kind == ErrorKind::Authentication && fact("need") == "password"_L1 && fact("jump") == "yes"_L1)
        return Words::tr("Give the jump host's password in the environment variable ASCENDCTL_JUMP_PASSWORD, or on a "
                         "file descriptor with --jump-password-fd N.");
    if (error.kind == ErrorKind::Authentication && fact("need") == "password"_L1)
        return Words::tr("Give the password in the environment variable ASCENDCTL_PASSWORD, or on a file descriptor "
                         "with --password-fd N.");
    if (error.kind == ErrorKind::Authentication && fact("need") == "passphrase"_L1)
        return Words::tr("Load the key into an agent (ssh-add), or give its passphrase on a file descriptor with "
                         "--passphrase-fd N.");
    return {};
}

} // namespace ctl
