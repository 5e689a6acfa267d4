// What alerts and their rules say, in the language of the moment.
#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

struct AlertText
{
    ASC_TR_FUNCTIONS(Alerts)
};
