#include "core/recipes/extends.h"

#include "core/base/jsonplace.h"
#include "core/recipes/recipe.h"
#include "core/recipes/recipetext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error wrong(const QString &sentence) { return {ErrorKind::Parse, sentence, {}, {}}; }

QString layOver(Json &target, const Json &change, const QString &where);

// One that says no type is meant to be there already.
QString noSuchSetting(const Json &list, const std::string &entry, const QString &where)
{
    QStringList known;
    for (const Json &one : list)
        known << stringAt(one, "key");
    const QString near = nearestName(QString::fromStdString(entry), known);
    return (near.isEmpty()
                ? RecipeText::tr("%1: the recipe that it extends has no setting of that name; it has %2.",
                                 "place; names").arg(where, known.join(", "_L1))
                : RecipeText::tr("%1: the recipe that it extends has no setting of that name; did you mean \"%2\"?")
                      .arg(where, near))
        + u' ' + RecipeText::tr("A new one says its type, default, group, title and help.", "a setting");
}

// An entry may be there several times, each under another "when": all of them are meant, and what one of them at least
// takes is no mistake.
QString layOverEntry(Json &list, const char *name, const std::string &entry, const Json &change, const QString &where)
{
    const auto isMeant = [&](const Json &one) { return member(one, name) == entry; };
    const bool isSetting = name == std::string_view("key");
    if (!change.is_object() && !change.is_null()) {
        return RecipeText::tr("%1 is %2; it must be an object, such as %3.", "place; value; JSON")
            .arg(where, shownSetting(change),
                 QString::fromUtf8(compactJson(Json{{isSetting ? "default" : "value", change}})));
    }
    const bool isThere = std::any_of(list.begin(), list.end(), isMeant);
    if (change.is_null()) {
        if (!isThere)
            return RecipeText::tr("%1: there is nothing of that name to take away.").arg(where);
        list.erase(std::remove_if(list.begin(), list.end(), isMeant), list.end());
        return {};
    }
    if (!isThere && isSetting && member(change, "type").is_null())
        return noSuchSetting(list, entry, where);
    if (!isThere) {
        list.push_back(change);
        list.back()[name] = entry;
        return {};
    }
    QString problem;
    bool isTaken = false;
    for (Json &one : list) {
        if (!isMeant(one))
            continue;
        problem = layOver(one, change, where);
        isTaken |= problem.isEmpty();
    }
    return isTaken ? QString() : problem;
}

// All that can be done, and a sentence with the place of the first thing that cannot, else empty.
QString layOver(Json &target, const Json &change, const QString &where)
{
    const char *name = change.is_object() ? nameOfEntries(target) : nullptr;
    if (!change.is_object() || (!name && !target.is_object())) {
        target = change;
        return {};
    }
    QString first;
    for (const auto &[key, value] : change.items()) {
        const QString place = where + u'/' + QString::fromStdString(key);
        QString problem;
        if (name) {
            problem = layOverEntry(target, name, key, value, place);
        } else if (!value.is_null()) {
            problem = layOver(target[key], value, place);
        } else if (target.erase(key) == 0) {
            problem = RecipeText::tr("%1: there is nothing of that name to take away.").arg(place);
        }
        if (first.isEmpty())
            first = problem;
    }
    return first;
}

} // namespace

const char *nameOfEntries(const Json &list)
{
    for (const char *name : {"key", "id", "name", "path", "flag"}) {
        const auto isNamed = [&](const Json &entry) { return member(entry, name).is_string(); };
        if (list.is_array() && !list.empty() && std::all_of(list.begin(), list.end(), isNamed))
            return name;
    }
    return nullptr;
}

QString extendedId(const Json &file)
{
    return stringAt(file, "extends");
}

Result<Json> extendedFile(const Json &base, const Json &file, const QString &what)
{
    for (const char *own : {"id", "title", "description"}) {
        if (!file.contains(own))
            return wrong(RecipeText::tr("%1: /%2 is missing: a recipe that extends another one has its own.")
                             .arg(what, QLatin1String(own)));
    }
    Json whole = base, change = file;
    change.erase("extends");
    if (const QString problem = layOver(whole, change, {}); !problem.isEmpty())
        return wrong(what + u": "_s + problem);
    return whole;
}
