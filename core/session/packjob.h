// PackJob: what the open deployment needs, packed into a folder of this computer (core/pack) while the window goes on.
// On links of its own; changes nothing on a node but for an archive below /var/tmp that it removes again. Lives on the
// GUI thread.
#pragma once

#include "core/pack/packorder.h"
#include "core/session/noderound.h"

class PackJob : public QObject
{
    Q_OBJECT

public:
    explicit PackJob(Cluster &cluster, QObject *parent = nullptr);
    ~PackJob() override;

    // Of the deployment that is open now; nothing happens while one is running. What was stopped goes on where it was
    // when it is started again with the same folder.
    void start(const QString &folder, bool takesImage, bool takesWeights, const QString &version);
    void stop();

    bool isRunning() const { return m_isRunning; }
    QString now() const { return m_now; }        // what is being done, for people; empty: it has just begun

signals:
    void changed();
    void finished(const QString &folder, const Pack &pack);
    void failed(const Error &error);     // also Canceled

private:
    void end();

    Cluster &m_cluster;
    bool m_isRunning = false;
    QString m_now;
    NodeRound m_round;                   // its worker opens the links
};
