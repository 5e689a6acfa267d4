#include "core/recipes/mindieconfig.h"

Result<Json> mindieConfig(const Member &member, const Recipe &recipe)
{
    return expanded(recipe.data.at("config"), member.values);
}
