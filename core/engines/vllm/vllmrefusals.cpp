#include "core/engines/vllm/vllmrefusals.h"

#include "core/base/data.h"
#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmflags.h"

#include <QRegularExpression>
#include <QVersionNumber>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// Each with the name of "for" in it.
QList<Json> refusalRowsOf(const char *section)
{
    QList<Json> made;
    const Result<Json> data = jsonDataFile(u"vllm-refusals.json"_s);
    for (const Json &row : data ? member(*data, section) : Json()) {
        const QStringList names = textsAt(row, "for");
        for (const QString &name : names.isEmpty() ? QStringList{u"*"_s} : names) {
            const QString text = QString::fromStdString(row.dump()).replace(u'*', name);
            if (const Result<Json> its = parseJson(text.toUtf8(), u"vllm-refusals.json"_s))
                made << *its;
        }
    }
    return made;
}

const QList<Json> &refusalRows()
{
    static const QList<Json> rows = refusalRowsOf("rules");
    return rows;
}

const QList<Json> &resetRows()
{
    static const QList<Json> rows = refusalRowsOf("resets");
    return rows;
}

// What a line says of one thing.
struct SaidOf
{
    Json value;                          // null: nothing
    bool isKnown = true;                 // false: the shell fills it in, or a file may say it
    bool isUnset = false;                // a variable could say it, and is not set here
};

SaidOf saidAs(const Json &value)
{
    return {value, !value.is_string() || !isFilledIn(value.get<QString>())};
}

QString refusalText(const Json &value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? value.get<QString>() : QString::fromStdString(value.dump());
}

std::optional<qint64> refusalNumber(const Json &value)
{
    return value.is_number_integer() ? std::optional(value.get<qint64>()) : vllmInteger(refusalText(value));
}

// As Python's bool(int()) of a variable, and JSON's own.
bool isRefusalTrue(const Json &value)
{
    return refusalNumber(value).value_or(0) != 0 || refusalText(value).compare("true"_L1, Qt::CaseInsensitive) == 0;
}

bool isFlagOf(const VllmFlags &flags, const QString &word) { return flags.bySpelling.contains(word); }

class RefusalLine
{
public:
    RefusalLine(const QStringList &plain, const VllmFlags &flags, const QString &release,
                const VllmVariables &variables)
        : m_plain(plain)
        , m_flags(flags)
        , m_plugins(pluginReleases({}, release))
        , m_variables(variables)
        , m_isOpen(isOpenLine())
    {
    }

    // Of a row's "of", with its "usual".
    SaidOf said(const Json &asked) const
    {
        QStringList names = textsAt(asked, "of");
        if (names.isEmpty())
            names << stringAt(asked, "of");
        const Json &usual = member(asked, "usual");
        // Where the line has a word for it, what it does not say is off: the variable only stands in for that.
        const bool isOfLine = std::any_of(names.cbegin(), names.cend(), [&](const QString &name) {
            return name.startsWith("--"_L1) || (!name.startsWith(u'$') && pluginReads(name, m_plugins));
        });
        bool isUnset = false;
        for (const QString &name : std::as_const(names)) {
            const SaidOf one = saidBy(name);
            isUnset = isUnset || one.isUnset;
            if (one.isUnset && !usual.is_null())
                continue;
            if (!one.isKnown || !one.value.is_null())
                return one;
        }
        return {usual, true, isUnset && !isOfLine && usual.is_null()};
    }

private:
    // Words that the shell fills in may be more flags, and so may a file.
    bool isOpenLine() const
    {
        for (qsizetype i = 0; i < m_plain.size(); ++i) {
            const QString &word = m_plain[i], before = i == 0 ? QString() : m_plain[i - 1];
            if (word == "--config"_L1)
                return true;
            const bool isMany = word.contains(u'@') || word.contains(u'*'); // "$@", "${args[*]}"
            const bool isValue = i == 0 || (isFlagOf(m_flags, before) && m_flags.bySpelling[before].type != "bool"_L1);
            if ((word.startsWith(u'$') || word.startsWith(u'`')) && (isMany || !isValue))
                return true;
        }
        return false;
    }

    SaidOf saidBy(const QString &name) const
    {
        if (name.startsWith(u'$')) {
            const auto its = m_variables.values.constFind(name.mid(1));
            if (its != m_variables.values.cend())
                return saidAs(Json(*its));
            return {{}, !m_variables.isOpen, true};
        }
        if (!name.startsWith("--"_L1))
            return pluginReads(name, m_plugins) ? inJson(u"--additional-config"_s, name) : SaidOf();
        const qsizetype colon = name.indexOf(u':');
        return colon < 0 ? ofFlag(name) : inJson(name.left(colon), name.mid(colon + 1));
    }

    SaidOf ofFlag(const QString &name) const
    {
        const qsizetype at = m_plain.lastIndexOf(name), no = m_plain.lastIndexOf(u"--no-"_s + name.mid(2));
        if (name == "--model"_L1 && at < 0)
            return m_plain.isEmpty() || m_plain.first().startsWith(u'-') ? SaidOf() : saidAs(Json(m_plain.first()));
        if (at < 0 && no < 0)
            return {{}, !m_isOpen};
        const QString type = m_flags.bySpelling.value(name).type, value = m_plain.value(at + 1);
        if (type == "bool"_L1)
            return {Json(at > no && value.compare("false"_L1, Qt::CaseInsensitive) != 0)};
        if (type == "list"_L1) {
            Json list = Json::array();
            for (qsizetype i = at + 1; i < m_plain.size() && !isFlagOf(m_flags, m_plain[i]); ++i) {
                if (isFilledIn(m_plain[i]))
                    return {{}, false};
                if (const std::optional<qint64> number = vllmInteger(m_plain[i]))
                    list.push_back(*number);
            }
            return {list};
        }
        const std::optional<qint64> number = vllmInteger(value);
        return number ? SaidOf{Json(*number)} : saidAs(Json(value));
    }

