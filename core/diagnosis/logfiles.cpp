#include "core/diagnosis/logfiles.h"

#include "core/base/inputfile.h"
#include "core/base/languages.h"
#include "core/diagnosis/logsections.h"
#include "core/diagnosis/savedlog.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

struct LogFilesText
{
    ASC_TR_FUNCTIONS(LogFiles)
};

constexpr qsizetype mostFiles = 10'000;
constexpr qint64 mostSavedBytes = 512 * 1024 * 1024; // of one file

// The nodes' folders of an unpacked bundle (core/bundle: README.txt beside nodes/NAME/...): which is named, or its
// folder "nodes", or the folder into which nothing else was unpacked. Empty: it is none.
QStringList bundledNodes(const QString &folder)
{
    QDir top(folder);
    if (top.dirName() == "nodes"_L1 && !top.exists(u"nodes"_s))
        top.setPath(QFileInfo(top.absolutePath()).path());
    if (const QStringList all = top.entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
        all.size() == 1 && QFileInfo(top.filePath(all.first())).isDir())
        top.cd(all.first());
    const QDir nodes(top.filePath(u"nodes"_s));
    QStringList found;
    if (QFileInfo(top.filePath(u"README.txt"_s)).isFile())
        for (const QString &name : nodes.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name))
            found << nodes.filePath(name);
    return found;
}

// A node's folder of such a bundle.
bool isBundledNode(const QString &folder)
{
    const QDir nodes(QFileInfo(QDir(folder).absolutePath()).path());
    return nodes.dirName() == "nodes"_L1 && QFileInfo(nodes.filePath(u"../README.txt"_s)).isFile();
}

// The lines of a file of lines that name their node, by node and process.
class SavedLines
{
public:
    void take(const SavedLog::Line &line)
    {
        m_bytes += line.text.size();
        if (m_bytes > mostSavedBytes)
            return;
        const auto origin = std::pair(line.node, line.process);
        if (!m_lines.contains(origin))
            m_origins << origin;
        m_lines[origin].emplace_back(line.number, line.text);
    }
    void feed(Diagnosis &diagnosis, const LogSource &source, QString error) const
    {
        if (error.isEmpty() && m_bytes > mostSavedBytes)
            error = LogFilesText::tr("Only the first %1 MiB of its lines were read.")
                        .arg(mostSavedBytes / (1024 * 1024));
        for (const auto &origin : m_origins) {
            diagnosis.begin({origin.first, source.file, source.latest});
            for (const auto &[number, text] : *m_lines.constFind(origin)) {
                diagnosis.nextLineIs(number);
                diagnosis.feed(text + '\n');
            }
            diagnosis.end(error);
        }
    }
    bool isEmpty() const { return m_origins.isEmpty(); }

private:
    QList<std::pair<QString, QString>> m_origins; // as they came
    QHash<std::pair<QString, QString>, QList<std::pair<qint64, QByteArray>>> m_lines;
    qint64 m_bytes = 0;
};

} // namespace

bool isBundledLog(const QString &path)
{
    return path.startsWith("logs/"_L1) || path == "host/kernel-log.txt"_L1 || path == "container/output.log"_L1;
}

