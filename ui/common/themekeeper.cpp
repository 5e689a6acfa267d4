#include "ui/common/themekeeper.h"

#include "ui/common/style.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QStackedWidget>
#include <QWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int sliceMs = 8, sliceEveryMs = 10; // half a frame, and room for what the user does between two
constexpr char aloneProperty[] = "dressedAlone";

QList<QWidget *> aloneIn(const QWidget *widget)
{
    QList<QWidget *> alone = widget->findChildren<QWidget *>();
    alone.removeIf([](const QWidget *one) { return !one->property(aloneProperty).toBool(); });
    return alone;
}

}

ThemeKeeper::ThemeKeeper(QObject *parent) : QObject(parent)
{
    qApp->installEventFilter(this);
    m_idle.setInterval(sliceEveryMs);
    connect(&m_idle, &QTimer::timeout, this, &ThemeKeeper::prepareNext);
}

void ThemeKeeper::adopt(QWidget *window, const QList<QWidget *> &pages)
{
    m_window = window;
    addAround(window, pages);
    m_idle.start();
}

void ThemeKeeper::adoptPage(QWidget *page)
{
    QList<QWidget *> inside; // a page of steps is gone through step by step
    const QList<QStackedWidget *> stacks = page->findChildren<QStackedWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (const QStackedWidget *stack : stacks)
        for (int i = 0; i < stack->count(); ++i)
            inside << stack->widget(i);
    addAround(page, inside);
    m_idle.start();
}

void ThemeKeeper::setTheme(Theme theme)
{
    style::applyPalette(theme);
    m_sheet = style::sheet(theme);
    const QList<QObject *> parts = m_parts.keys();
    for (QObject *part : parts)
        if (auto *widget = static_cast<QWidget *>(part); widget->isVisible())
            dress(widget);
    m_idle.start();
}

void ThemeKeeper::dressAlone(QWidget *widget)
{
    widget->setProperty(aloneProperty, true);
}

// Parts that have not their sheet yet, each with the widgets in it that were not shown yet, as far as the time goes.
void ThemeKeeper::prepareNext()
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < sliceMs) {
        if (!m_waiting.isEmpty()) {
            if (const QPointer<QWidget> widget = m_waiting.takeFirst())
                widget->ensurePolished();
            continue;
        }
        const auto next = std::find_if(m_order.cbegin(), m_order.cend(),
                                       [this](QWidget *part) { return m_parts.value(part) != m_sheet; });
        if (next == m_order.cend())
            return m_idle.stop();
        QWidget *part = *next;
        if (takeApart(part))
            continue;
        const QList<QWidget *> inside = part->findChildren<QWidget *>();
        m_waiting = {inside.cbegin(), inside.cend()};
        m_waiting << part;
        dress(part);
    }
}

// A widget with a page in it has no sheet of its own: the page would be gone through with it.
void ThemeKeeper::addAround(QWidget *widget, const QList<QWidget *> &pages)
{
    const bool holdsPage = std::any_of(pages.begin(), pages.end(), [widget](const QWidget *page) {
        return widget != page && widget->isAncestorOf(page);
    });
    // What a scroll area keeps its bars in is always shown, the bars are not.
    if (!holdsPage && !widget->objectName().startsWith("qt_scrollarea_"_L1))
        return add(widget);
    const QList<QWidget *> children = widget->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget *child : children)
        addAround(child, pages);
}

void ThemeKeeper::add(QWidget *part)
{
    if (m_parts.contains(part))
        return;
    m_parts.insert(part, QString());
    m_order << part;
    connect(part, &QObject::destroyed, this, [this](QObject *gone) {
        m_parts.remove(gone);
        m_order.removeIf([gone](const QWidget *widget) { return widget == gone; });
    });
    if (m_window && part->isVisibleTo(m_window)) // also before the window is: dressed twice is looked up twice
        dress(part);
}

void ThemeKeeper::dress(QWidget *part)
{
    QString &has = m_parts[part];
    if (has == m_sheet)
        return;
    has = m_sheet;
    part->setStyleSheet({}); // taking one off and putting another on is three times as fast as changing it
    part->setStyleSheet(m_sheet);
}

// Parts that come into sight; and what belongs to none: a dialog whose parent is the window, something put beside the
// pages later. A part that was never looked up gets its sheet before its children are: Qt polishes a widget, then what
// is in it, then shows what is in it and it at last, and with a sheet that comes then all would be looked up twice.
bool ThemeKeeper::eventFilter(QObject *watched, QEvent *event)
{
    if (!m_window || !watched->isWidgetType() || (event->type() != QEvent::Show && event->type() != QEvent::Polish))
        return false;
    auto *widget = static_cast<QWidget *>(watched);
    if (!m_parts.contains(widget))
        addUnknown(widget);
    else if (widget->isVisibleTo(m_window) && !takeApart(widget))
        dress(widget);
    return false;
}

void ThemeKeeper::addUnknown(QWidget *widget)
{
    if (widget == m_window || (!widget->isWindow() && !m_window->isAncestorOf(widget)))
        return;
    for (QWidget *ancestor = widget->parentWidget(); ancestor; ancestor = ancestor->parentWidget())
        if (m_parts.contains(ancestor))
            return;
    if (holdsPart(widget))
        return;
    // what was put into the window is around it: one sheet for all of that
    while (!widget->isWindow() && widget->parentWidget() && widget->parentWidget() != m_window
           && !holdsPart(widget->parentWidget()))
        widget = widget->parentWidget();
    addAround(widget, aloneIn(widget));
    m_idle.start();
}

// Before it has a sheet: what shall have one of its own.
bool ThemeKeeper::takeApart(QWidget *part)
{
    const QList<QWidget *> alone = m_parts.value(part).isEmpty() ? aloneIn(part) : QList<QWidget *>();
    if (alone.isEmpty())
        return false;
    m_parts.remove(part);
    const qsizetype at = m_order.indexOf(part);
    const QList<QWidget *> after = m_order.mid(at + 1);
    m_order.resize(at);
    addAround(part, alone);
    m_order += after;
    return true;
}

bool ThemeKeeper::holdsPart(const QWidget *widget) const
{
    return std::any_of(m_order.begin(), m_order.end(),
                       [widget](const QWidget *part) { return widget->isAncestorOf(part); });
}
