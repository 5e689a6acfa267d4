#include "core/recipes/recipeschema.h"

#include "core/base/jsonplace.h"
#include "core/recipes/extends.h"
#include "core/recipes/recipe.h"
#include "core/recipes/recipefields.h"
#include "core/recipes/recipetext.h"

#include <QDir>
#include <QHash>
#include <QMutex>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

using Is = RecipeShape::Is;

const QStringList kinds{u"a2"_s, u"a3"_s, QString()}; // of machines; empty: any
const QStringList architectures{u"aarch64"_s, u"x86_64"_s, QString()};
constexpr qint64 largestLimit = 1'000'000'000'000'000; // exact as a double, and far beyond any setting
constexpr qint64 mostChips = 1024;
const QStringList settingTypes{u"string"_s, u"path"_s, u"integer"_s, u"number"_s, u"boolean"_s, u"choice"_s};
const QList<RequiredSetting> everyonesSettings{{"image", "string"}, {"containerName", "string"},
                                               {"weights", "path"}, {"remoteFolder", "path"},
                                               {"port", "integer"}, {"servedModelName", "string"}};

const Json &partAt(const Json &value, const QString &key)
{
    if (!value.is_array())
        return member(value, key.toUtf8().constData());
    bool isIndex = false;
    const size_t index = key.toULong(&isIndex);
    return isIndex && index < value.size() ? value[index] : member({}, "");
}

// A place in the whole file, as `own`, which was laid over another one, names it: entries of a list by their names.
QString placeIn(const Json &own, const Json &whole, const QString &where)
{
    QString place;
    const Json *its = &own, *here = &whole;
    for (QString key : where.split(QLatin1Char('/')).mid(1)) {
        key.replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
        const char *name = its->is_array() ? nullptr : nameOfEntries(*here);
        here = &partAt(*here, key);
        key = name ? stringAt(*here, name, key) : key;
        its = &partAt(*its, key);
        place = pointer(place, key);
    }
    return place;
}

class RecipeFileCheck
{
public:
    RecipeFileCheck(const Json &file, const QString &what, const QList<RecipeDialect> &dialects, const Json *own)
        : m_file(file), m_what(what), m_dialects(dialects), m_own(own) {}
    QStringList problems();

private:
    void say(const QString &where, const QString &rest)
    {
        m_problems << u"%1: %2 %3"_s.arg(m_what, where.isEmpty() ? RecipeText::tr("the file") : placed(where), rest);
    }
    QString placed(const QString &where) const { return m_own ? placeIn(*m_own, m_file, where) : where; }
    void wrong(const QString &where, const Json &value, const QString &expected)
    {
        say(where,
            RecipeText::tr("is %1; it must be %2.", "value; what is allowed").arg(shownSetting(value), expected));
    }
    void missing(const QString &where) { say(where, RecipeText::tr("is missing.")); }
    void unknown(const QString &where, const QString &name, const QStringList &known);
    void text(const Json &value, const char *pattern, const QString &where);
    void words(const Json &value, const QString &where);
    void members(const Json &object, const QList<RecipeField> &fields, const QString &where, bool isPatch);
    void shape(const Json &value, const RecipeShape &shape, const QString &where, bool isPatch);
    void settings();
    void setting(const Json &whole, const Json &given, const QString &where);
    void limits(const RecipeSetting &setting, const Json &whole, const Json &given, const QString &where);
    void differ(const Json &list, const char *name, const QString &where);
    void kind(const Json &part, const QString &where);
    void mounts(const Json &part, const QString &where);
    void path(const Json &value, const QString &where);
    void requiredSettings(const QList<RequiredSetting> &required);
    void chips();
    void scriptGroups();
    void variants();
    void conditions(const Json &value, const QString &where);
    void when(const Json &when, const QString &where);
    void names(const Json &part, const QString &where);
    void namesIn(const Json &value, const QString &where, const QStringList *known);
    const Json *settingNamed(const QString &key) const;

    const Json &m_file;
    const QString m_what;
    const QList<RecipeDialect> &m_dialects;
    const Json *const m_own;
    const RecipeDialect *m_dialect = nullptr;
    QList<RecipeField> m_fields;
    QStringList m_keys;                  // of the settings
    QStringList m_problems;
};

void RecipeFileCheck::unknown(const QString &where, const QString &name, const QStringList &known)
{
    const QString near = nearestName(name, known);
    say(where,
        near.isEmpty() ? RecipeText::tr("is not known there; known are %1.").arg(known.join(", "_L1))
                       : RecipeText::tr("is not known there; did you mean \"%1\"?").arg(near));
}

