#include "inference/apirequest.h"

#include "core/base/jsonmeasure.h"
#include "core/base/jsonplace.h"
#include "inference/apisampling.h"
#include "inference/schemagrammar.h"
#include "inference/strictschema.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace {

Error refused(const QString &message, const char *param = "")
{
    return refusedRequest(message, QLatin1String(param));
}

Error tooMany(const char *param, const QString &what, qint64 most)
{
    return refused(u"%1 has more than %2 %3."_s.arg(QLatin1String(param)).arg(most).arg(what), param);
}

Result<void> measure(const QByteArray &body, const RequestLimits &limits)
{
    const JsonMeasure measure = measureJson(body, limits.depth, limits.values);
    if (measure.depth > limits.depth)
        return refused(u"The body is nested deeper than %1 levels."_s.arg(limits.depth));
    if (measure.values > limits.values)
        return refused(u"The body has more than %1 values."_s.arg(limits.values));
    return {};
}

// The larger number in "{2,40}" that begins at `open`; 1 where there is none.
qint64 repeatsAt(const QString &pattern, qsizetype open)
{
    qint64 largest = 1, number = 0;
    for (qsizetype i = open + 1; i < pattern.size() && pattern[i] != QLatin1Char('}'); ++i) {
        number = pattern[i].isDigit() ? std::min<qint64>(number * 10 + pattern[i].digitValue(), 1 << 20) : 0;
        largest = std::max(largest, number);
    }
    return largest;
}

// How many characters and classes the pattern is when its repetitions are written out, which is what a grammar does;
// `most` is enough.
qint64 writtenOut(const QString &pattern, qint64 most)
{
    QList<qint64> groups{0};             // the sums of the open ones
    qint64 last = 0;                     // what a repetition would repeat
    for (qsizetype i = 0; i < pattern.size() && groups.last() <= most; ++i) {
        const QChar c = pattern[i];
        if (c == QLatin1Char('{')) {
            groups.last() += last * (repeatsAt(pattern, i) - 1);
            i = std::max(i, pattern.indexOf(QLatin1Char('}'), i));
        } else if (c == QLatin1Char('(')) {
            groups << 0;
        } else if (c == QLatin1Char(')') && groups.size() > 1) {
            last = groups.takeLast();
            groups.last() += last;
        } else {
            if (c == QLatin1Char('\\'))
                ++i;
            else if (c == QLatin1Char('['))
                i = std::max(i, pattern.indexOf(QLatin1Char(']'), i + 1));
            last = 1;
            groups.last() += last;
        }
    }
    return *std::max_element(groups.cbegin(), groups.cend());
}

// In JSON Schema's language (ECMA-262), as far as Qt's can tell; empty: it is one.
QString whyNoPattern(const QString &pattern)
{
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) { // what is written otherwise there
        const QStringView rest = QStringView(pattern).mid(i);
        static const QRegularExpression code(u"\\\\u([0-9a-fA-F]{4})"_s);
        if (const QRegularExpressionMatch match
            = code.match(pattern, i, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
            match.hasMatch()) {
            text += u"\\x{%1}"_s.arg(match.captured(1));
            i += 5;
        } else if (rest.startsWith("[^]"_L1) || rest.startsWith("[]"_L1)) {
            text += rest.startsWith("[]"_L1) ? u"(?!)"_s : u"."_s;
            i += rest.indexOf(QLatin1Char(']'));
        } else {
            text += pattern[i];
            if (pattern[i] == QLatin1Char('\\') && i + 1 < pattern.size())
                text += pattern[++i];
        }
    }
    const QRegularExpression expression(text);
    return expression.isValid() ? QString() : expression.errorString();
}

QString shownNumber(const Json &number) { return QString::fromStdString(number.dump()); }

struct SchemaPlace
{
    const char *param;                   // of the request
    QString path;                        // in it
};

