#include "ui/monitor/monitorpage.h"

#include "core/base/homepath.h"
#include "core/base/soon.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"
#include "ui/common/nodelook.h"
#include "ui/common/style.h"
#include "ui/monitor/alertlist.h"
#include "ui/monitor/alertrulespane.h"
#include "ui/monitor/chartboard.h"
#include "ui/monitor/chartexport.h"
#include "ui/monitor/chartlines.h"
#include "ui/monitor/chartnotes.h"
#include "ui/monitor/figurecards.h"
#include "ui/monitor/heatmap.h"
#include "ui/monitor/lastvalues.h"
#include "ui/monitor/pastalerts.h"
#include "ui/monitor/prometheusrow.h"
#include "ui/monitor/savedwords.h"
#include "ui/monitor/sourcewords.h"
#include "ui/monitor/stragglernote.h"

#include <QActionGroup>
#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 minute = 60'000;
constexpr int narrow = 720;              // below this width the charts stand in one column

} // namespace

MonitorPage::MonitorPage(Cluster &cluster, ClusterMonitor &monitor, AlertKeeper &alerts, QWidget *parent)
    : QWidget(parent), m_cluster(cluster), m_monitor(monitor), m_alerts(alerts),
      m_saver(cluster, monitor, m_view, this)
{
    m_stack = new QStackedWidget(this);
    m_empty = new EmptyState;
    m_stack->addWidget(m_empty);

    auto *content = new QWidget;
    auto *rows = new QVBoxLayout(content);
    style::setMargins(rows, style::margin, 12);
    rows->addWidget(makeHead());
    rows->addWidget(makeViewRow());
    m_history = style::label({}, style::Text::Small); // only when something is to be known about it
    m_history->setObjectName(u"historyNote"_s);
    m_history->setWordWrap(true);
    m_history->hide();
    rows->addWidget(m_history);
    m_exported = style::label({}, style::Text::Small);
    m_exported->setObjectName(u"exportNote"_s);
    m_exported->setWordWrap(true);
    m_exported->hide();
    rows->addWidget(m_exported);
    m_prometheus = new PrometheusRow(cluster);
    rows->addWidget(m_prometheus);
    m_health = style::label({}, style::Text::Second);
    m_health->setObjectName(u"monitorHealth"_s);
    m_health->setWordWrap(true);
    m_health->hide();
    rows->addWidget(m_health);
    rows->addWidget(new AlertList(alerts));
    m_figures = new FigureCards(cluster, monitor);
    rows->addWidget(m_figures);
    m_stripCard = new Card(nullptr, 12);
    m_strip = new HeatMap;
    m_strip->setObjectName(u"heatMap"_s);
    m_stripCard->box()->addWidget(m_strip);
    m_stragglers = new StragglerNote(monitor);
    m_stripCard->box()->addWidget(m_stragglers);
    m_sources = style::label({}, style::Text::Second);
    m_sources->setObjectName(u"sources"_s);
    m_sources->setWordWrap(true);
    m_sources->hide();
    m_stripCard->box()->addWidget(m_sources);
    rows->addWidget(m_stripCard);
    m_board = new ChartBoard(monitor, alerts);
    rows->addWidget(m_board);
    m_past = new PastAlerts(cluster, alerts);
    m_past->hide();
    rows->addWidget(m_past);
    m_table = new LastValues;
    m_table->hide();
    rows->addWidget(m_table);
    m_parts = {m_figures, m_stripCard};
    for (QWidget *part : std::as_const(m_parts))
        part->hide();
    rows->addStretch(1);
    m_rows = rows;
    m_scroll = new QScrollArea;
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(content);
    m_stack->addWidget(m_scroll);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(m_stack);

    followCharts();
    connect(m_past, &PastAlerts::showWanted, this, [this](qint64 timeMs) {
        setView(m_view.shown(timeMs - aroundAlertMs, timeMs + aroundAlertMs, m_monitor.now()));
        m_scroll->ensureWidgetVisible(m_viewRow);
    });
    connect(m_past, &PastAlerts::rulesWanted, this, &MonitorPage::showRules);
    connect(&m_alerts, &AlertKeeper::pastChanged, this, &MonitorPage::refreshMarks);
    connect(m_empty, &EmptyState::pressed, this, &MonitorPage::nodesRequested);
    connect(m_strip, &HeatMap::activated, m_table, &LastValues::choose);
    connect(&m_monitor, &ClusterMonitor::updated, this, &MonitorPage::refresh);
    connect(&m_monitor, &ClusterMonitor::nodesChanged, this, &MonitorPage::redraw); // or its history came
    connect(&m_monitor, &ClusterMonitor::partCame, this, &MonitorPage::redraw);
    connect(&cluster, &Cluster::opened, this, [this] { setView({m_view.rangeMs, {}}); });
    auto *soon = new Soon(this, [this] { refreshHealth(); });
    connect(&cluster, &Cluster::healthChanged, soon, [soon] { (*soon)(); });
    connect(&cluster, &Cluster::deploymentChanged, this, [this] {
        if (isVisible())
            m_monitor.start();
    });
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &MonitorPage::refresh);
    m_reveal.setInterval(0);
    connect(&m_reveal, &QTimer::timeout, this, &MonitorPage::revealNext);
    m_next.setSingleShot(true);
    m_next.setInterval(5);
    connect(&m_next, &QTimer::timeout, this, &MonitorPage::drawNext);
    retranslate();
    refresh();
}

