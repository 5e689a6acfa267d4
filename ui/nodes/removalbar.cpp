#include "ui/nodes/removalbar.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

RemovalBar::RemovalBar(QWidget *parent)
    : NoticeBar(u"removal"_s, Buttons::Below, parent)
    , m_undo(addButton(u"removalUndo"_s, style::Kind::Secondary, u"undo-2"_s))
    , m_remove(addButton(u"removalRemove"_s, style::Kind::Danger, u"trash-2"_s))
    , m_keep(addButton(u"removalKeep"_s, style::Kind::Quiet))
{
    connect(m_undo, &QPushButton::clicked, this, &RemovalBar::undoRequested);
    // a copy: whoever hears of it clears this bar
    connect(m_remove, &QPushButton::clicked, this, [this] { emit removeRequested(QString(m_node)); });
    connect(m_keep, &QPushButton::clicked, this, &RemovalBar::kept);
    setWords();
}

void RemovalBar::ask(const QString &node, const QStringList &made)
{
    m_node = node;
    m_made = made;
    NoticeBar::ask(m_undo);
}

void RemovalBar::clear()
{
    m_node.clear();
    hide();
}

void RemovalBar::retranslate()
{
    say(tr("%1 holds what a run of this deployment made: %2. Undo the run first. If the node is removed nevertheless, "
           "that stays there until the run is undone, "
           "and until then the deployment cannot be run again.")
            .arg(m_node, m_made.join(u", "_s)));
    m_undo->setText(tr("To the undo"));
    m_remove->setText(tr("Remove nevertheless"));
    m_keep->setText(tr("Keep the node"));
}
