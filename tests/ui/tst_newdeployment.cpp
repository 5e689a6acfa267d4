// A new deployment, typed in by hand: nothing is red before anything was done, each step says what it waits for, and
// one button leads on.
#include "core/base/data.h"
#include "tests/support/hands.h"
#include "ui/common/emptystate.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/recipelist.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/stepper.h"
#include "ui/nodes/factspanel.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

// The window with a saved deployment of two nodes, where nobody listens, in the wizard.
struct OpenedWizard
{
    const EmptyHome home;
    QTemporaryDir folder;
    const QString path = folder.filePath(u"d.deployment.json"_s);
    ShownConsole shown;
    DeployPage *deploy = shown.window().findChild<DeployPage *>();

    bool hasOpened()
    {
        const Deployment deployment{.name = u"d"_s,
                                    .recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s,
                                    .nodes = {Node{.name = u"node1"_s, .host = u"127.0.9.1"_s},
                                              Node{.name = u"node2"_s, .host = u"127.0.9.2"_s}}};
        if (!shown.isExposed || !saveDeployment(deployment, path))
            return false;
        shown.window().openFile(path);
        const Cluster &cluster = shown.console.cluster();
        if (!QTest::qWaitFor([&cluster] { return cluster.deployment().nodes.size() == 2; }))
            return false;
        shown.window().showPage(u"deploy"_s);
        return true;
    }
};

