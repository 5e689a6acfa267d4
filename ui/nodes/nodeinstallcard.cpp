#include "ui/nodes/nodeinstallcard.h"

#include "ui/common/badge.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace {

Look lookOfNode(const NodeView &view, bool isRunning)
{
    if (view.asksRestart)
        return {u"!"_s, NodeInstallCard::tr("Waits for your answer"), style::Tone::Warning};
    if (view.error)
        return view.error->kind == ErrorKind::Canceled ? lookOf(StepState::Stopped) : lookOf(StepState::Failed);
    if (!view.plan)
        return {u"…"_s, NodeInstallCard::tr("Being asked"), style::Tone::Unknown};
    if (view.owesRestart)
        return {u"!"_s, NodeInstallCard::tr("Restart needed"), style::Tone::Warning};
    if (view.isDone)
        return lookOf(StepState::Done);
    if (view.plan->isRefused())
        return {u"✕"_s, NodeInstallCard::tr("Cannot be installed"), style::Tone::Danger};
    if (!view.plan->unwell.isEmpty() && !isRunning)
        return lookOf(StepState::Failed);
    if (view.plan->isUpToDate())
        return lookOf(StepState::UpToDate);
    const bool isAtWork = std::any_of(view.stages.begin(), view.stages.end(),
                                      [](const auto &one) { return one.second.state == StepState::Running; });
    if (!isRunning)
        return {u"•"_s, NodeInstallCard::tr("To be installed"), style::Tone::Accent};
    return isAtWork ? lookOf(StepState::Running) : lookOf(StepState::Pending);
}

QString noteText(const InstallNote &note)
{
    const QString text = (note.refuses ? u"✕ "_s : u"! "_s) + note.sentence;
    const QString remedy = note.asksToStop
        ? NodeInstallCard::tr("Tick above that what uses the NPUs is stopped, or stop the service yourself first. "
                              "Requests that it serves end.")
        : note.remedy;
    return remedy.isEmpty() ? text : text + u"\n   → "_s + remedy;
}

} // namespace

NodeInstallCard::NodeInstallCard(const QString &node, QWidget *parent)
    : QFrame(parent)
    , m_node(node)
    , m_badge(new Badge(this))
    , m_name(style::label(node, style::Text::Strong, this))
    , m_now(style::label({}, style::Text::Second, this))
    , m_notes(style::label({}, style::Text::Body, this))
    , m_stages(new QGridLayout)
{
    setObjectName(u"install-"_s + node);
    m_badge->setObjectName(u"installState-"_s + node);
    m_notes->setObjectName(u"installNotes-"_s + node);
    m_notes->setWordWrap(true);
    m_now->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->addWidget(m_name);
    head->addWidget(m_badge);
    head->addStretch(1);
    m_stages->setColumnStretch(2, 1);
    m_stages->setHorizontalSpacing(style::grid * 3);
    m_stages->setVerticalSpacing(style::grid);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid);
    box->addLayout(head);
    box->addWidget(m_now);
    box->addWidget(m_notes);
    box->addLayout(m_stages);
    box->addWidget(style::horizontalLine(this));
}

void NodeInstallCard::show(const NodeView &view, bool isRunning)
{
    m_badge->setLook(lookOfNode(view, isRunning));
    const bool isKnown = view.plan && !view.plan->now.isEmpty();
    m_now->setText(isKnown ? tr("Now: %1").arg(view.plan->now) : QString());
    m_now->setVisible(isKnown);
    QStringList notes;
    if (view.error && view.error->kind != ErrorKind::Canceled) {
        notes << noteText({true, view.error->message, view.error->facts.value(u"remedy"_s)});
    } else if (view.plan && !view.isDone) {
        for (const InstallNote &note : view.plan->notes)
            notes << noteText(note);
    }
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
    qDeleteAll(m_rows);
    m_rows.clear();
    if (!view.plan)
        return;
    int row = 0;
    for (const PlannedStage &stage : view.plan->stages) {
        const auto at = view.stages.find(stage.stage);
        const StageView its = at == view.stages.end() ? StageView() : at->second;
        auto *badge = new Badge(this);
        badge->setLook(lookOf(its.state));
        badge->setObjectName(u"stage-%1-%2"_s.arg(stageId(stage.stage), m_node));
        QLabel *title = style::label(stageTitle(stage.stage), style::Text::Body, this);
        QString words = its.message;
        if (its.state == StepState::Running && its.share)
            words = format::percent(*its.share * 100);
        else if (its.state == StepState::Failed)
            words.clear();               // it stands above, with what to do
        if (its.state != StepState::Running && its.tookMs > 0)
            words = words.isEmpty() ? format::duration(its.tookMs)
                                    : words + u" · "_s + format::duration(its.tookMs);
        QLabel *message = style::label(words, style::Text::Small, this);
        message->setWordWrap(true);
        if (!stage.commands.isEmpty()) {
            title->setToolTip(stage.commands.join(u'\n'));
            badge->setToolTip(title->toolTip());
        }
        m_stages->addWidget(badge, row, 0);
        m_stages->addWidget(title, row, 1);
        m_stages->addWidget(message, row, 2);
        m_rows << badge << title << message;
        // What will be run is read before it is agreed to.
        if (!isRunning && !view.isDone && stage.isNeeded && its.state == StepState::Pending
            && !stage.commands.isEmpty()) {
            ++row;
            QLabel *commands = style::label(stage.commands.join(u'\n'), style::Text::Small, this);
            commands->setFont(style::monospace(11));
            commands->setWordWrap(true);
            m_stages->addWidget(commands, row, 1, 1, 2);
            m_rows << commands;
        }
        ++row;
    }
}
