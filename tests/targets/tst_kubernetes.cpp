// generate --target kubernetes for every recipe: the manifests read back by a YAML parser and held against Kubernetes'
// own schemas, their values against the docker target's, run.sh run, hostile strings.
#include "core/engines/recipebook.h"
#include "core/targets/kubernetes.h"
#include "core/targets/podplan.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/ascendctl.h"
#include "tests/support/filebox.h"
#include "tests/support/shellcheck.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QString two = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s, job = u"mindie-deepseek-r1-w8a8-2xA2"_s,
              image = u"openai-compatible-image"_s;

QString pythonWithParsers()
{
    for (const QString &python : {u"python3"_s, u"/usr/bin/python3"_s}) {
        QProcess process;
        process.start(python, {u"-c"_s, u"import yaml, jsonschema"_s});
        if (process.waitForFinished(30000) && process.exitCode() == 0)
            return python;
    }
    return {};
}

Deployment named(const QString &recipe, const QString &name = u"ds-v32"_s, const Json &settings = Json::object())
{
    Deployment deployment;
    deployment.name = name;
    deployment.recipe = recipe;
    deployment.settings = settings;
    return deployment;
}

ArtifactSet made(const Deployment &deployment, const KubernetesChoices &choices = {})
{
    const Result<ArtifactSet> set = kubernetesArtifacts(deployment, *findRecipe(deployment.recipe), choices);
    if (!set)
        qWarning("%s", qPrintable(set.error().message));
    return set ? *set : ArtifactSet();
}

// What the parser read of all YAML files; null where there is no parser.
Json readBack(const ArtifactSet &set, const FileBox &box, const QString &python)
{
    static int number = 0;
    const QString folder = box.filePath(QString::number(++number)), cache = QStringLiteral(ASC_CACHE_DIR "/kubernetes");
    QDir().mkpath(folder);
    QStringList arguments{QStringLiteral(ASC_SOURCE_DIR "/tests/targets/manifests.py"), cache,
                          qEnvironmentVariable("ASC_CRDS", cache + u"/crds"_s)};
    for (const Artifact &file : set.files) {
        if (file.path.endsWith(u".yaml"))
            arguments << box.write(u"%1/%2"_s.arg(number).arg(file.path.section(u'/', -1)), file.content);
    }
    QProcess process;
    process.start(python, arguments);
    process.waitForFinished(60000);
    const Result<Json> said = parseJson(process.readAllStandardOutput(), u"manifests.py"_s);
    if (!said)
        qWarning("%s", process.readAllStandardError().constData());
    return said ? *said : Json();
}

Json ofKind(const Json &read, const QString &kind)
{
    for (const Json &object : member(read, "objects")) {
        if (stringAt(object, "kind") == kind)
            return object;
    }
    return {};
}

Json configOf(const Json &read)
{
    for (const Json &object : member(read, "objects")) {
        if (object.contains("data") && object["data"].contains("run.sh"))
            return object["data"];
    }
    return {};
}

} // namespace

class TestKubernetes : public QObject
{
    Q_OBJECT

private:
    FileBox m_box;
    QString m_python;

