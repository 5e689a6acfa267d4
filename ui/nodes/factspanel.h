// FactsPanel: what is known about one node, in groups of key and value; all of it can be copied.
#pragma once

#include "core/cluster/cluster.h"

#include <QWidget>

class Badge;
class CopyButton;
class ErrorBar;
class QLabel;
class QPushButton;
class QVBoxLayout;

// The rows as text, so that tests and the clipboard read what the panel shows. Pure.
struct FactRow
{
    QString group, key, value;
    bool operator==(const FactRow &) const = default;
};
QList<FactRow> factRows(const NodeFacts &facts);

class FactsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FactsPanel(QWidget *parent = nullptr);
    void setNode(const Node &node, const NodeHealth &health, qint64 nowMs, const std::optional<NodeFacts> &facts,
                 qint64 factsAtMs = 0,           // when the facts were asked for; 0: not known
                 const NodeChange &change = {}); // of the node since then
    void setHealth(const NodeHealth &health, qint64 nowMs); // of the same node: only its reason and age are said anew

signals:
    void askRequested(const QString &node);

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    void sayWhy();
    std::optional<Error> errorOfFacts() const; // that shows
    bool isWaitingForAnswer() const;

    Node m_node;
    NodeHealth m_health;
    qint64 m_nowMs = 0, m_factsAtMs = 0;
    NodeChange m_change;
    std::optional<NodeFacts> m_facts;
    QList<FactRow> m_shown;
    QLabel *m_title, *m_hint, *m_why;
    QLabel *m_past;
    Badge *m_badge;
    CopyButton *m_copy;
    ErrorBar *m_error;
    QPushButton *m_ask;
    QWidget *m_rows = nullptr;
    QVBoxLayout *m_box;
};
