#include "app/console/trayicon.h"

#include "ui/common/deploymentname.h"
#include "ui/common/icons.h"
#include "ui/common/nodelook.h"
#include "ui/monitor/pastalerts.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

TrayIcon::TrayIcon(Cluster &cluster, AlertKeeper &alerts, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_alerts(alerts)
{
    m_window = m_menu.addAction(QString(), this, &TrayIcon::windowWanted);
    m_compact = m_menu.addAction(QString(), this, &TrayIcon::compactWanted);
    m_menu.addSeparator();
    m_quit = m_menu.addAction(QString(), this, &TrayIcon::quitWanted);
    m_icon.setContextMenu(&m_menu);
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger)
            emit windowWanted();
    });
    connect(&alerts, &AlertKeeper::changed, this, &TrayIcon::refresh);
    connect(&cluster, &Cluster::healthChanged, this, &TrayIcon::refresh);
    connect(&cluster, &Cluster::opened, this, &TrayIcon::refresh);
    connect(&cluster, &Cluster::deploymentChanged, this, &TrayIcon::refresh);
    m_look.setInterval(5000);
    connect(&m_look, &QTimer::timeout, this, &TrayIcon::refresh);
    retranslate();
}

TrayIcon::~TrayIcon() = default;

void TrayIcon::setWanted(bool wanted)
{
    m_isWanted = wanted;
    refresh();
}

style::Tone TrayIcon::tone() const
{
    using style::Tone;
    const auto weight = [](Tone tone) {
        return tone == Tone::Danger ? 3 : tone == Tone::Warning ? 2 : tone == Tone::Ok ? 1 : 0;
    };
    Tone worst = Tone::Unknown;
    const auto add = [&](Tone tone) { worst = weight(tone) > weight(worst) ? tone : worst; };
    for (const Node &node : m_cluster.deployment().nodes)
        add(lookOf(m_cluster.health(node.name)).tone);
    for (const Alert &alert : m_alerts.active())
        add(alert.severity == AlertRule::Severity::Critical ? Tone::Danger : Tone::Warning);
    return worst;
}

QString TrayIcon::words() const
{
    const QString name = deploymentName(m_cluster);
    QStringList lines{name.isEmpty()           ? u"ascend-console"_s
                          : m_cluster.isSimulated() ? tr("%1 (simulated)", "a deployment").arg(name)
                                                    : name};
    for (const TroubledNode &one : troubledNodes(m_cluster))
        lines << u"%1 %2: %3"_s.arg(one.look.symbol, one.node, one.words);
    if (lines.size() == 1 && !reachableWords(m_cluster).isEmpty())
        lines << reachableWords(m_cluster);
    for (const Alert &alert : m_alerts.active()) {
        if (const AlertRule *rule = m_alerts.rule(alert.rule))
            lines << alertWords(alert, rule->title);
    }
    constexpr qsizetype most = 8;        // a tool tip is no page
    if (lines.size() > most) {
        const int more = int(lines.size() - most + 1);
        lines.resize(most - 1);
        lines << tr("and %n more", nullptr, more);
    }
    return lines.join(u'\n');
}

// A dot beside the program's sign; without one nothing is known.
QPixmap TrayIcon::picture(style::Tone tone, int size)
{
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style::color(style::Tone::Accent));
    painter.drawRoundedRect(QRectF(0, 0, size, size), size * 0.2, size * 0.2);
    const int sign = size * 3 / 4;
    painter.drawPixmap((size - sign) / 2, (size - sign) / 2, style::iconPixmap(u"activity"_s, Qt::white, sign, 1));
    if (tone != style::Tone::Unknown) {
        const double dot = size * 0.42;
        painter.setPen(QPen(Qt::white, std::max(1.0, size / 16.0)));
        painter.setBrush(style::color(tone));
        painter.drawEllipse(QRectF(size - dot - 0.5, size - dot - 0.5, dot, dot));
    }
    return pixmap;
}

void TrayIcon::refresh()
{
    const bool isShown = m_isWanted && QSystemTrayIcon::isSystemTrayAvailable();
    if (m_isWanted != m_look.isActive())
        m_isWanted ? m_look.start() : m_look.stop();
    if (!isShown) {
        m_icon.hide();
        if (std::exchange(m_shown, std::nullopt))
            emit gone();
        return;
    }
    if (const style::Tone now = tone(); m_shown != now) {
        m_shown = now;
        QIcon icon;
        for (const int size : {16, 22, 24, 32, 48, 64})
            icon.addPixmap(picture(now, size));
        m_icon.setIcon(icon);
    }
    if (const QString said = words(); m_icon.toolTip() != said)
        m_icon.setToolTip(said);
    m_icon.show();
}

void TrayIcon::retranslate()
{
    m_window->setText(tr("Show or hide the window"));
    m_compact->setText(tr("Small window"));
    m_quit->setText(tr("Quit"));
    refresh();
}
