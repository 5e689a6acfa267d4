// Every recipe that comes with the program on a simulated cluster of its size, through the command line: checked,
// deployed to a real answer (and killed in the middle of it), sampled, stopped, started again, undone. ASC_ENGINE: only
// those of one engine, so that several can run side by side.
#include "core/base/json.h"
#include "core/engines/recipebook.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

// What a report of `check --json` says is wrong, a line each; no report: what it said.
static QString failedChecks(const QByteArray &report)
{
    const Result<Json> json = parseJson(report, u"check"_s);
    if (!json)
        return QString::fromUtf8(report);
    QStringList lines;
    const auto add = [&](const Json &findings) {
        for (const Json &finding : findings) {
            if (stringAt(finding, "verdict") == "fail"_L1 || stringAt(finding, "verdict") == "unknown"_L1)
                lines << u"%1 (%2): %3"_s.arg(stringAt(finding, "check"), stringAt(finding, "verdict"),
                                              stringAt(finding, "summary"));
        }
    };
    for (const Json &node : member(*json, "nodes"))
        add(member(node, "findings"));
    add(member(*json, "cluster"));
    return lines.join(u'\n');
}

class TestRecipesDeployed : public QObject
{
    Q_OBJECT

private slots:
    void deploysToARealAnswer_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("generation");
        QTest::addColumn<QString>("port");
        const QString engine = qEnvironmentVariable("ASC_ENGINE");
        const Result<QList<Recipe>> recipes = loadRecipes();
        QVERIFY(recipes);
        for (const Recipe &recipe : *recipes) {
            const Result<Json> settings = effectiveSettings(recipe, Json::object());
            QVERIFY(settings);
            if (!engine.isEmpty() && recipe.engine != engine)
                continue;
            const QString port = QString::number(integerAt(*settings, "port").value_or(0));
            QTest::newRow(recipe.id.toUtf8().constData()) << recipe.id << QString() << port;
            if (choosesVariant(recipe, u"generation"_s))
                QTest::newRow((recipe.id + u" 3.0"_s).toUtf8().constData()) << recipe.id << u"3.0"_s << port;
        }
    }
    void deploysToARealAnswer()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, generation);
        QFETCH(QString, port);
        const QString engine = qEnvironmentVariable("ASC_ENGINE");
        const QString subnet = engine == "mindie"_L1 ? u"66"_s : engine == "vllm-ascend"_L1 ? u"67"_s : u"61"_s;
        QTemporaryDir dir;
        const QString file = dir.filePath(u"one.deployment.json"_s), cluster = dir.filePath(u"cluster"_s);
        const Ran up = ascendctl({u"sim"_s, u"up"_s, u"--recipe"_s, recipe, u"--dir"_s, cluster, u"--deployment"_s,
                                  file, u"--subnet"_s, subnet});
        if (up.code != 0 && up.err.contains("model"))
            QSKIP("there is no model to serve with");
        QVERIFY2(up.code == 0, up.err.constData());
        const auto down = qScopeGuard([&] { ascendctl({u"sim"_s, u"down"_s, u"--dir"_s, cluster}); });
        const auto write = [&](const Json &settings) {
            QFile deployment(file);
            const Result<Json> json
                = deployment.open(QIODevice::ReadWrite) ? parseJson(deployment.readAll(), file) : Error{};
            if (!json)
                return false;
            Json changed = *json;
            changed["settings"].update(settings);
            return deployment.resize(0) && deployment.seek(0) && deployment.write(prettyJson(changed)) > 0;
        };
        if (!generation.isEmpty())
            QVERIFY(write({{"generation", generation.toStdString()}}));
        if (recipe == "openai-deepseek-r1-awq-1xA2"_L1) { // no image is published: the operator names one
            for (const QStringList &how : {QStringList{}, QStringList{u"--check"_s}}) { // the recipe only stands in
                const Ran none = ascendctl(QStringList{u"deploy"_s, file} + how);
                QVERIFY2(none.code == 1 && none.err.contains("set \"image\" to the image that serves these weights")
                             && none.out.isEmpty() && !none.err.contains(": running"),
                         (none.out + none.err).constData());
            }
            const Ran judged = ascendctl({u"check"_s, file, u"--only"_s, u"recipe.settings"_s});
            QVERIFY2(judged.code == 1 && judged.out.contains("only stands for yours"),
                     (judged.out + judged.err).constData());
            QVERIFY(write({{"image", "quay.io/ascend/vllm-ascend:v0.18.0"}}));
            const Ran refused = ascendctl({u"deploy"_s, file}); // vLLM-Ascend's own does not
            const QByteArray said = refused.out + refused.err;
            QVERIFY2(refused.code != 0 && said.contains("--quantization awq is refused on Ascend"), said.constData());
            const Json served = "vllm serve ${weights} --served-model-name ${servedModelName} --port ${port}";
            QVERIFY(write({{"command", served}}));
            const Ran named = ascendctl({u"lint"_s, u"deployment"_s, file}); // the weights' own method then
            QVERIFY2(named.code != 0 && named.out.contains("refuses AWQ weights in every release"),
                     named.out.constData());
            const char *const own = "registry.example.com/own/awq-vllm-ascend:v0.18.0"; // an image that takes it
            QFile state(cluster + u"/node1/.sim/state.json"_s);
            QVERIFY(state.open(QIODevice::ReadWrite));
            Json node = *parseJson(state.readAll(), state.fileName());
            Json image;
            for (const Json &one : member(node, "images")) {
                if (stringAt(one, "reference").endsWith("vllm-ascend:v0.18.0"_L1))
                    image = one;
            }
            image["reference"] = own;
            node["images"].push_back(image);
            QVERIFY(state.resize(0) && state.seek(0) && state.write(prettyJson(node)) > 0);
            state.close();
            QVERIFY(write({{"image", own}}));
        }

        const Ran checked = ascendctl({u"check"_s, file, u"--json"_s});
        QVERIFY2(checked.code == 0, qPrintable(failedChecks(checked.out)));
        // Killed when the first service is being started; deployed again, it goes on from what is there.
        QProcess killed;
        killed.setProcessChannelMode(QProcess::MergedChannels);
        killed.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"deploy"_s, file});
        QByteArray said;
        while (!said.contains("Start the service: running") && killed.waitForReadyRead(120'000))
            said += killed.readAll();
        QVERIFY2(said.contains("Start the service: running"), said.constData());
        killed.kill();
        QVERIFY(killed.waitForFinished());
        const Ran deployed = ascendctl({u"deploy"_s, file});
        QVERIFY2(deployed.code == 0, (deployed.out + deployed.err).constData());
        QVERIFY2((deployed.out + deployed.err).contains("Start the container: up-to-date"),
                 (deployed.out + deployed.err).constData());
        const Ran verified = ascendctl({u"verify"_s, file, u"--json"_s});
        QVERIFY2(verified.code == 0, verified.out.constData());
        QVERIFY(verified.out.contains(":" + port.toUtf8() + "/v1"));
        const Ran sampled = ascendctl({u"monitor"_s, file, u"--once"_s});
        QVERIFY2(sampled.code == 0 && sampled.out.contains("serving.running") && sampled.out.contains("npu.hbm"),
                 (sampled.out + sampled.err).constData());
        // Again: everything holds, nothing is done twice.
        const Ran again = ascendctl({u"deploy"_s, file});
        QVERIFY2(again.code == 0 && (again.out + again.err).contains("Start the service: up-to-date"),
                 (again.out + again.err).constData());
        QCOMPARE(ascendctl({u"stop"_s, file}).code, 0);
        QVERIFY(ascendctl({u"verify"_s, file}).code != 0);
        const Ran resumed = ascendctl({u"deploy"_s, file});
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).constData());
        const Ran undone = ascendctl({u"undo"_s, file});
        QVERIFY2(undone.code == 0, (undone.out + undone.err).constData());
        QVERIFY(ascendctl({u"verify"_s, file}).code != 0);
        for (const QFileInfo &node : QDir(cluster).entryInfoList({u"node*"_s}, QDir::Dirs)) {
            const QDir left(node.filePath() + u"/work/deployments"_s);
            QVERIFY2(left.entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty(), qPrintable(left.path()));
        }
    }
};

QTEST_GUILESS_MAIN(TestRecipesDeployed)
#include "tst_recipesdeployed.moc"
