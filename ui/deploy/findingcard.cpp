#include "ui/deploy/findingcard.h"

#include "core/base/plaintext.h"
#include "ui/common/badge.h"
#include "ui/common/copybutton.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/icons.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

FindingCard::FindingCard(const QString &title, const Finding &finding, bool isPast, QWidget *parent)
    : Card(parent, 12)
    , m_fold(new QPushButton(this))
    , m_evidence(new QPlainTextEdit(this))
{
    setObjectName(finding.check);
    auto *head = new QHBoxLayout;
    style::setMargins(head, 0, 8);
    auto *badge = new Badge;
    Look look = lookOf(finding.verdict);
    if (isPast)
        look = {u"–"_s, tr("Then: %1", "what a check had said").arg(look.word), style::Tone::Unknown};
    badge->setLook(look);
    head->addWidget(badge);
    head->addWidget(style::label(title, style::Text::Strong));
    auto *value = new ElidedLabel;       // an address or a name is one long word
    style::setText(value, style::Text::Second);
    value->setText(finding.value);
    head->addWidget(value, 1);
    style::setKind(m_fold, style::Kind::Quiet);
    m_fold->setCheckable(true);
    m_fold->setVisible(!finding.evidence.isEmpty());
    head->addWidget(m_fold);
    box()->addLayout(head);

    QLabel *summary = style::label(finding.summary);
    summary->setWordWrap(true);
    box()->addWidget(summary);
    if (!finding.remedy.isEmpty() && !isPast) { // what was to be done then may be wrong now
        QLabel *remedy = style::label(tr("What to do: %1").arg(finding.remedy), style::Text::Second);
        remedy->setWordWrap(true);
        box()->addWidget(remedy);
    }

    QStringList texts;
    for (const Evidence &evidence : finding.evidence)
        texts << u"$ "_s + evidence.command + u'\n' + evidence.output;
    const QString all = texts.join(u"\n\n"_s);
    m_evidence->setReadOnly(true);
    m_evidence->setProperty("code", true);
    m_evidence->setFont(style::monospace());
    m_evidence->setFixedHeight(180);
    m_evidence->setPlainText(withoutControls(all));
    m_evidence->hide();
    box()->addWidget(m_evidence);
    auto *copy = new CopyButton;
    copy->setSource([all] { return all; });
    copy->hide();
    auto *foot = new QHBoxLayout;
    style::setMargins(foot, 0, 0);
    foot->addStretch();
    foot->addWidget(copy);
    box()->addLayout(foot);
    connect(m_fold, &QPushButton::toggled, copy, &QWidget::setVisible);
    connect(m_fold, &QPushButton::toggled, this, &FindingCard::fold);
    fold(false);
}

void FindingCard::fold(bool open)
{
    m_evidence->setVisible(open);
    m_fold->setText(open ? tr("Hide evidence") : tr("Evidence"));
    style::setIcon(m_fold, open ? u"chevron-up"_s : u"chevron-down"_s);
}
