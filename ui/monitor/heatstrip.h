// HeatStrip: every chip of every node as a cell: its utilization as shade and number, its health as border and sign,
// hatched when nothing was heard of it lately. Arrows move between the chips, Enter chooses one; each has a tool tip.
#pragma once

#include "ui/monitor/figures.h"

#include <QWidget>

class HeatStrip : public QWidget
{
    Q_OBJECT

public:
    explicit HeatStrip(QWidget *parent = nullptr);

    void setChips(const QList<ChipNow> &chips);
    const QList<ChipNow> &chips() const { return m_chips; }
    int current() const { return m_current; }          // index into chips(), -1: none
    void setCurrent(int index);
    QString describe(int index) const;                  // a chip in words: tool tip and accessible text
    QRect cellRect(int index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

signals:
    void currentChanged(int index);
    void activated(int index);                          // pressed, or Enter

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    struct Row
    {
        QString node;
        int first = 0, count = 0;
    };
    int chipAt(const QPoint &point) const;
    int labelWidth() const;

    QList<ChipNow> m_chips;
    QList<Row> m_rows;
    int m_current = -1;
};
