#include "ui/monitor/figurecards.h"

#include "ui/common/format.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/latency.h"

#include <QBoxLayout>
#include <QEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostNamed = 4;       // chips; of more the strip shows which

QString gigabytes(double megabytes)
{
    return format::number(megabytes / 1024, megabytes < 10 * 1024 ? 1 : 0);
}

} // namespace

FigureCards::FigureCards(const Cluster &cluster, const ClusterMonitor &monitor, QWidget *parent)
    : QWidget(parent), m_cluster(cluster), m_monitor(monitor)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(12);
    for (FigureCard **card : {&m_ok, &m_utilization, &m_memory, &m_ttft}) {
        *card = new FigureCard;
        row->addWidget(*card, 1);
    }
    m_ok->setObjectName(u"okCard"_s);
    m_utilization->setObjectName(u"utilizationCard"_s);
    m_memory->setObjectName(u"memoryCard"_s);
    m_ttft->setObjectName(u"ttftCard"_s);
    retranslate();
}

void FigureCards::retranslate()
{
    m_ok->setTitle(tr("Chips OK"));
    m_utilization->setTitle(tr("NPU utilization"));
    m_memory->setTitle(tr("HBM used"));
    m_ttft->setTitle(tr("Time to first token"));
}

void FigureCards::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void FigureCards::setChips(const QList<ChipNow> &chips)
{
    const Figures now = figuresOf(m_monitor, chips);
    const QList<WatchedNode> &nodes = m_monitor.nodes();
    const bool isWaiting = now.chips == 0
        || std::none_of(nodes.cbegin(), nodes.cend(), [](const WatchedNode &node) { return node.isHeard; });
    const QString stale = wordsForStale(now);
    const QString waiting = !isWaiting || now.reported > 0 ? QString() : wordsForWaiting(stale);
    const QString some = now.reported < now.chips && !isWaiting
        ? tr("%1 of %2 chips report").arg(now.reported).arg(now.chips)
        : QString();
    const style::Tone someTone = some.isEmpty() ? style::Tone::Unknown : style::Tone::Warning;
    QStringList wrong;
    if (!now.notOk.isEmpty())
        wrong << format::list(now.notOk);
    if (!stale.isEmpty())
        wrong << stale;
    if (now.missing.size() > mostNamed && !some.isEmpty())
        wrong << some;
    if (!waiting.isEmpty())
        m_ok->setFigure(format::none(), waiting);
    else
        m_ok->setFigure(tr("%1 of %2", "chips").arg(format::number(now.ok), format::number(now.chips)),
                        !wrong.isEmpty()         ? wrong.join(u" · "_s)
                            : now.ok < now.chips ? some
                                                 : tr("every chip reports OK"),
                        !wrong.isEmpty() || now.ok < now.chips ? style::Tone::Warning : style::Tone::Unknown);
    m_utilization->setFigure(
        std::isnan(now.utilization) ? format::none() : format::value(now.utilization, u"%"_s, 0),
        !some.isEmpty()          ? some
            : !waiting.isEmpty() ? waiting
                                 : tr("mean of %n chips", nullptr, now.utilizationOf),
        someTone);
    if (std::isnan(now.memoryUsedMb))
        m_memory->setFigure(format::none(), some.isEmpty() ? waiting : some);
    else
        m_memory->setFigure(
            tr("%1 of %2 GiB", "used, size").arg(gigabytes(now.memoryUsedMb), gigabytes(now.memoryTotalMb)),
            !some.isEmpty() ? some : format::percent(100 * now.memoryUsedMb / now.memoryTotalMb), someTone);
    showTtft(now);
}

void FigureCards::showTtft(const Figures &now)
{
    const bool isSilent = m_monitor.endpointNews() == EndpointNews::Silent; // an earlier answer's time is not of now
    const QString p50 = isSilent ? QString() : bucketText(now.ttftP50, u"ms"_s), p99 = bucketText(now.ttftP99, u"ms"_s);
    m_ttft->setToolTip(
        p50.isEmpty() || p99.isEmpty()
            ? QString()
            : tr("Estimated from the histogram's buckets: p50 %1, p99 %2", "ranges of ms").arg(p50, p99));
    if (isSilent || std::isnan(now.ttftP50.value))
        m_ttft->setFigure(format::none(), wordsForNoToken(!isSilent && !std::isnan(now.running)));
    else
        m_ttft->setFigure(aboutText(now.ttftP50, u"ms"_s),
                          tr("p50 · p99 %1 · newest of the last minute").arg(atMostText(now.ttftP99, u"ms"_s)));
}

// Why stands whole above the cards.
QString FigureCards::wordsForStale(const Figures &now) const
{
    const QStringList silent = now.staleNodes + (now.missing.size() <= mostNamed ? now.missing : QStringList());
    if (silent.isEmpty())
        return {};
    return tr("No data from %1", "names of nodes").arg(format::list(silent));
}

QString FigureCards::wordsForWaiting(const QString &stale) const
{
    const QList<WatchedNode> &nodes = m_monitor.nodes();
    QStringList unanswered;              // by the user
    for (const WatchedNode &node : nodes) {
        if (m_cluster.health(node.name).level == HealthLevel::NeedsAnswer)
            unanswered << node.name;
    }
    if (!unanswered.isEmpty())
        return tr("Nobody logged in: %1", "names of nodes").arg(format::list(unanswered));
    const bool haveFailed = !nodes.isEmpty()
        && std::all_of(nodes.cbegin(), nodes.cend(), [](const WatchedNode &node) { return node.error.has_value(); });
    return haveFailed && !stale.isEmpty() ? stale : tr("Waiting for the first values");
}

// The endpoint is asked over HTTP, whether or not anybody logged in to its machine.
QString FigureCards::wordsForNoToken(bool answers) const
{
    if (answers)
        return tr("no first token in the last minute");
    switch (m_monitor.endpointNews()) {
    case EndpointNews::None:
        return m_monitor.isReplay() ? tr("the recording has no figures of an endpoint")
                                    : tr("no endpoint: no recipe is chosen");
    case EndpointNews::NotAsked: return tr("the endpoint has not been asked yet");
    case EndpointNews::Answers: return tr("the endpoint tells no figures");
    case EndpointNews::Silent: break;
    }
    const QString node = m_monitor.endpointNode();
    switch (m_cluster.health(node).level) {
    case HealthLevel::NeedsAnswer:
    case HealthLevel::KeyChanged:
    case HealthLevel::KeyDamaged: return tr("the endpoint does not answer, and nobody logged in to %1").arg(node);
    case HealthLevel::Lost: return tr("the endpoint does not answer, and neither does %1").arg(node);
    default: return tr("the endpoint does not answer");
    }
}
