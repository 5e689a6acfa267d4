// Shell files that set the environment of an engine, against resources/env-vars.json and the
// rules of the engines: misspelt and outdated names, wrong values, pairs that exclude each other.
#include "core/base/data.h"
#include "core/engines/engine.h"
#include "core/lint/linting.h"
#include "core/lint/linttext.h"
#include "core/lint/shelltext.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct Assignment
{
    int line = 0;
    QString name, value;
    bool dynamic = false;
    bool isForCommand = false;           // "NAME=value command": for that one only
    bool isExported = false;             // by this very line
    bool isUsed = false;                 // by the script itself, as $NAME

    // A variable of the script, which no engine gets to see. A file that is read for its variables, by docker's
    // --env-file or by systemd, exports nothing and uses nothing.
    bool isScripts() const { return isUsed && !isExported && !isForCommand; }
};

struct EnvFile
{
    QList<Assignment> assignments;
    QHash<QString, Assignment> last;
    QList<QPair<int, QString>> sourced;
    QStringList unset;
    QSet<QString> exported;              // "export NAME"
    bool isAllExported = false;          // set -a
    bool other = false;                  // commands besides
};

bool isName(const QString &text)
{
    static const QRegularExpression name(u"\\A[A-Za-z_][A-Za-z0-9_]*\\z"_s);
    return name.match(text).hasMatch();
}

void readAssignments(const ShellCommand &line, qsizetype from, EnvFile &file)
{
    const auto isOne = [](const ShellWord &word) {
        const qsizetype equals = word.text.indexOf(QLatin1Char('='));
        return equals > 0 && isName(word.text.left(equals));
    };
    const auto words = line.words.mid(from);
    const auto command = std::find_if_not(words.cbegin(), words.cend(), isOne);
    const bool isForCommand = from == 0 && command != words.cend();
    for (auto word = words.cbegin(); word != (from == 0 ? command : words.cend()); ++word) {
        if (!isOne(*word))
            continue;
        const qsizetype equals = word->text.indexOf(QLatin1Char('='));
        file.assignments << Assignment{line.line, word->text.left(equals), word->text.mid(equals + 1),
                                       word->isDynamic, isForCommand, from > 0};
    }
    file.other = file.other || isForCommand;
}

// export, declare -x, set -a
void readExports(const ShellCommand &line, EnvFile &file)
{
    const QString first = line.words.first().text;
    const QStringList words = line.texts().mid(1);
    const bool isDeclared = first == "declare"_L1 || first == "typeset"_L1;
    static const QRegularExpression all(u"\\A-[A-Za-z]*a"_s), exporting(u"\\A-[A-Za-z]*x"_s);
    if (first == "set"_L1 && (!words.filter(all).isEmpty() || words.contains(u"allexport"_s)))
        file.isAllExported = true;
    if (first == "export"_L1 || (isDeclared && !words.filter(exporting).isEmpty()))
        file.exported += QSet<QString>(words.cbegin(), words.cend());
}

// "${NAME:-8000}" in a word that is no assignment to NAME itself.
void readUses(const ShellCommand &line, QSet<QString> &used)
{
    static const QRegularExpression use(u"\\$\\{?[#!]?([A-Za-z_][A-Za-z0-9_]*)"_s);
    for (const ShellWord &word : line.words) {
        if (!word.isDynamic)
            continue;
        for (auto each = use.globalMatch(word.text); each.hasNext();) {
            const QString name = each.next().captured(1);
            if (!word.text.startsWith(name + u'='))
                used << name;
        }
    }
}

