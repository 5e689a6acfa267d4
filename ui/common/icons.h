// Icons of resources/icons (Lucide), drawn in a colour of the palette of the moment: an icon set once
// is right in both themes and sharp at every scale.
#pragma once

#include <QIcon>

class QAbstractButton;

namespace style {

enum class Tint { Second, Text, Accent, Ok, Warning, Danger, OnAccent };

// name: "refresh-cw". Draws nothing for an unknown name (a test asks that none is unknown).
QIcon icon(const QString &name, Tint tint = Tint::Second);
// An icon before words on a button, with room between the two.
void setIcon(QAbstractButton *button, const QString &name, Tint tint = Tint::Second);
QPixmap iconPixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio);
bool hasIcon(const QString &name);

} // namespace style
