#include "ui/monitor/chartboard.h"

#include "ui/common/card.h"
#include "ui/common/style.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/chartexport.h"
#include "ui/monitor/latency.h"
#include "ui/monitor/legend.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct BoardText
{
    Q_DECLARE_TR_FUNCTIONS(MonitorPage)
};

} // namespace

ChartBoard::ChartBoard(const ClusterMonitor &monitor, const AlertKeeper &alerts, QWidget *parent)
    : QWidget(parent), m_monitor(monitor), m_alerts(alerts)
{
    auto *rows = new QVBoxLayout(this);
    style::setMargins(rows, 0, 12);
    m_legendCard = new Card(nullptr, 12);
    m_legend = new Legend;
    m_legend->setObjectName(u"chipLegend"_s);
    connect(m_legend, &Legend::toggled, this, [this](const QString &line) { toggleLine(nullptr, line); });
    connect(m_legend, &Legend::pointed, this, [this](const QString &line) { emphasise(nullptr, line); });
    m_legendCard->box()->addWidget(m_legend);
    m_legendCard->hide();
    rows->addWidget(m_legendCard);
    m_grid = new QGridLayout;
    style::setMargins(m_grid, 0, 12);
    rows->addLayout(m_grid);
    for (const ChartKind &kind : chartKinds())
        add(kind);
    connect(&m_alerts, &AlertKeeper::changed, this, &ChartBoard::refreshThresholds);
    refreshThresholds();
    retranslate();
}

ChartBoard::~ChartBoard()
{
    for (const Chart &chart : std::as_const(m_charts)) { // one that dies with the focus says that its cursor left
        chart.card->chart()->disconnect(this);
        chart.card->disconnect(this);
    }
    m_legend->disconnect(this);
}

void ChartBoard::add(const ChartKind &kind)
{
    auto *card = new ChartCard(this);
    card->setObjectName(kind.id);
    card->hide();
    TimeChart *chart = card->chart();
    chart->setAxis(kind.axis);
    m_charts << Chart{card, kind, {}};
    ChartCard *serving = kind.isServing() ? card : nullptr;
    connect(chart, &TimeChart::cursorMoved, this, &ChartBoard::showCursor);
    const bool isOfChips = !kind.isServing() && !kind.isOfHosts();
    connect(card, &ChartCard::lineToggled, this, [this, serving, isOfChips](const QString &line) {
        if (isOfChips && m_wanted.everyChip)
            toggleChips(line);           // its legend is of nodes
        else
            toggleLine(serving, line);
    });
    connect(card, &ChartCard::linePointed, this, [this, serving](const QString &line) { emphasise(serving, line); });
    connect(chart, &TimeChart::rangeChosen, this, &ChartBoard::rangeChosen);
    connect(chart, &TimeChart::zoomWanted, this, &ChartBoard::zoomWanted);
    connect(chart, &TimeChart::panWanted, this, &ChartBoard::panWanted);
    connect(chart, &TimeChart::moveWanted, this,
            [this, id = kind.id](int places) { moveChart(id, int(shownCharts().indexOf(id)) + places); });
    connect(chart, &TimeChart::menuWanted, this,
            [this, id = kind.id](qint64 timeMs, const QPoint &at) { showMenu(id, timeMs, at); });
    connect(card, &ChartCard::dragged, this, [this, card](const QPoint &to) { dragChart(card, to); });
}

void ChartBoard::retranslate()
{
    for (const Chart &chart : std::as_const(m_charts)) {
        chart.card->setTitle(BoardText::tr(chart.kind.title), chart.kind.unit());
        if (isLatency(chart.kind.metrics.first()))
            chart.card->setNote(
                BoardText::tr("estimated"),
                BoardText::tr("Estimated from the histogram's buckets that the endpoint reports: the tooltip says "
                              "between which bounds a value lies. Above the last bound only that is known, shown as "
                              "\">\"."));
        if (chart.kind.metrics.contains(u"serving.tokens"_s))
            chart.card->setExplanation(
                BoardText::tr("how it is counted"),
                BoardText::tr("MindIE counts the tokens of an answer when it has ended. So they are taken from its "
                              "times of each token instead, which come with the tokens; where it does not report "
                              "those, a whole answer stands at the moment of its end. The tokens of a question count "
                              "at one moment, when it has been read."));
        const bool isOfRequests
            = isLatency(chart.kind.metrics.first()) || chart.kind.metrics.contains(u"serving.tokens"_s);
        chart.card->setEmptyWords(!chart.kind.isServing() ? BoardText::tr("No data in this time.")
                                      : isOfRequests ? BoardText::tr("No request was measured in this time.")
                                                     : BoardText::tr("The endpoint did not report this in this time."));
    }
}

