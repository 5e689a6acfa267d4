// RankTablePage: the rank-table lab: a rank table as a table to edit and as a drawing, what lint finds in it, what is
// different in another one, and what must change when a card is taken away. Shows a TableLab.
#pragma once

#include "core/session/tablelab.h"

#include <QWidget>

class CopyButton;
class DataTable;
class ElidedLabel;
class EmptyState;
class ErrorBar;
class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;
class RankTableModel;
class RankTableView;
class SegmentedControl;
class TakeBar;

class RankTablePage : public QWidget
{
    Q_OBJECT

public:
    explicit RankTablePage(TableLab &lab, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override; // a deployment is left to the window
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *makeTable();
    QWidget *makeDrawing();
    QWidget *makeSayings();
    void chooseFile(bool compares);
    void saveAs();
    void askTake();
    void refresh();                      // from the lab
    void showSayings();
    void choose(int device);             // in table and drawing
    void follow(int row);                // a finding or a difference was chosen
    QString folder() const;              // where file dialogs open
    void retranslate();

    TableLab &m_lab;
    bool m_isChoosing = false;
    int m_shownChanges = 0;
    QLabel *m_title, *m_state, *m_tableTitle, *m_drawingTitle;
    ElidedLabel *m_file;
    QPushButton *m_open, *m_compare, *m_stopComparing, *m_undo, *m_save, *m_take, *m_number;
    ErrorBar *m_error;
    TakeBar *m_takeBar;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    RankTableModel *m_model;
    DataTable *m_table;
    RankTableView *m_view;
    SegmentedControl *m_kinds;
    QListWidget *m_sayings;
    CopyButton *m_copy;
    QStringList m_places;                // of the lines that are shown: JSON pointers
};
