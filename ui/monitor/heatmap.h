// HeatMap: every chip of every node as a cell: its utilization as shade and number, its health as border and sign,
// hatched when nothing was heard of it lately. Arrows move between the chips, Enter chooses one; each has a tool tip.
#pragma once

#include "ui/common/badge.h"
#include "ui/common/ownkeys.h"
#include "ui/monitor/figures.h"

#include <QHash>
#include <QWidget>

// A node's health, as the strip at the top of the window shows it too.
struct NodeMark
{
    Look look;
    QString words;                       // its tool tip
};

class HeatMap : public QWidget, public OwnKeys
{
    Q_OBJECT

public:
    explicit HeatMap(QWidget *parent = nullptr);

    void setChips(const QList<ChipNow> &chips);
    const QList<ChipNow> &chips() const { return m_chips; }
    void setMarks(const QHash<QString, NodeMark> &marks);   // by node; beside its name
    const QHash<QString, NodeMark> &marks() const { return m_marks; }
    int current() const { return m_current; }          // index into chips(), -1: none
    void setCurrent(int index);
    QString describe(int index) const;                  // a chip in words: tool tip and accessible text
    QRect cellRect(int index) const;
    QList<OwnKey> ownKeys() const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

signals:
    void currentChanged(int index);
    void activated(int index);                          // pressed, or Enter

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
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
    QRect rowRect(int row) const;         // as wide as the widget
    void measure();                       // the labels

    QList<ChipNow> m_chips;
    QList<Row> m_rows;
    QList<int> m_rowOf;                   // each chip's
    int m_mostInRow = 1, m_labelWidth = 0;
    QHash<QString, NodeMark> m_marks;
    int m_current = -1;
};
