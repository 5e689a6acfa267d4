// What is found on nodes that somebody set up by hand becomes a recipe, its settings and a list of what differs.
#include "core/adopt/adoption.h"
#include "core/adopt/readback.h"
#include "core/artifacts/lintkinds.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/scriptedshell.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// As `docker container inspect --format` answers specProbe(): a line, ten columns.
QByteArray specLine(const QString &name, const QString &image, const QString &mounts, bool privileged = true,
                    const QString &ipc = u"private"_s, qint64 shm = qint64(16) << 30, int npus = 8)
{
    QStringList devices;
    QStringList paths{u"/dev/davinci_manager"_s, u"/dev/hisi_hdc"_s, u"/dev/devmm_svm"_s};
    for (int i = 0; i < npus; ++i)
        paths << u"/dev/davinci%1"_s.arg(i);
    for (const QString &path : std::as_const(paths))
        devices << u"{\"PathOnHost\":\"%1\",\"PathInContainer\":\"%1\",\"CgroupPermissions\":\"rwm\"}"_s.arg(path);
    return u"/%1\t\"%2\"\ttrue\t\"host\"\t\"%3\"\t%4\t%5\t\"runc\"\t[%6]\t[%7]\n"_s
        .arg(name, image, ipc, privileged ? u"true"_s : u"false"_s)
        .arg(shm)
        .arg(devices.join(u','), mounts)
        .toUtf8();
}

QString bind(const QString &path, bool writable = true, const QString &target = {})
{
    return u"{\"Type\":\"bind\",\"Source\":\"%1\",\"Destination\":\"%2\",\"Mode\":\"\",\"RW\":%3,\"Propagation\":"
           "\"rprivate\"}"_s.arg(path, target.isEmpty() ? path : target, writable ? u"true"_s : u"false"_s);
}

const QStringList vllmDriver{u"/usr/local/dcmi"_s,
                             u"/usr/local/bin/npu-smi"_s,
                             u"/usr/local/Ascend/driver/tools/hccn_tool"_s,
                             u"/usr/local/Ascend/driver/lib64"_s,
                             u"/usr/local/Ascend/driver/version.info"_s,
                             u"/etc/ascend_install.info"_s};

QString vllmMounts(const QStringList &further)
{
    QStringList all;
    for (const QString &path : vllmDriver)
        all << bind(path);
    return (all + further).join(u',');
}

// As the node answers runningProbe().
QByteArray processText(const QStringList &argv, const QStringList &environment, const QString &folder, int pid = 4711)
{
    QStringList lines{u"process %1"_s.arg(pid)};
    for (const QString &word : argv)
        lines << u"a "_s + word;
    lines << u"c "_s + folder << u"v"_s;
    for (const QString &variable : environment)
        lines << u"e "_s + variable;
    return (lines.join(u'\n') + u"\nend\n"_s).toUtf8();
}

RunningNode runningNode(const QString &name, int number, const QByteArray &spec, const QByteArray &process,
                        const QString &engine, int devices = 8)
{
    RunningNode node;
    node.node = plainNode(name, u"10.20.0.%1"_s.arg(number));
    node.facts = healthyNode(name, number, devices);
    node.facts.addresses = {{u"enp67s0f5"_s, node.facts.hostIp}};
    RunningService service;
    service.container = readSpecs(QString::fromUtf8(spec)).value(0);
    service.process = readRunning(process).value(0);
    service.engine = engine;
    node.services << service;
    return node;
}

QList<RunningNode> vllmPair(const QStringList &further = {}, const QStringList &variables = {})
{
    QList<RunningNode> nodes;
    for (int i = 0; i < 2; ++i) {
        QStringList argv{u"/usr/local/python3.11.13/bin/python3"_s,
                         u"/usr/local/python3.11.13/bin/vllm"_s,
                         u"serve"_s,
                         u"/data/weights/DeepSeek-V3.2-W8A8"_s,
                         u"--host"_s,
                         u"0.0.0.0"_s,
                         u"--port=8100"_s,
                         u"--served-model-name"_s,
                         u"ds32"_s,
                         u"-dp"_s,
                         u"2"_s,
                         u"--data-parallel-size-local"_s,
                         u"1"_s,
                         u"--data-parallel-address"_s,
                         u"10.20.0.11"_s,
                         u"--data-parallel-rpc-port"_s,
                         u"13500"_s,
                         u"-tp"_s,
                         u"8"_s,
                         u"--enable-expert-parallel"_s,
                         u"--quantization"_s,
                         u"ascend"_s,
                         u"--trust-remote-code"_s,
                         u"--seed"_s,
                         u"1024"_s,
                         u"--max-model-len"_s,
                         u"16384"_s,
                         u"--max-num-seqs"_s,
                         u"16"_s,
                         u"--gpu-memory-utilization"_s,
                         u"0.90"_s};
        if (i == 1)
            argv << u"--headless"_s << u"--data-parallel-start-rank"_s << u"1"_s;
        const QStringList environment = QStringList{u"HCCL_IF_IP=10.20.0.%1"_s.arg(11 + i),
                                                    u"GLOO_SOCKET_IFNAME=enp67s0f5"_s,
                                                    u"TP_SOCKET_IFNAME=enp67s0f5"_s,
                                                    u"HCCL_SOCKET_IFNAME=enp67s0f5"_s,
                                                    u"OMP_PROC_BIND=false"_s,
                                                    u"OMP_NUM_THREADS=100"_s,
                                                    u"HCCL_BUFFSIZE=400"_s,
                                                    u"HCCL_CONNECT_TIMEOUT=300"_s,
                                                    u"LD_LIBRARY_PATH=/usr/local/Ascend/driver/lib64"_s,
                                                    u"ATB_HOME_PATH=/usr/local/Ascend/nnal"_s}
            + variables;
        nodes << runningNode(i == 0 ? u"alpha"_s : u"beta"_s, 11 + i,
                             specLine(u"ds-hand"_s, u"quay.io/ascend/vllm-ascend:v0.18.0"_s,
                                      vllmMounts({bind(u"/data/weights"_s)})),
                             processText(argv + further, environment, u"/workspace"_s), u"vllm-ascend"_s);
    }
    return nodes;
}

