#include "inference/modelfiles.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int deepest = 3;
constexpr int mostFiles = 1000;          // a folder chosen by mistake must not be read for minutes

void collect(const QDir &folder, int depth, QStringList &to, std::stop_token stop)
{
    if (stop.stop_requested() || to.size() >= mostFiles)
        return;
    const QFileInfoList files = folder.entryInfoList({u"*.gguf"_s}, QDir::Files | QDir::Readable, QDir::Name);
    static const QRegularExpression laterPart(u"-(\\d{5})-of-\\d{5}\\.gguf$"_s);
    for (const QFileInfo &file : files) {
        const QRegularExpressionMatch part = laterPart.match(file.fileName());
        if (!part.hasMatch() || part.captured(1) == "00001"_L1)
            to << file.absoluteFilePath();
    }
    if (depth == 0)
        return;
    const QFileInfoList subfolders
        = folder.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks | QDir::Readable, QDir::Name);
    for (const QFileInfo &subfolder : subfolders)
        collect(QDir(subfolder.absoluteFilePath()), depth - 1, to, stop);
}

} // namespace

QString defaultModelFolder()
{
    // As packaging/setup.sh and packaging/cmake/Options.cmake find it.
    QString cache = qEnvironmentVariable("ASCEND_CONSOLE_CACHE");
    if (cache.isEmpty()) {
        const QString base = qEnvironmentVariable("XDG_CACHE_HOME");
        cache = (base.isEmpty() ? QDir::homePath() + u"/.cache"_s : base) + u"/ascend-console"_s;
    }
    return cache + u"/models"_s;
}

QString defaultModelFile()
{
    const QString file = defaultModelFolder() + u"/SmolLM2-135M-Instruct-Q4_1.gguf"_s;
    return QFileInfo::exists(file) ? file : QString();
}

ModelFile modelFileAt(const QString &path)
{
    ModelFile file{path, QFileInfo(path).completeBaseName(), std::nullopt, {}};
    const Result<GgufInfo> info = readGguf(path);
    if (!info) {
        file.problem = info.error().message;
        return file;
    }
    if (const Result<void> usable = isLanguageModel(*info, QFileInfo(path).fileName()); !usable) {
        file.problem = usable.error().message;
        return file;
    }
    file.info = *info;
    return file;
}

QList<ModelFile> findModelFiles(const QStringList &folders, std::stop_token stop)
{
    QStringList paths;
    for (const QString &folder : folders)
        collect(QDir(folder), deepest, paths, stop);
    paths.removeDuplicates();
    QList<ModelFile> files;
    for (const QString &path : std::as_const(paths)) {
        if (stop.stop_requested())
            break;
        files << modelFileAt(path);
    }
    std::sort(files.begin(), files.end(), [](const ModelFile &a, const ModelFile &b) {
        return QString::compare(a.name, b.name, Qt::CaseInsensitive) < 0;
    });
    return files;
}
