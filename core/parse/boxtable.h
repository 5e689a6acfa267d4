// The "+---+" and "| a | b |" of npu-smi, apart from what the cells mean.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace parse {

struct BoxLine
{
    enum Kind { Rule, Row, Elision, Other };
    Kind kind = Other;
    QChar rule;               // '-' or '=' (the first one): which of the two borders
    QStringList cells;        // of a Row, not trimmed
    bool whole = true;        // false: the closing '|' or '+' is missing, so the end may be cut off
    QString prefix;           // what stood before the table, trimmed ("node1:", "[root@host ~]# npu-smi info", "> ")
    QString text;             // the line from the table on
};

// Lines that a narrow terminal broke are put together again when the table's own width says so.
QList<BoxLine> boxLines(const QStringList &lines);

// A cell of the body, cut at blanks; "1232 / 1232" and "60185/ 65536" are one token each.
struct CellToken
{
    QString text;             // "96.5", "NA", "59247/65536"
    bool isPair = false;
};
QList<CellToken> cellTokens(const QString &cell, bool whole);

// A cell of the header, cut into its columns ("Power(W)    Temp(C)           Hugepages-Usage(page)").
struct HeaderColumn
{
    QString name;             // lower case, one blank between words: "npu util(%)"
    bool isPair = false;      // ...-Usage: "used / total"
};
QList<HeaderColumn> headerColumns(const QString &cell);

// The same with other names, lower case, longest first: words that stand one blank apart are still told apart.
QList<HeaderColumn> headerColumns(const QString &cell, const QStringList &known);

// Which token belongs to which column. A column gets a token only if every way to lay the tokens over the
// columns in order (kinds agreeing, columns left blank where there are fewer tokens) gives it that same token:
// a lost value is missing, its neighbours are not shifted into its place. Index into tokens, -1: none.
QList<int> assignTokens(const QList<HeaderColumn> &columns, const QList<CellToken> &tokens);

} // namespace parse
