#include "core/deploy/weightssteps.h"

#include "core/base/sizetext.h"
#include "core/deploy/transferpace.h"
#include "core/deploy/weightslist.h"
#include "core/runs/deploytext.h"
#include "core/shell/pieces.h"
#include "core/shell/quote.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

using std::chrono::hours;
using std::chrono::minutes;

namespace {

// "f SIZE SECONDS PATH" of each file, by links too; then "TYPE 0 0 PATH" of all that is no file, where a link is "l".
QStringList thereArgv(const QString &folder)
{
    return {u"sh"_s, u"-c"_s,
            u"cd -- \"$1\" 2>/dev/null || exit 0; find -L . -type f -printf 'f %s %T@ %P\\0' 2>/dev/null; "
            "find . -mindepth 1 ! -type f -printf '%y 0 0 %P\\0' 2>/dev/null; exit 0"_s,
            u"sh"_s, folder};
}

// Into our own folder of parts, $2 below $1, and nowhere else: by a link that was planted, or into a folder that
// others may write to, root would write where they want. Who owns a new file there owns the folder: on a NAS that may
// be nobody.
const QString enter = u"refuse() { echo \"unsafe: $1\" >&2; exit 90; }; "
                      "cd -P -- \"$1\" || exit 1; w=$(pwd -P); [ \"$w\" != / ] || w=; "
                      "[ ! -L \"$2\" ] || refuse \"$2\"; "
                      // another run that fetches here has taken it away, empty
                      "[ -e \"$2\" ] || mkdir -m 700 -- \"$2\" 2>/dev/null; cd -P -- \"$2\" || exit 1; "
                      "[ \"$(pwd -P)\" = \"$w/$2\" ] || refuse \"$2\"; o=$(mktemp ./.own.XXXXXX) || exit 1; "
                      "u=$(stat -c %u \"$o\"); rm -f \"$o\"; "
                      "[ \"$(stat -c %u .)\" = \"$u\" ] || refuse \"$2\"; "
                      "[ -z \"$(find . -maxdepth 0 -perm /022)\" ] || refuse \"$2\"; "
                      "[ ! -L \"$3\" ] && { [ -f \"$3\" ] || [ ! -e \"$3\" ]; } || refuse \"$2/$3\"; "_s;

// Prints "at BYTES" each second. What was fetched before a link was lost is not fetched again; and what the command of
// an earlier run, which may live on without its link, still fetches is waited for: two would write into one file. What
// it has put into its place by then is there. A server that cannot begin in the middle is asked for the whole, once.
// The HTTP code is told on stderr.
// replaces: what lies in its place is this run's and is to go. ssh: by which the node gets to where the file is.
QStringList fetchArgv(const WeightsOrder &order, const QString &folder, const QString &parts, const WantedFile &file,
                      const QString &part, bool replaces, const QStringList &ssh = {})
{
    const QString begin = enter
        + u"( if command -v flock >/dev/null; then flock 9; fi; "
          "if [ -z \"$7\" ] && [ ! -s \"$3\" ] && [ -f \"$w/$6\" ] && "
          "[ \"$(stat -L -c %s -- \"$w/$6\")\" = \"$5\" ]; then rm -f -- \"$3\"; exit 0; fi; "
          "have=$(stat -c %s -- \"$3\"); [ \"$have\" -lt \"$5\" ] || exit 0; "_s;
    const QString copy = u"tail -c +$((have + 1)) -- \"$4\" >>\"$3\""_s;
    const QString curl = u"get() { code=$(curl -q -fsSL --connect-timeout 20 --speed-limit 1000 --speed-time 60 "
                         "--retry 3 --retry-delay 2 -w '%{http_code}' \"$@\"); r=$?; }; "
                         "get -C - -o \"$3\" \"$4\"; case $r,$code in 33,*|36,*|*,416) "
                         "if [ \"$have\" -gt 0 ]; then : >\"$3\"; get -o \"$3\" \"$4\"; fi;; esac; "
                         "[ $r = 0 ] || echo \"http $code\" >&2; exit $r"_s;
    const QString over = u"a=$4; f=$3; shift 7; \"$@\" \"tail -c +$((have + 1)) -- $a\" >>\"$f\" </dev/null"_s;
    const QString wait = u" ) 9>>\"$3\" & p=$!; while kill -0 $p 2>/dev/null; do "
                         "stat -c 'at %s' -- \"$3\" 2>/dev/null; sleep 1; done; wait $p"_s;
    const QString &way = order.isFolder() ? copy : ssh.isEmpty() ? curl : over;
    return QStringList{u"sh"_s, u"-c"_s, begin + way + wait, u"sh"_s, folder, parts, part,
                       ssh.isEmpty() ? file.url : quoted(file.url), QString::number(file.sizeBytes), file.path,
                       replaces ? u"replace"_s : QString()}
        + ssh;
}

// The kind of its sum, for sumScript.
QString sumKind(const WeightsOrder &order, const WantedFile &file)
{
    return order.isFolder()          ? u"same"_s
        : !file.sha256.isEmpty()  ? u"sha256"_s
        : !file.gitSha1.isEmpty() ? u"git"_s
                                   : QString();
}
QString sumWanted(const WeightsOrder &order, const WantedFile &file)
{
    return order.isFolder() ? u"same"_s : !file.sha256.isEmpty() ? file.sha256 : file.gitSha1;
}

// sum KIND FILE SIZE OTHER
const QString sumScript
    = u"sum() { case $1 in sha256) s=$(sha256sum <\"$2\");; "
      "git) s=$({ printf 'blob %s\\0' \"$3\"; cat <\"$2\"; } | sha1sum);; "
      "same) if cmp -s -- \"$2\" \"$4\"; then s=same; else s=other; fi;; *) s=;; esac; "
      "printf '%s\\n' \"${s%% *}\"; }; "_s;

// Of stdin's lines, three for each file: kind, size, path.
QStringList sumsArgv(const WeightsOrder &order, const QString &folder)
{
    return {u"sh"_s, u"-c"_s,
            sumScript
                + u"cd -- \"$1\" || exit 1; while IFS= read -r k && IFS= read -r n && IFS= read -r f; do "
                  "sum \"$k\" \"./$f\" \"$n\" \"$2/$f\"; done"_s,
            u"sh"_s, folder, order.isFolder() ? order.address : QString()};
}

struct There
{
    qint64 sizeBytes = 0;
    QString stamp;                       // size and time of the last change
};
struct Folder
{
    QHash<QString, There> files;         // by path below the folder; links are followed
    QHash<QString, char> others;         // links, folders, ...
};

Result<Folder> whatIsThere(StepIo &io)
{
    const Result<CommandOutput> output = io.shell.run(
        {.argv = thereArgv(io.context.launch.weights), .timeout = minutes(2), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    Folder folder;
    for (const QByteArray &line : output->out.split('\0')) {
        const QString text = QString::fromUtf8(line), path = text.section(u' ', 3);
        if (path.isEmpty())
            continue;
        const QString size = text.section(u' ', 1, 1);
        if (line.startsWith('f'))
            folder.files.insert(path, {size.toLongLong(), size + u' ' + text.section(u' ', 2, 2)});
        else
            folder.others.insert(path, line[0]);
    }
    return folder;
}

// One for each node: two may have one folder of a NAS.
QString partsFolder(const StepIo &io) { return partsPrefix + strictFolderName(io.context.node.name); }

QString partOf(const QString &path)
{
    const QString name = QString::fromLatin1(QUrl::toPercentEncoding(path));
    return (name.size() <= 200
                ? name
                : QString::fromLatin1(QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex()))
        + u".part"_s;
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
    QList<WantedFile> files, lacking;    // all that the source has; those that are not there
    Folder there;
    QStringList inTheWay;                // what is there, is not as listed and not of this run: a phrase for each
    int bySize = 0;                      // files whose content was not compared
};

// Was put there by this run, and nobody has changed it since. (Older versions of the program kept whole seconds.)
bool isOwn(const StepIo &io, const QString &path, const There &there)
{
    const QString put = stringAt(member(io.data, "put"), path.toUtf8().constData());
    return !there.stamp.isEmpty() && put == (put.contains(u'.') ? there.stamp : there.stamp.section(u'.', 0, 0));
}

// The sum that was listed when this run fetched it; empty: it was not this run, or an older version of the program.
QString listedThen(const StepIo &io, const QString &path)
{
    return stringAt(member(io.data, "sums"), path.toUtf8().constData());
}

bool isOfAnotherRevision(const StepIo &io, const WeightsOrder &order, const WantedFile &file)
{
    const QString then = listedThen(io, file.path);
    return !then.isEmpty() && then != sumWanted(order, file);
}

// The sums of `files` as they lie in the folder.
Result<QStringList> sumsOf(StepIo &io, const QList<WantedFile> &files)
{
    if (files.isEmpty())
        return QStringList();
    const WeightsOrder &order = io.context.launch.weightsOrder;
    QByteArray input;
    for (const WantedFile &file : files)
        input += (sumKind(order, file) + u'\n' + QString::number(file.sizeBytes) + u'\n' + file.path + u'\n').toUtf8();
    const Result<CommandOutput> output
        = io.shell.run({.argv = sumsArgv(order, io.context.launch.weights), .input = input, .timeout = hours(1),
                        .isQuestion = true},
                       io.stop);
    if (!output)
        return output.error();
    return QString::fromUtf8(output->out).split(u'\n');
}

Result<Need> judged(StepIo &io, const QList<WantedFile> &files)
{
    const WeightsOrder &order = io.context.launch.weightsOrder;
    const Result<Folder> there = whatIsThere(io);
    if (!there)
        return there.error();
    Need need{files, {}, *there, {}, 0};
    QList<WantedFile> hashed;
    for (const WantedFile &file : files) {
        const auto found = there->files.constFind(file.path);
        const bool isThere = found != there->files.cend(), isOurs = isThere && isOwn(io, file.path, *found);
        if (isThere && found->sizeBytes == file.sizeBytes) {
            const bool isAsked = file.sizeBytes < hashedBelow && !sumKind(order, file).isEmpty();
            if (isAsked)
                hashed << file;
            else if (isOurs && !sumKind(order, file).isEmpty() && isOfAnotherRevision(io, order, file))
                need.lacking << file;    // the publisher has changed it since: what is there is replaced
            else if (!isOurs || listedThen(io, file.path).isEmpty())
                ++need.bySize;           // what this run brought was compared then
            continue;
        }
        need.lacking << file;
        if (isThere && !isOurs) {
            need.inTheWay << DeployText::tr("%1 (%2 bytes there, %3 listed)")
                                 .arg(file.path)
                                 .arg(found->sizeBytes)
                                 .arg(file.sizeBytes);
            continue;
        }
        if (!isThere && there->others.contains(file.path)) {
            need.inTheWay << (there->others.value(file.path) == 'l'
                                  ? DeployText::tr("%1 (a symbolic link)").arg(file.path)
                                  : DeployText::tr("%1 (no file, but a folder or the like)").arg(file.path));
            continue;
        }
        for (qsizetype slash = file.path.indexOf(u'/'); slash > 0; slash = file.path.indexOf(u'/', slash + 1)) {
            const QString folder = file.path.left(slash);
            const QString phrase = there->others.value(folder) == 'l'
                ? DeployText::tr("%1 (a symbolic link: what is written there lands somewhere else)").arg(folder)
                : DeployText::tr("%1 (a file where a folder is to be)").arg(folder);
            if ((there->others.value(folder, 'd') != 'd' || there->files.contains(folder))
                && !need.inTheWay.contains(phrase))
                need.inTheWay << phrase;
        }
    }
    const Result<QStringList> sums = sumsOf(io, hashed);
    if (!sums)
        return sums.error();
    for (qsizetype i = 0; i < hashed.size(); ++i) {
        if (sums->value(i) == sumWanted(order, hashed[i]))
            continue;
        need.lacking << hashed[i];
        if (!isOwn(io, hashed[i].path, there->files.value(hashed[i].path)))
            need.inTheWay << DeployText::tr("%1 (as long as listed, but with another content)").arg(hashed[i].path);
    }
    return need;
}

// Error: something is in the way that is not of this run.
Result<Need> needOf(StepIo &io)
{
    const Result<QList<WantedFile>> files = wantedFiles(io);
    if (!files)
        return files.error();
    const Result<Need> need = judged(io, *files);
    if (!need || need->inTheWay.isEmpty())
        return need;
    const QString folder = io.context.launch.weights,
                  first = folder + u'/' + need->inTheWay.first().section(u" ("_s, 0, 0);
    return stepFailure(
        io,
        DeployText::tr("In %1 lies what is not as %2 lists it, and it is not of this run: %3. Nothing was changed.")
            .arg(folder, sourceText(io.context),
                 need->inTheWay.mid(0, 5).join(u", "_s) + (need->inTheWay.size() > 5 ? u", …"_s : QString())),
        DeployText::tr("It may be yours, or a copy that was cut short. Move it away, for example by %1, or remove it, "
                       "then resume. To serve what is there, set \"weightsFrom\" to none.")
            .arg(quoted({u"mv"_s, u"--"_s, first, first + u".before"_s})));
}

// Of what is missing; parts are there already.
qint64 bytesToCome(const StepIo &io, const Need &need)
{
    qint64 bytes = 0;
    for (const WantedFile &file : need.lacking) {
        const qint64 have = need.there.files.value(partsFolder(io) + u'/' + partOf(file.path)).sizeBytes;
        bytes += std::max<qint64>(0, file.sizeBytes - have);
    }
    return bytes;
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
    void say(qint64 ofFile)
    {
        if (m_last.isValid() && m_last.elapsed() < 900) // what a node prints each second comes a little sooner or later
            return;
        m_last.start();
        const QString words = DeployText::tr("%1, file %2 of %3: %4")
                                  .arg(m_pace.words(m_done + ofFile, m_all))
                                  .arg(m_file + 1)
                                  .arg(m_files.size())
                                  .arg(m_files[m_file].path);
        m_io.log(words.toUtf8() + '\n');
        if (m_io.tell)
            m_io.tell(words);
    }

private:
    StepIo &m_io;
    const QList<WantedFile> &m_files;
    qint64 m_done, m_all;
    int m_file = 0;
    QByteArray m_line;
    QElapsedTimer m_last;
    TransferPace m_pace;
};

Error unsafeParts(const StepIo &io, const QString &said)
{
    const QString path = io.context.launch.weights + u'/' + said.section(u"unsafe: "_s, 1).section(u'\n', 0, 0);
    return stepFailure(io,
                       DeployText::tr("%1 is a symbolic link, no folder or file of this login's, or others may write "
                                      "to it: what is written there could land somewhere else.")
                           .arg(path),
                       DeployText::tr("Look what it is and who made it, then remove it: %1")
                           .arg(quoted({u"rm"_s, u"-r"_s, u"--"_s, path})));
}

// $1 the folder, $2 that of the parts, $3 the mode of new ones, then the folders of the files, outermost first. What a
// hub has everybody may read; what comes from a node or from this computer may be private: 750 and 640, which MindIE
// documents.
Result<void> makeFolders(StepIo &io, const QList<WantedFile> &files)
{
    QStringList folders;
    for (const WantedFile &file : files) {
        for (qsizetype slash = file.path.indexOf(u'/'); slash > 0; slash = file.path.indexOf(u'/', slash + 1)) {
            if (!folders.contains(file.path.left(slash)))
                folders << file.path.left(slash);
        }
    }
    const QString script
        = u"m=$3; [ -d \"$1\" ] || { mkdir -p -- \"$(dirname -- \"$1\")\" && "
          "mkdir ${m:+-m \"$m\"} -- \"$1\" 2>/dev/null; }; "
          "cd -P -- \"$1\" || exit 1; w=$(pwd -P); [ \"$w\" != / ] || w=; p=$2; shift 3; "
          "[ -d \"$p\" ] || [ -L \"$p\" ] || mkdir -m 700 -- \"$p\" || exit 1; "
          "for d; do [ ! -L \"$w/$d\" ] || { echo \"unsafe: $d\" >&2; exit 90; }; "
          "[ -d \"$w/$d\" ] || mkdir ${m:+-m \"$m\"} -- \"$w/$d\" || exit 1; done"_s;
    const QStringList argv
        = QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s, io.context.launch.weights, partsFolder(io),
                      io.context.launch.weightsOrder.isBrought() ? u"750"_s : QString()}
        + folders;
    const Result<CommandOutput> made = runLogged(io, argv);
    if (!made)
        return made.error();
    if (made->exitCode == 90)
        return unsafeParts(io, QString::fromUtf8(made->err));
    if (made->exitCode != 0)
        return stepFailure(io, DeployText::tr("No folder can be made in %1.").arg(io.context.launch.weights),
                           DeployText::tr("See that the disk is not full and the user of the login may write there."),
                           textOf(*made));
    return {};
}

// "other-node": the link to the one that has them, and ssh's words by which this node gets there itself; empty: what
// is copied comes through this computer.
struct Source
{
    std::unique_ptr<Shell> shell;
    QStringList ssh;
};

// By the node itself, into its part.
Result<void> fetchThere(StepIo &io, const WantedFile &file, const QString &part, bool replaces,
                        const QStringList &ssh, Progress &progress)
{
    const WeightsOrder &order = io.context.launch.weightsOrder;
    const QStringList argv = fetchArgv(order, io.context.launch.weights, partsFolder(io), file, part, replaces, ssh);
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = hours(24), .keepAtMost = 64 * 1024}, io.stop,
                       [&progress](OutputStream stream, const QByteArray &piece) {
                           if (stream == OutputStream::Out)
                               progress.heard(piece);
                       });
    if (!output)
        return output.error();
    if (output->exitCode == 90)
        return unsafeParts(io, QString::fromUtf8(output->err));
    if (output->exitCode != 0) {
        const int code = httpCodeIn(output->err);
        return stepFailure(io,
                           DeployText::tr("%1 could not be fetched from %2: %3.")
                               .arg(file.path, order.isOfNode() ? sourceText(io.context) : file.url,
                                    order.isFolder() || order.isOfNode() ? DeployText::tr("it cannot be copied")
                                                                         : curlTrouble(output->exitCode, code)),
                           order.isOfNode() ? resumeRemedy() : remedyOf(code),
                           QString::fromUtf8(output->err.right(2000)));
    }
    return {};
}

