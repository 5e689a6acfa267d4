#include "core/monitor/prometheussource.h"

#include "core/metrics/hoststats.h"
#include "core/metrics/npuexporter.h"
#include "core/monitor/exposition.h"
#include "core/serving/http.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr double bytesPerMb = 1 << 20;
constexpr qint64 longAgoMs = 120'000;    // who was not heard for so long is told of
constexpr qint64 worthShiftingMs = 2'000;
const QString prometheusName = u"Prometheus"_s;
constexpr const char *nodeLabels[] = {"node",      "instance", "job",  "nodename",
                                      "node_name", "hostname", "host", "kubernetes_node"};

struct PrometheusText
{
    Q_DECLARE_TR_FUNCTIONS(Prometheus)
};

std::optional<double> promNumber(const Json &value)
{
    if (value.is_number())
        return value.get<double>();
    if (!value.is_string())
        return std::nullopt;
    bool ok = false;
    const QString text = QString::fromStdString(value.get_ref<const std::string &>());
    const double number = text.toDouble(&ok); // "NaN", "+Inf" are no figures
    return ok && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

void addPromPoint(PrometheusSeries &series, const Json &point)
{
    if (!point.is_array() || point.size() != 2)
        return;
    const std::optional<double> seconds = promNumber(point[0]), value = promNumber(point[1]);
    if (seconds && value && std::abs(*seconds) < 1e11)
        series.points << std::pair(qint64(std::llround(*seconds * 1000)), *value);
}

QString promHost(const QString &instance)
{
    const QString plain = instance.section(u"//"_s, -1).section(u'/', 0, 0);
    if (plain.startsWith(u'['))
        return plain.mid(1).section(u']', 0, 0).toLower();
    return (plain.count(u':') == 1 ? plain.section(u':', 0, 0) : plain).toLower();
}

// What this program exposes under names of its own, by these. The endpoint is asked itself.
const QHash<QString, QString> &promMetrics()
{
    static const QHash<QString, QString> all = [] {
        QHash<QString, QString> all;
        for (const ExposedMetric &one : exposedMetrics()) {
            if (one.name.startsWith("ascend_console_") && !one.metric.startsWith(u"serving."_s))
                all.insert(QString::fromLatin1(one.name), one.metric);
        }
        return all;
    }();
    return all;
}

QString promDevice(const QMap<QString, QString> &labels, const QString &metric)
{
    if (metric.startsWith(u"host."_s))
        return u"host"_s;
    bool isNumber = false;
    const int id = labels.value(u"id"_s).toInt(&isNumber);
    if (!isNumber || id < 0 || id > 4095)
        return {};
    const int chip = labels.value(u"chip"_s).toInt(&isNumber);
    return u"%1/%2"_s.arg(id).arg(isNumber && chip >= 0 && chip < 16 ? chip : 0);
}

QString figuresQuery(int seconds)
{
    QStringList names = exporterNames() + promMetrics().keys();
    names << u"node_memory_MemTotal_bytes"_s << u"node_memory_MemAvailable_bytes"_s << u"ascend_console_simulated"_s;
    names.sort();
    return u"{__name__=~\"%1\"}[%2s]"_s.arg(names.join(u'|')).arg(seconds);
}

constexpr const char figureLabel[] = "ascend_console_figure";

// What the server computes of node_exporter's counters, each with its name in a label; `rate` knows counters that
// began anew. CPU: busy as /proc/stat's reader counts, all but idle and iowait. Network and disks: what is made of
// other devices would count twice (core/metrics/hoststats.h); node_exporter tells of no partitions.
QString computedQuery()
{
    const auto beginning = [](const QByteArrayList &names) {
        return u'(' + QString::fromLatin1(names.join('|')) + u").*"_s;
    };
    const QString made = beginning(madeInterfaces()) + u"|.*[.].*"_s, disks = beginning(madeDisks());
    const auto rate = [](const QString &counter, const QString &without, const QString &factor) {
        return u"sum without (device) (rate(%1{device!~\"%2\"}[2m])) %3"_s.arg(counter, without, factor);
    };
    const std::pair<QString, QString> all[] = {
        {u"host.cpu"_s,
         u"100 * (1 - sum without (cpu, mode) (rate(node_cpu_seconds_total{mode=~\"idle|iowait\"}[2m])) "
         "/ sum without (cpu, mode) (rate(node_cpu_seconds_total[2m])))"_s},
        {u"host.network.in"_s, rate(u"node_network_receive_bytes_total"_s, made, u"* 8 / 1000000"_s)},
        {u"host.network.out"_s, rate(u"node_network_transmit_bytes_total"_s, made, u"* 8 / 1000000"_s)},
        {u"host.disk.read"_s, rate(u"node_disk_read_bytes_total"_s, disks, u"/ 1048576"_s)},
        {u"host.disk.written"_s, rate(u"node_disk_written_bytes_total"_s, disks, u"/ 1048576"_s)},
    };
    QStringList queries;
    for (const auto &[metric, query] : all)
        queries << u"label_replace(%1, \"%2\", \"%3\", \"\", \"\")"_s.arg(query, QLatin1String(figureLabel), metric);
    return queries.join(u" or "_s);
}

} // namespace

