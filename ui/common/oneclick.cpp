#include "ui/common/oneclick.h"

#include <QAbstractButton>
#include <QEvent>

namespace {

class SecondClickFilter : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *, QEvent *event) override { return event->type() == QEvent::MouseButtonDblClick; }
};

} // namespace

void actOncePerDoubleClick(std::initializer_list<QAbstractButton *> buttons)
{
    for (QAbstractButton *button : buttons)
        button->installEventFilter(new SecondClickFilter(button));
}
