// ChatPage: talk to the engine inside the program or to the deployed endpoint.
#pragma once

#include "inference/assistant.h"
#include "ui/chat/chatbackends.h"
#include "ui/chat/chatkeeper.h"
#include "ui/chat/chatmodel.h"
#include "ui/chat/earlierchats.h"

#include <QWidget>

class BackendBar;
class ChatList;
class ChatView;
class Composer;
class EmptyState;
class ErrorBar;
class ParametersPanel;
class QFrame;
class QLabel;
class QProgressBar;
class QPushButton;
class QShortcut;
class QStackedWidget;
class UndoBar;

class ChatPage : public QWidget
{
    Q_OBJECT

public:
    ChatPage(Cluster &cluster, std::shared_ptr<EmbeddedEngine> engine, QWidget *parent = nullptr);
    ~ChatPage() override;                // what is to be kept is in its file then

    ChatBackends &backends() { return m_backends; }
    const ChatModel &model() const { return m_model; }
    const EarlierChats &earlier() const { return m_earlier; }
    // the deployed endpoint was verified: taken up where nobody has chosen or asked anything, else offered
    void offer(const QString &baseUrl);
    // from run to run, the earlier ones in a folder beside it; empty: not, and what was kept goes
    void keepIn(const QString &file);
    bool isBusy() const { return m_assistant.isBusy(); }
    void send(const QString &text);      // as if typed and sent; asked once somebody is ready to answer
    void stop();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void ask();                          // for an answer to what the model holds
    void askAgain(int row);
    void clear();
    void beginAnew();
    void bring(const KeptChat &chat);    // in place of what is in sight, which goes to the earlier ones
    void takeUp(const QList<ChatTurn> &turns); // that were kept
    void removeEarlier(const QString &id);
    void fitHead();
    void takeAway(int row, int count, const char *what); // for tr(); can be undone
    void offerUndo();                    // of what was taken away last; undone, of what was before that
    void shorten(int row);               // the question of this answer, back in the composer
    void askAlone(int row);
    void finish(const Result<ChatStats> &stats);
    Error explained(const Error &error, int row) const;
    void update();
    void showContext();
    void showError();
    void showNote();
    void showOffer();
    void openFile();
    void retranslate();

    ChatModel m_model;
    ChatKeeper m_keeper{m_model};
    EarlierChats m_earlier;
    ChatBackends m_backends;
    Assistant m_assistant;
    int m_row = -1;                      // of the answer under way
    bool m_waitsForBackend = false;      // sent while nobody was ready
    bool m_hasBegunAnew = false;         // what is in sight is not what was kept
    bool m_hasShelvedAnothers = false;   // what another window kept was put to the earlier ones, which is said
    bool m_shown = false;

    BackendBar *m_bar;
    QPushButton *m_parametersButton, *m_clear, *m_new, *m_earlierButton;
    ChatList *m_list;
    ErrorBar *m_error;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    ChatView *m_view;
    QProgressBar *m_context;
    QLabel *m_contextWords, *m_note;
    UndoBar *m_undo;
    Composer *m_composer;
    ParametersPanel *m_parameters;
    QFrame *m_offer;                     // the deployed endpoint, while another one answers
    QLabel *m_offerWords;
    QPushButton *m_take;
    struct TakenAway
    {
        const char *what;                // for tr()
        std::function<void()> giveBack;
        QList<ChatTurn> turns;           // of the conversation in sight; empty: it goes to the earlier ones
    };
    QList<TakenAway> m_takenAway;        // and can be given back; the last one first
    QString m_verified;                  // the endpoint that passed verification and was not taken up yet
    QShortcut *m_escape, *m_newKey;
};
