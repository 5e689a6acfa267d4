// The hosts of ~/.ssh/config, to choose nodes from.
#pragma once

#include "core/shell/sshconfig.h"

struct ConfiguredHost
{
    QString alias;                       // stands there without wildcards
    SshHostConfig config;
};

// In the order of the file. Reads it and what it includes: on a Worker. A missing file has none.
QList<ConfiguredHost> configuredHosts(const QString &configFile);
