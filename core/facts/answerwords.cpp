#include "core/facts/answerwords.h"

#include "core/base/languages.h"
#include "core/facts/nodeprobe.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

struct HostFactsText
{
    ASC_TR_FUNCTIONS(HostFacts)
};

} // namespace

QStringList words(const QString &line)
{
    return line.simplified().split(u' ', Qt::SkipEmptyParts);
}

QString lastWords(const QString &said)
{
    // "See 'docker run --help'." or "Run 'docker run --help' for more information" after each error of it (docker/cli,
    // cli/command/container/run.go); podman's alike
    static const QRegularExpression help(u"^(See|Run) '[^']+ --help'"_s);
    QStringList lines = said.split(u'\n');
    lines.removeIf(
        [](const QString &line) { return line.trimmed().isEmpty() || help.match(line.trimmed()).hasMatch(); });
    return lines.isEmpty() ? QString() : lines.last().simplified();
}

Error noAnswer(const QString &command, const CommandOutput &output)
{
    const QString said = textOf(output.err.isEmpty() ? output.out : output.err).section(u'\n', 0, 0);
    return {ErrorKind::CommandFailed,
            said.isEmpty() ? HostFactsText::tr("%1 said nothing (exit code %2).").arg(command).arg(output.exitCode)
                           : HostFactsText::tr("%1 did not answer the question: %2").arg(command, said),
            said, {}};
}

bool isKeptOut(const CommandOutput &output)
{
    const QString said = QString::fromUtf8(output.err + output.out).toLower();
    return output.exitCode != 0 && (said.contains("permission denied"_L1) || said.contains(u"权限不够"_s));
}

Error keptOut(const QString &sentence, const QString &remedy)
{
    return {ErrorKind::CommandFailed,
            sentence,
            {},
            {{u"keptOut"_s, u"yes"_s},
             {u"remedy"_s,
              remedy.isEmpty() ? HostFactsText::tr(
                  "Log in as root or as another user who may, or let root give this user the right.")
                               : remedy}}};
}

bool isKeptOut(const Error &error) { return error.facts.contains(u"keptOut"_s); }
