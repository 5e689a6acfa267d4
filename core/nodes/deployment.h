// Deployment: what the user opens, edits and saves: nodes, recipe, settings (*.deployment.json).
// Shape: DESIGN "The deployment file". Keys that we do not know are kept when saving.
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>
#include <stop_token>

enum class AuthMethod { Agent, Key, Password };
enum class Transport { Ssh, Local };

// Everything about how to reach a machine, but never the secret itself.
struct Node
{
    QString name;
    QString host;                        // may be an alias of ~/.ssh/config
    std::optional<int> port;             // unset: ~/.ssh/config, else 22
    QString user;                        // empty: ~/.ssh/config, else the local user
    AuthMethod auth = AuthMethod::Agent;
    QString identityFile;                // "~" allowed
    Transport transport = Transport::Ssh;
    QString root;                        // Transport::Local only: the simulated node's folder
    Json other = Json::object();         // the node as read; unknown keys survive in here

    bool operator==(const Node &) const = default;
};

struct Deployment
{
    QString name;
    QString recipe;
    QList<Node> nodes;                   // the first is the master
    Json settings = Json::object();      // what the user set; a recipe's defaults are not copied in
    bool simulated = false;              // written by `sim up`: everything shown must say so
    Json other = Json::object();

    bool operator==(const Deployment &) const = default;
};

// ErrorKind::Parse (not JSON, with line and column, or a document of another kind), Invalid (says which key).
Result<Deployment> parseDeployment(const QByteArray &text);
// Every such problem, not only the first (for `lint deployment`); facts["where"] is a JSON pointer.
QList<Error> deploymentProblems(const QByteArray &text);
// also Storage, Canceled; blocks on a FIFO until stopped
Result<Deployment> loadDeployment(const QString &path, std::stop_token stop = {});
QByteArray toText(const Deployment &deployment);
Result<void> saveDeployment(const Deployment &deployment, const QString &path); // atomic
