// FocusHeir: where the control that has the focus vanishes because it was pressed, the focus goes to the one that takes
// its place, not to the window's first. Made before the change; gives the focus away, if need be, when it goes out of
// scope.
#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

class FocusHeir
{
public:
    FocusHeir(QWidget *within, std::function<QWidget *()> heir)
        : m_within(within), m_heir(std::move(heir))
    {
        QWidget *focused = within->window()->focusWidget();
        if (focused && (focused == within || within->isAncestorOf(focused)))
            m_focused = focused;
    }
    ~FocusHeir()
    {
        if (!m_focused || m_focused->isVisibleTo(m_within))
            return;
        if (QWidget *heir = m_heir())
            heir->setFocus(Qt::OtherFocusReason);
    }
    FocusHeir(const FocusHeir &) = delete;
    FocusHeir &operator=(const FocusHeir &) = delete;

private:
    QWidget *m_within;
    QPointer<QWidget> m_focused;
    std::function<QWidget *()> m_heir;
};
