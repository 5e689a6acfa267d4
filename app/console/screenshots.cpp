#include "app/console/screenshots.h"

#include "app/console/application.h"
#include "ui/deploy/deploypage.h"
#include "ui/frame/mainwindow.h"

#include <algorithm>

using namespace Qt::StringLiterals;

Screenshots::Screenshots(Application &application, const QString &folder, QObject *parent)
    : QObject(parent), m_application(application), m_folder(folder)
{
    for (const QString &language : {u"en"_s, u"zh"_s}) {
        for (const QString &theme : {u"light"_s, u"dark"_s}) {
            for (const Page &page : application.window().pages()) {
                if (!qobject_cast<DeployPage *>(page.widget)) {
                    m_shots << Shot{theme, language, page.id, -1};
                    continue;
                }
                for (int step = DeployPage::Nodes; step <= DeployPage::Verify; ++step)
                    m_shots << Shot{theme, language, page.id, step};
            }
        }
    }
    m_settle.setSingleShot(true);
    m_settle.setInterval(250);
    connect(&m_settle, &QTimer::timeout, this, &Screenshots::grab);
}

void Screenshots::start()
{
    QDir().mkpath(m_folder);
    Cluster &cluster = m_application.cluster();
    if (!cluster.isSimulated() || cluster.deployment().nodes.isEmpty()) {
        prepare();
        return;
    }
    // A simulated cluster may be asked without a person: pictures of facts say more than empty pages.
    connect(&cluster, &Cluster::stateChanged, this, [this, &cluster] {
        const QList<Node> &nodes = cluster.deployment().nodes;
        const bool isDone = std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &node) {
            return cluster.state(node.name) == NodeState::Connecting || cluster.state(node.name) == NodeState::Unknown;
        });
        if (isDone && !m_settle.isActive() && m_next == 0)
            prepare();
    });
    cluster.inspect();
}

bool Screenshots::take(Application &application, const QString &folder, const QString &name)
{
    return application.window().grab().save(folder + u'/' + name + ".png"_L1);
}

void Screenshots::prepare()
{
    if (m_next == m_shots.size()) {
        emit finished(m_taken);
        return;
    }
    const Shot &shot = m_shots[m_next];
    m_application.showLanguage(shot.language);
    m_application.showTheme(shot.theme);
    m_application.window().showPage(shot.page);
    if (shot.step >= 0)
        m_application.window().findChild<DeployPage *>()->showStep(DeployPage::Step(shot.step));
    m_settle.start();
}

void Screenshots::grab()
{
    const Shot &shot = m_shots[m_next++];
    m_taken += take(m_application, m_folder,
                    (shot.step < 0 ? u"%1-%2-%3"_s.arg(shot.page, shot.theme, shot.language)
                                   : u"%1-%4-%2-%3"_s.arg(shot.page, shot.theme, shot.language).arg(shot.step + 1)));
    prepare();
}
