// What would be done on a node to get driver and firmware onto it, and what speaks against it. Pure: from what the node
// said (nodelook.h). Order as Huawei's installation guides have it: where neither is installed, or the driver does not
// answer, the driver and then the firmware; else the firmware and then the driver. Flags as they document them: --full,
// with --install-for-all for the driver.
#pragma once

#include "core/driver/nodelook.h"

enum class InstallStage { Upload, Services, Firmware, Driver, Reboot, Return, Chips };
QString stageId(InstallStage stage);     // "upload"
QString stageTitle(InstallStage stage);  // "Upload the packages"

struct InstallOrder
{
    HdkPackage driver, firmware;
    bool stopsServices = false;          // agreed: containers that use the NPUs are stopped
    std::optional<bool> restarts;        // whether a restart is agreed to; unset: it will be asked for
    // Shown of this node as to be stopped, and agreed to: stopped also where they serve nothing any more.
    QStringList agreed = {};
    bool operator==(const InstallOrder &) const = default;
};

struct PlannedStage
{
    InstallStage stage;
    bool isNeeded = true;                // else it holds already, and `note` says what does
    QString note;
    QStringList commands;                // as quoted lines, for the user to see first
    bool isOpen = false;                 // not needed as far as is known, which is not far: `note` says why
    bool operator==(const PlannedStage &) const = default;
};

struct NodePlan
{
    QString node;
    QList<InstallNote> notes;            // of this node; those that refuse first
    QList<PlannedStage> stages;          // in the order they are done
    QString now;                         // nowOn() of what was seen
    QStringList present;                 // names of the packages that are on the node already, whole
    QString unwell;                      // why it is not well though all is installed and takes effect; empty: it is
    bool isTaken = false;                // another package's installer runs: refused, and without stages
    QString engine;                      // of the containers
    QStringList stopped;                 // containers that are stopped before anything is installed
    QStringList ended;                   // containers that run, are not stopped before, and end with the restart
    bool isRefused() const;
    bool needs(InstallStage stage) const;
    bool installs() const { return needs(InstallStage::Firmware) || needs(InstallStage::Driver); }
    bool isRestartOpen() const;          // whether one is owed is not known
    bool isUpToDate() const;             // nothing is to be done, and its chips are well
    bool operator==(const NodePlan &) const = default;
};

NodePlan planOn(const DriverLook &look, const InstallOrder &order);

// "driver 25.2.0, firmware 7.7.0.6.236, 8 chips"; what is installed and what is loaded, where these differ.
QString nowOn(const DriverLook &look);
// Chips that are not OK, or fewer than `chips`, as a sentence with what to do; nullopt: all are there and well.
std::optional<InstallNote> chipTrouble(const DriverLook &look, std::optional<int> chips);
std::optional<int> chipsBefore(const DriverLook &look); // as many as there are, or were when an installer began
// Why nothing is done beside the installer of this package, and nothing restarted under it.
InstallNote takenNote(const QString &package);
// What makes the user that the driver runs as, by Huawei's installation guides.
inline constexpr const char *makeRunUser
    = "`groupadd HwHiAiUser; useradd -g HwHiAiUser -d /home/HwHiAiUser -m HwHiAiUser -s /bin/bash`";
// How packages get there, in the order in which it is done; the plan shows these and the run goes by them.
struct UploadStep
{
    enum class Kind { MakeFolder, Clean, Send, Sum, Check };
    Kind kind;
    QStringList argv;                    // of all but Send
    qsizetype package = -1;              // its place in the list; of Send, Sum and Check
};
// `present`: names of the packages that are there, whole; they are not sent again.
QList<UploadStep> uploadSteps(const QList<HdkPackage> &packages, const QStringList &present);
QStringList installFlags(PackageKind kind);
QStringList startInstaller(const HdkPackage &package, std::optional<int> chips); // argv
