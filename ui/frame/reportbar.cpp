#include "ui/frame/reportbar.h"

#include "ui/common/format.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

ReportBar::ReportBar(QWidget *parent)
    : NoticeBar(u"report"_s, Buttons::Below, parent)
    , m_show(addButton(u"reportShow"_s, style::Kind::Secondary, u"folder-open"_s))
    , m_close(addButton(u"reportClose"_s))
{
    connect(m_show, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_file).absolutePath()));
    });
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    setWords();
}

void ReportBar::tell(const QString &file, const BundleSummary &summary)
{
    m_file = file;
    m_summary = summary;
    setWords();
    ask(m_close);
}

void ReportBar::retranslate()
{
    m_show->setText(tr("Show its folder"));
    m_close->setText(tr("Close"));
    if (m_file.isEmpty())
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