// Each of the few patterns is compiled once.
static bool isLike(const QString &text, const char *pattern)
{
    static QMutex mutex;
    static QHash<QLatin1String, QRegularExpression> compiled;
    const QMutexLocker lock(&mutex);
    auto known = compiled.constFind(QLatin1String(pattern));
    if (known == compiled.constEnd())
        known = compiled.insert(QLatin1String(pattern),
                                QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))));
    return known->match(text).hasMatch();
}

void RecipeFileCheck::text(const Json &value, const char *pattern, const QString &where)
{
    if (!value.is_string()) {
        wrong(where, value, RecipeText::tr("a text"));
        return;
    }
    const QString text = value.get<QString>();
    if (std::any_of(text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; }))
        say(where, RecipeText::tr("must be one line without control characters."));
    else if (pattern && !isLike(text, pattern))
        wrong(where, value, RecipeText::tr("as in %1", "a regular expression").arg(QLatin1String(pattern)));
}

void RecipeFileCheck::path(const Json &value, const QString &where)
{
    const qsizetype before = m_problems.size();
    text(value, nullptr, where);
    if (m_problems.size() > before)
        return;
    const QString path = value.get<QString>();
    const QStringList parts = path.split(QLatin1Char('/'), Qt::SkipEmptyParts);
    const bool isRoot
        = std::all_of(parts.begin(), parts.end(), [](const QString &part) { return part == "."_L1; });
    if (!path.startsWith(QLatin1Char('/')) || path.contains(QLatin1Char(':')) || parts.contains(".."_L1) || isRoot)
        wrong(where, value, RecipeText::tr("an absolute path other than \"/\", without \":\" and \"..\""));
}

void RecipeFileCheck::words(const Json &value, const QString &where)
{
    const QString expected
        = RecipeText::tr("a text, or one for each language: %1").arg(u"{\"en\": \"...\", \"zh\": \"...\"}"_s);
    if (value.is_string())
        return;
    if (!value.is_object()) {
        wrong(where, value, expected);
        return;
    }
    for (const auto &[language, words] : value.items()) {
        if (!words.is_string())
            wrong(pointer(where, QString::fromStdString(language)), words, RecipeText::tr("a text"));
    }
    if (!value.contains("en"))
        missing(pointer(where, u"en"_s));
}

void RecipeFileCheck::members(const Json &object, const QList<RecipeField> &fields, const QString &where, bool isPatch)
{
    QStringList known;
    for (const RecipeField &field : fields)
        known << QLatin1String(field.name);
    for (const auto &[key, value] : object.items()) {
        const QString name = QString::fromStdString(key);
        const qsizetype index = known.indexOf(name);
        if (index < 0)
            unknown(pointer(where, name), name, known);
        else
            shape(value, fields[index].shape, pointer(where, name), isPatch);
    }
    for (const RecipeField &field : fields) {
        if (field.isRequired && !isPatch && !object.contains(field.name))
            missing(pointer(where, QLatin1String(field.name)));
    }
}

void RecipeFileCheck::shape(const Json &value, const RecipeShape &shape, const QString &where, bool isPatch)
{
    const auto need = [&](bool holds, const QString &expected) {
        if (!holds)
            wrong(where, value, expected);
        return holds;
    };
    switch (shape.is) {
    case Is::Text:
        return text(value, shape.pattern, where);
    case Is::Path:
        return path(value, where);
    case Is::Words:
        return words(value, where);
    case Is::Whole:
        need(value.is_number_integer() && value >= 1 && value <= 1'000'000,
             RecipeText::tr("a whole number from %1 to %2").arg(1).arg(1'000'000));
        return;
    case Is::Wholes:
        if (need(value.is_array(), RecipeText::tr("a list of whole numbers"))) {
            for (size_t i = 0; i < value.size(); ++i)
                this->shape(value[i], {Is::Whole, {}, nullptr}, pointer(where, qsizetype(i)), isPatch);
        }
        return;
    case Is::Number:
        need(value.is_number(), RecipeText::tr("a number"));
        return;
    case Is::Flag:
        need(value.is_boolean(), RecipeText::tr("true or false"));
        return;
    case Is::Texts:
        if (need(value.is_array(), RecipeText::tr("a list of texts"))) {
            for (size_t i = 0; i < value.size(); ++i)
                text(value[i], shape.pattern, pointer(where, qsizetype(i)));
        }
        return;
    case Is::Condition:
        need(value.is_string()
                 || (value.is_array()
                     && std::all_of(value.begin(), value.end(), [](const Json &one) { return one.is_string(); })),
             RecipeText::tr("a text or a list of texts"));
        return;
    case Is::Anything:
        return;
    case Is::Map:
        need(value.is_object(), RecipeText::tr("an object"));
        return;
    case Is::Object:
        if (need(value.is_object(), RecipeText::tr("an object")))
            members(value, shape.fields, where, isPatch);
        return;
    case Is::List:
        if (!need(value.is_array(), RecipeText::tr("a list of objects")))
            return;
        for (size_t i = 0; i < value.size(); ++i) {
            const QString here = pointer(where, qsizetype(i));
            if (value[i].is_object())
                members(value[i], shape.fields + QList<RecipeField>{{"when", {Is::Map, {}, nullptr}, false}}, here,
                        false);
            else
                wrong(here, value[i], RecipeText::tr("an object"));
        }
        return;
    }
}

