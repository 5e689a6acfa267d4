#include "inference/strictschema.h"

#include "inference/schemagrammar.h"

#include <QSet>

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace {

using Unkept = std::optional<UnkeptKeyword>;
using Keys = std::initializer_list<const char *>;

bool has(const Json &schema, const char *key) { return schema.is_object() && schema.contains(key); }

QString pathOf(const QString &place, const QString &name) { return place + QLatin1Char('/') + name; }

// The first of `keys` in the schema.
Unkept firstOf(const Json &schema, const QString &place, Keys keys, const QString &reason = {})
{
    for (const char *key : keys)
        if (schema.contains(key))
            return UnkeptKeyword{QLatin1String(key), place, reason};
    return std::nullopt;
}

bool isOfType(const Json &value, const QString &type)
{
    return (type == "string"_L1 && value.is_string()) || (type == "boolean"_L1 && value.is_boolean())
        || (type == "null"_L1 && value.is_null()) || (type == "object"_L1 && value.is_object())
        || (type == "array"_L1 && value.is_array()) || (type == "number"_L1 && value.is_number())
        || (type == "integer"_L1 && value.is_number_integer());
}

class Judge
{
public:
    explicit Judge(const Json &root) : m_root(root) {}

    Unkept node(const Json &schema, const QString &place)
    {
        if (!schema.is_object())
            return std::nullopt; // refused by llama.cpp
        if (const Unkept unkept = firstOf(schema, place, {"not", "$dynamicRef", "$recursiveRef"}))
            return unkept;
        if (has(schema, "if") && (has(schema, "then") || has(schema, "else")))
            return UnkeptKeyword{u"if"_s, place, {}};
        if (has(schema, "$ref"))
            return reference(schema, place);
        if (has(schema, "oneOf") || has(schema, "anyOf"))
            return alternatives(schema, place);
        const Json type = member(schema, "type");
        if (type.is_array()) {
            if (const char *which = has(schema, "const") ? "const" : has(schema, "enum") ? "enum" : nullptr)
                return beside(schema, place, which, {"type"}); // every type would see all values
            Json one = schema;
            for (const Json &name : type) {
                one["type"] = name;
                if (const Unkept unkept = node(one, place))
                    return unkept;
            }
            return std::nullopt;
        }
        if (has(schema, "const"))
            return values(schema, place, "const", Json::array({schema.at("const")}));
        if (has(schema, "enum"))
            return values(schema, place, "enum", schema.at("enum"));
        const QString name = stringAt(schema, "type");
        const bool hasProperties = has(schema, "properties")
            || (has(schema, "additionalProperties") && schema.at("additionalProperties") != true);
        if (has(schema, "allOf") && !hasProperties && (name.isEmpty() || name == "object"_L1))
            return all(schema, place);
        if (has(schema, "allOf"))
            return UnkeptKeyword{u"allOf"_s, place, u"beside other keywords"_s};
        if (name == "object"_L1 || (name.isEmpty() && hasProperties))
            return object(schema, place);
        if (name == "array"_L1 || (name.isEmpty() && (has(schema, "items") || has(schema, "prefixItems"))))
            return array(schema, place);
        if (name == "string"_L1 || (name.isEmpty() && firstOf(schema, place, {"pattern", "minLength", "maxLength"})))
            return string(schema, place);
        if (name == "integer"_L1)
            return integer(schema, place);
        if (name == "number"_L1)
            return firstOf(schema, place, {"multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"},
                           u"for numbers that need not be whole"_s);
        if (name.isEmpty())
            return firstOf(schema, place,
                           {"multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format",
                            "required", "patternProperties", "propertyNames", "minProperties", "maxProperties",
                            "dependentRequired", "dependentSchemas", "dependencies", "minItems", "maxItems",
                            "uniqueItems", "contains"},
                           u"without a type"_s);
        return std::nullopt;
    }

private:
    // llama.cpp passes over whatever stands beside `which`; what is of `also` is looked at here.
    Unkept beside(const Json &schema, const QString &place, const char *which, Keys also = {}) const
    {
        for (const char *key : {"type",
                                "const",
                                "enum",
                                "multipleOf",
                                "minimum",
                                "maximum",
                                "exclusiveMinimum",
                                "exclusiveMaximum",
                                "minLength",
                                "maxLength",
                                "pattern",
                                "format",
                                "items",
                                "prefixItems",
                                "additionalItems",
                                "unevaluatedItems",
                                "minItems",
                                "maxItems",
                                "uniqueItems",
                                "contains",
                                "properties",
                                "additionalProperties",
                                "unevaluatedProperties",
                                "required",
                                "patternProperties",
                                "propertyNames",
                                "minProperties",
                                "maxProperties",
                                "dependentRequired",
                                "dependentSchemas",
                                "dependencies",
                                "allOf",
                                "anyOf",
                                "oneOf"}) {
            const auto isOf = [key](const char *one) { return qstrcmp(key, one) == 0; };
            if (schema.contains(key) && !isOf(which) && std::none_of(also.begin(), also.end(), isOf))
                return UnkeptKeyword{QLatin1String(key), place, u"beside %1"_s.arg(QLatin1String(which))};
        }
        return std::nullopt;
    }

    // The schema that a reference, or a chain of them, stands for; null: none, or the chain bites its tail.
    const Json *resolved(const Json &schema) const
    {
        const Json *at = &schema;
        for (int i = 0; at && has(*at, "$ref"); ++i) {
            const QString to = stringAt(*at, "$ref");
            at = i < 64 && to.startsWith("#/"_L1) ? targetIn(m_root, to) : nullptr;
        }
        return at;
    }

    Unkept reference(const Json &schema, const QString &place)
    {
        if (const Unkept unkept = beside(schema, place, "$ref"))
            return unkept;
        const QString to = stringAt(schema, "$ref");
        const Json *schemaThere = to.startsWith("#/"_L1) ? targetIn(m_root, to) : nullptr;
        if (!schemaThere || m_seen.contains(to))
            return std::nullopt;
        m_seen.insert(to);
        return node(*schemaThere, to);
    }

    Unkept alternatives(const Json &schema, const QString &place)
    {
        const char *which = has(schema, "oneOf") ? "oneOf" : "anyOf";
        if (const Unkept unkept = beside(schema, place, which))
            return unkept;
        const Json &list = schema.at(which);
        if (!list.is_array())
            return std::nullopt;
        for (size_t i = 0; i < list.size(); ++i) {
            if (const Unkept unkept = node(list[i], pathOf(pathOf(place, QLatin1String(which)), QString::number(i))))
                return unkept;
            for (size_t other = 0; which == std::string("oneOf") && other < i; ++other)
                if (!areApart(list[i], list[other], 8))
                    return UnkeptKeyword{u"oneOf"_s, place, u"whose alternatives may both fit; use anyOf"_s};
        }
        return std::nullopt;
    }

    // No value fits both, as far as can be seen.
    bool areApart(const Json &one, const Json &other, int depth) const
    {
        const Json *a = resolved(one), *b = resolved(other);
        if (!a || !b || depth == 0)
            return false;
        const Json valuesOfA = listed(*a), valuesOfB = listed(*b);
        if (!valuesOfA.empty() && !valuesOfB.empty())
            return std::none_of(valuesOfA.begin(), valuesOfA.end(), [&](const Json &value) {
                return std::find(valuesOfB.begin(), valuesOfB.end(), value) != valuesOfB.end();
            });
        const QStringList typesOfA = types(*a), typesOfB = types(*b);
        if (!typesOfA.isEmpty() && !typesOfB.isEmpty()
            && std::none_of(typesOfA.begin(), typesOfA.end(),
                            [&](const QString &type) { return typesOfB.contains(type); }))
            return true;
        if (!has(*a, "properties") || !has(*b, "properties") || !a->at("properties").is_object()
            || !b->at("properties").is_object())
            return false;
        for (const auto &item : a->at("properties").items()) {
            const auto isRequired = [&](const Json &schema) {
                const Json &names = member(schema, "required");
                return names.is_array() && std::find(names.begin(), names.end(), Json(item.key())) != names.end();
            };
            if (b->at("properties").contains(item.key()) && isRequired(*a) && isRequired(*b)
                && areApart(item.value(), b->at("properties").at(item.key()), depth - 1))
                return true;
        }
        return false;
    }

    static Json listed(const Json &schema)
    {
        if (has(schema, "const"))
            return Json::array({schema.at("const")});
        return has(schema, "enum") && schema.at("enum").is_array() ? schema.at("enum") : Json::array();
    }

    static QStringList types(const Json &schema)
    {
        QStringList names;
        const Json type = member(schema, "type");
        for (const Json &one : type.is_array() ? type : Json::array({type}))
            if (one.is_string())
                names << one.get<QString>();
        if (names.contains("number"_L1) || names.contains("integer"_L1))
            names << u"number"_s << u"integer"_s;
        const Json values = names.isEmpty() ? listed(schema) : Json::array();
        for (const Json &value : values)
            for (const char *type : {"string", "number", "integer", "boolean", "null", "object", "array"})
                if (isOfType(value, QLatin1String(type)))
                    names << QLatin1String(type);
        return names;
    }

    Unkept values(const Json &schema, const QString &place, const char *which, const Json &list) const
    {
        if (const Unkept unkept = beside(schema, place, which, {"type"}))
            return unkept;
        const QString type = stringAt(schema, "type");
        for (const Json &value : list.is_array() ? list : Json::array()) {
            if (!type.isEmpty() && !isOfType(value, type))
                return UnkeptKeyword{QLatin1String(which), place, u"with values of another type"_s};
        }
        return std::nullopt;
    }

    // Its grammar is of one object with the properties of all, or of the values that all list.
    Unkept all(const Json &schema, const QString &place)
    {
        if (const Unkept unkept = beside(schema, place, "allOf", {"type", "required", "unevaluatedProperties"}))
            return unkept;
        const Json &list = schema.at("allOf");
        if (!list.is_array() || list.empty())
            return std::nullopt;
        const auto refuse = [&](const char *reason) { return UnkeptKeyword{u"allOf"_s, place, QLatin1String(reason)}; };
        QSet<QString> names;
        for (size_t i = 0; i < list.size(); ++i) {
            const Json *child = resolved(list[i]);
            if (!child)
                return std::nullopt;
            const bool isObject = has(*child, "properties")
                && !firstOf(*child, place, {"oneOf", "anyOf", "const", "enum", "allOf"})
                && (!has(*child, "type") || stringAt(*child, "type") == "object"_L1);
            if (!isObject)
                return refuse("of anything but objects with properties");
            if (list.size() > 1 && has(*child, "additionalProperties") && child->at("additionalProperties") != true)
                return refuse("of objects that allow no other properties");
            if (const Unkept unkept = node(*child, pathOf(pathOf(place, u"allOf"_s), QString::number(i))))
                return unkept;
            for (const auto &item : child->at("properties").items()) {
                const QString name = QString::fromStdString(item.key());
                if (names.contains(name))
                    return refuse("of objects that share a property");
                names.insert(name);
            }
        }
        const Json required = member(schema, "required");
        for (const Json &name : required.is_array() ? required : Json::array())
            if (name.is_string() && !names.contains(name.get<QString>()))
                return UnkeptKeyword{u"required"_s, place, u"for a property that is not described"_s};
        return std::nullopt;
    }

    Unkept object(const Json &schema, const QString &place)
    {
        if (const Unkept unkept
            = firstOf(schema, place,
                      {"patternProperties", "propertyNames", "dependentRequired", "dependentSchemas", "dependencies"}))
            return unkept;
        const Json properties = member(schema, "properties"), required = member(schema, "required"),
                   others = member(schema, "additionalProperties");
        const bool isOpen = others.is_object() || others == true || (others.is_null() && !has(schema, "properties"));
        qint64 sure = 0;
        for (const Json &name : required.is_array() ? required : Json::array()) {
            if (!name.is_string() || !properties.is_object() || !properties.contains(name.get<std::string>()))
                return UnkeptKeyword{u"required"_s, place, u"for a property that is not described"_s};
            ++sure;
        }
        if (has(schema, "minProperties") && integerAt(schema, "minProperties").value_or(sure + 1) > sure)
            return UnkeptKeyword{u"minProperties"_s, place, {}};
        if (has(schema, "maxProperties")
            && (isOpen || integerAt(schema, "maxProperties").value_or(-1) < qint64(properties.size())))
            return UnkeptKeyword{u"maxProperties"_s, place, {}};
        if (has(schema, "unevaluatedProperties") && schema.at("unevaluatedProperties") != true && isOpen)
            return UnkeptKeyword{u"unevaluatedProperties"_s, place, {}};
        if (properties.is_object())
            for (const auto &item : properties.items())
                if (const Unkept unkept
                    = node(item.value(), pathOf(pathOf(place, u"properties"_s), QString::fromStdString(item.key()))))
                    return unkept;
        return others.is_object() ? node(others, pathOf(place, u"additionalProperties"_s)) : std::nullopt;
    }

    Unkept array(const Json &schema, const QString &place)
    {
        if (const Unkept unkept = firstOf(schema, place, {"contains", "minContains", "maxContains"}))
            return unkept;
        if (has(schema, "uniqueItems") && schema.at("uniqueItems") != false)
            return UnkeptKeyword{u"uniqueItems"_s, place, {}};
        if (has(schema, "items") && has(schema, "prefixItems"))
            return UnkeptKeyword{u"prefixItems"_s, place, u"beside items"_s};
        const char *which = has(schema, "items") ? "items" : "prefixItems";
        const Json items = member(schema, which);
        if (const Unkept unkept = items.is_array() ? std::nullopt
                                                   : tooMany(schema, place, "maxItems", mostRepetitions + 1))
            return unkept;
        if (!items.is_array())
            return items.is_object() ? node(items, pathOf(place, QLatin1String(which))) : std::nullopt;
        const qint64 count = qint64(items.size()); // neither more nor fewer
        if (integerAt(schema, "minItems").value_or(0) > count)
            return UnkeptKeyword{u"minItems"_s, place, u"beyond the items that are described"_s};
        if (integerAt(schema, "maxItems").value_or(count) < count)
            return UnkeptKeyword{u"maxItems"_s, place, u"below the items that are described"_s};
        for (size_t i = 0; i < items.size(); ++i)
            if (const Unkept unkept = node(items[i], pathOf(pathOf(place, QLatin1String(which)), QString::number(i))))
                return unkept;
        return std::nullopt;
    }

    Unkept string(const Json &schema, const QString &place) const
    {
        if (has(schema, "pattern")) {
            if (const Unkept unkept = firstOf(schema, place, {"minLength", "maxLength", "format"}, u"beside pattern"_s))
                return unkept;
            const QString why = whyPatternIsNotKept(stringAt(schema, "pattern"));
            return why.isEmpty() ? std::nullopt : Unkept(UnkeptKeyword{u"pattern"_s, place, why});
        }
        if (!has(schema, "format"))
            return tooMany(schema, place, "maxLength", mostRepetitions);
        const QString format = stringAt(schema, "format");
        if (!QStringList{u"date"_s, u"time"_s, u"date-time"_s, u"uuid"_s}.contains(format))
            return UnkeptKeyword{u"format"_s, place, u"(%1)"_s.arg(format)};
        return firstOf(schema, place, {"minLength", "maxLength"}, u"beside format"_s);
    }

    static Unkept tooMany(const Json &schema, const QString &place, const char *key, qint64 most)
    {
        const Json &count = member(schema, key);
        return count.is_number() && count.get<double>() > double(most)
            ? Unkept(UnkeptKeyword{QLatin1String(key), place, u"above %1"_s.arg(most)})
            : std::nullopt;
    }

    static Unkept integer(const Json &schema, const QString &place)
    {
        if (has(schema, "multipleOf") && schema.at("multipleOf") != 1)
            return UnkeptKeyword{u"multipleOf"_s, place, {}};
        if (has(schema, "minimum") && has(schema, "exclusiveMinimum"))
            return UnkeptKeyword{u"exclusiveMinimum"_s, place, u"beside minimum"_s};
        if (has(schema, "maximum") && has(schema, "exclusiveMaximum"))
            return UnkeptKeyword{u"exclusiveMaximum"_s, place, u"beside maximum"_s};
        return std::nullopt;
    }

    const Json &m_root;
    QSet<QString> m_seen;                // references
};

// A pattern as llama.cpp makes a grammar of it. What it makes for some others would break the JSON (a "." takes the
// quote that ends the string) or repeat the wrong part, so that fewer are kept here than it takes.
class PatternReader
{
public:
    explicit PatternReader(const QString &pattern) : m_text(pattern.mid(1, pattern.size() - 2)) {}

    QString read()
    {
        int open = 0;
        bool canRepeat = false;
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at++];
            if (c == QLatin1Char('(')) {
                if (next() == QLatin1Char('?') && m_text.mid(m_at, 2) != "?:"_L1)
                    return u"with (?"_s;
                if (next() == QLatin1Char('?'))
                    m_at += 2;
                ++open;
                canRepeat = false;
            } else if (c == QLatin1Char(')')) {
                if (--open < 0)
                    return u"with a bracket that nothing opens"_s;
                canRepeat = true;
            } else if (c == QLatin1Char('|')) {
                canRepeat = false;
            } else if (c == QLatin1Char('[')) {
                if (const QString why = characterClass(); !why.isEmpty())
                    return why;
                canRepeat = true;
            } else if (u"*+?{"_s.contains(c)) {
                if (!canRepeat)
                    return u"with %1 after what cannot be repeated here"_s.arg(c);
                if (c == QLatin1Char('{') && !times())
                    return u"with a repetition that is not {n}, {n,} or {n,m}"_s;
                canRepeat = false;
            } else if (u".^$]}\""_s.contains(c) || c < QLatin1Char(' ')) {
                return u"with %1; name the characters in [...]"_s.arg(c);
            } else if (c == QLatin1Char('\\')) {
                if (m_at >= m_text.size() || !u"^$.[]()|{}*+?-"_s.contains(m_text[m_at]))
                    return u"with \\%1; name the characters in [...]"_s.arg(next());
                ++m_at;
                canRepeat = false; // it would repeat what stands before it as well
            } else {
                canRepeat = c.unicode() < 0x80; // it would repeat the last byte
            }
        }
        return open > 0 ? u"with a bracket that nothing closes"_s : QString();
    }