    // run.sh with the configuration as Kubernetes would mount it, and the tools that it asks.
    QByteArray ran(const Json &config, const QStringList &environment)
    {
        const QDir dir(m_box.filePath(u"config"_s));
        QDir(dir).removeRecursively();
        dir.mkpath(u"."_s);
        for (const auto &[key, value] : config.items())
            m_box.write(u"config/"_s + QString::fromStdString(key), value.get<QString>().toUtf8());
        QDir().mkpath(m_box.filePath(u"bin"_s));
        const auto stub = [&](const QString &name, const QByteArray &script) {
            QFile::setPermissions(m_box.write(u"bin/"_s + name, "#!/bin/bash\n" + script),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        stub(u"getent"_s, "echo \"10.20.0.77 STREAM $2\"\n");
        stub(u"vllm"_s, "printf '%s ' \"$@\"; printf '%s' \"$GLOO_SOCKET_IFNAME $HCCL_IF_IP\"\n");
        m_box.write(u"routes"_s, "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
                                 "eth9\t00000000\t0100140A\t0003\t0\t0\t0\t00000000\n"
                                 "enp67s0f5\t0000140A\t00000000\t0001\t0\t0\t0\t00FFFFFF\n");
        QProcess process;
        process.setWorkingDirectory(m_box.path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.setEnvironment(QStringList{u"PATH=%1/bin:/usr/bin:/bin"_s.arg(m_box.path()),
                                           u"CONFIG="_s + dir.path(), u"POD_IP=10.20.0.12"_s,
                                           u"ROUTES="_s + m_box.filePath(u"routes"_s)}
                               + environment);
        process.start(u"bash"_s, {dir.filePath(u"run.sh"_s)});
        process.waitForFinished(30000);
        return process.readAll();
    }

private slots:
    void initTestCase() { m_python = pythonWithParsers(); }

    void everyRecipeKeepsToThePublishedSchemas_data()
    {
        QTest::addColumn<QString>("recipe");
        const Result<QList<Recipe>> recipes = loadRecipes();
        QVERIFY(recipes);
        for (const Recipe &recipe : *recipes)
            QTest::newRow(recipe.id.toUtf8().constData()) << recipe.id;
    }
    void everyRecipeKeepsToThePublishedSchemas()
    {
        QFETCH(QString, recipe);
        if (m_python.isEmpty())
            QSKIP("python3 has no yaml or jsonschema");
        for (const char *language : {"en", "zh"}) {
            const Deployment deployment = named(recipe, u"ds-v32"_s, {{"commentLanguage", language}});
            const ArtifactSet set = made(deployment);
            QVERIFY(!set.files.isEmpty());
            const Json read = readBack(set, m_box, m_python);
            QVERIFY(read.is_object());
            QVERIFY2(member(read, "problems").empty(), compactJson(member(read, "problems")).constData());
            for (const Artifact &file : set.files)
                QVERIFY2(!file.content.contains("198.18.") && !file.content.contains("asc-pod-nic"),
                         qPrintable(file.path));
            const Json service = ofKind(read, u"Service"_s), hpa = ofKind(read, u"HorizontalPodAutoscaler"_s),
                       acjob = ofKind(read, u"AscendJob"_s), lws = ofKind(read, u"LeaderWorkerSet"_s);
            QVERIFY(service.is_object());
            QCOMPARE(hpa.is_null(), !acjob.is_null());
            if (hpa.is_object()) {
                const Json metric = hpa["spec"]["metrics"][0]["external"];
                QCOMPARE(stringAt(metric["target"], "value"), u"75"_s);
                QCOMPARE(stringAt(hpa["spec"]["scaleTargetRef"], "kind"),
                         lws.is_null() ? u"Deployment"_s : u"LeaderWorkerSet"_s);
            }
            // The same command, environment and files as the docker target's, but for addresses.
            const Recipe known = *findRecipe(recipe);
            const int nodes = known.nodes;
            Deployment docker = onNodes(recipe, nodes);
            docker.name = deployment.name; // it is in the files' paths
            const Result<Recipe> resolved = resolvedRecipe(known, Json::object());
            QVERIFY(resolved);
            const Json config = configOf(read);
            const Result<Launch> launch
                = nodeLaunch(docker, known, factsOf(docker, resolved->chipsPerNode), u"node1"_s);
            QVERIFY2(launch, launch ? "" : qPrintable(launch.error().message));
            const QString run = stringAt(config, "0.service.sh");
            for (const QString &word : launch->process.argv())
                QVERIFY2(run.contains(QString(word).replace(u"10.20.0.11"_s, u"@POD_IP@"_s)), qPrintable(word));
            const auto readme = std::find_if(set.files.cbegin(), set.files.cend(), [](const Artifact &file) {
                return file.path.endsWith("README.md"_L1);
            });
            QVERIFY(readme != set.files.cend());
            const bool isSplit = !launch->process.role.isEmpty(); // its proxy lists no models
            QCOMPARE(readme->content.contains("/v1/models"), !isSplit);
            QCOMPARE(readme->content.contains("/healthcheck"), isSplit);
            for (int i = 0; i < nodes; ++i)
                QVERIFY(config.contains(u"%1.env.sh"_s.arg(i).toStdString()));
            for (const ProcessFile &file : launch->process.files)
                QCOMPARE(config.contains(("0."_L1 + file.name).toStdString()), !file.hasCards);
        }
    }

    // Key by key with kubernetes' examples of the reference, k8s_acjob_mindie_2xA2.yaml and
    // k8s_lws_vllm_2xA3_skeleton.yaml. Different on purpose: the container's command; weights at the deployment's own
    // folder; the host's /dev/shm where "ipc" says host; LeaderWorkerSet's resource is MindCluster's instead of a
    // cloud's, and its restartPolicy is the API's default, because a group with a rank less does not serve.
    void groupsAreAsTheExamplesHaveThem()
    {
        if (m_python.isEmpty())
            QSKIP("python3 has no yaml or jsonschema");
        const Json read = readBack(made(named(job, u"ds-r1"_s, {{"ipc", "private"}, {"shmGb", 64}})), m_box, m_python);
        const Json acjob = ofKind(read, u"AscendJob"_s), spec = acjob["spec"],
                   master = spec["replicaSpecs"]["Master"]["template"]["spec"], ascend = master["containers"][0];
        QCOMPARE(stringAt(acjob, "apiVersion"), u"mindxdl.gitee.com/v1"_s);
        const Json labels{
            {"framework", "pytorch"}, {"ring-controller.atlas", "ascend-910b"}, {"fault-scheduling", "force"}};
        QVERIFY(acjob["metadata"]["labels"] == labels);
        QCOMPARE(stringAt(acjob["metadata"]["annotations"], "huawei.com/schedule_policy"), u"chip8-node8"_s);
        QCOMPARE(stringAt(spec, "schedulerName"), u"volcano"_s);
        const Json gang{{"minAvailable", 2}, {"queue", "default"}};
        QVERIFY(spec["runPolicy"]["schedulingPolicy"] == gang);
        QCOMPARE(stringAt(spec, "successPolicy"), u"AllWorkers"_s);
        QVERIFY(integerAt(spec["replicaSpecs"]["Worker"], "replicas") == 1);
        QVERIFY(boolAt(master, "hostNetwork") == true);
        QCOMPARE(stringAt(ascend, "name"), u"ascend"_s);
        QVERIFY(integerAt(ascend["resources"]["limits"], "huawei.com/Ascend910") == 8);
        QVERIFY(ascend["resources"]["limits"] == ascend["resources"]["requests"]);
        const QByteArray ports = compactJson(ascend["ports"]), env = compactJson(ascend["env"]),
                         volumes = compactJson(master["volumes"]);
        QVERIFY2(ports.contains("\"ascendjob-port\",\"containerPort\":2222"), ports.constData());
        QVERIFY2(env.contains("HCCL_IF_IP") && env.contains("metadata.annotations['huawei.com/Ascend910']"),
                 env.constData());
        QVERIFY2(volumes.contains("\"rings-config-ds-r1\",\"defaultMode\":416") && volumes.contains("64Gi"),
                 volumes.constData());
        QCOMPARE(stringAt(ascend["startupProbe"]["httpGet"], "path"), u"/v2/health/ready"_s);
        QVERIFY(integerAt(ascend["startupProbe"]["httpGet"], "port") == 1026);
        QVERIFY(stringAt(configOf(read), "1.env.sh")
                    .contains(u"RANK_TABLE_FILE=/user/serverid/devindex/config/..data/hccl.json"));

        const Json lws = ofKind(readBack(made(named(two)), m_box, m_python), u"LeaderWorkerSet"_s);
        QVERIFY(integerAt(lws["spec"]["leaderWorkerTemplate"], "size") == 2);
        const Json worker = lws["spec"]["leaderWorkerTemplate"]["workerTemplate"]["spec"]["containers"][0];
        QVERIFY(!worker.contains("startupProbe") && !worker.contains("ports")); // it never answers
    }

    // mind-cluster, 15_yaml_configuration.md: with restartPolicy Never and without fault-retry-times nothing starts a
    // service anew that ended, so nothing here says so.
    void whoStartsAnewIsTrue()
    {
        const QString promise = u"Started anew"_s;
        for (const auto &[recipe, restarts] : {std::pair{QString(job), false}, {QString(two), true}}) {
            const ArtifactSet set = made(named(recipe));
            QByteArray manifest, readme;
            for (const Artifact &file : set.files) {
                manifest += file.path.endsWith(".yaml"_L1) ? file.content : QByteArray();
                readme += file.path.endsWith("README.md"_L1) ? file.content : QByteArray();
            }
            QCOMPARE(manifest.contains("restartPolicy: Never") || manifest.contains("restartPolicy: \"Never\""),
                     !restarts);
            QVERIFY(!manifest.contains("fault-retry-times"));
            QCOMPARE(manifest.contains("Started anew"), restarts);
            QCOMPARE(manifest.contains("Nothing starts it anew"), !restarts);
            QCOMPARE(readme.contains("`fault-retry-times`"), !restarts);
        }
    }

    // MindIE's management port, as mindie.md of the reference has it: busy is live 200 and ready 503. Of an image of
    // somebody else nothing but its ready path is known.
    void whoIsBusyIsNotKilled_data()
    {
        QTest::addColumn<QString>("ready");
        QTest::addColumn<QString>("live");
        QTest::addColumn<int>("port");
        const Result<QList<Recipe>> recipes = loadRecipes();
        QVERIFY(recipes);
        for (const Recipe &recipe : *recipes) {
            const bool isMindie = recipe.engine == u"mindie", isSplit = recipe.id.contains(u"2p1d");
            const QString own = isSplit ? u"/healthcheck"_s : u"/health"_s;
            QTest::newRow(recipe.id.toUtf8().constData())
                << (isMindie                      ? u"/v2/health/ready"_s
                        : recipe.engine == u"vllm-ascend" ? own
                                                   : u"/v1/models"_s)
                << (isMindie ? u"/v2/health/live"_s : recipe.engine == u"vllm-ascend" ? own : QString())
                << (isMindie ? 1026 : isSplit ? 1999 : 0);
        }
    }
    void whoIsBusyIsNotKilled()
    {
        QFETCH(QString, ready);
        QFETCH(QString, live);
        QFETCH(int, port);
        if (m_python.isEmpty())
            QSKIP("python3 has no yaml or jsonschema");
        const Json read = readBack(made(named(QString::fromUtf8(QTest::currentDataTag()))), m_box, m_python);
        Json pod;
        for (const char *kind : {"Deployment", "LeaderWorkerSet", "AscendJob"}) {
            const Json spec = member(ofKind(read, QLatin1String(kind)), "spec");
            for (const Json &place : {spec, member(spec, "leaderWorkerTemplate"),
                                      member(member(spec, "replicaSpecs"), "Master")}) {
                for (const char *key : {"template", "leaderTemplate"}) {
                    if (const Json found = member(member(place, key), "spec"); found.is_object())
                        pod = found["containers"][0];
                }
            }
        }
        if (port == 1999) {              // PD: the cards' addresses, only to be read
            const QByteArray mounts = compactJson(pod["volumeMounts"]);
            QVERIFY2(mounts.contains("\"mountPath\":\"/etc/hccn.conf\",\"readOnly\":true"), mounts.constData());
        }
        for (const char *asked : {"startupProbe", "readinessProbe"})
            QCOMPARE(stringAt(member(member(pod, asked), "httpGet"), "path"), ready);
        const Json probe = member(pod, "livenessProbe");
        QCOMPARE(stringAt(member(probe, "httpGet"), "path"), live);
        const Json known = member(probe, live.isEmpty() ? "tcpSocket" : "httpGet");
        QVERIFY(port == 0 ? integerAt(known, "port").has_value() : integerAt(known, "port") == port);
        QCOMPARE(integerAt(probe, "failureThreshold").value_or(0) * integerAt(probe, "periodSeconds").value_or(0), 300);
    }

    void aPodFillsInItsAddresses()
    {
        if (m_python.isEmpty())
            QSKIP("python3 has no yaml or jsonschema");
        const Json read
            = readBack(made(named(two, u"ds"_s, {{"remoteFolder", m_box.filePath(u"w"_s)}})), m_box, m_python);
        const QByteArray said = ran(configOf(read), {u"LWS_WORKER_INDEX=1"_s, u"LWS_LEADER_ADDRESS=ds-0.ds.default"_s});
        QVERIFY2(said.contains("--data-parallel-address 10.20.0.77 ") && said.contains(" --headless ")
                     && said.endsWith("enp67s0f5 10.20.0.12"),
                 said.constData());
        const QByteArray first = ran(configOf(read), {u"LWS_WORKER_INDEX=0"_s});
        QVERIFY2(first.contains("--data-parallel-address 10.20.0.12 ") && !first.contains("--headless"),
                 first.constData());
        QVERIFY(ran(configOf(read), {u"LWS_WORKER_INDEX=7"_s}).contains("cannot start"));
    }

    void hostileStringsExecuteNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("substitution") << u"$(touch pwned)`touch pwned`"_s;
        QTest::newRow("quotes") << u"a'; touch pwned; \" touch pwned; '"_s;
        QTest::newRow("yaml") << u"- {a: b}: |& *x #!!python/object {{ touch pwned }}"_s;
        QTest::newRow("unicode") << u"权重\u0085touch pwned\u202Eevil"_s;
        QTest::newRow("dashes") << u"--- "_s;
    }
    void hostileStringsExecuteNothing()
    {
        QFETCH(QString, text);
        if (m_python.isEmpty())
            QSKIP("python3 has no yaml or jsonschema");
        QString word = text;
        word.remove(u'"').remove(u'\'');
        const Json settings = {{"remoteFolder", m_box.path() + u"/w"_s + text},
                               {"weights", u"/weights/"_s + QString(text).remove(u':')},
                               {"extraMounts",
                                u"/a%1:/b%1"_s.arg(QString(text).remove(u':').remove(u',').remove(u'/'))},
                               {"command", u"printf '%s|' '"_s + word + u"' ${port} ${node.ip}"_s}};
        Json own = settings;
        own["remoteFolder"] = m_box.path() + u"/w"_s + QString(text).remove(u':');
        const Result<ArtifactSet> set = kubernetesArtifacts(named(image, text + u"\n# touch pwned"_s, own),
                                                            *findRecipe(image));
        if (!set)                        // a control character: refused before anything is written
            QVERIFY2(set.error().message.contains(u"must be"), qPrintable(set.error().message));
        if (!set)
            return;
        const Json read = readBack(*set, m_box, m_python);
        QVERIFY2(read.is_object() && member(read, "problems").empty(), compactJson(read).left(2000).constData());
        QCOMPARE(member(read, "objects").size(), 5u);
        const QByteArray said = ran(configOf(read), {});
        QVERIFY2(said.contains(word.toUtf8() + "|8000|10.20.0.12|"), said.constData());
        QVERIFY(!QFile::exists(m_box.filePath(u"pwned"_s)) && !QFile::exists(u"pwned"_s));
    }

    void shellcheckIsSilent()
    {
        if (QStandardPaths::findExecutable(u"shellcheck"_s).isEmpty() || m_python.isEmpty())
            QSKIP("shellcheck or a YAML parser is not installed");
        for (const QString &recipe : {two, job, image}) {
            for (const char *ipc : {"host", "private"}) {
                const Json config = configOf(readBack(
                    made(named(recipe, u"a 'b' $(x)"_s, {{"ipc", ipc}})), m_box, m_python));
                QStringList scripts;
                for (const auto &[key, value] : config.items()) {
                    const QString name = QString::fromStdString(key);
                    if (name.endsWith(u".sh"))
                        scripts << m_box.write(name, value.get<QString>().toUtf8());
                }
                const QByteArray said = shellcheckSays(scripts);
                QVERIFY2(said.isEmpty(), said.constData());
            }
        }
    }

    void namesAreKubernetes()
    {
        QCOMPARE(kubernetesName(u"ds-v32"_s), u"ds-v32"_s);
        QVERIFY(kubernetesName(u"DS v3.2"_s).startsWith(u"ds-v3-2-"));
        QVERIFY(kubernetesName(u"DS v3.2"_s) != kubernetesName(u"ds v3.2"_s));
        for (const QString &name : {u"部署"_s, u""_s, u"9"_s, u"-"_s, QString(200, u'x')}) {
            static const QRegularExpression label(u"\\A[a-z][a-z0-9-]{0,38}[a-z0-9]\\z"_s);
            QVERIFY2(label.match(kubernetesName(name)).hasMatch(), qPrintable(kubernetesName(name)));
        }
    }

    void whatCannotBeIsRefusedWithASentence()
    {
        const auto refusal = [](const Deployment &deployment, const KubernetesChoices &choices = {}) {
            const Result<ArtifactSet> set = kubernetesArtifacts(deployment, *findRecipe(deployment.recipe), choices);
            return set ? QString() : set.error().message;
        };
        for (const int cards : {9, 15})
            QVERIFY(refusal(named(image, u"a"_s, {{"cards", cards}})).contains(u"%1 NPUs"_s.arg(cards)));
        for (const int cards : {1, 3, 8, 10, 14, 16}) {
            const QString said = refusal(named(image, u"a"_s, {{"cards", cards}}));
            QVERIFY2(said.isEmpty(), qPrintable(said));
        }
        QVERIFY(refusal(named(image, u"a"_s, {{"command", "x @POD_IP@"}})).contains(u"@POD_"));
        QVERIFY(refusal(named(image, u"a"_s, {{"extraMounts", "/x:/usr/local/dcmi"}})).contains(u"/usr/local/dcmi"));
        KubernetesChoices choices;
        choices.nameSpace = u"a; touch pwned"_s;
        QVERIFY(refusal(named(image), choices).contains(u"namespace"));
        choices = {};
        choices.schedulePolicy = u"chip"_s;
        QVERIFY(refusal(named(image), choices).contains(u"chip8-node8"));
    }

    // How a server's cards hang together follows from the server, whatever part of it a pod has.
    void theSchedulePolicyIsThatOfTheServers()
    {
        const QString four = u"vllm-ascend-qwen3-30b-w8a8-1xA2"_s, a3 = u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s;
        const auto with = [](const QString &recipe, const QString &policy) {
            const Deployment deployment = named(recipe);
            KubernetesChoices choices;
            choices.schedulePolicy = policy;
            return kubernetesArtifacts(deployment, *findRecipe(recipe), choices);
        };
        const auto text = [](const ArtifactSet &set) {
            QString all;
            for (const Artifact &artifact : set.files)
                all += QString::fromUtf8(artifact.content) + u'\n';
            return all;
        };
        for (const QString &recipe : {four, two}) {
            const Result<ArtifactSet> set = with(recipe, {});
            QVERIFY(set);
            QVERIFY2(text(*set).contains(u"huawei.com/schedule_policy: chip8-node8"_s), qPrintable(recipe));
            QVERIFY(set->warnings.filter(u"schedule_policy"_s).isEmpty());
        }
        QVERIFY(!with(a3, {})->warnings.filter(u"chip2-node16-sp"_s).isEmpty());
        QVERIFY(with(a3, u"chip2-node16-sp"_s) && with(four, u"chip8-node16"_s) && with(image, u"chip2-node16"_s));
        for (const auto &[recipe, policy] : {std::pair(four, u"chip2-node16-sp"_s), {two, u"chip2-node16"_s},
                                            {a3, u"chip8-node8"_s}}) {
            const Result<ArtifactSet> refused = with(recipe, policy);
            QVERIFY2(!refused, qPrintable(recipe));
            QVERIFY2(refused.error().message.contains(policy), qPrintable(refused.error().message));
        }
    }

    void theVerbAsksNoNode()
    {
        const QString file = m_box.write(u"k.deployment.json"_s, toText(named(two))), out = m_box.filePath(u"out"_s);
        const Ran ran = ascendctl({u"generate"_s, file, u"--target"_s, u"kubernetes"_s, u"--out"_s, out,
                                   u"--namespace"_s, u"models"_s, u"--json"_s});
        QVERIFY2(ran.code == 0, ran.err.constData());
        QFile manifest(out + u"/kubernetes/ds-v32.yaml"_s);
        QVERIFY(manifest.open(QIODevice::ReadOnly) && manifest.readAll().contains("namespace: models"));
        QVERIFY(QFile::exists(out + u"/kubernetes/README.md"_s));
        const Ran wrong = ascendctl({u"generate"_s, file, u"--target"_s, u"nomad"_s, u"--out"_s, out});
        QVERIFY2(wrong.code == 2 && wrong.err.contains("docker or kubernetes"), wrong.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestKubernetes)
#include "tst_kubernetes.moc"
