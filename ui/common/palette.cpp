#include "ui/common/palette.h"

Colors colorsOf(Theme theme)
{
    const auto c = [](unsigned rgb) { return QColor::fromRgb(rgb); };
    if (theme == Theme::Light)
        return {c(0xF6F7F9), c(0xFFFFFF), c(0xDFE3E8), c(0x1A1F26), c(0x566070),
                c(0x0A66C2), c(0x1A7F45), c(0x946200), c(0xC22F2F), c(0x6B7480)};
    return {c(0x14171B), c(0x1C2025), c(0x2D333B), c(0xE4E8ED), c(0x98A2AE),
            c(0x58A6F5), c(0x3FB56F), c(0xD7A233), c(0xF07070), c(0x8A949F)};
}

QPalette paletteOf(Theme theme)
{
    const Colors c = colorsOf(theme);
    QPalette palette(c.surface, c.ground);
    palette.setColor(QPalette::Window, c.ground);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.surface);
    palette.setColor(QPalette::AlternateBase, c.ground);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::Button, c.surface);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::ToolTipBase, c.surface);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::PlaceholderText, c.secondText);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, theme == Theme::Light ? QColor(Qt::white) : c.ground);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::Mid, c.border);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.unknown);
    return palette;
}