Result<void> checkPattern(const Json &value, const SchemaPlace &at, const RequestLimits &limits)
{
    if (!value.is_string())
        return refused(u"%1: the pattern at %2 is not a text."_s.arg(QLatin1String(at.param), at.path), at.param);
    const QString pattern = value.get<QString>();
    if (pattern.size() > limits.patternLength)
        return refused(u"%1: the pattern at %2 is longer than %3 characters."_s.arg(QLatin1String(at.param), at.path)
                           .arg(limits.patternLength),
                       at.param);
    if (writtenOut(pattern, limits.patternSize) > limits.patternSize)
        return refused(u"%1: the pattern at %2 stands for more than %3 characters."_s
                           .arg(QLatin1String(at.param), at.path)
                           .arg(limits.patternSize),
                       at.param);
    if (const QString why = whyNoPattern(pattern); !why.isEmpty())
        return refused(u"%1: the pattern at %2 is not a regular expression: %3."_s.arg(QLatin1String(at.param), at.path,
                                                                                       why),
                       at.param);
    return {};
}

// Bounds that leave no value: llama.cpp makes a grammar without an end of them, or one that ends the answer with an
// error.
Result<void> checkBounds(const Json &schema, const SchemaPlace &at)
{
    static constexpr struct
    {
        const char *low, *high;
        bool isOpen; // equal ones leave nothing, either
    } bounds[] = {
        {"minimum", "maximum", false},
        {"exclusiveMinimum", "maximum", true},
        {"minimum", "exclusiveMaximum", true},
        {"exclusiveMinimum", "exclusiveMaximum", true},
        {"minLength", "maxLength", false},
        {"minItems", "maxItems", false},
        {"minProperties", "maxProperties", false},
    };
    for (const auto &pair : bounds) {
        const Json &low = member(schema, pair.low), &high = member(schema, pair.high);
        if (low.is_number() && high.is_number() && (low > high || (pair.isOpen && low == high)))
            return refused(u"%1: no value can have both %2 %3 and %4 %5 (at %6)."_s.arg(
                               QLatin1String(at.param), QLatin1String(pair.low), shownNumber(low),
                               QLatin1String(pair.high), shownNumber(high), at.path),
                           at.param);
    }
    if (stringAt(schema, "type") != "integer"_L1)
        return {};
    const auto bound = [&schema](const char *key, long double none) {
        const Json &value = member(schema, key);
        return value.is_number() ? value.get<long double>() : none;
    };
    constexpr long double infinite = std::numeric_limits<long double>::infinity();
    const long double least
        = std::max(std::ceil(bound("minimum", -infinite)), std::floor(bound("exclusiveMinimum", -infinite)) + 1);
    const long double most
        = std::min(std::floor(bound("maximum", infinite)), std::ceil(bound("exclusiveMaximum", infinite)) - 1);
    if (least > most)
        return refused(u"%1: there is no whole number between the bounds at %2."_s.arg(QLatin1String(at.param),
                                                                                       at.path),
                       at.param);
    return {};
}

// As deep as measure() let it be. `named`: the keys of this object are the user's names, not the schema's words.
Result<void> checkParts(const Json &schema, const SchemaPlace &at, const RequestLimits &limits, bool named = false)
{
    if (!schema.is_structured())
        return {};
    if (const Result<void> fine = schema.is_object() && !named ? checkBounds(schema, at) : Result<void>(); !fine)
        return fine;
    for (const auto &item : schema.items()) {
        const QString key = QString::fromStdString(item.key());
        const SchemaPlace inside{at.param, pointer(at.path, key)};
        const bool isWord = schema.is_object() && !named;
        if (isWord && QStringList{u"const"_s, u"enum"_s, u"default"_s, u"examples"_s}.contains(key))
            continue; // values
        const bool holdsNames = isWord
            && QStringList{u"properties"_s, u"patternProperties"_s, u"$defs"_s, u"definitions"_s, u"dependentSchemas"_s}
                   .contains(key);
        const bool isPattern = isWord && key == "pattern"_L1 && !item.value().is_null();
        const Result<void> fine = isPattern ? checkPattern(item.value(), inside, limits)
                                            : checkParts(item.value(), inside, limits, holdsNames);
        if (!fine)
            return fine;
    }
    return {};
}

Result<void> checkSchema(const Json &request, const char *key, qint64 mostBytes, const RequestLimits &limits)
{
    const Json &schema = member(request, key);
    if (schema.is_null())
        return {};
    if (compactJson(schema).size() > mostBytes)
        return tooMany(key, u"bytes"_s, mostBytes);
    return checkParts(schema, {key, {}}, limits);
}

