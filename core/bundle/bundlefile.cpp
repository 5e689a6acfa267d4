#include "core/bundle/bundlefile.h"

#include "core/bundle/bundletext.h"
#include "core/shell/atomicfile.h"

#include <QRegularExpression>

#include <archive.h>
#include <archive_entry.h>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

struct Sink
{
    AtomicFile file;
    std::optional<Error> error;
};

la_ssize_t writePiece(struct archive *archive, void *to, const void *bytes, size_t size)
{
    auto *sink = static_cast<Sink *>(to);
    const Result<void> written = sink->file.write(QByteArray(static_cast<const char *>(bytes), qsizetype(size)));
    if (written)
        return la_ssize_t(size);
    sink->error = written.error();
    archive_set_error(archive, EIO, "not written");
    return -1;
}

Error failure(const Sink &sink, const QString &file, struct archive *archive)
{
    if (sink.error)
        return *sink.error;
    return {ErrorKind::Storage, BundleText::tr("The report %1 could not be written.").arg(file),
            QString::fromUtf8(archive_error_string(archive)), {}};
}

} // namespace

QString pathPart(const QString &name)
{
    static const QRegularExpression strange(u"[^\\w.@+=-]"_s, QRegularExpression::UseUnicodePropertiesOption);
    QString part = name;
    part.replace(strange, u"_"_s);
    while (part.startsWith(u'.'))
        part.replace(0, 1, u'_');
    return part.isEmpty() ? u"_"_s : part.left(80); // at most 240 bytes of UTF-8
}

Result<void> writeArchive(const QString &file, const QString &root, const QList<BundlePart> &parts,
                          const QDateTime &when, std::stop_token stop)
{
    Sink sink{AtomicFile(file), {}};
    if (Result<void> opened = sink.file.open(); !opened)
        return opened;
    const std::unique_ptr<struct archive, decltype(&archive_write_free)> archive(archive_write_new(),
                                                                                 &archive_write_free);
    if (archive_write_add_filter_gzip(archive.get()) != ARCHIVE_OK
        || archive_write_set_format_pax_restricted(archive.get()) != ARCHIVE_OK
        || archive_write_set_bytes_in_last_block(archive.get(), 1) != ARCHIVE_OK
        || archive_write_open(archive.get(), &sink, nullptr, writePiece, nullptr) != ARCHIVE_OK)
        return failure(sink, file, archive.get());
    for (const BundlePart &part : parts) {
        if (stop.stop_requested())
            return Error{ErrorKind::Canceled, BundleText::tr("Stopped; nothing was written."), {}, {}};
        const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                                  &archive_entry_free);
        archive_entry_set_pathname_utf8(entry.get(), (root + u'/' + part.path).toUtf8().constData());
        archive_entry_set_size(entry.get(), part.content.size());
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0600);
        archive_entry_set_mtime(entry.get(), when.toSecsSinceEpoch(), 0);
        if (archive_write_header(archive.get(), entry.get()) != ARCHIVE_OK
            || archive_write_data(archive.get(), part.content.constData(), size_t(part.content.size()))
                != part.content.size())
            return failure(sink, file, archive.get());
    }
    if (archive_write_close(archive.get()) != ARCHIVE_OK)
        return failure(sink, file, archive.get());
    return sink.file.commit(0600);
}
