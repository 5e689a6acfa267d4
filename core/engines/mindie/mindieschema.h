// MindIE's config.json as its own ConfigManager reads it (Ascend/MindIE-LLM, src/config_manager/*.cpp, commit 8b4871a
// of 2026-04, release 3.0): which keys must be there, of which type, in which range. The rules between keys are in
// lintmindieconfig.cpp.
#pragma once

#include "core/lint/linting.h"

namespace mindie {

enum class Section { Server, Backend, Deploy, Model, Schedule };

// Every key of that section: missing, of another type, out of range, unknown.
void checkFields(Section section, const Json &object, const QString &where, Findings &findings);

// The object below `key`, or an empty one and a finding.
const Json &sectionOf(const Json &parent, const char *key, const QString &where, Findings &findings);

// "missing compulsory field", in MindIE's words.
void missing(const char *key, const QString &where, Findings &findings);

// What MindIE makes of a parallel size: of a number its lowest 32 bits (2147483648 is -2147483648), of a text what
// std::stoi reads ("8x" is 8); nullopt: it throws, and the daemon ends.
std::optional<qint64> looseInteger(const Json &value);

} // namespace mindie
