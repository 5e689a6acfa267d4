#include "core/engines/vllm/vllmtogether.h"

#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmrules.h"
#include "core/engines/vllm/vllmtraces.h"
#include "core/lint/linttext.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostTogether = 64;   // services that are compared with each other; no machine has more NPUs
const QString devicesVariable = u"ASCEND_RT_VISIBLE_DEVICES="_s;

QStringList devicesIn(const ShellWord &assignment)
{
    const QString value = assignment.text.mid(devicesVariable.size());
    return assignment.isDynamic ? QStringList() : value.split(u',', Qt::SkipEmptyParts);
}

bool isOnOneAddress(const QString &one, const QString &other)
{
    const QStringList every{QString(), u"0.0.0.0"_s, u"::"_s};
    const auto bound = [](const QString &host) { // a name is looked up for IPv4 there
        return host.compare("localhost"_L1, Qt::CaseInsensitive) == 0 ? u"127.0.0.1"_s : host;
    };
    return bound(one) == bound(other) || every.contains(one) || every.contains(other);
}

// The lines of each "<<EOF", without that of its beginning.
QList<std::pair<int, int>> documentsOf(const QString &script)
{
    static const QRegularExpression beginning(u"(?<!<)<<(-?)[ \\t]*([\"']?)([A-Za-z_]\\w*)\\2(?!\\w)"_s);
    QList<std::pair<int, int>> documents;
    QString end;
    bool isIndented = false;
    int number = 0;
    for (const QString &line : script.split(u'\n')) {
        ++number;
        if (!end.isEmpty()) {
            documents.last().second = number;
            if ((isIndented ? line.trimmed() : line) == end)
                end.clear();
        } else if (const QRegularExpressionMatch match = beginning.match(line);
                   match.hasMatch() && !line.trimmed().startsWith(u'#')) {
            end = match.captured(3);
            isIndented = match.captured(1) == "-"_L1;
            documents.append({number + 1, number});
        }
    }
    if (!end.isEmpty()) // "$((1<<BITS))"
        documents.removeLast();
    return documents;
}

} // namespace

VllmTogether::VllmTogether(const QString &script)
    : m_documents(documentsOf(script))
{
}

int VllmTogether::documentAt(int line) const
{
    const auto its = std::find_if(m_documents.cbegin(), m_documents.cend(),
                                  [&](const auto &one) { return line >= one.first && line <= one.second; });
    return its == m_documents.cend() ? 0 : int(its - m_documents.cbegin()) + 1;
}

// Behind which test the command runs, and what of the ones before may still run then.
void VllmTogether::seeOrder(const ShellCommand &command)
{
    static const QStringList leading{u"if"_s, u"then"_s, u"elif"_s, u"else"_s, u"while"_s, u"until"_s,
                                     u"do"_s, u"{"_s,    u"!"_s,    u"sudo"_s},
        tests{u"["_s, u"[["_s, u"test"_s, u"grep"_s}, ending{u"kill"_s, u"pkill"_s, u"killall"_s, u"wait"_s};
    if (m_isPipeOpen && m_behind == "|"_L1 && command.behind != "|"_L1) {
        m_started.last().isWaitedFor = m_started.last().isWaitedFor && command.behind != "&"_L1;
        m_isPipeOpen = false;
    }
    const bool isGuarded = m_behind == "||"_L1 || (m_behind == "&&"_L1 && (m_isTest || m_isGuarded));
    if (isGuarded && (!m_isGuarded || m_behind == "||"_L1))
        ++m_guard;
    m_isGuarded = isGuarded;
    m_behind = command.behind;
    qsizetype first = 0;
    while (first + 1 < command.words.size() && leading.contains(command.words[first].text))
        ++first;
    const QString name = command.words[first].text;
    m_isTest = tests.contains(name) || name.startsWith("(("_L1);
    if (ending.contains(name) && !command.texts().contains("-0"_L1)) // "kill -0" only asks
        ++m_ended;
    for (const ShellWord &word : command.words) {
        m_braces = std::max(0, m_braces + int(word.text == "{"_L1) - int(word.text == "}"_L1));
        m_brackets = std::max(0, m_brackets + int(word.text.startsWith(u'(')) - int(word.text.endsWith(u')')));
    }
}

// The NPUs that are exported, and in which branch of a condition what follows is.
void VllmTogether::see(const ShellCommand &command)
{
    seeOrder(command);
    static const QStringList conditions{u"if"_s, u"elif"_s, u"else"_s, u"fi"_s, u"case"_s, u"esac"_s};
    const ShellWord &first = command.words.first();
    if (conditions.contains(first.text) || (first.text.endsWith(u')') && !first.isDynamic))
        ++m_branch;
    static const QRegularExpression assignment(u"^[A-Za-z_][A-Za-z0-9_]*="_s);
    const bool isSetting = first.text == "export"_L1
        || std::all_of(command.words.cbegin(), command.words.cend(),
                       [](const ShellWord &word) { return assignment.match(word.text).hasMatch(); });
    for (const ShellWord &word : command.words) {
        if (isSetting && word.text.startsWith(devicesVariable))
            m_devices[documentAt(word.line)] = devicesIn(word);
        else if (first.text == "unset"_L1 && word.text + u'=' == devicesVariable)
            m_devices.remove(documentAt(word.line));
    }
}

