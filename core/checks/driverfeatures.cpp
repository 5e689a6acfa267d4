#include "core/checks/driverfeatures.h"

#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/facts/imagecann.h"
#include "core/facts/npufacts.h"
#include "core/facts/versions.h"
#include "core/recipes/template.h"

using namespace Qt::StringLiterals;

namespace {

struct DriverFeature
{
    QString id;
    Json name;                           // by language
    QString kind, variable, text;        // by the variable that is 1, or by a text on the command line
    QString least, recommended, cann;    // "25.5"; empty: nothing is said
    Json note;                           // by language
    QString source;
};

QList<DriverFeature> featuresIn(const Json &versions)
{
    QList<DriverFeature> features;
    for (const Json &one : member(versions, "driverFeatures"))
        features << DriverFeature{stringAt(one, "feature"), member(one, "name"), stringAt(one, "kind"),
                                  stringAt(one, "variable"), stringAt(one, "text"), stringAt(one, "least"),
                                  stringAt(one, "recommended"), stringAt(one, "cann"), member(one, "note"),
                                  stringAt(one, "source")};
    return features;
}

// Does this part of a recipe hold with these settings?
bool holds(const Json &part, const TemplateValues &values)
{
    const Result<bool> wanted = conditionHolds(member(part, "onlyIf"), values);
    return !wanted || *wanted;
}

bool uses(const Json &part, const TemplateValues &values, const DriverFeature &feature)
{
    if (part.is_string()) {
        const Result<QString> text = expandedText(QString::fromStdString(part.get<std::string>()), values);
        return text && !feature.text.isEmpty() && text->contains(feature.text);
    }
    if (!part.is_structured() || (part.is_object() && !holds(part, values)))
        return false;
    if (part.is_object() && !feature.variable.isEmpty() && stringAt(part, "name") == feature.variable) {
        const Result<QString> value = expandedText(stringAt(part, "value"), values);
        return value && *value == "1"_L1;
    }
    for (const auto &[key, inner] : part.items()) {
        if (key != "help" && uses(inner, values, feature))
            return true;
    }
    return false;
}

Finding judged(const DriverFeature &feature, const QString &driver, const QString &imageCann, const QString &language)
{
    const auto spoken = [&](const Json &words) { return stringAt(words, language.toUtf8().constData()); };
    const QString name = spoken(feature.name);
    const QString remedy
        = Checks::tr("Install a driver that has it, with the firmware that belongs to it, or take %1 out of the "
                     "recipe.")
              .arg(name);
    if (!feature.least.isEmpty() && compareVersions(driver, feature.least) < 0)
        return failed(driver,
                      Checks::tr("%1 needs driver %2 or newer (%3); there is %4")
                          .arg(name, feature.least, feature.source, driver),
                      remedy);
    if (!feature.cann.isEmpty() && !imageCann.isEmpty() && compareVersions(imageCann, feature.cann) < 0)
        return ofSettings(failed(driver,
                                 Checks::tr("%1 needs CANN %2 or newer (%3); the image holds %4")
                                     .arg(name, feature.cann, feature.source, imageCann),
                                 Checks::tr("Choose the image of a newer release, or take %1 out of the recipe.")
                                     .arg(name)));
    if (compareVersions(driver, feature.recommended) < 0) {
        const QString note = spoken(feature.note);
        const QString summary = Checks::tr("%1 is recommended with driver %2 or newer (%3); there is %4")
                                    .arg(name, feature.recommended, feature.source, driver);
        return warned(driver,
                      note.isEmpty() ? summary
                                     : Checks::tr("%1; %2", "two clauses").arg(summary, note),
                      remedy);
    }
    return passed(driver, Checks::tr("driver %1 is new enough for %2").arg(driver, name));
}

Finding checkDriverFeatures(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForRecipe(context, Checks::tr("what it uses"),
                                         !context.settings.driverFeatures.isEmpty()))
        return *wait;
    const Result<PackageVersions> driver = driverVersion(probe);
    if (!driver)
        return skipped(u"driver.version"_s, driver.error().message);
    if (context.settings.driverFeatures.isEmpty())
        return passed(driver->version, Checks::tr("driver %1; the recipe uses nothing that asks for a newer one than "
                                                  "its engine does")
                                           .arg(driver->version));
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<Json> &versions = versionTables();
    if (!versions)
        return unknown(versions.error());
    const std::optional<ImageContent> content
        = imageContent(*versions, releaseInImage(context.settings.image, context.settings.demands.imageRelease));
    std::optional<Finding> worst;
    for (const DriverFeature &feature : featuresIn(*versions)) {
        if (!context.settings.driverFeatures.contains(feature.id))
            continue;
        Finding one = judged(feature, driver->version, content ? content->cann : QString(), context.language);
        if (!worst || (worst->verdict != Verdict::Fail && one.verdict != Verdict::Pass))
            worst = one;
    }
    return worst.value_or(unknown(Checks::tr("nothing is known here of %1")
                                      .arg(context.settings.driverFeatures.join(u", "_s))));
}

} // namespace

QStringList featuresUsed(const Json &recipe, const QString &kind, const Json &settings)
{
    TemplateValues values;
    for (const auto &[key, value] : settings.items())
        values[QString::fromStdString(key)] = value;
    QStringList ids;
    const Result<Json> &versions = versionTables();
    for (const DriverFeature &feature : versions ? featuresIn(*versions) : QList<DriverFeature>()) {
        if (!feature.kind.isEmpty() && feature.kind != kind)
            continue;
        if (uses(member(recipe, "environment"), values, feature) || uses(member(recipe, "serve"), values, feature))
            ids << feature.id;
    }
    return ids;
}

// Fails when / warns when:
QList<NodeCheck> driverFeatureChecks()
{
    return {
        // older than what the recipe uses needs, or its image's CANN is; warns: older than recommended for it
        {"driver.features", "", checkDriverFeatures},
    };
}
