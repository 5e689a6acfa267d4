#include "core/metrics/npuexporter.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

#include <arpa/inet.h>

using namespace Qt::StringLiterals;

namespace {

struct Figure
{
    const char *name, *metric;
    double least, most;                  // what is beyond is no value
};

// 2^32-1 and -1 are outside of all of them.
constexpr Figure figures[] = {
    {"npu_chip_info_utilization", "npu.aicore", 0, 100},
    {"npu_chip_info_hbm_used_memory", "npu.hbm.used", 0, 1e8},
    {"npu_chip_info_hbm_total_memory", "npu.hbm.total", 1, 1e8},
    {"npu_chip_info_hbm_bandwidth_utilization", "npu.hbm.bandwidth", 0, 100},
    {"npu_chip_info_hbm_ecc_double_bit_error_cnt", "npu.hbm.errors", 0, 4294967294.0},
    {"npu_chip_info_used_memory", "npu.memory.used", 0, 1e8},
    {"npu_chip_info_total_memory", "npu.memory.total", 1, 1e8},
    {"npu_chip_info_temperature", "npu.temperature", -100, 200},
    {"npu_chip_info_power", "npu.power", 0, 1e5},
    {"npu_chip_info_health_status", "npu.health", 0, 1},
    {"npu_chip_info_process_info_num", "npu.processes", 0, 1e6},
};

double within(const Figure &figure, double value) // NaN: none that can be
{
    return value >= figure.least && value <= figure.most ? value : std::numeric_limits<double>::quiet_NaN();
}

std::optional<qint64> newest(const MetricsText &text)
{
    std::optional<qint64> ms;
    for (const Figure &figure : figures) {
        const MetricFamily *family = text.family(QLatin1String(figure.name));
        for (const MetricSample &sample : family ? family->samples : QList<MetricSample>()) {
            if (sample.timestampMs && (!ms || *ms < *sample.timestampMs))
                ms = sample.timestampMs;
        }
    }
    return ms;
}

// A total of 0 is a query that failed, and what is used of it is none, either.
void dropUsedWithoutTotal(ExporterChip &chip, const QString &kind)
{
    const auto total = chip.values.constFind(kind + u".total"_s);
    const auto used = chip.values.find(kind + u".used"_s);
    if (used != chip.values.end() && total != chip.values.cend()
        && (std::isnan(total->value) || used->value > total->value))
        used->value = std::numeric_limits<double>::quiet_NaN();
}

bool isAddress(const QString &host)
{
    in6_addr room = {};
    return ::inet_pton(host.contains(u':') ? AF_INET6 : AF_INET, host.toLatin1().constData(), &room) == 1;
}

QString plainHost(QString host)
{
    host = host.section(u'%', 0, 0);
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    const bool isAny = host.isEmpty() || host == "*"_L1 || host == "0.0.0.0"_L1 || host == "::"_L1;
    return isAny ? u"127.0.0.1"_s : host;
}

} // namespace

QString ExporterAddress::text() const
{
    return host.contains(u':') ? u"[%1]:%2"_s.arg(host).arg(port) : u"%1:%2"_s.arg(host).arg(port);
}

std::optional<std::pair<QString, double>> exporterFigure(const QString &series, double value)
{
    for (const Figure &figure : figures) {
        if (series != QLatin1String(figure.name))
            continue;
        const QString metric = QLatin1String(figure.metric);
        const double figured = within(figure, value);
        const bool isHealth = metric == "npu.health"_L1 && !std::isnan(figured);
        return std::pair(metric, isHealth ? (figured == 1 ? 0.0 : 1.0) : figured);
    }
    return std::nullopt;
}

QStringList exporterNames()
{
    QStringList names;
    for (const Figure &figure : figures)
        names << QLatin1String(figure.name);
    return names;
}

QByteArray exporterLines(const QByteArray &page)
{
    static constexpr const char *others[] = {"machine_npu_nums", "npu_exporter_version_info"};
    const auto begins = [](QByteArrayView line, QByteArrayView name) {
        return line.size() > name.size() && line.startsWith(name)
            && (line[name.size()] == '{' || line[name.size()] == ' ');
    };
    QByteArray lines;
    for (qsizetype at = 0; at < page.size();) {
        const qsizetype newline = page.indexOf('\n', at);
        const qsizetype end = newline < 0 ? page.size() : newline + 1;
        const QByteArrayView line = QByteArrayView(page).sliced(at, end - at);
        const auto isLineOf = [&](const char *name) { return begins(line, name); };
        if (std::any_of(std::begin(figures), std::end(figures), [&](const Figure &one) { return isLineOf(one.name); })
            || std::any_of(std::begin(others), std::end(others), isLineOf))
            lines += line;
        at = end;
    }
    return lines;
}