void ChartBoard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ChartBoard::setColumns(int columns)
{
    if (std::exchange(m_columns, columns) != columns)
        arrange();
}

void ChartBoard::arrange()
{
    const qsizetype shown = shownCharts().size();
    int place = 0;
    for (int i = 0; i < m_revealed; ++i) {
        const bool isHidden = m_hiddenCharts.contains(m_charts[i].kind.id);
        m_charts[i].card->setVisible(!isHidden);
        if (isHidden) {
            m_grid->removeWidget(m_charts[i].card);
            continue;
        }
        const int column = place % m_columns;
        const bool isAlone = column == 0 && place + 1 == shown; // in its row: the place beside it is its own
        m_grid->addWidget(m_charts[i].card, place / m_columns, column, 1, isAlone ? m_columns : 1);
        ++place;
    }
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, m_columns == 2 ? 1 : 0);
}

bool ChartBoard::revealNext(qint64 fromMs, qint64 toMs)
{
    if (m_revealed == m_charts.size())
        return false;
    m_charts[m_revealed++].card->chart()->setLines({}, fromMs, toMs); // the axes stand from the first picture on
    arrange();
    return true;
}

void ChartBoard::setHiddenCharts(const QStringList &ids)
{
    m_hiddenCharts = ids;
    arrange();
}

void ChartBoard::setOrder(const QStringList &ids)
{
    const auto place = [&](const Chart &chart) {
        const qsizetype named = ids.indexOf(chart.kind.id);
        return named >= 0 ? named : ids.size();
    };
    const auto usual = [](const Chart &chart) {
        const QList<ChartKind> &kinds = chartKinds();
        return std::find_if(kinds.cbegin(), kinds.cend(),
                            [&](const ChartKind &kind) { return kind.id == chart.kind.id; })
            - kinds.cbegin();
    };
    std::sort(m_charts.begin(), m_charts.end(), [&](const Chart &a, const Chart &b) {
        return std::pair(place(a), usual(a)) < std::pair(place(b), usual(b));
    });
    for (qsizetype i = 1; i < m_charts.size(); ++i) // as they are seen, so they are reached
        setTabOrder(m_charts[i - 1].card->chart(), m_charts[i].card->chart());
    arrange();
}

QStringList ChartBoard::shownCharts() const
{
    QStringList ids;
    for (const Chart &chart : m_charts) {
        if (!m_hiddenCharts.contains(chart.kind.id))
            ids << chart.kind.id;
    }
    return ids;
}

// As the user wants it.
void ChartBoard::showChart(const QString &id, bool shown)
{
    QStringList hidden = m_hiddenCharts;
    hidden.removeAll(id);
    if (!shown)
        hidden << id;
    setHiddenCharts(hidden);
    emit chartsHidden(hidden);
}

void ChartBoard::moveChart(const QString &id, int to)
{
    QStringList shown = shownCharts();
    const qsizetype from = shown.indexOf(id);
    if (from < 0 || to < 0 || to >= shown.size() || to == from)
        return;
    QStringList order;
    for (const Chart &chart : std::as_const(m_charts))
        order << chart.kind.id;
    const QString there = shown[to];
    order.removeAll(id);
    order.insert(order.indexOf(there) + (to > from ? 1 : 0), id);
    setOrder(order);
    emit chartsArranged(order);
}

void ChartBoard::dragChart(const ChartCard *card, const QPoint &to)
{
    const QStringList shown = shownCharts();
    for (const Chart &chart : std::as_const(m_charts)) {
        if (chart.card != card && chart.card->isVisible()
            && chart.card->rect().contains(chart.card->mapFromGlobal(to)))
            return moveChart(card->objectName(), int(shown.indexOf(chart.kind.id)));
    }
}

void ChartBoard::showMenu(const QString &id, qint64 timeMs, const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"chartMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    emit menuBegun(menu, timeMs);
    const QStringList shown = shownCharts();
    const int place = int(shown.indexOf(id));
    QAction *back = menu->addAction(BoardText::tr("Move forward", "a chart among others"), this,
                                    [this, id, place] { moveChart(id, place - 1); });
    back->setObjectName(u"moveForward"_s);
    back->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Left); // to be read; the chart takes them
    back->setEnabled(place > 0);
    QAction *on = menu->addAction(BoardText::tr("Move back", "a chart among others"), this,
                                  [this, id, place] { moveChart(id, place + 1); });
    on->setObjectName(u"moveBack"_s);
    on->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Right);
    on->setEnabled(place + 1 < shown.size());
    menu->addAction(BoardText::tr("Hide this chart"), this, [this, id] { showChart(id, false); });
    menu->popup(at);
}

