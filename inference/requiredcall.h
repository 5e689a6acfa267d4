// tool_choice "required". llama.cpp's grammar (v0.5.0) lets a model say as much as it likes before its call, and a
// small one then talks until it has no tokens left. Nothing is said where a call was asked for.
#pragma once

#include <string>

// `grammar`: of a chat with such a choice; `parser`: of its answer, as llama.cpp saves it. False: this grammar cannot
// be made to let only calls through. May throw.
bool letOnlyCallsThrough(std::string &grammar, const std::string &parser);
