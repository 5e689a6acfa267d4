// Where the deployment was packed, and what is in it.
#pragma once

#include "core/pack/pack.h"
#include "ui/frame/savedbar.h"

class PackBar : public SavedBar
{
    Q_OBJECT

public:
    explicit PackBar(QWidget *parent = nullptr);

    void tell(const QString &folder, const Pack &pack);

private:
    void retranslate() override;

    Pack m_pack;
};
