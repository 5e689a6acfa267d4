#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Pack", for the files of this folder that speak in it.
struct PackText {
    ASC_TR_FUNCTIONS(Pack)
};
