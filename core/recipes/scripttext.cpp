#include "core/recipes/scripttext.h"

using namespace Qt::StringLiterals;

ScriptText::ScriptText(const Json &settings)
    : m_chinese(stringAt(settings, "commentLanguage") == "zh"_L1)
{
}
