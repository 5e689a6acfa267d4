#include "core/metrics/cardrounds.h"

#include "core/facts/npufacts.h"
#include "core/parse/npucard.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 hourMs = 3'600'000, restMs = 600'000;
constexpr qint64 shareOfTime = 4;        // one part of it at most

const QString bandwidth = u"npu.hbm.bandwidth"_s, errors = u"npu.hbm.errors"_s, downs = u"npu.link.downs"_s,
              up = u"npu.link.up"_s, in = u"npu.network.in"_s, out = u"npu.network.out"_s;

} // namespace

bool isReadInRounds(const QString &metric)
{
    static const QSet<QString> all{bandwidth, errors, downs, up, in, out, u"host.clock"_s};
    return all.contains(metric);
}

std::optional<qint64> Growth::take(qint64 timeMs, qint64 count)
{
    if (!m_seen.empty() && (count < m_seen.back().second || timeMs < m_seen.back().first))
        m_seen.clear();
    m_seen.emplace_back(timeMs, count);
    while (m_seen.size() > 2 && m_seen[1].first <= timeMs - hourMs)
        m_seen.pop_front();
    return m_seen.size() > 1 ? std::optional(count - m_seen.front().second) : std::nullopt;
}

CardRounds::CardRounds(Clock clock) : m_clock(clock ? std::move(clock) : &QDateTime::currentMSecsSinceEpoch) {}

void CardRounds::begin(Shell &shell, const NpuSmiInfo &info, std::stop_token stop)
{
    static constexpr Kind order[] = {Usages, Usages, Ecc, Usages, Usages, Links, Usages, Usages, Traffic};
    const qint64 now = m_clock();
    const auto rests = [&](Kind kind) { // longer than that: the clock was set back
        if ((kind == Usages && m_leftOut.contains(bandwidth)) || (kind == Ecc && m_leftOut.contains(errors)))
            return true;
        return now < m_restUntilMs[kind] && m_restUntilMs[kind] <= now + restMs;
    };
    size_t tries = 0;
    do
        m_kind = order[m_round++ % qsizetype(std::size(order))];
    while (rests(m_kind) && ++tries < std::size(order));
    if (rests(m_kind))
        return;
    QList<std::optional<int>> devices;
    if (m_kind == Links || m_kind == Traffic) {
        NodeProbe probe(shell, stop);
        devices = devicesOfChips(probe, info);
    }
    QSet<int> cards;
    for (qsizetype i = 0; i < info.chips.size(); ++i) {
        const NpuChip &chip = info.chips[i];
        if (!chip.npu || (m_kind == Usages && cards.contains(*chip.npu)))
            continue;
        cards << *chip.npu;
        const std::optional<int> device = devices.value(i);
        if (device || devices.isEmpty())
            m_left << Question{*chip.npu, chip.chip.value_or(0), device.value_or(-1), npuAndChip(chip)};
    }
}

Result<QList<Sample>> CardRounds::step(Shell &shell, const NpuSmiInfo &info, const QString &node, std::stop_token stop)
{
    const qint64 began = m_clock();
    m_asked.clear();
    if (began < m_nextMs && m_nextMs - began <= shareOfTime * m_tookMs) // else the clock was set back
        return QList<Sample>();
    QStringList names;
    for (const NpuChip &chip : info.chips)
        names << npuAndChip(chip);
    if (const QString cards = names.join(u' '); cards != m_cards) { // others are there than when the round began
        m_cards = cards;
        m_left.clear();
        m_isAnswered = false;
    }
    if (m_left.isEmpty())
        begin(shell, info, stop);
    if (m_left.isEmpty())
        return QList<Sample>();
    m_asked = m_kind == Links || m_kind == Traffic ? u"hccn_tool"_s : u"npu-smi"_s;
    Result<QList<Sample>> answer = ask(shell, m_left.takeFirst(), node, stop);
    m_tookMs = std::max<qint64>(0, m_clock() - began);
    m_nextMs = m_clock() + (shareOfTime - 1) * m_tookMs;
    if (!answer)
        return answer;
    m_isAnswered = m_isAnswered || !answer->isEmpty();
    if (m_left.isEmpty() && !std::exchange(m_isAnswered, false))
        m_restUntilMs[m_kind] = m_clock() + restMs;
    answer->removeIf([](const Sample &sample) { return std::isnan(sample.value); }); // one value is no growth
    return answer;
}

