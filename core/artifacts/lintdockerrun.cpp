// `docker run` lines as people have them in scripts: what docker refuses, and what an engine on NPUs misses in the
// container. Sources: docker/cli; vllm-ascend docs (installation.md, faqs.md, the tutorials of v0.18.0 and later);
// MindIE-LLM image_usage_guide.md and examples/atb_models deepseek-r1 README (its docker run); mind-cluster's
// ascend-docker-runtime; the failures that each rule names.
#include "core/artifacts/lintkinds.h"
#include "core/engines/engine.h"
#include "core/lint/dockerline.h"
#include "core/lint/linting.h"
#include "core/lint/linttext.h"
#include "core/lint/shellslips.h"
#include "core/recipes/systemfolders.h"

#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QString driverFolder = u"/usr/local/Ascend/driver"_s;

QString optionPlace(const DockerRun &run, const char *option)
{
    const QList<DockerOption> all = run.all(option);
    return shellPlace(all.isEmpty() ? run.line : all.last().line);
}

// ascend-docker-runtime gives devices and driver by itself (mind-cluster, ASCEND_VISIBLE_DEVICES).
bool usesAscendRuntime(const DockerRun &run)
{
    if (run.value("--runtime").contains("ascend"_L1))
        return true;
    const QList<DockerOption> variables = run.all("--env");
    return std::any_of(variables.begin(), variables.end(), [](const DockerOption &variable) {
        return variable.value.startsWith("ASCEND_VISIBLE_DEVICES="_L1);
    });
}

void checkDockerGrammar(const DockerRun &run, Findings &f)
{
    for (const DockerComplaint &complaint : run.complaints) {
        const QString where = shellPlace(complaint.line);
        switch (complaint.kind) {
        case DockerComplaint::Kind::UnknownFlag: {
            const QString near = nearestName(complaint.word, dockerRunFlags());
            f.error("docker.flag", where,
                    LintText::tr("docker refuses it: \"unknown flag: %1\".").arg(shortened(complaint.word)),
                    near.isEmpty() ? LintText::tr("Remove it, or look it up in `docker run --help`.")
                                   : LintText::tr("Did you mean %1?").arg(near));
            break;
        }
        case DockerComplaint::Kind::NoValue:
            f.error("docker.flag", where,
                    LintText::tr("docker refuses it: \"flag needs an argument: %1\".").arg(shortened(complaint.word)));
            break;
        case DockerComplaint::Kind::NoImage:
            f.error("docker.image", where,
                    LintText::tr("No image is named: \"docker run\" requires at least 1 argument."),
                    LintText::tr("The image comes after all options, its command after it."));
        }
    }
    // A switch takes its value after "=" only; the next word is the image then.
    if (run.image.text == "true"_L1 || run.image.text == "false"_L1)
        f.error("docker.switch", shellPlace(run.image.line),
                LintText::tr("\"%1\" is taken for the image: a switch such as --privileged has no value of its own.")
                    .arg(run.image.text),
                LintText::tr("Write --privileged, or --privileged=true in one word."));
    const bool hasOptionAfterImage = std::any_of(run.command.begin(), run.command.end(), [](const ShellWord &word) {
        static const QStringList options{u"--device"_s, u"--net"_s, u"--network"_s, u"--privileged"_s, u"--shm-size"_s,
                                         u"--ipc"_s,    u"-v"_s,    u"--volume"_s,  u"--name"_s};
        return options.contains(word.text.section(u'=', 0, 0));
    });
    if (hasOptionAfterImage)
        f.error("docker.order", shellPlace(run.command.first().line),
                LintText::tr("Options of docker follow the image %1; they are given to the command in the container.")
                    .arg(shortened(run.image.text)),
                LintText::tr("Put all of them before the image."));
    if (run.isOn("--rm") && !run.value("--restart").isEmpty() && run.value("--restart") != "no"_L1)
        f.error("docker.restart", optionPlace(run, "--restart"),
                LintText::tr("docker refuses it: \"conflicting options: cannot specify both --restart and --rm\"."),
                LintText::tr("Remove one of them."));
}

