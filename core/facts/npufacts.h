// What a machine says about its NPUs: npu-smi, versions of driver and firmware, device files, hccn_tool.
// Layouts: npu-smi 20.2 to 26.0 as it prints them, and the tools' published source (hicann/driver).
// Each function asks (or remembers) one thing.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/facts/nodeprobe.h"
#include "core/parse/npucard.h"

#include <QMap>

struct PackageVersions
{
    QString version;                     // Version= of version.info, as written: "25.2.0"
    QString compatibleFirmware;          // compatible_version_fw=[7.0.0,7.7.99] of the driver's file; may be empty
    QString source;                      // where it was read: a path or a command
};

Result<NpuSmiInfo> npuSmi(NodeProbe &probe);              // CommandFailed: not installed, or it reports an error
// "25.5.0"; between an installation and its restart both: "25.5.0 installed, 25.2.0 loaded". Empty: not known.
QString driverInWords(const NodeFacts &facts);
QString firmwareInWords(const NodeFacts &facts);          // the same: "7.8.0.5.216 installed, 7.7.0.6.236 running ..."
Result<PackageVersions> driverVersion(NodeProbe &probe);  // version.info, else the banner of npu-smi info
Result<PackageVersions> firmwareVersion(NodeProbe &probe); // version.info, else npu-smi info -t board

// By npu-smi info -t board: of the first card, or of each, which takes about a second a card. Of one whose answer
// cannot be read there is none.
Result<QList<NpuCardBoard>> npuBoards(NodeProbe &probe, bool ofAll);
// That the first card runs: an installed one takes effect with the restart. CommandFailed: the tool does not tell.
Result<QString> runningFirmware(NodeProbe &probe);

Result<QStringList> deviceFiles(NodeProbe &probe);        // names of the character devices of NPUs under /dev
// Files of such names that are none: by name, the letter of `ls -l` that says what each is. Empty: none, or not known.
QMap<QString, QChar> noDeviceFiles(NodeProbe &probe);
QList<int> deviceFileIds(const QStringList &files);       // N of davinciN, sorted
// N of /dev/davinciN for each chip, in the order of info.chips: what npu-smi tells by itself (deviceIds()), else the
// NPU id where cards have one chip each and /dev holds exactly the files of these ids.
QList<std::optional<int>> devicesOfChips(NodeProbe &probe, const NpuSmiInfo &info);
// The devices to ask hccn_tool about: those that npu-smi shows, where it is known which; else /dev/davinciN.
QList<int> deviceIdsOf(NodeProbe &probe);

// hccn_tool -i N -WHAT -g for every device, side by side. `what`: "ip", "link", "net_health", "gateway", "tls",
// "netdetect".
Result<QList<DeviceAnswer>> askHccn(NodeProbe &probe, const QString &what, const QList<int> &devices);
QStringList hccnLocator();                                // argv that prints how the tool is called there
QStringList hccnQuestion(const QString &tool, int device, const QString &what); // argv
// hccn_tool -i N -ping -g address A for pairs "N A"; stops starting new ones after `seconds`.
struct PingAnswer
{
    int device = -1;
    QString address;
    std::optional<bool> reached;         // unset: the tool gave no answer that could be read
    QByteArray text;
};
Result<QList<PingAnswer>> askPings(NodeProbe &probe, const QList<QPair<int, QString>> &pairs, int seconds);
QStringList pingQuestion(const QString &tool, int device, const QString &address); // argv

Result<QString> hccnConf(NodeProbe &probe);
QHash<int, QHash<QString, QString>> readHccnConf(const QString &text);       // device -> key ("address") -> value

// Pure readers of one device's answer. nullopt: it could not be read (busy, no permission, another text).
// A value that is "not preset" is an empty string.
std::optional<QPair<QString, QString>> readHccnIp(const QByteArray &text);   // address, netmask
std::optional<QString> readHccnLink(const QByteArray &text);                 // "UP", "DOWN"
std::optional<QString> readHccnHealth(const QByteArray &text);               // "Success", "Init", ...
std::optional<QString> readHccnGateway(const QByteArray &text);
std::optional<QString> readHccnNetdetect(const QByteArray &text);            // "0.0.0.0": nothing is probed
std::optional<int> readHccnTls(const QByteArray &text);
std::optional<bool> readHccnPing(const QByteArray &text);
PackageVersions readVersionInfo(const QString &text);

Result<QList<HccnFacts>> hccnFacts(NodeProbe &probe);     // all five questions
