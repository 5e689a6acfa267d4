#include "core/engines/openai/openai.h"

#include "core/base/jsonplace.h"
#include "core/base/plaintext.h"
#include "core/engines/engine.h"
#include "core/engines/enginenotes.h"
#include "core/engines/imagerelease.h"
#include "core/lint/linting.h"
#include "core/lint/shelltext.h"
#include "core/recipes/artifactstext.h"
#include "core/recipes/scripttext.h"
#include "core/shell/quote.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// The words of a command line as a shell parts them: blanks, '...', "..." and backslashes; nothing is expanded. A quote
// that does not end is an Error.
Result<QStringList> shellWords(const QString &line)
{
    QStringList words;
    QString word;
    QChar quote;
    bool inWord = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!quote.isNull() && c == quote) {
            quote = QChar();
        } else if (quote.isNull() && (c == QLatin1Char('\'') || c == QLatin1Char('"'))) {
            quote = c;
            inWord = true;
        } else if (c == QLatin1Char('\\') && quote != QLatin1Char('\'') && i + 1 < line.size()) {
            word += line[++i];
            inWord = true;
        } else if (quote.isNull() && c.isSpace()) {
            if (inWord)
                words << std::exchange(word, {});
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (!quote.isNull())
        return Error{ErrorKind::Invalid,
                     ArtifactsText::tr("\"command\" has a %1 that is not closed: %2").arg(quote).arg(line),
                     {},
                     {}};
    return inWord ? words << word : words;
}

// What the command may name is filled in when the files are made; a name that nothing fills is said before.
Result<void> namesAreFilled(const QString &command, const Recipe &recipe)
{
    QStringList known = placedNames();
    for (const RecipeSetting &setting : recipe.settings)
        known << setting.key;
    for (const auto &[key, value] : ::member(recipe.data, "launch").items())
        known << u"launch."_s + QString::fromStdString(key);
    static const QRegularExpression use(u"\\$\\{([^}]*)\\}"_s);
    for (const QRegularExpressionMatch &match : use.globalMatch(command)) {
        const QString name = match.captured(1), near = nearestName(name, known);
        if (known.contains(name))
            continue;
        return Error{ErrorKind::Invalid,
                     near.isEmpty()
                         ? ArtifactsText::tr("\"command\" uses ${%1}, which nothing fills in; there are the settings, "
                                             "such as ${port} and ${weights}, and %2.")
                               .arg(name.left(80), placedNames().join(", "_L1))
                         : ArtifactsText::tr("\"command\" uses ${%1}, which nothing fills in; did you mean ${%2}?")
                               .arg(name, near),
                     {},
                     {}};
    }
    return {};
}

// An image of an engine that is known here tells more than that nobody knows it.
Result<void> imageTakes(const Json &settings)
{
    const QString fetched = stringAt(settings, "weightsModel");
    const QString refusal = imageRefusal(stringAt(settings, "image"), stringAt(settings, "command"),
                                         {fetched.isEmpty() ? stringAt(settings, "weights") : fetched, {}});
    if (refusal.isEmpty())
        return {};
    Error error{ErrorKind::Invalid, refusal, {}, {}};
    error.facts.insert(u"setting"_s, u"image"_s);
    return error;
}

// What the rules of the engine whose image it is say of the command, where its tag names a release. No more than a
// doubt: an image may have been changed, and what runs is adopted as it is.
QString imageCommandDoubt(const Recipe &, const Json &settings)
{
    const QString image = stringAt(settings, "image"), command = stringAt(settings, "command");
    if (const QString refused = placeholderRefusal(image); !refused.isEmpty())
        return refused;
    QStringList said;
    for (const Engine &other : engines()) {
        const QRegularExpression own(u"(^|/)"_s + other.demands.imageRelease);
        if (!other.traces.lintCommands || other.demands.imageRelease.isEmpty() || !own.match(image).hasMatch()
            || !imageTakes(settings))
            continue;
        Findings findings;
        other.traces.lintCommands(shellCommands(command), image, {}, findings);
        for (const LintFinding &finding : findings.list()) {
            if (finding.severity == Severity::Error)
                said << finding.message;
        }
    }
    return said.isEmpty() ? QString()
                          : ArtifactsText::tr("The command does not fit the image %1: %2")
                                .arg(shortened(image), said.join(u' '));
}

// What the words say for this flag, "--port 9100" or "--port=9100"; `isList`: up to the next flag. Also those of a line
// for a shell ("-c"). vLLM and others take "_" for "-".
QStringList saidFor(const QString &flag, bool isList, const QStringList &words)
{
    static const QRegularExpression line(u"\\A-[a-z]*c\\z"_s);
    QStringList said;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (i > 0 && line.match(words[i - 1]).hasMatch()) {
            if (const Result<QStringList> inner = shellWords(words[i]))
                said << saidFor(flag, isList, *inner);
        }
        const QString name = words[i].section(u'=', 0, 0);
        if (QString(name).replace(u'_', u'-') != flag)
            continue;
        if (name != words[i]) {
            said << words[i].mid(name.size() + 1);
            continue;
        }
        const qsizetype end = isList ? words.size() : std::min(i + 2, words.size());
        for (qsizetype k = i + 1; k < end && !words[k].startsWith(u'-'); ++k)
            said << words[k];
    }
    return said;
}

