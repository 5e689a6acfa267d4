// The drawing of what runs where: true to the artifacts, before and after the nodes were asked, and a node is given
// another part by mouse and by keyboard.
#include "core/artifacts/artifact.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/topologyview.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace {

Deployment of(const QString &recipe, int nodes, const Json &settings = Json::object())
{
    Deployment deployment;
    deployment.name = u"one"_s;
    deployment.recipe = recipe;
    deployment.settings = settings;
    for (int i = 1; i <= nodes; ++i)
        deployment.nodes << plainNode(u"node%1"_s.arg(i), u"10.20.0.1%1"_s.arg(i));
    return deployment;
}

QList<NodeFacts> facts(int nodes, int chips)
{
    QList<NodeFacts> all;
    for (int i = 1; i <= nodes; ++i)
        all << healthyNode(u"node%1"_s.arg(i), 10 + i, chips);
    return all;
}

} // namespace

class TestTopologyView : public QObject
{
    Q_OBJECT

private slots:
    // Of two nodes with vLLM: groups as the ranks, ports on the first only, each waits for the other.
    void isWhatTheArtifactsSay()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        const Deployment deployment = of(recipe, 2);
        const Layout layout = layoutOf(deployment, *findRecipe(recipe), facts(2, 8));
        QVERIFY2(layout.refusal.isEmpty(), qPrintable(layout.refusal));
        QCOMPARE(layout.nodes.size(), 2);
        QCOMPARE(layout.nodes[0].groups, (QList<int>{0, 0, 0, 0, 1, 1, 1, 1}));
        QCOMPARE(layout.nodes[1].groups, (QList<int>{2, 2, 2, 2, 3, 3, 3, 3}));
        QVERIFY(layout.nodes[0].serves && !layout.nodes[1].serves);
        QCOMPARE(layout.nodes[0].listens.join(u' '), u"8004 (service) 13389 (data parallel RPC)"_s);
        QVERIFY(layout.nodes[1].listens.isEmpty());
        QCOMPARE(layout.nodes[0].waitsFor, QStringList{u"node2"_s});
        QCOMPARE(layout.nodes[1].waitsFor, QStringList{u"node1"_s});
        const Result<ArtifactSet> set = generateArtifacts(deployment, *findRecipe(recipe), facts(2, 8));
        QVERIFY(set);
        QVERIFY(artifactNamed(*set, u"node2/start.sh"_s)->content.contains("--data-parallel-start-rank 2"));
        const Layout torch = layoutOf(of(u"mindie-deepseek-v3.2-w8a8-2xA3"_s, 2),
                                      *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA3"_s), facts(2, 16));
        QVERIFY2(torch.refusal.isEmpty(), qPrintable(torch.refusal));
        QCOMPARE(torch.nodes[1].groups.last() + 1, 32 / torch.nodes[0].groups.count(0));
        QVERIFY(torch.nodes[0].listens.join(u' ').contains(u"1025"_s));
    }

    // Nobody was asked: drawn as the recipe has it, without addresses that are not known.
    void unaskedNodesAreDrawnWithoutAddresses()
    {
        for (const Recipe &recipe : *loadRecipes()) {
            const Layout layout = layoutOf(of(recipe.id, recipe.nodes), recipe, {});
            QVERIFY2(layout.refusal.isEmpty(), qPrintable(recipe.id + layout.refusal));
            QCOMPARE(layout.nodes.size(), recipe.nodes);
            for (const LaidNode &node : layout.nodes) {
                QCOMPARE(node.devices.size(), recipe.chipsPerNode);
                QVERIFY(node.address.isEmpty());
                QCOMPARE(node.serves, node.name == "node1"_L1);
            }
        }
        // One of two was asked.
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        const Layout half = layoutOf(of(recipe, 2), *findRecipe(recipe), facts(1, 8));
        QCOMPARE(half.nodes[0].address, u"10.20.0.11"_s);
        QVERIFY(half.nodes[1].address.isEmpty());
    }

