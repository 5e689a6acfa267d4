#include "core/diagnosis/savedlog.h"

#include "core/base/json.h"

#include <QRegularExpression>

#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestSavedHead = 256 * 1024, longestSavedObject = 4 * 1024 * 1024;

// time: empty where the line has none of its own
SavedLog::Line savedLineOf(const QString &node, const QString &process, const QString &time, const QString &text)
{
    QString whole = time.isEmpty() ? text : time + u' ' + text;
    return {node, process, whole.replace(u'\n', u' ').toUtf8(), 0};
}

std::optional<SavedLog::Line> savedInWords(const QByteArray &line, SavedLog::Shape shape)
{
    static const QString time = u"^(?:-|≥?(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z))"_s;
    static const QRegularExpression columns(time
                                            + u" {2,}(\\S+(?: \\S+)*)  (\\S+(?: \\S+)*|)  "
                                              "(?:debug  |info   |warning|error  |fatal  | {7})  (.*)$"_s);
    static const QRegularExpression tabs(time + u"\t([^\t]+)\t([^\t]*)\t(?:debug|info|warning|error|fatal|)\t(.*)$"_s);
    const QString text = QString::fromUtf8(line);
    const QRegularExpressionMatch match = (shape == SavedLog::Shape::Tabs ? tabs : columns).match(text);
    if (!match.hasMatch())
        return {};
    const QString own = text.startsWith(u'≥') ? QString() : match.captured(1);
    return savedLineOf(match.captured(2), match.captured(3), own, match.captured(4));
}

std::optional<SavedLog::Line> savedInObject(const QByteArray &text)
{
    if (!text.contains("\"process\"") || !text.contains("\"text\""))
        return {};
    const Result<Json> object = parseJson(text, u"log"_s);
    if (!object || !object->is_object())
        return {};
    for (const char *key : {"node", "process", "text"}) {
        if (!object->contains(key) || !object->at(key).is_string())
            return {};
    }
    if (!object->contains("level") || !object->contains("time"))
        return {};
    const QString time = object->contains("timeIsAtLeast") ? QString() : stringAt(*object, "time");
    return savedLineOf(stringAt(*object, "node"), stringAt(*object, "process"), time, stringAt(*object, "text"));
}

} // namespace

std::optional<SavedLog::Shape> SavedLog::shapeOf(const QByteArray &head, bool isAll)
{
    const bool isEnough = isAll || head.size() >= longestSavedHead;
    const qsizetype end = head.indexOf('\n');
    if (end < 0 && !isEnough)
        return {};
    const QByteArray first = head.first(end < 0 ? head.size() : end).trimmed();
    for (const Shape shape : {Shape::Columns, Shape::Tabs}) {
        if (savedInWords(first, shape))
            return shape;
    }
    if (savedInObject(first))
        return Shape::Objects;
    if (first != "{" && first != "[")
        return Shape::None;
    bool isSaved = false;
    SavedLog lines(Shape::Document, [&](const Line &) { isSaved = true; });
    lines.feed(head);
    lines.finish();
    if (isSaved)
        return Shape::Document;
    return isEnough ? std::optional(Shape::None) : std::nullopt;
}

SavedLog::SavedLog(Shape shape, std::function<void(const Line &line)> take)
    : m_shape(shape)
    , m_take(std::move(take))
{
}

void SavedLog::feed(const QByteArray &piece)
{
    m_partial += piece;
    qsizetype at = 0;
    for (qsizetype end; (end = m_partial.indexOf('\n', at)) >= 0; at = end + 1)
        read(m_partial.mid(at, end - at));
    m_partial.remove(0, at);
}

void SavedLog::finish()
{
    if (!m_partial.isEmpty())
        read(std::exchange(m_partial, QByteArray()));
}

void SavedLog::read(const QByteArray &line)
{
    ++m_number;
    const auto give = [&](std::optional<Line> found, qint64 number) {
        if (!found)
            return;
        found->number = number;
        m_take(*found);
    };
    if (m_shape != Shape::Document) {
        const QByteArray whole = line.endsWith('\r') ? line.chopped(1) : line;
        return give(m_shape == Shape::Objects ? savedInObject(whole) : savedInWords(whole, m_shape), m_number);
    }
    const QByteArray words = line.trimmed();
    if (words.endsWith('{'))             // the innermost one counts
        m_object = "{";
    else if (m_object.size() + line.size() < longestSavedObject)
        m_object += words == "}," ? QByteArray("}") : line;
    if (words.startsWith("\"text\":"))
        m_textNumber = m_number;
    if (words == "}" || words == "},")
        give(savedInObject(std::exchange(m_object, QByteArray())), m_textNumber);
}
