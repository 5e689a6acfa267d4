#include "core/artifacts/lintkinds.h"
#include "core/base/data.h"
#include "core/engines/mindie/mindielint.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <ctime>

using namespace Qt::StringLiterals;

namespace {

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// "error rank.contiguous /server_list/1/device/0/rank_id" of each finding.
QStringList shortly(const QList<LintFinding> &findings, Severity atLeast = Severity::Warning)
{
    QStringList lines;
    for (const LintFinding &f : findings) {
        if (f.severity >= atLeast)
            lines << severityName(f.severity) + u' ' + f.rule + u' ' + f.where;
    }
    return lines;
}

} // namespace

class LintTest : public QObject
{
    Q_OBJECT

private:
    QByteArray generatedFile(const QString &ending)
    {
        const Recipe recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        const Deployment deployment = twoNodes();
        const Result<ArtifactSet> set = generateArtifacts(deployment, recipe, factsOf(deployment));
        return set ? artifactNamed(*set, ending)->content : QByteArray();
    }

    static void remove(Json &parent, const std::string &key)
    {
        if (parent.is_array())
            parent.erase(size_t(std::stoul(key)));
        else
            parent.erase(key);
    }

    // patch: JSON pointer and new value (null removes), one per line.
    static Json patched(const QByteArray &good, const QString &patch)
    {
        Json json = *parseJson(good, u"good"_s);
        for (const QString &line : patch.split(u'\n', Qt::SkipEmptyParts)) {
            const Json::json_pointer at(line.section(u' ', 0, 0).toStdString());
            const QByteArray value = line.section(u' ', 1).toUtf8();
            if (value == "REMOVE")
                remove(json.at(at.parent_pointer()), at.back());
            else
                json[at] = Json::parse(value.toStdString());
        }
        return json;
    }

