// PairMap: the pings between cards as a table for each other node: rows are the own cards, columns the other's. A cell
// has a colour and a sign; arrows move between the cells, and each says in words what it is.
#pragma once

#include "core/findings/cardpairs.h"

#include <QWidget>

class PairMap : public QWidget
{
    Q_OBJECT

public:
    explicit PairMap(QWidget *parent = nullptr);

    void setPairs(const CardPairs &pairs);
    struct Cell
    {
        int block = -1, row = 0, column = 0;
        bool operator==(const Cell &) const = default;
    };
    Cell current() const { return m_current; }
    QString describe(const Cell &cell) const;
    QString legend() const;              // the signs that are there, in words, with how many of each
    QRect cellRect(const Cell &cell) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {300, heightForWidth(300)}; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    QList<QRect> placed(int width) const; // the blocks, side by side as far as they fit
    QSize blockSize(const CardPairs::Block &block) const;
    Cell cellAt(const QPoint &point) const;
    void setCurrent(const Cell &cell);

    CardPairs m_pairs;
    Cell m_current;
};
