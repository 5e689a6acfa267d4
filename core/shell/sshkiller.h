// SshKiller: a small shell on the node, kept ready on a channel of its own while a command takes long,
// that ends a process group when it is told its number. Telling takes one way, not the three round trips
// and the process start of a new channel: too much for the 100 ms that a stop may take.
#pragma once

#include "core/shell/sshlink.h"

class SshKiller
{
public:
    explicit SshKiller(SshLink &link) : m_link(link) {}
    ~SshKiller();

    void prepare();               // one step towards being ready; does not wait
    // SIGTERM and, 40 ms later, SIGKILL. True: the node was told. Waits for its answer until the deadline.
    bool kill(const QList<qint64> &groups, const Deadline &deadline, const std::function<void()> &meanwhile = {});

private:
    enum class State { Opening, Starting, Ready, Failed };
    void step();
    bool takesOrders() const;
    bool isAnswered(const QByteArray &answer);

    SshLink &m_link;
    LIBSSH2_CHANNEL *m_channel = nullptr;
    State m_state = State::Opening;
    bool m_isMidPacket = false;   // ours, so only we can go on with it
    QByteArray m_answers;
};
