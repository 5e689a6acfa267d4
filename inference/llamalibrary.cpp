#include "inference/llamalibrary.h"

#include <QStringList>

#include <mutex>

#include "common.h"
#include "llama.h"
#include "log.h"

namespace {

QStringList errors;
std::mutex errorsMutex;

void keepErrors(ggml_log_level level, const char *text, void *)
{
    if (level != GGML_LOG_LEVEL_ERROR)
        return;
    const std::lock_guard lock(errorsMutex);
    if (errors.size() < 50)
        errors << QString::fromUtf8(text).trimmed();
}

} // namespace

QString takeLlamaErrors()
{
    const std::lock_guard lock(errorsMutex);
    return std::exchange(errors, {}).join(QLatin1Char('\n'));
}

void beginLlama()
{
    static const bool done = [] {
        common_log_set_verbosity_thold(-1);
        common_log_pause(common_log_main());
        llama_log_set(keepErrors, nullptr);
        llama_backend_init();
        return true;
    }();
    Q_UNUSED(done)
}
