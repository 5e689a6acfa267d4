// ascendctl ranktable show FILE | compare FIRST SECOND | without FILE --server ID --device N: what is in rank tables,
// what is different between two, and what must change when a card is taken away. Asks no node.
#include "app/ctl/recipeverbs.h"

#include "core/artifacts/lintkinds.h"
#include "core/base/inputfile.h"
#include "core/ranktable/tablejson.h"
#include "core/shell/atomicfile.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

struct Read
{
    QByteArray content;
    RankTable table;
};

int tableUsage()
{
    complain(u"usage: ascendctl ranktable show FILE | compare FIRST SECOND | without FILE --server ID --device N "
             "[--each | --whole-server] [-o FILE] [--json]\n--each: the card at the same place of every other server, "
             "too; --whole-server: the server with all its cards; FILE - is standard input"_s);
    return Usage;
}

Result<Read> readTable(const QString &path, const Call &call)
{
    const Result<QByteArray> content = readInput(path, largestLinted, call.stop);
    if (!content)
        return content.error();
    const Result<RankTable> table = readRankTable(*content);
    if (!table) {
        Error error = table.error();
        error.message = u"%1: %2"_s.arg(path == "-"_L1 ? u"standard input"_s : path, error.message);
        return error;
    }
    return Read{*content, *table};
}

QString counted(qsizetype number, const char *one) // "3 servers"
{
    return u"%1 %2%3"_s.arg(number).arg(QLatin1String(one), number == 1 ? QString() : u"s"_s);
}

// "3 errors", "at least 500 errors": lint lists so many at most.
QString errorsIn(const QList<LintFinding> &findings)
{
    const auto errors = std::count_if(findings.begin(), findings.end(), [](const LintFinding &finding) {
        return finding.severity == Severity::Error;
    });
    const bool areAll = std::none_of(findings.begin(), findings.end(),
                                     [](const LintFinding &finding) { return finding.rule == "lint.more"_L1; });
    return u"%1%2 %3"_s.arg(areAll ? QString() : u"at least "_s)
        .arg(errors)
        .arg(errors == 1 ? u"error"_s : u"errors"_s);
}

int show(const QStringList &arguments, const Call &call)
{
    if (arguments.size() != 1)
        return tableUsage();
    const Result<Read> read = readTable(arguments[0], call);
    if (!read)
        return fail(read.error());
    const Result<QList<LintFinding>> findings = ::lint(u"rank-table"_s, read->content);
    if (!findings)
        return fail(findings.error());
    if (call.json) {
        Json document = toJson(read->table);
        document["findings"] = toJson(*findings)["findings"];
        printJson(document);
        return hasErrors(*findings) ? No : Yes;
    }
    const bool isCounted = read->table.format == RankFormat::PrefillDecode; // by cluster_id, which is no rank
    for (const RankServer &server : read->table.servers) {
        QStringList words{server.id.isEmpty() ? u"(no server_id)"_s : server.id};
        if (!server.containerIp.isEmpty() && server.containerIp != server.id)
            words << u"container %1"_s.arg(server.containerIp);
        if (!server.superPod.isEmpty())
            words << u"superpod %1"_s.arg(server.superPod);
        printLine(words.join(u", "_s));
        for (const int index : server.devices) {
            const RankDevice &device = read->table.devices[index];
            const auto shown = [](const QString &text) { return text.isEmpty() ? u"–"_s : text; };
            QString line = u"  device %1  %2 %3  %4"_s.arg(shown(device.deviceId).leftJustified(3),
                                                           isCounted ? u"cluster_id"_s : u"rank"_s,
                                                           shown(device.rankId).leftJustified(4),
                                                           shown(device.deviceIp).leftJustified(16));
            line += (device.superDeviceId.isEmpty() ? QString() : u"SDID "_s + device.superDeviceId)
                + (device.part.isEmpty() ? QString() : u"  "_s + device.part);
            printLine(line.trimmed().prepend(u"  "_s));
        }
    }
    complain(u"%1, %2; lint finds %3 (ascendctl lint rank-table %4)"_s
                 .arg(counted(read->table.servers.size(), "server"), counted(read->table.devices.size(), "device"),
                      errorsIn(*findings), arguments[0]));
    return hasErrors(*findings) ? No : Yes;
}

