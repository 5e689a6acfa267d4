// Redaction: what must not leave a site with a report. Secrets always; addresses, host and user names on request, each
// by the same word everywhere, so that the story stays readable. Works on bytes: a text of any encoding stays as it is
// but for what is taken out; where it was JSON it still is. Pure.
//
// Secrets are known by a name that tells of one and has a value (secretnames.h, secretreader.h) or by their own shape
// (secretshapes.h). One that has neither is not known as one: the report says so.
#pragma once

#include "core/facts/nodefacts.h"

#include <QHash>
#include <QSet>

class Redaction
{
public:
    explicit Redaction(bool takesAddresses = false) : m_takesAddresses(takesAddresses) {}

    // Names that are taken out with the addresses: of hosts and users. Those that say nothing ("root", "localhost") and
    // those of fewer than two characters stay.
    void addHost(const QString &name);
    void addUser(const QString &name);
    // A file of this computer whose path tells of its user.
    void addFile(const QString &path);

    // What is known to be an address, or a release that only looks like one ("25.5.0.1").
    void addAddress(const QString &address);
    void addVersion(const QString &version);

    QByteArray of(const QByteArray &text);
    // A value that stands alone, by its name: nothing of it is left where the name tells of a secret.
    QString ofValue(const QString &name, const QString &value);

    bool takesAddresses() const { return m_takesAddresses; }
    int secretsTaken() const { return m_secrets; }
    int namesTaken() const { return int(m_words.size()); } // different ones

private:
    QString word(const QString &kind, const QString &original);
    void takeAddresses(QString &text);
    void takeBehindSlashes(QString &text, bool isJson);
    QByteArray withoutNames(const QByteArray &text);

    bool m_takesAddresses;
    int m_secrets = 0;
    QHash<QString, QString> m_words; // what stands for what
    QHash<QString, int> m_counts; // by kind
    QStringList m_hosts, m_users, m_files; // the longest first
    QSet<QString> m_addresses, m_versions;
};

// With the hosts and users of the deployment and of what its nodes said, and those of this computer.
Redaction redactionFor(const Deployment &deployment, const QList<NodeFacts> &facts, bool takesAddresses);
