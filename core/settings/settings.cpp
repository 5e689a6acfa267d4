#include "core/settings/settings.h"

#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestSettings = 16 << 20;

struct SettingsText
{
    Q_DECLARE_TR_FUNCTIONS(Settings)
};

QString oneOf(const Json &object, const char *key, const QStringList &allowed)
{
    const QString value = stringAt(object, key);
    return allowed.contains(value) ? value : allowed.first();
}

QStringList stringsAt(const Json &object, const char *key)
{
    QStringList list;
    const auto it = object.find(key);
    if (it == object.end() || !it->is_array())
        return list;
    for (const Json &entry : *it) {
        if (entry.is_string())
            list << entry.get<QString>();
    }
    return list;
}

Json toJson(const QStringList &list)
{
    Json array = Json::array();
    for (const QString &entry : list)
        array.push_back(entry);
    return array;
}

// What is not understood becomes the default.
Settings settingsOf(const Json &json)
{
    Settings settings;
    settings.theme = oneOf(json, "theme", {u"system"_s, u"light"_s, u"dark"_s});
    settings.language = oneOf(json, "language", {u"system"_s, u"en"_s, u"zh"_s});
    if (const std::optional<qint64> ms = integerAt(json, "samplingIntervalMs"))
        settings.samplingInterval
            = std::clamp(std::chrono::milliseconds(*ms), minimumSamplingInterval, maximumSamplingInterval);
    settings.modelFolders = stringsAt(json, "modelFolders");
    settings.recentFiles = stringsAt(json, "recentFiles").mid(0, mostRecentFiles);
    if (const auto opened = json.find("openedMs"); opened != json.end() && opened->is_object()) {
        for (const QString &path : std::as_const(settings.recentFiles)) {
            if (const std::optional<qint64> ms = integerAt(*opened, path.toUtf8().constData()))
                settings.openedMs.insert(path, *ms);
        }
    }
    for (const QString &path : std::as_const(settings.recentFiles)) {
        if (const QString with = stringAt(member(json, "chatWith"), path.toUtf8().constData()); !with.isEmpty())
            settings.chatWith.insert(path, with);
    }
    settings.reopensLast = boolAt(json, "reopensLast").value_or(true);
    settings.notifies = boolAt(json, "notifies").value_or(true);
    settings.hasTrayIcon = boolAt(json, "trayIcon").value_or(true);
    settings.hiddenCharts = stringsAt(json, "hiddenCharts");
    settings.chartOrder = stringsAt(json, "chartOrder");
    settings.showsEveryChip = boolAt(json, "everyChip").value_or(false);
    settings.keepsChat = boolAt(json, "keepsChat").value_or(true);
    if (const auto window = json.find("window"); window != json.end() && window->is_object())
        settings.window = *window;
    return settings;
}

} // namespace

Result<Settings> parseSettings(const QByteArray &text)
{
    Result<Json> json = parseJson(text, SettingsText::tr("The settings file"));
    if (!json)
        return json.error();
    if (!json->is_object())
        return Error{ErrorKind::Parse, SettingsText::tr("The settings file does not hold a JSON object."), {}, {}};
    if (integerAt(*json, "version").value_or(settingsVersion) > settingsVersion)
        return Error{ErrorKind::Parse,
                     SettingsText::tr("The settings file was written by a newer version of this program."),
                     {},
                     {}};
    Settings settings = settingsOf(*json);
    settings.other = *std::move(json);
    return settings;
}

// A value in the file that we do not understand stays there until another is chosen: it may be a newer version's.
QByteArray toText(const Settings &settings)
{
    Json json = settings.other.is_object() ? settings.other : Json::object();
    const Settings before = settingsOf(json);
    const auto put = [&json](const char *key, bool isChanged, const Json &value) {
        if (isChanged || !json.contains(key))
            json[key] = value;
    };
    put("version", false, settingsVersion);
    put("theme", settings.theme != before.theme, settings.theme);
    put("language", settings.language != before.language, settings.language);
    put("samplingIntervalMs", settings.samplingInterval != before.samplingInterval,
        qint64(settings.samplingInterval.count()));
    put("modelFolders", settings.modelFolders != before.modelFolders, toJson(settings.modelFolders));
    put("recentFiles", settings.recentFiles != before.recentFiles, toJson(settings.recentFiles));
    Json opened = Json::object();
    for (const QString &path : settings.recentFiles) {
        if (settings.openedMs.contains(path))
            opened[path.toStdString()] = settings.openedMs.value(path);
    }
    put("openedMs", settings.openedMs != before.openedMs, opened);
    Json chatWith = Json::object();
    for (const QString &path : settings.recentFiles) {
        if (settings.chatWith.contains(path))
            chatWith[path.toStdString()] = settings.chatWith.value(path);
    }
    put("chatWith", settings.chatWith != before.chatWith, chatWith);
    put("reopensLast", settings.reopensLast != before.reopensLast, settings.reopensLast);
    put("notifies", settings.notifies != before.notifies, settings.notifies);
    put("trayIcon", settings.hasTrayIcon != before.hasTrayIcon, settings.hasTrayIcon);
    put("hiddenCharts", settings.hiddenCharts != before.hiddenCharts, toJson(settings.hiddenCharts));
    put("chartOrder", settings.chartOrder != before.chartOrder, toJson(settings.chartOrder));
    put("everyChip", settings.showsEveryChip != before.showsEveryChip, settings.showsEveryChip);
    put("keepsChat", settings.keepsChat != before.keepsChat, settings.keepsChat);
    put("window", settings.window != before.window, settings.window);
    return prettyJson(json);
}