// What may stand there is not missed: neither devices and mounts nor the rest.
void checkDockerFilledIn(const DockerRun &run, Findings &f)
{
    if (run.filledIn.isEmpty())
        return;
    QStringList words;
    for (const ShellWord &word : run.filledIn)
        words << shortened(word.text);
    words.removeDuplicates();
    f.info("docker.filled-in", shellPlace(run.filledIn.first().line),
           LintText::tr("The shell puts options in place of %1 that are not known here; devices, mounts, network and "
                        "/dev/shm may be among them, so none of these is said to be missing.")
               .arg(words.mid(0, 5).join(", "_L1)),
           LintText::tr("To have all of it looked at, take the line that `echo docker run …` prints."));
}

void checkDockerImage(const DockerRun &run, Findings &f)
{
    const QString image = run.image.text;
    if (image.isEmpty() || run.image.isDynamic)
        return;
    const QString last = image.section(u'/', -1);
    const QString tag = last.contains(u'@') ? u"@"_s : last.section(u':', 1);
    if (tag.isEmpty() || tag == "latest"_L1)
        f.warning("docker.tag", shellPlace(run.image.line),
                  LintText::tr(
                      "The image has no tag of its own: \"latest\" is another release one day than the next, and "
                      "on each node the one that it happens to have."),
                  LintText::tr("Name the release, and the same on every node."));
    // An A3 has two dies a card and images of its own: -a3 (vllm-ascend, installation.md).
    const qsizetype npus = run.spec().npus().size();
    if (last.startsWith("vllm-ascend:"_L1) && npus > 8 && !tag.contains("-a3"_L1))
        f.warning("docker.image-kind", shellPlace(run.image.line),
                  LintText::tr("More than eight NPUs are an Atlas A3's, and the image is the one for A2."),
                  LintText::tr("Take the tag that ends in -a3."));
}

// `bash -c "..."` holds commands of its own; what else follows the image is one.
QList<ShellCommand> commandsOf(const DockerRun &run)
{
    if (run.command.isEmpty())
        return {};
    if (run.command.size() < 3 || !run.command[1].text.startsWith(u'-') || !run.command[1].text.endsWith(u'c'))
        return {{run.command.first().line, run.command}};
    return shellCommandsIn(run.command[2]);
}

std::optional<int> npusOf(const ShellCommand &command)
{
    const QStringList argv = command.texts();
    for (const Engine &engine : engines()) {
        if (const std::optional<int> wanted = engine.traces.npus ? engine.traces.npus(argv) : std::nullopt)
            return wanted;
    }
    return {};
}

// The engine would end while its last workers open an NPU that is not there.
void checkDockerNpus(const DockerRun &run, Findings &f)
{
    const qsizetype given = run.spec().npus().size();
    for (const ShellCommand &command : commandsOf(run)) {
        if (const std::optional<int> wanted = npusOf(command); wanted && *wanted > given)
            f.error("docker.npus", shellPlace(command.words.first().line),
                    LintText::tr("The command works on %1 NPUs (tensor x pipeline x data parallel), and the container "
                                 "is given %2.")
                        .arg(*wanted)
                        .arg(given),
                    LintText::tr("One --device=/dev/davinciN for each of them, or less parallel sizes."));
    }
}

// "0-3,6", "Ascend910-0,Ascend910-1": how many cards a variable names; nullopt: that is not told. A range is one of
// ASCEND_VISIBLE_DEVICES only (mind-cluster, ascend-docker-runtime).
std::optional<qsizetype> cardsNamed(const DockerRun &run, const QString &name)
{
    static const QRegularExpression one(u"^(?:Ascend\\w+-)?\\d{1,4}$"_s), range(u"^(\\d{1,4})-(\\d{1,4})$"_s);
    QList<DockerOption> said;
    for (const DockerOption &variable : run.all("--env")) {
        if (variable.value.section(u'=', 0, 0) == name)
            said << variable;
    }
    if (said.isEmpty() || said.last().isDynamic || !said.last().value.contains(u'='))
        return {};
    qsizetype count = 0;
    for (const QString &part : said.last().value.section(u'=', 1).split(u',')) {
        const QRegularExpressionMatch ends = range.match(part.trimmed());
        if (ends.hasMatch())
            count += std::max(0, ends.captured(2).toInt() - ends.captured(1).toInt() + 1);
        else if (one.match(part.trimmed()).hasMatch())
            ++count;
        else
            return {};
    }
    return count;
}

