#include "core/driver/installwork.h"

#include "core/driver/drivertext.h"
#include "core/facts/versions.h"
#include "core/shell/quote.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>

#include <condition_variable>

using namespace Qt::StringLiterals;

namespace {

Error trouble(const QString &node, const QString &sentence, const QString &remedy, const QString &detail = {})
{
    return {ErrorKind::CommandFailed, node + u": "_s + sentence, detail, {{u"remedy"_s, remedy}}};
}

QString packagePath(const HdkPackage &package) { return QLatin1String(packagesFolder) + u'/' + package.name; }

QString said(const CommandOutput &output)
{
    return QString::fromUtf8((output.out + output.err).trimmed().right(4000));
}

Result<CommandOutput> ask(WorkIo &io, const QStringList &argv, std::chrono::milliseconds timeout)
{
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    Command command{argv};
    command.timeout = timeout;
    const Result<CommandOutput> output
        = io.shell.run(command, io.stop, [&io](OutputStream, const QByteArray &piece) { io.log(piece); });
    if (output && output->exitCode != 0)
        io.log(inLanguage(DriverText::tr("exit code %1"), dataLanguage()).arg(output->exitCode).toUtf8() + '\n');
    return output;
}

// Another installer runs there; `package`: where its name is known already.
Error takenBy(WorkIo &io, QString package)
{
    if (package.isEmpty()) {
        if (const Result<std::optional<QString>> running = runningInstaller(io.shell, io.stop); running && *running)
            package = **running;
    }
    const InstallNote note = takenNote(package);
    return trouble(io.node, note.sentence, note.remedy);
}

// False: a stop was asked for.
bool rest(std::stop_token stop, std::chrono::milliseconds time)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

Result<void> sendOne(WorkIo &io, const HdkPackage &package, qint64 before, qint64 all)
{
    QFile file(package.path);
    const auto unreadable = [&] {
        return Error{ErrorKind::Storage, DriverText::tr("The package %1 cannot be read.").arg(package.path),
                     file.errorString(), {}};
    };
    if (!file.open(QIODevice::ReadOnly) || file.size() != package.bytes)
        return unreadable();
    uchar *bytes = file.map(0, package.bytes);
    if (!bytes)
        return unreadable();
    const QByteArray content = QByteArray::fromRawData(reinterpret_cast<const char *>(bytes), package.bytes);
    io.log(inLanguage(DriverText::tr("(upload of %1)"), dataLanguage()).arg(package.name).toUtf8() + '\n');
    return io.shell.upload(content, packagePath(package), 0700, io.stop, [&](qint64 done, qint64) {
        if (all > 0)
            io.progress(double(before + done) / double(all));
    });
}

// It is judged by the checksum that the node works out, and goes again where that is another.
Result<void> judgeSum(WorkIo &io, const HdkPackage &package, const CommandOutput &sum)
{
    if (sum.exitCode == 0 && sum.out.startsWith(package.sha256.toLatin1()))
        return {};
    if (const Result<CommandOutput> removed
        = ask(io, {u"rm"_s, u"-f"_s, u"--"_s, packagePath(package)}, std::chrono::seconds(30));
        !removed)
        return removed.error();
    return trouble(io.node,
                   DriverText::tr("%1 did not arrive as it was sent: its SHA-256 checksum is another there.")
                       .arg(package.name),
                   DriverText::tr("It was removed again. Start again; if it happens twice, look at the node's "
                                  "disk (`dmesg | tail`)."));
}

struct Meaning
{
    QRegularExpression words;
    QString (*remedy)(const QRegularExpressionMatch &);
};

// The words of the installers and of the archive around them: Huawei's installation and upgrade guides, makeself.
const QList<Meaning> &meanings()
{
    static const QList<Meaning> list{
        {QRegularExpression(u"davinci nodes are occupied"_s),
         [](const QRegularExpressionMatch &) {
             return DriverText::tr("A process still uses the NPUs: find it on the node with `fuser -v /dev/davinci*`, "
                                   "have it ended, and start again.");
         }},
        {QRegularExpression(u"HwHiAiUser not exists"_s),
         [](const QRegularExpressionMatch &) {
             return DriverText::tr("Make it on the node: %1").arg(QLatin1String(makeRunUser));
         }},
        {QRegularExpression(u"list of missing tools: *([\\w, ]+?),? *$"_s, QRegularExpression::MultilineOption),
         [](const QRegularExpressionMatch &match) {
             return DriverText::tr("Install what is missing on the node (%1): packages net-tools and pciutils.")
                 .arg(match.captured(1));
         }},
        {QRegularExpression(u"Dkms install failed|Driver_ko_install failed"_s),
         [](const QRegularExpressionMatch &) {
             return DriverText::tr("The driver could not be built for this kernel. On the node: see that gcc, dkms and "
                                   "the kernel's headers are there, remove /var/lib/dkms/davinci_ascend, read "
                                   "/var/log/ascend_seclog/ascend_install.log, and start again.");
         }},
        {QRegularExpression(u"Error in (SHA256|MD5) checksums|Error in checksums"_s),
         [](const QRegularExpressionMatch &) {
             return DriverText::tr("The package itself is damaged: download it again.");
         }},
        {QRegularExpression(u"No space left on device"_s),
         [](const QRegularExpressionMatch &) { return DriverText::tr("Make room on the node, and start again."); }},
    };
    return list;
}

QString remedyFor(const QString &log)
{
    for (const Meaning &meaning : meanings()) {
        if (const QRegularExpressionMatch match = meaning.words.match(log); match.hasMatch())
            return meaning.remedy(match);
    }
    return DriverText::tr("Read /var/log/ascend_seclog/ascend_install.log on the node, and start again.");
}

// The last line in which it speaks of an error, without its time.
QString errorLine(const QString &log)
{
    static const QRegularExpression head(u"^(\\[[^\\]]*\\] ?)*"_s);
    QString found;
    for (const QString &line : log.split(u'\n')) {
        if (line.contains("[ERROR]"_L1) || line.startsWith("Error"_L1))
            found = line;
    }
    static const QRegularExpression end(u"[\\s,;:]+$"_s); // of a list that it leaves open
    return QString(found).remove(head).trimmed().remove(end);
}

} // namespace

