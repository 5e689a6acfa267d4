#include "core/artifacts/lintkinds.h"
#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"
#include "core/recipes/template.h"
#include "core/engines/imageorder.h"
#include "tests/recipes/clusterfixture.h"

#include <QTest>

using namespace Qt::StringLiterals;

class RecipeTest : public QObject
{
    Q_OBJECT

    // A choice of where the weights or the image come from asks for what is to be fetched there.
    static Json withWhatItAsksFor(Json settings)
    {
        if (const QString from = stringAt(settings, "weightsFrom"); from == u"folder" || from == u"desktop")
            settings["weightsAddress"] = "/mnt/nas/model";
        else if (!from.isEmpty() && from != u"none")
            settings["weightsModel"] = "owner/name";
        if (imageOrder(settings).isArchive())
            settings["imageArchive"] = "/data/image.tar";
        return settings;
    }

private slots:
    void initTestCase()
    {
        const Result<Recipe> found = findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
        m_recipe = *found;
    }

    void everyRecipeIsCompleteInBothLanguages()
    {
        const auto english = loadRecipes(u"en"_s);
        const auto chinese = loadRecipes(u"zh"_s);
        QVERIFY(english && chinese && !english->isEmpty());
        for (qsizetype i = 0; i < english->size(); ++i) {
            const Recipe &en = english->at(i);
            const Recipe &zh = chinese->at(i);
            QVERIFY2(en.title != zh.title && en.description != zh.description, qPrintable(en.id));
            QCOMPARE(en.warnings.size(), zh.warnings.size());
            for (qsizetype k = 0; k < en.warnings.size(); ++k)
                QVERIFY2(en.warnings[k] != zh.warnings[k] && en.warnings[k].contains(u"source: "),
                         qPrintable(en.warnings[k]));
            for (qsizetype k = 0; k < en.settings.size(); ++k) {
                QVERIFY2(!en.settings[k].title.isEmpty() && !en.settings[k].help.isEmpty(),
                         qPrintable(en.settings[k].key));
                QVERIFY2(en.settings[k].help != zh.settings[k].help, qPrintable(en.settings[k].key));
                QVERIFY2(en.settings[k].group != zh.settings[k].group, qPrintable(en.settings[k].key));
            }
        }
    }

    // Of every recipe there is, on nodes of its size: the files, with every choice that it has, and nothing that lint
    // calls an error.
    void everyRecipeGenerates()
    {
        const auto recipes = loadRecipes();
        QVERIFY(recipes);
        int generated = 0;
        for (const Recipe &recipe : *recipes) {
            QList<Json> choices{Json::object()};
            for (const RecipeSetting &setting : recipe.settings) {
                for (const QString &choice : setting.choices)
                    choices << withWhatItAsksFor({{setting.key.toStdString(), choice}});
            }
            for (const Json &settings : choices) {
                Deployment deployment = onNodes(recipe.id, recipe.nodes);
                deployment.settings = settings;
                const QList<NodeFacts> facts = factsOf(deployment, std::max(8, recipe.chipsPerNode));
                const Result<ArtifactSet> set = generateArtifacts(deployment, recipe, facts);
                QVERIFY2(set,
                         set ? ""
                             : qPrintable(recipe.id + u' ' + QString::fromUtf8(compactJson(settings)) + u": "_s
                                          + set.error().message));
                for (const Artifact &file : set->files) {
                    const QString kind = lintKindOf(file.kind);
                    if (kind.isEmpty())
                        continue;
                    const auto findings = lint(kind, file.content, {file.mode, false, facts});
                    QVERIFY2(findings && !hasErrors(*findings), qPrintable(recipe.id + u' ' + file.path));
                }
                ++generated;
            }
        }
        QVERIFY(generated > 20);
    }

    void warnsOfTheOfficialMinimumAndOfTheGuidesSlips()
    {
        QVERIFY(m_recipe.warnings.join(u' ').contains(u"four Atlas 800I A2"));
        QStringList guide;
        for (const RecipeCorrection &correction : m_recipe.corrections) {
            QVERIFY(!correction.text.isEmpty() && !correction.source.isEmpty());
            guide << correction.guide;
        }
        for (const QString &slip : {u"ATB_LIM"_s, u"/usr/local/ascend"_s, u"Server Ready"_s, u"0.96"_s, u"25.2.9"_s})
            QVERIFY2(guide.join(u' ').contains(slip), qPrintable(slip));
    }

    void whatIsNotSetTakesTheDefault()
    {
        const Result<Json> settings = effectiveSettings(m_recipe, {{"port", 2025}, {"unknownKey", 1}});
        QVERIFY(settings);
        QCOMPARE(integerAt(*settings, "port"), 2025);
        QCOMPARE(integerAt(*settings, "managementPort"), 1026);
        QCOMPARE(numberAt(*settings, "npuMemoryFraction"), 0.92);
        QVERIFY(!settings->contains("unknownKey"));
    }

