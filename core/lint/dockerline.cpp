#include "core/lint/dockerline.h"

#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// Of `docker run` 28 (docker/cli docs/reference/commandline/container_run.md); those of earlier ones are among them.
const char *const switchNames
    = "detach disable-content-trust help init interactive no-healthcheck oom-kill-disable privileged publish-all quiet "
      "read-only rm sig-proxy tty use-api-socket";
const char *const valueNames
    = "add-host annotation attach blkio-weight blkio-weight-device cap-add cap-drop cgroup-parent cgroupns cidfile "
      "cpu-count cpu-percent cpu-period cpu-quota cpu-rt-period cpu-rt-runtime cpu-shares cpus cpuset-cpus cpuset-mems "
      "detach-keys device device-cgroup-rule device-read-bps device-read-iops device-write-bps device-write-iops dns "
      "dns-opt dns-option dns-search domainname entrypoint env env-file expose gpus group-add health-cmd "
      "health-interval health-retries health-start-interval health-start-period health-timeout hostname "
      "io-maxbandwidth "
      "io-maxiops ip ip6 ipc isolation kernel-memory label label-file link link-local-ip log-driver log-opt "
      "mac-address "
      "memory memory-reservation memory-swap memory-swappiness mount name net net-alias network network-alias "
      "oom-score-adj pid pids-limit platform publish pull restart runtime security-opt shm-size stop-signal "
      "stop-timeout storage-opt sysctl tmpfs ulimit user userns uts volume volume-driver volumes-from workdir";
const char *const shortNames = "d=detach i=interactive P=publish-all q=quiet t=tty a=attach c=cpu-shares e=env "
                               "h=hostname l=label m=memory p=publish u=user v=volume w=workdir";

enum class Takes { Nothing, Value, Unknown };

struct Flags {
    QHash<QString, Takes> byName; // without dashes
    QHash<QChar, QString> byLetter;
};

const Flags &knownFlags()
{
    static const Flags flags = [] {
        Flags all;
        for (const QString &name : QString::fromLatin1(switchNames).split(u' '))
            all.byName.insert(name, Takes::Nothing);
        for (const QString &name : QString::fromLatin1(valueNames).split(u' '))
            all.byName.insert(name, Takes::Value);
        for (const QString &pair : QString::fromLatin1(shortNames).split(u' '))
            all.byLetter.insert(pair[0], pair.mid(2));
        return all;
    }();
    return flags;
}

Takes takes(const QString &name)
{
    return knownFlags().byName.value(name, Takes::Unknown);
}

// Two spellings of one option.
QString longName(const QString &name)
{
    const QString one = name == "net"_L1 ? u"network"_s
        : name == "net-alias"_L1         ? u"network-alias"_s
        : name == "dns-opt"_L1           ? u"dns-option"_s
                                         : name;
    return u"--"_s + one;
}

class DockerLineReader {
public:
    explicit DockerLineReader(const QList<ShellWord> &words)
        : m_words(words)
    {
    }

    DockerRun run()
    {
        for (; m_at < m_words.size(); ++m_at) {
            const QString &text = m_words[m_at].text;
            if (text == "--"_L1) {
                ++m_at;
                break;
            }
            if (isAnyOption(m_at)) {
                m_run.filledIn << m_words[m_at];
                continue;
            }
            if (!isOption(text))
                break;
            if (text.startsWith("--"_L1))
                longOption(text.mid(2));
            else
                shortOptions(text.mid(1));
        }
        if (m_at < m_words.size()) {
            m_run.image = m_words[m_at];
            m_run.command = m_words.mid(m_at + 1);
        } else {
            m_run.complaints << DockerComplaint{DockerComplaint::Kind::NoImage,
                                                {},
                                                m_words.isEmpty() ? 1 : m_words.last().line};
        }
        return m_run;
    }

private:
    static bool isOption(const QString &text) { return text.size() > 1 && text.startsWith(u'-'); }

    // "--$X", "$DEVICES", "${args[@]}": what the shell makes of it may be options. It is the image where none of
    // docker's options, no image and no other such word follows.
    bool isAnyOption(qsizetype at) const
    {
        static const QRegularExpression name(u"^--?[$`]"_s),
            image(u"^\\$\\{?\\w*(?:image|img)(?:_?(?:name|id|tag|url|uri|ref))?(?![A-Za-z0-9_])|^(?:`|\\$\\().*image"_s,
                  QRegularExpression::CaseInsensitiveOption);
        const ShellWord &word = m_words[at];
        if (word.isDynamic && name.match(word.text).hasMatch())
            return true;
        if (!isFilledInWhole(word) || image.match(word.text).hasMatch() || at + 1 >= m_words.size())
            return false;
        const ShellWord &next = m_words[at + 1];
        return isFilledInWhole(next) || isTaggedImage(next.text) || (isDockers(next.text) && leadsToImage(at + 1));
    }

