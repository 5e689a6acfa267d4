#include "ui/logs/logmodel.h"

#include "ui/common/style.h"

#include <QBrush>
#include <QCoreApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QFont>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 sliceMs = 8;
constexpr int linesAtOnce = 500;         // between two looks at the clock
constexpr int mostRuns = 64;             // more places than that between rows are a new list
constexpr qsizetype shownText = 2'000;   // characters of a cell

QVariant levelBrush(LogLevel level)
{
    if (level >= LogLevel::Error)
        return QBrush(style::color(style::Tone::Danger));
    if (level == LogLevel::Warning)
        return QBrush(style::color(style::Tone::Warning));
    if (level == LogLevel::Debug)
        return QBrush(style::color(style::Tone::Unknown));
    return {};
}

// As format::time(), to the millisecond.
QString timeWords(qint64 ms)
{
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(ms);
    return when.toString(when.date() == QDate::currentDate() ? u"HH:mm:ss.zzz"_s : u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

} // namespace

QString levelWords(LogLevel level)
{
    switch (level) {
    case LogLevel::Unknown:
        return {};
    case LogLevel::Debug:
        return LogModel::tr("Debug", "level of a line");
    case LogLevel::Info:
        return LogModel::tr("Info", "level of a line");
    case LogLevel::Warning:
        return LogModel::tr("Warning", "level of a line");
    case LogLevel::Error:
        return LogModel::tr("Error", "level of a line");
    case LogLevel::Fatal:
        return LogModel::tr("Fatal", "level of a line");
    }
    return {};
}

LogModel::LogModel(const LogStore &store, QObject *parent)
    : QAbstractTableModel(parent)
    , m_store(store)
{
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &LogModel::work);
}

void LogModel::setFilter(const LogFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    m_sieve = LogSieve(filter);
    refill();
}

void LogModel::refill()
{
    beginResetModel();
    m_rows.clear();
    m_last.reset();
    m_isWhole = false;
    if (m_isPaused)
        m_pausedAt = std::clamp(m_pausedAt, m_store.begin(), m_store.end());
    endResetModel();
    m_slice.start();
}

void LogModel::setPaused(bool paused)
{
    if (paused == m_isPaused)
        return;
    m_isPaused = paused;
    const qint64 from = std::exchange(m_pausedAt, m_store.end());
    if (!paused)
        takeAppended(std::max(from, m_store.begin()));
}

qint64 LogModel::held() const { return m_isPaused ? m_store.end() - m_pausedAt : 0; }

// The next lines in order of time, for a few milliseconds.
void LogModel::work()
{
    QElapsedTimer clock;
    clock.start();
    const std::vector<qint64> &order = m_store.order();
    const auto isBefore = [this](qint64 a, qint64 b) { return m_store.isBefore(a, b); };
    auto next = m_last ? std::upper_bound(order.begin(), order.end(), *m_last, isBefore) : order.begin();
    std::vector<qint64> found;
    while (next != order.end() && clock.elapsed() < sliceMs) {
        for (int i = 0; i < linesAtOnce && next != order.end(); ++i, ++next) {
            m_last = *next;
            if ((!m_isPaused || *next < m_pausedAt) && m_sieve.passes(m_store, *next))
                found.push_back(*next);
        }
    }
    if (!found.empty()) {
        const int first = rowCount();
        beginInsertRows({}, first, first + int(found.size()) - 1);
        m_rows.insert(m_rows.end(), found.begin(), found.end());
        endInsertRows();
    }
    if (next != order.end())
        return;
    m_slice.stop();
    m_isWhole = true;
    emit filtered();
}

void LogModel::takeAppended(qint64 from)
{
    if (m_isPaused)
        return;
    std::vector<qint64> found;
    for (qint64 line = from; line < m_store.end(); ++line) {
        // Of what is not looked at yet the slices take care.
        const bool isAhead = !m_isWhole && (!m_last || m_store.isBefore(*m_last, line));
        if (!isAhead && m_sieve.passes(m_store, line))
            found.push_back(line);
    }
    if (!found.empty())
        insert(std::move(found));
}

