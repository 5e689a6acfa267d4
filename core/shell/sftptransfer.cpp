#include "core/shell/sftptransfer.h"

#include "core/shell/atomicfile.h"
#include "core/shell/transfertext.h"
#include "core/shell/uploadname.h"

#include <QCoreApplication>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds farewellTime{80};   // to tidy up after a stop
constexpr std::chrono::seconds initTime{5};
constexpr qsizetype pieceSize = 256 * 1024;             // libssh2 cuts it into packets and keeps them in flight

QByteArray parentOf(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash < 0 ? QByteArray() : slash == 0 ? QByteArray("/") : path.left(slash);
}

QByteArray temporaryFor(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return path.left(slash + 1) + uploadPrefix.toLatin1()
        + QByteArray::number(QRandomGenerator::system()->generate64(), 16);
}

QString inWords(unsigned long code)
{
    switch (code) {
    case LIBSSH2_FX_NO_SUCH_FILE:
    case LIBSSH2_FX_NO_SUCH_PATH:
        return TransferText::tr("there is no such file or folder");
    case LIBSSH2_FX_PERMISSION_DENIED:
    case LIBSSH2_FX_WRITE_PROTECT:
        return TransferText::tr("permission denied");
    case LIBSSH2_FX_NO_SPACE_ON_FILESYSTEM:
    case LIBSSH2_FX_QUOTA_EXCEEDED:
        return TransferText::tr("the disk is full");
    case LIBSSH2_FX_FAILURE: // version 3 has no other word for "no space left" and "is a directory"
        return TransferText::tr("the node's SFTP server failed; is the disk full?");
    default:
        return TransferText::tr("SFTP error %1").arg(code);
    }
}

} // namespace

SftpTransfer::SftpTransfer(SshLink &link, Shell &shell, std::stop_token stop, std::chrono::seconds timeout)
    : m_link(link), m_shell(shell), m_stop(stop), m_waker(std::move(stop)), m_timeout(timeout)
{
}

SftpTransfer::~SftpTransfer()
{
    if (!m_sftp)
        return;
    LIBSSH2_CHANNEL *channel = libssh2_sftp_get_channel(m_sftp); // freed with it
    if (takeLeave([this] { return libssh2_sftp_shutdown(m_sftp); })) {
        m_link.disown(channel);
    } else {
        m_link.hangUp(TransferText::tr("A file transfer could not be ended in order."));
        m_link.disown(channel);
        for (int i = 0; i < 100 && libssh2_sftp_shutdown(m_sftp) == LIBSSH2_ERROR_EAGAIN; ++i) { }
    }
}

Result<int> SftpTransfer::ask(const std::function<int()> &call)
{
    return m_link.finish({Deadline::in(m_timeout), m_waker}, call);
}

// What has to be done in order at the end takes round trips like everything else; after a stop there is little time for
// it.
bool SftpTransfer::takeLeave(const std::function<int()> &call)
{
    if (!m_waker.requested() && ask(call))
        return true;
    const StopWaker never{std::stop_token()};
    return m_link.lost().isEmpty() && m_link.finish({Deadline::in(farewellTime), never}, call);
}

Result<bool> SftpTransfer::open()
{
    // A server whose sftp-server is missing accepts, closes the channel, and libssh2 waits on: hence the short time.
    const Result<LIBSSH2_SFTP *> sftp = m_link.finishPointer<LIBSSH2_SFTP>(
        {Deadline::in(initTime), m_waker}, [this] { return libssh2_sftp_init(m_link.session()); });
    if (!sftp && sftp.error().kind == ErrorKind::Timeout) {
        m_link.hangUp(TransferText::tr("The node's SFTP server does not answer."));
        return sftp.error();
    }
    if (!sftp)
        return sftp.error();
    m_sftp = *sftp;
    if (m_sftp)
        m_link.adopt(libssh2_sftp_get_channel(m_sftp));
    return m_sftp != nullptr;
}

