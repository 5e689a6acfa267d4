// Alert rules and what is said by them: how long, how far back, what a hole, a set-back clock and silence do.
#include "core/base/data.h"
#include "core/monitor/alertreplay.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr qint64 begin = 1'700'000'000'000;

Json rule(const QByteArray &more)
{
    const Result<Json> json = parseJson(
        R"({"id": "hot", "severity": "warning", "metric": "npu.temperature", "each": "chip", "above": 85, "clear": 80,
            "forSeconds": 10, "clearSeconds": 5, "title": {"en": "A chip is hot"}, "remedy": {"en": "Look."}})",
        u"rule"_s);
    Json all = *json;
    const Result<Json> other = parseJson(more, u"more"_s);
    if (!other)
        qFatal("%s", qPrintable(other.error().detail));
    for (const auto &[key, value] : other->items()) {
        if (value.is_null())
            all.erase(key);
        else
            all[key] = value;
    }
    return all;
}

QList<AlertRule> rulesOf(const Json &one)
{
    const Result<QList<AlertRule>> rules = alertRulesFrom({{"rules", Json::array({one})}}, {}, {});
    if (!rules)
        qFatal("%s", qPrintable(rules.error().message));
    return *rules;
}

QList<Sample> reading(int second, double value, const QString &metric = u"npu.temperature"_s,
                      const QString &device = u"0/0"_s, const QString &node = u"node1"_s)
{
    return {{begin + second * 1000LL, {node, device, metric}, value}};
}

// "10 firing, 25 ended": what is told, by second.
QString told(AlertWatch &watch, const std::function<double(int)> &value, int seconds, int from = 0)
{
    QStringList words;
    for (int i = from; i < seconds; ++i) {
        for (const Alert &alert : watch.take(reading(i, value(i))))
            words << u"%1 %2"_s.arg(i).arg(alert.endedMs > 0 ? u"ended"_s : u"firing"_s);
    }
    return words.join(u", "_s);
}

} // namespace

class AlertsTest : public QObject
{
    Q_OBJECT

private slots:
    // "Run the check NAME (id)": by the name that the Checks page shows.
    void checksAreNamedAsTheirPageNamesThem()
    {
        const Result<Json> alerts = jsonDataFile(u"alerts.json"_s), checks = jsonDataFile(u"checks.json"_s);
        QVERIFY(alerts && checks);
        QMap<QString, Json> titles;
        for (const Json &one : member(*checks, "checks"))
            titles.insert(stringAt(one, "id"), member(one, "title"));
        const QRegularExpression english(u"\\bcheck ([^:;.(]+) \\(([a-z.-]+)\\)"_s),
            chinese(u"检查“([^”]+)”（([a-z.-]+)）"_s), bare(u"check(?:s)? [a-z]+\\.[a-z]+"_s);
        int named = 0;
        for (const Json &rule : member(*alerts, "rules")) {
            for (const auto &[language, shape] : {std::pair("en", english), std::pair("zh", chinese)}) {
                const QString remedy = stringAt(member(rule, "remedy"), language);
                QVERIFY2(!bare.match(remedy).hasMatch(), qPrintable(remedy));
                for (const QRegularExpressionMatch &match : shape.globalMatch(remedy)) {
                    ++named;
                    QCOMPARE(match.captured(1), stringAt(titles.value(match.captured(2)), language));
                }
            }
        }
        QVERIFY(named >= 6);
    }