private:
    QChar next() const { return m_at < m_text.size() ? m_text[m_at] : QChar(); }

    QString characterClass()
    {
        if (next() == QLatin1Char('^'))
            return u"with [^...]; name the characters that are allowed"_s;
        QChar last;
        bool isRange = false;
        for (; m_at < m_text.size() && m_text[m_at] != QLatin1Char(']'); ++m_at) {
            QChar c = m_text[m_at];
            if (c == QLatin1Char('\\')) {
                if (m_at + 1 >= m_text.size() || !u"]-["_s.contains(m_text[m_at + 1]))
                    return u"with \\%1 in [...]"_s.arg(m_at + 1 < m_text.size() ? m_text[m_at + 1] : QChar());
                c = m_text[++m_at];
            } else if (c == QLatin1Char('-') && !last.isNull() && m_at + 1 < m_text.size()
                       && m_text[m_at + 1] != QLatin1Char(']')) {
                isRange = true;
                continue;
            }
            const QChar from = isRange ? last : c;
            for (const char bad : {'"', '\\'})
                if (from <= QLatin1Char(bad) && QLatin1Char(bad) <= c)
                    return u"whose [...] takes %1"_s.arg(QLatin1Char(bad));
            if (from < QLatin1Char(' '))
                return u"whose [...] takes control characters"_s;
            isRange = false;
            last = c;
        }
        if (m_at++ >= m_text.size() || last.isNull())
            return u"whose [...] is empty or has no end"_s;
        return {};
    }

    bool times()
    {
        const qsizetype end = m_text.indexOf(QLatin1Char('}'), m_at);
        const QStringList numbers = m_text.mid(m_at, std::max<qsizetype>(0, end - m_at)).split(QLatin1Char(','));
        m_at = end + 1;
        const auto isNumber = [](const QString &text) {
            return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
                return c >= QLatin1Char('0') && c <= QLatin1Char('9');
            });
        };
        return end >= 0 && isNumber(numbers.first())
            && (numbers.size() == 1 || (numbers.size() == 2 && (numbers[1].isEmpty() || isNumber(numbers[1]))));
    }

    const QString m_text;
    qsizetype m_at = 0;
};

} // namespace

std::optional<UnkeptKeyword> firstUnkept(const Json &schema)
{
    return Judge(schema).node(schema, u"#"_s);
}

QString whyPatternIsNotKept(const QString &pattern)
{
    if (pattern.size() < 2 || !pattern.startsWith(QLatin1Char('^')) || !pattern.endsWith(QLatin1Char('$')))
        return u"that does not begin with ^ and end with $"_s;
    return PatternReader(pattern).read();
}
