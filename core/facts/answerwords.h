// How the answers of a node's tools are taken apart.
#pragma once

#include "core/shell/shell.h"

QStringList words(const QString &line); // at any run of blanks

// A command that ran and did not say what it was asked for: its own first line, or its exit code.
Error noAnswer(const QString &command, const CommandOutput &output);

// The last line that says something, on one line; where it is how to get help with the command, the one before it.
QString lastWords(const QString &said);

// The system keeps the asking user out: whether the thing is there, and what it holds, is not known.
bool isKeptOut(const CommandOutput &output);
Error keptOut(const QString &sentence, const QString &remedy = {}); // an empty remedy: log in as somebody else
bool isKeptOut(const Error &error);
