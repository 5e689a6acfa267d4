// Strip: the line at the top: the deployment (a menu to open and save), what is running, the nodes.
#pragma once

#include "core/cluster/cluster.h"
#include "ui/common/tasks.h"

#include <QFrame>

class ElidedLabel;
class NodeDots;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;
class Soon;

class Strip : public QFrame
{
    Q_OBJECT

public:
    Strip(Cluster &cluster, Tasks &tasks, QMenu *menu, QWidget *parent = nullptr);

signals:
    void nodeChosen(const QString &node);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refreshDeployment();
    void refreshTasks();
    void refreshBar();

    Cluster &m_cluster;
    Tasks &m_tasks;
    QToolButton *m_name;
    ElidedLabel *m_path;
    QLabel *m_modified;
    ElidedLabel *m_running;
    QProgressBar *m_progress;
    QPushButton *m_stop;
    NodeDots *m_dots;
    Soon *m_barSoon;                     // a progress bar paints at once with each value
};
