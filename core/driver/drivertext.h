#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Driver", for the files of this folder that speak in it.
struct DriverText
{
    ASC_TR_FUNCTIONS(Driver)
};
