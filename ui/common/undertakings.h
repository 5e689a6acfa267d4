// Undertakings: what is running right now (checks, a deployment, a model being loaded), for the strip
// at the top of the window: words, progress, Stop. Whoever runs something tells of it here.
#pragma once

#include <QList>
#include <QObject>

#include <functional>
#include <optional>

struct Undertaking
{
    QString id;                          // "checks", "deploy"
    std::function<QString()> words;      // "Checks: 34 of 60", in the language of the moment it is asked
    std::optional<double> share;         // 0 to 1; unset: no end is known
    std::function<void()> stop;          // empty: cannot be stopped
};

class Undertakings : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void show(const Undertaking &undertaking);   // begins it, or tells how far it is
    void end(const QString &id);
    const QList<Undertaking> &all() const { return m_all; }

signals:
    void changed();

private:
    QList<Undertaking> m_all;
};
