#include "core/lint/linting.h"

#include "core/base/jsonmeasure.h"
#include "core/lint/linttext.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <vector>

namespace {

Error otherKind(const QString &kind, const QString &why)
{
    return {ErrorKind::Parse, LintText::tr("This is not a file of the kind \"%1\": %2").arg(kind, why), {}, {}};
}

// "line 3, column 7" of a byte.
QString place(const QByteArray &content, qsizetype byte)
{
    const QByteArray before = content.left(std::clamp<qsizetype>(byte, 0, content.size()));
    return LintText::tr("line %1, column %2").arg(before.count('\n') + 1).arg(before.size() - before.lastIndexOf('\n'));
}

// A key that stands twice in one object: readers take the last, people read the first.
struct DuplicateKeys
{
    QStringList found;
    std::vector<std::set<std::string>> open;
    bool operator()(int, Json::parse_event_t event, Json &parsed)
    {
        if (event == Json::parse_event_t::object_start)
            open.emplace_back();
        else if (event == Json::parse_event_t::object_end && !open.empty())
            open.pop_back();
        else if (event == Json::parse_event_t::key && !open.empty() && parsed.is_string()
                 && !open.back().insert(parsed.get_ref<const std::string &>()).second)
            found << parsed.get<QString>();
        return true;
    }
};

bool looksLikeJson(const QByteArray &content)
{
    const QByteArray text = content.trimmed();
    return text.startsWith('{') || text.startsWith("//") || text.startsWith("/*") || text.startsWith("\xEF\xBB\xBF{");
}

// The marks as they would stand in a broken document.
bool mentions(const QByteArray &content, const QStringList &marks)
{
    return std::any_of(marks.begin(), marks.end(), [&](const QString &mark) { return content.contains('"' + mark.toUtf8() + '"'); });
}

} // namespace

void Findings::add(const char *rule, Severity severity, const QString &where, const QString &message, const QString &remedy)
{
    constexpr qsizetype most = 500; // a file with thousands of slips has one cause
    if (m_list.size() < most)
        m_list << LintFinding{QLatin1String(rule), severity, where, message, remedy};
}

void Findings::error(const char *rule, const QString &where, const QString &message, const QString &remedy)
{
    add(rule, Severity::Error, where, message, remedy);
}

void Findings::warning(const char *rule, const QString &where, const QString &message, const QString &remedy)
{
    add(rule, Severity::Warning, where, message, remedy);
}

void Findings::info(const char *rule, const QString &where, const QString &message, const QString &remedy)
{
    add(rule, Severity::Info, where, message, remedy);
}

const Json *memberOf(const Json &object, const char *key)
{
    if (!object.is_object())
        return nullptr;
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
}

QString shownValue(const Json &value)
{
    if (value.is_array())
        return LintText::tr("a list of %1").arg(value.size());
    if (value.is_object())
        return LintText::tr("an object");
    const QString text = QString::fromUtf8(compactJson(value));
    return text.size() > 60 ? text.left(60) + QStringLiteral("…") : text;
}

Result<std::optional<Json>> readDocument(const QByteArray &content, const QStringList &marks, const QString &kind, Findings &findings)
{
    if (content.trimmed().isEmpty())
        return otherKind(kind, LintText::tr("it is empty."));
    constexpr int deepest = 64;
    if (measureJson(content, deepest).depth > deepest)
        return otherKind(kind, LintText::tr("it is nested too deeply (more than %1 lists or objects in one another).").arg(deepest));
    DuplicateKeys keys;
    Json document;
    try {
        document = Json::parse(content.begin(), content.end(), std::ref(keys));
    } catch (const Json::parse_error &e) {
        if (!looksLikeJson(content) || !mentions(content, marks))
            return otherKind(kind, LintText::tr("it is not JSON (%1).").arg(place(content, qsizetype(e.byte) - 1)));
        findings.error("json.syntax", place(content, qsizetype(e.byte) - 1),
                       kind == QLatin1String("deployment") ? LintText::tr("The file is not strict JSON, so it cannot be opened.") : LintText::tr("The file is not strict JSON. MindIE says \"… file is invalid. Please check json format! \", and what follows the document its torch runtime refuses (JSONDecodeError)."),
                       LintText::tr("Remove comments and trailing commas, close what is open; see the place named."));
        return std::optional<Json>();
    } catch (const std::exception &) {
        return otherKind(kind, LintText::tr("it is not JSON."));
    }
    if (!document.is_object())
        return otherKind(kind, LintText::tr("its root is no object."));
    if (std::none_of(marks.begin(), marks.end(), [&](const QString &mark) { return document.contains(mark.toStdString()); }))
        return otherKind(kind, LintText::tr("it has none of the keys %1.").arg(marks.join(QLatin1String(", "))));
    for (const QString &key : keys.found)
        findings.warning("json.duplicate-key", {}, LintText::tr("The key \"%1\" stands twice in one object; the last one counts.").arg(key),
                         LintText::tr("Remove one of them."));
    if (content.startsWith("\xEF\xBB\xBF")) {
        const QString message = LintText::tr("The file begins with a byte order mark. MindIE's configuration check passes it; Python's json, with which its torch runtime reads rank tables, refuses it (JSONDecodeError).");
        const QString remedy = LintText::tr("Save it as UTF-8 without BOM.");
        if (kind == QLatin1String("rank-table"))
            findings.error("json.bom", LintText::tr("line 1"), message, remedy);
        else
            findings.warning("json.bom", LintText::tr("line 1"), message, remedy);
    }
    return std::optional<Json>(std::move(document));
}

void checkFile(const LintContext &context, const char *rule, Findings &findings)
{
    if (context.mode && (*context.mode & 0777 & ~0640) != 0)
        findings.warning(rule, {}, LintText::tr("The file's mode is %1; MindIE takes at most 640 (\"Check Other group permission failed: … required no greater than …\").")
                                     .arg(QString::number(*context.mode & 0777, 8)), LintText::tr("chmod 640 FILE"));
    if (context.isLink.value_or(false))
        findings.warning(rule, {}, LintText::tr("The file is a symbolic link; MindIE refuses it (\"The file: … is a link.\")."), LintText::tr("Put a copy of the file there."));
}

void checkKeys(const Json &object, const QString &where, const QStringList &known, const char *rule, Findings &findings)
{
    if (!object.is_object())
        return;
    for (const auto &[key, value] : object.items()) {
        const QString name = QString::fromStdString(key);
        if (known.contains(name))
            continue;
        const QString near = nearestName(name, known);
        if (near.isEmpty())
            findings.info(rule, pointer(where, name), LintText::tr("\"%1\" is not a documented key; it is ignored.").arg(name));
        else
            findings.warning(rule, pointer(where, name), LintText::tr("\"%1\" is not a documented key; did you mean \"%2\"?").arg(name, near),
                             LintText::tr("Rename it to \"%1\"; as it is, it has no effect.").arg(near));
    }
}
