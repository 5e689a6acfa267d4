// Style: the program's look in one place: Fusion, our palette, one small style sheet, one type
// scale (12 small, 13 body, 15 section, 20 page title), a 4 px grid, 16 px page margins, 8 px radius.
//
// Widgets say what they are (setKind, setText, setNotice); how that looks is in resources/style/console.qss.
// Painting code asks colors() each time it paints: the theme can change while the program runs
// (changeEvent with QEvent::PaletteChange).
#pragma once

#include "ui/common/palette.h"

#include <QFont>

class QAbstractButton;
class QApplication;
class QBoxLayout;
class QFrame;
class QLabel;
class QLayout;
class QScrollArea;
class QSplitter;
class QWidget;

namespace style {

inline constexpr int smallSize = 12, bodySize = 13, sectionSize = 15, titleSize = 20; // px
inline constexpr int grid = 4, margin = 16, radius = 8;
inline constexpr int chatColumn = 860;                                                // widest column for reading

void apply(QApplication &application, Theme theme); // for all there is; to switch while running see ThemeKeeper
void applyPalette(Theme theme);                     // style, font and palette: all but the sheet
QString sheet(Theme theme);
Theme systemTheme();                                // what the desktop asks for; light when it does not say
Theme theme();                                      // the one applied
Colors colors();                                    // of that theme

QColor mixed(const QColor &a, const QColor &b, double shareOfB);
QColor tint(const QColor &color);                   // laid thinly over the surface: notices, selected rows
QColor onAccent();                                  // text on the accent colour

QFont font(int pixelSize = bodySize, bool bold = false);
QFont monospace(int pixelSize = smallSize);

// Okabe-Ito's colours for chart series, by node; the eight repeat.
QColor seriesColor(int index);

enum class Kind { Primary, Secondary, Danger, Quiet, Link, Chip };
void setKind(QAbstractButton *button, Kind kind);

enum class Text { Title, Section, Strong, Body, Second, Small, Figure, Danger, FieldError };
void setText(QLabel *label, Text text);
// selectable by mouse, plain text
QLabel *label(const QString &words, Text text = Text::Body, QWidget *parent = nullptr);

enum class Tone { Ok, Warning, Danger, Accent, Unknown };
QColor color(Tone tone);
void setNotice(QFrame *frame, Tone tone);           // a tinted box: the verdict in a side panel, a banner
void setInvalid(QWidget *field, bool invalid);      // red border; say why beside it

// A scroll area without frame or ground of its own, so that a card shows through.
QScrollArea *scrollArea(QWidget *content, QWidget *parent = nullptr);
// Parts side by side or one below the other, whose shares the user can change; none can be folded away. The window
// keeps the shares by the name.
QSplitter *splitter(Qt::Orientation orientation, const QString &name, std::initializer_list<QWidget *> parts,
                    QWidget *parent = nullptr);
QFrame *horizontalLine(QWidget *parent = nullptr);
void setMargins(QLayout *layout, int margins, int spacing);
void repolish(QWidget *widget);                     // after a dynamic property was changed

} // namespace style
