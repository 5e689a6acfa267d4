#include "core/targets/yaml.h"

#include "core/targets/scriptlines.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// What YAML calls printable, less what some of its parsers take for a line break (NEL, LS, PS) and what hides or turns
// text around (formats).
bool isPrinted(QChar c)
{
    return c == QLatin1Char('\n') || c == QLatin1Char('\t')
        || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format
            && c.category() != QChar::Separator_Line && c.category() != QChar::Separator_Paragraph
            && c.unicode() < 0xfffe);
}

QString inQuotes(const QString &text)
{
    QString line = u"\""_s;
    for (const QChar c : text) {
        if (c == QLatin1Char('"') || c == QLatin1Char('\\'))
            line += QLatin1Char('\\') + QString(c);
        else if (c == QLatin1Char('\n'))
            line += "\\n"_L1;
        else if (c == QLatin1Char('\t') || !isPrinted(c))
            line += u"\\u%1"_s.arg(uint(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            line += c;
    }
    return line + QLatin1Char('"');
}

// A word that no parser takes for anything but a string: YAML 1.1 also reads "yes", "off" and "n" as booleans.
bool isPlain(const QString &text)
{
    static const QRegularExpression word(u"\\A[A-Za-z/][A-Za-z0-9_./-]*\\z"_s);
    static const QRegularExpression other(u"\\A(true|false|yes|no|on|off|y|n|null)\\z"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return word.match(text).hasMatch() && !other.match(text).hasMatch();
}

QString scalar(const Json &value)
{
    if (!value.is_string())
        return value.is_structured() ? (value.is_array() ? u"[]"_s : u"{}"_s) : QString::fromUtf8(compactJson(value));
    const QString text = value.get<QString>();
    return isPlain(text) ? text : inQuotes(text);
}

bool isBlock(const Json &value)
{
    if (!value.is_string())
        return false;
    const QString text = value.get<QString>();
    return text.endsWith(QLatin1Char('\n')) && !text.endsWith("\n\n"_L1) && text.size() > 1 && !text.at(0).isSpace()
        && std::all_of(text.cbegin(), text.cend(), isPrinted);
}

QString margin(int depth) { return QString(2 * depth, QLatin1Char(' ')); }

QString blockLines(const QString &text, int depth)
{
    QString lines;
    for (const QString &line : text.chopped(1).split(QLatin1Char('\n')))
        lines += (line.isEmpty() ? QString() : margin(depth) + line) + QLatin1Char('\n');
    return lines;
}

QString membersOf(const Json &object, int depth);

// After "key:" or "-", with the line's end.
QString valueOf(const Json &value, int depth)
{
    if (isBlock(value))
        return u" |\n"_s + blockLines(value.get<QString>(), depth + 1);
    if (!value.is_structured() || value.empty())
        return u' ' + scalar(value) + QLatin1Char('\n');
    if (value.is_object())
        return QLatin1Char('\n') + membersOf(value, depth + 1);
    QString lines = u"\n"_s;
    for (const Json &item : value) {
        if (!item.is_object() || item.empty()) {
            lines += margin(depth) + u'-' + valueOf(item, depth + 1);
            continue;
        }
        QString members = membersOf(item, depth + 1);
        while (members.startsWith(margin(depth + 1) + u'#')) { // comments stand before the dash
            const qsizetype end = members.indexOf(QLatin1Char('\n')) + 1;
            lines += members.left(end).mid(2);
            members = members.mid(end);
        }
        lines += margin(depth) + u"- "_s + members.mid(2 * (depth + 1));
    }
    return lines;
}

QString membersOf(const Json &object, int depth)
{
    QString lines;
    for (const auto &[key, value] : object.items()) {
        const QString name = QString::fromStdString(key);
        if (name.startsWith(QLatin1Char('#')))
            lines += margin(depth) + commentLine(value.get<QString>());
        else
            lines += margin(depth) + scalar(Json(name)) + u':' + valueOf(value, depth);
    }
    return lines;
}

} // namespace

QByteArray yamlText(const QList<Json> &documents, const QStringList &head)
{
    QString text;
    for (const QString &line : head)
        text += commentLine(line);
    for (const Json &document : documents)
        text += (documents.size() > 1 ? u"---\n"_s : QString()) + membersOf(document, 0);
    return text.toUtf8();
}
