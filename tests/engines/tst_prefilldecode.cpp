// Prefill and decode apart, on four simulated A3 nodes: 36 ranks and the proxy, what they do to requests, and the
// faults that such a deployment has. The processes, their ports and their answers are real, the model is a small one
// behind all ranks of a node.
#include "core/base/json.h"
#include "core/nodes/connect.h"
#include "core/serving/http.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

using namespace Qt::StringLiterals;

namespace {

const QString recipeId = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;

QByteArray told(const Ran &ran) { return ran.out + ran.err; }

} // namespace

class TestPrefillDecode : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, recipeId, u"--dir"_s, cluster(), u"--deployment"_s,
                                  file(), u"--subnet"_s, u"71"_s});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
    }
    void cleanupTestCase() { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster()}); }

    // The second prefill node's KV ports are its own: 36100 and up. The first one's are none of its.
    void aTakenPortStopsItBefore()
    {
        QVERIFY(fault({u"node2"_s, u"port-busy"_s, u"36109"_s}));
        const Ran checked = ascendctl({u"check"_s, file(), u"--only"_s, u"host.ports"_s});
        QVERIFY2(checked.code != 0 && checked.out.contains("36109"), checked.out.constData());
        const Ran refused = ascendctl({u"deploy"_s, file()});
        QVERIFY2(refused.code != 0 && told(refused).contains("node2: What the service needs is in use: 36109 ("),
                 told(refused).constData());
        QVERIFY(fault({u"node2"_s, u"port-busy"_s, u"--clear"_s}));
        QVERIFY(fault({u"node2"_s, u"port-busy"_s, u"36009"_s}));
        QCOMPARE(ascendctl({u"check"_s, file(), u"--only"_s, u"host.ports"_s}).code, 0);
        QVERIFY(fault({u"node2"_s, u"port-busy"_s, u"--clear"_s}));
    }

    void itServes()
    {
        const Ran deployed = ascendctl({u"deploy"_s, file()});
        QVERIFY2(deployed.code == 0, told(deployed).constData());
        const Ran verified = ascendctl({u"verify"_s, file()});
        QVERIFY2(verified.code == 0, told(verified).constData());
        QVERIFY2(verified.out.contains("/healthcheck, and so does each of the 36 processes behind it"),
                 told(verified).constData());
        for (const auto &[node, ranks] : {std::pair{1, 2}, {2, 2}, {3, 16}, {4, 16}})
            QCOMPARE(processes(node).size(), ranks);
        QCOMPARE(get(1, 1999, "/v1/models"), 404);  // as the proxy of v0.18.0
        QCOMPARE(get(4, 7115, "/v1/models"), 200);
        QCOMPARE(get(1, 7102, "/v1/models"), 0);    // a prefill node has two ranks
        const Ran sampled = ascendctl({u"monitor"_s, file(), u"--once"_s});
        QVERIFY2(sampled.out.contains("serving.running"), told(sampled).constData());
        QVERIFY2(!sampled.out.contains("serving.ttft"), "decode ranks see no request from its beginning");
    }

    // The proxy and what it reached so far answer as before.
    void ranksThatHangAreNamed()
    {
        const QList<qint64> hung = processes(4).first(6);
        const auto signalAll = [&](int number) {
            for (const qint64 pid : hung)
                ::kill(pid_t(pid), number);
        };
        signalAll(SIGSTOP);
        const Ran verified = ascendctl({u"verify"_s, file()});
        signalAll(SIGCONT);
        QVERIFY2(verified.code != 0 && verified.out.contains("6 of the 36 processes behind it do not")
                     && verified.out.contains(" and 2 more"),
                 told(verified).constData());
        const Ran again = ascendctl({u"verify"_s, file()});
        QVERIFY2(again.code == 0, told(again).constData());
    }

    // What a rank answers by itself: a prefill rank where its cache is, a decode rank nothing without it.
    void ranksHandOver()
    {
        const Json question{{"model", "deepseek_v3"},
                            {"messages", Json::array({{{"role", "user"}, {"content", "Count."}}})},
                            {"max_tokens", 1}};
        Json first = question;
        first["kv_transfer_params"] = {{"do_remote_decode", true}, {"do_remote_prefill", false}};
        const auto [worked, said] = post(2, 7101, first);
        QCOMPARE(worked, 200);
        const Json params = member(said, "kv_transfer_params");
        const QString engine = stringAt(params, "remote_engine_id"); // of v0.18.0: with a part by chance
        QVERIFY2(engine.startsWith("1-"_L1) && engine.size() == 34, qPrintable(engine));
        QCOMPARE(integerAt(params, "remote_port").value_or(0), 36108);
        QCOMPARE(post(3, 7100, question).first, 500);
        Json second = question;
        second["kv_transfer_params"] = params;
        QCOMPARE(post(3, 7100, second).first, 200);
        second["kv_transfer_params"]["remote_port"] = 36777;
        QCOMPARE(post(3, 7100, second).first, 500);
    }

    // One rank of 32 dies: its node's others end with it, those of the other decode node lose them; deploying again
    // makes all of them anew.
    void aLostRankEndsItsGroup()
    {
        QCOMPARE(::kill(pid_t(processes(4).first()), SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(processes(3).isEmpty() && processes(4).isEmpty(), 60'000);
        QCOMPARE(processes(1).size(), 2);           // a prefill group is its own
        const Ran verified = ascendctl({u"verify"_s, file()});
        QVERIFY2(verified.code != 0 && verified.out.contains("HTTP 500"), told(verified).constData());
        QVERIFY(logOf(4).contains("ended with code 137; the others are ended, too."));
        const Ran again = ascendctl({u"deploy"_s, file()});
        QVERIFY2(again.code == 0, told(again).constData());
        QCOMPARE(ascendctl({u"verify"_s, file()}).code, 0);
    }

    // A prefill node that is gone: the proxy's requests to it fail, and the endpoint is not verified.
    void aLostPrefillNodeIsSeen()
    {
        QCOMPARE(::kill(pid_t(processes(2).first()), SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(processes(2).isEmpty(), 30'000);
        QCOMPARE(processes(3).size(), 16);
        const Ran verified = ascendctl({u"verify"_s, file()});
        QVERIFY2(verified.code != 0, told(verified).constData());
        const Ran again = ascendctl({u"deploy"_s, file()});
        QVERIFY2(again.code == 0, told(again).constData());
    }

    // What a container that is stopped holds is not known before it runs: the end of healthy services on other nodes
    // follows from it, and is not announced.
    void whatAnotherNodesContainerDecidesFollows()
    {
        const Result<Deployment> deployment = loadDeployment(file());
        QVERIFY(deployment);
        ConnectionSettings connections;
        connections.baseFolder = m_dir.path();
        const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(deployment->nodes.at(3), connections)({});
        QVERIFY2(shell, shell ? "" : qPrintable(shell.error().message));
        const Result<CommandOutput> stopped
            = (*shell)->run({.argv = {u"sh"_s, u"-c"_s, u"docker stop -t1 $(docker ps -q)"_s}}, {});
        QVERIFY2(stopped && stopped->exitCode == 0, stopped ? stopped->err.constData() : "");
        const Ran asked = ascendctl({u"deploy"_s, file(), u"--check"_s});
        QVERIFY2(asked.code == 1 && asked.out.contains("node4  Start the container: would-change"),
                 told(asked).constData());
        const QByteArray after = ": follows  after \"Copy the artifacts into the container\" on node4 only";
        for (const QByteArray node : {"node1", "node2"}) {
            QVERIFY2(asked.out.contains(node + "  End the service that has older files" + after),
                     told(asked).constData());
            QVERIFY2(asked.out.contains(node + "  Start the service" + after), told(asked).constData());
        }
        QVERIFY2(asked.out.contains("A run would change something on node3, node4,"), told(asked).constData());
        // The run leaves them alone.
        const Ran again = ascendctl({u"deploy"_s, file(), u"--resume"_s});
        QVERIFY2(again.code == 0, told(again).constData());
        for (const QByteArray node : {"node1", "node2"})
            QVERIFY2(again.err.contains(node + "  End the service that has older files: up-to-date")
                         && again.err.contains(node + "  Start the service: up-to-date"),
                     told(again).constData());
    }

    // A prefill node whose side channel answers nobody: it is asked by decode, which says so.
    void aMissingPeerIsNamed()
    {
        QVERIFY(fault({u"node2"_s, u"prefill-missing"_s}));
        const auto [worked, said] = post(2, 7100, handOver());
        QCOMPARE(worked, 200);
        QCOMPARE(post(3, 7100, handOver(member(said, "kv_transfer_params"))).first, 500);
        QVERIFY(fault({u"node2"_s, u"prefill-missing"_s, u"--clear"_s}));
        QCOMPARE(post(3, 7100, handOver(member(said, "kv_transfer_params"))).first, 200);
        QCOMPARE(diagnosed(3), u"mooncake.peer-missing"_s);
    }

    // Clients and the run ask the proxy on the first node, whose log only says that something behind it failed.
    void theLogOfAnotherNodeTellsWhyVerifyFails()
    {
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QVERIFY(fault({node, u"prefill-missing"_s}));
        const Ran refused = ascendctl({u"deploy"_s, file()});
        static const QRegularExpression named(u"The log of node[34] \\(decode\\) tells the cause: A decode rank asked "
                                              "a prefill rank for its KV cache"_s);
        QVERIFY2(refused.code != 0 && named.match(QString::fromUtf8(refused.err)).hasMatch(),
                 refused.err.right(3000).constData());
        QVERIFY(refused.err.contains("after all retries: Receive timeout"));
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QVERIFY(fault({node, u"prefill-missing"_s, u"--clear"_s}));
        QCOMPARE(ascendctl({u"deploy"_s, file()}).code, 0);
    }

    void undone()
    {
        QCOMPARE(ascendctl({u"undo"_s, file()}).code, 0);
        for (int node = 1; node <= 4; ++node)
            QCOMPARE(processes(node).size(), 0);
        QCOMPARE(get(1, 1999, "/healthcheck"), 0);
    }

    // What was started wrong: a proxy without its decode nodes, a prefill node with the other's engine_id, which the
    // plugin keeps before v0.12.0rc1. The service gets ready all the same; requests tell.
    void whatWasStartedWrongIsNamed()
    {
        for (const QString &node : {u"node1"_s, u"node2"_s, u"node3"_s, u"node4"_s})
            QVERIFY(fault({node, u"image-other-release"_s, u"0.11.0"_s}));
        QVERIFY(fault({u"node1"_s, u"proxy-no-decode"_s}) && fault({u"node2"_s, u"engine-id-same"_s}));
        const Ran deployed = ascendctl({u"deploy"_s, file()});
        QVERIFY2(deployed.code != 0
                     && told(deployed).contains("The proxy reaches no decode process at the address that it was "
                                                "started with"),
                 told(deployed).right(3000).constData());
        const Ran verified = ascendctl({u"verify"_s, file()});
        QVERIFY2(verified.code != 0, told(verified).constData());
        QCOMPARE(diagnosed(1), u"vllm.proxy-decoder"_s);
        const Json first = member(post(1, 7100, handOver()).second, "kv_transfer_params"),
                   second = member(post(2, 7100, handOver()).second, "kv_transfer_params");
        QCOMPARE(stringAt(first, "remote_engine_id"), stringAt(second, "remote_engine_id"));
        QCOMPARE(post(3, 7100, handOver(first)).first, 200);
        QCOMPARE(post(3, 7100, handOver(second)).first, 500);
        QCOMPARE(diagnosed(3), u"mooncake.transfer"_s);
        Json own = first;
        own["remote_engine_id"] = "2";
        const auto [refused, why] = post(3, 7100, handOver(own));
        QCOMPARE(refused, 500);
        QVERIFY(stringAt(member(why, "error"), "message").contains("Conflict engine id 2"_L1));
        for (const QString &node : {u"node1"_s, u"node2"_s, u"node3"_s, u"node4"_s})
            QVERIFY(fault({node, u"--clear"_s}));
        QCOMPARE(ascendctl({u"undo"_s, file()}).code, 0);
    }

    // The allocator's own words, and a parser of another release: both end the run, which names them.
    void whatEndsItWhileItStartsIsNamed_data()
    {
        QTest::addColumn<QStringList>("what");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<QString>("rule");
        QTest::newRow("out of HBM") << QStringList{u"node3"_s, u"oom-at-load"_s, u"5"_s}
                                    << QByteArray("NPU out of memory. Tried to allocate") << u"memory.npu"_s;
        QTest::newRow("another release") << QStringList{u"node4"_s, u"image-other-release"_s}
                                         << QByteArray("error: ") << u"vllm.command-line"_s;
    }
    void whatEndsItWhileItStartsIsNamed()
    {
        QFETCH(QStringList, what);
        QFETCH(QByteArray, says);
        QFETCH(QString, rule);
        QVERIFY(fault(what));
        const Ran refused = ascendctl({u"deploy"_s, file()});
        QVERIFY2(refused.code > 0 && told(refused).contains(says), told(refused).right(3000).constData());
        const QByteArray node = what.first().toUtf8(); // whichever node's log was found to have failed first
        QVERIFY2(refused.err.contains("ascendctl: " + node + ": The service")
                     || refused.err.contains("The log of " + node + " (decode) tells the cause: "),
                 refused.err.right(3000).constData());
        QCOMPARE(diagnosed(what.first().right(1).toInt()), rule);
        QVERIFY(fault({what.first(), u"--clear"_s}));
        QCOMPARE(ascendctl({u"undo"_s, file()}).code, 0);
    }

    // Out of memory while it loads: the rank's own words are the cause, whichever of 16 said them.
    void outOfMemoryIsTheCause()
    {
        const Ran refused = [&] {
            if (!set({{"prefillGpuMemoryUtilization", 0.6}}))
                return Ran();
            return ascendctl({u"deploy"_s, file()});
        }();
        QVERIFY2(refused.code > 0 && told(refused).contains("No available memory for the cache blocks"),
                 told(refused).constData());
        QCOMPARE(ascendctl({u"undo"_s, file()}).code, 0);
    }

    // An image of another release: said before, and the parser of that release has the last word.
    void anImageOfAnotherReleaseIsDoubted()
    {
        QVERIFY(set({{"prefillGpuMemoryUtilization", 0.9}, {"image", "quay.io/ascend/vllm-ascend:v0.23.0-a3"}}));
        const Ran told = ascendctl({u"generate"_s, file(), u"-o"_s, m_dir.filePath(u"art"_s)});
        QVERIFY2((told.out + told.err).contains("0.23.0"), (told.out + told.err).constData());
    }

    // Without -a3 it is the one for A2.
    void anImageForOtherChipsIsDoubted()
    {
        QVERIFY(set({{"image", "quay.io/ascend/vllm-ascend:v0.18.0"}, {"release", "0.18.0"}}));
        const Ran told = ascendctl({u"lint"_s, u"deployment"_s, file()});
        QVERIFY2((told.out + told.err).contains("is built for the chips of A2, and the recipe is for A3"),
                 (told.out + told.err).constData());
    }

private:
    QString file() const { return m_dir.filePath(u"pd.deployment.json"_s); }
    QString cluster() const { return m_dir.filePath(u"cluster"_s); }
    bool fault(const QStringList &what) const
    {
        return ascendctl(QStringList{u"sim"_s, u"fault"_s} + what + QStringList{u"--dir"_s, cluster()}).code == 0;
    }
    QList<qint64> processes(int node) const // the ranks that say that they live, and do
    {
        QList<qint64> pids;
        const QDir run(cluster() + u"/node%1/.sim/run"_s.arg(node));
        for (const QString &name : run.entryList({u"daemon-*.json"_s}, QDir::Files)) {
            const qint64 pid = name.mid(7).chopped(5).toLongLong();
            if (::kill(pid_t(pid), 0) == 0)
                pids << pid;
        }
        return pids;
    }
    static QString url(int node, int port, const QByteArray &path)
    {
        return u"http://127.0.71.%1:%2"_s.arg(node).arg(port) + QString::fromLatin1(path);
    }
    static int get(int node, int port, const QByteArray &path)
    {
        const Result<HttpResponse> answer = httpRequest({.url = url(node, port, path)}, {});
        return answer ? answer->status : 0;
    }
    static std::pair<int, Json> post(int node, int port, const Json &question)
    {
        const Result<HttpResponse> answer
            = httpRequest(jsonPost(url(node, port, "/v1/chat/completions"), compactJson(question)), {});
        const Result<Json> json = answer ? parseJson(answer->body, u"answer"_s) : Result<Json>(answer.error());
        return {answer ? answer->status : 0, json ? *json : Json()};
    }
    // A request to a prefill rank, or, with what one answered, to a decode rank.
    static Json handOver(const Json &params = {{"do_remote_decode", true}, {"do_remote_prefill", false}})
    {
        return {{"model", "deepseek_v3"},
                {"messages", Json::array({{{"role", "user"}, {"content", "Count."}}})},
                {"max_tokens", 1},
                {"kv_transfer_params", params}};
    }
    // The rule of what failed first in a node's log.
    QString diagnosed(int node) const
    {
        QFile log(m_dir.filePath(u"node%1.log"_s.arg(node)));
        if (!log.open(QIODevice::WriteOnly) || log.write(logOf(node)) < 0)
            return {};
        log.close();
        const Result<Json> said
            = parseJson(ascendctl({u"diagnose"_s, log.fileName(), u"--json"_s}).out, u"diagnose"_s);
        return said ? stringAt(member(*said, "first"), "rule") : QString();
    }
    QByteArray logOf(int node) const
    {
        const QDir containers(cluster() + u"/node%1/.sim/containers"_s.arg(node));
        QByteArray all;
        for (const QString &one : containers.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir folder(containers.filePath(one) + u"/root/work/deployments"_s);
            for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
                QFile log(folder.filePath(name) + u"/vllm.log"_s);
                if (log.open(QIODevice::ReadOnly))
                    all += log.readAll();
            }
        }
        return all;
    }
    bool set(const Json &settings) const
    {
        QFile deployment(file());
        const Result<Json> json
            = deployment.open(QIODevice::ReadWrite) ? parseJson(deployment.readAll(), file()) : Error{};
        if (!json)
            return false;
        Json changed = *json;
        changed["settings"].update(settings);
        return deployment.resize(0) && deployment.seek(0) && deployment.write(prettyJson(changed)) > 0;
    }

    QTemporaryDir m_dir;
};

QTEST_GUILESS_MAIN(TestPrefillDecode)
#include "tst_prefilldecode.moc"
