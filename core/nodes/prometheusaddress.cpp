#include "core/nodes/prometheusaddress.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

struct PrometheusText
{
    Q_DECLARE_TR_FUNCTIONS(Prometheus)
};

} // namespace

QString prometheusOf(const Deployment &deployment)
{
    return deployment.other.is_object() ? stringAt(deployment.other, "prometheus") : QString();
}

void setPrometheus(Deployment &deployment, const QString &url)
{
    if (url == prometheusOf(deployment))
        return;
    if (!deployment.other.is_object())
        deployment.other = Json::object();
    if (url.isEmpty())
        deployment.other.erase("prometheus");
    else
        deployment.other["prometheus"] = url;
}

Result<QString> prometheusUrl(const QString &text)
{
    if (holdsPassword(text))
        return Error{ErrorKind::Invalid,
                     PrometheusText::tr("A password in the server's address would be saved with the deployment. %1")
                         .arg(netrcRemedy(text)),
                     {},
                     {}};
    QUrl url(text.trimmed(), QUrl::StrictMode);
    const bool isFit = url.isValid() && (url.scheme() == "http"_L1 || url.scheme() == "https"_L1)
        && !url.host().isEmpty() && url.query().isEmpty() && url.fragment().isEmpty();
    if (!isFit)
        return Error{ErrorKind::Invalid,
                     PrometheusText::tr("A Prometheus server has an address such as http://HOST:9090, not '%1'.")
                         .arg(text.section(u'@', -1).section(u'?', 0, 0)), // no secret is repeated
                     {},
                     {}};
    QString plain = url.toString(QUrl::FullyEncoded);
    while (plain.endsWith(u'/'))
        plain.chop(1);
    return plain;
}

// "user:password@", with a scheme or without one; what stands behind ':' may hold anything, but is no port.
bool holdsPassword(const QString &address)
{
    static const QRegularExpression login(
        u"^\\s*([A-Za-z][A-Za-z0-9+.-]*://)?[^/?#@:\\[]*:(?!\\d*([/?#]|$))\\S+@"_s);
    return login.match(address).hasMatch();
}

QString netrcRemedy(const QString &address)
{
    const QUrl server(address.trimmed());
    const QString host = server.host(), user = server.userName();
    return PrometheusText::tr("Write the login into the file ~/.netrc of this computer, which you alone may read "
                              "(chmod 600 ~/.netrc), as one line: machine %1 login %2 password PASSWORD")
        .arg(host.isEmpty() ? u"HOST"_s : host, user.isEmpty() ? u"USER"_s : user);
}
