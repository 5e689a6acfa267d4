// DriverPane: driver and firmware onto the nodes: the two packages and the nodes at the left; what they say, what would
// be done and how far it is at the right. Checking changes nothing; installing and each restart are asked for by a
// button of their own. Shows a DriverInstall, which goes on when this is closed.
#pragma once

#include "core/cluster/cluster.h"
#include "core/driver/driverinstall.h"

#include <QWidget>

class ErrorBar;
class LogView;
class NodeInstallCard;
class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QRadioButton;
class QShortcut;
class QVBoxLayout;
class RestartBar;

class DriverPane : public QWidget
{
    Q_OBJECT

public:
    DriverPane(Cluster &cluster, DriverInstall &install, QWidget *parent = nullptr);
    ~DriverPane() override;

    // Why nothing may be installed now, a sentence; empty: it may. Asked when the buttons are drawn.
    void setObstacle(std::function<QString()> obstacle) { m_obstacle = std::move(obstacle); }
    void begin();                        // it was opened: the nodes of the deployment that is open
    void answered(const QStringList &nodes); // a question was: what waited for it is asked again

signals:
    void closed();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeForm();
    QWidget *makeResults();
    void browse(QLineEdit *field, PackageKind kind);
    void check();
    void fillNodes();
    void refresh();
    void refreshNode(const QString &node);
    void showLog(const QString &node);
    InstallRequest request() const;
    QString endedWords() const;          // of what it ended and does not run; empty: nothing
    bool isAsItWasChecked() const;
    void retranslate();

    Cluster &m_cluster;
    DriverInstall &m_install;
    std::function<QString()> m_obstacle;
    DriverDemands m_demands;             // of the deployment that is open
    QString m_logOf;                     // node
    QLabel *m_title, *m_hint, *m_packages, *m_driverLabel, *m_firmwareLabel, *m_driverSumLabel, *m_firmwareSumLabel,
        *m_nodesTitle, *m_summary, *m_logTitle, *m_pairNotes, *m_stopped;
    QLineEdit *m_driver, *m_firmware, *m_driverSum, *m_firmwareSum;
    QPushButton *m_back, *m_driverBrowse, *m_firmwareBrowse, *m_check, *m_start, *m_stop;
    QListWidget *m_nodes;
    QRadioButton *m_oneByOne, *m_allAtOnce;
    QCheckBox *m_hasSums, *m_stopsServices;
    QProgressBar *m_progress;
    ErrorBar *m_error;
    RestartBar *m_restart;
    QVBoxLayout *m_cards;
    QList<NodeInstallCard *> m_nodeCards;
    LogView *m_log;
    QShortcut *m_escape;
};