const Json *RecipeFileCheck::settingNamed(const QString &key) const
{
    const qsizetype index = m_keys.indexOf(key);
    return index < 0 ? nullptr : &member(m_file, "settings")[size_t(index)];
}

void RecipeFileCheck::limits(const RecipeSetting &setting, const Json &whole, const Json &given, const QString &where)
{
    const auto at
        = [&](const char *name) { return given.contains(name) ? pointer(where, QLatin1String(name)) : where; };
    const bool isPort = m_dialect->ports.contains(setting.key), isWhole = setting.type == "integer"_L1;
    const qint64 least = isPort ? 1 : -largestLimit, most = isPort ? 65535 : largestLimit;
    const qsizetype before = m_problems.size();
    for (const char *name : {"minimum", "maximum"}) {
        const Json &limit = member(whole, name);
        if (!whole.contains(name)) {
            if (isPort)
                say(where, RecipeText::tr("is a port and has no \"%1\"; write one from %2 to %3.")
                               .arg(QLatin1String(name))
                               .arg(least)
                               .arg(most));
        } else if ((isWhole && !limit.is_number_integer()) || limit < least || limit > most) {
            wrong(at(name), limit,
                  (isWhole ? RecipeText::tr("a whole number from %1 to %2") : RecipeText::tr("a number from %1 to %2"))
                      .arg(least)
                      .arg(most));
        }
    }
    if (m_problems.size() == before && setting.minimum && setting.maximum && *setting.minimum > *setting.maximum)
        say(at("minimum"), RecipeText::tr("is %1, more than the maximum, %2.")
                               .arg(shownSetting(member(whole, "minimum")), shownSetting(member(whole, "maximum"))));
}

// Of the objects in a list, by the member that they are known by.
void RecipeFileCheck::differ(const Json &list, const char *name, const QString &where)
{
    QHash<QString, qsizetype> seen;
    for (size_t i = 0; i < list.size(); ++i) {
        const QString here = pointer(where, qsizetype(i)), id = stringAt(list[i], name);
        if (const auto earlier = seen.constFind(id); earlier != seen.cend())
            say(pointer(here, QLatin1String(name)),
                RecipeText::tr("is \"%1\", as in %2; give each its own.", "an id; where it is already")
                    .arg(id, placed(pointer(where, *earlier))));
        else
            seen.insert(id, qsizetype(i));
    }
}

void RecipeFileCheck::kind(const Json &part, const QString &where)
{
    if (part.contains("kind") && !kinds.contains(stringAt(part, "kind")))
        wrong(pointer(where, u"kind"_s), member(part, "kind"),
              RecipeText::tr("one of %1, or \"\" for any", "kinds of machines").arg("a2, a3"_L1));
    if (part.contains("architecture") && !architectures.contains(stringAt(part, "architecture")))
        wrong(pointer(where, u"architecture"_s), member(part, "architecture"),
              RecipeText::tr("one of %1, or \"\" for any", "kinds of machines").arg("aarch64, x86_64"_L1));
}

// docker refuses two mounts at one place. Those that say "when" may be meant for different choices.
void RecipeFileCheck::mounts(const Json &part, const QString &where)
{
    const Json &list = member(member(part, "container"), "mounts");
    QHash<QString, size_t> seen;
    for (size_t i = 0; i < list.size(); ++i) {
        const QString path = QDir::cleanPath(stringAt(list[i], "path")),
                      here = pointer(where + u"/container/mounts"_s, qsizetype(i)) + u"/path"_s;
        if (const auto earlier = seen.constFind(path);
            earlier != seen.cend() && member(list[*earlier], "when") == member(list[i], "when"))
            say(here, RecipeText::tr("is %1, which is mounted already; take one of the two out.").arg(path));
        seen.insert(path, i);
    }
}

