// run.sh, the first process of every pod: finds the pod's place and addresses, waits for what an operator writes, puts
// the files of its place where the service reads them, starts it and passes on the end.
#pragma once

#include "core/targets/podplan.h"

QString podScript(const PodPlan &plan, const QString &deployment);
