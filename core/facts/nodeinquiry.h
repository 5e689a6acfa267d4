// NodeInquiry: one round of questions to one machine. It remembers every command's answer, so that facts and
// checks that need the same tool share one call, and it notes what was asked while a check runs: its evidence.
//
// Lives on the link's thread for as long as one round takes. A tool that did not answer in time is not asked
// again in the same round (any question to it fails at once): a hanging npu-smi costs one timeout, not twenty.
#pragma once

#include "core/findings/finding.h"
#include "core/shell/shell.h"

#include <QHash>

// The answer of one device to one question of a probe over many devices.
struct DeviceAnswer
{
    int device = -1;
    int exitCode = -1;                   // 124: the tool did not answer in time
    QByteArray text;                     // stdout and stderr
};

class NodeInquiry
{
public:
    explicit NodeInquiry(Shell &shell, std::stop_token stop) : m_shell(shell), m_stop(std::move(stop)) {}

    // Error: we could not ask (Timeout, Connection, Canceled, ...); its message is a sentence for the user.
    // Exit code 127 (tool missing) and others are answers.
    Result<CommandOutput> ask(const QStringList &argv, std::chrono::milliseconds timeout = std::chrono::seconds(15));

    // Evidence noted by `argv` is replaced by these entries: a probe shows the calls that it made, one by one.
    Result<CommandOutput> askQuietly(const QStringList &argv, std::chrono::milliseconds timeout);
    void note(const QString &command, const QByteArray &output);

    // When the (remembered) question was put and answered, in ms since the epoch.
    struct Moment { qint64 askedMs = 0, answeredMs = 0; };
    std::optional<Moment> momentOf(const QStringList &argv) const;
    bool isLost() const { return m_lost.has_value(); }   // the connection is gone: nothing more can be asked
    const std::optional<Error> &lost() const { return m_lost; }
    bool isStopped() const { return m_stop.stop_requested(); }

    // What was noted since beginEvidence(): first what was asked anew, then what was remembered from before.
    void beginEvidence();
    QList<Evidence> takeEvidence();

private:
    struct Answer
    {
        Result<CommandOutput> result;
        QByteArray heard;                // what had come when it failed
        Moment moment;
    };
    const Answer &answerTo(const QStringList &argv, std::chrono::milliseconds timeout);

    Shell &m_shell;
    std::stop_token m_stop;
    QHash<QString, std::shared_ptr<Answer>> m_answers;   // by quoted line
    QHash<QString, Error> m_hanging;                     // by tool
    std::optional<Error> m_lost;
    QList<Evidence> m_evidence, m_remembered;
    bool m_isNew = false;                                // the last question was put, not remembered
};

constexpr qsizetype maxEvidenceBytes = 64 * 1024;
constexpr auto npuSmiTimeout = std::chrono::seconds(10); // facts, checks and the monitor alike: one story

bool isMissingTool(const CommandOutput &output);         // the shell found no such command
QString textOf(const QByteArray &bytes);                 // UTF-8 as far as it is, without trailing blanks
