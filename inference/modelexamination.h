// Has a model file examined by a process of its own (`ascendctl examine-model --here FILE`): llama.cpp ends the process over
// some damaged files, and a chat template is a program that may go on for ever, ask for any memory, or nest without end.
#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>

// Blocking. Parse: the examiner died over the file or its template, did not end, or llama.cpp refused it (its words in detail).
// No examiner at `program`, or one that cannot be started, is no objection to the file.
Result<void> examineModelFile(const QString &program, const QString &path, std::stop_token stop);

// The examination itself: reads all of the file but its weights, then fills in its chat template. May end the process, and sets
// limits that cannot be taken back: only for a process that was started for it. `onTemplate`: from here on it is the template's turn.
Result<void> examineModelHere(const QString &path, const std::function<void()> &onTemplate);
extern const QByteArray templateBegins;  // the line on the examiner's stdout that says so
