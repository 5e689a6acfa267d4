// The rule base: every rule is whole, and a line of the log that it is about, tests/fixtures/faults, is known by it and
// by it alone. A new rule needs its line there ("## id", then the lines).
#include "core/diagnosis/diagnosis.h"

#include "core/base/data.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QList<FaultRule> &rules()
{
    static const QList<FaultRule> all = [] {
        const Result<QList<FaultRule>> loaded = loadFaultRules();
        if (!loaded)
            qFatal("%s", qPrintable(loaded.error().message));
        return *loaded;
    }();
    return all;
}

QString ruleOf(const QByteArray &line)
{
    static const FaultMatcher matcher(rules());
    const FaultMatcher::Match match = matcher.match(line);
    return match.rule < 0 ? QString() : rules()[match.rule].id;
}

QList<std::pair<QString, QByteArray>> fixtures()
{
    QList<std::pair<QString, QByteArray>> all;
    const QDir folder(QStringLiteral(ASC_FIXTURES_DIR "/faults"));
    for (const QString &name : folder.entryList({u"*.log"_s})) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(name));
        while (!file.atEnd()) {
            const QByteArray line = file.readLine();
            if (line.startsWith("## "))
                all.append({QString::fromUtf8(line.mid(3).trimmed()), QByteArray()});
            else if (!all.isEmpty())
                all.last().second += line;
        }
    }
    return all;
}

} // namespace

class TestFaultRules : public QObject
{
    Q_OBJECT

private slots:
    void everyRuleIsWholeInBothLanguages()
    {
        const Result<QList<FaultRule>> chinese = loadFaultRules(u"zh"_s);
        QVERIFY2(chinese, chinese ? "" : qPrintable(chinese.error().message));
        QVERIFY(rules().size() >= 100);
        QCOMPARE(chinese->size(), rules().size());
        const auto isChinese = [](const QString &text) {
            return std::any_of(text.cbegin(), text.cend(), [](QChar c) { return c.unicode() >= 0x4e00; });
        };
        for (qsizetype i = 0; i < chinese->size(); ++i) {
            const FaultRule &rule = (*chinese)[i];
            QVERIFY2(isChinese(rule.cause), qPrintable(rule.id + rule.cause));
            QVERIFY2(rule.others.isEmpty() == rules()[i].others.isEmpty()
                         && (rule.others.isEmpty() || isChinese(rule.others)),
                     qPrintable(rule.id + rule.others));
            QVERIFY2(!isChinese(rules()[i].cause + rules()[i].others + rules()[i].check + rules()[i].remedy),
                     qPrintable(rule.id));
            QVERIFY2(rule.check != rules()[i].check || !rule.check.contains(u' ') || rule.check.startsWith(u'`')
                         || isChinese(rule.check),
                     qPrintable(rule.id));
        }
    }

    // With a semicolon alone two commands read as one line of a shell.
    void commandsAreJoinedByWords()
    {
        for (const FaultRule &rule : rules()) {
            for (const QString &text : {rule.check, rule.remedy})
                QVERIFY2(!text.contains(u"`; `"_s) && !text.contains(u"`;`"_s), qPrintable(rule.id + u": "_s + text));
        }
    }

    void checksAndCausesThatARuleNamesExist()
    {
        const Result<Json> checks = jsonDataFile(u"checks.json"_s);
        QVERIFY(checks);
        QSet<QString> known;
        for (const Json &check : checks->at("checks"))
            known << stringAt(check, "id");
        for (const FaultRule &rule : rules()) {
            QVERIFY2(rule.checkId.isEmpty() || known.contains(rule.checkId), qPrintable(rule.id + rule.checkId));
            for (const QString &cause : rule.follows + rule.yields + rule.unless + rule.shownBy) {
                const bool exists = std::any_of(rules().cbegin(), rules().cend(), [&](const FaultRule &other) {
                    return cause.endsWith(u'*') ? other.id.startsWith(QStringView(cause).chopped(1))
                                                : other.id == cause;
                });
                QVERIFY2(exists, qPrintable(rule.id + u" follows "_s + cause));
            }
        }
    }

