#include "core/nodes/quiet.h"

#include <QHash>

#include <mutex>

namespace {

// Called on link threads.
std::function<void(const CommandRecord &)> onlyNews(std::function<void(const CommandRecord &)> tell)
{
    struct Seen
    {
        std::mutex mutex;
        QHash<QString, std::pair<std::optional<int>, QString>> lastOutcome;
    };
    return [tell = std::move(tell), seen = std::make_shared<Seen>()](const CommandRecord &record) {
        if (!tell)
            return;
        {
            const std::scoped_lock lock(seen->mutex);
            const QString &question = record.topic.isEmpty() ? record.line : record.topic;
            const std::pair outcome(record.exitCode, record.error);
            const auto it = seen->lastOutcome.constFind(question);
            if (it != seen->lastOutcome.cend() && *it == outcome)
                return;
            seen->lastOutcome.insert(question, outcome);
        }
        tell(record);
    };
}

} // namespace

ConnectionSettings quiet(ConnectionSettings connections)
{
    connections.onCommand = onlyNews(std::move(connections.onCommand));
    return connections;
}
