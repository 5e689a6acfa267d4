#include "inference/apimessages.h"

#include "inference/apirequest.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace {

const char *const roles[] = {"system", "developer", "user", "assistant", "tool", "function"};

// An assistant's turn may be all calls or all thoughts.
bool speaksOtherwise(const Json &message)
{
    const Json &calls = member(message, "tool_calls");
    return (calls.is_array() && !calls.empty()) || member(message, "function_call").is_object()
        || member(message, "refusal").is_string() || member(message, "reasoning_content").is_string();
}

// Its models read text; llama.cpp would ask for a file of another model, which this server has no way to take.
Result<void> checkParts(const Json &content, const QString &place)
{
    static const QStringList others{u"image_url"_s, u"input_image"_s, u"image"_s,     u"audio_url"_s, u"input_audio"_s,
                                    u"audio"_s,     u"video_url"_s,   u"input_video"_s, u"file"_s};
    for (size_t i = 0; content.is_array() && i < content.size(); ++i) {
        const QString type = stringAt(content[i], "type"), part = u"%1.content[%2]"_s.arg(place).arg(i);
        if (others.contains(type))
            return refusedRequest(
                u"%1 is of the type \"%2\"; this server takes text only, no images, sounds or files."_s.arg(part, type),
                part);
    }
    return {};
}

Result<void> checkMessage(const Json &message, const QString &place)
{
    if (!message.is_object())
        return refusedRequest(u"%1 is not an object."_s.arg(place), place);
    const QString role = stringAt(message, "role");
    if (std::none_of(std::begin(roles), std::end(roles),
                     [&role](const char *known) { return role == QLatin1String(known); }))
        return refusedRequest(u"%1.role is \"system\", \"developer\", \"user\", \"assistant\" or \"tool\"."_s.arg(
                                  place),
                              place + u".role"_s);
    const Json &content = member(message, "content");
    const bool mayBeSilent = (role == "assistant"_L1 && speaksOtherwise(message)) || role == "function"_L1;
    const bool isContent = content.is_string() || (content.is_array() && (!content.empty() || mayBeSilent))
        || (content.is_null() && mayBeSilent);
    if (!isContent)
        return refusedRequest(u"%1.content is a text or a list of parts, and not empty."_s.arg(place),
                              place + u".content"_s);
    return checkParts(content, place);
}

} // namespace

Result<void> checkMessages(const Json &request)
{
    const Json &messages = member(request, "messages");
    if (!messages.is_array() || messages.empty())
        return refusedRequest(u"messages is a list of at least one message."_s, u"messages"_s);
    for (size_t i = 0; i < messages.size(); ++i)
        if (const Result<void> fine = checkMessage(messages[i], u"messages[%1]"_s.arg(i)); !fine)
            return fine;
    return {};
}
