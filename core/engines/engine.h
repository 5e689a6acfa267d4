// Engine: an inference engine as one row of functions: what it makes of a recipe's data, the deployment's settings and
// the nodes. Nothing outside its own folder knows its files, ports or words. A new engine is a folder here and its row
// in engine.cpp.
#pragma once

#include "core/engines/imagerelease.h"
#include "core/facts/runningprocess.h"
#include "core/lint/lint.h"
#include "core/recipes/recipeschema.h"
#include "core/topology/process.h"
#include "core/topology/topology.h"

// A port that the engine binds: the setting that holds it, and what it is where the recipe has none.
struct EnginePort
{
    const char *key;                     // "managementPort"
    const char *what;                    // "management"; as the checks call it
    int usual;
    bool isFirstNodes = false;           // the first node's processes bind it, those of the others do not
};

// Which of the settings answer clients; the same key where one server does several things.
struct EndpointPorts
{
    EnginePort service, management, metrics;
};

// What is known of the environment that commands begin with. isOpen: others may be set as well.
struct GivenVariables
{
    QHash<QString, QString> values;      // one that is not known holds a "$"
    bool isOpen = true;
    QList<int> npus = {};                // of each node that they may be for; empty: not known
};

struct LintKind
{
    const char *id;                      // "rank-table"
    const char *artifactKind;            // of the generated file that it judges; "" none
    Result<QList<LintFinding>> (*lint)(const QByteArray &content, const LintContext &context);
};

// Settings that say what the model may take of a card; "" where the engine has none and nothing can be worked out.
struct CapacityKeys
{
    const char *memory = "";             // share of HBM
    const char *length = "";             // tokens of the longest request
    const char *batch = "";              // requests at once in a data parallel group
    const char *guessing = "";           // tokens that the model's own further layer guesses ahead; 0: it is not loaded
    const char *tensorParallel = "tp";   // cards that share each layer
    // Of layers that see the last tokens only (sliding_window), it keeps these only where others see all.
    bool keepsWindows = false;
};

// A part of the model that the engine's command spreads over other cards than those that share each layer.
struct SpreadPart
{
    enum class Of { OutputHead, Embeddings, DenseMlp, Other }; // Other: none that is counted by itself
    Of part = Of::Other;
    int cards = 1;
    const char *key = "";                // that says so in the command: "lmhead_tensor_parallel_size"
};

// Nodes that hold the model together, where not all do.
struct CapacityGroup
{
    QString name;                        // "The decode group (32 cards)"
    int cards = 0;
    CapacityKeys keys;
    Json settings;                       // effective; under the engine's usual keys stands what holds for this group
    QList<SpreadPart> spread;
};

// Ports that the processes of a node bind.
struct NodePort
{
    int node = everyNode;                // its place in the deployment
    int first = 0, last = 0;
    const char *what = "";               // as EnginePort's
    bool answersModels = false;          // HTTP, with /v1/models
    bool hasMetrics = false;             // HTTP, with the metrics of what clients get
    bool areFreeOnes = false;            // some of them, whichever are free: one that is taken harms none
    bool isOnNodesAddress = false;       // bound at the node's own address alone, not at every one

    static constexpr int everyNode = -1;
    bool isOn(int place) const { return node == everyNode || node == place; }
    bool operator==(const NodePort &other) const
    {
        return node == other.node && first == other.first && last == other.last
            && QLatin1String(what) == QLatin1String(other.what) && answersModels == other.answersModels
            && hasMetrics == other.hasMetrics && areFreeOnes == other.areFreeOnes
            && isOnNodesAddress == other.isOnNodesAddress;
    }
};

// What it asks of a node, beside what every container asks. Where nothing stands, nothing is known or asked.
struct EngineDemands
{
    bool modelSlim = false;              // quantized weights without ModelSlim's description stop it
    bool noLongerThanModel = false;      // a longest request beyond longestContext() of config.json stops it
    bool freeShare = false;              // less free memory at start than its share of a card stops it
    // config.json without torch_dtype and vocab_size, or files that everybody may write, stop it
    bool modelConfig = false;
    QString oldestDriver, badDriver;     // recommended: not older, and not this release, whatever its builds
    QStringList firstDrivers;            // the same in words: these, or newer ones
    int oldestDocker = 0;                // major version that its images ask for
    bool choosesPorts = false;           // between its nodes, some that are free when it starts
    int imageGib = 0;                    // room that pulling an image takes
    QString imageName;                   // what its images are called, in any registry; empty: it takes any
    QString imageRelease;                // pattern of what in an image's name says the release, as versions.json has it
    QString package;                     // of Python, whose version is the release in its images; empty: not known
    int (*shmGib)(int dataParallel) = nullptr; // least /dev/shm; null: 1
    bool operator==(const EngineDemands &) const = default;
};

