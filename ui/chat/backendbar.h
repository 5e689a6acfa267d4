// BackendBar: the chat's head line: who is talked to, in which state, with what size of context.
#pragma once

#include "ui/chat/chatbackends.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

class BackendBar : public QWidget
{
    Q_OBJECT

public:
    explicit BackendBar(ChatBackends &backends, QWidget *parent = nullptr);
    // who writes the answer under way, when it is not who is chosen; empty: nobody
    void setAnswering(const QString &id);
    void setBusy(bool isBusy);           // an answer is under way: no model is let go

signals:
    void fileRequested();                // "Open a model file…"
    void listShown(bool isShown);        // of who can be talked to

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill();
    void showState();
    QString nameOf(const QString &id) const;

    ChatBackends &m_backends;
    QString m_answering;
    QLabel *m_symbol, *m_state;
    QComboBox *m_picker;
    QProgressBar *m_progress;
    QPushButton *m_action;               // Load, Cancel or Check again
    QPushButton *m_unload;               // while a model is in memory, also one that is not chosen any more
    bool m_isBusy = false;
};
