#include "ui/frame/changedbar.h"

#include <QFileInfo>
#include <QPushButton>

using namespace Qt::StringLiterals;

ChangedBar::ChangedBar(QWidget *parent)
    : NoticeBar(u"changed"_s, Buttons::Beside, parent)
    , m_elsewhere(addButton(u"changedElsewhere"_s))
    , m_open(addButton(u"changedOpen"_s, style::Kind::Danger))
    , m_over(addButton(u"changedOver"_s, style::Kind::Danger))
    , m_cancel(addButton(u"changedCancel"_s))
{
    connect(m_elsewhere, &QPushButton::clicked, this, &ChangedBar::saveElsewhere);
    connect(m_open, &QPushButton::clicked, this, [this] {
        hide();
        emit openWanted(m_path);
    });
    connect(m_over, &QPushButton::clicked, this, [this] {
        hide();
        emit saveOver(m_path);
    });
    connect(m_cancel, &QPushButton::clicked, this, &QWidget::hide);
    setWords();
}

void ChangedBar::ask(const QString &path)
{
    m_path = path;
    NoticeBar::ask(m_cancel);
}

void ChangedBar::retranslate()
{
    say(tr("Not saved: another program has changed %1 since it was opened here. Opening what is there gives up what "
           "was changed here, saving over it what was changed there.")
            .arg(QFileInfo(m_path).fileName()),
        m_path);
    m_elsewhere->setText(tr("Save as…"));
    m_open->setText(tr("Open what is there"));
    m_open->setToolTip(tr("What was changed here and not saved is lost."));
    m_over->setText(tr("Save over it"));
    m_over->setToolTip(tr("What the other program changed is lost."));
    m_cancel->setText(tr("Cancel"));
}