EnvFile readEnvFile(const QString &text, Findings &f)
{
    EnvFile file;
    QSet<QString> used;
    for (const ShellCommand &line : shellCommands(text)) {
        readExports(line, file);
        readUses(line, used);
        if (line.isUnclosed)
            f.error("shell.quote", shellPlace(line.line),
                    LintText::tr("A quotation mark in this command is not closed."), LintText::tr("Close it."));
        const QString first = line.words.first().text;
        const bool isExport = first == "export"_L1;
        const qsizetype from = isExport ? 1 : 0;
        const bool spaced = line.words.size() > from + 1 && isName(line.words[from].text)
            && line.words[from + 1].text.startsWith(QLatin1Char('='));
        if (spaced && (isExport || line.words[from + 1].text == "="_L1)) {
            f.error("env.blanks", shellPlace(line.line),
                    LintText::tr("There are blanks around \"=\"; a shell sets nothing here."),
                    LintText::tr("NAME=value, without blanks."));
        } else if (isExport || (first.contains(QLatin1Char('=')) && isName(first.section(QLatin1Char('='), 0, 0)))) {
            readAssignments(line, from, file);
        } else if (first == "unset"_L1) {
            for (const ShellWord &word : line.words.mid(1))
                file.unset << word.text;
        } else if (line.words.size() > 1 && (first == "source"_L1 || first == "."_L1 || first == "load"_L1)) {
            if (!line.words[1].isDynamic)
                file.sourced << qMakePair(line.line, line.words[1].text);
        } else {
            file.other = true;
        }
    }
    for (Assignment &a : file.assignments) {
        a.isUsed = used.contains(a.name);
        a.isExported = a.isExported || file.isAllExported || file.exported.contains(a.name);
        if (!a.isScripts())
            file.last.insert(a.name, a);
    }
    return file;
}

struct Variables
{
    QHash<QString, Json> byName;
    QStringList names;
    QSet<QString> plain;                 // that are read, and nothing more is known of them
};

const Result<Variables> &variables()
{
    static const Result<Variables> all = []() -> Result<Variables> {
        const Result<Json> data = jsonDataFile(u"env-vars.json"_s);
        if (!data)
            return data.error();
        Variables result;
        for (const Json &variable : data->at("variables")) {
            result.byName.insert(stringAt(variable, "name"), variable);
            result.names << stringAt(variable, "name");
        }
        const QStringList plain = textsAt(member(*data, "readByVllm"), "names");
        result.names << plain;
        result.plain = QSet<QString>(plain.begin(), plain.end());
        return result;
    }();
    return all;
}

// Names of these families are ours to judge; others belong to the user.
bool isEngineName(const QString &name)
{
    static const QStringList families{u"HCCL_"_s, u"HCOMM_"_s,     u"ASCEND_"_s,     u"ATB_"_s,         u"MINDIE_"_s,
                                      u"MIES_"_s, u"VLLM_"_s,      u"TORCH_HCCL_"_s, u"PYTORCH_NPU_"_s, u"NPU_"_s,
                                      u"LCCL_"_s, u"RANK_TABLE"_s, u"RANKTABLE"_s};
    return std::any_of(families.begin(), families.end(),
                       [&](const QString &family) { return name.startsWith(family); });
}

// As most names are: a slip in "VLLM_PORT" is one of "PORT", and half of that makes another word, "VLLM_ROOT".
QString nearestVariable(const QString &name, const QStringList &known)
{
    const qsizetype ahead = isEngineName(name) ? name.indexOf(u'_') + 1 : 0;
    QStringList kin, others;
    for (const QString &one : known) {
        if (ahead > 0 && one.startsWith(QStringView(name).left(ahead)))
            kin << one.mid(ahead);
        else
            others << one;
    }
    const QString near = nearestName(name.mid(ahead), kin);
    return near.isEmpty() ? nearestName(name, others) : name.left(ahead) + near;
}

std::optional<VariableFault> variableFault(const Json &variable, const QString &release)
{
    for (const Engine &engine : engines()) {
        if (engine.traces.variableFault && stringAt(variable, "engine") == QLatin1String(engine.id)
            && variable.contains("in"))
            return engine.traces.variableFault(variable, release);
    }
    return std::nullopt;
}

