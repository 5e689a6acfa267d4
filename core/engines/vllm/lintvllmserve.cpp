#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmimage.h"
#include "core/engines/vllm/vllmlint.h"
#include "core/engines/vllm/vllmrules.h"
#include "core/engines/vllm/vllmtogether.h"
#include "core/engines/vllm/vllmvariables.h"
#include "core/lint/linttext.h"
#include "core/lint/shellslips.h"
#include "core/lint/shelltext.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// A word that the shell fills in may be a number, a choice or more flags: the parser's complaint about it says nothing.
QStringList complaintsOf(const Served &served, const QString &release)
{
    const Result<VllmFlags> flags = vllmFlags(release);
    if (!flags)
        return {};
    QStringList complaints = vllmComplaints(served.texts(), *flags);
    const QString strangers = u"unrecognized arguments:"_s;
    for (QString &complaint : complaints) {
        for (const ShellWord &word : served.words) {
            if (!word.isDynamic)
                continue;
            const qsizetype equal = word.text.startsWith("--"_L1) ? word.text.indexOf(u'=') : -1; // "--port=$PORT"
            const QString value = word.text.mid(equal + 1);
            if (complaint.startsWith(strangers))
                complaint.remove(u' ' + word.text);
            else if (complaint.contains(u'\'' + value + u'\'') || complaint.contains(u" "_s + value + u' '))
                complaint.clear();
        }
        if (complaint == strangers)
            complaint.clear();
    }
    complaints.removeAll(QString());
    return complaints;
}

// The release by which the rest is judged; says what the parsers say.
QString checkVllmParser(const Served &served, const QString &known, Findings &f)
{
    const auto tell = [&](const QString &release) {
        const QString words = known.isEmpty()
            ? LintText::tr("No release of vLLM that is known here takes this. The nearest, %1, ends before it loads "
                           "the model: %2")
            : LintText::tr("vLLM %1 ends before it loads the model: %2");
        for (const QString &complaint : complaintsOf(served, release))
            f.error("vllm.parser", served.placeOf(complaint), words.arg(release, complaint),
                    LintText::tr("Change or remove this flag, or take an image of a release that knows it."));
    };
    if (!known.isEmpty()) {
        tell(known);
        return known;
    }
    QStringList taking, refusing;
    QString nearest;
    qsizetype fewest = -1;
    for (const QString &release : vllmReleases()) {
        const qsizetype count = complaintsOf(served, release).size();
        (count == 0 ? taking : refusing) << release;
        if (fewest < 0 || count <= fewest) {
            fewest = count;
            nearest = release;
        }
    }
    if (taking.isEmpty())
        tell(nearest);
    else if (!refusing.isEmpty())
        f.info("vllm.release", shellPlace(served.line),
               LintText::tr(
                   "Which release reads this is not known. The parsers of vLLM %1 take it; others do not, such "
                   "as that of %2: %3")
                   .arg(taking.size() > 6 ? u"%1 … %2"_s.arg(taking.first(), taking.last()) : taking.join(", "_L1),
                        refusing.last(), complaintsOf(served, refusing.last()).value(0).left(200)),
               LintText::tr("Compare with the tag of your image."));
    return taking.isEmpty() ? nearest : taking.last();
}

// Of a release or an image; empty: it is not known.
QStringList pluginReleasesTold(const QString &told)
{
    const bool isImage = told.contains(u':') || told.contains(u'/');
    const QString known = isImage ? vllmInImage(told) : pluginVllm(told);
    const QString vllm = known.isEmpty() && !isImage ? vllmReleaseNamed(told) : known;
    return vllm.isEmpty() ? QStringList() : pluginReleases(told, vllm);
}

