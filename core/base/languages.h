// Texts that are kept in every language of the program. A window can switch its language at any time; a text that says
// what was found at some moment cannot be made again then. So it is made once per language when it is found.
#pragma once

#include <QString>

#include <functional>

QString dataLanguage(); // "en" or "zh": the language of QLocale(), as the program's data name it

// Calls say(language) once for each of "en" and "zh", with the functions of ASC_TR_FUNCTIONS giving that language on this
// thread; just once, with `current`, in a program without translations in it.
void inEachLanguage(const QString &current, const std::function<void(const QString &language)> &say);

QString translatedHere(const char *context, const char *text, const char *comment, int n);

// Like Q_DECLARE_TR_FUNCTIONS, and heeds inEachLanguage().
#define ASC_TR_FUNCTIONS(context) \
public: \
    static QString tr(const char *text, const char *comment = nullptr, int n = -1) { return translatedHere(#context, text, comment, n); } \
private:
