// ElidedCombo: a combo box whose choice ends in "…" where it does not fit; Qt's own cuts it off between two letters.
// Where nothing is chosen yet, its list opens with the first entry marked; in Qt's own the first Down passes it over.
// The list stays within the window and the screen; Qt's own is as high as the screen where its entries are.
#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QScreen>
#include <QStyleOptionComboBox>
#include <QStylePainter>

class ElidedCombo : public QComboBox
{
public:
    using QComboBox::QComboBox;

    QString shownText() const
    {
        QStyleOptionComboBox option;
        initStyleOption(&option);
        const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
        return fontMetrics().elidedText(currentText(), Qt::ElideRight, field.width() - 4);
    }

    void showPopup() override
    {
        QComboBox::showPopup();
        if (currentIndex() < 0 && count() > 0)
            view()->setCurrentIndex(model()->index(0, modelColumn(), rootModelIndex()));
        keepListInside();
    }

private:
    void keepListInside()
    {
        QWidget *list = view()->window();
        const QRect room = window()->frameGeometry() & screen()->availableGeometry();
        if (list == window() || room.isEmpty())
            return;
        QRect place = list->geometry();
        place.setSize(place.size().boundedTo(room.size()));
        place.moveLeft(qBound(room.left(), place.left(), room.right() + 1 - place.width()));
        place.moveTop(qBound(room.top(), place.top(), room.bottom() + 1 - place.height()));
        if (place == list->geometry())
            return;
        list->setGeometry(place);
        view()->scrollTo(view()->currentIndex());
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        option.currentText = shownText();
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
};
