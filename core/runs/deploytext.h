#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Deploy", for the files of this folder that speak in it.
struct DeployText
{
    ASC_TR_FUNCTIONS(Deploy)
};
