#include "core/lint/linting.h"

#include "core/base/jsonmeasure.h"
#include "core/base/jsontree.h"
#include "core/lint/linttext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error otherKind(const QString &kind, const QString &why)
{
    return {ErrorKind::Parse, LintText::tr("This is not a file of the kind \"%1\": %2").arg(kind, why), {}, {}};
}

bool looksLikeJson(const QByteArray &content)
{
    const QByteArray text = content.trimmed();
    return text.startsWith('{') || text.startsWith("//") || text.startsWith("/*") || text.startsWith("\xEF\xBB\xBF{");
}

// The marks as they would stand in a broken document.
bool mentions(const QByteArray &content, const QStringList &marks)
{
    return std::any_of(marks.begin(), marks.end(),
                       [&](const QString &mark) { return content.contains('"' + mark.toUtf8() + '"'); });
}

} // namespace

void Findings::add(const char *rule, Severity severity, const QString &where, const QString &message,
                   const QString &remedy)
{
    constexpr qsizetype most = 500; // a file with thousands of slips has one cause
    const bool isFirstError = severity == Severity::Error && !hasErrors(m_list); // it decides about the answer
    if (m_list.size() < most || isFirstError)
        m_list << LintFinding{QLatin1String(rule), severity, where, message, remedy};
    else
        ++m_unsaid;
}

QList<LintFinding> Findings::list() const
{
    QList<LintFinding> all = m_list;
    if (m_unsaid > 0)
        all << LintFinding{u"lint.more"_s,
                           Severity::Info,
                           {},
                           LintText::tr("Findings that are not listed: %1.").arg(m_unsaid),
                           LintText::tr("Repair these first.")};
    return all;
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
    return text.size() > 60 ? text.left(60) + u"…"_s : text;
}

// What stands before the flaw is a whole document: the flaw is what follows it.
static bool endsBefore(const QByteArray &content, const JsonFlaw &flaw)
{
    const JsonTree before = readJsonTree(content.left(flaw.byte));
    return !before.flaw && before.root.is_object();
}

Result<std::optional<Json>> readDocument(const QByteArray &content, const QStringList &marks, const QString &kind,
                                         Findings &findings)
{
    if (content.trimmed().isEmpty())
        return otherKind(kind, LintText::tr("it is empty."));
    constexpr int deepest = 64;
    if (measureJson(content, deepest).depth > deepest)
        return otherKind(
            kind, LintText::tr("it is nested too deeply (more than %1 lists or objects in one another).").arg(deepest));
    JsonTree tree = readJsonTree(content);
    if (tree.flaw) {
        const Error flaw = jsonError(content, *tree.flaw, LintText::tr("The file"));
        const QString where = flaw.facts.value(u"where"_s);
        if (!looksLikeJson(content) || !mentions(content, marks))
            return otherKind(kind,
                             (tree.flaw->kind == JsonFlaw::Number
                                  ? LintText::tr("it holds a number that is too large (%1).")
                                  : LintText::tr("it is not JSON (%1)."))
                                 .arg(where));
        if (tree.flaw->kind == JsonFlaw::Number)
            findings.error("json.number", where, flaw.message + QLatin1Char(' ') + flaw.detail,
                           LintText::tr("Write a smaller number; see the place named."));
        else
            findings.error(
                "json.syntax", where,
                kind == "deployment"_L1
                    ? LintText::tr("The file is not strict JSON, so it cannot be opened.")
                    : endsBefore(content, *tree.flaw)
                    ? LintText::tr("The document ends, and something follows it. MindIE's daemon passes over that; its "
                                   "torch runtime refuses it (JSONDecodeError).")
                    : LintText::tr("The file is not strict JSON. MindIE says \"… file is invalid. Please check json "
                                   "format! \"."),
                tree.flaw->kind == JsonFlaw::Encoding
                    ? LintText::tr("Save it as UTF-8; see the place named.")
                    : LintText::tr("Remove comments and trailing commas, close what is open; see the place named."));
        return std::optional<Json>();
    }
    Json &document = tree.root;
    if (!document.is_object())
        return otherKind(kind, LintText::tr("its root is no object."));
    if (std::none_of(marks.begin(), marks.end(),
                     [&](const QString &mark) { return document.contains(mark.toStdString()); }))
        return otherKind(kind, LintText::tr("it has none of the keys %1.").arg(marks.join(", "_L1)));
    for (const QString &where : std::as_const(tree.twice)) {
        const QString key = where.section(QLatin1Char('/'), -1).replace("~1"_L1, "/"_L1).replace("~0"_L1, "~"_L1);
        const QString remedy = LintText::tr("Remove one of them.");
        if (kind == "deployment"_L1)
            findings.error("json.duplicate-key", where,
                           LintText::tr("The key \"%1\" stands twice in one object, so the file cannot be opened.")
                               .arg(key),
                           remedy);
        else
            findings.warning("json.duplicate-key", where,
                             LintText::tr("The key \"%1\" stands twice in one object; the last one counts.").arg(key),
                             remedy);
    }
    if (content.startsWith("\xEF\xBB\xBF") && kind != "deployment"_L1) { // which this program reads all the same
        const QString message
            = LintText::tr("The file begins with a byte order mark. MindIE's configuration check passes it; Python's "
                           "json, with which its torch runtime reads rank tables, refuses it (JSONDecodeError).");
        const QString remedy = LintText::tr("Save it as UTF-8 without BOM.");
        if (kind == "rank-table"_L1)
            findings.error("json.bom", LintText::tr("line 1"), message, remedy);
        else
            findings.warning("json.bom", LintText::tr("line 1"), message, remedy);
    }
    return std::optional<Json>(std::move(document));
}

