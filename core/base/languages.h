// Texts that are kept in every language of the program. A window can switch its language at any time; a text that says
// what was found at some moment cannot be made again then. So it is made once per language when it is found.
#pragma once

#include <QString>

#include <functional>

class QLocale;

// The language and the form of figures, from now on. On the GUI thread, and nowhere else QLocale::setDefault(): a
// QLocale() that another thread makes at that moment reads freed memory (QLocale has no lock). So core and inference
// make none either: they ask dataLanguage(), on whatever thread.
void setProgramLocale(const QLocale &locale);
QString dataLanguage(); // "en" or "zh": the program's language as its data name it; the user's until one was set

// Calls say(language) once for each of "en" and "zh", with the functions of ASC_TR_FUNCTIONS giving that language on
// this thread; just once, with `current`, in a program without translations in it.
void inEachLanguage(const QString &current, const std::function<void(const QString &language)> &say);

// For sentences that are put together from parts as a piece of work goes on, and cannot be said twice: while one of
// these lives, the functions of ASC_TR_FUNCTIONS on this thread give text that holds every language at once; arg()
// fills in all of them. Nobody may read such a text: show inLanguage() of it. It changes nothing inside
// inEachLanguage(), and in a program without translations.
class EveryLanguage
{
public:
    EveryLanguage();
    ~EveryLanguage();
    EveryLanguage(const EveryLanguage &) = delete;
    EveryLanguage &operator=(const EveryLanguage &) = delete;

private:
    const bool m_before;
};
QString inLanguage(const QString &text, const QString &language);    // a text of one language only stays as it is
QString inEveryLanguage(const std::function<QString(const QString &language)> &text); // the text that holds each

// Of data that hold each language: the one that tr() would give on this thread.
QString saidHere(const std::function<QString(const QString &language)> &text);

QString translatedHere(const char *context, const char *text, const char *comment, int n);

// Like Q_DECLARE_TR_FUNCTIONS, and heeds inEachLanguage().
#define ASC_TR_FUNCTIONS(context)                                                                                      \
public:                                                                                                                \
    static QString tr(const char *text, const char *comment = nullptr, int n = -1)                                     \
    {                                                                                                                  \
        return translatedHere(#context, text, comment, n);                                                             \
    }                                                                                                                  \
                                                                                                                       \
private:
