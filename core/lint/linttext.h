#pragma once

#include <QCoreApplication>

// The translations' context "Lint", for the files of this folder that speak in it.
struct LintText
{
    Q_DECLARE_TR_FUNCTIONS(Lint)
};
