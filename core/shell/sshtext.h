#pragma once

#include "core/base/languages.h"

// The translations' context "Ssh", for the files of this folder that speak in it.
struct SshText
{
    ASC_TR_FUNCTIONS(Ssh)
};
