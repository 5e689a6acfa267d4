#include "ui/frame/packbar.h"

#include "core/base/sizetext.h"

#include <QDesktopServices>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

PackBar::PackBar(QWidget *parent)
    : NoticeBar(u"pack"_s, Buttons::Below, parent)
    , m_show(addButton(u"packShow"_s, style::Kind::Secondary, u"folder-open"_s))
    , m_close(addButton(u"packClose"_s))
{
    connect(m_show, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder)); });
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    setWords();
}

void PackBar::tell(const QString &folder, const Pack &pack)
{
    m_folder = folder;
    m_pack = pack;
    setWords();
    ask(m_close);
}

void PackBar::retranslate()
{
    m_show->setText(tr("Show the folder"));
    m_close->setText(tr("Close"));
    if (m_folder.isEmpty())
        return;
    QStringList words{
        tr("%1 is whole: README.txt in it says what it holds and how to use it.", "a folder").arg(m_folder)};
    if (m_pack.image)
        words << tr("Image: %1, %2, %3.", "its name, architecture, size")
                     .arg(m_pack.image->reference, m_pack.image->architecture,
                          sizeText(m_pack.image->file.sizeBytes));
    if (m_pack.weights)
        words << tr("Weights: %n files, %1.", nullptr, int(m_pack.weights->files)).arg(sizeText(m_pack.weights->bytes));
    if (m_pack.deployment.simulated)
        words << tr("It is of simulated nodes, and says so.");
    words << tr("No password and no private key is in it.");
    say(words.join(u' '));
}
