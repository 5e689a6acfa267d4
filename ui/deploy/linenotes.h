// What a line of a generated file is for, in one sentence. Pure.
#pragma once

#include "core/artifacts/artifact.h"

// line from 1. Scripts explain themselves: the comment above a line; in config.json the help of the
// setting it comes from; in the rank table what the key means. Empty: nothing to say.
QString lineNote(const Artifact &file, const QString &text, int line, const Recipe &recipe);