// The same where it is a variable that lets the command see less: the first that does is said.
void checkDockerVisible(const DockerRun &run, Findings &f)
{
    QStringList names{u"ASCEND_RT_VISIBLE_DEVICES"_s};
    if (usesAscendRuntime(run) && !run.isOn("--privileged") && run.spec().npus().isEmpty())
        names << u"ASCEND_VISIBLE_DEVICES"_s; // which cards the runtime gives
    for (const ShellCommand &command : commandsOf(run)) {
        const std::optional<int> wanted = npusOf(command);
        for (const QString &name : std::as_const(names)) {
            const std::optional<qsizetype> given = wanted ? cardsNamed(run, name) : std::nullopt;
            if (!given || *wanted <= *given)
                continue;
            f.error("docker.npus", shellPlace(command.words.first().line),
                    LintText::tr("The command works on %1 NPUs (tensor x pipeline x data parallel), and %2 lets it see "
                                 "%3.",
                                 "a number; a variable; a number")
                        .arg(*wanted)
                        .arg(name)
                        .arg(*given),
                    LintText::tr("Name a card for each of them there, or less parallel sizes."));
            break;
        }
    }
}

// The cards of a container count from 0, whatever they are on the host ("input data rang[0-2)", gpustack issue 3352;
// MindIE-LLM environment_variable.md).
void checkDockerCards(const DockerRun &run, Findings &f)
{
    const qsizetype given = run.spec().npus().size();
    for (const DockerOption &variable : run.all("--env")) {
        if (variable.value.section(u'=', 0, 0) != "ASCEND_RT_VISIBLE_DEVICES"_L1 || variable.isDynamic || given == 0)
            continue;
        for (const QString &card : variable.value.section(u'=', 1).split(u',')) {
            bool isNumber = false;
            if (card.trimmed().toUInt(&isNumber) < given || !isNumber)
                continue;
            f.warning("docker.visible-devices", shellPlace(variable.line),
                      LintText::tr("ASCEND_RT_VISIBLE_DEVICES names card %1, and the container is given %2, which "
                                   "count from 0 in there (\"input data rang\", error code 107001).")
                          .arg(card.trimmed())
                          .arg(given),
                      LintText::tr("Leave it out, or name the cards as the container counts them, from 0 on."));
            break;
        }
    }
}

void checkDockerDevices(const DockerRun &run, Findings &f)
{
    static const QStringList managers{u"/dev/davinci_manager"_s, u"/dev/devmm_svm"_s, u"/dev/hisi_hdc"_s};
    QStringList given;
    bool isOneDynamic = false;
    for (const DockerOption &option : run.all("--device")) {
        const QString path = option.value.section(u':', 0, 0);
        isOneDynamic = isOneDynamic || option.isDynamic;
        if (given.contains(path))
            f.warning("docker.device-twice", shellPlace(option.line),
                      LintText::tr("%1 is given twice.").arg(shortened(path)), LintText::tr("Remove one of them."));
        static const QRegularExpression davinci(u"^/dev/davinci\\d{1,3}$"_s);
        const QString near
            = davinci.match(path).hasMatch() || managers.contains(path) ? QString() : nearestName(path, managers);
        if (!near.isEmpty())
            f.error("docker.device-name", shellPlace(option.line),
                    LintText::tr("%1 is no device of the driver: docker says \"error gathering device information\".")
                        .arg(shortened(path)),
                    LintText::tr("Did you mean %1?").arg(near));
        given << path;
    }
    if (run.filledIn.isEmpty())
        checkDockerVisible(run, f);
    // all of them are there, or not known here
    if (run.isOn("--privileged") || usesAscendRuntime(run) || isOneDynamic || !run.filledIn.isEmpty())
        return;
    checkDockerCards(run, f);
    if (run.spec().npus().isEmpty())
        f.error("docker.npus", shellPlace(run.line),
                LintText::tr("No NPU is given to the container: no --device=/dev/davinciN (\"visible devices (0)\")."),
                LintText::tr("One --device=/dev/davinciN for each NPU; `ls /dev/davinci*` lists them."));
    else
        checkDockerNpus(run, f);
    for (const QString &manager : managers) {
        if (!given.contains(manager))
            f.error("docker.device-manager", shellPlace(run.line),
                    LintText::tr("%1 is not given to the container; without it no program opens an NPU (dcmi -8005, "
                                 "aclInit 507008).")
                        .arg(manager),
                    u"--device="_s + manager);
    }
}

