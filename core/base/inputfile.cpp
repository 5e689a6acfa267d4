#include "core/base/inputfile.h"

#include <QCoreApplication>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

struct InputFileText
{
    Q_DECLARE_TR_FUNCTIONS(InputFile)
};

Error unreadable(const QString &name, int reason)
{
    return {ErrorKind::Storage,
            InputFileText::tr("%1 cannot be read: %2.").arg(name, QString::fromLocal8Bit(strerror(reason))),
            {},
            {}};
}

// Waits until a read does not block. A FIFO that nobody writes into yet is not readable; files always are.
Result<void> awaitInput(int descriptor, const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        struct pollfd one = {descriptor, POLLIN, 0};
        const int ready = ::poll(&one, 1, 50);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return {};
    }
    return canceled();
}

// Up to `most` bytes; none: the end.
Result<QByteArray> piece(int descriptor, const QString &name, qint64 most, const std::stop_token &stop)
{
    QByteArray bytes(most, Qt::Uninitialized);
    while (true) {
        if (const Result<void> ready = awaitInput(descriptor, stop); !ready)
            return ready.error();
        const ssize_t length = ::read(descriptor, bytes.data(), size_t(most));
        if (length >= 0) {
            bytes.truncate(length);
            return bytes;
        }
        if (errno != EINTR && errno != EAGAIN)
            return unreadable(name, errno);
    }
}

} // namespace

Error notReadable(const QString &path)
{
    struct stat info = {};
    const QByteArray name = QFile::encodeName(path);
    if (::stat(name.constData(), &info) != 0)
        return unreadable(path, errno);
    if (S_ISDIR(info.st_mode))
        return unreadable(path, EISDIR);
    if (!S_ISREG(info.st_mode))
        return {ErrorKind::Storage,
                InputFileText::tr("%1 cannot be read: it is a pipe or a device, not a file.").arg(path), {}, {}};
    return unreadable(path, ::access(name.constData(), R_OK) != 0 ? errno : EIO);
}

Result<QByteArray> readDescriptor(int descriptor, const QString &name, qint64 atMost, std::stop_token stop)
{
    QByteArray text;
    while (true) {
        const Result<QByteArray> more = piece(descriptor, name, 64 * 1024, stop);
        if (!more)
            return more.error();
        if (more->isEmpty())
            return text;
        text += *more;
        if (text.size() > atMost)
            return Error{ErrorKind::Storage,
                         InputFileText::tr("%1 is larger than %2 MB; cut it to the part to be read.")
                             .arg(name)
                             .arg(atMost / (1024 * 1024)),
                         {},
                         {}};
    }
}

Result<QByteArray> readLineOf(int descriptor, const QString &name, qint64 atMost, std::stop_token stop)
{
    QByteArray line;
    while (line.size() <= atMost) {
        const Result<QByteArray> one = piece(descriptor, name, 1, stop); // byte by byte: the rest is not ours
        if (!one)
            return one.error();
        if (one->isEmpty() || *one == "\n")
            break;
        line += *one;
    }
    while (line.endsWith('\r'))
        line.chop(1);
    return line;
}

namespace {

// Calls work(descriptor, name) on what the path names; `-` is standard input.
template<typename Answer, typename Work>
Answer withInput(const QString &path, const Work &work)
{
    if (path == "-"_L1)
        return work(STDIN_FILENO, InputFileText::tr("standard input"));
    // Without waiting for a writer: that wait would not hear a stop.
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        return unreadable(path, errno);
    struct stat facts = {};
    Answer answer = ::fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode)
        ? Answer(Error{ErrorKind::Storage, InputFileText::tr("%1 is a folder, not a file.").arg(path), {}, {}})
        : work(descriptor, path);
    ::close(descriptor);
    return answer;
}

} // namespace

Result<QByteArray> readInput(const QString &path, qint64 atMost, std::stop_token stop)
{
    return withInput<Result<QByteArray>>(path, [&](int descriptor, const QString &name) {
        return readDescriptor(descriptor, name, atMost, stop);
    });
}

Result<void> readPieces(const QString &path, const std::function<void(const QByteArray &piece)> &take,
                        std::stop_token stop)
{
    return withInput<Result<void>>(path, [&](int descriptor, const QString &name) -> Result<void> {
        while (true) {
            const Result<QByteArray> more = piece(descriptor, name, 256 * 1024, stop);
            if (!more)
                return more.error();
            if (more->isEmpty())
                return {};
            take(*more);
        }
    });
}
