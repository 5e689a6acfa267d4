#include "inference/modelexamination.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QProcess>

Result<void> examineModelFile(const QString &program, const QString &path, std::stop_token stop)
{
    if (program.isEmpty() || !QFileInfo(program).isExecutable())
        return {};
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, {QStringLiteral("examine-model"), path});
    if (!process.waitForStarted(5000))
        return {};
    const QDeadlineTimer deadline(120000); // reading the vocabulary of a large model takes seconds
    while (!process.waitForFinished(50)) {
        if (process.state() == QProcess::NotRunning)
            break;
        if (stop.stop_requested() || deadline.hasExpired()) {
            process.kill();
            process.waitForFinished(1000);
            if (stop.stop_requested())
                return canceled();
            return Error{ErrorKind::Parse, QCoreApplication::translate("ModelExamination", "Examining %1 took longer than two minutes.")
                             .arg(QFileInfo(path).fileName()), {}, {}};
        }
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {};
    return Error{ErrorKind::Parse,
                 QCoreApplication::translate("ModelExamination", "%1 is damaged or of a kind that llama.cpp v0.5.0 does not read.")
                     .arg(QFileInfo(path).fileName()),
                 QString::fromUtf8(process.readAllStandardError().right(2000)).trimmed(), {}};
}
