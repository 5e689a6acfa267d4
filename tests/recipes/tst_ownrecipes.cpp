// The user's own recipes, from the folder where a user puts them: beside the program's, each for itself, as they are on
// disk now.
#include "core/base/data.h"
#include "core/engines/recipebook.h"
#include "core/engines/recipewatch.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/ascendctl.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <thread>

using namespace Qt::StringLiterals;

class OwnRecipesTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    QString inFolder(const QString &name) const { return m_home->filePath(u"config/ascend-console/recipes/"_s + name); }
    void write(const QString &name, const QByteArray &content) const
    {
        QDir().mkpath(inFolder({}));
        QFile file(inFolder(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    static QByteArray mine(const char *id, const char *title = "Mine")
    {
        Json file = *jsonDataFile(u"recipes/openai-compatible-image.json"_s);
        file["id"] = id;
        file["title"] = title;
        return prettyJson(file);
    }
    static QStringList ids(const RecipeBook &book)
    {
        QStringList all;
        for (const Recipe &recipe : book.recipes)
            all << recipe.id;
        return all;
    }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_home->filePath(u"config"_s).toUtf8());
    }

    void withoutAFolderThereAreTheProgramsOwn()
    {
        QCOMPARE(recipeBook()->recipes.size(), dataFileNames(u"recipes"_s).size());
        QVERIFY(recipeBook()->refused.isEmpty());
    }

    void theFolderIsBelowConfigWhereNothingElseIsSaid()
    {
        qunsetenv("XDG_CONFIG_HOME");
        QCOMPARE(ownRecipesFolder(), m_home->filePath(u".config/ascend-console/recipes"_s));
    }

    // Ten lines of a user's own, over a recipe of the program's and over one of their own that is read later.
    void aRecipeMayBeAnotherOneButForSomeThings()
    {
        write(u"a.json"_s,
              R"({"extends": "mine-base", "id": "mine-a", "title": "A", "description": "a", "nodes": 4})");
        write(u"b.json"_s, R"({"extends": "mindie-deepseek-v3.2-w8a8-2xA2", "id": "mine-base", "title": "B",
            "description": "b", "settings": {"port": {"default": 8025}, "maxSeqLen": {"default": 4096}}})");
        write(u"c.json"_s, R"({"extends": "nobody", "id": "mine-c", "title": "C", "description": "c"})");
        write(u"d.json"_s, R"({"extends": "mine-d", "id": "mine-d", "title": "D", "description": "d"})");
        write(u"e.json"_s, R"({"extends": "mine-base", "id": "mine-e", "title": "E", "description": "e",
            "settings": {"port": {"default": 80}}})");
        const RecipeBook book = *recipeBook();
        const Result<Recipe> recipe = findRecipe(u"mine-a"_s);
        QVERIFY2(recipe, recipe ? "" : qPrintable(recipe.error().message));
        QCOMPARE(recipe->nodes, 4);
        QCOMPARE(recipe->engine, u"mindie"_s);
        const Json settings = settingsAsTyped(*recipe, {});
        QCOMPARE(integerAt(settings, "port"), 8025);
        QCOMPARE(integerAt(settings, "maxSeqLen"), 4096);
        QMap<QString, QString> said;
        for (const RefusedRecipe &refused : book.refused)
            said[refused.id] = refused.error.message;
        QCOMPARE(said.keys(), (QStringList{u"mine-c"_s, u"mine-d"_s, u"mine-e"_s}));
        QVERIFY2(said[u"mine-c"_s].contains(u"/extends names \"nobody\""_s), qPrintable(said[u"mine-c"_s]));
        QVERIFY2(said[u"mine-d"_s].contains(u"/extends names \"mine-d\""_s), qPrintable(said[u"mine-d"_s]));
        QVERIFY2(said[u"mine-e"_s].startsWith(u"e.json over mine-base: /settings/"_s), qPrintable(said[u"mine-e"_s]));
    }

    // What is wrong in one that extends another is named as it stands in the user's own file: that has no /settings/26.
    void whatIsWrongIsNamedAsOneWroteIt()
    {
        const auto mineWith = [](const char *id, const char *members) {
            return QByteArray("{\"extends\": \"vllm-ascend-qwen3-30b-w8a8-1xA2\", \"title\": \"T\", ")
                + "\"description\": \"d\", \"id\": \"" + id + "\", " + members + '}';
        };
        write(u"a.json"_s, mineWith("mine-a", R"("settings": {"maxSeq": {"default": 64}})"));
        write(u"b.json"_s, mineWith("mine-b", R"("settings": {"prot": {"default": 8025}})"));
        write(u"c.json"_s, mineWith("mine-c", R"("settings": {"mine": {"type": "integer", "default": 1}})"));
        write(u"d.json"_s, mineWith("mine-d", R"("settings": {"port": {"default": 80}})"));
        write(u"e.json"_s, mineWith("mine-e", R"("environment": {"groups": {"mine": {"title": "M",
            "variables": [{"name": "A"}]}}})"));
        QMap<QString, QString> said;
        for (const RefusedRecipe &refused : recipeBook()->refused)
            said[refused.id] = refused.error.message + u'\n' + refused.error.detail;
        const QString over = u".json over vllm-ascend-qwen3-30b-w8a8-1xA2: "_s,
                      none = u": the recipe that it extends has no setting of that name; "_s;
        const QMap<QString, QString> expected{
            {u"mine-a"_s, u"a.json: /settings/maxSeq"_s + none},
            {u"mine-b"_s, u"b.json: /settings/prot"_s + none + u"did you mean \"port\"?"_s},
            {u"mine-c"_s, u'c' + over + u"/settings/mine/group is missing."_s},
            {u"mine-d"_s, u'd' + over + u"/settings/port/default does not fit"_s},
            {u"mine-e"_s, u'e' + over + u"/environment/groups/mine/variables/0/value is missing."_s}};
        QCOMPARE(said.keys(), expected.keys());
        for (auto it = expected.cbegin(); it != expected.cend(); ++it)
            QVERIFY2(said[it.key()].startsWith(it.value()), qPrintable(said[it.key()]));
        QVERIFY(said[u"mine-a"_s].contains(u"A new one says its type, default, group, title and help."_s));
        QVERIFY(said[u"mine-c"_s].contains(u"/settings/mine/help is missing."_s));
    }

    void aBrokenFileIsToldAndTheOthersWork()
    {
        write(u"a.json"_s, mine("mine-a"));
        write(u"b.json"_s, "{\"id\": ");
        Json wrong = *parseJson(mine("mine-c"), {});
        wrong["settings"][1]["default"] = 80;
        write(u"c.json"_s, prettyJson(wrong));
        write(u"d.json"_s, mine("openai-compatible-image"));
        write(u"e.json"_s, mine("mine-a"));
        write(u"f.json"_s, QByteArray(5 * 1024 * 1024, ' '));
        write(u"i.json"_s, mine("mine-i").replace("\"id\":", "\"id\": \"x\", \"id\":"));
        write(u"notes.txt"_s, "none of ours");
        QCOMPARE(::mkfifo(QFile::encodeName(inFolder(u"g.json"_s)).constData(), 0600), 0);
        QVERIFY(QFile::link(u"/nowhere/at/all"_s, inFolder(u"h.json"_s)));
        const Result<RecipeBook> book = recipeBook();
        QVERIFY(book);
        QVERIFY(ids(*book).contains(u"mine-a") && ids(*book).contains(u"mindie-deepseek-v3.2-w8a8-2xA2"));
        QCOMPARE(book->recipes.size(), dataFileNames(u"recipes"_s).size() + 1);
        QStringList said;
        for (const RefusedRecipe &refused : book->refused)
            said << refused.error.message;
        QCOMPARE(said.size(), 8);
        QCOMPARE(said[0], u"b.json is not valid JSON."_s);
        QVERIFY2(said[1].startsWith(u"c.json: /settings/1/default does not fit"), qPrintable(said[1]));
        QVERIFY2(said[2].startsWith(
                     u"d.json: /id is \"openai-compatible-image\", which is a recipe that this program brings"),
                 qPrintable(said[2]));
        QVERIFY2(said[3].startsWith(u"e.json: /id is \"mine-a\", as in another file"), qPrintable(said[3]));
        QVERIFY2(said[4].startsWith(u"f.json is larger than 4 MB"), qPrintable(said[4]));
        QCOMPARE(said[5], u"g.json is not a file."_s);
        QVERIFY2(said[6].startsWith(u"h.json cannot be read"), qPrintable(said[6]));
        QVERIFY2(said[7].startsWith(u"/id stands twice in one object of i.json"), qPrintable(said[7]));
        QVERIFY(findRecipe(u"mine-a"_s));
        QVERIFY(hasRecipe(u"mine-a"_s) && !hasRecipe(u"mine-c"_s));
        QCOMPARE(findRecipe(u"mine-c"_s).error().message, said[1]); // who asks for it hears why
    }

    void aChangeOnDiskIsSeen()
    {
        write(u"a.json"_s, mine("mine-a", "Before"));
        QCOMPARE(findRecipe(u"mine-a"_s)->title, u"Before"_s);
        const QString state = recipeBook()->folderState;
        QCOMPARE(recipeBook()->folderState, state);
        write(u"a.json"_s, mine("mine-a", "Behind")); // as long as before
        QCOMPARE(findRecipe(u"mine-a"_s)->title, u"Behind"_s);
        QVERIFY(recipeBook()->folderState != state);
        QCOMPARE(findRecipe(u"mine-a"_s, u"zh"_s)->title, u"Behind"_s);
        QVERIFY(QFile::rename(inFolder(u"a.json"_s), inFolder(u"a.json.off"_s)));
        QVERIFY(!findRecipe(u"mine-a"_s));
        write(u"b.json"_s, mine("mine-b"));
        QVERIFY(findRecipe(u"mine-b"_s));
    }

    // The window's thread waits for no disk: a look is a worker's.
    void aWatchedThreadIsToldWhenSomebodyElseHasLooked()
    {
        write(u"one.json"_s, mine("one"));
        {
            RecipeWatch watch;
            QVERIFY(ids(*recipeBook()).contains(u"one"_s)); // from the first
            write(u"two.json"_s, mine("two"));
            QVERIFY(!ids(*recipeBook()).contains(u"two"_s));
            QVERIFY(!hasRecipe(u"two"_s));
            QSignalSpy changed(&watch, &RecipeWatch::changed);
            watch.look();
            QVERIFY(changed.wait());
            QVERIFY(hasRecipe(u"two"_s));
            watch.look();
            watch.look();
            QVERIFY(!changed.wait(200)); // nothing has
            QVERIFY(QFile::remove(inFolder(u"two.json"_s)));
            std::thread([] { QVERIFY(!hasRecipe(u"two"_s)); }).join(); // others look for themselves
        }
        QVERIFY(!hasRecipe(u"two"_s));
    }

    void ascendctlWarnsAndListsTheOthers()
    {
        write(u"a.json"_s, mine("mine-a"));
        Json wrong = *parseJson(mine("mine-b"), {});
        wrong["enviroment"] = 1;
        write(u"b.json"_s, prettyJson(wrong));
        const Ran plain = ascendctl({u"recipes"_s});
        QCOMPARE(plain.code, 0);
        QVERIFY(plain.out.contains("mine-a\n  Mine\n"));
        QCOMPARE(plain.err,
                 QByteArray(
                     "warning: left out: b.json: /enviroment is not known there; did you mean \"environment\"?\n"));
        const Ran json = ascendctl({u"recipes"_s, u"--json"_s});
        const Result<Json> document = parseJson(json.out, u"recipes"_s);
        QVERIFY(document);
        QCOMPARE(document->at("refused").size(), 1u);
        QCOMPARE(stringAt(document->at("refused")[0], "file"), inFolder(u"b.json"_s));
        QCOMPARE(stringAt(document->at("refused")[0], "id"), u"mine-b"_s);
        QVERIFY(stringAt(document->at("refused")[0], "message").contains(u"/enviroment"));
    }

    // From the file to the scripts.
    void anOwnRecipeGenerates()
    {
        write(u"a.json"_s, mine("mine-a"));
        Deployment deployment = twoNodes();
        deployment.recipe = u"mine-a"_s;
        deployment.nodes.removeLast();
        Json facts = {{"nodes", Json::array({toJson(factsOf(deployment).first())})}};
        QFile one(m_home->filePath(u"one.deployment.json"_s)), two(m_home->filePath(u"facts.json"_s));
        QVERIFY(one.open(QIODevice::WriteOnly) && two.open(QIODevice::WriteOnly));
        one.write(toText(deployment));
        two.write(prettyJson(facts));
        one.close();
        two.close();
        const Ran made = ascendctl(
            {u"generate"_s, one.fileName(), u"-o"_s, m_home->filePath(u"out"_s), u"--facts"_s, two.fileName()});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY(QFile::exists(m_home->filePath(u"out/node1/start.sh"_s)));
    }
};

QTEST_GUILESS_MAIN(OwnRecipesTest)
#include "tst_ownrecipes.moc"