class TestNewDeployment : public QObject
{
    Q_OBJECT

private slots:
    // In the first step as where they are drawn; vLLM has no master.
    void theNodesAreToldWhatTheyDo()
    {
        OpenedWizard wizard;
        QVERIFY(wizard.hasOpened());
        go(wizard.deploy, DeployPage::Nodes);
        const auto parts = [&] {
            QStringList all;
            for (const Node &node : wizard.shown.console.cluster().deployment().nodes) {
                const auto *part = wizard.deploy->findChild<QLabel *>(u"part-"_s + node.name);
                all << (part ? part->text() : QString());
            }
            return all;
        };
        const auto become = [&](const QString &recipe, int nodes) {
            Deployment deployment = wizard.shown.console.cluster().deployment();
            deployment.recipe = recipe;
            deployment.nodes.clear();
            for (int i = 1; i <= nodes; ++i)
                deployment.nodes << Node{.name = u"node%1"_s.arg(i), .host = u"127.0.9.%1"_s.arg(i)};
            wizard.shown.console.cluster().edit(deployment);
        };
        QTRY_COMPARE_WITH_TIMEOUT(parts(), (QStringList{u"127.0.9.1 · answers clients"_s, u"127.0.9.2"_s}), 60'000);
        become(u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s, 4);
        QTRY_COMPARE_WITH_TIMEOUT(
            parts(), (QStringList{u"127.0.9.1 · prefill · answers clients"_s, u"127.0.9.2 · prefill"_s,
                                  u"127.0.9.3 · decode"_s, u"127.0.9.4 · decode"_s}), 60'000);
        become(u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s, 2);
        QTRY_COMPARE_WITH_TIMEOUT(parts(), (QStringList{u"127.0.9.1 · answers clients"_s, u"127.0.9.2"_s}), 60'000);
        become({}, 2); // nothing is to run there yet
        QTRY_COMPARE(parts(), (QStringList{u"127.0.9.1"_s, u"127.0.9.2"_s}));
    }

    void theWizardAsksForTheRecipeWhereItIsNeeded()
    {
        const EmptyHome home;
        ShownConsole shown;
        QVERIFY(shown.isExposed);
        Application &console = shown.console;
        MainWindow &window = shown.window();

        // Two nodes in the form; nobody listens at these addresses.
        window.showPage(u"nodes"_s);
        for (const QString &host : {u"127.0.9.1"_s, u"127.0.9.2"_s}) {
            press(&window, u"addNode"_s);
            type(&window, u"nodeHost"_s, host);
            press(&window, u"nodeSave"_s);
        }
        QTRY_COMPARE(console.cluster().deployment().nodes.size(), 2);
        QVERIFY(console.cluster().deployment().recipe.isEmpty());

        window.showPage(u"deploy"_s);
        auto *deploy = window.findChild<DeployPage *>();
        auto *stepper = deploy->findChild<Stepper *>();
        auto *recipe = deploy->findChild<RecipePage *>();
        auto *checks = deploy->findChild<ChecksPage *>();
        const auto words = [&] { // the words in the middle of the step
            for (auto *empty : deploy->findChildren<EmptyState *>()) {
                if (empty->isVisible())
                    return empty->findChild<QLabel *>()->text() + u" ["_s
                        + empty->findChild<QPushButton *>(u"emptyStateButton"_s)->text() + u']';
            }
            return QString();
        };
        const auto open = [&](DeployPage::Step step) { go(deploy, step); };
        for (const DeployPage::Step step :
             {DeployPage::Checks, DeployPage::RecipeStep, DeployPage::Artifacts, DeployPage::Run, DeployPage::Verify}) {
            open(step);
            QVERIFY2(words().contains(u"recipe"_s), qPrintable(words()));
            QVERIFY2(words().contains(u"[Choose a recipe]"_s) || words().contains(u"[Use "_s), qPrintable(words()));
            const std::optional<Look> look = stepper->look(step);
            QVERIFY(!look || (look->tone != style::Tone::Danger && look->tone != style::Tone::Ok));
            if (step >= DeployPage::Artifacts)
                QCOMPARE(look.value_or(Look()).word, u"Waits for a recipe"_s);
            grab(console, u"new-"_s + QString::number(int(step)));
        }
        for (const QLabel *label : recipe->findChildren<QLabel *>())
            QVERIFY2(!label->isVisible() || !label->text().contains(u"There is no recipe named"_s),
                     qPrintable(label->text()));

        // From the checks to the recipe, with its one button, and on.
        open(DeployPage::Checks);
        QVERIFY(checks->findChild<QPushButton *>(u"runAllAgain"_s)->isEnabled()); // who wants to, checks without
        press(checks, u"emptyStateButton"_s);
        QCOMPARE(deploy->step(), DeployPage::RecipeStep);
        for (auto *button : recipe->findChildren<QPushButton *>(u"emptyStateButton"_s)) {
            if (button->isVisible()) { // "Choose a recipe", by the keyboard
                button->setFocus();
                QTest::keyClick(button, Qt::Key_Space);
            }
        }
        auto *list = recipe->findChild<QComboBox *>(u"recipeChoice"_s)->view();
        QTRY_VERIFY(list->isVisible());
        QCOMPARE(list->selectionModel()->selectedIndexes(), QModelIndexList{list->model()->index(0, 0)}); // marked
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(!list->isVisible());
        QVERIFY2(window.focusWidget() && recipe->isAncestorOf(window.focusWidget())
                     && window.focusWidget()->isVisible(),
                 window.focusWidget() ? window.focusWidget()->metaObject()->className() : "nothing");
        QCOMPARE(console.cluster().deployment().recipe, list->model()->index(0, 0).data(RecipeListModel::IdRole));
        QVERIFY(recipe->isReady());
        QVERIFY(words().isEmpty());
        grab(console, u"new-chosen"_s);
        QVERIFY(!stepper->look(DeployPage::Run) || stepper->look(DeployPage::Run)->word != u"Waits for a recipe"_s);
        open(DeployPage::Checks);
        QVERIFY2(words().contains(u"[Run all checks]"_s), qPrintable(words()));
        open(DeployPage::Artifacts);
        QVERIFY2(!words().contains(u"waits for a recipe"_s), qPrintable(words()));

        // In Chinese no English word is left on these.
        console.showLanguage(u"zh"_s);
        open(DeployPage::Checks);
        QVERIFY2(!words().contains(u"recipe"_s), qPrintable(words()));
    }

    // Ctrl+S with the cursor in a field: what stands on the screen is in the file.
    void savingTakesWhatIsStillBeingTyped()
    {
        OpenedWizard wizard;
        QVERIFY(wizard.hasOpened());
        DeployPage *deploy = wizard.deploy;
        go(deploy, DeployPage::RecipeStep);
        auto *field = deploy->findChild<QLineEdit *>(u"field-metricsPort"_s);
        QVERIFY(field);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, u"24103"_s);
        for (QAction *action : wizard.shown.window().findChildren<QAction *>()) {
            if (action->shortcut() == QKeySequence(QKeySequence::Save))
                action->trigger();
        }
        QTRY_VERIFY(!wizard.shown.console.cluster().isModified());
        const Result<Deployment> saved = loadDeployment(wizard.path);
        QVERIFY(saved);
        QCOMPARE(integerAt(saved->settings, "metricsPort").value_or(0), 24103);
        QVERIFY(field->hasFocus());
        QVERIFY(!field->hasSelectedText()); // the next key goes on, it replaces nothing
    }

    // By keys alone: what it needs first are its nodes, and the list of them is not there yet.
    void aNewOneBeginsWithItsNodes()
    {
        OpenedWizard wizard;
        QVERIFY(wizard.hasOpened());
        MainWindow &window = wizard.shown.window();
        window.showPage(u"nodes"_s);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCOMPARE(window.focusWidget(), window.findChild<QTableView *>(u"nodesTable"_s));
        QTest::keyClick(&window, Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(wizard.shown.console.cluster().deployment().nodes.isEmpty());
        QCOMPARE(window.focusWidget(), window.findChild<QPushButton *>(u"addNode"_s));
        QTest::keyClick(window.focusWidget(), Qt::Key_Space);
        QTRY_COMPARE(window.focusWidget(), window.findChild<QLineEdit *>(u"nodeName"_s));
    }

    // What is on the screen is what would run, or nothing is.
    void aRefusedSettingHoldsUpWhatRestsOnIt()
    {
        OpenedWizard wizard;
        QVERIFY(wizard.hasOpened());
        DeployPage *deploy = wizard.deploy;
        const auto *stepper = deploy->findChild<Stepper *>();
        const auto mark = [&](DeployPage::Step step) { return stepper->look(step).value_or(Look{}); };
        QCOMPARE(mark(DeployPage::RecipeStep).symbol, u"?"_s); // nobody was asked whether it fits
        go(deploy, DeployPage::RecipeStep);
        auto *field = deploy->findChild<QLineEdit *>(u"field-metricsPort"_s);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, u"0"_s);
        QTest::keyClick(field, Qt::Key_Tab);
        QCOMPARE(mark(DeployPage::RecipeStep).symbol, u"✕"_s);
        QCOMPARE(mark(DeployPage::RecipeStep).word, u"1 to correct"_s);
        go(deploy, DeployPage::Artifacts);
        auto *waits = deploy->findChild<EmptyState *>(u"stepWaits"_s);
        QVERIFY(waits->isVisible());
        QVERIFY2(waits->findChild<QLabel *>()->text().contains(u"1 to correct"_s),
                 qPrintable(waits->findChild<QLabel *>()->text()));
        QCOMPARE(mark(DeployPage::Artifacts).tone, style::Tone::Unknown);
        QTest::mouseClick(waits->findChild<QPushButton *>(), Qt::LeftButton);
        QCOMPARE(deploy->step(), DeployPage::RecipeStep);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, u"24103"_s);
        QTest::keyClick(field, Qt::Key_Tab);
        go(deploy, DeployPage::Artifacts);
        QVERIFY(!waits->isVisible());

        // Two right values that do not go together: Run leads to them, in the fields' own words.
        go(deploy, DeployPage::RecipeStep);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, u"1025"_s);
        QTest::keyClick(field, Qt::Key_Tab);
        go(deploy, DeployPage::Run);
        QTRY_VERIFY(waits->isVisible());
        const QString why = waits->findChild<QLabel *>()->text();
        QVERIFY2(why.contains(u"\"Service port\""_s) && why.contains(u"1025"_s) && !why.contains(u"metricsPort"_s),
                 qPrintable(why));
        QTest::mouseClick(waits->findChild<QPushButton *>(), Qt::LeftButton);
        QCOMPARE(deploy->step(), DeployPage::RecipeStep);
    }

