// The node's driver against the CANN that the image holds: resources/versions.json says which image holds which, and
// which drivers go with it. Where no public table says it, neither does this: there is nothing to check then, and that
// is said.
#include "core/checks/catalogue.h"
#include "core/checks/driverfit.h"
#include "core/checks/recipewait.h"
#include "core/facts/imagecann.h"
#include "core/facts/npufacts.h"

#include "core/base/data.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString sourceOf(const QString &source)
{
    return source == u"the community guide" ? Checks::tr("the community guide") : source;
}

// Of the same line, "8.5": to see how near an answer is.
QString neighboursOf(const QString &cann, const QList<CannDrivers> &tables)
{
    QStringList near;
    for (const CannDrivers &table : tables) {
        if (table.cann.section(u'.', 0, 1) == cann.section(u'.', 0, 1) && !table.cann.contains(u"alpha"_s))
            near << Checks::tr("CANN %1: %2", "a release; the drivers that go with it")
                        .arg(table.cann, table.good().join(u", "_s));
    }
    return near.join(u"; "_s);
}

std::optional<Finding> ofNoImage(const CheckContext &context)
{
    if (!context.settings.demands.imageRelease.isEmpty())
        return std::nullopt;
    return notAsked(
        Checks::tr("not asked: nothing is known here of the program in the image, nor which driver it asks for"));
}

} // namespace

Finding judgeDriverForCann(const QString &driver, const QString &image, const EngineDemands &demands)
{
    const Result<Json> &data = versionTables();
    if (!data)
        return unknown(data.error());
    const QString asks = Checks::tr("Read in the release notes of the image which driver (Ascend HDK) it asks for.");
    const QString release = releaseInImage(image, demands.imageRelease);
    const std::optional<ImageContent> content = imageContent(*data, release);
    if (!content)
        return notAsked(Checks::tr("no public table known here says which CANN is in the image %1, so not which "
                                   "driver it asks for; there is driver %2")
                            .arg(image, driver),
                        asks);
    const QList<CannDrivers> tables = cannDrivers(*data);
    const auto table = std::find_if(tables.cbegin(), tables.cend(),
                                    [&](const CannDrivers &one) { return one.cann == content->cann; });
    if (table == tables.cend() && isOneOfDrivers(driver, content->drivers))
        return passed(driver,
                      Checks::tr("driver %1 is one that %2 is known to run with (%3)")
                          .arg(driver, release, sourceOf(content->source)));
    if (table == tables.cend() && !content->drivers.isEmpty())
        return warned(driver,
                      Checks::tr(
                          "no public table says which drivers go with %1; it is known to run with %2 (%3), there is %4")
                          .arg(release, content->drivers.join(u", "_s), sourceOf(content->source), driver),
                      asks);
    const QString cann = Checks::tr("CANN %1, which %2 holds", "versions").arg(content->cann, release);
    const QString remedy
        = Checks::tr(
              "Install one of these drivers with the firmware that belongs to it (in an upgrade, firmware first, then "
              "the driver), then restart the node; or choose the image of a release that takes driver %1.")
              .arg(driver);
    if (const auto older = olderThanNeighbours(driver, content->cann, tables); table == tables.cend() && older)
        return warned(driver,
                      Checks::tr("driver %1 is older than all that go with CANN %2 and %3, between which lies %4; the "
                                 "former takes %5")
                          .arg(driver, older->before, older->after, cann, older->good.join(u", "_s)),
                      remedy);
    if (table == tables.cend()) {
        const QString near = neighboursOf(content->cann, tables);
        const QString summary = Checks::tr("no public table says which drivers go with %1; there is driver %2")
                                    .arg(cann, driver);
        return notAsked(
            near.isEmpty()
                ? summary
                : Checks::tr("%1 (%2)", "a sentence; what the tables say of releases nearby").arg(summary, near),
            asks);
    }
    if (isOneOfDrivers(driver, table->good()))
        return passed(driver,
                      Checks::tr("driver %1 goes with %2 (%3)").arg(driver, cann, table->source));
    const QString good = table->good().join(u", "_s);
    if (isOneOfDrivers(driver, table->incompatible))
        return failed(driver,
                      Checks::tr("driver %1 does not go with %2; these do: %3 (%4)")
                          .arg(driver, cann, good, table->source),
                      remedy);
    return warned(driver,
                  Checks::tr("driver %1 is not among those that are named for %2: %3 (%4)")
                      .arg(driver, cann, good, table->source),
                  remedy);
}

static Finding checkDriverForCann(NodeProbe &probe, const CheckContext &context)
{
    const QString &image = context.settings.image;
    if (const auto wait = waitsForRecipe(context, Checks::tr("which image is needed"), !image.isEmpty()))
        return *wait;
    if (image.isEmpty())
        return skipped(u"container.image"_s, Checks::tr("the deployment names no image"));
    if (const std::optional<Finding> installing = beingInstalled(probe))
        return *installing;
    const Result<PackageVersions> driver = driverVersion(probe);
    if (!driver)
        return skipped(u"driver.version"_s, driver.error().message);
    return judgeDriverForCann(driver->version, image, context.settings.demands);
}

// Fails when / warns when:
QList<NodeCheck> cannChecks()
{
    return {
        // named as not compatible; warns: not named; skipped where no table says it
        {"driver.cann", "", checkDriverForCann, 1, ofNoImage},
    };
}
