// LogFrames: what a node's one command for its logs (core/logs/logscript.h) writes on stdout, cut into frames again:
// pieces of several files, one after another, each with its length before and a mark behind it. Pieces of what arrives
// may be cut anywhere. What is no frame (a login's banner, a file that became shorter while it was read) is skipped to
// the next one and counted. What is kept is one frame that has not come to its end. Pure.
#pragma once

#include <QByteArray>

#include <functional>

struct LogFrame
{
    enum class Kind {
        Zone,                            // words: the zone of what follows, "+0800"
        File,                            // a piece of a file
        Kernel,                          // the end of the kernel's log; words: seconds since it started, "16794.22"
        Unread,                          // path is a link to what words name, or no file, and was not read
        Alive,                           // nothing new
    };
    Kind kind = Kind::Alive;
    QByteArray words;
    quint64 inode = 0;                   // of a File, with offset, writtenSeconds and path
    qint64 offset = 0;
    qint64 writtenSeconds = 0;           // of a File: since 1970 by its clock, when it was written to last before that
    QByteArray path;                     // of a File, of what is Unread
    QByteArray content;                  // of File and Kernel
    bool isCut = false;                  // less than was announced: it became shorter

    bool operator==(const LogFrame &) const = default;
};

class LogFrames
{
public:
    using Take = std::function<void(const LogFrame &frame)>;
    static constexpr qint64 mostContent = 1024 * 1024; // of one frame; one that says more is none

    explicit LogFrames(Take take) : m_take(std::move(take)) {}
    void feed(QByteArrayView piece);
    qint64 lost() const { return m_lost; } // bytes that were in no frame

private:
    bool takeFrame();                    // false: more has to come
    bool skipTo(qsizetype at);

    Take m_take;
    QByteArray m_held;
    qint64 m_lost = 0;
};