Result<void> checkGrammar(const Json &request, const RequestLimits &limits)
{
    if (const Json &given = member(request, "grammar"); !given.is_null() && !given.is_string())
        return refused(u"grammar is a text in GBNF."_s, "grammar");
    const QByteArray grammar = stringAt(request, "grammar").toUtf8();
    if (grammar.size() > limits.schemaBytes)
        return tooMany("grammar", u"bytes"_s, limits.schemaBytes);
    if (grammar.count("::=") > limits.grammarRules)
        return tooMany("grammar", u"rules"_s, limits.grammarRules);
    if (grammar.startsWith("%llguidance")) // llama.cpp ends the process over it
        return refused(u"grammar is in GBNF: this server has no llguidance."_s, "grammar");
    int depth = 0;
    for (const char c : grammar) {
        depth = c == '(' ? depth + 1 : c == ')' ? std::max(0, depth - 1) : depth;
        if (depth > limits.grammarDepth)
            return refused(u"grammar is nested deeper than %1 levels."_s.arg(limits.grammarDepth), "grammar");
    }
    return {};
}

Result<void> checkNumbers(const Json &request, const RequestLimits &limits)
{
    for (const char *key : {"n", "best_of", "n_cmpl"}) {
        const Json &value = member(request, key);
        if (!value.is_null() && !(value.is_number_integer() && value == 1))
            return refused(u"%1 must be 1: this server gives one answer to one request. Send the request "
                           "as often as you want answers."_s.arg(QLatin1String(key)),
                           key);
    }
    for (const char *key : {"top_logprobs", "logprobs", "n_probs"}) {
        const Json &value = member(request, key);
        if (value.is_number() && !(value.get<double>() >= 0 && value.get<double>() <= limits.logprobs))
            return refused(u"%1 is a number from 0 to %2."_s.arg(QLatin1String(key)).arg(limits.logprobs), key);
    }
    return {};
}

// What llama.cpp would clip, or take for something else, in silence.
Result<void> checkRanges(const Json &request)
{
    const struct { const char *key; double least, most; const char *says; } ranges[] = {
        {"temperature", 0, std::numeric_limits<double>::max(), "%1 is a number from 0 upwards."},
        {"top_p", 0, 1, "%1 is a number from 0 to 1."},
        {"min_p", 0, 1, "%1 is a number from 0 to 1."},
        {"repeat_penalty", 1e-6, 1e6, "%1 is a number from 0.000001 to 1000000."},
        {"frequency_penalty", -1e6, 1e6, "%1 is a number from -1000000 to 1000000."},
        {"presence_penalty", -1e6, 1e6, "%1 is a number from -1000000 to 1000000."},
    };
    for (const auto &range : ranges) {
        const Json &value = member(request, range.key);
        if (!value.is_null()
            && !(value.is_number() && value.get<double>() >= range.least && value.get<double>() <= range.most))
            return refused(QString::fromLatin1(range.says).arg(QLatin1String(range.key)), range.key);
    }
    for (const char *key : {"max_tokens", "max_completion_tokens", "n_predict"}) {
        const Json &value = member(request, key);
        const bool isCount = value.is_number_integer() && value.get<double>() >= 1
            && value.get<double>() <= std::numeric_limits<qint32>::max();
        if (!value.is_null() && !isCount && value != -1)
            return refused(u"%1 is a whole number from 1 to %2, or -1 for as many as there is room for."_s
                               .arg(QLatin1String(key))
                               .arg(std::numeric_limits<qint32>::max()),
                           key);
    }
    return {};
}