Result<QList<PrometheusSeries>> readPrometheusAnswer(const QByteArray &text)
{
    const auto notIt = [&] {
        return Error{ErrorKind::Parse, PrometheusText::tr("What answers is not a Prometheus server."),
                     QString::fromUtf8(text.left(200)), {}};
    };
    const Result<Json> json = parseJson(text, u"Prometheus"_s);
    if (!json || !json->is_object() || !json->contains("status"))
        return notIt();
    if (stringAt(*json, "status") != "success"_L1)
        return Error{ErrorKind::Model,
                     PrometheusText::tr("The Prometheus server does not answer the question: %1")
                         .arg(stringAt(*json, "error").left(300)),
                     {},
                     {}};
    const Json &data = member(*json, "data");
    const QString type = stringAt(data, "resultType");
    const Json &result = member(data, "result");
    if ((type != "vector"_L1 && type != "matrix"_L1) || !result.is_array())
        return notIt();
    QList<PrometheusSeries> all;
    for (const Json &one : result) {
        PrometheusSeries series;
        const Json &labels = member(one, "metric");
        if (!labels.is_object())
            continue;
        for (const auto &[name, value] : labels.items()) {
            if (value.is_string())
                series.labels.insert(QString::fromStdString(name), value.get<QString>());
        }
        addPromPoint(series, member(one, "value"));
        for (const Json &point : member(one, "values"))
            addPromPoint(series, point);
        if (!series.points.isEmpty())
            all << series;
    }
    return all;
}

QList<PrometheusNode> prometheusNodes(const Deployment &deployment, const ConnectionSettings &connections)
{
    QList<PrometheusNode> nodes;
    for (const Node &node : deployment.nodes) {
        QStringList names{node.name.toLower(), node.host.toLower(), addressOf(node, connections).host.toLower()};
        names.removeAll(QString());
        names.removeDuplicates();
        nodes << PrometheusNode{node.name, names};
    }
    return nodes;
}

QString nodeOfSeries(const QMap<QString, QString> &labels, const QList<PrometheusNode> &nodes)
{
    for (const char *label : nodeLabels) {
        const QString said = promHost(labels.value(QLatin1String(label)));
        if (said.isEmpty())
            continue;
        QString found;
        int count = 0;
        for (const PrometheusNode &node : nodes) {
            if (node.names.contains(said) || node.names.contains(said.section(u'.', 0, 0))) {
                found = node.node;
                ++count;
            }
        }
        if (count == 1)                  // several behind one address are told apart by another label
            return found;
    }
    return {};
}

PrometheusFigures prometheusFigures(const QList<PrometheusSeries> &series, const QList<PrometheusNode> &nodes)
{
    PrometheusFigures figures;
    QHash<QString, QMap<qint64, double>> totals, available; // by node
    QHash<QStringList, QString> known;   // a fleet has thousands of series of each instance
    QSet<QString> strangers;
    const auto nodeOf = [&](const QMap<QString, QString> &labels) {
        QStringList said;
        for (const char *label : nodeLabels)
            said << labels.value(QLatin1String(label));
        const auto at = known.constFind(said);
        return at != known.cend() ? *at : *known.insert(said, nodeOfSeries(labels, nodes));
    };
    for (const PrometheusSeries &one : series) {
        const QString name = one.labels.value(u"__name__"_s);
        const QString node = nodeOf(one.labels);
        if (name == "ascend_console_simulated"_L1)
            figures.isSimulated |= one.points.last().second == 1;
        if (node.isEmpty()) {
            const QString instance = one.labels.value(u"instance"_s);
            if (!instance.isEmpty())
                strangers << instance;
            continue;
        }
        if (name.startsWith(u"node_memory_"_s)) {
            QMap<qint64, double> &points = name.contains(u"MemTotal"_s) ? totals[node] : available[node];
            for (const auto &[timeMs, value] : one.points)
                points.insert(timeMs, value);
            continue;
        }
        const QString own = promMetrics().value(name);
        const QString computed = name.isEmpty() ? one.labels.value(QLatin1String(figureLabel)) : QString();
        for (const auto &[timeMs, value] : one.points) {
            std::pair<QString, double> figure(own, value);
            if (!computed.isEmpty())
                figure = {computed, computed == "host.cpu"_L1 ? std::clamp(value, 0.0, 100.0) : value};
            else if (own.isEmpty())
                figure = exporterFigure(name, value).value_or(std::pair<QString, double>());
            const QString device = promDevice(one.labels, figure.first);
            if (figure.first.isEmpty() || device.isEmpty() || figure.first == "npu.hbm.errors"_L1)
                continue;
            figures.samples << Sample{timeMs, {node, device, figure.first}, figure.second};
        }
    }
    for (auto node = totals.cbegin(); node != totals.cend(); ++node) {
        for (auto total = node->cbegin(); total != node->cend(); ++total) {
            const MetricKey used{node.key(), u"host"_s, u"host.memory.used"_s},
                size{node.key(), u"host"_s, u"host.memory.total"_s};
            const QMap<qint64, double> &rest = available[node.key()];
            figures.samples << Sample{total.key(), size, *total / bytesPerMb};
            if (rest.contains(total.key()) && rest.value(total.key()) <= *total)
                figures.samples << Sample{total.key(), used, (*total - rest.value(total.key())) / bytesPerMb};
        }
    }
    std::stable_sort(figures.samples.begin(), figures.samples.end(),
                     [](const Sample &a, const Sample &b) { return a.timeMs < b.timeMs; });
    figures.strangers = strangers.values();
    figures.strangers.sort();
    return figures;
}

