// What must hold on every page of the real window, so that none can forget it: the wheel changes no value, Tab goes as
// the eye does, every key is listed and works, and at the smallest size every word can be read in both languages.
#include "app/console/application.h"
#include "core/engines/recipebook.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/answeringendpoint.h"
#include "ui/chat/chatpage.h"
#include "ui/common/card.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/style.h"
#include "ui/deploy/artifactspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/stepper.h"
#include "ui/deploy/verifypage.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/shortcutlist.h"
#include "ui/nodes/nodespage.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>
#include <QWindow>
#include <QtTest/qtestspontaneevent.h>

using namespace Qt::StringLiterals;

namespace {

// Two nodes that are this machine: they have facts and findings, in as far as a machine without NPUs has.
Deployment thisMachineTwice()
{
    Deployment deployment;
    deployment.name = u"mindie-deepseek-v32"_s;
    deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2x8"_s;
    deployment.simulated = true; // the banner takes its room
    for (const QString &name : {u"node1"_s, u"node2"_s}) {
        Node node;
        node.name = name;
        node.host = u"127.0.0.1"_s;
        node.transport = Transport::Local;
        deployment.nodes << node;
    }
    return deployment;
}

class Window
{
public:
    explicit Window(QSize size = {1280, 800})
    {
        Application::Options options;
        options.language = u"en"_s;
        options.theme = u"light"_s;
        application = std::make_unique<Application>(options);
        const Result<QList<Recipe>> recipes = loadRecipes(u"en"_s);
        Deployment deployment = thisMachineTwice();
        deployment.recipe = recipes && !recipes->isEmpty() ? recipes->first().id : QString();
        application->cluster().open(deployment, {});
        window().resize(size);
        window().show();
        window().activateWindow();
        opened = QTest::qWaitForWindowActive(&window());
    }
    MainWindow &window() const { return application->window(); }
    template<typename T>
    T *find(const QString &name = {}) const { return window().findChild<T *>(name); }

    // Every page, each step of the wizard, the form of a node and the list of keys, one after another.
    void onEach(const std::function<void(const QString &place)> &look) const
    {
        const auto settled = [&](const QString &place) {
            QApplication::processEvents();
            QApplication::processEvents();
            look(place);
        };
        for (const Page &page : window().pages()) {
            window().showPage(page.id);
            auto *deploy = qobject_cast<DeployPage *>(page.widget);
            for (int step = 0; deploy && step <= DeployPage::Verify; ++step) {
                deploy->showStep(DeployPage::Step(step));
                settled(page.id + u'-' + QString::number(step + 1));
            }
            if (!deploy)
                settled(page.id);
            if (auto *nodes = qobject_cast<NodesPage *>(page.widget)) {
                nodes->addNode();
                settled(u"nodes-form"_s);
                QTest::mouseClick(find<QPushButton>(u"nodeCancel"_s), Qt::LeftButton);
            }
        }
        window().toggleShortcuts();
        settled(u"shortcuts"_s);
        window().toggleShortcuts();
    }

    std::unique_ptr<Application> application;
    bool opened = false;
};

QString valueOf(const QWidget *field)
{
    if (auto *box = qobject_cast<const QComboBox *>(field))
        return QString::number(box->currentIndex());
    if (auto *box = qobject_cast<const QAbstractSpinBox *>(field))
        return box->text();
    if (auto *bar = qobject_cast<const QTabBar *>(field))
        return QString::number(bar->currentIndex());
    if (auto *slider = qobject_cast<const QAbstractSlider *>(field); slider && !qobject_cast<const QScrollBar *>(field))
        return QString::number(slider->value());
    return {};
}

QList<QWidget *> fieldsOf(const MainWindow &window)
{
    QList<QWidget *> fields;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->isEnabled() && !valueOf(widget).isNull())
            fields << widget;
    }
    return fields;
}

QScrollArea *scrolledBy(QWidget *widget)
{
    for (QWidget *at = widget->parentWidget(); at; at = at->parentWidget()) {
        if (auto *area = qobject_cast<QScrollArea *>(at); area && area->verticalScrollBar()->maximum() > 0)
            return area;
    }
    return nullptr;
}

