// TopologyView: which process runs on which node and NPUs, who answers clients and who waits for whom, as a column of
// boxes. The first node is the one that serves: a box is dragged, or moved with Alt and an arrow key, to give its node
// another part. Up and Down go from box to box; each says itself to a screen reader and in its tool tip.
#pragma once

#include "core/targets/layout.h"

#include <QWidget>

class TopologyView : public QWidget
{
    Q_OBJECT

public:
    explicit TopologyView(QWidget *parent = nullptr);

    void setDrawn(const Layout &layout);
    const Layout &drawn() const { return m_layout; }
    int current() const { return m_current; }            // index of a node, -1: none
    QString describe(int index) const;                   // a node's part in words
    static QString taskOf(const LaidNode &node);         // "prefill · answers clients"; empty: it has neither
    QRect boxRect(int index) const;
    std::pair<QString, QString> shownHead(int index) const; // name with address, and what it does, as there is room

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {220, sizeHint().height()}; }

signals:
    void moved(int from, int to);                        // the user wants the node there in the order

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    QString waitWords(const LaidNode &node) const;
    QStringList decodeNodes(const LaidNode &node) const; // to which it hands what it prefilled; empty: to none
    QStringList wordsOf(int index) const;                // what describe() says, each for itself
    QStringList tiesOf(const LaidNode &node) const;      // sentences on what it has to do with other nodes
    int boxAt(const QPoint &point) const;
    int chipRows(int index) const;
    int headRoom() const;                                // inside a box
    bool hasTwoHeadLines(int index) const;               // what it does goes below name and address
    QString nameOf(int index) const;
    QString partOf(int index) const;
    int heightOf(int index) const;
    int listensHeight(int index) const;
    static QString listensText(const LaidNode &node);
    static QString roleName(const LaidNode &node); // empty: it has none
    void paintBox(QPainter &painter, int index) const;
    void setCurrent(int index);
    void retell();

    Layout m_layout;
    int m_current = -1;
    int m_dragged = -1, m_target = -1;
    QPoint m_pressed;
};
