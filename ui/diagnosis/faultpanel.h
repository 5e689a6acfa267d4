// FaultPanel: one fault in full: where it stands in a log, why, how to check it, what to do, and where that is written.
#pragma once

#include "core/diagnosis/faultsearch.h"

#include <QFrame>

class CopyButton;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class WrappedText;

// A line of a log that tells of the fault.
struct FaultPlace
{
    QString words;                       // "node1 · 10:33:52 · plog.txt:120"
    QString line;
};

class FaultPanel : public QFrame
{
    Q_OBJECT

public:
    explicit FaultPanel(const QString &name, QWidget *parent = nullptr);

    // title: what it is in the list beside ("First cause"); place: nothing for an entry of the table.
    void setFault(const QString &title, const FaultEntry &entry, const std::optional<FaultPlace> &place);
    void clear();
    void setCanCheck(bool can);          // there are nodes that can be asked
    QSize sizeHint() const override { return {320, 200}; } // it scrolls: a page that holds it fits into a small window

signals:
    void checkRequested(const QString &check);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    std::optional<FaultEntry> m_entry;
    QString m_heading;
    std::optional<FaultPlace> m_place;
    bool m_canCheck = false;
    QWidget *m_scroll, *m_content;
    QLabel *m_title, *m_meta, *m_where, *m_wordsTitle, *m_causeTitle, *m_cause, *m_checkTitle, *m_doTitle,
        *m_sourceTitle, *m_source;
    WrappedText *m_check, *m_do;         // they name files and commands
    QPlainTextEdit *m_line;
    CopyButton *m_copy;
    QPushButton *m_run;
};
