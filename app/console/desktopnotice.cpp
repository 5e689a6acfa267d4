#include "app/console/desktopnotice.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

using namespace Qt::StringLiterals;

static const QString service = u"org.freedesktop.Notifications"_s; // and the interface's name

static QDBusMessage callOf(const QString &method)
{
    return QDBusMessage::createMethodCall(service, u"/org/freedesktop/Notifications"_s, service, method);
}

static bool takeDown(uint shown, int timeoutMs)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (shown == 0 || !bus.isConnected())
        return false;
    QDBusMessage call = callOf(u"CloseNotification"_s);
    call << shown;
    return bus.call(call, QDBus::Block, timeoutMs).type() == QDBusMessage::ReplyMessage;
}

DesktopNotice::~DesktopNotice()
{
    takeDown(m_shown.exchange(0), 500);
}

void DesktopNotice::close()
{
    m_worker.run(
        this,
        [this](Job &) { return takeDown(m_shown.exchange(0), 5000); }, [](bool) {});
}

void DesktopNotice::show(const QString &summary, const QString &body, bool isCritical)
{
    m_worker.run(
        this,
        [this, summary, body, isCritical](Job &) {
            const QDBusConnection bus = QDBusConnection::sessionBus();
            if (!bus.isConnected())
                return false;
            QDBusMessage call = callOf(u"Notify"_s);
            const QVariantMap hints{{u"urgency"_s, QVariant::fromValue(uchar(isCritical ? 2 : 1))},
                                    {u"desktop-entry"_s, u"ascend-console"_s}};
            // A body may be markup: what a name has of it is text. -1: as long as the desktop shows such.
            call << u"ascend-console"_s << m_shown.load() << u"ascend-console"_s << summary << body.toHtmlEscaped()
                 << QStringList() << hints << -1;
            const QDBusMessage answer = bus.call(call, QDBus::Block, 5000);
            if (answer.type() == QDBusMessage::ReplyMessage)
                m_shown = answer.arguments().value(0).toUInt();
            return answer.type() == QDBusMessage::ReplyMessage;
        },
        [](bool) {});
}
