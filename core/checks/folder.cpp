// The deployment's folder on the node: the artifacts are copied into it, by the user of the login.
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/shell/quote.h"

using namespace Qt::StringLiterals;

// Its nearest part that is there: what it is, whether this user may make something in it, mode and owner, its path.
// `-w` also knows of a disk that is mounted read-only; nothing is tried out.
QStringList folderProbe(const QString &folder)
{
    return {u"sh"_s, u"-c"_s,
            u"d=$1; until [ -e \"$d\" ] || [ -h \"$d\" ]; do d=${d%/*}; [ -n \"$d\" ] || d=/; done; "
            "k=other; if [ -d \"$d\" ]; then k=folder; fi; w=no; if [ -w \"$d\" ] && [ -x \"$d\" ]; then w=yes; fi; "
            "printf '%s\\n%s\\n%s\\n%s\\n%s\\n' \"$(id -un)\" $k $w \"$(stat -c '%a %U:%G' \"$d\")\" \"$d\""_s,
            u"sh"_s, folder};
}

static Finding checkTargetFolder(NodeInquiry &ask, const CheckContext &context)
{
    const QString folder = context.settings.folder;
    if (const auto wait = waitsForRecipe(context, Checks::tr("into which folder the files are copied"), !folder.isEmpty()))
        return *wait;
    if (!folder.startsWith(u'/'))
        return unknown(Checks::tr("the deployment names no folder for its files"));
    const Result<CommandOutput> output = ask.ask(folderProbe(folder));
    if (!output)
        return unknown(output.error());
    const QStringList lines = textOf(output->out).split(u'\n');
    const QString user = lines.value(0), nearest = lines.value(4), modeAndOwner = lines.value(3);
    if (output->exitCode != 0 || lines.size() != 5 || !nearest.startsWith(u'/') || !QStringList{u"yes"_s, u"no"_s}.contains(lines[2]))
        return unknown(Checks::tr("the answer about the folder %1 cannot be read").arg(folder), textOf(output->err).left(40));
    const QString look = Checks::tr("See `ls -ld %1` there. Log in as a user who may, or choose another folder in the recipe's settings.").arg(quoted(nearest));
    if (lines[1] != u"folder")
        return failed(Checks::tr("no folder"), Checks::tr("%1 is there and is no folder, so the deployment's files cannot be put into %2").arg(nearest, folder), look);
    if (lines[2] == u"no")
        return failed(Checks::tr("may not write"), Checks::tr("%1 may not write to %2 (mode and owner: %3), where the deployment's files are to be put into %4")
                                                       .arg(user, nearest, modeAndOwner, folder), look);
    if (nearest != folder)
        return passed(Checks::tr("to be made"), Checks::tr("%1 may make the folder %2 in %3").arg(user, folder, nearest));
    return passed(Checks::tr("writable"), Checks::tr("%1 may write to %2").arg(user, folder));
}

// Fails when / warns when:
QList<NodeCheck> folderChecks()
{
    return {
        {"host.target-folder", "", checkTargetFolder}, // what is there of it is no folder, or not this user's to write
    };
}
