#include "ui/frame/closebar.h"

#include "ui/common/oneclick.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// Checks, a model being loaded, a question to the nodes: they can be asked again. A deployment changes the nodes.
bool asksBeforeClose(const Undertaking &one) { return one.id == "deploy"_L1; }

} // namespace

CloseBar::CloseBar(Undertakings &undertakings, QWidget *parent)
    : QFrame(parent)
    , m_undertakings(undertakings)
    , m_text(style::label({}, style::Text::Body, this))
    , m_stop(new QPushButton(this))
    , m_after(new QPushButton(this))
    , m_cancel(new QPushButton(this))
{
    setObjectName(u"closeBar"_s);
    style::setNotice(this, style::Tone::Warning);
    m_text->setWordWrap(true);
    m_stop->setObjectName(u"closeStop"_s);
    m_after->setObjectName(u"closeAfter"_s);
    m_cancel->setObjectName(u"closeCancel"_s);
    style::setKind(m_stop, style::Kind::Danger);
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, style::grid * 3, style::grid * 2);
    row->addWidget(m_text, 1);
    for (QPushButton *button : {m_stop, m_after, m_cancel})
        row->addWidget(button);
    actOncePerDoubleClick({m_stop, m_after, m_cancel});
    connect(m_stop, &QPushButton::clicked, this, [this] { answer(true); });
    connect(m_after, &QPushButton::clicked, this, [this] { answer(false); });
    connect(m_cancel, &QPushButton::clicked, this, &CloseBar::keep);
    connect(&m_undertakings, &Undertakings::changed, this, &CloseBar::follow);
    retranslate();
    hide();
}

bool CloseBar::holds() const
{
    const QList<Undertaking> &all = m_undertakings.all();
    return std::any_of(all.cbegin(), all.cend(), asksBeforeClose);
}

void CloseBar::ask()
{
    retranslate();
    show();
    m_cancel->setFocus();
}

void CloseBar::answer(bool stopsIt)
{
    m_waits = true;
    m_stops = stopsIt;
    retranslate();
    m_cancel->setFocus();
    const QList<Undertaking> all = m_undertakings.all();
    for (const Undertaking &one : all) {
        if (stopsIt && asksBeforeClose(one) && one.stop)
            one.stop();
    }
    follow();
}

void CloseBar::keep()
{
    m_waits = m_stops = false;
    hide();
}

void CloseBar::follow()
{
    if (holds())
        return;
    const bool goesOn = m_waits;
    keep();
    if (goesOn) // not from within what is just ending
        QMetaObject::invokeMethod(this, &CloseBar::free, Qt::QueuedConnection);
}

void CloseBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        keep();
    else
        QFrame::keyPressEvent(event);
}

void CloseBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void CloseBar::retranslate()
{
    m_text->setText(!m_waits ? tr("A deployment is under way. What should become of it when the window closes?")
                    : m_stops ? tr("Stopping the run; the window closes then.")
                              : tr("The run goes on; the window closes when it has ended."));
    m_stop->setText(tr("Stop it and close"));
    m_after->setText(tr("Close when it has ended"));
    m_cancel->setText(m_waits ? tr("Do not close") : tr("Cancel"));
    m_stop->setVisible(!m_stops);
    m_after->setVisible(!m_waits);
}
