// "parallel_tool_calls": false. llama.cpp (v0.5.0) passes it to the grammar of some chat formats only: where each call
// stands in marks of its own (Hermes, Qwen), a model makes as many as it likes. What comes after the first is left out.
// Pure.
#pragma once

#include "core/base/json.h"

class OneCall
{
public:
    // The chunks of a streamed answer (a list), or a whole one: without further calls. A chunk that held nothing else
    // is gone.
    void keepFirst(Json &answer);

private:
    bool keepFirstIn(Json &choice);      // false: nothing is left of it
    bool m_hasLeftOut = false;
};
