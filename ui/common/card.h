// Card: a bordered surface with round corners; what a page is made of.
#pragma once

#include <QFrame>

class QVBoxLayout;

class Card : public QFrame
{
    Q_OBJECT

public:
    // margins: between the border and what is inside; 0 for a table that fills the card.
    explicit Card(QWidget *parent = nullptr, int margins = 16);
    QVBoxLayout *box() const { return m_box; }

private:
    QVBoxLayout *m_box;
};
