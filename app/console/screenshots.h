// Screenshots: a picture of every page (and every step of the wizard) in both themes and both languages, into a folder.
// Gives each page a moment to draw; blocks nothing.
#pragma once

#include <QDir>
#include <QObject>
#include <QTimer>

class Application;

class Screenshots : public QObject
{
    Q_OBJECT

public:
    Screenshots(Application &application, const QString &folder, QObject *parent = nullptr);
    void start();
    // One picture of the window as it is: "<name>.png". False: it could not be written.
    static bool take(Application &application, const QString &folder, const QString &name);

signals:
    void finished(int pictures);

private:
    struct Shot
    {
        QString theme, language, page;
        int step = -1;                   // of the wizard, where the page is one
    };
    void prepare();
    void grab();

    Application &m_application;
    QString m_folder;
    QList<Shot> m_shots;
    qsizetype m_next = 0;
    int m_taken = 0;
    QTimer m_settle;
};
