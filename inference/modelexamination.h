// Has a model file examined by a process of its own (`ascendctl examine-model FILE`).
#pragma once

#include "core/base/result.h"

#include <stop_token>

// Blocking. Parse: the examiner died over the file or llama.cpp refused it (its words in detail).
// No examiner at `program`, or one that cannot be started, is no objection to the file.
Result<void> examineModelFile(const QString &program, const QString &path, std::stop_token stop);
