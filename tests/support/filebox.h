// FileBox: a folder of the test's own, and files in it.
#pragma once

#include <QFile>
#include <QTemporaryDir>

class FileBox
{
public:
    QString path() const { return m_folder.path(); }
    QString filePath(const QString &name) const { return m_folder.filePath(name); }
    QString write(const QString &name, const QByteArray &content) const // its path
    {
        QFile file(filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }

private:
    QTemporaryDir m_folder;
};
