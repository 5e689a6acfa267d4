#include "ui/deploy/overwritebar.h"

#include <QDir>
#include <QPushButton>

using namespace Qt::StringLiterals;

static constexpr qsizetype namedFiles = 6; // the rest is counted, and named in the tool tip

OverwriteBar::OverwriteBar(QWidget *parent)
    : NoticeBar(u"overwrite"_s, Buttons::Below, parent)
    , m_other(addButton(u"overwriteOtherFolder"_s, style::Kind::Secondary, u"folder-open"_s))
    , m_overwrite(addButton(u"overwriteFiles"_s, style::Kind::Danger))
    , m_keep(addButton(u"overwriteKeep"_s, style::Kind::Quiet))
{
    connect(m_overwrite, &QPushButton::clicked, this, [this] {
        const QString folder = m_folder;
        const QStringList files = m_files;
        clear();
        emit overwriteRequested(folder, files);
    });
    connect(m_other, &QPushButton::clicked, this, &OverwriteBar::otherFolderRequested);
    connect(m_keep, &QPushButton::clicked, this, &OverwriteBar::clear);
    setWords();
}

void OverwriteBar::ask(const QString &folder, const QStringList &files)
{
    m_folder = folder;
    m_files = files;
    NoticeBar::ask(m_other);
}

void OverwriteBar::clear()
{
    m_folder.clear();
    m_files.clear();
    hide();
}

void OverwriteBar::retranslate()
{
    const int count = int(m_files.size());
    QString names = m_files.mid(0, namedFiles).join(tr(", ", "between file names"));
    if (count > namedFiles)
        names = tr("%1 and %n more", "file names", count - int(namedFiles)).arg(names);
    say(tr("Nothing was saved: %n files in %1 were not saved by this program, or were changed since: %2.", nullptr,
           count)
            .arg(QDir::toNativeSeparators(m_folder), names),
        count > namedFiles ? m_files.join(u'\n') : QString());
    m_overwrite->setText(tr("Overwrite %n files", nullptr, count));
    m_other->setText(tr("Another folder…"));
    m_keep->setText(tr("Keep the files"));
}