// As the window system brings it: to the window, with a place.
void turnWheel(QWidget *over, int by)
{
    const QPoint middle = over->rect().center();
    QWheelEvent event(over->mapTo(over->window(), middle), over->mapToGlobal(middle), {}, {0, by}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(over->window()->windowHandle(), &event); // sendEvent() would make it one of the program
}

QString nameOf(const QWidget *widget)
{
    QStringList path;
    for (; widget && !widget->isWindow(); widget = widget->parentWidget()) {
        if (!widget->objectName().isEmpty() || path.isEmpty())
            path.prepend(widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className())
                                                        : widget->objectName());
    }
    return path.join(u'/');
}

QString widestIn(const QWidget *content)
{
    const QWidget *widest = nullptr;
    for (const QWidget *one : content->findChildren<QWidget *>()) {
        if (one->isVisible() && !one->layout()
            && (!widest || one->minimumSizeHint().width() > widest->minimumSizeHint().width()))
            widest = one;
    }
    const auto *label = qobject_cast<const QLabel *>(widest);
    return widest ? u"%1 %2 (%3)"_s.arg(nameOf(widest).section(u'/', -2), label ? label->text().left(60) : QString())
                        .arg(widest->minimumSizeHint().width())
                  : QString();
}

QRect inWindow(const QWidget *widget)
{
    return {widget->mapTo(widget->window(), QPoint(0, 0)), widget->size()};
}

// The two boxes side by side in which two widgets stand: children of what they have in common.
std::pair<const QWidget *, const QWidget *> boxesOf(const QWidget *a, const QWidget *b)
{
    const QWidget *common = a->parentWidget();
    while (!common->isAncestorOf(b))
        common = common->parentWidget();
    const auto under = [common](const QWidget *widget) {
        while (widget->parentWidget() != common)
            widget = widget->parentWidget();
        return widget;
    };
    return {under(a), under(b)};
}

} // namespace

