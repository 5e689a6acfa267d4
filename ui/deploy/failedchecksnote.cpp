#include "ui/deploy/failedchecksnote.h"

#include "core/base/languages.h"
#include "core/checks/catalogue.h"
#include "core/checks/checkcontext.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

FailedChecksNote::FailedChecksNote(QWidget *parent)
    : QFrame(parent)
    , m_words(style::label({}, style::Text::Body, this))
    , m_see(new QPushButton(this))
{
    setObjectName(u"failedChecks"_s);
    style::setNotice(this, style::Tone::Warning);
    m_words->setObjectName(u"failedChecksWords"_s);
    m_words->setWordWrap(true);
    m_see->setObjectName(u"seeFailedChecks"_s);
    style::setKind(m_see, style::Kind::Secondary);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 12, 8);
    box->addWidget(m_words);
    box->addWidget(m_see, 0, Qt::AlignLeft);
    connect(m_see, &QPushButton::clicked, this, &FailedChecksNote::checksRequested);
    hide();
}

void FailedChecksNote::show(const CheckKeeper &checks)
{
    m_failed.clear();
    m_atMs = checks.endedMs();
    if (!checks.isRunning() && checks.past().since == CheckKeeper::Since::Nothing) {
        const ClusterReport report = checks.report();
        QList<Finding> all = report.cluster;
        for (const NodeReport &node : report.nodes)
            all << node.findings;
        for (const Finding &finding : std::as_const(all)) {
            if (finding.verdict == Verdict::Fail && !m_failed.contains(finding.check))
                m_failed << finding.check;
        }
    }
    say();
}

void FailedChecksNote::say()
{
    setVisible(!m_failed.isEmpty());
    if (m_failed.isEmpty())
        return;
    QStringList titles;
    for (const CheckInfo &info : checkInfos(dataLanguage())) {
        if (m_failed.contains(info.id))
            titles << info.title;
    }
    m_words->setText(
        m_atMs > 0
        ? tr("%n checks failed at %1: %2. A run does not wait for them.", nullptr, int(titles.size()))
              .arg(format::time(m_atMs), firstFew(titles))
        : tr("%n checks failed: %1. A run does not wait for them.", nullptr, int(titles.size())).arg(firstFew(titles)));
    m_see->setText(tr("See what they say"));
}

void FailedChecksNote::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        say();
    QFrame::changeEvent(event);
}
