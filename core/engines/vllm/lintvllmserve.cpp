#include "core/engines/vllm/pluginkeys.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmimage.h"
#include "core/engines/vllm/vllmlint.h"
#include "core/engines/vllm/vllmrules.h"
#include "core/engines/vllm/vllmtraces.h"
#include "core/lint/linttext.h"
#include "core/lint/shellslips.h"
#include "core/lint/shelltext.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// The words after `vllm serve`, with their places.
struct Served {
    QList<ShellWord> words;
    int line = 1;

    QStringList texts() const
    {
        QStringList list;
        for (const ShellWord &word : words)
            list << word.text;
        return list;
    }

    // Of the flag that a complaint names; else of the command.
    QString placeOf(const QString &complaint) const
    {
        static const QRegularExpression flag(u"--?[A-Za-z][\\w.-]*"_s), end(u"[=.]"_s);
        for (auto matches = flag.globalMatch(complaint); matches.hasNext();) {
            const QString name = matches.next().captured();
            const ShellWord *beginning = nullptr; // of the flag's name: "--max-num-seq", "--max_num_seqs"
            for (const ShellWord &word : words) {
                if (word.text == name || word.text.startsWith(name + u'=') || word.text.startsWith(name + u'.'))
                    return shellPlace(word.line);
                const QString said = word.text.section(end, 0, 0).replace(u'_', u'-');
                if (said.size() > 3 && said.startsWith("--"_L1) && name.startsWith(said))
                    beginning = &word;
            }
            if (beginning)
                return shellPlace(beginning->line);
        }
        return shellPlace(line);
    }
};

