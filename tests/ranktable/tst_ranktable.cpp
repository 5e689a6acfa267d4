// Rank tables read, changed, compared, and with a card taken away: values, and `ascendctl ranktable`.
#include "core/artifacts/lintkinds.h"
#include "core/ranktable/tablejson.h"
#include "tests/support/ascendctl.h"
#include "tests/support/filebox.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// Servers 10.0.0.11, 12, … with so many devices each, as MindIE has them.
Json tableOf(int servers, int devices, const char *version = "1.0")
{
    Json list = Json::array(), members = Json::array();
    int rank = 0;
    for (int server = 0; server < servers; ++server) {
        const QString id = u"10.0.0.%1"_s.arg(11 + server);
        Json all = Json::array();
        for (int device = 0; device < devices; ++device) {
            Json one = {{"device_id", QString::number(device)},
                        {"device_ip", u"192.168.%1.%2"_s.arg(server).arg(10 + device)},
                        {"rank_id", QString::number(rank++)}};
            if (QLatin1String(version) == "1.2"_L1)
                one["super_device_id"] = QString::number(1000 * server + device);
            all.push_back(one);
        }
        list.push_back({{"server_id", id}, {"container_ip", id}, {"device", all}});
        members.push_back({{"server_id", id}});
    }
    Json table = {{"version", version}, {"server_count", QString::number(servers)}, {"server_list", list},
                  {"status", "completed"}};
    if (QLatin1String(version) == "1.2"_L1)
        table["super_pod_list"] = Json::array({{{"super_pod_id", "7"}, {"server_list", members}}});
    return table;
}

QStringList errorsOf(const RankTable &table)
{
    const Result<QList<LintFinding>> findings = lint(u"rank-table"_s, prettyJson(table.document));
    QStringList errors;
    for (const LintFinding &finding : findings ? *findings : QList<LintFinding>()) {
        if (finding.severity == Severity::Error)
            errors << finding.rule + u' ' + finding.where;
    }
    return errors;
}

QStringList whats(const QList<TableDifference> &differences)
{
    QStringList all;
    for (const TableDifference &difference : differences)
        all << difference.what;
    return all;
}

} // namespace

class TestRankTable : public QObject
{
    Q_OBJECT

private slots:
    void devicesAndServersAreFound()
    {
        const Result<RankTable> table = readRankTable(prettyJson(tableOf(2, 8, "1.2")));
        QVERIFY2(table, table ? "" : qPrintable(table.error().message));
        QCOMPARE(table->format, RankFormat::Servers);
        QVERIFY(!table->isReadOnly());
        QCOMPARE(table->servers.size(), 2);
        QCOMPARE(table->devices.size(), 16);
        QCOMPARE(table->servers[1].superPod, u"7"_s);
        const RankDevice device = table->devices[11];
        QCOMPARE(device.server, 1);
        QCOMPARE(device.where, u"/server_list/1/device/3"_s);
        QCOMPARE(device.rankId, u"11"_s);
        QCOMPARE(device.deviceIp, u"192.168.1.13"_s);
        QCOMPARE(device.superDeviceId, u"1003"_s);
        QCOMPARE(pointerOf(*table, 11, RankColumn::DeviceIp), u"/server_list/1/device/3/device_ip"_s);
        QCOMPARE(pointerOf(*table, 11, RankColumn::ContainerIp), u"/server_list/1/container_ip"_s);
    }

