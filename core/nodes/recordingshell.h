// RecordingShell: tells of every command that runs through it (the Activity page). stdin is never told.
#pragma once

#include "core/nodes/connect.h"
#include "core/shell/shell.h"

class RecordingShell : public Shell
{
public:
    using Record = std::function<void(const CommandRecord &)>;
    RecordingShell(QString node, std::unique_ptr<Shell> shell, Record record)
        : m_node(std::move(node)), m_shell(std::move(shell)), m_record(std::move(record)) {}

    Result<CommandOutput> run(const Command &command, std::stop_token stop,
                              const OutputHandler &onOutput = {}) override;
    Result<QByteArray> exchange(const TcpQuestion &question, std::stop_token stop) override;
    std::unique_ptr<CommandGroup> group(int width) override;
    Result<void> upload(const QByteArray &content, const QString &remotePath, int mode,
                        std::stop_token stop, const ProgressHandler &onProgress = {}) override;
    Result<void> download(const QString &remotePath, const QString &localPath,
                          std::stop_token stop, const ProgressHandler &onProgress = {}) override;

private:
    CommandRecord begun(const QString &line) const;
    Result<void> told(CommandRecord record, Result<void> result) const;

    QString m_node;
    std::unique_ptr<Shell> m_shell;
    Record m_record;
};
