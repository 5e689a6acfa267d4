#include "core/lint/shellslips.h"

#include "core/lint/linttext.h"
#include "core/lint/shelltext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

QString shellTextOf(const QByteArray &content)
{
    QString text = QString::fromUtf8(content);
    if (text.startsWith(QChar(0xFEFF)))
        text.remove(0, 1);
    return text.replace("\r\n"_L1, "\n"_L1);
}

void checkShellSlips(const QString &text, Findings &findings)
{
    // A hyphen, an en dash, an em dash, a minus sign; quotes of typography, full-width ones.
    static const QRegularExpression dash(u"(^|\\s)([\\x{2010}-\\x{2015}\\x{2212}\\x{FF0D}]+)(?=[A-Za-z-])"_s),
        quotes(u"[\\x{2018}\\x{2019}\\x{201C}\\x{201D}\\x{FF02}\\x{FF07}]"_s),
        afterBackslash(u"\\\\[ \\t\\x{00A0}\\x{3000}]+$"_s);
    int number = 0;
    for (const QString &line : text.split(u'\n')) {
        ++number;
        if (line.trimmed().startsWith(u'#'))
            continue;
        if (afterBackslash.match(line).hasMatch())
            findings.error("shell.backslash", shellPlace(number),
                           LintText::tr("Blanks follow the backslash, so the command ends here; what comes next is a "
                                        "command of its own."),
                           LintText::tr("Remove the blanks at the end of the line."));
        if (const QRegularExpressionMatch match = dash.match(line); match.hasMatch())
            findings.error("shell.dash", shellPlace(number),
                           LintText::tr("\"%1\" is a dash of typography, not \"-\": the word is no option.")
                               .arg(match.captured(2)),
                           LintText::tr("Type it anew as \"-\" or \"--\"."));
        if (const QRegularExpressionMatch match = quotes.match(line); match.hasMatch())
            findings.error("shell.quote", shellPlace(number),
                           LintText::tr("%1 is a quotation mark of typography; a shell takes it for a letter.")
                               .arg(match.captured()),
                           LintText::tr("Type it anew as ' or \"."));
    }
    const QList<ShellCommand> commands = shellCommands(text);
    for (const ShellCommand &command : commands) {
        if (command.isUnclosed)
            findings.error("shell.quote", shellPlace(command.line),
                           LintText::tr("A quotation mark in this command is not closed."), LintText::tr("Close it."));
        const QString &first = command.words.first().text;
        if (first.size() > 1 && first.startsWith(u'-') && first[1] != u'.' && &command != &commands.first())
            findings.error("shell.not-continued", shellPlace(command.line),
                           LintText::tr("The line begins with an option, and the one before does not end in \"\\\": "
                                        "\"%1\" is run as a command.")
                               .arg(shortened(first)),
                           LintText::tr("Put a backslash at the end of the line before, nothing behind it."));
    }
}
