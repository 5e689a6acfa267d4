#include "ui/common/enterpresses.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>

EnterPresses::EnterPresses(QObject *parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

bool EnterPresses::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType())
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isEnter || (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return false;
    QAbstractButton *button = qobject_cast<QPushButton *>(watched);
    if (!button)
        button = qobject_cast<QToolButton *>(watched);
    if (!button)
        return false;
    if (button->isEnabled() && !key->isAutoRepeat()) // a key that is held presses once
        button->click();
    return true;
}
