#include "ui/frame/unsavedbar.h"

#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

UnsavedBar::UnsavedBar(QWidget *parent)
    : NoticeBar(u"unsaved"_s, Buttons::Beside, parent)
    , m_save(addButton(u"unsavedSave"_s, style::Kind::Primary))
    , m_discard(addButton(u"unsavedDiscard"_s, style::Kind::Danger))
    , m_cancel(addButton(u"unsavedCancel"_s))
{
    connect(m_save, &QPushButton::clicked, this, &UnsavedBar::saveRequested);
    connect(m_discard, &QPushButton::clicked, this, [this] {
        if (const auto goOn = takePending())
            goOn();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] { takePending(); });
    setWords();
}

void UnsavedBar::ask(const QString &deployment, Before before, const Changes &changes, std::function<void()> goOn)
{
    m_deployment = deployment;
    m_before = before;
    m_changes = changes;
    m_goOn = std::move(goOn);
    NoticeBar::ask(m_save);
}

std::function<void()> UnsavedBar::takePending()
{
    hide();
    return std::exchange(m_goOn, {});
}

void UnsavedBar::retranslate()
{
    const bool quits = m_before == Before::Quit;
    const QString name = m_deployment.isEmpty() ? tr("This deployment") : m_deployment;
    QString words = quits ? tr("Quit? %1 has changes that are not saved.").arg(name)
                          : tr("%1 has changes that are not saved.").arg(name);
    if (!m_changes.isInFile && m_changes.isOnNodes)
        words = tr("%1 What it has put on its nodes stays there, and what serves goes on; without a file nothing here "
                   "leads back to it.")
                    .arg(words);
    else if (m_changes.isInFile && m_changes.hasLearned)
        words = tr("%1 One was learned from the nodes: they are simulated, and the file does not say so.").arg(words);
    say(words);
    m_save->setText(quits ? tr("Save and quit") : tr("Save"));
    m_discard->setText(quits ? tr("Quit without saving") : tr("Discard"));
    m_cancel->setText(quits ? tr("Do not quit") : tr("Cancel"));
}