    void itLastsBeforeItIsTold()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s}, begin);
        QCOMPARE(told(watch, [](int) { return 86.0; }, 10), QString());
        QCOMPARE(told(watch, [](int) { return 86.0; }, 12, 10), u"10 firing"_s);
        const Alert alert = watch.active().value(0);
        QCOMPARE(alert.sinceMs, begin);
        QCOMPARE(alert.firedMs, begin + 10'000);
        QCOMPARE(alert.device, u"0/0"_s);
        // a peak that is short is no alert, and what was before it does not count
        AlertWatch other(rulesOf(rule("{}")), {u"node1"_s}, begin);
        QCOMPARE(told(other, [](int i) { return i == 5 ? 84.0 : 86.0; }, 15), QString());
        QCOMPARE(told(other, [](int) { return 86.0; }, 17, 15), u"16 firing"_s);
    }

    // Of what was bad at the first look nobody knows since when.
    void whatWasSoAtFirstIsMarked()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s}, begin - 60'000);
        told(watch, [](int) { return 86.0; }, 15);
        QVERIFY(watch.active().value(0).wasSoAtFirst);
        AlertWatch other(rulesOf(rule("{}")), {u"node1"_s}, begin);
        told(other, [](int i) { return i == 0 ? 70.0 : 86.0; }, 15);
        QCOMPARE(other.active().size(), 1);
        QVERIFY(!other.active().first().wasSoAtFirst);
    }

    void itEndsWhenItIsWellPast()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s}, begin);
        // 83 is neither bad nor good; 79 has to last
        QCOMPARE(told(watch, [](int i) { return i < 20 ? 90.0 : i < 40 ? 83.0 : i == 42 ? 82.0 : 79.0; }, 60),
                 u"10 firing, 48 ended"_s);
        QVERIFY(watch.active().isEmpty());
    }

    void theWorstIsKept()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s}, begin);
        told(watch, [](int i) { return i == 3 ? 99.0 : 88.0; }, 15);
        QCOMPARE(watch.active().value(0).worst, 99.0);
        QCOMPARE(watch.active().value(0).value, 88.0);
    }

    void whatWasNotReportedIsNeither()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s}, begin);
        QCOMPARE(told(watch, [](int i) { return i == 4 ? none : 86.0; }, 12), u"10 firing"_s);
        QCOMPARE(told(watch, [](int) { return none; }, 40, 12), QString()); // no value is no good news
        QCOMPARE(watch.active().size(), 1);
        // After a hole the time begins anew.
        AlertWatch other(rulesOf(rule("{}")), {u"node1"_s}, begin);
        QCOMPARE(told(other, [](int) { return 86.0; }, 8), QString());
        QCOMPARE(told(other, [](int) { return 86.0; }, 60, 45), u"55 firing"_s);
    }

    void aClockThatIsSetBackBeginsAnew()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s}, begin + 100'000);
        QCOMPARE(told(watch, [](int) { return 86.0; }, 108, 100), QString());
        QCOMPARE(told(watch, [](int) { return 86.0; }, 60, 45), u"55 firing"_s);
    }

    void aShareIsOfItsOwnChip()
    {
        AlertWatch watch(rulesOf(rule(R"({"metric": "npu.hbm.used", "of": "npu.hbm.total", "above": 98, "clear": 97,
                                          "forSeconds": 0})")),
                         {u"node1"_s}, begin);
        const auto both = [&](double used, double total) {
            return watch.take(reading(1, used, u"npu.hbm.used"_s) + reading(1, total, u"npu.hbm.total"_s)
                              + reading(1, 1, u"npu.hbm.total"_s, u"1/0"_s));
        };
        QVERIFY(both(64000, 65536).isEmpty());
        QVERIFY(both(64000, none).isEmpty() && both(64000, 0).isEmpty());
        QCOMPARE(both(65000, 65536).size(), 1);
    }

    void ofANodeTheMeanCounts()
    {
        AlertWatch watch(rulesOf(rule(R"({"metric": "npu.aicore", "each": "node", "below": 70, "above": null,
                                          "clear": 70, "forSeconds": 0})")),
                         {u"node1"_s}, begin);
        const auto both = [&](double one, double other) {
            return watch.take(reading(1, one, u"npu.aicore"_s) + reading(1, other, u"npu.aicore"_s, u"1/0"_s));
        };
        QVERIFY(both(90, 60).isEmpty() && both(none, none).isEmpty());
        const QList<Alert> changes = both(80, 50);
        QCOMPARE(changes.size(), 1);
        QVERIFY(changes[0].device.isEmpty());
        QCOMPARE(changes[0].value, 65.0);
    }

    // Idle is no fault where there is nothing to do.
    void onlyWhileSomethingElseIs()
    {
        AlertWatch watch(rulesOf(rule(R"({"metric": "npu.aicore", "each": "node", "below": 70, "above": null,
                                          "clear": 75, "forSeconds": 10, "during": "serving.running"})")),
                         {u"node1"_s}, begin);
        const auto second = [&](int i, double requests) {
            watch.take(reading(i, requests, u"serving.running"_s, u"endpoint"_s));
            return watch.take(reading(i, 20, u"npu.aicore"_s));
        };
        for (int i = 0; i < 30; ++i)
            QVERIFY(second(i, 0).isEmpty());
        for (int i = 30; i < 40; ++i)
            QVERIFY(second(i, 3).isEmpty());
        QCOMPARE(second(40, 3).size(), 1);
        QList<Alert> over;
        for (int i = 41; i < 60; ++i)
            over += second(i, 0);
        QCOMPARE(over.size(), 1);        // nothing runs any more
        QCOMPARE(over[0].endedMs, begin + 41'000);
    }

    // That it has to stay well for some time before its end is told is no part of how long it lasted.
    void whatWasBadLastedUntilTheFirstGoodReading()
    {
        const auto endedAt = [](const std::function<double(int)> &value) {
            AlertWatch watch(rulesOf(rule(R"({"clearSeconds": 20})")), {u"node1"_s}, begin);
            for (int i = 0; i < 90; ++i) {
                for (const Alert &alert : watch.take(reading(i, value(i)))) {
                    if (alert.endedMs > 0)
                        return std::pair(i, int((alert.endedMs - begin) / 1000));
                }
            }
            return std::pair(-1, -1);
        };
        QCOMPARE(endedAt([](int i) { return i < 30 ? 90.0 : 40.0; }), std::pair(50, 30));
        // it was bad once more before that
        QCOMPARE(endedAt([](int i) { return i < 30 || i == 40 ? 90.0 : 40.0; }), std::pair(61, 41));
    }

    void whoFallsSilentIsTold()
    {
        const auto silent = [](const char *id, const char *prefix, const char *each) {
            return rule(QByteArray(R"({"metric": null, "above": null, "clear": null, "forSeconds": 30, "id": ")") + id
                        + R"(", "silent": ")" + prefix + R"(", "each": ")" + each + "\"}");
        };
        const Result<QList<AlertRule>> rules
            = alertRulesFrom({{"rules", Json::array({silent("chips", "npu.", "node"), silent("node", "", "node"),
                                                     silent("endpoint", "serving.", "endpoint")})}},
                             {}, {});
        QVERIFY(rules);
        AlertWatch watch(*rules, {u"node1"_s, u"node2"_s}, begin);
        QStringList said;
        const auto second = [&](int i) {
            for (const Alert &alert : watch.tick(begin + i * 1000LL))
                said << u"%1 %2 %3 %4"_s.arg(i).arg(alert.rule, alert.node,
                                                    alert.endedMs > 0 ? u"ended"_s : u"firing"_s);
        };
        for (int i = 0; i < 20; ++i) {
            watch.take(reading(i, 40));
            watch.take(reading(i, 5, u"host.cpu"_s, u"host"_s));
            second(i);
        }
        QVERIFY(said.isEmpty());
        for (int i = 20; i < 60; ++i) {  // the host goes on
            watch.take(reading(i, none));
            watch.take(reading(i, 5, u"host.cpu"_s, u"host"_s));
            second(i);
        }
        // node2 never answered; of its chips and of the endpoint, which nobody has seen, nothing is said
        QCOMPARE(said, (QStringList{u"30 node node2 firing"_s, u"49 chips node1 firing"_s}));
        said.clear();
        watch.take(reading(60, 40));
        watch.take(reading(60, 5, u"host.cpu"_s, u"host"_s, u"node2"_s));
        second(60);
        QCOMPARE(said, (QStringList{u"60 node node2 ended"_s, u"60 chips node1 ended"_s}));
        // All of it at once: that is one thing.
        said.clear();
        for (int i = 61; i < 130; ++i)
            second(i);
        QCOMPARE(said, (QStringList{u"90 node node1 firing"_s, u"90 node node2 firing"_s}));
        // An endpoint that serves, by what somebody else knows: nothing was heard of it, and that is missed.
        said.clear();
        for (int i = 130; i < 170; ++i) {
            watch.expectEndpoint(u"node1"_s, begin + i * 1000LL);
            watch.expectEndpoint(u"nobody"_s, begin + i * 1000LL);
            second(i);
        }
        QCOMPARE(said, QStringList{u"160 endpoint node1 firing"_s});
    }

    // Since when is what the other one knows, also where that comes to be known later. An answer before the watch says
    // nothing of the time until it began: the program was closed.
    void whatIsExpectedIsSilentSinceItAnswered_data()
    {
        QTest::addColumn<qint64>("watchedMs");
        QTest::addColumn<qint64>("sinceMs");
        QTest::addColumn<bool>("wasSoAtFirst");
        QTest::newRow("during the watch") << begin - 120'000 << begin - 90'000 << false;
        QTest::newRow("before the watch") << begin - 60'000 << begin << true;
        QTest::newRow("as the watch began") << begin - 90'000 << begin - 90'000 << false;
    }
    void whatIsExpectedIsSilentSinceItAnswered()
    {
        QFETCH(qint64, watchedMs);
        const Json silent = rule(R"({"id": "endpoint", "metric": null, "above": null, "clear": null, "forSeconds": 15,
                                     "silent": "serving.", "each": "endpoint"})");
        AlertWatch watch(rulesOf(silent), {u"node1"_s}, watchedMs);
        QList<Alert> said;
        for (int i = 0; i < 20; ++i) {
            watch.expectEndpoint(u"node1"_s, begin + i * 1000LL, i < 3 ? 0 : begin - 90'000);
            said += watch.tick(begin + i * 1000LL);
        }
        QCOMPARE(said.size(), 1);
        QCOMPARE(said.first().firedMs, begin + 15'000);
        QTEST(said.first().sinceMs, "sinceMs");
        QTEST(said.first().wasSoAtFirst, "wasSoAtFirst");
    }

    // While a run is at work on the endpoint its silence is not told; what was told before is the same outage, until it
    // answers or is ended for good.
    void aRunThatDoesNotBringItBackMakesNoSecondOutage()
    {
        const Json silent = rule(R"({"id": "endpoint", "metric": null, "above": null, "clear": null, "forSeconds": 15,
                                     "silent": "serving.", "each": "endpoint"})");
        AlertWatch watch(rulesOf(silent), {u"node1"_s}, begin);
        QStringList said;
        enum class Run { None, AtWork, Undone };
        const auto seconds = [&](int from, int to, bool doesServe, Run run) {
            for (int i = from; i < to; ++i) {
                QList<Alert> changes;
                if (doesServe)
                    changes += watch.take(reading(i, 1, u"serving.running"_s, u"endpoint"_s));
                if (run == Run::None)
                    watch.expectEndpoint(u"node1"_s, begin + i * 1000LL, begin);
                else
                    changes += watch.forgetEndpoint(begin + i * 1000LL, run == Run::Undone);
                for (const Alert &alert : changes + watch.tick(begin + i * 1000LL))
                    said << u"%1 %2"_s.arg(i).arg(alert.endedMs > 0 ? u"ended"_s : u"firing"_s);
            }
        };
        seconds(0, 10, true, Run::None);
        seconds(10, 60, false, Run::AtWork); // restarted on purpose
        seconds(60, 70, true, Run::AtWork);
        seconds(70, 80, true, Run::None);
        QVERIFY2(said.isEmpty(), qPrintable(said.join(u'\n')));
        seconds(80, 120, false, Run::None);
        seconds(120, 200, false, Run::AtWork); // that fails
        seconds(200, 260, false, Run::None);
        QCOMPARE(said, QStringList{u"94 firing"_s});
        seconds(260, 290, false, Run::AtWork);
        seconds(290, 300, true, Run::AtWork); // this one brings it up
        seconds(300, 310, true, Run::None);
        QCOMPARE(said, (QStringList{u"94 firing"_s, u"290 ended"_s}));
        seconds(310, 340, false, Run::None);
        seconds(340, 341, false, Run::Undone);
        QCOMPARE(said.mid(2), (QStringList{u"324 firing"_s, u"340 ended"_s}));
    }

    // Nobody asked while the computer slept: who does not answer afterwards is silent since then.
    void aComputerThatSleptDidNotWatch()
    {
        const auto silent = [](const char *id, const char *prefix, const char *each) {
            return rule(QByteArray(R"({"metric": null, "above": null, "clear": null, "forSeconds": 15, "id": ")") + id
                        + R"(", "silent": ")" + prefix + R"(", "each": ")" + each + "\"}");
        };
        const Result<QList<AlertRule>> rules = alertRulesFrom(
            {{"rules", Json::array({silent("node", "", "node"), silent("endpoint", "serving.", "endpoint")})}}, {}, {});
        QVERIFY(rules);
        AlertWatch watch(*rules, {u"node1"_s, u"node2"_s}, begin);
        QList<Alert> said;
        const auto second = [&](int i, const QStringList &nodes, bool doesServe) {
            for (const QString &node : nodes)
                said += watch.take(reading(i, 40, u"npu.temperature"_s, u"0/0"_s, node));
            if (doesServe)
                said += watch.take(reading(i, 1, u"serving.running"_s, u"endpoint"_s));
            said += watch.tick(begin + i * 1000LL);
        };
        for (int i = 0; i < 60; ++i)
            second(i, {u"node1"_s, u"node2"_s}, true);
        constexpr int woken = 60 + 8 * 3600;
        for (int i = woken; i < woken + 15; ++i)
            second(i, i < woken + 3 ? QStringList() : QStringList{u"node1"_s}, i >= woken + 5);
        QVERIFY2(said.isEmpty(), qPrintable(said.value(0).rule));
        second(woken + 15, {u"node1"_s}, true); // the other one has not come back
        QCOMPARE(said.size(), 1);
        QCOMPARE(said.first().rule + u' ' + said.first().node, u"node node2"_s);
        QCOMPARE(said.first().sinceMs, begin + woken * 1000LL);
        QVERIFY(said.first().wasSoAtFirst); // it may have gone while nobody asked
        // What was silent when it fell asleep stays so, and is not told a second time.
        constexpr int again = woken + 10'000;
        for (int i = again; i < again + 40; ++i)
            second(i, {u"node1"_s}, true);
        QCOMPARE(said.size(), 1);
    }

    // One chip of several; where all are silent that is told of the node.
    void aChipThatVanishesIsTold()
    {
        const Json missing = rule(R"({"id": "missing", "metric": null, "above": null, "clear": null, "forSeconds": 10,
                                      "silent": "npu.health", "each": "chip"})");
        AlertWatch watch(rulesOf(missing), {u"node1"_s, u"node2"_s}, begin);
        const auto health = [](int second, const QString &device, double value = 0,
                               const QString &node = u"node1"_s) {
            return reading(second, value, u"npu.health"_s, device, node).first();
        };
        QStringList said;
        const auto take = [&](int second, const QList<Sample> &samples) {
            for (const Alert &alert : watch.take(samples) + watch.tick(begin + second * 1000LL))
                said << u"%1 %2 %3 %4"_s.arg(second).arg(alert.node, alert.device,
                                                         alert.endedMs > 0 ? u"ended"_s : u"firing"_s);
        };
        for (int i = 0; i < 60; ++i) {
            take(i, {health(i, u"0/0"_s), health(i, u"5/0"_s, i < 20 ? 0 : i < 45 ? none : 2)});
            take(i, {health(i, u"5/0"_s, 0, u"node2"_s)}); // that it is on another node says nothing
            take(i, reading(i, 3, u"host.cpu"_s, u"host"_s));
        }
        QCOMPARE(said, (QStringList{u"30 node1 5/0 firing"_s, u"45 node1 5/0 ended"_s}));
        said.clear();
        for (int i = 60; i < 120; ++i)   // npu-smi hangs
            take(i, {health(i, u"0/0"_s, none), health(i, u"5/0"_s, none)});
        QVERIFY2(said.isEmpty(), qPrintable(said.join(u'\n')));
        for (int i = 120; i < 125; ++i)  // and tells of one only: that lasts for a while before it is said
            take(i, {health(i, u"0/0"_s)});
        QVERIFY2(said.isEmpty(), qPrintable(said.join(u'\n')));
    }

    // Asked once a minute, nobody is silent between two readings, and what lasts over some of them is told.
    void rarelyAskedIsNotSilent()
    {
        const Json hot = rule(R"({"forSeconds": 60})");
        const Json silent = rule(R"({"id": "node", "metric": null, "above": null, "clear": null, "silent": "",
                                     "each": "node", "forSeconds": 30})");
        const Result<QList<AlertRule>> rules = alertRulesFrom({{"rules", Json::array({hot, silent})}}, {}, {});
        QVERIFY(rules);
        AlertWatch watch(*rules, {u"node1"_s}, begin);
        watch.setStep(60'000);
        QStringList said;
        for (int i = 0; i < 400; ++i) {
            if (i % 60 == 0 && i < 200) {
                for (const Alert &alert : watch.take(reading(i, 90)))
                    said << u"%1 %2"_s.arg(i).arg(alert.rule);
            }
            for (const Alert &alert : watch.tick(begin + i * 1000LL))
                said << u"%1 %2"_s.arg(i).arg(alert.rule);
        }
        QCOMPARE(said, (QStringList{u"60 hot"_s, u"360 node"_s}));
    }

    // On what was kept in a file, the same is told as when it was sampled.
    void rulesAreTriedOnThePast()
    {
        const QTemporaryDir box;
        Result<SampleArchive> archive = SampleArchive::open(box.filePath(u"samples.db"_s));
        QVERIFY(archive);
        const QList<AlertRule> rules = rulesOf(rule("{}"));
        AlertWatch watch(rules, {u"node1"_s}, begin);
        QList<Alert> live, past;
        for (int i = 0; i < 8000; ++i) { // over two hours, with a hole
            if (i > 4000 && i < 4100)
                continue;
            const double value = i % 1000 < 40 ? 90 : 60;
            live += watch.take(reading(i, value));
            QVERIFY(archive->append(reading(i, value)));
        }
        QVERIFY(archive->flush());
        const Result<AlertReplay> replay
            = replayAlerts(*archive, rules, [&](const Alert &alert) { past << alert; }, {});
        QVERIFY2(replay, replay ? "" : qPrintable(replay.error().message));
        QCOMPARE(replay->alerts, 7);     // the fifth lies in the hole
        QCOMPARE(past, live);
        QCOMPARE(replay->fromMs, begin);
        QVERIFY(replay->active.isEmpty());
        // Tried with another bound, nothing would have been told.
        const Result<AlertReplay> other
            = replayAlerts(*archive, rulesOf(rule(R"({"above": 95})")), [](const Alert &) {}, {});
        QVERIFY(other && other->alerts == 0);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(replayAlerts(*archive, rules, [](const Alert &) {}, stop.get_token()).error().kind,
                 ErrorKind::Canceled);
    }

    // That the program was closed is no silence of a node; that the only node was lost is.
    void aTimeInWhichNobodyWatchedIsNoSilence()
    {
        const QTemporaryDir box;
        const QList<AlertRule> rules = rulesOf(*parseJson(R"({"id": "quiet", "severity": "critical", "silent": "",
            "each": "node", "forSeconds": 20, "clearSeconds": 0, "title": {"en": "Silent"}})",
                                                          {}));
        QCOMPARE(rules.size(), 1);
        const auto alertsOf = [&](const char *name, bool isLost, bool isPauseMarked) {
            Result<SampleArchive> archive = SampleArchive::open(box.filePath(QLatin1String(name)));
            for (int i = 0; i < 300; ++i) {
                if (i == 199 && !isLost) // the endpoint is heard a moment before the node
                    (void)archive->append(reading(i, 1, u"serving.running"_s, u"endpoint"_s));
                if (i >= 100 && i < 200 && !(isLost && i == 100) && !(isPauseMarked && i == 150))
                    continue;
                const bool isGap = i == 100 || i == 150;
                (void)archive->append(reading(i, isGap ? std::numeric_limits<double>::quiet_NaN() : 60));
            }
            (void)archive->flush();
            const Result<AlertReplay> replay = replayAlerts(*archive, rules, [](const Alert &) {}, {});
            return replay ? int(replay->alerts) : -1;
        };
        QCOMPARE(alertsOf("closed.db", false, false), 0);
        QCOMPARE(alertsOf("marked.db", false, true), 0);
        QCOMPARE(alertsOf("lost.db", true, false), 1);
    }

    // Above a histogram's last bound that bound is known, and no more: "more than 1000 ms".
    void whatIsAboveTheLastBoundIsKnownByIt_data()
    {
        QTest::addColumn<QByteArray>("bounds");
        QTest::addColumn<bool>("fires");
        QTest::newRow("above 800") << QByteArray(R"("above": 800, "clear": 800)") << true;
        QTest::newRow("above 1000") << QByteArray(R"("above": 1000, "clear": 1000)") << true;
        QTest::newRow("above 2000") << QByteArray(R"("above": 2000, "clear": 2000)") << false;
        QTest::newRow("below 2000") << QByteArray(R"("above": null, "below": 2000, "clear": 2000)") << false;
        QTest::newRow("below 800") << QByteArray(R"("above": null, "below": 800, "clear": 800)") << false;
    }

    void whatIsAboveTheLastBoundIsKnownByIt()
    {
        QFETCH(QByteArray, bounds);
        QFETCH(bool, fires);
        const Json slow = rule(QByteArray(R"({"id": "slow", "metric": "serving.ttft.p99", "each": "endpoint", BOUNDS})")
                                   .replace("BOUNDS", bounds));
        AlertWatch watch(rulesOf(slow), {u"node1"_s}, begin);
        const double infinity = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 20; ++i)
            watch.take(reading(i, infinity, u"serving.ttft.p99"_s, u"endpoint"_s)
                       + reading(i, 1000, u"serving.ttft.p99.low"_s, u"endpoint"_s)
                       + reading(i, infinity, u"serving.ttft.p99.high"_s, u"endpoint"_s));
        QCOMPARE(watch.active().size(), fires ? 1 : 0);
        if (fires)
            QVERIFY(watch.active().first().value == 1000 && watch.active().first().isAtLeast);
    }

    // An endpoint that answers while no request ends: what was told of the requests before is over.
    void withoutRequestsAPercentileIsOver()
    {
        const auto endedAt = [](int clearSeconds, bool answers, int every) {
            const QByteArray text = R"({"id": "slow", "metric": "serving.ttft.p99", "each": "endpoint", "above": 800,
                                        "clear": 700, "forSeconds": 5, "clearSeconds": SECONDS})";
            const Json slow = rule(QByteArray(text).replace("SECONDS", QByteArray::number(clearSeconds)));
            AlertWatch watch(rulesOf(slow), {u"node1"_s}, begin);
            for (int i = 0; i < 60; ++i) {
                const bool isTraffic = i < 10 || (every > 0 && i % every == 0);
                const auto changes
                    = watch.take(reading(i, isTraffic ? 900 : none, u"serving.ttft.p99"_s, u"endpoint"_s)
                                 + reading(i, answers || isTraffic ? 0 : none, u"serving.running"_s, u"endpoint"_s));
                for (const Alert &alert : changes) {
                    if (alert.endedMs > 0)
                        return i;
                }
            }
            return -1;
        };
        QCOMPARE(endedAt(0, true, 0), 19);   // ten seconds after the last
        QCOMPARE(endedAt(30, true, 0), 39);
        QCOMPARE(endedAt(0, false, 0), -1);  // it does not answer: no good news
        QCOMPARE(endedAt(0, true, 5), -1);   // few requests, and each is slow
    }

    void ofNodesThatAreGoneNothingIsSaid()
    {
        AlertWatch watch(rulesOf(rule("{}")), {u"node1"_s, u"node2"_s}, begin);
        told(watch, [](int) { return 90.0; }, 15);
        QCOMPARE(watch.active().size(), 1);
        const QList<Alert> ended = watch.setNodes({u"node2"_s}, begin + 15'000);
        QCOMPARE(ended.size(), 1);
        QCOMPARE(ended.first().node, u"node1"_s);
        QCOMPARE(ended.first().endedMs, begin + 15'000);
        QVERIFY(watch.active().isEmpty());
        QVERIFY(watch.setNodes({u"node2"_s}, begin + 15'000).isEmpty());
        QCOMPARE(told(watch, [](int) { return 90.0; }, 40, 16), QString());
    }

    void theShippedOnesAreWhole()
    {
        const Result<Json> file = jsonDataFile(u"alerts.json"_s);
        QVERIFY(file);
        const Result<QList<AlertRule>> rules = alertRulesFrom(*file, {}, {});
        QVERIFY2(rules, rules ? "" : qPrintable(rules.error().message));
        QCOMPARE(qsizetype((*file)["rules"].size()), rules->size() + 1); // the objective is the user's
        for (const AlertRule &one : *rules) {
            for (const QString &language : {u"en"_s, u"zh"_s})
                QVERIFY2(!stringAt(one.title, language.toLatin1().constData()).isEmpty()
                             && !stringAt(one.remedy, language.toLatin1().constData()).isEmpty(),
                         qPrintable(one.id));
            QVERIFY2(!one.source.isEmpty() && !alertSentence(one).contains(u'%' + u"1"_s), qPrintable(one.id));
        }
        const auto found = std::find_if(rules->cbegin(), rules->cend(),
                                        [](const AlertRule &one) { return one.id == "hbm-nearly-full"_L1; });
        QCOMPARE(alertSentence(*found), u"HBM used above 98 % (HBM size) for 1 min"_s);
    }

    void theUsersOwnAreLaidOver()
    {
        const Json shipped{{"rules", Json::array({rule("{}"), rule(R"({"id": "other"})")})}};
        const Json own = *parseJson(R"({"rules": [{"id": "hot", "above": 70, "clear": 65}, {"id": "other", "off": true},
            {"id": "mine", "severity": "critical", "metric": "npu.power", "each": "chip", "above": 400, "forSeconds": 5,
             "clearSeconds": 5, "title": {"en": "Much power"}}]})", u"own"_s);
        const Result<QList<AlertRule>> rules = alertRulesFrom(shipped, own, u"own.json"_s);
        QVERIFY2(rules, rules ? "" : qPrintable(rules.error().message));
        QCOMPARE(rules->size(), 2);
        QCOMPARE(*rules->at(0).above, 70.0);
        QCOMPARE(rules->at(0).forSeconds, 10);
        QCOMPARE(rules->at(1).id, u"mine"_s);
        QCOMPARE(rules->at(1).clear, 400.0);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QByteArray>("own");
        QTest::addColumn<QString>("where");
        QTest::newRow("no list") << QByteArray(R"({"rules": {}})") << u"/rules:"_s;
        QTest::newRow("no id") << QByteArray(R"({"rules": [{"above": 3}]})") << u"/rules/0/id"_s;
        QTest::newRow("a list") << QByteArray(R"({"rules": [[]]})") << u"/rules/0/id"_s;
        QTest::newRow("metric") << QByteArray(R"({"rules": [{"id": "hot", "metric": "npu.x"}]})")
                                << u"/rules/0/metric"_s;
        QTest::newRow("both") << QByteArray(R"({"rules": [{"id": "hot", "below": 3}]})") << u"/rules/0/above"_s;
        QTest::newRow("clear") << QByteArray(R"({"rules": [{"id": "hot", "clear": 90}]})") << u"/rules/0/clear"_s;
        QTest::newRow("seconds") << QByteArray(R"({"rules": [{"id": "hot", "forSeconds": -1}]})")
                                 << u"/rules/0/forSeconds"_s;
        QTest::newRow("text") << QByteArray(R"({"rules": [{"id": "hot", "forSeconds": "5"}]})")
                              << u"/rules/0/forSeconds"_s;
        QTest::newRow("each") << QByteArray(R"({"rules": [{"id": "hot", "each": "card"}]})") << u"/rules/0/each"_s;
        QTest::newRow("member") << QByteArray(R"({"rules": [{"id": "hot", "treshold": 3}]})")
                                << u"/rules/0/treshold"_s;
        QTest::newRow("new one") << QByteArray(R"({"rules": [{"id": "hot"}, {"id": "x"}]})") << u"/rules/1/severity"_s;
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(QByteArray, own);
        QFETCH(QString, where);
        const Result<QList<AlertRule>> rules
            = alertRulesFrom({{"rules", Json::array({rule("{}")})}}, *parseJson(own, u"own"_s), u"own.json"_s);
        QVERIFY(!rules);
        QVERIFY2(rules.error().message.startsWith(u"own.json, "_s + where), qPrintable(rules.error().message));
    }

    // Rules are changed while alerts go on: what is asked as before is not told anew, the others end.
    void otherRulesEndTheirAlertsOnly()
    {
        const QList<AlertRule> both
            = rulesOf(rule("{}")) + rulesOf(rule(R"({"id": "warm", "above": 50, "clear": 40})"));
        AlertWatch watch(both, {u"node1"_s}, begin);
        QCOMPARE(told(watch, [](int) { return 90; }, 15), u"10 firing, 10 firing"_s);
        QList<AlertRule> changed = both;
        changed[0].title = {{"en", "Another name"}};
        changed[0].severity = AlertRule::Severity::Critical;
        changed[1].above = 60;
        QList<Alert> ended = watch.setRules(changed, begin + 16'000);
        QCOMPARE(ended.size(), 1);
        QVERIFY(ended.first().rule == u"warm" && ended.first().endedMs == begin + 16'000);
        QCOMPARE(watch.active().size(), 1);
        QCOMPARE(told(watch, [](int) { return 90; }, 40, 17), u"27 firing"_s); // the changed one, after its time
        ended = watch.setRules({}, begin + 41'000);
        QCOMPARE(ended.size(), 2);
        QVERIFY(watch.active().isEmpty());
    }
};

QTEST_GUILESS_MAIN(AlertsTest)
#include "tst_alerts.moc"
