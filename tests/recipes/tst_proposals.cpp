// Which recipes fit which nodes, in which order, and what the others lack.
#include "core/checks/proposals.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

NodeFacts node(const QString &name, int chips, const QString &chip, qint64 hbmMb = 65536)
{
    NodeFacts facts = healthyNode(name, name.back().digitValue(), chips);
    for (NpuChip &one : facts.npuSmi->chips) {
        one.name = chip;
        one.hbmTotalMb = hbmMb;
    }
    return facts;
}

QStringList fitting(const QList<Proposal> &all)
{
    QStringList ids;
    for (const Proposal &one : all) {
        if (one.fit == Proposal::Fit::Fits)
            ids << one.recipe;
    }
    return ids;
}

} // namespace

class TestProposals : public QObject
{
    Q_OBJECT

private slots:
    // Two A2 servers, one A3, one A2, four A2: exactly the recipes that were made for them.
    void fitsWhatItWasMadeFor_data()
    {
        QTest::addColumn<QList<NodeFacts>>("facts");
        QTest::addColumn<QString>("ending");
        const auto a2 = [](int count) {
            QList<NodeFacts> all;
            for (int i = 1; i <= count; ++i)
                all << node(u"node%1"_s.arg(i), 8, u"910B3"_s);
            return all;
        };
        QTest::newRow("two A2") << a2(2) << u"-2xA2"_s;
        QTest::newRow("four A2") << a2(4) << u"-4xA2"_s;
        QTest::newRow("one A2") << a2(1) << u"-1xA2"_s;
        QTest::newRow("one A3") << QList{node(u"node1"_s, 16, u"Ascend910"_s)} << u"-1xA3"_s;
        QTest::newRow("two A3") << QList{node(u"node1"_s, 16, u"Ascend910"_s), node(u"node2"_s, 16, u"Ascend910"_s)}
                                << u"-2xA3"_s;
    }
    void fitsWhatItWasMadeFor()
    {
        QFETCH(QList<NodeFacts>, facts);
        QFETCH(QString, ending);
        const QList<Recipe> recipes = *loadRecipes();
        const QList<Proposal> all = proposals(recipes, int(facts.size()), facts);
        QCOMPARE(all.size(), recipes.size());
        QStringList expected;
        for (const Recipe &recipe : recipes) {
            if (recipe.id.contains(ending) && recipe.engine != "openai"_L1)
                expected << recipe.id;
        }
        QVERIFY(!expected.isEmpty());
        QStringList found = fitting(all);
        QCOMPARE(found, fitting(all.mid(0, found.size()))); // they come first
        if (facts.size() == 1) { // then what takes any image: which driver that asks for nobody knows
            const Proposal next = all.value(found.size());
            QVERIFY2(next.recipe.startsWith("openai"_L1), qPrintable(next.recipe));
            QCOMPARE(next.fit, Proposal::Fit::Unknown);
            QVERIFY2(next.missing.join(u' ').contains("Whether the driver does cannot be told"_L1),
                     qPrintable(next.missing.join(u' ')));
        }
        found.sort();
        QCOMPARE(found, expected);
        for (const Proposal &one : all)
            QCOMPARE(one.missing.isEmpty(), one.fit == Proposal::Fit::Fits);
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QList<NodeFacts>>("facts");
        QTest::addColumn<QStringList>("missing");
        const QString two = u"mindie-deepseek-v3.2-w8a8-2xA2"_s, qwen = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s;
        QTest::newRow("cards") << qwen << QList{node(u"node1"_s, 4, u"910B3"_s)}
                               << QStringList{u"node1 has 4 NPUs; it takes 8."_s};
        QTest::newRow("kind and cards") << u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s
                                        << QList{node(u"node1"_s, 8, u"910B3"_s)}
                                        << QStringList{u"node1 is an A2 server (910B3 NPUs); this is for A3."_s,
                                                       u"node1 has 8 NPUs; it takes 16."_s};
        QTest::newRow("of A3") << qwen << QList{node(u"node1"_s, 16, u"Ascend910"_s)}
                               << QStringList{u"node1 is an A3 server (Ascend910 NPUs); this is for A2."_s};
        QTest::newRow("of no known kind") << qwen << QList{node(u"node1"_s, 8, u"910X"_s)}
                                          << QStringList{u"node1 has 910X NPUs; this is for A2."_s};
        QTest::newRow("memory") << qwen << QList{node(u"node1"_s, 8, u"910B4"_s, 32768)}
                                << QStringList{u"node1's NPUs have 32 GiB of HBM each; this is written for 64."_s};
        QTest::newRow("a little less") << qwen << QList{node(u"node1"_s, 8, u"910B3"_s, 62420)} << QStringList();
        QTest::newRow("nodes") << two << QList{node(u"node1"_s, 8, u"910B3"_s)}
                               << QStringList{u"the deployment has 1 nodes; it takes 2."_s};
        QTest::newRow("more nodes") << two
                                    << QList{node(u"node1"_s, 8, u"910B3"_s), node(u"node2"_s, 8, u"910B3"_s),
                                             node(u"node3"_s, 8, u"910B3"_s)}
                                    << QStringList{u"the deployment has 3 nodes; it is written for 2."_s};
    }
    void saysWhatIsMissing()
    {
        QFETCH(QString, recipe);
        QFETCH(QList<NodeFacts>, facts);
        QFETCH(QStringList, missing);
        const Proposal proposal = proposalOf(*findRecipe(recipe), int(facts.size()), facts);
        QCOMPARE(proposal.missing, missing);
        QCOMPARE(proposal.fit, missing.isEmpty() ? Proposal::Fit::Fits : Proposal::Fit::Lacks);
    }

