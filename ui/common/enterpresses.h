// EnterPresses: Enter presses the button that has the keyboard focus, as Space does. Qt does so in dialogs only, and
// this program has none.
//
// One for the whole program, installed on the QApplication: a page cannot forget it.
#pragma once

#include <QObject>

class EnterPresses : public QObject
{
    Q_OBJECT

public:
    explicit EnterPresses(QObject *parent = nullptr); // installs itself

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};
