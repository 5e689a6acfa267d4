// A new deployment, typed in by hand: nothing is red before anything was done, each step says what it waits for, and one button leads on.
#include "app/console/application.h"
#include "ui/common/emptystate.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/stepper.h"
#include "ui/frame/mainwindow.h"
#include "ui/nodes/factspanel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestNewDeployment : public QObject
{
    Q_OBJECT

private slots:
    void theWizardAsksForTheRecipeWhereItIsNeeded()
    {
        const QTemporaryDir home;
        qputenv("HOME", home.path().toUtf8());
        qputenv("XDG_STATE_HOME", home.filePath(u"state"_s).toUtf8());
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        Application console(options);
        MainWindow &window = console.window();
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto press = [&window](const QString &name) {
            for (auto *button : window.findChildren<QPushButton *>(name)) {
                if (button->isVisible() && button->isEnabled()) {
                    QTest::mouseClick(button, Qt::LeftButton);
                    return true;
                }
            }
            return false;
        };
        const auto grab = [&window](const char *name) {
            if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
                window.grab().save(folder + u'/' + QLatin1String(name) + u".png"_s);
        };

        // Two nodes in the form; nobody listens at these addresses.
        window.showPage(u"nodes"_s);
        for (const QString &host : {u"127.0.9.1"_s, u"127.0.9.2"_s}) {
            QVERIFY(press(u"addNode"_s) || press(u"emptyStateButton"_s));
            auto *edit = window.findChild<QLineEdit *>(u"nodeHost"_s);
            QTRY_VERIFY(edit->isVisible());
            edit->clear();
            QTest::keyClicks(edit, host);
            QVERIFY(press(u"nodeSave"_s));
        }
        QTRY_COMPARE(console.cluster().deployment().nodes.size(), 2);
        QVERIFY(console.cluster().deployment().recipe.isEmpty());

        window.showPage(u"deploy"_s);
        auto *deploy = window.findChild<DeployPage *>();
        auto *stepper = deploy->findChild<Stepper *>();
        auto *recipe = deploy->findChild<RecipePage *>();
        auto *checks = deploy->findChild<ChecksPage *>();
        const auto shown = [&] { // the words in the middle of the step
            for (auto *empty : deploy->findChildren<EmptyState *>()) {
                if (empty->isVisible())
                    return empty->findChild<QLabel *>()->text() + u" ["_s + empty->findChild<QPushButton *>(u"emptyStateButton"_s)->text() + u']';
            }
            return QString();
        };
        const auto open = [&](DeployPage::Step step) {
            QTest::mouseClick(stepper->button(step), Qt::LeftButton);
            QCOMPARE(deploy->step(), step);
        };
        for (const DeployPage::Step step : {DeployPage::Checks, DeployPage::RecipeStep, DeployPage::Artifacts, DeployPage::Run, DeployPage::Verify}) {
            open(step);
            QVERIFY2(shown().contains(u"recipe"_s), qPrintable(shown()));
            QVERIFY2(shown().contains(u"[Choose a recipe]"_s) || shown().contains(u"[Use "_s), qPrintable(shown()));
            const std::optional<Look> look = stepper->look(step);
            QVERIFY(!look || (look->tone != style::Tone::Danger && look->tone != style::Tone::Ok));
            if (step >= DeployPage::Artifacts)
                QCOMPARE(look.value_or(Look()).word, u"Waits for a recipe"_s);
            grab(("new-" + QByteArray::number(int(step))).constData());
        }
        for (const QLabel *label : recipe->findChildren<QLabel *>())
            QVERIFY2(!label->isVisible() || !label->text().contains(u"There is no recipe named"_s), qPrintable(label->text()));

        // From the checks to the recipe, with its one button, and on.
        open(DeployPage::Checks);
        QVERIFY(checks->findChild<QPushButton *>(u"runAllAgain"_s)->isEnabled()); // who wants to, checks without
        QVERIFY(press(u"emptyStateButton"_s));
        QCOMPARE(deploy->step(), DeployPage::RecipeStep);
        for (auto *button : recipe->findChildren<QPushButton *>(u"emptyStateButton"_s)) {
            if (button->isVisible()) { // "Choose a recipe", by the keyboard
                button->setFocus();
                QTest::keyClick(button, Qt::Key_Space);
            }
        }
        auto *list = recipe->findChild<QComboBox *>(u"recipeChoice"_s)->view();
        QTRY_VERIFY(list->isVisible());
        QTest::keyClick(list, Qt::Key_Home);
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(!list->isVisible());
        QVERIFY2(window.focusWidget() && recipe->isAncestorOf(window.focusWidget()) && window.focusWidget()->isVisible(),
                 window.focusWidget() ? window.focusWidget()->metaObject()->className() : "nothing");
        QVERIFY(!console.cluster().deployment().recipe.isEmpty());
        QVERIFY(recipe->isReady());
        QVERIFY(shown().isEmpty());
        grab("new-chosen");
        QVERIFY(!stepper->look(DeployPage::Run) || stepper->look(DeployPage::Run)->word != u"Waits for a recipe"_s);
        open(DeployPage::Checks);
        QVERIFY2(shown().contains(u"[Run all checks]"_s), qPrintable(shown()));
        open(DeployPage::Artifacts);
        QVERIFY2(!shown().contains(u"waits for a recipe"_s), qPrintable(shown()));

        // In Chinese no English word is left on these.
        console.showLanguage(u"zh"_s);
        open(DeployPage::Checks);
        QVERIFY2(!shown().contains(u"recipe"_s), qPrintable(shown()));
    }

    void anErrorBesideTheListHasTheRoomItsWordsNeed()
    {
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        Application console(options);
        MainWindow &window = console.window();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
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
                    return words->height() >= words->heightForWidth(words->width()) && words->width() >= 200 && panel->rect().contains(place)
                        && panel->width() <= panel->parentWidget()->width();
                };
                QTRY_VERIFY2(all(), qPrintable(u"%1: %2 × %3 of %4"_s.arg(language).arg(words->width()).arg(words->height()).arg(words->heightForWidth(words->width()))));
                if (const QString pictures = qEnvironmentVariable("ASC_GRAB_DIR"); !pictures.isEmpty())
                    window.grab().save(u"%1/error-%2-%3.png"_s.arg(pictures, language).arg(size.width()));
            }
        }
    }
};

QTEST_MAIN(TestNewDeployment)
#include "tst_newdeployment.moc"
