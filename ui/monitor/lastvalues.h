// LastValues: the table of the last values of every chip (LastValuesModel), as high as it has rows: the page scrolls.
#pragma once

#include "ui/common/card.h"
#include "ui/monitor/figures.h"

class LastValuesModel;
class QLabel;
class QSortFilterProxyModel;
class QTableView;

class LastValues : public Card
{
    Q_OBJECT

public:
    explicit LastValues(QWidget *parent = nullptr);

    void setChips(const QList<ChipNow> &chips);
    void choose(int chip);               // its row, wherever it is sorted to
    void retranslate();                  // and in the colours of the theme

private:
    LastValuesModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QLabel *m_title;
    QTableView *m_table;
};
