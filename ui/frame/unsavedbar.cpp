#include "ui/frame/unsavedbar.h"

#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

UnsavedBar::UnsavedBar(QWidget *parent)
    : QFrame(parent)
    , m_text(style::label({}, style::Text::Body, this))
    , m_save(new QPushButton(this))
    , m_discard(new QPushButton(this))
    , m_cancel(new QPushButton(this))
{
    setObjectName(u"unsavedBar"_s);
    style::setNotice(this, style::Tone::Warning);
    m_text->setObjectName(u"unsavedText"_s);
    m_text->setWordWrap(true);
    m_save->setObjectName(u"unsavedSave"_s);
    m_discard->setObjectName(u"unsavedDiscard"_s);
    m_cancel->setObjectName(u"unsavedCancel"_s);
    style::setKind(m_save, style::Kind::Primary);
    style::setKind(m_discard, style::Kind::Danger);
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, style::grid * 3, style::grid * 2);
    row->addWidget(m_text, 1);
    row->addWidget(m_save);
    row->addWidget(m_discard);
    row->addWidget(m_cancel);
    connect(m_save, &QPushButton::clicked, this, &UnsavedBar::saveRequested);
    connect(m_discard, &QPushButton::clicked, this, [this] {
        if (const auto goOn = takePending())
            goOn();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] { takePending(); });
    retranslate();
    hide();
}

void UnsavedBar::ask(const QString &deployment, Before before, bool hasLearned, std::function<void()> goOn)
{
    m_deployment = deployment;
    m_before = before;
    m_hasLearned = hasLearned;
    m_goOn = std::move(goOn);
    retranslate();
    show();
    m_save->setFocus();
}

std::function<void()> UnsavedBar::takePending()
{
    hide();
    return std::exchange(m_goOn, {});
}

void UnsavedBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        takePending();
    else
        QFrame::keyPressEvent(event);
}

void UnsavedBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void UnsavedBar::retranslate()
{
    const bool quits = m_before == Before::Quit;
    QString words = quits ? tr("Quit? %1 has changes that are not saved.").arg(m_deployment) : tr("%1 has changes that are not saved.").arg(m_deployment);
    if (m_hasLearned)
        words = tr("%1 One was learned from the nodes: they are simulated, and the file does not say so.").arg(words);
    m_text->setText(words);
    m_save->setText(quits ? tr("Save and quit") : tr("Save"));
    m_discard->setText(quits ? tr("Quit without saving") : tr("Discard"));
    m_cancel->setText(quits ? tr("Do not quit") : tr("Cancel"));
}
