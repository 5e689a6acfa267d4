// Two local nodes under `folder` of which a run's record says that it made a container on each; what their docker says
// is what was put there. The record lies in the user's state folder (XDG_STATE_HOME, which is for the test to set).
#pragma once

#include "core/runs/runstate.h"

#include <QDir>
#include <QFile>

inline void sayInDocker(const Node &node, const QByteArray &lines)
{
    QFile said(node.root + QStringLiteral("/ps"));
    if (said.open(QIODevice::WriteOnly | QIODevice::Truncate))
        said.write(lines);
}

inline Result<void> recordRun(Deployment &deployment, const QString &folder)
{
    StateDocument document;
    document.owner = QStringLiteral("a-run");
    document.deployment = deployment.name;
    deployment.nodes.resize(2);
    for (int i = 0; i < 2; ++i) {
        Node &node = deployment.nodes[i];
        node.name = QStringLiteral("node%1").arg(i + 1);
        node.host = QStringLiteral("127.0.0.1");
        node.transport = Transport::Local;
        node.root = folder + QLatin1Char('/') + node.name;
        QDir().mkpath(node.root + QStringLiteral("/bin"));
        QFile script(node.root + QStringLiteral("/bin/docker"));
        if (script.open(QIODevice::WriteOnly))
            script.write("#!/bin/sh\nexec cat '" + node.root.toUtf8() + "/ps'\n");
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        sayInDocker(node, "other\timg:1\tUp 3 days\nserving\timg:1\tUp 3 hours\n");
        StepRecord record;
        record.state = StepState::Done;
        record.changed = true;
        record.data = {{"engine", "docker"}, {"container", "serving"}};
        document.steps.append({QStringLiteral("container@") + node.name, record});
    }
    document.nodes = stateNodes(deployment);
    return writeStateFile(defaultStateFile(deployment), document);
}
