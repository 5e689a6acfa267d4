// The folder on a node that a deployment's files are put into, looked at from the node's root down: nobody but root and
// the user of the login may have a say in it, or a link planted there leads what we write somewhere else. Also who is
// at work in it: a mark with the run's id. Shared by the check and by the run, so that they cannot disagree.
#pragma once

#include "core/shell/shell.h"

struct FolderDoubt
{
    QString sentence, remedy;
};

struct FolderLook
{
    QStringList missing;                 // of the folder and its parents, outermost first
    QStringList entries;                 // paths of what lies in it
    QStringList notFiles;                // those that are folders, devices, ...
    QString owner, by;                   // of the mark; empty: there is none
    std::optional<FolderDoubt> doubt;    // it is not safe: the first path that is not, why, and what to do
    bool isThere() const { return missing.isEmpty(); }
    bool has(const QString &path) const { return entries.contains(path); }
};

// Of a link in a file's place; `removal` takes it away.
FolderDoubt linkInPlace(const QString &place, const QStringList &removal);

// Of something else that is no file there; `before`: what a command begins with where it is.
FolderDoubt noFileInPlace(const QString &place, const QString &path, const QStringList &before = {});

// Of something that is no folder where one is to be.
FolderDoubt noFolderInPlace(const QString &place);

QString markPath(const QString &folder);
QStringList foldersTo(const QString &folder);           // "/a", "/a/b" for "/a/b"

QStringList folderLookProbe(const QString &folder);     // argv
// ErrorKind::Parse: the answer cannot be read.
Result<FolderLook> readFolderLook(const QString &folder, const CommandOutput &output);
