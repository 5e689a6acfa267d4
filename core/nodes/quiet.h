// What asks a node the same again and again: of that the list of what ran gets the first and every one that ended
// otherwise than the one before it. Thousands of equal rows would bury the rest.
#pragma once

#include "core/nodes/connect.h"

ConnectionSettings quiet(ConnectionSettings connections); // of one node: what is alike is of all that goes over them
