// RemovalBar: asks in place before a node is removed that holds what a run of the deployment made on it.
#pragma once

#include "ui/common/noticebar.h"

class RemovalBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit RemovalBar(QWidget *parent = nullptr);

    void ask(const QString &node, const QStringList &made); // made: "container x", "files in /y"
    void clear();
    QString node() const { return m_node; }

signals:
    void undoRequested();                // take back first what the run made
    void removeRequested(const QString &node);
    void kept();

protected:
    void retranslate() override;

private:
    QString m_node;
    QStringList m_made;
    QPushButton *m_undo, *m_remove, *m_keep;
};
