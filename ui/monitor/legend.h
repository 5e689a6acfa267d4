// Legend: names all lines of a chart: a dot or a piece of the line, and the name. Wraps; nothing is left out.
#pragma once

#include "ui/monitor/chartline.h"

#include <QWidget>

class Legend : public QWidget
{
    Q_OBJECT

public:
    explicit Legend(QWidget *parent = nullptr);

    void setGroups(const QList<LegendGroup> &groups);
    const QList<LegendGroup> &groups() const { return m_groups; }
    void setAlignedRight(bool right);
    int lineWidth() const;               // of the longest group in one line
    QStringList names() const;           // as they stand there, "node1: 0/0" for one in a group

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString words(const LegendEntry &entry) const;
    int entryWidth(const LegendEntry &entry) const;
    int headingWidth() const;
    void tell();

    QList<LegendGroup> m_groups;
    bool m_isRight = false;
};