    // One value chooses several things together; adding a choice is a change of the recipe's file only.
    void aVariantLaysItselfOverTheRecipe()
    {
        const Json file = {
            {"id", "x"},
            {"nodes", 1},
            {"chipsPerNode", 8},
            {"settings",
             {{{"key", "kind"},
               {"type", "choice"},
               {"default", "a"},
               {"choices", {"a", "b"}},
               {"choiceTitles", {{"b", {{"en", "the other"}}}}}},
              {{"key", "port"}, {"type", "integer"}, {"default", 1}, {"maximum", 9}},
              {{"key", "name"}, {"type", "string"}, {"default", "n"}}}},
            {"list",
             {{{"of", "all"}},
              {{"of", "a"}, {"when", {{"kind", "a"}}}},
              {{"of", "b"}, {"when", {{"kind", {"b", "c"}}}}}}},
            {"launch", {{"backend", "one"}, {"kept", true}}},
            {"variants",
             {{"kind",
               {{"b",
                 {{"settings", {{"port", {{"default", 20}, {"maximum", 30}}}}}, {"launch", {{"backend", "two"}}}}}}}}}};
        const Result<Recipe> recipe = recipeFromJson(file, u"test"_s);
        QVERIFY2(recipe, recipe ? "" : qPrintable(recipe.error().message));
        QCOMPARE(QString::fromUtf8(compactJson(recipe->data.json().at("launch"))), uR"({"backend":"one","kept":true})"_s);
        QCOMPARE(recipe->data.json().at("list").size(), 2u);
        const Result<Recipe> other = resolvedRecipe(*recipe, {{"kind", "b"}, {"port", 25}});
        QVERIFY(other);
        QCOMPARE(QString::fromUtf8(compactJson(other->data.json().at("launch"))), uR"({"backend":"two","kept":true})"_s);
        QCOMPARE(stringAt(other->data.json().at("list")[1], "of"), u"b"_s);
        QCOMPARE(QString::fromUtf8(compactJson(*effectiveSettings(*recipe, {{"kind", "b"}}))),
                 uR"({"kind":"b","port":20,"name":"n"})"_s);
        QCOMPARE(integerAt(*effectiveSettings(*recipe, {{"kind", "b"}, {"port", 25}}), "port"), 25);
        QVERIFY(!effectiveSettings(*recipe, {{"port", 25}}));
        QVERIFY(!effectiveSettings(*recipe, {{"kind", "c"}}));
        QVERIFY(resolvedRecipe(*other, Json::object())->data == recipe->data); // and back
        QCOMPARE(recipe->settings.first().choiceTitles, (QStringList{u"a"_s, u"the other"_s}));
        QCOMPARE(QString::fromUtf8(compactJson(toJson(*recipe)["settings"][0]["variants"])), uR"({"b":{"port":20}})"_s);
    }

    void refusesWrongValues_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("said");
        QTest::newRow("range") << QByteArray(R"({"port": 80})") << u"1024 to 65535"_s;
        QTest::newRow("type") << QByteArray(R"({"port": "1025"})") << u"whole number"_s;
        QTest::newRow("fraction of a port") << QByteArray(R"({"port": 1025.5})") << u"whole number"_s;
        QTest::newRow("number") << QByteArray(R"({"npuMemoryFraction": 1.5})") << u"0.1 to 1"_s;
        QTest::newRow("choice") << QByteArray(R"({"ipc": "none"})") << u"host, private"_s;
        QTest::newRow("boolean") << QByteArray(R"({"privileged": 1})") << u"true or false"_s;
        QTest::newRow("relative path") << QByteArray(R"({"weights": "models/x"})") << u"absolute path"_s;
        QTest::newRow("path that is two mounts") << QByteArray(R"({"weights": "/a:/etc"})") << u"absolute path"_s;
        QTest::newRow("weights that MindIE refuses")
            << QByteArray(R"({"weights": "/we ights"})") << u"letters, digits"_s;
        QTest::newRow("torch's moe_tp") << QByteArray(R"({"generation": "3.0", "moeTp": 4})") << u"1 to 1"_s;
        QTest::newRow("climbing path") << QByteArray(R"({"weights": "/a/../etc"})") << u"absolute path"_s;
        QTest::newRow("empty path") << QByteArray(R"({"weights": ""})") << u"empty"_s;
        QTest::newRow("image that is an option") << QByteArray(R"({"image": "--privileged"})") << u"registry path"_s;
        QTest::newRow("container name") << QByteArray(R"({"containerName": "a b"})") << u"letters"_s;
        QTest::newRow("model name") << QByteArray(R"({"servedModelName": "ds/3"})") << u"letters"_s;
        QTest::newRow("line break") << QByteArray(R"({"weights": "/a\n/b"})") << u"one line"_s;
        QTest::newRow("nul") << QByteArray(R"({"weights": "/a\u0000b"})") << u"one line"_s;
    }
    void refusesWrongValues()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, said);
        const Result<Json> result = effectiveSettings(m_recipe, *parseJson(settings, u"test"_s));
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Invalid);
        QVERIFY2(result.error().message.contains(said), qPrintable(result.error().message));
    }

    void placeholdersKeepTypesAndAreExpandedOnce()
    {
        const TemplateValues values{{u"port"_s, 1025},
                                    {u"list"_s, Json::array({0, 1})},
                                    {u"evil"_s, "${port}"},
                                    {u"off"_s, nullptr}};
        const Json pattern = {
            {"a", "${port}"}, {"b", "p${port}x"}, {"c", Json::array({"${list}"})}, {"d", "${evil}"}, {"e", "${off}"}};
        const Result<Json> result = expanded(pattern, values);
        QVERIFY(result);
        QCOMPARE(QString::fromUtf8(compactJson(*result)), uR"({"a":1025,"b":"p1025x","c":[[0,1]],"d":"${port}"})"_s);
        QVERIFY(!expanded(Json("${nobody}"), values));
        QCOMPARE(*expandedText(u"${unfinished"_s, values), u"${unfinished"_s);
    }

    void aBrokenRecipeIsNamed()
    {
        const Result<Recipe> broken = recipeFromJson({{"id", "x"}}, u"recipes/x.json"_s);
        QVERIFY(!broken);
        QVERIFY(broken.error().message.contains(u"recipes/x.json"));
        Json data = m_recipe.data;
        data["settings"][0]["default"] = "not valid!";
        QVERIFY(!recipeFromJson(data, u"changed"_s));
    }

private:
    Recipe m_recipe;
};

QTEST_GUILESS_MAIN(RecipeTest)
#include "tst_recipe.moc"
