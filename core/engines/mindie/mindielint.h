// What MindIE refuses, or takes silently for something else, in the files that it reads.
#pragma once

#include "core/lint/lint.h"

Result<QList<LintFinding>> lintRankTable(const QByteArray &content, const LintContext &context = {});
Result<QList<LintFinding>> lintMindieConfig(const QByteArray &content, const LintContext &context = {});
