// What the simulated services of all engines share: the signals that end them, and the file by which their node's tools
// see them.
#pragma once

#include <QList>
#include <QString>

namespace sim {

void heedStopSignals();                  // SIGTERM and SIGINT; a lost client's SIGPIPE is nothing
bool isStopAsked();
bool waitUnlessStopped(int milliseconds); // false: one came

// <node>/.sim/run/daemon-PID.json, which liveState() spreads over the chips; gone with this.
class Announcement
{
public:
    // worker: the name of each process that holds a chip, as npu-smi has it ("mindie_llm_back")
    Announcement(const QString &folder, const QString &worker);
    ~Announcement();
    Announcement(const Announcement &) = delete;
    Announcement &operator=(const Announcement &) = delete;

    void tell(double load, qint64 hbmMb, const QList<int> &devices) const;

private:
    const QString m_file, m_worker;
};

// The load (0-1) that two readings of the serving process's metrics tell; `running` requests and tokens made since.
double loadOf(double running, double tokensPerSecond);

} // namespace sim
