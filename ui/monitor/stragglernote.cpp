#include "ui/monitor/stragglernote.h"

#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 lookedAtMs = 15 * 60'000;
constexpr qsizetype mostLines = 4;
constexpr qsizetype chipsAtOnce = 200;

} // namespace

StragglerNote::StragglerNote(ClusterMonitor &monitor, QWidget *parent)
    : QWidget(parent), m_monitor(monitor), m_words(style::label({}, style::Text::Second, this))
{
    m_words->setObjectName(u"stragglers"_s);
    m_words->setWordWrap(true);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, 0);
    box->addWidget(m_words);
    hide();
}

void StragglerNote::lookOn()
{
    if (!m_search) {
        QList<SiblingChip> chips;
        for (const WatchedNode &node : m_monitor.nodes()) {
            for (const QString &device : m_monitor.isStale(node) ? QStringList() : node.devices)
                chips << SiblingChip{node.name, device};
        }
        // whole steps: the one under way is not complete
        const qint64 toMs = m_monitor.now() / stragglerStepMs * stragglerStepMs;
        m_search.emplace(m_monitor.history(), chips, stragglerMetrics()[m_next++ % stragglerMetrics().size()],
                         toMs - lookedAtMs, toMs);
    }
    if (!m_search->readOn(m_monitor.history(), chipsAtOnce))
        return;
    const QString metric = m_search->metric();
    const QList<Straggler> now = m_search->found();
    m_search.reset();
    if (m_found.value(metric) == now)
        return;
    m_found[metric] = now;
    tell();
}

void StragglerNote::tell()
{
    QStringList lines;
    qsizetype count = 0;
    for (const QString &metric : stragglerMetrics()) {
        const MetricInfo info = metricInfo(metric);
        for (const Straggler &one : m_found.value(metric)) {
            if (++count > mostLines)
                continue;
            lines << tr("%1 differs from its siblings since %2: %3 %4, they have %5",
                        "a chip; a time; a metric; values")
                         .arg(u"%1 %2"_s.arg(one.node, one.device), format::time(one.sinceMs), info.title,
                              format::value(one.value, info.unit, 0), format::value(one.siblings, info.unit, 0));
        }
    }
    if (count > mostLines)
        lines << tr("and %n more", nullptr, int(count - mostLines));
    m_words->setText(lines.join(u'\n'));
    m_words->setToolTip(tr("Chips that hold as much HBM are compared over the last 15 minutes. In collective work the "
                           "slowest card sets the pace of all. See its health, temperature and power, and what else "
                           "runs beside it."));
    setVisible(!lines.isEmpty());
}

void StragglerNote::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        tell();
    QWidget::changeEvent(event);
}
