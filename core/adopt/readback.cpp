#include "core/adopt/readback.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

void readText(const QString &pattern, const Json &seen, QMap<QString, Json> &found)
{
    static const QRegularExpression use(u"\\$\\{([^}]*)\\}"_s);
    if (pattern.count(use) != 1)
        return;
    const QRegularExpressionMatch match = use.match(pattern);
    const QString name = match.captured(1), before = pattern.left(match.capturedStart()),
                  after = pattern.mid(match.capturedEnd());
    if (found.contains(name))
        return;
    if (before.isEmpty() && after.isEmpty()) {
        found.insert(name, seen);
        return;
    }
    const QString text = seen.is_string() ? seen.get<QString>() : QString();
    if (text.size() > before.size() + after.size() && text.startsWith(before) && text.endsWith(after))
        found.insert(name, Json(text.mid(before.size(), text.size() - before.size() - after.size())));
}

void readInto(const Json &pattern, const Json &seen, int depth, QMap<QString, Json> &found)
{
    constexpr int deepest = 64;
    if (depth > deepest)
        return;
    if (pattern.is_string())
        readText(pattern.get<QString>(), seen, found);
    if (pattern.is_object() && seen.is_object()) {
        for (const auto &[key, value] : pattern.items()) {
            const auto its = seen.find(key);
            if (its != seen.end())
                readInto(value, *its, depth + 1, found);
        }
    }
    if (pattern.is_array() && seen.is_array()) {
        for (size_t i = 0; i < pattern.size() && i < seen.size(); ++i)
            readInto(pattern[i], seen[i], depth + 1, found);
    }
}

} // namespace

QMap<QString, Json> readBack(const Json &pattern, const Json &seen)
{
    QMap<QString, Json> found;
    readInto(pattern, seen, 0, found);
    return found;
}

Json asTyped(const Json &value, const QString &type)
{
    const QString text = value.is_string() ? value.get<QString>() : QString();
    bool isRight = false;
    if (type == "integer"_L1) {
        if (value.is_number_integer())
            return value;
        const qint64 number = text.toLongLong(&isRight);
        return isRight ? Json(number) : Json();
    }
    if (type == "number"_L1) {
        if (value.is_number())
            return value;
        const double number = text.toDouble(&isRight);
        return isRight ? Json(number) : Json();
    }
    if (type == "boolean"_L1) {
        if (value.is_boolean())
            return value;
        if (text == "1"_L1 || text.compare("true"_L1, Qt::CaseInsensitive) == 0)
            return true;
        return text == "0"_L1 || text.compare("false"_L1, Qt::CaseInsensitive) == 0 ? Json(false) : Json();
    }
    if (value.is_number())
        return QString::fromUtf8(compactJson(value));
    return value.is_string() ? value : Json();
}