    static bool isTaggedImage(const QString &text)
    {
        static const QRegularExpression shape(u"^(?:[\\w.-]+(?::\\d+)?/)*[\\w.-]+(?::\\w[\\w.-]*|@sha256:\\w+)$"_s);
        return shape.match(text).hasMatch();
    }

    static bool isDockers(const QString &option)
    {
        return isOption(option)
            && (option.startsWith("--"_L1) ? takes(option.mid(2).section(u'=', 0, 0)) != Takes::Unknown
                                           : knownFlags().byLetter.contains(option[1]));
    }

    // Behind these options stands what may be an image.
    bool leadsToImage(qsizetype at) const
    {
        static const QRegularExpression shape(u"^[a-z0-9][\\w.:/@-]*$"_s),
            program(u"^(?:ba|z|k)?sh$|^vllm$|^python[\\d.]*$|\\.(?:sh|py)$"_s);
        for (; at < m_words.size() && isOption(m_words[at].text); ++at) {
            const QString &text = m_words[at].text;
            const bool isLong = text.startsWith("--"_L1);
            const QString name = isLong ? text.mid(2) : knownFlags().byLetter.value(text.back());
            if (takes(name) == Takes::Value && (isLong || !isValueInside(text)))
                ++at; // its value
        }
        return at < m_words.size()
            && (m_words[at].isDynamic
                || (shape.match(m_words[at].text).hasMatch() && !program.match(m_words[at].text).hasMatch()));
    }

    // "-eA=b", "-p80:80": the last letter is none of an option's.
    static bool isValueInside(const QString &text)
    {
        for (qsizetype i = 1; i + 1 < text.size(); ++i) {
            if (takes(knownFlags().byLetter.value(text[i])) != Takes::Nothing)
                return true;
        }
        return false;
    }

    void add(const QString &name, const QString &value, int line, bool isDynamic, bool isHome = false)
    {
        m_run.options << DockerOption{longName(name), value, line, isDynamic, isHome};
    }

    // The next word, whatever it is, as pflag does.
    void takeNext(const QString &name, const QString &shown)
    {
        const int line = m_words[m_at].line;
        if (m_at + 1 >= m_words.size()) {
            m_run.complaints << DockerComplaint{DockerComplaint::Kind::NoValue, shown, line};
            return;
        }
        ++m_at;
        add(name, m_words[m_at].text, line, m_words[m_at].isDynamic, m_words[m_at].isHome);
    }

    void longOption(const QString &text)
    {
        const ShellWord &word = m_words[m_at];
        const qsizetype equals = text.indexOf(u'=');
        const QString name = equals < 0 ? text : text.left(equals);
        switch (takes(name)) {
        case Takes::Unknown:
            m_run.complaints << DockerComplaint{DockerComplaint::Kind::UnknownFlag, u"--"_s + name, word.line};
            // It most likely has a value where the next word is none of its own, so that not all that follows is read
            // as the image and its command.
            if (equals < 0 && m_at + 2 < m_words.size() && !m_words[m_at + 1].text.startsWith(u'-')
                && m_words[m_at + 2].text.startsWith(u'-'))
                ++m_at;
            return;
        case Takes::Nothing:
            add(name, equals < 0 ? u"true"_s : text.mid(equals + 1), word.line, word.isDynamic);
            return;
        case Takes::Value:
            if (equals < 0)
                takeNext(name, u"--"_s + name);
            else
                add(name, text.mid(equals + 1), word.line, word.isDynamic);
        }
    }

    void shortOptions(const QString &letters)
    {
        const ShellWord word = m_words[m_at];
        for (qsizetype i = 0; i < letters.size(); ++i) {
            const QString name = knownFlags().byLetter.value(letters[i]);
            const QString shown = u"-"_s + letters[i];
            if (name.isEmpty()) {
                m_run.complaints << DockerComplaint{DockerComplaint::Kind::UnknownFlag, shown, word.line};
                return;
            }
            const bool hasEquals = letters.mid(i + 1).startsWith(u'=');
            if (takes(name) == Takes::Nothing && !hasEquals) {
                add(name, u"true"_s, word.line, false);
                continue;
            }
            const QString rest = letters.mid(i + (hasEquals ? 2 : 1));
            if (rest.isEmpty() && !hasEquals)
                takeNext(name, shown);
            else
                add(name, rest, word.line, word.isDynamic);
            return;
        }
    }

    const QList<ShellWord> &m_words;
    qsizetype m_at = 0;
    DockerRun m_run;
};

