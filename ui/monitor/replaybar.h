// ReplayBar: what recording is shown, and of which moment: a slider over its time, play and pause, how fast.
#pragma once

#include "core/session/replay.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QSlider;
class SegmentedControl;

class ReplayBar : public QFrame
{
    Q_OBJECT

public:
    explicit ReplayBar(Replay &replay, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void refresh();
    qint64 timeOf(int place) const;

    Replay &m_replay;
    QLabel *m_words, *m_time;
    QPushButton *m_play;
    QSlider *m_slider;
    SegmentedControl *m_speed;
    std::optional<Error> m_error;
};