std::optional<AdoptDifference> differenceOf(const Adoption &adoption, const QString &node, const QString &name)
{
    for (const AdoptDifference &difference : adoption.best.differences) {
        if (difference.node == node && difference.name == name)
            return difference;
    }
    return {};
}

QString told(const Adoption &adoption)
{
    QStringList lines{adoption.best.recipe, QString::fromUtf8(compactJson(adoption.best.settings))};
    for (const AdoptDifference &difference : adoption.best.differences)
        lines << sentenceOf(difference);
    return (lines + adoption.notTold + adoption.notes).join(u'\n');
}

// MindIE's shipped config.json with what its guide changes; values of our own.
QByteArray mindieConfig(int node)
{
    QFile file(QStringLiteral(ASC_FIXTURES_DIR "/launch/mindie-config.json"));
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return QByteArray(text).replace("%IP%", QByteArray::number(10 + node));
}

} // namespace

class TestAdoption : public QObject
{
    Q_OBJECT

private:
    QList<Recipe> m_recipes;

private slots:
    void initTestCase()
    {
        const Result<QList<Recipe>> recipes = loadRecipes();
        QVERIFY(recipes);
        m_recipes = *recipes;
    }

    void readsTemplatesBackwards()
    {
        const Json pattern{{"a", "${port}"}, {"b", "x${name}y"}, {"c", {{"d", {"${tp}", 1}}}}, {"e", "${p}${q}"}};
        const Json seen{{"a", 8000}, {"b", "xhelloy"}, {"c", {{"d", {"8", 2}}}}, {"e", "12"}};
        const QMap<QString, Json> found = readBack(pattern, seen);
        QCOMPARE(found.size(), 3);
        QVERIFY(found.value(u"port"_s) == Json(8000));
        QVERIFY(found.value(u"name"_s) == Json("hello"));
        QVERIFY(asTyped(found.value(u"tp"_s), u"integer"_s) == Json(8));
        QVERIFY(asTyped(Json("8x"), u"integer"_s).is_null());
        QVERIFY(asTyped(Json("True"), u"boolean"_s) == Json(true));
        QVERIFY(readBack(Json("http://${host}"), Json("ftp://a")).isEmpty());
    }

    void aContainersPathIsFoundOnTheMachine()
    {
        ContainerSpec spec;
        spec.mounts
            = {{u"/mnt/nas/"_s, u"/data"_s, false}, {u"/w"_s, u"/data/ds"_s, true}, {u"cache"_s, u"/c"_s, false}};
        QCOMPARE(spec.onMachine(u"/data/x/y/"_s), u"/mnt/nas/x/y"_s);
        QCOMPARE(spec.onMachine(u"/data/ds"_s), u"/w"_s);
        QCOMPARE(spec.onMachine(u"/database"_s), QString());
        QCOMPARE(spec.onMachine(u"/c/x"_s), QString());
    }

    // The script runs here as it does on a node: what may hold a secret does not come back.
    void noSecretLeavesTheNode()
    {
        QProcess service;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HCCL_BUFFSIZE"_s, u"200"_s);
        environment.insert(u"MULTI"_s, u"no"_s);
        environment.insert(u"VLLM_LOGGING_LEVEL"_s, u"one\ntwo"_s);
        environment.insert(u"VLLM_API_KEY"_s, u"SECRET1"_s);
        environment.insert(u"HF_TOKEN"_s, u"SECRET2"_s);
        environment.insert(u"https_proxy"_s, u"http://bob:SECRET7/@x@proxy:3128/"_s);
        service.setProcessEnvironment(environment);
        service.start(u"sh"_s,
                      {u"-c"_s, u"echo ready; read line"_s, u"vllm"_s, u"--api-key"_s, u"SECRET3"_s, u"SECRET4"_s,
                       u"--hf-token=SECRET5"_s, u"--api-key"_s, u"--hf-token"_s, u"SECRET6"_s,
                       u"--max-num-batched-tokens"_s, u"4096"_s, u""_s});
        QVERIFY(service.waitForReadyRead());
        QProcess look;
        const QStringList probe = runningProbe({QString::number(service.processId()), u"999999999"_s});
        look.start(probe.first(), probe.mid(1));
        QVERIFY(look.waitForFinished());
        const QByteArray answer = look.readAllStandardOutput();
        service.kill();
        service.waitForFinished();
        QVERIFY2(!answer.contains("SECRET"), answer.constData());
        const QList<RunningProcess> read = readRunning(answer);
        QCOMPARE(read.size(), 1);
        QVERIFY(read.first().isEnvironmentTold);
        QCOMPARE(read.first().environment.value(u"HCCL_BUFFSIZE"_s), u"200"_s);
        QCOMPARE(read.first().environment.value(u"VLLM_LOGGING_LEVEL"_s), u"one\ntwo"_s);
        QVERIFY(!read.first().environment.contains(u"MULTI"_s));
        QVERIFY(!read.first().environment.contains(u"HF_TOKEN"_s));
        QCOMPARE(read.first().environment.value(u"VLLM_API_KEY"_s), u"***"_s); // that it is there is told
        QCOMPARE(read.first().environment.value(u"https_proxy"_s), u"http://***@proxy:3128/"_s);
        QCOMPARE(read.first().argv.mid(4),
                 (QStringList{u"--api-key"_s, u"***"_s, u"***"_s, u"--hf-token=***"_s, u"--api-key"_s, u"--hf-token"_s,
                              u"***"_s, u"--max-num-batched-tokens"_s, u"4096"_s, u""_s}));
        QVERIFY(!read.first().workFolder.isEmpty());
    }

