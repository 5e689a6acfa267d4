#include "core/recipes/template.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

Error unknownName(const QString &name)
{
    return {ErrorKind::Invalid,
            QCoreApplication::translate("Recipe", "The recipe uses ${%1}, which is neither a setting nor a fact.")
                .arg(name),
            {},
            {}};
}

// "${name}" and nothing else: the name, else empty.
QString onlyName(const QString &text)
{
    if (!text.startsWith("${"_L1) || text.indexOf(QLatin1Char('}')) != text.size() - 1)
        return {};
    return text.mid(2, text.size() - 3);
}

} // namespace

QString plainText(const Json &value)
{
    if (value.is_string())
        return value.get<QString>();
    if (value.is_boolean())
        return value.get<bool>() ? u"1"_s : u"0"_s;
    if (value.is_array()) {
        QStringList parts;
        for (const Json &item : value)
            parts << plainText(item);
        return parts.join(QLatin1Char(','));
    }
    return value.is_null() ? QString() : QString::fromUtf8(compactJson(value));
}

Result<QString> expandedText(const QString &pattern, const TemplateValues &values)
{
    QString result;
    for (qsizetype at = 0; at < pattern.size();) {
        const qsizetype start = pattern.indexOf("${"_L1, at);
        const qsizetype end = start < 0 ? -1 : pattern.indexOf(QLatin1Char('}'), start);
        if (end < 0)
            return result + pattern.mid(at);
        const QString name = pattern.mid(start + 2, end - start - 2);
        const auto value = values.constFind(name);
        if (value == values.cend())
            return unknownName(name);
        result += pattern.mid(at, start - at) + plainText(*value);
        at = end + 1;
    }
    return result;
}

Result<Json> expanded(const Json &pattern, const TemplateValues &values)
{
    if (pattern.is_string()) {
        const QString text = pattern.get<QString>();
        const QString name = onlyName(text);
        if (!name.isEmpty()) {
            const auto value = values.constFind(name);
            return value == values.cend() ? Result<Json>(unknownName(name)) : Result<Json>(*value);
        }
        const Result<QString> whole = expandedText(text, values);
        return whole ? Result<Json>(Json(*whole)) : Result<Json>(whole.error());
    }
    if (!pattern.is_structured())
        return pattern;
    Json result = pattern;
    for (Json &item : result) {
        const Result<Json> value = expanded(item, values);
        if (!value)
            return value.error();
        item = *value;
    }
    // A name that expanded to nothing (null) is left out, so that an option that is off leaves no trace.
    if (result.is_object()) {
        for (auto it = result.begin(); it != result.end();)
            it = it->is_null() ? result.erase(it) : std::next(it);
    }
    return result;
}

Result<bool> conditionHolds(const Json &condition, const TemplateValues &values)
{
    if (condition.is_null())
        return true;
    for (const Json &one : condition.is_array() ? condition : Json::array({condition})) {
        const Result<QString> text = expandedText(one.is_string() ? one.get<QString>() : QString(), values);
        if (!text)
            return text.error();
        if (text->isEmpty() || *text == "0"_L1)
            return false;
    }
    return true;
}
