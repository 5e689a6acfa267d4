// The shelf: the conversations that were put aside, one file each in a folder. Plain functions, called on a Worker; the
// window works with ui/chat/earlierchats.h.
#pragma once

#include "ui/chat/chatfile.h"

#include <stop_token>

struct ShelvedChat
{
    QString id;                          // the name of its file
    QString title;                       // its first question, on one line
    qint64 usedAtMs = 0;                 // somebody spoke in it last; where it does not say when: it was put away
    bool operator==(const ShelvedChat &) const = default;
};

struct Shelf
{
    QList<ShelvedChat> chats;            // newest first
    QStringList unread;                  // files that hold no conversation that can be read; they stay
};

QString shelfBeside(const QString &chatFile);
QString titleOf(const QList<ChatTurn> &turns);
ShelvedChat newOnShelf(const QList<ChatTurn> &turns, qint64 nowMs); // under a name that no other has
bool isNewer(const ShelvedChat &a, const ShelvedChat &b);

// Of each file only its head, where it has one. Without the folder it is empty.
Result<Shelf> readShelf(const QString &folder, std::stop_token stop = {});
Result<void> putOnShelf(const QString &folder, const ShelvedChat &as, const KeptChat &chat);
Result<KeptChat> readFromShelf(const QString &folder, const QString &id);
Result<void> removeFromShelf(const QString &folder, const QString &id); // one that is gone is no error
// Every conversation, and the folder if nothing else is in it. What is left there.
Result<Shelf> clearShelf(const QString &folder);
