#include "ui/deploy/steplist.h"

#include "core/base/languages.h"
#include "core/deploy/step.h"
#include "ui/common/format.h"

#include <QCoreApplication>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace {

struct StepText
{
    Q_DECLARE_TR_FUNCTIONS(StepList)
};

QString expectedText(int seconds)
{
    return seconds >= 120 ? StepText::tr("about %1 min").arg((seconds + 30) / 60)
                          : StepText::tr("about %1 s").arg(seconds);
}

} // namespace

QString stepTitle(const QString &id)
{
    const StepKind *kind = stepKind(id);
    return kind ? kind->title() : id;
}

QString stepTimeText(StepState state, qint64 tookMs, int expectedSeconds)
{
    if (tookMs < 0)
        return {};
    switch (state) {
    case StepState::Pending: return expectedSeconds > 0 ? expectedText(expectedSeconds) : QString();
    case StepState::Running: {
        const QString took = format::duration(tookMs / 1000 * 1000);
        return expectedSeconds > 0 ? StepText::tr("%1 of %2").arg(took, expectedText(expectedSeconds)) : took;
    }
    case StepState::Undone: return {};
    case StepState::Failed:
    case StepState::Stopped: return tookMs > 0 ? format::duration(tookMs) : QString(); // it may never have been reached
    default: return format::duration(tookMs);
    }
}

static QString wordsOf(const DeployRun &run, int step)
{
    return run.state(step) == StepState::Failed ? run.failure(step).message : run.message(step);
}

static bool isIdle(const DeployRun &run, int step)
{
    return run.isUndoing() && !run.isToUndo(step);
}

int expectedSecondsOf(const DeployRun &run, int step)
{
    return run.isUndoing() ? 0 : run.plan().steps.value(step).expectedSeconds;
}

void StepListModel::setRun(const DeployRun *run)
{
    beginResetModel();
    m_run = run;
    m_rows.clear();
    for (int i = 0; run && i < run->plan().steps.size(); ++i) {
        const DeployStep &step = run->plan().steps[i];
        const StepState state = run->state(i);
        const qint64 tookMs = state == StepState::Running ? -1 : run->tookMs(i); // since when is not known
        m_rows.append({step.id, step.node, wordsOf(*run, i),
                       expectedSecondsOf(*run, i), isIdle(*run, i), state, tookMs, {}});
    }
    endResetModel();
}

void StepListModel::setState(int step, StepState state, const QString &message, qint64 tookMs)
{
    if (step < 0 || step >= m_rows.size())
        return;
    Row &row = m_rows[step];
    const bool goesOn = state == StepState::Running && row.state == state; // only what is said of it is new
    if (state == StepState::Running && !goesOn)
        row.since.start();
    row.state = state;
    row.message = message;
    if (!goesOn)
        row.tookMs = tookMs;
    emit dataChanged(index(step), index(step));
}

