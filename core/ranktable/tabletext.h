#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "RankTable", for the files of this folder that speak in it.
struct TableText
{
    ASC_TR_FUNCTIONS(RankTable)
};
