#include "core/deploy/runstate.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QStandardPaths>

namespace {

struct RunStateText
{
    Q_DECLARE_TR_FUNCTIONS(RunState)
};

constexpr StepState allStates[] = {StepState::Pending, StepState::Running, StepState::Done, StepState::AlreadyHeld,
                                   StepState::Failed,  StepState::Stopped, StepState::Undone};

} // namespace

QString stepStateName(StepState state)
{
    switch (state) {
    case StepState::Pending: return QStringLiteral("pending");
    case StepState::Running: return QStringLiteral("running");
    case StepState::Done: return QStringLiteral("done");
    case StepState::AlreadyHeld: return QStringLiteral("already-held");
    case StepState::Failed: return QStringLiteral("failed");
    case StepState::Stopped: return QStringLiteral("stopped");
    case StepState::Undone: return QStringLiteral("undone");
    }
    return {};
}

std::optional<StepState> stepStateOf(const QString &name)
{
    for (const StepState state : allStates) {
        if (stepStateName(state) == name)
            return state;
    }
    return std::nullopt;
}

Result<void> RunState::load()
{
    const std::lock_guard lock(m_mutex);
    m_steps.clear();
    QFile file(m_file);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage, RunStateText::tr("The state of the last run, %1, cannot be read.").arg(m_file), file.errorString(), {}};
    const Result<Json> json = parseJson(file.readAll(), m_file);
    if (!json || !json->is_object() || !json->contains("steps") || !json->at("steps").is_array())
        return Error{ErrorKind::Parse, RunStateText::tr("%1 is not the state of a run. Move it away to begin anew; what an earlier run made on the nodes must then be undone by hand.").arg(m_file),
                     json ? QString() : json.error().detail, {}};
    m_deployment = stringAt(*json, "deployment");
    for (const Json &entry : json->at("steps")) {
        StepRecord record;
        record.state = stepStateOf(stringAt(entry, "state")).value_or(StepState::Pending);
        record.message = stringAt(entry, "message");
        record.tookMs = integerAt(entry, "tookMs").value_or(0);
        record.changed = boolAt(entry, "changed").value_or(false);
        if (entry.is_object() && entry.contains("data") && entry.at("data").is_object())
            record.data = entry.at("data");
        if (const QString id = stringAt(entry, "id"); !id.isEmpty())
            m_steps.append({id, record});
    }
    return {};
}

StepRecord RunState::step(const QString &id) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto &[known, record] : m_steps) {
        if (known == id)
            return record;
    }
    return {};
}

QStringList RunState::ids() const
{
    const std::lock_guard lock(m_mutex);
    QStringList ids;
    for (const auto &[id, record] : m_steps)
        ids << id;
    return ids;
}

bool RunState::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_steps.isEmpty();
}

Result<void> RunState::set(const QString &id, const StepRecord &record)
{
    const std::lock_guard lock(m_mutex);
    for (auto &[known, old] : m_steps) {
        if (known == id) {
            if (old == record)
                return {};
            old = record;
            return write();
        }
    }
    m_steps.append({id, record});
    return write();
}

void RunState::begin(const QString &deployment, const QStringList &pending)
{
    const std::lock_guard lock(m_mutex);
    m_deployment = deployment;
    for (auto &[id, record] : m_steps) {
        if (!pending.contains(id))
            continue;
        record.state = StepState::Pending;
        record.message.clear();
        record.tookMs = 0;
    }
}

Result<void> RunState::forget(const QString &id)
{
    StepRecord record = step(id);
    record.state = StepState::Undone;
    record.changed = false;
    record.data = Json::object();
    return set(id, record);
}

Result<void> RunState::write() const
{
    Json steps = Json::array();
    for (const auto &[id, record] : m_steps)
        steps.push_back({{"id", id}, {"state", stepStateName(record.state)}, {"message", record.message},
                         {"tookMs", record.tookMs}, {"changed", record.changed}, {"data", record.data}});
    const Json json{{"version", 1}, {"deployment", m_deployment}, {"steps", steps}};
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    if (!file.open(QIODevice::WriteOnly) || file.write(prettyJson(json)) < 0 || !file.commit())
        return Error{ErrorKind::Storage, RunStateText::tr("The state of the run cannot be written to %1; nothing further was changed on the nodes.").arg(m_file), file.errorString(), {}};
    return {};
}

QString defaultStateFile(const Deployment &deployment)
{
    QString base = qEnvironmentVariable("XDG_STATE_HOME");
    if (base.isEmpty())
        base = QDir::homePath() + QStringLiteral("/.local/state");
    // Two deployments of one name on other machines must not share what is theirs to undo.
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(deployment.name.toUtf8());
    for (const Node &node : deployment.nodes)
        hash.addData(QStringLiteral("\n%1\n%2\n%3\n%4").arg(node.name, node.host, QString::number(node.port.value_or(0)), node.root).toUtf8());
    static const QRegularExpression unsafe(QStringLiteral("[^A-Za-z0-9._-]"));
    QString name = QString(deployment.name).replace(unsafe, QStringLiteral("_")).left(60);
    return QStringLiteral("%1/ascend-console/runs/%2-%3.json").arg(base, name, QString::fromLatin1(hash.result().toHex().left(12)));
}
