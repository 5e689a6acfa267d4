// The context of the diagnosis' sentences.
#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

struct DiagnosisText
{
    ASC_TR_FUNCTIONS(Diagnosis)
};
