#include "inference/schemagrammar.h"

#include "core/base/jsonplace.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

using Fault = std::optional<SchemaFault>;

constexpr int mostParts = 20'000;        // types within types are written out one by one

class Walk
{
public:
    explicit Walk(const Json &root) : m_root(root) {}

    // In the order in which llama.cpp decides what a schema is.
    Fault node(const Json &schema, const QString &place)
    {
        if (++m_parts > mostParts)
            return SchemaFault{place, u"it stands for more than %1 schemas"_s.arg(mostParts), {}};
        if (schema == true)
            return SchemaFault{place, u"it is true"_s, u"Write {} for any value."_s};
        if (!schema.is_object())
            return SchemaFault{place, schema == false ? u"no value fits false"_s : u"it is not an object"_s, {}};
        if (schema.contains("$ref"))
            return reference(schema.at("$ref"), place);
        if (const char *which = schema.contains("oneOf") ? "oneOf" : schema.contains("anyOf") ? "anyOf" : nullptr)
            return list(schema, which, place);
        const Json type = member(schema, "type");
        if (type.is_array())
            return types(schema, type, place);
        if (schema.contains("const"))
            return std::nullopt;
        if (schema.contains("enum"))
            return schema.at("enum").is_array() && !schema.at("enum").empty()
                ? std::nullopt
                : Fault(SchemaFault{place, u"enum is not a list of values"_s, {}});
        return ofType(schema, type, place);
    }

private:
    Fault ofType(const Json &schema, const Json &type, const QString &place)
    {
        static const QStringList known{u"object"_s, u"array"_s,   u"string"_s, u"integer"_s,
                                       u"number"_s, u"boolean"_s, u"null"_s};
        const QString name = type.is_string() ? type.get<QString>() : QString();
        if (!type.is_null() && !known.contains(name))
            return SchemaFault{place, u"there is no type %1"_s.arg(QString::fromUtf8(compactJson(type).left(100))), {}};
        const bool hasProperties = schema.contains("properties")
            || (schema.contains("additionalProperties") && schema.at("additionalProperties") != true);
        if (schema.contains("allOf")
            && (name == "string"_L1 || (!hasProperties && (name.isEmpty() || name == "object"_L1))))
            return list(schema, "allOf", place);
        if (name == "object"_L1 || (name.isEmpty() && hasProperties))
            return object(schema, place);
        if (name == "array"_L1 || (name.isEmpty() && (schema.contains("items") || schema.contains("prefixItems"))))
            return array(schema, place);
        if ((name == "string"_L1 || name.isEmpty()) && !schema.contains("pattern"))
            return countable(schema, "minLength", mostRepetitions, place);
        return std::nullopt;
    }

    Fault types(const Json &schema, const Json &names, const QString &place)
    {
        if (names.empty())
            return SchemaFault{place, u"its list of types is empty"_s, {}};
        Json one = schema;
        for (const Json &name : names) {
            one["type"] = name;
            if (name.is_array() || name.is_null())
                return SchemaFault{place, u"its types are not texts"_s, {}};
            if (const Fault fault = node(one, place))
                return fault;
        }
        return std::nullopt;
    }

    Fault list(const Json &schema, const char *key, const QString &place)
    {
        const Json &parts = schema.at(key);
        const QString path = pointer(place, QLatin1String(key));
        if (!parts.is_array() || parts.empty())
            return SchemaFault{path, u"it is not a list of schemas"_s, {}};
        return each(parts, path);
    }

    Fault each(const Json &parts, const QString &path)
    {
        for (size_t i = 0; i < parts.size(); ++i)
            if (const Fault fault = node(parts[i], pointer(path, QString::number(i))))
                return fault;
        return std::nullopt;
    }

    Fault object(const Json &schema, const QString &place)
    {
        const Json &properties = member(schema, "properties"), &others = member(schema, "additionalProperties");
        const QString path = pointer(place, u"properties"_s);
        if (schema.contains("properties") && !properties.is_object())
            return SchemaFault{path, u"it is not an object"_s, {}};
        if (properties.is_object())
            for (const auto &item : properties.items())
                if (const Fault fault = node(item.value(), pointer(path, QString::fromStdString(item.key()))))
                    return fault;
        return !schema.contains("additionalProperties") || others.is_boolean()
            ? std::nullopt
            : node(others, pointer(place, u"additionalProperties"_s));
    }

