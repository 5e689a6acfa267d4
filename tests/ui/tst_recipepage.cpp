#include "ui/deploy/recipepage.h"

#include "core/base/data.h"
#include "core/engines/recipebook.h"
#include "ui/common/elidedcombo.h"
#include "ui/common/style.h"
#include "ui/deploy/recipelist.h"
#include "ui/deploy/settingrow.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

Deployment deployment()
{
    Deployment one;
    one.name = u"ds"_s;
    one.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
    for (const QString &name : {u"node1"_s, u"node2"_s}) {
        Node node;
        node.name = name;
        node.host = u"10.20.0.1"_s;
        one.nodes << node;
    }
    one.settings = {{"port", 2025}, {"ours", "kept"}};
    return one;
}

} // namespace

class RecipePageTest : public QObject
{
    Q_OBJECT

private:
    template<typename Field>
    static Field *field(QWidget &page, const QString &key)
    {
        Field *found = nullptr; // groups of settings are made turn by turn
        (void)QTest::qWaitFor([&] { return (found = page.findChild<Field *>(u"field-"_s + key)); });
        return found;
    }

private slots:
    void draftKeepsWhatItDoesNotKnow()
    {
        const Recipe recipe = *findRecipe(deployment().recipe);
        SettingsDraft draft(recipe, deployment().settings);
        QCOMPARE(draft.text(u"port"_s), u"2025"_s);
        QVERIFY(!draft.isDefault(u"port"_s) && draft.isDefault(u"managementPort"_s));
        draft.type(u"maxSeqLen"_s, u"lots"_s);
        QVERIFY(draft.problem(u"maxSeqLen"_s).contains(u"whole number"));
        QVERIFY(!draft.isValid());
        draft.type(u"npuMemoryFraction"_s, u"0.9"_s);
        draft.reset(u"port"_s);
        const Json settings = draft.userSettings();
        QCOMPARE(QString::fromUtf8(compactJson(settings)), uR"({"ours":"kept","npuMemoryFraction":0.9})"_s);
        draft.type(u"maxSeqLen"_s, u"16384"_s);
        draft.type(u"port"_s, u"1120"_s);
        QVERIFY(draft.problem(u"port"_s).isEmpty());
        QVERIFY(draft.disagreement().contains(u"1120"));
        QVERIFY(!draft.isValid());
    }

    // What stood in the file stays in it, a default too, or a value that was put back would be a change.
    void aValueThatIsPutBackIsNoChange()
    {
        const Recipe recipe = *findRecipe(deployment().recipe);
        const auto port = std::find_if(recipe.settings.cbegin(), recipe.settings.cend(),
                                       [](const RecipeSetting &one) { return one.key == u"managementPort"; });
        const Json before{{"managementPort", port->defaultValue}, {"metricsPort", 24103}, {"ours", "kept"}};
        SettingsDraft draft(recipe, before);
        draft.type(u"metricsPort"_s, u"24104"_s);
        QCOMPARE(integerAt(draft.userSettings(), "metricsPort").value_or(0), 24104);
        draft.type(u"metricsPort"_s, u"24103"_s);
        QCOMPARE(compactJson(draft.userSettings()), compactJson(before));
        draft.reset(u"metricsPort"_s);
        QVERIFY(!draft.userSettings().contains("metricsPort"));
    }

