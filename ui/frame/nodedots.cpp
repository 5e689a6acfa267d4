#include "ui/frame/nodedots.h"

#include "ui/common/badge.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostDots = 6;
constexpr int mark = 9; // px, side of the mark

// Circle: reachable. Ring: not asked. Ring with a point: connecting. Triangle: needs an answer. Cross: not reachable.
void paintMark(QPainter &painter, const QRectF &box, NodeState state)
{
    const QColor color = style::color(lookOf(state).tone);
    painter.setPen(QPen(color, 1.6));
    painter.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(1, 1, -1, -1);
    switch (state) {
    case NodeState::Reachable:
        painter.setBrush(color);
        painter.drawEllipse(inner);
        break;
    case NodeState::Connecting:
        painter.drawEllipse(inner);
        painter.setBrush(color);
        painter.drawEllipse(box.center(), 1, 1);
        break;
    case NodeState::NeedsAnswer: {
        QPainterPath path;
        path.moveTo(inner.center().x(), inner.top());
        path.lineTo(inner.bottomRight());
        path.lineTo(inner.bottomLeft());
        path.closeSubpath();
        painter.fillPath(path, color);
        painter.drawPath(path);
        break;
    }
    case NodeState::Unreachable:
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.topRight(), inner.bottomLeft());
        break;
    case NodeState::Unknown:
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
    setState(m_state, {});
}

void NodeDot::setState(NodeState state, const QString &detail)
{
    m_state = state;
    const QString words = tr("%1: %2", "node: its state").arg(m_node, lookOf(state).word);
    setToolTip(detail.isEmpty() ? words : words + u'\n' + detail);
    setAccessibleName(words);
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
    paintMark(painter, {style::grid, (height() - mark) / 2.0, mark, mark}, m_state);
    painter.setPen(c.text);
    const QRect words = rect().adjusted(mark + style::grid * 3, 0, -style::grid, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(m_node, Qt::ElideRight, words.width()));
}

NodeDots::NodeDots(Cluster &cluster, QWidget *parent)
    : QWidget(parent), m_cluster(cluster), m_more(style::label({}, style::Text::Small, this))
{
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, style::grid);
    row->addWidget(m_more);
    connect(&cluster, &Cluster::deploymentChanged, this, &NodeDots::rebuild);
    connect(&cluster, &Cluster::stateChanged, this, &NodeDots::refresh);
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
    for (NodeDot *dot : std::as_const(m_dots)) {
        const std::optional<NodeFacts> facts = m_cluster.facts(dot->node());
        dot->setState(m_cluster.state(dot->node()), facts && facts->error ? facts->error->message : QString());
    }
    const qsizetype all = m_cluster.deployment().nodes.size();
    int reachable = 0;
    for (const Node &node : m_cluster.deployment().nodes)
        reachable += m_cluster.state(node.name) == NodeState::Reachable;
    m_more->setVisible(all > m_dots.size());
    m_more->setText(tr("%1 of %2 reachable").arg(reachable).arg(all));
}

void NodeDots::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}
