// What 'ascendctl monitor' prints of an endpoint's latencies: what is known of a quantile is the bucket that it lies
// in.
#include "core/base/json.h"
#include "tests/recipes/clusterfixture.h"
#include "tests/support/ascendctl.h"
#include "tests/support/rawserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace Qt::StringLiterals;

class TestMonitorLines : public QObject
{
    Q_OBJECT

    QTemporaryDir m_box;

    // Requests that ended within 1 s, 2.5 s, 10 s and at all: first in the first reading, then what each later one
    // adds.
    Json lineOf(const QString &metric, std::array<int, 4> first, std::array<int, 4> added)
    {
        std::atomic<int> readings = 0;
        RawServer server([&](RawServer::Peer &peer) {
            const int times = readings++;
            QByteArray text = "# TYPE time_to_first_token_seconds histogram\n";
            for (size_t i = 0; i < 4; ++i)
                text += "time_to_first_token_seconds_bucket{le=\"" + QByteArray(std::array{"1", "2.5", "10", "+Inf"}[i])
                    + "\"} " + QByteArray::number(first[i] + times * added[i]) + '\n';
            peer.json(text);
        });
        Deployment deployment = twoNodes();
        for (Node &node : deployment.nodes) {
            node.host = u"127.0.0.1"_s;
            node.transport = Transport::Local;
        }
        deployment.settings["metricsPort"] = server.port();
        QFile file(m_box.filePath(u"a.deployment.json"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(toText(deployment)) < 0)
            return {};
        file.close();
        const Ran ran = ascendctl({u"monitor"_s, file.fileName(), u"--for"_s, u"3s"_s});
        Json last;
        for (const QByteArray &line : ran.out.split('\n')) {
            if (line.contains(".low\"") || line.contains(".high\""))
                return {{"error", "a bound has a line of its own"}};
            const Result<Json> json = parseJson(line, {});
            if (json && json->value("metric", std::string()) == metric.toStdString()
                && (!json->at("value").is_null() || json->contains("above")))
                last = *json;
        }
        return last;
    }

private slots:
    void aboveTheLastBoundThereIsNoValue()
    {
        const Json line = lineOf(u"serving.ttft.p99"_s, {2, 4, 6, 6}, {0, 0, 0, 1});
        QVERIFY2(line.is_object() && line.contains("value"), line.dump().c_str());
        QVERIFY2(line["value"].is_null() && line["above"] == 10000, line.dump().c_str());
    }

    void aValueNamesItsBucket()
    {
        const Json line = lineOf(u"serving.ttft.p50"_s, {2, 4, 6, 6}, {0, 1, 1, 1});
        QVERIFY2(line.is_object() && line.contains("value"), line.dump().c_str());
        QVERIFY2(line["value"] == 1750 && line["bucket"] == Json({1000, 2500}) && !line.contains("above"),
                 line.dump().c_str());
    }
};

QTEST_GUILESS_MAIN(TestMonitorLines)
#include "tst_monitorlines.moc"