Result<QString> uploadPackages(WorkIo &io, const QList<HdkPackage> &packages, const QStringList &present)
{
    using Kind = UploadStep::Kind;
    qint64 all = 0, before = 0;
    int sent = 0;
    for (const HdkPackage &package : packages)
        all += package.bytes;
    for (const UploadStep &step : uploadSteps(packages, present)) {
        if (step.kind == Kind::Send) {
            if (const Result<void> done = sendOne(io, packages[step.package], before, all); !done)
                return done.error();
            ++sent;
            continue;
        }
        const bool reads = step.kind == Kind::Sum || step.kind == Kind::Check; // all of a package
        const Result<CommandOutput> output
            = ask(io, step.argv, reads ? std::chrono::minutes(10) : std::chrono::seconds(30));
        if (!output)
            return output.error();
        if (step.kind == Kind::MakeFolder && output->exitCode != 0)
            return trouble(io.node,
                           DriverText::tr("The folder %1 cannot be made.").arg(QLatin1String(packagesFolder)),
                           DriverText::tr("See that root may write there."), said(*output));
        if (step.kind == Kind::Sum) {
            if (const Result<void> right = judgeSum(io, packages[step.package], *output); !right)
                return right.error();
        }
        if (step.kind == Kind::Check) {
            before += packages[step.package].bytes;
            if (output->exitCode != 0)
                return trouble(io.node,
                               DriverText::tr("%1 does not pass its own check.").arg(packages[step.package].name),
                               remedyFor(said(*output)), said(*output));
        }
    }
    return sent == 0 ? DriverText::tr("they are there") : DriverText::tr("checksums are right");
}

Result<QString> stopContainers(WorkIo &io, const QString &engine, const QStringList &names)
{
    const Result<CommandOutput> stopped
        = ask(io, QStringList{engine, u"stop"_s} + names, std::chrono::minutes(5));
    if (!stopped)
        return stopped.error();
    if (stopped->exitCode != 0)
        return trouble(io.node, DriverText::tr("The containers could not be stopped: %1").arg(names.join(u", "_s)),
                       DriverText::tr("Stop them on the node, and start again."), said(*stopped));
    return names.join(u", "_s);
}

std::optional<double> installerShare(const QString &log)
{
    static const QRegularExpression shape(u"upgradePercentage: *(\\d+)%"_s);
    std::optional<double> share;
    for (auto matches = shape.globalMatch(log); matches.hasNext();)
        share = matches.next().captured(1).toDouble() / 100;
    return share;
}

