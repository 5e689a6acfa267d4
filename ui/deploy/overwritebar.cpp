#include "ui/deploy/overwritebar.h"

#include "ui/common/icons.h"
#include "ui/common/oneclick.h"
#include "ui/common/style.h"

#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

static constexpr qsizetype namedFiles = 6; // the rest is counted, and named in the tool tip

OverwriteBar::OverwriteBar(QWidget *parent)
    : QFrame(parent)
    , m_text(style::label({}, style::Text::Body, this))
    , m_overwrite(new QPushButton(this))
    , m_other(new QPushButton(this))
    , m_keep(new QPushButton(this))
{
    setObjectName(u"overwriteBar"_s);
    style::setNotice(this, style::Tone::Warning);
    m_text->setObjectName(u"overwriteText"_s);
    m_text->setWordWrap(true);
    m_overwrite->setObjectName(u"overwriteFiles"_s);
    m_other->setObjectName(u"overwriteOtherFolder"_s);
    m_keep->setObjectName(u"overwriteKeep"_s);
    style::setKind(m_overwrite, style::Kind::Danger);
    style::setIcon(m_other, u"folder-open"_s);
    style::setKind(m_keep, style::Kind::Quiet);
    auto *buttons = new QHBoxLayout;
    style::setMargins(buttons, 0, style::grid * 2);
    for (QPushButton *button : {m_other, m_overwrite, m_keep})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addWidget(m_text);
    box->addLayout(buttons);
    actOncePerDoubleClick({m_overwrite, m_other, m_keep});
    connect(m_overwrite, &QPushButton::clicked, this, [this] {
        const QString folder = m_folder;
        const QStringList files = m_files;
        clear();
        emit overwriteRequested(folder, files);
    });
    connect(m_other, &QPushButton::clicked, this, &OverwriteBar::otherFolderRequested);
    connect(m_keep, &QPushButton::clicked, this, &OverwriteBar::clear);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &OverwriteBar::clear);
    retranslate();
    hide();
}

void OverwriteBar::ask(const QString &folder, const QStringList &files)
{
    m_folder = folder;
    m_files = files;
    retranslate();
    show();
    m_other->setFocus(Qt::OtherFocusReason);
}

void OverwriteBar::clear()
{
    m_folder.clear();
    m_files.clear();
    hide();
}

void OverwriteBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void OverwriteBar::retranslate()
{
    const int count = int(m_files.size());
    QString names = m_files.mid(0, namedFiles).join(tr(", ", "between file names"));
    if (count > namedFiles)
        names = tr("%1 and %n more", "file names", count - int(namedFiles)).arg(names);
    m_text->setText(tr("Nothing was saved: %n files in %1 were not saved by this program, or were changed since: %2.", nullptr, count)
                        .arg(QDir::toNativeSeparators(m_folder), names));
    m_text->setToolTip(count > namedFiles ? m_files.join(u'\n') : QString());
    setAccessibleName(m_text->text());
    m_overwrite->setText(tr("Overwrite %n files", nullptr, count));
    m_other->setText(tr("Another folder…"));
    m_keep->setText(tr("Keep the files"));
    findChild<QShortcut *>()->setWhatsThis(tr("Keep the files"));
}
