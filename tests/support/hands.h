// What a user has: an account in which the program never ran, the window, hands, and eyes.
//
//     const EmptyHome home;
//     ShownConsole shown;                // the whole program; in English and light, 1280x800
//     press(&shown.window(), u"addNode"_s);
//     type(&shown.window(), u"nodeHost"_s, u"10.20.0.1"_s);
//     grab(shown.console, u"1-nodes"_s); // a picture, where ASC_GRAB_DIR says so
#pragma once

#include "app/console/application.h"
#include "tests/support/rests.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/stepper.h"
#include "ui/frame/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QImage>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

class EmptyHome
{
public:
    EmptyHome()
    {
        qputenv("HOME", m_folder.path().toUtf8());
        for (const char *variable :
             {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "SSH_AUTH_SOCK"})
            qunsetenv(variable);
    }
    QString filePath(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

class ShownConsole
{
public:
    explicit ShownConsole(QSize size = {1280, 800})
        : console(Application::Options{{}, {}, {}, QStringLiteral("light"), QStringLiteral("en"), true})
    {
        window().resize(size);
        window().show();
        isExposed = QTest::qWaitForWindowExposed(&window());
        isExposed = isExposed && QTest::qWaitFor([this] { // nobody goes to a page sooner than they are all made
            const QList<Page> pages = window().pages();
            return std::all_of(pages.begin(), pages.end(), [](const Page &page) { return page.widget; });
        });
    }
    MainWindow &window() { return console.window(); }

    Application console;
    bool isExposed = false;
};

// The one of this name that can be pressed; a page may have another, hidden one.
inline void press(QWidget *within, const QString &name)
{
    const auto shown = [&]() -> QAbstractButton * {
        const auto all = within->findChildren<QAbstractButton *>(name);
        const auto its = std::find_if(all.begin(), all.end(),
                                      [](const QAbstractButton *one) { return one->isVisible() && one->isEnabled(); });
        return its == all.end() ? nullptr : *its;
    };
    QTRY_VERIFY2(shown(), qPrintable(name));
    QTest::mouseClick(shown(), Qt::LeftButton);
    QCoreApplication::processEvents();   // no hand is quicker than that
}

inline void type(QWidget *within, const QString &name, const QString &text)
{
    auto *field = within->findChild<QLineEdit *>(name);
    QVERIFY2(field && field->isVisible(), qPrintable(name));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QCoreApplication::processEvents();
}

// As by hand: the list, open already, is walked with the keys.
inline void choose(QComboBox *box, const QString &id)
{
    const int row = box->findData(id);
    QVERIFY2(row >= 0, qPrintable(id));
    QTRY_VERIFY(box->view()->isVisible());
    QTest::keyClick(box->view(), Qt::Key_Home);
    for (int i = 0; i < row; ++i)
        QTest::keyClick(box->view(), Qt::Key_Down);
    QCOMPARE(box->view()->currentIndex().row(), row);
    QTest::keyClick(box->view(), Qt::Key_Return);
    QTRY_VERIFY(!box->view()->isVisible());
    QCoreApplication::processEvents();
}

inline void go(DeployPage *deploy, DeployPage::Step step)
{
    QTest::mouseClick(deploy->findChild<Stepper *>()->button(step), Qt::LeftButton);
    QCOMPARE(deploy->step(), step);
    QCoreApplication::processEvents();
}

// Where the window asks whether an unknown host key is right.
inline void acceptHostKey(const MainWindow &window)
{
    auto *accept = window.findChild<QAbstractButton *>(QStringLiteral("questionAccept"));
    if (accept && accept->isVisible())
        QTest::mouseClick(accept, Qt::LeftButton);
}

inline bool takesPictures() { return !qEnvironmentVariableIsEmpty("ASC_GRAB_DIR"); }

// In both themes and these languages, when the window has come to rest; ends in light and in the last language.
inline void grab(Application &console, const QString &name,
                 const QStringList &languages = {QStringLiteral("zh"), QStringLiteral("en")})
{
    if (!takesPictures())
        return;
    const QString folder = qEnvironmentVariable("ASC_GRAB_DIR");
    QDir().mkpath(folder);
    for (const QString &language : languages) {
        for (const QString &theme : {QStringLiteral("dark"), QStringLiteral("light")}) {
            console.showLanguage(language);
            console.showTheme(theme);
            QImage picture;
            const auto rests = [&] {
                QImage now = console.window().grab().toImage();
                return std::exchange(picture, now) == now;
            };
            (void)QTest::qWaitFor(rests, 2000); // a clock in it never rests
            picture.save(QStringLiteral("%1/%2-%3-%4.png").arg(folder, name, language, theme));
        }
    }
}
