// How fast the disk of the weights reads: half a GiB of the largest file, past the page cache where its file system
// allows that.
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/facts/answerwords.h"
#include "core/facts/weightsfacts.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr double longSeconds = 1800;     // each start of the service waits for it

// $1 the file. A file system without O_DIRECT (tmpfs, some network drives) is read as it comes, and that is told.
const QString readScript
    = u"export LC_ALL=C; dd if=\"$1\" of=/dev/null bs=16M count=32 iflag=direct 2>&1 && exit 0; "
      "echo cached; exec dd if=\"$1\" of=/dev/null bs=16M count=32 2>&1"_s;

struct Reading
{
    qint64 bytes = 0;
    double seconds = 0;
    bool isCached = false;               // perhaps
};

// Its last line, as coreutils' dd says it: "536870912 bytes (537 MB, 512 MiB) copied, 0.271 s, 2.0 GB/s".
std::optional<Reading> readingIn(const QString &text)
{
    static const QRegularExpression line(u"(\\d+) bytes(?: \\([^)]*\\))? copied, ([0-9.]+) s"_s);
    Reading reading;
    reading.isCached = text.contains(u"cached\n"_s);
    for (auto found = line.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        reading.bytes = one.captured(1).toLongLong();
        reading.seconds = one.captured(2).toDouble();
    }
    return reading.bytes > 0 && reading.seconds > 0 ? std::optional(reading) : std::nullopt;
}

QString timeText(double seconds)
{
    return seconds < 90 ? Checks::tr("%1 s").arg(std::max(1, int(seconds + 0.5)))
                        : Checks::tr("%1 min").arg(int(seconds / 60 + 0.5));
}

Finding checkReadSpeed(NodeProbe &probe, const CheckContext &context)
{
    const QString &folder = context.settings.weights;
    if (const auto wait = waitsForRecipe(context, Checks::tr("where the weights lie"), !folder.isEmpty()))
        return *wait;
    const Result<WeightsFacts> weights = weightsFacts(probe, folder);
    if (!weights)
        return unknown(weights.error());
    const auto largest
        = std::max_element(weights->files.cbegin(), weights->files.cend(),
                           [](const WeightFile &a, const WeightFile &b) { return a.sizeBytes < b.sizeBytes; });
    if (largest == weights->files.cend() || largest->sizeBytes == 0)
        return skipped(u"weights.complete"_s, Checks::tr("there is no file in %1").arg(folder));
    const Result<CommandOutput> output
        = probe.ask(readSpeedProbe(folder + u'/' + largest.key()), std::chrono::seconds(120));
    if (!output)
        return unknown(output.error());
    const QString said = textOf(output->out + '\n' + output->err);
    const std::optional<Reading> reading = readingIn(said);
    if (output->exitCode != 0 || !reading)
        return unknown(Checks::tr("%1 could not be read: %2").arg(largest.key(), said.simplified().right(160)));
    const double perSecond = double(reading->bytes) / reading->seconds;
    const qint64 all = weights->totalBytes();
    const double needed = double(all) / perSecond;
    const QString value = Checks::tr("%1/s", "a size").arg(sizeText(qint64(perSecond)));
    QString summary = Checks::tr("%1 of %2 were read with %3/s: all %4 take %5", "sizes, a file, a time")
                          .arg(sizeText(reading->bytes), largest.key(), sizeText(qint64(perSecond)), sizeText(all),
                               timeText(needed));
    if (reading->isCached)
        summary += u"; "_s + Checks::tr("its file system cannot be read past the page cache, so that it may be slower");
    return needed > longSeconds ? warned(value, summary) : passed(value, summary);
}

} // namespace

QStringList readSpeedProbe(const QString &file) { return {u"sh"_s, u"-c"_s, readScript, u"sh"_s, file}; }

// Fails when / warns when:
QList<NodeCheck> readSpeedChecks()
{
    return {
        // warns: reading all of the weights once would take more than half an hour
        {"weights.read-speed", "", checkReadSpeed, 1, nullptr, 10},
    };
}
