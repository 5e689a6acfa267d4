// What is asked card by card: one question at a time, a quarter of the time at most, each figure with its own time;
// growth of counters; what the tools print, from captures where they are.
#include "core/metrics/cardrounds.h"
#include "core/monitor/alertwatch.h"
#include "tests/support/scriptedshell.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'700'000'000'000;

QByteArray usagesText(int npu, int percent)
{
    return "        NPU ID                         : " + QByteArray::number(npu)
        + "\n        Chip Count                     : 1\n\n        HBM Capacity(MB)               : 65536\n"
          "        HBM Usage Rate(%)              : 4\n        Aicore Usage Rate(%)           : 0\n"
          "        Aicpu Usage Rate(%)            : 0\n        HBM Bandwidth Usage Rate(%)    : "
        + QByteArray::number(percent) + "\n        Chip ID                        : 0\n";
}

QByteArray eccText(int errors)
{
    return "\tHBM Single Bit Error Count               : 7\n\tHBM Double Bit Error Count               : "
        + QByteArray::number(errors) + "\n\tHBM Double Bit Isolated Pages Count      : 1\n";
}

QByteArray linkText(int downs)
{
    return "[devid 0]current time        : Thu Nov 26 16:11:08 2026\n[devid 0]link up count       : "
        + QByteArray::number(downs + 1) + "\n[devid 0]link down count     : " + QByteArray::number(downs)
        + "\n[devid 0]link change records :\n[devid 0]    Thu Nov 26 11:52:15 2026    LINK UP\n";
}

QByteArray trafficText(quint64 in, quint64 out)
{
    return "packet statistics:\nmac_tx_total_oct_num:" + QByteArray::number(out)
        + "\nmac_rx_total_oct_num:" + QByteArray::number(in) + "\n";
}

// Two cards of one chip; every question takes `tookMs` of its own clock.
struct Cards
{
    QHash<QString, Result<CommandOutput>> answers;
    QStringList asked;
    qint64 nowMs = begin, tookMs = 0;
    CardRounds rounds{[this] { return nowMs; }};
    NpuSmiInfo info;

    Cards()
    {
        for (int npu = 0; npu < 2; ++npu) {
            NpuChip chip;
            chip.npu = npu;
            chip.chip = 0;
            info.chips << chip;
        }
        answer(u"ls -lL /dev"_s, "crw-rw---- 1 root root 235, 0 Nov  2 08:15 davinci0\n"
                                 "crw-rw---- 1 root root 235, 1 Nov  2 08:15 davinci1\n");
        for (int npu = 0; npu < 2; ++npu) {
            answer(u"npu-smi info -t usages -i %1"_s.arg(npu), usagesText(npu, 20 + npu));
            answer(u"npu-smi info -t ecc -i %1 -c 0"_s.arg(npu), eccText(3));
            answer(u"hccn_tool -i %1 -link_stat -g"_s.arg(npu), linkText(2));
            answer(u"hccn_tool -i %1 -stat -g"_s.arg(npu), trafficText(1000, 2000));
        }
    }
    void answer(const QString &line, const QByteArray &text)
    {
        answers.insert(line, CommandOutput{0, text, {}, false, {}});
    }
    Result<QList<Sample>> step()
    {
        ScriptedShell shell(answers);
        Result<QList<Sample>> samples = rounds.step(shell, info, u"node1"_s, {});
        for (const QString &line : std::as_const(shell.asked)) {
            if (line.startsWith(u"npu-smi"_s) || line.startsWith(u"hccn_tool -i"_s))
                asked << line;
        }
        nowMs += 1000;
        return samples;
    }
    // Of so many rounds all samples of `metric`.
    QList<Sample> values(const QString &metric, int steps)
    {
        QList<Sample> all;
        for (int i = 0; i < steps; ++i) {
            const Result<QList<Sample>> samples = step();
            if (!samples)
                return {};
            for (const Sample &sample : *samples) {
                if (sample.key.metric == metric)
                    all << sample;
            }
        }
        return all;
    }
};

constexpr int oneOrder = 18;             // nine rounds of two cards

