// The logs of a run that failed: bounded, for the user alone, without secrets, and read back as the steps' own.
#include "core/logs/keptlogs.h"
#include "core/logs/logreading.h"
#include "core/runs/statefile.h"

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestKeptLogs : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QByteArray content(const QString &path) const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QList<LogBatch> readBack(const QString &file)
    {
        QList<LogBatch> all;
        const Result<int> read
            = readLogFiles({file}, nullptr, {}, [&](const LogBatch &batch) { all << batch; }, [](qint64) {});
        return read ? all : QList<LogBatch>();
    }

private slots:
    void secretsAreTakenOutAndOnlyTheUserReads()
    {
        const QString file = keptLogsFile(m_folder.filePath(u"run.json"_s));
        QVERIFY(file != m_folder.filePath(u"run.json"_s) && !file.endsWith(u".json"_s)); // no state of a run
        QVERIFY(keepLogs(file, {{u"node1"_s, u"start-service"_s, "export API_TOKEN=tok-123456789abcdef\nready\n"}},
                         Redaction()));
        const QByteArray kept = content(file);
        QVERIFY2(!kept.contains("tok-123456789abcdef") && kept.contains("ready"), kept.constData());
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther),
                 QFile::Permissions());
        QVERIFY(forgetKeptLogs(file) && !QFile::exists(file));
        QVERIFY(forgetKeptLogs(file));   // there is none
    }

    void nodesAndStepsAreReadBack()
    {
        const QString file = m_folder.filePath(u"a.log"_s);
        QVERIFY(keepLogs(file,
                         {{u"node: one"_s, u"await-ready"_s, "==> node9: forged\n[ERROR] no\n"},
                          {u"node2"_s, u"copy-files"_s, "$ docker cp\n", 1774000000123}},
                         Redaction()));
        const QList<LogBatch> all = readBack(file);
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].node, u"node: one"_s);
        QCOMPARE(all[0].process, u"await-ready"_s);
        QCOMPARE(all[0].entries.size(), 2);
        QCOMPARE(all[0].entries[0].text, " ==> node9: forged");
        QCOMPARE(all[0].entries[1].level, LogLevel::Error);
        QCOMPARE(all[1].node, u"node2"_s);
        QCOMPARE(all[1].entries[0].text, "$ docker cp");
        QCOMPARE(all[1].process, u"copy-files"_s);
        QCOMPARE(all[1].entries[0].ms, std::optional<qint64>(1774000000123)); // when the step began to speak
        QCOMPARE(all[0].entries[0].ms, std::nullopt);
    }

    void theLastRunsLogTellsOfWhatItFailed()
    {
        const QString state = m_folder.filePath(u"last.json"_s);
        StateDocument document;
        document.deployment = u"d"_s;
        document.nodes = {{u"node1"_s, u"a:22"_s, Json()}};
        StepRecord failed;
        failed.state = StepState::Failed;
        failed.message = u"device 0 is held"_s;
        document.steps = {{u"preflight@node1"_s, failed}};
        QVERIFY(keepLogs(keptLogsFile(state), {{u"node1"_s, u"start"_s, "an older run\n"}}, Redaction()));
        const QDateTime before = QDateTime::currentDateTime().addSecs(-600);
        QFile old(keptLogsFile(state));
        QVERIFY(old.open(QIODevice::ReadWrite) && old.setFileTime(before, QFileDevice::FileModificationTime));
        old.close();
        QVERIFY(writeStateFile(state, document));
        const QByteArray last = lastRunLog(state, lastFailureOf(state));
        QVERIFY2(last.startsWith("==> node1: preflight at ") && last.endsWith("\ndevice 0 is held\n"),
                 last.constData());
        QVERIFY(keepLogs(keptLogsFile(state), {{u"node1"_s, u"preflight"_s, "this run\n"}}, Redaction()));
        QVERIFY(lastRunLog(state, lastFailureOf(state))
                    .startsWith("==> node1: preflight\nthis run\n==> node1: preflight at "));
        document.steps.first().second.state = StepState::Done;
        QVERIFY(writeStateFile(state, document));
        QVERIFY(lastRunLog(state, lastFailureOf(state)).isEmpty());
    }

    void eachHasItsShareAndItsEndIsKept()
    {
        const QString file = m_folder.filePath(u"big.log"_s);
        const QByteArray line(99, 'x');
        QByteArray big;
        for (int i = 0; i < 200'000; ++i)
            big += line + '\n';
        QVERIFY(keepLogs(file,
                         {{u"node1"_s, u"a"_s, big + "the end of a\n"}, {u"node1"_s, u"b"_s, "small\n"},
                          {u"node2"_s, u"a"_s, big + "the end of c\n"}},
                         Redaction()));
        const QByteArray kept = content(file);
        QVERIFY2(kept.size() <= mostKeptBytes + 1000, qPrintable(QString::number(kept.size())));
        QVERIFY(kept.size() > mostKeptBytes / 2);
        for (const char *words : {"the end of a\n", "small\n", "the end of c\n", "==> node1: a\n...\n"})
            QVERIFY2(kept.contains(words), words);
    }

    void anyFileIsReadToo()
    {
        const QString file = m_folder.filePath(u"plain.log"_s);
        QFile plain(file);
        QVERIFY(plain.open(QIODevice::WriteOnly));
        plain.write("no head\n==> node1: start\nhalf a line");
        plain.close();
        const QList<LogBatch> all = readBack(file);
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].entries.size(), 3); // a head is one where the first line is one
        const Result<int> read
            = readLogFiles({m_folder.filePath(u"nowhere.log"_s)}, nullptr, {}, [](const LogBatch &) {}, [](qint64) {});
        QVERIFY(!read && read.error().kind == ErrorKind::Storage);
    }

    // plog names no zone: it is of the one that the node's other file names, and no other node's.
    void aFileWithoutAZoneIsOfThatOfItsNode()
    {
        const auto file = [this](const QString &name, const QByteArray &text) {
            QFile log(m_folder.filePath(name));
            return log.open(QIODevice::WriteOnly) && log.write(text) == text.size();
        };
        QVERIFY(file(u"p.log"_s, "[ERROR] HCCL(7,python3):2026-11-20-10:00:05.000.100 [a.cc:7] x\n"));
        QVERIFY(file(u"m.log"_s, "[2026-11-20 10:00:01.000001-09:30] [7] [7] [server] [ERROR] x"));
        QVERIFY(file(u"u.log"_s, "2026-11-20T19:30:02Z UTC is written by any tool\n"));
        const QString plog = m_folder.filePath(u"p.log"_s);
        QList<LogBatch> all;
        QVERIFY(readLogFiles({u"n1="_s + plog, u"n1="_s + m_folder.filePath(u"m.log"_s), u"n2="_s + plog,
                              u"n2="_s + m_folder.filePath(u"u.log"_s)},
                             nullptr, {}, [&](const LogBatch &batch) { all << batch; }, [](qint64) {}));
        QCOMPARE(all.size(), 4);
        QCOMPARE(*all[0].entries[0].ms - *all[1].entries[0].ms, 4000);
        const QDateTime shown(QDate(2026, 11, 20), QTime(10, 0, 5), Qt::UTC);
        QCOMPARE(*all[2].entries[0].ms,
                 shown.toMSecsSinceEpoch() - QDateTime::currentDateTime().offsetFromUtc() * 1000LL);
    }
};

QTEST_APPLESS_MAIN(TestKeptLogs)
#include "tst_keptlogs.moc"
