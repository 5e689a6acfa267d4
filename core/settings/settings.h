// Settings: what the user chose about the program itself (not about a deployment). One JSON file;
// keys that we do not know are kept when saving, so that two versions can share it.
#pragma once

#include "core/base/json.h"

#include <QMap>

#include <chrono>

struct Settings
{
    QString theme = QStringLiteral("system");    // "system", "light", "dark"
    QString language = QStringLiteral("system"); // "system", "en", "zh"
    std::chrono::milliseconds samplingInterval{1000};
    QStringList modelFolders;                    // searched for .gguf files, besides the program's own cache
    QStringList recentFiles;                     // absolute, newest first
    QMap<QString, qint64> openedMs;              // when each of them was opened or saved last, since the epoch
    bool reopensLast = true;                     // the deployment of the last time is opened at the start
    bool notifies = true;                        // alerts are shown by the desktop, too
    bool hasTrayIcon = true;                     // where the desktop has a place for such
    QStringList hiddenCharts;                    // of the Monitor page, by their ids
    QStringList chartOrder;                      // the same; those that are not named follow as they usually do
    bool showsEveryChip = false;                 // the charts: a line per chip, else one per node
    bool keepsChat = true;                       // the conversation comes back at the next start
    QMap<QString, QString> chatWith;             // by recent file: who was talked to, as ChatBackends::last() says it
    Json window = Json::object();                // geometry and splitters, by object name; ui/frame writes it
    Json other = Json::object();                 // the file as read

    bool operator==(const Settings &) const = default;
};

inline constexpr std::chrono::milliseconds minimumSamplingInterval{200}, maximumSamplingInterval{60'000};
inline constexpr qsizetype mostRecentFiles = 10;

inline constexpr int settingsVersion = 1;      // a file of a higher one is not ours to understand

// A value out of range or of the wrong type becomes the default. ErrorKind::Parse: not a JSON object, or of a newer
// version.
Result<Settings> parseSettings(const QByteArray &text);
QByteArray toText(const Settings &settings);

// A missing file is a first start: the defaults. ErrorKind::Storage, Parse.
Result<Settings> loadSettings(const QString &path);
// What two programs of one account have changed since both read `base`: ours where we did, else theirs.
Settings mergedSettings(const Settings &base, const Settings &ours, const Settings &theirs);
Result<void> saveSettings(const Settings &settings, const QString &path); // atomic, for the user alone (0600)
QString defaultSettingsFile();

Settings withRecentFile(Settings settings, const QString &path);  // moved or put to the front, at most ten
