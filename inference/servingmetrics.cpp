#include "inference/servingmetrics.h"

#include <algorithm>

namespace {

constexpr std::chrono::seconds throughputWindow{10};
constexpr std::chrono::milliseconds throughputStep{100};

double secondsOf(ServingMetrics::Clock::duration duration)
{
    return std::max(0.0, std::chrono::duration<double>(duration).count());
}

QByteArray number(double value) { return QByteArray::number(value, 'g', 15); }

QByteArray metric(const char *name, const char *type, const char *help, const QByteArray &label, double value)
{
    return QByteArray("# HELP ") + name + ' ' + help + "\n# TYPE " + name + ' ' + type + '\n' + name + '{' + label
        + "} " + number(value) + '\n';
}

} // namespace

Histogram::Histogram(std::vector<double> bounds) : m_bounds(std::move(bounds)), m_counts(m_bounds.size() + 1) {}

void Histogram::add(double value, qint64 times)
{
    const auto bucket = std::lower_bound(m_bounds.begin(), m_bounds.end(), value) - m_bounds.begin();
    m_counts[size_t(bucket)] += times;
    m_count += times;
    m_sum += value * double(times);
}

QByteArray Histogram::text(const char *name, const char *help, const QByteArray &label) const
{
    QByteArray out = QByteArray("# HELP ") + name + ' ' + help + "\n# TYPE " + name + " histogram\n";
    out += QByteArray(name) + "_count{" + label + "} " + QByteArray::number(m_count) + '\n';
    out += QByteArray(name) + "_sum{" + label + "} " + number(m_sum) + '\n';
    qint64 below = 0;
    for (size_t i = 0; i < m_counts.size(); ++i) {
        below += m_counts[i];
        const QByteArray bound = i < m_bounds.size() ? number(m_bounds[i]) : QByteArray("+Inf");
        out += QByteArray(name) + "_bucket{" + label + ",le=\"" + bound + "\"} " + QByteArray::number(below) + '\n';
    }
    return out;
}

ServingMetrics::ServingMetrics(QString model, MetricNames names)
    : m_names(names)
    , m_ttft({0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10})
    , m_tpot({0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1,
              2.5}) // MindIE's begin at 0.01
    , m_e2e({1, 2.5, 5, 10, 15, 20, 30, 40, 50, 60})
    , m_prompts({10, 50, 100, 200, 500, 1000, 2000, 5000, 10000})
    , m_generations({10, 50, 100, 200, 500, 1000, 2000, 5000, 10000})
{
    QByteArray name = model.toUtf8();
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    m_label = (names == MetricNames::Vllm ? QByteArray("engine=\"0\",") : QByteArray()) + "model_name=\"" + name + '"';
}

void ServingMetrics::received()
{
    const std::lock_guard lock(m_mutex);
    ++m_received;
}

void ServingMetrics::failed()
{
    const std::lock_guard lock(m_mutex);
    ++m_failed;
}

void ServingMetrics::count(Request &request, const EngineProgress &progress, Clock::time_point now)
{
    EngineProgress &counted = request.counted;
    const int fresh = progress.generatedTokens - counted.generatedTokens;
    int prompt = 0;
    if (progress.generatedTokens > 0 && progress.promptTokens > 0 && !std::exchange(request.isPromptCounted, true)) {
        prompt = progress.promptTokens;
        m_promptTokens += prompt;
        m_cachedTokens += progress.cachedTokens;
        m_prompts.add(prompt);
    }
    if (fresh <= 0 && prompt == 0)
        return;
    if (fresh > 0 && counted.generatedTokens == 0)
        m_ttft.add(secondsOf(now - request.began));
    const int steps = counted.generatedTokens == 0 ? fresh - 1 : fresh;
    step(request, progress.generatedTokens);
    if (steps > 0)
        m_tpot.add(counted.generatedTokens == 0 ? 0 : secondsOf(now - request.last) / steps, steps);
    if (m_recent.empty() || now - m_recent.back().at > throughputStep)
        m_recent.push_back({now, 0, 0});
    m_recent.back().promptTokens += prompt;
    m_recent.back().generatedTokens += std::max(0, fresh);
    while (m_recent.front().at < now - throughputWindow)
        m_recent.pop_front();
    if (fresh <= 0)
        return;
    counted = progress;
    request.last = now;
}

void ServingMetrics::advanced(Request &request, const EngineProgress &progress, Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    count(request, progress, now);
}

void ServingMetrics::grown(Request &request, int generatedTokens, Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    count(request, {0, 0, generatedTokens}, now);
}

void ServingMetrics::step(Request &request, int generatedTokens)
{
    m_steppedTokens += std::max(0, generatedTokens - request.steppedTokens);
    request.steppedTokens = std::max(request.steppedTokens, generatedTokens);
}

