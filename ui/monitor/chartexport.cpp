#include "ui/monitor/chartexport.h"

#include "core/base/json.h"
#include "core/metrics/sample.h"
#include "ui/common/format.h"
#include "ui/common/style.h"
#include "ui/monitor/timechart.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr int edge = 16, headHeight = 34, titleHeight = 26, legendHeight = 18, between = 12;
constexpr int mostLegendRows = 24;

struct ExportText
{
    Q_DECLARE_TR_FUNCTIONS(ChartExport)
};

QByteArray cell(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    const bool isPlain = std::none_of(bytes.cbegin(), bytes.cend(),
                                      [](char c) { return c == '"' || c == ',' || c == '\n' || c == '\r'; });
    return isPlain ? bytes : '"' + QByteArray(bytes).replace('"', "\"\"") + '"';
}

QByteArray numberCell(double value)
{
    return std::isfinite(value) ? QByteArray::number(value, 'g', 12) : QByteArray();
}

Json numberOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

const TimedBucket *bucketAt(const ChartLine &line, qint64 timeMs)
{
    const auto at = std::lower_bound(line.buckets.cbegin(), line.buckets.cend(), timeMs,
                                     [](const TimedBucket &bucket, qint64 time) { return bucket.timeMs < time; });
    return at != line.buckets.cend() && at->timeMs == timeMs ? &*at : nullptr;
}

// The legend's rows below the title; every line is named, as far as a page can hold them.
QList<QList<int>> legendRows(const SeenChart &one, int width)
{
    const QFontMetrics metrics(style::font(style::smallSize));
    QList<QList<int>> rows;
    int x = width;
    for (int i = 0; i < one.lines.size(); ++i) {
        const int needed = metrics.horizontalAdvance(one.lines[i].name) + 28;
        if (x + needed > width) {
            if (rows.size() == mostLegendRows)
                break;
            rows << QList<int>();
            x = 4;
        }
        rows.last() << i;
        x += needed;
    }
    return rows;
}

int legendSpace(const SeenCharts &seen, int width) // the same in all, so that the charts stand in rows
{
    qsizetype rows = 0;
    for (const SeenChart &one : seen.charts)
        rows = std::max(rows, legendRows(one, width).size());
    return int(rows) * legendHeight;
}

QSize cellSize(const SeenCharts &seen)
{
    QSize size(240, 120);
    for (const SeenChart &one : seen.charts) {
        if (one.chart)
            size = size.expandedTo(one.chart->size());
    }
    return size + QSize(0, titleHeight + legendSpace(seen, size.width()));
}

QString headOf(const SeenCharts &seen)
{
    // with its date: a picture is looked at on other days, too
    const QString from = format::timeAt(seen.fromMs, 0), to = format::timeAt(seen.toMs, seen.fromMs);
    QStringList words{seen.deployment, ExportText::tr("%1 to %2", "two times").arg(from, to)};
    if (seen.isSimulated)
        words << ExportText::tr("simulated cluster, no hardware");
    words.removeAll(QString());
    return words.join(u" · "_s);
}