    void oneRule(const QString &kind, const QByteArray &good)
    {
        QFETCH(QString, patch);
        QFETCH(QString, finding);
        QVERIFY(!good.isEmpty());
        QCOMPARE(shortly(*lint(kind, good)), QStringList());
        const Result<QList<LintFinding>> findings = lint(kind, prettyJson(patched(good, patch)));
        QVERIFY(findings);
        const QStringList said = shortly(*findings);
        QVERIFY2(finding.isEmpty() ? said.isEmpty() : said.contains(finding), qPrintable(said.join(u'\n')));
        for (const LintFinding &f : *findings)
            QVERIFY(!f.message.isEmpty());
    }

private slots:
    void whatIsGeneratedPasses_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("ending");
        QTest::newRow("rank table") << u"rank-table"_s << u"hccl_2s_16p.json"_s;
        QTest::newRow("config") << u"mindie-config"_s << u"node1/config.json"_s;
        QTest::newRow("env") << u"env"_s << u"node2/env.sh"_s;
    }
    void whatIsGeneratedPasses()
    {
        QFETCH(QString, kind);
        QFETCH(QString, ending);
        const Result<QList<LintFinding>> findings = lint(kind, generatedFile(ending));
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList());
    }

    // Which generation reads the file is not in it: what only one takes is said, unless torch tells that it is 3.0.
    void aNumberForTruncationIsOfOneGenerationOnly()
    {
        const QString where = u"/BackendConfig/ModelDeployConfig/truncation"_s,
                      torch = u"\n/BackendConfig/ModelDeployConfig/ModelConfig/0/backendType \"torch\""_s;
        const auto said = [&](const QString &value, const QString &more = {}) {
            QStringList messages;
            for (const LintFinding &finding :
                 *lint(u"mindie-config"_s,
                       prettyJson(patched(generatedFile(u"node1/config.json"_s), where + u' ' + value + more)))) {
                if (finding.where == where)
                    messages << finding.message;
            }
            return messages;
        };
        QCOMPARE(said(u"true"_s), QStringList());
        QVERIFY(said(u"0"_s).value(0).contains(
            u"MindIE 2.2 says \"The type of param truncation should be bool, but got number\""_s));
        QCOMPARE(said(u"0"_s, torch), QStringList());
        QCOMPARE(said(u"7"_s, torch).size(), 1);
        QCOMPARE(said(u"\"left\""_s, torch).size(), 1);
    }

    // Where it is told who reads it, what that one refuses is an error, and what only the other refuses is not said.
    void aConfigIsJudgedByTheGenerationThatReadsIt()
    {
        const QString deploy = u"/BackendConfig/ModelDeployConfig"_s,
                      batch = u"/BackendConfig/ScheduleConfig/maxBatchSize"_s,
                      backend = deploy + u"/ModelConfig/0/backendType"_s;
        const auto errors = [&](const QString &release, const QString &patch, Severity least = Severity::Error) {
            LintContext context;
            context.mode = 0640;
            context.release = release;
            QStringList places;
            const Json changed = patched(generatedFile(u"node1/config.json"_s), patch);
            for (const LintFinding &finding : *lintMindieConfig(prettyJson(changed), context)) {
                if (finding.severity == least)
                    places << finding.where;
            }
            return places;
        };
        const QString number = deploy + u"/truncation 0"_s, many = batch + u" 6000"_s;
        QCOMPARE(errors(u"2.2"_s, number), QStringList(deploy + u"/truncation"_s));
        QCOMPARE(errors(u"3.0"_s, number), QStringList());
        QVERIFY(!errors(u"3.0"_s, number, Severity::Warning).contains(deploy + u"/truncation"_s));
        QCOMPARE(errors(u"2.2"_s, many), QStringList(batch));
        QVERIFY(!errors(u"3.0"_s, many, Severity::Warning).contains(batch));
        QVERIFY(errors({}, many, Severity::Warning).contains(batch));
        QVERIFY(errors(u"2.2"_s, backend + u" \"torch\""_s).contains(backend));
        QVERIFY(!errors(u"3.0"_s, backend + u" \"torch\""_s).contains(backend));
    }

    void officialExamplesHaveNoErrors()
    {
        QDir examples(QStringLiteral(ASC_SHARED_DIR) + u"/reference/examples"_s);
        if (!examples.exists())
            QSKIP("the reference examples are not here");
        int seen = 0;
        for (const QString &name : examples.entryList({u"*.json"_s, u"*.sh"_s})) {
            const QString kind = name.startsWith(u"mindie_config")      ? u"mindie-config"_s
                : name.contains(u"hccl") || name.contains(u"ranktable") ? u"rank-table"_s
                : name.endsWith(u".sh") && !name.startsWith(u"docker") && !name.startsWith(u"launch") ? u"env"_s
                                                                                                      : QString();
            if (kind.isEmpty())
                continue;
            const Result<QList<LintFinding>> findings = lint(kind, read(examples.filePath(name)));
            QVERIFY2(findings, qPrintable(name));
            QVERIFY2(shortly(*findings, Severity::Error).isEmpty(),
                     qPrintable(name + u": "_s + shortly(*findings).join(u", "_s)));
            ++seen;
        }
        QVERIFY(seen > 12);
    }

    void rankTableRules_data()
    {
        QTest::addColumn<QString>("patch");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char *name, const char *patch, const char *finding) {
            QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(finding);
        };
        row("version", "/version \"1.1\"", "error rank.version /version");
        row("version missing", "/version REMOVE", "error rank.version /version");
        row("version a number", "/version 1.0", "error rank.version /version");
        row("status", "/status \"initializing\"", "error rank.status /status");
        row("count a number", "/server_count 2", "error rank.server-count /server_count");
        row("count wrong", "/server_count \"3\"", "error rank.server-count /server_count");
        row("count no number", "/server_count \"two\"", "error rank.server-count /server_count");
        row("count missing", "/server_count REMOVE", "error rank.server-count /server_count");
        row("no servers", "/server_list []", "error rank.server-list /server_list");
        row("server twice", "/server_list/1/server_id \"10.20.0.11\"", "error rank.server-id /server_list/1/server_id");
        row("server loopback", "/server_list/1/server_id \"127.0.0.1\"",
            "error rank.server-id /server_list/1/server_id");
        row("server nameless", "/server_list/1/server_id \"\"", "error rank.server-id /server_list/1/server_id");
        row("server a name", "/server_list/1/server_id \"node2\"", "warning rank.server-id /server_list/1/server_id");
        row("container ip missing", "/server_list/1/container_ip REMOVE", "error rank.container-ip /server_list/1");
        row("container ip empty", "/server_list/1/container_ip \"\"",
            "error rank.container-ip /server_list/1/container_ip");
        row("container ip zero", "/server_list/1/container_ip \"0.0.0.0\"",
            "warning rank.container-ip /server_list/1/container_ip");
        row("container ip twice", "/server_list/1/container_ip \"10.20.0.11\"",
            "error rank.container-ip /server_list/1/container_ip");
        row("fewer devices", "/server_list/1/device/7 REMOVE", "error rank.devices /server_list/1/device");
        row("no devices", "/server_list/1/device []", "error rank.devices /server_list/1/device");
        row("device id a number", "/server_list/0/device/2/device_id 2",
            "error rank.device-id /server_list/0/device/2/device_id");
        row("device id too large", "/server_list/0/device/2/device_id \"64\"",
            "error rank.device-id /server_list/0/device/2/device_id");
        row("device id twice", "/server_list/0/device/2/device_id \"1\"",
            "error rank.device-id /server_list/0/device/2/device_id");
        row("rank twice", "/server_list/1/device/0/rank_id \"7\"",
            "error rank.contiguous /server_list/1/device/0/rank_id");
        row("rank gap", "/server_list/1/device/7/rank_id \"16\"",
            "error rank.contiguous /server_list/1/device/7/rank_id");
        row("rank too large", "/server_list/1/device/7/rank_id \"512\"",
            "error rank.rank-id /server_list/1/device/7/rank_id");
        row("rank order", "/server_list/0/device/7/rank_id \"8\"\n/server_list/1/device/0/rank_id \"7\"",
            "error rank.order /server_list/0/device/7/rank_id");
        row("device ip dashes", "/server_list/0/device/3/device_ip \"-.-.-.-\"",
            "error rank.device-ip /server_list/0/device/3/device_ip");
        row("device ip missing", "/server_list/0/device/3/device_ip REMOVE",
            "error rank.device-ip /server_list/0/device/3");
        row("device ip twice", "/server_list/1/device/3/device_ip \"10.20.111.101\"",
            "error rank.device-ip /server_list/1/device/3/device_ip");
        row("device ip of the host", "/server_list/0/device/3/device_ip \"10.20.0.11\"",
            "error rank.device-ip /server_list/0/device/3/device_ip");
        row("device ip families", "/server_list/0/device/3/device_ip \"fd00::3\"",
            "error rank.device-ip /server_list/0/device/3/device_ip");
        row("device port", "/server_list/0/device/3/device_port \"70000\"",
            "error rank.device-port /server_list/0/device/3/device_port");
        row("misspelt key", "/server_list/0/device/3/devise_ip \"10.20.1.1\"",
            "warning rank.unknown-key /server_list/0/device/3/devise_ip");
        row("1.2 without superpods", "/version \"1.2\"", "error rank.super-pods /super_pod_list");
        row("1.2 without sdid", "/version \"1.2\"", "error rank.super-device-id /server_list/0/device/0");
    }
    void rankTableRules() { oneRule(u"rank-table"_s, generatedFile(u"hccl_2s_16p.json"_s)); }

    // "-.-.-.-" stands there when the NPU had none; what is mistyped was set.
    void anAddressThatIsMistypedWasSet_data()
    {
        QTest::addColumn<QString>("ip");
        QTest::addColumn<bool>("isUnset");
        for (const char *ip : {"10.20.0.999", "10.20.0", "10.20.111.101/24", "fd00::g1"})
            QTest::newRow(ip) << QString::fromLatin1(ip) << false;
        for (const char *ip : {"-.-.-.-", "0.0.0.0", "N/A"})
            QTest::newRow(ip) << QString::fromLatin1(ip) << true;
        QTest::newRow("empty") << QString() << true;
    }
    void anAddressThatIsMistypedWasSet()
    {
        QFETCH(QString, ip);
        QFETCH(bool, isUnset);
        const QString place = u"/server_list/0/device/3/device_ip"_s;
        const Json table = patched(generatedFile(u"hccl_2s_16p.json"_s), u"%1 \"%2\""_s.arg(place, ip));
        QString remedy;
        for (const LintFinding &finding : *lint(u"rank-table"_s, prettyJson(table))) {
            if (finding.where == place)
                remedy = finding.remedy;
        }
        QVERIFY(remedy.contains(u"hccn_tool -i N -ip -g"_s));
        QCOMPARE(remedy.contains(u"it was not set"_s), isUnset);
        QCOMPARE(remedy.contains(u"mistyped"_s), !isUnset);
    }

    void superPodRules()
    {
        const QByteArray good = R"({"version":"1.2","status":"completed","server_list":[
            {"server_id":"10.20.0.1","device":[{"device_id":"0","rank_id":"0","super_device_id":"5"}]},
            {"server_id":"10.20.0.2","device":[{"device_id":"0","rank_id":"1","super_device_id":"6"}]},
            {"server_id":"10.20.0.3","device":[{"device_id":"0","rank_id":"2","super_device_id":"7"}]}],
            "super_pod_list":[{"super_pod_id":"0","server_list":[{"server_id":"10.20.0.1"},{"server_id":"10.20.0.2"},{"server_id":"10.20.0.3"}]}]})";
        QCOMPARE(shortly(*lintRankTable(good)), QStringList());
        const auto with = [&](const QString &patch) {
            return shortly(*lintRankTable(prettyJson(patched(good, patch)))).join(u'\n');
        };
        QVERIFY(with(u"/server_list/1/device/0/super_device_id \"5\""_s)
                    .contains(u"rank.super-device-id /server_list/1/device/0/super_device_id"));
        QVERIFY(with(u"/super_pod_list/0/server_list/2 REMOVE"_s).contains(u"rank.super-pods /server_list/2"));
        QVERIFY(with(u"/super_pod_list/0/server_list/2/server_id \"10.20.0.1\""_s)
                    .contains(u"rank.super-pods /super_pod_list/0/server_list/2"));
        const QString apart = with(
            u"/super_pod_list/0/server_list/1 REMOVE\n/super_pod_list/1 "
             "{\"server_list\":[{\"server_id\":\"10.20.0.2\"}]}"_s);
        // 0 and 2 in one pod, 1 between them
        QVERIFY2(apart.contains(u"rank.super-pods /server_list/2"), qPrintable(apart));
        QVERIFY(apart.contains(u"rank.device-ip /server_list/0/device/0"));             // two pods: device_ip is needed
    }

    void newestAndLegacyFormats()
    {
        const QByteArray v2
            = R"({"version":"2.0","status":"completed","rank_count":1,"rank_list":[{"rank_id":0,"local_id":0,"device_id":0,
            "level_list":[{"net_layer":0,"net_type":"CLOS"}]}]})";
        QCOMPARE(shortly(*lintRankTable(v2)), QStringList());
        QVERIFY(shortly(*lintRankTable(prettyJson(patched(v2, u"/rank_list/0/rank_id \"0\""_s))))
                    .join(u' ')
                    .contains(u"rank.rank-list"));
        QVERIFY(shortly(*lintRankTable(prettyJson(patched(v2, u"/rank_count 2"_s))))
                    .join(u' ')
                    .contains(u"rank.rank-count"));
        QVERIFY(shortly(*lintRankTable(prettyJson(patched(v2, u"/rank_list/0/level_list/0/net_layer 8"_s))))
                    .join(u' ')
                    .contains(u"rank.levels"));
        const QByteArray legacy = R"({"version":"1.2","status":"completed","server_count":"2",
            "prefill_device_list":[{"server_id":"10.20.0.1","device_id":"0","device_ip":"10.20.1.1","cluster_id":"1"}],
            "decode_device_list":[{"server_id":"10.20.0.2","device_id":"0","device_ip":"10.20.1.2","cluster_id":"2"}]})";
        QCOMPARE(shortly(*lintRankTable(legacy)), QStringList());
        QVERIFY(shortly(*lintRankTable(prettyJson(patched(legacy, u"/decode_device_list/0/cluster_id \"1\""_s))))
                    .join(u' ')
                    .contains(u"rank.cluster-id"));
    }

    void comparesWithTheNodes()
    {
        LintContext context;
        context.facts = factsOf(twoNodes());
        const QByteArray table = generatedFile(u"hccl_2s_16p.json"_s);
        QCOMPARE(shortly(*lintRankTable(table, context)), QStringList());
        context.facts[1].hccn[4].ip = u"10.20.9.9"_s;
        context.facts[0].deviceIds.removeAll(5);
        const QStringList findings = shortly(*lintRankTable(table, context));
        QVERIFY(findings.contains(u"error rank.device-ip /server_list/1/device/4/device_ip"_s));
        QVERIFY(findings.contains(u"error rank.device-id /server_list/0/device/5/device_id"_s));
    }

    void modesAboveTheLimitAreSaid()
    {
        LintContext context;
        context.mode = 0640;
        const QByteArray table = generatedFile(u"hccl_2s_16p.json"_s);
        QCOMPARE(shortly(*lintRankTable(table, context)), QStringList());
        context.mode = 0644;
        context.isLink = true;
        QCOMPARE(shortly(*lintRankTable(table, context)),
                 QStringList({u"warning rank.file "_s, u"warning rank.file "_s}));
        QCOMPARE(shortly(*lintMindieConfig(generatedFile(u"node1/config.json"_s), context)).size(), 2);
    }

    void configRules_data()
    {
        QTest::addColumn<QString>("patch");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char *name, const char *patch, const char *finding) {
            QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(finding);
        };
        const char *model = "/BackendConfig/ModelDeployConfig/ModelConfig/0";
        const auto modelRow = [&](const char *name, const QByteArray &patch, const QByteArray &finding) {
            QByteArray p = patch, f = finding;
            row(name, p.replace("@", model).constData(), f.replace("@", model).constData());
        };
        row("missing section", "/BackendConfig REMOVE", "error config.missing-field /BackendConfig");
        row("missing field", "/ServerConfig/port REMOVE", "error config.missing-field /ServerConfig/port");
        row("port range", "/ServerConfig/port 80", "error config.range /ServerConfig/port");
        row("port text", "/ServerConfig/port \"1025\"", "error config.type /ServerConfig/port");
        row("boolean text", "/ServerConfig/httpsEnabled \"false\"", "error config.type /ServerConfig/httpsEnabled");
        row("address", "/ServerConfig/ipAddress \"10.20.0\"", "warning config.ip /ServerConfig/ipAddress");
        row("all zero", "/ServerConfig/ipAddress \"0.0.0.0\"", "warning config.ip /ServerConfig/ipAddress");
        row("infer mode", "/ServerConfig/inferMode \"fast\"", "error config.infer-mode /ServerConfig/inferMode");
        row("link number", "/ServerConfig/maxLinkNum 5000", "error config.range /ServerConfig/maxLinkNum");
        row("timeout", "/ServerConfig/tokenTimeout 7200", "error config.range /ServerConfig/tokenTimeout");
        row("threshold", "/ServerConfig/HealthCheckConfig/npuUsageThreshold 101",
            "error config.range /ServerConfig/HealthCheckConfig/npuUsageThreshold");
        row("ports", "/BackendConfig/multiNodesInferPort 1025",
            "error config.ports /BackendConfig/multiNodesInferPort");
        row("metrics on the service port alone", "/ServerConfig/metricsPort 1025",
            "error config.ports /ServerConfig/metricsPort");
        row("metrics on the multi-node port", "/ServerConfig/metricsPort 1120",
            "warning config.ports /BackendConfig/multiNodesInferPort");
        row("instances", "/BackendConfig/modelInstanceNumber 2",
            "error config.npu-device-ids /BackendConfig/npuDeviceIds");
        row("device twice, of several nodes", "/BackendConfig/npuDeviceIds/0/1 0",
            "warning config.npu-device-ids /BackendConfig/npuDeviceIds/0");
        row("device twice on one node",
            "/BackendConfig/multiNodesInferEnabled false\n/BackendConfig/npuDeviceIds/0/1 0",
            "error config.npu-device-ids /BackendConfig/npuDeviceIds/0");
        row("devices flat", "/BackendConfig/npuDeviceIds [0,1]", "error config.type /BackendConfig/npuDeviceIds/0");
        modelRow("world size", "@/worldSize 16", "error config.world-size /BackendConfig/npuDeviceIds/0");
        modelRow("world size zero", "@/worldSize 0", "error config.world-size @/worldSize");
        row("backend name refused", "/BackendConfig/backendName \"Other\"",
            "error config.range /BackendConfig/backendName");
        row("backend name", "/BackendConfig/backendName \"other\"", "warning config.range /BackendConfig/backendName");
        row("prefill tokens", "/BackendConfig/ScheduleConfig/maxPrefillTokens 100",
            "error config.prefill-tokens /BackendConfig/ScheduleConfig/maxPrefillTokens");
        row("iterations zero", "/BackendConfig/ScheduleConfig/maxIterTimes 0",
            "error config.max-iter-times /BackendConfig/ScheduleConfig/maxIterTimes");
        row("iterations", "/BackendConfig/ScheduleConfig/maxIterTimes 9000",
            "warning config.max-iter-times /BackendConfig/ScheduleConfig/maxIterTimes");
        row("batch", "/BackendConfig/ScheduleConfig/maxPrefillBatchSize 201",
            "error config.batch /BackendConfig/ScheduleConfig/maxPrefillBatchSize");
        row("block", "/BackendConfig/ScheduleConfig/cacheBlockSize 100",
            "warning config.range /BackendConfig/ScheduleConfig/cacheBlockSize");
        row("delay", "/BackendConfig/ScheduleConfig/maxQueueDelayMicroseconds 1",
            "error config.range /BackendConfig/ScheduleConfig/maxQueueDelayMicroseconds");
        modelRow("cpu memory", "/BackendConfig/ScheduleConfig/maxPreemptCount 1", "error config.cpu-mem @/cpuMemSize");
        modelRow("model name", "@/modelName \"ds v3\"", "error config.model-name @/modelName");
        modelRow("weights", "@/modelWeightPath \"\"", "error config.range @/modelWeightPath");
        modelRow("backend type", "@/backendType \"vllm\"", "error config.range @/backendType");
        modelRow("moe_tp of torch", "@/backendType \"torch\"", "error config.parallel @/moe_tp");
        modelRow("dp zero", "@/dp 0", "error config.range @/dp");
        modelRow("dp tp", "@/dp 3", "error config.parallel @/moe_ep");
        modelRow("more than all cards", "@/moe_ep 8", "error config.parallel @/moe_ep");
        modelRow("not all cards", "@/tp 3\n@/moe_ep 6\n@/moe_tp 1", "error config.parallel @/dp");
        modelRow("sp", "@/sp 2", "error config.parallel @/sp");
        modelRow("cp of atb", "@/backendType \"atb\"\n@/cp 4", "error config.parallel @/cp");
        modelRow("cp 2 with dp", "@/backendType \"atb\"\n@/cp 2", "error config.parallel @/cp");
        modelRow("plugin an object", "@/plugin_params {\"plugin_type\":\"mtp\"}",
                 "warning config.plugin-params @/plugin_params");
        modelRow("plugin no JSON", "@/plugin_params \"mtp\"", "error config.plugin-params @/plugin_params");
        modelRow("mtp tokens", "@/plugin_params \"{\\\"plugin_type\\\":\\\"mtp\\\",\\\"num_speculative_tokens\\\":3}\"",
                 "error config.plugin-params @/plugin_params");
        for (const char *name : {"mtq", "MTP", " mtp", "prefix_cache,mtq"})
            modelRow(name, "@/plugin_params \"{\\\"plugin_type\\\":\\\"" + QByteArray(name)
                         + "\\\",\\\"num_speculative_tokens\\\":1}\"",
                     "error config.plugin-params @/plugin_params");
        modelRow("splitfuse", "@/plugin_params \"{\\\"plugin_type\\\":\\\"splitfuse\\\"}\"",
                 "error config.plugin-params /BackendConfig/ScheduleConfig/templateType");
        row("misspelt key", "/BackendConfig/npudeviceIds [[0]]",
            "warning config.unknown-key /BackendConfig/npudeviceIds");
        row("version", "/Version \"2\"", "warning config.version /Version");
        row("log hours", "/LogConfig/dynamicLogLevelValidHours 200",
            "warning config.range /LogConfig/dynamicLogLevelValidHours");
        row("a batch that 2.2 refuses", "/BackendConfig/ScheduleConfig/maxBatchSize 5001",
            "warning config.range /BackendConfig/ScheduleConfig/maxBatchSize");
    }
    void configRules() { oneRule(u"mindie-config"_s, generatedFile(u"node1/config.json"_s)); }

    void messagesAreTheEngines()
    {
        const auto said = [](const QString &kind, const QByteArray &good, const QString &patch) {
            QString all;
            const QList<LintFinding> findings = *lint(kind, prettyJson(patched(good, patch)));
            for (const LintFinding &f : findings)
                all += f.message + u'\n';
            return all;
        };
        const QByteArray table = generatedFile(u"hccl_2s_16p.json"_s), config = generatedFile(u"node1/config.json"_s);
        QVERIFY(said(u"rank-table"_s, table, u"/server_count \"3\""_s)
                    .contains(u"Parameter server_count is 3, which is not equal to server_list length in ranktable "
                              u"file, which is 2"));
        QVERIFY(said(u"rank-table"_s, table, u"/server_list/0/device/0/rank_id \"512\""_s)
                    .contains(u"Parameter rankId in ranktable is 512, which is out of allow range [0, 511]."));
        QVERIFY(said(u"mindie-config"_s, config, u"/ServerConfig/port REMOVE"_s)
                    .contains(u"[ParamChecker::CheckJsonParamType] port: missing compulsory field"));
        QVERIFY(said(u"mindie-config"_s, config, u"/BackendConfig/multiNodesInferPort 1025"_s)
                    .contains(u"Endpoint port cannot be equal to multiNodesInferPort."));
        const QString plugin = u"/BackendConfig/ModelDeployConfig/ModelConfig/0/plugin_params "_s;
        QVERIFY(said(u"mindie-config"_s, config, plugin + u"\"{\\\"plugin_type\\\":\\\"\\\"}\""_s)
                    .contains(u"no plugin is on"));
        QVERIFY(!said(u"mindie-config"_s, config, plugin + u"\"{\\\"plugin_type\\\":\\\"la,  memory_decoding\\\"}\""_s)
                     .contains(u"plugin_type"));
    }

    // Asked of the configuration checks of MindIE 2.2 and 3.0: what they accept is no error here, what they refuse is
    // one.
    void theEdgesAreTheEngines_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("patch");
        QTest::addColumn<bool>("accepted");
        QTest::addColumn<QString>("said"); // part of a message; empty: nothing is asked of it
        const auto row = [](const QString &kind, const QString &patch, bool accepted, const QString &said = {}) {
            QTest::newRow(qPrintable(patch)) << kind << patch << accepted << said;
        };
        const QString model = u"/BackendConfig/ModelDeployConfig/ModelConfig/0/"_s,
                      device = u"/server_list/0/device/0/"_s, config = u"mindie-config"_s, table = u"rank-table"_s;
        for (const QString &id : {u"0x1"_s, u" 0"_s, u"+0"_s, u"0 "_s, u"-0"_s})
            row(table, device + u"device_id \""_s + id + u'"', true, u"MindIE reads 0 out of it"_s);
        for (const QString &id : {u" 0"_s, u"+0"_s, u"0 "_s})
            row(table, device + u"rank_id \""_s + id + u'"', true, u"MindIE reads 0 out of it"_s);
        row(table, device + u"device_id \"-1\""_s, false,
            u"Parameter device_id is 4294967295, which is out of allow range [0, 63]."_s);
        row(table, device + u"device_id \"x\""_s, false, u"\"Invalid device_id x in ranktable file\""_s);
        row(table, device + u"rank_id \"x\""_s, false, u"\"Parameter rankId is invalid in ranktable file.\""_s);
        row(table, device + u"rank_id \"-1\""_s, false, u"Parameter rankId in ranktable is 4294967295, which"_s);
        row(table, device + u"rank_id \"99999999999\""_s, false, u"out of uint32_t range"_s);
        row(table, device + u"rank_id \"0.0\""_s, false, u"invalid literal for int()"_s); // by MindIE's Python
        for (const QString &size : {u"dp "_s, u"sp "_s, u"cp "_s}) {
            row(config, model + size + u"2147483648"_s, false, u"MindIE reads -2147483648 out of it and says"_s);
            row(config, model + size + u"9223372036854775808"_s, false, u"cannot be smaller than 1."_s);
            row(config, model + size + u"18446744073709551616"_s, false, u"cannot be smaller than 1."_s);
            row(config, model + size + u"\"2147483648\""_s, false, u"out of range, got"_s);
            row(config, model + size + u"\"\""_s, false, u"Invalid value for"_s);
            row(config, model + size + u"null"_s, true, u"passes over it"_s);
        }
        row(config, model + u"dp 4294967298"_s, true, u"MindIE takes it for 2"_s);
        for (const QString &key : {u"tp -2"_s, u"pp \"x\""_s, u"kv_trans_timeout null"_s, u"kv_link_timeout \"x\""_s,
                                   u"async_scheduler_wait_time -1"_s})
            row(config, model + key, true, u"configuration check passes it"_s);
        const QString usage = u"/ServerConfig/HealthCheckConfig/npuUsageThreshold "_s,
                      hours = u"/LogConfig/dynamicLogLevelValidHours "_s;
        row(config, usage + u"9223372036854775808"_s, true, u"is 9223372036854775808; MindIE takes it for 0"_s);
        row(config, usage + u"2147483648"_s, false, u"npuUsageThreshold [2147483648] is out of bound [100]"_s);
        row(config, usage + u"-1"_s, false, u"npuUsageThreshold [4294967295] is out of bound [100]"_s);
        row(config, usage + u"true"_s, true);
        row(config, usage + u"null"_s, false, u"type must be number, but is null"_s);
        for (const QString &value : {u"0"_s, u"-1"_s, u"1024"_s, u"\"2\""_s, u"9223372036854775808"_s})
            row(config, hours + value, true, u"service_parameter_configuration.md"_s);
        row(config, u"/ServerConfig/interCommPort 1121.0"_s, true, u"takes it for 1121"_s);
        row(config, u"/ServerConfig/interCommPort 4294967296"_s, false);
        row(config, u"/ServerConfig/interCommPort null"_s, false, u"type must be number, but is null"_s);
        row(config, u"/ServerConfig/tlsCaFile [5]"_s, true, u"configuration check passes it"_s);
        row(config, u"/ServerConfig/tlsCaFile 5"_s, false,
            u"The type of param tlsCaFile should be array, but is number"_s);
        row(config, u"/BackendConfig/npuDeviceIds/0/0 4194304"_s, true,
            u"npuDeviceIds[0] has 4194304; MindIE's configuration check passes it"_s);
        row(config, u"/BackendConfig/ScheduleConfig/maxBatchSize 5001"_s, true, u"[5001] is out of bound [5000]"_s);
        row(config, u"/ServerConfig/managementPort 1025"_s, true);
        row(config, u"/ServerConfig/managementPort 1025\n/ServerConfig/metricsPort 1025"_s, true);
        row(config, u"/ServerConfig/metricsPort 1026"_s, true);
    }
    void theEdgesAreTheEngines()
    {
        QFETCH(QString, kind);
        QFETCH(QString, patch);
        QFETCH(bool, accepted);
        QFETCH(QString, said);
        const QByteArray good = generatedFile(kind == u"rank-table"_s ? u"hccl_2s_16p.json"_s : u"node1/config.json"_s);
        const Result<QList<LintFinding>> findings = lint(kind, prettyJson(patched(good, patch)));
        QVERIFY(findings);
        QString all;
        for (const LintFinding &f : *findings) {
            all += f.message + u'\n';
            QVERIFY2(accepted ? f.severity != Severity::Error : true, qPrintable(f.message));
            QVERIFY2(!accepted || !f.message.contains(u"MindIE says"), qPrintable(f.message));
        }
        QCOMPARE(hasErrors(*findings), !accepted);
        QVERIFY2(all.contains(said), qPrintable(all));
        if (said.isEmpty() && accepted && patch.contains(u"Port"))
            QVERIFY2(!all.contains(u"port"_s, Qt::CaseInsensitive), qPrintable(all));
    }

    void deploymentRules_data()
    {
        QTest::addColumn<QString>("patch");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char *name, const char *patch, const char *finding) {
            QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(finding);
        };
        row("name", "/name REMOVE", "warning deployment.name /name");
        row("name of two lines", "/name \"a\\nb\"", "warning deployment.name /name");
        row("recipe unknown", "/recipe \"x\"", "error deployment.recipe /recipe");
        row("recipe missing", "/recipe REMOVE", "error deployment.recipe /recipe");
        row("nodes missing", "/nodes REMOVE", "error deployment.nodes /nodes");
        row("too few nodes", "/nodes/1 REMOVE", "error deployment.nodes /nodes");
        row("nodes that are no list", "/nodes {}", "error deployment.type /nodes");
        row("same name", "/nodes/1/name \"node1\"", "error deployment.node-name /nodes/1/name");
        row("climbing name", "/nodes/1/name \"../x\"", "error deployment.node-name /nodes/1/name");
        row("name of a generated file", "/nodes/1/name \"Manifest.json\"", "error deployment.node-name /nodes/1/name");
        row("name of the rank table", "/nodes/1/name \"hccl_2s_16p.json\"", "error deployment.node-name /nodes/1/name");
        row("host that reads as an option", "/nodes/1/host \"-oProxyCommand=x\"",
            "error deployment.refused /nodes/1/host");
        row("user a number", "/nodes/1/user 7", "error deployment.type /nodes/1/user");
        row("root without local", "/nodes/1/root \"/x\"", "error deployment.refused /nodes/1/root");
        row("NUL in a name", "/nodes/1/name \"a\\u0000b\"", "error deployment.refused /nodes/1/name");
        row("an image from no archive", "/settings/imageFrom \"node\"",
            "error deployment.settings-agree /settings/imageFrom");
        row("weights from no folder", "/settings/weightsFrom \"folder\"",
            "error deployment.settings-agree /settings/weightsFrom");
        row("weights of no model", "/settings/weightsFrom \"modelscope\"",
            "error deployment.settings-agree /settings/weightsFrom");
        row("weights of a node that is none", R"(/settings {"weightsFrom":"other-node","weightsNode":"node9"})",
            "error deployment.settings-agree /settings/weightsFrom");
        row("same host", "/nodes/1/host \"10.20.0.11\"\n/nodes/1/proxyJump REMOVE",
            "error deployment.host /nodes/1/host");
        row("same host in other letters",
            "/nodes/0/host \"Node-A\"\n/nodes/1/host \"node-a\"\n/nodes/1/port 22\n/nodes/1/proxyJump REMOVE",
            "error deployment.host /nodes/1/host");
        row("this machine by two names",
            "/nodes/0/host \"localhost\"\n/nodes/1/host \"127.0.0.1\"\n/nodes/1/port 22\n/nodes/1/proxyJump REMOVE",
            "error deployment.host /nodes/1/host");
        row("two of its addresses",
            "/nodes/0/host \"127.0.0.2\"\n/nodes/1/host \"127.0.0.1\"\n/nodes/1/port 22\n/nodes/1/proxyJump REMOVE",
            "");
        row("same address in brackets",
            "/nodes/0/host \"fd00::1\"\n/nodes/1/host \"[fd00::1]\"\n/nodes/1/proxyJump REMOVE",
            "error deployment.host /nodes/1/host");
        row("same host, another port", "/nodes/1/host \"10.20.0.11\"\n/nodes/1/port 2222", "");
        row("same host by the same way",
            "/nodes/0/proxyJump \"jump\"\n/nodes/1/host \"10.20.0.11\"\n/nodes/1/proxyJump \"jump\"",
            "error deployment.host /nodes/1/host");
        row("same host behind another", "/nodes/1/host \"10.20.0.11\"\n/nodes/1/proxyJump \"jump\"",
            "warning deployment.host /nodes/1/host");
        row("same root", "/nodes [{\"name\":\"a\",\"transport\":\"local\",\"root\":\"sim/n\"},"
                         "{\"name\":\"b\",\"transport\":\"local\",\"root\":\"sim/./n/\"}]",
            "warning deployment.root /nodes/1/root");
        row("this computer twice", "/nodes [{\"name\":\"a\",\"transport\":\"local\"},"
                                   "{\"name\":\"b\",\"transport\":\"local\"}]",
            "warning deployment.root /nodes/1/root");
        row("one host, two roots", "/nodes [{\"name\":\"a\",\"host\":\"h\",\"transport\":\"local\",\"root\":\"/1\"},"
                                   "{\"name\":\"b\",\"host\":\"h\",\"transport\":\"local\",\"root\":\"/2\"}]",
            "");
        row("host missing", "/nodes/1/host REMOVE", "error deployment.host /nodes/1");
        row("user in the host", "/nodes/1/host \"root@10.20.0.12\"", "error deployment.host /nodes/1/host");
        row("port in the host", "/nodes/1/host \"10.20.0.12:22\"", "error deployment.host /nodes/1/host");
        row("a pattern of ssh_config", "/nodes/1/host \"*\"", "error deployment.host /nodes/1/host");
        row("a blank behind the host", "/nodes/1/host \"10.20.0.12 \"", "error deployment.host /nodes/1/host");
        row("an address with its interface", "/nodes/1/host \"fe80::1%eth0\"", "");
        row("host in the user", "/nodes/1/user \"root@10.20.0.12\"", "error deployment.user /nodes/1/user");
        row("an option as user", "/nodes/1/user \"-l\"", "error deployment.user /nodes/1/user");
        row("host a number", "/nodes/1/host 7", "error deployment.type /nodes/1/host");
        row("port", "/nodes/1/port 70000", "error deployment.port /nodes/1/port");
        row("a port of HCCL's", "/settings/port 60010", "error deployment.settings-agree /settings/port");
        row("method", "/nodes/1/auth {\"method\":\"magic\"}", "error deployment.auth /nodes/1/auth/method");
        row("secret", "/nodes/1/auth {\"method\":\"password\",\"password\":\"x\"}",
            "error deployment.secret /nodes/1/auth/password");
        row("known_hosts file", "/nodes/1/auth {\"method\":\"key\",\"identityFile\":\"k\",\"knownHostsFile\":{}}",
            "error deployment.type /nodes/1/auth/knownHostsFile");
        row("transport", "/nodes/1/transport \"telnet\"", "error deployment.transport /nodes/1/transport");
        row("setting range", "/settings/port 80", "error deployment.setting /settings/port");
        row("setting a list", "/settings/port [1]", "error deployment.setting /settings/port");
        row("setting misspelt", "/settings/maxSeqLenn 80", "warning deployment.unknown-setting /settings/maxSeqLenn");
        row("settings disagree", "/settings/port 1120", "error deployment.settings-agree /settings");
        row("more nodes than the recipe has",
            R"(/nodes/2 {"name":"node3","host":"10.20.0.3","user":"root","auth":{"method":"agent"}})",
            "warning deployment.nodes /nodes");
        row("settings null", "/settings null", "");
        row("port null", "/nodes/1/port null", "");
        row("user null", "/nodes/1/user null", "");
        row("auth null", "/nodes/1/auth null", "");
        row("host null", "/nodes/1/host null", "error deployment.host /nodes/1");
        row("name null", "/name null", "warning deployment.name /name");
        row("settings a list", "/settings []", "error deployment.type /settings");
        row("a port range upside down", "/settings/hcclHostPortRange \"60050-60000\"",
            "error deployment.settings-agree /settings/hcclHostPortRange");
        row("a port range beyond the last", "/settings/hcclHostPortRange \"70000-1\"",
            "error deployment.settings-agree /settings/hcclHostPortRange");
        row("a port range from nothing", "/settings/hcclHostPortRange \"0-9\"",
            "error deployment.settings-agree /settings/hcclHostPortRange");
        row("all ports", "/settings/hcclHostPortRange \"1-65535\"", "");
        row("a mount to nowhere", "/settings/extraMounts \"/a\"",
            "error deployment.settings-agree /settings/extraMounts");
        row("a mount with another mode", "/settings/extraMounts \"/a:/b:rx\"",
            "error deployment.settings-agree /settings/extraMounts");
        row("longest output beyond the sequence", "/settings/maxIterTimes 4194304",
            "error deployment.settings-agree /settings/maxIterTimes");
        row("two ports that meet", "/settings/managementPort 7008", "error deployment.settings-agree /settings");
        row("an HCCL buffer too small", "/settings {\"generation\":\"3.0\",\"mtpTokens\":2,\"hcclBuffSize\":200}",
            "error deployment.settings-agree /settings");
        row("moe_tp of torch", "/settings {\"generation\":\"3.0\",\"moeTp\":4}",
            "error deployment.setting /settings/moeTp");
        row("image of another release", "/settings/image \"x/mindie:2.0.RC2-800I-A2\"",
            "warning deployment.image-release /settings/image");
        row("image for other chips", "/settings/image \"x/mindie:2.2.T30-800I-A3-py311\"",
            "warning deployment.image-release /settings/image");
        row("another engine's image", "/settings/image \"x/vllm-ascend:v0.18.0\"",
            "warning deployment.image-release /settings/image");
        row("another maker's image", "/settings/image \"lmsysorg/sglang:v0.5.5\"",
            "warning deployment.image-release /settings/image");
        row("another maker's image from a mirror", "/settings/image \"m.example:5000/x/vllm/vllm-openai:v0.18.0\"",
            "warning deployment.image-release /settings/image");
        row("an image that nobody knows", "/settings/image \"m.example/ai/sglang:1\"", "");
        row("image of another generation", "/settings {\"generation\":\"3.0\",\"image\":\"x/mindie:2.2\"}",
            "error deployment.setting /settings/image");
        row("a generation that is none", "/settings/generation \"1\"", "error deployment.setting /settings/generation");
        row("weights that are everything", "/settings/weights \"/\"", "error deployment.setting /settings/weights");
        row("weights that are everything, written otherwise", "/settings/weights \"//.\"",
            "error deployment.setting /settings/weights");
        row("weights of the system", "/settings/weights \"/usr/\"", "error deployment.setting /settings/weights");
        row("artifacts in the system", "/settings/remoteFolder \"/proc/1\"",
            "error deployment.setting /settings/remoteFolder");
        row("a mount over the weights", "/settings/extraMounts \"/data:/work/deepseek/parameters/DeepseekV3.2-quant/\"",
            "error deployment.settings-agree /settings/extraMounts");
        row("two mounts at one place", "/settings/extraMounts \"/data:/data,/srv:/data\"",
            "error deployment.settings-agree /settings/extraMounts");
        row("deployments among the weights", "/settings/remoteFolder \"/work/deepseek/parameters/DeepseekV3.2-quant\"",
            "error deployment.settings-agree /settings/remoteFolder");
        row("a mount over the container's root", "/settings/extraMounts \"/data:/data,/x:/./:ro\"",
            "error deployment.settings-agree /settings/extraMounts");
        row("metrics on the service port alone", "/settings/metricsPort 1025",
            "error deployment.settings-agree /settings");
        row("weights with a blank", "/settings/weights \"/a b\"", "error deployment.setting /settings/weights");
        row("misspelt key", "/node []", "warning deployment.unknown-key /node");
        row("no server", "/prometheus \"prom:9090\"", "error deployment.prometheus /prometheus");
        row("the server's password", "/prometheus \"http://reader:hunter2@prom:9090\"",
            "error deployment.secret /prometheus");
        row("and without http", "/prometheus \"reader:hunter2@prom:9090\"", "error deployment.secret /prometheus");
        row("no jump host", "/nodes/1/proxyJump \"a b\"", "error deployment.refused /nodes/1/proxyJump");
    }
    void deploymentRules()
    {
        oneRule(u"deployment"_s,
                R"({"name":"ds","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[{"name":"node1","host":"10.20.0.11"},
            {"name":"node2","host":"10.20.0.12","port":22,"user":"root","proxyJump":"root@gate:22"}],"prometheus":"http:\/\/prom:9090","settings":{"image":"mindie:1","port":1025}})");
    }

    void aRecipeOfAnotherTypeIsToldOnce()
    {
        const auto findings = lint(
            u"deployment"_s,
            R"({"name":"x","recipe":["y"],"nodes":[{"name":"n","transport":"local"}],"settings":{"a":1}})");
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList{u"error deployment.type /recipe"_s});
    }

    // That it is a secret says all of it; that it is ignored would sound as if it might stay.
    void aSecretIsToldOnce()
    {
        const auto findings = lint(
            u"deployment"_s,
            R"({"name":"x","recipe":"openai-compatible-image","password":"x","nodes":[{"name":"n","host":"h",)"
            R"("passphrase":"x","auth":{"method":"password","password":"x","passwords":1}}]})");
        QVERIFY(findings);
        QStringList told = shortly(*findings, Severity::Info);
        told.removeIf([](const QString &line) {
            return !line.contains("deployment.secret"_L1) && !line.contains("deployment.unknown-key"_L1);
        });
        told.sort();
        QCOMPARE(told, (QStringList{u"error deployment.secret /nodes/0/auth/password"_s,
                                    u"error deployment.secret /nodes/0/passphrase"_s,
                                    u"error deployment.secret /password"_s,
                                    u"info deployment.unknown-key /nodes/0/auth/passwords"_s}));
    }

    // A folder takes a part of a long name; a very long one is told as what it is, and no character is blamed.
    void aLongNameIsToldAsOne_data()
    {
        QTest::addColumn<qsizetype>("length");
        QTest::addColumn<QString>("finding");
        QTest::addColumn<QString>("says");
        QTest::newRow("as long as a folder's") << qsizetype(72) << QString() << QString();
        QTest::newRow("longer than a folder's") << qsizetype(73) << u"warning deployment.node-name /nodes/0/name"_s
                                                << u"The name has 73 characters; the folder of its artifacts"_s;
        QTest::newRow("the longest") << qsizetype(255) << u"warning deployment.node-name /nodes/0/name"_s
                                     << u"The name has 255 characters"_s;
        QTest::newRow("one more") << qsizetype(256) << u"error deployment.node-name /nodes/0/name"_s
                                  << u"The name has 256 characters; a node's name has at most 255."_s;
        QTest::newRow("far more") << qsizetype(100'000) << u"error deployment.node-name /nodes/0/name"_s
                                  << u"The name has 100000 characters; a node's name has at most 255."_s;
    }
    void aLongNameIsToldAsOne()
    {
        QFETCH(qsizetype, length);
        QFETCH(QString, finding);
        QFETCH(QString, says);
        const QByteArray text
            = QByteArray(R"({"name":"x","recipe":"openai-compatible-image","nodes":[{"name":"N","transport":"local"}]})")
                  .replace("N", QByteArray(length, 'n'));
        const auto findings = lint(u"deployment"_s, text);
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), finding.isEmpty() ? QStringList() : QStringList{finding});
        QVERIFY2(finding.isEmpty() || findings->first().message.startsWith(says),
                 qPrintable(findings->isEmpty() ? QString() : findings->first().message.left(300)));
        QCOMPARE(bool(parseDeployment(text)), length <= 255);
    }

    void aLongNameOfTheDeploymentIsToldToo()
    {
        for (const int length : {72, 73, 100'000}) {
            const auto findings = lint(
                u"deployment"_s,
                QByteArray(R"({"recipe":"openai-compatible-image","nodes":[{"name":"n","transport":"local"}],)"
                           R"("name":D})")
                    .replace(":D", ":\"" + QByteArray(length, 'd') + '"'));
            QVERIFY(findings);
            QCOMPARE(shortly(*findings),
                     length == 72 ? QStringList() : QStringList{u"warning deployment.name /name"_s});
            const QString says = u"The name has %1 characters; the folder of its files on the nodes takes 72"_s;
            QVERIFY2(length == 72 || findings->first().message.startsWith(says.arg(length)),
                     qPrintable(findings->isEmpty() ? QString() : findings->first().message.left(300)));
        }
    }

    void whatIsLongIsShownShort_data()
    {
        QTest::addColumn<QString>("patch");
        for (const qsizetype length : {300, 100'000}) {
            const QString word = QString(length, u'w'), mark = QString::number(length);
            const auto row = [&](const QString &name, const QString &patch) {
                QTest::newRow(qPrintable(name + u' ' + mark)) << patch;
            };
            row(u"setting"_s, u"/settings/%1 1"_s.arg(word));
            row(u"key"_s, u"/%1 1"_s.arg(word));
            row(u"path"_s, u"/settings/weights \"%1\""_s.arg(word));
            row(u"choice"_s, u"/settings/generation \"%1\""_s.arg(word));
            row(u"pattern"_s, u"/settings/image \"%1 !\""_s.arg(word));
            row(u"mount"_s, u"/settings/extraMounts \"%1\""_s.arg(word));
            row(u"recipe"_s, u"/recipe \"%1\""_s.arg(word));
            row(u"host"_s, u"/nodes/0/host \"-%1\""_s.arg(word));
            row(u"secret"_s, u"/nodes/0/auth {\"method\":\"password\",\"password%1\":\"x\"}"_s.arg(word));
            row(u"climbing name"_s, u"/nodes/0/name \"../%1\""_s.arg(word));
            row(u"transport"_s, u"/nodes/0/transport \"%1\""_s.arg(word));
        }
    }
    void whatIsLongIsShownShort()
    {
        QFETCH(QString, patch);
        const auto findings = lint(
            u"deployment"_s,
            prettyJson(patched(
                R"({"name":"ds","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[{"name":"a","host":"10.20.0.11"},
            {"name":"b","host":"10.20.0.12"}],"settings":{}})",
                patch)));
        QVERIFY(findings && !findings->isEmpty());
        for (const LintFinding &f : *findings)
            for (const QString &said : {f.message, f.where, f.remedy})
                QVERIFY2(!said.contains(QString(100, u'w')), qPrintable(f.rule + u": "_s + said.left(300)));
    }

    void aKeyThatStandsTwiceIsNamedByItsPlace()
    {
        const auto findings = lint(u"deployment"_s, R"({"name":"x","recipe":"openai-compatible-image","nodes":[
            {"name":"a","transport":"local"},{"name":"b","transport":"local","root":"/1","a/b":1,"a/b":2}]})");
        QVERIFY(findings);
        QVERIFY2(shortly(*findings).contains(u"error json.duplicate-key /nodes/1/a~1b"_s),
                 qPrintable(shortly(*findings).join(u'\n')));
    }

    // MindIE-LLM's assign() (moe_utils.py; assign_experts() of the torch runtime): ceil(256 / 6) = 43 for each but the
    // last, which gets 256 % 6 = 4, so that 37 experts are on no card.
    void expertsThatDoNotDivideAreRefused()
    {
        const auto said = [](int nodes, const QByteArray &settings) {
            QByteArray text = R"({"name":"ds","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[)";
            for (int i = 0; i < nodes; ++i)
                text += (i > 0 ? ",{\"name\":\"n" : "{\"name\":\"n") + QByteArray::number(i)
                    + "\",\"host\":\"10.20.0.1" + QByteArray::number(i) + "\"}";
            const auto findings = lint(u"deployment"_s, text + "],\"settings\":" + settings + '}');
            QStringList messages;
            for (const LintFinding &f : *findings) {
                if (f.severity == Severity::Error)
                    messages << f.rule + u' ' + f.message;
            }
            return messages.join(u'\n');
        };
        QCOMPARE(said(2, "{}"), QString());
        QCOMPARE(said(4, "{}"), QString());
        for (const QByteArray &settings : {QByteArray("{}"), QByteArray(R"({"generation":"3.0"})")}) {
            const QString three = said(3, settings);
            QVERIFY2(three.startsWith(u"deployment.settings-agree 256 experts cannot be divided evenly by moe_ep"_s),
                     qPrintable(three));
        }
        QVERIFY(said(3, "{}").contains(u"37 of them on no card. Use as many nodes as have 16 or 32 cards together."));
    }

    void aNumberThatIsTooLargeIsNamed()
    {
        const auto findings = lint(u"deployment"_s, R"({"name":"ds","recipe":"x","nodes":[],
            "settings":{"port":1e400}})");
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList{u"error json.number line 2, column 36"_s});
        QVERIFY2(!findings->first().message.contains(u"exception"), qPrintable(findings->first().message));
        // Also where none of the keys says that it is of this kind.
        for (const QString &kind : {u"deployment"_s, u"mindie-config"_s, u"rank-table"_s})
            QCOMPARE(lint(kind, R"({"name":"x","settings":{"port":1e999}})").error().message,
                     u"This is not a file of the kind \"%1\": it holds a number that is too large (line 1, column "
                     "36)."_s.arg(kind));
    }

    // 200,000 of them took 40 s: a key was compared with all before it. A bounded number is named.
    void manyUnknownSettingsAreCountedAndSoonSaid()
    {
        QByteArray text
            = R"({"name":"ds","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[{"name":"a","host":"10.20.0.11"},{"name":"b","host":"10.20.0.12"}],"settings":{"port":80)";
        for (int i = 0; i < 200'000; ++i)
            text += ",\"setting" + QByteArray::number(i) + "\":1";
        text += "}}";
        const std::clock_t began = std::clock(); // of the processor: others may use it, too
        const auto findings = lint(u"deployment"_s, text);
        QVERIFY(findings);
        const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
        QCOMPARE(findings->size(), 22);
        QCOMPARE(findings->first().rule, u"deployment.setting"_s);
        QCOMPARE(findings->last().message,
                 u"Further settings that the recipe does not have: 199980; they have no effect."_s);
    }

    void anErrorIsNotLostAmongOtherFindings()
    {
        QByteArray text = R"({"name":"ds","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[)";
        for (int i = 0; i < 600; ++i)
            // the same machine again and again, as it seems
            text += "{\"name\":\"n" + QByteArray::number(i) + "\",\"host\":\"10.20.0.11\",\"proxyJump\":\"j"
                + QByteArray::number(i) + "\"},";
        const auto findings
            = lint(u"deployment"_s, text + R"({"name":"last","host":"10.20.0.12"}],"settings":{"port":80}})");
        QVERIFY(findings);
        QVERIFY(hasErrors(*findings));
        QCOMPARE(findings->last().rule, u"lint.more"_s);
    }

    // The command is filled in when the files are made; the image's release decides about the flags.
    void otherEnginesSettingsAreJudged_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("finding");
        QTest::addColumn<QString>("says");
        const QString any = u"openai-compatible-image"_s, vllm = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s;
        QTest::newRow("a name that nothing fills")
            << any << QByteArray(R"({"command":"serve ${foo} --port ${port}"})")
            << u"error deployment.settings-agree /settings"_s << u"uses ${foo}, which nothing fills in"_s;
        QTest::newRow("a slip in a name")
            << any << QByteArray(R"({"command":"serve ${weight}"})") << u"error deployment.settings-agree /settings"_s
            << u"did you mean ${weights}?"_s;
        QTest::newRow("all are filled") << any
                                        << QByteArray(
                                               R"({"command":"serve ${weights} ${node.ip} ${cluster.cards} ${cards}"})")
                                        << QString() << QString();
        const QString served = u"error deployment.settings-agree /settings/image"_s;
        const auto imageRow = [&](const char *name, const char *settings, const char *says) {
            QTest::newRow(name) << any << QByteArray(settings) << (*says ? served : QString())
                                << QString::fromLatin1(says);
        };
        const auto doubtRow = [&](const char *name, const char *settings, const char *says) {
            QTest::newRow(name) << any << QByteArray(settings) << u"warning deployment.image-release /settings/image"_s
                                << QString::fromLatin1(says);
        };
        imageRow("AWQ on vLLM-Ascend",
                 R"({"image":"quay.io/ascend/vllm-ascend:v0.18.0-a3","command":"vllm serve ${weights} -q awq"})",
                 "--quantization awq is refused on Ascend, which takes ascend, compressed-tensors");
        imageRow("AWQ on any of its releases",
                 R"({"image":"m.daocloud.io/quay.io/ascend/vllm-ascend","command":"vllm serve ${weights} --port ${port}",
                     "weights":"/w/DeepSeek-R1-0528-AWQ"})",
                 "which refuses AWQ weights in every release, and these are such by their name");
        imageRow("GPTQ by the name of what is fetched",
                 R"({"image":"vllm-ascend:v0.11.0","command":"vllm serve ${weights}","weightsFrom":"modelscope",
                     "weightsModel":"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4"})",
                 "refuses GPTQ weights in every release");
        imageRow("AWQ on somebody's own",
                 R"({"image":"registry/awq-engine:v0.18.0","command":"vllm serve ${weights} --quantization awq",
                     "weights":"/w/R1-AWQ"})",
                 "");
        imageRow("what it takes", R"({"image":"vllm-ascend:v0.18.0","command":"vllm serve ${weights} -tp ${cards}"})", "");
        imageRow("the placeholder of another recipe", R"({"image":"your-registry/your-awq-engine:tag"})",
                 "only stands for yours: set \"image\" to");
        QTest::newRow("the recipe's own placeholder")
            << u"openai-deepseek-r1-awq-1xA2"_s << QByteArray("{}") << served << u"set \"image\" to the image"_s;
        doubtRow("a flag that it has not",
                 R"({"image":"vllm-ascend:v0.18.0","command":"vllm serve ${weights} --task generate"})",
                 "unrecognized arguments: --task generate");
        doubtRow("a key that it does not read",
                 R"({"image":"vllm-ascend:v0.18.0",
                     "command":"vllm serve ${weights} --additional-config '{\"ascend_scheduler_config\":{}}'"})",
                 "ascend_scheduler_config in --additional-config is silently ignored by vLLM-Ascend v0.18.0");
        const auto commandRow = [&](const char *name, const char *command, const char *says) {
            QTest::newRow(name) << any << compactJson(Json{{"image", "x/own:1"}, {"command", command}})
                                << (*says ? u"warning deployment.command /settings/command"_s : QString())
                                << QString::fromUtf8(says);
        };
        commandRow("a port of the command's own", "vllm serve ${weights} --port 9100",
                   "says --port 9100, but the setting \"port\" is 8000");
        commandRow("a port that is none", "vllm serve ${weights} --port {port}",
                   "and that is what probes and clients go by. Write ${port} in the command.");
        commandRow("a name that is none", "vllm serve ${weights} --port ${port} --served-model-name {servedModelName}",
                   "Write ${servedModelName} in the command.");
        commandRow("in a shell", "bash -lc 'cd /w && vllm serve . --port=9100'", "says --port 9100");
        commandRow("a name of the command's own", "vllm serve ${weights} --port ${port} --served-model-name other",
                   "says --served-model-name other, but the setting \"servedModelName\" is model");
        commandRow("one of several names", "vllm serve ${weights} --port 8000 --served_model_name other model", "");
        commandRow("a port that the shell fills in", "sh -c 'vllm serve ${weights} --port $PORT'", "");
        commandRow("one of two services", "sh -c 'serve --port 9100 & proxy --port ${port}'", "");
        QTest::newRow("another release") << vllm << QByteArray(R"({"image":"localhost:5000/vllm-ascend:v0.23.0rc1"})")
                                         << u"warning deployment.image-release /settings/image"_s
                                         << u"says release 0.23, but \"release\" is 0.18.0"_s;
        const QString doubted = u"warning deployment.image-release /settings/image"_s;
        QTest::newRow("MindIE's image for vLLM-Ascend")
            << vllm << QByteArray(R"({"image":"x/mindie:2.2.T30-800I-A2"})") << doubted
            << u"mindie:2.2.T30-800I-A2 is MindIE's, and the recipe is for vLLM-Ascend"_s;
        QTest::newRow("an image that only sounds like it")
            << vllm << QByteArray(R"({"image":"mindie/vllm-own:1"})") << QString() << QString();
        QTest::newRow("the release that is chosen")
            << vllm << QByteArray(R"({"release":"0.23.0","image":"x/vllm-ascend:v0.23.0rc1"})") << QString()
            << QString();
        QTest::newRow("a patch of it") << vllm << QByteArray(R"({"image":"x/vllm-ascend:v0.18.1-openeuler"})")
                                       << QString() << QString();
        QTest::newRow("a tag that does not say")
            << vllm << QByteArray(R"({"image":"x/vllm-ascend:latest"})") << QString() << QString();
        QTest::newRow("somebody's own name")
            << vllm << QByteArray(R"({"image":"x/ours:v0.9.0"})") << QString() << QString();
    }
    void otherEnginesSettingsAreJudged()
    {
        QFETCH(QString, recipe);
        QFETCH(QByteArray, settings);
        QFETCH(QString, finding);
        QFETCH(QString, says);
        const auto findings
            = lint(u"deployment"_s,
                   R"({"name":"one","recipe":")" + recipe.toUtf8()
                       + R"(","nodes":[{"name":"a","host":"10.20.0.11"}],"settings":)" + settings + '}');
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), finding.isEmpty() ? QStringList() : QStringList{finding});
        QVERIFY2(finding.isEmpty() || findings->first().message.contains(says),
                 qPrintable(findings->isEmpty() ? QString() : findings->first().message));
    }

    void whatIsSetAndNotReadIsSaid_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QStringList>("findings");
        const QString unread = u"info deployment.setting-unread /settings/"_s;
        QTest::newRow("a node") << QByteArray(R"({"weightsNode":"b"})") << QStringList{unread + u"weightsNode"_s};
        QTest::newRow("an address") << QByteArray(R"({"weightsFrom":"other-node","weightsAddress":"/mnt/w"})")
                                    << QStringList{unread + u"weightsAddress"_s};
        QTest::newRow("a node for a folder")
            << QByteArray(R"({"weightsFrom":"folder","weightsAddress":"/mnt/w","weightsNode":"b"})")
            << QStringList{unread + u"weightsNode"_s};
        QTest::newRow("what is read") << QByteArray(R"({"weightsFrom":"other-node","weightsNode":"b"})")
                                      << QStringList();
        QTest::newRow("empty") << QByteArray(R"({"weightsNode":"","weightsAddress":" "})") << QStringList();
    }
    void whatIsSetAndNotReadIsSaid()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QStringList, findings);
        const auto said = lint(u"deployment"_s,
                               R"({"name":"ds","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[
                {"name":"a","host":"10.20.0.11"},{"name":"b","host":"10.20.0.12"}],"settings":)"
                                   + settings + '}');
        QVERIFY(said);
        QCOMPARE(shortly(*said, Severity::Info), findings);
    }

    void whatDoesNotAgreeNamesBoth()
    {
        const auto said = [](const QByteArray &settings, const QByteArray &name = "ds") {
            QStringList messages;
            for (const LintFinding &f :
                 *lint(u"deployment"_s,
                       R"({"name":")" + name
                           + R"(","recipe":"mindie-deepseek-v3.2-w8a8-2xA2","nodes":[{"name":"a","host":"10.20.0.11"},
                    {"name":"b","host":"10.20.0.12"}],"settings":)"
                           + settings + '}'))
                messages << f.message;
            return messages.join(u'\n');
        };
        QVERIFY(said(R"({"generation":"3.0","mtpTokens":2,"hcclBuffSize":200})").contains(u"is 200 MB")
                && said(R"({"generation":"3.0","mtpTokens":2,"hcclBuffSize":200})").contains(u"needs 267 MB"));
        QVERIFY(said(R"({"metricsPort":1120})").contains(u"\"metricsPort\" and \"multiNodesInferPort\" are both 1120"));
        QVERIFY(said("{}").isEmpty());
        QVERIFY(
            said("{\"remoteFolder\":\"/" + QByteArray(250, 'x') + "\"}").contains(u"RANK_TABLE_FILE of more than 256"));
    }

    void envRules_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char *name, const char *text, const char *finding) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(finding);
        };
        row("misspelt", "export ATB_LIM_ENABLE_AUTO_TRANSPOSE=0", "error env.misspelt line 1");
        row("unknown", "export HCCL_MAKE_IT_FASTER=1", "warning env.unknown line 1");
        row("old name", "# x\nexport RANKTABLEFILE=/a", "error env.rank-table-name line 2");
        row("rank table's path", ("export RANK_TABLE_FILE=/" + QByteArray(256, 'x')).constData(),
            "error env.rank-table-path line 1");
        row("range", "export HCCL_CONNECT_TIMEOUT=7201", "error env.range line 1");
        row("range above", "export NPU_MEMORY_FRACTION=0", "error env.range line 1");
        row("multiple", "export HCCL_RDMA_TC=133", "error env.range line 1");
        row("type", "export HCCL_BUFFSIZE=many", "error env.type line 1");
        row("quoted value", "export HCCL_BUFFSIZE='many'", "error env.type line 1");
        row("address", "export MASTER_IP=10.20", "error env.type line 1");
        row("vLLM's port", "export VLLM_PORT=abc", "error env.type line 1");
        row("a service of Kubernetes", "export VLLM_PORT=tcp://10.20.0.9:80", "error env.type line 1");
        row("no port", "export VLLM_NIXL_SIDE_CHANNEL_PORT=70000", "error env.range line 1");
        row("choice", "export HCCL_INTRA_PCIE_ENABLE=2", "error env.range line 1");
        row("HCCL of ATB", "export ATB_LLM_HCCL_ENABLE=true", "error env.range line 1");
        row("no policy of OpenMP", "export OMP_PROC_BIND=fasle", "error env.range line 1");
        row("one that is none of a list", "export OMP_PROC_BIND=close,false", "error env.range line 1");
        row("case", "export MINDIE_LOG_LEVEL=\"info\"", "warning env.case line 1");
        row("removed", "export VLLM_ASCEND_ENABLE_DBO=1", "warning env.removed line 1");
        row("deprecated", "export ATB_OPSRUNNER_KERNEL_CACHE_TYPE=3", "warning env.deprecated line 1");
        row("half of the name is another", "export VLLM_ROOT=/x", "warning env.unknown line 1");
        row("two letters in each other's place", "export VLLM_PROT=5600", "error env.misspelt line 1");
        row("of itself", "HCCL_BUFSIZE=${HCCL_BUFSIZE:-200}", "error env.misspelt line 1");
        row("of a file of variables", "HCCL_BUFSIZE=200\nMASTER_PORT=7008", "error env.misspelt line 1");
        row("exported later", "VLLM_PORT=abc\necho $VLLM_PORT\nexport VLLM_PORT", "error env.type line 1");
        row("declared", "VLLM_PORT=abc\necho $VLLM_PORT\ndeclare -x VLLM_PORT", "error env.type line 1");
        row("all exported", "set -a\nVLLM_PORT=abc\necho $VLLM_PORT", "error env.type line 2");
        row("path case", "source /usr/local/ascend/ascend-toolkit/set_env.sh", "error env.path-case line 1");
        row("conflict", "export HCCL_INTRA_PCIE_ENABLE=1\nexport HCCL_INTRA_ROCE_ENABLE=1",
            "error env.conflict line 2");
        row("a card that is no number", "export ASCEND_RT_VISIBLE_DEVICES=0,1,x", "error env.type line 1");
        row("segments that are neither", "export PYTORCH_NPU_ALLOC_CONF=max_split_size_mb:50,expandable_segments:Maybe",
            "error env.type line 1");
        row("segments without a colon", "export PYTORCH_NPU_ALLOC_CONF=expandable_segments=True",
            "error env.type line 1");
        row("segments without a value", "export PYTORCH_NPU_ALLOC_CONF=expandable_segments", "error env.type line 1");
        row("and behind another", "export PYTORCH_NPU_ALLOC_CONF=max_split_size_mb:50,expandable_segments",
            "error env.type line 1");
        row("a comma at the end", "export HCCL_SOCKET_IFNAME=eth0,", "warning env.type line 1");
        row("a comma first", "export HCCL_SOCKET_IFNAME==,eth0", "warning env.type line 1");
        row("a card twice", "export ASCEND_RT_VISIBLE_DEVICES=0,1,1", "error env.card-twice line 1");
        row("open quote", "export HCCL_SOCKET_IFNAME=\"eth0\n", "error shell.quote line 1");
        row("two allocators", "export PYTORCH_ALLOC_CONF=a\nexport PYTORCH_NPU_ALLOC_CONF=b",
            "error env.conflict line 1");
        row("never", "export HCCL_OP_EXPANSION_MODE=AIV\nexport HCCL_EXEC_TIMEOUT=0",
            "warning env.exec-timeout line 2");
        row("gloo", "export RANK_TABLE_FILE=/a\nexport MASTER_IP=10.20.0.1", "warning env.gloo line 2");
        row("ATB without HCCL", "source /usr/local/Ascend/atb-models/set_env.sh\nexport RANK_TABLE_FILE=/a",
            "warning env.atb-hccl line 2");
        row("ATB, HCCL off",
            "source /usr/local/Ascend/atb-models/set_env.sh\nexport RANK_TABLE_FILE=/a\nexport ATB_LLM_HCCL_ENABLE=0",
            "warning env.atb-hccl line 3");
        row("memory", "export NPU_MEMORY_FRACTION=0.96", "warning env.memory line 1");
        row("proxy", "export http_proxy=http://10.20.0.9", "warning env.proxy line 1");
        row("twice", "export MASTER_PORT=1\nexport MASTER_PORT=2", "warning env.twice line 2");
        row("blocking", "export ASCEND_LAUNCH_BLOCKING=1", "warning env.debug line 1");
        row("debug logs", "export ASCEND_GLOBAL_LOG_LEVEL=0", "warning env.debug line 1");
        row("blanks", "export MASTER_PORT = 7008", "error env.blanks line 1");
        row("after a semicolon", "cd /x; export HCCL_RDMA_SL=9", "error env.range line 1");
        row("continued", "export A=1 \\\n  HCCL_RDMA_SL=9", "error env.range line 1");
    }
    void envRules()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, finding);
        const Result<QList<LintFinding>> findings = lintEnv(text);
        QVERIFY(findings);
        QVERIFY2(shortly(*findings).contains(finding), qPrintable(shortly(*findings).join(u'\n')));
    }

    // vllm-ascend, examples/disaggregated_encoder/disagg_1e1pd_example.sh: VLLM_ROOT.
    void whatTheScriptKeepsForItselfIsItsOwn()
    {
        for (const char *script : {"VLLM_ROOT=\"/vllm-workspace/vllm\"\ncd $VLLM_ROOT/examples\n",
                                   "VLLM_PORT=a-name\nvllm serve /w --port \"${VLLM_PORT}\"\n",
                                   "HCCL_BUFSIZE=200\nexport HCCL_BUFFSIZE=$HCCL_BUFSIZE\n",
                                   "export LLM_PORT=8000\nvllm serve /w --port $LLM_PORT\n"})
            QCOMPARE(shortly(*lintEnv(script)), QStringList());
        // Exported as well, with a name as the engines' have it.
        for (const char *script : {"export VLLM_PORTS=\"8000 8001\"\nfor p in $VLLM_PORTS; do echo $p; done\n",
                                   "set -a\nVLLM_OF_MY_OWN=1\necho ${VLLM_OF_MY_OWN}\n"})
            QCOMPARE(shortly(*lintEnv(script), Severity::Info).join(u' ').section(u' ', 0, 1), u"info env.unknown"_s);
        QCOMPARE(shortly(*lintEnv("export VLLM_PORTS=1\n")), QStringList{u"error env.misspelt line 1"_s});
    }

    void aVariableIsJudgedByTheRelease_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("reading");
        QTest::addColumn<QStringList>("passingOver");
        const auto row = [](const char *name, const QStringList &reading, const QStringList &passingOver) {
            QTest::newRow(name) << QString::fromLatin1(name) << reading << passingOver;
        };
        row("VLLM_ASCEND_LLMDD_RPC_PORT", {u"0.11.0"_s, u"v0.10.1rc1"_s}, {u"0.9.1"_s, u"0.18.0"_s});
        row("VLLM_ASCEND_ENABLE_CONTEXT_PARALLEL", {u"0.13.0"_s, u"0.18.0"_s}, {u"0.11.0"_s, u"0.23.0"_s});
        row("VLLM_ASCEND_FLASHCOMM2_PARALLEL_SIZE", {u"0.13.0"_s, u"0.18.0"_s, u"0.23.0"_s}, {u"0.25.1"_s});
        row("VLLM_ASCEND_ENABLE_PREFETCH_MLP", {u"0.13.0"_s}, {u"0.18.0"_s});
        row("VLLM_ASCEND_ENABLE_FLASHCOMM", {u"0.9.1"_s, u"0.11.0"_s, u"0.18.0"_s, u"0.19.1"_s},
            {u"v0.10.0rc1"_s, u"0.23.0"_s});
        row("VLLM_LLMDD_RPC_PORT", {u"0.9.1"_s}, {u"0.11.0"_s});
        row("VLLM_DP_SIZE_LOCAL", {u"0.9.1"_s}, {u"0.11.0"_s});
        row("VLLM_ASCEND_EXTERNAL_DP_LB_ENABLED", {u"0.9.1"_s}, {u"0.11.0"_s});
        row("VLLM_ASCEND_ENABLE_TOPK_OPTIMIZE", {u"0.9.1"_s}, {u"0.11.0"_s});
        row("VLLM_ASCEND_ENABLE_FLASHCOMM1",
            {u"0.18.0"_s, u"quay.io/ascend/vllm-ascend:v0.11.0rc1-a3"_s}, {u"ascend/vllm-ascend:v0.11.0rc0"_s});
    }
    void aVariableIsJudgedByTheRelease()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, reading);
        QFETCH(QStringList, passingOver);
        const QByteArray line = "export " + name.toLatin1() + "=$X\n";
        for (const QString &release : std::as_const(reading))
            QCOMPARE(shortly(*lintEnv(line, {{}, {}, {}, release})), QStringList());
        for (const QString &release : std::as_const(passingOver))
            QCOMPARE(shortly(*lintEnv(line, {{}, {}, {}, release})), QStringList{u"warning env.removed line 1"_s});
    }

    void whatTookAVariablesPlaceIsOfTheRelease()
    {
        const auto said = [](const QByteArray &name, const QString &release) {
            const QList<LintFinding> findings = *lintEnv("export " + name + "=1\n", {{}, {}, {}, release});
            return findings.isEmpty() ? QString() : findings.first().message + u'|' + findings.first().remedy;
        };
        const QByteArray parallel = "VLLM_ASCEND_ENABLE_CONTEXT_PARALLEL",
                         reduced = "VLLM_ASCEND_ENABLE_MATMUL_ALLREDUCE";
        QVERIFY(said(parallel, u"0.11.0"_s).endsWith("v0.12.0rc1 to v0.20.2rc1.|Remove it."_L1));
        QVERIFY(said(parallel, u"0.23.0"_s).endsWith("|Use enable_dsa_cp in --additional-config."_L1));
        QVERIFY(said(parallel, {}).contains("is read by vLLM-Ascend v0.12.0rc1 to v0.20.2rc1 only"_L1));
        QCOMPARE(said("VLLM_ASCEND_ENABLE_FLASHCOMM1", {}), QString()); // only main has no longer use for it
        QVERIFY(said("VLLM_LLMDD_RPC_PORT", u"0.11.0"_s).endsWith("|Use VLLM_ASCEND_LLMDD_RPC_PORT."_L1));
        QCOMPARE(said(reduced, u"0.18.0"_s), QString());
        QVERIFY(said(reduced, u"0.23.0"_s)
                    .endsWith("is deprecated.|Use enable_matmul_allreduce in --additional-config."_L1));
        QVERIFY(said(reduced, u"0.25.1"_s).contains("has no effect in vLLM-Ascend v0.25.1rc1"_L1));
    }

    void releasesOfVariablesAreKnownOnes()
    {
        QStringList tags;
        const Json keys = *jsonDataFile(u"vllm-ascend-keys.json"_s), all = *jsonDataFile(u"env-vars.json"_s);
        for (const Json &release : member(keys, "releases"))
            tags << stringAt(release, "tag");
        int count = 0;
        for (const Json &variable : member(all, "variables")) {
            const QString name = stringAt(variable, "name");
            for (const Json &spans : {member(variable, "in"), member(member(variable, "renamed"), "in")}) {
                for (const Json &span : spans) {
                    const QStringList ends = textsAt(Json{{"span", span}}, "span");
                    const qsizetype first = tags.indexOf(ends.value(0)), last = tags.indexOf(ends.value(1));
                    QVERIFY2(ends.size() == 2 && first >= 0 && last >= first, qPrintable(name));
                    ++count;
                }
            }
            const QString key = stringAt(variable, "use");
            QVERIFY2(!variable.contains("in") || key.isEmpty() || member(keys, "keys").contains(key.toStdString()),
                     qPrintable(name));
        }
        QVERIFY(count > 50);
    }

    // Every variable of the plugin at every release, against the reference where it is.
    void everyReleasesVariablesAreKnown()
    {
        const QByteArray text = read(QStringLiteral(ASC_SHARED_DIR) + u"/reference/vllm-ascend-config.json"_s);
        if (text.isEmpty())
            QSKIP("the reference is not here");
        const Json reference = *parseJson(text, u"reference"_s);
        // Asked for outside envs.py, which the reference lists, or by the system's loader.
        const QStringList elsewhere{u"VLLM_ENABLE_MC2"_s, u"USING_LCCL_COM"_s, u"DYNAMIC_EPLB"_s,
                                    u"VLLM_ASCEND_ENABLE_FLASHCOMM"_s, u"LD_LIBRARY_PATH"_s};
        int count = 0;
        for (const Json &variable : member(reference, "env_vars")) {
            const QString name = stringAt(variable, "name");
            const QStringList reading = textsAt(variable, "in");
            for (const auto &[key, facts] : member(reference, "versions").items()) {
                const QString tag = QString::fromStdString(key);
                if (tag.contains(".post"_L1)) // taken for the release itself
                    continue;
                const bool isTag = !tag.contains(u'(') && !tag.contains(u'@');
                LintContext context;
                context.release = isTag ? tag : stringAt(facts, "vllm");
                QStringList rules;
                for (const LintFinding &finding : *lintEnv("export " + name.toLatin1() + "=$X\n", context))
                    rules << finding.rule;
                const QByteArray what = (name + u" at "_s + tag + u": "_s + rules.join(u' ')).toUtf8();
                if (reading.contains(tag))
                    QVERIFY2(rules.isEmpty() || rules == QStringList{u"env.deprecated"_s}, what.constData());
                else if (!elsewhere.contains(name))
                    QVERIFY2(rules == QStringList{u"env.removed"_s}, what.constData());
                ++count;
            }
        }
        QVERIFY(count > 2000);
    }

    // "NAME=value command" holds for that command, and what it is given is no variable.
    void eachCommandHasItsOwn()
    {
        const QStringList said
            = shortly(*lintEnv("MASTER_PORT=1 vllm serve /w &\nMASTER_PORT=2 vllm serve /w HCCL_BUFFSIZE=x &\n"));
        QVERIFY2(said.filter(u"env.twice"_s).isEmpty() && said.filter(u"env.type"_s).isEmpty(),
                 qPrintable(said.join(u'\n')));
    }

    void everyPolicyOfOpenMpIsTaken()
    {
        for (const char *policy : {"true", "FALSE", "close", "spread", "primary", "Master", "spread,close,master"})
            QCOMPARE(shortly(*lintEnv("export OMP_PROC_BIND="_ba + policy + '\n')), QStringList());
    }

    // vllm-ascend, envs.py: os.getenv(...).lower() in ("true", "1")
    void dynamicBalanceIsSwitchedOnInEveryWay()
    {
        for (const char *on : {"true", "True", "1"})
            QCOMPARE(shortly(*lintEnv("export DYNAMIC_EPLB="_ba + on + '\n')), QStringList());
        QCOMPARE(shortly(*lintEnv("export DYNAMIC_EPLB=yes\n")), QStringList{u"error env.range line 1"_s});
    }

    void whatVllmReadsIsKnown()
    {
        QCOMPARE(shortly(*lintEnv("export VLLM_API_KEY=x\nexport VLLM_TORCH_PROFILER_DIR=/tmp\nexport "
                                  "VLLM_ATTENTION_BACKEND=x\nexport VLLM_PORT=5600\n")),
                 QStringList());
        const QList<LintFinding> unknown = *lintEnv("export VLLM_OF_MY_OWN_PLUGIN=1\n");
        QCOMPARE(shortly(unknown), QStringList{u"warning env.unknown line 1"_s});
        QVERIFY(!(unknown.first().message + unknown.first().remedy).contains(u"no effect"));
        QCOMPARE(shortly(*lintEnv("export VLLM_API_KEYS=x\n")), QStringList{u"error env.misspelt line 1"_s});
    }

    void envKnowsWhatItCannotKnow()
    {
        // Values from other variables, comments and quoted text are not judged.
        QCOMPARE(shortly(*lintEnv("export HCCL_BUFFSIZE=$SIZE\n# export HCCL_BUFFSIZE=x\nexport "
                                  "MY_OWN='ATB_LIM=1'\nexport HCCL_IF_IP=\"$(hostname -i)\"\n")),
                 QStringList());
    }

    // One node needs it not, and the torch backend of 3.0 does not read it.
    void hcclOfTheAtbModelsIsForThemAndSeveralNodesOnly()
    {
        QCOMPARE(shortly(*lintEnv("source /usr/local/Ascend/atb-models/set_env.sh\n")), QStringList());
        QCOMPARE(shortly(*lintEnv("export RANK_TABLE_FILE=/a\n")), QStringList());
        QCOMPARE(shortly(*lintEnv("source /usr/local/Ascend/atb-models/set_env.sh\nexport RANK_TABLE_FILE=/a\nexport "
                                  "ATB_LLM_HCCL_ENABLE=1\n")),
                 QStringList());
    }

    void theGuidesEnvironmentIsCorrected()
    {
        const QByteArray guide
            = "source /usr/local/ascend/mindie/set_env.sh\nexport "
              "RANK_TABLE_FILE=/work/deepseek/hccl_2s_16p.json\nexport MASTER_IP=10.200.2.2\n"
              "export WORLD_SIZE=16\nexport MASTER_PORT=7008\nexport MINDIE_LOG_LEVEL=\"info\"\nexport "
              "ATB_LIM_ENABLE_AUTO_TRANSPOSE=0\nexport NPU_MEMORY_FRACTION=0.96\n";
        const QStringList findings = shortly(*lintEnv(guide));
        QCOMPARE(findings,
                 QStringList({u"warning env.case line 6"_s, u"error env.misspelt line 7"_s,
                              u"error env.path-case line 1"_s, u"warning env.gloo line 3"_s,
                              u"warning env.memory line 8"_s}));
    }

    void otherFilesAreNotOfTheKind_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("content");
        for (const QString &kind : lintKinds()) {
            const QByteArray name = kind.toUtf8();
            QTest::newRow((name + " empty").constData()) << kind << QByteArray();
            QTest::newRow((name + " binary").constData()) << kind << QByteArray("\x7f""ELF\0\0\xff", 7);
            QTest::newRow((name + " prose").constData()) << kind << QByteArray("The quick brown fox\n");
            QTest::newRow((name + " deep").constData()) << kind << QByteArray(200000, '[');
        }
        QTest::newRow("list") << u"rank-table"_s << QByteArray("[1,2]");
        QTest::newRow("other object") << u"rank-table"_s << QByteArray("{\"a\":1}");
        QTest::newRow("rank table as config") << u"mindie-config"_s << QByteArray("{\"server_list\":[]}");
        QTest::newRow("deep object") << u"mindie-config"_s
                                     << ("{\"ServerConfig\":" + QByteArray("{\"a\":").repeated(100000));
    }
    void otherFilesAreNotOfTheKind()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, content);
        const Result<QList<LintFinding>> findings = lint(kind, content);
        QVERIFY(!findings);
        QCOMPARE(findings.error().kind, ErrorKind::Parse);
        QVERIFY(!findings.error().message.isEmpty());
        static const QStringList scripts{u"env"_s, u"docker-run"_s, u"vllm-serve"_s};
        if (QByteArray(QTest::currentDataTag()).contains("deep") && !scripts.contains(kind))
            QVERIFY2(findings.error().message.contains(u"nested"_s), qPrintable(findings.error().message));
    }

    // What opens and generates has no error here; and a value of any length is quoted in part.
    void aLocalNodeNeedsNoHost()
    {
        Deployment deployment = twoNodes();
        for (Node &node : deployment.nodes) {
            node.transport = Transport::Local;
            node.host.clear();
        }
        for (const LintFinding &finding : *lint(u"deployment"_s, toText(deployment)))
            QVERIFY2(finding.rule != u"deployment.host"_s, qPrintable(finding.message));
    }

    void longValuesAreQuotedInPart()
    {
        Json json = *parseJson(toText(twoNodes()), u"it"_s);
        json["nodes"][0]["transport"] = std::string(100'000, 'x');
        for (const LintFinding &finding : *lint(u"deployment"_s, prettyJson(json)))
            QVERIFY2(finding.message.size() < 400, qPrintable(finding.rule));
        QVERIFY(parseDeployment(prettyJson(json)).error().message.size() < 400);
    }

    // A fixed walk of small damages; tests/fuzz goes further.
    void anyBytesGiveAnAnswer()
    {
        const QList<std::pair<QString, QByteArray>> seeds{{u"rank-table"_s, generatedFile(u"hccl_2s_16p.json"_s)},
                                                          {u"mindie-config"_s, generatedFile(u"node1/config.json"_s)},
                                                          {u"env"_s, generatedFile(u"node1/env.sh"_s)},
                                                          {u"deployment"_s, toText(twoNodes())}};
        QRandomGenerator dice(20261120);
        const QByteArray pieces[]
            = {"\"",   "{",  "}",    "[",  "]", ":", ",",  "\\", "null",        "-1", "1e999", "99999999999999999999",
               "true", "\0", "\xff", "\n", "=", "'", "$(", "#",  "\xe2\x80\xa8"};
        for (const auto &[kind, good] : seeds) {
            for (int round = 0; round < 400; ++round) {
                QByteArray text = good;
                for (int damage = dice.bounded(1, 6); damage > 0 && !text.isEmpty(); --damage) {
                    const qsizetype at = dice.bounded(int(text.size()));
                    switch (dice.bounded(4)) {
                    case 0: text[at] = char(dice.bounded(256)); break;
                    case 1: text.remove(at, dice.bounded(1, 20)); break;
                    case 2: text.insert(at, pieces[dice.bounded(int(std::size(pieces)))]); break;
                    default: {
                        // A value becomes one of another type.
                        const qsizetype colon = text.indexOf(": ", at);
                        const qsizetype end = colon < 0 ? -1 : text.indexOf('\n', colon);
                        if (end > 0)
                            text.replace(colon + 2, end - colon - 2,
                                         pieces[dice.bounded(int(std::size(pieces)))]
                                             + (text[end - 1] == ',' ? "," : ""));
                    }
                    }
                }
                const Result<QList<LintFinding>> findings = lint(kind, text);
                QVERIFY(findings ? !compactJson(toJson(*findings)).isEmpty() : !findings.error().message.isEmpty());
            }
        }
    }

    // What MindIE-LLM's own validator says of changed files (Ascend/MindIE-LLM at 8b4871a, compiled and asked). Cases
    // that only the environment, the mode, a link or files elsewhere decide are not for a linter of one file.
    void mindiesOwnValidatorAgrees_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("accepted");
        QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/mindie-validator/verdicts.jsonl"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the verdicts are not here");
        const QStringList elsewhere{u"interNodeTLSEnabled=true"_s, u"container_ip[0] not MIES_CONTAINER_IP"_s};
        int row = 0;
        while (!file.atEnd()) {
            const Result<Json> one = parseJson(file.readLine(), u"verdict"_s);
            QVERIFY(one);
            const QString name = stringAt(*one, "name");
            const bool byEnvironment = one->contains("env") && !one->at("env").empty();
            const bool byFile = boolAt(*one, "link").value_or(false)
                || (!stringAt(*one, "mode").isEmpty() && stringAt(*one, "mode") != "640"_L1);
            ++row;
            if (!byEnvironment && !byFile && !elsewhere.contains(name))
                QTest::addRow("%d %s", row, qPrintable(name.left(80)))
                    << stringAt(*one, "kind") << stringAt(*one, "text").toUtf8()
                    << (stringAt(*one, "verdict") == "accept"_L1);
        }
    }
    void mindiesOwnValidatorAgrees()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, text);
        QFETCH(bool, accepted);
        const Result<QList<LintFinding>> findings = lint(kind, text);
        if (!accepted) {
            QVERIFY2(!findings || hasErrors(*findings), "the validator refuses it");
            return;
        }
        QVERIFY(findings);
        // An error where it accepts must name who refuses it then.
        for (const LintFinding &finding : *findings) {
            const bool namesASource = finding.message.contains("HCCL"_L1)
                || finding.message.contains("torch runtime"_L1)
                || finding.message.contains("MindIE's documentation"_L1);
            QVERIFY2(finding.severity != Severity::Error || namesASource,
                     qPrintable(finding.where + u": "_s + finding.message));
        }
    }

    void whatIsTooLargeIsSaidAtOnce()
    {
        const QByteArray large = "{\"nodes\": [], \"name\": \"" + QByteArray(5 << 20, 'x') + "\"}";
        for (const QString &kind : lintKinds()) {
            const Result<QList<LintFinding>> findings = lint(kind, large);
            QVERIFY2(!findings, qPrintable(kind));
            QVERIFY2(findings.error().message.contains(u"4 MB"), qPrintable(findings.error().message));
        }
        Json many{{"name", "many"}, {"recipe", "mindie-deepseek-v3.2-w8a8-2xA2"}, {"nodes", Json::array()}};
        for (int i = 0; i < 4097; ++i)
            many["nodes"].push_back(Json{{"name", "n"}, {"host", 1}, {"password", "x"}});
        const Result<QList<LintFinding>> findings = lintDeployment(compactJson(many));
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList{u"error deployment.nodes /nodes"_s});
        QVERIFY2(findings->first().message.contains(u"4097"), qPrintable(findings->first().message));
        const Result<Deployment> opened = parseDeployment(compactJson(many));
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.contains(u"4096"), qPrintable(opened.error().message));
    }

    void brokenJsonIsAFindingWithItsPlace()
    {
        const Result<QList<LintFinding>> findings
            = lintRankTable("{\n  \"version\": \"1.0\",\n  \"server_count\": \"2\",\n}\n");
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList{u"error json.syntax line 4, column 1"_s});
        QVERIFY(shortly(*lintMindieConfig("{ // comment\n \"ServerConfig\": {} }"))
                    .first()
                    .startsWith(u"error json.syntax line 1"));
        QVERIFY(shortly(*lintRankTable("{\"version\":\"1.0\",\"version\":\"1.0\",\"server_list\":[]}"))
                    .contains(u"warning json.duplicate-key /version"_s));
    }
};

QTEST_GUILESS_MAIN(LintTest)
#include "tst_lint.moc"
