// Slips of a launch script that a shell takes silently for something else: what a copy out of a document brings along.
#pragma once

#include "core/lint/linting.h"

// Rules "shell.quote", "shell.backslash", "shell.dash", "shell.not-continued".
void checkShellSlips(const QString &text, Findings &findings);

// A text from a clipboard or a file: its line ends as a shell wants them, without a mark at its beginning.
QString shellTextOf(const QByteArray &content);