void VllmTogether::add(const ShellCommand &command, const Served &served)
{
    if (m_all.size() == mostTogether)
        return;
    m_all << served;
    if (const std::optional<Started> started = startedBy(command, served)) {
        m_started << *started;
        m_isPipeOpen = command.behind == "|"_L1;
    }
}

void VllmTogether::check(const QString &release, Findings &findings) const
{
    checkOnOneMachine(findings);
    checkEngineIds(release, findings);
}

// nullopt: in a container or on another machine, of whose ports and NPUs the line does not tell all.
std::optional<VllmTogether::Started> VllmTogether::startedBy(const ShellCommand &command,
                                                             const Served &served) const
{
    Started started;
    started.line = served.line;
    started.branch = m_branch;
    started.guard = m_isGuarded ? m_guard : 0;
    started.document = documentAt(served.line);
    started.ended = m_ended;
    // A group may be put into the background as a whole.
    started.isWaitedFor = command.behind != "&"_L1 && m_braces == 0 && m_brackets == 0;
    started.devices = m_devices.value(started.document);
    for (const ShellWord &word : command.words.first(command.words.size() - served.words.size())) {
        static const QStringList elsewhere{u"docker"_s, u"podman"_s, u"nerdctl"_s, u"kubectl"_s, u"ssh"_s},
            detaching{u"screen"_s, u"tmux"_s, u"setsid"_s, u"systemd-run"_s, u"start-stop-daemon"_s};
        const QString name = word.text.section(u'/', -1);
        if (elsewhere.contains(name))
            return {};
        started.isWaitedFor = started.isWaitedFor && !detaching.contains(name);
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

// Two services of one script get in each other's way, where it is run on one machine: the second one cannot bind the
// port (vllm/entrypoints/openai/api_server.py, create_server_socket), or finds the memory of its NPUs taken
// (vllm_ascend/worker/worker.py).
void VllmTogether::checkOnOneMachine(Findings &f) const
{
    const QString remedy
        = LintText::tr("Give each its own. Lines that are for several machines are better checked one by one.");
    for (qsizetype i = 1; i < m_started.size(); ++i) {
        const Started &own = m_started[i];
        bool isPortSaid = false, areDevicesSaid = false;
        for (const Started &other : m_started.first(i)) {
            const bool isApart = own.branch != other.branch || own.document != other.document
                || own.ended != other.ended || other.isWaitedFor
                || (own.guard != other.guard && own.guard > 0 && other.guard > 0)
                || own.place.value_or(0) != other.place.value_or(0)
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

// Of several commands in one text, as the nodes of prefill and decode have them. Sources: vllm_ascend,
// mooncake_connector.py (addresses are kept by engine_id and port; "Conflict engine id"); decode nodes of one group may
// share theirs, as the tutorials do, and so do ranks of one prefill group that are started one by one.
void VllmTogether::checkEngineIds(const QString &release, Findings &f) const
{
    struct Transfer
    {
        VllmEngineId id;
        QString address, rank;
        int line = 0;

        bool isOfGroupOf(const Transfer &other) const
        {
            if (isFilledIn(address) || isFilledIn(other.address)) // may be the same
                return true;
            const bool isBeside = rank != other.rank || isFilledIn(rank);
            return address == other.address && (!address.isEmpty() || isBeside);
        }
    };
    if (m_all.size() < 2 || !vllmKeepsEngineIds(release))
        return;
    QList<Transfer> transfers;
    const Result<VllmFlags> flags = vllmFlags(release);
    for (const Served &served : flags ? m_all : QList<Served>()) {
        const QStringList plain = vllmPlainArguments(served.texts(), *flags);
        const auto text = [&](QLatin1StringView flag) {
            const qsizetype at = plain.lastIndexOf(flag);
            return at < 0 ? QString() : plain.value(at + 1);
        };
        const Result<Json> config = parseJson(text("--kv-transfer-config"_L1).toUtf8(), u"--kv-transfer-config"_s);
        QList<Transfer> own;
        for (const VllmEngineId &id : config ? vllmEngineIds(*config, release) : QList<VllmEngineId>())
            own.append({id, text("--data-parallel-address"_L1),
                        text("--data-parallel-rank"_L1) + text("--data-parallel-start-rank"_L1), served.line});
        for (const Transfer &now : std::as_const(own)) {
            const auto taken = std::find_if(transfers.cbegin(), transfers.cend(), [&](const Transfer &before) {
                return now.id.isTakenFor(before.id);
            });
            if (taken == transfers.cend())
                continue;
            const Transfer &before = *taken;
            const QString place = served.placeOf(u"--kv-transfer-config"_s), other = shellPlace(before.line),
                          remedy = LintText::tr("Give every prefill group and the decode group an engine_id of its "
                                                "own, or leave it out: then each has one by chance.");
            if (before.id.role != now.id.role)
                f.error("vllm.engine-id", place,
                        LintText::tr("engine_id \"%1\" is also that of the command in %2, which has another "
                                     "kv_role: no KV cache is handed over between them (\"Conflict engine id\").")
                            .arg(now.id.id, other),
                        remedy);
            else if (!now.isOfGroupOf(before))
                f.warning("vllm.engine-id", place,
                          LintText::tr("engine_id \"%1\" is also that of the command in %2: of two prefill nodes "
                                       "the KV cache of one would be looked for at the other.")
                              .arg(now.id.id, other),
                          remedy);
        }
        transfers << own;
    }
}