bool isInContainer(const ContainerSpec &spec, const QString &path)
{
    return std::any_of(spec.mounts.begin(), spec.mounts.end(), [&](const ContainerMount &mount) {
        QString target = mount.target;
        while (target.size() > 1 && target.endsWith(u'/'))
            target.chop(1);
        return path == target || path.startsWith(target + u'/');
    });
}

void checkDockerDriver(const DockerRun &run, const ContainerSpec &spec, Findings &f)
{
    if (usesAscendRuntime(run) || !run.filledIn.isEmpty())
        return;
    if (!isInContainer(spec, driverFolder + u"/lib64"_s))
        f.error("docker.driver", shellPlace(run.line),
                LintText::tr("The host's driver libraries are not in the container; it must be the host's own version "
                             "(\"libascend_hal.so: cannot open shared object file\", dcmi -8005)."),
                u"-v %1:%1"_s.arg(driverFolder));
    else if (!isInContainer(spec, driverFolder + u"/version.info"_s))
        f.warning("docker.driver", shellPlace(run.line),
                  LintText::tr(
                      "The driver's version.info is not in the container; CANN asks it for the driver's version."),
                  u"-v %1/version.info:%1/version.info"_s.arg(driverFolder));
    if (!isInContainer(spec, u"/usr/local/bin/npu-smi"_s) && !isInContainer(spec, u"/usr/local/sbin/npu-smi"_s))
        f.info("docker.npu-smi", shellPlace(run.line),
               LintText::tr("npu-smi is not in the container, so nobody can look at the NPUs from in there."),
               LintText::tr("Mount where the host has it, /usr/local/bin/npu-smi or /usr/local/sbin/npu-smi, and "
                            "/usr/local/dcmi."));
}

void checkDockerMounts(const DockerRun &run, Findings &f)
{
    QHash<QString, int> targets;
    for (const DockerOption &option : run.options) {
        if (option.name != "--volume"_L1 || option.isDynamic)
            continue;
        const QStringList parts = option.value.split(u':');
        const QString where = shellPlace(option.line), source = parts[0];
        QString target = parts.value(1);
        while (target.size() > 1 && target.endsWith(u'/'))
            target.chop(1);
        if (option.value.contains("/usr/local/ascend"_L1))
            f.error("docker.path-case", where,
                    LintText::tr("\"/usr/local/ascend\" does not exist: paths are case-sensitive, and docker makes an "
                                 "empty folder of that name."),
                    LintText::tr("/usr/local/Ascend"));
        if (parts.size() > 3 || (parts.size() > 1 && !target.startsWith(u'/'))) {
            f.error("docker.mount", where,
                    LintText::tr("docker refuses the mount \"%1\": HOST:CONTAINER[:ro], the second an absolute path.")
                        .arg(shortened(option.value)));
            continue;
        }
        // docker/cli opts, volumespec; moby volume/names. The shell has turned the "~" of `isHome` into a path.
        static const QRegularExpression volume(u"^[A-Za-z0-9][A-Za-z0-9_.-]+$"_s);
        if (parts.size() > 1 && source.startsWith(u'.'))
            f.info("docker.mount", where,
                   LintText::tr("\"%1\" counts from the folder in which docker is called; docker before 23.0 refuses "
                                "such a path.")
                       .arg(shortened(source)),
                   LintText::tr("Write the absolute path of the host before the colon."));
        else if (parts.size() > 1 && !source.startsWith(u'/') && !option.isHome && !volume.match(source).hasMatch())
            f.error("docker.mount", where,
                    LintText::tr("docker takes \"%1\" for the name of a volume and refuses it: \"includes invalid "
                                 "characters for a local volume name\".")
                        .arg(shortened(source)),
                    source.startsWith(u'~')
                        ? LintText::tr("Write $HOME: the shell fills in a ~ only at the beginning of a word, outside "
                                       "quotation marks.")
                        : LintText::tr("Write the absolute path of the host before the colon."));
        else if (parts.size() == 1 || (!source.startsWith(u'/') && !option.isHome))
            f.warning("docker.mount", where,
                      LintText::tr("\"%1\" is no path of the host: docker makes a volume of its own, and it is empty.")
                          .arg(shortened(source)),
                      LintText::tr("Write the absolute path of the host before the colon."));
        if (parts.size() == 1)
            continue;
        if (targets.contains(target))
            f.error("docker.mount", where,
                    LintText::tr("docker refuses it: \"Duplicate mount point: %1\"; line %2 has it already.")
                        .arg(shortened(target))
                        .arg(targets.value(target)),
                    LintText::tr("Remove one of them."));
        targets.insert(target, option.line);
        if (target == "/"_L1)
            f.error("docker.mount", where, LintText::tr("docker refuses a mount over \"/\"."));
    }
}

