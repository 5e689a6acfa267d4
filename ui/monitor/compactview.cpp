#include "ui/monitor/compactview.h"

#include "ui/common/deploymentname.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/format.h"
#include "ui/common/nodelook.h"
#include "ui/monitor/figures.h"
#include "ui/monitor/latency.h"
#include "ui/monitor/pastalerts.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPalette>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

CompactView::CompactView(Cluster &cluster, ClusterMonitor &monitor, AlertKeeper &alerts)
    : QWidget(nullptr, Qt::Window | Qt::WindowStaysOnTopHint)
    , m_cluster(cluster)
    , m_monitor(monitor)
    , m_alerts(alerts)
    , m_name(new ElidedLabel(this))
    , m_simulated(style::label({}, style::Text::Small, this))
{
    setObjectName(u"compactView"_s);
    setAttribute(Qt::WA_QuitOnClose, false);
    m_name->setObjectName(u"compactName"_s);
    style::setText(m_name, style::Text::Strong);
    auto *head = new QHBoxLayout;
    head->addWidget(m_name, 1);
    head->addWidget(m_simulated);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(style::grid * 3);
    grid->setVerticalSpacing(style::grid);
    grid->setColumnStretch(1, 1);
    for (int i = 0; i < FigureCount; ++i) {
        Row row{style::label({}, style::Text::Second, this), new ElidedLabel(this)};
        style::setText(row.figure, style::Text::Strong);
        row.figure->setObjectName(u"compact%1"_s.arg(i));
        row.figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.name->setBuddy(row.figure);
        grid->addWidget(row.name, i, 0);
        grid->addWidget(row.figure, i, 1);
        m_rows << row;
    }
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addLayout(head);
    box->addLayout(grid);
    box->addStretch();
    setMinimumWidth(260);
    resize(380, sizeHint().height());
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &CompactView::refresh);
    connect(&alerts, &AlertKeeper::changed, this, &CompactView::refresh);
    connect(&cluster, &Cluster::opened, this, [this] { // it is there to be looked at: also what is opened under it
        watch();
        refresh();
    });
    retranslate();
}

CompactView::~CompactView() = default;

QString CompactView::words() const
{
    QStringList lines;
    for (const Row &row : m_rows)
        lines << tr("%1: %2", "what, how much").arg(row.name->text(), row.figure->wholeText());
    return lines.join(u'\n');
}

void CompactView::set(Figure row, const QString &figure, style::Tone tone)
{
    ElidedLabel *label = m_rows[row].figure;
    if (label->wholeText() != figure)
        label->setText(figure);
    label->setAccessibleName(m_rows[row].name->text());
    label->setAccessibleDescription(figure);
    QPalette palette = this->palette();
    if (tone != style::Tone::Unknown)
        palette.setColor(QPalette::WindowText, style::color(tone));
    if (label->palette().color(QPalette::WindowText) != palette.color(QPalette::WindowText))
        label->setPalette(palette);
}

void CompactView::refresh()
{
    if (!isVisible())
        return;
    const QString name = deploymentName(m_cluster);
    m_name->setText(name.isEmpty() ? tr("Nothing is open") : name);
    m_simulated->setVisible(m_cluster.isSimulated());
    refreshNodes();
    const QList<ChipNow> chips = chipsNow(m_monitor);
    const Figures now = figuresOf(m_monitor, chips);
    const bool isWhole = now.reported == now.chips;
    const auto warned = [](bool isRight) { return isRight ? style::Tone::Unknown : style::Tone::Warning; };
    if (now.chips == 0 || now.reported == 0)
        set(Chips, format::none());
    else
        set(Chips, tr("%1 of %2 OK", "chips").arg(format::number(now.ok), format::number(now.chips)),
            warned(now.ok == now.chips));
    set(Utilization, std::isnan(now.utilization) ? format::none() : format::value(now.utilization, u"%"_s, 0),
        warned(isWhole || std::isnan(now.utilization)));
    set(Memory, std::isnan(now.memoryUsedMb) || now.memoryTotalMb <= 0
            ? format::none()
            : format::percent(100 * now.memoryUsedMb / now.memoryTotalMb),
        warned(isWhole || std::isnan(now.memoryUsedMb)));
    const bool isSilent = m_monitor.endpointNews() == EndpointNews::Silent;
    set(FirstToken, isSilent || std::isnan(now.ttftP50.value)
            ? format::none()
            : tr("%1 · p99 %2", "the median").arg(aboutText(now.ttftP50, u"ms"_s), atMostText(now.ttftP99, u"ms"_s)));
    if (isSilent)                        // before a deployment that is as it should be; after it, it is an alert
        set(Requests, tr("no answer", "of the endpoint"));
    else
        set(Requests, std::isnan(now.running)
                ? format::none()
                : tr("%1 running, %2 waiting")
                      .arg(format::number(now.running), std::isnan(now.waiting) ? format::none()
                                                                                : format::number(now.waiting)));
    refreshAlerts();
}

