#include "ui/frame/closebar.h"

#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// Checks, a model being loaded, a question to the nodes: they can be asked again. A deployment changes the nodes.
bool asksBeforeClose(const Task &one) { return one.id == "deploy"_L1 || one.id == "driver"_L1; }

} // namespace

CloseBar::CloseBar(Tasks &tasks, QWidget *parent)
    : NoticeBar(u"close"_s, Buttons::Beside, parent)
    , m_tasks(tasks)
    , m_stop(addButton(u"closeStop"_s, style::Kind::Danger))
    , m_after(addButton(u"closeAfter"_s))
    , m_cancel(addButton(u"closeCancel"_s))
{
    connect(m_stop, &QPushButton::clicked, this, [this] { answer(true); });
    connect(m_after, &QPushButton::clicked, this, [this] { answer(false); });
    connect(m_cancel, &QPushButton::clicked, this, &CloseBar::keep);
    connect(&m_tasks, &Tasks::changed, this, &CloseBar::follow);
    setWords();
}

bool CloseBar::holds() const
{
    const QList<Task> &all = m_tasks.all();
    return std::any_of(all.cbegin(), all.cend(), asksBeforeClose);
}

void CloseBar::ask()
{
    NoticeBar::ask(m_cancel);
}

void CloseBar::answer(bool stopsIt)
{
    m_waits = true;
    m_stops = stopsIt;
    setWords();
    m_cancel->setFocus();
    const QList<Task> all = m_tasks.all();
    for (const Task &one : all) {
        if (stopsIt && asksBeforeClose(one) && one.stop)
            one.stop();
    }
    follow();
}

void CloseBar::keep()
{
    m_waits = m_stops = false;
    hide();
}

void CloseBar::follow()
{
    if (holds())
        return;
    const bool goesOn = m_waits;
    keep();
    if (goesOn) // not from within what is just ending
        QMetaObject::invokeMethod(this, &CloseBar::free, Qt::QueuedConnection);
}

void CloseBar::retranslate()
{
    const QList<Task> &all = m_tasks.all();
    const bool isDriver
        = std::any_of(all.cbegin(), all.cend(), [](const Task &one) { return one.id == "driver"_L1; });
    say(!m_waits && isDriver
            ? tr("Driver and firmware are being installed. What should become of it when the window closes? An "
                 "installer that runs on a node goes on there in any case.")
        : !m_waits ? tr("A deployment is under way. What should become of it when the window closes?")
        : m_stops ? tr("Stopping the run; the window closes then.")
                  : tr("The run goes on; the window closes when it has ended."));
    m_stop->setText(tr("Stop it and close"));
    m_after->setText(tr("Close when it has ended"));
    m_cancel->setText(m_waits ? tr("Do not close") : tr("Cancel"));
    m_stop->setVisible(!m_stops);
    m_after->setVisible(!m_waits);
}