// Probes, clients and the Kubernetes Service go by the settings, whatever the command names. What a shell fills in is
// not known; of several services one is enough.
QString commandSaysOtherwise(const Json &settings)
{
    const Result<QStringList> command = shellWords(stringAt(settings, "command"));
    if (!command)
        return {};
    TemplateValues values;
    for (const auto &[key, value] : settings.items())
        values[QString::fromStdString(key)] = value;
    QStringList words;
    for (const QString &word : *command) {
        const Result<QString> filled = expandedText(word, values);
        words << (filled ? *filled : word);
    }
    QStringList doubts;
    for (const auto &[flag, key] :
         {std::pair(u"--port"_s, "port"), std::pair(u"--served-model-name"_s, "servedModelName")}) {
        const Json &its = ::member(settings, key);
        const QString set = its.is_null() ? QString() : plainText(its);
        QStringList said = saidFor(flag, its.is_string(), words);
        said.removeIf([](const QString &one) { return one.contains(u'$'); });
        if (said.isEmpty() || set.isEmpty() || said.contains(set))
            continue;
        bool isNumber = false;
        said.last().toInt(&isNumber);
        const bool canBeSet = isNumber || (its.is_string() && !said.last().contains(u'{')); // no "{port}"
        doubts << (canBeSet
                       ? ArtifactsText::tr("The command says %1 %2, but the setting \"%3\" is %4, and that is what "
                                           "probes and clients go by. Write ${%3} in the command, or set \"%3\" to %2.",
                                           "--port; 9100; port; 8000")
                       : ArtifactsText::tr("The command says %1 %2, but the setting \"%3\" is %4, and that is what "
                                           "probes and clients go by. Write ${%3} in the command.",
                                           "--port; {port}; port; 8000"))
                      .arg(flag, shortened(said.last()), QLatin1String(key), set);
    }
    return doubts.join(u' ');
}

Result<void> imageAgrees(const Recipe &recipe, const Json &settings, int cards)
{
    if (const Result<void> fits = nodesAgree(recipe, cards); !fits)
        return fits;
    const Result<QStringList> words = shellWords(stringAt(settings, "command"));
    if (!words)
        return words.error();
    if (words->isEmpty())
        return Error{ErrorKind::Invalid,
                     ArtifactsText::tr("\"command\" is empty: say what starts the service in this image, for example: "
                                       "vllm serve ${weights} --port ${port}"),
                     {},
                     {}};
    if (const Result<void> filled = namesAreFilled(stringAt(settings, "command"), recipe); !filled)
        return filled;
    if (const Result<void> taken = imageTakes(settings); !taken)
        return taken;
    return mountsAgree(settings);
}

Result<Process> imageProcess(const Topology &all, const Placement &placement, const Recipe &recipe)
{
    const ScriptText say(all.settings);
    Process process;
    process.name = u"service"_s;
    process.workFolder = placement.value("deployment.folder");
    process.workHelp = say("The command as the deployment has it; nothing here knows the program.",
                           "部署中填写的启动命令，本程序不了解该服务。");
    QStringList words;
    const Result<QStringList> command = shellWords(stringAt(all.settings, "command"));
    if (!command)
        return command.error();
    for (const QString &word : *command) {
        const Result<QString> text = expandedText(word, placement.values);
        if (!text)
            return text.error();
        words << *text;
    }
    process.argvLines = {words};
    const Json &ready = ::member(recipe.data, "ready");
    const Result<QString> path = expandedText(stringAt(ready, "healthPath"), placement.values);
    if (!path)
        return path.error();
    process.healthPath = *path;
    process.serves = !all.placements.isEmpty() && all.placements.first().name == placement.name;
    return process;
}

QString imageLineNote(const QString &artifactKind, const QString &, const Recipe &recipe)
{
    return artifactKind == "script"_L1 ? settingNote(recipe, u"command"_s) : QString();
}

QString imageChecked(const Recipe &)
{
    return ArtifactsText::tr("Nothing here knows the program in the image, so its command was not checked.");
}

// Flags whose value was not told (core/facts/runningprocess.h): "***" would be the key of what is deployed.
QStringList withoutTakenOut(const QStringList &argv)
{
    static const QRegularExpression inLine(u"(?<!\\S)--?[A-Za-z][A-Za-z0-9_-]*[= ](\\*\\*\\*(\\s+|(?!\\S)))+"_s);
    const QString takenOut = u"***"_s;
    QStringList kept;
    bool isOfFlag = false;
    for (const QString &word : argv) {
        if (word == takenOut) {
            if (!std::exchange(isOfFlag, true) && !kept.isEmpty() && kept.last().startsWith(u'-'))
                kept.removeLast();
            continue;
        }
        isOfFlag = false;
        if (!word.startsWith(u'-') || word.section(u'=', 1) != takenOut)
            kept << QString(word).remove(inLine);
    }
    return kept;
}

// Any program: its command line is the setting.
EngineTraces imageTraces()
{
    EngineTraces traces;
    traces.told = [](const RunningProcess &process, const QMap<QString, QByteArray> &, const Recipe &) {
        Json told{{"command", quoted(withoutTakenOut(process.argv))}};
        const QStringList names = saidFor(u"--served-model-name"_s, true, process.argv);
        if (!names.isEmpty() && !names.first().contains(u'$'))
            told["servedModelName"] = names.first();
        return told;
    };
    traces.pattern = [](const Recipe &) {
        return Json{{"command", "${command}"}, {"servedModelName", "${servedModelName}"}};
    };
    return traces;
}

} // namespace

Engine openAiEngine()
{
    const EnginePort service{"port", "service", 8000};
    return {"openai",
            "OpenAI API",
            false,
            {service},
            {service, service, service},
            "/v1/models",
            {},
            {},
            imageAgrees,
            nullptr,
            nullptr,
            imageProcess,
            nullptr,
            imageLineNote,
            imageChecked,
            {{}, {}, {u"ready"_s}, {}, {}, {{"command", "string"}}},
            {},
            nullptr,
            nullptr,
            nullptr,
            nullptr,
            nullptr,
            imageTraces(),
            nullptr,
            imageCommandDoubt,
            nullptr,
            commandSaysOtherwise};
}
