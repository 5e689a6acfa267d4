// ascendctl record D -o FILE.ascrec [--for 1h] [--redact] [--db FILE]: what was sampled of the deployment's nodes
// lately, and its alerts, in one file that another person's window plays. Asks no node. 0; 1: nothing was sampled then.
#include "app/ctl/monitor.h"
#include "app/ctl/open.h"
#include "app/ctl/spans.h"

#include "core/monitor/recording.h"
#include "core/store/historykeeper.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int misusedRecord(const QString &sentence)
{
    complain(sentence);
    complain(u"usage: ascendctl record D -o FILE.ascrec [--for 1h] [--redact] [--db FILE] [--json]\n"
             "       --for: so much of the time before now; else one hour\n"
             "       --redact: the names of the deployment and of its nodes are left out; hosts and users never stand "
             "in it\n"
             "       --db: a file of `ascendctl monitor --db`; else what the window's Monitor has kept"_s);
    return Usage;
}

} // namespace

int record(const Call &call)
{
    QStringList arguments = call.arguments;
    RecordingOrder order;
    order.leavesNamesOut = arguments.removeAll(u"--redact"_s) > 0;
    QString span;
    if (!takeValue(arguments, "-o", order.target) || order.target.isEmpty())
        return misusedRecord(u"-o needs the file that the recording is written into."_s);
    if (!takeValue(arguments, "--for", span) || !takeValue(arguments, "--db", order.source))
        return misusedRecord(u"--for and --db need a value each."_s);
    const std::optional<std::chrono::milliseconds> length
        = span.isEmpty() ? std::chrono::milliseconds(std::chrono::hours(1)) : spanOf(span);
    if (!length || length->count() <= 0)
        return misusedRecord(u"--for takes a time such as 90s, 5m or 2h, not '%1'."_s.arg(span));
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? misusedRecord(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return misusedRecord(u"'%1' is not understood."_s.arg(arguments.last()));
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    order.deployment = opened->deployment;
    order.version = QCoreApplication::applicationVersion();
    order.toMs = QDateTime::currentMSecsSinceEpoch();
    order.fromMs = order.toMs - length->count();
    if (order.source.isEmpty())
        order.source = historyFile(defaultHistoryFolder(), opened->path);
    const Result<RecordingAbout> about = writeRecording(order, call.stop);
    if (!about)
        return refuse(about.error());
    if (call.json) {
        Json document{{"file", order.target},
                      {"from", isoTime(about->fromMs)},
                      {"to", isoTime(about->toMs)},
                      {"nodes", about->nodes},
                      {"redacted", about->isRedacted},
                      {"bytes", QFileInfo(order.target).size()}};
        if (about->isSimulated)
            document["simulated"] = true;
        printJson(document);
        return Yes;
    }
    if (about->isSimulated)
        printLine(u"Simulated cluster"_s);
    printLine(u"%1: %2 to %3, %4. Open it in ascend-console."_s.arg(
        order.target, isoTime(about->fromMs), isoTime(about->toMs), about->nodes.join(u", "_s)));
    return Yes;
}

} // namespace ctl
