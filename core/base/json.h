// Json: nlohmann's ordered JSON (keys keep the order of the file, so that saving a user's file
// changes nothing but what was changed), with QString as a citizen.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>

using Json = nlohmann::ordered_json;

NLOHMANN_JSON_NAMESPACE_BEGIN
template<>
struct adl_serializer<QString>
{
    template<typename J>
    static void to_json(J &json, const QString &text) { json = text.toStdString(); }
    template<typename J>
    static void from_json(const J &json, QString &text)
    {
        text = QString::fromStdString(json.template get_ref<const std::string &>());
    }
};
NLOHMANN_JSON_NAMESPACE_END

// Strict JSON (no comments, no trailing comma). `what` names the input in the error sentence;
// the error's detail carries the parser's line and column. ErrorKind::Parse.
// twice: gets the pointers to members whose key stands twice in their object; the last counts.
Result<Json> parseJson(const QByteArray &text, const QString &what, QStringList *twice = nullptr);

// Two-space indented, UTF-8, newline at the end: the one way this program writes JSON files.
QByteArray prettyJson(const Json &json);
QByteArray compactJson(const Json &json);

const Json &member(const Json &object, const char *key); // null where there is none

// Readers that never throw: the value at `key` when it has that type, else the fallback.
QString stringAt(const Json &object, const char *key, const QString &fallback = {});
QStringList textsAt(const Json &object, const char *key); // of a list; what is no text is left out
std::optional<qint64> integerAt(const Json &object, const char *key);
std::optional<double> numberAt(const Json &object, const char *key);
std::optional<bool> boolAt(const Json &object, const char *key);

// nullopt becomes null: what was not reported is never 0.
template<typename T>
Json nullable(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}