Result<void> checkWords(const Json &request)
{
    if (const Json &model = member(request, "model"); !model.is_null() && !model.is_string())
        return refused(u"model is a text."_s, "model");
    for (const char *flag : {"stream", "parallel_tool_calls", "cache_prompt", "ignore_eos", "timings_per_token"}) {
        if (const Json &value = member(request, flag); !value.is_null() && !value.is_boolean())
            return refused(u"%1 is true or false."_s.arg(QLatin1String(flag)), flag);
    }
    const Json &options = member(request, "stream_options"), &usage = member(options, "include_usage");
    if ((!options.is_null() && !options.is_object()) || (!usage.is_null() && !usage.is_boolean()))
        return refused(u"stream_options is an object such as {\"include_usage\": true}."_s, "stream_options");
    const Json &stop = member(request, "stop");
    const auto isText
        = [](const Json &text) { return text.is_string() && !text.get_ref<const std::string &>().empty(); };
    // an empty one would end each answer at once
    if (!stop.is_null() && !isText(stop) && !(stop.is_array() && std::all_of(stop.begin(), stop.end(), isText)))
        return refused(u"stop is a text or a list of texts, none of them empty."_s, "stop");
    return {};
}

QString shown(const UnkeptKeyword &unkept)
{
    return unkept.reason.isEmpty() ? unkept.keyword : unkept.keyword + QLatin1Char(' ') + unkept.reason;
}

Result<void> hasGrammar(const Json &schema, const char *param)
{
    const std::optional<SchemaFault> fault = schema.is_object() ? whyNoGrammar(schema) : std::nullopt;
    if (!fault)
        return {};
    const QString message = u"%1: an answer cannot be held to the schema: %2 (at %3)."_s
                                .arg(QLatin1String(param), fault->reason, fault->place);
    return refused(fault->remedy.isEmpty() ? message : message + QLatin1Char(' ') + fault->remedy, param);
}

Result<void> promised(const Json &schema, const char *param)
{
    if (const Result<void> fine = hasGrammar(schema, param); !fine)
        return fine;
    const std::optional<UnkeptKeyword> unkept = firstUnkept(schema);
    if (!unkept)
        return {};
    const QString which = shown(*unkept);
    return refused(
        u"%1 is strict, and this server cannot keep its schema: %2 (at %3). Leave that out, or set strict to false."_s
            .arg(QLatin1String(param), which, unkept->place),
        param);
}

Result<void> checkFormat(const Json &request)
{
    const Json &format = member(request, "response_format");
    if (format.is_null())
        return {};
    const QString type = stringAt(format, "type");
    const bool isObject = type == "json_object"_L1;
    if (const Json &own = member(format, "schema"); isObject && !own.is_null() && !own.is_object())
        return refused(u"response_format.schema is not an object."_s, "response_format");
    if (isObject || type == "text"_L1)
        return isObject ? hasGrammar(member(format, "schema"), "response_format") : Result<void>();
    if (type != "json_schema"_L1)
        return refused(u"response_format is {\"type\":\"text\"}, {\"type\":\"json_object\"} or "
                       "{\"type\":\"json_schema\",\"json_schema\":{\"schema\":...}}."_s,
                       "response_format");
    const Json &wrapper = member(format, "json_schema");
    const Json &schema = member(wrapper, "schema"), &strict = member(wrapper, "strict");
    if (!schema.is_object())
        return refused(
            schema.is_null()
                ? u"response_format.json_schema.schema is missing: with the type json_schema, the schema stands "
                    "there."_s
                : u"response_format.json_schema.schema is not an object."_s,
            "response_format");
    if (!strict.is_null() && !strict.is_boolean())
        return refused(u"response_format.json_schema.strict is true or false."_s, "response_format");
    return strict == true ? promised(schema, "response_format") : hasGrammar(schema, "response_format");
}

Result<void> checkTools(const Json &request)
{
    const Json &tools = member(request, "tools");
    if (!tools.is_null() && !tools.is_array())
        return refused(u"tools is a list."_s, "tools");
    if (const Json &parallel = member(request, "parallel_tool_calls"); !parallel.is_null() && !parallel.is_boolean())
        return refused(u"parallel_tool_calls is true or false."_s, "parallel_tool_calls");
    for (const Json &tool : tools.is_array() ? tools : Json::array()) {
        const Json &function = member(tool, "function");
        const Json &parameters = member(function, "parameters");
        if (member(function, "strict") != true || !parameters.is_object())
            continue;
        if (const Result<void> fine = promised(parameters, "tools"); !fine)
            return fine;
    }
    return {};
}

