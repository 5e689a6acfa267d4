#include "core/session/bundlejob.h"

#include "core/bundle/nodeparts.h"
#include "core/engines/recipebook.h"
#include "core/runs/runstate.h"

struct BundleJob::Prepared
{
    QList<Artifact> artifacts;
    QString trouble;                     // why there are none
    QHash<QString, Launch> launches;
    QString stateFile;
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
    m_links.clear();
    m_parts = QList<QList<BundlePart>>(m_input.deployment.nodes.size());
    for (const Node &node : std::as_const(m_input.deployment.nodes)) {
        NodeFacts unknown;
        unknown.name = node.name;
        unknown.host = node.host;
        m_input.facts << unknown;
        m_links.push_back(m_cluster.openLink(node.name));
    }
    m_open = int(m_links.size());
    emit changed();
    if (m_open == 0)
        return prepare();
    for (qsizetype i = 0; i < m_input.facts.size(); ++i)
        askFacts(i);
}

void BundleJob::askFacts(qsizetype index)
{
    const Deployment deployment = m_input.deployment;
    m_links[size_t(index)]->run(
        this,
        [deployment, index](Shell &shell, Job &job) {
            return inspectNode(shell, deployment.nodes[index], withDefaults(deployment), job.stop());
        },
        [this, index, turn = m_turn](const Result<NodeFacts> &facts) {
            if (turn != m_turn)
                return;
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
    m_worker.run(
        this,
        [input = m_input](Job &) -> Result<Prepared> {
            Prepared prepared;
            prepared.stateFile = findStateFile(input.deployment, fileIdentity(input.deployment, input.file));
            const Result<Recipe> recipe = findRecipe(input.deployment.recipe);
            if (!recipe) {
                prepared.trouble = recipe.error().message;
                return prepared;
            }
            const Result<ArtifactSet> set = generateArtifacts(input.deployment, *recipe, input.facts);
            prepared.artifacts = set ? set->files : QList<Artifact>();
            prepared.trouble = set ? QString() : set.error().message;
            if (const auto all = launchesOf(withDefaults(input.deployment), *recipe, input.facts))
                prepared.launches = *all;
            return prepared;
        },
        [this, turn = m_turn](const Result<Prepared> &prepared) {
            if (turn != m_turn)
                return;
            if (!prepared) {
                end();
                emit failed(prepared.error());
                return;
            }
            m_input.artifacts = prepared->artifacts;
            m_input.artifactsTrouble = prepared->trouble;
            m_input.stateFile = prepared->stateFile;
            m_open = int(m_links.size());
            if (m_open == 0)
                return write();
            for (qsizetype i = 0; i < m_parts.size(); ++i)
                askParts(i, prepared->launches);
        });
}

void BundleJob::askParts(qsizetype index, const QHash<QString, Launch> &launches)
{
    const QString name = m_input.deployment.nodes[index].name;
    const auto launch = launches.constFind(name);
    const QList<BundleQuestion> questions
        = bundleQuestions(launch == launches.cend() ? std::nullopt : std::optional(*launch))
        + fileQuestions(m_input.artifacts, name);
    m_links[size_t(index)]->run(
        this,
        [name, questions](Shell &shell, Job &job) -> Result<QList<BundlePart>> {
            return nodeParts(shell, name, questions, job.stop());
        },
        [this, index, name, turn = m_turn](const Result<QList<BundlePart>> &parts) {
            if (turn != m_turn)
                return;
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
    m_worker.run(
        this, [file = m_file, input = m_input](Job &job) { return writeBundle(file, input, job.stop()); },
        [this, file = m_file, turn = m_turn](const Result<BundleSummary> &written) {
            if (turn != m_turn)
                return;
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

// Answers that are still to come find nobody. The links stay until the next time: to wait for them takes a while.
void BundleJob::end()
{
    ++m_turn;
    m_isRunning = false;
    m_worker.cancelAll();
    for (const std::unique_ptr<NodeLink> &link : m_links)
        link->cancelAll();
    m_parts.clear();
    m_input = {};
    emit changed();
}
