#include "ui/frame/nodedots.h"

#include "core/base/soon.h"
#include "ui/common/agetick.h"
#include "ui/common/nodelook.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostDots = 6;
constexpr int mark = 9; // px, side of the mark

// Disc: reachable. Ring: not asked, or not lately. Ring with a point: connecting. Triangle: a warning, or it needs an
// answer. Square: faulty. Cross: not reachable.
void paintMark(QPainter &painter, const QRectF &box, const NodeHealth &health)
{
    const QColor color = style::color(lookOf(health).tone);
    painter.setPen(QPen(color, 1.6));
    painter.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(1, 1, -1, -1);
    const bool isFilled = !health.isStale || health.isAsking;
    switch (health.level) {
    case HealthLevel::Ok:
        if (isFilled)
            painter.setBrush(color);
        painter.drawEllipse(inner);
        break;
    case HealthLevel::Asking:
        painter.drawEllipse(inner);
        painter.setBrush(color);
        painter.drawEllipse(box.center(), 1, 1);
        break;
    case HealthLevel::Warning:
    case HealthLevel::NeedsAnswer: {
        QPainterPath path;
        path.moveTo(inner.center().x(), inner.top());
        path.lineTo(inner.bottomRight());
        path.lineTo(inner.bottomLeft());
        path.closeSubpath();
        if (isFilled)
            painter.fillPath(path, color);
        painter.drawPath(path);
        break;
    }
    case HealthLevel::Failed:
        if (isFilled)
            painter.setBrush(color);
        painter.drawRect(inner);
        break;
    case HealthLevel::KeyChanged:
    case HealthLevel::KeyDamaged:
    case HealthLevel::Lost:
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.topRight(), inner.bottomLeft());
        break;
    case HealthLevel::Unknown:
        painter.drawEllipse(inner);
        break;
    }
}

} // namespace

NodeDot::NodeDot(const QString &node, QWidget *parent)
    : QAbstractButton(parent), m_node(node)
{
    setObjectName(u"dot-"_s + node);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setHealth({}, 0);
}

void NodeDot::setHealth(const NodeHealth &health, qint64 nowMs)
{
    m_health = health;
    if (const QString words = healthToolTip(m_node, health, nowMs); toolTip() != words)
        setToolTip(words);
    setAccessibleName(tr("%1: %2", "node: its state").arg(m_node, healthLine(health, nowMs)));
    setAccessibleDescription(health.further.isEmpty() ? health.why : health.why + u'\n' + furtherWords(health));
    update();
}

QSize NodeDot::sizeHint() const
{
    return {mark + style::grid * 3 + qMin(140, fontMetrics().horizontalAdvance(m_node)) + style::grid * 2, 28};
}

void NodeDot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors c = style::colors();
    if (hasFocus() || underMouse()) {
        painter.setPen(hasFocus() ? QPen(c.accent) : QPen(Qt::NoPen));
        painter.setBrush(style::mixed(c.surface, c.text, 0.05));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    paintMark(painter, {style::grid, (height() - mark) / 2.0, mark, mark}, m_health);
    painter.setPen(c.text);
    const QRect words = rect().adjusted(mark + style::grid * 3, 0, -style::grid, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(m_node, Qt::ElideRight, words.width()));
}

NodeDots::NodeDots(Cluster &cluster, QWidget *parent)
    : QWidget(parent), m_cluster(cluster), m_more(style::label({}, style::Text::Small, this))
{
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, style::grid);
    row->addWidget(m_more);
    connect(&cluster, &Cluster::deploymentChanged, this, &NodeDots::rebuild);
    auto *soon = new Soon(this, [this] { refresh(); });
    connect(&cluster, &Cluster::healthChanged, soon, [soon] { (*soon)(); });
    m_age = new AgeTick(this, [this] { refresh(); });
    rebuild();
}

void NodeDots::rebuild()
{
    qDeleteAll(m_dots);
    m_dots.clear();
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    auto *row = static_cast<QHBoxLayout *>(layout());
    for (const Node &node : nodes.first(qMin<qsizetype>(nodes.size(), mostDots))) {
        auto *dot = new NodeDot(node.name, this);
        connect(dot, &NodeDot::clicked, this, [this, name = node.name] { emit chosen(name); });
        row->insertWidget(int(m_dots.size()), dot);
        m_dots << dot;
    }
    refresh();
}

void NodeDots::refresh()
{
    QList<qint64> ages;
    for (NodeDot *dot : std::as_const(m_dots)) {
        const NodeHealth health = m_cluster.health(dot->node());
        dot->setHealth(health, m_cluster.now());
        ages << health.atMs << (health.why.isEmpty() ? 0 : health.whyAtMs);
    }
    m_age->follow(ages, m_cluster.now());
    const qsizetype all = m_cluster.deployment().nodes.size();
    const QString reachable = reachableWords(m_cluster);
    m_more->setVisible(all > m_dots.size());
    m_more->setText(reachable.isEmpty() ? tr("%n nodes, not asked yet", nullptr, int(all)) : reachable);
}

void NodeDots::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}
