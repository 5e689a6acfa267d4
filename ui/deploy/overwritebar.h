// OverwriteBar: says which files of the chosen folder stand in the way of "Save all", and lets the user overwrite
// them or choose another folder. Hidden while there is nothing to ask. Esc keeps the files.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

class OverwriteBar : public QFrame
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
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QString m_folder;
    QStringList m_files;
    QLabel *m_text;
    QPushButton *m_overwrite, *m_other, *m_keep;
};
