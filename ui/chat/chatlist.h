// ChatList: the earlier conversations in a popup. A click or Enter brings one back; Delete, or the cross at the end of
// its line, removes it.
#pragma once

#include "ui/common/ownkeys.h"

#include <QFrame>

class EarlierChats;
class QLabel;
class QListView;

class ChatList : public QFrame, public OwnKeys
{
    Q_OBJECT

public:
    ChatList(EarlierChats &chats, QWidget *parent);
    void openBelow(const QWidget *button);
    QList<OwnKey> ownKeys() const override;

signals:
    void chosen(const QString &id);
    void removeRequested(const QString &id);
    void listShown(bool isShown);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();                          // the list, or the sentence that there is none
    void choose(const QModelIndex &index);
    void remove(const QModelIndex &index);
    void retranslate();

    EarlierChats &m_chats;
    QListView *m_list;
    QLabel *m_none;
    QPoint m_pressed;                    // where, in the list
    QString m_current;                   // while the list is read anew
};
