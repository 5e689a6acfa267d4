#include "core/engines/vllm/vllmvariables.h"

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

} // namespace

void ScriptVariables::see(const ShellCommand &command)
{
    static const QStringList opening{u"if"_s, u"for"_s, u"while"_s, u"until"_s, u"case"_s, u"select"_s},
        closing{u"fi"_s, u"done"_s, u"esac"_s},
        leading{u"then"_s, u"do"_s, u"else"_s, u"elif"_s, u"!"_s, u"{"_s},
        tests{u"["_s, u"[["_s, u"test"_s};
    QStringList words = command.texts();
    if (closing.contains(words.first()))
        m_depth = std::max(0, m_depth - 1);
    while (!words.isEmpty() && (opening.contains(words.first()) || leading.contains(words.first())))
        m_depth += opening.contains(words.takeFirst());
    const bool isCertain = m_depth == 0 && !m_isAfterTest;
    m_isAfterTest = !words.isEmpty() && tests.contains(words.first());
    if (words.isEmpty())
        return;
    const QString first = words.first();
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
    } else if (first == "source"_L1 || first == "."_L1) {
        m_isOpen = m_isOpen || !words.last().endsWith("set_env.sh"_L1); // CANN's and its like say nothing of these
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

ScriptVariables ScriptVariables::inside(const QList<ShellWord> &before) const
{
    ScriptVariables its;
    its.m_exported = m_exported;
    its.m_isOpen = m_isOpen;
    for (const ShellWord &word : before) {
        const QString name = word.text.section(u'/', -1);
        if (containers.contains(name) || machines.contains(name)) {
            its.m_exported.clear();
            its.m_isOpen = true; // what is set there is not known
        } else if (isVariableSet(word.text)) {
            its.set(word.text, true, true);
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
