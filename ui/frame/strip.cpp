#include "ui/frame/strip.h"

#include "core/base/soon.h"
#include "ui/common/deploymentname.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/common/style.h"
#include "ui/frame/nodedots.h"

#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

Strip::Strip(Cluster &cluster, Tasks &tasks, QMenu *menu, QWidget *parent)
    : QFrame(parent)
    , m_cluster(cluster)
    , m_tasks(tasks)
    , m_name(new QToolButton(this))
    , m_path(new ElidedLabel(this, Qt::ElideMiddle))
    , m_modified(style::label({}, style::Text::Small, this))
    , m_running(new ElidedLabel(this))
    , m_progress(new QProgressBar(this))
    , m_stop(new QPushButton(this))
    , m_dots(new NodeDots(cluster, this))
    , m_barSoon(new Soon(this, [this] { refreshBar(); }))
{
    setObjectName(u"strip"_s);
    setFixedHeight(48);
    m_name->setObjectName(u"deploymentName"_s);
    m_name->setMenu(menu);
    m_name->setPopupMode(QToolButton::InstantPopup);
    m_name->setToolButtonStyle(Qt::ToolButtonTextOnly); // the arrow behind the name is the style sheet's
    m_name->setFont(style::font(style::bodySize, true));
    m_name->setFocusPolicy(Qt::TabFocus);
    m_path->setObjectName(u"deploymentPath"_s);
    style::setText(m_path, style::Text::Small);
    m_modified->setObjectName(u"modifiedMark"_s);
    m_running->setObjectName(u"running"_s);
    style::setText(m_running, style::Text::Second);
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    m_stop->setObjectName(u"stopRunning"_s);
    style::setKind(m_stop, style::Kind::Danger);

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(style::grid * 2, 0, style::grid * 3, 0);
    row->setSpacing(style::grid * 2);
    row->addWidget(m_name);
    row->addWidget(m_modified);
    row->addWidget(m_path, 10);
    row->addStretch(1);
    row->addWidget(m_running, 12);
    row->addWidget(m_progress);
    row->addWidget(m_stop);
    row->addWidget(m_dots);

    actOncePerDoubleClick({m_stop});
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (!m_tasks.all().isEmpty()) {
            if (const auto stop = m_tasks.all().last().stop)
                stop();
        }
    });
    connect(m_dots, &NodeDots::chosen, this, &Strip::nodeChosen);
    connect(&cluster, &Cluster::deploymentChanged, this, &Strip::refreshDeployment);
    connect(&cluster, &Cluster::modifiedChanged, this, &Strip::refreshDeployment);
    connect(&tasks, &Tasks::changed, this, &Strip::refreshTasks);
    refreshDeployment();
    refreshTasks();
}

void Strip::refreshDeployment()
{
    const QString name = deploymentName(m_cluster);
    m_name->setText(name.isEmpty() ? tr("No deployment") : name.left(48));
    m_name->setAccessibleName(tr("Deployment %1: open and save").arg(m_name->text()));
    m_name->setToolTip(tr("Open and save"));
    const QString home = QDir::homePath();
    QString path = m_cluster.path();
    if (path.startsWith(home + u'/'))
        path = u'~' + path.mid(home.size());
    m_path->setText(path);
    m_modified->setText(m_cluster.isModified() ? tr("● modified") : QString());
    m_modified->setVisible(m_cluster.isModified());
}

void Strip::refreshTasks()
{
    const QList<Task> &all = m_tasks.all();
    const bool isRunning = !all.isEmpty();
    for (QWidget *widget : {static_cast<QWidget *>(m_running), static_cast<QWidget *>(m_progress)})
        widget->setVisible(isRunning);
    m_stop->setVisible(isRunning && all.last().stop);
    m_stop->setText(tr("Stop"));
    m_progress->setAccessibleName(tr("Progress"));
    if (!isRunning)
        return;
    const Task &last = all.last();
    const QString words = last.words();
    m_running->setText(all.size() == 1 ? words : tr("%1 (and %2 more)").arg(words).arg(all.size() - 1));
    m_stop->setAccessibleName(tr("Stop: %1").arg(words));
    (*m_barSoon)();
}

void Strip::refreshBar()
{
    if (m_tasks.all().isEmpty())
        return;
    const std::optional<double> share = m_tasks.all().last().share;
    m_progress->setRange(0, share ? 1000 : 0);
    m_progress->setValue(share ? qRound(*share * 1000) : 0);
}

void Strip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        refreshDeployment();
        refreshTasks();
    }
    QFrame::changeEvent(event);
}
