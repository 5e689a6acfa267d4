#include "core/diagnosis/faultrule.h"

#include "core/base/data.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace {

struct FaultRuleText
{
    Q_DECLARE_TR_FUNCTIONS(FaultRule)
};

constexpr struct
{
    const char *name;
    FaultRole role;
} roleNames[] = {{"cause", FaultRole::Cause},
                 {"consequence", FaultRole::Consequence},
                 {"hint", FaultRole::Hint},
                 {"echo", FaultRole::Echo}};

constexpr struct
{
    const char *name;
    FaultSeverity severity;
} severityNames[]
    = {{"fatal", FaultSeverity::Fatal}, {"error", FaultSeverity::Error}, {"warning", FaultSeverity::Warning}};

QString textIn(const Json &entry, const char *key, const QString &language)
{
    const Json &texts = member(entry, key);
    return stringAt(texts, language.toUtf8().constData(), stringAt(texts, "en"));
}

Error notWhole(const QString &id, const QString &file, const QString &why)
{
    return {ErrorKind::Parse,
            FaultRuleText::tr("The fault rule \"%1\" in %2 is not whole: %3.").arg(id, file, why),
            {},
            {}};
}

// What is missing in it; empty: nothing.
QString readSignatures(const Json &entry, const char *key, QList<QByteArrayList> &signatures)
{
    const Json &alternatives = member(entry, key);
    if (!alternatives.is_array() || alternatives.empty())
        return QLatin1String(key);
    for (const Json &one : alternatives) {
        QByteArrayList parts;
        qsizetype length = 0;
        if (one.is_array()) {
            for (const Json &part : one) {
                if (!part.is_string() || part.get_ref<const std::string &>().empty())
                    return QLatin1String(key);
                parts << QByteArray::fromStdString(part.get_ref<const std::string &>());
                length += parts.last().size();
            }
        }
        if (length < 4) // a shorter one stands in every log
            return QLatin1String(key);
        signatures << parts;
    }
    return {};
}

} // namespace

QString roleName(FaultRole role)
{
    return QLatin1String(roleNames[int(role)].name);
}
QString severityName(FaultSeverity severity)
{
    return QLatin1String(severityNames[int(severity)].name);
}

QString causeWords(const FaultRule &rule)
{
    if (rule.others.isEmpty())
        return rule.cause;
    return rule.cause + (rule.cause.endsWith(u'。') ? QString() : u" "_s) + rule.others;
}

Result<QList<FaultRule>> readFaultRules(const Json &file, const QString &component, const QString &language)
{
    const QString name = u"faults/%1.json"_s.arg(component);
    const QString title = textIn(file, "component", language);
    const Json &entries = member(file, "rules");
    if (title.isEmpty() || !entries.is_array())
        return notWhole({}, name, u"component, rules"_s);
    QList<FaultRule> rules;
    for (const Json &entry : entries) {
        FaultRule rule;
        rule.id = stringAt(entry, "id");
        rule.component = component;
        rule.componentTitle = title;
        rule.engines = textsAt(entry, "engines");
        rule.releases = stringAt(entry, "releases");
        rule.follows = textsAt(entry, "follows");
        rule.yields = textsAt(entry, "yields");
        rule.unless = textsAt(entry, "unless");
        for (const QString &code : textsAt(entry, "codes"))
            rule.codes << code.toUtf8();
        for (const QString &words : textsAt(entry, "over"))
            rule.over << words.toUtf8();
        rule.cause = textIn(entry, "cause", language);
        rule.others = textIn(entry, "others", language);
        rule.shownBy = textsAt(entry, "shownBy");
        rule.check = textIn(entry, "check", language);
        rule.checkId = stringAt(member(entry, "check"), "id");
        rule.remedy = textIn(entry, "remedy", language);
        rule.source = stringAt(entry, "source");
        rule.isInfo = boolAt(entry, "info").value_or(false);
        rule.ends = boolAt(entry, "ends").value_or(false);
        rule.unlessStopped = boolAt(entry, "unlessStopped").value_or(false);
        rule.anyone = boolAt(entry, "anyone").value_or(false);
        const QString request = stringAt(entry, "request");
        rule.ofRequest = request == "always"_L1 ? FaultOfRequest::Always
            : request == "ready"_L1             ? FaultOfRequest::OnceReady
                                                : FaultOfRequest::Never;
        const auto role = std::find_if(std::begin(roleNames), std::end(roleNames), [&](const auto &one) {
            return stringAt(entry, "role") == QLatin1String(one.name);
        });
        const auto severity = std::find_if(std::begin(severityNames), std::end(severityNames), [&](const auto &one) {
            return stringAt(entry, "severity") == QLatin1String(one.name);
        });
        QStringList missing;
        if (const QString wrong = readSignatures(entry, "signature", rule.signature); !wrong.isEmpty())
            missing << wrong;
        if (entry.contains("not")) {
            if (const QString wrong = readSignatures(entry, "not", rule.isNot); !wrong.isEmpty())
                missing << wrong;
        }
        if (!rule.id.startsWith(component + QLatin1Char('.')))
            missing << u"id"_s;
        if (entry.contains("request") && rule.ofRequest == FaultOfRequest::Never)
            missing << u"request"_s;
        if (role == std::end(roleNames))
            missing << u"role"_s;
        else
            rule.role = role->role;
        if (severity == std::end(severityNames))
            missing << u"severity"_s;
        else
            rule.severity = severity->severity;
        for (const auto &[key, text] : {std::pair{"cause", rule.cause}, std::pair{"check", rule.check},
                                        std::pair{"remedy", rule.remedy}, std::pair{"source", rule.source}}) {
            if (text.isEmpty())
                missing << QLatin1String(key);
        }
        if (rule.others.isEmpty() ? entry.contains("others") || entry.contains("shownBy")
                                  : rule.role != FaultRole::Cause)
            missing << u"others"_s;
        if (!missing.isEmpty())
            return notWhole(rule.id, name, missing.join(", "_L1));
        rules << rule;
    }
    return rules;
}

