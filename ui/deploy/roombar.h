// RoomBar: what lies on one card, as one bar with its words below: parts of the weights, HCCL's buffers, what is left
// for the KV cache, what the engine does not take. Where it is too much, the bar is longer than the card, whose end is
// marked. Says itself to a screen reader.
#pragma once

#include "core/artifacts/capacity.h"

#include <QWidget>

class RoomBar : public QWidget {
    Q_OBJECT

public:
    struct Piece {
        enum class Of { Weights, Hccl, KvCache, Spare, Driver };
        QString name;
        qint64 bytes = 0;
        Of of = Of::Weights;
        int shade = 0; // of the weights: their place among them
    };

    explicit RoomBar(QWidget *parent = nullptr);

    void setCapacity(const std::optional<Capacity> &capacity);
    const QList<Piece> &pieces() const { return m_pieces; }
    qint64 cardBytes() const { return m_card; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void arrange();
    qint64 wholeBytes() const; // the bar's length
    QRectF rectOf(int piece) const;
    QList<QRect> legendRects(int width) const;
    QString words(const Piece &piece) const;

    std::optional<Capacity> m_capacity;
    QList<Piece> m_pieces;
    qint64 m_card = 0;
};
