#include "core/engines/imageorder.h"

#include "core/recipes/artifactstext.h"

using namespace Qt::StringLiterals;

namespace {

// As docker itself completes a name; podman puts "localhost/" before one without a registry.
QString wholeName(QString image)
{
    for (const auto usual : {"docker.io/library/"_L1, "docker.io/"_L1, "localhost/"_L1}) {
        if (image.startsWith(usual)) {
            image.remove(0, usual.size());
            break;
        }
    }
    const bool hasTag = image.lastIndexOf(u':') > image.lastIndexOf(u'/') || image.contains(u'@');
    return hasTag ? image : image + u":latest"_s;
}

} // namespace

ImageOrder imageOrder(const Json &settings)
{
    return {stringAt(settings, "imageFrom"), stringAt(settings, "imageArchive").trimmed()};
}

QString orderProblem(const ImageOrder &order)
{
    if (!order.isArchive())
        return {};
    const bool isPath = order.archive.startsWith(u'/') || (order.isOfDesktop() && !order.archive.isEmpty());
    if (isPath && !order.archive.endsWith(u'/'))
        return {};
    return order.isOfDesktop()
        ? ArtifactsText::tr("Setting \"imageArchive\" is \"%1\"; it must be the path of the image's archive on this "
                            "computer; one that does not begin with \"/\" or \"~/\" lies beside the deployment's file.")
              .arg(order.archive)
        : ArtifactsText::tr("Setting \"imageArchive\" is \"%1\"; it must be the path of the image's archive on the "
                            "nodes, beginning with \"/\".")
              .arg(order.archive);
}

Result<QList<ArchivedImage>> readImageManifest(const QByteArray &text)
{
    const Result<Json> json = parseJson(text, u"manifest.json"_s);
    if (!json)
        return json.error();
    const Error other{ErrorKind::Parse, ArtifactsText::tr("manifest.json is no list of images."), {}, {}};
    if (!json->is_array())
        return other;
    QList<ArchivedImage> images;
    for (const Json &entry : *json) {
        ArchivedImage image{{}, stringAt(entry, "Config")};
        if (image.config.isEmpty() || image.config.startsWith(u'-') || image.config.contains(QChar(0)))
            return other;
        if (const Json &tags = member(entry, "RepoTags"); tags.is_array()) { // null: it was saved by its id
            for (const Json &tag : tags) {
                if (tag.is_string())
                    image.tags << tag.get<QString>();
            }
        }
        images << image;
    }
    return images;
}

const ArchivedImage *imageNamed(const QList<ArchivedImage> &images, const QString &image)
{
    for (const ArchivedImage &one : images) {
        for (const QString &tag : one.tags) {
            if (wholeName(tag) == wholeName(image))
                return &one;
        }
    }
    return nullptr;
}
