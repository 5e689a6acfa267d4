#include "app/sim/dockerdaemon.h"

#include "app/sim/statefile.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sim {

bool Docker::take(QStringList &arguments, const QStringList &names, QString &value)
{
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        for (const QString &name : names) {
            if (arguments[i] == name && i + 1 < arguments.size()) {
                value = arguments[i + 1];
                arguments.remove(i, 2);
                return true;
            }
            if (name.startsWith("--"_L1) && arguments[i].startsWith(name + u'=')) {
                value = arguments[i].mid(name.size() + 1);
                arguments.removeAt(i);
                return true;
            }
        }
    }
    return false;
}

bool Docker::holdsDaemonOf(const QString &id, qint64 worker) const
{
    const QList<Json> daemons = runningDaemons(m_folder);
    return std::any_of(daemons.begin(), daemons.end(), [&](const Json &daemon) {
        const qint64 pid = beforeWorkersOf(integerAt(daemon, "pid").value_or(0));
        return stringAt(daemon, "container") == id && worker > pid
            && worker <= pid + qint64(daemon.value("devices", Json::array()).size());
    });
}

std::optional<Json> Docker::findContainer(const QString &name) const
{
    for (const Json &container : list("containers"))
        if (stringAt(container, "name") == name || (name.size() >= 4 && stringAt(container, "id").startsWith(name)))
            return container;
    return {};
}

std::optional<Json> Docker::findImage(const QString &reference) const
{
    for (const Json &image : list("images")) {
        const QString id = stringAt(image, "id");
        if (stringAt(image, "reference") == withTag(reference) || id == reference
            || id.mid(7).startsWith(reference))
            return image;
    }
    return {};
}

QString Docker::statusOf(const Json &container)
{
    if (isRunning(container))
        return u"Up "_s + ago(integerAt(container, "startedMs").value_or(0));
    return u"Exited (%1) %2 ago"_s.arg(integerAt(container, "exitCode").value_or(0))
        .arg(ago(integerAt(container, "stoppedMs").value_or(0)));
}

int Docker::change(const QString &id, const std::function<void(Json &)> &what) const
{
    const Result<void> written = updateState(m_folder, [&](NodeState &state) -> Result<void> {
        for (Json &container : state.other["containers"])
            if (stringAt(container, "id") == id)
                what(container);
        return {};
    });
    return written ? 0 : fail(written.error().message);
}

} // namespace sim
