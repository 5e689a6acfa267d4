#include "core/store/historykeeper.h"

#include "core/base/homepath.h"
#include "core/shell/moveaside.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QLockFile>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 minuteMs = 60'000, dayMs = 24 * 60 * minuteMs;
constexpr SampleArchive::Ages kept{2 * dayMs, 14 * dayMs, 60 * dayMs, 400 * dayMs};
constexpr qint64 mostFileBytes = 1024LL * 1024 * 1024, upkeepMs = 5 * minuteMs;
constexpr qint64 mostChecked = 256LL * 1024 * 1024; // read whole at the start: a second at most
constexpr qint64 oldFileDays = 30;

// Files of deployments that nobody has watched for a month.
void removeOld(const QString &folder)
{
    const QDateTime limit = QDateTime::currentDateTime().addDays(-oldFileDays);
    for (const QFileInfo &file : QDir(folder).entryInfoList({u"*.db"_s, u"*.db.damaged*"_s}, QDir::Files)) {
        if (file.lastModified() > limit || QFileInfo(file.filePath() + u"-wal"_s).lastModified() > limit)
            continue;
        for (const QString &suffix : {QString(), u"-wal"_s, u"-shm"_s})
            QFile::remove(file.filePath() + suffix);
    }
}

// The file is no database, or not whole (database.cpp): no later attempt will help.
bool isDamage(const Error &error) { return error.facts.contains(u"damaged"_s); }

bool isSound(const QString &path)
{
    Result<SampleArchive> file = SampleArchive::open(path);
    const Result<bool> sound = file ? file->isSound() : file.error();
    return sound ? *sound : !isDamage(sound.error());
}

} // namespace

struct HistoryKeeper::Keeping
{
    explicit Keeping(QString file) : path(std::move(file)) {}

    std::mutex mutex;
    QList<Sample> arrived;               // with the mutex held, as the next
    bool isSimulated = false;
    QString aside;                       // the rest is the thread's
    bool isNoted = false;                // that it is simulated
    const QString path;
    std::optional<SampleArchive> archive;
    QElapsedTimer upkeep;

    QList<Sample> take()
    {
        const std::scoped_lock lock(mutex);
        return std::exchange(arrived, {});
    }

    Result<void> open()
    {
        if (archive)
            return {};
        Result<SampleArchive> file = SampleArchive::open(path);
        if (!file)
            return file.error();
        archive.emplace(*std::move(file));
        return {};
    }

    // Nothing can be read from it or written to it any more; what can be saved from it is not for this program to say.
    Result<void> replaceDamaged()
    {
        archive.reset();
        isNoted = false;
        QLockFile lock(path + u".lock"_s); // of two windows, the second finds a new file
        if (!lock.tryLock(5000) || isSound(path))
            return {};
        const Result<QString> name = moveAside(path, {u"-wal"_s, u"-shm"_s});
        if (!name)
            return name.error();
        const std::scoped_lock held(mutex);
        aside = *name;
        return {};
    }

    // The same once more after a damaged file is out of the way.
    template<typename Do>
    auto onAWholeFile(const Do &act) -> decltype(act())
    {
        auto done = act();
        if (done || !isDamage(done.error()))
            return done;
        if (const Result<void> replaced = replaceDamaged(); !replaced)
            return replaced.error();
        return act();
    }

    Result<MetricHistory> restore(std::stop_token stop)
    {
        removeOld(QFileInfo(path).absolutePath());
        return onAWholeFile([&] { return readBack(stop); });
    }

    Result<void> write()
    {
        return onAWholeFile([&] { return writeDown(); });
    }

    Result<MetricHistory> readBack(std::stop_token stop)
    {
        if (const Result<void> opened = open(); !opened)
            return opened.error();
        if (QFileInfo(path).size() <= mostChecked) {
            if (const Result<bool> sound = archive->isSound(); !sound || !*sound)
                return sound ? archive->damaged() : sound.error();
        }
        return archive->history(QDateTime::currentMSecsSinceEpoch(), stop);
    }

    Result<std::optional<PastPart>> part(qint64 fromMs, qint64 toMs, std::stop_token stop)
    {
        constexpr qsizetype mostValues = 3'000'000; // 48 MB
        if (const Result<void> opened = open(); !opened)
            return opened.error();
        return archive->part(fromMs, toMs, mostValues, stop);
    }

    bool mustNote()
    {
        const std::scoped_lock lock(mutex);
        return isSimulated;
    }

