#include "core/serving/behindproxy.h"

#include "core/serving/http.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds patience{5}, connectPatience{3};
constexpr qsizetype atOnce = 64;

} // namespace

bool ProcessHealth::isAlive() const
{
    return status > 0 && status < 500;
}

QList<ProcessHealth> askBehind(const QStringList &healthUrls, std::stop_token stop)
{
    std::vector<ProcessHealth> found(size_t(healthUrls.size()));
    std::atomic<size_t> next = 0;
    std::vector<std::thread> threads;
    for (qsizetype i = 0; i < std::min(healthUrls.size(), atOnce); ++i)
        threads.emplace_back([&] {
            for (size_t at = next++; at < found.size(); at = next++) {
                ProcessHealth &one = found[at];
                one.url = healthUrls[qsizetype(at)];
                const Result<HttpResponse> answer = httpRequest({.url = one.url,
                                                                 .timeout = patience,
                                                                 .connectTimeout = connectPatience,
                                                                 .atMostBytes = 64 * 1024},
                                                                stop);
                if (answer)
                    one.status = answer->status;
                else
                    one.error = answer.error().message;
                one.isConnected = answer || answer.error().facts.contains(u"connected"_s);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    return QList<ProcessHealth>(found.begin(), found.end());
}
