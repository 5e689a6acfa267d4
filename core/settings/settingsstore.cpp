#include "core/settings/settingsstore.h"

SettingsStore::SettingsStore(const QString &path, QObject *parent)
    : QObject(parent), m_path(path)
{
    if (!m_path.isEmpty()) {
        if (Result<Settings> loaded = loadSettings(m_path))
            m_settings = *std::move(loaded);
        else
            m_loadError = loaded.error();
    }
    m_later.setSingleShot(true);
    m_later.setInterval(500);
    connect(&m_later, &QTimer::timeout, this, &SettingsStore::save);
}

SettingsStore::~SettingsStore()
{
    if (m_unsaved && !m_path.isEmpty())
        (void)saveSettings(m_settings, m_path);
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
    m_worker.run(this, [settings = m_settings, path = m_path](Job &) { return saveSettings(settings, path); },
                 [this](const Result<void> &saved) {
        if (!saved)
            emit saveFailed(saved.error());
    });
}
