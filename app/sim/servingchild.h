#pragma once

#include <QByteArrayList>
#include <QList>
#include <QString>

#include <sys/types.h>

namespace sim {

// The embedded engine behind a simulated daemon: `ascendctl serve` with the cluster's model, at this node's address.
// Ends with us.
class ServingChild
{
public:
    ServingChild() = default;
    ~ServingChild();
    ServingChild(const ServingChild &) = delete;
    ServingChild &operator=(const ServingChild &) = delete;

    QString start(const QString &folder, const QByteArrayList &arguments); // empty, or what is wrong
    QString address() const { return m_address; }
    bool hasEnded();                     // it was started and is gone
    QString ending() const { return m_ending; } // of one that has: "exit code 3", "signal 6"

private:
    pid_t m_pid = -1;
    QString m_address, m_ending;
};

// How it plays a vLLM whose model holds so many tokens; 0: it is not known. The model behind it holds fewer.
QByteArrayList lengthArguments(qint64 maxModelLen, const QString &release);
constexpr qint64 servedContext = 8192;   // what `ascendctl serve` takes of that one

// Somebody listens there, or nobody may.
bool isTaken(const QString &address, int port);

// The one of these ports that the fault "port-busy" has somebody else listen on; 0: none.
int takenPort(const QString &folder, const QList<int> &ports);

// Of the weights in that folder, by their files' sizes: what each of so many cards holds at the least.
qint64 weightsMbPerCard(const QString &folder, qsizetype cards);

double metric(const QByteArray &text, const QByteArray &name); // the sum over all labels

} // namespace sim
