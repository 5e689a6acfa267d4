// The scripts of every recipe that comes with the program: what people type into settings is never run, and shellcheck
// has nothing to say. Commands that the scripts call are stubs.
#include "core/artifacts/artifact.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/shellcheck.h"

#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

Result<ArtifactSet> generatedWith(const Recipe &recipe, const Json &settings)
{
    Deployment deployment;
    deployment.name = u"one"_s;
    deployment.recipe = recipe.id;
    deployment.settings = settings;
    QList<NodeFacts> facts;
    for (int i = 1; i <= recipe.nodes; ++i) {
        const QString name = u"node%1"_s.arg(i);
        deployment.nodes << plainNode(name, u"10.20.0.1%1"_s.arg(i));
        facts << healthyNode(name, 10 + i, std::max(8, recipe.chipsPerNode));
    }
    return generateArtifacts(deployment, recipe, facts);
}

QStringList writtenScripts(const ArtifactSet &set, const QString &folder)
{
    QStringList scripts;
    for (const Artifact &file : set.files) {
        const QString path = folder + u'/' + file.path;
        QDir().mkpath(path.section(u'/', 0, -2));
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(file.content) != file.content.size())
            return {};
        if (path.endsWith(".sh"_L1))
            scripts << path;
    }
    return scripts;
}

// A recipe that is nobody's yet wants an image and a command first.
Json leastSettings(const Recipe &recipe)
{
    Json settings = Json::object();
    for (const RecipeSetting &setting : recipe.settings) {
        if (setting.key == "image"_L1 && stringAt(Json{{"x", setting.defaultValue}}, "x").isEmpty())
            settings["image"] = "registry.local/image:1";
        if (setting.key == "command"_L1)
            settings["command"] = "serve ${weights} --port ${port}";
        if (setting.key == "servedModelName"_L1 && stringAt(Json{{"x", setting.defaultValue}}, "x").isEmpty())
            settings["servedModelName"] = "served";
        if (setting.key == "weights"_L1 && stringAt(Json{{"x", setting.defaultValue}}, "x").isEmpty())
            settings["weights"] = "/work/weights";
    }
    return settings;
}

} // namespace

class TestEveryScript : public QObject
{
    Q_OBJECT

private slots:
    void allRecipes_data()
    {
        QTest::addColumn<QString>("recipe");
        const Result<QList<Recipe>> recipes = loadRecipes();
        QVERIFY(recipes);
        for (const Recipe &recipe : *recipes)
            QTest::newRow(recipe.id.toUtf8().constData()) << recipe.id;
    }
    void allRecipes() { QVERIFY(findRecipe(QString::fromUtf8(QTest::currentDataTag()))); }

    void whatIsTypedIsNotRun_data() { allRecipes_data(); }
    void whatIsTypedIsNotRun()
    {
        QFETCH(QString, recipe);
        const Recipe its = *findRecipe(recipe);
        int taken = 0;
        for (const QString &hostile :
             {u"/w/'\"; touch pwned; #"_s, u"/w/$(touch pwned)`touch pwned`"_s, u"/w/&& touch pwned | touch pwned"_s}) {
            Json settings = leastSettings(its);
            for (const RecipeSetting &setting : its.settings) {
                if (!Json(setting.defaultValue).is_string() || setting.key == "command"_L1)
                    continue;
                Json tried = settings;
                tried[setting.key.toStdString()] = hostile.toStdString();
                const Result<ArtifactSet> set = generatedWith(its, tried);
                QVERIFY2(set || !set.error().message.isEmpty(), qPrintable(setting.key));
                if (!set)
                    continue;            // refused, and says why
                settings = tried;
                ++taken;
            }
            const Result<ArtifactSet> set = generatedWith(its, settings);
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            QTemporaryDir box;
            const QStringList scripts = writtenScripts(*set, box.path());
            QVERIFY(scripts.size() >= 5 * its.nodes);
            const QString bin = box.path() + u"/bin"_s;
            QVERIFY(QDir().mkpath(bin));
            for (const char *tool : {"docker", "podman", "nohup", "setsid", "touch", "rm", "mv", "kill", "sleep",
                                     "vllm", "python3", "serve"}) {
                QFile stub(bin + u'/' + QLatin1String(tool));
                QVERIFY(stub.open(QIODevice::WriteOnly));
                stub.write("#!/bin/bash\n[ \"${0##*/}\" != touch ] || echo \"$@\" >>\"$TOUCHED\"\n");
                stub.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
            }
            QProcessEnvironment environment;
            environment.insert(u"PATH"_s, bin + u":/usr/bin:/bin"_s);
            environment.insert(u"TOUCHED"_s, box.path() + u"/touched"_s);
            for (const QString &script : scripts) {
                QProcess bash;
                bash.setProcessEnvironment(environment);
                bash.setWorkingDirectory(box.path());
                bash.start(u"bash"_s, {script, u"0"_s, u"7100"_s, u"0"_s});
                QVERIFY2(bash.waitForFinished(30'000), qPrintable(script));
                QVERIFY2(!bash.readAllStandardError().contains("syntax error"), qPrintable(script));
            }
            QFile touched(box.path() + u"/touched"_s);
            QVERIFY2(!touched.exists(), touched.open(QIODevice::ReadOnly) ? touched.readAll().constData() : "");
        }
        QVERIFY(taken > 0);              // or nothing was tried
    }

    void shellcheckIsSilent_data() { allRecipes_data(); }
    void shellcheckIsSilent()
    {
        QFETCH(QString, recipe);
        if (QStandardPaths::findExecutable(u"shellcheck"_s).isEmpty())
            QSKIP("shellcheck is not installed");
        const Recipe its = *findRecipe(recipe);
        for (const char *language : {"en", "zh"}) {
            Json settings = leastSettings(its);
            settings["commentLanguage"] = language;
            const Result<ArtifactSet> set = generatedWith(its, settings);
            QVERIFY2(set, set ? "" : qPrintable(set.error().message));
            QTemporaryDir box;
            const QByteArray said = shellcheckSays(writtenScripts(*set, box.path()));
            QVERIFY2(said.isEmpty(), said.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestEveryScript)
#include "tst_everyscript.moc"
