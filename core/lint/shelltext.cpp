#include "core/lint/shelltext.h"

#include "core/lint/linttext.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

QStringList ShellCommand::texts() const
{
    QStringList list;
    for (const ShellWord &word : words)
        list << word.text;
    return list;
}

QString shellPlace(int line)
{
    return LintText::tr("line %1").arg(line);
}

QList<ShellCommand> shellCommands(const QString &text)
{
    QList<ShellCommand> commands;
    ShellCommand command{1, {}, false};
    ShellWord word;
    bool inWord = false, isTarget = false; // the word is where a redirection leads to
    int number = 1;
    const auto beginWord = [&] {
        if (!inWord)
            word.line = number;
        inWord = true;
    };
    const auto endWord = [&] {
        if (inWord && !isTarget)
            command.words << word;
        isTarget = isTarget && !inWord;
        word = {};
        inWord = false;
    };
    const auto endCommand = [&] {
        endWord();
        isTarget = false;
        if (!command.words.isEmpty())
            commands << command;
        command = {number, {}, false};
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == QLatin1Char('\n')) {
            ++number;
            endCommand();
        } else if (c == QLatin1Char('\\') && i + 1 < text.size()) {
            ++i;
            if (text[i] == QLatin1Char('\n')) {
                ++number;
            } else {
                beginWord();
                word.text += text[i];
            }
        } else if (c == QLatin1Char('\'') || c == QLatin1Char('"')) {
            beginWord();
            for (++i; i < text.size() && text[i] != c; ++i) {
                number += text[i] == QLatin1Char('\n');
                if (c == QLatin1Char('"') && (text[i] == QLatin1Char('$') || text[i] == QLatin1Char('`')))
                    word.isDynamic = true;
                if (c == QLatin1Char('"') && text[i] == QLatin1Char('\\') && i + 1 < text.size())
                    ++i;
                word.text += text[i];
            }
            command.isUnclosed = command.isUnclosed || i >= text.size();
        } else if (c == QLatin1Char('#') && !inWord) {
            while (i + 1 < text.size() && text[i + 1] != QLatin1Char('\n'))
                ++i;
        } else if (c == QLatin1Char('>') || c == QLatin1Char('<')
                   || (c == QLatin1Char('&') && text.mid(i + 1, 1) == ">"_L1)) {
            static const QRegularExpression descriptor(u"^\\d*$"_s);
            if (descriptor.match(word.text).hasMatch()) // 2>&1
                inWord = false;
            endWord();
            while (i + 1 < text.size()
                   && (text[i + 1] == QLatin1Char('>') || text[i + 1] == QLatin1Char('<')
                       || text[i + 1] == QLatin1Char('&')))
                ++i;
            isTarget = true;
        } else if (c == QLatin1Char(';') || c == QLatin1Char('&') || c == QLatin1Char('|')) {
            endCommand();
        } else if (c.isSpace()) {
            endWord();
        } else {
            beginWord();
            word.isDynamic = word.isDynamic || c == QLatin1Char('$') || c == QLatin1Char('`');
            word.text += c;
        }
    }
    endCommand();
    return commands;
}