void checkName(const Assignment &a, const Variables &known, const QString &release, Findings &f)
{
    const QString where = shellPlace(a.line);
    const auto its = known.byName.constFind(a.name);
    if (known.plain.contains(a.name))
        return;
    if (its == known.byName.cend()) {
        // The script's own, which is exported as well: for a part of it, or for nothing.
        if (a.isUsed && !a.isForCommand) {
            if (isEngineName(a.name))
                f.info("env.unknown", where,
                       LintText::tr("%1 is no variable of the engines that is known; the script uses it itself.")
                           .arg(a.name));
            return;
        }
        const QString near = a.name.size() >= 6 ? nearestVariable(a.name, known.names) : QString();
        if (!near.isEmpty() && (isEngineName(a.name) || (isEngineName(near) && !a.isUsed)))
            f.error("env.misspelt", where,
                    LintText::tr("%1 is no variable of the engines; did you mean %2?").arg(a.name, near),
                    LintText::tr("Rename it to %1; as it is, it has no effect.").arg(near));
        else if (isEngineName(a.name))
            f.warning("env.unknown", where, LintText::tr("%1 is not documented.").arg(a.name),
                      LintText::tr("Check the spelling; who reads it is not known here."));
        return;
    }
    const QString status = stringAt(*its, "status"), use = stringAt(*its, "use");
    const QString remedy = use.isEmpty() ? LintText::tr("Remove it.") : LintText::tr("Use %1.").arg(use);
    const std::optional<VariableFault> fault = variableFault(*its, release);
    if (fault && isEngineName(a.name))
        f.warning(fault->isRead ? "env.deprecated" : "env.removed", where, fault->text, fault->remedy);
    else if (fault) // another program may read it
        f.info(fault->isRead ? "env.deprecated" : "env.removed", where, fault->text, fault->remedy);
    else if (its->contains("in"))
        return;
    else if (status == "deprecated"_L1)
        f.warning("env.deprecated", where, LintText::tr("%1 is deprecated.").arg(a.name), remedy);
    else if (status == "observed"_L1)
        f.info("env.undocumented", where,
               LintText::tr("%1 has been seen in scripts, but is not documented.").arg(a.name));
}

QString rangeOf(const Json &variable)
{
    const auto low = numberAt(variable, "min"), high = numberAt(variable, "max"), above = numberAt(variable, "above");
    if (above)
        return LintText::tr("more than %1, at most %2").arg(*above).arg(high.value_or(1));
    if (low && high)
        return LintText::tr("%1 to %2").arg(qint64(*low)).arg(qint64(*high));
    return low ? LintText::tr("at least %1").arg(qint64(*low)) : QString();
}

void checkNumber(const Assignment &a, const Json &variable, bool integer, Findings &f)
{
    bool ok = false;
    const double value = integer ? double(a.value.toLongLong(&ok)) : a.value.toDouble(&ok);
    if (!ok) {
        f.error("env.type", shellPlace(a.line),
                LintText::tr("%1 is \"%2\"; it must be a number.").arg(a.name, a.value.left(60)));
        return;
    }
    const auto low = numberAt(variable, "min"), high = numberAt(variable, "max"), above = numberAt(variable, "above");
    if ((low && value < *low) || (high && value > *high) || (above && value <= *above))
        f.error("env.range", shellPlace(a.line),
                LintText::tr("%1 is %2; allowed: %3.").arg(a.name, a.value, rangeOf(variable)));
    const auto multiple = integerAt(variable, "multiple");
    if (multiple && integer && qint64(value) % *multiple != 0)
        f.error("env.range", shellPlace(a.line),
                LintText::tr("%1 is %2; it must be a multiple of %3.").arg(a.name, a.value).arg(*multiple));
}

void checkChoice(const Assignment &a, const Json &variable, Findings &f)
{
    QStringList values;
    for (const Json &value : variable.at("values"))
        values << (value.is_string() ? value.get<QString>() : QString());
    const QStringList listed = textsAt(variable, "orListOf");
    const Qt::CaseSensitivity cases
        = boolAt(variable, "anyCase").value_or(false) ? Qt::CaseInsensitive : Qt::CaseSensitive;
    const QStringList parts = a.value.split(u',');
    if (values.contains(a.value, cases) || std::all_of(parts.begin(), parts.end(), [&](const QString &part) {
            return listed.contains(part.trimmed(), cases);
        }))
        return;
    values << listed;
    if (values.contains(a.value, Qt::CaseInsensitive))
        f.warning("env.case", shellPlace(a.line),
                  LintText::tr("%1 is \"%2\"; the documented spelling is one of %3.")
                      .arg(a.name, a.value, values.join(", "_L1)));
    else
        f.error(
            "env.range", shellPlace(a.line),
            LintText::tr("%1 is \"%2\"; it must be one of %3.").arg(a.name, a.value.left(60), values.join(", "_L1)));
}

void checkValue(const Assignment &a, const Variables &known, Findings &f)
{
    const auto its = known.byName.constFind(a.name);
    if (its == known.byName.cend() || a.dynamic || a.value.isEmpty())
        return;
    const QString type = stringAt(*its, "type");
    if (its->contains("values"))
        checkChoice(a, *its, f);
    else if (type == "int"_L1 || type == "float"_L1)
        checkNumber(a, *its, type == "int"_L1, f);
    else if (type == "ip"_L1 && !isUsableAddress(a.value))
        f.error("env.type", shellPlace(a.line),
                LintText::tr("%1 is \"%2\", no address.").arg(a.name, a.value.left(60)));
}

