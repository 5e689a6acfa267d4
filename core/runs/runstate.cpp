#include "core/runs/runstate.h"

#include "core/base/homepath.h"
#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "core/runs/deploytext.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QMutex>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace {

QList<StateNode> formerIn(const StateDocument &document, const Deployment &deployment)
{
    const QList<StateNode> now = stateNodes(deployment);
    QList<StateNode> former;
    for (const StateNode &then : document.nodes) {
        const auto isThere = [&](const StateNode &node) { return placeOf(node.address) == placeOf(then.address); };
        if (std::none_of(now.cbegin(), now.cend(), isThere) && document.hasChanges(then.name))
            former << then;
    }
    return former;
}

// Are they the same nodes, and the same thing on them? Its name may be another.
bool isAboutSame(const StateDocument &document, const Deployment &deployment, const QString &file,
                 const QString &identity)
{
    const bool isNobodys = document.deployment.isEmpty() && document.nodes.isEmpty(); // version 1, of whatever name
    if (!document.hasChanges() || isNobodys || !fittedTo(document, deployment, file, identity))
        return false;
    if (!identity.isEmpty() && document.identity == identity)
        return true;
    if (document.nodes.isEmpty() && document.deployment == deployment.name) // version 1, on other nodes
        return false;
    if (!document.recipe.isEmpty() && document.recipe != deployment.recipe)
        return false;
    const QString container = stringAt(withDefaults(deployment).settings, "containerName");
    return std::all_of(document.steps.cbegin(), document.steps.cend(), [&](const auto &step) {
        const QString made = stringAt(step.second.data, "container");
        return container.isEmpty() || made.isEmpty() || made == container;
    });
}

QString keptFileOf(const StateDocument &document)
{
    return document.file.isEmpty() ? document.identity : document.file; // older programs kept this one alone
}

// RunState::originalFile(). stateFile: where the document is kept.
QString originalIn(const StateDocument &document, const QString &stateFile, const QString &file)
{
    const QString kept = keptFileOf(document);
    if (!document.hasChanges() || kept == QFileInfo(file).canonicalFilePath() || !QDir::isAbsolutePath(kept)
        || !QFileInfo(kept).isFile())
        return {};
    const Result<Deployment> deployment = loadDeployment(kept);
    const bool isItsOwn = deployment
        && (deployment->name == document.deployment
            || isAboutSame(document, *deployment, stateFile, fileIdentity(*deployment, kept)));
    return isItsOwn ? kept : QString();
}

MadeOn placesIn(const StateDocument &document, const QString &node)
{
    MadeOn made;
    for (const auto &[id, record] : document.steps) {
        if (!record.changed || id.section(QLatin1Char('@'), 1) != node)
            continue;
        const QString kind = id.section(QLatin1Char('@'), 0, 0);
        if (kind == "container"_L1) {
            made.container = stringAt(record.data, "container");
            made.engine = stringAt(record.data, "engine");
        } else if (kind == "copy-artifacts"_L1) {
            made.folder = stringAt(record.data, "folder");
        }
    }
    return made;
}

constexpr StepState allStates[] = {StepState::Pending, StepState::Running, StepState::Done, StepState::UpToDate,
                                   StepState::Failed,  StepState::Stopped, StepState::Undone};

} // namespace

QString stepStateName(StepState state)
{
    switch (state) {
    case StepState::Pending:
        return u"pending"_s;
    case StepState::Running:
        return u"running"_s;
    case StepState::Done:
        return u"done"_s;
    case StepState::UpToDate:
        return u"up-to-date"_s;
    case StepState::Failed:
        return u"failed"_s;
    case StepState::Stopped:
        return u"stopped"_s;
    case StepState::Undone:
        return u"undone"_s;
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
    const Result<StateDocument> read = readStateFile(m_file);
    if (!read)
        return read.error();
    m_document = *read;
    if (m_document.owner.isEmpty())
        m_document.owner = u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    return {};
}

Result<void> RunState::load(const Deployment &deployment, const QString &identity)
{
    m_identity = identity;
    if (Result<void> loaded = load(); !loaded)
        return loaded;
    const std::lock_guard lock(m_mutex);
    const Result<StateDocument> fitted = fittedTo(m_document, deployment, m_file, identity);
    if (!fitted)
        return fitted.error();
    m_document = *fitted;
    return {};
}

StepRecord RunState::step(const QString &id) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto &[known, record] : m_document.steps) {
        if (known == id)
            return record;
    }
    return {};
}

QStringList RunState::ids() const
{
    const std::lock_guard lock(m_mutex);
    QStringList ids;
    for (const auto &[id, record] : m_document.steps)
        ids << id;
    return ids;
}

bool RunState::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.steps.isEmpty();
}

bool RunState::isUndoing() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.isUndoing;
}

bool RunState::isServiceStopped() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.isServiceStopped;
}

bool RunState::hasChanges() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.hasChanges();
}