// `whole`: the setting as it will be; `given`: the part of it that stands at `where` (all of it, or what a variant
// changes).
void RecipeFileCheck::setting(const Json &whole, const Json &given, const QString &where)
{
    const RecipeSetting setting = settingFromJson(whole, {}, u"en"_s);
    const auto at
        = [&](const char *name) { return given.contains(name) ? pointer(where, QLatin1String(name)) : where; };
    const auto notFor = [&](const char *name) {
        say(at(name), RecipeText::tr("is not for a setting of the type \"%1\".").arg(setting.type));
    };
    if (!settingTypes.contains(setting.type)) {
        wrong(at("type"), member(whole, "type"), RecipeText::tr("one of %1").arg(settingTypes.join(", "_L1)));
        return;
    }
    const qsizetype before = m_problems.size();
    const bool isNumber = setting.type == "integer"_L1 || setting.type == "number"_L1;
    const bool isText = setting.type == "string"_L1 || setting.type == "path"_L1;
    const bool isChoice = setting.type == "choice"_L1;
    for (const char *name : {"minimum", "maximum"}) {
        if (whole.contains(name) && !isNumber)
            notFor(name);
    }
    if (isNumber)
        limits(setting, whole, given, where);
    if (isChoice && setting.choices.isEmpty())
        say(at("choices"), RecipeText::tr("names nothing to choose from."));
    for (const char *name : {"choices", "choiceTitles"}) {
        if (whole.contains(name) && !isChoice)
            notFor(name);
    }
    for (const auto &[choice, title] : member(whole, "choiceTitles").items()) {
        if (!setting.choices.contains(QString::fromStdString(choice)))
            unknown(pointer(at("choiceTitles"), QString::fromStdString(choice)), QString::fromStdString(choice),
                    setting.choices);
        else
            words(title, pointer(at("choiceTitles"), QString::fromStdString(choice)));
    }
    if (whole.contains("pattern")) {
        const QRegularExpression pattern(setting.pattern);
        if (!isText)
            notFor("pattern");
        else if (!pattern.isValid())
            say(at("pattern"), RecipeText::tr("is no regular expression: %1.").arg(pattern.errorString()));
        else if (setting.patternHelp.isEmpty())
            say(where, RecipeText::tr("has a pattern and no \"patternHelp\", which says in words what is allowed."));
    }
    const QString problem = m_problems.size() > before ? QString() : settingProblem(setting, setting.defaultValue);
    if (!problem.isEmpty())
        say(at("default"), RecipeText::tr("does not fit: %1").arg(problem));
}

void RecipeFileCheck::settings()
{
    const Json &list = member(m_file, "settings");
    QStringList groups;
    for (const Json &group : member(m_file, "groups"))
        groups << stringAt(group, "id");
    differ(list, "key", u"/settings"_s);
    for (size_t i = 0; i < list.size(); ++i) {
        const QString where = pointer(u"/settings"_s, qsizetype(i));
        const QString group = stringAt(list[i], "group");
        if (!groups.contains(group))
            wrong(pointer(where, u"group"_s), group, RecipeText::tr("one of %1").arg(groups.join(", "_L1)));
        setting(list[i], list[i], where);
    }
}

void RecipeFileCheck::requiredSettings(const QList<RequiredSetting> &required)
{
    for (const RequiredSetting &one : required) {
        const Json *setting = settingNamed(QLatin1String(one.key));
        if (!setting)
            say(u"/settings"_s,
                RecipeText::tr(
                    "has no setting with the key \"%1\" (of the type \"%2\"), which the engine \"%3\" needs.")
                    .arg(QLatin1String(one.key), QLatin1String(one.type), m_dialect->engine));
        else if (stringAt(*setting, "type") != QLatin1String(one.type))
            wrong(pointer(pointer(u"/settings"_s, m_keys.indexOf(QLatin1String(one.key))), u"type"_s),
                  member(*setting, "type"),
                  RecipeText::tr("\"%1\" in \"%2\"", "a type; a setting")
                      .arg(QLatin1String(one.type), QLatin1String(one.key)));
    }
}

