#include "core/checks/catalogue.h"

#include "core/base/data.h"

using namespace Qt::StringLiterals;

// Fails when / warns when:
const QList<NodeCheck> &firstRoundChecks()
{
    static const QList<NodeCheck> checks = {
        {"connection.reachable", "", checkReachable},                   // not connected, or the connection is lost midway
        {"connection.host-key", "", checkHostKey},                      // key unknown or changed (the connection is refused then)
        {"host.os", "", checkOs},                                       // never; unknown without /etc/os-release
        {"host.architecture", "", checkArchitecture},                   // neither aarch64 nor x86_64
        {"host.clock", "", checkClock},                                 // never; see host.clock-equal
        {"host.memory", "", checkMemory},                               // warns: less available than its share of the weights x 1.3
        {"host.disk-image", "", checkImageDisk},                        // under 32 GiB without the image, under 1 GiB with it
        {"host.disk-weights", "", checkWeightsDisk},                    // less than what is missing of the weights, or under 1 GiB
        {"host.shm", "", checkShm},                                     // less than MindIE's minimum for the dp of the recipe
        {"host.ulimits", "", checkLimits},                              // warns: 1024 open files or fewer
        {"host.ports", "", checkPorts},                                 // one of the ports is listened on
        {"driver.present", "", checkDriver},                            // npu-smi missing, failing or silent; warns when it is slow
        {"driver.version", "", checkDriverVersion},                     // installed differs from loaded; warns: older than recommended
        {"driver.firmware", "", checkFirmwareVersion},                  // never; unknown when it cannot be read
        {"driver.firmware-pairing", "", checkPairing},                  // published with another firmware; warns: weak source, not listed
        {"npu.count", "driver.present", checkChipCount},                // fewer than the recipe uses
        {"npu.health", "driver.present", checkChipHealth},              // Alarm, Critical, UNKNOWN; warns: only Warning
        {"npu.idle", "driver.present", checkChipsIdle},                 // a process, or more HBM held than the driver's base load
        {"npu.device-files", "", checkDeviceFiles},                     // a file of a chip that is shown, or a manager file, is missing
        {"network.address", "", checkCardAddress},                      // none set, or the same twice
        {"network.link", "", checkCardLink},                            // DOWN (A3: warns)
        {"network.health", "", checkNetHealth},                         // any fault of a device whose link is up; Init without netdetect passes
        {"network.gateway", "", checkGateway},                          // outside the card's network; warns: none set
        {"network.tls", "", checkTls},                                  // on for some devices and off for others
        {"network.hccn-conf", "", checkHccnConf},                       // another address than the live one; warns: not in the file
        {"container.engine", "", checkEngine},                          // none, or no answer; warns: docker before 24, podman without root
        {"container.image", "container.engine", checkImage},            // not there
        {"container.image-architecture", "container.image", checkImageArchitecture}, // built for another machine
        {"container.name", "container.engine", checkContainerName},     // taken by another image; warns: the same image
        {"weights.complete", "", checkWeightsComplete},                 // a file of the index is missing, empty or short
        {"weights.config", "", checkWeightsConfig},                     // unreadable, a key is missing, modes too wide
    };
    return checks;
}

const QList<NodeCheck> &secondRoundChecks()
{
    static const QList<NodeCheck> checks = {
        {"connection.passwordless", "", checkPasswordless},             // warns at most
        {"network.ping", "", checkPing},                                // a pair of usable cards does not reach each other
    };
    return checks;
}

const QList<ClusterCheck> &clusterChecks()
{
    static const QList<ClusterCheck> checks = {
        {"host.clock-equal", "host.clock", compareClocks},              // more than 5 s apart; warns: more than 1 s
        {"driver.equal", "driver.version", compareVersionsOfNodes},     // driver or firmware differ
        {"network.tls-equal", "network.tls", compareTls},               // one node all on, another all off
        {"network.addresses-unique", "network.address", compareAddresses}, // an address on two nodes
        {"weights.equal", "weights.complete", compareWeights},          // names, sizes or digests of small files differ
    };
    return checks;
}

static const Json &texts()
{
    static const Json data = [] {
        const Result<Json> read = jsonDataFile(u"checks.json"_s);
        return read ? *read : Json::object();
    }();
    return data;
}

static QString inLanguage(const Json &object, const char *key, const QString &language)
{
    if (!object.is_object() || !object.contains(key))
        return {};
    return stringAt(object[key], language.startsWith(u"zh"_s) ? "zh" : "en", stringAt(object[key], "en"));
}

QStringList checkIds()
{
    QStringList ids;
    for (const CheckInfo &info : checkInfos(u"en"_s))
        ids << info.id;
    return ids;
}

QList<CheckInfo> checkInfos(const QString &language)
{
    QList<CheckInfo> infos;
    const Json none = Json::array();
    for (const Json &entry : texts().contains("checks") ? texts()["checks"] : none) {
        CheckInfo info;
        info.id = stringAt(entry, "id");
        info.group = info.id.section(u'.', 0, 0);
        info.title = inLanguage(entry, "title", language);
        info.why = inLanguage(entry, "why", language);
        info.remedy = inLanguage(entry, "remedy", language);
        for (const ClusterCheck &check : clusterChecks())
            info.acrossNodes = info.acrossNodes || info.id == QLatin1String(check.id);
        infos << info;
    }
    return infos;
}

QString groupTitle(const QString &group, const QString &language)
{
    return texts().contains("groups") ? inLanguage(texts()["groups"], group.toUtf8().constData(), language) : group;
}
