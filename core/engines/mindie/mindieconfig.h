// NODE/config.json of MindIE, from the recipe's template (MindIE-LLM service_parameter_configuration.md).
#pragma once

#include "core/topology/topology.h"

Result<Json> mindieConfig(const Placement &member, const Recipe &recipe);
