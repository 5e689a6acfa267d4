// TakeBar: asks in place how a card is to be taken out of the rank table.
#pragma once

#include "core/ranktable/takeaway.h"
#include "ui/common/noticebar.h"

class TakeBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit TakeBar(QWidget *parent = nullptr);
    void ask(int device, const QString &server, const QString &deviceId, bool hasOthers);
    void clear() { hide(); }
    bool isAbout(const RankTable &table) const; // the device is still there, at its place

signals:
    void chosen(int device, TakeAway how);

private:
    void retranslate() override;
    void answer(TakeAway how);

    int m_device = -1;
    bool m_hasOthers = false;
    QString m_server, m_deviceId;
    QPushButton *m_each, *m_whole, *m_card, *m_cancel;
};