    void whatCannotBeIsSaidAndStillDrawn()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        const Layout layout = layoutOf(of(recipe, 2), *findRecipe(recipe), facts(2, 4));
        QVERIFY2(layout.refusal.contains(u"node1 has 4 NPU devices"_s), qPrintable(layout.refusal));
        QCOMPARE(layout.nodes.size(), 2);
        const Layout wrong = layoutOf(of(recipe, 2, {{"tp", 3}}), *findRecipe(recipe), {});
        QVERIFY(wrong.nodes.isEmpty() && wrong.refusal.contains(u"\"tp\" is 3"_s));
    }

    // What a screen reader hears has the stops of the window's language.
    void itIsToldWithTheStopsOfTheLanguage()
    {
        struct Chinese : QTranslator
        {
            bool isEmpty() const override { return false; }
            QString translate(const char *, const char *source, const char *, int) const override
            {
                return qstrcmp(source, "; ") == 0 ? u"；"_s : qstrcmp(source, "%1. ") == 0 ? u"%1。"_s : QString();
            }
        } chinese;
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        TopologyView view;
        view.setDrawn(layoutOf(of(recipe, 2), *findRecipe(recipe), facts(2, 8)));
        QVERIFY2(view.accessibleDescription().contains(u". node2, 10.20.0.12; "_s)
                     && view.accessibleDescription().contains(u". Alt with Up"_s),
                 qPrintable(view.accessibleDescription()));
        QCoreApplication::installTranslator(&chinese);
        QTRY_VERIFY2(view.accessibleDescription().contains(u"。Alt with Up"_s),
                     qPrintable(view.accessibleDescription()));
        const QString told = view.accessibleDescription(), node = view.describe(1);
        QCoreApplication::removeTranslator(&chinese);
        QVERIFY2(node.startsWith(u"node2, 10.20.0.12；"_s) && !node.contains(u';'), qPrintable(node));
        QVERIFY2(told.contains(u"。node2, 10.20.0.12；"_s), qPrintable(told));
    }

    void aNodeIsMovedByMouseAndKeyboard()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        TopologyView view;
        view.setDrawn(layoutOf(of(recipe, 2), *findRecipe(recipe), facts(2, 8)));
        view.resize(320, view.sizeHint().height());
        view.show();
        QSignalSpy moved(&view, &TopologyView::moved);
        QTest::mousePress(&view, Qt::LeftButton, {}, view.boxRect(1).center());
        QTest::mouseMove(&view, view.boxRect(0).center());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, view.boxRect(0).center());
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved[0], (QList<QVariant>{1, 0}));
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.boxRect(1).center()); // no drag
        QCOMPARE(moved.size(), 1);
        QCOMPARE(view.current(), 1);
        QVERIFY2(view.accessibleDescription().contains(u"node2, 10.20.0.12; no API of its own, works with node1"_s),
                 qPrintable(view.accessibleDescription()));
        QVERIFY(view.accessibleDescription().contains(u"in tensor parallel groups 2, 3"_s));
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.current(), 0);
        QVERIFY(view.accessibleDescription().contains(u"node1, 10.20.0.11; answers clients"_s));
        QTest::keyClick(&view, Qt::Key_Up, Qt::AltModifier); // it is the first
        QCOMPARE(moved.size(), 1);
        QTest::keyClick(&view, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(moved.size(), 2);
        QCOMPARE(moved[1], (QList<QVariant>{0, 1}));
    }

    // In the page: the order of the deployment is another one, and so is who answers.
    void theDeploymentFollows()
    {
        Cluster cluster({});
        cluster.open(of(u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s, 2), {});
        RecipePage page(cluster);
        page.resize(1200, 800);
        page.show();
        auto *view = page.findChild<TopologyView *>();
        QTRY_COMPARE(view->drawn().nodes.size(), 2);
        QVERIFY(view->isVisibleTo(&page));
        view->setFocus();
        emit view->moved(1, 0);
        QCOMPARE(cluster.deployment().nodes[0].name, u"node2"_s);
        QTRY_COMPARE(view->drawn().nodes[0].name, u"node2"_s);
        QCOMPARE(page.findChild<QLabel *>(u"topologyNote"_s)->text(), u"Endpoint: http://10.20.0.12:8004/v1"_s);
        QVERIFY(view->drawn().nodes[0].serves);
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            page.grab().save(folder + u"/topology.png"_s);
    }

    // A card that is not there is drawn, as the recipe asks for it, and said not to be.
    void aDrawingOfWhatIsNotThereSaysSo()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s;
        Cluster cluster({});
        cluster.open(of(recipe, 2), {});
        RecipePage page(cluster);
        page.show();
        const auto *view = page.findChild<TopologyView *>();
        const auto *note = page.findChild<QLabel *>(u"topologyNote"_s);
        QTRY_COMPARE(view->drawn().nodes.size(), 2);
        QVERIFY2(note->text().startsWith(u"Endpoint: "_s), qPrintable(note->text())); // nobody was asked
        QList<NodeFacts> all = facts(2, 8);
        cluster.take(all[0]);
        all[1].deviceIds.removeLast();
        cluster.take(all[1]);
        QTRY_VERIFY2(note->text().startsWith(u"Drawn as the recipe asks for it; the nodes cannot have it so: node2 has "
                                             "7 NPU devices; the recipe needs 8 on each node.\nEndpoint: "_s),
                     qPrintable(note->text()));
        QCOMPARE(view->drawn().nodes[1].devices.size(), 8);
    }

    // In the side of the smallest window: what does not fit beside the address goes below it.
    void anAddressIsReadWhole()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        TopologyView view;
        view.setDrawn(layoutOf(of(recipe, 4), *findRecipe(recipe), facts(4, 16)));
        for (const int width : {220, 248, 300, 420}) {
            view.resize(width, 600);
            for (int i = 0; i < 4; ++i) {
                const QString name = view.shownHead(i).first, part = view.shownHead(i).second;
                QVERIFY2(name.endsWith(u"  10.20.0.1%1"_s.arg(i + 1)), qPrintable(name));
                QVERIFY2(!part.isEmpty() && !part.endsWith(u"…"_s), qPrintable(part));
            }
            QVERIFY(view.sizeHint().height() >= view.boxRect(3).bottom());
        }
        QVERIFY(view.boxRect(0).height() > 0);
        view.resize(220, 600);
        const int narrow = view.boxRect(0).height();
        view.resize(420, 600);
        QVERIFY(narrow > view.boxRect(0).height()); // one line more
    }

    // Prefill and decode apart: a part for each node, ranks with ports, and only what waits for each other is joined.
    void rolesAreDrawn()
    {
        const QString recipe = u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s;
        const Layout layout = layoutOf(of(recipe, 4), *findRecipe(recipe), facts(4, 16));
        QVERIFY2(layout.refusal.isEmpty(), qPrintable(layout.refusal));
        QStringList roles, programs;
        for (const LaidNode &node : layout.nodes) {
            roles << node.role;
            programs << node.program;
        }
        QCOMPARE(roles, (QStringList{u"prefill"_s, u"prefill"_s, u"decode"_s, u"decode"_s}));
        QCOMPARE(programs, (QStringList{u"vllm × 2 + proxy"_s, u"vllm × 2"_s, u"vllm × 16"_s, u"vllm × 16"_s}));
        QCOMPARE(layout.nodes[0].listens.join(u", "_s),
                 u"1999 (service), 12321 (data parallel RPC), 7100-7101 (ranks), 36000-36015 (KV transfer)"_s);
        QCOMPARE(layout.nodes[3].listens.join(u", "_s), u"7100-7115 (ranks), 36216-36231 (KV transfer)"_s);
        QVERIFY(layout.nodes[1].waitsFor.isEmpty());
        QCOMPARE(layout.nodes[2].waitsFor, QStringList{u"node4"_s});
        QCOMPARE(layout.nodes[0].groups, (QList<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
        QCOMPARE(layout.nodes[3].groups.first(), 20);
        // Each prefill node counts from 0, as its ranks.sh does; the two decode nodes are one group.
        QCOMPARE(layout.nodes[1].ranks, layout.nodes[0].groups);
        QCOMPARE(layout.nodes[2].ranks.first(), 0);
        QCOMPARE(layout.nodes[3].ranks.first(), 16);
        TopologyView view;
        view.setDrawn(layout);
        view.resize(420, view.sizeHint().height());
        QVERIFY(view.describe(1).contains("prefill"_L1) && !view.describe(1).contains("no API"_L1));
        QVERIFY2(view.describe(1).contains(u"16 NPUs as data parallel ranks 0, 1;"_s), qPrintable(view.describe(1)));
        QVERIFY2(view.describe(1).endsWith(u"; hands its KV cache to node3, node4"_s), qPrintable(view.describe(1)));
        QVERIFY2(!view.describe(2).contains(u"hands"_s), qPrintable(view.describe(2)));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            view.grab().save(folder + u"/roles.png"_s);
    }
};

QTEST_MAIN(TestTopologyView)
#include "tst_topologyview.moc"
