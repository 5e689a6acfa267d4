// How the processes of one service on several simulated nodes find each other: files in a folder of the cluster that
// real nodes know nothing of. What they would tell each other over the wire is here who lives, and a word of each.
#pragma once

#include <QString>

namespace sim {

class Meeting
{
public:
    Meeting() = default;
    ~Meeting() { leave(); }
    Meeting(const Meeting &) = delete;
    Meeting &operator=(const Meeting &) = delete;

    // topic: whatever they must agree about; who: this one's name. Empty, or what is wrong.
    QString join(const QByteArray &topic, const QString &who, const QByteArray &word = {});
    void leave();
    bool isAlive(const QString &who) const; // it has joined, and its process lives
    bool isAliveIn(const QByteArray &topic, const QString &who) const; // before this one joins
    QByteArray wordOf(const QString &who) const;
    QStringList others() const;          // who lives, but for this one

private:
    QString m_folder, m_self;
};

// Of the cluster's node with this address of its own: its folder's name, and where its services are reached from here.
struct Peer
{
    QString node, address;
};
Peer peerWith(const QString &address);

} // namespace sim