bool isBelowRecommended(const QString &driver, const EngineDemands &demands);

class Findings;
struct ShellCommand;

// Where a command says that it answers.
struct ListenAddress
{
    QString host;                        // "127.0.0.1"; empty: every address
    std::optional<int> port;             // nullopt: filled in by the shell, or said elsewhere
    bool operator==(const ListenAddress &) const = default;
};

// What is to be said where a script sets a variable: one sentence, and what to do.
struct VariableFault
{
    QString text, remedy;
    bool isRead = false;                 // all the same; it is about to go
    bool operator==(const VariableFault &) const = default;
};

// What a process that runs tells of its engine, for core/adopt. Nulls: the engine knows none of its own.
struct EngineTraces
{
    // Is this the service itself, not one of its workers?
    bool (*isService)(const QStringList &argv) = nullptr;
    // What it reads, by ProcessFile::kind: paths as the process sees them.
    QMap<QString, QString> (*files)(const RunningProcess &process) = nullptr;
    // What it was told, as an object: words of the command line, the texts of what it reads; `texts` by kind. Made of a
    // process that runs and of one that a recipe would run, it is compared, key by key. `recipe` resolved.
    Json (*told)(const RunningProcess &process, const QMap<QString, QByteArray> &texts, const Recipe &recipe) = nullptr;
    // The same object as the recipe writes it, with its "${...}"; null where nothing can be read back.
    Json (*pattern)(const Recipe &recipe) = nullptr;
    // Settings that it tells in no text of the recipe: "mindieHome".
    Json (*settings)(const RunningProcess &process) = nullptr;
    // Its place among the nodes, 0 for the one that serves; nullopt: it does not say. `addresses` of its own node.
    std::optional<int> (*place)(const RunningProcess &process, const QMap<QString, QByteArray> &texts,
                                const QStringList &addresses) = nullptr;
    // NPUs that such a command works on, on its own node; nullopt: the command does not say.
    std::optional<int> (*npus)(const QStringList &argv) = nullptr;
    // nullopt: it is none of its services, or one that answers nobody.
    std::optional<ListenAddress> (*listens)(const QStringList &argv) = nullptr;
    // What its parser and its rules would say of such commands among those of a script, or of one alone, with places;
    // `image` may be empty.
    void (*lintCommands)(const QList<ShellCommand> &commands, const QString &image, const GivenVariables &given,
                         Findings &findings) = nullptr;
    // Of a variable of resources/env-vars.json with "in", for a release, an image or, empty, any; nullopt: nothing.
    std::optional<VariableFault> (*variableFault)(const Json &variable, const QString &release) = nullptr;
};

struct WeightsTold
{
    QString name;                        // folder or name of the model; may be empty
    QString method;                      // quantization_config.quant_method of its config.json; empty: none, or unread
};

