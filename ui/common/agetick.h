// AgeTick: has words that count an age ("asked 12 s ago") written anew when they would be otherwise, while their widget
// is shown; and at once when it is shown again. Without a widget that shows, nothing is done.
#pragma once

#include "ui/common/nodelook.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <functional>

class AgeTick : public QTimer
{
public:
    // refresh: writes them; it tells follow() what they count from.
    AgeTick(QWidget *shown, std::function<void()> refresh)
        : QTimer(shown), m_shown(shown)
    {
        setSingleShot(true);
        callOnTimeout(this, std::move(refresh));
        shown->installEventFilter(this);
    }

    void follow(const QList<qint64> &atMs, qint64 nowMs) // 0: that one is not shown
    {
        stop();
        if (!m_shown->isVisible())
            return;
        for (const qint64 at : atMs) {
            if (const int left = int(untilAskedWordsChange(at, nowMs)); at > 0 && (!isActive() || left < interval()))
                start(left);
        }
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Show)
            start(0);                    // what was written may be old
        else if (event->type() == QEvent::Hide)
            stop();
        return false;
    }

private:
    QWidget *m_shown;
};
