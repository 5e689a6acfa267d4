// The stages of an installation on one node, as blocking functions on the node's link. Each says in one sentence what
// is wrong and in facts["remedy"] what to do.
#pragma once

#include "core/driver/installplan.h"
#include "core/nodes/nodelink.h"

struct InstallTimes
{
    std::chrono::milliseconds installer{60 * 60'000};    // one package
    std::chrono::milliseconds back{30 * 60'000};         // until it answers after the restart
    std::chrono::milliseconds unchanged{5 * 60'000};     // it answers, and has the boot id of before
    std::chrono::milliseconds chips{5 * 60'000};         // until all are OK, once it is back
    std::chrono::milliseconds pause{1000};               // between two questions
};

struct WorkIo
{
    const QString node;
    Shell &shell;
    std::stop_token stop;
    InstallTimes times;
    std::function<void(const QByteArray &)> log;
    std::function<void(double share)> progress;
    std::function<void(const QString &)> waits = {}; // for what, whenever that changes
    std::function<void(const DriverLook &)> seen = {}; // each look at the node
};

// Of an error after a restart that only another restart may help.
inline constexpr const char *owedRestartFact = "restart owed";

// What was found or done, in one short clause.
// `present`: names of those that are there, whole.
Result<QString> uploadPackages(WorkIo &io, const QList<HdkPackage> &packages, const QStringList &present);
Result<QString> stopContainers(WorkIo &io, const QString &engine, const QStringList &names);
// Starts it, or follows the one that runs. Stopping does not end it: it goes on there.
Result<QString> installPackage(WorkIo &io, const HdkPackage &package, std::optional<int> chips);
// The node is asked to restart; that the answer is lost is part of it.
Result<QString> restartNode(WorkIo &io);
// Opens connections of its own until one tells another boot id; the last of them is the result.
Result<std::unique_ptr<Shell>> waitForReturn(const QString &node, const ShellFactory &open, const QString &bootId,
                                             const InstallTimes &times, std::stop_token stop);
// All chips OK, as many as there were, and both versions take effect.
Result<QString> waitForChips(WorkIo &io, const Node &node, const InstallOrder &order, std::optional<int> chips);

// Pure. Did the installer say that it succeeded; nullopt: yes. Else the error, with what its words mean.
std::optional<Error> installerTrouble(const HdkPackage &package, int exitCode, const QString &log);
std::optional<double> installerShare(const QString &log); // the last upgradePercentage
