#include "inference/callerrules.h"

#include <QSysInfo>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

// The name in "name:1025", "[::1]:1025", "10.20.0.1"; empty: it is none.
QString nameIn(const QByteArray &authority)
{
    const QUrl url(u"http://"_s + QString::fromLatin1(authority), QUrl::StrictMode);
    const bool isPlain
        = url.isValid() && url.path().isEmpty() && url.userInfo().isEmpty() && !url.hasQuery() && !url.hasFragment();
    return isPlain ? url.host().toLower() : QString();
}

bool isOurs(const QString &name, const Caller &caller, const CallerRules &rules)
{
    if (name.isEmpty())
        return false;
    QString local = QString::fromLatin1(caller.localAddress).toLower();
    if (local.startsWith("::ffff:"_L1))
        local.remove(0, 7);
    if (isLoopback(name) || name == local || name == rules.host.toLower())
        return true;
    return !isLoopback(rules.host) && name == QSysInfo::machineHostName().toLower();
}

bool isOurOrigin(const QByteArray &origin, const Caller &caller, const CallerRules &rules)
{
    const QUrl url(QString::fromLatin1(origin), QUrl::StrictMode);
    return url.scheme() == "http"_L1 && url.port(80) == caller.localPort && isOurs(url.host().toLower(), caller, rules);
}

// As long for a key that is right at its start as for one that is not.
bool isSame(const QByteArray &given, const QByteArray &key)
{
    unsigned differs = given.size() == key.size() ? 0 : 1;
    for (qsizetype i = 0; i < given.size(); ++i)
        differs |= unsigned(given[i] ^ key[i % key.size()]);
    return differs == 0;
}

} // namespace

bool isLoopback(const QString &host)
{
    const QString name = host.toLower();
    return name == "localhost"_L1 || name == "::1"_L1 || name == "[::1]"_L1
        || (name.startsWith("127."_L1) && name.count(QLatin1Char('.')) == 3
            && QString(name).remove(QLatin1Char('.')).toULongLong() > 0);
}

std::optional<CallerRefusal> refusalOf(const Caller &caller, const CallerRules &rules)
{
    if (caller.repeated)
        return CallerRefusal{400, "invalid_request_error",
                             u"The header %1 comes more than once."_s.arg(QLatin1String(caller.repeated))};
    if (!caller.host || !isOurs(nameIn(*caller.host), caller, rules))
        return CallerRefusal{403, "permission_error",
                             u"This server does not answer to the Host '%1'. Use its address, or name it with --host."_s
                                 .arg(QString::fromLatin1(caller.host.value_or(QByteArray()).left(100)))};
    if (caller.origin && !isOurOrigin(*caller.origin, caller, rules))
        return CallerRefusal{403, "permission_error",
                             u"Web pages of other origins (%1) may not use this server."_s.arg(
                                 QString::fromLatin1(caller.origin->left(100)))};
    if (caller.needsKey && !rules.key.isEmpty()) {
        const QByteArray given = caller.authorization.value_or(QByteArray());
        const bool isBearer = given.toLower().startsWith("bearer ") && isSame(given.mid(7).trimmed(), rules.key);
        if (!isBearer && !isSame(caller.apiKey.value_or(QByteArray()).trimmed(), rules.key))
            return CallerRefusal{401, "authentication_error",
                                 u"The API key is missing or wrong. Send it as 'Authorization: Bearer KEY' or "
                                 "'x-api-key: KEY'."_s};
    }
    const QByteArray type = caller.contentType.value_or(QByteArray()).split(';').first().trimmed().toLower();
    if (caller.posts && type != "application/json")
        return CallerRefusal{415, "invalid_request_error", u"Send the request as Content-Type: application/json."_s};
    return std::nullopt;
}