void MonitorPage::followCharts()
{
    connect(m_board, &ChartBoard::rangeChosen, this,
            [this](qint64 fromMs, qint64 toMs) { setView(m_view.shown(fromMs, toMs, m_monitor.now())); });
    connect(m_board, &ChartBoard::zoomWanted, this, [this](qint64 aroundMs, double factor) {
        setView(m_view.zoomed(aroundMs, factor, m_monitor.now()));
    });
    connect(m_board, &ChartBoard::panWanted, this,
            [this](double ranges) { setView(m_view.panned(ranges, m_monitor.now())); });
    connect(m_board, &ChartBoard::menuBegun, this, [this](QMenu *menu, qint64 timeMs) {
        if (addNotesTo(menu, timeMs))
            menu->addSeparator();
    });
    for (const auto changed : {&ChartBoard::chartsHidden, &ChartBoard::chartsArranged})
        connect(m_board, changed, this, &MonitorPage::redraw);
    connect(m_board, &ChartBoard::chartsHidden, this, &MonitorPage::chartsHidden);
    connect(m_board, &ChartBoard::chartsArranged, this, &MonitorPage::chartsArranged);
    connect(&m_saver, &ChartSaver::chartsWanted, this, [this] {
        m_board->begin();
        m_next.start();
    });
    connect(&m_saver, &ChartSaver::saved, this, &MonitorPage::exported);
    connect(&m_saver, &ChartSaver::failed, this, &MonitorPage::exportFailed);
}