// --mount, as moby takes it (volume/mounts, linux_parser.go: a bind's source is absolute; a volume has a name). The
// shell turns no "~" in the middle of a word into a path; of a word that begins like "source=~/x" bash does.
void checkDockerMountOptions(const DockerRun &run, Findings &f)
{
    for (const DockerOption &option : run.all("--mount")) {
        QString type = u"volume"_s, source;
        for (const QString &part : option.value.split(u',')) {
            const QString key = part.section(u'=', 0, 0).trimmed().toLower(), value = part.section(u'=', 1);
            if (key == "type"_L1)
                type = value.toLower();
            else if (key == "source"_L1 || key == "src"_L1)
                source = value;
        }
        const bool isBind = type == "bind"_L1, isHome = source.startsWith(u'~');
        const bool isFilledInByBash
            = isHome && (option.value.startsWith("source="_L1) || option.value.startsWith("src="_L1));
        if (option.isDynamic || isFilledInByBash || source.isEmpty() || source.startsWith(u'/')
            || source.startsWith(u'.') || !(isBind || (isHome && type == "volume"_L1)))
            continue;
        f.error("docker.mount", shellPlace(option.line),
                isBind ? LintText::tr("docker refuses the mount \"%1\": \"mount path must be absolute\".")
                             .arg(shortened(source))
                       : LintText::tr("docker takes \"%1\" for the name of a volume and refuses it: \"includes invalid "
                                      "characters for a local volume name\".")
                             .arg(shortened(source)),
                isHome ? LintText::tr("Write $HOME: the shell fills in a ~ only at the beginning of a word, outside "
                                      "quotation marks.")
                       : LintText::tr("Write the absolute path of the host after \"source=\"."));
    }
}