Result<QList<FaultRule>> loadFaultRules(const QString &language)
{
    QList<FaultRule> rules;
    QSet<QString> seen;
    for (const QString &name : dataFileNames(u"faults"_s)) {
        const Result<Json> file = jsonDataFile(name);
        if (!file)
            return file.error();
        const Result<QList<FaultRule>> own
            = readFaultRules(*file, name.section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0), language);
        if (!own)
            return own.error();
        for (const FaultRule &rule : *own) {
            if (seen.contains(rule.id))
                return notWhole(rule.id, name, u"id"_s);
            seen << rule.id;
        }
        rules += *own;
    }
    return rules;
}

QList<FaultRule> rulesOfEngine(const QList<FaultRule> &rules, const QString &engine)
{
    QList<FaultRule> own;
    for (const FaultRule &rule : rules) {
        if (rule.engines.isEmpty() || rule.engines.contains(engine))
            own << rule;
    }
    return own;
}

Result<QList<ErrorCode>> loadErrorCodes(const QString &language)
{
    const Result<Json> file = jsonDataFile(u"error-codes.json"_s);
    if (!file)
        return file.error();
    QList<ErrorCode> codes;
    for (const Json &entry : *file) {
        const ErrorCode code{
            stringAt(entry, "code"),           stringAt(entry, "component"), textIn(entry, "meaning", language),
            textIn(entry, "action", language), stringAt(entry, "rule"),      stringAt(entry, "source")};
        if (code.code.isEmpty() || code.component.isEmpty() || code.meaning.isEmpty() || code.action.isEmpty()
            || code.source.isEmpty())
            return Error{ErrorKind::Parse,
                         FaultRuleText::tr("The code \"%1\" in error-codes.json is not whole.").arg(code.code),
                         {},
                         {}};
        codes << code;
    }
    return codes;
}

QList<ErrorCode> findErrorCode(const QList<ErrorCode> &codes, const QString &written)
{
    constexpr qsizetype longEnough = 5;  // a short number further on may be anything
    // The words of it that hold a digit: of "ret is -8005." that is -8005.
    QStringList wanted;
    QString word;
    for (const QChar c : written.left(200) + QLatin1Char(' ')) {
        if (c.isLetterOrNumber() || c == QLatin1Char('-')) {
            word += c.toLower();
            continue;
        }
        const bool hasDigit
            = std::any_of(word.cbegin(), word.cend(), [](QChar one) { return one >= u'0' && one <= u'9'; });
        if (hasDigit && !wanted.contains(word) && (wanted.isEmpty() || word.size() >= longEnough))
            wanted << word;
        word.clear();
    }
    QList<ErrorCode> found;
    for (const QString &one : std::as_const(wanted)) {
        for (const ErrorCode &code : codes) {
            const QString own = code.code.toLower();
            const bool isIt = own == one || (own.startsWith(QLatin1Char('-')) && own.mid(1) == one)
                || (own.startsWith("0x"_L1) && own.size() == one.size() + 2 && own.endsWith(one));
            if (isIt && !found.contains(code))
                found << code;
        }
    }
    return found;
}

Json toJson(const ErrorCode &code)
{
    return {{"code", code.code},
            {"component", code.component},
            {"meaning", code.meaning},
            {"action", code.action},
            {"rule", code.rule.isEmpty() ? Json(nullptr) : Json(code.rule)},
            {"source", code.source}};
}
