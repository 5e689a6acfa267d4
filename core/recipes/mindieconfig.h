// NODE/config.json of MindIE, from the recipe's template (mindie.md §3 to §5).
#pragma once

#include "core/recipes/members.h"

Result<Json> mindieConfig(const Member &member, const Recipe &recipe);
