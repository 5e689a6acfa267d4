// Palette: the program's own colours, light and dark (contrast of text at least 4.5:1).
#pragma once

#include <QColor>
#include <QPalette>

enum class Theme { Light, Dark };

struct Colors
{
    QColor ground, surface, border, text, secondText, accent, ok, warning, danger, unknown;
};

Colors colorsOf(Theme theme);
QPalette paletteOf(Theme theme);
