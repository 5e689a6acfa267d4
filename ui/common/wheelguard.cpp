#include "ui/common/wheelguard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>
#include <QTabBar>

namespace {

bool holdsValue(const QWidget *widget)
{
    return qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget)
        || qobject_cast<const QTabBar *>(widget)
        || (qobject_cast<const QAbstractSlider *>(widget) && !qobject_cast<const QScrollBar *>(widget));
}

// A choice shows none of its other values until its list is open: turned by a notch that was meant for the page, it
// would have become another recipe, whoever had clicked it last.
bool isTurned(const QWidget *field)
{
    return field->hasFocus() && !qobject_cast<const QComboBox *>(field);
}

// The field that a widget is a part of (a spin box's line); the list of an open combo box is a window of its own.
QWidget *fieldOf(QWidget *widget)
{
    for (QWidget *at = widget; at; at = at->isWindow() ? nullptr : at->parentWidget()) {
        if (holdsValue(at))
            return at;
    }
    return nullptr;
}

} // namespace

WheelGuard::WheelGuard(QObject *parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Polish && watched->isWidgetType()) {
        auto *widget = static_cast<QWidget *>(watched);
        if (widget->focusPolicy() == Qt::WheelFocus && holdsValue(widget))
            widget->setFocusPolicy(Qt::StrongFocus);
    } else if (event->type() == QEvent::Wheel && watched->isWidgetType()) {
        const QWidget *field = fieldOf(static_cast<QWidget *>(watched));
        if (field && !isTurned(field)) {
            event->ignore(); // goes on to the parent: the page
            return true;
        }
    }
    return false;
}