void ChartBoard::addTo(QMenu *menu)
{
    bool isUsual = true;
    for (qsizetype i = 0; i < m_charts.size(); ++i)
        isUsual = isUsual && m_charts[i].kind.id == chartKinds()[i].id;
    if (!isUsual) {
        QAction *usual = menu->addAction(BoardText::tr("In the usual order"), this, [this] {
            setOrder({});
            emit chartsArranged({});
        });
        usual->setObjectName(u"usualOrder"_s);
    }
    for (const Chart &chart : std::as_const(m_charts)) {
        QAction *action = menu->addAction(BoardText::tr(chart.kind.title));
        action->setCheckable(true);
        action->setChecked(!m_hiddenCharts.contains(chart.kind.id));
        connect(action, &QAction::triggered, this, [this, id = chart.kind.id](bool shown) { showChart(id, shown); });
    }
}

void ChartBoard::setMarks(const QList<ChartMark> &marks)
{
    for (const Chart &chart : std::as_const(m_charts))
        chart.card->chart()->setMarks(marks);
}

// Where a rule that is on would tell of a chart's first metric.
void ChartBoard::refreshThresholds()
{
    for (const Chart &chart : std::as_const(m_charts)) {
        std::optional<double> bound;
        for (const AlertRule &rule : m_alerts.rules()) {
            if (!rule.silent && rule.metric == chart.kind.metrics.first() && rule.of == chart.kind.share
                && rule.bound() != 0)
                bound = rule.bound();
        }
        chart.card->chart()->setThreshold(bound);
    }
}

void ChartBoard::toggleLine(ChartCard *serving, const QString &line)
{
    const auto toggled = [&](QSet<QString> lines) {
        if (!lines.remove(line))
            lines.insert(line);
        return lines;
    };
    if (serving) {
        m_hiddenServing[serving] = toggled(m_hiddenServing.value(serving));
        serving->setHidden(m_hiddenServing.value(serving));
        return;
    }
    hideLines(toggled(m_hiddenLines));
}

void ChartBoard::toggleChips(const QString &node)
{
    for (const WatchedNode &one : m_monitor.nodes()) {
        if (one.name != node)
            continue;
        const QStringList chips = chipLines(one);
        const QSet<QString> lines(chips.cbegin(), chips.cend());
        hideLines(m_hiddenLines.contains(lines) ? m_hiddenLines - lines : m_hiddenLines + lines);
    }
}

void ChartBoard::hideLines(const QSet<QString> &lines)
{
    m_hiddenLines = lines;
    for (const Chart &chart : std::as_const(m_charts)) {
        const bool hasNodeLegend = m_wanted.everyChip && !chart.kind.isOfHosts();
        if (!chart.kind.isServing())
            chart.card->setHidden(m_hiddenLines, hasNodeLegend ? nodeLegend() : QList<LegendEntry>());
    }
    refreshLegend();
}

void ChartBoard::emphasise(ChartCard *serving, const QString &line)
{
    for (const Chart &chart : std::as_const(m_charts)) {
        if (serving ? chart.card == serving : !chart.kind.isServing())
            chart.card->chart()->setEmphasis(line);
    }
}

void ChartBoard::showCursor(std::optional<qint64> timeMs)
{
    for (const Chart &chart : std::as_const(m_charts))
        chart.card->chart()->setCursor(timeMs);
}

QStringList ChartBoard::chipLines(const WatchedNode &node) const
{
    QStringList lines;
    for (const QString &device : node.devices)
        lines << u"%1 %2"_s.arg(node.name, device);
    return lines;
}

QList<LegendEntry> ChartBoard::nodeLegend() const
{
    QList<LegendEntry> entries;
    for (const WatchedNode &node : m_monitor.nodes()) {
        const QStringList chips = chipLines(node);
        const qsizetype hidden = std::count_if(chips.cbegin(), chips.cend(),
                                               [this](const QString &line) { return m_hiddenLines.contains(line); });
        const bool isHidden = hidden > 0 && hidden == chips.size();
        QString words = BoardText::tr("%1, %n chips", "node", int(chips.size())).arg(node.name);
        if (hidden > 0 && !isHidden)
            words = BoardText::tr("%1, %2 hidden", "a node and its chips; how many of these").arg(words).arg(hidden);
        const QColor color = style::seriesColor(node.colour);
        entries << LegendEntry{words, color, Qt::SolidLine, hasAged(m_monitor, node), node.name, isHidden};
    }
    return entries;
}