bool RunState::isUnwritten() const
{
    const std::lock_guard lock(m_mutex);
    return m_isUnwritten;
}

QString RunState::owner() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.owner;
}

QString RunState::deployedAs() const
{
    const std::lock_guard lock(m_mutex);
    const bool isKnown = !m_document.deployment.isEmpty() || !m_document.nodes.isEmpty(); // version 1 may not say
    return m_document.hasChanges() && isKnown ? nameOfRun(m_document.deployment) : QString();
}

bool RunState::hadNoName() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.hasChanges() && m_document.deployment.isEmpty() && !m_document.nodes.isEmpty();
}

QString RunState::wanted() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.hasChanges() ? m_document.wanted : QString();
}

QString RunState::keptFile() const
{
    const std::lock_guard lock(m_mutex);
    return keptFileOf(m_document);
}

bool RunState::isKeptIn(const QString &file) const
{
    const QString own = QFileInfo(file).canonicalFilePath();
    return !own.isEmpty() && own == keptFile();
}

QString RunState::originalFile(const QString &file) const
{
    StateDocument document;
    {
        const std::lock_guard lock(m_mutex);
        document = m_document;           // the other file is read without the lock
    }
    return originalIn(document, m_file, file);
}

QList<StateNode> RunState::formerNodes(const Deployment &deployment) const
{
    const std::lock_guard lock(m_mutex);
    return formerIn(m_document, deployment);
}

Json RunState::served() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.hasChanges() ? m_document.served : Json();
}

bool RunState::isWhole() const
{
    const std::lock_guard lock(m_mutex);
    return m_document.isWhole;
}

void RunState::noteServed(const Json &served)
{
    const std::lock_guard lock(m_mutex);
    m_isUnwritten = m_isUnwritten || !m_document.isWhole || m_document.served != served;
    m_document.served = served;
    m_document.isWhole = true;
}

bool RunState::mayServe(const QString &node) const
{
    const std::lock_guard lock(m_mutex);
    return std::any_of(m_document.steps.cbegin(), m_document.steps.cend(),
                       [&](const auto &step) { return step.second.changed && step.first == u"start@"_s + node; });
}

MadeOn RunState::placesOn(const QString &node) const
{
    const std::lock_guard lock(m_mutex);
    return placesIn(m_document, node);
}

QStringList RunState::madeOn(const QString &node) const
{
    const std::lock_guard lock(m_mutex);
    const MadeOn places = placesIn(m_document, node);
    QStringList made;
    if (!places.folder.isEmpty())
        made << DeployText::tr("files in %1").arg(places.folder);
    if (!places.container.isEmpty())
        made << DeployText::tr("container %1").arg(places.container);
    const auto isHere
        = [&](const auto &step) { return step.second.changed && step.first.section(QLatin1Char('@'), 1) == node; };
    if (made.isEmpty() && std::any_of(m_document.steps.cbegin(), m_document.steps.cend(), isHere))
        made << DeployText::tr("a part of what a run makes");
    return made;
}

Result<void> RunState::set(const QString &id, const StepRecord &record)
{
    note(id, record);
    return flush();
}

void RunState::note(const QString &id, const StepRecord &record)
{
    const std::lock_guard lock(m_mutex);
    for (auto &[known, old] : m_document.steps) {
        if (known == id) {
            m_isUnwritten = m_isUnwritten || old != record;
            old = record;
            return;
        }
    }
    m_document.steps.append({id, record});
    m_isUnwritten = true;
}

Result<void> RunState::flush()
{
    const std::lock_guard lock(m_mutex);
    return m_isUnwritten ? write() : Result<void>();
}

void RunState::begin(const Deployment &deployment, const QStringList &pending, RunWork work, const QString &file,
                     const QString &wanted)
{
    const std::lock_guard lock(m_mutex);
    if (work == RunWork::Deploy)
        m_document.wanted = wanted;
    m_document.isServiceStopped = work == RunWork::StopService;
    m_document.isWhole = false;
    if (work != RunWork::Deploy) // a run that fails may have left it as it was
        m_document.served = {};
    if (work != RunWork::StopService)
        m_document.isUndoing = work == RunWork::Undo;
    // else it keeps the name that the nodes know, or none
    if (!m_document.hasChanges() || (m_document.deployment.isEmpty() && m_document.nodes.isEmpty()))
        m_document.deployment = deployment.name;
    m_document.recipe = deployment.recipe;
    if (!m_identity.isEmpty())
        m_document.identity = m_identity;
    m_document.file = file.isEmpty() ? QString() : QFileInfo(file).canonicalFilePath();
    m_document.nodes = stateNodes(deployment) + formerIn(m_document, deployment);
    m_isUnwritten = true;
    for (auto &[id, record] : m_document.steps) {
        if (!pending.contains(id))
            continue;
        record.state = StepState::Pending;
        record.message.clear();
        record.remedy.clear();
        record.tookMs = 0;
    }
}

