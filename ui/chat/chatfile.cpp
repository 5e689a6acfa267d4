#include "ui/chat/chatfile.h"

#include "core/base/homepath.h"
#include "inference/chatstream.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace {

constexpr int chatVersion = 1;
constexpr char chatFormat[] = "ascend-console chat";

struct ChatFileText
{
    Q_DECLARE_TR_FUNCTIONS(ChatFile)
};

// In the order of ErrorKind.
constexpr std::array errorKinds = {"canceled",      "timeout", "connection", "hostKey", "authentication",
                                   "commandFailed", "parse",   "invalid",    "storage", "model"};

qsizetype lettersIn(const ChatTurn &turn)
{
    return turn.text.size() + turn.reasoning.size() + (turn.error ? turn.error->detail.size() : 0);
}

Json toJson(const Error &error)
{
    Json facts = Json::object();
    for (const auto &[name, value] : error.facts.asKeyValueRange())
        facts[name.toStdString()] = value;
    return {{"kind", errorKinds[size_t(error.kind)]},
            {"message", error.message},
            {"detail", error.detail},
            {"facts", facts}};
}

Json toJson(const ChatTurn &turn)
{
    Json json = {{"role", turn.isUser ? "user" : "assistant"}, {"text", turn.text}};
    if (turn.saidAtMs > 0)
        json["saidAt"] = turn.saidAtMs;
    if (turn.isLeftOut)
        json["leftOut"] = true;
    if (turn.isUser)
        return json;
    json["state"] = turn.state == TurnState::Done ? "done" : turn.state == TurnState::Failed ? "failed" : "stopped";
    json["backend"] = turn.backend;
    json["hasEarlier"] = turn.hasEarlier;
    json["sent"] = turn.sent;
    if (!turn.reasoning.isEmpty())
        json["reasoning"] = turn.reasoning;
    if (turn.error)
        json["error"] = toJson(*turn.error);
    json["stats"] = toJson(turn.stats);
    return json;
}

std::optional<int> keptCount(const Json &object, const char *key)
{
    const std::optional<qint64> value = integerAt(object, key);
    return value && *value >= 0 && *value <= std::numeric_limits<int>::max() ? std::optional(int(*value))
                                                                             : std::nullopt;
}

Error keptError(const Json &json)
{
    Error error{ErrorKind::Model, stringAt(json, "message"), stringAt(json, "detail"), {}};
    const QString kind = stringAt(json, "kind");
    for (size_t i = 0; i < errorKinds.size(); ++i) {
        if (kind == QLatin1String(errorKinds[i]))
            error.kind = ErrorKind(i);
    }
    if (const Json &facts = member(json, "facts"); facts.is_object()) {
        for (const auto &[name, value] : facts.items()) {
            if (value.is_string())
                error.facts.insert(QString::fromStdString(name), value.get<QString>());
        }
    }
    return error;
}

std::optional<ChatTurn> keptTurn(const Json &json)
{
    const QString role = stringAt(json, "role"), state = stringAt(json, "state");
    if (!json.is_object() || !member(json, "text").is_string() || (role != "user"_L1 && role != "assistant"_L1))
        return std::nullopt;
    ChatTurn turn;
    turn.isUser = role == "user"_L1;
    turn.text = stringAt(json, "text");
    turn.saidAtMs = integerAt(json, "saidAt").value_or(0);
    turn.isLeftOut = boolAt(json, "leftOut").value_or(false);
    if (turn.isUser)
        return turn;
    if (state != "done"_L1 && state != "stopped"_L1 && state != "failed"_L1)
        return std::nullopt;
    turn.state = state == "done"_L1 ? TurnState::Done : state == "failed"_L1 ? TurnState::Failed : TurnState::Stopped;
    turn.reasoning = stringAt(json, "reasoning");
    turn.backend = stringAt(json, "backend");
    turn.hasEarlier = boolAt(json, "hasEarlier").value_or(false);
    turn.sent = keptCount(json, "sent").value_or(0);
    if (member(json, "error").is_object())
        turn.error = keptError(member(json, "error"));
    const Json &stats = member(json, "stats");
    turn.stats.model = stringAt(stats, "model");
    turn.stats.finishReason = stringAt(stats, "finishReason");
    turn.stats.ttftMs = numberAt(stats, "ttftMs");
    turn.stats.tokensPerSecond = numberAt(stats, "tokensPerSecond");
    turn.stats.promptTokens = keptCount(stats, "promptTokens");
    turn.stats.completionTokens = keptCount(stats, "completionTokens");
    turn.stats.cachedTokens = keptCount(stats, "cachedTokens");
    turn.stats.totalMs = numberAt(stats, "totalMs").value_or(0);
    return turn;
}

} // namespace

KeptChat bounded(KeptChat chat)
{
    qsizetype size = 0, first = chat.turns.size();
    while (first > 0 && size + lettersIn(chat.turns[first - 1]) <= mostKeptCharacters)
        size += lettersIn(chat.turns[--first]);
    while (first > 0 && first < chat.turns.size() && !chat.turns[first].isUser)
        ++first;                         // no answer without its question
    chat.dropped += int(first);
    chat.turns.remove(0, first);
    return chat;
}

QByteArray toText(const KeptChat &chat, const ChatHead &head)
{
    Json turns = Json::array();
    for (const ChatTurn &turn : chat.turns)
        turns.push_back(toJson(turn));
    Json json = {{"format", chatFormat}, {"version", chatVersion}};
    if (!head.title.isEmpty()) {
        json["title"] = head.title;
        json["usedAt"] = head.usedAtMs;
    }
    json["dropped"] = chat.dropped;
    json["turns"] = turns;
    return prettyJson(json);
}

Result<KeptChat> parseChat(const QByteArray &text)
{
    const Result<Json> json = parseJson(text, ChatFileText::tr("The file"));
    if (!json)
        return json.error();
    if (stringAt(*json, "format") != QLatin1String(chatFormat) || !integerAt(*json, "version")
        || !member(*json, "turns").is_array())
        return Error{ErrorKind::Parse, ChatFileText::tr("It does not hold a conversation."), {}, {}};
    if (*integerAt(*json, "version") > chatVersion)
        return Error{ErrorKind::Invalid,
                     ChatFileText::tr("It was written by a newer version of this program."),
                     {},
                     {}};
    KeptChat chat;
    chat.dropped = keptCount(*json, "dropped").value_or(0);
    for (const Json &one : member(*json, "turns")) {
        const std::optional<ChatTurn> turn = keptTurn(one);
        if (!turn)
            return Error{ErrorKind::Parse,
                         ChatFileText::tr("Message %1 in it is damaged.").arg(chat.turns.size() + 1),
                         {},
                         {}};
        chat.turns << *turn;
    }
    return chat;
}

std::optional<ChatHead> parseHead(const QByteArray &begin)
{
    const qsizetype turns = begin.indexOf("\n  \"turns\": "), comma = begin.lastIndexOf(',', turns);
    if (turns < 0 || comma < 0)
        return std::nullopt;
    const Result<Json> json = parseJson(begin.first(comma) + '}', ChatFileText::tr("The file"));
    if (!json || stringAt(*json, "format") != QLatin1String(chatFormat)
        || integerAt(*json, "version").value_or(chatVersion + 1) > chatVersion)
        return std::nullopt;
    ChatHead head{stringAt(*json, "title"), integerAt(*json, "usedAt").value_or(0)};
    return head.title.isEmpty() ? std::nullopt : std::optional(head);
}

QString defaultChatFile()
{
    return stateFolder() + u"/chat.json"_s;
}