    // Neither does one of the command that a container was made with, whether as words or as a shell's line.
    void noSecretOfACommandLeavesTheNode()
    {
        QTemporaryDir box;
        const QString name = box.filePath(u"docker"_s);
        QFile docker(name);
        QVERIFY(docker.open(QIODevice::WriteOnly));
        const Json words = {"--api-key", "SECRET1", "SECRET2", "--hf-token=SECRET3", "--api-key", "--hf-token",
                            "SECRET\"4", "--max-num-batched-tokens", "4096",
                            "export HF_TOKEN=SECRET5; vllm serve /w --api-key 'SECRET6 SECRET7' "
                            "--token \"SECRET8\" -tp 8"};
        docker.write("#!/bin/sh\ncat <<'END'\nnull\t" + compactJson(words).trimmed() + "\nEND\n");
        docker.close();
        QVERIFY(QFile::setPermissions(name, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QProcess look;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, box.path() + u':' + environment.value(u"PATH"_s));
        look.setProcessEnvironment(environment);
        const QStringList probe = commandProbe(u"hand"_s);
        look.start(probe.first(), probe.mid(1));
        QVERIFY(look.waitForFinished());
        const QByteArray answer = look.readAllStandardOutput();
        QVERIFY2(!answer.contains("SECRET"), answer.constData());
        const QStringList read = readCommand(QString::fromUtf8(answer));
        QCOMPARE(read.mid(0, 9),
                 (QStringList{u"--api-key"_s, u"***"_s, u"***"_s, u"--hf-token=***"_s, u"--api-key"_s, u"--hf-token"_s,
                              u"***"_s, u"--max-num-batched-tokens"_s, u"4096"_s}));
        QCOMPARE(read.value(9), u"export HF_TOKEN=***; vllm serve /w --api-key *** --token *** -tp 8"_s);
    }

    // An endpoint that asks for a key would come back open, and nobody would have been told.
    void aKeyOfTheEnvironmentIsADifference()
    {
        const Adoption adoption
            = adopted(vllmPair({}, {u"VLLM_API_KEY=SECRET1"_s, u"VLLM_TORCH_PROFILER_DIR=/tmp/traces"_s,
                                    u"http_proxy=http://***@proxy:3128"_s}),
                      m_recipes);
        QVERIFY(adoption.isFound());
        QVERIFY2(!told(adoption).contains("SECRET1"_L1), qPrintable(told(adoption)));
        const std::optional<AdoptDifference> key = differenceOf(adoption, u"alpha"_s, u"VLLM_API_KEY"_s);
        QVERIFY2(key && !key->recipe, qPrintable(told(adoption)));
        QCOMPARE(sentenceOf(*key), u"alpha: VLLM_API_KEY is [taken out]; the recipe would not write it."_s);
        QVERIFY(toJson(*key)["runs"] == Json("[taken out]"));
        const auto traces = differenceOf(adoption, u"beta"_s, u"VLLM_TORCH_PROFILER_DIR"_s);
        QVERIFY2(traces && traces->runs == u"/tmp/traces"_s, qPrintable(told(adoption)));
        QVERIFY2(differenceOf(adoption, u"beta"_s, u"http_proxy"_s), qPrintable(told(adoption)));
    }

    void anAnswerThatIsCutTellsNothingHalf()
    {
        const QByteArray whole = processText({u"vllm"_s, u"serve"_s}, {u"HCCL_BUFFSIZE=200"_s}, u"/w"_s);
        QCOMPARE(readRunning(whole).size(), 1);
        for (qsizetype i = 0; i < whole.size() - 1; ++i)
            QVERIFY(readRunning(whole.left(i)).isEmpty() || whole.left(i).endsWith("end"));
    }

    void everyVariableOfARecipeIsAskedFor()
    {
        for (const Recipe &recipe : std::as_const(m_recipes)) {
            for (const Json &group : member(member(recipe.file, "environment"), "groups")) {
                for (const Json &variable : member(group, "variables"))
                    QVERIFY2(isEnginesVariable(stringAt(variable, "name")), qPrintable(stringAt(variable, "name")));
            }
        }
        QVERIFY(!isEnginesVariable(u"VLLM_API_KEY"_s));
        QVERIFY(!isEnginesVariable(u"HOME"_s));
    }

    void aPairOfVllmBecomesItsRecipe()
    {
        QList<RunningNode> nodes = vllmPair();
        nodes.swapItemsAt(0, 1); // named in the wrong order
        const Adoption adoption = adopted(nodes, m_recipes);
        QVERIFY2(adoption.isFound(), qPrintable(told(adoption)));
        QCOMPARE(adoption.best.recipe, u"vllm-ascend-deepseek-v3.2-w8a8-2xA2"_s);
        QCOMPARE(adoption.deployment.nodes.first().name, u"alpha"_s);
        QCOMPARE(adoption.deployment.name, u"ds-hand"_s);
        const Json &settings = adoption.best.settings;
        QCOMPARE(stringAt(settings, "weights"), u"/data/weights/DeepSeek-V3.2-W8A8"_s);
        QCOMPARE(integerAt(settings, "port"), std::optional<qint64>(8100));
        QCOMPARE(integerAt(settings, "rpcPort"), std::optional<qint64>(13500));
        QCOMPARE(stringAt(settings, "servedModelName"), u"ds32"_s);
        QCOMPARE(integerAt(settings, "maxModelLen"), std::optional<qint64>(16384));
        QCOMPARE(integerAt(settings, "hcclBuffSize"), std::optional<qint64>(400));
        QCOMPARE(integerAt(settings, "hcclConnectTimeout"), std::optional<qint64>(300));
        QCOMPARE(integerAt(settings, "mtpTokens"), std::optional<qint64>(0));
        QCOMPARE(stringAt(settings, "containerName"), u"ds-hand"_s);
        QVERIFY(!settings.contains("release") && !settings.contains("tp") && !settings.contains("image"));
        // What the recipe writes and nobody has here, and the other way round: each by name.
        const auto batched = differenceOf(adoption, u"alpha"_s, u"--max-num-batched-tokens"_s);
        QVERIFY2(batched && !batched->runs && batched->recipe, qPrintable(told(adoption)));
        const auto mount = differenceOf(adoption, u"beta"_s, u"--volume"_s);
        QVERIFY(mount && mount->recipe == u"/data/weights/DeepSeek-V3.2-W8A8:/data/weights/DeepSeek-V3.2-W8A8:ro"_s);
        QCOMPARE(stringAt(settings, "extraMounts"), u"/data/weights:/data/weights"_s);
        QVERIFY(!differenceOf(adoption, u"alpha"_s, u"HCCL_IF_IP"_s));
        QVERIFY(!differenceOf(adoption, u"alpha"_s, u"ATB_HOME_PATH"_s));
        QVERIFY(!differenceOf(adoption, u"alpha"_s, u"--gpu-memory-utilization"_s)); // 0.90 is 0.9
        const Result<QList<LintFinding>> findings = lint(u"deployment"_s, toText(adoption.deployment));
        QVERIFY(findings && !hasErrors(*findings));
        QVERIFY(parseDeployment(toText(adoption.deployment)));
    }

    // A recipe's files are those of one release, however near the flags of another come.
    void theImagesReleaseIsTaken()
    {
        const auto found = [this](const QString &tag) {
            QList<RunningNode> nodes
                = vllmPair({u"--compilation-config"_s, u"{\"cudagraph_mode\":\"FULL_DECODE_ONLY\"}"_s}); // as of 0.23.0
            for (RunningNode &node : nodes) {
                RunningService &service = node.services.first();
                service.container.image = u"quay.io/ascend/vllm-ascend:"_s + tag;
                service.process.argv.replaceInStrings(u"V3.2"_s, u"V3.1"_s);
            }
            return adopted(nodes, m_recipes);
        };
        const Adoption same = found(u"v0.18.0"_s);
        QCOMPARE(same.best.recipe, u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s);
        QVERIFY2(!same.best.settings.contains("release"), qPrintable(told(same))); // 0.18.0 is its default
        QVERIFY(!differenceOf(same, u"alpha"_s, u"release"_s));
        QCOMPARE(stringAt(found(u"v0.23.0rc1-openeuler"_s).best.settings, "release"), u"0.23.0"_s);
        const Adoption other = found(u"v0.13.0"_s);
        const auto release = differenceOf(other, u"alpha"_s, u"release"_s);
        QVERIFY2(release && release->runs == u"0.13"_s && release->recipe, qPrintable(told(other)));
        QVERIFY(sentenceOf(*release).contains(u"release is 0.13; the recipe is for 0."_s));
    }

    void theWeightsQuantizationIsTheRecipesOrSaid()
    {
        const auto node = [](const QString &weights) {
            return runningNode(
                u"solo"_s, 11,
                specLine(u"ds"_s, u"quay.io/ascend/vllm-ascend:v0.18.0"_s, vllmMounts({bind(u"/data/w"_s)})),
                processText({u"vllm"_s, u"serve"_s, weights, u"--port"_s, u"8015"_s, u"-tp"_s, u"8"_s,
                             u"--quantization"_s, u"ascend"_s},
                            {}, u"/"_s),
                u"vllm-ascend"_s);
        };
        RunningNode named = node(u"/data/w/DeepSeek-V3.1-w8a8"_s);
        const Adoption byName = adopted({named}, m_recipes);
        QVERIFY2(byName.best.recipe.startsWith("vllm-ascend-deepseek-v3.1-w4a8-1xA2"_L1), qPrintable(told(byName)));
        const auto quantization = differenceOf(byName, u"solo"_s, u"quantization"_s);
        QVERIFY2(quantization && quantization->runs == u"W8A8"_s && quantization->recipe == u"W4A8"_s,
                 qPrintable(told(byName)));
        // what the weights themselves say counts more
        named.services.first().model = Json{{"model_type", "deepseek_v3"}, {"quantize", "w4a8_dynamic"}};
        QVERIFY(!differenceOf(adopted({named}, m_recipes), u"solo"_s, u"quantization"_s));
        const Adoption unnamed = adopted({node(u"/data/w4a8/ours_W8A8"_s)}, m_recipes);
        QVERIFY2(unnamed.best.recipe == u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, qPrintable(told(unnamed)));
        const Adoption four = adopted({node(u"/data/w/ours-w4a8"_s)}, m_recipes);
        QVERIFY2(four.best.recipe.startsWith("vllm-ascend-deepseek-v3.1-w4a8-1xA2"_L1), qPrintable(told(four)));
    }

    void whatTheRecipeWouldNotWriteIsListed()
    {
        const QList<RunningNode> nodes = vllmPair({u"--swap-space"_s, u"16"_s, u"--enable-lora"_s},
                                                  {u"VLLM_VERSION=0.18.0"_s, u"HCCL_ALGO=level0:NA"_s});
        const Adoption adoption = adopted(nodes, m_recipes);
        const auto lora = differenceOf(adoption, u"alpha"_s, u"--enable-lora"_s);
        QVERIFY2(lora && lora->runs && !lora->recipe, qPrintable(told(adoption)));
        QVERIFY(differenceOf(adoption, u"alpha"_s, u"HCCL_ALGO"_s));
        QVERIFY(sentenceOf(*lora).contains(u"--enable-lora"_s));
        // What the image itself sets, no person wrote.
        QList<RunningNode> again = nodes;
        for (RunningNode &node : again)
            node.services.first().imageVariables << u"HCCL_ALGO"_s;
        QVERIFY(!differenceOf(adopted(again, m_recipes), u"alpha"_s, u"HCCL_ALGO"_s));
    }

    // It serves, for it runs without FlashComm, which the recipe adds and which refuses such values.
    void whatTheRecipesOwnAdditionsRefuseIsADifference()
    {
        const QList<RunningNode> nodes
            = vllmPair({u"--speculative-config"_s, u"{\"method\":\"deepseek_mtp\",\"num_speculative_tokens\":2}"_s});
        const Adoption adoption = adopted(nodes, m_recipes);
        QVERIFY2(adoption.best.recipe == u"vllm-ascend-deepseek-v3.2-w8a8-2xA2"_s, qPrintable(told(adoption)));
        QVERIFY2(integerAt(adoption.best.settings, "mtpTokens") != std::optional<qint64>(2),
                 qPrintable(told(adoption)));
        const auto &all = adoption.best.differences;
        QVERIFY2(std::any_of(all.begin(), all.end(),
                             [](const AdoptDifference &one) {
                                 return one.name.startsWith("--speculative-config"_L1) && one.runs
                                     && one.runs->contains(u'2') && one.recipe;
                             }),
                 qPrintable(told(adoption)));
        QVERIFY2(differenceOf(adoption, u"alpha"_s, u"VLLM_ASCEND_ENABLE_FLASHCOMM1"_s), qPrintable(told(adoption)));
    }

    void weightsUnderAnotherPathAreFoundOnTheMachine()
    {
        QList<RunningNode> nodes = vllmPair();
        for (RunningNode &node : nodes) {
            RunningService &service = node.services.first();
            service.container.mounts.last() = {u"/mnt/nas/models"_s, u"/root/.cache"_s, false};
            service.process.argv.replaceInStrings(u"/data/weights"_s, u"/root/.cache"_s);
        }
        const Adoption adoption = adopted(nodes, m_recipes);
        QCOMPARE(stringAt(adoption.best.settings, "weights"), u"/mnt/nas/models/DeepSeek-V3.2-W8A8"_s);
        const auto model = differenceOf(adoption, u"alpha"_s, u"MODEL"_s);
        QVERIFY2(model && model->runs == u"/root/.cache/DeepSeek-V3.2-W8A8"_s, qPrintable(told(adoption)));
    }

    void anotherModelIsNotTakenForTheRecipes()
    {
        QList<RunningNode> nodes = vllmPair();
        for (RunningNode &node : nodes)
            node.services.first().model
                = Json{{"model_type", "qwen3_moe"}, {"hidden_size", 4096}, {"num_hidden_layers", 94}};
        const Adoption adoption = adopted(nodes, m_recipes);
        QVERIFY(!adoption.isFound());
        QVERIFY2(told(adoption).contains(u"hidden_size"_s), qPrintable(told(adoption)));
        QVERIFY(adoption.deployment.recipe.isEmpty());
    }

    // One node with vLLM on three NPUs: no recipe of the engine is for that; the one for any image is.
    void whatNoRecipeOfTheEngineIsForIsDescribedAsAnImage()
    {
        RunningNode node
            = runningNode(u"solo"_s, 11,
                          specLine(u"small"_s, u"quay.io/ascend/vllm-ascend:v0.18.0"_s,
                                   vllmMounts({bind(u"/data/w"_s, false)}), true, u"private"_s, qint64(16) << 30, 3),
                          processText({u"vllm"_s, u"serve"_s, u"/data/w"_s, u"--port"_s, u"9000"_s,
                                       u"--speculative-config"_s, u"{\"a\": 1}"_s, u"--api-key"_s, u"***"_s,
                                       u"--hf-token=***"_s, u"--served-model-name"_s, u"q"_s, u"q2"_s},
                                      {}, u"/"_s),
                          u"vllm-ascend"_s);
        node.services.first().ports = {9000};
        const Adoption adoption = adopted({node}, m_recipes);
        QVERIFY2(adoption.isFound(), qPrintable(told(adoption)));
        QCOMPARE(adoption.best.recipe, u"openai-compatible-image"_s);
        QCOMPARE(stringAt(adoption.best.settings, "command"),
                 u"vllm serve /data/w --port 9000 --speculative-config '{\"a\": 1}' --served-model-name q q2"_s);
        QCOMPARE(stringAt(adoption.best.settings, "servedModelName"), u"q"_s);
        QCOMPARE(integerAt(adoption.best.settings, "port"), std::optional<qint64>(9000));
        QCOMPARE(integerAt(adoption.best.settings, "cards"), std::optional<qint64>(3));
        QVERIFY(told(adoption).contains(u"key or password"_s));
    }

    // A recipe of the same model for more NPUs is named.
    void aRecipeOfTheModelForOtherNodesIsNamed()
    {
        RunningNode node
            = runningNode(u"solo"_s, 11,
                          specLine(u"small"_s, u"quay.io/ascend/vllm-ascend:v0.18.0"_s,
                                   vllmMounts({bind(u"/data/Qwen3-30B-A3B-W8A8"_s, false)}), true, u"private"_s,
                                   qint64(16) << 30, 3),
                          processText({u"vllm"_s, u"serve"_s, u"/data/Qwen3-30B-A3B-W8A8"_s, u"--port"_s, u"9000"_s},
                                      {}, u"/"_s),
                          u"vllm-ascend"_s);
        node.services.first().ports = {9000};
        const Adoption adoption = adopted({node}, m_recipes);
        QVERIFY2(adoption.isFound(), qPrintable(told(adoption)));
        QCOMPARE(adoption.best.recipe, u"openai-compatible-image"_s);
        QVERIFY2(told(adoption).contains(u"vllm-ascend-qwen3-30b-w8a8-1xA2: it is for "_s)
                     && !told(adoption).contains(u"is for these nodes"_s),
                 qPrintable(told(adoption)));
    }

    // Prefill and decode on nodes of their own: nobody reads that back, which is not to say that there is no recipe.
    void whatCannotBeReadBackIsNotDenied()
    {
        QList<RunningNode> nodes;
        for (int i = 1; i <= 4; ++i) {
            RunningNode node = runningNode(
                u"node%1"_s.arg(i), 10 + i,
                specLine(u"pd"_s, u"quay.io/ascend/vllm-ascend:v0.18.0-a3"_s, vllmMounts({bind(u"/data/w"_s, false)}),
                         true, u"private"_s, qint64(16) << 30, 16),
                processText({u"vllm"_s, u"serve"_s, u"/data/w"_s, u"--port"_s, u"7100"_s},
                            {u"ASCEND_RT_VISIBLE_DEVICES=0,1,2,3,4,5,6,7"_s}, u"/"_s), // the first of its ranks
                u"vllm-ascend"_s, 16);
            node.services.first().labels.deployment = u"pd"_s;
            nodes << node;
        }
        const Adoption adoption = adopted(nodes, m_recipes);
        QVERIFY(!adoption.isFound());
        const QString said = told(adoption);
        QVERIFY2(said.contains(u"It may be vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3: "_s)
                     && said.contains(u"made the containers, for its deployment \"pd\""_s)
                     && !said.contains(u"No recipe describes"_s),
                 qPrintable(said));
    }

    void nothingThereIsSaid()
    {
        RunningNode empty;
        empty.node = plainNode(u"n"_s, u"10.20.0.11"_s);
        empty.facts = healthyNode(u"n"_s, 11);
        const Adoption adoption = adopted({empty}, m_recipes);
        QVERIFY(!adoption.isFound());
        QVERIFY(!adoption.notTold.isEmpty());
        QVERIFY(!adopted({}, m_recipes).isFound());
    }

    void aPairOfMindieBecomesItsRecipe()
    {
        QList<RunningNode> nodes;
        for (int i = 1; i <= 2; ++i) {
            QStringList mounts;
            for (const char *path : {"/usr/local/Ascend/driver", "/usr/local/Ascend/firmware", "/usr/local/sbin",
                                     "/etc/hccn.conf", "/data"})
                mounts << bind(QLatin1String(path));
            RunningNode node = runningNode(
                u"node%1"_s.arg(i), 10 + i,
                specLine(u"mindie"_s, u"registry.example.org/mindie:2.2.RC1-800I-A2-py311-openeuler24.03-lts"_s,
                         mounts.join(u','), true, u"private"_s, qint64(500) << 30),
                processText({u"./bin/mindieservice_daemon"_s},
                            {u"RANK_TABLE_FILE=/data/hccl.json"_s, u"MIES_CONTAINER_IP=10.20.0.%1"_s.arg(10 + i),
                             u"MASTER_IP=10.20.0.11"_s, u"WORLD_SIZE=16"_s, u"NPU_MEMORY_FRACTION=0.95"_s,
                             u"HCCL_CONNECT_TIMEOUT=3600"_s, u"OMP_NUM_THREADS=1"_s},
                            u"/usr/local/Ascend/mindie/latest/mindie-service"_s),
                u"mindie"_s);
            node.services.first().texts.insert(u"config"_s, mindieConfig(i));
            nodes << node;
        }
        const Adoption adoption = adopted(nodes, m_recipes, u"ours"_s);
        QVERIFY2(adoption.isFound(), qPrintable(told(adoption)));
        QVERIFY2(adoption.best.recipe == u"mindie-deepseek-v3.2-w8a8-2xA2"_s
                     || adoption.best.recipe == u"mindie-deepseek-r1-w8a8-2xA2"_s,
                 qPrintable(told(adoption)));
        QVERIFY(told(adoption).contains(u"config.json"_s)); // which of the two models it is, nobody has told
        const Json &settings = adoption.best.settings;
        QCOMPARE(integerAt(settings, "port"), std::optional<qint64>(3025));
        QCOMPARE(integerAt(settings, "maxSeqLen"), std::optional<qint64>(18432));
        QCOMPARE(integerAt(settings, "maxBatchSize"), std::optional<qint64>(48));
        QCOMPARE(stringAt(settings, "weights"), u"/data/w/DS32"_s);
        QCOMPARE(stringAt(settings, "ipc"), u"private"_s);
        QCOMPARE(integerAt(settings, "ompThreads"), std::optional<qint64>(1));
        QVERIFY(differenceOf(adoption, u"node1"_s, u"config /ServerConfig/e2eTimeout"_s));
        QVERIFY(!differenceOf(adoption, u"node1"_s, u"RANK_TABLE_FILE"_s)); // ours lies where ours lies
        QVERIFY(!hasErrors(*lint(u"deployment"_s, toText(adoption.deployment))));
        // With the weights' own config.json there is no doubt.
        for (RunningNode &node : nodes)
            node.services.first().model
                = Json{{"model_type", "deepseek_v32"}, {"hidden_size", 7168},     {"num_hidden_layers", 61},
                       {"index_head_dim", 128},        {"n_routed_experts", 256}, {"num_experts_per_tok", 8}};
        QCOMPARE(adopted(nodes, m_recipes).best.recipe, u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        // The generation is the image's; where there is no such, that is said.
        const auto withImage = [&](const QString &tag) {
            for (RunningNode &node : nodes)
                node.services.first().container.image = u"registry.example.org/mindie:"_s + tag;
            return adopted(nodes, m_recipes);
        };
        const Adoption third = withImage(u"3.0.0-800I-A2-py311-openeuler24.03-lts"_s);
        QVERIFY2(stringAt(third.best.settings, "generation") == u"3.0"_s, qPrintable(told(third)));
        const Adoption between = withImage(u"2.3.0-800I-A2-py311-openeuler24.03-lts"_s);
        const auto generation = differenceOf(between, u"node1"_s, u"generation"_s);
        QVERIFY2(generation && generation->runs == u"2.3"_s, qPrintable(told(between)));
    }

    // A user who may use docker and not read other users' processes.
    void readsANodeThroughItsShell()
    {
        ScriptedShell shell;
        const QByteArray process
            = processText({u"vllm"_s, u"serve"_s, u"/data/weights"_s}, {u"HCCL_BUFFSIZE=7"_s}, u"/w"_s, 9);
        shell.answer(u"docker version --format '{{json .}}'"_s,
                     R"({"Client":{"Version":"24.0.7","ApiVersion":"1.43"},"Server":{"Version":"24.0.7"}})");
        shell.answer(u"docker ps -a --format '{{.Names}}\t{{.Image}}\t{{.Status}}'"_s,
                     "hand\timg:1\tUp 3 hours\nweb\tnginx:1\tUp 3 hours\nold\timg:1\tExited (0) 2 days ago\n");
        shell.answer(quoted(specProbe({u"hand"_s, u"web"_s})),
                     specLine(u"hand"_s, u"img:1"_s, bind(u"/data/weights"_s))
                         + specLine(u"web"_s, u"nginx:1"_s, {}, false, u"private"_s, 64 << 20, 0)
                               .replace("/dev/davinci_manager", "/dev/x"));
        shell.answer(u"docker top hand -eo pid,rss,comm"_s, "PID RSS COMMAND\n4242 3120 bash\n4300 99999 vllm\n");
        shell.answer(u"docker top web -eo pid,rss,comm"_s, "PID RSS COMMAND\n5000 3120 nginx\n");
        shell.answer(quoted(runningProbe({u"4242"_s, u"4300"_s})),
                     "process 4300\na vllm\na serve\na /data/weights\nend\n");
        shell.answer(quoted(QStringList{u"docker"_s, u"exec"_s, u"hand"_s} + runningProbe({})), process);
        shell.answer(u"cat /data/weights/config.json"_s, R"({"model_type": "deepseek_v3"})");
        const Result<RunningNode> node = readRunningNode(shell, plainNode(u"n"_s, u"10.20.0.11"_s), {}, {});
        QVERIFY2(node, node ? "" : qPrintable(node.error().message));
        QCOMPARE(node->services.size(), 1);
        QCOMPARE(node->services.first().engine, u"vllm-ascend"_s);
        QCOMPARE(node->services.first().process.environment.value(u"HCCL_BUFFSIZE"_s), u"7"_s);
        QVERIFY(node->notes.join(u' ').contains(u"web"_s));
        static const QStringList changing{u"docker run"_s, u"docker rm"_s,    u"docker stop"_s,
                                          u"docker cp"_s,  u"docker start"_s, u"docker kill"_s};
        for (const QString &line : std::as_const(shell.asked)) {
            for (const QString &word : changing)
                QVERIFY2(!line.startsWith(word), qPrintable(line));
        }
    }

    // A container that sees the whole machine's processes (--pid=host), and nothing of its own that may be looked at.
    void whatRunsBesideAContainerIsNotItsService_data()
    {
        QTest::addColumn<QByteArray>("inside"); // what it has for its processes' numbers
        QTest::addColumn<int>("services");
        QTest::newRow("the machine's numbers") << QByteArray("pid:[4026531836]\n") << 0;
        QTest::newRow("its own") << QByteArray("pid:[4026532777]\n") << 1;
    }
    void whatRunsBesideAContainerIsNotItsService()
    {
        QFETCH(QByteArray, inside);
        QFETCH(int, services);
        ScriptedShell shell;
        shell.answer(u"docker version --format '{{json .}}'"_s,
                     R"({"Client":{"Version":"24.0.7","ApiVersion":"1.43"},"Server":{"Version":"24.0.7"}})");
        shell.answer(u"docker ps -a --format '{{.Names}}\t{{.Image}}\t{{.Status}}'"_s, "hand\timg:1\tUp 3 hours\n");
        shell.answer(quoted(specProbe({u"hand"_s})), specLine(u"hand"_s, u"img:1"_s, bind(u"/data/weights"_s)));
        shell.answer(u"docker top hand -eo pid,rss,comm"_s, "PID RSS COMMAND\n4242 3120 bash\n");
        shell.answer(quoted(runningProbe({u"4242"_s})), "end\n");
        shell.answer(quoted(QStringList{u"docker"_s, u"exec"_s, u"hand"_s} + runningProbe({})),
                     processText({u"vllm"_s, u"serve"_s, u"/data/weights"_s}, {}, u"/w"_s, 9));
        shell.answer(u"readlink /proc/self/ns/pid"_s, "pid:[4026531836]\n");
        shell.answer(u"docker exec hand readlink /proc/self/ns/pid"_s, inside);
        const Result<RunningNode> node = readRunningNode(shell, plainNode(u"n"_s, u"10.20.0.11"_s), {}, {});
        QVERIFY2(node, node ? "" : qPrintable(node.error().message));
        QCOMPARE(node->services.size(), services);
        if (services > 0)
            QCOMPARE(node->services.first().process.pid, 0); // 9 is another's on the machine
        else
            QVERIFY2(node->notes.join(u' ').contains(u"nothing in it serves; what runs there: bash."_s),
                     qPrintable(node->notes.join(u' ')));
    }

    // A way in, a shell and what keeps a container open are no service, whatever they listen on.
    void whatIsNoServiceIsNotTakenForOne_data()
    {
        QTest::addColumn<QByteArray>("command"); // that the container was made with
        QTest::addColumn<QString>("engine");     // empty: none is found
        QTest::newRow("a shell") << QByteArray("null\t[\"bash\"]\n") << QString();
        QTest::newRow("an engine's") << QByteArray("[\"/bin/bash\",\"-lc\"]\t[\"/usr/sbin/sshd; vllm serve "
                                                   "/data/weights --port 8100; sleep infinity\"]\n")
                                     << u"vllm-ascend"_s;
        QTest::newRow("not told") << QByteArray() << QString();
    }
    void whatIsNoServiceIsNotTakenForOne()
    {
        QFETCH(QByteArray, command);
        QFETCH(QString, engine);
        ScriptedShell shell;
        shell.answer(u"docker version --format '{{json .}}'"_s,
                     R"({"Client":{"Version":"24.0.7","ApiVersion":"1.43"},"Server":{"Version":"24.0.7"}})");
        shell.answer(u"docker ps -a --format '{{.Names}}\t{{.Image}}\t{{.Status}}'"_s, "hand\timg:1\tUp 3 hours\n");
        shell.answer(quoted(specProbe({u"hand"_s})), specLine(u"hand"_s, u"img:1"_s, bind(u"/data/weights"_s)));
        shell.answer(u"docker top hand -eo pid,rss,comm"_s,
                     "PID RSS COMMAND\n4242 3120 bash\n4300 999 sshd\n4301 99 python3\n4302 99 timeout\n");
        shell.answer(quoted(runningProbe({u"4242"_s, u"4300"_s, u"4301"_s, u"4302"_s})),
                     "process 4242\na bash\nv\n"
                     "process 4300\na sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups\nv\n"
                     "process 4301\na /usr/bin/python3\na /usr/bin/supervisord\nv\n"
                     "process 4302\na timeout\na 60\na sleep\nv\nend\n");
        shell.answer(u"ss -H -ltnp"_s, "LISTEN 0 128 0.0.0.0:22 0.0.0.0:* users:((\"sshd\",pid=4300,fd=3))\n");
        shell.answer(quoted(commandProbe(u"hand"_s)), command);
        const Result<RunningNode> node = readRunningNode(shell, plainNode(u"n"_s, u"10.20.0.11"_s), {}, {});
        QVERIFY2(node, node ? "" : qPrintable(node.error().message));
        QCOMPARE(node->services.size(), engine.isEmpty() ? 0 : 1);
        const QString notes = node->notes.join(u' ');
        if (engine.isEmpty()) {
            QVERIFY2(notes.contains(u"nothing in it serves; what runs there: bash, sshd, supervisord, timeout"_s),
                     qPrintable(notes));
            QVERIFY(!adopted({*node}, m_recipes).isFound());
            return;
        }
        const RunningService &service = node->services.first();
        QCOMPARE(service.engine, engine);
        QVERIFY(service.isEnded && service.ports.isEmpty());
        QCOMPARE(service.process.argv,
                 (QStringList{u"vllm"_s, u"serve"_s, u"/data/weights"_s, u"--port"_s, u"8100"_s}));
    }

    void aServiceThatDoesNotRunIsSaidNotTo()
    {
        QList<RunningNode> nodes = vllmPair();
        for (RunningNode &node : nodes) {
            node.services[0].isEnded = true;
            node.services[0].process.isEnvironmentTold = false;
        }
        const Adoption adoption = adopted(nodes, m_recipes);
        QVERIFY(adoption.isFound());
        QVERIFY2(told(adoption).contains(u"alpha: the service does not run."_s), qPrintable(told(adoption)));
        QVERIFY(!told(adoption).contains(u"may not be read by this user"_s));
    }
};

QTEST_GUILESS_MAIN(TestAdoption)
#include "tst_adoption.moc"
