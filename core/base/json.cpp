#include "core/base/json.h"

#include "core/base/jsonmeasure.h"
#include "core/base/jsontree.h"

#include <QCoreApplication>

Result<Json> parseJson(const QByteArray &text, const QString &what, QStringList *twice)
{
    if (measureJson(text, deepestJson).depth > deepestJson)
        return Error{ErrorKind::Parse,
                     QCoreApplication::translate(
                         "Json", "%1 is nested too deeply: more than %2 lists or objects in one another.")
                         .arg(what)
                         .arg(deepestJson),
                     {},
                     {}};
    JsonTree tree = readJsonTree(text);
    if (tree.flaw)
        return jsonError(text, *tree.flaw, what);
    if (twice)
        *twice = tree.twice;
    return std::move(tree.root);
}

QByteArray prettyJson(const Json &json)
{
    return QByteArray::fromStdString(json.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

QByteArray compactJson(const Json &json)
{
    return QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

namespace {

const Json *find(const Json &object, const char *key)
{
    if (!object.is_object())
        return nullptr;
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
}

} // namespace

const Json &member(const Json &object, const char *key)
{
    static const Json none;
    const Json *value = find(object, key);
    return value ? *value : none;
}

QString stringAt(const Json &object, const char *key, const QString &fallback)
{
    const Json *value = find(object, key);
    return value && value->is_string() ? value->get<QString>() : fallback;
}

QStringList textsAt(const Json &object, const char *key)
{
    QStringList texts;
    const Json *list = find(object, key);
    if (!list || !list->is_array())
        return texts;
    for (const Json &item : *list) {
        if (item.is_string())
            texts << item.get<QString>();
    }
    return texts;
}

std::optional<qint64> integerAt(const Json &object, const char *key)
{
    const Json *value = find(object, key);
    if (!value || !value->is_number_integer())
        return std::nullopt;
    return value->get<qint64>();
}

std::optional<double> numberAt(const Json &object, const char *key)
{
    const Json *value = find(object, key);
    if (!value || !value->is_number())
        return std::nullopt;
    return value->get<double>();
}

std::optional<bool> boolAt(const Json &object, const char *key)
{
    const Json *value = find(object, key);
    if (!value || !value->is_boolean())
        return std::nullopt;
    return value->get<bool>();
}