std::optional<Served> servedBy(const QList<ShellWord> &argv)
{
    QStringList texts;
    for (const ShellWord &word : argv)
        texts << word.text;
    for (qsizetype from = 0; from < argv.size(); ++from) { // behind sudo, nohup, variables
        const std::optional<QStringList> words = vllmServeWords(texts.mid(from));
        if (words)
            return Served{argv.mid(argv.size() - words->size()), argv.first().line};
    }
    return {};
}

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
            if (complaint.startsWith(strangers))
                complaint.remove(u' ' + word.text);
            else if (complaint.contains(u'\'' + word.text + u'\'') || complaint.contains(u" "_s + word.text + u' '))
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
    for (const ShellWord &word : served.words) {
        const QString name = word.text.section(u'=', 0, 0);
        if ((name == "--api-key"_L1 || name == "--api_key"_L1 || name == "--hf-token"_L1) && !word.isDynamic)
            f.warning(
                "vllm.secret", shellPlace(word.line),
                LintText::tr("%1 stands on the command line: every user of the machine can read it there.").arg(name),
                name == "--hf-token"_L1 ? LintText::tr("Set HF_TOKEN in the environment instead.")
                                        : LintText::tr("Set VLLM_API_KEY in the environment instead."));
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

// told: the release of vLLM-Ascend, or an image whose tag says it
void checkServed(const Served &served, const QString &known, const QString &told, Findings &f)
{
    const QString release = checkVllmParser(served, known, f);
    for (const QString &fault : vllmContradictions(served.texts(), release))
        f.error("vllm.rules", served.placeOf(fault), LintText::tr("vLLM %1: %2.").arg(release, fault));
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

// One of several services of a script.
struct Started
{
    int line = 1, branch = 0;            // branch: of the script's conditions
    std::optional<ListenAddress> listens;
    std::optional<int> place;            // among the nodes, where the command tells it
    QStringList devices;                 // ASCEND_RT_VISIBLE_DEVICES; empty: it does not say
    double memory = 2;                   // --gpu-memory-utilization; 2: it does not say
};

constexpr qsizetype mostTogether = 64;   // services that are compared with each other; no machine has more NPUs
const QString devicesVariable = u"ASCEND_RT_VISIBLE_DEVICES="_s;

QStringList devicesIn(const ShellWord &assignment)
{
    const QString value = assignment.text.mid(devicesVariable.size());
    return assignment.isDynamic ? QStringList() : value.split(u',', Qt::SkipEmptyParts);
}

// nullopt: in a container or on another machine, of whose ports and NPUs the line does not tell all.
std::optional<Started> startedBy(const QList<ShellWord> &argv, const Served &served, const QStringList &exported)
{
    Started started{served.line, 0, {}, {}, exported};
    for (const ShellWord &word : argv.first(argv.size() - served.words.size())) {
        static const QStringList elsewhere{u"docker"_s, u"podman"_s, u"nerdctl"_s, u"kubectl"_s, u"ssh"_s};
        if (elsewhere.contains(word.text.section(u'/', -1)))
            return {};
        if (word.text.startsWith(devicesVariable))
            started.devices = devicesIn(word);
    }
    RunningProcess process;
    process.argv = QStringList{u"vllm"_s, u"serve"_s} + served.texts();
    const EngineTraces traces = vllmTraces();
    started.place = traces.place(process, {}, {});
    started.listens = traces.listens(process.argv);
    const bool isSaid = process.argv.join(u' ').contains(u" --port"_s);
    if (started.listens && !isSaid && std::any_of(served.words.cbegin(), served.words.cend(), isFilledInWhole))
        started.listens->port.reset();   // "$MORE" may say it
    for (qsizetype i = 0; i < served.words.size(); ++i) {
        const QString text = served.words[i].text, flag = u"--gpu-memory-utilization"_s;
        const QString value = text == flag ? served.words.value(i + 1).text
            : text.startsWith(flag + u'=') ? text.section(u'=', 1)
                                           : QString();
        bool isNumber = false;
        if (const double share = value.toDouble(&isNumber); isNumber)
            started.memory = share;
    }
    return started;
}

bool isOnOneAddress(const QString &one, const QString &other)
{
    const QStringList every{QString(), u"0.0.0.0"_s, u"::"_s};
    return one == other || every.contains(one) || every.contains(other);
}

// Two services of one script get in each other's way, where it is run on one machine: the second one cannot bind the
// port (vllm/entrypoints/openai/api_server.py, create_server_socket), or finds the memory of its NPUs taken
// (vllm_ascend/worker/worker.py).
void checkTogether(const QList<Started> &all, Findings &f)
{
    const QString remedy
        = LintText::tr("Give each its own. Lines that are for several machines are better checked one by one.");
    for (qsizetype i = 1; i < all.size(); ++i) {
        const Started &own = all[i];
        bool isPortSaid = false, areDevicesSaid = false;
        for (const Started &other : all.first(i)) {
            const bool isApart = own.branch != other.branch || own.place.value_or(0) != other.place.value_or(0)
                || (!own.place && !own.listens) || (!other.place && !other.listens);
            if (isApart)
                continue;
            const bool isSamePort = own.listens && other.listens && own.listens->port
                && own.listens->port == other.listens->port
                && isOnOneAddress(own.listens->host, other.listens->host);
            if (isSamePort && !std::exchange(isPortSaid, true))
                f.warning("vllm.same-port", shellPlace(own.line),
                          LintText::tr("This service and that of line %1 both listen on port %2; on one machine the "
                                       "second one ends with \"Address already in use\".")
                              .arg(other.line)
                              .arg(*own.listens->port),
                          remedy);
            QStringList both;
            for (const QString &device : own.devices) {
                if (other.devices.contains(device) && !both.contains(device))
                    both << device;
            }
            if (!both.isEmpty() && own.memory + other.memory > 1 && !std::exchange(areDevicesSaid, true))
                f.warning("vllm.same-npus", shellPlace(own.line),
                          LintText::tr("This service and that of line %1 both take the NPUs %2 "
                                       "(ASCEND_RT_VISIBLE_DEVICES); on one machine the second one finds their memory "
                                       "taken.")
                              .arg(other.line)
                              .arg(shortened(both.join(u", "_s))),
                          remedy);
        }
    }
}

// What the commands before a service say of it: the NPUs that they export, and in which branch of a condition it is.
struct Before
{
    QStringList devices;
    int branch = 0;

    void take(const ShellCommand &command)
    {
        static const QStringList conditions{u"if"_s, u"elif"_s, u"else"_s, u"fi"_s, u"case"_s, u"esac"_s};
        const ShellWord &first = command.words.first();
        if (conditions.contains(first.text) || (first.text.endsWith(u')') && !first.isDynamic))
            ++branch;
        static const QRegularExpression assignment(u"^[A-Za-z_][A-Za-z0-9_]*="_s);
        const bool isSetting = first.text == "export"_L1
            || std::all_of(command.words.cbegin(), command.words.cend(),
                           [](const ShellWord &word) { return assignment.match(word.text).hasMatch(); });
        for (const ShellWord &word : command.words) {
            if (isSetting && word.text.startsWith(devicesVariable))
                devices = devicesIn(word);
            else if (first.text == "unset"_L1 && word.text + u'=' == devicesVariable)
                devices.clear();
        }
    }
};

// Of several commands in one text, as the nodes of prefill and decode have them. Sources: vllm_ascend,
// mooncake_connector.py (addresses are kept by engine_id and port; "Conflict engine id"); decode nodes of one group may
// share theirs, as the tutorials do.
void checkEngineIds(const QList<Served> &all, const QString &release, Findings &f)
{
    struct Transfer
    {
        QString engine, role, group;
        int line = 0;
    };
    if (all.size() < 2)
        return;
    QList<Transfer> transfers;
    const Result<VllmFlags> flags = vllmFlags(release);
    for (const Served &served : flags ? all : QList<Served>()) {
        const QStringList plain = vllmPlainArguments(served.texts(), *flags);
        const auto text = [&](QLatin1StringView flag) {
            const qsizetype at = plain.lastIndexOf(flag);
            return at < 0 ? QString() : plain.value(at + 1);
        };
        const Result<Json> config = parseJson(text("--kv-transfer-config"_L1).toUtf8(), u"--kv-transfer-config"_s);
        const Transfer now{config ? stringAt(*config, "engine_id") : QString(),
                           config ? stringAt(*config, "kv_role") : QString(), text("--data-parallel-address"_L1),
                           served.line};
        if (now.engine.isEmpty() || isFilledIn(now.engine) || isFilledIn(now.role))
            continue;
        for (const Transfer &before : std::as_const(transfers)) {
            if (before.engine != now.engine)
                continue;
            const QString place = served.placeOf(u"--kv-transfer-config"_s), other = shellPlace(before.line),
                          remedy = LintText::tr("Give every prefill group and the decode group an engine_id of its "
                                                "own, or leave it out: then each has one by chance.");
            if (before.role != now.role)
                f.error("vllm.engine-id", place,
                        LintText::tr("engine_id \"%1\" is also that of the command in %2, which has another "
                                     "kv_role: no KV cache is handed over between them (\"Conflict engine id\").")
                            .arg(now.engine, other),
                        remedy);
            else if (now.role != "kv_consumer"_L1 && (now.group.isEmpty() || now.group != before.group))
                f.warning("vllm.engine-id", place,
                          LintText::tr("engine_id \"%1\" is also that of the command in %2: of two prefill nodes "
                                       "the KV cache of one would be looked for at the other.")
                              .arg(now.engine, other),
                          remedy);
            break;
        }
        transfers << now;
    }
}

} // namespace

void lintVllmCommand(const QList<ShellWord> &argv, const QString &image, Findings &findings)
{
    if (const std::optional<Served> served = servedBy(argv))
        checkServed(*served, vllmInImage(image), image, findings);
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
    Before before;
    QList<Started> together;
    QList<Served> all;
    for (const ShellCommand &command : shellCommands(text)) {
        before.take(command);
        const std::optional<Served> served = servedBy(command.words);
        if (!served)
            continue;
        if (all.isEmpty())
            checkShellSlips(text, f);
        checkServed(*served, release, context.release, f);
        if (all.size() == mostTogether)
            continue;
        all << *served;
        if (std::optional<Started> started = startedBy(command.words, *served, before.devices)) {
            started->branch = before.branch;
            together << *started;
        }
    }
    checkTogether(together, f);
    checkEngineIds(all, release.isEmpty() ? vllmReleases().last() : release, f);
    if (all.isEmpty())
        return Error{ErrorKind::Parse,
                     LintText::tr("This is not a file of the kind \"%1\": %2")
                         .arg(u"vllm-serve"_s, LintText::tr("no `vllm serve` is in it.")),
                     {},
                     {}};
    return f.list();
}
