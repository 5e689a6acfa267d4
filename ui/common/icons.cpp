#include "ui/common/icons.h"

#include "ui/common/style.h"

#include <QAbstractButton>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

static void loadResources()
{
    Q_INIT_RESOURCE(ui);
}

namespace style {

namespace {

QString fileOf(const QString &name)
{
    return u":/ui/icons/%1.svg"_s.arg(name);
}

QColor colorOf(Tint tint, QIcon::Mode mode, QIcon::State state)
{
    const Colors c = colors();
    if (mode == QIcon::Disabled)
        return mixed(c.unknown, c.surface, 0.35);
    if (state == QIcon::On && tint == Tint::Second)
        return c.accent;
    switch (tint) {
    case Tint::Text: return c.text;
    case Tint::Accent: return c.accent;
    case Tint::Ok: return c.ok;
    case Tint::Warning: return c.warning;
    case Tint::Danger: return c.danger;
    case Tint::OnAccent: return onAccent();
    case Tint::Second: break;
    }
    return c.secondText;
}

class TintedEngine : public QIconEngine
{
public:
    TintedEngine(QString name, Tint tint) : m_name(std::move(name)), m_tint(tint) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatio() : 1.0;
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal ratio) override
    {
        const int side = qMin(size.width(), size.height()); // in device pixels
        QPixmap pixmap = iconPixmap(m_name, colorOf(m_tint, mode, state), side, 1.0);
        if (size.width() > size.height()) { // setIcon(): drawn at the left of a wider box
            QPixmap wide(size);
            wide.fill(Qt::transparent);
            QPainter(&wide).drawPixmap(0, 0, pixmap);
            pixmap = wide;
        }
        pixmap.setDevicePixelRatio(ratio);
        return pixmap;
    }

    QIconEngine *clone() const override { return new TintedEngine(m_name, m_tint); }
    QString key() const override { return u"tinted"_s; }

private:
    QString m_name;
    Tint m_tint;
};

} // namespace

bool hasIcon(const QString &name)
{
    loadResources();
    return QFile::exists(fileOf(name));
}

QPixmap iconPixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio)
{
    loadResources();
    const int side = qMax(1, qRound(size * devicePixelRatio));
    const QString key = u"icon/%1/%2/%3/%4"_s.arg(name, color.name(QColor::HexArgb)).arg(side).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(side, side);
    pixmap.fill(Qt::transparent);
    QFile file(fileOf(name));
    if (file.open(QIODevice::ReadOnly)) {
        QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toLatin1()));
        QPainter painter(&pixmap);
        renderer.render(&painter, QRectF(0, 0, side, side));
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void setIcon(QAbstractButton *button, const QString &name, Tint tint)
{
    button->setIcon(icon(name, tint));
    button->setIconSize({20, 16});
}

QIcon icon(const QString &name, Tint tint)
{
    return QIcon(new TintedEngine(name, tint));
}

} // namespace style
