#include "ui/chat/chatbackends.h"

#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"
#include "inference/remoteendpoint.h"

#include <QFileInfo>

#include <algorithm>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

struct BackendWords
{
    ASC_TR_FUNCTIONS(ChatBackends)
};

} // namespace

ChatBackends::ChatBackends(Cluster &cluster, std::shared_ptr<EmbeddedEngine> engine, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_engine(std::move(engine))
{
    connect(&m_cluster, &Cluster::deploymentChanged, this, &ChatBackends::rebuild);
    rebuild();
}

const ChatBackend *ChatBackends::currentBackend() const
{
    for (const ChatBackend &backend : m_list)
        if (backend.id == m_current)
            return &backend;
    return nullptr;
}

int ChatBackends::contextTokens() const
{
    const ChatBackend *backend = currentBackend();
    if (!backend || m_state != State::Ready)
        return 0;
    if (backend->kind != ChatBackend::Kind::Embedded)
        return m_toldContext;
    const std::optional<EngineInfo> info = m_engine->info();
    return info ? info->contextTokens : 0;
}

void ChatBackends::noteContext(qint64 tokens)
{
    const ChatBackend *backend = currentBackend();
    if (backend && backend->kind != ChatBackend::Kind::Embedded && tokens > 0
        && tokens <= std::numeric_limits<int>::max() && m_toldContext != tokens) {
        m_toldContext = int(tokens);
        emit stateChanged();
    }
}

int ChatBackends::threads() const
{
    const ChatBackend *backend = currentBackend();
    const std::optional<EngineInfo> info = m_engine->info();
    return backend && backend->kind == ChatBackend::Kind::Embedded && m_state == State::Ready && info ? info->threads
                                                                                                      : 0;
}

void ChatBackends::setFolders(const QStringList &folders)
{
    if (folders == m_folders)
        return;
    m_folders = folders;
    refresh();
}

void ChatBackends::refresh()
{
    m_finder.run(
        this,
        [folders = QStringList(defaultModelFolder()) + m_folders](Job &job) {
            return findModelFiles(folders, job.stop());
        },
        [this](const QList<ModelFile> &files) {
            m_files = files;
            const bool isFirst = !std::exchange(m_isSearched, true);
            rebuild();
            if (isFirst)
                emit listChanged();      // who is not in it now is missed
        });
}

void ChatBackends::setServed(const std::optional<Served> &served)
{
    if (served == m_served)
        return;
    m_served = served;
    rebuild();
}

void ChatBackends::rebuild()
{
    QList<ChatBackend> list;
    for (const auto &[name, port] : std::as_const(m_ports))
        list << ChatBackend{ChatBackend::Kind::Other, name, name, {}};
    QList<ModelFile> files = m_files;
    for (const QString &path : std::as_const(m_added))
        files << modelFileAt(path);
    for (const ModelFile &file : std::as_const(files))
        list << ChatBackend{ChatBackend::Kind::Embedded, file.path, file.name, file.problem};
    const Deployment &deployment = m_cluster.deployment();
    if (!deployment.nodes.isEmpty()) {
        const Result<Recipe> recipe = findRecipe(deployment.recipe);
        const Endpoint endpoint
            = endpointOf(m_served, deployment, recipe ? *recipe : Recipe{}, m_cluster.connections());
        // which model it serves is the recipe's word; without it nobody can be asked
        list << ChatBackend{ChatBackend::Kind::Endpoint, endpoint.baseUrl, endpoint.model,
                            endpoint.model.isEmpty() ? BackendWords::tr("No recipe is chosen yet: it says which model "
                                                                        "is served, and where.")
                                                     : QString()};
    }
    if (list == m_list)
        return;
    const ChatBackend *before = currentBackend();
    const bool wasEndpoint = before && before->kind == ChatBackend::Kind::Endpoint;
    m_list = list;
    emit listChanged();
    takeUpAgain(wasEndpoint, m_state != State::None && m_state != State::NotLoaded);
}

// A conversation with the cluster goes on with the cluster, when its deployment is opened again or its address is
// another one, not with the little model that is usable at once. A model file is not loaded before somebody asks.
void ChatBackends::takeUpAgain(bool wasEndpoint, bool wasAsked)
{
    const bool isGone = !m_current.isEmpty() && !currentBackend();
    if (isGone) { // the endpoint of a deployment that was closed, or was changed
        m_worker.cancelAll();
        ++m_attempt;
        m_current.clear();
        setState(State::None);
    }
    const auto isUsableEndpoint = [](const ChatBackend &backend) {
        return backend.kind == ChatBackend::Kind::Endpoint && backend.problem.isEmpty();
    };
    const auto take = [this](const ChatBackend &backend) {
        m_current = backend.id;
        setState(State::NotLoaded);
    };
    for (const ChatBackend &backend : std::as_const(m_list)) {
        const bool isMeant = isWanted(backend);
        if (m_wanted == m_current || !isUsableEndpoint(backend) || !(isMeant || (isGone && wasEndpoint)))
            continue;
        if (isMeant || wasAsked)
            return suggest(QString(backend.id));
        return take(ChatBackend(backend));
    }
    // Until somebody chooses: the first that can be used, models of this machine before the endpoint.
    if (m_attempt > 0 && !m_current.isEmpty())
        return;
    const auto isUsable = [](const ChatBackend &backend) { return backend.problem.isEmpty(); };
    auto usable = std::find_if(m_list.cbegin(), m_list.cend(), [&](const ChatBackend &backend) {
        return backend.id == m_wanted && isUsable(backend);
    });
    if (usable == m_list.cend())
        usable = std::find_if(m_list.cbegin(), m_list.cend(), isUsable);
    if (usable != m_list.cend() && usable->id != m_current)
        take(ChatBackend(*usable));
}

bool ChatBackends::isWanted(const ChatBackend &backend) const
{
    return backend.id == m_wanted || (m_wanted == lastEndpoint && backend.kind == ChatBackend::Kind::Endpoint);
}

void ChatBackends::goOnWith(const QString &id)
{
    if (m_last.isEmpty())
        want(id);
}

void ChatBackends::setLast(const QString &last)
{
    m_last = last;
    const auto found = std::find_if(m_list.cbegin(), m_list.cend(), [&last](const ChatBackend &backend) {
        return backend.problem.isEmpty()
            && (backend.kind == ChatBackend::Kind::Endpoint ? last == lastEndpoint : backend.id == last);
    });
    if (found == m_list.cend() || found->kind == ChatBackend::Kind::Endpoint)
        return want(found == m_list.cend() ? last : QString(found->id));
    if (m_isChosen || last == m_current)
        return;
    m_worker.cancelAll();                // who was suggested for another deployment is not asked any more
    ++m_attempt;
    m_current = m_wanted = last;
    setState(State::NotLoaded);
}

void ChatBackends::noteTalk()
{
    const ChatBackend *backend = currentBackend();
    if (!backend || backend->kind == ChatBackend::Kind::Other)
        return;
    m_last = backend->kind == ChatBackend::Kind::Endpoint ? QString(lastEndpoint) : backend->id;
    emit lastChanged();
}

QString ChatBackends::missed() const
{
    const ChatBackend *backend = currentBackend();
    if (m_isChosen || m_wanted.isEmpty() || !m_isSearched || !backend || isWanted(*backend))
        return {};
    const bool isFile = m_wanted != lastEndpoint && !m_wanted.startsWith("http"_L1);
    const bool isThere = std::any_of(m_list.cbegin(), m_list.cend(), [this](const ChatBackend &one) {
        return one.id == m_wanted && one.problem.isEmpty();
    });
    if (isThere || (!isFile && backend->kind == ChatBackend::Kind::Endpoint)) // at another address
        return {};
    return isFile                    ? QFileInfo(m_wanted).completeBaseName()
        : m_wanted == lastEndpoint ? tr("the deployed endpoint")
                                   : m_wanted;
}

void ChatBackends::want(const QString &id)
{
    if (m_isChosen || id.isEmpty())
        return;
    m_wanted = id;
    const ChatBackend *backend = currentBackend();
    if (id != m_current)
        takeUpAgain(false, false);
    else if (backend && backend->kind == ChatBackend::Kind::Endpoint && m_state == State::NotLoaded)
        m_isAtWork ? void(m_wasAsked = true) : suggest(QString(id));
}

void ChatBackends::setState(State state, const std::optional<Error> &error)
{
    m_state = state;
    m_error = error;
    if (state != State::Ready)
        m_port.reset();
    emit stateChanged();
}

void ChatBackends::choose(const QString &id)
{
    m_isChosen = true;
    suggest(id);
    noteTalk();
}

void ChatBackends::suggest(const QString &id)
{
    m_worker.cancelAll();
    ++m_attempt;
    m_current = m_wanted = id;
    m_toldContext = 0;
    const ChatBackend *backend = currentBackend();
    if (!backend)
        return setState(State::None);
    switch (backend->kind) {
    case ChatBackend::Kind::Embedded: return load(backend->id);
    case ChatBackend::Kind::Endpoint: return ask(*backend);
    case ChatBackend::Kind::Other: break;
    }
    for (const auto &[name, port] : std::as_const(m_ports))
        if (name == id)
            m_port = port;
    setState(State::Ready);
}

void ChatBackends::load(const QString &path)
{
    if (loaded() == path) {
        m_port = m_engine;
        return setState(State::Ready);
    }
    m_progress = 0;
    setState(State::Loading);
    const int attempt = m_attempt;
    EngineOptions options;
    options.examiner = m_examiner;
    m_worker.run(this,
        [this, engine = m_engine, path, options, attempt](Job &job) {
            const EveryLanguage every;
            return engine->load(path, options, [this, &job, attempt](double part) {
                job.notify([this, attempt, part] {
                    if (attempt != m_attempt || m_state != State::Loading)
                        return;
                    m_progress = part;
                    emit stateChanged();
                });
            }, job.stop());
        },
        [this, attempt](const Result<EngineInfo> &info) {
            if (attempt != m_attempt)
                return;
            if (!info)
                return setState(info.error().kind == ErrorKind::Canceled ? State::NotLoaded : State::Failed,
                                info.error());
            m_port = m_engine;
            setState(State::Ready);
        });
}

void ChatBackends::ask(const ChatBackend &backend)
{
    setState(State::Checking);
    const int attempt = m_attempt;
    auto endpoint = std::make_shared<RemoteEndpoint>(backend.id, backend.name);
    m_worker.run(this,
        [endpoint](Job &job) {
            const EveryLanguage every;
            return endpoint->served(job.stop());
        },
        [this, endpoint, attempt, model = backend.name, url = backend.id](const Result<QList<ServedModel>> &served) {
            if (attempt != m_attempt)
                return;
            if (!served)
                return setState(served.error().kind == ErrorKind::Canceled ? State::NotLoaded : State::Failed,
                                served.error());
            QStringList names;
            for (const ServedModel &one : *served) {
                names << one.name;
                if (one.name == model)
                    m_toldContext
                        = int(std::clamp<qint64>(one.contextTokens.value_or(0), 0, std::numeric_limits<int>::max()));
            }
            if (!names.contains(model)) {
                const QString sentence = [&] { // no signal in it: who hears one speaks the language of the moment
                    const EveryLanguage every;
                    return BackendWords::tr("%1 does not serve %2. It serves: %3.")
                        .arg(url, model, names.join(u", "_s));
                }();
                return setState(State::Failed, Error{ErrorKind::Model, sentence, {}, {}});
            }
            m_port = endpoint;
            setState(State::Ready);
        });
}

void ChatBackends::addModelFile(const QString &path)
{
    if (!m_added.contains(path))
        m_added << path;
    rebuild();
    choose(path);
}

void ChatBackends::addPort(const QString &name, std::shared_ptr<ChatPort> port)
{
    m_ports << std::pair{name, std::move(port)};
    rebuild();
    choose(name);
}

void ChatBackends::noteWork(bool isAtWork)
{
    if (std::exchange(m_isAtWork, isAtWork) == isAtWork)
        return;
    const ChatBackend *backend = currentBackend();
    if (!backend || backend->kind != ChatBackend::Kind::Endpoint) {
        emit stateChanged();             // what was said of the endpoint is the past all the same
        return;
    }
    const bool wasAsked = m_state != State::NotLoaded;
    if (isAtWork) {
        m_wasAsked = wasAsked;
        m_worker.cancelAll();
        ++m_attempt;
        setState(State::NotLoaded);
    } else if (std::exchange(m_wasAsked, false) || wasAsked) {
        suggest(m_current);
    } else {
        emit stateChanged();
    }
}

void ChatBackends::noteAbsence()
{
    if (m_state == State::Failed)
        emit stateChanged();
}

Error ChatBackends::explained(Error error, const QString &id) const
{
    const bool isEndpoint = std::any_of(m_list.cbegin(), m_list.cend(), [&](const ChatBackend &one) {
        return one.id == id && one.kind == ChatBackend::Kind::Endpoint;
    });
    const QString absence = isEndpoint && error.kind == ErrorKind::Connection && m_absence ? m_absence() : QString();
    if (absence.isEmpty())
        return error;
    error.detail = error.detail.isEmpty() ? error.message : error.message + u'\n' + error.detail;
    error.message = absence;
    return error;
}

void ChatBackends::askAgain()
{
    const ChatBackend *backend = currentBackend();
    if (backend && backend->kind == ChatBackend::Kind::Endpoint
        && (m_state == State::Ready || m_state == State::Failed))
        suggest(m_current);
}

void ChatBackends::cancel()
{
    m_worker.cancelAll();
}

QString ChatBackends::loaded() const
{
    const std::optional<EngineInfo> info = m_isUnloading ? std::nullopt : m_engine->info();
    return info ? info->path : QString();
}

// In its turn: a loading that is asked for meanwhile comes after it.
void ChatBackends::unload()
{
    if (loaded().isEmpty())
        return;
    m_isUnloading = true;
    const ChatBackend *backend = currentBackend();
    const bool isChosen = backend && backend->kind == ChatBackend::Kind::Embedded && m_state == State::Ready;
    setState(isChosen ? State::NotLoaded : m_state, m_error);
    m_worker.run(this, [engine = m_engine](Job &) { engine->unload(); return true; }, [this](bool) {
        m_isUnloading = false;
        emit stateChanged();
    });
}
