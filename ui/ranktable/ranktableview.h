// RankTableView: a rank table drawn: a box for each server, in it a cell for each device with its rank and its device
// id. What lint has found an error in, or what another table has otherwise, is marked. Arrow keys go from device to
// device; each says itself to a screen reader and in its tool tip.
#pragma once

#include "core/session/tablelab.h"

#include <QWidget>

class RankTableView : public QWidget
{
    Q_OBJECT

public:
    explicit RankTableView(QWidget *parent = nullptr);

    void setDrawn(const LabTable *table, const LabComparison *comparison); // null: nothing
    int current() const { return m_current; }    // device, -1: none
    void setCurrent(int device);                 // no signal
    QString describe(int device) const;
    QRect cellRect(int device) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {260, 80}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void chosen(int device);

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    enum Mark { Error = 1, Warning = 2, Other = 4 };
    int perRow(int width) const;
    int heightOf(int server, int width) const;
    QRect boxRect(int server, int width) const;
    QStringList wordsOf(int device) const;       // what describe() says, each for itself
    void retell();
    void choose(int device);

    RankTable m_table;
    QList<int> m_marks;                          // of each device
    int m_current = -1;
};
