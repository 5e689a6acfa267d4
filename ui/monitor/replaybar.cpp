#include "ui/monitor/replaybar.h"

#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

constexpr int places = 10'000; // of the slider

} // namespace

ReplayBar::ReplayBar(Replay &replay, QWidget *parent)
    : QFrame(parent)
    , m_replay(replay)
    , m_words(style::label({}, style::Text::Body))
    , m_time(style::label({}, style::Text::Strong))
    , m_play(new QPushButton)
    , m_slider(new QSlider(Qt::Horizontal))
    , m_speed(new SegmentedControl)
{
    setObjectName(u"replayBar"_s);
    style::setNotice(this, style::Tone::Warning);
    m_words->setObjectName(u"replayWords"_s);
    m_words->setWordWrap(true);
    m_time->setObjectName(u"replayTime"_s);
    m_play->setObjectName(u"replayPlay"_s);
    style::setKind(m_play, style::Kind::Secondary);
    m_slider->setObjectName(u"replayAt"_s);
    m_slider->setRange(0, places);
    m_slider->setPageStep(places / 20);
    m_slider->setSingleStep(places / 200);
    m_speed->setObjectName(u"replaySpeed"_s);
    for (const QString &one : {u"1"_s, u"10"_s, u"60"_s})
        m_speed->add(one);
    m_speed->setCurrent(QString::number(m_replay.speed()));
    auto *rows = new QVBoxLayout(this);
    style::setMargins(rows, 12, 8);
    rows->addWidget(m_words);
    auto *row = new QHBoxLayout;
    style::setMargins(row, 0, 12);
    row->addWidget(m_play);
    row->addWidget(m_slider, 1);
    row->addWidget(m_time);
    row->addWidget(m_speed);
    rows->addLayout(row);
    connect(m_play, &QPushButton::clicked, this, [this] { m_replay.setPlaying(!m_replay.isPlaying()); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int place) {
        m_replay.setPlaying(false);
        m_replay.seek(timeOf(place));
    });
    connect(m_speed, &SegmentedControl::chosen, this,
            [this](const QString &id) { m_replay.setSpeed(id.toInt()); });
    connect(&m_replay, &Replay::opened, this, &ReplayBar::retranslate);
    connect(&m_replay, &Replay::moved, this, &ReplayBar::refresh);
    connect(&m_replay, &Replay::playingChanged, this, &ReplayBar::retranslate);
    connect(&m_replay, &Replay::failed, this, [this](const Error &error) {
        m_error = error;
        retranslate();
    });
    retranslate();
}

qint64 ReplayBar::timeOf(int place) const
{
    const std::optional<RecordingAbout> &about = m_replay.about();
    return about ? about->fromMs + (about->toMs - about->fromMs) * place / places : 0;
}

void ReplayBar::refresh()
{
    const std::optional<RecordingAbout> &about = m_replay.about();
    if (!about)
        return;
    m_time->setText(format::timeAt(m_replay.atMs(), about->fromMs));
    const qint64 length = std::max<qint64>(1, about->toMs - about->fromMs);
    const QSignalBlocker quiet(m_slider);
    if (!m_slider->isSliderDown())
        m_slider->setValue(int((m_replay.atMs() - about->fromMs) * places / length));
    m_slider->setAccessibleDescription(m_time->text());
}

void ReplayBar::retranslate()
{
    const std::optional<RecordingAbout> &about = m_replay.about();
    for (QWidget *one : std::initializer_list<QWidget *>{m_play, m_slider, m_time, m_speed})
        one->setVisible(about.has_value());
    if (!about) {
        m_words->setText(m_error ? m_error->message : tr("Reading the recording…"));
        return;
    }
    const QString from = format::time(about->fromMs), to = format::time(about->toMs);
    QString words = about->deployment.isEmpty()
        ? tr("A recording, its names left out, from %1 to %2. No node is asked.").arg(from, to)
        : tr("A recording of %1, from %2 to %3. No node is asked.").arg(about->deployment, from, to);
    if (about->isSimulated)
        words += u' ' + tr("It is of a simulated cluster.");
    if (m_error)
        words += u'\n' + m_error->message;
    m_words->setText(words);
    m_play->setText(m_replay.isPlaying() ? tr("Pause") : tr("Play"));
    m_slider->setAccessibleName(tr("Moment of the recording"));
    m_slider->setToolTip(tr("The page shows what was known at this moment."));
    m_speed->setAccessibleName(tr("Speed"));
    for (const QString &one : {u"1"_s, u"10"_s, u"60"_s})
        m_speed->setWords(one, tr("%1×", "how fast a recording plays").arg(one));
    refresh();
}

void ReplayBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}
