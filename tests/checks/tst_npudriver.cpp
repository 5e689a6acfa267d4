// Checks npu.ids and driver.features: two numbers of a chip, and what a recipe uses that wants a newer driver.
#include "core/checks/driverfeatures.h"
#include "core/checks/rounds.h"
#include "core/engines/recipebook.h"
#include "tests/support/scriptednode.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

Finding ask(const QString &check, const ScriptedNode &node, const CheckContext &context,
            const std::function<void(ScriptedShell &)> &change = {})
{
    ScriptedShell shell = node.shell();
    if (change)
        change(shell);
    Finding only;
    (void)firstRound(shell, context, {{check}}, {}, [&](const Finding &finding) {
        if (finding.check == check)
            only = finding;
    });
    return only;
}

CheckContext contextOf(const QString &recipe, int chips = 8)
{
    CheckContext context;
    context.node.name = u"node1"_s;
    context.deployment.recipe = recipe;
    context.settings = checkSettingsOf(context.deployment);
    context.settings.chipsPerNode = chips;
    return context;
}

const QString fabric = u"fabric-memory"_s;
const QString graph = u"full-and-piecewise"_s;

} // namespace

class NpuDriverTest : public QObject
{
    Q_OBJECT

private slots:
    void numbersThatAreTheSame()
    {
        const Finding finding = ask(u"npu.ids"_s, ScriptedNode(1), contextOf(u"mindie-deepseek-v3.2-w8a8-2xA2"_s));
        QVERIFY2(finding.verdict == Verdict::Pass, qPrintable(finding.summary));
        QVERIFY2(finding.summary.contains(u"of 8 chips"_s), qPrintable(finding.summary));
    }

    // A recipe for four cards does not miss the fifth, but from there on the numbers differ.
    void aChipIsAway()
    {
        ScriptedNode node(1);
        node.chips.removeOne(5);
        const Finding finding = ask(u"npu.ids"_s, node, contextOf(u"mindie-deepseek-v3.2-w8a8-2xA2"_s, 4));
        QVERIFY2(finding.verdict == Verdict::Warn, qPrintable(finding.summary));
        QVERIFY2(finding.summary.contains(u"device 6 is logical 5, device 7 is logical 6"_s),
                 qPrintable(finding.summary));
        QCOMPARE(finding.devices, (QStringList{u"node1 device 6"_s, u"node1 device 7"_s}));
        QVERIFY(!finding.remedy.isEmpty());
        // where the recipe misses it, that is told, and nothing else
        QCOMPARE(ask(u"npu.ids"_s, node, contextOf(u"mindie-deepseek-v3.2-w8a8-2xA2"_s)).verdict, Verdict::Skipped);
    }

    // A3 tells both itself; what the table says goes before what is read from /dev. MCUs are no chips.
    void aPhysicalIdThatIsTold()
    {
        const auto told = [](const QByteArray &rows) {
            const QByteArray head
                = "\tNPU ID                         Chip ID                        Chip Logic ID                  "
                  "Chip Phy-ID                    Chip Name                     \n";
            return ask(u"npu.ids"_s, ScriptedNode(1), contextOf(u"mindie-deepseek-v3.2-w8a8-2xA2"_s),
                       [&](ScriptedShell &shell) { shell.answer(u"npu-smi info -m"_s, head + rows); });
        };
        const auto row = [](int npu, int chip, const QByteArray &logic, const QByteArray &phy, const QByteArray &name) {
            return '\t' + QByteArray::number(npu).leftJustified(31) + QByteArray::number(chip).leftJustified(31)
                + logic.leftJustified(31) + phy.leftJustified(31) + name + '\n';
        };
        Finding finding = told(row(0, 0, "0", "0", "Ascend910") + row(0, 1, "1", "1", "Ascend910")
                               + row(0, 2, "-", "-", "Mcu"));
        QVERIFY2(finding.verdict == Verdict::Pass && finding.summary.contains(u"of 2 chips"_s),
                 qPrintable(finding.summary));
        finding = told(row(1, 0, "0", "2", "Ascend910") + row(1, 1, "1", "3", "Ascend910"));
        QVERIFY2(finding.verdict == Verdict::Warn && finding.summary.contains(u"device 2 is logical 0"_s),
                 qPrintable(finding.summary));
        // A chip that the tool could not ask has no name, and its number says nothing.
        finding = told(row(0, 0, "0", "0", "Ascend910") + row(2, 0, "0", "4", {}));
        QVERIFY2(finding.verdict == Verdict::Pass, qPrintable(finding.summary));
    }

    void whatCannotBeReadIsUnknown()
    {
        for (const QByteArray &text : {QByteArray(), QByteArray("dcmi model initialized failed\n"),
                                       QByteArray("\tNPU ID  Chip ID  Chip Logic ID  Chip Name\n\t0   0")}) {
            const Finding finding = ask(u"npu.ids"_s, ScriptedNode(1), contextOf(u"mindie-deepseek-v3.2-w8a8-2xA2"_s),
                                        [&](ScriptedShell &shell) { shell.answer(u"npu-smi info -m"_s, text); });
            QVERIFY2(finding.verdict == Verdict::Unknown, text.constData());
        }
    }

