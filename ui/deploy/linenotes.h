// What a line of a generated file is for, in one sentence. Pure.
#pragma once

#include "core/artifacts/artifact.h"

// line from 1. Of the service's command and of what the engine reads its engine tells (Engine::lineNote); else scripts
// explain themselves: the comment above a line. `recipe` resolved. Empty: nothing to say.
QString lineNote(const Artifact &file, const QString &text, int line, const Recipe &recipe);
