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

namespace {

bool isNamePart(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_';
}

// Behind the "$..." or "`...`" that begins there; `at` itself: none does, or it is not closed. Only "$(...)" may be of
// several lines: a text in Markdown has ` for fences.
qsizetype filledInEnd(const QString &text, qsizetype at)
{
    const QChar first = text[at], kind = at + 1 < text.size() ? text[at + 1] : QChar();
    if (first == u'`') {
        for (qsizetype i = at + 1; i < text.size() && text[i] != u'\n'; ++i) {
            if (text[i] == u'`')
                return i + 1;
        }
        return at;
    }
    if (first != u'$')
        return at;
    if (kind != u'(' && kind != u'{') {
        qsizetype end = at + 1;
        if (u"@*#?!$-"_s.contains(kind) || kind.isDigit()) // "$@", "$1"
            return end + 1;
        while (end < text.size() && isNamePart(text[end]))
            ++end;
        return end == at + 1 ? at : end;
    }
    const QChar closing = kind == u'(' ? u')' : u'}';
    int depth = 0;
    QChar quote;
    for (qsizetype i = at + 1; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'\n' && kind == u'{')
            return at;
        if (c == u'\\' && quote != u'\'')
            ++i;
        else if (!quote.isNull())
            quote = c == quote ? QChar() : quote;
        else if (c == u'\'' || c == u'"')
            quote = c;
        else if (c == kind)
            ++depth;
        else if (c == closing && --depth == 0)
            return i + 1;
    }
    return at;
}

constexpr qsizetype mostExpanded = 256; // words of one; more stay as they are written
constexpr qsizetype mostOfAll = 8192; // words of a text

// "{0..7}", "{08..2}", "{a..e..2}"; empty: it is none.
QStringList sequenceOf(const QString &inside)
{
    static const QRegularExpression numbers(u"^(-?\\d{1,9})\\.\\.(-?\\d{1,9})(?:\\.\\.-?(\\d{1,9}))?$"_s),
        letters(u"^([A-Za-z])\\.\\.([A-Za-z])(?:\\.\\.-?(\\d{1,9}))?$"_s);
    const QRegularExpressionMatch number = numbers.match(inside), letter = letters.match(inside);
    if (!number.hasMatch() && !letter.hasMatch())
        return {};
    const auto end = [&](int which) {
        return number.hasMatch() ? number.captured(which).toInt() : int(letter.captured(which)[0].unicode());
    };
    const int first = end(1), last = end(2);
    const int step = qMax(1, (number.hasMatch() ? number : letter).captured(3).toInt());
    if (qAbs(qint64(last) - first) / step >= mostExpanded)
        return {};
    static const QRegularExpression zeros(u"^-?0\\d"_s);
    const bool isPadded = number.hasMatch()
        && (zeros.match(number.captured(1)).hasMatch() || zeros.match(number.captured(2)).hasMatch());
    const qsizetype width = isPadded ? qMax(number.captured(1).size(), number.captured(2).size()) : 0;
    QStringList all;
    for (qint64 i = first; first <= last ? i <= last : i >= last; i += first <= last ? step : -step)
        all << (letter.hasMatch() ? QString(QChar(ushort(i))) : u"%1"_s.arg(i, int(width), 10, QLatin1Char('0')));
    return all;
}

// Bash's brace expansion. marks: as long as the text, blank where a character was quoted or is what the shell fills in.
QStringList braceWords(const QString &text, const QString &marks)
{
    for (qsizetype open = marks.indexOf(u'{'); open >= 0; open = marks.indexOf(u'{', open + 1)) {
        QList<qsizetype> commas;
        qsizetype close = -1;
        int depth = 0;
        for (qsizetype i = open; i < marks.size() && close < 0; ++i) {
            if (marks[i] == u'{')
                ++depth;
            else if (marks[i] == u',' && depth == 1)
                commas << i;
            else if (marks[i] == u'}' && --depth == 0)
                close = i;
        }
        if (close < 0)
            continue;
        QStringList middles;
        if (commas.isEmpty()) {
            const QString inside = text.mid(open + 1, close - open - 1);
            if (inside == marks.mid(open + 1, close - open - 1))
                middles = sequenceOf(inside);
        } else {
            qsizetype from = open + 1;
            for (const qsizetype to : commas + QList<qsizetype>{close}) {
                middles += braceWords(text.mid(from, to - from), marks.mid(from, to - from));
                from = to + 1;
            }
        }
        if (middles.isEmpty())
            continue;
        const QStringList behind = braceWords(text.mid(close + 1), marks.mid(close + 1));
        if (middles.size() * behind.size() > mostExpanded)
            return {text};
        QStringList all;
        for (const QString &middle : std::as_const(middles)) {
            for (const QString &rest : behind)
                all << text.left(open) + middle + rest;
        }
        return all;
    }
    return {text};
}