// "0,1,1": CANN counts the cards in this order; one cannot be two of them.
void checkCards(const Assignment &a, Findings &f)
{
    if ((a.name != "ASCEND_RT_VISIBLE_DEVICES"_L1 && a.name != "ASCEND_VISIBLE_DEVICES"_L1) || a.dynamic)
        return;
    QStringList seen;
    for (const QString &one : a.value.split(u',', Qt::SkipEmptyParts)) {
        const QString card = one.trimmed();
        bool isNumber = false;
        card.toUInt(&isNumber);
        if (!isNumber && a.name == "ASCEND_RT_VISIBLE_DEVICES"_L1) // the other also takes ranges and names
            f.error("env.type", shellPlace(a.line),
                    LintText::tr("%1 names card \"%2\", which is no number.").arg(a.name, card.left(20)));
        if (seen.contains(card))
            f.error("env.card-twice", shellPlace(a.line),
                    LintText::tr("%1 names card %2 twice.").arg(a.name, card.left(20)),
                    LintText::tr("Each card once."));
        seen << card;
    }
}

// Lists, which their readers take apart at commas.
void checkLists(const Assignment &a, Findings &f)
{
    if (a.dynamic)
        return;
    static const QRegularExpression rule(u"^\\^?=?"_s); // "^docker", "=eth0"
    const QString names = QString(a.value).remove(rule);
    if (a.name == "HCCL_SOCKET_IFNAME"_L1 && (names.startsWith(u',') || names.endsWith(u',')))
        f.warning("env.type", shellPlace(a.line), // hcomm, SplitHcclSocketIfName; its newer parser takes one at the end
                  LintText::tr("%1 is \"%2\"; HCCL of some releases refuses a list that begins or ends with a comma.")
                      .arg(a.name, a.value.left(60)),
                  LintText::tr("Remove it."));
    if (a.name != "PYTORCH_NPU_ALLOC_CONF"_L1 && a.name != "PYTORCH_ALLOC_CONF"_L1)
        return;
    for (const QString &option : a.value.split(u',')) {
        const QString said = option.trimmed();
        const bool isBare = said == "expandable_segments"_L1;
        if (isBare || (said.contains(u'=') && !said.contains(u':')))
            f.error("env.type", shellPlace(a.line),
                    LintText::tr("%1 has \"%2\"; torch_npu takes options as name:value.").arg(a.name, said.left(60)),
                    isBare ? said + u":True"_s : QString(said).replace(u'=', u':').left(60));
    }
}

void checkPathCase(const EnvFile &file, Findings &f)
{
    const auto check = [&](int line, const QString &text) {
        if (text.contains("/usr/local/ascend"_L1))
            f.error("env.path-case", shellPlace(line),
                    LintText::tr("\"/usr/local/ascend\" does not exist: paths are case-sensitive."),
                    LintText::tr("/usr/local/Ascend"));
    };
    for (const Assignment &a : file.assignments)
        check(a.line, a.value);
    for (const auto &[line, path] : file.sourced)
        check(line, path);
}

