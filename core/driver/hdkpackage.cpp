#include "core/driver/hdkpackage.h"

#include "core/checks/checkcontext.h"
#include "core/checks/driverfit.h"
#include "core/driver/drivertext.h"
#include "core/engines/recipebook.h"
#include "core/facts/versions.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

Error invalidPackage(const QString &sentence, const QString &remedy = {}, const QString &detail = {})
{
    return {ErrorKind::Invalid, sentence, detail, remedy.isEmpty() ? QMap<QString, QString>()
                                                                   : QMap<QString, QString>{{u"remedy"_s, remedy}}};
}

QString kindWord(PackageKind kind)
{
    return kind == PackageKind::Driver ? DriverText::tr("driver") : DriverText::tr("firmware");
}

bool isSha256(const QString &text)
{
    static const QRegularExpression shape(u"^[0-9a-f]{64}$"_s);
    return shape.match(text).hasMatch();
}

// As sha256sum writes it: "HEX  NAME"; the first word counts.
QString besideIt(const QString &path)
{
    QFile file(path + u".sha256"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromLatin1(file.read(4096)).simplified().section(u' ', 0, 0).toLower();
}

} // namespace

Result<HdkPackage> packageOfName(const QString &fileName)
{
    static const QRegularExpression shape(
        u"^(?:Ascend-hdk-(?<chip>[0-9A-Za-z]+)|Atlas-(?<product>[0-9A-Za-z]+)-hdk)-npu-(?<kind>driver|firmware)_"
        "(?<version>\\d[0-9A-Za-z.]*?)(?:_linux-(?<arch>aarch64|x86[-_]64))?\\.run$"_s);
    const QRegularExpressionMatch match = shape.match(fileName);
    const bool isDriver = match.captured(u"kind"_s) == "driver"_L1;
    if (!match.hasMatch() || (isDriver && match.captured(u"arch"_s).isEmpty()))
        return invalidPackage(
            DriverText::tr("\"%1\" is not the name of a driver or firmware package.").arg(fileName),
            DriverText::tr("Take the file as Huawei publishes it, under its own name: "
                           "Ascend-hdk-CHIP-npu-driver_VERSION_linux-ARCH.run, "
                           "Ascend-hdk-CHIP-npu-firmware_VERSION.run, or Atlas-A3-hdk-npu-... for Atlas A3."));
    HdkPackage package;
    package.kind = isDriver ? PackageKind::Driver : PackageKind::Firmware;
    package.name = fileName;
    package.chips = (match.captured(u"chip"_s) + match.captured(u"product"_s)).toLower();
    package.version = match.captured(u"version"_s);
    package.arch = match.captured(u"arch"_s).replace(u'-', u'_');
    return package;
}

