// LocalShell: Shell for "this machine" ("transport": "local"). A command is a process group of its own;
// stop and timeout end the whole group.
//
// With a root (the simulator's folder for one node) the node's file tree lies under it:
// - ROOT/enter, if executable, is called with the argv and shows the tree as it likes;
// - else PATH begins with ROOT/bin, ROOT/usr/local/sbin, ... and an argument that is an absolute
//   path which exists under ROOT is rewritten to ROOT+path.
// upload() and download() act on ROOT+path.
#pragma once

#include "core/shell/shell.h"

class LocalShell : public Shell
{
public:
    explicit LocalShell(QString root = {});

    Result<CommandOutput> run(const Command &command, std::stop_token stop,
                              const OutputHandler &onOutput = {}) override;
    Result<QByteArray> exchange(const TcpQuestion &question, std::stop_token stop) override;
    std::unique_ptr<CommandGroup> group(int width) override;
    Result<void> upload(const QByteArray &content, const QString &path, int mode,
                        std::stop_token stop, const ProgressHandler &onProgress = {}) override;
    Result<void> download(const QString &path, const QString &localPath,
                          std::stop_token stop, const ProgressHandler &onProgress = {}) override;

private:
    QString inRoot(const QString &path) const;
    QStringList placed(const QStringList &argv) const; // as it is really called

    QString m_root; // absolute, or empty
};
