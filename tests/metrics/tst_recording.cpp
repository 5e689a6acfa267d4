// A recording: what a history and its alerts become in a file for somebody else, without hosts, and on request without
// names; what is refused; what is read of it for a moment.
#include "core/monitor/eventlog.h"
#include "core/monitor/machines.h"
#include "core/monitor/recording.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'764'240'000'000; // a whole minute
constexpr qint64 minute = 60'000;

Deployment twoNodes()
{
    Deployment deployment;
    deployment.name = u"prod-shanghai"_s;
    for (int i = 1; i <= 2; ++i) {
        Node node;
        node.name = u"secretname%1"_s.arg(i);
        node.host = u"10.77.1.%1"_s.arg(i);
        node.user = u"alice"_s;
        deployment.nodes << node;
    }
    return deployment;
}

QString machine(int node) { return machinesOf(twoNodes().nodes)[node].machine; }

// Half an hour at 10 s of one chip of each node, as the window keeps it; a third machine is no node.
void keep(const QString &file)
{
    Result<SampleArchive> archive = SampleArchive::open(file);
    QVERIFY(bool(archive));
    for (qint64 at = begin; at < begin + 30 * minute; at += 10'000) {
        QList<Sample> samples;
        for (int node = 0; node < 2; ++node)
            samples << Sample{at, {machine(node), u"0/0"_s, u"npu.aicore"_s}, double((at - begin) / 10'000 + node)};
        samples << Sample{at, {u"10.88.0.9:22"_s, u"0/0"_s, u"npu.aicore"_s}, 99};
        QVERIFY(bool(archive->append(samples)));
    }
    QVERIFY(bool(archive->noteSimulated()));
    QVERIFY(bool(archive->flush()));
    for (const qint64 firedMs : {begin + minute, begin + 20 * minute}) {
        AlertRecord record;
        record.alert = {u"chip-hot"_s, machine(1), u"0/0"_s, AlertRule::Severity::Warning, firedMs - minute, firedMs,
                        firedMs + minute, 91, 93};
        record.title = {{"en", "A chip is hot"}};
        record.around = {{{machine(1), u"0/0"_s, u"npu.aicore"_s}, {{firedMs, 5}}}};
        QVERIFY(bool(logAlert(file, record)));
    }
}

void note(const QString &file)
{
    for (const qint64 at : {begin + minute, begin + 20 * minute}) // one before the time that is recorded
        QVERIFY(bool(logEvents(file, {{at, MonitorEvent::Kind::Note, {}, u"secretname2 got a new cable"_s}})));
    QVERIFY(bool(
        logEvents(file, {{begin + 21 * minute, MonitorEvent::Kind::Run, MonitorEvent::Outcome::Failed, {}}})));
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestRecording : public QObject
{
    Q_OBJECT

    QTemporaryDir m_box;
    RecordingOrder order(const QString &target) const
    {
        return {m_box.filePath(u"history.db"_s), m_box.filePath(target), twoNodes(), begin + 10 * minute,
                begin + 25 * minute, false, false, u"0.1.0"_s};
    }

private slots:
    void initTestCase()
    {
        keep(m_box.filePath(u"history.db"_s));
        note(m_box.filePath(u"history.db"_s));
    }

    void whatWasDoneAndNotedStandsInIt()
    {
        RecordingOrder what = order(u"events.ascrec"_s);
        QVERIFY(writeRecording(what, {}));
        const Result<QList<MonitorEvent>> events = loggedEvents(what.target, 10);
        QVERIFY(events && events->size() == 2);
        QCOMPARE(events->first().outcome, MonitorEvent::Outcome::Failed);
        QCOMPARE(events->last().words, u"secretname2 got a new cable"_s);
        QCOMPARE(events->last().timeMs, begin + 20 * minute);
        what = order(u"events-redacted.ascrec"_s);
        what.leavesNamesOut = true;
        QVERIFY(writeRecording(what, {}));
        const Result<QList<MonitorEvent>> redacted = loggedEvents(what.target, 10);
        QVERIFY(redacted && redacted->size() == 1);
        QCOMPARE(redacted->first().kind, MonitorEvent::Kind::Run);
    }

    void theTimeThatIsAskedForStandsInIt()
    {
        const RecordingOrder what = order(u"one.ascrec"_s);
        const Result<RecordingAbout> about = writeRecording(what, {});
        QVERIFY2(about, about ? "" : qPrintable(about.error().message));
        QCOMPARE(about->deployment, u"prod-shanghai"_s);
        QCOMPARE(about->nodes, (QStringList{u"secretname1"_s, u"secretname2"_s}));
        QCOMPARE(about->fromMs, begin + 10 * minute);
        QCOMPARE(about->toMs, begin + 25 * minute);
        QVERIFY(about->isSimulated && !about->isRedacted);
        const Result<RecordingAbout> again = aboutRecording(what.target);
        QVERIFY(again && *again == *about);

        Result<SampleArchive> archive = SampleArchive::openUntouched(what.target);
        QVERIFY(bool(archive));
        const MetricKey key{u"secretname2"_s, u"0/0"_s, u"npu.aicore"_s};
        QCOMPARE(archive->keys()->size(), 2); // nothing of the machine that is no node
        const Result<QList<TimedValue>> values = archive->read(key, 0, begin + 60 * minute);
        QCOMPARE(values->size(), 15 * 6 + 1);
        QCOMPARE(values->first().value, 61.0);
        QCOMPARE(values->last().value, 151.0);

        const Result<QList<AlertRecord>> alerts = loggedAlerts(what.target, 10);
        QCOMPARE(alerts->size(), 1); // the other was over
        QCOMPARE(alerts->first().alert.node, u"secretname2"_s);
        QCOMPARE(loggedAround(what.target, alerts->first().alert)->value(0).key.node, u"secretname2"_s);
        QVERIFY(!QFile::exists(what.target + u".part"_s));
        QVERIFY(!QFile::exists(what.target + u"-wal"_s)); // looked at, it stays one file
    }

    void hostsAndUsersNeverStandInItAndNamesNotOnRequest()
    {
        RecordingOrder what = order(u"redacted.ascrec"_s);
        QVERIFY(writeRecording(order(u"plain.ascrec"_s), {}));
        what.leavesNamesOut = true;
        const Result<RecordingAbout> about = writeRecording(what, {});
        QVERIFY(about && about->isRedacted && about->deployment.isEmpty());
        QCOMPARE(about->nodes, (QStringList{u"node1"_s, u"node2"_s}));
        const QByteArray plain = read(m_box.filePath(u"plain.ascrec"_s)), redacted = read(what.target);
        QVERIFY(plain.contains("secretname1") && plain.contains("prod-shanghai"));
        for (const QByteArray &file : {plain, redacted})
            QVERIFY(!file.isEmpty() && !file.contains("10.77.1") && !file.contains("10.88") && !file.contains("alice"));
        QVERIFY(!redacted.contains("secretname") && !redacted.contains("prod-shanghai"));
        const Alert alert = loggedAlerts(what.target, 1)->value(0).alert;
        QCOMPARE(loggedAround(what.target, alert)->value(0).key.node, u"node2"_s);
    }

    void whatWasKnownAtAMoment()
    {
        const RecordingOrder what = order(u"moment.ascrec"_s);
        QVERIFY(writeRecording(what, {}));
        Result<SampleArchive> archive = SampleArchive::openUntouched(what.target);
        const MetricKey key{u"secretname1"_s, u"0/0"_s, u"npu.aicore"_s};
        const Result<MetricHistory> then = recordedUntil(*archive, begin + 12 * minute + 5000, {});
        QCOMPARE(then->last(key)->timeMs, begin + 12 * minute);
        QCOMPARE(then->last(key)->value, 72.0);
        const Result<QList<Sample>> after
            = recordedBetween(*archive, begin + 12 * minute, begin + 12 * minute + 20'000, 100, {});
        QCOMPARE(after->size(), 4); // two nodes, twice; not what was shown already
        QCOMPARE(after->first().timeMs, begin + 12 * minute + 10'000);
        QVERIFY(!recordedBetween(*archive, 0, begin + 60 * minute, 10, {}));
    }

    void whatCannotBeIsRefusedWithoutHarm()
    {
        RecordingOrder what = order(u"refused.ascrec"_s);
        what.source = m_box.filePath(u"nothing.db"_s);
        QCOMPARE(writeRecording(what, {}).error().kind, ErrorKind::Storage);
        QVERIFY(!QFile::exists(what.source)); // none is made
        what = order(u"refused.ascrec"_s);
        what.fromMs -= 60 * minute;
        what.toMs -= 60 * minute;
        const Result<RecordingAbout> empty = writeRecording(what, {});
        QCOMPARE(empty.error().kind, ErrorKind::Invalid);
        QVERIFY(empty.error().message.startsWith(u"Nothing was sampled"_s));
        QVERIFY(!QFile::exists(what.target) && !QFile::exists(what.target + u".part"_s));

        what = order(u"there.ascrec"_s);
        QFile there(what.target);
        QVERIFY(there.open(QIODevice::WriteOnly) && there.write("mine") == 4);
        there.close();
        QVERIFY(writeRecording(what, {}).error().message.contains(u"is there already"_s));
        QCOMPARE(read(what.target), QByteArray("mine"));
        what.replaces = true;                // the dialog has asked
        QVERIFY(writeRecording(what, {}));
        QVERIFY(aboutRecording(what.target));

        for (const QString &other : {what.source, m_box.filePath(u"mine"_s), m_box.path()}) {
            if (other.endsWith(u"mine"_s)) {
                QFile file(other);
                QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no database") > 0);
            }
            QVERIFY2(!aboutRecording(other), qPrintable(other));
        }
        const QString cut = m_box.filePath(u"cut.ascrec"_s);
        QFile half(cut), whole(what.target);
        QVERIFY(half.open(QIODevice::WriteOnly) && whole.open(QIODevice::ReadOnly));
        QVERIFY(half.write(whole.read(whole.size() / 2)) > 0);
        half.close();
        QVERIFY2(aboutRecording(cut).error().message.contains(u"cut short"_s),
                 qPrintable(aboutRecording(cut).error().message));
        QVERIFY(aboutRecording(what.source).error().message.endsWith(u"is not a recording of this program."_s)
                || !QFile::exists(what.source));
        std::stop_source stopped;
        stopped.request_stop();
        const RecordingOrder late = order(u"stopped.ascrec"_s);
        QCOMPARE(writeRecording(late, stopped.get_token()).error().kind, ErrorKind::Canceled);
        QVERIFY(!QFile::exists(late.target) && !QFile::exists(late.target + u".part"_s));
    }
};

QTEST_GUILESS_MAIN(TestRecording)
#include "tst_recording.moc"