    Fault array(const Json &schema, const QString &place)
    {
        const char *which = schema.contains("items") ? "items" : "prefixItems";
        const QString path = pointer(place, QLatin1String(which));
        const Json &items = member(schema, which);
        if (items.is_array())
            return each(items, path);
        if (items == false && schema.contains("prefixItems"))
            return SchemaFault{path, u"false beside prefixItems is not supported"_s,
                               u"Leave items out: the list has just those of prefixItems then."_s};
        if (const Fault fault = schema.contains(which) ? node(items, path) : std::nullopt)
            return fault;
        return countable(schema, "minItems", mostRepetitions + 1, place); // the first one stands by itself
    }

    static Fault countable(const Json &schema, const char *key, qint64 most, const QString &place)
    {
        const Json &count = member(schema, key);
        if (!count.is_number() || count.get<double>() <= double(most))
            return std::nullopt;
        return SchemaFault{place, u"%1 is more than %2"_s.arg(QLatin1String(key)).arg(most), {}};
    }

    Fault reference(const Json &value, const QString &place)
    {
        const QString to = value.is_string() ? value.get<QString>() : QString();
        const QString said = u"$ref "_s + QString::fromUtf8(compactJson(value).left(200));
        if (to == "#"_L1)
            return SchemaFault{place, u"%1 is the whole schema"_s.arg(said),
                               u"Move it into $defs, and refer to it there, as in {\"$ref\":\"#/$defs/node\","
                               "\"$defs\":{\"node\":...}}."_s};
        if (!to.startsWith("#/"_L1))
            return SchemaFault{place, u"%1 is no place in this schema"_s.arg(said),
                               u"Such a place begins with #/, as in \"#/$defs/node\"."_s};
        const Json *there = targetIn(m_root, to);
        if (!there)
            return SchemaFault{place, u"%1 leads nowhere in this schema"_s.arg(said), {}};
        if (m_seen.contains(to))
            return std::nullopt;
        if (leadsBack(to))
            return SchemaFault{place, u"%1 leads back to itself before it says what a value is"_s.arg(said), {}};
        m_seen.insert(to);
        return node(*there, to);
    }

    // Through what a value may begin with: the grammar's rule would begin with itself.
    bool leadsBack(const QString &reference)
    {
        if (m_open.contains(reference))
            return true;
        if (m_closed.contains(reference))
            return false;
        m_open.insert(reference);
        const Json *there = targetIn(m_root, reference);
        const bool isSo = there && beginsWithItself(*there);
        m_open.remove(reference);
        m_closed.insert(reference);
        return isSo;
    }

    bool beginsWithItself(const Json &schema)
    {
        if (!schema.is_object())
            return false;
        if (schema.contains("$ref"))
            return leadsBack(stringAt(schema, "$ref"));
        const Json &parts = member(schema, schema.contains("oneOf") ? "oneOf" : "anyOf");
        return parts.is_array()
            && std::any_of(parts.begin(), parts.end(), [this](const Json &part) { return beginsWithItself(part); });
    }

    const Json &m_root;
    QSet<QString> m_seen, m_open, m_closed; // references
    int m_parts = 0;
};

} // namespace

std::optional<SchemaFault> whyNoGrammar(const Json &schema)
{
    return Walk(schema).node(schema, u"#"_s);
}

const Json *targetIn(const Json &root, const QString &reference)
{
    const Json *at = &root;
    const QStringList names = reference.split(QLatin1Char('/')).mid(1);
    for (const QString &name : names) {
        const std::string key = name.toStdString();
        bool isNumber = false;
        const qulonglong index = name.toULongLong(&isNumber);
        if (at->is_object() && at->contains(key))
            at = &at->at(key);
        else if (at->is_array() && isNumber && index < at->size())
            at = &at->at(size_t(index));
        else
            return nullptr;
    }
    return at;
}
