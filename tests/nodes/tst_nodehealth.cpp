// One health of a node out of everything that is known: which news counts, what is said, when it is old.
#include "core/checks/catalogue.h"
#include "core/cluster/cluster.h"

#include <QSignalSpy>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 minute = 60'000, noon = 1'795'000'000'000;
using enum HealthLevel;

NodeFacts factsWith(const QString &health)
{
    NodeFacts facts;
    facts.name = u"a"_s;
    facts.reachable = true;
    NpuSmiInfo info;
    for (int i = 0; i < 8; ++i) {
        NpuChip chip;
        chip.npu = i;
        chip.chip = 0;
        chip.health = i == 3 ? health : u"OK"_s;
        info.chips << chip;
    }
    facts.npuSmi = info;
    return facts;
}

NodeFacts hung()
{
    NodeFacts facts;
    facts.name = u"a"_s;
    facts.reachable = true;
    facts.errors.insert(u"npu-smi"_s, {ErrorKind::Timeout, u"npu-smi did not answer in 10 s."_s, {}, {}});
    return facts;
}

// Eight chips as the monitor reads them, the third's health; without one of them.
QList<Sample> tick(int health, int gone = -1)
{
    QList<Sample> samples{{noon, {u"a"_s, u"host"_s, u"host.cpu"_s}, 5}};
    for (int chip = 0; chip < 8; ++chip) {
        if (chip == gone)
            continue;
        const QString device = u"%1/0"_s.arg(chip);
        samples << Sample{noon, {u"a"_s, device, u"npu.health"_s}, chip == 3 ? double(health) : 0}
                << Sample{noon, {u"a"_s, device, u"npu.aicore"_s}, 50};
    }
    return samples;
}

// One of them is in the table and tells nothing.
QList<Sample> tickWithGap(int chip)
{
    QList<Sample> samples = tick(0, chip);
    return samples << Sample{noon, {u"a"_s, u"%1/0"_s.arg(chip), u"npu.aicore"_s}};
}

NodeReport checked(const QString &check, Verdict verdict, qint64 atMs)
{
    NodeReport report;
    report.node = u"a"_s;
    report.reachable = true;
    Finding good;
    good.check = u"npu.health"_s;
    good.verdict = Verdict::Pass;
    good.askedAtMs = atMs;
    Finding other;
    other.check = check;
    other.verdict = verdict;
    other.summary = u"firmware 1 does not go with driver 2"_s;
    other.askedAtMs = atMs;
    report.findings = {good, other};
    return report;
}

// npu.count found seven.
NodeReport sevenCounted(qint64 atMs, int times = 1)
{
    NodeReport report = checked(u"npu.count"_s, Verdict::Fail, atMs);
    report.findings.last().summary = u"npu-smi shows 7 chips"_s;
    for (int further = 1; further < times; ++further) {
        report.findings << report.findings.last();
        report.findings.last().check = u"host.disk-image"_s;
    }
    for (int chip = 0; chip < 7; ++chip)
        report.chips << u"%1/0"_s.arg(chip);
    return report;
}

Finding between(const QString &check, Verdict verdict, const QStringList &nodes = {})
{
    Finding finding;
    finding.check = check;
    finding.verdict = verdict;
    finding.summary = u"They differ"_s;
    finding.nodes = nodes;
    return finding;
}

const Error lost{ErrorKind::Connection, u"No route to host."_s, {}, {}};

} // namespace

class TestNodeHealth : public QObject
{
    Q_OBJECT

private slots:
    void whyANodeIsNotReachedIsSaidInTheLanguageOfTheMoment()
    {
        const QMap<QString, QString> each{{u"message.en"_s, u"Node a: Refused."_s}, {u"message.zh"_s, u"Chinese a"_s},
                                          {u"unnamed.en"_s, u"Refused."_s},         {u"unnamed.zh"_s, u"Chinese"_s}};
        Error awaited{ErrorKind::Timeout, {}, {}, each}, part = awaited;
        awaited.facts.insert(u"awaited"_s, u"yes"_s);
        part.facts.insert(u"part"_s, u"npu-smi"_s);
        for (const Error &error : {Error{ErrorKind::Connection, {}, {}, each}, awaited, part}) {
            const QList<HealthNote> notes = notesOf(error, HealthSource::Monitor, noon);
            QCOMPARE(healthOf(notes, false, noon, u"en"_s).why, u"Refused."_s);
            QCOMPARE(healthOf(notes, false, noon, u"zh"_s).why, u"Chinese"_s);
        }
    }

