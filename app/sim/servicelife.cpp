#include "app/sim/servicelife.h"

#include "app/sim/statefile.h"

#include <QFile>
#include <QSaveFile>

#include <signal.h>
#include <unistd.h>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

volatile sig_atomic_t stopAsked = 0;
void noteStopAsked(int) { stopAsked = 1; }

} // namespace

void heedStopSignals()
{
    struct sigaction action = {};
    action.sa_handler = noteStopAsked;
    ::sigaction(SIGTERM, &action, nullptr);
    ::sigaction(SIGINT, &action, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
}

bool isStopAsked() { return stopAsked != 0; }

bool waitUnlessStopped(int milliseconds)
{
    for (int done = 0; done < milliseconds && !stopAsked; done += 50)
        ::usleep(50'000);
    return !stopAsked;
}

Announcement::Announcement(const QString &folder, const QString &worker)
    : m_file(folder + u"/run/daemon-%1.json"_s.arg(::getpid()))
    , m_worker(worker)
{
}

Announcement::~Announcement() { QFile::remove(m_file); }

void Announcement::tell(double load, qint64 hbmMb, const QList<int> &devices) const
{
    Json ids = Json::array();
    for (const int id : devices)
        ids.push_back(id);
    QSaveFile file(m_file);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(compactJson(Json{{"pid", qint64(::getpid())},
                                    {"start", startTimeOf(::getpid())},
                                    {"container", qEnvironmentVariable("ASCEND_SIM_CONTAINER")},
                                    {"worker", m_worker.toStdString()},
                                    {"load", load},
                                    {"hbmMb", hbmMb},
                                    {"devices", ids}}));
        file.commit();
    }
}

double loadOf(double running, double tokensPerSecond)
{
    if (running <= 0 && tokensPerSecond <= 0)
        return 0;
    const double fromRequests = 1 - std::pow(0.55, qMax(running, 1.0)); // 0.45, 0.70, 0.83, ... as requests pile up
    return qBound(0.05, fromRequests + qMin(0.15, tokensPerSecond / 2000), 1.0);
}

} // namespace sim
