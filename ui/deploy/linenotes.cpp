#include "ui/deploy/linenotes.h"

#include "core/engines/engine.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

QString commentAbove(const QStringList &lines, qsizetype at)
{
    const auto isComment
        = [](const QString &line) { return line.trimmed().startsWith("# "_L1) && !line.contains("shellcheck"_L1); };
    const QString line = lines[at].trimmed();
    if (line.isEmpty())
        return {};
    if (isComment(line))
        return line.mid(2);
    // A command over several lines is explained where it begins.
    while (at > 0 && lines[at - 1].endsWith(QLatin1Char('\\')))
        --at;
    QStringList words;
    for (qsizetype i = at - 1; i >= 0 && isComment(lines[i]); --i) {
        words.prepend(lines[i].trimmed().mid(2));
        // Environment lines have one comment each; what stands above it belongs to something else.
        if (lines[at].startsWith("export "_L1) || lines[at].startsWith("load "_L1))
            break;
    }
    return words.join(QLatin1Char(' '));
}

QString keyOf(const QString &line)
{
    static const QRegularExpression key(u"^\\s*\"([^\"]+)\"\\s*:"_s);
    return key.match(line).captured(1);
}

// Of a line of the service's command: the program where it begins, else its first word. Empty: another line.
QString commandKey(const QStringList &lines, qsizetype at)
{
    static const QString begins[] = {u"setsid nohup "_s, u"exec "_s};
    qsizetype first = at;
    while (first > 0 && lines[first - 1].endsWith(QLatin1Char('\\')))
        --first;
    for (const QString &begin : begins) {
        if (lines[first].startsWith(begin))
            return (at == first ? lines[at].mid(begin.size()) : lines[at]).trimmed().section(QLatin1Char(' '), 0, 0);
    }
    return {};
}

} // namespace

QString lineNote(const Artifact &file, const QString &text, int line, const Recipe &recipe)
{
    const QStringList lines = text.split(QLatin1Char('\n'));
    if (line < 1 || line > lines.size())
        return {};
    const bool isScript = file.path.endsWith(".sh"_L1);
    const QString key = isScript ? commandKey(lines, line - 1) : keyOf(lines[line - 1]);
    const Engine *engine = findEngine(recipe.engine);
    const QString note
        = engine && engine->lineNote && !key.isEmpty() ? engine->lineNote(file.kind, key, recipe) : QString();
    return note.isEmpty() && isScript ? commentAbove(lines, line - 1) : note;
}
