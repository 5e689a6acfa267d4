// CardRounds: what npu-smi info does not tell, asked card by card: HBM bandwidth (npu-smi info -t usages), errors of
// the HBM that could not be corrected (-t ecc), link downs and traffic of the RoCE ports (hccn_tool -link_stat, -stat).
// These tools take from a tenth of a second to more than one for each card, so each reading of a node puts one such
// question, never beside another, and they take a quarter of the time at most. A figure has the time of its own answer,
// so those of sibling cards are seconds apart: with eight cards each has a bandwidth about every fifteen seconds, the
// others every minute and a half.
#pragma once

#include "core/metrics/sample.h"
#include "core/parse/cardcounters.h"
#include "core/parse/npusmi.h"
#include "core/shell/shell.h"

#include <QHash>
#include <QSet>

#include <chrono>
#include <deque>
#include <stop_token>

// How much a counter has grown within the last hour, as far as it was watched. One that falls began anew.
class Growth
{
public:
    // nullopt: the first value, or the first since it began anew
    std::optional<qint64> take(qint64 timeMs, qint64 count);

private:
    std::deque<std::pair<qint64, qint64>> m_seen;
};

class CardRounds
{
public:
    using Clock = std::function<qint64()>; // ms since the epoch

    explicit CardRounds(Clock clock = {});

    // The next question, if it is time for one; blocking. The samples are of the card that was asked, with the time at
    // which it answered.
    // Error: the connection is lost, somebody stopped it, or npu-smi hung (Timeout). What a tool does not tell has no
    // samples and is asked again after ten minutes.
    Result<QList<Sample>> step(Shell &shell, const NpuSmiInfo &info, const QString &node, std::stop_token stop);
    void leaveOut(const QSet<QString> &metrics) { m_leftOut = metrics; } // another source gives them
    const QString &asked() const { return m_asked; } // the tool that the last step() asked; empty: none

private:
    enum Kind { Usages, Ecc, Links, Traffic, KindCount };
    struct Question
    {
        int npu = 0, chip = -1, device = -1;
        QString name;                    // "3/0"
    };
    struct Octets
    {
        qint64 timeMs = 0;
        NetworkOctets octets;
    };
    void begin(Shell &shell, const NpuSmiInfo &info, std::stop_token stop);
    Result<QList<Sample>> ask(Shell &shell, const Question &question, const QString &node, std::stop_token stop);

    Clock m_clock;
    qint64 m_nextMs = 0, m_tookMs = 0;
    qsizetype m_round = 0;               // place in the order of the rounds
    Kind m_kind = Usages;
    QSet<QString> m_leftOut;
    QString m_asked;
    QString m_cards;                     // that the round is about
    QList<Question> m_left;
    bool m_isAnswered = false;           // by a card of the round under way
    qint64 m_restUntilMs[KindCount] = {}; // nobody answered
    QHash<QString, Growth> m_errors, m_downs;
    QHash<QString, Octets> m_octets;
};

// Their values come minutes apart where a machine has many cards or a slow tool: what is older than that is gone. They
// are of no one moment with the rest of a reading, nor with each other.
constexpr qint64 holeOfRoundsMs = 180'000;
bool isReadInRounds(const QString &metric);
