#include "core/adopt/fit.h"

#include "core/adopt/readback.h"
#include "core/engines/engine.h"
#include "core/lint/dockerline.h"
#include "core/targets/envscript.h"
#include "core/targets/launch.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostFits = 400; // of generating a recipe; each takes a millisecond or two

QString jsonText(const Json &value)
{
    return value.is_string() ? value.get<QString>() : QString::fromUtf8(compactJson(value));
}

std::optional<double> numberWithin(const Json &value)
{
    if (value.is_number())
        return value.get<double>();
    bool isNumber = false;
    const double number = value.is_string() ? value.get<QString>().toDouble(&isNumber) : 0;
    return isNumber ? std::optional(number) : std::nullopt;
}

// "0.90" and 0.9 are one value, and so are true and "1" no more than texts are.
bool isSameValue(const Json &a, const Json &b)
{
    if (a == b)
        return true;
    const std::optional<double> one = numberWithin(a), other = numberWithin(b);
    return one && other && *one == *other;
}

void compareJson(const Json &runs, const Json &recipe, const QString &where, const AdoptDifference &like,
                 QList<AdoptDifference> &list)
{
    const auto tell = [&](const QString &name, const Json *is, const Json *ours) {
        AdoptDifference one = like;
        one.name = name.trimmed();
        if (is)
            one.runs = jsonText(*is);
        if (ours)
            one.recipe = jsonText(*ours);
        list << one;
    };
    const bool areObjects = runs.is_object() && recipe.is_object();
    const bool areLists = runs.is_array() && recipe.is_array() && runs.size() == recipe.size()
        && std::any_of(runs.begin(), runs.end(), [](const Json &item) { return item.is_object(); });
    if (areLists) {
        for (size_t i = 0; i < runs.size(); ++i)
            compareJson(runs[i], recipe[i], where + u'/' + QString::number(i), like, list);
        return;
    }
    if (!areObjects) {
        if (!isSameValue(runs, recipe))
            tell(where, &runs, &recipe);
        return;
    }
    for (const auto &[key, value] : runs.items()) {
        const QString at = where + u'/' + QString::fromStdString(key);
        const auto its = recipe.find(key);
        if (its == recipe.end())
            tell(at, &value, nullptr);
        else
            compareJson(value, *its, at, like, list);
    }
    for (const auto &[key, value] : recipe.items()) {
        if (!runs.contains(key))
            tell(where + u'/' + QString::fromStdString(key), nullptr, &value);
    }
}

// What set_env.sh files of CANN, nnal and the ATB models export themselves; no person wrote them.
bool isOfAScript(const QString &name)
{
    static const QRegularExpression scripts(u"^(LD_LIBRARY_PATH|ATB_(?!LLM_|WORKSPACE_MEM_ALLOC_ALG_TYPE|OPERATION_"
                                            u"EXECUTE_ASYNC).*|(?!VLLM_|TORCH).*_(PATH|HOME|DIR|ROOT)|"
                                            "ASCEND_(?!RT_|LAUNCH|GLOBAL|BUFFER|SLOG|PROCESS).*|LD_.*)$"_s);
    return scripts.match(name).hasMatch();
}

void compareEnvironment(const RunningService &service, const QList<EnvironmentVariable> &ours, const QStringList &own,
                        const AdoptDifference &like, QList<AdoptDifference> &list)
{
    if (!service.process.isEnvironmentTold)
        return;
    QSet<QString> named;
    for (const EnvironmentVariable &variable : ours) {
        named << variable.name;
        const auto its = service.process.environment.constFind(variable.name);
        AdoptDifference one = like;
        one.name = variable.name;
        if (its == service.process.environment.cend()) {
            if (!isEnginesVariable(variable.name)) // it was not asked for
                continue;
            one.recipe = variable.value;
            list << one;
            continue;
        }
        const bool isPlaced = std::any_of(own.begin(), own.end(), [&](const QString &name) {
            return variable.pattern.contains(u"${"_s + name + u'}');
        });
        const bool isIn = variable.prepends && its->split(u':').contains(variable.value);
        if (isPlaced || isIn || isSameValue(Json(*its), Json(variable.value)))
            continue;
        one.runs = *its;
        one.recipe = variable.value;
        list << one;
    }
    for (const auto &[name, value] : service.process.environment.asKeyValueRange()) {
        if (named.contains(name) || isOfAScript(name) || service.imageVariables.contains(name))
            continue;
        AdoptDifference one = like;
        one.name = name;
        one.runs = value;
        list << one;
    }
}