Result<QList<Sample>> CardRounds::ask(Shell &shell, const Question &question, const QString &node, std::stop_token stop)
{
    NodeProbe probe(shell, stop);
    QList<Sample> samples;
    qint64 now = 0;                      // when the answer came
    const auto add = [&](const QString &device, const QString &metric, double value) {
        samples << Sample{now, {node, device, metric}, value};
    };
    if (m_kind == Links || m_kind == Traffic) {
        const Result<QList<DeviceAnswer>> answers
            = askHccn(probe, m_kind == Links ? u"link_stat"_s : u"stat"_s, {question.device});
        if (!answers)
            return answers.error().kind == ErrorKind::Timeout ? Result<QList<Sample>>(samples) : answers.error();
        const QByteArray text = answers->isEmpty() ? QByteArray() : answers->first().text;
        now = m_clock();
        if (const std::optional<qint64> count = m_kind == Links ? linkDownCount(text) : std::nullopt) {
            std::optional<qint64> grown = m_downs[question.name].take(now, *count);
            const std::optional<QList<LinkChange>> changes = linkChanges(text);
            const bool isKnown = changes && !changes->isEmpty();
            if (isKnown && !changes->first().isUp) // since before it was asked first
                grown = std::max<qint64>(grown.value_or(0), 1);
            if (isKnown)
                add(question.name, up, changes->first().isUp ? 1 : 0);
            add(question.name, downs, grown ? double(*grown) : std::numeric_limits<double>::quiet_NaN());
        }
        if (const std::optional<NetworkOctets> octets = m_kind == Traffic ? networkOctets(text) : std::nullopt) {
            const Octets before = std::exchange(m_octets[question.name], {now, *octets});
            const double bitsPerMs = 8.0 / double(now - before.timeMs);
            const bool isKnown = before.timeMs > 0 && now > before.timeMs && octets->in >= before.octets.in
                && octets->out >= before.octets.out;
            const auto rate = [&](quint64 was, quint64 is) { // Gbit/s
                return isKnown ? double(is - was) * bitsPerMs / 1e6 : std::numeric_limits<double>::quiet_NaN();
            };
            add(question.name, in, rate(before.octets.in, octets->in));
            add(question.name, out, rate(before.octets.out, octets->out));
        }
        return samples;
    }
    const QString npu = QString::number(question.npu), chip = QString::number(question.chip);
    QStringList argv{u"npu-smi"_s, u"info"_s, u"-t"_s, m_kind == Usages ? u"usages"_s : u"ecc"_s, u"-i"_s, npu};
    if (m_kind == Ecc)
        argv << u"-c"_s << chip;
    const Result<CommandOutput> output = probe.ask(argv, npuSmiTimeout);
    if (!output)
        return output.error();
    now = m_clock();
    if (m_kind == Ecc) {
        if (const std::optional<EccCounts> counts = eccCounts(output->out)) {
            const std::optional<qint64> grown = m_errors[question.name].take(now, counts->doubleBit);
            add(question.name, errors, grown ? double(*grown) : std::numeric_limits<double>::quiet_NaN());
        }
        return samples;
    }
    const Result<NpuUsages> usages = parseNpuSmiUsages(output->out);
    if (!usages || usages->cards.size() != 1)
        return samples;
    for (const NpuCardChip &one : usages->cards.first().chips) {
        if (const std::optional<double> percent = one.number(u"HBM Bandwidth Usage Rate(%)"_s))
            add(u"%1/%2"_s.arg(npu).arg(one.chip.value_or(question.chip)), bandwidth, *percent);
    }
    return samples;
}
