#include "core/deploy/step.h"

#include "core/base/homepath.h"
#include "core/facts/runninginstaller.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <thread>

using namespace Qt::StringLiterals;

void pauseFor(std::chrono::milliseconds time, const std::stop_token &stop)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stop.stop_requested() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

QString pathHere(const StepContext &context, const QString &path)
{
    const QString whole = withHome(path);
    return QDir::isRelativePath(whole) && !context.file.isEmpty()
        ? QDir::cleanPath(QFileInfo(context.file).absolutePath() + u'/' + whole)
        : whole;
}

QString textOf(const CommandOutput &output)
{
    const QByteArray all
        = (output.out + (output.out.endsWith('\n') || output.out.isEmpty() ? "" : "\n") + output.err).trimmed();
    return QString::fromUtf8(all.size() > 4000 ? "…" + all.right(4000) : all);
}

QString endWords(const Error &error)
{
    return error.kind == ErrorKind::Canceled ? DeployText::tr("Stopped") : error.message;
}

Result<CommandOutput> runLogged(StepIo &io, const QStringList &argv, std::chrono::milliseconds timeout)
{
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    Command command{argv};
    command.timeout = timeout;
    command.keepAtMost = 4 * 1024 * 1024;
    const Result<CommandOutput> output
        = io.shell.run(command, io.stop, [&](OutputStream, const QByteArray &piece) { io.log(piece); });
    if (!output)
        io.log(endWords(output.error()).toUtf8() + '\n');
    else if (output->exitCode != 0)
        io.log(DeployText::tr("exit code %1").arg(output->exitCode).toUtf8() + '\n');
    return output;
}

Result<CommandOutput> runOrFail(StepIo &io, const QStringList &argv, std::chrono::milliseconds timeout)
{
    Result<CommandOutput> output = runLogged(io, argv, timeout);
    if (!output || output->exitCode == 0)
        return output;
    QString line = quoted(argv);
    if (line.size() > 160)
        line = line.left(160) + u" …"_s;
    return Error{
        ErrorKind::CommandFailed,
        DeployText::tr("%1: \"%2\" ended with exit code %3.").arg(io.context.node.name, line).arg(output->exitCode),
        textOf(*output),
        {}};
}

Error stepFailure(const StepIo &io, const QString &sentence, const QString &remedy, const QString &detail)
{
    return {ErrorKind::CommandFailed, io.context.node.name + u": "_s + sentence, detail, {{u"remedy"_s, remedy}}};
}

Result<void> demandNoInstaller(StepIo &io)
{
    const QStringList argv = runningInstallerQuestion();
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = std::chrono::seconds(30), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    const std::optional<QString> package = readRunningInstaller(QString::fromUtf8(output->out));
    if (!package)
        return {};
    io.log("$ " + quoted(argv).toUtf8() + '\n' + output->out);
    return stepFailure(io,
                       package->isEmpty()
                           ? DeployText::tr("An installer of driver or firmware runs on the node, and a restart may "
                                            "follow. This step changed nothing.")
                           : DeployText::tr("The installer of %1 runs on the node, and a restart may follow. This step "
                                            "changed nothing.")
                                 .arg(*package),
                       DeployText::tr("Do not restart the node meanwhile. Wait until driver and firmware are installed "
                                      "and take effect (%1 tells how far it is), then begin again.")
                           .arg(installerLogs(*package)));
}
