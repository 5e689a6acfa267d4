// Runs ascendctl as a user does, and waits for it.
#pragma once

#include <QProcess>

struct Ran
{
    int code = -1;                       // -1: it did not end within two minutes
    QByteArray out, err;
};

inline Ran ascendctl(const QStringList &arguments)
{
    QProcess process;
    process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), arguments);
    if (!process.waitForFinished(120'000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}
