#include "ui/monitor/chartnotes.h"

#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace {

struct EventText
{
    Q_DECLARE_TR_FUNCTIONS(ChartNotes)
};

QString shortWords(const QString &words)
{
    constexpr qsizetype most = 48;
    return words.size() <= most ? words : words.left(most - 1) + u'…';
}

QColor colourOf(const MonitorEvent &event)
{
    const Colors &colours = style::colors();
    return event.kind == MonitorEvent::Kind::Note                ? colours.accent
        : event.outcome == MonitorEvent::Outcome::Failed         ? colours.danger
        : event.outcome == MonitorEvent::Outcome::Done           ? colours.ok
                                                                 : colours.secondText;
}

} // namespace

QString eventWords(const MonitorEvent &event)
{
    using Kind = MonitorEvent::Kind;
    using Outcome = MonitorEvent::Outcome;
    if (event.kind == Kind::Note)
        return event.words;
    struct Row
    {
        Kind kind;
        Outcome outcome;
        const char *words;
    };
    static constexpr Row rows[] = {
        {Kind::Run, Outcome::Begun, QT_TRANSLATE_NOOP("ChartNotes", "The deployment began")},
        {Kind::Run, Outcome::Done, QT_TRANSLATE_NOOP("ChartNotes", "Deployed")},
        {Kind::Run, Outcome::Failed, QT_TRANSLATE_NOOP("ChartNotes", "The deployment failed")},
        {Kind::Run, Outcome::Stopped, QT_TRANSLATE_NOOP("ChartNotes", "The deployment was stopped")},
        {Kind::Undo, Outcome::Begun, QT_TRANSLATE_NOOP("ChartNotes", "Undo began")},
        {Kind::Undo, Outcome::Done, QT_TRANSLATE_NOOP("ChartNotes", "The deployment was undone")},
        {Kind::Undo, Outcome::Failed, QT_TRANSLATE_NOOP("ChartNotes", "Undo failed")},
        {Kind::Undo, Outcome::Stopped, QT_TRANSLATE_NOOP("ChartNotes", "Undo was stopped")},
        {Kind::Driver, Outcome::Begun, QT_TRANSLATE_NOOP("ChartNotes", "The installation of a driver began")},
        {Kind::Driver, Outcome::Done, QT_TRANSLATE_NOOP("ChartNotes", "The driver was installed")},
        {Kind::Driver, Outcome::Failed, QT_TRANSLATE_NOOP("ChartNotes", "The installation of a driver failed")},
        {Kind::Driver, Outcome::Stopped, QT_TRANSLATE_NOOP("ChartNotes", "The installation of a driver was stopped")},
        {Kind::Stop, Outcome::Begun, QT_TRANSLATE_NOOP("ChartNotes", "A stop of the service began")},
        {Kind::Stop, Outcome::Done, QT_TRANSLATE_NOOP("ChartNotes", "The service was stopped")},
        {Kind::Stop, Outcome::Failed, QT_TRANSLATE_NOOP("ChartNotes", "A stop of the service failed")},
        {Kind::Stop, Outcome::Stopped, QT_TRANSLATE_NOOP("ChartNotes", "A stop of the service was broken off")},
        {Kind::Verify, Outcome::Done, QT_TRANSLATE_NOOP("ChartNotes", "Verified")},
        {Kind::Verify, Outcome::Failed, QT_TRANSLATE_NOOP("ChartNotes", "The verification failed")},
        {Kind::Verify, Outcome::Stopped, QT_TRANSLATE_NOOP("ChartNotes", "The verification was stopped")},
    };
    for (const Row &row : rows) {
        if (row.kind == event.kind && row.outcome == event.outcome)
            return EventText::tr(row.words);
    }
    return event.words;
}

ChartNotes::ChartNotes(EventKeeper &events, QWidget *parent) : Card(parent, 12), m_events(events)
{
    setObjectName(u"noteRow"_s);
    m_words = style::label({}, style::Text::Second);
    m_words->setWordWrap(true);
    m_wrong = style::label({}, style::Text::Second);
    m_wrong->setObjectName(u"noteWrong"_s);
    m_wrong->setWordWrap(true);
    m_wrong->hide();
    m_text = new QLineEdit;
    m_text->setObjectName(u"noteText"_s);
    m_text->setMaxLength(longestNote);
    m_words->setBuddy(m_text);
    m_add = new QPushButton;
    m_add->setObjectName(u"noteAdd"_s);
    m_leave = new QPushButton;
    m_leave->setObjectName(u"noteLeave"_s);
    style::setKind(m_leave, style::Kind::Chip);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_add);
    row->addWidget(m_leave);
    box()->addWidget(m_words);
    box()->addLayout(row);
    box()->addWidget(m_wrong);
    connect(m_add, &QPushButton::clicked, this, &ChartNotes::take);
    connect(m_text, &QLineEdit::returnPressed, this, &ChartNotes::take);
    connect(m_text, &QLineEdit::textChanged, this, &ChartNotes::refresh);
    connect(m_leave, &QPushButton::clicked, this, &QWidget::hide);
    connect(&events, &EventKeeper::changed, this, &ChartNotes::refresh);
    retranslate();
    hide();
}

QList<ChartMark> ChartNotes::marks() const
{
    QList<ChartMark> marks;
    for (const MonitorEvent &event : m_events.all())
        marks << ChartMark{event.timeMs, colourOf(event), eventWords(event)};
    return marks;
}

void ChartNotes::openAt(qint64 timeMs)
{
    m_timeMs = timeMs;
    m_text->clear();
    retranslate();
    show();
    m_text->setFocus();
}

void ChartNotes::addTo(QMenu *menu, qint64 atMs, qint64 fromMs, qint64 toMs)
{
    QAction *add = menu->addAction(tr("Note at %1…", "a moment").arg(format::time(atMs)), this,
                                   [this, atMs] { openAt(atMs); });
    add->setObjectName(u"addNote"_s);
    QMenu *remove = nullptr;
    for (const MonitorEvent &event : m_events.all()) {
        if (event.kind != MonitorEvent::Kind::Note || event.timeMs < fromMs || event.timeMs > toMs)
            continue;
        if (!remove) {
            remove = menu->addMenu(tr("Remove a note"));
            remove->setObjectName(u"removeNote"_s);
        }
        remove->addAction(u"%1  %2"_s.arg(format::time(event.timeMs), shortWords(event.words).replace(u'&', u"&&"_s)),
                          this, [this, event] { m_events.remove(event); });
    }
}

void ChartNotes::take()
{
    if (!m_add->isEnabled())
        return;
    m_events.note(m_timeMs, m_text->text());
    hide();
}

void ChartNotes::refresh()
{
    m_add->setEnabled(!m_text->text().trimmed().isEmpty());
    const std::optional<Error> &trouble = m_events.trouble();
    m_wrong->setText(trouble ? tr("The last note is not kept: %1").arg(trouble->message) : QString());
    m_wrong->setVisible(trouble.has_value());
    if (trouble)
        show();
}

void ChartNotes::retranslate()
{
    m_words->setText(tr("A note at %1, as a mark in all charts", "a moment").arg(format::time(m_timeMs)));
    m_text->setAccessibleName(m_words->text());
    m_add->setText(tr("Add", "a button: the note"));
    m_leave->setText(tr("Cancel"));
    refresh();
}

void ChartNotes::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Card::changeEvent(event);
}

void ChartNotes::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        Card::keyPressEvent(event);
}