// "<host_ip>", "<path to the model>", "<prefill|decode>" that begins at `at`, as no redirection of a script looks: "<"
// and ">" stand close to it, and what follows is neither where another one leads to nor of a number. Empty: none does.
QString placeholderAt(const QString &text, qsizetype at)
{
    static const QRegularExpression shape(
        u"^<(?=[^<>\\n]*\\p{L})[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_ .:/|-]*[\\p{L}\\p{N}_.])?(?<! \\d)>"
        "(?![\\p{L}\\p{N}_>&(])"_s);
    return at > 0 && text[at - 1] == u'<' ? QString() : shape.match(text.mid(at, 128)).captured();
}

bool isAssignment(const QString &text)
{
    static const QRegularExpression shape(u"^[A-Za-z_][A-Za-z0-9_]*\\+?="_s);
    return shape.match(text).hasMatch();
}

} // namespace

bool isFilledInWhole(const ShellWord &word)
{
    qsizetype at = 0;
    while (word.isDynamic && at < word.text.size()) {
        const qsizetype end = filledInEnd(word.text, at);
        if (end == at)
            return false;
        at = end;
    }
    return at > 0;
}

namespace {

// folds: see ShellWord
QList<ShellCommand> commandsOf(const QString &text, const QList<qsizetype> &folds)
{
    QList<ShellCommand> commands;
    qsizetype folded = 0;
    ShellCommand command{1, {}, false, {}};
    ShellWord word;
    QString marks; // of the word's text, see braceWords()
    qsizetype expanded = 0;
    // Up to where a "$(" or "${" looked for its end in vain: for others on the way nothing is looked through again.
    qsizetype openTo = -1;
    bool inWord = false, isTarget = false; // the word is where a redirection leads to
    int number = 1;
    const auto countFolds = [&](qsizetype at) {
        for (; folded < folds.size() && folds[folded] <= at; ++folded)
            ++number;
    };
    const auto beginWord = [&] {
        if (!inWord)
            word.line = number;
        inWord = true;
    };
    const auto append = [&](const QString &part, bool isPlain) {
        word.text += part;
        marks += isPlain ? part : QString(part.size(), u' ');
    };
    const auto endWord = [&] {
        if (inWord && !isTarget) {
            // No shell expands the braces of an assignment.
            const bool isExpanded = marks.contains(u'{') && marks.size() < 4096 && expanded < mostOfAll
                && marks.count(u'{') <= 16 && !isAssignment(word.text);
            const QStringList all = isExpanded ? braceWords(word.text, marks) : QStringList{word.text};
            expanded += all.size() - 1;
            for (const QString &one : all) {
                command.words << word;
                command.words.last().text = one;
            }
        }
        isTarget = isTarget && !inWord;
        word = {};
        marks.clear();
        inWord = false;
    };
    // What the shell fills in, as it is written; false: nothing begins there.
    const auto takeFilledIn = [&](qsizetype &at) {
        const QStringView first = QStringView(text).mid(at, 2);
        const bool isNested = first == "$("_L1 || first == "${"_L1;
        const qsizetype end = isNested && at < openTo ? at : filledInEnd(text, at);
        if (isNested && end == at && at >= openTo) {
            const qsizetype line = first == "${"_L1 ? text.indexOf(QLatin1Char('\n'), at) : -1;
            openTo = line < 0 ? text.size() : line;
        }
        if (end == at)
            return false;
        beginWord();
        word.isDynamic = true;
        append(text.mid(at, end - at), false);
        number += int(text.mid(at, end - at).count(QLatin1Char('\n')));
        at = end - 1;
        return true;
    };
    const auto endCommand = [&](const QString &behind) {
        endWord();
        isTarget = false;
        command.behind = behind;
        if (!command.words.isEmpty())
            commands << command;
        command = {number, {}, false, {}};
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        countFolds(i);
        if (c == QLatin1Char('\n')) {
            ++number;
            endCommand({});
        } else if (c == QLatin1Char('\\') && i + 1 < text.size()) {
            ++i;
            if (text[i] == QLatin1Char('\n')) {
                ++number;
            } else {
                beginWord();
                append(text.mid(i, 1), false);
            }
        } else if (c == QLatin1Char('\'') || c == QLatin1Char('"')) {
            beginWord();
            for (++i; i < text.size() && text[i] != c; ++i) {
                countFolds(i);
                const bool isMarked = text[i] == QLatin1Char('$') || text[i] == QLatin1Char('`');
                if (c == QLatin1Char('"') && isMarked) {
                    word.isDynamic = true;
                    if (takeFilledIn(i))
                        continue;
                }
                number += text[i] == QLatin1Char('\n');
                if (c == QLatin1Char('"') && text[i] == QLatin1Char('\\') && i + 1 < text.size()) {
                    ++i;
                    if (text[i] == QLatin1Char('\n')) {
                        ++number;
                        word.folds << word.text.size();
                        continue;
                    }
                }
                append(text.mid(i, 1), false);
            }
            command.isUnclosed = command.isUnclosed || i >= text.size();
        } else if (c == QLatin1Char('#') && !inWord) {
            while (i + 1 < text.size() && text[i + 1] != QLatin1Char('\n'))
                ++i;
        } else if (const QString placeholder = c == QLatin1Char('<') ? placeholderAt(text, i) : QString();
                   !placeholder.isEmpty()) {
            beginWord();
            word.isDynamic = true;
            if (word.placeholder.isEmpty())
                word.placeholder = placeholder;
            append(placeholder, false);
            i += placeholder.size() - 1;
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
            const bool isTwice = c != QLatin1Char(';') && i + 1 < text.size() && text[i + 1] == c; // "&&", "||"
            endCommand(text.mid(i, isTwice ? 2 : 1));
            i += isTwice ? 1 : 0;
        } else if (c.isSpace()) {
            endWord();
        } else if ((c != QLatin1Char('$') && c != QLatin1Char('`')) || !takeFilledIn(i)) {
            word.isHome = word.isHome || (!inWord && c == QLatin1Char('~'));
            beginWord();
            word.isDynamic = word.isDynamic || c == QLatin1Char('$') || c == QLatin1Char('`');
            append(c, true);
        }
    }
    endCommand({});
    return commands;
}

} // namespace

