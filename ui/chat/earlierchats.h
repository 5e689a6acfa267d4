// EarlierChats: the conversations that were put aside, newest first, as rows. Where they are kept, each is a file (see
// ui/chat/chatshelf.h), read and written on a thread of its own; else they are here while the program runs. At every
// moment a conversation is whole in some file: one that is taken keeps its own until it is known to be in another
// (settle()). GUI thread.
#pragma once

#include "core/base/worker.h"
#include "ui/chat/chatshelf.h"

#include <QAbstractListModel>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>

class EarlierChats : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole + 1, UsedAtRole };

    explicit EarlierChats(QObject *parent = nullptr);
    ~EarlierChats() override;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override; // DisplayRole: the title
    int rowOf(const QString &id) const;  // -1: it is not here

    void keep(const QString &folder);    // what is there joins what is here, and all is kept there from here on
    void forget();                       // nothing is kept from here on, and the files go
    void refresh();                      // another window may have put some there, or taken them

    void put(const KeptChat &chat);      // the one in sight; if it was taken from here, its older file goes
    void add(const KeptChat &chat);      // another one
    void take(const QString &id);        // it comes with taken()
    void settle();                       // the one that was taken last is in another file by now
    std::function<void()> remove(const QString &id); // gives it back

    bool isWaiting() const;              // for some to be written
    bool finish();                       // at the end: writes what waits; false: not all could be written

    // What somebody should know: what could not be written or read. Empty: nothing.
    QString note() const;

signals:
    void taken(const KeptChat &chat);
    void waitingChanged();
    void noted();

private:
    struct Row
    {
        ShelvedChat chat;
        std::optional<KeptChat> content; // while it is in no file
        QStringList instead;             // files that go once it is in one
    };
    void insert(Row row);
    Row takeRow(int row);
    void write();
    void merge(const Shelf &shelf);
    void giveBack(const QString &id, const std::shared_ptr<QByteArray> &file);
    void say(const QString &sentence);

    QList<Row> m_rows;
    QString m_folder, m_leaving;         // empty: not kept; one that is being cleared
    QStringList m_taken;                 // files of what is in sight
    QSet<QString> m_gone;                // were taken or removed here; a list read before that still has them
    QHash<QString, std::shared_ptr<QByteArray>> m_comingBack; // the files of what was removed by mistake
    int m_round = 0, m_take = 0;         // of keep() and forget(); of take()
    bool m_isWriting = false;
    QTimer m_later;
    std::optional<Error> m_trouble;      // of the last attempt to write
    QString m_said, m_unlisted, m_unreadIn; // of the last deed; why the folder is not listed
    QStringList m_unread;
    std::unique_ptr<Worker> m_worker;
};
