// Files over a Shell's run(): for nodes without an sftp subsystem. The same promises as Shell::upload().
#pragma once

#include "core/shell/shell.h"

Result<void> uploadByCommand(Shell &shell, const QByteArray &content, const QString &path, int mode,
                             std::stop_token stop, const Shell::ProgressHandler &onProgress);
Result<void> downloadByCommand(Shell &shell, const QString &path, const QString &localPath,
                               std::stop_token stop, const Shell::ProgressHandler &onProgress);