QList<ShellCommand> shellCommands(const QString &text)
{
    return commandsOf(text, {});
}

QList<ShellCommand> shellCommandsIn(const ShellWord &word)
{
    QList<ShellCommand> commands = commandsOf(word.text, word.folds);
    for (ShellCommand &command : commands) {
        command.line += word.line - 1;
        for (ShellWord &inner : command.words)
            inner.line += word.line - 1;
    }
    return commands;
}

QList<ShellScript> scriptsIn(const ShellCommand &command)
{
    static const QStringList shells{u"bash"_s, u"sh"_s, u"dash"_s, u"ash"_s, u"zsh"_s};
    static const QRegularExpression read(u"^-[A-Za-z]*c$"_s), blank(u"\\s"_s);
    const QList<ShellWord> &words = command.words;
    QList<ShellScript> scripts;
    bool isSsh = false;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString name = words[i].text.section(u'/', -1);
        if (isSsh && words[i].text.contains(blank)) {
            scripts << ShellScript{words.first(i), shellCommandsIn(words[i])};
        } else if (shells.contains(name)) {
            qsizetype option = i + 1;
            while (option < words.size() && words[option].text.startsWith(u'-')
                   && !read.match(words[option].text).hasMatch())
                option += words[option].text == "-o"_L1 ? 2 : 1; // "-o pipefail"
            if (option + 1 >= words.size() || !read.match(words[option].text).hasMatch())
                continue;
            i = option + 1;
            scripts << ShellScript{words.first(i), shellCommandsIn(words[i])};
        }
        isSsh = isSsh || name == "ssh"_L1;
    }
    return scripts;
}
