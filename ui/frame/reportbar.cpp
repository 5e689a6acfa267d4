#include "ui/frame/reportbar.h"

#include "ui/common/format.h"

#include <QFileInfo>
#include <QPushButton>

using namespace Qt::StringLiterals;

ReportBar::ReportBar(QWidget *parent) : SavedBar(u"report"_s, parent)
{
    setWords();
}

void ReportBar::tell(const QString &file, const BundleSummary &summary)
{
    m_file = file;
    m_summary = summary;
    tellOf(QFileInfo(file).absolutePath());
}

void ReportBar::retranslate()
{
    SavedBar::retranslate();
    showButton()->setText(tr("Show its folder"));
    if (folder().isEmpty())
        return;
    QStringList words{tr("The report was saved: %1 (%n file(s)).", nullptr, m_summary.parts).arg(m_file)};
    if (m_summary.isSimulated)
        words << tr("It is of simulated nodes, and says so.");
    if (!m_summary.missing.isEmpty())
        words << tr("%n of its parts are missing or not whole; README.txt in it says which and why.", nullptr,
                    int(m_summary.missing.size()));
    words << tr("Look through it before you give it away: passwords and keys were taken out where they can be known as "
                "such.");
    say(words.join(u' '), m_summary.missing.join(u'\n'));
}
