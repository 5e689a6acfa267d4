#include "core/engines/vllm/vllmvariables.h"

#include "core/base/plaintext.h"
#include "core/engines/vllm/vllmflags.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QString ofNobodyKnows = u"$"_s;
const QStringList containers{u"docker"_s, u"podman"_s, u"nerdctl"_s}, machines{u"kubectl"_s, u"ssh"_s};

bool isVariableSet(const QString &text)
{
    static const QRegularExpression shape(u"^[A-Za-z_][A-Za-z0-9_]*\\+?="_s);
    return shape.match(text).hasMatch();
}

// "$TP", "${TP}", "${TP:-1}"
const QRegularExpression &references()
{
    static const QRegularExpression shape(uR"(\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?-)([^{}$`]*))?\}))"_s);
    return shape;
}

QString nameIn(const QRegularExpressionMatch &reference)
{
    return reference.captured(1) + reference.captured(2);
}

} // namespace

void ScriptVariables::see(const ShellCommand &command)
{
    static const QStringList opening{u"if"_s, u"for"_s, u"while"_s, u"until"_s, u"case"_s, u"select"_s},
        closing{u"fi"_s, u"done"_s, u"esac"_s},
        leading{u"then"_s, u"do"_s, u"else"_s, u"elif"_s, u"!"_s, u"{"_s},
        tests{u"["_s, u"[["_s, u"test"_s}, ofLoops{u"for"_s, u"select"_s}, changing{u"read"_s, u"let"_s},
        declaring{u"export"_s, u"declare"_s, u"typeset"_s, u"local"_s, u"readonly"_s};
    QStringList words = command.texts();
    if (closing.contains(words.first()))
        m_depth = std::max(0, m_depth - 1);
    while (!words.isEmpty() && (opening.contains(words.first()) || leading.contains(words.first()))) {
        const QString leader = words.takeFirst();
        m_depth += opening.contains(leader);
        if (ofLoops.contains(leader) && !words.isEmpty())
            m_assigned[words.first()] = ofNobodyKnows;
    }
    const bool isCertain = m_depth == 0 && !m_isAfterTest;
    m_isAfterTest = command.behind == "||"_L1 || (!words.isEmpty() && tests.contains(words.first()));
    if (words.isEmpty())
        return;
    const QString first = words.first();
    const bool isAssignment = std::all_of(words.cbegin(), words.cend(), isVariableSet) || declaring.contains(first);
    for (const ShellWord &word : command.words.last(words.size())) {
        if (isAssignment && isVariableSet(word.text))
            assign(word, isCertain);
        else if (changing.contains(first))
            m_assigned[word.text.section(u'=', 0, 0)] = ofNobodyKnows;
        else if (first == "unset"_L1)
            m_assigned.remove(word.text);
    }
    const bool isFileRead = (first == "source"_L1 || first == "."_L1)
        && !words.last().endsWith("set_env.sh"_L1); // CANN's and its like say nothing of these
    if (isFileRead || first == "eval"_L1 || first.startsWith("(("_L1))
        m_assigned.clear();
    if (std::all_of(words.cbegin(), words.cend(), isVariableSet)) {
        for (const QString &word : std::as_const(words))
            set(word, m_exported.contains(word.section(u'=', 0, 0)), isCertain);
    } else if (first == "export"_L1 || first == "declare"_L1 || first == "typeset"_L1) {
        const bool isExported = first == "export"_L1 ? !words.contains("-n"_L1) : words.contains("-x"_L1);
        for (const QString &word : words.mid(1)) {
            if (isVariableSet(word))
                set(word, isExported, isCertain);
            else if (isExported && m_own.contains(word))
                set(word + u'=' + m_own.value(word), true, isCertain);
            else if (!isExported && m_exported.contains(word))
                m_exported[word] = ofNobodyKnows;
        }
    } else if (first == "unset"_L1) {
        for (const QString &word : words.mid(1)) {
            if (!isCertain && m_exported.contains(word))
                m_exported[word] = ofNobodyKnows;
            else
                m_exported.remove(word);
        }
    } else if (isFileRead) {
        m_isOpen = true;
    } else if (first == "eval"_L1 || first == "set"_L1) {
        m_isOpen = m_isOpen || first == "eval"_L1 || words.contains("-a"_L1) || words.contains("allexport"_L1);
    }
}

void ScriptVariables::set(const QString &assignment, bool isExported, bool isCertain)
{
    const QString before = assignment.section(u'=', 0, 0), value = assignment.section(u'=', 1);
    const bool isAdded = before.endsWith(u'+');
    const QString name = isAdded ? before.chopped(1) : before;
    (isExported ? m_exported : m_own)[name] = isCertain && !isAdded ? value : ofNobodyKnows;
}

