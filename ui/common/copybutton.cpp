#include "ui/common/copybutton.h"

#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>

using namespace Qt::StringLiterals;

CopyButton::CopyButton(QWidget *parent)
    : QPushButton(parent)
{
    style::setKind(this, style::Kind::Quiet);
    m_back.setSingleShot(true);
    m_back.setInterval(1500);
    connect(&m_back, &QTimer::timeout, this, &CopyButton::retranslate);
    connect(this, &QPushButton::clicked, this, [this] {
        if (!m_source)
            return;
        QGuiApplication::clipboard()->setText(m_source());
        m_back.start();
        retranslate();
    });
    retranslate();
}

void CopyButton::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QPushButton::changeEvent(event);
}

QSize CopyButton::sizeHint() const
{
    ensurePolished();
    const QFontMetrics metrics = fontMetrics();
    const int longer = qMax(metrics.horizontalAdvance(tr("Copied")), metrics.horizontalAdvance(tr("Copy")));
    const QSize own = QPushButton::sizeHint();
    return {own.width() + qMax(0, longer - metrics.horizontalAdvance(text())), own.height()};
}

void CopyButton::retranslate()
{
    style::setIcon(this, m_back.isActive() ? u"check"_s : u"copy"_s);
    QPushButton::setText(m_back.isActive() ? tr("Copied") : tr("Copy"));
}
