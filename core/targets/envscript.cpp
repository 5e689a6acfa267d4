#include "core/targets/envscript.h"

#include "core/targets/scriptlines.h"
#include "core/targets/shmscript.h"

using namespace Qt::StringLiterals;

namespace {

QString heading(const QString &title)
{
    return u"\n"_s + commentLine(u"--- %1 ---"_s.arg(title));
}

// With --ipc=host a set_env.sh that empties /dev/shm would empty the host's, of every service on it.
QString sharedMemoryGuard(const Process &process, bool isOwn, bool begins)
{
    if (isOwn || process.emptiesShmWhy.isEmpty())
        return {};
    if (!begins)
        return u"unset -f rm\n"_s;
    return commentLine(process.emptiesShmWhy)
        + u"# shellcheck disable=SC2317\nrm() { case \" $*\" in *\" /dev/shm\"*) ;; *) command rm \"$@\" "
          ";; esac; }\n"_s;
}

// A missing set_env.sh must be seen, but not end the shell that sources this file.
QString loadLines(const Json &load, const Process &process, bool isShmOwn, const ScriptText &say)
{
    QString text = commentLine(say("Loads one of the image's set_env.sh files, or says that it is missing.",
                                   "加载镜像中的 set_env.sh；不存在时给出提示。"))
        + u"load() {\n    local set_env=$1\n    shift # a sourced file would take it for its own argument\n"
          "    if [ -r \"$set_env\" ]; then\n        # shellcheck source=/dev/null\n        . "
          "\"$set_env\"\n    else\n"
          "        printf '%s: %s\\n' \"$set_env\" "_s
        + quoted(say("not found in this image", "镜像中不存在")) + u" >&2\n    fi\n}\n"_s
        + sharedMemoryGuard(process, isShmOwn, true);
    for (const Json &entry : load)
        text += commentLine(localText(member(entry, "help"), say.language())) + u"load "_s
            + quoted(stringAt(entry, "path")) + QLatin1Char('\n');
    return text + commentLine(say("The function above has done its work.", "上面的函数不再需要。"))
        + u"unset -f load\n"_s + sharedMemoryGuard(process, isShmOwn, false);
}

TemplateValues envValues(const Placement &member, const Launch &launch)
{
    TemplateValues values = member.values;
    for (const auto &[name, value] : launch.process.values.asKeyValueRange())
        values[name] = value;
    return values;
}

// Those whose condition holds, with their values.
Result<QList<std::pair<const Json *, QString>>> wantedVariables(const Json &variables, const TemplateValues &values)
{
    QList<std::pair<const Json *, QString>> all;
    for (const Json &variable : variables) {
        const Result<bool> wanted = conditionHolds(member(variable, "onlyIf"), values);
        if (!wanted)
            return wanted.error();
        if (!*wanted)
            continue;
        const Result<QString> value = expandedText(stringAt(variable, "value"), values);
        if (!value)
            return value.error();
        all << std::pair(&variable, *value);
    }
    return all;
}

Result<QString> variableLines(const Json &variables, const TemplateValues &values, const ScriptText &say)
{
    QString text;
    const auto all = wantedVariables(variables, values);
    if (!all)
        return all.error();
    for (const auto &[variable, value] : *all) {
        const Result<QString> help = expandedText(localText(member(*variable, "help"), say.language()), values);
        if (!help)
            return help.error();
        const QString name = stringAt(*variable, "name");
        QString line = exportLine(name, value);
        if (boolAt(*variable, "prepends").value_or(false))
            line = line.chopped(1) + u"\"${%1:+:$%1}\"\n"_s.arg(name);
        text += commentLine(*help) + line;
    }
    return text;
}

QString unsetLines(const Json &unset, const ScriptText &say)
{
    return commentLine(localText(member(unset, "help"), say.language())) + u"unset "_s + quoted(textsAt(unset, "names"))
        + QLatin1Char('\n');
}

} // namespace

Result<QString> envScript(const QString &deployment, const Topology &all, const Placement &member,
                          const Launch &launch, const Recipe &recipe)
{
    const ScriptText say(all.settings);
    const TemplateValues values = envValues(member, launch);
    QString text = scriptHead(say("Environment of the service. Source it, in the container: . env.sh",
                                  "服务的环境变量。在容器内加载：. env.sh"), deployment, member.name, say);
    const Json &environment = ::member(recipe.data, "environment");
    text += commentLine(say("Paths are case-sensitive: /usr/local/Ascend.", "路径区分大小写：/usr/local/Ascend。"));
    for (const Json &group : ::member(environment, "groups")) {
        const QString id = stringAt(group, "id");
        text += heading(localText(::member(group, "title"), say.language()));
        if (id == "base"_L1 && environment.contains("load"))
            text += loadLines(::member(environment, "load"), launch.process, hasOwnShm(all), say);
        if (id == "communication"_L1 && environment.contains("unset"))
            text += unsetLines(::member(environment, "unset"), say);
        const Result<QString> lines = variableLines(::member(group, "variables"), values, say);
        if (!lines)
            return lines.error();
        text += *lines;
    }
    const Json &corrections = ::member(recipe.data, "corrections");
    if (!corrections.is_array())
        return text;
    text += heading(say("Where the community guide and the documentation differ", "社区实战指南与官方文档的差异"));
    for (const Json &correction : corrections) // the sources as ever: the file on the nodes would be another one
        text += commentLine(u"%1 [%2]"_s.arg(localText(::member(correction, "text"), say.language()),
                                             localText(::member(correction, "source"), u"en"_s)));
    return text;
}

Result<QList<EnvironmentVariable>> environmentOf(const Placement &member, const Launch &launch, const Recipe &recipe)
{
    QList<EnvironmentVariable> list;
    const TemplateValues values = envValues(member, launch);
    for (const Json &group : ::member(::member(recipe.data, "environment"), "groups")) {
        const auto all = wantedVariables(::member(group, "variables"), values);
        if (!all)
            return all.error();
        for (const auto &[variable, value] : *all)
            list << EnvironmentVariable{stringAt(*variable, "name"), value, stringAt(*variable, "value"),
                                        boolAt(*variable, "prepends").value_or(false)};
    }
    return list;
}
