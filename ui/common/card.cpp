#include "ui/common/card.h"

#include "ui/common/style.h"

#include <QVBoxLayout>

Card::Card(QWidget *parent, int margins)
    : QFrame(parent), m_box(new QVBoxLayout(this))
{
    setProperty("card", true);
    // A child that fills the card (a table) must not paint over the border.
    const int border = margins == 0 ? 1 : margins;
    style::setMargins(m_box, border, margins == 0 ? 0 : style::grid * 2);
}
