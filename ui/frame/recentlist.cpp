#include "ui/frame/recentlist.h"

#include "ui/common/elidedlabel.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

QString shortFolder(const QString &path)
{
    const QString folder = QFileInfo(path).path(), home = QDir::homePath();
    if (folder == home)
        return u"~"_s;
    return folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size()) : folder;
}

RecentList::RecentList(SettingsStore &settings, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_title(style::label({}, style::Text::Strong, this))
{
    setObjectName(u"recentList"_s);
    setMaximumWidth(640);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 2);
    box->addWidget(m_title);
    connect(&settings, &SettingsStore::changed, this, &RecentList::rebuild);
    rebuild();
}

void RecentList::rebuild()
{
    if (m_rows)
        m_rows->deleteLater(); // one of its buttons may be what changed the list
    m_rows = new QWidget(this);
    auto *grid = new QGridLayout(m_rows);
    style::setMargins(grid, 0, 0);
    grid->setHorizontalSpacing(style::margin);
    grid->setVerticalSpacing(style::grid * 2);
    grid->setColumnStretch(1, 1);
    const Settings &settings = m_settings.value();
    for (const QString &path : settings.recentFiles) {
        const QString name = QFileInfo(path).fileName();
        auto *open = new QPushButton(QString(name).replace(u'&', u"&&"_s), m_rows);
        open->setObjectName(u"openRecent"_s);
        style::setKind(open, style::Kind::Link);
        open->setToolTip(path);
        open->setAccessibleName(tr("Open %1 in %2").arg(name, shortFolder(path)));
        auto *folder = new ElidedLabel(m_rows, Qt::ElideMiddle);
        style::setText(folder, style::Text::Second);
        folder->setText(shortFolder(path));
        const int row = grid->rowCount();
        grid->addWidget(open, row, 0);
        grid->addWidget(folder, row, 1);
        grid->addWidget(style::label(format::time(settings.openedMs.value(path)), style::Text::Second, m_rows), row, 2);
        connect(open, &QPushButton::clicked, this, [this, path] { emit chosen(path); });
    }
    layout()->addWidget(m_rows);
    m_title->setText(tr("Recent deployments"));
    setVisible(!settings.recentFiles.isEmpty());
}

void RecentList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    QWidget::changeEvent(event);
}