// A number, or "${cards}": what that setting is.
void RecipeFileCheck::chips()
{
    const Json &chips = member(m_file, "chipsPerNode");
    for (const char *count : {"nodes", "chipsPerNode"}) {
        const Json &value = member(m_file, count);
        if (!value.is_string() && !(value.is_number_integer() && value >= 1 && value <= mostChips))
            wrong(pointer({}, QLatin1String(count)), value,
                  RecipeText::tr("a whole number from %1 to %2").arg(1).arg(mostChips));
    }
    if (!chips.is_string())
        return;
    const QString text = chips.get<QString>();
    const Json *setting
        = text.startsWith("${"_L1) && text.endsWith(QLatin1Char('}')) ? settingNamed(text.mid(2).chopped(1)) : nullptr;
    const std::optional<double> least = setting ? numberAt(*setting, "minimum") : std::nullopt,
                                greatest = setting ? numberAt(*setting, "maximum") : std::nullopt;
    if (!setting || stringAt(*setting, "type") != "integer"_L1 || !least || *least < 1 || !greatest
        || *greatest > double(mostChips))
        wrong(u"/chipsPerNode"_s, chips,
              RecipeText::tr("a whole number, or ${KEY} of a setting of the type \"integer\" with a minimum of at "
                             "least 1 and a maximum of at most %1")
                  .arg(mostChips));
}

// The generator writes these two at the head of a group.
void RecipeFileCheck::scriptGroups()
{
    const Json &environment = member(m_file, "environment");
    for (const auto &[part, group] : {std::pair{"load", "base"}, std::pair{"unset", "communication"}}) {
        const Json &groups = member(environment, "groups");
        if (environment.contains(part) && std::none_of(groups.begin(), groups.end(), [&, id = group](const Json &one) {
                return stringAt(one, "id") == QLatin1String(id);
            }))
            say(u"/environment/"_s + QLatin1String(part),
                RecipeText::tr("is written at the head of the group \"%1\", which /environment/groups does not have.")
                    .arg(QLatin1String(group)));
    }
}

void RecipeFileCheck::variants()
{
    const QString root = u"/variants"_s;
    for (const auto &[key, choices] : member(m_file, "variants").items()) {
        const QString name = QString::fromStdString(key), ofKey = pointer(root, name);
        const Json *chooser = settingNamed(name);
        if (!chooser || stringAt(*chooser, "type") != "choice"_L1) {
            say(ofKey, RecipeText::tr("is not the key of a setting of the type \"choice\"."));
            continue;
        }
        if (!choices.is_object()) {
            wrong(ofKey, choices, RecipeText::tr("an object"));
            continue;
        }
        for (const auto &[choice, patch] : choices.items()) {
            const QString of = pointer(ofKey, QString::fromStdString(choice)), inSettings = pointer(of, u"settings"_s);
            if (!textsAt(*chooser, "choices").contains(QString::fromStdString(choice)))
                unknown(of, QString::fromStdString(choice), textsAt(*chooser, "choices"));
            if (!patch.is_object()) {
                wrong(of, patch, RecipeText::tr("an object"));
                continue;
            }
            QList<RecipeField> fields = m_fields;
            for (RecipeField &field : fields) {
                if (qstrcmp(field.name, "settings") == 0)
                    field.shape = {Is::Map, {}, nullptr};
            }
            members(patch, fields, of, true);
            kind(patch, of);
            mounts(patch, of);
            names(patch, of);
            for (const auto &[changed, change] : member(patch, "settings").items()) {
                const QString where = pointer(inSettings, QString::fromStdString(changed));
                const Json *setting = settingNamed(QString::fromStdString(changed));
                const qsizetype before = m_problems.size();
                if (!setting)
                    unknown(where, QString::fromStdString(changed), m_keys);
                else if (!change.is_object())
                    wrong(where, change, RecipeText::tr("an object"));
                else
                    members(change, recipeSettingFields(), where, true);
                if (m_problems.size() > before)
                    continue;
                Json whole = *setting;
                whole.merge_patch(change);
                this->setting(whole, change, where);
            }
        }
    }
}

void RecipeFileCheck::when(const Json &when, const QString &where)
{
    if (!when.is_object()) {
        wrong(where, when, RecipeText::tr("an object"));
        return;
    }
    for (const auto &[key, wanted] : when.items()) {
        const QString name = QString::fromStdString(key), here = pointer(where, name);
        const Json *setting = settingNamed(name);
        if (!setting) {
            unknown(here, name, m_keys);
            continue;
        }
        const RecipeSetting of = settingFromJson(*setting, {}, u"en"_s);
        for (const Json &one : wanted.is_array() ? wanted : Json::array({wanted})) {
            if (const QString problem = settingProblem(of, one); !problem.isEmpty())
                say(here, RecipeText::tr("can never hold: %1").arg(problem));
        }
    }
}

