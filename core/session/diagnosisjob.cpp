#include "core/session/diagnosisjob.h"

#include "core/base/languages.h"
#include "core/bundle/nodeparts.h"
#include "core/deploy/daemon.h"
#include "core/diagnosis/logfiles.h"
#include "core/diagnosis/logsections.h"
#include "core/engines/recipebook.h"
#include "core/logs/keptlogs.h"
#include "core/nodes/asking.h"
#include "core/runs/lastwork.h"
#include "core/runs/runstate.h"
#include "core/targets/standin.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct DiagnosisJobText
{
    ASC_TR_FUNCTIONS(DiagnosisJob)
};

} // namespace

struct DiagnosisJob::Prepared
{
    Result<QHash<QString, Launch>> launches;
    LastFailure last;
    QByteArray runLog;
};

// What a command says that gave no log at all, as of a container that is not there: no line of a log.
static QString complaintOf(const BundlePart &part)
{
    constexpr qsizetype most = 2000;
    // what `docker logs` says of a container that is not there, in one with its output
    if (part.content.size() < most
        && part.content.trimmed().startsWith("Error response from daemon: No such container"))
        return QString::fromUtf8(part.content.trimmed());
    if (part.trouble.isEmpty() || !part.content.startsWith(beforeErrors) || part.content.size() > most)
        return {};
    return QString::fromUtf8(part.content.mid(qstrlen(beforeErrors))).section(u'\n', 0, 0).trimmed();
}

DiagnosisJob::DiagnosisJob(Cluster &cluster, QObject *parent) : QObject(parent), m_cluster(cluster) {}

DiagnosisJob::~DiagnosisJob() = default;

void DiagnosisJob::readFiles(const QStringList &paths)
{
    if (m_isRunning || paths.isEmpty())
        return;
    m_isRunning = true;
    m_asksNodes = false;
    m_bytes = 0;
    emit changed();
    auto show = m_round.ofThisTurn([this](qint64 bytes) {
        m_bytes = bytes;
        emit changed();
    });
    m_round.judge(
        this,
        [paths, show](Job &job) mutable -> Result<DiagnosisAnswer> {
            const Result<QList<FaultRule>> rules = loadFaultRules();
            if (!rules)
                return rules.error();
            const EveryLanguage every;
            const Result<QStringList> files = logFiles(paths);
            if (!files)
                return files.error();
            Diagnosis diagnosis(*rules);
            qint64 told = 0;
            const auto tell = [&](qint64 bytes) {
                constexpr qint64 step = 8 * 1024 * 1024;
                if (bytes / step == told / step)
                    return;
                told = bytes;
                job.notify([show, bytes]() mutable { show(bytes); });
            };
            const Result<int> read = feedFiles(diagnosis, *files, job.stop(), tell);
            if (!read)
                return read.error();
            const DiagnosisAnswer answer = diagnosis.answer();
            if (*read == 0)
                return Error{ErrorKind::Storage, answer.sources.first().error, {}, {}};
            return answer;
        },
        [this](const Result<DiagnosisAnswer> &answer) { take(answer); });
}

void DiagnosisJob::askNodes()
{
    m_deployment = m_cluster.deployment();
    if (m_isRunning || m_deployment.nodes.isEmpty())
        return;
    m_isRunning = true;
    m_asksNodes = true;
    m_bytes = 0;
    m_facts.clear();
    m_logs = QList<QList<NodeLog>>(m_deployment.nodes.size());
    m_open = int(m_deployment.nodes.size());
    emit changed();
    for (const Node &node : std::as_const(m_deployment.nodes)) {
        NodeFacts unknown;
        unknown.name = node.name;
        unknown.host = node.host;
        m_facts << m_cluster.facts(node.name).value_or(unknown);
    }
    m_round.begin(m_cluster, m_deployment.nodes);
    // Which container and which log follow from the facts of all nodes.
    const auto isUnknown = [](const NodeFacts &one) { return !one.reachable; };
    m_unknown = int(std::count_if(m_facts.cbegin(), m_facts.cend(), isUnknown));
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        if (!m_facts[i].reachable)
            askFacts(i);
    }
    if (m_unknown == 0)
        askLogs();
}

