// A `docker run` line as docker's own parser takes it (docker/cli, cli/command/container/opts.go; spf13/pflag): options
// up to the image, "--flag value", "--flag=value", "-v a:b", joined short ones ("-itd"), what follows the image is the
// command. podman and nerdctl read the same. A word among the options that is all the shell's to fill in, such as
// $DEVICES, may be any of them.
#pragma once

#include "core/facts/containerspec.h"
#include "core/lint/shelltext.h"

struct DockerOption {
    QString name; // its long name: "--volume"
    QString value; // of a switch "true", or what follows its "="
    int line = 0;
    bool isDynamic = false;
    bool isHome = false; // see ShellWord
    bool operator==(const DockerOption &) const = default;
};

// Why docker would refuse the line, in its own words.
struct DockerComplaint {
    enum class Kind { UnknownFlag, NoValue, NoImage } kind = Kind::UnknownFlag;
    QString word; // the flag; of NoImage empty
    int line = 0;
    bool operator==(const DockerComplaint &) const = default;
};

struct DockerRun {
    QList<DockerOption> options;
    ShellWord image; // text empty: none was found
    QList<ShellWord> command; // after the image
    QList<ShellWord> filledIn; // options that are not known here
    QList<DockerComplaint> complaints;
    int line = 1; // where it begins

    QList<DockerOption> all(const char *name) const;
    QString value(const char *name) const; // the last one's; empty: it is not there
    bool isOn(const char *name) const; // a switch
    ContainerSpec spec() const; // network and ipc as docker sets them where nothing is said
};

// The command's words from "docker run" (or "docker container run", behind sudo and variables) on; nullopt: it is none.
std::optional<DockerRun> dockerRunOf(const ShellCommand &command);
std::optional<DockerRun> dockerRunOf(const QStringList &argv);

// "16g", "500G", "1073741824" as docker reads a size; nullopt: it is none.
std::optional<qint64> dockerBytes(const QString &size);
QStringList dockerRunFlags(); // the long names of all