    void quittingAsksAboutWhatIsInTheNodesForm()
    {
        OpenedWizard wizard;
        QVERIFY(wizard.hasOpened());
        MainWindow &window = wizard.shown.window();
        const Cluster &cluster = wizard.shown.console.cluster();
        window.showPage(u"nodes"_s);
        press(&window, u"addNode"_s);
        type(&window, u"nodeHost"_s, u"not a host"_s);
        window.showPage(u"monitor"_s);
        window.close();
        QVERIFY(window.isVisible());
        press(&window, u"unsavedSave"_s);
        QVERIFY(window.isVisible());
        QCOMPARE(window.currentPage(), u"nodes"_s); // where it says what is wrong
        QVERIFY(window.findChild<QLabel *>(u"nodeHostProblem"_s)->isVisible());
        type(&window, u"nodeHost"_s, u"127.0.9.3"_s);
        window.close();
        press(&window, u"unsavedSave"_s);
        QTRY_VERIFY(!window.isVisible());
        QCOMPARE(cluster.deployment().nodes.size(), 3);
        const Result<Deployment> saved = loadDeployment(wizard.path);
        QVERIFY(saved && saved->nodes.size() == 3);
        QCOMPARE(saved->nodes[2].host, u"127.0.9.3"_s);
    }

    void aDoubleClickGoesOneStep()
    {
        const EmptyHome home;
        ShownConsole shown;
        QVERIFY(shown.isExposed);
        shown.window().showPage(u"deploy"_s);
        auto *deploy = shown.window().findChild<DeployPage *>();
        auto *next = deploy->findChild<QPushButton *>(u"nextStep"_s);
        QTest::mouseClick(next, Qt::LeftButton);
        QTest::mouseDClick(next, Qt::LeftButton);
        QTest::mouseRelease(next, Qt::LeftButton);
        QCOMPARE(deploy->step(), DeployPage::Checks);
    }