class TestEveryPage : public QObject
{
    Q_OBJECT

private slots:
    void theWheelChangesNoValue()
    {
        const Window w({960, 600});
        QVERIFY(w.opened);
        int fields = 0, scrolled = 0;
        QStringList wrong;
        w.onEach([&](const QString &place) {
            for (QWidget *field : fieldsOf(w.window())) {
                w.window().setFocus();
                QScrollArea *area = scrolledBy(field);
                if (area)
                    area->ensureWidgetVisible(field);
                const int by = area && area->verticalScrollBar()->value() > 0 ? 120 : -120;
                const int before = area ? area->verticalScrollBar()->value() : 0;
                const QString value = valueOf(field);
                for (const int turn : {by, -by, by})
                    turnWheel(field, turn);
                ++fields;
                if (valueOf(field) != value || field->hasFocus())
                    wrong << u"%1: %2 was %3, is %4%5"_s.arg(place, nameOf(field), value, valueOf(field),
                                                             field->hasFocus() ? u", has the focus"_s : QString());
                else if (area && area->verticalScrollBar()->value() == before)
                    wrong << u"%1: the page does not scroll over %2"_s.arg(place, nameOf(field));
                scrolled += area != nullptr;
            }
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY2(fields >= 8 && scrolled > 3,
                 qPrintable(u"%1 fields, %2 on pages that scroll"_s.arg(fields).arg(scrolled)));
    }

    // With everything open that takes room: the banner, why the endpoint does not answer, the parameters.
    void theChatsParametersFitIntoTheSmallWindow()
    {
        const Window w({960, 600});
        QVERIFY(w.opened);
        w.window().showPage(u"chat"_s);
        ChatBackends &chat = w.application->chat().backends();
        chat.choose(chat.list().last().id);
        QTRY_COMPARE(chat.state(), ChatBackends::State::Failed);
        QTest::mouseClick(w.find<QPushButton>(u"parametersButton"_s), Qt::LeftButton);
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            w.application->showLanguage(language);
            QTRY_VERIFY(w.find<QSpinBox>(u"seed"_s)->isVisible());
            QApplication::processEvents();
            auto *own = w.find<QScrollArea>(u"parametersScroll"_s);
            for (const QString &name : {u"windowScroll"_s, u"pagesScroll"_s}) {
                QCOMPARE(w.find<QScrollArea>(name)->verticalScrollBar()->maximum(), 0);
                QCOMPARE(w.find<QScrollArea>(name)->horizontalScrollBar()->maximum(), 0);
            }
            QVERIFY(own->verticalScrollBar()->maximum() > 0);
            w.find<QSpinBox>(u"seed"_s)->setFocus(Qt::TabFocusReason);
            own->ensureWidgetVisible(w.find<QSpinBox>(u"seed"_s));
            QCOMPARE(w.find<QSpinBox>(u"seed"_s)->visibleRegion().boundingRect().size(),
                     w.find<QSpinBox>(u"seed"_s)->size());
        }
    }

    // Dark on the accent it would hardly be seen.
    void iconsOnTheAccentAreOfItsColour()
    {
        Window window;
        QVERIFY(window.opened);
        QSet<QString> seen;
        window.onEach([&](const QString &place) {
            for (const QPushButton *button : window.window().findChildren<QPushButton *>()) {
                if (!button->isVisible() || button->property("kind") != u"primary"_s || button->icon().isNull())
                    continue;
                seen << button->objectName();
                const QImage icon = button->icon().pixmap(button->iconSize(), QIcon::Normal).toImage();
                const QColor wanted = style::onAccent();
                for (int y = 0; y < icon.height(); ++y) {
                    for (int x = 0; x < icon.width(); ++x) {
                        const QColor colour = icon.pixelColor(x, y);
                        QVERIFY2(colour.alpha() < 250 || qAbs(qGray(colour.rgb()) - qGray(wanted.rgb())) < 12,
                                 qPrintable(place + u": "_s + button->objectName()));
                    }
                }
            }
        });
        QVERIFY(seen.contains(u"askForLogs"_s));
    }

    void theWheelActsOnTheFieldWithTheFocus()
    {
        const Window w;
        QVERIFY(w.opened);
        w.window().showPage(u"settings"_s);
        QApplication::processEvents();
        auto *interval = w.find<QAbstractSpinBox>(u"samplingInterval"_s);
        const QString before = interval->text();
        interval->setFocus();
        turnWheel(interval, 120);
        QVERIFY(interval->text() != before);
    }

    // Not even after it was used: it has the focus, and the page is what is turned.
    void theWheelChoosesNothing()
    {
        const Window w;
        QVERIFY(w.opened);
        int choices = 0;
        QStringList wrong;
        w.onEach([&](const QString &place) {
            for (QWidget *field : fieldsOf(w.window())) {
                if (!qobject_cast<QComboBox *>(field))
                    continue;
                field->setFocus();
                const QString value = valueOf(field);
                for (const int turn : {120, -120, -120})
                    turnWheel(field, turn);
                ++choices;
                if (valueOf(field) != value)
                    wrong << u"%1: %2 was %3, is %4"_s.arg(place, nameOf(field), value, valueOf(field));
            }
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY2(choices >= 4, qPrintable(QString::number(choices)));
    }

    void tabGoesAsTheEyeDoes()
    {
        const Window w;
        QVERIFY(w.opened);
        QStringList wrong;
        w.onEach([&](const QString &place) {
            w.find<QToolButton>(u"rail-nodes"_s)->setFocus();
            QWidget *before = w.window().focusWidget();
            QWidget *const first = before;
            int steps = 0;
            for (; steps < 200; ++steps) {
                QTest::keyClick(&w.window(), Qt::Key_Tab);
                QWidget *now = w.window().focusWidget();
                if (!now || now == before || now == first)
                    break;
                const auto [from, to] = boxesOf(before, now);
                const QRect a = inWindow(from), b = inWindow(to);
                const bool isAbove = b.bottom() < a.top(),
                           isLeft = b.right() < a.left() && b.bottom() >= a.top() && b.top() <= a.bottom();
                if (isAbove || isLeft)
                    wrong << u"%1: %2 after %3"_s.arg(place, nameOf(now), nameOf(before));
                before = now;
            }
            if (steps < 8 || steps == 200)
                wrong << u"%1: %2 steps"_s.arg(place).arg(steps);
            QTest::keyClick(&w.window(), Qt::Key_Backtab, Qt::ShiftModifier); // and back
            if (steps < 200 && w.window().focusWidget() != before)
                wrong << u"%1: back from the first is %2, not %3"_s.arg(place, nameOf(w.window().focusWidget()),
                                                                        nameOf(before));
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void theListOfKeysHoldsEveryKey()
    {
        const Window w;
        QVERIFY(w.opened);
        QTest::keyClick(&w.window(), Qt::Key_F1);
        auto *list = w.find<ShortcutList>(u"shortcutList"_s);
        QVERIFY(list->isVisible());
        QStringList shown;
        for (const QLabel *label : list->findChildren<QLabel *>())
            shown << label->text();
        int keys = 0;
        for (const QAction *action : w.window().findChildren<QAction *>()) {
            if (action->shortcut().isEmpty())
                continue;
            ++keys;
            QVERIFY2(!action->text().isEmpty() && shown.contains(action->text().remove(u'&')),
                     qPrintable(action->shortcut().toString() + u' ' + action->text()));
        }
        for (const QShortcut *shortcut : w.window().findChildren<QShortcut *>()) {
            ++keys;
            QVERIFY2(!shortcut->whatsThis().isEmpty() && shown.contains(shortcut->whatsThis()),
                     qPrintable(shortcut->key().toString() + u" says not what it does"_s));
        }
        // setText() drops it: keys belong to actions
        for (const QAbstractButton *button : w.window().findChildren<QAbstractButton *>())
            QVERIFY2(button->shortcut().isEmpty(), qPrintable(nameOf(button)));
        QVERIFY(keys > 15);
        for (const QString &key :
             {u"F5"_s, u"Ctrl+R"_s, u"Alt+Right"_s, u"Ctrl+Shift+Return"_s, u"Ctrl+1"_s, u"Ctrl+S"_s})
            QVERIFY2(shown.contains(key), qPrintable(key));
        // of accepting a warning, and of nothing else
        QCOMPARE(shown.count(u"Ctrl+Shift+A"_s), 1);
        QVERIFY(shown.contains(u"Accept this warning"_s));
        // of a chart, a legend
        for (const QString &key : {u"Left / Right"_s, u"+ / -"_s, u"PgUp / PgDown"_s, u"Space"_s,
                                   u"Ctrl+Shift+Left / Ctrl+Shift+Right"_s, u"Ctrl+F"_s})
            QVERIFY2(shown.contains(key), qPrintable(shown.join(u"; "_s)));
        for (const Card *card : list->findChildren<Card *>()) { // of a place: no key twice with the same words
            QStringList lines;
            const auto labels = card->findChildren<QLabel *>();
            const auto ofEscape = std::count_if(labels.cbegin(), labels.cend(),
                                                [](const QLabel *label) { return label->text() == u"Esc"_s; });
            const bool hasChart = std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) {
                return label->text().startsWith(u"In a chart"_s);
            });
            QVERIFY2(ofEscape <= 1 || hasChart, qPrintable(labels.first()->text()));
            for (qsizetype i = 1; i + 1 < labels.size(); i += 2)
                lines << std::min(labels[i]->text(), labels[i + 1]->text()) + u'\n'
                        + std::max(labels[i]->text(), labels[i + 1]->text());
            const qsizetype all = lines.size();
            QVERIFY2(lines.removeDuplicates() == 0 && all > 0, qPrintable(lines.join(u'\n')));
        }
        QScrollBar *bar = list->findChild<QScrollArea *>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        QTest::keyClick(w.window().focusWidget(), Qt::Key_End);
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(w.window().focusWidget(), Qt::Key_Home);
        QCOMPARE(bar->value(), 0);
        QTest::keyClick(w.window().focusWidget(), Qt::Key_PageDown);
        QVERIFY(bar->value() > 0);
        QTest::keyClick(list->focusProxy(), Qt::Key_Escape);
        QVERIFY(!list->isVisible());
        QTest::keyClick(&w.window(), Qt::Key_Question);
        QVERIFY(list->isVisible());
        QTest::keyClick(&w.window(), Qt::Key_F1);
        QVERIFY(!list->isVisible());
        w.find<QLineEdit>(u"deploymentNameEdit"_s)->setFocus(); // there it is a letter
        QTest::keyClick(w.window().focusWidget(), Qt::Key_Question);
        QVERIFY(!list->isVisible());
        w.window().showPage(u"nodes"_s);
        auto *add = w.find<QPushButton>(u"addNode"_s);
        add->setFocus();
        for (const auto close : {Qt::Key_F1, Qt::Key_Escape}) { // where one was, one goes on
            QTest::keyClick(&w.window(), Qt::Key_F1);
            QVERIFY(list->isVisible() && w.window().focusWidget() != add);
            QTest::keyClick(w.window().focusWidget(), close);
            QVERIFY(!list->isVisible());
            QCOMPARE(w.window().focusWidget(), add);
        }
    }

    // As Space does: one who uses the keyboard only tries this first.
    void enterPressesTheButtonWithTheFocus()
    {
        const Window w;
        QVERIFY(w.opened);
        w.window().showPage(u"nodes"_s);
        for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
            auto *add = w.find<QPushButton>(u"addNode"_s);
            add->setFocus();
            QTest::keyClick(w.window().focusWidget(), key, key == Qt::Key_Enter ? Qt::KeypadModifier : Qt::NoModifier);
            auto *cancel = w.find<QPushButton>(u"nodeCancel"_s);
            QTRY_VERIFY(cancel->isVisible());
            cancel->setFocus();
            QTest::keyClick(w.window().focusWidget(), key);
            QTRY_VERIFY(!cancel->isVisible());
        }
    }

    void theLogsHaveAKeyOfTheirOwn()
    {
        const Window w;
        QVERIFY(w.opened);
        QTest::keyClick(&w.window(), Qt::Key_F1);
        QStringList places;
        for (const Card *card : w.find<ShortcutList>(u"shortcutList"_s)->findChildren<Card *>())
            places << card->findChildren<QLabel *>().first()->text();
        QVERIFY2(places.contains(u"Logs"_s), qPrintable(places.join(u'\n')));
        w.window().showPage(u"logs"_s);
        QTest::keyClick(&w.window(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(w.window().focusWidget());
        QCOMPARE(w.window().focusWidget()->objectName(), u"logsSearch"_s);
    }

    // By the user's way: the window has the focus, the key is pressed, twice where once is not enough.
    void keysOfTheMainJob()
    {
        const Window w;
        QVERIFY(w.opened);
        Cluster &cluster = w.application->cluster();
        const auto hasAsked = [&] {
            return cluster.facts(u"node1"_s) && cluster.facts(u"node2"_s)
                && cluster.state(u"node2"_s) != NodeState::Connecting;
        };
        QTest::keyClick(&w.window(), Qt::Key_F5);
        QCOMPARE(cluster.state(u"node1"_s), NodeState::Connecting);
        QTRY_VERIFY_WITH_TIMEOUT(hasAsked(), 60'000);

        auto *deploy = w.find<DeployPage>();
        CheckKeeper &checks = w.application->checks();
        for (int time = 1; time <= 3; ++time) { // it worked once only
            w.window().showPage(time == 1 ? u"nodes"_s : u"deploy"_s);
            QTest::keyClick(&w.window(), Qt::Key_R, Qt::ControlModifier);
            QCOMPARE(w.window().currentPage(), u"deploy"_s);
            QCOMPARE(deploy->step(), DeployPage::Checks);
            QVERIFY2(checks.isRunning(), qPrintable(QString::number(time)));
            checks.stop();
            QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning(), 60'000);
            w.application->showLanguage(time == 1 ? u"zh"_s : u"en"_s); // every text is set anew
        }
        auto *stepper = deploy->findChild<Stepper *>();
        stepper->button(DeployPage::Checks)->setFocus(Qt::TabFocusReason);
        QTest::keyClick(&w.window(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(deploy->step(), DeployPage::RecipeStep);
        QCOMPARE(w.window().focusWidget(), stepper->button(DeployPage::RecipeStep)); // the ring goes on, too
        QTest::keyClick(&w.window(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(w.window().focusWidget(), stepper->button(DeployPage::Checks));
        QCOMPARE(deploy->step(), DeployPage::Checks);
        QTest::keyClick(&w.window(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(deploy->step(), DeployPage::Run); // shown first; nothing runs yet
        QVERIFY(w.application->tasks().all().isEmpty());
    }

    void everyWordFits_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            for (const QSize size : {QSize(960, 600), QSize(1280, 800)})
                QTest::newRow(qPrintable(u"%1 %2x%3"_s.arg(language).arg(size.width()).arg(size.height())))
                    << language << size;
        }
    }
    void everyWordFits()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        const Window w(size);
        QVERIFY(w.opened);
        w.application->showLanguage(language);
        Cluster &cluster = w.application->cluster();
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(cluster.facts(u"node1"_s) && cluster.facts(u"node2"_s), 60'000);
        CheckKeeper &checks = w.application->checks();
        checks.runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning(), 60'000);
        QTRY_VERIFY(w.application->tasks().all().isEmpty());
        QStringList wrong;
        int seen = 0;
        w.onEach([&](const QString &place) {
            QCOMPARE(w.window().size(), size);
            for (const QString &name : {u"windowScroll"_s, u"pagesScroll"_s}) {
                const auto *scroll = w.find<QScrollArea>(name);
                if (scroll->horizontalScrollBar()->maximum() > 0 || scroll->verticalScrollBar()->maximum() > 0)
                    wrong << u"%1 does not fit, %2 scrolls"_s.arg(place, name);
            }
            QStringList here;
            const auto fits = [&] {
                here.clear();
                for (QWidget *widget : w.window().findChildren<QWidget *>()) {
                    const QString problem = widget->isVisible() ? cutOff(widget) : QString();
                    seen += !problem.isNull();
                    if (!problem.isEmpty())
                        here << u"%1: %2 %3"_s.arg(place, nameOf(widget), problem);
                }
                return here.isEmpty();
            };
            if (!QTest::qWaitFor(fits, 10'000)) // words that have just come are laid out in the next round
                wrong << here;
            if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
                w.window().grab().save(u"%1/%2-%3-%4.png"_s.arg(folder, place, language).arg(size.width()));
        });
        wrong.removeDuplicates();
        for (const QString &one : std::as_const(wrong)) // QVERIFY2 would cut a long list
            qWarning().noquote() << one;
        QCOMPARE(wrong.size(), 0);
        QVERIFY(seen > 200);
    }

    // With all that a page may hold: files, findings, what the endpoint answered. Code is moved sideways in its box; a
    // page is not.
    void noPageScrollsSideways_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("recipe");
        for (const QString &language : {u"en"_s, u"zh"_s}) {
            for (const QString &recipe : {u"mindie-deepseek-v3.2-w8a8-2xA2"_s, u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s,
                                          u"openai-compatible-image"_s})
                QTest::newRow(qPrintable(language + u' ' + recipe)) << language << recipe;
        }
    }
    void noPageScrollsSideways()
    {
        QFETCH(QString, language);
        QFETCH(QString, recipe);
        RawServer service(answerAsEndpoint), management(answerAsEndpoint);
        const Window w({960, 600});
        QVERIFY(w.opened);
        w.application->showLanguage(language);
        const bool isMindie = recipe.startsWith(u"mindie"_s);
        Deployment deployment = twoNodes();
        deployment.recipe = recipe;
        deployment.simulated = true;     // the banner takes its room
        deployment.nodes.resize(isMindie ? 2 : 1);
        deployment.nodes[0].host = u"127.0.0.1"_s;
        deployment.settings = {{"port", service.port()}, {"servedModelName", "ds_v3.2"}};
        if (isMindie)
            deployment.settings["managementPort"] = management.port();
        if (recipe.startsWith(u"openai"_s)) {
            deployment.settings["image"] = "registry.example/team/an-engine-of-our-own:2026.11-a2-openeuler24.03";
            deployment.settings["command"]
                = "serve-model --model /weights --port ${port} --tensor-parallel-size 8 --max-model-len 32768";
        }
        w.application->cluster().open(deployment, {});
        for (const NodeFacts &facts : factsOf(deployment))
            w.application->cluster().take(facts);
        w.window().showPage(u"deploy"_s);
        auto *deploy = w.find<DeployPage>();
        deploy->showStep(DeployPage::Artifacts);
        auto *artifacts = w.find<ArtifactsPage>();
        QTRY_VERIFY2(!artifacts->artifacts().files.isEmpty(),
                     qPrintable(artifacts->findChild<QLabel *>(u"errorMessage"_s)->text()));
        deploy->verifyPage().run();
        QTRY_VERIFY_WITH_TIMEOUT(!deploy->verifyPage().isRunning() && !deploy->verifyPage().report().findings.isEmpty(),
                                 30'000);
        w.application->checks().runAll();
        w.application->checks().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!w.application->checks().isRunning(), 60'000);
        QStringList wrong;
        int seen = 0;
        w.onEach([&](const QString &place) {
            QStringList here;
            const auto stands = [&] {
                here.clear();
                for (const QScrollArea *area : w.window().findChildren<QScrollArea *>()) {
                    if (!area->isVisible())
                        continue;
                    ++seen;
                    const int over = area->widget()->width() - area->viewport()->width();
                    if (area->horizontalScrollBar()->maximum() > 0 || over > 0)
                        here << u"%1: %2 scrolls sideways by %3; what is widest in it: %4"_s.arg(place, nameOf(area))
                                    .arg(std::max(over, area->horizontalScrollBar()->maximum()))
                                    .arg(widestIn(area->widget()));
                    const bool isWhole
                        = area->objectName() == "windowScroll"_L1 || area->objectName() == "pagesScroll"_L1;
                    if (isWhole && area->verticalScrollBar()->maximum() > 0)
                        here << u"%1 does not fit, it scrolls by %2"_s.arg(place).arg(
                            area->verticalScrollBar()->maximum());
                }
                for (const QTreeView *tree : w.window().findChildren<QTreeView *>()) {
                    if (tree->isVisible() && tree->horizontalScrollBar()->maximum() > 0)
                        here << u"%1: %2 scrolls sideways by %3"_s.arg(place, nameOf(tree))
                                    .arg(tree->horizontalScrollBar()->maximum());
                }
                for (const QString &name : {u"nodesTable"_s, u"chipTable"_s}) {
                    const auto *table = w.find<QTableView>(name);
                    if (table && table->isVisible() && table->horizontalScrollBar()->maximum() > 0)
                        here << u"%1: %2 scrolls sideways by %3"_s.arg(place, name)
                                    .arg(table->horizontalScrollBar()->maximum());
                }
                return here.isEmpty();
            };
            if (!QTest::qWaitFor(stands, 10'000))
                wrong << here;
            if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
                w.window().grab().save(u"%1/%2-%3-%4.png"_s.arg(folder, place, language, recipe.left(6)));
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(seen > 20);
    }

private:
    // Null: has no words. Empty: all of them can be read.
    static QString cutOff(QWidget *widget)
    {
        QString words;
        QSize needs;
        if (auto *elided = qobject_cast<ElidedLabel *>(widget)) {
            if (elided->wholeText().isEmpty())
                return {};
            return elided->text() == elided->wholeText() || elided->toolTip() == elided->wholeText()
                ? u""_s
                : u"is cut and has no tool tip"_s;
        }
        if (auto *label = qobject_cast<QLabel *>(widget)) {
            words = label->text();
            needs = label->wordWrap() ? QSize(0, label->heightForWidth(label->width())) : label->sizeHint();
        } else if (auto *button = qobject_cast<QAbstractButton *>(widget)) {
            words = button->text();
            needs = button->sizeHint();
        } else if (auto *tabs = qobject_cast<QTabBar *>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                words += tabs->tabText(i) + u' ';
                needs = needs.expandedTo({tabs->tabRect(i).right() + 1, 0});
                needs = needs.expandedTo({0, tabs->sizeHint().height()});
            }
            needs.setWidth(std::max(needs.width(), tabs->sizeHint().width()));
        }
        if (words.trimmed().isEmpty())
            return {};
        const QString quoted = u"\"%1\""_s.arg(words.left(40));
        if (needs.width() > widget->width() || needs.height() > widget->height())
            return u"%1 needs %2x%3, has %4x%5"_s.arg(quoted)
                .arg(needs.width())
                .arg(needs.height())
                .arg(widget->width())
                .arg(widget->height());
        // What it stands in may be smaller than it: only a scroll area may be, and only downwards.
        QRect rect = widget->rect();
        for (QWidget *at = widget; !at->isWindow(); at = at->parentWidget()) {
            rect.translate(at->pos());
            QWidget *in = at->parentWidget();
            const bool scrolls = in->parentWidget() && qobject_cast<QAbstractScrollArea *>(in->parentWidget());
            if (rect.left() < 0 || rect.right() > in->width() - 1)
                return u"%1 is cut at the side by %2 (%3 to %4 of %5)"_s.arg(quoted, nameOf(in))
                    .arg(rect.left())
                    .arg(rect.right())
                    .arg(in->width());
            if (scrolls)
                return u""_s;
            if (rect.top() < 0 || rect.bottom() > in->height() - 1)
                return u"%1 is cut below by %2 (%3 to %4 of %5)"_s.arg(quoted, nameOf(in))
                    .arg(rect.top())
                    .arg(rect.bottom())
                    .arg(in->height());
        }
        return u""_s;
    }
};

QTEST_MAIN(TestEveryPage)
#include "tst_everypage.moc"
