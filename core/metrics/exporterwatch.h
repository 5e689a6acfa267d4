// ExporterWatch: npu-exporter on a node, as a source of its chips' figures. It is looked for by itself: what listens on
// its default port, else a process of that name, in a container, too. It is asked over the node's own connection
// (core/serving/nodehttp.h), as often as it measures anew: a page costs it nothing, and is worth nothing twice.
#pragma once

#include "core/metrics/cardrounds.h"
#include "core/metrics/npuexporter.h"
#include "core/metrics/sourceuse.h"
#include "core/shell/shell.h"

struct ExporterPace
{
    std::chrono::milliseconds searchAgain{300'000}; // where none was found
    std::chrono::milliseconds firstPause{30'000}, longestPause{600'000}; // where it does not serve
    std::chrono::milliseconds page{3'000};          // that a page may take
};

class ExporterWatch
{
public:
    explicit ExporterWatch(ExporterPace pace = {}) : m_pace(pace) {}

    enum class Tells { Nothing, NothingNew, AllChips };
    // Blocking. Nothing: there is none, or it does not serve, or not all of these chips; `book` has the reason.
    // NothingNew: of all chips, and it has not measured anew since. Error: the connection is lost, or somebody stopped.
    Result<Tells> ask(Shell &shell, const NpuSmiInfo &info, std::stop_token stop, UseBook &book);

    // Of the last page, with this time: what is not older than freshMs; NaN where it asked in vain. Of the card rounds'
    // metrics what was measured since the last call.
    QList<Sample> take(const QString &node, qint64 timeMs);
    QSet<QString> roundMetrics() const { return m_roundMetrics; }  // that it gives in place of the card rounds
    int unhealthy() const;                          // chips that it calls so, without a level

    static constexpr qint64 freshMs = 15'000;

private:
    Result<bool> find(Shell &shell, std::stop_token stop, UseBook &book);
    void remark(UseBook &book, const QString &why) const;
    Tells fail(UseBook &book, const QString &why, std::chrono::milliseconds pause = {});

    ExporterPace m_pace;
    std::optional<ExporterAddress> m_address;
    UseBook::Clock::time_point m_next{};            // not asked or looked for before
    std::chrono::milliseconds m_pause{0};
    bool m_served = false;                          // the last time
    QString m_lost;                                 // since when it does not serve any more
    QString m_cards;                                // that m_deviceIds are of
    QList<std::optional<int>> m_deviceIds;
    QHash<QString, ExporterChip> m_chips;           // by "3/0", of the last page
    qint64 m_measuredMs = 0;                        // the newest of its utilization
    qint64 m_stepMs = 0;                            // from one measurement to the next
    QHash<QString, qint64> m_taken;                 // by "3/0 metric": of the card rounds' metrics, when measured
    QHash<QString, Growth> m_errors;
    QSet<QString> m_roundMetrics;
};
