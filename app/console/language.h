// Language: installs the translators for a choice of the settings and sets the locale that numbers
// and times are written in. Widgets are told by Qt's LanguageChange event, at once.
#pragma once

#include <QTranslator>

#include <memory>
#include <vector>

class Language
{
public:
    Language() = default;
    ~Language();

    void apply(const QString &choice);          // "system", "en", "zh"
    static QString resolved(const QString &choice); // "en" or "zh"

private:
    std::vector<std::unique_ptr<QTranslator>> m_translators;
};
