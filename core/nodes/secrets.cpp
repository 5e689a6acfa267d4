#include "core/nodes/connect.h"

using namespace Qt::StringLiterals;

void Secrets::set(const QString &key, const QString &secret)
{
    const std::lock_guard lock(m_mutex);
    m_secrets.insert(key, secret);
}

std::optional<QString> Secrets::found(const QString &key, const QString &everywhere) const
{
    const std::lock_guard lock(m_mutex);
    auto it = m_secrets.constFind(key);
    if (it == m_secrets.cend())
        it = m_secrets.constFind(everywhere);
    return it == m_secrets.cend() ? std::nullopt : std::optional(*it);
}

std::optional<QString> Secrets::find(const QString &key) const
{
    return found(key, key.section(QLatin1Char(':'), 0, 0) + u":*"_s);
}

std::optional<QString> Secrets::findForJumpHost(const QString &key) const
{
    const QString kind = key.section(QLatin1Char(':'), 0, 0);
    // A passphrase opens a file here and goes nowhere.
    return found(key, kind == "passphrase"_L1 ? kind + u":*"_s : u"jump-"_s + kind + u":*"_s);
}

void Secrets::forget(const QString &key)
{
    const std::lock_guard lock(m_mutex);
    m_secrets.remove(key);
}