void paintTitle(QPainter &painter, const QRect &place, const SeenChart &one)
{
    painter.setFont(style::font(style::bodySize, true));
    painter.setPen(style::colors().text);
    int x = place.left() + 4;
    const auto say = [&](const QString &words) {
        painter.drawText(QRect(x, place.top(), place.right() - x, titleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
        x += painter.fontMetrics().horizontalAdvance(words) + 8;
    };
    say(one.title);
    painter.setFont(style::font(style::smallSize));
    painter.setPen(style::colors().secondText);
    say(one.unit);
    say(one.note);
    int y = place.top() + titleHeight;
    qsizetype named = 0;
    for (const QList<int> &row : legendRows(one, place.width())) {
        x = place.left() + 4;
        for (const int index : row) {
            const ChartLine &line = one.lines[index];
            painter.setPen(QPen(line.color, 2, line.pen, Qt::FlatCap));
            painter.drawLine(x, y + legendHeight / 2, x + 12, y + legendHeight / 2);
            painter.setPen(style::colors().secondText);
            painter.drawText(QRect(x + 16, y, place.right() - x, legendHeight), Qt::AlignLeft | Qt::AlignVCenter,
                             line.name);
            x += painter.fontMetrics().horizontalAdvance(line.name) + 28;
            ++named;
        }
        y += legendHeight;
    }
    if (named < one.lines.size())
        painter.drawText(QRect(x, y - legendHeight, place.right() - x, legendHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         u"…"_s);
}

} // namespace

QByteArray csvOf(const SeenCharts &seen)
{
    QByteArray text = "time,chart,line,unit,value,low,high,note,simulated\r\n";
    for (const SeenChart &one : seen.charts) {
        for (const ChartLine &line : one.lines) {
            const QByteArray which = cell(one.title) + ',' + cell(line.name) + ',' + cell(one.unit) + ',';
            const QByteArray last = ',' + cell(one.note) + (seen.isSimulated ? ",true\r\n" : ",\r\n");
            for (const TimedValue &value : line.values) {
                const TimedBucket *bucket = bucketAt(line, value.timeMs);
                text += isoTime(value.timeMs).toUtf8() + ',' + which + numberCell(value.value) + ','
                    + (bucket ? numberCell(bucket->low) : QByteArray()) + ','
                    + (bucket ? numberCell(bucket->high) : QByteArray()) + last;
            }
        }
    }
    return text;
}

QByteArray jsonOf(const SeenCharts &seen)
{
    Json charts = Json::array(), marks = Json::array();
    for (const SeenChart &one : seen.charts) {
        Json lines = Json::array();
        for (const ChartLine &line : one.lines) {
            Json values = Json::array(), buckets = Json::array();
            for (const TimedValue &value : line.values) {
                values.push_back({isoTime(value.timeMs), numberOrNull(value.value)});
                if (const TimedBucket *bucket = bucketAt(line, value.timeMs))
                    buckets.push_back({isoTime(value.timeMs), bucket->low, numberOrNull(bucket->high)});
            }
            Json json{{"name", line.name}, {"values", values}};
            if (!buckets.empty())
                json["buckets"] = buckets;
            lines.push_back(json);
        }
        Json chart{{"title", one.title}, {"unit", one.unit}};
        if (!one.note.isEmpty())
            chart["note"] = one.note;
        chart["lines"] = lines;
        charts.push_back(chart);
    }
    for (const ChartMark &mark : seen.marks) {
        if (mark.timeMs >= seen.fromMs && mark.timeMs <= seen.toMs)
            marks.push_back({{"time", isoTime(mark.timeMs)}, {"words", mark.words}});
    }
    Json json{{"deployment", seen.deployment}, {"from", isoTime(seen.fromMs)}, {"to", isoTime(seen.toMs)},
              {"charts", charts},              {"marks", marks}};
    if (seen.isSimulated)
        json["simulated"] = true;
    return prettyJson(json);
}

static int columnsOf(const SeenCharts &seen) { return seen.charts.size() > 1 ? 2 : 1; }

QSize pictureSize(const SeenCharts &seen)
{
    const QSize one = cellSize(seen);
    const int columns = columnsOf(seen), rows = (int(seen.charts.size()) + columns - 1) / columns;
    const int head = QFontMetrics(style::font(style::sectionSize, true)).horizontalAdvance(headOf(seen));
    return {2 * edge + std::max(columns * one.width() + (columns - 1) * between, head),
            2 * edge + headHeight + rows * one.height() + std::max(0, rows - 1) * between};
}

void paintCharts(QPainter &painter, const SeenCharts &seen)
{
    const QSize whole = pictureSize(seen), one = cellSize(seen);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect({}, whole), style::colors().surface);
    painter.setFont(style::font(style::sectionSize, true));
    painter.setPen(style::colors().text);
    painter.drawText(QRect(edge, edge, whole.width() - 2 * edge, headHeight), Qt::AlignLeft | Qt::AlignTop,
                     headOf(seen));
    const int columns = columnsOf(seen), aboveChart = titleHeight + legendSpace(seen, one.width());
    for (int i = 0; i < seen.charts.size(); ++i) {
        const QPoint at(edge + (i % columns) * (one.width() + between),
                        edge + headHeight + (i / columns) * (one.height() + between));
        paintTitle(painter, QRect(at, one), seen.charts[i]);
        if (TimeChart *chart = seen.charts[i].chart) {
            painter.save();
            chart->render(&painter, QRectF(at + QPoint(0, aboveChart), chart->size()), QRect({}, chart->size()),
                          Qt::IgnoreAspectRatio);
            painter.restore();
            painter.setFont(style::font(style::smallSize));
            painter.setPen(style::colors().secondText);
            painter.drawText(QRect(at + QPoint(0, aboveChart), chart->size()), Qt::AlignCenter | Qt::TextWordWrap,
                             seen.charts[i].emptyWords);
        }
    }
}

QByteArray svgOf(const SeenCharts &seen)
{
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    const QSize size = pictureSize(seen);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setResolution(96);
    generator.setTitle(headOf(seen));
    QPainter painter(&generator);
    paintCharts(painter, seen);
    painter.end();
    return text;
}