Result<void> checkLists(const Json &request, const RequestLimits &limits)
{
    const struct { const char *key; int most; QString what;
    } lists[] = {
        {"messages", limits.messages, u"messages"_s},
        {"tools", limits.tools, u"tools"_s},
        {"stop", limits.stops, u"texts"_s},
        {"logit_bias", limits.biases, u"entries"_s},
    };
    for (const auto &list : lists) {
        const Json &value = member(request, list.key);
        if (value.is_structured() && value.size() > size_t(list.most))
            return tooMany(list.key, list.what, list.most);
    }
    return {};
}

// llama.cpp's own notes to itself, which its server would take from the body as well.
Result<void> checkNames(const Json &request)
{
    for (const char *key :
         {"chat_format", "chat_parser", "grammar_type", "grammar_lazy", "grammar_triggers", "preserved_tokens",
          "generation_prompt", "message_delimiters", "parse_tool_calls", "lora", "id_slot", "backend_sampling",
          "reasoning_budget_start_tag", "reasoning_budget_end_tag", "reasoning_budget_end_tags"}) {
        if (request.contains(key))
            return refused(u"%1 is not a parameter of this server."_s.arg(QLatin1String(key)), key);
    }
    return {};
}

// What other servers and OpenAI take, and llama.cpp would pass over in silence, though the answer would be another one.
Result<void> checkForeign(const Json &request)
{
    static const struct { const char *key; Json neutral; const char *instead; } foreign[] = {
        {"chat_template", "", "The one of the model's file is used, with the values in chat_template_kwargs."},
        {"guided_json", Json::object(), "Send the schema as response_format."},
        {"guided_regex", "", "Send a schema with a pattern as response_format."},
        {"guided_choice", Json::array(), "Send a schema with an enum as response_format."},
        {"guided_grammar", "", "Send a grammar in GBNF as grammar."},
        {"structured_outputs", Json::object(), "Send a schema as response_format, or a grammar in GBNF as grammar."},
        {"functions", Json::array(), "Send them as tools."},
        {"stop_token_ids", Json::array(), "Send the tokens' texts as stop."},
        {"allowed_token_ids", Json::array(), "Send a grammar in GBNF as grammar."},
        {"bad_words", Json::array(), "Send the words in logit_bias, each with false."},
        {"min_tokens", 0, "Leave it out."},
        {"repetition_penalty", 1, "Send it as repeat_penalty."},
        {"length_penalty", 1, "Leave it out."},
        {"use_beam_search", false, "Leave it out."},
        {"suffix", "", "Leave it out."},
        {"echo", false, "Put the prompt before the answer yourself."},
        {"truncate_prompt_tokens", -1, "Leave it out."},
        {"documents", Json::array(), "Put their texts into messages."},
        {"web_search_options", nullptr, "Leave it out."},
        {"modalities", Json::array({"text"}), "Its answers are text."},
    };
    for (const auto &one : foreign) {
        const Json &value = member(request, one.key);
        if (!value.is_null() && value != one.neutral)
            return refused(u"%1 is not supported by this server. %2"_s.arg(QLatin1String(one.key),
                                                                           QLatin1String(one.instead)),
                           one.key);
    }
    // The old completions have a shape of their own for them, and the answer would have that of a chat.
    if (const Json &count = member(request, "logprobs");
        count.is_number() && count.get<double>() > 0 && request.contains("prompt"))
        return refused(u"logprobs as a number is not supported by this server. Send the prompt as a message to "
                       "/v1/chat/completions, with logprobs true and that number as top_logprobs."_s,
                       "logprobs");
    if (const Json &values = member(request, "chat_template_kwargs"); !values.is_null() && !values.is_object())
        return refused(u"chat_template_kwargs maps names to values for the chat template."_s, "chat_template_kwargs");
    return {};
}

// A call that is asked for is the whole answer.
Result<void> leavesRoomForCall(const Json &request)
{
    const Json &format = member(request, "response_format"), &messages = member(request, "messages");
    if (!member(request, "json_schema").is_null() || (!format.is_null() && stringAt(format, "type") != "text"_L1))
        return refused(u"tool_choice asks for a call, and the answer's format for something else: this "
                       "server cannot keep both."_s,
                       "tool_choice");
    if (messages.is_array() && !messages.empty() && stringAt(messages.back(), "role") == "assistant"_L1)
        return refused(
            u"tool_choice asks for a call, but the last message is the assistant's, which would be continued."_s,
            "tool_choice");
    return {};
}

} // namespace

