// A new deployment, typed in by hand: nothing is red before anything was done, each step says what it waits for, and one button leads on.
#include "app/console/application.h"
#include "ui/common/emptystate.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/stepper.h"
#include "ui/frame/mainwindow.h"

#include <QApplication>
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
        QVERIFY(press(u"emptyStateButton"_s));
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
};

QTEST_MAIN(TestNewDeployment)
#include "tst_newdeployment.moc"