    SaidOf inJson(const QString &flag, const QString &path) const
    {
        const qsizetype at = m_plain.lastIndexOf(flag);
        if (at < 0)
            return {{}, !m_isOpen};
        const std::optional<Json> json = vllmJson(m_plain.value(at + 1), m_flags);
        if (!json)
            return {{}, false};
        const Json *here = &*json;
        for (const QString &key : path.split(u'.'))
            here = &member(*here, key.toUtf8().constData());
        return saidAs(*here);
    }

    const QStringList &m_plain;
    const VllmFlags &m_flags;
    const QStringList m_plugins;         // of vLLM-Ascend
    const VllmVariables &m_variables;
    const bool m_isOpen;
};

// Whether what is asked holds, nullopt: it may; values: what the sentence may name, the other one's behind its own.
std::optional<bool> isRefusedFor(const Json &condition, const RefusalLine &line, QStringList &values, bool &isSure)
{
    const SaidOf said = line.said(condition);
    if (!said.isKnown)
        return {};
    isSure = isSure && !said.isUnset;
    const Json &value = said.value;
    values << shortened(refusalText(value));
    const std::optional<qint64> number = refusalNumber(value);
    if (const std::optional<bool> wanted = boolAt(condition, "is"))
        return isRefusalTrue(value) == *wanted;
    if (const std::optional<qint64> limit = integerAt(condition, "above"))
        return number && *number > *limit;
    if (const std::optional<qint64> limit = integerAt(condition, "below"))
        return number && *number < *limit;
    if (condition.contains("among"))
        return textsAt(condition, "among").contains(refusalText(value));
    if (condition.contains("notAmong"))
        return !textsAt(condition, "notAmong").contains(refusalText(value));
    if (condition.contains("matches")) { // a path by its last part
        const QRegularExpression expression(stringAt(condition, "matches"), QRegularExpression::CaseInsensitiveOption);
        const QString last = refusalText(value).section(u'/', -1, -1, QString::SectionSkipEmpty);
        return expression.match(last).hasMatch();
    }
    const bool isDividing = condition.contains("notDividing");
    const SaidOf other = line.said(member(condition, isDividing ? "notDividing" : "noMultipleOf"));
    const std::optional<qint64> by = refusalNumber(other.value);
    if (!other.isKnown)
        return {};
    if (!by || *by == 0)
        return false;
    values << QString::number(*by);
    if (isDividing)
        return number && *number > 0 && *by % *number != 0;
    const auto isMultiple = [&](const Json &one) { return one.is_number_integer() && one.get<qint64>() % *by == 0; };
    return value.is_array() && !value.empty() && std::none_of(value.begin(), value.end(), isMultiple);
}

// All of "when"; values and isSure: see isRefusedFor().
bool isRefusedByAll(const Json &row, const RefusalLine &line, QStringList &values, bool &isSure)
{
    const Json &when = member(row, "when");
    return std::all_of(when.begin(), when.end(), [&](const Json &condition) {
        return isRefusedFor(condition, line, values, isSure).value_or(false);
    });
}

QString refusalWords(const Json &row, const QStringList &values)
{
    return saidHere([&](const QString &language) {
        QString words = stringAt(member(row, "says"), language == "zh"_L1 ? "zh" : "en");
        for (qsizetype i = 0; i < values.size(); ++i)
            words.replace(u'%' + QString::number(i + 1), values[i]);
        return words;
    });
}

} // namespace

QList<VllmRefusal> vllmRefusals(const QStringList &plain, const VllmFlags &flags, const QString &release,
                                const VllmVariables &variables)
{
    const QVersionNumber number = QVersionNumber::fromString(release);
    const RefusalLine line(plain, flags, release, variables);
    QList<VllmRefusal> refused;
    for (const Json &row : refusalRows()) {
        const QString last = stringAt(row, "to");
        if (number < QVersionNumber::fromString(stringAt(row, "from"))
            || (!last.isEmpty() && number > QVersionNumber::fromString(last)))
            continue;
        QStringList values;
        bool isSure = true;
        if (!isRefusedByAll(row, line, values, isSure))
            continue;
        const Json &unless = member(row, "unless");
        QStringList unsaid;
        bool isCertain = true;
        const bool isExcused = !unless.empty()
            && std::all_of(unless.begin(), unless.end(), [&](const Json &condition) {
                   return isRefusedFor(condition, line, unsaid, isCertain).value_or(true);
               });
        if (isExcused)
            continue;
        refused << VllmRefusal{refusalWords(row, values), isSure};
    }
    return refused;
}

QStringList vllmResets(const QStringList &plain, const VllmFlags &flags, const QString &release,
                       const QStringList &plugins)
{
    if (plugins.isEmpty())
        return {};
    const VllmVariables variables;
    const RefusalLine line(plain, flags, release, variables);
    QStringList reset;
    for (const Json &row : resetRows()) {
        const Json &spans = member(row, "in");
        QStringList values;
        bool isSure = true;
        if (std::all_of(plugins.cbegin(), plugins.cend(),
                        [&](const QString &plugin) { return isInPluginSpans(spans, {plugin}); })
            && isRefusedByAll(row, line, values, isSure))
            reset << refusalWords(row, values);
    }
    return reset;
}
