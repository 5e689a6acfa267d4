#include "core/weights/weightsource.h"

#include "core/base/data.h"
#include "core/shell/pieces.h"
#include "core/weights/weightstext.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostFiles = 20'000;        // of one model; no published one has a tenth of it

Error refusedList(const QString &sentence) { return {ErrorKind::Parse, sentence, {}, {}}; }

Result<Json> hubOf(const QString &id)
{
    const Result<Json> data = jsonDataFile(u"weight-sources.json"_s);
    if (!data)
        return data.error();
    for (const Json &hub : member(*data, "sources")) {
        if (stringAt(hub, "id") == id)
            return hub;
    }
    return Error{ErrorKind::Invalid, WeightsText::tr("There is no source of weights called \"%1\".").arg(id), {}, {}};
}

QString filledIn(const Json &hub, const char *key, const WeightsOrder &order, const QString &path = {})
{
    const QString text = stringAt(hub, key), own = stringAt(hub, "address");
    const bool isQuery = text.indexOf(u'?') >= 0 && text.indexOf(u'?') < text.indexOf(u"{path}"_s);
    QString address = order.address.isEmpty() ? own : order.address;
    while (address.endsWith(u'/'))
        address.chop(1);
    const QString revision = order.revision.isEmpty() ? stringAt(hub, "revision") : order.revision;
    const auto encoded = [](const QString &word, const char *but) {
        return QString::fromLatin1(QUrl::toPercentEncoding(word, but));
    };
    QString url = text;
    url.replace(u"{model}"_s, encoded(order.model, "/"));
    url.replace(u"{revision}"_s, encoded(revision, ""));
    url.replace(u"{path}"_s, encoded(path, isQuery ? "" : "/"));
    return url.replace(u"{address}"_s, address);
}

// A name below the folder, and nothing else.
bool isPlainPath(const QString &path)
{
    const QStringList parts = path.split(u'/');
    return path.size() <= 512 && !path.startsWith(partsPrefix)
        && std::none_of(parts.cbegin(), parts.cend(), [](const QString &part) {
               return part.isEmpty() || part == "."_L1 || part == ".."_L1 || part.startsWith(u'-')
                   || std::any_of(part.cbegin(), part.cend(),
                                  [](QChar c) { return c.unicode() < 32 || c.unicode() == 127; });
           });
}

const Json &valueAt(const Json &object, const QString &place)
{
    static const Json none;
    const Json *at = &object;
    for (const QString &key : place.split(u'/', Qt::SkipEmptyParts)) {
        if (!at->is_object() || !at->contains(key.toStdString()))
            return none;
        at = &(*at)[key.toStdString()];
    }
    return *at;
}

Result<QList<WantedFile>> judgedList(QList<WantedFile> files)
{
    QSet<QString> seen;
    for (const WantedFile &file : std::as_const(files)) {
        if (!isPlainPath(file.path))
            return refusedList(WeightsText::tr("The list of files names \"%1\", which is no file below its folder.")
                                   .arg(file.path.left(80)));
        if (seen.contains(file.path))
            return refusedList(WeightsText::tr("The list of files names %1 twice.").arg(file.path));
        seen.insert(file.path);
    }
    for (const WantedFile &file : std::as_const(files)) {
        for (qsizetype slash = file.path.indexOf(u'/'); slash > 0; slash = file.path.indexOf(u'/', slash + 1)) {
            if (seen.contains(file.path.left(slash)))
                return refusedList(WeightsText::tr("The list of files names %1 as a file and as a folder.")
                                       .arg(file.path.left(slash)));
        }
    }
    if (files.isEmpty())
        return refusedList(WeightsText::tr("The list of files is empty."));
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.path < b.path; });
    return files;
}

} // namespace

WeightsOrder weightsOrder(const Json &settings)
{
    return {stringAt(settings, "weightsFrom"), stringAt(settings, "weightsModel").trimmed(),
            stringAt(settings, "weightsRevision").trimmed(), stringAt(settings, "weightsAddress").trimmed(),
            stringAt(settings, "weightsNode").trimmed()};
}

