#include "core/parse/boxtable.h"

#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace parse {

namespace {

bool isRuleCharacter(QChar c)
{
    return c == u'+' || c == u'-' || c == u'=';
}

// Where the table starts in this line; -1: nowhere.
qsizetype tableStart(const QString &line)
{
    const qsizetype bar = line.indexOf(u'|');
    for (qsizetype plus = line.indexOf(u'+'); plus >= 0 && (bar < 0 || plus < bar);
         plus = line.indexOf(u'+', plus + 1)) {
        if (plus + 3 < line.size() && isRuleCharacter(line[plus + 1]) && isRuleCharacter(line[plus + 2])
            && isRuleCharacter(line[plus + 3]))
            return plus;
    }
    return bar;
}

QString trimmedRight(const QString &text)
{
    qsizetype end = text.size();
    while (end > 0 && text[end - 1].isSpace())
        --end;
    return text.left(end);
}

bool isRule(const QString &text)
{
    return text.size() >= 4 && text[0] == u'+' && std::all_of(text.begin(), text.end(), isRuleCharacter);
}

// A terminal of 80 columns shows a table of 98 as lines of 80 and 18. The first border tells: it stops without
// its '+' and the next line is the rest of it. Then every line that stops at that column goes on in the next.
QStringList unwrapped(const QStringList &lines)
{
    qsizetype broken = 0, width = 0;
    for (qsizetype i = 0; i + 1 < lines.size() && !broken; ++i) {
        const QString first = trimmedRight(lines[i]);
        const qsizetype start = tableStart(first);
        if (start < 0 || !isRule(first.mid(start)) || first.endsWith(u'+'))
            continue;
        const QString rest = trimmedRight(lines[i + 1]);
        if (rest.isEmpty() || !std::all_of(rest.begin(), rest.end(), isRuleCharacter) || !rest.endsWith(u'+')
            || (rest.size() > 1 && rest.startsWith(u'+')))
            continue;
        broken = first.size();
        width = first.size() + rest.size();
    }
    if (!broken)
        return lines;

    QStringList joined;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QString line = lines[i];
        const qsizetype start = tableStart(line);
        while (start >= 0 && i + 1 < lines.size() && line.size() >= broken && line.size() < width
               && line.size() + lines[i + 1].size() <= width + 8)
            line += lines[++i];
        joined << line;
    }
    return joined;
}

} // namespace

QList<BoxLine> boxLines(const QStringList &lines)
{
    QList<BoxLine> out;
    for (const QString &line : unwrapped(lines)) {
        BoxLine box;
        const QString trimmed = trimmedRight(line);
        if (isElision(trimmed)) {
            box.kind = BoxLine::Elision;
            box.text = trimmed;
            out << box;
            continue;
        }
        const qsizetype start = tableStart(trimmed);
        if (start < 0) {
            box.text = trimmed;
            out << box;
            continue;
        }
        box.prefix = trimmed.left(start).trimmed();
        box.text = trimmed.mid(start);
        if (isRule(box.text)) {
            box.kind = BoxLine::Rule;
            box.rule = box.text[1];
            box.whole = box.text.endsWith(u'+');
        } else if (box.text[0] == u'|') {
            box.kind = BoxLine::Row;
            box.whole = box.text.size() > 1 && box.text.endsWith(u'|');
            // An open row keeps its trailing blanks: they tell whether its last value is whole.
            const QString inner = box.whole ? box.text.mid(1, box.text.size() - 2) : line.mid(start + 1);
            box.cells = inner.split(u'|');
        }
        out << box;
    }
    return out;
}

QList<CellToken> cellTokens(const QString &cell, bool whole)
{
    static const QRegularExpression token(uR"((\d+|NA|-)\s*/\s*(\d+|NA|-)(?=\s|$)|\S+)"_s);
    QList<CellToken> tokens;
    auto it = token.globalMatch(cell);
    while (it.hasNext()) {
        const QRegularExpressionMatch match = it.next();
        if (!whole && match.capturedEnd() == cell.size())
            break; // cut off here: what is left of the value could be read as another one
        const bool isPair = match.capturedLength(1) > 0;
        tokens << CellToken{isPair ? match.captured(1) + u'/' + match.captured(2) : match.captured(), isPair};
    }
    // "3161 /" without its total: not a value, and not two either
    if (tokens.size() >= 1 && tokens.last().text == u"/") {
        tokens.removeLast();
        if (!tokens.isEmpty())
            tokens.removeLast();
    } else if (!tokens.isEmpty() && !tokens.last().isPair && tokens.last().text.endsWith(u'/')
               && tokens.last().text != u"N/A"_s) {
        tokens.removeLast();
    } else if (!whole && !tokens.isEmpty() && !tokens.last().isPair) {
        // "3161 " of "3161 / 65536": a number just before the cut may be half of a pair
        tokens.removeLast();
    }
    return tokens;
}

