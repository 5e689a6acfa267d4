// What is said of a recipe's file: every kind of mistake with its place, and nothing of the program's own files.
#include "core/base/data.h"
#include "core/engines/engine.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"

#include <QTest>

using namespace Qt::StringLiterals;

class RecipeSchemaTest : public QObject
{
    Q_OBJECT

private:
    static Json fileOf(const QString &id) { return *jsonDataFile(u"recipes/"_s + id + u".json"_s); }

private slots:
    void theProgramsOwnAreRight()
    {
        const QStringList names = dataFileNames(u"recipes"_s);
        QVERIFY(names.size() >= 4);
        for (const QString &name : names) {
            const Result<Recipe> recipe = recipeFromText(*dataFile(name), name);
            QVERIFY2(recipe, recipe ? "" : qPrintable(recipe.error().message + u'\n' + recipe.error().detail));
        }
    }

    void aMistakeIsSaidWithItsPlace_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QByteArray>("patch"); // RFC 6902
        QTest::addColumn<QString>("said");
        const QString openai = u"openai-compatible-image"_s, vllm = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s,
                      mindie = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        const auto row = [](const char *name, const QString &recipe, const char *patch, const char *said) {
            QTest::newRow(name) << recipe << QByteArray(patch) << QString::fromUtf8(said);
        };
        row("no object", openai, R"([{"op":"replace","path":"","value":[1]}])",
            "mine.json: the file is a list; it must be an object");
        row("no engine", openai, R"([{"op":"remove","path":"/engine"}])", "mine.json: /engine is missing");
        row("unknown engine", openai, R"([{"op":"replace","path":"/engine","value":"sglang"}])",
            "/engine is \"sglang\"; it must be one of mindie, vllm-ascend, openai");
        row("engine of a wrong type", openai, R"([{"op":"replace","path":"/engine","value":3}])",
            "/engine is 3; it must be one of");
        row("no id", openai, R"([{"op":"remove","path":"/id"}])", "/id is missing");
        row("id with a blank", openai, R"([{"op":"replace","path":"/id","value":"a b"}])",
            "/id is \"a b\"; it must be as in");
        row("title is a number", openai, R"([{"op":"replace","path":"/title","value":3}])",
            "/title is 3; it must be a text, or one for each language");
        row("title without English", openai, R"([{"op":"remove","path":"/title/en"}])", "/title/en is missing");
        row("unknown member", openai, R"([{"op":"add","path":"/enviroment","value":{}}])",
            "/enviroment is not known there; did you mean \"environment\"?");
        row("member of another engine", openai, R"([{"op":"add","path":"/serve","value":{}}])",
            "/serve is not known there; known are id, title");
        row("nodes", openai, R"([{"op":"replace","path":"/nodes","value":0}])",
            "/nodes is 0; it must be a whole number from 1");
        row("many nodes", openai, R"([{"op":"replace","path":"/nodes","value":5000}])",
            "/nodes is 5000; it must be a whole number from 1 to 1024");
        row("chips of no setting", openai, R"([{"op":"replace","path":"/chipsPerNode","value":"${card}"}])",
            "/chipsPerNode is \"${card}\"; it must be a whole number, or ${KEY}");
        row("chips of a text", openai, R"([{"op":"replace","path":"/chipsPerNode","value":"${command}"}])",
            "/chipsPerNode is \"${command}\"");
        row("no settings", openai, R"([{"op":"remove","path":"/settings"}])", "/settings is missing");
        row("settings are an object", openai, R"([{"op":"replace","path":"/settings","value":{}}])",
            "/settings is an object; it must be a list of objects");
        row("a setting is a text", openai, R"([{"op":"replace","path":"/settings/0","value":"port"}])",
            "/settings/0 is \"port\"; it must be an object");
        row("setting without title", openai, R"([{"op":"remove","path":"/settings/1/title"}])",
            "/settings/1/title is missing");
        row("misspelt in a setting", openai, R"([{"op":"add","path":"/settings/1/minimun","value":1}])",
            "/settings/1/minimun is not known there; did you mean \"minimum\"?");
        row("type", openai, R"([{"op":"replace","path":"/settings/1/type","value":"int"}])",
            "/settings/1/type is \"int\"; it must be one of string, path, integer");
        row("default of another type", openai, R"([{"op":"replace","path":"/settings/1/default","value":"8000"}])",
            "/settings/1/default does not fit: \"port\" is \"8000\"; it must be a whole number");
        row("default out of range", openai, R"([{"op":"replace","path":"/settings/1/default","value":80}])",
            "/settings/1/default does not fit: \"port\" is 80; allowed: 1024 to 65535");
        row("range upside down", openai, R"([{"op":"replace","path":"/settings/1/minimum","value":65535},)"
                                         R"({"op":"replace","path":"/settings/1/maximum","value":1024}])",
            "/settings/1/minimum is 65535, more than the maximum, 1024.");
        row("range of a text", openai, R"([{"op":"add","path":"/settings/0/maximum","value":9}])",
            "/settings/0/maximum is not for a setting of the type \"string\"");
        row("group", openai, R"([{"op":"replace","path":"/settings/1/group","value":"net"}])",
            "/settings/1/group is \"net\"; it must be one of service, image, memory, files");
        row("key twice", openai, R"([{"op":"copy","from":"/settings/1","path":"/settings/2"}])",
            "/settings/2/key is \"port\", as in /settings/1; give each its own");
        row("choices", openai, R"([{"op":"replace","path":"/settings/16/choices","value":[]}])",
            "/settings/16/choices names nothing to choose from");
        row("a choice is a number", openai, R"([{"op":"replace","path":"/settings/16/choices/0","value":1}])",
            "/settings/16/choices/0 is 1; it must be a text");
        row("default is no choice", openai, R"([{"op":"replace","path":"/settings/16/default","value":"none"}])",
            "/settings/16/default does not fit: \"ipc\" is \"none\"; it must be one of private, host");
        row("title of no choice", openai, R"([{"op":"add","path":"/settings/16/choiceTitles","value":{"hosts":"x"}}])",
            "/settings/16/choiceTitles/hosts is not known there; did you mean \"host\"?");
        row("pattern", openai, R"([{"op":"replace","path":"/settings/0/pattern","value":"*a"}])",
            "/settings/0/pattern is no regular expression");
        row("pattern in no words", openai, R"([{"op":"remove","path":"/settings/0/patternHelp"}])",
            "/settings/0 has a pattern and no \"patternHelp\"");
        row("a setting that is needed", openai, R"([{"op":"replace","path":"/settings/6/key","value":"model"}])",
            "/settings has no setting with the key \"weights\" (of the type \"path\"), which the engine \"openai\" "
            "needs");
        row("of another type than needed", openai, R"([{"op":"replace","path":"/settings/6/type","value":"string"}])",
            "/settings/6/type is \"string\"; it must be \"path\" in \"weights\"");
        row("needed by the engine", openai, R"([{"op":"replace","path":"/settings/2/key","value":"line"}])",
            "no setting with the key \"command\"");
        row("mount", openai, R"([{"op":"replace","path":"/container/mounts/0/path","value":"dcmi"}])",
            "/container/mounts/0/path is \"dcmi\"; it must be an absolute path");
        for (const char *path : {"/", "/./", "/a/../b", "/a:/b", ""})
            row(qPrintable(u"mount \"%1\""_s.arg(QLatin1String(path))), openai,
                qPrintable(u"[{\"op\":\"replace\",\"path\":\"/container/mounts/0/path\",\"value\":\"%1\"}]"_s.arg(
                    QLatin1String(path))),
                "; it must be an absolute path other than \"/\", without \":\" and \"..\".");
        row("mount twice", openai,
            R"([{"op":"add","path":"/container/mounts/-","value":{"path":"/data/"}},)"
            R"({"op":"add","path":"/container/mounts/0","value":{"path":"/data"}}])",
            "/path is /data, which is mounted already; take one of the two out.");
        row("device that is none", openai, R"([{"op":"replace","path":"/container/devices/0","value":"/tmp/x"}])",
            "/container/devices/0 is \"/tmp/x\"; it must be as in /dev/");
        row("kind", openai, R"([{"op":"replace","path":"/kind","value":"A2"}])",
            "/kind is \"A2\"; it must be one of a2, a3, or \"\" for any.");
        row("kind that there is not", mindie, R"([{"op":"replace","path":"/kind","value":"h100"}])",
            "/kind is \"h100\"; it must be one of a2, a3");
        row("architecture in docker's words", openai, R"([{"op":"add","path":"/architecture","value":"arm64"}])",
            "/architecture is \"arm64\"; it must be one of aarch64, x86_64, or \"\" for any.");
        row("group twice", openai, R"([{"op":"copy","from":"/groups/0","path":"/groups/2"}])",
            "/groups/2/id is \"service\", as in /groups/0; give each its own.");
        row("group of variables twice", mindie,
            R"([{"op":"copy","from":"/environment/groups/0","path":"/environment/groups/1"}])",
            "/environment/groups/1/id is \"base\", as in /environment/groups/0; give each its own.");
        row("port without an end", openai, R"([{"op":"replace","path":"/settings/1/maximum","value":1e300}])",
            "/settings/1/maximum is 1e+300; it must be a whole number from 1 to 65535.");
        row("port below all", openai, R"([{"op":"replace","path":"/settings/1/minimum","value":-1}])",
            "/settings/1/minimum is -1; it must be a whole number from 1 to 65535.");
        row("port without a maximum", openai, R"([{"op":"remove","path":"/settings/1/maximum"}])",
            "/settings/1 is a port and has no \"maximum\"; write one from 1 to 65535.");
        row("an engine's own port", mindie, R"([{"op":"replace","path":"/settings/2/maximum","value":70000}])",
            "/maximum is 70000; it must be a whole number from 1 to 65535.");
        row("limit out of all reason", mindie, R"([{"op":"replace","path":"/settings/20/minimum","value":-1e300}])",
            "/minimum is -1e+300; it must be a");
        row("limit in parts", openai, R"([{"op":"replace","path":"/settings/1/minimum","value":1024.5}])",
            "/settings/1/minimum is 1024.5; it must be a whole number");
        row("variant's limits", vllm,
            R"([{"op":"add","path":"/variants/release/0.23.0/settings/port","value":{"maximum":1e300}}])",
            "/variants/release/0.23.0/settings/port/maximum is 1e+300; it must be a whole number from 1 to 65535.");
        row("device", openai, R"([{"op":"replace","path":"/container/devices","value":"/dev/x"}])",
            "/container/devices is \"/dev/x\"; it must be a list of texts");
        row("a name where nothing is put in", openai,
            R"([{"op":"replace","path":"/container/mounts/0/path","value":"/a/${weights}"}])",
            "/container/mounts/0/path has ${weights}, but nothing is put in there");
        row("variable", openai, R"([{"op":"replace","path":"/environment/groups/0/variables/0/name","value":"A; rm"}])",
            "/environment/groups/0/variables/0/name is \"A; rm\"; it must be as in");
        row("value of a variable", openai,
            R"([{"op":"replace","path":"/environment/groups/0/variables/0/value","value":1}])",
            "/environment/groups/0/variables/0/value is 1; it must be a text");
        row("unknown name", openai,
            R"([{"op":"replace","path":"/environment/groups/0/variables/0/value","value":"${node.visible}"}])",
            "/environment/groups/0/variables/0/value has ${node.visible}, which is neither a setting nor a fact.");
        row("misspelt name", openai,
            R"([{"op":"replace","path":"/environment/groups/0/variables/0/value","value":"x${porrt}"}])",
            "has ${porrt}, which is neither a setting nor a fact; did you mean ${port}?");
        row("unknown name in a condition", openai,
            R"([{"op":"add","path":"/environment/groups/0/variables/0/onlyIf","value":["${port}","${ports}"]}])",
            "/environment/groups/0/variables/0/onlyIf/1 has ${ports}");
        row("condition", openai, R"([{"op":"add","path":"/environment/groups/0/variables/0/onlyIf","value":true}])",
            "/onlyIf is true; it must be a text or a list of texts");
        row("load without its group", openai, R"([{"op":"add","path":"/environment/load","value":[{"path":"/a"}]}])",
            "/environment/load is written at the head of the group \"base\"");
        row("two lines", openai, R"([{"op":"replace","path":"/model","value":"a\nb"}])", "/model must be one line");
        row("when of no setting", vllm,
            R"([{"op":"replace","path":"/serve/arguments/0","value":{"flag":"--a","when":{"relase":"0.18.0"}}}])",
            "/serve/arguments/0/when/relase is not known there; did you mean \"release\"?");
        row("when that never holds", vllm,
            R"([{"op":"replace","path":"/serve/arguments/0","value":{"flag":"--a","when":{"release":["0.18.0","9"]}}}])",
            "/serve/arguments/0/when/release can never hold: \"release\" is \"9\"");
        row("when is a text", vllm, R"([{"op":"add","path":"/serve/arguments/0/when","value":"0.18.0"}])",
            "/serve/arguments/0/when is \"0.18.0\"; it must be an object");
        row("name in serve", vllm,
            R"([{"op":"replace","path":"/serve/arguments/1/value","value":{"a":["${parallel.ddp}"]}}])",
            "/serve/arguments/1/value/a/0 has ${parallel.ddp}, which is neither a setting nor a fact; did you mean "
            "${parallel.dp}?");
        row("flag", vllm, R"([{"op":"replace","path":"/serve/arguments/1/flag","value":"port"}])",
            "/serve/arguments/1/flag is \"port\"");
        row("no serve", vllm, R"([{"op":"remove","path":"/serve"}])", "/serve is missing");
        row("variant of no setting", vllm, R"([{"op":"move","from":"/variants/release","path":"/variants/version"}])",
            "/variants/version is not the key of a setting of the type \"choice\"");
        row("variant of no choice", vllm,
            R"([{"op":"move","from":"/variants/release/0.23.0","path":"/variants/release/0.23.1"}])",
            "/variants/release/0.23.1 is not known there; did you mean \"0.23.0\"?");
        row("variant of an unknown setting", vllm,
            R"([{"op":"add","path":"/variants/release/0.23.0/settings/imagee","value":{}}])",
            "/variants/release/0.23.0/settings/imagee is not known there; did you mean \"image\"?");
        row("variant's default", vllm,
            R"([{"op":"add","path":"/variants/release/0.23.0/settings/port","value":{"default":80}}])",
            "/variants/release/0.23.0/settings/port/default does not fit: \"port\" is 80");
        row("variant's range", vllm,
            R"([{"op":"add","path":"/variants/release/0.23.0/settings/port","value":{"minimum":9000}}])",
            "/variants/release/0.23.0/settings/port does not fit: \"port\" is 8000; allowed: 9000 to 65535");
        row("variant's member", vllm, R"([{"op":"add","path":"/variants/release/0.23.0/serv","value":{}}])",
            "/variants/release/0.23.0/serv is not known there; did you mean \"serve\"?");
        row("variant's type", vllm, R"([{"op":"replace","path":"/variants/release/0.23.0/serve","value":[]}])",
            "/variants/release/0.23.0/serve is a list; it must be an object");
        row("mindie without its configuration", mindie, R"([{"op":"remove","path":"/config"}])", "/config is missing");
        row("name in config", mindie,
            R"([{"op":"replace","path":"/config/ServerConfig/port","value":"${rankTable.path}"}])",
            "/config/ServerConfig/port has ${rankTable.path}, which is neither");
        row("start is a text", mindie, R"([{"op":"replace","path":"/launch/start","value":"./run"}])",
            "/launch/start is \"./run\"; it must be a list of texts");
    }
    void aMistakeIsSaidWithItsPlace()
    {
        QFETCH(QString, recipe);
        QFETCH(QByteArray, patch);
        QFETCH(QString, said);
        Json file = fileOf(recipe);
        QVERIFY(recipeFromText(prettyJson(file), u"mine.json"_s));
        file = file.patch(*parseJson(patch, u"patch"_s));
        const Result<Recipe> refused = recipeFromText(prettyJson(file), u"mine.json"_s);
        QVERIFY2(!refused, "it was taken");
        QCOMPARE(refused.error().kind, ErrorKind::Parse);
        const QString all = refused.error().message + u'\n' + refused.error().detail;
        QVERIFY2(all.contains(said), qPrintable(all));
        QVERIFY(refused.error().message.startsWith(u"mine.json: "));
    }

    void allMistakesAreSaid()
    {
        Json file = fileOf(u"openai-compatible-image"_s);
        file["settings"][1]["default"] = 80;
        file["settings"][0]["group"] = "net";
        const Result<Recipe> refused = recipeFromText(prettyJson(file), u"mine.json"_s);
        QVERIFY(!refused && refused.error().message.contains(u"/settings/0/group")
                && refused.error().detail.contains(u"/settings/1/default"));
    }

    // The names that the schema takes for facts are those that topology and engine give, neither more nor fewer.
    void factsAreThoseThatThereAre()
    {
        for (const QString &name : dataFileNames(u"recipes"_s)) {
            const Result<Recipe> recipe = recipeFromText(*dataFile(name), name);
            QVERIFY(recipe);
            const Deployment deployment = onNodes(recipe->id, recipe->nodes);
            const QList<NodeFacts> facts = factsOf(deployment, std::max(8, recipe->chipsPerNode));
            const Result<Topology> topology = topologyOf(deployment, *recipe, facts);
            QVERIFY2(topology, topology ? "" : qPrintable(topology.error().message));
            const Result<Process> process = processOn(*topology, topology->placements.first(), *recipe);
            QVERIFY(process);
            const Engine &engine = **engineOf(*recipe);
            QStringList given, said = engine.recipe.names + placedNames();
            for (auto it = topology->placements.first().values.begin(); it != topology->placements.first().values.end();
                 ++it) {
                if (!topology->settings.contains(it.key().toStdString()) && !it.key().startsWith(u"launch."))
                    given << it.key();
            }
            given.sort();
            said.sort();
            QCOMPARE(given, said);
            QCOMPARE(QStringList(process->values.keys()), engine.recipe.scriptNames);
        }
    }
};

QTEST_GUILESS_MAIN(RecipeSchemaTest)
#include "tst_recipeschema.moc"
