// CloseBar: asks, in place, before the window is closed while something runs that must not be cut off unasked.
#pragma once

#include "ui/common/undertakings.h"

#include <QFrame>

class QLabel;
class QPushButton;

class CloseBar : public QFrame
{
    Q_OBJECT

public:
    explicit CloseBar(Undertakings &undertakings, QWidget *parent = nullptr);

    bool holds() const;                  // something runs that closing would cut off
    void ask();

signals:
    void free();                         // it has ended, or was stopped as asked: close now

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void answer(bool stopsIt);
    void keep();
    void follow();
    void retranslate();

    Undertakings &m_undertakings;
    QLabel *m_text;
    QPushButton *m_stop, *m_after, *m_cancel;
    bool m_waits = false, m_stops = false;
};
