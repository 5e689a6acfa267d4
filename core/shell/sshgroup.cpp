#include "core/shell/sshgroup.h"

#include "core/shell/sshsession.h"
#include "core/shell/sshtext.h"

#include <QDateTime>

#include <algorithm>

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds longEnough{30};    // as in sshcommand.cpp
constexpr std::chrono::milliseconds allEndedWithin{75}; // for the whole farewell: stop must be done within 100 ms
constexpr std::chrono::seconds openTime{10};

} // namespace

SshGroup::~SshGroup()
{
    const StopWaker never{std::stop_token()};
    for (const std::unique_ptr<SshLane> &lane : m_lanes) {
        if (!m_mayOpen && !lane->isRunning() && m_link.lost().isEmpty()) // the next command needs its room
            lane->close(Deadline{Deadline::in(std::chrono::seconds(1)), never});
    }
    endAll(canceled());
}

qsizetype SshGroup::busy() const
{
    return std::count_if(m_lanes.cbegin(), m_lanes.cend(), [](const auto &lane) { return lane->isRunning(); });
}

void SshGroup::begin(qsizetype id, const Command &command)
{
    if (const std::optional<Error> error = unfit(command)) {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        m_ready.append({id, *error, {}, 0, now, now});
        return;
    }
    m_waiting.append({id, command});
}

std::optional<CommandAnswer> SshGroup::next(std::stop_token stop)
{
    const StopWaker waker(stop);
    while (m_ready.isEmpty()) {
        if (m_waiting.isEmpty() && busy() == 0)
            return {};
        if (waker.requested()) {
            endAll(canceled());
            continue;
        }
        if (!m_link.lost().isEmpty()) {
            endAll(linkLost(m_link));
            continue;
        }
        feed(waker, stop);
        bool moved = false;
        for (const std::unique_ptr<SshLane> &lane : m_lanes)
            moved = lane->step() || moved;
        look();
        expire();
        if (m_ready.isEmpty() && !moved)
            wait(waker);
    }
    return m_ready.takeFirst();
}

// Gives idle lanes their next command, and opens another lane where there is more to do.
void SshGroup::feed(const StopWaker &waker, const std::stop_token &stop)
{
    if (m_link.isMidPacket()) { // the killer's; only it can go on with it
        m_killer.prepare();
        return;
    }
    m_mayOpen = m_mayOpen && !m_shell.isMute();
    const Deadline deadline{Deadline::in(openTime), waker};
    for (const std::unique_ptr<SshLane> &lane : m_lanes) {
        if (m_waiting.isEmpty() || lane->state() != SshLane::State::Idle)
            continue;
        m_shell.noteAnswer();
        const auto [id, command] = m_waiting.takeFirst();
        if (const Result<void> begun = lane->begin(id, command, deadline); !begun) {
            if (m_link.isMidPacket()) // whoever sends next would send into the middle of it
                m_link.hangUp(SshText::tr("It took nothing more."));
            const bool isEnded = !m_link.lost().isEmpty() || kill({lane.get()});
            m_ready << lane->giveUp(begun.error(), !isEnded);
            return;
        }
    }
    const auto greeting = std::count_if(m_lanes.cbegin(), m_lanes.cend(),
                                        [](const auto &lane) { return lane->state() == SshLane::State::Greeting; });
    if (m_waiting.size() > greeting && m_mayOpen && qsizetype(m_lanes.size()) < m_width) {
        Result<std::unique_ptr<SshLane>> lane = SshLane::open(m_link, deadline);
        if (lane && *lane)
            m_lanes.push_back(*std::move(lane));
        else
            m_mayOpen = false;
    }
    if (!m_waiting.isEmpty() && m_lanes.empty() && !m_mayOpen && m_link.lost().isEmpty())
        runPlainly(stop);
}

void SshGroup::runPlainly(std::stop_token stop)
{
    const auto [id, command] = m_waiting.takeFirst();
    CommandAnswer answer{id, canceled()};
    answer.startedMs = QDateTime::currentMSecsSinceEpoch();
    answer.result = m_shell.run(command, std::move(stop), [&answer](OutputStream, const QByteArray &piece) {
        answer.receivedBytes += piece.size();
        answer.heard += piece.left(mostHeard - answer.heard.size());
    });
    answer.endedMs = QDateTime::currentMSecsSinceEpoch();
    m_ready << answer;
}

void SshGroup::look()
{
    for (const std::unique_ptr<SshLane> &lane : m_lanes) {
        if (auto command = lane->notBegun()) {
            m_waiting.prepend(*std::move(command));
            m_mayOpen = false; // something on the way takes our stdin
        } else if (lane->isAnswered()) {
            m_ready << lane->take();
        }
        if (lane->state() == SshLane::State::Ended && !lane->processGroup())
            m_mayOpen = false; // it never greeted: not a shell that we know
    }
    std::erase_if(m_lanes,
                  [](const auto &lane) { return lane->state() == SshLane::State::Ended && !lane->isRunning(); });
}

void SshGroup::expire()
{
    const auto now = Clock::now();
    for (const std::unique_ptr<SshLane> &lane : m_lanes) {
        if (lane->deadline() > now)
            continue;
        // it is not the command that hangs
        if (const std::chrono::seconds silence = m_link.silence(); silence.count() > 0) {
            m_link.markLost(SshText::tr("It has not answered for %1 s.").arg(silence.count()));
            return;
        }
        if (lane->isRunning()) {
            const bool isEnded = kill({lane.get()});
            m_ready << lane->giveUp(lane->timeoutError(), !isEnded);
        } else { // no greeting
            m_mayOpen = false;
        }
        std::erase_if(m_lanes, [doomed = lane.get()](const auto &one) { return one.get() == doomed; });
        return; // the others at the next turn
    }
}

void SshGroup::wait(const StopWaker &waker)
{
    Clock::time_point first = Clock::time_point::max();
    for (const std::unique_ptr<SshLane> &lane : m_lanes) {
        first = std::min(first, lane->deadline());
        if (lane->isRunning() && Clock::now() - lane->since() > longEnough)
            m_killer.prepare();
    }
    m_link.wait(Deadline{first, waker});
}

// All at once: a stop may take 100 ms in all, however many run.
bool SshGroup::kill(const QList<SshLane *> &lanes)
{
    QList<qint64> groups;
    for (SshLane *lane : lanes) {
        if (const auto group = lane->processGroup())
            groups << *group;
    }
    if (groups.isEmpty())
        return true;
    const StopWaker never{std::stop_token()};
    const bool isEnded
        = !m_link.isMidPacket() && m_killer.kill(groups, Deadline{Deadline::in(allEndedWithin), never}, [&lanes] {
              for (SshLane *lane : lanes)
                  lane->drain();
          });
    if (!isEnded)
        m_shell.killLater(groups);
    return isEnded;
}

void SshGroup::endAll(const Error &error)
{
    QList<SshLane *> running;
    for (const std::unique_ptr<SshLane> &lane : m_lanes) {
        if (lane->isRunning())
            running << lane.get();
    }
    const bool isEnded = running.isEmpty() || !m_link.lost().isEmpty() || kill(running);
    for (SshLane *lane : std::as_const(running))
        m_ready << lane->giveUp(error, !isEnded);
    m_lanes.clear();
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (const auto &[id, command] : std::exchange(m_waiting, {}))
        m_ready.append({id, brokenCommand(error, {}), {}, 0, now, now});
}
