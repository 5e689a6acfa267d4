#include "ui/monitor/figurecard.h"

#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

constexpr int largest = 24, smallest = 15; // px; the largest as in console.qss

FigureCard::FigureCard(QWidget *parent) : Card(parent, 12)
{
    m_title = style::label({}, style::Text::Second);
    m_figure = style::label({}, style::Text::Figure);
    m_figure->setObjectName(u"figure"_s);
    m_figure->setWordWrap(true);         // where even the smallest letters are too wide
    m_line = style::label({}, style::Text::Small);
    m_line->setWordWrap(true);
    m_line->setTextFormat(Qt::PlainText);
    m_line->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_line->setObjectName(u"line"_s);
    box()->setSpacing(0);
    box()->addWidget(m_title);
    box()->addWidget(m_figure);
    box()->addWidget(m_line);
    box()->addStretch();
    setFocusPolicy(Qt::NoFocus);
}

void FigureCard::setTitle(const QString &title)
{
    m_title->setText(title);
}

void FigureCard::setFigure(const QString &figure, const QString &line, style::Tone tone)
{
    if (m_figure->text() != figure) {
        m_figure->setText(figure);
        fitFigure();
    }
    if (m_line->text() != line)
        m_line->setText(line);
    const QColor wanted = tone == style::Tone::Unknown ? style::colors().secondText : style::color(tone);
    const QString sheet = u"color: %1"_s.arg(wanted.name());
    if (m_line->styleSheet() != sheet)
        m_line->setStyleSheet(sheet);
    setAccessibleName(u"%1: %2. %3"_s.arg(m_title->text(), figure, line));
}

void FigureCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    fitFigure();
}

// As large as stands in one line: four cards are beside each other in the smallest window.
void FigureCard::fitFigure()
{
    const QMargins margins = box()->contentsMargins();
    const int room = contentsRect().width() - margins.left() - margins.right();
    int size = largest;
    while (size > smallest && QFontMetrics(style::font(size, true)).horizontalAdvance(m_figure->text()) >= room)
        --size;
    const QString sheet = size == largest ? QString() : u"font-size: %1px"_s.arg(size);
    if (m_figure->styleSheet() != sheet)
        m_figure->setStyleSheet(sheet);
}

QString FigureCard::figure() const
{
    return m_figure->text();
}

QString FigureCard::line() const
{
    return m_line->text();
}
