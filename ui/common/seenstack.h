// SeenStack: pages one above the other, as small as the one that is seen: what another one would need makes none of
// them scroll.
#pragma once

#include <QStackedWidget>

class SeenStack : public QStackedWidget
{
public:
    explicit SeenStack(QWidget *parent) : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }
    QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint().expandedTo(currentWidget()->minimumSize())
                               : QStackedWidget::minimumSizeHint();
    }
    QSize sizeHint() const override
    {
        return currentWidget() ? currentWidget()->sizeHint() : QStackedWidget::sizeHint();
    }
};
