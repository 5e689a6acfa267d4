// FigureCard: one of the numbers that matter: what it is, the number, and a few words about it, whole in any width.
#pragma once

#include "ui/common/card.h"
#include "ui/common/style.h"

class QLabel;

class FigureCard : public Card
{
    Q_OBJECT

public:
    explicit FigureCard(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    // Unknown: an ordinary line
    void setFigure(const QString &figure, const QString &line, style::Tone tone = style::Tone::Unknown);

    QString figure() const;
    QString line() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitFigure();

    QLabel *m_title, *m_figure, *m_line;
};
