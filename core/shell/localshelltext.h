#pragma once

#include <QCoreApplication>

// The translations' context "LocalShell", for the files of this folder that speak in it.
struct LocalShellText
{
    Q_DECLARE_TR_FUNCTIONS(LocalShell)
};
