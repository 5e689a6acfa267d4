#include "core/base/languages.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <atomic>

using namespace Qt::StringLiterals;

namespace {

bool isChinese(const QLocale &locale) { return locale.language() == QLocale::Chinese; }

std::atomic<bool> &speaksChinese()
{
    static std::atomic<bool> speaks = isChinese(QLocale()); // nobody has said another yet
    return speaks;
}

thread_local const QString *spoken = nullptr; // inside inEachLanguage() only
thread_local bool speaksEvery = false;        // while an EveryLanguage lives

// Noncharacters: no text that is meant to be read has them. Between them the languages follow each other, and may be
// nested by arg().
constexpr QChar begins(0xfdd0), changes(0xfdd1), ends(0xfdd2);
const QStringList languages{u"en"_s, u"zh"_s};

std::unique_ptr<QTranslator> held(const QString &name)
{
    auto file = std::make_unique<QTranslator>();
    return file->load(u":/translations/ascend-console_%1.qm"_s.arg(name)) ? std::move(file) : nullptr;
}

// Where the program holds no Chinese (most tests), nullptr.
const QTranslator *chinese()
{
    static const std::unique_ptr<QTranslator> translator = held(u"zh_CN"_s);
    return translator.get();
}

// The source texts are English already; this holds their singulars.
const QTranslator *english()
{
    static const std::unique_ptr<QTranslator> translator = held(u"en"_s);
    return translator.get();
}

} // namespace

void setProgramLocale(const QLocale &locale)
{
    speaksChinese() = isChinese(locale);
    QLocale::setDefault(locale);
}

QString dataLanguage() { return speaksChinese() ? u"zh"_s : u"en"_s; }

void inEachLanguage(const QString &current, const std::function<void(const QString &language)> &say)
{
    if (!chinese()) {
        say(current);
        return;
    }
    for (const QString &language : languages) {
        const QString *before = std::exchange(spoken, &language);
        say(language);
        spoken = before;
    }
}

EveryLanguage::EveryLanguage() : m_before(std::exchange(speaksEvery, true)) {}
EveryLanguage::~EveryLanguage() { speaksEvery = m_before; }

QString inEveryLanguage(const std::function<QString(const QString &language)> &text)
{
    if (!chinese())
        return text(dataLanguage());
    QStringList texts;
    for (const QString &language : languages)
        texts << text(language);
    return texts.first() == texts.last() ? texts.first() : begins + texts.join(changes) + ends;
}

QString inLanguage(const QString &text, const QString &language)
{
    if (!text.contains(begins))
        return text;
    const qsizetype wanted = qMax(0, languages.indexOf(language));
    QString words;
    QList<qsizetype> parts;              // of each text that we are inside of: which of its languages this is
    for (const QChar c : text) {
        if (c == begins)
            parts << 0;
        else if (c == changes && !parts.isEmpty())
            ++parts.last();
        else if (c == ends && !parts.isEmpty())
            parts.removeLast();
        else if (std::all_of(parts.cbegin(), parts.cend(), [&](qsizetype part) { return part == wanted; }))
            words += c;
    }
    return words;
}

QString saidHere(const std::function<QString(const QString &language)> &text)
{
    if (spoken)
        return text(*spoken);
    return speaksEvery ? inEveryLanguage(text) : text(dataLanguage());
}

QString translatedHere(const char *context, const char *text, const char *comment, int n)
{
    if (!spoken && speaksEvery && chinese()) {
        return inEveryLanguage([&](const QString &language) {
            const QString *before = std::exchange(spoken, &language);
            const QString words = translatedHere(context, text, comment, n);
            spoken = before;
            return words;
        });
    }
    if (!spoken)
        return QCoreApplication::translate(context, text, comment, n);
    const QTranslator *translator = *spoken == "zh"_L1 ? chinese() : english();
    QString words = translator ? translator->translate(context, text, comment, n) : QString();
    if (words.isEmpty())
        words = QString::fromUtf8(text);
    return n < 0 ? words : words.replace("%n"_L1, QString::number(n));
}