QList<HeaderColumn> headerColumns(const QString &cell)
{
    // Longest first: what the tables of npu-smi 20.2 to 26.0 have.
    static const QStringList known = {
        u"process id in container"_s, u"process memory(mb)"_s, u"hugepages-usage(page)"_s, u"memory-usage(mb)"_s,
        u"hbm-usage(mb)"_s, u"npu util(%)"_s, u"process name"_s, u"process id"_s, u"aicore(%)"_s, u"power(w)"_s,
        u"npu name"_s, u"npu id"_s, u"temp(c)"_s, u"bus-id"_s, u"phy-id"_s, u"device"_s, u"health"_s, u"name"_s,
        u"chip"_s, u"npu"_s};
    return headerColumns(cell, known);
}

QList<HeaderColumn> headerColumns(const QString &cell, const QStringList &known)
{
    static const QRegularExpression gap(uR"(\s{2,}|\t)"_s);
    QList<HeaderColumn> columns;
    const auto add = [&columns](const QString &name) {
        if (name == u"npu name") {
            columns << HeaderColumn{u"npu"_s, false} << HeaderColumn{u"name"_s, false};
            return;
        }
        columns << HeaderColumn{name, name.contains(u"-usage") || name.contains(u'/')};
    };
    for (const QString &piece : cell.toLower().split(gap, Qt::SkipEmptyParts)) {
        QString rest = piece.trimmed();
        QString stranger; // words of a column that we do not know
        const auto addStranger = [&] {
            if (!stranger.isEmpty())
                add(stranger);
            stranger.clear();
        };
        while (!rest.isEmpty()) {
            const auto it = std::find_if(known.begin(), known.end(), [&rest](const QString &name) {
                return rest.startsWith(name) && (rest.size() == name.size() || rest[name.size()].isSpace());
            });
            if (it != known.end()) {
                addStranger();
                add(*it);
                rest = rest.mid(it->size()).trimmed();
            } else {
                const qsizetype blank = rest.indexOf(u' ');
                stranger += (stranger.isEmpty() ? QString() : u" "_s) + rest.left(blank < 0 ? rest.size() : blank);
                rest = blank < 0 ? QString() : rest.mid(blank).trimmed();
            }
        }
        addStranger();
    }
    return columns;
}

namespace {

// Lays tokens[token...] over columns[column...] in every order-keeping way; `seen` collects what each column got.
void layOver(const QList<HeaderColumn> &columns, const QList<CellToken> &tokens, qsizetype column, qsizetype token,
             QList<int> &current, QList<QList<int>> &ways)
{
    if (ways.size() > 64)
        return;
    if (token == tokens.size()) {
        ways << current;
        return;
    }
    if (columns.size() - column < tokens.size() - token)
        return;
    const bool fits = columns[column].isPair == tokens[token].isPair
        || (columns[column].isPair && isBlankValue(tokens[token].text));
    if (fits) {
        current[column] = int(token);
        layOver(columns, tokens, column + 1, token + 1, current, ways);
        current[column] = -1;
    }
    layOver(columns, tokens, column + 1, token, current, ways);
}

} // namespace

QList<int> assignTokens(const QList<HeaderColumn> &columns, const QList<CellToken> &tokens)
{
    const QList<int> none(columns.size(), -1);
    if (columns.size() > 12 || tokens.size() > columns.size())
        return none;
    QList<int> current = none;
    QList<QList<int>> ways;
    layOver(columns, tokens, 0, 0, current, ways);
    if (ways.isEmpty() || ways.size() > 64)
        return none;
    QList<int> agreed = ways.first();
    for (const QList<int> &way : ways) {
        for (qsizetype i = 0; i < agreed.size(); ++i) {
            if (way[i] != agreed[i])
                agreed[i] = -1;
        }
    }
    return agreed;
}

} // namespace parse
