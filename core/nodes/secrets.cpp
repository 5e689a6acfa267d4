#include "core/nodes/connect.h"

void Secrets::set(const QString &key, const QString &secret)
{
    const std::lock_guard lock(m_mutex);
    m_secrets.insert(key, secret);
}

std::optional<QString> Secrets::find(const QString &key) const
{
    const std::lock_guard lock(m_mutex);
    auto it = m_secrets.constFind(key);
    if (it == m_secrets.cend()) // "password:*" serves every node
        it = m_secrets.constFind(key.section(QLatin1Char(':'), 0, 0) + QStringLiteral(":*"));
    return it == m_secrets.cend() ? std::nullopt : std::optional(*it);
}

void Secrets::forget(const QString &key)
{
    const std::lock_guard lock(m_mutex);
    m_secrets.remove(key);
}
