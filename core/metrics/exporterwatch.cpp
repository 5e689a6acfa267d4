#include "core/metrics/exporterwatch.h"

#include "core/base/languages.h"
#include "core/facts/npufacts.h"
#include "core/serving/nodehttp.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

const QString exporterName = u"npu-exporter"_s;
constexpr qint64 longestStepMs = 5'000;

struct ExporterText
{
    ASC_TR_FUNCTIONS(NpuExporter)
};

std::optional<qint64> dateOf(const HttpResponse &response)
{
    // RFC 9110: "Sun, 06 Nov 1994 08:49:37 GMT"
    const QString said = QString::fromLatin1(response.header("date"));
    QDateTime date = QLocale::c().toDateTime(said, u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s);
    date.setTimeSpec(Qt::UTC);
    return date.isValid() ? std::optional(date.toMSecsSinceEpoch()) : std::nullopt;
}

bool isOfTheLink(const Error &error)
{
    return error.kind != ErrorKind::Timeout && error.kind != ErrorKind::CommandFailed && error.kind != ErrorKind::Parse;
}

} // namespace

Result<bool> ExporterWatch::find(Shell &shell, std::stop_token stop, UseBook &book)
{
    const auto ask = [&](const QStringList &argv) {
        return shell.run({.argv = argv, .timeout = std::chrono::seconds(5), .isQuestion = true}, stop);
    };
    const Result<CommandOutput> sockets = ask({u"ss"_s, u"-H"_s, u"-ltn"_s});
    if (!sockets && isOfTheLink(sockets.error()))
        return sockets.error();
    m_address = sockets ? listeningExporter(sockets->out) : std::nullopt;
    if (m_address)
        return true;
    const Result<CommandOutput> processes = ask({u"pgrep"_s, u"-x"_s, exporterName});
    if (!processes && isOfTheLink(processes.error()))
        return processes.error();
    constexpr qsizetype mostAsked = 4;
    const QList<QByteArray> pids = processes ? processes->out.simplified().split(' ') : QList<QByteArray>();
    for (const QByteArray &pid : pids.first(std::min(mostAsked, pids.size()))) {
        if (pid.toInt() <= 0)
            continue;
        const QString folder = u"/proc/%1"_s.arg(pid.toInt());
        const Result<CommandOutput> line = ask({u"cat"_s, folder + u"/cmdline"_s});
        const Result<CommandOutput> addresses = line ? ask({u"cat"_s, folder + u"/net/fib_trie"_s}) : line.error();
        if (!addresses && isOfTheLink(addresses.error()))
            return addresses.error();
        if (line && addresses)
            m_address = containedExporter(line->out, addresses->out);
        if (m_address)
            return true;
    }
    const EveryLanguage every;
    remark(book,
           ExporterText::tr("Not found on this machine: nothing listens on port %1, and no process has that name.")
               .arg(exporterPort));
    return false;
}

void ExporterWatch::remark(UseBook &book, const QString &why) const
{
    book.remark(exporterName, m_lost.isEmpty() ? why : m_lost + u' ' + why);
}

ExporterWatch::Tells ExporterWatch::fail(UseBook &book, const QString &why, std::chrono::milliseconds pause)
{
    const EveryLanguage every;
    if (std::exchange(m_served, false))
        m_lost = ExporterText::tr("It has not served since %1, and npu-smi is asked again.")
                     .arg(QTime::currentTime().toString(u"HH:mm:ss"_s));
    book.gaveUp(exporterName);
    remark(book, ExporterText::tr("Not used: %1").arg(why));
    m_chips.clear();
    m_roundMetrics.clear();
    m_address.reset();                   // it may come back elsewhere
    m_measuredMs = m_stepMs = 0;         // the time without it is no step
    m_pause = std::clamp(m_pause * 2, m_pace.firstPause, m_pace.longestPause);
    m_next = UseBook::Clock::now() + std::max(m_pause, pause);
    return Tells::Nothing;
}

