#include "inference/messagesanswer.h"

using namespace Qt::StringLiterals;

namespace {

// Tokens that were in the prompt cache are counted by themselves.
Json usageOf(const EngineProgress &progress, int generated)
{
    return {{"input_tokens", progress.promptTokens - progress.cachedTokens},
            {"cache_creation_input_tokens", 0},
            {"cache_read_input_tokens", progress.cachedTokens},
            {"output_tokens", generated}};
}

QString stopReason(const QString &finish, const QString &stopText)
{
    if (finish == "tool_calls"_L1)
        return u"tool_use"_s;
    if (finish == "length"_L1)
        return u"max_tokens"_s;
    return stopText.isEmpty() ? u"end_turn"_s : u"stop_sequence"_s;
}

Json stopTextOf(const QString &text) { return text.isEmpty() ? Json(nullptr) : Json(text); }

Json thinkingBlock(const QString &text) { return {{"type", "thinking"}, {"thinking", text}, {"signature", ""}}; }
Json textBlock(const QString &text) { return {{"type", "text"}, {"text", text}}; }

// A call that was cut short has no whole arguments.
Json callBlock(const Json &call)
{
    const Json &function = member(call, "function");
    const Result<Json> input = parseJson(stringAt(function, "arguments").toUtf8(), u"input"_s);
    return {{"type", "tool_use"},
            {"id", stringAt(call, "id")},
            {"name", stringAt(function, "name")},
            {"input", input && input->is_object() ? *input : Json::object()}};
}

Json messageFrame(const Json &chat, const Json &content, const Json &reason, const Json &stopText, const Json &usage)
{
    return {{"id", stringAt(chat, "id")},
            {"type", "message"},
            {"role", "assistant"},
            {"model", stringAt(chat, "model")},
            {"content", content},
            {"stop_reason", reason},
            {"stop_sequence", stopText},
            {"usage", usage}};
}

} // namespace

Json messagesError(int status, const QString &message)
{
    const char *type = status == 401 ? "authentication_error"
        : status == 403              ? "permission_error"
        : status == 404              ? "not_found_error"
        : status == 413              ? "request_too_large"
        : status == 503              ? "overloaded_error"
        : status < 500               ? "invalid_request_error"
                                     : "api_error";
    return {{"type", "error"}, {"error", {{"type", type}, {"message", message}}}};
}

Json messageOf(const Json &completion, const AnswerFacts &facts)
{
    const Json &choices = member(completion, "choices");
    const Json choice = choices.is_array() && !choices.empty() ? choices[0] : Json();
    const Json &message = member(choice, "message");
    Json content = Json::array();
    if (const QString thoughts = stringAt(message, "reasoning_content"); !thoughts.isEmpty())
        content.push_back(thinkingBlock(thoughts));
    if (const QString text = stringAt(message, "content"); !text.isEmpty())
        content.push_back(textBlock(text));
    if (const Json &calls = member(message, "tool_calls"); calls.is_array())
        for (const Json &call : calls)
            content.push_back(callBlock(call));
    return messageFrame(completion, content, stopReason(stringAt(choice, "finish_reason"), facts.stopText),
                        stopTextOf(facts.stopText), usageOf(facts.progress, facts.progress.generatedTokens));
}

QByteArray MessagesStream::take(const QByteArray &chatEvents, const AnswerFacts &facts)
{
    qsizetype from = 0;
    for (qsizetype end = chatEvents.indexOf("\n\n"); end >= 0; end = chatEvents.indexOf("\n\n", from)) {
        const QByteArray event = chatEvents.mid(from, end - from);
        from = end + 2;
        if (!event.startsWith("data: ") || m_hasFailed)
            continue;
        if (event != "data: [DONE]") {
            if (const Result<Json> chunk = parseJson(event.mid(6), u"chunk"_s))
                takeChunk(*chunk, facts);
            continue;
        }
        close();
        say("message_delta",
            {{"delta", {{"stop_reason", stopReason(m_finish, facts.stopText)},
                        {"stop_sequence", stopTextOf(facts.stopText)}}},
             {"usage", usageOf(facts.progress, facts.progress.generatedTokens)}});
        say("message_stop", Json::object());
    }
    return std::exchange(m_events, {});
}

void MessagesStream::takeChunk(const Json &chunk, const AnswerFacts &facts)
{
    if (const Json &error = member(chunk, "error"); error.is_object()) {
        m_hasFailed = true;
        const Json said = messagesError(int(integerAt(error, "code").value_or(500)), stringAt(error, "message"));
        return say("error", {{"error", said["error"]}});
    }
    if (!std::exchange(m_hasBegun, true))
        say("message_start", {{"message", messageFrame(chunk, Json::array(), nullptr, nullptr,
                                                       usageOf(facts.progress, 0))}});
    const Json &choices = member(chunk, "choices");
    if (!choices.is_array() || choices.empty())
        return;
    takeDelta(member(choices[0], "delta"));
    if (const QString finish = stringAt(choices[0], "finish_reason"); !finish.isEmpty())
        m_finish = finish;
}

void MessagesStream::takeDelta(const Json &delta)
{
    const auto takeText = [this](const QString &text, const QString &kind, const Json &block, const char *key) {
        if (text.isEmpty())
            return;
        if (m_kind != kind)
            open(block);
        fill({{"type", QString(kind + "_delta"_L1)}, {key, text}});
    };
    takeText(stringAt(delta, "reasoning_content"), u"thinking"_s, thinkingBlock({}), "thinking");
    takeText(stringAt(delta, "content"), u"text"_s, textBlock({}), "text");
    const Json &calls = member(delta, "tool_calls");
    for (const Json &call : calls.is_array() ? calls : Json::array()) {
        const qint64 index = integerAt(call, "index").value_or(0);
        const Json &function = member(call, "function");
        if (m_kind != "tool_use"_L1 || m_call != index) {
            open({{"type", "tool_use"},
                  {"id", stringAt(call, "id")},
                  {"name", stringAt(function, "name")},
                  {"input", Json::object()}});
            m_call = index;
        }
        if (const QString part = stringAt(function, "arguments"); !part.isEmpty())
            fill({{"type", "input_json_delta"}, {"partial_json", part}});
    }
}

void MessagesStream::open(const Json &block)
{
    close();
    m_kind = stringAt(block, "type");
    ++m_index;
    say("content_block_start", {{"index", m_index}, {"content_block", block}});
}

void MessagesStream::fill(const Json &delta) { say("content_block_delta", {{"index", m_index}, {"delta", delta}}); }

void MessagesStream::close()
{
    if (m_kind.isEmpty())
        return;
    if (m_kind == "thinking"_L1) // it stands for Anthropic's own models; clients wait for it
        fill({{"type", "signature_delta"}, {"signature", ""}});
    m_kind.clear();
    say("content_block_stop", {{"index", m_index}});
}

void MessagesStream::say(const char *event, Json data)
{
    Json whole{{"type", event}};
    whole.update(data);
    m_events += "event: " + QByteArray(event) + "\ndata: " + compactJson(whole) + "\n\n";
}