    void theNewestOfEachTopicCounts_data()
    {
        QTest::addColumn<QList<QList<HealthNote>>>("news"); // in their order
        QTest::addColumn<qint64>("nowMs");
        QTest::addColumn<int>("level");
        QTest::addColumn<QString>("why");
        QTest::addColumn<bool>("isStale");
        const auto row = [](const char *name, const QList<QList<HealthNote>> &news, HealthLevel level,
                            const QString &why, qint64 nowMs = noon, bool isStale = false) {
            QTest::newRow(name) << news << nowMs << int(level) << why << isStale;
        };
        const QString time = QDateTime::fromMSecsSinceEpoch(noon - minute).toString(u"HH:mm"_s);
        row("nothing", {}, Unknown, {});
        row("inspected", {notesOf(factsWith(u"OK"_s), noon)}, Ok, {});
        row("npu-smi hangs", {notesOf(hung(), noon)}, Failed, u"npu-smi did not answer in 10 s."_s);
        row("a chip in Alarm", {notesOf(factsWith(u"Alarm"_s), noon)}, Failed, u"chip 3: Alarm"_s);
        row("a chip warns", {notesOf(factsWith(u"Warning"_s), noon)}, Warning, u"chip 3: Warning"_s);
        row("a chip says nothing", {notesOf(factsWith({}), noon)}, Warning, u"chip 3: health not reported"_s);
        row("never reached", {notesOf(lost, HealthSource::Inspection, noon)}, Lost, u"No route to host."_s);
        row("lost while watched",
            {notesOf(tick(0), noon - minute), notesOf(lost, HealthSource::Monitor, noon - 5000),
             notesOf(lost, HealthSource::Monitor, noon)},
            Lost, u"Not reached since %1. No route to host."_s.arg(time));
        row("back again", {notesOf(lost, HealthSource::Monitor, noon - minute), notesOf(tick(0), noon)}, Ok, {});
        row("a key is asked about",
            {notesOf(Error{ErrorKind::HostKey, u"unknown"_s, {}, {{u"state"_s, u"unknown"_s}}},
                     HealthSource::Inspection, noon)},
            NeedsAnswer, u"unknown"_s);
        row("a key has changed",
            {notesOf(Error{ErrorKind::HostKey, u"changed"_s, {}, {{u"state"_s, u"changed"_s}}},
                     HealthSource::Inspection, noon)},
            KeyChanged, u"changed"_s);
        row("the known key cannot be read", // which is no change of it
            {notesOf(Error{ErrorKind::HostKey, u"damaged"_s, {}, {{u"state"_s, u"damaged"_s}}},
                     HealthSource::Inspection, noon)},
            KeyDamaged, u"damaged"_s);
        row("watched: Alarm", {notesOf(factsWith(u"OK"_s), noon - minute), notesOf(tick(2), noon)}, Failed,
            u"chip 3: Alarm"_s);
        row("watched: well again", {notesOf(factsWith(u"Alarm"_s), noon - minute), notesOf(tick(0), noon)}, Ok, {});
        row("watched: npu-smi hangs, the host answers",
            {notesOf(QList<Sample>{tick(0).first()}, noon),
             notesOf(Error{ErrorKind::Timeout, u"hangs"_s, {}, {{u"part"_s, u"npu-smi"_s}}}, HealthSource::Monitor,
                     noon)},
            Failed, u"hangs"_s);
        // What it said before is neither of now nor withdrawn.
        const Error awaited{ErrorKind::Timeout, u"hangs."_s, {}, {{u"part"_s, u"npu-smi"_s}, {u"awaited"_s, u"yes"_s}}};
        const Error hangs{ErrorKind::Timeout, u"hung."_s, {}, {{u"part"_s, u"npu-smi"_s}}};
        row("watched: npu-smi is awaited",
            {notesOf(tick(0), noon - minute), notesOf(awaited, HealthSource::Monitor, noon)}, Warning, u"hangs."_s);
        row("watched: Alarm, then npu-smi is awaited",
            {notesOf(tick(2), noon - minute), notesOf(awaited, HealthSource::Monitor, noon)}, Failed,
            u"hangs. What it said before is of %1: chip 3: Alarm"_s.arg(time));
        row("watched: Alarm, awaited, hung",
            {notesOf(tick(2), noon - minute), notesOf(awaited, HealthSource::Monitor, noon - 5000),
             notesOf(hangs, HealthSource::Monitor, noon)},
            Failed, u"hung. What it said before is of %1: chip 3: Alarm"_s.arg(time));
        row("watched: Alarm, hung, well again",
            {notesOf(tick(2), noon - minute), notesOf(hangs, HealthSource::Monitor, noon - 5000),
             notesOf(tick(0), noon)},
            Ok, {});
        row("a chip in Alarm, then nothing that can be read",
            {notesOf(factsWith(u"Alarm"_s), noon - minute), notesOf(hung(), noon)}, Failed,
            u"npu-smi did not answer in 10 s. What it said before is of %1: chip 3: Alarm"_s.arg(time));
        // Somebody else was answered in the time in which it was asked in vain.
        const Error asked{ErrorKind::Timeout, u"hung."_s, {},
                          {{u"part"_s, u"npu-smi"_s}, {u"askedMs"_s, QString::number(noon - 10'000)}}};
        row("watched: hung, and answered since it was asked",
            {notesOf(tick(0), noon - minute), notesOf(factsWith(u"OK"_s), noon - 2000),
             notesOf(asked, HealthSource::Monitor, noon)},
            Ok, {});
        row("watched: hung, and answered before it was asked",
            {notesOf(factsWith(u"OK"_s), noon - 11'000), notesOf(asked, HealthSource::Monitor, noon)}, Failed,
            u"hung."_s);
        const auto linked = [](const QString &third) {
            NodeFacts facts = factsWith(u"OK"_s);
            for (const QString &link : {u"UP"_s, third}) {
                HccnFacts card;
                card.deviceId = int(facts.hccn.size());
                card.link = link;
                facts.hccn << card;
            }
            return facts;
        };
        row("inspected: a link is down", {notesOf(linked(u"DOWN"_s), noon)}, Warning,
            u"The link of device 1 is down."_s);
        row("inspected: it is down while watched", {notesOf(linked(u"DOWN"_s), noon - minute), notesOf(tick(0), noon)},
            Warning, u"The link of device 1 is down."_s);
        row("inspected: it is up again", {notesOf(linked(u"DOWN"_s), noon - minute), notesOf(linked(u"UP"_s), noon)},
            Ok, {});
        NodeFacts unplugged = linked(u"DOWN"_s);
        unplugged.hccn.removeFirst();
        row("inspected: none is up, as where one node serves", {notesOf(unplugged, noon)}, Ok, {});
        const auto ports = [](double third) { // a reading with which a round of the ports ended
            QList<Sample> all = tick(0);
            all << Sample{0, {u"node1"_s, u"0/0"_s, u"npu.link.up"_s}, 1}
                << Sample{0, {u"node1"_s, u"3/0"_s, u"npu.link.up"_s}, third};
            return all;
        };
        row("watched: a link goes down",
            {notesOf(linked(u"UP"_s), noon - minute), notesOf(ports(0), noon - 1000), notesOf(tick(0), noon)}, Warning,
            u"The link of NPU 3/0 is down."_s);
        row("watched: it is up again", {notesOf(linked(u"DOWN"_s), noon - minute), notesOf(ports(1), noon)}, Ok, {});
        row("watched: a chip is gone", {notesOf(tick(0), noon - minute), notesOf(tick(0, 5), noon)}, Failed,
            u"chip 5: no longer shown by npu-smi"_s);
        row("watched: gone since it was inspected",
            {notesOf(factsWith(u"OK"_s), noon - 2 * minute), notesOf(tick(0, 5), noon - minute),
             notesOf(tick(2, 5), noon)},
            Failed, u"chip 3: Alarm, chip 5: no longer shown by npu-smi"_s);
        row("watched: back again",
            {notesOf(tick(0), noon - 2 * minute), notesOf(tick(0, 5), noon - minute), notesOf(tick(0), noon)}, Ok, {});
        row("watched: a gap is no loss", {notesOf(tick(0), noon - minute), notesOf(tickWithGap(5), noon)}, Ok, {});
        row("watched: hangs, then one is gone",
            {notesOf(tick(0), noon - 2 * minute),
             notesOf(Error{ErrorKind::Timeout, u"hangs"_s, {}, {{u"part"_s, u"npu-smi"_s}}}, HealthSource::Monitor,
                     noon - minute),
             notesOf(tick(0, 5), noon)},
            Failed, u"chip 5: no longer shown by npu-smi"_s);
        row("seen the day before",
            {{rememberedNote({u"0/0"_s, u"5/0"_s}, noon - minute)}, notesOf(tick(0, 5), noon)}, Failed,
            u"chip 5: no longer shown by npu-smi"_s);
        row("remembered after the first answer",
            {notesOf(tick(0, 5), noon), {rememberedNote({u"0/0"_s, u"5/0"_s}, noon - minute)}}, Failed,
            u"chip 5: no longer shown by npu-smi"_s);
        row("remembered, all there",
            {{rememberedNote({u"0/0"_s, u"5/0"_s}, noon - minute)}, notesOf(tick(0), noon)}, Ok, {});
        row("only remembered", {{rememberedNote({u"0/0"_s}, noon - minute)}}, Unknown, {});
        row("two checks failed", {notesOf(sevenCounted(noon, 2), noon)}, Failed,
            u"npu-smi shows 7 chips (one of 2 failed checks)"_s);
        row("seven counted, seven watched", {notesOf(sevenCounted(noon - minute), noon), notesOf(tick(0, 7), noon)},
            Failed, u"npu-smi shows 7 chips"_s);
        row("seven counted, eight watched", {notesOf(sevenCounted(noon - minute), noon), notesOf(tick(0), noon)},
            Warning,
            u"At %1 the checks said: npu-smi shows 7 chips. npu-smi shows more since; run the checks again."_s.arg(
                time));
        row("seven counted, the facts were asked anew",
            {notesOf(sevenCounted(noon - minute), noon), notesOf(factsWith(u"OK"_s), noon)}, Warning,
            u"At %1 the checks said: npu-smi shows 7 chips. The facts have changed since; run the checks again."_s.arg(
                time));
        row("checked, never inspected", {notesOf(checked(u"host.clock"_s, Verdict::Pass, noon), noon)}, Ok, {});
        row("a check failed", {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon), noon)}, Failed,
            u"firmware 1 does not go with driver 2"_s);
        row("a check warns", {notesOf(checked(u"driver.cann"_s, Verdict::Warn, noon), noon)}, Warning,
            u"firmware 1 does not go with driver 2"_s);
        NodeReport mixed = checked(u"driver.cann"_s, Verdict::Warn, noon - minute);
        mixed.findings << checked(u"npu.count"_s, Verdict::Fail, noon - minute).findings.last();
        mixed.findings.last().summary = u"npu-smi shows 7 chips"_s;
        row("one warns, another failed", {notesOf(mixed, noon)}, Failed, u"npu-smi shows 7 chips"_s);
        row("a check warned, a link is down since",
            {notesOf(checked(u"driver.cann"_s, Verdict::Warn, noon - minute), noon), notesOf(linked(u"DOWN"_s), noon)},
            Warning, u"The link of device 1 is down."_s);
        row("it differs from other nodes",
            {notesOf(checked(u"host.clock"_s, Verdict::Pass, noon), noon, {between(u"driver.equal"_s, Verdict::Fail)})},
            Failed, infoOf(u"driver.equal"_s, u"en"_s).title + u": They differ"_s);
        row("it differs a little from other nodes",
            {notesOf(checked(u"host.clock"_s, Verdict::Pass, noon), noon,
                     {between(u"network.mtu-equal"_s, Verdict::Warn)})},
            Warning, infoOf(u"network.mtu-equal"_s, u"en"_s).title + u": They differ"_s);
        row("a check failed, and it differs from other nodes",
            {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon), noon,
                     {between(u"driver.equal"_s, Verdict::Fail)})},
            Failed, u"firmware 1 does not go with driver 2"_s);
        // A run asks before it begins; the checks, and what is known of the node since, weigh against it.
        const Error inUse{ErrorKind::CommandFailed, u"A port is in use."_s, {}, {}};
        const QList<HealthNote> refuted{refutedNote(u"preflight"_s, inUse, noon - minute)};
        const QString former = u"At %1 the run found: A port is in use. It may be otherwise by now; run the checks "
                                "again, or resume the run."_s.arg(time);
        row("a run was stopped", {notesOf(factsWith(u"OK"_s), noon - 2 * minute), refuted}, Failed,
            u"A port is in use."_s);
        row("a run was stopped after the checks had passed",
            {notesOf(checked(u"host.ports"_s, Verdict::Pass, noon - 2 * minute), noon), refuted}, Failed,
            u"A port is in use."_s);
        row("the checks have passed since",
            {refuted, notesOf(checked(u"host.ports"_s, Verdict::Pass, noon), noon)}, Ok, {});
        row("the facts are otherwise since", {refuted, notesOf(factsWith(u"OK"_s), noon)}, Warning,
            former);
        QList<HealthNote> followed = notesOf(factsWith(u"OK"_s), noon - 1000),
                          again = notesOf(factsWith(u"OK"_s), noon);
        for (HealthNote &note : followed)
            note.isAsBefore = true;
        for (HealthNote &note : again)
            note.isAsBefore = note.isNoNews = true;
        row("a run was stopped, and the facts were asked when it ended", {refuted, followed}, Failed,
            u"A port is in use."_s);
        row("a run was stopped, and somebody asks again", {refuted, followed, again}, Warning, former);
        row("the next run is stopped by it, too", {refuted, again, {refutedNote(u"preflight"_s, inUse, noon + minute)}},
            Failed, u"A port is in use."_s);
        NodeReport stopped = checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon); // what it said counts
        stopped.error = canceled();
        row("the checks were stopped after one had failed", {notesOf(stopped, noon)}, Failed,
            u"firmware 1 does not go with driver 2"_s);
        NodeReport asksTooMuch = checked(u"weights.config"_s, Verdict::Fail, noon);
        asksTooMuch.findings.last().isOfSettings = true;
        row("only the deployment's settings are wrong", {notesOf(asksTooMuch, noon)}, Failed, // it is not ready for it
            u"firmware 1 does not go with driver 2"_s);
        asksTooMuch.findings << checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon).findings.last();
        asksTooMuch.findings.last().summary = u"the node is wrong"_s;
        row("the settings are wrong, and so is the node", {notesOf(asksTooMuch, noon)}, Failed,
            u"the node is wrong (one of 2 failed checks)"_s);
        row("a check failed, chips are watched well",
            {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon - minute), noon - minute),
             notesOf(tick(0), noon)},
            Failed, u"firmware 1 does not go with driver 2"_s);
        row("a check failed, the facts were asked anew",
            {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon - minute), noon - minute),
             notesOf(factsWith(u"OK"_s), noon)},
            Warning,
            u"At %1 the checks said: firmware 1 does not go with driver 2. The facts have changed since; run the "
             "checks again."_s
                .arg(time));
        QList<HealthNote> same = notesOf(factsWith(u"OK"_s), noon);
        for (HealthNote &note : same)
            note.isNoNews = true;
        row("a check failed, the facts were asked anew and are the same",
            {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon - minute), noon - minute), same}, Failed,
            u"firmware 1 does not go with driver 2 (found by the checks at %1)"_s.arg(time));
        const QList<HealthNote> apart = notesOf(checked(u"host.clock"_s, Verdict::Pass, noon - minute), noon - minute,
                                                {between(u"driver.equal"_s, Verdict::Fail)});
        row("so is what differs from other nodes", {apart, same}, Failed,
            u"%1: They differ (found by the checks at %2)"_s.arg(infoOf(u"driver.equal"_s, u"en"_s).title, time));
        row("and what was accepted of it", {apart, same, apart}, Failed,
            u"%1: They differ (found by the checks at %2)"_s.arg(infoOf(u"driver.equal"_s, u"en"_s).title, time));
        row("the checks were run after the facts were asked anew",
            {apart, same, notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon + minute), noon + minute)},
            Failed, u"firmware 1 does not go with driver 2"_s);
        row("and it was watched after that",
            {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon - minute), noon - minute),
             notesOf(factsWith(u"OK"_s), noon - 1000), notesOf(tick(0), noon)},
            Warning,
            u"At %1 the checks said: firmware 1 does not go with driver 2. The facts have changed since; run the "
             "checks again."_s
                .arg(time));
        row("a check failed after the facts",
            {notesOf(factsWith(u"OK"_s), noon - minute),
             notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon), noon)},
            Failed, u"firmware 1 does not go with driver 2"_s);
        row("checked again",
            {notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon - minute), noon - minute),
             notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Pass, noon), noon)},
            Ok, {});
        row("an old report does not hide news",
            {notesOf(factsWith(u"Alarm"_s), noon),
             notesOf(checked(u"host.clock"_s, Verdict::Pass, noon - minute), noon)},
            Failed, u"chip 3: Alarm"_s);
        row("a run reached it", {{contactNote(HealthSource::Run, noon)}}, Ok, {});
        row("stopped by the user", {notesOf(canceled(), HealthSource::Inspection, noon)}, Unknown, {});
        row("green of an hour ago", {notesOf(factsWith(u"OK"_s), noon - 60 * minute)}, Ok, {}, noon, true);
        row("nearly old", {notesOf(factsWith(u"OK"_s), noon - 4 * minute)}, Ok, {});
    }
    void theNewestOfEachTopicCounts()
    {
        QFETCH(QList<QList<HealthNote>>, news);
        QFETCH(qint64, nowMs);
        QList<HealthNote> known;
        for (const QList<HealthNote> &piece : std::as_const(news))
            known = mergedNotes(known, piece);
        const NodeHealth health = healthOf(known, false, nowMs, u"en"_s);
        QTEST(int(health.level), "level");
        QTEST(health.why, "why");
        QTEST(health.isStale, "isStale");
        QCOMPARE(healthOf(known, true, nowMs).level, Asking);
    }

    // A node without the image is not broken; what is wrong with the machine is said first.
    void whatADeploymentNeedsOnANodeIsNoFaultOfIt()
    {
        NodeReport report = checked(u"container.image"_s, Verdict::Fail, noon);
        report.findings.last().summary = u"the image is not there"_s;
        const NodeHealth lacks = healthOf(notesOf(report, noon), false, noon);
        QCOMPARE(int(lacks.level), int(Failed));
        QVERIFY(lacks.isUnprepared);
        QCOMPARE(lacks.why, u"the image is not there"_s);
        report.findings += checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon).findings.last();
        const NodeHealth broken = healthOf(notesOf(report, noon), false, noon);
        QVERIFY(!broken.isUnprepared);
        QCOMPARE(broken.why, u"firmware 1 does not go with driver 2 (one of 2 failed checks)"_s);
        report = checked(u"npu.count"_s, Verdict::Fail, noon);
        report.findings.last().isOfSettings = true; // a recipe for larger machines
        QVERIFY(healthOf(notesOf(report, noon), false, noon).isUnprepared);
        report = checked(u"weights.complete"_s, Verdict::Fail, noon);
        report.findings.first().verdict = Verdict::Fail; // npu.health
        report.findings.first().summary = u"chip 3 is in Alarm"_s;
        QVERIFY(!healthOf(notesOf(report, noon), false, noon).isUnprepared);
    }

    void whatIsComparedReachesTheNodesThatItIsAbout()
    {
        ClusterReport report;
        report.cluster = {between(u"host.clock-equal"_s, Verdict::Fail, {u"a"_s}),
                          between(u"driver.equal"_s, Verdict::Fail), between(u"network.mtu-equal"_s, Verdict::Pass),
                          between(u"recipe.settings"_s, Verdict::Fail), between(u"container.as-set"_s, Verdict::Warn)};
        report.cluster.last().isOfSettings = true;
        const auto ids = [&report](const QString &node) {
            QStringList checks;
            for (const Finding &finding : findingsBetween(report, node))
                checks << finding.check;
            return checks;
        };
        QCOMPARE(ids(u"a"_s), (QStringList{u"host.clock-equal"_s, u"driver.equal"_s}));
        QCOMPARE(ids(u"b"_s), QStringList{u"driver.equal"_s});
    }

    // Each of them, as bad as it is: none hides behind another, or behind what the node has of its own.
    void everyDifferenceFromOtherNodesIsTold()
    {
        const auto titled = [](const QString &check) { return infoOf(check, u"en"_s).title + u": They differ"_s; };
        const QList<Finding> differences{between(u"network.mtu-equal"_s, Verdict::Warn),
                                         between(u"driver.equal"_s, Verdict::Fail),
                                         between(u"network.tls-equal"_s, Verdict::Fail)};
        QList<HealthNote> notes = notesOf(checked(u"host.clock"_s, Verdict::Pass, noon), noon, differences);
        NodeHealth health = healthOf(notes, false, noon, u"en"_s);
        QCOMPARE(int(health.level), int(Failed));
        QCOMPARE(health.why, titled(u"driver.equal"_s));
        const QList<Difference> others{{Failed, titled(u"network.tls-equal"_s)},
                                       {Warning, titled(u"network.mtu-equal"_s)}};
        QCOMPARE(health.further, others);

        notes = notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, noon), noon, differences);
        health = healthOf(notes, false, noon, u"en"_s);
        QCOMPARE(health.why, u"firmware 1 does not go with driver 2"_s);
        QCOMPARE(health.further.size(), 3);
        notes = mergedNotes(notes, notesOf(lost, HealthSource::Monitor, noon + 1));
        QVERIFY(healthOf(notes, false, noon + 1, u"en"_s).further.isEmpty()); // how it was
    }

    void whatIsOtherwiseOnOneNodeOutdatesTheComparison()
    {
        Cluster cluster({});
        qint64 now = noon;
        cluster.setClock([&now] { return now; });
        Deployment deployment;
        Node a, b;
        a.name = u"a"_s;
        b.name = u"b"_s;
        deployment.nodes = {a, b};
        cluster.open(deployment, {});
        NodeFacts facts = factsWith(u"OK"_s);
        facts.name = u"b"_s;
        facts.driverVersion = u"25.2.0"_s;
        cluster.take(facts);
        cluster.tell(u"a"_s, notesOf(checked(u"host.clock"_s, Verdict::Pass, now), now,
                                     {between(u"driver.equal"_s, Verdict::Fail)}));
        now += 1000;
        cluster.take(facts);
        QVERIFY(!cluster.health(u"a"_s).isOfOtherFacts);
        facts.driverVersion = u"25.2.3"_s;
        cluster.take(facts);
        QVERIFY2(cluster.health(u"a"_s).isOfOtherFacts, qPrintable(cluster.health(u"a"_s).why));
    }

    // A run has pulled the image: of that the checks have nothing to say any more, of the rest they have.
    void whatIsSettledIsNoComplaint()
    {
        Cluster cluster({});
        Deployment deployment;
        Node node;
        node.name = u"a"_s;
        deployment.nodes = {node};
        cluster.open(deployment, {});
        NodeReport report = checked(u"container.image"_s, Verdict::Warn, cluster.now());
        cluster.tell(u"a"_s, notesOf(report, cluster.now()));
        QCOMPARE(int(cluster.health(u"a"_s).level), int(Warning));
        QSignalSpy changed(&cluster, &Cluster::healthChanged);
        cluster.settle(u"a"_s, {u"container.image"_s});
        QCOMPARE(int(cluster.health(u"a"_s).level), int(Ok));
        QCOMPARE(changed.size(), 1);
        report.findings << checked(u"driver.firmware-pairing"_s, Verdict::Fail, cluster.now()).findings.last();
        cluster.tell(u"a"_s, notesOf(report, cluster.now()));
        cluster.settle(u"a"_s, {u"container.image"_s});
        QCOMPARE(int(cluster.health(u"a"_s).level), int(Failed));
    }

    void chipsOfOneNpuAreToldApart()
    {
        NodeFacts facts = factsWith(u"OK"_s);
        facts.npuSmi->chips[1].npu = 0;
        facts.npuSmi->chips[1].chip = 1;
        facts.npuSmi->chips[1].health = u"Critical"_s;
        QCOMPARE(healthOf(notesOf(facts, noon), false, noon).why, u"chip 0/1: Critical"_s);
    }

    // Whoever asks once more and is told the same has not learned that the checks may be wrong.
    void onlyAChangeMakesAFindingThePast_data()
    {
        QTest::addColumn<std::function<void(NodeFacts &)>>("change");
        QTest::addColumn<bool>("isPast");
        const auto row = [](const char *name, bool isPast, const std::function<void(NodeFacts &)> &change) {
            QTest::newRow(name) << change << isPast;
        };
        row("the same", false, [](NodeFacts &) {});
        row("a driver was installed", true, [](NodeFacts &f) { f.driverVersion = u"25.2.3"_s; });
        row("a chip has another name", true, [](NodeFacts &f) { f.npuSmi->chips[3].name = u"910B4"_s; });
        row("a chip is warmer", false, [](NodeFacts &f) { f.npuSmi->chips[3].temperatureC = 60; });
        row("a chip computes", false, [](NodeFacts &f) { f.npuSmi->chips[3].aiCorePercent = 90; });
        row("a container more", true, [](NodeFacts &f) { f.container.containers << u"other"_s; });
        row("a log has grown", false, [](NodeFacts &f) { *f.imageDiskFreeBytes -= 1 << 20; });
        row("an image was removed", true, [](NodeFacts &f) { *f.imageDiskFreeBytes += 100LL << 30; });
        row("memory was freed", true, [](NodeFacts &f) { *f.memoryAvailableBytes *= 2; });
        row("memory was freed on a chip", true, [](NodeFacts &f) { f.npuSmi->chips[3].hbmUsedMb = 3400; });
        row("the clock was set", true, [](NodeFacts &f) { f.clockOffsetSeconds = 0.1; });
        row("the clock is known less well", false, [](NodeFacts &f) { f.clockOffsetSeconds = 90.2; });
        row("the disk was not told", false, [](NodeFacts &f) { f.imageDiskFreeBytes.reset(); });
        row("a tool complains in other words", false, [](NodeFacts &f) { f.errors[u"hccn"_s].message = u"没有"_s; });
        row("a tool answers now", true, [](NodeFacts &f) { f.errors.clear(); });
    }
    void onlyAChangeMakesAFindingThePast()
    {
        QFETCH(std::function<void(NodeFacts &)>, change);
        Cluster cluster({});
        qint64 now = noon;
        cluster.setClock([&now] { return now; });
        Deployment deployment;
        Node node;
        node.name = u"a"_s;
        deployment.nodes = {node};
        cluster.open(deployment, {});
        NodeFacts facts = factsWith(u"OK"_s);
        facts.npuSmi->chips[3].temperatureC = 40;
        facts.npuSmi->chips[3].hbmUsedMb = 60'000;
        facts.npuSmi->chips[3].hbmTotalMb = 65'536;
        facts.driverVersion = u"25.2.0"_s;
        facts.memoryAvailableBytes = 500LL << 30;
        facts.imageDiskFreeBytes = 20LL << 30;
        facts.clockOffsetSeconds = 90;
        facts.clockUncertaintySeconds = 0.1;
        facts.errors.insert(u"hccn"_s, {ErrorKind::CommandFailed, u"none"_s, {}, {}});
        cluster.take(facts);             // as the checks do, with their answers
        cluster.tell(u"a"_s, notesOf(checked(u"driver.firmware-pairing"_s, Verdict::Fail, now), now));
        now += 1000;
        change(facts);
        cluster.take(facts);
        QTEST(cluster.health(u"a"_s).why.contains(u"run the checks again"), "isPast");
        QCOMPARE(cluster.health(u"a"_s).level == Failed, !cluster.health(u"a"_s).why.contains(u"run the checks again"));
    }

    void clusterTellsWhenItChangesAndWhenItGetsOld()
    {
        Cluster cluster({});
        qint64 now = noon;
        cluster.setClock([&now] { return now; });
        Deployment deployment;
        Node node;
        node.name = u"a"_s;
        deployment.nodes = {node};
        cluster.open(deployment, {});
        QSignalSpy changed(&cluster, &Cluster::healthChanged);
        QCOMPARE(cluster.health(u"a"_s).level, Unknown);
        cluster.tell(u"a"_s, notesOf(tick(0), now));
        QCOMPARE(changed.size(), 1);
        now += 1000;
        cluster.tell(u"a"_s, notesOf(tick(0), now)); // each second: nothing new to show
        QCOMPARE(changed.size(), 1);
        cluster.tell(u"a"_s, notesOf(tick(2), now));
        QCOMPARE(changed.size(), 2);
        QCOMPARE(cluster.health(u"a"_s).why, u"chip 3: Alarm"_s);
        cluster.tell(u"b"_s, notesOf(tick(2), now)); // not of this deployment
        QCOMPARE(changed.size(), 2);
        cluster.tell(u"a"_s,
                     notesOf(Error{ErrorKind::Timeout, u"a: npu-smi hangs"_s, {}, {{u"part"_s, u"npu-smi"_s}}},
                             HealthSource::Monitor, now));
        const QString why = cluster.health(u"a"_s).why;
        QVERIFY2(why.startsWith(u"npu-smi hangs"_s), qPrintable(why)); // the name stands beside it
        now += staleAfterMs + 1000;
        changed.clear();
        cluster.setClock([&now] { return now; });
        QCOMPARE(changed.size(), 1);
        QVERIFY(cluster.health(u"a"_s).isStale);
        cluster.open(deployment, {});
        QCOMPARE(cluster.health(u"a"_s).level, Unknown);
    }
};

QTEST_GUILESS_MAIN(TestNodeHealth)
#include "tst_nodehealth.moc"
