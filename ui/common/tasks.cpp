#include "ui/common/tasks.h"

#include <algorithm>

namespace {

auto withId(QList<Task> &all, const QString &id)
{
    return std::find_if(all.begin(), all.end(), [&](const Task &one) { return one.id == id; });
}

} // namespace

void Tasks::show(const Task &task)
{
    if (const auto it = withId(m_all, task.id); it != m_all.end())
        *it = task;
    else
        m_all << task;
    emit changed();
}

void Tasks::end(const QString &id)
{
    if (m_all.removeIf([&](const Task &one) { return one.id == id; }) > 0)
        emit changed();
}
