// Where the deployment was packed, and what is in it.
#pragma once

#include "core/pack/pack.h"
#include "ui/common/noticebar.h"

class PackBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit PackBar(QWidget *parent = nullptr);

    void tell(const QString &folder, const Pack &pack);

private:
    void retranslate() override;

    QString m_folder;
    Pack m_pack;
    QPushButton *m_show, *m_close;
};
