// SavedBar: something was saved; where, with a button that shows the folder.
#pragma once

#include "ui/common/noticebar.h"

class SavedBar : public NoticeBar
{
    Q_OBJECT

protected:
    // Its buttons are called "<name>Show" and "<name>Close".
    SavedBar(const QString &name, QWidget *parent);

    void tellOf(const QString &folder);          // it is shown; words for it come from retranslate()
    const QString &folder() const { return m_folder; } // empty: nothing was saved yet
    QPushButton *showButton() const { return m_show; }
    void retranslate() override;

private:
    QString m_folder;
    QPushButton *m_show, *m_close;
};
