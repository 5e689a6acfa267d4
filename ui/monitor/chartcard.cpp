#include "ui/monitor/chartcard.h"

#include "ui/common/style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <cmath>

// A dot (or a piece of the line's dashes) and a name for each line, as many as fit.
class Legend : public QWidget
{
    Q_OBJECT

public:
    explicit Legend(QWidget *parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

    void setLines(const QList<ChartLine> &lines)
    {
        QStringList names;
        bool changed = lines.size() != m_entries.size();
        for (qsizetype i = 0; i < lines.size(); ++i) {
            names << lines[i].name;
            changed = changed || m_entries[i].name != lines[i].name || m_entries[i].color != lines[i].color || m_entries[i].isStale != lines[i].isStale;
        }
        if (!changed)
            return;
        m_entries.clear();
        for (const ChartLine &line : lines)
            m_entries << ChartLine{line.name, line.color, line.pen, {}, line.isStale};
        setToolTip(names.join(u'\n'));
        update();
    }

    QSize sizeHint() const override { return {120, 20}; }
    QSize minimumSizeHint() const override { return {40, 20}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(style::font(style::smallSize));
        const Colors c = style::colors();
        const QFontMetrics metrics(painter.font());
        int right = width();
        for (qsizetype i = m_entries.size(); i-- > 0;) {
            const ChartLine &entry = m_entries[i];
            const QString name = entry.isStale ? tr("%1 (stale)").arg(entry.name) : entry.name;
            const int textWidth = metrics.horizontalAdvance(name);
            if (right - textWidth - 16 < 0 || (i > 0 && right - textWidth - 16 < 24)) {
                painter.setPen(c.secondText);
                painter.drawText(QRect(right - 20, 0, 20, height()), Qt::AlignVCenter | Qt::AlignRight, QStringLiteral("…"));
                break;
            }
            painter.setPen(entry.isStale ? c.secondText : c.text);
            painter.drawText(QRect(right - textWidth, 0, textWidth, height()), Qt::AlignVCenter, name);
            painter.setPen(Qt::NoPen);
            painter.setBrush(entry.isStale ? style::mixed(entry.color, c.unknown, 0.6) : entry.color);
            painter.drawEllipse(QPointF(right - textWidth - 10, height() / 2.0), 4, 4);
            right -= textWidth + 26;
        }
    }

private:
    QList<ChartLine> m_entries;
};

ChartCard::ChartCard(QWidget *parent) : Card(parent, 12)
{
    m_title = style::label({}, style::Text::Strong);
    m_unit = style::label({}, style::Text::Small);
    m_legend = new Legend(this);
    m_chart = new TimeChart(this);
    m_empty = style::label({}, style::Text::Small);
    m_empty->setParent(m_chart);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_empty->hide();
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addWidget(m_unit);
    head->addWidget(m_legend, 1);
    box()->setSpacing(4);
    box()->addLayout(head);
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

void ChartCard::setEmptyWords(const QString &words)
{
    m_empty->setText(words);
}

void ChartCard::setLines(const QList<ChartLine> &lines, qint64 fromMs, qint64 toMs)
{
    m_legend->setLines(lines);
    m_chart->setLines(lines, fromMs, toMs);
    const bool isEmpty = std::none_of(lines.begin(), lines.end(), [](const ChartLine &line) {
        return std::any_of(line.values.begin(), line.values.end(), [](const TimedValue &v) { return !std::isnan(v.value); });
    });
    m_empty->setVisible(isEmpty && !m_empty->text().isEmpty());
}

#include "chartcard.moc"
