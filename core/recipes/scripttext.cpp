#include "core/recipes/scripttext.h"

ScriptText::ScriptText(const Json &settings)
    : m_chinese(stringAt(settings, "commentLanguage") == QLatin1String("zh"))
{
}
