#include "ui/diagnosis/faultpanel.h"

#include "core/base/plaintext.h"
#include "ui/common/copybutton.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/common/wrappedtext.h"
#include "ui/deploy/findingpanel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

FaultPanel::FaultPanel(const QString &name, QWidget *parent)
    : QFrame(parent)
{
    setObjectName(name);
    setProperty("card", true);
    m_content = new QWidget(this);
    const auto wrapped = [this, name](const QString &part, style::Text text) {
        QLabel *label = style::label({}, text, m_content);
        label->setObjectName(name + part);
        label->setWordWrap(true);
        return label;
    };
    m_title = wrapped(u"Title"_s, style::Text::Section);
    m_meta = wrapped(u"Meta"_s, style::Text::Second);
    m_where = wrapped(u"Where"_s, style::Text::Second);
    m_wordsTitle = style::label({}, style::Text::Strong, m_content);
    m_copy = new CopyButton(m_content);
    m_line = new QPlainTextEdit(m_content);
    m_line->setObjectName(name + u"Line"_s);
    m_line->setProperty("code", true);
    m_line->setReadOnly(true);
    m_line->setFont(style::monospace());
    m_line->setTabChangesFocus(true);
    m_line->setFixedHeight(92);
    m_copy->setSource([this] { return m_line->toPlainText(); });
    m_causeTitle = style::label({}, style::Text::Strong, m_content);
    m_cause = wrapped(u"Cause"_s, style::Text::Body);
    m_checkTitle = style::label({}, style::Text::Strong, m_content);
    m_check = new WrappedText(m_content);
    m_check->setObjectName(name + u"Check"_s);
    m_doTitle = style::label({}, style::Text::Strong, m_content);
    m_do = new WrappedText(m_content);
    m_do->setObjectName(name + u"Remedy"_s);
    m_sourceTitle = style::label({}, style::Text::Strong, m_content);
    m_source = wrapped(u"Source"_s, style::Text::Second);
    m_run = new QPushButton(m_content);
    m_run->setObjectName(name + u"RunCheck"_s);
    style::setIcon(m_run, u"list-checks"_s);

    auto *lineRow = new QHBoxLayout;
    lineRow->addWidget(m_wordsTitle, 1);
    lineRow->addWidget(m_copy);
    auto *checkRow = new QHBoxLayout;
    checkRow->addWidget(m_run);
    checkRow->addStretch();
    auto *box = new QVBoxLayout(m_content);
    style::setMargins(box, style::margin, style::grid * 2);
    box->addWidget(m_title);
    box->addWidget(m_meta);
    box->addWidget(m_where);
    box->addLayout(lineRow);
    box->addWidget(m_line);
    const auto addPart = [box](QLabel *title, QWidget *text) {
        box->addSpacing(style::grid);
        box->addWidget(title);
        box->addWidget(text);
    };
    addPart(m_causeTitle, m_cause);
    addPart(m_checkTitle, m_check);
    box->addLayout(checkRow);
    addPart(m_doTitle, m_do);
    addPart(m_sourceTitle, m_source);
    box->addStretch(1);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 1, 1, 1);
    m_scroll = style::scrollArea(m_content, this);
    outer->addWidget(m_scroll);
    setMinimumWidth(280);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_entry)
            emit checkRequested(m_entry->checkId);
    });
    fill();
}

void FaultPanel::setFault(const QString &title, const FaultEntry &entry, const std::optional<FaultPlace> &place)
{
    m_heading = title;
    m_entry = entry;
    m_place = place;
    fill();
}

void FaultPanel::clear()
{
    m_entry.reset();
    fill();
}

void FaultPanel::setCanCheck(bool can)
{
    m_canCheck = can;
    fill();
}

void FaultPanel::fill()
{
    m_scroll->setVisible(m_entry.has_value()); // all of it: a hidden content would leave its scroll bar there
    if (!m_entry)
        return;
    m_title->setText(m_heading);
    m_meta->setText(u"%1 · %2"_s.arg(m_entry->component, m_entry->name));
    m_where->setVisible(m_place.has_value());
    m_where->setText(m_place ? m_place->words : QString());
    const QString line = m_place ? m_place->line : m_entry->signature;
    for (QWidget *part : {static_cast<QWidget *>(m_wordsTitle), static_cast<QWidget *>(m_copy),
                          static_cast<QWidget *>(m_line)})
        part->setVisible(!line.isEmpty());
    m_wordsTitle->setText(m_place ? tr("The line") : tr("Known by these words in a log"));
    m_line->setPlainText(withoutControls(line));
    m_line->setAccessibleName(m_wordsTitle->text());
    m_causeTitle->setText(m_entry->isCode ? tr("What it means") : tr("Why"));
    m_cause->setText(withoutControls(
        m_entry->others.isEmpty() ? m_entry->meaning : m_entry->meaning + u"\n\n"_s + m_entry->others));
    m_checkTitle->setText(tr("How to check"));
    m_check->setAccessibleName(m_checkTitle->text());
    m_check->setWords(withCode(m_entry->check));
    m_checkTitle->setVisible(!m_entry->check.isEmpty());
    m_check->setVisible(!m_entry->check.isEmpty());
    m_run->setVisible(!m_entry->checkId.isEmpty());
    m_run->setEnabled(m_canCheck);
    m_run->setText(tr("Run this check"));
    m_run->setToolTip(m_canCheck ? m_entry->checkId : tr("Add the nodes first, or open a deployment."));
    m_doTitle->setText(tr("What to do"));
    m_do->setAccessibleName(m_doTitle->text());
    m_do->setWords(withCode(m_entry->remedy));
    m_sourceTitle->setText(tr("Source"));
    m_source->setText(m_entry->source);
}

void FaultPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        fill();
    QFrame::changeEvent(event);
}
