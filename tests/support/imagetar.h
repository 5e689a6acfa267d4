// An archive as `docker save` writes it, of an image without layers.
#pragma once

#include "core/base/json.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

inline bool writeImageTar(const QString &file, const QStringList &tags, const QString &architecture,
                          qint64 ballastBytes = 0)
{
    QTemporaryDir box;
    const auto put = [&](const QString &name, const QByteArray &content) {
        QFile one(box.filePath(name));
        return one.open(QIODevice::WriteOnly) && one.write(content) == content.size();
    };
    const Json config{{"architecture", architecture}, {"os", "linux"}, {"created", "2026-01-02T03:04:05Z"}};
    const Json manifest
        = Json::array({Json{{"Config", "0123abcd.json"}, {"RepoTags", tags}, {"Layers", Json::array()}}});
    QByteArray ballast(ballastBytes, 'x');
    for (qsizetype i = 0; i < ballast.size(); i += 61)
        ballast[i] = char('a' + i % 23);
    return put(QStringLiteral("layer.tar"), ballast)
        && put(QStringLiteral("0123abcd.json"), QByteArray::fromStdString(config.dump()))
        && put(QStringLiteral("manifest.json"), QByteArray::fromStdString(manifest.dump()))
        && QProcess::execute(QStringLiteral("tar"),
                             {QStringLiteral("-cf"), file, QStringLiteral("-C"), box.path(),
                              QStringLiteral("layer.tar"), QStringLiteral("0123abcd.json"),
                              QStringLiteral("manifest.json")})
        == 0;
}
