// LogFilterRow: which lines are shown: level, node, process, words.
#pragma once

#include "core/logs/logfilter.h"

#include <QTimer>
#include <QWidget>

class ElidedCombo;
class QLineEdit;

class LogFilterRow : public QWidget
{
    Q_OBJECT

public:
    explicit LogFilterRow(QWidget *parent = nullptr);

    LogFilter filter() const;
    void setOrigins(const QList<LogOrigin> &origins); // nodes and processes to choose from
    void clear();
    QLineEdit *words() const { return m_words; }

signals:
    void changed();                      // by the user; words when he rests

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void fill(ElidedCombo *box, const QStringList &names, const QString &all);

    ElidedCombo *m_level, *m_node, *m_process;
    QLineEdit *m_words;
    QTimer m_rest;
    QStringList m_nodes, m_processes;
};