// A file of this computer, or of another node (`source`), into its part; `file` then knows the sum of what was sent.
Result<void> sendOne(StepIo &io, WantedFile &file, const QStringList &inParts, Shell *source, Progress &progress)
{
    bool isHere = false;                 // what failed did so on this node
    const auto onPart = [&](const QString &script, const QStringList &more,
                            const QByteArray &input = {}) -> Result<CommandOutput> {
        QStringList argv = inParts + more;
        argv[2] += script;
        Result<CommandOutput> output
            = io.shell.run({.argv = argv, .input = input, .timeout = minutes(10), .isQuestion = true}, io.stop);
        isHere = !output || output->exitCode != 0;
        if (!isHere || !output)
            return output;
        if (output->exitCode == 90)
            return unsafeParts(io, QString::fromUtf8(output->err));
        return stepFailure(io,
                           source ? DeployText::tr("%1 could not be copied from %2.")
                                        .arg(file.path, sourceText(io.context))
                                  : DeployText::tr("%1 could not be copied from this computer.").arg(file.path),
                           resumeRemedy(), textOf(*output));
    };
    io.log((source ? DeployText::tr("from %1, through this computer: %2\n")
                         .arg(io.context.launch.weightsOrder.node, file.url)
                   : DeployText::tr("from this computer: %1\n").arg(file.url))
               .toUtf8());
    const Result<CommandOutput> before
        = onPart(u"h=$(stat -c %s -- \"$3\" 2>/dev/null) || h=0; [ \"$h\" -le \"$4\" ] || h=0; "
                 "[ \"$h\" -gt 0 ] || ( umask 077; : >\"$3\" ) || exit 1; echo \"$h\""_s,
                 {QString::number(file.sizeBytes)});
    if (!before)
        return before.error();
    const auto send = [&](qint64 at, const QByteArray &piece) -> Result<void> {
        const Result<CommandOutput> sent
            = onPart(u"h=$(stat -c %s -- \"$3\") || exit 1; [ \"$h\" = \"$4\" ] || { echo \"size $h, not $4\" >&2; "
                     "exit 91; }; cat >>\"$3\""_s,
                     {QString::number(at)}, piece);
        return sent ? Result<void>() : sent.error();
    };
    const auto say = [&progress](qint64 at) { progress.say(at); };
    const qint64 there = before->out.trimmed().toLongLong();
    const Result<QByteArray> sum = source
        ? sendFromNode(*source, file.url, file.sizeBytes, there, send, say, io.stop)
        : sendInPieces(file.url, there, send, say, io.stop);
    if (!sum && source && !isHere)
        return ofTheSource(io, sum.error());
    if (!sum && sum.error().kind == ErrorKind::Storage)
        return stepFailure(io, sum.error().message, resumeRemedy(), sum.error().detail);
    if (!sum)
        return sum.error();
    const QString sent = QString::fromLatin1(*sum);
    if (!file.sha256.isEmpty() && file.sha256 != sent && source)
        return stepFailure(io,
                           DeployText::tr("%1 of %2 was changed while it was copied; it was not put into its place.")
                               .arg(file.path, sourceText(io.context)),
                           resumeRemedy());
    if (!file.sha256.isEmpty() && file.sha256 != sent)
        return stepFailure(io,
                           DeployText::tr("%1 is not what its SHA256SUMS says; it was not put into its place.")
                               .arg(file.url),
                           DeployText::tr("The copy on this computer is damaged, or was changed: get that file anew, "
                                          "then resume."));
    file.sha256 = sent;
    return {};
}