// -v SOURCE:TARGET[:ro,z,...], --mount type=bind,source=...,target=...,readonly
std::optional<ContainerMount> mountOf(const DockerOption &option)
{
    ContainerMount mount;
    if (option.name == "--volume"_L1) {
        const QStringList parts = option.value.split(u':');
        if (parts.size() < 2)
            return {};
        return ContainerMount{parts[0], parts[1], parts.value(2).split(u',').contains("ro"_L1)};
    }
    for (const QString &part : option.value.split(u',')) {
        const QString key = part.section(u'=', 0, 0), value = part.section(u'=', 1);
        if (key == "source"_L1 || key == "src"_L1)
            mount.source = value;
        else if (key == "target"_L1 || key == "destination"_L1 || key == "dst"_L1)
            mount.target = value;
        else if (key == "readonly"_L1 || key == "ro"_L1)
            mount.isReadOnly = value.isEmpty() || value == "true"_L1 || value == "1"_L1;
        else if (key == "type"_L1 && value == "tmpfs"_L1)
            return {};
    }
    return mount.target.isEmpty() ? std::nullopt : std::optional(mount);
}

} // namespace

QList<DockerOption> DockerRun::all(const char *name) const
{
    QList<DockerOption> list;
    for (const DockerOption &option : options) {
        if (option.name == QLatin1String(name))
            list << option;
    }
    return list;
}

QString DockerRun::value(const char *name) const
{
    const QList<DockerOption> list = all(name);
    return list.isEmpty() ? QString() : list.last().value;
}

bool DockerRun::isOn(const char *name) const
{
    const QString text = value(name).toLower(); // strconv.ParseBool
    return text == "true"_L1 || text == "1"_L1 || text == "t"_L1;
}

ContainerSpec DockerRun::spec() const
{
    ContainerSpec spec;
    spec.name = value("--name");
    spec.image = image.text;
    spec.network = value("--network");
    if (spec.network.isEmpty() || spec.network == "default"_L1)
        spec.network = u"bridge"_s;
    spec.ipc = value("--ipc");
    if (spec.ipc.isEmpty())
        spec.ipc = u"private"_s;
    spec.isPrivileged = isOn("--privileged");
    spec.shmBytes = dockerBytes(value("--shm-size"));
    spec.runtime = value("--runtime");
    for (const DockerOption &option : all("--device"))
        spec.devices << option.value.section(u':', 0, 0);
    for (const DockerOption &option : options) {
        if (option.name != "--volume"_L1 && option.name != "--mount"_L1)
            continue;
        if (const std::optional<ContainerMount> mount = mountOf(option))
            spec.mounts << *mount;
    }
    return spec;
}

std::optional<DockerRun> dockerRunOf(const ShellCommand &command)
{
    for (qsizetype i = 0; i + 1 < command.words.size(); ++i) {
        const QString program = QFileInfo(command.words[i].text).fileName();
        if (program != "docker"_L1 && program != "podman"_L1 && program != "nerdctl"_L1)
            continue;
        qsizetype verb = i + 1;
        if (command.words[verb].text == "container"_L1)
            ++verb;
        if (verb >= command.words.size() || command.words[verb].text != "run"_L1)
            continue;
        DockerRun run = DockerLineReader(command.words.mid(verb + 1)).run();
        run.line = command.words[i].line;
        return run;
    }
    return {};
}

std::optional<DockerRun> dockerRunOf(const QStringList &argv)
{
    ShellCommand command;
    for (const QString &word : argv)
        command.words << ShellWord{word, false, 1, false};
    return dockerRunOf(command);
}

std::optional<qint64> dockerBytes(const QString &size)
{
    static const QRegularExpression shape(u"^(\\d{1,12})(?:\\.(\\d+))? ?(?:([kmgtp])(?:i?b)?|b)?$"_s,
                                          QRegularExpression::CaseInsensitiveOption); // go-units, RAMInBytes
    const QRegularExpressionMatch match = shape.match(size);
    if (!match.hasMatch())
        return {};
    const QString unit = match.captured(3).toLower();
    const qsizetype power = unit.isEmpty() ? 0 : u"kmgtp"_s.indexOf(unit) + 1;
    const double number = (match.captured(1) + u'.' + match.captured(2) + u'0').toDouble();
    const double bytes = number * double(qint64(1) << (10 * power));
    return bytes < 9e18 ? std::optional(qint64(bytes)) : std::nullopt;
}

QStringList dockerRunFlags()
{
    QStringList names;
    for (const QString &name : (QString::fromLatin1(switchNames) + u' ' + QString::fromLatin1(valueNames)).split(u' '))
        names << u"--"_s + name;
    return names;
}
