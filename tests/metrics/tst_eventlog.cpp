// What was done and noted, in the file of the history: kept, read back, taken away; by an older and by a newer program.
#include "core/monitor/eventlog.h"
#include "core/store/database.h"
#include "core/store/samplearchive.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'764'240'000'000;

MonitorEvent noteAt(qint64 timeMs, const QString &words) { return {timeMs, MonitorEvent::Kind::Note, {}, words}; }

} // namespace

class TestEventLog : public QObject
{
    Q_OBJECT

private slots:
    void whatWasKeptIsReadNewestFirst()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"h/s.db"_s);
        QVERIFY(loggedEvents(file, 10)->isEmpty()); // no file, and none is made
        QVERIFY(removeLoggedEvent(file, noteAt(begin, u"x"_s)));
        QVERIFY(!QFile::exists(file));
        {
            Result<SampleArchive> archive = SampleArchive::open(file); // samples stand in the same one
            QVERIFY(archive && archive->append({{begin, {u"10.0.0.1:22"_s, u"3/0"_s, u"npu.aicore"_s}, 5}}));
        }
        QVERIFY(loggedEvents(file, 10)->isEmpty());
        const MonitorEvent run{begin + 5000, MonitorEvent::Kind::Run, MonitorEvent::Outcome::Stopped, {}};
        QVERIFY(logEvents(file, {noteAt(begin, u"换了网线 'it''s' %1"_s)}));
        QVERIFY(logEvents(file, {run}));
        QVERIFY(logEvents(file, {run}));    // once
        QCOMPARE(*loggedEvents(file, 10), (QList{run, noteAt(begin, u"换了网线 'it''s' %1"_s)}));
        QCOMPARE(*loggedEvents(file, 1), QList{run});
        for (const MonitorEvent::Kind kind : {MonitorEvent::Kind::Undo, MonitorEvent::Kind::Driver,
                                              MonitorEvent::Kind::Verify}) {
            const MonitorEvent one{begin + 6000, kind, MonitorEvent::Outcome::Failed, {}};
            QVERIFY(logEvents(file, {one}));
            QCOMPARE(*loggedEvents(file, 1), QList{one});
            QVERIFY(removeLoggedEvent(file, one));
        }
        QVERIFY(removeLoggedEvent(file, noteAt(begin, u"another"_s)));
        QCOMPARE(loggedEvents(file, 10)->size(), 2);
        QVERIFY(removeLoggedEvent(file, noteAt(begin, u"换了网线 'it''s' %1"_s)));
        QCOMPARE(*loggedEvents(file, 10), QList{run});
    }

    void itDoesNotGrowForEver()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"s.db"_s);
        QVERIFY(logEvents(file, {noteAt(begin - 1, u"the oldest"_s)}));
        {
            Result<Database> database = Database::open(file);
            QVERIFY(bool(database) && database->writing([&] {
                return database->execute("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 998)"
                                         " INSERT INTO events SELECT 1764240000000 + i, 'note', '', 'n' FROM n");
            }));
        }
        QCOMPARE(loggedEvents(file, 5000)->size(), 1000);
        QVERIFY(logEvents(file, {noteAt(begin + 5000, QString(900, u'x'))}));
        const QList<MonitorEvent> all = *loggedEvents(file, 5000);
        QCOMPARE(all.size(), 1000);
        QCOMPARE(all.first().words.size(), longestNote);
        QCOMPARE(all.last().words, u"n"_s);
    }

    void whatANewerProgramWroteIsLeftOut()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"s.db"_s);
        QVERIFY(logEvents(file, {noteAt(begin, u"mine"_s)}));
        {
            Result<Database> database = Database::open(file);
            QVERIFY(bool(database)
                    && database->execute("INSERT INTO events VALUES(1764240000001, 'eclipse', 'total', '')"));
        }
        QCOMPARE(*loggedEvents(file, 10), QList{noteAt(begin, u"mine"_s)});
    }

    void aFileThatIsNoneIsAnError()
    {
        const QTemporaryDir box;
        const QString file = box.filePath(u"s.db"_s);
        QFile plain(file);
        QVERIFY(plain.open(QIODevice::WriteOnly) && plain.write(QByteArray(8192, 'x')) == 8192);
        plain.close();
        QVERIFY(!loggedEvents(file, 10) && !loggedEvents(file, 10).error().message.isEmpty());
        QVERIFY(!logEvents(file, {noteAt(begin, u"x"_s)}));
    }
};

QTEST_GUILESS_MAIN(TestEventLog)
#include "tst_eventlog.moc"
