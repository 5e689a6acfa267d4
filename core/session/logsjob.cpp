#include "core/session/logsjob.h"

#include "core/base/languages.h"
#include "core/bundle/redaction.h"
#include "core/diagnosis/logfiles.h"
#include "core/engines/recipebook.h"
#include "core/logs/logreading.h"
#include "core/nodes/asking.h"
#include "core/targets/standin.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr seconds roundTime{45};         // so long one question follows
constexpr milliseconds firstPause{2'000}, longestPause{30'000};

qint64 nowMs() { return QDateTime::currentMSecsSinceEpoch(); }

Result<std::shared_ptr<const FaultMatcher>> makeMatcher()
{
    const Result<QList<FaultRule>> rules = loadFaultRules();
    if (!rules)
        return rules.error();
    return std::shared_ptr<const FaultMatcher>(std::make_shared<FaultMatcher>(*rules));
}

// What was planned for all nodes.
struct LogsPlan
{
    std::shared_ptr<const FaultMatcher> matcher;
    QHash<QString, Launch> launches;
    QString trouble;                     // why it is not known what runs on them
};

} // namespace

LogsJob::LogsJob(Cluster &cluster, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
{
    m_watch.setInterval(500);
    connect(&m_watch, &QTimer::timeout, this, &LogsJob::watch);
    m_judge.setInterval(1'000);
    m_judge.setSingleShot(true);
    connect(&m_judge, &QTimer::timeout, this, &LogsJob::judge);
    connect(&m_cluster, &Cluster::opened, this, [this] {
        if (m_isFollowing)
            stop();
    });
    // Its key was accepted, or its password given, wherever it was asked for.
    connect(&m_cluster, &Cluster::stateChanged, this, [this](const QString &node) {
        if (m_cluster.state(node) == NodeState::Reachable)
            askAgain({node});
    });
}

LogsJob::~LogsJob() = default;

void LogsJob::askAgain(const QStringList &nodes)
{
    for (const QString &node : nodes) {
        const qsizetype index = indexOf(node);
        if (m_isFollowing && index >= 0 && m_nodes[index].state == FollowedNode::State::Question)
            ask(index);
    }
}

void LogsJob::setSilence(milliseconds told, milliseconds askedAgain)
{
    m_silence = told;
    m_deadline = askedAgain;
}

qsizetype LogsJob::indexOf(const QString &node) const
{
    for (qsizetype i = 0; i < m_nodes.size(); ++i) {
        if (m_nodes[i].name == node)
            return i;
    }
    return -1;
}

void LogsJob::begin()
{
    m_round.end();
    m_store.clear();
    m_nodes.clear();
    m_asked.clear();
    m_failure.reset();
    m_bytes = 0;
    m_judged = -1;
    m_isFollowing = m_isReading = false;
    emit begun();
    emit failureChanged();
}

void LogsJob::stop()
{
    if (!m_isFollowing && !m_isReading)
        return;
    m_isFollowing = m_isReading = false;
    m_watch.stop();
    m_round.end();
    emit changed();
}

void LogsJob::followNodes()
{
    m_deployment = m_cluster.deployment();
    if (m_deployment.nodes.isEmpty())
        return;
    begin();
    m_isFollowing = true;
    m_facts.clear();
    for (const Node &node : std::as_const(m_deployment.nodes)) {
        NodeFacts unknown;
        unknown.name = node.name;
        unknown.host = node.host;
        m_facts << m_cluster.facts(node.name).value_or(unknown);
        FollowedNode followed;
        followed.name = node.name;
        m_nodes << followed;
        m_asked << Asked();
    }
    m_round.begin(m_cluster, m_deployment.nodes, true);
    m_watch.start();
    emit changed();
    // Which container and which log follow from the facts of all nodes.
    m_unknown = int(std::count_if(m_facts.cbegin(), m_facts.cend(),
                                  [](const NodeFacts &one) { return !one.reachable; }));
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        if (!m_facts[i].reachable)
            askFacts(i);
    }
    if (m_unknown == 0)
        plan();
}

void LogsJob::askFacts(qsizetype index)
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
                plan();
        });
}