void DiagnosisJob::askFacts(qsizetype index)
{
    m_round.ask(
        this, index,
        [deployment = m_deployment, index](Shell &shell, Job &job) {
            return inspectNode(shell, deployment.nodes[index], withDefaults(deployment), job.stop());
        },
        [this, index](const Result<NodeFacts> &facts) {
            if (facts) {
                m_facts[index] = *facts;
                m_cluster.take(*facts);  // every page knows them then
            }
            if (--m_unknown == 0)
                askLogs();
        });
}

void DiagnosisJob::askLogs()
{
    m_round.judge(
        this,
        [deployment = m_deployment, facts = m_facts, path = m_cluster.path()](Job &) -> Result<Prepared> {
            const EveryLanguage every;
            const QString stateFile = findStateFile(deployment, fileIdentity(deployment, path));
            const LastFailure last = lastFailureOf(stateFile);
            const QByteArray runLog = lastRunLog(stateFile, last);
            const Result<Recipe> recipe = findRecipe(deployment.recipe);
            if (!recipe)
                return Prepared{recipe.error(), last, runLog};
            return Prepared{launchesToRead(withDefaults(deployment), *recipe, facts), last, runLog};
        },
        [this](const Result<Prepared> &prepared) {
            const Prepared its = prepared ? *prepared : Prepared{prepared.error(), {}, {}};
            takeLastRun(its);
            for (qsizetype i = 0; i < m_deployment.nodes.size(); ++i)
                askNode(i, its);
        });
}

// Where it came to start a service, the log on its node tells of it.
void DiagnosisJob::takeLastRun(const Prepared &prepared)
{
    if (prepared.last.unstarted.isEmpty())
        return;
    for (const LastFailure::Step &one : prepared.last.steps)
        m_runNotes << inEveryLanguage([&](const QString &language) {
            return DiagnosisJobText::tr("The last run failed on %1: %2")
                .arg(one.node, inLanguage(one.message, language));
        });
    LogSections sections(
        [&](const LogHead &head, qint64) {
            m_runLogs << NodeLog{head.node, u"run, "_s + head.step, {}, {}, false, false, head.beganMs};
        },
        [&](QByteArrayView piece) {
            if (!m_runLogs.isEmpty())
                m_runLogs.last().content += piece;
        });
    sections.feed(prepared.runLog);
    sections.finish();
}

void DiagnosisJob::askNode(qsizetype index, const Prepared &prepared)
{
    const QString name = m_deployment.nodes[index].name;
    const Result<QHash<QString, Launch>> &launches = prepared.launches;
    const bool isUnstarted = prepared.last.unstarted.contains(name);
    m_round.ask(
        this, index,
        [name, launches, isUnstarted](Shell &shell, Job &job) -> Result<QList<NodeLog>> {
            const EveryLanguage every;
            QList<NodeLog> logs;
            if (!launches)               // the host is asked all the same
                logs << NodeLog{name, u"logs/service.log"_s, {}, launches.error().message};
            const bool isKnown = launches && launches->contains(name);
            QList<BundleQuestion> questions;
            for (const BundleQuestion &question :
                 bundleQuestions(isKnown ? std::optional(launches->value(name)) : std::nullopt)) {
                if (question.path.endsWith(".log"_L1) || question.path == "host/kernel-log.txt"_L1)
                    questions << question;
            }
            bool isGone = false;         // the container: said once, as a line that a rule knows
            QList<BundlePart> parts = nodeParts(shell, name, questions, job.stop());
            if (isUnstarted && isKnown)
                setOlderApart(shell, *launches->constFind(name), parts, job.stop());
            bool isOlder = false;
            for (const BundlePart &part : std::as_const(parts)) {
                const QString file = part.path.section(u'/', 2);
                const QString complaint = complaintOf(part);
                static const QRegularExpression without(u"no such container|is not running|on running containers"_s,
                                                        QRegularExpression::CaseInsensitiveOption);
                if (complaint.contains(without)) {
                    if (!std::exchange(isGone, true))
                        logs << NodeLog{name, u"container"_s, complaint.toUtf8() + '\n', {}, true};
                    continue;
                }
                if (file.startsWith("before-last-run/"_L1)) {
                    isOlder = true;
                    if (file.endsWith("/service.log"_L1) && complaint.isEmpty() && !part.content.isEmpty())
                        logs << NodeLog{name, file, {}, {}};
                    continue;
                }
                logs << (complaint.isEmpty() ? NodeLog{name, file, part.content, part.trouble}
                                             : NodeLog{name, file, {}, complaint});
            }
            if (!isKnown || isGone || isOlder)
                return logs;
            const Launch &launch = *launches->constFind(name);
            const Result<bool> isLost = isDaemonGone(shell, launch, job.stop());
            if (isLost && *isLost)
                logs << NodeLog{name, launch.pidPath.section(u'/', -1),
                                u"The service's process, which %1 names, does not run any more.\n"_s
                                    .arg(launch.pidPath)
                                    .toUtf8(),
                                {}, true, true};
            return logs;
        },
        [this, index, name](const Result<QList<NodeLog>> &logs) {
            if (logs)
                m_logs[index] = *logs;
            else
                m_logs[index] = {NodeLog{name, {}, {}, logs.error().message}};
            if (!logs && isQuestion(logs.error()))
                emit questionRaised(name, logs.error());
            for (const NodeLog &one : std::as_const(m_logs[index]))
                m_bytes += one.content.size();
            --m_open;
            emit changed();
            if (m_open == 0)
                judge();
        });
}

