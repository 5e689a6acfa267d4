#include "ui/common/breakable.h"

#include "core/base/plaintext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

void setBreakable(QLabel *label, const QString &said)
{
    const QString text = withoutControls(said);
    QString words;
    qsizetype run = 0, longest = 0;
    for (const QChar c : text) {
        run = c.isSpace() || c.unicode() > 0x2e80 ? 0 : run + 1; // Chinese breaks anywhere
        longest = std::max(longest, run);
        words += c;
        if (run > 0 && run % 16 == 0)
            words += QChar(0x200b);
    }
    const bool isLong = longest > 24;
    label->setTextInteractionFlags(isLong ? Qt::NoTextInteraction : Qt::TextSelectableByMouse);
    label->setText(isLong ? words : text);
    label->setAccessibleName(text);
}
