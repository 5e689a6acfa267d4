// TransferPace: how far a long copy is, how fast it goes and how long it still takes, in one line for people.
// "203.4 GiB of 688 GiB (29 %), 812.4 MiB/s, about 10 min left"; the pace is that of the last quarter of a minute and
// is left out until two seconds of it are known. Standing still has no time left: "0 B/s".
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QString>

class TransferPace
{
public:
    QString words(qint64 doneBytes, qint64 allBytes);                  // now
    QString words(qint64 doneBytes, qint64 allBytes, qint64 atMs);     // on any clock that only goes forward

private:
    struct Mark { qint64 atMs, bytes; };

    QElapsedTimer m_clock;
    QList<Mark> m_marks;
};