    // Every table of the reference is read with all of its devices, and written again says what it said.
    void examplesAreReadWhole_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("servers");
        QTest::addColumn<int>("devices");
        QTest::addColumn<bool>("isReadOnly");
        QTest::newRow("1.0, 2 servers") << u"hccl_v1.0_2s_16p.json"_s << 2 << 16 << false;
        QTest::newRow("1.0, 1 server") << u"hccl_v1.0_1s_8p.json"_s << 1 << 8 << false;
        QTest::newRow("hccl_tools") << u"hccl_8p_01234567_10.0.0.11.json"_s << 1 << 8 << false;
        QTest::newRow("1.2, superpods") << u"hccl_v1.2_A3_superpod.json"_s << 2 << 8 << false;
        QTest::newRow("1.2, one superpod") << u"hccl_v1.2_A3_one_superpod_2s_32p_minimal.json"_s << 2 << 32 << false;
        QTest::newRow("MindIE, 2") << u"mindie_ranktable_hccl_2s_16p.json"_s << 2 << 16 << false;
        QTest::newRow("MindIE, 4") << u"mindie_ranktable_hccl_4s_32p.json"_s << 4 << 32 << false;
        QTest::newRow("operator, 1.0") << u"k8s_ascend_operator_hccl_v1.0.json"_s << 1 << 8 << false;
        QTest::newRow("2.0") << u"hccl_v2.0_A5_skeleton.json"_s << 1 << 1 << true;
        QTest::newRow("prefill, decode; A2") << u"vllm_ascend_disagg_prefill_ranktable_A2_legacy.json"_s << -1 << -1
                                             << true;
    }
    void examplesAreReadWhole()
    {
        QFETCH(QString, file);
        QFETCH(int, servers);
        QFETCH(int, devices);
        QFETCH(bool, isReadOnly);
        QFile example(QStringLiteral(ASC_SOURCE_DIR "/../shared/reference/examples/") + file);
        if (!example.open(QIODevice::ReadOnly))
            QSKIP("The reference is not here.");
        const Result<RankTable> table = readRankTable(example.readAll());
        QVERIFY2(table, table ? "" : qPrintable(table.error().message));
        QCOMPARE(table->isReadOnly(), isReadOnly);
        if (servers >= 0) {
            QCOMPARE(table->servers.size(), servers);
            QCOMPARE(table->devices.size(), devices);
        } else {
            QVERIFY(table->devices.size() > 1);
            QCOMPARE(table->devices.first().part, u"prefill"_s);
            QCOMPARE(table->devices.last().part, u"decode"_s);
        }
        const Result<RankTable> again = readRankTable(prettyJson(table->document));
        QVERIFY(again && *again == *table);
        QVERIFY(differencesOf(*table, *again).isEmpty());
    }

    void whatIsNoTableIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("empty") << QByteArray() << QStringList{u"empty"_s};
        QTest::newRow("another kind") << QByteArray(R"({"ServerConfig": {}})") << QStringList{u"server_list"_s};
        QTest::newRow("comma") << QByteArray("{\n  \"server_list\": [],\n}")
                               << QStringList{u"line 3"_s, u"strict JSON"_s};
        QTest::newRow("910's template") << QByteArray(R"({"group_count": "1", "group_list": []})")
                                        << QStringList{u"group_list"_s, u"server_list"_s};
        QTest::newRow("text") << QByteArray("ranks") << QStringList{u"JSON"_s};
        QTest::newRow("deep") << QByteArray(100'000, '[') << QStringList{u"nested"_s};
    }
    void whatIsNoTableIsRefusedWithItsPlace()
    {
        QFETCH(QByteArray, content);
        QFETCH(QStringList, says);
        const Result<RankTable> table = readRankTable(content);
        QVERIFY(!table);
        QCOMPARE(table.error().kind, ErrorKind::Parse);
        for (const QString &word : std::as_const(says))
            QVERIFY2(table.error().message.contains(word), qPrintable(table.error().message));
    }

    // Members of the wrong kind are passed over (lint tells them); those beside them keep their own places.
    void oddMembersAreNoDevices()
    {
        Json document = tableOf(2, 2);
        document["server_list"].insert(document["server_list"].begin(), 5);
        document["server_list"][1]["device"].insert(document["server_list"][1]["device"].begin(), "x");
        document["server_list"][2]["device"][0]["rank_id"] = 2;
        document["server_list"][2]["device"][1]["device_ip"] = Json::array();
        const RankTable table = rankTableOf(document);
        QCOMPARE(table.servers.size(), 2);
        QCOMPARE(table.devices.size(), 4);
        QCOMPARE(table.devices[0].where, u"/server_list/1/device/1"_s);
        QCOMPARE(table.devices[2].rankId, u"2"_s);
        QCOMPARE(table.devices[3].deviceIp, QString());
        for (const Json &bad : {Json(5), Json("x"), Json::array({1}), Json(nullptr)}) {
            Json other = document;
            other["server_list"] = bad;
            QVERIFY(rankTableOf(other).devices.isEmpty());
            other["super_pod_list"] = bad;
            QVERIFY(rankTableOf(other).servers.isEmpty());
        }
    }

    void aCellIsChangedAndNothingElse()
    {
        Json document = tableOf(2, 2, "1.2");
        document["note"] = {{"by", "somebody"}};
        const RankTable table = rankTableOf(document);
        const Result<RankTable> changed = withValue(table, 3, RankColumn::DeviceIp, u" 10.9.9.9 "_s);
        QVERIFY(changed);
        document["server_list"][1]["device"][1]["device_ip"] = "10.9.9.9";
        QCOMPARE(prettyJson(changed->document), prettyJson(document));
        QCOMPARE(whats(differencesOf(table, *changed)),
                 QStringList{u"10.0.0.12 device 1 device_ip: \"192.168.1.11\" → \"10.9.9.9\""_s});

        // A server's name is that of all its devices, and of the superpod that has it.
        const Result<RankTable> renamed = withValue(table, 2, RankColumn::ServerId, u"10.0.0.99"_s);
        QVERIFY(renamed);
        QCOMPARE(valueOf(*renamed, 3, RankColumn::ServerId), u"10.0.0.99"_s);
        QCOMPARE(renamed->servers[1].superPod, u"7"_s);
        QVERIFY(errorsOf(*renamed).isEmpty());

        const Result<RankTable> emptied = withValue(table, 0, RankColumn::ContainerIp, {});
        QVERIFY(emptied && !emptied->document["server_list"][0].contains("container_ip"));
        QVERIFY(errorsOf(*emptied).join(u' ').contains(u"rank.container-ip"_s));

        QVERIFY(!withValue(table, 0, RankColumn::RankId, u"1\n2"_s));
        QVERIFY(!withValue(table, 0, RankColumn::RankId, QString(300, u'1')));
        QVERIFY(!withValue(table, 99, RankColumn::RankId, u"1"_s));
        QVERIFY(!withValue(table, -1, RankColumn::RankId, u"1"_s));
    }

    void ranksAreNumberedInTheOrderOfTheList()
    {
        Json document = tableOf(2, 4);
        document["server_list"][0]["device"][1]["rank_id"] = "9";
        document["server_count"] = "5";
        const RankTable table = rankTableOf(document);
        QVERIFY(!errorsOf(table).isEmpty());
        const Result<RankTable> right = numbered(table);
        QVERIFY(right);
        QCOMPARE(prettyJson(right->document), prettyJson(tableOf(2, 4)));
        QCOMPARE(usualNameOf(*right), u"hccl_2s_8p.json"_s);
    }

    void otherFormatsAreShownOnly()
    {
        const Json ranks = Json::parse(R"({"version": "2.0", "status": "completed", "rank_count": 1,
            "rank_list": [{"rank_id": 0, "local_id": 0, "device_id": 3, "level_list": []}]})");
        const Json parts = Json::parse(R"({"version": "1.2", "server_count": "2", "status": "completed",
            "prefill_device_list": [{"server_id": "10.0.0.1", "device_id": "0", "device_ip": "1.1.1.1",
                                     "cluster_id": "1"}],
            "decode_device_list": [{"server_id": "10.0.0.2", "device_id": "0", "device_ip": "1.1.1.2",
                                    "cluster_id": "2"}]})");
        for (const Json &document : {ranks, parts}) {
            const RankTable table = rankTableOf(document);
            QVERIFY(table.isReadOnly());
            QVERIFY(!table.devices.isEmpty());
            QVERIFY(!withValue(table, 0, RankColumn::DeviceId, u"1"_s));
            QVERIFY(!numbered(table));
            QVERIFY(!taken(table, 0, TakeAway::Card));
        }
        QCOMPARE(rankTableOf(ranks).devices[0].deviceId, u"3"_s);
        const RankTable table = rankTableOf(parts);
        QCOMPARE(table.devices[1].part, u"decode"_s);
        QCOMPARE(table.devices[1].rankId, u"2"_s);
        QCOMPARE(pointerOf(table, 1, RankColumn::RankId), u"/decode_device_list/0/cluster_id"_s);
        QCOMPARE(pointerOf(table, 1, RankColumn::ServerId), u"/decode_device_list/0/server_id"_s);
        Json moved = parts;
        moved["prefill_device_list"].push_back(moved["decode_device_list"][0]);
        moved["decode_device_list"] = Json::array();
        QCOMPARE(whats(differencesOf(table, rankTableOf(moved))),
                 QStringList{u"10.0.0.2 device 0: decode → prefill"_s});
        QCOMPARE(whats(differencesOf(table, rankTableOf(ranks))).last(),
                 u"The two list their devices in different ways."_s);
    }

    void differencesAreToldByDevice()
    {
        const RankTable first = rankTableOf(tableOf(2, 2));
        Json document = tableOf(3, 2);
        std::swap(document["server_list"][0], document["server_list"][1]);
        document["server_list"][1]["device"][0]["device_ip"] = "192.168.7.7";
        document["server_list"][1]["device"].erase(1);
        document["status"] = "initializing";
        const QStringList said = whats(differencesOf(first, rankTableOf(document)));
        QCOMPARE(said, (QStringList{u"server_count: \"2\" → \"3\""_s, u"status: \"completed\" → \"initializing\""_s,
                                    u"Server 10.0.0.13 with 2 devices is only in the second."_s,
                                    u"The servers stand in another order: 10.0.0.11, 10.0.0.12 → 10.0.0.12, "
                                    "10.0.0.11. The first one holds rank 0."_s,
                                    u"10.0.0.11 device 0 device_ip: \"192.168.0.10\" → \"192.168.7.7\""_s,
                                    u"10.0.0.11 device 1 is only in the first."_s}));
        const Result<RankTable> shifted = numbered(rankTableOf(document));
        QVERIFY(whats(differencesOf(first, *shifted)).contains(u"10.0.0.12 device 0: rank 2 → 0"_s));
        QCOMPARE(rangesOf({u"0"_s, u"1"_s, u"2"_s, u"8"_s, u"x"_s}), u"0–2, 8, x"_s);
    }

    // What is left passes lint wherever the engine takes it, and each change that is told is one.
    void aCardIsTakenAway_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<int>("how");
        QTest::addColumn<int>("left");
        QTest::addColumn<QString>("error");  // lint's, of what is left
        QTest::addColumn<QStringList>("says");
        QTest::newRow("one card") << QByteArray("1.0") << int(TakeAway::Card) << 15
                                  << u"rank.devices /server_list/1/device"_s
                                  << QStringList{u"15 ranks instead of 16: data parallel × tensor parallel ("_s,
                                                 u"must be 15, with MindIE also moe_ep × moe_tp"_s,
                                                 u"10.0.0.11: ranks 0–7 become 0–6."_s,
                                                 u"10.0.0.12: ranks 8–15 become 7–14."_s,
                                                 u"the devices 0–2, 4–7 only, not 0–7"_s, u"7 instead of 8"_s,
                                                 u"different numbers of devices"_s, u"hccl_2s_15p.json"_s};
        QTest::newRow("one of each") << QByteArray("1.0") << int(TakeAway::CardOfEach) << 14 << QString()
                                     << QStringList{u"14 ranks instead of 16"_s, u"hccl_2s_14p.json"_s,
                                                    u"10.0.0.12: ranks 8–15 become 7–13."_s};
        QTest::newRow("the server") << QByteArray("1.0") << int(TakeAway::Server) << 8 << QString()
                                    << QStringList{u"8 ranks instead of 16"_s, u"10.0.0.11 is out of the table"_s,
                                                   u"10.0.0.12: ranks 8–15 become 0–7."_s,
                                                   u"10.0.0.12 is the first server now"_s, u"RANK_TABLE_FILE"_s};
        QTest::newRow("half an NPU") << QByteArray("1.2") << int(TakeAway::CardOfEach) << 14 << QString()
                                     << QStringList{u"devices 3 and 2 are the two chips of one NPU"_s};
        QTest::newRow("the server of a superpod") << QByteArray("1.2") << int(TakeAway::Server) << 8 << QString()
                                                  << QStringList{u"10.0.0.11 is out of the table"_s};
    }
    void aCardIsTakenAway()
    {
        QFETCH(QByteArray, version);
        QFETCH(int, how);
        QFETCH(int, left);
        QFETCH(QString, error);
        QFETCH(QStringList, says);
        const RankTable table = rankTableOf(tableOf(2, 8, version.constData()));
        QVERIFY(errorsOf(table).isEmpty());
        const Result<TakenAway> result = taken(table, 3, TakeAway(how));
        QVERIFY2(result, result ? "" : qPrintable(result.error().message));
        QCOMPARE(result->table.devices.size(), left);
        QCOMPARE(errorsOf(result->table), error.isEmpty() ? QStringList() : QStringList{error});
        for (int i = 0; i < left; ++i)
            QCOMPARE(result->table.devices[i].rankId, QString::number(i));
        const QString told = result->changes.join(u'\n');
        for (const QString &sentence : std::as_const(says))
            QVERIFY2(told.contains(sentence), qPrintable(told));
        if (TakeAway(how) != TakeAway::Card)
            QVERIFY2(!told.contains(u"different numbers"_s), qPrintable(told));
    }

    void aBackupAddressOfWhatIsGoneIsTold()
    {
        Json document = tableOf(1, 4, "1.2");
        document["server_list"][0]["device"][2]["backup_device_ip"] = "192.168.0.13";
        const Result<TakenAway> result = taken(rankTableOf(document), 3, TakeAway::Card);
        QVERIFY(result);
        QVERIFY2(result->changes.join(u'\n').contains(u"10.0.0.11 device 2 has 192.168.0.13"_s),
                 qPrintable(result->changes.join(u'\n')));
    }

    void theLastCardStays()
    {
        const RankTable one = rankTableOf(tableOf(1, 1)), two = rankTableOf(tableOf(2, 1));
        for (const TakeAway how : {TakeAway::Card, TakeAway::CardOfEach, TakeAway::Server})
            QVERIFY(!taken(one, 0, how));
        const Result<TakenAway> card = taken(two, 0, TakeAway::Card);
        QVERIFY(!card);
        QVERIFY2(card.error().message.contains(u"whole server"_s), qPrintable(card.error().message));
        QVERIFY(taken(two, 0, TakeAway::Server));
        QVERIFY(!taken(two, 7, TakeAway::Server));
    }

    void theCommandLineSaysTheSame()
    {
        FileBox box;
        const QString first = box.write(u"a.json"_s, prettyJson(tableOf(2, 8))),
                      spaced = box.write(u"b.json"_s, compactJson(tableOf(2, 8))),
                      broken = box.write(u"c.json"_s, "{\"server_list\": [,]}");
        Ran ran = ascendctl({u"ranktable"_s, u"show"_s, first, u"--json"_s});
        QCOMPARE(ran.code, 0);
        Json document = Json::parse(ran.out.toStdString());
        QCOMPARE(document["servers"][1]["devices"][7]["rankId"].get<QString>(), u"15"_s);
        QVERIFY(document["findings"].empty());

        ran = ascendctl({u"ranktable"_s, u"compare"_s, first, spaced, u"--json"_s});
        QCOMPARE(ran.code, 0);
        document = Json::parse(ran.out.toStdString());
        const Json same = {{"same", true}, {"sameBytes", false}, {"differences", Json::array()}};
        QVERIFY2(document == same, ran.out.constData());

        const QString left = QFileInfo(first).absolutePath() + u"/left.json"_s;
        const QStringList without{u"ranktable"_s, u"without"_s, first, u"--server"_s, u"10.0.0.12"_s, u"--device"_s,
                                  u"5"_s, u"--each"_s, u"-o"_s, left};
        ran = ascendctl(without);
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("14 ranks instead of 16"), ran.out.constData());
        QCOMPARE(ascendctl({u"lint"_s, u"rank-table"_s, left}).code, 0);
        QVERIFY(ascendctl({u"ranktable"_s, u"compare"_s, first, left}).code == 1);
        ran = ascendctl(without);        // a file of the user's is not written over
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("already a file"), ran.err.constData());

        // gen_ranktable.py counts its cluster_id from 1 through both lists; ranks it has none
        const auto entry = [](int cluster) {
            return Json{{"server_id", "10.0.0.11"},
                        {"device_id", std::to_string(cluster - 1)},
                        {"device_ip", "192.168.0." + std::to_string(10 + cluster)},
                        {"cluster_id", std::to_string(cluster)}};
        };
        const QString legacy = box.write(u"legacy.json"_s,
                                         prettyJson({{"version", "1.0"},
                                                     {"server_count", "1"},
                                                     {"prefill_device_list", Json::array({entry(1)})},
                                                     {"decode_device_list", Json::array({entry(2)})}}));
        ran = ascendctl({u"ranktable"_s, u"show"_s, legacy});
        QVERIFY2(!ran.out.contains("rank ") && ran.out.contains("device 1    cluster_id 2 "), ran.out.constData());
        QVERIFY2(ran.err.contains("1 server, 2 devices; "), ran.err.constData());

        // one server with a card less: MindIE's rule, not HCCL's
        ran = ascendctl({u"ranktable"_s, u"without"_s, first, u"--server"_s, u"10.0.0.12"_s, u"--device"_s, u"3"_s});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.err.contains("lint finds 1 error in the table that is left; ascendctl lint rank-table says which, "
                                  "and who would refuse the table for it"),
                 ran.err.constData());
        QVERIFY(!ran.err.contains("no engine") && !ran.err.contains(" they "));

        ran = ascendctl({u"ranktable"_s, u"show"_s, broken});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("c.json") && ran.err.contains("line 1"), ran.err.constData());
        ran = ascendctl({u"ranktable"_s, u"without"_s, first, u"--server"_s, u"10.0.0.12"_s, u"--device"_s, u"9"_s});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("it has 0–7"), ran.err.constData());
        const QString byRanks = box.write(u"ranks.json"_s, R"({"version": "2.0", "status": "completed", "rank_count": 1,
                                          "rank_list": [{"rank_id": 0, "device_id": 0, "local_id": 0}]})");
        ran = ascendctl({u"ranktable"_s, u"without"_s, byRanks, u"--server"_s, u"10.0.0.12"_s, u"--device"_s, u"0"_s});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("does not say which servers it is of"), ran.err.constData());
        QCOMPARE(ascendctl({u"ranktable"_s}).code, 2);
        QCOMPARE(ascendctl({u"ranktable"_s, u"show"_s, u"/nowhere.json"_s}).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestRankTable)
#include "tst_ranktable.moc"