// false: its hash is another one; it is gone then.
Result<bool> fetchOne(StepIo &io, WantedFile file, const Folder &there, const Source &source, Progress &progress)
{
    const WeightsOrder &order = io.context.launch.weightsOrder;
    const QString folder = io.context.launch.weights, parts = partsFolder(io), part = partOf(file.path);
    const QStringList begin{u"sh"_s, u"-c"_s};
    const auto inParts = [&](const QString &script, const QStringList &more) {
        return begin + QStringList{enter + script, u"sh"_s, folder, parts, part} + more;
    };
    // what lies there is this run's, and not as listed now
    const bool isOurs = isOwn(io, file.path, there.files.value(file.path));
    if (order.isBrought() && source.ssh.isEmpty()) {
        if (const Result<void> sent = sendOne(io, file, inParts({}, {}), source.shell.get(), progress); !sent)
            return sent.error();
    } else if (const Result<void> fetched = fetchThere(io, file, part, isOurs, source.ssh, progress); !fetched) {
        return fetched.error();
    }
    if (!source.ssh.isEmpty() && file.sha256.isEmpty()) {
        const Result<QByteArray> sum = sha256OnNode(*source.shell, file.url, io.stop);
        if (!sum)
            return ofTheSource(io, sum.error());
        file.sha256 = QString::fromLatin1(*sum);
    }
    const Result<CommandOutput> looked = io.shell.run(
        {.argv = inParts(u"[ -e \"$3\" ] || exit 91; stat -c %s -- \"$3\"; "_s + sumScript
                             + u"sum \"$4\" \"$3\" \"$5\" \"$6\""_s,
                         {sumKind(order, file), QString::number(file.sizeBytes), file.url}),
         .timeout = hours(2), .isQuestion = true},
        io.stop);
    if (!looked)
        return looked.error();
    // Another deployment that fetches into this folder was faster.
    const auto isThereMeanwhile = [&]() -> Result<bool> {
        const Result<Need> now = judged(io, {file});
        if (!now)
            return now.error();
        return now->lacking.isEmpty();
    };
    if (looked->exitCode == 90)
        return unsafeParts(io, QString::fromUtf8(looked->err));
    if (looked->exitCode == 91)
        return isThereMeanwhile();
    const QStringList answer = QString::fromUtf8(looked->out).split(u'\n');
    if (answer.value(0).toLongLong() != file.sizeBytes || answer.value(1).trimmed() != sumWanted(order, file)) {
        io.log(DeployText::tr("%1 is not what the source says it is; it is taken away.\n").arg(file.path).toUtf8());
        if (const Result<CommandOutput> removed = runOrFail(io, inParts(u"rm -f -- \"$3\""_s, {})); !removed)
            return removed.error();
        return false;
    }
    // -n: what came there meanwhile is not ours to replace.
    const QString sub = file.path.contains(u'/') ? file.path.section(u'/', 0, -2) : QString();
    const Result<CommandOutput> moved = io.shell.run(
        {.argv = inParts(u"p=$PWD; if [ -n \"$4\" ]; then cd -P -- \"$w/$4\" || exit 1; "
                         "[ \"$(pwd -P)\" = \"$w/$4\" ] || refuse \"$4\"; else cd -P -- \"${w:-/}\"; fi; "
                         "[ -z \"$7\" ] || chmod \"$7\" -- \"$p/$3\" 2>/dev/null; "
                         "mv \"$6\" -- \"$p/$3\" \"./$5\"; [ ! -e \"$p/$3\" ] && "
                         "find -L \"./$5\" -maxdepth 0 -printf '%s %T@\\n'"_s,
                         {sub, file.path.section(u'/', -1), isOurs ? u"-fT"_s : u"-nT"_s,
                          order.isBrought() ? u"640"_s : QString()}),
         .timeout = minutes(2), .isQuestion = true},
        io.stop);
    if (!moved)
        return moved.error();
    if (moved->exitCode == 90)
        return unsafeParts(io, QString::fromUtf8(moved->err));
    if (moved->exitCode == 0) {
        io.data["put"][file.path.toStdString()] = QString::fromUtf8(moved->out).trimmed().toStdString();
        io.data["sums"][file.path.toStdString()] = sumWanted(order, file).toStdString();
        if (const Result<void> saved = io.save(); !saved)
            return saved.error();
        return true;
    }
    const Result<bool> isThere = isThereMeanwhile();
    if (!isThere)
        return isThere.error();
    if (!*isThere)
        return stepFailure(io, DeployText::tr("%1 could not be put into its place.").arg(file.path), resumeRemedy(),
                           textOf(*moved));
    return true;
}

} // namespace

