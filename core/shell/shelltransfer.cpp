#include "core/shell/shelltransfer.h"

#include "core/shell/atomicfile.h"
#include "core/shell/transfertext.h"
#include "core/shell/uploadname.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::minutes longestTransfer{60};

// $1 path, $2 mode, $3 size. A path without a slash is impossible here (plainPath). The size is compared because a lost
// link looks like the end of stdin.
const QString &uploadScript()
{
    static const QString script
        = u"set -e; umask 077; d=$(dirname -- \"$1\"; echo x); d=${d%??}; [ ! -d \"$1\" ] || { echo 'it is a folder' "
          u">&2; "
          "exit 1; }; "
          "mkdir -p -- \"$d\"; t=\"$d/"_s
        + uploadPrefix
        + u"$$\"; trap 'rm -f -- \"$t\"' EXIT; trap 'exit 1' TERM HUP INT; "
          "cat >\"$t\"; [ \"$(wc -c <\"$t\")\" -eq \"$3\" ] || { echo 'the content did not arrive whole' >&2; exit 1; "
          "}; "
          "chmod -- \"$2\" \"$t\"; sync -- \"$t\" 2>/dev/null || sync; mv -f -- \"$t\" \"$1\"; trap - EXIT"_s;
    return script;
}

Error failed(const QString &sentence, const QString &path, const CommandOutput &output)
{
    return {ErrorKind::Storage, sentence.arg(path), QString::fromUtf8(output.err).trimmed(), {}};
}

// A path that begins with '-' would be an option, and "~" is not for us to guess at.
QString plainPath(const QString &path)
{
    return path.startsWith(QLatin1Char('/')) ? path : u"./"_s + path;
}

} // namespace

Result<void> uploadByCommand(Shell &shell, const QByteArray &content, const QString &path, int mode,
                             std::stop_token stop, const Shell::ProgressHandler &onProgress)
{
    Command command;
    command.argv = {u"sh"_s,
                    u"-c"_s,
                    uploadScript(),
                    u"upload"_s,
                    plainPath(path),
                    QString::number(mode, 8),
                    QString::number(content.size())};
    command.input = content;
    command.timeout = longestTransfer;
    const Result<CommandOutput> output = shell.run(command, std::move(stop));
    if (!output)
        return output.error();
    if (output->exitCode != 0)
        return failed(TransferText::tr("%1 cannot be written on the node."), path, *output);
    if (onProgress)
        onProgress(content.size(), content.size());
    return {};
}

Result<void> downloadByCommand(Shell &shell, const QString &path, const QString &localPath,
                               std::stop_token stop, const Shell::ProgressHandler &onProgress)
{
    Command ask{{u"stat"_s, u"-L"_s, u"-c"_s, u"%a %s %F"_s, u"--"_s, plainPath(path)}};
    const Result<CommandOutput> facts = shell.run(ask, stop);
    if (!facts)
        return facts.error();
    const QList<QByteArray> parts = facts->out.simplified().split(' ');
    if (facts->exitCode != 0 || parts.size() < 3 || parts[2] == "directory")
        return failed(TransferText::tr("The file %1 cannot be read on the node."), path, *facts);

    AtomicFile target(localPath);
    if (const Result<void> opened = target.open(); !opened)
        return opened.error();
    Command command{{u"cat"_s, u"--"_s, plainPath(path)}};
    command.keepAtMost = 0;
    command.timeout = longestTransfer;
    Result<void> written;
    qint64 done = 0;
    const qint64 total = parts[1].toLongLong();
    const Result<CommandOutput> output
        = shell.run(command, std::move(stop), [&](OutputStream stream, const QByteArray &piece) {
              if (stream != OutputStream::Out || !written)
                  return;
              written = target.write(piece);
              done += piece.size();
              if (onProgress)
                  onProgress(done, qMax(done, total));
          });
    if (!output)
        return output.error();
    if (!written)
        return written;
    if (output->exitCode != 0)
        return failed(TransferText::tr("The file %1 cannot be read on the node."), path, *output);
    return target.commit(parts[0].toInt(nullptr, 8) & 07777);
}
