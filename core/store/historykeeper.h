// HistoryKeeper: keeps what is sampled in a file and reads the last hours back, on a thread of its own. GUI thread.
// Every sample of two days, roll-ups of 10 s of two weeks, of 1 min of two months, of 10 min of 400 days; when that is
// more than 1 GB, less. Several may keep the same file. A damaged file is moved aside, and a new one begun.
#pragma once

#include "core/base/worker.h"
#include "core/store/samplearchive.h"

#include <QTimer>

#include <functional>
#include <memory>

class HistoryKeeper : public QObject
{
    Q_OBJECT

public:
    explicit HistoryKeeper(const QString &file, QObject *parent = nullptr);
    ~HistoryKeeper() override;           // writes what is waiting

    // What the file has of that time, in all detail; nothing when that is too much, or the file is in trouble.
    void fetch(qint64 fromMs, qint64 toMs, std::function<void(PastPart)> done);
    void noteSimulated();                // what is kept is of a simulated cluster: the file says so
    void keep(const QList<Sample> &samples); // in the file within 2 s, or trouble() says why not
    const std::optional<Error> &trouble() const { return m_trouble; }
    QString movedAside() const;          // where the damaged file is now; empty: it was whole
    // what was in the file; once, after restored()
    MetricHistory takeRestored() { return std::exchange(m_restored, {}); }

signals:
    void restored();                     // once, when the file was read
    void troubleChanged();               // or movedAside()

private:
    struct Keeping;                      // what the thread works with
    void write();
    void note(const Result<void> &written);

    std::shared_ptr<Keeping> m_keeping;
    MetricHistory m_restored;
    std::optional<Error> m_trouble;
    QString m_toldAside;
    QTimer m_timer;
    bool m_isWriting = false;
    std::unique_ptr<Worker> m_worker;
};

// $XDG_STATE_HOME/ascend-console/history, and the file in such a folder for the deployment that is saved at this path.
QString defaultHistoryFolder();
QString historyFile(const QString &folder, const QString &deploymentPath);
