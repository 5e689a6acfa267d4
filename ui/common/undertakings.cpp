#include "ui/common/undertakings.h"

#include <algorithm>

namespace {

auto withId(QList<Undertaking> &all, const QString &id)
{
    return std::find_if(all.begin(), all.end(), [&](const Undertaking &one) { return one.id == id; });
}

} // namespace

void Undertakings::show(const Undertaking &undertaking)
{
    if (const auto it = withId(m_all, undertaking.id); it != m_all.end())
        *it = undertaking;
    else
        m_all << undertaking;
    emit changed();
}

void Undertakings::end(const QString &id)
{
    if (m_all.removeIf([&](const Undertaking &one) { return one.id == id; }) > 0)
        emit changed();
}
