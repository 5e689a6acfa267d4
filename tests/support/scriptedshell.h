// ScriptedShell: a Shell for tests that answers from recorded transcripts. Keys are quoted lines.
// What it was not told answers 127 "not found"; what was asked is kept in `asked`.
#pragma once

#include "core/shell/quote.h"
#include "core/shell/shell.h"

#include <QHash>

class ScriptedShell : public Shell
{
public:
    ScriptedShell() = default;
    explicit ScriptedShell(QHash<QString, Result<CommandOutput>> answers) : m_answers(std::move(answers)) {}

    void answer(const QString &line, const QByteArray &out, int exitCode = 0, const QByteArray &err = {})
    {
        m_answers.insert(line, CommandOutput{exitCode, out, err, false, {}});
    }
    void answerSlowly(const QString &line, const QByteArray &out, std::chrono::milliseconds took)
    {
        m_answers.insert(line, CommandOutput{0, out, {}, false, took});
    }
    void fail(const QString &line, const Error &error) { m_answers.insert(line, error); }

    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        const QString line = quoted(command.argv);
        asked << line;
        if (!command.isQuestion)
            orders << line;
        if (stop.stop_requested())
            return canceled();
        const auto it = m_answers.constFind(line);
        if (it == m_answers.cend())
            return CommandOutput{127, {}, "sh: " + line.toUtf8() + ": not found\n", false, {}};
        if (onOutput && *it)
            onOutput(OutputStream::Out, (*it)->out);
        return *it;
    }

    Result<void> upload(const QByteArray &content, const QString &path, int mode, std::stop_token,
                        const ProgressHandler &) override
    {
        uploads.insert(path, {content, mode});
        return {};
    }

    Result<void> download(const QString &path, const QString &, std::stop_token, const ProgressHandler &) override
    {
        return Error{ErrorKind::Storage, QStringLiteral("no such file: ") + path, {}, {}};
    }

    QStringList asked, orders;           // orders: of these, what is no question whose "no" is an answer
    QHash<QString, QPair<QByteArray, int>> uploads;

private:
    QHash<QString, Result<CommandOutput>> m_answers;
};
