// CloseBar: asks, in place, before the window is closed while something runs that must not be cut off unasked.
#pragma once

#include "ui/common/noticebar.h"
#include "ui/common/tasks.h"

class CloseBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit CloseBar(Tasks &tasks, QWidget *parent = nullptr);

    bool holds() const;                  // something runs that closing would cut off
    void ask();

signals:
    void free();                         // it has ended, or was stopped as asked: close now

protected:
    void retranslate() override;

private:
    void answer(bool stopsIt);
    void keep();
    void follow();

    Tasks &m_tasks;
    QPushButton *m_stop, *m_after, *m_cancel;
    bool m_waits = false, m_stops = false;
};