DiagnosisAnswer DiagnosisJob::judged(const QList<NodeLog> &logs, const QList<FaultRule> &rules, std::stop_token stop)
{
    Diagnosis diagnosis(rules);
    for (const NodeLog &log : logs) {
        if (stop.stop_requested())
            break;
        const QString name = log.file.isEmpty() ? log.node : log.node + u": "_s + log.file;
        diagnosis.begin({log.node, name, QDate::currentDate(), log.isAnswer, 0, log.beganMs});
        diagnosis.feed(log.content);
        diagnosis.end(log.trouble);
    }
    return diagnosis.answer();
}

void DiagnosisJob::judge()
{
    QList<NodeLog> all, late;
    QStringList older;                   // nodes
    for (const QList<NodeLog> &logs : std::as_const(m_logs)) {
        for (const NodeLog &log : logs) {
            if (log.file.startsWith("before-last-run/"_L1))
                older << log.node;
            else
                (log.isLate ? late : all) << log;
        }
    }
    if (!older.isEmpty())
        m_runNotes << inEveryLanguage([&](const QString &) {
            return DiagnosisJobText::tr("The log of the service on %1 is of an older run and was left out: the last "
                                        "one failed before it started the service.")
                .arg(older.join(", "_L1));
        });
    all += m_runLogs;
    m_round.judge(
        this,
        [all, late, notes = m_runNotes](Job &job) -> Result<DiagnosisAnswer> {
            const Result<QList<FaultRule>> rules = loadFaultRules();
            if (!rules)
                return rules.error();
            const EveryLanguage every;
            if (std::none_of(all.cbegin(), all.cend(), [](const NodeLog &log) { return !log.content.isEmpty(); }))
                return Error{ErrorKind::Connection, all.first().node + u": "_s + all.first().trouble, {}, {}};
            DiagnosisAnswer answer = judged(all, *rules, job.stop());
            const bool isOfService = answer.isCause && answer.first->program.isEmpty();
            if (!isOfService && !late.isEmpty()) {
                // A process that says of what it ended did not vanish.
                QSet<QString> told;
                for (const FaultSighting &one : answer.consequences + (answer.first ? QList{*answer.first}
                                                                                   : QList<FaultSighting>())) {
                    if ((*rules)[one.rule].role == FaultRole::Consequence)
                        told << answer.sources[one.source].node;
                }
                QList<NodeLog> more = all;
                for (const NodeLog &log : late) {
                    if (!told.contains(log.node))
                        more << log;
                }
                answer = judged(more, *rules, job.stop());
            }
            answer.notes = notes + answer.notes;
            return job.stop().stop_requested() ? Result<DiagnosisAnswer>(canceled())
                                               : Result<DiagnosisAnswer>(answer);
        },
        [this](const Result<DiagnosisAnswer> &answer) { take(answer); });
}

void DiagnosisJob::take(const Result<DiagnosisAnswer> &answer)
{
    const bool ofNodes = m_asksNodes;
    end();
    if (!answer) {
        emit failed(answer.error());
        return;
    }
    m_answer = *answer;
    m_wasOfNodes = ofNodes;
    m_endedMs = QDateTime::currentMSecsSinceEpoch();
    emit finished();
}

void DiagnosisJob::stop()
{
    if (m_isRunning)
        end();
}

void DiagnosisJob::end()
{
    m_isRunning = false;
    m_round.end();
    m_logs.clear();
    m_runLogs.clear();
    m_runNotes.clear();
    emit changed();
}
