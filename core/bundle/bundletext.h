#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

struct BundleText
{
    ASC_TR_FUNCTIONS(Bundle)
};
