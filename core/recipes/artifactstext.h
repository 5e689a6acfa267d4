#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Artifacts", for the files of this folder that speak in it.
struct ArtifactsText
{
    ASC_TR_FUNCTIONS(Artifacts)
};