std::optional<Error> installerTrouble(const HdkPackage &package, int exitCode, const QString &log)
{
    static const QRegularExpression success(u"(?:Driver|Firmware) package install(?:ed success(?:fully)?| success)!"_s);
    if (exitCode == 0 && success.match(log).hasMatch())
        return std::nullopt;
    const QString line = errorLine(log);
    QString sentence = exitCode == 0
        ? DriverText::tr("%1 ended without an error, but did not say that it succeeded.").arg(package.name)
        : DriverText::tr("%1 ended with exit code %2.").arg(package.name).arg(exitCode);
    if (!line.isEmpty())
        sentence += u' ' + DriverText::tr("It says: \"%1\".").arg(line);
    return Error{ErrorKind::CommandFailed, sentence, log.right(4000), {{u"remedy"_s, remedyFor(log)}}};
}

Result<QString> installPackage(WorkIo &io, const HdkPackage &package, std::optional<int> chips)
{
    Result<InstallerState> state = installerState(io.shell, package.name, io.stop);
    if (!state)
        return state.error();
    if (state->kind != InstallerState::Kind::Running) {
        if (io.stop.stop_requested())
            return canceled();
        // Not to be stopped halfway: nobody would know whether it runs.
        WorkIo whole{io.node, io.shell, {}, io.times, io.log, io.progress};
        const Result<CommandOutput> begun = ask(whole, startInstaller(package, chips), std::chrono::seconds(60));
        if (!begun)
            return begun.error();
        if (begun->exitCode == 75)
            return takenBy(io, u""_s);
        if (begun->exitCode != 0)
            return trouble(io.node, DriverText::tr("%1 could not be started.").arg(package.name), remedyFor({}),
                           said(*begun));
    }
    QByteArray log;
    const QDeadlineTimer deadline(io.times.installer);
    const qint64 minutes = std::chrono::duration_cast<std::chrono::minutes>(io.times.installer).count();
    while (true) {
        const Result<CommandOutput> now = io.shell.run({.argv = installerQuestion(package.name, log.size())}, io.stop);
        if (!now) {
            Error error = now.error();
            error.facts.insert(u"remedy"_s,
                               DriverText::tr("The installer goes on by itself on %1. Do not switch the node off; "
                                              "start again, and it is followed to its end.")
                                   .arg(io.node));
            if (error.kind == ErrorKind::Canceled)
                error.message = DriverText::tr("Stopped. The installer goes on by itself on %1").arg(io.node);
            return error;
        }
        const qsizetype cut = now->out.indexOf("--\n");
        const QByteArray piece = cut < 0 ? QByteArray() : now->out.mid(cut + 3);
        *state = readInstallerState(QString::fromUtf8(now->out.left(qMax<qsizetype>(cut, 0))));
        log += piece;
        if (!piece.isEmpty())
            io.log(piece);
        if (const std::optional<double> share = installerShare(QString::fromUtf8(log)))
            io.progress(*share);
        if (state->kind != InstallerState::Kind::Running)
            break;
        if (deadline.hasExpired())
            return trouble(io.node,
                           DriverText::tr("%1 has not ended in %2 minutes.").arg(package.name).arg(minutes),
                           DriverText::tr("It still runs there. Look at the node; start again to follow it."));
        (void)rest(io.stop, std::min(io.times.pause, std::chrono::milliseconds(1000)));
    }
    if (state->kind != InstallerState::Kind::Ended)
        return trouble(io.node,
                       DriverText::tr("%1 was cut short: it is gone and did not end by itself.").arg(package.name),
                       DriverText::tr("Start again: it is run once more from its beginning."),
                       QString::fromUtf8(log.right(4000)));
    if (std::optional<Error> error
        = installerTrouble(package, state->exitCode.value_or(-1), QString::fromUtf8(log))) {
        error->message = io.node + u": "_s + error->message;
        return *error;
    }
    return package.version;
}

Result<QString> restartNode(WorkIo &io)
{
    // The look before took its time: somebody may have begun an installer meanwhile, from wherever.
    const Result<std::optional<QString>> running = runningInstaller(io.shell, io.stop);
    if (!running)
        return running.error();
    if (*running)
        return takenBy(io, **running);
    const Result<CommandOutput> output = ask(io, {u"reboot"_s}, std::chrono::seconds(20));
    if (!output && output.error().kind == ErrorKind::Canceled)
        return output.error();
    if (output && output->exitCode != 0 && output->exitCode < 128)
        return trouble(io.node, DriverText::tr("The node refuses to restart."),
                       DriverText::tr("Restart it yourself, and start again."), said(*output));
    return QString();
}