void checkVllmModel(const Served &served, const QString &release, Findings &f)
{
    const Result<VllmFlags> flags = vllmFlags(release);
    const QStringList plain = vllmPlainArguments(served.texts(), flags ? *flags : VllmFlags());
    const bool isNamed = (!plain.isEmpty() && !plain.first().startsWith(u'-')) || plain.contains("--model"_L1);
    if (!isNamed && !plain.contains("--config"_L1)) {
        f.error("vllm.model", shellPlace(served.line),
                LintText::tr("No model is named; vLLM would load a small one of its own choice from Hugging Face."),
                LintText::tr("The folder of the weights comes right after \"serve\"."));
        return;
    }
    const qsizetype at = plain.indexOf(u"--model"_s);
    const QString model = at >= 0 ? plain.value(at + 1) : plain.value(0);
    if (vllmDetectsModelSlim(release))
        return;
    // ModelSlim's weights are read by the Ascend plugin's own quantization (vllm-ascend, modelslim_config.py).
    static const QRegularExpression slim(u"w[48]a[48]"_s, QRegularExpression::CaseInsensitiveOption);
    if (slim.match(model).hasMatch() && !plain.contains("--quantization"_L1) && !plain.contains("--config"_L1))
        f.warning("vllm.quantization", shellPlace(served.line),
                  LintText::tr("The name of the weights says %1, and --quantization is not there.")
                      .arg(slim.match(model).captured().toUpper()),
                  LintText::tr("ModelSlim's weights want --quantization ascend."));
}

void checkVllmSecret(const Served &served, Findings &f)
{
    for (qsizetype i = 0; i < served.words.size(); ++i) {
        const ShellWord &word = served.words[i];
        const QString name = word.text.section(u'=', 0, 0);
        if ((name != "--api-key"_L1 && name != "--api_key"_L1 && name != "--hf-token"_L1) || word.isDynamic)
            continue;
        const QString remedy = name == "--hf-token"_L1
            ? LintText::tr("Set HF_TOKEN in the environment instead.")
            : LintText::tr("Set VLLM_API_KEY in the environment instead.");
        const bool isApart = name == word.text && i + 1 < served.words.size();
        if ((isApart ? served.words[i + 1].text : word.text.section(u'=', 1)) == "***"_L1)
            f.warning("vllm.secret", shellPlace(word.line),
                      LintText::tr("%1 is ***, which stands where a key was taken out: it would be the key itself.")
                          .arg(name),
                      remedy);
        else
            f.warning(
                "vllm.secret", shellPlace(word.line),
                LintText::tr("%1 stands on the command line: every user of the machine can read it there.").arg(name),
                remedy);
    }
}

// What the plugin's release does not read of --additional-config; what it refuses is among the rules.
void checkPluginKeys(const Served &served, const QString &release, const QStringList &plugins, Findings &f)
{
    const Result<VllmFlags> flags = vllmFlags(release);
    for (const PluginKeyFault &fault : flags ? pluginKeyFaults(served.texts(), *flags, plugins)
                                             : QList<PluginKeyFault>()) {
        const QString place = served.placeOf(fault.text);
        const QString remedy
            = LintText::tr("Take it out, or take an image of a release that reads it (%1 of that release).")
                  .arg(pluginKeySource());
        using Kind = PluginKeyFault::Kind;
        if (fault.kind == Kind::Unknown)
            f.warning("vllm.plugin-key", place, fault.text + u'.', remedy);
        else if (fault.kind == Kind::Ignored && plugins.isEmpty())
            f.info("vllm.plugin-key", place, fault.text + u'.', remedy);
        else if (fault.kind == Kind::Ignored)
            f.error("vllm.plugin-key", place, fault.text + u'.', remedy);
    }
}

// The plugin logs a warning and goes on (vllm_ascend/platform.py).
void checkResets(const Served &served, const QString &release, const QStringList &plugins, Findings &f)
{
    const Result<VllmFlags> flags = vllmFlags(release);
    const QStringList resets
        = flags ? vllmResets(vllmPlainArguments(served.texts(), *flags), *flags, release, plugins) : QStringList();
    for (const QString &reset : resets)
        f.warning("vllm.rules", served.placeOf(reset), LintText::tr("vLLM %1: %2.").arg(release, reset));
}

NpusPerNode npusPerNode(const QList<int> &counts)
{
    if (counts.isEmpty())
        return {};
    const auto [fewest, most] = std::minmax_element(counts.cbegin(), counts.cend());
    return {*fewest, *most, true};
}