    // Two rules that follow from each other would both be nobody's cause.
    void noRuleFollowsFromItself()
    {
        const auto names = [](const QStringList &list, const QString &id) {
            return std::any_of(list.cbegin(), list.cend(), [&](const QString &one) {
                return one.endsWith(u'*') ? id.startsWith(QStringView(one).chopped(1)) : one == id;
            });
        };
        for (const FaultRule &start : rules()) {
            QSet<QString> reached;
            QList<const FaultRule *> open{&start};
            while (!open.isEmpty()) {
                const FaultRule *const rule = open.takeLast();
                for (const FaultRule &cause : rules()) {
                    if (&cause == rule || !names(rule->follows, cause.id) || cause.role != FaultRole::Cause)
                        continue;
                    QVERIFY2(&cause != &start, qPrintable(start.id));
                    if (!reached.contains(cause.id)) {
                        reached << cause.id;
                        open << &cause;
                    }
                }
            }
        }
    }

    void everyRuleKnowsItsLineAndItAlone_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QByteArray>("lines");
        QSet<QString> shown;
        for (const auto &[id, lines] : fixtures()) {
            QTest::newRow(qPrintable(id)) << id << lines;
            shown << id;
        }
        for (const FaultRule &rule : rules())
            QVERIFY2(shown.contains(rule.id), qPrintable(rule.id + u" has no line in tests/fixtures/faults"_s));
    }
    void everyRuleKnowsItsLineAndItAlone()
    {
        QFETCH(QString, rule);
        QFETCH(QByteArray, lines);
        QVERIFY(!lines.trimmed().isEmpty());
        Diagnosis diagnosis(rules());
        diagnosis.begin({u"node1"_s, u"a.log"_s, QDate(2026, 12, 31)});
        diagnosis.feed(lines);
        diagnosis.end();
        const DiagnosisAnswer answer = diagnosis.answer();
        QVERIFY2(answer.first, lines.constData());
        QCOMPARE(rules()[answer.first->rule].id, rule);
        QVERIFY(answer.causes.isEmpty());
        QVERIFY(answer.consequences.isEmpty());
        QCOMPARE(answer.isCause, rules()[answer.first->rule].role == FaultRole::Cause);
        const bool isProbable = !rules()[answer.first->rule].others.isEmpty();
        QCOMPARE(answer.first->isProbable, isProbable);
        QVERIFY(!isProbable || !answer.isCertain);
    }

    // Words that are said of other faults, too: of these no disk is full, nobody is off the internet, ...
    void wordsOfAnotherFaultAreNotMeant_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("rule"); // empty: none
        const auto row = [](const char *line, const char *rule) {
            QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(rule);
        };
        row("Memory failure: 0x10c4a2: Sending SIGBUS to python3:3311 due to hardware memory corruption",
            "hardware.host-memory");
        row("Memory failure: 0x10c4a2: recovery action for dirty LRU page: Recovered", "");
        row("ERROR HTTPConnectionPool(host='10.0.0.2', port=8000): Max retries exceeded with url: /v1/models (Caused "
            "by NewConnectionError('Failed to establish a new connection: [Errno 111] Connection refused'))",
            "network.refused");
        row("HTTPConnectionPool(host='127.0.0.1', port=1026): Max retries exceeded with url: /v2/health/ready (Caused "
            "by NewConnectionError('[Errno 111] Connection refused'))",
            "network.refused");
        row("HTTPConnectionPool(host='node2', port=8000): Max retries exceeded with url: /metrics (Caused by "
            "ConnectTimeoutError('Connection to node2 timed out. (connect timeout=5)'))",
            "");
        row("HTTPConnectionPool(host='10.0.0.2', port=8000): Max retries exceeded with url: /health (Caused by "
            "ProxyError('Cannot connect to proxy.'))",
            "network.proxy");
        row("HTTPSConnectionPool(host='192.168.3.4', port=8443): Max retries exceeded with url: /", "");
        row("failed to watch file: inotify_add_watch /var/log/pods: no space left on device", "host.inotify");
        row("inotify_init1: Too many open files", "host.inotify");
        row("OSError: [Errno 23] Too many open files in system: 'x'", "host.all-files");
        row("mkdir /sys/fs/cgroup/memory/docker/406c: no space left on device: unknown.", "container.cgroups");
        row("write /sys/fs/cgroup/cpuset/docker/406c/cgroup.procs: no space left on device", "container.cgroups");
        row("psm: shm_open: No space left on device", "memory.shm");
        row("multiprocessing: SemLock OSError: [Errno 28] No space left on device", "memory.shm");
        row("OSError: [Errno 28] No space left on device: '/dev/shm/psm_21467_0'", "memory.shm");
        row("write /dev/shm/psm_21467_0: no space left on device", "memory.shm");
        row("OSError: [Errno 28] No space left on device: '/psm_1a2b3c4d'", "memory.shm");
        row("OSError: [Errno 28] No space left on device: '/mp-x1y2z3'", "memory.shm");
        row("OSError: [Errno 28] No space left on device: '/data/psm_a'", "memory.disk-full");
        row("[ERROR] devmm malloc failed, No space left on device", "");
        row("RuntimeError: unable to write to file </torch_412_1893>: Too many open files (24)", "host.open-files");
        row("error during container init: error setting rlimits for ready process: error setting rlimit type 7: "
            "operation not permitted: unknown",
            "container.rlimit");
        row("start.sh: line 3: ulimit: open files: cannot modify limit: Operation not permitted", "");
        row("mbind: Operation not permitted", "");
        row("set_mempolicy: Operation not permitted", "");
        row("get_mempolicy: Operation not permitted", "");
        row("dmesg: read kernel buffer failed: Operation not permitted", "");
        row("Nov 12 09:00:02 node1 sshd[2213]: Permission denied (publickey,password).", "");
        row("Nov 12 09:00:02 node1 sshd-session[2213]: Permission denied (publickey,password).", "");
        row("docker: Error response from daemon: unknown or invalid runtime name: nvidia.", "");
        row("benchmark.py: error: unrecognized arguments: --foo", "");
        row("benchmark.py: error: argument --n: invalid int value: 'x'", "");
        row("[drv api] halMemAlloc failed, drvRetCode=6, ErrCode=207001, desc=[driver error:out of memory]", "");
        row("[drv api] halMemCreate failed, drvRetCode=6", "");
        row("Out of memory: Java heap space", "");
        row("(raylet) node_manager.cc:3049: 0 Workers (tasks / actors) killed due to memory pressure (OOM), 1 Workers "
            "crashed due to other reasons at node",
            "");
        row("safetensors_rust.SafetensorError: File does not contain tensor model.embed_tokens.weight", "");
        row("Check path: config.json failed, by:The file: config.json is a link.", "mindie.symlink");
        row("blk_update_request: I/O error, dev sr0, sector 0 op 0x0:(READ)", "");
        row("EXT4-fs (nvme0n1p1): Remounting filesystem read-only", "host.file-system");
        row("nvme nvme0: I/O 12 QID 3 timeout, completion polled", "");
        row("nfs: server 10.0.0.5 OK", "");
        row("avc:  denied  { read } for  pid=881 scontext=system_u:system_r:sshd_t:s0 permissive=0", "");
        row("avc:  denied  { read } for  pid=881 scontext=system_u:system_r:container_t:s0 permissive=1", "");
        row("kdump.service: Main process exited, code=exited, status=1/FAILURE", "");
        row("kube_pod_container_status_waiting_reason{reason=\"ErrImagePull\"} 0", "");
        row("MountVolume.SetUp failed for volume \"c\" : failed to sync configmap cache: timed out waiting for the "
            "condition",
            "");
        row("Failed to pull image \"x\": pull access denied for x, requested access to the resource is denied",
            "container.pull-denied");
        row("Failed to pull image \"x\": dial tcp: lookup harbor.example on 10.0.0.2:53: no such host",
            "host.name-resolution");
        row("WARNING 11-12 10:20:01 [a.py:1] PermissionError: [Errno 13] Permission denied: '/root/.config/x'", "");
        row("WARNING 11-12 10:20:01 [a.py:1] OSError: [Errno 30] Read-only file system: '/root/.cache/x'", "");
        row("UserWarning: /lib64/libstdc++.so.6: version `GLIBCXX_3.4.30' not found, Warning: going on without it", "");
        row("BlockingIOError: [Errno 11] Resource temporarily unavailable", "");
        row("ImportError: libgomp.so.1: cannot allocate memory in static TLS block", "container.static-tls");
        row("INFO 11-12 10:20:01 [a.py:1] Model architectures ['x'] are not supported by the fast path", "");
        row("pcieport 0000:c0:00.0: AER: Corrected error received: 0000:c1:00.0", "hardware.pcie-corrected");
        row("link status: UP", "");
        row("vnic link status: DOWN", "");
        for (const char *host : {"huggingface.co", "modelscope.cn", "harbor.example", "10.0.0.2"}) {
            for (const auto &[why, rule] :
                 {std::pair{"certificate is not yet valid", "network.certificate-time"},
                  std::pair{"certificate has expired", "network.certificate-time"},
                  std::pair{"self-signed certificate in certificate chain", "network.certificate-authority"},
                  std::pair{"unable to get local issuer certificate", "network.certificate-authority"},
                  std::pair{"Hostname mismatch, certificate is not valid for 'x'", "network.certificate-authority"}}) {
                const QByteArray line = QByteArray("requests.exceptions.SSLError: HTTPSConnectionPool(host='") + host
                    + "', port=443): Max retries exceeded with url: /api (Caused by SSLError(SSLCertVerificationError("
                      "1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: "
                    + why + " (_ssl.c:1006)')))";
                row(line.constData(), rule);
            }
        }
        row("tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
            "container.registry-certificate");
        row("/usr/lib/python3/torchvision/io/image.py:13: UserWarning: Failed to load image Python extension: "
            "'image.so: undefined symbol: _ZN3c10'If you don't plan on using image functionality, you can ignore this "
            "warning.",
            "");
        row("WARNING 11-12 10:20:23 [camem.py:63] Failed to import vllm_ascend_C:libascendcl.so: undefined symbol: "
            "aclrtFoo. Sleep mode will be disabled.",
            "");
        row("WARNING 11-12 10:20:23 [_custom_ops.py:20] Failed to import from vllm._C with ImportError('_C.so: "
            "undefined symbol: _ZN3c10')",
            "");
        row("RuntimeError: Failed to import transformers.models.auto because of the following error: x.so: undefined "
            "symbol: _ZN3c10",
            "container.library");
        row("[2026-03-18 10:33:52.935] [905] [2814] [llm] [ERROR] [a.cpp:9] dlopen: libx.so: undefined symbol: y",
            "container.library");
    }
    void wordsOfAnotherFaultAreNotMeant()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, rule);
        QCOMPARE(ruleOf(line), rule);
    }

    // Beside these the fixtures of every rule with other causes show it, everyRuleKnowsItsLineAndItAlone().
    void wordsWithOtherCausesAreOnlyProbable_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<bool>("isProbable");
        const auto row = [](const char *line, const char *rule, bool isProbable = true) {
            QTest::newRow(line) << QByteArray(line) + '\n' << QString::fromLatin1(rule) << isProbable;
        };
        row("Fatal Python error: Bus error", "memory.shm-suspected");
        row("OSError: [Errno 28] No space left on device: '/dev/shm/psm_21467_0'", "memory.shm", false);
        row("ERROR OSError: [Errno 28] No space left on device", "memory.disk");
        row("OSError: [Errno 28] No space left on device: '/root/.cache/vllm/x'", "memory.disk-full", false);
        row("HTTPSConnectionPool(host='files.example', port=443): Max retries exceeded with url: /", "network.offline");
        row("HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded with url: /a", "network.hub",
            false);
        row("RuntimeError: ACL stream synchronize failed, error code:507018", "acl.aicpu-exception");
        row("pcieport 0000:c0:00.0: AER: Uncorrected (Fatal) error received: 0000:c1:00.0",
            "hardware.pcie-uncorrected");
        row("docker: Error response from daemon: error creating shm: operation not permitted",
            "container.not-permitted");
        row("KeyError: 'model.layers.0.self_attn.q_a_proj.weight_scale_inv'", "vllm.weights-mismatch");
        row("KeyError: 'model.layers.61.embed_tokens.weight'", "vllm.weights-mismatch");
        row("ImportError: libascend_hal.so: cannot open shared object file: No such file or directory",
            "driver.hal-library");
        row("exec /start.sh: exec format error", "container.exec-format");
        row("api_server.py: error: unrecognized arguments: --foo", "vllm.command-line");
        row("RuntimeError: Gloo connectFullMesh failed with [pair.cc:144] no error", "vllm.gloo-mesh");
    }
    void wordsWithOtherCausesAreOnlyProbable()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, rule);
        QFETCH(bool, isProbable);
        Diagnosis diagnosis(rules());
        diagnosis.begin({u"node1"_s, u"a.log"_s, QDate(2026, 12, 31)});
        diagnosis.feed(line);
        diagnosis.end();
        const DiagnosisAnswer answer = diagnosis.answer();
        QVERIFY(answer.first && answer.isCause);
        QCOMPARE(rules()[answer.first->rule].id, rule);
        QCOMPARE(answer.first->isProbable, isProbable);
        QCOMPARE(answer.isCertain, !isProbable);
        const Json first = toJson(answer, rules())["first"];
        QCOMPARE(boolAt(first, "isProbable").value_or(!isProbable), isProbable);
        QCOMPARE(stringAt(first, "otherCauses"), rules()[answer.first->rule].others);
        const QString words = causeWords(rules()[answer.first->rule]);
        QVERIFY(words.startsWith(stringAt(first, "cause")) && words.endsWith(stringAt(first, "otherCauses")));
    }

    // However a tool writes it: small letters, large ones, with whatever words before it.
    void aFaultCodeIsKnownWhereverItStands_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("rule");
        const QString ecc = u"hardware.hbm-multi-bit-ecc"_s;
        QTest::newRow("health") << QByteArray("\tError Code                     : 0x80E01801") << ecc;
        QTest::newRow("exporter") << QByteArray("[WARN] device 3 fault codes: [0x80e01801, 0x80e18400]") << ecc;
        QTest::newRow("another") << QByteArray("link lost, code=0x81078603") << u"hardware.link-down"_s;
        QTest::newRow("longer") << QByteArray("at 0x80e01801ab of 0x80e018011") << QString();
        QTest::newRow("info") << QByteArray("2026-11-20 10:00:00 [INFO] fault table: 0x80e01801 multi bit ecc")
                              << QString();
    }
    void aFaultCodeIsKnownWhereverItStands()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, rule);
        QCOMPARE(ruleOf(line), rule);
    }

    // Lines of services that are well: a rule that knows them would blame everything.
    void ordinaryLinesAreNoFault_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char *line :
             {"INFO:     Application startup complete.", "Daemon start success!", "…",
              "(APIServer pid=1) INFO 06-08 14:47:32 [launcher.py:34] Route: /v1/chat/completions, Methods: POST",
              "2026-11-20 10:00:00 [INFO] loading weights 3/161",
              "Loading safetensors checkpoint shards:  82% Completed | 132/161 [41:09<06:11, 12.82s/it]",
              "[2026-03-18 09:57:11.935] [905] [281467242278528] [llm] [INFO] [llm_manager_impl.cpp:987] ok",
              "[INFO] HCCL(17528,python3):2026-03-18-10:33:52.113.403 [topo.cc:7] [1]connect success rank[507014]",
              "[EVENT] TDT(4717,tsdaemon):2026-10-31-16:41:39.406.087 [tsdaemon.cpp:1811] PreInit Success.",
              "count 1507014, 5070141 and 0x507014 bytes", "device 80020, ret is -80201",
              "INFO 06-08 14:47:32 [core.py:1] Available KV cache memory: 12.30 GiB"})
            QTest::newRow(line) << QByteArray(line);
    }
    void ordinaryLinesAreNoFault()
    {
        QFETCH(QByteArray, line);
        QCOMPARE(ruleOf(line), QString());
    }

    void partsStandInTheirOrder()
    {
        QCOMPARE(ruleOf("Free memory on device x is less than desired GPU memory utilization"), u"memory.taken"_s);
        QCOMPARE(ruleOf("is less than desired GPU memory utilization Free memory on device"), QString());
        QCOMPARE(ruleOf("Free memory on device (7/60 GiB)"), QString());
        QCOMPARE(ruleOf("runtime result = 507014."), u"acl.aicore-timeout"_s);
        QCOMPARE(ruleOf("runtime result = 5070140"), QString());
    }

    // The runtime's own words are not the only ones that carry its codes.
    void aCodeIsKnownHoweverItIsSaid()
    {
        for (const char *line :
             {"RuntimeError: rtMalloc failed, ret = 507899", "[ERROR] RUNTIME halMemAlloc ret:507899.",
              "NPU function error: aclrtMalloc, error code 507899", "retCode=507899, device 3",
              "npuSynchronizeDevice failed: 507899"})
            QCOMPARE(ruleOf(line), u"driver.internal"_s);
        QCOMPARE(ruleOf("aclrtSynchronizeStream failed, ret = 507015"), u"acl.aicore-exception"_s);
        for (const char *line :
             {"started worker with pid 507899", "507899 tokens", "ret = 5078990", "port 507899 failed"})
            QCOMPARE(ruleOf(line), QString());
        QVERIFY(ruleOf("[E20250318] tlsCert does not exist: security/certs/server.pem") == u"mindie.tls-file"_s);
    }

    // An operator of one engine is not told of another one's settings.
    void rulesForAllEnginesNameNone()
    {
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            for (const FaultRule &rule : *loadFaultRules(language)) {
                for (const char *name : {"MindIE", "vLLM"})
                    QVERIFY2(!rule.engines.isEmpty() || !(rule.cause + rule.remedy).contains(QLatin1String(name)),
                             qPrintable(rule.id + rule.cause + rule.remedy));
            }
        }
    }

    // Ordinary tables fail that check on every chip; only one that names 950's topology is of a 950.
    void onlyTheNewChipIsToldToTakeTheNewTable()
    {
        QCOMPARE(ruleOf("2026-03-18-10:33:52.1 Config_Error_Ranktable(EI0014): Value [9] for [rank_id] in the "
                        "ranktable is invalid. Reason: devices have same rank id"),
                 u"hccl.cluster-check"_s);
    }

    // On Atlas 800 A2 the reset of one chip resets all eight: a remedy that says "reset" says that, too.
    void aResetIsNeverAdvisedWithoutItsPrice()
    {
        for (const FaultRule &rule : rules()) {
            if (rule.remedy.contains(u"reset the c"_s, Qt::CaseInsensitive))
                QVERIFY2(rule.remedy.contains(u"resets all eight"_s), qPrintable(rule.id + rule.remedy));
        }
        for (const ErrorCode &code : *loadErrorCodes()) {
            if (code.action.contains(u"reset the c"_s, Qt::CaseInsensitive))
                QVERIFY2(code.action.contains(u"resets all eight"_s), qPrintable(code.code + code.action));
        }
    }

    // A node may be shared: whose process it is that should end is asked first.
    void nobodysProcessIsEndedUnasked()
    {
        QStringList advice;
        for (const FaultRule &rule : rules())
            advice << rule.remedy;
        for (const ErrorCode &code : *loadErrorCodes())
            advice << code.action;
        int asked = 0;
        for (const QString &one : std::as_const(advice)) {
            for (const QString &ends :
                 {u"end what"_s, u"end them"_s, u"end other"_s, u"end the other"_s, u"end any"_s}) {
                if (one.contains(ends, Qt::CaseInsensitive)) {
                    QVERIFY2(one.contains(u"owner"_s), qPrintable(one));
                    ++asked;
                }
            }
        }
        QVERIFY(asked > 0);
        // The same words are said while weights are loaded, where lengths do not matter, and later.
        const auto npu = std::find_if(rules().cbegin(), rules().cend(),
                                      [](const FaultRule &rule) { return rule.id == "memory.npu"_L1; });
        QVERIFY(npu != rules().cend() && npu->remedy.contains(u"while the weights were loaded, no shorter length"_s));
    }

    // What keys share and what they begin with: the automaton goes on where one of them breaks off.
    void everyPlaceInALineIsLookedAt()
    {
        for (const QByteArray &before : {QByteArray("Getting socket times Getting socket times out"),
                                         QByteArray("notify wait tnotify wait timeout"),
                                         QByteArray(5000, 'E') + "EI0006", QByteArray("EI000EI0006")})
            QVERIFY2(!ruleOf(before).isEmpty(), before.constData());
    }

    void aBrokenRuleIsNamed_data()
    {
        QTest::addColumn<QString>("key");
        for (const char *key : {"id", "role", "severity", "signature", "cause", "check", "remedy", "source"})
            QTest::newRow(key) << QString::fromLatin1(key);
    }
    void aBrokenRuleIsNamed()
    {
        QFETCH(QString, key);
        Json rule{{"id", "hccl.x"},          {"role", "cause"},
                  {"severity", "error"},     {"signature", {{"some words"}}},
                  {"cause", {{"en", "c"}}},  {"check", {{"en", "k"}}},
                  {"remedy", {{"en", "r"}}}, {"source", "s"}};
        Json file{{"component", {{"en", "HCCL"}}}, {"rules", Json::array({rule})}};
        const Result<QList<FaultRule>> whole = readFaultRules(file, u"hccl"_s, u"zh"_s);
        QVERIFY2(whole, whole ? "" : qPrintable(whole.error().message));
        QCOMPARE(whole->first().cause, u"c"_s); // English where the language is missing
        file["rules"][0]["request"] = "sometimes";
        const Result<QList<FaultRule>> unknown = readFaultRules(file, u"hccl"_s, u"en"_s);
        QVERIFY(!unknown && unknown.error().message.contains(u"request"_s));
        file["rules"][0].erase("request");
        for (const char *wrong : {"not", "others"}) {
            file["rules"][0][wrong] = "x";
            const Result<QList<FaultRule>> odd = readFaultRules(file, u"hccl"_s, u"en"_s);
            QVERIFY(!odd && odd.error().message.contains(QLatin1String(wrong)));
            file["rules"][0].erase(wrong);
        }
        file["rules"][0]["others"] = {{"en", "o"}};
        file["rules"][0]["role"] = "hint";  // is no certain cause anyway
        QVERIFY(!readFaultRules(file, u"hccl"_s, u"en"_s));
        file["rules"][0]["role"] = "cause";
        file["rules"][0].erase("others");
        file["rules"][0].erase(key.toStdString());
        const Result<QList<FaultRule>> broken = readFaultRules(file, u"hccl"_s, u"en"_s);
        QVERIFY(!broken);
        QVERIFY2(broken.error().message.contains(key), qPrintable(broken.error().message));
    }

    void codesAreFoundHoweverTheyAreWritten()
    {
        const Result<QList<ErrorCode>> codes = loadErrorCodes();
        QVERIFY2(codes, codes ? "" : qPrintable(codes.error().message));
        QSet<QString> ids;
        for (const FaultRule &rule : rules())
            ids << rule.id;
        QSet<QString> seen;
        for (const ErrorCode &code : *codes) {
            QVERIFY2(code.rule.isEmpty() || ids.contains(code.rule), qPrintable(code.code + code.rule));
            QVERIFY2(!seen.contains(code.code), qPrintable(code.code));
            seen << code.code;
            const QList<ErrorCode> found = findErrorCode(*codes, code.code);
            QVERIFY2(found.contains(code), qPrintable(code.code));
        }
        for (const QString &component : {u"MindIE"_s, u"HCCL"_s, u"ACL"_s, u"driver"_s, u"vLLM"_s, u"Mooncake"_s})
            QVERIFY2(std::any_of(codes->cbegin(), codes->cend(),
                                 [&](const ErrorCode &one) { return one.component == component; }),
                     qPrintable(component));
        const auto first = [&](const QString &written) { return findErrorCode(*codes, written).value(0).code; };
        QCOMPARE(first(u"[ei0006]"_s), u"EI0006"_s);
        QCOMPARE(first(u"mie05e01000b"_s), u"MIE05E01000B"_s);
        QCOMPARE(first(u"ret is -8005."_s), u"-8005"_s);
        QCOMPARE(first(u"8020"_s), u"-8020"_s);
        QCOMPARE(first(u"0X80e01801"_s), u"0x80E01801"_s);
        QCOMPARE(first(u"80E01801"_s), u"0x80E01801"_s); // as npu-smi prints it
        QCOMPARE(first(u"2026-03-18 10:33:52 error code 507014"_s), u"507014"_s);
        QCOMPARE(findErrorCode(*codes, u"EI0006,EI0002"_s).size(), 2);
        QCOMPARE(findErrorCode(*codes, u"EI0006 of rank 98"_s).size(), 1);
        QCOMPARE(first(u"507014"_s), u"507014"_s);
        QCOMPARE(first(u"50701"_s), QString());
        QCOMPARE(first(u""_s), QString());
        QCOMPARE(first(u"error"_s), QString());
    }

    void realLogsAreKnown_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("rule"); // empty: nothing is wrong in it
        const auto row = [](const char *file, const char *rule) {
            QTest::newRow(file) << QString::fromLatin1(file) << QString::fromLatin1(rule);
        };
        row("01-vllm-507034-EngineDeadError-950.txt", "acl.vector-timeout");
        row("02-acl-107001-invalid-device.txt", "driver.device-id");
        row("03-acl-507034-vector-core-timeout-950.txt", "acl.vector-timeout");
        row("05-plog-507014-aicore-timeout-a3.txt", "acl.aicore-timeout");
        row("06-acl-207007-EL0008-event-resources-310p.txt", "acl.events");
        row("08-acl-507015-aicore-exception-a3.txt", "acl.aicore-exception");
        row("09-acl-507057-suspect-remote-error-a3.txt", "acl.remote-error");
        row("10-acl-507011-graph-capture-910b3.txt", "acl.model-stream");
        row("11-acl-507011-mte-out-of-range-a3.txt", "hccl.buffer-mte");
        row("13-vllm-load-timeout-engine-init-failed.txt", "vllm.engine-init");
        row("14-vllm-engine-core-init-failed-910b4.txt", "vllm.engine-init");
        row("15-vllm-ModuleNotFound-version-mismatch.txt", "vllm.versions");
        row("17-vllm-startup-complete.txt", "");
        row("18-hccl-EI0006-socket-timeout-tp16.txt", "hccl.socket-timeout");
        row("19-hccl-EI0006-error-code-6.txt", "hccl.socket-timeout");
        row("21-acl-500001-AclSetCompileopt.txt", "acl.first-use");
        row("22-EZ9999-cannot-find-bin-kernels-missing.txt", "driver.kernels-missing");
        row("23-plog-link-timeout-detect.txt", "hccl.socket-timeout");
        row("25-plog-tls-inconsistent.txt", "hccl.tls");
        row("26-EI0019-bind-port.txt", "hccl.port");
        row("28-EI0012-sdma-error.txt", "hccl.sdma");
        row("29-EI0013-roce-cqe-error.txt", "hccl.roce-retry");
        row("30-plog-EI0002-task-exec-timeout.txt", "hccl.notify-timeout");
        row("31-mindie-daemon-start-success.txt", "");
        row("32-mindie-daemon-killed-and-restarted.txt", "memory.killed");
        row("34-mindie-futex-aborted-small-shm.txt", "memory.shm-suspected");
        row("35-mindie-missing-libtorch.txt", "container.library");
        row("36-mindie-failed-to-init-endpoint.txt", "mindie.infer-models");
        row("38-mindie-llm-log-line-format.txt", "mindie.too-long");
        row("39-mindie-acl-nn-161002.txt", "acl.operator-parameter");
    }
    void realLogsAreKnown()
    {
        QFETCH(QString, file);
        QFETCH(QString, rule);
        QFile log(QStringLiteral(ASC_SHARED_DIR "/captures/service-log/") + file);
        if (!log.open(QIODevice::ReadOnly))
            QSKIP("the captures are not on this machine");
        Diagnosis diagnosis(rules());
        diagnosis.begin({u"node1"_s, file, QDate(2026, 12, 31)});
        diagnosis.feed(log.readAll());
        diagnosis.end();
        const DiagnosisAnswer answer = diagnosis.answer();
        QCOMPARE(answer.first ? rules()[answer.first->rule].id : QString(), rule);
    }
};

QTEST_GUILESS_MAIN(TestFaultRules)
#include "tst_faultrules.moc"