Result<QStringList> logFiles(const QStringList &arguments)
{
    QStringList all;
    std::optional<Error> without;
    for (const QString &argument : arguments) {
        const qsizetype equal = argument.indexOf(QLatin1Char('='));
        const bool isNamed = equal > 0 && !QFileInfo::exists(argument) && QFileInfo(argument.mid(equal + 1)).isDir();
        const QString folder = isNamed ? argument.mid(equal + 1) : argument;
        if (!QFileInfo(folder).isDir()) {
            all << argument;
            continue;
        }
        QList<std::pair<QString, QString>> folders; // what stands before a file's name, and where it lies
        if (!isNamed)
            for (const QString &node : bundledNodes(folder))
                folders.emplaceBack(QDir(node).dirName() + u'=', node);
        QStringList inside;
        const bool isOlder = std::any_of(folders.cbegin(), folders.cend(), [](const auto &node) {
            return QDir(node.second).exists(u"before-last-run"_s);
        });
        if (isOlder)                     // else the nodes' logs have what the last run said
            if (const QFileInfo run(QDir(folders.first().second).filePath(u"../../run.log"_s)); run.isFile())
                inside << u"run="_s + QDir::cleanPath(run.filePath());
        const bool isNode = folders.isEmpty() && isBundledNode(folder);
        const bool isBundle = isNode || !folders.isEmpty();
        if (folders.isEmpty()) {
            const QString node = isNode ? QDir(QDir(folder).absolutePath()).dirName() + u'=' : QString();
            folders.emplaceBack(isNamed ? argument.left(equal + 1) : node, isNode ? QDir(folder).path() : folder);
        }
        for (const auto &[before, where] : std::as_const(folders)) {
            for (QDirIterator it(where, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories); it.hasNext();) {
                const QString file = it.next();
                if (!isBundle || isBundledLog(file.mid(where.size() + 1)))
                    inside << before + file;
                if (inside.size() > mostFiles)
                    return Error{ErrorKind::Storage,
                                 LogFilesText::tr("There are more than %1 files in %2; name the folders of the logs.")
                                     .arg(mostFiles)
                                     .arg(folder),
                                 {},
                                 {}};
            }
        }
        if (inside.isEmpty()) {
            const Error none{ErrorKind::Storage,
                             (isBundle ? LogFilesText::tr("The bundle in %1 holds no log of a node.")
                                       : LogFilesText::tr("There are no files in %1."))
                                 .arg(folder),
                             {},
                             {}};
            if (!isNode)
                return none;
            without = none;              // the other nodes may have logs
        }
        std::sort(inside.begin(), inside.end());
        all += inside;
    }
    if (all.isEmpty() && without)
        return *without;
    return all;
}

Result<int> feedFiles(Diagnosis &diagnosis, const QStringList &files, std::stop_token stop,
                      const std::function<void(qint64 bytes)> &told)
{
    int read = 0;
    qint64 bytes = 0;
    for (const LogSource &source : logSources(files)) {
        bool hasBegun = false;
        const auto begin = [&](const LogSource &one) {
            if (std::exchange(hasBegun, true))
                diagnosis.end();
            diagnosis.begin(one);
        };
        LogSections sections(
            [&](const LogHead &head, qint64 lines) {
                begin({head.node, source.file, source.latest, false, lines, head.beganMs});
            },
            [&](QByteArrayView piece) {
                if (!hasBegun)
                    begin(source);
                diagnosis.feed(piece);
            });
        SavedLines savedLines;
        std::optional<SavedLog> saved;
        std::optional<SavedLog::Shape> shape;
        QByteArray head;                 // as long as it is not known what the file is
        const auto pass = [&](const QByteArray &piece, bool isAll) {
            if (!shape) {
                head += piece;
                shape = SavedLog::shapeOf(head, isAll);
                if (!shape)
                    return;
                if (*shape != SavedLog::Shape::None)
                    saved.emplace(*shape, [&](const SavedLog::Line &line) { savedLines.take(line); });
                return saved ? saved->feed(head) : sections.feed(std::exchange(head, QByteArray()));
            }
            return saved ? saved->feed(piece) : sections.feed(piece);
        };
        const auto take = [&](const QByteArray &piece) {
            pass(piece, false);
            bytes += piece.size();
            if (told)
                told(bytes);
        };
        const Result<void> outcome = readPieces(source.file, take, stop);
        if (!shape)
            pass({}, true);
        if (saved)
            saved->finish();
        sections.finish();
        const QString error = outcome ? QString() : outcome.error().message;
        if (saved && !savedLines.isEmpty()) {
            savedLines.feed(diagnosis, source, error);
        } else {
            if (!hasBegun)
                begin(source);
            diagnosis.end(error);
        }
        if (!outcome && outcome.error().kind == ErrorKind::Canceled)
            return outcome.error();
        read += outcome ? 1 : 0;
    }
    return read;
}
