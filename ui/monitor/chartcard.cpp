#include "ui/monitor/chartcard.h"

#include "ui/common/style.h"
#include "ui/monitor/legend.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

ChartCard::ChartCard(QWidget *parent) : Card(parent, 12)
{
    m_title = style::label({}, style::Text::Strong);
    m_unit = style::label({}, style::Text::Small);
    m_note = style::label({}, style::Text::Small);
    m_note->setObjectName(u"note"_s);
    m_note->hide();
    for (QLabel *label : {m_title, m_unit, m_note}) // the card is dragged there
        label->setTextInteractionFlags(Qt::NoTextInteraction);
    m_headLegend = new Legend;
    m_headLegend->setAlignedRight(true);
    m_wideLegend = new Legend;
    m_wideLegend->hide();
    m_chart = new TimeChart(this);
    m_empty = style::label({}, style::Text::Small);
    m_empty->setParent(m_chart);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_empty->hide();
    for (const Legend *legend : {m_headLegend, m_wideLegend}) {
        connect(legend, &Legend::toggled, this, &ChartCard::lineToggled);
        connect(legend, &Legend::pointed, this, &ChartCard::linePointed);
    }
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addWidget(m_unit);
    head->addWidget(m_note);
    head->addWidget(m_headLegend, 1);
    head->addStretch(0);                 // where the legend is not
    box()->setSpacing(4);
    box()->addLayout(head);
    box()->addWidget(m_wideLegend);
    box()->addWidget(m_chart);
    auto *over = new QVBoxLayout(m_chart);
    over->addWidget(m_empty, 0, Qt::AlignCenter);
}

void ChartCard::setTitle(const QString &title, const QString &unit)
{
    m_title->setText(title);
    m_unit->setText(unit);
    m_chart->setUnit(unit);
    m_chart->setAccessibleName(unit.isEmpty() ? title : tr("%1 in %2", "title, unit").arg(title, unit));
}

void ChartCard::setExplanation(const QString &words, const QString &why)
{
    setNote(words, why);
    m_isExplanation = true;
}

void ChartCard::setNote(const QString &note, const QString &why)
{
    m_isExplanation = false;
    if (m_note->text() == note && m_note->toolTip() == why)
        return;
    m_note->setText(note);
    m_note->setToolTip(why);
    m_note->setAccessibleDescription(why);
    m_note->setVisible(!note.isEmpty());
    placeLegend();
}

QString ChartCard::note() const { return m_isExplanation ? QString() : m_note->text(); }

QString ChartCard::emptyWords() const { return m_empty->isHidden() ? QString() : m_empty->text(); }

void ChartCard::setEmptyWords(const QString &words)
{
    m_empty->setText(words);
}

void ChartCard::placeLegend()
{
    const QMargins margins = box()->contentsMargins();
    const int room = width() - margins.left() - margins.right() - m_title->sizeHint().width()
        - m_unit->sizeHint().width() - (m_note->isHidden() ? 0 : m_note->sizeHint().width() + 8) - 3 * 8;
    const bool fits = m_headLegend->lineWidth() <= room;
    m_headLegend->setVisible(fits);
    m_wideLegend->setVisible(!fits);
}

void ChartCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    placeLegend();
}

void ChartCard::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && event->position().y() < m_chart->y())
        m_pressedAt = event->globalPosition().toPoint();
    Card::mousePressEvent(event);
    event->setAccepted(m_pressedAt.has_value());
}

void ChartCard::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->globalPosition().toPoint();
    if (m_pressedAt && (at - *m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        m_isDragged = true;
    if (!m_isDragged)
        return Card::mouseMoveEvent(event);
    setCursor(Qt::ClosedHandCursor);
    emit dragged(at);
}

void ChartCard::mouseReleaseEvent(QMouseEvent *event)
{
    m_pressedAt.reset();
    unsetCursor();
    m_isDragged = false;
    Card::mouseReleaseEvent(event);
}

void ChartCard::setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs, const QList<LegendEntry> &legend)
{
    m_lines = lines;
    m_given = legend;
    draw(fromMs, toMs);
}

void ChartCard::goOn(const QList<ChartLine> &ends)
{
    const ChartScale scale = m_chart->scale();
    const qint64 holeMs = std::max<qint64>(60'000, 3 * (scale.toMs - scale.fromMs) / m_chart->plotColumns());
    for (ChartLine &line : m_lines) {
        const auto end = std::find_if(ends.cbegin(), ends.cend(),
                                      [&](const ChartLine &one) { return one.name == line.name; });
        if (end == ends.cend())
            continue;
        line.isStale = end->isStale;
        const qint64 lastMs = line.values.isEmpty() ? 0 : line.values.last().timeMs;
        for (const TimedValue &value : end->values) {
            if (value.timeMs <= lastMs)
                continue;
            if (lastMs > 0 && line.values.last().timeMs == lastMs && value.timeMs - lastMs > holeMs)
                line.values << TimedValue{lastMs + 1, std::numeric_limits<double>::quiet_NaN()};
            line.values << value;
        }
        for (const TimedBucket &bucket : end->buckets) {
            if (bucket.timeMs > lastMs)
                line.buckets << bucket;
        }
    }
    draw(scale.fromMs, scale.toMs);
}

void ChartCard::setHidden(const QSet<QString> &lines, const QList<LegendEntry> &legend)
{
    if (lines == m_hidden)
        return;
    m_hidden = lines;
    m_given = legend;
    const ChartScale scale = m_chart->scale();
    draw(scale.fromMs, scale.toMs);
}

void ChartCard::draw(qint64 fromMs, qint64 toMs)
{
    LegendGroup group{{}, m_given};
    QList<ChartLine> shown;
    for (const ChartLine &line : std::as_const(m_lines)) {
        const bool isHidden = m_hidden.contains(line.name);
        if (m_given.isEmpty())
            group.entries << LegendEntry{line.name, line.color, line.pen, line.isStale, line.name, isHidden};
        if (!isHidden)
            shown << line;
    }
    m_headLegend->setGroups({group});
    m_wideLegend->setGroups({group});
    placeLegend();
    m_chart->setLines(shown, fromMs, toMs);
    const bool isEmpty = std::none_of(m_lines.begin(), m_lines.end(), [](const ChartLine &line) {
        return std::any_of(line.values.begin(), line.values.end(),
                           [](const TimedValue &v) { return !std::isnan(v.value); });
    });
    m_empty->setVisible(isEmpty && !m_empty->text().isEmpty());
}