// What a person has mounted besides the driver and the host's own files.
void checkDockerWeights(const DockerRun &run, const ContainerSpec &spec, Findings &f)
{
    const bool isAnyDynamic = std::any_of(run.options.begin(), run.options.end(), [](const DockerOption &option) {
        return option.isDynamic && (option.name == "--volume"_L1 || option.name == "--mount"_L1);
    });
    if (isAnyDynamic || !run.filledIn.isEmpty() || !run.all("--volumes-from").isEmpty())
        return;
    QStringList own;
    for (const ContainerMount &mount : spec.mounts) {
        const bool isSystem = mount.target.startsWith("/usr/local/"_L1) || mount.target.startsWith("/etc/"_L1)
            || mount.target.startsWith("/var/"_L1) || mount.target.startsWith("/dev"_L1)
            || mount.target.startsWith("/sys"_L1) || mount.target.startsWith("/lib"_L1)
            || mount.target.startsWith("/run"_L1);
        if (!isSystem)
            own << mount.target;
    }
    if (own.isEmpty()) {
        f.warning("docker.weights", shellPlace(run.line),
                  LintText::tr("No folder for the weights is mounted; the container has only what is in the image."),
                  LintText::tr("-v /data/weights:/data/weights:ro, with your own folder"));
        return;
    }
    QStringList argv;
    for (const ShellWord &word : run.command)
        argv << word.text;
    for (const Engine &engine : engines()) {
        if (!engine.traces.isService || !engine.traces.isService(argv) || !engine.traces.told)
            continue;
        RunningProcess process;
        process.argv = argv;
        const Json told = engine.traces.told(process, {}, Recipe()).flatten();
        for (const Json &value : told) {
            const QString path = value.is_string() ? value.get<QString>() : QString();
            static const QRegularExpression file(u"\\.(json|jinja2?|py|txt|ya?ml|log|pem)$"_s);
            if (path.startsWith(u'/') && !path.contains(u' ') && !file.match(path).hasMatch() && !isSystemFolder(path)
                && !isInContainer(spec, path))
                f.error("docker.weights", shellPlace(run.command.first().line),
                        LintText::tr("The command reads %1, and no mount brings it into the container.")
                            .arg(shortened(path)),
                        LintText::tr("Mount the folder under that path, or name it as the container sees it."));
        }
    }
}

// [[ADDRESS:]HOST:]CONTAINER[/udp], ports or ranges of them: does it lead to this port in the container?
bool leadsTo(const QString &published, int port)
{
    const QString inside = published.section(u'/', 0, 0).section(u':', -1);
    const int first = inside.section(u'-', 0, 0).toInt(), last = inside.section(u'-', -1).toInt();
    return first <= port && port <= last;
}

// The command in a network of its own, behind published ports.
void checkDockerPublished(const DockerRun &run, const QList<DockerOption> &published, Findings &f)
{
    const bool isKnown = run.filledIn.isEmpty() && !run.isOn("--publish-all")
        && std::none_of(published.begin(), published.end(), [](const DockerOption &one) { return one.isDynamic; });
    for (const ShellCommand &command : commandsOf(run)) {
        const QStringList argv = command.texts();
        for (const Engine &engine : engines()) {
            const std::optional<ListenAddress> listens
                = engine.traces.listens ? engine.traces.listens(argv) : std::nullopt;
            if (!listens)
                continue;
            const QString where = shellPlace(command.words.first().line);
            if (listens->host == "localhost"_L1 || listens->host == "::1"_L1 || listens->host.startsWith("127."_L1))
                f.warning("docker.publish", where,
                          LintText::tr("The service listens on %1 of the container only; what -p publishes does not "
                                       "reach it there.")
                              .arg(listens->host),
                          LintText::tr("--host 0.0.0.0"));
            if (listens->port && isKnown
                && std::none_of(published.begin(), published.end(),
                                [&](const DockerOption &one) { return leadsTo(one.value, *listens->port); }))
                f.warning("docker.publish", where,
                          LintText::tr("The service listens on port %1 of the container, and no -p leads there.")
                              .arg(*listens->port),
                          LintText::tr("-p HOST:%1, or --port as it is published.").arg(*listens->port));
        }
    }
}

void checkDockerNetwork(const DockerRun &run, const ContainerSpec &spec, Findings &f)
{
    const QList<DockerOption> published = run.all("--publish");
    if (spec.network == "host"_L1) {
        if (!published.isEmpty())
            f.info("docker.publish", shellPlace(published.first().line),
                   LintText::tr("Published ports are discarded when using host network mode."),
                   LintText::tr("Remove -p."));
        return;
    }
    if (!published.isEmpty() && !spec.network.startsWith("container:"_L1))
        checkDockerPublished(run, published, f);
    const QList<DockerOption> networks = run.all("--network");
    if (networks.value(0).isDynamic || (networks.isEmpty() && !run.filledIn.isEmpty()))
        return;
    f.warning("docker.network", networks.isEmpty() ? shellPlace(run.line) : optionPlace(run, "--network"),
              published.isEmpty()
                  ? LintText::tr("The container has a network of its own and publishes no port: nobody reaches the "
                                 "service, and with several nodes HCCL does not find the host's interface (EI0001).")
                  : LintText::tr(
                      "The container has a network of its own: for one node that is enough, with several HCCL "
                      "and the engines do not find the host's addresses and interface (EI0001)."),
              LintText::tr("--net=host"));
}

