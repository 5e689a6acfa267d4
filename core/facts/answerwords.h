// How the answers of a node's tools are taken apart.
#pragma once

#include "core/shell/shell.h"

QStringList words(const QString &line); // at any run of blanks

// A command that ran and did not say what it was asked for: its own first line, or its exit code.
Error noAnswer(const QString &command, const CommandOutput &output);
