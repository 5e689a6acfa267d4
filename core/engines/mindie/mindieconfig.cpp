#include "core/engines/mindie/mindieconfig.h"

Result<Json> mindieConfig(const Placement &member, const Recipe &recipe)
{
    return expanded(::member(recipe.data, "config"), member.values);
}
