#pragma once

#include <QCoreApplication>

// The translations' context "Deploy", for the files of this folder that speak in it.
struct DeployText
{
    Q_DECLARE_TR_FUNCTIONS(Deploy)
};