std::optional<ExporterPage> exporterPage(const MetricsText &text, std::optional<qint64> nodeNowMs)
{
    ExporterPage page;
    const MetricFamily *version = text.family(u"npu_exporter_version_info"_s);
    if (version && !version->samples.isEmpty())
        page.version = version->samples.first().labels.value(u"exporterVersion"_s);
    const bool isOne = version || text.family(u"machine_npu_nums"_s)
        || text.family(u"npu_chip_info_utilization"_s);
    if (!isOne)
        return std::nullopt;
    const std::optional<qint64> now = nodeNowMs ? nodeNowMs : newest(text);
    QMap<int, ExporterChip> chips;
    for (const Figure &figure : figures) {
        const MetricFamily *family = text.family(QLatin1String(figure.name));
        for (const MetricSample &sample : family ? family->samples : QList<MetricSample>()) {
            bool isNumber = false;
            const int id = sample.labels.value(u"id"_s).toInt(&isNumber);
            if (!isNumber || id < 0 || id > 4095)
                continue;
            ExporterChip &chip = chips[id];
            chip.id = id;
            if (chip.busId.isEmpty())
                chip.busId = sample.labels.value(u"pcie_bus_info"_s);
            const QString metric = QLatin1String(figure.metric);
            if (chip.values.contains(metric)) // of a virtual NPU on it: the chip's own stands first
                continue;
            ExporterValue value;
            value.measuredMs = sample.timestampMs.value_or(0);
            // a Date is cut to its second; a time that lies ahead is of another clock
            if (sample.timestampMs && now)
                value.ageMs = *now >= *sample.timestampMs || *sample.timestampMs - *now > 2'000
                    ? std::abs(*now - *sample.timestampMs)
                    : 0;
            value.value = within(figure, sample.value);
            if (metric == "npu.health"_L1) {
                chip.isUnhealthy = sample.value == 0;
                value.value = sample.value == 1 ? 0 : std::numeric_limits<double>::quiet_NaN();
            }
            chip.values.insert(metric, value);
        }
    }
    for (ExporterChip &chip : chips) {
        dropUsedWithoutTotal(chip, u"npu.hbm"_s);
        dropUsedWithoutTotal(chip, u"npu.memory"_s);
    }
    page.chips = chips.values();
    return page;
}

QHash<QString, ExporterChip> byDevice(const ExporterPage &page, const NpuSmiInfo &info,
                                      const QList<std::optional<int>> &deviceIds)
{
    QHash<QString, ExporterChip> found;
    for (qsizetype i = 0; i < info.chips.size(); ++i) {
        const NpuChip &chip = info.chips[i];
        if (!chip.npu)
            continue;
        const auto named = [&](const ExporterChip &one) {
            return !chip.busId.isEmpty() && one.busId.compare(chip.busId, Qt::CaseInsensitive) == 0;
        };
        const auto numbered = [&](const ExporterChip &one) {
            return (one.busId.isEmpty() || chip.busId.isEmpty()) && deviceIds.value(i) == one.id;
        };
        auto at = std::find_if(page.chips.cbegin(), page.chips.cend(), named);
        // a failed query prints the same bus for several
        if (at != page.chips.cend() && std::count_if(page.chips.cbegin(), page.chips.cend(), named) > 1)
            at = page.chips.cend();
        if (at == page.chips.cend())
            at = std::find_if(page.chips.cbegin(), page.chips.cend(), numbered);
        if (at != page.chips.cend())
            found.insert(npuAndChip(chip), *at);
    }
    return found;
}

std::optional<ExporterAddress> listeningExporter(const QByteArray &ssOutput)
{
    std::optional<ExporterAddress> found;
    for (const QByteArray &line : ssOutput.split('\n')) {
        const QString local = QString::fromUtf8(line.simplified().split(' ').value(3));
        if (local.section(u':', -1) != QString::number(exporterPort))
            continue;
        const QString host = plainHost(local.left(local.lastIndexOf(u':')));
        if (!isAddress(host))
            continue;
        if (!found || host == "127.0.0.1"_L1)
            found = ExporterAddress{host, exporterPort};
    }
    return found;
}

std::optional<ExporterAddress> containedExporter(const QByteArray &cmdline, const QByteArray &fibTrie)
{
    ExporterAddress address;
    QString said = u"0.0.0.0"_s;
    for (const QByteArray &argument : cmdline.split('\0')) {
        static const QRegularExpression option(u"^--?(ip|port)=(\\S+)$"_s);
        const QRegularExpressionMatch match = option.match(QString::fromUtf8(argument));
        if (match.captured(1) == "ip"_L1)
            said = match.captured(2);
        else if (match.hasMatch())
            address.port = match.captured(2).toInt();
    }
    if (address.port < 1 || address.port > 65535)
        return std::nullopt;
    if (said != "0.0.0.0"_L1 && said != "::"_L1) {
        address.host = said;
        return isAddress(said) ? std::optional(address) : std::nullopt;
    }
    QByteArray last;
    for (const QByteArray &line : fibTrie.split('\n')) {
        const QByteArray words = line.simplified();
        if (words.startsWith("|-- "))
            last = words.mid(4);
        else if (words == "/32 host LOCAL" && !last.startsWith("127.") && isAddress(QString::fromLatin1(last))) {
            address.host = QString::fromLatin1(last);
            return address;
        }
    }
    return std::nullopt;
}