QString weightsNodeOf(const WeightsOrder &order, const QStringList &nodes)
{
    if (!order.isOfNode())
        return {};
    return order.node.isEmpty() ? nodes.value(0) : order.node;
}

WeightsOrder weightsOrderOn(const QString &node, WeightsOrder order, const QStringList &nodes)
{
    if (!order.isOfNode())
        return order;
    order.node = weightsNodeOf(order, nodes);
    return order.node == node ? WeightsOrder() : order;
}

QString orderProblem(const WeightsOrder &order, const QString &weights, const QStringList &nodes)
{
    if (order.isNone())
        return {};
    if (order.isOfNode()) {
        if (nodes.size() < 2)
            return WeightsText::tr("Setting \"weightsFrom\" is other-node, and the deployment has no other node that "
                                   "the weights could be copied from.");
        if (!order.node.isEmpty() && !nodes.contains(order.node))
            return WeightsText::tr("Setting \"weightsNode\" is \"%1\", which is no node of the deployment: %2.")
                .arg(order.node, nodes.join(u", "_s));
        return {};
    }
    if (order.isOfDesktop())
        return order.address.isEmpty()
            ? WeightsText::tr("Setting \"weightsAddress\" must be the folder of this computer that the weights are "
                              "copied from.")
            : QString();
    if (order.isFolder()) {
        if (!order.address.startsWith(u'/'))
            return WeightsText::tr("Setting \"weightsAddress\" must be the folder of the node that the weights are "
                                   "copied from, a path that begins with \"/\".");
        const QString from = order.address + u'/', to = weights + u'/';
        if (from.startsWith(to) || to.startsWith(from))
            return WeightsText::tr("Settings \"weightsAddress\" and \"weights\" lie in one another: %1, %2.")
                .arg(order.address, weights);
        return {};
    }
    static const QRegularExpression model(u"\\A[A-Za-z0-9][\\w.-]*/[A-Za-z0-9][\\w.-]*\\z"_s);
    if (!model.match(order.model).hasMatch())
        return WeightsText::tr("Setting \"weightsModel\" is \"%1\"; it must be the model's name at the hub, as "
                               "OWNER/NAME.")
            .arg(order.model);
    const QUrl url(order.address, QUrl::StrictMode);
    const bool isWeb = url.isValid() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1)
        && !url.host().isEmpty() && url.query().isEmpty() && url.fragment().isEmpty();
    if (!order.address.isEmpty() && !isWeb)
        return WeightsText::tr("Setting \"weightsAddress\" is \"%1\"; it must begin with https:// or http://, and "
                               "name a machine.")
            .arg(order.address);
    if (!url.userInfo().isEmpty())
        return WeightsText::tr("Setting \"weightsAddress\" holds a user's name or a password; a deployment keeps no "
                               "secrets.");
    return {};
}

QString askedAddress(const WeightsOrder &order)
{
    if (!order.address.isEmpty())
        return order.address;
    const Result<Json> hub = hubOf(order.from);
    return hub ? stringAt(*hub, "address") : order.from;
}

Result<QString> listAddress(const WeightsOrder &order)
{
    const Result<Json> hub = hubOf(order.from);
    if (!hub)
        return hub.error();
    return filledIn(*hub, "list", order);
}

