#include "ui/deploy/stepper.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace {

constexpr int circle = 22, gap = 8, focusPad = 4;

} // namespace

StepperButton::StepperButton(int number, QWidget *parent)
    : QAbstractButton(parent)
    , m_number(number)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

void StepperButton::setWord(const QString &word)
{
    setText(word);
    updateGeometry();
    tell();
}

void StepperButton::setCurrent(bool current)
{
    m_current = current;
    updateGeometry();
    tell();
    update();
}

void StepperButton::setLook(const std::optional<Look> &look)
{
    m_look = look;
    tell();
    update();
}

void StepperButton::tell()
{
    setAccessibleName(m_look ? u"%1. %2, %3"_s.arg(m_number).arg(text(), m_look->word)
                             : u"%1. %2"_s.arg(m_number).arg(text()));
    setToolTip(m_look ? m_look->word : QString());
}

QSize StepperButton::sizeHint() const
{
    // bold, so that nothing moves when it becomes current
    const QFontMetrics metrics(style::font(style::bodySize, true));
    return {focusPad * 2 + circle + gap + metrics.horizontalAdvance(text()), circle + focusPad * 2};
}

void StepperButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors c = style::colors();
    const QRectF disc(focusPad, (height() - circle) / 2.0, circle, circle);
    const QColor mark = m_look ? style::color(m_look->tone) : c.secondText;
    if (m_current) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.accent);
    } else if (m_look) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(style::tint(mark));
    } else {
        painter.setPen(c.border);
        painter.setBrush(c.surface);
    }
    painter.drawEllipse(disc.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(style::font(style::smallSize, true));
    painter.setPen(m_current ? style::onAccent() : mark);
    painter.drawText(disc, Qt::AlignCenter, m_look && !m_current ? m_look->symbol : QString::number(m_number));
    painter.setFont(style::font(style::bodySize, m_current));
    painter.setPen(m_current ? c.text : c.secondText);
    painter.drawText(QRectF(disc.right() + gap, 0, width(), height()), Qt::AlignVCenter | Qt::AlignLeft, text());
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(c.accent);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
}

Stepper::Stepper(QWidget *parent)
    : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, 20);
    row->addStretch();
}

int Stepper::add()
{
    const int index = int(m_buttons.size());
    auto *button = new StepperButton(index + 1, this);
    button->setObjectName(u"step%1"_s.arg(index + 1));
    connect(button, &QAbstractButton::clicked, this, [this, index] { setCurrent(index); });
    static_cast<QHBoxLayout *>(layout())->insertWidget(index, button);
    m_buttons << button;
    return index;
}

void Stepper::setWord(int step, const QString &word) { m_buttons[step]->setWord(word); }
void Stepper::setLook(int step, const std::optional<Look> &look) { m_buttons[step]->setLook(look); }

void Stepper::setCurrent(int step)
{
    if (step < 0 || step >= m_buttons.size() || step == m_current)
        return;
    if (m_current >= 0)
        m_buttons[m_current]->setCurrent(false);
    m_current = step;
    m_buttons[step]->setCurrent(true);
    if (isAncestorOf(window()->focusWidget())) // the ring goes on with the step
        m_buttons[step]->setFocus(Qt::OtherFocusReason);
    emit currentChanged(step);
}

void Stepper::keyPressEvent(QKeyEvent *event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    const int focused = int(m_buttons.indexOf(static_cast<StepperButton *>(focusWidget())));
    if (focused >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return m_buttons[focused]->click();
    if (by == 0 || focused < 0 || focused + by < 0 || focused + by >= m_buttons.size())
        return QWidget::keyPressEvent(event);
    m_buttons[focused + by]->setFocus(Qt::TabFocusReason);
}