// told: the release of vLLM-Ascend, or an image whose tag says it
void checkServed(const Served &served, const QString &known, const QString &told, const VllmVariables &variables,
                 const NpusPerNode &npus, Findings &f)
{
    const QString release = checkVllmParser(served, known, f);
    const VllmFaults faults = vllmFaults(served.texts(), release, variables);
    for (const QString &fault : faults.contradictions)
        f.error("vllm.rules", served.placeOf(fault), LintText::tr("vLLM %1: %2.").arg(release, fault));
    for (const QString &caution : vllmCautions(served.texts(), release))
        f.warning("vllm.rules", served.placeOf(caution), LintText::tr("vLLM %1: %2.").arg(release, caution));
    checkResets(served, release, pluginReleases(told, release), f);
    for (const QString &fault : faults.unset)
        f.warning("vllm.variable", served.placeOf(fault), LintText::tr("vLLM %1: %2.").arg(release, fault),
                  LintText::tr("This script does not set it; what calls the script, or the image, may."));
    for (const QString &slip : vllmTransferSlips(served.texts(), release, npus))
        f.warning("vllm.kv-transfer", served.placeOf(slip), slip + u'.');
    for (const QString &note : vllmTransferNotes(served.texts(), release, npus))
        f.info("vllm.kv-transfer", served.placeOf(note), note + u'.',
               npus.isTold ? QString()
                           : LintText::tr("How many NPUs the node has is not known here; `ls -d /dev/davinci[0-9]*` "
                                          "on it lists them."));
    if (const QString twice = vllmGivenTwice(served.texts(), release); !twice.isEmpty())
        f.warning("vllm.twice", served.placeOf(twice), LintText::tr("vLLM %1: %2.").arg(release, twice));
    for (const QString &stranger : vllmStrangeConnectors(served.texts(), release))
        f.warning("vllm.connector", served.placeOf(stranger), stranger + u'.',
                  LintText::tr("vLLM ends with \"Unsupported connector type\" unless a plugin of the image registers "
                               "it, or kv_connector_module_path names its module."));
    checkPluginKeys(served, release, known.isEmpty() ? QStringList() : pluginReleases(told, known), f);
    checkVllmModel(served, release, f);
    checkVllmSecret(served, f);
}

// "docker run ... vllm-ascend:v0.18.0 vllm serve": the word whose tag says the release; empty: none does.
QString imageIn(const ShellCommand &command)
{
    for (const ShellWord &word : command.words) {
        if (!word.isDynamic && !word.text.startsWith(u'-') && !vllmInImage(word.text).isEmpty())
            return word.text;
    }
    return {};
}

// The words behind a placeholder are lost to the shell, so nothing else is said of such a command.
bool checkPlaceholders(const QList<ShellWord> &command, Findings &f)
{
    const auto its = std::find_if(command.cbegin(), command.cend(),
                                  [](const ShellWord &word) { return !word.placeholder.isEmpty(); });
    if (its == command.cend())
        return true;
    f.error("shell.placeholder", shellPlace(its->line),
            LintText::tr("%1 is a placeholder: the shell would read from a file of that name.")
                .arg(shortened(its->placeholder)),
            LintText::tr("Put the value in."));
    return false;
}

} // namespace

void lintVllmCommands(const QList<ShellCommand> &commands, const QString &image, const GivenVariables &given,
                      Findings &findings)
{
    ScriptVariables variables(given);
    for (const ShellCommand &command : commands) {
        variables.see(command);
        const std::optional<Served> served = servedBy(command.words);
        if (served && checkPlaceholders(command.words, findings))
            checkServed(*served, vllmInImage(image), image, variables.of(command, *served),
                        npusPerNode(given.npus), findings);
    }
}

