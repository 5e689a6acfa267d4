// DataTable: a table as this program shows them: whole rows chosen one at a time, no grid, lines
// between rows, columns as wide as their words; while it has the focus, a frame around the row that the keys move.
#pragma once

#include <QTableView>

class DataTable : public QTableView
{
    Q_OBJECT

public:
    explicit DataTable(QAbstractItemModel *model, QWidget *parent = nullptr, int rowHeight = 30);

    // As wide as header and visible cells ask for, at most 240 px; the last column takes what is left, but not less
    // than its words: where that is too much for the table it scrolls.
    void fitColumns();
    void widenColumns();                 // the same, but none gets narrower: its figures change while they are read
    // Columns that are left out, the first of these first, while there is no room for the words of all; the others are
    // cut where that is not enough, so that the table does not scroll sideways. What is left out has to be said
    // elsewhere.
    void setGivingWay(const QList<int> &columns);
    // A column that takes what the others leave, in place of the last one. Where that is too little its words lose
    // their middle: those that begin alike are told apart by their ends.
    void setTakingRest(int column);
    int takingRest() const { return m_takingRest; } // -1: none

protected:
    void paintEvent(QPaintEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    int wordsOf(int column) const;
    void setWidths(bool canNarrow);
    void fitLast();
    void leaveOut();
    int lastShown() const;               // -1: there is none

    QList<int> m_words;                  // of each column, how wide; empty: columns were never fitted
    QList<int> m_givingWay;
    int m_takingRest = -1;
    int m_widest;                        // a column may be now
};
