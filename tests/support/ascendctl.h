// Runs ascendctl as a user does, and waits for it.
#pragma once

#include <QFile>
#include <QProcess>

struct Ran
{
    int code = -1;                       // -1: it did not end within two minutes
    QByteArray out, err;
};

// A simulated cluster that is not told which model answers for the NPUs gets the small one where it is at hand: a real
// answer is what these tests wait for, and the usual one's takes a hundred times as long to decode.
enum class SimModel { Small, Usual };

inline Ran ascendctl(QStringList arguments, SimModel answering = SimModel::Small)
{
    const QString model = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");
    if (arguments.mid(0, 2) == QStringList{QStringLiteral("sim"), QStringLiteral("up")}
        && answering == SimModel::Small && !arguments.contains(QStringLiteral("--model")) && QFile::exists(model))
        arguments << QStringLiteral("--model") << model;
    QProcess process;
    process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), arguments);
    if (!process.waitForFinished(120'000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}
