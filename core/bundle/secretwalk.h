// SecretReader: what secretsOf() is made of; nobody else needs it. It walks over the text once; each read...() is
// called where something begins, notes what must go and returns where to go on. What has a value in it that must stay
// is left to the walk: a part that was not taken is looked at for names of its own.
#pragma once

#include "core/bundle/secretshapes.h"
#include "core/bundle/secretvalue.h"

class SecretReader : private SecretText
{
public:
    using SecretText::SecretText;

    QList<SecretSpan> read();

private:
    using Value = SecretValue;
    using Sign = SecretSign;

    // the walk, and names: secretreader.cpp
    qsizetype take(qsizetype from, qsizetype to);
    // "Authorization: Bearer X", 'Digest ... response="X"': to the end of it. [from, to) is the header's value.
    qsizetype readAuthorization(qsizetype from, qsizetype to, bool isWhole, bool isSure);
    qsizetype readHeader(qsizetype at, const SecretName &name, const std::optional<Quote> &outer, qsizetype nameFrom);
    // After "=", ":" and kin. `at`: after the sign.
    qsizetype readAfterSign(qsizetype at, const SecretName &name, Sign sign, const std::optional<Quote> &outer,
                            bool isQuotedName, qsizetype nameFrom, QByteArrayView own);
    bool isNextName(qsizetype at) const;
    // "the password is X", "login bob password X"
    qsizetype readSpeech(qsizetype at, const SecretName &name, QByteArrayView own, qsizetype nameFrom);
    // The name in [from, to), which tells of a secret. Returns where to go on.
    qsizetype readName(qsizetype from, qsizetype to, const SecretName &name);
    bool isListItem(qsizetype at) const;
    bool isOutcome(qsizetype at) const;
    // Letters, digits and _ - . in a row.
    qsizetype readRun(qsizetype from);
    qsizetype readAddress(qsizetype at);
    // http%3A%2F%2Fbob%3AX%40host; `at`: at the first %
    qsizetype readEncodedAddress(qsizetype at);
    // "&Signature=X", "?sig=X": what an address is signed with lets in whoever has it, however short it is. Returns
    // where to go on: `to` where the word in [from, to) is none.
    bool isInQuery(qsizetype at) const;
    qsizetype readParameter(qsizetype from, qsizetype to);
    qsizetype readChinese(qsizetype at);

    // lists, pairs, tuples, YAML, XML: secretstructures.cpp
    qsizetype readList(qsizetype open, const SecretName &name, qsizetype after);
    // {"name": "HF_TOKEN", "value": "X"}, key="password" value="X", "- name: HF_TOKEN" and below it "value: X",
    // <name>..</name><value>X</value>. `at`: after the name and its quote.
    qsizetype readPair(qsizetype at, const SecretName &name);
    qsizetype takeIf(const SecretName &name, const Value &value, Sign sign, qsizetype otherwise);
    // {"value": "X", "name": "HF_TOKEN"}: `at` is after the quoted name "value".
    qsizetype readReversedPair(qsizetype at, const Quote &quote);
    // (b'x-api-key', b'X'): two, and the bracket's end
    qsizetype readTuple(qsizetype at, const SecretName &name, qsizetype nameFrom, const Quote &quote);
    // password: |  and lines below that stand further in; key: and below it "- X"
    qsizetype readBelow(qsizetype at, const SecretName &name, qsizetype nameFrom);
    bool isBlockMark(qsizetype at) const;
    // auth=('bob', 'X'), BasicAuth("bob", "X"). Returns where to go on: `open` where it is none.
    qsizetype readLogin(qsizetype open, QByteArrayView own);
    // <password>X</password>. `at`: after the name.
    qsizetype readElement(qsizetype at, const SecretName &name);

    // flags and commands: secretcommands.cpp
    // The next word of a command: after blanks, NUL (of /proc/PID/cmdline) and "\" at a line's end. -1: the command
    // ends.
    qsizetype nextWord(qsizetype at, bool isItem) const;
    qsizetype readFlag(qsizetype at, const SecretName &name, QByteArrayView own, bool isItem);
    // "--api-key API_KEY": a line of help
    static bool isMetaName(QByteArrayView text, QByteArrayView own);
    // '--api-key', 'K1', 'K2', '--port'
    qsizetype readElements(qsizetype at, const SecretName &name, const Quote &quote);
    // The word in [from, to) may be such a command. Returns where to go on: what stands before its flag is read, too.
    qsizetype readCommand(qsizetype from, qsizetype to);
    // A flag that the walk has not come to yet, with its value from `from` on.
    void takeAhead(const SecretSpan &flag, qsizetype from);
    // kubectl create secret generic a --from-literal=name=X
    qsizetype readLiteral(qsizetype from, qsizetype to);
    // echo X | docker login --password-stdin
    qsizetype readPiped(qsizetype from, qsizetype to);

    bool isSecret(const SecretName &name, const Value &value, Sign sign, QByteArrayView own = {}) const
    {
        return isSecretValue(*this, name, value, sign, own);
    }

    QList<SecretSpan> m_spans;
    QList<SecretSpan> m_ahead;           // flags with their values, in order: the walk passes over them
    qsizetype m_addressEnd = 0, m_openUntil = 0;
};
