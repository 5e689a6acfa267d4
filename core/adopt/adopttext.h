#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

struct AdoptText {
    ASC_TR_FUNCTIONS(Adopt)
};