Error SftpTransfer::refused(const QString &sentence, const QByteArray &path) const
{
    return {ErrorKind::Storage, sentence.arg(QString::fromUtf8(path)), inWords(libssh2_sftp_last_error(m_sftp)), {}};
}

Result<LIBSSH2_SFTP_HANDLE *> SftpTransfer::openFile(const QByteArray &path, unsigned long flags, long mode,
                                                     const Deadline &deadline)
{
    return m_link.finishPointer<LIBSSH2_SFTP_HANDLE>(deadline, [&] {
        return libssh2_sftp_open_ex(m_sftp, path.constData(), unsigned(path.size()), flags, mode,
                                    LIBSSH2_SFTP_OPENFILE);
    });
}

// After a stop: the node may have made the file before its answer came. The answer is heard, so that the file can go.
Result<LIBSSH2_SFTP_HANDLE *> SftpTransfer::takeBack(const QByteArray &temporary, unsigned long flags)
{
    const StopWaker never{std::stop_token()};
    Result<LIBSSH2_SFTP_HANDLE *> file = m_link.lost().isEmpty()
        ? openFile(temporary, flags, 0600, {Deadline::in(farewellTime), never})
        : Result<LIBSSH2_SFTP_HANDLE *>(Error{ErrorKind::Connection, m_link.lost(), {}, {}});
    if (!file && m_link.lost().isEmpty())
        m_link.hangUp(TransferText::tr("A file transfer could not be ended in order."));
    return file;
}

Result<void> SftpTransfer::makeFolders(const QByteArray &path)
{
    if (path.isEmpty() || path == "/")
        return {};
    LIBSSH2_SFTP_ATTRIBUTES facts = {};
    const Result<int> found = ask([&] {
        return libssh2_sftp_stat_ex(m_sftp, path.constData(), unsigned(path.size()), LIBSSH2_SFTP_STAT, &facts);
    });
    if (!found)
        return found.error();
    if (*found == 0)
        return {};
    if (Result<void> before = makeFolders(parentOf(path)); !before)
        return before;
    const Result<int> made
        = ask([&] { return libssh2_sftp_mkdir_ex(m_sftp, path.constData(), unsigned(path.size()), 0755); });
    if (!made)
        return made.error();
    if (*made != 0)
        return refused(TransferText::tr("The folder %1 cannot be made on the node."), path);
    return {};
}

Result<void> SftpTransfer::upload(const QByteArray &content, const QString &path, int mode,
                                  const Shell::ProgressHandler &onProgress)
{
    const QByteArray target = path.toUtf8();
    if (target.isEmpty() || target.contains('\0') || target.endsWith('/'))
        return Error{ErrorKind::Invalid, TransferText::tr("'%1' is not the name of a file.").arg(path), {}, {}};
    LIBSSH2_SFTP_ATTRIBUTES facts = {};
    const Result<int> found = ask([&] {
        return libssh2_sftp_stat_ex(m_sftp, target.constData(), unsigned(target.size()), LIBSSH2_SFTP_STAT, &facts);
    });
    if (!found)
        return found.error();
    if (*found == 0 && LIBSSH2_SFTP_S_ISDIR(facts.permissions))
        return Error{ErrorKind::Storage,
                     TransferText::tr("%1 cannot be written on the node: it is a folder.").arg(path),
                     {},
                     {}};
    if (const Result<void> made = makeFolders(parentOf(target)); !made)
        return made;

    const QByteArray temporary = temporaryFor(target);
    const unsigned long flags = LIBSSH2_FXF_WRITE | LIBSSH2_FXF_CREAT | LIBSSH2_FXF_EXCL;
    Result<LIBSSH2_SFTP_HANDLE *> file = openFile(temporary, flags, 0600, {Deadline::in(m_timeout), m_waker});
    Result<void> done;
    if (!file) {
        done = file.error();
        file = takeBack(temporary, flags);
    }
    if (file && !*file)
        return refused(TransferText::tr("%1 cannot be written on the node."), target);
    if (done)
        done = send(*file, content, onProgress);
    if (done)
        done = finishFile(*file, mode);
    if (file)
        close(*file);
    if (done)
        done = replace(temporary, target);
    if (!done) {
        const bool isGone = discard(temporary);
        Error error = done.error();
        const QString said = isGone
            ? TransferText::tr("%1 was not changed.").arg(path)
            : TransferText::tr("%1 was not changed; %2 may be left beside it.").arg(path, QString::fromUtf8(temporary));
        error.detail = error.detail.isEmpty() ? said : error.detail + QLatin1Char('\n') + said;
        return error;
    }
    return {};
}

