#pragma once

#include "core/base/languages.h"

// The translations' context "LocalShell", for the files of this folder that speak in it.
struct LocalShellText
{
    ASC_TR_FUNCTIONS(LocalShell)
};