void checkFile(const LintContext &context, const char *rule, Findings &findings)
{
    if (context.mode && (*context.mode & 0777 & ~0640) != 0)
        findings.warning(rule, {},
                         LintText::tr("The file's mode is %1; MindIE takes at most 640 (\"Check Other group permission "
                                      "failed: … required no greater than …\").")
                             .arg(QString::number(*context.mode & 0777, 8)),
                         LintText::tr("chmod 640 FILE"));
    if (context.isLink.value_or(false))
        findings.warning(rule, {},
                         LintText::tr("The file is a symbolic link; MindIE refuses it (\"The file: … is a link.\")."),
                         LintText::tr("Put a copy of the file there."));
}

void checkKeys(const Json &object, const QString &where, const QStringList &known, const char *rule, Findings &findings,
               bool (*isToldElsewhere)(const QString &name, const Json &value))
{
    if (!object.is_object())
        return;
    int unsaid = 0, said = 0;
    for (const auto &[key, value] : object.items()) {
        const QString name = QString::fromStdString(key);
        if (known.contains(name) || (isToldElsewhere && isToldElsewhere(name, value)))
            continue;
        if (++said > mostUnknown) {
            ++unsaid;
            continue;
        }
        const QString near = nearestName(name, known);
        if (near.isEmpty())
            findings.info(rule, pointer(where, shortened(name)),
                          LintText::tr("\"%1\" is not a documented key; it is ignored.").arg(shortened(name)));
        else
            findings.warning(rule, pointer(where, shortened(name)),
                             LintText::tr("\"%1\" is not a documented key; did you mean \"%2\"?").arg(name, near),
                             object.contains(near.toStdString())
                                 ? LintText::tr("Remove it: it has no effect, and \"%1\" is there already.").arg(near)
                                 : LintText::tr("Rename it to \"%1\"; as it is, it has no effect.").arg(near));
    }
    if (unsaid > 0)
        findings.info(rule, where,
                      LintText::tr("Further keys that are not documented: %1; they are ignored.").arg(unsaid));
}
