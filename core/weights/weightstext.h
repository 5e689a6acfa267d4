#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Weights", for the files of this folder that speak in it.
struct WeightsText
{
    ASC_TR_FUNCTIONS(Weights)
};