QWidget *MonitorPage::makeHead()
{
    auto *head = new QWidget;
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins({});
    row->setSpacing(8);
    m_title = style::label({}, style::Text::Title);
    m_lines = new SegmentedControl;
    m_lines->setObjectName(u"lines"_s);
    m_lines->add(u"nodes"_s);
    m_lines->add(u"chips"_s);
    m_lines->setCurrent(u"nodes"_s);
    m_range = new SegmentedControl;
    m_range->setObjectName(u"range"_s);
    for (const auto &id : {u"1"_s, u"5"_s, u"30"_s, u"360"_s, u"1440"_s, u"10080"_s, u"43200"_s})
        m_range->add(id);
    m_range->setCurrent(u"5"_s);
    m_live = new QPushButton;
    m_live->setObjectName(u"live"_s);
    m_live->setCheckable(true);
    m_live->setChecked(true);
    style::setKind(m_live, style::Kind::Chip);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_lines);
    row->addSpacing(8);
    row->addWidget(m_range);
    row->addWidget(m_live);
    m_look = new QPushButton;
    m_look->setObjectName(u"chartsLook"_s);
    style::setKind(m_look, style::Kind::Chip);
    m_look->setMenu(new QMenu(m_look));
    connect(m_look->menu(), &QMenu::aboutToShow, this, &MonitorPage::fillLook);
    row->addWidget(m_look);
    connect(this, &MonitorPage::exported, this, [this](const QString &path) { saySaved(m_exported, path); });
    connect(this, &MonitorPage::exportFailed, this, [this](const Error &error) { sayNotSaved(m_exported, error); });
    connect(m_lines, &SegmentedControl::chosen, this, [this](const QString &lines) {
        redraw();
        emit everyChipChosen(lines == u"chips");
    });
    connect(m_range, &SegmentedControl::chosen, this, [this](const QString &minutes) {
        setView(m_view.withRange(minutes.toLongLong() * minute, m_monitor.now()));
    });
    connect(m_live, &QPushButton::toggled, this, [this](bool live) {
        if (live != m_view.isLive())
            setView(live ? TimeView{m_view.rangeMs, {}} : TimeView{m_view.rangeMs, m_monitor.now()});
    });
    return head;
}

// While a part of the past is looked at: which one, and ways to go on from there without a mouse.
QWidget *MonitorPage::makeViewRow()
{
    m_viewRow = new QWidget;
    m_viewRow->setObjectName(u"viewRow"_s);
    auto *row = new QHBoxLayout(m_viewRow);
    row->setContentsMargins({});
    row->setSpacing(8);
    m_viewWords = style::label({}, style::Text::Second);
    m_viewWords->setObjectName(u"viewWords"_s);
    row->addWidget(m_viewWords);
    row->addStretch(1);
    const auto add = [&](const QString &name, auto view) {
        auto *button = new QPushButton;
        button->setObjectName(name);
        style::setKind(button, style::Kind::Chip);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, view] { setView(view()); });
        return button;
    };
    const auto middle = [this] { return m_view.toMs(m_monitor.now()) - m_view.rangeMs / 2; };
    m_earlier = add(u"earlier"_s, [this] { return m_view.panned(-0.5, m_monitor.now()); });
    m_later = add(u"later"_s, [this] { return m_view.panned(0.5, m_monitor.now()); });
    m_nearer = add(u"nearer"_s, [this, middle] { return m_view.zoomed(middle(), 0.5, m_monitor.now()); });
    m_wider = add(u"wider"_s, [this, middle] { return m_view.zoomed(middle(), 2, m_monitor.now()); });
    m_viewRow->hide();
    return m_viewRow;
}

void MonitorPage::showRules()
{
    if (!m_rules) {
        m_rules = new AlertRulesPane(m_alerts);
        m_rows->insertWidget(m_rows->indexOf(m_past) + 1, m_rules);
        connect(m_rules, &AlertRulesPane::filled, this, [this] {
            QTimer::singleShot(0, m_rules, [this] { // when it has its height
                m_scroll->ensureVisible(0, m_rules->geometry().bottom(), 0, 0);
                m_scroll->ensureVisible(0, m_rules->geometry().top(), 0, 0);
            });
        });
    } else if (m_rules->isVisible() && !m_rules->isChanged()) {
        return m_rules->hide();
    }
    m_rules->open();
}

void MonitorPage::setView(const TimeView &view)
{
    m_view = view;
    refreshView();
    if (view.isLive() && isVisible()) // another deployment was opened: nobody asked for its nodes yet
        m_monitor.start();
    askForParts();
    redraw();
}

void MonitorPage::refreshMarks()
{
    QList<ChartMark> marks;
    for (const AlertRecord &record : m_alerts.past()) {
        const bool isCritical = record.alert.severity == AlertRule::Severity::Critical;
        marks << ChartMark{record.alert.firedMs, isCritical ? style::colors().danger : style::colors().warning,
                           alertWords(record.alert, record.title)};
    }
    if (m_notes)
        marks += m_notes->marks();
    m_board->setMarks(marks);
}

