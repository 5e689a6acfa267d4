// "~/.ssh/known_hosts" as people write it, and as files are opened; and where this program keeps what it remembers.
#pragma once

#include <QString>

#include <optional>

QString withHome(const QString &path);     // a leading "~" or "~/" becomes the home folder; "~user" stays
QString withTilde(const QString &path);    // the other way round, for showing and for files that move

std::optional<QString> localUser();        // the name of who runs this program; nullopt: nobody knows it. Any thread

// $XDG_STATE_HOME/ascend-console, else below ~/.local/state; it may not be there yet
QString stateFolder();
