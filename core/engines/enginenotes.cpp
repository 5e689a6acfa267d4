#include "core/engines/enginenotes.h"

QString settingNote(const Recipe &recipe, const QString &key)
{
    for (const RecipeSetting &setting : recipe.settings) {
        if (setting.key == key)
            return LineNotes::tr("Setting \"%1\": %2").arg(setting.title, setting.help);
    }
    return {};
}
