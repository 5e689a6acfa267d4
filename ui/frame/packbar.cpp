#include "ui/frame/packbar.h"

#include "core/base/sizetext.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

PackBar::PackBar(QWidget *parent) : SavedBar(u"pack"_s, parent)
{
    setWords();
}

void PackBar::tell(const QString &folder, const Pack &pack)
{
    m_pack = pack;
    tellOf(folder);
}

void PackBar::retranslate()
{
    SavedBar::retranslate();
    showButton()->setText(tr("Show the folder"));
    if (folder().isEmpty())
        return;
    QStringList words{
        tr("%1 is whole: README.txt in it says what it holds and how to use it.", "a folder").arg(folder())};
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