void StepListModel::refresh()
{
    for (int i = 0; m_run && i < m_rows.size(); ++i) {
        m_rows[i].message = wordsOf(*m_run, i);
        m_rows[i].expectedSeconds = expectedSecondsOf(*m_run, i);
        m_rows[i].isIdle = isIdle(*m_run, i);
    }
    if (!m_rows.isEmpty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

void StepListModel::setServes(bool serves)
{
    if (std::exchange(m_serves, serves) != serves && !m_rows.isEmpty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

void StepListModel::setPast(const QSet<QString> &nodes, const QSet<QString> &ended)
{
    const bool isOther = std::exchange(m_past, nodes) != nodes;
    if ((std::exchange(m_ended, ended) != ended || isOther) && !m_rows.isEmpty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

void StepListModel::setAhead(const QHash<QString, CheckedStep> &ahead)
{
    m_ahead = ahead;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

Look lookAhead(const CheckedStep &step)
{
    switch (step.state) {
    case CheckedStep::State::Holds: return {u"✓"_s, StepText::tr("Holds", "a step"), style::Tone::Ok};
    case CheckedStep::State::WouldChange: return {u"±"_s, StepText::tr("Would change"), style::Tone::Warning};
    case CheckedStep::State::Follows:
        if (const QString node = step.message.section(u'@', 1); node != step.node)
            return {u"…"_s,
                    StepText::tr("After \"%1\" on %2 only", "a step, a node").arg(stepTitle(step.message), node),
                    style::Tone::Unknown};
        return {u"…"_s, StepText::tr("After \"%1\" only", "a step").arg(stepTitle(step.message)),
                style::Tone::Unknown};
    case CheckedStep::State::Failed: break;
    }
    return {u"✕"_s, StepText::tr("Would fail"), style::Tone::Danger};
}

Look StepListModel::look(int step) const
{
    const Row &row = m_rows[step];
    if (const auto ahead = m_ahead.constFind(row.id); ahead != m_ahead.cend())
        return lookAhead(*ahead);
    if (!m_ahead.isEmpty())              // how it ended in the last run would be read as an answer
        return {u"–"_s, StepText::tr("Not asked"), style::Tone::Unknown};
    Look look = lookOf(row.state);
    if (row.state == StepState::Pending && row.isIdle)
        look.word = StepText::tr("Nothing to undo");
    if (row.state == StepState::Undone && bringsWhatIsMissing(row.id)) // undo leaves images and weights
        look.word = StepText::tr("What is there stays");
    const QString kind = row.id.section(u'@', 0, 0);
    if (!isOfThePast(row))
        return look;
    return {u"?"_s, kind == "container"_L1 ? StepText::tr("Was running", "a container")
                                           : StepText::tr("Done then", "a step; what it found does not hold any more"),
            style::Tone::Unknown};
}

bool StepListModel::isOfThePast(const Row &row) const
{
    static const QStringList ofService{u"container"_s,  u"copy-into-container"_s, u"stop-stale"_s, u"start"_s,
                                       u"wait-ready"_s, u"confirm"_s,             u"verify"_s};
    const QString kind = row.id.section(u'@', 0, 0);
    const bool isPast = !m_serves || m_past.contains(row.node)
        || (m_ended.contains(row.node) && !kind.endsWith("container"_L1));
    return isPast && (row.state == StepState::Done || row.state == StepState::UpToDate) && ofService.contains(kind);
}

void StepListModel::tick()
{
    for (int i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].state == StepState::Running) {
            m_rows[i].tookMs = m_rows[i].since.isValid() ? m_rows[i].since.elapsed() : -1;
            emit dataChanged(index(i), index(i), {TookRole, Qt::DisplayRole});
        }
    }
}

int StepListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant StepListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return stepTitle(row.id);
    case Qt::ToolTipRole: {              // whole, what the row has no room for and what it found
        QStringList lines{stepTitle(row.id), u"%1 · %2"_s.arg(row.node, look(index.row()).word)};
        for (const QString &words : {data(index, MessageRole).toString(), row.message}) {
            if (!words.isEmpty() && words != look(index.row()).word && !lines.contains(words))
                lines << words;
        }
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole:
        return u"%1, %2, %3"_s.arg(stepTitle(row.id), row.node, data(index, LookRole).toString());
    case LookRole: return look(index.row()).word;
    case SymbolRole: return look(index.row()).symbol;
    case ToneRole: return int(look(index.row()).tone);
    case StateRole: return int(row.state);
    case MessageRole:
        if (const auto ahead = m_ahead.constFind(row.id); ahead != m_ahead.cend())
            return ahead->state == CheckedStep::State::Follows || ahead->error
                ? QString()
                : inLanguage(ahead->message, dataLanguage());
        return isOfThePast(row) || !m_ahead.isEmpty() ? QString() : row.message; // what it found is in the tool tip
    case TookRole: return !m_ahead.isEmpty() ? qint64(-1) : row.tookMs;
    case ExpectedRole: return row.expectedSeconds;
    case NodeRole: return row.node;
    default: return {};
    }
}

QSize StepDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {240, 48};
}

void StepDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colors c = style::colors();
    const auto state = StepState(index.data(StepListModel::StateRole).toInt());
    const QColor tone = style::color(style::Tone(index.data(StepListModel::ToneRole).toInt()));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, style::tint(c.accent));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, style::mixed(c.surface, c.text, 0.04));
    painter->setPen(c.border);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());

    const QRect inner = option.rect.adjusted(12, 6, -12, -6);
    const QRectF disc(inner.left(), inner.center().y() - 10, 20, 20);
    painter->setPen(state == StepState::Pending ? QPen(c.border) : QPen(Qt::NoPen));
    painter->setBrush(state == StepState::Pending ? c.surface : style::tint(tone));
    painter->drawEllipse(disc);
    painter->setPen(tone);
    painter->setFont(style::font(style::smallSize, true));
    painter->drawText(disc, Qt::AlignCenter, index.data(StepListModel::SymbolRole).toString());

    const QRect words = inner.adjusted(32, 0, 0, 0);
    const QRect upper(words.left(), words.top(), words.width(), words.height() / 2);
    const QRect lower(words.left(), words.top() + words.height() / 2, words.width(), words.height() / 2);
    const QString time = stepTimeText(state, index.data(StepListModel::TookRole).toLongLong(),
                                      index.data(StepListModel::ExpectedRole).toInt());
    painter->setFont(style::font(style::smallSize));
    const int timeWidth = time.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(time) + 8;
    const QFont titleFont = style::font(style::bodySize, state == StepState::Running);
    const QString title = index.data().toString();
    // Beside the title where that has room: what was found needs the line below it.
    const bool isAbove = QFontMetrics(titleFont).horizontalAdvance(title) + timeWidth <= upper.width();
    const int secondWidth = lower.width() - (isAbove ? 0 : timeWidth);
    painter->setPen(c.secondText);
    painter->drawText(isAbove ? upper : lower, Qt::AlignRight | Qt::AlignVCenter, time);
    const QString stateWords = index.data(StepListModel::LookRole).toString();
    QString second = u"%1 · %2"_s.arg(index.data(StepListModel::NodeRole).toString(), stateWords);
    if (const QString message = index.data(StepListModel::MessageRole).toString();
        !message.isEmpty() && message != stateWords && state != StepState::Failed)
        second += u" · "_s + message;
    painter->drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(second, Qt::ElideRight, secondWidth));
    painter->setFont(titleFont);
    painter->setPen(c.text);
    painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(title, Qt::ElideRight, upper.width()));
    painter->restore();
}