Result<void> SftpTransfer::send(LIBSSH2_SFTP_HANDLE *file, const QByteArray &content,
                                const Shell::ProgressHandler &onProgress)
{
    for (qsizetype sent = 0; sent < content.size();) {
        const size_t size = size_t(qMin(pieceSize, content.size() - sent));
        const auto write = [&] { return int(libssh2_sftp_write(file, content.constData() + sent, size)); };
        const Result<int> n = ask(write);
        if (!n && m_link.lost().isEmpty()) { // stopped: what is half sent goes first, or nothing can follow
            const StopWaker never{std::stop_token()};
            [[maybe_unused]] const Result<int> rest = m_link.finish({Deadline::in(farewellTime), never}, write);
        }
        if (!n)
            return n.error();
        if (*n < 0)
            return Error{ErrorKind::Storage,
                         TransferText::tr("The content cannot be written on the node."),
                         inWords(libssh2_sftp_last_error(m_sftp)),
                         {}};
        sent += *n;
        if (onProgress)
            onProgress(sent, content.size());
    }
    return {};
}

Result<void> SftpTransfer::finishFile(LIBSSH2_SFTP_HANDLE *file, int mode)
{
    LIBSSH2_SFTP_ATTRIBUTES attributes = {};
    attributes.flags = LIBSSH2_SFTP_ATTR_PERMISSIONS;
    attributes.permissions = (unsigned long)mode;
    const Result<int> changed = ask([&] { return libssh2_sftp_fstat_ex(file, &attributes, 1); });
    if (!changed)
        return changed.error();
    if (*changed != 0)
        return Error{ErrorKind::Storage,
                     TransferText::tr("The mode of the file cannot be set on the node."),
                     inWords(libssh2_sftp_last_error(m_sftp)),
                     {}};
    const Result<int> synced = ask([&] { return libssh2_sftp_fsync(file); }); // fsync@openssh.com
    if (!synced)
        return synced.error();
    if (*synced != 0 && libssh2_sftp_last_error(m_sftp) != LIBSSH2_FX_OP_UNSUPPORTED)
        return Error{ErrorKind::Storage,
                     TransferText::tr("The content cannot be written on the node."),
                     inWords(libssh2_sftp_last_error(m_sftp)),
                     {}};
    if (*synced != 0) {
        if (const Result<CommandOutput> all = m_shell.run({{u"sync"_s}}, m_stop); !all)
            return all.error();
    }
    return {};
}

Result<void> SftpTransfer::replace(const QByteArray &temporary, const QByteArray &path)
{
    const Result<int> renamed = ask([&] {
        return libssh2_sftp_posix_rename_ex(m_sftp, temporary.constData(), size_t(temporary.size()), path.constData(),
                                            size_t(path.size()));
    });
    if (!renamed)
        return renamed.error();
    if (*renamed == 0)
        return {};
    // No error of SFTP's own: what the server answered did not reach us (seen on a loaded machine with libssh2 1.11.1).
    const unsigned long said = libssh2_sftp_last_error(m_sftp);
    const bool isAnswerLost = said == LIBSSH2_FX_OK;
    if (said != LIBSSH2_FX_OP_UNSUPPORTED && !isAnswerLost)
        return refused(TransferText::tr("%1 cannot be replaced on the node."), path);
    // Plain SFTP rename refuses to replace.
    const Result<CommandOutput> moved
        = m_shell.run({{u"mv"_s, u"-f"_s, u"--"_s, QString::fromUtf8(temporary), QString::fromUtf8(path)}}, m_stop);
    if (!moved)
        return moved.error();
    if (moved->exitCode != 0 && isAnswerLost) { // it may have been done: nobody else knows the temporary name
        const Result<CommandOutput> left = m_shell.run({{u"test"_s, u"-e"_s, QString::fromUtf8(temporary)}}, m_stop);
        if (left && left->exitCode == 1)
            return {};
    }
    if (moved->exitCode != 0)
        return Error{ErrorKind::Storage,
                     TransferText::tr("%1 cannot be replaced on the node.").arg(QString::fromUtf8(path)),
                     QString::fromUtf8(moved->err),
                     {}};
    return {};
}