    // The driver is held against the image that is chosen; a lack that can be repaired comes before one that cannot.
    void aDriverIsALackThatCanBeRepaired()
    {
        NodeFacts facts = node(u"node1"_s, 8, u"910B3"_s);
        facts.driverVersion = u"25.0.rc1.1"_s;
        const Recipe qwen = *findRecipe(u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s);
        QCOMPARE(proposalOf(qwen, 1, {facts}).fit, Proposal::Fit::Fits);
        const Proposal newer = proposalOf(qwen, 1, {facts}, {{"release", "0.23.0"}});
        QCOMPARE(newer.fit, Proposal::Fit::Lacks);
        QVERIFY2(newer.missing.join(u' ').startsWith(
                     "node1: driver 25.0.rc1.1 does not go with CANN 9.1.0, which vllm-ascend:v0.23.0 holds; "
                     "these do: 26.0.RC1"_L1),
                 qPrintable(newer.missing.join(u' ')));
        QVERIFY(newer.weight < proposalOf(*findRecipe(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s), 1, {facts}).weight);
        QVERIFY(newer.weight < proposalOf(*findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s), 1, {facts}).weight);
    }

    // What driver.cann and driver.version only warn of is no lack here either: it fits, but.
    void whatAChecksWarnsOfIsADoubt_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("doubt");
        const auto row = [](const QString &recipe, const char *release, const char *driver, const char *doubt) {
            QTest::addRow("%s %s %s", qPrintable(recipe.section(u'-', 0, 0)), release, driver)
                << recipe << QString::fromLatin1(release) << QString::fromLatin1(driver) << QString::fromLatin1(doubt);
        };
        const QString qwen = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s, mindie = u"mindie-deepseek-r1-w8a8-1xA3"_s;
        for (const char *driver : {"24.1.0", "24.1.rc3", "23.0.0", "21.0.4", "26.3.0", "27.0.0", "no version"})
            row(qwen, "0.23.0", driver, "is not among those that are named for CANN 9.1.0");
        for (const char *driver : {"26.0.RC1", "25.2.0", "25.5.1"})
            row(qwen, "0.23.0", driver, "");
        // No table names 8.5.1, which is in 0.18.0's image; of 8.5.0 and 8.5.2 it is said, and both begin with 25.0.
        for (const char *driver : {"24.1.0", "23.0.0"})
            row(qwen, "0.18.0", driver, "is older than all that go with CANN 8.5.0 and 8.5.2, between which lies CANN "
                                        "8.5.1");
        for (const char *driver : {"25.0.rc1.1", "25.5.0", "26.1.0", "28.0.0"})
            row(qwen, "0.18.0", driver, "");
        for (const char *driver : {"23.0.6", "24.1.rc1.b030"})
            row(mindie, "", driver, "is older than the engine recommends: 23.0.7, 24.1.RC2");
    }
    void whatAChecksWarnsOfIsADoubt()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, release);
        QFETCH(QString, driver);
        QFETCH(QString, doubt);
        const bool isA3 = recipe.endsWith("A3"_L1);
        NodeFacts facts = node(u"node1"_s, isA3 ? 16 : 8, isA3 ? u"Ascend910"_s : u"910B3"_s);
        const Json settings = release.isEmpty() ? Json::object() : Json{{"release", release.toStdString()}};
        const Proposal clean = proposalOf(*findRecipe(recipe), 1, {facts}, settings);
        facts.driverVersion = driver;
        const Proposal proposal = proposalOf(*findRecipe(recipe), 1, {facts}, settings);
        QCOMPARE(proposal.fit, Proposal::Fit::Fits);
        const QString doubts = proposal.doubts.join(u' ');
        QVERIFY2(doubts.contains(doubt) && doubts.isEmpty() == doubt.isEmpty(), qPrintable(doubts));
        QVERIFY2(doubt.isEmpty() || doubts.startsWith("node1: driver "_L1 + driver), qPrintable(doubts));
        QVERIFY(doubt.isEmpty() ? proposal.weight == clean.weight : proposal.weight > clean.weight);
        QCOMPARE(toJson(proposal)["warnings"].size(), size_t(proposal.doubts.size()));
    }

    void theSettingsAreThoseOfTheChosenRecipe()
    {
        const Recipe qwen = *findRecipe(u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s);
        NodeFacts facts = node(u"node1"_s, 8, u"910B3"_s);
        facts.driverVersion = u"25.0.rc1.1"_s;
        const auto fitOf = [&](const Json &settings) {
            for (const Proposal &one : proposals({qwen}, 1, {facts}, qwen.id, settings))
                return one.fit;
            return Proposal::Fit::Unknown;
        };
        QCOMPARE(fitOf(Json::object()), Proposal::Fit::Fits);
        QCOMPARE(fitOf({{"release", "0.23.0"}}), Proposal::Fit::Lacks);
    }

    // What lint and plan would refuse at once: of a recipe of one's own, or as the chosen one was set.
    void whatCannotStartDoesNotFit_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("says");
        QTest::newRow("as it came") << QByteArray("{}") << QString();
        QTest::newRow("parallel size") << QByteArray(R"({"tp": 3})")
                                       << u"\"tp\" is 3, but 16 cards cannot be divided by it"_s;
        QTest::newRow("tokens of a step") << QByteArray(R"({"maxBatchedTokens": 8})")
                                          << u"\"maxBatchedTokens\" (8) must not be less than \"maxSeqs\" (16)"_s;
        QTest::newRow("HCCL's port") << QByteArray(R"({"rpcPort": 60001})") << u"Port 60001"_s;
        QTest::newRow("HCCL's memory") << QByteArray(R"({"hcclBuffSize": 32000})")
                                       << u"It does not fit: HCCL takes at least"_s;
    }
    void whatCannotStartDoesNotFit()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, says);
        const QString base = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        const Json set = *parseJson(settings, u"settings"_s);
        Json file = findRecipe(base)->file;
        for (Json &setting : file["settings"]) {
            if (const Json &own = member(set, stringAt(setting, "key").toUtf8().constData()); !own.is_null())
                setting["default"] = own;
        }
        const Result<Recipe> own = recipeFromJson(file, u"own"_s);
        QVERIFY2(own, own ? "" : qPrintable(own.error().message));
        const QList<NodeFacts> facts{node(u"node1"_s, 8, u"910B3"_s), node(u"node2"_s, 8, u"910B3"_s)};
        for (const Proposal &proposal : {proposalOf(*own, 2, facts), proposalOf(*findRecipe(base), 2, facts, set)}) {
            const QString missing = proposal.missing.join(u' ');
            QVERIFY2(missing.contains(says) && missing.isEmpty() == says.isEmpty(), qPrintable(missing));
            QCOMPARE(proposal.fit, says.isEmpty() ? Proposal::Fit::Fits : Proposal::Fit::Lacks);
        }
        QVERIFY(says.isEmpty() || proposalOf(*own, 2, {facts[0]}).weight < proposalOf(*own, 2, facts).weight);
    }

    // A share of the cards that somebody's memory does not leave: it stops at its start, as plan warns.
    void aShareThatIsNotFreeIsADoubt()
    {
        const Recipe recipe = *findRecipe(u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s);
        QList<NodeFacts> facts{node(u"node1"_s, 8, u"910B3"_s), node(u"node2"_s, 8, u"910B3"_s)};
        facts[1].npuSmi->hasProcessTable = true;
        QVERIFY(proposalOf(recipe, 2, facts).doubts.isEmpty());
        facts[1].npuSmi->chips[2].hbmUsedMb = 30000;
        const Proposal proposal = proposalOf(recipe, 2, facts);
        QCOMPARE(proposal.fit, Proposal::Fit::Fits);
        QVERIFY2(proposal.doubts.join(u' ').contains(u"gpuMemoryUtilization"_s),
                 qPrintable(proposal.doubts.join(u' ')));
    }

    // Where the nodes tell theirs: a recipe says for which it is, and so does an image's tag.
    void machinesAreOfOneArchitecture()
    {
        const Recipe kunpeng = *findRecipe(u"vllm-ascend-deepseek-v3.1-w4a8-1xA2-kunpeng"_s),
                     any = *findRecipe(u"vllm-ascend-deepseek-v3.1-w4a8-1xA2"_s),
                     mindie = *findRecipe(u"mindie-deepseek-r1-w8a8-2xA2"_s);
        const auto on = [](const QString &arch, int count) {
            QList<NodeFacts> all;
            for (int i = 1; i <= count; ++i) {
                all << node(u"node%1"_s.arg(i), 8, u"910B3"_s);
                all.last().os.arch = arch;
            }
            return all;
        };
        for (const QString &arch : {QString(), u"aarch64"_s}) {
            QCOMPARE(proposalOf(kunpeng, 1, on(arch, 1)).fit, Proposal::Fit::Fits);
            QCOMPARE(proposalOf(mindie, 2, on(arch, 2)).fit, Proposal::Fit::Fits);
        }
        const Proposal other = proposalOf(kunpeng, 1, on(u"x86_64"_s, 1));
        QCOMPARE(other.fit, Proposal::Fit::Lacks);
        QCOMPARE(other.missing, QStringList{u"node1 is a machine of x86_64; this is for aarch64."_s});
        QCOMPARE(proposalOf(any, 1, on(u"x86_64"_s, 1)).fit, Proposal::Fit::Fits);
        const Proposal built = proposalOf(mindie, 2, on(u"x86_64"_s, 2));
        QCOMPARE(built.fit, Proposal::Fit::Lacks);
        QCOMPARE(built.missing.value(0), u"node1 is a machine of x86_64; by its tag the image is for aarch64: set "
                                         "\"image\" to one for x86_64."_s);
        QCOMPARE(built.missing.size(), 2);
        QCOMPARE(proposalOf(mindie, 2, on(u"x86_64"_s, 2), {{"image", "registry/mindie:2.2.T30-800I-A2-lts"}}).fit,
                 Proposal::Fit::Fits);
        QVERIFY(built.weight < other.weight); // another image can be had
    }

    // As generate takes them: this recipe has a setting for it.
    void theSettingsSayHowManyCards()
    {
        const Recipe any = *findRecipe(u"openai-compatible-image"_s);
        const QList<NodeFacts> facts{node(u"node1"_s, 4, u"910B3"_s)};
        QCOMPARE(proposalOf(any, 1, facts).missing, QStringList{u"node1 has 4 NPUs; it takes 8."_s});
        QCOMPARE(proposalOf(any, 1, facts, {{"cards", 4}}).fit, Proposal::Fit::Unknown);
        QCOMPARE(proposalOf(any, 1, facts, {{"cards", 6}}).missing, QStringList{u"node1 has 4 NPUs; it takes 6."_s});
        QCOMPARE(proposalOf(any, 1, facts, {{"cards", -1}}).missing, QStringList{u"node1 has 4 NPUs; it takes 8."_s});
        for (const Proposal &one : proposals({any}, 1, facts, any.id, {{"cards", 4}}))
            QVERIFY2(one.fit == Proposal::Fit::Unknown, qPrintable(one.missing.join(u' ')));
    }

    // Its maker names twice as many cards as the least.
    void whatNobodyHasConfirmedOnSoFewCardsComesLater()
    {
        const QList<NodeFacts> facts{node(u"node1"_s, 8, u"910B3"_s), node(u"node2"_s, 8, u"910B3"_s)};
        const QStringList found = fitting(proposals(*loadRecipes(), 2, facts));
        const qsizetype few = found.indexOf(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        QVERIFY(few >= 0);
        for (const QString &id : found)
            QVERIFY2(id.startsWith("openai"_L1) || found.indexOf(id) <= few, qPrintable(found.join(u' ')));
    }

    // Nobody asked: nothing is said of it, and it stands before what is known not to fit.
    void whatIsNotKnownIsSaid()
    {
        NodeFacts silent;
        silent.name = u"node2"_s;
        const Recipe two = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        const Proposal open = proposalOf(two, 2, {node(u"node1"_s, 8, u"910B3"_s), silent});
        QCOMPARE(open.fit, Proposal::Fit::Unknown);
        QCOMPARE(open.missing, QStringList{u"Whether it fits is known when the nodes have been asked."_s});
        QCOMPARE(proposalOf(two, 0, {}).fit, Proposal::Fit::Unknown);
        QVERIFY(open.weight < proposalOf(two, 2, {node(u"node1"_s, 4, u"910B3"_s), silent}).weight);
    }
};

QTEST_GUILESS_MAIN(TestProposals)
#include "tst_proposals.moc"
