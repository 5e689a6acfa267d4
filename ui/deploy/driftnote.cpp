#include "ui/deploy/driftnote.h"

#include "core/base/languages.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostLines = 4;       // the rest is counted, and named in the tool tip

QString nameOf(Drift::Of of)
{
    switch (of) {
    case Drift::Of::Container: return DriftNote::tr("container");
    case Drift::Of::Image: return DriftNote::tr("image");
    case Drift::Of::Driver: return DriftNote::tr("driver");
    }
    return {};
}

} // namespace

DriftNote::DriftNote(QWidget *parent)
    : QFrame(parent)
    , m_words(style::label({}, style::Text::Body, this))
{
    setObjectName(u"driftNote"_s);
    m_words->setObjectName(u"driftWords"_s);
    m_words->setWordWrap(true);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addWidget(m_words);
    hide();
}

void DriftNote::setCompared(const QList<Compared> &nodes)
{
    m_nodes = nodes;
    QStringList images;
    for (const Compared &one : nodes)
        images << one.drift.imageId;
    const EveryLanguage words;
    for (const auto &[i, apart] : imagesApart(images))
        m_nodes[i].drift.items << apart;
    say();
}

void DriftNote::say()
{
    QStringList lines, same;
    for (const Compared &one : std::as_const(m_nodes)) {
        for (const Drift &drift : one.drift.items) {
            if (drift.state == Drift::State::Missing && !one.wasRun)
                continue;                // nothing was to be there
            if (drift.state != Drift::State::Same)
                lines << tr("%1: %2", "a node, a sentence").arg(one.node, inLanguage(drift.words, dataLanguage()));
            else if (const QString name = nameOf(drift.of); !same.contains(name))
                same << name;
        }
    }
    const qsizetype more = lines.size() - mostLines;
    setToolTip(more > 0 ? lines.join(u'\n') : QString());
    style::setNotice(this, lines.isEmpty() ? style::Tone::Unknown : style::Tone::Warning);
    if (lines.isEmpty() && !same.isEmpty())
        m_words->setText(tr("Beside the files, as this deployment makes it: %1.", "container, image, driver")
                             .arg(same.join(tr(", ", "between words"))));
    else if (more > 0)
        m_words->setText(lines.mid(0, mostLines).join(u'\n') + u'\n' + tr("and %n more", nullptr, int(more)));
    else
        m_words->setText(lines.join(u'\n'));
    setVisible(!lines.isEmpty() || !same.isEmpty());
}

void DriftNote::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        say();
}