bool fetchesWeights(const StepContext &context) { return !context.launch.weightsOrder.isNone(); }

QStringList weightsProbes(const StepContext &context)
{
    const WeightsOrder &order = context.launch.weightsOrder;
    if (order.isOfDesktop())
        return {DeployText::tr("# lists %1 of this computer, then:").arg(folderHere(context)),
                quoted(thereArgv(context.launch.weights)),
                DeployText::tr("the hashes of files below 64 MiB that are there; of larger ones only the size")};
    if (order.isOfNode())
        return {DeployText::tr("# lists %1, over a link to that node, then:").arg(sourceText(context)),
                quoted(thereArgv(context.launch.weights)),
                DeployText::tr("the hashes of files below 64 MiB that are there; of larger ones only the size")};
    const Result<QString> address = order.isFolder() ? Result<QString>(order.address) : listAddress(order);
    return {quoted(listArgv(order, address ? *address : QString())), quoted(thereArgv(context.launch.weights)),
            DeployText::tr("the hashes of files below 64 MiB that are there; of larger ones only the size")};
}

QStringList weightsCommands(const StepContext &context)
{
    const WeightsOrder &order = context.launch.weightsOrder;
    return {quoted({u"mkdir"_s, u"-p"_s, u"--"_s, context.launch.weights}),
            order.isOfDesktop()
                ? DeployText::tr("each file that is missing there is copied from %1 of this computer in pieces, and "
                                 "compared by its SHA-256")
                      .arg(folderHere(context))
            : order.isOfNode()
                ? DeployText::tr("each file that is missing there is copied from %1, and compared by its SHA-256: from "
                                 "node to node where this one logs in there without a password, else in pieces through "
                                 "this computer")
                      .arg(sourceText(context))
            : order.isFolder()
                ? DeployText::tr("each file that is missing there is copied from %1, and compared").arg(order.address)
                : DeployText::tr("each file that is missing there is fetched with curl; its size is checked, and the "
                                 "hash that is listed (SHA-256, or git's SHA-1)"),
            DeployText::tr("a file that is there and not as listed is not replaced: the step stops and names it")};
}

