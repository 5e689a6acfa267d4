// ChangedBar: asks, in place, what to do where another program has changed the file that is to be saved.
#pragma once

#include "ui/common/noticebar.h"

class ChangedBar : public NoticeBar {
    Q_OBJECT

public:
    explicit ChangedBar(QWidget *parent = nullptr);

    void ask(const QString &path);

signals:
    void saveOver(const QString &path);
    void saveElsewhere();
    void openWanted(const QString &path); // what was changed here is given up: the words say so

protected:
    void retranslate() override;

private:
    QString m_path;
    QPushButton *m_elsewhere, *m_open, *m_over, *m_cancel;
};
