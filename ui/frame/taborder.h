// The order in which Tab walks through a window: as the eye reads it, left to right and line by line, what
// stands in one box before what stands in the next. Taken from where the widgets are at that moment, so that
// rows which come and go need no setTabOrder().
#pragma once

#include <QWidget>

// The visible, enabled widgets that take the focus by Tab, and the one that has it now.
QList<QWidget *> tabOrder(const QWidget *window);

// Gives the focus to the next (or previous) of them and scrolls it into view. False: there is none.
bool focusByEye(QWidget *window, bool next);
