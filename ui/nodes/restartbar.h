// RestartBar: asks in place before a node is restarted on which driver and firmware were installed.
#pragma once

#include "ui/common/noticebar.h"

class DriverInstall;

class RestartBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit RestartBar(DriverInstall &install, QWidget *parent = nullptr);
    void follow();                       // asks for the first node that waits; hidden where none does

protected:
    void retranslate() override;

private:
    DriverInstall &m_install;
    QString m_node;
    QPushButton *m_yes, *m_no;
};
