// Docker: what each verb of the docker command does on a simulated node; answers are exit codes.
#pragma once

#include "app/sim/dockerwords.h"
#include "app/sim/statefile.h"

#include <functional>

namespace sim {

inline constexpr const char *dockerVersion = "24.0.7";
// Of the shell that each container is said to run: more than a kernel gives (PID_MAX_LIMIT), so nobody else's.
inline constexpr int shellPid = 1 << 22;

class Docker
{
public:
    Docker(const QString &folder, const NodeState &state) : m_folder(folder), m_state(state) {}

    int version(QStringList arguments) const;
    int info() const;
    int use() const;                     // docker system df
    int ps(QStringList arguments) const;
    int images(QStringList arguments) const;
    int inspectImage(QStringList arguments) const;
    int inspect(QStringList arguments) const;
    int pull(QStringList arguments) const;
    int load(QStringList arguments) const;
    int save(QStringList arguments) const;
    int run(QStringList arguments);
    int exec(QStringList arguments) const;
    int copy(const QStringList &arguments) const;
    int logs(const QStringList &arguments) const;
    int top(const QStringList &arguments) const;
    int setRunning(const QStringList &names, bool running);
    int remove(QStringList arguments);
    int removeImage(QStringList arguments) const;

    // Takes an option and its value out of them.
    static bool take(QStringList &arguments, const QStringList &names, QString &value);

private:
    bool holdsDaemonOf(const QString &id, qint64 worker) const;
    Json list(const char *name) const { return m_state.other.value(name, Json::array()); }
    std::optional<Json> findContainer(const QString &name) const;
    std::optional<Json> findImage(const QString &reference) const;
    static bool isRunning(const Json &container) { return boolAt(container, "running").value_or(false); }
    static QString statusOf(const Json &container);
    int change(const QString &id, const std::function<void(Json &)> &what) const;

    QString m_folder;
    NodeState m_state;
};

} // namespace sim