PrometheusSource::PrometheusSource(const QString &url, QList<PrometheusNode> nodes)
    : Source(url), m_url(url), m_nodes(std::move(nodes))
{
}

Result<QList<PrometheusSeries>> PrometheusSource::ask(const QString &query, std::stop_token stop)
{
    HttpRequest request;
    request.url = m_url + u"/api/v1/query?query="_s + QString::fromLatin1(QUrl::toPercentEncoding(query));
    request.timeout = std::chrono::seconds(20);
    request.connectTimeout = std::chrono::seconds(5);
    request.atMostBytes = 64 * 1024 * 1024;
    request.usesNetrc = true;
    const auto began = UseBook::Clock::now();
    const Result<HttpResponse> response = httpRequest(request, stop);
    if (!response)
        return response.error();
    m_book.note(prometheusName, began);
    if (response->status == 401 || response->status == 403)
        return Error{ErrorKind::Authentication,
                     PrometheusText::tr("The Prometheus server wants a login, or takes another than it was given (HTTP "
                                        "status %1). %2")
                         .arg(response->status)
                         .arg(netrcRemedy(m_url)),
                     {},
                     {}};
    const QDateTime date = QDateTime(QLocale::c().toDateTime(QString::fromLatin1(response->header("date")),
                                                             u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s));
    if (date.isValid()) {
        QDateTime utc = date;
        utc.setTimeSpec(Qt::UTC);        // it is cut to its second
        const qint64 ahead = utc.toMSecsSinceEpoch() + 500 - QDateTime::currentMSecsSinceEpoch();
        m_aheadMs = std::abs(ahead) > worthShiftingMs ? ahead : 0;
    }
    const Result<QList<PrometheusSeries>> all = readPrometheusAnswer(response->body);
    if (!all && all.error().kind == ErrorKind::Parse && response->status != 200) // a proxy's page, or it is starting
        return Error{ErrorKind::Model,
                     PrometheusText::tr("The Prometheus server, or what stands before it, answers with HTTP status %1.")
                         .arg(response->status),
                     QString::fromUtf8(response->body.left(200)),
                     {}};
    return all;
}

Result<Reading> PrometheusSource::read(std::stop_token stop, const AtPart &)
{
    const bool isFirst = m_last.isEmpty();
    const Result<QList<PrometheusSeries>> raw = ask(figuresQuery(isFirst ? 120 : 60), stop);
    if (!raw)
        return raw.error();
    const Result<QList<PrometheusSeries>> computed = ask(computedQuery(), stop);
    if (!computed)
        return computed.error();
    const PrometheusFigures figures = prometheusFigures(*raw + *computed, m_nodes);
    m_isSimulated = m_isSimulated || figures.isSimulated;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    Reading reading;
    for (Sample sample : figures.samples) {
        qint64 &last = m_last[sample.key];
        if (sample.timeMs <= last)
            continue;
        last = sample.timeMs;
        m_heard[sample.key.node] = now;
        sample.timeMs -= m_aheadMs;
        reading.samples << sample;
    }
    QStringList silent;
    for (const PrometheusNode &node : m_nodes) {
        if (now - m_heard.value(node.node) > longAgoMs)
            silent << node.node;
    }
    const QString comma = PrometheusText::tr(", ", "between the names of nodes");
    QStringList notes;
    if (!silent.isEmpty())
        notes << PrometheusText::tr("It does not tell of %1: no series has the name or the address as its instance.",
                                    "names of nodes")
                     .arg(silent.join(comma));
    if (!figures.strangers.isEmpty())
        notes << PrometheusText::tr("It also tells of %1, which are no nodes here.", "instances of a server")
                     .arg(figures.strangers.first(std::min<qsizetype>(figures.strangers.size(), 8)).join(comma));
    if (m_aheadMs != 0)
        notes << PrometheusText::tr("Its clock and this computer's differ by %1 s; the times are put right by that.")
                     .arg(double(m_aheadMs) / 1000, 0, 'f', 1);
    m_book.remark(prometheusName, notes.join(u' '));
    m_book.gave(prometheusName, reading.samples);
    reading.uses = m_book.uses();
    return reading;
}
