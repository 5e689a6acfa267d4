#include "inference/messagesrequest.h"

#include "inference/apirequest.h"

#include <QHash>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace {

constexpr std::array known{"model",       "messages", "max_tokens",  "system",       "stop_sequences",
                           "stream",      "temperature", "top_p",    "top_k",        "tools",
                           "tool_choice", "thinking", "metadata",    "service_tier", "output_config",
                           "cache_control", "chat_template_kwargs"};

Error wrong(const QString &place, const QString &says) { return refusedRequest(place + u' ' + says, place); }

// Whose content it may be: a block of a kind that no other than text can take its place.
Error notTaken(const QString &place, const QString &type)
{
    return type.isEmpty()
        ? wrong(place, u"is an object with a \"type\", such as {\"type\":\"text\",\"text\":...}."_s)
        : wrong(place,
                u"is of the type \"%1\", which this server does not take here: its model reads text."_s.arg(type));
}

Result<Json> textOf(const Json &block, const QString &place)
{
    if (!member(block, "text").is_string())
        return wrong(place + u".text"_s, u"is a text."_s);
    return Json{{"type", "text"}, {"text", block["text"]}};
}

// A text, or a list of blocks of text.
Result<Json> textParts(const Json &content, const QString &place)
{
    if (content.is_string())
        return content;
    if (!content.is_array())
        return wrong(place, u"is a text or a list of blocks of text."_s);
    Json parts = Json::array();
    for (size_t i = 0; i < content.size(); ++i) {
        const QString at = u"%1[%2]"_s.arg(place).arg(i), type = stringAt(content[i], "type");
        if (type != "text"_L1)
            return notTaken(at, type);
        const Result<Json> text = textOf(content[i], at);
        if (!text)
            return text.error();
        parts.push_back(*text);
    }
    return parts;
}

// OpenAI has no mark for a tool that failed; the model is told in words.
Result<Json> resultOf(const Json &block, const QString &place)
{
    const QString id = stringAt(block, "tool_use_id");
    if (id.isEmpty())
        return wrong(place + u".tool_use_id"_s, u"is the id of the call that this is the result of."_s);
    QString text;
    if (const Json &content = member(block, "content"); !content.is_null()) {
        const Result<Json> parts = textParts(content, place + u".content"_s);
        if (!parts)
            return parts.error();
        QStringList texts;
        if (parts->is_string())
            texts << parts->get<QString>();
        else
            for (const Json &part : *parts)
                texts << stringAt(part, "text");
        text = texts.join(u'\n');
    }
    if (boolAt(block, "is_error").value_or(false))
        text.prepend(u"Error: "_s);
    return Json{{"role", "tool"}, {"tool_call_id", id}, {"content", text}};
}

Result<Json> callOf(const Json &block, const QString &place)
{
    for (const char *key : {"id", "name"})
        if (stringAt(block, key).isEmpty())
            return wrong(place + u'.' + QLatin1String(key), u"is a text."_s);
    if (!member(block, "input").is_object())
        return wrong(place + u".input"_s, u"is an object."_s);
    return Json{{"id", block["id"]},
                {"type", "function"},
                {"function", {{"name", block["name"]}, {"arguments", QString::fromUtf8(compactJson(block["input"]))}}}};
}

// Of one turn: results first, since they answer the calls right before; then what is said.
Result<Json> userMessages(const Json &content, const QString &place)
{
    Json messages = Json::array(), parts = Json::array();
    for (size_t i = 0; i < content.size(); ++i) {
        const Json &block = content[i];
        const QString at = u"%1[%2]"_s.arg(place).arg(i), type = stringAt(block, "type");
        if (type != "text"_L1 && type != "tool_result"_L1)
            return notTaken(at, type);
        const Result<Json> taken = type == "text"_L1 ? textOf(block, at) : resultOf(block, at);
        if (!taken)
            return taken.error();
        (type == "text"_L1 ? parts : messages).push_back(*taken);
    }
    if (!parts.empty())
        messages.push_back({{"role", "user"}, {"content", parts}});
    return messages;
}

