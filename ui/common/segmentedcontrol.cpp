#include "ui/common/segmentedcontrol.h"

#include "ui/common/style.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>

SegmentedControl::SegmentedControl(QWidget *parent)
    : QWidget(parent), m_buttons(new QButtonGroup(this))
{
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, style::grid);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    // Toggled, not clicked: a screen reader checks a chip without a click.
    connect(m_buttons, &QButtonGroup::buttonToggled, this, [this](QAbstractButton *button, bool on) {
        if (on)
            emit chosen(button->objectName());
    });
}

void SegmentedControl::add(const QString &id, const QString &words)
{
    auto *chip = new QPushButton(words, this);
    chip->setObjectName(id);
    chip->setCheckable(true);
    chip->setChecked(m_buttons->buttons().isEmpty());
    style::setKind(chip, style::Kind::Chip);
    m_buttons->addButton(chip);
    layout()->addWidget(chip);
}

void SegmentedControl::setWords(const QString &id, const QString &words)
{
    if (auto *chip = findChild<QPushButton *>(id))
        chip->setText(words);
}

QString SegmentedControl::current() const
{
    const QAbstractButton *chip = m_buttons->checkedButton();
    return chip ? chip->objectName() : QString();
}

void SegmentedControl::setCurrent(const QString &id)
{
    const QSignalBlocker quiet(m_buttons); // nobody chose it
    if (auto *chip = id.isEmpty() ? nullptr : findChild<QPushButton *>(id)) {
        chip->setChecked(true);
    } else if (QAbstractButton *checked = m_buttons->checkedButton()) {
        m_buttons->setExclusive(false);  // or the last one would stay
        checked->setChecked(false);
        m_buttons->setExclusive(true);
    }
}
