// Soon: what is asked for several times in one turn of the event loop is done once, at its end. For views that follow a
// signal of every node: eight nodes that change together are one refresh, not eight.
#pragma once

#include <QTimer>

#include <functional>

class Soon : public QTimer
{
public:
    Soon(QObject *parent, std::function<void()> work) : QTimer(parent)
    {
        setSingleShot(true);
        setInterval(0);
        callOnTimeout(this, std::move(work));
    }
    void operator()() { if (!isActive()) start(); }
};