Result<Json> assistantMessages(const Json &content, const QString &place)
{
    Json parts = Json::array(), calls = Json::array();
    QString thoughts;
    for (size_t i = 0; i < content.size(); ++i) {
        const Json &block = content[i];
        const QString at = u"%1[%2]"_s.arg(place).arg(i), type = stringAt(block, "type");
        if (type == "thinking"_L1) {
            thoughts += stringAt(block, "thinking");
            continue;
        }
        if (type != "text"_L1 && type != "tool_use"_L1)
            return notTaken(at, type);
        const Result<Json> taken = type == "text"_L1 ? textOf(block, at) : callOf(block, at);
        if (!taken)
            return taken.error();
        (type == "text"_L1 ? parts : calls).push_back(*taken);
    }
    Json message{{"role", "assistant"}, {"content", parts.empty() ? Json(nullptr) : parts}};
    if (!calls.empty())
        message["tool_calls"] = calls;
    if (!thoughts.isEmpty())
        message["reasoning_content"] = thoughts;
    return Json::array({message});
}

Result<Json> messagesOf(const Json &request)
{
    Json all = Json::array();
    if (const Json &system = member(request, "system"); !system.is_null()) {
        const Result<Json> parts = textParts(system, u"system"_s);
        if (!parts)
            return parts.error();
        if (!parts->empty())
            all.push_back({{"role", "system"}, {"content", *parts}});
    }
    const Json &messages = member(request, "messages");
    if (!messages.is_array() || messages.empty())
        return wrong(u"messages"_s, u"is a list of at least one message."_s);
    for (size_t i = 0; i < messages.size(); ++i) {
        const QString place = u"messages[%1]"_s.arg(i), role = stringAt(messages[i], "role");
        const bool isUser = role == "user"_L1;
        if (!isUser && role != "assistant"_L1)
            return wrong(place + u".role"_s, u"is \"user\" or \"assistant\"; what the system says stands in system."_s);
        const Json &content = member(messages[i], "content");
        if (content.is_string()) {
            all.push_back({{"role", role}, {"content", content}});
            continue;
        }
        if (!content.is_array() || content.empty())
            return wrong(place + u".content"_s, u"is a text or a list of blocks, and not empty."_s);
        const Result<Json> turn = isUser ? userMessages(content, place + u".content"_s)
                                         : assistantMessages(content, place + u".content"_s);
        if (!turn)
            return turn.error();
        all.insert(all.end(), turn->begin(), turn->end());
    }
    return all;
}

Result<Json> toolsOf(const Json &tools)
{
    if (!tools.is_array())
        return wrong(u"tools"_s, u"is a list."_s);
    Json all = Json::array();
    for (size_t i = 0; i < tools.size(); ++i) {
        const Json &tool = tools[i];
        const QString place = u"tools[%1]"_s.arg(i), type = stringAt(tool, "type", u"custom"_s);
        if (type != "custom"_L1)
            return wrong(place, u"is of the type \"%1\", which this server does not have. Describe the tool by a name "
                                "and an input_schema."_s.arg(type));
        if (stringAt(tool, "name").isEmpty())
            return wrong(place + u".name"_s, u"is a text."_s);
        if (!member(tool, "input_schema").is_object())
            return wrong(place + u".input_schema"_s, u"is a JSON schema."_s);
        Json function{{"name", tool["name"]}};
        if (const Json &words = member(tool, "description"); words.is_string())
            function["description"] = words;
        function["parameters"] = tool["input_schema"];
        if (const Json &strict = member(tool, "strict"); !strict.is_null())
            function["strict"] = strict;
        all.push_back({{"type", "function"}, {"function", function}});
    }
    return all;
}

Result<void> addToolChoice(const Json &choice, Json &chat)
{
    const QString type = stringAt(choice, "type");
    if (type == "auto"_L1 || type == "none"_L1)
        chat["tool_choice"] = type;
    else if (type == "any"_L1)
        chat["tool_choice"] = "required";
    else if (type == "tool"_L1 && !stringAt(choice, "name").isEmpty())
        chat["tool_choice"] = {{"type", "function"}, {"function", {{"name", choice["name"]}}}};
    else
        return wrong(u"tool_choice"_s, u"is {\"type\":\"auto\"}, {\"type\":\"any\"}, {\"type\":\"none\"} or "
                                       "{\"type\":\"tool\",\"name\":...}."_s);
    if (const Json &alone = member(choice, "disable_parallel_tool_use"); alone.is_boolean())
        chat["parallel_tool_calls"] = !alone.get<bool>();
    else if (!alone.is_null())
        return wrong(u"tool_choice.disable_parallel_tool_use"_s, u"is true or false."_s);
    return {};
}

