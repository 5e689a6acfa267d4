// NodeProbe: one round of questions to one machine. It remembers every command's answer, so that facts and
// checks that need the same tool share one call, and it notes what was asked while a check runs: its evidence.
//
// Questions run side by side (core/shell/commandgroup.h): what is expected is put at once, and whoever asks waits for
// his own answer only. What will be asked is found out by foresight: the checks are run with the answers that are
// there, and what they ask beyond them is put. So no list of questions has to be kept beside the checks, and what
// follows from an answer is put as soon as it is there.
//
// Lives on the link's thread for as long as one round takes. A tool that did not answer in time is not asked
// again in the same round (any question to it fails at once): a hanging npu-smi costs one timeout, not twenty. Of
// hccn_tool that goes for each device.
#pragma once

#include "core/findings/finding.h"
#include "core/shell/commandgroup.h"

#include <QHash>
#include <QSet>

// The answer of one device to one question of a probe over many devices.
struct DeviceAnswer
{
    int device = -1;
    int exitCode = -1;                   // 124: the tool did not answer in time
    QByteArray text;                     // stdout and stderr
};

class NodeProbe
{
public:
    explicit NodeProbe(Shell &shell, std::stop_token stop) : m_shell(shell), m_stop(std::move(stop)) {}

    // Error: we could not ask (Timeout, Connection, Canceled, ...); its message is a sentence for the user.
    // Exit code 127 (tool missing) and others are answers.
    Result<CommandOutput> ask(const QStringList &argv, std::chrono::milliseconds timeout = std::chrono::seconds(15));

    // Not noted as evidence.
    Result<CommandOutput> askQuietly(const QStringList &argv,
                                     std::chrono::milliseconds timeout = std::chrono::seconds(15));

    // Puts these too, in this order, and does not wait.
    void expect(const QList<QStringList> &questions, std::chrono::milliseconds timeout = std::chrono::seconds(15));
    void settle();                       // waits until all that was put is answered
    void dropExpected();                 // what has not begun is not asked
    bool isUnderWay(const QStringList &argv) const; // begun, or answered
    void forget(const QStringList &argv); // the next question is put anew

    // What was read from the answer to this question, kept as long as the answer: foresight and the second language
    // read it again and again. One type per question; null: nothing was kept.
    template<typename Read>
    std::shared_ptr<const Read> reading(const QStringList &argv) const
    {
        return std::static_pointer_cast<const Read>(keptReading(argv));
    }
    template<typename Read>
    void keepReading(const QStringList &argv, Read read)
    {
        keepAny(argv, std::make_shared<const Read>(std::move(read)));
    }

    // Asks what is likely to be asked; whatever has no answer yet fails for it at once (Connection), and is put. Called
    // while there is room for another question.
    void setForesight(std::function<void()> foresee) { m_foresee = std::move(foresee); }

    // When the (remembered) question was put and answered, in ms since the epoch.
    struct Moment { qint64 askedMs = 0, answeredMs = 0; };
    std::optional<Moment> momentOf(const QStringList &argv) const;
    bool isLost() const { return m_lost.has_value(); }   // the connection is gone: nothing more can be asked
    const std::optional<Error> &lost() const { return m_lost; }
    bool isStopped() const { return m_stop.stop_requested(); }

    // What was noted since beginEvidence(): first what nobody had asked before, then what was remembered.
    void beginEvidence();
    QList<Evidence> takeEvidence();
    // Since beginEvidence(): when the first of these questions was put, and how long they took, each for itself; of
    // those that nobody had asked before, if there are any.
    struct Effort { qint64 askedMs = 0, tookMs = 0; };
    std::optional<Effort> effort() const { return m_newEffort ? m_newEffort : m_rememberedEffort; }

private:
    struct Answer
    {
        Result<CommandOutput> result;
        QByteArray heard;                // what had come when it failed
        Moment moment;
        bool wasUsed = false;            // somebody has asked for it
        std::shared_ptr<const void> reading = {};
    };
    struct Question
    {
        QString line, tool;
        QStringList argv;
        std::chrono::milliseconds timeout;
    };
    const Answer &answerTo(const QStringList &argv, std::chrono::milliseconds timeout);
    std::shared_ptr<const void> keptReading(const QStringList &argv) const;
    void keepAny(const QStringList &argv, std::shared_ptr<const void> read);
    bool isPut(const QString &line) const;
    void fill();
    void awaitOne();
    void keep(const CommandAnswer &answer);
    const Answer &keep(const QString &line, const Answer &answer);
    void note(const QString &command, const QByteArray &output, const Moment &moment);

    Shell &m_shell;
    std::stop_token m_stop;
    QHash<QString, std::shared_ptr<Answer>> m_answers;   // by quoted line
    QHash<QString, Error> m_hanging;                     // by tool
    std::optional<Error> m_lost;
    QList<Evidence> m_evidence, m_remembered;
    std::optional<Effort> m_newEffort, m_rememberedEffort;
    bool m_isNew = false;                                // nobody had asked the last question before
    QList<Question> m_queue;
    QSet<QString> m_queued;                              // the lines in it
    QHash<qsizetype, Question> m_underWay;
    qsizetype m_begun = 0;
    std::function<void()> m_foresee;
    bool m_isForeseeing = false, m_hasNews = true;       // something came since the last look ahead
    std::unique_ptr<CommandGroup> m_group;               // from the first question on; last: it ends what still runs
};

constexpr qsizetype maxEvidenceBytes = 64 * 1024;
constexpr auto npuSmiTimeout = std::chrono::seconds(10); // facts, checks and the monitor alike: one story

bool isMissingTool(const CommandOutput &output);         // the shell found no such command
bool lacksLibrary(const QByteArray &text);               // it is there, and does not find its libraries
QString textOf(const QByteArray &bytes);                 // UTF-8 as far as it is, without trailing blanks
