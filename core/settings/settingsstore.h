// SettingsStore: the settings of this run; whoever shows or follows them listens to changed().
// Saved in the background half a second after the last change, and when the store goes.
#pragma once

#include "core/base/worker.h"
#include "core/settings/settings.h"

#include <QTimer>

class SettingsStore : public QObject
{
    Q_OBJECT

public:
    // path empty: kept in memory only. A file that cannot be read gives the defaults and loadError():
    // it is put aside; where that cannot be done, nothing is saved in this run, so that it is never overwritten.
    explicit SettingsStore(const QString &path = {}, QObject *parent = nullptr);
    ~SettingsStore() override;

    const Settings &value() const { return m_settings; }
    std::optional<Error> loadError() const;      // in the language of now
    void change(const Settings &settings);

signals:
    void changed();
    void saveFailed(const Error &error);

private:
    void save();

    QString m_path;
    Settings m_settings;
    Settings m_base;                     // as they were read or saved last: what differs was changed here
    std::optional<Error> m_loadError;
    // where the unreadable file is now; empty with an error: still in its place
    QString m_aside;
    bool maySave() const { return !m_path.isEmpty() && (!m_loadError || !m_aside.isEmpty()); }
    bool m_unsaved = false;
    QTimer m_later;
    Worker m_worker;
};
