// rests(): nothing is left to be done but what is waited for: the last turn of the event loop was hardly any work.
//     QVERIFY(QTest::qWaitFor(rests));  (QTRY_VERIFY asks once more when it has heard yes)
#pragma once

#include <QCoreApplication>

#include <ctime>

inline bool rests()
{
    const auto workedMs = [] { // not how long it took: others may have had the processor
        timespec worked = {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
        return double(worked.tv_sec) * 1000 + double(worked.tv_nsec) / 1e6;
    };
    const double before = workedMs();
    QCoreApplication::processEvents();
    return workedMs() - before < 3;
}
