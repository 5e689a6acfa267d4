#include "ui/monitor/figurecard.h"

#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

FigureCard::FigureCard(QWidget *parent) : Card(parent, 12)
{
    m_title = style::label({}, style::Text::Second);
    m_figure = style::label({}, style::Text::Figure);
    m_figure->setObjectName(u"figure"_s);
    m_figure->setWordWrap(true);         // four cards beside each other in the smallest window
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
    if (m_figure->text() != figure)
        m_figure->setText(figure);
    if (m_line->text() != line)
        m_line->setText(line);
    const QColor wanted = tone == style::Tone::Unknown ? style::colors().secondText : style::color(tone);
    const QString sheet = u"color: %1"_s.arg(wanted.name());
    if (m_line->styleSheet() != sheet)
        m_line->setStyleSheet(sheet);
    setAccessibleName(u"%1: %2. %3"_s.arg(m_title->text(), figure, line));
}

QString FigureCard::figure() const
{
    return m_figure->text();
}

QString FigureCard::line() const
{
    return m_line->text();
}