QString mountText(const ContainerMount &mount)
{
    return mount.source + u':' + mount.target + (mount.isReadOnly ? u":ro"_s : QString());
}

QString trimmedPath(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

ContainerMount plainMount(const ContainerMount &mount)
{
    return {trimmedPath(mount.source), trimmedPath(mount.target), mount.isReadOnly};
}

void compareSets(const QStringList &runs, const QStringList &ours, const QString &name, const AdoptDifference &like,
                 QList<AdoptDifference> &list)
{
    for (const QString &one : runs) {
        if (!ours.contains(one)) {
            list << like;
            list.last().name = name;
            list.last().runs = one;
        }
    }
    for (const QString &one : ours) {
        if (!runs.contains(one)) {
            list << like;
            list.last().name = name;
            list.last().recipe = one;
        }
    }
}

void compareContainer(const ContainerSpec &runs, const ContainerSpec &ours, const AdoptDifference &like,
                      QList<AdoptDifference> &list)
{
    const auto differs = [&](const char *name, const QString &is, const QString &wanted) {
        if (is == wanted)
            return;
        list << like;
        list.last().name = QLatin1String(name);
        list.last().runs = is;
        list.last().recipe = wanted;
    };
    differs("image", runs.image, ours.image);
    differs("--name", runs.name, ours.name);
    if (!runs.network.isEmpty())
        differs("--network", runs.network == "default"_L1 ? u"bridge"_s : runs.network, ours.network);
    const auto shared = [](const ContainerSpec &spec) { return spec.ipc == "host"_L1 ? u"host"_s : u"private"_s; };
    if (!runs.ipc.isEmpty())
        differs("--ipc", shared(runs), shared(ours));
    if (shared(runs) == shared(ours) && shared(runs) == "private"_L1 && runs.shmBytes && ours.shmBytes)
        differs("--shm-size", QString::number(*runs.shmBytes), QString::number(*ours.shmBytes));
    if (runs.isPrivileged && ours.isPrivileged)
        differs("--privileged", *runs.isPrivileged ? u"true"_s : u"false"_s,
                *ours.isPrivileged ? u"true"_s : u"false"_s);
    if (!runs.devices.isEmpty() || !runs.isPrivileged.value_or(false)) // privileged, it sees them all
        compareSets(runs.devices, ours.devices, u"--device"_s, like, list);
    QStringList is, wanted;
    for (const ContainerMount &mount : runs.mounts)
        is << mountText(plainMount(mount));
    for (const ContainerMount &mount : ours.mounts)
        wanted << mountText(plainMount(mount));
    compareSets(is, wanted, u"--volume"_s, like, list);
}

// "W8A8" of "w8a8_dynamic" and of "DeepSeek-V3.1-w8a8-mtp"
QString quantizationIn(const QString &text)
{
    static const QRegularExpression shape(u"(?<![a-z0-9])w\\d+a\\d+(?![0-9])"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    QString last; // a folder's own name says it better than those above it
    for (auto matches = shape.globalMatch(text); matches.hasNext();)
        last = matches.next().captured().toUpper();
    return last;
}

// ModelSlim writes it into config.json as "quantize" ("w8a8_dynamic"); else the name of the weights says it.
QString quantizationOf(const RunningService &service, const QString &weights)
{
    const QString said = service.model ? quantizationIn(stringAt(*service.model, "quantize")) : QString();
    return said.isEmpty() ? quantizationIn(weights) : said;
}

// One recipe, looked at with many settings.
class Fitting {
public:
    Fitting(const Recipe &recipe, const FitInput &input)
        : m_recipe(recipe)
        , m_input(input)
    {
        if (const Result<const Engine *> engine = engineOf(recipe))
            m_engine = *engine;
    }

    AdoptCandidate best()
    {
        AdoptCandidate best;
        best.recipe = m_recipe.id;
        best.refusal = u"-"_s;
        for (const Json &choice : choices()) {
            AdoptCandidate one = fittedTo(choice);
            if (!one.refusal.isEmpty() && best.refusal == "-"_L1)
                best.refusal = one.refusal;
            if (one.refusal.isEmpty() && (!best.refusal.isEmpty() || isBetter(one, best)))
                best = one;
        }
        return best;
    }

private:
    static bool isBetter(const AdoptCandidate &one, const AdoptCandidate &other)
    {
        // Of the image's own release first, however near the flags of another come.
        return std::tuple(one.isDoubtful, weightOf(one.differences), one.settings.size())
            < std::tuple(other.isDoubtful, weightOf(other.differences), other.settings.size());
    }

    // Every combination of what chooses variants.
    QList<Json> choices() const
    {
        QList<Json> all{Json::object()};
        for (const auto &[key, variants] : member(m_recipe.file, "variants").items()) {
            QStringList values;
            for (const RecipeSetting &setting : m_recipe.settings) {
                if (setting.key.toStdString() == key)
                    values = setting.choices;
            }
            QList<Json> more;
            for (const Json &one : std::as_const(all)) {
                for (const QString &value : std::as_const(values)) {
                    Json with = one;
                    with[key] = value;
                    more << with;
                }
            }
            if (!more.isEmpty())
                all = more;
        }
        return all;
    }

    const RecipeSetting *settingOf(const Recipe &resolved, const QString &key) const
    {
        const auto its = std::find_if(resolved.settings.begin(), resolved.settings.end(),
                                      [&](const RecipeSetting &setting) { return setting.key == key; });
        return its == resolved.settings.end() ? nullptr : &*its;
    }

    // Taken where it is one of the recipe's and fits it; a default is not written.
    bool set(Json &settings, const Recipe &resolved, const QString &key, const Json &value)
    {
        const RecipeSetting *setting = settingOf(resolved, key);
        if (!setting || value.is_null() || !settingProblem(*setting, value).isEmpty())
            return false;
        if (value == setting->defaultValue)
            settings.erase(key.toStdString());
        else
            settings[key.toStdString()] = value;
        m_pinned << key;
        return true;
    }

    AdoptCandidate fittedTo(const Json &choice)
    {
        AdoptCandidate candidate;
        candidate.recipe = m_recipe.id;
        m_pinned.clear();
        Json settings = Json::object();
        const Result<Recipe> chosen = resolvedRecipe(m_recipe, choice);
        if (!chosen || !m_engine) {
            candidate.refusal = chosen ? u"-"_s : chosen.error().message;
            return candidate;
        }
        for (const auto &[key, value] : choice.items())
            set(settings, *chosen, QString::fromStdString(key), value);
        readContainer(settings, *chosen);
        readPatterns(settings, *chosen);
        Result<QList<AdoptDifference>> now = differencesOf(m_recipe, settings, m_input);
        // What runs without something that the recipe always adds (FlashComm) may have values that do not go with it:
        // such a setting stays the recipe's, and is told as a difference. Of an image that is refused nothing is left.
        while (!now) {
            const QString key = now.error().facts.value(u"setting"_s);
            if (key == "image"_L1 || choice.contains(key.toStdString()) || settings.erase(key.toStdString()) == 0)
                break;
            now = differencesOf(m_recipe, settings, m_input);
        }
        if (!now) {
            candidate.refusal = now.error().message;
            return candidate;
        }
        tryOut(settings, *chosen, *now);
        candidate.settings = settings;
        candidate.differences = *now;
        tellWhatItIsFor(candidate);
        return candidate;
    }

    // Release and quantization: what is chosen with the recipe, not written anywhere by itself.
    void tellWhatItIsFor(AdoptCandidate &candidate) const
    {
        const RunningService &first = m_input.services.first();
        AdoptDifference like;
        like.node = m_input.deployment.nodes.first().name;
        like.part = AdoptDifference::Part::Recipe;
        const auto tell = [&](const QString &name, const QString &is, const QString &wanted) {
            like.name = name;
            like.runs = is;
            like.recipe = wanted;
            candidate.differences << like;
        };
        const Result<Recipe> resolved = resolvedRecipe(m_recipe, candidate.settings);
        if (!resolved)
            return;
        const Json typed = settingsAsTyped(m_recipe, candidate.settings);
        // the image that runs: a variant may refuse it by its pattern
        if (const auto other = otherRelease(*resolved, first.container.image, typed)) {
            candidate.isDoubtful = true;
            tell(other->setting, other->is, other->wanted);
        }
        const QString is = quantizationOf(first, m_engine->traces.isService ? stringAt(typed, "weights")
                                                                            : first.process.argv.join(u' ')),
                      wanted = quantizationIn(resolved->quantization);
        candidate.isOtherwiseQuantized = !is.isEmpty() && !wanted.isEmpty() && is != wanted;
        if (candidate.isOtherwiseQuantized)
            tell(u"quantization"_s, is, wanted);
    }

    void readContainer(Json &settings, const Recipe &resolved)
    {
        const RunningService &first = m_input.services.first();
        const ContainerSpec &container = first.container;
        set(settings, resolved, u"image"_s, container.image);
        set(settings, resolved, u"containerName"_s, container.name);
        if (container.isPrivileged)
            set(settings, resolved, u"privileged"_s, *container.isPrivileged);
        if (!container.ipc.isEmpty())
            set(settings, resolved, u"ipc"_s, container.ipc == "host"_L1 ? "host" : "private");
        constexpr qint64 gib = qint64(1) << 30;
        if (container.shmBytes && *container.shmBytes % gib == 0 && container.ipc != "host"_L1)
            set(settings, resolved, u"shmGb"_s, *container.shmBytes / gib);
        if (!resolved.chipsKey.isEmpty()) {
            const qsizetype cards
                = container.npus().isEmpty() ? m_input.facts.first().deviceIds.size() : container.npus().size();
            set(settings, resolved, resolved.chipsKey, cards);
        }
        if (m_engine->traces.isService == nullptr && !first.ports.isEmpty()) // no words of its own say it
            set(settings, resolved, QLatin1String(m_engine->ports.first().key), first.ports.first());
        readFolder(settings, resolved);
    }

    // Where a run of this program has put its files: a folder named after the deployment.
    void readFolder(Json &settings, const Recipe &resolved)
    {
        const RunningService &first = m_input.services.first();
        QStringList folders{first.process.workFolder};
        for (const QString &value : first.process.environment)
            folders << QFileInfo(value).path();
        for (const QString &folder : std::as_const(folders)) {
            const QFileInfo info(folder);
            if (folder.startsWith(u'/') && info.fileName() == strictFolderName(m_input.deployment.name)) {
                set(settings, resolved, u"remoteFolder"_s, info.path());
                return;
            }
        }
    }

    void readPatterns(Json &settings, const Recipe &resolved)
    {
        QMap<QString, Json> found;
        const auto know = [&](const QMap<QString, Json> &more) {
            for (const auto &[key, value] : more.asKeyValueRange()) {
                if (!found.contains(key))
                    found.insert(key, value);
            }
        };
        for (const RunningService &service : m_input.services) {
            if (m_engine->traces.pattern && m_engine->traces.told)
                know(readBack(m_engine->traces.pattern(resolved),
                              m_engine->traces.told(service.process, service.texts, resolved)));
            for (const Json &group : member(member(resolved.data, "environment"), "groups")) {
                for (const Json &variable : member(group, "variables")) {
                    const auto its = service.process.environment.constFind(stringAt(variable, "name"));
                    if (its != service.process.environment.cend() && !isSecretVariable(its.key())
                        && !boolAt(variable, "prepends").value_or(false))
                        know(readBack(member(variable, "value"), Json(*its)));
                }
            }
            if (m_engine->traces.settings) {
                const Json told = m_engine->traces.settings(service.process);
                for (const auto &[key, value] : told.items()) {
                    if (const QString name = QString::fromStdString(key); !found.contains(name))
                        found.insert(name, value);
                }
            }
        }
        for (const auto &[key, value] : found.asKeyValueRange()) {
            const RecipeSetting *setting = settingOf(resolved, key);
            if (!setting || choosesVariant(m_recipe, key))
                continue;
            Json typed = asTyped(value, setting->type);
            if (key == "weights"_L1 && typed.is_string()) { // the recipe mounts them under the machine's own path
                const QString there = m_input.services.first().container.onMachine(typed.get<QString>());
                if (!there.isEmpty())
                    typed = there;
            }
            set(settings, resolved, key, typed);
        }
        readMounts(settings, resolved);
    }

    // What the recipe mounts by itself is not among them; each further one is tried.
    void readMounts(Json &settings, const Recipe &resolved)
    {
        if (!settingOf(resolved, u"extraMounts"_s))
            return;
        const Json typed = settingsAsTyped(resolved, settings);
        QStringList own{stringAt(typed, "weights")};
        for (const Json &mount : member(member(resolved.data, "container"), "mounts"))
            own << stringAt(mount, "path");
        QStringList extra;
        for (const ContainerMount &given : m_input.services.first().container.mounts) {
            const ContainerMount mount = plainMount(given);
            if (own.contains(mount.target) || !mount.source.startsWith(u'/') || mountText(mount).contains(u','))
                continue;
            Json with = typed;
            with["extraMounts"] = (extra + QStringList{mountText(mount)}).join(u',');
            if (mountsAgree(with))
                extra << mountText(mount);
        }
        if (!extra.isEmpty())
            set(settings, resolved, u"extraMounts"_s, extra.join(u','));
    }

    // The numbers that stand in what differs.
    static QList<qint64> numbersIn(const QList<AdoptDifference> &differences)
    {
        static const QRegularExpression number(u"(?<![\\d.])\\d{1,7}(?![\\d.])"_s);
        QList<qint64> numbers{0, 1};
        for (const AdoptDifference &difference : differences) {
            for (auto matches = number.globalMatch(difference.runs.value_or(QString()).left(400)); matches.hasNext();) {
                const qint64 value = matches.next().captured().toLongLong();
                if (!numbers.contains(value) && numbers.size() < 12)
                    numbers << value;
            }
        }
        return numbers;
    }

    QList<Json> others(const RecipeSetting &setting, const Json &is, const QList<AdoptDifference> &now) const
    {
        QList<Json> values;
        if (setting.type == "boolean"_L1)
            values << Json(is != Json(true));
        for (const QString &choice : setting.choices) {
            if (is != Json(choice))
                values << Json(choice);
        }
        if (setting.type == "integer"_L1) {
            for (const qint64 number : numbersIn(now)) {
                if (is != Json(number))
                    values << Json(number);
            }
        }
        values.removeIf([&](const Json &value) { return !settingProblem(setting, value).isEmpty(); });
        return values;
    }

    // What no template holds by itself shows in what the recipe would write.
    void tryOut(Json &settings, const Recipe &resolved, QList<AdoptDifference> &now)
    {
        static const QStringList unseen{u"weightsFrom"_s, u"imageFrom"_s, u"imageArchive"_s, u"commentLanguage"_s};
        int tries = 0;
        for (const RecipeSetting &setting : resolved.settings) {
            if (weightOf(now) == 0)
                return;
            if (m_pinned.contains(setting.key) || unseen.contains(setting.key) || choosesVariant(m_recipe, setting.key))
                continue;
            const Json is = settings.contains(setting.key.toStdString()) ? settings[setting.key.toStdString()]
                                                                         : setting.defaultValue;
            for (const Json &value : others(setting, is, now)) {
                if (++tries > mostFits)
                    return;
                Json with = settings;
                with[setting.key.toStdString()] = value;
                const Result<QList<AdoptDifference>> then = differencesOf(m_recipe, with, m_input);
                if (!then || weightOf(*then) >= weightOf(now))
                    continue;
                settings = with;
                now = *then;
                if (value == setting.defaultValue)
                    settings.erase(setting.key.toStdString());
            }
        }
    }

    const Recipe &m_recipe;
    const FitInput &m_input;
    const Engine *m_engine = nullptr;
    QSet<QString> m_pinned; // keys that something seen has told
};

} // namespace

int weightOf(const QList<AdoptDifference> &differences)
{
    int weight = 0;
    for (const AdoptDifference &difference : differences) {
        // A variable that the recipe does not know may be some script's: it weighs less.
        const bool isFurther = difference.part == AdoptDifference::Part::Environment && !difference.recipe;
        weight += isFurther ? 1 : 2;
    }
    return weight;
}

Result<QList<AdoptDifference>> differencesOf(const Recipe &any, const Json &settings, const FitInput &input)
{
    const Result<Json> effective = effectiveSettings(any, settings);
    if (!effective)
        return effective.error();
    const Result<Recipe> recipe = resolvedRecipe(any, settings);
    if (!recipe)
        return recipe.error();
    const Result<const Engine *> engine = engineOf(*recipe);
    if (!engine)
        return engine.error();
    Deployment deployment = input.deployment;
    deployment.recipe = recipe->id;
    deployment.settings = settings;
    const Result<Topology> topology = topologyOf(deployment, *recipe, input.facts);
    if (!topology)
        return topology.error();
    QList<AdoptDifference> list;
    for (qsizetype i = 0; i < topology->placements.size() && i < input.services.size(); ++i) {
        const Placement &placement = topology->placements[i];
        const RunningService &service = input.services[i];
        const Result<Launch> launch = launchOf(*topology, placement, *recipe);
        if (!launch)
            return launch.error();
        AdoptDifference like;
        like.node = placement.name;
        RunningProcess ours;
        ours.argv = launch->process.argv();
        ours.workFolder = launch->process.workFolder;
        QMap<QString, QByteArray> texts;
        for (const ProcessFile &file : launch->process.files) {
            if (service.texts.contains(file.kind))
                texts.insert(file.kind, file.content);
        }
        if ((*engine)->traces.told) {
            const Json is = (*engine)->traces.told(service.process, service.texts, *recipe);
            const Json wanted = (*engine)->traces.told(ours, texts, *recipe);
            for (const auto &[group, value] : is.items()) {
                const auto its = wanted.find(group);
                const bool isFile = service.texts.contains(QString::fromStdString(group));
                like.part = isFile ? AdoptDifference::Part::File : AdoptDifference::Part::Command;
                QList<AdoptDifference> found;
                if (its != wanted.end())
                    compareJson(value, *its, {}, like, found);
                for (AdoptDifference &one : found) // "/--port" is a flag's name, "/ServerConfig/port" a place
                    one.name = isFile || one.name.isEmpty()
                        ? (QString::fromStdString(group) + u' ' + one.name).trimmed()
                        : one.name.mid(1);
                list << found;
            }
        }
        like.part = AdoptDifference::Part::Environment;
        const Result<QList<EnvironmentVariable>> variables = environmentOf(placement, *launch, *recipe);
        if (!variables)
            return variables.error();
        compareEnvironment(service, *variables, launch->process.values.keys(), like, list);
        like.part = AdoptDifference::Part::Container;
        if (const std::optional<DockerRun> run = dockerRunOf(launch->runArgv))
            compareContainer(service.container, run->spec(), like, list);
    }
    return list;
}

AdoptCandidate fitted(const Recipe &recipe, const FitInput &input)
{
    return Fitting(recipe, input).best();
}