    void everySettingHasAFieldAndAName()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        for (const RecipeSetting &setting : page.draft().settings()) {
            auto *widget = page.findChild<QWidget *>(u"field-"_s + setting.key);
            QVERIFY2(widget, qPrintable(setting.key));
            QCOMPARE(widget->accessibleName(), setting.title);
            QVERIFY(widget->focusPolicy() != Qt::NoFocus);
        }
        QVERIFY(field<QCheckBox>(page, u"privileged"_s)->isChecked());
        QCOMPARE(field<QComboBox>(page, u"ipc"_s)->count(), 2);
        QVERIFY(page.isReady());
    }

    // What is wrong in the user's own folder is said above the choice, and looked at again whenever the page is shown.
    void aBrokenRecipeOfOnesOwnIsSaid()
    {
        QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        const auto restore = qScopeGuard([] { qunsetenv("XDG_CONFIG_HOME"); });
        QVERIFY(QDir().mkpath(ownRecipesFolder()));
        const auto write = [](const Json &content) {
            QFile file(ownRecipesFolder() + u"/mine.json"_s);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(prettyJson(content));
        };
        Json file = *jsonDataFile(u"recipes/openai-compatible-image.json"_s);
        file["id"] = "mine";
        file["title"] = "Our own image";
        file["settings"][1]["default"] = 80;
        write(file);
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.resize(1280, 800);
        page.show();
        auto *said = page.findChild<QLabel *>(u"recipesRefused"_s);
        auto *choice = page.findChild<QComboBox *>(u"recipeChoice"_s);
        QVERIFY(said->isVisible() && choice->findText(u"Our own image"_s) < 0);
        QVERIFY2(said->text().contains(u"mine.json: /settings/1/default"), qPrintable(said->text()));
        QVERIFY(page.isReady()); // the deployment's recipe is another one
        if (qEnvironmentVariableIsSet("ASC_GRAB_DIR"))
            page.grab().save(qEnvironmentVariable("ASC_GRAB_DIR") + u"/recipe-refused.png"_s);
        file["settings"][1]["default"] = 8080;
        write(file);
        page.hide();
        page.show();
        QVERIFY(said->isHidden() && choice->findText(u"Our own image"_s) >= 0);
    }

    void aWrongValueIsSaidBesideTheFieldAndNotStored()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.show();
        QSignalSpy looks(&page, &RecipePage::lookChanged);
        auto *port = field<QLineEdit>(page, u"port"_s);
        auto *problem = page.findChild<QLabel *>(u"problem-port"_s);
        QVERIFY(port && problem->isHidden());
        port->setFocus();
        port->selectAll();
        QTest::keyClicks(port, u"80"_s);
        QVERIFY(!problem->isHidden());
        QVERIFY2(problem->text().contains(u"1024 to 65535"), qPrintable(problem->text()));
        QCOMPARE(looks.size(), 1);
        QVERIFY(!page.isReady());
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 2025);
        port->selectAll();
        QTest::keyClicks(port, u"3025"_s);
        QTest::keyClick(port, Qt::Key_Return);
        QVERIFY(problem->isHidden() && page.isReady());
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 3025);
        QVERIFY(cluster.isModified());
        port->selectAll();
        QTest::keyClicks(port, u"80"_s);
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 3025); // what was taken last, not what was first
    }

    // A screen reader or dictation puts a whole text into the field: no key is pressed, and the focus is elsewhere.
    void whatStandsInTheFieldCountsHoweverItCameThere()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.show();
        auto *port = field<QLineEdit>(page, u"port"_s);
        auto *problem = page.findChild<QLabel *>(u"problem-port"_s);
        QAccessibleInterface *access = QAccessible::queryAccessibleInterface(port);
        QVERIFY(access && access->editableTextInterface());
        access->editableTextInterface()->replaceText(0, int(port->text().size()), u"3025"_s);
        QCOMPARE(port->text(), u"3025"_s);
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 3025);
        access->editableTextInterface()->replaceText(0, int(port->text().size()), u"80"_s);
        QVERIFY(!problem->isHidden() && !page.isReady());
        QVERIFY(integerAt(cluster.deployment().settings, "port") != 80);
        port->setText(u"4025"_s);
        QVERIFY(problem->isHidden() && page.isReady());
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 4025);

        // What the page itself shows is no news to it.
        QSignalSpy typed(page.findChild<SettingRow *>(u"row-port"_s), &SettingRow::typed);
        page.findChild<QPushButton *>(u"reset-port"_s)->click();
        QCOMPARE(port->text(), u"1025"_s);
        QCOMPARE(typed.size(), 0);
        port->setText(u"4025"_s);        // what stood there before the page showed another value
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 4025);
    }

    void resetGoesBackToTheDefault()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.show();
        auto *reset = page.findChild<QPushButton *>(u"reset-port"_s);
        QVERIFY(reset && !reset->isHidden());
        QVERIFY(page.findChild<QPushButton *>(u"reset-managementPort"_s)->isHidden());
        reset->click();
        QCOMPARE(field<QLineEdit>(page, u"port"_s)->text(), u"1025"_s);
        QVERIFY(!cluster.deployment().settings.contains("port"));
        QVERIFY(cluster.deployment().settings.contains("ours"));
        QVERIFY(reset->isHidden());
        auto *ipc = field<QComboBox>(page, u"ipc"_s);
        ipc->setCurrentIndex(1);
        emit ipc->textActivated(ipc->currentText());
        QCOMPARE(stringAt(cluster.deployment().settings, "ipc"), u"private"_s);
        page.findChild<QPushButton *>(u"resetAll"_s)->click();
        QVERIFY(!cluster.deployment().settings.contains("ipc"));
    }

    // One choice changes image, paths and the rest together, in words; what was typed stays.
    void anotherGenerationBringsItsOwnDefaults()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.show();
        auto *generation = field<QComboBox>(page, u"generation"_s);
        QCOMPARE(generation->currentText(), u"2.2 with ATB, as the guide"_s);
        QCOMPARE(field<QLineEdit>(page, u"moeTp"_s)->text(), u"4"_s);
        generation->setFocus();
        QTest::keyClick(generation, Qt::Key_Down);
        QTRY_COMPARE(field<QLineEdit>(page, u"moeTp"_s)->text(), u"1"_s);
        QCOMPARE(field<QComboBox>(page, u"generation"_s)->currentText(), u"3.0 with torch"_s);
        QVERIFY(field<QLineEdit>(page, u"mindieHome"_s)->text().endsWith(u"site-packages/mindie_llm"));
        QVERIFY(field<QLineEdit>(page, u"image"_s)->text().contains(u"mindie:3.0."));
        QCOMPARE(field<QLineEdit>(page, u"port"_s)->text(), u"2025"_s);
        QCOMPARE(QString::fromUtf8(compactJson(cluster.deployment().settings)),
                 uR"({"port":2025,"ours":"kept","generation":"3.0"})"_s);
        QVERIFY(page.isReady());
        auto *moeTp = field<QLineEdit>(page, u"moeTp"_s);
        moeTp->setFocus();
        moeTp->selectAll();
        QTest::keyClicks(moeTp, u"4"_s);
        QVERIFY(!page.findChild<QLabel *>(u"problem-moeTp"_s)->isHidden());
        QVERIFY(!page.isReady());
        page.findChild<QPushButton *>(u"reset-generation"_s)->click();
        QTRY_COMPARE(field<QLineEdit>(page, u"moeTp"_s)->text(), u"4"_s);
        QVERIFY(page.isReady());
        QVERIFY(!cluster.deployment().settings.contains("generation"));
    }

    void whatDisagreesIsSaid()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.show();
        auto *port = field<QLineEdit>(page, u"port"_s);
        port->setFocus();
        port->selectAll();
        QTest::keyClicks(port, u"1120"_s);
        QVERIFY(!page.findChild<QWidget *>(u"settingsDisagreement"_s)->isHidden());
        QVERIFY(!page.isReady());
    }

    // A run would refuse it; the page where it is to be set says so, and nothing but the run waits for it.
    void anImageThatOnlyStandsForOnesOwnIsSaid()
    {
        Cluster cluster({});
        Deployment one = deployment();
        one.recipe = u"openai-deepseek-r1-awq-1xA2"_s;
        one.nodes.removeLast();
        one.settings = Json::object();
        cluster.open(one, {});
        RecipePage page(cluster);
        page.show();
        auto *image = field<QLineEdit>(page, u"image"_s);
        const auto *notice = page.findChild<QWidget *>(u"settingsDisagreement"_s);
        QVERIFY(image && !notice->isHidden());
        QVERIFY(page.look() && page.look()->symbol == u"✕" && page.look()->word.contains(u"only stands for yours"));
        QVERIFY(page.isReady());
        image->setFocus();
        image->selectAll();
        QTest::keyClicks(image, u"registry.example/awq-engine:1.0"_s);
        QVERIFY(notice->isHidden());
        QVERIFY(!page.look() || page.look()->symbol != u"✕");
    }

    void anUnknownRecipeIsSaidAndAnotherCanBeChosen()
    {
        Cluster cluster({});
        Deployment other = deployment();
        other.recipe = u"nobody's"_s;
        cluster.open(other, {});
        RecipePage page(cluster);
        page.show();
        QVERIFY(!page.isReady());
        QVERIFY(page.findChild<QLabel *>(u"errorMessage"_s)->text().contains(u"nobody's"));
        auto *choice = page.findChild<QComboBox *>(u"recipeChoice"_s);
        const int its = choice->findData(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        choice->setCurrentIndex(its);
        emit choice->activated(its);
        QCOMPARE(cluster.deployment().recipe, u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        QVERIFY(page.isReady());
    }

    void theListSaysWhatEachNeedsAndWhichFit()
    {
        Cluster cluster({});
        Deployment one;
        one.name = u"new"_s;
        cluster.open(one, {});
        RecipePage page(cluster);
        page.show();
        auto *choice = page.findChild<QComboBox *>(u"recipeChoice"_s);
        for (int row = 0; row < choice->count(); ++row) {
            const QString needs = choice->itemData(row, RecipeListModel::NeedsRole).toString(),
                          said = choice->itemData(row, Qt::AccessibleTextRole).toString();
            QVERIFY2(needs.contains(u" × "_s) && needs.contains(u"NPUs"_s) && needs.count(u" · "_s) == 2,
                     qPrintable(needs));
            QVERIFY(said.contains(choice->itemText(row)) && said.contains(needs));
            QVERIFY(choice->itemData(row, RecipeListModel::FitRole).toString().startsWith(u'?')); // nobody was asked
        }
        choice->showPopup();
        QTRY_VERIFY(choice->view()->isVisible());
        for (int row = 0; row < choice->count(); ++row)
            QVERIFY(choice->view()->visualRect(choice->model()->index(row, 0)).height()
                    >= 3 * choice->fontMetrics().height());
        choice->hidePopup();
        page.resize(720, 420);           // and does not leave a small window
        choice->showPopup();
        QTRY_VERIFY(choice->view()->isVisible());
        const QWidget *list = choice->view()->window();
        QVERIFY(list != &page && choice->count() * 72 > page.height());
        QVERIFY2(page.frameGeometry().contains(list->geometry()), qPrintable(QString::number(list->height())));
        choice->hidePopup();
    }

    void fitIsOfCountAndKindAndOnlyOfWhatIsKnown()
    {
        const auto chips = [](const QString &name, int count, const QString &chip) {
            NodeFacts facts;
            facts.name = name;
            facts.reachable = true;
            facts.npuSmi.emplace();
            for (int i = 0; i < count; ++i) {
                facts.npuSmi->chips << NpuChip();
                facts.npuSmi->chips.last().name = chip;
                facts.deviceIds << i;
            }
            return facts;
        };
        const Recipe two = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s),
                     a3 = *findRecipe(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s),
                     any = *findRecipe(u"openai-compatible-image"_s);
        const NodeFacts a2Node = chips(u"n1"_s, 8, u"910B3"_s), a3Node = chips(u"n1"_s, 16, u"Ascend910"_s),
                        small = chips(u"n1"_s, 4, u"910B3"_s);
        QCOMPARE(lookOf(proposalOf(two, 2, {a2Node, chips(u"n2"_s, 8, u"910B4-1"_s)})).tone, style::Tone::Ok);
        QCOMPARE(lookOf(proposalOf(two, 2, {a2Node})).tone, style::Tone::Unknown);        // the other one was not asked
        QCOMPARE(lookOf(proposalOf(two, 1, {a2Node})).tone, style::Tone::Warning);
        QVERIFY(lookOf(proposalOf(two, 1, {a2Node})).word.contains(u"has 1 node"_s));
        QVERIFY(lookOf(proposalOf(two, 2, {small})).word.contains(u"n1 has 4 NPUs"_s));
        QVERIFY(lookOf(proposalOf(a3, 1, {chips(u"n1"_s, 16, u"910B3"_s)}))
                    .word.contains(u"n1 is an A2 server (910B3 NPUs); this is for A3"_s));
        QCOMPARE(lookOf(proposalOf(a3, 1, {a3Node})).tone, style::Tone::Ok);
        QVERIFY(lookOf(proposalOf(a3, 2, {a3Node})).word.contains(u"has 2 nodes; it is written for 1"_s));
        QCOMPARE(lookOf(proposalOf(any, 1, {a3Node})).tone, style::Tone::Unknown); // of any kind; but its driver?
        NodeFacts old = a3Node;
        old.driverVersion = u"22.0.4"_s;
        const Look doubted = lookOf(proposalOf(*findRecipe(u"mindie-deepseek-r1-w8a8-1xA3"_s), 1, {old}));
        QCOMPARE(doubted.tone, style::Tone::Warning);
        QVERIFY2(doubted.word.startsWith(u"Number and kind of NPUs fit the recipe, but: n1: driver 22.0.4"_s),
                 qPrintable(doubted.word));
        QCOMPARE(lookOf(proposalOf(any, 1, {small})).tone, style::Tone::Warning);
        NodeFacts silent;
        silent.name = u"n1"_s;
        QCOMPARE(lookOf(proposalOf(a3, 1, {silent})).tone, style::Tone::Unknown);
    }

    // Those that fit come first, as the nodes are known; what is chosen stays chosen.
    void whatFitsComesFirst()
    {
        RecipeListModel list;
        list.setRecipes(*loadRecipes());
        QComboBox box;
        box.setModel(&list);
        const QString chosen = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        box.setCurrentIndex(box.findData(chosen));
        NodeFacts facts;
        facts.name = u"n1"_s;
        facts.reachable = true;
        facts.npuSmi.emplace();
        for (int i = 0; i < 16; ++i) {
            facts.npuSmi->chips << NpuChip();
            facts.npuSmi->chips.last().name = u"Ascend910"_s;
            facts.deviceIds << i;
        }
        list.setNodes(1, {facts});
        QCOMPARE(box.currentData().toString(), chosen);
        QVERIFY2(box.itemData(0).toString().endsWith(u"1xA3"_s), qPrintable(box.itemData(0).toString()));
        QCOMPARE(list.index(box.currentIndex()).data(RecipeListModel::ToneRole).toInt(), int(style::Tone::Warning));
        const QString before = box.itemData(0).toString();
        list.setNodes(2, {facts, facts});
        QCOMPARE(box.itemData(0).toString(), u"mindie-deepseek-v3.2-w8a8-2xA3"_s);
        list.setNodes(1, {facts});
        QCOMPARE(box.itemData(0).toString(), before);
        QCOMPARE(box.currentData().toString(), chosen);
    }

    // Groups in which nothing is other stay as they are, the others come back in their place, and no row is lost.
    void anotherReleaseChangesOnlyWhatItChanges()
    {
        Cluster cluster({});
        Deployment mine = deployment();
        mine.recipe = u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s;
        mine.settings = {};
        cluster.open(mine, {});
        RecipePage page(cluster);
        page.resize(900, 700);
        page.show();
        using Groups = QHash<QString, QList<RecipeSetting>>;
        const auto groups = [&] {
            Groups result;
            for (const RecipeSetting &setting : page.draft().settings())
                result[setting.group] << setting;
            return result;
        };
        const auto allShown = [&] {
            return std::all_of(page.draft().settings().cbegin(), page.draft().settings().cend(),
                               [&](const RecipeSetting &setting) {
                                   const auto *its = page.findChild<QWidget *>(u"field-"_s + setting.key);
                                   return its && its->isVisible();
                               });
        };
        QTRY_VERIFY(allShown());
        const Groups before = groups();
        QHash<QString, QPointer<QWidget>> fields;
        for (const RecipeSetting &setting : page.draft().settings())
            fields.insert(setting.key, page.findChild<QWidget *>(u"field-"_s + setting.key));
        auto *release = field<QComboBox>(page, u"release"_s);
        release->setFocus();
        QTest::keyClick(release, Qt::Key_Down);
        QVERIFY(groups() != before);
        QTRY_VERIFY(std::any_of(fields.cbegin(), fields.cend(), [](const QPointer<QWidget> &one) { return !one; }));
        QTRY_VERIFY(allShown());
        const Groups after = groups();
        int stayed = 0, other = 0, lastTop = -1;
        for (const RecipeSetting &setting : page.draft().settings()) {
            const bool isSame = before.value(setting.group) == after.value(setting.group);
            (isSame ? stayed : other) += 1;
            auto *its = page.findChild<QWidget *>(u"field-"_s + setting.key);
            QCOMPARE(fields.value(setting.key) == its, isSame);
        }
        QVERIFY(stayed > 0 && other > 0);
        QTest::qWait(50);                // for the layout
        for (const QString &group : page.draft().groups()) { // a setting of one group may stand between another's
            for (const RecipeSetting &setting : page.draft().settings()) {
                if (setting.group != group)
                    continue;
                auto *its = page.findChild<QWidget *>(u"field-"_s + setting.key);
                const int top = its->mapTo(&page, QPoint()).y();
                QVERIFY2(top > lastTop, qPrintable(setting.key));
                lastTop = top;
            }
        }
        QTRY_COMPARE(page.focusWidget(), page.findChild<QWidget *>(u"field-release"_s));
    }

    void anotherRecipeDoesNotTakeTheFormersSettings()
    {
        Cluster cluster({});
        Deployment mine = deployment();
        mine.settings["image"] = "own/mindie:1";
        cluster.open(mine, {});
        RecipePage page(cluster);
        page.show();
        auto *choice = page.findChild<QComboBox *>(u"recipeChoice"_s);
        const auto pick = [&](const QString &id) {
            choice->setCurrentIndex(choice->findData(id));
            emit choice->activated(choice->currentIndex());
            QCOMPARE(cluster.deployment().recipe, id);
        };
        pick(u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s);
        QCOMPARE(QString::fromUtf8(compactJson(cluster.deployment().settings)), uR"({"ours":"kept"})"_s);
        QVERIFY(field<QLineEdit>(page, u"image"_s)->text().contains(u"vllm-ascend:v0.18.0"_s));
        // This deployment has two nodes: a command line for one serves on one.
        QVERIFY(!page.isReady() && page.findChild<QWidget *>(u"settingsDisagreement"_s)->isVisibleTo(&page));
        QVERIFY(page.draft().disagreement().contains(u"the deployment has 2"_s));
        pick(mine.recipe);
        QCOMPARE(stringAt(cluster.deployment().settings, "image"), u"own/mindie:1"_s); // as it was
        QCOMPARE(integerAt(cluster.deployment().settings, "port"), 2025);
        pick(u"openai-compatible-image"_s);
        auto *cards = field<QLineEdit>(page, u"cards"_s);
        cards->setFocus();
        cards->selectAll();
        QTest::keyClicks(cards, u"4"_s);
        QTest::keyClick(cards, Qt::Key_Return);
        // neither model nor quantization
        QVERIFY(page.findChild<QLabel *>(u"recipeNeeds"_s)->text().startsWith(u"OpenAI API · 1 node"_s));
        QVERIFY(page.findChild<QLabel *>(u"recipeNeeds"_s)->text().endsWith(u"4 NPUs · any kind"_s));
    }

    void warningsAndCorrectionsAreShown()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.show();
        QStringList shown;
        for (const QLabel *label : page.findChildren<QLabel *>()) {
            if (label->isVisibleTo(&page))
                shown << label->text();
        }
        QVERIFY(shown.join(u' ').contains(u"four Atlas 800I A2"));
        auto *notes = page.findChild<QWidget *>(u"recipeNotes"_s);
        QVERIFY(!notes->isVisibleTo(&page));
        page.findChild<QPushButton *>(u"notesFold"_s)->click();
        QVERIFY(notes->isVisibleTo(&page));
    }

    // With its long words (names of variables, paths, tags), in the smallest window; there is no bar to move it aside.
    void theDifferencesFitBesideTheSettings()
    {
        const QStringList recipes{u"mindie-deepseek-v3.2-w8a8-2xA2"_s, u"mindie-deepseek-r1-w8a8-1xA3"_s};
        for (const QString &recipe : recipes) {
            Cluster cluster({});
            Deployment one = deployment();
            one.recipe = recipe;
            cluster.open(one, {});
            RecipePage page(cluster);
            page.resize(760, 450);       // in a window of 960 x 600
            page.show();
            QVERIFY(QTest::qWaitForWindowExposed(&page));
            auto *notes = page.findChild<QWidget *>(u"recipeNotes"_s);
            QTest::mouseClick(page.findChild<QPushButton *>(u"notesFold"_s), Qt::LeftButton);
            QVERIFY(notes->isVisible() || recipe != recipes.first());
            const QWidget *content = notes->parentWidget(), *view = content->parentWidget();
            QTest::qWait(50);
            QVERIFY2(content->width() <= view->width(), qPrintable(u"%1: %2 in %3"_s.arg(recipe)
                                                                       .arg(content->width())
                                                                       .arg(view->width())));
        }
    }

    // Where a difference was found is said in the reader's language, too.
    void theSourcesAreInTheLanguageOfTheWindow()
    {
        const QStringList english{u" seen "_s, u"public"_s, u" and "_s, u" manual"_s, u"documentation"_s, u"guide"_s};
        for (const Recipe &recipe : *loadRecipes(u"zh"_s)) {
            QStringList sources;
            for (const RecipeCorrection &correction : recipe.corrections)
                sources << correction.source;
            for (const QString &warning : recipe.warnings)
                sources << warning.section(u"source: "_s, -1);
            for (const QString &source : std::as_const(sources)) {
                for (const QString &word : english)
                    QVERIFY2(source.contains(u"_guide"_s) || !source.contains(word),
                             qPrintable(recipe.id + u": "_s + source));
            }
        }
    }

    // For people who change the look: ASC_GRAB=DIR keeps pictures of the page in both themes.
    void aTitleThatDoesNotFitEndsInThreeDots()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        RecipePage page(cluster);
        page.resize(760, 450);           // in a window of 960 x 600
        page.show();
        auto *choice = page.findChild<QComboBox *>(u"recipeChoice"_s);
        auto *elided = dynamic_cast<ElidedCombo *>(choice);
        QVERIFY(elided);
        choice->setFixedWidth(200);
        QTRY_COMPARE(choice->width(), 200);
        QVERIFY2(elided->shownText().endsWith(u'…'), qPrintable(elided->shownText()));
        QCOMPARE(choice->toolTip(), choice->currentText()); // whole
    }

    void looksRight()
    {
        Cluster cluster({});
        cluster.open(deployment(), {});
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            style::apply(*qobject_cast<QApplication *>(QApplication::instance()), theme);
            RecipePage page(cluster);
            page.resize(1056, 640);
            page.show();
            auto *port = field<QLineEdit>(page, u"managementPort"_s);
            port->setFocus();
            port->selectAll();
            QTest::keyClicks(port, u"80"_s);
            const QPixmap picture = page.grab();
            QVERIFY(!picture.isNull());
            if (const QString folder = qEnvironmentVariable("ASC_GRAB"); !folder.isEmpty())
                picture.save(folder + (theme == Theme::Light ? u"/recipe-light.png"_s : u"/recipe-dark.png"_s));
        }
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    style::apply(application, Theme::Light);
    RecipePageTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_recipepage.moc"
