// The file that a conversation is kept in: what is in it, and how it is read. A file of another shape or version is
// refused with one sentence; nothing of it is believed then. Called on a Worker.
#pragma once

#include "ui/chat/chatmodel.h"

struct KeptChat
{
    QList<ChatTurn> turns;
    int dropped = 0;                     // turns before them that were too much to be kept
};

inline constexpr qsizetype mostKeptCharacters = 4'000'000; // of all turns together

KeptChat bounded(KeptChat chat);         // without the oldest turns, as many as are too much
QByteArray toText(const KeptChat &chat); // an answer under way stands there as a stopped one

// ErrorKind::Parse: damaged. ErrorKind::Invalid: of a newer version.
Result<KeptChat> parseChat(const QByteArray &text);

QString defaultChatFile();               // $XDG_STATE_HOME/ascend-console/chat.json