QString weightsUndoText(const StepContext &context)
{
    return DeployText::tr("takes away parts of files that were not finished; the weights in %1 stay")
        .arg(context.launch.weights);
}

Result<StepAnswer> probeWeights(StepIo &io)
{
    const Result<Need> need = needOf(io);
    if (!need)
        return need.error();
    const QList<WantedFile> &files = need->files, &lack = need->lacking;
    const QString all = DeployText::tr("%n files, %1", nullptr, int(files.size())).arg(sizeText(allBytes(files)));
    if (lack.isEmpty())
        return StepAnswer{true,
                          need->bySize == 0
                              ? all
                              : all + u"; "_s
                                  + DeployText::tr("of %n of them the size was compared, not the content", nullptr,
                                                   need->bySize)};
    if (const Result<void> room = demandRoom(io, bytesToCome(io, *need)); !room)
        return room.error();
    return StepAnswer{false, DeployText::tr("of %1, %n are missing (%2)", nullptr, int(lack.size()))
                                 .arg(all, sizeText(allBytes(lack)))};
}

Result<void> fetchWeights(StepIo &io)
{
    const Result<Need> need = needOf(io);
    if (!need)
        return need.error();
    const QList<WantedFile> &lack = need->lacking;
    io.data["weights"] = io.context.launch.weights.toStdString(); // for undo
    io.data["parts"] = partsFolder(io).toStdString();
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    if (const Result<void> made = makeFolders(io, lack); !made)
        return made;
    Source source;
    if (io.context.launch.weightsOrder.isOfNode()) {
        Result<std::unique_ptr<Shell>> opened = openSource(io);
        const Result<QStringList> ssh = opened ? ownLogin(io) : opened.error();
        if (!ssh)
            return ssh.error();
        source = {*std::move(opened), *ssh};
        if (ssh->isEmpty())
            io.log((DeployText::tr("It does not log in at %1 by itself (check connection.passwordless): the files come "
                                   "through this computer.")
                        .arg(io.context.launch.weightsOrder.node)
                    + u'\n')
                       .toUtf8());
    }
    Progress progress(io, lack, allBytes(need->files) - allBytes(lack));
    for (int i = 0; i < lack.size(); ++i) {
        progress.begin(i);
        Result<bool> right = fetchOne(io, lack[i], need->there, source, progress);
        if (right && !*right)
            right = fetchOne(io, lack[i], need->there, source, progress);
        if (!right)
            return right.error();
        if (!*right)
            return stepFailure(io,
                               DeployText::tr("%1 was fetched twice and is each time not what %2 says it is (size or "
                                              "hash).")
                                   .arg(lack[i].path, sourceText(io.context)),
                               DeployText::tr("Something between the node and the source changes it: a proxy, a mirror "
                                              "that is not up to date, a broken disk.")
                                   + u' ' + remedyOfOrder());
        progress.end();
    }
    // Empty by now, unless another run is at work in it.
    const Result<CommandOutput> tidy = io.shell.run(
        {.argv = {u"rmdir"_s, u"--"_s, io.context.launch.weights + u'/' + partsFolder(io)}, .isQuestion = true},
        io.stop);
    return tidy ? Result<void>() : tidy.error();
}

