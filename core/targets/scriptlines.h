// Building blocks of generated scripts. Comments come from data and from names that people typed:
// commentLine() keeps them on their line. Values go through core/shell/quote.h, nothing is glued.
#pragma once

#include "core/recipes/scripttext.h"
#include "core/shell/quote.h"

// One comment line, "# text\n"; line breaks and control characters become blanks.
QString commentLine(const QString &text);

// "export NAME=value\n", quoted. A value that begins with "=" would read as a comparison.
QString exportLine(const QString &name, const QString &value);

// "#!/bin/bash", what the file is for, which deployment and node.
QString scriptHead(const QString &purpose, const QString &deployment, const QString &node, const ScriptText &say);

// A long argv over several lines, quoted, continued with backslashes.
QString wrappedCommand(const QList<QStringList> &lines);