void MonitorPage::setEvents(EventKeeper &events)
{
    m_notes = new ChartNotes(events);
    m_rows->insertWidget(m_rows->indexOf(m_prometheus) + 1, m_notes);
    connect(&events, &EventKeeper::changed, this, &MonitorPage::refreshMarks);
    refreshMarks();
}

bool MonitorPage::addNotesTo(QMenu *menu, qint64 timeMs)
{
    if (!m_notes || m_monitor.isReplay())
        return false;
    const qint64 now = m_monitor.now();
    m_notes->addTo(menu, timeMs, m_view.fromMs(now), m_view.toMs(now));
    return true;
}

void MonitorPage::setHiddenCharts(const QStringList &ids)
{
    m_board->setHiddenCharts(ids);
    redraw();
}

void MonitorPage::setEveryChip(bool every)
{
    m_lines->setCurrent(every ? u"chips"_s : u"nodes"_s);
    redraw();
}

void MonitorPage::setChartOrder(const QStringList &ids)
{
    m_board->setOrder(ids);
    redraw();
}

void MonitorPage::record(const QString &path, bool leavesNamesOut) { m_saver.record(path, leavesNamesOut); }

void MonitorPage::exportTo(const QString &path) { m_saver.exportTo(path); }

void MonitorPage::fillLook()
{
    QMenu *menu = m_look->menu();
    menu->clear();
    menu->setToolTipsVisible(true);
    m_saver.addTo(menu);
    if (!m_monitor.isReplay()) {
        QAction *server = menu->addAction(tr("Prometheus server…"), m_prometheus, &PrometheusRow::open);
        server->setToolTip(
            tr("For fleets that are too large to log in to each node: a server's figures of all of them."));
    }
    addNotesTo(menu, m_view.toMs(m_monitor.now()));
    QAction *small = menu->addAction(tr("Small window"), this, &MonitorPage::compactWanted);
    small->setObjectName(u"compact"_s);
    small->setToolTip(tr("The figures without the charts, in a window that stays above the others."));
    const auto addTitle = [menu](const QString &title) { // a section's own is not drawn with a sheet
        menu->addSeparator();
        menu->addAction(title)->setEnabled(false);
    };
    addTitle(tr("Compared with"));
    auto *times = new QActionGroup(menu);
    constexpr qint64 hour = 60 * minute;
    for (const qint64 earlierMs : {qint64(0), hour, 24 * hour, 7 * 24 * hour}) {
        QAction *action = menu->addAction(earlierMs == 0 ? tr("Nothing") : earlierWords(earlierMs));
        action->setCheckable(true);
        action->setChecked(earlierMs == m_earlierMs);
        times->addAction(action);
        connect(action, &QAction::triggered, this, [this, earlierMs] {
            m_earlierMs = earlierMs;
            askForParts();
            redraw();
        });
    }
    menu->addSeparator();
    m_board->addTo(menu->addMenu(tr("Shown"))); // twenty of them: beside it, the menu stays within small windows
}

void MonitorPage::askForParts()
{
    const qint64 now = m_monitor.now(), fromMs = m_view.fromMs(now), toMs = m_view.toMs(now);
    if (m_earlierMs > 0) // one part for both
        m_monitor.askForPart(fromMs - m_earlierMs, toMs);
    else if (!m_view.isLive()) // and what stands beside it, for the next step
        m_monitor.askForPart(fromMs - m_view.rangeMs, toMs + m_view.rangeMs);
}