// docker's default is 64 MB; MindIE asks for 1 GB and more, the tutorials of vLLM-Ascend for 1g to 512g.
void checkDockerShm(const DockerRun &run, const ContainerSpec &spec, Findings &f)
{
    constexpr qint64 gib = qint64(1) << 30;
    const QString size = run.value("--shm-size");
    const bool isDynamic = run.all("--shm-size").value(0).isDynamic;
    if (!size.isEmpty() && !spec.shmBytes && !isDynamic)
        f.error("docker.shm", optionPlace(run, "--shm-size"),
                LintText::tr("docker refuses it: \"invalid size: '%1'\".").arg(shortened(size)),
                LintText::tr("A number and its unit in one word: --shm-size=16g"));
    if (spec.ipc == "host"_L1) {
        if (!size.isEmpty())
            f.warning("docker.shm-both", optionPlace(run, "--shm-size"),
                      LintText::tr(
                          "--ipc=host and --shm-size together: docker ignores the size, podman refuses the pair."),
                      LintText::tr("Keep one of them."));
        return;
    }
    if (size.isEmpty() && run.filledIn.isEmpty())
        f.error("docker.shm", shellPlace(run.line),
                LintText::tr(
                    "Neither --shm-size nor --ipc=host: /dev/shm has docker's 64 MB, and the processes end in a "
                    "bus error."),
                LintText::tr("--shm-size=16g or more; MindIE asks for at least 1 GB, with data parallel 16 for 9."));
    else if (spec.shmBytes && *spec.shmBytes < gib)
        f.error("docker.shm", optionPlace(run, "--shm-size"),
                LintText::tr("/dev/shm of %1 is less than the 1 GB that the engines need (Bus error, MIE04E120208).")
                    .arg(shortened(size)),
                LintText::tr("--shm-size=16g or more; MindIE asks for at least 1 GB, with data parallel 16 for 9."));
}

void checkDockerRights(const DockerRun &run, Findings &f)
{
    if (run.isOn("--privileged"))
        f.info("docker.privileged", optionPlace(run, "--privileged"),
               LintText::tr("--privileged: the container may do on the host what root may, and sees all NPUs, those of "
                            "other services among them. MindIE's and today's vLLM-Ascend's instructions use it."),
               LintText::tr(
                   "Where the devices are listed, try without it; keep it where --shm-size or the devices end in "
                   "\"Operation not permitted\"."));
    const QString user = run.value("--user");
    if (!user.isEmpty() && user != "root"_L1 && user != "0"_L1 && !user.startsWith("0:"_L1))
        f.warning("docker.user", optionPlace(run, "--user"),
                  LintText::tr("The user %1 must be in the host's group HwHiAiUser: /dev/davinci* have mode 660 (dcmi "
                               "-8005).")
                      .arg(shortened(user)),
                  LintText::tr("Leave --user out, or add --group-add with that group's number."));
}

