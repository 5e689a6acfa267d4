// Another process that has a run's lock, as ascendctl has while it runs or undoes: until a line is written to it.
#pragma once

#include <QProcess>

inline void beginAnotherRun(QProcess &process, const QString &lockFile)
{
    process.start(QStringLiteral("python3"),
                  {QStringLiteral("-c"),
                   QStringLiteral("import fcntl, os, sys\n"
                                  "file = open(sys.argv[1], 'r+')\n"
                                  "fcntl.lockf(file, fcntl.LOCK_EX)\n"
                                  "file.truncate(0)\n"
                                  "print(os.getpid(), file=file, flush=True)\n"
                                  "sys.stdin.readline()\n"),
                   lockFile});
}