void ServingMetrics::succeeded(Request &request, const EngineTimings &timings, Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    ++m_succeeded;
    // an answer in one piece: when its first token came is the engine's word
    if (request.counted.generatedTokens == 0 && timings.generatedTokens > 1) {
        const auto generating = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double, std::milli>(timings.generationMs));
        count(request, {timings.promptTokens, timings.cachedTokens, 1}, std::max(request.began, now - generating));
    }
    count(request, {timings.promptTokens, timings.cachedTokens, timings.generatedTokens}, now);
    m_e2e.add(secondsOf(now - request.began));
    // MindIE's rises when a request has come to its end, and not for one that was stopped
    m_generatedTokens += timings.generatedTokens;
    m_generations.add(timings.generatedTokens);
}

QByteArray ServingMetrics::text(int running, int waiting, std::optional<double> cacheUsage, Clock::time_point now) const
{
    const std::lock_guard lock(m_mutex);
    return m_names == MetricNames::Vllm ? vllmText(running, waiting, cacheUsage)
                                        : mindieText(running, waiting, cacheUsage, now);
}

// Of vLLM's V1 engine; what the embedded engine does not know is left out.
QByteArray ServingMetrics::vllmText(int running, int waiting, std::optional<double> cacheUsage) const
{
    QByteArray out;
    out += metric("vllm:num_requests_running", "gauge", "Number of requests in model execution batches.", m_label,
                  running);
    out += metric("vllm:num_requests_waiting", "gauge", "Number of requests waiting to be processed.", m_label,
                  waiting);
    if (cacheUsage)
        out += metric("vllm:kv_cache_usage_perc", "gauge", "KV-cache usage. 1 means 100 percent usage.", m_label,
                      *cacheUsage);
    out += metric("vllm:prompt_tokens_total", "counter", "Number of prefill tokens processed.", m_label,
                  double(m_promptTokens));
    out += metric("vllm:generation_tokens_total", "counter", "Number of generation tokens processed.", m_label,
                  double(m_steppedTokens));
    out += metric("vllm:request_success_total", "counter", "Count of successfully processed requests.",
                  m_label + ",finished_reason=\"stop\"", double(m_succeeded));
    out += m_ttft.text("vllm:time_to_first_token_seconds", "Histogram of time to first token in seconds.", m_label);
    out += m_tpot.text("vllm:inter_token_latency_seconds", "Histogram of inter-token latency in seconds.", m_label);
    out += m_e2e.text("vllm:e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.", m_label);
    out += m_prompts.text("vllm:request_prompt_tokens", "Number of prefill tokens processed.", m_label);
    out += m_generations.text("vllm:request_generation_tokens", "Number of generation tokens processed.", m_label);
    return out;
}

QByteArray ServingMetrics::mindieText(int running, int waiting, std::optional<double> cacheUsage,
                                      Clock::time_point now) const
{
    double prompts = 0, generated = 0;
    for (const Served &served : m_recent) {
        if (served.at < now - throughputWindow)
            continue;
        prompts += served.promptTokens;
        generated += served.generatedTokens;
    }
    const double seconds = std::chrono::duration<double>(throughputWindow).count();
    const auto counter = [this](const char *name, const char *help, qint64 value) {
        return metric(name, "counter", help, m_label, double(value));
    };
    const auto gauge = [this](const char *name, const char *help, double value) {
        return metric(name, "gauge", help, m_label, value);
    };
    QByteArray out;
    out += counter("request_received_total", "Number of requests received so far.", m_received);
    out += counter("request_success_total", "Number of requests proceed successfully so far.", m_succeeded);
    out += counter("request_failed_total", "Number of requests failed so far.", m_failed);
    out += gauge("num_requests_running", "Number of requests currently running on NPU.", running);
    out += gauge("num_requests_waiting", "Number of requests waiting to be processed.", waiting);
    out += counter("prompt_tokens_total", "Number of prefill tokens processed.", m_promptTokens);
    out += counter("generation_tokens_total", "Number of generation tokens processed.", m_generatedTokens);
    out += gauge("avg_prompt_throughput_toks_per_s", "Average prefill throughput in tokens/s.", prompts / seconds);
    out += gauge("avg_generation_throughput_toks_per_s", "Average generation throughput in tokens/s.",
                 generated / seconds);
    if (m_received > 0)
        out += gauge("failed_request_perc", "Requests failure rate. 1 means 100 percent usage.",
                     double(m_failed) / double(m_received));
    if (cacheUsage)
        out += gauge("npu_cache_usage_perc", "NPU KV-cache usage. 1 means 100 percent usage.", *cacheUsage);
    if (m_promptTokens > 0)
        out += gauge("npu_prefix_cache_hit_rate", "NPU prefix cache block hit rate.",
                     double(m_cachedTokens) / double(m_promptTokens));
    out += m_ttft.text("time_to_first_token_seconds", "Histogram of time to first token in seconds.", m_label);
    out += m_tpot.text("time_per_output_token_seconds", "Histogram of time per output token in seconds.", m_label);
    out += m_e2e.text("e2e_request_latency_seconds", "Histogram of end to end request latency in seconds.", m_label);
    out += m_prompts.text("request_prompt_tokens", "Number of prefill tokens processed.", m_label);
    out += m_generations.text("request_generation_tokens", "Number of generation tokens processed.", m_label);
    return out;
}
