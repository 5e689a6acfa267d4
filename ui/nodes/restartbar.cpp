#include "ui/nodes/restartbar.h"

#include "core/driver/driverinstall.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

RestartBar::RestartBar(DriverInstall &install, QWidget *parent)
    : NoticeBar(u"restart"_s, Buttons::Below, parent)
    , m_install(install)
    , m_yes(addButton(u"restartYes"_s, style::Kind::Danger, u"rotate-ccw"_s))
    , m_no(addButton(u"restartNo"_s, style::Kind::Quiet))
{
    connect(m_yes, &QPushButton::clicked, this, [this] { m_install.answerRestart(QString(m_node), true); });
    connect(m_no, &QPushButton::clicked, this, [this] { m_install.answerRestart(QString(m_node), false); });
    setWords();
}

void RestartBar::follow()
{
    const QList<NodeView> nodes = m_install.nodes();
    const auto waits
        = std::find_if(nodes.cbegin(), nodes.cend(), [](const NodeView &node) { return node.asksRestart; });
    const QString node = waits == nodes.cend() ? QString() : waits->node.name;
    if (node == m_node)
        return;
    m_node = node;
    if (node.isEmpty())
        hide();
    else
        ask(m_no);                       // nothing is restarted by a key that was meant for something else
}

void RestartBar::retranslate()
{
    say(m_node.isEmpty() ? QString() : m_install.restartQuestion(m_node));
    m_yes->setText(tr("Restart %1 now").arg(m_node));
    m_no->setText(tr("Not now"));
}
