#include "ui/common/breakable.h"

#include "core/base/plaintext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isChinese(QChar c) { return c.unicode() > 0x2e80; }

} // namespace

void setBreakable(QLabel *label, const QString &said)
{
    const QString text = withoutControls(said);
    QString words;
    qsizetype run = 0, longest = 0;
    for (const QChar c : text) {
        run = c.isSpace() || isChinese(c) ? 0 : run + 1; // Chinese breaks anywhere
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

QString unbroken(const QString &text)
{
    QString words;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i], before = i > 0 ? text[i - 1] : QChar();
        const QChar after = i + 1 < text.size() ? text[i + 1] : QChar();
        if (c == u' ' && (isChinese(before) || isChinese(after))) {
            words += QChar::Nbsp;
            continue;
        }
        const bool isPair = i > 0 && !before.isSpace() && !c.isSpace() && !c.isLowSurrogate();
        if (isPair && (isChinese(before) || isChinese(c)))
            words += QChar(0x2060);
        words += c;
    }
    return words;
}
