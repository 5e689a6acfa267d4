#include "app/sim/npuexporter.h"

#include "app/sim/hosttools.h"
#include "app/sim/httpfront.h"
#include "app/sim/statefile.h"

#include <QDateTime>
#include <QLocale>
#include <QThread>

#include <algorithm>
#include <cstdio>

#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

constexpr int exporterDefaultPort = 8082;

QByteArray httpDateOf(qint64 ms)
{
    return QLocale::c()
        .toString(QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC), u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s)
        .toLatin1();
}

} // namespace

QByteArray npuExporterPage(const NodeState &state, qint64 nowMs)
{
    QByteArray text = "# simulated by ascend-sim: no hardware\n"
                      "# HELP machine_npu_nums Amount of npu installed on the machine.\n"
                      "# TYPE machine_npu_nums gauge\nmachine_npu_nums "
        + QByteArray::number(state.chips.size()) + '\n';
    const qint64 measuredMs = nowMs - nowMs % 1000; // it measures once a second
    const auto family = [&](const QByteArray &name, const QByteArray &help, auto valueOf) {
        QByteArray lines;
        for (const Chip &chip : state.chips) {
            const std::optional<double> value = valueOf(chip);
            if (!value)
                continue;
            const QByteArray model = chip.name.toUtf8() + "-Ascend-V1";
            lines += name + "{container_name=\"\",id=\"" + QByteArray::number(deviceIdOf(state, chip))
                + (name == "npu_chip_info_name" ? "\",name=\"" : "\",model_name=\"") + model
                + "\",namespace=\"\",pcie_bus_info=\"" + chip.bus.value_or(QString()).toUtf8()
                + "\",pod_name=\"\",vdie_id=\"\"} " + QByteArray::number(*value, 'g', 10) + ' '
                + QByteArray::number(measuredMs) + '\n';
        }
        if (!lines.isEmpty())
            text += "# HELP " + name + ' ' + help + "\n# TYPE " + name + " gauge\n" + lines;
    };
    using Value = std::optional<double>;
    const auto pair = [](const std::optional<Pair> &pair, qint64 Pair::*which) {
        return pair && pair->total > 0 ? Value(double((*pair).*which)) : Value();
    };
    family("npu_chip_info_hbm_total_memory", "the npu hbm total memory",
           [&](const Chip &chip) { return pair(chip.hbm, &Pair::total); });
    family("npu_chip_info_hbm_used_memory", "the npu hbm used memory",
           [&](const Chip &chip) { return pair(chip.hbm, &Pair::used); });
    family("npu_chip_info_health_status", "the npu health status",
           [](const Chip &chip) { return Value(chip.health == "OK"_L1 ? 1 : 0); });
    family("npu_chip_info_link_status", "the npu link status", [&](const Chip &chip) {
        const Network *network = state.network(deviceIdOf(state, chip));
        return network ? Value(network->link == "UP"_L1 ? 1 : 0) : Value();
    });
    family("npu_chip_info_name", "the Ascend npu name with value '1'", [](const Chip &) { return Value(1); });
    family("npu_chip_info_power", "the npu power", [](const Chip &chip) { return chip.power; });
    family("npu_chip_info_process_info_num", "the npu process num", [&](const Chip &chip) {
        return Value(double(std::count_if(state.processes.begin(), state.processes.end(), [&](const Process &one) {
            return one.npu == chip.npu && one.chip.value_or(0) == chip.chip.value_or(0);
        })));
    });
    family("npu_chip_info_temperature", "the npu temperature",
           [](const Chip &chip) { return chip.temp ? Value(*chip.temp) : Value(); });
    family("npu_chip_info_total_memory", "the npu total memory",
           [&](const Chip &chip) { return pair(chip.mem, &Pair::total); });
    family("npu_chip_info_used_memory", "the npu used memory",
           [&](const Chip &chip) { return pair(chip.mem, &Pair::used); });
    family("npu_chip_info_utilization", "the ai core utilization", [](const Chip &chip) { return Value(chip.aicore); });
    return text
        + "# HELP npu_exporter_version_info exporter version with value '1'\n"
          "# TYPE npu_exporter_version_info gauge\nnpu_exporter_version_info{exporterVersion=\"v6.0.0\"} 1\n"
          "# HELP ascend_console_simulated 1: a simulated cluster, no hardware\n"
          "# TYPE ascend_console_simulated gauge\nascend_console_simulated 1\n";
}

int npuExporter(const QString &folder, const QStringList &arguments)
{
    QString address;
    int port = exporterDefaultPort;
    for (const QString &argument : arguments) {
        if (argument.startsWith(u"-ip="_s))
            address = argument.mid(4);
        else if (argument.startsWith(u"-port="_s))
            port = argument.mid(6).toInt();
    }
    HttpFront front;
    const QString wrong = front.listen(address, port, [folder](int socket, const FrontRequest &request) {
        if (request.path != "/metrics")
            return sendAnswer(socket, 404, "404 page not found\n", "text/plain; charset=utf-8");
        const Result<NodeState> state = loadState(folder);
        if (!state)
            return sendAnswer(socket, 500, {}, "text/plain; charset=utf-8");
        const NodeState live = liveState(*state, folder);
        const qint64 nowMs = clockOf(live).toMSecsSinceEpoch();
        sendAnswer(socket, 200, npuExporterPage(live, nowMs), "text/plain; version=0.0.4; charset=utf-8",
                   {"Date: " + httpDateOf(nowMs)});
    });
    if (!wrong.isEmpty()) {
        fprintf(stderr, "listen ip and port error: listen tcp %s:%d: bind: %s\n", qPrintable(address), port,
                qPrintable(wrong));
        return 1;
    }
    ::setsid();
    ::prctl(PR_SET_NAME, simExporterName); // it listens
    for (;;)
        QThread::sleep(3600);            // until it is killed
}

} // namespace sim
