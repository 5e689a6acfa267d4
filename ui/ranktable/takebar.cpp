#include "ui/ranktable/takebar.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

TakeBar::TakeBar(QWidget *parent)
    : NoticeBar(u"take"_s, Buttons::Below, parent)
    , m_each(addButton(u"takeEach"_s))
    , m_whole(addButton(u"takeServer"_s))
    , m_card(addButton(u"takeCard"_s))
    , m_cancel(addButton(u"takeCancel"_s))
{
    connect(m_each, &QPushButton::clicked, this, [this] { answer(TakeAway::CardOfEach); });
    connect(m_whole, &QPushButton::clicked, this, [this] { answer(TakeAway::Server); });
    connect(m_card, &QPushButton::clicked, this, [this] { answer(TakeAway::Card); });
    connect(m_cancel, &QPushButton::clicked, this, &TakeBar::clear);
    setWords();
}

void TakeBar::ask(int device, const QString &server, const QString &deviceId, bool hasOthers)
{
    m_device = device;
    m_server = server;
    m_deviceId = deviceId;
    m_hasOthers = hasOthers;
    setWords();
    NoticeBar::ask(hasOthers ? m_each : m_card);
}

bool TakeBar::isAbout(const RankTable &table) const
{
    return m_device >= 0 && m_device < table.devices.size()
        && valueOf(table, m_device, RankColumn::ServerId) == m_server && table.devices[m_device].deviceId == m_deviceId;
}

void TakeBar::answer(TakeAway how)
{
    clear();
    emit chosen(m_device, how);
}

void TakeBar::retranslate()
{
    m_each->setVisible(m_hasOthers);
    m_whole->setVisible(m_hasOthers);
    say(m_hasOthers ? tr("Take device %1 of %2 out of the table? MindIE wants the same number of devices on every "
                         "server. Only the table changes here; no node is touched.")
                          .arg(m_deviceId, m_server)
                    : tr("Take device %1 of %2 out of the table? Only the table changes here; no node is touched.")
                          .arg(m_deviceId, m_server));
    m_each->setText(tr("One card of each server"));
    m_whole->setText(tr("The whole server"));
    m_card->setText(tr("This card alone"));
    m_cancel->setText(tr("Keep it"));
}