void MonitorPage::refreshView()
{
    m_live->setChecked(m_view.isLive());
    m_range->setCurrent(m_view.rangeMs % minute == 0 ? QString::number(m_view.rangeMs / minute) : QString());
    m_viewRow->setVisible(!m_view.isLive());
    if (m_view.isLive())
        return;
    const qint64 now = m_monitor.now();
    m_viewWords->setText(tr("Charts: %1 to %2 · figures and chips: now", "two times")
                             .arg(format::time(m_view.fromMs(now)),
                                  format::timeAt(m_view.toMs(now), m_view.fromMs(now)))); // without the date again
    m_later->setEnabled(m_view.toMs(now) < now);
    m_nearer->setEnabled(m_view.rangeMs > TimeView::shortestMs);
    m_wider->setEnabled(m_view.rangeMs < TimeView::longestMs);
}

bool MonitorPage::isLive() const
{
    return m_view.isLive();
}

void MonitorPage::retranslate()
{
    m_title->setText(tr("Monitor"));
    m_empty->setWords(m_monitor.isReplay() ? tr("There is nothing to show.") : tr("There is no node to watch yet."),
                      m_monitor.isReplay() ? QString() : tr("Go to Nodes"));
    m_lines->setWords(u"nodes"_s, tr("Nodes", "one line per node in the charts"));
    m_lines->setWords(u"chips"_s, tr("Every chip", "one line per chip in the charts"));
    m_lines->setAccessibleName(tr("Lines in the charts"));
    m_range->setWords(u"1"_s, tr("1 min"));
    m_range->setWords(u"5"_s, tr("5 min"));
    m_range->setWords(u"30"_s, tr("30 min"));
    m_range->setWords(u"360"_s, tr("6 h"));
    m_range->setWords(u"1440"_s, tr("1 d", "a time range: a day"));
    m_range->setWords(u"10080"_s, tr("7 d", "a time range: a week"));
    m_range->setWords(u"43200"_s, tr("30 d", "a time range: 30 days"));
    m_range->setAccessibleName(tr("Time range"));
    m_live->setText(m_monitor.isReplay() ? tr("Follow", "the moment of a recording") : tr("Live"));
    m_live->setToolTip(
        tr("The charts follow the time. Switch it off, or drag over a chart, to look at a part of the past; sampling "
           "goes on. With Ctrl the wheel zooms, with Shift it goes back and forth."));
    m_look->setText(tr("Charts", "a button: which ones, compared with what, export"));
    m_look->setToolTip(tr("Which charts are shown, whether the same of an hour, a day or a week before stands beside "
                          "it; notes; and their export. A chart is moved by its head, or with Ctrl, Shift, left and "
                          "right."));
    m_exported->hide();
    m_earlier->setText(tr("Earlier"));
    m_later->setText(tr("Later"));
    m_nearer->setText(tr("Nearer"));
    m_wider->setText(tr("Wider"));
    m_past->retranslate();
    if (m_rules)
        m_rules->retranslate();
    refreshMarks();
    m_table->retranslate();
}

void MonitorPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        redraw();
    } else if (event->type() == QEvent::PaletteChange) {
        m_table->retranslate();
        refreshMarks();
        redraw();
    }
}

void MonitorPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_cluster.deployment().nodes.isEmpty())
        m_monitor.start();
    m_tick.start();
    if (m_table->isHidden())
        m_reveal.start();
    redraw();
}

void MonitorPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_board->setColumns(width() < narrow ? 1 : 2);
    redraw();
}

void MonitorPage::revealNext()
{
    if (!m_parts.isEmpty()) {
        QWidget *part = m_parts.takeFirst();
        part->setVisible(part != m_stripCard || !m_chips.isEmpty());
        return;
    }
    const qint64 now = m_monitor.now();
    if (m_board->revealNext(m_view.fromMs(now), m_view.toMs(now)))
        return;
    if (m_past->isHidden()) {
        m_past->show();
        return;
    }
    m_reveal.stop();
    m_table->show();
    redraw();
}

void MonitorPage::redraw()
{
    m_cycle.invalidate();
    m_chartCycle.invalidate();
    m_next.stop();
    refresh();
}

