#include "ui/deploy/aheadbar.h"

#include "ui/common/format.h"
#include "ui/deploy/steplist.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

AheadBar::AheadBar(RunAhead &ahead, QWidget *parent)
    : NoticeBar(u"ahead"_s, Buttons::Beside, parent), m_ahead(ahead), m_close(addButton(u"aheadClose"_s))
{
    connect(m_close, &QPushButton::clicked, &m_ahead, &RunAhead::forget);
    connect(&m_ahead, &RunAhead::changed, this, [this] {
        if (!m_ahead.answer())
            return hide();
        setWords();
        show();
    });
    setWords();
}

void AheadBar::retranslate()
{
    m_close->setText(tr("Close"));
    if (!m_ahead.answer())
        return;
    const RunAhead::Answer &answer = *m_ahead.answer();
    const QString when = format::time(answer.atMs);
    const QString asThen = answer.isAsThen
        ? u' '
            + tr("It was asked as if there were as many chips as the recipe asks for; until they are there, nothing is "
                 "run.")
        : QString();
    if (answer.failed)                   // why, and what to do, stands beside that step
        return say(tr("Asked at %1; nothing was changed. A run would not get through \"%2\" on %3.",
                      "a time; a step; a node")
                       .arg(when, stepTitle(answer.failed->id), answer.failed->node)
                   + asThen);
    const QString words = answer.changed.isEmpty()
        ? tr("Asked at %1: a run would change nothing on any node. Whether the endpoint answers, Verify asks.",
             "a time")
              .arg(when)
        : tr("Asked at %1; nothing was changed. A run would change something on %2, and leave alone what holds.",
             "a time; nodes")
              .arg(when, answer.changed.join(u", "_s));
    say(words + asThen);
}
