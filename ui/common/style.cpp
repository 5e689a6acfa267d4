#include "ui/common/style.h"

#include "core/base/plaintext.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QLabel>
#include <QLayout>
#include <QPointer>
#include <QScrollArea>
#include <QSplitter>
#include <QStyle>
#include <QStyleFactory>

#include <array>

using namespace Qt::StringLiterals;

static void initResources()
{
    Q_INIT_RESOURCE(ui);
}

namespace style {

namespace {

QFont applicationFont()
{
    QString system = QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    // Where fontconfig knows no better it names DejaVu Sans; Noto Sans CJK has the calmer Latin.
    const QString chinese = u"Noto Sans CJK SC"_s;
    const bool isLastResort = system.isEmpty() || system == "DejaVu Sans"_L1 || system == "Sans Serif"_L1;
    if (isLastResort && QFontDatabase::families().contains(chinese))
        system = chinese;
    QFont font;
    font.setFamilies({system, chinese, u"Noto Sans"_s});
    font.setPixelSize(bodySize);
    return font;
}

QString nameOf(Tone tone)
{
    switch (tone) {
    case Tone::Ok: return u"ok"_s;
    case Tone::Warning: return u"warning"_s;
    case Tone::Danger: return u"danger"_s;
    case Tone::Accent: return u"accent"_s;
    case Tone::Unknown: break;
    }
    return u"unknown"_s;
}

} // namespace

QString sheet(Theme theme)
{
    initResources();
    QFile file(u":/ui/console.qss"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString text = QString::fromUtf8(file.readAll());
    const Colors c = colorsOf(theme);
    const bool light = theme == Theme::Light;
    // Longer names first: "@accentTint" must not be read as "@accent" and "Tint".
    const std::array<std::pair<QLatin1String, QColor>, 18> names{{
        {"@accentTint"_L1, mixed(c.surface, c.accent, light ? 0.10 : 0.18)},
        {"@accentHover"_L1, mixed(c.accent, light ? c.text : c.surface, 0.15)},
        {"@accent"_L1, c.accent},
        {"@okTint"_L1, mixed(c.surface, c.ok, 0.12)},
        {"@ok"_L1, c.ok},
        {"@warningTint"_L1, mixed(c.surface, light ? QColor(0xE3A008) : c.warning, light ? 0.16 : 0.12)},
        {"@warning"_L1, c.warning},
        {"@dangerTint"_L1, mixed(c.surface, c.danger, 0.12)},
        {"@danger"_L1, c.danger},
        {"@onAccent"_L1, light ? QColor(Qt::white) : c.ground},
        {"@ground"_L1, c.ground},
        {"@surface"_L1, c.surface},
        {"@border"_L1, c.border},
        {"@text"_L1, c.text},
        {"@second"_L1, c.secondText},
        {"@unknown"_L1, c.unknown},
        {"@hover"_L1, mixed(c.surface, c.text, 0.05)},
        {"@scroll"_L1, mixed(c.border, c.unknown, 0.45)},
    }};
    text.replace(u"@field"_s, mixed(c.border, c.unknown, 0.35).name());
    text.replace(u"@theme"_s, light ? u"light"_s : u"dark"_s);
    for (const auto &[name, color] : names)
        text.replace(name, color.name());
    return text;
}

void applyPalette(Theme theme)
{
    // Style and font go through every widget there is. A sheet's style has no name that could be asked for.
    static QPointer<QStyle> fusion;
    if (!fusion) {
        fusion = QStyleFactory::create(u"Fusion"_s);
        QApplication::setStyle(fusion);
    }
    if (const QFont font = applicationFont(); QApplication::font() != font)
        QApplication::setFont(font);
    QApplication::setPalette(paletteOf(theme));
}

void apply(QApplication &application, Theme theme)
{
    applyPalette(theme);
    // puts back palettes that widgets had: one that has a colour of its own gets it by a sheet
    application.setStyleSheet(sheet(theme));
}

Theme systemTheme()
{
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette()); // the platform's own shows through
    const bool isDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setPalette(ours);
    return isDark ? Theme::Dark : Theme::Light;
}

Theme theme()
{
    return QApplication::palette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
}

Colors colors()
{
    return colorsOf(theme());
}

QColor mixed(const QColor &a, const QColor &b, double shareOfB)
{
    const auto mix = [&](int x, int y) { return qRound(x + (y - x) * shareOfB); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

QColor tint(const QColor &color)
{
    return mixed(colors().surface, color, theme() == Theme::Light ? 0.10 : 0.18);
}

QColor onAccent()
{
    return theme() == Theme::Light ? QColor(Qt::white) : colors().ground;
}

QFont font(int pixelSize, bool bold)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixelSize);
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont monospace(int pixelSize)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setFamilies({font.family(), u"DejaVu Sans Mono"_s, u"Noto Sans Mono CJK SC"_s});
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(pixelSize);
    return font;
}

QColor seriesColor(int index)
{
    static constexpr std::array<QRgb, 8> okabeIto{0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7,
                                                  0x56B4E9, 0xD55E00, 0xF0E442, 0x999999};
    return QColor::fromRgb(okabeIto[size_t(index) % okabeIto.size()]);
}

void setKind(QAbstractButton *button, Kind kind)
{
    static constexpr std::array names{"primary", "secondary", "danger", "quiet", "link", "chip"};
    button->setProperty("kind", QLatin1String(names[size_t(kind)]));
    repolish(button);
}

void setText(QLabel *label, Text text)
{
    static constexpr std::array names{"title", "section", "strong", "body",      "second",
                                      "small", "figure",  "danger", "fielderror"};
    label->setProperty("role", QLatin1String(names[size_t(text)]));
    repolish(label);
}

namespace {

// Text that can be marked costs a document of its own: not before somebody can see it.
class MarkableLabel : public QLabel
{
public:
    using QLabel::QLabel;

protected:
    void showEvent(QShowEvent *event) override
    {
        if (m_isNew && textInteractionFlags() == Qt::LinksAccessibleByMouse)
            setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_isNew = false;
        QLabel::showEvent(event);
    }

private:
    bool m_isNew = true;
};

} // namespace

QLabel *label(const QString &words, Text text, QWidget *parent)
{
    auto *label = new MarkableLabel(parent);
    setText(label, text);
    label->setTextFormat(Qt::PlainText);
    label->setText(withoutControls(words)); // of a node, perhaps
    return label;
}

QColor color(Tone tone)
{
    const Colors c = colors();
    switch (tone) {
    case Tone::Ok: return c.ok;
    case Tone::Warning: return c.warning;
    case Tone::Danger: return c.danger;
    case Tone::Accent: return c.accent;
    case Tone::Unknown: break;
    }
    return c.unknown;
}

void setNotice(QFrame *frame, Tone tone)
{
    frame->setProperty("notice", nameOf(tone));
    repolish(frame);
}

void setInvalid(QWidget *field, bool invalid)
{
    if (field->property("invalid").toBool() == invalid)
        return;
    field->setProperty("invalid", invalid);
    repolish(field);
}

QScrollArea *scrollArea(QWidget *content, QWidget *parent)
{
    auto *area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(content);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false); // setWidget() turned it on
    return area;
}

QSplitter *splitter(Qt::Orientation orientation, const QString &name, std::initializer_list<QWidget *> parts,
                    QWidget *parent)
{
    auto *splitter = new QSplitter(orientation, parent);
    splitter->setObjectName(name);
    splitter->setHandleWidth(grid * 3);
    splitter->setChildrenCollapsible(false);
    for (QWidget *part : parts)
        splitter->addWidget(part);
    return splitter;
}

QFrame *horizontalLine(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setProperty("line", true);
    line->setFixedHeight(1);
    return line;
}

void setMargins(QLayout *layout, int margins, int spacing)
{
    layout->setContentsMargins(margins, margins, margins, margins);
    layout->setSpacing(spacing);
}

void repolish(QWidget *widget)
{
    if (!widget->testAttribute(Qt::WA_WState_Polished))
        return; // it is polished when it is first shown or measured, with what is set by then
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

} // namespace style
