#include "core/monitor/exposition.h"

#include "core/metrics/cardrounds.h"

#include "core/base/json.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

QByteArray escaped(const QString &value) // of a label
{
    QByteArray text = value.toUtf8();
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    return text;
}

QByteArray label(const char *name, const QString &value)
{
    return QByteArray(name) + "=\"" + escaped(value) + '"';
}

QByteArray number(double value)
{
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "-Inf";
    return QByteArray::number(value, 'g', 15);
}

struct Line {
    QByteArray labels, value;
};

void putFamily(QByteArray &text, const QByteArray &name, const QByteArray &help, QList<Line> lines)
{
    if (lines.isEmpty())
        return;
    std::sort(lines.begin(), lines.end(), [](const Line &a, const Line &b) { return a.labels < b.labels; });
    text += "# HELP " + name + ' ' + help + "\n# TYPE " + name + " gauge\n";
    for (const Line &line : lines)
        text += name + '{' + line.labels + "} " + line.value + '\n';
}

} // namespace

const QList<ExposedMetric> &exposedMetrics()
{
    static const QList<ExposedMetric> all{
        {u"npu.aicore"_s, "npu_chip_info_utilization", {}, "AI Core utilization, %"},
        {u"npu.hbm.used"_s, "npu_chip_info_hbm_used_memory", {}, "HBM used, MB of 2^20 bytes"},
        {u"npu.hbm.total"_s, "npu_chip_info_hbm_total_memory", {}, "HBM size, MB of 2^20 bytes"},
        {u"npu.memory.used"_s, "npu_chip_info_used_memory", {}, "Device memory used, MB of 2^20 bytes"},
        {u"npu.memory.total"_s, "npu_chip_info_total_memory", {}, "Device memory size, MB of 2^20 bytes"},
        {u"npu.hbm.bandwidth"_s, "ascend_console_npu_hbm_bandwidth_percent", {}, "HBM bandwidth in use, %"},
        {u"npu.hbm.errors"_s,
         "ascend_console_npu_hbm_uncorrected_errors_hour",
         {},
         "HBM errors that ECC could not correct, within the last hour"},
        {u"npu.network.in"_s,
         "ascend_console_npu_network_receive_gigabits_per_second",
         {},
         "Received over the NPU's RoCE port, Gbit/s"},
        {u"npu.network.out"_s,
         "ascend_console_npu_network_transmit_gigabits_per_second",
         {},
         "Sent over the NPU's RoCE port, Gbit/s"},
        {u"npu.link.downs"_s,
         "ascend_console_npu_link_downs_hour",
         {},
         "How often the NPU's link went down within the last hour"},
        {u"npu.link.up"_s, "ascend_console_npu_link_up", {}, "1: the NPU's link is up; 0: it is down"},
        {u"npu.temperature"_s, "npu_chip_info_temperature", {}, "Temperature, degrees Celsius"},
        {u"npu.power"_s, "npu_chip_info_power", {}, "Power, W"},
        {u"npu.health"_s,
         "npu_chip_info_health_status",
         {},
         "1: npu-smi says OK; 0: it says Warning, Alarm or Critical"},
        {u"npu.processes"_s, "npu_chip_info_process_info_num", {}, "Processes on the NPU"},
        {u"host.cpu"_s, "ascend_console_host_cpu_percent", {}, "CPU of the host, %"},
        {u"host.memory.used"_s,
         "ascend_console_host_memory_used_megabytes",
         {},
         "Memory of the host that is used, MB of 2^20 bytes"},
        {u"host.memory.total"_s,
         "ascend_console_host_memory_total_megabytes",
         {},
         "Memory of the host, MB of 2^20 bytes"},
        {u"host.network.in"_s,
         "ascend_console_host_network_receive_megabits_per_second",
         {},
         "Received over the host's network interfaces, Mbit/s"},
        {u"host.network.out"_s,
         "ascend_console_host_network_transmit_megabits_per_second",
         {},
         "Sent over the host's network interfaces, Mbit/s"},
        {u"host.disk.read"_s,
         "ascend_console_host_disk_read_megabytes_per_second",
         {},
         "Read from the host's disks, MB of 2^20 bytes per second"},
        {u"host.disk.written"_s,
         "ascend_console_host_disk_written_megabytes_per_second",
         {},
         "Written to the host's disks, MB of 2^20 bytes per second"},
        {u"host.clock"_s,
         "ascend_console_host_clock_ahead_seconds",
         {},
         "The host's clock minus that of the machine that asks, s"},
        {u"serving.ttft.p50"_s, "ascend_console_ttft_milliseconds", "0.5",
         "Time to first token over the last interval, ms"},
        {u"serving.ttft.p99"_s, "ascend_console_ttft_milliseconds", "0.99",
         "Time to first token over the last interval, ms"},
        {u"serving.tpot.p50"_s, "ascend_console_tpot_milliseconds", "0.5",
         "Time per output token over the last interval, ms"},
        {u"serving.tpot.p99"_s, "ascend_console_tpot_milliseconds", "0.99",
         "Time per output token over the last interval, ms"},
        {u"serving.e2e.p50"_s, "ascend_console_e2e_latency_milliseconds", "0.5",
         "End-to-end latency of the requests that ended over the last interval, ms"},
        {u"serving.e2e.p99"_s, "ascend_console_e2e_latency_milliseconds", "0.99",
         "End-to-end latency of the requests that ended over the last interval, ms"},
        {u"serving.tokens"_s,
         "ascend_console_output_tokens_per_second",
         {},
         "Output tokens per second over the last interval"},
        {u"serving.prompt_tokens"_s,
         "ascend_console_input_tokens_per_second",
         {},
         "Input tokens per second over the last interval"},
        {u"serving.running"_s, "ascend_console_requests_running", {}, "Requests that are being answered"},
        {u"serving.waiting"_s, "ascend_console_requests_waiting", {}, "Requests that wait"},
        {u"serving.kv_cache"_s, "ascend_console_kv_cache_used_percent", {}, "KV cache in use, %"},
    };
    return all;
}

