#include "core/deploy/weightssteps.h"

#include "core/base/sizetext.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;

using std::chrono::hours;
using std::chrono::minutes;

namespace {

QStringList listArgv(const WeightsOrder &order, const QString &address)
{
    if (order.isFolder())
        return {u"find"_s, u"-L"_s, order.address, u"-type"_s, u"f"_s, u"-printf"_s, u"%s %P\\n"_s};
    return {u"curl"_s, u"-q"_s, u"-fsSL"_s, u"--connect-timeout"_s, u"20"_s, u"--max-time"_s, u"120"_s, address};
}

QStringList thereArgv(const QString &folder)
{
    return {u"sh"_s, u"-c"_s, u"cd -- \"$1\" 2>/dev/null || exit 0; find -L . -type f -printf '%s %P\\n'"_s, u"sh"_s,
            folder};
}

// Prints "at BYTES" each second. What was fetched before a link was lost is not fetched again; and what the command of
// an earlier run, which may live on without its link, still fetches is waited for: two would write into one file.
QStringList fetchArgv(const WeightsOrder &order, const WantedFile &file, const QString &part)
{
    const QString begin = u"( if command -v flock >/dev/null; then flock 9; fi; have=$(stat -c %s -- \"$1\"); "
                          "[ \"$have\" -lt \"$3\" ] || exit 0; "_s;
    const QString copy = u"tail -c +$((have + 1)) -- \"$2\" >>\"$1\""_s;
    const QString curl = u"curl -q -fsSL --connect-timeout 20 --speed-limit 1000 --speed-time 60 --retry 3 "
                         "--retry-delay 2 -C - -o \"$1\" \"$2\""_s;
    const QString wait = u" ) 9>>\"$1\" & p=$!; while kill -0 $p 2>/dev/null; do "
                         "stat -c 'at %s' -- \"$1\" 2>/dev/null; sleep 1; done; wait $p"_s;
    return {u"sh"_s, u"-c"_s, begin + (order.isFolder() ? copy : curl) + wait, u"sh"_s, part, file.url,
            QString::number(file.sizeBytes)};
}

using Sizes = QHash<QString, qint64>;    // in bytes, by path below the folder

Result<Sizes> sizesThere(StepIo &io)
{
    const Result<CommandOutput> output = io.shell.run(
        {.argv = thereArgv(io.context.launch.weights), .timeout = minutes(2), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    Sizes sizes;
    for (const QByteArray &line : output->out.split('\n')) {
        const qsizetype space = line.indexOf(' ');
        if (space > 0)
            sizes.insert(QString::fromUtf8(line.mid(space + 1)), line.left(space).toLongLong());
    }
    return sizes;
}

QString remedyOfOrder()
{
    return DeployText::tr("See \"weightsFrom\" and what follows it among the recipe's settings; \"none\" leaves the "
                          "weights to you.");
}

Result<QList<WantedFile>> wantedFiles(StepIo &io)
{
    const WeightsOrder &order = io.context.launch.weightsOrder;
    QString address = order.address;
    if (!order.isFolder()) {
        const Result<QString> list = listAddress(order);
        if (!list)
            return list.error();
        address = *list;
    }
    const QStringList argv = listArgv(order, address);
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = minutes(3), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    if (output->exitCode != 0) {
        const QString why = order.isFolder() ? DeployText::tr("the folder cannot be read")
                                             : curlTrouble(output->exitCode);
        return stepFailure(io, DeployText::tr("The list of files of %1 could not be had: %2.").arg(address, why),
                           remedyOfOrder(), textOf(*output));
    }
    Result<QList<WantedFile>> files
        = order.isFolder() ? readFolderList(order.address, output->out) : readHubList(order, output->out);
    if (!files)
        return stepFailure(io, files.error().message, remedyOfOrder(), files.error().detail);
    return files;
}

// Beside its place, under a name of this node's: two nodes may have one folder of a NAS.
QString partOf(const StepIo &io, const QString &path)
{
    const QString folder = path.contains(u'/') ? path.section(u'/', 0, -2) + u'/' : QString();
    return u"%1.%2.%3.part"_s.arg(folder, path.section(u'/', -1), strictFolderName(io.context.node.name));
}

qint64 allBytes(const QList<WantedFile> &files)
{
    qint64 bytes = 0;
    for (const WantedFile &file : files)
        bytes += file.sizeBytes;
    return bytes;
}

struct Need
{
    QList<WantedFile> files, lacking;    // all that the source has; those that are not there in their size
    Sizes there;
};

Result<Need> needOf(StepIo &io)
{
    const Result<QList<WantedFile>> files = wantedFiles(io);
    if (!files)
        return files.error();
    const Result<Sizes> there = sizesThere(io);
    if (!there)
        return there.error();
    Need need{*files, {}, *there};
    for (const WantedFile &file : *files) {
        if (there->value(file.path, -1) != file.sizeBytes)
            need.lacking << file;
    }
    return need;
}

// Said before anything is fetched.
Result<void> demandRoom(StepIo &io, qint64 needed)
{
    const QString folder = io.context.launch.weights;
    const Result<CommandOutput> output = runOrFail(
        io, {u"sh"_s, u"-c"_s, u"d=$1; while [ ! -d \"$d\" ]; do d=$(dirname -- \"$d\"); done; df -B1 -P -- \"$d\""_s,
             u"sh"_s, folder});
    if (!output)
        return output.error();
    const QList<QByteArray> lines = output->out.trimmed().split('\n');
    bool isNumber = false;
    const qint64 room = lines.last().simplified().split(' ').value(3).toLongLong(&isNumber);
    if (!isNumber || room >= needed)
        return {};
    return stepFailure(io,
                       DeployText::tr("There is no room for the weights at %1: %2 are to be fetched, %3 are free.")
                           .arg(folder, sizeText(needed), sizeText(room)),
                       DeployText::tr("Make room there, or choose another folder (setting \"weights\")."));
}

class Progress
{
public:
    Progress(StepIo &io, const QList<WantedFile> &files, qint64 done) : m_io(io), m_files(files), m_done(done)
    {
        m_all = done + allBytes(files);
    }
    void begin(int file) { m_file = file; }
    void heard(const QByteArray &piece)
    {
        m_line += piece;
        while (m_line.contains('\n')) {
            const QByteArray line = m_line.left(m_line.indexOf('\n'));
            m_line.remove(0, line.size() + 1);
            if (line.startsWith("at "))
                say(line.mid(3).toLongLong());
        }
    }
    void end() { m_done += m_files[m_file].sizeBytes; }

private:
    void say(qint64 ofFile)
    {
        if (m_last.isValid() && m_last.elapsed() < 1000)
            return;
        m_last.start();
        m_io.log(DeployText::tr("%1 of %2, file %3 of %4: %5\n")
                     .arg(sizeText(m_done + ofFile), sizeText(m_all))
                     .arg(m_file + 1)
                     .arg(m_files.size())
                     .arg(m_files[m_file].path)
                     .toUtf8());
    }

    StepIo &m_io;
    const QList<WantedFile> &m_files;
    qint64 m_done, m_all;
    int m_file = 0;
    QByteArray m_line;
    QElapsedTimer m_last;
};

// false: its SHA-256 is another one; it is gone then.
Result<bool> fetchOne(StepIo &io, const WantedFile &file, qint64 have, Progress &progress)
{
    const WeightsOrder &order = io.context.launch.weightsOrder;
    const QString part = io.context.launch.weights + u'/' + partOf(io, file.path);
    const auto remove = [&] { return runOrFail(io, {u"rm"_s, u"-f"_s, u"--"_s, part}); };
    if (have > file.sizeBytes) {
        if (const Result<CommandOutput> removed = remove(); !removed)
            return removed.error();
        have = 0;
    }
    if (have < file.sizeBytes || file.sizeBytes == 0) {
        const QStringList argv = fetchArgv(order, file, part);
        io.log("$ " + quoted(argv).toUtf8() + '\n');
        const Result<CommandOutput> output
            = io.shell.run({.argv = argv, .timeout = hours(24), .keepAtMost = 64 * 1024}, io.stop,
                           [&progress](OutputStream stream, const QByteArray &piece) {
                               if (stream == OutputStream::Out)
                                   progress.heard(piece);
                           });
        if (!output)
            return output.error();
        if (output->exitCode != 0)
            return stepFailure(io,
                               DeployText::tr("%1 could not be fetched from %2: %3.")
                                   .arg(file.path, file.url,
                                        order.isFolder() ? DeployText::tr("it cannot be copied")
                                                         : curlTrouble(output->exitCode)),
                               DeployText::tr("Resume takes it up where it stopped; what holds is not repeated.") + u' '
                                   + remedyOfOrder(),
                               QString::fromUtf8(output->err.right(2000)));
    }
    const QString look = u"stat -c %s -- \"$1\"; "_s
        + (order.isFolder()           ? u"cmp -s -- \"$1\" \"$2\" && echo same"_s
           : file.sha256.isEmpty() ? u"echo"_s
                                   : u"sha256sum <\"$1\" | cut -c1-64"_s);
    const Result<CommandOutput> looked
        = io.shell.run({.argv = {u"sh"_s, u"-c"_s, look, u"sh"_s, part, file.url}, .timeout = hours(2),
                        .isQuestion = true},
                       io.stop);
    if (!looked)
        return looked.error();
    const QStringList answer = QString::fromUtf8(looked->out).split(u'\n');
    const QString sum = order.isFolder() ? u"same"_s : file.sha256;
    if (answer.value(0).toLongLong() != file.sizeBytes || answer.value(1).trimmed() != sum) {
        io.log(DeployText::tr("%1 is not what the source says it is; it is taken away.\n").arg(file.path).toUtf8());
        if (const Result<CommandOutput> removed = remove(); !removed)
            return removed.error();
        return false;
    }
    const Result<CommandOutput> moved
        = runOrFail(io, {u"mv"_s, u"-fT"_s, u"--"_s, part, io.context.launch.weights + u'/' + file.path});
    if (!moved)
        return moved.error();
    return true;
}

} // namespace

QString curlTrouble(int exitCode)
{
    switch (exitCode) {
    case 6: return DeployText::tr("its name cannot be resolved on the node");
    case 7: return DeployText::tr("nothing answers there");
    case 18: return DeployText::tr("the connection ended before the file did");
    case 22: return DeployText::tr("it answers with an HTTP error: there is no such model, revision or file, or it is "
                                   "not public");
    case 23: return DeployText::tr("it could not be written on the node");
    case 28: return DeployText::tr("nothing came for a minute");
    case 35: case 60: return DeployText::tr("its certificate is not trusted on the node, or there is no TLS there");
    case 52: case 56: return DeployText::tr("the connection was lost");
    case 127: return DeployText::tr("there is no curl on the node");
    default: return DeployText::tr("curl ended with exit code %1").arg(exitCode);
    }
}

bool fetchesWeights(const StepContext &context) { return !context.launch.weightsOrder.isNone(); }

QStringList weightsProbes(const StepContext &context)
{
    const WeightsOrder &order = context.launch.weightsOrder;
    const Result<QString> address = order.isFolder() ? Result<QString>(order.address) : listAddress(order);
    return {quoted(listArgv(order, address ? *address : QString())), quoted(thereArgv(context.launch.weights))};
}

QStringList weightsCommands(const StepContext &context)
{
    const WeightsOrder &order = context.launch.weightsOrder;
    return {quoted({u"mkdir"_s, u"-p"_s, u"--"_s, context.launch.weights}),
            order.isFolder()
                ? DeployText::tr("each file that is missing there is copied from %1, and compared").arg(order.address)
                : DeployText::tr("each file that is missing there is fetched with curl, and its size and SHA-256 "
                                 "are checked")};
}

Result<StepAnswer> probeWeights(StepIo &io)
{
    const Result<Need> need = needOf(io);
    if (!need)
        return need.error();
    const QList<WantedFile> &files = need->files, &lack = need->lacking;
    if (lack.isEmpty())
        return StepAnswer{true, DeployText::tr("%1 files, %2").arg(files.size()).arg(sizeText(allBytes(files)))};
    return StepAnswer{false, DeployText::tr("%1 of %2 files are missing, %3")
                                 .arg(lack.size())
                                 .arg(files.size())
                                 .arg(sizeText(allBytes(lack)))};
}

Result<void> fetchWeights(StepIo &io)
{
    const Result<Need> need = needOf(io);
    if (!need)
        return need.error();
    const QList<WantedFile> &lack = need->lacking;
    const auto have = [&](const WantedFile &file) { return need->there.value(partOf(io, file.path), 0); };
    qint64 needed = 0;
    QStringList folders{io.context.launch.weights};
    for (const WantedFile &file : lack) {
        needed += std::max<qint64>(0, file.sizeBytes - have(file));
        const QString folder = io.context.launch.weights + u'/' + file.path.section(u'/', 0, -2);
        if (file.path.contains(u'/') && !folders.contains(folder))
            folders << folder;
    }
    if (const Result<void> room = demandRoom(io, needed); !room)
        return room.error();
    if (const Result<CommandOutput> made = runOrFail(io, QStringList{u"mkdir"_s, u"-p"_s, u"--"_s} + folders); !made)
        return made.error();
    Progress progress(io, lack, allBytes(need->files) - allBytes(lack));
    for (int i = 0; i < lack.size(); ++i) {
        progress.begin(i);
        Result<bool> right = fetchOne(io, lack[i], have(lack[i]), progress);
        if (right && !*right)
            right = fetchOne(io, lack[i], 0, progress);
        if (!right)
            return right.error();
        if (!*right)
            return stepFailure(io,
                               DeployText::tr("%1 was fetched twice and is each time not what %2 says it is (size or "
                                              "SHA-256).")
                                   .arg(lack[i].path, io.context.launch.weightsOrder.from),
                               DeployText::tr("Something between the node and the source changes it: a proxy, a mirror "
                                              "that is not up to date, a broken disk.")
                                   + u' ' + remedyOfOrder());
        progress.end();
    }
    return {};
}
