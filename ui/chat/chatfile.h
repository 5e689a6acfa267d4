// The file that a conversation is kept in: what is in it, and how it is read. A file of another shape or version is
// refused with one sentence; nothing of it is believed then. Called on a Worker.
#pragma once

#include "ui/chat/chatmodel.h"

struct KeptChat
{
    QList<ChatTurn> turns;
    int dropped = 0;                     // turns before them that were too much to be kept
};

// What a list of conversations shows of one; stands before the turns, so that they need not be read for it.
struct ChatHead
{
    QString title;
    qint64 usedAtMs = 0;
};

inline constexpr qsizetype mostKeptCharacters = 4'000'000; // of all turns together

KeptChat bounded(KeptChat chat);         // without the oldest turns, as many as are too much
// An answer under way stands there as a stopped one. Without a title there is no head.
QByteArray toText(const KeptChat &chat, const ChatHead &head = {});

// ErrorKind::Parse: damaged. ErrorKind::Invalid: of a newer version.
Result<KeptChat> parseChat(const QByteArray &text);
// From the first bytes of a file; nullopt: it has none, or is not of this program or of a newer version.
std::optional<ChatHead> parseHead(const QByteArray &begin);

QString defaultChatFile();               // $XDG_STATE_HOME/ascend-console/chat.json