// It only grows while the charts show the same: the plots would jump with each figure.
void ChartBoard::fitEndRoom(int wanted)
{
    m_endRoom = std::max(m_endRoom, wanted);
    for (const Chart &chart : std::as_const(m_charts))
        chart.card->chart()->setEndRoom(m_endRoom);
}

void ChartBoard::refreshLegend()
{
    m_legendCard->setVisible(m_wanted.everyChip);
    fitEndRoom(m_wanted.everyChip ? 84 : 60);
    if (!m_wanted.everyChip)
        return;
    QList<LegendGroup> groups;
    for (const WatchedNode &node : m_monitor.nodes()) {
        LegendGroup group{node.name, {}};
        const QStringList lines = chipLines(node);
        for (int chip = 0; chip < node.devices.size(); ++chip) {
            const ChartLine line = chipStyle(node.colour, chip);
            const QString name = lines[chip];
            group.entries << LegendEntry{node.devices[chip], line.color, line.pen,
                                         hasAged(m_monitor, node, node.devices[chip]), name,
                                         m_hiddenLines.contains(name)};
        }
        groups << group;
    }
    m_legend->setGroups(groups);
}

void ChartBoard::setWanted(const LinesWanted &wanted)
{
    if (m_wanted.everyChip != wanted.everyChip)
        m_endRoom = 0;
    m_wanted = wanted;
    m_nowMs = 0;
    for (Chart &chart : m_charts)
        chart.drawn = {};
}

void ChartBoard::setNow(qint64 nowMs) { m_nowMs = nowMs; }

// Only the last minute is read: the whole of some weeks takes too long for each second.
void ChartBoard::goOn(Chart &chart)
{
    constexpr qint64 minute = 60'000;
    LinesWanted ends = m_wanted;
    ends.fromMs = m_nowMs - minute;
    ends.toMs = m_nowMs;
    ends.columns = chart.card->chart()->plotColumns();
    ends.earlierMs = 0;
    chart.endsMs = m_nowMs;
    chart.card->goOn(linesOf(m_monitor, chart.kind, ends));
}

void ChartBoard::begin() { m_next = 0; }

bool ChartBoard::drawNext(bool unseenToo)
{
    // Charts outside the scrolled part are drawn when they come into view (the next second at the latest).
    const std::pair wanted(m_wanted.fromMs, m_wanted.toMs);
    while (m_next < m_charts.size()
           && ((m_charts[m_next].drawn == wanted && m_charts[m_next].endsMs >= m_nowMs)
               || m_hiddenCharts.contains(m_charts[m_next].kind.id)
               || (m_charts[m_next].card->visibleRegion().isEmpty() && !unseenToo)))
        ++m_next;
    if (m_next >= m_charts.size())
        return false;
    Chart &chart = m_charts[m_next++];
    if (chart.drawn == wanted) {
        goOn(chart);
        fitEndRoom(chart.card->chart()->endRoomWanted());
        return true;
    }
    chart.drawn = wanted;
    chart.endsMs = m_wanted.toMs;
    const bool isOfChips = !chart.kind.isServing() && !chart.kind.isOfHosts();
    if (isOfChips)
        chart.card->setNote(
            m_wanted.everyChip ? QString() : BoardText::tr("mean of a node's chips"),
            BoardText::tr("Each line is the mean of one node's chips; above, a line for each can be chosen."));
    LinesWanted lines = m_wanted;
    lines.columns = chart.card->chart()->plotColumns();
    chart.card->setLines(linesOf(m_monitor, chart.kind, lines), m_wanted.fromMs, m_wanted.toMs,
                         m_wanted.everyChip && isOfChips ? nodeLegend() : QList<LegendEntry>());
    fitEndRoom(chart.card->chart()->endRoomWanted());
    return true;
}

SeenCharts ChartBoard::seen() const
{
    SeenCharts seen{{}, false, m_wanted.fromMs, m_wanted.toMs, {}, {}};
    for (const Chart &chart : m_charts) {
        if (chart.card->isHidden())
            continue;
        seen.charts << SeenChart{BoardText::tr(chart.kind.title), chart.kind.unit(), chart.card->chart()->lines(),
                                 chart.card->chart(), chart.card->note(), chart.card->emptyWords()};
        seen.marks = chart.card->chart()->marks();
    }
    return seen;
}