// What a command that lives on, or another run, is still writing to stays.
Result<void> undoWeights(StepIo &io)
{
    const QString folder = stringAt(io.data, "weights"), parts = stringAt(io.data, "parts");
    if (folder.isEmpty() || !parts.startsWith(partsPrefix) || parts.contains(u'/'))
        return {};
    const QString script
        = u"cd -P -- \"$1\" 2>/dev/null || exit 0; w=$(pwd -P); [ -d \"$2\" ] && [ ! -L \"$2\" ] || exit 0; "
          "cd -P -- \"$2\" && [ \"$(pwd -P)\" = \"${w%/}/$2\" ] || exit 0; for f in ./*.part; do "
          "[ -f \"$f\" ] && [ ! -L \"$f\" ] || continue; "
          "if command -v flock >/dev/null; then flock -n \"$f\" rm -f -- \"$f\"; else rm -f -- \"$f\"; fi; done; "
          "cd \"${w:-/}\"; rmdir -- \"$2\" 2>/dev/null; [ ! -e \"$2\" ] || echo left"_s;
    const Result<CommandOutput> output = runLogged(io, {u"sh"_s, u"-c"_s, script, u"sh"_s, folder, parts});
    if (!output)
        return output.error();
    io.note = output->out.contains("left")
        ? DeployText::tr("the weights in %1 stay, and what is still being fetched in %2").arg(folder, parts)
        : DeployText::tr("the weights in %1 stay").arg(folder);
    return {};
}