void checkPairs(const EnvFile &file, Findings &f)
{
    const auto has = [&](const char *name) { return file.last.contains(QLatin1String(name)); };
    const auto value = [&](const char *name) { return file.last.value(QLatin1String(name)).value; };
    const auto line = [&](const char *name) { return shellPlace(file.last.value(QLatin1String(name)).line); };
    if (has("RANKTABLEFILE")) {
        const QString message = LintText::tr(
            "RANKTABLEFILE is the name of MindIE 1.0.x; from 2.0.RC1 on it is ignored (\"Ranktable file is not exist, "
            "please set a valid ranktable file path with RANK_TABLE_FILE environment.\").");
        if (has("RANK_TABLE_FILE"))
            f.info("env.rank-table-name", line("RANKTABLEFILE"), message);
        else
            f.error("env.rank-table-name", line("RANKTABLEFILE"), message,
                    LintText::tr("export RANK_TABLE_FILE=… instead."));
    }
    const qsizetype pathBytes = value("RANK_TABLE_FILE").toUtf8().size();
    if (pathBytes > 256 && !file.last.value(u"RANK_TABLE_FILE"_s).dynamic)
        f.error("env.rank-table-path", line("RANK_TABLE_FILE"),
                LintText::tr("RANK_TABLE_FILE has %1 bytes; MindIE takes more than 256 for not set (\"Value length is "
                             "too long\", then \"Ranktable file is not exist, …\").")
                    .arg(pathBytes),
                LintText::tr("Put the rank table where its path is shorter."));
    if (value("HCCL_INTRA_PCIE_ENABLE") == "1"_L1 && value("HCCL_INTRA_ROCE_ENABLE") == "1"_L1)
        f.error("env.conflict", line("HCCL_INTRA_ROCE_ENABLE"),
                LintText::tr("HCCL_INTRA_PCIE_ENABLE and HCCL_INTRA_ROCE_ENABLE must not both be 1."),
                LintText::tr("On A2: 1 and 0."));
    if (has("PYTORCH_ALLOC_CONF") && has("PYTORCH_NPU_ALLOC_CONF"))
        f.error("env.conflict", line("PYTORCH_ALLOC_CONF"),
                LintText::tr("PYTORCH_ALLOC_CONF and PYTORCH_NPU_ALLOC_CONF are both set; the program exits."),
                LintText::tr("Keep one."));
    const QString alloc = value("PYTORCH_NPU_ALLOC_CONF");
    static const QRegularExpression segments(u"expandable_segments\\s*:\\s*([^,\\s]*)"_s);
    if (const QRegularExpressionMatch said = segments.match(alloc); said.hasMatch()
        && said.captured(1) != "True"_L1 && said.captured(1) != "False"_L1
        && !file.last.value(u"PYTORCH_NPU_ALLOC_CONF"_s).dynamic)
        f.error("env.type", line("PYTORCH_NPU_ALLOC_CONF"),
                LintText::tr("expandable_segments of PYTORCH_NPU_ALLOC_CONF is \"%1\"; torch_npu takes True or False.")
                    .arg(said.captured(1).left(20)));
    if (alloc.contains("expandable_segments:True"_L1)
        && (alloc.contains("max_split_size_mb"_L1) || alloc.contains("garbage_collection_threshold"_L1)))
        f.error("env.conflict", line("PYTORCH_NPU_ALLOC_CONF"),
                LintText::tr("max_split_size_mb and garbage_collection_threshold exclude expandable_segments."));
    if (value("HCCL_EXEC_TIMEOUT") == "0"_L1 && value("HCCL_OP_EXPANSION_MODE") == "AIV"_L1)
        f.warning("env.exec-timeout", line("HCCL_EXEC_TIMEOUT"),
                  LintText::tr("In AIV mode HCCL_EXEC_TIMEOUT=0 means 1091 seconds, not never."));
    else if (value("HCCL_EXEC_TIMEOUT").toDouble() > 1091 && value("HCCL_OP_EXPANSION_MODE") == "AIV"_L1)
        f.warning("env.exec-timeout", line("HCCL_EXEC_TIMEOUT"),
                  LintText::tr("In AIV mode HCCL_EXEC_TIMEOUT is at most 1091 seconds; more is taken as that."));
    if (has("HCCL_EVENT_TIMEOUT") && has("HCCL_EXEC_TIMEOUT") && value("HCCL_EVENT_TIMEOUT").toLongLong() > 0
        && value("HCCL_EVENT_TIMEOUT").toLongLong() <= value("HCCL_EXEC_TIMEOUT").toLongLong())
        f.warning("env.exec-timeout", line("HCCL_EVENT_TIMEOUT"),
                  LintText::tr("HCCL_EVENT_TIMEOUT must be larger than HCCL_EXEC_TIMEOUT."));
    if (has("RANK_TABLE_FILE") && has("MASTER_IP") && !has("GLOO_SOCKET_IFNAME"))
        f.warning("env.gloo", line("MASTER_IP"),
                  LintText::tr("GLOO_SOCKET_IFNAME is not set; Gloo may bind to loopback and the nodes never meet."),
                  LintText::tr("Set it to the interface of this node's address."));
    // Who sources the ATB models runs them: 2.x; the torch backend of 3.0 does not read it (MindIE-LLM
    // A2_double_machine.sh, multi_node.md).
    const bool isAtb = std::any_of(file.sourced.cbegin(), file.sourced.cend(),
                                   [](const auto &one) { return one.second.contains("atb-models"_L1); });
    if (isAtb && has("RANK_TABLE_FILE") && !file.last.value(u"ATB_LLM_HCCL_ENABLE"_s).dynamic
        && value("ATB_LLM_HCCL_ENABLE") != "1"_L1)
        f.warning(
            "env.atb-hccl", has("ATB_LLM_HCCL_ENABLE") ? line("ATB_LLM_HCCL_ENABLE") : line("RANK_TABLE_FILE"),
            LintText::tr(
                "ATB_LLM_HCCL_ENABLE is not 1; MindIE-LLM's instructions for the ATB models on several nodes set it."),
            LintText::tr("export ATB_LLM_HCCL_ENABLE=1"));
    // Ascend/pytorch docs/zh/api/environment_variable, ASCEND_LAUNCH_BLOCKING.md; MindIE-LLM environment_variable.md
    if (value("ASCEND_LAUNCH_BLOCKING") == "1"_L1)
        f.warning("env.debug", line("ASCEND_LAUNCH_BLOCKING"),
                  LintText::tr("ASCEND_LAUNCH_BLOCKING=1 waits for each operator: it is for debugging, slow, and does "
                               "not go with ACL graph."),
                  LintText::tr("Leave it out where others use the service."));
    if (value("ASCEND_GLOBAL_LOG_LEVEL") == "0"_L1)
        f.warning("env.debug", line("ASCEND_GLOBAL_LOG_LEVEL"),
                  LintText::tr("ASCEND_GLOBAL_LOG_LEVEL=0 writes CANN's debug logs, which fill the disk; 3, errors "
                               "only, is the default."),
                  LintText::tr("Leave it out where others use the service."));
    if (has("RANK_TABLE_FILE") && has("HCCL_HOST_SOCKET_PORT_RANGE"))
        f.info("env.no-effect", line("HCCL_HOST_SOCKET_PORT_RANGE"),
               LintText::tr("HCCL_HOST_SOCKET_PORT_RANGE has no effect in a launch with a rank table."));
    if (!file.last.value(u"NPU_MEMORY_FRACTION"_s).dynamic && value("NPU_MEMORY_FRACTION").toDouble() > 0.95
        && value("NPU_MEMORY_FRACTION").toDouble() <= 1.0)
        f.warning("env.memory", line("NPU_MEMORY_FRACTION"),
                  LintText::tr("NPU_MEMORY_FRACTION %1 leaves little for HCCL and PyTorch, which take theirs on top; "
                               "the V3.2 guide uses 0.92.")
                      .arg(value("NPU_MEMORY_FRACTION")));
    for (const char *proxy : {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"}) {
        if (has(proxy) && !value(proxy).isEmpty())
            f.warning(
                "env.proxy", line(proxy),
                LintText::tr("%1 is set: a proxy catches the traffic between the nodes.").arg(QLatin1String(proxy)),
                LintText::tr("unset it for multi-node MindIE."));
    }
}

} // namespace