Result<std::unique_ptr<Shell>> waitForReturn(const QString &node, const ShellFactory &open, const QString &bootId,
                                             const InstallTimes &times, std::stop_token stop)
{
    const QDeadlineTimer back(times.back), unchanged(times.unchanged);
    QElapsedTimer waited;
    waited.start();
    std::unique_ptr<Shell> shell;
    QString last;
    while (true) {
        if (!shell) {
            Result<std::unique_ptr<Shell>> opened = open(stop);
            if (opened)
                shell = *std::move(opened);
            else if (opened.error().kind == ErrorKind::HostKey || opened.error().kind == ErrorKind::Canceled)
                return opened.error();
            else
                last = opened.error().message;
        }
        if (shell) {
            const Result<QString> now = bootIdOf(*shell, stop);
            if (now && *now != bootId)
                return shell;
            if (!now && now.error().kind == ErrorKind::Canceled)
                return now.error();
            if (now && unchanged.hasExpired())
                return trouble(node,
                               DriverText::tr("The node answers, but it has not restarted: its boot id is the one of "
                                              "before."),
                               DriverText::tr("Restart it yourself (`reboot`, or by its BMC), and start again: what is "
                                              "installed is not installed anew."));
            if (!now) {
                last = now.error().message;
                shell.reset();           // the next one may get through
            }
        }
        const qint64 seconds = waited.elapsed() / 1000;
        if (back.hasExpired())
            return Error{ErrorKind::Timeout,
                         node + u": "_s
                             + (seconds < 300
                                    ? DriverText::tr("The node has not come back %1 s after its restart.").arg(seconds)
                                    : DriverText::tr("The node has not come back %1 minutes after its restart.")
                                          .arg(seconds / 60)),
                         last,
                         {{u"remedy"_s,
                           DriverText::tr("Look at its console, by its BMC. When it answers again, start again: it "
                                          "goes on from there.")}}};
        if (!rest(stop, times.pause))
            return canceled();
    }
}

Result<QString> waitForChips(WorkIo &io, const Node &node, const InstallOrder &order, std::optional<int> chips)
{
    const QDeadlineTimer deadline(io.times.chips);
    QString told;
    while (true) {
        const Result<DriverLook> look = lookAtNode(io.shell, node, order.driver, order.firmware, io.stop);
        if (!look)
            return look.error();
        if (io.seen)
            io.seen(*look);
        const std::optional<InstallNote> bad = chipTrouble(*look, chips);
        if (!bad) {
            const qsizetype count = look->npuSmi->chips.size();
            const auto differs = [](const QString &now, const HdkPackage &package) {
                return compareVersions(now, package.version) != 0;
            };
            const auto stays = [&](const QString &sentence) {
                Error error
                    = trouble(io.node, sentence,
                              DriverText::tr("Restart the node once more. If it stays so, install the package again "
                                             "and read /var/log/ascend_seclog/ascend_install.log."));
                error.facts.insert(QLatin1String(owedRestartFact), u"yes"_s);
                return error;
            };
            if (differs(look->loadedDriver, order.driver))
                return stays(DriverText::tr("Driver %1 is installed, but %2 is loaded.")
                                 .arg(order.driver.version, look->loadedDriver));
            for (const QString &version : look->chipFirmware) {
                if (differs(version, order.firmware))
                    return stays(DriverText::tr("Firmware %1 is installed, but the chips run %2.")
                                     .arg(order.firmware.version, version));
            }
            if (look->chipFirmware.isEmpty())
                return DriverText::tr("%1 chips OK, driver %2; which firmware runs was not told")
                    .arg(count).arg(look->loadedDriver);
            return DriverText::tr("%1 chips OK, driver %2, firmware %3")
                .arg(count).arg(look->loadedDriver, look->chipFirmware.first());
        }
        if (deadline.hasExpired())
            return trouble(io.node, bad->sentence, bad->remedy);
        if (io.waits && bad->sentence != told) {
            told = bad->sentence;
            io.waits(told);
        }
        if (!rest(io.stop, io.times.pause))
            return canceled();
    }
}