void ScriptVariables::assign(const ShellWord &assignment, bool isCertain)
{
    const QString name = assignment.text.section(u'=', 0, 0), value = assignment.text.section(u'=', 1);
    if (name.endsWith(u'+'))
        m_assigned[name.chopped(1)] = ofNobodyKnows;
    else
        m_assigned[name]
            = !isCertain ? ofNobodyKnows : assignment.isDynamic ? filledIn(value).value_or(ofNobodyKnows) : value;
}

std::optional<QString> ScriptVariables::filledIn(const QString &text) const
{
    QString made;
    qsizetype from = 0;
    for (auto matches = references().globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const auto its = m_assigned.constFind(nameIn(match));
        if (its == m_assigned.cend())
            return {};
        const bool isUsual = its->isEmpty() && match.captured(3) == ":-"_L1;
        made += text.mid(from, match.capturedStart() - from) + (isUsual ? match.captured(4) : *its);
        from = match.capturedEnd();
    }
    made += text.mid(from);
    return isFilledIn(made) ? std::nullopt : std::optional(made);
}

Served ScriptVariables::filledIn(const Served &served, QStringList &unknown) const
{
    static const QRegularExpression severalWords(u"[\\s*?]"_s); // unless it is quoted, which is not known here
    Served made = served;
    for (ShellWord &word : made.words) {
        if (!word.isDynamic)
            continue;
        const std::optional<QString> text = filledIn(word.text);
        if (text && !text->isEmpty() && !text->contains(severalWords)) {
            word.text = *text;
            word.isDynamic = false;
            continue;
        }
        QStringList names;
        for (auto matches = references().globalMatch(word.text); matches.hasNext();) {
            const QString name = nameIn(matches.next());
            if (text || isFilledIn(m_assigned.value(name, ofNobodyKnows)))
                names << u'$' + name;
        }
        unknown += names.isEmpty() ? QStringList{shortened(word.text)} : names; // "$1", "$(nproc)"
    }
    unknown.removeDuplicates();
    return made;
}

ScriptVariables ScriptVariables::inside(const QList<ShellWord> &before) const
{
    ScriptVariables its;
    its.m_exported = m_exported;
    its.m_isOpen = m_isOpen;
    for (auto one = m_assigned.cbegin(); one != m_assigned.cend(); ++one) {
        if (m_exported.contains(one.key()))
            its.m_assigned.insert(one.key(), one.value());
    }
    for (const ShellWord &word : before) {
        const QString name = word.text.section(u'/', -1);
        if (containers.contains(name) || machines.contains(name)) {
            its.m_exported.clear();
            its.m_assigned.clear();
            its.m_isOpen = true; // what is set there is not known
        } else if (isVariableSet(word.text)) {
            its.set(word.text, true, true);
            its.assign(word, true);
        }
    }
    return its;
}

void ScriptVariables::startAnew()
{
    for (QString &value : m_exported)
        value = ofNobodyKnows;
}

VllmVariables ScriptVariables::of(const ShellCommand &command, const Served &served) const
{
    VllmVariables variables{m_exported, m_isOpen};
    const QStringList words = command.texts().first(command.words.size() - served.words.size());
    static const QStringList emptying{u"-i"_s, u"-"_s, u"--ignore-environment"_s};
    bool isOfEnv = false;                // the options and settings of env(1)
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &word = words[i], name = word.section(u'/', -1);
        isOfEnv = name == "env"_L1 || (isOfEnv && (word.startsWith(u'-') || isVariableSet(word)));
        if (isOfEnv && emptying.contains(word)) {
            variables = {{}, false};
            continue;
        }
        if (isOfEnv && (word.startsWith("-u"_L1) || word.startsWith("--unset"_L1))) {
            const bool isNext = word == "-u"_L1 || word == "--unset"_L1, isShort = word[1] == u'u';
            variables.values.remove(isNext ? words.value(++i) : isShort ? word.mid(2) : word.section(u'=', 1));
            continue;
        }
        if (containers.contains(name) || machines.contains(name)) { // there the script's own are none
            const bool isNew = containers.contains(name) && words.mid(i).contains("run"_L1);
            variables = {{}, !isNew || words.filter(u"--env-file"_s).size() > 0};
            continue;
        }
        const bool isAsked = i > 0 && (words[i - 1] == "-e"_L1 || words[i - 1] == "--env"_L1);
        const QString said = word.startsWith("--env="_L1) ? word.mid(6) : word;
        if (isVariableSet(said))
            variables.values[said.section(u'=', 0, 0)] = said.section(u'=', 1);
        else if (isAsked && m_exported.contains(said))
            variables.values[said] = m_exported.value(said);
    }
    return variables;
}
