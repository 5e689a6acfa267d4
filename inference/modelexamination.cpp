#include "inference/modelexamination.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QProcess>

const QByteArray templateBegins = QByteArrayLiteral("template");

namespace {

struct ExaminationText
{
    Q_DECLARE_TR_FUNCTIONS(ModelExamination)
};

Error about(const QString &sentence, const QString &path, const QString &detail)
{
    return {ErrorKind::Parse, sentence.arg(QFileInfo(path).fileName()), detail.trimmed(), {}};
}

// What the examiner, which has not said yes, says about the file.
Error verdict(QProcess &process, const QString &path)
{
    const bool diedOfIt = process.exitStatus() != QProcess::NormalExit;
    QString words = QString::fromUtf8(process.readAllStandardError().right(2000)).trimmed();
    if (diedOfIt) // Unix: exitCode() is the signal then
        words = QStringLiteral("%1\nsignal %2").arg(words).arg(process.exitCode());
    if (!process.readAllStandardOutput().contains(templateBegins))
        return about(ExaminationText::tr("%1 is damaged or of a kind that llama.cpp v0.5.0 does not read."), path, words);
    if (!diedOfIt)
        return about(ExaminationText::tr("llama.cpp cannot read the chat template in %1. Choose another file of this model."), path, words);
    return about(ExaminationText::tr("The chat template in %1 does not end, nests without end or takes all memory. Choose another file of this model."),
                 path, words);
}

} // namespace

Result<void> examineModelFile(const QString &program, const QString &path, std::stop_token stop)
{
    if (program.isEmpty() || !QFileInfo(program).isExecutable())
        return {};
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, {QStringLiteral("examine-model"), QStringLiteral("--here"), path});
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
            if (process.readAllStandardOutput().contains(templateBegins))
                return about(ExaminationText::tr("Filling in the chat template in %1 took longer than two minutes. Choose another file of this model."), path, {});
            return about(ExaminationText::tr("Examining %1 took longer than two minutes."), path, {});
        }
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {};
    return verdict(process, path);
}
