// WheelGuard: turning the mouse wheel over a page scrolls it. A value (number, slider, tab) changes by the wheel only
// in the field that has the keyboard focus, and the wheel never gives that focus; a combo box never changes by it, its
// open list scrolls.
//
// One for the whole program, installed on the QApplication: a page cannot forget it.
#pragma once

#include <QObject>

class WheelGuard : public QObject
{
    Q_OBJECT

public:
    explicit WheelGuard(QObject *parent = nullptr); // installs itself

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};
