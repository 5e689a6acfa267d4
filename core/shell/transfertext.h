#pragma once

#include <QCoreApplication>

// The translations' context "Transfer", for the files of this folder that speak in it.
struct TransferText
{
    Q_DECLARE_TR_FUNCTIONS(Transfer)
};