void LogsJob::plan()
{
    m_round.judge(
        this,
        [deployment = m_deployment, facts = m_facts](Job &) -> Result<LogsPlan> {
            const EveryLanguage every;
            const Result<std::shared_ptr<const FaultMatcher>> matcher = makeMatcher();
            if (!matcher)
                return matcher.error();
            LogsPlan plan{*matcher, {}, {}};
            const Result<Recipe> recipe = findRecipe(deployment.recipe);
            const Result<QHash<QString, Launch>> launches = recipe
                ? launchesToRead(withDefaults(deployment), *recipe, facts)
                : Result<QHash<QString, Launch>>(recipe.error());
            if (launches)
                plan.launches = *launches;
            else
                plan.trouble = launches.error().message;
            return plan;
        },
        [this](const Result<LogsPlan> &plan) {
            if (!plan) {
                stop();
                emit failed(plan.error());
                return;
            }
            m_matcher = plan->matcher;
            for (qsizetype i = 0; i < m_nodes.size(); ++i) {
                const QString &name = m_nodes[i].name;
                const auto launch = plan->launches.constFind(name);
                const bool isKnown = launch != plan->launches.cend();
                m_asked[i].logs = std::make_shared<NodeLogs>(
                    name, logQuestion(isKnown ? std::optional(*launch) : std::nullopt), m_matcher);
                constexpr qint64 tailOfAll = 64 * 1024 * 1024, mostTail = 2 * 1024 * 1024;
                m_asked[i].logs->setTail(std::min(mostTail, tailOfAll / m_nodes.size() / 8), 5'000);
                if (!isKnown)
                    m_nodes[i].troubles = QStringList{plan->trouble};
                ask(i);
            }
        });
}

void LogsJob::ask(qsizetype index)
{
    if (!m_isFollowing || m_asked[index].isUnderWay || !m_asked[index].logs)
        return;
    m_asked[index].isUnderWay = true;
    FollowedNode &node = m_nodes[index];
    if (node.state != FollowedNode::State::Following)
        node.state = FollowedNode::State::Asking;
    node.heardMs = nowMs();              // it has its time from now on
    auto tell = m_round.ofThisTurn([this, index](LogNews &news) { take(index, std::move(news)); });
    const qint64 begunMs = nowMs();
    emit changed();
    m_round.ask(
        this, index,
        [logs = m_asked[index].logs, tell](Shell &shell, Job &job) mutable -> Result<QStringList> {
            const EveryLanguage every;
            const Result<QStringList> ended = logs->read(shell, roundTime, job.stop(), [&](LogNews news) {
                job.notify([tell, news = std::move(news)]() mutable { tell(news); });
            });
            // Nobody knows what a link is good for whose command had to be ended: the next round opens another.
            if (!ended && (ended.error().kind == ErrorKind::Canceled || ended.error().kind == ErrorKind::Timeout)) {
                Error lost = ended.error();
                lost.kind = ErrorKind::Connection;
                return lost;
            }
            return ended;
        },
        [this, index, begunMs](const Result<QStringList> &ended) { takeEnd(index, ended, nowMs() - begunMs); });
}

void LogsJob::take(qsizetype index, LogNews news)
{
    FollowedNode &node = m_nodes[index];
    const FollowedNode before = node;
    node.state = FollowedNode::State::Following;
    node.heardMs = nowMs();
    node.why.clear();
    if (news.clockOffset) {
        node.clockOffset = news.clockOffset;
        node.clockUncertainty = news.clockUncertainty;
        node.clockMeasuredMs = node.heardMs;
    }
    for (const QString &trouble : std::as_const(news.troubles)) {
        if (!node.troubles.contains(trouble))
            node.troubles << trouble;
    }
    m_asked[index].pause = milliseconds(0);
    for (const LogBatch &batch : std::as_const(news.batches))
        append(batch);
    if (before.state != node.state || before.clockOffset != node.clockOffset || before.troubles != node.troubles)
        emit changed();
}

void LogsJob::takeEnd(qsizetype index, const Result<QStringList> &ended, qint64 tookMs)
{
    m_asked[index].isUnderWay = false;
    FollowedNode &node = m_nodes[index];
    milliseconds &pause = m_asked[index].pause;
    if (ended) {
        const bool wasShort = tookMs < firstPause.count(); // there is no container, say
        if (!ended->isEmpty() || node.troubles.size() != ended->size())
            node.troubles = *ended;
        // Less and less often: each round is a command on the node.
        m_asked[index].shortRounds = wasShort ? std::min(m_asked[index].shortRounds + 1, 3) : 0;
        pause = wasShort ? firstPause * (1 << m_asked[index].shortRounds) : milliseconds(0);
    } else {
        const bool wasSilent = node.state == FollowedNode::State::Silent;
        node.state = isQuestion(ended.error()) ? FollowedNode::State::Question : FollowedNode::State::Lost;
        if (!wasSilent || node.why.isEmpty())
            node.why = ended.error().message;
        pause = std::clamp(pause * 2, firstPause, longestPause);
        if (node.state == FollowedNode::State::Question) {
            emit changed();
            emit questionRaised(node.name, ended.error());
            return;
        }
    }
    node.againMs = nowMs() + pause.count();
    emit changed();
    auto again = m_round.ofThisTurn([this, index] { ask(index); });
    QTimer::singleShot(pause, this, [again]() mutable { again(); });
}

// Who has been silent for too long.
void LogsJob::watch()
{
    const qint64 now = nowMs();
    bool isNews = false;
    for (qsizetype i = 0; i < m_nodes.size(); ++i) {
        FollowedNode &node = m_nodes[i];
        if (!m_asked[i].isUnderWay)
            continue;
        const qint64 silent = now - node.heardMs;
        if (silent > m_silence.count() && node.state == FollowedNode::State::Following) {
            node.state = FollowedNode::State::Silent;
            isNews = true;
        }
        if (silent > m_deadline.count() && node.state == FollowedNode::State::Silent) {
            node.heardMs = now;
            m_round.cancel(i);           // takeEnd() follows, and asks again
        }
    }
    if (isNews)
        emit changed();
}

void LogsJob::append(const LogBatch &batch)
{
    const qint64 from = m_store.end();
    if (m_store.append(batch, nowMs()) > 0) {
        if (m_failure && m_failure->line < m_store.begin()) {
            m_failure.reset();
            emit failureChanged();
        }
        emit dropped();
    }
    emit appended(std::max(from, m_store.begin()));
    if (!m_judge.isActive() && !m_isJudging)
        m_judge.start();
}

void LogsJob::judge()
{
    const qint64 known = m_store.marked().isEmpty() ? -1 : m_store.marked().last();
    if (known == m_judged || m_isJudging)
        return;
    m_judged = known;
    m_isJudging = true;
    m_judges.run(
        this,
        [known = knownLines(m_store)](Job &) -> std::optional<FirstFailure> {
            const Result<QList<FaultRule>> rules = loadFaultRules();
            return rules ? firstFailure(known, *rules) : std::nullopt;
        },
        [this](const std::optional<FirstFailure> &failure) {
            m_isJudging = false;
            const bool isThere = failure && failure->line >= m_store.begin() && failure->line < m_store.end();
            if (isThere ? m_failure != failure : m_failure.has_value()) {
                m_failure = isThere ? failure : std::nullopt;
                emit failureChanged();
            }
            m_judge.start();
        });
}

void LogsJob::readFiles(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    begin();
    m_isReading = true;
    emit changed();
    auto take = m_round.ofThisTurn([this](const LogBatch &batch) { append(batch); });
    auto show = m_round.ofThisTurn([this](qint64 bytes) {
        m_bytes = bytes;
        emit changed();
    });
    m_round.judge(
        this,
        [paths, take, show, waiting = m_waiting](Job &job) mutable -> Result<int> {
            const EveryLanguage every;
            const Result<std::shared_ptr<const FaultMatcher>> matcher = makeMatcher();
            if (!matcher)
                return matcher.error();
            waiting->store(0);
            const auto tell = [&](LogBatch batch) {
                // So fast as the window takes them: what waits between is not bounded otherwise.
                while (waiting->load() > 2 && !job.stop().stop_requested())
                    std::this_thread::sleep_for(milliseconds(2));
                ++*waiting;
                job.notify([take, waiting, batch = std::move(batch)]() mutable {
                    --*waiting;
                    take(batch);
                });
            };
            return readLogFiles(paths, *matcher, job.stop(), tell,
                                [&](qint64 bytes) { job.notify([show, bytes]() mutable { show(bytes); }); });
        },
        [this](const Result<int> &read) {
            m_isReading = false;
            emit changed();
            if (!read && read.error().kind != ErrorKind::Canceled) {
                Error error = read.error();
                error.message = inLanguage(error.message, dataLanguage());
                emit failed(error);
            }
        });
}

void LogsJob::save(const QString &file, const LogFilter &filter)
{
    m_saver.run(
        this,
        [file, filter, store = m_store, redaction = redactionFor(m_cluster.deployment(), m_cluster.allFacts(), false)](
            Job &job) mutable { return writeLog(file, store, filter, redaction, job.stop()); },
        [this, file](const Result<qint64> &lines) {
            if (lines)
                emit saved(file, *lines);
            else if (lines.error().kind != ErrorKind::Canceled)
                emit failed(lines.error());
        });
}
