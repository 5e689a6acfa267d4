// What is said where a file was to be written: its path, or in red why there is none. Shows the label.
#pragma once

#include "core/base/result.h"

class QLabel;

void saySaved(QLabel *label, const QString &path);
void sayNotSaved(QLabel *label, const Error &error);
