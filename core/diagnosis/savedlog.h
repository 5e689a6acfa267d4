// SavedLog: a file of lines that this program told or saved: `ascendctl logs`, with --json and with --follow --json
// too, and Save of the Logs page. Each line names its node, its process and its time. Pure; pieces may be cut anywhere.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

class SavedLog
{
public:
    enum class Shape
    {
        None,                            // any other file
        Columns,                         // TIME  NODE  PROCESS  LEVEL  TEXT
        Tabs,                            // the same, as Save writes it
        Objects,                         // one a line
        Document                         // objects over several lines
    };
    struct Line
    {
        QString node, process;
        QByteArray text;                 // behind its time, where it has one of its own
        qint64 number = 0;               // of the file

        bool operator==(const Line &) const = default;
    };

    // By its beginning; isAll: there is no more of it. nullopt: more of it must be seen.
    static std::optional<Shape> shapeOf(const QByteArray &head, bool isAll);

    SavedLog(Shape shape, std::function<void(const Line &line)> take);
    void feed(const QByteArray &piece);
    void finish();

private:
    void read(const QByteArray &line);

    const Shape m_shape;
    const std::function<void(const Line &line)> m_take;
    QByteArray m_partial, m_object;      // the object that has begun
    qint64 m_number = 0, m_textNumber = 0;
};