void Exposition::take(const QList<Sample> &samples)
{
    for (const Sample &sample : samples) {
        const auto at = m_last.find(sample.key);
        if (at == m_last.end())
            m_last.insert(sample.key, sample);
        else if (sample.timeMs >= at->timeMs || at->timeMs - sample.timeMs > 2000) // or the clock was set back
            *at = sample;
    }
}

QByteArray Exposition::text(qint64 nowMs) const
{
    QHash<QString, QList<const Sample *>> byMetric;
    QHash<QString, int> chips; // by node: with a value of their own
    QHash<QString, bool> isHeard;
    QStringList devices;
    for (const Sample &sample : m_last) {
        const qint64 oldest = isReadInRounds(sample.key.metric) ? holeOfRoundsMs : oldestMs;
        if (std::isnan(sample.value) || nowMs - sample.timeMs > oldest)
            continue;
        byMetric[sample.key.metric] << &sample;
        if (sample.key.device != "endpoint"_L1)
            isHeard[sample.key.node] = true;
        const QString device = sample.key.node + u' ' + sample.key.device;
        if (sample.key.metric.startsWith(u"npu."_s) && !sample.key.device.isEmpty() && !devices.contains(device)) {
            devices << device;
            ++chips[sample.key.node];
        }
    }
    const QByteArray whole = label("deployment", m_deployment);
    QByteArray text;
    QList<Line> up, counts;
    for (const QString &node : m_nodes) {
        up << Line{whole + ',' + label("node", node), isHeard.value(node) ? "1" : "0"};
        if (chips.contains(node))
            counts << Line{whole + ',' + label("node", node), QByteArray::number(chips.value(node))};
    }
    putFamily(text, "ascend_console_node_up", "1: the node has answered within the last 30 s", up);
    putFamily(text, "ascend_console_simulated", "1: a simulated cluster, no hardware",
              {{whole, m_isSimulated ? "1" : "0"}});
    putFamily(text, "machine_npu_nums", "Chips that npu-smi tells of", counts);
    QByteArray name, help;
    QList<Line> lines;
    for (const ExposedMetric &metric : exposedMetrics()) {
        if (metric.name != name) {
            putFamily(text, name, help, lines);
            lines.clear();
        }
        name = metric.name;
        help = metric.help;
        for (const Sample *sample : byMetric.value(metric.metric)) {
            QByteArray labels = whole + ',' + label("node", sample->key.node);
            if (metric.metric.startsWith(u"npu."_s))
                labels += ',' + label("id", sample->key.device.section(u'/', 0, 0)) + ','
                    + label("chip", sample->key.device.section(u'/', 1));
            if (!metric.quantile.isEmpty())
                labels += ",quantile=\"" + metric.quantile + '"';
            const bool isHealth = metric.metric == "npu.health"_L1;
            lines << Line{labels, isHealth ? QByteArray(sample->value == 0 ? "1" : "0") : number(sample->value)};
        }
    }
    putFamily(text, name, help, lines);
    return text;
}

