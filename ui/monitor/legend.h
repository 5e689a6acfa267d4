// Legend: names all lines of a chart: a dot or a piece of the line, and the name. Wraps; nothing is left out. An entry
// that stands for a line switches it off and on, by mouse or, with the focus, by arrows and space; the one under the
// mouse is told.
#pragma once

#include "ui/common/ownkeys.h"
#include "ui/monitor/chartline.h"

#include <QWidget>

class Legend : public QWidget, public OwnKeys
{
    Q_OBJECT

public:
    explicit Legend(QWidget *parent = nullptr);

    void setGroups(const QList<LegendGroup> &groups);
    const QList<LegendGroup> &groups() const { return m_groups; }
    void setAlignedRight(bool right);
    QList<OwnKey> ownKeys() const override;
    int lineWidth() const;               // of the longest group in one line
    QStringList names() const;           // as they stand there, "node1: 0/0" for one in a group

    QRect rectOf(const QString &line) const; // of the entry that switches it; null: none does

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void toggled(const QString &line);
    void pointed(const QString &line);   // empty: no longer

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Placed
    {
        const LegendEntry *entry = nullptr;
        QRect rect;
        int mark = 0;                    // room for its mark, px
    };
    QList<Placed> placed() const;
    const LegendEntry *entryAt(const QPoint &place) const; // nullptr: there is none
    QStringList switched() const;        // the lines that entries stand for
    void point(const QString &line);
    QString words(const LegendEntry &entry) const;
    int entryWidth(const LegendEntry &entry) const;
    int headingWidth() const;
    void tell();

    QList<LegendGroup> m_groups;
    bool m_isRight = false;
    QString m_current, m_pointed;        // lines: that the keyboard is at, that was told last
};