int compare(const QStringList &arguments, const Call &call)
{
    if (arguments.size() != 2)
        return tableUsage();
    const Result<Read> first = readTable(arguments[0], call);
    if (!first)
        return fail(first.error());
    const Result<Read> second = readTable(arguments[1], call);
    if (!second)
        return fail(second.error());
    const QList<TableDifference> differences = differencesOf(first->table, second->table);
    const bool sameBytes = first->content == second->content;
    if (call.json) {
        printJson({{"same", differences.isEmpty()}, {"sameBytes", sameBytes}, {"differences", toJson(differences)}});
    } else {
        for (const TableDifference &difference : differences) {
            printLine(difference.what);
            printLine(u"         %1%2"_s.arg(difference.where, difference.isInFirst ? u" (first)"_s : QString()));
        }
        if (differences.isEmpty())
            complain(sameBytes ? u"The two files are the same, byte for byte."_s
                               : u"The two tables say the same, but not byte for byte: put one and the same file on "
                                 "every server, HCCL compares them."_s);
        else
            complain(differences.size() == 1 ? u"1 difference"_s : u"%1 differences"_s.arg(differences.size()));
    }
    return differences.isEmpty() ? Yes : No;
}

Result<int> deviceNamed(const RankTable &table, const QString &server, const QString &device)
{
    QStringList servers;
    for (const RankServer &one : table.servers) {
        if (!one.id.isEmpty())           // of version 2.0, whose entries have none
            servers << one.id;
        if (one.id != server)
            continue;
        QStringList devices;
        for (const int index : one.devices) {
            if (table.devices[index].deviceId == device)
                return index;
            devices << table.devices[index].deviceId;
        }
        return Error{ErrorKind::Invalid,
                     u"%1 has no device %2 in the table; it has %3."_s.arg(server, device, rangesOf(devices)),
                     {},
                     {{u"usage"_s, {}}}};
    }
    return Error{ErrorKind::Invalid,
                 servers.isEmpty() ? u"The table does not say which servers it is of, so none can be taken out of it."_s
                                   : u"The table has no server %1; it has %2."_s.arg(server, servers.join(u", "_s)),
                 {},
                 {{u"usage"_s, {}}}};
}

int without(QStringList arguments, const Call &call)
{
    QString server, device, output;
    if (!takeValue(arguments, "--server", server) || !takeValue(arguments, "--device", device)
        || !takeValue(arguments, "-o", output))
        return tableUsage();
    const bool each = arguments.removeAll(u"--each"_s) > 0, whole = arguments.removeAll(u"--whole-server"_s) > 0;
    if (arguments.size() != 1 || server.isEmpty() || (device.isEmpty() && !whole) || (each && whole))
        return tableUsage();
    if (!output.isEmpty() && QFileInfo::exists(output))
        return fail({ErrorKind::Storage,
                     u"There is already a file %1. Give -o another name, so that nothing is lost."_s.arg(output),
                     {},
                     {}});
    const Result<Read> read = readTable(arguments[0], call);
    if (!read)
        return fail(read.error());
    const QList<RankServer> &all = read->table.servers;
    const auto its = std::find_if(all.begin(), all.end(), [&](const RankServer &one) { return one.id == server; });
    const bool isFirstMeant = whole && device.isEmpty() && its != all.end() && !its->devices.isEmpty();
    const Result<int> at
        = isFirstMeant ? Result<int>(its->devices.first()) : deviceNamed(read->table, server, device);
    if (!at)
        return fail(at.error());
    const Result<TakenAway> left
        = taken(read->table, *at, whole ? TakeAway::Server : each ? TakeAway::CardOfEach : TakeAway::Card);
    if (!left)
        return refuse(left.error());
    if (!output.isEmpty()) {
        if (const Result<void> written = writeAtomically(output, prettyJson(left->table.document), 0640, call.stop);
            !written)
            return fail(written.error());
    }
    if (call.json) {
        Json changes = Json::array();
        for (const QString &change : left->changes)
            changes.push_back(change);
        printJson({{"changes", changes}, {"table", left->table.document}});
        return Yes;
    }
    for (const QString &change : left->changes)
        printLine(u"- "_s + change);
    if (const auto findings = ::lint(u"rank-table"_s, prettyJson(left->table.document));
        findings && hasErrors(*findings))
        complain(u"lint finds %1 in the table that is left; ascendctl lint rank-table says which, and who would refuse "
                 "the table for it"_s.arg(errorsIn(*findings)));
    if (output.isEmpty())
        complain(u"Nothing was written; -o FILE writes the table that is left."_s);
    else
        complain(u"written: "_s + output);
    return Yes;
}

} // namespace

int ranktable(const Call &call)
{
    const QString what = call.arguments.value(0);
    const QStringList rest = call.arguments.mid(1);
    return what == "show"_L1    ? show(rest, call)
        : what == "compare"_L1 ? compare(rest, call)
        : what == "without"_L1 ? without(rest, call)
                               : tableUsage();
}

} // namespace ctl
