// WatchBar: the Monitor was in sight when the program ended, and nobody watches the nodes since: to log in to them is
// for the user to say.
#pragma once

#include "ui/common/noticebar.h"

class WatchBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit WatchBar(QWidget *parent = nullptr); // shown, it leaves the focus where it is

signals:
    void watchWanted();

protected:
    void retranslate() override;

private:
    QPushButton *m_watch, *m_later;
};
