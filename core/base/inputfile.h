// Reading what the user named: a file, a pipe, a FIFO or standard input ("-"). A pipe may have nobody at its other
// end, for ever; so every read looks at the stop token twenty times a second. Blocking: not for the GUI thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <functional>
#include <stop_token>

// ErrorKind::Storage: not there, a folder, unreadable, or more than `atMost` bytes. Canceled: stopped.
Result<QByteArray> readInput(const QString &path, qint64 atMost, std::stop_token stop);

// Why a path that was to be a plain file is not read: nothing is there, a folder, a pipe or device, or it may not be
// opened. ErrorKind::Storage.
Error notReadable(const QString &path);

// The same of an open descriptor, which stays open; `name` is what the error sentence calls it.
Result<QByteArray> readDescriptor(int descriptor, const QString &name, qint64 atMost, std::stop_token stop);

// One line of it, without its end; what follows is left in the descriptor.
Result<QByteArray> readLineOf(int descriptor, const QString &name, qint64 atMost, std::stop_token stop);

// A file of any size, a piece at a time: nothing of it is kept.
Result<void> readPieces(const QString &path, const std::function<void(const QByteArray &piece)> &take,
                        std::stop_token stop);
