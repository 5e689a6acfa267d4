#include "ui/deploy/findingpanel.h"

#include "core/base/plaintext.h"
#include "ui/common/badge.h"
#include "ui/common/copybutton.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/wrappedtext.h"
#include "ui/deploy/findingmodel.h"
#include "ui/deploy/pairmap.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

static QString withBreaks(const QString &words)
{
    return withoutControls(words).toHtmlEscaped().replace(u'\n', u"<br>"_s);
}

QString withCode(const QString &words)
{
    QString html = withBreaks(words);
    static const QRegularExpression code(u"`([^`]+)`"_s);
    html.replace(code, u"<code style=\"font-family:monospace\">\\1</code>"_s);
    return html;
}

FindingPanel::FindingPanel(QWidget *parent)
    : QFrame(parent)
{
    setObjectName(u"findingPanel"_s);
    setProperty("card", true);
    m_content = new QWidget(this);
    const auto wrapped = [this](style::Text text) {
        QLabel *label = style::label({}, text, m_content);
        label->setWordWrap(true);
        return label;
    };
    m_title = wrapped(style::Text::Section);
    m_title->setObjectName(u"findingTitle"_s);
    m_meta = wrapped(style::Text::Second);
    m_notice = new QFrame(m_content);
    m_verdict = style::label({}, style::Text::Strong, m_notice);
    m_verdict->setObjectName(u"findingVerdict"_s);
    m_verdict->setAlignment(Qt::AlignTop);
    m_verdictText = new WrappedText(m_notice);
    m_verdictText->setObjectName(u"findingSummary"_s);
    m_noticeBox = new QHBoxLayout(m_notice);
    style::setMargins(m_noticeBox, style::grid * 3, style::grid * 2);
    m_noticeBox->addWidget(m_verdict);
    m_noticeBox->addWidget(m_verdictText, 1);

    m_askedTitle = style::label({}, style::Text::Strong, m_content);
    m_copy = new CopyButton(m_content);
    m_copy->setObjectName(u"copyCommands"_s);
    m_copy->setSource([this] {
        QStringList commands;
        for (const Evidence &evidence : m_finding ? m_finding->evidence : QList<Evidence>())
            commands << evidence.command;
        return commands.join(u'\n');
    });
    m_asked = new QPlainTextEdit(m_content);
    m_asked->setObjectName(u"findingEvidence"_s);
    m_asked->setProperty("code", true);
    m_asked->setReadOnly(true);
    m_asked->setFont(style::monospace());
    m_asked->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_asked->setTabChangesFocus(true);
    m_whyTitle = style::label({}, style::Text::Strong, m_content);
    m_why = wrapped(style::Text::Body);
    m_doTitle = style::label({}, style::Text::Strong, m_content);
    m_do = new WrappedText(m_content);   // names files and commands
    m_do->setObjectName(u"findingRemedy"_s);
    m_again = new QPushButton(m_content);
    style::setIcon(m_again, u"refresh-cw"_s);
    m_again->setObjectName(u"runAgain"_s);

    m_pairs = new PairMap(m_content);
    m_pairsTitle = style::label({}, style::Text::Strong, m_content);
    m_pairsLegend = wrapped(style::Text::Second);
    m_pairsLegend->setObjectName(u"pairLegend"_s);

    auto *askedRow = new QHBoxLayout;
    askedRow->addWidget(m_askedTitle, 1);
    askedRow->addWidget(m_copy);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addStretch();
    auto *content = new QVBoxLayout(m_content);
    style::setMargins(content, style::margin, style::grid * 2);
    content->addWidget(m_title);
    content->addWidget(m_meta);
    content->addSpacing(style::grid);
    content->addWidget(m_notice);
    content->addSpacing(style::grid);
    content->addWidget(m_pairsTitle);
    content->addWidget(m_pairs);
    content->addWidget(m_pairsLegend);
    content->addLayout(askedRow);
    content->addWidget(m_asked);
    content->addSpacing(style::grid);
    content->addWidget(m_whyTitle);
    content->addWidget(m_why);
    content->addSpacing(style::grid);
    content->addWidget(m_doTitle);
    content->addWidget(m_do);
    content->addSpacing(style::grid);
    content->addLayout(buttons);
    content->addStretch(1);

    m_empty = new QWidget(this);
    m_emptyText = style::label({}, style::Text::Second, m_empty);
    m_emptyText->setWordWrap(true);
    m_emptyText->setAlignment(Qt::AlignCenter);
    auto *emptyBox = new QVBoxLayout(m_empty);
    emptyBox->setContentsMargins(style::margin * 2, style::margin, style::margin * 2, style::margin);
    emptyBox->addWidget(m_emptyText);

    m_scroll = style::scrollArea(m_content, this);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(1, 1, 1, 1);
    box->addWidget(m_scroll, 1);
    box->addWidget(m_empty, 1);
    setMinimumWidth(280);

    connect(m_again, &QPushButton::clicked, this, [this] {
        if (m_info)
            emit againRequested(m_info->id, m_node);
    });
    fill();
}

