// What a run would change, as the nodes said when they were asked: in a sentence, above the steps that say it each.
#pragma once

#include "core/session/runahead.h"
#include "ui/common/noticebar.h"

class AheadBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit AheadBar(RunAhead &ahead, QWidget *parent = nullptr);

private:
    void retranslate() override;

    RunAhead &m_ahead;
    QPushButton *m_close;
};
