// The one place where an argv becomes a line for a POSIX shell.
#pragma once

#include <QString>
#include <QStringList>

// "npu-smi info" stays as it is; anything but [A-Za-z0-9_@%+=:,./-] is put in single quotes.
QString quoted(const QString &argument);
QString quoted(const QStringList &argv);