// What a template knows of it is one switch; a model that does not think has none, and answers as it always does.
Result<void> addThinking(const Json &thinking, Json &chat)
{
    const QString type = stringAt(thinking, "type");
    if (type != "enabled"_L1 && type != "disabled"_L1 && type != "adaptive"_L1)
        return wrong(u"thinking"_s, u"is {\"type\":\"disabled\"}, {\"type\":\"adaptive\"} or "
                                    "{\"type\":\"enabled\",\"budget_tokens\":...}."_s);
    if (type == "adaptive"_L1)
        return {};
    if (!member(chat, "chat_template_kwargs").is_object())
        chat["chat_template_kwargs"] = Json::object();
    chat["chat_template_kwargs"]["enable_thinking"] = type == "enabled"_L1;
    if (type == "disabled"_L1)
        return {};
    const std::optional<qint64> budget = integerAt(thinking, "budget_tokens");
    if (!budget || *budget < 1)
        return wrong(u"thinking.budget_tokens"_s, u"is a whole number of tokens, 1 or more."_s);
    chat["thinking_budget_tokens"] = *budget;
    return {};
}

Result<void> addOutput(const Json &output, Json &chat)
{
    if (!output.is_object())
        return wrong(u"output_config"_s, u"is an object."_s);
    for (const auto &item : output.items())
        if (item.key() != "format" && !item.value().is_null())
            return wrong(u"output_config.%1"_s.arg(QString::fromStdString(item.key())),
                         u"is not supported by this server. Leave it out."_s);
    const Json &format = member(output, "format");
    if (format.is_null())
        return {};
    if (stringAt(format, "type") != "json_schema"_L1 || !member(format, "schema").is_object())
        return wrong(u"output_config.format"_s, u"is {\"type\":\"json_schema\",\"schema\":...}."_s);
    chat["response_format"] = {{"type", "json_schema"},
                               {"json_schema", {{"name", "answer"}, {"strict", true}, {"schema", format["schema"]}}}};
    return {};
}

Result<void> knowsAll(const Json &request)
{
    for (const auto &item : request.items())
        if (std::none_of(known.begin(), known.end(), [&](const char *one) { return item.key() == one; }))
            return wrong(QString::fromStdString(item.key()), u"is not a parameter of /v1/messages on this server."_s);
    return {};
}

} // namespace

Result<Json> chatRequestOf(const Json &request, bool isCount)
{
    if (const Result<void> fine = knowsAll(request); !fine)
        return fine.error();
    const Result<Json> messages = messagesOf(request);
    if (!messages)
        return messages.error();
    Json chat{{"messages", *messages}};
    const Json &most = member(request, "max_tokens");
    if (!isCount && !(most.is_number_integer() && most >= 1))
        return wrong(u"max_tokens"_s,
                     most.is_null() ? u"is missing: how many tokens the answer may have, a whole number."_s
                                    : u"is how many tokens the answer may have: a whole number from 1 on."_s);
    for (const auto &[from, to] : {std::pair{"model", "model"}, {"max_tokens", "max_tokens"}, {"stream", "stream"},
                                   {"temperature", "temperature"}, {"top_p", "top_p"}, {"top_k", "top_k"},
                                   {"stop_sequences", "stop"}, {"chat_template_kwargs", "chat_template_kwargs"}})
        if (const Json &value = member(request, from); !value.is_null())
            chat[to] = value;
    if (const Json &tools = member(request, "tools"); !tools.is_null()) {
        const Result<Json> taken = toolsOf(tools);
        if (!taken)
            return taken.error();
        if (!taken->empty())
            chat["tools"] = *taken;
    }
    const struct { const char *name; Result<void> (*add)(const Json &, Json &); } further[] = {
        {"tool_choice", addToolChoice}, {"thinking", addThinking}, {"output_config", addOutput}};
    for (const auto &one : further) {
        const Json &value = member(request, one.name);
        if (const Result<void> fine = value.is_null() ? Result<void>() : one.add(value, chat); !fine)
            return fine.error();
    }
    return chat;
}

QString inMessagesWords(const Error &refusal)
{
    static const QHash<QString, QString> names{{u"stop"_s, u"stop_sequences"_s},
                                               {u"response_format"_s, u"output_config.format"_s},
                                               {u"parallel_tool_calls"_s, u"tool_choice"_s},
                                               {u"thinking_budget_tokens"_s, u"thinking.budget_tokens"_s}};
    const QString param = refusal.facts.value(u"param"_s), name = names.value(param);
    return name.isEmpty() || !refusal.message.startsWith(param) ? refusal.message
                                                                : name + refusal.message.mid(param.size());
}
