// ServingMetrics: what a serving daemon tells Prometheus about the requests it has really served, in the names and
// buckets of MindIE's /metrics (MindIE-Motor, service_oriented_interface) or in vLLM's (v1/metrics/loggers.py). Thread
// safe.
#pragma once

#include "inference/embeddedengine.h"

#include <array>
#include <chrono>
#include <deque>
#include <mutex>

// Cumulative histogram as Prometheus wants it. Not thread safe.
class Histogram
{
public:
    explicit Histogram(std::vector<double> bounds);
    void add(double value, qint64 times = 1);
    QByteArray text(const char *name, const char *help, const QByteArray &label) const;

private:
    std::vector<double> m_bounds;
    std::vector<qint64> m_counts;        // of each bucket alone; the last is above all bounds
    qint64 m_count = 0;
    double m_sum = 0;
};

enum class MetricNames { Mindie, Vllm };

class ServingMetrics
{
public:
    using Clock = std::chrono::steady_clock;

    explicit ServingMetrics(QString model, MetricNames names = MetricNames::Mindie);

    // A request under way, and what of it was counted.
    struct Request
    {
        Clock::time_point began, last;   // last: when tokens came
        EngineProgress counted;
        bool isPromptCounted = false;
        int steppedTokens = 0;           // of these, what vLLM's counter has already
    };

    void received();
    void failed();
    // Tokens may have come: counts those that were not. As in MindIE the time to the first token, and of each further
    // one, is observed when it comes, and the generated tokens are added up at the end (Ascend/MindIE-LLM,
    // src/server/endpoint: single_llm_req_handler_base.cpp and single_req_infer_interface_base.cpp, which adds the
    // prompt's when it is read).
    void advanced(Request &request, const EngineProgress &progress, Clock::time_point now = Clock::now());
    // The same of an answer in one piece, of which only its length is known before its end: whether or not it is
    // streamed, vLLM's counter rises with every step of the engine (v1/metrics/stats.py), and both observe each token
    // when it comes.
    void grown(Request &request, int generatedTokens, Clock::time_point now = Clock::now());
    void succeeded(Request &request, const EngineTimings &timings, Clock::time_point now = Clock::now());

    // running, waiting: at this moment; cacheUsage: 0..1, unset: not known (left out, never 0).
    QByteArray text(int running, int waiting, std::optional<double> cacheUsage,
                    Clock::time_point now = Clock::now()) const;

private:
    QByteArray mindieText(int running, int waiting, std::optional<double> cacheUsage, Clock::time_point now) const;
    QByteArray vllmText(int running, int waiting, std::optional<double> cacheUsage) const;

    QByteArray m_label;
    MetricNames m_names;
    mutable std::mutex m_mutex;
    qint64 m_received = 0, m_succeeded = 0, m_failed = 0, m_promptTokens = 0, m_generatedTokens = 0,
           m_steppedTokens = 0, m_cachedTokens = 0;
    Histogram m_ttft, m_tpot, m_e2e, m_prompts, m_generations;
    void count(Request &request, const EngineProgress &progress, Clock::time_point now);
    void step(Request &request, int generatedTokens); // with the mutex held
    struct Served { Clock::time_point at; int promptTokens, generatedTokens; };
    std::deque<Served> m_recent;         // of the last ten seconds, in steps of a tenth, for the throughput gauges
};
