#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Lint", for the files of this folder that speak in it.
struct LintText
{
    ASC_TR_FUNCTIONS(Lint)
};
