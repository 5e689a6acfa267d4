#include "core/base/result.h"
#include "core/base/worker.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

class TestWorker : public QObject
{
    Q_OBJECT

private slots:
    void resultArrivesOnOwnerThread()
    {
        Worker worker;
        QThread *seen = nullptr;
        int value = 0;
        worker.run(this, [](Job &) { return Result<int>(42); },
                   [&](Result<int> r) { seen = QThread::currentThread(); value = *r; });
        QTRY_COMPARE(value, 42);
        QCOMPARE(seen, thread());
    }

    void jobsRunInOrderAndNotify()
    {
        Worker worker;
        QStringList log;
        for (int i = 0; i < 3; ++i)
            worker.run(
                this,
                [i, &log](Job &job) {
                    job.notify([i, &log] { log << u"piece %1"_s.arg(i); });
                    return i;
                },
                [&log](int r) { log << u"done %1"_s.arg(r); });
        QTRY_COMPARE(log.size(), 6);
        QCOMPARE(log, (u"piece 0|done 0|piece 1|done 1|piece 2|done 2"_s.split(QLatin1Char('|'))));
    }

    void deadGuardIsNotCalled()
    {
        Worker worker;
        auto guard = std::make_unique<QObject>();
        bool called = false;
        std::atomic<bool> proceed = false;
        worker.run(guard.get(),
                   [&](Job &job) {
                       while (!proceed)
                           QThread::msleep(1);
                       job.notify([&] { called = true; });
                       return 1;
                   },
                   [&](int) { called = true; });
        guard.reset();
        proceed = true;
        bool fence = false; // jobs are in order: when this one is answered, the first one has been
        worker.run(this, [](Job &) { return 0; }, [&](int) { fence = true; });
        QTRY_VERIFY(fence);
        QVERIFY(!called);
    }

    void cancelReachesRunningAndQueuedJobs()
    {
        Worker worker;
        int canceledJobs = 0;
        auto loop = [](Job &job) -> Result<int> {
            while (!job.stop().stop_requested())
                QThread::msleep(1);
            return canceled();
        };
        auto count = [&](Result<int> r) { canceledJobs += r.error().kind == ErrorKind::Canceled; };
        worker.run(this, loop, count);
        worker.run(this, loop, count);
        worker.cancelAll();
        QTRY_COMPARE(canceledJobs, 2);
    }

    void destroyingWorkerStopsARunningJob()
    {
        QElapsedTimer t;
        t.start();
        bool called = false;
        {
            Worker worker;
            worker.run(this, [](Job &job) {
                while (!job.stop().stop_requested())
                    QThread::msleep(1);
                return 0; }, [&](int) { called = true; });
            QThread::msleep(5);
        }
        QCoreApplication::processEvents();
        QVERIFY(t.elapsed() < 5000);
        QVERIFY(!called);
    }

    void manyWorkersStress()
    {
        int done = 0;
        for (int round = 0; round < 50; ++round) {
            Worker a, b;
            QObject guard;
            for (int i = 0; i < 20; ++i) {
                a.run(&guard, [](Job &) { return 1; }, [&](int) { ++done; });
                b.run(&guard, [](Job &) { return 1; }, [&](int) { ++done; });
            }
            QCoreApplication::processEvents();
        }
        QVERIFY(done <= 2000);
    }
};

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
