// OverwriteBar: says which files of the chosen folder stand in the way of "Save all", and lets the user overwrite
// them or choose another folder. Hidden while there is nothing to ask. Esc keeps the files.
#pragma once

#include "ui/common/noticebar.h"

class OverwriteBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit OverwriteBar(QWidget *parent = nullptr);

    void ask(const QString &folder, const QStringList &files);
    void clear();

signals:
    void overwriteRequested(const QString &folder, const QStringList &files); // those that were shown, no others
    void otherFolderRequested();

protected:
    void retranslate() override;

private:
    QString m_folder;
    QStringList m_files;
    QPushButton *m_other, *m_overwrite, *m_keep;
};