// Entries of any list may say when they are meant.
void RecipeFileCheck::conditions(const Json &value, const QString &where)
{
    if (!value.is_structured())
        return;
    size_t index = 0;
    for (const auto &[key, item] : value.items()) {
        const QString here
            = value.is_array() ? pointer(where, qsizetype(index++)) : pointer(where, QString::fromStdString(key));
        if (value.is_array() && item.is_object() && item.contains("when"))
            when(member(item, "when"), pointer(here, u"when"_s));
        conditions(item, here);
    }
}

// `known` null: nothing is replaced there.
void RecipeFileCheck::namesIn(const Json &value, const QString &where, const QStringList *known)
{
    static const QRegularExpression placeholder(u"\\$\\{([^}]*)\\}"_s);
    if (value.is_string()) {
        auto matches = placeholder.globalMatch(value.get<QString>());
        while (matches.hasNext()) {
            const QString name = matches.next().captured(1);
            if (!known)
                say(where, RecipeText::tr("has ${%1}, but nothing is put in there.").arg(name));
            else if (!known->contains(name)) {
                const QString near = nearestName(name, *known);
                say(where,
                    near.isEmpty()
                        ? RecipeText::tr("has ${%1}, which is neither a setting nor a fact.").arg(name)
                        : RecipeText::tr("has ${%1}, which is neither a setting nor a fact; did you mean ${%2}?")
                              .arg(name, near));
            }
        }
        return;
    }
    if (!value.is_structured())
        return;
    size_t index = 0;
    for (const auto &[key, item] : value.items())
        namesIn(item,
                value.is_array() ? pointer(where, qsizetype(index++)) : pointer(where, QString::fromStdString(key)),
                known);
}

// `part`: the file or a variant of it.
void RecipeFileCheck::names(const Json &part, const QString &where)
{
    QStringList known = m_keys + m_dialect->names;
    for (const auto &[key, value] : member(m_file, "launch").items())
        known << u"launch."_s + QString::fromStdString(key);
    const QStringList inScripts = known + m_dialect->scriptNames;
    QStringList plain{u"container"_s, u"ready"_s};
    for (const RecipeField &field : m_dialect->members)
        plain << QLatin1String(field.name);
    for (const QString &name : std::as_const(plain))
        namesIn(member(part, name.toUtf8().constData()), pointer(where, name),
                m_dialect->expanded.contains(name) ? &known : nullptr);
    const QString ofEnvironment = pointer(where, u"environment"_s);
    for (const auto &[name, value] : member(part, "environment").items()) {
        const QString here = pointer(ofEnvironment, QString::fromStdString(name));
        namesIn(value, here, name == "groups" ? &inScripts : nullptr);
    }
}

QStringList RecipeFileCheck::problems()
{
    if (!m_file.is_object()) {
        wrong({}, m_file, RecipeText::tr("an object"));
        return m_problems;
    }
    QStringList engines;
    for (const RecipeDialect &dialect : m_dialects) {
        engines << dialect.engine;
        if (dialect.engine == stringAt(m_file, "engine"))
            m_dialect = &dialect;
    }
    if (!m_dialect) {
        if (m_file.contains("engine"))
            wrong(u"/engine"_s, member(m_file, "engine"), RecipeText::tr("one of %1").arg(engines.join(", "_L1)));
        else
            missing(u"/engine"_s);
        return m_problems; // which members there may be is the engine's to say
    }
    m_fields = recipeFields() + m_dialect->members;
    members(m_file, m_fields, {}, false);
    if (!m_problems.isEmpty())
        return m_problems; // what follows reads what is of the right shape
    for (const Json &setting : member(m_file, "settings"))
        m_keys << stringAt(setting, "key");
    differ(member(m_file, "groups"), "id", u"/groups"_s);
    differ(member(member(m_file, "environment"), "groups"), "id", u"/environment/groups"_s);
    kind(m_file, {});
    mounts(m_file, {});
    settings();
    requiredSettings(everyonesSettings + m_dialect->settings);
    chips();
    scriptGroups();
    variants();
    conditions(m_file, {});
    names(m_file, {});
    return m_problems;
}

} // namespace

QStringList recipeProblems(const Json &file, const QString &what, const QList<RecipeDialect> &dialects,
                           const Json *own)
{
    return RecipeFileCheck(file, what, dialects, own).problems();
}
