#pragma once

#include <QCoreApplication>

// The translations' context "Ssh", for the files of this folder that speak in it.
struct SshText
{
    Q_DECLARE_TR_FUNCTIONS(Ssh)
};
