// LabWindow: what a test of the real window on the simulated cluster begins with: an empty HOME, a lab over the local
// transport, the program with the lab's deployment open. ASC_GRAB_DIR=DIR: pictures.
#pragma once

#include "app/console/application.h"
#include "core/store/historykeeper.h"
#include "tests/lab/lab.h"
#include "tests/support/rests.h"
#include "ui/frame/mainwindow.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class LabWindow
{
protected:
    // Rules of alerts of the user's own; before the window is opened, or a deployment in it.
    void putAlertRules(const QByteArray &text)
    {
        useHome();
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("config/ascend-console")));
        QFile file(m_home.filePath(QStringLiteral("config/ascend-console/alerts.json")));
        QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate) && file.write(text) == text.size());
    }

    void openWindow(bool notifies = false)
    {
        useHome();
        Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        openProgram(notifies);
    }
    void openProgram(bool notifies)      // with the lab's deployment
    {
        Application::Options options;
        options.theme = QStringLiteral("light");
        options.language = QStringLiteral("en");
        options.notifies = notifies;
        options.historyFolder = defaultHistoryFolder();
        m_application = std::make_unique<Application>(options);
        window().resize(1280, 800);
        window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
        window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(m_application->cluster().deployment().nodes.size(), 2);
    }
    void closeWindow()
    {
        m_application.reset();
        m_lab.reset();
    }

    MainWindow &window() { return m_application->window(); }

    // In both themes, one of them in the smallest window, and both languages; English and 1280x800 afterwards.
    void grab(const QString &name)
    {
        for (const QString &theme : {QStringLiteral("dark"), QStringLiteral("light")}) {
            for (const QString &language : {QStringLiteral("zh"), QStringLiteral("en")}) {
                if (!isGrabbing())
                    return;
                window().resize(theme == QStringLiteral("dark") ? QSize(960, 600) : QSize(1280, 800));
                m_application->showLanguage(language);
                m_application->showTheme(theme);
                grab(window(), name + u'-' + theme + u'-' + language);
            }
        }
        window().resize(1280, 800);
    }
    static void grab(QWidget &what, const QString &name)
    {
        if (!isGrabbing())
            return;
        const QString folder = qEnvironmentVariable("ASC_GRAB_DIR");
        QDir().mkpath(folder);
        QVERIFY(QTest::qWaitFor(rests));
        what.grab().save(folder + u'/' + name + QStringLiteral(".png"));
    }

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;
    std::unique_ptr<Application> m_application;

private:
    static bool isGrabbing() { return !qEnvironmentVariableIsEmpty("ASC_GRAB_DIR"); }
    void useHome() const
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(QStringLiteral("state")).toUtf8());
        qputenv("XDG_CONFIG_HOME", m_home.filePath(QStringLiteral("config")).toUtf8());
    }
};
