// ChatBackends: who can be talked to (model files for the embedded engine, the deployed endpoint), which one
// is chosen, and whether it answers. Lives on the GUI thread; loading and asking happen on a Worker.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/serving/served.h"
#include "inference/embeddedengine.h"
#include "inference/modelfiles.h"

#include <functional>

struct ChatBackend
{
    enum class Kind { Embedded, Endpoint, Other };
    Kind kind = Kind::Embedded;
    QString id;                          // a path, a base URL
    QString name;                        // "SmolLM2-135M-Instruct-Q4_1", "ds_v3.2"
    QString problem;                     // why it cannot be used; empty: it can
    bool operator==(const ChatBackend &) const = default;
};

class ChatBackends : public QObject
{
    Q_OBJECT

public:
    enum class State { None, NotLoaded, Loading, Checking, Ready, Failed };

    ChatBackends(Cluster &cluster, std::shared_ptr<EmbeddedEngine> engine, QObject *parent = nullptr);

    const QList<ChatBackend> &list() const { return m_list; }
    QString current() const { return m_current; }
    const ChatBackend *currentBackend() const;
    State state() const { return m_state; }
    double progress() const { return m_progress; }       // 0..1 while Loading
    const std::optional<Error> &error() const { return m_error; } // in words that hold every language, see told()
    int contextTokens() const;                           // 0: not known
    int threads() const;                                 // 0: not known, or not ours
    void noteContext(qint64 tokens);                     // an endpoint has said how much it holds
    std::shared_ptr<ChatPort> port() const { return m_port; } // null unless Ready

    void setFolders(const QStringList &folders);         // searched besides the program's own cache
    void setExaminer(const QString &ascendctl) { m_examiner = ascendctl; } // see EngineOptions::examiner
    void setServed(const std::optional<Served> &served); // what a run has brought up; nullopt: the settings' endpoint
    void refresh();                                      // look for model files and the endpoint again
    void choose(const QString &id);                      // loads or asks it; the user's own choice
    void suggest(const QString &id);                     // the same by the program itself
    // an endpoint that may not be there yet: the kept conversation was with it; nothing where somebody has chosen
    void goOnWith(const QString &id);
    bool isChosen() const { return m_isChosen; }         // by the user
    // Whom the deployment that is open was talked to with, or who was chosen for it, the last time that it was open: a
    // model file, or lastEndpoint, wherever that is now. Counts more than the conversation. Empty: that is not known.
    static constexpr QLatin1String lastEndpoint{"endpoint"};
    void setLast(const QString &last);
    QString last() const { return m_last; }
    void noteTalk();                                     // somebody talks to the current one
    // Who was talked to last and is not to be had, so that another one is chosen; in words. Empty: nobody is missed.
    QString missed() const;
    void addModelFile(const QString &path);              // and chooses it
    void addPort(const QString &name, std::shared_ptr<ChatPort> port); // ready at once
    void cancel();                                       // the loading
    // The model that the embedded engine holds in memory, whoever is chosen: a path. Empty: none, or it is let go.
    QString loaded() const;
    void unload();                                       // and who asks it next loads it again
    // a run or an undo of the deployment begins, or has ended: what its endpoint said is the past
    void noteWork(bool isAtWork);
    bool isAtWork() const { return m_isAtWork; }
    // What explains that the deployment's endpoint cannot be reached, in words that hold every language; empty: nothing
    void setAbsence(std::function<QString()> absence) { m_absence = std::move(absence); }
    void noteAbsence();                                  // it may be another one
    bool isAbsent() const { return m_absence && !m_absence().isEmpty(); } // the endpoint, by what the runs know
    Error explained(Error error, const QString &id) const; // of who was asked: with that, where it fits
    void askAgain();                                     // somebody else saw that the endpoint answers, or does not

signals:
    void listChanged();
    void stateChanged();
    void lastChanged();                                  // last() is to be kept for the deployment that is open

private:
    void setState(State state, const std::optional<Error> &error = std::nullopt);
    void load(const QString &path);
    void ask(const ChatBackend &backend);
    void rebuild();
    void takeUpAgain(bool wasEndpoint, bool wasAsked);   // after the list was changed
    bool isWanted(const ChatBackend &backend) const;
    void want(const QString &id);

    Cluster &m_cluster;
    std::shared_ptr<EmbeddedEngine> m_engine;
    std::function<QString()> m_absence;
    std::optional<Served> m_served;
    QString m_examiner;
    QStringList m_folders;
    QList<ChatBackend> m_list;
    QList<ModelFile> m_files;
    QStringList m_added;
    QList<std::pair<QString, std::shared_ptr<ChatPort>>> m_ports;
    QString m_current, m_wanted;         // the second: who was chosen last, there or not; lastEndpoint: wherever it is
    QString m_last;
    bool m_isSearched = false;           // for model files
    State m_state = State::None;
    double m_progress = 0;
    int m_toldContext = 0;               // of an endpoint; 0: it has not said
    bool m_isChosen = false;
    bool m_isAtWork = false, m_wasAsked = false; // before the work began
    bool m_isUnloading = false;
    int m_attempt = 0;                   // answers to earlier choices are not heard
    std::optional<Error> m_error;
    std::shared_ptr<ChatPort> m_port;
    Worker m_finder;
    Worker m_worker;
};
