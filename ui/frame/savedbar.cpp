#include "ui/frame/savedbar.h"

#include <QDesktopServices>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

SavedBar::SavedBar(const QString &name, QWidget *parent)
    : NoticeBar(name, Buttons::Below, parent)
    , m_show(addButton(name + u"Show"_s, style::Kind::Secondary, u"folder-open"_s))
    , m_close(addButton(name + u"Close"_s))
{
    connect(m_show, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder)); });
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
}

void SavedBar::tellOf(const QString &folder)
{
    m_folder = folder;
    ask(m_close);
}

void SavedBar::retranslate() { m_close->setText(tr("Close")); }