// Whether the node said that it is gone.
bool SftpTransfer::discard(const QByteArray &temporary)
{
    if (!m_link.lost().isEmpty())
        return false;
    int rc = 0;
    const bool isAnswered = takeLeave([&] {
        return rc = libssh2_sftp_unlink_ex(m_sftp, temporary.constData(), unsigned(temporary.size()));
    });
    if (!isAnswered)
        m_link.hangUp(TransferText::tr("A file transfer could not be ended in order."));
    return isAnswered && (rc == 0 || libssh2_sftp_last_error(m_sftp) == LIBSSH2_FX_NO_SUCH_FILE);
}

void SftpTransfer::close(LIBSSH2_SFTP_HANDLE *file)
{
    if (!takeLeave([&] { return libssh2_sftp_close_handle(file); })) {
        m_link.hangUp(TransferText::tr("A file transfer could not be ended in order."));
        for (int i = 0; i < 100 && libssh2_sftp_close_handle(file) == LIBSSH2_ERROR_EAGAIN; ++i) { }
    }
}

Result<void> SftpTransfer::download(const QString &path, const QString &localPath,
                                    const Shell::ProgressHandler &onProgress)
{
    const QByteArray source = path.toUtf8();
    if (source.isEmpty() || source.contains('\0'))
        return Error{ErrorKind::Invalid, TransferText::tr("'%1' is not the name of a file.").arg(path), {}, {}};
    const Result<LIBSSH2_SFTP_HANDLE *> file
        = openFile(source, LIBSSH2_FXF_READ, 0, {Deadline::in(m_timeout), m_waker});
    if (!file)
        return file.error();
    if (!*file)
        return refused(TransferText::tr("The file %1 cannot be read on the node."), source);

    const auto receive = [&]() -> Result<void> {
        LIBSSH2_SFTP_ATTRIBUTES facts = {};
        const Result<int> found = ask([&] { return libssh2_sftp_fstat_ex(*file, &facts, 0); });
        if (!found)
            return found.error();
        if (*found != 0 || LIBSSH2_SFTP_S_ISDIR(facts.permissions))
            return refused(TransferText::tr("The file %1 cannot be read on the node."), source);
        AtomicFile target(localPath);
        if (Result<void> opened = target.open(); !opened)
            return opened;
        QByteArray buffer(pieceSize, Qt::Uninitialized);
        qint64 done = 0;
        while (true) {
            const Result<int> n
                = ask([&] { return int(libssh2_sftp_read(*file, buffer.data(), size_t(buffer.size()))); });
            if (!n)
                return n.error();
            if (*n < 0)
                return refused(TransferText::tr("The file %1 cannot be read on the node."), source);
            if (*n == 0)
                return target.commit(int(facts.permissions & 07777));
            if (Result<void> written = target.write(QByteArray::fromRawData(buffer.constData(), *n)); !written)
                return written;
            done += *n;
            if (onProgress)
                onProgress(done, qMax(done, qint64(facts.filesize)));
        }
    };
    Result<void> received = receive();
    close(*file);
    if (!received) {
        Error error = received.error();
        const QString said = TransferText::tr("%1 was not changed.").arg(localPath);
        error.detail = error.detail.isEmpty() ? said : error.detail + QLatin1Char('\n') + said;
        return error;
    }
    return received;
}
