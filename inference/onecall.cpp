#include "inference/onecall.h"

#include <algorithm>

namespace {

bool isFurther(const Json &call, size_t place)
{
    return integerAt(call, "index").value_or(qint64(place)) > 0;
}

// Whether there was any.
bool leaveOutFurther(Json &message)
{
    Json &calls = message["tool_calls"];
    Json kept = Json::array();
    for (size_t i = 0; i < calls.size(); ++i) {
        if (!isFurther(calls[i], i))
            kept.push_back(calls[i]);
    }
    const bool any = kept.size() < calls.size();
    if (kept.empty())
        message.erase("tool_calls");
    else
        calls = std::move(kept);
    return any;
}

} // namespace

bool OneCall::keepFirstIn(Json &choice)
{
    bool isEmptied = false;
    for (const char *part : {"delta", "message"}) {
        if (!member(member(choice, part), "tool_calls").is_array())
            continue;
        const bool any = leaveOutFurther(choice[part]);
        m_hasLeftOut = m_hasLeftOut || any;
        isEmptied = any && choice[part].empty();
    }
    const Json &finish = member(choice, "finish_reason");
    if (m_hasLeftOut && finish.is_string())
        choice["finish_reason"] = "tool_calls"; // the one call is whole, whatever became of the others
    return !isEmptied || finish.is_string();
}

void OneCall::keepFirst(Json &answer)
{
    if (answer.is_object()) {
        if (member(answer, "choices").is_array())
            for (Json &choice : answer["choices"])
                keepFirstIn(choice);
        return;
    }
    if (!answer.is_array())
        return;
    Json kept = Json::array();
    for (Json &chunk : answer) {
        bool holdsAny = !member(chunk, "choices").is_array() || chunk["choices"].empty();
        if (!holdsAny)
            for (Json &choice : chunk["choices"])
                holdsAny = keepFirstIn(choice) || holdsAny;
        if (holdsAny)
            kept.push_back(std::move(chunk));
    }
    answer = std::move(kept);
}
