// A label breaks its lines between words only; a fingerprint, a path or an image's tag is one, and makes it as wide as
// that. With the places to break in it, the text is not for copying.
#pragma once

#include <QLabel>

void setBreakable(QLabel *label, const QString &text);

// Chinese breaks between any two characters; a figure with its name stays on one line.
QString unbroken(const QString &text);
