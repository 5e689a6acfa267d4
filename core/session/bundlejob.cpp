#include "core/session/bundlejob.h"

#include "core/bundle/nodeparts.h"
#include "core/engines/recipebook.h"
#include "core/logs/keptlogs.h"
#include "core/runs/lastwork.h"
#include "core/runs/runstate.h"

struct BundleJob::Prepared
{
    DeployedParts parts;
    QString stateFile;
    QByteArray runLog;
    QStringList unstarted;               // of the last run, which failed
};

BundleJob::BundleJob(Cluster &cluster, QObject *parent) : QObject(parent), m_cluster(cluster) {}

BundleJob::~BundleJob() = default;

void BundleJob::start(const QString &file, bool takesAddresses, const std::optional<ClusterReport> &report,
                      const QString &version)
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    m_file = file;
    m_answered = 0;
    m_input = {};
    m_input.deployment = m_cluster.deployment();
    m_input.file = m_cluster.path();
    m_input.report = report;
    m_input.takesAddresses = takesAddresses;
    m_input.version = version;
    m_input.when = QDateTime::currentDateTimeUtc();
    m_parts = QList<QList<BundlePart>>(m_input.deployment.nodes.size());
    for (const Node &node : std::as_const(m_input.deployment.nodes)) {
        NodeFacts unknown;
        unknown.name = node.name;
        unknown.host = node.host;
        m_input.facts << unknown;
    }
    m_round.begin(m_cluster, m_input.deployment.nodes);
    m_open = int(m_parts.size());
    emit changed();
    if (m_open == 0)
        return prepare();
    for (qsizetype i = 0; i < m_input.facts.size(); ++i)
        askFacts(i);
}

void BundleJob::askFacts(qsizetype index)
{
    const Deployment deployment = m_input.deployment;
    m_round.ask(
        this, index,
        [deployment, index](Shell &shell, Job &job) {
            return inspectNode(shell, deployment.nodes[index], withDefaults(deployment), job.stop());
        },
        [this, index](const Result<NodeFacts> &facts) {
            if (facts) {
                m_input.facts[index] = *facts;
                m_cluster.take(*facts);  // every page knows them then
            } else {
                m_input.facts[index].error = facts.error();
            }
            oneMore(&BundleJob::prepare);
        });
}

void BundleJob::prepare()
{
    m_round.judge(
        this,
        [input = m_input](Job &) -> Result<Prepared> {
            const QString stateFile = findStateFile(input.deployment, fileIdentity(input.deployment, input.file));
            const LastFailure last = lastFailureOf(stateFile);
            return Prepared{deployedParts(input.deployment, input.facts), stateFile, lastRunLog(stateFile, last),
                            last.unstarted};
        },
        [this](const Result<Prepared> &prepared) {
            if (!prepared) {
                end();
                emit failed(prepared.error());
                return;
            }
            m_input.artifacts = prepared->parts.generated;
            m_input.artifactsTrouble = prepared->parts.refusal;
            m_input.stateFile = prepared->stateFile;
            m_input.runLog = prepared->runLog;
            m_open = int(m_parts.size());
            if (m_open == 0)
                return write();
            for (qsizetype i = 0; i < m_parts.size(); ++i)
                askParts(i, prepared->parts.launches, prepared->parts.onNodes, prepared->unstarted);
        });
}

void BundleJob::askParts(qsizetype index, const QHash<QString, Launch> &launches, const QList<Artifact> &onNodes,
                         const QStringList &unstarted)
{
    const QString name = m_input.deployment.nodes[index].name;
    const auto launch = launches.constFind(name);
    const QList<BundleQuestion> questions
        = bundleQuestions(launch == launches.cend() ? std::nullopt : std::optional(*launch))
        + fileQuestions(onNodes, name);
    const bool isOlder = unstarted.contains(name) && launch != launches.cend();
    m_round.ask(
        this, index,
        [name, questions, older = isOlder ? std::optional(*launch) : std::nullopt](
            Shell &shell, Job &job) -> Result<QList<BundlePart>> {
            QList<BundlePart> parts = nodeParts(shell, name, questions, job.stop());
            if (older)
                setOlderApart(shell, *older, parts, job.stop());
            return parts;
        },
        [this, index, name](const Result<QList<BundlePart>> &parts) {
            m_parts[index] = parts ? *parts
                                   : QList{BundlePart{QStringLiteral("nodes/") + pathPart(name), {}, {},
                                                      parts.error().message}};
            oneMore(&BundleJob::write);
        });
}

void BundleJob::write()
{
    for (const QList<BundlePart> &one : std::as_const(m_parts))
        m_input.nodes << one;
    m_round.judge(
        this, [file = m_file, input = m_input](Job &job) { return writeBundle(file, input, job.stop()); },
        [this, file = m_file](const Result<BundleSummary> &written) {
            end();
            if (written)
                emit finished(file, *written);
            else
                emit failed(written.error());
        });
}

void BundleJob::oneMore(void (BundleJob::*whenAll)())
{
    ++m_answered;
    emit changed();
    if (--m_open == 0)
        (this->*whenAll)();
}

void BundleJob::stop()
{
    if (!m_isRunning)
        return;
    end();
    emit failed(canceled());
}

void BundleJob::end()
{
    m_isRunning = false;
    m_round.end();
    m_parts.clear();
    m_input = {};
    emit changed();
}
