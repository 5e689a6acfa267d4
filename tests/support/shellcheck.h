// What shellcheck says of scripts; empty: nothing, and it ended well. Whether it is installed is for the test to ask.
#pragma once

#include <QProcess>

inline QByteArray shellcheckSays(const QStringList &scripts)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("shellcheck"), scripts);
    if (!process.waitForFinished(60'000))
        return "shellcheck did not end";
    const QByteArray said = process.readAll();
    return process.exitCode() == 0 || !said.isEmpty() ? said : "exit code " + QByteArray::number(process.exitCode());
}
