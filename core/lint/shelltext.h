// A shell's text taken apart as far as people's launch scripts need it: quotes, continued lines, comments, ; && ||.
// Redirections are left out; placeholders of a documentation, which look like some, stay in their words as what is not
// known. Braces are expanded as bash does; what else the shell would fill in stays as it is written, in one word:
// "$(a; b)". Pure.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

struct ShellWord {
    QString text;
    bool isDynamic = false; // holds $ or ` outside single quotes: not known here
    int line = 0;
    bool isHome = false; // begins with a "~" that the shell turns into a home folder
    QList<qsizetype> folds = {}; // where in `text` a backslash within quotation marks joined two lines
    QString placeholder = {}; // "<host_ip>" of a documentation, unquoted: a shell takes it for redirections
    bool operator==(const ShellWord &) const = default;
};

// Nothing but what the shell fills in: "$DEVICES", "${args[@]}", "$(ls)". It may be no word, one or several.
bool isFilledInWhole(const ShellWord &word);

// One command, as a shell would split it; comments gone.
struct ShellCommand {
    int line = 0; // where it begins, from 1
    QList<ShellWord> words; // never empty
    bool isUnclosed = false; // a quote in it does not end
    QString behind = {}; // "&&", "||", "|", "&", ";"; empty: its line ends
    bool operator==(const ShellCommand &) const = default;

    QStringList texts() const;
};

QList<ShellCommand> shellCommands(const QString &text);
QList<ShellCommand> shellCommandsIn(const ShellWord &word); // of a word that a shell reads once more, with their lines

// What another shell reads of a command: the text of `bash -c "…"`, the quoted words of ssh; not what is quoted in it.
struct ShellScript {
    QList<ShellWord> before; // the words of the command ahead of it: docker exec, ssh, variables
    QList<ShellCommand> commands;
};
QList<ShellScript> scriptsIn(const ShellCommand &command);
QString shellPlace(int line); // "line 12", in the user's language
