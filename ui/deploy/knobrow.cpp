#include "ui/deploy/knobrow.h"

#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

using namespace Qt::StringLiterals;

KnobRow::KnobRow(const Knob &knob, QWidget *parent)
    : QWidget(parent)
    , m_title(style::label({}, style::Text::Body, this))
    , m_value(style::label({}, style::Text::Strong, this))
    , m_slider(new QSlider(Qt::Horizontal, this))
{
    m_slider->setObjectName(u"knob-"_s + knob.key);
    m_value->setObjectName(u"knobValue-"_s + knob.key);
    m_slider->setPageStep(1);
    m_title->setBuddy(m_slider);
    m_title->setWordWrap(true);
    m_title->setMinimumWidth(140);
    m_value->setWordWrap(true);
    m_value->setMinimumWidth(120);
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, style::grid * 3);
    row->addWidget(m_title, 3);
    row->addWidget(m_slider, 5);
    row->addWidget(m_value, 3);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        tell();
        emit moved();
    });
    setKnob(knob);
}

void KnobRow::setKnob(const Knob &knob)
{
    m_knob = knob;
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, int(knob.steps.size()) - 1);
    setValue(knob.now);
    setEnabled(knob.steps.size() > 1);
    tell();
}

void KnobRow::setValue(double value)
{
    const qsizetype step = m_knob.steps.indexOf(value);
    const QSignalBlocker quiet(m_slider);
    if (step >= 0)
        m_slider->setValue(int(step));
    tell();
}

double KnobRow::value() const
{
    return m_knob.steps.value(m_slider->value());
}

Json KnobRow::json() const
{
    return m_knob.of == Knob::Of::Memory ? Json(value()) : Json(qint64(value()));
}

QString KnobRow::words(const Knob &knob, double value)
{
    switch (knob.of) {
    case Knob::Of::Length:
        return tr("%1 tokens").arg(format::number(value));
    case Knob::Of::Batch:
        return value == 1 ? tr("1 request") : tr("%1 requests").arg(format::number(value));
    case Knob::Of::TensorParallel:
        return value >= 1 && knob.cards > value
            ? tr("%n cards, dp %1", "that share each layer; groups that each hold the model", int(value))
                  .arg(knob.cards / int(value))
            : tr("%n cards", "that share each layer", int(value));
    case Knob::Of::Memory:
        return format::percent(value * 100);
    case Knob::Of::Guessing:
        return value > 0 ? tr("%1 ahead", "tokens").arg(format::number(value)) : tr("none ahead");
    }
    return {};
}

void KnobRow::tell()
{
    const QString now = words(m_knob, value());
    m_title->setText(m_knob.title);
    m_value->setText(isAsSet() ? now : tr("%1 (set: %2)").arg(now, words(m_knob, m_knob.now)));
    m_slider->setAccessibleName(tr("%1: %2", "a setting; its value").arg(m_knob.title, m_value->text()));
}

void KnobRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        tell();
    QWidget::changeEvent(event);
}