// The variables, as an env script would have them, judged by the same rules and put back to their places.
void checkDockerVariables(const DockerRun &run, const LintContext &context, Findings &f)
{
    QByteArray script;
    QList<int> lines;
    static const QRegularExpression secret(u"(KEY|TOKEN|PASSWORD|PASSWD|SECRET)$"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    for (const DockerOption &variable : run.all("--env")) {
        const QString name = variable.value.section(u'=', 0, 0), value = variable.value.section(u'=', 1);
        if (!variable.value.contains(u'='))
            continue; // taken from the shell that calls docker
        if (secret.match(name).hasMatch() && !variable.isDynamic && !value.isEmpty())
            f.warning("docker.secret", shellPlace(variable.line),
                      LintText::tr(
                          "%1 is a secret on the command line: `docker inspect` and the shell's history show it.")
                          .arg(shortened(name)),
                      LintText::tr("-e %1 without a value takes it from the environment; or use --env-file.")
                          .arg(shortened(name)));
        if (variable.isDynamic || value.contains(u'\n'))
            continue;
        script += name.toUtf8() + "='" + QString(value).remove(u'\'').toUtf8() + "'\n";
        lines << variable.line;
    }
    LintContext ofImage = context;
    if (context.release.isEmpty())
        ofImage.release = run.image.text;
    const Result<QList<LintFinding>> found = script.isEmpty() ? QList<LintFinding>() : lintEnv(script, ofImage);
    if (!found)
        return;
    static const QRegularExpression number(u"\\d+"_s);
    for (const LintFinding &finding : *found) {
        const int line = lines.value(number.match(finding.where).captured().toInt() - 1, run.line);
        const QByteArray rule = finding.rule.toLatin1();
        if (finding.severity == Severity::Error)
            f.error(rule.constData(), shellPlace(line), finding.message, finding.remedy);
        else if (finding.severity == Severity::Warning)
            f.warning(rule.constData(), shellPlace(line), finding.message, finding.remedy);
        else
            f.info(rule.constData(), shellPlace(line), finding.message, finding.remedy);
    }
}

// Of the node, as its devices are listed: Ascend's servers have eight or sixteen, and a line may list some of them.
// Empty: the line does not tell, or the container may see others, too.
QList<int> npusToldBy(const DockerRun &run, const ContainerSpec &spec)
{
    const QList<int> ids = spec.npus();
    if (ids.isEmpty() || !run.filledIn.isEmpty() || run.isOn("--privileged") || usesAscendRuntime(run))
        return {};
    return {ids.last() < 8 ? 8 : std::max(16, ids.last() + 1)};
}

void checkDockerCommand(const DockerRun &run, const ContainerSpec &spec, const LintContext &context, Findings &f)
{
    // What is filled in may be a variable, too.
    GivenVariables given{{}, !run.filledIn.isEmpty() || !run.all("--env-file").isEmpty(), npuCounts(context.facts)};
    if (given.npus.isEmpty())
        given.npus = npusToldBy(run, spec);
    for (const DockerOption &variable : run.all("--env")) {
        const bool isKnown = variable.value.contains(u'=') && !variable.isDynamic;
        given.values[variable.value.section(u'=', 0, 0)] = isKnown ? variable.value.section(u'=', 1) : u"$"_s;
    }
    const QList<ShellCommand> commands = commandsOf(run);
    for (const Engine &engine : engines()) {
        if (engine.traces.lintCommands)
            engine.traces.lintCommands(commands, run.image.text, given, f);
    }
}

} // namespace

Result<QList<LintFinding>> lintDockerRun(const QByteArray &content, const LintContext &context)
{
    Findings f;
    const QString text = content.contains('\0') ? QString() : shellTextOf(content);
    bool isAny = false;
    for (const ShellCommand &command : shellCommands(text)) {
        const std::optional<DockerRun> run = dockerRunOf(command);
        if (!run)
            continue;
        if (!isAny)
            checkShellSlips(text, f);
        isAny = true;
        const ContainerSpec spec = run->spec();
        checkDockerGrammar(*run, f);
        checkDockerFilledIn(*run, f);
        checkDockerImage(*run, f);
        checkDockerDevices(*run, f);
        checkDockerDriver(*run, spec, f);
        checkDockerMounts(*run, f);
        checkDockerMountOptions(*run, f);
        checkDockerWeights(*run, spec, f);
        checkDockerNetwork(*run, spec, f);
        checkDockerShm(*run, spec, f);
        checkDockerRights(*run, f);
        checkDockerVariables(*run, context, f);
        checkDockerCommand(*run, spec, context, f);
    }
    if (!isAny)
        return Error{ErrorKind::Parse,
                     LintText::tr("This is not a file of the kind \"%1\": %2")
                         .arg(u"docker-run"_s, LintText::tr("no `docker run` is in it.")),
                     {},
                     {}};
    return f.list();
}