Result<Settings> loadSettings(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return Settings{};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage,
                     SettingsText::tr("The settings in %1 cannot be read.").arg(path),
                     file.errorString(),
                     {}};
    const QByteArray text = file.read(largestSettings + 1);
    if (file.error() != QFile::NoError)
        return Error{ErrorKind::Storage,
                     SettingsText::tr("The settings in %1 cannot be read.").arg(path),
                     file.errorString(),
                     {}};
    if (text.size() > largestSettings)
        return Error{ErrorKind::Parse,
                     SettingsText::tr("The settings file is larger than %1 MB.").arg(largestSettings >> 20),
                     {},
                     {}};
    return parseSettings(text);
}

Settings mergedSettings(const Settings &base, const Settings &ours, const Settings &theirs)
{
    Settings merged = theirs;
    const auto take = [&](auto member) {
        if (ours.*member != base.*member)
            merged.*member = ours.*member;
    };
    take(&Settings::theme);
    take(&Settings::language);
    take(&Settings::samplingInterval);
    take(&Settings::modelFolders);
    take(&Settings::reopensLast);
    take(&Settings::notifies);
    take(&Settings::hasTrayIcon);
    take(&Settings::hiddenCharts);
    take(&Settings::chartOrder);
    take(&Settings::showsEveryChip);
    take(&Settings::keepsChat);
    for (const auto &[name, value] : ours.window.items()) {
        if (!base.window.contains(name) || base.window[name] != value)
            merged.window[name] = value;
    }
    // Of both, newest first; what one of them has taken out stays out.
    QStringList recent = ours.recentFiles;
    for (const QString &path : theirs.recentFiles) {
        const bool isTakenOut = base.recentFiles.contains(path) && !ours.recentFiles.contains(path);
        if (!isTakenOut && !recent.contains(path))
            recent << path;
    }
    recent.removeIf([&](const QString &path) {
        return base.recentFiles.contains(path) && !theirs.recentFiles.contains(path)
            && ours.openedMs.value(path) == base.openedMs.value(path);
    });
    const auto openedMs = [&](const QString &path) {
        return std::max(ours.openedMs.value(path), theirs.openedMs.value(path));
    };
    std::stable_sort(recent.begin(), recent.end(),
                     [&](const QString &a, const QString &b) { return openedMs(a) > openedMs(b); });
    merged.recentFiles = recent.mid(0, mostRecentFiles);
    merged.openedMs.clear();
    merged.chatWith.clear();
    for (const QString &path : std::as_const(merged.recentFiles)) {
        if (openedMs(path) > 0)
            merged.openedMs.insert(path, openedMs(path));
        const bool isOurs = ours.chatWith.value(path) != base.chatWith.value(path);
        if (const QString with = (isOurs ? ours : theirs).chatWith.value(path); !with.isEmpty())
            merged.chatWith.insert(path, with);
    }
    return merged;
}

Result<void> saveSettings(const Settings &settings, const QString &path)
{
    const QFileInfo before(path); // a link to where the user keeps such files stays one
    Result<void> written = makePrivateFolder(before.absolutePath());
    if (written)
        written = writeAtomically(before.exists() ? before.canonicalFilePath() : path, toText(settings), 0600);
    if (!written)
        return Error{ErrorKind::Storage,
                     SettingsText::tr("The settings cannot be saved in %1.").arg(path),
                     written.error().detail,
                     {}};
    return {};
}

QString defaultSettingsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/ascend-console/settings.json"_s;
}

Settings withRecentFile(Settings settings, const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    settings.recentFiles.removeAll(absolute);
    settings.recentFiles.prepend(absolute);
    settings.recentFiles = settings.recentFiles.mid(0, mostRecentFiles);
    settings.openedMs.insert(absolute, QDateTime::currentMSecsSinceEpoch());
    return settings;
}
