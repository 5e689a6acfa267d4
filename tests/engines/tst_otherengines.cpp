// The other engines on simulated clusters, through the command line: what stops them, what they answer, and that
// several nodes are one service.
#include "core/base/json.h"
#include "core/serving/http.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

using namespace Qt::StringLiterals;

class TestOtherEngines : public QObject
{
    Q_OBJECT

private slots:
    // Two nodes are one service: a port of the first that is taken is told before either is begun; later the second
    // one's end ends both.
    void twoNodesLiveAndEndTogether()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"two.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s,
                                  u"--dir"_s, cluster, u"--deployment"_s, file, u"--subnet"_s, u"65"_s});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        const auto fault = [&](const QStringList &what) {
            return ascendctl(QStringList{u"sim"_s, u"fault"_s} + what + QStringList{u"--dir"_s, cluster}).code == 0;
        };
        QVERIFY(fault({u"node1"_s, u"port-busy"_s, u"13389"_s}));
        const Ran checked = ascendctl({u"check"_s, file, u"--only"_s, u"host.ports"_s});
        QVERIFY2(checked.code != 0 && checked.out.contains("13389"), checked.out.constData());
        const Ran refused = ascendctl({u"deploy"_s, file});
        QVERIFY2(refused.code != 0
                     && (refused.out + refused.err).contains("node1: What the service needs is in use: 13389 ("),
                 (refused.out + refused.err).constData());
        QVERIFY(fault({u"node1"_s, u"port-busy"_s, u"--clear"_s}));
        const Ran deployed = ascendctl({u"deploy"_s, file});
        QVERIFY2(deployed.code == 0, (deployed.out + deployed.err).constData());
        QVERIFY2(deployed.out.contains("it runs, and http") || deployed.err.contains("it runs, and http"),
                 (deployed.out + deployed.err).constData());
        QCOMPARE(ascendctl({u"verify"_s, file}).code, 0);
        const Ran sampled = ascendctl({u"monitor"_s, file, u"--once"_s});
        QVERIFY(sampled.out.contains("node2"));
        // The second one ends; the first one's answers with it.
        const QStringList alive
            = QDir(cluster + u"/node2/.sim/run"_s).entryList({u"daemon-*.json"_s}, QDir::Files);
        QCOMPARE(alive.size(), 1);
        QCOMPARE(::kill(alive[0].mid(7).chopped(5).toInt(), SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(ascendctl({u"verify"_s, file}).code != 0, 30'000);
        // Again: the run makes both anew.
        const Ran again = ascendctl({u"deploy"_s, file});
        QVERIFY2(again.code == 0, (again.out + again.err).constData());
        QCOMPARE(ascendctl({u"verify"_s, file}).code, 0);
        // The same, and at once: the first one's still runs, but not for long.
        const QStringList anew = QDir(cluster + u"/node2/.sim/run"_s).entryList({u"daemon-*.json"_s}, QDir::Files);
        for (const QString &one : anew)
            ::kill(one.mid(7).chopped(5).toInt(), SIGKILL);
        const Ran together = ascendctl({u"deploy"_s, file});
        QVERIFY2(together.code == 0, (together.out + together.err).constData());
        QCOMPARE(ascendctl({u"verify"_s, file}).code, 0);
    }

    // What makes vLLM-Ascend stop is seen before anything runs, and the simulated one stops for it, too.
    void whatTheModelLacksIsCheckedAndStopsIt()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, u"--dir"_s,
                                  cluster, u"--deployment"_s, file, u"--subnet"_s, u"63"_s});
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        const auto checked = [&] {
            return ascendctl({u"check"_s, file, u"--only"_s, u"weights.config"_s, u"--json"_s}).out;
        };
        const auto deployed = [&] {
            const Ran ran = ascendctl({u"deploy"_s, file});
            return ran.code == 0 ? QByteArray() : ran.out + ran.err;
        };
        QVERIFY(checked().contains("\"pass\""));
        QFile deployment(file);
        QVERIFY(deployment.open(QIODevice::ReadWrite));
        Result<Json> json = parseJson(deployment.readAll(), file);
        QVERIFY(json);
        (*json)["settings"]["maxModelLen"] = 40961;
        QVERIFY(deployment.resize(0) && deployment.seek(0) && deployment.write(prettyJson(*json)) > 0);
        deployment.close();
        QVERIFY2(checked().contains("maxModelLen asks for 40961 tokens, the model has 40960"), checked().constData());
        QVERIFY(deployed().contains("The service ended "));
        QVERIFY(QFile::remove(cluster + u"/node1/work/weights/Qwen3-235B-A22B-w8a8/quant_model_description.json"_s));
        QVERIFY2(checked().contains("ModelSlim Quantization Config Not Found"), checked().constData());
        const auto changed = [&](const std::function<void(Json &)> &change) {
            QFile text(file);
            const Result<Json> read
                = text.open(QIODevice::ReadWrite) ? parseJson(text.readAll(), file) : Result<Json>(Error{});
            if (!read)
                return false;
            Json next = *read;
            change(next);
            return text.resize(0) && text.seek(0) && text.write(prettyJson(next)) > 0;
        };
        // The config.json of another model.
        const QString config = cluster + u"/node1/work/weights/Qwen3-235B-A22B-w8a8/config.json"_s;
        QFile whole(config);
        QVERIFY(whole.open(QIODevice::ReadWrite));
        const QByteArray own = whole.readAll();
        QVERIFY(whole.resize(0) && whole.seek(0)
                && whole.write(QByteArray(own).replace("\"num_hidden_layers\": 94", "\"num_hidden_layers\": 48")) > 0);
        whole.close();
        QVERIFY2(checked().contains("num_hidden_layers 48, not 94"), checked().constData());
        // The driver that the image's CANN does not take; of 0.18.0's nobody says it.
        const auto driver = [&] {
            return ascendctl({u"check"_s, file, u"--only"_s, u"driver.cann"_s, u"--json"_s}).out;
        };
        QVERIFY2(driver().contains("\"skipped\"") && driver().contains("CANN 8.5.1"), driver().constData());
        QVERIFY(changed([](Json &json) { json["settings"]["release"] = "0.23.0"; }));
        QVERIFY2(driver().contains("\"pass\""), driver().constData());
        QCOMPARE(ascendctl({u"sim"_s, u"fault"_s, u"node1"_s, u"driver-old"_s, u"--dir"_s, cluster}).code, 0);
        QVERIFY2(driver().contains("\"fail\"") && driver().contains("driver 25.0.rc1.1 does not go with CANN 9.1.0"),
                 driver().constData());
        // the old ones are a pair
        QVERIFY(ascendctl({u"check"_s, file, u"--only"_s, u"driver.firmware-pairing"_s, u"--json"_s})
                    .out.contains("\"pass\""));
        // A fault of the weights reaches these, too.
        QCOMPARE(ascendctl({u"sim"_s, u"fault"_s, u"node1"_s, u"weights-incomplete"_s, u"--dir"_s, cluster}).code, 0);
        QVERIFY(ascendctl({u"check"_s, file, u"--only"_s, u"weights.complete"_s}).code != 0);
    }

    // Of the length that is asked for, as the answers of the service tell it.
    void theContextIsTheOneThatIsAskedFor()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, u"--dir"_s,
                                  cluster, u"--deployment"_s, file, u"--subnet"_s, u"64"_s},
                                 SimModel::Usual); // the small one has 128
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        QFile deployment(file);
        QVERIFY(deployment.open(QIODevice::ReadWrite));
        Result<Json> json = parseJson(deployment.readAll(), file);
        QVERIFY(json);
        (*json)["settings"]["maxModelLen"] = 2048;
        QVERIFY(deployment.resize(0) && deployment.seek(0) && deployment.write(prettyJson(*json)) > 0);
        deployment.close();
        const Ran deployed = ascendctl({u"deploy"_s, file});
        QVERIFY2(deployed.code == 0, (deployed.out + deployed.err).constData());
        HttpRequest request;
        request.url = u"http://"_s + stringAt((*json)["nodes"][0], "host") + u":8000/v1/models"_s;
        const Result<HttpResponse> models = httpRequest(request, {});
        QVERIFY(models);
        QVERIFY2(models->body.contains("\"max_model_len\":2048"), models->body.constData());
    }

    // The step that starts it looks whether it lives: what cannot run at all, and a port that somebody else holds.
    // A path that the service does not have: what it answers stands in the log while the run waits, and the run can be
    // stopped.
    void whatThePathAnswersIsSaidWhileItWaits()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"openai-compatible-image"_s, u"--dir"_s, cluster,
                                  u"--deployment"_s, file, u"--subnet"_s, u"64"_s});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        QFile deployment(file);
        QVERIFY(deployment.open(QIODevice::ReadWrite));
        Json json = *parseJson(deployment.readAll(), file);
        json["settings"]["readyPath"] = "/nowhere";
        QVERIFY(deployment.resize(0) && deployment.seek(0) && deployment.write(prettyJson(json)) > 0);
        deployment.close();
        QProcess run;
        run.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"deploy"_s, file, u"--verbose"_s});
        QByteArray said;
        QTRY_VERIFY2_WITH_TIMEOUT((said += run.readAllStandardError()).contains("/nowhere answers HTTP 404"),
                                  said.right(2000).constData(), 120'000);
        run.terminate();
        QVERIFY(run.waitForFinished(30'000));
        QVERIFY(run.exitCode() != 0);
        QCOMPARE(ascendctl({u"undo"_s, file}).code, 0);
    }

    void aServiceThatEndsAtOnceFailsWhereItWasStarted()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"openai-compatible-image"_s, u"--dir"_s, cluster,
                                  u"--deployment"_s, file, u"--subnet"_s, u"64"_s});
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        const auto deployed = [&](const char *command) {
            QFile deployment(file);
            if (!deployment.open(QIODevice::ReadOnly))
                return Json();
            Json json = *parseJson(deployment.readAll(), file);
            deployment.close();
            json["settings"]["command"] = command;
            if (!deployment.open(QIODevice::WriteOnly) || deployment.write(prettyJson(json)) < 0)
                return Json();
            deployment.close();
            const Result<Json> said = parseJson(ascendctl({u"deploy"_s, file, u"--json"_s}).out, u"deploy"_s);
            return said ? *said : Json();
        };
        const auto stateOf = [](const Json &document, const QString &id) {
            for (const Json &step : member(document, "steps")) {
                if (stringAt(step, "id") == id)
                    return stringAt(step, "state");
            }
            return QString();
        };
        Json broken;
        // a busy machine is slower than the look
        for (int tries = 0; tries < 3 && stateOf(broken, u"start@node1"_s) != u"failed"_s; ++tries)
            broken = deployed("sh -c 'echo loading; echo no such model >&2; exit 3'");
        QCOMPARE(stateOf(broken, u"start@node1"_s), u"failed"_s);
        QCOMPARE(stateOf(broken, u"wait-ready@node1"_s), u"pending"_s);
        QCOMPARE(stringAt(member(broken, "error"), "message"),
                 u"node1: The service ended as soon as it was started."_s);
        QCOMPARE(stringAt(member(broken, "error"), "detail"), u"loading\nno such model"_s);

        QCOMPARE(ascendctl({u"sim"_s, u"fault"_s, u"node1"_s, u"port-busy"_s, u"8000"_s, u"--dir"_s, cluster}).code, 0);
        const char *const command = "vllm serve ${weights} --served-model-name ${servedModelName} --port ${port} "
                                    "--tensor-parallel-size ${cards}";
        const Json busy = deployed(command);
        const QString taken = stringAt(member(busy, "error"), "message");
        QVERIFY2(taken.startsWith(u"node1: What the service needs is in use: 8000 ("_s), qPrintable(taken));
        QCOMPARE(ascendctl({u"sim"_s, u"fault"_s, u"node1"_s, u"--clear"_s, u"--dir"_s, cluster}).code, 0);
        // Taken later, or where nobody could ask: the service's own words tell.
        const Json late = deployed("sh -c 'sleep 2; echo \"[Errno 98] address already in use\"; exit 1'");
        const QString said = stringAt(member(late, "error"), "message");
        QVERIFY2(said.startsWith(u"node1: The service ended ")
                     && said.endsWith(u"A port that a program wants is taken by another process."),
                 qPrintable(said));
        QVERIFY(stringAt(member(late, "error"), "remedy").contains(u"ss -ltnp"));

        // A service that ends for another reason says nothing of ports.
        QFile state(cluster + u"/node1/.sim/state.json"_s);
        QVERIFY(state.open(QIODevice::ReadWrite));
        Json changed = *parseJson(state.readAll(), state.fileName());
        changed["servingModel"] = "/gone.gguf";
        QVERIFY(state.resize(0) && state.seek(0) && state.write(prettyJson(changed)) > 0);
        state.close();
        const Json gone = deployed(command);
        const Json error = member(gone, "error");
        QVERIFY2(stringAt(error, "message").startsWith(u"node1: The service ")
                     && !stringAt(error, "message").contains(u"taken by another process"),
                 qPrintable(stringAt(error, "message")));
        QVERIFY2(stringAt(error, "detail").contains(u"the serving process ended before it answered"),
                 qPrintable(stringAt(error, "detail")));
    }

    // What the release's parser does not take is refused by the simulated vllm in the parser's words, and the run says
    // so.
    void theSimulatedVllmRefusesWhatTheReleaseDoesNotKnow()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, u"openai-compatible-image"_s, u"--dir"_s, cluster,
                                  u"--deployment"_s, file, u"--subnet"_s, u"62"_s});
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        QFile deployment(file);
        QVERIFY(deployment.open(QIODevice::ReadWrite));
        Result<Json> json = parseJson(deployment.readAll(), file);
        QVERIFY(json);
        (*json)["settings"]["command"] = "vllm serve ${weights} --port ${port} --rope-scaling {}";
        QVERIFY(deployment.resize(0) && deployment.seek(0) && deployment.write(prettyJson(*json)) > 0);
        deployment.close();
        const Ran deployed = ascendctl({u"deploy"_s, file});
        QVERIFY(deployed.code != 0);
        QVERIFY2((deployed.out + deployed.err).contains("The service ended "),
                 (deployed.out + deployed.err).constData());
    }
};

QTEST_GUILESS_MAIN(TestOtherEngines)
#include "tst_otherengines.moc"
