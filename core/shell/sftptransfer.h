// Files over SFTP: the same promises as Shell::upload() and download(). One object per transfer.
#pragma once

#include "core/shell/sshlink.h"
#include "core/shell/shell.h"

class SftpTransfer
{
public:
    // `shell` runs what old servers lack (sync, mv). `timeout` is for no progress, not for the whole.
    SftpTransfer(SshLink &link, Shell &shell, std::stop_token stop,
                 std::chrono::seconds timeout = std::chrono::seconds(30));
    ~SftpTransfer();

    // False: the server has no SFTP.
    Result<bool> open();
    Result<void> upload(const QByteArray &content, const QString &path, int mode,
                        const Shell::ProgressHandler &onProgress);
    Result<void> download(const QString &path, const QString &localPath, const Shell::ProgressHandler &onProgress);

private:
    Result<int> ask(const std::function<int()> &call);      // waits at most m_timeout
    bool takeLeave(const std::function<int()> &call);
    Result<LIBSSH2_SFTP_HANDLE *> openFile(const QByteArray &path, unsigned long flags, long mode,
                                           const Deadline &deadline);
    Result<LIBSSH2_SFTP_HANDLE *> takeBack(const QByteArray &temporary, unsigned long flags);
    Result<void> makeFolders(const QByteArray &path);
    Result<void> send(LIBSSH2_SFTP_HANDLE *file, const QByteArray &content, const Shell::ProgressHandler &onProgress);
    Result<void> finishFile(LIBSSH2_SFTP_HANDLE *file, int mode);
    Result<void> replace(const QByteArray &temporary, const QByteArray &path);
    bool discard(const QByteArray &temporary);
    void close(LIBSSH2_SFTP_HANDLE *file);
    Error refused(const QString &sentence, const QByteArray &path) const;

    SshLink &m_link;
    Shell &m_shell;
    std::stop_token m_stop;
    StopWaker m_waker;
    std::chrono::seconds m_timeout;
    LIBSSH2_SFTP *m_sftp = nullptr;
};
