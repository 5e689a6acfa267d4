// Question: what nodes need to know from a person, and the words it is asked in. Values.
#pragma once

#include "core/nodes/asking.h"
#include "ui/common/style.h"

#include <QStringList>

struct Question
{
    enum class Kind { ChangedKey, UnknownKey, Password, Passphrase, Answer };

    QStringList nodes;                   // who wait for the same answer
    Error error;                         // isQuestion()

    Kind kind() const;
    QString key() const;                 // equal: the same answer serves
    bool isSame(const Question &other) const { return key() == other.key() && kind() == other.kind(); }
    // Where the key goes if it is accepted; empty: nowhere, ~/.ssh/config keeps none.
    QString newKeysFile() const { return error.facts.value(QStringLiteral("file")); }
    bool isHostKey() const { return error.kind == ErrorKind::HostKey; }
};

struct QuestionWords
{
    style::Tone tone = style::Tone::Accent;
    QString title, text;
    QString evidence;                    // fingerprints, in fixed width; empty: none
    QString copy, copyName;              // what the copy button beside them gives, and what it is called
    QString accept, decline;             // accept empty: not for a button to decide
};
// isAnswering: the nodes answer all the same, over a connection that was made before.
QuestionWords wordsOf(const Question &question, bool isAnswering = false);
