// What start.sh and stop.sh do about the shared memory that an engine makes and, killed, leaves behind.
#pragma once

#include "core/recipes/scripttext.h"
#include "core/topology/process.h"
#include "core/topology/topology.h"

bool hasOwnShm(const Topology &topology); // the container's own /dev/shm; else it is the host's

// Before the next start, of a service that was killed.
QString clearBeforeStart(const SharedMemory &memory, bool isOwn, const ScriptText &say);
// The end of stop.sh: ends the service with end_service, then removes what was its own.
QString stopLines(const SharedMemory &memory, bool isOwn, const ScriptText &say);
