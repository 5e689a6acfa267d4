#include "ui/frame/watchbar.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

WatchBar::WatchBar(QWidget *parent)
    : NoticeBar(u"watch"_s, Buttons::Beside, parent)
    , m_watch(addButton(u"watchGoOn"_s, style::Kind::Primary))
    , m_later(addButton(u"watchLater"_s))
{
    connect(m_watch, &QPushButton::clicked, this, [this] {
        hide();
        emit watchWanted();
    });
    connect(m_later, &QPushButton::clicked, this, &QWidget::hide);
    setWords();
}

void WatchBar::retranslate()
{
    say(tr("The Monitor was open when the program ended. Nobody has watched since: no figures, no alerts. The program "
           "logs in to the nodes only when it is told to."));
    m_watch->setText(tr("Go on watching"));
    m_later->setText(tr("Not now"));
}
