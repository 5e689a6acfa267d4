#include "core/engines/lintsettings.h"

#include "core/engines/engine.h"
#include "core/engines/imageorder.h"
#include "core/lint/linttext.h"
#include "core/weights/weightsource.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QString whereSettings = u"/settings"_s;

// Set, and nobody looks at it: it goes with another "weightsFrom".
void checkUnread(const Recipe &recipe, const Json &settings, const WeightsOrder &order, Findings &f)
{
    const bool isAddressRead = !order.isNone() && !order.isOfNode();
    for (const auto &[key, isRead] :
         {std::pair("weightsAddress", isAddressRead), std::pair("weightsNode", order.isOfNode())}) {
        const bool isKnown
            = std::any_of(recipe.settings.begin(), recipe.settings.end(),
                          [name = key](const RecipeSetting &setting) { return setting.key == QLatin1String(name); });
        if (isKnown && !isRead && !stringAt(settings, key).trimmed().isEmpty())
            f.info("deployment.setting-unread", pointer(whereSettings, QLatin1String(key)),
                   LintText::tr("\"%1\" is set and is not read, as \"weightsFrom\" is %2.")
                       .arg(QLatin1String(key), order.isNone() ? u"none"_s : shortened(order.from)));
    }
}

void checkAgreement(const Recipe &recipe, const Json &settings, const QString &deployment, const QStringList &names,
                    Findings &f)
{
    const Result<Json> effective = effectiveSettings(recipe, settings);
    if (!effective)
        return;
    const int given = int(names.size()), nodes = std::max(recipe.nodes, given), cards = nodes * recipe.chipsPerNode;
    if (given > recipe.nodes)
        f.warning("deployment.nodes", u"/nodes"_s,
                  LintText::tr("The recipe is written for nodes: %1. The deployment has %2: that so many work together "
                               "as it sets them up is not known.")
                      .arg(recipe.nodes)
                      .arg(given));
    if (const Result<void> agreed = settingsAgree(recipe, *effective, cards); !agreed) {
        const QString key = agreed.error().facts.value(u"setting"_s);
        f.error("deployment.settings-agree", key.isEmpty() ? whereSettings : pointer(whereSettings, key),
                agreed.error().message);
    }
    const WeightsOrder order = weightsOrder(*effective);
    const bool waitsForNodes = order.isOfNode() && given < recipe.nodes;
    if (const QString wrong = orderProblem(order, stringAt(*effective, "weights"), names);
        !wrong.isEmpty() && !waitsForNodes)
        f.error("deployment.settings-agree", pointer(whereSettings, u"weightsFrom"_s), wrong);
    checkUnread(recipe, settings, order, f);
    if (const QString wrong = orderProblem(imageOrder(*effective)); !wrong.isEmpty())
        f.error("deployment.settings-agree", pointer(whereSettings, u"imageFrom"_s), wrong);
    if (const QString refused = placeholderRefusal(stringAt(*effective, "image")); !refused.isEmpty())
        f.error("deployment.settings-agree", pointer(whereSettings, u"image"_s), refused);
    else if (const QString doubt = imageDoubt(recipe, *effective); !doubt.isEmpty())
        f.warning("deployment.image-release", pointer(whereSettings, u"image"_s), doubt);
    if (const QString doubt = commandDoubt(recipe, *effective); !doubt.isEmpty())
        f.warning("deployment.command", pointer(whereSettings, u"command"_s), doubt);
    if (const Result<void> fits = deploymentAgrees(recipe, *effective, deployment, nodes, cards); !fits) {
        const QString key = fits.error().facts.value(u"setting"_s);
        f.error(key.isEmpty() ? "deployment.rank-table-path" : "deployment.settings-agree",
                pointer(whereSettings, key.isEmpty() ? u"remoteFolder"_s : key), fits.error().message);
    }
}

void checkUnknownSettings(const Json &settings, const QStringList &known, Findings &f)
{
    int unknown = 0;
    for (const auto &[key, value] : settings.items()) {
        const QString name = QString::fromStdString(key);
        if (known.contains(name) || ++unknown > mostUnknown)
            continue;
        const QString near = nearestName(name, known);
        f.warning("deployment.unknown-setting", pointer(whereSettings, shortened(name)),
                  near.isEmpty()
                      ? LintText::tr("The recipe has no setting \"%1\"; it has no effect.").arg(shortened(name))
                      : LintText::tr("The recipe has no setting \"%1\"; did you mean \"%2\"?").arg(name, near));
    }
    if (unknown > mostUnknown)
        f.warning("deployment.unknown-setting", whereSettings,
                  LintText::tr("Further settings that the recipe does not have: %1; they have no effect.")
                      .arg(unknown - mostUnknown));
}

} // namespace

void lintSettings(const Recipe &whole, const Json &settings, const QString &deployment, const QStringList &nodes,
                  Findings &f)
{
    const Result<Recipe> resolved = resolvedRecipe(whole, settings);
    const Recipe &recipe = resolved ? *resolved : whole;
    if (!settings.is_object() && !settings.is_null()) {
        f.error("deployment.type", whereSettings,
                LintText::tr("\"%1\" is %2; it must be an object.").arg("settings"_L1, shownValue(settings)));
        return;
    }
    QStringList known;
    for (const RecipeSetting &setting : recipe.settings) {
        known << setting.key;
        const Json *value = memberOf(settings, setting.key.toUtf8().constData());
        const QString problem
            = value && !value->is_null() && !value->is_structured() ? settingProblem(setting, *value) : QString();
        if (value && value->is_structured())
            f.error("deployment.setting", pointer(whereSettings, setting.key),
                    LintText::tr("\"%1\" is %2; it must be a single value.").arg(setting.key, shownValue(*value)));
        else if (!problem.isEmpty())
            f.error("deployment.setting", pointer(whereSettings, setting.key), problem, setting.help);
    }
    if (settings.is_object())
        checkUnknownSettings(settings, known, f);
    checkAgreement(recipe, settings, deployment, nodes, f);
}