    Result<void> writeDown()
    {
        if (const Result<void> opened = open(); !opened)
            return opened.error();
        if (!isNoted && mustNote())      // an error of this is one of the next write
            isNoted = bool(archive->noteSimulated());
        if (const Result<void> written = archive->append(take()); !written)
            return written;
        if (archive->isBehind())
            return {};
        if (const Result<void> written = archive->flush(); !written)
            return written;
        if (upkeep.isValid() && upkeep.elapsed() < upkeepMs)
            return {};
        upkeep.start();
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const Result<void> done = archive->forgetOld(now, kept);
        return done ? archive->shrinkTo(mostFileBytes) : done;
    }
};

HistoryKeeper::HistoryKeeper(const QString &file, QObject *parent)
    : QObject(parent), m_keeping(std::make_shared<Keeping>(file)), m_worker(std::make_unique<Worker>())
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &HistoryKeeper::write);
    m_worker->run(this, [keeping = m_keeping](Job &job) { return keeping->restore(job.stop()); },
                  [this](Result<MetricHistory> history) {
        note(history ? Result<void>() : Result<void>(history.error()));
        if (!history)
            return;
        m_restored = *std::move(history);
        emit restored();
    });
}

HistoryKeeper::~HistoryKeeper()
{
    m_worker.reset();                    // from here on the file is ours; a few seconds of samples wait at most
    if (m_trouble || !m_keeping->open())
        return;
    m_keeping->archive->hurry();
    (void)m_keeping->archive->append(m_keeping->take());
    (void)m_keeping->archive->flush();
}

void HistoryKeeper::noteSimulated()
{
    const std::scoped_lock lock(m_keeping->mutex);
    m_keeping->isSimulated = true;
}

void HistoryKeeper::keep(const QList<Sample> &samples)
{
    {
        const std::scoped_lock lock(m_keeping->mutex);
        m_keeping->arrived += samples;
        constexpr qsizetype most = 200'000; // while the file cannot even be opened
        if (m_keeping->arrived.size() > most)
            m_keeping->arrived.remove(0, m_keeping->arrived.size() - most);
    }
    if (!m_isWriting && !m_timer.isActive())
        m_timer.start();
}

void HistoryKeeper::fetch(qint64 fromMs, qint64 toMs, std::function<void(PastPart)> done)
{
    using Part = Result<std::optional<PastPart>>;
    m_worker->run(
        this, [keeping = m_keeping, fromMs, toMs](Job &job) { return keeping->part(fromMs, toMs, job.stop()); },
        [done](Part part) {
            if (part && *part)           // what is damaged is told by what writes
                done(std::move(**part));
        });
}

QString HistoryKeeper::movedAside() const
{
    const std::scoped_lock lock(m_keeping->mutex);
    return m_keeping->aside;
}

void HistoryKeeper::write()
{
    m_isWriting = true;
    m_worker->run(this, [keeping = m_keeping](Job &) -> std::pair<Result<void>, bool> {
        Result<void> written = keeping->write();
        return {std::move(written), keeping->archive && keeping->archive->isBehind()};
    }, [this](const std::pair<Result<void>, bool> &done) {
        m_isWriting = false;
        if (!done.first || !done.second) // behind, but not tried again yet: the trouble stands
            note(done.first);
        const std::scoped_lock lock(m_keeping->mutex);
        if (!m_keeping->arrived.isEmpty() || !done.first || done.second)
            m_timer.start();
    });
}

void HistoryKeeper::note(const Result<void> &written)
{
    const std::optional<Error> trouble
        = written || written.error().kind == ErrorKind::Canceled ? std::nullopt : std::optional(written.error());
    const QString aside = movedAside();
    if (trouble == m_trouble && aside == m_toldAside)
        return;
    m_trouble = trouble;
    m_toldAside = aside;
    emit troubleChanged();
}

QString defaultHistoryFolder()
{
    return stateFolder() + u"/history"_s;
}

QString historyFile(const QString &folder, const QString &deploymentPath)
{
    const QFileInfo file(deploymentPath);
    const QString path = file.exists() ? file.canonicalFilePath() : file.absoluteFilePath();
    static const QRegularExpression unsafe(u"[^A-Za-z0-9._-]"_s);
    const QString name = file.fileName().section(u'.', 0, 0).replace(unsafe, u"_"_s).left(60);
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex().left(12);
    return u"%1/%2-%3.db"_s.arg(folder, name, QString::fromLatin1(hash));
}
