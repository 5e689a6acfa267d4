// Tasks: what is running right now (checks, a deployment, a model being loaded), for the strip
// at the top of the window: words, progress, Stop. Whoever runs something tells of it here.
#pragma once

#include <QList>
#include <QObject>

#include <functional>
#include <optional>

struct Task
{
    QString id;                          // "checks", "deploy"
    std::function<QString()> words;      // "Checks: 34 of 60", in the language of the moment it is asked
    std::optional<double> share;         // 0 to 1; unset: no end is known
    std::function<void()> stop;          // empty: cannot be stopped
};

class Tasks : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void show(const Task &task);        // begins it, or tells how far it is
    void end(const QString &id);
    const QList<Task> &all() const { return m_all; }

signals:
    void changed();

private:
    QList<Task> m_all;
};