QByteArray grafanaDashboard()
{
    struct Panel {
        const char *title, *query, *legend, *unit;
    };
    const std::initializer_list<Panel> wanted{
        {"NPU utilization", "npu_chip_info_utilization", "{{node}} {{id}}/{{chip}}", "percent"},
        {"HBM used", "npu_chip_info_hbm_used_memory", "{{node}} {{id}}/{{chip}}", "mbytes"},
        {"Temperature", "npu_chip_info_temperature", "{{node}} {{id}}/{{chip}}", "celsius"},
        {"Power", "npu_chip_info_power", "{{node}} {{id}}/{{chip}}", "watt"},
        {"Health (1: OK)", "npu_chip_info_health_status", "{{node}} {{id}}/{{chip}}", "none"},
        {"Time to first token", "ascend_console_ttft_milliseconds", "p{{quantile}}", "ms"},
        {"Time per output token", "ascend_console_tpot_milliseconds", "p{{quantile}}", "ms"},
        {"Output tokens per second", "ascend_console_output_tokens_per_second", "{{node}}", "none"},
        {"Requests running", "ascend_console_requests_running", "{{node}}", "none"},
        {"Requests waiting", "ascend_console_requests_waiting", "{{node}}", "none"},
        {"KV cache used", "ascend_console_kv_cache_used_percent", "{{node}}", "percent"},
        {"Host CPU", "ascend_console_host_cpu_percent", "{{node}}", "percent"},
        {"Host network, received", "ascend_console_host_network_receive_megabits_per_second", "{{node}}", "Mbits"},
        {"Host network, sent", "ascend_console_host_network_transmit_megabits_per_second", "{{node}}", "Mbits"},
        {"Nodes that answer", "ascend_console_node_up", "{{node}}", "none"},
    };
    const Json source{{"type", "prometheus"}, {"uid", "${DS_PROMETHEUS}"}};
    Json panels = Json::array();
    int id = 0;
    for (const Panel &panel : wanted) {

        panels.push_back({{"id", id + 1},
                          {"type", "timeseries"},
                          {"title", panel.title},
                          {"datasource", source},
                          {"gridPos", {{"h", 8}, {"w", 12}, {"x", id % 2 * 12}, {"y", id / 2 * 8}}},
                          {"fieldConfig", {{"defaults", {{"unit", panel.unit}}}, {"overrides", Json::array()}}},
                          {"targets",
                           Json::array({Json{{"refId", "A"},
                                             {"datasource", source},
                                             {"expr", std::string(panel.query) + "{deployment=~\"$deployment\"}"},
                                             {"legendFormat", panel.legend}}})}});
        ++id;
    }
    const Json variable{{"name", "deployment"}, {"type", "query"},
                        {"datasource", source}, {"query", "label_values(ascend_console_node_up, deployment)"},
                        {"refresh", 2},         {"includeAll", true},
                        {"multi", true}};
    return prettyJson({{"__inputs",
                        Json::array({Json{{"name", "DS_PROMETHEUS"},
                                          {"label", "Prometheus"},
                                          {"type", "datasource"},
                                          {"pluginId", "prometheus"}}})},
                       {"title", "Ascend deployments"},
                       {"uid", "ascend-console"},
                       {"schemaVersion", 39},
                       {"refresh", "5s"},
                       {"time", {{"from", "now-30m"}, {"to", "now"}}},
                       {"templating", {{"list", Json::array({variable})}}},
                       {"panels", panels}});
}
