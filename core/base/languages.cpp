#include "core/base/languages.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace {

thread_local const QString *spoken = nullptr; // inside inEachLanguage() only

// The source texts are English. Where the program holds no Chinese (ascendctl), nullptr.
const QTranslator *chinese()
{
    static const std::unique_ptr<QTranslator> translator = [] {
        auto file = std::make_unique<QTranslator>();
        return file->load(u":/translations/ascend-console_zh_CN.qm"_s) ? std::move(file) : nullptr;
    }();
    return translator.get();
}

} // namespace

QString dataLanguage()
{
    return QLocale().language() == QLocale::Chinese ? u"zh"_s : u"en"_s;
}

void inEachLanguage(const QString &current, const std::function<void(const QString &language)> &say)
{
    if (!chinese()) {
        say(current);
        return;
    }
    for (const QString &language : {u"en"_s, u"zh"_s}) {
        const QString *before = std::exchange(spoken, &language);
        say(language);
        spoken = before;
    }
}

QString translatedHere(const char *context, const char *text, const char *comment, int n)
{
    if (!spoken)
        return QCoreApplication::translate(context, text, comment, n);
    QString words = *spoken == "zh"_L1 ? chinese()->translate(context, text, comment, n) : QString();
    if (words.isEmpty())
        words = QString::fromUtf8(text);
    return n < 0 ? words : words.replace("%n"_L1, QString::number(n));
}
