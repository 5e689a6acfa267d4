#include "ui/frame/taborder.h"

#include <QScrollArea>

#include <algorithm>

namespace {

// What overlaps along one direction belongs together: lines when asked for tops and bottoms, columns for the sides.
template<typename First, typename Last>
QList<QList<QWidget *>> cut(QList<QWidget *> widgets, First first, Last last)
{
    std::stable_sort(widgets.begin(), widgets.end(),
                     [&](const QWidget *a, const QWidget *b) { return first(a) < first(b); });
    QList<QList<QWidget *>> groups;
    int end = 0;
    for (QWidget *widget : std::as_const(widgets)) {
        if (groups.isEmpty() || first(widget) >= end) {
            groups.append(QList<QWidget *>());
            end = last(widget);
        }
        groups.last() << widget;
        end = std::max(end, last(widget));
    }
    return groups;
}

QList<QWidget *> asRead(const QList<QWidget *> &siblings)
{
    auto groups = cut(
        siblings, [](const QWidget *w) { return w->y(); }, [](const QWidget *w) { return w->y() + w->height(); });
    if (groups.size() == 1)
        groups = cut(
            siblings, [](const QWidget *w) { return w->x(); }, [](const QWidget *w) { return w->x() + w->width(); });
    if (groups.size() <= 1)
        return groups.value(0);
    QList<QWidget *> all;
    for (const QList<QWidget *> &group : std::as_const(groups))
        all << (group.size() == 1 ? group : asRead(group));
    return all;
}

void collect(const QWidget *widget, const QWidget *focused, QList<QWidget *> &stops)
{
    QList<QWidget *> children;
    for (QObject *child : widget->children()) {
        auto *one = qobject_cast<QWidget *>(child);
        if (one && one->isVisible() && !one->isWindow() && !one->size().isEmpty())
            children << one;
    }
    for (QWidget *child : asRead(children)) {
        const bool takesTab = (child->focusPolicy() & Qt::TabFocus) && !child->focusProxy() && child->isEnabled();
        if (takesTab || child == focused)
            stops << child;
        collect(child, focused, stops);
    }
}

// What has the focus was hidden: it stays nearby, in the smallest part that still shows, not at the window's first
// control.
QWidget *heirOf(const QWidget *window, const QList<QWidget *> &stops)
{
    const QWidget *gone = window->focusWidget();
    for (QWidget *at = gone ? gone->parentWidget() : nullptr; at && at != window; at = at->parentWidget()) {
        if (!at->isVisible())
            continue;
        if (QWidget *proxy = at->focusProxy(); proxy && stops.contains(proxy))
            return proxy;
        const auto inside
            = std::find_if(stops.cbegin(), stops.cend(), [at](const QWidget *stop) { return at->isAncestorOf(stop); });
        if (inside != stops.cend())
            return *inside;
    }
    return nullptr;
}

} // namespace

QList<QWidget *> tabOrder(const QWidget *window)
{
    QList<QWidget *> stops;
    collect(window, window->focusWidget(), stops);
    return stops;
}

bool focusByEye(QWidget *window, bool next)
{
    const QList<QWidget *> stops = tabOrder(window);
    if (stops.isEmpty())
        return false;
    const qsizetype now = stops.indexOf(window->focusWidget());
    if (QWidget *heir = now < 0 ? heirOf(window, stops) : nullptr) {
        heir->setFocus(Qt::OtherFocusReason);
        return true;
    }
    const qsizetype to = now < 0 ? (next ? 0 : stops.size() - 1) : (now + (next ? 1 : stops.size() - 1)) % stops.size();
    stops[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    for (QWidget *at = stops[to]->parentWidget(); at; at = at->parentWidget()) {
        if (auto *area = qobject_cast<QScrollArea *>(at))
            area->ensureWidgetVisible(stops[to]);
    }
    return true;
}