Result<ExporterWatch::Tells> ExporterWatch::ask(Shell &shell, const NpuSmiInfo &info, std::stop_token stop,
                                                UseBook &book)
{
    const auto began = UseBook::Clock::now();
    if (began < m_next)
        return m_served ? Tells::NothingNew : Tells::Nothing;
    if (!m_address) {
        const Result<bool> found = find(shell, stop, book);
        if (!found)
            return found.error();
        if (!*found) {
            m_next = began + m_pace.searchAgain;
            return Tells::Nothing;
        }
    }
    const auto asked = UseBook::Clock::now();
    const Result<HttpResponse> response
        = pageOf(shell, {m_address->host, m_address->port, u"/metrics"_s, m_pace.page}, stop);
    if (stop.stop_requested())
        return canceled();
    if (!response && isOfTheLink(response.error()))
        return response.error();
    book.note(exporterName, asked);
    if (!response) // after a timeout the connection is opened anew: not often
        return fail(book, response.error().message,
                    response.error().kind == ErrorKind::Timeout ? m_pace.longestPause : m_pace.firstPause);
    if (response->status != 200) {
        const EveryLanguage every;
        return fail(book,
                    ExporterText::tr("%1 answered with HTTP status %2.").arg(m_address->text()).arg(response->status));
    }
    const QByteArray lines = exporterLines(response->body);
    const Result<MetricsText> text = lines.isEmpty() ? Result<MetricsText>(MetricsText()) : parseMetrics(lines);
    const std::optional<ExporterPage> page = text ? exporterPage(*text, dateOf(*response)) : std::nullopt;
    if (!page) {
        const EveryLanguage every;
        return fail(book, ExporterText::tr("What answers at %1 is not npu-exporter.").arg(m_address->text()),
                    m_pace.longestPause);
    }

    QStringList names;
    bool areNamed = true;
    for (const NpuChip &chip : info.chips) {
        names << npuAndChip(chip);
        areNamed = areNamed && !chip.busId.isEmpty();
    }
    areNamed = areNamed && std::all_of(page->chips.cbegin(), page->chips.cend(),
                                       [](const ExporterChip &chip) { return !chip.busId.isEmpty(); });
    if (const QString cards = names.join(u' '); !areNamed && cards != m_cards) {
        NodeProbe probe(shell, stop);
        m_deviceIds = devicesOfChips(probe, info);
        m_cards = cards;
    }
    QHash<QString, ExporterChip> chips = byDevice(*page, info, m_deviceIds);
    qsizetype told = 0;
    qint64 measuredMs = 0;
    for (const QString &name : std::as_const(names)) {
        const ExporterValue load = chips.value(name).values.value(u"npu.aicore"_s);
        told += chips.contains(name) && load.ageMs <= freshMs ? 1 : 0;
        measuredMs = std::max(measuredMs, load.measuredMs);
    }
    if (told < names.size() || names.isEmpty()) {
        const EveryLanguage every;
        return fail(book, ExporterText::tr("It tells of %1 of %2 chips.").arg(told).arg(names.size()));
    }
    const bool isNew = measuredMs == 0 || measuredMs != m_measuredMs || !m_served;
    if (m_measuredMs > 0 && measuredMs > m_measuredMs)
        m_stepMs = std::min(measuredMs - m_measuredMs, longestStepMs);
    m_measuredMs = measuredMs;
    m_chips = std::move(chips);
    m_pause = std::chrono::milliseconds(0);
    // By half of its step it is not late; while it is, it is asked each time.
    m_next = isNew && m_stepMs > 1'500 ? began + std::chrono::milliseconds(m_stepMs - 700) : began;
    m_lost.clear();
    const EveryLanguage every;
    if (!std::exchange(m_served, true))
        book.remark(exporterName, page->version.isEmpty()
                        ? ExporterText::tr("Found at %1.").arg(m_address->text())
                        : ExporterText::tr("Found at %1, release %2.").arg(m_address->text(), page->version));
    return isNew ? Tells::AllChips : Tells::NothingNew;
}

QList<Sample> ExporterWatch::take(const QString &node, qint64 timeMs)
{
    QList<Sample> samples;
    for (auto chip = m_chips.cbegin(); chip != m_chips.cend(); ++chip) {
        for (auto at = chip->values.cbegin(); at != chip->values.cend(); ++at) {
            const MetricKey key{node, chip.key(), at.key()};
            if (!isReadInRounds(at.key())) {
                if (at->ageMs <= freshMs)
                    samples << Sample{timeMs, key, at->value};
                continue;
            }
            if (std::isnan(at->value) || at->ageMs > holeOfRoundsMs)
                continue;
            m_roundMetrics << at.key();
            qint64 &taken = m_taken[chip.key() + u' ' + at.key()];
            if (at->measuredMs != 0 && std::exchange(taken, at->measuredMs) == at->measuredMs)
                continue;
            if (at.key() != "npu.hbm.errors"_L1)
                samples << Sample{timeMs, key, at->value};
            else if (const auto grown = m_errors[chip.key()].take(timeMs, qint64(at->value)))
                samples << Sample{timeMs, key, double(*grown)};
        }
    }
    return samples;
}

int ExporterWatch::unhealthy() const
{
    return int(std::count_if(m_chips.cbegin(), m_chips.cend(),
                             [](const ExporterChip &chip) { return chip.isUnhealthy; }));
}
