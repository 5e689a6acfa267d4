// HeadRow: the line above a list: words at the left, controls at the right. Where the width is not enough for both
// the controls stand on a line of their own, so that nothing is cut.
#pragma once

#include <QHBoxLayout>

#include <optional>

class HeadRow : public QLayout
{
public:
    explicit HeadRow(int spacing = 8);
    ~HeadRow() override;

    QHBoxLayout *words() { return m_words; }
    QHBoxLayout *controls() { return m_controls; }
    // What stands below keeps its place while words become fewer: where two lines were needed since this was called,
    // two they stay.
    void keepLines();

    void addItem(QLayoutItem *item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    void setGeometry(const QRect &rect) override;

private:
    bool isOneLine(int width) const;     // without the margins

    QHBoxLayout *m_words, *m_controls;
    QList<QLayoutItem *> m_items;
    mutable std::optional<int> m_widest; // that was asked for; unset: lines are not kept
};