Result<void> RunState::forget(const QString &id, const QString &note)
{
    StepRecord record = step(id);
    record.state = StepState::Undone;
    record.message = note;
    record.remedy.clear();
    record.changed = false;
    record.data = Json::object();
    return set(id, record);
}

Result<void> RunState::write()
{
    const Result<void> written = writeStateFile(m_file, m_document);
    m_isUnwritten = !written;
    return written;
}

QString defaultStateFile(const Deployment &deployment)
{
    // Two deployments of one name on other machines must not share what is theirs to undo.
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(deployment.name.toUtf8());
    for (const Node &node : deployment.nodes)
        hash.addData(u"\n%1\n%2\n%3\n%4"_s.arg(node.name, node.host, QString::number(node.port.value_or(0)), node.root)
                         .toUtf8());
    static const QRegularExpression unsafe(u"[^A-Za-z0-9._-]"_s);
    QString name = QString(deployment.name).replace(unsafe, u"_"_s).left(60);
    return u"%1/runs/%2-%3.json"_s.arg(stateFolder(), name, QString::fromLatin1(hash.result().toHex().left(12)));
}

// As it was read last, while its time and size are the same: all runs that ever were are looked through at every new
// plan. Null: it cannot be read.
static std::shared_ptr<const StateDocument> rememberedState(const QFileInfo &info)
{
    struct Remembered
    {
        QDateTime time;
        qint64 size = -1;
        std::shared_ptr<const StateDocument> document;
    };
    static QMutex mutex;
    static QHash<QString, Remembered> all;
    const QMutexLocker lock(&mutex);
    Remembered &one = all[info.filePath()];
    if (one.size == info.size() && one.time == info.lastModified())
        return one.document;
    const Result<StateDocument> document = readStateFile(info.filePath());
    one = {info.lastModified(), info.size(),
           document ? std::make_shared<const StateDocument>(*document) : std::shared_ptr<const StateDocument>()};
    return one.document;
}

QString findStateFile(const Deployment &deployment, const QString &identity)
{
    const QString own = defaultStateFile(deployment);
    const Result<StateDocument> document = readStateFile(own);
    if (!document || document->hasChanges())
        return own;
    QString found = own;
    QDateTime newest;
    bool isFoundByIdentity = false;
    for (const QFileInfo &info : QDir(QFileInfo(own).path()).entryInfoList({u"*.json"_s}, QDir::Files)) {
        const QString file = info.filePath();
        const std::shared_ptr<const StateDocument> other = rememberedState(info);
        if (!other || !isAboutSame(*other, deployment, file, identity))
            continue;
        const bool isSame = !identity.isEmpty() && other->identity == identity;
        if (newest.isValid() && (isSame == isFoundByIdentity ? info.lastModified() < newest : isFoundByIdentity))
            continue;
        isFoundByIdentity = isSame;
        found = file;
        newest = info.lastModified();
    }
    return found;
}

static const QString unsavedMark = u"unsaved:"_s;

QString unsavedIdentity() { return unsavedMark + QUuid::createUuid().toString(QUuid::WithoutBraces); }

Result<void> adoptRun(const Deployment &deployment, const QString &former, const QString &identity)
{
    if (identity.isEmpty())
        return {};
    const QString file = findStateFile(deployment, former.isEmpty() ? identity : former);
    Result<StateDocument> document = readStateFile(file);
    if (!document || !document->hasChanges() || document->identity == identity)
        return document ? Result<void>() : Result<void>(document.error());
    const bool isFree = document->identity.isEmpty() || document->identity.startsWith(unsavedMark);
    if (!isFree || !fittedTo(*document, deployment, file, former))
        return {};
    document->identity = document->file = identity;
    return writeStateFile(file, *document);
}

KnownRun knownRunOf(const Deployment &deployment, const QString &identity)
{
    const QString file = findStateFile(deployment, identity);
    const Result<StateDocument> document = readStateFile(file);
    if (!document || !document->hasChanges())
        return {};
    KnownRun known{document->owner, {}, {}, {}};
    if (!identity.isEmpty() && document->identity != identity
        && nameOfRun(document->deployment) != nameOfRun(deployment.name))
        known.original = originalIn(*document, file, identity.section(u'#', 0, 0));
    const Result<StateDocument> fitted = fittedTo(*document, deployment, file, identity);
    if (!fitted) {
        known.original.clear();
        return known;
    }
    for (const Node &node : deployment.nodes)
        known.made.insert(node.name, placesIn(*fitted, node.name));
    for (const auto &[id, record] : fitted->steps) {
        const QString node = id.section(QLatin1Char('@'), 1), prefix = node + QLatin1String(": ");
        // read from a file, each language of it has the name
        if (record.state == StepState::Failed && id.section(QLatin1Char('@'), 0, 0) == "image"_L1)
            known.imageFailures.insert(node, inEveryLanguage([&](const QString &language) {
                const QString said = inLanguage(record.message, language);
                return said.startsWith(prefix) ? said.mid(prefix.size()) : said;
            }));
    }
    return known;
}
