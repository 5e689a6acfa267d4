// KnobRow: one number that decides what has room: its name, a slider over the values worth trying, and what it is now.
#pragma once

#include "core/artifacts/whatif.h"

#include <QWidget>

class QLabel;
class QSlider;

class KnobRow : public QWidget {
    Q_OBJECT

public:
    explicit KnobRow(const Knob &knob, QWidget *parent = nullptr);

    const Knob &knob() const { return m_knob; }
    void setKnob(const Knob &knob); // of the same setting: other steps, or set otherwise; goes to what is set
    void setValue(double value); // no signal; a value that is no step is left alone
    double value() const;
    Json json() const; // as the setting takes it
    bool isAsSet() const { return value() == m_knob.now; }
    static QString words(const Knob &knob, double value);

signals:
    void moved();

protected:
    void changeEvent(QEvent *event) override;

private:
    void tell();

    Knob m_knob;
    QLabel *m_title, *m_value;
    QSlider *m_slider;
};
