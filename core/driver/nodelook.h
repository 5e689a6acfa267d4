// What a node says before driver and firmware are installed on it: what it is, what is installed, what takes effect,
// what runs, and how an installer that was started here earlier has ended. Asks only.
#pragma once

#include "core/driver/hdkpackage.h"
#include "core/facts/folderlook.h"
#include "core/facts/runninginstaller.h"
#include "core/nodes/deployment.h"
#include "core/parse/npusmi.h"

#include <optional>

// Of an installer that we started on the node. It runs by itself there: a lost connection, or the end of this program,
// does not end it, for firmware that is half written is worse than anything.
struct InstallerState
{
    enum class Kind { None, Running, Ended, CutShort }; // CutShort: it is gone and did not say how it ended
    Kind kind = Kind::None;
    std::optional<int> exitCode;         // of Ended
    QString bootId;                      // of the node when it was started
    std::optional<int> chips;            // that the node had then, where it was known
    bool operator==(const InstallerState &) const = default;
};

struct DriverLook
{
    QString node;
    bool isSimulated = false;
    bool isRoot = false;
    bool hasRunUser = false;             // HwHiAiUser, that the driver's services run as
    QString arch;                        // uname -m; empty: not told
    QString bootId;
    QStringList missingTools;            // of those that the installation needs
    QString installedDriver, installedFirmware; // of version.info; empty: none
    QString loadedDriver;                // of npu-smi; empty: it does not answer
    bool isDriverSilent = false;         // npu-smi is not there, or says what it says where no driver is loaded
    std::optional<qint64> upSeconds;     // since the node was started
    QStringList chipFirmware;            // that takes effect, each version once; empty: not told
    std::optional<NpuSmiInfo> npuSmi;
    QString npuSmiError;                 // why it is not known
    QString chips;                       // "910b", "310p", "a3": by npu-smi, else by lspci; empty: not known
    std::optional<qint64> freeBytes, tempFreeBytes; // where packages are put, and where they unpack themselves
    bool isOneDisk = false;              // both
    FolderLook folder;
    struct Container
    {
        QString name;
        bool usesNpu = false;            // npu-smi lists a process of it
        bool mayUseNpu = false;          // it has NPUs, or may have, and more runs in it than what keeps it alive
        QStringList processes;           // mayUseNpu: names of those; empty: not told
        bool operator==(const Container &) const = default;
    };
    // Containers whose service a run of a deployment follows until it is ready, from whichever machine and account
    QStringList beingStarted;
    QString engine;                      // "docker", "podman"; empty: none
    QList<Container> running;            // containers
    bool areContainersKnown = true;
    QStringList strangers;               // processes on the NPUs that are in no container: "python3 (process 4711)"
    InstallerState driverInstaller, firmwareInstaller;
    std::optional<QString> otherInstaller; // name of another package whose installer runs; empty: it is not told
    QStringList present;                 // names of the packages that are there already, whole

    bool isFirstInstall() const { return installedDriver.isEmpty() && loadedDriver.isEmpty(); }
    QStringList users() const;           // containers that use the NPUs, or may do so any moment
};

// Blocking, on the node's link. Error: it cannot be asked.
Result<DriverLook> lookAtNode(Shell &shell, const Node &node, const HdkPackage &driver, const HdkPackage &firmware,
                              std::stop_token stop);

// --- parts of it, for the run's own questions
QStringList bootIdQuestion();            // argv
Result<QString> bootIdOf(Shell &shell, std::stop_token stop); // Parse: what came is none
Result<InstallerState> installerState(Shell &shell, const QString &package, std::stop_token stop);
// Name of the package whose installer runs there, whoever began it and from which machine; empty: it is not told.
Result<std::optional<QString>> runningInstaller(Shell &shell, std::stop_token stop);
// Pure. What installerScript's question printed, up to its line "--".
InstallerState readInstallerState(const QString &text);
QStringList installerQuestion(const QString &package, qint64 logFrom); // argv; the log from that byte follows the "--"
