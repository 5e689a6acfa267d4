#include "ui/common/badge.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("Look", text);
}

} // namespace

QString textOf(const Look &look) { return look.symbol + u' ' + look.word; }

Look lookOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return {u"✓"_s, words(QT_TRANSLATE_NOOP("Look", "Passed")), style::Tone::Ok};
    case Verdict::Warn: return {u"!"_s, words(QT_TRANSLATE_NOOP("Look", "Warning")), style::Tone::Warning};
    case Verdict::Fail: return {u"✕"_s, words(QT_TRANSLATE_NOOP("Look", "Failed")), style::Tone::Danger};
    case Verdict::Unknown: return {u"?"_s, words(QT_TRANSLATE_NOOP("Look", "Unknown")), style::Tone::Unknown};
    case Verdict::Skipped: break;
    }
    return {u"–"_s, words(QT_TRANSLATE_NOOP("Look", "Skipped")), style::Tone::Unknown};
}

Look lookOf(StepState state)
{
    switch (state) {
    case StepState::Pending: break;
    case StepState::Running: return {u"…"_s, words(QT_TRANSLATE_NOOP("Look", "Running")), style::Tone::Accent};
    case StepState::Done: return {u"✓"_s, words(QT_TRANSLATE_NOOP("Look", "Done")), style::Tone::Ok};
    case StepState::UpToDate: return {u"✓"_s, words(QT_TRANSLATE_NOOP("Look", "Up to date")), style::Tone::Ok};
    case StepState::Failed: return {u"✕"_s, words(QT_TRANSLATE_NOOP("Look", "Failed")), style::Tone::Danger};
    case StepState::Stopped: return {u"!"_s, words(QT_TRANSLATE_NOOP("Look", "Stopped")), style::Tone::Warning};
    case StepState::Undone: return {u"–"_s, words(QT_TRANSLATE_NOOP("Look", "Undone")), style::Tone::Unknown};
    }
    return {u"–"_s, words(QT_TRANSLATE_NOOP("Look", "Waiting")), style::Tone::Unknown};
}

Look lookOfHealth(const QString &health)
{
    if (health == "OK"_L1)
        return {u"✓"_s, health, style::Tone::Ok};
    if (health == "Warning"_L1)
        return {u"!"_s, health, style::Tone::Warning};
    if (health == "Alarm"_L1 || health == "Critical"_L1)
        return {u"✕"_s, health, style::Tone::Danger};
    return {u"?"_s, health.isEmpty() ? words(QT_TRANSLATE_NOOP("Look", "Not reported")) : health, style::Tone::Unknown};
}

Badge::Badge(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setProperty("badge", u"unknown"_s);
}

void Badge::setLook(const Look &look)
{
    static constexpr std::array names{"ok", "warning", "danger", "accent", "unknown"};
    setText(textOf(look));
    setAccessibleName(look.word);
    setProperty("badge", QLatin1String(names[size_t(look.tone)]));
    style::repolish(this);
    updateGeometry(); // bold and padded it is wider than when its words were set
}