void LogModel::insert(std::vector<qint64> lines)
{
    const auto isBefore = [this](qint64 a, qint64 b) { return m_store.isBefore(a, b); };
    std::sort(lines.begin(), lines.end(), isBefore);
    if (m_rows.empty() || isBefore(m_rows.back(), lines.front())) {
        beginInsertRows({}, rowCount(), rowCount() + int(lines.size()) - 1);
        m_rows.insert(m_rows.end(), lines.begin(), lines.end());
        endInsertRows();
        return;
    }
    // Runs of lines that stand next to each other.
    struct Run
    {
        qsizetype at;                    // in m_rows, as they are now
        size_t from, count;              // in lines
    };
    std::vector<Run> runs;
    for (size_t i = 0; i < lines.size(); ++i) {
        const qsizetype at
            = std::upper_bound(m_rows.begin(), m_rows.end(), lines[i], isBefore) - m_rows.begin();
        if (!runs.empty() && runs.back().at == at)
            ++runs.back().count;
        else
            runs.push_back({at, i, 1});
    }
    if (runs.size() > mostRuns) {
        beginResetModel();
        const auto middle = std::ptrdiff_t(m_rows.size());
        m_rows.insert(m_rows.end(), lines.begin(), lines.end());
        std::inplace_merge(m_rows.begin(), m_rows.begin() + middle, m_rows.end(), isBefore);
        endResetModel();
        return;
    }
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) { // from the last: the places before stay
        beginInsertRows({}, int(run->at), int(run->at + qsizetype(run->count)) - 1);
        const auto from = lines.begin() + std::ptrdiff_t(run->from);
        m_rows.insert(m_rows.begin() + run->at, from, from + std::ptrdiff_t(run->count));
        endInsertRows();
    }
}

int LogModel::rowOf(qint64 line) const
{
    if (line < m_store.begin() || line >= m_store.end())
        return -1;
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), line,
                                        [this](qint64 a, qint64 b) { return m_store.isBefore(a, b); });
    return found != m_rows.end() && *found == line ? int(found - m_rows.begin()) : -1;
}

void LogModel::setFailure(std::optional<qint64> line)
{
    const std::optional<qint64> before = std::exchange(m_failure, line);
    for (const std::optional<qint64> &one : {before, m_failure}) {
        if (const int row = one ? rowOf(*one) : -1; row >= 0)
            emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void LogModel::retranslate()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QString LogModel::textAt(int row) const { return QString::fromUtf8(m_store.text(lineAt(row))); }

int LogModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int LogModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || lineAt(index.row()) < m_store.begin())
        return {};
    const qint64 line = lineAt(index.row());
    if (role == Qt::FontRole && m_failure == line)
        return style::font(style::bodySize, true);
    if (role == Qt::BackgroundRole && m_failure == line)
        return QBrush(style::tint(style::color(style::Tone::Danger)));
    if (role == Qt::ForegroundRole && m_failure == line)
        return QBrush(style::color(style::Tone::Danger));
    if (role == Qt::ForegroundRole && index.column() == Level)
        return levelBrush(m_store.level(line));
    if (role == Qt::AccessibleTextRole && index.column() == Text && m_failure == line)
        return tr("First failure: %1").arg(textAt(index.row()));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Time:
        return m_store.hasTime(line) ? (m_store.isLater(line) ? u"≥ "_s : QString()) + timeWords(m_store.ms(line))
                                     : u"—"_s;
    case NodeName:
        return m_store.node(line);
    case Process:
        return m_store.process(line);
    case Level:
        return levelWords(m_store.level(line));
    case Text:
        return QString::fromUtf8(m_store.text(line).first(std::min(m_store.text(line).size(), shownText)));
    }
    return {};
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time here", "of a line, by this computer's clock");
    case NodeName:
        return tr("Node");
    case Process:
        return tr("Process");
    case Level:
        return tr("Level");
    case Text:
        return tr("Text");
    }
    return {};
}