// Those that something is wrong with by name, the worst first; else how many there are.
void CompactView::refreshNodes()
{
    QStringList wrong;
    style::Tone tone = style::Tone::Unknown;
    for (const TroubledNode &one : troubledNodes(m_cluster)) {
        const QString words = tr("%1: %2", "what, how much").arg(one.node, one.words);
        const bool isBad = one.look.tone == style::Tone::Danger;
        wrong.insert(isBad ? 0 : wrong.size(), words);
        tone = isBad || tone == style::Tone::Unknown ? one.look.tone : tone;
    }
    const QString reachable = reachableWords(m_cluster);
    const qsizetype nodes = m_cluster.deployment().nodes.size();
    if (nodes == 0)
        set(Nodes, format::none());
    else if (wrong.isEmpty())
        set(Nodes, reachable.isEmpty() ? format::number(nodes) : reachable);
    else if (wrong.size() == 1)
        set(Nodes, wrong.first(), tone);
    else                                 // how many there are is seen where not all have room
        set(Nodes,
            tr("%1 of %2 · %3", "how many nodes are in trouble, of how many, which")
                .arg(format::number(int(wrong.size())), format::number(int(nodes)), wrong.join(u" · "_s)),
            tone);
}

void CompactView::refreshAlerts()
{
    const QList<Alert> active = m_alerts.active();
    if (active.isEmpty())
        return set(Alerts, m_cluster.deployment().nodes.isEmpty() || !(m_monitor.isRunning() || m_monitor.isReplay())
                       ? format::none()
                       : tr("none", "alerts"));
    const auto isWell = [this](const Alert &alert) { // and is over when that lasts
        const AlertRule *rule = m_alerts.rule(alert.rule);
        return rule && rule->isWell(alert.value);
    };
    const bool isCritical = std::any_of(active.cbegin(), active.cend(), [&](const Alert &alert) {
        return alert.severity == AlertRule::Severity::Critical && !isWell(alert);
    });
    const auto worst = std::find_if(active.crbegin(), active.crend(), [&](const Alert &alert) { // whose colour it has
        return !isCritical || (alert.severity == AlertRule::Severity::Critical && !isWell(alert));
    });
    const Alert &shown = *worst;
    const AlertRule *rule = m_alerts.rule(shown.rule);
    QString newest = rule ? alertWords(shown, rule->title) : shown.rule;
    if (isWell(shown))
        newest = tr("%1 (well again)", "an alert that is not over yet").arg(newest);
    set(Alerts,
        active.size() == 1 ? newest
                           : tr("%1 · %2", "how many alerts, the newest").arg(format::number(active.size()), newest),
        isCritical ? style::Tone::Danger : style::Tone::Warning);
}

void CompactView::retranslate()
{
    setWindowTitle(tr("Small window", "with the cluster's figures"));
    m_simulated->setText(tr("simulated"));
    const QStringList names{tr("Nodes"), tr("Chips"), tr("NPU utilization"), tr("HBM used"), tr("Time to first token"),
                            tr("Requests"), tr("Alerts")};
    for (int i = 0; i < FigureCount; ++i)
        m_rows[i].name->setText(names[i]);
    m_name->setAccessibleName(tr("Deployment"));
    refresh();
}

void CompactView::watch()
{
    if (isVisible() && !m_monitor.isReplay() && !m_cluster.deployment().nodes.isEmpty())
        m_monitor.start();
}

void CompactView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    watch();
    m_tick.start();
    refresh();
}

void CompactView::hideEvent(QHideEvent *event)
{
    m_tick.stop();
    QWidget::hideEvent(event);
    emit moved();
}

void CompactView::moveEvent(QMoveEvent *event)
{
    QWidget::moveEvent(event);
    if (isVisible())
        emit moved();
}

void CompactView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (isVisible())
        emit moved();
}

void CompactView::mouseDoubleClickEvent(QMouseEvent *) { emit windowWanted(); }

void CompactView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit windowWanted();
    else if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void CompactView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        refresh();
}
