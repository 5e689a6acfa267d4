// RunAhead: what a run of the open deployment would change now, asked of the nodes while nothing is changed
// (core/deploy/checkmode.h). An answer is of the moment in which it came: it is forgotten when a run begins, here or
// elsewhere, and when a run would want something else than it did then. Lives on the GUI thread.
#pragma once

#include "core/deploy/checkmode.h"
#include "core/session/noderound.h"
#include "core/session/runkeeper.h"

class RunAhead : public QObject
{
    Q_OBJECT

public:
    RunAhead(Cluster &cluster, RunKeeper &keeper, QObject *parent = nullptr);
    ~RunAhead() override;

    struct Answer
    {
        QList<CheckedStep> steps;
        qint64 atMs = 0;
        QStringList changed;             // nodes
        bool isAsThen = false;           // asked with chips that are gone; a run is refused meanwhile
        std::optional<CheckedStep> failed; // the first one; the run would not get through
        const CheckedStep *step(const QString &id) const; // nullptr: it was not asked
    };

    void start();                        // nothing happens while it is asking, and where there is no plan
    void stop();
    void forget();
    bool isRunning() const { return m_isRunning; }
    const std::optional<Answer> &answer() const { return m_answer; }

signals:
    void changed();                      // isRunning() or answer()

private:
    void take(const QList<CheckedStep> &steps);
    QString wanted() const;              // what a run would put on the nodes

    Cluster &m_cluster;
    RunKeeper &m_keeper;
    bool m_isRunning = false;
    QString m_wanted;
    std::optional<Answer> m_answer;
    NodeRound m_round;                   // its worker opens the links
};
