// What generated scripts say, in their own language.
#pragma once

#include "core/base/json.h"

// Fixed sentences of the generated scripts, in the language of the setting "commentLanguage".
// Not through tr(): the bytes must not depend on the language of the window.
class ScriptText
{
public:
    explicit ScriptText(const Json &settings);
    QString language() const { return m_chinese ? QStringLiteral("zh") : QStringLiteral("en"); }
    QString operator()(const char *english, const char *chinese) const
    {
        return QString::fromUtf8(m_chinese ? chinese : english);
    }

private:
    bool m_chinese = false;
};
