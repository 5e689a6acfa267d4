#include "app/console/endsignals.h"

#include <QCoreApplication>

#include <csignal>

#include <sys/socket.h>
#include <unistd.h>

namespace {

int came[2] = {-1, -1};                  // a handler may do little more than write

void note(int number)
{
    const char byte = char(number);
    [[maybe_unused]] const ssize_t written = ::write(came[0], &byte, 1);
}

} // namespace

EndSignals::EndSignals(QObject *parent) : QObject(parent)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, came) != 0)
        return;                          // they kill at once, as without us
    m_came = std::make_unique<QSocketNotifier>(came[1], QSocketNotifier::Read);
    connect(m_came.get(), &QSocketNotifier::activated, this, [] {
        char number = 0;
        if (::read(came[1], &number, 1) == 1)
            QCoreApplication::exit(128 + number);
    });
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction before{}, action{};
        action.sa_handler = note;
        action.sa_flags = SA_RESTART | int(SA_RESETHAND);
        if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) // nohup's stays
            ::sigaction(number, &action, nullptr);
    }
}