Result<HdkPackage> examinePackage(const QString &path, PackageKind kind, const QString &expected, std::stop_token stop,
                                  const std::function<void(qint64, qint64)> &onProgress)
{
    const QFileInfo info(path);
    Result<HdkPackage> package = packageOfName(info.fileName());
    if (!package)
        return package;
    if (package->kind != kind)
        return invalidPackage(DriverText::tr("%1 is a %2 package; a %3 package was asked for.")
                                  .arg(info.fileName(), kindWord(package->kind), kindWord(kind)));
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage, DriverText::tr("The package %1 cannot be read.").arg(path),
                     file.errorString(), {}};
    package->path = info.absoluteFilePath();
    package->bytes = file.size();
    QString wanted = expected.trimmed().toLower();
    const bool isGiven = !wanted.isEmpty();
    if (!isGiven)
        wanted = besideIt(path);
    if (!wanted.isEmpty() && !isSha256(wanted))
        return invalidPackage(isGiven ? DriverText::tr("\"%1\" is not a SHA-256 checksum: 64 digits, 0 to f.")
                                            .arg(expected.trimmed())
                                      : DriverText::tr("%1 holds no SHA-256 checksum.").arg(path + u".sha256"_s));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (qint64 done = 0; done < package->bytes;) {
        if (stop.stop_requested())
            return canceled();
        const QByteArray piece = file.read(1024 * 1024);
        if (piece.isEmpty())
            return Error{ErrorKind::Storage, DriverText::tr("The package %1 cannot be read.").arg(path),
                         file.errorString(), {}};
        if (done == 0 && !piece.startsWith("#!"))
            return invalidPackage(DriverText::tr("%1 is no self-extracting package: it does not begin as one.")
                                      .arg(info.fileName()),
                                  DriverText::tr("Download it again; a saved web page has the same name at times."));
        hash.addData(piece);
        done += piece.size();
        if (onProgress)
            onProgress(done, package->bytes);
    }
    if (package->bytes == 0)
        return invalidPackage(DriverText::tr("%1 is empty.").arg(info.fileName()));
    package->sha256 = QString::fromLatin1(hash.result().toHex());
    if (!wanted.isEmpty() && wanted != package->sha256)
        return invalidPackage(
            DriverText::tr("%1 has another SHA-256 checksum than the one it should have.").arg(info.fileName()),
            DriverText::tr("Download it again, and see that the checksum is this file's."),
            DriverText::tr("it has    %1\nexpected  %2").arg(package->sha256, wanted));
    return package;
}

QList<InstallNote> pairNotes(const HdkPackage &driver, const HdkPackage &firmware)
{
    QList<InstallNote> notes;
    if (driver.chips != firmware.chips)
        notes.append({true,
                      DriverText::tr("The driver is for %1, the firmware for %2.")
                          .arg(driver.chips.toUpper(), firmware.chips.toUpper()),
                      DriverText::tr("Take both packages from the same release for the nodes' chips.")});
    const Result<QList<DriverFirmwarePair>> all = driverFirmwarePairs();
    if (!all) {
        notes.append({false, all.error().message, {}});
        return notes;
    }
    const QList<DriverFirmwarePair> pairs = pairsOfDriver(*all, driver.version);
    const QString both
        = DriverText::tr("driver %1 with firmware %2").arg(driver.version, firmware.version);
    const auto isIt = [&](const DriverFirmwarePair &pair) { return pair.firmware == firmware.version; };
    if (std::any_of(pairs.cbegin(), pairs.cend(), isIt))
        return notes;
    if (pairs.isEmpty()) {
        notes.append({false, DriverText::tr("%1 is not in the table of known pairs.").arg(both),
                      DriverText::tr("See in the release notes that they were published together.")});
        return notes;
    }
    const bool isWeak = pairs.first().confidence == "low"_L1;
    notes.append({!isWeak,
                  DriverText::tr("%1 is not a pair: this driver was published with firmware %2.")
                      .arg(both, pairs.first().firmware),
                  DriverText::tr("Take the firmware of the driver's own release.")});
    return notes;
}

DriverDemands driverDemandsOf(const Deployment &deployment)
{
    if (!hasRecipe(deployment.recipe))
        return {};
    const CheckSettings settings = checkSettingsOf(deployment);
    return settings.image.isEmpty() ? DriverDemands() : DriverDemands{settings.image, settings.demands};
}

QList<InstallNote> demandNotes(const HdkPackage &driver, const DriverDemands &demands)
{
    if (demands.image.isEmpty())
        return {};
    QList<InstallNote> notes;
    const auto take = [&](const char *check, const Finding &finding) {
        if (finding.verdict != Verdict::Warn && finding.verdict != Verdict::Fail)
            return;
        notes << InstallNote{false,
                             DriverText::tr("With driver %1 the check %2 of this deployment would say: %3.")
                                 .arg(driver.version, QLatin1String(check), finding.summary),
                             finding.remedy};
    };
    if (const std::optional<Finding> old = judgeDriverAge(driver.version, demands.engine))
        take("driver.version", *old);
    take("driver.cann", judgeDriverForCann(driver.version, demands.image, demands.engine));
    return notes;
}
