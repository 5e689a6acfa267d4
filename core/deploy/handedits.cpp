#include "core/deploy/handedits.h"

#include "core/runs/deploytext.h"
#include "core/shell/quote.h"
#include "core/shell/uploadname.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int lockedCode = 71, tooManyCode = 72; // exit codes of the scripts
constexpr auto keepTime = std::chrono::minutes(2);

// locked: by chattr; such a file can neither be linked nor replaced, and a copy of it would be of no use.
// aside: whole under a name that undo and the next copy tidy away, then under its own; one cut off leaves no half.
const QString asideScript
    = u"locked() { a=$(lsattr -d -- \"$1\" 2>/dev/null); case ${a%% *} in *[ia]*) return 0;; esac; return 1; }; "
      "aside() { t=${2%/*}/"_s + uploadPrefix
    + u"aside; umask 077; rm -f -- \"$t\"; cp -T -- \"$1\" \"$t\" || return 1; "
      "for c in chown chmod; do $c --reference=\"$1\" -- \"$t\" 2>/dev/null; done; touch -r \"$1\" -- \"$t\"; "
      "mv -nT -- \"$t\" \"$2\" && [ ! -e \"$t\" ]; }; "_s;

const QString keepScript = asideScript
    + u"! locked \"$1\" || exit 71; n=$1$2; i=1; "
      "until ln -T -- \"$1\" \"$n\" 2>/dev/null; do "
      "if [ -e \"$n\" ] || [ -h \"$n\" ]; then i=$((i + 1)); [ $i -le 99 ] || exit 72; n=$1$2-$i; "
      "else aside \"$1\" \"$n\" || exit 73; break; fi; done; printf %s \"$n\""_s;

// A container that does not run is read, too. Of a link nothing is kept: what it leads to is no file of ours.
const QString insideScript
    = u"e=$1 c=$2 f=$3 n=$4; shift 4; umask 027; t=${n%/*}/"_s + uploadPrefix
    + u"inside; rm -f -- \"$t\"; "
      ": >\"$t\" || exit 73; if ! \"$e\" exec \"$c\" sh -c '[ -f \"$1\" ] && [ ! -h \"$1\" ] && "
      "exec cat -- \"$1\"' sh \"$f\" >\"$t\" 2>/dev/null; then "
      "rm -f -- \"$t\"; \"$e\" cp \"$c:$f\" \"$t\" >/dev/null 2>&1 || { rm -f -- \"$t\"; exit 0; }; fi; "
      "if [ ! -f \"$t\" ] || [ -h \"$t\" ]; then rm -rf -- \"$t\"; exit 0; fi; chmod 640 -- \"$t\" || exit 73; "
      "s=$(sha256sum <\"$t\") || exit 73; for k; do if [ \"$k\" = \"${s%% *}\" ]; then rm -f -- \"$t\"; exit 0; fi; "
      "done; k=$n; i=1; until mv -nT -- \"$t\" \"$k\" && [ ! -e \"$t\" ]; do "
      "[ -e \"$k\" ] || [ -h \"$k\" ] || exit 73; i=$((i + 1)); [ $i -le 99 ] || exit 72; k=$n-$i; done; "
      "printf %s \"$k\""_s;

Result<QString> asKept(StepIo &io, const Result<CommandOutput> &output, const QString &what, const QString &folder)
{
    if (!output)
        return output.error();
    switch (output->exitCode) {
    case 0:
        return QString::fromUtf8(output->out);
    case lockedCode:
        return stepFailure(io,
                           DeployText::tr("%1 was changed by hand and is locked against any change (chattr); it was "
                                          "left as it is.")
                               .arg(what),
                           DeployText::tr("Unlock it on the node: %1. Then begin again: what it holds is kept beside "
                                          "it.")
                               .arg(quoted({u"chattr"_s, u"-ia"_s, u"--"_s, what})));
    case tooManyCode:
        return stepFailure(io,
                           DeployText::tr("%1 was changed by hand, and 99 earlier versions of it are kept in %2 "
                                          "already; it was left as it is.")
                               .arg(what, folder),
                           DeployText::tr("Move those away that end in %1, then begin again.")
                               .arg(QLatin1String(changedSuffix) + u"-N"_s));
    default:
        return stepFailure(io,
                           DeployText::tr("%1 was changed by hand, and what it holds could not be kept in %2; it was "
                                          "left as it is.")
                               .arg(what, folder),
                           DeployText::tr("See that the disk is not full or read-only and that the user of the login "
                                          "may write to %1, or keep a copy of the file yourself and remove it. Then "
                                          "begin again.")
                               .arg(folder),
                           textOf(*output));
    }
}

} // namespace

QByteArray sha256Of(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

QStringList sumsOfPut(const Json &data, const QString &path)
{
    QStringList sums;
    if (const Json &all = member(member(data, "put"), path.toUtf8().constData()); all.is_array()) {
        for (const Json &sum : all)
            sums << sum.get<QString>();
    }
    return sums;
}

bool isChangedByHand(const Json &data, const QString &path, const QByteArray &sha)
{
    const QStringList sums = sumsOfPut(data, path);
    return !sums.isEmpty() && !sums.contains(QString::fromLatin1(sha));
}

// The sums of its last two: kill -9 may have come before the second took the first one's place.
void rememberPut(Json &data, const QString &path, const QByteArray &content)
{
    Json &sums = data["put"][path.toStdString()];
    const Json last = sums.is_array() && !sums.empty() ? sums.back() : Json();
    sums = Json::array();
    if (!last.is_null())
        sums.push_back(last);
    sums.push_back(sha256Of(content).toStdString());
}

QStringList copyAside(const QString &file, const QString &as)
{
    return {u"sh"_s, u"-c"_s, asideScript + u"! locked \"$1\" && aside \"$1\" \"$2\""_s, u"sh"_s, file, as};
}

void sayKept(StepIo &io, const QString &what, const QString &as)
{
    const QString sentence = DeployText::tr("%1 had been changed by hand; what it was is kept as %2").arg(what, as);
    io.note += (io.note.isEmpty() ? QString() : u"; "_s) + sentence;
    io.log((sentence + u'\n').toUtf8());
}

Result<void> keepChangedFile(StepIo &io, const QString &file)
{
    const QString name = file.section(QLatin1Char('/'), -1), folder = file.section(QLatin1Char('/'), 0, -2);
    const Result<QString> kept = asKept(
        io, runLogged(io, {u"sh"_s, u"-c"_s, keepScript, u"sh"_s, file, QLatin1String(changedSuffix)}, keepTime), file,
        folder);
    if (!kept)
        return kept.error();
    sayKept(io, name, kept->section(QLatin1Char('/'), -1));
    return {};
}

Result<QString> keepChangedInside(StepIo &io, const QString &engine, const QString &container, const QString &file,
                                  const QString &folder, const QStringList &sums)
{
    const QString as = folder + u'/' + file.section(QLatin1Char('/'), -1) + u".in-container"_s
        + QLatin1String(changedSuffix);
    return asKept(io,
                  runLogged(io,
                            QStringList{u"sh"_s, u"-c"_s, insideScript, u"sh"_s, engine, container, file, as} + sums,
                            keepTime),
                  file, folder);
}
