#include "ui/common/errorbar.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"
#include "ui/common/copybutton.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

static constexpr int roomForOneLine = 520;

ErrorBar::ErrorBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_message(style::label({}, style::Text::Body, this))
    , m_detail(new QPlainTextEdit(this))
    , m_fold(new QPushButton(this))
    , m_retry(new QPushButton(this))
    , m_copy(new CopyButton(this))
    , m_close(new QPushButton(this))
{
    setObjectName(u"errorBar"_s);
    m_message->setObjectName(u"errorMessage"_s);
    m_detail->setObjectName(u"errorDetail"_s);
    m_retry->setObjectName(u"errorRetry"_s);
    m_fold->setObjectName(u"errorFold"_s);
    style::setNotice(this, style::Tone::Danger);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_icon->setText(u"✕"_s);
    style::setText(m_icon, style::Text::Danger);
    m_detail->setReadOnly(true);
    m_detail->setProperty("code", true);
    m_detail->setFont(style::monospace());
    m_detail->setMaximumHeight(120);
    m_detail->hide();
    m_fold->setCheckable(false);
    m_close->setIcon(style::icon(u"x"_s));
    for (QPushButton *button : {m_fold, m_close})
        style::setKind(button, style::Kind::Quiet);
    m_retry->hide();

    m_row = new QHBoxLayout;
    m_row->setSpacing(style::grid * 2);
    m_row->addWidget(m_icon, 0, Qt::AlignTop);
    m_row->addWidget(m_message, 1);
    m_row->addWidget(m_close, 0, Qt::AlignTop);
    m_foot = new QHBoxLayout;
    m_foot->setSpacing(style::grid * 2);
    m_foot->addStretch();
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 2, style::grid * 2);
    box->addLayout(m_row);
    box->addLayout(m_foot);
    box->addWidget(m_detail);
    arrange();

    connect(m_fold, &QPushButton::clicked, this, [this] {
        m_detail->setVisible(!m_detail->isVisible());
        retranslate();
    });
    connect(m_retry, &QPushButton::clicked, this, &ErrorBar::retryRequested);
    connect(m_close, &QPushButton::clicked, this, &ErrorBar::clear);
    m_copy->setSource([this] { return m_error ? m_error->message + u'\n' + m_error->detail : QString(); });
    retranslate();
    hide();
}

void ErrorBar::setError(const Error &error)
{
    if (error.kind == ErrorKind::Canceled)
        return clear();
    m_error = error;
    m_error->message = inLanguage(error.message, dataLanguage());
    m_error->detail = inLanguage(error.detail, dataLanguage());
    m_message->setText(withoutControls(m_error->message)); // it may quote what a node said
    m_detail->setPlainText(withoutControls(m_error->detail));
    m_detail->hide();
    m_fold->setVisible(!m_error->detail.isEmpty());
    setAccessibleName(m_message->text());
    retranslate();
    show();
}

void ErrorBar::clear()
{
    m_error.reset();
    hide();
}

void ErrorBar::setRetryVisible(bool visible)
{
    m_retry->setVisible(visible);
}

void ErrorBar::setCloseVisible(bool visible)
{
    m_close->setVisible(visible);
}

void ErrorBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void ErrorBar::arrange()
{
    const bool isNarrow = width() < roomForOneLine;
    if (m_isNarrow == isNarrow)
        return;
    m_isNarrow = isNarrow;
    int place = 0;
    for (QPushButton *button : {m_fold, static_cast<QPushButton *>(m_copy), m_retry}) {
        m_row->removeWidget(button);
        m_foot->removeWidget(button);
        if (isNarrow)
            m_foot->insertWidget(place++, button);
        else
            m_row->insertWidget(m_row->count() - 1, button, 0, Qt::AlignTop);
    }
}

void ErrorBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void ErrorBar::retranslate()
{
    m_fold->setText(m_detail->isHidden() ? tr("Details") : tr("Hide details"));
    m_retry->setText(tr("Try again"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    m_detail->setAccessibleName(tr("Details"));
}