    void noShippedRecipeAsksForMore()
    {
        const Result<QList<Recipe>> recipes = loadRecipes();
        QVERIFY(recipes);
        for (const Recipe &recipe : *recipes) {
            const Deployment deployment{.recipe = recipe.id};
            QVERIFY2(checkSettingsOf(deployment).driverFeatures.isEmpty(), qPrintable(recipe.id));
        }
        const Finding finding
            = ask(u"driver.features"_s, ScriptedNode(1), contextOf(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s));
        QCOMPARE(finding.verdict, Verdict::Pass);
        QVERIFY2(finding.summary.contains(u"nothing that asks"_s), qPrintable(finding.summary));
    }

    void whatARecipeUses()
    {
        const Result<Recipe> found = findRecipe(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s);
        QVERIFY(found);
        const Json settings{{"release", "0.23.0"}, {"fast", true}};
        Json recipe = found->file;
        const auto used = [](const Json &file, const QString &kind, const Json &settings) {
            return featuresUsed(variantData(file, settings), kind, settings);
        };
        QVERIFY(used(recipe, u"a3"_s, settings).isEmpty());

        Json &variables = recipe["environment"]["groups"][0]["variables"];
        variables.push_back({{"name", "ASCEND_ENABLE_USE_FABRIC_MEM"}, {"value", "0"}});
        QVERIFY(used(recipe, u"a3"_s, settings).isEmpty());
        variables.back()["value"] = "1";
        QCOMPARE(used(recipe, u"a3"_s, settings), QStringList{fabric});
        QVERIFY(used(recipe, u"a2"_s, settings).isEmpty());
        variables.back()["onlyIf"] = "${fast}";
        QCOMPARE(used(recipe, u"a3"_s, settings), QStringList{fabric});
        QVERIFY(used(recipe, u"a3"_s, Json{{"release", "0.23.0"}, {"fast", false}}).isEmpty());

        // Of the two releases' options, the one that is used.
        for (Json &argument : recipe["serve"]["arguments"]) {
            if (argument["flag"] == "--compilation-config" && argument["when"]["release"] == "0.18.0")
                argument["value"]["cudagraph_mode"] = "FULL_AND_PIECEWISE";
        }
        QVERIFY(used(recipe, u"a2"_s, settings).isEmpty());
        QCOMPARE(used(recipe, u"a2"_s, Json{{"release", "0.18.0"}}), QStringList{graph});
        // In a help text it is a word.
        Json spoken = found->file;
        spoken["environment"]["groups"][0]["variables"][0]["help"]["en"] = "FULL_AND_PIECEWISE Mooncake";
        QVERIFY(used(spoken, u"a2"_s, settings).isEmpty());
    }

    void theDriverForIt_data()
    {
        QTest::addColumn<QString>("feature");
        QTest::addColumn<QByteArray>("driver");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("word");
        QTest::newRow("too old") << fabric << QByteArray("25.2.0") << Verdict::Fail << u"25.5 or newer"_s;
        QTest::newRow("old") << fabric << QByteArray("25.5.0") << Verdict::Warn << u"0.3.11"_s;
        QTest::newRow("of the release") << fabric << QByteArray("26.0.rc1") << Verdict::Warn << u"26.0"_s;
        QTest::newRow("new") << fabric << QByteArray("26.0.0") << Verdict::Pass << u"new enough"_s;
        QTest::newRow("graph, old") << graph << QByteArray("25.5.0") << Verdict::Warn << u"25.5.1"_s;
        QTest::newRow("graph") << graph << QByteArray("25.5.1") << Verdict::Pass << u"new enough"_s;
    }
    void theDriverForIt()
    {
        QFETCH(QString, feature);
        QFETCH(QByteArray, driver);
        QFETCH(Verdict, verdict);
        QFETCH(QString, word);
        ScriptedNode node(1);
        node.driver = driver;
        CheckContext context = contextOf(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s);
        context.settings.driverFeatures = {feature};
        context.settings.image = u"quay.io/ascend/vllm-ascend:v0.24.0rc1-a3"_s; // CANN 9.0.1
        const Finding finding = ask(u"driver.features"_s, node, context);
        QVERIFY2(finding.verdict == verdict, qPrintable(finding.summary));
        QVERIFY2(finding.summary.contains(word), qPrintable(finding.summary));
        QCOMPARE(finding.value, QString::fromLatin1(driver));
    }

    void anImageThatIsTooOld()
    {
        ScriptedNode node(1);
        node.driver = "26.0.0";
        CheckContext context = contextOf(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s);
        context.settings.driverFeatures = {fabric};
        context.settings.image = u"quay.io/ascend/vllm-ascend:v0.18.0-a3"_s; // CANN 8.5.1
        const Finding finding = ask(u"driver.features"_s, node, context);
        QVERIFY2(finding.verdict == Verdict::Fail, qPrintable(finding.summary));
        QVERIFY2(finding.summary.contains(u"CANN 9.0.0 or newer"_s) && finding.summary.contains(u"8.5.1"_s),
                 qPrintable(finding.summary));
    }
};

QTEST_GUILESS_MAIN(NpuDriverTest)
#include "tst_npudriver.moc"
