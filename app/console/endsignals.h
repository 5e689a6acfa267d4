// EndSignals: SIGTERM, SIGINT and SIGHUP (a session that ends, Ctrl+C, a terminal that is closed) leave the event loop,
// so that the program ends as by its window: what was measured is written, the nodes are logged out of, a notification
// goes. Nothing is asked, since whoever sends one need not see the window. A second signal kills.
#pragma once

#include <QSocketNotifier>

#include <memory>

class EndSignals : public QObject
{
public:
    explicit EndSignals(QObject *parent = nullptr); // one in a program; the event loop's result is 128 + the signal

private:
    std::unique_ptr<QSocketNotifier> m_came;
};
