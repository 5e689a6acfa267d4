#pragma once

#include <QCoreApplication>

// The translations' context "Artifacts", for the files of this folder that speak in it.
struct ArtifactsText
{
    Q_DECLARE_TR_FUNCTIONS(Artifacts)
};
