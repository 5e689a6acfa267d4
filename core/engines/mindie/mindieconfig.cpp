#include "core/engines/mindie/mindieconfig.h"

Result<Json> mindieConfig(const Placement &member, const Recipe &recipe)
{
    return expanded(recipe.data.at("config"), member.values);
}