    // Put there while the window is open; no restart.
    void anOwnRecipeIsInTheListWhenTheStepIsShownAgain()
    {
        const EmptyHome home;
        ShownConsole shown;
        QVERIFY(shown.isExposed);
        shown.window().showPage(u"deploy"_s);
        auto *deploy = shown.window().findChild<DeployPage *>();
        auto *choice = deploy->findChild<QComboBox *>(u"recipeChoice"_s);
        go(deploy, DeployPage::RecipeStep);
        QVERIFY(choice->count() > 0 && choice->findData(u"my-own"_s) < 0);
        go(deploy, DeployPage::Nodes);
        Json mine = *jsonDataFile(u"recipes/openai-compatible-image.json"_s);
        mine["id"] = "my-own";
        const QString folder = home.filePath(u".config/ascend-console/recipes"_s);
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + u"/my-own.json"_s);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(prettyJson(mine)) > 0);
        file.close();
        go(deploy, DeployPage::RecipeStep);
        QTRY_VERIFY(choice->findData(u"my-own"_s) >= 0);
        shown.console.showLanguage(u"zh"_s);
        QTRY_VERIFY(choice->findData(u"my-own"_s) >= 0);
    }

    void anErrorBesideTheListHasTheRoomItsWordsNeed()
    {
        const EmptyHome home;
        ShownConsole shown;
        QVERIFY(shown.isExposed);
        Application &console = shown.console;
        MainWindow &window = shown.window();
        Deployment deployment;
        deployment.name = u"nobody"_s;
        deployment.nodes << Node{.name = u"node1"_s, .host = u"127.0.9.1"_s, .port = 1}; // nobody listens there
        const QTemporaryDir folder;
        QVERIFY(saveDeployment(deployment, folder.filePath(u"d.json"_s)));
        window.openFile(folder.filePath(u"d.json"_s));
        QTRY_COMPARE(console.cluster().deployment().nodes.size(), 1);
        window.showPage(u"nodes"_s);
        QTest::mouseClick(window.findChild<QPushButton *>(u"inspectAll"_s), Qt::LeftButton);
        auto *words = window.findChild<FactsPanel *>()->findChild<QLabel *>(u"errorMessage"_s);
        QTRY_VERIFY_WITH_TIMEOUT(words->isVisible(), 60'000);
        for (const QSize &size : {QSize(1280, 800), QSize(960, 600)}) {
            window.resize(size);
            for (const QString &language : {u"en"_s, u"zh"_s}) {
                console.showLanguage(language);
                const auto all = [&] {
                    const QWidget *panel = words->window()->findChild<FactsPanel *>();
                    const QRect place(words->mapTo(panel, QPoint()), words->size());
                    return words->height() >= words->heightForWidth(words->width()) && words->width() >= 200
                        && panel->rect().contains(place) && panel->width() <= panel->parentWidget()->width();
                };
                QTRY_VERIFY2(all(),
                             qPrintable(u"%1: %2 × %3 of %4"_s.arg(language)
                                            .arg(words->width())
                                            .arg(words->height())
                                            .arg(words->heightForWidth(words->width()))));
                if (const QString pictures = qEnvironmentVariable("ASC_GRAB_DIR"); !pictures.isEmpty())
                    window.grab().save(u"%1/error-%2-%3.png"_s.arg(pictures, language).arg(size.width()));
            }
        }
    }
};

QTEST_MAIN(TestNewDeployment)
#include "tst_newdeployment.moc"
