#include "core/facts/containerlabels.h"

using namespace Qt::StringLiterals;

namespace {

constexpr auto deploymentLabel = "ascend-console.deployment";
constexpr auto runLabel = "ascend-console.run";
constexpr auto ownerLabel = "ascend-console.owner";

} // namespace

ContainerLabels ContainerLabels::of(const QHash<QString, QString> &labels)
{
    return {labels.value(QLatin1String(deploymentLabel)), labels.value(QLatin1String(runLabel)),
            labels.value(QLatin1String(ownerLabel))};
}

QStringList ContainerLabels::options() const
{
    const auto option
        = [](const char *key, const QString &value) { return u"--label=%1=%2"_s.arg(QLatin1String(key), value); };
    return {option(deploymentLabel, deployment), option(runLabel, runHash), option(ownerLabel, owner)};
}
