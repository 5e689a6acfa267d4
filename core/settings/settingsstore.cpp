#include "core/settings/settingsstore.h"

#include "core/shell/moveaside.h"

#include <QFileInfo>

// Another window of this account may have saved meanwhile; where nothing can be read, ours hold.
static Result<void> saveOver(const Settings &base, const Settings &ours, const QString &path)
{
    const Result<Settings> theirs = QFileInfo::exists(path) ? loadSettings(path) : Result<Settings>(base);
    return saveSettings(theirs && *theirs != base ? mergedSettings(base, ours, *theirs) : ours, path);
}

SettingsStore::SettingsStore(const QString &path, QObject *parent)
    : QObject(parent), m_path(path)
{
    if (!m_path.isEmpty()) {
        if (Result<Settings> loaded = loadSettings(m_path)) {
            m_settings = *std::move(loaded);
            m_base = m_settings;
        } else {
            m_loadError = loaded.error();
            const Result<QString> aside = moveAside(m_path);
            m_aside = aside ? *aside : QString();
        }
    }
    m_later.setSingleShot(true);
    m_later.setInterval(500);
    connect(&m_later, &QTimer::timeout, this, &SettingsStore::save);
}

SettingsStore::~SettingsStore()
{
    if (m_unsaved && maySave())
        (void)saveOver(m_base, m_settings, m_path);
}

std::optional<Error> SettingsStore::loadError() const
{
    if (!m_loadError)
        return std::nullopt;
    Error error = *m_loadError;
    const QString reason = error.detail.isEmpty() ? error.message : error.message + QLatin1Char('\n') + error.detail;
    error.message = m_aside.isEmpty() ? tr("The settings in %1 could not be read, and the file could not be moved "
                                           "aside. The defaults hold; what you change is not saved, "
                                           "so that nothing in it is lost.")
                                            .arg(m_path)
                                      : tr("The settings could not be read. The file was kept as %1; the defaults hold "
                                           "until you choose anew or repair it and put it back.")
                                            .arg(m_aside);
    error.detail = reason;
    return error;
}

void SettingsStore::change(const Settings &settings)
{
    if (settings == m_settings)
        return;
    m_settings = settings;
    m_unsaved = true;
    m_later.start();
    emit changed();
}

void SettingsStore::save()
{
    if (m_path.isEmpty())
        return;
    m_unsaved = false;
    if (!maySave()) {
        emit saveFailed(*loadError());
        return;
    }
    m_worker.run(this, [base = m_base, ours = m_settings, path = m_path](Job &) { return saveOver(base, ours, path); },
                 [this](const Result<void> &saved) {
        if (!saved)
            emit saveFailed(saved.error());
    });
    m_base = m_settings;
}
