// What a deployment has put on a node of the lab, and a hand that changes it.
#pragma once

#include "tests/lab/lab.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>

// "PATH TIME" of each file and folder.
inline QStringList deployedFiles(const Lab &lab, int node)
{
    QDirIterator each(lab.nodeFolder(node) + QStringLiteral("/work/deepseek"),
                      QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    QStringList lines;
    while (each.hasNext()) {
        const QFileInfo file = each.nextFileInfo();
        lines << file.filePath() + u' ' + file.lastModified().toString(Qt::ISODateWithMs);
    }
    lines.sort();
    return lines;
}

// false: there is no config.json.
inline bool changeDeployedConfig(const Lab &lab, int node)
{
    QDirIterator each(lab.nodeFolder(node) + QStringLiteral("/work/deepseek"), {QStringLiteral("config.json")},
                      QDir::Files, QDirIterator::Subdirectories);
    if (!each.hasNext())
        return false;
    QFile file(each.next());
    return file.open(QIODevice::Append) && file.write("\n") == 1;
}