struct Engine
{
    const char *id;                      // as recipes name it
    const char *name;                    // as people do; "MindIE"
    bool needsDeviceAddresses;           // of each NPU's own network port
    QList<EnginePort> ports;             // all of them, on the node that serves; "port" first
    EndpointPorts endpoint;
    const char *healthPath;              // on the management port, where the recipe says nothing
    QList<LintKind> lints;
    CapacityKeys capacity;
    // Rules between settings that the engine would refuse at start or that cannot serve on so many cards, said before.
    // `recipe` resolved, `settings` effective.
    Result<void> (*settingsAgree)(const Recipe &recipe, const Json &settings, int cards);
    // The same for what depends on the deployment's name; null: nothing does.
    Result<void> (*deploymentAgrees)(const Json &settings, const QString &deployment, int nodes, int cards);
    // what the recipe's data may name besides; null: nothing
    Result<void> (*addValues)(Topology &topology, const Recipe &recipe);
    Result<Process> (*process)(const Topology &topology, const Placement &placement, const Recipe &recipe);
    // a term of its own; null or empty: none
    Result<QString> (*capacityNote)(const Recipe &recipe, const Json &settings, int cards);
    // What a line of a generated file means: `key` is a JSON key, or, of the service's command in start.sh, the program
    // or the first word of a line ("--port"). `recipe` resolved. Null or empty: nothing to say.
    QString (*lineNote)(const QString &artifactKind, const QString &key, const Recipe &recipe);
    // what else was judged while generating, or was not; null or empty: what lints say is all
    QString (*checkedNote)(const Recipe &recipe);
    // its part of recipe files; the names are those of addValues and Process::values
    RecipeDialect recipe;
    EngineDemands demands = {};
    // Where the image's tag says another release than the one that is written for. Null: nothing is known.
    std::optional<OtherRelease> (*otherRelease)(const Recipe &recipe, const QString &image,
                                                const Json &settings) = nullptr;
    // HCCL_BUFFSIZE as it is set, or HCCL's default; null: not known
    Result<qint64> (*hcclBufferMb)(const Recipe &recipe, const Json &settings, int cards) = nullptr;
    // `recipe` resolved. Null or empty: none, and all nodes are one group.
    QList<NodePort> (*furtherPorts)(const Recipe &recipe, const Json &settings) = nullptr;
    QList<CapacityGroup> (*capacityGroups)(const Recipe &recipe, const Json &settings) = nullptr;
    // where all nodes are one group; null: tp says it of all parts
    QList<SpreadPart> (*spreadParts)(const Recipe &recipe, const Json &settings, int cards) = nullptr;
    EngineTraces traces = {};
    // Its own image under a command of another engine's recipe, with these weights: why it would not start. Null or
    // empty: it is not its image, or nothing is known against it.
    QString (*imageRefusal)(const QString &image, const QString &command, const WeightsTold &weights) = nullptr;
    // What else is doubtful of image and settings: a sentence. Null or empty: nothing.
    QString (*imageDoubt)(const Recipe &recipe, const Json &settings) = nullptr;
    // What stands against weights of this quant_method (quantization_config of their config.json): a sentence. `recipe`
    // resolved. Null or empty: nothing is known.
    QString (*weightsDoubt)(const Recipe &recipe, const QString &method) = nullptr;
    // Where the command of its settings says otherwise than they do: a sentence. Null or empty: nowhere.
    QString (*commandDoubt)(const Json &settings) = nullptr;
    // Whether this port (EnginePort::key) is bound at the node's own address alone. `recipe` resolved. Null: at every
    // one.
    bool (*isOnNodesAddress)(const Recipe &recipe, QLatin1String key) = nullptr;
};

QString portName(const QString &what);   // EnginePort::what in the user's language

// All that the engine's processes bind, of every node. `recipe` resolved, `settings` effective; null: nothing is known,
// and the engine's usual ports are taken.
QList<NodePort> boundPorts(const Engine &engine, const Recipe *recipe, const Json &settings);

const QList<Engine> &engines();
const Engine *findEngine(const QString &id);
// By the image's name alone, whatever its tag; null: it is nobody's that is known.
const Engine *engineOfImage(const QString &image);
const Engine &usualEngine();             // whose ports and demands hold while no recipe says another
// The recipe's; a recipe whose engine there is not is an Error that names both.
Result<const Engine *> engineOf(const Recipe &recipe);

// ErrorKind::Invalid: says which node lacks what, or which settings do not agree. `recipe` resolved for the
// deployment's settings.
Result<Topology> topologyOf(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts);
Result<Process> processOn(const Topology &topology, const Placement &placement, const Recipe &recipe);
Result<void> settingsAgree(const Recipe &recipe, const Json &settings, int cards);
// Of an image that may be another than the settings'; nullopt: none is known.
std::optional<OtherRelease> otherRelease(const Recipe &recipe, const QString &image, const Json &settings);
QString imageDoubt(const Recipe &recipe, const Json &settings); // a warning; empty: none
QString commandDoubt(const Recipe &recipe, const Json &settings); // the same
// Of whichever engine's image it is, see Engine::imageRefusal; empty: nothing is known against it.
QString imageRefusal(const QString &image, const QString &command, const WeightsTold &weights);
Result<void> deploymentAgrees(const Recipe &recipe, const Json &settings, const QString &deployment, int nodes,
                              int cards);
// For engines whose recipes say for each node what it does: on other numbers of nodes nothing of it would be right.
Result<void> nodesAgree(const Recipe &recipe, int cards);
// "1, 2, 4 or 8": what divides each of two numbers of cards.
QString dividersOf(qint64 cards, qint64 others);