Result<QList<WantedFile>> readHubList(const WeightsOrder &order, const QByteArray &text, QStringList *unlisted)
{
    const Result<Json> hub = hubOf(order.from);
    if (!hub)
        return hub.error();
    const Result<Json> answer = parseJson(text, WeightsText::tr("The list of files"));
    if (!answer)
        return answer.error();
    const Json &list = valueAt(*answer, stringAt(*hub, "files"));
    if (!list.is_array() || list.size() > mostFiles)
        return refusedList(WeightsText::tr("%1 answered with something that is no list of files.")
                               .arg(askedAddress(order)));
    static const QRegularExpression sha256(u"\\A[0-9a-f]{64}\\z"_s), sha1(u"\\A[0-9a-f]{40}\\z"_s);
    QList<WantedFile> files;
    for (const Json &entry : list) {
        const QString path = stringAt(entry, stringAt(*hub, "path").toLatin1().constData());
        const QString type = stringAt(entry, "type", stringAt(entry, "Type"));
        if (type == "dir"_L1 && unlisted)
            *unlisted << path;
        if (type == "tree"_L1 || type == "directory"_L1 || type == "dir"_L1 || path == ".gitattributes"_L1)
            continue;
        const Json &size = valueAt(entry, stringAt(*hub, "size"));
        const Json &hash = valueAt(entry, stringAt(*hub, "sha256"));
        const QString told = hash.is_string() ? hash.get<QString>().toLower() : QString(),
                      sum = sha256.match(told).hasMatch() ? told : QString();
        const Json &git = valueAt(entry, stringAt(*hub, "gitSha1"));
        const bool mayBeGits = hash.is_null() || sha1.match(told).hasMatch();
        const QString gitSum = mayBeGits && git.is_string() ? git.get<QString>().toLower() : QString();
        if (!size.is_number_integer() || size.get<qint64>() < 0)
            return refusedList(WeightsText::tr("The list of files tells no size of \"%1\".").arg(path.left(80)));
        files << WantedFile{path, size.get<qint64>(), sum, filledIn(*hub, "file", order, path),
                            sha1.match(gitSum).hasMatch() ? gitSum : QString()};
    }
    return judgedList(files);
}

Result<QList<WantedFile>> listDesktopFolder(const QString &folder, std::stop_token stop)
{
    const QFileInfo info(folder);
    if (!info.isDir() || !info.isReadable())
        return Error{ErrorKind::Storage,
                     info.exists() ? WeightsText::tr("The folder %1 of this computer cannot be read.").arg(folder)
                                   : WeightsText::tr("There is no folder %1 on this computer.").arg(folder),
                     {},
                     {}};
    QHash<QString, QString> sums;
    if (QFile list(folder + u"/SHA256SUMS"_s); list.open(QIODevice::ReadOnly)) {
        static const QRegularExpression line(u"^([0-9a-fA-F]{64}) [ *](?:\\./)?(.+)$"_s,
                                             QRegularExpression::MultilineOption);
        for (auto found = line.globalMatch(QString::fromUtf8(list.read(16 << 20))); found.hasNext();) {
            const QRegularExpressionMatch one = found.next();
            sums.insert(one.captured(2), one.captured(1).toLower());
        }
    }
    QList<WantedFile> files;
    QDirIterator each(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories | QDirIterator::FollowSymlinks);
    while (each.hasNext()) {
        const QFileInfo file = each.nextFileInfo();
        const QString path = QDir(folder).relativeFilePath(file.filePath());
        if (path == "SHA256SUMS"_L1 || path.startsWith(partsPrefix))
            continue;
        if (stop.stop_requested())
            return canceled();
        if (files.size() > mostFiles)
            return refusedList(WeightsText::tr("The list of files of %1 cannot be read.").arg(folder));
        WantedFile wanted{path, file.size(), sums.value(path), file.filePath(), {}};
        if (wanted.sha256.isEmpty() && wanted.sizeBytes < hashedBelow) {
            const Result<QByteArray> sum = sha256OfFile(file.filePath(), stop);
            if (!sum)
                return sum.error();
            wanted.sha256 = QString::fromLatin1(*sum);
        }
        files << wanted;
    }
    return judgedList(files);
}

Result<QList<WantedFile>> readFolderList(const QString &folder, const QByteArray &text)
{
    QList<WantedFile> files;
    for (const QByteArray &line : text.split('\n')) {
        if (line.isEmpty() || line.mid(line.indexOf(' ') + 1).startsWith(partsPrefix.data()))
            continue;
        const qsizetype space = line.indexOf(' ');
        bool isSize = false;
        const qint64 size = line.left(space).toLongLong(&isSize);
        const QString path = QString::fromUtf8(line.mid(space + 1));
        if (!isSize || size < 0 || files.size() > mostFiles)
            return refusedList(WeightsText::tr("The list of files of %1 cannot be read.").arg(folder));
        files << WantedFile{path, size, {}, folder + u'/' + path};
    }
    return judgedList(files);
}