QByteArray capture(const char *path)
{
    QFile file(QStringLiteral(ASC_SHARED_DIR "/captures/") + QLatin1String(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCardRounds : public QObject
{
    Q_OBJECT

private slots:
    void growthIsOfTheLastHour()
    {
        Growth growth;
        QVERIFY(!growth.take(begin, 5));
        QCOMPARE(growth.take(begin + 60'000, 5).value_or(-1), 0);
        QCOMPARE(growth.take(begin + 120'000, 8).value_or(-1), 3);
        QCOMPARE(growth.take(begin + 3'700'000, 8).value_or(-1), 3); // between 60 and 120 s: some may be of this hour
        QCOMPARE(growth.take(begin + 3'730'000, 8).value_or(-1), 0);
        QVERIFY(!growth.take(begin + 3'800'000, 1)); // the driver was loaded anew
        QCOMPARE(growth.take(begin + 3'900'000, 2).value_or(-1), 1);
    }

    void eachCardHasTheTimeOfItsOwnAnswer()
    {
        Cards cards;
        for (int i = 0; i < 2; ++i) {
            const Result<QList<Sample>> answer = cards.step();
            QVERIFY(bool(answer));
            QCOMPARE(cards.asked.last(), u"npu-smi info -t usages -i %1"_s.arg(i));
            QCOMPARE(answer->size(), 1);
            const Sample &sample = answer->first();
            const MetricKey key{u"node1"_s, u"%1/0"_s.arg(i), u"npu.hbm.bandwidth"_s};
            QVERIFY(sample.key == key && isReadInRounds(sample.key.metric));
            QCOMPARE(sample.value, 20.0 + i);
            QCOMPARE(sample.timeMs, begin + i * 1000);
        }
    }

    // Both chips of a card come with one question.
    void aCardOfTwoChipsIsAskedOnce()
    {
        Cards cards;
        cards.info.chips[1].npu = 0;
        cards.info.chips[1].chip = 1;
        QByteArray text = usagesText(0, 31);
        text.replace("Chip Count                     : 1", "Chip Count                     : 2");
        cards.answer(u"npu-smi info -t usages -i 0"_s,
                     text + usagesText(0, 47).split('\n').mid(3).join('\n').replace(": 0\n", ": 1\n"));
        const Result<QList<Sample>> round = cards.step();
        QVERIFY(bool(round));
        QCOMPARE(round->size(), 2);
        QCOMPARE(round->at(0).key.device, u"0/0"_s);
        QCOMPARE(round->at(0).value, 31.0);
        QCOMPARE(round->at(1).key.device, u"0/1"_s);
        QCOMPARE(round->at(1).value, 47.0);
    }

    void everyToolHasItsTurn()
    {
        Cards cards;
        for (int i = 0; i < oneOrder; ++i)
            QVERIFY(bool(cards.step()));
        const auto timesAsked = [&](const QString &word) { return cards.asked.filter(word).size(); };
        QCOMPARE(timesAsked(u"usages"_s), 12);
        QCOMPARE(timesAsked(u"ecc"_s), 2);
        QCOMPARE(timesAsked(u"-link_stat"_s), 2);
        QCOMPARE(timesAsked(u"-stat"_s), 2);
    }

    void errorsThatWereThereAreNoGrowth()
    {
        Cards cards;
        QVERIFY(cards.values(u"npu.hbm.errors"_s, oneOrder).isEmpty()); // one value is none
        QList<Sample> samples = cards.values(u"npu.hbm.errors"_s, oneOrder);
        QCOMPARE(samples.size(), 2);
        QCOMPARE(samples.first().value, 0.0);
        cards.answer(u"npu-smi info -t ecc -i 1 -c 0"_s, eccText(5));
        samples = cards.values(u"npu.hbm.errors"_s, oneOrder);
        QCOMPARE(samples.size(), 2);
        QCOMPARE(samples[0].value, 0.0);
        QCOMPARE(samples[1].value, 2.0);
        QCOMPARE(samples[1].key.device, u"1/0"_s);
    }

    void aLinkThatWentDownIsTold()
    {
        Cards cards;
        QVERIFY(cards.values(u"npu.link.downs"_s, oneOrder).isEmpty());
        cards.answer(u"hccn_tool -i 0 -link_stat -g"_s, linkText(3));
        const QList<Sample> samples = cards.values(u"npu.link.downs"_s, oneOrder);
        QCOMPARE(samples.size(), 2);
        QCOMPARE(samples[0].value, 1.0);
        QCOMPARE(samples[1].value, 0.0);
    }

    // It went down before anybody looked: there is no growth, and it is down.
    void aLinkThatIsDownIsTold()
    {
        Cards cards;
        QByteArray down = linkText(1);
        const QByteArray records = "link change records :\n";
        down.replace(records, records + "[devid 1]    Thu Nov 26 12:00:00 2026    LINK DOWN\n");
        cards.answer(u"hccn_tool -i 1 -link_stat -g"_s, down);
        for (int round = 0; round < 2; ++round) {
            QList<Sample> links = cards.values(u"npu.link.up"_s, oneOrder);
            std::sort(links.begin(), links.end(),
                      [](const Sample &a, const Sample &b) { return a.key.device < b.key.device; });
            QCOMPARE(links.size(), 2);
            QCOMPARE(links[0].value, 1.0);
            QCOMPARE(links[1].value, 0.0);
            QList<Sample> samples = cards.values(u"npu.link.downs"_s, oneOrder);
            samples.removeIf([](const Sample &one) { return one.value == 0; });
            QCOMPARE(samples.size(), 1);
            QCOMPARE(samples[0].value, 1.0);
            QCOMPARE(samples[0].key.device, u"1/0"_s);
        }
    }

    void trafficIsARate()
    {
        Cards cards;
        QVERIFY(cards.values(u"npu.network.in"_s, oneOrder).isEmpty());
        // 18 s from one question to the next: 4.5 GB in are 2 Gbit/s, 9 GB out 4
        cards.answer(u"hccn_tool -i 1 -stat -g"_s, trafficText(4'500'001'000, 9'000'002'000));
        QList<Sample> in, out;
        for (int i = 0; i < oneOrder; ++i) {
            const Result<QList<Sample>> samples = cards.step();
            QVERIFY(bool(samples));
            for (const Sample &sample : *samples) {
                if (sample.key.device == "1/0"_L1 && sample.key.metric == "npu.network.in"_L1)
                    in << sample;
                if (sample.key.device == "1/0"_L1 && sample.key.metric == "npu.network.out"_L1)
                    out << sample;
            }
        }
        QCOMPARE(in.size(), 1);
        QCOMPARE(in.first().value, 2.0);
        QCOMPARE(out.first().value, 4.0);
        cards.answer(u"hccn_tool -i 1 -stat -g"_s, trafficText(10, 10)); // began anew
        const QList<Sample> after = cards.values(u"npu.network.in"_s, oneOrder);
        QCOMPARE(after.size(), 1); // the other card's
        QCOMPARE(after.first().key.device, u"0/0"_s);
    }

    // A slow tool is asked the more seldom: after a second of asking three without.
    void aQuarterOfTheTimeAtMost()
    {
        qint64 now = begin;
        CardRounds rounds([&now] { return now; });
        struct SlowShell : ScriptedShell
        {
            using ScriptedShell::ScriptedShell;
            qint64 *now = nullptr;
            Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &on) override
            {
                *now += 2000;
                return ScriptedShell::run(command, stop, on);
            }
        };
        const Cards cards;
        int asked = 0;
        for (int i = 0; i < 40; ++i) {
            SlowShell shell(cards.answers);
            shell.now = &now;
            QVERIFY(bool(rounds.step(shell, cards.info, u"node1"_s, {})));
            asked += !shell.asked.isEmpty();
            now += 1000;
        }
        const double share = double(2000 * asked) / double(now - begin);
        QVERIFY2(asked >= 3 && share <= 0.27, qPrintable(QString::number(share)));
    }

    void whatIsNotToldIsAskedAgainLater()
    {
        Cards cards;
        for (int npu = 0; npu < 2; ++npu) {
            cards.answer(u"npu-smi info -t ecc -i %1 -c 0"_s.arg(npu), "Error parameter of -t\n");
            cards.answer(u"hccn_tool -i %1 -link_stat -g"_s.arg(npu), "Cmd not support.\n");
        }
        for (int i = 0; i < 5 * oneOrder; ++i) // 90 s
            QVERIFY(bool(cards.step()));
        QCOMPARE(cards.asked.filter(u"ecc"_s).size(), 2);
        QCOMPARE(cards.asked.filter(u"link_stat"_s).size(), 2);
        QVERIFY(cards.asked.filter(u"usages"_s).size() > 50);
        cards.nowMs += 600'000;
        for (int i = 0; i < oneOrder; ++i)
            QVERIFY(bool(cards.step()));
        QCOMPARE(cards.asked.filter(u"ecc"_s).size(), 4);
    }

    void otherCardsBeginAnew()
    {
        Cards cards;
        QVERIFY(bool(cards.step())); // card 0 of two
        cards.info.chips.removeFirst(); // it fell off the bus
        const Result<QList<Sample>> round = cards.step();
        QVERIFY(bool(round));
        QCOMPARE(round->size(), 1); // nothing of the card that is gone
        QCOMPARE(round->first().key.device, u"1/0"_s);
    }

    void aHungToolIsTold()
    {
        Cards cards;
        cards.answers.insert(u"npu-smi info -t usages -i 0"_s,
                             Error{ErrorKind::Timeout, u"No answer in 10 s."_s, {}, {}});
        const Result<QList<Sample>> hung = cards.step();
        QVERIFY(!hung);
        QCOMPARE(hung.error().kind, ErrorKind::Timeout);
    }

    void lostConnectionsAreTold()
    {
        Cards cards;
        cards.answers.insert(u"npu-smi info -t usages -i 0"_s, Error{ErrorKind::Connection, u"gone"_s, {}, {}});
        const Result<QList<Sample>> lost = cards.step();
        QVERIFY(!lost);
        QCOMPARE(lost.error().kind, ErrorKind::Connection);
    }

    // Half a minute and more lies between two values: the condition goes on meanwhile.
    void alertsWaitForARound()
    {
        AlertRule rule;
        rule.id = u"bandwidth"_s;
        rule.metric = u"npu.hbm.bandwidth"_s;
        rule.above = 85;
        rule.clear = 80;
        rule.forSeconds = 120;
        AlertWatch watch({rule}, {u"node1"_s}, begin);
        QList<Alert> alerts;
        for (int i = 0; i <= 3; ++i)
            alerts += watch.take({{begin + i * 45'000, {u"node1"_s, u"0/0"_s, rule.metric}, 93}});
        QCOMPARE(alerts.size(), 1);
        QCOMPARE(alerts.first().sinceMs, begin);
    }

    // Of the cards that a reading did not ask counts what they told before; and they are not missing.
    void aNodesMeanIsOfAllItsCards()
    {
        AlertRule mean;
        mean.id = u"mean"_s;
        mean.each = AlertRule::Each::Node;
        mean.metric = u"npu.hbm.bandwidth"_s;
        mean.above = 60;
        mean.clear = 50;
        AlertRule missing;
        missing.id = u"missing"_s;
        missing.silent = u"npu."_s;
        AlertWatch watch({mean, missing}, {u"node1"_s}, begin);
        const double values[] = {20, 90, 80};
        for (int i = 0; i < 3; ++i) {
            const QList<Alert> alerts = watch.take(
                {{begin + i * 1000, {u"node1"_s, u"%1/0"_s.arg(i % 2), mean.metric}, values[i]}});
            QCOMPARE(alerts.size(), i == 2 ? 1 : 0); // 20; 20 and 90; 80 and 90
            if (i == 2)
                QCOMPARE(alerts.first().value, 85.0);
        }
    }

    void countersOfRealTools()
    {
        const QByteArray ecc = capture("npu-smi-other/20-ecc-910b3-npu0.txt"),
                         links = capture("hccn_tool/05-link_stat-910b3-8.txt"),
                         traffic = capture("hccn_tool/15-stat-910b3-npu0.txt");
        if (ecc.isEmpty() || links.isEmpty() || traffic.isEmpty())
            QSKIP("the captures are not here");
        QVERIFY(eccCounts(ecc) == std::optional(EccCounts{0, 5}));
        const QByteArray fifth = links.mid(links.indexOf("-i 5 "), links.indexOf("-i 6 ") - links.indexOf("-i 5 "));
        QCOMPARE(linkDownCount(fifth).value_or(-1), 3);
        const auto changes = linkChanges(fifth);
        QVERIFY(changes.has_value());
        QCOMPARE(changes->size(), 7);
        QVERIFY(linkDowns(*changes).isEmpty()); // all within its first minute
        const auto octets = networkOctets(traffic);
        QVERIFY(octets.has_value());
        QCOMPARE(octets->in, 6144050062721590ULL);
        QCOMPARE(octets->out, 6143397451709021ULL);
        QVERIFY(!eccCounts(traffic) && !linkDownCount(ecc) && !networkOctets(links));
    }
};

QTEST_GUILESS_MAIN(TestCardRounds)
#include "tst_cardrounds.moc"
