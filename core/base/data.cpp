#include "core/base/data.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

// A static library's resources must be asked for by name, outside any namespace.
static void loadCompiledData()
{
    Q_INIT_RESOURCE(data);
}

Result<QByteArray> dataFile(const QString &name)
{
    loadCompiledData();
    QFile file(u":/data/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage,
                     QCoreApplication::translate("Data", "The program has no data file named %1.").arg(name),
                     file.errorString(), {}};
    return file.readAll();
}

Result<Json> jsonDataFile(const QString &name)
{
    const Result<QByteArray> text = dataFile(name);
    if (!text)
        return text.error();
    return parseJson(*text, name);
}

QStringList dataFileNames(const QString &folder)
{
    loadCompiledData();
    QStringList names;
    for (const QString &entry : QDir(u":/data/"_s + folder).entryList(QDir::Files, QDir::Name))
        names << folder + QLatin1Char('/') + entry;
    return names;
}
