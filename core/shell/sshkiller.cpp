#include "core/shell/sshkiller.h"

namespace {

// dash's kill knows "-s TERM -- -G" but not "-TERM -- -G". One line may name several groups, "-1 -2".
const char line[] = "exec /bin/sh -c 'while read -r g;do kill -s TERM -- $g;sleep 0.04;kill -s KILL -- $g;echo "
                    "\"$g\";done' 2>/dev/null";

} // namespace

SshKiller::~SshKiller()
{
    if (m_channel)
        m_link.retire(m_channel);
}

void SshKiller::prepare()
{
    if (m_state == State::Ready || m_state == State::Failed || (m_link.isMidPacket() && !m_isMidPacket))
        return;
    step();
    m_isMidPacket = m_link.isMidPacket();
}

void SshKiller::step()
{
    if (m_state == State::Opening) {
        bool isRefused = false;
        m_channel = m_link.tryOpenChannel(isRefused);
        if (isRefused)
            m_state = State::Failed; // MaxSessions 1, say
        if (!m_channel)
            return;
        m_state = State::Starting;
    }
    const int rc = libssh2_channel_process_startup(m_channel, "exec", 4, line, sizeof line - 1);
    if (rc != LIBSSH2_ERROR_EAGAIN)
        m_state = rc == 0 ? State::Ready : State::Failed;
}

bool SshKiller::isAnswered(const QByteArray &answer)
{
    char buffer[256];
    ssize_t n = 0;
    while ((n = libssh2_channel_read(m_channel, buffer, sizeof buffer)) > 0)
        m_answers.append(buffer, n);
    return m_answers.contains(answer) || libssh2_channel_eof(m_channel) == 1;
}

// From the moment its start was asked for, stdin waits for it: nothing has to be answered before.
bool SshKiller::takesOrders() const
{
    return m_state == State::Ready || (m_state == State::Starting && !m_isMidPacket);
}

bool SshKiller::kill(const QList<qint64> &groups, const Deadline &deadline, const std::function<void()> &meanwhile)
{
    for (prepare(); !takesOrders() && m_state != State::Failed; prepare()) {
        if (meanwhile)
            meanwhile();
        if (m_link.wait(deadline, 5) != SshLink::Waited::Ready)
            return false;
    }
    if (m_state == State::Failed)
        return false;
    QByteArray order;
    for (const qint64 group : groups)
        order += (order.isEmpty() ? "-" : " -") + QByteArray::number(group);
    order += '\n';
    const Result<int> told = m_link.finish(deadline, [&] {
        return int(libssh2_channel_write(m_channel, order.constData(), size_t(order.size())));
    });
    if (!told || *told != order.size()) {
        m_state = State::Failed;
        return false;
    }
    m_answers.clear();
    while (!isAnswered(order) && m_link.wait(deadline, 5) == SshLink::Waited::Ready) {
        prepare();
        if (meanwhile)
            meanwhile();
    }
    return m_state != State::Failed;
}