Result<QList<LintFinding>> lintEnv(const QByteArray &content, const LintContext &context)
{
    const Result<Variables> &known = variables();
    if (!known)
        return known.error();
    Findings f;
    const bool binary = content.contains('\0');
    const EnvFile file = binary ? EnvFile{} : readEnvFile(QString::fromUtf8(content), f);
    if (binary || (file.assignments.isEmpty() && file.sourced.isEmpty() && file.unset.isEmpty() && f.list().isEmpty()))
        return Error{ErrorKind::Parse,
                     LintText::tr("This is not a file of the kind \"%1\": %2")
                         .arg(u"env"_s, LintText::tr("it sets no variable.")),
                     {},
                     {}};
    QHash<QString, Assignment> before;
    for (const Assignment &a : file.assignments) {
        if (a.isScripts())
            continue;
        checkName(a, *known, context.release, f);
        checkValue(a, *known, f);
        checkCards(a, f);
        checkLists(a, f);
        if (a.isForCommand)
            continue;
        if (before.contains(a.name) && before.value(a.name).value != a.value && known->byName.contains(a.name))
            f.warning("env.twice", shellPlace(a.line),
                      LintText::tr("%1 was already set to another value in line %2; the last one counts.")
                          .arg(a.name)
                          .arg(before.value(a.name).line));
        before.insert(a.name, a);
    }
    checkPathCase(file, f);
    checkPairs(file, f);
    return f.list();
}