Error refusedRequest(const QString &message, const QString &param)
{
    Error error{ErrorKind::Invalid, message, {}, {}};
    if (!param.isEmpty())
        error.facts.insert(u"param"_s, param);
    return error;
}

Result<Json> readApiBody(const QByteArray &body, const RequestLimits &limits)
{
    if (const Result<void> fine = measure(body, limits); !fine)
        return fine.error();
    Result<Json> request = parseJson(body, u"The body"_s);
    if (!request)
        return refused(request.error().message.chopped(1) + u": "_s + request.error().detail);
    if (!request->is_object())
        return refused(u"The body is not a JSON object."_s);
    return request;
}

Result<void> checkApiRequest(const Json &request, const RequestLimits &limits)
{
    const std::array checks{checkNames(request),
                            checkForeign(request),
                            checkNumbers(request, limits),
                            checkLists(request, limits),
                            checkGrammar(request, limits),
                            checkRanges(request),
                            checkWords(request),
                            checkSampling(request, limits),
                            checkSchema(request, "tools", limits.toolsBytes, limits),
                            checkSchema(request, "json_schema", limits.schemaBytes, limits),
                            checkSchema(request, "response_format", limits.schemaBytes, limits)};
    for (const Result<void> &fine : checks)
        if (!fine)
            return fine;
    if (const Json &schema = member(request, "json_schema"); !schema.is_null() && !schema.is_object())
        return refused(u"json_schema is not an object."_s, "json_schema");
    else if (const Result<void> fine = hasGrammar(schema, "json_schema"); !fine)
        return fine;
    for (const auto check : {checkFormat, checkTools}) // of what is small enough by now
        if (const Result<void> fine = check(request); !fine)
            return fine;
    return {};
}

Result<Json> readApiRequest(const QByteArray &body, const RequestLimits &limits)
{
    Result<Json> request = readApiBody(body, limits);
    if (!request)
        return request;
    if (const Result<void> fine = checkApiRequest(*request, limits); !fine)
        return fine.error();
    return request;
}

QByteArray schemaNote(const Json &request)
{
    QStringList notes;
    const auto look = [&notes](const Json &schema, const QString &param) {
        if (const std::optional<UnkeptKeyword> unkept = schema.is_object() ? firstUnkept(schema) : std::nullopt)
            notes << u"%1: %2 (at %3)"_s.arg(param, shown(*unkept), unkept->place);
    };
    const Json &format = member(request, "response_format");
    look(member(member(format, "json_schema"), "schema"), u"response_format"_s);
    look(member(format, "schema"), u"response_format"_s);
    look(member(request, "json_schema"), u"json_schema"_s);
    return QUrl::toPercentEncoding(notes.join("; "_L1).left(400), " !#$&'()*+,/:;<=>?@[]^`{|}");
}

Result<void> settleToolChoice(Json &request)
{
    const Json choice = member(request, "tool_choice");
    const Json &tools = member(request, "tools");
    if (choice.is_null() || choice == "auto" || choice == "none")
        return {};
    if (choice == "required") {
        if (tools.is_array() && !tools.empty())
            return leavesRoomForCall(request);
        return refused(u"tool_choice is \"required\", but the request has no tools."_s, "tool_choice");
    }
    const QString name = stringAt(member(choice, "function"), "name");
    if (name.isEmpty())
        return refused(u"tool_choice is \"none\", \"auto\", \"required\" or "
                       "{\"type\":\"function\",\"function\":{\"name\":...}}."_s,
                       "tool_choice");
    if (tools.is_array()) {
        const auto found = std::find_if(tools.begin(), tools.end(), [&](const Json &tool) {
            return stringAt(member(tool, "function"), "name") == name;
        });
        if (found != tools.end()) {
            const Json tool = *found;
            request["tools"] = Json::array({tool});
            request["tool_choice"] = "required";
            return leavesRoomForCall(request);
        }
    }
    return refused(u"tool_choice names the function %1, which is not among the tools."_s.arg(name), "tool_choice");
}
