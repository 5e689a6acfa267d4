// What is a secret by its own look, without a name: keys of hubs and clouds by their prefixes, JSON web tokens, hashes
// of passwords, private keys, user:password@ in an address, addresses that are a key themselves (webhooks). Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

struct SecretSpan
{
    qsizetype from = 0, to = 0; // bytes of the text
    QByteArray instead = QByteArrayLiteral("[taken out]");
};

// It could be a key that a machine made: eight or more letters and digits mixed. Names of models and files, paths,
// addresses, versions and measures could not.
bool looksLikeSecret(QByteArrayView value, qsizetype least = 8);
bool isFilePath(QByteArrayView value);

// A key by its prefix at this place, where a word begins; 0: none.
qsizetype prefixedSecret(QByteArrayView text, qsizetype at);
// "$6$salt$...": how long the hash is that begins here; 0: none.
qsizetype passwordHash(QByteArrayView text, qsizetype at);

QList<SecretSpan> privateKeys(QByteArrayView text);

// Secrets in the address whose "://" is at `at`. runEnd: where the address ends.
QList<SecretSpan> addressSecrets(QByteArrayView text, qsizetype at, qsizetype &runEnd);
