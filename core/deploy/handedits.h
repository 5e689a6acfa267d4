// What somebody made by hand of the files that a run had put on a node or into its container: seen by the sums of what
// was put, which the step's record keeps, and kept beside the deployment's files before ours take its place.
#pragma once

#include "core/deploy/step.h"

inline constexpr const char *changedSuffix = ".changed-by-hand"; // of the names under which it is kept

QByteArray sha256Of(const QByteArray &content); // hexadecimal
// One that this run put there, and not as it was put there. sha: of what is there now.
bool isChangedByHand(const Json &data, const QString &path, const QByteArray &sha);
QStringList sumsOfPut(const Json &data, const QString &path);
void rememberPut(Json &data, const QString &path, const QByteArray &content); // before it is put there

// On the node, under a name beside it that nothing has yet: a hard link, or a copy where there are none. It is named in
// the step's words.
Result<void> keepChangedFile(StepIo &io, const QString &file);
// argv: the file under a second name that nothing has, as a copy. Where a hard link cannot be made.
QStringList copyAside(const QString &file, const QString &as);
// A file in a container, running or not, if it is neither of these sums: into that folder of the node. The path it is
// kept at; empty: it is as it was put, or is not there.
Result<QString> keepChangedInside(StepIo &io, const QString &engine, const QString &container, const QString &file,
                                  const QString &folder, const QStringList &sums);
void sayKept(StepIo &io, const QString &what, const QString &as); // in the step's words and in its log