std::optional<VariableFault> vllmVariableFault(const Json &variable, const QString &release)
{
    const QStringList releases = pluginReleasesTold(release);
    const QString name = stringAt(variable, "name"), key = stringAt(variable, "use");
    const Json &spans = member(variable, "in"), &renamed = member(variable, "renamed");
    const bool isRead = isInPluginSpans(spans, releases.isEmpty() ? newestPlugins() : releases),
               isKeyThere = isPluginKeyOf(key, releases);
    const QString remedy = isKeyThere ? LintText::tr("Use %1 in --additional-config.").arg(key)
        : isInPluginSpans(member(renamed, "in"), releases) ? LintText::tr("Use %1.").arg(stringAt(renamed, "name"))
                                                           : LintText::tr("Remove it.");
    const bool isDeprecated = stringAt(variable, "status") == "deprecated"_L1;
    if (isRead)
        return isDeprecated && isKeyThere
            ? std::optional(VariableFault{LintText::tr("%1 is deprecated.").arg(name), remedy, true})
            : std::nullopt;
    const QString readers = pluginSpansTold(spans);
    if (releases.isEmpty())
        return VariableFault{
            LintText::tr("%1 is read by vLLM-Ascend %2 only; other releases ignore it.").arg(name, readers),
            LintText::tr("Remove it, unless the image is of one of these releases.")};
    return VariableFault{LintText::tr("%1 has no effect in vLLM-Ascend %2; it is read by %3.")
                             .arg(name, releases.join(", "_L1), readers),
                         remedy};
}

Result<QList<LintFinding>> lintVllmServe(const QByteArray &content, const LintContext &context)
{
    Findings f;
    const QString text = content.contains('\0') ? QString() : shellTextOf(content);
    const QString release = context.release.isEmpty() ? QString() : vllmReleaseNamed(context.release);
    if (!context.release.isEmpty() && release.isEmpty())
        return Error{ErrorKind::Invalid,
                     LintText::tr("The command line of vLLM %1 is not known here; known are %2.")
                         .arg(context.release, vllmReleases().join(", "_L1)),
                     {},
                     {}};
    const NpusPerNode npus = npusPerNode(npuCounts(context.facts));
    bool isAny = false;
    VllmTogether together(text);
    ScriptVariables variables;
    const auto judge = [&](const ShellCommand &command, const Served &written, const ScriptVariables &its,
                           const VllmVariables &gets) {
        if (!std::exchange(isAny, true))
            checkShellSlips(text, f);
        if (checkPlaceholders(command.words, f)) {
            QStringList unknown;
            const Served served = its.filledIn(written, unknown);
            const QString image = release.isEmpty() ? imageIn(command) : QString();
            if (image.isEmpty())
                checkServed(served, release, context.release, gets, npus, f);
            else
                checkServed(served, vllmInImage(image), image, gets, npus, f);
            together.add(command, served);
            if (!unknown.isEmpty())
                f.info("vllm.filled-in", shellPlace(served.line),
                       LintText::tr("Not known here: %1. What depends on it was not judged.", "$TP, $PORT")
                           .arg(unknown.join(", "_L1)));
        }
        variables.startAnew();
    };
    for (const ShellCommand &command : shellCommands(text)) {
        together.see(command);
        variables.see(command);
        if (const std::optional<Served> served = servedBy(command.words)) {
            judge(command, *served, variables, variables.of(command, *served));
            continue;
        }
        for (const ShellScript &script : scriptsIn(command)) {
            ScriptVariables inside = variables.inside(script.before);
            ShellCommand whole = command; // as if its words stood there one after the other
            whole.words = script.before;
            for (const ShellCommand &inner : script.commands) {
                inside.see(inner);
                whole.words << inner.words;
                const std::optional<Served> served = servedBy(inner.words);
                if (!served)
                    continue;
                whole.behind = inner.behind == "&"_L1 ? inner.behind : command.behind;
                judge(whole, *served, inside, inside.of(inner, *served));
                inside.startAnew();
            }
        }
    }
    together.check(release, f);
    if (!isAny)
        return Error{ErrorKind::Parse,
                     LintText::tr("This is not a file of the kind \"%1\": %2")
                         .arg(u"vllm-serve"_s, LintText::tr("no `vllm serve` is in it.")),
                     {},
                     {}};
    return f.list();
}
