#include "ui/monitor/savedwords.h"

#include "ui/common/style.h"

#include <QCoreApplication>
#include <QLabel>

namespace {

struct SavedText
{
    Q_DECLARE_TR_FUNCTIONS(MonitorPage)
};

void say(QLabel *label, const QString &words, style::Text look)
{
    style::setText(label, look);
    label->setText(words);
    label->show();
}

} // namespace

void saySaved(QLabel *label, const QString &path)
{
    say(label, SavedText::tr("Saved: %1").arg(path), style::Text::Small);
}

void sayNotSaved(QLabel *label, const Error &error)
{
    say(label, SavedText::tr("Not saved. %1", "why").arg(error.message), style::Text::Danger);
}