void MonitorPage::refresh()
{
    m_stack->setCurrentIndex(m_monitor.nodes().isEmpty() ? 0 : 1);
    if (!isVisible()) {
        m_tick.stop();
        return;
    }
    // Every node and the endpoint report each second; all that shows is of one moment, drawn once for all of them.
    if (!m_next.isActive() && (!m_cycle.isValid() || m_cycle.elapsed() > 700)) {
        m_cycle.start();
        refreshNow();
        // of days, a second more is less than a pixel; what is past stays as it is
        constexpr qint64 longRangeMs = 6 * 60 * minute, longRangeCycleMs = 10'000;
        if (!m_chartCycle.isValid() || (m_view.isLive() && m_view.rangeMs <= longRangeMs)
            || m_chartCycle.elapsed() >= longRangeCycleMs) {
            m_chartCycle.start();
            const qint64 now = m_monitor.now();
            m_board->setWanted({m_view.fromMs(now), m_view.toMs(now), 0, m_lines->current() == u"chips", m_earlierMs});
        } else if (m_view.isLive()) {
            m_board->setNow(m_monitor.now()); // but what stands at a line's end is of now, as the strip is
        }
        m_board->refreshLegend();
        m_board->begin();
        m_next.start();
    }
}

// What the dots in the strip say, beside the chips; what is wrong with a node in words.
void MonitorPage::refreshHealth()
{
    QHash<QString, NodeMark> marks;
    QStringList lines;
    for (const WatchedNode &node : m_monitor.nodes()) {
        const NodeHealth health = m_cluster.health(node.name);
        const Look look = lookOf(health);
        const QString sources = sourceLines(node.uses);
        const QString words = healthToolTip(node.name, health, m_cluster.now());
        marks.insert(node.name, {look, sources.isEmpty() ? words : words + u'\n' + sources});
        if (!health.why.isEmpty())
            lines << u"%1 %2: %3 · %4"_s.arg(look.symbol, node.name, health.why,
                                             askedWords(health.whyAtMs, m_cluster.now()));
        if (!health.further.isEmpty())
            lines << furtherWords(health, node.name);
    }
    m_strip->setMarks(m_monitor.isReplay() ? QHash<QString, NodeMark>() : marks); // nobody asks the nodes
    const QString words = lines.join(u'\n');
    if (m_health->text() == words)
        return;
    m_health->setText(words);
    m_health->setVisible(!words.isEmpty());
}

void MonitorPage::refreshNow()
{
    refreshHealth();
    m_chips = chipsNow(m_monitor);
    m_figures->setChips(m_chips);
    refreshView();
    QStringList history;
    if (const std::optional<Error> &trouble = m_monitor.archiveTrouble())
        history << tr("The history is not being kept: %1").arg(trouble->message);
    if (const QString damaged = m_monitor.damagedArchive(); !damaged.isEmpty())
        history << tr("The file with the history was damaged and is now %1; a new one was begun, without what had been "
                      "kept before.")
                       .arg(withTilde(damaged));
    if (const std::optional<qint64> setBack = m_monitor.clockSetBack())
        history << tr("This computer's clock was set back at %1. Values that carry later times are not drawn.")
                       .arg(format::time(*setBack));
    m_history->setText(history.join(u' '));
    m_history->setVisible(!history.isEmpty());
    m_stragglers->lookOn();
    const QList<WatchedNode> &nodes = m_monitor.nodes();
    const QString sources = sourceLine(nodes);
    m_sources->setText(sources);
    m_sources->setToolTip(sourceToolTip(nodes, m_monitor.endpointNode(), m_monitor.endpointUses()));
    m_sources->setVisible(!sources.isEmpty());
    m_strip->setChips(m_chips);
    m_stripCard->setVisible(!m_chips.isEmpty() && !m_parts.contains(m_stripCard));
    m_table->setChips(m_chips);
}

void MonitorPage::drawNext()
{
    if (!isVisible())
        return;
    if (m_board->drawNext(m_saver.isWaiting()))
        m_next.start();
    else if (m_saver.isWaiting())
        m_saver.write(m_board->seen());
}