void FindingPanel::setFinding(const CheckInfo &info, const QString &node, const Finding *finding, bool isAwaited,
                              bool isAccepted)
{
    m_info = info;
    m_node = node;
    m_isAwaited = isAwaited;
    m_isAccepted = isAccepted;
    m_finding = finding && !isAwaited ? std::optional(*finding) : std::nullopt;
    fill();
}

void FindingPanel::clear()
{
    m_info.reset();
    m_finding.reset();
    fill();
}

void FindingPanel::setAgainEnabled(bool enabled)
{
    m_again->setEnabled(enabled);
}

void FindingPanel::setPast(bool isPast)
{
    if (isPast == std::exchange(m_isPast, isPast))
        return;
    fill();
}

void FindingPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        fill();
    QFrame::changeEvent(event);
}

void FindingPanel::fill()
{
    m_scroll->setVisible(m_info.has_value());
    m_empty->setVisible(!m_info);
    m_emptyText->setText(tr("Choose a cell to see what was asked and what to do."));
    m_askedTitle->setText(tr("What was asked"));
    m_do->setAccessibleName(tr("What to do"));
    m_verdictText->setAccessibleName(tr("What the check found"));
    m_whyTitle->setText(tr("Why it matters"));
    m_doTitle->setText(tr("What to do"));
    m_again->setText(tr("Run again"));
    m_again->setAccessibleDescription(tr("Runs this check again"));
    if (!m_info)
        return;

    m_title->setText(m_info->title);
    const QString where = m_node.isEmpty() ? tr("All nodes") : m_node;
    m_meta->setText(m_finding ? tr("%1 · asked %2 · %3")
                                    .arg(where, format::time(m_finding->askedAtMs), format::duration(m_finding->tookMs))
                              : where);
    m_why->setText(m_info->why);

    Look look = m_finding ? lookOf(*m_finding, m_isAccepted)
        : m_isAwaited     ? Look{u"…"_s, tr("Being asked", "a check"), style::Tone::Accent}
                          : Look{u"?"_s, tr("Not asked yet"), style::Tone::Unknown};
    if (m_finding && m_isPast)
        look = {look.symbol, tr("Then: %1", "what a check had said").arg(look.word), style::Tone::Unknown};
    style::setNotice(m_notice, look.tone);
    m_verdict->setText(u"%1 %2"_s.arg(look.symbol, look.word));
    const QString sheet = u"color: %1"_s.arg(style::color(look.tone).name());
    if (m_verdict->styleSheet() != sheet)
        m_verdict->setStyleSheet(sheet);
    // beside these words there is no room in a narrow panel
    m_noticeBox->setDirection(m_finding && m_isAccepted ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_verdictText->setWords(m_finding ? withBreaks(m_finding->summary) : QString());

    const bool hasPairs = m_finding && m_finding->pairs && !m_finding->pairs->blocks.isEmpty();
    m_pairs->setPairs(hasPairs ? *m_finding->pairs : CardPairs());
    m_pairsTitle->setText(tr("Card by card"));
    m_pairsLegend->setText(m_pairs->legend());
    for (QWidget *widget : std::initializer_list<QWidget *>{m_pairsTitle, m_pairs, m_pairsLegend})
        widget->setVisible(hasPairs);

    QStringList asked;
    for (const Evidence &evidence : m_finding ? m_finding->evidence : QList<Evidence>())
        asked << u"$ "_s + evidence.command + u'\n' + evidence.output.trimmed();
    const QString text = asked.join(u"\n\n"_s);
    if (m_asked->toPlainText() != text)
        m_asked->setPlainText(withoutControls(text));
    const int lines = int(text.count(u'\n')) + 1;
    m_asked->setFixedHeight(std::clamp(lines, 2, 14) * m_asked->fontMetrics().lineSpacing() + style::grid * 5
                            + m_asked->horizontalScrollBar()->sizeHint().height());
    for (QWidget *widget : std::initializer_list<QWidget *>{m_askedTitle, m_copy, m_asked})
        widget->setVisible(!asked.isEmpty());
    m_asked->setAccessibleName(tr("What was asked and what came back"));

    const bool helps = m_finding && !m_finding->remedy.isEmpty();
    // What was to be done then may be wrong now: it spoke of a service that was there.
    m_do->setWords(!helps ? QString()
                      : m_isPast
                      ? tr("What was advised then may not hold any more. Run the check again first.").toHtmlEscaped()
                      : withCode(m_finding->remedy));
    m_do->setVisible(helps);
    m_doTitle->setVisible(helps);
}
