// AdoptPane: what somebody set up on the nodes by hand, as the recipe that comes nearest to it, with its settings and
// all that this recipe would write otherwise. Shown before anything of the deployment is changed; taken over by a
// button of its own. Shows an AdoptJob, which changes nothing.
#pragma once

#include "core/session/adoptjob.h"

#include <QWidget>

class ErrorBar;
class QLabel;
class QPushButton;
class QShortcut;
class SentenceCard;

class AdoptPane : public QWidget {
    Q_OBJECT

public:
    AdoptPane(Cluster &cluster, AdoptJob &job, QWidget *parent = nullptr);

    // Why the deployment may not be changed now, a sentence; empty: it may.
    void setObstacle(std::function<QString()> obstacle) { m_obstacle = std::move(obstacle); }
    void begin(); // it was opened: the nodes are asked
    void answered(); // a question was: asked again

signals:
    void closed();
    void takenOver(const Deployment &before); // the deployment has recipe and settings now

protected:
    void changeEvent(QEvent *event) override;

private:
    void take(const Adoption &adoption);
    void takeOver();
    void refresh();
    void retranslate();
    void fill();

    Cluster &m_cluster;
    AdoptJob &m_job;
    std::function<QString()> m_obstacle;
    std::optional<Adoption> m_found;
    bool m_waits = false; // for the answer to a question
    QLabel *m_title;
    QPushButton *m_close, *m_again, *m_take;
    ErrorBar *m_error;
    SentenceCard *m_card;
    QShortcut *m_escape;
};
