// ActivityPage: every command that ran on a node: when, where, how long, with what result and what it
// printed. Never stdin, so never a password.
#pragma once

#include "ui/activity/commandinbox.h"
#include "ui/activity/commandmodel.h"

#include <QWidget>

class SegmentedControl;
class CopyButton;
class DataTable;
class ElidedLabel;
class EmptyState;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QShortcut;
class QStackedWidget;

class ActivityPage : public QWidget
{
    Q_OBJECT

public:
    explicit ActivityPage(CommandInbox &inbox, QWidget *parent = nullptr);

    CommandModel &model() { return m_model; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void append(const QList<CommandRecord> &records);
    void refreshFilters();
    void clearFilters();
    void showDetails();
    void closeDetails();
    void retranslate();
    QWidget *makeDetails();

    CommandModel m_model;
    CommandFilter m_filter;
    QLabel *m_title, *m_count;
    QComboBox *m_node;
    QLineEdit *m_words;
    SegmentedControl *m_outcome;
    QStackedWidget *m_stack;
    EmptyState *m_empty, *m_noMatch;
    DataTable *m_table;
    QWidget *m_details;
    ElidedLabel *m_detailsHead;
    QLabel *m_commandTitle, *m_outputTitle;
    QPlainTextEdit *m_command, *m_output;
    CopyButton *m_copyCommand, *m_copyOutput;
    QPushButton *m_close;
    QShortcut *m_escape;
    QString m_shownNodes;
};
