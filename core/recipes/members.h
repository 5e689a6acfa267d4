// Members: a deployment's nodes with everything the generators need of their facts, checked once:
// enough devices, an address for each, an address of the node itself. Ranks are given here.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"
#include "core/recipes/template.h"

struct MemberDevice
{
    int id = -1;                         // N of /dev/davinciN
    QString ip;                          // its RoCE address
    int rank = -1;                       // over all nodes
    bool operator==(const MemberDevice &) const = default;
};

struct Member
{
    QString name;                        // as in the deployment
    QString folder;                      // its folder among the artifacts
    QString ip, interface;               // server_id, container_ip; GLOO_SOCKET_IFNAME
    QString engine;                      // "docker" or "podman"
    bool engineFound = false;
    QList<MemberDevice> devices;
    TemplateValues values;               // everything a recipe may name: settings and facts

    QString value(const char *name) const { return plainText(values.value(QLatin1String(name))); }
};

struct Membership
{
    QList<Member> members;               // in the deployment's order; the first is the master
    Json settings;                       // effective
    QStringList warnings;
    int cards() const;
};

// ErrorKind::Invalid: says which node lacks what. `recipe` resolved for the deployment's settings.
Result<Membership> membership(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts);

// Rules between settings that the engine would refuse at start (MindIE-LLM, src/config_manager) or that cannot serve on so
// many cards, said before. `recipe` resolved, `settings` effective.
Result<void> settingsAgree(const Recipe &recipe, const Json &settings, int cards);

QString deploymentFolder(const Json &settings, const QString &deployment); // on the nodes and in the containers
Result<void> rankTablePathFits(const QString &path);

// A name as one component of a path on this machine: separators, control characters and a leading
// dot or dash are replaced, and a changed name gets a short hash so that two never meet.
QString folderName(const QString &name);
// The same for nodes and containers: letters, digits, '.', '_' and '-' only.
QString strictFolderName(const QString &name);

// A valid IPv4 or IPv6 address ("-.-.-.-" and "0.0.0.0" are not).
bool isUsableAddress(const QString &text);
