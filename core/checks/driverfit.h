// What the checks driver.cann and driver.version say of a driver by its version alone, for who means to install it:
// pure, so that nobody has to put it on a node to hear it.
#pragma once

#include "core/engines/engine.h"
#include "core/findings/finding.h"

#include <optional>

// Against the CANN that the image holds. Skipped: no table says it.
Finding judgeDriverForCann(const QString &driver, const QString &image, const EngineDemands &demands);
// Against what the engine recommends; nullopt: nothing is said against it.
std::optional<Finding> judgeDriverAge(const QString &driver, const EngineDemands &demands);
